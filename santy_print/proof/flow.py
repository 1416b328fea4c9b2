"""Flow: the bytes of a document in, what stands on its pages out, in order: texts, and drawings by what is drawn.

A drawing is known by its lines, colours and letters and by where they lie in it, not by a name that the file gives it:
the same drawing in another size, on another page or in another document has the same `Print`.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from santy_print.faces.matrices import around, times
from santy_print.printer import Matrix
from santy_print.proof.fonts import Font
from santy_print.proof.limits import TooMuchError, Work
from santy_print.proof.objects import DamagedError, Node, array, instructions, kind, matrix, number, unpacked

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NEAR = 0.002
"""So much of a drawing's width things in it may lie apart in two copies of it: numbers of a file are rounded."""
DEEP = 20
_PATH = {"m", "l", "c", "v", "y", "re", "h"}
_PAINT = {"S", "s", "f", "f*", "B", "B*", "b", "b*"}
_LOOKS = {"sc", "scn", "SC", "SCN", "g", "G", "rg", "RG", "w", "d", "J", "j"}
_CODES = {"Tj", "TJ"}


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
            code = unpacked(node.the("/Contents"), work)
            reader = _Reader(work, fonts, n, found)
            reader.run(code, node.the("/Resources"), node.place, IDENTITY)
    return found


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
    alt: str = ""
    box: tuple[float, float, float, float] | None = None
    drawn: Any = None
    places: list[float] = field(default_factory=list)
    path: list[tuple[float, float]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    ground: Matrix = IDENTITY
    """The matrix in which a drawing is placed."""
    depth: int = 0

    def run(self, code: bytes, resources: Node, place: str, ctm: Matrix) -> None:
        """Follow a stream."""
        if self.depth > DEEP:
            raise TooMuchError(f"{place} is drawn by forms within forms")
        font: Font | None = None
        stack: list[tuple[Matrix, Font | None]] = []
        for operator, given in instructions(code, "", place, self.work):
            if operator == "q":
                stack.append((ctm, font))
            elif operator == "Q":
                ctm, font = stack.pop() if stack else (ctm, font)
            elif operator == "cm":
                ctm = matrix(times(ctm, matrix([number(each, "`cm`") for each in given], "`cm`")), "`cm`")
                self._placed(ctm)
            elif operator in ("BDC", "BMC"):
                self._open(operator, given)
            elif operator == "EMC":
                self._close()
            elif operator == "Tf":
                font = self._font(resources, str(given[0]))
            elif operator in _CODES:
                self._show(given[-1], font)
            elif operator == "Do":
                self._call(resources, str(given[0]), ctm)
            else:
                self._draw(operator, given, ctm)

    def _open(self, operator: str, given: Sequence[Any]) -> None:
        held = Node(given[1], "a mark") if operator == "BDC" and kind(given[1]) == "a dictionary" else None
        if held is None or not held.has("/MCID"):
            self.marks.append("aside")
        elif held.has("/Alt"):
            self.marks.append("drawing")
            self.alt, self.box, self.drawn, self.places = held.text("/Alt"), None, hashlib.sha256(), []
        else:
            self.marks.append("text")
            self.letters = []

    def _close(self) -> None:
        mark = self.marks.pop() if self.marks else "aside"
        if mark == "text" and self.letters:
            self.found.append(Seen(self.page, "".join(self.letters)))
        elif mark == "drawing":
            self.found.append(Seen(self.page, self.alt, Print(self.drawn.hexdigest(), tuple(self.places))))
            self.drawn = None

    def _placed(self, ctm: Matrix) -> None:
        """Note where what follows lies within the drawing, in its widths."""
        if self.drawn is None or self.box is None:
            return
        left, _, right, high = self.box
        a, b, c, d, e, f = ctm
        wide = right - left
        self.places += (a / wide, b / wide, c / wide, d / wide, (e - left) / wide, (high - f) / wide)
        self.drawn.update(b"cm")

    def _draw(self, operator: str, given: Sequence[Any], ctm: Matrix) -> None:
        if self.drawn is None:
            return
        if self.box is None:  # a drawing begins by being cut to its box
            if operator in _PATH and operator != "h":
                values = [number(each, operator) for each in given]
                a, b, c, d, e, f = ctm
                points = zip(values[::2], values[1::2], strict=True)
                self.path += [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
            elif operator == "n" and self.path:
                self.box, self.path, self.ground = around(self.path), [], ctm
                if self.box[2] - self.box[0] <= 0:
                    raise DamagedError("a drawing has no width")
            return
        numbers = (f"{number(each, operator):.3f}" for each in given if kind(each) == "a number")
        if operator in _PATH:
            self.lines.append(f"{' '.join(numbers)} {operator}")
        elif operator in _PAINT or operator == "n":  # a cut says nothing, nor does what is drawn around the drawing
            if operator != "n" and ctm != self.ground:
                self.drawn.update("\n".join((*self.lines, operator)).encode())
            self.lines.clear()
        elif operator in _LOOKS and ctm != self.ground:
            self.drawn.update(f"{' '.join(numbers)} {operator}\n".encode())

    def _font(self, resources: Node, name: str) -> Font:
        entry = resources.the("/Font").the(name)
        if entry.ident not in self.fonts:
            self.fonts[entry.ident] = Font(entry, self.work)
        return self.fonts[entry.ident]

    def _show(self, shown: Any, font: Font | None) -> None:
        if font is None:
            return
        pieces = array(shown, "`TJ`") if kind(shown) == "an array" else [shown]
        text = "".join(font.decode(bytes(piece))[0] for piece in pieces if kind(piece) == "a text")
        self.work.spend(4 + len(text), "a text")
        if self.drawn is not None:
            self.drawn.update(text.encode())
        elif self.marks and self.marks[-1] == "text":
            self.letters.append(text)

    def _call(self, resources: Node, name: str, ctm: Matrix) -> None:
        target = resources.the("/XObject").the(name)
        code = unpacked(target, self.work) if target.text("/Subtype", "") == "Form" else b""
        if self.drawn is not None and not code:
            self.drawn.update(f"{target.whole('/Width', 0)}x{target.whole('/Height', 0)}".encode())
        if code:
            self.depth += 1
            own = matrix(target.numbers("/Matrix", 6, IDENTITY), "/Matrix")
            self.run(code, target.node("/Resources") or resources, target.place, matrix(times(ctm, own), "/Matrix"))
            self.depth -= 1
