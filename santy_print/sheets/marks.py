"""Marks: what is printed beside the pieces so that they can be cut, and where the legend stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from santy_print.faces.frames import Item, Shape
from santy_print.faces.outlines import moved
from santy_print.sheets.model import (
    CLEAR,
    EDGE,
    HAIRLINE,
    MARK_INK,
    OUTER,
    SHORTEST,
    STRIP,
    Box,
    Cut,
    Sheet,
)


def rims(sheet: Sheet) -> list[Item]:
    """The cuts of pieces that are no rectangles: hairlines on the front."""
    return [
        Shape(moved(slot.copy.front.cut, slot.x, slot.y), None, MARK_INK, HAIRLINE)
        for slot in sheet.slots
        if slot.copy.front.cut
    ]


def strip_side(
    size: tuple[float, float], box: tuple[float, float, float, float], reach: float = OUTER
) -> Literal["below", "left"] | None:
    """Where a page's legend and ruler stand: below its pieces or left of them, or nowhere if both margins are narrow.

    The side that leaves room for crop marks as well comes first. `box` is around the pieces, beyond which pictures run
    on by `reach`, mm.
    """
    below, left = size[1] - box[3], box[0]
    need = EDGE + STRIP + (reach if reach > OUTER else 0)
    for room in (EDGE + STRIP + max(OUTER, reach) + CLEAR, need):
        if below >= room:
            return "below"
        if left >= room:
            return "left"
    return None


def crop_marks(
    sheet: Sheet, xs: Iterable[Cut], ys: Iterable[Cut], art: Sequence[Box] = (), bleed: float = 0.0
) -> list[Item]:
    """Short hairlines along the cuts, outside of where pictures run (`art`: their boxes, mm).

    Each is as long as the printable edge, the legend and neighbours allow.
    """
    out: list[Item] = []
    xs, ys = sorted(set(xs)), sorted(set(ys))
    if not xs:
        return out
    box = (
        min(a for _, a, _ in ys),
        min(a for _, a, _ in xs),
        max(b for _, _, b in ys),
        max(b for _, _, b in xs),
    )
    side = strip_side((sheet.width, sheet.height), box, max(bleed, OUTER))
    foot = sheet.height - EDGE - (STRIP + 0.3 if side == "below" else 0)
    beside = EDGE + (STRIP + 0.3 if side == "left" else 0)
    for cuts, axis, low, high in ((xs, 1, EDGE, foot), (ys, 0, beside, sheet.width - EDGE)):
        starts, ends = {a for _, a, _ in cuts}, {b for _, _, b in cuts}
        for at, start, end in cuts:
            # Between blocks, and between the halves of a sheet to be folded, each side's marks have half of the room.
            before = max((b for b in ends if b <= start + 0.01), default=None)
            after = min((a for a in starts if a >= end - 0.01), default=None)
            for reach, sign, limit in (
                (start, -1, low if before is None else (before + start) / 2),
                (end, 1, high if after is None else (after + end) / 2),
            ):
                point, way = ((at, reach), (0, sign)) if axis else ((reach, at), (sign, 0))
                out += _mark(point, way, limit, art)
    return out


def _mark(start: tuple[float, float], way: tuple[int, int], limit: float, art: Sequence[Box]) -> list[Item]:
    """One mark from `start`, outwards, ending at `limit` at the latest and before it reaches a picture.

    None where there is no room for it.
    """
    axis = 0 if way[0] else 1
    sign, at, across = way[axis], start[axis], start[1 - axis]
    room = abs(limit - at)
    away = min(OUTER + CLEAR, room - SHORTEST - CLEAR)
    end = min(away + 5.0, room)
    for box in art:
        if box[1 - axis] - CLEAR < across < box[3 - axis] + CLEAR:
            near, far = sorted(((box[axis] - at) * sign, (box[axis + 2] - at) * sign))
            if near < 0.1:
                away = max(away, far + CLEAR)  # the picture along whose cut the mark stands
            else:
                end = min(end, near - CLEAR)
    if away < CLEAR or end - away < SHORTEST:
        return []
    x0, y0, x1, y1 = (v for reach in (away, end) for v in (start[0] + way[0] * reach, start[1] + way[1] * reach))
    return [Shape((("M", x0, y0), ("L", x1, y1)), None, MARK_INK, HAIRLINE)]
