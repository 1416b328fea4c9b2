"""Puzzles: each has one answer, by the oracle; a finished book says what was made, and is told where it does not."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.game.puzzles import LEVELS, AmbiguousError, Piece, Puzzle
from santy_print.games.santy_anno.puzzles import KINDS
from santy_print.pack import Pack, load_pack
from santy_print.proof.flow import _STEPS, Seen, read_flow
from santy_print.puzzles import Wanted
from santy_print.puzzles.book import PuzzleBook
from santy_print.puzzles.leaves import ALONE, LEAVES
from santy_print.puzzles.plan import Part, plan
from santy_print.puzzles.reread import check_book, faults

MM = 25.4 / 72
EXAMPLES = Path(__file__).parent.parent / "examples"


@cache
def pack_of(name: str = "santy_anno") -> Pack:
    return load_pack(name if name == "santy_anno" else str(EXAMPLES / name))


def book_of(wanted: Wanted, name: str = "santy_anno", language: str = "en") -> PuzzleBook:
    pack, rng = pack_of(name), random.Random(wanted.seed)
    puzzles = pack.tool("puzzles")(pack, rng)
    parts = plan(pack, puzzles, wanted, rng)
    return PuzzleBook(pack, language, edition=puzzles.edition(pack.locales[language]), parts=parts)


def every(book: PuzzleBook) -> list[tuple[str, Puzzle]]:
    return [(part.kind, one.puzzle) for part in book.parts for one in part.puzzles]


@pytest.mark.parametrize(("name", "kinds"), [("santy_anno", set(KINDS)), ("no-experts", {*KINDS} - {"event"})])
def test_each_puzzle_has_one_answer_by_the_second_reading(name: str, kinds: set[str]) -> None:
    book = book_of(Wanted(28, "easy", "devilish", seed=5), name)
    assert {kind for kind, _ in every(book)} == kinds
    for kind, puzzle in every(book):
        solution = book.edition.solve(kind, puzzle.read)  # AmbiguousError where there is not one
        starts_and_ends = [slot.piece for slot in puzzle.lines[0] if slot.place and slot.piece]
        ids = [ship.id for ship in book.pack.compiled.ships]
        way = [leg.to for leg in solution.ways[0]]
        names = [book.pack.compiled.ships[ids.index(piece.id)].name for piece in starts_and_ends]
        shown = {"end": way[:1], "event": way[:1], "slip": way[:1], "start": way[-1:], "meet": names}
        assert names == shown.get(kind, [way[0], way[-1]])


def test_a_chapter_grows_from_easy_to_hard_and_no_puzzle_comes_twice() -> None:
    book = book_of(Wanted(60, "easy", "devilish", seed=2))
    puzzles = every(book)
    assert len({puzzle.read for _, puzzle in puzzles}) == len(puzzles) == 60
    assert [one.number for part in book.parts for one in part.puzzles] == list(range(1, 61))
    for part in book.parts:
        costs = [one.puzzle.labour for one in part.puzzles]
        assert costs == sorted(costs)
        assert max(costs) <= LEVELS["devilish"]
    limits = [0.0, *LEVELS.values()]
    assert all(b == 2 * a for a, b in pairwise(limits[1:]))
    only = every(book_of(Wanted(12, "medium", "medium")))
    assert all(LEVELS["easy"] < puzzle.labour <= LEVELS["medium"] for _, puzzle in only)


@pytest.mark.parametrize("count", [7, 14, 16])
def test_a_short_book_has_its_easiest_and_its_hardest_level_too(count: int) -> None:
    levels = [one.level for part in book_of(Wanted(count, "easy", "devilish")).parts for one in part.puzzles]
    assert (min(levels), max(levels)) == (0, 3)


def test_what_has_two_answers_or_none_is_refused() -> None:
    edition = book_of(Wanted(1)).edition
    cards = [Piece("boarding", "number-1"), Piece("boarding", "number-2"), Piece("boarding", "number-3")]
    start, other = Piece("ships", "royal"), Piece("ships", "viper")
    with pytest.raises(AmbiguousError, match="answers fit"):  # numbers add up alike in any order
        edition.solve("order", [start, "?", "?", "?", other, *cards])
    with pytest.raises(AmbiguousError):
        edition.solve("end", [])


# The finished book.


@cache
def made() -> tuple[PuzzleBook, bytes, list[Seen]]:
    book = book_of(Wanted(3, "medium", "hard", seed=4))
    data = book.pdf()
    return book, data, read_flow(data)


def test_a_book_is_read_again_and_found_right() -> None:
    book, data, flow = made()
    check_book(data, book)
    assert list(faults(flow, book)) == []


def test_no_last_line_is_a_word_alone_and_no_puzzle_has_more_stars_than_the_cover_explains() -> None:
    book, data, _ = made()
    source = "\n".join(book._lines(LEAVES["a4"]))
    said = [book.aid.note, book.legend.note, *(entry.text for entry in book.legend.entries)]
    for text in (*said, *(book.edition.chapter(part.kind).how for part in book.parts)):
        assert "\u00a0".join(text.split()[-2:]) in source
    with pypdfium2.PdfDocument(data) as pdf:
        stars = [found for page in [*pdf][3:6] for found in re.findall("[★☆]+", page.get_textpage().get_text_range())]
    assert {len(found) for found in stars} == {3}


def test_a_puzzle_that_is_alone_on_its_page_uses_it_well() -> None:
    """Its cards are large, in two rows where one would be long; the box to think in is not half a page."""
    book, data, _ = made()
    assert [len(part.puzzles) for part in book.parts] == [1, 1, 1]
    boxes = []
    with pypdfium2.PdfDocument(data) as pdf:
        for page in [*pdf][3:6]:
            bounds = [it.get_bounds() for it in page.get_objects()]
            boxes.append(max((high - low) * MM for left, low, right, high in bounds if (right - left) * MM > 170))
    assert max(boxes) < 90
    leaf = LEAVES["a4"]
    rows = [
        row
        for part in book.parts
        for row in book._puzzle(part.puzzles[0], "?", leaf, (leaf.high(1, True, 8), ALONE), alone=True)["rows"]
    ]
    assert max(len(row["slots"]) for row in rows) < 6


def test_a_book_that_says_something_else_is_found_out() -> None:
    book, _, flow = made()
    other = [part.puzzles[0] for part in book.parts][::-1]
    swapped = tuple(
        Part(part.kind, (replace(part.puzzles[0], puzzle=one.puzzle),))
        for part, one in zip(book.parts, other, strict=True)
    )
    assert [number for number, _ in faults(flow, replace(book, parts=swapped))] == [1, 3]
    at = next(n for n, seen in enumerate(flow) if seen.text == book.solutions_title) + 3  # a note, a number, an answer
    elsewhere = [*flow[:at], flow[at]._replace(text="Nowhere"), *flow[at + 1 :]]
    assert [number for number, _ in faults(elsewhere, book)] == [1]


def test_a_drawing_that_was_changed_is_no_piece() -> None:
    book, _, flow = made()
    first = next(n for n, seen in enumerate(flow) if seen.print and seen.page == 4)
    spoiled = [
        seen._replace(print=seen.print._replace(drawn="0")) if seen.print else seen for seen in flow[: first + 1]
    ]
    assert [number for number, _ in faults([*spoiled, *flow[first + 1 :]], book)] == [1]


def test_a_book_with_a_fault_is_not_written() -> None:
    book, data, _ = made()
    (one,) = book.parts[0].puzzles
    wrong = replace(one, puzzle=replace(one.puzzle, lines=(one.puzzle.lines[0][1:],)))
    with pytest.raises(PackError) as found:
        check_book(data, replace(book, parts=(replace(book.parts[0], puzzles=(wrong,)), *book.parts[1:])))
    assert [fault.code for fault in found.value.report] == ["puzzles-wrong"]


def test_letters_that_are_written_as_brackets_belong_to_their_text() -> None:
    """In a text that a file holds, brackets in pairs stand as they are: no letter of a line is lost for that."""
    for text in (rb"(a)", rb"(\000(\000)\000)", rb"(((q Q) cm)\) Tj)", b"(" * 17 + b")" * 17):
        found = _STEPS.search(text + b" Tj")
        assert found is not None
        assert found["text"] == text


# What is asked for.


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["puzzles", *words])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--from", "hard", "--to", "easy"), 2, "from hard to easy: the levels are easy, medium, hard, devilish"),
        (("--count", "0"), 2, "out of bounds: 1 to 200"),
        (("--count", "many"), 2, "is no whole number"),
        (("--seed", "9" * 30), 2, "seed: 1e+30 is out of bounds"),
        (("sandokan",), 1, "no puzzles can be made of sandokan: the game brings nothing for that"),
        (("--lang", "xx"), 2, "xx"),
        (("--lang", "fr+pl"), 2, "speaks one language, not fr+pl"),
    ],
)
def test_what_cannot_be_asked_for_is_said(words: tuple[str, ...], code: int, said: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert said in result.output


class Barren:
    """A game whose puzzles are soon at an end."""

    kinds: Mapping[str, str] = {"end": "", "event": "there is none"}

    def __init__(self) -> None:
        self.left = 2

    def make(self, kind: str, least: float, most: float, rng: Any) -> Puzzle | None:
        self.left -= 1
        return (
            Puzzle(kind, ((),), least + 1 + self.left / 9, (Piece("ships", str(self.left)),))
            if self.left >= 0
            else None
        )


def test_a_pack_that_has_not_so_many_says_how_many_it_has() -> None:
    with pytest.raises(PackError) as found:
        plan(pack_of(), Barren(), Wanted(5), random.Random(1))  # type: ignore[arg-type]
    (fault,) = found.value.report
    assert (fault.code, fault.message) == ("puzzles-few", "of these levels the pack has 1 puzzles, not 5")


def test_a_piece_that_is_not_printed_is_told() -> None:
    book = book_of(Wanted(1))
    (part,) = book.parts
    strange = replace(part.puzzles[0].puzzle, hosts=(Piece("pirates", "nobody"),))
    book = replace(book, parts=(Part(part.kind, (replace(part.puzzles[0], puzzle=strange),)),))
    with pytest.raises(PackError, match="which the pack does not print") as found:
        book.drawn()
    assert [fault.code for fault in found.value.report] == ["puzzles-face"]


@pytest.mark.long
@pytest.mark.parametrize("language", pack_of().head.languages)
def test_a_whole_book_in_each_language_has_the_pages_that_were_planned(language: str) -> None:
    book = book_of(Wanted(40, "easy", "devilish"), language=language)
    data = book.pdf()
    check_book(data, book)
    assert max(seen.page for seen in read_flow(data)) <= 2 + 24 + 3
