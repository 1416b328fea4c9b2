"""Letters as outlines: a face in, the same face out in which each line of text is a shape.

For programs that lay out or cut what others drew: they need no font, and what they show is what was measured.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from santy_print.faces.art import Outline, Segment
from santy_print.faces.frames import Frame, Group, Item, Letters, Shape
from santy_print.faces.outlines import moved
from santy_print.faces.shaping import laid
from santy_print.faces.typeset import MM_PER_PT, of_fonts, opened_font


def outlined(frame: Frame) -> Frame:
    """The face without letters: each piece of a line is one outline in its colour."""
    return replace(frame, items=tuple(map(_item, frame.items)))


def _item(item: Item) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_item, item.items)))
    return _shape(item) if isinstance(item, Letters) else item


def _shape(item: Letters) -> Shape:
    """A piece of a line as an outline in mm."""
    scale = item.size * MM_PER_PT / 1000
    outline: list[Segment] = []
    for one in laid(item):
        outline += moved(glyph_outline(item.font, one.glyph.number), one.x, one.y, scale)
    return Shape(tuple(outline), item.colour, None)


@of_fonts
@lru_cache(maxsize=16)
def _glyphs(path: Path) -> tuple[Any, list[str], float]:
    """A font's glyphs, their names by number, and a thousandth of its square in its own units."""
    font = opened_font(path)
    return font.getGlyphSet(), font.getGlyphOrder(), font["head"].unitsPerEm / 1000


@of_fonts
@lru_cache(maxsize=4096)
def glyph_outline(path: Path, number: int) -> Outline:
    """A glyph's outline, in thousandths of the font's square, y downwards; curves of TrueType as cubic ones."""
    from fontTools.pens.basePen import BasePen

    glyphs, names, unit = _glyphs(path)
    out: list[Segment] = []

    class Pen(BasePen):  # type: ignore[misc, unused-ignore]
        """Writes down what is drawn; the base takes composites and curves through several points apart."""

        def _add(self, kind: str, *points: tuple[float, float]) -> None:
            out.append((kind, *(value for x, y in points for value in (x / unit, -y / unit))))

        def _moveTo(self, pt: tuple[float, float]) -> None:
            self._add("M", pt)

        def _lineTo(self, pt: tuple[float, float]) -> None:
            self._add("L", pt)

        def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
            self._add("C", pt1, pt2, pt3)

        def _closePath(self) -> None:
            self._add("Z")

    glyphs[names[number]].draw(Pen(glyphs))
    return tuple(out)
