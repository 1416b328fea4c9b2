"""Slips: a row of cards and a wrong answer in, the slip out that explains it best: how people lose their way.

Tried are, in this order: what is struck out overlooked, the other way round, a card left out, the event forgotten, its
seats forgotten, a card followed twice. The page for a browser has the same in `page/rules.js`, as no Python runs there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from santy_print.games.santy_anno.compiled import Compiled, Event, Step
from santy_print.games.santy_anno.kinds import KINDS, Move, Seats, compile_move, strikes


class Slip(NamedTuple):
    """What went wrong, and at which card of the row, from 0, where it was one."""

    kind: Literal["struck", "direction", "left-out", "event", "twice"]
    place: int | None = None


def way_of(steps: Sequence[Step], start: int) -> list[int]:
    """The ships on a way, the first one included."""
    way = [start]
    for step in steps:
        way.append(step.move[way[-1]])
    return way


def slip_of(
    compiled: Compiled, steps: Sequence[Step], event: Event | None, seats: Seats, start: int, answer: int
) -> Slip | None:
    """The one slip that leads from the start to this answer; None where none does."""
    way = way_of(steps, start)

    def at(change: Callable[[Step, int], int | None]) -> int | None:
        """The card where a change leads to the answer."""
        for n, step in enumerate(steps):
            here = change(step, way[n])
            if here is not None and here != way[n + 1] and way_of(steps[n + 1 :], here)[-1] == answer:
                return step.place
        return None

    def unstruck(step: Step, ship: int) -> int | None:
        if step.card is None or not strikes(step.card.data):
            return None
        plain = compile_move(step.card.data.model_copy(update={"struck": None}), compiled.fleet, seats)
        return plain[ship] if isinstance(plain, Move) else None

    def turned(step: Step, ship: int) -> int | None:
        if step.card is not None and not KINDS[step.card.kind].seated:
            return None
        chair, moved = seats.index(ship), seats.index(step.move[ship])
        return seats[(2 * chair - moved) % len(seats)]

    def stayed(step: Step, ship: int) -> int | None:
        return ship if step.card is not None else None

    def doubled(step: Step, ship: int) -> int | None:
        return step.move[step.move[ship]] if step.card is not None else None

    for kind, change in (("struck", unstruck), ("direction", turned), ("left-out", stayed)):
        if (place := at(change)) is not None:
            return Slip(kind, place)  # type: ignore[arg-type]
    if event is not None:
        as_laid = sorted((step for step in steps if step.card is not None), key=lambda step: step.place)
        without_drift = [step for step in steps if step.card is not None]
        if answer in (way_of(as_laid, start)[-1], way_of(without_drift, start)[-1]):
            return Slip("event")
    place = at(doubled)
    return Slip("twice", place) if place is not None else None
