"""Titles: letters that are the rule itself, letters that are told from others, figures of one family."""

from __future__ import annotations

import pytest

from santy_print.faces import Faces
from santy_print.faces.frames import Letters, walk
from santy_print.faces.typeset import bundled_fonts, ink_of, inks, opened_font
from santy_print.i18n.pseudo import with_pairs
from santy_print.pack import load_pack
from santy_print.parts import all_frames
from tests.packs import LANGUAGES

TITLE = bundled_fonts() / "SantyTitle-Regular.ttf"


def letters(language: str, pattern: str) -> list[list[Letters]]:
    pack = with_pairs(load_pack("santy_anno").checked(), (language,))
    frames = all_frames(Faces(pack, pack.locales[language], "low"), (pattern,))
    return [[it for it in walk(frame.items) if isinstance(it, Letters)] for frame in frames]


def test_the_v_of_titles_has_a_point_at_its_foot() -> None:
    font = opened_font(TITLE)
    names, glyphs = font.getBestCmap(), font["glyf"]
    feet = {}
    for char in "UV":
        points = glyphs[names[ord(char)]].getCoordinates(glyphs)[0]
        low = [x for x, y in points if y < 130]
        feet[char] = max(low) - min(low)
        assert ink_of(TITLE, font.getGlyphID(names[ord(char)])) is not None
    assert feet["V"] < 60 < 250 < feet["U"]


@pytest.mark.parametrize("language", [*LANGUAGES, "fr+pl", "en+uk"])
def test_a_letter_that_is_the_rule_stands_in_the_serif_of_the_pennants(language: str) -> None:
    cards = letters(language, "card-name:*-*")
    assert len(cards) == 4
    for each in cards:
        alone = [it for it in each if it.size <= 15 and len(it.text) == 1 and it.y < 20]
        assert len({it.text for it in alone if it.size > 10}) >= 1
        assert all(it.font.name == "SourceSerif4-Bold.ttf" for it in alone)


@pytest.mark.parametrize("language", ["pl", "uk", "uk+en", "en+uk"])
def test_figures_that_stand_alone_are_of_one_family_in_every_script(language: str) -> None:
    for pattern, count in (("card-number:*", 7), ("coin:*", 5), ("ship:*", 8), ("card-helm:*", 8)):
        cards = letters(language, pattern)
        assert len(cards) == count
        for each in cards:
            figures = [it for it in each if it.size > 20 and not any(char.isalpha() for char in it.text)]
            assert figures
            assert {it.font.name for it in figures} == {"SantyTitle-Regular.ttf"}


def test_a_figure_on_a_card_is_as_high_as_it_has_to_be_from_afar() -> None:
    high = []
    for it in (it for each in letters("uk", "card-number:*") for it in each if it.size > 60):
        boxes = [box for _, box in inks(it) if box is not None]
        high.append(max(box[3] for box in boxes) - min(box[1] for box in boxes))
    assert len(high) == 14
    assert min(high) >= 18


@pytest.mark.parametrize("language", ["en", "pl", "uk"])
def test_names_of_ships_are_centred_on_their_boards_as_they_are_drawn_and_fill_them(language: str) -> None:
    """The board is 43.8 by 10.8 mm around (47.5, 115.4); names of one size are as large as the widest lets them be."""
    filled = []
    for each in letters(language, "ship:*"):
        (name,) = (it for it in each if it.y > 110)
        boxes = [box for _, box in inks(name) if box is not None]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        assert (top + bottom) / 2 == pytest.approx(115.4, abs=0.05)
        assert (left + right) / 2 == pytest.approx(47.5, abs=0.4)
        filled.append(right - left > 39 or bottom - top > 7.5)
        assert right - left <= 41.1
        assert bottom - top <= 9.81
    assert any(filled)


@pytest.mark.parametrize(
    ("language", "lines"),
    [("es", ["Triángulo", "de las Bermudas"]), ("fr", ["Triangle", "des Bermudes"]), ("en", ["Bermuda triangle"])],
)
def test_no_title_is_broken_after_a_word_that_leans_on_the_next_if_it_can_be_helped(
    language: str, lines: list[str]
) -> None:
    (each,) = letters(language, "card-event:bermuda")
    assert [it.text.strip() for it in each if it.font == TITLE] == lines


def test_sentences_of_helm_cards_are_broken_by_sense_in_both_directions() -> None:
    for card in letters("it", "card-helm:*"):
        sentence = [it.text.strip() for it in card if it.font.name == "SourceSerif4-Regular.ttf"]
        assert [line.split(" ")[0].split("\u00a0")[0] for line in sentence] == ["Spostati", "in", "intorno"]
