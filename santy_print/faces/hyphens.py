"""Hyphens: a text in, the same text with a soft hyphen wherever its language parts a word.

pyphen knows the languages, by the patterns that LibreOffice has. As in rulebooks three letters at least stand on either
side of a hyphen. A word that has a soft hyphen of its own is parted there alone; a word joiner (U+2060) in it keeps it
whole, and so does a capital within it (`NATO`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"
WORD_JOINER = "\u2060"
LEAST = 3
"""So many letters of a word stand before a hyphen at a line's end, and after it."""
LONGEST = 60
"""No word of a language has more letters."""
_WORD = re.compile(rf"(?:[^\W\d_]|[{SOFT_HYPHEN}{WORD_JOINER}])+")


def hyphenated(text: str, language: str) -> str:
    """A text with soft hyphens where a language (`de`, `pt-BR`) parts its words; one without patterns parts none."""
    places = _places(language)
    return text if places is None else _WORD.sub(lambda found: _parted(found[0], places), text)


def _parted(word: str, places: Callable[[str], list[int]]) -> str:
    if (
        not 2 * LEAST <= len(word) <= LONGEST
        or SOFT_HYPHEN in word
        or WORD_JOINER in word
        or word[1:] != word[1:].lower()
    ):
        return word
    starts = [0, *places(word)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in zip(starts, [*starts[1:], len(word)], strict=True))


@lru_cache(maxsize=16)
def _places(language: str) -> Callable[[str], list[int]] | None:
    """What tells where a language parts a word; None where nobody wrote patterns for it."""
    import pyphen

    known = pyphen.language_fallback(language.replace("-", "_"))
    if known is None:
        return None
    patterns = pyphen.Pyphen(lang=known, left=LEAST, right=LEAST)
    # Where letters change beside a hyphen (asszonnyal, asz-szonnyal) a soft hyphen cannot say so.
    return lambda word: [int(place) for place in patterns.positions(word) if not place.data]
