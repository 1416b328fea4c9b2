// Detail: one face, large, with its other side and all that it is made of; a click on its words opens their text.

import { address, nameOf, spoken } from "./card.js";
import { Desk, insist, row } from "./desk.js";
import { arrange, draw, make, put } from "./dom.js";
import { say } from "./words.js";

export class Detail {
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.node = document.getElementById("detail");
    this.id = "";
    this.boxes = [];
    this.tried = ""; // the picture of the face with what somebody types
    this.desk = new Desk(page, this);
    this.name = make("h2", { id: "detail-name" });
    this.closer = make("button", { type: "button", class: "close", onclick: () => this.node.close() }, say("detail.close"));
    this.left = make("div", { class: "large" });
    this.image = make("img", { alt: "" });
    this.over = draw("svg", { class: "boxes", "aria-hidden": "true" });
    this.badge = make("span", { class: "badge", id: "detail-old" });
    this.sheet = make("div", { class: "seen" }, this.image, this.over, this.badge);
    this.right = make("div", { class: "facts" });
    this.inside = make("div", { class: "inside" }, make("header", {}, this.name, this.closer), this.left, this.right);
    this.node.append(this.inside);
    this.node.addEventListener("close", () => {
      this.id = "";
      this.desk.close();
    });
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
  }

  // Show a face; with the key of one of its texts that text.
  open(face, key = "") {
    this.show(face);
    if (key) this.desk.open(face.language, key, face);
    else this.desk.close();
    this.render();
    this.rise();
  }

  // Show a text: on the face that is open, or another that has it, or on none.
  openText(language, key) {
    const now = this.store.faces.get(this.id);
    const here = now?.language === language && (now.texts.includes(key) || this.boxes.some((box) => box.keys.includes(key)));
    const face = here ? now : this.faceOf(language, key);
    this.show(face);
    this.desk.open(language, key, face);
    this.render();
    this.rise();
  }

  // A face that shows a text: best the one that is fullest with it, else a front. Where all are drawn and none has it in
  // a box of its own, one that was made with it: it may stand there within another text.
  faceOf(language, key) {
    const all = [...this.store.faces.values()].filter((face) => face.language === language);
    const rank = (face) => 2 * (face.fullest === key) + (face.side === "front");
    const best = (faces) => faces.sort((one, other) => rank(other) - rank(one))[0];
    const drawn = this.store.order.some((id) => this.store.faces.get(id)?.language === language); // told with the last
    const found = best(all.filter((face) => face.boxed.includes(key)));
    return found ?? this.ofCard(language, key) ?? (drawn ? best(all.filter((face) => face.texts.includes(key))) : null) ?? null;
  }

  // The face of the card whose own field it is.
  ofCard(language, key) {
    const [, kind, item] = key.split(".");
    if (!kind || !key.startsWith("card.")) return null;
    return [...this.store.faces.values()].find((face) => face.language === language && face.item === item && face.side === "front") ?? null;
  }

  // A text that was opened before the faces of its language were drawn is seen as soon as one of them is.
  meet() {
    const face = this.faceOf(this.desk.language, this.desk.key);
    if (!face) return;
    this.show(face);
    this.desk.meet(face);
  }

  show(face) {
    const id = face?.id ?? "";
    if (id !== this.id) {
      this.boxes = [];
      this.over.replaceChildren();
    }
    this.id = id;
    this.tried = "";
    this.refused = false;
    this.shown = "";
  }

  rise() {
    if (!this.node.open) this.node.showModal();
  }

  wantsFocus() {
    return this.node.open;
  }

  facts() {
    this.tried = "";
    this.refused = false;
    this.desk.close();
    this.shown = "";
    this.render();
    this.closer.focus();
  }

  leave(act) {
    this.node.close();
    act();
  }

  // A face was set with another text; without a picture it is shown as it was saved.
  set(drawing, boxes) {
    this.tried = drawing;
    this.boxes = boxes;
    this.refused = false;
    const face = this.store.faces.get(this.id);
    if (face) this.picture(face);
  }

  // What was typed is refused: the picture is still of what stood there before.
  refuse() {
    this.refused = true;
    const face = this.store.faces.get(this.id);
    if (face) this.picture(face);
  }

  // A card is called otherwise: its face comes with what was saved, or has come.
  renamed(was, item) {
    const { face } = this.desk;
    if (!item || face?.item !== was) return;
    const key = `${face.key.split(":")[0]}:${item}`;
    this.id = `${face.language} ${key}`;
    this.desk.face = this.store.faces.get(this.id) ?? { ...face, id: this.id, key, item };
    this.render();
  }

  saved() {
    this.desk.saved();
  }

  render() {
    if (this.desk.key && !this.id) this.meet();
    const face = this.store.faces.get(this.id);
    if (!face) {
      if (!this.desk.key) {
        if (this.node.open && this.id) this.node.close();
        return;
      }
      if (this.id) return; // its card is called otherwise now, and not drawn yet
    }
    const old = face ? this.store.isOld(face) : false;
    const shown = JSON.stringify([face, old, Boolean(this.desk.key)]);
    if (shown === this.shown) return; // the focus stays where it is
    const fresh = face?.drawing !== this.drawing;
    this.drawing = face?.drawing;
    this.shown = shown;
    const again = this.right.contains(document.activeElement) && !this.desk.node.contains(document.activeElement);
    this.name.textContent = face ? nameOf(face) : say("texts.one");
    this.inside.classList.toggle("alone", !face);
    this.left.hidden = !face;
    if (face) {
      this.picture(face);
      arrange(this.left, [this.sheet, ...this.turn(face)]);
      if (fresh || !this.boxes.length) this.find(face);
    }
    arrange(this.right, this.desk.key ? [this.desk.node] : this.about(face));
    if (again) this.closer.focus();
  }

  picture(face) {
    const wanted = this.tried ? `made/tried/${this.tried}` : address(face, false);
    if (this.image.getAttribute("src") !== wanted) this.image.setAttribute("src", wanted);
    const old = this.refused || this.store.isOld(face);
    this.image.alt = spoken(face, old);
    put(this.badge, old ? say("face.old") : "");
    this.sheet.classList.toggle("old", old);
    for (const [name, value] of [["--w", face.width], ["--h", face.height]]) this.sheet.style.setProperty(name, value);
    this.outline(face);
  }

  // The boxes of its texts, over the picture: whoever clicks on words means the smallest around them.
  outline(face) {
    this.over.setAttribute("viewBox", `0 0 ${face.width} ${face.height}`);
    const size = ([[ax, ay], [bx, by], , [dx, dy]]) => Math.hypot(bx - ax, by - ay) * Math.hypot(dx - ax, dy - ay);
    const sorted = this.boxes.filter((box) => box.keys.length).sort((one, other) => size(other.corners) - size(one.corners));
    const paths = sorted.map((box) => {
      const d = `M${box.corners.map((corner) => corner.join(" ")).join("L")}z`;
      const path = draw("path", { d, class: box.keys.includes(this.desk.key) ? "box on" : "box" }, draw("title", {}, box.keys[0]));
      path.addEventListener("click", () => this.openText(face.language, box.keys.includes(this.desk.key) ? (box.keys[1 + box.keys.indexOf(this.desk.key)] ?? box.keys[0]) : box.keys[0]));
      return path;
    });
    this.over.replaceChildren(...paths);
  }

  async find(face) {
    const current = () => this.id === face.id;
    const { data } = await insist("boxes", { language: face.language, face: face.key }, current);
    if (!data || !current() || this.tried) return;
    this.boxes = data.boxes;
    this.outline(face);
    if (!this.desk.key) {
      const at = document.activeElement;
      if (!this.right.contains(at)) arrange(this.right, this.about(this.store.faces.get(this.id)));
    }
  }

  turn(face) {
    const other = face.other && this.store.faces.get(`${face.language} ${face.other}`);
    if (!other) return [];
    return [make("button", { type: "button", onclick: () => this.open(other) }, say(face.side === "front" ? "detail.back" : "detail.front"))];
  }

  about(face) {
    const part = this.store.head.parts.find(({ id }) => id === face.part);
    const named = this.store.head.languages.find(({ id }) => id === face.language);
    const rows = [
      ["detail.part", part?.name ?? face.part],
      ["detail.kind", face.kind],
      ["detail.language", named?.name ?? face.language],
      ["detail.size", say("detail.mm", { w: round(face.width), h: round(face.height) })],
      ["detail.copies", String(face.copies)],
    ];
    if (face.fill) rows.push(["detail.fill", say("languages.fill", { n: Math.round(face.fill * 100), key: face.fullest })]);
    const list = make("dl", {}, ...rows.flatMap(([word, value]) => [make("dt", {}, say(word)), make("dd", {}, value)]));
    const blocks = [list];
    const texts = this.texts(face);
    if (texts.length) blocks.push(make("h3", {}, say("detail.texts")), make("p", { class: "note" }, say("detail.touch")), make("ul", { class: "rows" }, ...texts));
    if (face.colours.length) {
      const named = (name) => this.store.head.colours.find(({ id }) => id === name)?.name ?? name;
      const chip = (name) => make("button", { type: "button", class: "chip", onclick: () => this.leave(() => this.page.paint(name)) }, named(name), swatch(this.store, name));
      const names = face.colours.map((name) => make("li", {}, chip(name)));
      blocks.push(make("h3", {}, say("detail.colours")), make("ul", { class: "chips" }, ...names));
    }
    return blocks;
  }

  // Its texts: those in its boxes with what they say, then those that it was made with besides.
  texts(face) {
    const mark = (key) => {
      if (face.missing.includes(key)) return say("detail.missing");
      return face.stale.includes(key) ? say("detail.stale") : "";
    };
    const open = (key) => () => this.openText(face.language, key);
    const told = new Set();
    const items = [];
    for (const { keys, words, place, link } of this.boxes) {
      const id = keys[0] ?? place;
      if (!id || told.has(id)) continue;
      told.add(id);
      if (keys.length) items.push(row(keys[0], words, mark(keys[0]), open(keys[0])));
      else items.push(make("li", { class: "fixed" }, make("span", { class: "words" }, words), link ? make("a", { href: link }, place) : make("span", {}, place)));
      for (const key of keys.slice(1)) {
        if (!told.has(key)) items.push(row(key, "", mark(key), open(key)));
        told.add(key);
      }
    }
    for (const key of face.texts) if (!told.has(key)) items.push(row(key, "", mark(key), open(key)));
    return items;
  }
}

function swatch(store, name) {
  const spot = make("span", { class: "swatch", "aria-hidden": "true" });
  spot.style.backgroundColor = store.head.colours.find(({ id }) => id === name)?.value ?? "transparent";
  return spot;
}

function round(length) {
  return Math.round(length * 10) / 10;
}
