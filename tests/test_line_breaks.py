"""Lines of scripts without blanks: they break where Unicode says, on cards as in rulebooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from santy_print.faces.hyphens import hyphenated
from santy_print.faces.room import fullness
from santy_print.faces.typeset import FontBook, Setting, Style, set_text
from santy_print.pack import load_pack
from santy_print.text import Run, parse_markup
from tests import fonts
from tests.test_hostile import overlay

HAN = "海盗们在夜里喝了太多的朗姆酒。谁的船？船长问道、（第3艘）「」乗っちょ"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    """The fonts of a pack whose text has Chinese and Japanese letters, each as wide as an H."""
    font = fonts.small()
    for table in font["cmap"].tables:
        table.cmap.update({ord(letter): "H" for letter in HAN if not letter.isascii()})
    head = "extends: santy_anno\nid: mine\nlanguages: [en]\nfonts: {text: Han, bold: Han}\n"
    root = overlay(tmp_path_factory.mktemp("han"), {"pack.yaml": head, "fonts/Han.ttf": fonts.bytes_of(font)})
    return FontBook(load_pack(root), "en")


def lines(made: Setting) -> list[str]:
    """The text of each line."""
    found: dict[float, str] = {}
    for piece in made.letters:
        found[piece.y] = found.get(piece.y, "") + piece.text
    return list(found.values())


def setting(text: str, width: float, book: FontBook, **style: Any) -> Setting:
    return set_text(parse_markup(text), (0, 0, width, 60), Style(size=10, least=10, **style), book, "#000000")


def test_chinese_breaks_between_letters_but_not_before_a_full_stop(book: FontBook) -> None:
    letter = book["text"].width("海", 10)
    made = setting("海盗们在夜里喝了太多的朗姆酒。谁的船？", 13.5 * letter, book)
    assert made.overflow == 0
    assert lines(made) == ["海盗们在夜里喝了太多的朗姆", "酒。谁的船？"]
    assert all(" " not in line for line in lines(made))


def test_an_opening_bracket_stays_with_what_follows_and_small_kana_with_what_is_before(book: FontBook) -> None:
    letter = book["text"].width("海", 10)
    assert lines(setting("船长问道、（第3艘）", 5.5 * letter, book))[0] == "船长问道、"
    assert lines(setting("船に乗っ".replace("に", "在"), 3.5 * letter, book)) == ["船在", "乗っ"]


def test_blanks_are_kept_where_there_are_some_and_lines_are_balanced(book: FontBook) -> None:
    letter = book["text"].width("海", 10)
    made = setting("海盗 Jack 在夜里", 40 * letter, book)
    assert lines(made) == ["海盗 Jack 在夜里"]
    one, two = lines(setting("海盗们在夜里喝了太多的朗姆", 12.5 * letter, book, align="center"))
    assert abs(len(one) - len(two)) <= 1


def test_how_full_a_box_is_counts_no_blanks_between_letters(book: FontBook) -> None:
    letter = book["text"].width("海", 10)
    runs, style = parse_markup("海盗们在夜里喝了太多"), Style(size=10, least=10, leading=1.0)
    height = 10 * 25.4 / 72 * 1.01
    assert fullness(runs, (0, 0, 20 * letter, height), style, book) == pytest.approx(0.5, abs=0.01)


def test_words_of_other_scripts_break_at_blanks_alone(book: FontBook) -> None:
    width = book["text"].width("captain", 10)
    assert setting("captain/captain-captain", width * 1.2, book).overflow > 0


SHY = "\u00ad"


@pytest.mark.parametrize("align", ["left", "center"])
def test_a_soft_hyphen_is_seen_where_a_line_ends_there_and_nowhere_else(align: str, book: FontBook) -> None:
    font, long = book["text"], f"Rind{SHY}fleisch{SHY}etiket{SHY}tierung"
    bare = long.replace(SHY, "")
    wide = font.width(bare, 10) + 0.01
    for text, room, wanted in (
        (long, wide, [bare]),
        (f"Rindfleischetiket{SHY}tierung", wide - 0.5, ["Rindfleischetiket-", "tierung"]),
        (f"**Rind**{SHY}fleisch", font.width("fleisch", 10) + 0.5, ["Rind-", "fleisch"]),
        (f"a {long}", wide, ["a", bare]),
        (f"a{SHY} {SHY}b{SHY}", wide, ["a b"]),
        (f"Rind{SHY}fleisch", font.width("fleisch", 10) - 0.5, ["Rind-", "fleisch"]),
    ):
        made = setting(text, room, book, align=align)
        assert lines(made) == wanted, text
        assert (made.overflow == 0) == (room > font.width("fleisch", 10))


def test_a_word_is_parted_only_where_that_saves_a_line(book: FontBook) -> None:
    font = book["text"]
    room = font.width("beim ersten Mal", 10)
    text = f"beim ersten Mal Deck{SHY}schrub{SHY}ber"
    assert lines(setting(text, room, book, align="center")) == ["beim ersten Mal", "Deckschrubber"]
    assert lines(setting(f"beim Deck{SHY}schrub{SHY}ber Mal", room, book)) == ["beim Deck-", "schrubber Mal"]
    runs, style = parse_markup(f"Deck{SHY}schrubber"), Style(size=10, least=10, leading=1.0)
    assert fullness(runs, (0, 0, font.width("schrubber", 10), 60), style, book) <= 1.0
    assert font.width("Deckschrubber", 10) > font.width("schrubber", 10)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("de", "Steuermannskajüte", "Steu-er-manns-ka-jüte"),
        ("de", "Deckschrubber NATO-Abend", "Deck-schrub-ber NATO-Abend"),
        ("en", "quartermaster, ropes", "quarter-mas-ter, ropes"),
        ("uk", "кораблів 1234567", "кора-б-лів 1234567"),
        ("pt-BR", "companheiros", "com-pa-nhei-ros"),
        ("hu", "asszonnyal hajókormány", "asszonnyal hajó-kor-mány"),  # where letters change no soft hyphen will do
        ("de", f"Zum\u2060Goldenen Deckschrub{SHY}ber", f"Zum\u2060Goldenen Deckschrub{SHY}ber"),
        ("he", "הקברניטים", "הקברניטים"),
        ("x-pirate", "Steuermannskajüte", "Steuermannskajüte"),
    ],
)
def test_words_are_parted_as_their_language_does(language: str, text: str, wanted: str) -> None:
    assert hyphenated(text, language).replace(SHY, "-") == wanted.replace(SHY, "-")


@pytest.mark.parametrize(("languages", "second"), [("en", False), ("fr+en", True)])
def test_a_style_has_words_parted_in_their_language(languages: str, second: bool) -> None:
    book = FontBook(load_pack("santy_anno"), languages)
    box = 0.0, 0.0, book["italic" if second else "text"].width("quarter-", 10) + 0.2, 60.0
    whole, runs = Style(size=10, least=10, leading=1.0), [Run("quartermaster", small=second)]
    assert set_text(runs, box, whole, book, "#000000").overflow > 0
    made = set_text(runs, box, replace(whole, hyphenate=True), book, "#000000")
    assert made.overflow == 0
    assert lines(made)[0] == "quarter-"
