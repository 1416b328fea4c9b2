"""Leaves: the pages that a book of puzzles is set on, whole or half a sheet, and what takes how much room there, mm."""

from __future__ import annotations

from dataclasses import dataclass

from santy_print.documents.booklet import half
from santy_print.documents.printed import Page

APART, ROW = 5.0, 2.4
"""The room between puzzles, and between lines."""
ASKING, THINKING = 17.5, 13.0
"""What number, hosts and question of a puzzle take, and what is left to think at least."""
LABEL, NOTE, CAPTION = 5.6, 8.0, 4.0
"""Below a line: the numbers of slots, the boxes to write in, the names of pieces."""
TALLEST, ALONE = 38.0, 70.0
"""How high a line is at most, and one that has a page of several for itself."""
BOX = 60.0
"""How high the box to think in is there, before more room goes between what stands above it."""
BELOW = 0.72
"""How wide a piece below another is for its width."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of puzzles: its paper, the room within its margins, how many puzzles stand on it, slots in a line.

    `head` is what a chapter's head takes, `columns` those of the solutions and of the log.
    """

    page: Page
    room: tuple[float, float]
    puzzles: int = 2
    abreast: int = 11
    head: float = 28.0
    columns: int = 3
    gap: float = 2.4

    def aid_width(self, pieces: int) -> float:
        """How wide each of so many pieces is at the foot of the page."""
        return min(19.5, self.room[0] / pieces - 2.0)

    def high(self, puzzles: int, headed: bool, pieces: int) -> float:
        """How high a puzzle may be where so many stand on a page, below the head of a chapter or not."""
        foot = 1.37 * self.aid_width(pieces) + (14.5 if self.columns > 2 else 17.5)
        left = self.room[1] - foot - (self.head if headed else 0.0) - APART * (puzzles + headed)
        return left / puzzles

    @property
    def scale(self) -> float:
        """How large a cover is beside that of A4."""
        return min(1.0, self.room[0] / 176.0, self.room[1] / 246.0)


LEAVES = {
    "a4": Leaf(Page("a4", (17, 18, 17), 1, (10.0,)), (176.0, 262.0)),
    "letter": Leaf(Page("us-letter", (17, 16, 15), 1, (10.0,)), (181.9, 248.4)),
}
HALVES = {
    "a4": Leaf(Page("a5", (12, 14, 14), 1, (9.2,), half("a4")), (124.5, 182.0), 1, 6, 34.0, 2),
    "letter": Leaf(Page("us-statement", (11, 14, 14), 1, (9.2,), half("letter")), (117.7, 187.9), 1, 6, 34.0, 2),
}
"""The pages of a booklet, with one puzzle on each."""
