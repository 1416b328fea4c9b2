// Rulebook: its pages as they are printed, or the page of HTML, anew after each save; what changed is marked, and brought
// to where it is seen.

import { ask } from "./ask.js";
import { arrange, keep, kept, make, put } from "./dom.js";
import { told } from "./faults.js";
import { Leaf, save, Turns, weight } from "./leaves.js";
import { paperName } from "./offers.js";
import { choice, size } from "./tools.js";
import { walk } from "./walk.js";
import { say } from "./words.js";

const FORMS = ["pdf", "booklet", "html"];
const text = new XMLSerializer();
const BLOCKS = "h1, h2, h3, h4, p, li, td, th, figure, figcaption, pre";

export class RulebookView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.how = { form: "pdf", paper: "a4", ink: "low", ...kept("rulebook-how", {}) };
    this.leaves = [];
    this.asked = "";
    this.shown = ""; // which form, in which language, on which paper stands there
    this.file = "";
    this.view = document.getElementById("rulebook");
    this.list = document.getElementById("rulebook-pages");
    this.stage = document.getElementById("rulebook-screen");
    this.count = document.getElementById("rulebook-count");
    this.faults = document.getElementById("rulebook-faults");
    this.zoom = kept("rulebook-zoom", 60);
    this.view.style.setProperty("--by", this.zoom / 100);
    this.watcher = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => isIntersecting && target.leaf.draw()));
    this.turns = new Turns(() => this.next(), () => this.page.current === this && this.store.there && this.page.edition >= 0);
    this.make(document.getElementById("rulebook-tools"));
    this.list.addEventListener("keydown", (event) => walk(this.list, event, "button.leaf"));
    this.store.listen(() => this.turns.go());
  }

  make(form) {
    form.addEventListener("submit", (event) => event.preventDefault());
    const set = (name) => (value) => {
      this.how[name] = value;
      keep("rulebook-how", this.how);
      this.render();
    };
    this.language = choice("faces.language", (code) => this.page.speak(code));
    this.fields = {
      form: choice("rulebook.form", set("form")),
      paper: choice("sheets.paper", set("paper")),
      ink: choice("sheets.ink", set("ink")),
    };
    this.button = make("button", { type: "button", onclick: () => this.download() }, say("sheets.file"));
    this.said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    this.size = size(this.zoom, this.page.screen, (zoom, screen) => {
      if (screen) this.page.resize(null, screen);
      if (zoom) keep("rulebook-zoom", (this.zoom = zoom));
      this.view.style.setProperty("--by", this.zoom / 100);
      for (const leaf of this.leaves) leaf.draw();
    });
    const { form: kind, paper, ink } = this.fields;
    for (const each of [kind, ink]) each.label.classList.add("wide");
    form.append(this.language.label, kind.label, paper.label, ink.label, this.size, make("div", { class: "get" }, this.button, this.said));
  }

  get languages() {
    return []; // no faces are drawn for this view
  }

  get offered() {
    return this.store.head.rulebook;
  }

  saved() {
    this.bySave = true;
    this.turns.go();
  }

  get chosen() {
    return { language: this.page.language, ...this.how };
  }

  render() {
    const { rulebook } = this.page.offers.known;
    const { form, paper, ink } = this.fields;
    this.language.offer(this.store.head.languages.map(({ id, name }) => [id, name]), this.page.language);
    form.offer(FORMS.map((id) => [id, say(`rulebook.form.${id}`)]), this.how.form);
    paper.offer((rulebook?.papers ?? []).map((id) => [id, paperName(id)]), this.how.paper);
    ink.offer((rulebook?.inks ?? []).map((id) => [id, say(`sheets.ink.${id}`)]), this.how.ink);
    paper.label.hidden = ink.label.hidden = this.size.hidden = this.how.form === "html";
    this.button.disabled = !this.file;
    this.turns.go();
  }

  next() {
    const { offers } = this.page;
    if (offers.edition !== this.page.edition) {
      return async () => {
        if ((await offers.renew()) || offers.edition !== this.page.edition) this.render();
        if (offers.edition !== this.page.edition) return "wait";
      };
    }
    const wanted = JSON.stringify([this.page.edition, this.chosen]);
    return this.asked === wanted || !this.page.language ? null : () => this.ask(wanted);
  }

  async ask(wanted) {
    const which = JSON.stringify(JSON.parse(wanted)[1]);
    if (this.shown !== which) put(this.count, say("rulebook.setting"));
    this.view.classList.add("busy");
    const { data, reason, faults, later, gone } = await ask("book", JSON.parse(which));
    this.view.classList.remove("busy");
    if (later || gone) return "wait";
    this.asked = wanted;
    if (JSON.stringify(this.chosen) !== which) return ""; // something else was chosen meanwhile
    const follow = this.bySave && this.shown === which;
    this.bySave = false;
    if (!data) return this.fail(which, reason, faults);
    this.view.classList.remove("old");
    this.warn(data.faults);
    this.bytes = data.bytes;
    if (this.how.form === "html") await this.showScreen(data.file, follow);
    else this.showPages(data, follow);
    this.shown = which;
    this.file = data.file;
    this.render();
    this.page.large.render();
    return "";
  }

  // The last good pages stay, marked, where they are those that were asked for.
  fail(which, reason, faults) {
    if (this.shown !== which) this.clear();
    const known = this.shown !== "";
    this.view.classList.toggle("old", known);
    for (const leaf of this.leaves) leaf.mark(say("face.old"));
    this.warn(faults ?? []);
    const why = reason || say(this.faults.childElementCount ? "sheets.faulty" : "sheets.told");
    put(this.count, known && this.how.form === "html" ? `${say("face.old")}. ${why}` : why);
    return "";
  }

  clear() {
    for (const leaf of this.leaves) this.watcher.unobserve(leaf.button);
    this.leaves = [];
    this.list.replaceChildren();
    this.stage.replaceChildren();
    this.faults.replaceChildren();
    this.shown = this.file = "";
    this.view.classList.remove("old");
    this.button.disabled = true;
  }

  warn(faults) {
    const known = new Set(this.store.faults.map((fault) => JSON.stringify(fault)));
    arrange(this.faults, told(faults.filter((fault) => !known.has(JSON.stringify(fault)))));
    this.faults.hidden = this.faults.childElementCount === 0;
  }

  // Pages

  showPages({ file, pages, looks }, follow) {
    this.stage.replaceChildren();
    const before = new Set(this.leaves.map((leaf) => leaf.look));
    const other = this.file !== file;
    const name = (this.page.offers.known.documents.find(({ id }) => id === "rulebook") ?? {}).name || say("rulebook.name");
    pages.forEach((page, number) => {
      const leaf = this.leaves[number] ?? this.leaf();
      this.leaves[number] = leaf;
      leaf.show(file, number, page, String(number + 1), `${name} · ${say("rulebook.page", { n: number + 1, all: pages.length })}`);
      const fresh = follow && !before.has(looks[number]);
      leaf.take(file, looks[number]);
      if (!follow || other) leaf.mark(fresh ? say("rulebook.changed") : "");
      else if (leaf.badge.textContent === say("face.old")) leaf.mark("");
      if (fresh) leaf.flash();
      leaf.fresh = fresh;
    });
    for (const leaf of this.leaves.splice(pages.length)) this.watcher.unobserve(leaf.button);
    arrange(this.list, this.leaves.map((leaf) => leaf.item));
    requestAnimationFrame(() => this.leaves.forEach((leaf) => leaf.draw()));
    const changed = this.leaves.filter((leaf) => leaf.fresh);
    this.tell(say("rulebook.count", { n: pages.length }), changed.length ? say("rulebook.changes", { n: changed.length }) : "");
    bring(changed.map((leaf) => leaf.button), window, "start");
  }

  leaf() {
    const open = (each) => this.page.large.open(each, () => this.leaves, () => {});
    const leaf = new Leaf("book-leaf", open, () => this.again());
    leaf.button.leaf = leaf;
    leaf.item = make("li", {}, leaf.button);
    this.watcher.observe(leaf.button);
    return leaf;
  }

  again() {
    this.asked = "";
    this.turns.go();
  }

  tell(count, changed) {
    put(this.count, [count, weight(this.bytes), changed].filter(Boolean).join(" · "));
  }

  // HTML, in a frame of its own in which nothing is run; the next takes its place when it is there.

  async showScreen(file, follow) {
    this.list.replaceChildren();
    this.leaves = [];
    const before = this.stage.querySelector("iframe");
    if (before && this.file === file) return this.tell("", "");
    const frame = make("iframe", { title: say("rulebook.name"), sandbox: "allow-same-origin", class: before ? "next" : "" });
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    frame.setAttribute("src", `made/book-page/${file}.html`);
    this.stage.append(frame);
    await loaded;
    const changed = before && follow ? compared(before, frame) : [];
    if (before && this.shown) place(before, frame);
    before?.remove();
    frame.className = "";
    for (const block of changed) {
      block.style.outline = "3px solid #c9a66b";
      block.style.outlineOffset = "3px";
    }
    const within = changed.filter((block) => !block.closest("nav")); // a list of contents says only what stands below it
    bring(within.length ? within : changed, frame.contentWindow, "center");
    this.tell("", changed.length ? say("rulebook.places", { n: changed.length }) : "");
    return null;
  }

  async download() {
    const { blob, name, reason, gone } = await ask("book-file", { file: this.file, form: this.how.form });
    if (blob) save(blob, name);
    put(this.said, blob ? say("sheets.made", { name, size: weight(blob.size) }) : gone ? say("state.gone") : say("sheets.unmade", { reason }));
  }
}

// Bring the nearest of some to where it is seen, unless one of them is seen already.
function bring(nodes, window, block) {
  const middle = window.innerHeight / 2;
  const off = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return Math.max(0, top - middle, middle - bottom);
  };
  const nearest = nodes.reduce((best, node) => (best && off(best) <= off(node) ? best : node), null);
  if (!nearest || off(nearest) < middle - 60) return;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  nearest.scrollIntoView({ block, behavior: calm ? "instant" : "smooth" });
}

// The blocks of a document, innermost, each with all that it says and shows: its drawings are told of by what is in them.
function blocksOf(frame) {
  const { document } = frame.contentWindow;
  const drawings = new Map();
  for (const node of document.querySelectorAll("defs [id]")) drawings.set(`#${node.id}`, text.serializeToString(node));
  const blocks = [...document.querySelectorAll(BLOCKS)].filter((node) => !node.querySelector(BLOCKS));
  return blocks.map((node) => {
    const uses = [...node.querySelectorAll("use")].map((use) => drawings.get(use.getAttribute("href")) ?? "");
    return { node, look: [text.serializeToString(node), ...uses].join("\n") };
  });
}

function compared(before, after) {
  const known = new Set(blocksOf(before).map(({ look }) => look));
  return blocksOf(after).filter(({ look }) => !known.has(look)).map(({ node }) => node);
}

// Stand at the same block as before, as high on the screen.
function place(before, after) {
  const first = blocksOf(before).find(({ node }) => node.getBoundingClientRect().bottom > 0 && node.getClientRects().length);
  const same = first && blocksOf(after).find(({ look }) => look === first.look);
  const by = same ? same.node.getBoundingClientRect().top - first.node.getBoundingClientRect().top : before.contentWindow.scrollY;
  after.contentWindow.scrollTo({ top: after.contentWindow.scrollY + by, behavior: "instant" });
}
