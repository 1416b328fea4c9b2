"""Short texts are broken where the sense is: what once stood on cards, and how it should."""

from __future__ import annotations

from itertools import pairwise

import pytest

from santy_print.faces import Faces
from santy_print.faces.breaks import balanced, strains
from santy_print.faces.frames import Letters, walk
from santy_print.pack import load_pack
from santy_print.parts import all_frames
from tests.packs import LANGUAGES


def broken(text: str, width: float, room: int = 0) -> list[str]:
    """The lines of a text whose letters are each 1 wide, as its blanks are."""
    words = text.split(" ")
    widths = [float(len(word)) for word in words]
    found = balanced(words, widths, [1.0] * len(words), width, room)
    return [" ".join(words[start:end]) for start, end in found]


@pytest.mark.parametrize(
    ("text", "width", "room", "lines"),
    [
        # A number that ends its clause begins no line.
        (
            "Dodaj 1 do numeru statku albo odejmij 7: tylko jedno z nich wskaże statek.",
            26,
            4,
            ["Dodaj 1 do numeru", "statku albo odejmij 7:", "tylko jedno z nich", "wskaże statek."],
        ),
        # A sentence's first word ends no line, though there must be a line more.
        (
            "Nazwa na P? Zostań. Jeśli nie, przejdź na drugi statek o nazwie na tę samą literę.",
            29,
            4,
            ["Nazwa na P? Zostań.", "Jeśli nie, przejdź na", "drugi statek o nazwie", "na tę samą literę."],
        ),
        (
            "Odteď čti všechny palubní karty od konce: tu poslední jako první.",
            24,
            4,
            ["Odteď čti všechny", "palubní karty od konce:", "tu poslední jako první."],
        ),
        # Nor does an article.
        (
            "Restez ici. Allez sur l’autre bateau qui a une vigie jaune.",
            27,
            3,
            ["Restez ici.", "Allez sur l’autre bateau", "qui a une vigie jaune."],
        ),
        # Nor does a conjunction, where there is room for a line more.
        (
            "Přejdi na druhou loď, kde Coco sedí ve stejném rohu.",
            27,
            2,
            ["Přejdi na druhou loď, kde", "Coco sedí ve stejném rohu."],
        ),
        (
            "Přejdi na druhou loď, kde Coco sedí ve stejném rohu.",
            27,
            3,
            ["Přejdi na druhou loď,", "kde Coco sedí", "ve stejném rohu."],
        ),
        # A last word is not left alone.
        (
            "Geh zum anderen Schiff mit gleichfarbigem Nest.",
            25,
            3,
            ["Geh zum anderen Schiff", "mit gleichfarbigem Nest."],
        ),
        ("one", 2, 4, ["one"]),
        ("one two", 20, 4, ["one two"]),
    ],
)
def test_lines_end_where_the_sense_does(text: str, width: float, room: int, lines: list[str]) -> None:
    assert broken(text, width, room) == lines


def test_a_line_more_is_taken_only_where_there_is_room_for_it() -> None:
    text = "Nazwa na P? Zostań. Jeśli nie, przejdź na drugi statek o nazwie na tę samą literę."
    assert len(broken(text, 29, 3)) == len(broken(text, 29)) == 3


def test_no_line_is_wider_than_it_may_be_and_no_word_is_lost() -> None:
    text = "Avancez, si vous le voulez bien : de une place, ou de deux. Sinon, restez où vous êtes, et attendez la fin."
    for width in range(12, 60):
        lines = broken(text, width, 9)
        assert " ".join(lines) == text
        assert all(len(line) <= width for line in lines)


def test_letters_without_blanks_between_them_lean_on_nothing() -> None:
    assert strains(["海", "盗", "们"], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0], 2.0) == [0.0, 0.0]


def test_two_small_words_lean_harder_than_one() -> None:
    """ "con / la coffa" rather than "con la / coffa", where the whole of it does not fit."""
    costs = strains(["nave", "con", "la", "coffa", "blu"], [4.0] * 5, [1.0] * 5, 8.0)
    assert costs[0] == 0 < costs[1] < costs[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_card_leaves_a_short_first_or_last_word_alone(language: str) -> None:
    pack = load_pack("santy_anno").checked()
    for frame in all_frames(
        Faces(pack, pack.locales[language], "low"), ("card-number:*", "card-name:*", "card-event:*")
    ):
        lines = [it.text for it in walk(frame.items) if isinstance(it, Letters) and "Regular" in it.font.name]
        for one, two in pairwise(lines):
            *_, before, last = ["", *one.split()]
            hangs = before[-1:] in {*".:?!"} and last[-1] not in ".,:;?!" and len(last) <= 6
            alone = two.split()[0]
            assert not hangs, (frame.key, one)
            assert not (len(alone) <= 2 and alone[-1] in ".,:;?!"), (frame.key, two)
