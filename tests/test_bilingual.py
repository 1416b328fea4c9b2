"""Sets in two languages: both on one card, side by side in one rulebook, each said once where they agree."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.documents import rulebook
from santy_print.documents.blocks import (
    Cell,
    Either,
    Entry,
    Figure,
    Inline,
    Label,
    Paragraph,
    Picture,
    Remark,
    Stop,
    Table,
    Titled,
    Twins,
    Way,
    Wide,
    Words,
    parts_of,
)
from santy_print.documents.blocks import plain as said
from santy_print.documents.pair import narrowed, paired
from santy_print.documents.printed import Page as SheetPage
from santy_print.documents.typst import Writer
from santy_print.documents.words import BESIDE, both
from santy_print.faces import Faces
from santy_print.faces.frames import Frame, Letters, walk
from santy_print.faces.near import tell_near
from santy_print.faces.typeset import READ_FROM
from santy_print.i18n import with_pairs
from santy_print.pack import Pack, load_pack
from santy_print.parts import all_frames
from santy_print.parts.legend import legend_items
from santy_print.sheets import Page
from santy_print.text import Run, item_key, parse_markup, twins
from tests.layout import lines_of
from tests.packs import LANGUAGES, copy_pack
from tests.test_rulebook import composed, faults_of, flat, structure

PAIR = "fr+pl"


@cache
def pack() -> Pack:
    return with_pairs(load_pack("santy_anno").checked(), (PAIR, "en+fr"))


@cache
def faces() -> tuple[Faces, dict[str, Frame]]:
    made = Faces(pack(), pack().locales[PAIR])
    return made, {frame.key: frame for frame in all_frames(made, ())}


def letters(frame: Frame) -> list[Letters]:
    return [item for item in walk(frame.items) if isinstance(item, Letters)]


def bare(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]", "", text)


# -- a language that says both --------------------------------------------------------------------------------


def test_a_text_is_said_in_both_languages_and_once_where_they_agree() -> None:
    both, fr, pl = (pack().locales[code] for code in (PAIR, "fr", "pl"))
    assert both.markup("harbour.letters") == twins(fr.markup("harbour.letters"), pl.markup("harbour.letters"))
    assert both.plain("harbour.letters") == f"{fr.plain('harbour.letters')} · {pl.plain('harbour.letters')}"
    assert both.markup("game.title") == fr.markup("game.title")
    assert pl.letter("green") == "Zi"
    assert both.letter("blue") == f"{fr.letter('blue')}/{pl.letter('blue')}"
    assert (
        both.noun("hull", adjective="red") == f"{fr.noun('hull', adjective='red')} / {pl.noun('hull', adjective='red')}"
    )
    assert not both.has("nothing.of.the.kind")


def test_the_second_language_begins_a_line_of_small_runs() -> None:
    runs = parse_markup(twins("a **b**", "c {icon:coco}"))
    assert runs == (
        Run("a "),
        Run("b", bold=True),
        Run("\n"),
        Run("c ", small=True),
        Run("", icon="coco", small=True),
    )


def test_texts_behind_each_other_are_a_list_in_each_language() -> None:
    runs = parse_markup(f"{twins('Prenez 1 carte.', 'Weź 1 kartę.')} 2, {twins('Passez.', 'Czekaj.')} ")
    said = {small: "".join(run.text for run in runs if run.small == small) for small in (False, True)}
    assert said == {False: "Prenez 1 carte. 2, Passez. \n", True: "Weź 1 kartę. 2, Czekaj. "}


@pytest.mark.parametrize(
    ("asked", "said_so"),
    [
        ("fr+xx", "no language `xx`"),
        ("fr+fr", "`fr+fr` are not two languages"),
        ("fr+pl+en", "`fr+pl+en` are not two languages"),
        ("+", "no language ``"),
    ],
)
@pytest.mark.parametrize("command", ["build", "rulebook"])
def test_what_are_not_two_languages_is_refused(asked: str, said_so: str, command: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [command, "--lang", asked, "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert said_so in result.stderr
    assert not list(tmp_path.iterdir())


def test_letters_of_colours_are_both_languages() -> None:
    both, en, fr = (pack().locales[code] for code in ("en+fr", "en", "fr"))
    assert both.letter("green") == f"{en.letter('green')}/{fr.letter('green')}" == "G/V"


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "codes"),
    [
        *(("santy_anno", codes) for codes in ("fr+it", "pl+uk", "cs+es")),
        *(("sandokan", codes) for codes in ("fr+pl", "pl+en")),
    ],
)
def test_every_face_can_be_drawn_in_any_pair(game: str, codes: str) -> None:
    """Letters of colours, sentences behind each other: what fits in one language is drawn in two, or in the first."""
    loaded = with_pairs(load_pack(game).checked(), (codes,))
    made = Faces(loaded, loaded.locales[codes])
    frames = all_frames(made, ())
    assert frames
    tell_near(frames, made, made.report.error)
    assert [found.message for found in made.report.errors] == []


# -- faces ----------------------------------------------------------------------------------------------------


def test_every_card_names_itself_in_both_languages() -> None:
    _, frames = faces()
    for item in pack().collections["boarding"]:
        frame = next(frame for key, frame in frames.items() if key.endswith(f":{item['id']}"))
        shown = bare("".join(each.text for each in letters(frame)))
        for code in ("fr", "pl"):
            assert bare(pack().locales[code].plain(f"{item_key(item)}.name", **item)) in shown, (
                item["id"],
                code,
            )


def test_effects_stand_in_both_languages() -> None:
    made, frames = faces()
    assert made.report.ok
    alone = [found.message for found in made.report if found.code == "text-second"]
    for item in pack().collections["boarding"]:
        frame = next(frame for key, frame in frames.items() if key.endswith(f":{item['id']}"))
        shown = bare("".join(each.text for each in letters(frame)))
        key = f"{item_key(item)}.effect"
        assert bare(pack().locales["fr"].plain(key, **item)) in shown
        assert bare(pack().locales["pl"].plain(key, **item)) in shown, item["id"]
    assert alone == []


@pytest.mark.long
@pytest.mark.parametrize("codes", ["+".join(two) for two in combinations(LANGUAGES, 2)])
def test_every_piece_says_all_its_texts_in_both_languages(codes: str) -> None:
    loaded = with_pairs(load_pack("santy_anno").checked(), (codes,))
    made = Faces(loaded, loaded.locales[codes])
    all_frames(made, ())
    assert {found.code for found in made.report} == set()


def test_each_of_two_languages_is_set_in_its_own_title_font() -> None:
    for codes in ("de+uk", "uk+de"):
        loaded = with_pairs(load_pack("santy_anno").checked(), (codes,))
        made = Faces(loaded, loaded.locales[codes])
        frame = made.frame("card-element", next(it for it in loaded.collections["boarding"] if it["kind"] == "element"))
        titles = [piece for piece in letters(frame) if piece.size >= 9 and len(piece.text) > 4]
        own = {re.search("[а-яі]", piece.text) is not None: piece.font.stem for piece in titles}
        assert own == {True: "RuslanDisplay-Regular", False: "SantyTitle-Regular"}, codes
        assert made.text_width("Ro/Ч Ge/Ж", "bold", 7) == pytest.approx(6.64, abs=0.01)
        assert made.report.ok


def test_a_sheet_says_what_it_is_once_in_each_language() -> None:
    made, _ = faces()
    page = Page(297.0, 210.0, (), (), (20.0, 10.0, 277.0, 190.0), (20.0, 10.0, 277.0, 190.0), "front", 1, 1)
    marks = [item for item in walk(tuple(legend_items(made, "harbour", page))) if isinstance(item, Letters)]
    shown = " ".join(item.text for item in marks).replace("\u00a0", " ")
    assert "Port · feuille 1 sur 1 / Port · arkusz 1 z 1 · Santy Anno 1.0" in shown
    ruler = [item for item in marks if item.x < 100]
    assert " ".join(item.text for item in ruler).count("100") == 2
    assert len({item.y for item in ruler}) == 1, "a second line would lie where printers print no more"


def test_the_first_language_is_the_larger_and_none_is_too_small() -> None:
    _, frames = faces()
    sizes = [each.size for frame in frames.values() for each in letters(frame)]
    assert min(sizes) >= min(READ_FROM, 7.0)
    name = letters(frames["card-coco:coco"])
    french, polish = pack().locales["fr"], pack().locales["pl"]
    if french.plain("card.coco.name") != polish.plain("card.coco.name"):
        assert name[0].size > name[1].size
    first = next(each for each in letters(frames["card-element:element-sails"]) if "Voile" in each.text)
    second = next(each for each in letters(frames["card-element:element-sails"]) if "agle" in each.text)
    assert first.size > second.size


def test_a_ship_s_name_stands_on_its_tile_once() -> None:
    _, frames = faces()
    shown = [each.text for each in letters(frames["ship:viper"])]
    assert shown.count("Viper") == 1


def test_a_pirate_s_name_that_both_share_stands_half_way_down_beside_those_in_two_lines() -> None:
    _, frames = faces()
    first, second, one = (it.y for key in ("brain", "belgo") for it in letters(frames[f"pirate-tile:{key}"]))
    assert abs(one - (first + second) / 2) < 1


def test_a_set_of_one_language_is_as_it_was() -> None:
    made = Faces(pack(), pack().locales["fr"])
    for frame in all_frames(made, ("card-*",)):
        assert not any("\ue00e" in each.text for each in letters(frame))
    assert not [found for found in made.report if found.code == "text-second"]


def test_a_build_goes_to_a_folder_of_its_own(tmp_path: Path) -> None:
    args = ["build", "--lang", PAIR, "--only", "tokens", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "santy_anno" / PAIR / "tokens.pdf").is_file()
    assert "in the first language alone" not in result.stderr


@pytest.mark.parametrize("command", [["build", "--only", "answers"], ["answers"], ["answers", "--format", "html"]])
def test_answers_are_in_both_languages_and_a_document_names_the_first(command: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [*command, "--lang", PAIR, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    (made,) = [path for path in (tmp_path / "santy_anno" / PAIR).iterdir() if path.stem == "answers"]
    if made.suffix == ".html":
        page = made.read_text(encoding="utf-8")
        assert '<html lang="fr"' in page
        words = page
    else:
        with pikepdf.open(made) as pdf:
            assert str(pdf.Root.Lang) == "fr"
        document = pypdfium2.PdfDocument(made)
        pages = [page.get_textpage().get_text_bounded() for page in document]
        document.close()
        words = "".join(pages)
        # A leaf for the Bosun of each language, as in a set of that language alone.
        assert ["Arkusz" in page for page in pages] == [False, False, True, True]
        assert [page.rstrip()[-5:] for page in pages] == ["1 / 2", "2 / 2"] * 2
    assert "Feuille de solutions" in words
    assert "Arkusz rozwiązań" in words


@pytest.mark.long
def test_names_in_two_languages_lie_over_nothing_and_end_on_the_page(tmp_path: Path) -> None:
    args = ["build", "--only", "answers", "--lang", PAIR, "--out", str(tmp_path)]
    assert CliRunner().invoke(main, args).exit_code == 0
    lines = lines_of((tmp_path / "santy_anno" / PAIR / "answers.pdf").read_bytes())
    assert max(line.right for line in lines) < 210 - 10
    names = [line for line in lines if line.left < 12 and line.size < 9]
    assert len(names) > 30
    gaps = [two.down - one.down for one, two in pairwise(names) if one.page == two.page]
    assert min(gaps) > 2.7, "two lines of type stand below each other"


# -- the rulebook ---------------------------------------------------------------------------------------------


def paragraph(code: str, number: int) -> Inline:
    block = composed(code).sections[0].blocks[number]
    assert isinstance(block, Paragraph)
    return block.text


@cache
def book() -> rulebook.Rulebook:
    return rulebook.Rulebook(pack(), PAIR)


@cache
def paper() -> bytes:
    return book().pdf()


def test_both_languages_stand_side_by_side_on_paper() -> None:
    document = pypdfium2.PdfDocument(paper())
    pages = [flat(page.get_textpage().get_text_range()).replace("\xad", "") for page in document]
    for code in ("fr", "pl"):
        for section in composed(code).sections:
            assert any(bare(said(section.title)) in bare(page) for page in pages), section.id
    first = document[0]
    middle = first.get_width() / 2
    left = flat(first.get_textpage().get_text_bounded(0, 0, middle, first.get_height() * 0.7))
    right = flat(first.get_textpage().get_text_bounded(middle, 0, 2 * middle, first.get_height() * 0.7))
    aims = {code: flat(said(paragraph(code, 1)))[:18] for code in ("fr", "pl")}
    assert aims["fr"] in left
    assert aims["pl"] in right


def test_tables_whose_numbers_agree_stand_once() -> None:
    both = paired(*(rulebook.Rulebook(load_pack("sandokan"), code).drawn().book for code in ("fr", "pl")))
    shown = {block.title: block.block for part in both.sections for block in part.blocks if isinstance(block, Titled)}
    tables = [it for it in shown.values() if isinstance(it, Table)]
    assert len(tables) == len(shown) == 2, "goals and distances"
    assert all("Port Słońca" in said(row[0]) for it in tables for row in it.rows if "Port du Soleil" in said(row[0]))
    assert any(isinstance(block, Twins) for part in both.sections for block in part.blocks)
    (prices,) = (
        block for part in both.sections if part.id == "worth" for block in part.blocks if isinstance(block, Table)
    )
    assert [said(row[0]) for row in prices.rows] == ["8", "7", "6", "5", "4", "3", "2"], "once, its heads in both"


def test_each_side_says_its_language_and_the_file_conforms() -> None:
    document, elements = structure(paper())
    assert str(document.Root.Lang) == "fr"
    streams = b"".join(page.Contents.read_bytes() for page in pikepdf.open(BytesIO(paper())).pages)
    langs = {str(element.Lang) for element in elements if "/Lang" in element}
    langs |= {found.decode() for found in re.findall(rb"/Lang\s*\((\w+)\)", streams)}
    assert "pl" in langs
    assert all(str(e.get("/Alt", "")).strip() for e in elements if str(e.S) == "/Figure")


def test_both_languages_stand_side_by_side_on_a_screen() -> None:
    html = book().html()
    assert faults_of(html) == []
    assert len(html.encode()) < 1_000_000
    plain = flat(re.sub(r"<(?!br)[^>]*>|(<br[^>]*>)", lambda found: " " * bool(found[1]), html[html.index("<body") :]))
    for code in ("fr", "pl"):
        for section in composed(code).sections:
            for block in section.blocks:
                if isinstance(block, Paragraph):
                    assert flat(said(block.text)).replace("&", "&amp;") in plain
    assert '<div lang="pl" dir="ltr">' in html


def test_paragraphs_follow_each_other_in_a_text() -> None:
    text = flat(book().text())
    asked = [flat(said(paragraph(code, n))) for n in (1, 2) for code in ("fr", "pl")]
    places = [text.index(words.replace("\xa0", " ").replace("\u202f", " ")) for words in asked]
    assert places == sorted(places)


def test_a_booklet_of_two_languages_has_whole_sheets() -> None:
    assert len(pypdfium2.PdfDocument(book().booklet("letter"))) % 2 == 0


# -- from right to left ---------------------------------------------------------------------------------------

ARABIC = """\
language: ar
name: العربية
draft: true
texts:
  rulebook:
    story:
      title: صباح اليوم التالي
      lead: يا لها من ليلة! نفد الشراب ونفدت معه ذاكرة الجميع.
      aim: من يصل أولا يصبح القبطان.
"""


@cache
def arabic(folder: Path) -> Pack:
    root = copy_pack(folder, {"locale/ar.yaml": ARABIC})
    head = root / "pack.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(re.sub(r"(?m)^languages: \[(.*)\]", r"languages: [\1, ar]", text), encoding="utf-8")
    return load_pack(root)


@pytest.mark.long
def test_a_rulebook_from_right_to_left(tmp_path: Path) -> None:
    made = arabic(tmp_path).checked()
    html = rulebook.Rulebook(made, "ar").html()
    assert '<html lang="ar" dir="rtl">' in html
    assert faults_of(html) == []
    document = pypdfium2.PdfDocument(rulebook.Rulebook(made, "ar").pdf())
    page = document[0].get_textpage()
    boxes = [
        page.get_charbox(n) for n in range(page.count_chars()) if "\u0600" <= page.get_text_range(n, 1) <= "\u06ff"
    ]
    assert boxes, "the words are there"
    assert max(box[2] for box in boxes) > document[0].get_width() * 0.9, "and begin at the right"


def test_a_pair_with_it_sets_in_the_rulebook_and_on_cards(tmp_path: Path) -> None:
    made = with_pairs(arabic(tmp_path).checked(), ["fr+ar"])
    html = rulebook.Rulebook(made, "fr+ar").html()
    assert '<div lang="ar" dir="rtl">' in html
    args = ["build", str(made.root), "--lang", "fr+ar", "--only", "cards", "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0
    assert (tmp_path / "out" / made.id / "fr+ar" / "cards.pdf").is_file()


def test_reports_are_kept(tmp_path: Path) -> None:
    with pytest.raises(PackError):
        with_pairs(load_pack(copy_pack(tmp_path)), ["en+nl"])
    report = Report()
    rulebook.Rulebook(pack(), PAIR, report).text()
    assert list(report) == []


def test_a_narrow_page_shows_a_card_once_with_the_words_of_both_and_a_wide_one_each() -> None:
    face = Picture("card", "")
    entries = [Entry(title, Words("Ici."), face=face, foot=(Remark(Words("x")),)) for title in ("Nom", "Nazwa")]
    narrow, wide = (Writer(("fr", "pl"), columns).block(Twins(*entries)) for columns in (1, 2))
    assert narrow.count("face: (") == 1
    assert narrow.count("remark(") == 1, "one frame holds the words of both"
    assert wide.count("face: (") == wide.count("remark(") == 2
    for made in (narrow, wide):
        assert '"Nom"' in made
        assert '"Nazwa"' in made


def test_what_stands_twice_on_a_wide_page_stands_once_on_a_narrow_one() -> None:
    """Tables and scenes whose words alone differ; a colour's chip has its letter in each language, and stands twice."""
    drawn = book()
    wide, narrow = (
        [part for part in parts_of(drawn.book_on(sheets["a4"])) if isinstance(part, Twins)]
        for sheets in (rulebook.PAGES, rulebook.HALVES)
    )
    kinds = [Counter(kind_of(twins.first) for twins in each) for each in (wide, narrow)]
    assert kinds[0] - kinds[1] == Counter({"Table": 1, "Way": 1, "Grid": 1})
    assert kinds[1]["Titled"] == 1
    (box,) = [
        it
        for it in parts_of(drawn.book_on(rulebook.HALVES["a4"]))
        if isinstance(it, Table) and it.numbered and not it.head
    ]
    assert [said(row[0]) for row in box.rows] == [said(row[0]) for row in own_box("fr").rows]
    for row, *each in zip(box.rows, own_box("fr").rows, own_box("pl").rows, strict=True):
        assert said(row[1]) == "\n".join(said(one[1]) for one in each)


def test_what_stands_at_the_pictures_of_an_entry_is_in_both_languages_on_a_narrow_page() -> None:
    """The face stands once there, and with it what is said of its copies, and what ships on its way are called."""
    first, second = (
        Entry(Words("x"), Words("x"), note=Words(note), blocks=(Way((Stop("ship", Words(ship)),), (), ship),))
        for note, ship in (("4 in the box", "Viper"), ("u korobci: 4", "Vipera"))
    )
    drawn = book().book_on(rulebook.PAGES["a4"])
    section = replace(drawn.sections[0], blocks=(Twins(first, second),))
    ((made,),) = (each.blocks for each in narrowed(replace(drawn, sections=(section,))).sections)
    assert isinstance(made, Twins)
    assert isinstance(made.first, Entry)
    assert said(made.first.note) == "4 in the box\nu korobci: 4"
    (way,) = made.first.blocks
    assert isinstance(way, Way)
    assert [said(stop.label) for stop in way.stops] == ["Viper\nVipera"]


def test_what_an_entry_of_both_shows_is_in_both_and_in_each_half_of_a_page_in_one() -> None:
    """On a page of one column a card, and the letter of the ship that it leads to, stand once for both languages."""
    made = rulebook.Rulebook(with_pairs(load_pack("santy_anno").checked(), ("fr+uk",)), "fr+uk")
    frames = made.drawn().frames

    def signs(entry: object) -> set[str]:
        """Capitals that stand alone on the card, and on the ships of its example."""
        assert isinstance(entry, Entry)
        assert entry.face
        stops = [it.picture or "" for way in parts_of(entry.blocks) if isinstance(way, Way) for it in way.stops]
        texts = [run.text for name in (entry.face.name, *stops) for run in letters(frames[name])]
        return {text for text in texts if re.fullmatch(r"[^\W\d](/[^\W\d])?", text) and text.isupper()}

    def shown(page: SheetPage, card: str) -> list[set[str]]:
        pairs = [it for it in parts_of(made.book_on(page)) if isinstance(it, Twins) and isinstance(it.first, Entry)]
        return [signs(each) for it in pairs if it.first.about == card for each in (it.first, it.second)]

    half, whole = rulebook.HALVES["a4"], rulebook.PAGES["a4"]
    assert shown(half, "colour-yellow")[0] == {"J/Ж"}
    assert shown(whole, "colour-yellow") == [{"J"}, {"Ж"}]
    assert shown(half, "name")[0] == {*"PПRРSСVВ", "S/С"}
    assert shown(whole, "name") == [{*"PRSV"}, {*"ПРСВ"}]


def kind_of(block: object) -> str:
    return type(block.shown if isinstance(block, Either) else block).__name__


def own_box(code: str) -> Table:
    own = rulebook.Rulebook(pack(), code).drawn().book.sections[1].blocks
    return next(it for it in own if isinstance(it, Table))


def test_a_list_stands_item_beside_item_and_a_summary_is_a_page_of_each() -> None:
    pdf, heads = (
        pypdfium2.PdfDocument(rulebook.Rulebook(pack(), PAIR).pdf()),
        ("Tout sur une page", "Wszystko na jednej"),
    )
    pages = [page.get_textpage().get_text_bounded() for page in pdf]
    pdf.close()
    assert [[head in page for head in heads] for page in pages[-2:]] == [[True, False], [False, True]]
    assert not any(head in page for page in pages[:-2] for head in heads)
    setup = next(page for page in pages if "Les chaises." in page)
    assert setup.index("Les chaises.") < setup.index("Krzesła.") < setup.index("Les bateaux.") < setup.index("Statki.")


def test_the_list_of_sections_and_names_upon_a_picture_are_in_both() -> None:
    page = rulebook.Rulebook(pack(), PAIR).html()
    nav = page[page.index("<nav") : page.index("</nav>")]
    assert nav.count('class="twin" lang="pl"') == nav.count("<li>") == len(composed("fr").sections)
    assert re.search(r"Le\sCerveau(</\w+>)*<br>(<[^>]+>)*Mózg", page), "each on a line of its own"


def test_names_upon_a_picture_are_all_set_in_one_way() -> None:
    """Each language has a line of its own, whoever sits there: at the table's ends two names would lie over its rim."""
    loaded = with_pairs(load_pack("santy_anno").checked(), ("en+uk",))
    book = rulebook.Rulebook(loaded, "en+uk").drawn().book
    figure = next(it for it in parts_of(book) if isinstance(it, Figure) and len(it.labels) == 8)
    assert {len(label.lines) for label in figure.labels} == {2, 4}
    assert not [line for label in figure.labels for line in label.lines if "·" in said(line)]


# -- Sandokan ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("codes", ["fr+pl", "pl+en", "en+fr"])
def test_sandokan_s_events_and_its_board_have_room_for_both_languages(codes: str) -> None:
    """Whoever reads the second language alone plays by the same card."""
    loaded = with_pairs(load_pack("sandokan").checked(), (codes,))
    made = Faces(loaded, loaded.locales[codes])
    shown = {frame.key: letters(frame) for frame in all_frames(made, ("event-card:*", "board:*"))}
    assert [found.message for found in made.report] == []
    board = bare("".join(each.text for each in shown["board:board"]))
    for code in codes.split("+"):
        say = loaded.locales[code].plain
        for item in loaded.collections["events"]:
            card = bare("".join(each.text for each in shown[f"event-card:{item['id']}"]))
            assert bare(say(f"event.{item['id']}.line")) in card
            assert bare(say(f"event.{item['kind']}")) in card
        for name in (*(f"port.{item['id']}" for item in loaded.collections["ports"]), "island.storm"):
            assert bare(say(name)) in board


def test_a_figure_that_stands_once_in_a_rulebook_speaks_both_languages() -> None:
    loaded = with_pairs(load_pack("sandokan").checked(), (PAIR,))
    drawn = rulebook.Rulebook(loaded, PAIR).drawn()
    wide = [part for part in parts_of(drawn.book) if isinstance(part, Wide)]
    (figure,) = [part.block for part in wide if isinstance(part.block, Figure)]
    assert figure.picture is not None
    shown = bare("".join(each.text for each in letters(drawn.frames[figure.picture.name])))
    for code in PAIR.split("+"):
        assert bare(loaded.locales[code].plain("island.storm")) in shown
        assert loaded.locales[code].plain("board.alt", columns=19, rows=14, ports=6, islands=3) in figure.picture.alt


def test_pages_to_write_upon_have_a_title_in_both_languages() -> None:
    loaded = with_pairs(load_pack("sandokan").checked(), (PAIR,))
    pages = [str(page) for page in rulebook.Rulebook(loaded, PAIR).spare_pages(3)]
    assert len(pages) == 3
    for page, name in zip(pages, ("scores", "notes", "notes"), strict=True):
        titles = {loaded.locales[code].plain(f"booklet.{name}") for code in PAIR.split("+")}
        assert all(f'"{title}"' in page for title in titles), page
    sums = {loaded.locales[code].plain("booklet.sums") for code in PAIR.split("+")}
    assert all(f'"{word}"' in pages[0] for word in sums)
    assert "count: 6," in pages[0]


def test_a_box_beside_the_rules_stands_once_on_a_narrow_page() -> None:
    boxes = [Paragraph(Words(text), "aside") for text in ("**Pr\u00eats ?** Partez.", "**Gotowi?** Ruszajcie.")]
    narrow, wide = (Writer(("fr", "pl"), columns).block(Twins(*boxes)) for columns in (1, 2))
    assert narrow.startswith("aside-of-both(")
    assert wide.count('paragraphs.at("aside")') == 2


def test_the_second_language_of_a_title_is_brown_with_the_dot_before_it() -> None:
    title = both(Words("L'\u00e9quipage"), Words("Za\u0142oga"), BESIDE, "pl")
    assert "text(fill: wood, " in Writer(("fr", "pl"), 2).inline(title)


def test_no_line_of_a_title_begins_with_the_dot_between_two_languages() -> None:
    """Where a pair of titles is broken, the dot ends the first line."""
    loaded = with_pairs(load_pack("sandokan").checked(), (PAIR,))
    book = rulebook.Rulebook(loaded, PAIR)
    for made in (book.pdf("a4"), book.set_on(rulebook.HALVES["a4"], whole=4)):
        with pypdfium2.PdfDocument(made) as pdf:
            lines = [line.strip() for page in pdf for line in page.get_textpage().get_text_bounded().splitlines()]
        assert any("·" in line for line in lines)
        assert [line for line in lines if line.startswith("·")] == []


@pytest.mark.usefixtures("kept")
def test_a_pair_can_be_checked(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", "sandokan", "--lang", PAIR, "--strict"])
    assert result.exit_code == 0, result.output
    result = CliRunner().invoke(main, ["check", "sandokan", "--lang", "fr+xx", "--strict"])
    assert "no language `xx`, which `fr+xx` asks for" in result.output


def test_what_is_said_once_stands_in_a_pair_as_in_one_language() -> None:
    loaded = with_pairs(load_pack("sandokan").checked(), (PAIR,))
    marks: list[list[tuple[str, float, float, float]]] = []
    for code in ("fr", PAIR):
        (board,) = all_frames(Faces(loaded, loaded.locales[code]), ("board:*",))
        marks.append([(each.text, each.x, each.y, each.size) for each in letters(board) if len(each.text) < 3])
    assert marks[0] == marks[1]


# -- a deck of one's own -------------------------------------------------------------------------------------


def test_a_deck_that_begins_with_the_starter_can_be_printed_in_a_pair(tmp_path: Path) -> None:
    """Its ornament is the first letter of a card's name: in each language its own, and once where they agree."""
    root = tmp_path / "mine"
    assert CliRunner().invoke(main, ["new", str(root), "--game", "deck"]).exit_code == 0
    (root / "rulebook.md").unlink()
    words = (root / "locale/en.yaml").read_text(encoding="utf-8")
    texts = words.replace("language: en", "language: fr").replace("name: English", "name: Français")
    (root / "locale/fr.yaml").write_text(texts, encoding="utf-8")
    head = (root / "pack.yaml").read_text(encoding="utf-8")
    (root / "pack.yaml").write_text(head.replace("languages: [en]", "languages: [en, fr]"), encoding="utf-8")
    rows = ["name@en,name@fr,kind,colour,cost,text@en,text@fr,picture,copies"]
    rows += ["Owl,Hibou,Bird,sea,1,It sees.,Il voit.,,1", "Heron,Héron,Bird,reef,2,It waits.,Il attend.,,1"]
    (root / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    loaded = with_pairs(load_pack(str(root)).checked(), ("en+fr",))
    made = Faces(loaded, loaded.locales["en+fr"])
    owl, heron = all_frames(made, ("card:*",))
    assert [found.message for found in made.report] == []
    initials = [[each.text for each in letters(frame) if each.text in "OH"] for frame in (owl, heron)]
    assert initials == [["O", "H"], ["H"]]


def test_names_in_two_languages_have_lines_of_their_own_where_there_is_little_room() -> None:
    """On the drawing of a table, and below portraits; what both say alike stands there once."""
    pack = load_pack("santy_anno")
    book = paired(*(rulebook.Rulebook(pack, code).drawn().book for code in ("uk", "de")))
    parts = [*parts_of(book)]
    labels = [[said(line) for line in it.lines] for it in parts if isinstance(it, Label)]
    assert labels[0] == ["6 Парадиз", "Paradise", "Ель Бельго", "El Belgo"]
    assert "Ель Бельго\nEl Belgo" in [said(it.title) for it in parts if isinstance(it, Cell)]
