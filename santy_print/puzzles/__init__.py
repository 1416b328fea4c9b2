"""Puzzles: a pack whose game brings puzzles in, a printed book of them out, with its solutions, read again and checked.

The game makes puzzles and solves them (`game.puzzles`); here they are chosen (`plan`), laid out (`book`), and read back
out of the finished file (`reread`). This room knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from santy_print.choices import (
    DOCUMENT_INK,
    DOCUMENT_PAPER,
    PUZZLE_COUNT,
    PUZZLE_FORM,
    PUZZLE_LEVEL,
    SEED,
    WrongValue,
    check,
)
from santy_print.game.puzzles import LEVELS
from santy_print.output import try_writing, write_atomic

if TYPE_CHECKING:
    from santy_print.pack import Pack

FILES = {"pdf": "puzzles.pdf", "booklet": "puzzles-booklet.pdf"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which book: how many puzzles, of which levels, from which seed, on which paper, how it is printed; WrongValue."""

    count: int = 40
    least: str = "easy"
    most: str = "hard"
    seed: int = 1
    paper: str = "a4"
    ink: str = "low"
    form: str = "pdf"

    def __post_init__(self) -> None:
        check("count", self.count, PUZZLE_COUNT)
        check("from", self.least, PUZZLE_LEVEL)
        check("to", self.most, PUZZLE_LEVEL)
        check("seed", self.seed, SEED)
        check("paper", self.paper, DOCUMENT_PAPER)
        check("ink", self.ink, DOCUMENT_INK)
        check("form", self.form, PUZZLE_FORM)
        if self.levels.start >= self.levels.stop:
            raise WrongValue(f"from {self.least} to {self.most}: the levels are {', '.join(LEVELS)}, the easiest first")

    @property
    def levels(self) -> range:
        """The levels as numbers, from 0."""
        names = list(LEVELS)
        return range(names.index(self.least), names.index(self.most) + 1)


def puzzle_book(pack: Pack, language: str, wanted: Wanted) -> bytes:
    """The book as PDF, read again and found right; PackError where the pack has no puzzles, or one was not right."""
    from santy_print.puzzles.book import PuzzleBook
    from santy_print.puzzles.plan import plan
    from santy_print.puzzles.reread import check_book

    rng = random.Random(wanted.seed)
    puzzles = pack.tool("puzzles")(pack, rng)
    parts = plan(pack, puzzles, wanted, rng)
    book = PuzzleBook(pack, language, ink=wanted.ink, edition=puzzles.edition(pack.locales[language]), parts=parts)
    folded = wanted.form == "booklet"
    made = book.halves(wanted.paper) if folded else book.pdf(wanted.paper)
    check_book(made, book)
    return book.booklet(made, wanted.paper) if folded else made


def write_puzzles(pack: Pack, wanted: Wanted, languages: Sequence[str], out: Path) -> Iterator[str]:
    """The book in each language, or in all: yields the names of files."""
    if pairs := [code for code in languages if "+" in code]:
        raise WrongValue(f"languages: a book of puzzles speaks one language, not {pairs[0]}; ask for each by itself")
    try_writing(out, folder=True)
    made = [(code, puzzle_book(pack, code, wanted)) for code in languages or pack.head.languages]
    for code, data in made:
        path = out / pack.id / code / FILES[wanted.form]
        write_atomic(path, data)
        yield str(path)
