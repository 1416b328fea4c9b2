"""Seats: where the ships lie around a table: the edges of one with corners, in mm, or the rim of a round one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import asin, ceil, cos, pi, sin

WIDE, HIGH = 126.0, 80.0
"""The table top."""
STAGE = (176.0, 130.0)
"""The figure, with the table in its middle."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the middle of its edge of the table, how far it is turned (degrees), and the middle of its label."""

    x: float
    y: float
    turn: int
    label: tuple[float, float]


def around_table(count: int) -> list[Seat]:
    """So many seats, clockwise from the upper left."""
    return list(_seats(count))


def _seats(count: int) -> Iterator[Seat]:
    middle, centre = STAGE[0] / 2, STAGE[1] / 2
    upper = ceil((count - 2) / 2)
    rows = ((upper, -HIGH / 2, 180, 1), (count - 2 - upper, HIGH / 2, 0, -1))
    for number, (row, y, turn, way) in enumerate(rows):
        step = WIDE / 1.5 / (row - 1) if row > 1 else 0.0
        for n in range(row):
            x = middle + way * (n - (row - 1) / 2) * step
            yield Seat(x, centre + y, turn, (x, centre + y + (19.4 if y > 0 else -19.4)))
        end = WIDE / 2 if number == 0 else -WIDE / 2
        label = (middle + end + (15 if end > 0 else -15), centre + 14.0)
        yield Seat(middle + end, centre, -90 if number == 0 else 90, label)


@dataclass(frozen=True, slots=True)
class Arc:
    """Seats beside each other along a part of the table's rim, in mm of a figure, and what is drawn of them.

    Each has its middle behind the rim, that of what lies before it, and how far it is turned (degrees); `pitch` is how
    far ships lie apart. The rest are outlines: the table top, its rim, the way past the seats and its arrow's head.
    """

    seats: tuple[tuple[float, float], ...]
    ships: tuple[tuple[float, float], ...]
    turns: tuple[float, ...]
    pitch: float
    top: str
    rim: str
    way: str
    head: str


ARC = (50.0, 21.0)
"""A figure of seats along an arc."""
_RIM, _BEHIND, _BEFORE, _DEEP, _WAY = 60.0, 2.9, 5.0, 9.6, 6.9
"""The rim's radius; how far behind it chairs stand, before it ships lie, the table is seen, and the way goes, mm."""
_REACH = 17.5
"""How far the outer ships lie from the middle."""


def along_rim(count: int, clockwise: bool) -> Arc:
    """So many seats from left to right, which is clockwise on the table's far side, the other way on its near side."""
    middle, centre, side = ARC[0] / 2, 8.2 + _RIM, 1 if clockwise else -1
    last = asin(_REACH / (_RIM - _BEFORE))
    angles = [last * (2 * n / (count - 1) - 1) for n in range(count)]

    def spot(angle: float, radius: float) -> tuple[float, float]:
        y = centre - radius * cos(angle)
        return round(middle + radius * sin(angle), 3), round(y if clockwise else ARC[1] - y, 3)

    def arc(radius: float, start: float, end: float, begin: str = "M") -> str:
        (x, y), (to_x, to_y) = spot(start, radius), spot(end, radius)
        bend = int((end > start) == clockwise)
        return f"{begin}{x} {y} A{radius} {radius} 0 0 {bend} {to_x} {to_y}"

    seen, tip = last * 1.28, last - 0.02
    back = tip - 2.4 / _RIM
    wings = [spot(back, _RIM + _WAY + up) for up in (1.3, -1.3)]
    points = [spot(tip, _RIM + _WAY), *wings]
    return Arc(
        tuple(spot(angle, _RIM + _BEHIND) for angle in angles),
        tuple(spot(angle, _RIM - _BEFORE) for angle in angles),
        tuple(round(side * angle * 180 / pi + (180 if clockwise else 0), 2) for angle in angles),
        2 * last / (count - 1) * (_RIM - _BEFORE),
        f"{arc(_RIM, -seen, seen)} {arc(_RIM - _DEEP, seen, -seen, 'L')} Z",
        arc(_RIM, -seen, seen),
        arc(_RIM + _WAY, 0.02 - last, back),
        "M" + " L".join(f"{x} {y}" for x, y in points) + " Z",
    )


def around_circle(count: int) -> list[tuple[float, float]]:
    """So many seats on a circle of radius 1, clockwise from the top; x to the right, y down."""
    angles = (2 * pi * index / count for index in range(count))
    return [(round(sin(angle), 4) + 0.0, round(-cos(angle), 4) + 0.0) for angle in angles]
