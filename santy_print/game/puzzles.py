"""Puzzles: what a game brings to be puzzled over on paper: kinds of questions, each with one answer and what it costs.

A question is pieces in lines, drawn as they are printed, so whoever reads a finished page reads the question from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from santy_print.game.state import Random

LEVELS = {"easy": 12.0, "medium": 24.0, "hard": 48.0, "devilish": 96.0}
"""The levels, each with the most labour that a puzzle of it costs: every level is worth twice the one before."""
ASKED = "?"
"""What stands on paper in the place of a piece that is asked for."""


class Piece(NamedTuple):
    """A piece of the pack: its collection and its id there."""

    collection: str
    id: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a line: a piece, or what is asked for (None); `below` it another piece, `label` what it is called by.

    A `place` is where a way begins or ends, other slots lie between.
    """

    piece: Piece | None
    below: Piece | None = None
    place: bool = False
    label: str = ""


Line = tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One question: of a kind, in lines of pieces, at a cost (`labour`, in the game's steps), about its `hosts`."""

    kind: str
    lines: tuple[Line, ...]
    labour: float
    hosts: tuple[Piece, ...] = ()

    @property
    def read(self) -> tuple[Piece | str, ...]:
        """What is read of it on paper, in its order: pieces, and `ASKED` where one is asked for."""
        found: list[Piece | str] = []
        for slot in (slot for line in self.lines for slot in line):
            found.append(slot.piece or ASKED)
            found += [slot.below] if slot.below else []
        return tuple(found)


class Leg(NamedTuple):
    """A step of a solution: by what, and where it leads; a way begins with a leg by nothing."""

    by: str
    to: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer in words, and the way or ways to it."""

    answer: str
    ways: tuple[tuple[Leg, ...], ...]


class Chapter(NamedTuple):
    """What stands above the puzzles of a kind: its name, how they go, and the question that each asks."""

    title: str
    how: str
    question: str


class Seen(NamedTuple):
    """A piece of the aid that every page shows, with what is written below it."""

    piece: Piece
    label: str


@dataclass(frozen=True, slots=True)
class Aid:
    """What is looked at while puzzling: pieces in a ring, a `note` for it, and a `text` where they stand in a row."""

    title: str
    text: str
    pieces: tuple[Seen, ...]
    note: str = ""


class Entry(NamedTuple):
    """A piece by itself, what it is called and what it does."""

    piece: Piece
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """What the pieces of a book do: one of each sort."""

    title: str
    note: str
    entries: tuple[Entry, ...]


class AmbiguousError(Exception):
    """A question that was read has no answer, or more than one."""


class Edition(Protocol):
    """A book's puzzles in one language."""

    def chapter(self, kind: str) -> Chapter:
        """What stands above the puzzles of a kind."""

    def aid(self) -> Aid:
        """What is looked at while puzzling."""

    def legend(self, pieces: Collection[Piece]) -> Legend:
        """What these pieces do, which are those of the book."""

    def solve(self, kind: str, read: Sequence[Piece | str]) -> Solution:
        """The solution of what was read on paper, by the rules as they are read a second time.

        AmbiguousError where there is not exactly one.
        """

    @property
    def front(self) -> Sequence[Piece]:
        """Pieces for the cover: the last before the others, which lie like a hand of cards."""

    @property
    def drawings(self) -> Mapping[str, str]:
        """Files of the pack's art for the heads of chapters, by kind, for the `solutions` and the `log`."""


class Puzzles(Protocol):
    """What puzzles a pack can make. The same seed gives the same."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds, the easiest first, and why one cannot be had, or nothing."""

    def make(self, kind: str, least: float, most: float, rng: Random) -> Puzzle | None:
        """A puzzle of a kind that costs more than `least` and at most `most`; None where none was found."""

    def edition(self, locale: Any) -> Edition:
        """The same in a language."""
