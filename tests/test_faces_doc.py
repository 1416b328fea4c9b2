"""`docs/faces.md` against the program: every key of every model is told, every example is laid out, sizes are so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from santy_print.faces import Faces
from santy_print.faces import layout as lay
from santy_print.faces.art import ROLES
from santy_print.faces.outlines import NAMES
from santy_print.pack import load_pack
from santy_print.palette import nearest
from tests.packs import copy_pack
from tests.test_images import picture

DOC = (Path(__file__).parent.parent / "docs" / "faces.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^##+ ([^\n]+)\n(.*?)(?=^##|\Z)", DOC, re.MULTILINE | re.DOTALL))
MODELS: dict[str, type[BaseModel]] = {
    "The file": lay.LayoutFile,
    "`face`": lay.FaceSpec,
    "`styles`": lay.StyleSpec,
    "`rect`": lay.RectSpec,
    "`circle`": lay.CircleSpec,
    "`line`": lay.LineSpec,
    "`path`": lay.PathSpec,
    "`art`": lay.ArtSpec,
    "`image`": lay.ImageSpec,
    "`qr`": lay.QrSpec,
    "`text`": lay.TextSpec,
    "`use`": lay.UseSpec,
    "`group`": lay.GroupSpec,
}
EXAMPLES = re.findall(r"^```yaml\n(?!# pack\.yaml)(.*?)^```", DOC, re.MULTILINE | re.DOTALL)
HEADS = re.findall(r"^```yaml\n# pack\.yaml\n(.*?)^```", DOC, re.MULTILINE | re.DOTALL)
FACE = 'face: {size: poker, alt: "{{ item.id }}"}\n'


def told(section: str) -> set[str]:
    """The keys in the first column of a section's tables."""
    rows = re.findall(r"^\| (`.*?) \|", SECTIONS[section], re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w[^`]*)`", row)}


@pytest.mark.parametrize("section", MODELS)
def test_every_key_is_told_and_no_other(section: str) -> None:
    known = {info.alias or name for name, info in MODELS[section].model_fields.items()}
    sizes = set(lay.SIZES) if section == "`face`" else set()
    assert told(section) == known | sizes


def test_every_kind_of_item_has_its_section() -> None:
    assert {f"`{kind}`" for kind in lay.KINDS} <= set(SECTIONS)
    assert {"when", "repeat"} <= told("Items")
    assert set(lay.ItemSpec.model_fields) == {*lay.KINDS, "when", "repeat"}
    assert {info.alias or name for name, info in lay.Repeat.model_fields.items()} == {"over", "as"}


def test_every_name_that_expressions_know_is_told() -> None:
    pack = load_pack()
    assert told("Expressions") - {"name"} == set(Faces(pack, pack.locales["en"]).reserved) - {"index"} | {"face"}


def test_every_colour_and_outline_is_told() -> None:
    assert all(f"`{name}`" in SECTIONS["Colours"] for name in (*ROLES, "ground", "none"))
    assert all(f"`{name}`" in SECTIONS["`face`"] for name in NAMES)


def test_sizes_are_as_told() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) x ([\d.]+) \|", DOC, re.MULTILINE)
    assert {name: (float(w), float(h)) for name, w, h in rows} == lay.SIZES
    assert lay.SIZES["poker"] == pytest.approx((2.5 * 25.4, 3.5 * 25.4))
    assert lay.SIZES["bridge"] == pytest.approx((2.25 * 25.4, 3.5 * 25.4))


def test_the_palette_is_as_told() -> None:
    rows = re.findall(r"^\| (\w+) \| ([\d.]+) \| (\w+), (\w+) \|", DOC, re.MULTILINE)
    found = nearest(load_pack().head.palette)
    assert rows == [(n.eye, f"{n.difference:.1f}", n.one, n.other) for n in found]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_is_laid_out(number: int, tmp_path: Path) -> None:
    text = EXAMPLES[number]
    root = copy_pack(tmp_path, {"faces/mine.yaml": text if text.startswith("face:") else FACE + text})
    picture(root / "art" / "photo.png", 900, 640)
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    frame = faces.frame("mine", {"id": "Anne"})
    assert [d.human() for d in faces.report] == []
    assert frame.items
    assert frame.size == (63.5, 88.9)


@pytest.mark.parametrize("text", HEADS)
def test_every_example_of_a_head_is_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(f"id: mine\nextends: santy_anno\n{text}", encoding="utf-8")
    report = load_pack(tmp_path).report
    assert [d.human() for d in report] == []
