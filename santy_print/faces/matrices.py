"""Matrices: affine transformations (a, b, c, d, e, f), composed, inverted, applied to points and boxes.

Millimetres, y downwards: x' = a x + c y + e, y' = b x + d y + f.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from santy_print.faces.art import Box
    from santy_print.faces.outlines import Point

Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """The product of two matrices, which does what `inner` does and then what `outer` does."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix; where it has none, one that takes every point far off any paper."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return 0, 0, 0, 0, 1e9, 1e9
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def at(matrix: Matrix, point: Point) -> Point:
    """Where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def around(points: Sequence[Point]) -> Box:
    """The smallest box that holds some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def boxed(box: Box, matrix: Matrix) -> Box:
    """The smallest upright box around what a matrix makes of a box (left, top, right, bottom)."""
    a, b, c, d, e, f = matrix
    xs, ys = (a * box[0], a * box[2], c * box[1], c * box[3]), (b * box[0], b * box[2], d * box[1], d * box[3])
    left, right = min(xs[:2]) + min(xs[2:]) + e, max(xs[:2]) + max(xs[2:]) + e
    return left, min(ys[:2]) + min(ys[2:]) + f, right, max(ys[:2]) + max(ys[2:]) + f


def shared(one: Box, other: Box) -> Box:
    """The intersection of two boxes; where they do not meet, left is greater than right or top than bottom."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
