"""Siblings: cards of one kind are broken alike, and letters that stand side by side are of one size."""

from __future__ import annotations

from itertools import accumulate

import pytest

from santy_print.faces import Faces
from santy_print.faces.breaks import in_step
from santy_print.faces.frames import Frame, Letters, walk
from santy_print.faces.siblings import sisters_of
from santy_print.faces.typeset import Beside, FontBook, Style, set_text
from santy_print.i18n import with_pairs
from santy_print.pack import load_pack
from santy_print.parts import all_frames
from santy_print.text import Run
from tests.packs import LANGUAGES


def texts(frame: Frame) -> list[Letters]:
    return [item for item in walk(frame.items) if isinstance(item, Letters)]


TITLES = ("SantyTitle-Regular.ttf", "RuslanDisplay-Regular.ttf")


def frames(language: str, *patterns: str) -> list[Frame]:
    pack = load_pack("santy_anno").checked()
    return all_frames(Faces(pack, pack.locales[language], "low"), patterns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_with_a_colour_that_does_not_count_are_broken_at_the_comma(language: str) -> None:
    """ "Gniazdo, / nie czerwone" beside "Gniazdo, / nie żółte": wherever one line is a part that ends with a comma."""
    struck = frames(language, "card-element:element-*-*")
    lines = [[it.text for it in texts(frame) if it.font.name in TITLES] for frame in struck]
    whole = [" ".join(each) for each in lines]
    assert len(struck) == 16
    if all("," in each for each in whole):
        assert all(len(each) == 2 and each[0].endswith(",") for each in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_all_cards_stand_in_one_size_and_those_of_a_kind_are_broken_alike(language: str) -> None:
    """A short sentence is not larger than a long one: cards lie side by side. Nor do its lines end elsewhere."""
    cards = frames(language, "card-*")
    sentences = [[it for it in texts(frame) if it.font.name == "SourceSerif4-Regular.ttf"] for frame in cards]
    assert len(cards) > 50
    assert all(sentences)
    assert len({it.size for each in sentences for it in each}) == 1
    said: dict[tuple[str, int], list[list[list[str]]]] = {}
    for frame, each in zip(cards, sentences, strict=True):
        kind, _, ident = frame.key.partition(":")
        if kind not in ("card-helm", "card-event"):  # "clockwise" and "counter-clockwise" are texts of their own
            said.setdefault((kind, ident.count("-")), []).append([it.text.split(" ") for it in each])
    assert sorted(map(len, said.values()))[-5:] == [4, 4, 6, 7, 16]
    for lines in (each for each in said.values() if each is not said["card-element", 1]):  # `вороняче / гніздо` is long
        units = in_step([[word for line in each for word in line] for each in lines])
        ends = [[own.index(end) for end in accumulate(map(len, each))] for own, each in zip(units, lines, strict=True)]
        assert all(own == ends[0] for own in ends), lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_helm_cards_are_broken_alike_and_of_one_size(language: str) -> None:
    titles = [[it for it in texts(frame) if it.font.name in TITLES] for frame in frames(language, "card-helm:*")]
    names = [[it for it in each if it.size <= 15] for each in titles]
    sizes = {it.size for each in names for it in each}
    assert len(names) == 8
    assert len(sizes) == 1
    assert all(len(each) == 2 and each[0].text.endswith(",") for each in names)


@pytest.mark.parametrize("codes", ["fr+pl", "en+uk"])
def test_cards_of_a_kind_look_alike_in_two_languages(codes: str) -> None:
    """Clockwise and counter-clockwise are texts of their own: names have one size and are broken alike all the same."""
    pack = with_pairs(load_pack("santy_anno").checked(), (codes,))
    faces = Faces(pack, pack.locales[codes], "low")
    for pattern, count in (("card-event:seasick-*", 2), ("card-helm:*-1", 2), ("card-element:element-*-red", 4)):
        made = [texts(frame) for frame in all_frames(faces, (pattern,))]
        names = [
            [(it.size, it.text.endswith(",")) for it in each if it.font.name in TITLES and it.size > 8] for each in made
        ]
        names = [[it for it in each if it[0] < 16] for each in names]
        assert len(names) == count
        assert len(names[0]) > 1
        assert all(each == names[0] for each in names), pattern
        assert len({it.size for each in made for it in each if it.font.name == "SourceSerif4-Regular.ttf"}) == 1
        sentences = [
            [it for it in each if it.font.stem in ("SourceSerif4-Regular", "SourceSerif4-Italic")] for each in made
        ]
        assert len({len({it.y for it in each}) for each in sentences}) == 1, (
            "what turns the other way has as many lines"
        )
        assert max(it.y for each in sentences for it in each) < 88.9 - 5.45 - 4.5, "4 mm lie between words and the cut"


def test_sisters_are_texts_whose_keys_differ_in_one_part() -> None:
    said = [
        (("card.helm.left.effect",), "left"),
        (("card.helm.right.effect",), "right"),
        (("card.name.effect",), "name"),
    ]
    assert sisters_of(said, ("card.helm.left.effect",)) == [("card.helm.right.effect",)]
    assert sisters_of(said, ("card.name.effect",)) == sisters_of(said, ()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_double_cards_are_broken_before_their_and(language: str) -> None:
    """ "Hull / and sails" beside "Crow's nest / and name plate", in one size, though the first has room on one line."""
    titles = [[it for it in texts(frame) if it.font.name in TITLES] for frame in frames(language, "card-double:*")]
    joints = tuple(f"{joint} " for joint in load_pack("santy_anno").locales[language].joints)
    assert len(titles) == 6
    assert len({it.size for each in titles for it in each}) == 1
    assert all(len(each) == 2 and each[1].text.replace("\u00a0", " ").startswith(joints) for each in titles)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "pl"])
def test_letters_of_colours_are_of_one_size(language: str) -> None:
    for pattern in ("card-colour:*", "card-element:element-hull"):
        sizes = [it.size for frame in frames(language, pattern) for it in texts(frame) if "Bold" in it.font.name]
        large = [size for size in sizes if size > 12]
        small = [size for size in sizes if size <= 12]
        assert max(small) - min(small) <= 0.5
        assert not large or max(large) - min(large) <= 1.0


@pytest.mark.parametrize(
    ("width", "text", "lines"),
    [
        (60, "Sails, not red", ["Sails,", "not red"]),
        (60, "Sails and hull", ["Sails and hull"]),
        (60, "Sails,", ["Sails,"]),
        (60, "Sails, not red, not blue", ["Sails,", "not red, not blue"]),
        (14, "Sails, not red or any blue", ["Sails, not", "red or", "any blue"]),
        (60, "Sails plus hull", ["Sails", "plus hull"]),
        (60, "Sails, not red plus blue", ["Sails,", "not red plus blue"]),
        (60, "Plus hull", ["Plus hull"]),
    ],
)
def test_a_text_is_broken_at_its_first_comma_where_each_part_fills_a_line(
    width: float, text: str, lines: list[str]
) -> None:
    made = set_text(
        (Run(text),), (0, 0, width, 20), Style(comma=True, before=("plus",)), FontBook(load_pack()), "#000000"
    )
    assert [letters.text for letters in made.letters] == lines


def test_of_two_languages_the_first_is_broken_at_its_comma_where_there_is_no_room_for_more() -> None:
    runs = Run("Helm, counter-clockwise\n"), Run("Ster, przeciw zegarowi", small=True)
    style, book = Style(size=12, least=12, comma=True), FontBook(load_pack())
    for height, count in (15.0, 3), (20.0, 4):
        letters = set_text(runs, (0, 0, 60, height), style, book, "#000000").letters
        assert len({it.y for it in letters}) == count
        assert [it.text for it in letters[:2]] == ["Helm,", "counter-clockwise"]


@pytest.mark.parametrize(
    ("width", "text", "lines"),
    [
        (40, "He knows. Only not where.", ["He knows.", "Only not where."]),
        (40, "He knows the way, but has forgotten it.", ["He knows the way,", "but has forgotten it."]),
        (46, "He goes on, and on. Then he halts, at last.", ["He goes on, and on.", "Then he halts, at last."]),
        (46, "No. He has never been here in all his life.", ["No. He has never been", "here in all his life."]),
        (28, "He knows. Only not where he is just now.", ["He knows.", "Only not where", "he is just now."]),
        (90, "He knows. Only not where.", ["He knows. Only not where."]),
        (44, "He. An old, grey and rather tired captain.", ["He. An old, grey and", "rather tired captain."]),
    ],
)
def test_two_balanced_lines_meet_where_a_reader_takes_breath(width: float, text: str, lines: list[str]) -> None:
    made = set_text((Run(text),), (0, 0, width, 20), Style(balance=True), FontBook(load_pack()), "#000000")
    assert [letters.text for letters in made.letters] == lines


@pytest.mark.parametrize(("height", "lines"), [(12.6, 3), (16.0, 4)])
def test_one_of_several_sentences_takes_a_line_more_rather_than_end_one_with_a_word_that_leans(
    height: float, lines: int
) -> None:
    """ "un tonneau de / rhum": where there is room for it the name stays whole."""
    said = Run("Prenez dans le coffre un tonneau de rhum, s’il reste de la place à bord.\nRejouez.")
    style = Style(size=9, leading=1.12, align="center")
    made = [it.text for it in set_text((said,), (0, 0, 54, height), style, FontBook(load_pack()), "#000000").letters]
    assert len(made) == lines
    assert any(line.endswith("de") for line in made) == (lines == 3)


@pytest.mark.parametrize(
    ("texts", "units"),
    [
        (["the red hull", "the blue sails"], [[1, 2, 3], [1, 2, 3]]),
        (["whose hull matches", "whose name plate matches"], [[1, 2, 3], [1, 3, 4]]),
        (["go on board", "go board"], [[2, 3], [1, 2]]),
        (["now go", "go"], [[2], [1]]),
        (["hull", "name plate"], [[1], [2]]),
        (["hull", "hull"], [[1], [1]]),
    ],
)
def test_words_of_siblings_correspond(texts: list[str], units: list[list[int]]) -> None:
    assert in_step([text.split() for text in texts]) == units


def test_siblings_that_cannot_be_broken_alike_are_broken_each_by_itself() -> None:
    """The box is too low for as many lines as the widest would want, so each takes its own."""
    book, style = FontBook(load_pack()), Style(balance=True)
    short, long = [Run("Go to the hull now.")], [Run("Go to the very long and heavy name plate now.")]
    alone = set_text(short, (0, 0, 30, 4), style, book, "#000000")
    assert set_text(short, (0, 0, 30, 4), style, book, "#000000", Beside([short, long])) == alone


def test_names_beside_each_other_have_one_size() -> None:
    """`alike: all`: no name is small because it alone is long."""
    names = [[it for it in texts(frame) if it.font.name in TITLES][-1] for frame in frames("uk", "pirate-frame:*")]
    assert len({it.text for it in names}) == 8
    assert len({it.size for it in names}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_ships_are_of_one_size_and_so_are_twins_on_the_harbour(language: str) -> None:
    """Ukrainian has a wide face: the longest name says how large all are, and a long call has two lines."""
    pack = load_pack("santy_anno").checked()
    faces = Faces(pack, pack.locales[language], "low")
    names = [
        [it.size for it in texts(frame) if it.font.name in TITLES and any(map(str.isalpha, it.text))]
        for frame in all_frames(faces, ("ship:*",))
    ]
    assert len(names) == 8
    assert len({size for each in names for size in each}) == 1
    written = [it for it in texts(all_frames(faces, ("harbour:*",))[0]) if it.font.name in TITLES]
    size = {
        key: {it.size for it in written if it.text.strip(" !¡") in faces.locale.plain(f"harbour.{key}")}
        for key in ("wrong", "right", "colours", "castoff")
    }
    assert all(size.values())
    assert size["wrong"] == size["right"] == size["colours"]
    assert min(size["castoff"]) >= max(size["colours"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_all_cards_of_a_deck_are_of_one_size(language: str) -> None:
    """Each is measured in its own box: a name beside a star has less room, and that is no reason for the others."""
    made = frames(language, "card-*")
    for event, count in ((False, 50), (True, 5)):
        some = [frame for frame in made if frame.key.startswith("card-event:") is event]
        sizes = {next(it for it in texts(frame) if it.font.name in TITLES and it.size <= 15).size for frame in some}
        assert len(some) >= count
        assert len(sizes) == 1
        assert min(sizes) > 13
