"""Dress: a picture and what a layout says of its parts in, shapes out, each part in its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from santy_print.faces.art import ROLES, Art, ArtShape, Outline, outline_box, rounded
from santy_print.faces.frames import Group, Hatch, Item, Shape
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
    out: list[Item] = []
    for shape in art.shapes:
        inside = set(shape.ids)
        if (look.show and not inside & look.show) or inside & look.hide:
            continue
        line, fill, width = _tones(shape, look, faces, inside)
        painted = next((paint[i] for i in shape.ids if i in paint), None) if shape.paint else None
        banded = next((i for i in shape.ids if i in bands), None) if shape.paint else None
        if banded is not None:
            out.append(Group(tuple(_bands(boxes[banded], bands[banded], faces)), clip=shape.outline))
            out.append(Shape(shape.outline, None, line, width, None, shape.even_odd, shape.dash))
        elif painted is not None:
            pattern = hatched(shape.outline, faces.hatch(painted))
            out.append(Shape(shape.outline, faces.colour(painted), line, width, pattern, shape.even_odd, shape.dash))
        else:
            out.append(Shape(shape.outline, fill, line, width, None, shape.even_odd, shape.dash))
    return [Group(tuple(out), clip=rounded(0, 0, art.width, art.height))] if art.spills() else out


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
