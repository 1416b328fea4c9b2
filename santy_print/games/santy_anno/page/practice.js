// Practice: a row of cards, a ship to start from, and the one question: where do you belong?

import { GAME, announce, face, goTo, make, store, words } from "./kit.js";
import { deck, eventPile, route, shuffled, slip, walk } from "./rules.js";
import { clockTime, rowOf, shipButton, shipShown, steps, table, ui } from "./pieces.js";

const LONGEST = GAME.longest;

/** All that the page knows of a practice; `draw` is called whenever any of it has changed. */
export class Practice {
  constructor(draw) {
    this.draw = draw;
    const kept = store.get("practice") ?? {};
    const levels = GAME.levels;
    this.count = Number.isInteger(kept.count) && kept.count >= 1 && kept.count <= LONGEST ? kept.count : Math.min(3, LONGEST);
    this.level = levels.includes(kept.level) ? kept.level : levels[0];
    this.left = new Set((Array.isArray(kept.left) ? kept.left : []).filter((kind) => GAME.kinds.includes(kind)));
    this.clock = kept.clock === true;
    this.phase = "begin";
    this.timer = null;
  }

  keep() {
    store.set("practice", { count: this.count, level: this.level, left: [...this.left], clock: this.clock });
  }

  get expert() {
    return this.level !== "basic";
  }

  /** The kinds of card that the deck has and that are wanted. */
  get kinds() {
    const there = new Set(GAME.cards.filter((card) => card.basic || this.expert).map((card) => card.kind));
    return GAME.kinds.filter((kind) => there.has(kind));
  }

  get pile() {
    return deck(GAME, this.expert, new Set(this.kinds.filter((kind) => !this.left.has(kind))));
  }

  /** Under what name the best time is kept; none where kinds are left out, which makes it easier. */
  get record() {
    return this.kinds.some((kind) => this.left.has(kind)) ? null : `best-${GAME.set}-${this.level}-${this.count}`;
  }

  // What is done

  deal() {
    const row = shuffled(this.pile).slice(0, this.count);
    const events = this.level === "events" ? shuffled(eventPile(GAME, row.length)) : [];
    const ships = GAME.ships.map((_, ship) => ship);
    this.task = { row, event: events[0] ?? null, seats: shuffled(ships), start: shuffled(ships)[0] };
    this.begin();
  }

  begin() {
    this.phase = "run";
    this.began = performance.now();
    this.answer = null;
    this.draw();
    goTo("heading");
    this.tick();
  }

  tick() {
    clearInterval(this.timer);
    if (!this.clock) return;
    this.timer = setInterval(() => {
      const shown = document.getElementById("clock");
      if (shown) shown.textContent = clockTime(this.seconds);
    }, 250);
  }

  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  /** Settle where somebody sits; null gives up. */
  settle(ship) {
    clearInterval(this.timer);
    const { row, event, seats, start } = this.task;
    const time = this.seconds;
    this.steps = route(GAME, row, event);
    this.way = walk(GAME, this.steps, seats, start);
    this.answer = ship;
    this.right = ship === this.way.at(-1);
    this.slip = ship === null || this.right ? null : slip(GAME, row, event, seats, start, ship);
    this.time = this.clock && this.right ? time : null;
    this.best = false;
    if (this.time !== null && this.record) {
      const best = store.get(this.record);
      this.best = typeof best !== "number" || time < best;
      if (this.best) store.set(this.record, time);
    }
    this.phase = "shown";
    this.draw();
    goTo("heading");
    announce(this.verdict);
  }

  get verdict() {
    const ship = this.way.at(-1);
    return ui(this.right ? "right" : this.answer === null ? "shown" : "wrong", { ship });
  }

  /** Whether there is a row that somebody has before them. */
  get busy() {
    return this.phase !== "begin";
  }

  leave() {
    clearInterval(this.timer);
    if (this.phase === "run") this.phase = "begin";
  }

  // What is shown

  show() {
    return { begin: () => this.choices(), run: () => this.question(), shown: () => this.result() }[this.phase]();
  }

  choices() {
    const change = (more) => {
      Object.assign(this, more);
      this.keep();
      this.draw();
    };
    const best = this.clock && this.record ? store.get(this.record) : null;
    const few = this.pile.length < 1;
    return make(
      "main",
      { class: "narrow" },
      make("h1", { id: "heading" }, ui("practice")),
      make("p", { class: "lead" }, ui("practice-lead")),
      make(
        "fieldset",
        { class: "stepper" },
        make("legend", {}, ui("length")),
        this.stepButton("−", -1, change),
        make("output", { "aria-live": "polite" }, this.count),
        this.stepButton("+", 1, change),
      ),
      this.radios(change),
      make(
        "fieldset",
        { class: "chips kinds" },
        make("legend", {}, ui("kinds")),
        this.kinds.map((kind) => this.kindBox(kind, change)),
      ),
      make(
        "label",
        { class: "check" },
        make("input", { type: "checkbox", "data-key": "clock", checked: this.clock, onchange: (event) => change({ clock: event.target.checked }) }),
        make("span", {}, ui("clock")),
      ),
      typeof best === "number" ? make("p", { class: "quiet" }, ui("best", { time: clockTime(best) })) : null,
      make("button", { type: "button", class: "go", "data-key": "go", disabled: few, onclick: () => this.deal() }, ui("go")),
      few ? make("p", { class: "quiet" }, ui("no-kinds")) : null,
    );
  }

  stepButton(sign, by, change) {
    const next = this.count + by;
    const end = next < 1 || next > LONGEST;
    const tap = () => end || change({ count: next });
    const label = ui(by < 0 ? "fewer" : "more");
    return make("button", { type: "button", class: "plain", "data-key": `step${by}`, "aria-label": label, "aria-disabled": end ? "true" : null, onclick: tap }, sign);
  }

  radios(change) {
    if (GAME.levels.length < 2) return null;
    return make(
      "fieldset",
      { class: "chips" },
      make("legend", {}, ui("deck")),
      GAME.levels.map((level) =>
        make(
          "label",
          { class: "chip" },
          make("input", { type: "radio", name: "level", "data-key": `level-${level}`, checked: level === this.level, onchange: () => change({ level }) }),
          make("span", {}, words().levels[level]),
        ),
      ),
    );
  }

  kindBox(kind, change) {
    const toggle = () => {
      if (!this.left.delete(kind)) this.left.add(kind);
      change({});
    };
    const sample = GAME.cards.find((card) => card.kind === kind && (card.basic || this.expert));
    return make(
      "label",
      { class: "chip" },
      make("input", { type: "checkbox", "data-key": `kind-${kind}`, checked: !this.left.has(kind), onchange: toggle }),
      make("span", {}, sample ? face(sample.face) : null, words().kinds[kind]),
    );
  }

  question() {
    const { row, event, seats, start } = this.task;
    const here = (ship) => (ship === start ? make("span", { class: "tag" }, ui("you")) : null);
    return make(
      "main",
      { class: "task" },
      make(
        "div",
        { class: "asked" },
        make("h1", { id: "heading" }, ui("start", { ship: start })),
        this.clock ? make("p", { id: "clock", class: "time", role: "timer", "aria-live": "off" }, clockTime(this.seconds)) : null,
      ),
      rowOf(row, event),
      make("p", { class: "ask" }, ui("ask"), " ", make("span", { class: "quiet" }, words().clockwise)),
      table(seats, (ship) => shipButton(ship, (chosen) => this.settle(chosen), { class: ship === start ? "ship here" : "ship" }, here(ship))),
      make("button", { type: "button", class: "plain", "data-key": "give-up", onclick: () => this.settle(null) }, ui("give-up")),
    );
  }

  result() {
    const { event } = this.task;
    const again = [
      make("button", { type: "button", class: "go", "data-key": "again", onclick: () => this.deal() }, ui("again")),
      this.right ? null : make("button", { type: "button", class: "plain", "data-key": "same", onclick: () => this.begin() }, ui("same")),
      make("button", { type: "button", class: "plain", "data-key": "change", onclick: () => this.back() }, ui("change")),
    ];
    return make(
      "main",
      { class: "task shown" },
      make(
        "div",
        {},
        make("h1", { id: "heading", class: this.right ? "good" : "" }, this.verdict),
        this.time === null ? null : make("p", { class: "time" }, clockTime(this.time), this.best ? make("em", {}, ` ${ui("new-best")}`) : null),
        this.slip ? make("p", { class: "aside" }, this.slipText()) : null,
        make("div", { class: "buttons" }, again),
        make("h2", {}, ui("way")),
        steps(this.steps, this.way, event),
      ),
      this.map(),
    );
  }

  /** The ships with the way on them, for the eye: each that was reached has the numbers of its cards. */
  map() {
    const { seats, start } = this.task;
    const last = this.way.at(-1);
    const cell = (ship) => {
      const badges = this.steps.flatMap(({ place, card }, n) => (card !== null && this.way[n + 1] === ship ? [place + 1] : []));
      const look = ship === last ? "right" : ship === this.answer ? "wrong" : ship === start ? "here" : badges.length ? "" : "far";
      return shipShown(ship, look, badges, ship === start ? make("span", { class: "tag" }, ui("you")) : null);
    };
    const map = table(seats, cell);
    map.setAttribute("aria-hidden", "true"); // the steps beside it say the same
    return map;
  }

  /** A key: a ship's number is the answer, Enter goes on. Gives whether it meant something. */
  key(key) {
    if (this.phase === "run") {
      const ship = GAME.ships.findIndex(({ number }) => String(number) === key);
      if (ship >= 0) this.settle(ship);
      return ship >= 0;
    }
    if (key !== "Enter" || (this.phase === "begin" && this.pile.length < 1)) return false;
    this.deal();
    return true;
  }

  slipText() {
    const { kind, place } = this.slip;
    return ui(`slip-${kind}`, { n: place === null ? "" : place + 1, ship: this.answer });
  }

  back() {
    this.phase = "begin";
    this.draw();
    goTo("heading");
  }
}
