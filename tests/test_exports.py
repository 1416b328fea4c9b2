"""Exports, measured: what was written is opened again and held against the numbers of each service, read elsewhere."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.exports import (
    PROFILES,
    Exported,
    Profile,
    Profiles,
    cutters,
    export,
    images,
    tabletop,
)
from santy_print.exports.boxes import box_for, cut, folds, lines_of
from santy_print.exports.job import Wishes, grown
from santy_print.exports.tabletop import grid
from santy_print.faces.art import outline_box, rounded
from santy_print.faces.edges import overhang
from santy_print.faces.frames import Frame, Group, Shape
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, Options
from santy_print.raster import page_images
from santy_print.sheets import PAPERS, Cell, Page, Setup
from tests.packs import copy_pack

MM = 300 / 25.4
WISHES = ("dpi", "stock", "sleeved", "inset", "order", "colours", "icc")
RED, BLUE = (0xD6, 0x2C, 0x1F), (0x25, 0x3A, 0x8E)

PARTS = """parts:
  cards:
    piles:
      - {each: pirates, layout: card, back: card-back, copies: "{{ 8 if item.id == 'brain' else 1 }}"}
  tokens:
    piles:
      - {each: coins, layout: chip, back: chip, copies: "2"}
  harbour:
    piles:
      - {each: one, layout: board}
"""
CARD = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}. It plays."}
items:
  - rect: {at: [-3, -3], size: [69.5, 94.9], fill: "#d62c1f"}
  - rect: {at: [10, 10], size: [8, 8], fill: "#253a8e"}
  - image: {file: dot.png, at: [10, 60], size: [10, 10]}
  - text: {value: "{{ item.id }}", at: [20, 30], size: [40, 20]}
"""
BACK = """face: {width: 63.5, height: 88.9, corner: 3, alt: back}
items:
  - rect: {at: [-3, -3], size: [69.5, 94.9], fill: "#253a8e"}
"""
CHIP = """face: {width: 30, height: 30, outline: circle, alt: "{{ item.value }}"}
items:
  - rect: {at: [-3, -3], size: [36, 36], fill: "#d62c1f"}
  - text: {value: "{{ item.value }}", at: [5, 5], size: [20, 20]}
"""
BOARD = """face: {width: 260, height: 180, alt: board}
items:
  - rect: {at: [0, 0], size: [260, 180], fill: "#d62c1f"}
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Few and plain faces: 15 cards of 8 kinds with one back, 10 round tokens, a board without bleed."""
    return plain_pack(tmp_path_factory.mktemp("pack"))


def plain_pack(folder: Path, **changed: str) -> Pack:
    files = {"components.yaml": PARTS, "faces/card.yaml": CARD, "faces/card-back.yaml": BACK}
    files |= {"faces/chip.yaml": CHIP, "faces/board.yaml": BOARD}
    root = copy_pack(folder, files | {name.replace("__", "/") + ".yaml": text for name, text in changed.items()})
    dot = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    dot.paste((255, 160, 0, 255), (0, 0, 30, 60))
    dot.save(root / "art" / "dot.png")
    return load_pack(root).checked()


class Made(dict[str, bytes]):
    """The files of an export by name, with what was said."""

    def __init__(self, done: list[Exported], report: Report) -> None:
        super().__init__({name: (done[0].folder / name).read_bytes() for name in done[0].files})
        self.notes, self.report = done[0].notes, report

    def image(self, name: str) -> Image.Image:
        return Image.open(io.BytesIO(self[name]))


def made(pack: Pack, out: Path, profile: str, *parts: str, **how: Any) -> Made:
    report = Report()
    wishes = Wishes(**{key: how.pop(key) for key in WISHES if key in how})
    options = Options(("en",), parts, Setup(**how), "full")
    return Made(export(pack, out, options, profile, wishes, Conduct(report=report)), report)


def near(colour: Any, other: tuple[int, int, int], by: int = 40) -> bool:
    return sum(abs(a - b) for a, b in zip(colour[:3], other, strict=True)) < by


def values(image: Image.Image) -> list[tuple[int, int, int]]:
    """The pixels of a picture, row by row."""
    data = image.convert("RGB").tobytes()
    return [(data[n], data[n + 1], data[n + 2]) for n in range(0, len(data), 3)]


def upper_left(image: Image.Image) -> Image.Image:
    """A quarter of a picture: the half of its width by half of its height."""
    return image.crop((0, 0, image.width // 2, image.height // 2))


def corner_of(image: Image.Image, colour: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """The box of a colour in pixels."""
    mask = Image.new("L", image.size)
    mask.putdata([255 if near(pixel, colour) else 0 for pixel in values(image)])
    box = mask.getbbox()
    assert box is not None
    return box


# The registry


def test_profiles_are_refused_by_unknown_names_and_double_ones() -> None:
    with pytest.raises(PackError) as caught:
        PROFILES["thegamecraftr"]
    assert "`thegamecrafter`" in caught.value.report.errors[0].hints[0]
    known = Profiles([Profile("one", "first", lambda job: None)])
    with pytest.raises(ValueError, match="twice"):
        known.add(Profile("one", "second", lambda job: None))
    assert len(PROFILES) == 10


def opened(name: str, data: bytes) -> object:
    """A file, read by something that is not this program."""
    kind = name.rpartition(".")[2]
    if kind == "png":
        Image.open(io.BytesIO(data)).load()
        return True
    if kind == "pdf":
        return len(pikepdf.open(io.BytesIO(data)).pages)
    if kind == "json":
        return json.loads(data)
    if kind == "csv":
        return list(csv.reader(io.StringIO(data.decode())))
    if kind == "svg":
        return ElementTree.fromstring(data)
    assert kind == "dxf", name
    return data.decode().endswith("0\nEOF\n")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_writes_files_that_open_lists_them_and_writes_the_same_again(
    pack: Pack, tmp_path: Path, profile: str
) -> None:
    heard: list[str] = []
    options = Options(("en",), ("cards",), Setup(), "full")
    [done] = export(pack, tmp_path / "one", options, profile, conduct=Conduct(heard.append))
    assert done.folder == tmp_path / "one/santy_anno/en" / profile
    assert heard == [f"en/{profile}/{name}" for name in done.files], "each is said as it is made"
    there = {p.relative_to(done.folder).as_posix(): p for p in done.folder.rglob("*") if p.is_file()}
    assert set(there) == set(done.files)
    for name, path in there.items():
        assert opened(name, path.read_bytes())
    manifest = json.loads(there["manifest.json"].read_text("utf-8"))
    assert [entry["file"] for entry in manifest["files"]] == [n for n in done.files if n != "manifest.json"]
    assert manifest["notes"] == list(done.notes)
    assert "card:brain" in manifest["faces"]
    [again] = export(pack, tmp_path / "two", options, profile)
    assert again.files == done.files
    assert [n for n in done.files if (again.folder / n).read_bytes() != (done.folder / n).read_bytes()] == []


def test_what_an_earlier_export_left_is_named(pack: Pack, tmp_path: Path) -> None:
    made(pack, tmp_path, "tuckbox", "cards")
    (tmp_path / "santy_anno/en/tuckbox/old.pdf").write_bytes(b"old")
    said = made(pack, tmp_path, "tuckbox", "cards").report
    assert [d.code for d in said] == ["export-stale"]
    assert "old.pdf" in said.items[0].message


def test_a_profile_that_finds_nothing_to_make_is_an_error_and_writes_nothing(pack: Pack, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="nothing was made"):
        made(pack, tmp_path, "tuckbox", "harbour")
    assert not (tmp_path / "santy_anno/en/tuckbox").exists()


@pytest.mark.parametrize(
    ("profile", "why"), [("tuckbox", "that takes 10 rectangular cards"), ("cricut", "`board` left out")]
)
def test_it_is_said_why_nothing_was_made(pack: Pack, tmp_path: Path, profile: str, why: str) -> None:
    with pytest.raises(PackError) as caught:
        made(pack, tmp_path, profile, "harbour")
    [fault] = [fault for fault in caught.value.report.errors if fault.code == "export-empty"]
    assert any(why in hint for hint in fault.hints)


def test_faults_of_faces_are_told_and_nothing_is_written(tmp_path: Path) -> None:
    broken = plain_pack(tmp_path, faces__card=CARD.replace("size: [40, 20]", "size: [1, 1]"))
    with pytest.raises(PackError, match="does not fit"):
        made(broken, tmp_path / "out", "png", "cards")
    assert not list((tmp_path / "out").rglob("*.png"))


# Bleed


def test_a_face_a_hair_short_of_the_bleed_is_enlarged_about_its_middle_no_further_than_that() -> None:
    ground = Shape(rounded(-3, -3, 69.5, 94.9), "#d62c1f", None)
    face = Frame("a", 63.5, 88.9, (ground,), "a")
    assert overhang(face) == pytest.approx((3, 3, 3, 3))
    out = overhang(grown(face, (3.175, 3.175)))
    assert out is not None
    assert min(out) == pytest.approx(3.175)
    assert max(out) < 3.3
    assert grown(face, (3.0, 3.0)) is face
    assert grown(face, (6.0, 6.0)) is face, "what is missing is not made up"
    inside = Frame("b", 63.5, 88.9, (Group((ground,), (0.5, 0, 0, 0.5, 20, 20)),), "b")
    assert overhang(inside) == pytest.approx((-18.5, -18.5, -10.25, -22.95))
    assert grown(inside, (3.175, 3.175)) is inside


# PNG


@pytest.mark.parametrize("dpi", [300, 600])
def test_png_trimmed(pack: Pack, tmp_path: Path, dpi: int) -> None:
    files = made(pack, tmp_path, "png", "cards", "tokens", dpi=dpi)
    names = {n for n in files if n.endswith(".png")}
    assert {"card-brain.png", "card-lee-shee.png", "card-back.png", "chip-coin-1.png"} <= names
    assert len(names) == 8 + 1 + 5
    image = files.image("card-brain.png")
    assert image.size == (round(63.5 / 25.4 * dpi), round(88.9 / 25.4 * dpi))
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.01)
    assert image.getpixel((0, 0))[3] == 0, "the corner is cut away"
    assert image.getpixel((image.width // 2, 0))[3] == 255
    assert corner_of(upper_left(image), BLUE)[:2] == pytest.approx((10 / 25.4 * dpi,) * 2, abs=1.5)
    chip = files.image("chip-coin-1.png")
    assert chip.getpixel((4, 4))[3] == 0
    assert near(chip.getpixel((chip.width // 2, 2)), RED)


def test_png_with_bleed(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "png", "cards", bleed=3.0)
    image = files.image("card-brain.png")
    assert image.size == (round(69.5 * MM), round(94.9 * MM))
    assert image.mode == "RGB"
    assert corner_of(upper_left(image), BLUE)[:2] == pytest.approx((13 * MM,) * 2, abs=1.5)


# The services


def edges(image: Image.Image) -> Iterator[Any]:
    picture = image.convert("RGB")
    for n in range(0, picture.width, 20):
        yield from (picture.getpixel((n, 0)), picture.getpixel((n, picture.height - 1)))
    for n in range(0, picture.height, 20):
        yield from (picture.getpixel((0, n)), picture.getpixel((picture.width - 1, n)))


def test_the_game_crafter(pack: Pack, tmp_path: Path) -> None:
    """825 x 1125 pixels: 2.5 x 3.5 inches and an eighth of an inch on each side, 300 to the inch."""
    files = made(pack, tmp_path, "thegamecrafter")
    deck = "poker-deck/cards/"
    fronts = sorted(n for n in files if n.startswith(deck + "fronts/"))
    assert len(fronts) == 8
    assert [n for n in files if n.startswith(deck + "backs/")] == [deck + "backs/card-back.png"]
    for name in (*fronts, deck + "backs/card-back.png"):
        image = files.image(name)
        assert image.size == (825, 1125)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert image.mode == "RGB"
    front = files.image(fronts[0])
    assert all(near(pixel, RED) for pixel in edges(front)), "the ground runs on to the canvas's edge"
    assert corner_of(upper_left(front), BLUE)[:2] == pytest.approx((37.5 + 10 * MM,) * 2, abs=3)
    rows = list(csv.DictReader(io.StringIO(files[deck + "quantities.csv"].decode())))
    assert sum(int(row["quantity"]) for row in rows) == 15
    assert all(deck + row["front"] in files and deck + row["back"] in files for row in rows)
    codes = [d.code for d in files.report]
    assert codes.count("export-canvas") == 2, "the round tokens and the board have no canvas"
    assert codes.count("export-bleed") == 1
    assert "`board`" in next(d.message for d in files.report if d.code == "export-bleed")
    board = files.image("custom-260x180mm/harbour/fronts/board.png")
    assert board.size == (round(260 * MM) + 75, round(180 * MM) + 75)


@pytest.mark.parametrize("canvas", images.GAME_CRAFTER, ids=lambda canvas: canvas.name)
def test_the_canvases_of_the_game_crafter_hold_an_eighth_of_an_inch(canvas: images.Canvas) -> None:
    for size, pixels in zip((canvas.width, canvas.height), canvas.pixels, strict=True):
        assert pixels % 75 == 0
        assert pixels / MM - size == pytest.approx(6.35, abs=2.0), "the euro sizes have a little more"


def test_makeplayingcards(pack: Pack, tmp_path: Path) -> None:
    """822 x 1122: 750 x 1050 and 36 pixels on each side; a file for each of 15 slots, one back for all."""
    files = made(pack, tmp_path, "makeplayingcards", "cards")
    fronts = sorted(n for n in files if n.startswith("cards/fronts/"))
    assert [n[13:16] for n in fronts] == [f"{n:03d}" for n in range(1, 16)]
    assert fronts[0].endswith("001-brain.png")
    assert files[fronts[0]] == files[fronts[7]] != files[fronts[8]]
    assert [n for n in files if n.startswith("cards/backs/")] == ["cards/backs/card-back.png"]
    assert {files.image(n).size for n in files if n.endswith(".png")} == {(822, 1122)}
    assert all(near(pixel, RED) for pixel in edges(files.image(fronts[3])))
    assert "up to 18; 3 of its slots stay empty" in files.notes[0]
    assert len(files.report) == 0


def test_makeplayingcards_splits_what_is_larger_than_its_largest_deck(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "BRACKETS", (2, 4, 8))
    files = made(pack, tmp_path, "makeplayingcards", "cards")
    counts = [len([n for n in files if n.startswith(f"cards-{k}/fronts/")]) for k in (1, 2)]
    assert counts == [8, 7]
    assert [d.code for d in files.report] == ["export-split"]
    assert "order a deck of up to 8; 1 of its slots" in files.notes[1]


def test_makeplayingcards_leaves_out_what_it_does_not_cut(pack: Pack, tmp_path: Path) -> None:
    said = made(pack, tmp_path, "makeplayingcards", "cards", "tokens").report
    assert [d.code for d in said] == ["export-canvas"]
    assert "`chip` left out" in said.items[0].message


# The press


def press_faults(data: bytes) -> list[str]:
    """What keeps a file from being PDF/X-1a:2003, as far as this can tell (ISO 15930-4): keys, boxes, inks, fonts,
    nothing transparent, nothing that moves. It does not judge how colours come out in print.
    """
    out: list[str] = []

    def need(told: object, fault: str) -> None:
        if not told:
            out.append(fault)

    need(data[:8] in (b"%PDF-1.3", b"%PDF-1.4"), "a version after 1.4")
    need(b"/ObjStm" not in data and b"/Type /XRef" not in data, "object streams")
    pdf = pikepdf.open(io.BytesIO(data))
    need(not pdf.is_encrypted and "/ID" in pdf.trailer, "encrypted, or without an id")
    info, root = pdf.trailer.get("/Info", pikepdf.Dictionary()), pdf.Root
    need(str(info.get("/GTS_PDFXVersion", "")) == "PDF/X-1a:2003", "no PDF/X version")
    need(str(info.get("/Trapped", "")) in ("/True", "/False"), "trapping unknown")
    need(all(str(info.get(key, "")) for key in ("/Title", "/CreationDate", "/ModDate", "/Producer")), "words missing")
    intents = [i for i in root.get("/OutputIntents", []) if i.S == "/GTS_PDFX"]
    need(len(intents) == 1, "not one output intent")
    for intent in intents:
        need("/OutputConditionIdentifier" in intent and "/Info" in intent, "output intent without a condition")
        known = str(intent.get("/RegistryName")) == "http://www.color.org"
        need("/DestOutputProfile" in intent or known, "no registry")
    need(not {"/AcroForm", "/OpenAction", "/AA", "/JavaScript"} & set(root.keys()), "something that acts")
    need("/EmbeddedFiles" not in root.get("/Names", {}), "files inside")
    for page in pdf.pages:
        out += page_faults(page)
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            out += thing_faults(thing)
    return sorted(set(out))


def page_faults(page: pikepdf.Page) -> Iterator[str]:
    media, bleed, trim = ([float(v) for v in page.obj.get(k, [])] for k in ("/MediaBox", "/BleedBox", "/TrimBox"))
    if len(trim) != 4 or "/ArtBox" in page.obj:
        yield "no trim box, or an art box too"
    elif not (
        media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
        and media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]
    ):
        yield "boxes that do not lie within one another"
    if "/Annots" in page.obj:
        yield "notes on a page"
    yield from content_faults(page.obj)


def content_faults(content: Any) -> Iterator[str]:
    for operands, operator in pikepdf.parse_content_stream(content):
        name = str(operator)
        if name in ("rg", "RG") or (name in ("cs", "CS") and str(operands[0]) not in ("/DeviceCMYK", "/DeviceGray")):
            yield f"a colour that is not ink: {name}"
        if name in ("k", "K") and sum(map(float, operands)) > 2.4 + 1e-6:
            yield "more ink than 240 %"
        if name in ("sh", "INLINE IMAGE"):
            yield "a shading or an inline image"


def thing_faults(thing: Any) -> Iterator[str]:
    kind, sub = str(thing.get("/Type", "")), str(thing.get("/Subtype", ""))
    if str(thing.get("/S", "")) == "/Transparency" or "/SMask" in thing:
        yield "transparency"
    if kind == "/ExtGState" or "/ca" in thing or "/CA" in thing:
        if any(float(thing.get(key, 1)) != 1 for key in ("/ca", "/CA")):
            yield "transparency"
        if str(thing.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield "transparency"
    if isinstance(thing, pikepdf.Stream) and "/LZWDecode" in str(thing.get("/Filter", "")):
        yield "LZW"
    if sub == "/Form":
        yield from content_faults(thing)
    if sub == "/Image" and str(thing.get("/ColorSpace", "")) not in ("/DeviceCMYK", "/DeviceGray"):
        yield "a picture that is not ink"
    if sub == "/PS":
        yield "PostScript"
    if kind == "/FontDescriptor":
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(thing.keys()):
            yield "a font that is not embedded"
        elif not re.match(r"/[A-Z]{6}\+", str(thing.FontName)):
            yield "a font that is not subset"
    if kind == "/Font" and sub in ("/Type1", "/TrueType") and "/FontDescriptor" not in thing:
        yield "a font that is not embedded"


def test_drivethrucards(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "drivethrucards", "cards")
    data = files["cards.pdf"]
    assert press_faults(data) == []
    pdf = pikepdf.open(io.BytesIO(data))
    assert len(pdf.pages) == 30, "a front and a back for each of 15 cards"
    for page in pdf.pages:
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 2.75 * 72, 3.75 * 72], abs=0.01)
        assert [float(v) for v in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
    pictures = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert {str(o.ColorSpace) for o in pictures} == {"/DeviceCMYK"}
    document = pypdfium2.PdfDocument(data)
    said = [document[n].get_textpage().get_text_bounded().strip() for n in range(30)]
    assert said[:2] == ["brain", ""]
    assert len([text for text in said if text]) == 15
    front = document[0].render(scale=300 / 72).to_pil()
    assert front.size == pytest.approx((825, 1125), abs=1)
    seen = front.convert("RGB").getpixel((412, 1))
    assert seen[0] > 150 > 90 > seen[2], "red ink runs to the paper's edge"
    document.close()


def test_a_lying_card_stands_upright_on_the_press_its_back_behind_it(tmp_path: Path) -> None:
    head = "rect: {at: [-5, -5], size: [98.9, 15], fill: red}"
    face = f"face: {{width: 88.9, height: 63.5, bleed: 5, alt: x}}\nitems:\n  - {head}\n"
    parts = "parts:\n  cards:\n    piles:\n      - {each: events, layout: card, back: card-back}\n"
    lying = plain_pack(tmp_path, components=parts, faces__card=face, **{"faces__card-back": face})
    files = made(lying, tmp_path / "out", "drivethrucards", "cards")
    assert not [fault for fault in files.report if fault.code == "export-canvas"]
    assert any("on their sides" in note for note in files.notes)
    document = pypdfium2.PdfDocument(files["cards.pdf"])
    for number, inked, clear in ((0, 0.02, 0.98), (1, 0.98, 0.02)):  # the head left in front, right on the back
        image = document[number].render(scale=1).to_pil().convert("RGB")
        assert image.size == (198, 270)
        assert near(image.getpixel((int(197 * inked), 135)), (214, 44, 31), 120)
        assert near(image.getpixel((int(197 * clear), 135)), (255, 255, 255))
    document.close()
    assert press_faults(files["cards.pdf"]) == []


def test_letters_and_greys_are_black_ink_alone(pack: Pack, tmp_path: Path) -> None:
    pdf = pikepdf.open(io.BytesIO(made(pack, tmp_path, "drivethrucards", "cards")["cards.pdf"]))
    shown = 0
    for thing in pdf.objects:
        if not isinstance(thing, pikepdf.Stream) or thing.get("/Subtype") != "/Form":
            continue
        ink: list[float] = []
        for operands, operator in pikepdf.parse_content_stream(thing):
            if str(operator) == "k":
                ink = [float(v) for v in operands]
            if str(operator) in ("Tj", "TJ"):
                shown += 1
                assert ink == [0, 0, 0, 1]
    assert shown == 8


def test_the_press_checker_finds_what_it_looks_for(pack: Pack, tmp_path: Path) -> None:
    plain = made(pack, tmp_path, "silhouette", "cards")["cards.pdf"]
    faults = press_faults(plain)
    assert {"no PDF/X version", "not one output intent"} <= set(faults)
    assert {"a colour that is not ink: rg", "a picture that is not ink"} <= set(faults)
    assert "transparency" in faults, "the picture is clear in part"


# Tabletop Simulator


def test_a_saved_object_shows_every_card_at_its_number(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "tabletop-simulator")
    head = json.loads(files["saved-object.json"])
    decks = [s for s in head["ObjectStates"] if s["Name"] == "DeckCustom"]
    assert len(decks) == 1
    [deck] = decks
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == 15
    [(number, custom)] = deck["CustomDeck"].items()
    across, down = custom["NumWidth"], custom["NumHeight"]
    assert 2 <= across <= 10
    assert 2 <= down <= 7
    assert across * down > 8
    sheet = files.image(custom["FaceURL"].removeprefix(tabletop.HOST))
    assert sheet.width % across == sheet.height % down == 0
    assert max(sheet.size) <= 4096
    cell = sheet.width // across, sheet.height // down
    assert cell[0] / cell[1] == pytest.approx(63.5 / 88.9, abs=0.002)
    reference = made(pack, tmp_path, "png", "cards")
    for card, ident in zip(deck["ContainedObjects"], deck["DeckIDs"], strict=True):
        assert card["CardID"] == ident
        (place,) = [ident - int(number) * 100]
        left, top = place % across * cell[0], place // across * cell[1]
        seen = sheet.crop((left, top, left + cell[0], top + cell[1]))
        face = reference.image(f"card-{card['Nickname']}.png").convert("RGB").resize(cell)
        inner = (20, 20, cell[0] - 20, cell[1] - 20)
        assert difference(seen.crop(inner), face.crop(inner)) < 3
    last = sheet.crop((sheet.width - cell[0], sheet.height - cell[1], *sheet.size))
    assert near(last.getpixel((cell[0] // 2, cell[1] // 2)), BLUE), "the last cell is the hidden back"
    assert custom["BackURL"].removeprefix(tabletop.HOST) in files
    assert custom["BackIsHidden"] is False
    assert deck["Nickname"] == "Cards"
    tiles = [s for s in head["ObjectStates"] if s["Name"].startswith("Custom_Tile")]
    stacks = [s for s in tiles if s["Name"] == "Custom_Tile_Stack"]
    assert len(tiles) == 5 + 1
    assert [s["Number"] for s in stacks] == [2] * 5, "coins that are alike are a stack"
    assert {s["CustomImage"]["CustomTile"]["Stackable"] for s in stacks} == {True}
    assert {t["CustomImage"]["CustomTile"]["Type"] for t in tiles} == {2, 3}
    assert all(t["CustomImage"]["ImageURL"].removeprefix(tabletop.HOST) in files for t in tiles)
    guids = [s["GUID"] for s in (*head["ObjectStates"], *deck["ContainedObjects"])]
    assert len(set(guids)) == len(guids)


def test_backs_that_look_alike_are_one_deck_whatever_is_said_of_them_and_sizes_keep_their_proportion(
    tmp_path: Path,
) -> None:
    small = CARD.replace("63.5", "45").replace("88.9", "65")
    back = BACK.replace("alt: back", 'alt: "{{ item.id }}"')
    said = plain_pack(tmp_path, faces__card=small, **{"faces__card-back": back})
    files = made(said, tmp_path / "out", "tabletop-simulator", "cards")
    [deck] = json.loads(files["saved-object.json"])["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert len(deck["DeckIDs"]) == 15
    assert deck["SidewaysCard"] is False
    assert deck["Transform"]["scaleX"] == pytest.approx(65 / 88.9, abs=0.001)


def test_cards_whose_backs_say_what_they_are_worth_are_one_deck(tmp_path: Path) -> None:
    """They are shuffled together and held in a hand; others see the back that each has."""
    worth = BACK.replace('"#253a8e"', "\"{{ '#d62c1f' if item.id < 'd' else '#253a8e' }}\"")
    files = made(plain_pack(tmp_path, **{"faces__card-back": worth}), tmp_path / "out", "tabletop-simulator", "cards")
    [deck] = json.loads(files["saved-object.json"])["ObjectStates"]
    assert len(deck["DeckIDs"]) == 15
    [(number, custom)] = deck["CustomDeck"].items()
    assert (custom["UniqueBack"], custom["BackIsHidden"]) == (True, True)
    fronts, backs = (files.image(custom[key].removeprefix(tabletop.HOST)) for key in ("FaceURL", "BackURL"))
    assert fronts.size == backs.size
    wide, high = backs.width // custom["NumWidth"], backs.height // custom["NumHeight"]
    for card in deck["ContainedObjects"]:
        down, across = divmod(card["CardID"] - int(number) * 100, custom["NumWidth"])
        middle = backs.getpixel((across * wide + wide // 2, down * high + high // 2))
        assert near(middle, RED if card["Nickname"] < "d" else BLUE)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, of 255."""
    pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
    return sum(abs(a - b) for a, b in pairs) / (one.width * one.height)


@pytest.mark.parametrize("size", [(63.5, 88.9), (45.0, 65.0), (95.0, 130.0), (88.9, 88.9), (88.9, 63.5)])
def test_every_count_of_cards_has_its_grid(size: tuple[float, float]) -> None:
    for count in range(1, 70):
        found = grid(count, size)
        assert count < found.across * found.down <= 70
        assert 2 <= found.across <= 10
        assert 2 <= found.down <= 7
        assert max(found.across * found.cell[0], found.down * found.cell[1]) <= 4096
        assert found.cell[0] / found.cell[1] == pytest.approx(size[0] / size[1], rel=0.005)


def test_more_cards_than_a_sheet_holds_take_more_sheets(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabletop, "ON_A_SHEET", 3)
    files = made(pack, tmp_path, "tabletop-simulator", "cards")
    [deck] = json.loads(files["saved-object.json"])["ObjectStates"]
    assert set(deck["CustomDeck"]) == {"1", "2", "3"}
    assert len(deck["DeckIDs"]) == 15
    assert {ident // 100 for ident in deck["DeckIDs"]} == {1, 2, 3}
    assert [d.code for d in files.report] == ["export-split"]


# Cutters


def polylines(data: bytes, whole: bool = True) -> list[list[tuple[float, float, float]]]:
    """The polylines of a DXF, all closed if `whole`: (x, y, bulge) of each vertex, as another reader finds them."""
    lines = data.decode().split("\n")
    pairs = [(int(lines[n]), lines[n + 1]) for n in range(0, len(lines) - 1, 2)]
    assert "AC1009" in lines
    header = lines[: lines.index("ENDSEC")]
    assert header[header.index("$INSUNITS") + 2] == "4", "millimetres"
    assert header[header.index("$MEASUREMENT") + 2] == "1", "metric"
    assert pairs[-1] == (0, "EOF")
    out: list[list[tuple[float, float, float]]] = []
    kind, found = "", {}
    for code, value in [*pairs, (0, "")]:
        if code == 0:
            if kind == "VERTEX":
                out[-1].append((found[10], found[20], found.get(42, 0.0)))
            elif kind == "POLYLINE":
                if whole:
                    assert found[70] == 1, "closed"
                out.append([])
            kind, found = value, {}
        elif code >= 10:
            with_number = {code: float(value)} if code < 80 else {}
            found |= with_number
    return out


def svg_boxes(data: bytes) -> list[tuple[float, float, float, float]]:
    """The boxes of an SVG's paths, from their corners (arcs here stay within their end points' box)."""
    out = []
    for path in ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}path"):
        words = [part.split() for part in re.findall(r"[A-Z][^A-Z]*", path.attrib["d"])]
        assert {word[0] for word in words} <= set("MLAZ")
        points = [(float(word[-2]), float(word[-1])) for word in words if word[0] != "Z"]
        xs, ys = zip(*points, strict=True)
        out.append((min(xs), min(ys), max(xs), max(ys)))
    return out


def straight(cuts: list[list[tuple[float, float, float]]]) -> list[tuple[float, float, float, float]]:
    """The straight lines of cuts around pieces with round corners: from where to where; a closed one ends in an arc."""
    pairs = [pair for cut in cuts for pair in pairwise(cut)]
    return [(x, y, u, v) for (x, y, bulge), (u, v, _) in pairs if not bulge]


def passes(line: tuple[float, float, float, float], x: float, y: float) -> bool:
    """Whether a line runs through a point."""
    x0, y0, x1, y1 = line
    return abs(math.dist((x0, y0), (x, y)) + math.dist((x, y), (x1, y1)) - math.dist((x0, y0), (x1, y1))) < 1e-4


def squares(image: Image.Image, colour: tuple[int, int, int], side: float) -> set[tuple[float, float]]:
    """Where squares of a colour begin (mm), on a picture of a page: found by colour alone, row by row."""
    picture = image.convert("RGB")
    pixels = picture.load()
    assert pixels is not None
    found: set[tuple[float, float]] = set()
    scale = picture.width / PAPERS["a4"][1] if picture.width > picture.height else picture.width / PAPERS["a4"][0]
    step = round(side * scale / 3)
    for y in range(0, picture.height, step):
        for x in range(0, picture.width, step):
            if near(pixels[x, y], colour):
                left, top = x, y
                while left > 0 and near(pixels[left - 1, top], colour):
                    left -= 1
                while top > 0 and near(pixels[left, top - 1], colour):
                    top -= 1
                found.add((round(left / scale, 1), round(top / scale, 1)))
    return found


def test_silhouette_marks_and_cuts(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "silhouette", "cards", duplex="long")
    document = pypdfium2.PdfDocument(files["cards.pdf"])
    assert len(document) == 4, "15 cards, eight to a sheet, and their backs"
    front, back = (document[n].render(scale=300 / 72).to_pil().convert("RGB") for n in (0, 1))
    page = [v / 72 * 25.4 for v in document[0].get_size()]
    assert page == pytest.approx([297, 210], abs=0.05)
    # The marks, where the reader looks for them: a square, and the ends of the angles' arms.
    for x, y, there in [
        (10.2, 10.2, True), (14.8, 14.8, True), (15.4, 12, False), (9.6, 12, False), (12, 15.4, False),
        (286.8, 10.25, True), (267.3, 10.25, True), (266.6, 10.25, False), (286.75, 29.7, True),
        (286.75, 30.4, False), (286, 10.9, False), (287.3, 10.25, False),
        (10.25, 199.75, True), (29.7, 199.75, True), (30.4, 199.75, False), (10.25, 180.3, True),
        (10.25, 179.6, False), (286.75, 199.75, False),
    ]:  # fmt: skip
        colour = front.getpixel((round(x * MM), round(y * MM)))
        assert near(colour, (0, 0, 0)) is there, (x, y)
    assert not near(back.getpixel((round(12 * MM), round(12 * MM))), (0, 0, 0)), "no marks behind"
    # The cuts against the squares that the faces show 10 mm from their corner.
    cuts = polylines(files["cards-1.dxf"], whole=False)
    left, top = min(v[0] for c in cuts for v in c), page[1] - max(v[1] for c in cuts for v in c)
    begins = [(left + column * 63.5, top + row * 88.9) for row in range(2) for column in range(4)]
    blue = squares(front, BLUE, 8.0)
    assert len(blue) == 8
    for x, y in begins:
        assert any(abs(x + 10 - bx) < 0.16 and abs(y + 10 - by) < 0.16 for bx, by in blue), (x, y)
    # Each edge of each card is cut, and none twice, though inner ones are edges of two cards.
    lines = straight(cuts)
    for x, y in begins:
        for n in range(4, 60, 3):
            for u, v in ((x + n, y), (x + n, y + 88.9), (x, y + n), (x + 63.5, y + n)):
                assert sum(passes(line, u, page[1] - v) for line in lines) == 1, (u, v)
    assert sum(vertex[2] != 0 for cut in cuts for vertex in cut) == 8 * 4, "every corner is round"
    whole = (left, top, left + 4 * 63.5, top + 2 * 88.9)
    drawn = list(zip(*svg_boxes(files["cards-1.svg"]), strict=True))
    assert [min(drawn[0]), min(drawn[1]), max(drawn[2]), max(drawn[3])] == pytest.approx(whole, abs=0.01)
    assert ElementTree.fromstring(files["cards-1.svg"]).attrib["width"] == "297mm"
    document.close()


@given(
    st.lists(st.tuples(*[st.integers(0, 8)] * 2, *[st.integers(1, 6)] * 2), min_size=1, max_size=6, unique=True),
)
def test_whatever_pieces_share_an_edge_it_is_cut_once(boxes: list[tuple[int, int, int, int]]) -> None:
    cells = tuple(Cell(Frame(f"f:{n}", w, h, (), ""), x, y, None) for n, (x, y, w, h) in enumerate(boxes))
    cuts = cutters.cuts_of(Page(20, 20, cells, (), (0, 0, 20, 20), (0, 0, 20, 20)))
    lines = []
    for one in cuts:
        ends = (*one.vertices[1:], *one.vertices[:1] * one.closed)
        lines += [(*here[:2], *there[:2]) for here, there in zip(one.vertices, ends, strict=False)]
    for x, y, w, h in boxes:
        for n in range(w):
            assert [sum(passes(line, x + n + 0.5, at) for line in lines) for at in (y, y + h)] == [1, 1]
        for n in range(h):
            assert [sum(passes(line, at, y + n + 0.5) for line in lines) for at in (x, x + w)] == [1, 1]


def test_the_marks_are_as_far_from_the_edge_as_was_asked(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "silhouette", "cards", inset=15.9)
    document = pypdfium2.PdfDocument(files["cards.pdf"])
    picture = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    for x, there in ((15.6, False), (16.1, True), (20.7, True), (21.2, False)):
        assert near(picture.getpixel((round(x * MM), round(18 * MM))), (0, 0, 0)) is there, x
    document.close()
    assert min(box[0] for box in svg_boxes(files["cards-1.svg"])) >= 15.9 + 5
    with pytest.raises(ValueError, match=r"inset: 3 is out of bounds: 5 to 40"):
        Wishes(inset=3)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 2.0])
def test_nothing_is_printed_near_the_marks(pack: Pack, tmp_path: Path, paper: str, bleed: float) -> None:
    files = made(pack, tmp_path, "silhouette", "cards", "tokens", paper=PAPERS[paper], bleed=bleed)
    for name in ("cards.pdf", "tokens.pdf"):
        document = pypdfium2.PdfDocument(files[name])
        page = document[0]
        image = page.render(scale=4 * 25.4 / 72).to_pil()
        width, height = (v / 72 * 25.4 for v in page.get_size())
        scale = image.width / width
        for item in cutters.marks(width, height, 10.0):
            assert isinstance(item, Shape)
            left, top, right, low = outline_box([item.outline])
            near_mark = image.crop(
                (int((left - 2) * scale), int((top - 2) * scale), int((right + 2) * scale), int((low + 2) * scale))
            )
            assert not any(near(pixel, RED) for pixel in values(near_mark)), name
        document.close()


def test_round_pieces_are_cut_round(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "silhouette", "tokens")
    for vertices in polylines(files["tokens-1.dxf"]):
        (x0, y0, b0), (x1, y1, b1) = vertices
        assert (b0, b1) == (-1, -1), "two half circles"
        assert (x1 - x0, y1 - y0) == (pytest.approx(30), 0)


def test_outlines_of_any_kind_are_cut_with_their_holes_and_without_a_point_twice(tmp_path: Path) -> None:
    ring = '"M0 0 L30 0 L30 30 L0 30 Z M10 10 L10 20 L20 20 L20 10 Z"'
    board = CHIP.replace("circle", "hex").replace("value }", "id }")
    shaped = plain_pack(tmp_path, faces__chip=CHIP.replace("circle", ring), faces__board=board)
    files = made(shaped, tmp_path / "out", "cricut", "tokens", "harbour")
    holes = polylines(files["tokens-1.dxf"])
    assert len(holes) == 2 * 10
    assert all(len(vertices) == 4 for vertices in holes)
    [six] = polylines(files["harbour-1.dxf"])
    assert len({vertex[:2] for vertex in six}) == len(six) == 6
    clear = files.image("tokens-1.png").getchannel("A")
    left, top = svg_boxes(files["tokens-1.svg"])[0][:2]
    assert clear.getpixel((round((left + 15) * MM), round((top + 15) * MM))) == 0, "the hole"
    assert clear.getpixel((round((left + 5) * MM), round((top + 15) * MM))) == 255
    assert near(files.image("tokens-1.png").getpixel((round((left + 9.8) * MM), round((top + 15) * MM))), RED)


def test_of_sheets_that_are_alike_only_one_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counting(data: bytes, dpi: float) -> Iterator[Image.Image]:
        drawn.append(len(pikepdf.open(io.BytesIO(data)).pages))
        return page_images(data, dpi)

    monkeypatch.setattr(cutters, "page_images", counting)
    many = plain_pack(tmp_path, components=PARTS.replace("8 if item.id == 'brain' else 1", "30"))
    files = made(many, tmp_path / "out", "cricut", "cards")
    sheets = [n for n in files if n.endswith(".png")]
    assert len(sheets) == len([n for n in files if n.endswith(".svg")])
    assert len(sheets) >= 8 * 30 / 6
    assert drawn == [len({files[n] for n in sheets})]
    assert drawn[0] < len(sheets) / 2


def test_cutters_leave_out_what_is_too_large_and_refuse_folding(pack: Pack, tmp_path: Path) -> None:
    said = made(pack, tmp_path, "cricut").report
    assert [d.code for d in said] == ["export-canvas"]
    assert "`board` left out" in said.items[0].message
    with pytest.raises(PackError, match="folded"):
        made(pack, tmp_path, "cricut", "cards", duplex="gutterfold")


def test_cricut_pictures_are_clear_between_the_pieces(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "cricut", "cards")
    image = files.image("cards-1.png")
    assert image.size == (2025, 2775)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    clear = image.getchannel("A")
    boxes = svg_boxes(files["cards-1.svg"])
    assert len(boxes) == 5
    for left, top, right, low in boxes:
        middle = (left + right) / 2, (top + low) / 2
        for x, y, seen in [
            (*middle, 255), (left + 0.3, middle[1], 255), (right - 0.3, middle[1], 255), (middle[0], low - 0.3, 255),
            (left - 0.3, middle[1], 0), (right + 0.3, middle[1], 0), (middle[0], top - 0.3, 0),
            (left + 0.2, top + 0.2, 0),
        ]:  # fmt: skip
            assert clear.getpixel((round(x * MM), round(y * MM))) == seen, (x, y)


# The tuckbox


@pytest.mark.parametrize("count", [10, 52, 58, 110])
@pytest.mark.parametrize("sleeved", [False, True])
def test_a_box_holds_its_deck_with_little_room_to_spare(count: int, sleeved: bool) -> None:
    box = box_for((63.5, 88.9), count, 0.30, sleeved)
    card = (66.5, 91.9) if sleeved else (63.5, 88.9)
    thick = count * (0.42 if sleeved else 0.30)
    assert 0.5 <= box.width - card[0] <= 1.5
    assert 0.5 <= box.height - card[1] <= 1.5
    assert 1.0 <= box.depth - thick + 1e-9 <= 1.5


def test_the_net_folds_into_the_box() -> None:
    box = box_for((63.5, 88.9), 58, 0.30, False)
    at = lines_of(box)
    assert (at.x1 - at.x0, at.x2 - at.x1, at.x3 - at.x2, at.x4 - at.x3) == pytest.approx((64.5, 18.5, 64.5, 18.5))
    assert at.y1 - at.y0 == pytest.approx(89.9)
    outline = cut(box)
    left, top, right, low = outline_box([outline])
    assert (left, top) == (0, 0)
    assert (right, low) == pytest.approx((at.x4, at.y1 + 18.5 + 15))
    assert outline[-1] == ("Z",)
    assert [part[0] for part in outline].count("M") == 1
    ends = {(round(x, 3), round(y, 3)) for part in outline if part[0] in "MLC" for x, y in [part[-2:]]}
    for fold in folds(box):
        assert len(fold) == 2
        box_of_fold = outline_box([fold])
        assert box_of_fold[0] >= 0
        assert box_of_fold[2] <= at.x4
    lid = [fold for fold in folds(box) if fold[0][1:] == (at.x0, at.y0 - box.depth)]
    assert lid, "the lid is as deep as the box, then comes its tuck"
    assert (round(at.x0, 3), round(at.y0 - box.depth, 3)) in ends


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_tuckbox_on_paper(pack: Pack, tmp_path: Path, paper: str) -> None:
    files = made(pack, tmp_path, "tuckbox", "cards", paper=PAPERS[paper])
    [name] = [n for n in files if n.endswith(".pdf")]
    document = pypdfium2.PdfDocument(files[name])
    assert len(document) == 1
    page = document[0]
    width, height = (v / 72 * 25.4 for v in page.get_size())
    assert (width, height) == pytest.approx(PAPERS[paper], abs=0.05)
    assert page.get_textpage().get_text_bounded().count("Santy Anno") >= 1
    dark = page.render(scale=4 * 25.4 / 72).to_pil().convert("L").point(lambda v: 255 if v < 200 else 0)
    box = dark.getbbox()
    assert box is not None
    assert box[0] / 4 > 6
    assert box[2] / 4 < width - 6
    expected = lines_of(box_for((63.5, 88.9), 15, 0.30, False))
    assert (box[2] - box[0]) / 4 == pytest.approx(expected.x4, abs=0.8)
    document.close()
    assert "64.5 x 89.9 x 5.5 mm inside, for 15 cards of 0.3 mm, on 1 page" in files.notes[0]


def test_a_box_shows_the_back_of_most_cards(tmp_path: Path) -> None:
    """Of the second game that is the events': other backs have a number, which a title would lie across."""
    files = made(load_pack("sandokan"), tmp_path, "tuckbox", "cards")
    [name] = [n for n in files if n.endswith(".pdf")]
    with pypdfium2.PdfDocument(files[name]) as document:
        text = document[0].get_textpage().get_text_bounded()
    assert "Sandokan" in text
    assert not re.search(r"\b[123]\b", text)


def test_a_box_too_large_for_the_paper_is_tiled(pack: Pack, tmp_path: Path) -> None:
    files = made(pack, tmp_path, "tuckbox", "cards", paper=(120.0, 160.0))
    [name] = [n for n in files if n.endswith(".pdf")]
    assert len(pikepdf.open(io.BytesIO(files[name])).pages) > 1


# The command


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["build", *words])


def test_the_command_lists_profiles_and_refuses_what_does_not_go_together(pack: Pack, tmp_path: Path) -> None:
    listed = run(str(pack.root), "--profile", "list")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(PROFILES)
    for words, code, said in [
        (["--profile", "pgn"], 1, "`png`"),
        (["--dpi", "600"], 2, "--profile"),
        (["--profile", "png", "--dpi", "72"], 2, "--dpi"),
        (["--profile", "tuckbox", "--stock", "9"], 2, "--stock"),
        (["--profile", "png", "--cards", "brian"], 1, "`brain`"),
        (["--profile", "png", "--only", "card"], 1, "`cards`"),
        (["--profile", "silhouette", "--duplex", "gutterfold"], 1, "folded"),
    ]:
        done = run(str(pack.root), "--out", str(tmp_path), *words)
        assert done.exit_code == code, done.output
        assert said in done.stderr
        assert "Traceback" not in done.output
    assert not list(tmp_path.rglob("*.png"))


def test_the_command_exports_some_pieces(pack: Pack, tmp_path: Path) -> None:
    words = ["--lang", "en", "--profile", "png", "--cards", "b*", "--only", "cards"]
    done = run(str(pack.root), "--out", str(tmp_path), *words)
    assert done.exit_code == 0, done.output
    assert {p.name for p in tmp_path.rglob("*.png")} == {
        *(f"card-{name}.png" for name in ("brain", "belgo", "beauty", "bamba")),
        "card-back.png",
    }
    assert "en/png/card-brain.png" in done.stderr
    assert "5 faces at 300 dpi" in done.stderr
