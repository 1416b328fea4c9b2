"""Bidi: a line of text in, which way each of its characters runs and in which order its pieces lie out.

Unicode's annex 9 for what stands in a line of a card: letters of both ways, numbers, marks, pairs of brackets. What it
has for programs (embeddings, isolates) is read as nothing. The standard's rules stand at the lines that follow them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
"""Which way a neighbour pulls what has no way of its own."""
NEUTRAL = {"B", "S", "WS", "ON"}
_BRACKETS = dict(zip("([{⟨〈《「『【〔（［｛", ")]}⟩〉》」』】〕）］｝", strict=True))
"""Pairs of brackets; quotation marks are none."""


def runs_from_right(text: str) -> bool:
    """Whether anything in a text runs from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


def levels(text: str, base: int) -> list[int]:
    """How deep each character of a line lies: what is odd runs from right to left; `base` is 1 where the line does."""
    kinds = [unicodedata.bidirectional(char) or "L" for char in text]
    kinds = ["BN" if kind in _FORMATS else kind for kind in kinds]
    places = [n for n, kind in enumerate(kinds) if kind != "BN"]  # X9
    own = [kinds[n] for n in places]
    outer = "R" if base else "L"
    marks = {n for n, kind in enumerate(own) if kind == "NSM"}
    _weak(own, outer)
    for place, way in _bracketed([text[n] for n in places], own, outer):
        own[place] = way
        while (place := place + 1) in marks:
            own[place] = way
    _neutral(own, outer)
    out = [base] * len(text)
    for n, kind in zip(places, own, strict=True):  # I1, I2
        if base % 2:
            out[n] = base + (kind in ("L", "EN", "AN"))
        else:
            out[n] = base + {"R": 1, "EN": 2, "AN": 2}.get(kind, 0)
    for n, kind in enumerate(kinds):
        if kind == "BN":
            out[n] = out[n - 1] if n else base
    return out


def order(levels: Sequence[int]) -> list[int]:
    """The places of a line's pieces as they lie from left to right, of which the levels are known (L2)."""
    out = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        n = 0
        while n < len(out):
            end = n
            while end < len(out) and levels[out[end]] >= level:
                end += 1
            out[n:end] = out[n:end][::-1]
            n = end + 1
    return out


_FORMATS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def _weak(kinds: list[str], outer: str) -> None:
    """Numbers, and what belongs to them (W1 to W7)."""
    before = strong = outer
    for n, kind in enumerate(kinds):
        if kind == "NSM":  # W1
            kinds[n] = kind = before
        before = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":  # W2
            kinds[n] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]  # W3
    for n in range(1, len(kinds) - 1):  # W4
        left, right = kinds[n - 1], kinds[n + 1]
        if left == right and ((kinds[n] in ("ES", "CS") and left == "EN") or (kinds[n] == "CS" and left == "AN")):
            kinds[n] = left
    n = 0
    while n < len(kinds):  # W5
        end = n
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        if end > n and "EN" in (kinds[n - 1] if n else "", kinds[end] if end < len(kinds) else ""):
            kinds[n:end] = ["EN"] * (end - n)
        n = end + 1
    strong = outer
    for n, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):  # W6
            kinds[n] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":  # W7
            kinds[n] = "L"


def _bracketed(chars: Sequence[str], kinds: Sequence[str], outer: str) -> Iterator[tuple[int, str]]:
    """Pairs of brackets run as what is in them, or as what is around them (N0)."""
    opened: list[tuple[str, int]] = []
    pairs = []
    for n, char in enumerate(chars):
        if kinds[n] != "ON":
            continue
        if char in _BRACKETS:
            opened.append((_BRACKETS[char], n))
        else:
            at = next((k for k in range(len(opened) - 1, -1, -1) if opened[k][0] == char), None)
            if at is not None:
                pairs.append((opened[at][1], n))
                del opened[at:]
    for first, last in sorted(pairs):
        inner = {STRONG[kind] for kind in kinds[first + 1 : last] if kind in STRONG}
        if not inner:
            continue
        way = outer
        if outer not in inner:
            before = next((STRONG[kind] for kind in reversed(kinds[:first]) if kind in STRONG), outer)
            way = before if before != outer else outer
        yield first, way
        yield last, way


def _neutral(kinds: list[str], outer: str) -> None:
    """What has no way of its own runs as both its neighbours, else as the line (N1, N2)."""
    n = 0
    while n < len(kinds):
        end = n
        while end < len(kinds) and kinds[end] in NEUTRAL:
            end += 1
        if end > n:
            left = STRONG.get(kinds[n - 1], outer) if n else outer
            right = STRONG.get(kinds[end], outer) if end < len(kinds) else outer
            kinds[n:end] = [left if left == right else outer] * (end - n)
        n = end + 1
