// Referee: the cards as they lie on the table in, who belongs where out.

import { GAME, announce, face, goTo, make, store, words } from "./kit.js";
import { bySeats, fits, route, walk } from "./rules.js";
import { cardName, eventName, rowOf, shipButton, shipName, steps, table, ui } from "./pieces.js";

const VIEWS = ["cards", "pirates", "seats", "answer"];
const ALL = GAME.ships.map((_, ship) => ship);

/** A list of numbers that are places in another, each at most once; null for anything else. */
function places(value, length) {
  const good = Array.isArray(value) && value.every((n) => Number.isInteger(n) && n >= 0 && n < length);
  return good && new Set(value).size === value.length ? value : null;
}

/** All that the page knows of a table; it is kept, so that a phone may sleep. `draw` is called on every change. */
export class Referee {
  constructor(draw) {
    this.draw = draw;
    this.view = "cards";
    this.kind = null;
    this.pirate = null;
    this.clear();
    this.recall(store.get("table"));
  }

  clear() {
    this.seats = [...ALL];
    this.laid = [...ALL];
    this.starts = new Map();
    this.row = [];
    this.event = null;
  }

  recall(kept) {
    if (kept?.set !== GAME.set) return;
    const seats = places(kept.seats, ALL.length);
    if (seats?.length === ALL.length) this.seats = this.laid = seats;
    for (const [pirate, ship] of Array.isArray(kept.starts) ? kept.starts : []) {
      if (GAME.pirates[pirate] && GAME.ships[ship]) this.starts.set(pirate, ship);
    }
    for (const card of Array.isArray(kept.row) ? kept.row : []) if (GAME.cards[card] && this.leftOf(card) > 0) this.row.push(card);
    if (GAME.events[kept.event]) this.event = kept.event;
  }

  change(more = {}) {
    Object.assign(this, more);
    store.set("table", { set: GAME.set, seats: this.seats, starts: [...this.starts], row: this.row, event: this.event });
    this.draw();
  }

  // What is done

  leftOf(card) {
    return GAME.cards[card].copies - this.row.filter((one) => one === card).length;
  }

  lay(card) {
    if (this.leftOf(card) < 1 || this.row.length >= GAME.longest) return;
    this.change({ row: [...this.row, card] });
    announce(`${ui("card", { n: this.row.length })}: ${cardName(card)}`);
  }

  layEvent(event) {
    this.change({ event: this.event === event ? null : event });
    announce(this.event === null ? ui("no-event") : eventName(event));
  }

  undo() {
    if (this.row.length) this.change({ row: this.row.slice(0, -1) });
    else if (this.event !== null) this.change({ event: null });
    announce(ui("count", { n: this.row.length }));
  }

  /** A pirate starts at a ship; whoever was there gives way, for no two tiles lie at one ship. */
  place(ship) {
    const there = [...this.starts].find(([, other]) => other === ship)?.[0];
    const pirate = this.pirate ?? there ?? GAME.pirates.findIndex((_, one) => !this.starts.has(one));
    if (there !== undefined) this.starts.delete(there);
    if (there !== pirate && pirate >= 0) this.starts.set(pirate, ship);
    this.change({ pirate: null });
    const now = this.starts.get(pirate);
    announce(now === ship ? `${this.pirateName(pirate)}: ${shipName(ship)}` : ui("free", { ship }));
  }

  /** The next ship clockwise; once all lie, the first tap begins anew. */
  seat(ship) {
    const laid = this.laid.length === ALL.length ? [] : this.laid;
    if (laid.includes(ship)) return;
    const next = [...laid, ship];
    this.change({ laid: next, seats: next.length === ALL.length ? next : this.seats });
    announce(`${next.length}: ${shipName(ship)}`);
  }

  /** Whether there is a table that somebody has before them. */
  get busy() {
    return this.row.length > 0 || this.event !== null || this.starts.size > 0;
  }

  get ready() {
    return this.row.length > 0 && (this.event === null || fits(GAME.events[this.event], this.row.length));
  }

  get route() {
    return route(GAME, this.row, this.event);
  }

  /** Who asks, each with the ship of the start: the pirates that were placed, or else every ship. */
  get askers() {
    const placed = [...this.starts].sort(([one], [other]) => one - other);
    return placed.length ? placed.map(([pirate, ship]) => ({ pirate, ship })) : ALL.map((ship) => ({ pirate: null, ship }));
  }

  /** The true ships are where the next round starts from. */
  nextRound() {
    const ends = [...this.starts].map(([pirate, ship]) => [pirate, walk(GAME, this.route, this.seats, ship).at(-1)]);
    this.change({ starts: new Map(ends), row: [], event: null, view: "cards" });
    goTo("heading");
  }

  newTable() {
    this.clear();
    this.change({ view: "cards" });
    goTo("heading");
  }

  go(view) {
    this.change({ view });
    goTo("heading");
  }

  pirateName(pirate) {
    return words().pirates[GAME.pirates[pirate].id];
  }

  leave() {
    this.pirate = null;
  }

  // What is shown

  show() {
    const shown = { cards: () => this.cards(), pirates: () => this.pirates(), seats: () => this.lying(), answer: () => this.answer() };
    return [make("main", { class: `referee ${this.view}` }, shown[this.view]()), this.bar()];
  }

  bar() {
    const tabs = VIEWS.map((view) =>
      make(
        "button",
        { type: "button", "data-key": `view-${view}`, "aria-current": view === this.view ? "step" : null, onclick: () => this.go(view) },
        ui(view),
        view === "cards" && this.row.length ? make("b", { class: "count" }, ` ${this.row.length}`) : null,
      ),
    );
    return make("nav", { class: "bar", "aria-label": ui("referee") }, tabs);
  }

  cards() {
    const few = this.event !== null && this.row.length > 0 && !this.ready;
    const kinds = [null, ...GAME.kinds, ...(GAME.events.length ? ["events"] : [])];
    const chip = (kind) =>
      make(
        "button",
        { type: "button", class: "plain", "data-key": `kind-${kind}`, "aria-pressed": String(kind === this.kind), onclick: () => this.change({ kind }) },
        kind === null ? ui("all") : kind === "events" ? words().eventsTitle : words().kinds[kind],
      );
    return [
      make("h1", { id: "heading" }, ui("cards")),
      make("p", { class: "lead" }, ui("cards-lead")),
      make(
        "div",
        { class: "laid" },
        this.row.length || this.event !== null ? rowOf(this.row, this.event) : make("p", { class: "quiet" }, ui("row-empty")),
        make(
          "div",
          { class: "buttons" },
          make("button", { type: "button", class: "plain", "data-key": "undo", "aria-disabled": this.row.length || this.event !== null ? null : "true", onclick: () => this.undo() }, ui("undo")),
          make("button", { type: "button", class: "go", "data-key": "answer", disabled: !this.ready, onclick: () => this.go("answer") }, ui("answer")),
        ),
        few ? make("p", { class: "aside" }, this.tooFew()) : null,
      ),
      make("div", { class: "chips", role: "group", "aria-label": ui("kinds") }, kinds.map(chip)),
      make("ul", { class: "grid", "aria-label": ui("cards") }, this.choices()),
    ];
  }

  tooFew() {
    const least = Math.min(...Object.keys(GAME.events[this.event].orders).map(Number));
    return ui("event-short", { event: eventName(this.event), n: least });
  }

  choices() {
    const cards = GAME.cards
      .map((card, index) => ({ card, index }))
      .filter(({ card }) => this.kind === null || card.kind === this.kind)
      .map(({ card, index }) => {
        const left = this.leftOf(index);
        return this.choice(card.face, cardName(index), left < 1 || this.row.length >= GAME.longest, `lay-${index}`, () => this.lay(index), left > 1 ? left : null);
      });
    const events = this.kind === null || this.kind === "events" ? GAME.events : [];
    return [
      ...cards,
      ...events.map((event, index) =>
        this.choice(event.face, eventName(index), false, `event-${index}`, () => this.layEvent(index), null, this.event === index),
      ),
    ];
  }

  choice(id, name, gone, key, tap, left = null, pressed = null) {
    const picture = face(id);
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "card", "data-key": key, "aria-disabled": gone ? "true" : null, "aria-pressed": pressed === null ? null : String(pressed), onclick: tap },
        picture,
        make("span", { class: picture ? "unseen" : "name" }, name),
        left === null ? null : make("b", { class: "left" }, `×${left}`),
      ),
    );
  }

  pirates() {
    const at = new Map([...this.starts].map(([pirate, ship]) => [ship, pirate]));
    const chooser = GAME.pirates.map((pirate, index) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "pirate", "data-key": `pirate-${index}`, "aria-pressed": String(this.pirate === index), onclick: () => this.change({ pirate: this.pirate === index ? null : index }) },
          face(pirate.face),
          make("span", { class: "name" }, this.pirateName(index)),
          this.starts.has(index) ? make("span", { class: "quiet" }, shipName(this.starts.get(index))) : null,
        ),
      ),
    );
    const tag = (ship) => (at.has(ship) ? make("span", { class: "tag" }, this.pirateName(at.get(ship))) : null);
    return [
      make("h1", { id: "heading" }, ui("pirates")),
      make("p", { class: "lead" }, ui("pirates-lead")),
      make("ul", { class: "crew", "aria-label": ui("pirates") }, chooser),
      table(this.seats, (ship) => shipButton(ship, (chosen) => this.place(chosen), { class: at.has(ship) ? "ship here" : "ship" }, tag(ship))),
    ];
  }

  lying() {
    const done = this.laid.length === ALL.length;
    const shown = done ? this.seats : ALL;
    return [
      make("h1", { id: "heading" }, ui("seats")),
      make("p", { class: "lead" }, ui("seats-lead")),
      table(shown, (ship) => {
        const number = this.laid.indexOf(ship) + 1;
        const more = { class: number ? "ship here" : "ship", "aria-disabled": !done && number ? "true" : null };
        return shipButton(ship, (chosen) => this.seat(chosen), more, number ? make("span", { class: "tag" }, number) : null);
      }),
    ];
  }

  answer() {
    if (!this.ready) {
      return [
        make("h1", { id: "heading" }, ui("answer")),
        make("p", { class: "lead" }, this.event !== null && this.row.length ? this.tooFew() : ui("row-empty")),
        make("button", { type: "button", class: "go", "data-key": "to-cards", onclick: () => this.go("cards") }, ui("cards")),
      ];
    }
    return [
      make("h1", { id: "heading" }, ui("answer")),
      rowOf(this.row, this.event),
      bySeats(GAME, this.row, this.event)
        ? make("p", { class: "aside" }, ui("by-seats"), " ", make("button", { type: "button", class: "plain", "data-key": "to-seats", onclick: () => this.go("seats") }, ui("seats")))
        : null,
      make("ul", { class: "ways" }, this.askers.map((asker) => this.wayOf(asker))),
      make(
        "div",
        { class: "buttons" },
        this.starts.size ? make("button", { type: "button", class: "go", "data-key": "next", onclick: () => this.nextRound() }, ui("next-round")) : null,
        make("button", { type: "button", class: "plain", "data-key": "new", onclick: () => this.newTable() }, ui("new-table")),
      ),
    ];
  }

  wayOf({ pirate, ship }) {
    const way = walk(GAME, this.route, this.seats, ship);
    const end = way.at(-1);
    const who = pirate === null ? null : [face(GAME.pirates[pirate].face), make("b", {}, this.pirateName(pirate))];
    const move = make("span", { class: "move" }, `${shipName(ship)} → `, make("b", {}, shipName(end)));
    return make("li", {}, make("details", {}, make("summary", {}, who, move), steps(this.route, way, this.event)));
  }
}
