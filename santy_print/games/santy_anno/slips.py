"""Slips: how people lose their way along a row of cards: made on purpose, and found in a wrong answer.

A wrong answer is explained by the first of these that leads to it: what is struck out overlooked, the other way round,
a card left out, the event forgotten, its seats forgotten, a card followed twice. The page for a browser has the same
in `page/rules.js`, as no Python runs there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from santy_print.games.santy_anno.compiled import Compiled, Event, Step
from santy_print.games.santy_anno.kinds import KINDS, Move, Seats, compile_move, strikes

AtCard = Literal["struck", "direction", "left-out", "twice"]
"""What can go wrong at one card."""
AT_CARD: tuple[AtCard, ...] = get_args(AtCard)


class Slip(NamedTuple):
    """What went wrong, and at which card of the row, from 0, where it was one."""

    kind: AtCard | Literal["event"]
    place: int | None = None


def way_of(steps: Sequence[Step], start: int) -> list[int]:
    """The ships on a way, the first one included."""
    way = [start]
    for step in steps:
        way.append(step.move[way[-1]])
    return way


def slipped(kind: AtCard, compiled: Compiled, step: Step, seats: Seats, ship: int) -> int | None:
    """The ship that a slip at a card leads to from this one; None where it leads nowhere else than the card does."""
    there = None
    if step.card is not None and kind == "left-out":
        there = ship
    elif step.card is not None and kind == "twice":
        there = step.move[step.move[ship]]
    elif kind == "direction" and (step.card is None or KINDS[step.card.kind].seated):
        chair, moved = seats.index(ship), seats.index(step.move[ship])
        there = seats[(2 * chair - moved) % len(seats)]
    elif kind == "struck" and step.card is not None and strikes(step.card.data):
        plain = compile_move(step.card.data.model_copy(update={"struck": None}), compiled.fleet, seats)
        there = plain[ship] if isinstance(plain, Move) else None
    return None if there == step.move[ship] else there


def without_event(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """How the event of a row can be forgotten: the cards followed as they lie, or the seats left out."""
    cards = [step for step in steps if step.card is not None]
    return sorted(cards, key=lambda step: step.place), cards


def slip_of(
    compiled: Compiled, steps: Sequence[Step], event: Event | None, seats: Seats, start: int, answer: int
) -> Slip | None:
    """The one slip that leads from the start to this answer; None where none does."""
    way = way_of(steps, start)

    def at(kind: AtCard) -> Slip | None:
        """The card where a slip leads to the answer."""
        for n, step in enumerate(steps):
            here = slipped(kind, compiled, step, seats, way[n])
            if here is not None and way_of(steps[n + 1 :], here)[-1] == answer:
                return Slip(kind, step.place)
        return None

    for kind in ("struck", "direction", "left-out"):
        if (slip := at(kind)) is not None:
            return slip
    if event is not None and answer in (way_of(other, start)[-1] for other in without_event(steps)):
        return Slip("event")
    return at("twice")
