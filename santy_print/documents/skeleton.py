"""Skeleton: a pack's `rulebook.yaml`, which holds no word and no number, typed; the texts that it asks for.

Texts, titles, lists, tables and figures stand in any game's; a game adds entries of its own (`manual.entry`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import Field, StringConstraints, create_model

from santy_print.diag import PackError, Report
from santy_print.folders import data_folder
from santy_print.pack import Pack
from santy_print.registry import folder_of
from santy_print.schema import Count, Flag, Ident, Strict, Text, validate
from santy_print.source import Map, load_yaml, locate

if TYPE_CHECKING:
    from santy_print.documents.manual import Manual

Facts = tuple[Ident, ...]

MAX_BLOCKS = 2_000
"""So many blocks, points of lists and cells of tables are in a rulebook."""


class Entry(Strict):
    """What all entries share: the rules they tell, and the value without which, or with which, they are left out."""

    facts: Facts = ()
    when: Ident | None = None
    unless: Ident | None = None

    @property
    def named(self) -> str:
        """What it is called where it is left out."""
        return str(getattr(self, "say", None) or getattr(self, "name", None) or getattr(self, "kind", ""))

    @property
    def points(self) -> tuple[ListItem, ...]:
        """The points in it."""
        return ()

    @property
    def parts(self) -> int:
        """How many points, cells or figures are in it."""
        return len(self.points)

    def keys(self, section: str) -> Iterator[str]:
        """The keys of the texts that it asks for in a section, without `rulebook.` before them."""
        if say := getattr(self, "say", None):
            yield f"{section}.{say}"
        yield from (f"{section}.{item.say}" for item in self.points)


class TextEntry(Entry):
    """A paragraph; `lead` opens a book, `aside` stands in a box, a `note` stays with what it is about."""

    kind: Literal["text"]
    say: Ident
    style: Literal["lead", "plain", "aside", "note"] = "plain"


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

    @property
    def points(self) -> tuple[ListItem, ...]:
        """The points in it."""
        return self.items


class TableEntry(Entry):
    """A table that the game computes, under a heading of its own where it says one."""

    kind: Literal["table"]
    name: Ident
    say: Ident | None = None


class FigureEntry(Entry):
    """A figure that the game computes; `wide` spans the columns, a `narrow` ornament is for pages of one column."""

    kind: Literal["figure"]
    name: Ident
    item: Ident | None = None
    wide: Flag = False
    narrow: Flag = False


class Shown(Strict):
    """A figure: `cards:owl` is the face of a card, `face:back` a layout, `art:owl.png` a picture; so high, in mm."""

    of: Text
    say: Ident | None = None
    height: Annotated[Count, Field(ge=5, le=240)] | None = None


class FacesEntry(Entry):
    """Figures of what the pack prints, one or several beside each other, each with its caption."""

    kind: Literal["faces"]
    shown: tuple[Shown, ...] = Field(min_length=1, max_length=40)

    @property
    def named(self) -> str:
        """What is shown."""
        return ", ".join(each.of for each in self.shown)

    def keys(self, section: str) -> Iterator[str]:
        """The keys of the captions."""
        yield from (f"{section}.{each.say}" for each in self.shown if each.say)


TextName = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]{0,63})?$")]
"""What a cell says; nothing where it is empty."""


class RowsEntry(Entry):
    """A table of words; each cell is a text, or empty."""

    kind: Literal["rows"]
    head: tuple[TextName, ...] = ()
    rows: tuple[tuple[TextName, ...], ...] = Field(min_length=1)
    align: tuple[Literal["left", "right", "center"], ...] = ()

    @property
    def parts(self) -> int:
        """How many cells are in it."""
        return len(self.head) + sum(map(len, self.rows))

    def keys(self, section: str) -> Iterator[str]:
        """The keys of the cells."""
        yield from (f"{section}.{say}" for row in (self.head, *self.rows) for say in row if say)


class Front(Strict):
    """What stands above all else, besides the name of the game: words below `rulebook`, and a figure."""

    title: Ident | None = None
    motto: Ident | None = None
    figure: Shown | None = None


class Section(Strict):
    """A section; its heading is `rulebook.<id>.title`. `fresh` begins a page or a column."""

    id: Ident
    when: Ident | None = None
    columns: Annotated[Count, Field(ge=1, le=3)] = 2
    fresh: Literal["page", "column"] | None = None
    blocks: tuple[Entry, ...] = Field(min_length=1)


class Skeleton(Strict):
    """`rulebook.yaml`: the sections, and how many `pages` we hope for.

    `foreign` are names that are words of a language: who reads aloud says them as that language does.
    """

    pages: Annotated[Count, Field(ge=1)] | None = None
    cover: Front = Front()
    foreign: dict[Ident, Annotated[tuple[str, ...], Field(max_length=200)]] = Field(default={}, max_length=20)
    sections: tuple[Section, ...] = Field(min_length=1)


@cache
def skeleton_model(own: tuple[type[Entry], ...], section: type[Section], skeleton: type[Skeleton]) -> type[Skeleton]:
    """The model of a game's `rulebook.yaml`: its own entries beside those of any game, in its sections."""
    kinds = (TextEntry, TitleEntry, ListEntry, TableEntry, FigureEntry, FacesEntry, RowsEntry, *own)
    block: Any = Annotated[Union[kinds], Field(discriminator="kind")]  # noqa: UP007 (made of what is given)
    within = create_model(
        "Section", __base__=section, __doc__=section.__doc__, blocks=(tuple[block, ...], Field(min_length=1))
    )
    sections: Any = (tuple[within, ...], Field(min_length=1))  # type: ignore[valid-type]
    return create_model("Skeleton", __base__=skeleton, __doc__=skeleton.__doc__, sections=sections)


def load_skeleton(pack: Pack) -> Skeleton:
    """The pack's `rulebook.yaml`, or the one that comes with the game; PackError where it cannot be used."""
    report = Report()
    node = pack.read("rulebook.yaml", report)
    if node is None and report.ok:
        if not has_rulebook(pack):
            hint = "write one: `rulebook.md`, or `rulebook.yaml` with its words in locale/"
            report.error("pack-tool", "this pack has no rulebook", pack.where("pack", "game"), hint)
            raise PackError(report)
        node = load_yaml(_bundled(pack), f"content/{pack.head.game}/rulebook.yaml", report)
    model = manual_of(pack).model()
    skeleton: Skeleton | None = validate(model, node, report) if isinstance(node, Map) else None
    if skeleton is not None and isinstance(node, Map):
        _check_size(skeleton, node, report)
    if skeleton is None or not isinstance(node, Map) or not report.ok:  # what the reader found counts as much
        raise PackError(report)
    pack.nodes["rulebook"] = node
    return skeleton


def _check_size(skeleton: Skeleton, node: Map, report: Report) -> None:
    """Whether a rulebook is small enough to be set: its blocks, with the points and cells in them."""
    left = MAX_BLOCKS
    for number, section in enumerate(skeleton.sections):
        for n, entry in enumerate(section.blocks):
            left -= 1 + entry.parts
            if left < 0:
                where = locate(node, ("sections", number, "blocks", n))
                message = f"a rulebook holds at most {MAX_BLOCKS:,} blocks, points and cells"
                report.error(
                    "schema-value", message, where, "make it a book of several packs, or say more in each text"
                )
                return


def _bundled(pack: Pack) -> Path:
    """The rulebook that comes with a pack's game, where there is one."""
    name = f"{pack.head.game}/rulebook.yaml"
    folders = (folder_of(pack.game) / "content", data_folder("content"))
    return next((path for folder in folders if (path := folder / name).is_file()), folders[0] / name)


def has_rulebook(pack: Pack) -> bool:
    """Whether there is a rulebook: the pack's own, or that of a game which has one."""
    return pack.holds("rulebook.yaml") or (pack.game.has("manual") and _bundled(pack).is_file())


def manual_of(pack: Pack) -> type[Manual]:
    """What computes a rulebook's figures, tables and numbers: the game's own, or that of no game."""
    from santy_print.documents.manual import Manual

    found: type[Manual] = pack.game.manual() if pack.game.has("manual") else Manual
    return found


def asked_for(skeleton: Skeleton) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The key of every text that the skeleton asks for, with the place that asks."""
    front = skeleton.cover
    words = {"title": front.title, "motto": front.motto, "figure": front.figure.say if front.figure else None}
    yield from ((f"rulebook.{say}", ("cover", part)) for part, say in words.items() if say)
    for number, section in enumerate(skeleton.sections):
        yield f"rulebook.{section.id}.title", ("sections", number, "id")
        for n, entry in enumerate(section.blocks):
            yield from ((f"rulebook.{key}", ("sections", number, "blocks", n)) for key in entry.keys(section.id))
