"""Blocks: what a document is made of, as frozen values. Whoever composes one says what stands there; a writer for each
medium (typst, HTML, plain text) says how it looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal, Union

# --- within a line ------------------------------------------------------------------------------------------------


class Words(str):
    """A text in light Markdown, as a locale says it: writers make it bold or italic, and draw its icons."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of the document by its name; `alt` says it to those who cannot see it, where no words around do."""

    name: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing that stands for a word: paper shows the drawing, a screen both, a text the word."""

    picture: str | None
    word: str


@dataclass(frozen=True, slots=True)
class Numeral:
    """A figure to look for among words."""

    text: str


@dataclass(frozen=True, slots=True)
class Tongue:
    """A text in another language than that of its document."""

    lang: str
    text: Inline


@dataclass(frozen=True, slots=True)
class Dressed:
    """A text that looks otherwise than those around it: `quiet` paler and smaller, an `accent`, or in a `ring`."""

    text: Inline
    look: Literal["quiet", "accent", "ring"]


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is shown, and what is said instead to those who cannot see it."""

    shown: Inline
    spoken: str


@dataclass(frozen=True, slots=True)
class Meter:
    """A bar that is full `to` this share, or a point there upon a line from `low` to `high`."""

    to: float
    low: float | None = None
    high: float | None = None


Inline = Union[str, Picture, Sign, Numeral, Tongue, Dressed, Aloud, Meter, tuple["Inline", ...]]  # noqa: UP007 (it names itself)
"""What may stand in a line; a plain `str` is quoted as it is, `Words` are light Markdown, a line ends at `\\n`."""

Side = Literal["left", "right", "center"]

# --- blocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    text: Inline


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `lead` opens a document, `aside` stands in a box, `note` is smaller and set in."""

    text: Inline
    style: Literal["plain", "lead", "aside", "note"] = "plain"


@dataclass(frozen=True, slots=True)
class Points:
    """A list, or numbered `steps`."""

    items: tuple[Inline, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; on paper those that `fill` share what room the others leave. `edge`: a line before it."""

    align: Side = "left"
    fill: bool = False
    edge: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A cell of a table that spans several columns, or is shaded: not at all, 0, to fully, 1."""

    text: Inline
    span: int = 1
    shade: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. `numbered`: the first column holds figures to look for; `small`: it has many columns.

    Without `columns` all are aligned to the left, and the last fills the page. A stronger line is above the rows that
    `opens` counts, the strongest above those in `totals`. A `matrix` has names down and things of one kind across: on a
    sheet the names are as wide in all of them, and one that begins a section has its title in the corner.
    """

    rows: tuple[tuple[Inline | Field, ...], ...]
    head: tuple[Inline, ...] = ()
    columns: tuple[Column, ...] = ()
    numbered: bool = False
    small: bool = False
    matrix: bool = False
    opens: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """Words upon a figure: where the middle of their first line stands, or its beginning or end, in hundredths."""

    x: float
    y: float
    lines: tuple[Inline, ...]
    at: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing so high (mm; None: as wide as the page lets it be) with a caption and words upon it.

    One that is as wide as may be has at `most` such a share of the size it was drawn in.
    """

    picture: Picture | None
    caption: Inline = ""
    height: float | None = None
    labels: tuple[Label, ...] = ()
    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Ornament:
    """A drawing for the foot of a printed column, so high (mm), where there is room for one.

    It is for pages of several columns, or of one, or for all.
    """

    picture: str | None
    high: float = 30.0
    pages: Literal["wide", "narrow", "all"] = "wide"


@dataclass(frozen=True, slots=True)
class Row:
    """Small drawings side by side, so high (mm), which say something together."""

    pictures: tuple[str, ...]
    alt: str
    height: float


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid: a drawing, or a text in its place, with a title and a label."""

    picture: Picture | None = None
    text: Inline = ""
    title: Inline = ""
    label: Inline = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells side by side: a `row` of small things, `numbers` over their labels, `portraits` four abreast, `faces`.

    Faces are so high, mm, and no larger than they are.
    """

    cells: tuple[Cell, ...]
    look: Literal["row", "numbers", "portraits", "faces"] = "row"
    height: float = 48.0


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a way: a drawing and its name. A `joint` one is that of both of two languages, here and below."""

    picture: str | None
    label: Inline
    joint: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What leads from a stop to the next: a face, an arrow or both; without either the two only stand beside."""

    picture: str | None = None
    name: str = ""
    arrow: bool = True
    joint: str | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """Stops and what leads from each to the next; `alt` says it all. In a `line` small, a `scene`, or over a `page`.

    Where one drawing is the `whole` way, its first and its last stop are named below its ends.
    """

    stops: tuple[Stop, ...]
    steps: tuple[Step, ...]
    alt: str
    look: Literal["line", "scene", "page"] = "line"
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A text that goes with what stands above it, in a frame with a drawing; in plain text it is `labelled`."""

    text: Inline
    picture: str | None = None
    labelled: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something by its face (so wide, in mm, with a note below): its title, what is to be known of it, and more.

    `about` is the id of the thing; `foot` stands below, over the whole width.
    """

    title: Inline
    text: Inline
    about: str = ""
    face: Picture | None = None
    width: float = 28.0
    note: Inline = ""
    star: bool = False
    blocks: tuple[Block, ...] = ()
    foot: tuple[Block, ...] = ()
    joint: Picture | None = None


@dataclass(frozen=True, slots=True)
class Brief:
    """A line of a digest."""

    face: str | None
    title: Inline
    text: Inline
    star: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """Things by their faces, each in a line or two."""

    entries: tuple[Brief, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A box of its own: a title, a text, a drawing beside them, and blocks below.

    Of two languages the heads stand beside each other: `twin` is the second's.
    """

    title: Inline
    text: Inline
    picture: str | None = None
    blocks: tuple[Block, ...] = ()
    twin: Panel | None = None


@dataclass(frozen=True, slots=True)
class Titled:
    """A block under a heading of its own, one with it."""

    title: Inline
    block: Block


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks under a heading that belong together; they are not parted by the end of a page."""

    title: Inline
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """Parts one after another; on a printed page in two columns, which name them by number.

    Of two languages each has them on a page of its own.
    """

    parts: tuple[Part, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wide:
    """A block over all columns, at the head or the foot of a page; two languages share it.

    A figure takes such a `share` of the width, in the middle, where the columns are to have more room.
    """

    block: Block
    edge: Literal["top", "bottom"] = "bottom"
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a terminal as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Either:
    """What is shown where there are drawings, and what plain text says instead: nothing, perhaps."""

    shown: Block
    text: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Twins:
    """The same block in two languages."""

    first: Block
    second: Block


Block = (
    Heading | Paragraph | Points | Table | Figure | Ornament | Row | Grid | Way | Remark | Entry | Digest | Panel
    | Titled | Part | Sides | Wide | Lines | Either | Twins
)  # fmt: skip


# --- the whole ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading of the first level. `fresh` begins a page or a column; `twin` is its second title.

    On a sheet a `note` stands below the title, and a section is so many twelfths of the page wide: where there is room
    it stands beside the one before.
    """

    id: str
    title: Inline
    blocks: tuple[Block, ...]
    columns: int = 2
    fresh: Literal["page", "column"] | None = None
    twin: Inline = ""
    note: Inline = ""
    width: int = 12

    @property
    def downward(self) -> tuple[Block, ...]:
        """Its blocks in one column: what stands over all columns at a page's foot comes last."""
        low = [it for it in self.blocks if isinstance(it, Wide) and it.edge == "bottom"]
        return (*(it for it in self.blocks if it not in low), *low)


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact on the first page, with its icon."""

    icon: str | None
    text: Inline


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands above all else: name and motto of the document, a drawing, facts; `most` are who play at most."""

    name: str
    tagline: Inline = ""
    picture: Picture | None = None
    facts: tuple[Fact, ...] = ()
    most: int = 6


@dataclass(frozen=True, slots=True)
class Book:
    """A document in a language or two; `pages` is how many are hoped for, `knot` adorns the lines below headings.

    A `book` is read, a `sheet` looked at: small type, much on a page. `contents` is what the list of its sections is
    called, or else its name is. On pages of its own `then` follows, the same in another language.
    """

    langs: tuple[str, ...]
    title: Inline
    cover: Cover
    sections: tuple[Section, ...]
    author: str = ""
    version: str = ""
    pages: int | None = None
    knot: str = ""
    look: Literal["book", "sheet"] = "book"
    contents: str = ""
    then: Book | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.cover.name


# --- looking through them -----------------------------------------------------------------------------------------


_NAMES: dict[type, tuple[str, ...]] = {}
"""What each class of block holds, the last first; nothing of what is no block."""


def _names(kind: type) -> tuple[str, ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in reversed(fields(kind))) if is_dataclass(kind) else ()
    return _NAMES[kind]


def parts_of(value: object) -> Iterator[object]:
    """A value and all that is in it, in order: blocks, drawings, texts."""
    left = [value]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, str):
            continue
        if isinstance(part, tuple | list):
            left += reversed(part)
        elif isinstance(part, Mapping):
            left += reversed([*part.values()])
        else:
            left += [getattr(part, name) for name in _names(type(part))]


def abreast(sections: Iterable[Section]) -> Iterator[list[Section]]:
    """The sections of a sheet that stand beside each other: as many as a page is wide for."""
    row: list[Section] = []
    for section in sections:
        if row and sum(each.width for each in row) + section.width > 12:
            yield row
            row = []
        row.append(section)
    if row:
        yield row


def headings_in(parts: Iterable[object]) -> Iterator[Inline]:
    """Every heading among the parts of a document, in order."""
    for part in parts:
        if isinstance(part, Heading):
            yield part.text
        elif isinstance(part, Section | Entry | Panel | Titled | Part):
            yield part.title


def plain(text: Inline | Field) -> str:
    """What a text says, without its looks."""
    from santy_print.text import parse_markup

    if isinstance(text, Words):
        return "".join(run.text for run in parse_markup(text))
    if isinstance(text, str):
        return text
    if isinstance(text, Sign):
        return text.word
    if isinstance(text, Aloud):
        return plain(text.shown)
    if isinstance(text, Picture | Meter):
        return ""
    return plain(text.text) if isinstance(text, Numeral | Tongue | Dressed | Field) else "".join(map(plain, text))
