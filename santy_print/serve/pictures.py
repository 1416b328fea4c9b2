"""Pictures: a face in, its SVG for a page out: by itself, letters as outlines, nothing in it that a browser would run.

What a face draws beyond its cut is in it, too, and shown by the picture `with_bleed`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from santy_print.faces import Frame, Shape
from santy_print.faces.art import rounded
from santy_print.faces.frames import Letters
from santy_print.faces.outlined import glyph_outline
from santy_print.faces.shaping import laid
from santy_print.faces.typeset import MM_PER_PT
from santy_print.svg import Shared, path_data

_ROOT = re.compile(rb'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 [\d. ]+" data-bleed="([\d.]+)"')
_CUT = re.compile(rb'<g id="cut" clip-path="[^"]+">')
PAPER = "#ffffff"
"""What a face is printed on."""
LOOK = 'stroke-linecap="round" stroke-linejoin="round"'


@dataclass(slots=True)
class _Lettered(Shared):
    """Writes each letter as an outline, once for all its places: a line as one outline would be kept by nobody's wish
    in what remembers outlines, and takes three times as long to write.
    """

    _glyphs: dict[tuple[Path, int], str] = field(default_factory=dict)

    def _letters(self, item: Letters) -> str:
        scale = item.size * MM_PER_PT / 1000
        placed = [
            f'<use href="#{self._glyph(item.font, one.glyph.number)}" x="{one.x / scale:.1f}" y="{one.y / scale:.1f}"/>'
            for one in laid(item)
            if glyph_outline(item.font, one.glyph.number)
        ]
        return f'<g fill="{item.colour}" transform="scale({scale:.6f})">{"".join(placed)}</g>'

    def _glyph(self, font: Path, number: int) -> str:
        """The id of a letter's outline, in thousandths of its font's square."""
        key = (font, number)
        if key not in self._glyphs:
            id = self._glyphs[key] = f"g{len(self._glyphs)}"
            self.parts[id] = f'<path id="{id}" d="{path_data(glyph_outline(font, number))}"/>'
        return self._glyphs[key]


def drawn(frame: Frame) -> bytes:
    """A face within its cut."""
    shared = _Lettered(lambda path: "")
    by = frame.bleed
    paper = Shape(rounded(-by, -by, frame.width + 2 * by, frame.height + 2 * by, 0.0), PAPER, None)
    body = shared.items((paper, *frame.items))
    clipped = shared.cut_to(frame.outline, body).replace("<g ", '<g id="cut" ', 1)
    wide, high = f"{frame.width:.3f}", f"{frame.height:.3f}"
    size = f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" data-bleed="{frame.bleed:.3f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {LOOK}><defs>{shared.defs()}</defs>{clipped}</svg>'.encode()


def with_bleed(picture: bytes) -> bytes:
    """The same face with what it draws beyond its cut, on a picture so much larger."""
    found = _ROOT.search(picture)
    if found is None:
        return picture
    wide, high, bleed = (float(value) for value in found.groups())
    across, down = wide + 2 * bleed, high + 2 * bleed
    size = f'width="{across:.3f}mm" height="{down:.3f}mm" viewBox="{-bleed:.3f} {-bleed:.3f} {across:.3f} {down:.3f}"'
    return _CUT.sub(b"<g>", picture[: found.start()] + size.encode() + picture[found.end() :], count=1)
