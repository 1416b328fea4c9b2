"""Drawings as programs save them, and every construct of SVG alone, against resvg: at most 0.2 % of 500 pixels across
differ (edges apart), on the pages of sheets and previews, in PNG files, and as SVG of documents and exports."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import Template

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from santy_print.diag import SourceFile
from santy_print.exports.vectors import face_svg
from santy_print.faces.art import Art
from santy_print.faces.dress import Look, dressed
from santy_print.faces.frames import Frame, Group, Picture, Shape
from santy_print.faces.ink import Ink
from santy_print.faces.read_art import _as_bytes, _of_bytes
from santy_print.faces.saved_svg import Saved
from santy_print.faces.typeset import bundled_fonts
from santy_print.raster import canvas_images, frame_image
from santy_print.svg import frame_svg

ACROSS = 500
FOLDER = Path(__file__).parent / "drawings"
SAVED = sorted(FOLDER.glob("*.svg"))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 60">\n'
BLURRED = ("blur", "shadow", "blend", "blend-isolated", "filter-use", "marker", "text-filter")
"""What is a picture at 600 dpi."""


class Plain:
    """Who knows no colours but those of the drawing."""

    def __init__(self, ink: str = "full") -> None:
        self.ink = Ink(ink)

    def colour(self, name: str) -> str | None:
        return name

    def hatch(self, name: str) -> None:
        return None


def _data(image: Image.Image, kind: str) -> str:
    out = io.BytesIO()
    image.save(out, kind)
    return f"data:image/{kind.lower()};base64," + base64.b64encode(out.getvalue()).decode("ascii")


@cache
def alone() -> dict[str, str]:
    """The constructs by name, each as a whole file."""
    image = Image.new("RGB", (8, 6))
    image.putdata([(x * 30, y * 40, 128) for y in range(6) for x in range(8)])
    image = image.resize((160, 120), Image.Resampling.NEAREST)
    clear = image.convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize(clear.size))
    stops = (("0", "#c0392b"), (".5", "#f1c40f"), ("1", "#2980b9"))
    words = {
        "STOPS": "".join(f'<stop offset="{offset}" stop-color="{colour}"/>' for offset, colour in stops),
        "BOX": '<rect x="5" y="5" width="90" height="50" fill="url(#g)"/>',
        "PNG": _data(image, "PNG"),
        "JPG": _data(image, "JPEG"),
        "CLEAR": _data(clear, "PNG"),
    }
    lines = (FOLDER / "alone.txt").read_text("utf-8").split("\n\n", 1)[1].splitlines()
    parted = (line.partition(": ") for line in lines)
    return {name: f"{HEAD}{Template(body).substitute(words)}\n</svg>" for name, _, body in parted}


FONTS = sorted(map(str, bundled_fonts().glob("*.ttf")))
OF_FAMILIES = {
    "'SourceSerif4-Bold'": "'Source Serif 4';font-weight:700",
    "'SourceSerif4-Regular'": "'Source Serif 4'",
    '"Source Serif 4"': "\"'Source Serif 4'\"",
    '"Source Serif 4, serif"': "\"'Source Serif 4'\"",
}  # fmt: skip
"""resvg knows fonts by their families alone, none by the name of its style, nor one that ends with a bare number."""


def as_resvg(text: str, size: tuple[int, int]) -> Image.Image:
    width, height = size
    for name, family in OF_FAMILIES.items():
        text = text if "<style>" in text else text.replace(name, family)
    made = resvg_py.svg_to_bytes(
        svg_string=text, width=width, height=height, background="#ffffff", skip_system_fonts=True, dpi=96,
        font_files=FONTS if "<text" in text else None,
    )  # fmt: skip
    return Image.open(io.BytesIO(made)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """Which part of two pictures differs in more than the edge of something."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue)).filter(ImageFilter.MinFilter(3))
    return sum(most.histogram()[24:]) / (one.width * one.height)


def read(text: str) -> tuple[Art, list[str]]:
    saved = Saved(SourceFile("art/a.svg", text))
    art = saved.run()
    assert art is not None, [d.short() for d in saved.report]
    return art, [d.code for d in saved.report]


def frame_of(art: Art, look: Look | None = None, ink: str = "full") -> Frame:
    return Frame("a", art.width, art.height, tuple(dressed(art, look or Look(), Plain(ink))), "")


def is_drawn_alike(text: str, art: Art) -> None:
    size = ACROSS, max(1, round(ACROSS * art.height / art.width))
    expected, frame = as_resvg(text, size), frame_of(art)
    dpi = ACROSS / art.width * 25.4
    page = frame_image(
        frame, (ACROSS - 0.02) / art.width * 25.4
    )  # the renderer rounds up, and stretches a page to that
    assert apart(page if page.size == size else page.resize(size), expected) <= 0.002, "on a page"
    (drawn,) = canvas_images([(frame, size)], dpi)
    assert apart(drawn, expected) <= 0.002, "in a PNG file"
    assert apart(as_resvg(frame_svg(frame, lambda _: "").decode("utf-8"), size), expected) <= 0.002, "in a document"
    layers = face_svg(frame, 0.0).partition('<g id="cut"')[0] + "</svg>"
    assert apart(as_resvg(layers, size), expected) <= 0.002, "as SVG"


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_what_a_program_saves_is_drawn_as_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    art, told = read(text)
    assert told == (["art-pixels"] if any(word in text for word in ("filter=", "filter:", "marker-", "mix-")) else [])
    is_drawn_alike(text, art)


@pytest.mark.parametrize("name", alone())
def test_each_construct_alone_is_drawn_as_elsewhere(name: str) -> None:
    art, told = read(alone()[name])
    assert told == (["art-pixels"] if name in BLURRED else [])
    is_drawn_alike(alone()[name], art)
    kept = _of_bytes("art/a.svg", _as_bytes(art))
    assert kept is not None
    assert (kept.shapes, kept.veils, kept.width) == (art.shapes, art.veils, art.width), "as it is kept between runs"


def test_there_are_many() -> None:
    assert len(SAVED) >= 70
    assert len(alone()) >= 100


TONED = """<linearGradient id="g"><stop stop-color="#c0392b"/><stop offset="1" stop-color="#fff"/></linearGradient>
<g id="hull" opacity=".5"><rect class="paint" x="2" y="2" width="50" height="50" fill="url(#g)" stroke="#000"/>
<circle cx="60" cy="30" r="9" fill="#2980b9" fill-opacity=".3"/></g>"""


def test_a_colour_of_the_rules_takes_the_place_of_a_gradient() -> None:
    art, _ = read(f"{HEAD}{TONED}</svg>")
    assert art.painted() == {"hull"}
    (group,) = frame_of(art, Look(paint=(("hull", "#336699"),))).items
    assert isinstance(group, Group)
    assert group.alpha == 0.5
    first, *_ = group.items
    assert isinstance(first, Shape)
    assert (first.fill, first.shade, first.alpha) == ("#336699", None, 1.0)


def test_without_colour_a_gradient_and_a_picture_are_grey() -> None:
    art, _ = read(alone()["pattern-gradient"])
    red, green, blue = frame_image(frame_of(art, ink="grey"), 60).split()
    for other in (green, blue):
        assert max(ImageChops.difference(red, other).getextrema()) <= 2
    art, _ = read(alone()["image-png"])
    (group,) = frame_of(art, ink="grey").items
    assert isinstance(group, Group)
    (picture,) = group.items
    assert isinstance(picture, Picture)
    assert picture.grey


def test_a_hidden_group_takes_its_veil_along() -> None:
    art, _ = read(f"{HEAD}{TONED}</svg>")
    assert frame_of(art, Look(hide=frozenset(["hull"]))).items == ()


@pytest.mark.parametrize("size", ["0 0 1 .6", "0 0 .01 .006", "0 0 5000 3000", "-9000 -9000 90000 54000"])
def test_tiny_and_huge_drawings_are_as_sharp_as_others(size: str) -> None:
    left, top, wide, high = map(float, size.split())
    body = f'<circle cx="{left + wide / 2}" cy="{top + high / 2}" r="{high / 3}" fill="#c0392b" stroke="#000" '
    art, _ = read(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{body} stroke-width="{wide / 20}"/></svg>')
    plain = '<circle cx="50" cy="30" r="20" fill="#c0392b" stroke="#000" stroke-width="5"/>'
    is_drawn_alike(f"{HEAD}{plain}</svg>", art)


IMPORTS = """
import sys
{}
print([name for name in ("pathops", "tinycss2", "cssselect2", "resvg_py") if name in sys.modules])
"""


@pytest.mark.parametrize(
    "does",
    [
        "from santy_print.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass",
        "from santy_print.faces import Faces\nfrom santy_print.pack import load_pack\n"
        "pack = load_pack('santy_anno')\nfaces = Faces(pack, pack.locales['en'])\n"
        "assert faces.art('ship-royal.svg') and faces.report.ok",
    ],
)
def test_what_reads_foreign_drawings_is_loaded_for_them_alone(does: str) -> None:
    ran = subprocess.run([sys.executable, "-c", IMPORTS.format(does)], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
