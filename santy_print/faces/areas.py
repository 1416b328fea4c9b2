"""Areas: lines and clipped outlines as areas to fill, by Skia's geometry (skia-pathops).

Lines on a face end and join round and are as thick in every direction. What a drawing draws otherwise (butt or sharp
ends, mitred corners, dashes that begin late, lines under a skewed transform, what a clip path leaves of something) is
turned into the area that it covers. All outlines in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from santy_print.faces.art import Box, Outline, Segment

GRID = 8192.0
"""The geometry library works to a quarter of a unit: an outline is made so large for it."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn: width and dashes (mm), and how it ends and joins, as SVG says it."""

    width: float
    cap: str
    join: str
    miter: float
    dash: tuple[float, ...]
    offset: float


def line_area(outline: Outline, pen: Pen) -> Outline:
    """What a line covers: to be filled by the nonzero rule."""
    import pathops

    caps = {"butt": pathops.LineCap.BUTT_CAP, "round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
    mitred, rounded, bevelled = pathops.LineJoin.MITER_JOIN, pathops.LineJoin.ROUND_JOIN, pathops.LineJoin.BEVEL_JOIN
    joins = {"miter": mitred, "round": rounded, "bevel": bevelled}
    scale = _scale([outline], pen.width)
    path = _path(outline, scale)
    dash = [part * scale for part in pen.dash]
    path.stroke(pen.width * scale, caps[pen.cap], joins[pen.join], pen.miter, dash, pen.offset * scale)
    return tuple(_outline(path, scale))


@dataclass(frozen=True, slots=True)
class Area:
    """An outline and the rule by which it is filled."""

    outline: Outline
    even_odd: bool = False


def shared_area(one: Area, other: Area) -> Area:
    """What two areas have in common."""
    return _combined("INTERSECTION", one, other)


def joined_area(areas: Sequence[Area]) -> Area:
    """Areas as one."""
    made = areas[0] if areas else Area(())
    for area in areas[1:]:
        made = _combined("UNION", made, area)
    return made


def _combined(how: str, one: Area, other: Area) -> Area:
    import pathops

    scale = _scale([one.outline, other.outline], 0.0)
    kinds = {False: pathops.FillType.WINDING, True: pathops.FillType.EVEN_ODD}
    paths = []
    for area in (one, other):
        path = _path(area.outline, scale)
        path.fillType = kinds[area.even_odd]
        paths.append(path)
    made = pathops.op(*paths, getattr(pathops.PathOp, how), fix_winding=False)
    return Area(tuple(_outline(made, scale)), even_odd=True)  # no outline of what comes out crosses another


def _scale(outlines: Sequence[Outline], width: float) -> float:
    values: list[float] = [abs(value) for outline in outlines for part in outline for value in part[1:]]
    return GRID / max([*values, width, 1e-3])


def _path(outline: Outline, scale: float) -> Any:
    import pathops

    path = pathops.Path()
    for kind, *values in outline:
        numbers = [value * scale for value in values]
        if kind == "M":
            path.moveTo(*numbers)
        elif kind == "L":
            path.lineTo(*numbers)
        elif kind == "C":
            path.cubicTo(*numbers)
        else:
            path.close()
    return path


def _outline(path: Any, scale: float) -> Iterator[Segment]:
    import pathops

    path.convertConicsToQuads(0.1)
    x = y = 0.0
    for verb, points in path:
        at = [value / scale for point in points for value in point]
        if verb == pathops.PathVerb.MOVE:
            yield ("M", *at)
        elif verb == pathops.PathVerb.LINE:
            yield ("L", *at)
        elif verb == pathops.PathVerb.QUAD:
            cx, cy, ex, ey = at
            thirds = x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), ex + 2 / 3 * (cx - ex), ey + 2 / 3 * (cy - ey)
            yield ("C", *thirds, ex, ey)
        elif verb == pathops.PathVerb.CUBIC:
            yield ("C", *at)
        else:
            yield ("Z",)
        if at:
            x, y = at[-2:]


def inside(box: Box, clip: Box) -> bool:
    """Whether a box lies within another."""
    return box[0] >= clip[0] and box[1] >= clip[1] and box[2] <= clip[2] and box[3] <= clip[3]
