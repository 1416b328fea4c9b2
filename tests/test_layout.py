"""Layout: pages as they are broken, in the plan and on paper. No rulebook tears what belongs together."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from santy_print.documents import planned
from santy_print.documents.blocks import Cell, Figure, Grid, Ornament, Picture, Words
from santy_print.documents.breaks import NEVER, Leaf, Piece, Planner, Room, Set
from santy_print.documents.feet import feet, grown
from santy_print.documents.planned import (
    GUTTER,
    Item,
    Made,
    Plan,
    Run,
    _SizedPlans,
    _worth,
    drawn_larger,
    measured,
    measuring,
    runs_of,
    setting,
)
from santy_print.documents.rulebook import HALVES, PAGES, Rulebook
from santy_print.documents.typst import Beginning, Writer, beginning, compile_typst, page_count, runs_to_typst, unparted
from santy_print.documents.words import Code, Foreign
from santy_print.faces import Frame
from santy_print.i18n import with_pairs
from santy_print.pack import Pack, load_pack
from santy_print.raster import page_images
from tests.layout import (
    MM,
    Line,
    headings_at_a_foot,
    items_alone,
    lines_of,
    short_ends,
    torn_lines,
    white_at_feet,
    words_alone,
)
from tests.test_overlay import overlay

SPOKEN = {game: load_pack(game).head.languages for game in ("santy_anno", "sandokan")}
FEET = {("a4", False): 282.0, ("letter", False): 266.0, ("a4", True): 197.0, ("letter", True): 203.0}
"""Where a page's text ends, mm: of a whole page, or of half a sheet."""


@cache
def pack(game: str) -> Pack:
    return load_pack(game).checked()


# --- plans --------------------------------------------------------------------------------------------------------


def pages(plan: tuple[Leaf, ...]) -> list[list[list[int]]]:
    return [[[each.piece for each in column] for column in leaf.columns] for leaf in plan]


def test_a_heading_goes_with_what_follows_it() -> None:
    pieces = [Piece(60), Piece(30, 5, cut=20), Piece(10, 5, cut=0, opens=30), Piece(20, 5, cut=NEVER)]
    plans = Planner(pieces, Room(110, 110)).plans(4)
    assert pages(plans[2][1]) == [[[0, 1]], [[2, 3]]]


def test_no_item_of_a_list_stands_alone() -> None:
    pieces = [Piece(60), *[Piece(10, 0, cut=90 if n in (1, 4) else 40) for n in range(5)]]
    assert pages(Planner(pieces, Room(105, 105)).plans(4)[2][1]) == [[[0]], [[1, 2, 3, 4, 5]]], "it has room as a whole"
    longer = [Piece(60), *[Piece(20, 0, cut=90 if n in (1, 5) else 40) for n in range(6)]]
    assert pages(Planner(longer, Room(105, 105)).plans(4)[2][1]) == [[[0, 1, 2]], [[3, 4, 5, 6]]]


def test_columns_of_a_last_page_end_at_one_height() -> None:
    pieces = [Piece(10, 2, cut=20) for _ in range(10)]
    ((_, plan),) = [Planner(pieces, Room(250, 200, 2)).plans(4)[1]]
    assert pages(plan) == [[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]]


def test_room_that_is_left_goes_above_headings_and_no_further_than_they_give() -> None:
    pieces = [Piece(40), Piece(40, 5, give=8), Piece(90, 5, cut=0, opens=20)]
    first = Planner(pieces, Room(100, 100)).plans(4)[2][1][0]
    assert [each.above for each in first.columns[0]] == [0.0, 13.0]
    (last,) = Planner([Piece(20), Piece(20, 5, give=8)], Room(100, 100)).plans(1)[1][1]
    assert [each.above for each in last.columns[0]] == [0.0, 13.0], "on the last page, too"


def test_what_is_a_little_too_much_moves_closer() -> None:
    pieces = [Piece(45), Piece(45, 12, cut=20)]
    ((_, (leaf,)),) = [Planner(pieces, Room(101, 101)).plans(1)[1]]
    assert leaf.columns[0][1].above == pytest.approx(101 - 0.3 - 90)


def test_a_piece_higher_than_a_page_has_no_plan() -> None:
    assert Planner([Piece(120)], Room(100, 100)).plans(4) == {}


def test_what_stands_over_all_columns_takes_its_room_from_each() -> None:
    pieces = [Piece(60, wide="top"), *[Piece(30, 0, cut=5) for _ in range(4)]]
    plan = Planner(pieces, Room(130, 130, 2)).plans(4)[1][1]
    assert plan[0].wide == (0,)
    assert pages(plan) == [[[1, 2], [3, 4]]]


def test_where_pages_are_to_be_even_none_is_nearly_empty() -> None:
    """Nor is the last: it has more on it, though a list is parted for that."""
    pieces = [*[Piece(32, 1, cut=30) for _ in range(3)], Piece(20, 5, cut=0, opens=15)]
    ended, even = (Planner(pieces, Room(100, 100, 1, even)).plans(2)[2][1] for even in (False, True))
    assert pages(ended) == [[[0, 1, 2]], [[3]]]
    assert pages(even) == [[[0, 1]], [[2, 3]]]


def test_a_page_of_one_column_is_not_crammed_beside_a_half_empty_last_one() -> None:
    """Of four sections the first page has two where the second has room for the others."""
    head, text = Piece(12, 6, cut=0, give=7, opens=38), Piece(24, 3, cut=NEVER)
    pieces = [head, replace(text, height=60), head, replace(text, height=20), head, replace(text, height=40)]
    ((_, (first, second)),) = Planner(pieces, Room(130, 130)).plans(2, 0).values()
    assert [len(leaf.columns[0]) for leaf in (first, second)] == [2, 4]


def test_a_list_is_rather_parted_between_pages_that_lie_open_side_by_side() -> None:
    """The second page of a booklet and its third: there the second is not left nearly empty for the list's sake."""
    pieces = [Piece(95), Piece(30), Piece(18), *[Piece(18, cut=40) for _ in range(4)]]
    apart, facing = (Planner(pieces, Room(100, 100, 1, True, seen)).plans(3)[3][1] for seen in (False, True))
    assert pages(apart) == [[[0]], [[1]], [[2, 3, 4, 5, 6]]]
    assert pages(facing) == [[[0]], [[1, 2, 3]], [[4, 5, 6]]]


def columns(pieces: list[Piece], room: Room) -> list[list[float]]:
    """How far down the pieces of each column of the only page end, mm; a filler at the foot that it is drawn to."""
    ((_, (leaf,)),) = Planner(pieces, room).plans(1).values()
    out: list[list[float]] = []
    for column in leaf.columns:
        out.append([])
        for each in column:
            last = out[-1][-1] if out[-1] else 0.0
            out[-1].append(round(last + each.above + pieces[each.piece].height + each.room, 1))
    return out


def test_a_drawing_fills_the_shorter_column_and_the_gaps_of_both_grow_alike() -> None:
    entry = Piece(50, 5, cut=6, give=5)
    pieces = [
        Piece(50, opens=38),
        entry,
        entry,
        replace(entry, fresh="column"),
        entry,
        Piece(0, cut=NEVER, filler=True),
    ]
    assert columns(pieces, Room(200, 200, 2)) == [[50, 110, 170], [50, 110, 170]]
    less = [*pieces[:4], replace(entry, height=98), pieces[5]]
    assert columns(less, Room(200, 200, 2)) == [[50, 105, 160], [50, 158, 158]], "no room for a drawing"


def test_gaps_of_two_columns_grow_or_shrink_alike() -> None:
    entry, drawing = Piece(50, 5, cut=6, give=5), Piece(0, cut=NEVER, filler=True)
    long = [replace(entry, fresh="column"), entry, entry, drawing]
    pieces = [Piece(50, opens=38), replace(entry, height=60), *long]
    left, right = columns(pieces, Room(200, 200, 2))
    assert (left, right[2]) == ([50, 120, 170], 170), "a drawing after the longer one fills the shorter"
    left, right = columns([*pieces[:4], replace(entry, height=98), drawing], Room(207, 207, 2))
    assert (left, right[1:3]) == ([50, 114.3, 206.6], [104.3, 206.6]), "where one shrinks the other does"
    low = Piece(48, cut=50, wide="bottom")
    loose = [Piece(90), Piece(40, 5, give=5), replace(entry, fresh="column"), replace(entry, height=88), low]
    left, right = columns(loose, Room(200, 200, 2))
    assert (left, right) == ([90, 139.2], [50, 144.7]), "one is nearly full: the other does not gape"


def test_texts_below_heads_beside_each_other_begin_on_one_line() -> None:
    """Whatever the gaps of their columns do: those further down make up for it."""
    head, text = Piece(12, 6, cut=0, give=7, opens=38), Piece(40, 3, cut=5, give=2)
    pieces = [head, *[text] * 4, replace(head, fresh="column"), *[replace(text, height=41)] * 4]
    for high in (187.0, 200.0):
        left, right = columns(pieces, Room(high, high, 2))
        assert left[1] - 40 == right[1] - 41 == 15
    assert max(*left, *right) <= 200


def test_heads_that_stand_nearly_beside_each_other_stand_on_one_line() -> None:
    head = Piece(12, 6, cut=0, give=7, opens=38)
    pieces = [head, Piece(50, 3), head, Piece(40, 3), replace(head, fresh="column"), Piece(44, 3), head, Piece(40, 3)]
    left, right = columns(pieces, Room(200, 200, 2))
    assert left[2] == right[2]
    low = Piece(48, cut=50, wide="bottom")
    tight = [
        head,
        Piece(45, 3),
        head,
        Piece(63, 3),
        replace(head, fresh="column"),
        Piece(46, 3),
        head,
        Piece(46, 3),
        low,
    ]
    left, right = columns(tight, Room(200, 200, 2))
    assert left[2] == pytest.approx(right[2]), "where one column is full the other's gap gives way"
    far = [*pieces[:5], Piece(30, 3), *pieces[6:]]
    left, right = columns(far, Room(200, 200, 2))
    assert left[2] > right[2]


def test_a_text_that_goes_on_leaves_no_room_for_what_it_goes_on_with() -> None:
    """Though the list is parted before its last item but one, or a box stands on the next page."""
    items = [Piece(12, 3, cut=60 if n == 0 else 90 if n in (1, 4) else 40) for n in range(6)]
    pieces = [Piece(40, opens=38), Piece(60, 3, cut=60), Piece(20, 5, cut=0, opens=38), *items, Piece(20, 3, cut=30)]
    pieces += [Piece(40, 5, cut=0, opens=38), Piece(60, 3, cut=NEVER)]
    first = Planner(pieces, Room(112, 112, 2)).plans(2)[2][1][0]
    assert first.columns[1][-1].piece == 8, "all of the list, and the box after it on the next page"


def drawings(*made: tuple[str, float]) -> list[Ornament]:
    return [Ornament(name, high) for name, high in made]


def foot_of(
    whites: list[float], own: list[tuple[int, int, Ornament]], opens: float = 38.0
) -> dict[tuple[int, int], str | None]:
    """What stands at the feet of pages of one piece each, with so much room left; each is a section, or all are one."""
    made = tuple(Made(Code("x")) for _ in whites)
    pieces = [[Piece(100 - white, opens=opens) for white in whites]]
    leaves = [tuple(Leaf((), ((Set(n, 0.0),),)) for n in range(len(whites)))]
    found, _ = feet([Run(1, made, drawings=tuple(own))], pieces, [Room(100, 100)], leaves)
    assert found is not None
    return {at: it.picture for at, it in found.items()}


def test_an_empty_foot_has_the_nearest_drawing_and_none_stands_twice() -> None:
    rose, bell = drawings(("rose", 24.0), ("bell", 24.0))
    assert foot_of([60, 5, 70], [(0, 0, rose), (2, 2, bell)]) == {(0, 0): "rose", (0, 2): "bell"}
    assert foot_of([60, 5, 70], [(0, 0, rose), (0, 0, rose)]) == {(0, 2): "rose"}, "the emptiest has it"
    assert foot_of([25, 5, 12], [(0, 0, rose)]) == {}
    assert foot_of([44, 5, 5], [(0, 0, rose)]) == {(0, 0): "rose"}
    assert foot_of([44, 5, 5], [(0, 0, rose)], 0.0) == {}, "none stands within a section"
    assert foot_of([60, 5, 40], [(0, 0, rose), (2, 2, bell)], 0.0) == {(0, 0): "rose", (0, 2): "bell"}, "or in a gap"


def test_a_page_that_ends_early_gives_the_room_its_gaps_have_grown_by_to_a_drawing() -> None:
    (rose,) = drawings(("rose", 30.0))
    pieces = [[Piece(30), Piece(20, 5)]]

    def shown(above: float) -> tuple[float, float | None]:
        """Of a page with so much room between its two pieces, the room in the end and how high its drawing is."""
        made, leaves = (Made(Code("x")), Made(Code("x"))), [(Leaf((), ((Set(0, 0.0), Set(1, above)),)),)]
        found, ((leaf,),) = feet([Run(1, made, drawings=((0, 0, rose),))], pieces, [Room(90, 90)], leaves)
        return leaf.columns[0][1].above, next((it.high for it in (found or {}).values()), None)

    assert shown(15.0) == (pytest.approx(10.5), 20.0), "as much as the drawing needs, and no more"
    assert shown(5.0) == (5.0, 20.0), "there was room"
    assert shown(30.0) == (30.0, None), "what reaches the foot stays"


def test_a_figure_grows_into_half_of_what_its_page_leaves_empty() -> None:
    figure = Figure(Picture("ship"), height=50.0)
    made = (Made(Code("drawing"), figure=figure), Made(Code("drawing"), figure=figure), Made(Code("text")))
    leaves = [tuple(Leaf((), ((Set(n, 0.0),),)) for n in range(3))]
    pieces = [[Piece(50), Piece(80), Piece(10)]]
    runs, taken = grown([Run(1, made)], pieces, [Room(100, 100)], leaves, lambda it, high: Code(f"{high:g}"))
    assert [it.code for it in runs[0].made] == ["20", "drawing", "text"]
    assert [it.height for it in taken[0]] == [70, 80, 10]


def test_faces_in_a_row_grow_until_they_are_as_wide_as_the_page() -> None:
    writer, frame = Writer(("fr", "pl"), 1), Frame("card", 63.0, 88.0, (), "")
    row = Grid((Cell(Picture("card")),) * 3, "faces")
    grown_by_20 = drawn_larger(writer, {"card": frame}, 160.0, row, 20.0)
    assert grown_by_20 is not None
    assert "high: 68mm" in grown_by_20
    assert drawn_larger(writer, {"card": frame}, 152.0, row, 20.0) is None, "three of 48.7 mm, and 4 mm between them"


def test_smaller_type_is_taken_where_it_saves_a_page_and_nowhere_else() -> None:
    """A pair is looked at in few sizes: in the largest, in the smallest where a page is empty, and in one between."""

    def sized(made: dict[float, Plan]) -> tuple[float, set[float]]:
        asked: set[float] = set()

        def plan(size: float) -> Plan:
            asked.add(size)
            return made[size]

        return _SizedPlans(plan).thrifty((10.0, 9.5, 9.0), 1), asked

    def plan(count: int, cost: float, empty: float, split: int = 0) -> Plan:
        return Plan([tuple([Leaf((), ())] * count)], 0, cost, empty, split)

    assert sized({10.0: plan(7, 40, 0.9)}) == (10.0, {10.0})
    assert sized({10.0: plan(7, 40, 1.2), 9.0: plan(7, 20, 1.4)}) == (10.0, {10.0, 9.0})
    assert sized({10.0: plan(7, 60, 1.2), 9.5: plan(6, 70, 0.6), 9.0: plan(6, 65, 0.8)})[0] == 9.5
    assert sized({10.0: plan(7, 60, 1.2), 9.5: plan(6, 160, 0.6, 1), 9.0: plan(6, 70, 0.8)})[0] == 9.0
    assert sized({10.0: plan(6, 200, 0.3, 1), 9.5: plan(6, 60, 0.4), 9.0: plan(6, 60, 0.5)})[0] == 9.5
    assert sized({10.0: plan(6, 190, 0.3), 9.0: plan(6, 120, 0.5)})[0] == 9.0, "a poor plan, too"


def test_a_page_more_is_taken_where_it_is_worth_its_price() -> None:
    """A pair's rulebook is not crammed into fewest pages with its steps parted; a sheet more saves that."""
    six, seven = (tuple([Leaf((), ())] * count) for count in (6, 7))
    assert [*_worth({6: (180.0, six), 7: (50.0, seven)})] == [7]
    assert [*_worth({6: (90.0, six), 7: (50.0, seven)})] == [6]


def test_lists_are_not_tight_on_a_page_beside_loose_ones() -> None:
    """Where pages are to be even; else the gaps of one may shrink to save the next."""
    pieces = [Piece(28), Piece(28, 12, cut=20), Piece(28, 12, cut=35), Piece(55, 12, cut=0)]
    alone, even = (Planner(pieces, Room(104, 104, 1, even)).plans(2)[2][1] for even in (False, True))
    assert pages(alone) == [[[0, 1, 2]], [[3]]]
    assert pages(even) == [[[0, 1]], [[2, 3]]]


def test_a_summary_of_each_language_begins_a_page_on_any_paper() -> None:
    """Nothing ends above it, though there were room."""
    book = Rulebook(pack("santy_anno"), "fr+pl")
    for sheet in (PAGES["a4"], HALVES["a4"]):
        *_, back = runs_of(book.book_on(sheet), book.writer(sheet))
        assert back.back
        assert len([made for made in back.made if "halves(" in made.code]) == 2
        assert len(back.made) == 3, "with a title"


@pytest.mark.parametrize("lang", ["fr", "fr+pl"])
def test_no_heading_is_left_by_what_it_stands_above(lang: str) -> None:
    """In one language or two: what follows a heading of any level has no break before it."""
    book, sheet = Rulebook(pack("santy_anno"), lang), HALVES["a4"]
    run, back = runs_of(book.book_on(sheet), book.writer(sheet))
    heads = [n for n, made in enumerate(run.made) if made.opens]
    assert len(heads) > 15
    assert back.back
    assert [run.made[n].code for n in heads if run.made[n + 1].cut != NEVER] == []


def test_the_last_two_words_of_a_text_stay_in_one_line() -> None:
    assert unparted(Words("The next round starts from the ship where you are.")).endswith("you\u00a0are.")
    assert unparted(Words("A short one.")) == "A short one."
    assert unparted(Words("El tablero va en el centro, al alcance de todos."), 11).endswith(
        " al\u00a0alcance\u00a0de\u00a0todos."
    )
    assert unparted(Words("Put the **tile** where you are."), 14).endswith(" where\u00a0you\u00a0are.")
    assert unparted(Words("Genau ein Schiff sieht so aus wie Donaudampfschifffahrtskapitäne.")).endswith(
        " Donaudampfschifffahrtskapitäne."
    )


def test_words_that_are_tied_are_no_single_word() -> None:
    """`resta a bordo` is enough for a last line: a word more would leave a gap in the line before it."""
    assert unparted(Words("Se ha il **colore barrato**, resta\u00a0a\u00a0bordo.")).count("\u00a0") == 2
    assert unparted(Words("Se ha il **colore barrato**, resta\u00a0a\u00a0bordo."), 16).count("\u00a0") == 3


def test_no_last_line_is_the_end_of_a_word_though_it_is_bold() -> None:
    """The last two words stay together and whole, in however many pieces they are written."""
    made = runs_to_typst(str(unparted(Words("After five **rounds the richest** pirate is captain."))))
    assert made.endswith(
        'text(hyphenate: false, text(hyphenate: false, "is\u00a0cap") + "ta" + text(hyphenate: false, "in.")))'
    )


@pytest.mark.parametrize("language", ["it", pytest.param("cs", marks=pytest.mark.long)])
def test_no_line_beside_a_face_is_torn(language: str) -> None:
    assert [*torn_lines(lines_of(Rulebook(pack("santy_anno"), language).pdf("a4"), 2), FEET["a4", False])] == []


def test_bold_words_and_calls_are_whole() -> None:
    """No hyphen parts them, and no line's end a short call; a word that is longer than any column may be parted."""
    made = runs_to_typst("Der **reichste Kapitän**.")
    assert 'strong(text(hyphenate: false, "reichste Kapitän"))' in made
    assert "Donaudampfschifffahrtskapitän" not in runs_to_typst("**Donaudampfschifffahrtskapitän**")
    assert 'text(hyphenate: false, "„Odbijamy!”")' in runs_to_typst("Na hasło „Odbijamy!” ruszacie.")
    assert "«\u202fLarguez\u00a0les\u00a0amarres\u202f!\u202f»" in runs_to_typst(
        "Il crie «\u202fLarguez les amarres\u202f!\u202f», et c’est parti."
    )
    assert "otra cosa" in runs_to_typst("«¡Y otra cosa que nadie grita en un solo aliento a bordo!»")


def test_no_name_is_parted_before_a_last_word() -> None:
    made = runs_to_typst("Publisher: **Repos Production**,\u00a02006.", Foreign({}, names=["Repos Production"]))
    assert "Repos\u00a0Production" in made


def test_the_feet_of_a_first_letter_are_clear_of_the_line_below() -> None:
    """The Cyrillic Д of the title face has feet below its line; it is smaller by as much."""
    book, sheet = Rulebook(pack("sandokan"), "uk"), HALVES["a4"]
    values = {**book.values(sheet, 9.2), "columns": 1}
    begun = beginning(book.drawn().book, book.writer(sheet), "x", values)
    words = ", ".join(f'"{word}"' for word in ("Довкола", *["море"] * 60))
    made = compile_typst("\n".join((*begun.lines, f"#lead(({words},))")))
    text = pypdfium2.PdfDocument(made)[0].get_textpage()
    whole = text.get_text_range()
    left = [text.get_charbox(n) for n, char in enumerate(whole) if char == "м"]
    edge = min(box[0] for box in left)
    below = max(box[3] for box in left if box[0] < edge + 1)
    assert text.get_charbox(whole.index("Д"))[1] > below + 1


def test_lines_of_like_length_leave_no_word_alone_however_wide_the_page() -> None:
    """Also where a text just misses two lines, or three."""
    said = "Shores are shaded, and each port has three arrows of its own. For example, along these small dots: " * 2
    pages = [f"#page(width: {wide}mm, margin: 0mm, balanced([{said.strip()}]))" for wide in range(70, 190, 2)]
    for page in pypdfium2.PdfDocument(compile_typst("\n".join(('#import "style.typ": *', *pages)))):
        text = page.get_textpage()
        lines: dict[int, list[float]] = {}
        for left, low, right, _ in map(text.get_rect, range(text.count_rects())):
            lines.setdefault(round(low / 4), []).extend((left, right))
        long = [max(ends) - min(ends) for ends in lines.values()]
        assert long[-1] > 0.7 * max(long)


def test_no_word_stands_alone_in_a_line_beside_a_face() -> None:
    """Nor two short ones, where the next is long: a line that is half empty is better than one that is nearly so."""
    said = (
        "[Genauso, doch beginnt dein Schiff mit dem ] + strong[durchgestrichenen Buchstaben] + [, bleibst du\u00a0da.]",
        '"… aber beim durchgestrichenen Buchstaben bleibst du"',
        '"l’autre bateau à la même initiale"',
        '"druhá loď se stejným písmenem"',
    )
    for wide in range(36, 56):
        pages = [f"#page(width: {wide}mm, margin: 0mm, evenly({it}))" for it in said]
        lines = lines_of(compile_typst("\n".join(('#import "style.typ": *', "#set text(size: 9pt)", *pages))))
        texts = [line.text for line in lines]
        assert not {"Schiff", "… aber", "l’autre", "druhá"} & set(texts), (wide, texts)
        assert " ".join(texts).replace("\u00a0", " ") == (
            "Genauso, doch beginnt dein Schiff mit dem durchgestrichenen Buchstaben, bleibst du da. "
            "… aber beim durchgestrichenen Buchstaben bleibst du l’autre bateau à la même initiale "
            "druhá loď se stejným písmenem"
        )


@cache
def in_two_languages(body: str) -> list[Line]:
    """The lines of a document in English and Ukrainian with such a body."""
    book, sheet = Rulebook(with_pairs(pack("santy_anno"), ["en+uk"]), "en+uk"), PAGES["a4"]
    begun = beginning(book.drawn().book, book.writer(sheet), "x", {**book.values(sheet, 10), "columns": 1})
    return lines_of(book.compiled("\n".join((*begun.lines, f"#{body}"))))


def test_what_stands_above_pages_has_one_face_in_a_book_whatever_they_speak() -> None:
    lines = in_two_languages('{ [One]; pagebreak(); spoken("uk", { heading[Два]; pagebreak(); [Три] }) }')
    fonts = {(line.text, line.font) for line in lines if (line.down < 20 and "Santy" in line.text) or line.down > 280}
    assert len({font for text, font in fonts if "Santy" in text}) == 1
    assert len({font for text, font in fonts if "Santy" not in text}) == 1, fonts


def test_what_twins_show_begins_at_one_height() -> None:
    """Their ways below words of unlike length, and the boxes below these."""
    given = "star: false, face: none, width: 28mm, note: none, body: [Strip], foot: block(width: 100%)[Box]"
    short, long = f"(title: [A], words: [Go there.], {given})", f"(title: [B], words: [{'Go there. ' * 14}], {given})"
    lines = in_two_languages(f'twin-entries(("en", "uk"), {short}, {long})')
    for word in ("Strip", "Box"):
        heights = [round(line.down, 2) for line in lines if word in line.text]
        assert len(set(heights)) == 1, (word, heights)
        assert heights


@pytest.mark.parametrize("look", ["plain", "lead", "aside"])
def test_all_spaces_of_a_paragraph_are_alike_however_long_its_lines(look: str) -> None:
    """No line is spread out to the edge, and no letters are."""
    book, sheet = Rulebook(pack("sandokan"), "en"), HALVES["a4"]
    begun = beginning(book.drawn().book, book.writer(sheet), "x", {**book.values(sheet, 9.2), "columns": 1})
    words = [
        "sail",
        "along",
        "the",
        "shore",
        "and",
        "say",
        "what",
        "it",
        "is",
        "that",
        "you",
        "see",
        "when",
        "you",
        "saw",
    ] * 2
    given = f"lead({json.dumps(words * 4).replace('[', '(').replace(']', ')')})"
    made = given if look == "lead" else f'paragraphs.at("{look}")("{" ".join(words * 4)}")'
    data = compile_typst("\n".join((*begun.lines, f"#{made}")))
    assert len(lines_of(data)) > 4
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    chars = [(text.get_text_range(n, 1), text.get_charbox(n, loose=True)) for n in range(text.count_chars())]
    gaps = [
        after[1][0] - before[1][2]
        for before, space, after in zip(chars, chars[1:], chars[2:], strict=False)
        if space[0] == " " and 0 < after[1][0] - before[1][2] < 20
    ]
    assert len(gaps) > 40
    assert max(gaps) - min(gaps) < 0.1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pieces_measured_are_pieces_set(paper: str) -> None:
    """Every piece has a height, and all that is set stands within the page that was planned."""
    book, sheet = Rulebook(pack("sandokan"), "fr"), HALVES[paper]
    writer = book.writer(sheet)
    runs = runs_of(book.drawn().book, writer)
    assert sheet.size is not None
    begun = beginning(book.drawn().book, writer, "x", {**book.values(sheet, 9.2), "columns": 1, "endless": True})
    source = measuring(writer, begun, runs, sheet.size[0] - 2 * sheet.margin[0], sheet.margin[0])
    mast, pieces = measured(runs, book.asked(source, "sizes"))
    assert 20 < mast < 120
    assert [len(run.made) for run in runs] == [len(own) for own in pieces]
    assert all(piece.height > 1 or piece.filler for own in pieces for piece in own)


@pytest.mark.parametrize(("game", "lang"), [("santy_anno", "en"), ("santy_anno", "fr+pl"), ("sandokan", "fr")])
def test_pieces_below_each_other_stand_where_typst_puts_them(game: str, lang: str) -> None:
    """Heights, and the room between kinds, are those of a page without an end that typst sets by itself."""
    book, sheet = Rulebook(pack(game), lang), HALVES["a4"]
    writer, size = book.writer(sheet), sheet.size
    assert size is not None
    runs = runs_of(book.drawn().book, writer)
    begun = beginning(book.drawn().book, writer, "x", {**book.values(sheet, 9.2), "columns": 1, "endless": True})
    _, (pieces, *_) = measured(
        runs, book.asked(measuring(writer, begun, runs, size[0] - 2 * sheet.margin[0], sheet.margin[0]), "sizes")
    )
    columns = runs[0].columns
    width = (size[0] - 2 * sheet.margin[0] - GUTTER * (columns - 1)) / columns + 2 * sheet.margin[0]
    lines, tops, y = [*begun.lines, f"#set page(width: {width:.3f}mm)"], [], 0.0
    for made, piece in zip(runs[0].made, pieces, strict=True):
        if made.wide or made.filler:
            continue
        y += piece.above
        if not made.item or made.item.number == 0:
            tops.append(y)
            code = made.item.code(writer, range(len(made.item.of.items))) if made.item else made.code
            lines += ["#metadata(none)<top>", f"#{code}"]
        y += piece.height
    lines.append("#context [#metadata(query(<top>).map(it => it.location().position().y / 1mm))<tops>]")
    found = book.asked("\n".join(lines), "tops")
    assert [top - found[0] for top in found] == pytest.approx(tops, abs=0.3)
    boxes = [
        it for made, it in zip(runs[0].made, pieces, strict=True) if made.code.startswith('paragraphs.at("aside")')
    ]
    assert all(box.above > 3.0 for box in boxes)  # no box touches the one above it
    heads = [it for made, it in zip(runs[0].made, pieces, strict=True) if "heading(level: 2" in made.code[:60]]
    assert heads
    assert all(head.above > 4.0 for head in heads)  # nor does a heading, in one language or two


# --- paper --------------------------------------------------------------------------------------------------------


def faults(data: bytes, paper: str, booklet: bool) -> list[str]:
    lines, foot = lines_of(data, 1 if booklet else 2, booklet), FEET[paper, booklet]
    alone = [*headings_at_a_foot(lines, foot), *items_alone(lines, foot), *words_alone(lines, foot)]
    return [*alone, *short_ends(lines, foot)]


def test_what_typst_breaks_by_itself_is_found() -> None:
    """The pages as they were before breaks were planned: what is looked for is there to be found."""
    book = Rulebook(pack("santy_anno"), "fr")
    lines = lines_of(book.compiled(book.source(HALVES["a4"], 10.0)))
    assert [*headings_at_a_foot(lines, FEET["a4", True])]
    assert [*items_alone(lines, FEET["a4", True])]


def test_the_booklet_tears_nothing() -> None:
    data = Rulebook(pack("sandokan"), "pl").booklet("a4")
    assert faults(data, "a4", True) == []


def test_what_fills_room_stands_last_in_its_column_or_not_at_all() -> None:
    """What followed it would lie over it."""
    book, sheet = Rulebook(pack("santy_anno"), "en"), HALVES["a4"]
    writer = book.writer(sheet)
    run = runs_of(book.drawn().book, writer)[0]
    at = next(n for n, made in enumerate(run.made) if made.filler)
    begun = beginning(book.drawn().book, writer, "x", {**book.values(sheet, 9.2), "columns": 1})

    def set_in(*pieces: int) -> str:
        return setting(writer, begun, [run], [(Leaf((), (tuple(Set(n, 0.0) for n in pieces),)),)])

    assert "#ornament(" in set_in(at - 1, at)
    assert "#ornament(" not in set_in(at - 1, at, at + 1)


def test_the_page_of_the_box_shows_what_is_in_it() -> None:
    """In a booklet the list of the box has a page for itself: what is printed is pictured below it."""
    data = Rulebook(pack("santy_anno"), "en").booklet("a4")
    page = pypdfium2.PdfDocument(data)[1]
    last = max(line.down for line in lines_of(data, 1, True) if line.page == 2 and line.down < 150 and line.size < 12)
    seen = page.render(scale=1).to_pil().convert("L")
    below = seen.crop((0, int((last + 5) * MM), seen.width // 2, int(FEET["a4", True] * MM)))
    assert sum(below.histogram()[:200]) > 0.05 * below.width * below.height


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "language"), [(game, code) for game, codes in SPOKEN.items() for code in codes])
def test_no_rulebook_tears_what_belongs_together(game: str, language: str, paper: str) -> None:
    book = Rulebook(pack(game), language)
    booklet = book.booklet(paper)
    assert faults(book.pdf(paper), paper, False) == []
    assert faults(booklet, paper, True) == []
    assert page_count(booklet) % 2 == 0


LISTED = [
    ("sandokan", "es+it", "a4"),
    *(("santy_anno", pair, "a4") for pair in ("de+cs", "es+it", "fr+pl")),
    *(("santy_anno", pair, "letter") for pair in ("fr+pl", "uk+pl")),
]


@pytest.mark.parametrize(
    ("game", "pair", "paper"), [LISTED[0], *(pytest.param(*it, marks=pytest.mark.long) for it in LISTED[1:])]
)
def test_no_page_of_a_booklet_in_two_languages_begins_within_a_list(
    game: str, pair: str, paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sets up a table has all steps on one page, or all of one language."""
    begins: list[Item] = []

    def seen(writer: Writer, begun: Beginning, runs: list[Run], leaves: list[tuple[Leaf, ...]], *more: Any) -> str:
        firsts = [run.made[leaf.columns[0][0].piece] for run, own in zip(runs, leaves, strict=True) for leaf in own]
        begins[:] = [made.item for made in firsts if made.item]
        return setting(writer, begun, runs, leaves, *more)

    monkeypatch.setattr(planned, "setting", seen)
    Rulebook(with_pairs(pack(game), [pair]), pair).set_on(HALVES[paper], whole=4)
    assert begins
    assert [it.number for it in begins] == [0] * len(begins)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", SPOKEN["sandokan"])
def test_a_table_with_a_title_of_its_own_stays_with_its_section(language: str, paper: str) -> None:
    """Where there is room for it: what glitters is told on the page of the box."""
    say = pack("sandokan").locales[language].plain
    lines = lines_of(Rulebook(pack("sandokan"), language).pdf(paper), 2)
    pages = [
        {it.page for it in lines if it.text == " ".join(say(f"rulebook.box.{key}").split())}
        for key in ("title", "treasures")
    ]
    assert pages == [{0}, {0}]


def test_a_board_leaves_room_beside_columns_alone() -> None:
    """A page of one column shows it as large as the page is; two languages draw what is over both a little smaller."""
    book = Rulebook(pack("sandokan"), "fr")
    for sheet, columns, share in ((PAGES["a4"], 2, True), (HALVES["a4"], 1, False)):
        runs = runs_of(book.drawn().book, book.writer(sheet))
        assert {run.columns for run in runs} <= {columns, 1}
        assert any("share: 78%" in made.code for run in runs for made in run.made) is share
    both = Rulebook(with_pairs(pack("sandokan"), ("fr+en",)), "fr+en")
    made = [made.code for run in runs_of(both.drawn().book, both.writer(PAGES["a4"])) for made in run.made]
    assert any("most: 0.92" in code for code in made)
    assert not any("share:" in code for code in made)


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("pair", ["fr+pl", "de+cs", "es+it"])
def test_nobody_turns_a_page_between_the_steps_of_the_setup(pair: str, paper: str) -> None:
    data = Rulebook(with_pairs(pack("santy_anno"), (pair,)), pair).pdf(paper)
    steps = [line for line in lines_of(data) if line.text.startswith(tuple(f"{n}. " for n in range(1, 9)))]
    assert {line.page for line in steps if line.size < 11 and line.left < 20 and line.page < 6} == {2}


def test_both_kinds_of_page_are_looked_at() -> None:
    assert {paper for paper, _ in FEET} == {*PAGES} == {*HALVES}


def test_what_stands_before_a_first_letter_is_as_large() -> None:
    """Spanish begins with `¡`: alone it would be a large mark before a small word. Lines go on evenly below them."""
    data = Rulebook(pack("santy_anno"), "es").pdf()
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    said = page.get_text_range()
    mark, letter, next_letter = (page.get_charbox(said.index("¡M") + n) for n in range(3))
    high = [(top - bottom) / MM for _, bottom, _, top in (mark, letter, next_letter)]
    assert min(high[:2]) > 8 > 4 > high[2]
    down = [line.down for line in lines_of(data, 2) if not (line.page or line.column) and line.size == 10.0][:4]
    assert [two - one for one, two in pairwise(down)] == pytest.approx([4.55] * 3, abs=0.03)


@pytest.mark.parametrize("key", ["story.lead", "story.aim", "bosun.row"])
@pytest.mark.parametrize("word", ["_" * 100, "x" * 90, "=" * 80, "https://example.org/" + "a" * 60])
def test_what_is_longer_than_a_column_breaks_within_it(key: str, word: str, tmp_path: Path) -> None:
    """A line to write upon, an address: nothing leaves its column, in a paragraph, a lead, an item of a list."""
    head = "extends: santy_anno\nid: mine\nlanguages: [en]\n"
    words = f"texts:\n  rulebook.{key}: 'Name {word} end of it'\n"
    mine = load_pack(overlay(tmp_path, {"pack.yaml": head, "locale/en.yaml": words}))
    data = Rulebook(mine.checked(), "en").pdf()
    pages = [page.get_textpage() for page in pypdfium2.PdfDocument(data)]
    (text,) = [text for text in pages if "end of it" in " ".join(text.get_text_bounded().split())]
    chars = [(text.get_charbox(n), text.get_text_range(n, 1)) for n in range(text.count_chars())]
    assert max(box[2] for box, char in chars if not char.isspace()) / MM <= 210 - PAGES["a4"].margin[0] + 1


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", SPOKEN["santy_anno"])
def test_no_page_of_the_booklet_is_half_empty(lang: str, paper: str) -> None:
    """What a page has left over is spread, written upon, or has a drawing of its own."""
    white = white_at_feet(Rulebook(pack("santy_anno"), lang).booklet(paper), halves=True)
    assert len(white) == 16
    assert max(white) < 40


PAIRS = [
    ("santy_anno", "fr+pl"),
    ("santy_anno", "en+de"),
    ("santy_anno", "cs+fr"),
    ("sandokan", "fr+pl"),
    ("sandokan", "en+fr"),
]


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "pair"), PAIRS)
def test_no_page_of_two_languages_is_half_empty(game: str, pair: str, paper: str) -> None:
    """As in one language; no more sheets than its pieces need, and no heading, no word alone."""
    book = Rulebook(with_pairs(pack(game), (pair,)), pair)
    whole, booklet = book.pdf(paper), book.booklet(paper)
    assert max(white_at_feet(whole)) <= 45
    assert max(white_at_feet(booklet, halves=True)) <= 46
    assert page_count(whole) <= {"santy_anno": 14, "sandokan": 7}[game]
    assert page_count(booklet) <= {"santy_anno": 12, "sandokan": 6}[game]
    for data, columns, half in ((whole, 2, False), (booklet, 1, True)):
        lines, foot = lines_of(data, columns, half), FEET[paper, half]
        assert [*headings_at_a_foot(lines, foot), *words_alone(lines, foot)] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_line_below_a_title_breaks_where_a_reader_takes_breath(paper: str) -> None:
    """On the narrower half of a sheet, too: its type is a little smaller where that saves a line."""
    book, sheet = Rulebook(pack("sandokan"), "fr"), HALVES[paper]
    begun = beginning(book.book_on(sheet), book.writer(sheet), "x", {**book.values(sheet, 9.2), "columns": 1})
    data = book.compiled("\n".join((*begun.lines, f"#{begun.mast}")))
    said = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    lines = [line.strip() for line in said.splitlines()]
    assert [it for it in lines if it[:2] in ("Vo", "et")] == [
        "Voiles noires, foulards rouges,",
        "et un coffre jamais plein",
    ]


def test_facts_of_two_languages_stand_in_a_line_each() -> None:
    """Where there is all but room for that, their type is a little smaller."""
    book, sheet = Rulebook(with_pairs(pack("sandokan"), ("en+uk",)), "en+uk"), PAGES["a4"]
    begun = beginning(book.book_on(sheet), book.writer(sheet), "x", {**book.values(sheet, 10.0), "columns": 1})
    data = book.compiled("\n".join((*begun.lines, f"#{begun.mast}")))
    said = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert [fact for fact in ("about 60 minutes", "близько 60 хвилин") if fact not in said.replace("\xa0", " ")] == []


@pytest.mark.parametrize("room", [70, 84, 120])
def test_the_drawings_of_a_scene_are_whole_however_long_its_words(room: int) -> None:
    """Each drawing has a red edge at its left and at its right."""
    book, sheet = Rulebook(pack("sandokan"), "en"), HALVES["a4"]
    begun = beginning(book.drawn().book, book.writer(sheet), "x", {**book.values(sheet, 9.2), "columns": 1})
    bars = "".join(f'<rect x="{x}" width="3" height="17" fill="#ff0000"/>' for x in (0, 21))
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="17mm" viewBox="0 0 24 17">{bars}</svg>'
    stops = ", ".join(
        f'(name: "seen", label: "{words}")' for words in ("before the card", "and then: on board", "back")
    )
    made = f'block(width: {room}mm, way-scene("x", ({stops}), (1, 2)))'
    data = compile_typst("\n".join((*begun.lines, f"#{made}")), {"seen.svg": drawn.encode()})
    image = next(page_images(data, 100)).convert("RGB")
    row = next(y for y in range(image.height) if (255, 0, 0) in {image.getpixel((x, y)) for x in range(image.width)})
    red = [image.getpixel((x, row + 5)) == (255, 0, 0) for x in range(image.width)]
    widths = [len([*run]) for is_red, run in groupby(red) if is_red]
    assert len(widths) == 6
    assert max(widths) - min(widths) <= 2
