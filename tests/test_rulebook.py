"""Rulebooks: every rule told in every language, every example as a second reading has it, no word ever code."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml
from click.testing import CliRunner, Result

from santy_print.cli import main
from santy_print.columns import width
from santy_print.diag import PackError, Report
from santy_print.documents import blocks as b
from santy_print.documents import html as page_writer
from santy_print.documents import rulebook
from santy_print.documents import text as plain_text
from santy_print.documents.blocks import Book, Words, parts_of
from santy_print.documents.blocks import plain as said
from santy_print.documents.compose import compose
from santy_print.documents.pictures import Pictures
from santy_print.documents.skeleton import FigureEntry, TableEntry, asked_for, load_skeleton
from santy_print.documents.typst import compile_typst, page_count, runs_to_typst, typst_data, typst_string
from santy_print.documents.words import Foreign, held, paired
from santy_print.faces import Shape, walk
from santy_print.faces.frames import words as drawn_words
from santy_print.folders import data_folder
from santy_print.games.santy_anno.kinds import KINDS
from santy_print.games.santy_anno.manual import SantyManual
from santy_print.games.santy_anno.seats import along_rim
from santy_print.games.santy_anno.skeleton import CardEntry, PirateSkeleton
from santy_print.named import in_words_of
from santy_print.pack import Pack, load_pack
from tests.packs import BUNDLED, COPIED, LANGUAGES, copy_pack, facts_told, few_languages
from tests.test_only_what_is_there import HELM, bare
from tests.test_rulebook_sets import pack_of, with_numbers, with_odd_numbers
from tests.thinned import spoken, thinned

FACTS = (
    *(f"M{n}" for n in range(1, 7)),
    *(f"S{n}" for n in range(1, 9)),
    *(f"C{n}" for n in range(1, 10)),
    *(f"E{n}" for n in range(1, 5)),
    *(f"G{n}" for n in range(1, 13)),
    *(f"T{n}" for n in range(1, 11)),
    "credits",
)


@cache
def bundled() -> Pack:
    return load_pack("santy_anno").checked()


@cache
def pdf(language: str, paper: str = "a4") -> bytes:
    return rulebook.Rulebook(bundled(), language).pdf(paper)


@cache
def text(language: str) -> str:
    return rulebook.Rulebook(bundled(), language).text()


def flat(words: str) -> str:
    return re.sub(r"\s+", " ", words)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["rulebook", *args])


# -- the rules, all of them -----------------------------------------------------------------------------------


def test_every_fact_has_its_key() -> None:
    assert facts_told(load_skeleton(bundled())) == set(FACTS)
    for language in LANGUAGES:
        missing = [key for key, _ in asked_for(load_skeleton(bundled())) if not bundled().locales[language].has(key)]
        assert missing == []


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_nothing_is_left_out_of_the_bundled_set(language: str) -> None:
    report = Report()
    rulebook.Rulebook(bundled(), language, report).text()
    assert list(report) == []


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_every_word_of_a_rulebook_is_used(language: str, tmp_path: Path) -> None:
    """No text of the locale's `rulebook` waits for a place that does not exist: in this set, or in one with less."""
    locale = bundled().locales[language]
    heard: set[str] = set()
    markup, plain = type(locale).markup, type(locale).plain

    class Listening:
        def __getattr__(self, name: str) -> Any:
            return getattr(locale, name)

        def markup(self, key: str, **values: Any) -> str:
            heard.add(key)
            return markup(locale, key, **values)

        def plain(self, key: str, **values: Any) -> str:
            heard.add(key)
            return plain(locale, key, **values)

    alone = {("element", True): "basic", ("name", True): "basic", ("coco", False): "basic"}
    decks = {each: frozenset({level}) for each, level in alone.items()}
    least = {("element", False): frozenset({"basic"})}
    few = with_numbers(
        with_odd_numbers(pack_of(least, frozenset({"rum"}))),
        rounds=(5,),
        laps=(),
        loot=(5,),
        coins={"5": 1},
        players=bundled().compiled.numbers.players.model_copy(update={"least": 4, "most": 4}),
    )
    mates = bundled().compiled.numbers.mates.model_copy(update={"players": 3})
    much = with_numbers(bundled(), loot=(5, 4, 3, 2, 1, 1, 1, 1), mates=mates)
    less = pack_of(decks, frozenset({"rum"})), pack_of(least, frozenset()), bare(tmp_path, HELM), few, much
    for pack in (bundled(), *less):
        followed = replace(pack, locales={**pack.locales, language: Listening()})  # type: ignore[dict-item]
        rulebook.Rulebook(followed, language).text()
    assert {key for key in locale.templates if key.startswith("rulebook.")} <= heard


# -- the examples ---------------------------------------------------------------------------------------------


@cache
def ships() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((BUNDLED / "ships.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)["ships"]
    return found


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_examples_of_the_rules_stand_in_the_book(language: str) -> None:
    """The required examples, by the ships they name: from, to, or stays."""
    pairs = {}
    here = in_words_of(bundled(), bundled().locales[language]).collections["ships"]
    called = {ship["name"]: ships()[ship["id"]]["name"] for ship in here}
    for entry in cards_of(composed(language)):
        stops = way_of(entry)
        for name in stops:
            assert name in said(example_of(entry))
        stops = [called[name] for name in stops]
        pairs[entry.about] = (stops[0] if len(stops) > 2 else None, *stops[-2:])
    assert pairs["element-hull"] == (None, "Sahara", "Viper")
    assert pairs["element-hull-yellow"][0] in {s["name"] for s in ships().values() if s["colours"]["hull"] == "yellow"}
    assert pairs["colour-yellow"] == (None, "Paradise", "Royal")
    assert pairs["name-p"] == ("Profundis", "Royal", "Revenge")
    assert pairs["number-3"] == (None, "Profundis", "Revenge")
    assert pairs["double-nest-hull"] == (None, "Paradise", "Viper")
    assert pairs["coco"] == (None, "Viper", "Santy Anno")
    skeleton = load_skeleton(bundled())
    assert isinstance(skeleton, PirateSkeleton)
    seats = skeleton.seats or tuple(ships())
    after = seats[(seats.index("sahara") + 3) % len(seats)]
    assert pairs["helm-clockwise-3"] == (None, "Sahara", ships()[after]["name"])


def test_a_helm_s_figure_counts_the_seats_along_its_way() -> None:
    drawn = rulebook.Rulebook(bundled(), "en").drawn()
    whole = [part.whole for part in parts_of(drawn.book) if isinstance(part, b.Way) and part.whole]
    assert [drawn_words(drawn.frames[name]).split() for name in whole] == [["1", "2", "3"]]
    far, near = (along_rim(4, clockwise) for clockwise in (True, False))
    assert [x for x, _ in far.seats] == sorted(x for x, _ in far.seats)
    assert all(chair < ship for (_, chair), (_, ship) in zip(far.seats, far.ships, strict=True)), "behind the rim"
    assert all(chair > ship for (_, chair), (_, ship) in zip(near.seats, near.ships, strict=True))


def composed(language: str, pack: Pack | None = None, report: Report | None = None) -> Book:
    pack = pack or bundled()
    pictures = Pictures(pack, pack.locales[language])
    return compose(pack, language, pictures, Report() if report is None else report)


def cards_of(book: Book) -> list[b.Entry]:
    """The entries of cards, whose faces are larger than those of events."""
    return [part for part in parts_of(book) if isinstance(part, b.Entry) and part.width > 22]


def test_below_its_face_each_card_and_event_says_how_many_there_are() -> None:
    notes = [said(part.note) for part in parts_of(composed("en")) if isinstance(part, b.Entry)]
    counted = [int(note.removesuffix(" in the box")) for note in notes]
    assert sum(counted) == sum(each.copies for each in (*bundled().compiled.cards, *bundled().compiled.events))


def way_of(entry: b.Entry) -> list[str]:
    """The ships of an example."""
    way = next(part for part in parts_of(entry.blocks) if isinstance(part, b.Way))
    return [said(stop.label) for stop in way.stops]


def example_of(entry: b.Entry) -> b.Inline:
    return next(part.text for part in parts_of(entry.foot) if isinstance(part, b.Remark))


def test_the_worked_row_ends_where_a_second_reading_ends() -> None:
    trail = next(part for part in parts_of(composed("en")) if isinstance(part, b.Way) and part.look == "page")
    at = [said(stop.label) for stop in trail.stops]
    by_name = {ship["name"]: ship for ship in ships().values()}
    assert by_name[at[0]]["colours"]["hull"] == by_name[at[1]]["colours"]["hull"]
    assert int(by_name[at[2]]["number"]) - int(by_name[at[1]]["number"]) in (3, -5)
    yellow = [next(e for e, c in by_name[name]["colours"].items() if c == "yellow") for name in at[2:4]]
    assert yellow[0] == yellow[1]
    assert at[3][0] == at[4][0] != "P"
    assert by_name[at[4]]["colours"]["sails"] == by_name[at[5]]["colours"]["sails"]
    assert len(set(at)) == len(at)


def test_every_kind_of_card_is_told() -> None:
    entries = [e for s in load_skeleton(bundled()).sections for e in s.blocks]
    assert {e.card for e in entries if isinstance(e, CardEntry)} == set(KINDS)
    tables = {e.name for e in entries if isinstance(e, TableEntry)}
    figures = {e.name for e in entries if isinstance(e, FigureEntry)}
    assert tables == set(SantyManual.tables)
    assert figures == set(SantyManual.figures)


# -- variants -------------------------------------------------------------------------------------------------


def swapped(folder: Path) -> Pack:
    """A variant: Viper is called Valkyrie, and whatever was red is green, and the other way round."""
    root = copy_pack(folder)
    file = root / "ships.yaml"
    text = file.read_text(encoding="utf-8").replace("name: Viper", "name: Valkyrie")
    file.write_text(recoloured(text), encoding="utf-8")
    return load_pack(root).checked()


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


TURN = {"red": "green", "green": "red"}


def recoloured(text: str) -> str:
    """Red for green and green for red: a set again."""
    return re.sub(r"\b(red|green)\b", lambda match: TURN[match[1]], text)


@pytest.mark.parametrize("language", spoken(COPIED))
def test_a_variant_tells_its_own_ships(language: str, tmp_path: Path) -> None:
    """Another name and other colours in ships.yaml: sentences and figures follow, and nothing else does."""
    pack = swapped(tmp_path)
    locale = pack.locales[language]
    before, after = (composed(language, each) for each in (bundled(), pack))
    assert "Viper" not in rulebook.Rulebook(pack, language).text()
    changed = 0
    for old, new in zip(cards_of(before), cards_of(after), strict=True):
        assert old.text == new.text
        words, were = said(example_of(new)), said(example_of(old))
        changed += words != were
        if new.about == "element-hull":
            assert "Valkyrie" in words
            green = set(locale.file.lexicon.adjectives["green"].forms.values())
            assert green & words_of(words) - words_of(were), (green, words)
    assert changed >= 3
    fleet = next(part for part in parts_of(after) if isinstance(part, b.Table) and part.small)
    viper = next(row for row in fleet.rows if "Valkyrie" in said(row[1]))
    own = [TURN.get(colour, colour) for colour in ships()["viper"]["colours"].values()]
    assert [cell.word for cell in viper if isinstance(cell, b.Sign)] == [
        locale.alone(element, colour) for element, colour in zip(ships()["viper"]["colours"], own, strict=True)
    ]


def test_the_words_and_pictures_of_a_variant_go_together(tmp_path: Path) -> None:
    pack = swapped(tmp_path)
    words = flat(rulebook.Rulebook(pack, "en").text())
    assert "Sahara has a green hull. The other ship with a green hull is Valkyrie." in words
    frames = rulebook.Rulebook(pack, "en").drawn().frames
    paints = {shape.fill for shape in walk(frames["figure-ship-sahara-hull"].items) if isinstance(shape, Shape)}
    assert pack.head.palette["green"].hex in paints
    assert pack.head.palette["red"].hex not in paints


def test_one_ship_alone_recoloured_is_an_error_at_its_line(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    file = root / "ships.yaml"
    text = file.read_text(encoding="utf-8")
    at = text.index("hull: red", text.index("viper:"))
    file.write_text(text[:at] + "hull: green" + text[at + 9 :], encoding="utf-8")
    report = load_pack(root).report
    assert not report.ok
    assert any(fault.span and fault.span.file.name.endswith(("ships.yaml", "cards.yaml")) for fault in report.errors)


def test_what_a_variant_lacks_is_left_out_and_reported(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    file = root / "cards.yaml"
    lines = [line for line in file.read_text(encoding="utf-8").split("\n") if "kind: double" not in line]
    file.write_text("\n".join(lines), encoding="utf-8")
    pack = load_pack(root)
    report = Report()
    book = composed("en", pack, report)
    kept = [entry.about for entry in cards_of(book)]
    assert "double-nest-hull" not in kept
    assert "coco" in kept
    assert [item.code for item in report] == ["rulebook-left-out"]
    assert "expert.double" in next(iter(report)).message


def test_without_laps_and_events_the_book_does_not_speak_of_them(tmp_path: Path) -> None:
    root = copy_pack(tmp_path, {"events.yaml": "events: {}\n"})
    head = root / "pack.yaml"
    head.write_text(re.sub(r"(?m)^laps: .*$", "laps: []", head.read_text(encoding="utf-8")), encoding="utf-8")
    pack = load_pack(root)
    words = rulebook.Rulebook(pack, "en").text()
    assert "lap of honour" not in words
    assert "Stormy weather" not in words


def test_a_pack_without_a_skeleton_takes_that_of_its_game(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    (root / "rulebook.yaml").unlink()
    assert rulebook.Rulebook(load_pack(root), "en").text() == text("en")


def test_a_wrong_skeleton_is_refused_at_its_line(tmp_path: Path) -> None:
    root = copy_pack(tmp_path, {"rulebook.yaml": "sections:\n  - id: story\n    blocks: [{kind: txt, say: lead}]\n"})
    with pytest.raises(PackError) as caught:
        load_skeleton(load_pack(root))
    fault = caught.value.report.errors[0]
    assert fault.span is not None
    assert fault.span.line == 3
    assert "text" in " ".join(fault.hints)


def checked(root: Path) -> dict[str, list[int]]:
    """What `santy check` finds in the rulebook: codes with their lines."""
    result = CliRunner().invoke(main, ["check", str(root), "--format", "json"])
    found: dict[str, list[int]] = {}
    for fault in json.loads(result.stdout):
        if str(fault["file"]).endswith("rulebook.yaml"):
            found.setdefault(fault["code"], []).append(fault["line"])
    return found


def test_check_reads_the_rulebook(tmp_path: Path) -> None:
    root = few_languages(copy_pack(tmp_path), ["en"])
    file = root / "rulebook.yaml"
    text = file.read_text(encoding="utf-8")
    wrong = {
        "say: bring, facts: [M4]": "say: bring, facts: [M9]",
        "name: anatomy": "name: anatomie",
        "card: coco, prefer": "card: cocoa, prefer",
        "say: tie, when: lesser": "say: ties, when: lesser",
        "when: laps": "when: lapse",
    }
    for old, new in wrong.items():
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    found = checked(root)
    lines = text.split("\n")
    names = [new for new in wrong.values() if "ties" not in new]
    want = [n for n, line in enumerate(lines, 1) if any(new in line for new in names)]
    assert sorted(set(found["rulebook-name"])) == want
    assert set(found["rulebook-words"]) == {n for n, line in enumerate(lines, 1) if "say: ties" in line}
    assert set(found) == {"rulebook-name", "rulebook-words"}


@pytest.mark.long
def test_check_says_what_the_rulebook_leaves_out(tmp_path: Path) -> None:
    root = few_languages(copy_pack(tmp_path), ["en"])
    assert checked(root) == {}
    file = root / "cards.yaml"
    lines = [line for line in file.read_text(encoding="utf-8").split("\n") if "kind: double" not in line]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert set(checked(root)) == {"rulebook-left-out"}


def test_an_example_that_cannot_be_made_is_dropped_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that moves everybody has no example of one who stays."""
    monkeypatch.setattr(SantyManual, "_start", lambda self, card, wanted, stays: None if stays else 0)
    report = Report()
    rulebook.Rulebook(bundled(), "en", report).text()
    messages = [fault.message for fault in report]
    assert len(messages) == 2
    assert all("example" in message for message in messages)


# -- words are data -------------------------------------------------------------------------------------------

NASTY = '#import "x": * $x$ {{ x }} {% x %} \\ " // /* #x [y] @z <l> `r` ~'


def test_a_text_is_a_literal_whatever_stands_in_it() -> None:
    assert typst_string(NASTY) in typst_data({"k": [NASTY, None, True, 2]})
    data = compile_typst(f"#{typst_data(NASTY)}")
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    assert flat(page.get_text_range()).strip() == NASTY


def test_light_markdown_is_bold_and_literal() -> None:
    held = 'text(hyphenate: false, "{}")'.format
    parts = held("a "), f"strong({held('b')})", held(" "), f"emph({held('c')})", held(" #d")
    assert typst_data(Words("a **b** *c* #d")) == f"({' + '.join(parts)})"


@pytest.mark.parametrize(
    ("text", "free"),
    [("immer", ""), ("regagnent", "agne"), ("l’équipage", "ipa"), ("nie byle", ""), ("do 12 miejsca", "js"), ("", "")],
)
def test_what_would_leave_a_stub_at_a_lines_end_is_held(text: str, free: str) -> None:
    assert "".join(part for part, _ in held(text)) == text
    assert "".join(part for part, whole in held(text) if not whole) == free
    assert page_writer.runs_to_html("<b>&") == "&lt;b&gt;&amp;"
    assert plain_text.fill(Words("**b**")) == "b"


def test_a_translation_full_of_code_is_printed_as_it_stands(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    file = root / "locale" / "en.yaml"
    words = file.read_text(encoding="utf-8")
    nasty = "#import $x$ {{ x }} \\\\\\\\ <b>"
    file.write_text(
        words.replace('tagline: "A race of quick wits and quicker legs"', f'tagline: "{nasty}"'),
        encoding="utf-8",
    )
    pack = load_pack(root).checked()
    assert "#import $x$ {{ x }} \\ <b>" in rulebook.Rulebook(pack, "en").text()
    first = pypdfium2.PdfDocument(rulebook.Rulebook(pack, "en").pdf())[0].get_textpage().get_text_range()
    assert "#import $x$ {{ x }} \\ <b>" in flat(first)


def test_files_of_a_document_have_plain_names() -> None:
    with pytest.raises(ValueError, match="plain name"):
        compile_typst("x", {"../x": b""})


# -- paper ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_every_topic_keeps_to_its_page(language: str, paper: str, size: tuple[int, int]) -> None:
    document = pypdfium2.PdfDocument(pdf(language, paper))
    assert len(document) == load_skeleton(bundled()).pages
    assert tuple(round(x) for x in document[0].get_size()) == size


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_pdf_says_what_it_is(language: str) -> None:
    document = pypdfium2.PdfDocument(pdf(language))
    meta = document.get_metadata_dict()
    assert meta["Title"].startswith("Santy Anno")
    assert meta["Author"] == "Alain Orban"
    titles = [mark.get_title() for mark in document.get_toc()]
    for section in composed(language).sections:
        assert said(section.title) in titles
    words = flat(" ".join(page.get_textpage().get_text_range() for page in document))
    for name in ("Alain Orban", "Repos Production", "2006"):
        assert name in words
    assert f"/Lang({language})".encode() in pdf(language)


Element = Any


def structure(data: bytes) -> tuple[Any, list[Element]]:
    """A PDF's catalogue and all elements of its structure."""
    document = pikepdf.open(BytesIO(data))
    found: list[Element] = []
    todo = [document.Root.StructTreeRoot.K]
    while todo:
        item = todo.pop()
        if isinstance(item, pikepdf.Array):
            todo += list(item)
        elif isinstance(item, pikepdf.Dictionary) and "/S" in item:
            found.append(item)
            todo += [item.K] if "/K" in item else []
    return document, found


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_pdf_is_accessible_and_for_archives(language: str) -> None:
    """What can be read of PDF/UA-1 and PDF/A-2a in the file; typst holds itself to the rest, no validator was asked."""
    document, elements = structure(pdf(language))
    root = document.Root
    assert str(root.Lang) == language
    assert bool(root.MarkInfo.Marked)
    assert "/Suspects" not in root.MarkInfo  # poppler takes it for a fault
    assert bool(root.ViewerPreferences.DisplayDocTitle)
    xmp = root.Metadata.read_bytes().decode("utf-8")
    assert re.search(r"pdfuaid:part[^0-9]*1", xmp)
    assert re.search(r"pdfaid:part[^0-9]*2", xmp)
    assert re.search(r"pdfaid:conformance[^A-Z]*A", xmp)
    assert "/Encrypt" not in document.trailer
    assert "/AF" not in root
    streams = b"".join(page.Contents.read_bytes() for page in document.pages)
    assert not re.search(rb"[\d.] (?:rg|RG|k|K)\s", streams)  # colours are of a known space, not of a device
    kinds = [str(element.S) for element in elements]
    figures = [element for element in elements if str(element.S) == "/Figure"]
    assert len(figures) >= 25
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures)
    for kind in ("/H1", "/H2", "/P", "/L", "/LI", "/Table", "/TR", "/TH", "/TD", "/Figure"):
        assert kind in kinds, kind
    assert all("/Tabs" in page and str(page.Tabs) == "/S" for page in document.pages)
    fonts = {str(f.objgen): f for p in document.pages for f in p.get("/Resources", {}).get("/Font", {}).values()}
    assert fonts
    assert all("/ToUnicode" in font for font in fonts.values())


@pytest.mark.parametrize(
    ("language", "foreign"),
    [("en", {"fr", "la"}), ("fr", {"en", "la"}), ("pl", {"en", "fr", "la"}), ("de", {"en", "fr", "la"})],
)
def test_names_are_said_in_their_own_language(language: str, foreign: set[str]) -> None:
    pages = pikepdf.open(BytesIO(pdf(language))).pages
    named = {found.decode() for p in pages for found in re.findall(rb"/Lang\s*\((\w+)\)", p.Contents.read_bytes())}
    assert named - {language} == foreign
    assert set(re.findall(r'<span lang="(\w+)" class="name">', page(language))) == foreign


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_a_hyphen_leaves_three_letters_on_either_side_and_parts_no_name(language: str) -> None:
    """A line's own hyphen is read as a soft one; a word with one of its own may break there."""
    pages = pypdfium2.PdfDocument(pdf(language))
    printed = "\n".join(each.get_textpage().get_text_range() for each in pages)
    broken = re.findall(r"([^\W\d_]+)[\ufffe\u00ad\x02]\s*([^\W\d_]+)", printed)
    stubs = [pair for pair in broken if min(map(len, pair)) < 3 and f"{pair[0]}-{pair[1]}" not in text(language)]
    assert stubs == []
    names = {ship.name for ship in bundled().compiled.ships} | {"Production"}
    assert not names & {"".join(pair) for pair in broken}


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_what_is_not_spread_out_parts_no_word_without_need(language: str) -> None:
    """The last page is all lists and short lines: none of them ends within a word."""
    printed = [*pypdfium2.PdfDocument(pdf(language))][-1].get_textpage().get_text_range()
    assert not re.findall(r"\w+[\ufffe\u00ad\x02]\s*\w+", printed)


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_no_word_is_parted_that_its_line_has_room_for(language: str) -> None:
    needless = []
    for page in pypdfium2.PdfDocument(pdf(language)):
        text, middle = page.get_textpage(), page.get_width() / 2
        chars = [(text.get_text_range(n, 1), text.get_charbox(n)) for n in range(text.count_chars())]
        for n, (char, box) in enumerate(chars):
            if char in "\ufffe\u00ad\x02":
                after = chars[n + 1 + (chars[n + 1][0] == "\r") + (chars[n + 2][0] == "\n") :]
                rest = list(takewhile(lambda it: it[0].isalpha(), after))
                edge = max(at[2] for shown, at in chars if shown.strip() and (at[2] < middle) == (box[2] < middle))
                if chars[n - 1][1][2] + rest[-1][1][2] - rest[0][1][0] <= edge:
                    needless.append("".join(shown for shown, _ in [*chars[n - 4 : n], *rest]))
    assert needless == []


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_facts_stand_in_one_line_each_where_there_is_room(language: str) -> None:
    first = pypdfium2.PdfDocument(pdf(language))[0].get_textpage().get_text_range().splitlines()
    facts = [flat(said(fact.text)) for fact in composed(language).cover.facts]
    assert facts
    for fact in facts:
        assert any(fact in flat(line) for line in first), fact


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_each_ship_has_all_that_is_on_it_in_one_line(language: str) -> None:
    """A table of many columns takes the type in which its cells have room, its heads measured as they are set."""
    (fleet,) = (it for it in parts_of(composed(language)) if isinstance(it, b.Table) and it.small)
    printed = pypdfium2.PdfDocument(pdf(language))[1].get_textpage().get_text_range()
    lines = [flat(line).rstrip() for line in printed.splitlines()]
    for *_, corner in fleet.rows:
        assert any(line.endswith(flat(said(corner))) for line in lines), corner


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("a number from 1 to 8", "a number from~1~to~8"),
        ("zählen von 5 bis 0 herunter, mit 3 oder 4\u00a0Karten", "zählen von 5~bis~0~herunter, mit 3~oder~4~Karten"),
        ("odliczają od 5 do 0. Wynik od 1 do 8", "odliczają od~5~do~0. Wynik od~1~do~8"),
        ("zawsze wszystkie 8, nawet", "zawsze wszystkie~8, nawet"),
        ("5, 4, 3, 2 und 1. Weiter", "5,~4, 3,~2~und~1. Weiter"),
        ("avec 5, 6, 7, 8 et\u00a09\u00a0cartes", "avec 5,~6, 7,~8~et~9 cartes"),
        ("vom Wert 4, 3, 2 und 1: 6, 5, 4, 3, 2 und 1", "vom Wert 4,~3,~2~und~1: 6,~5, 4, 3,~2~und~1"),
        ("w 3\u00a0i 4.", "w 3~i~4."),
        ("1 to 2 to 3", "1~to~2~to~3"),
        ("3.5 to 4, 2006 and 7, 8 cards and 9", "3.5 to 4, 2006 and 7, 8~cards and 9"),
        ("The 6 cards, a Wyspa Spokoju 16. Dalej", "The 6~cards, a Wyspa Spokoju~16. Dalej"),
        ("z 5 bierze 2, 4", "z 5~bierze 2, 4"),
        ("Il a vu. A volé. 3. Le Bosco", "Il a vu. A~volé. 3. Le Bosco"),
    ],
)
def test_numbers_stay_with_what_they_belong_to(words: str, kept: str) -> None:
    assert paired(words) == kept.replace("~", "\u00a0")
    assert page_writer.runs_to_html(words) == kept.replace("~", "\u00a0")
    kept_pairs = [part.replace("~", " ") for part in kept.split() if "~" in part]
    assert all(pair in plain_text.fill(words, columns=14) for pair in kept_pairs)


def test_foreign_phrases_are_whole_words() -> None:
    foreign = Foreign({"la": ["Profundis"], "en": ["Viper"]}, "en")
    assert foreign.split("De Profundis, Viper, Profundisa") == [
        ("De ", "", False),
        ("Profundis", "la", True),
        (", ", "", False),
        ("Viper", "", True),
        (", Profundisa", "", False),
    ]


def test_a_short_name_stays_in_one_line_and_so_does_what_leans_on_a_word() -> None:
    foreign = Foreign({}, names=["El Belgo", "Schiffsname mit durchgestrichenem Buchstaben"])
    assert "El\u00a0Belgo" in page_writer.runs_to_html("So El Belgo goes", foreign)
    assert 'box("obéissez-lui")' in runs_to_typst("et obéissez-lui vite")
    assert 'box("va-t-il")' in runs_to_typst("va-t-il")
    assert "box(" not in runs_to_typst("ein Print-and-Play-Set, Expertenspiel-Karten")
    assert "\u00a0" not in page_writer.runs_to_html("Schiffsname mit durchgestrichenem Buchstaben", foreign)


def test_the_same_pack_gives_the_same_bytes() -> None:
    again = rulebook.Rulebook(load_pack("santy_anno"), "fr").pdf()
    assert again == pdf("fr")
    assert b"/tmp" not in again


def test_no_fonts_but_our_own() -> None:
    names = set(re.findall(rb"/FontName\s*/[A-Z]{6}\+([A-Za-z0-9]+)", pdf("pl")))
    assert names
    assert all(name.startswith((b"SourceSerif4", b"SantyTitle", b"DejaVuSans")) for name in names)


# -- screen ---------------------------------------------------------------------------------------------------


@cache
def page(language: str) -> str:
    return rulebook.Rulebook(bundled(), language).html()


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_page_stands_alone_and_says_all(language: str) -> None:
    html = page(language)
    assert not re.search(r"<script|https?:|url\((?!data:|#)|src=\"|href=\"(?!#)|/\* fonts", html)
    plain = flat(re.sub(r"<[^>]*>", "", re.sub(r"<br[^>]*>", " ", html[html.index("<body") :])))
    for section in composed(language).sections:
        assert f'<section id="{section.id}">' in html
        for block in section.blocks:
            if isinstance(block, b.Paragraph | b.Entry):
                assert flat(said(block.text)).replace("&", "&amp;") in plain
    assert html == rulebook.Rulebook(load_pack("santy_anno"), language).html()


VOID = ("meta", "br", "link", "img", "input", "hr")
PHRASING = {"p", "h1", "h2", "h3", "span", "em", "strong", "a", "figcaption"}
BLOCKS = {"p", "div", "ul", "ol", "table", "figure", "section", "h1", "h2", "h3", "nav", "header", "main"}


class Nesting(HTMLParser):
    """What a page's elements stand in; a fault for each that may not stand there."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.uses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        parent = self.stack[-1] if self.stack else ""
        inside = set(self.stack)
        if tag in BLOCKS and inside & PHRASING:
            self.faults.append(f"<{tag}> in {self.stack}")
        if parent in ("ul", "ol") and tag != "li":
            self.faults.append(f"<{tag}> in <{parent}>")
        if tag == "li" and parent not in ("ul", "ol"):
            self.faults.append(f"<li> in <{parent}>")
        if tag == "style" and "body" in inside:
            self.faults.append("<style> in <body>")
        found = dict(attrs)
        self.ids += [str(found["id"])] if "id" in found else []
        target = str(found.get("href") or "")
        self.uses += [target[1:]] if target.startswith("#") else []
        self.uses += re.findall(r"url\(#([^)]*)\)", " ".join(str(value) for value in found.values()))
        told = found.get("aria-hidden") == "true" or (found.get("role") == "img" and found.get("aria-label"))
        if tag == "svg" and not told:
            self.faults.append(f"a picture says nothing: {found}")
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def faults_of(html: str) -> list[str]:
    """What is wrong with a page: its nesting, ids that stand twice, references that lead nowhere."""
    reader = Nesting()
    reader.feed(html)
    reader.close()
    twice = sorted(id for id, count in Counter(reader.ids).items() if count > 1)
    nowhere = sorted(set(reader.uses) - set(reader.ids))
    return [*reader.faults, *reader.stack, *(f"twice: {id}" for id in twice), *(f"nowhere: {id}" for id in nowhere)]


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_page_is_small_and_well_built(language: str) -> None:
    html = page(language)
    assert len(html.encode()) < 820_000
    assert faults_of(html) == []
    assert html.startswith("<!DOCTYPE html>")
    for section in composed(language).sections:
        assert f'<a href="#{section.id}">' in html
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


# -- plain text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_text_has_80_columns_and_underlined_headings(language: str) -> None:
    lines = text(language).split("\n")
    assert max(width(line) for line in lines) <= plain_text.COLUMNS
    assert not [line for line in lines if line != line.rstrip()]
    assert "**" not in text(language)
    for number, line in enumerate(lines):
        if line and set(line) in ({"="}, {"-"}):
            assert width(lines[number - 1]) == len(line)


@pytest.mark.parametrize("paper", thinned(["a4", "letter"]))
def test_the_command_writes_a_file_in_each_language(tmp_path: Path, paper: str) -> None:
    result = run("--out", str(tmp_path), "--paper", paper, "--lang", "pl")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path}/santy_anno/pl/rulebook.pdf\n"
    assert (tmp_path / "santy_anno" / "pl" / "rulebook.pdf").read_bytes() == pdf("pl", paper)


def test_the_command_prints_text() -> None:
    assert run("--format", "text").stdout == text("en")
    assert run("--format", "text", "--lang", "fr").stdout == text("fr")


def test_an_unknown_language_is_wrong_usage() -> None:
    result = run("--lang", "xx")
    assert result.exit_code == 2
    assert "known here: `en`, `fr`, `pl`, `de`" in result.stderr


def test_a_pack_with_errors_prints_no_rulebook(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    shutil.rmtree(root / "art")
    result = run(str(root), "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "art-missing" in result.stderr
    assert not (tmp_path / "out").exists()


def test_slim_cards_do_not_make_the_book_longer(tmp_path: Path) -> None:
    """A card of 70 x 120 mm is shown no higher than a poker card: its page is still one page."""
    components = (data_folder("content") / "santy_anno" / "components.yaml").read_text(encoding="utf-8")
    slim = components.replace('"card-{{ item.kind }}"', "slim").replace("layout: card-event", "layout: slim")
    assert slim.count("slim") == 2
    face = 'face: {width: 70, height: 120, alt: "{{ item.id }}"}\nitems: []\n'
    own = load_pack(copy_pack(tmp_path, {"components.yaml": slim, "faces/slim.yaml": face})).checked()
    book = rulebook.Rulebook(own, "en")
    assert page_count(book.pdf()) == book.drawn().book.pages
