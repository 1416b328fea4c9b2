"""Model: what the files of a Sandokan pack hold, typed. Whether it can be played is the checks' business."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from santy_print.pack import PackHead
from santy_print.schema import Count, Ident, Provenance, Strict, Text

Some = Annotated[Count, Field(ge=1, le=1000)]
Compass = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
ISLANDS = ("treasure", "storm", "serenity")
"""The three islands, each with an action of its own (P1, P3, P4)."""
Place = Literal["home", "treasure", "storm", "serenity"]
"""Where an event may send a ship."""
Mark = Annotated[str, Field(pattern=r"^[A-Za-z0-9]$")]
Marks = dict[str, Provenance]


class Players(Strict):
    """How many play, from which age, for how long (M1)."""

    meant = {"min": "did you mean `least`?", "max": "did you mean `most`?"}
    least: Annotated[Count, Field(ge=2)]
    most: Annotated[Count, Field(ge=2)]
    age: Count
    minutes: Count


class SandokanHead(PackHead):
    """`pack.yaml`: the head and the numbers of the game."""

    players: Players
    captains: tuple[Ident, ...] = Field(min_length=2, max_length=20)
    hand: Annotated[Count, Field(ge=0, le=20)] = 6
    hold: Annotated[Count, Field(ge=1, le=4)] = 2
    goal: Annotated[Count, Field(ge=1, le=1000)] = 20
    ransom: Annotated[Count, Field(ge=0, le=10)] = 2
    excess: Annotated[Count, Field(ge=0, le=10)] = 3
    rounds: Annotated[Count, Field(ge=1, le=1000)] = 100


class Island(Strict):
    """An island: its mark on the board, and how many cells lie along its shore, corners counted (M7)."""

    mark: Mark
    shore: Some


class BoardFile(Strict):
    """`board.yaml`: the grid as rows of marks, a dot for the sea."""

    islands: dict[Literal["treasure", "storm", "serenity"], Island]
    rows: tuple[Text, ...] = Field(min_length=3, max_length=40)
    provenance: Marks = Field(default_factory=dict)


class Port(Strict):
    """A port on the rim: its mark, its ship's colour, its treasure and the three ways out of it (M3, M7)."""

    meant = {"name": "the name is the text `port.<id>` in locale/, under `texts:`"}
    mark: Mark
    colour: Ident
    treasure: Ident
    exits: tuple[Compass, ...] = Field(min_length=1, max_length=8)
    provenance: Marks = Field(default_factory=dict)


class PortsFile(Strict):
    """`ports.yaml`."""

    holds = "ports"
    ports: dict[Ident, Port] = Field(min_length=2, max_length=12)


class SeaCard(Strict):
    """A movement or combat card of one value, in so many copies (M4, M5)."""

    kind: Literal["movement", "combat"]
    value: Annotated[Count, Field(ge=1, le=9)]
    copies: Some
    provenance: Marks = Field(default_factory=dict)


class CardsFile(Strict):
    """`cards.yaml`."""

    holds = "cards"
    cards: dict[Ident, SeaCard] = Field(min_length=1, max_length=18)


class Treasure(Strict):
    """A kind of treasure, and how many of it there are (M2, M6)."""

    meant = {"name": "the name is the text `treasure.<id>` in locale/, under `texts:`"}
    value: Annotated[Count, Field(ge=1, le=99)]
    copies: Some
    provenance: Marks = Field(default_factory=dict)


class TreasuresFile(Strict):
    """`treasures.yaml`."""

    holds = "treasures"
    treasures: dict[Ident, Treasure] = Field(min_length=1, max_length=20)


Little = Annotated[Count, Field(ge=1, le=6)]


class Draw(Strict):
    """Take so many cards from the top of the pile."""

    verb: Literal["draw"]
    cards: Little


class Discard(Strict):
    """Give up so many cards of one's own choice, or all there are."""

    verb: Literal["discard"]
    cards: Little


class Gain(Strict):
    """Take a treasure of a kind from the box, or the dearest of less value, where there is room for it on board."""

    verb: Literal["gain"]
    treasure: Ident


class Drop(Strict):
    """Give up so many treasures of those on board, of one's own choice."""

    verb: Literal["drop"]
    treasures: Little


class Sail(Strict):
    """Go to one's port, or to a free cell along the shore of an island."""

    verb: Literal["sail"]
    place: Place


class Wait(Strict):
    """Miss so many turns."""

    verb: Literal["wait"]
    turns: Little


class Again(Strict):
    """Take another turn at once."""

    verb: Literal["again"]


class Buy(Strict):
    """Pay for a treasure of one's choice with cards, if one likes; the trade of Treasure Island stays open."""

    verb: Literal["buy"]


class Swap(Strict):
    """Exchange up to so many cards for others of the same value and the other sort."""

    verb: Literal["swap"]
    cards: Little


Verb = Annotated[
    Draw | Discard | Gain | Drop | Sail | Wait | Again | Buy | Swap,
    Field(discriminator="verb"),
]
"""What an event does: the nine verbs, and their arguments."""


class Event(Strict):
    """An event card: whether it is a good one, and what it does, in this order."""

    kind: Literal["good", "bad"]
    does: tuple[Verb, ...] = Field(min_length=1, max_length=3)
    provenance: Marks = Field(default_factory=dict)


class EventsFile(Strict):
    """`events.yaml`."""

    holds = "events"
    events: dict[Ident, Event] = Field(min_length=1, max_length=60)


FILES: dict[str, type[Strict]] = {
    "pack": SandokanHead,
    "board": BoardFile,
    "ports": PortsFile,
    "cards": CardsFile,
    "treasures": TreasuresFile,
    "events": EventsFile,
}
