"""Measure: laid-out frames in, how each text reads out: its size as printed, its contrast with what is under it.

What lies under a text is found by looking down through the frame: of all areas drawn before it, the topmost that
holds a point of it, inside every clip around it; where there is none, the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.diag import Report, register
from santy_print.faces.art import Box, Outline, outline_box
from santy_print.faces.frames import IDENTITY, Frame, Group, Item, Letters, Matrix, Picture, Shape
from santy_print.faces.outlines import Point, inside
from santy_print.faces.typeset import MM_PER_PT, FontBook, load_font
from santy_print.palette import READABLE, READABLE_LARGE, contrast

if TYPE_CHECKING:
    from santy_print.faces import Faces

register("text-contrast", "a text is hard to read on what lies under it")
register("text-small", "a text is printed smaller than 7 pt")

LEAST_SIZE = 7.0
PAPER = "#ffffff"
MAX_SAMPLES = 12
"""A piece of text is looked under at so many of its letters at most."""

Clips = tuple[tuple[Outline, Matrix], ...]


@dataclass(frozen=True, slots=True)
class Read:
    """How a piece of text reads: its frame, its size as printed (pt), the least contrast and on which ground."""

    frame: str
    letters: Letters
    size: float
    contrast: float
    ground: str
    least: float


@dataclass(frozen=True, slots=True)
class _Placed:
    """A drawn thing, the matrix into and out of its own space, and the clips around it."""

    item: Shape | Letters | Picture
    matrix: Matrix
    back: Matrix
    clips: Clips


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """First `inner`, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes another; all of it nowhere where there is none."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return 0, 0, 0, 0, 1e9, 1e9
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def at(matrix: Matrix, point: Point) -> Point:
    """A point under a matrix."""
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def placed(items: Sequence[Item], matrix: Matrix = IDENTITY, clips: Clips = ()) -> Iterator[_Placed]:
    """All drawn things from back to front with their place on the face."""
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            more = ((item.clip, inverse(inner)),) if item.clip else ()
            yield from placed(item.items, inner, (*clips, *more))
        else:
            yield _Placed(item, matrix, inverse(matrix), clips)


def read(frame: Frame, book: FontBook) -> list[Read]:
    """Every piece of text of a frame."""
    things = list(placed(frame.items))
    out = []
    for number, thing in enumerate(things):
        if isinstance(thing.item, Letters) and thing.item.text.strip():
            out.append(_read(frame.key, thing, things[:number], book))
    return out


def _read(key: str, thing: _Placed, below: Sequence[_Placed], book: FontBook) -> Read:
    letters = thing.item
    assert isinstance(letters, Letters)
    a, b, c, d, _, _ = thing.matrix
    size = letters.size * abs(a * d - b * c) ** 0.5
    worst, ground = 22.0, PAPER
    for point in _samples(letters):
        for under in _under(at(thing.matrix, point), below):
            found = contrast(letters.colour, under)
            if found < worst:
                worst, ground = found, under
    bold = letters.font == book["bold"].path
    large = size >= (14 if bold else 18) - 0.01
    return Read(key, letters, size, worst, ground, READABLE_LARGE if large else READABLE)


def _samples(letters: Letters) -> list[Point]:
    """The middles of a piece's letters, in its own space."""
    font = load_font(letters.font)
    y = letters.y - font.cap_height / 2000 * letters.size * MM_PER_PT
    out, x = [], letters.x
    for char in letters.text:
        width = font.width(char, letters.size)
        if not char.isspace():
            out.append((x + width / 2, y))
        x += width
    return out[:: -(-len(out) // MAX_SAMPLES)] if out else out


@lru_cache(maxsize=16384)
def _box(outline: Outline) -> Box:
    return outline_box([outline])


def _covers(outline: Outline, point: Point, even_odd: bool = False) -> bool:
    left, top, right, bottom = _box(outline)
    return left <= point[0] <= right and top <= point[1] <= bottom and inside(outline, point, even_odd)


def _under(point: Point, below: Sequence[_Placed]) -> tuple[str, ...]:
    """The colours at a point of a face: one, or two where an area has a pattern."""
    for thing in reversed(below):
        item = thing.item
        own = at(thing.back, point)
        if isinstance(item, Picture):
            found = _pixel(item, own)
        elif isinstance(item, Shape) and item.fill and _covers(item.outline, own, item.even_odd):
            found = (item.fill, item.hatch.colour) if item.hatch else (item.fill,)
        else:
            continue
        if found and all(_covers(outline, at(back, point)) for outline, back in thing.clips):
            return found
    return (PAPER,)


def _pixel(picture: Picture, point: Point) -> tuple[str, ...]:
    """The colour of a raster picture at a point, on paper where it is transparent; none outside of it."""
    x, y = (point[0] - picture.x) / picture.width, (point[1] - picture.y) / picture.height
    if not (0 <= x < 1 and 0 <= y < 1):
        return ()
    small = _thumbnail(picture.path, picture.digest)
    red, green, blue = small.getpixel((int(x * small.width), int(y * small.height)))
    return (f"#{red:02x}{green:02x}{blue:02x}",)


@lru_cache(maxsize=32)
def _thumbnail(path: Path, digest: str) -> Any:
    from PIL import Image

    with Image.open(path) as image:
        image.draft("RGB", (256, 256))
        image.thumbnail((256, 256))
        seen = image.convert("RGBA")
    paper = Image.new("RGBA", seen.size, PAPER)
    return Image.alpha_composite(paper, seen).convert("RGB")


def check_reading(frames: Iterable[Frame], faces: Faces) -> list[Read]:
    """Read every text of some frames; report those too small or too faint, each once for its place and ground."""
    out, told = [], set()
    for frame in frames:
        for found in read(frame, faces.book):
            out.append(found)
            place = (str(found.letters.where), found.letters.colour, found.ground)
            if place not in told and _tell(found, faces.locale.code, faces.report):
                told.add(place)
    return out


def _tell(found: Read, language: str, report: Report) -> bool:
    letters = found.letters
    said = f"“{letters.text.strip()[:40]}” ({language}) on `{found.frame}`"
    wrong = False
    if found.size < LEAST_SIZE - 0.01:
        wrong = True
        message = f"{said} is printed at {found.size:.1f} pt: at least {LEAST_SIZE:g} pt are wanted"
        report.error("text-small", message, letters.where, "enlarge its style, or the group around it")
    if found.contrast < found.least - 0.005:
        wrong = True
        message = (
            f"{said} is hard to read: {letters.colour} on {found.ground} has a contrast of {found.contrast:.1f}, "
            f"at least {found.least:g} is wanted"
        )
        hint = "choose a darker or lighter colour; `over(colour)` finds one for a game colour"
        report.error("text-contrast", message, letters.where, hint)
    return wrong
