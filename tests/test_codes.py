"""QR codes on faces: what a telephone sees is the code, it has its margin, and one that cannot be read is told."""

from __future__ import annotations

from pathlib import Path

import pytest
import segno

from santy_print.diag import PackError
from santy_print.faces import Faces, codes
from santy_print.faces.art import Outline
from santy_print.faces.frames import Shape
from santy_print.pack import load_pack
from tests.packs import copy_pack

ADDRESS = "https://example.org/santy-anno/play.html"


def inside(outline: Outline, x: float, y: float) -> bool:
    """Whether a point is within an outline of straight lines, by the even-odd rule."""
    crossed, start, at = 0, (0.0, 0.0), (0.0, 0.0)
    for part in outline:
        to = start if part[0] == "Z" else (part[1], part[2])
        if part[0] == "M":
            start = to
        elif (at[1] > y) != (to[1] > y) and x < at[0] + (y - at[1]) / (to[1] - at[1]) * (to[0] - at[0]):
            crossed += 1
        at = to
    return crossed % 2 == 1


@pytest.mark.parametrize("text", ["A", ADDRESS, "https://example.org/?q=" + "ż" * 60])
def test_its_outline_is_dark_where_the_code_is(text: str) -> None:
    rows = codes.modules(text)
    outline = codes.outline(rows, 10, 20, 0.5)
    seen = [
        bytes(inside(outline, 10 + (x + 0.5) / 2, 20 + (y + 0.5) / 2) for x in range(len(rows)))
        for y in range(len(rows))
    ]
    assert seen == rows == [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    assert not inside(outline, 9.9, 20.1)


def faces_of(root: Path, size: float, more: str = "") -> Faces:
    layout = f"""face: {{width: 60, height: 60, alt: x}}
items:
  - qr: {{value: "{{{{ pack.address }}}}", at: [5, 5], size: {size}{more}}}
"""
    head = (root / "pack.yaml").read_text(encoding="utf-8")
    (root / "pack.yaml").write_text(head + f"address: {ADDRESS}\n", encoding="utf-8")
    (root / "faces").mkdir(exist_ok=True)
    (root / "faces" / "code.yaml").write_text(layout, encoding="utf-8")
    pack = load_pack(str(root)).checked()
    return Faces(pack, pack.locales["en"])


@pytest.mark.parametrize(
    ("size", "more", "warned"),
    [
        (20, "", []),
        (14, "", ["its modules are 0.38 mm"]),
        (30, ", fill: white, ground: white", ["too little contrast"]),
    ],
)
def test_a_code_that_a_telephone_cannot_read_is_told(tmp_path: Path, size: float, more: str, warned: list[str]) -> None:
    faces = faces_of(copy_pack(tmp_path), size, more)
    frame = faces.frame("code", {"id": "one"})
    assert [fault.code for fault in faces.report] == ["qr-unreadable"] * len(warned)
    assert all(words in fault.message for words, fault in zip(warned, faces.report, strict=True))
    assert faces.report.ok
    ground, code = frame.items
    assert isinstance(ground, Shape)
    assert isinstance(code, Shape)
    xs = [part[1] for part in code.outline if len(part) > 1]
    quiet = codes.QUIET * size / (len(codes.modules(ADDRESS)) + 2 * codes.QUIET)
    assert (min(xs), max(xs)) == pytest.approx((5 + quiet, 5 + size - quiet))


def test_the_harbour_shows_the_address_of_a_pack_that_names_one(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    plain = load_pack(str(root)).checked()
    without = Faces(plain, plain.locales["en"]).frame("harbour", {"id": "one"})
    head = (root / "pack.yaml").read_text(encoding="utf-8")
    (root / "pack.yaml").write_text(head + f"address: {ADDRESS}\n", encoding="utf-8")
    pack = load_pack(str(root)).checked()
    for code in ("en", "de"):
        faces = Faces(pack, pack.locales[code])
        assert len(faces.frame("harbour", {"id": "one"}).items) > len(without.items)
        assert list(faces.report) == []


@pytest.mark.parametrize(
    "address", ["example.org/play", "ftp://example.org", "https://example.org/a b", "javascript:alert(1)"]
)
def test_an_address_is_one_of_the_web(tmp_path: Path, address: str) -> None:
    root = copy_pack(tmp_path, {})
    head = (root / "pack.yaml").read_text(encoding="utf-8")
    (root / "pack.yaml").write_text(head + f"address: {address}\n", encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_pack(str(root))
    assert [fault.code for fault in caught.value.report] == ["schema-value"]
    assert "https://" in next(iter(caught.value.report)).message
