"""Pictures for a press: in four inks without steps, never over the limit, upon what really lies beneath them."""

from __future__ import annotations

import io
from itertools import pairwise, product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from santy_print.exports.press import MOST_INK, inks, part_colours
from santy_print.pack import Pack
from tests.test_exports import made, plain_pack, press_faults

MM = 300 / 25.4


def inked(image: Image.Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[n : n + 4]) for n in range(0, len(data), 4)]


def test_each_pixel_is_parted_as_a_colour_is() -> None:
    values = [*range(0, 256, 15), 1, 2, 7, 8, 9, 254]
    colours = list(product(values, repeat=3))
    image = Image.new("RGB", (len(values) ** 2, len(values)))
    image.putdata(colours)
    for colour, found in zip(colours, inked(part_colours(image)), strict=True):
        wanted = inks("#" + "".join(f"{value:02x}" for value in colour))
        assert found == pytest.approx([share * 255 for share in wanted], abs=0.7), colour
        assert sum(found) <= MOST_INK * 255
        assert sum(wanted) <= MOST_INK


def test_a_photo_has_no_steps() -> None:
    image = Image.merge("RGB", [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)]).resize((700, 700))
    parted = inked(part_colours(image))
    assert len(set(parted)) > 20_000
    rows = [parted[n * 700 : (n + 1) * 700] for n in range(0, 700, 50)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    steps = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairs]
    assert max(steps) < 40
    assert max(sum(pixel) for pixel in parted) <= MOST_INK * 255


@pytest.mark.parametrize("chroma", range(5, 18))
def test_greys_pass_into_colours_without_a_step(chroma: int) -> None:
    one, other = (inks(f"#{200:02x}{200:02x}{200 - value:02x}") for value in (chroma, chroma + 1))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.02


CARD = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - rect: {at: [-4, -4], size: [71.5, 96.9], fill: "#253a8e", hatch: none}
  - text: {value: "BENEATH", at: [5, 5], size: [55, 15], style: big, colour: white}
  - group:
      at: [31.75, 44.45]
      turn: 90
      items:
        - image: {file: veil.png, at: [-44.45, -31.75], size: [88.9, 63.5], fit: cover}
styles:
  big: {font: title, size: 24, min: 18}
"""


@pytest.fixture(scope="module")
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Cards with a picture on them: a yellow disc, half clear at its right, all else clear."""
    pack = plain_pack(tmp_path_factory.mktemp("veiled"), faces__card=CARD)
    veil = Image.new("RGBA", (889, 635), (0, 0, 0, 0))
    draw = ImageDraw.Draw(veil)
    draw.ellipse((344, 217, 544, 417), fill=(250, 230, 50, 255))
    draw.rectangle((444, 217, 544, 417), fill=(250, 230, 50, 128))
    veil.save(pack.root / "art" / "veil.png")
    return pack


def test_a_clear_picture_lies_upon_what_is_beneath(veiled: Pack, tmp_path: Path) -> None:
    data = made(veiled, tmp_path, "drivethrucards", "cards")["cards.pdf"]
    assert press_faults(data) == []
    document = pypdfium2.PdfDocument(data)
    page = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    said = document[0].get_textpage().get_text_bounded()
    document.close()
    assert "BENEATH" in said

    def at(x: float, y: float) -> tuple[int, ...]:
        found = page.getpixel((round((x + 3.175) * MM), round((y + 3.175) * MM)))
        assert isinstance(found, tuple)
        return found

    ground = at(60, 44)
    assert ground[2] > ground[0] + 30, "the card is blue"
    assert at(5, 80) == at(60, 60) == ground, "where the picture is clear the card shows as it is"
    full, half = at(31.75, 38), at(31.75, 50)
    assert full[0] > 200
    assert full[1] > 180
    assert all(b + 50 < mixed < a - 50 for a, mixed, b in zip(full[:2], half[:2], ground[:2], strict=True))


def test_no_pixel_beneath_a_mask_is_printed(veiled: Pack, tmp_path: Path) -> None:
    pdf = pikepdf.open(io.BytesIO(made(veiled, tmp_path, "drivethrucards", "cards")["cards.pdf"]))
    pictures = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert pictures
    for picture in pictures:
        assert str(picture.ColorSpace) == "/DeviceCMYK"
        assert [int(value) for value in picture.Mask] == [1, 1, 1, 1, 1, 1, 0, 0]
        found = inked(Image.frombytes("CMYK", (int(picture.Width), int(picture.Height)), picture.read_bytes()))
        assert max(sum(pixel) for pixel in found) <= MOST_INK * 255
        assert {pixel for pixel in found if min(pixel[:3])} == {(1, 1, 1, 0)}, "an ink that no colour is parted into"
