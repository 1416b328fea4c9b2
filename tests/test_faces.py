"""Face layouts: the vocabulary, its faults with their places, and text that fits or says by how much not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.cache import Memo
from santy_print.checking import check
from santy_print.faces import Faces, Frame, Group, Letters, Look, Shape, walk, words
from santy_print.faces.art import outline_box
from santy_print.faces.frames import fit
from santy_print.faces.outlines import grown, rings
from santy_print.faces.typeset import MM_PER_PT, FontBook, Setting, Style, bundled_fonts, inks, set_text
from santy_print.folders import data_folder
from santy_print.pack import load_pack
from santy_print.registry import Game
from santy_print.text import Run, parse_markup
from tests.packs import copy_pack

FACE = 'face: {width: 63.5, height: 88.9, corner: 3, alt: "A face of {{ item.id }}"}\n'


def lay(tmp_path: Path, items: str, item: dict[str, object] | None = None, ink: str = "low") -> tuple[Frame, Faces]:
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": FACE + "items:\n" + items})).checked()
    faces = Faces(pack, pack.locales["en"], ink)
    return faces.frame("mine", item or {"id": "x"}), faces


def only(frame: Frame, kind: type) -> list[object]:
    return [i for i in walk(frame.items) if isinstance(i, kind)]


def shaped_lines(setting: Setting) -> list[str]:
    """The set text line by line."""
    rows: dict[float, list[Letters]] = {}
    for piece in setting.letters:
        rows.setdefault(round(piece.y, 3), []).append(piece)
    return ["".join(p.text for p in row).strip() for row in rows.values()]


def test_a_face_has_its_size_alt_and_corner(tmp_path: Path) -> None:
    frame, faces = lay(tmp_path, "  - rect: {at: [1, 2], size: [3, 4], fill: ink}\n")
    assert faces.report.ok
    assert frame.size == (63.5, 88.9)
    assert frame.corner == 3
    assert frame.alt == "A face of x"
    (shape,) = only(frame, Shape)
    assert isinstance(shape, Shape)
    assert outline_box([shape.outline]) == (1, 2, 4, 6)
    assert shape.fill == "#22304a"


def test_expressions_repeat_and_when(tmp_path: Path) -> None:
    frame, faces = lay(
        tmp_path,
        '  - circle: {at: ["{{ 10 + index * 5 }}", 5], r: "{{ each }}", fill: ink}\n'
        '    repeat: {over: "[1, 2, 3]", as: each}\n'
        '    when: "each != 2"\n'
        '  - rect: {at: [0, 0], size: [1, 1], fill: ink}\n    when: "item.no"\n',
        {"id": "x", "no": False},
    )
    assert faces.report.ok
    boxes = [outline_box([s.outline]) for s in only(frame, Shape) if isinstance(s, Shape)]
    assert boxes == [pytest.approx((9, 4, 11, 6), abs=0.02), pytest.approx((17, 2, 23, 8), abs=0.02)]


def test_game_colours_bring_their_pattern_and_inks_change_them(tmp_path: Path) -> None:
    items = "  - rect: {at: [0, 0], size: [9, 9], fill: red}\n  - rect: {at: [0, 0], size: [9, 9], fill: ground}\n"
    frame, _ = lay(tmp_path / "low", items)
    (red,) = only(frame, Shape)
    assert isinstance(red, Shape)
    assert red.fill == "#d62c1f"
    assert red.hatch is not None
    assert red.hatch.kind == "diagonal"
    frame, _ = lay(tmp_path / "full", items, ink="full")
    assert [s.fill for s in only(frame, Shape) if isinstance(s, Shape)] == ["#d62c1f", "#fbf5e6"]
    frame, _ = lay(tmp_path / "grey", items, ink="grey")
    (grey,) = only(frame, Shape)
    assert isinstance(grey, Shape)
    assert grey.fill is not None
    assert grey.fill[1:3] == grey.fill[3:5] == grey.fill[5:7]


def test_pictures_are_painted_banded_and_paled_by_id(tmp_path: Path) -> None:
    frame, faces = lay(
        tmp_path,
        "  - art: {file: ship.svg, at: [0, 0], size: [52, 52], paint: {hull: blue}, bands: {sails: red green}, "
        'pale: "yes", strong: [nest]}\n',
    )
    assert faces.report.ok
    fills = {s.fill for s in only(frame, Shape) if isinstance(s, Shape)}
    assert {"#253a8e", "#d62c1f", "#3dae8a"} <= fills
    plain = faces.drawing(faces.art("ship.svg"), Look())  # type: ignore[arg-type]
    assert faces.drawing(faces.art("ship.svg"), Look()) is plain, "a picture in one dress is drawn once"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("items", "code", "line", "said"),
    [
        ("  - rect: {at: [0, 0], size: [1, 1], fill: rad}\n", "face-colour", 3, "`rad`"),
        (
            '  - rect: {at: ["{{ nope }}", 0], size: [1, 1], fill: ink}\n',
            "face-expression",
            3,
            "there is no `nope` here",
        ),
        (
            '  - rect: {at: ["{{ 1 / 0 }}", 0], size: [1, 1], fill: ink}\n',
            "face-expression",
            3,
            "division by zero",
        ),
        ('  - rect: {at: ["{{ 1 + }}", 0], size: [1, 1], fill: ink}\n', "face-expression", 3, ""),
        ("  - rect: {at: [left, 0], size: [1, 1], fill: ink}\n", "face-value", 3, "`left` is not a number"),
        ("  - text: {value: a, at: [0, 0], size: [9, 9], style: titel}\n", "face-style", 3, "`titel`"),
        ("  - art: {file: shipp.svg, at: [0, 0], size: [9, 9]}\n", "art-missing", 3, "`shipp.svg`"),
        (
            "  - art: {file: ship.svg, at: [0, 0], size: [9, 9], paint: {hul: red}}\n",
            "face-value",
            3,
            "`hul`",
        ),
        ("  - path: {d: banana}\n", "face-value", 3, "not an SVG path"),
        ("  - use: {layout: nowhere}\n", "face-missing", 3, "`nowhere`"),
        ("  - use: {layout: mine}\n", "face-too-big", 3, "circle"),
        (
            "  - text: {value: \"{{ t('no.such') }}\", at: [0, 0], size: [9, 9]}\n",
            "text-missing",
            0,
            "no.such",
        ),
        ("  - image: {file: x.png, at: [0, 0], size: [9, 9]}\n", "art-missing", 3, "`x.png`"),
        ("  - text: {value: Ж漢, at: [0, 0], size: [30, 9]}\n", "text-glyph", 3, "U+6F22"),
        (
            "  - text: {value: Donaudampfschifffahrt, at: [0, 0], size: [9, 9]}\n",
            "text-overflow",
            3,
            "does not fit",
        ),
    ],
)
def test_faults_have_their_place(tmp_path: Path, items: str, code: str, line: int, said: str) -> None:
    _, faces = lay(tmp_path, items)
    first = faces.report.errors[0]
    assert first.code == code
    assert said in first.message
    if line:
        assert first.span is not None
        assert first.span.line == line


def test_letters_that_a_font_lacks_are_told_and_signs_are_not(tmp_path: Path) -> None:
    items = '  - text: {value: "%s", at: [0, 0], size: [30, 9], style: title}\n'
    _, faces = lay(tmp_path, items % "Жук → ★ a")
    [warning] = faces.report.items
    assert (warning.code, warning.severity) == ("text-letters", "warning")
    assert "lacks: Ж у к; they are drawn with DejaVuSans.ttf" in warning.message
    assert not lay(tmp_path / "signs", items % "→ ★ a")[1].report.items


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ t.__globals__ }}",
        "{{ 'a' * 1000000000 }}",
        "{{ [1] * 1000000000 }}",
        "{{ 9 ** 999999999 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ game.__init__ }}",
    ],
)
def test_expressions_of_a_stranger_get_nowhere(tmp_path: Path, text: str) -> None:
    _, faces = lay(tmp_path, f'  - text: {{value: "{text}", at: [0, 0], size: [9, 9]}}\n')
    assert [d.code for d in faces.report.errors][:1] == ["face-expression"]


def test_a_pack_overrides_a_layout_is_bundled(tmp_path: Path) -> None:
    pack = load_pack(copy_pack(tmp_path, {"faces/ship.yaml": FACE})).checked()
    faces = Faces(pack, pack.locales["fr"])
    assert faces.frame("ship", {"id": "viper"}).size == (63.5, 88.9)


def test_unknown_items_in_a_layout_are_named(tmp_path: Path) -> None:
    _, faces = lay(tmp_path, "  - rekt: {at: [0, 0], size: [1, 1]}\n  - rect: {at: [0, 0]}\n")
    codes = [(d.code, d.span.line if d.span else 0) for d in faces.report.errors]
    assert ("schema-unknown", 3) in codes
    assert ("schema-missing", 4) in codes


SHAPES = {
    "rect": None,
    "circle": 40 * 40 * 0.785398,
    "hex": 40 * 40 * 0.75,
    "hex-pointed": 40 * 40 * 0.75,
    "M0 0L40 0L40 20Z": 400,
}


def shaped(tmp_path: Path, face: str, items: str = "items: []\n") -> tuple[Frame, Faces]:
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": f"face: {{{face}, alt: a}}\n{items}"})).checked()
    faces = Faces(pack, pack.locales["en"])
    return faces.frame("mine", {"id": "x"}), faces


def area(frame: Frame) -> float:
    (ring,) = rings(frame.outline)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True))) / 2


def test_a_named_size(tmp_path: Path) -> None:
    frame, faces = shaped(tmp_path, "size: tarot")
    assert faces.report.ok
    assert frame.size == (70, 120)


@pytest.mark.parametrize("outline", SHAPES)
def test_outlines(tmp_path: Path, outline: str) -> None:
    frame, faces = shaped(tmp_path, f'width: 40, height: 40, outline: "{outline}"')
    assert faces.report.ok
    assert (frame.cut is None) == (outline == "rect")
    assert area(frame) == pytest.approx(SHAPES[outline] or 1600, rel=0.01)
    around = grown(frame.outline, 40, 40, 3)
    bigger = outline_box([around])
    assert bigger[0] <= -2.99 or outline.startswith("M")


@pytest.mark.parametrize(
    ("face", "code", "said"),
    [
        ("size: pokker", "schema-choice", "pokker"),
        ("size: poker, width: 40", "schema-value", "a `size`, or a `width` and a `height`"),
        ("width: 40", "schema-value", "a `size`, or a `width` and a `height`"),
        ("size: square, outline: hexa", "face-value", "`hexa`"),
        ("size: square, outline: M0 0L90 0L0 70Z", "face-value", "leaves the face"),
        ("width: 0.5, height: 9", "schema-value", "width"),
    ],
)
def test_faults_of_a_face_have_their_line(tmp_path: Path, face: str, code: str, said: str) -> None:
    _, faces = shaped(tmp_path, face)
    first = faces.report.errors[0]
    assert first.code == code
    assert said in first.human()
    assert first.span is not None
    assert first.span.line == 1


def test_values_are_named_in_order_and_given_ones_stand(tmp_path: Path) -> None:
    layout = FACE + (
        'values: {half: "{{ 63.5 / 2 }}", edge: "{{ half - 5 }}", more: 1}\n'
        "items:\n"
        '  - rect: {at: ["{{ edge }}", 0], size: ["{{ edge + more }}", 1], fill: ink}\n'
        "  - use: {layout: part, give: {wide: 7}}\n"
    )
    part = (
        'values: {wide: "{{ nowhere }}", high: "{{ wide + edge }}"}\n'
        'items:\n  - rect: {at: [0, 0], size: ["{{ wide }}", "{{ high }}"], fill: ink}\n'
    )
    files = {"faces/mine.yaml": layout, "faces/part.yaml": part}
    pack = load_pack(copy_pack(tmp_path, files)).checked()
    faces = Faces(pack, pack.locales["en"])
    frame = faces.frame("mine", {"id": "x"})
    assert [d.short() for d in faces.report] == []
    boxes = [outline_box([s.outline]) for s in only(frame, Shape) if isinstance(s, Shape)]
    assert boxes[0] == pytest.approx((26.75, 0, 54.5, 1))
    assert boxes[1] == pytest.approx((0, 0, 7, 33.75))


@pytest.mark.parametrize("name", ["item", "t", "no-name"])
def test_a_value_cannot_take_a_known_name(tmp_path: Path, name: str) -> None:
    _, faces = shaped(tmp_path, "size: poker", f"values:\n  {name}: 5\n")
    (fault,) = faces.report
    assert fault.code == "face-value"
    assert fault.span is not None
    assert fault.span.line == 3


def test_a_missing_layout_is_told_where_it_is_asked_for(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    text = (root / "components.yaml").read_text(encoding="utf-8")
    (root / "components.yaml").write_text(text.replace("layout: pirate-frame", "layout: pirate-fame"), "utf-8")
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    faces.frame("pirate-fame", pack.collections["pirates"][0])
    (fault,) = faces.report
    assert fault.span is not None
    assert "pirate-fame" in fault.span.file.lines[fault.span.line - 1]
    assert "`pirate-frame`" in fault.hints[0]


def test_layouts_cannot_draw_without_end(tmp_path: Path) -> None:
    box = "rect: {at: [0, 0], size: [1, 1], fill: ink}"
    for items in (box, f"{box}\n              when: 'false'"):
        nested = (
            "  - repeat: {over: range(500)}\n    group:\n      items:\n        - repeat: {over: range(500)}\n"
            "          group:\n            items:\n            - repeat: {over: range(500)}\n"
            f"              {items}\n"
        )
        _, faces = lay(tmp_path / items[-3:-1], nested)
        assert [d.code for d in faces.report] == ["face-too-big"]


def test_what_is_repeated_is_a_list(tmp_path: Path) -> None:
    _, faces = lay(tmp_path, "  - repeat: {over: 5}\n    circle: {at: [0, 0], r: 1, fill: ink}\n")
    (fault,) = faces.report
    assert (fault.code, fault.message) == ("face-value", "`5` is no list")


@pytest.mark.parametrize(
    "item",
    [
        "rect: {at: [nan, 0], size: [9, 9], fill: red}",
        "rect: {at: [0, 0], size: [1e300, 9], fill: red}",
        "rect: {at: [0, 0], size: [inf, 9], fill: red}",
        "rect: {at: [0, 0], size: [9, 9], fill: '#12345g'}",
        "path: {d: M0 0L1e300 1, fill: blue}",
        "path: {d: M0 0L1e999 1, fill: blue}",
        f"art: {{file: {'9' * 300}, at: [0, 0], size: [9, 9]}}",
        f"use: {{layout: {'9' * 300}}}",
        "art: {file: ship.svg, at: [0, 0], size: [9, 9], bands: {hull: '{{ t }}'}}",
    ],
)
def test_odd_values_are_told(tmp_path: Path, item: str) -> None:
    _, faces = lay(tmp_path, f"  - {item}\n")
    assert faces.report.errors
    assert all(fault.span is not None and fault.span.line == 3 for fault in faces.report)


def test_a_pattern_too_large_to_draw_is_left_out(tmp_path: Path) -> None:
    frame, faces = lay(tmp_path, "  - rect: {at: [0, 0], size: [4000, 4000], fill: red}\n")
    assert faces.report.ok
    (shape,) = only(frame, Shape)
    assert isinstance(shape, Shape)
    assert (shape.fill, shape.hatch) == ("#d62c1f", None)


# Setting text


@pytest.fixture(scope="module")
def book() -> FontBook:
    return FontBook(load_pack())


BOX = (10.0, 20.0, 50.0, 30.0)


def test_text_wraps_then_shrinks_then_overflows(book: FontBook) -> None:
    runs = parse_markup("The quick brown fox jumps over the lazy dog and runs home to tell its mother all about it.")
    big = set_text(runs, (0, 0, 50, 20), Style(size=9, least=7), book, "#000000")
    assert (big.size, big.overflow) == (9, 0)
    tight = set_text(runs, (0, 0, 50, 9.2), Style(size=9, least=7), book, "#000000")
    assert 7 <= tight.size < 9
    assert tight.overflow == 0
    over = set_text(runs, (0, 0, 50, 5), Style(size=9, least=7), book, "#000000")
    assert over.size == 7
    assert over.overflow > 0


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="abc defg hijkl mnopq éàłż .,’“”", max_size=120),
    st.sampled_from(["left", "center", "right"]),
    st.sampled_from(["top", "middle", "bottom"]),
)
def test_lines_stay_in_their_box_and_keep_every_word(book: FontBook, text: str, align: str, valign: str) -> None:
    style = Style(align=align, valign=valign, size=8, least=7)
    made = set_text((Run(text),), BOX, style, book, "#000000")
    assert " ".join(" ".join(shaped_lines(made)).split()) == " ".join(text.split())
    if made.overflow:
        return
    for piece in made.letters:
        width = book["text"].width(piece.text, piece.size)
        assert piece.x >= BOX[0] - 0.01
        assert piece.x + width <= BOX[0] + BOX[2] + 0.01 + book["text"].width(" ", piece.size)
        assert BOX[1] - 0.01 <= piece.y <= BOX[1] + BOX[3] + 0.01


def test_centred_lines_are_of_like_length(book: FontBook) -> None:
    text = "Move to the other ship whose hull matches yours in the one colour"
    made = set_text((Run(text),), (0, 0, 60, 20), Style(align="center"), book, "#000000")
    lines = shaped_lines(made)
    assert len(lines) == 2
    assert min(map(len, lines)) > 0.6 * max(map(len, lines))


@pytest.mark.parametrize(
    ("text", "valign"), [("Бермудський\nтрикутник", "middle"), ("Gygy\nÄÖÜ", "middle"), ("У", "bottom")]
)
def test_tails_of_titles_keep_clear_of_what_is_below(text: str, valign: Literal["middle", "bottom"]) -> None:
    book = FontBook(load_pack(), "uk" if text > "А" else "de")
    style = Style(font="title", size=15, least=15, leading=0.9, valign=valign)
    top, high = 3.0, 12.0 if "\n" in text else 5.5
    made = set_text((Run(text),), (0, top, 60, high), style, book, "#000000")
    rows = [[box for _, box in inks(line) if box] for line in made.letters]
    assert max(box[3] for box in rows[-1]) <= top + high + 0.2
    if len(rows) > 1:
        pairs = [(one, other) for one in rows[0] for other in rows[1] if one[0] < other[2] and other[0] < one[2]]
        assert min(other[1] - one[3] for one, other in pairs) > 0.03 * 15 * MM_PER_PT


def test_balanced_lines_leave_no_stub_before_a_long_word(book: FontBook) -> None:
    text = "Roter Rumpf? Bleib da. Sonst geh zum anderen Schiff mit gleichfarbigem Rumpf."
    made = set_text((Run(text),), (0, 0, 36, 20), Style(size=8.25, least=8.25, balance=True), book, "#000000")
    lines = shaped_lines(made)
    assert " ".join(lines) == text
    inner = [len(line) for line in lines if line[-1] not in "?."]  # a sentence may end a line
    assert min(inner) > 0.45 * max(map(len, lines)), lines
    many = set_text((Run("word " * 200),), (0, 0, 36, 500), Style(size=8, least=8, balance=True), book, "#000000")
    assert " ".join(shaped_lines(many)).split() == ["word"] * 200


def test_a_no_break_space_holds_and_a_narrow_one_is_drawn_or_left_as_a_gap(book: FontBook) -> None:
    made = set_text((Run("aaaa\u00a0bbbb cc"),), (0, 0, 14, 20), Style(size=9, least=9), book, "#000000")
    assert shaped_lines(made)[0] == "aaaa\u00a0bbbb"
    title = set_text((Run("Larguez\u202f!"),), (0, 0, 60, 20), Style(font="title", size=12), book, "#000000")
    assert "".join(p.text for p in title.letters) == "Larguez!"
    (_, mark) = title.letters
    assert mark.x > book["title"].width("Larguez", 12)


def test_bold_italic_and_symbols_change_the_font(book: FontBook) -> None:
    made = set_text(parse_markup("a **b** *c* ★"), BOX, Style(), book, "#000000")
    fonts = [p.font.stem for p in made.letters if p.text.strip()]
    assert fonts == ["SourceSerif4-Regular", "SourceSerif4-Bold", "SourceSerif4-Italic", "DejaVuSans"]


def test_icons_stand_in_the_line(book: FontBook) -> None:
    made = set_text(parse_markup("Find {icon:coco} now"), BOX, Style(size=10), book, "#000000")
    (icon,) = made.icons
    assert icon.name == "coco"
    first, last = made.letters[0], made.letters[-1]
    assert first.x < icon.x < last.x + book["text"].width(" ", 10)
    assert icon.size == pytest.approx(10 * MM_PER_PT)


@pytest.mark.parametrize("leading", [0.7, 1.0, 1.4])
def test_icons_stand_in_the_middle_of_the_capitals_and_clear_of_other_lines(book: FontBook, leading: float) -> None:
    style = Style(size=10, leading=leading)
    made = set_text(parse_markup("H {icon:coco}\nH {icon:coco}"), BOX, style, book, "#000000")
    capital = book["text"].cap_height / 1000 * 10 * MM_PER_PT
    baselines = [piece.y for piece in made.letters if piece.text.strip()]
    middles = [icon.y + icon.size / 2 for icon in made.icons]
    assert middles == pytest.approx([y - capital / 2 for y in baselines])
    first, second = made.icons
    assert first.y + first.size <= second.y + 1e-9
    assert first.y >= BOX[1] - 1e-9


def test_a_font_without_a_space_is_told(tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    root = copy_pack(tmp_path)
    with TTFont(bundled_fonts() / "SourceSerif4-Regular.ttf") as font:
        for table in font["cmap"].tables:
            table.cmap.pop(32, None)
        (root / "fonts").mkdir(exist_ok=True)
        font.save(root / "fonts" / "Spaceless.ttf")
    head = root / "pack.yaml"
    head.write_text(re.sub(r"(?m)^  text: .*$", "  text: Spaceless", head.read_text("utf-8")), encoding="utf-8")
    found = check(str(root))
    (fault,) = [d for d in found.report if d.code == "font-unusable"]
    assert "it has no space" in fault.message
    assert fault.span is not None
    assert fault.span.file.name.endswith("pack.yaml")


@pytest.mark.parametrize("item", [
    "rect: {at: [0, 0], size: [-1, 1], fill: ink}",
    "rect: {at: [0, 0], size: [1, 1], radius: -1, fill: ink}",
    "circle: {at: [0, 0], r: -1, fill: ink}",
    "line: {from: [0, 0], to: [9, 9], width: -1}",
    "line: {from: [0, 0], to: [9, 9], dash: [1, -1]}",
    "line: {from: [0, 0], to: [9, 9], dash: [0.001]}",
    "path: {d: M0 0L9 9, scale: -1, fill: ink}",
    "art: {file: ship.svg, at: [0, 0], size: [-9, 9]}",
    "group: {scale: -1, items: []}",
    "group: {clip: [-1, 9, 0], items: []}",
    "text: {value: a, at: [0, 0], size: [9, -9]}",
])  # fmt: skip
def test_nothing_is_smaller_than_nothing(tmp_path: Path, item: str) -> None:
    _, faces = lay(tmp_path, f"  - {item}\n")
    assert faces.report.errors[0].code == "face-value"
    assert faces.report.errors[0].span is not None


@pytest.mark.parametrize("items", [
    '  - rect: {at: ["{{ 1 / 0 }}", 0], size: [1, 1], fill: ink}\n',
    '  - rect: {at: [0, 0], size: [1, 1], fill: "{{ nope }}"}\n',
    '  - rect: {at: [0, 0], size: [1, 1], fill: ink}\n    repeat: {over: "1 / 0"}\n',
    '  - rect: {at: [0, 0], size: [1, 1], fill: ink}\n    repeat: {over: "[nope] | map(\'upper\')"}\n',
    '  - rect: {at: [0, 0], size: [1, 1], fill: ink}\n    when: "1 / 0"\n',
    '  - rect: {at: [0, 0], size: [1, 1], fill: ink}\n    when: "{{ item.id }}"\n',
    '  - text: {value: "{{ nope }}", at: [0, 0], size: [9, 9]}\n',
    '  - text: {value: a, at: [0, 0], size: [9, 9], style: "{{ nope }}"}\n',
    '  - art: {file: "{{ nope }}", at: [0, 0], size: [9, 9]}\n',
    '  - image: {file: "{{ nope }}", at: [0, 0], size: [9, 9]}\n',
    '  - path: {d: "{{ nope }}", fill: ink}\n',
    '  - use: {layout: "{{ nope }}"}\n',
    '  - use: {layout: card-letter, give: {text: R, r: "{{ nope }}", style: letter}}\n',
])  # fmt: skip
def test_a_fault_is_told_once_and_nothing_that_only_follows(tmp_path: Path, items: str) -> None:
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": FACE + "items:\n" + items})).checked()
    lasting: list[bool] = []

    def recall(memo: Memo[Any]) -> Any:
        made = memo.make()
        if memo.book[0] == "face":
            lasting.append(memo.lasts(made))
        return made

    faces = Faces(pack, pack.locales["en"], "low", recall)
    for n in range(3):
        faces.frame("mine", {"id": f"x{n}"})
    assert lasting == [False] * 3, "a face whose fault another face tells is not kept, either"
    assert [d.code for d in faces.report] == ["face-expression"]


def test_what_follows_from_a_wrong_value_is_not_told(tmp_path: Path) -> None:
    values = 'values: {a: "{{ 1 / 0 }}", b: "{{ a + 1 }}"}\n'
    text = FACE + values + 'items:\n  - circle: {at: ["{{ b }}", 9], r: "{{ a }}"}\n'
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": text})).checked()
    faces = Faces(pack, pack.locales["en"])
    faces.frame("mine", {"id": "x"})
    assert [(d.code, d.span and d.span.line) for d in faces.report] == [("face-expression", 2)]


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("text: {value: far too long, at: [50, 20], size: [50, 10]}", "by the trim: "),
        ("text: {value: above, at: [10, -3], size: [50, 5]}", "by the trim: "),
        ("text: {value: x, at: [0.2, 0], size: [9, 9], style: text}", "by the trim"),  # in the round corner
        ("group: {at: [70, 0], items: [{text: {value: a b c, at: [0, 9], size: [9, 9]}}]}", "by the trim: "),
        ("group: {turn: 90, items: [{text: {value: a b c, at: [9, 9], size: [9, 9]}}]}", "by the trim: "),
        ("group: {clip: [9, 9, 0], items: [{text: {value: a b c, at: [30, 0], size: [9, 9]}}]}", "the `clip`"),
        ("group: {at: [9, 9], clip: [9, 9, 0], items: [{text: {value: a b c, at: [6, 0], size: [9, 9]}}]}", "`clip`"),
        ('text: {value: "{icon:coco}", at: [62, 20], size: [5, 9]}', "by the trim: "),
        ("use: {layout: card-letter, at: [0, 40], give: {text: R, r: 4, style: letter}}", "by the trim: "),
    ],
)
def test_a_text_that_is_cut_off_is_told(tmp_path: Path, item: str, said: str) -> None:
    _, faces = lay(tmp_path, f"  - {item}\n")
    (fault,) = faces.report
    assert fault.code == "text-outside"
    assert said in fault.message
    assert fault.span is not None


@pytest.mark.parametrize("item", [
    "text: {value: ahoy, at: [45, 20], size: [50, 10]}",  # the box leaves the face, its letters do not
    "text: {value: HOH, at: [0, 40], size: [50, 3]}",
    "group: {at: [9, 9], clip: [40, 9, 0], items: [{text: {value: a b c, at: [0, 0], size: [9, 9]}}]}",
])  # fmt: skip
def test_a_text_that_is_seen_is_not_told(tmp_path: Path, item: str) -> None:
    _, faces = lay(tmp_path, f"  - {item}\n")
    assert [d.human() for d in faces.report] == []


def test_a_part_in_which_nothing_takes_a_colour_is_told(tmp_path: Path) -> None:
    svg = '<svg viewBox="0 0 9 9"><g id="hull" class="paint"><rect width="9" height="9"/></g></svg>'
    item = "  - art: {file: bare.svg, at: [0, 0], size: [9, 9], paint: {hull: red}, bands: {hull: red blue}}\n"
    files = {"faces/mine.yaml": FACE + "items:\n" + item, "art/bare.svg": svg}
    pack = load_pack(copy_pack(tmp_path, files)).checked()
    faces = Faces(pack, pack.locales["en"])
    faces.frame("mine", {"id": "x"})
    (fault,) = faces.report
    assert (fault.code, fault.span and fault.span.line) == ("face-paint", 3)
    assert "`hull` of `bare.svg`" in fault.message


def test_fit_centres_turns_and_mirrors() -> None:
    def at(m: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
        return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]

    assert at(fit((10, 20), (0, 0, 40, 40)), 0, 0) == pytest.approx((10, 0))
    assert at(fit((10, 20), (0, 0, 40, 40)), 10, 20) == pytest.approx((30, 40))
    assert at(fit((10, 20), (0, 0, 40, 40), turn=180), 0, 0) == pytest.approx((30, 40))
    assert at(fit((10, 20), (0, 0, 40, 20), turn=90), 0, 0) == pytest.approx((40, 0))
    assert at(fit((10, 20), (0, 0, 40, 40), flip=True), 0, 0) == pytest.approx((30, 0))


def test_words_are_in_reading_order(tmp_path: Path) -> None:
    frame, _ = lay(
        tmp_path,
        "  - text: {value: one, at: [0, 0], size: [30, 9]}\n"
        "  - group: {at: [5, 5], items: [{text: {value: two, at: [0, 0], size: [30, 9]}}]}\n",
    )
    assert words(frame) == "one two"
    assert any(isinstance(i, Group) for i in frame.items)
    assert all(isinstance(i, Letters) for i in walk(frame.items))


def test_a_layout_is_the_packs_or_its_games_or_anybodys(tmp_path: Path) -> None:
    root = copy_pack(tmp_path, {"faces/coin.yaml": "face: {size: poker}\nitems: []\n"})
    pack = load_pack(root)
    shown = [(found := pack.layout(name)) and found[1:] for name in ("coin", "ship", "no-such", "../faces/ship")]
    assert shown == [(f"{root}/faces/coin.yaml", 0), ("santy_print/games/santy_anno/faces/ship.yaml", 1), None, None]
    pack.game = Game()
    assert pack.layout("ship") is None, "another game's layouts are no pack's"
    assert pack.layout("styles") == (
        data_folder("templates") / "faces" / "styles.yaml",
        "templates/faces/styles.yaml",
        1,
    )
