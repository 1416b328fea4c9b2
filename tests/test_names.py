"""Names of ships in a language of other letters: wherever one stands, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from santy_print.diag import Report
from santy_print.documents.compose import compose
from santy_print.documents.pictures import Pictures
from santy_print.faces import Faces
from santy_print.faces.frames import Letters, walk
from santy_print.faces.typeset import FontBook
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.play_page import play_page
from santy_print.games.santy_anno.typed import ship_typed
from santy_print.i18n import with_pairs
from santy_print.i18n.catalogue import catalogue
from santy_print.named import in_words_of
from santy_print.pack import Pack, load_pack
from santy_print.starter import new_set

PAIR = "pl+uk"


@cache
def pack() -> Pack:
    return with_pairs(load_pack("santy_anno", only=("fr", "pl", "uk")).checked(), (PAIR, "uk+fr"))


def variant(folder: Path, files: Mapping[str, str]) -> Path:
    """A pack that extends the bundled one, with these files."""
    for name, text in {"pack.yaml": "extends: santy_anno\nid: other\nversion: 1\n", **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def on_face(layout: str, collection: str, ident: str, language: str) -> str:
    """What stands on a face, in the order of its texts."""
    faces = Faces(pack(), pack().locales[language])
    item = next(item for item in pack().collections[collection] if item["id"] == ident)
    frame = faces.frame(layout, item)
    assert not list(faces.report), list(faces.report)
    return " ".join(
        letters.text.replace("\u00a0", " ") for letters in walk(frame.items) if isinstance(letters, Letters)
    )


def test_names_and_letters_are_a_languages_on_every_face() -> None:
    assert "Віпера" in on_face("ship", "ships", "viper", "uk")
    assert "Viper" in on_face("ship", "ships", "viper", "fr")
    struck = {*on_face("card-name", "boarding", "name-v", "uk").split()}
    assert struck >= {*"ПРСВ"}
    assert not struck & {*"PRSV"}
    assert "П Р С В" in on_face("harbour", "one", "one", "uk")


def test_two_languages_show_both_names_where_they_differ() -> None:
    tile, card = on_face("ship", "ships", "viper", PAIR), on_face("card-name", "boarding", "name-v", PAIR)
    assert {"Viper", "Віпера", "V", "В"} <= {*tile.split()}
    card = " ".join(card.split())
    for words in ("P П R Р S С V/В", "byle nie na V Назва", "але не на В"):  # each sentence in its own letters
        assert words in card, words


def test_a_word_of_two_languages_is_in_the_title_font_of_its_own_wherever_it_stands() -> None:
    book = FontBook(pack(), "uk+fr")
    fonts = book.of_run("title", False)
    drawn = [book.of_word(word, fonts, "title")[0].path.stem for word in ("ЛІТЕРИ", "Lettres", "·")]
    assert drawn == [book["title"].path.stem, FontBook(pack(), "fr")["title"].path.stem, book["title"].path.stem]
    assert len({*drawn}) == 2


def test_documents_and_terminal_speak_of_ships_as_the_language_does() -> None:
    locale = pack().locales["uk"]
    book = str(compose(pack(), "uk", Pictures(pack(), locale), Report()))
    page = play_page(pack()).words(locale)
    for said in (Sheet(pack(), "uk", data=find_answers(pack())).text(), book, str(page)):
        assert "Вагаб" in said
        assert "Vagab" not in said
    assert page["why"]["name"][6] == locale.plain("page.why.name", letter="В")
    words = Words(pack(), locale)
    assert ship_typed(words, "віпера") == ship_typed(words, "viper") == (6, "")
    assert find_answers(pack())["ships"][6]["name"] == "Viper"  # programs read the pack's own


def test_a_cover_shows_the_ship_that_the_game_is_called_after_whatever_its_name_is_here() -> None:
    pictures = Pictures(pack(), pack().locales["uk"], Faces(pack(), pack().locales["uk"]))
    picture = compose(pack(), "uk", pictures, Report()).cover.picture
    assert picture is not None
    assert (picture.name, picture.alt) == ("figure-vessel-santy-anno", "Санті Анно")


def test_a_copy_of_a_pack_has_what_was_changed_in_it_in_every_language() -> None:
    assert in_words_of(pack(), pack().locales["uk"]).head.version == pack().head.version
    copy = replace(pack(), head=pack().head.model_copy(update={"version": "2"}))
    assert {in_words_of(copy, copy.locales[code]).head.version for code in ("fr", "uk")} == {"2"}


def test_records_are_of_the_same_set_in_every_language() -> None:
    view = in_words_of(pack(), pack().locales["uk"])
    assert view.compiled.fingerprint == pack().compiled.fingerprint
    assert in_words_of(view, pack().locales["fr"]).compiled.fleet.letters == ("P", "R", "S", "V")


def test_names_that_part_two_ships_of_one_letter_are_refused_at_their_place(tmp_path: Path) -> None:
    folder = variant(tmp_path, {"locale/uk.yaml": "texts:\n  ship.viper: Гадюка\n"})
    faults = [item for item in load_pack(folder, only=("uk",)).report.errors if item.code == "locale-name"]
    assert [(fault.span.line, fault.span.col) for fault in faults if fault.span] == [(2, 15)]
    assert "Гадюка begins with Г" in faults[0].message


def test_a_ship_that_was_renamed_since_takes_the_packs_names_back(tmp_path: Path) -> None:
    """It is told where the pack lists the language, or has words for it: nobody else asked for that language."""
    head, ships = "extends: santy_anno\nid: other\nversion: 1\n", "ships:\n  viper: {name: Vulture}\n"
    for name, files, told in (
        ("silent", {}, []),
        ("listed", {"pack.yaml": f"{head}languages: [en, uk]\n"}, [("notice", "locale-name")]),
        ("spoken", {"locale/uk.yaml": "texts:\n  pirate.belgo: Бельгієць\n"}, [("notice", "locale-name")]),
    ):
        (tmp_path / name).mkdir()
        newer = load_pack(variant(tmp_path / name, {"ships.yaml": ships, **files}), only=("uk",))
        assert [(item.severity, item.code) for item in newer.report] == told, name
        assert newer.locales["uk"].plain("play.ship", who="sahara") == "Sahara"


def test_a_name_may_be_left_out_where_the_script_is_the_same() -> None:
    row = next(row for row in catalogue(pack(), "fr", Report()).rows if row.key == "ship.viper")
    assert (row.stands, row.text, bool(row.note)) == (True, "Viper", True)


def test_ships_that_a_variant_writes_anew_under_their_names_keep_those_of_each_language(tmp_path: Path) -> None:
    """A set of six has six of the eight ships, all of them written out; what is left out is no fault of its own."""
    new_set(tmp_path / "own", "santy_anno", {"ships": 6}, 1)
    (tmp_path / "above").mkdir()
    above = variant(tmp_path / "above", {"pack.yaml": "extends: ../own\nid: above\nversion: 1\nlanguages: [en, uk]\n"})
    (above / "ships.yaml").write_bytes((tmp_path / "own" / "ships.yaml").read_bytes())
    for root in (tmp_path / "own", above):
        newer = load_pack(root, only=("uk",))
        assert [item.short() for item in newer.report] == []
        ships = in_words_of(newer, newer.locales["uk"]).compiled.fleet.ships
        assert len(ships) == 6
        assert {ship.name[0] for ship in ships} <= {*"ПРСВ"}
