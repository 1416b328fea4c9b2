// Rules: a set as plain data and a row of cards in, where everybody goes out. It knows no card by name, and no page.
//
// Ships, cards and events are numbers: their places in `game.ships`, `game.cards`, `game.events`. `seats` lists the
// ships clockwise, as they lie around the table. What a card does stands in tables that the engine made (`data_of`).

/** The ship that lies so many chairs clockwise from another. */
export function chairsFrom(seats, ship, steps) {
  const count = seats.length;
  return seats[(((seats.indexOf(ship) + steps) % count) + count) % count];
}

/** Where a card sends whoever is on a ship. */
export function target(card, ship, seats) {
  return card.moves ? card.moves[ship] : chairsFrom(seats, ship, card.turns[ship]);
}

/** Whether an event can lie in a row of so many cards. */
export function fits(event, count) {
  return event.orders[count] !== undefined;
}

/**
 * The steps of a round in the order in which they take effect: `place` in the row from 0, the `card` or null, and for
 * what an event adds after a card so many chairs to `drift`.
 */
export function route(game, row, event = null) {
  const places = event === null ? row.map((_, place) => place) : game.events[event].orders[row.length];
  const steps = [];
  for (const place of places) {
    steps.push({ place, card: row[place], drift: 0 });
    const drift = event === null ? 0 : game.events[event].drifts[place];
    if (drift) steps.push({ place, card: null, drift });
  }
  return steps;
}

/** Where one step leads from a ship. */
export function follow(game, step, ship, seats) {
  return step.card === null ? chairsFrom(seats, ship, step.drift) : target(game.cards[step.card], ship, seats);
}

/** The ships on a way, the first one included. */
export function walk(game, steps, seats, ship) {
  const way = [ship];
  for (const step of steps) way.push(follow(game, step, way[way.length - 1], seats));
  return way;
}

/** Whether any step is by seats, so that it matters who lies where. */
export function bySeats(game, row, event = null) {
  return row.some((card) => !game.cards[card].moves) || (event !== null && game.events[event].drifts.some(Boolean));
}

/**
 * The one slip that explains a wrong answer best, or null: its `kind`, and the `place` of the card in the row where it
 * has one. Tried are, in this order: what is struck out overlooked, the other way round, a card left out, the event
 * forgotten, its seats forgotten, a card taken twice.
 */
export function slip(game, row, event, seats, start, answer) {
  const steps = route(game, row, event);
  const ends = (other) => walk(game, other, seats, start).at(-1) === answer;
  const way = walk(game, steps, seats, start);
  const at = (kind, change) => {
    for (let n = 0; n < steps.length; n += 1) {
      const rest = steps.slice(n + 1);
      const here = change(steps[n], way[n]);
      if (here !== null && here !== way[n + 1] && walk(game, rest, seats, here).at(-1) === answer) {
        return { kind, place: steps[n].place };
      }
    }
    return null;
  };
  const card = (step) => (step.card === null ? null : game.cards[step.card]);
  const found =
    at("struck", (step, ship) => card(step)?.unstruck?.[ship] ?? null) ??
    at("direction", (step, ship) => {
      const turn = step.card === null ? step.drift : card(step).turns?.[ship];
      return turn ? chairsFrom(seats, ship, -turn) : null;
    }) ??
    at("left-out", (step, ship) => (step.card === null ? null : ship));
  if (found) return found;
  if (event !== null) {
    if (ends(route(game, row))) return { kind: "event", place: null };
    if (ends(steps.filter((step) => step.card !== null))) return { kind: "event", place: null };
  }
  return at("twice", (step, ship) => (step.card === null ? null : follow(game, step, follow(game, step, ship, seats), seats)));
}

/** The cards of a deck, each as often as it has copies: `expert` or basic alone, and only of these `kinds`. */
export function deck(game, expert, kinds) {
  const pile = [];
  game.cards.forEach((card, index) => {
    if ((card.basic || expert) && kinds.has(card.kind)) for (let n = 0; n < card.copies; n += 1) pile.push(index);
  });
  return pile;
}

/** The event cards, each as often as it has copies. */
export function eventPile(game, count) {
  return game.events.flatMap((event, index) => (fits(event, count) ? Array(event.copies).fill(index) : []));
}

/** Items in an order by chance; `random` gives numbers from 0 to below 1. */
export function shuffled(items, random = Math.random) {
  const pile = [...items];
  for (let n = pile.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [pile[n], pile[other]] = [pile[other], pile[n]];
  }
  return pile;
}
