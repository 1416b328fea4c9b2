"""The same file by hand: pages in, the source of a plain reportlab script out that draws exactly what they show.

The pages are drawn once and every canvas call is noted. The script holds those calls and nothing else: no layout, no
lookup, no cache; a function for each form and each page, paths built by `moveTo`, `lineTo` and `curveTo` as a person
writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from reportlab.lib.colors import Color
from reportlab.pdfgen.pathobject import PDFPathObject

from santy_print import pdf
from santy_print.sheets import Page

HEAD = """\
import io
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

"""


class Noted:
    """A canvas that notes every call as a line of source and draws it, too."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.blocks: list[list[str]] = [[]]
        self.colours: dict[str, str] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.canvas, name)
        if not callable(found) or name in ("beginPath", "save"):
            return found

        def call(*args: Any, **named: Any) -> Any:
            self.note(name, args, named)
            return found(*args, **named)

        return call

    def note(self, name: str, args: Sequence[Any], named: dict[str, Any]) -> None:
        """Write a call down; a new function begins with each form and after each page."""
        if name == "beginForm":
            self.blocks.append([])
        shown = [self.value(a) for a in args] + [f"{k}={self.value(v)}" for k, v in named.items()]
        self.blocks[-1].append(f"c.{name}({', '.join(shown)})")
        if name in ("endForm", "showPage"):
            self.blocks.append([])

    def value(self, value: Any) -> str:
        """An argument as source; a path is built in the lines before its call."""
        if isinstance(value, PDFPathObject):
            codes: list[str] = vars(value)["_code"]
            self.blocks[-1].append("p = c.beginPath()")
            self.blocks[-1] += [_segment(code) for code in codes if not code.startswith("n")]
            return "p"
        if isinstance(value, Color):
            return self.colours.setdefault(repr(value), f"C{len(self.colours)}")
        return repr(value)


def _segment(code: str) -> str:
    *numbers, op = code.split()
    verb = {"m": "moveTo", "l": "lineTo", "c": "curveTo", "h": "close"}[op]
    return f"p.{verb}({', '.join(numbers)})"


def noted(pages: Sequence[Page], info: pdf.Info) -> Noted:
    """Draw pages once, every call noted."""
    made: list[Noted] = []
    real = pdf._canvas

    def canvas(*args: Any) -> Noted:
        made.append(Noted(real(*args)))
        return made[-1]

    with patch.object(pdf, "_canvas", canvas):
        pdf.write_pdf(pages, info)
    return made[0]


def script(pages: Sequence[Page], info: pdf.Info) -> str:
    """The source of a module whose `draw()` returns the bytes of the file."""
    note = noted(pages, info)
    out = [HEAD]
    out += [f"{name} = {text}" for text, name in note.colours.items()]
    blocks = [block for block in note.blocks if block]
    for n, block in enumerate(blocks):
        out += ["", "", f"def part_{n}(c):", *(f"    {line}" for line in block)]
    size, font = note.canvas._pagesize, note.canvas._initialFontName
    how = f"pageCompression=1, invariant=1, initialFontName={font!r}, lang={info.language!r}"
    out += ["", "", "def draw():", f"    c = Canvas(io.BytesIO(), {size!r}, {how})"]
    out += [f"    part_{n}(c)" for n in range(len(blocks))]
    out += ["    c.save()", "    return c._filename.getvalue()", ""]
    return "\n".join(out)


def load(source: str, keep: Path | None = None) -> Callable[[], bytes]:
    """The script's `draw`, compiled; the fonts it names are registered in this process already."""
    if keep:
        keep.write_text(source, encoding="utf-8")
    space: dict[str, Any] = {}
    exec(compile(source, "bare.py", "exec"), space)
    draw: Callable[[], bytes] = space["draw"]
    return draw
