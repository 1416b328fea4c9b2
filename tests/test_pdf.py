"""The paper, measured again: boxes, fonts, text, places, all read from the bytes that were written."""

from __future__ import annotations

import ctypes
import io
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from santy_print.faces.art import ellipse, rounded
from santy_print.faces.frames import Frame, Group, Hatch, Letters, Shape
from santy_print.faces.outlines import named
from santy_print.faces.typeset import bundled_fonts
from santy_print.pdf import Claims, Info, frame_pdf, hatch_lines, write_pdf
from santy_print.printer import Printer
from santy_print.raster import page_images
from santy_print.sheets import PAPERS, Copy, Setup, impose

INFO = Info("A title", "pl", "santy_print", "A subject", "1.0")
RED, BLUE = "#d62c1f", "#253a8e"
FONT = bundled_fonts() / "SourceSerif4-Regular.ttf"


def square(name: str, colour: str, side: float = 8.0) -> Frame:
    """A face with a coloured square in its upper left part, so that place and turn can be told."""
    items = (
        Shape(rounded(10, 10, side, side), colour, None),
        Letters(10, 40, FONT, 10, "#22304a", f"Żółw {name}"),
    )
    return Frame(name, 63.5, 88.9, items, name, 3)


def box_of(image: Image.Image, colour: tuple[int, int, int]) -> tuple[float, ...]:
    """The box of a colour on a page, in mm, measured at 10 px per mm."""
    pixels = image.load()
    assert pixels is not None
    hits = [
        (x, y)
        for y in range(0, image.height, 1)
        for x in range(0, image.width, 1)
        if sum(abs(a - b) for a, b in zip(pixels[x, y], colour, strict=True)) < 60  # type: ignore
    ]
    xs, ys = [h[0] for h in hits], [h[1] for h in hits]
    return min(xs) / 4, min(ys) / 4, (max(xs) + 1) / 4, (max(ys) + 1) / 4


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_lone_card_of_a_last_page_has_its_back_behind_it(duplex: str) -> None:
    """Rendered, found by colour, turned over by hand: nothing of the program's geometry is used."""
    copies = [Copy(square("f", "#d62c1f"), square("b", "#253a8e"))] * 10
    pages = impose(copies, Setup(PAPERS["a4"], duplex))
    assert len(pages) == 4
    images = list(page_images(write_pdf(pages, INFO), 25.4 * 4))
    front = box_of(images[2], (0xD6, 0x2C, 0x1F))
    back = images[3].rotate(180) if duplex == "short" else images[3]
    behind = box_of(back, (0x25, 0x3A, 0x8E))
    # Held upright the back shows its square at the same place in its own card, whose left edge is now the right one.
    assert front[0] == pytest.approx((210 - 190.5) / 2 + 10, abs=0.3)
    if duplex == "long":
        assert behind[0] == pytest.approx(210 - (210 - 190.5) / 2 - 63.5 + 10, abs=0.3)
        assert behind[1] == pytest.approx(front[1], abs=0.3)
    else:
        # Turned over the short edge and then read upright: left and right have changed places again.
        assert behind[0] == pytest.approx(210 - (210 - 190.5) / 2 - 63.5 + 10, abs=0.3)
        assert behind[1] == pytest.approx(front[1], abs=0.3)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_card_on_its_side_reads_once_it_is_turned_over(duplex: str) -> None:
    """Rendered, found by colour, turned over and about by hand: nothing of the program's geometry is used.

    The last of ten on Letter, where six stand and four lie beside them; an upright card shows its square, on its front
    and its back, 10 mm from its left edge and from its upper one.
    """
    copies = [Copy(bridge(f"f{n}", RED if n == 9 else "#22304a"), bridge("b", BLUE)) for n in range(10)]
    pages = impose(copies, Setup(PAPERS["letter"], duplex))
    front, back = page_images(write_pdf(pages, INFO), 25.4 * 4)
    left, top, right, bottom = box_of(front, (0xD6, 0x2C, 0x1F))
    assert (right - left, bottom - top) == pytest.approx((8, 8), abs=0.3)
    # The card lies 114.3 mm to the right of the margin and 3 times 57.15 mm below it, its head to the left.
    assert (left, bottom) == pytest.approx((6.35 + 114.3 + 10, 6.35 + 4 * 57.15 - 10), abs=0.4)
    turned = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if duplex == "long" else Image.Transpose.FLIP_TOP_BOTTOM)
    card = [round(v * 4) for v in (6.35 + 114.3, 6.35 + 3 * 57.15, 6.35 + 203.2, 6.35 + 4 * 57.15)]
    behind = turned.crop((card[0], card[1], card[2], card[3])).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    held = behind.rotate(90, expand=True)  # seen from behind, its head is on the right
    place = box_of(held, (0x25, 0x3A, 0x8E))
    assert place[:2] == pytest.approx((10, 10), abs=0.4)


def bridge(name: str, colour: str) -> Frame:
    """The same on a bridge card, which is narrower."""
    return replace(square(name, colour), width=57.15)


def test_page_boxes_title_language_and_print_scaling() -> None:
    pages = impose([Copy(square("f", "#d62c1f"))], Setup())
    with pikepdf.open(io.BytesIO(write_pdf(pages, INFO))) as pdf:
        page = pdf.pages[0]
        mm = [float(v) * 25.4 / 72 for v in page.trimbox]
        assert mm[2] - mm[0] == pytest.approx(63.5, abs=0.05)
        assert mm[3] - mm[1] == pytest.approx(88.9, abs=0.05)
        assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 595.276, 841.89], abs=0.01)
        bleed = [float(v) * 25.4 / 72 for v in page["/BleedBox"]]
        assert bleed[0] < mm[0]
        assert pdf.Root.Lang == "pl"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.docinfo["/Title"] == "A title"


def test_fonts_are_embedded_and_no_other_is_named() -> None:
    pages = impose([Copy(square("f", "#d62c1f"))], Setup())
    data = write_pdf(pages, INFO)
    assert b"Helvetica" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]


def test_text_can_be_selected_with_all_its_letters() -> None:
    document = pypdfium2.PdfDocument(frame_pdf(square("f", "#d62c1f")))
    assert document[0].get_textpage().get_text_range().strip() == "Żółw f"
    document.close()


def test_the_same_pages_give_the_same_bytes() -> None:
    pages = impose([Copy(square("f", "#d62c1f"), square("b", "#253a8e"))] * 3, Setup())
    assert write_pdf(pages, INFO) == write_pdf(pages, INFO)


def test_a_face_on_its_side_is_drawn_from_the_same_form() -> None:
    pages = impose([Copy(bridge("f", RED))] * 10, Setup(PAPERS["letter"]))
    assert len(pages) == 1
    with pikepdf.open(io.BytesIO(write_pdf(pages, INFO))) as pdf:
        drawn = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(drawn) == 1


def test_a_face_is_one_form_however_often_it_is_placed() -> None:
    one = square("f", "#d62c1f")
    pages = impose([Copy(one)] * 40, Setup())
    with pikepdf.open(io.BytesIO(write_pdf(pages, INFO))) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1


def test_groups_move_turn_and_clip() -> None:
    inner = Shape(rounded(0, 0, 10, 10), "#d62c1f", None)
    moved = Group((inner,), (0, 1, -1, 0, 30, 20), rounded(0, 0, 5, 10))  # a quarter turn clockwise, half clipped off
    frame = Frame("g", 63.5, 88.9, (moved,), "g")
    image = next(page_images(frame_pdf(frame), 25.4 * 4))
    assert box_of(image, (0xD6, 0x2C, 0x1F)) == pytest.approx((20, 20, 30, 25), abs=0.3)


@pytest.mark.parametrize("kind", ["diagonal", "dots", "grid"])
def test_patterns_cover_their_shape_and_stay_inside_it(kind: str) -> None:
    hatch = Hatch(kind, "#000000")
    outline = ellipse(20, 20, 15, 12)
    lines = hatch_lines(outline, hatch)
    assert len(lines) > 8
    frame = Frame("h", 40, 40, (Shape(outline, "#d62c1f", None, hatch=hatch),), "h")
    image = next(page_images(frame_pdf(frame), 25.4 * 4))
    assert box_of(image, (0xD6, 0x2C, 0x1F)) == pytest.approx((5, 8, 35, 32), abs=0.6)
    dark = [image.getpixel((x, y)) for x in range(60, 100) for y in range(60, 100)]
    assert any(sum(p) < 250 for p in dark), "the pattern shows"  # type: ignore[arg-type]
    corner = image.getpixel((24, 36))
    assert corner == (255, 255, 255)


def test_a_round_face_is_clipped_to_its_circle() -> None:
    frame = Frame("r", 40, 40, (Shape(rounded(-3, -3, 46, 46), "#d62c1f", None),), "r", cut=named("circle", 40, 40))
    image = next(page_images(frame_pdf(frame), 25.4 * 4))
    assert image.getpixel((4, 4)) == (255, 255, 255)
    assert image.getpixel((80, 4)) != (255, 255, 255)


def tagged() -> pikepdf.Pdf:
    copies = [Copy(square("front", "#d62c1f"), square("back", "#253a8e"))] * 12
    claims = Claims("a_pack", "cards", "long", sides=("Przód", "Tył"))
    pages = impose(copies, Setup())
    return pikepdf.open(io.BytesIO(write_pdf(pages, replace(INFO, claims=claims))))


def test_each_face_is_a_figure_with_its_words_under_its_sheet() -> None:
    with tagged() as pdf:
        root = pdf.Root
        assert root.MarkInfo.Marked
        document = root.StructTreeRoot.K
        assert document.S == "/Document"
        assert [str(sheet.S) for sheet in document.K] == ["/Sect"] * 4
        assert str(document.K[1].T) == "1/2 · Tył"
        figures = [figure for sheet in document.K for figure in sheet.K]
        assert len(figures) == 24
        assert {str(figure.Alt) for figure in figures} == {"front", "back"}
        idents = [str(figure.ID) for figure in figures]
        assert idents[0] == "front#1"
        assert len(set(idents)) == 24
        leaf = root.StructTreeRoot.IDTree.Kids[0]
        names = list(leaf.Names)
        assert [bytes(name) for name in names[::2]] == sorted(ident.encode() for ident in idents)
        numbers = list(root.StructTreeRoot.ParentTree.Nums)
        for page, (index, parents) in zip(pdf.pages, zip(numbers[::2], numbers[1::2], strict=True), strict=True):
            assert page.StructParents == index
            assert [int(figure.K) for figure in parents] == list(range(len(parents)))
            assert all(figure.Pg.objgen == page.objgen for figure in parents)


def test_whatever_is_drawn_is_a_figure_or_an_artifact() -> None:
    with tagged() as pdf:
        for page in pdf.pages:
            depth = 0
            for one in pikepdf.parse_content_stream(page):
                name = str(one.operator)
                depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(name, 0)
                assert depth in (0, 1)
                if name in ("S", "f", "f*", "B", "B*", "Do", "Tj"):
                    assert depth == 1, name
            assert depth == 0


def test_the_words_of_a_figure_are_found_by_another_reader() -> None:
    """pdfium, which screen readers of browsers use, is asked."""
    from pypdfium2 import raw

    with tagged() as pdf:
        out = io.BytesIO()
        pdf.save(out)
    document = pypdfium2.PdfDocument(out.getvalue())
    page = document[0]
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    section = raw.FPDF_StructElement_GetChildAtIndex(raw.FPDF_StructTree_GetChildAtIndex(tree, 0), 0)
    figure = raw.FPDF_StructElement_GetChildAtIndex(section, 0)
    buffer = (ctypes.c_ubyte * 200)()
    size = raw.FPDF_StructElement_GetAltText(figure, buffer, 200)
    assert bytes(buffer[: size - 2]).decode("utf-16-le") == "front"
    raw.FPDF_StructTree_Close(tree)
    page.close()
    document.close()


def test_a_file_says_what_it_is_in_bookmarks_metadata_and_private_data() -> None:
    with tagged() as pdf:
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["1/2 · Przód", "1/2 · Tył", "2/2 · Przód", "2/2 · Tył"]
        with pdf.open_metadata() as said:
            assert said["dc:title"] == "A title"
            assert said["dc:language"] == {"pl"}
        held = pdf.Root.PieceInfo.santy_print.Private
        assert (str(held.Pack), str(held.Part)) == ("a_pack", "cards")
        claims = pdf.pages[1].PieceInfo.santy_print.Private
        assert (claims.Side, claims.Flip, claims.Sheet, claims.Of) == ("/back", "/long", 1, 2)
        assert "/LastModified" in pdf.pages[1]


@pytest.mark.long
def test_a_printer_moves_backs_and_scales_both_sides() -> None:
    copies = [Copy(square("front", "#d62c1f"), square("back", "#253a8e"))]
    pages = impose(copies, Setup())
    made = write_pdf(pages, replace(INFO, claims=Claims("p", "cards", "long", Printer(2.0, 1.0, 0, 100, 100))))
    front, back = page_images(made, 25.4 * 4)
    plain_front, plain_back = page_images(write_pdf(pages, INFO), 25.4 * 4)
    assert box_of(front, (0xD6, 0x2C, 0x1F)) == box_of(plain_front, (0xD6, 0x2C, 0x1F))
    was, now = (box_of(image, (0x25, 0x3A, 0x8E)) for image in (plain_back, back))
    # Too far right seen from the front is too far left for the back itself: it is moved right, and up.
    assert (now[0] - was[0], now[1] - was[1]) == pytest.approx((2.0, -1.0), abs=0.3)
