"""Number cards: numbers to add or take away."""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import CardBase, Example, Heading, Kind, Seats, Word, kind
from santy_print.schema import Count

NO_BREAK = "\u00a0"


class NumberCard(CardBase):
    """C6: add `plus`, or take away the number of ships less `plus`."""

    kind: Literal["number"]
    plus: Annotated[Count, Field(ge=1)]


@kind
class NumberKind(Kind[NumberCard]):
    """C6: add a or subtract b, whichever lands on a ship; a + b is the number of ships."""

    name = "number"
    model = NumberCard
    facts = ("C6",)
    needs = ("S4",)
    keys = ("plus",)

    def shown(self, card: NumberCard, fleet: Fleet) -> dict[str, Any]:
        return {"plus": card.plus, "minus": len(fleet) - card.plus}

    def misfit(self, card: NumberCard, fleet: Fleet) -> str:
        if 0 < card.plus < len(fleet):
            return ""
        return f"`plus` is {card.plus}; with {len(fleet)} ships it can be 1 to {len(fleet) - 1}"

    def _landing(self, card: NumberCard, fleet: Fleet, ship: int) -> int:
        number = fleet.ships[ship].number + card.plus
        return number if number <= len(fleet) else number - len(fleet)

    def targets(self, card: NumberCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        landing = self._landing(card, fleet, ship)
        return [i for i, other in enumerate(fleet.ships) if other.number == landing]

    def wanted(self, card: NumberCard, fleet: Fleet, ship: int) -> str:
        return f"number {self._landing(card, fleet, ship)}"

    def heading(self, card: NumberCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        number = fleet.ships[ship].number
        return Heading("number", str(number), number)

    def labour(self, card: NumberCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look", "reckon", "find")

    def example(self, card: NumberCard, start: Ship, end: Ship, word: Word) -> Example:
        step = end.number - start.number
        total = NO_BREAK.join([str(start.number), "+" if step > 0 else "−", str(abs(step)), "=", str(end.number)])
        return Example({"start": start.number, "end": end.number, "sum": total}, mark="number")

    def every(self, fleet: Fleet) -> Iterator[NumberCard]:
        return (NumberCard(kind="number", plus=plus) for plus in range(1, len(fleet)))
