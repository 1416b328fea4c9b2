// Card: one face on the page, in a frame as large as the face is; updated in place, so that nothing around it moves.

import { draw, make, put } from "./dom.js";
import { say } from "./words.js";

export function address(face, bleed) {
  return `face/${face.drawing}${bleed && face.bleed ? ".bleed" : ""}.svg`;
}

// A back that belongs to one face is called as that is.
export function nameOf(face) {
  if (face.item === "one") return face.kind;
  return face.side === "back" ? `${face.item} · ${say("side.back")}` : face.item;
}

// What a face shows, for those who cannot see it.
export function spoken(face, old) {
  const words = face.words.length > 300 ? `${face.words.slice(0, 300)}…` : face.words;
  const name = face.item === "one" ? face.kind : face.item;
  const parts = [name, face.language, say(`side.${face.side}`), face.alt, words];
  if (old) parts.push(say("face.old"));
  if (face.state === "faulty") parts.push(say("face.faulty"));
  return parts.filter(Boolean).join(". ");
}

export class Card {
  constructor(open) {
    this.image = make("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
    this.picture = make("span", { class: "picture" }, this.image);
    this.caption = make("span", { class: "caption" });
    this.badge = make("span", { class: "badge" });
    this.button = make("button", { type: "button", class: "face", onclick: () => open(this.face) }, this.picture, this.caption, this.badge);
    this.zones = null;
    this.face = null;
    this.shown = "";
  }

  // Show a face; `look` says what is drawn around and over it, `old` that it waits to be drawn anew; it stands for so
  // many that are `alike`.
  show(face, look, old, alike = 1) {
    const fresh = this.face !== null && this.face.drawing !== face.drawing;
    const state = `${look.bleed} ${look.zones} ${old} ${alike}`;
    if (this.face === face && this.shown === state) return;
    this.face = face;
    this.shown = state;
    const by = look.bleed ? face.bleed : 0;
    const [wide, high] = [face.width + 2 * by, face.height + 2 * by];
    this.picture.style.setProperty("--w", wide);
    this.picture.style.setProperty("--h", high);
    const wanted = address(face, look.bleed);
    if (this.image.getAttribute("src") !== wanted) this.image.setAttribute("src", wanted);
    this.button.setAttribute("aria-label", spoken(face, old));
    this.button.dataset.id = face.id;
    put(this.caption, alike > 1 ? `${face.kind} × ${alike}` : nameOf(face));
    put(this.badge, old ? say("face.old") : face.state === "faulty" ? say("face.faulty") : "");
    this.button.classList.toggle("old", old);
    this.button.classList.toggle("faulty", face.state === "faulty");
    this.drawZones(face, look, by, wide, high);
    if (fresh) this.flash();
  }

  drawZones(face, look, by, wide, high) {
    this.zones?.remove();
    this.zones = null;
    if (!look.zones) return;
    const box = `${-by} ${-by} ${wide} ${high}`;
    this.zones = draw("svg", { viewBox: box, "aria-hidden": "true", class: "zones" });
    for (const [data, name] of [[face.outline, "cut"], [face.safe, "safe"]]) {
      this.zones.append(draw("path", { d: data, class: "halo" }), draw("path", { d: data, class: name }));
    }
    this.picture.append(this.zones);
  }

  // A short sign that a face changed.
  flash() {
    this.button.classList.remove("fresh");
    requestAnimationFrame(() => this.button.classList.add("fresh"));
  }
}
