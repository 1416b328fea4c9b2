"""Booklet: pages of half a sheet in, sides of sheets out, to be printed on both sides, folded once and stapled.

Sheets lie in each other, so the inner ones stand out at the open edge by the thickness of those around them: their
pages move towards the fold by as much (creep), and all outer margins are alike once the edge is trimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print.documents.typst import mm, typst_data

if TYPE_CHECKING:
    from santy_print.printer import Printer

THICKNESS = 0.1
"""The thickness of a sheet of 80 g/m² paper, mm."""
TICK = 4.0
"""The length of a fold mark, mm; it begins `EDGE` from the edge, where most printers print."""
EDGE = 5.0

SHEETS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""A sheet lying on its side, by paper: width and height, mm. A page is half of it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A page (counted from 1) on a side of a sheet, its upper left corner and its width in mm."""

    page: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: its pages from left to right. Fronts are even in a list of sides, backs odd."""

    sheet: int
    front: bool
    spots: tuple[Spot, ...]


def half(paper: str) -> tuple[float, float]:
    """The size of a page, mm."""
    width, height = SHEETS[paper]
    return width / 2, height


def padding(pages: int) -> int:
    """How many pages more make whole sheets: four pages lie on each."""
    return -pages % 4


def sides(pages: int, paper: str, thickness: float = THICKNESS) -> list[Side]:
    """All sides in the order in which they are printed: front and back of the outermost sheet first.

    To be turned over the short edge: then the pages of both sides stand upright in the folded booklet.
    """
    if pages % 4 or pages <= 0:
        raise ValueError(f"a booklet has a multiple of four pages, not {pages}")
    return list(_sides(pages, SHEETS[paper][0], thickness))


def _sides(pages: int, width: float, thickness: float) -> Iterator[Side]:
    middle = width / 2
    for sheet in range(pages // 4):
        creep = sheet * thickness
        low, high = 2 * sheet + 1, pages - 2 * sheet
        for front, (left, right) in ((True, (high, low)), (False, (low + 1, high - 1))):
            spots = (Spot(left, creep, 0.0, middle), Spot(right, middle - creep, 0.0, middle))
            yield Side(sheet + 1, front, spots)


def source(sides: Sequence[Side], paper: str, names: tuple[str, str], wrong: Callable[..., Printer]) -> str:
    """The typst source that lays `pages.pdf` out: title and author in `names`.

    What a printer is known to do `wrong` on a side is undone there: moved, then turned, then scaled about the middle.
    """
    width, height = SHEETS[paper]
    laid = []
    for side in sides:
        seen = wrong(side="front" if side.front else "back")
        laid.append(
            {
                "spots": [{"page": s.page, "x": mm(s.x), "y": mm(s.y), "width": mm(s.width)} for s in side.spots],
                "shift": [mm(-seen.shift_x), mm(-seen.shift_y)],
                "angle": -seen.angle,
                "scale": [10000 / seen.scale_x, 10000 / seen.scale_y],
            }
        )
    ticks = [mm(EDGE), mm(height - EDGE - TICK)]
    rules = {"title": names[0], "author": names[1], "size": [mm(width), mm(height)], "ticks": ticks, "tick": mm(TICK)}
    given = ", ".join(f"{key}: {typst_data(value)}" for key, value in {**rules, "sides": laid}.items())
    return f'#import "booklet.typ": booklet\n#show: booklet.with({given})\n'
