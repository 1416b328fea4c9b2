// Main: the page of Santy Anno: a tab to practise, a tab for whoever resolves the cards.

import { firstLanguage, frame, inPlay, make, speak, title } from "./kit.js";
import { ui } from "./pieces.js";
import { Practice } from "./practice.js";
import { Referee } from "./referee.js";

const tabs = { practice: new Practice(draw), referee: new Referee(draw) };
let tab = "practice";

function choose(name) {
  tabs[tab].leave();
  tab = name;
  draw();
}

function draw() {
  const button = (name) =>
    make("button", { type: "button", "data-key": `tab-${name}`, "aria-current": name === tab ? "page" : null, onclick: () => choose(name) }, ui(name));
  const nav = make("nav", { class: "tabs", "aria-label": title() }, Object.keys(tabs).map(button));
  frame(draw, nav, tabs[tab].show());
  inPlay(tabs[tab].busy);
}

// Keys count while the focus is where the row is, and on nothing that has a use of its own for them.
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !target.closest?.("main")) return;
  if (target.closest("input, select") || (key === "Enter" && target.closest("button, summary"))) return;
  if (tabs[tab].key?.(key)) event.preventDefault();
});

speak(firstLanguage());
draw();
