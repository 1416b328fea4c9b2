"""Reading: the bytes of a PDF in, what is on its pages out, in millimetres with y downwards. It judges nothing.

Everything is taken from the file itself: boxes, matrices and paths of the content streams, letters by the fonts'
own tables. Where a page says how it makes up for a printer, positions are given as they will come out on paper.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from santy_print.diag import PackError, Report, register
from santy_print.faces.typeset import drawn_codes
from santy_print.printer import Matrix

register("proof-file", "a file is no PDF")
register("proof-broken", "a PDF is damaged")
register("proof-locked", "a PDF is locked by a password")

MM = 25.4 / 72
MAX_BYTES = 500_000_000
MAX_DEPTH = 12
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A line or curve drawn as an aid: its points (mm), whether it is dashed, curved."""

    points: tuple[Point, ...]
    dashed: bool
    curved: bool

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


@dataclass(slots=True)
class Sheet:
    """One page, measured: size and boxes (left, top, right, bottom) in mm, what it claims, what is on it."""

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

    @property
    def side(self) -> str:
        """front or back, as it claims."""
        return str(self.claims.get("Side", "front"))

    @property
    def flip(self) -> str:
        """How it claims to be turned over: long, short, separate, gutterfold or none."""
        return str(self.claims.get("Flip", "none"))


@dataclass(frozen=True, slots=True)
class FontFact:
    """A font of the file: its name, and whether its letters are in the file, all or only those used."""

    name: str
    embedded: bool
    subset: bool


@dataclass(slots=True)
class Reading:
    """A whole file, measured."""

    title: str
    language: str
    creator: str
    tagged: bool
    claims: dict[str, Any]
    sheets: list[Sheet]
    forms: dict[int, Drawing]
    fonts: list[FontFact]
    data: bytes = b""

    @property
    def ours(self) -> bool:
        """Whether its pages say that this program laid them out."""
        return bool(self.sheets) and all(sheet.claims for sheet in self.sheets)


def around(points: Sequence[Point]) -> Box:
    """The box of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def times(one: Matrix, other: Matrix) -> Matrix:
    """First one matrix, then another."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes one; ValueError where there is none."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if abs(det) < 1e-12:
        raise ValueError("a matrix without inverse")
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det


def read_pdf(path: Path) -> Reading:
    """Open a file and read all of it.

    PackError where it is no PDF, damaged or locked; OSError where it cannot be read.
    """
    import pikepdf

    report = Report()
    data = b""
    if path.stat().st_size <= MAX_BYTES:
        data = path.read_bytes()
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
        why = str(fault).split("\n")[0][:120] or type(fault).__name__
        hint = "build it again; a copy was perhaps cut short"
        report.error("proof-broken", f"{path} is damaged: {why}", None, hint)
    raise PackError(report)


_DAMAGE = (
    ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, NotImplementedError, UserWarning,
)  # fmt: skip


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
        self.fonts: dict[Any, _Font] = {}

    def read(self) -> Reading:
        """The whole file."""
        root, info = self.pdf.Root, self.pdf.docinfo
        figures = self._figures()
        sheets = [self._sheet(n, page, figures) for n, page in enumerate(self.pdf.pages, 1)]
        return Reading(
            str(info.get("/Title", "")), str(root.get("/Lang", "")), str(info.get("/Creator", "")),
            bool(root.get("/MarkInfo", {}).get("/Marked", False)) and "/StructTreeRoot" in root,
            _claims(root), sheets, self.forms, sorted(set(self._font_facts()), key=lambda f: f.name),
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
        seen = {mark: node for (objgen, mark), node in figures.items() if objgen == page.obj.objgen}
        walk = _Walk(self, sheet, view, seen)
        walk.run(page.obj, page.obj.get("/Resources", {}), IDENTITY, 0)
        return sheet

    def form(self, stream: Any) -> Drawing:
        """What a form draws, by itself."""
        ident = stream.objgen[0]
        if ident not in self.forms:
            self.forms[ident] = Drawing()  # a form that calls itself ends here
            walk = _Walk(self, None, _View(IDENTITY, 0, 0), {})
            walk.run(stream, stream.get("/Resources", {}), IDENTITY, 0)
            self.forms[ident] = walk.drawing
        return self.forms[ident]

    def font(self, entry: Any) -> _Font:
        """A font of the file, read once."""
        key = entry.objgen if entry.is_indirect else id(entry)
        if key not in self.fonts:
            self.fonts[key] = _Font(entry)
        return self.fonts[key]

    def _font_facts(self) -> Iterator[FontFact]:
        for entry in self.pdf.objects:
            if (
                not hasattr(entry, "keys")
                or entry.get("/Type") != "/Font"
                or entry.get("/Subtype") == "/Type0"
            ):
                continue
            name = str(entry.get("/BaseFont", "/unnamed"))[1:]
            descriptor = entry.get("/FontDescriptor", {})
            embedded = (
                any(f"/FontFile{n}" in descriptor for n in ("", "2", "3"))
                or entry.get("/Subtype") == "/Type3"
            )
            yield FontFact(
                name, embedded, bool(re.match(r"[A-Z]{6}\+", name)) or entry.get("/Subtype") == "/Type3"
            )


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

    def matrix(self, ctm: Matrix) -> Matrix:
        """A matrix of the content as one in mm with y downwards."""
        a, b, c, d, e, f = times(ctm, self.undo)
        return a, -b, -c, d, (e - self.left) * MM, (self.high - f) * MM


@dataclass(slots=True)
class _State:
    ctm: Matrix
    font: Any = None
    size: float = 0.0
    dashed: bool = False
    clip: tuple[Point, ...] = ()


_OPERATORS = "q Q cm re m l c v y h W W* n S s f F f* B B* b b* d Do BDC BMC EMC BT ET Tf Tj TJ ' \""
_IN_FORMS = "q Q cm Do BT ET Tf Tj TJ ' \""
_PAINT = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}


class _Walk:
    """Follows one content stream: where faces stand, what marks are drawn, which letters and pictures."""

    def __init__(self, reader: _Reader, sheet: Sheet | None, view: _View, figures: dict[int, Any]) -> None:
        self.reader, self.sheet, self.view, self.figures = reader, sheet, view, figures
        self.drawing = sheet.drawing if sheet else Drawing()
        self.path: list[Point] = []
        self.curved = self.clipping = False
        self.tags: list[tuple[str, int | None]] = []

    def run(self, stream: Any, resources: Any, ctm: Matrix, depth: int) -> None:
        """Follow a stream and, through forms, all that it calls."""
        import pikepdf

        if depth > MAX_DEPTH:
            raise RecursionError
        state, stack = _State(ctm), list[_State]()
        for instruction in pikepdf.parse_content_stream(stream, _IN_FORMS if not self.sheet else _OPERATORS):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name == "q":
                stack.append(_State(state.ctm, state.font, state.size, state.dashed, state.clip))
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == "cm":
                a, b, c, d, e, f = (float(v) for v in operands)
                state.ctm = times((a, b, c, d, e, f), state.ctm)
            elif name == "d":
                state.dashed = len(operands[0]) > 0
            elif name in ("BDC", "BMC", "EMC"):
                self._tag(name, operands)
            elif name == "Tf":
                state.font, state.size = resources.Font[str(operands[0])], float(operands[1])
            elif name in ("Tj", "TJ", "'", '"'):
                self._show(operands[-1], state)
            elif name == "Do":
                self._call(resources.XObject[str(operands[0])], state, depth)
            elif name not in ("BT", "ET"):
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
        if name in _PAINT and self.sheet and path:
            if not self.tags:
                self.sheet.loose += 1
            if self.marked is None:
                self._marks(path, curved, state)

    def _marks(self, path: list[Point], curved: bool, state: _State) -> None:
        if self.sheet:
            self.sheet.marks.append(Mark(tuple(path), state.dashed, curved))

    def _show(self, shown: Any, state: _State) -> None:
        if state.font is None:
            return
        font = self.reader.font(state.font)
        for piece in shown if _is_array(shown) else [shown]:
            if not isinstance(piece, int | float) and getattr(piece, "_type_name", "") == "string":
                text, missing = font.decode(bytes(piece))
                self.drawing.text.append(text)
                self.drawing.missing += missing
        if self.sheet and not self.tags:
            self.sheet.loose += 1

    def _call(self, target: Any, state: _State, depth: int) -> None:
        if target.get("/Subtype") == "/Image":
            a, b, c, d, _, _ = times(state.ctm, self.view.undo)
            pixels = int(target.Width), int(target.Height)
            self.drawing.pictures.append(Picture(pixels, hypot(a, b) * MM, hypot(c, d) * MM))
            return
        if target.get("/Subtype") != "/Form":
            return
        own = target.get("/Matrix")
        ctm = times(tuple(float(v) for v in own), state.ctm) if own is not None else state.ctm  # type: ignore[arg-type]
        if self.sheet and not self.tags:
            self.sheet.loose += 1
        figure = self.figures.get(self.marked) if self.marked is not None else None
        if self.sheet and figure is not None and figure.get("/T") is not None:
            self._cell(target, figure, ctm, state)
        known = self.reader.form(target)
        if not known.pictures:  # how large a picture is depends on its place; words do not
            self.drawing.text += known.text
            self.drawing.missing += known.missing
            return
        inner = _Walk(self.reader, None, self.view, {})
        inner.drawing = self.drawing
        inner.run(target, target.get("/Resources", {}), ctm, depth + 1)

    def _cell(self, target: Any, figure: Any, ctm: Matrix, state: _State) -> None:
        assert self.sheet is not None
        self.reader.form(target)
        attributes = figure.get("/A", {})
        box = self.view.box(attributes.get("/BBox", [0, 0, 0, 0]))
        wide, tall = self.sheet.width, self.sheet.height
        clip = state.clip or ((0.0, 0.0), (wide, 0.0), (wide, tall), (0.0, tall))
        cell = Cell(
            str(figure.T), str(figure.get("/Alt", "")), box, self.view.matrix(ctm), clip, target.objgen[0]
        )
        self.sheet.cells.append(cell)


class _Font:
    """A font as the file has it: which letter a code stands for, and whether it has a glyph for it."""

    def __init__(self, entry: Any) -> None:
        self.name = str(entry.get("/BaseFont", "/unnamed"))[1:].split("+")[-1]
        self.wide = entry.get("/Subtype") == "/Type0"
        self.letters = _letters(entry.ToUnicode.read_bytes()) if "/ToUnicode" in entry else {}
        file = entry.get("/FontDescriptor", {}).get("/FontFile2")
        self.drawn = drawn_codes(file.read_bytes()) if file is not None and not self.wide else None

    def decode(self, data: bytes) -> tuple[str, list[str]]:
        """The text that codes stand for, and what of it has no glyph."""
        step = 2 if self.wide else 1
        text, missing = "", []
        for n in range(0, len(data) - step + 1, step):
            code = int.from_bytes(data[n : n + step], "big")
            char = self.letters.get(code, "" if self.wide else chr(code))
            if (self.wide and code == 0) or (self.drawn is not None and code not in self.drawn):
                missing.append(f"{char or '?'} in {self.name}")
            text += char
        return text, missing


def _letters(cmap: bytes) -> dict[int, str]:
    """The letters of a ToUnicode table."""
    out: dict[int, str] = {}
    text = cmap.decode("latin-1")
    for kind, block in re.findall(r"beginbf(char|range)(.*?)endbf", text, re.DOTALL):
        if kind == "char":
            for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
                out[int(code, 16)] = _utf16(value)
            continue
        for low, high, value in re.findall(
            r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])", block
        ):
            first, last = int(low, 16), min(int(high, 16), int(low, 16) + 65_535)
            if value.startswith("<"):
                start = _utf16(value[1:-1])
                out |= {
                    c: start[:-1] + chr(ord(start[-1]) + c - first) for c in range(first, last + 1) if start
                }
            else:
                each = re.findall(r"<([0-9A-Fa-f]+)>", value)
                out |= {first + n: _utf16(v) for n, v in enumerate(each[: last - first + 1])}
    return out


def _utf16(value: str) -> str:
    return bytes.fromhex(value if len(value) % 2 == 0 else "0" + value).decode("utf-16-be", "replace")
