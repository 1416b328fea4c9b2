"""The cards of the set: every face in every language, what it must show, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from santy_print.faces import Faces, Frame, Group, Item, Letters, Matrix, Shape, outline_box, walk, words
from santy_print.faces.matrices import IDENTITY
from santy_print.faces.measure import read
from santy_print.faces.typeset import MM_PER_PT, load_font
from santy_print.pack import load_pack
from santy_print.parts.hashes import frame_hash
from santy_print.text import item_key
from tests.packs import LANGUAGES
from tests.placed import pictures
from tests.thinned import spoken

SAFE = (4.0, 4.0, 59.5, 84.9)
SLACK = 0.01

Box = tuple[float, float, float, float]
Card = tuple[dict, Frame]


@cache
def pack():
    return load_pack("santy_anno").checked()


@cache
def cards(language: str, ink: str = "low") -> tuple[Faces, tuple[Card, ...]]:
    """Every card front of the set in a language."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales[language], ink)
    here = faces.pack.collections  # as the language calls things
    made = [(dict(c), faces.frame(f"card-{c['kind']}", c)) for c in here["boarding"]]
    made += [(dict(e), faces.frame("card-event", e)) for e in here["events"]]
    return faces, tuple(made)


def placed(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """All drawn things with the matrix that takes them to the face."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, product(matrix, item.matrix))
        else:
            yield item, matrix


def product(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def moved(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def box_of(item: Item, matrix: Matrix) -> Box:
    if isinstance(item, Letters):
        font = load_font(item.font)
        em = item.size * MM_PER_PT
        wide = font.width(item.text, item.size)
        return moved((item.x, item.y - 0.8 * em, item.x + wide, item.y + 0.22 * em), matrix)
    assert isinstance(item, Shape)
    return moved(outline_box([item.outline]), matrix)


def squeezed(text: str) -> str:
    """A text without its spaces, which line ends take away."""
    return "".join(text.split())


@pytest.mark.parametrize("ink", ["low", "full", "grey"])
@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_every_card_lays_out_without_a_fault(language, ink):
    faces, made = cards(language, ink)
    assert [d.message for d in faces.report] == []
    assert len(made) == 51 + 5  # of 52 boarding cards and 6 events one each comes twice


@pytest.mark.parametrize("ink", ["low", "grey"])
@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_no_two_cards_look_alike(language, ink):
    _, made = cards(language, ink)
    hashes = {frame_hash(frame) for _, frame in made}
    assert len(hashes) == len(made)


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_a_card_says_its_name_and_its_sentence(language):
    faces, made = cards(language)
    for item, frame in made:
        root = "event" if frame.key.startswith("card-event") else "card"
        said = squeezed(words(frame))
        for part in ("name", "effect"):
            text = faces.locale.plain(f"{item_key(item, root)}.{part}", **item)
            assert squeezed(text) in said, frame.key
            assert text in frame.alt


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_colours_come_with_their_letters(language):
    faces, made = cards(language)
    for item, frame in made:
        said = words(frame).split()
        if item["kind"] == "element":
            shown = {colour: said.count(faces.locale.letter(colour)) for colour in pack().head.palette}
            assert min(shown.values()) >= 1
            if item["struck"]:  # in the column and in both indices
                assert shown[item["struck"]] >= 3
        elif item["kind"] == "colour":
            assert said.count(faces.locale.letter(item["colour"])) >= 3


def test_numbers_tell_who_adds_and_who_takes_away():
    _, made = cards("en")
    for item, frame in made:
        if item["kind"] != "number":
            continue
        dark = [i for i in walk(frame.items) if isinstance(i, Letters) and i.colour == "#ffffff"]
        numbers = {i.text for i in dark if i.text.isdecimal()}
        assert numbers == {str(n) for n in range(item["minus"] + 1, 9)}


def test_a_helm_marks_as_many_handles_as_seats():
    faces, made = cards("en")
    ink = faces.colour("ink")
    wheel = faces.art("wheel.svg")
    assert wheel is not None
    handles = {s.outline for s in wheel.shapes if s.paint}
    for item, frame in made:
        if item["kind"] == "helm":
            dark = [i for i in walk(frame.items) if isinstance(i, Shape) and i.outline in handles and i.fill == ink]
            assert len(dark) == item["steps"]


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_the_index_stands_in_two_opposite_corners(language):
    _, made = cards(language)
    for _, frame in made:
        (field,) = (g for g in frame.items if isinstance(g, Group) and g.matrix[:4] == (1, 0, 0, 1))
        turned = [
            g
            for g in field.items
            if isinstance(g, Group) and round(g.matrix[0], 6) == -1 and set(g.items) <= set(field.items)
        ]
        boxes = [
            [box_of(item, matrix) for item, matrix in placed(g.items, product(field.matrix, g.matrix))] for g in turned
        ]
        low_right = [b for b in boxes if min(x for x, *_ in b) > 42 and min(y for _, y, *_ in b) > 67]
        assert len(low_right) == 1, frame.key


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_nothing_leaves_the_safe_zone(language):
    _, made = cards(language)
    for _, frame in made:
        for item, matrix in placed(frame.items):
            left, top, right, bottom = box_of(item, matrix)
            assert left >= SAFE[0] - SLACK, (frame.key, item)
            assert top >= SAFE[1] - SLACK, (frame.key, item)
            assert right <= SAFE[2] + SLACK, (frame.key, item)
            assert bottom <= SAFE[3] + SLACK, (frame.key, item)


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_text_stays_readable(language):
    faces, made = cards(language)
    for _, frame in made:
        for item, matrix in placed(frame.items):
            if isinstance(item, Letters):
                scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
                assert item.size * scale >= 7.0, (frame.key, item.text)
    assert min(t.size for t in faces.tight) >= 7.0


def test_the_main_numerals_are_eighteen_millimetres_tall():
    _, made = cards("en")
    for item, frame in made:
        if item["kind"] in ("number", "helm"):
            largest = max((i for i in walk(frame.items) if isinstance(i, Letters)), key=lambda i: i.size)
            # The figures of the title face are 0.77 em tall.
            assert largest.size * MM_PER_PT * 0.77 >= 18.0


@pytest.mark.parametrize("back", ["back-boarding", "back-event"])
def test_backs_reach_the_bleed_and_stand_on_their_head(back):
    faces, _ = cards("en")
    frame = faces.frame(back, {"id": back})
    assert faces.report.ok
    assert frame.alt
    boxes = [moved(outline_box([i.outline]), m) for i, m in placed(frame.items) if isinstance(i, Shape)]
    assert min(b[0] for b in boxes) <= -4.9
    assert max(b[3] for b in boxes) >= 88.9 + 4.9
    turned = {tuple(round(v, 1) for v in (63.5 - r, 88.9 - b, 63.5 - x, 88.9 - y)) for x, y, r, b in boxes}
    same = {tuple(round(v, 1) for v in box) for box in boxes}
    assert len(turned & same) >= 0.9 * len(same)


def test_cards_stretch_to_other_features():
    """More letters become smaller pennants, more ships smaller portholes; nothing falls off the card."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales["en"])
    number = {"id": "n", "kind": "number", "level": "basic", "plus": 5, "minus": 7}
    game = {**faces.globals["game"], "letters": list("PRSVWX"), "colours": ["red", "blue"]}
    faces.globals["game"] = game
    base = {"level": "basic", "struck": None}
    for name, item in (
        ("card-number", number),
        ("card-name", {"id": "a", "kind": "name", **base}),
        ("card-element", {"id": "e", "kind": "element", "element": "hull", **base}),
    ):
        for drawn, matrix in placed(faces.frame(name, item).items):
            left, _, right, _ = box_of(drawn, matrix)
            assert left >= SAFE[0] - SLACK
            assert right <= SAFE[2] + SLACK
    assert faces.report.ok


def test_letters_of_pennants_stand_in_one_size_on_one_line():
    """And the cross of a struck one, with the light around it, comes near to no other pennant."""
    faces, made = cards("en")
    for item, frame in made:
        if item["kind"] != "name":
            continue
        drawn = [(it, m) for it, m in placed(frame.items) if isinstance(it, Letters) and it.size > 30]
        assert {it.text for it, _ in drawn} == {*"PRSV"} - {item["struck"]}
        assert len({(it.size, round(moved((0, it.y, 1, it.y), m)[1], 2)) for it, m in drawn}) == 1
        pennants = sorted(x for x, y in pictures(frame, faces, "pennant-long.svg"))
        crosses = [x for x, y in pictures(frame, faces, "strike.svg") if 30 < y < 50]
        assert len(pennants) == 4
        assert len(crosses) == (item["struck"] is not None)
        reach, half = 17 * 10.6 / 24, 11.25 * 5.8 / 14 + 0.25
        for x in crosses:
            assert all(abs(x - other) < 0.1 or abs(x - other) - half > reach for other in pennants)


def test_the_ornament_of_a_card_is_as_wide_as_its_sentence_may_be():
    """Nothing of it stands beyond the column, in any kind of card."""
    _, made = cards("en")
    for _, frame in made:
        rows = [box_of(it, m) for it, m in placed(frame.items) if isinstance(it, Shape)]
        row = [box for box in rows if 19.5 < (box[1] + box[3]) / 2 < 23 and box[3] - box[1] < 3.2]
        assert row, frame.key
        assert min(box[0] for box in row) >= 4.75 + 16.5 - 0.05, frame.key
        assert max(box[2] for box in row) <= 4.75 + 54 + 0.05, frame.key


WIDE = ("Ch", "W", "Щ", "Q", "Š", "M", "Dž", *"JŁĎÅŻØÆŒĄ")


@pytest.mark.parametrize("count", range(2, 17))
@pytest.mark.parametrize("letters", [tuple("ABRSTVKEUDGNHOXZ"), WIDE], ids=["plain", "wide"])
def test_name_cards_hold_for_any_number_of_letters(count: int, letters: Sequence[str]) -> None:
    """Everything stays in the card's safe zone, no text is covered, and every letter can be read."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales["en"])
    game = {**faces.globals["game"], "letters": list(letters[:count])}
    faces.globals["game"] = game
    for struck in (None, letters[0], letters[count - 1], list(letters[:2]), list(letters[count - 3 : count])):
        item = {"id": f"name-{struck}", "kind": "name", "level": "basic", "struck": struck}
        frame = faces.frame("card-name", item)
        for drawn, matrix in placed(frame.items):
            left, top, right, bottom = box_of(drawn, matrix)
            assert left >= SAFE[0] - SLACK
            assert right <= SAFE[2] + SLACK
            assert top >= SAFE[1] - SLACK
            assert bottom <= SAFE[3] + SLACK
        assert not [text.letters.text for text in read(frame, faces.book) if text.hidden or text.small]
    assert faces.report.ok, [fault.short() for fault in faces.report]


@pytest.mark.parametrize("struck", [["red", "blue"], ["red", "blue", "green"]], ids=["two", "three"])
@pytest.mark.parametrize("kind", ["element", "name"])
@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_what_is_struck_in_a_corner_stands_apart(language: str, kind: str, struck: Sequence[str]) -> None:
    """The crosses of several that are struck reach no further than where the next begin, and all can be read."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales[language])
    given = struck if kind == "element" else ["P", "R", "V"][: len(struck)]
    frame = faces.frame(f"card-{kind}", {"id": "a", "kind": kind, "level": "basic", "element": "hull", "struck": given})
    crosses = sorted(pictures(frame, faces, "strike.svg"))
    above = [x for x, y in crosses if y < 20]
    assert len(above) == len(struck)
    assert [round(y, 1) for _, y in crosses if y < 20] == [16.4] * len(struck)
    assert all(two - one >= 4.7 for one, two in pairwise(above))
    assert not [text.letters.text for text in read(frame, faces.book) if text.hidden or text.small]
    assert faces.report.ok, [fault.short() for fault in faces.report]


@pytest.mark.parametrize("count", range(2, 17))
def test_element_cards_hold_for_any_number_of_colours(count: int) -> None:
    """Every letter can be read, struck or not, and no swatch leaves the card."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales["pl"])
    colours = faces.globals["game"]["colours"]
    faces.globals["game"] = {**faces.globals["game"], "colours": [colours[n % 4] for n in range(count)]}
    for n, struck in enumerate((None, "green", ["red", "green"])):
        item = {"id": f"e-{n}", "kind": "element", "level": "basic", "element": "hull", "struck": struck}
        frame = faces.frame("card-element", item)
        assert not [text.letters.text for text in read(frame, faces.book) if text.hidden or text.small]
        for drawn, matrix in placed(frame.items):
            left, _, right, _ = box_of(drawn, matrix)
            assert left >= SAFE[0] - SLACK
            assert right <= SAFE[2] + SLACK
    assert faces.report.ok, [fault.short() for fault in faces.report]


@pytest.mark.parametrize("count", range(2, 9))
def test_the_harbour_and_its_cards_hold_for_other_numbers(count: int) -> None:
    """Colours, elements, letters and loot: nothing is covered or too small."""
    loaded = pack()
    faces = Faces(loaded, loaded.locales["en"])

    def some(words: Sequence[Any]) -> list[Any]:
        return [words[n % len(words)] for n in range(count)]

    known = faces.globals["game"]
    faces.globals["game"] = {**known, **{key: some(known[key]) for key in ("colours", "elements", "letters", "loot")}}
    element = {"id": "e", "kind": "element", "level": "basic", "element": "hull", "struck": None}
    number = {"id": "n", "kind": "number", "level": "basic", "plus": 1, "minus": 2 * count - 1}
    items: dict[str, dict[str, Any]] = {"harbour": {"id": "game"}, "card-element": element, "card-number": number}
    frames = [faces.frame(layout, item) for layout, item in items.items()]
    for frame in frames:
        assert not [text.letters.text for text in read(frame, faces.book) if text.hidden or text.small]
    assert faces.report.ok, [fault.short() for fault in faces.report]
