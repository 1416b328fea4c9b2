"""Coco cards: the parrot and its corner."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import CardBase, Example, Heading, Kind, Seats, Word, kind


class CocoCard(CardBase):
    """C9."""

    kind: Literal["coco"]


@kind
class CocoKind(Kind[CocoCard]):
    """C9: to the other ship with the parrot in the same corner."""

    name = "coco"
    model = CocoCard
    facts = ("C9",)
    needs = ("S6",)
    order = "corners"

    def targets(self, card: CocoCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        return fleet.alike(ship, lambda other: other.corner)

    def wanted(self, card: CocoCard, fleet: Fleet, ship: int) -> str:
        return f"Coco in the corner {fleet.ships[ship].corner}"

    def heading(self, card: CocoCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        corner = fleet.ships[ship].corner
        return Heading("corner", corner, fleet.corners.index(corner))

    def example(self, card: CocoCard, start: Ship, end: Ship, word: Word) -> Example:
        return Example({"corner": word("corner", start.corner)}, mark="corner")

    def every(self, fleet: Fleet) -> Iterator[CocoCard]:
        return iter((CocoCard(kind="coco"),))
