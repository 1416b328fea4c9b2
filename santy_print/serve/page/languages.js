// Languages: the faces that hold words, in any number of languages side by side, each with how full its fullest box is.

import { Card, nameOf } from "./card.js";
import { arrange, keep, kept, make, put, putBreakable } from "./dom.js";
import { choice, search, tick } from "./tools.js";
import { say } from "./words.js";

const NEARLY = 0.9;
const PLAIN = { bleed: false, zones: false };

export class LanguagesView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.rows = new Map();
    this.chosen = { part: "", words: "", only: "" };
    this.picked = null;
    this.ticks = new Map();
    this.count = document.getElementById("languages-count");
    this.head = make("tr", { role: "row" });
    this.body = make("tbody", { role: "rowgroup" });
    const head = make("thead", { class: "unseen", role: "rowgroup" }, this.head);
    document.getElementById("rows").append(make("table", { role: "table" }, head, this.body)); // laid out in blocks, and still a table
    this.make(document.getElementById("languages-tools"));
  }

  make(form) {
    const set = (name) => (value) => {
      this.chosen[name] = value;
      this.render();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    this.words = search("faces.search", set("words"));
    this.part = choice("faces.part", set("part"));
    this.only = choice("languages.only", set("only"));
    this.list = make("div", { class: "ticks" });
    form.append(this.words.label, this.part.label, this.only.label);
    form.append(make("fieldset", {}, make("legend", {}, say("languages.shown")), this.list));
  }

  get languages() {
    const known = this.store.head.languages.map(({ id }) => id);
    if (this.picked === null && known.length) {
      const first = [...new Set([this.store.head.source, this.page.language])];
      if (first.length < 2) first.push(...known.filter((code) => code !== first[0]).slice(0, 1));
      this.picked = kept(`languages.${this.store.head.pack}`, first);
    }
    return known.filter((code) => (this.picked ?? []).includes(code));
  }

  pick(code, chosen) {
    const others = this.languages.filter((each) => each !== code);
    this.picked = chosen ? [...others, code] : others;
    keep(`languages.${this.store.head.pack}`, this.picked);
    this.page.show();
  }

  offer() {
    const { head } = this.store;
    const all = [["", say("faces.all")]];
    this.part.offer([...all, ...head.parts.map(({ id, name }) => [id, name])], this.chosen.part);
    const kinds = ["full", "missing", "stale"];
    this.only.offer([...all, ...kinds.map((kind) => [kind, say(`languages.only.${kind}`)])], this.chosen.only);
    for (const { id, name } of head.languages) {
      if (!this.ticks.has(id)) this.ticks.set(id, tick(name, false, (chosen) => this.pick(id, chosen)));
      this.ticks.get(id).input.checked = this.languages.includes(id);
    }
    arrange(this.list, head.languages.map(({ id }) => this.ticks.get(id).label));
  }

  fits(faces) {
    const { part, words, only } = this.chosen;
    if (!faces.some((face) => face.words || face.missing.length)) return false;
    if (part && faces[0].part !== part) return false;
    if (only === "full" && !faces.some((face) => face.fill >= NEARLY)) return false;
    if (only === "missing" && !faces.some((face) => face.missing.length)) return false;
    if (only === "stale" && !faces.some((face) => face.stale.length)) return false;
    const sought = words.trim().toLocaleLowerCase();
    return !sought || faces.some((face) => `${face.key} ${face.alt} ${face.words}`.toLocaleLowerCase().includes(sought));
  }

  render() {
    this.offer();
    const shown = this.languages;
    const groups = new Map();
    for (const face of this.store.all()) {
      if (!shown.includes(face.language)) continue;
      if (!groups.has(face.key)) groups.set(face.key, []);
      groups.get(face.key).push(face);
    }
    const rows = [];
    for (const [key, faces] of groups) if (this.fits(faces)) rows.push(this.row(key, faces, shown));
    const named = new Map(this.store.head.languages.map(({ id, name }) => [id, name]));
    const heads = shown.map((code) => make("th", { scope: "col", role: "columnheader", lang: code }, named.get(code) ?? code));
    arrange(this.head, [make("th", { scope: "col", role: "columnheader" }, say("languages.face")), ...heads]);
    arrange(this.body, rows);
    put(this.count, shown.length ? say("languages.count", { n: rows.length }) : say("languages.none"));
    for (const key of this.rows.keys()) if (!groups.has(key)) this.forget(key);
  }

  forget(key) {
    for (const { card } of this.rows.get(key).cells.values()) this.page.unwatch(card.button);
    this.rows.delete(key);
  }

  row(key, faces, shown) {
    if (!this.rows.has(key)) {
      const name = make("th", { scope: "row", role: "rowheader" });
      this.rows.set(key, { name, node: make("tr", { role: "row" }, name), cells: new Map() });
    }
    const { name, node, cells } = this.rows.get(key);
    put(name, nameOf(faces[0]));
    node.style.setProperty("--w", faces[0].width);
    node.style.setProperty("--n", shown.length);
    const nodes = shown.map((code) => this.cell(cells, code, faces.find((face) => face.language === code)));
    arrange(node, [name, ...nodes]);
    return node;
  }

  cell(cells, code, face) {
    if (!cells.has(code)) {
      const card = new Card((each) => this.page.open(each, each.fullest));
      const bar = make("meter", { min: "0", max: "1", high: String(NEARLY), low: "0.75", optimum: "0.3" });
      const note = make("p", { class: "note" });
      const marks = make("p", { class: "marks" });
      const which = make("p", { class: "which", "aria-hidden": "true" });
      cells.set(code, { card, which, bar, note, marks, node: make("td", { role: "cell", lang: code }, which, card.button, bar, note, marks) });
      this.page.watch(card.button);
    }
    const { card, which, bar, note, marks, node } = cells.get(code);
    put(which, this.store.head.languages.find(({ id }) => id === code)?.name ?? code);
    node.classList.toggle("empty", !face);
    card.button.hidden = bar.hidden = note.hidden = !face;
    if (!face) return node;
    card.show(face, PLAIN, this.store.isOld(face));
    bar.hidden = note.hidden = face.fill === 0;
    bar.value = Math.min(1, face.fill);
    const full = Math.round(face.fill * 100);
    const where = face.fullest ? "languages.fill" : "desk.full"; // words that stand on the card have no key
    bar.setAttribute("aria-label", say(where, { n: full, key: face.fullest }));
    const over = face.fullest ? "languages.over" : "desk.over";
    putBreakable(note, say(face.fill > 1 ? over : where, { n: full, key: face.fullest }));
    const told = [];
    if (face.missing.length) told.push(say("languages.missing", { n: face.missing.length }));
    if (face.stale.length) told.push(say("languages.stale", { n: face.stale.length }));
    put(marks, told.join(" · "));
    return node;
  }
}
