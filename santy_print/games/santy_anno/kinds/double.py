"""Double cards: two elements whose colours are swapped."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import CardBase, Example, Heading, Kind, Reference, Seats, Word, kind
from santy_print.schema import Ident


class DoubleCard(CardBase):
    """C8: swap the colours of two elements."""

    kind: Literal["double"]
    elements: tuple[Ident, Ident]


@kind
class DoubleKind(Kind[DoubleCard]):
    """C8: swap the colours at two elements; to the one ship that has them so."""

    name = "double"
    model = DoubleCard
    facts = ("C8",)
    needs = ("S2", "S8")
    order = "colours"
    keys = ("elements",)

    def references(self, card: DoubleCard) -> Iterator[Reference]:
        for place, element in enumerate(card.elements):
            yield Reference(("elements", place), element, "elements")

    def misfit(self, card: DoubleCard, fleet: Fleet) -> str:
        first, second = card.elements
        return f"`elements` names {first} twice; a swap needs two elements" if first == second else ""

    def swap(self, card: DoubleCard) -> tuple[str, str]:
        return card.elements

    def targets(self, card: DoubleCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        first, second = card.elements
        own = fleet.ships[ship].colours
        swapped = own[second], own[first]
        return [i for i, o in enumerate(fleet.ships) if (o.colours[first], o.colours[second]) == swapped]

    def wanted(self, card: DoubleCard, fleet: Fleet, ship: int) -> str:
        first, second = card.elements
        own = fleet.ships[ship].colours
        return f"{own[second]} {first} and {own[first]} {second}"

    def heading(self, card: DoubleCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        colour = fleet.ships[ship].colours[card.elements[0]]
        return Heading("colour", colour, fleet.colours.index(colour))

    def labour(self, card: DoubleCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look", "look", "swap", "find")

    def example(self, card: DoubleCard, start: Ship, end: Ship, word: Word) -> Example:
        a, b = card.elements
        words = {"a": a, "b": b, "colour": start.colours[a], "swapped": start.colours[b]}
        return Example(words, lit=(a, b))

    def every(self, fleet: Fleet) -> Iterator[DoubleCard]:
        return (DoubleCard(kind="double", elements=pair) for pair in combinations(fleet.elements, 2))
