"""Fonts as programs and sites save them, made of a bundled one: for tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import Any

from fontTools import subset
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from santy_print.faces.font_files import REPACKER
from santy_print.faces.typeset import bundled_fonts

LETTERS = f" {ascii_letters}{digits}{punctuation}ąćęłńóśźżĄĆĘŁŃÓŚŹŻéèêàçîôûëïüöäß“”„«»’…–—·×−→★\u00a0\u202f\u00ad"


def small(name: str = "SourceSerif4-Regular", family: str = "Mine") -> Any:
    """A bundled font cut to some letters, with another family's name."""
    return TTFont(BytesIO(_small(name, family)), recalcTimestamp=False)


@cache
def _small(name: str, family: str) -> bytes:
    font = TTFont(bundled_fonts() / f"{name}.ttf", recalcTimestamp=False)
    options = subset.Options(notdef_outline=True, glyph_names=True, hinting=False, layout_features=[])
    cutter = subset.Subsetter(options)
    cutter.populate(text=LETTERS)
    cutter.subset(font)
    for number in (1, 16):
        font["name"].setName(family, number, 3, 1, 0x409)
    return bytes_of(font)


def bytes_of(font: Any, flavor: str | None = None) -> bytes:
    """A font as a file, packed for the web where wanted (`woff`, `woff2`)."""
    out = BytesIO()
    font.flavor = flavor
    font.cfg[REPACKER] = False
    font.save(out, reorderTables=False)
    return out.getvalue()


def postscript(font: Any, calls: int = 0) -> bytes:
    """A font in OpenType's own outlines; with `calls` its letter A calls itself in parts, so many times ten."""
    drawn, strings, widths = font.getGlyphSet(), {}, {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(drawn[name].width, drawn)
        drawn[name].draw(pen)
        strings[name], widths[name] = pen.getCharString(), (drawn[name].width, 0)
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(font.getGlyphOrder())
    builder.setupCharacterMap(font.getBestCmap())
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupNameTable({"familyName": "Drawn", "styleName": "Regular"})
    builder.setupOS2(sCapHeight=font["OS/2"].sCapHeight, usWeightClass=400)
    builder.setupPost()
    builder.setupCFF("Drawn-Regular", {"FullName": "Drawn"}, strings, {})
    if calls:
        builder.font.recalcBBoxes = False  # which draws all letters
        _call_without_end(builder.font, calls)
    return bytes_of(builder.font)


def _call_without_end(font: Any, depth: int) -> None:
    """Ten calls of a part that has ten calls of the next: a letter of a few bytes that is never drawn to its end."""
    from fontTools.cffLib import SubrsIndex
    from fontTools.misc.psCharStrings import T2CharString

    top = font["CFF "].cff.topDictIndex[0]
    parts = SubrsIndex()
    for number in range(depth):
        last = number == depth - 1
        parts.append(T2CharString(program=["return"] if last else [number + 1 - 107, "callsubr"] * 10 + ["return"]))
    top.Private.Subrs = parts
    top.CharStrings["A"].program = [-107, "callsubr", "endchar"]


def without(font: Any, *tables: str) -> Any:
    """A font that lacks some tables."""
    for table in tables:
        del font[table]
    return font


def coloured(font: Any, outlines: bool = True) -> Any:
    """A font of which one letter has colours; or all are pictures, and none has an outline."""
    palette = [[(1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)]]
    if outlines:
        font["COLR"], font["CPAL"] = buildCOLR({"A": [("A", 0), ("O", 1)]}), buildCPAL(palette)
        return font
    for name in font.getGlyphOrder():
        font["glyf"][name] = TTGlyphPen(None).glyph()
    font["SVG "] = newTable("SVG ")
    font["SVG "].docList, font["SVG "].compressed = [('<svg id="glyph1"/>', 1, 1)], False
    return font


def coded(font: Any, platform: int, encoding: int) -> Any:
    """A font that has its first letters in a table of signs (3, 0), or in one of an old Mac (1, 0), and no other."""
    known, table = font.getBestCmap(), CmapSubtable.newSubtable(4 if platform == 3 else 0)
    table.platformID, table.platEncID, table.language = platform, encoding, 0
    if platform == 3:
        table.cmap = {0xF000 + code: name for code, name in known.items() if code < 256}
    else:
        table.cmap = {n: known.get(ord(bytes([n]).decode("mac_roman")), ".notdef") for n in range(32, 256)}
    font["cmap"].tables = [table]
    return font


def variable(font: Any, heaviest: float = 900, broader: int = 40) -> bytes:
    """A variable font of TrueType outlines: regular at 400, which is its default, broader at its heaviest."""
    builder = FontBuilder(font=font)
    builder.setupFvar(
        [("wght", 100, 400, heaviest, "Weight"), ("slnt", -10, 0, 0, "Slant")],
        [
            {"location": {"wght": 400, "slnt": 0}, "stylename": "Regular"},
            {"location": {"wght": heaviest, "slnt": 0}, "stylename": "Extra Heavy"},
        ],
    )
    variations = {}
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        points = 0 if glyph.numberOfContours <= 0 else len(glyph.coordinates)
        wide = [(broader if n % 2 else 0, 0) for n in range(points)] + [(0, 0), (broader, 0), (0, 0), (0, 0)]
        heavy = TupleVariation({"wght": (0.0, 1.0, 1.0)}, wide)
        slanted = TupleVariation({"slnt": (-1.0, -1.0, 0.0)}, [(7, 0)] * points + [(0, 0)] * 4)
        variations[name] = [] if glyph.isComposite() else [heavy, slanted]
    builder.setupGvar(variations)
    return bytes_of(builder.font)


def collection(fonts: Sequence[Any]) -> bytes:
    """Several fonts in one file."""
    made, out = TTCollection(), BytesIO()
    made.fonts = [TTFont(BytesIO(bytes_of(font)), cfg={REPACKER: False}) for font in fonts]
    made.save(out)
    return out.getvalue()


def bounds(path: Path, letter: str = "H") -> tuple[float, ...]:
    """The box of a letter in thousandths of the font's square."""
    with TTFont(path) as font:
        drawn, pen = font.getGlyphSet(), BoundsPen(font.getGlyphSet())
        drawn[font.getBestCmap()[ord(letter)]].draw(pen)
        return tuple(round(value * 1000 / font["head"].unitsPerEm) for value in pen.bounds)
