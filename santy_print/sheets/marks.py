"""Marks: what is printed beside the pieces so that they can be cut, and where the legend stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from santy_print.faces.frames import Item, Shape
from santy_print.faces.outlines import moved
from santy_print.sheets.model import (
    CLEAR,
    EDGE,
    HAIRLINE,
    LEGEND,
    MARK_INK,
    OUTER,
    SHORTEST,
    STRIP,
    Block,
    Box,
    Sheet,
)

APART = 8.0  # marks of blocks that are so near to one another might cross, mm


def rims(sheet: Sheet) -> list[Item]:
    """The cuts of pieces that are no rectangles: hairlines on the front."""
    return [Shape(moved(cut, slot.x, slot.y), None, MARK_INK, HAIRLINE) for slot in sheet.slots if (cut := slot.cut)]


Side = Literal["below", "left", "above", "right"]


def strip_side(size: tuple[float, float], box: tuple[float, float, float, float], reach: float = OUTER) -> Side | None:
    """On which side of its pieces a page's legend and ruler stand, or nowhere if all margins are narrow.

    The side that leaves room for crop marks as well comes first; of two alike below, then left. `box` is around the
    pieces, beyond which pictures run on by `reach`, mm.
    """
    margins: dict[Side, float] = {
        "below": size[1] - box[3], "left": box[0], "above": box[1], "right": size[0] - box[2]
    }  # fmt: skip
    bleed = reach if reach > OUTER else 0.0
    for room in (LEGEND + bleed, EDGE + STRIP + bleed):
        for side, margin in margins.items():
            if margin >= room - 0.01:
                return side
    return None


def printable(size: tuple[float, float], strip: str | None) -> Box:
    """What of a page marks may stand on: all that printers reach but the strip of the legend (mm)."""
    left, head, right, foot = (STRIP + 0.3 if strip == side else 0.0 for side in ("left", "above", "right", "below"))
    return EDGE + left, EDGE + head, size[0] - EDGE - right, size[1] - EDGE - foot


def crop_marks(
    size: tuple[float, float], blocks: Sequence[Block], art: Sequence[Box] = (), strip: str | None = None
) -> list[Item]:
    """Short hairlines along the cuts of each block, outside of where pictures run (`art`: their boxes, mm).

    Each is as long as the printable edge, the legend (`strip`: its side of the page) and neighbours allow. Where two
    blocks touch there is no room between them, and no mark.
    """
    free = printable(size, strip)
    out: dict[Item, None] = {}
    for block in blocks:
        for axis, cuts in ((1, block.xs), (0, block.ys)):
            start, end = block.box[axis], block.box[axis + 2]
            for at in sorted(cuts):
                # Between blocks, and between the halves of a folded sheet, each one's marks have half of the room.
                near = [o.box for o in blocks if o.box[1 - axis] - APART < at < o.box[3 - axis] + APART]
                before = max((box[axis + 2] for box in near if box[axis + 2] <= start + 0.01), default=None)
                after = min((box[axis] for box in near if box[axis] >= end - 0.01), default=None)
                for reach, sign, limit in (
                    (start, -1, free[axis] if before is None else (before + start) / 2),
                    (end, 1, free[axis + 2] if after is None else (after + end) / 2),
                ):
                    point, way = ((at, reach), (0, sign)) if axis else ((reach, at), (sign, 0))
                    out |= dict.fromkeys(_mark(point, way, limit, art))
    return list(out)


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
