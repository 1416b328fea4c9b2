"""Reading: the bytes of a PDF in, what is on its pages out, in millimetres with y downwards. It judges nothing.

Everything is taken from the file itself: boxes, matrices and paths of the content streams, letters by the fonts'
own tables. Where a page says how it makes up for a printer, positions are given as they will come out on paper.
"""

from __future__ import annotations

import errno
import io
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, Literal

from santy_print.diag import PackError, Report, register
from santy_print.faces import matrices
from santy_print.faces.matrices import around, times
from santy_print.output import read_plain
from santy_print.printer import Matrix
from santy_print.proof.fonts import Font, FontFact, font_facts, inherited

register("proof-file", "a file is no PDF")
register("proof-broken", "a PDF is damaged")
register("proof-locked", "a PDF is locked by a password")

MM = 25.4 / 72
MAX_BYTES = 200_000_000
MAX_DEPTH = 12
CAPITAL = 0.7  # the height of a letter, as a share of its size
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A line or curve drawn as an aid: its points (mm), whether it is dashed, curved, an area."""

    points: tuple[Point, ...]
    dashed: bool
    curved: bool
    filled: bool = False

    @property
    def box(self) -> Box:
        """Left, top, right, bottom, mm."""
        return around(self.points)


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture: its pixels, and how large they are on paper (mm)."""

    pixels: tuple[int, int]
    width: float
    height: float

    @property
    def dpi(self) -> float:
        """The smaller of its resolutions."""
        sizes = zip(self.pixels, (self.width, self.height), strict=True)
        return min(count * 25.4 / size if size > 0 else float("inf") for count, size in sizes)


@dataclass(frozen=True, slots=True)
class Cell:
    """A face on a page: what it claims to be, and where it is.

    `matrix` leads from the face (mm, y downwards) to the page; `box` is the trim it claims; `outline` goes around what
    is seen of it; `form` is the drawing it uses.
    """

    key: str
    alt: str
    box: Box
    matrix: Matrix
    outline: tuple[Point, ...]
    form: int

    def at(self, x: float, y: float) -> Point:
        """A point of the face on the page, mm."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    @property
    def on_side(self) -> bool:
        """Whether the face is placed with a quarter turn."""
        return abs(self.matrix[1]) > abs(self.matrix[0])

    @property
    def head(self) -> tuple[int, int]:
        """Which way the head of the face points on the page: (0, -1) is upwards, (-1, 0) to the left."""
        c, d = self.matrix[2:4]
        return (-1 if c > 0 else 1, 0) if abs(c) > abs(d) else (0, -1 if d > 0 else 1)

    @property
    def size(self) -> Point:
        """Width and height of the face by the trim it claims, mm: as it is upright, if it lies on its side as well."""
        wide, tall = self.box[2] - self.box[0], self.box[3] - self.box[1]
        return (tall, wide) if self.on_side else (wide, tall)


@dataclass(slots=True)
class Drawing:
    """What a page or a form draws: its letters in order, its pictures, and codes for which its fonts have no glyph."""

    text: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


Kind = Literal["form", "picture", "letters", "shading", "path"]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a page itself draws: a form, a picture, letters, a shading, or in a figure a path.

    `box` goes around it (mm); `mark` is the mark under which it is drawn, if any; `form` is the form.
    """

    kind: Kind
    box: Box
    mark: int | None
    form: int = 0


@dataclass(slots=True)
class Sheet:
    """One page, measured: size and boxes (left, top, right, bottom) in mm, what it claims, what is on it.

    `crop` is what viewers show of it; `figures` are the keys of its figures by their marks; `correction` leads from the
    page as it comes out to the page as the file has it, mm and y downwards; `notes` are the kinds of its annotations.
    """

    number: int
    width: float
    height: float
    trim: Box
    bleed: Box
    claims: dict[str, Any]
    cells: list[Cell] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    drawing: Drawing = field(default_factory=Drawing)
    loose: int = 0
    rotate: int = 0
    crop: Box = (0.0, 0.0, 0.0, 0.0)
    correction: Matrix = IDENTITY
    figures: dict[int, str] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def side(self) -> str:
        """front or back, as it claims."""
        return str(self.claims.get("Side", "front"))

    @property
    def flip(self) -> str:
        """How it claims to be turned over: long, short, separate, gutterfold or none."""
        return str(self.claims.get("Flip", "none"))


@dataclass(slots=True)
class Reading:
    """A whole file, measured. Pages that this program laid out are `sheets`; where some are, the others `strangers`.

    `colours` are those of its forms; `looks` and `images` are how its pages look, kept by whoever drew them.
    """

    title: str
    language: str
    creator: str
    tagged: bool
    claims: dict[str, Any]
    sheets: list[Sheet]
    forms: dict[int, Drawing]
    fonts: list[FontFact]
    layers: bool = False
    colours: frozenset[Colour] = frozenset()
    data: bytes = b""
    strangers: list[int] = field(default_factory=list)
    looks: Any = None
    images: Any = None

    @property
    def ours(self) -> bool:
        """Whether its pages say that this program laid them out."""
        return bool(self.sheets) and all(sheet.claims for sheet in self.sheets)

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return len(self.sheets) + len(self.strangers)


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes one; ValueError where there is none: no file is measured by what it does not say."""
    a, b, c, d, _, _ = matrix
    if abs(a * d - b * c) < 1e-12:
        raise ValueError("a matrix without inverse")
    return matrices.inverse(matrix)


def read_pdf(path: Path) -> Reading:
    """Open a file and read all of it.

    PackError where it is no PDF, damaged or locked; OSError where it cannot be read.
    """
    import pikepdf

    report = Report()
    try:
        data = read_plain(path, MAX_BYTES)
    except OSError as fault:
        if fault.errno not in (errno.EINVAL, errno.EFBIG):
            raise
        hint = "name a file that `santy build` made"
        report.error("proof-file", f"{path} cannot be proven: {fault.strerror}", None, hint)
        raise PackError(report) from None
    if not data.lstrip()[:5].startswith(b"%PDF"):
        report.error(
            "proof-file", f"{path} is no PDF", None, "`santy proof` takes the files that `santy build` makes"
        )
        raise PackError(report)
    locked = "build it again, or proof it unlocked"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            return _read_whole(data)
    except pikepdf.PasswordError:
        report.error("proof-locked", f"{path} is locked by a password", None, locked)
    except RecursionError:
        report.error("proof-broken", f"{path} is damaged: it runs in circles", None, "build it again")
    except (pikepdf.PdfError, *_DAMAGE) as fault:
        hint = "build it again; a copy was perhaps cut short"
        report.error("proof-broken", f"{path} is damaged: {_why(fault)}", None, hint)
    raise PackError(report)


_DAMAGE = (
    ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, NotImplementedError, UserWarning,
)  # fmt: skip


_WORDS = {
    "startxref": "its end is missing",
    "xref": "its table of objects does not fit what is in it",
    "trailer": "its end is missing",
    "root": "it has no beginning",
    "pages": "its pages cannot be found",
    "stream": "a part of it cannot be unpacked, or is cut short",
    "endobj": "a part of it is cut short",
    "object": "a part of it is missing or not where it should be",
}
"""What a library's words mean, the telling ones first."""


def _why(fault: Exception) -> str:
    """What is wrong with a file, in words for a person."""
    import pikepdf

    if not isinstance(fault, pikepdf.PdfError | UserWarning):
        return "a page names something that is not in it, or holds what no page can"
    said = re.sub(r"stream <[^>]*>|<[^>]*0x[^>]*>", "", str(fault)).lower()
    return next(
        (words for sign, words in _WORDS.items() if sign in said), "it is not written as a PDF should be"
    )


def _read_whole(data: bytes) -> Reading:
    """All of a file. What could be mended is damage all the same: the file must be whole as it stands."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data), attempt_recovery=False, suppress_warnings=True) as pdf:
        if pdf.is_encrypted:
            raise pikepdf.PasswordError
        reading = _Reader(pdf).read()
        reading.data = data
        return reading


class _Reader:
    """Takes a file apart; forms and fonts are read once."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.forms: dict[int, Drawing] = {}
        self.fonts: dict[Any, Font] = {}
        self.colours: set[Colour] = set()

    def read(self) -> Reading:
        """The whole file."""
        root, info = self.pdf.Root, self.pdf.docinfo
        figures = self._figures()
        sheets = [self._sheet(n, page, figures) for n, page in enumerate(self.pdf.pages, 1)]
        own = [sheet for sheet in sheets if sheet.claims]
        strangers = [sheet.number for sheet in sheets if not sheet.claims] if own else []
        return Reading(
            str(info.get("/Title", "")), str(root.get("/Lang", "")), str(info.get("/Creator", "")),
            bool(root.get("/MarkInfo", {}).get("/Marked", False)) and "/StructTreeRoot" in root,
            _claims(root), own or sheets, self.forms, font_facts(self.pdf.pages), layers="/OCProperties" in root,
            colours=frozenset(self.colours),
            strangers=strangers,
        )  # fmt: skip

    def _figures(self) -> dict[tuple[Any, int], Any]:
        """The figures of the structure by page and mark."""
        out: dict[tuple[Any, int], Any] = {}
        root = self.pdf.Root.get("/StructTreeRoot")
        todo, seen = [root] if root is not None else [], set()
        while todo:
            node = todo.pop()
            if not hasattr(node, "keys") or (node.is_indirect and node.objgen in seen):
                continue
            seen.add(node.objgen if node.is_indirect else None)
            kids = node.get("/K", [])
            if node.get("/S") == "/Figure" and isinstance(kids, int) and "/Pg" in node:
                out[node.Pg.objgen, int(kids)] = node
            else:
                todo += [k for k in (list(kids) if _is_array(kids) else [kids]) if not isinstance(k, int)]
        return out

    def _sheet(self, number: int, page: Any, figures: dict[tuple[Any, int], Any]) -> Sheet:
        left, low, right, high = (float(v) for v in page.mediabox)
        claims = _claims(page.obj)
        undo = IDENTITY
        if "Correction" in claims:
            a, b, c, d, e, f = (float(v) for v in claims["Correction"])
            undo = inverse((a, b, c, d, e, f))
        view = _View(undo, left, high)
        trim, bleed = view.box(page.trimbox), view.box(page.get("/BleedBox", page.trimbox))
        unit = float(page.get("/UserUnit", 1)) * MM
        size = (right - left) * unit, (high - low) * unit
        sheet = Sheet(number, *size, trim, bleed, claims, rotate=int(page.get("/Rotate", 0)))
        crop = _View(IDENTITY, left, high).box(page.cropbox)
        sheet.crop = (crop[0] * unit / MM, crop[1] * unit / MM, crop[2] * unit / MM, crop[3] * unit / MM)
        sheet.correction = view.correction()
        sheet.notes = [str(note.get("/Subtype", "/unnamed"))[1:] for note in page.obj.get("/Annots", [])]
        seen = {mark: node for (objgen, mark), node in figures.items() if objgen == page.obj.objgen}
        sheet.figures = {mark: str(node.get("/T", "")) for mark, node in seen.items()}
        walk = _Walk(self, sheet, view, seen)
        walk.run(page.obj, inherited(page.obj, "/Resources", {}), IDENTITY, 0)
        return sheet

    def form(self, stream: Any, resources: Any) -> Drawing:
        """What a form draws, by itself, with its resources."""
        ident = stream.objgen[0]
        if ident not in self.forms:
            self.forms[ident] = Drawing()  # a form that calls itself ends here
            walk = _Walk(self, None, _View(IDENTITY, 0, 0), {})
            walk.run(stream, resources, IDENTITY, 0)
            self.forms[ident] = walk.drawing
            self.colours |= _colours(stream.read_bytes())
        return self.forms[ident]

    def font(self, entry: Any) -> Font:
        """A font of the file; read once where it is an object by itself."""
        if not entry.is_indirect:
            return Font(entry)
        if entry.objgen not in self.fonts:
            self.fonts[entry.objgen] = Font(entry)
        return self.fonts[entry.objgen]


def _colours(code: bytes) -> set[Colour]:
    """The colours that a content stream names as shares of red, green and blue."""
    found = set(re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", code))
    return {(_level(red), _level(green), _level(blue)) for red, green, blue in found}


def _level(share: bytes) -> int:
    return round(float(share) * 255)


def _is_array(value: Any) -> bool:
    return not isinstance(value, int) and getattr(value, "_type_name", "") == "array"


def _claims(holder: Any) -> dict[str, Any]:
    """What a page or file says of itself in the private data of this program."""
    data = holder.get("/PieceInfo", {}).get("/santy_print", {}).get("/Private", {})
    out: dict[str, Any] = {}
    for key, value in data.items():
        plain = int(value) if isinstance(value, int) else str(value).removeprefix("/")
        out[str(key)[1:]] = [float(v) for v in value] if _is_array(value) else plain
    return out


@dataclass(frozen=True, slots=True)
class _View:
    """From points of a page to millimetres from its top left corner, as they come out on paper."""

    undo: Matrix
    left: float
    high: float

    def point(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self.undo
        return (a * x + c * y + e - self.left) * MM, (self.high - (b * x + d * y + f)) * MM

    def box(self, box: Any) -> Box:
        """A box that a page names. Where a correction turns the page, the box it was before it was turned."""
        x0, y0, x1, y1 = (float(v) for v in box)
        x, y = self.point((x0 + x1) / 2, (y0 + y1) / 2)
        a, b, c, d = (abs(v) for v in inverse(self.undo)[:4])
        wide, tall, det = (x1 - x0) * MM, (y1 - y0) * MM, a * d - b * c
        width, height = (d * wide - c * tall) / det, (a * tall - b * wide) / det
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2

    def correction(self) -> Matrix:
        """From the page as it comes out to the page as the file has it, mm and y downwards."""
        a, b, c, d, e, f = self._downwards(self.undo)
        return inverse((a, b, c, d, e, f))

    def _downwards(self, m: Matrix) -> Matrix:
        """A matrix in points and y upwards as one in mm and y downwards, from the page's top left corner."""
        flip: Matrix = (1 / MM, 0, 0, -1 / MM, self.left, self.high)
        return times(inverse(flip), times(m, flip))

    def matrix(self, ctm: Matrix) -> Matrix:
        """A matrix of the content as one in mm with y downwards."""
        a, b, c, d, e, f = times(self.undo, ctm)
        return a, -b, -c, d, (e - self.left) * MM, (self.high - f) * MM


@dataclass(slots=True)
class _State:
    ctm: Matrix
    font: Any = None
    size: float = 0.0
    leading: float = 0.0
    hidden: bool = False
    width: float = 1.0
    dashed: bool = False
    clip: tuple[Point, ...] = ()


_EVERYWHERE = "q Q cm Do gs BT ET Tf Tr Tj TJ ' \" BI ID EI"
_OPERATORS = _EVERYWHERE + " re m l c v y h W W* n S s f F f* B B* b b* w d sh BDC BMC EMC Tm Td TD T* TL"
_PAINT = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}
_UNSEEN = (3, 7)  # how letters are drawn that are not: neither filled nor stroked
THICK = 1.0  # mm: a wider line is an area


class _Walk:
    """Follows one content stream: where faces stand, what marks are drawn, which letters and pictures."""

    def __init__(self, reader: _Reader, sheet: Sheet | None, view: _View, figures: dict[int, Any]) -> None:
        self.reader, self.sheet, self.view, self.figures = reader, sheet, view, figures
        self.drawing = sheet.drawing if sheet else Drawing()
        self.path: list[Point] = []
        self.curved = self.clipping = False
        self.tags: list[tuple[str, int | None]] = []
        self.line = self.pen = IDENTITY
        """Where a line of text begins, and where its next letter is."""

    def run(self, stream: Any, resources: Any, ctm: Matrix, depth: int) -> None:
        """Follow a stream and, through forms, all that it calls."""
        import pikepdf

        if depth > MAX_DEPTH:
            raise RecursionError
        state, stack = _State(ctm), list[_State]()
        instructions: Any = pikepdf.parse_content_stream(stream, _OPERATORS if self.sheet else _EVERYWHERE)
        for instruction in instructions:
            operands = instruction.operands
            name = str(instruction.operator)
            if name == "q":
                stack.append(replace(state))
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name in _SETTERS:
                _SETTERS[name](state, operands, resources)
            elif name in ("BDC", "BMC", "EMC"):
                self._tag(name, operands)
            elif name in ("BT", "Tm", "Td", "TD", "T*"):
                self._move(name, operands, state)
            elif name in ("Tj", "TJ", "'", '"'):
                self._show(operands[-1], state)
            elif name == "Do":
                self._call(resources.XObject[str(operands[0])], state, resources, depth)
            elif name == "INLINE IMAGE":
                image = instruction.iimage
                self._picture((int(image.width), int(image.height)), state)
            elif name == "sh":
                self._thing("shading", state.clip or self._whole())
            elif name != "ET":
                self._draw(name, operands, state)

    def _tag(self, name: str, operands: Any) -> None:
        if name == "EMC":
            if self.tags:
                self.tags.pop()
            return
        mark = operands[1].get("/MCID") if name == "BDC" and hasattr(operands[1], "get") else None
        self.tags.append((str(operands[0]), None if mark is None else int(mark)))

    @property
    def marked(self) -> int | None:
        """The mark of the content that is being drawn; None outside of all."""
        return next((mark for _, mark in reversed(self.tags) if mark is not None), None)

    def _thing(self, kind: Kind, points: Sequence[Point], form: int = 0) -> None:
        """Note what a page draws."""
        if self.sheet:
            self.sheet.things.append(Thing(kind, around(points), self.marked, form))
            self.sheet.loose += not self.tags

    def _whole(self) -> tuple[Point, ...]:
        """The corners of the page."""
        wide, tall = (self.sheet.width, self.sheet.height) if self.sheet else (0.0, 0.0)
        return (0.0, 0.0), (wide, 0.0), (wide, tall), (0.0, tall)

    def _corners(self, box: Sequence[float], ctm: Matrix) -> list[Point]:
        """The corners of a box in the space of a matrix, on the page."""
        corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        a, b, c, d, e, f = ctm
        return [self.view.point(a * x + c * y + e, b * x + d * y + f) for x, y in corners]

    def _draw(self, name: str, operands: Any, state: _State) -> None:
        numbers = [float(v) for v in operands]
        if name == "re":
            x, y, w, h = numbers
            corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            self.path += [self._page(*corner, state) for corner in corners]
        elif name in ("m", "l"):
            self.path.append(self._page(numbers[0], numbers[1], state))
        elif name in ("c", "v", "y"):
            self.curved = True
            points = [self._page(numbers[n], numbers[n + 1], state) for n in range(0, len(numbers), 2)]
            self._curve([self.path[-1], *points][-4:] if self.path else points)
        elif name in ("W", "W*"):
            self.clipping = True
        elif name == "n" or name in _PAINT:
            self._paint(name, state)

    def _curve(self, points: Sequence[Point]) -> None:
        """A curve as short straight lines."""
        for step in range(1, 13):
            left, t = list(points), step / 12
            while len(left) > 1:
                left = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(left)]
            self.path.append(left[0])

    def _page(self, x: float, y: float, state: _State) -> Point:
        a, b, c, d, e, f = state.ctm
        return self.view.point(a * x + c * y + e, b * x + d * y + f)

    def _paint(self, name: str, state: _State) -> None:
        path, curved, clipping = self.path, self.curved, self.clipping
        self.path, self.curved, self.clipping = [], False, False
        if clipping and path:
            state.clip = tuple(path)
        if name not in _PAINT or not self.sheet or not path:
            return
        if self.marked is not None:
            self._thing("path", path)
            return
        self.sheet.loose += not self.tags
        wide = state.width * hypot(state.ctm[0], state.ctm[1]) * MM
        self.sheet.marks.append(Mark(tuple(path), state.dashed, curved, name not in "Ss" or wide > THICK))

    def _move(self, name: str, operands: Any, state: _State) -> None:
        """Where the next letters are."""
        numbers = [float(v) for v in operands]
        if name in ("BT", "Tm"):
            a, b, c, d, e, f = numbers or IDENTITY
            self.line = (a, b, c, d, e, f)
        else:
            if name == "TD":
                state.leading = -numbers[1]
            x, y = numbers or (0.0, -state.leading)
            self.line = times(self.line, (1, 0, 0, 1, x, y))
        self.pen = self.line

    def _show(self, shown: Any, state: _State) -> None:
        if state.font is None:
            return
        font, long = self.reader.font(state.font), 0.0
        for piece in shown if _is_array(shown) else [shown]:
            if not isinstance(piece, int | float) and getattr(piece, "_type_name", "") == "string":
                text, missing = font.decode(bytes(piece))
                if not state.hidden:
                    self.drawing.text.append(text)
                    self.drawing.missing += missing
                long += font.width(bytes(piece)) * state.size if self.sheet else 0.0
        if self.sheet:
            place = times(state.ctm, self.pen)
            self._thing("letters", self._corners((0, 0, long, state.size * CAPITAL), place))
            self.pen = times(self.pen, (1, 0, 0, 1, long, 0))

    def _picture(self, pixels: tuple[int, int], state: _State) -> None:
        """A raster picture: it fills the unit square."""
        a, b, c, d, _, _ = times(self.view.undo, state.ctm)
        self.drawing.pictures.append(Picture(pixels, hypot(a, b) * MM, hypot(c, d) * MM))
        self._thing("picture", self._corners((0, 0, 1, 1), state.ctm))

    def _call(self, target: Any, state: _State, resources: Any, depth: int) -> None:
        if target.get("/Subtype") == "/Image":
            self._picture((int(target.Width), int(target.Height)), state)
            return
        if target.get("/Subtype") != "/Form":
            return
        own = target.get("/Matrix")
        ctm = times(state.ctm, tuple(float(v) for v in own)) if own is not None else state.ctm  # type: ignore[arg-type]
        box = [float(v) for v in target.get("/BBox", [0, 0, 0, 0])]
        self._thing("form", self._corners(box, ctm), target.objgen[0])
        figure = self.figures.get(self.marked) if self.marked is not None else None
        resources = target.get("/Resources", resources)
        known = self.reader.form(target, resources)
        if self.sheet and figure is not None and figure.get("/T") is not None:
            self._cell(target, figure, ctm, state)
        if not known.pictures:  # how large a picture is depends on its place; words do not
            self.drawing.text += known.text
            self.drawing.missing += known.missing
            return
        inner = _Walk(self.reader, None, self.view, {})
        inner.drawing = self.drawing
        inner.run(target, resources, ctm, depth + 1)

    def _cell(self, target: Any, figure: Any, ctm: Matrix, state: _State) -> None:
        assert self.sheet is not None
        attributes = figure.get("/A", {})
        box = self.view.box(attributes.get("/BBox", [0, 0, 0, 0]))
        clip = state.clip or self._whole()
        cell = Cell(
            str(figure.T), str(figure.get("/Alt", "")), box, self.view.matrix(ctm), clip, target.objgen[0]
        )
        self.sheet.cells.append(cell)


Setter = Callable[[_State, Any, Any], None]


def _concatenate(state: _State, operands: Any, resources: Any) -> None:
    a, b, c, d, e, f = (float(v) for v in operands)
    state.ctm = times(state.ctm, (a, b, c, d, e, f))


def _font(state: _State, operands: Any, resources: Any) -> None:
    state.font, state.size = resources.Font[str(operands[0])], float(operands[1])


def _rendering(state: _State, operands: Any, resources: Any) -> None:
    state.hidden = int(operands[0]) in _UNSEEN


def _width(state: _State, operands: Any, resources: Any) -> None:
    state.width = float(operands[0])


def _dash(state: _State, operands: Any, resources: Any) -> None:
    state.dashed = len(operands[0]) > 0


def _leading(state: _State, operands: Any, resources: Any) -> None:
    state.leading = float(operands[0])


def _graphics(state: _State, operands: Any, resources: Any) -> None:
    """Settings by name: a font may be among them."""
    named = resources.ExtGState[str(operands[0])]
    if "/Font" in named:
        state.font, state.size = named.Font[0], float(named.Font[1])
    if "/LW" in named:
        state.width = float(named.LW)


_SETTERS: dict[str, Setter] = {
    "cm": _concatenate, "Tf": _font, "Tr": _rendering, "w": _width, "d": _dash, "TL": _leading, "gs": _graphics,
}  # fmt: skip
