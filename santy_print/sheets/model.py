"""What sheets are made of: papers, pieces, cells, pages. Values only, in mm, y downwards from the top left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from santy_print.faces.art import Outline, Segment
from santy_print.faces.frames import Frame, Item, Matrix

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "tabloid": (279.4, 431.8)}
PAPER_SIDE = (60.0, 2000.0)
"""A paper's side at least and at most, mm."""
DUPLEX = ("long", "short", "separate", "gutterfold", "none")
"""How backs meet fronts: the printer turns sheets over the long or short edge; backs as a stack of their own, to be
printed in a second run (turned over the long edge); fronts and backs side by side, folded and glued; no backs."""
MARGIN = 6.35
GAP = 6.0
EDGE = 4.4  # nothing is printed nearer to the paper's edge: home printers cannot
RIM = 0.6  # so far a piece that is no rectangle runs on beyond its cut
OUTER = 2.0  # faces run on so far beyond the outer cut, so that a drifting sheet shows no white
FOLD = 5.0  # from the fold to the nearest cut
HAIRLINE = 0.12
CLEAR = 0.4  # crop marks keep so far from pictures,
SHORTEST = 0.8  # and are at least so long
STRIP = 4.2  # the height of the legend with its ruler
MARK_INK = "#22304a"


@dataclass(frozen=True, slots=True)
class Setup:
    """Paper (mm, portrait), how backs are printed, bleed (mm) and the margin kept (mm)."""

    paper: tuple[float, float] = PAPERS["a4"]
    duplex: str = "long"
    bleed: float = 0.0
    margin: float = MARGIN

    @property
    def upright(self) -> bool:
        """Whether the page is portrait: on a landscape page the long edge is the one above."""
        return self.paper[0] <= self.paper[1]

    def turned(self) -> Setup:
        """The same with the paper lying the other way."""
        return replace(self, paper=(self.paper[1], self.paper[0]))


@dataclass(frozen=True, slots=True)
class Copy:
    """One physical piece: its front, and its back if it has one."""

    front: Frame
    back: Frame | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A frame on a page: (x, y) is the trim's top left corner in mm from the page's.

    `turned` by half a turn where told.
    """

    frame: Frame
    x: float
    y: float
    clip: Outline | None
    turned: bool = False

    def mirrored(self, sheet: Sheet, over_side: bool, over_top: bool) -> Cell:
        """The cell where it lies on the other side of the sheet, turned over its side or its top.

        Turned over its top a sheet comes up head down: the face is turned as well, so that it reads. Its clip is its
        own, so it turns with it; over the side left and right change places.
        """
        x, y, clip = self.x, self.y, self.clip
        if over_side:
            x = sheet.width - x - self.frame.width
        if over_top:
            y = sheet.height - y - self.frame.height
        if (over_side or over_top) and clip is not None:
            clip = tuple(_turned_over(part, self.frame.width) for part in clip)
        return Cell(self.frame, x, y, clip, over_top)

    def matrix(self, page_height: float) -> Matrix:
        """The face's space (origin top left, y up in the form) into page millimetres with y upwards."""
        if self.turned:
            return -1, 0, 0, -1, self.x + self.frame.width, page_height - self.y - self.frame.height
        return 1, 0, 0, 1, self.x, page_height - self.y


def _turned_over(part: Segment, width: float) -> Segment:
    """A piece of an outline with left and right changed."""
    return (part[0], *(width - v if n % 2 == 0 else v for n, v in enumerate(part[1:])))


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


Box = tuple[float, float, float, float]
Cut = tuple[float, float, float]
"""A straight cut: its x (or y), and from where to where it runs along the other axis; mm."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a piece lies.

    Trim's top left corner, and how far its picture runs on (left, top, right, bottom), mm.
    """

    copy: Copy
    x: float
    y: float
    run: tuple[float, float, float, float]


@dataclass(slots=True)
class Sheet:
    """The pieces of one sheet of paper, and the cut lines along its edges.

    `beside`: where it is to be folded, its backs lie beside the fronts and not below them.
    """

    width: float
    height: float
    slots: list[Slot] = field(default_factory=list)
    xs: set[Cut] = field(default_factory=set)
    ys: set[Cut] = field(default_factory=set)
    beside: bool = False


Legend = Callable[[Page], Sequence[Item]]


def parse_paper(text: str) -> tuple[float, float]:
    """Width and height (mm) of a paper given by name or as `WxH`; ValueError with the reason where it is none."""
    name = text.strip().casefold()
    if name in PAPERS:
        return PAPERS[name]
    match = re.fullmatch(r"([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?[x×*]([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?", name)
    if not match:
        known = ", ".join(PAPERS)
        raise ValueError(f"`{text}` is no paper: {known}, or width x height in mm like 210x297")
    width, height = (float(side.replace(",", ".")) for side in match.groups())
    if not all(PAPER_SIDE[0] <= side <= PAPER_SIDE[1] for side in (width, height)):
        least, most = PAPER_SIDE
        raise ValueError(f"`{text}` is no paper: its sides must be {least:g} to {most:g} mm")
    return width, height
