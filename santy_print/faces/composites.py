"""Composites: a font's letters in, whether one of them is made of too many others; a few bytes can name a million."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MAX_PARTS, MAX_DEPTH = 1_000, 8
"""Of so many others a letter of a font may be made, and of letters that are made of others so deep."""


def _parts(glyphs: Any, name: str, known: dict[str, tuple[int, int]], above: int = 0) -> tuple[int, int]:
    """Of how many others a letter is made, all in all, and how deep; more than may be where it leads back to itself."""
    if above > MAX_DEPTH:
        return MAX_PARTS + 1, above
    if name not in known:
        glyph = glyphs[name]
        parts = glyph.components[: MAX_PARTS + 1] if glyph.isComposite() else ()
        inner = [_parts(glyphs, part.glyphName, known, above + 1) for part in parts]
        known[name] = sum(1 + count for count, _ in inner), max((1 + depth for _, depth in inner), default=0)
    return known[name]


def honest_parts(glyphs: Any, asked: Iterable[str]) -> bool:
    """Whether none of these letters is made of too many others."""
    known = dict[str, tuple[int, int]]()
    made = (_parts(glyphs, name, known) for name in asked)
    return all(count <= MAX_PARTS and depth <= MAX_DEPTH for count, depth in made)


def judge_parts(font: Any) -> None:
    """OverflowError where one of a font's letters is made of too many others."""
    if not honest_parts(font["glyf"], font.getGlyphOrder()):
        raise OverflowError
