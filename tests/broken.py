"""Files broken on purpose: a built one, opened, spoiled in one way of its own, and written again."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf

from santy_print.build import build
from santy_print.parts import Options
from tests.built import _folder, bundled

Breaker = Callable[[pikepdf.Pdf], None]
BREAKERS: dict[str, tuple[Breaker, set[str]]] = {}
"""What is done, and the codes of what is then found: these and no others."""


def breaks(*codes: str) -> Callable[[Breaker], Breaker]:
    def enter(breaker: Breaker) -> Breaker:
        BREAKERS[breaker.__name__.replace("_", "-")] = breaker, set(codes)
        return breaker

    return enter


@cache
def whole() -> bytes:
    """The English cards of the bundled pack: nine to a sheet, backs behind."""
    made = build(bundled(), _folder() / "whole", Options(("en",), ("cards",)), {})
    return made[0].data


def broken(name: str) -> bytes:
    """A built file, spoiled by a breaker."""
    with pikepdf.open(io.BytesIO(whole())) as pdf:
        BREAKERS[name][0](pdf)
        return saved(pdf)


def saved(pdf: pikepdf.Pdf, **how: Any) -> bytes:
    out = io.BytesIO()
    pdf.save(out, deterministic_id=not how, **how)
    return out.getvalue()


def instructions(page: pikepdf.Page) -> list[Any]:
    return list(pikepdf.parse_content_stream(page))


def rewrite(pdf: pikepdf.Pdf, page: pikepdf.Page, code: list[Any]) -> None:
    page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(code))


def figure(code: list[Any], number: int) -> tuple[int, int]:
    """From where to where a page's nth face is drawn."""
    starts = [n for n, one in enumerate(code) if str(one.operator) == "BDC" and str(one.operands[0]) == "/Figure"]
    first = starts[number]
    last = next(n for n in range(first, len(code)) if str(code[n].operator) == "EMC")
    return first, last + 1


def appended(pdf: pikepdf.Pdf, drawn: str, number: int = 0) -> None:
    page = pdf.pages[number]
    page.contents_add(f"/Artifact BMC q {drawn} Q EMC".encode("latin-1"))


def element(pdf: pikepdf.Pdf, page: int, number: int) -> Any:
    return pdf.Root.StructTreeRoot.K.K[page].K[number]


@breaks("proof-duplex")
def backs_moved(pdf: pikepdf.Pdf) -> None:
    """All backs of the first sheet 0.8 pt to the right: with all that says where they are."""
    page = pdf.pages[1]
    page.contents_add(b"q 1 0 0 1 0.8 0 cm", prepend=True)
    page.contents_add(b"Q")
    for holder, key in [(page, "/TrimBox"), (page, "/BleedBox")] + [(k.A, "/BBox") for k in element(pdf, 1, 0).P.K]:
        holder[key] = pikepdf.Array([float(v) + 0.8 * (n % 2 == 0) for n, v in enumerate(holder[key])])


@breaks("proof-trim")
def card_too_small(pdf: pikepdf.Pdf) -> None:
    """One card drawn at 99 per cent."""
    page = pdf.pages[0]
    code = instructions(page)
    first, last = figure(code, 4)
    at = next(n for n in range(first, last) if str(code[n].operator) == "cm")
    e, f = (float(v) for v in code[at].operands[4:])  # about the middle of 180 x 252 pt
    code[at] = pikepdf.ContentStreamInstruction([0.99, 0, 0, 0.99, e + 0.9, f - 1.26], pikepdf.Operator("cm"))
    rewrite(pdf, page, code)


@breaks("proof-trim", "proof-marks", "proof-ruler", "proof-duplex", "proof-drawn")
def page_scaled(pdf: pikepdf.Pdf) -> None:
    """What “fit to page” does."""
    page = pdf.pages[0]
    page.contents_add(b"q 0.97 0 0 0.97 8 12 cm", prepend=True)
    page.contents_add(b"Q")


@breaks("proof-copies", "proof-figures")
def card_missing(pdf: pikepdf.Pdf) -> None:
    """The card in the middle of the first sheet, and its back, are gone."""
    for number in (0, 1):
        page = pdf.pages[number]
        code = instructions(page)
        first, last = figure(code, 4)
        rewrite(pdf, page, code[:first] + code[last:])


@breaks("proof-font", "proof-drawn")
def font_left_out(pdf: pikepdf.Pdf) -> None:
    for one in pdf.objects:
        if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one and "Bold" in str(one.FontName):
            del one["/FontFile2"]


@breaks("proof-marks", "proof-drawn")
def mark_over_art(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "0.3 w 100 400 m 240 400 l S")


@breaks("proof-dpi", "proof-stray", "proof-drawn")
def picture_too_coarse(pdf: pikepdf.Pdf) -> None:
    name = pdf.pages[0].add_resource(_image(pdf, 40), pikepdf.Name.XObject)
    appended(pdf, f"144 0 0 144 100 300 cm {name} Do")


@breaks("proof-text", "proof-drawn")
def said_to_be_polish(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Lang = "pl"


@breaks("proof-page")
def paper_too_wide(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    page.MediaBox = pikepdf.Array([0, 0, float(page.mediabox[2]) + 10, page.mediabox[3]])


@breaks("proof-page")
def trim_box_off(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[4]
    page["/TrimBox"] = pikepdf.Array([float(v) + 1.0 for v in page.trimbox])


@breaks("proof-margin")
def line_at_the_edge(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "1 w 5 200 m 5 400 l S")


@breaks("proof-order")
def backs_after_two_fronts(pdf: pikepdf.Pdf) -> None:
    pages = list(pdf.pages)
    pages[1], pages[2] = pages[2], pages[1]
    del pdf.pages[:]
    pdf.pages.extend(pages)


@breaks("proof-glyph")
def letter_without_glyph(pdf: pikepdf.Pdf) -> None:
    appended(pdf, f"BT {_font(pdf)} 7 Tf 1 0 0 1 200 12 Tm (\\376) Tj ET")


def _font(pdf: pikepdf.Pdf) -> str:
    fonts = pdf.pages[0].Resources.Font
    return next(str(name) for name in fonts.keys() if "Bold" in str(fonts[name].BaseFont))  # noqa: SIM118


@breaks("proof-ruler")
def ruler_too_short(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    code = instructions(page)
    start = max(n for n, one in enumerate(code) if str(one.operator) == "BDC")
    at = [n for n in range(start, len(code)) if str(code[n].operator) == "cm"][1]
    a, *rest = code[at].operands
    code[at] = pikepdf.ContentStreamInstruction([float(a) * 0.98, *rest], pikepdf.Operator("cm"))
    rewrite(pdf, page, code)


@breaks("proof-tags")
def figure_without_text(pdf: pikepdf.Pdf) -> None:
    del element(pdf, 0, 3)["/Alt"]


# Pages


@breaks("proof-pages")
def page_of_nobody(pdf: pikepdf.Pdf) -> None:
    pdf.add_blank_page(page_size=(595.276, 841.89))


@breaks("proof-pages")
def blank_page_in_between(pdf: pikepdf.Pdf) -> None:
    pdf.add_blank_page(page_size=(595.276, 841.89))
    pages = list(pdf.pages)
    del pdf.pages[:]
    pdf.pages.extend([pages[0], pages[-1], *pages[1:-1]])


@breaks("proof-pages")
def all_private_data_gone(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        del page["/PieceInfo"]


@breaks("proof-pages", "proof-copies")
def private_data_of_the_last_back_gone(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[-1]["/PieceInfo"]


@breaks("proof-pages", "proof-figures")
def sheet_once_more(pdf: pikepdf.Pdf) -> None:
    pdf.pages.append(pdf.pages[0])
    pdf.pages.append(pdf.pages[1])


@breaks("proof-pages", "proof-copies")
def sheet_missing(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[2:4]


@breaks("proof-pages")
def blank_page_that_claims_to_be_a_sheet(pdf: pikepdf.Pdf) -> None:
    pdf.add_blank_page(page_size=(595.276, 841.89))
    pdf.pages[-1]["/PieceInfo"] = pdf.pages[0]["/PieceInfo"]


@breaks("proof-page")
def page_cropped(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].cropbox = pikepdf.Array([20, 20, 575, 820])


# Things that do not belong


@breaks("proof-figures", "proof-drawn")
def card_drawn_in_an_artifact(pdf: pikepdf.Pdf) -> None:
    appended(pdf, f"1 0 0 1 200 500 cm {_form(pdf, 0)} Do")


@breaks("proof-figures", "proof-drawn")
def card_drawn_under_a_mark_of_no_figure(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(f"/Figure <</MCID 99>> BDC q 1 0 0 1 200 500 cm {_form(pdf, 0)} Do Q EMC".encode())


@breaks("proof-figures", "proof-drawn")
def box_within_a_figure(pdf: pikepdf.Pdf) -> None:
    """A white box over a card, drawn under the card's own mark."""
    page = pdf.pages[0]
    code = instructions(page)
    _, last = figure(code, 4)
    box = pikepdf.parse_content_stream(pdf.make_stream(b"q 1 1 1 rg 230 330 100 100 re f Q"))
    rewrite(pdf, page, code[: last - 1] + list(box) + code[last - 1 :])


@breaks("proof-stray", "proof-drawn")
def white_box_over_all(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "1 1 1 rg 40 60 515 740 re f")


@breaks("proof-stray", "proof-drawn")
def line_as_wide_as_a_box(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "1 1 1 RG 60 w 60 400 m 530 400 l S")


@breaks("proof-stray")
def area_in_the_margin(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "0 0 0 rg 20 400 2 2 re f")


@breaks("proof-stray", "proof-drawn")
def picture_over_a_card(pdf: pikepdf.Pdf) -> None:
    name = pdf.pages[0].add_resource(_image(pdf, 900), pikepdf.Name.XObject)
    appended(pdf, f"144 0 0 144 100 300 cm {name} Do")


@breaks("proof-dpi", "proof-stray", "proof-drawn")
def picture_within_the_page(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "150 0 0 150 200 400 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\x80\xc0\x40 EI")


@breaks("proof-stray", "proof-drawn")
def letters_over_a_card(pdf: pikepdf.Pdf) -> None:
    appended(pdf, f"BT {_font(pdf)} 40 Tf 1 0 0 1 100 400 Tm (\\001\\002\\003) Tj ET")


@breaks("proof-stray", "proof-drawn")
def note_over_cards(pdf: pikepdf.Pdf) -> None:
    note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Square, F=4)
    note.Rect, note.IC = pikepdf.Array([100, 100, 400, 700]), pikepdf.Array([1, 0, 0])
    pdf.pages[0]["/Annots"] = pikepdf.Array([pdf.make_indirect(note)])


@breaks("proof-stray")
def layers(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([]), D=pikepdf.Dictionary())


# Faces that are not what they were


@breaks("proof-text", "proof-drawn")
def words_not_drawn(pdf: pikepdf.Pdf) -> None:
    _change_form(pdf, 0, 4, lambda code: code.replace(b"BT", b"BT 3 Tr"))


@breaks("proof-drawn")
def words_in_white(pdf: pikepdf.Pdf) -> None:
    _change_form(pdf, 0, 4, lambda code: code.replace(b"BT", b"1 1 1 rg BT"))


@breaks("proof-drawn")
def back_without_its_picture(pdf: pikepdf.Pdf) -> None:
    _change_form(pdf, 1, 4, lambda code: b"")


@breaks("proof-drawn")
def card_without_its_pictures(pdf: pikepdf.Pdf) -> None:
    _change_form(pdf, 0, 4, lambda code: b"\n".join(re.findall(rb"BT.*?ET", code, re.DOTALL)))


@breaks("proof-text", "proof-drawn")
def two_cards_exchanged(pdf: pikepdf.Pdf) -> None:
    """One card's face where another is said to be."""
    page = pdf.pages[0]
    code = instructions(page)
    one, other = (next(n for n in range(*figure(code, k)) if str(code[n].operator) == "Do") for k in (0, 1))
    code[one], code[other] = code[other], code[one]
    rewrite(pdf, page, code)


# Edges


@breaks("proof-cuts")
def front_without_marks(pdf: pikepdf.Pdf) -> None:
    """All crop marks of the first front; its ruler stays."""
    page = pdf.pages[0]
    code = instructions(page)
    start = max(n for n, one in enumerate(code) if str(one.operator) == "BDC")
    ruler = [n for n in range(start, len(code)) if str(code[n].operator) == "cm"][1]
    end = pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
    marks = [n for n in range(start, ruler) if str(code[n].operator) == "S"]
    rewrite(pdf, page, [end if n in marks else one for n, one in enumerate(code)])


@breaks("proof-strip", "proof-marks")
def mark_through_the_ruler(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "0.3 w 100 14 m 100 22 l S")


@breaks("proof-clipped", "proof-drawn")
def card_cut_off_by_its_clip(pdf: pikepdf.Pdf) -> None:
    """Only the left half of a card is shown."""
    page = pdf.pages[0]
    code = instructions(page)
    first, last = figure(code, 4)
    call = next(n for n in range(first, last) if str(code[n].operator) == "Do")
    half = pikepdf.parse_content_stream(pdf.make_stream(b"0 -252 90 252 re W n"))
    rewrite(pdf, page, code[:call] + list(half) + code[call:])


@breaks("proof-bleed")
def bleed_that_is_only_claimed(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    page["/BleedBox"] = pikepdf.Array([float(v) + (-3, -3, 3, 3)[n] for n, v in enumerate(page["/BleedBox"])])


def _image(pdf: pikepdf.Pdf, side: int) -> Any:
    image = pdf.make_stream(bytes(side * side))
    image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    image.Width, image.Height, image.ColorSpace, image.BitsPerComponent = side, side, pikepdf.Name.DeviceGray, 8
    return image


def _form(pdf: pikepdf.Pdf, page: int, number: int = 4) -> str:
    """The name of the form that a page's nth figure draws."""
    code = instructions(pdf.pages[page])
    return next(str(code[n].operands[0]) for n in range(*figure(code, number)) if str(code[n].operator) == "Do")


def _change_form(pdf: pikepdf.Pdf, page: int, number: int, change: Callable[[bytes], bytes]) -> None:
    form = pdf.pages[page].Resources.XObject[_form(pdf, page, number)]
    form.write(change(form.read_bytes()))


def damaged(name: str) -> bytes:
    """Files that cannot be measured at all."""
    if name == "cut-short":
        return whole()[: len(whole()) // 2]
    if name == "locked":
        with pikepdf.open(io.BytesIO(whole())) as pdf:
            return saved(pdf, encryption=pikepdf.Encryption(owner="a", user="b"))
    if name == "of-another-program":
        with pikepdf.new() as pdf:
            pdf.add_blank_page()
            return saved(pdf)
    assert name == "no-pdf"
    return b"Not a PDF at all.\n"


DAMAGED = {
    "cut-short": "proof-broken",
    "locked": "proof-locked",
    "of-another-program": "proof-foreign",
    "no-pdf": "proof-file",
}
