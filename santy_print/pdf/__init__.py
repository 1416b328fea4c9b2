"""PDF: pages of placed frames in, bytes out. The only importer of reportlab; it draws and decides nothing.

Each distinct face is one form, each shared picture another; a page is a list of calls. Lengths arrive in
millimetres, y downwards, and leave in points, y upwards. The same pages give the same bytes: no clock, no
random ids.

Files are tagged: each face on a page is a figure with the card's text, marks and legends are artifacts. What a page
claims to be (side, sheet, which edge it is turned over) stands in its private data, so that `proof` can hold it to it.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.sax.saxutils import escape

from santy_print.faces.art import Outline
from santy_print.faces.frames import Frame, Group, Hatch, Item, Letters, Picture, Shape
from santy_print.faces.images import encoded
from santy_print.faces.matrices import IDENTITY, Matrix
from santy_print.faces.outlined import glyph_outline
from santy_print.faces.outlines import moved
from santy_print.faces.shades import Shade, Stop
from santy_print.faces.shaping import laid
from santy_print.faces.typeset import MM_PER_PT, bundled_fonts, of_fonts, reading_font
from santy_print.printer import Printer, upwards
from santy_print.sheets import Cell, Page

PT = 72 / 25.4
PARTED = ".inks"
"""What a picture's name ends in that was parted into inks for a press: it is printed as it lies there."""
CLEAR_INK = (1, 1, 1, 0)
"""The inks (of 255) of a parted picture's pixels that are not printed: a press knows clear and not clear, no more."""
_KEY = [value for value in CLEAR_INK for _ in ("from", "to")]
DATE = "2000-01-01T00:00:00+00:00"
"""The date of every file, as reportlab writes it for files that must not change."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What a file of sheets claims to be: of which pack and part, how its sheets are turned over, for which printer.

    `partial` where it holds only some of the part's pieces; `sides` are the words for front and back; `stamp` is what
    fronts say beyond what the pack's layouts do; `zones` where cuts and safe zones are drawn over the faces.
    """

    pack: str = ""
    part: str = ""
    duplex: str = "none"
    printer: Printer | None = None
    partial: bool = False
    sides: tuple[str, str] = ("front", "back")
    stamp: str = ""
    zones: bool = False


@dataclass(frozen=True, slots=True)
class Info:
    """What a file says of itself."""

    title: str
    language: str
    author: str
    subject: str
    version: str
    claims: Claims = field(default_factory=Claims)


@dataclass(frozen=True, slots=True)
class Press:
    """What a file for a press says of itself: the PDF/X version and the printing condition, by its name at the ICC or
    with the ICC profile that the file carries along."""

    version: str
    condition: str
    registry: str = "http://www.color.org"
    profile: bytes = b""


def write_pdf(pages: Sequence[Page], info: Info, press: Press | None = None) -> bytes:
    """Draw pages; returns the bytes of the file. Pages of one width and height or not, as they come."""
    canvas = _canvas(info, pages[0].width, pages[0].height)
    if press is not None:
        _declare(canvas, press)
    ink, tags = _Pen(canvas), _Tags(canvas, info)
    for page in pages:
        canvas.setPageSize((page.width * PT, page.height * PT))
        matrix = _correction(page, info.claims)
        for box, setter in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
            setter(_points(box, page.height, matrix))
        tags.page(page, matrix)
        for cell in page.cells:
            tags.begin_figure(cell.frame, _points(_seen(cell, page), page.height, matrix))
            ink.place(cell.frame, cell.matrix(page.height), cell.clip)
            tags.end()
        if page.marks:
            tags.begin_artifact()
            ink.flat(page.marks, page.height)
            tags.end()
        tags.show_page()
    tags.finish()
    return _finish(canvas)


Box = tuple[float, float, float, float]


def _correction(page: Page, claims: Claims) -> Matrix | None:
    """The matrix (page mm, y upwards) that makes up for the printer; None where there is nothing to make up for."""
    if claims.printer is None:
        return None
    made = claims.printer.correction((page.width, page.height), page.side, claims.duplex)
    return upwards(made, page.height)


def _seen(cell: Cell, page: Page) -> Box:
    """What of a face is meant to be seen: its trim, or of a tile the part of it that is on this page; mm."""
    left, top, right, bottom = page.trim
    x, y = cell.x, cell.y
    return max(x, left), max(y, top), min(x + cell.frame.width, right), min(y + cell.frame.height, bottom)


def _points(box: Box, height: float, matrix: Matrix | None) -> list[float]:
    """A box (left, top, right, bottom in mm, y downwards) as the page has it: in points, y upwards, corrected."""
    left, top, right, bottom = box
    corners = [(x, height - y) for x in (left, right) for y in (top, bottom)]
    if matrix is not None:
        a, b, c, d, e, f = matrix
        corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    xs, ys = [x * PT for x, _ in corners], [y * PT for _, y in corners]
    return [min(xs), min(ys), max(xs), max(ys)]


def frame_pdf(frame: Frame, info: Info | None = None, bleed: float = 0.0) -> bytes:
    """One face as a page of its own, for figures and previews; `bleed` mm beyond the trim on each side."""
    width, height = frame.width + 2 * bleed, frame.height + 2 * bleed
    canvas = _canvas(info or Info(frame.alt or frame.key, "en", "santy_print", "", ""), width, height)
    clip = frame.outline if bleed == 0 else None
    _Pen(canvas).place(frame, (1, 0, 0, 1, bleed, height - bleed), clip)
    canvas.showPage()
    return _finish(canvas)


_SWAYING = re.compile("SOURCE_DATE_EPOCH|RL_.*")
"""The variables of the surroundings by which reportlab would draw otherwise."""


@contextmanager
def _unswayed() -> Iterator[None]:
    """Nothing of the surroundings has a say within the block: dates and settings are santy_print's own.

    `SOURCE_DATE_EPOCH` is heeded nowhere: every file has one fixed date anyway.
    """
    aside = {name: os.environ.pop(name) for name in list(os.environ) if _SWAYING.fullmatch(name)}
    try:
        yield
    finally:
        os.environ.update(aside)


@lru_cache(maxsize=1)
def _made_ready() -> None:
    """Load reportlab with its own settings, not those of a user's home or of a module that lies on the path."""
    settings = ("reportlab_settings", "reportlab.local_rl_settings")
    with _unswayed():
        before = {name: sys.modules.get(name) for name in settings}
        sys.modules.update({name: ModuleType(name) for name in settings})
        try:
            from reportlab import rl_config
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module
    rl_config.invariant = 1
    rl_config.useA85 = 0  # bytes written as letters are a quarter longer, and take ten times as long


def _canvas(info: Info, width: float, height: float) -> Any:
    _made_ready()
    from reportlab.pdfgen.canvas import Canvas

    font = font_name(bundled_fonts() / "SourceSerif4-Regular.ttf")
    with _unswayed():
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

    class PressInfo(pdfdoc.PDFInfo):
        """The document's own words with the version of PDF/X among them."""

        def format(self, document: Any) -> bytes:
            """As bytes of the file."""
            line: bytes = super().format(document)
            key = b"/GTS_PDFXVersion (" + press.version.encode("ascii") + b")"
            return line.replace(b"<<", b"<< " + key, 1)

    info = PressInfo()
    info.__dict__.update(canvas._doc.info.__dict__)
    canvas._doc.info = info
    intent = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": pdfdoc.PDFString("Custom" if press.profile else press.condition),
        "OutputCondition": pdfdoc.PDFString(press.condition),
        "Info": pdfdoc.PDFString(press.condition),
    }
    if press.profile:
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": 4}), press.profile, filters=[pdfdoc.PDFZCompress])
        intent["DestOutputProfile"] = canvas._doc.Reference(stream)
    else:
        intent["RegistryName"] = pdfdoc.PDFString(press.registry)
    catalogue = canvas._doc.Catalog
    catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "OutputIntents"]
    catalogue.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])


def _finish(canvas: Any) -> bytes:
    with _unswayed():
        canvas.save()
    data: bytes = canvas._filename.getvalue()
    return data


class _Tags:
    """The structure of a file: document, sheets, figures; bookmarks, private claims and metadata.

    Everything is marked as it is drawn; `finish` ties it together.
    """

    def __init__(self, canvas: Any, info: Info) -> None:
        """Begin a document's structure."""
        from reportlab.pdfbase import pdfdoc

        self.make, self.canvas, self.doc, self.info = pdfdoc, canvas, canvas._doc, info
        self.root, self.document = self._dict(Type="/StructTreeRoot"), self._dict(S="/Document")
        self.document.dict["P"] = self.doc.Reference(self.root)
        self.sheets: list[Any] = []
        self.parents: list[Any] = []
        self.idents: dict[bytes, Any] = {}
        self.copies: dict[str, int] = {}
        self.figures: list[Any] = []
        self.sheet: Any = None
        self.claims: dict[str, Any] = {}

    def _dict(self, **entries: Any) -> Any:
        """A dictionary, registered so that it can be referred to. Names begin with a slash."""
        made = self.make.PDFDictionary({k: self._value(v) for k, v in entries.items() if v is not None})
        self.doc.Reference(made)
        return made

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.make.PDFName(value[1:]) if value.startswith("/") else self.make.PDFString(value)
        if isinstance(value, bytes):
            return self.make.PDFString(value, enc="raw")
        if isinstance(value, list | tuple):
            return self.make.PDFArray([self._value(v) for v in value])
        if isinstance(value, float):
            return f"{value:.4f}"
        return value

    def page(self, page: Page, matrix: Matrix | None) -> None:
        """Begin a page: its part of the structure, its bookmark, its claims, and the correction (mm, y upwards)."""
        canvas, claims = self.canvas, self.info.claims
        title = f"{page.sheet}/{page.of} · {claims.sides[page.side == 'back']}"
        key = f"sheet-{len(self.sheets)}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(title, key, 0)
        self.sheet = self._dict(S="/Sect", T=title, P=self.doc.Reference(self.document), Pg=self.doc.thisPageRef())
        self.sheets.append(self.sheet)
        self.figures = []
        self.claims = {
            "Side": f"/{page.side}",
            "Sheet": page.sheet,
            "Of": page.of,
            "Flip": f"/{claims.duplex}",
        }
        self.claims["Paper"] = [float(page.width), float(page.height)]
        if matrix is not None:
            a, b, c, d, e, f = matrix
            canvas.transform(a, b, c, d, e * PT, f * PT)
            self.claims["Correction"] = self.make.PDFArray([f"{v:.8f}" for v in (a, b, c, d, e * PT, f * PT)])

    def begin_figure(self, frame: Frame, box: Sequence[float]) -> None:
        """Mark what follows as a figure: the face's text in its place, its trim on the page (points) as its box."""
        number = self.copies[frame.key] = self.copies.get(frame.key, 0) + 1
        ident = f"{frame.key}#{number}".encode("ascii", "backslashreplace")
        mark = len(self.figures)
        figure = self._dict(
            S="/Figure", P=self.doc.Reference(self.sheet), Pg=self.doc.thisPageRef(), K=mark, T=frame.key, ID=ident,
            Alt=frame.alt or frame.key,
            A=self.make.PDFDictionary({"O": self.make.PDFName("Layout"), "BBox": self._value(list(box))}),
        )  # fmt: skip
        self.figures.append(self.doc.Reference(figure))
        self.idents[ident] = self.figures[-1]
        self.canvas._code.append(f"/Figure <</MCID {mark}>> BDC")

    def begin_artifact(self) -> None:
        """Mark what follows as an aid of production, no part of the document."""
        self.canvas._code.append("/Artifact <</Type /Page>> BDC")

    def end(self) -> None:
        """End what was begun."""
        self.canvas._code.append("EMC")

    def show_page(self) -> None:
        """End a page and put its claims upon it."""
        self.sheet.dict["K"] = self.make.PDFArray(list(self.figures))
        name, number = self.doc.thisPageName(), len(self.parents) // 2
        self.canvas.showPage()
        page = self.doc.idToObject[name]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents, page.LastModified, page.PieceInfo = (
            number,
            self._date(),
            self._private(self.claims),
        )
        self.parents += [number, self.make.PDFArray(list(self.figures))]

    def _date(self) -> Any:
        return self.make.PDFString("D:20000101000000+00'00'")

    def _private(self, claims: dict[str, Any]) -> Any:
        """Claims as private data of this program (ISO 32000-1, 14.5)."""
        inner = self.make.PDFDictionary({key: self._value(value) for key, value in claims.items()})
        entry = self.make.PDFDictionary({"LastModified": self._date(), "Private": inner})
        return self.make.PDFDictionary({"santy_print": entry})

    def finish(self) -> None:
        """Tie the structure together and hang it, the file's claims and the metadata on the catalogue."""
        make, claims, refer = self.make, self.info.claims, self.doc.Reference
        self.document.dict["K"] = make.PDFArray([refer(sheet) for sheet in self.sheets])
        names = [v for ident in sorted(self.idents) for v in (make.PDFString(ident, enc="raw"), self.idents[ident])]
        tree = {"ParentTree": ("Nums", self.parents), "IDTree": ("Names", names)}
        for key, (kind, entries) in tree.items():
            leaf = make.PDFDictionary({kind: make.PDFArray(entries)})
            if entries and kind == "Names":
                leaf.dict["Limits"] = make.PDFArray([entries[0], entries[-2]])
                leaf = make.PDFDictionary({"Kids": make.PDFArray([refer(leaf)])})
            self.root.dict[key] = refer(leaf)
        self.root.dict |= {"K": refer(self.document), "ParentTreeNextKey": len(self.parents) // 2}
        catalogue = self.doc.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "PieceInfo"]
        catalogue.StructTreeRoot = self.root
        catalogue.MarkInfo = make.PDFDictionary({"Marked": "true"})
        catalogue.Metadata = self._metadata()
        if claims.pack:
            values = {"Pack": claims.pack, "Part": claims.part, "Partial": int(claims.partial), "Stamp": claims.stamp}
            values |= {"Zones": 1} if claims.zones else {}
            catalogue.PieceInfo = self._private(values)

    def _metadata(self) -> Any:
        info = self.info
        text = XMP.format(
            title=escape(info.title), author=escape(info.author), subject=escape(info.subject),
            language=escape(info.language), tool=escape(f"santy_print {info.version}".strip()), date=DATE,
        )  # fmt: skip
        made = self.make.PDFStream(content=text.encode("utf-8"), filters=[])
        made.dictionary.dict |= {"Type": self._value("/Metadata"), "Subtype": self._value("/XML")}
        return made


XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{tool}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
"""


@of_fonts
@lru_cache(maxsize=64)
def font_name(path: Path) -> str:
    """Register a TTF once; returns the name under which the canvas knows it."""
    _made_ready()
    from reportlab.pdfbase import pdfmetrics

    from santy_print.pdf.lettering import ShapedFont

    kind = hashlib.sha256(path.read_bytes()).hexdigest()[:6]
    name, own = f"{path.stem}-{kind}", path.parent != bundled_fonts()
    with reading_font(path):
        font = ShapedFont(name, str(path), asciiReadable=False)
        if own:  # the library takes fonts for one that say the same name of themselves, as any that was altered does
            font.face.name += f"-{kind}".encode()
        pdfmetrics.registerFont(font)
        codes = list(font.face.charToGlyph) if own else []
        for start in range(0, len(codes), 200):  # it would be cut only when all pages are drawn
            font.face.makeSubset(codes[start : start + 200])
    return name


@dataclass
class _Pen:
    """Turns items into canvas calls; remembers which forms a file already has."""

    canvas: Any
    forms: dict[str, str] = field(default_factory=dict)
    pictures: dict[Picture, str] = field(default_factory=dict)
    veils: dict[Group, tuple[str, str]] = field(default_factory=dict)
    """Groups that are seen through as one thing: their forms, and the names of their states."""
    states: dict[tuple[float, str], str] = field(default_factory=dict)
    shades: dict[tuple[Any, ...], str] = field(default_factory=dict)
    needs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the form that is being drawn uses besides other forms: by kind and name."""

    def place(self, frame: Frame, matrix: Matrix, clip: Outline | None) -> None:
        """Draw a face's form under a matrix in page mm (y upwards), clipped in the face's own space."""
        shown = frame.shown
        self._shared(shown)
        canvas = self.canvas
        canvas.saveState()
        a, b, c, d, e, f = matrix
        canvas.transform(a, b, c, d, e * PT, f * PT)
        if clip is not None:
            canvas.clipPath(path_object(clip), stroke=0, fill=0)
        self.items(shown)
        canvas.restoreState()

    def _shared(self, items: Iterable[Item]) -> None:
        """Make the forms of drawings and pictures at their first use, each after those it needs."""
        for item in items:
            if isinstance(item, Picture) and item not in self.pictures:
                with self._form(f"P{len(self.pictures)}") as name:
                    self._picture(item)
                self.pictures[item] = name
            elif isinstance(item, Shape) and item.shade is not None and item.shade.clear:
                self._fading(item.shade)
            elif isinstance(item, Group) and item.key not in self.forms:
                self._shared(item.items)
                if item.veiled and item not in self.veils:
                    self._veil(item)
                if item.key:
                    with self._form(f"F{len(self.forms)}") as name:
                        self._caps()
                        self.items(item.items)
                    self.forms[item.key] = name

    @contextmanager
    def _form(self, name: str, space: str = "", box: Box = (-2000, -6000, 6000, 2000)) -> Iterator[str]:
        """What is drawn meanwhile is a form of this name; with a colour space all of it together is one thing."""
        from reportlab.pdfbase import pdfdoc

        outer, self.needs = self.needs, {}
        self.canvas.beginForm(name, *box)
        yield name
        self.canvas.endForm()
        needs, self.needs = self.needs, outer
        form = self.canvas._doc.idToObject[pdfdoc.xObjectName(name)]
        if needs:
            form.Resources = pdfdoc.PDFResourceDictionary(XObject=form.XObjects or {}, **needs)
            form.Resources.basicFonts()
            form.Resources.allProcs()
        if space:
            form.Contents = pdfdoc.PDFStream(content=form.stream)
            form.Contents.dictionary["Group"] = _value({"S": "/Transparency", "CS": f"/{space}", "I": True})
            self.canvas._doc.ensureMinPdfVersion("transparency")

    def _needed(self, kind: str, made: dict[Any, str], key: Any, make: Callable[[], dict[str, Any]]) -> str:
        """The name of something that forms use, made at its first use; the form that is being drawn now uses it."""
        from reportlab.pdfbase import pdfdoc

        if key not in made:
            made[key] = f"{kind[0]}{len(made)}"
            self.canvas._doc.Reference(_value(make()), f"{kind}.{made[key]}")
        self.needs.setdefault(kind, {})[made[key]] = pdfdoc.PDFObjectReference(f"{kind}.{made[key]}")
        return made[key]

    def _state(self, alpha: float, mask: str = "") -> str:
        """The name of a state in which what is drawn hides so much, as far as the form of a mask is light."""

        def make() -> dict[str, Any]:
            self.canvas._doc.ensureMinPdfVersion("transparency")
            values: dict[str, Any] = {"Type": "/ExtGState", "ca": alpha, "CA": alpha}
            return values | ({"SMask": {"S": "/Luminosity", "G": _Form(mask)}} if mask else {})

        return self._needed("ExtGState", self.states, (alpha, mask), make)

    def _veil(self, group: Group) -> None:
        """Make the forms of a group that is seen through as one thing, and of what is seen of it."""
        mask = ""
        if group.mask is not None:
            self._shared(group.mask)
            with self._form(f"M{len(self.veils)}", "DeviceRGB") as mask:
                self._caps()
                self.items(group.mask)
        with self._form(f"V{len(self.veils)}", "DeviceRGB") as name:
            self._caps()
            self.items(group.items)
        self.veils[group] = name, mask

    def _fading(self, shade: Shade) -> str:
        """The form by which a shade is there as far as it hides what is beneath."""
        name = f"S{self.shades.setdefault((shade, 'fading'), str(len(self.shades)))}"
        if name not in self.forms:
            self.forms[name] = name
            with self._form(name, "DeviceGray", (-1e5, -1e5, 1e5, 1e5)):
                self._shaded(shade, True)
        return name

    def _shaded(self, shade: Shade, fading: bool = False) -> None:
        """Draw a shade's colours, or how much each hides, as far as the clip reaches."""
        for part in shade.parts():
            name = self._needed("Shading", self.shades, (*part, fading), partial(_shading, *part, fading))
            self.canvas._code.append(f"/{name} sh")

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
                self.canvas.doForm(self.pictures[item])

    def _group(self, group: Group) -> None:
        canvas = self.canvas
        canvas.saveState()
        if group.matrix != IDENTITY:
            a, b, c, d, e, f = group.matrix
            canvas.transform(a, -b, -c, d, e * PT, -f * PT)
        if group.clip is not None:
            canvas.clipPath(path_object(group.clip), stroke=0, fill=0, fillMode=0 if group.even_odd else 1)
        if group.veiled:
            name, mask = self.veils[group]
            canvas._code.append(f"/{self._state(group.alpha, mask)} gs")
            canvas.doForm(name)
        elif group.key and group.key in self.forms:
            canvas.doForm(self.forms[group.key])
        else:
            self.items(group.items)
        canvas.restoreState()

    def _seen_through(self, shape: Shape) -> None:
        """An area that passes from colour to colour, or that does not hide all that is beneath."""
        canvas = self.canvas
        canvas.saveState()
        if shape.shade is None:
            canvas._code.append(f"/{self._state(shape.alpha)} gs")
            self._shape(replace(shape, alpha=1.0))
        else:
            canvas.clipPath(path_object(shape.outline), stroke=0, fill=0, fillMode=0 if shape.even_odd else 1)
            a, b, c, d, e, f = (value * PT for value in shape.shade.turn)
            canvas.transform(a, -b, c, -d, e, -f)
            mask = self._fading(shape.shade) if shape.shade.clear else ""
            if mask or shape.alpha < 1:
                canvas._code.append(f"/{self._state(shape.alpha, mask)} gs")
            self._shaded(shape.shade)
        canvas.restoreState()

    def _shape(self, shape: Shape) -> None:
        if shape.shade is not None or shape.alpha < 1:
            self._seen_through(shape)
            return
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
        canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(fill), fillMode=0 if shape.even_odd else 1)

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
        from santy_print.pdf.lettering import lettering

        canvas = self.canvas
        canvas.setFillColor(colour(item.colour))
        canvas._code += lettering(canvas, item, font_name(item.font))
        for one in laid(item):  # what stands for no character of its own is no letter, so that a text is read once
            if not one.glyph.text and (outline := glyph_outline(item.font, one.glyph.number)):
                shown = moved(outline, one.x, one.y, item.size * MM_PER_PT / 1000)
                canvas._code.append("/Span BMC")
                canvas.drawPath(path_object(shown), stroke=0, fill=1)
                canvas._code.append("EMC")

    def _picture(self, item: Picture) -> None:
        """Draw a picture, once in a file: its pixels are let go when they are written."""
        from reportlab.lib.utils import ImageReader

        # A reader is known to the file by its pixels, a path by its name: the same picture elsewhere is the same file.
        parted = item.path.suffix == PARTED
        reader = ImageReader(io.BytesIO(item.path.read_bytes() if parted else encoded(item)))
        self.canvas.drawImage(
            reader, item.x * PT, -(item.y + item.height) * PT, item.width * PT, item.height * PT,
            mask=_KEY if parted else "auto", preserveAspectRatio=True,
        )  # fmt: skip
        reader.__dict__.clear()  # it holds on to itself, and so to its pixels


@dataclass(frozen=True, slots=True)
class _Form:
    """A form, by its name."""

    name: str


def _value(value: Any) -> Any:
    """Plain data as a value of a file: names begin with a slash."""
    from reportlab.pdfbase import pdfdoc

    if isinstance(value, dict):
        return pdfdoc.PDFDictionary({key: _value(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple):
        return pdfdoc.PDFArray([_value(inner) for inner in value])
    if isinstance(value, _Form):
        return pdfdoc.PDFObjectReference(pdfdoc.xObjectName(value.name))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return pdfdoc.PDFName(value[1:])
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else value


def _shading(shade: Shade, before: bool, after: bool, fading: bool) -> dict[str, Any]:
    """Colours along a line or between circles; or in their place greys, as light as each hides what is beneath."""
    steps = [pair for pair in zip(shade.stops, shade.stops[1:], strict=False) if pair[1][0] - pair[0][0] > 1e-7]
    first, last = shade.stops[0], shade.stops[-1]
    if first[0] > 0 or not steps:
        steps.insert(0, ((0.0, *first[1:]), first if first[0] > 0 else (1.0, *first[1:])))
    if (end := steps[-1][1])[0] < 1:
        steps.append((end, (1.0, *last[1:])))
    parts = [
        {"FunctionType": 2, "N": 1, "Domain": [0, 1], "C0": _light(one, fading), "C1": _light(other, fading)}
        for one, other in steps
    ]
    whole: dict[str, Any] = parts[0]
    if len(parts) > 1:
        bounds = [float(other[0]) for _, other in steps[:-1]]
        whole = {"FunctionType": 3, "Domain": [0, 1], "Functions": parts, "Bounds": bounds}
        whole["Encode"] = [0, 1] * len(parts)
    return {
        "ShadingType": 2 if shade.kind == "line" else 3, "ColorSpace": "/DeviceGray" if fading else "/DeviceRGB",
        "Coords": [float(value) for value in shade.along], "Function": whole, "Extend": [before, after],
    }  # fmt: skip


def _light(stop: Stop, fading: bool) -> list[float]:
    """The colour of a stop, or the grey as light as it hides what is beneath."""
    return [float(stop[2])] if fading else [int(stop[1][n : n + 2], 16) / 255 for n in (1, 3, 5)]


@lru_cache(maxsize=4096)
def colour(text: str) -> Any:
    """A colour as the canvas knows it: `#rrggbb`, or `cmyk c m y k` with shares from 0 to 1 for a press."""
    from reportlab.lib.colors import CMYKColor, HexColor

    if text.startswith("cmyk "):
        cyan, magenta, yellow, black = (float(share) for share in text.split()[1:])
        return CMYKColor(cyan, magenta, yellow, black)
    return HexColor(text)


@lru_cache(maxsize=16384)
def _codes(outline: Outline) -> tuple[str, ...]:
    out = []
    for part in outline:
        op = part[0]
        if op == "C":
            _, x1, y1, x2, y2, x, y = part
            out.append(f"{x1 * PT:.3f} {-y1 * PT:.3f} {x2 * PT:.3f} {-y2 * PT:.3f} {x * PT:.3f} {-y * PT:.3f} c")
        elif op == "Z":
            out.append("h")
        else:
            out.append(f"{part[1] * PT:.3f} {-part[2] * PT:.3f} {'m' if op == 'M' else 'l'}")
    return tuple(out)


def path_object(outline: Outline) -> Any:
    """An outline as the canvas's path."""
    from reportlab.pdfgen.pathobject import PDFPathObject

    return PDFPathObject(code=list(_codes(outline)))


Lines = list[tuple[float, float, float, float]]


def hatch_lines(outline: Outline, hatch: Hatch) -> Lines:
    """The lines (x0, y0, x1, y1 in mm) that cover an outline's box with a pattern.

    A dot is a line of no length.
    """
    from santy_print.faces.art import outline_box

    box = outline_box([outline])
    return _HATCHES.get(hatch.kind, _falling)(box, hatch.pitch)


def _steps(first: float, last: float, pitch: float) -> Iterator[tuple[int, float]]:
    """The middles of so many steps as cover a length, counted."""
    for n in range(ceil((last - first) / pitch) + 1):
        yield n, first + (n + 0.5) * pitch


def _dots(box: Box, p: float) -> Lines:
    left, top, right, bottom = box
    return [
        (x, y, x + 0.001, y)
        for n, y in _steps(top, bottom, p)
        for m in range(ceil((right - left) / p) + 1)
        for x in [left + (m + (0.25 if n % 2 else 0.75)) * p]
    ]


def _across(box: Box, p: float) -> Lines:
    left, top, right, bottom = box
    return [(left, y, right, y) for _, y in _steps(top, bottom, p)]


def _upright(box: Box, p: float) -> Lines:
    left, top, right, bottom = box
    return [(x, top, x, bottom) for _, x in _steps(left, right, p)]


def _falling(box: Box, p: float) -> Lines:
    left, top, right, bottom = box
    span = bottom - top
    count = ceil((right - left + span) / p) + 1
    return [(left + n * p - span, bottom, left + n * p, top) for n in range(count)]


def _rising(box: Box, p: float) -> Lines:
    left, _, right, _ = box
    return [(left + right - x, y, left + right - u, v) for x, y, u, v in _falling(box, p)]


def _chevrons(box: Box, p: float) -> Lines:
    """Rows of zigzag, each tooth one pitch and a half wide."""
    left, top, right, bottom = box
    half = 0.75 * p
    return [
        (x, y + (high if n % 2 else -high), x + half, y - (high if n % 2 else -high))
        for _, y in _steps(top, bottom, p)
        for high in [0.3 * p]
        for n in range(ceil((right - left) / half))
        for x in [left + n * half]
    ]


def _bricks(box: Box, p: float) -> Lines:
    """Courses, and joints that stand half a brick to the side from one course to the next."""
    left, top, right, bottom = box
    joints = [
        (x, y, x, y + p)
        for n, y in _steps(top - p, bottom, p)
        for m in range(ceil((right - left) / (2 * p)) + 1)
        for x in [left + (2 * m + (0.5 if n % 2 else 1.5)) * p]
    ]
    return _across(box, p) + joints


_HATCHES: dict[str, Callable[[Box, float], Lines]] = {
    "dots": _dots,
    "grid": lambda box, p: _across(box, p) + _upright(box, p),
    "upright": lambda box, p: _upright(box, 0.7 * p),
    "crosshatch": lambda box, p: _falling(box, 1.2 * p) + _rising(box, 1.2 * p),
    "chevrons": _chevrons,
    "bricks": _bricks,
    "diagonal": _falling,
}
"""How each pattern is drawn."""
