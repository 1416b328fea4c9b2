"""Saved text: a `<text>` of a saved SVG in, the outlines of its letters out, each with how it is painted.

Letters are placed as SVG says: lists of places, one for each letter, a point to which a line begins, ends or is
centred, spacing. Fonts are those that are certainly here (`families`); whatever else a text asks for is told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element

from santy_print.faces.art import MAX_NESTED, Box, Outline, outline_box, rounded, turned
from santy_print.faces.bidi import levels, order, runs_from_right
from santy_print.faces.families import ANY, GENERIC, Cut, Families, Found, names_of
from santy_print.faces.glyphs import Glyph, Glyphs, glyphs_of
from santy_print.faces.matrices import Matrix, times
from santy_print.faces.saved_file import PASSED, PATHS
from santy_print.faces.styles import length_of

MAX_FONT_SIZE = 1e6
"""In the drawing's own units."""
ALONG = ("textPath", "altGlyph", "tref")
"""What takes its letters or its line from elsewhere."""
RUN_PARTS = 10
"""To shape some letters takes as long as to read so many lines."""
UNSEEN = re.compile("[\u00ad\u034f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
"""Characters that only tell how others are set: no font need have them."""
BRING = "put its file into the `fonts/` of the pack"
MARKS = {"sub": -1, "super": 1}
WEIGHTS = {"normal": 400.0, "bold": 700.0, "bolder": 700.0, "lighter": 300.0, "": 400.0}

Style = Mapping[str, str]


class TextFault(Exception):
    """A text that cannot be drawn: its element, why, the ways out, and the code of the fault."""

    def __init__(self, element: Element, message: str, *hints: str, code: str = "art-forbidden") -> None:
        """Of an element."""
        super().__init__(message)
        self.element, self.message, self.hints, self.code = element, message, hints or (PATHS,), code


@dataclass(frozen=True, slots=True)
class Piece:
    """What is painted alike of a text: its element, the ids and classes that lead there, how, and its outline."""

    element: Element
    ids: tuple[str, ...]
    classes: frozenset[str]
    style: Style
    outline: Outline


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text as outlines, and its box: that of its letters' cells."""

    pieces: tuple[Piece, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Reader:
    """What a text is read with: its styles, the size of the view, fonts, who counts, and who is told of what is odd."""

    style_of: Callable[[Element, Style], Style]
    view: tuple[float, float]
    families: Families
    count: Callable[[int], None]
    tell: Callable[[Element, str, str], None]
    used: Callable[[Cut], None]


def set_lettering(element: Element, style: Style, reader: Reader) -> Lettering:
    """A text as outlines; TextFault where it cannot be drawn, ValueError where a value cannot be read."""
    lines = _Lines(reader)
    lines.collect(element, style)
    if not any(letter.char.strip() and not UNSEEN.match(letter.char) for letter in lines.letters):
        return Lettering((), (0.0, 0.0, 0.0, 0.0))
    _judge(lines)
    lines.place(element)
    return _laid(lines)


# --- what is said -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Letter:
    """A character, the number of its stretch, and what is said of its place alone."""

    char: str
    stretch: int
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Letters that stand in one element: how they are drawn, their size, how far above the line, what is drawn along.

    `marked` are lines along the letters, each with the style that it is drawn in.
    """

    element: Element
    ids: tuple[str, ...]
    classes: frozenset[str]
    style: Style
    size: float
    raised: float = 0.0
    scripts: tuple[tuple[int, float], ...] = ()
    marked: tuple[tuple[str, Style], ...] = ()


@dataclass(slots=True)
class _Lines:
    """The letters of a text in the order they are written."""

    reader: Reader
    letters: list[Letter] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    ranges: list[tuple[Element, float, int, int]] = field(default_factory=list)
    kept: bool = True
    """Whether a blank that follows would be left out."""

    def collect(self, element: Element, style: Style) -> None:
        """Take the letters of a text and of all that is in it."""
        self._element(element, style, None, element.get(_SPACE, "") == "preserve", 0)
        while self.letters and self.letters[-1].char == " " and not self._keeps(self.letters[-1].stretch):
            self.letters.pop()  # the blank at the end of a line is none

    def _keeps(self, stretch: int) -> bool:
        return self.stretches[stretch].style.get("white-space", "") in _KEEPING

    def _element(self, element: Element, style: Style, above: Stretch | None, preserve: bool, depth: int) -> None:
        if depth > MAX_NESTED:
            raise TextFault(
                element, f"parts of a text stand in one another more than {MAX_NESTED} deep", "ungroup them"
            )
        if _SPACE in element.attrib:
            preserve = element.attrib[_SPACE] == "preserve"
        if preserve and style.get("white-space", "normal") == "normal":
            style = {**style, "white-space": "pre"}
        stretch = _stretch(element, style, above)
        start = len(self.letters)
        number = len(self.stretches)
        self.stretches.append(stretch)
        self._words(element.text or "", number)
        for child in element:
            tag = str(child.tag)
            if tag in ALONG:
                raise TextFault(
                    child, "text along a path is not drawn" if tag == "textPath" else f"<{tag}> is not drawn"
                )
            if tag in ("tspan", "a"):
                inner = self.reader.style_of(child, style)
                if inner.get("display") != "none":
                    self._element(child, inner, stretch, preserve, depth + 1)
            elif not tag.startswith("{") and tag not in PASSED:
                raise TextFault(child, f"<{tag[:40]}> is not allowed inside of <text>", "a part of a text is a <tspan>")
            self._words(child.tail or "", number)
        self.ranges.append((element, stretch.size, start, len(self.letters)))

    def _words(self, text: str, stretch: int) -> None:
        keeps = self._keeps(stretch)
        self.reader.count(len(text))
        cased = self.stretches[stretch].style.get("text-transform", "none").strip()
        text = text.upper() if cased == "uppercase" else text.lower() if cased == "lowercase" else text
        if cased == "capitalize":
            text = re.sub(r"(?<![\w’'])\w", lambda found: found[0].title(), text)
        for char in text:
            blank = char in " \t\n\r"
            if blank and not keeps and self.kept:
                continue
            self.kept = blank
            self.letters.append(Letter(" " if blank else char, stretch))

    def place(self, text: Element) -> None:
        """Give each letter what is said of its place: the elements around it first, its own last."""
        wide, high = self.reader.view
        for element, size, start, end in reversed(self.ranges):  # those within stand before those around them
            end = min(end, len(self.letters))
            for name, whole in (("x", wide), ("y", high), ("dx", wide), ("dy", high), ("rotate", 0.0)):
                if name not in element.attrib:
                    continue
                parts = re.split(r"[\s,]+", element.attrib[name].strip())[: end - start]
                values = [length_of(part, whole, name, size) for part in parts if part]
                if name == "rotate" and values:
                    values += values[-1:] * (end - start - len(values))
                for letter, value in zip(self.letters[start:end], values, strict=False):
                    setattr(letter, "turn" if name == "rotate" else name, value)


_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_KEEPING = ("pre", "pre-wrap", "break-spaces")


def _stretch(element: Element, style: Style, above: Stretch | None) -> Stretch:
    size = length_of(style.get("font-size", "16"), 16.0, "font-size")
    if not 0 <= size <= MAX_FONT_SIZE:
        raise ValueError(f"`font-size` is a length like 12, at most {MAX_FONT_SIZE:,.0f}")
    ids = (*(above.ids if above else ()), *((element.attrib["id"],) if above and "id" in element.attrib else ()))
    classes = frozenset(element.get("class", "").split()) | (above.classes if above else frozenset())
    marked = above.marked if above else ()
    words = f"{style.get('text-decoration', '')} {style.get('text-decoration-line', '')}".split()
    marked += tuple((kind, style) for kind in ("underline", "overline", "line-through") if kind in words)
    raised, scripts = (above.raised, above.scripts) if above else (0.0, ())
    shift = style.get("baseline-shift", "baseline")
    if shift in MARKS:
        scripts = (*scripts, (MARKS[shift], size))
    elif shift not in ("baseline", "0"):
        raised += length_of(shift, size, "baseline-shift", size)
    return Stretch(element, ids, classes, style, size, raised, scripts, marked)


def _judge(lines: _Lines) -> None:
    """Refuse what is written from top to bottom, or otherwise than its letters run."""
    for stretch in lines.stretches:
        style = stretch.style
        if style.get("writing-mode", "lr").strip() not in ("lr", "lr-tb", "horizontal-tb"):
            raise TextFault(stretch.element, "vertical text is not drawn")
        if "small-caps" in f"{style.get('font-variant', '')} {style.get('font-variant-caps', '')}":
            raise TextFault(stretch.element, "small capitals of a text are not drawn")
        if "override" in style.get("unicode-bidi", ""):
            raise TextFault(stretch.element, "letters that `unicode-bidi` turns around are not drawn")


# --- fonts --------------------------------------------------------------------------------------------------------


class _Font(NamedTuple):
    """A style of a font, and what it is called."""

    glyphs: Glyphs
    shown: str


class _Fonts:
    """The fonts of the stretches of a text."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.found: dict[tuple[str, float, bool], list[_Font]] = {}

    def of(self, stretch: Stretch) -> list[_Font]:
        """The font of a stretch, and those that step in for a letter it lacks; TextFault where it is not here."""
        style = stretch.style
        weight = style.get("font-weight", "").strip()
        try:
            heavy = WEIGHTS[weight] if weight in WEIGHTS else min(max(float(weight), 1.0), 1000.0)
        except ValueError:
            raise ValueError(f"`font-weight` is normal, bold or a number like 600, not `{weight[:40]}`") from None
        key = style.get("font-family", ""), heavy, style.get("font-style", "").startswith(("italic", "oblique"))
        if key not in self.found:
            self.found[key] = self._found(stretch.element, *key)
        return self.found[key]

    def _found(self, element: Element, family: str, weight: float, italic: bool) -> list[_Font]:
        families, names = self.reader.families, names_of(family)
        named = [name for name in names if name.casefold() not in GENERIC and not name.startswith("-")]
        some = [found for name in named if (found := families.find(name, weight, italic))]
        if named and not some:
            raise self._missing(element, named)
        if not some:
            generic = next((name for name in names if name.casefold() in GENERIC), "serif")
            found = families.find(GENERIC[generic.casefold()], weight, italic)
            assert found is not None  # it comes along
            what = f"its text names no font but `{generic}`, which is another one on each machine"
            message = f"{what if names else 'its text names no font'}: it is drawn in {found.cut.family}"
            self.reader.tell(element, message, f"choose a font, and {BRING}; or turn it into paths")
            some = [found]
        elif not some[0].exact:
            asked = f"{'bold' if weight >= 600 else f'weight {weight:g}'}{', italic' if italic else ''}"
            message = f"`{some[0].cut.family}` is not here in {asked}: its text is drawn in {some[0].cut.shown}"
            self.reader.tell(element, message, f"{BRING}, or turn the text into paths")
        if any_font := families.find(ANY, weight, italic):
            some.append(any_font)
        return [self._opened(element, found) for found in some]

    def _missing(self, element: Element, named: Sequence[str]) -> TextFault:
        from santy_print.diag import did_you_mean

        families = self.reader.families
        asked = " or ".join(f"`{name[:60]}`" for name in named[:3])
        message = f"its text is in {asked}, a font that is not here"
        near = did_you_mean(named[0], families.known())
        damaged = [f"`{name}` in `fonts/` is damaged, or no font" for name in families.damaged()[:1]]
        return TextFault(element, message, f"{BRING}; {near}", *damaged, f"or {PATHS}", code="art-font")

    def _opened(self, element: Element, found: Found) -> _Font:
        self.reader.used(found.cut)
        try:
            return _Font(glyphs_of(found.cut, found.place), found.cut.shown)
        except ValueError as fault:
            message = f"the font `{found.cut.path.name}` of its text cannot be used: {fault}"
            raise TextFault(element, message, f"copy it again, or {PATHS}", code="art-font") from None


# --- letters at their places ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Cluster:
    """Glyphs that stand together for a letter or some: the first one's number, how many there are, their font, how far
    the pen goes on.
    """

    letter: int
    many: int
    stretch: Stretch
    glyphs: list[Glyph]
    font: Glyphs
    advance: float = 0.0
    level: int = 0
    squeezed: float = 1.0
    x: float = 0.0
    y: float = 0.0


def _laid(lines: _Lines) -> Lettering:
    """The letters of a text at their places."""
    fonts = _Fonts(lines.reader)
    starts = [0] + [n for n, letter in enumerate(lines.letters) if n and _begins(letter)]
    chunks = [
        _ordered(list(_clusters(lines, fonts, start, end)))
        for start, end in zip(starts, [*starts[1:], len(lines.letters)], strict=True)
    ]
    for chunk in chunks:
        _space(chunk, lines)
    _stretch_out(chunks, lines)
    x = y = 0.0
    for chunk in chunks:
        x, y = _line(chunk, lines, x, y)
    return _painted([cluster for chunk in chunks for cluster in chunk], lines)


def _begins(letter: Letter) -> bool:
    """Whether a letter begins a line of its own: an accent stands with the letter before it."""
    return (letter.x is not None or letter.y is not None) and not unicodedata.combining(letter.char)


def _clusters(lines: _Lines, fonts: _Fonts, start: int, end: int) -> Iterator[_Cluster]:
    """The glyphs of a line of letters as they are written, shaped as far as they have one font and run one way."""
    text = "".join(letter.char for letter in lines.letters[start:end])
    base = _from_right(lines)
    deep = levels(text, base) if base or runs_from_right(text) else [0] * len(text)
    at = start
    while at < end:
        stretch = lines.stretches[lines.letters[at].stretch]
        run = _Run(fonts.of(stretch), _features(stretch.style), deep[at - start])
        stop = at + 1
        while stop < end and deep[stop - start] == run.level:
            other = lines.stretches[lines.letters[stop].stretch]
            if other is not stretch and not _alike(other, stretch, fonts, run.fonts):
                break
            stop += 1
        yield from _shaped(lines, at, stop, run)
        at = stop


def _from_right(lines: _Lines) -> int:
    """1 where the lines of a text begin at the right."""
    return int(lines.stretches[0].style.get("direction", "ltr").strip() == "rtl")


def _ordered(chunk: list[_Cluster]) -> list[_Cluster]:
    """The glyphs of a line from left to right as they lie."""
    return [chunk[n] for n in order([cluster.level for cluster in chunk])]


def _alike(one: Stretch, other: Stretch, fonts: _Fonts, some: list[_Font]) -> bool:
    """Whether two stretches are set alike, however they are painted: what stands between them is kerned."""
    return one.size == other.size and _features(one.style) == _features(other.style) and fonts.of(one) is some


class _Run(NamedTuple):
    """What letters are shaped with: their fonts, the features of these, how deep they lie."""

    fonts: list[_Font]
    features: Mapping[str, int]
    level: int


def _features(style: Style) -> dict[str, int]:
    out: dict[str, int] = {}
    if style.get("font-kerning", "auto") == "none" or style.get("kerning", "auto").strip() in ("0", "none"):
        out["kern"] = 0
    ligatures = style.get("font-variant-ligatures", "normal") != "none"
    if style.get("letter-spacing", "normal").strip() not in ("normal", "0", "0px", "0em") or not ligatures:
        out |= {"liga": 0, "clig": 0}
    for name in f"{style.get('font-variant-numeric', '')} {style.get('font-variant-ligatures', '')}".split():
        out |= NAMED_FEATURES.get(name, {})
    for tag, value in _FEATURE.findall(style.get("font-feature-settings", "")[:2_000]):
        out[tag] = int({"on": "1", "off": "0", "": "1"}.get(value, value))
    return out


NAMED_FEATURES = {
    "lining-nums": {"lnum": 1}, "oldstyle-nums": {"onum": 1}, "proportional-nums": {"pnum": 1},
    "tabular-nums": {"tnum": 1}, "diagonal-fractions": {"frac": 1}, "stacked-fractions": {"afrc": 1},
    "ordinal": {"ordn": 1}, "slashed-zero": {"zero": 1}, "discretionary-ligatures": {"dlig": 1},
    "historical-ligatures": {"hlig": 1}, "no-common-ligatures": {"liga": 0, "clig": 0}, "no-contextual": {"calt": 0},
}  # fmt: skip
"""What a font can do besides, as CSS names it."""
_FEATURE = re.compile(r"[\"']([ -~]{4})[\"']\s*(on|off|\d{1,4}|)")


def _shaped(lines: _Lines, start: int, end: int, run: _Run, which: int = 0) -> Iterator[_Cluster]:
    """Letters in one font; those that it lacks in the next one."""
    lines.reader.count(RUN_PARTS)
    font = run.fonts[which].glyphs
    text = "".join(letter.char for letter in lines.letters[start:end])
    glyphs = font.shaped(text, run.features, "rtl" if run.level % 2 else "ltr")
    firsts = sorted({glyph.letter for glyph in glyphs})
    ends = dict(zip(firsts, [*firsts[1:], end - start], strict=True))
    together: dict[int, list[Glyph]] = {first: [] for first in firsts}
    for glyph in glyphs:
        together[glyph.letter].append(glyph)
    lacking = [first for first in firsts if _lacks(text[first : ends[first]], together[first])]
    if lacking:
        element = lines.stretches[lines.letters[start + lacking[0]].stretch].element
        _tell_lacking(lines.reader, element, text[lacking[0] : ends[lacking[0]]], run.fonts[which:])
    missing = frozenset(lacking)
    skip = -1
    for first in firsts:
        if first < skip:
            continue
        if first in missing:
            stop = first
            while stop in missing:
                stop = ends[stop]
            skip = stop
            yield from _shaped(lines, start + first, start + stop, run, which + 1)
            continue
        stretch = lines.stretches[lines.letters[start + first].stretch]
        advance = sum(glyph.advance for glyph in together[first]) * stretch.size
        yield _Cluster(start + first, ends[first] - first, stretch, together[first], font, advance, run.level)


def _tell_lacking(reader: Reader, element: Element, chars: str, some: Sequence[_Font]) -> None:
    """Tell of letters that a font lacks; TextFault where those that step in lack them, too."""
    other = next((font for font in some[1:] if font.glyphs.has(chars[0])), None)
    if other is not None:
        message = f"{some[0].shown} lacks letters of its text, among them {chars}: they are drawn in {other.shown}"
        reader.tell(element, message, "choose a font that has them, or turn the text into paths")
    elif len(some) == 1:
        shown = " ".join(f"{char} (U+{ord(char):04X})" for char in chars[:3])
        hint = f"choose a font that has it, and {BRING}"
        raise TextFault(element, f"no font of its text has {shown}", hint, f"or {PATHS}", code="art-font")


def _lacks(text: str, glyphs: Sequence[Glyph]) -> bool:
    return any(glyph.number == 0 for glyph in glyphs) and bool(UNSEEN.sub("", text).strip())


def _space(chunk: Sequence[_Cluster], lines: _Lines) -> None:
    """Add the room between letters and words; none behind the last letter of a line."""
    for cluster in chunk:
        style, size = cluster.stretch.style, cluster.stretch.size
        if cluster is not chunk[-1] and (value := style.get("letter-spacing", "normal").strip()) != "normal":
            cluster.advance += length_of(value, size, "letter-spacing", size)
        if lines.letters[cluster.letter].char in " \u00a0":
            value = style.get("word-spacing", "normal").strip()
            cluster.advance += 0.0 if value == "normal" else length_of(value, size, "word-spacing", size)


def _stretch_out(chunks: Sequence[list[_Cluster]], lines: _Lines) -> None:
    """Make lines as long as `textLength` says, those that are one line: letters farther apart, or themselves wider."""
    wide = lines.reader.view[0]
    for element, size, start, end in lines.ranges:
        if "textLength" not in element.attrib:
            continue
        length = length_of(element.attrib["textLength"], wide, "textLength", size)
        lying = [chunk for chunk in chunks if any(start <= cluster.letter < end for cluster in chunk)]
        some = [cluster for chunk in lying[:1] for cluster in chunk if start <= cluster.letter < end]
        natural = sum(cluster.advance for cluster in some)
        if length < 0:
            raise ValueError("`textLength` is less than nothing")
        if len(lying) != 1 or natural <= 0 or length == 0:
            continue
        for cluster in some:
            if element.get("lengthAdjust", "spacing") == "spacingAndGlyphs":
                cluster.advance *= length / natural
                cluster.squeezed *= length / natural
            elif cluster is not some[-1]:
                cluster.advance += (length - natural) / (len(some) - 1)


def _line(chunk: Sequence[_Cluster], lines: _Lines, x: float, y: float) -> tuple[float, float]:
    """Place a line's glyphs from a point on, or so that it ends or is centred there; where the pen is then."""
    if not chunk:
        return x, y
    written = sorted(chunk, key=lambda cluster: cluster.letter)
    first = lines.letters[written[0].letter]
    x, y = x if first.x is None else first.x, y if first.y is None else first.y
    start, pen, across = x, x, 0.0
    for cluster in chunk:
        cluster.x, pen = pen, pen + cluster.advance
    for cluster in written:
        own = lines.letters[cluster.letter : cluster.letter + cluster.many]
        across, y = across + sum(letter.dx for letter in own), y + sum(letter.dy for letter in own)
        cluster.x, cluster.y = cluster.x + across, y
    left = min(min(cluster.x, cluster.x + cluster.advance) for cluster in chunk)
    right = max(max(cluster.x, cluster.x + cluster.advance) for cluster in chunk)
    anchor, from_right = written[0].stretch.style.get("text-anchor", "start").strip(), _from_right(lines)
    by = {"middle": start - (left + right) / 2, "start": 0.0, "end": start - right}.get(anchor, 0.0)
    if from_right and anchor != "middle":
        by = start - (left if anchor == "end" else right)
    for cluster in chunk:
        cluster.x += by
    return (left if from_right else pen + across) + by, y


def _painted(clusters: Sequence[_Cluster], lines: _Lines) -> Lettering:
    """The outlines of letters, of each stretch together, and their box."""
    drawn: dict[int, list[Outline]] = {}
    bars: dict[tuple[int, int], list[_Bar]] = {}
    cells: list[Outline] = []
    for cluster in clusters:
        number = lines.letters[cluster.letter].stretch
        stretch, measures = cluster.stretch, cluster.font.measures
        size, letter = stretch.size, lines.letters[cluster.letter]
        turn = _turn(cluster, letter)
        x = 0.0
        for glyph in cluster.glyphs:
            outline = cluster.font.outline(glyph.number)
            if outline:
                lines.reader.count(len(outline))
                at = (size, 0.0, 0.0, size, (x + glyph.across) * size, -glyph.up * size)
                drawn.setdefault(number, []).append(turned(outline, times(turn, at)))
            x += glyph.advance
        advance = cluster.advance / cluster.squeezed
        cells.append(turned(rounded(0, -measures.ascent * size, max(advance, 0.0), _height(cluster) * size), turn))
        for place in range(len(stretch.marked)):
            bars.setdefault((number, place), []).append(_Bar(turn, advance, cluster, letter))
    pieces: list[Piece] = []
    for number, stretch in enumerate(lines.stretches):
        lined = [
            (kind, _barred(stretch, style, kind, bars.get((number, place), ())))
            for place, (kind, style) in enumerate(stretch.marked)
        ]
        outline = tuple(part for one in drawn.get(number, ()) for part in one)
        pieces += [piece for kind, piece in lined if kind != "line-through"]
        pieces.append(Piece(stretch.element, stretch.ids, stretch.classes, stretch.style, outline))
        pieces += [piece for kind, piece in lined if kind == "line-through"]
    return Lettering(tuple(piece for piece in pieces if piece.outline), outline_box(cells))


def _height(cluster: _Cluster) -> float:
    return cluster.font.measures.ascent - cluster.font.measures.descent


def _turn(cluster: _Cluster, letter: Letter) -> Matrix:
    """The matrix from a letter's own place at 0, 0 to where it stands."""
    made: Matrix = (1.0, 0.0, 0.0, 1.0, cluster.x, cluster.y - _raised(cluster))
    if letter.turn:
        c, s = cos(radians(letter.turn)), sin(radians(letter.turn))
        made = times(made, (c, s, -s, c, 0.0, 0.0))
    return made if cluster.squeezed == 1.0 else times(made, (cluster.squeezed, 0.0, 0.0, 1.0, 0.0, 0.0))


def _raised(cluster: _Cluster) -> float:
    """How far above its line a letter stands."""
    stretch, measures = cluster.stretch, cluster.font.measures
    raised = stretch.raised
    for sign, size in stretch.scripts:
        raised += (measures.superscript if sign > 0 else measures.subscript) * size
    own = stretch.style.get("alignment-baseline", "auto")
    name = own if own not in ("auto", "baseline") else stretch.style.get("dominant-baseline", "auto")
    beneath = {
        "middle": measures.middle, "central": (measures.ascent + measures.descent) / 2,
        "mathematical": measures.ascent * 0.5, "hanging": measures.ascent * 0.8,
        "ideographic": measures.descent, "text-after-edge": measures.descent, "after-edge": measures.descent,
        "text-bottom": measures.descent, "text-before-edge": measures.ascent, "before-edge": measures.ascent,
        "text-top": measures.ascent,
    }  # fmt: skip
    return raised - beneath.get(name, 0.0) * stretch.size


class _Bar(NamedTuple):
    """A part of a line along letters: that of one of them."""

    turn: Matrix
    advance: float
    cluster: _Cluster
    letter: Letter


def _barred(stretch: Stretch, style: Style, kind: str, bars: Sequence[_Bar]) -> Piece:
    """A line along the letters of a stretch; where none is moved or turned, in one part."""
    out: list[Outline] = []
    run: list[_Bar] = []
    for n, bar in enumerate(bars):
        run.append(bar)
        following = bars[n + 1] if n + 1 < len(bars) else None
        after = bar.cluster.x + bar.cluster.advance
        joined = following is not None and abs(following.cluster.x - after) < 1e-6 * max(1.0, abs(after))
        level = following is not None and following.cluster.y == bar.cluster.y
        if not (joined and level and following and not (following.letter.turn or bar.letter.turn)):
            out.append(_bar(run, kind))
            run = []
    return Piece(stretch.element, stretch.ids, stretch.classes, style, tuple(part for one in out for part in one))


def _bar(run: Sequence[_Bar], kind: str) -> Outline:
    measures, size = run[0].cluster.font.measures, run[0].cluster.stretch.size
    height = {"underline": measures.under, "overline": measures.ascent}.get(kind, measures.through) * size
    thick = measures.thick * size
    width = sum(bar.cluster.advance for bar in run) / run[0].cluster.squeezed
    return turned(rounded(0, -height - thick / 2, max(width, 0.0), thick), run[0].turn)
