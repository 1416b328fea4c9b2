// Framed: what has an address of its own and is shown in a frame: the page to play on, and what a game explains.

import { ask } from "./ask.js";
import { make, put } from "./dom.js";
import { choice } from "./tools.js";
import { say } from "./words.js";

// A view that is one page in a frame. It is asked for anew after each save; until it has come the last one stays.
class FramedView {
  constructor(page, name) {
    this.page = page;
    this.store = page.store;
    this.name = name;
    this.frame = null;
    this.wanted = ""; // what was asked for last
    this.state = document.getElementById(`${name}-state`);
    this.holder = document.getElementById(`${name}-frame`);
    this.language = choice("faces.language", (code) => this.page.speak(code));
    this.form = document.getElementById(`${name}-tools`);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.append(this.language.label);
  }

  get languages() {
    return [this.page.language];
  }

  // What is asked for, and why it would be another answer now.
  get given() {
    return { language: this.page.language };
  }

  get key() {
    return JSON.stringify([this.given, this.page.edition]);
  }

  render() {
    this.language.offer(this.store.head.languages.map(({ id, name }) => [id, name]), this.page.language);
    this.follow();
  }

  saved() {
    this.follow();
  }

  follow() {
    if (this.offered && this.page.language && this.page.edition >= 0 && this.wanted !== this.key) this.load();
  }

  async load() {
    const key = (this.wanted = this.key);
    put(this.state, say("framed.making"));
    const { data, reason, faults, later } = await ask(this.name, this.given);
    if (later || key !== this.wanted) return;
    if (data) {
      await this.show(`made/framed/${data}`);
      put(this.state, "");
    } else {
      const why = faults?.length ? faults[0].message : reason;
      put(this.state, [say(this.frame ? "framed.old" : "framed.none"), why].filter(Boolean).join(" "));
    }
  }

  // A frame that shows an address, as soon as it does.
  framed(address, sandbox) {
    const frame = make("iframe", { sandbox, title: this.title, class: "framed" });
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    frame.setAttribute("src", address);
    return [frame, loaded];
  }
}

// The page to play on: loaded anew when nobody has a row before them, or when it is asked for.
export class PlayView extends FramedView {
  constructor(page) {
    super(page, "play");
    this.playing = false;
    this.again = make("button", { type: "button", hidden: true, onclick: () => this.load() }, say("play.again"));
    this.form.append(this.again);
    window.addEventListener("message", (event) => this.hear(event));
  }

  get offered() {
    return this.store.head.play;
  }

  get title() {
    return say("play.name");
  }

  hear({ source, data }) {
    if (!this.frame || source !== this.frame.contentWindow || typeof data?.playing !== "boolean") return;
    this.playing = data.playing;
    this.follow();
  }

  follow() {
    const other = this.spoken !== this.page.language; // another language was asked for
    this.again.hidden = !(this.playing && !other && this.wanted !== this.key);
    put(this.state, this.again.hidden ? this.state.textContent : say("play.newer"));
    if (this.again.hidden && this.page.view === "play") super.follow();
  }

  load() {
    this.spoken = this.page.language;
    this.again.hidden = true;
    return super.load();
  }

  async show(address) {
    this.playing = false;
    if (this.frame) {
      const loaded = new Promise((done) => this.frame.addEventListener("load", done, { once: true }));
      this.frame.contentWindow.location.replace(new URL(address, location.href)); // and the way back stays the page's
      await loaded;
      return;
    }
    const [frame, loaded] = this.framed(address, "allow-scripts");
    this.frame = frame;
    this.holder.append(frame);
    await loaded;
  }
}

// What the game explains of the pack: documents, which keep their place when a newer one comes.
export class AnalysisView extends FramedView {
  constructor(page) {
    super(page, "analysis");
    this.chosen = "";
    this.topic = choice("analysis.topic", (name) => {
      this.chosen = name;
      this.follow();
    });
    this.form.prepend(this.topic.label);
  }

  get offered() {
    return this.topics.length > 0;
  }

  get topics() {
    return this.store.head.analyses;
  }

  get given() {
    const known = this.topics.some(({ id }) => id === this.chosen);
    return { name: known ? this.chosen : this.topics[0]?.id ?? "", language: this.page.language };
  }

  get title() {
    return say("analysis.name");
  }

  render() {
    const named = ({ id, name }) => [id, id === "quality" ? say("analysis.quality") : name];
    this.topic.offer(this.topics.map(named), this.given.name);
    super.render();
  }

  // The newer one is loaded below the one that is seen, and takes its place.
  async show(address) {
    const { name } = this.given;
    const [frame, loaded] = this.framed(address, "allow-same-origin");
    frame.classList.add("behind");
    this.holder.append(frame);
    await loaded;
    const old = this.frame;
    const place = old && this.shown === name ? old.contentWindow.scrollY : 0;
    const again = document.activeElement === old && old !== null;
    frame.classList.remove("behind");
    old?.remove();
    frame.contentWindow.scrollTo({ top: place, behavior: "instant" });
    if (again) frame.focus({ preventScroll: true });
    [this.frame, this.shown] = [frame, name];
    for (const other of [...this.holder.children]) if (other !== frame) other.remove();
  }
}
