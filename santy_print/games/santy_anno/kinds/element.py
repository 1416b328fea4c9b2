"""Element cards: an element in its colour."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import (
    CardBase,
    Example,
    Heading,
    Kind,
    Reference,
    Seats,
    Several,
    Word,
    colour_of,
    kind,
    strikes,
    struck_references,
    struck_twice,
)
from santy_print.schema import Ident


class ElementCard(CardBase):
    """C1; with `struck`, C2."""

    kind: Literal["element"]
    element: Ident
    struck: Ident | Annotated[tuple[Ident, ...], Several] | None = None


@kind
class ElementKind(Kind[ElementCard]):
    """C1, C2: to the other ship whose named element has the same colour; on a struck colour pirates stay."""

    name = "element"
    model = ElementCard
    facts = ("C1", "C2")
    needs = ("S3",)
    order = "colours"
    keys = ("element", "struck")

    def references(self, card: ElementCard) -> Iterator[Reference]:
        yield Reference(("element",), card.element, "elements")
        yield from struck_references(card, "colours")

    def misfit(self, card: ElementCard, fleet: Fleet) -> str:
        return struck_twice(card)

    def targets(self, card: ElementCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        if fleet.ships[ship].colours[card.element] in strikes(card):
            return (ship,)
        return fleet.alike(ship, colour_of(card.element))

    def wanted(self, card: ElementCard, fleet: Fleet, ship: int) -> str:
        return f"{fleet.ships[ship].colours[card.element]} {card.element}"

    def heading(self, card: ElementCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        colour = fleet.ships[ship].colours[card.element]
        return Heading("colour", colour, fleet.colours.index(colour))

    def labour(self, card: ElementCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return self.unless_struck(fleet.ships[ship].colours[card.element], strikes(card))

    def example(self, card: ElementCard, start: Ship, end: Ship, word: Word) -> Example:
        colour = start.colours[card.element]
        words = {"element": card.element, "colour": colour, "struck": card.struck or colour}
        return Example(words, lit=(card.element,))

    def every(self, fleet: Fleet) -> Iterator[ElementCard]:
        return (ElementCard(kind="element", element=element) for element in fleet.elements)
