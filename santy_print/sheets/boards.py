"""Boards: a face that is larger than the paper, in tiles to be glued together."""

from __future__ import annotations

from itertools import pairwise

from santy_print.faces.art import rounded
from santy_print.faces.frames import Frame, Item, Shape
from santy_print.sheets.joins import Line as Along
from santy_print.sheets.joins import joins, parts_of
from santy_print.sheets.marks import crop_marks, strip_side
from santy_print.sheets.model import HAIRLINE, JOIN, MARK_INK, Block, Box, Cell, Flap, Page, Setup

FLAP = 10.0  # so far a tile reaches under the next one, mm


def tile(frame: Frame, setup: Setup, overlap: float = FLAP) -> list[Page]:
    """A board on as many pages as it takes.

    Whole on one where it fits either way, else in tiles. Each reaches from one join to `overlap` mm beyond the next:
    there the next tile is glued upon it, its edge along the join.
    """
    lines = [Along(parts, axis) for parts in [parts_of(frame)] for axis in (0, 1)]
    ways = [setup.paper, setup.paper[::-1]]
    found = []
    for n, way in enumerate(ways):
        (one, xs), (other, ys) = (
            joins(line, length, side - 2 * setup.margin, overlap)
            for line, length, side in zip(lines, frame.size, way, strict=True)
        )
        sheets = (len(xs) + 1) * (len(ys) + 1)
        found.append((sheets, one + other, (n == 0) == (frame.width > frame.height), way, xs, ys))
    _, _, _, size, xs, ys = min(found, key=lambda made: made[:3])
    columns = [*pairwise((0.0, *xs, frame.width))]
    rows = [*pairwise((0.0, *ys, frame.height))]
    of, pages = len(columns) * len(rows), []
    for n in range(of):
        column, row = n % len(columns), n // len(columns)
        under = (overlap if column + 1 < len(columns) else 0.0, overlap if row + 1 < len(rows) else 0.0)
        (left, right), (top, bottom) = columns[column], rows[row]
        shown = (left, top, right + under[0], bottom + under[1])
        page = _page(frame, shown, size, setup.margin)
        x, y = page.cells[0].x, page.cells[0].y
        flaps = []
        if under[0]:
            flaps.append(Flap((x + right, y + top, x + shown[2], y + bottom), 1, True))
        if under[1]:
            flaps.append(Flap((x + left, y + bottom, x + right, y + shown[3]), len(columns)))
        marks = (*page.marks, *_lines(page.trim, under))
        pages.append(Page(*size, page.cells, marks, page.trim, page.bleed, "front", n + 1, of, tuple(flaps)))
    return pages


def _page(frame: Frame, shown: Box, size: tuple[float, float], margin: float) -> Page:
    """A part of a board on its page with marks: in the middle, or where that leaves room for the legend beside it."""
    wide, high = shown[2] - shown[0], shown[3] - shown[1]
    middle = ((size[0] - wide) / 2, (size[1] - high) / 2)
    left, top = next(
        (at for at in (middle, (margin, middle[1]), (middle[0], margin)) if _strip(size, at, (wide, high))), middle
    )
    trim = (left, top, left + wide, top + high)
    cuts = [Block(trim, (left, trim[2]), (top, trim[3]))]
    marks = crop_marks(size, cuts, strip=strip_side(size, trim))
    cell = Cell(frame, left - shown[0], top - shown[1], rounded(shown[0], shown[1], wide, high))
    return Page(*size, (cell,), tuple(marks), trim, trim)


def _strip(size: tuple[float, float], at: tuple[float, float], tile: tuple[float, float]) -> str | None:
    """On which side the legend stands where a tile lies there."""
    return strip_side(size, (at[0], at[1], at[0] + tile[0], at[1] + tile[1]))


def _lines(box: Box, under: tuple[float, float]) -> list[Item]:
    """The joins of a tile, where the next one's edge comes to lie: dashes and dots, as no cut or fold has."""
    left, top, right, bottom = box
    out: list[Item] = []
    if under[0]:
        at = right - under[0]
        out.append(Shape((("M", at, top), ("L", at, bottom)), None, MARK_INK, HAIRLINE, None, False, JOIN))
    if under[1]:
        at = bottom - under[1]
        out.append(Shape((("M", left, at), ("L", right, at)), None, MARK_INK, HAIRLINE, None, False, JOIN))
    return out
