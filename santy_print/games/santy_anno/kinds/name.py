"""Name cards: a first letter."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from santy_print.games.santy_anno.fleet import Fleet, Letter, Ship
from santy_print.games.santy_anno.kinds.base import (
    CardBase,
    Example,
    Heading,
    Kind,
    Reference,
    Seats,
    Several,
    Word,
    kind,
    strikes,
    struck_references,
    struck_twice,
)


class NameCard(CardBase):
    """C4; with `struck`, C5."""

    kind: Literal["name"]
    struck: Letter | Annotated[tuple[Letter, ...], Several] | None = None


@kind
class NameKind(Kind[NameCard]):
    """C4, C5: to the other ship with the same first letter; on a struck letter pirates stay."""

    name = "name"
    model = NameCard
    facts = ("C4", "C5")
    needs = ("S5",)
    order = "letters"
    keys = ("struck",)

    def with_letters(self, card: NameCard, letters: Mapping[str, str]) -> NameCard:
        if card.struck is None:
            return card
        struck = [letters.get(letter, letter) for letter in strikes(card)]
        return card.model_copy(update={"struck": struck[0] if isinstance(card.struck, str) else tuple(struck)})

    def references(self, card: NameCard) -> Iterator[Reference]:
        return struck_references(card, "letters")

    def misfit(self, card: NameCard, fleet: Fleet) -> str:
        return struck_twice(card)

    def targets(self, card: NameCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        if fleet.ships[ship].letter in strikes(card):
            return (ship,)
        return fleet.alike(ship, lambda other: other.letter)

    def wanted(self, card: NameCard, fleet: Fleet, ship: int) -> str:
        return f"a name with {fleet.ships[ship].letter}"

    def heading(self, card: NameCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        letter = fleet.ships[ship].letter
        return Heading("letter", letter, fleet.letters.index(letter))

    def labour(self, card: NameCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return self.unless_struck(fleet.ships[ship].letter, strikes(card))

    def example(self, card: NameCard, start: Ship, end: Ship, word: Word) -> Example:
        return Example({"letter": card.struck or start.letter}, mark="letter")

    def every(self, fleet: Fleet) -> Iterator[NameCard]:
        return iter((NameCard(kind="name"),))
