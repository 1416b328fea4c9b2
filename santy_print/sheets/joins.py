"""Joins: where a board that is larger than the paper is parted, so that the fewest texts and pictures are.

A join through a text is read twice and never well, one along the line of a grid is not seen. So each place where
something on the face ends is looked at, within the room that the paper leaves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from santy_print.faces.art import outline_box
from santy_print.faces.edges import line_box
from santy_print.faces.frames import Frame, Group, Item, Letters, Picture
from santy_print.faces.matrices import IDENTITY, Matrix, boxed, shared, times
from santy_print.faces.measure import drawing_box
from santy_print.sheets.model import Box

TEXT, PICTURE, LINE = 50, 20, 1  # what it costs to part one of them,
KEPT = 1.0  # and how far a join keeps from texts and pictures, mm
TOUCH = 0.05  # what begins or ends so near to a join only touches it, mm


@dataclass(frozen=True, slots=True)
class Part:
    """A thing on a face that a join might part: its box on the face (mm) and what parting it costs."""

    box: Box
    cost: int


def parts_of(frame: Frame) -> list[Part]:
    """All that a join through a face might part."""
    return list(_parts(frame.items, IDENTITY, frame, (0.0, 0.0, *frame.size)))


def _parts(items: Sequence[Item], matrix: Matrix, frame: Frame, room: Box) -> Iterator[Part]:
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            left = room if item.clip is None else shared(room, boxed(outline_box([item.clip]), inner))
            own = drawing_box(item) if item.key else None
            if own and _is_small(box := boxed(own, inner), frame):
                yield from _seen(box, left, PICTURE)
            else:  # what fills a board in one drawing has its own parts
                yield from _parts(item.items, inner, frame, left)
        elif isinstance(item, Letters):
            yield from _seen(boxed(line_box(item), matrix), room, TEXT)
        elif isinstance(item, Picture):
            box = boxed((item.x, item.y, item.x + item.width, item.y + item.height), matrix)
            yield from _seen(box, room, PICTURE)
        elif item.fill or item.stroke:
            yield from _seen(boxed(outline_box([item.outline]), matrix), room, LINE)


def _seen(box: Box, room: Box, cost: int) -> Iterator[Part]:
    left, top, right, bottom = shared(box, room)
    if left <= right and top <= bottom:
        yield Part((left, top, right, bottom), cost)


def _is_small(box: Box, frame: Frame) -> bool:
    return box[2] - box[0] < frame.width / 2 and box[3] - box[1] < frame.height / 2


class Line:
    """What lies along one axis of a face: where things begin and end, and what a join through it parts."""

    def __init__(self, parts: Sequence[Part], axis: int) -> None:
        """Of all parts of a face, along x (0) or y (1)."""
        self.edges = sorted({round(v, 3) for part in parts if part.cost == LINE for v in part.box[axis::2]})
        kept = {LINE: -TOUCH}
        begins = sorted((part.box[axis] - kept.get(part.cost, KEPT), part.cost) for part in parts)
        ends = sorted((part.box[axis + 2] + kept.get(part.cost, KEPT), part.cost) for part in parts)
        self.begins, self.ends = [v for v, _ in begins], [v for v, _ in ends]
        self.begun, self.ended = ([0, *accumulate(cost for _, cost in some)] for some in (begins, ends))

    def cost(self, at: float) -> int:
        """What a join at a place parts."""
        return self.begun[bisect_left(self.begins, at)] - self.ended[bisect_right(self.ends, at)]

    def best(self, window: tuple[float, float], middle: float) -> tuple[int, float]:
        """The cost and the place of the cheapest join between two places; of several alike the nearest to a middle."""
        low, high = window
        middle = min(max(middle, low), high)
        places = [low, middle, high, *self.edges[bisect_left(self.edges, low) : bisect_right(self.edges, high)]]
        _, _, at = min((self.cost(at), abs(at - middle), at) for at in places)
        return self.cost(at), at


def count(length: float, room: float, overlap: float) -> int:
    """How many tiles a board takes along one axis (mm)."""
    return 1 if length <= room + 0.01 else ceil((length - overlap) / (room - overlap))


def joins(line: Line, length: float, room: float, overlap: float) -> tuple[int, list[float]]:
    """Where a board so long is parted into the fewest tiles, and what that costs: each reaches `overlap` beyond."""
    many = count(length, room, overlap)
    cost, places = 0, list[float]()
    for n in range(1, many):
        high = (places[-1] if places else 0.0) + room - overlap
        low = min(high, max(length - room - (many - 1 - n) * (room - overlap), (places[-1] if places else 0.0) + 1.0))
        more, at = line.best((low, high), n * length / many)
        cost += more
        places.append(at)
    return cost, places
