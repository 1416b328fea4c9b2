"""Printers: one that is off is simulated, measured on its own calibration sheet, and made up for."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from math import cos, hypot, radians, sin
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from santy_print.build import build
from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.documents.rulebook import Rulebook
from santy_print.faces import Faces
from santy_print.faces.frames import Group, Item, Shape
from santy_print.faces.matrices import IDENTITY, Matrix
from santy_print.faces.typeset import FontBook
from santy_print.folders import bundled_words
from santy_print.overlay import flattened
from santy_print.pack import load_pack
from santy_print.parts import Conduct, Options, copies_of
from santy_print.parts.pages import sheets_of
from santy_print.printer import (
    FILE,
    MAX_ANGLE,
    MAX_SHIFT,
    SCALES,
    Printer,
    find_printer,
    forget_printer,
    read_printers,
    save_printer,
)
from santy_print.printer import read_off as reckoned
from santy_print.proof import Proofer
from santy_print.proof.calibration import APART, _Drawing, calibration
from santy_print.proof.reading import Point, read_pdf
from santy_print.raster import page_images
from santy_print.sheets import PAPERS, Setup
from santy_print.source import load_yaml
from tests.built import bundled
from tests.packs import LANGUAGES, copy_pack
from tests.thinned import spoken

WORST = Printer(1.3, -0.8, 0.9, 99.2, 100.6)
OTHERS = [Printer(-4.8, 4.9, -2.0, 97.0, 103.0), Printer(0.1, 0, 0, 100, 100), Printer(0, 0, 0.4, 102, 102)]


def seen_from_front(page: tuple[float, float], flip: str, point: Point) -> Point:
    """Where a point of a back lies, seen from the front through the paper."""
    over_side = (flip == "long") == (page[0] <= page[1])
    return (page[0] - point[0], point[1]) if over_side else (point[0], page[1] - point[1])


def printed(printer: Printer, page: tuple[float, float], side: str, point: Point) -> Point:
    """Where a printer puts a point (seen from the front, mm): an independent telling of what `Printer` means.

    A lying page is printed a quarter turn anti-clockwise on upright paper, so it is looked at there.
    """
    lying = page[0] > page[1]
    wide, tall = (page[1], page[0]) if lying else page
    x, y = (point[1], page[0] - point[0]) if lying else point
    x, y = (x - wide / 2) * printer.scale_x / 100, (y - tall / 2) * printer.scale_y / 100
    if side == "back":
        angle = radians(printer.angle)  # clockwise, y downwards
        x, y = x * cos(angle) - y * sin(angle) + printer.shift_x, x * sin(angle) + y * cos(angle) + printer.shift_y
    x, y = x + wide / 2, y + tall / 2
    return (page[0] - y, x) if lying else (x, y)


def raw_places(data: bytes, folder: Path) -> list[tuple[str, tuple[float, float], list[list[Point]]]]:
    """The corners of all faces as the file has them, without undoing the correction it says it holds."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            del page.PieceInfo.santy_print.Private["/Correction"]
        (folder / "raw.pdf").unlink(missing_ok=True)
        pdf.save(folder / "raw.pdf")
    out = []
    for sheet in read_pdf(folder / "raw.pdf").sheets:
        corners = [[cell.at(0, 0), cell.at(63.5, 0), cell.at(63.5, 88.9), cell.at(0, 88.9)] for cell in sheet.cells]
        out.append((sheet.side, (sheet.width, sheet.height), corners))
    return out


@pytest.mark.long
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("printer", [WORST, *OTHERS])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0)], ids=["upright", "lying"])
def test_what_a_wrong_printer_prints_from_a_corrected_file_is_right(
    flip: str, printer: Printer, paper: tuple[float, float], tmp_path: Path
) -> None:
    """Each corner of each card, printed, lies where it was meant to, and those of backs behind those of fronts."""
    options = Options(("en",), ("cards",), Setup(paper, flip), printer=printer)
    made = build(bundled(), tmp_path, options, {})[0].data
    faces = Faces(bundled(), bundled().locales["en"])
    copies = list(copies_of(faces, "cards"))
    worst = 0.0
    meant = sheets_of(faces, "cards", copies, options)
    for sheet, (side, page, corners) in zip(meant, raw_places(made, tmp_path), strict=True):
        assert (side, page) == (sheet.side, pytest.approx((sheet.width, sheet.height), abs=0.01))
        for cell, points in zip(sheet.cells, corners, strict=True):
            a, b, c, d, e, f = cell.matrix(sheet.height)
            wide, tall = cell.frame.size  # as the card lies, which may be on its side
            places = [(0, 0), (wide, 0), (wide, tall), (0, tall)]
            wanted = [(a * x - c * y + e, sheet.height - (b * x - d * y + f)) for x, y in places]
            if side == "back":
                wanted, points = ([seen_from_front(page, flip, p) for p in some] for some in (wanted, points))
            put = [printed(printer, page, side, point) for point in points]
            worst = max(worst, *(min(hypot(x - w, y - v) for x, y in put) for w, v in wanted))
    assert worst < 0.02


ROOMY = [
    ("a4", "long", Printer(1.3, 0.7, 0.4, 99.5, 99.5)), ("a4", "short", Printer(-2, 1, -0.3)),
    ("a4", "long", Printer(0, 0, 0, 97, 97)), ("letter", "separate", Printer(0.3, -0.2)),
    ("letter", "long", Printer(1.3, 0.7, 0.4, 99.5, 99.5)), ("a3", "short", Printer(5, -5, 2, 97, 97)),
]  # fmt: skip


def nearest(data: bytes, folder: Path) -> float:
    """How near to the paper's edge the nearest cut of a card lies, as the file has it; mm."""
    return min(
        distance
        for _, (width, height), cards in raw_places(data, folder)
        for corners in cards
        for x, y in corners
        for distance in (x, y, width - x, height - y)
    )


@pytest.mark.long
@pytest.mark.parametrize(("paper", "duplex", "printer"), ROOMY)
def test_a_correction_costs_no_sheet_where_there_is_room(
    paper: str, duplex: str, printer: Printer, tmp_path: Path
) -> None:
    """As many pages, all pieces where they can be printed, and whatever else is not is told."""
    setup, told = Setup(PAPERS[paper], duplex), Report()
    plain, made = (
        build(bundled(), tmp_path / name, Options(("en",), ("cards",), setup, "full", one), {}, Conduct(report=told))[0]
        for name, one in (("plain", None), ("made", printer))
    )
    # One sheet in six more at most, where backs have room to run on then.
    assert plain.pages <= made.pages <= plain.pages * 7 / 6
    assert made.faces == plain.faces
    assert nearest(made.data, tmp_path) >= 4
    results = Proofer().proof(tmp_path / "made/santy_anno/en/cards.pdf").results
    margin = next(result for result in results if result.name == "margin")
    assert any("pages instead of" in item.message for item in told) == (made.pages > plain.pages)
    warnings = [item.message for item in told if "pages instead of" not in item.message]
    assert bool(warnings) == (margin.status != "ok"), (warnings, margin.measured)
    assert all("marks beside the" in line for line in warnings)


@pytest.mark.long
@pytest.mark.parametrize(
    ("paper", "duplex"), [(PAPERS["a4"], "long"), (PAPERS["letter"], "short"), ((297.0, 210.0), "long")]
)
def test_pieces_take_more_sheets_rather_than_be_cut_off_and_it_is_said(
    paper: tuple[float, float], duplex: str, tmp_path: Path
) -> None:
    """As far off as can be corrected: fewer cards on a sheet, each whole, and each back behind its front."""
    worst, told = Printer(5, -5, 2, 97, 97), Report()
    options = Options(("en",), ("cards",), Setup(paper, duplex), printer=worst)
    made = build(bundled(), tmp_path, options, {}, Conduct(report=told))
    assert nearest(made[0].data, tmp_path) >= 4
    usual = 16 if paper == PAPERS["letter"] else 14
    assert any(f"pages instead of {usual}" in item.message for item in told) == (made[0].pages > usual)
    assert sum(len(sheet) for _, _, sheet in raw_places(made[0].data, tmp_path)) == 2 * 58
    assert [fault.short() for fault in Proofer().proof(tmp_path / "santy_anno/en/cards.pdf").report] == []


@pytest.mark.long
@pytest.mark.parametrize("paper", [(150.0, 150.0), (150.0, 151.0), (151.0, 150.0)])
def test_a_nearly_square_paper_turns_over_the_edge_it_has(paper: tuple[float, float], tmp_path: Path) -> None:
    """What room a correction takes across and down must not make an upright paper of a lying one."""
    options = Options(("en",), ("cards",), Setup(paper), printer=Printer(0.2, 4))
    [made] = build(bundled(), tmp_path, options, {})
    assert nearest(made.data, tmp_path) >= 4
    assert [fault.short() for fault in Proofer().proof(tmp_path / "santy_anno/en/cards.pdf").report] == []


def test_what_would_leave_the_paper_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    """Paper that holds one card and no more than its margin."""
    for printer, code in ((Printer(5, 0, 2), "printer-off-paper"), (Printer(3), "printer-edge")):
        setup, told = Setup((76.2, 101.6)), Report()
        options = Options(("en",), ("cards",), setup, printer=printer)
        if code == "printer-edge":
            build(bundled(), tmp_path / code, options, {}, Conduct(report=told))
            assert any("backs come to 3.0 mm from the paper's edge" in item.message for item in told)
            continue
        with pytest.raises(PackError) as caught:
            build(bundled(), tmp_path / code, options, {})
        assert {item.code for item in caught.value.report.errors} == {code}
        assert "larger --paper or less --bleed" in caught.value.report.errors[0].hints[0]
        assert not (tmp_path / code / "santy_anno/en").exists()


def test_a_reprint_says_what_a_correction_costs_and_an_export_takes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save_printer(tmp_path / "santy_print", "far", Printer(5, -5, 2, 97, 97))
    words = ["build", "--lang", "en", "--only", "cards", "--printer", "far", "--out", str(tmp_path / "out"), "--quiet"]
    again = CliRunner().invoke(main, [*words, "--cards", "helm-*"])
    assert again.exit_code == 0, again.output
    assert "pages instead of" in again.stderr
    refused = CliRunner().invoke(main, [*words, "--profile", "png"])
    assert refused.exit_code == 2
    assert "--printer" in refused.stderr


def letters_of(page: pypdfium2.PdfPage) -> list[Point]:
    """The middle of each letter of a page, in mm from its top left corner."""
    text, tall = page.get_textpage(), page.get_height()
    letters = [n for n in range(text.count_chars()) if text.get_text_range(n, 1).isalnum()]
    boxes = [text.get_charbox(n, loose=True) for n in letters]
    return [((a + c) / 2 * 25.4 / 72, (tall - (b + d) / 2) * 25.4 / 72) for a, b, c, d in boxes]


@pytest.mark.parametrize("printer", [WORST, OTHERS[0]])
@pytest.mark.long
def test_a_booklet_is_made_up_for_too(printer: Printer) -> None:
    """Each letter, printed, lies where it lies in a booklet for a printer that does nothing wrong."""
    book = Rulebook(bundled(), "en")
    plain, made = (pypdfium2.PdfDocument(book.booklet(printer=one)) for one in (None, printer))
    size, compared = (297.0, 210.0), 0
    for n in (0, 1):
        wanted, found = letters_of(plain[n]), letters_of(made[n])
        assert len(wanted) == len(found)
        if n == 1:
            wanted, found = ([seen_from_front(size, "short", point) for point in each] for each in (wanted, found))
        for got in found:  # in which order letters are read depends on how far a page is turned
            x, y = printed(printer, size, ("front", "back")[n], got)
            assert min(hypot(x - want[0], y - want[1]) for want in wanted) < 0.03
            compared += 1
    assert compared > 200


def distorted(image: Image.Image, printer: Printer, dpi: float) -> Image.Image:
    """A page seen from the front, as a printer that is off prints it: pixels moved, nothing else."""
    s, angle = dpi / 25.4, radians(printer.angle)
    cx, cy = image.width / 2, image.height / 2
    # PIL asks where each pixel comes from: the way back, first the shift, then the turn, then the scale.
    fx, fy = 100 / printer.scale_x, 100 / printer.scale_y
    a, b, d, e = cos(angle) * fx, sin(angle) * fx, -sin(angle) * fy, cos(angle) * fy
    tx, ty = cx + printer.shift_x * s, cy + printer.shift_y * s
    return image.transform(
        image.size, Image.Transform.AFFINE, (a, b, cx - a * tx - b * ty, d, e, cy - d * tx - e * ty),
        Image.Resampling.BICUBIC, fillcolor="white",
    )  # fmt: skip


def lines_of(image: Image.Image, box: tuple[float, float, float, float], upright: bool, dpi: float) -> list[float]:
    """The middles of the dark lines in a box (mm) of a page, across or down, in mm."""
    s = dpi / 25.4
    part = image.convert("L").crop((round(box[0] * s), round(box[1] * s), round(box[2] * s), round(box[3] * s)))
    flat = part.resize((part.width, 1) if upright else (1, part.height), Image.Resampling.BOX)
    dark = [255 - v for v in flat.tobytes()]
    out, n = [], 0
    while n < len(dark):
        if dark[n] > 40:
            end = n
            while end < len(dark) and dark[end] > 40:
                end += 1
            weight = sum(dark[n:end])
            middle = sum((k + 0.5) * dark[k] for k in range(n, end)) / weight
            out.append((round((box[0] if upright else box[1]) * s) + middle) / s)
            n = end
        n += 1
    return out


def reading(vernier: Sequence[float], scale: Sequence[float], numbers: Sequence[int]) -> float:
    """Whole millimetres before the arrow, tenths where a line meets a line; or the line that the arrow itself meets."""
    meets = [min(abs(line - mark) for mark in scale) for line in vernier[:10]]  # the last meets where the arrow does
    tenths = meets.index(min(meets))
    if tenths == 0:
        return min(zip(numbers, scale, strict=True), key=lambda one: abs(one[1] - vernier[0]))[0]
    return max(number for number, mark in zip(numbers, scale, strict=True) if mark <= vernier[0]) + tenths / 10


def read_off(front: Image.Image, back: Image.Image, name: str, dpi: float) -> float:
    """What a person reads at a letter: whole millimetres before the arrow, tenths where a line meets a line."""
    cx, cy = 105.0, 148.5
    across = {"A": (cx, cy - APART / 2, True), "B": (cx, cy + APART / 2, True)}
    x, y, upright = (across | {"C": (22.0, cy, False), "D": (188.0, cy, False)})[name]
    if upright:
        scale = lines_of(front, (x - 10.5, y - 2.8, x + 19.5, y - 0.6), True, dpi)
        vernier = lines_of(back, (x - 6, y + 1.7, x + 15, y + 2.4), True, dpi)
        zero = x
    else:
        scale = lines_of(front, (x - 2.8, y - 10.5, x - 0.6, y + 19.5), False, dpi)
        vernier = lines_of(back, (x + 1.7, y - 6, x + 2.4, y + 15), False, dpi)
        zero = y
    assert len(scale) == 30, "all lines of the scale are found"
    assert len(vernier) == 11, "all lines of the back are found"
    return reading(vernier, scale, [round(line - zero) for line in scale])


@pytest.mark.long
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_readings_of_the_sheet_are_the_printers_faults(flip: str) -> None:
    """The sheet is rendered, distorted and read off as a person would; then printed again with what was read."""
    dpi = 400.0
    truth = Printer(0.6, -0.4, 0.25)

    def readings(printer: Printer | None) -> tuple[float, float, float]:
        data = calibration(bundled(), "en", PAPERS["a4"], flip, printer)
        front, back = page_images(data, dpi)
        turned = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if flip == "long" else Image.Transpose.FLIP_TOP_BOTTOM)
        back = distorted(turned, truth, dpi)
        a, b, c, d = (read_off(front, back, name, dpi) for name in "ABCD")
        return (a + b) / 2, (c + d) / 2, (a - b) / 4

    read = readings(None)
    assert read == pytest.approx((truth.shift_x, truth.shift_y, truth.angle), abs=0.06)
    assert readings(Printer(*read)) == pytest.approx((0, 0, 0), abs=0.11)


Line = tuple[Point, Point, float]


def drawn_lines(items: Sequence[Item], matrix: Matrix = IDENTITY) -> list[Line]:
    """The straight lines of a drawing, out of their groups: from where to where, and how wide."""
    a, b, c, d, e, f = matrix
    out: list[Line] = []
    for item in items:
        if isinstance(item, Group):
            p, q, r, s, t, u = item.matrix
            inner = (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)
            out += drawn_lines(item.items, inner)
        elif isinstance(item, Shape) and len(item.outline) == 2:
            start, end = ((a * x + c * y + e, b * x + d * y + f) for _, x, y in item.outline)
            out.append((start, end, item.width))
    return out


def at_letter(lines: Sequence[Line], zero: Point, across: bool) -> list[tuple[Point, Point, float]]:
    """The lines that begin on a letter's own line, not far from its 0, by their place along it."""
    out = []
    for start, end, width in lines:
        along, beside = (start[0] - zero[0], start[1] - zero[1])[:: 1 if across else -1]
        straight = abs(start[0] - end[0] if across else start[1] - end[1]) < 1e-6
        if abs(beside) < 1e-6 and -12 < along < 21 and straight:
            out.append((start, end, width))
    return sorted(out, key=lambda line: line[0][0 if across else 1])


def read_by_eye(sides: tuple[list[Line], list[Line]], size: Point, name: str, fault: Printer, flip: str) -> float:
    """What a person reads at a letter of a sheet that a faulty printer printed, computed from the lines alone."""
    cx, cy = size[0] / 2, size[1] / 2
    zero, across = {
        "A": ((cx, cy - APART / 2), True), "B": ((cx, cy + APART / 2), True),
        "C": ((22.0, cy), False), "D": ((size[0] - 22.0, cy), False),
    }[name]  # fmt: skip
    axis = 0 if across else 1
    scale = at_letter(sides[0], zero, across)
    seen = [
        (seen_from_front(size, flip, start), seen_from_front(size, flip, end), width) for start, end, width in sides[1]
    ]
    vernier = at_letter(seen, zero, across)
    assert len(vernier) == 11
    numbers = [round(start[axis] - zero[axis]) for start, _, _ in scale]
    marks = [printed(fault, size, "front", start)[axis] for start, _, _ in scale]
    hits = [printed(fault, size, "back", start) for start, _, _ in vernier]
    lines = [hit[axis] for hit in hits]
    for _, end, _ in vernier:
        assert all(5 < v < most - 5 for v, most in zip(printed(fault, size, "back", end), size, strict=True))
    assert marks[0] <= lines[0] + 1e-6, "the arrow is not before the scale"
    assert lines[-1] <= marks[-1] + 1e-6, "each line of the back has lines of the scale about it"
    assert abs(hits[0][1 - axis] - zero[1 - axis]) < 10, "near enough to be seen together"
    return reading(lines, marks, numbers)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_fault_that_can_be_corrected_can_be_read(paper: str, flip: str) -> None:
    """All corners of what is promised, and what lies between: read at each letter, computed as the sheet says."""
    size = PAPERS[paper]
    front, back = _Drawing(bundled().locales["en"], FontBook(bundled()), size, flip).pages()
    sides = drawn_lines(front.cells[0].frame.items), drawn_lines(back.cells[0].frame.items)
    steps, scales = (-1.0, -0.37, 0.0, 0.52, 1.0), ((100, 100), SCALES, SCALES[::-1], SCALES[:1] * 2, SCALES[1:] * 2)
    for x, y, turn, (across, down) in product(steps, steps, steps, scales):
        fault = Printer(x * MAX_SHIFT, y * MAX_SHIFT, turn * MAX_ANGLE, across, down)
        a, b, c, d = (read_by_eye(sides, size, name, fault, flip) for name in "ABCD")
        # A scale that is printed too small reads too much, by as much: 1.5 % of 5 mm is nothing beside a cut.
        read = (a + b) / 2 * across / 100, (c + d) / 2 * down / 100, (a - b) / 4 * across / down
        assert read == pytest.approx((fault.shift_x, fault.shift_y, fault.angle), abs=0.062), fault


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_one_page_a_side_and_all_its_words_are_there(language: str, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(calibration(bundled(), language, PAPERS[paper], "long"))
    reading = read_pdf(path)
    assert [sheet.side for sheet in reading.sheets] == ["front", "back"]
    said = "".join("".join(reading.sheets[0].drawing.text).split())
    for key in ("title", "read", "save", "again"):
        assert "".join(bundled().locales[language].plain(f"proof.{key}").split()) in said.replace("\u00a0", "")
    assert "scale-y" in said


def test_the_sheet_speaks_every_language_of_the_pack_that_is_named(tmp_path: Path) -> None:
    """Its own words in its own fonts where it has them, else the bundled ones."""
    root = copy_pack(tmp_path / "mine")
    english = (root / "locale" / "en.yaml").read_text("utf-8")
    ours = load_yaml(bundled_words() / "locale" / "en.yaml", "en.yaml", Report())
    texts = flattened(ours).entries["texts"].value.entries  # type: ignore[arg-type, union-attr]
    texts = {key: entry for key, entry in texts.items() if key != "game.credits"}  # the pack says it in its own way
    english += "".join(f"  {key}: {json.dumps(entry.value.text)}\n" for key, entry in texts.items())
    (root / "locale" / "pt.yaml").write_text(english.replace("language: en", "language: pt", 1), "utf-8")
    head = (root / "pack.yaml").read_text("utf-8")
    (root / "pack.yaml").write_text(re.sub(r"^languages: \[", "languages: [pt, ", head, flags=re.MULTILINE), "utf-8")

    def made(*words: str) -> Result:
        out = str(tmp_path / "sheet.pdf")
        return CliRunner().invoke(main, ["proof", "--calibrate", "--pack", str(root), "--out", out, *words])

    for language in ("pt", "pseudo"):
        ran = made("--lang", language)
        assert ran.exit_code == 0, ran.output
        assert read_pdf(tmp_path / "sheet.pdf").language == ("qps" if language == "pseudo" else language)
    path = root / "locale" / "pt.yaml"
    path.write_text(path.read_text("utf-8").replace('title: "Printer calibration"', 'title: "Printer 漢"', 1), "utf-8")
    assert "text-glyph" in made("--lang", "pt").stderr
    for path in (root / "locale").glob("*.yaml"):
        path.write_text(re.sub(r"(?m)^  proof\..*\n", "", path.read_text("utf-8")), "utf-8")
    ran = made("--lang", "pt")
    assert ran.exit_code == 0
    assert "(locale-borrowed)" in ran.stderr
    own = load_pack(root)
    assert own.locales["pt"].plain("proof.title") == bundled().locales["en"].plain("proof.title")
    assert own.locales["fr"].plain("proof.title") == bundled().locales["fr"].plain("proof.title")
    own.locales["pt"].grammar.from_right = True
    assert calibration(own, "pt", PAPERS["a4"], "long"), "written from right to left, too"


def test_a_printer_is_saved_listed_used_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    words = ["--shift-x", "0.4", "--shift-y", "-0.2", "--angle", "0.1", "--scale", "99.6"]
    assert run.invoke(main, ["proof", "--save-printer", "home", *words]).exit_code == 0
    assert "home: backs +0.4 mm right, -0.2 mm down" in run.invoke(main, ["proof", "--list-printers"]).stdout
    made = run.invoke(main, ["build", "--lang", "en", "--only", "harbour", "--printer", "home", "--out", "printed"])
    assert made.exit_code == 0, made.output
    claims = read_pdf(tmp_path / "printed/santy_anno/en/harbour.pdf").sheets[0].claims
    assert claims["Correction"][0] == pytest.approx(100 / 99.6)
    sheet = run.invoke(main, ["proof", "--calibrate", "--printer", "home", "--paper", "letter", "--out", "sheet.pdf"])
    assert sheet.exit_code == 0, sheet.output
    assert read_pdf(tmp_path / "sheet.pdf").sheets[0].width == pytest.approx(215.9)
    assert run.invoke(main, ["proof", "--forget-printer", "home"]).exit_code == 0
    refused = run.invoke(main, ["build", "--printer", "home"])
    assert refused.exit_code == 1
    assert "printer-unknown" in refused.stderr


@pytest.mark.parametrize(
    "printer",
    [
        Printer(5.1),
        Printer(0, -5.1),
        Printer(angle=2.1),
        Printer(scale_x=96.9),
        Printer(scale_y=103.1),
        Printer(float("nan")),
        Printer(True),
        Printer("2"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_corrected_is_refused_and_nothing_written(printer: Printer, tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        save_printer(tmp_path, "home", printer)
    assert {item.code for item in caught.value.report} == {"printer-limit"}
    assert not (tmp_path / FILE).exists()


@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.5, 0.5), st.sampled_from([(100.0, 100.0), (99.6, 99.8)]))
def test_what_is_read_off_the_sheet_is_the_printer(
    x: float, y: float, angle: float, scales: tuple[float, float]
) -> None:
    """A lies above the paper's middle, B as far below: what is turned clockwise lies farther right at A."""
    off = sin(radians(angle)) * APART / 2
    found = reckoned(x + off, x - off, y, y, scales)
    assert (found.shift_x, found.shift_y) == (pytest.approx(x, abs=1e-3), pytest.approx(y, abs=1e-3))
    assert found.angle == pytest.approx(angle, abs=1e-3)
    assert (found.scale_x, found.scale_y) == scales


def test_the_command_does_the_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    run = CliRunner()
    saved = ["proof", "--save-printer", "home"]
    made = run.invoke(main, [*saved, "--read", "0,5", "0.3", "-0.1", "-0.3", "--scale", "99.6"])
    assert made.exit_code == 0, made.output
    assert "home: backs +0.4 mm right, -0.2 mm down, +0.05° clockwise; 99.6% across, 99.6% down" in made.stdout
    for words, why in (
        (["--read", "1", "2", "3", "4", "--angle", "1"], "leave them out"),
        (["--read", "1", "2", "3"], "requires 4 arguments"),
        (["--read", "1", "2", "3", "far"], "no number"),
    ):
        refused = run.invoke(main, [*saved, *words])
        assert refused.exit_code == 2
        assert why in refused.output
    assert run.invoke(main, ["proof", "--read", "1", "2", "3", "4", "--list-printers"]).exit_code == 2
    far = run.invoke(main, [*saved, "--read", "9", "9", "0", "0"])
    assert far.exit_code == 1
    assert "home" not in far.stdout, "nothing is told of what was not kept"


@pytest.mark.parametrize(("name", "free"), [("a/b", "a-b"), ("-a", "a"), (".x y", "x y"), ("x" * 41, "x" * 40)])
def test_the_name_that_a_hint_offers_can_be_kept(name: str, free: str, tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        save_printer(tmp_path, name, Printer())
    assert f"`{free}` can" in caught.value.report.items[0].hints[0]
    save_printer(tmp_path, free, Printer())


@pytest.mark.parametrize("name", ["", " ", "a/b", "x" * 41, "a\nb", "-a"])
def test_names_are_plain(name: str, tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        save_printer(tmp_path, name, Printer())
    assert [item.code for item in caught.value.report] == ["printer-name"]


DEEP = "[" * 200_000
BAD = {
    "number": "1", "nothing": "null", "list": "[1]", "text": '{"shift_x": "b"}', "far": '{"shift_x": 99}',
    "foreign": '{"z": 1}', "true": '{"shift_x": true}', "words": '{"angle": "0.1"}', "nan": '{"angle": NaN}',
    "long": '{"angle": 1' + "0" * 400 + "}", "endless": '{"scale_x": Infinity}',
    "deep": '{"angle": ' + "[" * 400 + "]" * 400 + "}",
}  # fmt: skip


@pytest.mark.parametrize("held", ["", "[]", "{", "3", "null", DEEP, '{"a":' + DEEP, "\ufeff\ufeff{}"])
def test_a_file_that_cannot_be_used_is_told(held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "santy_print"
    folder.mkdir()
    (folder / FILE).write_text(held, "utf-8")
    with pytest.raises(PackError) as caught:
        read_printers(folder)
    assert {item.code for item in caught.value.report} == {"printer-file"}
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for words in (["--list-printers"], ["--forget-printer", "a"], ["--save-printer", "a", "--angle", "1"]):
        ran = CliRunner().invoke(main, ["proof", *words])
        assert ran.exit_code == 1
        assert "delete it, and save your printers again" in ran.stderr
    assert (folder / FILE).read_text("utf-8") == held, "what somebody may want to mend is not overwritten"


@pytest.mark.parametrize("name", BAD)
def test_one_bad_printer_is_told_and_stands_in_nobodys_way(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "santy_print"
    folder.mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    held = '{"good": {"shift_x": 1}, "bad": ' + BAD[name] + ', "\\ud800\\u001b[2J": {}}'

    def run(*words: str) -> tuple[int, str, str]:
        (folder / FILE).write_text(held)
        ran = CliRunner().invoke(main, ["proof", *words])
        assert "Traceback" not in ran.output
        assert ran.exception is None or isinstance(ran.exception, SystemExit)
        return ran.exit_code, ran.stdout, ran.stderr

    code, out, err = run("--list-printers")
    assert (code, out.startswith("good: backs +1 mm right")) == (1, True)
    assert "`bad`" in err
    assert "printer-file" in err
    assert "\x1b" not in err
    assert run("--calibrate", "--printer", "good", "--out", str(tmp_path / "sheet.pdf"))[0] == 0
    assert run("--calibrate", "--printer", "bad", "--out", str(tmp_path / "sheet.pdf"))[0] == 1
    assert run("--save-printer", "other", "--shift-x", "1")[0] == 0
    assert list(json.loads((folder / FILE).read_text())) == ["bad", "good", "other", "\ud800\x1b[2J"]
    assert run("--save-printer", "bad", "--shift-x", "1,5")[0] == 0
    assert find_printer(folder, "bad") == Printer(1.5)
    assert run("--forget-printer", "bad")[0] == 0
    assert "bad" not in json.loads((folder / FILE).read_text())
    code, _, err = run("--forget-printer", "gone")
    assert (code, "printer-unknown" in err) == (1, True)


def test_a_file_with_a_mark_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('\ufeff{"a": {"shift_x": 1}}', "utf-8")
    assert find_printer(tmp_path, "a") == Printer(1)


def test_a_printer_without_values_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for words in ([], ["--shift-x", "far"], ["--shift-x", "nan"]):
        assert CliRunner().invoke(main, ["proof", "--save-printer", "home", *words]).exit_code == 2
    assert not list(tmp_path.iterdir())
    assert CliRunner().invoke(main, ["proof", "--save-printer", "home", "--shift-x", "0"]).exit_code == 0
    assert find_printer(tmp_path / "santy_print", "home") == Printer()


def test_printers_are_kept_beside_one_another(tmp_path: Path) -> None:
    save_printer(tmp_path, "b", Printer(1))
    save_printer(tmp_path, "a", Printer(2))
    save_printer(tmp_path, "b", Printer(3))
    assert list(json.loads((tmp_path / FILE).read_text())) == ["a", "b"]
    assert find_printer(tmp_path, "b") == Printer(3)
    forget_printer(tmp_path, "a")
    assert read_printers(tmp_path)[0] == {"b": Printer(3)}


def test_printers_saved_by_six_commands_at_once_are_all_kept(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from santy_print.printer import Printer, save_printer\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for n in range(5): save_printer(Path(sys.argv[1]), f'{sys.argv[2]} {n}', Printer(shift_x=1.0))"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "new" / "folder"), f"p{n}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for n in range(6)
    ]  # fmt: skip
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        child.communicate(timeout=60)
        assert child.returncode == 0
    found, report = read_printers(tmp_path / "new" / "folder")
    assert report.ok
    assert sorted(found) == sorted(f"p{n} {m}" for n in range(6) for m in range(5))


def test_who_names_a_printer_that_was_not_saved_is_told_which_were_or_how_to_save_one(tmp_path: Path) -> None:
    def told(name: str) -> tuple[str, list[str]]:
        with pytest.raises(PackError) as caught:
            find_printer(tmp_path, name)
        (found,) = caught.value.report
        return found.message, list(found.hints)

    how = "`santy proof --calibrate` shows how to measure and save one"
    assert told("żółw") == ("no printer `żółw` was saved", [how])
    save_printer(tmp_path, "canon", Printer(1.0))
    assert told("cannon") == ("no printer `cannon` was saved", ["did you mean `canon`?"])
    assert told("a\x1b[2J") == ("no printer `a\\x1b[2J` was saved", ["known here: `canon`"])


def test_a_file_of_printers_that_cannot_be_opened_is_no_fault_of_what_it_says(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises((OSError, PackError)) as caught:
        read_printers(tmp_path)
    assert isinstance(caught.value, IsADirectoryError) or "cannot be read" in str(caught.value)


def test_a_back_is_turned_and_scaled_about_the_middle_of_its_page() -> None:
    """A quarter of the way out of the middle, by hand: scaled in its own directions, then turned, then moved."""
    size, printer = (200.0, 300.0), Printer(2.0, -1.0, 10.0, 102.0, 97.0)
    seen = printer.on_page(size, "back", "long")
    a, b, c, d, e, f = printer.correction(size, "back", "long")
    for x, y in ((100.0, 150.0), (150.0, 150.0), (100.0, 225.0), (37.0, 290.0)):
        # What the printer does to the corrected point gives the point again.
        u, v = a * x + c * y + e - 100, b * x + d * y + f - 150
        u, v = u * seen.scale_x / 100, v * seen.scale_y / 100
        angle = radians(seen.angle)
        u, v = u * cos(angle) - v * sin(angle), u * sin(angle) + v * cos(angle)
        assert (u + 100 + seen.shift_x, v + 150 + seen.shift_y) == pytest.approx((x, y), abs=1e-9)
