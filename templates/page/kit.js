// Kit: what any game's page of play is made of: its data and words, elements, faces, a place to keep things.
//
// Words and data of a pack are set as text, never as markup: nothing that a pack says becomes part of a program.

const GIVEN = JSON.parse(document.getElementById("data").textContent);

/** The game's plain data. */
export const GAME = GIVEN.game;

/** Where things are kept: with the browser, or where it keeps none (a frame), in the window as long as that is open. */
const SHELF = (() => {
  try {
    return localStorage;
  } catch {
    const kept = () => {
      try {
        return Object(JSON.parse(window.name));
      } catch {
        return {};
      }
    };
    return {
      getItem: (key) => kept()[key] ?? null,
      setItem: (key, text) => {
        window.name = JSON.stringify({ ...kept(), [key]: text });
      },
    };
  }
})();

/** Kept on this device where the browser allows it; a page opened from a file may have to do without. */
export const store = {
  name: `santy-${GIVEN.pack}-`,
  get(key) {
    try {
      return JSON.parse(SHELF.getItem(this.name + key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      SHELF.setItem(this.name + key, JSON.stringify(value));
    } catch {
      // then it lasts as long as the page
    }
  },
};

/** Tell a page that shows this one in a frame whether something would be lost if this one were loaded anew. */
export function inPlay(playing) {
  if (window.parent !== window) window.parent.postMessage({ playing }, "*");
}

/** The languages of the page by code, each with its own name. */
export const LANGUAGES = Object.entries(GIVEN.words).map(([code, words]) => ({ code, name: words.name }));

let language = LANGUAGES[0].code;

/** The code of the language that the page speaks. */
export function spoken() {
  return language;
}

/** The game's words in the language of the page. */
export function words() {
  return GIVEN.words[language].game;
}

/** The title of the game. */
export function title() {
  return GIVEN.words[language].title;
}

/** A text of the page's own. */
export function kitWord(key) {
  return GIVEN.words[language].kit[key];
}

/** The language that a reader most likely wants: the one chosen before, then the browser's, then the first. */
export function firstLanguage() {
  const known = LANGUAGES.map(({ code }) => code);
  const wanted = [store.get("language"), ...(navigator.languages ?? [])].filter((code) => typeof code === "string");
  for (const code of wanted) {
    const found = known.find((one) => one === code) ?? known.find((one) => one === code.split("-")[0]);
    if (found) return found;
  }
  return known[0];
}

/** Speak a language from now on; whoever draws the page draws it anew. */
export function speak(code) {
  language = code;
  const root = document.documentElement;
  root.lang = code;
  root.dir = GIVEN.words[code].direction;
  document.title = title();
}

/** A text with its values: `say("{name} is next.", {name: "Ann"})`. */
export function say(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/**
 * An element: `make("button", {class: "go", onclick: start}, "Go")`. Attributes that are functions are listeners, those
 * that are true stand alone, those that are false, null or undefined are left out; what follows is text or elements.
 */
export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[key] = value;
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The face of a piece as a picture that its neighbouring words describe; null where the pack prints none. */
export function face(id, look = "") {
  const box = GIVEN.boxes[id];
  if (!box) return null;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", `face ${look}`.trim());
  picture.setAttribute("viewBox", `0 0 ${box[0]} ${box[1]}`);
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  picture.dataset.key = id;
  picture.append(use);
  return picture;
}

/** Say something to those who listen instead of looking. */
export function announce(text) {
  const voice = document.getElementById("voice");
  voice.textContent = "";
  requestAnimationFrame(() => {
    voice.textContent = text;
  });
}

/** Show a face large, with its words, until it is closed. */
export function enlarge(id, name, text) {
  const close = () => dialog.close();
  const dialog = make(
    "dialog",
    { "aria-label": name, onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && close() },
    make(
      "div",
      { class: "large" },
      face(id),
      make("div", {}, make("h2", {}, name), text ? make("p", {}, text) : null, make("button", { type: "button", class: "plain", onclick: close }, kitWord("close"))),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** A choice of language, where there are several; `change` is called after one was chosen. */
export function languageChoice(change) {
  if (LANGUAGES.length < 2) return null;
  const choose = (event) => {
    store.set("language", event.target.value);
    speak(event.target.value);
    change();
  };
  const options = LANGUAGES.map(({ code, name }) =>
    make("option", { value: code, lang: code, selected: code === language }, name),
  );
  return make("select", { "aria-label": kitWord("language"), class: "language", onchange: choose }, options);
}

const STATES = ["checked", "value", "selected", "onclick", "onchange", "onclose"];

/** Whether one element can become another: of one kind, and not two things that have names of their own. */
function alike(old, fresh) {
  return old.nodeName === fresh.nodeName && old.dataset?.key === fresh.dataset?.key;
}

/**
 * Make of an element what another is, and leave what is the same: faces are costly to draw, and what has the focus, is
 * scrolled or stands open stays so.
 */
function become(old, fresh) {
  if (fresh.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const state of STATES) if (state in fresh && old[state] !== fresh[state]) old[state] = fresh[state];
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, n) => {
    if (!before[n]) old.append(child);
    else if (alike(before[n], child)) become(before[n], child);
    else before[n].replaceWith(child);
  });
  before.slice(after.length).forEach((child) => child.remove());
}

/** The page around what a game shows: its title and the choice of language above, a voice for those who listen. */
export function frame(change, ...inside) {
  const framed = window.parent !== window && LANGUAGES.length < 2; // the page around it has the title already
  const head = framed ? null : make("header", {}, make("p", { class: "title" }, title()), languageChoice(change));
  const page = make("div", { id: "page" }, head, inside);
  const old = document.getElementById("page");
  if (old) become(old, page);
  else document.body.append(page, make("div", { id: "voice", class: "unseen", role: "status", "aria-live": "polite" }));
}

/** Go to a heading that has just been drawn: whoever listens hears it next, whoever looks sees it. */
export function goTo(id) {
  const heading = document.getElementById(id);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: "instant" });
}
