"""Plan: kinds of puzzles, levels and a count in; a book's chapters out, each from its easiest puzzle to its hardest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, register
from santy_print.game.puzzles import LEVELS, Puzzle

if TYPE_CHECKING:
    from santy_print.game import Random
    from santy_print.game.puzzles import Puzzles
    from santy_print.pack import Pack
    from santy_print.puzzles import Wanted

register("puzzles-few", "a pack has not so many puzzles of these levels as a book asks for")

REPEATS = 40
"""So many times a puzzle is dealt anew that is in the book already."""
LIMITS = (0.0, *LEVELS.values())


@dataclass(frozen=True, slots=True)
class Numbered:
    """A puzzle in its place in the book: its number, from 1, and its level, from 0."""

    number: int
    puzzle: Puzzle

    @property
    def level(self) -> int:
        """The level that its labour is of."""
        return sum(self.puzzle.labour > most for most in LEVELS.values())


@dataclass(frozen=True, slots=True)
class Part:
    """The puzzles of a kind."""

    kind: str
    puzzles: tuple[Numbered, ...]


def plan(pack: Pack, puzzles: Puzzles, wanted: Wanted, rng: Random) -> tuple[Part, ...]:
    """The chapters of a book; PackError where the pack has not so many different puzzles."""
    maker = _Maker(puzzles, wanted, rng)
    kinds = [kind for kind, why in puzzles.kinds.items() if not why]
    found: dict[str, list[Puzzle]] = {kind: [] for kind in kinds}
    left, open_kinds = wanted.count, kinds
    while left and open_kinds:
        shares = _shares(left, open_kinds)
        still = []
        alone = [kind for kind, share in shares.items() if share == 1]  # which grow harder from kind to kind
        for kind, share in shares.items():
            places = [(alone.index(kind), len(alone))] if share == 1 else [(n, share) for n in range(share)]
            made = [maker.another(kind, n, of) for n, of in places]
            there = [puzzle for puzzle in made if puzzle is not None]
            found[kind] += there
            left -= len(there)
            still += [kind] if len(there) == share else []
        open_kinds = still
    if left:
        report = Report()
        message = f"of these levels the pack has {wanted.count - left} puzzles, not {wanted.count}"
        hint = f"ask for fewer, or for other levels: {', '.join(LEVELS)}"
        report.error("puzzles-few", message, pack.where("pack", "id"), hint)
        raise PackError(report)
    return tuple(_numbered(found))


def _shares(count: int, kinds: list[str]) -> Mapping[str, int]:
    """How many of each kind, as equal as can be; the first ones have one more."""
    return {kind: count // len(kinds) + (n < count % len(kinds)) for n, kind in enumerate(kinds)}


def _numbered(found: Mapping[str, list[Puzzle]]) -> Iterator[Part]:
    number = 0
    for kind, some in found.items():
        placed = []
        for puzzle in sorted(some, key=lambda puzzle: puzzle.labour):
            number += 1
            placed.append(Numbered(number, puzzle))
        if placed:
            yield Part(kind, tuple(placed))


class _Maker:
    """Makes puzzles of the levels wanted, none twice."""

    def __init__(self, puzzles: Puzzles, wanted: Wanted, rng: Random) -> None:
        self.puzzles, self.rng = puzzles, rng
        self.levels = wanted.levels
        self.known: set[object] = set()
        self.barren: set[tuple[str, int]] = set()

    def another(self, kind: str, n: int, of: int) -> Puzzle | None:
        """The n-th of so many, the harder the later, the last as hard as can be; of the nearest level that has any."""
        aim = self.levels[-1] if n == of - 1 > 0 else self.levels[n * len(self.levels) // of]
        for level in sorted(self.levels, key=lambda level: (abs(level - aim), level)):
            if (kind, level) not in self.barren:
                found = self._of(kind, level)
                if found is not None:
                    return found
                self.barren.add((kind, level))
        return None

    def _of(self, kind: str, level: int) -> Puzzle | None:
        for _ in range(REPEATS):
            puzzle = self.puzzles.make(kind, LIMITS[level], LIMITS[level + 1], self.rng)
            if puzzle is None:
                return None
            key = (kind, puzzle.read)
            if key not in self.known:
                self.known.add(key)
                return puzzle
        return None
