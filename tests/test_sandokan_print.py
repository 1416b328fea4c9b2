"""What is printed of Sandokan: how large its board is, what its backs show, and whether its sheets reckon right."""

from __future__ import annotations

import re
from itertools import pairwise, product
from math import dist
from pathlib import Path

import pypdfium2
import pytest

from santy_print.diag import SourceFile
from santy_print.documents.blocks import Figure, Table, Titled, Wide, plain
from santy_print.documents.rulebook import HALVES, PAGES, Rulebook
from santy_print.documents.typst import page_count
from santy_print.faces import Faces, Shape
from santy_print.faces.art import read_plain
from santy_print.faces.frames import Letters, walk
from santy_print.faces.matrices import shared
from santy_print.faces.measure import placed, read
from santy_print.faces.outlines import lines
from santy_print.games.sandokan.board import HEADINGS, NOWHERE
from santy_print.games.sandokan.leaflets import LEAFLETS, Leaflet
from santy_print.games.sandokan.manual import SHARE, SandokanManual
from santy_print.games.sandokan.passages import equals, passage, sums
from santy_print.i18n import with_pairs
from santy_print.pack import load_pack
from santy_print.sheets import PAPERS, Setup, fits, tile
from santy_print.sheets.joins import TEXT, parts_of
from tests.packs import facts_told
from tests.thinned import spoken

PACK = load_pack("sandokan")
BOARD = PACK.compiled.board
GOALS = {**BOARD.shores, **{name: (port,) for port, name in enumerate(BOARD.ports)}}


def slow(port: int) -> dict[tuple[int, int], int]:
    """How many steps it is to each cell and heading: what is nearest is asked for again until nothing changes."""
    far = {}
    for heading in BOARD.exits[port]:
        if (cell := BOARD.ways[port][heading]) != NOWHERE:
            far[cell, heading] = 1
    changed = True
    while changed:
        changed = False
        for (cell, heading), steps in list(far.items()):
            if cell < len(BOARD.ports):
                continue
            reached = [(cell, other) for other in range(len(HEADINGS))]
            if BOARD.ways[cell][heading] != NOWHERE:
                reached.append((BOARD.ways[cell][heading], heading))
            for to in reached:
                if far.get(to, 10**6) > steps + 1:
                    far[to], changed = steps + 1, True
    return far


@pytest.mark.parametrize("port", range(len(BOARD.ports)), ids=BOARD.ports)
def test_a_passage_is_lawful_and_none_is_shorter(port: int) -> None:
    far = slow(port)
    for goals in GOALS.values():
        if goals == (port,):
            continue
        way = passage(BOARD, port, goals)
        assert way is not None
        assert len(way) == min(steps for (cell, _), steps in far.items() if cell in goals)
        assert way[0][1] in BOARD.exits[port]
        assert way[0][0] == BOARD.ways[port][way[0][1]]
        for (cell, heading), (to, turned) in pairwise(way):
            assert cell >= len(BOARD.ports)
            assert (to == cell) != (turned == heading)
            assert to in (cell, BOARD.ways[cell][heading])


def test_sums_and_exchanges_are_all_there_are() -> None:
    worth = PACK.compiled.worth
    values = sorted(set(worth))
    assert {tuple(sorted(c)) for c in sums(worth, 15, 4)} == {
        tuple(sorted(c)) for n in range(1, 5) for c in product(values, repeat=n) if sum(c) == 15
    }
    assert ((5,), (3, 2)) in equals(worth, 2)
    assert all(sum(one) == sum(other) and not {*one} & {*other} for one, other in equals(worth, 2))


def test_the_board_is_two_sheets_of_a4_and_one_of_a3() -> None:
    faces = Faces(PACK, PACK.locales["en"], "low")
    frame = faces.frame("board", PACK.collections["board"][0])
    assert faces.report.ok
    assert len(tile(frame, Setup())) == 2
    assert len(tile(frame, Setup(paper=PAPERS["letter"]))) == 4
    assert fits(frame.size, Setup(paper=PAPERS["a3"]).turned()) or fits(frame.size, Setup(paper=PAPERS["a3"]))


@pytest.mark.parametrize("language", PACK.head.languages)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_joined_along_its_grid_and_no_word_or_picture_is_parted(paper: str, language: str) -> None:
    faces = Faces(PACK, PACK.locales[language], "low")
    frame = faces.frame("board", PACK.collections["board"][0])
    cell = 19.0
    parts = [part for part in parts_of(frame) if part.cost > 1]
    assert len(parts) > 30
    title = faces.book["title"].path
    names = [piece for piece in walk(frame.items) if isinstance(piece, Letters) and piece.font == title]
    assert len({piece.size for piece in names[:-1]}) == 1  # those of the islands; the title of the board comes last
    for page in tile(frame, Setup(paper=PAPERS[paper])):
        for axis, start in ((0, 8.0), (1, 9.0)):
            at = page.trim[axis] - (page.cells[0].x, page.cells[0].y)[axis]
            if at > 0.01:
                assert (at - start) / cell == pytest.approx(round((at - start) / cell), abs=1e-3)
                assert not [part for part in parts if part.box[axis] < at < part.box[axis + 2]]


SCENES = sorted((PACK.layers[0] / "art").glob("scene-*.svg"))


@pytest.mark.parametrize("path", SCENES, ids=[path.stem for path in SCENES])
def test_nothing_of_a_scene_stands_out_of_its_roundel(path: Path) -> None:
    art = read_plain(SourceFile(path.name, path.read_text("utf-8")))
    assert art
    for shape in art.shapes:
        for line in lines(shape.outline):
            assert all(dist(point, (24, 24)) <= 21.8 + 0.3 for point in line)


def test_the_row_of_good_events_is_the_same_from_both_ends() -> None:
    """It ends on a star, as it begins."""
    faces = Faces(PACK, PACK.locales["en"], "low")
    event = next(item for item in PACK.collections["events"] if item["kind"] == "good")
    frame = faces.frame("event-card", event)
    row = [
        thing.box
        for thing in placed(frame.items, ((-9.0, -9.0, 99.0, 99.0),))
        if isinstance(thing.item, Shape) and thing.box[1] > 17 and thing.box[3] < 21 and thing.box[2] - thing.box[0] < 3
    ]
    assert len(row) == 19
    xs = sorted((left, right) for left, _, right, _ in row)
    for (left, right), (other, end) in zip(xs, reversed(xs), strict=True):
        assert left + end == pytest.approx(63.5, abs=0.01)
        assert right - left == pytest.approx(end - other, abs=0.01)


def test_the_back_of_an_event_has_a_plain_rim() -> None:
    """What drifts by a millimetre shows nothing of its neighbour: to 4 mm inside the cut all is of one colour."""
    faces = Faces(PACK, PACK.locales["en"], "low")
    frame = faces.frame("event-back", PACK.collections["events"][0])
    rim = (4.0, 4.0, frame.width - 4.0, frame.height - 4.0)
    seen = [thing for thing in placed(frame.items, ((-9.0, -9.0, 99.0, 99.0),)) if shared(thing.box, rim) != thing.box]
    assert [(thing.item.fill, thing.item.stroke) for thing in seen if isinstance(thing.item, Shape)] == [
        (seen[0].item.fill, None)  # type: ignore[union-attr]
    ]


def test_a_treasure_has_no_ring_near_its_cut() -> None:
    faces = Faces(PACK, PACK.locales["en"], "low")
    for item in PACK.collections["treasures"]:
        frame = faces.frame("treasure", item)
        for thing in placed(frame.items, ((-9.0, -9.0, 99.0, 99.0),)):
            if isinstance(thing.item, Shape) and thing.item.stroke:
                assert min(thing.box[:2]) >= 1.8
                assert max(thing.box[2:]) <= 22 - 1.8


def test_no_card_has_the_colour_of_a_port() -> None:
    """Pirates wear a red of their own: a card of the sea belongs to no port."""
    faces = Faces(PACK, PACK.locales["en"], "low")
    colours = {paint.hex for paint in PACK.head.palette.values()} - {"#ffffff"}
    for item in PACK.collections["cards"]:
        for layout in ("sea-card", "sea-card-back"):
            shapes = [thing for thing in walk(faces.frame(layout, item).items) if isinstance(thing, Shape)]
            assert not colours & {shape.fill for shape in shapes}


@pytest.mark.parametrize("language", [*PACK.head.languages, "fr+pl"])
def test_all_letters_of_the_boards_figure_can_be_read(language: str) -> None:
    """No letter is smaller than 7 pt, neither on a page nor in the booklet, and no port's name is tried there."""
    drawn = Rulebook(PACK, language).drawn()
    wide = {"a4": 210.0, "us-letter": 215.9, "a5": 148.0, "us-statement": 139.7}
    figures = [name for name in drawn.frames if name.startswith("figure-board")]
    assert figures
    for name in figures:
        frame = drawn.frames[name]
        texts = read(frame, Faces(PACK, PACK.locales["en"], "low").book)
        assert len(texts) >= BOARD.width + BOARD.height + len(BOARD.land)
        for page in (*PAGES.values(), *HALVES.values()):
            share = SHARE if page.columns > 1 and "+" not in language else 1.0
            scale = min(1.0, share * (wide[page.paper] - 2 * page.margin[0]) / frame.width)
            least = min(text.size for text in texts) * scale
            assert least >= (5.8 if "+" in language else 7), (
                "a second name of an island is smaller, as it is everywhere"
            )


@pytest.mark.parametrize("codes", ["en+uk", "fr+pl"])
def test_the_rose_of_the_winds_keeps_off_the_names_of_ports(codes: str) -> None:
    """On the board of the rulebook they stand on paper, which would bite a piece out of the rose."""
    loaded = with_pairs(load_pack("sandokan").checked(), (codes,))
    frames = Rulebook(loaded, codes).drawn().frames
    frame = next(frames[name] for name in frames if name.startswith("figure-board"))
    (board,) = loaded.collections["board"]
    cell, rose = 361 / BOARD.width, board["rose"]
    left, upper = 14 + (rose["column"] - 1) * cell, 2 + (rose["row"] - 1) * cell
    box = (left, upper, left + 3 * cell, upper + 3 * cell)
    texts = [part.box for part in parts_of(frame) if part.cost == TEXT]
    assert len(texts) >= len(BOARD.ports)
    for near in (shared(text, box) for text in texts):
        assert near[0] >= near[2] or near[1] >= near[3]


@pytest.mark.parametrize(("codes", "parts"), [("es+it", ["del Sol", "del Fuego"]), ("fr+pl", ["du Soleil", "du Feu"])])
def test_heads_of_a_narrow_table_are_broken_alike(codes: str, parts: list[str]) -> None:
    """Before what belongs to a name, where columns of unlike width have room for that; none runs into the next."""
    loaded = with_pairs(load_pack("sandokan").checked(), (codes,))
    document = pypdfium2.PdfDocument(Rulebook(loaded, codes).set_on(HALVES["a4"], whole=4))
    page = document[len(document) - 1].get_textpage()
    lines = page.get_text_range().splitlines()
    document.close()
    for part in parts:
        assert any(part in line and "Port" not in line for line in lines), part


def test_every_rule_is_told_in_the_rulebook() -> None:
    from santy_print.documents.skeleton import load_skeleton

    assert facts_told(load_skeleton(PACK)) >= set(SandokanManual.facts)


@pytest.mark.parametrize("language", PACK.head.languages)
def test_leaflets_say_what_the_rulebook_says(language: str) -> None:
    whole = Rulebook(PACK, language).drawn().book
    assert any(isinstance(block, Wide) for section in whole.sections for block in section.blocks)
    for name, wanted in LEAFLETS.items():
        book = Leaflet(PACK, language, name=name).drawn().book
        assert tuple(section.id for section in book.sections) == wanted
        there = {one.id: one.blocks for one in whole.sections}
        assert [one.blocks for one in book.sections] == [there[id] for id in wanted]
        assert {one.columns for one in book.sections} == {1}  # a sheet of its own is one page wide


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", spoken(PACK.head.languages))
def test_leaflets_have_one_page_and_the_rulebook_four(language: str, paper: str) -> None:
    for name in LEAFLETS:
        assert page_count(Leaflet(PACK, language, name=name).pdf(paper)) == 1
    assert page_count(Rulebook(PACK, language).pdf(paper)) == Rulebook(PACK, language).drawn().book.pages == 4


def test_answers_in_two_languages_have_one_page_and_tell_them_apart() -> None:
    codes = "fr+en"
    sheet = Leaflet(with_pairs(load_pack("sandokan").checked(), (codes,)), codes, name="answers")
    assert page_count(sheet.pdf("a4")) == 1
    assert re.search(r'text\(fill: wood, text\(\.\.tongue\("en"\), .{0,40}"Home port"', sheet.source(PAGES["a4"], 10.0))


@pytest.mark.parametrize("language", PACK.head.languages)
def test_computed_cells_are_set_as_the_language_sets_its_texts(language: str) -> None:
    setter = PACK.locales[language].grammar.typographer
    tables = []
    for section in Rulebook(PACK, language).drawn().book.sections:
        for block in section.blocks:
            block = block.block if isinstance(block, Titled) else block
            tables += [block] if isinstance(block, Table) else []
    cells = [text for made in tables for row in made.rows for cell in row if "+" in (text := plain(cell))]
    assert cells
    assert [cell for cell in cells if cell != setter(cell)] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", spoken(PACK.head.languages))
def test_no_page_of_the_booklet_has_a_third_of_it_empty(language: str, paper: str) -> None:
    for side in pypdfium2.PdfDocument(Rulebook(PACK, language).booklet(paper)):
        drawn = side.render(scale=0.5).to_pil().convert("L")
        wide, high = drawn.width // 2, drawn.height
        for left in (0, wide):
            page = drawn.crop((left + 10, 0, left + wide - 10, high))
            inked = [y for y in range(high) if page.crop((0, y, page.width, y + 1)).getextrema()[0] < 200]
            assert max(below - above for above, below in pairwise(inked)) < high / 3


def test_the_answers_reckon_with_the_treasure_at_home() -> None:
    book = Leaflet(PACK, "en", name="answers").drawn().book
    first = book.sections[0].blocks[0]
    assert isinstance(first, Titled)
    assert isinstance(first.block, Table)
    for port, own, ways in first.block.rows:
        assert port
        for way in plain(ways).split(", "):
            assert (
                int(plain(own)) + sum(int(n) for n in way.replace("\u202f", "").split("+")) == PACK.compiled.head.goal
            )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["24 event cards", "A ship carries 2 treasures"]),
        ("fr", ["24 cartes d’événement", "au plus 2 trésors"]),
        ("pl", ["24 karty zdarzeń", "36 skarbów", "najwyżej 2 skarby"]),
    ],
)
def test_what_is_counted_agrees_with_its_number(language: str, told: list[str]) -> None:
    text = " ".join(Rulebook(load_pack("sandokan"), language).text().split())
    assert [words for words in told if words not in text] == []


@pytest.mark.parametrize("language", PACK.head.languages)
def test_a_screen_sets_tables_as_paper_does_and_shows_the_whole_board(language: str) -> None:
    page = Rulebook(PACK, language).html()
    assert '<td class="right">24</td>' in page
    assert page.count('<table class="small">') == 1  # how far it is: seven columns
    assert ".right { text-align: end; }" in page
    assert ".center { text-align: center; }" in page
    assert 'style="--wide' in page  # the names of ports keep their size, and a narrow screen scrolls the board


def test_every_event_has_a_scene_of_its_own() -> None:
    faces = Faces(PACK, PACK.locales["en"])
    for event in PACK.collections["events"]:
        faces.frame("event-card", event)
    scenes = [name for name, _ in faces.dressed_as.values() if name.startswith("scene-")]
    assert faces.report.ok
    assert len(set(scenes)) == len(PACK.collections["events"]) == 24


def test_the_example_of_a_way_is_drawn_and_told_from_where_it_starts() -> None:
    board, trip = PACK.compiled.board, PACK.compiled.example
    (item,) = PACK.collections["board"]
    spots = [(it["column"], it["row"]) for it in item["way"]]
    assert spots == [board.spots[cell] for cell in (trip.port, *trip.cells)]
    assert trip.cells[-1] in board.along["treasure"]
    assert all(after in board.beside[cell] for cell, after in pairwise((trip.port, *trip.cells)))
    book = Rulebook(PACK, "en").drawn().book
    shown = [it.block for section in book.sections for it in section.blocks if isinstance(it, Wide)]
    assert any(f"Orient ({board.square(trip.port)})" in plain(it.caption) for it in shown if isinstance(it, Figure))


@pytest.mark.parametrize("paper", PAGES)
@pytest.mark.parametrize("language", spoken(PACK.head.languages))
def test_lists_above_the_board_are_whole_each_in_a_column_of_its_own(language: str, paper: str) -> None:
    page = pypdfium2.PdfDocument(Rulebook(PACK, language).pdf(paper))[1]
    text, middle = page.get_textpage(), page.get_width() / 2
    for key, left in (("setup.homes", True), ("setup.first", True), ("turn.cards", False), ("turn.hold", False)):
        said = PACK.locales[language].plain(f"rulebook.{key}", hold=PACK.compiled.head.hold).split()
        found = text.search(" ".join(said[:3]), match_case=True).get_next()
        assert found, key
        assert (text.get_charbox(found[0])[0] < middle) == left, key


def test_each_port_has_its_sums_in_one_line_of_the_answers() -> None:
    text = pypdfium2.PdfDocument(Leaflet(PACK, "fr", name="answers").pdf("a4"))[0].get_textpage().get_text_range()
    rows = [line for line in text.splitlines() if line.count("+") > 8]
    assert sum(line.count(",") == 5 for line in rows) == len(BOARD.ports)


@pytest.mark.parametrize(("language", "paper"), [("it", "letter"), ("uk", "a4")])
def test_the_first_page_has_two_full_columns(language: str, paper: str) -> None:
    """The cards stand below what is in the box, and a drawing ends the other column."""
    page = pypdfium2.PdfDocument(Rulebook(PACK, language).pdf(paper))[0]
    drawn = page.render(scale=1).to_pil().convert("L")
    wide, high = drawn.width, drawn.height
    lows = []
    for left, right in ((0, wide // 2 - 4), (wide // 2 + 4, wide)):
        column = drawn.crop((left, 0, right, high - 62))  # above the number of the page
        lows.append(
            max(y for y in range(column.height) if column.crop((0, y, right - left, y + 1)).getextrema()[0] < 160)
        )
    assert abs(lows[0] - lows[1]) * 25.4 / 72 < 21  # where much is left the drawing stands in the middle of it
