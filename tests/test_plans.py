"""How many pieces a sheet holds, in one block or two: against every straight line tried, and cut with a ruler."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from santy_print.faces.art import Outline, outline_box
from santy_print.faces.frames import Frame
from santy_print.faces.outlines import moved, rings
from santy_print.sheets import GAP, PAPERS, Copy, Lying, Page, Setup, impose
from santy_print.sheets.model import AMPLE, LEGEND, LONG
from santy_print.sheets.plans import Kind, Plan, Room, plans
from tests.test_sheets import (
    HEAD,
    deck,
    face,
    fold_of,
    mark_boxes,
    most_by_trying,
    on_page,
    on_paper,
    over_the_fold,
    under,
)

Box = tuple[float, float, float, float]
BEST = [
    ("a4", (70, 120), 0, 6),  # tarot
    ("a4", (50, 75), 0, 11),
    ("a4", (41, 63), 0, 19),  # mini American
    ("a4", (55, 85), 0, 11),  # business cards
    ("a4", (63.5, 88.9), 0, 9),
    ("letter", (70, 120), 0, 5),
    ("letter", (57.15, 88.9), 0, 10),  # bridge
    ("letter", (44, 68), 0, 15),  # mini European
    ("letter", (95, 130), 3, 3),
    ("a3", (63.5, 88.9), 0, 19),
    ("a3", (50, 75), 0, 29),
    ("tabloid", (63.5, 88.9), 3, 16),
]
TOUCHING = [("a4", (55, 85), 0), ("letter", (57.15, 88.9), 0), ("a3", (63.5, 88.9), 0)]
"""Here two blocks fit only without a white strip between them."""

papers, sizes = st.sampled_from(list(PAPERS)), st.tuples(st.floats(20, 120), st.floats(20, 120))
bleeds, counts = st.sampled_from([0.0, 1.5, 3.0]), st.integers(1, 60)


def fronts(pages: list[Page]) -> list[Page]:
    return [page for page in pages if page.side == "front"]


def places(page: Page) -> list[Box]:
    """Where pieces lie, in their order, to a ten-thousandth of a millimetre."""
    return [
        (round(c.x, 4), round(c.y, 4), round(c.x + c.frame.width, 4), round(c.y + c.frame.height, 4))
        for c in page.cells
    ]


def blocks(page: Page) -> list[list[Box]]:
    """The pieces that stand upright, and those that lie on their side, if any."""
    made: list[list[Box]] = [[], []]
    for cell, place in zip(page.cells, places(page), strict=True):
        made[isinstance(cell.frame, Lying)].append(place)
    return [block for block in made if block]


@pytest.mark.parametrize(("paper", "size", "bleed", "most"), BEST)
def test_a_sheet_holds_as_many_as_two_blocks_do(paper: str, size: tuple[float, float], bleed: float, most: int) -> None:
    setup = Setup(PAPERS[paper], "long", bleed)
    assert len(fronts(impose(deck(most, *size), setup))) == 1
    assert len(fronts(impose(deck(most + 1, *size), setup))) == 2


@given(counts, papers, sizes, bleeds)
def test_no_fewer_sheets_would_do(count: int, paper: str, size: tuple[float, float], bleed: float) -> None:
    setup = Setup(PAPERS[paper], "none", bleed)
    room = setup.paper[0] - 2 * setup.margin, setup.paper[1] - 2 * setup.margin
    most = most_by_trying(room, (size[0] + 2 * bleed, size[1] + 2 * bleed))
    pages = impose(deck(count, *size), setup)
    assert len(pages) == -(-count // most)
    assert len({(page.width, page.height) for page in pages}) == 1


@given(counts, papers, sizes, bleeds)
def test_pieces_lie_on_their_side_only_where_that_saves_a_sheet(
    count: int, paper: str, size: tuple[float, float], bleed: float
) -> None:
    setup = Setup(PAPERS[paper], "none", bleed)
    step = size[0] + 2 * bleed, size[1] + 2 * bleed
    room = setup.paper[0] - 2 * setup.margin, setup.paper[1] - 2 * setup.margin
    upright = max(
        max(0, int((w + 0.01) // step[0])) * max(0, int((h + 0.01) // step[1])) for w, h in (room, room[::-1])
    )
    pages = impose(deck(count, *size), setup)
    if upright and len(pages) == -(-count // upright):
        assert not any(isinstance(c.frame, Lying) for page in pages for c in page.cells)


@given(counts, papers, sizes, bleeds, st.sampled_from(["long", "short", "separate", "none"]))
def test_every_sheet_of_a_kind_has_the_same_grid(
    count: int, paper: str, size: tuple[float, float], bleed: float, duplex: str
) -> None:
    """A stack can be cut at once: the last sheet has the first cells of the others, also when it is the only one."""
    setup = Setup(PAPERS[paper], duplex, bleed)
    pages = fronts(impose(deck(count, *size), setup))
    full = places(pages[0])
    for page in pages:
        assert places(page) == full[: len(page.cells)]
        assert page.cells[0].x == min(c.x for c in page.cells)
        assert page.cells[0].y == min(c.y for c in page.cells)
    most = max(len(page.cells) for page in pages)
    whole = impose(deck(most * len(pages), *size), setup)[0]
    assert full == places(whole)[: len(full)]


@given(counts, papers, sizes, bleeds)
def test_every_folded_sheet_of_a_kind_has_the_same_grid(
    count: int, paper: str, size: tuple[float, float], bleed: float
) -> None:
    setup = Setup(PAPERS[paper], "gutterfold", bleed)
    if min(size) > 90:
        return
    pages = impose(deck(count, *size), setup)
    full = set(places(pages[0]))
    assert all(set(places(page)) <= full for page in pages)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_last_sheet_of_cards_begins_where_the_others_do(paper: str) -> None:
    *_, first, last = fronts(impose(deck(58), Setup(PAPERS[paper])))
    assert (len(first.cells), len(last.cells)) == ((9, 4) if paper == "a4" else (8, 2))
    assert places(last) == places(first)[: len(last.cells)]


@pytest.mark.parametrize(
    ("count", "duplex", "sheets"),
    [(9, "long", 1), (18, "long", 2), (54, "long", 7), (58, "long", 8), (58, "short", 8), (58, "none", 7)],
)
def test_backs_on_letter_have_room_to_run_on_where_that_costs_few_sheets(count: int, duplex: str, sheets: int) -> None:
    """Nine poker cards leave half a millimetre above and below; eight, 2 mm and long marks all around."""
    pages = fronts(impose(deck(count), Setup(PAPERS["letter"], duplex)))
    assert len(pages) == sheets
    spared = len(pages[0].cells) == 8
    assert spared == (count > 18 and duplex != "none")
    assert all((min(page.trim[:2]) >= AMPLE) == spared for page in pages)


def comes_apart(boxes: list[Box]) -> bool:
    """Whether straight cuts from edge to edge, one after the other, take all pieces apart and cut none."""
    if len(boxes) <= 1:
        return True
    for axis in (0, 1):
        for at in {box[axis + 2] for box in boxes}:
            before = [box for box in boxes if box[axis + 2] <= at + 1e-6]
            after = [box for box in boxes if box[axis] >= at - 1e-6]
            if after and len(before) + len(after) == len(boxes):
                return comes_apart(before) and comes_apart(after)
    return False


@given(counts, papers, sizes, bleeds)
def test_all_cuts_go_straight_through(count: int, paper: str, size: tuple[float, float], bleed: float) -> None:
    for page in impose(deck(count, *size), Setup(PAPERS[paper], "none", bleed)):
        assert comes_apart(places(page))
        made = blocks(page)
        if len(made) == 2:
            one, other = (
                (min(b[0] for b in m), min(b[1] for b in m), max(b[2] for b in m), max(b[3] for b in m)) for m in made
            )
            assert min(abs(one[0] - other[0]), abs(one[1] - other[1])) < 1e-3, "flush left, or flush above"
            apart = max(other[0] - one[2], other[1] - one[3]) - 2 * bleed
            assert abs(apart) < 0.02 or 3.2 - 0.02 <= apart <= GAP + 1e-3, "they touch, or marks have room between them"


@pytest.mark.parametrize("duplex", ["long", "short", "separate", "gutterfold", "none"])
@pytest.mark.parametrize(("paper", "size", "bleed", "most"), BEST)
def test_each_block_has_its_marks_and_none_lies_on_a_picture(
    paper: str, size: tuple[float, float], bleed: float, most: int, duplex: str
) -> None:
    for page in impose(deck(most, *size), Setup(PAPERS[paper], duplex, bleed)):
        marks = [m for m in mark_boxes(page) if max(m[2] - m[0], m[3] - m[1]) < 6]
        art = [outline_box([tuple(("M", *p) for p in on_page(c, c.clip or ()))]) for c in page.cells]
        for mark in marks:
            assert min(mark[0], mark[1], page.width - mark[2], page.height - mark[3]) >= 4.4 - 0.01
            for box in art:
                assert max(box[0] - mark[2], mark[0] - box[2], box[1] - mark[3], mark[1] - box[3]) >= 0.4 - 1e-6
        if duplex == "gutterfold" or page.side == "back":
            continue  # sheets are cut from the front; below a back there may be no room but for the legend
        for block in blocks(page):
            left, top, right, low = (f(b[n] for b in block) for n, f in enumerate((min, min, max, max)))
            inner_ends = 0
            for at in {v for b in block for v in b[0::2]}:
                on = [m for m in marks if m[0] == m[2] == pytest.approx(at, abs=1e-3)]
                inner_ends += (not any(m[3] < top for m in on)) + (not any(m[1] > low for m in on))
            for at in {v for b in block for v in b[1::2]}:
                on = [m for m in marks if m[1] == m[3] == pytest.approx(at, abs=1e-3)]
                inner_ends += (not any(m[2] < left for m in on)) + (not any(m[0] > right for m in on))
            touching = (paper, size, bleed) in TOUCHING and len(blocks(page)) == 2
            assert bool(inner_ends) <= touching, "each cut has a mark at both of its ends"


@pytest.mark.parametrize("duplex", ["long", "short", "gutterfold"])
@pytest.mark.parametrize(("paper", "size", "bleed", "most"), BEST)
def test_a_back_lies_behind_its_front_head_behind_head(
    paper: str, size: tuple[float, float], bleed: float, most: int, duplex: str
) -> None:
    pages = impose(deck(2 * most, *size), Setup(PAPERS[paper], duplex, bleed))
    sheets = [(p, p) for p in pages] if duplex == "gutterfold" else list(zip(pages[::2], pages[1::2], strict=True))
    for front, back in sheets:
        backs = {c.frame.key[1:]: c for c in back.cells if c.frame.key[0] == "b"}
        for cell in (c for c in front.cells if c.frame.key[0] == "f"):
            for point in (HEAD, (0.5, 0.5), (0.5, 1.0)):
                x = on_paper(cell, *point)
                there = over_the_fold(front, x) if duplex == "gutterfold" else under(front, duplex, x)
                assert on_paper(backs[cell.frame.key[1:]], *point) == pytest.approx(there, abs=1e-6)
            # What is left on the front lies behind the right of the back: a card is turned over, not seen through.
            corner = on_paper(cell, 0, 0)
            there = over_the_fold(front, corner) if duplex == "gutterfold" else under(front, duplex, corner)
            assert on_paper(backs[cell.frame.key[1:]], 1, 0) == pytest.approx(there, abs=1e-6)
    assert duplex == "gutterfold" or any(isinstance(c.frame, Lying) for c in sheets[0][0].cells) or most == 9


# Pieces that are no rectangles

FLAG: Outline = (
    ("M", 0.0, 0.0), ("L", 44.0, 0.0), ("C", 40.0, 20.0, 30.0, 40.0, 44.0, 60.0), ("L", 20.0, 68.0), ("L", 0.0, 60.0),
    ("Z",),
)  # fmt: skip


def flags(count: int) -> list[Copy]:
    return [Copy(*(Frame(f"{side}{n}", 44, 68, (), "flag", 0, FLAG) for side in "fb")) for n in range(count)]


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_cuts_of_pieces_turn_with_them(duplex: str) -> None:
    """Whoever cuts by frames, as cutters do, cuts where the face is drawn; the back's picture covers the same place."""
    front, back = impose(flags(14), Setup(PAPERS["letter"], duplex, 0.6))
    on_side = [c for c in front.cells if isinstance(c.frame, Lying)]
    assert on_side
    assert len(on_side) < len(front.cells)
    behind = {c.frame.key[1:]: c for c in back.cells}
    for cell in front.cells:
        drawn = [on_paper(cell, x / 44, y / 68) for ring in rings(FLAG) for x, y in ring]
        cut = [p for ring in rings(moved(cell.frame.outline, cell.x, cell.y)) for p in ring]
        assert [pytest.approx(p, abs=1e-6) for p in drawn] == cut
        lines = [[p for ring in rings(m.outline) for p in ring] for m in front.marks if hasattr(m, "outline")]
        assert any(len(line) == len(cut) and line == [pytest.approx(p) for p in cut] for line in lines)
        seen = [under(front, duplex, p) for p in on_page(cell, cell.clip or ())]
        shown = on_page(behind[cell.frame.key[1:]], behind[cell.frame.key[1:]].clip or ())
        assert [pytest.approx(p, abs=1e-6) for p in seen] == shown


# Several sizes


def mixed(order: list[int]) -> list[Copy]:
    kinds = [(40.0, 60.0), (44.0, 68.0), (70.0, 120.0)]
    return [Copy(face(f"{kind}-{n}", *kinds[kind])) for n, kind in enumerate(order)]


def test_sizes_that_alternate_take_no_more_sheets_than_in_two_piles() -> None:
    order = [0, 1] * 6
    alternating = impose(mixed(order), Setup())
    assert len(alternating) == len(impose(mixed(sorted(order)), Setup())) == 1
    (page,) = alternating
    assert [c.frame.key.split("-")[0] for c in page.cells] == ["0"] * 6 + ["1"] * 6
    assert [c.frame.key for c in page.cells[:6]] == [f"0-{n}" for n in range(0, 12, 2)]


@given(st.lists(st.integers(0, 2), min_size=1, max_size=60), papers, st.integers(0, 1000))
def test_pieces_are_gathered_by_size_as_each_first_comes(order: list[int], paper: str, seed: int) -> None:
    setup = Setup(PAPERS[paper], "none")
    pages = impose(mixed(order), setup)
    keys = [c.frame.key for page in pages for c in page.cells]
    assert Counter(keys) == Counter(f"{kind}-{n}" for n, kind in enumerate(order))
    for kind in set(order):
        numbers = [int(key.split("-")[1]) for key in keys if key.startswith(f"{kind}-")]
        assert numbers == sorted(numbers), "in their order"
    shuffled = order[:]
    random.Random(seed).shuffle(shuffled)
    piles = sorted(shuffled, key=lambda kind: list(dict.fromkeys(order)).index(kind))
    assert len(impose(mixed(piles), setup)) == len(pages), "however they were mixed"
    for page in pages:
        boxes = places(page)
        assert comes_apart(boxes)
        for n, one in enumerate(boxes):
            assert min(one[0], one[1], page.width - one[2], page.height - one[3]) >= setup.margin - 0.02
            for two in boxes[n + 1 :]:
                assert max(two[0] - one[2], one[0] - two[2], two[1] - one[3], one[1] - two[3]) >= -1e-3


def test_rows_of_another_size_leave_the_grid_of_the_first_in_its_place() -> None:
    """Thirteen poker cards and three small ones: the four on the second sheet lie as on the first."""
    pages = impose(deck(13, back=False) + mixed([0, 0, 0]), Setup(duplex="none"))
    assert len(pages) == 2
    assert places(pages[1])[:4] == places(pages[0])[:4]
    low = [c for c in pages[1].cells if c.frame.height == 60]
    assert len(low) == 3
    assert min(c.y for c in low) == pytest.approx(max(c.y + 88.9 for c in pages[1].cells if c not in low) + 2 * LONG)


def test_marks_between_sizes_have_room() -> None:
    """Both sizes have marks in the strip between them, and neither stands on a picture."""
    (page,) = impose(deck(3, back=False) + mixed([0, 0, 0]), Setup(duplex="none"))
    upper = max(c.y + 88.9 for c in page.cells if c.frame.height == 88.9)
    lower = min(c.y for c in page.cells if c.frame.height == 60)
    middle = (upper + lower) / 2
    down = [m for m in mark_boxes(page) if m[0] == m[2]]
    assert len([m for m in down if upper + 0.4 <= m[1] < middle]) == 4
    assert len([m for m in down if middle <= m[1] and m[3] <= lower - 0.4]) == 4


def test_kinds_that_no_single_fold_takes_are_folded_apart() -> None:
    pieces = [*deck(2, 190, 130), Copy(face("tall", 120, 190), face("back", 120, 190))]
    pages = impose(pieces, Setup(duplex="gutterfold"))
    assert [(p.sheet, p.of) for p in pages] == [(n, len(pages)) for n in range(1, len(pages) + 1)]
    assert all(fold_of(page) for page in pages)
    assert sum(len(page.cells) for page in pages) == 6


@given(st.lists(st.sampled_from([(63.5, 88.9), (40.0, 60.0), (44.0, 68.0)]), min_size=1, max_size=80), papers)
def test_the_same_pieces_lie_the_same_way_twice(order: list[tuple[float, float]], paper: str) -> None:
    pieces = [Copy(face(f"f{n}", *size), face(f"b{n}", *size)) for n, size in enumerate(order)]
    assert impose(pieces, Setup(PAPERS[paper])) == impose(pieces, Setup(PAPERS[paper]))


def test_rows_and_columns_are_evenly_spaced() -> None:
    (page,) = impose(deck(6, 70, 120, back=False), Setup(duplex="none"))
    upright, lying = blocks(page)
    assert (len(upright), len(lying)) == (2, 4)
    for one, two in pairwise(lying):
        assert two[1] - one[1] == pytest.approx(70)


# Where a plan stands in its room


def two_blocks(gather: tuple[float, float], left: float = 20.0) -> list[Plan]:
    """The plans of mini cards in a room of 190 x 277 mm: some have a block above another."""
    return plans(Kind((41, 63)), Room((left, 10, 190, 277), gather), Setup())


def test_at_a_fold_a_plan_is_turned_top_to_bottom_and_rests_on_it() -> None:
    free, folded = two_blocks((0, 0)), two_blocks((0, 1))
    assert any(len(plan.grids) == 2 and plan.grids[0].y != plan.grids[1].y for plan in free)
    for plain, turned in zip(free, folded, strict=True):
        for one, other in zip(plain.grids, turned.grids, strict=True):
            assert other.y == pytest.approx(277 - one.y - one.size[1])
            assert other.x == one.x
            left, top, right, bottom = one.white
            assert other.white == (left, bottom, right, top)


@pytest.mark.parametrize(
    ("left", "gather", "higher"),
    [
        (LEGEND - 1, (0, 0.5), True),
        (LEGEND, (0, 0.5), False),  # the legend has room at the left
        (LEGEND - 1, (0, 1), False),  # they gather at a fold
        (6.0, (0.5, 0.5), False),  # in the middle there is room at the left of them
    ],
)
def test_pieces_move_up_only_where_the_legend_finds_no_room_beside_them(
    left: float, gather: tuple[float, float], higher: bool
) -> None:
    plan = plans(Kind((20, 80)), Room((left, 2, 50, 94), gather), Setup())[0]
    assert (plan.grids[0].across, plan.grids[0].down, plan.effort) == (2, 1, 0)
    room_for_it = 2 + 94 - 80 - LEGEND
    below = {0.5: 7.0, 1: 14.0}[gather[1]]
    assert room_for_it < below
    assert plan.grids[0].y == pytest.approx(room_for_it if higher else below)


def test_two_blocks_with_a_strip_between_them_are_less_effort_than_without() -> None:
    """A strip leaves each block its marks; without one the second is marked inside the first one's pieces."""
    seen = set()
    for plan in plans(Kind((30, 35)), Room((10, 10, 190, 277), (0, 0)), Setup()):
        if len(plan.grids) == 2:
            strips = [grid.white for grid in plan.grids]
            apart = all(min(white) > 0 for white in strips)
            seen.add((apart, plan.effort))
    assert seen == {(True, 2), (False, 3)}


def test_pieces_do_not_move_up_where_their_own_marks_would_find_no_room_above_them() -> None:
    """A margin of 3 mm: to make room for the legend below, pieces of 282 mm would begin 1.5 mm further down."""
    (plan,) = plans(Kind((200, 282)), Room((3, 3, 204, 291), (0.5, 0.5)), Setup(margin=3))
    assert (plan.grids[0].x, plan.grids[0].y) == (2.0, 4.5)


def test_a_room_that_holds_nothing_has_no_plan() -> None:
    for size in ((-5, 100), (100, -5), (0, 0), (30, 20)):
        assert plans(Kind((40, 60)), Room((10, 10, *size), (0, 0)), Setup()) == []
