"""Pictures for a press: in four inks without steps, never over the limit, upon what really lies beneath them."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from santy_print.exports.press import MOST_INK
from santy_print.pack import Pack
from santy_print.proof import Proofer
from tests.test_exports import made, plain_pack, press_faults

MM = 300 / 25.4


def inked(image: Image.Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[n : n + 4]) for n in range(0, len(data), 4)]


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
        assert (1, 1, 1, 0) in found, "an ink that no colour is parted into"


def boxes(page: pikepdf.Page, name: str) -> list[float]:
    """A box of a page in mm."""
    return [float(value) / 72 * 25.4 for value in page.obj[name]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return plain_pack(tmp_path_factory.mktemp("plain"))


@pytest.mark.parametrize(("asked", "bleed"), [(0.0, 3.0), (2.0, 2.0), (4.5, 4.5)])
def test_a_page_for_a_press_is_its_bleed_box(plain: Pack, tmp_path: Path, asked: float, bleed: float) -> None:
    files = made(plain, tmp_path, "press", "cards", bleed=asked)
    assert press_faults(files["cards.pdf"]) == []
    pdf = pikepdf.open(io.BytesIO(files["cards.pdf"]))
    assert len(pdf.pages) == 2 * 15, "front and back of each card in turn"
    assert {str(intent.OutputConditionIdentifier) for intent in pdf.Root.OutputIntents} == {"FOGRA39"}
    wide, high = 63.5 + 2 * bleed, 88.9 + 2 * bleed
    for page in pdf.pages:
        for name in ("/MediaBox", "/BleedBox"):
            assert boxes(page, name) == pytest.approx([0, 0, wide, high], abs=0.01)
        assert boxes(page, "/TrimBox") == pytest.approx([bleed, bleed, wide - bleed, high - bleed], abs=0.01)
    assert any(f"the cut {bleed:g} mm inside, CMYK" in note for note in files.notes)


def test_fronts_and_backs_for_a_press_may_be_apart(plain: Pack, tmp_path: Path) -> None:
    files = made(plain, tmp_path, "press", "cards", "harbour", order="apart")
    assert {"cards-fronts.pdf", "cards-backs.pdf", "harbour.pdf"} < set(files), "what has no backs is one file"
    fronts, backs = (pypdfium2.PdfDocument(files[f"cards-{side}.pdf"]) for side in ("fronts", "backs"))
    assert len(fronts) == len(backs) == 15
    for document, red in ((fronts, True), (backs, False)):
        for page in document:
            seen = page.render(scale=1).to_pil().convert("RGB").getpixel((100, 2))
            assert (seen[0] > seen[2]) is red
        document.close()


def test_of_what_is_printed_on_one_side_a_press_gets_fronts(plain: Pack, tmp_path: Path) -> None:
    files = made(plain, tmp_path, "press", "cards", duplex="none", order="apart")
    assert len(pikepdf.open(io.BytesIO(files["cards.pdf"])).pages) == 15


def test_colours_for_a_press_may_be_those_of_a_screen(plain: Pack, tmp_path: Path) -> None:
    data = made(plain, tmp_path, "press", "cards", colours="rgb")["cards.pdf"]
    pdf = pikepdf.open(io.BytesIO(data))
    assert "/OutputIntents" not in pdf.Root
    assert b"/DeviceCMYK" not in data
    document = pypdfium2.PdfDocument(data)
    assert document[0].render(scale=1).to_pil().convert("RGB").getpixel((100, 2)) == (214, 44, 31)
    document.close()


def test_pieces_of_another_shape_are_told(plain: Pack, tmp_path: Path) -> None:
    files = made(plain, tmp_path, "press", "tokens")
    assert [fault.code for fault in files.report] == ["export-canvas"]
    assert "--profile svg" in files.report.items[0].hints[0]


@pytest.mark.parametrize("how", [{}, {"colours": "rgb"}, {"order": "apart"}, {"colours": "rgb", "bleed": 2.5}])
def test_proof_measures_what_a_press_gets(plain: Pack, tmp_path: Path, how: dict[str, object]) -> None:
    for name, data in made(plain, tmp_path, "press", "cards", "tokens", **how).items():
        if not name.endswith(".pdf"):
            continue
        file = tmp_path / name
        file.write_bytes(data)
        done = Proofer(plain).proof(file)
        assert done.ok, [fault.message for fault in done.report]
        told = {result.name: result for result in done.results}
        if "backs" not in name:
            assert told["copies"].status == "ok"
            assert told["bleed"].status == "ok"
            assert (told["drawn"].status == "ok") is ("colours" in how)


DRAWN = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - rect: {at: [-4, -4], size: [71.5, 96.9], fill: "#253a8e", hatch: none}
  - text: {value: "BENEATH", at: [5, 5], size: [55, 15], style: big, colour: white}
  - art: {file: clear.svg, at: [1.75, 24.45], size: [60, 40]}
styles:
  big: {font: title, size: 24, min: 18}
"""
CLEAR = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<linearGradient id="g"><stop stop-color="#fae632"/><stop offset="1" stop-color="#fae632" stop-opacity="0"/>
</linearGradient>
<mask id="m"><rect width="60" height="20" fill="#fff"/></mask>
<rect width="60" height="40" fill="url(#g)" mask="url(#m)"/>
<rect y="30" width="30" height="9" fill="#fae632" opacity=".5"/></svg>
"""


def test_what_of_a_drawing_is_seen_through_is_a_picture_upon_what_is_beneath(tmp_path: Path) -> None:
    pack = plain_pack(tmp_path / "pack", faces__card=DRAWN)
    (pack.root / "art" / "clear.svg").write_text(CLEAR, encoding="utf-8")
    data = made(pack, tmp_path / "out", "drivethrucards", "cards")["cards.pdf"]
    assert press_faults(data) == []
    pdf = pikepdf.open(io.BytesIO(data))
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/SMask", "/ShadingType", "/Group", "/ca"} & set(thing.keys())
    document = pypdfium2.PdfDocument(data)
    page = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    document.close()

    def at(x: float, y: float) -> tuple[int, ...]:
        return page.getpixel((round((x + 3.175) * MM), round((y + 3.175) * MM)))

    ground, full, half, low = at(60, 80), at(3, 30), at(31.75, 30), at(20, 58)
    assert full[0] > 200
    for mixed in (half, low):
        assert all(b + 40 < value < a - 40 for a, value, b in zip(full[:2], mixed[:2], ground[:2], strict=True))
    assert at(3, 50) == ground, "the mask hides the lower half"
