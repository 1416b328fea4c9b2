"""The palette check: CIEDE2000 against its authors' table, every kind of eye, and what a colliding pair is told."""

from __future__ import annotations

import json
import re
from itertools import combinations, permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import Report
from santy_print.documents.printed import Printed
from santy_print.documents.rulebook import Rulebook
from santy_print.faces import Faces
from santy_print.faces.art import rounded
from santy_print.faces.frames import Hatch, Letters, walk
from santy_print.faces.ink import Ink
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.pack import Paint, load_pack
from santy_print.palette import (
    EYES,
    INKS,
    LIMITS,
    PATTERNS,
    check_palette,
    ciede2000,
    contrast,
    difference,
    grey,
    ink_on,
    lab,
    luminance,
    nearest,
)
from santy_print.pdf import hatch_lines
from tests.counted import in_calls
from tests.packs import copy_pack, few_languages
from tests.thinned import thinned

# Sharma, Wu, Dalal (2005), table 1: L, a, b of two colours, and their difference.
SHARMA = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
ROWS = [[float(v) for v in row.split()] for row in SHARMA.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[str(n) for n in range(1, len(ROWS) + 1)])
def test_ciede2000_is_that_of_its_authors(row: list[float]) -> None:
    one, other = (row[0], row[1], row[2]), (row[3], row[4], row[5])
    assert ciede2000(one, other) == pytest.approx(row[6], abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(row[6], abs=5e-5)


def test_the_bundled_palette_is_told_apart_by_every_eye() -> None:
    found = {pair.eye: pair.difference for pair in nearest(load_pack().head.palette)}
    assert found == {
        "normal": pytest.approx(37.1, abs=0.05),
        "protan": pytest.approx(27.1, abs=0.05),
        "deutan": pytest.approx(22.4, abs=0.05),
        "tritan": pytest.approx(36.5, abs=0.05),
        "grey": pytest.approx(16.0, abs=0.05),
    }


def test_the_greys_that_are_judged_are_those_that_are_printed() -> None:
    print_grey = Ink("grey")
    palette = load_pack().head.palette
    for one, other in combinations(palette.values(), 2):
        printed = difference(print_grey(one.hex), print_grey(other.hex), "normal")
        assert printed == pytest.approx(difference(one.hex, other.hex, "grey"), abs=1e-9)
        assert printed >= LIMITS["grey"][1]
    for value in ("#ff0020", "#204040", "#123456", "#fae632"):
        assert luminance(grey(value)) == pytest.approx(luminance(value), abs=0.005)
        assert print_grey(value) == grey(value)
    for value in ("#000000", "#808080", "#ffffff"):
        assert grey(value) == value
    assert print_grey("#ff0020") != print_grey("#204040")


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_a_pattern_stands_out_from_its_colour(ink: str) -> None:
    pack = load_pack()
    faces = Faces(pack, pack.locales["en"], ink)
    for name in pack.head.palette:
        hatch = faces.hatch(name)
        if hatch is not None:
            assert difference(str(faces.colour(name)), hatch.colour, "grey") > 12, name


def test_pure_colours_are_not() -> None:
    assert difference("#00ff00", "#ffff00", "protan") == pytest.approx(4.07, abs=0.01)


def test_what_eyes_do_to_greys_they_leave_alone() -> None:
    for eye, rows in EYES.items():
        assert [sum(row) for row in rows] == pytest.approx([1, 1, 1], abs=1e-5), eye


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def paint(value: str, pattern: str = "plain") -> Paint:
    return Paint.model_validate({"hex": value, "pattern": pattern})


def found(palette: dict[str, Paint], letters: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
    report = Report()
    check_palette(palette, letters, lambda *path, key=False: None, report)
    return [(item.severity, item.code) for item in report]


def test_two_colours_of_one_pattern_or_one_letter_are_told() -> None:
    pair = {"lime": paint("#00ff00"), "lemon": paint("#ffff00")}
    assert found(pair, {}) == [("error", "palette-near"), ("error", "palette-alike")]
    assert found(pair | {"lemon": paint("#ffff00", "dots")}, {}) == [("error", "palette-near")]
    far = {"black": paint("#000000"), "white": paint("#ffffff")}
    assert found(far, {"en": {"black": "B", "white": "W"}}) == []
    assert found(far, {"en": {"black": "B", "white": "B"}}) == [("error", "palette-alike")]


def test_limits_between_warning_and_error() -> None:
    greys = {"one": paint("#505050"), "other": paint("#606060", "dots")}
    assert found(greys, {}) == [("error", "palette-near")]
    warm = {"one": paint("#505050"), "other": paint("#787878", "dots")}
    assert 12 < difference("#505050", "#787878", "normal") < 20
    assert found(warm, {}) == [("warning", "palette-near")]


def test_what_is_warned_of_may_be_accepted_with_a_reason() -> None:
    warm = {"one": paint("#505050"), "other": paint("#787878", "dots")}
    for name, other in permutations(warm, 2):
        willing = warm[name].model_copy(update={"accept": {other: "they never meet"}})
        assert found(warm | {name: willing}, {}) == []
    willing = paint("#606060", "dots").model_copy(update={"accept": {"one": "why not"}})
    near = {"one": paint("#505050"), "other": willing}
    assert found(near, {}) == [("error", "palette-near"), ("error", "palette-accept")]
    far = {"black": paint("#000000"), "white": paint("#ffffff")}
    for other, told in (("black", "warning"), ("blak", "error"), ("white", "error")):
        white = far["white"].model_copy(update={"accept": {other: "no need"}})
        assert found(far | {"white": white}, {}) == [(told, "palette-accept")]


NEAR = [("violet", "#2a4090"), ("orange", "#e8a833"), ("pink", "#e0405a"), ("green", "#4fb030"), ("black", "#1c2c70")]


@pytest.mark.parametrize(("name", "value"), NEAR)
def test_the_colour_that_a_hint_offers_passes(name: str, value: str) -> None:
    palette = {**load_pack().head.palette, name: paint(value, "bricks")}
    report = Report()
    check_palette(palette, {}, lambda *path, key=False: None, report)
    faults = [item for item in report if f"`{name}`" in item.message]
    assert faults
    (offered,) = {found for item in faults for hint in item.hints for found in re.findall(r'hex: "(#\w+)"', hint)}
    assert found({**palette, name: paint(offered, "bricks")}, {}) == []


def test_many_near_colours_are_told_soon() -> None:
    crowd = {f"c{n}": paint(f"#{n:02x}8080", "dots") for n in range(30)}
    told = in_calls(400_000, lambda: found(crowd, {}))
    assert {code for _, code in told} == {"palette-near", "palette-alike"}


def test_every_pattern_is_drawn_differently() -> None:
    square = rounded(0, 0, 12, 12)
    drawn = {kind: tuple(hatch_lines(square, Hatch(kind, "#000000"))) for kind in PATTERNS if kind != "plain"}
    assert len(set(drawn.values())) == len(drawn) == 7
    for lines in drawn.values():
        assert 8 <= len(lines) <= 100


@pytest.mark.parametrize(("one", "other"), list(permutations(["red", "green"], 2)))
def test_check_names_the_pair_its_values_and_the_line(tmp_path: Path, one: str, other: str) -> None:
    root = few_languages(copy_pack(tmp_path), ["en"])
    text = (root / "pack.yaml").read_text(encoding="utf-8")
    old, new = {"red": ("#d62c1f", "#3dae90"), "green": ("#3dae8a", "#d62c25")}[one]
    (root / "pack.yaml").write_text(text.replace(old, new), encoding="utf-8")
    ran = CliRunner().invoke(main, ["check", str(root), "--format", "json"])
    assert ran.exit_code == 1
    (fault,) = [item for item in json.loads(ran.stdout) if item["code"] == "palette-near"]
    assert fault["file"] == f"{root}/pack.yaml"
    assert "  green:" in text.splitlines()[fault["line"] - 1]
    for word in ("`red`", "`green`", new, "normal", "protan", "grey"):
        assert word in fault["message"]


@pytest.mark.parametrize(("name", "value"), thinned([("red", "#3dae90"), ("green", "#d62c25")]))
def test_an_overlay_is_told_its_own_colour(tmp_path: Path, name: str, value: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    head = f'extends: santy_anno\nid: own\nversion: 1.0\npalette:\n  {name}: {{hex: "{value}", pattern: dots}}\n'
    (own / "pack.yaml").write_text(head + "languages: [en]\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["check", str(own), "--format", "json"])
    faults = [item for item in json.loads(ran.stdout) if item["code"].startswith("palette-")]
    assert faults
    assert {(item["file"], item["line"]) for item in faults} == {(f"{own}/pack.yaml", 5)}


def test_an_overlay_is_told_its_own_pattern(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    head = 'extends: santy_anno\nid: own\nversion: 1.0\npalette:\n  red: {hex: "#3dae90", pattern: grid}\n'
    (tmp_path / "own" / "pack.yaml").write_text(head + "languages: [en]\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["check", str(tmp_path / "own"), "--format", "json"])
    faults = [item for item in json.loads(ran.stdout) if item["code"].startswith("palette-")]
    assert [(item["code"], item["line"]) for item in faults] == [("palette-near", 5), ("palette-alike", 5)]


@pytest.mark.parametrize("hex", ["#fae632", "#d62c1f", "#253a8e", "#3dae8a", "#777777", "#000000", "#ffffff"])
def test_what_is_written_on_a_paint_is_the_ink_with_more_contrast(hex: str) -> None:
    found = contrast(ink_on(hex), hex)
    assert found == max(contrast(ink, hex) for ink in INKS)
    assert found >= 3.6  # no grey between white and the ink is worse


def test_every_document_writes_on_a_paint_in_the_same_ink() -> None:
    pack = load_pack()
    wanted = {id: ink_on(paint.hex) for id, paint in pack.head.palette.items()}
    assert wanted["green"] == "#22304a"
    assert _inks(Rulebook(pack, "en"), "figure-swatch-") == wanted
    found = _inks(Sheet(pack, "en", data=find_answers(pack)), "figure-paint-")
    assert {id: ink for id, ink in found.items() if not id.endswith("-struck")} == wanted


def _inks(document: Printed, layout: str) -> dict[str, str]:
    """The ink of the letter on each colour's chip."""
    frames = document.drawn().frames
    chips = {name.removeprefix(layout): frame for name, frame in frames.items() if layout in name}
    return {id: next(i.colour for i in walk(chip.items) if isinstance(i, Letters)) for id, chip in chips.items()}


@pytest.mark.parametrize(
    ("light", "lightness"),
    [(1.0, 100.0), (0.5, 76.07), (0.18, 49.50), (216 / 24389, 8.0), (0.001, 0.9033), (0.0, 0.0)],
)
def test_how_light_a_grey_is(light: float, lightness: float) -> None:
    """L* of CIE: the cube root above 216/24389, a straight line of 24389/27 below."""
    made = lab((light, light, light))
    assert made[0] == pytest.approx(lightness, abs=0.005)
    assert made[1:] == pytest.approx((0, 0), abs=0.01)
