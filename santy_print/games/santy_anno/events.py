"""Events: how an event card changes a round. Hooks have neutral defaults; an event says only what differs.

What a pack may set has a default that plays as the rules have it. An event that differs has a *variant*: under that
name its sentence stands in the locales, beside the plain one (`event.bermuda.from.effect`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from santy_print.games.santy_anno.fleet import Marks
from santy_print.games.santy_anno.kinds import SIGN, Direction, Registry
from santy_print.schema import Count, Flag, Strict


class EventBase(Strict):
    """What all events share."""

    copies: Annotated[Count, Field(ge=1, le=99)] = 1
    provenance: Marks = Field(default_factory=dict)
    kind: str


First = Annotated[Count, Field(ge=1)]
"""The number of a boarding card, counted as the row lies, from 1."""


class Unfit(NamedTuple):
    """A value that makes no sense in this pack: its path in the event, what is wrong, and the way out."""

    path: tuple[str | int, ...]
    message: str
    hint: str


D = TypeVar("D", bound=EventBase)


class EventKind(Generic[D]):
    """A kind of event card. `split` is the number of boarding cards that lie before it.

    `keys` always tell events of the kind apart; `options` are the fields that a pack may leave out.
    """

    name: ClassVar[str]
    model: ClassVar[type[EventBase]]
    """What a line of `events.yaml` holds of such a card."""
    fact: ClassVar[str]
    keys: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[str, ...]] = ()
    seated: ClassVar[bool] = False
    """Whether it moves pirates by seats."""

    def variant(self, event: D) -> str:
        """Under what name the locales have the sentence of this event; nothing where it is the plain one."""
        return ""

    def params(self, event: D) -> dict[str, Any]:
        """What tells this event from others of its kind, as its sentence says it."""
        return {key: getattr(event, key) for key in self.keys}

    def unfit(self, event: D, row: int, ships: int) -> Unfit | None:
        """Why a value makes no sense where the shortest round has `row` cards, or nothing."""
        return None

    def laps(self, event: D) -> int:
        """How many full laps everybody first runs."""
        return 0

    def backwards(self, event: D) -> bool:
        """Whether everybody runs backwards."""
        return False

    def order(self, event: D, count: int, split: int) -> tuple[int, ...]:
        """In which order the cards take effect, as places in the row from 0."""
        return tuple(range(count))

    def after(self, event: D, place: int, split: int) -> int:
        """How many seats clockwise everybody moves besides, after the card at this place."""
        return 0


EVENTS: Registry[EventKind[Any]] = Registry("event kind")

E = TypeVar("E", bound=type[EventKind[Any]])


def event(cls: E) -> E:
    """Enter an event in the registry under its name."""
    EVENTS.add(cls.name, cls())
    return cls


class Whirlwind(EventBase):
    """E1: the cards on both sides of it change places, or the two that `swap` names."""

    kind: Literal["whirlwind"]
    swap: tuple[First, First] | None = None


@event
class WhirlwindKind(EventKind[Whirlwind]):
    """E1: the cards on both sides of the event change places, or two that it names."""

    name = "whirlwind"
    model = Whirlwind
    fact = "E1"
    options = ("swap",)

    def variant(self, event: Whirlwind) -> str:
        """`swap` where two cards are named."""
        return "swap" if event.swap else ""

    def params(self, event: Whirlwind) -> dict[str, Any]:
        """The two cards, the first one first."""
        return {"swap": sorted(event.swap)} if event.swap else {}

    def unfit(self, event: Whirlwind, row: int, ships: int) -> Unfit | None:
        """Two different cards, which even the shortest round has."""
        for place, number in enumerate(event.swap or ()):
            if number > row:
                return Unfit(("swap", place), *_beyond("swap", number, row, row))
        if event.swap and event.swap[0] == event.swap[1]:
            message = f"`swap` names card {event.swap[0]} twice"
            return Unfit(("swap", 1), message, "two different boarding cards change places, as in `swap: [1, 5]`")
        return None

    def order(self, event: Whirlwind, count: int, split: int) -> tuple[int, ...]:
        """3rd and 4th swapped."""
        places = list(range(count))
        one, other = (number - 1 for number in event.swap or (split, split + 1))
        places[one], places[other] = other, one
        return tuple(places)


class Seasick(EventBase):
    """E2: `steps` seats after each card, `from` the one behind the event or another on."""

    kind: Literal["seasick"]
    direction: Direction
    steps: Annotated[Count, Field(ge=1)] = 1
    start: First | None = Field(default=None, alias="from")


@event
class SeasickKind(EventKind[Seasick]):
    """E2: after each card behind the event everybody moves one more seat, even those the card left."""

    name = "seasick"
    model = Seasick
    fact = "E2"
    seated = True
    keys = ("direction",)
    options = ("steps", "start")

    def variant(self, event: Seasick) -> str:
        """`from` where a first card is named, `steps` where only the seats are more than one."""
        return "from" if event.start else "steps" if event.steps > 1 else ""

    def params(self, event: Seasick) -> dict[str, Any]:
        """The direction; where it is not as usual, the seats and the first card."""
        more = {"steps": event.steps, "from": event.start} if self.variant(event) else {}
        return super().params(event) | {key: value for key, value in more.items() if value is not None}

    def unfit(self, event: Seasick, row: int, ships: int) -> Unfit | None:
        """A whole turn around the table would leave everybody in place."""
        if event.steps >= ships:
            message = f"`steps` is {event.steps}; the table has {ships} seats"
            return Unfit(("steps",), message, f"`steps` can be 1 to {ships - 1}")
        if event.start and event.start > row:
            return Unfit(("from",), *_beyond("from", event.start, row, row))
        return None

    def after(self, event: Seasick, place: int, split: int) -> int:
        """One seat after the 4th card and each later one."""
        first = split if event.start is None else event.start - 1
        return SIGN[event.direction] * event.steps if place >= first else 0


class Bermuda(EventBase):
    """E3: the row is read from its end, `from` the card behind the event or another on."""

    kind: Literal["bermuda"]
    start: First | None = Field(default=None, alias="from")


@event
class BermudaKind(EventKind[Bermuda]):
    """E3: the cards behind the event take effect from the last to the first."""

    name = "bermuda"
    model = Bermuda
    fact = "E3"
    options = ("start",)

    def variant(self, event: Bermuda) -> str:
        """`all` where the whole row is turned, `from` where it is from another card on."""
        return "" if event.start is None else "all" if event.start == 1 else "from"

    def params(self, event: Bermuda) -> dict[str, Any]:
        """The first card, where it is named."""
        return {} if event.start is None else {"from": event.start}

    def unfit(self, event: Bermuda, row: int, ships: int) -> Unfit | None:
        """At least two cards are turned, even in the shortest round."""
        if event.start and event.start >= row:
            return Unfit(("from",), *_beyond("from", event.start, row, row - 1))
        return None

    def order(self, event: Bermuda, count: int, split: int) -> tuple[int, ...]:
        """1, 2, 3, then n down to 4."""
        first = split if event.start is None else event.start - 1
        return (*range(first), *range(count - 1, first - 1, -1))


class Rum(EventBase):
    """E4: so many `laps` before sitting, `backwards` or not."""

    kind: Literal["rum"]
    laps: Annotated[Count, Field(ge=0, le=9)] = 1
    backwards: Flag = True


@event
class RumKind(EventKind[Rum]):
    """E4: the same moves; everybody walks backwards and first makes a full lap, or as many as it says."""

    name = "rum"
    model = Rum
    fact = "E4"
    options = ("laps", "backwards")

    def variant(self, event: Rum) -> str:
        """`laps` or `backwards` where there is only that, `backwards-laps` where there are more laps."""
        if not event.backwards:
            return "laps"
        return "backwards" if event.laps == 0 else "backwards-laps" if event.laps > 1 else ""

    def params(self, event: Rum) -> dict[str, Any]:
        """How many laps and which way, where it is not as usual."""
        return {"laps": event.laps, "backwards": event.backwards} if self.variant(event) else {}

    def unfit(self, event: Rum, row: int, ships: int) -> Unfit | None:
        """Somebody must feel the rum."""
        if event.laps or event.backwards:
            return None
        return Unfit(("laps",), "without laps and not backwards it changes nothing", "`laps` can be 1 to 9 then")

    def laps(self, event: Rum) -> int:
        """One, if the pack does not say otherwise."""
        return event.laps

    def backwards(self, event: Rum) -> bool:
        """Yes, if the pack does not say otherwise."""
        return event.backwards


def _beyond(key: str, number: int, row: int, most: int) -> Sequence[str]:
    """What to say of a card that the shortest round does not have, or that leaves nothing to do."""
    cards = f"{row} boarding card{'' if row == 1 else 's'}"
    message = f"`{key}` names card {number}; the shortest round has {cards}"
    return message, f"it can be 1 to {most}" if most > 1 else "the rounds are too short for it"
