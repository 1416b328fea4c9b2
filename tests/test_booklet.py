"""Booklets: folded and stapled, their pages follow each other; where each page lies on its sheet is measured."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from santy_print.documents import booklet, rulebook
from santy_print.documents.rulebook import HALVES
from santy_print.documents.skeleton import load_skeleton
from santy_print.documents.typst import page_count
from santy_print.folders import data_folder
from santy_print.pack import Pack, load_pack
from tests.test_rulebook import LANGUAGES, flat, run
from tests.thinned import spoken, thinned

MM = 72 / 25.4


@cache
def pack() -> Pack:
    return load_pack("santy_anno").checked()


@cache
def made(language: str, paper: str = "a4", thickness: float = 0.1) -> bytes:
    return rulebook.Rulebook(pack(), language).booklet(paper, thickness)


def folded(sides: list[booklet.Side]) -> list[int]:
    """The pages in the order in which a reader meets them: the sheets laid in each other, folded, turned over."""
    left: list[int] = []
    right: list[int] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        right += [
            front.spots[1].page,
            back.spots[0].page,
        ]  # the leaf that is turned first, its front and its back
        left = [back.spots[1].page, front.spots[0].page, *left]
    return [*right, *left]


@pytest.mark.parametrize("pages", [4, 8, 12, 16, 40])
def test_a_reader_meets_the_pages_in_order(pages: int) -> None:
    assert folded(booklet.sides(pages, "a4")) == list(range(1, pages + 1))


def test_whole_sheets_only() -> None:
    assert [booklet.padding(n) for n in (4, 5, 6, 7, 8)] == [0, 3, 2, 1, 0]
    with pytest.raises(ValueError, match="multiple of four"):
        booklet.sides(7, "a4")


def test_inner_sheets_move_towards_the_fold() -> None:
    """Each sheet by the thickness of those around it; both pages of a side by as much, front and back alike."""
    for side in booklet.sides(16, "letter", 0.25):
        left, right = side.spots
        assert left.x == pytest.approx((side.sheet - 1) * 0.25)
        assert right.x == pytest.approx(139.7 - (side.sheet - 1) * 0.25)


def placed(data: bytes) -> list[list[tuple[float, float, float]]]:
    """Of each side the pages that were put on it, as they lie in the file: left edge, top edge, width in mm."""
    out = []
    for page in pikepdf.open(BytesIO(data)).pages:
        stack, matrix = [], pikepdf.Matrix()
        height, spots = float(page.mediabox[3]), []
        for instruction in pikepdf.parse_content_stream(page):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name == "q":
                stack.append(matrix)
            elif name == "Q":
                matrix = stack.pop()
            elif name == "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            elif name == "Do":
                form = page.Resources.XObject[operands[0]]
                spots.append(_box(form, matrix, height))
        out.append(spots)
    return out


def _box(form: pikepdf.Object, matrix: pikepdf.Matrix, height: float) -> tuple[float, float, float]:
    own = pikepdf.Matrix(form.get("/Matrix", pikepdf.Matrix().as_array()))
    inner, corners = form.BBox, []
    for x in (float(inner[0]), float(inner[2])):
        corners += [(own @ matrix).transform((x, float(inner[n]))) for n in (1, 3)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    return left / MM, (height - max(y for _, y in corners)) / MM, (right - left) / MM


@pytest.mark.parametrize(("paper", "thickness"), thinned([("a4", 0.1), ("a4", 0.0), ("letter", 0.3)], 3))
def test_pages_lie_where_they_should(paper: str, thickness: float) -> None:
    data = made("en", paper, thickness)
    width, height = booklet.SHEETS[paper]
    sizes = {tuple(round(n / MM, 1) for n in page.get_size()) for page in pypdfium2.PdfDocument(data)}
    assert sizes == {(round(width, 1), round(height, 1))}
    sides = placed(data)
    for number, spots in enumerate(sides):
        creep = number // 2 * thickness
        for (left, top, wide), want in zip(sorted(spots), (creep, width / 2 - creep), strict=True):
            assert left == pytest.approx(want, abs=0.1)
            assert top == pytest.approx(0, abs=0.1)
            assert wide == pytest.approx(width / 2, abs=0.1)


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_has_whole_sheets_and_numbers_its_pages(language: str, paper: str) -> None:
    data = made(language, paper)
    document = pypdfium2.PdfDocument(data)
    assert len(document) % 2 == 0
    want = booklet.sides(len(document) * 2, paper)
    for page, side in zip(document, want, strict=True):
        middle = page.get_width() / 2
        for spot, (left, right) in zip(side.spots, ((0, middle), (middle, page.get_width())), strict=True):
            words = page.get_textpage().get_text_bounded(left, 0, right, 11 * MM)
            assert flat(words).strip() == str(spot.page)


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_summary_is_the_back_cover(language: str) -> None:
    """Pages for notes fill the last sheet before it, so that what is looked up lies outside."""
    first = pypdfium2.PdfDocument(made(language))[0].get_textpage()
    outside = flat(first.get_text_bounded(0, 0, 148.5 * MM, 210 * MM))
    section = load_skeleton(pack()).sections[-1]
    assert flat(pack().locales[language].plain(f"rulebook.{section.id}.title")) in outside.replace("\u00a0", " ")


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_no_text_is_too_small(language: str) -> None:
    """7 pt at least; words that are part of a picture of a card or tile are as small as that picture is."""
    book = rulebook.Rulebook(pack(), language)
    source = book.source(HALVES["a4"], HALVES["a4"].sizes[0])
    figures = (data_folder("templates") / "documents" / "document.typ").read_text(encoding="utf-8")
    assert min(float(n) for n in re.findall(r"size: ([\d.]+)\s*(?:\* 1)?pt", source + figures)) >= 7


def test_the_same_pack_gives_the_same_booklet() -> None:
    assert rulebook.Rulebook(load_pack("santy_anno"), "pl").booklet() == made("pl")


@pytest.mark.long
def test_the_command_writes_a_booklet(tmp_path: Path) -> None:
    result = run("--out", str(tmp_path), "--format", "booklet", "--lang", "fr", "--sheet", "0.2")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{tmp_path}/santy_anno/fr/rulebook-booklet.pdf\n"
    data = (tmp_path / "santy_anno" / "fr" / "rulebook-booklet.pdf").read_bytes()
    assert data == made("fr", "a4", 0.2)
    assert page_count(data) == page_count(made("fr"))
