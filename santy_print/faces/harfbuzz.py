"""HarfBuzz: a font and a piece of text of one direction in, its glyphs with their places and outlines out.

The one place that asks HarfBuzz, for the texts of faces (`shaping`) and for those of drawings (`glyphs`): in both, the
same letters stand beside each other alike. Lengths are in the font's own units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

Direction = Literal["ltr", "rtl"]


class Shaped(NamedTuple):
    """A glyph: its number, the first character it stands for, how far the pen goes on, where it is drawn from there."""

    number: int
    first: int
    advance: int
    right: int
    up: int


class Shaper:
    """One style of a font, as HarfBuzz knows it; `unit` is how many of its units are the size of a text."""

    def __init__(self, data: bytes, number: int = 0, place: Sequence[tuple[str, float]] = ()) -> None:
        """Of a file's bytes: of a collection the font of that number, of a variable one the style at that place."""
        import uharfbuzz

        face = uharfbuzz.Face(uharfbuzz.Blob(data), number)
        self._font = uharfbuzz.Font(face)
        if place:
            self._font.set_variations(dict(place))
        self.unit, self.count = face.upem, face.glyph_count
        self._font.scale = face.upem, face.upem

    def number_of(self, char: str) -> int:
        """The glyph that is a character by itself; 0 where there is none."""
        return self._font.get_nominal_glyph(ord(char)) or 0

    def advance(self, number: int) -> int:
        """How wide a glyph is by itself."""
        return self._font.get_glyph_h_advance(number)  # type: ignore[no-any-return]  # the library has no types

    def shaped(
        self, text: str, direction: Direction = "ltr", language: str = "", features: Mapping[str, int] | None = None,
        apart: bool = False,
    ) -> list[Shaped]:  # fmt: skip
        """The glyphs of a text from left to right as they lie; number 0 stands for what the font lacks.

        `apart`: an accent is a character by itself, and what only tells how others are set is left out.
        """
        import uharfbuzz

        buffer = uharfbuzz.Buffer()
        if apart:
            buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
            buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = direction
        if language:
            buffer.language = language
        uharfbuzz.shape(self._font, buffer, dict(features or {}))
        infos, places = buffer.glyph_infos or (), buffer.glyph_positions or ()
        return [
            Shaped(info.codepoint, info.cluster, at.x_advance, at.x_offset, at.y_offset)
            for info, at in zip(infos, places, strict=True)
        ]

    def draw(self, number: int, pen: Any) -> None:
        """Draw a glyph with a pen as fontTools has them."""
        self._font.draw_glyph_with_pen(number, pen)
