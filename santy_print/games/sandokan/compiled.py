"""Compiled: a Sandokan pack as its rules read it, all things as small numbers in the order of the files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from santy_print.games.sandokan.board import Board
from santy_print.games.sandokan.passages import Voyage, voyage


@dataclass(frozen=True)
class Event:
    """An event card: its id, whether it is good, and its verbs with their arguments as plain data."""

    id: str
    good: bool
    does: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, eq=False)
class Compiled:
    """A set. A hand is a tuple that counts each kind of card; treasures are numbers of `treasures`."""

    id: str
    head: Any
    board: Board
    colours: tuple[str, ...]
    """The colour of each port and of its ship."""
    laid: tuple[int, ...]
    """The treasure of each port."""
    cards: tuple[str, ...]
    values: tuple[int, ...]
    copies: tuple[int, ...]
    movement: tuple[int, ...]
    combat: tuple[int, ...]
    """The cards that are movement cards, and those that are combat cards."""
    twins: tuple[int, ...]
    """For each card the one of the same value and the other sort, or itself."""
    treasures: tuple[str, ...]
    worth: tuple[int, ...]
    supply: tuple[int, ...]
    events: tuple[Event, ...]

    @classmethod
    def of(cls, files: Mapping[str, Any]) -> Compiled:
        """A set from files without faults."""
        ports, cards = files["ports"].ports, files["cards"].cards
        treasures, events = files["treasures"].treasures, files["events"].events
        kinds = list(treasures)
        sorts = [(card.kind, card.value) for card in cards.values()]
        other = {"movement": "combat", "combat": "movement"}
        twins = (
            sorts.index((other[kind], value)) if (other[kind], value) in sorts else at
            for at, (kind, value) in enumerate(sorts)
        )
        return cls(
            files["pack"].id,
            files["pack"],
            Board.of(files),
            tuple(port.colour for port in ports.values()),
            tuple(kinds.index(port.treasure) for port in ports.values()),
            tuple(cards),
            tuple(card.value for card in cards.values()),
            tuple(card.copies for card in cards.values()),
            tuple(at for at, (kind, _) in enumerate(sorts) if kind == "movement"),
            tuple(at for at, (kind, _) in enumerate(sorts) if kind == "combat"),
            tuple(twins),
            tuple(kinds),
            tuple(treasure.value for treasure in treasures.values()),
            tuple(treasure.copies for treasure in treasures.values()),
            tuple(
                Event(id, event.kind == "good", tuple(verb.model_dump() for verb in event.does))
                for id, event in events.items()
            ),
        )

    @cached_property
    def example(self) -> Voyage:
        """The way to Treasure Island that the rulebook tells and shows."""
        return voyage(self.board, [self.values[card] for card in self.movement])
