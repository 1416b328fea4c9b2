// Pieces: ships around a table, cards in a row, and what happened card by card, as elements of the page.

import { GAME, enlarge, face, make, say, words } from "./kit.js";

/** A text of this game's page in the language that it speaks; of a `ship` as its name wants it. */
export function ui(key, values = {}) {
  if (!("ship" in values)) return say(words().ui[key], values);
  return say(words().ofShips[key]?.[values.ship] ?? words().ui[key], { ...values, ship: shipName(values.ship) });
}

/** A ship as it is called. */
export function shipName(ship) {
  return words().ships[GAME.ships[ship].id];
}

/** What a card of the row is called. */
export function cardName(card) {
  return words().cards[GAME.cards[card].id][0];
}

/** What an event is called. */
export function eventName(event) {
  return words().events[GAME.events[event].id][0];
}

/** A time in seconds as minutes and seconds. */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The cells around a block of so many columns, clockwise from its corner: [column, row], from 1. */
export function around(count, columns) {
  if (count <= columns) return Array.from({ length: count }, (_, n) => [n + 1, 1]);
  const rows = Math.max(2, Math.ceil((count - 2 * columns) / 2) + 2);
  const cells = [];
  for (let x = 1; x <= columns; x += 1) cells.push([x, 1]);
  for (let y = 2; y < rows; y += 1) cells.push([columns, y]);
  for (let x = columns; x >= 1; x -= 1) cells.push([x, rows]);
  for (let y = rows - 1; y > 1; y -= 1) cells.push([1, y]);
  return cells.slice(0, count);
}

/** The ships as they lie, clockwise; `cell` makes of a ship what stands in its place. */
export function table(seats, cell) {
  const narrow = around(seats.length, seats.length > 4 ? 3 : 2);
  const wide = around(seats.length, Math.ceil((seats.length + 4) / 3));
  const list = make("ul", { class: "table", "aria-label": ui("seats") });
  for (const [name, cells] of Object.entries({ "": narrow, "wide-": wide })) {
    list.style.setProperty(`--${name}columns`, Math.max(...cells.map(([column]) => column)));
    list.style.setProperty(`--${name}rows`, Math.max(...cells.map(([, row]) => row)));
  }
  seats.forEach((ship, chair) => {
    const place = make("li", {}, cell(ship, chair));
    const [[column, row], [wideColumn, wideRow]] = [narrow[chair], wide[chair]];
    place.style.setProperty("--column", column);
    place.style.setProperty("--row", row);
    place.style.setProperty("--wide-column", wideColumn);
    place.style.setProperty("--wide-row", wideRow);
    list.append(place);
  });
  return list;
}

/** A ship that can be tapped. */
export function shipButton(ship, tap, more = {}, ...below) {
  const { number, face: id } = GAME.ships[ship];
  return make(
    "button",
    { type: "button", class: "ship", "data-key": `ship-${ship}`, onclick: () => tap(ship), ...more },
    face(id),
    make("span", { class: "name" }, make("b", {}, number), ` ${shipName(ship)}`),
    ...below,
  );
}

/** A card face that is shown large when it is tapped. */
export function cardFace(id, [name, effect], number = null) {
  const picture = face(id);
  return make(
    "button",
    { type: "button", class: "card", "data-key": `large-${number}-${id}`, onclick: () => enlarge(id, name, effect) },
    number === null ? null : make("b", { class: "place" }, number),
    picture,
    make("span", { class: picture ? "unseen" : "name" }, name),
  );
}

/** The cards as they lie, in reading order; the event lies behind the card after which it belongs. */
export function rowOf(row, event) {
  const items = row.map((card, place) => {
    const { id, face: picture } = GAME.cards[card];
    return make("li", {}, cardFace(picture, words().cards[id], place + 1));
  });
  if (event !== null) {
    const { id, face: picture } = GAME.events[event];
    items.splice(Math.min(GAME.after, items.length), 0, make("li", { class: "event" }, cardFace(picture, words().events[id])));
  }
  return make("ol", { class: "row", "aria-label": ui("cards") }, items);
}

/** What a pirate looks at on a ship to follow a card, in words; nothing where the card itself says it. */
function reason(step, ship) {
  if (step.card === null) return "";
  return words().why[GAME.cards[step.card].id]?.[ship] ?? "";
}

/** A ship to look at: `badges` are the numbers of the cards that led there. */
export function shipShown(ship, look, badges, ...below) {
  const { number, face: id } = GAME.ships[ship];
  const numbers = make("span", { class: "place" }, badges.map((badge) => make("b", {}, badge)));
  return make("div", { class: `ship ${look}`.trim() }, face(id), make("span", { class: "name" }, make("b", {}, number), ` ${shipName(ship)}`), numbers, ...below);
}

/** The ships from and to which a step leads, as pictures of what is said beside them. */
function leads(from, to) {
  return make("div", { class: "leads", "aria-hidden": "true" }, face(GAME.ships[from].face, "from"), make("span", {}, "→"), face(GAME.ships[to].face, "to"));
}

/** Every step of a way: the card, from which ship, to which, and why. */
export function steps(route, way, event) {
  return make(
    "ol",
    { class: "steps" },
    route.map((step, n) => {
      const [from, to] = [way[n], way[n + 1]];
      const card = step.card === null ? null : GAME.cards[step.card];
      const [id, texts] = card ? [card.face, words().cards[card.id]] : [GAME.events[event].face, words().events[GAME.events[event].id]];
      const name = texts[0];
      const why = reason(step, from);
      const move = from === to ? ui("stay", { ship: to }) : `${shipName(from)} → ${shipName(to)}`;
      return make(
        "li",
        { class: `${from === to ? "stays" : "moves"}${n === route.length - 1 ? " last" : ""}` },
        cardFace(id, texts),
        make(
          "div",
          {},
          make("p", { class: "quiet" }, card ? `${ui("card", { n: step.place + 1 })}: ${name}` : name),
          make("p", { class: "move" }, move),
          why ? make("p", { class: "why" }, why) : null,
        ),
        leads(from, to),
      );
    }),
  );
}
