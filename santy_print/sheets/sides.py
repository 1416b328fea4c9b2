"""Sides: a filled sheet in, its front and its back out as pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from santy_print.faces.art import outline_box, rounded
from santy_print.faces.frames import Frame
from santy_print.faces.outlines import grown
from santy_print.sheets.marks import crop_marks, rims
from santy_print.sheets.model import CLEAR, EDGE, OUTER, RIM, SHORTEST, Cell, Cut, Page, Setup, Sheet, Slot


def page_of(sheet: Sheet, setup: Setup, side: str, number: int, of: int) -> Page:
    """One side of a sheet as a page."""
    # A sheet turns about the edge the printer turns it over: on a landscape page the long edge lies above.
    over_side = (setup.duplex != "short") == setup.upright
    flip_x, flip_y = side == "back" and over_side, side == "back" and not over_side
    cells = []
    for slot in sheet.slots:
        frame = slot.copy.back if side == "back" else slot.copy.front
        if frame is not None:
            slot = held(slot, sheet, setup.bleed)
            cells.append(cell_of(slot, frame, setup.bleed).mirrored(sheet, flip_x, flip_y))
    xs, ys = mirrored_cuts(sheet, flip_x, flip_y)
    marks = crop_marks(sheet, xs, ys, [art_box(cell) for cell in cells], setup.bleed)
    marks += rims(sheet) if side == "front" else []
    bleed = around(cells, max(setup.bleed, OUTER))
    return Page(
        sheet.width, sheet.height, tuple(cells), tuple(marks), around(cells, 0.0), bleed, side, number, of
    )


def held(slot: Slot, sheet: Sheet, bleed: float) -> Slot:
    """The slot, its picture running on beyond the bleed only where a crop mark finds room outside of it as well."""
    front = slot.copy.front
    right, bottom = sheet.width - slot.x - front.width, sheet.height - slot.y - front.height
    rooms = [room - EDGE - SHORTEST - 2 * CLEAR for room in (slot.x, slot.y, right, bottom)]
    run = [max(bleed, min(run, room)) if room > -EDGE else run for run, room in zip(slot.run, rooms, strict=True)]
    return replace(slot, run=(run[0], run[1], run[2], run[3]))


def art_box(cell: Cell) -> tuple[float, float, float, float]:
    """The box of what a cell draws on its page, mm."""
    left, top, right, bottom = outline_box([cell.clip or ()])
    if cell.turned:
        width, height = cell.frame.size
        left, top, right, bottom = width - right, height - bottom, width - left, height - top
    return cell.x + left, cell.y + top, cell.x + right, cell.y + bottom


def cell_of(slot: Slot, frame: Frame, bleed: float) -> Cell:
    """A piece's front or back in its slot; the front's cut is that of both."""
    left, top, right, bottom = slot.run
    width, height, cut = frame.width, frame.height, slot.copy.front.cut
    clip = rounded(-left, -top, width + left + right, height + top + bottom)
    if cut:
        clip = grown(cut, width, height, max(bleed, RIM))
    return Cell(frame, slot.x, slot.y, clip)


def mirrored_cuts(sheet: Sheet, flip_x: bool, flip_y: bool) -> tuple[set[Cut], set[Cut]]:
    """The cuts of a sheet as they are seen when it was turned over its side, its top, or neither."""
    xs, ys = sheet.xs, sheet.ys
    width, height = sheet.width, sheet.height
    if flip_x:
        xs = {(round(width - x, 4), a, b) for x, a, b in xs}
        ys = {(y, round(width - b, 4), round(width - a, 4)) for y, a, b in ys}
    if flip_y:
        ys = {(round(height - y, 4), a, b) for y, a, b in ys}
        xs = {(x, round(height - b, 4), round(height - a, 4)) for x, a, b in xs}
    return xs, ys


def around(cells: Sequence[Cell], more: float) -> tuple[float, float, float, float]:
    """The box around all trims, and `more` (mm) on each side."""
    return (
        min(c.x for c in cells) - more,
        min(c.y for c in cells) - more,
        max(c.x + c.frame.width for c in cells) + more,
        max(c.y + c.frame.height for c in cells) + more,
    )
