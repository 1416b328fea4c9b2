"""Flow: the bytes of a document in, what stands on its pages out, in order: texts, and drawings by what is drawn.

A drawing is known by its lines, colours and letters and by where they lie in it, not by a name that the file gives it:
the same drawing in another size, on another page or in another document has the same `Print`.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from santy_print.faces.matrices import around, times
from santy_print.printer import Matrix
from santy_print.proof.fonts import Font
from santy_print.proof.limits import TooMuchError, Work
from santy_print.proof.objects import DamagedError, Node, border, matrix, unpacked

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NEAR = 0.002
"""So much of a drawing's width things in it may lie apart in two copies of it: numbers of a file are rounded."""
DEEP = 20
NESTED = 16
"""Brackets within a text stand as they are where they come in pairs, within each other up to so deep."""


def _text(depth: int) -> bytes:
    """The pattern of a text in round brackets."""
    inner = b"|" + _text(depth - 1) if depth else b""
    return rb"\((?:[^\\()]|\\." + inner + rb")*\)"


_STEPS = re.compile(
    rb"(?P<text>" + _text(NESTED) + rb")|(?P<held><<(?:[^<>()]|" + _text(NESTED) + rb"|<[0-9A-Fa-f]*>)*>>)"
    rb"|(?P<hex><[0-9A-Fa-f\s]*>)|(?<![\w./])(?P<step>q|Q|cm|BDC|BMC|EMC|Tf|Tj|TJ|Do)(?![\w.*])",
    re.DOTALL,
)
"""What is looked at one by one; all between is lines and colours, which are taken as they are written."""
_NAME = re.compile(rb"/([^\s/]+)(?:\s+[\d.]+)?\s*$")
_SPACES = re.compile(rb"/c\d+\s+(?:cs|CS)")
"""The names of colour spaces: another on each page."""
_POINT = re.compile(rb"([-\d.]+)\s+([-\d.]+)\s+(?:m|l)\b")


class Print(NamedTuple):
    """How a drawing is known: a hash of what is drawn, and where it lies, in widths of the drawing."""

    drawn: str
    places: tuple[float, ...]

    def is_of(self, other: Print) -> bool:
        """Whether both are of the same drawing."""
        if self.drawn != other.drawn or len(self.places) != len(other.places):
            return False
        return all(abs(a - b) <= NEAR for a, b in zip(self.places, other.places, strict=True))


class Seen(NamedTuple):
    """What stands on a page (from 1): a text, or a drawing by its print and what it says of itself."""

    page: int
    text: str
    print: Print | None = None


def read_flow(data: bytes) -> list[Seen]:
    """All marked content of a document in its order, without what is marked as decoration.

    DamagedError or TooMuchError where it is no document that can be read.
    """
    import pikepdf

    found: list[Seen] = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        work, fonts = Work(len(data)), dict[Any, Font]()
        for n, page in enumerate(pdf.pages, 1):
            work.page()
            node = Node(page.obj, f"page {n}")
            reader = _Reader(work, fonts, n, found)
            reader.run(unpacked(node.the("/Contents"), work), node.the("/Resources"), node.place, IDENTITY)
    return found


@dataclass(slots=True)
class _Drawing:
    """A drawing as far as it was followed: what it says of itself, the matrix it is placed in, its box on the page."""

    alt: str
    ground: Matrix
    box: tuple[float, float, float, float] | None = None
    drawn: Any = field(default_factory=hashlib.sha256)
    places: list[float] = field(default_factory=list)

    def add(self, code: bytes, ctm: Matrix) -> None:
        """What is drawn; a drawing begins by being cut to its box, and what lies around it is no part of it."""
        if ctm != self.ground:
            self.drawn.update(_SPACES.sub(b"", code))
        elif self.box is None and b"n" in code:
            points = [(float(x), float(y)) for x, y in _POINT.findall(code)]
            if points:
                a, b, c, d, e, f = ctm
                self.box = around([(a * x + c * y + e, b * x + d * y + f) for x, y in points])
                if self.box[2] - self.box[0] <= 0:
                    raise DamagedError("a drawing has no width")

    def place(self, ctm: Matrix) -> None:
        """Note where what follows lies, in widths of the drawing."""
        if self.box is not None:
            left, _, right, high = self.box
            a, b, c, d, e, f = ctm
            wide = right - left
            self.places += (a / wide, b / wide, c / wide, d / wide, (e - left) / wide, (high - f) / wide)

    @property
    def print(self) -> Print:
        """How it is known."""
        return Print(self.drawn.hexdigest(), tuple(self.places))


@dataclass(slots=True)
class _Reader:
    """Follows the content of a page."""

    work: Work
    fonts: dict[Any, Font]
    page: int
    found: list[Seen]
    marks: list[str] = field(default_factory=list)
    """What is open: `text`, `drawing`, or `aside` for decoration and what only groups."""
    letters: list[str] = field(default_factory=list)
    drawing: _Drawing | None = None
    depth: int = 0

    def run(self, code: bytes, resources: Node, place: str, ctm: Matrix) -> None:
        """Follow a stream."""
        if self.depth > DEEP:
            raise TooMuchError(f"{place} is drawn by forms within forms")
        font: Font | None = None
        stack: list[tuple[Matrix, Font | None]] = []
        texts: list[bytes] = []
        held, at = b"", 0
        for match in _STEPS.finditer(code):
            step, before = match["step"], code[at : match.start()]
            at = match.end()
            if step is None:
                texts += [match[0]] if match["held"] is None else []
                held = match["held"] or held
                self._add(before, ctm)
                continue
            if step == b"cm":
                ctm = matrix(times(ctm, _matrix(before)), "`cm`")
                if self.drawing is not None:
                    self.drawing.place(ctm)
            elif step == b"q":
                self._add(before, ctm)
                stack.append((ctm, font))
            elif step == b"Q":
                self._add(before, ctm)
                ctm, font = stack.pop() if stack else (ctm, font)
            elif step == b"Tf":
                font = self._font(resources, _called(before, place))
            elif step in (b"Tj", b"TJ"):
                self._show(texts, font)
            elif step == b"Do":
                self._call(resources, _called(before, place), ctm)
            elif step == b"EMC":
                self._close()
            else:
                self._open(held if step == b"BDC" else b"", ctm)
            self.work.spend(2, place)
            texts, held = [], b""

    def _add(self, code: bytes, ctm: Matrix) -> None:
        if self.drawing is not None:
            self.drawing.add(code, ctm)

    def _open(self, held: bytes, ctm: Matrix) -> None:
        import pikepdf

        if b"/MCID" not in held:
            self.marks.append("aside")
            return
        with border("a mark"):
            known = Node(pikepdf.Object.parse(held), "a mark")
        self.marks.append("drawing" if known.has("/Alt") else "text")
        self.letters = []
        self.drawing = _Drawing(known.text("/Alt"), ctm) if known.has("/Alt") else None

    def _close(self) -> None:
        mark = self.marks.pop() if self.marks else "aside"
        if mark == "text" and self.letters:
            self.found.append(Seen(self.page, "".join(self.letters)))
        elif mark == "drawing" and self.drawing is not None:
            self.found.append(Seen(self.page, self.drawing.alt, self.drawing.print))
            self.drawing = None

    def _font(self, resources: Node, name: str) -> Font:
        entry = resources.the("/Font").the(f"/{name}")
        if entry.ident not in self.fonts:
            self.fonts[entry.ident] = Font(entry, self.work)
        return self.fonts[entry.ident]

    def _show(self, texts: Sequence[bytes], font: Font | None) -> None:
        import pikepdf

        if font is None or (self.drawing is None and self.marks[-1:] != ["text"]):
            return
        with border("a text"):
            codes = b"".join(bytes(pikepdf.Object.parse(text)) for text in texts)
        self.work.spend(4 + len(codes), "a text")
        letters = font.decode(codes)[0]
        if self.drawing is not None:
            self.drawing.drawn.update(letters.encode())
        else:
            self.letters.append(letters)

    def _call(self, resources: Node, name: str, ctm: Matrix) -> None:
        target = resources.the("/XObject").the(f"/{name}")
        if target.text("/Subtype", "") != "Form":
            size = f"{target.whole('/Width', 0)}x{target.whole('/Height', 0)}"
            if self.drawing is not None:
                self.drawing.drawn.update(size.encode())
            return
        self.depth += 1
        own = matrix(target.numbers("/Matrix", 6, IDENTITY), "/Matrix")
        inner = target.node("/Resources") or resources
        self.run(unpacked(target, self.work), inner, target.place, matrix(times(ctm, own), "/Matrix"))
        self.depth -= 1


def _matrix(before: bytes) -> Matrix:
    """The six numbers that stand last."""
    try:
        a, b, c, d, e, f = (float(number) for number in before.split()[-6:])
    except ValueError:
        raise DamagedError("`cm` is not given six numbers") from None
    return a, b, c, d, e, f


def _called(before: bytes, place: str) -> str:
    """The name that stands last."""
    found = _NAME.search(before)
    if found is None:
        raise DamagedError(f"{place}: something is called without a name")
    return found[1].decode("latin-1")
