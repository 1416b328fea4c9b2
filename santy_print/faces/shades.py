"""Shades: colours that pass into one another along a line or between two circles. Values only, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Literal

from santy_print.faces.matrices import Matrix, at, inverse

Stop = tuple[float, str, float]
"""How far along (0 to 1), the colour there, and how much of it hides what is beneath."""

MAX_APART = 16
"""So many turns at most are drawn one by one: each takes as long as all."""
MAX_TURNS = 200
"""So often at most a shade begins again; then nobody sees more than one colour."""


@dataclass(frozen=True, slots=True)
class Shade:
    """Colours along a line (x0, y0, x1, y1) or from one circle to another (x0, y0, r0, x1, y1, r1).

    `turn` brings that space into millimetres. Before the first stop and after the last one, their colours go on.
    """

    kind: Literal["line", "circles"]
    along: tuple[float, ...]
    turn: Matrix
    stops: tuple[Stop, ...]
    turns: int = 1
    """How often its colours begin again: each time takes as much of the way."""

    @property
    def clear(self) -> bool:
        """Whether something beneath it is seen."""
        return any(alpha < 1 for _, _, alpha in self.stops)

    @property
    def mean(self) -> str:
        """The one colour that is most like it."""
        looks = [(self._look(n / 16)) for n in range(17)]
        parts = [[int(colour[n : n + 2], 16) for n in (1, 3, 5)] for colour, _ in looks]
        return "#" + "".join(f"{round(sum(part) / len(part)):02x}" for part in zip(*parts, strict=True))

    def look(self, point: tuple[float, float]) -> tuple[str, float]:
        """Its colour at a point (mm), and how much that hides of what is beneath."""
        return self._look(_share(self, at(inverse(self.turn), point)))

    def _look(self, share: float) -> tuple[str, float]:
        before = [stop for stop in self.stops if stop[0] <= share]
        after = [stop for stop in self.stops if stop[0] > share]
        if not before or not after:
            _, colour, alpha = before[-1] if before else after[0]
            return colour, alpha
        (s0, one, a0), (s1, other, a1) = before[-1], after[0]
        part = (share - s0) / (s1 - s0)
        pairs = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
        colour = "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
        return colour, a0 + (a1 - a0) * part

    def in_colours(self, change: Callable[[str], str]) -> Shade:
        """The same with each colour put through a function."""
        return replace(self, stops=tuple((share, change(colour), alpha) for share, colour, alpha in self.stops))

    def again(self, back: bool, corners: Sequence[tuple[float, float]]) -> Shade | None:
        """The same, beginning again and again as far as some points (mm); None where it does so too often.

        With `back` it goes to and fro.
        """
        shares = [_share(self, at(inverse(self.turn), point)) for point in corners]
        first = min(0, floor(min(shares))) if self.kind == "line" else 0
        last = max(1, ceil(max(shares)))
        if not last - first <= MAX_TURNS or (last - first) * len(self.stops) > 20 * MAX_TURNS:
            return None
        stops = [stop for turn in range(first, last) for stop in _turned(self.stops, turn, back)]
        span = last - first
        middle = len(self.along) // 2
        start, end = self.along[:middle], self.along[middle:]
        ends = [tuple(a + (b - a) * n for a, b in zip(start, end, strict=True)) for n in (first, last)]
        made = tuple(((share - first) / span, colour, alpha) for share, colour, alpha in stops)
        return replace(self, along=(*ends[0], *ends[1]), stops=made, turns=span)

    def parts(self) -> Iterator[tuple[Shade, bool, bool]]:
        """Its turns, and whether the colours go on before each and after it: some who draw know 256 colours of one."""
        if self.turns > MAX_APART:
            yield replace(self, turns=1), True, True
            return
        middle = len(self.along) // 2
        start, end = self.along[:middle], self.along[middle:]
        each = len(self.stops) // self.turns
        for turn in range(self.turns):
            first, last = turn / self.turns, (turn + 1) / self.turns
            ends = [tuple(a + (b - a) * n for a, b in zip(start, end, strict=True)) for n in (first, last)]
            some = self.stops[turn * each : (turn + 1) * each]
            stops = tuple(((share - first) * self.turns, colour, alpha) for share, colour, alpha in some)
            whole = replace(self, along=(*ends[0], *ends[1]), stops=stops, turns=1)
            yield whole, turn == 0, turn == self.turns - 1


def _turned(stops: Iterable[Stop], turn: int, back: bool) -> Iterator[Stop]:
    """The stops once more, `turn` further along; every other time from its end where that is wanted."""
    if back and turn % 2:
        yield from ((turn + 1 - share, colour, alpha) for share, colour, alpha in reversed([*stops]))
    else:
        yield from ((turn + share, colour, alpha) for share, colour, alpha in stops)


def _share(shade: Shade, point: tuple[float, float]) -> float:
    """How far along a point lies, in the shade's own space."""
    x, y = point
    if shade.kind == "line":
        x0, y0, x1, y1 = shade.along
        dx, dy = x1 - x0, y1 - y0
        return ((x - x0) * dx + (y - y0) * dy) / ((dx * dx + dy * dy) or 1e-12)
    x0, y0, r0, x1, y1, r1 = shade.along
    px, py, dx, dy, dr = x - x0, y - y0, x1 - x0, y1 - y0, r1 - r0
    a, b, c = dx * dx + dy * dy - dr * dr, px * dx + py * dy + r0 * dr, px * px + py * py - r0 * r0
    if abs(a) < 1e-12:
        return c / (2 * b) if b else 0.0
    root = max(0.0, b * b - a * c) ** 0.5
    both = [share for share in ((b + root) / a, (b - root) / a) if r0 + share * dr >= 0]
    return max(both, default=0.0)
