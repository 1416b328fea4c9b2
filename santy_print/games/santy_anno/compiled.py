"""Compiled: checked files in, one frozen value out: ships, cards with moves, events, pirates and numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, get_args

from santy_print.choices import WrongValue
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import (
    KINDS,
    Fleet,
    Heading,
    Move,
    Order,
    Seats,
    Ship,
    compile_move,
    turn,
)

MAX_SEATED = 20_000
"""Moves kept for cards that depend on the seating; beyond it they are worked out anew."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card that is shuffled and dealt; `data` is what its line in the pack says."""

    id: str
    data: Any

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return str(self.data.kind)

    @property
    def copies(self) -> int:
        """How many such cards the set has."""
        return int(self.data.copies)

    @property
    def parameters(self) -> dict[str, Any]:
        """What the pack says of it that the rules read; what it leaves as usual is not there."""
        usual = {key for key in self.optional if getattr(self.data, key) == type(self.data).model_fields[key].default}
        values: dict[str, Any] = self.data.model_dump(exclude={"provenance", *usual})
        return values

    @property
    def optional(self) -> tuple[str, ...]:
        """What a pack may leave out, and is then as if it could not be said."""
        return ()


class Card(Dealt):
    """A boarding card, of `cards.yaml`."""

    __slots__ = ()

    @property
    def level(self) -> str:
        """The deck it belongs to: basic or expert."""
        return str(self.data.level)

    @property
    def params(self) -> dict[str, Any]:
        """What tells it from others of its kind; None where a key does not apply."""
        return KINDS[self.kind].params(self.data)


class Event(Dealt):
    """An event card, of `events.yaml`."""

    __slots__ = ()

    @property
    def optional(self) -> tuple[str, ...]:
        """What a pack may leave out."""
        return EVENTS[self.kind].options

    @property
    def params(self) -> dict[str, Any]:
        """What tells it from others of its kind."""
        return EVENTS[self.kind].params(self.data)

    @property
    def variant(self) -> str:
        """Under what name its sentence stands beside the plain one of its kind; nothing where it is that."""
        return EVENTS[self.kind].variant(self.data)

    @property
    def laps(self) -> int:
        """So many full laps everybody first runs (E4)."""
        return EVENTS[self.kind].laps(self.data)

    @property
    def backwards(self) -> bool:
        """Everybody runs backwards (E4)."""
        return EVENTS[self.kind].backwards(self.data)


@dataclass(frozen=True, slots=True)
class Pirate:
    """A pirate (M6)."""

    id: str
    art: str
    emblem: str


class Step(NamedTuple):
    """One step of a round: a card (its place in the row, from 0), or the drift an event adds after it."""

    place: int
    card: Card | None
    move: Move


class Group(NamedTuple):
    """The moves of a card that the Bosun finds under one heading of the harbour (M5)."""

    heading: Heading
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A playable set. Ships, cards and events are in file order; moves are tables over ship indices.

    `fixed` holds the moves of the cards that do not depend on the seating.
    """

    id: str
    numbers: Any
    fleet: Fleet
    cards: tuple[Card, ...]
    events: tuple[Event, ...]
    pirates: tuple[Pirate, ...]
    fixed: Mapping[str, Move] = field(repr=False)
    _seated: dict[tuple[str, Seats], Move] = field(default_factory=dict, repr=False, compare=False)
    plain: Compiled | None = field(default=None, repr=False)
    """The set under the pack's own names, where this one is under those of a language."""

    def renamed(self, names: Sequence[Mapping[str, str]]) -> Compiled:
        """The set with its ships' names in a language, or in two at once, by id; its letters follow from them."""
        plain = self.plain or self
        fleet = plain.fleet.renamed(names)
        letters = dict(zip(plain.fleet.letters, fleet.letters, strict=True))
        cards = tuple(Card(c.id, KINDS[c.kind].with_letters(c.data, letters)) for c in plain.cards)
        return replace(plain, fleet=fleet, cards=cards, plain=plain)

    @property
    def ships(self) -> tuple[Ship, ...]:
        """The ships."""
        return self.fleet.ships

    def card(self, id: str) -> Card:
        """The boarding card of this id."""
        return next(card for card in self.cards if card.id == id)

    def event(self, id: str) -> Event:
        """The event card of this id."""
        return next(card for card in self.events if card.id == id)

    def ship(self, id: str) -> int:
        """The index of the ship of this id."""
        return next(i for i, ship in enumerate(self.ships) if ship.id == id)

    def seats(self, ids: Sequence[str] | None = None) -> Seats:
        """A seating by ship ids, clockwise; without ids the ships in file order. WrongValue where it is none."""
        known = [ship.id for ship in self.ships]
        if ids is not None and sorted(ids) != sorted(known):
            raise WrongValue(f"a seating names each ship once: {', '.join(known)}")
        return tuple(range(len(known))) if ids is None else tuple(self.ship(id) for id in ids)

    def move(self, card: Card, seats: Seats) -> Move:
        """Where the card sends a pirate from each ship when the ships lie so around the table."""
        fixed = self.fixed.get(card.id)
        if fixed is not None:
            return fixed
        key = card.id, seats
        if key not in self._seated:
            if len(self._seated) >= MAX_SEATED:
                self._seated.clear()
            move = compile_move(card.data, self.fleet, seats)
            assert isinstance(move, Move), f"{card.id} was checked under one seating only"
            self._seated[key] = move
        return self._seated[key]

    def route(self, cards: Sequence[Card], event: Event | None, seats: Seats) -> tuple[Step, ...]:
        """The steps of a round in the order in which they take effect (E1 to E3)."""
        if event is None:
            return tuple(Step(place, card, self.move(card, seats)) for place, card in enumerate(cards))
        steps: list[Step] = []
        hooks, split = EVENTS[event.kind], self.numbers.event_after
        for place in hooks.order(event.data, len(cards), split):
            steps.append(Step(place, cards[place], self.move(cards[place], seats)))
            drift = hooks.after(event.data, place, split)
            if drift:
                steps.append(Step(place, None, turn(seats, drift)))
        return tuple(steps)

    def lookup(self, card: Card, seats: Seats) -> tuple[Group, ...]:
        """The card's moves as the Bosun resolves them: grouped, in the order that the harbour shows (M5)."""
        move, hooks = self.move(card, seats), KINDS[card.kind]
        groups: dict[Heading, list[tuple[int, int]]] = {}
        for ship in range(len(self.ships)):
            heading = hooks.heading(card.data, self.fleet, seats, ship)
            groups.setdefault(heading, []).append((ship, move[ship]))
        ordered = sorted(groups, key=lambda heading: heading.place)
        return tuple(Group(heading, tuple(groups[heading])) for heading in ordered)

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders of the harbour that some card is resolved in, as the harbour shows them (M5)."""
        asked = {KINDS[card.kind].order for card in self.cards}
        return tuple(order for order in get_args(Order) if order in asked)

    @property
    def together(self) -> tuple[str, ...]:
        """The kinds of cards and events in the set that move all pirates at once, by seats."""
        kinds = {card.kind for card in (*self.cards, *self.events)}
        seated = [name for name in KINDS if KINDS[name].seated] + [name for name in EVENTS if EVENTS[name].seated]
        return tuple(name for name in seated if name in kinds)

    @property
    def fingerprint(self) -> str:
        """A hash of all that the rules read, so that a record tells whether it belongs to this set: in any language."""
        if self.plain is not None:
            return self.plain.fingerprint
        numbers = self.numbers.model_dump(
            include={"rounds", "laps", "event_after", "loot", "coins", "expert_removes", "mates"}
        )
        fleet = [[s.id, s.name, s.number, s.corner, s.colours] for s in self.ships]
        cards: list[Card | Event] = [*self.cards, *self.events]
        pieces = [[card.id, card.parameters] for card in cards]
        text = json.dumps([numbers, fleet, pieces, [p.id for p in self.pirates]], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
