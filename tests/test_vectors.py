"""SVG of faces for lasers and layout programs: drawn by another renderer they look as the same face does in print."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from santy_print.exports.job import distinct
from santy_print.exports.vectors import face_svg
from santy_print.faces import Faces, Frame
from santy_print.faces.frames import Group, Letters
from santy_print.faces.outlined import outlined
from santy_print.pack import Pack, load_pack
from santy_print.parts import copies_of
from santy_print.raster import frame_image
from tests.test_exports import made, plain_pack

SVG, INKSCAPE = "{http://www.w3.org/2000/svg}", "{http://www.inkscape.org/namespaces/inkscape}"
DPI = 200


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return plain_pack(tmp_path_factory.mktemp("plain"))


def as_resvg(svg: str, size: tuple[int, int]) -> Image.Image:
    """How another renderer draws the layer with the picture."""
    picture = svg[: svg.index('<g id="cut"')] + "</svg>"
    wide, high = size
    made = resvg_py.svg_to_bytes(picture, width=wide, height=high, background="#ffffff", skip_system_fonts=True, dpi=96)
    return Image.open(io.BytesIO(made)).convert("RGB").resize(size)


def apart(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ where not only the edge of something is softer."""
    difference = ImageChops.difference(one, other).convert("L").filter(ImageFilter.MinFilter(3))
    return sum(difference.histogram()[80:])


def letters(items: tuple[object, ...]) -> Iterator[Letters]:
    for item in items:
        if isinstance(item, Group):
            yield from letters(item.items)
        elif isinstance(item, Letters):
            yield item


def layers(svg: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return {g.attrib["id"]: g for g in root.findall(f"{SVG}g") if g.attrib.get(f"{INKSCAPE}groupmode") == "layer"}


def some_of(game: str) -> list[Frame]:
    """One face of each layout of a bundled game."""
    pack = load_pack(game)
    faces = Faces(pack, pack.locales["pl"], "full")
    found: dict[str, Frame] = {}
    for part in pack.parts:
        for frame in distinct(copies_of(faces, part)):
            found.setdefault(frame.key.partition(":")[0], frame)
    return list(found.values())


@pytest.mark.parametrize("game", ["santy_anno", "sandokan"])
def test_a_drawing_looks_as_the_face_does(game: str) -> None:
    seen = 0
    for frame in some_of(game):
        if frame.width > 150:
            continue
        seen += 1
        picture = frame_image(frame, DPI).convert("RGB")
        assert apart(picture, as_resvg(face_svg(frame, 0.0), picture.size)) <= 30, frame.key
        assert not list(letters(outlined(frame).items))
    assert seen > 5


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_drawing_is_in_millimetres_and_its_cut_a_layer(plain: Pack, tmp_path: Path, bleed: float) -> None:
    files = made(plain, tmp_path, "svg", "cards", "tokens", bleed=bleed)
    assert len([name for name in files if name.endswith(".svg")]) == 8 + 1 + 5, "a back that all share is there once"
    for name, size in (("card-brain.svg", (63.5, 88.9)), ("chip-coin-1.svg", (30.0, 30.0))):
        svg = files[name].decode()
        root = ElementTree.fromstring(svg)
        wide, high = size[0] + 2 * bleed, size[1] + 2 * bleed
        assert [root.attrib[key] for key in ("width", "height")] == [f"{wide:.3f}mm", f"{high:.3f}mm"]
        assert [float(v) for v in root.attrib["viewBox"].split()] == [-bleed, -bleed, wide, high]
        assert set(layers(svg)) == {"picture", "cut"}
        [path] = layers(svg)["cut"]
        numbers = [float(value) for value in re.findall(r"-?\d+\.\d+", path.attrib["d"])]
        assert (min(numbers[::2]), min(numbers[1::2])) == pytest.approx((0, 0), abs=0.01)
        assert (max(numbers[::2]), max(numbers[1::2])) == pytest.approx(size, abs=0.01)
        kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert kinds <= {"svg", "title", "defs", "g", "path", "clipPath", "image"}, "no letters, nothing by reference"
        assert len({e.attrib["id"] for e in root.iter() if "id" in e.attrib}) == len(re.findall(r'\bid="', svg))


def test_a_picture_in_a_drawing_is_within_the_file(plain: Pack, tmp_path: Path) -> None:
    svg = made(plain, tmp_path, "svg", "cards")["card-brain.svg"].decode()
    [image] = list(ElementTree.fromstring(svg).iter(f"{SVG}image"))
    assert image.attrib["{http://www.w3.org/1999/xlink}href"].startswith("data:image/png;base64,")
