"""Raster pictures: measured before they are read, refused with a reason, drawn in their box."""

from __future__ import annotations

import base64
import io
import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from santy_print.faces import Faces, Frame, Group, Picture, images, walk
from santy_print.faces.images import DOCUMENT, PAPER, encoded, greyed, seen
from santy_print.pack import load_pack
from santy_print.palette import grey
from santy_print.raster import frame_image
from santy_print.svg import frame_svg
from tests.packs import copy_pack

ITEM = "face: {size: square, alt: a}\nitems:\n  - image: {file: NAME, at: [10, 5], size: [50, 60]}\n"


def picture(path: Path, width: int, height: int, colour: str = "#d62c1f", **how: Any) -> Path:
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
        (b"GIF89a" + bytes(40), "image-unusable", "damaged or cut short"),
        (b"%PDF-1.7", "image-unusable", "no PNG, JPEG, WebP"),
        (b"<html/>", "image-unusable", "no PNG, JPEG, WebP"),
        (b"", "image-unusable", "no PNG, JPEG, WebP"),
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


def test_thirty_two_bits_are_refused_and_coarse_ones_warned_of(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    Image.new("F", (400, 480)).save(root / "art" / "deep.tif")
    assert [d.code for d in lay(root, "deep.tif")[1].report] == ["image-unusable"]
    picture(root / "art" / "coarse.png", 100, 120)
    _, faces = lay(root, "coarse.png")
    (fault,) = faces.report
    assert (fault.severity, fault.code) == ("warning", "image-coarse")
    assert "51 pixels to the inch" in fault.message


@pytest.mark.parametrize("name", ["../pack.yaml", "/etc/hostname", "none.png"])
def test_only_pictures_of_the_pack(tmp_path: Path, name: str) -> None:
    root = copy_pack(tmp_path)
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


# So many pixels as are seen


def test_a_picture_is_sampled_down_to_what_paper_shows(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / "photo.jpg", 2000, 2400)
    frame, _ = lay(root, "photo.jpg")
    found = drawn(frame)
    assert found.dpi == pytest.approx(2000 / 50 * 25.4)
    assert PAPER.pixels(found) == (787, 945), "400 to the inch"
    assert DOCUMENT.pixels(found) == (394, 472)
    assert Image.open(io.BytesIO(encoded(found))).size == (787, 945)
    picture(root / "art" / "photo.jpg", 1100, 1320)
    fitting = drawn(lay(root, "photo.jpg")[0])
    assert PAPER.pixels(fitting) is None
    assert encoded(fitting) == (root / "art" / "photo.jpg").read_bytes(), "what paper can show stays as it is"


@pytest.mark.parametrize(("scale", "severity"), [("1", []), ("2", ["image-coarse"]), ("0", [])])
def test_a_group_makes_a_picture_larger_and_coarser(tmp_path: Path, scale: str, severity: list[str]) -> None:
    root = copy_pack(tmp_path)
    picture(root / "art" / "photo.png", 400, 480)
    item = "{image: {file: NAME, at: [0, 0], size: [50, 60]}}"
    text = f"face: {{size: square, alt: a}}\nitems:\n  - group: {{scale: '{scale}', items: [{item}]}}\n"
    frame, faces = lay(root, "photo.png", text)
    assert [fault.code for fault in faces.report] == severity
    if scale != "0":
        assert drawn(frame).dpi == pytest.approx(400 / 50 * 25.4 / float(scale))


def test_the_pixels_of_all_pictures_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copy_pack(tmp_path)
    for number in range(3):
        picture(root / "art" / f"photo-{number}.png", 1000, 1000)
    assert lay(root, "photo-0.png")[1].report.ok
    monkeypatch.setattr(images, "MAX_SUM", 2_000_000)
    _, faces = lay(root, "photo-0.png")
    (fault,) = faces.report
    assert fault.code == "image-too-large"
    assert "3 million pixels together" in fault.message
    assert "faces/mine.yaml:3" in str(fault.span)


# What a camera says, and what is clear

QUARTERS = ("#c00000", "#00a000", "#0000c0", "#d0d000")


def quarters() -> Image.Image:
    """A picture wider than high, its quarters in four colours: above left, above right, below left, below right."""
    image = Image.new("RGB", (600, 400))
    for number, colour in enumerate(QUARTERS):
        image.paste(colour, (number % 2 * 300, number // 2 * 200, number % 2 * 300 + 300, number // 2 * 200 + 200))
    return image


HELD: dict[int, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How a camera that says a number has turned what it saw."""


def shot(path: Path, held: int, mode: str = "RGB") -> None:
    """The quarters as a camera writes them."""
    exif = Image.Exif()
    exif[0x0112] = held
    image = quarters() if held == 1 else quarters().transpose(HELD[held])
    image.convert(mode).save(path, exif=exif)


def corners(image: Image.Image, box: tuple[float, float, float, float]) -> list[tuple[int, ...]]:
    """The middles of the quarters of a box, of a picture with 50 dots to the inch; mm."""
    x, y, w, h = box
    places = [(x + w * across, y + h * down) for down in (0.25, 0.75) for across in (0.25, 0.75)]
    return [image.convert("RGB").getpixel((round(a / 25.4 * 50), round(b / 25.4 * 50))) for a, b in places]


def near(colour: Any, wanted: str, by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(colour, ImageColor.getrgb(wanted), strict=True))


@pytest.mark.parametrize("held", [1, *HELD])
@pytest.mark.parametrize(("name", "mode"), [("photo.jpg", "RGB"), ("photo.png", "RGB"), ("photo.jpg", "CMYK")])
def test_a_photo_is_as_the_camera_saw_it(tmp_path: Path, name: str, mode: str, held: int) -> None:
    root = copy_pack(tmp_path)
    shot(root / "art" / name, held, mode)
    frame, faces = lay(root, name)
    assert faces.report.ok
    found = drawn(frame)
    assert found.pixels == (600, 400)
    box = (found.x, found.y, found.width, found.height)
    assert box == pytest.approx((10, 5 + (60 - 50 / 1.5) / 2, 50, 50 / 1.5))
    by = 12 if mode == "RGB" else 90  # inks look otherwise to each reader
    for colour, wanted in zip(corners(frame_image(frame, 50), box), QUARTERS, strict=True):
        assert near(colour, wanted, by), held
    if mode == "RGB":
        data = re.findall(r"base64,([A-Za-z0-9+/=]+)", frame_svg(frame, lambda path: "").decode())
        (embedded,) = [Image.open(io.BytesIO(base64.b64decode(part))) for part in data]
        assert embedded.size == (394, 262), "in a document, 200 pixels to the inch are enough"
        assert embedded.getexif().get(0x0112, 1) == 1, "a browser would turn it again"
        assert near(embedded.convert("RGB").getpixel((98, 65)), QUARTERS[0])


@pytest.mark.parametrize("kind", ["RGBA", "LA", "P", "RGB with a clear colour"])
@pytest.mark.parametrize("ink", ["low", "grey"])
def test_what_is_clear_shows_what_lies_beneath(tmp_path: Path, kind: str, ink: str) -> None:
    root = copy_pack(tmp_path)
    image = Image.new("RGBA", (500, 600), "#00000000")
    image.paste("#e0e0e0ff", (0, 0, 250, 600))
    path = root / "art" / "clear.png"
    if kind.startswith("RGB "):
        image.convert("RGB").save(path, transparency=(0, 0, 0))
    else:
        image.convert(kind).save(path)
    ground = ITEM.replace("items:\n", 'items:\n  - rect: {at: [0, 0], size: [70, 70], fill: "#203060"}\n')
    lay(root, "clear.png", ground)
    pack = load_pack(root).checked()
    frame = Faces(pack, pack.locales["en"], ink).frame("mine", {"id": "x"})
    above, clear = corners(frame_image(frame, 50), (10, 5, 50, 60))[:2]
    assert near(above, "#e0e0e0")
    assert near(clear, "#203060" if ink == "low" else grey("#203060"), 2)


def test_a_photo_without_colour_is_as_light_as_with_it() -> None:
    image = Image.new("RGB", (256, 700))
    values = [(n, m, (n * 7 + m * 3) % 256) for m in range(700) for n in range(256)]
    image.putdata([(r, g % 256, b) for r, g, b in values])
    made = greyed(image)
    for x, y in [(0, 0), (255, 255), (13, 77), (200, 511), (200, 512), (99, 699), (255, 0)]:
        red, green, blue = image.getpixel((x, y))
        wanted = int(grey(f"#{red:02x}{green:02x}{blue:02x}")[1:3], 16)
        assert abs(made.getpixel((x, y)) - wanted) <= 1


def test_a_jpeg_in_the_inks_of_a_press_has_one_look_for_every_reader(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    Image.new("CMYK", (300, 360), (0, 210, 220, 10)).save(root / "art" / "photo.jpg")
    frame, faces = lay(root, "photo.jpg")
    assert faces.report.ok
    for medium in (PAPER, DOCUMENT):
        with Image.open(io.BytesIO(encoded(drawn(frame), medium))) as made:
            assert made.mode == "RGB", "typst refuses the inks, and each viewer of PDF shows them in its own colours"
            assert near(made.getpixel((9, 9)), "#f52a20")


def profile_of(space: bytes, gamma: float, primaries: Sequence[tuple[float, float, float]] = ()) -> bytes:
    """A colour profile as cameras and programs write them: primaries (XYZ of D50) and a gamma."""

    def fixed(*values: float) -> bytes:
        return b"".join(struct.pack(">i", round(value * 65536)) for value in values)

    tags = {b"desc": b"desc\0\0\0\0" + struct.pack(">I", 5) + b"Mine\0" + bytes(79)}
    tags[b"wtpt"] = b"XYZ \0\0\0\0" + fixed(0.9642, 1.0, 0.8249)
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    for name, primary in zip((b"r", b"g", b"b"), primaries, strict=False):
        tags[name + b"XYZ"] = b"XYZ \0\0\0\0" + fixed(*primary)
        tags[name + b"TRC"] = curve
    if not primaries:
        tags[b"kTRC"] = curve
    table, body, at = b"", b"", 132 + 12 * len(tags)
    for name, data in tags.items():
        table += name + struct.pack(">II", at, len(data))
        body += data
        at += len(data)
    head = b"lcms\x02\x10\0\0" + b"mntr" + space + b"XYZ " + bytes(12) + b"acsp" + bytes(28)
    head += fixed(0.9642, 1.0, 0.8249) + bytes(48)
    return struct.pack(">I", at) + head[:124] + struct.pack(">I", len(tags)) + table + body


ADOBE = profile_of(
    b"RGB ", 2.2, [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]
)


@pytest.mark.parametrize(("name", "mode"), [("a.png", "RGB"), ("a.png", "RGBA"), ("a.jpg", "RGB"), ("a.png", "P")])
def test_colours_with_a_profile_are_those_that_were_meant(tmp_path: Path, name: str, mode: str) -> None:
    """What a camera calls (184, 47, 37) in Adobe's space is #d62c1f on a screen, in every file that is made."""
    image = Image.new("RGB", (64, 64), (184, 47, 37))
    (image.quantize(2) if mode == "P" else image.convert(mode)).save(tmp_path / name, icc_profile=ADOBE)
    meant = (214, 44, 31)
    file = Picture(tmp_path / name, 0, 0, 10, 10, (64, 64))
    for made in (seen(tmp_path / name), Image.open(io.BytesIO(encoded(file)))):
        assert made.convert("RGB").getpixel((30, 30)) == pytest.approx(meant, abs=3)
    assert not Image.open(io.BytesIO(encoded(file))).info.get("icc_profile")


def test_a_grey_picture_with_a_profile_of_its_own_and_a_damaged_one(tmp_path: Path) -> None:
    Image.new("L", (64, 64), 128).save(tmp_path / "a.png", icc_profile=profile_of(b"GRAY", 1.0))
    assert seen(tmp_path / "a.png").convert("L").getpixel((30, 30)) == pytest.approx(188, abs=3)
    Image.new("RGB", (64, 64), "#336699").save(tmp_path / "b.png", icc_profile=ADOBE[:200])
    assert seen(tmp_path / "b.png").convert("RGB").getpixel((30, 30)) == (0x33, 0x66, 0x99)


DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">
<rect id="hull" width="20" height="10" fill="#336699"/></svg>"""


def mine(root: Path, items: str, size: str = "width: 30, height: 30") -> tuple[Frame, Faces]:
    """A face of its own items, with a photo `x.png` and a drawing `y.svg`."""
    for name in ("art", "faces"):
        (root / name).mkdir(parents=True, exist_ok=True)
    (root / "pack.yaml").write_text("extends: santy_anno\nid: mine\nlanguages: [en]\n", "utf-8")
    Image.new("RGB", (600, 300), "red").save(root / "art" / "x.png")
    (root / "art" / "y.svg").write_text(DRAWN, "utf-8")
    (root / "art" / "z.png").write_text(DRAWN, "utf-8")
    (root / "faces" / "coin.yaml").write_text(f"face: {{{size}, alt: coin}}\nitems:\n{items}", "utf-8")
    pack = load_pack(root)
    faces = Faces(pack, pack.locales["en"])
    return faces.frame("coin", pack.collections["coins"][0]), faces


@pytest.mark.parametrize("name", ["x.png", "y.svg", "z.png"])
@pytest.mark.parametrize("word", ["art", "image"])
def test_either_word_takes_a_photo_and_a_drawing(word: str, name: str, tmp_path: Path) -> None:
    frame, faces = mine(tmp_path / "mine", f"  - {word}: {{file: {name}, at: [0, 0], size: [30, 30]}}\n")
    assert faces.report.clean, [d.short() for d in faces.report]
    colour = (255, 0, 0) if name == "x.png" else (0x33, 0x66, 0x99)
    image = frame_image(frame, 100)
    centre, above = image.getpixel((60, 60)), image.getpixel((60, 20))
    assert centre == pytest.approx(colour, abs=2)
    assert above == (255, 255, 255), "all of it is shown, none is stretched"
    if name != "x.png":
        assert not any(isinstance(item, Picture) for item in walk(frame.items)), "lines and areas"


@pytest.mark.parametrize("name", ["x.png", "y.svg", "z.png"])
def test_a_rulebook_shows_a_photo_and_a_drawing_by_what_is_in_the_file(name: str, tmp_path: Path) -> None:
    from santy_print.documents.pictures import _drawn

    _, faces = mine(tmp_path / "mine", "  - circle: {at: [9, 9], r: 2, fill: ink}\n")
    frame = _drawn(faces, name, "seen")
    assert frame is not None
    assert any(isinstance(item, Picture) for item in walk(frame.items)) == (name == "x.png")


def test_a_drawing_fills_its_box_and_is_judged_as_a_photo_is(tmp_path: Path) -> None:
    whole = "  - image: {file: y.svg, at: [0, 0], size: [30, 30], fit: cover}\n"
    frame, faces = mine(tmp_path / "mine", whole)
    assert [told.code for told in faces.report] == ["picture-shape"]
    assert frame_image(frame, 100).getpixel((60, 20)) == pytest.approx((0x33, 0x66, 0x99), abs=2)
    _, faces = mine(tmp_path / "mine", whole.replace("[30, 30]", "[40, 20]"), "width: 40, height: 20")
    assert [told.code for told in faces.report] == ["picture-bleed"]


@pytest.mark.parametrize(
    ("turn", "corner"), [("turn: 90", (30, 60)), ("flip: 'true'", (20, 60)), ("turn: 45", (60, 60))]
)
def test_a_photo_is_turned_as_a_drawing_is(turn: str, corner: tuple[int, int], tmp_path: Path) -> None:
    item = "  - art: {{file: {}, at: [0, 0], size: [30, 30], {}}}\n"
    images = []
    for name in ("x.png", "y.svg"):
        frame, faces = mine(tmp_path / "mine", item.format(name, turn))
        assert faces.report.clean, [d.short() for d in faces.report]
        images.append(frame_image(frame, 100).convert("L").point(lambda value: 255 * (value > 200)))
    assert sum(ImageChops.difference(*images).histogram()[1:]) < 400, "edges apart"


@pytest.mark.parametrize(
    "part", ["paint: {hull: red}", "show: [hull]", "hide: [hull]", "strong: [hull]", "pale: 'true'"]
)
def test_a_photo_has_no_parts(part: str, tmp_path: Path) -> None:
    _, faces = mine(tmp_path / "mine", f"  - art: {{file: x.png, at: [0, 0], size: [30, 30], {part}}}\n")
    (fault,) = faces.report
    assert (fault.code, fault.message) == ("face-value", "`x.png` is made of pixels, and has no parts to paint or hide")
    assert fault.hints == (f"take `{part.partition(':')[0]}` away, or draw it as SVG",)


SAVED = [
    ("a.webp", "RGB"), ("a.webp", "RGBA"), ("a.gif", "P"), ("a.gif", "RGBA"), ("a.tif", "RGB"), ("a.tif", "CMYK"),
    ("a.tif", "1"), ("a.tif", "LA"), ("a.tif", "I;16"), ("a.bmp", "RGB"), ("a.bmp", "P"),
    ("a.png", "I;16"), ("a.avif", "RGB"), ("a.heic", "RGB"), ("a.heic", "RGBA"),
]  # fmt: skip


def saved(path: Path, mode: str) -> tuple[int, int, int]:
    """A picture as a program saves it, of two halves, clear at its end where it may be; the colour of its start."""
    from pillow_heif import register_heif_opener

    register_heif_opener()
    image = Image.new("RGB", (300, 360), "#d62c1f")
    image.paste("#204080", (150, 0, 300, 360))
    grey_one = mode in ("1", "LA", "I;16")
    if mode == "I;16":
        image = Image.new("I;16", (300, 360), 128 * 257)
        image.paste(20 * 257, (150, 0, 300, 360))
    elif mode == "RGBA":
        image.putalpha(Image.linear_gradient("L").resize((300, 360)).point(lambda value: 255 if value < 200 else 0))
    elif mode == "P":
        image = image.quantize(16)
    else:
        image = image.convert(mode)
    how: dict[str, Any] = {"quality": 95} if path.suffix in (".webp", ".avif", ".heic") else {}
    image.save(path, **how)
    light = {"I;16": 128, "1": 0, "LA": 94}.get(mode, 0)
    return (light, light, light) if grey_one else (0xD6, 0x2C, 0x1F)


@pytest.mark.parametrize(("name", "mode"), SAVED)
def test_what_programs_phones_and_sites_save_is_printed_as_it_is(tmp_path: Path, name: str, mode: str) -> None:
    """In sheets, in rulebooks and without colour; whoever reads the files that are made need know but two kinds."""
    root = copy_pack(tmp_path)
    meant = saved(root / "art" / name, mode)
    frame, faces = lay(root, name)
    assert list(faces.report) == []
    for medium in (PAPER, DOCUMENT):
        with Image.open(io.BytesIO(encoded(drawn(frame), medium)), formats=("PNG", "JPEG")) as made:
            assert made.size == (300, 360)
            assert not made.info.get("icc_profile")
            if mode != "1":  # which is a pattern of black and white
                assert made.convert("RGB").getpixel((40, 40)) == pytest.approx(meant, abs=6)
            alpha = made.convert("RGBA").getchannel("A")
            assert alpha.getextrema() == ((0, 255) if mode == "RGBA" else (255, 255))
    image = frame_image(frame, 50)
    at = round((10 + 10) / 25.4 * 50), round((5 + 10) / 25.4 * 50)
    if mode not in ("1", "CMYK"):
        assert image.getpixel(at)[:3] == pytest.approx(meant, abs=8)


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.tif"])
def test_of_several_pictures_in_a_file_the_first_is_printed_and_that_is_said(tmp_path: Path, name: str) -> None:
    root = copy_pack(tmp_path)
    others = [Image.new("RGB", (300, 360), colour) for colour in ("#1020d0", "#10d020")]
    Image.new("RGB", (300, 360), "#d62c1f").save(root / "art" / name, save_all=True, append_images=others)
    frame, faces = lay(root, name)
    (told,) = faces.report
    assert (told.severity, told.code, told.span.line) == ("notice", "image-frames", 3)
    with Image.open(io.BytesIO(encoded(drawn(frame)))) as made:
        assert made.convert("RGB").getpixel((150, 180)) == pytest.approx((0xD6, 0x2C, 0x1F), abs=6)


def test_a_name_says_nothing_of_what_a_file_holds(tmp_path: Path) -> None:
    """Browsers save a WebP as `photo.png`."""
    root = copy_pack(tmp_path)
    saved(root / "art" / "photo.webp", "RGB")
    (root / "art" / "photo.webp").rename(root / "art" / "photo.png")
    frame, faces = lay(root, "photo.png")
    assert list(faces.report) == []
    assert near(Image.open(io.BytesIO(encoded(drawn(frame)))).convert("RGB").getpixel((40, 40)), "#d62c1f")


def test_a_heic_that_cannot_be_read_says_how_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copy_pack(tmp_path)
    saved(root / "art" / "phone.heic", "RGB")
    monkeypatch.setattr("santy_print.faces.photos._reads_heic", lambda: False)
    images._measured.cache_clear()
    (told,) = lay(root, "phone.heic")[1].report
    images._measured.cache_clear()
    assert (told.code, told.span.line) == ("image-unusable", 3)
    assert "is a HEIC" in told.message
    assert "pip install pillow-heif" in told.hints[0]
