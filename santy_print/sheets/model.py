"""What sheets are made of: papers, pieces, cells, pages. Values only, in mm, y downwards from the top left."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from santy_print.choices import BLEED, DUPLEX, PAPER, PAPERS, Between, WrongValue, check
from santy_print.faces.art import Outline, Segment
from santy_print.faces.frames import Frame, Group, Item
from santy_print.faces.matrices import Matrix

MARGIN = 6.35
GAP = 6.0
EDGE = 4.4  # nothing is printed nearer to the paper's edge: home printers cannot
RIM = 0.6  # so far a piece that is no rectangle runs on beyond its cut
OUTER = 2.0  # faces run on so far beyond the outer cut, so that a drifting sheet shows no white
FOLD = 5.0  # from the fold to the nearest cut
HAIRLINE = 0.12
OVERLAP = 0.1  # so far pictures that stand side by side overlap: where they only touched, paper would show between them
JOIN = (6.0, 1.4, 0.8, 1.4)  # the stroke of a line along which tiles of a board are joined
CLEAR = 0.4  # crop marks keep so far from pictures,
SHORTEST = 0.8  # and are at least so long
STRIP = 4.2  # the height of the legend with its ruler
MARKED = SHORTEST + 2 * CLEAR  # so much beside a cut is enough for its mark,
WHITE = 2 * MARKED  # so wide a strip between blocks of pieces for the marks of both,
LEGEND = EDGE + STRIP + 0.3 + MARKED  # and so wide a margin for marks and the legend
AMPLE = EDGE + MARKED + OUTER  # a margin so wide has room for pictures that run on, and marks beyond them
LONG = OUTER + CLEAR + 4.0  # so far from a cut a mark ends that is long enough for a ruler to be laid to
MARK_INK = "#22304a"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Setup:
    """Paper (mm, portrait), how backs are printed, bleed (mm) and the margin kept (mm); WrongValue where it is none."""

    paper: tuple[float, float] = PAPERS["a4"]
    duplex: str = "long"
    bleed: float = 0.0
    margin: float = MARGIN

    def __post_init__(self) -> None:
        check("paper", self.paper, PAPER)
        check("duplex", self.duplex, DUPLEX)
        check("bleed", self.bleed, BLEED)
        check("margin", self.margin, Between(0, min(self.paper) / 2))

    @property
    def upright(self) -> bool:
        """Whether the page is portrait: on a landscape page the long edge is the one above."""
        return self.paper[0] <= self.paper[1]

    def turned(self) -> Setup:
        """The same with the paper lying the other way."""
        return replace(self, paper=(self.paper[1], self.paper[0]))


class Narrowed(Setup):
    """What is left of a paper where room is kept: it may be smaller than any that can be asked for."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """The paper it is a part of was looked at."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One physical piece: its front, and its back if it has one."""

    front: Frame
    back: Frame | None = None


@dataclass(frozen=True, slots=True)
class Lying(Frame):
    """A face as it lies on its side, a quarter turn against the clock, its head to the left; `face` is it upright.

    Width, height and cut are those of the piece as it lies, so whoever cuts sheets need not know that it was turned.
    """

    face: Frame | None = None

    @property
    def shown(self) -> tuple[Item, ...]:
        """The drawing that its upright copies share, turned."""
        return self.items


def lying(frame: Frame) -> Lying:
    """A face on its side; what it draws is shared with its upright copies."""
    (upright,) = frame.shown
    whole = Group((upright,), (0, -1, 1, 0, 0, frame.width))
    cut = frame.cut and tuple(_on_its_side(part, frame.width) for part in frame.cut)
    return Lying(frame.key, frame.height, frame.width, (whole,), frame.alt, frame.corner, cut, frame.bleed, frame)


def _on_its_side(part: Segment, width: float) -> Segment:
    """A piece of an outline of a face so wide, a quarter turn against the clock."""
    flat = [v for x, y in zip(part[1::2], part[2::2], strict=True) for v in (y, width - x)]
    return (part[0], *flat)


@dataclass(frozen=True, slots=True)
class Cell:
    """A frame on a page: (x, y) is the trim's top left corner in mm from the page's.

    The frame is a `Lying` one where the piece lies on its side. It is `turned` by half a turn more where told. The clip
    is in the frame's space.
    """

    frame: Frame
    x: float
    y: float
    clip: Outline | None
    turned: bool = False

    @property
    def face(self) -> Frame:
        """The face that is drawn, upright."""
        return (isinstance(self.frame, Lying) and self.frame.face) or self.frame

    def mirrored(self, sheet: Sheet, over_side: bool, over_top: bool) -> Cell:
        """The cell where it lies on the other side of the sheet, turned over its side or its top.

        A piece is turned over about the axis through its head, as a card is. So the head of an upright one comes up
        below when the sheet turns over its top, and that of a lying one on the right when it turns over its side: the
        face is turned by half, so that it reads. Its clip is its own, so it turns with it; only what lies left and
        right of the head changes places.
        """
        x, y, clip = self.x, self.y, self.clip
        if over_side:
            x = sheet.width - x - self.frame.width
        if over_top:
            y = sheet.height - y - self.frame.height
        on_side = isinstance(self.frame, Lying)
        if (over_side or over_top) and clip is not None:
            clip = tuple(_turned_over(part, self.frame.size, on_side) for part in clip)
        return Cell(self.frame, x, y, clip, over_side if on_side else over_top)

    def matrix(self, page_height: float) -> Matrix:
        """The frame's space (origin top left, y up in the form) into page millimetres with y upwards."""
        if self.turned:
            return -1, 0, 0, -1, self.x + self.frame.width, page_height - self.y - self.frame.height
        return 1, 0, 0, 1, self.x, page_height - self.y


def _turned_over(part: Segment, size: tuple[float, float], on_side: bool) -> Segment:
    """A piece of an outline with left and right of its head changed: of one that lies on its side, above and below."""
    axis = 1 if on_side else 0
    return (part[0], *(size[axis] - v if n % 2 == axis else v for n, v in enumerate(part[1:])))


@dataclass(frozen=True, slots=True)
class Flap:
    """What of a tile another one is glued upon: its box on the page (mm), whether it stands upright beside the tile.

    That other is so many sheets `further`.
    """

    box: Box
    further: int
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: size in mm, cells and marks.

    Trim and bleed are boxes (left, top, right, bottom) in mm.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    marks: tuple[Item, ...]
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    side: str = "front"
    sheet: int = 1
    of: int = 1
    flaps: tuple[Flap, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a piece lies.

    Trim's top left corner, and how far its picture runs on (left, top, right, bottom), mm; upright or on its side.
    """

    copy: Copy
    x: float
    y: float
    run: tuple[float, float, float, float]
    on_side: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the piece as it lies, mm."""
        width, height = self.copy.front.size
        return (height, width) if self.on_side else (width, height)

    @property
    def cut(self) -> Outline | None:
        """What the piece is cut to, as it lies, where it is no rectangle; from its top left corner."""
        front = self.copy.front
        return lying(front).cut if self.on_side else front.cut


def mirrored(box: Box, size: tuple[float, float], over_side: bool, over_top: bool) -> Box:
    """Where a box is seen on the other side of a sheet of a size, turned over its side or its top; mm."""
    left, top, right, bottom = box
    if over_side:
        left, right = size[0] - right, size[0] - left
    if over_top:
        top, bottom = size[1] - bottom, size[1] - top
    return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces in rows that are cut together.

    The box around them with their bleed, and the straight cuts: the x of those down, the y of those across; mm.
    """

    box: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def mirrored(self, size: tuple[float, float], over_side: bool, over_top: bool) -> Block:
        """The block where it is seen on the other side of a sheet of a size, turned over its side or its top."""
        xs = tuple(size[0] - x for x in self.xs) if over_side else self.xs
        ys = tuple(size[1] - y for y in self.ys) if over_top else self.ys
        return Block(mirrored(self.box, size, over_side, over_top), xs, ys)


@dataclass(slots=True)
class Sheet:
    """The pieces of one sheet of paper, in blocks.

    `beside`: where it is to be folded, its backs lie beside the fronts and not below them.
    """

    width: float
    height: float
    slots: list[Slot] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    beside: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Of the paper, mm."""
        return self.width, self.height


def parse_paper(text: str) -> tuple[float, float]:
    """Width and height (mm) of a paper given by name or as `WxH`; WrongValue with the reason where it is none."""
    name = text.strip().casefold()
    if name in PAPERS:
        return PAPERS[name]
    match = re.fullmatch(r"([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?[x×*]([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?", name)
    if not match:
        known = ", ".join(PAPERS)
        raise WrongValue(f"`{text}` is no paper: {known}, or width x height in mm like 210x297")
    width, height = (float(side.replace(",", ".")) for side in match.groups())
    PAPER.check((width, height))
    return width, height
