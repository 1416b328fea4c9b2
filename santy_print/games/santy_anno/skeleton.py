"""Skeleton: what `rulebook.yaml` holds for this game beside what any game's holds: cards, events, a row worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from santy_print.documents.skeleton import Entry, ListItem, Section, Skeleton
from santy_print.schema import Flag, Ident


class CardEntry(Entry):
    """A kind of card with its face, its rule and a worked example; the rest is what we would like to see in it.

    `leans` is the `say` of an entry that its rule takes up ("as before"): where that one was not told before, the rule
    is `rule-alone`.
    """

    kind: Literal["card"]
    say: Ident
    card: Ident
    struck: Flag | None = None
    leans: Ident | None = None
    prefer: Ident | None = None
    pirate: Ident | None = None
    start: Ident | None = Field(default=None, alias="from")
    other: Ident | None = None
    stays: Flag = False

    def keys(self, section: str) -> Iterator[str]:
        """Its title, rule and example, wherever it is told."""
        ends = ("title", "rule", "example", *(("rule-alone",) if self.leans else ()))
        return (f"cards.{self.say}.{end}" for end in ends)


class EventEntry(Entry):
    """A kind of event card with its face and its rule; with `order` the order in which cards are then read.

    With `laps` it has another rule for a set with rounds in which everybody runs a lap anyhow.
    """

    kind: Literal["event"]
    say: Ident
    event: Ident
    order: Flag = False
    laps: Flag = False

    def keys(self, section: str) -> Iterator[str]:
        """Its title and rule, and the one for a set with laps."""
        ends = ("title", "rule", *(("rule-laps",) if self.laps else ()))
        return (f"{section}.{self.say}.{end}" for end in ends)


class TrailEntry(Entry):
    """A row of cards worked out, ship by ship."""

    kind: Literal["trail"]
    pirate: Ident
    start: Ident = Field(alias="from")
    cards: tuple[Ident, ...] = Field(min_length=1)


class SummaryEntry(Entry):
    """The page that holds it all."""

    kind: Literal["summary"]
    round: tuple[ListItem, ...]

    @property
    def points(self) -> tuple[ListItem, ...]:
        """The steps of a round."""
        return self.round


class PirateSection(Section):
    """A section; its heading is `rulebook.<id>.title`. `fresh` begins a page or a column.

    Where it has a `deck`, it tells the kinds of card that this deck is the first to have.
    """

    deck: Ident | None = None


class PirateSkeleton(Skeleton):
    """`rulebook.yaml`: the sections, who sits where at the sample table, and how many `pages` we hope for.

    `foreign` are names that are words of a language: who reads aloud says them as that language does.
    """

    seats: tuple[Ident, ...] = ()
    crew: dict[Ident, Ident] = {}
