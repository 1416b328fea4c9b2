// Faults: what is wrong, causes first, each with its place, the line, the way out, and a link that opens the editor.

import { arrange, breakable, make, put } from "./dom.js";
import { say } from "./words.js";

export class Faults {
  // `wanted` gives the languages whose faces are shown.
  constructor(store, wanted) {
    this.wanted = wanted;
    this.store = store;
    this.root = document.getElementById("faults");
    this.count = document.getElementById("faults-count");
    this.list = document.getElementById("faults-list");
    this.state = document.getElementById("state");
    this.all = document.getElementById("faults-all"); // on a telephone, where the first stands alone
    this.all.addEventListener("click", () => this.open(this.all.getAttribute("aria-expanded") !== "true"));
    this.items = new Map();
  }

  render() {
    const { faults, there } = this.store;
    // Faces of a language that was only just chosen may still be drawn.
    const drawing = this.store.phase === "done" && this.wanted().some((code) => !this.store.drawn.has(code));
    const phase = drawing ? "drawing" : this.store.phase;
    const verdict = drawing && this.store.verdict === "well" ? "unknown" : this.store.verdict;
    const number = (severity) => faults.filter((fault) => fault.severity === severity).length;
    const [errors, warnings, notices] = ["error", "warning", "notice"].map(number);
    const counts = [];
    if (errors) counts.push(say("faults.errors", { n: errors }));
    if (warnings) counts.push(say("faults.warnings", { n: warnings }));
    if (notices) counts.push(say("faults.notices", { n: notices }));
    this.root.hidden = faults.length === 0;
    this.root.dataset.worst = errors ? "error" : warnings ? "warning" : "notice";
    put(this.count, counts.join(", "));
    let said = say(`state.${phase}`);
    if (!there) said = say("state.gone");
    else if (verdict === "faulty") said = counts.slice(0, errors && warnings ? 2 : 1).join(", ");
    else if (verdict === "well") said = say("state.well");
    put(this.state, said);
    this.state.dataset.state = there ? (verdict === "unknown" ? phase : errors ? "error" : verdict) : "gone";
    this.state.classList.toggle("busy", there && phase !== "done");
    document.body.classList.toggle("faulty", faults.length > 0);
    this.show(faults);
  }

  show(faults) {
    const nodes = [];
    const seen = new Set();
    for (const fault of faults) {
      const key = JSON.stringify(fault);
      if (seen.has(key)) continue;
      seen.add(key);
      if (!this.items.has(key)) this.items.set(key, item(fault));
      nodes.push(this.items.get(key));
    }
    for (const key of this.items.keys()) if (!seen.has(key)) this.items.delete(key);
    arrange(this.list, nodes);
    const lead = nodes.find((node) => node.classList.contains("error")) ?? nodes[0];
    for (const node of nodes) node.classList.toggle("lead", node === lead);
    this.all.hidden = nodes.length < 2;
    if (!nodes.length) this.open(false);
    this.open(this.all.getAttribute("aria-expanded") === "true");
  }

  // All of them, or the first error alone and how many there are besides.
  open(all) {
    this.all.setAttribute("aria-expanded", String(all));
    this.root.classList.toggle("all", all);
    put(this.all, all ? say("faults.fewer") : say("faults.all", { n: this.list.children.length - 1 }));
  }
}

// Faults as items of a list.
export function told(faults) {
  return faults.map(item);
}

// The line with its mark. Where it is wider than its room, the mark is in sight as soon as it has one, and until somebody scrolls.
function line(fault) {
  const carets = fault.mark.trimStart();
  const mark = make("span", { class: "mark" }, carets);
  const spaces = fault.mark.slice(0, fault.mark.length - carets.length);
  const node = make("pre", { tabindex: "0", "aria-label": say("faults.line") }, `${fault.excerpt}\n${spaces}`, mark);
  lines.observe(node);
  return node;
}

const lines = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const mark = target.querySelector(".mark").getBoundingClientRect();
    const room = target.getBoundingClientRect();
    if (target.scrollLeft === 0 && mark.right > room.right) {
      target.scrollLeft = Math.min(mark.left - room.left - room.width / 3, mark.right - room.left - room.width * 0.9);
    }
  }
});

function item(fault) {
  const named = breakable(fault.place);
  const place = fault.link ? make("a", { href: fault.link, class: "place" }, ...named) : make("span", { class: "place" }, ...named);
  const node = make(
    "li",
    { class: fault.severity },
    make("p", { class: "message" }, make("strong", {}, say(`faults.${fault.severity}`)), " ", fault.message),
    make("p", { class: "where" }, fault.place ? place : null, make("code", {}, fault.code)),
  );
  if (fault.excerpt) node.append(line(fault));
  for (const hint of fault.hints) node.append(make("p", { class: "hint" }, hint));
  if (fault.more) node.append(make("p", { class: "hint" }, say("faults.more", { n: fault.more })));
  return node;
}
