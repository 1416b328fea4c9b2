"""Shaping: a font and a text in, glyphs with their places out. `harfbuzz` shapes; nothing here knows of drawing.

Kerning, ligatures, accents at their places, letters that join: whoever measures a text and whoever draws it asks here,
so that what was measured is what is drawn. Lengths are in thousandths of the text's size: one shaping serves all sizes.
A text is shaped word by word, and a word once: a blank is as wide as it is in the font, whatever stands beside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from santy_print.faces.font_files import MAX_FONT
from santy_print.faces.harfbuzz import Direction, Shaper
from santy_print.output import read_plain

if TYPE_CHECKING:
    from santy_print.faces.frames import Letters

MM_PER_PT = 25.4 / 72
UNSEEN = frozenset("\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
"""Characters that only tell how others are set: no font need have them."""
WITHOUT_BLANKS = re.compile("[\u200b\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]")
"""Letters of Chinese and Japanese, which are written without blanks, and the mark where a line may break without one;
Korean has blanks, and breaks there."""
Way = Literal["", "ltr", "rtl"]
"""Which way a piece of a line runs: said of the pieces of a text in which some run from right to left, else nothing."""
LONGEST = 2_000
"""A longer word is shaped in parts of so many letters."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph of a font (its number there), drawn so far to the `right` and `up`; then the pen goes on by `advance`.

    `text` are the characters that it stands for, none where another of its syllable says them: what an accent means,
    the letter says on which it stands. `plain` tells that it is what the font has for that one character.
    """

    number: int
    text: str
    advance: float
    right: float = 0.0
    up: float = 0.0
    plain: bool = True


Glyphs = tuple[Glyph, ...]


@lru_cache(maxsize=8192)
def shape(font: Path, text: str, way: Way = "", language: str = "") -> Glyphs:
    """The glyphs of a text, from left to right as they lie; KeyError where the font has none for a character."""
    if not way:
        return tuple([glyph for part in _parts(text) for glyph in _shaped(font, part, "ltr", language)])
    out: list[Glyph] = []
    units = list(_stretches(text))
    for kind, unit in reversed(units) if way == "rtl" else units:
        out += _shaped(font, unit, "rtl" if kind == "R" else way if kind == "N" else "ltr", language)
    return tuple(out)


def advance(font: Path, text: str, way: Way = "", language: str = "") -> float:
    """How wide a text is. Where some of it runs from right to left, it is as wide in any order of its pieces."""
    return sum([glyph.advance for glyph in shape(font, text, way, language)])


def language_of(font: Path, text: str, way: Way, language: str) -> str:
    """The language, where a text looks otherwise in it; else none."""
    return language if language and shape(font, text, way, language) != shape(font, text, way) else ""


def _parts(text: str) -> Iterator[str]:
    """A text as what is shaped by itself: its words, its blanks; where there are no blanks, what lines keep whole."""
    for part in re.split("( )", text):
        for unit in units(part) if WITHOUT_BLANKS.search(part) else (part,) if part else ():
            yield from (unit[n : n + LONGEST] for n in range(0, len(unit), LONGEST))


@lru_cache(maxsize=1024)
def units(text: str) -> tuple[str, ...]:
    """A text without blanks in parts between which a line may break (Unicode's annex 14)."""
    from uniseg.linebreak import line_break_units

    return tuple(line_break_units(text))


def _stretches(text: str) -> Iterator[tuple[str, str]]:
    """A text of which some runs from right to left as what is shaped by itself, however its pieces come to lie.

    Letters that run from right to left (R), digits (D) and other letters (L); each other sign alone (N).
    """
    kinds, last = [], "N"
    for char in text:
        last = last if last != "N" and (char in UNSEEN or unicodedata.combining(char)) else _kind(char)
        kinds.append(last)
    for (kind, _), stretch in groupby(enumerate(kinds), lambda it: (it[1], it[0] if it[1] == "N" else 0)):
        places = [n for n, _ in stretch]
        unit = text[places[0] : places[-1] + 1]
        yield from ((kind, unit[n : n + LONGEST]) for n in range(0, len(unit), LONGEST))


def _kind(char: str) -> str:
    if char.isdigit():
        return "D"
    return {"R": "R", "AL": "R", "L": "L", "NSM": "L"}.get(unicodedata.bidirectional(char), "N")


@dataclass(frozen=True, slots=True)
class Laid:
    """A glyph on a line: where the pen is, where the glyph is drawn, and how far the pen goes on; mm, y downwards."""

    glyph: Glyph
    pen: float
    x: float
    y: float
    wide: float

    @property
    def blank(self) -> bool:
        """Whether it is a space."""
        return self.glyph.text.isspace()


def laid(letters: Letters) -> Iterator[Laid]:
    """The glyphs of a piece of a line at their places, from left to right."""
    unit, pen = letters.size * MM_PER_PT / 1000, letters.x
    for glyph in shape(letters.font, letters.text, letters.way, letters.language):
        wide = glyph.advance * unit
        yield Laid(glyph, pen, pen + glyph.right * unit, letters.y - glyph.up * unit, wide)
        pen += wide


def stretches(letters: Letters) -> list[tuple[float, str]]:
    """A piece of a line as what a program that shapes texts itself sets as it is here, with the place of each (mm).

    It is one, unless the font would have another distance between a blank and what stands beside it.
    """
    text, unit = letters.text, letters.size * MM_PER_PT / 1000
    if letters.way or " " not in text:
        return [(letters.x, text)]
    whole, apart = _shaped(letters.font, text, "ltr", letters.language), shape(letters.font, text, "", letters.language)
    out, x, drift, blank = [(letters.x, "")], letters.x, 0.0, False
    for one, other in zip_longest(whole, apart, fillvalue=_NONE):
        if blank and other.text != " " and abs(drift) >= 1:
            out.append((x, ""))
            drift = 0.0
        out[-1] = out[-1][0], out[-1][1] + other.text
        drift, x, blank = drift + one.advance - other.advance, x + other.advance * unit, other.text == " "
    return out


_NONE = Glyph(0, "", 0.0)


def width(letters: Letters) -> float:
    """How wide a piece of a line is, mm."""
    return advance(letters.font, letters.text, letters.way, letters.language) * letters.size * MM_PER_PT / 1000


def forget() -> None:
    """Forget what is remembered of font files by their paths."""
    shape.cache_clear()
    _font.cache_clear()
    _shaped.cache_clear()


@lru_cache(maxsize=64)
def _font(path: Path) -> Shaper:
    return Shaper(read_plain(path, MAX_FONT))


@lru_cache(maxsize=32768)
def _shaped(path: Path, word: str, direction: Direction, language: str) -> Glyphs:
    """A word's glyphs, from left to right as they lie."""
    font = _font(path)
    for char in word:
        if not font.number_of(char) and char not in UNSEEN:
            raise KeyError(char)
    found, unit = font.shaped(word, direction, language, apart=True), 1000 / font.unit
    texts = _texts([(glyph.first, glyph.advance) for glyph in found], word, direction)
    out = []
    for (number, _, wide, right, up), text in zip(found, texts, strict=True):
        plain = len(text) == 1 and font.number_of(text) == number
        if not plain and not (0 < number < font.count and _sound(path, number)):
            return _plain(font, word, direction == "rtl")
        out.append(Glyph(number, text, wide * unit, right * unit, up * unit, plain))
    return tuple(out)


def _plain(font: Shaper, word: str, from_right: bool) -> Glyphs:
    """A word as its font cannot shape it: glyph by glyph."""
    shown, unit = [char for char in word if font.number_of(char)], 1000 / font.unit
    numbers = [(font.number_of(char), char) for char in (reversed(shown) if from_right else shown)]
    return tuple(Glyph(number, char, font.advance(number) * unit) for number, char in numbers)


def _texts(glyphs: Sequence[tuple[int, float]], word: str, direction: str) -> list[str]:
    """What each glyph of a word says, of which the first character that it stands for and the advance are known.

    Of glyphs that stand for some characters together each that has a width says one, the last what is left.
    """
    starts = sorted({first for first, _ in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(word)], strict=True))
    left = {first: word[first if n else 0 : ends[first]] for n, first in enumerate(starts)}
    more = Counter(first for first, wide in glyphs if wide)
    texts, base = [""] * len(glyphs), -1
    for n in range(len(glyphs) - 1, -1, -1) if direction == "rtl" else range(len(glyphs)):
        first, wide = glyphs[n]
        if not wide and more[first]:
            continue
        more[first] -= 1
        text = left[first][:1] if more[first] > 0 else left[first]
        left[first] = left[first][len(text) :]
        if base >= 0 and not wide and all(unicodedata.category(char)[0] == "M" or char in UNSEEN for char in text):
            texts[base] += text
        else:
            texts[n], base = text, n if text else base
    return texts


def _sound(path: Path, number: int) -> bool:
    """Whether a glyph that no character asks for by itself can be drawn."""
    from santy_print.faces.typeset import glyph_is_sound

    return glyph_is_sound(path, number)
