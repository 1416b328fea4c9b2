"""Outlines: what a piece is cut to, and what lies inside of it; millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from santy_print.faces.art import Outline, Segment, ellipse

Point = tuple[float, float]
CURVE_STEPS = 10
"""A curve is taken as so many straight pieces: within 0.02 mm for a quarter of a 40 mm circle."""


def hexagon(width: float, height: float, pointed: bool = False) -> Outline:
    """A hexagon that fills a box; its flat sides lie above and below, or its points do."""
    if pointed:
        turned = hexagon(height, width)
        return tuple((part[0], *reversed(part[1:])) for part in turned)
    w, h = width, height
    points = [(w / 4, 0.0), (w * 3 / 4, 0.0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0.0, h / 2)]
    return (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))


def named(name: str, width: float, height: float) -> Outline | None:
    """The cut of a face by the name of its outline; None for a rectangle; KeyError for a name not known."""
    made: dict[str, Outline | None] = {
        "rect": None,
        "circle": ellipse(width / 2, height / 2, width / 2, height / 2),
        "hex": hexagon(width, height),
        "hex-pointed": hexagon(width, height, pointed=True),
    }
    return made[name]


NAMES = ("rect", "circle", "hex", "hex-pointed")


def grown(outline: Outline, width: float, height: float, by: float) -> Outline:
    """An outline in a box, blown up about the middle so that each edge moves out by at least `by`."""
    cx, cy = width / 2, height / 2
    reach = min(_distances(outline, (cx, cy)), default=0.0)
    if reach < 0.5:  # the middle is not inside: no growing about it
        reach = min(cx, cy)
    scale = 1 + by / reach
    return tuple(
        (part[0], *((v - (cx, cy)[n % 2]) * scale + (cx, cy)[n % 2] for n, v in enumerate(part[1:])))
        for part in outline
    )


def moved(outline: Outline, dx: float, dy: float, scale: float = 1.0) -> Outline:
    """An outline scaled, then moved."""
    return tuple(_moved(part, dx, dy, scale) for part in outline)


def _moved(part: Segment, dx: float, dy: float, scale: float) -> Segment:
    return (part[0], *(v * scale + (dx, dy)[n % 2] for n, v in enumerate(part[1:])))


def _distances(outline: Outline, point: Point) -> list[float]:
    """How far a point is from each straight piece of an outline."""
    out = []
    for ring in rings(outline):
        for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            t = 0.0 if length == 0 else max(0.0, min(1.0, ((point[0] - x0) * dx + (point[1] - y0) * dy) / length))
            out.append(hypot(point[0] - x0 - t * dx, point[1] - y0 - t * dy))
    return out


@lru_cache(maxsize=4096)
def rings(outline: Outline) -> tuple[tuple[Point, ...], ...]:
    """An outline as closed polygons."""
    return tuple(line if line[0] != line[-1] or len(line) < 3 else line[:-1] for line in lines(outline))


@lru_cache(maxsize=4096)
def lines(outline: Outline) -> tuple[tuple[Point, ...], ...]:
    """An outline as it is drawn with a pen: like `rings`, but only what is closed comes back to where it began."""
    made: list[list[Point]] = []
    for part in outline:
        if part[0] == "M":
            made.append([(part[1], part[2])])
        elif part[0] == "L" and made:
            made[-1].append((part[1], part[2]))
        elif part[0] == "C" and made:
            made[-1] += _curve(made[-1][-1], part)
        elif part[0] == "Z" and made:
            made[-1].append(made[-1][0])
            made.append([made[-1][0]])
    return tuple(tuple(line) for line in made if len(line) > 1)


def near(outline: Outline, point: Point, reach: float) -> bool:
    """Whether a point is within reach of an outline's line."""
    x, y = point
    for line in lines(outline):
        for (x0, y0), (x1, y1) in pairwise(line):
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            t = 0.0 if length == 0 else max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / length))
            if hypot(x - x0 - t * dx, y - y0 - t * dy) <= reach:
                return True
    return False


def _curve(start: Point, part: Segment) -> list[Point]:
    (x0, y0), (_, ax, ay, bx, by, x, y) = start, part
    out = []
    for k in range(1, CURVE_STEPS + 1):
        t, u = k / CURVE_STEPS, 1 - k / CURVE_STEPS
        a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        out.append((a * x0 + b * ax + c * bx + d * x, a * y0 + b * ay + c * by + d * y))
    return out


def inside(outline: Outline, point: Point, even_odd: bool = False) -> bool:
    """Whether a point lies inside an outline, by its winding number or by crossings."""
    wound = crossed = 0
    x, y = point
    for ring in rings(outline):
        for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossed += 1
                wound += 1 if y1 > y0 else -1
    return crossed % 2 == 1 if even_odd else wound != 0


def within(outline: Outline, width: float, height: float) -> bool:
    """Whether an outline keeps to its box, by a hundredth of a millimetre."""
    points: Sequence[Point] = [point for ring in rings(outline) for point in ring]
    return bool(points) and all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in points)
