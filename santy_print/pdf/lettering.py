"""Lettering: pieces of lines as a PDF shows them, each glyph where it was shaped; a font in which glyphs have codes.

A glyph that is what its font has for one character goes by that, any other (a ligature, a letter as it is joined) by a
code of its own, and the file's table says for which characters it stands: so a text that is copied or searched is the
text that was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

from santy_print.faces.shaping import laid

if TYPE_CHECKING:
    from santy_print.faces.frames import Letters
    from santy_print.faces.shaping import Glyph

LAST = 0x10FFFD
"""Codes of glyphs are counted down from here, where no language has a letter."""
PT = 72 / 25.4


class ShapedFont(TTFont):
    """A font with codes for glyphs that stand for no character by themselves."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """As the library makes it."""
        super().__init__(*given, **named)
        self.codes: dict[tuple[int, str], int] = {}
        self.texts: dict[int, str] = {}

    def code(self, glyph: Glyph, turned: bool) -> int:
        """The code of a glyph; in a row that is read from its end, the end of its text is first."""
        if glyph.plain:
            return ord(glyph.text)
        key = glyph.number, glyph.text[::-1] if turned else glyph.text
        if key not in self.codes:
            face, code = self.face, LAST - len(self.codes)
            while code in face.charToGlyph:
                code -= 1
            face.charToGlyph[code] = glyph.number
            face.charWidths[code] = glyph.advance
            self.codes[key], self.texts[code] = code, key[1]
        return self.codes[key]

    def addObjects(self, doc: Any) -> None:
        """Write the fonts into a file, each with a table that tells for which characters its codes stand."""
        subsets = self.state[doc].subsets
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = b"".join((SUBSETN(number), b"+", self.face.name, self.face.subfontNameX)).decode("pdfdoc")
            table = doc.idToObject[f"toUnicodeCMap:{name}"]
            for n, code in enumerate(subset):
                if code > 0xFFFF:
                    text = self.texts.get(code, chr(code)).encode("utf-16-be").hex().upper()
                    table.content = table.content.replace(f"\n<{n:02X}> <{code:04X}>\n", f"\n<{n:02X}> <{text}>\n")


class _Line:
    """The operators of one piece of a line, while it is written."""

    def __init__(self, canvas: Any, item: Letters, name: str) -> None:
        """Begin at the left end of the piece."""
        self.canvas, self.item = canvas, item
        self.font: Any = pdfmetrics.getFont(name)
        self.out = [f"BT 1 0 0 1 {item.x * PT:.4f} {-item.y * PT:.4f} Tm"]
        self.shown: list[str] = []
        self.text = b""
        self.subset, self.up, self.pen = -1, 0.0, 0.0

    def put(self, glyph: Glyph, right: float, up: float) -> None:
        """Put a glyph at its place, in thousandths of the size."""
        code = self.font.code(glyph, self.item.way == "rtl")
        ((subset, byte),) = self.font.splitString(chr(code), self.canvas._doc)
        if subset != self.subset or abs(up - self.up) > 0.5:
            self.flush()
        if subset != self.subset:
            self.subset = subset
            self.out.append(f"{self.font.getSubsetInternalName(subset, self.canvas._doc)} {self.item.size:g} Tf")
        if abs(up - self.up) > 0.5:
            self.up = up
            self.out.append(f"{up * self.item.size / 1000:.4f} Ts")
        if step := round(right - self.pen):
            self.close()
            self.shown.append(str(-step))
            self.pen += step
        self.text += byte
        self.pen += self.font.face.getCharWidth(code)

    def close(self) -> None:
        """End a row of glyphs that stand as far apart as they do by themselves."""
        if self.text:
            self.shown.append(f"({self.canvas._escape(self.text)})")
            self.text = b""

    def flush(self) -> None:
        """Show what was put down."""
        self.close()
        if self.shown:
            one = len(self.shown) == 1 and self.shown[0].startswith("(")
            self.out.append(f"{self.shown[0]} Tj" if one else f"[{''.join(self.shown)}] TJ")
            self.shown = []


def lettering(canvas: Any, item: Letters, name: str) -> list[str]:
    """The operators that show a piece of a line in a font that the canvas knows by a name."""
    line, unit = _Line(canvas, item, name), item.size * 25.4 / 72 / 1000
    for one in laid(item):
        if one.glyph.text:
            line.put(one.glyph, (one.x - item.x) / unit, (item.y - one.y) / unit)
    line.flush()
    if line.up:
        line.out.append("0 Ts")
    if len(line.out) == 1:
        return []
    # Readers take what lies from left to right and turn it around where its letters run from the right.
    turned = item.way == "rtl"
    return [*["/ReversedChars BMC"] * turned, " ".join([*line.out, "ET"]), *["EMC"] * turned]
