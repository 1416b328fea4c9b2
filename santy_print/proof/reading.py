"""Reading: the bytes of a PDF in, what is on its pages out, in millimetres with y downwards. It judges nothing.

Everything is taken from the file itself: boxes, matrices and paths of the content streams, letters by the fonts'
own tables. Where a page says how it makes up for a printer, positions are given as they will come out on paper.
"""

from __future__ import annotations

import errno
import io
import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import hypot
from pathlib import Path
from typing import Any, Literal

from santy_print.diag import PackError, Report, register
from santy_print.faces import matrices
from santy_print.faces.matrices import around, times
from santy_print.output import read_plain
from santy_print.printer import Matrix
from santy_print.proof.fonts import Font, FontFact, font_facts
from santy_print.proof.limits import (
    LARGEST_PAGE,
    LONGEST,
    PAGES,
    PIXELS,
    REFERENCES,
    RERUN,
    TooMuchError,
    Work,
    bounded_memory,
)
from santy_print.proof.objects import (
    DamagedError,
    Node,
    array,
    border,
    instructions,
    kind,
    matrix,
    name,
    node_or_none,
    number,
    numbers,
    text,
    unpacked,
    whole,
    why,
)

register("proof-file", "a file is no PDF")
register("proof-broken", "a PDF is damaged")
register("proof-locked", "a PDF is locked by a password")

MM = 25.4 / 72
MAX_BYTES = 200_000_000
MAX_DEPTH = 40
CAPITAL = 0.7  # the height of a letter, as a share of its size
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]
_BLANKS = (b" ", b"\n", b"\r", b"\t", b"\f", b"\0")
"""What may stand before the letter that ends a reference."""


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
    """What a page or a form draws: its letters in order, its pictures, and codes for which its fonts have no glyph.

    `placed` are the pictures of a form in its own space, by their pixels; `cost` is how many operators draw it, those
    of the forms it calls as often as they are called.
    """

    text: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    placed: list[tuple[tuple[int, int], Matrix]] = field(default_factory=list)
    cost: int = 0


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
    page as it comes out to the page as the file has it, mm and y downwards; `notes` are the kinds of its annotations;
    `work` is what its file may still cost.
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
    work: Work = field(default_factory=Work)

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

    `colours` are those of its forms; `pressed` says that they are the inks of a press; `looks` and `images` are how its
    pages look, kept by whoever drew them.
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
    pressed: bool = False
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
    """The matrix that undoes one; DamagedError where there is none: no file is measured by what it does not say."""
    a, b, c, d, _, _ = matrix
    if abs(a * d - b * c) < 1e-12:
        raise DamagedError("a matrix presses all that is drawn into a line")
    return matrices.inverse(matrix)


def read_pdf(path: Path) -> Reading:
    """Open a file and read all of it.

    PackError where it is no PDF, damaged, locked or takes too much; OSError where it cannot be read.
    """
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
        report.error("proof-file", f"{path} is no PDF", None, "`santy proof` takes the files that `santy build` makes")
        raise PackError(report)
    with refusing(path), bounded_memory(len(data)):
        return _read_whole(data)


class LockedError(Exception):
    """A file is locked by a password."""


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Within it a file is measured: PackError says of it what stops that."""
    report = Report()
    try:
        yield
    except LockedError:
        hint = "build it again, or proof it unlocked"
        report.error("proof-locked", f"{path} is locked by a password", None, hint)
    except DamagedError as fault:
        hint = "build it again; a copy was perhaps cut short"
        report.error("proof-broken", f"{path} is damaged: {fault}", None, hint)
    except (TooMuchError, MemoryError) as fault:
        reason = str(fault) if isinstance(fault, TooMuchError) else "it takes more memory than a file may"
        hint = "`santy build` makes no such file; docs/bounds.md has the numbers"
        report.error("proof-too-much", f"{path} is too much to be proven: {reason}", None, hint)
    if len(report):
        raise PackError(report) from None


def _read_whole(data: bytes) -> Reading:
    """All of a file. What could be mended is damage all the same: the file must be whole as it stands."""
    import pikepdf

    if (many := sum(data.count(blank + b"R") for blank in _BLANKS)) > REFERENCES + len(data) // 1_000:
        raise TooMuchError(f"it has {many:,} references: at most {REFERENCES:,}")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        try:
            with border("the file"):
                pdf = pikepdf.open(io.BytesIO(data), attempt_recovery=False, suppress_warnings=True)
        except DamagedError as fault:
            if fault.__cause__ is not None and isinstance(fault.__cause__.__cause__, pikepdf.PasswordError):
                raise LockedError from None
            raise
        with pdf:
            if pdf.is_encrypted:
                raise LockedError
            mended = [warning for warning in pdf.get_warnings() if "Resources is missing" not in warning]
            if mended:  # but for a page that is blank
                raise DamagedError(why(mended[0]))
            reading = _Reader(pdf, Work(len(data))).read()
    reading.data = data
    return reading


@contextmanager
def _on_page(number: int) -> Iterator[None]:
    """Whatever is told within it is told of a page."""
    try:
        yield
    except (DamagedError, TooMuchError) as fault:
        raise type(fault)(f"page {number}: {fault}") from fault


class _Reader:
    """Takes a file apart; forms and fonts are read once."""

    def __init__(self, pdf: Any, work: Work) -> None:
        with border("the file"):
            self.root = Node(pdf.Root, "the catalogue")
            self.trailer = Node(pdf.trailer, "the trailer")
        self.work = work
        self.forms: dict[int, Drawing] = {}
        self.fonts: dict[Any, Font] = {}
        self.colours: set[Colour] = set()
        self.open: set[int] = set()
        """The forms that are being followed, each within the one before."""

    def read(self) -> Reading:
        """The whole file."""
        root, info = self.root, self.trailer.node("/Info") or Node(_nothing(), "the title")
        figures, pages, sheets = self._figures(), self._pages(), []
        for n, page in enumerate(pages, 1):
            with _on_page(n):
                sheets.append(self._sheet(n, page, figures.get(page.ident, {})))
        own = [sheet for sheet in sheets if sheet.claims]
        strangers = [sheet.number for sheet in sheets if not sheet.claims] if own else []
        marked = root.node("/MarkInfo")
        return Reading(
            info.text("/Title", ""), root.text("/Lang", ""), info.text("/Creator", ""),
            marked is not None and marked.find("/Marked") is True and root.has("/StructTreeRoot"),
            _claims(root), own or sheets, self.forms, font_facts(pages, self.work), layers=root.has("/OCProperties"),
            colours=frozenset(self.colours),
            strangers=strangers,
            pressed=root.has("/OutputIntents"),
        )  # fmt: skip

    def _pages(self) -> list[Node]:
        """The pages in their order: each hangs in one place of a tree."""
        out: list[Node] = []
        todo, seen = [self.root.the("/Pages")], set[tuple[int, int]]()
        while todo:
            node = todo.pop()
            if node.ident in seen and any(node.ident):
                raise DamagedError(f"{node.place} hangs in two places of the tree of pages")
            seen.add(node.ident)
            kids = node.array("/Kids")
            self.work.spend(20 + 4 * len(kids), "the tree of pages")
            if node.has("/Kids"):
                todo += [Node(kid, "a page") for kid in reversed(kids)]
                continue
            out.append(node)
            if len(out) > PAGES:
                raise TooMuchError(f"it has more than {PAGES:,} pages")
        if not out:
            raise DamagedError("its pages cannot be found")
        return out

    def _figures(self) -> dict[tuple[int, int], dict[int, Node]]:
        """The figures of the structure, for each page by their marks."""
        out: dict[tuple[int, int], dict[int, Node]] = {}
        found = self.root.node("/StructTreeRoot")
        todo, seen = [found] if found is not None else [], set[tuple[int, int]]()
        while todo:
            node = todo.pop()
            if node.ident in seen:
                continue
            seen |= {node.ident} if any(node.ident) else set()
            kids = node.find("/K")
            self.work.spend(30, f"the structure, at {node.place}")
            if kind(kids) == "a number" and node.find("/S") == "/Figure" and node.has("/Pg"):
                page = node.the("/Pg").ident
                out.setdefault(page, {})[whole(kids, node.what("/K"))] = node
                continue
            if kind(kids) == "an array":
                with border(node.place):
                    self.work.spend(4 * len(kids), f"the structure, at {node.place}")
            below = array(kids, node.what("/K")) if kind(kids) == "an array" else [kids]
            todo += [Node(kid, node.place) for kid in below if kind(kid) in ("a dictionary", "a stream")]
        return out

    def _sheet(self, number: int, page: Node, figures: dict[int, Node]) -> Sheet:
        self.work.page()
        media = numbers(page.inherited("/MediaBox"), page.what("/MediaBox"), 4)
        left, low, right, high = media
        claims = _claims(page)
        undo = inverse(matrix(claims["Correction"], "the correction")) if "Correction" in claims else IDENTITY
        view = _View(undo, left, high)
        shown = page.inherited("/CropBox")
        crop = media if shown is None else numbers(shown, page.what("/CropBox"), 4)
        cut = page.numbers("/TrimBox", 4, crop)
        trim, bleed = view.box(cut), view.box(page.numbers("/BleedBox", 4, cut))
        unit = page.number("/UserUnit", 1) * MM
        size = (right - left) * unit, (high - low) * unit
        if abs(size[0] * size[1]) > LARGEST_PAGE:
            raise TooMuchError(f"it is {abs(size[0]):,.0f} x {abs(size[1]):,.0f} mm: no page is larger than A0")
        turned = page.inherited("/Rotate")
        rotate = 0 if turned is None else whole(turned, page.what("/Rotate"))
        sheet = Sheet(number, *size, trim, bleed, claims, rotate=rotate, work=self.work)
        seen = _View(IDENTITY, left, high).box(crop)
        sheet.crop = (seen[0] * unit / MM, seen[1] * unit / MM, seen[2] * unit / MM, seen[3] * unit / MM)
        sheet.correction = view.correction()
        notes = [Node(note, "a note") for note in page.array("/Annots")]
        sheet.notes = [note.text("/Subtype", "unnamed") for note in notes]
        sheet.figures = {mark: node.text("/T", "") for mark, node in figures.items()}
        walk = _Walk(self, sheet, view, figures)
        resources = node_or_none(page.inherited("/Resources"), page.what("/Resources"))
        walk.run(self._content(page), resources or Node(_nothing(), page.place), page.place)
        if sheet.drawing.cost > RERUN:
            raise TooMuchError(f"its forms are drawn again and again, {_many(sheet.drawing.cost)} operators in all")
        return sheet

    def _content(self, page: Node) -> bytes:
        """The content of a page: one stream, or several of which none ends within a word."""
        found = page.find("/Contents")
        listed = array(found, page.what("/Contents")) if kind(found) == "an array" else [found]
        streams = [Node(each, page.what("/Contents")) for each in listed if each is not None]
        code = b"\n".join(unpacked(stream, self.work) for stream in streams)
        self.work.hold(len(code), page.what("/Contents"))
        return code

    def form(self, stream: Node, resources: Node) -> Drawing:
        """What a form draws, by itself, with its resources."""
        ident = stream.ident[0]
        if ident not in self.forms:
            if ident in self.open:
                raise DamagedError(f"{stream.place}, a form, draws itself")
            if len(self.open) >= MAX_DEPTH:
                raise TooMuchError(f"{stream.place} is drawn by forms within forms, more than {MAX_DEPTH} deep")
            self.open.add(ident)
            walk = _Walk(self, None, _View(IDENTITY, 0, 0), {})
            code = unpacked(stream, self.work)
            walk.run(code, resources, stream.place)
            self.open.discard(ident)
            self.forms[ident] = walk.drawing
            self.colours |= _colours(code)
        return self.forms[ident]

    def font(self, entry: Node) -> Font:
        """A font of the file; read once where it is an object by itself."""
        if not any(entry.ident):
            return Font(entry, self.work)
        if entry.ident not in self.fonts:
            self.fonts[entry.ident] = Font(entry, self.work)
        return self.fonts[entry.ident]


def _many(count: int) -> str:
    """A number for a person, however large."""
    return f"{count:,}" if count < 10**12 else f"some 10^{int(math.log10(count))}"


def _nothing() -> Any:
    import pikepdf

    return pikepdf.Dictionary()


def _colours(code: bytes) -> set[Colour]:
    """The colours that a content stream names as shares of red, green and blue."""
    share = rb"(\d{0,9}\.?\d{1,9})"
    found = set(re.findall(rb"(?<![\d.])%s %s %s (?:rg|RG)\b" % (share, share, share), code))
    return {(_level(red), _level(green), _level(blue)) for red, green, blue in found}


def _level(share: bytes) -> int:
    return round(float(share) * 255)


_COUNTS = ("Sheet", "Of", "Partial", "Zones")
_SIZES = {"Paper": 2, "Correction": 6}
MOST = 100_000
"""So many sheets a file may say it has."""


def _claims(holder: Node) -> dict[str, Any]:
    """What a page or file says of itself in the private data of this program."""
    inner: Node | None = holder
    for key in ("/PieceInfo", "/santy_print", "/Private"):
        inner = inner.node(key) if inner is not None else None
    out: dict[str, Any] = {}
    for key, value in inner.own() if inner is not None else ():
        what = f"`/{key}` of the private data of {holder.place}"
        if key in _COUNTS:
            out[key] = whole(value, what)
            if not 0 <= out[key] <= MOST:
                raise DamagedError(f"{what} is a number beyond all sizes")
        elif key in _SIZES:
            out[key] = numbers(value, what, _SIZES[key])
        else:
            out[key] = text(value, what)
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

    def box(self, box: Sequence[float]) -> Box:
        """A box that a page names. Where a correction turns the page, the box it was before it was turned."""
        x0, y0, x1, y1 = box
        x, y = self.point((x0 + x1) / 2, (y0 + y1) / 2)
        a, b, c, d = (abs(v) for v in inverse(self.undo)[:4])
        wide, tall, det = (x1 - x0) * MM, (y1 - y0) * MM, a * d - b * c
        if abs(det) < 1e-9:
            raise DamagedError("its correction turns the page by half a right angle")
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


_EVERYWHERE = "q Q cm Do gs BT ET Tf Tr Tj TJ ' \" BI ID EI BDC BMC EMC"
_OPERATORS = _EVERYWHERE + " re m l c v y h W W* n S s f F f* B B* b b* w d sh Tm Td TD T* TL"
_PAINT = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}
_UNSEEN = (3, 7)  # how letters are drawn that are not: neither filled nor stroked
THICK = 1.0  # mm: a wider line is an area
MAX_TAGS = 64
_SHARES = [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3) for t in (n / 12 for n in range(1, 13))]
"""How much each point of a curve has of those on its way."""
_COORDINATES = {"re": 4, "m": 2, "l": 2, "c": 6, "v": 4, "y": 4}


class _Walk:
    """Follows one content stream: where faces stand, what marks are drawn, which letters and pictures."""

    def __init__(self, reader: _Reader, sheet: Sheet | None, view: _View, figures: dict[int, Node]) -> None:
        self.reader, self.sheet, self.view, self.figures = reader, sheet, view, figures
        self.drawing = sheet.drawing if sheet else Drawing()
        self.path: list[Point] = []
        self.curved = self.clipping = False
        self.tags: list[tuple[str, int | None]] = []
        self.reversed: list[int] = []
        """Where texts begin that stand reversed, as what runs from right to left lies on a page."""
        self.line = self.pen = IDENTITY
        """Where a line of text begins, and where its next letter is."""

    def run(self, code: bytes, resources: Node, place: str) -> None:
        """Follow a stream and, through forms, all that it calls."""
        state, stack = _State(IDENTITY), list[_State]()
        work = self.reader.work
        found = instructions(code, _OPERATORS if self.sheet else _EVERYWHERE, place, work)
        self.drawing.cost += len(code) // 8 if self.sheet is None else len(found)
        for operator, operands in found:
            if operator == "q":
                stack.append(replace(state))
            elif operator == "Q":
                state = stack.pop() if stack else state
            elif operator in _SETTERS:
                setter, count = _SETTERS[operator]
                setter(state, _enough(operands, count, operator, place), resources)
            elif operator in ("BDC", "BMC", "EMC"):
                self._tag(operator, operands)
            elif operator in ("BT", "Tm", "Td", "TD", "T*"):
                self._move(operator, operands, state)
            elif operator in ("Tj", "TJ", "'", '"'):
                self._show(_enough(operands, 1, operator, place)[-1], state)
            elif operator == "Do":
                self._call(_named(resources, "/XObject", _enough(operands, 1, operator, place)[0]), state, resources)
            elif operator == "INLINE IMAGE":
                with border(place):
                    pixels = int(operands[0].width), int(operands[0].height)
                self._picture(pixels, state.ctm)
                self._thing("picture", self._corners((0, 0, 1, 1), state.ctm))
            elif operator == "sh":
                self._thing("shading", state.clip or self._whole())
            elif operator != "ET":
                self._draw(operator, operands, state)

    def _tag(self, name: str, operands: list[Any]) -> None:
        texts = self.drawing.text
        if name == "EMC":
            if self.tags and self.tags.pop()[0] == "ReversedChars" and self.reversed:
                start = self.reversed.pop()
                texts[start:] = ["".join(texts[start:])[::-1]]
            return
        given = _enough(operands, 2 if name == "BDC" else 1, name, "the content")
        mark = None
        if name == "BDC" and kind(given[1]) == "a dictionary":
            found = Node(given[1], "a mark")
            mark = found.whole("/MCID") if found.has("/MCID") else None
        self.tags.append((text(given[0], "a mark"), mark))
        if self.tags[-1][0] == "ReversedChars":
            self.reversed.append(len(texts))

    @property
    def marked(self) -> int | None:
        """The mark of the content that is being drawn; None outside of all."""
        for n, (_, mark) in enumerate(reversed(self.tags)):
            if mark is not None:
                return mark
            if n >= MAX_TAGS:
                raise TooMuchError(f"its marks lie within marks, more than {MAX_TAGS} deep")
        return None

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

    def _draw(self, name: str, operands: list[Any], state: _State) -> None:
        numbers = [number(each, f"an operand of `{name}`") for each in operands]
        if len(numbers) != _COORDINATES.get(name, len(numbers)):
            raise DamagedError(f"`{name}` has {len(numbers)} numbers, not {_COORDINATES[name]}")
        if name == "re":
            x, y, w, h = numbers
            corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            self.path += [self._page(*corner, state) for corner in corners]
        elif name in ("m", "l"):
            self.path.append(self._page(numbers[0], numbers[1], state))
        elif name in ("c", "v", "y"):
            self.reader.work.spend(16, "a curve")
            self.curved = True
            points = [self._page(numbers[n], numbers[n + 1], state) for n in range(0, len(numbers), 2)]
            self._curve([self.path[-1], *points][-4:] if self.path else points)
        elif name in ("W", "W*"):
            self.clipping = True
        elif name == "n" or name in _PAINT:
            self._paint(name, state)

    def _curve(self, points: Sequence[Point]) -> None:
        """A curve as short straight lines; one of three points has two at its beginning or its end in one place."""
        if len(points) < 4:
            points = (points[0],) * (4 - len(points)) + tuple(points)
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
        self.path += [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _SHARES]

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
        if any(tag == "Span" for tag, _ in self.tags[-MAX_TAGS:]):
            self._thing("letters", path)  # an accent: it is drawn, and the letter below it tells what it means
            return
        if self.marked is not None:
            self._thing("path", path)
            return
        self.sheet.loose += not self.tags
        wide = state.width * hypot(state.ctm[0], state.ctm[1]) * MM
        self.sheet.marks.append(Mark(tuple(path), state.dashed, curved, name not in "Ss" or wide > THICK))

    def _move(self, name: str, operands: list[Any], state: _State) -> None:
        """Where the next letters are."""
        numbers = [number(each, f"an operand of `{name}`") for each in operands]
        if name in ("BT", "Tm"):
            self.line = matrix(numbers, "`Tm`") if name == "Tm" else IDENTITY
        else:
            x, y = _enough(numbers, 2, name, "the content")[:2] if name != "T*" else (0.0, -state.leading)
            if name == "TD":
                state.leading = -y
            self.line = matrix(times(self.line, (1, 0, 0, 1, x, y)), "the place of a line of letters")
        self.pen = self.line

    def _show(self, shown: Any, state: _State) -> None:
        if state.font is None:
            return
        font, long = self.reader.font(state.font), 0.0
        for piece in array(shown, "what `TJ` shows") if kind(shown) == "an array" else [shown]:
            if kind(piece) != "a text":
                long -= number(piece, "a step between letters") / 1000 * state.size if self.sheet else 0.0
                continue
            with border("a text"):
                codes = bytes(piece)
            if len(codes) > LONGEST:
                raise TooMuchError(f"a text has {len(codes):,} letters: at most {LONGEST:,}")
            self.reader.work.spend(4 + len(codes), "a text")
            letters, missing = font.decode(codes)
            if not state.hidden:
                self.drawing.text.append(letters)
                self.drawing.missing += missing
            long += font.width(codes) * state.size if self.sheet else 0.0
        if self.sheet:
            place = matrix(times(state.ctm, self.pen), "the place of a line of letters")
            self._thing("letters", self._corners((0, 0, long, state.size * CAPITAL), place))
            self.pen = times(self.pen, (1, 0, 0, 1, long, 0))

    def _picture(self, pixels: tuple[int, int], ctm: Matrix) -> None:
        """A raster picture: it fills the unit square."""
        if pixels[0] * pixels[1] > PIXELS:
            message = f"a picture has {pixels[0]:,} x {pixels[1]:,} pixels: at most {PIXELS // 10**6} millions"
            raise TooMuchError(message)
        if not self.sheet:
            self.drawing.placed.append((pixels, ctm))
            return
        a, b, c, d, _, _ = times(self.view.undo, ctm)
        self.drawing.pictures.append(Picture(pixels, hypot(a, b) * MM, hypot(c, d) * MM))

    def _call(self, target: Node, state: _State, resources: Node) -> None:
        sort = target.text("/Subtype", "")
        if sort == "Image":
            self._picture((target.whole("/Width"), target.whole("/Height")), state.ctm)
            self._thing("picture", self._corners((0, 0, 1, 1), state.ctm))
            return
        if sort != "Form":
            return
        own, what = target.numbers("/Matrix", 6, IDENTITY), target.what("/Matrix")
        ctm = matrix(times(state.ctm, matrix(own, what)), what)
        box = target.numbers("/BBox", 4, (0, 0, 0, 0))
        self._thing("form", self._corners(box, ctm), target.ident[0])
        figure = self.figures.get(self.marked) if self.marked is not None else None
        known = self.reader.form(target, target.node("/Resources") or resources)
        self.drawing.cost += known.cost + 1
        if self.sheet and figure is not None and figure.has("/T"):
            self._cell(target, figure, ctm, state)
        self.reader.work.spend(len(known.text) + len(known.missing) + 4 * len(known.placed), target.place)
        self.drawing.text += known.text
        self.drawing.missing += known.missing
        for pixels, place in known.placed:
            self._picture(pixels, matrix(times(ctm, place), "the place of a picture"))

    def _cell(self, target: Node, figure: Node, ctm: Matrix, state: _State) -> None:
        assert self.sheet is not None
        attributes = figure.node("/A")
        box = self.view.box(attributes.numbers("/BBox", 4, (0, 0, 0, 0)) if attributes else (0, 0, 0, 0))
        clip, place = state.clip or self._whole(), self.view.matrix(ctm)
        inverse(place)
        cell = Cell(figure.text("/T"), figure.text("/Alt", ""), box, place, clip, target.ident[0])
        self.sheet.cells.append(cell)


def _enough(operands: list[Any], count: int, name: str, place: str) -> list[Any]:
    """What an operator is given, if it is as much as it needs."""
    if len(operands) < count:
        raise DamagedError(f"{place}: `{name}` is given less than it needs")
    return operands


def _named(resources: Node, kind: str, given: Any) -> Node:
    """What a content stream means by a name."""
    called = name(given, f"what is asked for in `{kind}`")
    return Node(resources.the(kind).find(f"/{called}"), f"`/{called}` in {resources.what(kind)}")


Setter = Callable[[_State, list[Any], Node], None]


def _concatenate(state: _State, operands: list[Any], resources: Node) -> None:
    given = matrix([number(each, "an operand of `cm`") for each in operands], "`cm`")
    state.ctm = matrix(times(state.ctm, given), "`cm`")


def _font(state: _State, operands: list[Any], resources: Node) -> None:
    state.font, state.size = _named(resources, "/Font", operands[0]), number(operands[1], "the size of a font")


def _rendering(state: _State, operands: list[Any], resources: Node) -> None:
    state.hidden = whole(operands[0], "an operand of `Tr`") in _UNSEEN


def _width(state: _State, operands: list[Any], resources: Node) -> None:
    state.width = number(operands[0], "an operand of `w`")


def _dash(state: _State, operands: list[Any], resources: Node) -> None:
    state.dashed = len(array(operands[0], "an operand of `d`")) > 0


def _leading(state: _State, operands: list[Any], resources: Node) -> None:
    state.leading = number(operands[0], "an operand of `TL`")


def _graphics(state: _State, operands: list[Any], resources: Node) -> None:
    """Settings by name: a font may be among them."""
    settings = _named(resources, "/ExtGState", operands[0])
    if settings.has("/Font"):
        what = settings.what("/Font")
        given = _enough(settings.array("/Font"), 2, "Font", settings.place)
        state.font, state.size = Node(given[0], what), number(given[1], what)
    state.width = settings.number("/LW", state.width)


_SETTERS: dict[str, tuple[Setter, int]] = {
    "cm": (_concatenate, 6), "Tf": (_font, 2), "Tr": (_rendering, 1), "w": (_width, 1), "d": (_dash, 1),
    "TL": (_leading, 1), "gs": (_graphics, 1),
}  # fmt: skip
"""Each with how many operands it needs."""
