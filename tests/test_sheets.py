"""Imposition: the geometry of sheets, measured from the pages, with an independent reading of "turned over"."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.faces.art import Outline, outline_box
from santy_print.faces.frames import Frame, Shape
from santy_print.faces.outlines import inside, named, rings
from santy_print.sheets import (
    DUPLEX,
    EDGE,
    GAP,
    OUTER,
    PAPERS,
    STRIP,
    Cell,
    Copy,
    Page,
    Setup,
    impose,
    parse_paper,
    per_row,
    strip_side,
    tile,
)


def face(name: str, width: float = 63.5, height: float = 88.9, *, round_: bool = False) -> Frame:
    return Frame(name, width, height, (), name, 3, named("circle", width, height) if round_ else None)


def deck(count: int, width: float = 63.5, height: float = 88.9, back: bool = True) -> list[Copy]:
    return [
        Copy(face(f"f{n}", width, height), face(f"b{n}", width, height) if back else None)
        for n in range(count)
    ]


def nothing(page: Page) -> list[Shape]:
    return []


def centre(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.frame.width / 2, cell.y + cell.frame.height / 2


@pytest.mark.parametrize(("paper", "count"), [("a4", 9), ("letter", 9), ("a3", 16)])
def test_poker_cards_fill_the_paper(paper: str, count: int) -> None:
    across, down = per_row((63.5, 88.9), Setup(PAPERS[paper]))
    assert across * down == count


@pytest.mark.parametrize(("cards", "sheets", "last"), [(1, 1, 1), (9, 1, 9), (10, 2, 1), (58, 7, 4)])
def test_sheets_and_the_partial_last_page(cards: int, sheets: int, last: int) -> None:
    pages = impose(deck(cards), Setup(), nothing)
    fronts = [p for p in pages if p.side == "front"]
    assert len(fronts) == sheets
    assert len(fronts[-1].cells) == last
    assert [p.side for p in pages] == ["front", "back"] * sheets
    assert all(p.of == sheets and p.sheet == n for n, p in enumerate(fronts, 1))


def under(page: Page, duplex: str, point: tuple[float, float]) -> tuple[float, float]:
    """Where a point of the front is, seen from behind, when the sheet was turned over its long or short edge."""
    x, y = point
    edge_beside = (page.height >= page.width) == (duplex == "long")
    return (page.width - x, y) if edge_beside else (x, page.height - y)


@given(
    st.integers(1, 40), st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(["long", "short"]),
    st.floats(20, 120), st.floats(20, 150), st.sampled_from([0.0, 1.5, 3.0, 5.0]),
)  # fmt: skip
def test_each_back_lies_under_its_front(
    count: int, paper: str, duplex: str, width: float, height: float, bleed: float
) -> None:
    setup = Setup(PAPERS[paper], duplex, bleed)
    pages = impose(deck(count, width, height), setup, nothing)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        places = {cell.frame.key[1:]: centre(cell) for cell in back.cells}
        for cell in front.cells:
            there = under(front, duplex, centre(cell))
            assert places[cell.frame.key[1:]] == pytest.approx(there, abs=1e-6)
        upright = front.height >= front.width
        assert all(cell.turned == ((duplex == "short") == upright) for cell in back.cells)
    assert Counter(c.frame.key for p in pages[::2] for c in p.cells) == Counter(f"f{n}" for n in range(count))


@given(st.integers(1, 30), st.floats(20, 120), st.floats(20, 150), st.sampled_from([0.0, 3.0]))
def test_pieces_never_overlap_and_stay_inside_the_margins(
    count: int, width: float, height: float, bleed: float
) -> None:
    setup = Setup(bleed=bleed)
    pages = impose(deck(count, width, height, back=False), setup, nothing)
    upright, lying = per_row((width, height), setup), per_row((width, height), setup.turned())
    assert len(pages) == -(-count // max(upright[0] * upright[1], lying[0] * lying[1])), (
        "no fewer sheets would do"
    )
    for page in pages:
        boxes = [(c.x, c.y, c.x + width, c.y + height) for c in page.cells]
        for n, (left, top, right, bottom) in enumerate(boxes):
            assert left >= setup.margin + bleed - 0.02
            assert top >= setup.margin + bleed - 0.02
            assert right <= page.width - setup.margin - bleed + 0.02
            assert bottom <= page.height - setup.margin - bleed + 0.02
            for a, b, c, d in boxes[n + 1 :]:
                apart = max(a - right, left - c, b - bottom, top - d)
                assert apart >= 2 * bleed - 1e-6


def mark_boxes(page: Page) -> list[tuple[float, float, float, float]]:
    return [
        (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        for m in page.marks
        if isinstance(m, Shape) and len(m.outline) == 2
        for (_, x0, y0), (_, x1, y1) in [m.outline]
    ]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("bleed", [0.0, 2.0])
@pytest.mark.parametrize("size", [(63.5, 88.9), (95.0, 130.0), (45.0, 65.0)])
def test_crop_marks_stand_on_the_cuts_and_touch_no_picture(
    paper: str, bleed: float, size: tuple[float, float]
) -> None:
    page = impose(deck(7, *size), Setup(PAPERS[paper], bleed=bleed), nothing)[0]
    cuts_x = {round(v, 3) for c in page.cells for v in (c.x, c.x + size[0])}
    cuts_y = {round(v, 3) for c in page.cells for v in (c.y, c.y + size[1])}
    marks = mark_boxes(page)
    assert marks
    for left, top, right, bottom in marks:
        assert round(left, 3) in cuts_x if left == right else round(top, 3) in cuts_y
        assert left >= EDGE - 0.01
        assert top >= EDGE - 0.01
        assert right <= page.width - EDGE + 0.01
        assert bottom <= page.height - EDGE + 0.01
        for cell in page.cells:
            inside = cell.x - bleed < (left + right) / 2 < cell.x + size[0] + bleed
            beside = cell.y - bleed < (top + bottom) / 2 < cell.y + size[1] + bleed
            assert not (inside and beside)
    for x in cuts_x:
        assert any(round(m[0], 3) == x == round(m[2], 3) for m in marks), "each cut has a mark"


@pytest.mark.parametrize("duplex", DUPLEX)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_stands_clear_of_pictures(paper: str, duplex: str) -> None:
    for bleed in (0.0, 1.0, 2.0, 3.0, 4.0, 5.0):
        for page in impose(deck(10), Setup(PAPERS[paper], duplex, bleed), nothing):
            assert page.trim[0] - page.bleed[0] == pytest.approx(max(bleed, OUTER))
            side = strip_side((page.width, page.height), page.trim, page.trim[0] - page.bleed[0])
            for cell in page.cells:
                corners = on_page(cell, cell.clip or ())
                left, bottom = min(x for x, _ in corners), max(y for _, y in corners)
                assert side != "below" or bottom < page.height - EDGE - STRIP + 0.1, (bleed, page.side)
                assert side != "left" or left > EDGE + STRIP - 0.1, (bleed, page.side)


def test_sizes_follow_one_another_with_a_gap() -> None:
    pieces = deck(4, 45, 65) + deck(3, 40, 40)
    (page,) = impose(pieces, Setup(duplex="none"), nothing)
    tall = [c for c in page.cells if c.frame.height == 65]
    low = [c for c in page.cells if c.frame.height == 40]
    assert min(c.y for c in low) == pytest.approx(max(c.y + 65 for c in tall) + GAP)


def test_round_pieces_show_their_cut_and_have_no_side_marks() -> None:
    (page,) = impose([Copy(face("r", 40, 40, round_=True))] * 3, Setup(), nothing)
    assert mark_boxes(page) == []
    assert len(page.marks) == 3


def test_single_sided_leaves_the_backs_out() -> None:
    assert [p.side for p in impose(deck(12), Setup(duplex="none"), nothing)] == ["front", "front"]


def test_a_face_larger_than_the_paper_is_said_to_be() -> None:
    with pytest.raises(PackError, match="does not fit on paper"):
        impose(deck(1, 220, 300), Setup(), nothing)


def test_a_board_that_fits_is_one_page_turned_as_needed() -> None:
    (page,) = tile(face("board", 260, 180), Setup(), nothing)
    assert (page.width, page.height) == (297, 210)
    (cell,) = page.cells
    assert centre(cell) == pytest.approx((148.5, 105))


@pytest.mark.parametrize("size", [(400, 300), (297, 210), (520, 180), (180, 700)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_cover_a_board_and_overlap(size: tuple[float, float], paper: str) -> None:
    setup = Setup(PAPERS[paper])
    pages = tile(face("board", *size), setup, nothing, overlap=10)
    assert len(pages) > 1
    seen = []
    for page in pages:
        (cell,) = page.cells
        left, top, right, bottom = page.trim
        seen.append((left - cell.x, top - cell.y, right - cell.x, bottom - cell.y))
        assert left >= setup.margin - 0.01
        assert bottom <= page.height - setup.margin + 0.01
    for x in range(0, int(size[0]), 7):
        for y in range(0, int(size[1]), 7):
            assert any(a - 0.01 <= x <= c + 0.01 and b - 0.01 <= y <= d + 0.01 for a, b, c, d in seen)
    columns = sorted({(round(a, 3), round(c, 3)) for a, _, c, _ in seen})
    assert all(one[1] - two[0] >= 10 - 0.01 for one, two in pairwise(columns))
    assert any(isinstance(m, Shape) and m.dash for p in pages for m in p.marks), "the overlap is marked"


def test_the_paper_lies_the_way_that_takes_fewer_sheets() -> None:
    (page,) = impose(deck(18, back=False), Setup(PAPERS["a3"]), nothing)
    assert (page.width, page.height) == (420, 297)


def test_separate_stacks_hold_the_fronts_first() -> None:
    pages = impose(deck(20), Setup(duplex="separate"), nothing)
    assert [p.side for p in pages] == ["front"] * 3 + ["back"] * 3


@given(st.integers(1, 20), st.sampled_from(["a4", "letter", "a3"]), st.floats(20, 120), st.floats(20, 120))
def test_folded_over_the_gutter_each_back_lies_behind_its_front(
    count: int, paper: str, width: float, height: float
) -> None:
    setup = Setup(PAPERS[paper], "gutterfold")
    pages = impose(deck(count, width, height), setup, nothing)
    shown = 0
    for page in pages:
        backs = {c.frame.key[1:]: c for c in page.cells if c.frame.key[0] == "b"}
        for cell in page.cells:
            if cell.frame.key[0] == "f":
                back = backs[cell.frame.key[1:]]
                x, y = centre(cell)
                assert centre(back) == pytest.approx((x, page.height - y), abs=1e-6)
                assert back.turned
                assert not cell.turned
                assert cell.y + height < page.height / 2 - 4.9
                assert cell.y >= setup.margin - 0.01
                shown += 1
    assert shown == count


def test_pictures_run_on_over_the_outer_cuts_only() -> None:
    """On a full page without bleed the outer faces run 2 mm beyond the cut, so that a drifting sheet shows no white."""
    front, back = impose(deck(9), Setup(), nothing)
    for page in (front, back):
        for cell in page.cells:
            xs = [p[-2] for p in cell.clip or () if p[0] != "Z"]
            ys = [p[-1] for p in cell.clip or () if p[0] != "Z"]
            left, right = cell.x + min(xs), cell.x + max(xs)
            top, bottom = cell.y + min(ys), cell.y + max(ys)
            on_left, on_right = cell.x < 20, cell.x > 130
            assert cell.x - left == pytest.approx(2.0 if on_left else 0)
            assert right - cell.x - 63.5 == pytest.approx(2.0 if on_right else 0)
            assert cell.y - top == pytest.approx(2.0 if cell.y < 30 else 0)
            assert bottom - cell.y - 88.9 == pytest.approx(2.0 if cell.y > 190 else 0)


# Pieces that are no rectangles, and papers of any size

CUTS = {
    "circle": named("circle", 40, 40),
    "hex": named("hex", 40, 34.6),
    "hex-pointed": named("hex-pointed", 34.6, 40),
    "wedge": (("M", 0.0, 0.0), ("L", 40.0, 10.0), ("L", 30.0, 40.0), ("L", 0.0, 40.0), ("Z",)),
}


def shaped(name: str) -> Copy:
    cut = CUTS[name]
    assert cut
    box = outline_box([cut])
    front, back = (Frame(side + name, box[2], box[3], (), name, 0, cut) for side in "fb")
    return Copy(front, back)


def on_page(cell: Cell, outline: Outline) -> list[tuple[float, float]]:
    """The corners of an outline of a face where they lie on the page, y downwards."""
    a, b, c, d, e, f = cell.matrix(0)
    return [(a * x + c * -y + e, -(b * x + d * -y + f)) for ring in rings(outline) for x, y in ring]


@pytest.mark.parametrize("name", CUTS)
@pytest.mark.parametrize("duplex", ["long", "short", "gutterfold"])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_shaped_pieces_are_cut_along_their_outline(name: str, duplex: str, bleed: float) -> None:
    pages = impose([shaped(name)] * 7, Setup(duplex=duplex, bleed=bleed), nothing)
    fronts = [(page, cell) for page in pages for cell in page.cells if cell.frame.key[0] == "f"]
    assert len(fronts) == 7
    for page, cell in fronts:
        cut = [(x + cell.x, y + cell.y) for ring in rings(cell.frame.outline) for x, y in ring]
        lines = [[p for ring in rings(m.outline) for p in ring] for m in page.marks if isinstance(m, Shape)]
        assert any(len(line) == len(cut) and line == [pytest.approx(p) for p in cut] for line in lines)
        assert cell.clip
        assert all(inside(cell.clip, (x, y)) for ring in rings(cell.frame.outline) for x, y in ring)
        for x, y in (p for ring in rings(cell.clip) for p in ring):
            for other in page.cells:
                if other is not cell:
                    assert not inside(other.frame.outline, (x + cell.x - other.x, y + cell.y - other.y))


@pytest.mark.parametrize("name", CUTS)
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_of_shaped_pieces_lie_behind_their_fronts(name: str, duplex: str) -> None:
    front, back = impose([shaped(name)] * 5, Setup(duplex=duplex), nothing)
    behind = {tuple(round(v, 3) for v in p) for cell in back.cells for p in on_page(cell, cell.clip or ())}
    for cell in front.cells:
        for point in on_page(cell, cell.clip or ()):
            assert tuple(round(v, 3) for v in under(front, duplex, point)) in behind


def test_papers_by_name_and_size() -> None:
    assert parse_paper("A4") == (210, 297)
    assert parse_paper("tabloid") == (279.4, 431.8)
    assert parse_paper("100x150") == parse_paper("100 mm x 150 mm".replace(" ", "")) == (100, 150)
    assert parse_paper("215,9x279.4") == (215.9, 279.4)


NO_PAPER = ["", "a9", "100", "x", "100x", "-5x100", "10x10", "1e9x5", "9999999x100", "100x3000", "nanxnan"]


@pytest.mark.parametrize("text", NO_PAPER)
def test_what_is_no_paper_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="is no paper"):
        parse_paper(text)


def test_the_command_line_takes_any_paper() -> None:
    ran = CliRunner().invoke(main, ["build", "--paper", "10x10"])
    assert ran.exit_code == 2
    assert "its sides must be 60 to 2000 mm" in ran.output
