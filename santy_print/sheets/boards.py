"""Boards: a face that is larger than the paper, in tiles that overlap."""

from __future__ import annotations

from math import ceil

from santy_print.faces.art import rounded
from santy_print.faces.frames import Frame, Item, Shape
from santy_print.sheets.marks import crop_marks, strip_side
from santy_print.sheets.model import HAIRLINE, MARK_INK, Block, Cell, Page, Setup


def tile(frame: Frame, setup: Setup, overlap: float = 10.0) -> list[Page]:
    """A board on as many pages as it takes.

    Whole on one where it fits either way, else in tiles that overlap (mm) to be glued.
    """
    width, height = setup.paper
    ways = [(width, height), (height, width)]
    counts = [_tiles(frame, way, setup.margin, overlap) for way in ways]
    best = min((0, 1), key=lambda n: (counts[n][0] * counts[n][1], (n == 0) == (frame.width > frame.height)))
    page_w, page_h = ways[best]
    across, down = counts[best]
    room_x, room_y = page_w - 2 * setup.margin, page_h - 2 * setup.margin
    span_x, span_y = min(frame.width, room_x), min(frame.height, room_y)
    step_x = (frame.width - span_x) / (across - 1) if across > 1 else 0.0
    step_y = (frame.height - span_y) / (down - 1) if down > 1 else 0.0
    pages = []
    for n in range(across * down):
        column, row = n % across, n // across
        left, top = (page_w - span_x) / 2, (page_h - span_y) / 2
        off_x, off_y = column * step_x, row * step_y
        clip = rounded(off_x, off_y, span_x, span_y)
        cells = (Cell(frame, left - off_x, top - off_y, clip),)
        trim = (left, top, left + span_x, top + span_y)
        cuts = [Block(trim, (left, left + span_x), (top, top + span_y))]
        marks = crop_marks((page_w, page_h), cuts, strip=strip_side((page_w, page_h), trim))
        glue = _glue(
            (left, top, span_x, span_y),
            (column < across - 1, row < down - 1),
            (span_x - step_x, span_y - step_y),
        )
        pages.append(Page(page_w, page_h, cells, (*marks, *glue), trim, trim, "front", n + 1, across * down))
    return pages


def _tiles(frame: Frame, page: tuple[float, float], margin: float, overlap: float) -> tuple[int, int]:
    room = (page[0] - 2 * margin, page[1] - 2 * margin)
    return (
        1 if frame.width <= room[0] + 0.01 else ceil((frame.width - overlap) / (room[0] - overlap)),
        1 if frame.height <= room[1] + 0.01 else ceil((frame.height - overlap) / (room[1] - overlap)),
    )


def _glue(box: tuple[float, float, float, float], more: tuple[bool, bool], overlap: tuple[float, float]) -> list[Item]:
    """Dashed lines where the next tile's edge comes to lie."""
    x, y, w, h = box
    out: list[Item] = []
    if more[0]:
        at = x + w - overlap[0]
        out.append(Shape((("M", at, y), ("L", at, y + h)), None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5)))
    if more[1]:
        at = y + h - overlap[1]
        out.append(Shape((("M", x, at), ("L", x + w, at)), None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5)))
    return out
