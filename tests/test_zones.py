"""Zones: the cut and the safe zone of each face, where it lies on the page; in files of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.build import build
from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.faces import Faces, Group, Shape, outline_box
from santy_print.faces.frames import Frame
from santy_print.faces.outlines import named, within
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.parts.pages import built_part, part_pages
from santy_print.proof import Proofer
from santy_print.raster import page_images
from santy_print.sheets import SAFE, Page, Setup, safe_zone, zoned
from tests.built import bundled
from tests.packs import copy_pack

Box = tuple[float, float, float, float]


def lines(page: Page) -> list[list[Box]]:
    """What was drawn over each face of a page: the boxes of its lines, mm from the page's top left."""
    made = zoned(page)
    assert made.cells == page.cells
    groups = made.marks[len(page.marks) :]
    assert len(groups) == len(page.cells)
    out = []
    for group in groups:
        assert isinstance(group, Group)
        a, b, c, d, e, f = group.matrix
        boxes = []
        for shape in group.items:
            assert isinstance(shape, Shape)
            left, top, right, bottom = outline_box([shape.outline])
            ends = [(a * x + c * y + e, b * x + d * y + f) for x, y in ((left, top), (right, bottom))]
            (x0, x1), (y0, y1) = (sorted(values) for values in zip(*ends, strict=True))
            boxes.append((x0, y0, x1, y1))
        out.append(boxes)
    return out


def trims(page: Page) -> list[Box]:
    """Where the faces of a page are cut."""
    boxes = []
    for cell in page.cells:
        a, b, c, d, e, f = cell.matrix(page.height)
        w, h = cell.frame.size
        ends = [(a * x - c * y + e, page.height - (b * x - d * y + f)) for x, y in ((0, 0), (w, h))]
        (x0, x1), (y0, y1) = (sorted(values) for values in zip(*ends, strict=True))
        boxes.append((x0, y0, x1, y1))
    return boxes


@pytest.mark.parametrize("duplex", ["long", "short", "gutterfold"])
@pytest.mark.parametrize("part", ["cards", "ships", "tokens", "harbour"])
def test_the_lines_lie_on_the_cut_and_the_safe_zone(part: str, duplex: str) -> None:
    pack = bundled()
    pages = part_pages(Faces(pack, pack.locales["en"]), part, Setup(duplex=duplex, bleed=2.0))
    for page in pages:
        for boxes, trim in zip(lines(page), trims(page), strict=True):
            cut, cut_again, safe, safe_again = boxes
            assert cut == cut_again == pytest.approx(trim, abs=0.01)
            wanted = (trim[0] + SAFE, trim[1] + SAFE, trim[2] - SAFE, trim[3] - SAFE)
            assert safe == safe_again == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize("shape", ["circle", "hex", "hex-pointed", "rect"])
@pytest.mark.parametrize("size", [(8.0, 8.0), (30.0, 26.0), (63.5, 88.9), (9.0, 120.0)])
def test_the_safe_zone_is_within_the_face(shape: str, size: tuple[float, float]) -> None:
    frame = Frame("x", *size, (), "", 3.0 if shape == "rect" else 0.0, named(shape, *size))
    assert within(safe_zone(frame), *size)
    left, top, right, bottom = outline_box([safe_zone(frame)])
    assert min(left, top, size[0] - right, size[1] - bottom) > 0
    assert right - left > 0.4 * size[0]
    assert bottom - top > 0.4 * size[1]


def test_a_proof_leaves_the_set_as_it_is(tmp_path: Path) -> None:
    pack = load_pack(copy_pack(tmp_path)).checked()
    build(pack, tmp_path, Options(("en",), ("harbour",)), {})
    folder = tmp_path / pack.id
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    made = build(pack, tmp_path, Options(("en",), ("harbour",), zones=True), {})
    assert [item.name for item in made] == ["en/harbour-proof.pdf"]
    assert {path: path.read_bytes() for path in before} == before
    assert (folder / "en" / "harbour-proof.pdf").read_bytes() != (folder / "en" / "harbour.pdf").read_bytes()
    assert "proof" not in json.dumps(json.loads((folder / "manifest.json").read_text(encoding="utf-8")))


def test_a_grey_proof_has_no_colour() -> None:
    pack = bundled()
    faces = Faces(pack, pack.locales["en"], "grey")
    options = Options(ink="grey", zones=True)
    made = built_part(faces, "tokens", part_pages(faces, "tokens", options.setup), options)
    for image in page_images(made.data, 40):
        assert image.convert("HSV").getchannel("S").getextrema() == (0, 0)


def test_a_proof_is_not_measured_as_if_it_were_to_be_printed(tmp_path: Path) -> None:
    pack = load_pack(copy_pack(tmp_path)).checked()
    build(pack, tmp_path, Options(("en",), ("harbour",), zones=True), {})
    with pytest.raises(PackError) as caught:
        Proofer(pack).proof(tmp_path / pack.id / "en" / "harbour-proof.pdf")
    assert [fault.code for fault in caught.value.report] == ["proof-zones"]


def test_the_command_makes_sheets_alone_and_says_what_does_not_go_together(tmp_path: Path) -> None:
    out = str(tmp_path)
    done = CliRunner().invoke(main, ["build", "--lang", "en", "--proof", "--only", "ships", "--out", out])
    assert done.exit_code == 0, done.output
    assert "ships-proof.pdf  2 pages" in done.output
    done = CliRunner().invoke(main, ["proof", str(tmp_path / "santy_anno" / "en" / "ships-proof.pdf")])
    assert done.exit_code == 1
    assert "to be looked at, not printed" in done.output
    done = CliRunner().invoke(main, ["build", "--proof", "--cards", "coco", "--lang", "en", "--out", out])
    assert done.exit_code == 0, done.output
    assert "cards-reprint-proof.pdf" in done.output
    done = CliRunner().invoke(main, ["build", "--proof", "--only", "rulebook", "--out", out])
    assert done.exit_code != 0
    done = CliRunner().invoke(main, ["build", "--proof", "--profile", "png", "--out", out])
    assert done.exit_code == 2
    assert "--proof is for sheets" in done.output
