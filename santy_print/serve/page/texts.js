// Texts: all texts of a language, also those that stand on no face, found by their words or keys.

import { insist, row } from "./desk.js";
import { arrange, put } from "./dom.js";
import { choice, search } from "./tools.js";
import { say } from "./words.js";

const CALM = 150; // ms after a key until texts are looked for

export class TextsView {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.chosen = { words: "", only: "" };
    this.found = null;
    this.asked = "";
    this.timer = 0;
    this.count = document.getElementById("texts-count");
    this.list = document.getElementById("texts-list");
    this.make(document.getElementById("texts-tools"));
  }

  make(form) {
    form.addEventListener("submit", (event) => event.preventDefault());
    this.words = search("texts.search", (words) => {
      this.chosen.words = words;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), CALM);
    });
    this.language = choice("faces.language", (code) => this.page.speak(code));
    this.only = choice("languages.only", (only) => {
      this.chosen.only = only;
      this.find();
    });
    form.append(this.words.label, this.language.label, this.only.label);
  }

  get languages() {
    return [this.page.language];
  }

  render() {
    const { head } = this.store;
    this.language.offer(head.languages.map(({ id, name }) => [id, name]), this.page.language);
    const kinds = ["missing", "stale"].map((kind) => [kind, say(`languages.only.${kind}`)]);
    this.only.offer([["", say("faces.all")], ...kinds], this.chosen.only);
    if (this.page.language && this.asked !== this.page.language) this.find();
  }

  saved() {
    if (this.page.language) this.find();
  }

  async find() {
    const language = (this.asked = this.page.language);
    const given = { language, ...this.chosen };
    const mine = (this.found = JSON.stringify(given));
    if (!this.shown) put(this.count, say("texts.looking"));
    const { data, reason, faults, gone } = await insist("find", given, () => this.found === mine);
    if (this.found !== mine) return;
    if (!data) {
      put(this.count, gone ? say("state.gone") : reason || faults?.[0]?.message || "");
      return;
    }
    const { all, texts } = data;
    if (!all) put(this.count, say("texts.none"));
    else put(this.count, say(texts.length < all ? "texts.first" : "texts.count", { n: texts.length, all }));
    const shown = JSON.stringify(texts);
    if (this.shown === shown) return; // the focus stays where it is
    this.shown = shown;
    const at = document.activeElement?.dataset?.key;
    arrange(this.list, texts.map((text) => this.item(language, text)));
    if (at) this.list.querySelector(`[data-key="${CSS.escape(at)}"]`)?.focus();
  }

  item(language, { key, source, text, missing, stale }) {
    const mark = missing ? say("detail.missing") : stale ? say("detail.stale") : "";
    const item = row(key, text || source, mark, () => this.page.detail.openText(language, key));
    item.firstChild.dataset.key = key;
    return item;
  }
}
