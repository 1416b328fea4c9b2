"""Font files: a font as a program or a site saved it in, a TrueType font of one style out, which all libraries read.

What is in OpenType's own outlines, packed for the web, one of a collection, or variable is made into that once: which
style of several is meant, its role says (`bold` is bold), or its name in the pack, after an `@`.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
import zlib
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print.cache import file_hash, lasting
from santy_print.diag import UnreadableError, foreign
from santy_print.output import read_plain
from santy_print.workers import scratch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from santy_print.pack import Pack

ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff2", ".woff")
"""Of two files of one name the first of these is meant."""
MAX_FONT = 50_000_000
BOLD = 600
"""From this weight on a font is bold."""
MAX_GLYPHS = 30_000
"""Outlines are made anew for so many glyphs at most: those of a large Chinese font take half a minute."""
MAX_CALLS = 50_000
"""So many pieces a letter of OpenType's own outlines may be put together of: some lead into each other for ever."""
DAMAGED = "it is damaged, or no font"
REPACKER = "fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"
"""Off where a font is written: what comes out must not depend on another library's version."""
KINDS = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf", b"wOFF", b"wOF2")
"""How a file of a font begins."""
BUNDLED = Path(__file__).parent.parent / "fonts"
NO_FONTS = (
    (b"<!doctype|<html", "it is a web page: the download failed"),
    (b"version https://git-lfs", "it only points to a file that Git LFS keeps: `git lfs pull` fetches that"),
    (b"PK\x03\x04", "it is a ZIP archive: unpack it"),
    (b"\x80\x01|%!PS-AdobeFont", "it is a Type 1 font: take its .otf or .ttf"),
    (b"\0\0\1\0\0\0", "it is a suitcase of an old Mac: take its .otf or .ttf"),
    (rb"\s*<\?xml|\s*<svg", "it is a drawing: take its .otf or .ttf"),
    (rb"(?s).{34}LP", "it is an EOT of an old browser: take its .otf or .ttf"),
    (rb"\Z", "it is empty"),
)
"""What files called like fonts are instead, by how they begin."""
COLOURS = ("COLR", "CPAL", "sbix", "CBDT", "CBLC", "SVG ")
"""Tables in which letters have colours of their own: printed are their outlines in one colour."""
_AXIS = re.compile(r"([A-Za-z]{4})=(-?[0-9]+(?:\.[0-9]+)?)")


class FontName(NamedTuple):
    """How a pack names a font: its file without an ending, and which of its styles is meant; "" is as its role says."""

    stem: str
    style: str


def parse_name(name: str) -> FontName:
    """Take a font's name apart: `Inter`, `Inter@SemiBold`, `Inter@wght=650,wdth=90`; an ending is left away."""
    stem, _, style = name.partition("@")
    whole = Path(stem)
    return FontName(whole.stem if whole.suffix.casefold() in ENDINGS else stem, style.strip())


def find_font(pack: Pack, name: str) -> Path | None:
    """The file of a font of the pack's own, whatever its ending is and in whatever letters that is written."""
    stem = parse_name(name).stem
    spelt = (form for ending in ENDINGS for form in (ending, ending.upper()))
    found = [path for form in spelt if (path := pack.file("fonts", f"{stem}{form}")) is not None]
    depth = {root: number for number, root in enumerate(pack.layers)}
    return min(found, key=lambda path: depth.get(path.parent.parent, len(depth)), default=None)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The style that is wanted of a font: how bold (400 is regular, 700 bold), whether italic, or what is asked for."""

    weight: float
    italic: bool
    asked: str


def plain_font(path: Path, role: str, style: str = "") -> Path:
    """The path of a TrueType font of one style: this one, or what is made of it; ValueError where it cannot be.

    What is made lies in this process's own folder; its name has the style in it, its family is called otherwise.
    """
    data = _read(path)
    if path.parent == BUNDLED or not _needs_work(data):
        if style:
            raise ValueError(f"it is of one style, and has no `{style}`")
        return path
    wanted = _Wanted(700 if role == "bold" else 400, role == "italic", style)
    tag = re.sub(r"[^\w=,.-]", "", style) or {"bold": "bold", "italic": "italic"}.get(role, "regular")
    made = lasting("font", (data, repr(wanted), tag, _maker()), partial(_made, data, wanted, tag))
    name = f"{path.stem}@{tag}.ttf"
    folder = scratch() / hashlib.sha256(name.encode("utf-8", "surrogateescape") + made).hexdigest()[:16]
    out = folder / name  # in a folder of its own: what libraries find in one is remembered
    if not out.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        out.write_bytes(made)
    return out


def _maker() -> str:
    """What makes fonts, as far as they may come out otherwise: this file and the library."""
    from fontTools import version

    return f"{version} {file_hash(Path(__file__))}"


def _read(path: Path) -> bytes:
    try:
        data = read_plain(path, MAX_FONT)
    except OSError as fault:
        raise ValueError(fault.strerror or DAMAGED) from None
    if data[:4] not in KINDS:
        raise ValueError(next((why for start, why in NO_FONTS if re.match(start, data[:100], re.IGNORECASE)), DAMAGED))
    return data


def unpacked_font(path: Path) -> bytes:
    """A font's file as it is when it is not packed for the web; ValueError where it is damaged, or too large."""
    data = _read(path)
    if data[:4] not in (b"wOFF", b"wOF2"):
        return data
    (_judge_woff if data[:4] == b"wOFF" else _judge_woff2)(data)
    try:
        with foreign():
            return _unpacked(data)
    except UnreadableError:
        raise ValueError(DAMAGED) from None


def _needs_work(data: bytes) -> bool:
    """Whether a file is a font of another kind than a TrueType one of one style that all libraries read."""
    if data[:4] not in (b"\0\1\0\0", b"true"):
        return True
    tables = _tables(data)
    if not tables or {"fvar", *COLOURS} & tables.keys():
        return bool(tables)
    return bool(NEEDED - tables.keys()) or not (_has_codes(data, tables) and _has_name(data, tables))


NEEDED = {"OS/2", "post", "name"}
"""What libraries ask of a font, and old ones lack: it is made up."""


def _tables(data: bytes) -> dict[str, int]:
    """Where the tables of a TrueType font begin, by their names."""
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        entries = [struct.unpack_from(">4s4xL", data, 12 + 16 * n) for n in range(min(count, 100))]
    except struct.error:
        return {}
    return {tag.decode("latin-1"): place for tag, place in entries}


def _has_codes(data: bytes, tables: Mapping[str, int]) -> bool:
    """Whether a font says which letters it has by Unicode; fonts of signs and old ones of a Mac do not."""
    place = tables.get("cmap", len(data))
    try:
        (count,) = struct.unpack_from(">H", data, place + 2)
        kinds = [struct.unpack_from(">HH", data, place + 4 + 8 * n) for n in range(min(count, 100))]
    except struct.error:
        return True  # damaged, which is told where it is read
    return not kinds or any(platform == 0 or (platform == 3 and code in (1, 10)) for platform, code in kinds)


def _has_name(data: bytes, tables: Mapping[str, int]) -> bool:
    """Whether a font says its family in letters that can be read."""
    from fontTools.ttLib import newTable

    names = newTable("name")
    try:
        with foreign():
            names.decompile(data[tables["name"] :], None)
            called = "".join(names.getDebugName(number) or "" for number in (1, 16))
    except UnreadableError:
        return True
    return bool(called) and called == _readable(called)


def _readable(name: str) -> str:
    return "".join(char for char in name if unicodedata.category(char)[0] != "C")


def _made(data: bytes, wanted: _Wanted, tag: str) -> bytes:
    """A font as a plain TrueType one of the style that is wanted."""
    from santy_print.faces.typeset import opened_bytes

    if data[:4] in (b"wOFF", b"wOF2"):
        (_judge_woff if data[:4] == b"wOFF" else _judge_woff2)(data)
    try:
        with foreign():
            data = _unpacked(data) if data[:4] in (b"wOFF", b"wOF2") else data
            number = _member(data, wanted) if data[:4] == b"ttcf" else -1
        font = opened_bytes(data, number)
        with foreign():
            count = font["maxp"].numGlyphs
            font.recalcTimestamp = False
            place = _place(font, wanted) if "fvar" in font else None
            if place is None and wanted.asked and number < 0:
                raise _NoStyle(_styles(font))
            if place is not None:
                font = _instance(font, place)
            _complete(font)
            if "CFF " in font or "CFF2" in font:
                if count > MAX_GLYPHS:
                    raise _TooMany
                _redraw(font)
            _rename(font, tag)
            out = BytesIO()
            font.cfg[REPACKER] = False
            font.save(out, reorderTables=False)
    except UnreadableError as fault:
        if isinstance(fault.__cause__, _NoStyle):
            raise ValueError(str(fault.__cause__)) from None
        if isinstance(fault.__cause__, _NoOutlines):
            raise ValueError("its letters are pictures, not outlines: take a font that is of one colour") from None
        if isinstance(fault.__cause__, _TooMany):
            raise ValueError(f"it has more than {MAX_GLYPHS:,} letters in outlines that are not TrueType") from None
        raise ValueError(DAMAGED) from None
    return out.getvalue()


class _TooMany(Exception):
    """More glyphs than are made anew."""


class _NoOutlines(Exception):
    """Letters that are pictures alone, as those of emoji."""


class _NoStyle(Exception):
    """A font has no style of the name that is asked for, or none that is bold."""

    def __init__(self, known: Sequence[str], why: str = "it has no style of that name") -> None:
        """With the names of those that it has."""
        some = f": it has {', '.join(f'`{one}`' for one in known[:12])}" if known else ""
        super().__init__(f"{why}{some}")


# --- packed for the web --------------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> bytes:
    """A font as it was before it was packed."""
    from fontTools.ttLib import TTFont

    out = BytesIO()
    with TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False, lazy=True) as font:
        font.flavor = None
        font.cfg[REPACKER] = False
        font.save(out, reorderTables=False)
    return out.getvalue()


def _judge_woff(data: bytes) -> None:
    """Unpack each table as far as a font may be large; ValueError where it is more, or nothing."""
    try:
        (count,) = struct.unpack_from(">H", data, 12)
        total = 0
        for n in range(count):
            _, place, packed, length, _ = struct.unpack_from(">5L", data, 44 + 20 * n)
            total += length
            if total > MAX_FONT:
                break
            if packed < length:
                unpacked = zlib.decompressobj().decompress(data[place : place + packed], length + 1)
                if len(unpacked) != length:
                    raise ValueError(DAMAGED)
    except (struct.error, zlib.error):
        raise ValueError(DAMAGED) from None
    if total > MAX_FONT:
        raise ValueError(f"it holds more than {MAX_FONT // 1_000_000} MB once it is unpacked")


PORTION = 64
"""So many bytes are unpacked at a time: what a few bytes may stand for is bounded by that."""


def _judge_woff2(data: bytes) -> None:
    """Unpack the one stream of a WOFF2 as far as a font may be large."""
    import brotli

    try:
        packed = struct.unpack_from(">L", data, 20)[0]
        (count,) = struct.unpack_from(">H", data, 12)
        if count > 100:
            raise ValueError(DAMAGED)
        place = _stream(data, count)
        stream, total = brotli.Decompressor(), 0
        for at in range(place, min(place + packed, len(data)), PORTION):
            total += len(stream.process(data[at : min(at + PORTION, place + packed)]))
            if total > MAX_FONT:
                break
    except (struct.error, IndexError, brotli.error):
        raise ValueError(DAMAGED) from None
    if total > MAX_FONT:
        raise ValueError(f"it holds more than {MAX_FONT // 1_000_000} MB once it is unpacked")


def _stream(data: bytes, count: int) -> int:
    """Where the packed stream of a WOFF2 begins: behind its head and the list of its tables."""
    at = 48
    for _ in range(count):
        flags = data[at]
        at += 1
        name = flags & 63
        tag = data[at : at + 4] if name == 63 else b""
        at += 4 * (name == 63)
        at = _after_number(data, at)
        shape = name in (10, 11) or tag in (b"glyf", b"loca")
        if (flags >> 6 != 3) if shape else (flags >> 6):
            at = _after_number(data, at)
    return at


def _after_number(data: bytes, at: int) -> int:
    """Behind a number of which the first bit of each byte says whether there are more."""
    while data[at] & 128:
        at += 1
    return at + 1


# --- one style of several ------------------------------------------------------------------------------------------


def _member(data: bytes, wanted: _Wanted) -> int:
    """Which font of a collection is meant."""
    from fontTools.ttLib import TTFont

    (count,) = struct.unpack_from(">L", data, 8)
    found: list[tuple[float, int]] = []
    names: list[str] = []
    for number in range(min(count, 200)):
        font = TTFont(BytesIO(data), fontNumber=number, lazy=True)
        style = font["name"].getBestSubFamilyName() or ""
        names.append(f"{font['name'].getBestFamilyName()} {style}")
        if wanted.asked:
            if _same(wanted.asked, style) or _same(wanted.asked, names[-1]) or wanted.asked == str(number + 1):
                return number
            continue
        slanted = bool(font["OS/2"].fsSelection & 1)
        found.append((abs(font["OS/2"].usWeightClass - wanted.weight) + 2_000 * (slanted != wanted.italic), number))
    if not found:
        raise _NoStyle(names)
    return min(found)[1]


def _same(one: str, other: str) -> bool:
    """Whether two names of styles are alike but for blanks, hyphens and capitals."""
    plain = [re.sub(r"[\s_-]", "", name).casefold() for name in (one, other)]
    return plain[0] == plain[1]


def _place(font: Any, wanted: _Wanted) -> dict[str, float]:
    """Where on the axes of a variable font the style lies that is wanted."""
    axes = {axis.axisTag: axis for axis in font["fvar"].axes}
    place = {tag: axis.defaultValue for tag, axis in axes.items()}
    if not wanted.asked:
        if wanted.weight >= BOLD and axes.get("wght") and axes["wght"].maxValue < BOLD:
            raise _NoStyle((), f"none of its styles is bold: the boldest has a weight of {axes['wght'].maxValue:g}")
        place |= {"wght": wanted.weight} if "wght" in axes else {}
        if wanted.italic:
            place |= {"ital": 1.0} if "ital" in axes else {"slnt": axes["slnt"].minValue} if "slnt" in axes else {}
    elif pairs := _AXIS.findall(wanted.asked):
        if unknown := [tag for tag, _ in pairs if tag not in axes]:
            raise _NoStyle([*(f"{tag}=..." for tag in axes if tag not in unknown), *_styles(font)])
        place |= {tag: float(value) for tag, value in pairs}
    else:
        styles = dict(zip(_styles(font), font["fvar"].instances, strict=True))
        found = next((one for name, one in styles.items() if _same(name, wanted.asked)), None)
        if found is None:
            raise _NoStyle([*styles, *(f"{tag}=..." for tag in axes)])
        place |= found.coordinates
    return {tag: min(max(value, axes[tag].minValue), axes[tag].maxValue) for tag, value in place.items()}


def _styles(font: Any) -> list[str]:
    """The names of a variable font's styles."""
    if "fvar" not in font:
        return []
    return [font["name"].getDebugName(one.subfamilyNameID) or "" for one in font["fvar"].instances]


def _instance(font: Any, place: dict[str, float]) -> Any:
    """A variable font at one place of its axes."""
    from fontTools.varLib import instancer

    from santy_print.faces.composites import judge_parts

    if "glyf" in font:
        judge_parts(font)
    return instancer.instantiateVariableFont(font, place, inplace=True, overlap=True)


# --- what is lacking, and what is too much -------------------------------------------------------------------------


def _complete(font: Any) -> None:
    """Give a font what all libraries ask of one, and take away the colours of its letters."""
    from fontTools.fontBuilder import FontBuilder

    if "cmap" in font and not font.getBestCmap():
        FontBuilder(font=font).setupCharacterMap(_codes_of(font["cmap"].tables))
    if "glyf" not in font and "CFF " not in font and "CFF2" not in font:
        raise _NoOutlines if any(table in font for table in COLOURS) else EOFError
    if "glyf" in font and any(table in font for table in ("sbix", "CBDT", "SVG ")):
        letters = [name for code, name in font.getBestCmap().items() if chr(code).isalnum()]
        if letters and not any(font["glyf"][name].numberOfContours for name in letters):
            raise _NoOutlines
    for table in COLOURS:
        if table in font:
            del font[table]
    if "OS/2" not in font:
        head = font["hhea"]
        FontBuilder(font=font).setupOS2(sTypoAscender=head.ascent, sTypoDescender=head.descent, usWeightClass=400)
    if "post" not in font:
        FontBuilder(font=font).setupPost(keepGlyphNames=False)
    if "name" not in font:
        FontBuilder(font=font).setupNameTable({})


def _codes_of(tables: Sequence[Any]) -> dict[int, str]:
    """The characters of a font of signs, which stand where letters do, or of an old one of a Mac."""
    out: dict[int, str] = {}
    for table in tables:
        for code, name in table.cmap.items():
            if (table.platformID, table.platEncID) == (3, 0):
                out |= {code: name, **({code & 0xFF: name} if 0xF020 <= code <= 0xF0FF else {})}
            elif (table.platformID, table.platEncID) == (1, 0) and code < 256:
                out.setdefault(ord(bytes([code]).decode("mac_roman")), name)
    return {code: name for code, name in out.items() if code >= 32}


def oddities(data: bytes) -> Iterator[tuple[str, str, str]]:
    """What of a font's file a person should know who prints with it: a code, what it is, what to do."""
    from santy_print.faces.typeset import opened_bytes

    try:
        with foreign():
            data = _unpacked(data) if data[:4] in (b"wOFF", b"wOF2") else data
            font = opened_bytes(data, 0 if data[:4] == b"ttcf" else -1)
            coloured, allowed = any(table in font for table in COLOURS), getattr(font.get("OS/2"), "fsType", 0)
    except UnreadableError:
        return
    if coloured:
        hint = "print those letters as pictures where their colours matter"
        yield (
            "font-colours",
            "has letters in colours of their own: they are printed in the one colour of the text",
            hint,
        )
    if allowed & 0x20F == 0x002 or allowed & 0x200:
        hint = "ask for a licence that allows it, or take another font, before you pass the files on"
        yield "font-licence", "says that it may not be embedded in files, as a PDF does", hint


def named_font(path: Path, family: str, role: str) -> Path:
    """The path of a copy of a TrueType font, called as nothing else is, and of the style that a role is."""
    data = read_plain(path, MAX_FONT)
    made = lasting("named font", (data, family, role, _maker()), partial(_named, data, family, role))
    folder = (
        scratch()
        / hashlib.sha256(f"{path.name} {family} {role}".encode("utf-8", "surrogateescape") + made).hexdigest()[:16]
    )
    out = folder / path.name
    if not out.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        out.write_bytes(made)
    return out


def _named(data: bytes, family: str, role: str) -> bytes:
    from santy_print.faces.typeset import opened_bytes

    try:
        font = opened_bytes(data)
        with foreign():
            font.recalcTimestamp = font.recalcBBoxes = False
            names, bold, italic = font["name"], role == "bold", role == "italic"
            names.names = [each for each in names.names if each.nameID not in (1, 2, 4, 16, 17, 21, 22, 25)]
            for number, text in ((1, family), (2, role.title() if bold or italic else "Regular"), (4, family)):
                names.setName(text, number, 3, 1, 0x409)
            font["OS/2"].usWeightClass, font["OS/2"].usWidthClass = 700 if bold else 400, 5
            kept = font["OS/2"].fsSelection & ~0b1001100001
            font["OS/2"].fsSelection = kept | (32 if bold else 1 if italic else 64)
            font["head"].macStyle = bold + 2 * italic
            out = BytesIO()
            font.cfg[REPACKER] = False
            font.save(out, reorderTables=False)
    except UnreadableError:
        raise ValueError(DAMAGED) from None
    return out.getvalue()


# --- outlines ------------------------------------------------------------------------------------------------------


def _redraw(font: Any) -> None:
    """Replace OpenType's own outlines by TrueType's: a thousandth of the square is as far as they may be apart."""
    from fontTools.misc.psCharStrings import T2OutlineExtractor
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    calls = 0

    class Counted(T2OutlineExtractor):  # type: ignore[misc]  # the library has no types
        """Draws a letter, and gives up where it never ends."""

        def execute(self, *args: Any, **named: Any) -> None:
            nonlocal calls
            calls += 1
            if calls > MAX_CALLS:
                raise OverflowError
            super().execute(*args, **named)

    order = font.getGlyphOrder()
    kind = "CFF " if "CFF " in font else "CFF2"
    strings = font[kind].cff.topDictIndex[0].CharStrings
    drawn, glyphs = font.getGlyphSet(), {}
    error = font["head"].unitsPerEm / 1000
    for name in order:
        calls = 0
        strings[name].outlineExtractor = Counted
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    shapes = font["glyf"] = newTable("glyf")
    shapes.glyphOrder, shapes.glyphs = order, glyphs
    font["loca"] = newTable("loca")
    metrics = font["hmtx"].metrics
    for name, glyph in glyphs.items():
        glyph.recalcBounds(shapes)
        metrics[name] = metrics[name][0], getattr(glyph, "xMin", 0)
    largest = font["maxp"]
    largest.tableVersion = 0x00010000
    for field in ("Zones", "TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(largest, f"max{field}", 1 if field == "Zones" else 0)
    largest.maxSizeOfInstructions = largest.maxComponentElements = 0
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}
    for table in (kind, "VORG"):
        if table in font:
            del font[table]
    font.sfntVersion = "\0\1\0\0"


def _rename(font: Any, tag: str) -> None:
    """Call a font's family otherwise than that of the file it was made of: a library that looks for it finds both."""
    names = font["name"]
    called = f"{_readable(names.getBestFamilyName() or '') or 'Font'} {tag}"
    names.names = [record for record in names.names if record.nameID not in (1, 4, 6, 16, 17, 21, 22, 25)]
    names.setName(called, 1, 3, 1, 0x409)
    names.setName(called, 4, 3, 1, 0x409)
    names.setName(re.sub(r"[^A-Za-z0-9-]", "", called)[:60] or "Font", 6, 3, 1, 0x409)
    for table in ("DSIG", "STAT", "meta"):
        if table in font:
            del font[table]
