"""How texts read out: on what ground they lie, how large they are printed, how full their boxes are."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from santy_print.build import build
from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.faces import Faces, Purpose
from santy_print.faces.art import ellipse, rounded
from santy_print.faces.covered import any_over_a_text
from santy_print.faces.fit import fit
from santy_print.faces.frames import Frame
from santy_print.faces.matrices import at, inverse, times
from santy_print.faces.measure import Read, judge, read
from santy_print.faces.outlines import hexagon, inside
from santy_print.faces.typeset import FontBook
from santy_print.pack import load_pack
from santy_print.palette import contrast
from santy_print.parts import Conduct, Options, all_frames
from santy_print.sheets import Setup
from tests.packs import copy_pack, few_languages
from tests.test_images import picture

FACE = """face: {size: square, alt: a}
styles:
  big: {font: title, size: 18, min: 18}
  strong: {font: bold, size: 14, min: 14}
items:
"""
WORD = "text: {value: HIM, at: [20, 20], size: [40, 12], style: STYLE, colour: COLOUR}"


def check_reading(frames: Iterable[Frame], faces: Faces) -> list[Read]:
    """Read every text of some frames and report what is too small, too faint or hidden."""
    out = [found for frame in frames for found in read(frame, faces.book, faces.ink.mode)]
    judge([out], faces, faces.report.error)
    return out


def reading(tmp_path: Path, items: str, style: str = "text", colour: str = "white") -> tuple[Read, list[str]]:
    text = FACE + items.replace("WORD", WORD).replace("DARK", DARK).replace("STYLE", style).replace("COLOUR", colour)
    root = copy_pack(tmp_path, {"faces/mine.yaml": text})
    picture(root / "art" / "dark.png", 500, 500, "#101010")
    Image.new("RGBA", (500, 500), (255, 255, 255, 0)).save(root / "art" / "clear.png")
    Image.new("RGBA", (500, 500), (255, 255, 255, 128)).save(root / "art" / "veil.png")
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    frame = faces.frame("mine", {"id": "x"})
    (found,) = check_reading([frame], faces)
    assert any_over_a_text(frame) or not found.hidden
    return found, [item.code for item in faces.report]


DARK = "rect: {at: [10, 10], size: [50, 50], fill: ink}"
GROUNDS = {
    f"  - {DARK}\n": "#22304a",
    "": "#ffffff",
    "  - rect: {at: [10, 10], size: [50, 50], stroke: ink}\n": "#ffffff",
    "  - rect: {at: [45, 10], size: [20, 50], fill: ink}\n": "#ffffff",
    f"  - {DARK}\n  - circle: {{at: [22, 22], r: 6, fill: wood}}\n": "#8a6d3b",
    f"  - group: {{at: [0, 0], clip: [12, 70], items: [{{{DARK}}}]}}\n": "#ffffff",
    f"  - group: {{at: [40, 40], turn: 180, items: [{{{DARK.replace('10, 10', '-30, -30')}}}]}}\n": "#22304a",
    "  - path: {d: M5 5H65V65H5ZM15 15H55V55H15Z, fill: ink}\n": "#22304a",
    "  - image: {file: dark.png, at: [10, 10], size: [50, 50]}\n": "#101010",
    f"  - {DARK}\n  - image: {{file: clear.png, at: [10, 10], size: [50, 50]}}\n": "#22304a",
    f"  - {DARK}\n  - image: {{file: veil.png, at: [10, 10], size: [50, 50]}}\n": "#9198a5",
    "  - image: {file: veil.png, at: [10, 10], size: [50, 50]}\n": "#ffffff",
    "  - line: {from: [10, 26], to: [60, 26], width: 20, stroke: ink}\n": "#22304a",
    "  - line: {from: [10, 26], to: [60, 26], width: 20, stroke: ink, dash: [3, 1]}\n": "#ffffff",
    "  - line: {from: [10, 21.8], to: [60, 21.8], width: 0.5, stroke: ink}\n": "#ffffff",
    "  - circle: {at: [40, 26], r: 14, stroke: ink, width: 26}\n": "#22304a",
    "  - path: {d: M10 15H60V60, stroke: ink, width: 6}\n": "#ffffff",
    "  - group: {scale: 10, items: [{line: {from: [1, 2.6], to: [6, 2.6], width: 2, stroke: ink}}]}\n": "#22304a",
}


@pytest.mark.parametrize("items", GROUNDS)
def test_the_ground_is_what_lies_under_a_text(tmp_path: Path, items: str) -> None:
    found, codes = reading(tmp_path, items + "  - WORD\n")
    ground = GROUNDS[items]
    assert found.ground == ground
    assert found.contrast == pytest.approx(contrast("#ffffff", ground))
    assert ("text-contrast" in codes) == (found.contrast < 4.5)


@pytest.mark.parametrize(
    ("items", "hidden"),
    [
        (f"  - WORD\n  - {DARK}\n", True),
        ("  - WORD\n  - rect: {at: [22, 10], size: [2.5, 50], fill: paper}\n", True),
        ("  - WORD\n  - line: {from: [10, 22], to: [60, 22], width: 8, stroke: wood}\n", True),
        ("  - WORD\n  - image: {file: dark.png, at: [10, 10], size: [50, 50]}\n", True),
        ("  - WORD\n  - art: {file: coco.svg, at: [10, 0], size: [50, 50]}\n", True),
        ("  - group: {at: [5, 5], turn: 9, items: [{WORD}]}\n  - group: {turn: 9, items: [{DARK}]}\n", True),
        ("  - group: {at: [0, 0], clip: [70, 70], items: [{WORD}, {DARK}]}\n", True),
        ("  - art: {file: coco.svg, at: [10, 50], size: [9, 9]}\n  - WORD\n", False),
        ("  - WORD\n  - rect: {at: [10, 10], size: [50, 50], stroke: ink}\n", False),
        ("  - WORD\n  - line: {from: [10, 21.8], to: [60, 21.8], width: 0.4, stroke: wood}\n", False),
        ("  - WORD\n  - line: {from: [10, 22], to: [60, 22], width: 8, stroke: wood, dash: [2, 2]}\n", False),
        ("  - WORD\n  - image: {file: veil.png, at: [10, 10], size: [50, 50]}\n", False),
        (f"  - WORD\n  - group: {{clip: [10, 70], items: [{{{DARK}}}]}}\n", False),
    ],
)
def test_what_is_drawn_later_is_no_ground_but_may_hide(tmp_path: Path, items: str, hidden: bool) -> None:
    found, codes = reading(tmp_path, items, colour="ink")
    assert found.ground == "#ffffff"
    assert found.hidden is hidden
    assert codes == (["text-hidden"] if hidden else [])


def test_a_spot_under_one_letter_of_many_is_found(tmp_path: Path) -> None:
    spot = "  - rect: {at: [20, 10], size: [3, 50], fill: ink}\n"
    word = "  - text: {value: wwwwwwwwwwwwwwwwwww, at: [5, 20], size: [62, 12], style: text, colour: ink}\n"
    found, codes = reading(tmp_path, spot + word)
    assert (found.ground, codes) == ("#22304a", ["text-contrast"])


GREY = '  - text: {value: HIM, at: [20, 20], size: [40, 12], colour: "#767676"}\n'
WHITE = GREY.replace("#767676", "#ffffff")
GROUND = "  - rect: {at: [0, 0], size: [70, 70], fill: ground}\n"


@pytest.mark.parametrize(
    ("items", "inks"),
    [
        (WHITE, "is hard to read:"),
        (GROUND + GREY, "is hard to read with --ink full:"),
        (f"  - {DARK}\n{GROUND}" + GREY.replace("#767676", "#22304a"), "is hard to read with --ink low, grey:"),
    ],
)
def test_a_text_is_read_in_every_ink(tmp_path: Path, items: str, inks: str) -> None:
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": FACE + items})).checked()
    (made,), report = fit(pack, lambda faces: [faces.frame("mine", {"id": "x"})], ["en"])
    (fault,) = report
    assert fault.code == "text-contrast"
    assert inks in fault.message
    assert made.faint[0].ink in ("low", "full", "grey")


def test_a_pattern_counts_with_both_colours(tmp_path: Path) -> None:
    plain, _ = reading(tmp_path / "a", "  - rect: {at: [0, 0], size: [70, 70], fill: blue, hatch: none}\n  - WORD\n")
    hatched, _ = reading(tmp_path / "b", "  - rect: {at: [0, 0], size: [70, 70], fill: blue}\n  - WORD\n")
    assert hatched.contrast < plain.contrast


@pytest.mark.parametrize(("style", "wanted"), [("text", 4.5), ("big", 3.0), ("strong", 3.0), ("letter", 3.0)])
def test_large_texts_need_less(tmp_path: Path, style: str, wanted: float) -> None:
    found, _ = reading(tmp_path, "  - WORD\n", style, "ink")
    assert found.least == wanted


def test_the_size_is_that_on_paper(tmp_path: Path) -> None:
    group = "  - group: {scale: 0.5, turn: 30, items: [{WORD}]}\n"
    found, codes = reading(tmp_path, group, "strong", "ink")
    assert found.size == pytest.approx(7)
    assert codes == []
    found, codes = reading(tmp_path / "b", group.replace("0.5", "0.45"), "strong", "ink")
    assert found.size == pytest.approx(6.3)
    assert codes == ["text-small"]


@given(st.tuples(*[st.floats(-3, 3)] * 4, *[st.floats(-99, 99)] * 2), st.tuples(st.floats(-50, 50), st.floats(-50, 50)))
def test_a_matrix_and_its_inverse_undo_each_other(
    matrix: tuple[float, float, float, float, float, float], point: tuple[float, float]
) -> None:
    a, b, c, d, _, _ = matrix
    if abs(a * d - b * c) > 0.05:
        assert at(inverse(matrix), at(matrix, point)) == pytest.approx(point, abs=1e-6)
        assert at(times(inverse(matrix), matrix), point) == pytest.approx(point, abs=1e-6)


@given(st.floats(0, 40), st.floats(0, 30))
def test_inside_is_inside(x: float, y: float) -> None:
    far = ((x - 20) / 20) ** 2 + ((y - 15) / 15) ** 2
    if abs(far - 1) > 0.02:
        assert inside(ellipse(20, 15, 20, 15), (x, y)) == (far < 1)
    edge = abs(y - 15) / 15 * 10 + abs(x - 20)
    if abs(edge - 20) > 0.01 and 0.01 < y < 29.99:
        assert inside(hexagon(40, 30), (x, y)) == (edge < 20)
    assert not inside(rounded(50, 50, 5, 5), (x, y))


# The bundled pack


def test_every_text_of_the_bundled_pack_reads_well_in_every_ink() -> None:
    pack = load_pack()
    for ink in ("low", "grey"):
        faces = Faces(pack, pack.locales["fr"], ink)
        found = check_reading(all_frames(faces), faces)
        assert [item.short() for item in faces.report] == []
        assert min(text.contrast for text in found) > 4.5
        assert min(text.size for text in found) >= 7
        assert len(found) > 500


@pytest.mark.long
def test_fit_tells_the_tightest_of_each_language() -> None:
    pack = load_pack()
    made, report = fit(pack, all_frames)
    assert [table.language for table in made] == list(pack.locales)
    assert report.ok
    for table in made:
        fills = [box.fill for box in table.tight]
        assert fills == sorted(fills, reverse=True)
        assert 0.5 < fills[0] <= 1.0
        contrasts = [text.contrast for text in table.faint]
        assert contrasts == sorted(contrasts)


def test_a_text_that_is_said_longer_is_tighter(tmp_path: Path) -> None:
    book = FontBook(load_pack())
    assert book["bold"].path.stem.endswith("Bold")
    fills = []
    for words in ("one", "one two three", "one two three four five six seven eight nine ten"):
        text = FACE + f"  - text: {{value: {words}, at: [5, 5], size: [30, 12]}}\n"
        pack = load_pack(copy_pack(tmp_path / words[-3:], {"faces/mine.yaml": text}))
        faces = Faces(pack, pack.locales["en"], purpose=Purpose(measure=True))
        assert len(read(faces.frame("mine", {"id": "x"}), faces.book)) >= 1
        (box,) = faces.tight
        fills.append(box.fill)
    assert fills == sorted(fills)
    assert fills[0] < 0.2
    assert fills[-1] > 0.4


@pytest.mark.long
def test_the_command_tells_it_to_people_and_to_programs(tmp_path: Path, kept: Path) -> None:
    chosen = ("fr", "uk")
    words = ["check", "--fit", *(word for code in chosen for word in ("--lang", code))]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0
    wanted = ("lowest contrast", "full", "least", "deutan   22.4  red, green", *(f"{code}: " for code in chosen))
    assert all(word in ran.output for word in wanted)
    ran = CliRunner().invoke(main, [*words, "--format", "json"])
    made = json.loads(ran.stdout)
    assert made["faults"] == []
    assert [table["language"] for table in made["fit"]] == list(chosen)
    assert {"layout", "item", "keys", "fill", "size", "least"} == set(made["fit"][0]["boxes"][0])
    assert {"eye": "grey", "colours": ["red", "green"], "difference": 16.02} in made["palette"]


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_a_build_warns_of_what_is_hard_to_read_and_refuses_what_is_covered(tmp_path: Path, ink: str) -> None:
    text = """face: {width: 30, height: 30, outline: circle, alt: coin}
items:
  - text: {value: "AHOY", at: [3, 4], size: [18, 6], style: small, colour: white}
"""
    root = copy_pack(tmp_path, {"faces/coin.yaml": text})
    options = Options(("en",), ("tokens",), Setup(), ink)
    for _ in range(2):  # once more from the cache
        conduct = Conduct(cache=tmp_path / "cache")
        build(load_pack(root), tmp_path / "out", options, {}, conduct)
        warned = [item.short() for item in conduct.report]
        assert len(warned) == 1, "one for each text, whatever number of coins there are"
        assert "“AHOY” (en) on `coin:coin-1` is hard to read: #ffffff on #ffffff has a contrast of 1.0" in warned[0]
    covered = text + "  - rect: {at: [2, 3], size: [21, 8], fill: rope}\n"
    (root / "faces" / "coin.yaml").write_text(covered, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(PackError) as refused:
            build(load_pack(root), tmp_path / "covered", options, {}, Conduct(cache=tmp_path / "cache"))
        assert [item.code for item in refused.value.report.errors] == ["text-hidden"]
    assert not list((tmp_path / "covered").rglob("*.pdf")), "a covered text is lost: nothing is printed"


@pytest.mark.usefixtures("kept")
def test_a_fault_of_a_face_fails_the_check(tmp_path: Path) -> None:
    text = "face: {width: 25, height: 25, alt: a}\nitems:\n  - art: {file: none.svg, at: [0, 0], size: [9, 9]}\n"
    root = few_languages(copy_pack(tmp_path, {"faces/coin.yaml": text}), ["en"])
    ran = CliRunner().invoke(main, ["check", str(root), "--format", "short"])
    assert ran.exit_code == 1
    (line,) = [line for line in ran.output.splitlines() if "(art-missing)" in line]
    assert "faces/coin.yaml:3:17: error" in line


def test_of_a_text_that_does_not_fit_nothing_else_is_told(tmp_path: Path) -> None:
    long = "text: {value: '" + "HIM " * 60 + "', at: [20, 20], size: [40, 12], colour: white}"
    cover = "rect: {at: [10, 10], size: [60, 60], fill: paper}"
    root = copy_pack(tmp_path, {"faces/mine.yaml": f"{FACE}  - {long}\n  - {cover}\n"})
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    (first, *_) = check_reading([faces.frame("mine", {"id": "x"})], faces)
    assert first.hidden
    assert [item.code for item in faces.report] == ["text-overflow"]


def test_a_face_that_changes_between_two_looks_is_judged_as_it_was_first(tmp_path: Path) -> None:
    root = copy_pack(
        tmp_path, {"faces/mine.yaml": FACE + "  - " + WORD.replace("STYLE", "big").replace("COLOUR", "mist")}
    )
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    first = list(read(faces.frame("mine", {"id": "x"}), faces.book, "low"))
    judge([first, [], [*first, *first]], faces, faces.report.error)
    assert [fault.code for fault in faces.report] == ["text-contrast"]
