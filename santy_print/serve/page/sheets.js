// Sheets: what is chosen to be printed, page by page as it lies on paper, front and back of a sheet beside each other,
// and its files to keep, as `santy build` writes them.

import { ask } from "./ask.js";
import { arrange, keep, kept, make, put } from "./dom.js";
import { told } from "./faults.js";
import { Leaf, save, Turns, weight } from "./leaves.js";
import { paperName } from "./offers.js";
import { choice, size, tick } from "./tools.js";
import { walk } from "./walk.js";
import { say } from "./words.js";

const AT_ONCE = 8; // pages whose looks are asked for together
const OWN = "own";
const BLEEDS = [0, 1, 2, 3, 4, 5]; // mm

export class SheetsView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.how = { paper: "a4", own: "", duplex: "long", ink: "low", printer: "", bleed: 0, stamp: false, second: "", ...kept("sheets-how", {}) };
    this.picked = null;
    this.sections = new Map();
    this.shown = [];
    this.near = new Set();
    this.watcher = new IntersectionObserver((entries) => this.see(entries), { rootMargin: "200px" });
    this.root = document.getElementById("sheets-list");
    this.count = document.getElementById("sheets-count");
    this.view = document.getElementById("sheets");
    this.zoom = kept("sheets-zoom", 25);
    this.view.style.setProperty("--by", this.zoom / 100);
    this.turns = new Turns(() => this.next(), () => this.page.current === this && this.store.there && this.page.edition >= 0);
    this.make(document.getElementById("sheets-tools"));
    this.root.addEventListener("keydown", (event) => walk(this.root, event, "button.leaf"));
    window.addEventListener("resize", () => this.sharpen());
    this.store.listen(() => this.turns.go());
  }

  make(form) {
    form.addEventListener("submit", (event) => event.preventDefault());
    const set = (name) => (value) => {
      this.how[name] = value;
      keep("sheets-how", this.how);
      this.forgetSaid();
      this.render();
    };
    this.languageTicks = new Ticks("sheets.languages", (codes) => this.pick({ languages: codes }));
    this.partTicks = new Ticks("sheets.parts", (parts) => this.pick({ parts }));
    this.fields = {
      paper: choice("sheets.paper", set("paper")),
      duplex: choice("sheets.duplex", set("duplex")),
      ink: choice("sheets.ink", set("ink")),
      printer: choice("sheets.printer", set("printer")),
      bleed: choice("faces.bleed", (value) => set("bleed")(Number(value))),
      second: choice("sheets.second", set("second")),
    };
    this.own = make("input", { type: "text", placeholder: "210x297", inputmode: "text", autocomplete: "off", id: "sheets-own" });
    this.own.value = this.how.own;
    this.own.addEventListener("change", () => set("own")(this.own.value.trim()));
    this.ownLabel = make("label", { class: "tool", for: "sheets-own" }, make("span", {}, say("sheets.measures")), this.own);
    this.button = make("button", { type: "button", class: "main", onclick: () => this.download(this.chosen, this.said, this.button) }, say("sheets.download"));
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    const zoom = size(this.zoom, this.page.screen, (zoom, screen) => {
      if (screen) this.page.resize(null, screen);
      if (zoom) keep("sheets-zoom", (this.zoom = zoom));
      this.view.style.setProperty("--by", this.zoom / 100);
      this.sharpen();
    });
    this.stamp = tick(say("sheets.stamp"), this.how.stamp, set("stamp"));
    const { paper, duplex, ink, printer, bleed, second } = this.fields;
    for (const each of [duplex, ink, printer]) each.label.classList.add("wide");
    const fields = make(
      "div",
      { class: "fields", id: "sheets-fields" },
      this.languageTicks.node, this.partTicks.node,
      second.label, paper.label, this.ownLabel, duplex.label, bleed.label, ink.label, printer.label,
      make("div", { class: "ticks" }, this.stamp.label), zoom,
    );
    this.told = make("span", { class: "told" });
    const fold = this.fold = make("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-controls": fields.id }, this.told);
    fold.addEventListener("click", () => fold.setAttribute("aria-expanded", fold.getAttribute("aria-expanded") === "false"));
    form.append(fold, fields, make("div", { class: "get" }, this.button, this.said));
  }

  // What is chosen in one line: that alone is seen of the fields where the screen is narrow, until they are unfolded.
  sum() {
    const { languages, parts } = this.picks;
    const named = (things, chosen) => things.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
    const { paper, own } = this.how;
    const on = paper === OWN ? own || paperName("a4") : paperName(paper);
    const names = [...named(this.partNames(), parts), ...named(this.store.head.languages, languages)];
    put(this.told, names.length ? [...names, on].join(" · ") : say("sheets.tools"));
    this.fold.setAttribute("aria-label", names.length ? `${say("sheets.tools")}: ${this.told.textContent}` : say("sheets.tools"));
  }

  get languages() {
    return []; // no faces are drawn for this view
  }

  // What is chosen of the pack that is shown: at first one part, in the reader's language.
  get picks() {
    const { pack, languages } = this.store.head;
    if (this.picked?.pack !== pack) {
      const first = this.partNames()[0]?.id;
      this.picked = { pack, languages: [this.page.language], parts: first ? [first] : [], ...kept(`sheets.of.${pack}`, {}) };
    }
    const known = languages.map(({ id }) => id);
    const parts = this.partNames().map(({ id }) => id);
    return {
      languages: known.filter((code) => this.picked.languages.includes(code)),
      parts: parts.filter((part) => this.picked.parts.includes(part)),
    };
  }

  pick(more) {
    const { languages, parts } = { ...this.picks, ...more };
    Object.assign(this.picked, { languages, parts });
    this.forgetSaid();
    keep(`sheets.of.${this.store.head.pack}`, { languages, parts });
    this.render();
  }

  partNames() {
    const named = ({ id, name }) => ({ id, name: id === "play" && name === id ? say("sheets.play") : name });
    const documents = this.page.offers.known.documents.map((each) => ({ ...named(each), asked: each.asked }));
    return [...this.store.head.parts, ...documents];
  }

  // A language as it is printed: by itself, or with the second one beside it.
  spoken(code) {
    const { second } = this.how;
    return second && second !== code && this.store.head.languages.some(({ id }) => id === second) ? `${code}+${second}` : code;
  }

  // All that is chosen, as the server takes it.
  get chosen() {
    const { paper, own, duplex, ink, printer, bleed, stamp } = this.how;
    const known = this.page.offers.known.printers.includes(printer) ? printer : "";
    const languages = this.picks.languages.map((code) => this.spoken(code));
    return { ...this.picks, languages, paper: paper === OWN ? own || "a4" : paper, duplex, ink, printer: known, bleed, stamp };
  }

  saved() {
    this.forgetSaid();
    this.turns.go();
  }

  // What was said of a download holds no longer once something else is chosen or saved.
  forgetSaid() {
    if (!this.making) put(this.said, "");
  }

  offer() {
    const { known } = this.page.offers;
    const { paper, duplex, ink, printer, bleed, second } = this.fields;
    const picks = this.picks;
    this.languageTicks.offer(this.store.head.languages, picks.languages);
    this.partTicks.offer(this.partNames(), picks.parts);
    paper.offer([...known.papers.map((id) => [id, paperName(id)]), [OWN, say("sheets.own")]], this.how.paper);
    duplex.offer(known.duplex.map((id) => [id, say(`sheets.duplex.${id}`)]), this.how.duplex);
    ink.offer(known.inks.map((id) => [id, say(`sheets.ink.${id}`)]), this.how.ink);
    printer.offer([["", say("sheets.any")], ...known.printers.map((name) => [name, name])], this.chosen.printer);
    bleed.offer(BLEEDS.map((n) => [String(n), say("sheets.millimetres", { n })]), String(this.how.bleed));
    second.offer([["", say("sheets.single")], ...this.store.head.languages.map(({ id, name }) => [id, name])], this.how.second);
    second.label.hidden = this.store.head.languages.length < 2;
    printer.label.hidden = known.printers.length === 0;
    this.ownLabel.hidden = this.how.paper !== OWN;
    this.sum();
    this.able();
  }

  // Whether what is chosen can be made; of what cannot be laid out nothing is, and that is said.
  able() {
    const { languages, parts } = this.picks;
    const unable = this.shown.some((section) => section.unable);
    this.button.disabled = this.making === true || unable || !languages.length || !parts.length;
    if (!this.making && (unable || this.unable)) put(this.said, unable ? say("sheets.unable") : "");
    this.unable = unable;
  }

  render() {
    if (!this.store.head.pack) return;
    this.offer();
    const { languages, parts } = this.picks;
    const whole = new Set(this.page.offers.known.documents.filter((each) => each.whole).map(({ id }) => id));
    const shown = languages.flatMap((language) => parts.filter((part) => !whole.has(part)).map((part) => this.section(this.spoken(language), part)));
    this.shown = shown;
    arrange(this.root, shown.map(({ node }) => node));
    for (const [key, section] of this.sections) if (!shown.includes(section)) this.forget(key, section);
    this.tell();
    if (this.page.current === this && this.page.edition >= 0) shown[0]?.begin(this.wanted); // while it is found out what else there is
    this.turns.go();
  }

  tell() {
    const leaves = this.shown.flatMap((section) => section.leaves);
    const sheets = this.shown.reduce((sum, section) => sum + section.sheets, 0);
    const counted = sheets ? say("sheets.count", { n: sheets, pages: leaves.length }) : say("rulebook.count", { n: leaves.length });
    this.able();
    put(this.count, this.shown.length ? (leaves.length ? counted : "") : say("sheets.none"));
    this.page.large.render();
  }

  section(language, part) {
    const key = `${language}/${part}`;
    if (!this.sections.has(key)) {
      const section = new Section(this, language, part);
      this.sections.set(key, section);
      this.watcher.observe(section.node);
    }
    const section = this.sections.get(key);
    const named = (code) => this.store.head.languages.find(({ id }) => id === code)?.name ?? code;
    section.name(this.partNames().find(({ id }) => id === part)?.name ?? part, language.split("+").map(named).join(" + "));
    return section;
  }

  forget(key, section) {
    this.watcher.unobserve(section.node);
    this.near.delete(section.node);
    section.drop(section.leaves);
    this.sections.delete(key);
  }

  see(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.near.add(target);
      else this.near.delete(target);
      if (isIntersecting) target.leaf?.draw();
    }
    this.turns.go();
  }

  sharpen() {
    if (this.page.current !== this) return;
    for (const node of this.near) node.leaf?.draw();
  }

  // All that the sheets are made of besides a part and a language: the same gives the same sheets.
  get wanted() {
    return JSON.stringify([this.page.edition, { ...this.chosen, languages: [], parts: [] }]);
  }

  // What is to be done next: what can be chosen, then what is on the screen, from above to below.
  next() {
    const { offers } = this.page;
    if (offers.edition !== this.page.edition) {
      return async () => {
        const other = await offers.renew();
        if (offers.edition !== this.page.edition) return "wait";
        if (other) this.render();
      };
    }
    const { wanted } = this;
    for (const section of this.shown) {
      if (!this.near.has(section.node)) continue;
      if (section.asked !== wanted) return () => section.ask(wanted);
      const some = section.leaves.filter((leaf) => leaf.known !== leaf.file && (this.near.has(leaf.button) || leaf.wanted));
      const file = some[0]?.file;
      if (file) return () => section.look(file, some.filter((leaf) => leaf.file === file).slice(0, AT_ONCE));
    }
    return null;
  }

  open(leaf) {
    const need = (each) => {
      each.wanted = true;
      this.turns.go();
    };
    this.page.large.open(leaf, () => this.shown.flatMap((section) => section.leaves), need);
  }

  async download(chosen, said, button) {
    this.making = button.disabled = true;
    put(said, say("sheets.making"));
    const { blob, name, reason, faults, gone, later } = await ask("prints", chosen);
    this.making = false;
    for (const each of this.shown) each.button.disabled = Boolean(each.unable);
    if (blob) {
      save(blob, name);
      put(said, say("sheets.made", { name, size: weight(blob.size) }));
    } else {
      const first = faults?.find((fault) => fault.severity === "error");
      const why = first ? [first.place, first.message].filter(Boolean).join(": ") : reason;
      put(said, gone ? say("state.gone") : later ? say("sheets.later") : say("sheets.unmade", { reason: why }));
    }
    this.offer();
  }
}

// A part in a language: its files, each sheet with its sides.
class Section {
  constructor(view, language, part) {
    this.view = view;
    this.language = language;
    this.part = part;
    this.leaves = [];
    this.lists = [];
    this.sheets = 0;
    this.asked = "";
    this.title = make("h3", {});
    this.note = make("p", { class: "note" });
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    this.button = make("button", { type: "button", onclick: () => this.download() });
    this.faults = make("ol", { class: "faults", hidden: true });
    this.files = make("div");
    const head = make("div", { class: "over" }, this.title, this.note, this.button, this.said);
    this.node = make("section", { class: "part printed waiting" }, head, this.faults, this.files);
  }

  name(part, language) {
    this.names = [part, language];
    put(this.title, `${part} · ${language}`);
    this.title.id ||= `printed-${this.language}-${this.part}`;
    this.node.setAttribute("aria-labelledby", this.title.id);
    put(this.button, say("sheets.file"));
    this.button.setAttribute("aria-label", say("sheets.named", { name: `${part} · ${language}` }));
  }

  get chosen() {
    return { ...this.view.chosen, languages: [this.language], parts: [this.part] };
  }

  download() {
    this.view.download(this.chosen, this.said, this.button);
  }

  async ask(wanted) {
    this.node.classList.add("busy");
    if (!this.leaves.length) put(this.note, say("sheets.laying"));
    this.begin(wanted);
    const { data, reason, faults, later, gone } = await ask("sheets", this.chosen);
    this.node.classList.remove("busy");
    if (later || gone) return "wait";
    if (this.first && !data) this.show([], false);
    this.first = false;
    const same = JSON.parse(wanted)[1];
    const bySave = this.how === JSON.stringify(same);
    this.asked = wanted;
    this.node.classList.remove("waiting");
    this.fail(data ? null : { reason, faults });
    if (data) {
      this.how = JSON.stringify(same);
      this.show(data.files, bySave);
      this.warn(data.faults);
    }
    this.view.tell();
    await drawn(); // and it is known which of its pages are on the screen
    return "";
  }

  // Of many pieces the first sheets are shown until all are laid out.
  async begin(wanted) {
    if (this.leaves.length || this.begun === wanted) return;
    this.begun = wanted;
    const { data } = await ask("beginning", this.chosen);
    if (!data?.files.length || this.begun !== wanted || this.asked === wanted) return;
    this.first = true;
    this.show(data.files, false, "beginning-leaf");
    put(this.note, say("sheets.laying"));
    data.looks.forEach((look, n) => this.leaves[n].take("", look));
  }

  // Why it is not laid out anew; what was there stays, marked.
  fail(why) {
    const old = why !== null;
    this.unable = this.button.disabled = old;
    this.node.classList.toggle("old", old && this.leaves.length > 0);
    for (const leaf of this.leaves) leaf.mark(old ? say("face.old") : "");
    this.warn(why?.faults ?? []);
    if (old) put(this.note, why.reason || say(this.faults.childElementCount ? "sheets.faulty" : "sheets.told"));
  }

  // The faults that are not told below already.
  warn(faults) {
    const known = new Set(this.view.store.faults.map((fault) => JSON.stringify(fault)));
    arrange(this.faults, told(faults.filter((fault) => !known.has(JSON.stringify(fault)))));
    this.faults.hidden = this.faults.childElementCount === 0;
  }

  show(files, bySave, job = "leaf") {
    const before = this.leaves;
    const byPlace = new Map(before.map((leaf) => [leaf.place, leaf]));
    this.leaves = [];
    this.sheets = 0;
    const blocks = [];
    const notes = [];
    for (const { name, file, bytes, pages } of files) {
      notes.push(`${name} (${weight(bytes)})`);
      if (!pages.length) continue;
      const several = files.filter((each) => each.pages.length).length > 1;
      const list = make("ul", { class: "sheets", "aria-label": name });
      const sheets = new Map();
      const last = pages[pages.length - 1].sheet;
      pages.forEach((page, number) => {
        const place = `${name} ${number}`;
        const leaf = byPlace.get(place) ?? this.leaf(place);
        leaf.bySave = bySave;
        leaf.job = job;
        leaf.sheet = page.side ? page.sheet : 0;
        leaf.side = page.side;
        const side = page.side ? ` · ${say(`side.${page.side}`)}` : "";
        const which = page.sheet || number + 1; // a document has pages, and no sheets of pieces
        const at = page.sheet ? say("sheets.of", { n: which, all: Math.max(last, which) }) : say("rulebook.page", { n: which, all: pages.length });
        leaf.show(file, number, page, `${which}${side}`, [...(several ? [name] : this.names), at + side].join(" · "));
        this.leaves.push(leaf);
        if (!sheets.has(which)) sheets.set(which, []);
        sheets.get(which).push(leaf.button);
        if (page.sheet && page.side !== "back") this.sheets += 1;
      });
      for (const buttons of sheets.values()) list.append(make("li", { class: "sheet" }, ...buttons));
      if (several) blocks.push(make("h4", {}, name));
      blocks.push(list);
    }
    const kept = document.activeElement;
    this.files.replaceChildren(...blocks);
    if (this.leaves.some((leaf) => leaf.button === kept)) kept.focus({ preventScroll: true });
    this.drop(before.filter((leaf) => !this.leaves.includes(leaf)));
    put(this.note, notes.join(" · "));
  }

  leaf(place) {
    const leaf = new Leaf("leaf", (each) => this.view.open(each), () => this.again());
    leaf.place = place;
    leaf.button.leaf = leaf;
    this.view.watcher.observe(leaf.button);
    return leaf;
  }

  drop(leaves) {
    for (const leaf of leaves) {
      this.view.watcher.unobserve(leaf.button);
      this.view.near.delete(leaf.button);
    }
  }

  again() {
    if (this.first) return; // all of them are about to come
    this.asked = "";
    this.view.turns.go();
  }

  async look(file, leaves) {
    const { data, later, gone } = await ask("looks", { file, pages: leaves.map((leaf) => leaf.number) });
    if (later || gone) return "wait";
    if (!data?.looks) this.asked = ""; // the server keeps it no longer
    data?.looks?.forEach((look, n) => {
      if (leaves[n].file === file && leaves[n].take(file, look) && leaves[n].bySave) leaves[n].flash();
    });
    if (!data) for (const leaf of leaves) leaf.known = file;
    this.view.page.large.render();
    return "";
  }
}

// Until what was put into the page has been laid out and seen; no longer, as a hidden page is not laid out.
function drawn() {
  const frames = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return Promise.race([frames, new Promise((done) => setTimeout(done, 200))]);
}

// Any number of some names, and all of them at once.
class Ticks {
  constructor(word, change) {
    this.change = change;
    this.ticks = new Map();
    this.all = tick(say("faces.all"), false, (chosen) => this.change(chosen ? this.usual : []));
    this.list = make("div", { class: "ticks" });
    this.node = make("fieldset", {}, make("legend", {}, say(word)), this.list);
    this.known = [];
  }

  offer(names, chosen) {
    this.known = names.map(({ id }) => id);
    this.usual = names.filter(({ asked }) => !asked).map(({ id }) => id); // what a build makes by itself
    for (const { id, name } of names) {
      if (!this.ticks.has(id)) this.ticks.set(id, tick(name, false, () => this.change(this.known.filter((each) => this.ticks.get(each).input.checked))));
      put(this.ticks.get(id).label.lastChild, name);
      this.ticks.get(id).input.checked = chosen.includes(id);
    }
    this.all.input.checked = this.usual.length > 0 && this.usual.every((id) => chosen.includes(id));
    this.all.input.indeterminate = chosen.length > 0 && !this.all.input.checked;
    arrange(this.list, [...(names.length > 1 ? [this.all.label] : []), ...names.map(({ id }) => this.ticks.get(id).label)]);
  }
}
