"""Edges: whether a text is cut off where it stands, by trim or clip, and how far a face goes beyond its trim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from santy_print.faces.art import Box, Outline, outline_box, parse_path, rounded
from santy_print.faces.frames import Frame, Group, Item, Letters, Picture, Shape
from santy_print.faces.layout import FaceSpec
from santy_print.faces.matrices import IDENTITY, Matrix, at, boxed, inverse, shared, times
from santy_print.faces.outlines import Point, inside, named
from santy_print.faces.shaping import width
from santy_print.faces.typeset import MM_PER_PT, Setting, inks, load_font

SLACK = 0.1
"""So much of a letter, in mm, may be cut off: no eye sees it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where things are drawn: how they come to lie on the face, its trim, and what they are clipped to."""

    width: float
    height: float
    trim: Outline | None
    matrix: Matrix = IDENTITY
    clips: tuple[tuple[Outline, Matrix], ...] = ()

    def inside(self, matrix: Matrix, clip: Outline | None = None) -> Place:
        """The place within a group."""
        inner = times(self.matrix, matrix)
        more = ((clip, inverse(inner)),) if clip else ()
        return Place(self.width, self.height, self.trim, inner, (*self.clips, *more))


@lru_cache(maxsize=256)
def _trim(outline: str, size: tuple[float, float], corner: float) -> Outline | None:
    try:
        cut = named(outline, *size)
    except KeyError:
        try:
            cut = parse_path(outline)
        except ValueError:  # which is told where the face is cut
            cut = None
    return cut or (rounded(0, 0, *size, corner) if corner else None)


def place_of(face: FaceSpec) -> Place:
    """The whole face; its trim is None where it is a plain rectangle."""
    return Place(*face.trim, _trim(face.outline, face.trim, face.corner))


def cut_off(place: Place, box: Box, setting: Setting) -> tuple[str, float] | None:
    """What cuts a text off, `trim` or `clip`, and how far it lies beyond a trim at most, in mm.

    `box` is what it was set into (x, y, width, height): where all of that is seen, the letters need not be looked at.
    """
    (x, y, width, height), more = box, setting.size * MM_PER_PT
    if not setting.overflow and not _cut_off(place, (x, y - more, x + width, y + height + more)):
        return None
    worst: tuple[str, float] | None = None
    for icon in setting.icons:
        worst = _worse(worst, _cut_off(place, (icon.x, icon.y, icon.x + icon.size, icon.y + icon.size)))
    for piece in setting.letters:
        if _cut_off(place, line_box(piece)):
            worst = _worse(worst, _cut_off(place, _ink_box(piece)))
    return worst


def _worse(one: tuple[str, float] | None, other: tuple[str, float] | None) -> tuple[str, float] | None:
    return max(one, other) if one and other else one or other


def _cut_off(place: Place, box: Box) -> tuple[str, float] | None:
    left, top, right, bottom = box
    across, down = min(SLACK, (right - left) / 2), min(SLACK, (bottom - top) / 2)
    left, top, right, bottom = left + across, top + down, right - across, bottom - down
    corners = [at(place.matrix, point) for point in ((left, top), (right, top), (right, bottom), (left, bottom))]
    across_face, down_face = zip(*corners, strict=True)
    beyond = max(-min(across_face), -min(down_face), max(across_face) - place.width, max(down_face) - place.height)
    if beyond > 0 or (place.trim and not _all_inside(place.trim, corners)):
        return "trim", max(0.0, beyond + SLACK)
    for clip, back in place.clips:
        if not _all_inside(clip, [at(back, point) for point in corners]):
            return "clip", 0.0
    return None


def _all_inside(outline: Outline, points: Sequence[Point]) -> bool:
    return all(_inside(outline, point) for point in points)


@lru_cache(maxsize=16384)
def _inside(outline: Outline, point: Point) -> bool:
    """Boxes stand on the same places of one face as of the next."""
    return inside(outline, point)


def line_box(letters: Letters) -> Box:
    """The room of a piece of text in its line, which holds all its letters."""
    font = load_font(letters.font)
    unit = letters.size * MM_PER_PT / 1000
    right = letters.x + width(letters)
    return letters.x, letters.y - font.ascent * unit, right, letters.y + font.descent * unit


def _ink_box(letters: Letters) -> Box:
    """What a piece of text covers with ink."""
    boxes = [box for _, box in inks(letters) if box is not None]
    if not boxes:
        return letters.x, letters.y, letters.x, letters.y
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def ends_short(frame: Frame, bleed: float, lack: float = SLACK) -> bool:
    """Whether a face that goes to its cut ends before the bleed does (mm): what ends on bare paper has none to grow.

    So much (mm) may lack.
    """
    reach = overhang(frame) if bleed else None
    return reach is not None and -SLACK <= min(reach) < bleed - lack


def overhang(frame: Frame) -> Box | None:
    """How far a face is drawn beyond its cut (mm: left, top, right, bottom); negative where it ends before it."""
    boxes = list(boxes_of(frame.items, IDENTITY))
    if not boxes:
        return None
    return (
        -min(b[0] for b in boxes),
        -min(b[1] for b in boxes),
        max(b[2] for b in boxes) - frame.width,
        max(b[3] for b in boxes) - frame.height,
    )


def boxes_of(items: Sequence[Item], matrix: Matrix) -> Iterator[Box]:
    """The boxes of what items draw (lines without their width) under a matrix, as far as clips leave something."""
    for item in items:
        if isinstance(item, Shape) and (item.fill or item.stroke):
            yield boxed(outline_box([item.outline]), matrix)
        elif isinstance(item, Picture):
            yield boxed((item.x, item.y, item.x + item.width, item.y + item.height), matrix)
        elif isinstance(item, Group):
            inner = times(matrix, item.matrix)
            clip = boxed(outline_box([item.clip]), inner) if item.clip is not None else None
            for box in boxes_of(item.items, inner):
                seen = shared(box, clip) if clip else box
                if seen[0] < seen[2] and seen[1] < seen[3]:
                    yield seen
