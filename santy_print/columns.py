"""Columns: texts in, lines out whose parts stand below each other on a terminal, however wide their letters are."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(0 if _takes_none(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _takes_none(char: str) -> bool:
    """Whether a character takes no column: an accent, and what only tells how others are set."""
    return unicodedata.combining(char) != 0 or unicodedata.category(char) == "Cf"


def pad(text: str, size: int, side: str = "<") -> str:
    """A text that takes so many columns, or more where it is wider; blanks stand after it (`<`) or before it (`>`)."""
    blanks = " " * (size - width(text))
    return blanks + text if side == ">" else text + blanks


def aligned(rows: Sequence[Sequence[str]], sides: str = "") -> list[str]:
    """Rows as lines, each column as wide as its widest cell; `sides` says of the first of them where they begin."""
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    ways = sides.ljust(len(sizes), "<")
    return ["  ".join(map(pad, row, sizes, ways)).rstrip() for row in rows]


def wrapped(text: str, size: int, indent: int = 0) -> list[str]:
    """A text in lines of so many columns at most, those after the first set in; a word that is wider is parted."""
    out = [text[: len(text) - len(text.lstrip())]]
    for word in (part for each in text.lstrip().split(" ") for part in _parted(each, size - indent)):
        longer = f"{out[-1]} {word}" if out[-1].strip() else out[-1] + word
        fits = width(longer) <= size or not out[-1].strip()
        out[-1:] = [longer] if fits else [out[-1], " " * indent + word]
    return [cut(line, size).rstrip() for line in out]


def _parted(word: str, size: int) -> list[str]:
    """A word, in pieces of so many columns at most."""
    parts = [""]
    for char in word:
        if parts[-1] and width(parts[-1] + char) > size:
            parts.append("")
        parts[-1] += char
    return parts


def cut(text: str, size: int) -> str:
    """A text that takes exactly so many columns; where it is wider, it ends with an ellipsis."""
    if width(text) <= size:
        return pad(text, size)
    while width(text) >= size:
        text = text[:-1]
    return pad(f"{text}…", size)
