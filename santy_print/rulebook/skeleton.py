"""Skeleton: a pack's `rulebook.yaml`, which holds no word and no number, typed; which words tell which rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from santy_print.diag import PackError, Report
from santy_print.pack import Pack, data_folder
from santy_print.schema import Count, Flag, Ident, Strict, validate
from santy_print.source import Map, load_yaml

Facts = tuple[Ident, ...]


class Entry(Strict):
    """What all entries share: the rules they tell, and the value without which, or with which, they are left out."""

    facts: Facts = ()
    when: Ident | None = None
    unless: Ident | None = None


class TextEntry(Entry):
    """A paragraph; `lead` opens a book, `aside` stands in a box."""

    kind: Literal["text"]
    say: Ident
    style: Literal["lead", "plain", "aside"] = "plain"


class TitleEntry(Entry):
    """A heading within a section."""

    kind: Literal["title"]
    say: Ident


class ListItem(Entry):
    """A point of a list."""

    say: Ident


class ListEntry(Entry):
    """Points, or numbered steps."""

    kind: Literal["list"]
    style: Literal["points", "steps"] = "points"
    items: tuple[ListItem, ...] = Field(min_length=1)


class TableEntry(Entry):
    """A table that the game computes, under a heading of its own where it says one."""

    kind: Literal["table"]
    name: Ident
    say: Ident | None = None


class FigureEntry(Entry):
    """A figure that the game computes; `wide` spans the columns."""

    kind: Literal["figure"]
    name: Ident
    item: Ident | None = None
    wide: Flag = False


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


class EventEntry(Entry):
    """A kind of event card with its face and its rule; with `order` the order in which cards are then read."""

    kind: Literal["event"]
    say: Ident
    event: Ident
    order: Flag = False


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


Block = Annotated[
    TextEntry | TitleEntry | ListEntry | TableEntry | FigureEntry | CardEntry | EventEntry | TrailEntry | SummaryEntry,
    Field(discriminator="kind"),
]


class Section(Strict):
    """A section; its heading is `rulebook.<id>.title`. `fresh` begins a page or a column.

    Where it has a `deck`, it tells the kinds of card that this deck is the first to have.
    """

    id: Ident
    when: Ident | None = None
    deck: Ident | None = None
    columns: Annotated[Count, Field(ge=1, le=3)] = 2
    fresh: Literal["page", "column"] | None = None
    blocks: tuple[Block, ...] = Field(min_length=1)


class Skeleton(Strict):
    """`rulebook.yaml`: the sections, who sits where at the sample table, and how many `pages` we hope for.

    `foreign` are names that are words of a language: who reads aloud says them as that language does.
    """

    pages: Count | None = None
    foreign: dict[Ident, tuple[str, ...]] = {}
    seats: tuple[Ident, ...] = ()
    crew: dict[Ident, Ident] = {}
    sections: tuple[Section, ...] = Field(min_length=1)


def load_skeleton(pack: Pack) -> Skeleton:
    """The pack's `rulebook.yaml`, or the one that comes with the game; PackError where it cannot be used."""
    report = Report()
    node = pack.read("rulebook.yaml", report)
    if node is None and report.ok:
        name = f"{pack.head.game}/rulebook.yaml"
        node = load_yaml(data_folder("content") / name, f"content/{name}", report)
    skeleton = validate(Skeleton, node, report) if isinstance(node, Map) else None
    if skeleton is None or not isinstance(node, Map) or not report.ok:  # what the reader found counts as much
        raise PackError(report)
    pack.nodes["rulebook"] = node
    return skeleton


def told(skeleton: Skeleton) -> Iterator[tuple[str, str]]:
    """Every fact that the skeleton ties to words, with the key of those words (or of the section's title)."""
    for section in skeleton.sections:
        for block in section.blocks:
            say = getattr(block, "say", None)
            stem = "rulebook.cards" if block.kind == "card" else f"rulebook.{section.id}"
            tail = ".rule" if block.kind in ("card", "event") else ""
            key = f"{stem}.{say}{tail}" if say else f"rulebook.{section.id}.title"
            yield from ((fact, key) for fact in block.facts)
            for item in getattr(block, "items", ()):
                yield from ((fact, f"rulebook.{section.id}.{item.say}") for fact in item.facts)
