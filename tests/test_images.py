"""Raster pictures: measured before they are read, refused with a reason, drawn in their box."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from santy_print.faces import Faces, Frame, Group, Picture, walk
from santy_print.pack import load_pack
from santy_print.raster import frame_image
from tests.packs import copy_pack

ITEM = "face: {size: square, alt: a}\nitems:\n  - image: {file: NAME, at: [10, 5], size: [50, 60]}\n"


def picture(path: Path, width: int, height: int, colour: str = "#d62c1f", **how: object) -> Path:
    """A picture of one colour."""
    Image.new("RGB", (width, height), colour).save(path, **how)
    return path


def lay(root: Path, name: str, text: str = ITEM) -> tuple[Frame, Faces]:
    path = root / "faces" / "mine.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace("NAME", name), encoding="utf-8")
    pack = load_pack(root).checked()
    faces = Faces(pack, pack.locales["en"])
    return faces.frame("mine", {"id": "x"}), faces


def drawn(frame: Frame) -> Picture:
    (found,) = [item for item in walk(frame.items) if isinstance(item, Picture)]
    return found


@pytest.mark.parametrize("name", ["photo.png", "photo.jpg"])
def test_a_picture_keeps_its_shape_in_its_box(tmp_path: Path, name: str) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / name, 800, 400)
    frame, faces = lay(root, name)
    assert faces.report.ok
    found = drawn(frame)
    assert (found.x, found.y, found.width, found.height) == pytest.approx((10, 22.5, 50, 25))
    assert found.dpi == pytest.approx(800 / 50 * 25.4)
    image = frame_image(frame, 50)
    assert image.getpixel((round(35 / 25.4 * 50), round(35 / 25.4 * 50)))[0] > 200
    assert image.getpixel((round(35 / 25.4 * 50), round(15 / 25.4 * 50))) == (255, 255, 255)


@pytest.mark.parametrize("name", ["photo.png", "photo.jpg"])
def test_without_colour_pictures_are_grey_too(tmp_path: Path, name: str) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / name, 800, 400)
    lay(root, name)
    pack = load_pack(root).checked()
    frame = Faces(pack, pack.locales["en"], "grey").frame("mine", {"id": "x"})
    red, green, blue = frame_image(frame, 50).getpixel((69, 69))
    assert red == green == blue
    assert 60 < red < 120


def test_cover_fills_the_box_and_no_more(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / "photo.png", 800, 400)
    frame, faces = lay(root, "photo.png", ITEM.replace("60]}", "60], fit: cover}"))
    assert faces.report.ok
    found, group = drawn(frame), frame.items[0]
    assert isinstance(group, Group)
    assert (found.width, found.height) == pytest.approx((120, 60))
    image = frame_image(frame, 50)
    inside, outside = [image.getpixel((round(x / 25.4 * 50), 69)) for x in (12, 65)]
    assert inside[0] > 200
    assert outside == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK"])
def test_all_common_kinds_of_colour_can_be_printed(tmp_path: Path, mode: str) -> None:
    root = copy_pack(tmp_path)
    name = "photo.jpg" if mode == "CMYK" else "photo.png"
    Image.new("RGB", (400, 480), "#808080").convert(mode).save(root / "art" / name)
    frame, faces = lay(root, name)
    assert [d.short() for d in faces.report] == []
    assert frame_image(frame, 30).size[0] > 0


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """A PNG that says its size and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (png(20_000, 20_000), "image-too-large", "400,000,000 pixels"),
        (png(20_000, 10), "image-too-large", "20000 x 10 pixels"),
        (png(8_000, 8_000), "image-too-large", "8000 x 8000"),
        (png(2_000_000_000, 2_000_000_000), "image-", "`x.png`"),
        (png(100, 100), "image-unusable", "damaged or cut short"),
        (b"\x89PNG\r\n\x1a\n", "image-unusable", "`x.png`"),
        (b"GIF89a" + bytes(40), "image-unusable", "no PNG and no JPEG"),
        (b"<svg/>", "image-unusable", "no PNG and no JPEG"),
        (b"", "image-unusable", "no PNG and no JPEG"),
    ],
)
def test_what_cannot_be_printed_is_told_at_its_place(tmp_path: Path, data: bytes, code: str, said: str) -> None:
    root = copy_pack(tmp_path)
    (root / "art" / "x.png").write_bytes(data)
    frame, faces = lay(root, "x.png")
    assert frame.items == ()
    (fault,) = faces.report
    assert fault.code.startswith(code)
    assert said in fault.message
    assert fault.span is not None
    assert (fault.span.file.name, fault.span.line) == (f"{root}/faces/mine.yaml", 3)


@pytest.mark.parametrize("name", ["photo.png", "photo.jpg"])
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_picture_cut_short_is_found(tmp_path: Path, name: str, part: float) -> None:
    root = copy_pack(tmp_path)
    path = root / "art" / name
    Image.effect_noise((900, 900), 60).convert("RGB").save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    _, faces = lay(root, name)
    assert [d.code for d in faces.report] == ["image-unusable"]


def test_sixteen_bits_are_refused_and_coarse_ones_warned_of(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    Image.new("I;16", (400, 480)).save(root / "art" / "deep.png")
    assert [d.code for d in lay(root, "deep.png")[1].report] == ["image-unusable"]
    picture(root / "art" / "coarse.png", 100, 120)
    _, faces = lay(root, "coarse.png")
    (fault,) = faces.report
    assert (fault.severity, fault.code) == ("warning", "image-coarse")
    assert "51 pixels to the inch" in fault.message


@pytest.mark.parametrize("name", ["../pack.yaml", "/etc/hostname", "none.png", "link.png"])
def test_only_pictures_of_the_pack(tmp_path: Path, name: str) -> None:
    root = copy_pack(tmp_path)
    outside = picture(tmp_path / "outside.png", 10, 10)
    (root / "art" / "link.png").symlink_to(outside)
    _, faces = lay(root, name)
    (fault,) = faces.report
    assert fault.code == "art-missing"
    assert fault.span is not None
    assert fault.span.line == 3


def test_a_changed_picture_is_another_face(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / "photo.png", 800, 400)
    first = drawn(lay(root, "photo.png")[0])
    picture(root / "art" / "photo.png", 800, 400, "#253a8e")
    second = drawn(lay(root, "photo.png")[0])
    assert repr(first) != repr(second)
    assert str(root) not in repr(first), "a face is the same wherever its pack lies"
