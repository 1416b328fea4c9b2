"""Files broken on purpose: a built one, opened, spoiled in one way of its own, and written again."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf

from santy_print.build import Options, build
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


@breaks("proof-trim", "proof-marks", "proof-ruler", "proof-duplex")
def page_scaled(pdf: pikepdf.Pdf) -> None:
    """What “fit to page” does."""
    page = pdf.pages[0]
    page.contents_add(b"q 0.97 0 0 0.97 8 12 cm", prepend=True)
    page.contents_add(b"Q")


@breaks("proof-copies")
def card_missing(pdf: pikepdf.Pdf) -> None:
    """The card in the middle of the first sheet, and its back, are gone."""
    for number in (0, 1):
        page = pdf.pages[number]
        code = instructions(page)
        first, last = figure(code, 4)
        rewrite(pdf, page, code[:first] + code[last:])


@breaks("proof-font")
def font_left_out(pdf: pikepdf.Pdf) -> None:
    for one in pdf.objects:
        if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one and "Bold" in str(one.FontName):
            del one["/FontFile2"]


@breaks("proof-marks")
def mark_over_art(pdf: pikepdf.Pdf) -> None:
    appended(pdf, "0.3 w 100 400 m 240 400 l S")


@breaks("proof-dpi")
def picture_too_coarse(pdf: pikepdf.Pdf) -> None:
    image = pdf.make_stream(bytes(40 * 40))
    image.Type, image.Subtype, image.Width, image.Height = pikepdf.Name.XObject, pikepdf.Name.Image, 40, 40
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceGray, 8
    name = pdf.pages[0].add_resource(image, pikepdf.Name.XObject)
    appended(pdf, f"144 0 0 144 100 300 cm {name} Do")


@breaks("proof-text")
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
