"""Events: how an event card changes a round. Hooks have neutral defaults; an event says only what differs."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from santy_print.packs.santy_anno.kinds import SIGN, Registry
from santy_print.packs.santy_anno.model import Seasick


class EventKind:
    """A kind of event card. `split` is the number of boarding cards that lie before it."""

    name: ClassVar[str]
    fact: ClassVar[str]
    lap: ClassVar[bool] = False
    backwards: ClassVar[bool] = False
    keys: ClassVar[tuple[str, ...]] = ()

    def order(self, count: int, split: int) -> tuple[int, ...]:
        """In which order the cards take effect, as places in the row from 0."""
        return tuple(range(count))

    def after(self, event: Any, place: int, split: int) -> int:
        """How many seats clockwise everybody moves besides, after the card at this place."""
        return 0


EVENTS: Registry[EventKind] = Registry("event kind")

E = TypeVar("E", bound=type[EventKind])


def event(cls: E) -> E:
    """Enter an event in the registry under its name."""
    EVENTS.add(cls.name, cls())
    return cls


@event
class WhirlwindKind(EventKind):
    """E1: the cards on both sides of the event change places."""

    name = "whirlwind"
    fact = "E1"

    def order(self, count: int, split: int) -> tuple[int, ...]:
        """3rd and 4th swapped."""
        return (*range(split - 1), split, split - 1, *range(split + 1, count))


@event
class SeasickKind(EventKind):
    """E2: after each card behind the event everybody moves one more seat, even those the card left."""

    name = "seasick"
    fact = "E2"
    keys = ("direction",)

    def after(self, event: Seasick, place: int, split: int) -> int:
        """One seat after the 4th card and each later one."""
        return SIGN[event.direction] if place >= split else 0


@event
class BermudaKind(EventKind):
    """E3: the cards behind the event take effect from the last to the first."""

    name = "bermuda"
    fact = "E3"

    def order(self, count: int, split: int) -> tuple[int, ...]:
        """1, 2, 3, then n down to 4."""
        return (*range(split), *range(count - 1, split - 1, -1))


@event
class RumKind(EventKind):
    """E4: the same moves; everybody walks backwards and first makes a full lap."""

    name = "rum"
    fact = "E4"
    lap = True
    backwards = True
