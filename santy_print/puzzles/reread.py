"""Reread: a finished book in, every fault of it out. It reads the questions off the pages and solves them anew.

Which piece stands where is seen by what is drawn: all faces are set once more, each by itself, and a drawing in the
book is of the face whose print it has. The solutions that are printed must be those of the questions that are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, register
from santy_print.game.puzzles import ASKED, AmbiguousError, Piece
from santy_print.proof.flow import Print, Seen, read_flow

if TYPE_CHECKING:
    from santy_print.puzzles.book import PuzzleBook

register("puzzles-wrong", "a puzzle of a finished book is not the one that was made, or its solution is not printed")


def check_book(data: bytes, book: PuzzleBook) -> None:
    """Read a book and solve it; PackError with every puzzle that is not as it should be."""
    report = Report()
    flow = read_flow(data)
    for number, message in faults(flow, book):
        report.error("puzzles-wrong", f"puzzle {number}: {message}", None, "this is a fault of the program: tell us")
    if not report.ok:
        raise PackError(report)


def faults(flow: Sequence[Seen], book: PuzzleBook) -> Iterator[tuple[int, str]]:
    """What is wrong with which puzzle."""
    known = _catalogue(book)
    asked, printed = _parted(flow, book)
    solutions, at = _packed("".join(seen.text for seen in printed)), 0
    for part in book.parts:
        for one in part.puzzles:
            read = [_piece(seen, known) for seen in asked.get(one.number, ())]
            things = [thing for thing in read if thing is not None]
            if tuple(things) != book.read_of(one.puzzle):
                yield one.number, f"{len(things)} pieces are read, and they are not those of the puzzle"
                continue
            try:
                solution = book.edition.solve(part.kind, things)
            except AmbiguousError as fault:
                yield one.number, str(fault)
                continue
            expected = _packed(book.solution_text(one.number, solution))
            found = solutions.find(expected, at)
            if found < 0:
                yield one.number, "its solution is not printed, or not that of what is read"
            else:
                at = found + len(expected)


def _packed(text: str) -> str:
    """A text without what only parts words and lines."""
    return "".join(char for char in text if not char.isspace() and char not in "\u00ad\u2060\u200b")


def _catalogue(book: PuzzleBook) -> dict[str, list[tuple[Piece, Print]]]:
    """The print of each face that a puzzle may show, by what is drawn."""
    known: dict[str, list[tuple[Piece, Print]]] = {}
    pieces, data = book.catalogue()
    drawings = [seen.print for seen in read_flow(data) if seen.print is not None]
    for piece, drawing in zip(pieces, drawings, strict=True):
        known.setdefault(drawing.drawn, []).append((piece, drawing))
    return known


def _piece(seen: Seen, known: dict[str, list[tuple[Piece, Print]]]) -> Piece | str | None:
    """What stands there: a piece, a place that is asked for, or only words."""
    if seen.print is None:
        return ASKED if seen.text.strip() == ASKED else None
    found = [piece for piece, drawing in known.get(seen.print.drawn, ()) if drawing.is_of(seen.print)]
    return found[0] if len(found) == 1 else f"{len(found)} faces look so"


def _parted(flow: Sequence[Seen], book: PuzzleBook) -> tuple[dict[int, list[Seen]], list[Seen]]:
    """What stands below the number of each puzzle, up to the end of its page's puzzles; and the solutions."""
    asked: dict[int, list[Seen]] = {}
    printed: list[Seen] = []
    number, here, solving, ends = 0, None, False, _packed(book.ends)
    questions = {
        one.number: _packed(book.edition.chapter(part.kind).question) for part in book.parts for one in part.puzzles
    }

    def opens(at: int, text: str) -> bool:
        """Whether a text is the next puzzle's number: a drawing of whom it is about follows it, or its question."""
        if text != str(number + 1) or at + 1 == len(flow):
            return False
        after = _packed(flow[at + 1].text)
        return flow[at + 1].print is not None or (after != "" and questions.get(number + 1, "").startswith(after))

    for at, seen in enumerate(flow):
        text = _packed(seen.text) if seen.print is None else ""
        if solving:
            printed.append(seen)
        elif opens(at, text):
            number += 1
            here = asked.setdefault(number, [])
        elif text == ends:
            here = None
        elif text == _packed(book.solutions_title):
            solving = True
        elif here is not None:
            here.append(seen)
    return asked, printed
