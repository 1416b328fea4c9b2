"""Model: what the files of a Santy Anno pack hold, typed. References are the checks' business."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from santy_print.games.santy_anno.events import EVENTS, EventBase
from santy_print.games.santy_anno.fleet import Marks, ShipsFile
from santy_print.games.santy_anno.kinds import KINDS, CardBase, Registry
from santy_print.pack import PackHead
from santy_print.schema import Count, Ident, Strict, Text


class Players(Strict):
    """How many play, from which age, for how long (M4)."""

    meant = dict.fromkeys(("min", "minimum", "from"), "did you mean `least`?") | dict.fromkeys(
        ("max", "maximum", "to"), "did you mean `most`?"
    )
    least: Annotated[Count, Field(ge=1)]
    most: Annotated[Count, Field(ge=1)]
    age: Count
    minutes: Count


class Mates(Strict):
    """With at least so many players the next `count` are first mates (G10)."""

    players: Count
    count: Count


class SantyAnnoHead(PackHead):
    """`pack.yaml`: the head and the numbers of the game."""

    players: Players
    rounds: tuple[Annotated[Count, Field(ge=1, le=60)], ...] = Field(min_length=1, max_length=20)
    laps: tuple[Count, ...] = ()
    event_after: Annotated[Count, Field(ge=1)] = 3
    loot: tuple[Annotated[Count, Field(ge=1)], ...] = Field(min_length=1)
    coins: dict[Ident, Annotated[Count, Field(ge=1, le=1000)]] = Field(min_length=1)
    expert_removes: Annotated[Count, Field(ge=0)] = 0
    mates: Mates


def _one_of(kinds: Registry[Any]) -> Any:
    """A line of a file: what its kind holds."""
    return Annotated[reduce(or_, (kinds[name].model for name in kinds)), Field(discriminator="kind")]


if TYPE_CHECKING:
    CardData: TypeAlias = CardBase
    EventData: TypeAlias = EventBase
else:
    CardData, EventData = _one_of(KINDS), _one_of(EVENTS)


class CardsFile(Strict):
    """`cards.yaml`."""

    holds = "cards"
    cards: dict[Ident, CardData] = Field(min_length=1, max_length=1000)


class EventsFile(Strict):
    """`events.yaml`."""

    holds = "events"
    events: dict[Ident, EventData] = Field(max_length=1000)


class PirateData(Strict):
    """One pirate (M6); the name stands in the locales under `pirate.<id>`."""

    meant = {"name": "the name is the text `pirate.<id>` in locale/, under `texts:`"}
    art: Text
    emblem: Text
    provenance: Marks = Field(default_factory=dict)


class PiratesFile(Strict):
    """`pirates.yaml`."""

    holds = "pirates"
    pirates: dict[Ident, PirateData] = Field(min_length=1, max_length=64)


FILES: dict[str, type[Strict]] = {
    "pack": SantyAnnoHead,
    "ships": ShipsFile,
    "cards": CardsFile,
    "events": EventsFile,
    "pirates": PiratesFile,
}
