"""Near: a laid-out frame in, the texts that touch what is drawn beside them out.

Around each letter and its accent a few points are looked at, a little outside its box: where none of the colours is
there that lie under the letter itself, something else begins. So a letter may stand on a pattern, and not on the ring
around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from santy_print.diag import register
from santy_print.faces.frames import Frame, Letters
from santy_print.faces.matrices import around, at
from santy_print.faces.measure import PAPER, Placed, meet, placed, under
from santy_print.faces.outlines import Point
from santy_print.faces.typeset import MM_PER_PT, inks, load_font

if TYPE_CHECKING:
    from santy_print.faces import Faces

register("text-near", "a text touches what is drawn beside it, or nearly")

AIR = 0.25
"""So many mm at least lie between a letter and what is drawn beside it."""
INK, CORNER, ACCENT = 0.92, 0.85, 0.4
"""A letter's ink takes so much of its width, its corners are rounded by so much, and its accent is so much narrower."""
PART = 0.15
"""So many mm at least reaches an accent above the capitals, or a tail below the line."""


@dataclass(frozen=True, slots=True)
class _Spots:
    """Points on the face: within a letter, and around it."""

    within: tuple[Point, ...]
    around: tuple[Point, ...]


def near(frame: Frame) -> list[Letters]:
    """The texts of a frame that have too little air; those of a line that belong to one place, once."""
    texts = [(thing, list(_spots(thing))) for thing in placed(frame.items, None) if isinstance(thing.item, Letters)]
    areas = [around([p for spot in spots for p in spot.around]) for _, spots in texts if spots]
    things = list(placed(frame.items, areas)) if areas else []
    shown = [(number, thing) for number, thing in enumerate(things)]
    drawn = [(number, thing) for number, thing in shown if not isinstance(thing.item, Letters)]
    out, known = [], iter(texts)
    for number, thing in shown:
        if isinstance(thing.item, Letters):
            _, spots = next(known)
            area = around([p for spot in spots for p in spot.around]) if spots else None
            others = [(n, it) for n, it in drawn if area is not None and meet(it.box, area)]
            below = [it for n, it in others if n < number]
            if any(_touches(spot, below, [it for _, it in others]) for spot in spots):
                out.append(thing.item)
    return out


def _touches(spot: _Spots, below: Sequence[Placed], others: Sequence[Placed]) -> bool:
    ground = {colour for point in spot.within for colour in under(point, below, 0.0, PAPER)}
    return any(ground.isdisjoint(under(point, others, 0.0, PAPER)) for point in spot.around)


def _spots(thing: Placed) -> Iterator[_Spots]:
    """The points of each letter of a text."""
    letters = thing.item
    assert isinstance(letters, Letters)
    a, b, c, d, _, _ = thing.matrix
    air = AIR / (abs(a * d - b * c) ** 0.5 or 1.0)
    font = load_font(letters.font)
    high = font.cap_height / 2000 * letters.size * MM_PER_PT
    y = letters.y - high
    for one, ink in inks(letters):
        if one.blank or not one.wide:
            continue
        wide = one.wide / 2
        middle, half = one.pen + wide, wide * INK
        across, down = half + air, high + air
        corner = half * CORNER + air, high * CORNER + air
        corners = [(middle + side * corner[0], y + edge * corner[1]) for side in (-1, 1) for edge in (-1, 1)]
        sides = [(middle - across, y), (middle + across, y), (middle, y - down), (middle, y + down)]
        # What stands above a capital or hangs below the line, an accent or a tail, is narrower than the letter.
        if ink is not None:
            edges = [ink[1] - air] if ink[1] < y - high - PART else []
            edges += [ink[3] + air] if ink[3] > y + high + PART else []
            sides += [(middle + side * half * ACCENT, edge) for edge in edges for side in (-1, 0, 1)]
        inner = [(middle, y), (middle - half * 0.6, y), (middle + half * 0.6, y)]
        yield _Spots(tuple(at(thing.matrix, p) for p in inner), tuple(at(thing.matrix, p) for p in (*corners, *sides)))


def tell_near(frames: Sequence[Frame], faces: Faces, tell: Callable[..., Any]) -> None:
    """Tell of texts that touch what is drawn beside them, each once for its place and words."""
    known: set[tuple[str, str]] = set()
    for frame in frames:
        if frame.key in faces.overfull:
            continue
        for letters in near(frame):
            place = str(letters.where) if letters.where else frame.key.partition(":")[0]
            if (place, letters.text) in known:
                continue
            known.add((place, letters.text))
            message = (
                f"“{letters.text.strip()[:40]}” ({faces.locale.code}) on `{frame.key}` stands less than {AIR:g} mm "
                "from what is drawn beside it"
            )
            hint = "give it a narrower box or a smaller style, or move one of the two"
            tell("text-near", message, letters.where, hint)
