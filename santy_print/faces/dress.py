"""Dress: a picture and what a layout says of its parts in, shapes out, each part in its colour."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Protocol

from santy_print.faces.art import ROLES, Art, ArtShape, Outline, outline_box, rounded
from santy_print.faces.frames import Group, Hatch, Item, Picture, Shape
from santy_print.faces.ink import Ink

MAX_HATCH = 2_000.0  # mm


class Colours(Protocol):
    """Who knows what a colour's name stands for."""

    ink: Ink

    def colour(self, name: str) -> str | None:
        """The value of a colour; None where nothing is printed."""

    def hatch(self, name: str) -> Hatch | None:
        """The pattern of a game colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is dressed: paints and bands by group id, what shows, what is pale and what strong."""

    paint: tuple[tuple[str, str], ...] = ()
    bands: tuple[tuple[str, tuple[str, ...]], ...] = ()
    show: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset()
    pale: bool = False
    strong: frozenset[str] = frozenset()


def dressed(art: Art, look: Look, faces: Colours) -> list[Item]:
    """The shapes of a picture, dressed, in the picture's own space."""
    paint, bands = dict(look.paint), dict(look.bands)
    boxes = {ident: art.bounds(ident) for ident in bands}
    parts: list[_Part] = []
    for shape in art.shapes:
        inside = set(shape.ids)
        if (look.show and not inside & look.show) or inside & look.hide:
            continue
        line, fill, width = _tones(shape, look, faces, inside)
        painted = next((paint[i] for i in shape.ids if i in paint), None) if shape.paint else None
        banded = next((i for i in shape.ids if i in bands), None) if shape.paint else None
        out: list[Item] = []
        if banded is not None:
            out.append(Group(tuple(_bands(boxes[banded], bands[banded], faces)), clip=shape.outline))
            out.append(Shape(shape.outline, None, line, width, None, shape.even_odd, shape.dash))
        elif painted is not None:
            pattern = hatched(shape.outline, faces.hatch(painted))
            out.append(Shape(shape.outline, faces.colour(painted), line, width, pattern, shape.even_odd, shape.dash))
        elif shape.picture is not None:
            out.append(_pictured(shape, faces.ink.mode == "grey", look.pale))
        else:
            shade = shape.shade.in_colours(faces.ink) if shape.shade and not look.pale else None
            out.append(Shape(shape.outline, fill, line, width, None, shape.even_odd, shape.dash, shape.alpha, shade))
        parts.append((shape.within, out))
    out = _veiled(parts, art)
    return [Group(tuple(out), clip=rounded(0, 0, art.width, art.height))] if art.spills() else out


_Part = tuple[tuple[int, ...], list[Item]]
"""What is drawn of a shape, and the veils over it."""
PALE = 0.35
"""So much a pale picture hides of what is beneath."""


def _veiled(parts: Sequence[_Part], art: Art) -> list[Item]:
    """All that is drawn, beneath the veils over it: outermost first."""
    out: list[Item] = []
    for number, run in groupby(parts, lambda part: part[0][0] if part[0] else -1):
        if number < 0:
            out += [item for _, items in run for item in items]
            continue
        veil, inner = art.veils[number], tuple(_veiled([(within[1:], items) for within, items in run], art))
        mask = None if veil.mask is None else tuple(_veiled([(s.within, _plainly(s)) for s in veil.mask], art))
        out.append(Group(inner, clip=veil.clip, even_odd=veil.even_odd, alpha=veil.alpha, mask=mask))
    return out


def _plainly(shape: ArtShape) -> list[Item]:
    """What a mask has of a shape: no ink changes how light it is."""
    if shape.picture is not None:
        return [_pictured(shape, True, False)]
    look = shape.width, None, shape.even_odd, shape.dash, shape.alpha, shape.shade
    return [Shape(shape.outline, shape.fill, shape.stroke, *look)]


def _pictured(shape: ArtShape, grey: bool, pale: bool) -> Item:
    """A picture that stands in a drawing. How large it is printed is not known here, so it keeps all its pixels."""
    picture = shape.picture
    assert picture is not None
    wide, high = picture.size
    digest = hashlib.sha256(picture.data).hexdigest()[:16]
    path = Path(f"{digest}.png")
    scale = picture.pixels[0] / wide * 25.4 / FINE
    drawn = Picture(path, 0.0, 0.0, wide, high, picture.pixels, digest, grey, scale, picture.data)
    return Group((drawn,), picture.turn, alpha=shape.alpha * (PALE if pale else 1.0))


FINE = 300.0
"""Pixels to the inch that are taken as they are, on paper and in documents."""


def hatched(outline: Outline, hatch: Hatch | None) -> Hatch | None:
    """The pattern for an outline: none where so much of it would have to be drawn that no face can hold it."""
    if hatch is None:
        return None
    left, top, right, bottom = outline_box([outline])
    return hatch if max(right - left, bottom - top) <= MAX_HATCH else None


def _tones(shape: ArtShape, look: Look, faces: Colours, inside: set[str]) -> tuple[str | None, str | None, float]:
    line = faces.ink(shape.stroke) if shape.stroke else None
    fill = faces.ink(shape.fill) if shape.fill else None
    if inside & look.strong:
        return (fill, fill, shape.width * 0.6) if shape.part == "line" else (line, fill, shape.width * 1.6)
    if look.pale:
        stone = faces.ink(ROLES["stone"])
        inner = "#ffffff" if shape.stroke or shape.part == "lined" else faces.ink(ROLES["mist"])
        return stone if line else None, stone if shape.part == "line" else inner if fill else None, shape.width
    return line, fill, shape.width


def _bands(box: tuple[float, float, float, float], colours: Sequence[str], faces: Colours) -> list[Item]:
    left, top, right, bottom = box
    step = (right - left) / len(colours)
    return [
        Shape(
            rounded(left + n * step, top, step, bottom - top),
            faces.colour(name),
            faces.ink(ROLES["ink"]),
            0.25,
            faces.hatch(name),
        )
        for n, name in enumerate(colours)
    ]
