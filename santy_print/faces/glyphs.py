"""Glyphs: a text and one style of a font in, its glyphs with their places and outlines out, which `harfbuzz` makes.

For the letters of drawings, which are outlines as soon as they are read. Lengths are in parts of the text's size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from santy_print.diag import UnreadableError, foreign
from santy_print.faces.art import Outline, traced
from santy_print.faces.families import Cut
from santy_print.faces.font_files import DAMAGED, unpacked_font
from santy_print.faces.harfbuzz import Direction, Shaper

MAX_FACTOR = 100
"""A glyph is so many times as large as its text at most: what reaches farther is a damaged font's."""


class Glyph(NamedTuple):
    """A glyph: its number, the first letter it stands for, how far the pen goes on, where it is drawn from there."""

    number: int
    letter: int
    advance: float
    across: float
    up: float


@dataclass(frozen=True, slots=True)
class Measures:
    """Heights of a font above its baseline, the places and thickness of lines along a text; parts of its size."""

    ascent: float
    descent: float
    middle: float
    under: float
    through: float
    thick: float
    subscript: float
    superscript: float


class Glyphs:
    """One style of a font."""

    def __init__(self, data: bytes, number: int, place: Sequence[tuple[str, float]]) -> None:
        """Of a file's bytes; ValueError where they are no font."""
        try:
            with foreign():
                self._font = Shaper(data, number, place)
                self._unit = float(self._font.unit)
                self.measures = _measured(data, number, self._unit)
                if not self._unit > 0:
                    raise OverflowError
        except UnreadableError:
            raise ValueError(DAMAGED) from None
        self._outlines: dict[int, Outline] = {}

    def has(self, char: str) -> bool:
        """Whether there is a glyph for a character."""
        return bool(self._font.number_of(char))

    def shaped(self, text: str, features: Mapping[str, int], direction: Direction = "ltr") -> list[Glyph]:
        """The glyphs of a text from left to right as they lie; number 0 stands for what the font lacks."""
        with foreign():
            found, unit = self._font.shaped(text, direction, "", features), self._unit
        return [Glyph(number, first, wide / unit, right / unit, up / unit) for number, first, wide, right, up in found]

    def outline(self, number: int) -> Outline:
        """The outline of a glyph, y downwards."""
        if number not in self._outlines:
            unit, most = self._unit, MAX_FACTOR * self._unit
            with foreign():
                drawn = traced(lambda pen: self._font.draw(number, pen))
            if any(abs(value) > most for part in drawn for value in part[1:]):
                raise ValueError(DAMAGED)
            self._outlines[number] = tuple(
                (part[0], *(value / (-unit if n % 2 else unit) for n, value in enumerate(part[1:]))) for part in drawn
            )
        return self._outlines[number]


def glyphs_of(cut: Cut, place: Sequence[tuple[str, float]]) -> Glyphs:
    """A style of a font; ValueError where it cannot be read."""
    try:
        seen = cut.path.stat()
    except OSError:
        raise ValueError(DAMAGED) from None
    return _glyphs(cut, tuple(place), seen.st_size, seen.st_mtime_ns)


@lru_cache(maxsize=32)
def _glyphs(cut: Cut, place: tuple[tuple[str, float], ...], size: int, changed: int) -> Glyphs:
    return Glyphs(unpacked_font(cut.path), cut.number, place)


def _measured(data: bytes, number: int, unit: float) -> Measures:
    from santy_print.faces.typeset import opened_bytes

    font: Any = opened_bytes(data, number if data[:4] == b"ttcf" else -1)
    os2, hhea, post = font["OS/2"], font["hhea"], font["post"]
    typographic = os2.fsSelection & 128 or not (hhea.ascent or hhea.descent)
    ascent, descent = (os2.sTypoAscender, os2.sTypoDescender) if typographic else (hhea.ascent, hhea.descent)
    height = getattr(os2, "sxHeight", 0) or 0.45 * (ascent - descent)
    thick = post.underlineThickness or unit / 20
    values = (
        ascent, descent, height / 2, post.underlinePosition or -unit / 9, os2.yStrikeoutPosition or height / 2, thick,
        -os2.ySubscriptYOffset, os2.ySuperscriptYOffset,
    )  # fmt: skip
    return Measures(*(min(max(value / unit, -5.0), 5.0) for value in values))
