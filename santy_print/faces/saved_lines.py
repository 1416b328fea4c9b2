"""Saved lines: what a saved SVG says of a shape's lengths and of its line, as plain numbers and a pen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from xml.etree.ElementTree import Element

from santy_print.faces.areas import Pen
from santy_print.faces.art import EVEN, Outline, read_dashes, read_numbers
from santy_print.faces.matrices import Matrix
from santy_print.faces.styles import length_of


def pen_of(style: Mapping[str, str], width: float, across: float) -> Pen:
    """The pen that draws a line; `across` is what percentages are of. ValueError where a value cannot be read."""
    cap, join = style["stroke-linecap"], style["stroke-linejoin"]
    join = {"arcs": "miter", "miter-clip": "miter"}.get(join, join)
    if cap not in ("butt", "round", "square"):
        raise ValueError(f"`stroke-linecap` is butt, round or square, not `{cap[:40]}`")
    if join not in ("miter", "round", "bevel"):
        raise ValueError(f"`stroke-linejoin` is miter, round or bevel, not `{join[:40]}`")
    if width < 0:
        raise ValueError("`stroke-width` is less than nothing")
    (miter,) = read_numbers(style["stroke-miterlimit"]) or [4.0]
    if miter < 1:
        raise ValueError("`stroke-miterlimit` is at least 1")
    value = style["stroke-dasharray"]
    if value != "none":
        with suppress(ValueError):  # `read_dashes` says what is wrong
            value = " ".join(f"{length_of(part, across):.6f}" for part in re.split(r"[\s,]+", value.strip()))
    offset = length_of(style["stroke-dashoffset"], across, "stroke-dashoffset")
    return Pen(width, cap, join, miter, read_dashes(value), offset)


_ACROSS, _DOWN, _DIAGONAL = ("x", "width", "cx", "rx", "x1", "x2"), ("y", "height", "cy", "ry", "y1", "y2"), ("r",)
_LENGTHS = {name: which for which, names in enumerate((_ACROSS, _DOWN, _DIAGONAL)) for name in names}
"""Of which size of the view a percentage is."""


def in_units(element: Element, view: tuple[float, float]) -> dict[str, str]:
    """The attributes of a shape, its lengths as plain numbers."""
    sizes = (*view, ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5)
    out = dict(element.attrib)
    for name, which in _LENGTHS.items():
        if name in out and element.tag != "path":
            if name in ("rx", "ry") and out[name].strip() == "auto":
                del out[name]
            elif not re.fullmatch(r"[\d.eE+-]+", out[name].strip()):
                out[name] = repr(length_of(out[name], sizes[which], name))
    if element.tag == "ellipse" and ("rx" in out) != ("ry" in out):
        out |= {"rx": out.get("rx", out.get("ry", "")), "ry": out.get("ry", out.get("rx", ""))}
    return out


def way_of(outline: Outline) -> float:
    """About how long an outline is."""
    points = [part[-2:] for part in outline if len(part) > 1]
    return float(sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in pairwise(points)))


def scale_of(turn: Matrix) -> float:
    """How many times as large a matrix makes things."""
    a, b, c, d, _, _ = turn
    return float(abs(a * d - b * c) ** 0.5)


def is_round(pen: Pen, turn: Matrix) -> bool:
    """Whether a line is drawn as those of faces are: round, and as thick in every direction."""
    a, b, c, d, _, _ = turn
    scale = scale_of(turn)
    uneven = abs(a * a + b * b - c * c - d * d) > EVEN * scale**2 or abs(a * c + b * d) > EVEN * scale**2
    return pen.cap == pen.join == "round" and not uneven and not (pen.dash and pen.offset)


def is_box(outline: Outline) -> bool:
    """Whether an outline is a rectangle along the axes."""
    points = [part[1:] for part in outline if part[0] in "ML"]
    if len(points) not in (4, 5) or any(part[0] == "C" for part in outline):
        return False
    across, down = ({round(point[n], 6) for point in points} for n in (0, 1))
    return len(across) == len(down) == 2
