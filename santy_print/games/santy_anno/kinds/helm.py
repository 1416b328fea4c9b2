"""Helm cards: seats around the table."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import SIGN, CardBase, Direction, Example, Heading, Kind, Seats, Word, kind
from santy_print.schema import Count


class HelmCard(CardBase):
    """C7: `steps` seats around the table."""

    kind: Literal["helm"]
    direction: Direction
    steps: Annotated[Count, Field(ge=1)]


@kind
class HelmKind(Kind[HelmCard]):
    """C7: so many seats around the table."""

    name = "helm"
    model = HelmCard
    facts = ("C7",)
    seated = True
    keys = ("direction", "steps")

    def misfit(self, card: HelmCard, fleet: Fleet) -> str:
        if card.steps <= len(fleet):
            return ""
        return f"`steps` is {card.steps}; the table has {len(fleet)} seats"

    def targets(self, card: HelmCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        chair = seats.index(ship) + SIGN[card.direction] * card.steps
        return (seats[chair % len(seats)],)

    def heading(self, card: HelmCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        chair = seats.index(ship)
        return Heading("seat", str(chair + 1), chair)

    def labour(self, card: HelmCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("count",) * card.steps

    def example(self, card: HelmCard, start: Ship, end: Ship, word: Word) -> Example:
        return Example({"steps": card.steps, "direction": word("direction", card.direction)})

    def every(self, fleet: Fleet) -> Iterator[HelmCard]:
        return (HelmCard(kind="helm", direction="clockwise", steps=n) for n in range(1, len(fleet)))
