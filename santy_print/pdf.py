"""PDF: pages of placed frames in, bytes out. The only importer of reportlab; it draws and decides nothing.

Each distinct face is one form, each shared picture another; a page is a list of calls. Lengths arrive in
millimetres, y downwards, and leave in points, y upwards. The same pages give the same bytes: no clock, no
random ids.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any

from santy_print.faces.art import Outline
from santy_print.faces.frames import IDENTITY, Frame, Group, Hatch, Item, Letters, Matrix, Picture, Shape
from santy_print.sheets import Page

PT = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Info:
    """What a file says of itself."""

    title: str
    language: str
    author: str
    subject: str
    version: str


@dataclass(frozen=True, slots=True)
class Press:
    """What a file for a press says of itself: the PDF/X version and the characterised printing condition."""

    version: str
    condition: str
    registry: str = "http://www.color.org"


def write_pdf(pages: Sequence[Page], info: Info, press: Press | None = None) -> bytes:
    """Draw pages; returns the bytes of the file. Pages of one width and height or not, as they come."""
    canvas = _canvas(info, pages[0].width, pages[0].height)
    if press is not None:
        _declare(canvas, press)
    ink = _Pen(canvas)
    for page in pages:
        canvas.setPageSize((page.width * PT, page.height * PT))
        for box, name in ((page.trim, "trim"), (page.bleed, "bleed")):
            left, top, right, bottom = box
            corners = (left * PT, (page.height - bottom) * PT, right * PT, (page.height - top) * PT)
            (canvas.setTrimBox if name == "trim" else canvas.setBleedBox)(corners)
        for cell in page.cells:
            ink.place(cell.frame, cell.matrix(page.height), cell.clip)
        ink.flat(page.marks, page.height)
        canvas.showPage()
    return _finish(canvas)


def frame_pdf(frame: Frame, info: Info | None = None, bleed: float = 0.0) -> bytes:
    """One face as a page of its own, for figures and previews; `bleed` mm beyond the trim on each side."""
    width, height = frame.width + 2 * bleed, frame.height + 2 * bleed
    canvas = _canvas(info or Info(frame.alt or frame.key, "en", "santy_print", "", ""), width, height)
    clip = _face_clip(frame) if bleed == 0 else None
    _Pen(canvas).place(frame, (1, 0, 0, 1, bleed, height - bleed), clip)
    canvas.showPage()
    return _finish(canvas)


def _face_clip(frame: Frame) -> Outline:
    return frame.outline


def _canvas(info: Info, width: float, height: float) -> Any:
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.invariant = 1
    font = font_name(Path(__file__).parent / "fonts" / "SourceSerif4-Regular.ttf")
    canvas = Canvas(
        io.BytesIO(),
        (width * PT, height * PT),
        pageCompression=1,
        invariant=1,
        initialFontName=font,  # type: ignore[arg-type]  # the stub says float
        lang=info.language,
    )
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setCreator(f"santy_print {info.version}".strip())
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _declare(canvas: Any, press: Press) -> None:
    """The keys of PDF/X: its version beside the title, the output intent in the catalogue, PDF 1.4."""
    from reportlab.pdfbase import pdfdoc

    class PressInfo(pdfdoc.PDFInfo):  # type: ignore[misc]
        """The document's own words with the version of PDF/X among them."""

        def format(self, document: Any) -> bytes:
            """As bytes of the file."""
            said: bytes = super().format(document)
            key = b"/GTS_PDFXVersion (" + press.version.encode("ascii") + b")"
            return said.replace(b"<<", b"<< " + key, 1)

    info = PressInfo()
    info.__dict__.update(canvas._doc.info.__dict__)
    canvas._doc.info = info
    intent = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString(press.condition),
            "OutputCondition": pdfdoc.PDFString(press.condition),
            "RegistryName": pdfdoc.PDFString(press.registry),
            "Info": pdfdoc.PDFString(press.condition),
        }
    )
    catalogue = canvas._doc.Catalog
    catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "OutputIntents"]
    catalogue.OutputIntents = pdfdoc.PDFArray([intent])


def _finish(canvas: Any) -> bytes:
    canvas.save()
    data: bytes = canvas._filename.getvalue()
    return data


@lru_cache(maxsize=64)
def font_name(path: Path) -> str:
    """Register a TTF once; returns the name under which the canvas knows it."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:6]}"
    pdfmetrics.registerFont(TTFont(name, str(path), asciiReadable=False))
    return name


@dataclass
class _Pen:
    """Turns items into canvas calls; remembers which forms a file already has."""

    canvas: Any
    forms: dict[str, str] = field(default_factory=dict)

    def place(self, frame: Frame, matrix: Matrix, clip: Outline | None) -> None:
        """Draw a face's form under a matrix in page mm (y upwards), clipped in the face's own space."""
        name = self.frame_form(frame)
        canvas = self.canvas
        canvas.saveState()
        a, b, c, d, e, f = matrix
        canvas.transform(a, b, c, d, e * PT, f * PT)
        if clip is not None:
            canvas.clipPath(path_object(clip), stroke=0, fill=0)
        canvas.doForm(name)
        canvas.restoreState()

    def frame_form(self, frame: Frame) -> str:
        """The form of a face: made at its first use, after the forms it needs."""
        key = f"face-{frame.key}"
        if key not in self.forms:
            self._shared(frame.items)
            self._form(key, frame.items)
        return self.forms[key]

    def _shared(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Group):
                self._shared(item.items)
                if item.key and item.key not in self.forms:
                    self._form(item.key, item.items)

    def _form(self, key: str, items: Sequence[Item]) -> None:
        name = f"F{len(self.forms)}"
        self.canvas.beginForm(name, -2000, -6000, 6000, 2000)
        self._caps()
        self.items(items)
        self.canvas.endForm()
        self.forms[key] = name

    def _caps(self) -> None:
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)

    def flat(self, items: Sequence[Item], height: float) -> None:
        """Draw items straight onto the page: marks and legends, placed from the page's top left."""
        self._shared(items)
        self.canvas.saveState()
        self.canvas.translate(0, height * PT)
        self._caps()
        self.items(items)
        self.canvas.restoreState()

    def items(self, items: Sequence[Item]) -> None:
        """Draw items in order, y downwards from the origin."""
        for item in items:
            if isinstance(item, Shape):
                self._shape(item)
            elif isinstance(item, Letters):
                self._letters(item)
            elif isinstance(item, Group):
                self._group(item)
            else:
                self._picture(item)

    def _group(self, group: Group) -> None:
        canvas = self.canvas
        canvas.saveState()
        if group.matrix != IDENTITY:
            a, b, c, d, e, f = group.matrix
            canvas.transform(a, -b, -c, d, e * PT, -f * PT)
        if group.clip is not None:
            canvas.clipPath(path_object(group.clip), stroke=0, fill=0)
        if group.key and group.key in self.forms:
            canvas.doForm(self.forms[group.key])
        else:
            self.items(group.items)
        canvas.restoreState()

    def _shape(self, shape: Shape) -> None:
        canvas = self.canvas
        path = path_object(shape.outline)
        if shape.fill and shape.hatch:
            canvas.setFillColor(colour(shape.fill))
            canvas.drawPath(path, stroke=0, fill=1, fillMode=0 if shape.even_odd else 1)
            self._hatch(shape, shape.hatch)
            if shape.stroke is None:
                return
        if shape.stroke:
            canvas.setStrokeColor(colour(shape.stroke))
            canvas.setLineWidth(shape.width * PT)
            canvas.setDash([d * PT for d in shape.dash])
        fill = bool(shape.fill) and not shape.hatch
        if fill:
            canvas.setFillColor(colour(shape.fill or ""))
        canvas.drawPath(
            path, stroke=int(bool(shape.stroke)), fill=int(fill), fillMode=0 if shape.even_odd else 1
        )

    def _hatch(self, shape: Shape, hatch: Hatch) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.clipPath(path_object(shape.outline), stroke=0, fill=0, fillMode=0 if shape.even_odd else 1)
        canvas.setStrokeColor(colour(hatch.colour))
        canvas.setLineWidth(0.3 * PT)
        canvas.setDash([])
        path = canvas.beginPath()
        for part in hatch_lines(shape.outline, hatch):
            path.moveTo(part[0] * PT, -part[1] * PT)
            path.lineTo(part[2] * PT, -part[3] * PT)
        if hatch.kind == "dots":
            canvas.setLineWidth(0.7 * PT)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.restoreState()

    def _letters(self, item: Letters) -> None:
        canvas = self.canvas
        canvas.setFillColor(colour(item.colour))
        canvas.setFont(font_name(item.font), item.size)
        canvas.drawString(item.x * PT, -item.y * PT, item.text)

    def _picture(self, item: Picture) -> None:
        self.canvas.drawImage(
            str(item.path), item.x * PT, -(item.y + item.height) * PT, item.width * PT, item.height * PT,
            mask="auto", preserveAspectRatio=True,
        )  # fmt: skip


@lru_cache(maxsize=4096)
def colour(text: str) -> Any:
    """A colour as the canvas knows it: `#rrggbb`, or `cmyk c m y k` with shares from 0 to 1 for a press."""
    from reportlab.lib.colors import CMYKColor, HexColor

    if text.startswith("cmyk "):
        return CMYKColor(*map(float, text.split()[1:]))
    return HexColor(text)


@lru_cache(maxsize=16384)
def _codes(outline: Outline) -> tuple[str, ...]:
    out = []
    for part in outline:
        op = part[0]
        if op == "C":
            _, x1, y1, x2, y2, x, y = part
            out.append(
                f"{x1 * PT:.3f} {-y1 * PT:.3f} {x2 * PT:.3f} {-y2 * PT:.3f} {x * PT:.3f} {-y * PT:.3f} c"
            )
        elif op == "Z":
            out.append("h")
        else:
            out.append(f"{part[1] * PT:.3f} {-part[2] * PT:.3f} {'m' if op == 'M' else 'l'}")
    return tuple(out)


def path_object(outline: Outline) -> Any:
    """An outline as the canvas's path."""
    from reportlab.pdfgen.pathobject import PDFPathObject

    return PDFPathObject(code=list(_codes(outline)))


def hatch_lines(outline: Outline, hatch: Hatch) -> list[tuple[float, float, float, float]]:
    """The lines (x0, y0, x1, y1 in mm) that cover an outline's box with a pattern.

    A dot is a line of no length.
    """
    from santy_print.faces.art import outline_box

    left, top, right, bottom = outline_box([outline])
    p = hatch.pitch
    if hatch.kind == "dots":
        rows = range(ceil((bottom - top) / p) + 1)
        return [
            (x, y, x + 0.001, y)
            for n in rows
            for y in [top + (n + 0.5) * p]
            for m in range(ceil((right - left) / p) + 1)
            for x in [left + (m + (0.25 if n % 2 else 0.75)) * p]
        ]
    if hatch.kind == "grid":
        across = [
            (left, y, right, y) for n in range(ceil((bottom - top) / p) + 1) for y in [top + (n + 0.5) * p]
        ]
        down = [
            (x, top, x, bottom) for n in range(ceil((right - left) / p) + 1) for x in [left + (n + 0.5) * p]
        ]
        return across + down
    span = bottom - top
    count = ceil((right - left + span) / p) + 1
    return [(left + n * p - span, bottom, left + n * p, top) for n in range(count)]
