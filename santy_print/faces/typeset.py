"""Typeset: runs of text and a box in, placed lines out.

Wrap, then shrink to the style's minimum, then say by how much it fails.
"""

from __future__ import annotations

import errno
import re
import struct
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from io import BytesIO
from itertools import islice, pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from santy_print.diag import PackError, Report, UnreadableError, did_you_mean, foreign, register
from santy_print.faces.bidi import runs_from_right
from santy_print.faces.composites import honest_parts
from santy_print.faces.font_files import DAMAGED, ENDINGS, MAX_FONT, find_font, oddities, parse_name, plain_font
from santy_print.faces.frames import Letters
from santy_print.faces.hyphens import SOFT_HYPHEN, hyphenated
from santy_print.faces.lines import (
    IconSlot,
    Piece,
    Placed,
    Word,
)
from santy_print.faces.shaping import UNSEEN, WITHOUT_BLANKS, Laid, Way, advance, forget, laid, shape, units
from santy_print.faces.wrap import (
    Column,
    Lines,
    has_commas,
    line_width,
    parted_at_commas,
    wrap,
    wrap_alike,
    wrap_evenly,
)
from santy_print.output import read_plain

if TYPE_CHECKING:
    from santy_print.diag import Span
    from santy_print.faces.art import Box
    from santy_print.pack import Pack
    from santy_print.text import Locale, Run

register("font-missing", "a font the pack names is neither in its fonts folder nor bundled")
register("font-unusable", "a font file cannot be used")
register("font-colours", "a font has letters in colours of their own, which are printed in one")
register("font-licence", "a font says of itself that it may not be embedded in files")

MM_PER_PT = 25.4 / 72
MAX_KNOWN = 20_000
"""Of so many texts a font remembers how wide they are."""
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
NARROW_SPACE = "\u202f"
TIE = "\u00a0"
READ_FROM = 7.0
"""The smallest text that reads well in print, pt."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set.

    Font role, sizes in pt, leading as a factor of the size, colour role, place in its box. At a `comma`, or where there
    is none before the first of the words `before`, a new line begins where each part then has one line. Words are
    parted as their language does where the style says `hyphenate`.
    """

    font: str = "text"
    size: float = 9.0
    least: float = 7.0
    leading: float = 1.18
    colour: str = "ink"
    align: str = "left"
    valign: str = "top"
    balance: bool | None = None
    comma: bool = False
    before: tuple[str, ...] = ()
    hyphenate: bool = False


@dataclass(frozen=True, slots=True)
class Font:
    """A TTF: which characters it has and how wide they are by themselves (in thousandths of the size)."""

    path: Path
    widths: dict[int, float]
    ascent: float
    descent: float
    cap_height: float
    language: str = ""
    """The language in which its letters are set."""
    _known: dict[tuple[str, Way], float] = field(default_factory=dict, init=False, compare=False, repr=False)

    def width(self, text: str, size: float, way: Way = "") -> float:
        """The width of a text in mm at a size in pt; KeyError where a character is not covered."""
        known = self._known
        wide = known.get((text, way))
        if wide is None:
            for char in text:
                if not self.covers(char):
                    raise KeyError(char)
            if len(known) >= MAX_KNOWN:
                known.clear()
            wide = known[text, way] = advance(self.path, text, way, self.language)
        return wide * size * MM_PER_PT / 1000

    def covers(self, char: str) -> bool:
        """Whether the font has a glyph for a character, or needs none."""
        return ord(char) in self.widths or char in UNSEEN


_Reader = TypeVar("_Reader", bound=Callable[..., Any])
_FORGETTERS: list[Callable[[], None]] = [forget]
MAX_FONTS = 1_000
"""So many files of a folder of fonts are looked at for changes."""
_LOOKS: dict[tuple[Path, ...], object] = {}
"""The files of packs' folders of fonts when they were last read: their names, sizes and times of change."""


def of_fonts(read: _Reader) -> _Reader:
    """Mark what remembers something of font files by their paths: it forgets all where a pack's fonts have changed."""
    _FORGETTERS.append(read.cache_clear)  # type: ignore[attr-defined]
    return read


def _look_at(folders: Sequence[Path]) -> None:
    """Forget what is remembered of fonts if these folders hold others by now: whoever watches a pack sees it change."""
    looks = []
    with suppress(OSError):  # gone meanwhile, which is told where it is read
        for path in (path for folder in folders for path in islice(sorted(folder.iterdir()), MAX_FONTS)):
            seen = path.stat()
            looks.append((path, seen.st_size, seen.st_mtime_ns, seen.st_ino))
    if folders and _LOOKS.setdefault(tuple(folders), looks) != looks:
        for forget in _FORGETTERS:
            forget()
        _LOOKS[tuple(folders)] = looks


@of_fonts
@lru_cache(maxsize=64)
def load_font(path: Path) -> Font:
    """Read a font's metrics; ValueError where it is not a TrueType font with outlines."""
    try:
        font = opened_bytes(read_plain(path, MAX_FONT))
        with foreign():
            outlines, per_em = "glyf" in font, font["head"].unitsPerEm
        if not outlines:
            raise ValueError("it has no outlines")
        with foreign():
            unit = 1000 / per_em
            widths = {code: advance * unit for code, advance in _advances(font)}
            os2, hhea = font["OS/2"], font["hhea"]
            cap = getattr(os2, "sCapHeight", 0) or 0.7 * per_em
            made = Font(path, widths, hhea.ascent * unit, -hhea.descent * unit, cap * unit)
    except OSError as fault:
        refused = fault.errno in (errno.EFBIG, errno.EINVAL)
        raise ValueError(fault.strerror if refused else DAMAGED) from None
    except UnreadableError:
        raise ValueError(DAMAGED) from None
    if 32 not in widths:
        raise ValueError("it has no space")
    if not any(category[0] in "LNPS" or category == "Co" for category in map(unicodedata.category, map(chr, widths))):
        raise ValueError("no letter of it is drawn")
    return made


def opened_font(path: Path) -> Any:
    """A font that `load_font` took, as fontTools knows it."""
    return opened_bytes(read_plain(path, MAX_FONT))


def _advances(font: Any) -> Iterator[tuple[int, int]]:
    """The characters that a font writes, with their advances in its units.

    A letter without an outline or an advance is none: fonts of which parts were taken away keep such places.
    """
    # Numbers stand for the glyphs' own names, which nothing here asks for and which take longest to make up.
    order = [str(n) for n in range(font["maxp"].numGlyphs)]
    font.setGlyphOrder(order)
    places, glyphs = font["loca"].locations, {name: n for n, name in enumerate(order)}
    count, metrics = min(font["hhea"].numberOfHMetrics, len(order)), font.reader["hmtx"]
    advances = struct.unpack_from(">" + "Hh" * count, metrics)[::2]
    if len(metrics) < 2 * (count + len(order)):
        raise EOFError
    for code, name in font.getBestCmap().items():
        glyph = glyphs[name]
        advance = advances[min(glyph, count - 1)]
        if (advance and places[glyph] != places[glyph + 1]) or unicodedata.category(chr(code))[0] not in "LNPS":
            yield code, advance


def opened_bytes(data: bytes, number: int = -1) -> Any:
    """A font as fontTools knows it, what it holds not yet read; of a collection the one of this number, from 0.

    UnreadableError where a table leaves the file.
    """
    import logging

    from fontTools.ttLib import TTFont

    log = logging.getLogger("fontTools")  # it tells of tables by their names, which are the file's own bytes
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    with foreign():
        font = TTFont(BytesIO(data), fontNumber=number, lazy=True)
        tables = font.reader.tables.values()
        if any(table.offset + table.length > len(data) for table in tables):
            raise EOFError
        if "cmap" in font and _codes(font.reader["cmap"]) > MAX_CODES:
            raise OverflowError
    return font


MAX_CODES = 1_500_000
"""So many codes the tables of a font may stand for together: a few bytes can name a million at a time."""


def _codes(table: bytes) -> int:
    """How many codes a font's tables of characters name, of the kinds that name ranges of any length."""
    (count,), total = struct.unpack_from(">H", table, 2), 0
    for n in range(count):
        (place,) = struct.unpack_from(">I", table, 4 + 8 * n + 4)
        if struct.unpack_from(">H", table, place)[0] in (12, 13):
            (groups,) = struct.unpack_from(">I", table, place + 12)
            for first, last, _ in struct.iter_unpack(">III", table[place + 16 : place + 16 + 12 * groups]):
                total += max(0, min(last, 0x10FFFF) - first + 1)
    return total


@of_fonts
@lru_cache(maxsize=64)
def try_outlines(path: Path, codes: frozenset[int]) -> None:
    """Read the outlines of some characters, and what the font is called; ValueError where they are damaged."""
    font = load_font(path)
    try:
        with foreign():
            read = opened_bytes(read_plain(path, MAX_FONT))
            glyphs, names = read["glyf"], read.getBestCmap()
            asked = {".notdef", *(names[code] for code in codes & font.widths.keys())} & {*glyphs.keys()}
            honest = honest_parts(glyphs, asked)
            for name in asked if honest else ():
                glyphs[name].getCoordinates(glyphs)
            seen = {names[code] for code in codes & font.widths.keys() if unicodedata.category(chr(code))[0] in "LNPS"}
            if any(not glyphs[name].numberOfContours for name in seen & asked):
                raise EOFError  # what is to be seen has a place in the file, and nothing is drawn there
            called = "".join(read["name"].getDebugName(number) or "" for number in FAMILY)
    except UnreadableError:
        raise ValueError(DAMAGED) from None
    if not honest:
        raise ValueError("one of its letters is made of too many others")
    if not called or any(unicodedata.category(char)[0] == "C" for char in called):
        raise ValueError("its name cannot be read")


@of_fonts
@lru_cache(maxsize=16)
def _glyphs_of(path: Path) -> tuple[Any, Sequence[str], float]:
    """The outlines of a font, their names by number, and a unit of it in thousandths of the size."""
    font = opened_font(path)
    with foreign():
        return font["glyf"], font.getGlyphOrder(), 1000 / font["head"].unitsPerEm


@of_fonts
@lru_cache(maxsize=4096)
def glyph_is_sound(path: Path, number: int) -> bool:
    """Whether a glyph of a font can be drawn; which one stands for a letter, a font's own rules may say."""
    if path.parent == bundled_fonts():
        return True
    try:
        glyphs, names, _ = _glyphs_of(path)
        with foreign():
            name = names[number]
            if honest_parts(glyphs, (name,)):
                glyphs[name].getCoordinates(glyphs)
                return True
    except UnreadableError:
        pass
    return False


@of_fonts
@lru_cache(maxsize=8192)
def ink_of(path: Path, number: int) -> Box | None:
    """The box of a glyph's outline, in thousandths of the size, upwards; None where it leaves no ink."""
    glyphs, names, unit = _glyphs_of(path)
    with reading_font(path):
        glyph = glyphs[names[number]]
    if not glyph.numberOfContours:
        return None
    return glyph.xMin * unit, glyph.yMin * unit, glyph.xMax * unit, glyph.yMax * unit


@of_fonts
@lru_cache(maxsize=64)
def depth_of(path: Path) -> float:
    """How deep below its line the letters of a font hang, accents aside, in thousandths of the size."""
    chars = [
        chr(code) for code in load_font(path).widths if code < MAX_SMALL and not unicodedata.decomposition(chr(code))
    ]
    letters = [char for char in chars if unicodedata.category(char) in ("Lu", "Ll", "Lo")]
    whole = [char for char in letters if not unicodedata.decomposition(char)]
    boxes = [ink_of(path, glyph.number) for char in whole for glyph in shape(path, char)]
    return max((-box[1] for box in boxes if box), default=0.0)


MAX_SMALL = 0x3000
"""Letters from here on stand in squares, of which none hangs below the line."""


def inks(letters: Letters) -> Iterator[tuple[Laid, Box | None]]:
    """The glyphs of a piece of text, and what each covers with ink (left, top, right, bottom); None for nothing."""
    unit = letters.size * MM_PER_PT / 1000
    for one in laid(letters):
        box = None
        if (ink := ink_of(letters.font, one.glyph.number)) is not None:
            left, low, right, high = (value * unit for value in ink)
            box = one.x + left, one.y - high, one.x + right, one.y - low
        yield one, box


FAMILY = (1, 16)
"""The entries of a font's names that say its family, by which documents ask for it."""

_ASKED: dict[Path, Span | None] = {}
"""Where a pack names each font of its own that is at work."""


@contextmanager
def reading_font(path: Path) -> Iterator[None]:
    """A border at which a library reads a font: PackError, where the pack names it, if it cannot.

    What comes with the program is whole, so whatever is raised of it is a slip of ours.
    """
    try:
        with foreign():
            yield
    except UnreadableError as fault:
        if path.parent == bundled_fonts() and fault.__cause__ is not None:
            raise fault.__cause__ from None
        raise unusable(path) from fault


def unusable(path: Path) -> PackError:
    """What is told of a font of the pack's that a library cannot read."""
    report = Report()
    lies = f"the file is {'/'.join(path.parts[-3:])}"
    report.error("font-unusable", f"the font `{path.name}` cannot be used: {DAMAGED}", _ASKED.get(path), lies)
    return PackError(report)


class FontBook:
    """The fonts of a pack by role; `symbol` steps in for what another lacks.

    Of two languages each has its own: what the first says is set in the first's, and where they lack a letter in those
    of the second, and the other way round.
    """

    def __init__(self, pack: Pack, language: str | None = None) -> None:
        """Load the fonts, a language's own among them; PackError where one is missing or unusable."""
        report = Report()
        _look_at(pack.folders("fonts"))
        self.fonts: dict[str, Font] = {}
        self._asked: dict[Path, tuple[Path, Span | None]] = {}
        fonts: dict[Path, Font] = {}
        tongue, _, twin = (language or pack.head.source_language).partition("+")
        self.languages = (tongue, twin or tongue)
        """The language of what is set, and that of what is marked as the second of two."""
        for role, name in pack.fonts(language or pack.head.source_language).items():
            own = name != getattr(pack.head.fonts, role)
            where = pack.where(f"locale/{language}" if own else "pack", "fonts", role)
            asked = font_asked(pack, name)
            if asked is None:
                known = [*(p.stem for p in bundled_fonts().glob("*.ttf")), *map(_stem, pack.names("fonts"))]
                hint = partial(did_you_mean, parse_name(name).stem, known)
                if any("@" in stem and stem in name for stem in known):
                    hint = partial(str, "what follows an `@` is a style: call the file otherwise, without one")
                report.error("font-missing", f"there is no font `{name}`", where, hint)
                continue
            try:
                path = plain_font(asked, role, parse_name(name).style)
                self.fonts[role] = fonts.setdefault(path, replace(load_font(path), language=tongue))
                if asked.parent != bundled_fonts():
                    _ASKED[path] = where
                    self._asked.setdefault(path, (asked, where))
                    try_outlines(path, self._characters_of(pack, language))
            except ValueError as fault:
                own_file = f"the file is {pack.shown(asked)}" if asked.parent != bundled_fonts() else ""
                report.error("font-unusable", f"the font `{asked.name}` cannot be used: {fault}", where, own_file)
        if not report.ok:
            raise PackError(report)
        locale = pack.locales.get(language or pack.head.source_language)
        self.from_right = locale is not None and locale.grammar.from_right
        """Whether lines of the language begin at the right; of a pair those that hold letters of such a language."""
        self.paired = locale is not None and "+" in locale.code
        other = FontBook(pack, twin).fonts if twin else {}
        self.twins = {role: font for role, font in other.items() if font.path != self.fonts[role].path}
        """The fonts of the second of two languages by role, where they are others."""
        self.figures = self._figures(pack)
        """The pack's own fonts of titles, where a language has others: figures that stand alone are of one family."""
        self._script = self._other_script(pack, tongue, twin) if self.twins else ""
        self.names = {font.path: font.path.name for font in self._all}
        """The fonts' files and how these are called."""
        self.paths = {role: font.path for role, font in self.fonts.items()}
        """The fonts' files by role."""

    @property
    def own(self) -> frozenset[Path]:
        """The files of fonts that do not come with the program."""
        return frozenset(font.path for font in self._all if font.path.parent != bundled_fonts())

    @property
    def _all(self) -> list[Font]:
        return [*self.fonts.values(), *self.twins.values(), *self.figures.values()]

    def _figures(self, pack: Pack) -> dict[str, Font]:
        """The pack's font of titles by its role, where one of these languages has another."""
        name = pack.head.fonts.title
        asked = font_asked(pack, name)
        if asked is None or asked.parent != bundled_fonts():
            return {}
        known = {font.path for book in (self.fonts, self.twins) for role, font in book.items() if role == "title"}
        return {"title": load_font(asked)} if known - {asked} else {}

    def of_figures(self, text: str, role: str, fonts: tuple[Font, ...]) -> tuple[Font, ...]:
        """The fonts of a whole text: one of figures and signs alone has that in which the pack sets them, if it can."""
        own = self.figures.get(role)
        if own is None or own is fonts[0] or not text.strip() or not all(map(own.covers, text.replace("\n", ""))):
            return fonts
        if any(unicodedata.category(char)[0] == "L" for char in text):
            return fonts
        return own, *fonts

    def of_run(self, role: str, second: bool) -> tuple[Font, ...]:
        """The fonts of a text by role, each for what those before it lack; `second` says of which of two languages."""
        own, twin = self.fonts[role], self.twins.get(role)
        both = (own,) if twin is None else (twin, own) if second else (own, twin)
        return tuple({font.path: font for font in (*both, self.fonts["symbol"])}.values())

    def of_word(self, word: str, fonts: tuple[Font, ...], role: str) -> tuple[Font, ...]:
        """The fonts of a word: one in the script of the second language has the font of that first, wherever it is."""
        if not self._script or role not in self.twins:
            return fonts
        from santy_print.text import script_in

        twin = self.twins[role]
        others = (font for font in fonts if font.path != twin.path)
        return (twin, *others) if script_in(word) == self._script else fonts

    @staticmethod
    def _other_script(pack: Pack, first: str, second: str) -> str:
        """The script of the second of two languages, where it is another than the first's."""
        from santy_print.text import script_in

        one, two = (script_in(pack.locales[code].name) for code in (first, second))
        return two if two != one else ""

    def tell_oddities(self, path: Path, report: Report) -> None:
        """Warn of what a person should know of one of the pack's own fonts."""
        asked, where = self._asked[path]
        for code, what, hint in oddities(read_plain(asked, MAX_FONT)):
            report.warning(code, f"the font `{asked.name}` {what}", where, hint)

    @staticmethod
    def _characters_of(pack: Pack, language: str | None) -> frozenset[int]:
        """The codes of most that is ever set in a language: its texts, and what figures and names are written with."""
        locale = pack.locales.get(language or pack.head.source_language)
        texts = locale.scalars.characters() if locale else frozenset()
        return frozenset((*range(32, 0x180), *map(ord, texts)))

    def as_high(self, role: str) -> float:
        """How much larger a language's own font is set, for capitals as high as the figures of the pack's."""
        own = self.figures.get(role)
        return 1.0 if own is None else own.cap_height / self.fonts[role].cap_height

    def widest(self, text: str, role: str, size: float) -> float:
        """How wide the widest word of a text is in a font at a size (pt), mm."""
        fonts = self.of_figures(text, role, self.of_run(role, False))
        return max(
            (sum(piece.width for piece in _pieces(word, fonts, size, [], "")) for word in text.split()), default=0.0
        )

    def uncovered(self, text: str, role: str = "text") -> str:
        """The characters of a text that neither its font nor the symbols' has, each once."""
        fonts = self.of_run(role, False)
        lacking = (c for c in text if not (any(font.covers(c) for font in fonts) or c in NARROW_SPACE + "\n"))
        return "".join(dict.fromkeys(lacking))

    def __getitem__(self, role: str) -> Font:
        return self.fonts[role]


def private(text: str) -> str:
    """The characters of a text that mean nothing but in the font at hand: who searches or reads aloud finds nothing."""
    return "".join(dict.fromkeys(char for char in text if unicodedata.category(char) == "Co"))


def check_texts(locale: Locale, book: FontBook, report: Report, stem: str = "") -> None:
    """Report every character of a language's texts, as they are written, that no font has; `stem` begins their keys."""
    from santy_print.text import parse_markup

    for key in locale.scalars:
        if key.startswith(stem):
            scalar = locale.scalars[key]
            literal = "".join(run.text for run in parse_markup(_PLACEHOLDER.sub("", scalar.text)))
            lacking = book.uncovered(literal)
            if lacking:
                shown = " ".join(f"{char} (U+{ord(char):04X})" for char in lacking)
                message = f"`{key}` ({locale.code}) holds characters no font of the pack has: {shown}"
                report.error("text-glyph", message, scalar.span, where_to_name_fonts(locale.code))


def where_to_name_fonts(language: str) -> str:
    """What helps where no font has a letter of a text."""
    file = f"locale/{language.partition('+')[0]}.yaml"
    return f"put a font that has it into `fonts/`, and name that under `fonts:` in {file}"


def bundled_fonts() -> Path:
    """The folder of the bundled fonts."""
    return Path(__file__).parent.parent / "fonts"


def font_asked(pack: Pack, name: str) -> Path | None:
    """The file of a font that a pack names: its own, or a bundled one."""
    own, bundled = find_font(pack, name), bundled_fonts() / f"{parse_name(name).stem}.ttf"
    return own or (bundled if bundled.is_file() else None)


def _stem(name: str) -> str:
    return Path(name).stem if name.casefold().endswith(ENDINGS) else name


@dataclass(frozen=True, slots=True)
class Setting:
    """A text as set: letters and icons, the size it took (pt), and by how much (mm) it does not fit."""

    letters: tuple[Letters, ...]
    icons: tuple[IconSlot, ...]
    size: float
    overflow: float
    uncovered: str
    font: Path
    borrowed: str
    """The letters that the text's own font lacks, each once: another font's stand in the middle of its words."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What lies beside a text, itself among it: texts that say the same of different things, and those of its kind.

    The former are broken alike, the latter at commas alike, if they can. Its `sisters` say the same of another way
    around: in two languages they have as many lines.
    """

    alike: Sequence[Sequence[Run]] = ()
    kin: Sequence[Sequence[Run]] = ()
    sisters: Sequence[Sequence[Sequence[Run]]] = ()


def set_text(
    runs: Sequence[Run],
    box: tuple[float, float, float, float],
    style: Style,
    book: FontBook,
    colour: str,
    beside: Beside = Beside(),
) -> Setting:
    """Set runs into a box (x, y, w, h in mm): at the style's size, or smaller down to its least.

    In two languages rather a little smaller than in a way of its own, or in lines of very unlike length.
    """
    _, y, _, height = box
    missing: list[str] = []
    text = _Text(runs, box, style, book, beside)
    size = text.first_size()
    while True:
        lines, placed = text.lines(size, missing), Placed(style, size, book, colour)
        widths = [line_width(line, text.column(size)) for line in lines]
        put = _Lines(placed, box, text.turned, lines, widths)
        line_height = max(text.line_height(size), put.least_pitch())
        tall = len(lines) * line_height
        over = max(tall - height, max(widths, default=0.0) - box[2], 0.0)
        if over <= 0.01 or size <= style.least:
            break
        size = max(style.least, round(size - STEP, 2))
    first_font = next((piece.font for line in lines for word in line for piece in word), None)
    font = first_font if first_font is not None and first_font in book.figures.values() else book[style.font]
    # What is drawn in the middle of its box is moved there once its letters are known.
    top = y + {"top": 0.0, "bottom": height - tall}.get(style.valign, (height - tall) / 2)
    # The baseline stands so that capitals, not ascenders, are centred in the line.
    first = top + line_height / 2 + font.cap_height / 2000 * size * MM_PER_PT
    if style.font == "title" and (style.valign == "bottom" or (style.valign == "middle" and len(lines) > 1)):
        first -= _lift(first, tall - line_height, size, put.depth(), font.cap_height, box)
    letters, icons = put.put(first, line_height)
    uncovered, over = "".join(dict.fromkeys(missing)), over if over > 0.01 else 0.0
    return Setting(letters, icons, size, over, uncovered, font.path, _borrowed(letters, style, book))


@dataclass(frozen=True, slots=True)
class _Text:
    """A text, its box and what lies beside it: how its lines are broken at a size."""

    runs: Sequence[Run]
    box: tuple[float, float, float, float]
    style: Style
    book: FontBook
    beside: Beside

    @property
    def turned(self) -> bool:
        """Whether some of it runs from right to left."""
        return any(runs_from_right(run.text) for run in self.runs)

    @property
    def way(self) -> Way:
        """The way in which all its words are drawn."""
        return "rtl" if self.turned else ""

    @property
    def paired(self) -> bool:
        """Whether it is in two languages."""
        return any(run.small for run in self.runs)

    def column(self, size: float) -> Column:
        """What its lines are broken for."""
        return Column(self.box[2], self.style, size, self.book)

    def line_height(self, size: float) -> float:
        """How high a line is (mm)."""
        return size * self.style.leading * MM_PER_PT

    def words(self, runs: Sequence[Run], size: float, missing: list[str] | None = None) -> list[list[Word]]:
        """The words of this text, or of one beside it."""
        return words_of(
            runs, self.style, size, self.book, [] if missing is None else missing, (self.turned and "rtl") or ""
        )

    def first_size(self) -> float:
        """The size to begin with: in two languages the largest, or the best, in which those beside it are alike."""
        if not self.paired:
            return self.style.size
        if self.style.comma:
            return next((size for size in self._sizes(SMALLER) if self.parted(size)), self.style.size)
        for beside in self._besides():
            found = [
                (cost + SHRINKING * (1 - size / self.style.size), -size)
                for size in (self._sizes(LITTLE) if self.beside.alike else ())
                if (cost := self.even(size, self.words(self.runs, size), beside)[0]) < inf
            ]
            if found:
                return -min(found)[1]
        return self.style.size

    def _besides(self) -> list[Beside]:
        """What lies beside it, and the same without its sisters, where it has any: some have no way in common."""
        return [self.beside, replace(self.beside, sisters=())][: 2 if self.beside.sisters else 1]

    def _sizes(self, share: float) -> list[float]:
        """From the style's size down to this share of it."""
        least = max(self.style.least, share * self.style.size)
        count = int((self.style.size - least) / STEP + 0.001)
        return [round(self.style.size - n * STEP, 2) for n in range(count + 1)]

    def even(self, size: float, words: list[list[Word]], beside: Beside) -> tuple[float, Lines]:
        """Its lines and those beside it as even as they can be, and what that costs."""
        others, *sisters = ([self.words(each, size) for each in some] for some in (beside.alike, *beside.sisters))
        return wrap_evenly(words, others, self.column(size), (self.box[3] + 0.01) / self.line_height(size), sisters)

    def parted(self, size: float, words: list[list[Word]] | None = None) -> Lines:
        """Its lines where they and those of its kin can end at commas; else none."""
        words = self.words(self.runs, size) if words is None else words
        if not has_commas(words, self.style.before):
            return []
        kin = [self.words(other, size) for other in self.beside.kin]
        kin = [other for other in kin if has_commas(other, self.style.before)]
        return parted_at_commas(words, kin, self.column(size), (self.box[3] + 0.01) / self.line_height(size))

    def lines(self, size: float, missing: list[str]) -> Lines:
        """Its lines at a size."""
        words, line_height = self.words(self.runs, size, missing), self.line_height(size)
        if self.style.comma and (found := self.parted(size, words)):
            return found
        for beside in self._besides() if self.paired and self.beside.alike else ():
            if found := self.even(size, words, beside)[1]:
                return found
        room = 0 if self.paired and len(words) > 1 else int((self.box[3] + 0.01) / line_height)
        if len(self.beside.alike) > 1 and not self.paired:
            others = [self.words(other, size) for other in self.beside.alike]
            found = wrap_alike(words, others, self.column(size), room if len(words) == 1 else 0)
            if 0 < len(found) * line_height <= self.box[3] + 0.01:
                return found
        return wrap(words, self.column(size), room)


STEP = 0.25
"""By so much (pt) a text becomes smaller at a time."""
LITTLE, SMALLER = 0.85, 0.65
"""So much of its size a text in two languages keeps that becomes smaller to be broken as those beside it, and one that
is broken at commas."""
SHRINKING = 3.0
"""What it costs, by the share of its size that a text loses, as `breaks` counts: even lines are worth a little."""
CLEAR = 0.04
"""So much of the size at least lies between a letter and one above it in the line before."""
TAIL = 0.2
"""So far (mm) a tail may hang out of its box: no eye sees it."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a text, their widths and the box they stand in: how they are put there."""

    placed: Placed
    box: Box
    turned: bool
    lines: Sequence[list[Word]]
    widths: Sequence[float]

    def put(self, first: float, pitch: float) -> tuple[tuple[Letters, ...], tuple[IconSlot, ...]]:
        """The letters and icons, the first line standing on `first`, and each so much (mm) below the one before."""
        placed = replace(self.placed, letters=[], icons=[])
        put = placed.put_turned if self.turned else placed.put
        for number, (line, wide) in enumerate(zip(self.lines, self.widths, strict=True)):
            free, align = self.box[2] - wide, placed.style.align
            # What is set at the left begins there; a line that begins at the right is set there.
            align = "right" if self.turned and align == "left" and placed.from_right(line) else align
            start = self.box[0] + {"left": 0.0, "center": free / 2, "right": free}[align]
            put(line, start, first + number * pitch)
        return tuple(placed.letters), tuple(placed.icons)

    def depth(self) -> float:
        """How deep below its line a letter of these fonts hangs, in thousandths of the size."""
        paths = {piece.font.path for line in self.lines for word in line for piece in word if piece.text}
        return max(map(depth_of, paths - {self.placed.book["symbol"].path}), default=0.0)

    def least_pitch(self) -> float:
        """How far apart lines stand at least, so that no letter meets one above it (mm)."""
        if len(self.lines) < 2:
            return 0.0
        size = self.placed.size * MM_PER_PT
        far, least = 1000.0, 0.0
        rows: list[list[Box]] = [[] for _ in self.lines]
        for piece in self.put(0.0, far)[0]:
            rows[round(piece.y / far)] += [box for _, box in inks(piece) if box is not None]
        for number, (above, below) in enumerate(pairwise(rows)):
            line = number * far
            tails = [box for box in above if box[3] > line + CLEAR * size]
            for one in tails:
                tops = [far - box[1] + line for box in below if box[0] < one[2] and one[0] < box[2]]
                least = max([least, *(one[3] - line + top + CLEAR * size for top in tops)])
        return least


def _lift(first: float, more: float, size: float, depth: float, cap: float, box: Box) -> float:
    """How much higher a title stands whose last line's deepest tails would hang out of its box, if there is room (mm).

    So all titles of a kind stand on one line, those without a tail, too. One line in the middle of its box stays there:
    its capitals are in the middle of a frame. The first line stands on `first`, the last so much `more` below it.
    """
    unit = size * MM_PER_PT / 1000
    beyond = first + more + depth * unit - (box[1] + box[3])
    room = first - cap * unit - box[1]
    return max(0.0, min(beyond, room)) if beyond > TAIL else 0.0


def _borrowed(letters: Sequence[Letters], style: Style, book: FontBook) -> str:
    """The letters among what the symbols' font draws in a text of another font, each once."""
    symbols = book["symbol"].path
    if style.font == "symbol" or book[style.font].path == symbols:
        return ""
    drawn = (char for piece in letters if piece.font == symbols for char in piece.text)
    return "".join(dict.fromkeys(char for char in drawn if unicodedata.category(char)[0] in "LM"))


def role_of(run: Run, style: Style) -> str:
    """The role of the font in which a run of a style is set.

    What is marked in a title is a letter as it stands elsewhere: it is set in the text's own.
    """
    if style.font == "title" and run.bold:
        return "bold"
    if style.font == "bold" and run.small and not run.bold:
        return "text"  # where a second language begins is seen
    if style.font != "text":
        return style.font
    return "bold" if run.bold else "italic" if run.italic or run.small else "text"


def words_of(
    runs: Sequence[Run], style: Style, size: float, book: FontBook, missing: list[str], way: Way
) -> list[list[Word]]:
    """Split runs into paragraphs (at line ends) of words (at spaces); a word may change its font inside."""
    paragraphs: list[list[Word]] = [[]]
    word: list[Piece] = []

    def close() -> None:
        if word:
            paragraphs[-1].append(tuple(word))
            word.clear()

    whole = "".join("A" if run.icon else run.text for run in runs)
    for run in runs:
        role = role_of(run, style)
        fonts = book.of_figures(whole, role, book.of_run(role, run.small))
        font = fonts[0]
        at = _second(size) if run.small else size
        text = hyphenated(run.text, book.languages[run.small]) if style.hyphenate else run.text
        if run.icon:
            # As high as the type is large, but never higher than its line: it stands in the middle of the capitals,
            # as the line does, and so keeps clear of the lines above and below.
            word.append(Piece("", font, at * min(1.0, style.leading) * MM_PER_PT, at, run.icon))
            continue
        for n, line in enumerate(unicodedata.normalize("NFC", text).split("\n")):
            if n:
                close()
                paragraphs.append([])
            for m, chunk in enumerate(line.replace("\t", " ").split(" ")):  # a tab is a blank, as on any page
                if m:
                    close()
                for k, (part, soft) in enumerate(_parts_of(chunk)):
                    pieces = _pieces(part, book.of_word(part, fonts, role), at, missing, way)
                    if k or (soft and word):
                        close()
                        pieces[:1] = [replace(piece, joined=True, soft=soft) for piece in pieces[:1]]
                    elif word and pieces and word[-1].text and (one := pieces[0]).text and one.font is word[-1].font:
                        both = word.pop().text + pieces.pop(0).text  # drawn together, so measured together
                        word.append(Piece(both, one.font, one.font.width(both, at, way), at))
                    word += pieces
    close()
    return paragraphs


def _parts_of(chunk: str) -> Iterator[tuple[str, bool]]:
    """A text without blanks in parts between which a line may end, and of each whether a soft hyphen is before it."""
    for n, piece in enumerate(chunk.split(SOFT_HYPHEN)):
        for k, part in enumerate(units(piece) if WITHOUT_BLANKS.search(piece) else (piece,) if piece else ()):
            yield part, n > 0 and k == 0


def _pieces(chunk: str, fonts: Sequence[Font], size: float, missing: list[str], way: Way) -> list[Piece]:
    for font in fonts[:-1] or fonts:  # all but that of the symbols
        with suppress(KeyError):
            return [Piece(chunk, font, font.width(chunk, size, way), size)]
    return _mixed(chunk, fonts, size, missing, way)


def _mixed(chunk: str, fonts: Sequence[Font], size: float, missing: list[str], way: Way) -> list[Piece]:
    """A word in which a character stands in another font, or in none; a letter and its accents stand in one."""
    font = fonts[0]
    out: list[tuple[str, Font]] = []
    for whole in _WITH_ACCENTS.findall(chunk):
        if whole == NARROW_SPACE and not font.covers(whole):
            out.append(("", font))
            continue
        together = next((each for each in fonts if all(map(each.covers, whole))), None)
        for char in whole:
            if (use := together or next((each for each in fonts if each.covers(char)), None)) is not None:
                if out and out[-1][1] is use and out[-1][0]:
                    out[-1] = out[-1][0] + char, use
                else:
                    out.append((char, use))
            else:
                missing.append(char)
    narrow = 0.16 * size * MM_PER_PT
    return [Piece(text, use, use.width(text, size, way) if text else narrow, size) for text, use in out]


_WITH_ACCENTS = re.compile(r".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]*", re.DOTALL)
"""A character with what is written above or below it."""


def _second(size: float) -> float:
    """The size of a second language beside a first: smaller, as long as it can be read."""
    return min(size, max(READ_FROM, size * 0.84))


def drawn_codes(data: bytes) -> frozenset[int]:
    """The codes for which a font, as it lies in a PDF, has a glyph of its own (not the box for the missing)."""
    try:
        font = opened_bytes(data)
        with foreign():
            tables = font["cmap"].tables if "cmap" in font else []
            return frozenset(code for t in tables for code, name in t.cmap.items() if name != ".notdef")
    except UnreadableError as fault:
        raise ValueError("a font in it cannot be read") from fault
