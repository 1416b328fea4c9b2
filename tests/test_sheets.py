"""Imposition: the geometry of sheets, measured from the pages, with an independent reading of "turned over"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from santy_print.choices import DUPLEX
from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.faces.art import Outline, outline_box, rounded
from santy_print.faces.edges import line_box
from santy_print.faces.frames import Frame, Group, Letters, Shape
from santy_print.faces.outlines import inside, named, rings
from santy_print.faces.typeset import bundled_fonts
from santy_print.sheets import (
    EDGE,
    FOLD,
    OUTER,
    PAPERS,
    STRIP,
    Cell,
    Copy,
    Page,
    Setup,
    impose,
    joined,
    parse_paper,
    per_row,
    strip_side,
    tile,
)
from santy_print.sheets.model import JOIN, LONG, OVERLAP


def face(name: str, width: float = 63.5, height: float = 88.9, *, round_: bool = False) -> Frame:
    return Frame(name, width, height, (), name, 3, named("circle", width, height) if round_ else None)


def deck(count: int, width: float = 63.5, height: float = 88.9, back: bool = True) -> list[Copy]:
    return [Copy(face(f"f{n}", width, height), face(f"b{n}", width, height) if back else None) for n in range(count)]


def centre(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.frame.width / 2, cell.y + cell.frame.height / 2


@pytest.mark.parametrize(("paper", "count"), [("a4", 9), ("letter", 9), ("a3", 16)])
def test_poker_cards_fill_the_paper(paper: str, count: int) -> None:
    across, down = per_row((63.5, 88.9), Setup(PAPERS[paper]))
    assert across * down == count


@pytest.mark.parametrize(("cards", "sheets", "last"), [(1, 1, 1), (9, 1, 9), (10, 2, 1), (58, 7, 4)])
def test_sheets_and_the_partial_last_page(cards: int, sheets: int, last: int) -> None:
    pages = impose(deck(cards), Setup())
    fronts = [p for p in pages if p.side == "front"]
    assert len(fronts) == sheets
    assert len(fronts[-1].cells) == last
    assert [p.side for p in pages] == ["front", "back"] * sheets
    assert all(p.of == sheets and p.sheet == n for n, p in enumerate(fronts, 1))


def of_backs(*counts: int) -> list[Copy]:
    """Cards of several backs, a pile of each; 0 is a pile of nothing."""
    piles = [(name, number) for name, many in zip("abcdef", counts, strict=False) for number in range(many)]
    return [Copy(face(f"{name}:{number}"), face(f"back-{name}:{number}")) for name, number in piles]


@pytest.mark.parametrize(
    ("counts", "sheets"),
    [
        ((52, 6), [{"back-a"}] * 6 + [{"back-b"}]),
        ((9, 9, 3), [{"back-a"}, {"back-b"}, {"back-c"}]),
        ((4, 5), [{"back-a", "back-b"}]),
        ((10, 5, 2), [{"back-a"}, {"back-a", "back-b", "back-c"}]),
        ((8, 9, 1), [{"back-a", "back-b"}, {"back-b", "back-c"}]),
    ],
)
def test_another_back_begins_a_new_sheet_where_that_costs_none(counts: tuple[int, ...], sheets: list[set[str]]) -> None:
    pages = impose(of_backs(*counts), Setup())
    backs = [{cell.frame.key.partition(":")[0] for cell in page.cells} for page in pages if page.side == "back"]
    assert backs == sheets
    assert len(backs) == -(-sum(counts) // 9), "no sheet more than pieces need"


@pytest.mark.parametrize(
    ("looks", "sheets"),
    [
        ("a" * 9 + "b" * 9 + "c" * 8, [{"a"}, {"b"}, {"c"}]),
        ("a" * 8 + "b" * 9, [{"a"}, {"b"}]),
        ("a" * 5 + "b" * 4 + "c" * 9, [{"a", "b"}, {"c"}]),
    ],
)
def test_backs_of_one_layout_that_show_something_else_stand_apart_too(looks: str, sheets: list[set[str]]) -> None:
    """A back that says what its card is worth is told from its like, too, where it drifts beside others."""
    backs = [replace(face(f"back:{number}"), items=(Group((), key=look),)) for number, look in enumerate(looks)]
    pages = impose([Copy(face(f"front:{number}"), back) for number, back in enumerate(backs)], Setup())
    shown = [[item for cell in page.cells for item in cell.frame.items] for page in pages if page.side == "back"]
    assert [{item.key for item in items if isinstance(item, Group)} for items in shown] == sheets


@pytest.mark.parametrize("bare_first", [False, True])
@pytest.mark.parametrize("like", [True, False], ids=["one size", "two sizes"])
def test_what_has_no_back_is_on_no_sheet_of_two_sides(bare_first: bool, like: bool) -> None:
    bare = deck(4, back=False) if like else deck(4, 45, 65, back=False)
    backed = deck(3)
    pages = impose([*bare, *backed] if bare_first else [*backed, *bare], Setup())
    fronts = [page for page in pages if page.side != "back"]
    assert [page.side for page in pages].count("back") == 1
    assert sorted(len(page.cells) for page in fronts) == [3, 4]


HEAD = (0.5, 0.0)
"""The middle of a face's upper edge, in shares of its width and height."""


def on_paper(cell: Cell, across: float, down: float) -> tuple[float, float]:
    """Where a point of a face, upright, lies on the page: through the group that turns it, if it lies on its side."""
    face = cell.face
    x, y = across * face.width, down * face.height
    if face is not cell.frame:
        (group,) = cell.frame.items
        assert isinstance(group, Group)
        a, b, c, d, e, f = group.matrix
        x, y = a * x + c * y + e, b * x + d * y + f
    a, b, c, d, e, f = cell.matrix(0)
    return a * x - c * y + e, -(b * x - d * y + f)


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
    pages = impose(deck(count, width, height), setup)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        places = {cell.frame.key[1:]: centre(cell) for cell in back.cells}
        for cell in front.cells:
            there = under(front, duplex, centre(cell))
            assert places[cell.frame.key[1:]] == pytest.approx(there, abs=1e-6)
            behind = next(c for c in back.cells if c.frame.key[1:] == cell.frame.key[1:])
            assert on_paper(behind, *HEAD) == pytest.approx(under(front, duplex, on_paper(cell, *HEAD)), abs=1e-6)
    assert Counter(c.frame.key for p in pages[::2] for c in p.cells) == Counter(f"f{n}" for n in range(count))


@given(st.integers(1, 30), st.floats(20, 120), st.floats(20, 150), st.sampled_from([0.0, 3.0]))
def test_pieces_never_overlap_and_stay_inside_the_margins(
    count: int, width: float, height: float, bleed: float
) -> None:
    setup = Setup(bleed=bleed)
    pages = impose(deck(count, width, height, back=False), setup)
    for page in pages:
        assert all({c.frame.width, c.frame.height} == {width, height} for c in page.cells)
        boxes = [(c.x, c.y, c.x + c.frame.width, c.y + c.frame.height) for c in page.cells]
        for n, (left, top, right, bottom) in enumerate(boxes):
            assert left >= setup.margin + bleed - 0.02
            assert top >= setup.margin + bleed - 0.02
            assert right <= page.width - setup.margin - bleed + 0.02
            assert bottom <= page.height - setup.margin - bleed + 0.02
            for a, b, c, d in boxes[n + 1 :]:
                apart = max(a - right, left - c, b - bottom, top - d)
                assert apart >= 2 * bleed - 1e-6


def most_by_trying(room: tuple[float, float], step: tuple[float, float]) -> int:
    """How many pieces fit in at most two blocks with one straight line between them: every line is tried."""

    def block(wide: float, tall: float, step: tuple[float, float]) -> int:
        return max(0, int((wide + 0.01) // step[0])) * max(0, int((tall + 0.01) // step[1]))

    lying, most = step[::-1], 0
    for one, other in ((step, step), (step, lying), (lying, lying)):
        lines = [n * one[0] for n in range(int((room[0] + 0.01) // one[0]) + 1)]
        most = max(most, *(block(at, room[1], one) + block(room[0] - at, room[1], other) for at in lines))
        lines = [n * one[1] for n in range(int((room[1] + 0.01) // one[1]) + 1)]
        most = max(most, *(block(room[0], at, one) + block(room[0], room[1] - at, other) for at in lines))
    return most


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
def test_crop_marks_stand_on_the_cuts_and_touch_no_picture(paper: str, bleed: float, size: tuple[float, float]) -> None:
    page = impose(deck(7, *size), Setup(PAPERS[paper], bleed=bleed))[0]
    cuts_x = {round(v, 3) for c in page.cells for v in (c.x, c.x + c.frame.width)}
    cuts_y = {round(v, 3) for c in page.cells for v in (c.y, c.y + c.frame.height)}
    marks = mark_boxes(page)
    assert marks
    for left, top, right, bottom in marks:
        assert round(left, 3) in cuts_x if left == right else round(top, 3) in cuts_y
        assert left >= EDGE - 0.01
        assert top >= EDGE - 0.01
        assert right <= page.width - EDGE + 0.01
        assert bottom <= page.height - EDGE + 0.01
        for cell in page.cells:
            inside = cell.x - bleed < (left + right) / 2 < cell.x + cell.frame.width + bleed
            beside = cell.y - bleed < (top + bottom) / 2 < cell.y + cell.frame.height + bleed
            assert not (inside and beside)
    for x in cuts_x:
        assert any(round(m[0], 3) == x == round(m[2], 3) for m in marks), "each cut has a mark"


@pytest.mark.parametrize("duplex", DUPLEX.values)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_stands_clear_of_pictures(paper: str, duplex: str) -> None:
    for bleed in (0.0, 1.0, 2.0, 3.0, 4.0, 5.0):
        for page in impose(deck(10), Setup(PAPERS[paper], duplex, bleed)):
            assert page.trim[0] - page.bleed[0] == pytest.approx(max(bleed, OUTER))
            side = strip_side((page.width, page.height), page.trim, page.trim[0] - page.bleed[0])
            for cell in page.cells:
                corners = on_page(cell, cell.clip or ())
                left, bottom = min(x for x, _ in corners), max(y for _, y in corners)
                assert side != "below" or bottom < page.height - EDGE - STRIP + 0.1, (bleed, page.side)
                assert side != "left" or left > EDGE + STRIP - 0.1, (bleed, page.side)
                right, top = max(x for x, _ in corners), min(y for _, y in corners)
                assert side != "above" or top > EDGE + STRIP - 0.1, (bleed, page.side)
                assert side != "right" or right < page.width - EDGE - STRIP + 0.1, (bleed, page.side)
            for mark in page.marks:
                assert isinstance(mark, Shape)
                (x0, y0), (x1, y1) = mark.outline[0][1:], mark.outline[-1][1:]
                ends = {"below": max(y0, y1), "left": -min(x0, x1), "above": -min(y0, y1), "right": max(x0, x1)}
                strip = {"below": page.height - EDGE - STRIP, "left": -EDGE - STRIP, "above": -EDGE - STRIP}
                if side:
                    assert ends[side] < strip.get(side, page.width - EDGE - STRIP), "no mark runs through the ruler"


@pytest.mark.parametrize(("box", "side"), [
    ((20, 20, 190, 280), "below"), ((20, 20, 190, 292), "left"), ((5, 20, 190, 292), "above"),
    ((5, 5, 190, 292), "right"), ((5, 5, 205, 292), None), ((9, 20, 190, 287), "above"), ((9, 9, 201, 288), "below"),
])  # fmt: skip
def test_the_legend_stands_where_there_is_room(box: tuple[float, float, float, float], side: str | None) -> None:
    assert strip_side((210.0, 297.0), box) == side


def test_sizes_follow_one_another_with_room_for_the_marks_of_both() -> None:
    pieces = deck(4, 45, 65) + deck(3, 40, 40)
    (page,) = impose(pieces, Setup(duplex="none"))
    tall = [c for c in page.cells if c.frame.height == 65]
    low = [c for c in page.cells if c.frame.height == 40]
    assert min(c.y for c in low) == pytest.approx(max(c.y + 65 for c in tall) + 2 * LONG)


def test_round_pieces_show_their_cut_and_have_no_side_marks() -> None:
    (page,) = impose([Copy(face("r", 40, 40, round_=True))] * 3, Setup())
    assert mark_boxes(page) == []
    assert len(page.marks) == 3


def test_single_sided_leaves_the_backs_out() -> None:
    assert [p.side for p in impose(deck(12), Setup(duplex="none"))] == ["front", "front"]


def test_a_face_larger_than_the_paper_is_said_to_be() -> None:
    with pytest.raises(PackError, match="does not fit on paper"):
        impose(deck(1, 220, 300), Setup())


def test_a_board_that_fits_is_one_page_turned_as_needed() -> None:
    (page,) = tile(face("board", 260, 180), Setup())
    assert (page.width, page.height) == (297, 210)
    (cell,) = page.cells
    assert centre(cell) == pytest.approx((148.5, 105))


@pytest.mark.parametrize("size", [(400, 300), (297, 210), (520, 180), (180, 700)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_cover_a_board_and_overlap(size: tuple[float, float], paper: str) -> None:
    setup = Setup(PAPERS[paper])
    pages = tile(face("board", *size), setup, overlap=10)
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


def places_of(pages: Sequence[Page]) -> tuple[list[float], list[float]]:
    """Where on the board its tiles are joined, across and down."""
    begins = [(page.trim[0] - page.cells[0].x, page.trim[1] - page.cells[0].y) for page in pages]
    xs, ys = ({round(place[axis], 3) for place in begins} for axis in (0, 1))
    return sorted(xs)[1:], sorted(ys)[1:]


@given(st.floats(60, 150), st.sampled_from([12.0, 18.0, 20.0]))
def test_a_join_lies_on_a_line_of_the_grid_and_in_no_text(at: float, cell: float) -> None:
    """Wherever a word lies across the board, no join parts it; where cells end, the join is."""
    font = bundled_fonts() / "SourceSerif4-Regular.ttf"
    rects = [
        Shape(rounded(column * cell, row * cell, cell, cell), None, "#9a978d", 0.25)
        for column in range(int(360 / cell))
        for row in range(int(180 / cell))
    ]
    said = Letters(at, 60.0, font, 40.0, "#22304a", "Storm Island")
    board = Frame("board", 360, 180, (*rects, Group((said,), (1, 0, 0, 1, 30, 5))), "board")
    xs, ys = places_of(tile(board, Setup(PAPERS["letter"])))
    left, _, right, _ = line_box(said)
    assert xs
    for x in xs:
        assert x / cell == pytest.approx(round(x / cell)), "on a line of the grid"
        assert not left + 30 < x < right + 30
    assert not ys


def test_a_join_parts_no_picture_where_another_way_is_open() -> None:
    hut = Group((Shape(rounded(0, 0, 40, 40), "#22304a"),), (1, 0, 0, 1, 165, 20), key="hut")
    xs, _ = places_of(tile(Frame("board", 360, 180, (hut,), "board"), Setup(PAPERS["a4"])))
    assert all(x <= 164 or x >= 206 for x in xs)


def test_each_tile_ends_ten_millimetres_beyond_its_join_and_says_which_follows() -> None:
    pages = tile(face("board", 400, 300), Setup())
    assert [[flap.further for flap in page.flaps] for page in pages] == [[1, 2], [2], [1], []]
    for page in pages:
        (cell,) = page.cells
        for flap in page.flaps:
            left, top, right, bottom = flap.box
            assert (right - left if flap.upright else bottom - top) == pytest.approx(10)
            edge, far = (right, page.trim[2]) if flap.upright else (bottom, page.trim[3])
            assert edge == pytest.approx(far)
            other = pages[page.sheet - 1 + flap.further]
            (near,) = other.cells
            begins = other.trim[0] - near.x if flap.upright else other.trim[1] - near.y
            assert (left - cell.x if flap.upright else top - cell.y) == pytest.approx(begins), (
                "up to the next one's edge"
            )
        dashes = {mark.dash for mark in page.marks if isinstance(mark, Shape) and mark.dash}
        assert dashes == ({JOIN} if page.flaps else set())


def test_what_fills_no_row_stands_in_the_middle_with_its_marks_beside_it() -> None:
    pages = impose([*deck(30, 22, 22, back=False), *deck(6, 18, 66, back=False)], Setup())
    (page,) = pages
    strips = [cell for cell in page.cells if cell.frame.height == 66]
    left, right = min(cell.x for cell in strips), max(cell.x for cell in strips) + 18
    assert left + right == pytest.approx(page.width)
    along = [m for m in mark_boxes(page) if m[1] == m[3] and m[1] in {strips[0].y, strips[0].y + 66}]
    assert along
    assert all(min(abs(m[2] - left), abs(m[0] - right)) < 5 for m in along)


def test_the_paper_lies_the_way_that_takes_fewer_sheets() -> None:
    (page,) = impose(deck(18, back=False), Setup(PAPERS["a3"]))
    assert (page.width, page.height) == (420, 297)


def test_separate_stacks_hold_the_fronts_first() -> None:
    pages = impose(deck(20), Setup(duplex="separate"))
    assert [p.side for p in pages] == ["front"] * 3 + ["back"] * 3


def fold_of(page: Page) -> tuple[int, float]:
    """The fold line of a page: 1 and its height where it runs across, 0 and its x where it stands upright."""
    (line,) = [m for m in page.marks if isinstance(m, Shape) and m.dash]
    (_, x0, y0), (_, x1, y1) = line.outline
    assert (x0 == x1) != (y0 == y1)
    return (1, y0) if y0 == y1 else (0, x0)


def is_folded(page: Page) -> bool:
    return any(isinstance(m, Shape) and m.dash for m in page.marks)


def over_the_fold(page: Page, point: tuple[float, float]) -> tuple[float, float]:
    axis, at = fold_of(page)
    return (point[0], 2 * at - point[1]) if axis else (2 * at - point[0], point[1])


sizes = st.tuples(st.floats(20, 120), st.floats(20, 120))
three_papers = st.sampled_from(["a4", "letter", "a3"])


@given(st.integers(1, 20), three_papers, sizes, st.sampled_from([0.0, 3.0]))
def test_folded_over_the_gutter_each_back_lies_behind_its_front(
    count: int, paper: str, size: tuple[float, float], bleed: float
) -> None:
    setup = Setup(PAPERS[paper], "gutterfold", bleed)
    pages = impose(deck(count, *size), setup)
    shown = []
    for page in pages:
        axis, at = fold_of(page)
        assert at == pytest.approx((page.width, page.height)[axis] / 2)
        backs = {c.frame.key[1:]: c for c in page.cells if c.frame.key[0] == "b"}
        fronts = [c for c in page.cells if c.frame.key[0] == "f"]
        near = []
        for cell in fronts:
            back = backs[cell.frame.key[1:]]
            assert centre(back) == pytest.approx(over_the_fold(page, centre(cell)), abs=1e-6)
            folded = over_the_fold(page, on_paper(cell, *HEAD))
            assert on_paper(back, *HEAD) == pytest.approx(folded, abs=1e-6), "head behind head, so that it reads"
            assert not cell.turned
            wide, tall = cell.frame.size
            near.append(at - cell.y - tall if axis else cell.x - at)
            assert setup.margin + bleed - 0.02 <= cell.x <= page.width - setup.margin - bleed - wide + 0.02
            assert setup.margin + bleed - 0.02 <= cell.y <= page.height - setup.margin - bleed - tall + 0.02
            shown.append(cell.frame.key)
        assert min(near) == pytest.approx(FOLD + bleed, abs=1e-6)
        assert len(backs) == len(fronts)
    assert shown == [f"f{n}" for n in range(count)]


@given(st.integers(1, 40), three_papers, sizes, st.sampled_from([0.0, 3.0]))
def test_folded_no_fewer_sheets_would_do(count: int, paper: str, size: tuple[float, float], bleed: float) -> None:
    setup = Setup(PAPERS[paper], "gutterfold", bleed)
    step = size[0] + 2 * bleed, size[1] + 2 * bleed
    most = 0
    for width, height in (setup.paper, setup.paper[::-1]):
        whole = width - 2 * setup.margin, height - 2 * setup.margin
        half = width / 2 - FOLD - setup.margin, height / 2 - FOLD - setup.margin
        for room in ((whole[0], half[1]), (half[0], whole[1])):
            most = max(most, most_by_trying(room, step))
    if most:
        assert len(impose(deck(count, *size), setup)) == -(-count // most)
    else:
        with pytest.raises(PackError, match=r"does not fit .* when it is folded"):
            impose(deck(count, *size), setup)


@given(st.lists(st.booleans(), min_size=1, max_size=30), three_papers, sizes, sizes, st.sampled_from([0.0, 3.0]))
def test_pieces_without_backs_have_whole_sheets_beside_the_folded_ones(
    backed: list[bool], paper: str, one: tuple[float, float], other: tuple[float, float], bleed: float
) -> None:
    pieces = [
        Copy(face(f"f{n}", *one), face(f"b{n}", *one)) if back else Copy(face(f"s{n}", *other))
        for n, back in enumerate(backed)
    ]
    setup = Setup(PAPERS[paper], "gutterfold", bleed)
    pages = impose(pieces, setup)
    assert [(p.sheet, p.of) for p in pages] == [(n, len(pages)) for n in range(1, len(pages) + 1)]
    assert [key for key, _ in groupby(is_folded(p) for p in pages)] == list(dict.fromkeys(backed))
    keys = [c.frame.key for p in pages for c in p.cells]
    for kind in "fs":
        assert [k for k in keys if k[0] == kind] == [
            f"{kind}{n}" for n, back in enumerate(backed) if back == (kind == "f")
        ]
    bare = [piece for piece in pieces if piece.back is None]
    alone = impose(bare, Setup(PAPERS[paper], "none", bleed)) if bare else []
    whole = [p for p in pages if not is_folded(p)]
    assert [(p.width, p.height, p.cells, p.marks) for p in whole] == [
        (p.width, p.height, p.cells, p.marks) for p in alone
    ], "as if they were printed alone, on one side"


@pytest.mark.parametrize("bleed", [0.0, 2.0])
@pytest.mark.parametrize(("paper", "size", "axis"), [("a4", (63.5, 88.9), 1), ("letter", (40, 60), 0)])
def test_folded_each_cut_is_marked_at_both_ends_of_the_fronts(
    paper: str, size: tuple[float, float], axis: int, bleed: float
) -> None:
    page = impose(deck(7, *size), Setup(PAPERS[paper], "gutterfold", bleed))[0]
    assert fold_of(page)[0] == axis
    at = fold_of(page)[1]
    fronts = [c for c in page.cells if c.frame.key[0] == "f"]
    cuts = {v for c in fronts for v in ((c.x, c.x + size[0]) if axis else (c.y, c.y + size[1]))}
    marks = [m for m in mark_boxes(page) if max(m[2] - m[0], m[3] - m[1]) < 6]
    for cut in cuts:
        along = [m for m in marks if m[1 - axis] == m[3 - axis] == pytest.approx(cut)]
        at_fold = sorted((m[axis] - at, m[axis + 2] - at) for m in along if abs(m[axis] - at) < FOLD + bleed)
        outer = max if axis == 0 else min
        assert abs(outer(m[axis] for m in along) - at) > size[axis], "at the far end of the fronts as well"
        (low, middle), (again, high) = at_fold
        assert middle == again == pytest.approx(0), "they meet on the fold"
        assert high == pytest.approx(-low)
        assert high >= 0.8
    for left, top, right, bottom in marks:
        for cell in page.cells:
            corners = on_page(cell, cell.clip or ())
            box = min(x for x, _ in corners), min(y for _, y in corners), *map(max, zip(*corners, strict=True))
            assert max(box[0] - right, left - box[2], box[1] - bottom, top - box[3]) >= 0.4 - 1e-6


@pytest.mark.parametrize(
    ("paper", "pieces", "sheets", "size", "axis"),
    [
        ("a4", deck(58), 15, (297, 210), 1),
        ("letter", deck(58), 15, (279.4, 215.9), 1),
        ("a3", deck(58), 7, (420, 297), 0),
        ("letter", deck(8, 45, 65), 1, (215.9, 279.4), 0),
    ],
)
def test_the_fold_lies_where_it_takes_the_fewest_sheets_and_then_where_it_is_longest(
    paper: str, pieces: list[Copy], sheets: int, size: tuple[float, float], axis: int
) -> None:
    pages = impose(pieces, Setup(PAPERS[paper], "gutterfold"))
    assert len(pages) == sheets
    assert {(p.width, p.height) for p in pages} == {size}
    assert {fold_of(p)[0] for p in pages} == {axis}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(63.5, 88.9), (45.0, 65.0), (90.0, 30.0)])
def test_the_fold_line_keeps_clear_of_pictures_and_of_the_legend(paper: str, size: tuple[float, float]) -> None:
    for bleed in (0.0, 3.0, 5.0):
        for page in impose(deck(9, *size), Setup(PAPERS[paper], "gutterfold", bleed)):
            axis, at = fold_of(page)
            for cell in page.cells:
                ends = [p[axis] for p in on_page(cell, cell.clip or ())]
                assert min(ends) >= at + 1 or max(ends) <= at - 1
            (line,) = [m for m in page.marks if isinstance(m, Shape) and m.dash]
            side = strip_side((page.width, page.height), page.trim, page.trim[0] - page.bleed[0])
            box = outline_box([line.outline])
            assert side != "below" or box[3] <= page.height - EDGE - STRIP or axis
            assert side != "left" or box[0] >= EDGE + STRIP or not axis


def test_pages_laid_out_apart_are_numbered_as_one_stack() -> None:
    """A board in tiles after small pieces: the sheets are counted through, a back has its front's number."""
    groups = [impose(deck(10), Setup()), [], tile(face("board", 400, 150), Setup())]
    sides = [("front", 1), ("back", 1), ("front", 2), ("back", 2), ("front", 3), ("front", 4)]
    assert [(p.side, p.sheet, p.of) for p in joined(groups)] == [(side, n, 4) for side, n in sides]


def test_pictures_run_on_over_the_outer_cuts_only() -> None:
    """On a full page without bleed the outer faces run 2 mm beyond the cut, so that a drifting sheet shows no white.

    Those that stand side by side overlap by a hair: where they only touched, some printers and screens show paper.
    """
    front, back = impose(deck(9), Setup())
    for page in (front, back):
        for cell in page.cells:
            xs = [p[-2] for p in cell.clip or () if p[0] != "Z"]
            ys = [p[-1] for p in cell.clip or () if p[0] != "Z"]
            left, right = cell.x + min(xs), cell.x + max(xs)
            top, bottom = cell.y + min(ys), cell.y + max(ys)
            on_left, on_right = cell.x < 20, cell.x > 130
            assert cell.x - left == pytest.approx(2.0 if on_left else OVERLAP)
            assert right - cell.x - 63.5 == pytest.approx(2.0 if on_right else OVERLAP)
            assert cell.y - top == pytest.approx(2.0 if cell.y < 30 else OVERLAP)
            assert bottom - cell.y - 88.9 == pytest.approx(2.0 if cell.y > 190 else OVERLAP)


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
    pages = impose([shaped(name)] * 7, Setup(duplex=duplex, bleed=bleed))
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
    front, back = impose([shaped(name)] * 5, Setup(duplex=duplex))
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


def test_a_folded_page_says_what_both_of_its_halves_take() -> None:
    setup = Setup(PAPERS["a4"], "gutterfold", 3.0)
    page = impose(deck(7, 63.5, 88.9), setup)[0]
    boxes = [(c.x, c.y, c.x + c.frame.width, c.y + c.frame.height) for c in page.cells]
    trim = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    assert page.trim == pytest.approx(trim, abs=1e-6)
    reach = 3.0
    assert page.bleed == pytest.approx((trim[0] - reach, trim[1] - reach, trim[2] + reach, trim[3] + reach), abs=1e-6)
    axis, at = fold_of(page)
    inner = min(abs(edge - at) for box in boxes for edge in (box[axis], box[axis + 2]))
    assert inner >= 5.0 - 1e-6, "the nearest cut keeps away from the fold"
    (fold,) = [shape for shape in page.marks if shape.dash]
    assert (fold.fill, fold.stroke, fold.dash) == (None, "#22304a", (2.0, 1.5))


def test_folded_pieces_are_as_wide_as_the_paper_allows() -> None:
    """From margin to margin, and upright: nothing is turned that fits as it is."""
    (page,) = impose(deck(1, 197.3, 137), Setup(duplex="gutterfold"))
    assert (page.width, page.height) == PAPERS["a4"]
    assert [(round(cell.x, 2), round(cell.y, 2)) for cell in page.cells] == [(6.35, 6.5), (6.35, 153.5)]
