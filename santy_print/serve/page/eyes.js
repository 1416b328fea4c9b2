// Eyes: the faces as other eyes see them, printed in grey, and at arm's length, with the palette's nearest colours.

import { Card, nameOf, spoken } from "./card.js";
import { arrange, draw, keep, kept, make, put } from "./dom.js";
import { choice, tick } from "./tools.js";
import { walk } from "./walk.js";
import { say } from "./words.js";

const PLAIN = { bleed: false, zones: false };
const SEEN = ["protan", "deutan", "tritan", "grey", "arm"];

export class EyesView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.items = new Map();
    this.chosen = { part: "", eye: "deutan", beside: true, ...kept("eyes", {}) };
    if (!SEEN.includes(this.chosen.eye)) this.chosen.eye = "deutan";
    this.list = document.getElementById("eyes-faces");
    this.count = document.getElementById("eyes-count");
    this.table = document.getElementById("eyes-palette");
    this.filters = draw("svg", { class: "unseen", "aria-hidden": "true", width: "0", height: "0" });
    document.body.append(this.filters);
    this.list.addEventListener("keydown", (event) => walk(this.list, event));
    this.make(document.getElementById("eyes-tools"));
  }

  make(form) {
    const set = (name) => (value) => {
      this.chosen[name] = value;
      keep("eyes", { eye: this.chosen.eye, beside: this.chosen.beside });
      this.render();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    this.eye = choice("eyes.seen", set("eye"));
    this.eye.label.classList.add("wide"); // names of eyes are long: a line of their own on a telephone
    this.part = choice("faces.part", set("part"));
    this.language = choice("faces.language", (code) => this.page.speak(code));
    const beside = tick(say("eyes.beside"), this.chosen.beside, set("beside"));
    form.append(this.eye.label, this.part.label, this.language.label, make("div", { class: "ticks" }, beside.label));
  }

  get languages() {
    return [this.page.language];
  }

  render() {
    const { head } = this.store;
    this.eye.offer(SEEN.map((id) => [id, say(`eyes.${id}`)]), this.chosen.eye);
    this.part.offer([["", say("faces.all")], ...head.parts.map(({ id, name }) => [id, name])], this.chosen.part);
    this.language.offer(head.languages.map(({ id, name }) => [id, name]), this.page.language);
    this.offerFilters();
    this.show();
    this.tell();
  }

  // What each eye makes of colours, in linear light as the palette is judged.
  offerFilters() {
    const shown = JSON.stringify(this.store.head.eyes);
    if (this.shown === shown) return;
    this.shown = shown;
    const filters = this.store.head.eyes.map(({ id, light }) => {
      const rows = [0, 3, 6].map((at) => [...light.slice(at, at + 3), 0, 0].join(" "));
      const matrix = draw("feColorMatrix", { type: "matrix", values: [...rows, "0 0 0 1 0"].join(" ") });
      return draw("filter", { id: `eye-${id}`, "color-interpolation-filters": "linearRGB", x: "0", y: "0", width: "1", height: "1" }, matrix);
    });
    this.filters.replaceChildren(...filters);
    this.rows = null;
  }

  show() {
    const shown = new Map();
    for (const face of this.store.all()) {
      if (face.language !== this.page.language || (this.chosen.part && face.part !== this.chosen.part)) continue;
      const drawing = `${face.part} ${face.kind} ${face.drawing}`; // what looks the same is one face
      if (!shown.has(drawing)) shown.set(drawing, face);
    }
    arrange(this.list, [...shown.values()].map((face) => this.item(face)));
    put(this.count, shown.size ? say("eyes.count", { n: shown.size }) : say("faces.none"));
    for (const [id, { card, original }] of this.items) {
      if (this.store.faces.has(id)) continue;
      for (const each of [card, original]) this.page.unwatch(each.button);
      this.items.delete(id);
    }
  }

  item(face) {
    if (!this.items.has(face.id)) {
      const [card, original] = [0, 1].map(() => new Card((each) => this.page.open(each)));
      this.items.set(face.id, { card, original, node: make("li", {}, original.button, card.button) });
      for (const each of [card, original]) this.page.watch(each.button);
    }
    const { card, original, node } = this.items.get(face.id);
    const { eye, beside } = this.chosen;
    const [old, name] = [this.store.isOld(face), say(`eyes.${eye}`)];
    card.show(face, PLAIN, old);
    original.show(face, PLAIN, old);
    original.button.hidden = !beside;
    card.button.dataset.eye = eye;
    card.button.setAttribute("aria-label", `${spoken(face, old)}. ${name}`);
    put(card.caption, beside ? name.split(/[(（,]/)[0].trim() : nameOf(face)); // what the eye lacks is told above
    return node;
  }

  // The palette for each eye: the nearest pair, and all that are too near.
  tell() {
    const { eyes, colours } = this.store.head;
    const rows = JSON.stringify([eyes, colours, this.chosen.eye]);
    if (this.rows === rows) return;
    this.rows = rows;
    const paints = new Map(colours.map((colour) => [colour.id, colour]));
    const name = (eye, id) => {
      const spot = make("span", { class: "swatch", "aria-hidden": "true", data: { eye } });
      spot.style.backgroundColor = paints.get(id)?.value ?? "transparent";
      return make("span", { class: "paint" }, spot, paints.get(id)?.name ?? id);
    };
    const number = (value) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
    if (!eyes.some((eye) => eye.nearest.length)) {
      this.table.replaceChildren(make("p", {}, say("eyes.alone")));
      return;
    }
    const heads = ["eyes.eye", "eyes.distance", "eyes.pair"].map((word) => make("th", { scope: "col" }, say(word)));
    const lines = eyes.map(({ id, enough, nearest: [pair], short }) => {
      const both = make("td", {}, name(id, pair.one), " ", name(id, pair.other));
      const state = short.find(({ one, other }) => one === pair.one && other === pair.other)?.judged ?? "";
      const value = make("td", { class: `number ${state}` }, number(pair.difference), make("small", {}, say("eyes.enough", { n: enough })));
      return make("tr", { "aria-current": id === this.chosen.eye ? "true" : null }, make("th", { scope: "row" }, say(`eyes.${id}`)), value, both);
    });
    const table = make("table", {}, make("caption", {}, say("eyes.palette")), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...lines));
    this.table.replaceChildren(table, ...this.near(name, number));
  }

  near(name, number) {
    const { eyes } = this.store.head;
    const pairs = eyes.flatMap(({ id, short }) => short.map((pair) => ({ id, ...pair })));
    if (!pairs.length) return [make("p", {}, say("eyes.apart"))];
    const lines = pairs.map(({ id, one, other, difference, judged }) =>
      make("li", { class: judged }, name(id, one), " ", name(id, other), " ", make("span", {}, `${say(`eyes.${id}`)}: ${number(difference)}, ${say(`eyes.${judged}`)}`)),
    );
    return [make("h3", {}, say("eyes.near")), make("ul", {}, ...lines)];
  }
}
