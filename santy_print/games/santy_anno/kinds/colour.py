"""Colour cards: a colour wherever it is."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from santy_print.diag import listed
from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import (
    CardBase,
    Example,
    Heading,
    Kind,
    Reference,
    Seats,
    Word,
    colour_of,
    kind,
)
from santy_print.schema import Ident


class ColourCard(CardBase):
    """C3."""

    kind: Literal["colour"]
    colour: Ident


@kind
class ColourKind(Kind[ColourCard]):
    """C3: find which element of the ship has the colour; to the other ship whose same element has it."""

    name = "colour"
    model = ColourCard
    facts = ("C3",)
    needs = ("S2", "S3")
    order = "elements"
    keys = ("colour",)

    def _elements(self, card: ColourCard, fleet: Fleet, ship: int) -> list[str]:
        return [e for e in fleet.elements if fleet.ships[ship].colours[e] == card.colour]

    def references(self, card: ColourCard) -> Iterator[Reference]:
        yield Reference(("colour",), card.colour, "colours")

    def targets(self, card: ColourCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        found: list[int] = []
        for element in self._elements(card, fleet, ship):
            found += fleet.alike(ship, colour_of(element))
        return found

    def wanted(self, card: ColourCard, fleet: Fleet, ship: int) -> str:
        elements = self._elements(card, fleet, ship)
        return f"{card.colour} {listed(elements, 'or')}" if elements else f"{card.colour} where this one has it"

    def heading(self, card: ColourCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        element = self._elements(card, fleet, ship)[0]
        return Heading("element", element, fleet.elements.index(element))

    def labour(self, card: ColourCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look",) * (fleet.elements.index(self._elements(card, fleet, ship)[0]) + 1) + ("find",)

    def example(self, card: ColourCard, start: Ship, end: Ship, word: Word) -> Example:
        element = next(e for e, colour in start.colours.items() if colour == card.colour)
        return Example({"element": element, "colour": card.colour}, lit=(element,))

    def every(self, fleet: Fleet) -> Iterator[ColourCard]:
        return (ColourCard(kind="colour", colour=colour) for colour in fleet.colours)
