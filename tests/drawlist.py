"""Draw-list: a frame in, its items as short lines out, so that a person sees in a difference what moved.

Places are in millimetres from the face's own corner, whatever groups stand around them. A drawing from a file is one
line: how many shapes it has, and where.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import atan2, degrees, hypot

from santy_print.faces.frames import Frame, Group, Item, Letters, Picture, Shape, walk
from santy_print.faces.matrices import IDENTITY, Matrix, around, at, times


def draw_list(frame: Frame) -> Iterator[str]:
    """A face in lines: what it is, then its items from back to front; lines that say the same stand once."""
    cut = f", corner {number(frame.corner)}" if frame.cut is None else f", cut of {len(frame.cut)} segments"
    yield f"{frame.key}: {number(frame.width)} × {number(frame.height)}{cut}, bleed {number(frame.bleed)}"
    yield f'  says "{frame.alt}"'
    for line, same in groupby(_lines(frame.items, IDENTITY)):
        count = len(list(same))
        yield f"  {line}" + (f"  ({count} times)" if count > 1 else "")


def _lines(items: tuple[Item, ...], matrix: Matrix) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            if item.key is not None:
                shapes = [one for one in walk(item.items) if isinstance(one, Shape)]
                yield f"drawing {_box(shapes, inner)}: {len(shapes)} shapes{_turned(inner)}"
            else:
                if item.clip is not None:
                    yield f"within {_box([Shape(item.clip)], inner)}:"
                yield from _lines(item.items, inner)
        elif isinstance(item, Shape):
            yield f"shape {_box([item], matrix)}{_paint(item)}"
        elif isinstance(item, Letters):
            x, y = map(number, at(matrix, (item.x, item.y)))
            size = number(item.size * hypot(matrix[0], matrix[1]))
            yield f'text {x}, {y} {item.font.stem} {size} pt {item.colour}{_turned(matrix)} "{item.text}"'
        elif isinstance(item, Picture):
            x, y = map(number, at(matrix, (item.x, item.y)))
            yield f"picture {x}, {y} {number(item.width)} × {number(item.height)} {item.path.name}"


def _box(shapes: list[Shape], matrix: Matrix) -> str:
    segments = [segment for shape in shapes for segment in shape.outline]
    points = [at(matrix, one[n : n + 2]) for one in segments for n in range(1, len(one), 2)]
    left, top, right, bottom = around(points)
    return f"{number(left)}, {number(top)} {number(right - left)} × {number(bottom - top)}"


def _paint(shape: Shape) -> str:
    said = [f"fill {shape.fill}"] if shape.fill else []
    said += [f"{shape.hatch.kind} {shape.hatch.colour}"] if shape.hatch else []
    said += [f"line {shape.stroke} {number(shape.width)}"] if shape.stroke else []
    said += [f"dashed {' '.join(map(number, shape.dash))}"] if shape.dash else []
    return "".join(f" {part}" for part in said)


def _turned(matrix: Matrix) -> str:
    turn = round(degrees(atan2(matrix[1], matrix[0]))) % 360
    mirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] < 0
    return (f" turned {turn}°" if turn else "") + (" mirrored" if mirrored else "")


def number(value: float) -> str:
    """A number with at most two decimals, and never -0."""
    return f"{round(value, 2) + 0.0:g}"
