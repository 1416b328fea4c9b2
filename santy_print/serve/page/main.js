// Main: the page as a whole: which view is shown, in which language and size, and what of it is on the screen.

import { keep, kept, put } from "./dom.js";
import { Detail } from "./detail.js";
import { EyesView } from "./eyes.js";
import { FacesView } from "./faces.js";
import { Faults } from "./faults.js";
import { AnalysisView, PlayView } from "./framed.js";
import { LanguagesView } from "./languages.js";
import { Large } from "./leaves.js";
import { Offers } from "./offers.js";
import { RulebookView } from "./rulebook.js";
import { SheetsView } from "./sheets.js";
import { Store } from "./store.js";
import { Stream } from "./stream.js";
import { TextsView } from "./texts.js";
import { fill, load, say } from "./words.js";

const NOMINAL = 96 / 25.4; // pixels to a millimetre, as style sheets have it
const CALM = 120; // ms until what is on the screen is told

class Page {
  constructor() {
    this.store = new Store();
    this.language = this.wish = "";
    this.zoom = kept("zoom", 60);
    this.screen = { nominal: NOMINAL, now: kept("screen", NOMINAL) };
    this.visible = new Set();
    this.waiting = 0;
    this.edition = -1;
    this.watcher = new IntersectionObserver((entries) => this.see(entries), { rootMargin: "100px" });
    this.scale();
    this.faults = new Faults(this.store, () => this.current.languages.filter(Boolean));
    this.detail = new Detail(this);
    this.offers = new Offers(this);
    this.large = new Large();
    this.views = {
      faces: new FacesView(this),
      languages: new LanguagesView(this),
      texts: new TextsView(this),
      sheets: new SheetsView(this),
      rulebook: new RulebookView(this),
      eyes: new EyesView(this),
      analysis: new AnalysisView(this),
      play: new PlayView(this),
    };
    window.addEventListener("hashchange", () => this.show());
    document.addEventListener("keydown", (event) => this.key(event));
    this.store.listen((news) => this.update(news));
    this.stream = new Stream((message) => this.store.take(message), (there) => this.store.connect(there));
    this.show();
  }

  get view() {
    const name = location.hash.slice(1);
    return (this.views[name]?.offered ?? name in this.views) ? name : "faces";
  }

  get current() {
    return this.views[this.view];
  }

  // Show what the address says, in the languages that were chosen.
  show() {
    for (const name of Object.keys(this.views)) document.getElementById(name).hidden = name !== this.view;
    for (const link of document.querySelectorAll("#views a")) {
      link.hidden = this.views[link.dataset.view].offered === false; // what not every pack has
      if (link.dataset.view === this.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.name();
    this.current.render();
    this.faults.render();
    this.want();
  }

  name() {
    const { title, version } = this.store.head;
    put(document.getElementById("title"), title || "santy_print");
    document.title = `${title || "santy_print"} · ${say(`${this.view}.name`)}`;
    document.getElementById("title").title = version;
  }

  update({ changed, head }) {
    if (head) {
      this.choose();
      this.show();
    }
    this.faults.render();
    if (changed.size || this.wasOld !== [...this.store.old].join()) this.current.render();
    this.wasOld = [...this.store.old].join();
    if (this.store.edition !== this.edition && this.store.phase !== "reading") {
      this.edition = this.store.edition;
      this.current.saved?.(); // views that ask the server for something ask again
      this.detail.saved();
    }
    this.detail.render();
  }

  // The language of the faces: as chosen before, else the reader's own, else the one the pack is written in. One that
  // the pack loses for a moment is shown again as soon as it is back.
  choose() {
    const codes = this.store.head.languages.map(({ id }) => id);
    const wishes = [this.wish, kept(`language.${this.store.head.pack}`, ""), ...navigator.languages, ...navigator.languages.map((code) => code.split("-")[0])];
    const best = wishes.find((code) => codes.includes(code)) ?? (codes.includes(this.store.head.source) ? this.store.head.source : codes[0] ?? "");
    this.wish ||= best;
    if (this.language === best) return;
    this.language = best;
    this.want();
  }

  speak(code) {
    this.language = this.wish = code;
    keep(`language.${this.store.head.pack}`, code);
    this.show();
  }

  resize(zoom, screen) {
    if (zoom) keep("zoom", (this.zoom = zoom));
    if (screen) keep("screen", (this.screen.now = screen));
    this.scale();
  }

  scale() {
    document.documentElement.style.setProperty("--scale", String((this.screen.now * this.zoom) / 100));
    document.documentElement.style.setProperty("--mm", String(this.screen.now));
  }

  touch(key) {
    location.hash = "#faces";
    this.views.faces.touch(key);
  }

  paint(colour) {
    location.hash = "#faces";
    this.views.faces.paint(colour);
  }

  open(face, key) {
    this.detail.open(face, key);
  }

  // What is on the screen is drawn first.
  watch(node) {
    this.watcher.observe(node);
  }

  unwatch(node) {
    this.watcher.unobserve(node);
    this.visible.delete(node);
  }

  see(entries) {
    for (const entry of entries) {
      if (entry.isIntersecting) this.visible.add(entry.target);
      else this.visible.delete(entry.target);
    }
    this.want();
  }

  want() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const languages = this.current.languages.filter(Boolean);
      const ids = [...this.visible].map((node) => node.dataset.id).filter(Boolean);
      if (languages.length) this.stream.want(languages, ids.slice(0, 400));
    }, CALM);
  }

  key(event) {
    const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (event.altKey || event.ctrlKey || event.metaKey || typing || this.detail.node.open) return;
    if (event.key === "/") {
      event.preventDefault();
      this.current.words?.input.focus();
    }
  }
}

await load();
fill();
new Page();
