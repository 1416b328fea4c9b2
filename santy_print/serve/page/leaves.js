// Leaves: pages of paper as pictures. Each is drawn when it is on the screen, as sharp as it is large there, and keeps
// its picture as long as it looks the same.

import { make, put } from "./dom.js";
import { say } from "./words.js";

const DPI = [72, 110, 180]; // as the server draws them
const LARGE = 180;

export class Leaf {
  // `job` gives the pictures, `open` shows it large; `lost` is called where the server keeps it no longer.
  constructor(job, open, lost) {
    this.job = job;
    this.lost = lost;
    this.look = ""; // by which its picture is fetched
    this.known = ""; // the file of which that was told
    this.image = make("img", { alt: "", decoding: "async", draggable: "false" });
    this.image.addEventListener("error", () => this.miss());
    this.paper = make("span", { class: "paper" }, this.image);
    this.caption = make("span", { class: "caption" });
    this.badge = make("span", { class: "badge" });
    this.button = make("button", { type: "button", class: "leaf", onclick: () => open(this) }, this.paper, this.caption, this.badge);
  }

  // Which page it is, of which file; its name is for those who do not see it.
  show(file, number, page, caption, name) {
    this.file = file;
    this.number = number;
    this.width = page.width;
    this.height = page.height;
    this.name = name;
    this.paper.style.setProperty("--w", page.width);
    this.paper.style.setProperty("--h", page.height);
    put(this.caption, caption);
    this.label();
  }

  label() {
    const mark = this.badge.textContent;
    this.button.setAttribute("aria-label", mark ? `${this.name}. ${mark}` : this.name);
  }

  // How it looks now; whether that is another look than before, of the same page.
  take(file, look) {
    const other = this.look !== "" && this.look !== look;
    this.known = file;
    if (this.look !== look) {
      this.look = look;
      this.misses = 0;
      this.draw();
    }
    return other;
  }

  address(dpi) {
    return `made/${this.job}/${this.look}.${dpi}.png`;
  }

  // The picture in the resolution that it is shown in; a sharper one that is there already is as good.
  draw() {
    if (!this.look) return;
    const dots = (this.paper.clientWidth * window.devicePixelRatio) / (this.width / 25.4);
    const dpi = DPI.find((each) => each >= dots * 0.95) ?? LARGE;
    const known = this.image.getAttribute("src") ?? "";
    if (known.startsWith(`made/${this.job}/${this.look}.`) && Number(known.split(".")[1]) >= dpi) return;
    this.image.setAttribute("src", this.address(dpi));
  }

  miss() {
    this.misses = (this.misses ?? 0) + 1;
    if (this.misses > 2) return;
    this.image.removeAttribute("src");
    this.look = this.known = "";
    this.lost(this);
  }

  mark(text) {
    put(this.badge, text);
    this.label();
  }

  // A short sign that it changed.
  flash() {
    this.button.classList.remove("fresh");
    requestAnimationFrame(() => this.button.classList.add("fresh"));
  }
}

// The order in which what a view needs is asked for: one thing at a time, what is on the screen first.
export class Turns {
  // `next` gives what is to be done next, or nothing; `may` says whether anything may be asked for now.
  constructor(next, may) {
    this.next = next;
    this.may = may;
    this.busy = false;
  }

  async go() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.may()) {
        const task = this.next();
        if (!task) break;
        if ((await task()) === "wait") await new Promise((done) => setTimeout(done, 400));
      }
    } finally {
      this.busy = false;
    }
  }
}

// A page, large, with its neighbours and the other side of its sheet.
export class Large {
  constructor() {
    this.node = document.getElementById("leaf");
    this.real = false;
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
    this.node.addEventListener("close", () => {
      this.leaf?.button.focus();
      this.leaf = null;
    });
    this.node.addEventListener("keydown", (event) => this.key(event));
    const button = (word, act) => make("button", { type: "button", onclick: act }, say(word));
    this.name = make("h2", { id: "leaf-name" });
    this.image = make("img", {});
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group", "aria-labelledby": "leaf-name" }, this.image);
    this.back = button("leaf.previous", () => this.step(-1));
    this.on = button("leaf.next", () => this.step(1));
    this.turn = button("detail.back", () => this.other && this.show(this.other));
    this.size = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.grow() }, say("size.real"));
    const close = button("detail.close", () => this.node.close());
    close.className = "close";
    const ways = make("div", { class: "ways" }, this.back, this.on, this.turn, this.size);
    this.node.append(make("div", { class: "sheetwise" }, make("header", {}, this.name, close), this.stage, ways));
  }

  // `all` gives the pages among which one goes on; `need` has a page drawn that never was on the screen.
  open(leaf, all, need) {
    this.all = all;
    this.need = need;
    this.show(leaf);
    if (!this.node.open) this.node.showModal();
    this.stage.focus();
  }

  get other() {
    const leaf = this.leaf;
    return this.all().find((each) => each !== leaf && each.sheet && each.file === leaf.file && each.sheet === leaf.sheet);
  }

  show(leaf) {
    this.leaf = leaf;
    this.render();
    if (!leaf.look) this.need(leaf);
  }

  render() {
    const leaf = this.leaf;
    if (!leaf) return;
    put(this.name, leaf.name);
    this.image.alt = leaf.name;
    this.image.style.setProperty("--w", leaf.width);
    this.image.style.setProperty("--h", leaf.height);
    this.node.classList.toggle("real", this.real);
    const all = this.all();
    const at = all.indexOf(leaf);
    this.back.disabled = at <= 0;
    this.on.disabled = at < 0 || at >= all.length - 1;
    this.turn.hidden = !this.other;
    put(this.turn, say(leaf.side === "back" ? "detail.front" : "detail.back"));
    const wanted = leaf.look ? leaf.address(LARGE) : "";
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    const first = leaf.image.getAttribute("src");
    if (first) this.image.setAttribute("src", first);
    else this.image.removeAttribute("src");
    if (!wanted) return;
    const sharp = new Image();
    sharp.addEventListener("load", () => {
      if (this.wanted === wanted) this.image.setAttribute("src", wanted);
    });
    sharp.src = wanted;
  }

  step(way) {
    const all = this.all();
    const next = all[all.indexOf(this.leaf) + way];
    if (next) this.show(next);
  }

  grow() {
    this.real = !this.real;
    this.size.setAttribute("aria-pressed", String(this.real));
    this.render();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (way === undefined || (this.real && event.key.startsWith("Arrow"))) return; // which then move the picture
    event.preventDefault();
    this.step(way);
  }
}

// A file for the browser to keep.
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// How much a file holds, in the reader's figures.
export function weight(bytes) {
  const [unit, size] = bytes < 1e6 ? ["kilobyte", bytes / 1e3] : ["megabyte", bytes / 1e6];
  const how = { style: "unit", unit, maximumFractionDigits: unit === "kilobyte" ? 0 : 1 };
  return new Intl.NumberFormat(document.documentElement.lang, how).format(size);
}
