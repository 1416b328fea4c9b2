// Detail: one face, large, with its other side and all that it is made of.

import { address, nameOf, spoken } from "./card.js";
import { arrange, make } from "./dom.js";
import { say } from "./words.js";

export class Detail {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.node = document.getElementById("detail");
    this.id = "";
    this.node.addEventListener("close", () => {
      this.id = "";
    });
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
  }

  open(face) {
    this.id = face.id;
    this.shown = "";
    this.render();
    if (!this.node.open) this.node.showModal();
  }

  render() {
    const face = this.store.faces.get(this.id);
    if (!this.id || !face) {
      if (this.node.open) this.node.close();
      return;
    }
    const old = this.store.isOld(face);
    const shown = JSON.stringify([face, old]);
    if (shown === this.shown) return; // the focus stays where it is
    this.shown = shown;
    const again = this.node.contains(document.activeElement);
    const close = make("button", { type: "button", class: "close", onclick: () => this.node.close() }, say("detail.close"));
    const name = make("h2", { id: "detail-name" }, nameOf(face));
    arrange(this.node, [make("div", { class: "inside" }, make("header", {}, name, close), this.picture(face, old), this.facts(face))]);
    if (again) close.focus();
  }

  picture(face, old) {
    const image = make("img", { src: address(face, false), alt: spoken(face, old) });
    image.style.setProperty("--w", face.width);
    image.style.setProperty("--h", face.height);
    const other = face.other && this.store.faces.get(`${face.language} ${face.other}`);
    const turn = other
      ? make("button", { type: "button", onclick: () => this.open(other) }, say(face.side === "front" ? "detail.back" : "detail.front"))
      : null;
    return make("div", { class: "large" }, image, turn);
  }

  facts(face) {
    const part = this.store.head.parts.find(({ id }) => id === face.part);
    const named = this.store.head.languages.find(({ id }) => id === face.language);
    const rows = [
      ["detail.part", part?.name ?? face.part],
      ["detail.kind", face.kind],
      ["detail.language", named?.name ?? face.language],
      ["detail.size", say("detail.mm", { w: round(face.width), h: round(face.height) })],
      ["detail.copies", String(face.copies)],
    ];
    if (face.fill) rows.push(["detail.fill", say("languages.fill", { n: Math.round(face.fill * 100), key: face.fullest })]);
    const list = make("dl", {}, ...rows.flatMap(([word, value]) => [make("dt", {}, say(word)), make("dd", {}, value)]));
    const chip = (value, act, mark) => make("li", {}, make("button", { type: "button", class: "chip", onclick: act }, value, mark));
    const goTo = (act) => () => {
      this.node.close();
      act();
    };
    const mark = (key) => {
      if (face.missing.includes(key)) return ` (${say("detail.missing")})`;
      return face.stale.includes(key) ? ` (${say("detail.stale")})` : null;
    };
    const blocks = [list];
    if (face.texts.length) {
      const keys = face.texts.map((key) => chip(key, goTo(() => this.page.touch(key)), mark(key)));
      blocks.push(make("h3", {}, say("detail.texts")), make("p", { class: "note" }, say("detail.touch")), make("ul", { class: "chips" }, ...keys));
    }
    if (face.colours.length) {
      const names = face.colours.map((name) => chip(name, goTo(() => this.page.paint(name)), swatch(this.store, name)));
      blocks.push(make("h3", {}, say("detail.colours")), make("ul", { class: "chips" }, ...names));
    }
    return make("div", { class: "facts" }, ...blocks);
  }
}

function swatch(store, name) {
  const spot = make("span", { class: "swatch", "aria-hidden": "true" });
  spot.style.backgroundColor = store.head.colours.find(({ id }) => id === name)?.value ?? "transparent";
  return spot;
}

function round(length) {
  return Math.round(length * 10) / 10;
}
