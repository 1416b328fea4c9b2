"""Seats: where the ships lie around a table: the edges of one with corners, in mm, or the rim of a round one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, pi, sin

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
            yield Seat(x, centre + y, turn, (x, centre + y + (17.5 if y > 0 else -17.5)))
        end = WIDE / 2 if number == 0 else -WIDE / 2
        label = (middle + end + (15 if end > 0 else -15), centre + 12.0)
        yield Seat(middle + end, centre, -90 if number == 0 else 90, label)


def around_circle(count: int) -> list[tuple[float, float]]:
    """So many seats on a circle of radius 1, clockwise from the top; x to the right, y down."""
    angles = (2 * pi * index / count for index in range(count))
    return [(round(sin(angle), 4) + 0.0, round(-cos(angle), 4) + 0.0) for angle in angles]
