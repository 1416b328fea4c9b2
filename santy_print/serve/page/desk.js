// Desk: one text: what the source says, what it says now, and what somebody types in its place, seen on its face.

import { ask } from "./ask.js";
import { arrange, breakable, make, put, putBreakable } from "./dom.js";
import { say } from "./words.js";

const CALM = 80; // ms after a key until the face is set anew
const IDLE = 400; // ms until what takes longer is asked for
const AGAIN = 150; // ms until what somebody else's page came before is asked for once more

const lines = new Map(); // the last that waits, by the name of what is asked for

// Ask when what was asked before under this name is answered, unless it is not wanted any more; and once more where
// another page came before: of what waits, a server does the last alone.
export async function insist(name, given, wanted = () => true) {
  const before = lines.get(name);
  let go;
  lines.set(name, new Promise((done) => (go = done)));
  await before;
  try {
    for (;;) {
      if (!wanted()) return { later: true };
      const answer = await ask(name, given);
      if (!answer.later) return answer;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  } finally {
    go();
  }
}

// What was typed and is not saved yet, kept as long as this tab is.
class Drafts {
  constructor(page) {
    this.page = page;
  }

  get name() {
    return `santy.drafts.${this.page.store.head.pack}`;
  }

  all() {
    try {
      return JSON.parse(sessionStorage.getItem(this.name)) ?? {};
    } catch {
      return {};
    }
  }

  set(id, draft) {
    const all = this.all();
    if (draft) all[id] = draft;
    else delete all[id];
    try {
      sessionStorage.setItem(this.name, JSON.stringify(all));
    } catch {
      // a browser that keeps nothing
    }
  }
}

export class Desk {
  // `shown` is told of each face that was set anew: its picture (none: as it is saved) and its boxes.
  constructor(page, detail) {
    this.page = page;
    this.detail = detail;
    this.drafts = new Drafts(page);
    this.key = "";
    this.serial = 0;
    this.timer = 0;
    this.make();
  }

  make() {
    this.title = make("h3", { class: "key" });
    this.back = make("button", { type: "button", onclick: () => this.detail.facts() }, say("desk.back"));
    this.touches = make("button", { type: "button", onclick: () => this.detail.leave(() => this.page.touch(this.key)) });
    this.given = make("div", { class: "given" });
    this.field = make("textarea", { id: "desk-text", rows: "4", dir: "auto", "aria-describedby": "desk-fit", "aria-keyshortcuts": "Control+Enter" });
    this.label = make("label", { for: "desk-text" });
    this.field.addEventListener("input", () => this.typed());
    this.bar = make("meter", { min: "0", max: "1", high: "0.9", low: "0.75", optimum: "0.3", "aria-label": say("desk.fullness") });
    this.fit = make("p", { id: "desk-fit", class: "fit", role: "status", "aria-live": "polite" });
    this.faults = make("ul", { class: "told", "aria-label": say("faults.name") });
    this.save = make("button", { type: "button", class: "main", onclick: () => this.store() }, say("desk.save"));
    this.undo = make("button", { type: "button", onclick: () => this.putBack() }, say("desk.undo"));
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    this.clash = make("div", { class: "clash", role: "alert", hidden: true });
    this.frozen = make("div", { class: "frozen", hidden: true });
    this.where = make("p", { class: "where" });
    this.beside = make("ul", { class: "rows" });
    this.besideName = make("h4", {}, say("desk.beside"));
    this.node = make(
      "section",
      { class: "desk", "aria-labelledby": "desk-key" },
      make("div", { class: "steps" }, this.back, this.touches),
      this.title,
      this.given,
      this.label,
      this.field,
      make("div", { class: "filled" }, this.bar, this.fit),
      this.faults,
      this.clash,
      make("div", { class: "acts" }, this.save, this.undo, this.said),
      this.frozen,
      this.where,
      this.besideName,
      this.beside,
    );
    this.title.id = "desk-key";
    this.node.addEventListener("keydown", (event) => {
      const save = event.key === "Enter" || event.key.toLowerCase() === "s";
      if (save && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        this.store();
      }
    });
  }

  get id() {
    return `${this.language} ${this.key}`;
  }

  get value() {
    return this.field.value;
  }

  get dirty() {
    return this.known !== null && this.value.trim() !== this.base;
  }

  // Work on a text of a language; `face` is the one that shows it, if any does.
  open(language, key, face) {
    Object.assign(this, { language, key, face, known: null, base: "", room: null, result: null });
    this.serial += 1;
    clearTimeout(this.timer);
    this.field.value = "";
    this.field.disabled = true;
    for (const node of [this.clash, this.frozen]) node.hidden = true;
    for (const node of [this.faults, this.given, this.beside]) arrange(node, []);
    for (const node of [this.fit, this.said, this.where]) put(node, "");
    putBreakable(this.title, key);
    this.render();
    this.read();
  }

  // The face that shows it was not there when it was opened.
  meet(face) {
    Object.assign(this, { face, room: null });
    if (this.known) this.attempt();
    this.render();
  }

  close() {
    this.key = "";
    this.serial += 1;
    clearTimeout(this.timer);
  }

  // What the server knows of the text: when it is opened, and whenever something was saved.
  async read() {
    const mine = this.serial;
    const { data, reason, faults, gone } = await insist("text", { language: this.language, key: this.key, mark: this.known?.mark ?? "" }, () => mine === this.serial);
    if (mine !== this.serial) return;
    if (!data) {
      this.tell(gone ? say("desk.gone") : reason || faults?.[0]?.message || "", true);
      return;
    }
    this.follow(data);
    const before = this.known;
    const written = this.dirty ? this.value : null;
    this.known = data;
    if (!before) {
      const draft = this.drafts.all()[this.id];
      this.base = draft ? draft.base : data.text;
      this.field.value = draft ? draft.text : data.text;
      this.field.disabled = false;
      if (this.detail.wantsFocus()) this.field.focus();
    } else if (written === null) {
      this.base = data.text;
      if (this.value.trim() !== data.text) this.field.value = data.text;
    }
    if (this.value.trim() === data.text) this.base = data.text;
    if (before && before.source !== data.source) this.tell(say("desk.source"), true);
    this.keep();
    this.render();
    this.attempt();
  }

  saved() {
    if (this.key && !this.storing) this.read(); // who saves it himself reads it when that is answered
  }

  keep() {
    this.drafts.set(this.id, this.dirty ? { text: this.value, base: this.base } : null);
  }

  typed() {
    this.result = null; // what was wrong before may be mended: the server says so, and until then nobody is hindered
    this.keep();
    this.tell("");
    this.render();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.attempt(), CALM);
  }

  putBack() {
    this.field.value = this.base = this.known.text;
    this.typed();
    this.field.focus();
  }

  // Have the face set with what stands in the field; once, when nobody types, with how many letters find room.
  async attempt(room = false) {
    const mine = this.serial;
    const text = this.value;
    const given = { language: this.language, key: this.key, text, face: this.face?.key ?? "", room };
    const current = () => mine === this.serial && text === this.value;
    const { data } = await insist("try", given, current);
    if (!current() || !data) return;
    this.result = data;
    if (room) this.room = data.room ?? 0;
    clearTimeout(this.timer);
    if (this.room === null && data.drawing) this.timer = setTimeout(() => this.attempt(true), IDLE);
    const own = data.boxes.filter((box) => box.keys.includes(this.key));
    if (data.drawing) this.detail.set(this.dirty ? data.drawing : "", data.boxes);
    else this.detail.refuse();
    this.measure(own.sort((one, other) => other.fill - one.fill)[0]); // of a text that is refused nothing is known
    this.tellFaults(data.faults, text);
    this.render();
  }

  // How full the box is, and what is left of it.
  measure(box) {
    this.bar.hidden = !box;
    if (!box) {
      put(this.fit, this.face ? "" : say("desk.unseen"));
      return;
    }
    this.bar.value = Math.min(1, box.fill);
    const told = [say(box.fill > 1 ? "desk.over" : "desk.full", { n: Math.round(box.fill * 100) })];
    told.push(say("desk.box", { w: box.wide, h: box.high, size: box.size, least: box.least }));
    const left = this.room - box.letters;
    if (this.room && left > 0) told.push(say("desk.room", { n: left }));
    put(this.fit, told.join(" · "));
    this.fit.classList.toggle("over", box.fill > 1);
  }

  tellFaults(faults, text) {
    const items = faults.map(({ severity, message, hints, at }) => {
      const item = make("li", { class: severity }, make("strong", {}, say(`faults.${severity}`)), " ", message);
      for (const hint of hints) item.append(make("p", { class: "hint" }, hint));
      if (at && at[1] > at[0] && at[1] - at[0] < text.trim().length) {
        const select = () => {
          this.field.focus();
          this.field.setSelectionRange(at[0], at[1]);
        };
        item.append(make("button", { type: "button", class: "chip", onclick: select }, say("desk.select", { text: text.slice(at[0], at[1]) })));
      }
      return item;
    });
    arrange(this.faults, items);
    this.field.setAttribute("aria-invalid", String(faults.some(({ severity }) => severity === "error")));
  }

  tell(text, wrong = false) {
    put(this.said, text);
    this.said.classList.toggle("wrong", wrong);
  }

  async store() {
    if (this.save.disabled || this.storing) return;
    this.storing = true;
    clearTimeout(this.timer);
    const mine = this.serial;
    const text = this.value;
    this.tell(say("desk.saving"));
    const { hash, source, mark } = this.known;
    const { data, reason, faults, gone } = await insist("save", { language: this.language, key: this.key, text, hash, source, mark });
    this.storing = false;
    if (mine !== this.serial) return;
    if (data?.saved) {
      this.stored(data, text);
      this.read();
    } else if (data?.changed) this.changed(data.changed);
    else if (data) {
      this.tellFaults(data.faults, text);
      this.tell(say("desk.refused"), true);
    } else this.tell(gone ? say("desk.gone") : faults?.map(({ message, hints }) => [message, ...hints].join(" → ")).join("; ") || reason, true);
    this.render();
  }

  stored({ key, item, hash, file }, text) {
    this.drafts.set(this.id, null);
    Object.assign(this.known, { hash, text: text.trim(), seen: null });
    this.base = text.trim();
    this.tell(say("desk.saved", { file }));
    this.follow({ key, item });
    this.keep();
  }

  // A card is called by its name: where that is another now, so is the text.
  follow({ key, item }) {
    if (key === this.key) return;
    const [draft, was] = [this.drafts.all()[this.id], this.key];
    this.drafts.set(this.id, null);
    this.key = key;
    this.drafts.set(this.id, draft);
    putBreakable(this.title, key);
    this.detail.renamed(was.split(".")[2], item);
  }

  // Somebody saved the same file: with another text in the place of this one, or of others alone.
  changed({ text, source, hash, key, item }) {
    this.follow({ key, item });
    const other = text !== this.base || source !== this.known.source;
    Object.assign(this.known, { text, source, hash });
    this.tell("");
    if (!other) this.store();
    else this.read();
  }

  showClash() {
    const { text } = this.known;
    const clash = this.dirty && text !== this.base && text !== this.value.trim();
    if (!clash) {
      this.clash.hidden = true;
      return;
    }
    const keepMine = () => {
      this.base = text;
      this.keep();
      this.render();
      this.field.focus();
    };
    arrange(this.clash, [
      make("p", {}, make("strong", {}, say("desk.clash"))),
      make("p", { class: "label" }, say("desk.theirs")),
      make("blockquote", { lang: this.language, dir: "auto" }, text),
      make("p", { class: "label" }, say("desk.mine")),
      make("blockquote", { lang: this.language, dir: "auto" }, this.value),
      make(
        "div",
        { class: "acts" },
        make("button", { type: "button", onclick: keepMine }, say("desk.keep")),
        make("button", { type: "button", onclick: () => this.putBack() }, say("desk.take")),
      ),
    ]);
    this.clash.hidden = false;
  }

  render() {
    const { head } = this.page.store;
    const named = (code) => head.languages.find(({ id }) => id === code)?.name ?? code;
    const { known } = this;
    put(this.label, known?.kind === "cell" ? known.field : named(this.language));
    this.field.lang = this.language;
    this.field.rows = Math.min(12, Math.max(3, Math.ceil(this.value.length / 42) + this.value.split("\n").length - 1));
    this.back.hidden = !this.face;
    const touched = [...this.page.store.faces.values()].filter((face) => face.language === this.language && face.texts.includes(this.key)).length;
    this.touches.hidden = !touched;
    put(this.touches, say("desk.touches", { n: touched }));
    const faulty = this.result?.faults.some(({ severity, code }) => severity === "error" && !code.startsWith("text-"));
    if (known) this.showClash();
    const renew = known && (this.dirty || known.seen !== null);
    this.save.disabled = !renew || !this.clash.hidden || Boolean(known.frozen) || Boolean(faulty) || !this.value.trim();
    put(this.save, say(known && !this.dirty && known.seen !== null ? "desk.accept" : "desk.save"));
    this.undo.disabled = !known || this.value === known.text;
    if (known) this.renderKnown(known, named);
  }

  renderKnown(known, named) {
    const { head } = this.page.store;
    const facts = [];
    const quote = (word, text, lang) => facts.push(make("p", { class: "label" }, word), make("blockquote", { lang, dir: "auto" }, text));
    if (known.source) quote(named(known.from), known.source, known.from);
    if (known.seen !== null) quote(say("desk.before"), known.seen, known.from);
    if (known.note) facts.push(make("p", { class: "label" }, say("desk.note")), make("p", { class: "note" }, known.note));
    const shown = JSON.stringify([known.source, known.seen, known.note]);
    if (this.given.dataset.shown !== shown || !this.given.firstChild) arrange(this.given, facts);
    this.given.dataset.shown = shown;
    this.frozen.hidden = !known.frozen;
    if (known.frozen) {
      const own = {
        "language-bundled": { message: say("desk.bundled"), hints: [`santy new my-pack --from ${head.pack}`] },
        "serve-read-only": { message: say("desk.reading"), hints: [] },
      };
      const { message, hints } = own[known.frozen.code] ?? known.frozen;
      const shown = hints.map((hint) => make("p", { class: "hint" }, hint));
      arrange(this.frozen, [make("p", {}, make("strong", {}, say("desk.frozen")), " ", message), ...shown]);
    }
    const place = known.link ? make("a", { href: known.link }, known.place) : make("span", {}, known.place);
    arrange(this.where, [known.own ? (known.place ? place : "") : make("span", {}, say("desk.below", { file: known.file }))].filter(Boolean));
    put(this.besideName, say(known.kind === "cell" ? "desk.fields" : "desk.beside"));
    this.besideName.hidden = !known.beside.length;
    arrange(this.beside, known.beside.map(({ key, text, source }) => row(key, text || source, text ? "" : say("detail.missing"), () => this.detail.openText(this.language, key))));
  }
}

// A text in a list: what it says, its key, and what is to be said of it.
export function row(key, text, mark, act) {
  const inner = [make("span", { class: "words", dir: "auto" }, text), make("code", {}, ...breakable(key))];
  if (mark) inner.push(make("span", { class: "mark" }, mark));
  return make("li", {}, make("button", { type: "button", class: "row", onclick: act }, ...inner));
}
