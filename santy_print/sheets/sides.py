"""Sides: a filled sheet in, its front and its back out as pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from santy_print.faces.art import outline_box, rounded
from santy_print.faces.frames import Frame
from santy_print.faces.outlines import grown
from santy_print.sheets.marks import crop_marks, printable, rims, strip_side
from santy_print.sheets.model import (
    EDGE,
    MARKED,
    OUTER,
    OVERLAP,
    RIM,
    Box,
    Cell,
    Page,
    Setup,
    Sheet,
    Slot,
    lying,
    mirrored,
)


def page_of(sheet: Sheet, setup: Setup, side: str, number: int, of: int) -> Page:
    """One side of a sheet as a page."""
    # A sheet turns about the edge the printer turns it over: on a landscape page the long edge lies above.
    over_side = (setup.duplex != "short") == setup.upright
    flip_x, flip_y = side == "back" and over_side, side == "back" and not over_side
    slots = [slot for slot in sheet.slots if side == "front" or slot.copy.back]
    trim, reach = mirrored(around(slots), sheet.size, flip_x, flip_y), max(setup.bleed, OUTER)
    strip = strip_side(sheet.size, trim, reach)
    free = mirrored(printable(sheet.size, strip), sheet.size, flip_x, flip_y)
    cells = []
    for slot in slots:
        frame = slot.copy.back if side == "back" else slot.copy.front
        if frame is not None:
            slot = held(slot, free, setup.bleed)
            cells.append(cell_of(slot, frame, setup.bleed).mirrored(sheet, flip_x, flip_y))
    blocks = [block.mirrored(sheet.size, flip_x, flip_y) for block in sheet.blocks]
    marks = crop_marks(sheet.size, blocks, [art_box(cell) for cell in cells], strip)
    marks += rims(sheet) if side == "front" else []
    bleed = (trim[0] - reach, trim[1] - reach, trim[2] + reach, trim[3] + reach)
    return Page(*sheet.size, tuple(cells), tuple(marks), trim, bleed, side, number, of)


def held(slot: Slot, free: Box, bleed: float) -> Slot:
    """The slot, its picture running on beyond the bleed only where a crop mark finds room outside of it as well.

    `free` is what of the sheet marks may stand on.
    """
    right, bottom = slot.x + slot.size[0], slot.y + slot.size[1]
    rooms = (slot.x - free[0], slot.y - free[1], free[2] - right, free[3] - bottom)
    run = [
        max(bleed, min(run, room - MARKED)) if room > MARKED - EDGE else run
        for run, room in zip(slot.run, rooms, strict=True)
    ]
    return replace(slot, run=(run[0], run[1], run[2], run[3]))


def art_box(cell: Cell) -> tuple[float, float, float, float]:
    """The box of what a cell draws on its page, mm."""
    left, top, right, bottom = outline_box([cell.clip or ()])
    if cell.turned:
        width, height = cell.frame.size
        left, top, right, bottom = width - right, height - bottom, width - left, height - top
    return cell.x + left, cell.y + top, cell.x + right, cell.y + bottom


def cell_of(slot: Slot, face: Frame, bleed: float) -> Cell:
    """A piece's front or back in its slot; the front's cut is that of both."""
    left, top, right, bottom = (max(run, OVERLAP) for run in slot.run)
    frame = lying(face) if slot.on_side else face
    width, height, cut = *slot.size, slot.cut
    clip = rounded(-left, -top, width + left + right, height + top + bottom)
    if cut:
        clip = grown(cut, width, height, max(bleed, RIM))
    return Cell(frame, slot.x, slot.y, clip)


def around(slots: Sequence[Slot]) -> Box:
    """The box around the trims of pieces, mm."""
    return (
        min(slot.x for slot in slots),
        min(slot.y for slot in slots),
        max(slot.x + slot.size[0] for slot in slots),
        max(slot.y + slot.size[1] for slot in slots),
    )
