"""Model: what the files of a Santy Anno pack hold, typed. References are the checks' business."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from santy_print.games.santy_anno.letters import composed, letter
from santy_print.pack import PackHead
from santy_print.schema import Count, Flag, Ident, Provenance, Strict, Text

Direction = Literal["clockwise", "counter-clockwise"]
Marks = dict[Ident, Provenance]
Letter = Annotated[Text, AfterValidator(letter)]
"""A first letter, of any alphabet (S5): as a capital, however it was written."""
Name = Annotated[Text, AfterValidator(composed)]


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
    loot: tuple[Annotated[Count, Field(ge=1)], ...]
    coins: dict[Ident, Annotated[Count, Field(ge=1, le=1000)]]
    expert_removes: Annotated[Count, Field(ge=0)] = 0
    mates: Mates


class Features(Strict):
    """The features of ships, in the order in which the harbour resolves them (M5)."""

    elements: tuple[Ident, ...] = Field(min_length=2)
    colours: tuple[Ident, ...] = Field(min_length=2)
    letters: tuple[Letter, ...]
    corners: tuple[Ident, ...]


class ShipData(Strict):
    """One ship (S1 to S6)."""

    name: Name
    number: Count
    corner: Ident
    colours: dict[Ident, Ident]
    art: Text
    provenance: Marks = Field(default_factory=dict)


class ShipsFile(Strict):
    """`ships.yaml`."""

    holds = "ships"
    features: Features
    ships: dict[Ident, ShipData] = Field(min_length=2, max_length=64)


class CardBase(Strict):
    """What all cards share. `level` says in which deck a boarding card is: basic or expert."""

    level: Literal["basic", "expert"] = "basic"
    copies: Annotated[Count, Field(ge=1, le=99)] = 1
    provenance: Marks = Field(default_factory=dict)


Several = Field(min_length=2, max_length=3)
"""So many are struck out where it is not one: more find no room on a card."""


class ElementCard(CardBase):
    """C1; with `struck`, C2."""

    kind: Literal["element"]
    element: Ident
    struck: Ident | Annotated[tuple[Ident, ...], Several] | None = None


class ColourCard(CardBase):
    """C3."""

    kind: Literal["colour"]
    colour: Ident


class NameCard(CardBase):
    """C4; with `struck`, C5."""

    kind: Literal["name"]
    struck: Letter | Annotated[tuple[Letter, ...], Several] | None = None


class NumberCard(CardBase):
    """C6: add `plus`, or take away the number of ships less `plus`."""

    kind: Literal["number"]
    plus: Annotated[Count, Field(ge=1)]


class HelmCard(CardBase):
    """C7: `steps` seats around the table."""

    kind: Literal["helm"]
    direction: Direction
    steps: Annotated[Count, Field(ge=1)]


class DoubleCard(CardBase):
    """C8: swap the colours of two elements."""

    kind: Literal["double"]
    elements: tuple[Ident, Ident]


class CocoCard(CardBase):
    """C9."""

    kind: Literal["coco"]


CardData = Annotated[
    ElementCard | ColourCard | NameCard | NumberCard | HelmCard | DoubleCard | CocoCard,
    Field(discriminator="kind"),
]


class CardsFile(Strict):
    """`cards.yaml`."""

    holds = "cards"
    cards: dict[Ident, CardData] = Field(min_length=1, max_length=1000)


class EventBase(Strict):
    """What all events share."""

    copies: Annotated[Count, Field(ge=1, le=99)] = 1
    provenance: Marks = Field(default_factory=dict)


First = Annotated[Count, Field(ge=1)]
"""The number of a boarding card, counted as the row lies, from 1."""


class Whirlwind(EventBase):
    """E1: the cards on both sides of it change places, or the two that `swap` names."""

    kind: Literal["whirlwind"]
    swap: tuple[First, First] | None = None


class Seasick(EventBase):
    """E2: `steps` seats after each card, `from` the one behind the event or another on."""

    kind: Literal["seasick"]
    direction: Direction
    steps: Annotated[Count, Field(ge=1)] = 1
    start: First | None = Field(default=None, alias="from")


class Bermuda(EventBase):
    """E3: the row is read from its end, `from` the card behind the event or another on."""

    kind: Literal["bermuda"]
    start: First | None = Field(default=None, alias="from")


class Rum(EventBase):
    """E4: so many `laps` before sitting, `backwards` or not."""

    kind: Literal["rum"]
    laps: Annotated[Count, Field(ge=0, le=9)] = 1
    backwards: Flag = True


EventData = Annotated[Whirlwind | Seasick | Bermuda | Rum, Field(discriminator="kind")]


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
