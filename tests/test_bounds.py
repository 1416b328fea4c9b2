"""Bounds hold in sum: what is large in any way is told soon, and costs no more than a small thing that is wrong."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from hypothesis import given
from hypothesis import strategies as st

from santy_print import budget, diag, overlay, printer, schema
from santy_print.budget import SHARE, SHARED, THING, Budget
from santy_print.build import build
from santy_print.checking import check
from santy_print.diag import MAX_ALIKE, PackError, Report, SourceFile
from santy_print.documents import skeleton
from santy_print.faces import art, read_art, saved_svg
from santy_print.faces.drawer import MAX_ITEMS
from santy_print.faces.sandbox import compiled
from santy_print.faces.typeset import bundled_fonts, load_font, try_outlines
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.proof.reading import read_pdf
from santy_print.source import Map, Scalar, decode, parse_yaml, read_text
from santy_print.text import Locale, load_locale, parse_markup, templates
from tests.counted import growth

HEAD = "extends: santy_anno\nid: bounds\nlanguages: [en]\n"


def pack(folder: Path, **files: str) -> str:
    """A pack on the bundled one, with files over it; `__` in a name is the mark between folder and file."""
    for name, text in {"pack": HEAD, **files}.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that near ones are searched for from now on."""
    asked: list[str] = []

    def search(word: str, known: object) -> str:
        asked.append(word)
        return ""

    for module in (diag, overlay, schema):
        monkeypatch.setattr(module, "did_you_mean", search)
    return asked


def test_of_one_kind_so_many_faults_are_kept_and_the_last_stands_for_the_rest() -> None:
    report, searched = Report(), []
    file = SourceFile("a.yaml", "x\n" * 60_000)
    for number in range(60_000):
        report.error("schema-unknown", "it means nothing", file.at(2 * number), lambda: str(searched.append(1)))
    report.warning("schema-value", "another kind has room of its own")
    assert len(report) == MAX_ALIKE + 1
    assert len(searched) == MAX_ALIKE
    last = report.items[MAX_ALIKE - 1]
    assert last.more == 60_000 - MAX_ALIKE
    assert f"and {last.more:,} more of this kind" in last.short()
    assert last.as_json()["more"] == last.more
    both = Report()
    both.extend(report)
    both.extend(report)
    kept = [item for item in both if item.code == "schema-unknown"]
    assert len(kept) + sum(item.more for item in kept) == 120_000


def test_many_unknown_keys_are_told_without_a_search_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counted(monkeypatch)
    found = check(pack(tmp_path, pack=HEAD + "".join(f"pallette{n}: x\n" for n in range(4_000))))
    unknown = [item for item in found.report if item.code == "schema-unknown"]
    assert len(unknown) == MAX_ALIKE
    assert unknown[-1].more == 4_000 - MAX_ALIKE
    assert len(asked) <= 2 * MAX_ALIKE


@pytest.mark.parametrize(
    ("before", "after"),
    [("a: {b: x", "}"), ("a: [x", "]"), ("a: b", ""), ("- a: b", "")],
)
def test_colons_of_a_text_are_read_at_once(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    import yaml

    parse = yaml.parse
    monkeypatch.setattr(yaml, "parse", lambda *args, **how: read.append(1) or parse(*args, **how))
    report = Report()
    text = before + " : c" * 2_000 + after
    node = parse_yaml(SourceFile("a.yaml", f"k:\n  {text}\n"), report)
    assert report.ok, report.items[0].short()
    assert isinstance(node, Map)
    assert len(read) <= 3
    said: object = node
    while not isinstance(said, Scalar):
        said = next(iter(said.entries.values())).value if isinstance(said, Map) else said.items[0]  # type: ignore[attr-defined]
    assert said.text.count(" : c") == 2_000


def test_a_palette_larger_than_any_game_s_is_told_before_its_pairs_are_compared(tmp_path: Path) -> None:
    colours = "".join(f'  c{n}: {{hex: "#{n:06x}"}}\n' for n in range(3_000))
    found = check(pack(tmp_path, pack=f"{HEAD}palette:\n{colours}"))
    assert any("`palette` holds 3,004 entries: at most 100" in item.message for item in found.report)
    assert not [item for item in found.report if item.code.startswith("palette")]


PARTS = 'parts:\n  tokens:\n    piles:\n      - {each: %s, layout: mine, copies: "%s"}\n'


def refused(folder: Path, layout: str, each: str = "one", copies: int = 1) -> tuple[str, str, Budget]:
    """What a build of one layout is told last: the code and its place; and what is left of the budget."""
    face = "face: {size: poker, alt: x}\n" + layout
    loaded = load_pack(pack(folder, components=PARTS % (each, copies), faces__mine=face))
    with pytest.raises(PackError) as caught:
        build(loaded, folder / "out", Options(parts=("tokens",)), {})
    last = caught.value.report.items[-1]
    return last.code, str(last.span).rpartition("/")[2], loaded.budget


LONG = '"{n}" ~ ' + "item.id ~ " * 380 + "item.id"
LOOPS = "{% for a in range(70) %}{% for b in range(70) %}{{ (all.boarding|string)[:1] }}{% endfor %}{% endfor %}"
AT = "at: ['0', '0'], size: ['9', '9']"


@pytest.mark.parametrize(
    "layout",
    [
        "items:\n" + "".join(f"  - text: {{{AT}, value: '{LOOPS}'}}\n" for _ in range(100)),
        "values:\n" + "".join(f"  v{n}: '{{{{ {LONG.format(n=n)} }}}}'\n" for n in range(400)),
        "items:\n  - {repeat: {over: range(500)}, group: {items: "
        f"[{{repeat: {{over: range(35)}}, rect: {{{AT}}}}}]}}}}\n",
        pytest.param(
            f"items:\n  - {{repeat: {{over: range(500)}}, text: {{{AT}, value: '{'words ' * 900}'}}}}\n",
            marks=pytest.mark.long,
        ),
    ],
    ids=["loops", "long", "things", "texts"],
)
def test_what_faces_take_together_is_bounded_and_told_where_it_ends(tmp_path: Path, layout: str) -> None:
    code, place, budget = refused(tmp_path, layout, "boarding")
    assert code == "pack-too-much"
    assert place.startswith("mine.yaml:")
    assert budget.left > -MAX_ITEMS * THING, "no single step is larger than a face"


def test_each_face_brings_its_share_so_that_a_deck_may_be_large() -> None:
    budget = Budget()
    for _ in range(10_000):
        budget.face()
        budget.spend(SHARE, None)
    assert budget.left == SHARED


def test_the_copies_of_all_piles_are_bounded_together(tmp_path: Path) -> None:
    code, place, _ = refused(tmp_path, f"items:\n  - rect: {{{AT}}}\n", "boarding", 9_000)
    assert (code, place.partition(":")[0]) == ("build-item", "components.yaml")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
def test_a_pipe_or_a_device_is_no_file_to_be_proven(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    for path in (tmp_path / "pipe.pdf", Path("/dev/zero")):
        with pytest.raises(PackError, match="it is no plain file"):
            read_pdf(path)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
def test_a_pipe_or_a_device_is_no_font(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttf")
    for path in (tmp_path / "pipe.ttf", Path("/dev/zero")):
        with pytest.raises(ValueError, match="it is no plain file"):
            load_font(path)


def test_a_font_names_no_more_codes_than_there_are(tmp_path: Path) -> None:
    font = TTFont(sorted(bundled_fonts().glob("*.ttf"))[0])
    groups = struct.pack(">III", 0, 0xFFFFFFFF, 0) * 2
    table = DefaultTable("cmap")
    table.data = struct.pack(">HHHHIHHIII", 0, 1, 3, 10, 12, 12, 0, 16 + len(groups), 0, 2) + groups
    font["cmap"] = table
    font.save(tmp_path / "x.ttf")
    with pytest.raises(ValueError, match="damaged"):
        load_font(tmp_path / "x.ttf")


def test_two_names_are_compared_as_ever() -> None:
    value = compiled("{{ a == b and a != c and a in d }}")
    assert not isinstance(value, str)
    assert value({"a": "x", "b": "x", "c": "y", "d": ["x"]}) is True


def svg(folder: Path, name: str, inside: str) -> None:
    """A drawing of a pack."""
    path = folder / "art" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>', encoding="utf-8")


MANY = {
    "lines": '<path d="M0 0{}"/>'.format("L1 1" * 60),
    "more-of-one-command": '<path d="M0 0l{}"/>'.format("1 1 " * 60),
    "turns": '<path d="M0 0{}"/>'.format("z" * 60),
    "arcs": '<path d="M0 0{}"/>'.format("a1 1 0 0 1 .1.1" * 5),
    "smooth": '<path d="M0 0t{}"/>'.format("1 1 " * 30),
    "points": '<polygon points="{}"/>'.format("1 1 " * 60),
    "elements": "<g/>" * 60,
    "forbidden-elements": "<use/>" * 60,
    "attributes": "<g {}/>".format(" ".join(f'a{n}=""' for n in range(60))),
    "circles": '<circle r="1"/>' * 8,
}


@pytest.mark.parametrize("inside", MANY.values(), ids=MANY)
def test_a_drawing_has_so_many_parts_and_no_more_are_made(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(art, "MAX_PARTS", 50)
    read_art._parse.cache_clear()
    svg(tmp_path, "a.svg", inside)
    report = Report()
    drawing, parts = read_art.measured_art(tmp_path / "art" / "a.svg", "a.svg", report)
    assert drawing is None
    assert parts == 50
    (said,) = [item for item in report if item.code == "pack-too-much"]
    assert str(said.span).startswith("a.svg:1:")
    read_art._parse.cache_clear()


@pytest.mark.parametrize("inside", ["<path d='M0 0{}'/>".format("L1 1" * 40), "<use/>" * 40], ids=["good", "bad"])
def test_the_parts_of_all_drawings_are_bounded_together(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(9):
        svg(tmp_path, f"a{number}.svg", inside)
    monkeypatch.setattr(budget, "PARTS", 100)
    monkeypatch.setattr(budget, "PARTS_OF_DRAWING", 10)
    items = "".join(f"  - art: {{{AT}, file: a{number}.svg}}\n" for number in range(9))
    code, place, _ = refused(tmp_path, "items:\n" + items)
    assert code == "pack-too-much"
    assert place in ("mine.yaml:5:51", "mine.yaml:6:51")


def test_a_drawing_that_is_dressed_again_and_again_is_work(tmp_path: Path) -> None:
    svg(tmp_path, "a.svg", '<g id="x"><path class="paint" d="M0 0{}"/></g>'.format("L1 1" * 9_000))
    paint = "paint: {x: '#{{ 100000 + i }}'}"
    code, place, _ = refused(tmp_path, "items:\n  - {repeat: {over: range(200), as: i}, "
                             f"art: {{{AT}, file: a.svg, {paint}}}}}\n")  # fmt: skip
    assert (code, place.partition(":")[0]) == ("pack-too-much", "mine.yaml")


def test_for_what_is_not_told_no_hint_is_sought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saved_svg, "did_you_mean", lambda word, known: asked.append(word) or "")
    svg(tmp_path, "a.svg", "<paht/>" * 2_000 + "<g fil='x'/>" * 2_000)
    report = Report()
    read_art.measured_art(tmp_path / "art" / "a.svg", "a.svg", report)[0]
    assert len(asked) == len(report) == MAX_ALIKE


@given(st.lists(st.tuples(st.sampled_from("MmLlHhVvCcQZz"), st.integers(1, 3)), max_size=12), st.randoms())
def test_paths_are_read_as_the_library_reads_them(commands: list[tuple[str, int]], rng: random.Random) -> None:
    takes = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "z": 0}
    said = [("M", "1 2")]
    for letter, times in commands:
        if said[-1][0] in "Zz" and letter not in "Mm":  # the library writes the move that is left out here
            continue
        count = takes[letter.casefold()] * times
        said.append((letter, " ".join(str(rng.randrange(-90, 90) / 4) for _ in range(count))))
    path = " ".join(f"{letter} {numbers}" for letter, numbers in said)
    assert art._segments(path, lambda count: None) == art._by_library(said)


def texts(text: str, many: int = 1) -> tuple[Report, Locale | None]:
    """What is told of a language's file of so many texts."""
    lines = "".join(f"  k{number}: {json.dumps(text)}\n" for number in range(many))
    report = Report()
    node = parse_yaml(SourceFile("en.yaml", f"language: en\nname: English\ntexts:\n{lines}"), report)
    assert node is not None
    return report, load_locale("en", node, report)


def test_a_text_has_so_many_characters() -> None:
    report, _ = texts("word " * 5_000)
    assert "`k0` has 25,000 characters: at most 20,000 are allowed" in [item.message for item in report]


@pytest.mark.parametrize("piece", ["{" * 19, "{{" * 9, "*a" * 9, " *a" * 6 + "b** "])
def test_a_text_is_looked_through_once(piece: str) -> None:
    report, _ = texts(piece * 1_000)
    assert len(report) <= MAX_ALIKE * 3
    assert growth(lambda size: texts(piece * size), 250) < 13


def test_braces_are_read_as_ever_after_the_last_doubled_one() -> None:
    report, locale = texts("a {{b}} {one}} \\{c\\} {{d} {two}")
    assert locale is not None
    assert {item.code for item in report} == {"locale-placeholder"}
    assert locale.templates["k0"].values == {"d", "one", "two"}


def test_what_stands_in_texts_is_bounded_for_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MAX_PLACES", 30)
    report, _ = texts("{ a b }", 100)
    found = [item for item in report if "cannot be read" in item.message]
    assert len(found) == 30
    assert report.items[-1].message == "this is where the texts have more than 30 placeholders, braces and open marks"
    assert str(report.items[-1].span) == "en.yaml:34:8"


def test_a_mark_ends_where_the_last_of_its_kind_began() -> None:
    runs = parse_markup("**a *b** c* *d **e* f** g")
    assert [run.text for run in runs if run.bold] == ["a *b"]
    assert [run.text for run in runs if run.italic] == ["d **e"]


def test_what_a_file_says_at_length_is_told_in_short() -> None:
    report = Report()
    report.error("schema-value", f"`{'x' * 90_000}` is no number", None, "y" * 90_000)
    (item,) = report
    assert len(item.message) < 2_100
    assert item.message.endswith("x` is no number")
    assert len(item.hints[0]) < 2_100


def test_a_file_full_of_control_characters_is_no_text() -> None:
    report = Report()
    assert decode(b"a: b\n" + b"\x1b" * 50_000, "a.yaml", report) is None
    assert report.items[0].message == "a.yaml is not a text file"
    report = Report()
    assert decode(b"a: b \x1b\n" * 900, "a.yaml", report) is not None
    assert not len(report)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
@pytest.mark.parametrize("kind", ["pipe", "zero", "large"])
def test_a_file_of_printers_is_a_plain_small_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / printer.FILE
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    else:
        path.write_bytes(b" " * 1_000_001 + b"{}")
    with pytest.raises(PackError, match="cannot be read"):
        printer._held(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
def test_a_file_is_judged_as_it_was_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "a.yaml")
    monkeypatch.setattr(Path, "is_file", lambda path: True)  # a moment ago it was one
    report = Report()
    assert read_text(tmp_path / "a.yaml", "a.yaml", report) is None
    assert [item.code for item in report] == ["file-unreadable"]


def test_a_pack_has_so_many_drawings() -> None:
    spent = Budget()
    for number in range(budget.DRAWINGS):
        spent.draw(f"{number}.svg", 0, None)
        spent.draw(f"{number}.svg", 9, None)
    assert spent.parts == 9 * budget.DRAWINGS
    with pytest.raises(PackError, match="more than 5,000 drawings"):
        spent.draw("one-more.svg", 0, None)


def test_a_check_reads_no_more_expressions_than_a_build_may(tmp_path: Path) -> None:
    values = "".join(f"  v{n}: '{{{{ {LONG.format(n=n)} }}}}'\n" for n in range(400, 800))
    face = f"face: {{size: poker, alt: x}}\nvalues:\n{values}items:\n  - rect: {{{AT}}}\n"
    found = check(pack(tmp_path, components=PARTS % ("one", 1), faces__mine=face))
    (said,) = [item for item in found.report if item.code == "pack-too-much"]
    assert str(said.span).rpartition("/")[2].startswith("mine.yaml:")


@pytest.mark.parametrize("parts", [["A"], ["B"], ["B", "B"], ["C"] * 2000], ids=["itself", "deep", "doubled", "many"])
def test_a_letter_of_a_font_is_made_of_few_others(tmp_path: Path, parts: list[str]) -> None:
    path = tmp_path / "x.ttf"
    font = TTFont(bundled_fonts() / "PirataOne-Regular.ttf")
    glyphs = font["glyf"]
    for letter in "ABCDEFGHIJKLM":
        names = [chr(ord(name) + ord(letter) - ord("A")) if name != "A" else letter for name in parts]
        glyphs[letter] = _made_of(names)
    font.recalcBBoxes = False
    font.save(path)
    with pytest.raises(ValueError, match="too many others"):
        try_outlines(path, frozenset(range(32, 127)))


def _made_of(names: list[str]) -> Glyph:
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, []
    glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    for name in names:
        part = GlyphComponent()
        part.glyphName, part.x, part.y, part.flags = name, 0, 0, 3
        glyph.components.append(part)
    return glyph


def test_a_letter_that_shows_nothing_is_none(tmp_path: Path) -> None:
    """Fonts of which letters were taken away keep their places: another font steps in, or the text is told."""
    path = tmp_path / "x.ttf"
    font = TTFont(bundled_fonts() / "PirataOne-Regular.ttf")
    blank = Glyph()
    blank.numberOfContours = 0
    font["glyf"]["A"] = blank
    font["hmtx"].metrics["B"] = (0, 0)
    font.save(path)
    made = load_font(path)
    assert [char for char in "ABC " if made.covers(char)] == ["C", " "]


def test_a_font_says_nothing_on_the_terminal(tmp_path: Path) -> None:
    """A table that nobody knows is left out in silence: its name is whatever stands in the file."""
    font = TTFont(bundled_fonts() / "PirataOne-Regular.ttf")
    font["\x1b[2J"] = DefaultTable("\x1b[2J")
    font["\x1b[2J"].data = b"x"
    font.save(tmp_path / "x.ttf")
    code = """
import sys; from pathlib import Path
from santy_print.faces.typeset import load_font; from santy_print.faces.webfont import _cut
path = Path(sys.argv[1]); load_font(path); _cut(path, path.read_bytes(), frozenset("AB"), "woff")
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "x.ttf")], capture_output=True, check=True)
    assert done.stdout + done.stderr == b""


# Rulebooks


def test_a_rulebook_has_so_many_blocks_points_and_cells(tmp_path: Path) -> None:
    points = ", ".join(f"{{say: p{n}}}" for n in range(skeleton.MAX_BLOCKS))
    blocks = f"  - {{kind: text, say: a}}\n  - {{kind: list, items: [{points}]}}\n"
    (found,) = faults_of(tmp_path, f"sections:\n- id: x\n  blocks:\n{blocks}")
    assert found == ("schema-value", "rulebook.yaml:5:5")


def test_words_of_other_languages_are_bounded(tmp_path: Path) -> None:
    words = ", ".join(f"w{n}" for n in range(201))
    (found,) = faults_of(
        tmp_path, f"foreign: {{fr: [{words}]}}\nsections: [{{id: x, blocks: [{{kind: text, say: a}}]}}]\n"
    )
    assert found[0] == "schema-value"
    (found,) = faults_of(tmp_path, "pages: 0\nsections: [{id: x, blocks: [{kind: text, say: a}]}]\n")
    assert found == ("schema-value", "rulebook.yaml:1:8")


def faults_of(folder: Path, rulebook: str) -> list[tuple[str, str]]:
    """What is found of a rulebook when it is read."""
    with pytest.raises(PackError) as refused:
        skeleton.load_skeleton(load_pack(pack(folder, rulebook=rulebook)))
    return [(fault.code, str(fault.span).rpartition("/")[2]) for fault in refused.value.report]
