"""Where things stand on a face, for tests: what `frames.walk` finds, with the transforms of the groups around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from santy_print.faces import IDENTITY, Faces, Frame, Group, Item, Letters, Matrix, Picture, Shape
from santy_print.faces.art import Art
from santy_print.faces.typeset import MM_PER_PT, load_font

Point = tuple[float, float]


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """First `inner`, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def at(matrix: Matrix, x: float, y: float) -> Point:
    """A point under a transform."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def placed(
    items: Sequence[Item], matrix: Matrix = IDENTITY
) -> Iterator[tuple[Shape | Letters | Picture | Group, Matrix]]:
    """Everything drawn, groups included, each with its transform into the face's space."""
    for item in items:
        yield item, matrix
        if isinstance(item, Group):
            yield from placed(item.items, times(matrix, item.matrix))


def texts(frame: Frame) -> Iterator[tuple[str, list[Point]]]:
    """Each line of text and the four corners of its box, from capital height to the depth of descenders."""
    for item, matrix in placed(frame.items):
        if isinstance(item, Letters) and item.text.strip():
            font = load_font(item.font)
            width = font.width(item.text.rstrip(), item.size)
            up, down = font.cap_height / 1000 * item.size * MM_PER_PT, 0.2 * item.size * MM_PER_PT
            corners = [(x, y) for x in (item.x, item.x + width) for y in (item.y - up, item.y + down)]
            yield item.text.strip(), [at(matrix, x, y) for x, y in corners]


def pictures(frame: Frame, faces: Faces, name: str) -> list[Point]:
    """The centres of a picture's places on a face."""
    art = faces.art(name)
    assert isinstance(art, Art)
    return [
        at(times(matrix, item.matrix), art.width / 2, art.height / 2)
        for item, matrix in placed(frame.items)
        if isinstance(item, Group) and item.key and item.key.startswith(f"art-{art.digest}")
    ]
