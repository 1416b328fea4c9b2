"""Codes: a text in, the dark modules of its QR code out, as one outline; and whether telephones can read it."""

from __future__ import annotations

from collections.abc import Sequence

from santy_print.diag import register
from santy_print.faces.art import Outline
from santy_print.palette import contrast

register("qr-unreadable", "a QR code is printed too small, or in colours too much alike, for a telephone to read it")

QUIET = 4
"""So many modules of nothing lie around a code, by its standard (ISO/IEC 18004)."""
LEAST_MODULE = 0.4
"""The smallest side of a module that telephones read well from paper, mm."""
LEAST_CONTRAST = 3.0
LONGEST = 500
"""So many characters a code may hold here: more would be a carpet that nobody can read from a card."""


def modules(text: str) -> list[bytes]:
    """The rows of a code, a byte for each module, 1 where it is dark; ValueError where the text finds no room.

    A sixth of it may be covered or worn (level M), more where that costs no room.
    """
    import segno

    return [bytes(row) for row in segno.make_qr(text, error="m").matrix]


def outline(rows: Sequence[bytes], x: float, y: float, module: float) -> Outline:
    """The dark modules as one outline for the even-odd rule, its corner at (x, y): no seams between modules."""
    ends: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end in _edges(rows):
        ends.setdefault(start, []).append(end)
    out: list[tuple[str, float, float] | tuple[str]] = []
    while ends:
        start = at = next(iter(ends))
        loop = []
        while True:
            loop.append(at)
            left = ends[at]
            before, at = at, left.pop()
            if not left:
                del ends[before]
            if at == start:
                break
        corners = [
            point for n, point in enumerate(loop) if not _straight(loop[n - 1], point, loop[(n + 1) % len(loop)])
        ]
        out += [("L" if n else "M", x + px * module, y + py * module) for n, (px, py) in enumerate(corners)]
        out.append(("Z",))
    return tuple(out)


def _edges(rows: Sequence[bytes]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides between dark and light, each with the dark on its right."""

    def dark(x: int, y: int) -> bool:
        return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and bool(rows[y][x])

    found = []
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            if module:
                corners = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
                beside = dark(x, y - 1), dark(x + 1, y), dark(x, y + 1), dark(x - 1, y)
                found += [(corners[n], corners[(n + 1) % 4]) for n in range(4) if not beside[n]]
    return found


def _straight(one: tuple[int, int], middle: tuple[int, int], other: tuple[int, int]) -> bool:
    return (middle[0] - one[0], middle[1] - one[1]) == (other[0] - middle[0], other[1] - middle[1])


def unreadable(module: float, dark: str, light: str) -> str:
    """Why a telephone may not read a code of modules of this side (mm) and these colours; nothing where it can."""
    if module < LEAST_MODULE:
        return f"its modules are {module:.2f} mm: telephones want {LEAST_MODULE:g} mm"
    if contrast(dark, light) < LEAST_CONTRAST:
        return f"{dark} on {light} is too little contrast"
    return ""
