"""Folding: fronts and backs on the two halves of a sheet (gutterfold)."""

from __future__ import annotations

from collections.abc import Sequence

from santy_print.faces.art import Outline
from santy_print.faces.frames import Shape
from santy_print.sheets.fill import Way, fewest, gathered, refused
from santy_print.sheets.marks import crop_marks, printable, rims, strip_side
from santy_print.sheets.model import (
    FOLD,
    HAIRLINE,
    MARK_INK,
    OUTER,
    Cell,
    Copy,
    Page,
    Setup,
    Sheet,
    mirrored,
)
from santy_print.sheets.plans import Room
from santy_print.sheets.sides import around, art_box, cell_of, held


def folded(copies: Sequence[Copy], setup: Setup) -> list[list[Page]]:
    """Fronts and backs on the two halves of a sheet: fold, glue, cut.

    Of the ways that take the fewest sheets the one with the longest fold comes first: it is easier to fold straight,
    and the pieces lie nearer to it, so that a fold that is askew moves their backs less. Kinds of pieces that no one
    way takes together are stacks of their own.
    """
    ways = [way for side in (setup, setup.turned()) for way in (_above(side), _beside(side))]
    ways.sort(key=lambda way: -way.setup.paper[1 if way.beside else 0])
    found = [fewest(copies, ways)]
    if found == [None]:
        found = [fewest(kind, ways) for kind in gathered(copies).values()]
    stacks = []
    for stack in found:
        if stack is None:
            raise refused(copies, ways, setup, folded=True)
        sheets, way = stack
        stacks.append([_page(sheet, way.setup.bleed, n, len(sheets)) for n, sheet in enumerate(sheets, 1)])
    return stacks


def _above(setup: Setup) -> Way:
    """Pieces in the upper half only, the lowest row a finger's breadth from the fold."""
    (width, height), margin = setup.paper, setup.margin
    return Way(Room((margin, margin, width - 2 * margin, height / 2 - FOLD - margin), (0.5, 1)), setup)


def _beside(setup: Setup) -> Way:
    """Pieces in the right half only, as on a book's cover; rows begin at the fold."""
    (width, height), margin = setup.paper, setup.margin
    room = Room((width / 2 + FOLD, margin, width / 2 - FOLD - margin, height - 2 * margin), (0, 0.5))
    return Way(room, setup, beside=True)


def _page(sheet: Sheet, bleed: float, number: int, of: int) -> Page:
    flip_x, flip_y = sheet.beside, not sheet.beside
    cells: list[Cell] = []
    backs: list[Cell] = []
    one = around(sheet.slots)
    other, reach = mirrored(one, sheet.size, flip_x, flip_y), max(bleed, OUTER)
    trim = (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
    strip = strip_side(sheet.size, trim, reach)
    free = printable(sheet.size, strip)
    for slot in sheet.slots:
        slot = held(held(slot, free, bleed), mirrored(free, sheet.size, flip_x, flip_y), bleed)
        cells.append(cell_of(slot, slot.copy.front, bleed))
        if slot.copy.back:
            backs.append(cell_of(slot, slot.copy.back, bleed).mirrored(sheet, flip_x, flip_y))
    cells += backs
    # Both halves have all their cuts: folded, only one of them is seen, and its marks must stand on each of its sides.
    blocks = [*sheet.blocks, *(block.mirrored(sheet.size, flip_x, flip_y) for block in sheet.blocks)]
    marks = crop_marks(sheet.size, blocks, [art_box(cell) for cell in cells], strip)
    marks += [*rims(sheet), _fold_line(sheet, strip)]
    around_all = (trim[0] - reach, trim[1] - reach, trim[2] + reach, trim[3] + reach)
    return Page(*sheet.size, tuple(cells), tuple(marks), trim, around_all, "front", number, of)


def _fold_line(sheet: Sheet, strip: str | None) -> Shape:
    """The dashed line through the middle of a sheet, from edge to edge but for the legend on its side."""
    left, top, right, bottom = printable(sheet.size, strip)
    if sheet.beside:
        middle = sheet.width / 2
        line: Outline = (("M", middle, top), ("L", middle, bottom))
    else:
        middle = sheet.height / 2
        line = (("M", left, middle), ("L", right, middle))
    return Shape(line, None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5))
