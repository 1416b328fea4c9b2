"""Saved page: how large a saved SVG is, and how its view comes to lie on the page; in millimetres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from santy_print.faces.art import read_numbers
from santy_print.faces.matrices import Matrix
from santy_print.faces.styles import length_of

LEAST_SIZE, WHOLE = 5.0, 1_000.0
"""A drawing that is larger, or tiny in plain units, is brought to 100 mm: no page is that large, nor its numbers so
fine."""


def view_box(text: str) -> tuple[float, float, float, float]:
    """The left, top, width and height of a view. ValueError where it is none."""
    try:
        numbers = read_numbers(text)
    except ValueError:
        numbers = []
    left, top, width, height = numbers if len(numbers) == 4 else (0.0, 0.0, 0.0, 0.0)
    if not (0 < width < 1e9 and 0 < height < 1e9 and abs(left) < 1e9 and abs(top) < 1e9):
        raise ValueError("its `viewBox` is four numbers like 0 0 40 40")
    return left, top, width, height


def page_of(root: Element) -> tuple[tuple[float, float], Matrix, tuple[float, float]]:
    """How large a drawing is (mm), the matrix that brings it there, and the width and height its percentages are of.

    In real units it is as large as it says, else a unit is a millimetre, where that is neither tiny nor huge.
    """
    sides = [root.get(name, "100%").strip() for name in ("width", "height")]
    real = all(re.fullmatch(r"[\d.eE+-]+\s*(?:mm|cm|in|pt|pc|Q)", side) for side in sides)
    box = view_box(root.attrib["viewBox"]) if "viewBox" in root.attrib else None
    given = [
        None if side in ("100%", "auto", "") else length_of(side, box[2 + n] if box else 0.0)
        for n, side in enumerate(sides)
    ]
    if any(side is not None and side <= 0 for side in given):
        raise ValueError("its `width` and `height` are numbers like 40 or 40mm, more than nothing")
    if box is None:
        if given[0] is None or given[1] is None:
            raise ValueError("it does not say how large it is")
        box = (0.0, 0.0, given[0], given[1])
    share = box[2] / box[3]
    width = given[0] if given[0] is not None else given[1] * share if given[1] is not None else box[2]
    height = given[1] if given[1] is not None else width / share
    if real:
        width, height = width * _MM, height * _MM
    else:
        scale = min(width / box[2], height / box[3])
        width, height = width / scale, height / scale
    if max(width, height) > WHOLE or (not real and max(width, height) < LEAST_SIZE):
        width, height = width * 100 / max(width, height), height * 100 / max(width, height)
    return (width, height), fitted(box, width, height, root.get("preserveAspectRatio", "")), (box[2], box[3])


_MM = 25.4 / 96


def fitted(box: Sequence[float], width: float, height: float, how: str) -> Matrix:
    """The matrix that brings a view box into a rectangle."""
    left, top, wide, high = box
    across, down = width / wide, height / high
    place = how.split()[0] if how.split() else "xMidYMid"
    if place == "none":
        return across, 0.0, 0.0, down, -left * across, -top * down
    scale = max(across, down) if "slice" in how else min(across, down)
    x = {"xMin": 0.0, "xMax": 1.0}.get(place[:4], 0.5) * (width - wide * scale)
    y = {"YMin": 0.0, "YMax": 1.0}.get(place[4:8], 0.5) * (height - high * scale)
    return scale, 0.0, 0.0, scale, x - left * scale, y - top * scale
