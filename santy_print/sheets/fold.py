"""Folding: fronts and backs on the two halves of a sheet (gutterfold)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from santy_print.faces.art import Outline
from santy_print.faces.frames import Shape
from santy_print.sheets.fill import Filler, apart, fewest, fill, per_row, refused, shift
from santy_print.sheets.marks import crop_marks, rims, strip_side
from santy_print.sheets.model import (
    EDGE,
    FOLD,
    HAIRLINE,
    MARK_INK,
    OUTER,
    STRIP,
    Box,
    Cell,
    Copy,
    Page,
    Setup,
    Sheet,
)
from santy_print.sheets.sides import around, art_box, cell_of, held, mirrored_cuts


def folded(copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Fronts and backs on the two halves of a sheet: fold, glue, cut.

    Of the ways that take the fewest sheets the one with the longest fold comes first: it is easier to fold straight,
    and the pieces lie nearer to it, so that a fold that is askew moves their backs less.
    """
    sides = (setup, setup.turned())
    ways: list[tuple[Filler, Setup]] = [(_fill_above, way) for way in sides]
    ways += [(_fill_beside, way) for way in sides]
    ways.sort(key=lambda made: -made[1].paper[0 if made[0] is _fill_above else 1])
    sheets, way = fewest(copies, ways)
    return [_folded_page(sheet, way.bleed, n, len(sheets)) for n, sheet in enumerate(sheets, 1)]


def _folded_page(sheet: Sheet, bleed: float, number: int, of: int) -> Page:
    flip_x, flip_y = sheet.beside, not sheet.beside
    cells: list[Cell] = []
    backs: list[Cell] = []
    for slot in sheet.slots:
        slot = held(slot, sheet, bleed)
        cells.append(cell_of(slot, slot.copy.front, bleed))
        if slot.copy.back:
            backs.append(cell_of(slot, slot.copy.back, bleed).mirrored(sheet, flip_x, flip_y))
    cells += backs
    # Both halves have all their cuts: folded, only one of them is seen, and its marks must stand on each of its sides.
    xs, ys = mirrored_cuts(sheet, flip_x, flip_y)
    marks = crop_marks(sheet, sheet.xs | xs, sheet.ys | ys, [art_box(cell) for cell in cells], bleed)
    trim, reach = around(cells, 0.0), around(cells, max(bleed, OUTER))
    marks += [*rims(sheet), _fold_line(sheet, trim, bleed)]
    return Page(sheet.width, sheet.height, tuple(cells), tuple(marks), trim, reach, "front", number, of)


def _fold_line(sheet: Sheet, box: Box, bleed: float) -> Shape:
    """The dashed line through the middle of a sheet, from edge to edge but for the legend."""
    side = strip_side((sheet.width, sheet.height), box, max(bleed, OUTER))
    if sheet.beside:
        middle, foot = sheet.width / 2, EDGE + (STRIP if side == "below" else 0)
        line: Outline = (("M", middle, EDGE), ("L", middle, sheet.height - foot))
    else:
        middle, begin = sheet.height / 2, EDGE + (STRIP if side == "left" else 0)
        line = (("M", begin, middle), ("L", sheet.width - EDGE, middle))
    return Shape(line, None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5))


def _fill_above(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    """Sheets whose pieces stand in the upper half only, the lowest row a finger's breadth from the fold."""
    width, height = setup.paper
    sheets = _fill_half(copies, setup, (width, height / 2 - FOLD + setup.margin))
    for sheet in sheets:
        lowest = max(slot.y + slot.copy.front.height for slot in sheet.slots) + setup.bleed
        shift(sheet, 0.0, height / 2 - FOLD - lowest)
        sheet.width, sheet.height = setup.paper
    return sheets


def _fill_beside(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    """Sheets whose pieces stand in the right half only, as on a book's cover; rows begin at the fold."""
    width, height = setup.paper
    sheets = _fill_half(copies, setup, (width / 2 - FOLD + setup.margin, height))
    for sheet in sheets:
        leftmost = min(slot.x for slot in sheet.slots) - setup.bleed
        shift(sheet, width / 2 + FOLD - leftmost, 0.0)
        sheet.width, sheet.height = setup.paper
        sheet.beside = True
    return sheets


def _fill_half(copies: Sequence[Copy], setup: Setup, paper: tuple[float, float]) -> list[Sheet]:
    """Sheets as large as the half that is left of them; what does not fit is said of the whole paper."""
    half = replace(setup, paper=paper)
    for size, cut in dict.fromkeys((copy.front.size, copy.front.cut) for copy in copies):
        if min(per_row(size, apart(cut, half))) < 1:
            raise refused(size, setup, folded=True)
    return fill(copies, half)
