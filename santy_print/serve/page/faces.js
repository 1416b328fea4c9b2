// Faces: every distinct face by its part, chosen by part, kind, language, side, words, and by what touches it.

import { Card } from "./card.js";
import { arrange, keep, kept, make, put } from "./dom.js";
import { choice, search, size, tick } from "./tools.js";
import { walk } from "./walk.js";
import { say } from "./words.js";

export class FacesView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.cards = new Map();
    this.parts = new Map();
    this.chosen = { part: "", kind: "", side: "", words: "", text: "", colour: "" };
    this.look = kept("look", { bleed: false, zones: false });
    this.root = document.getElementById("parts");
    this.count = document.getElementById("faces-count");
    this.make(document.getElementById("faces-tools"));
    this.root.addEventListener("keydown", (event) => walk(this.root, event));
  }

  make(form) {
    const set = (name) => (value) => {
      this.chosen[name] = value;
      this.render();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    this.words = search("faces.search", set("words"));
    this.part = choice("faces.part", set("part"));
    this.kind = choice("faces.kind", set("kind"));
    this.side = choice("faces.side", set("side"));
    this.language = choice("faces.language", (code) => this.page.speak(code));
    this.colour = choice("faces.colour", set("colour"));
    this.touched = make("button", { type: "button", class: "chip", hidden: true, onclick: () => this.touch("") });
    const look = (name) => (value) => {
      this.look[name] = value;
      keep("look", this.look);
      this.render();
    };
    const ticks = [tick(say("faces.zones"), this.look.zones, look("zones")), tick(say("faces.bleed"), this.look.bleed, look("bleed"))];
    form.append(
      this.words.label,
      this.language.label,
      this.part.label,
      this.kind.label,
      this.side.label,
      this.colour.label,
      make("div", { class: "ticks" }, ...ticks.map((each) => each.label)),
      size(this.page.zoom, this.page.screen, (zoom, screen) => this.page.resize(zoom, screen)),
      this.touched,
    );
  }

  // Show the faces alone that one text touches; all for none.
  touch(key) {
    this.chosen.text = key;
    this.render();
  }

  paint(colour) {
    this.chosen.colour = colour;
    this.render();
  }

  get languages() {
    return [this.page.language];
  }

  offer() {
    const { head } = this.store;
    const all = [["", say("faces.all")]];
    const kinds = new Set();
    for (const face of this.store.faces.values()) kinds.add(face.kind);
    this.part.offer([...all, ...head.parts.map(({ id, name }) => [id, name])], this.chosen.part);
    this.kind.offer([...all, ...[...kinds].sort().map((kind) => [kind, kind])], this.chosen.kind);
    this.side.offer([...all, ["front", say("side.front")], ["back", say("side.back")]], this.chosen.side);
    this.colour.offer([...all, ...head.colours.map(({ id, name }) => [id, name])], this.chosen.colour);
    this.language.offer(head.languages.map(({ id, name }) => [id, name]), this.page.language);
    this.touched.hidden = !this.chosen.text;
    put(this.touched, this.chosen.text ? say("faces.touched", { key: this.chosen.text }) : "");
  }

  fits(face) {
    const { part, kind, side, words, text, colour } = this.chosen;
    if (face.language !== this.page.language) return false;
    if ((part && face.part !== part) || (kind && face.kind !== kind) || (side && face.side !== side)) return false;
    if ((text && !face.texts.includes(text)) || (colour && !face.colours.includes(colour))) return false;
    const sought = words.trim().toLocaleLowerCase();
    return !sought || `${face.key} ${face.alt} ${face.words} ${face.texts.join(" ")}`.toLocaleLowerCase().includes(sought);
  }

  render() {
    this.offer();
    const groups = new Map(this.store.head.parts.map(({ id, name }) => [id, { name, nodes: [] }]));
    const [all, shown] = [new Set(), new Map()];
    for (const face of this.store.all()) {
      const drawing = `${face.part} ${face.kind} ${face.drawing}`; // what looks the same is one face
      if (face.language === this.page.language) all.add(drawing);
      if (!this.fits(face)) continue;
      if (shown.has(drawing)) shown.get(drawing).alike += 1;
      else shown.set(drawing, { face, alike: 1 });
    }
    for (const { face, alike } of shown.values()) groups.get(face.part)?.nodes.push(this.card(face, alike).item);
    const sections = [];
    for (const [id, { name, nodes }] of groups) {
      if (nodes.length) sections.push(this.section(id, name, nodes));
    }
    arrange(this.root, sections);
    put(this.count, all.size ? say("faces.count", { n: shown.size, all: all.size }) : say("faces.none"));
    for (const id of this.cards.keys()) {
      if (!this.store.faces.has(id)) {
        this.page.unwatch(this.cards.get(id).card.button);
        this.cards.delete(id);
      }
    }
  }

  section(id, name, nodes) {
    if (!this.parts.has(id)) {
      const heading = make("h3", { id: `part-${this.parts.size}` });
      const list = make("ul", { class: "faces", "aria-labelledby": heading.id });
      this.parts.set(id, { heading, list, node: make("section", { class: "part" }, heading, list) });
    }
    const { heading, list, node } = this.parts.get(id);
    put(heading, `${name} · ${nodes.length}`);
    arrange(list, nodes);
    return node;
  }

  card(face, alike) {
    if (!this.cards.has(face.id)) {
      const card = new Card((each) => this.page.open(each));
      this.cards.set(face.id, { card, item: make("li", {}, card.button) });
      this.page.watch(card.button);
    }
    const known = this.cards.get(face.id);
    known.card.show(face, this.look, this.store.isOld(face), alike);
    return known;
  }
}
