"""Exhaust: a set in, a proof out that its cards do what the rules say: every card and every row that is short enough.

The engine's moves and the second reading of `oracle` are compared, case by case where there are few enough, else on a
part that is counted beside the whole. A move is a row of bytes, so that moves follow each other in one call of
`bytes.translate`: a million in a second.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, permutations, product
from math import factorial
from typing import NamedTuple

from santy_print.game.table import Proof
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.differs import Differs
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import Seats, turn
from santy_print.games.santy_anno.oracle import Argument, Oracle

MAX_SEATINGS = 5_040
"""All of eight ships up to a turn of the table; of larger fleets so many are tried."""
MAX_THREES = 150_000
"""Rows of three cards; of decks with more than 53 different cards so many are tried."""
ROWS = 250
"""Whole rows of each length under each event."""
MAX_FAULTS = 20
"""So many differences are told of a claim."""


def prove(compiled: Compiled, oracle: Oracle, seed: int = 1, differs: Differs | None = None) -> Iterator[Proof]:
    """The claims, each as soon as it is tried; what is chosen by chance is chosen by the seed.

    `differs` says what is found in the words of a pack.
    """
    prover = _Prover(compiled, oracle, random.Random(seed), differs or Differs())
    yield prover.cards()
    yield prover.threes()
    yield prover.rounds()


class _Plan(NamedTuple):
    """In which order cards take effect under an event, and how many seats everybody drifts after each."""

    order: tuple[int, ...]
    drifts: tuple[int, ...]


class _Prover:
    def __init__(self, compiled: Compiled, oracle: Oracle, rng: random.Random, differs: Differs) -> None:
        self.compiled, self.oracle, self.rng, self.differs = compiled, oracle, rng, differs
        self.ids = [ship.id for ship in compiled.ships]
        self.places = range(len(self.ids))
        self.events: list[Event | None] = [None, *compiled.events]

    def cards(self) -> Proof:
        """Each card from each ship in each seating, however the table is turned (C1 to C9)."""
        cases, faults = 0, list[str]()
        for seats in self._seatings():
            named = [self.ids[ship] for ship in seats]
            for card in self.compiled.cards:
                move = self.compiled.move(card, seats)
                for ship in self.places:
                    cases += 1
                    second = self._walked(card.id, self.ids[ship], named)
                    if second != self.ids[move[ship]]:
                        ends = self.ids[move[ship]], second
                        faults.append(self.differs.way([card], None, self.ids[ship], ends))
                if len(faults) > MAX_FAULTS:
                    return Proof("cards", cases, cases, tuple(faults), self._all_seatings)
        return Proof("cards", cases, cases, tuple(faults), self._all_seatings)

    def threes(self) -> Proof:
        """Each three cards in a row where the event lies behind the first, under each event, from each ship (E1 to E3).

        The second reading follows each row from one ship, another each time.
        """
        seats = self.compiled.seats()
        cards, cases, read, faults = self.compiled.cards, 0, 0, list[str]()
        moves = {card.id: bytes(self.compiled.move(card, seats).targets) for card in cards}
        rows = list(islice(self._threes(), MAX_THREES))
        named = [self.ids[ship] for ship in seats]
        split, shortest = self.compiled.numbers.event_after, min(self.compiled.numbers.rounds)
        lead, rest = [cards[0]] * (split - 1), [cards[0]] * (shortest - split - 2)
        tabled = _Tabled(self.oracle, self.differs)
        for event in self.events:
            plan = self._plan(event, len(lead) + 3 + len(rest))
            drifts = {steps: _table(turn(seats, steps).targets) for steps in set(plan.drifts) - {0}}
            tables = {id: _table(move) for id, move in moves.items()}
            for number, row in enumerate(rows):
                lying = [*lead, *row, *rest]
                here = bytes(self.places)
                for place, drift in zip(plan.order, plan.drifts, strict=True):
                    here = here.translate(tables[lying[place].id])
                    if drift:
                        here = here.translate(drifts[drift])
                cases += len(here)
                ship = number % len(here)
                read += 1
                second = tabled.end([card.id for card in lying], event.id if event else None, named, self.ids[ship])
                if second != self.ids[here[ship]]:
                    ends = self.ids[here[ship]], second
                    faults.append(self.differs.way(lying, event, self.ids[ship], ends))
                    if len(faults) > MAX_FAULTS:
                        return Proof("threes", cases, read, tuple(faults), self._all_threes)
        return Proof("threes", cases, read, tuple(faults), self._all_threes)

    def rounds(self) -> Proof:
        """Rows of each length that a round has under each event, each in a seating of its own, from each ship."""
        cases, faults = 0, list[str]()
        deck = [card for card in self.compiled.cards for _ in range(card.copies)]
        for event, length in product(self.events, sorted(set(self.compiled.numbers.rounds))):
            for _ in range(ROWS):
                row = self.rng.sample(deck, length) if length <= len(deck) else self.rng.choices(deck, k=length)
                seats = tuple(self.rng.sample(self.places, len(self.places)))
                named = [self.ids[ship] for ship in seats]
                steps = self.compiled.route(row, event, seats)
                for start in self.places:
                    ship = start
                    for step in steps:
                        ship = step.move[ship]
                    cases += 1
                    second = self._ended([card.id for card in row], event, named, self.ids[start])
                    if second != self.ids[ship]:
                        faults.append(self.differs.way(row, event, self.ids[start], (self.ids[ship], second)))
                if len(faults) > MAX_FAULTS:
                    return Proof("rounds", cases, cases, tuple(faults), whole=False)
        return Proof("rounds", cases, cases, tuple(faults), whole=False)

    @property
    def _all_seatings(self) -> bool:
        return factorial(len(self.places) - 1) <= MAX_SEATINGS

    @property
    def _all_threes(self) -> bool:
        return len(self.compiled.cards) ** 3 <= MAX_THREES

    def _seatings(self) -> Iterator[Seats]:
        """All that differ by more than a turn of the table, or so many of them."""
        first, *others = self.places
        if self._all_seatings:
            yield from ((first, *rest) for rest in permutations(others))
            return
        for _ in range(MAX_SEATINGS):
            yield (first, *self.rng.sample(others, len(others)))

    def _threes(self) -> Iterator[Sequence[Card]]:
        cards = self.compiled.cards
        if self._all_threes:
            yield from product(cards, repeat=3)
            return
        while True:
            yield self.rng.choices(cards, k=3)

    def _plan(self, event: Event | None, count: int) -> _Plan:
        if event is None:
            return _Plan(tuple(range(count)), (0,) * count)
        hooks, split = EVENTS[event.kind], self.compiled.numbers.event_after
        order = hooks.order(event.data, count, split)
        return _Plan(order, tuple(hooks.after(event.data, place, split) for place in order))

    def _walked(self, card: str, ship: str, seats: Sequence[str]) -> str:
        try:
            return self.oracle.walk(card, ship, seats)
        except Argument as fault:
            return self.differs.why(fault)

    def _ended(self, row: Sequence[str], event: Event | None, seats: Sequence[str], ship: str) -> str:
        try:
            return self.oracle.round(row, event.id if event else None, seats, ship)
        except Argument as fault:
            return self.differs.why(fault)


class _Tabled(Oracle):
    """The second reading with each card walked once from each ship of one seating, and looked up from then on."""

    def __init__(self, oracle: Oracle, differs: Differs) -> None:
        self.__dict__.update(oracle.__dict__)
        self._differs = differs
        self._known = cache(lambda card, ship, seats: oracle.walk(card, ship, seats))

    def walk(self, card_id: str, ship: str, seats: Sequence[str]) -> str:
        """Where one pirate goes, as it was found before."""
        return self._known(card_id, ship, tuple(seats))

    def end(self, row: Sequence[str], event: str | None, seats: Sequence[str], ship: str) -> str:
        """Where one pirate ends, or why the table does not know."""
        try:
            return self.round(row, event, seats, ship)
        except Argument as fault:
            return self._differs.why(fault)


def _table(targets: Sequence[int]) -> bytes:
    """A move as `bytes.translate` takes it."""
    return bytes(targets) + bytes(256 - len(targets))
