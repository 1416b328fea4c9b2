"""Art: an SVG file in, shapes in millimetres out; here the plain part of SVG, which is read fast.

expat reads the file (no DOCTYPE, no entity, nothing outside the file), fontTools does the geometry of
arcs and of relative paths. What a file may hold: `docs/art.md`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import cos, inf, isfinite, radians, sin, tan
from typing import Any, Literal
from weakref import WeakKeyDictionary
from xml.parsers import expat

from santy_print.diag import SourceFile, did_you_mean, register
from santy_print.faces import matrices
from santy_print.faces.matrices import IDENTITY, Matrix, times
from santy_print.faces.shades import Shade

register("art-syntax", "a picture is not well-formed SVG")
register("art-forbidden", "a picture uses a part of SVG that is not allowed here")
register("art-value", "a picture holds a value that cannot be read")
register("art-font", "a text in a drawing is in a font that is not here, or not in that style")
register("art-pixels", "a part of a drawing cannot be lines and areas, and is printed as a picture of it")

Segment = tuple[Any, ...]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); millimetres, y downwards."""
Outline = tuple[Segment, ...]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""(left, top, right, bottom) in mm."""

ROLES = {
    "ink": "#22304a",
    "paper": "#fbf5e6",
    "wood": "#8a6d3b",
    "rope": "#c9a66b",
    "mist": "#d9d4c6",
    "stone": "#9a978d",
    "skin": "#e9c9a5",
    "skin-mid": "#c98f62",
    "skin-dark": "#8a5a3c",
    "wine": "#8c2b3a",
    "white": "#ffffff",
}
"""The colours a picture or a layout may use beside the game's own; saturated colour is for the rules."""

_DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "fill-rule",
)  # fmt: skip
_LOOK = ("id", "class", "transform", *_INHERITED)
_OWN: Mapping[str, frozenset[str]] = {name: frozenset(own) for name, own in {
    "svg": ("xmlns", "version", "viewBox", "width", "height", "id", "class", *_INHERITED),
    "title": ("id", "class"),
    "desc": ("id", "class"),
    "g": _LOOK,
    "path": ("d", *_LOOK),
    "rect": ("x", "y", "width", "height", "rx", "ry", *_LOOK),
    "circle": ("cx", "cy", "r", *_LOOK),
    "ellipse": ("cx", "cy", "rx", "ry", *_LOOK),
    "line": ("x1", "y1", "x2", "y2", *_LOOK),
    "polyline": ("points", *_LOOK),
    "polygon": ("points", *_LOOK),
}.items()}  # fmt: skip
"""What each element says in a plain drawing."""
NAMESPACE = "http://www.w3.org/2000/svg"
_STYLE = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "fill-rule": "nonzero",
}  # fmt: skip
_KAPPA = 0.5522847498307936
MAX_SIZE = 10_000.0
"""A drawing is so large at most, mm."""
MAX_NUMBER = 10_000_000.0
"""Units may be small ones: some programs write a thousandth of a millimetre."""
MAX_NESTED = 64
MAX_PARTS = 100_000
"""So many elements, attributes, lines and curves one drawing may have."""
ARC_PARTS = 20
"""An arc takes as long to read as so many curves do, and becomes four at most."""
LEAST_DASH = 0.05
"""Shorter dashes, mm with their gaps, are a line that is only slow to draw."""
EVEN = 1e-6


@dataclass(frozen=True, slots=True)
class ArtShape:
    """One outline of a picture. `ids` are the ids of the groups around it, outermost first.

    `paint` where the rules colour it. A `line` is the area that a line of this width covers; what is `lined` has such a
    line beside it. `alpha` is how much of what is beneath it hides, `shade` what its fill is instead of one colour;
    what has one of the two has a fill or a line, not both. `within` are the numbers of the veils over it, outermost
    first. A `picture` fills the outline.
    """

    ids: tuple[str, ...]
    paint: bool
    outline: Outline
    fill: str | None
    stroke: str | None
    width: float
    even_odd: bool
    dash: tuple[float, ...] = ()
    part: Literal["", "line", "lined"] = ""
    alpha: float = 1.0
    shade: Shade | None = None
    within: tuple[int, ...] = ()
    picture: Embedded | None = None


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture that stands in a drawing: its bytes, its pixels, the matrix that brings it there.

    Its own space is `SPAN` mm along its longer side.
    """

    data: bytes = field(repr=False)
    pixels: tuple[int, int]
    turn: Matrix

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in its own space."""
        longer = max(self.pixels)
        return SPAN * self.pixels[0] / longer, SPAN * self.pixels[1] / longer


SPAN = 100.0


@dataclass(frozen=True, slots=True)
class Veil:
    """What shapes that stand together are seen through: as one thing they hide `alpha` of what is beneath, are cut to
    `clip`, and are there as far as the shapes of `mask` are light.
    """

    alpha: float = 1.0
    clip: Outline | None = None
    even_odd: bool = False
    mask: tuple[ArtShape, ...] | None = None

    @property
    def plain(self) -> bool:
        """Whether all is seen that is within."""
        return self.alpha >= 1 and self.clip is None and self.mask is None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Art:
    """A picture: size in mm at scale 1, its title, its shapes from back to front."""

    name: str
    digest: str
    width: float
    height: float
    title: str
    shapes: tuple[ArtShape, ...]
    veils: tuple[Veil, ...] = ()

    @property
    def parts(self) -> int:
        """How many lines and curves there are in it."""
        masks = (shape for veil in self.veils for shape in veil.mask or ())
        return sum(len(shape.outline) for shape in chain(self.shapes, masks))

    @property
    def embedded(self) -> int:
        """How many bytes the pictures in it hold."""
        masks = (shape for veil in self.veils for shape in veil.mask or ())
        return sum(len(shape.picture.data) for shape in chain(self.shapes, masks) if shape.picture is not None)

    def ids(self) -> set[str]:
        """All ids a layout may speak of."""
        return {i for shape in self.shapes for i in shape.ids}

    def painted(self) -> set[str]:
        """The ids in which something takes a colour of the rules."""
        return {i for shape in self.shapes if shape.paint for i in shape.ids}

    def spills(self) -> bool:
        """Whether something leaves the view box: it is drawn as far as that, as everywhere."""
        if self not in _SPILLS:
            _SPILLS[self] = _spills(self)
        return _SPILLS[self]

    def bounds(self, ident: str) -> Box:
        """The box of the painted shapes in the group `ident` (of all its shapes where none is painted)."""
        inside = [s for s in self.shapes if ident in s.ids]
        return outline_box([s.outline for s in inside if s.paint] or [s.outline for s in inside])


_SPILLS: WeakKeyDictionary[Art, bool] = WeakKeyDictionary()
"""What was found of pictures that are still in use."""


def _spills(art: Art) -> bool:
    # A curve keeps within its points, so most pictures need not be measured along their curves.
    points = [value for shape in art.shapes for part in shape.outline for value in part[1:]]
    across, down = points[::2], points[1::2]
    if not points or (min(points) >= 0 and max(across) <= art.width and max(down) <= art.height):
        return False
    left, top, right, bottom = outline_box([shape.outline for shape in art.shapes])
    return min(left, top, art.width - right, art.height - bottom) < -0.05


def outline_box(outlines: Sequence[Outline]) -> Box:
    """The box around outlines.

    A curve is taken at its extremes, sampled finely enough for a hundredth of a mm.
    """
    boxes = [box for outline in outlines if (box := _box(outline))]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@lru_cache(maxsize=16384)
def _box(outline: Outline) -> Box | None:
    """The box around one; the same outline is measured for its pattern, its clip and its page."""
    xs: list[float] = []
    ys: list[float] = []
    x0 = y0 = 0.0
    left = top = inf
    right = low = -inf
    for segment in outline:
        if segment[0] == "C":
            _, ax, ay, bx, by, x, y = segment
            left, right, top, low = min(left, x0, x), max(right, x0, x), min(top, y0, y), max(low, y0, y)
            inside = left <= ax <= right and left <= bx <= right and top <= ay <= low and top <= by <= low
            for k in () if inside else range(1, 12):  # a curve keeps within its points
                t = k / 12
                u = 1 - t
                xs.append(u**3 * x0 + 3 * u * u * t * ax + 3 * u * t * t * bx + t**3 * x)
                ys.append(u**3 * y0 + 3 * u * u * t * ay + 3 * u * t * t * by + t**3 * y)
        if segment[0] != "Z":
            x0, y0 = segment[-2], segment[-1]
            xs.append(x0)
            ys.append(y0)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


@dataclass(frozen=True, slots=True)
class _Group:
    """What an element inside takes over: ids, transform, and how it is drawn."""

    ids: tuple[str, ...]
    turn: Matrix
    style: Mapping[str, str]


class StopError(Exception):
    """What follows in a picture cannot be judged."""


class TooManyError(Exception):
    """A drawing has more parts than one may have."""


def read_plain(file: SourceFile) -> Art | None:
    """A drawing that keeps to the plain part of SVG, as the bundled ones do; None for any other: see `saved_svg`."""
    reader = _PlainReader()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = parser.ProcessingInstructionHandler = _stop
    try:
        parser.Parse(file.text.encode("utf-8"), True)
    except (expat.ExpatError, StopError, TooManyError, ValueError):
        return None
    digest = hashlib.sha256(file.text.encode("utf-8")).hexdigest()[:16]
    return Art(file.name, digest, *reader.size, reader.title.strip(), tuple(reader.shapes))


def _stop(*_: object) -> None:
    raise StopError


@dataclass
class _PlainReader:
    """What expat tells of a plain drawing; whatever is not plain ends it."""

    shapes: list[ArtShape] = field(default_factory=list)
    stack: list[_Group] = field(default_factory=lambda: [_Group((), IDENTITY, _STYLE)])
    size: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    open: list[str] = field(default_factory=list)
    parts: int = 0

    def count(self, parts: int) -> None:
        """Count parts before they are made."""
        self.parts += parts
        if self.parts > MAX_PARTS:
            raise TooManyError

    def text(self, data: str) -> None:
        """Words between elements: the title's are kept."""
        if self.open == ["svg", "title"]:
            self.title += data

    def end(self, tag: str) -> None:
        """An element is closed."""
        self.open.pop()
        if tag in ("svg", "g"):
            self.stack.pop()

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        """An element is opened."""
        self.count(1 + len(attrs))
        stands = self.open[-1] in ("svg", "g") if self.open else tag == "svg"
        if not stands or (tag == "svg") == bool(self.open) or len(self.open) > MAX_NESTED:
            raise StopError
        if tag not in _OWN or not attrs.keys() <= _OWN[tag]:
            raise StopError
        self.open.append(tag)
        if tag in ("svg", "g"):
            self.stack.append(self._inherit(attrs))
        if tag == "svg":
            self._svg(attrs)
        elif tag in _DRAWN:
            self._shape(tag, attrs)

    def _svg(self, attrs: Mapping[str, str]) -> None:
        left, top, width, height = read_numbers(attrs.get("viewBox", ""))
        if not (0 < width <= MAX_SIZE and 0 < height <= MAX_SIZE) or left or top or attrs.get("xmlns") != NAMESPACE:
            raise StopError
        self.size = (width, height)
        if "width" in attrs or "height" in attrs:
            sides = (_number(side, attrs.get(side, "")) for side in ("width", "height"))
            if any(abs(side - own) > 0.01 * own for side, own in zip(sides, self.size, strict=True)):
                raise StopError

    def _inherit(self, attrs: Mapping[str, str]) -> _Group:
        above = self.stack[-1]
        own = {name: attrs[name].strip() for name in _INHERITED if name in attrs}
        turn = times(above.turn, read_transform(attrs["transform"])) if "transform" in attrs else above.turn
        ids = (*above.ids, attrs["id"]) if "id" in attrs and self.open != ["svg"] else above.ids
        return _Group(ids, turn, {**above.style, **own} if own else above.style)

    def _shape(self, tag: str, attrs: Mapping[str, str]) -> None:
        group = self._inherit(attrs)
        style = group.style
        outline = outline_of(tag, attrs, self.count)
        fill, stroke = _plain_colour(style["fill"]), _plain_colour(style["stroke"])
        width, limit = (_number(name, style[name], 0.0) for name in ("stroke-width", "stroke-miterlimit"))
        dash = read_dashes(style["stroke-dasharray"])
        if limit < 1 or style["fill-rule"] not in ("nonzero", "evenodd"):
            raise StopError
        if not outline:
            return
        a, b, c, d, _, _ = group.turn
        scale = abs(a * d - b * c) ** 0.5
        if group.turn != IDENTITY:
            outline = turned(outline, group.turn)
        if stroke and width:
            uneven = abs(a * a + b * b - c * c - d * d) > EVEN * scale**2 or abs(a * c + b * d) > EVEN * scale**2
            if uneven or not style["stroke-linecap"] == style["stroke-linejoin"] == "round":
                raise StopError
        bounded(outline, width * scale)
        if dash and sum(dash) * scale < LEAST_DASH:
            raise StopError
        paint = "paint" in attrs.get("class", "").split()
        look = fill, stroke if width else None, width * scale, style["fill-rule"] == "evenodd"
        self.shapes.append(ArtShape(group.ids, paint, outline, *look, tuple(part * scale for part in dash)))


def _plain_colour(text: str) -> str | None:
    value = text.casefold()
    if value in ("none", "transparent"):
        return None
    if _COLOUR.fullmatch(value):
        return value
    raise StopError


_COLOUR = re.compile("#[0-9a-f]{6}")


def read_numbers(text: str) -> list[float]:
    """The numbers of a list; ValueError where it is none."""
    if text.strip(_BLANK) and not _NUMBERS.fullmatch(text.strip(_BLANK)):
        raise ValueError("this is no list of numbers")
    return [float(number) for number in _NUMBER.findall(text)]


def _number(name: str, text: str, least: float = -MAX_NUMBER) -> float:
    """A number that an attribute says; ValueError with the way out where it is none."""
    if not _NUMBER.fullmatch(text.strip(_BLANK)):
        raise ValueError(f"`{name}` is a number like 4.5, not `{text[:40]}`")
    number = float(text)
    if not abs(number) <= MAX_NUMBER:
        raise ValueError(f"`{name}` is too large: at most {MAX_NUMBER:,.0f}")
    if number < least:
        raise ValueError(f"`{name}` is less than nothing")
    return number


def read_dashes(text: str) -> tuple[float, ...]:
    """The lengths of dashes and gaps in turn; none where the line is drawn through.

    An odd number of them stands twice, as SVG says: not every reader of PDF knows that they then change places.
    """
    if text == "none":
        return ()
    try:
        made = read_numbers(text)
    except ValueError:
        made = []
    if not made or min(made) < 0 or len(made) > 20:
        raise ValueError(f"`stroke-dasharray` is a list of lengths like 2 1, not `{text[:40]}`")
    return tuple(made * (1 + len(made) % 2)) if sum(made) > 0 else ()


_TURNS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}


def read_transform(text: str) -> Matrix:
    """The matrix of an SVG transform; ValueError where it is none, or squeezes all into nothing."""
    if not _TRANSFORMS.fullmatch(text):
        raise ValueError(f"`{text[:40]}` is no transform like rotate(15)")
    made = IDENTITY
    for name, inside in _TRANSFORM.findall(text):
        values = read_numbers(inside)
        if len(values) not in _TURNS.get(name, ()):
            hint = did_you_mean(name, _TURNS) if name not in _TURNS else ""
            raise ValueError(f"`{name}({inside[:40]})` is no transform" + (f": {hint}" if hint else ""))
        made = times(made, _one_turn(name, values))
    a, b, c, d, _, _ = made
    if not all(abs(v) <= MAX_SIZE for v in made) or abs(a * d - b * c) < 1e-9:
        raise ValueError(f"the transform `{text[:40]}` leaves nothing to be seen")
    return made


def _one_turn(name: str, values: Sequence[float]) -> Matrix:
    first = values[0]
    if name == "matrix":
        a, b, c, d, e, f = values
        return a, b, c, d, e, f
    if name == "translate":
        return 1.0, 0.0, 0.0, 1.0, first, values[1] if len(values) > 1 else 0.0
    if name == "scale":
        return first, 0.0, 0.0, values[-1], 0.0, 0.0
    if name == "rotate":
        c, s = cos(radians(first)), sin(radians(first))
        x, y = values[1:] if len(values) > 1 else (0.0, 0.0)
        return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
    slope = tan(radians(first))
    return (1.0, 0.0, slope, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, slope, 0.0, 1.0, 0.0, 0.0)


def turned(outline: Outline, turn: Matrix) -> Outline:
    """An outline under a matrix."""
    points = ((part[0], zip(part[1::2], part[2::2], strict=True)) for part in outline)
    return tuple((kind, *chain.from_iterable(matrices.at(turn, point) for point in some)) for kind, some in points)


class _Trace:
    """A pen, as fontTools knows them, that writes an outline down."""

    def __init__(self) -> None:
        self.outline: list[Segment] = []
        self.start = self.at = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:
        self.outline.append(("M", *point))
        self.start = self.at = point

    def lineTo(self, point: Point) -> None:
        self.outline.append(("L", *point))
        self.at = point

    def curveTo(self, first: Point, second: Point, end: Point) -> None:
        self.outline.append(("C", *first, *second, *end))
        self.at = end

    def qCurveTo(self, control: Point, end: Point) -> None:
        self.outline.append(_cubic(self.at, (*control, *end)))
        self.at = end

    def closePath(self) -> None:
        if self.outline[-1] == ("L", *self.start):  # to close is to draw it
            del self.outline[-1]
        self.outline.append(("Z",))
        self.at = self.start

    def endPath(self) -> None:
        pass


def traced(draw: Callable[[Any], object]) -> Outline:
    """The outline of what is drawn with a pen."""
    pen = _Trace()
    draw(pen)
    return tuple(pen.outline)


def _by_library(commands: Sequence[tuple[str, str]]) -> Outline:
    """The outline of a path's commands, which are known to be sound, by the geometry library.

    It reads numbers in one spelling only, so they are written anew for it.
    """
    from fontTools.svgLib.path import parse_path

    text = " ".join(part for command in commands for part in _plainly(*command))
    return traced(lambda pen: parse_path(text, pen))


def _plainly(letter: str, numbers: str) -> Iterator[str]:
    """A command and its numbers, apart; the flags of an arc may be written together."""
    yield letter
    if letter in "Aa":
        for arc in _ARC.findall(numbers):
            yield from (value if n in (3, 4) else repr(float(value)) for n, value in enumerate(arc))
    else:
        yield from map(repr, _values(numbers))


_BLANK = " \t\r\n\f"
_N = r"[+-]?+(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_W = rf"[{_BLANK}]*+"
_S = rf"(?:[{_BLANK}]++(?:,{_W})?|,{_W})?+"
_NUMBER = re.compile(_N)
_NUMBERS = re.compile(rf"{_N}(?:{_S}{_N})*")
_LETTERS = "MmLlHhVvCcSsQqTtAaZz"
_COMMAND = re.compile(f"([{_LETTERS}])([^{_LETTERS}]*)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_TRANSFORM = re.compile(rf"([A-Za-z]+){_W}\(([^()]*)\)")
_ONE = rf"[A-Za-z]+{_W}\([^()]*\)"
_TRANSFORMS = re.compile(rf"{_W}(?:{_ONE}(?:{_S}{_ONE})*)?{_W}")
_ARC = re.compile(rf"({_N}){_S}({_N}){_S}({_N}){_S}([01]){_S}([01]){_S}({_N}){_S}({_N})")


def _path_grammar() -> re.Pattern[str]:
    """SVG's grammar of paths: a move first, each command with as many numbers as it takes."""

    def arguments(one: str, count: int) -> str:
        some = one + rf"{_S}{one}" * (count - 1)
        return rf"{_W}{some}(?:{_S}{some})*"

    arc = rf"{_N}{_S}{_N}{_S}{_N}{_S}[01]{_S}[01]{_S}{_N}{_S}{_N}"
    by_count = {count: "".join(name for name, takes in _TAKES.items() if takes == count) for count in (1, 2, 4, 6)}
    commands = [f"[{names}{names.upper()}]{arguments(_N, count)}" for count, names in by_count.items()]
    commands += [f"[aA]{_W}{arc}(?:{_S}{arc})*", "[zZ]"]
    return re.compile(rf"{_W}(?:[mM]{arguments(_N, 2)}{_W}(?:(?:{'|'.join(commands)}){_W})*)?")


_PATH = _path_grammar()


def strict_path(text: str) -> str:
    """The text of a path itself, or ValueError: the geometry library passes over what it cannot read, we do not."""
    if not _PATH.fullmatch(text):
        stop = text.lstrip(_BLANK)[:1]
        raise ValueError("a path begins with M" if stop and stop not in "Mm" else "this is not an SVG path")
    return text


Count = Callable[[int], None]
"""Is told how many parts are made next, and may raise."""


def _segments(text: str, count: Count) -> Outline:
    """The outline of a path text. Most commands are read here, in a third of the time; others by the library."""
    count(sum(map(text.count, _LETTERS)))
    commands = _COMMAND.findall(strict_path(text))
    if not all(letter in "MmLlHhVvCcQZz" for letter, _ in commands):
        for letter, numbers in commands:
            if letter not in "Zz":
                times = len(_NUMBER.findall(numbers)) // _TAKES[letter.casefold()]
                count(times * (ARC_PARTS if letter in "Aa" else 2) - 1)
        return _by_library(commands)
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    for letter, numbers in commands:
        if letter in "Zz":
            out.append(("Z",))
            x, y = start_x, start_y
            continue
        values, takes, sort = _values(numbers), _TAKES[letter.casefold()], letter.upper()
        count(len(values) // takes - 1)
        for at in range(0, len(values), takes):
            points: Sequence[float] = values[at : at + takes] if len(values) > takes else values
            if sort in "HV":
                value = points[0] + ((x if sort == "H" else y) if letter in "hv" else 0.0)
                points = (value, y) if sort == "H" else (x, value)
            elif letter == "c":
                a, b, c, d, e, f = points
                points = (x + a, y + b, x + c, y + d, x + e, y + f)
            elif letter in "ml":
                points = (x + points[0], y + points[1])
            if sort == "Q":
                out.append(_cubic((x, y), points))
            else:
                out.append((_DRAWS[sort] if at else sort if sort in "MC" else "L", *points))
            x, y = points[-2:]
            if sort == "M" and not at:
                start_x, start_y = x, y
    return tuple(out)


_DRAWS = {"M": "L", "L": "L", "H": "L", "V": "L", "C": "C"}
"""What a command draws when it is given more than it takes."""


def _values(numbers: str) -> list[float]:
    """The numbers after a command; most stand apart, but `1-2` are two of them, and so are `.5.5`."""
    try:
        return [*map(float, numbers.replace(",", " ").split())]
    except ValueError:
        return [float(number) for number in _NUMBER.findall(numbers)]


def _cubic(start: tuple[float, float], points: Sequence[float]) -> Segment:
    """A curve with one control point as one with two."""
    (x0, y0), (cx, cy, x1, y1) = start, points
    first = x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0)
    return ("C", *first, x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1), x1, y1)


def outline_of(tag: str, attrs: Mapping[str, str], count: Count) -> Outline:
    """The outline of a drawn element before its transforms; empty where SVG draws nothing."""
    if tag == "path":
        return _segments(_attribute(attrs, "d"), count)
    if tag in ("polyline", "polygon"):
        points = read_numbers(_attribute(attrs, "points"))
        if len(points) % 2 or len(points) == 2:
            raise ValueError("`points` are two numbers for each of two points or more")
        count(len(points) // 2)
        rest = (("L", *points[n : n + 2]) for n in range(2, len(points), 2))
        closed: Outline = (("Z",),) if tag == "polygon" else ()
        return (("M", *points[:2]), *rest, *closed) if points else ()

    def number(name: str, usual: str | None = "0", least: float = -MAX_NUMBER) -> float:
        return _number(name, _attribute(attrs, name) if usual is None else attrs.get(name, usual), least)

    count(8)
    if tag == "line":
        return (("M", number("x1"), number("y1")), ("L", number("x2"), number("y2")))
    if tag == "rect":
        x, y, w, h = number("x"), number("y"), number("width", None, 0), number("height", None, 0)
        rx = number("rx", attrs.get("ry", "0"), 0)
        return rounded(x, y, w, h, rx, number("ry", attrs.get("rx", "0"), 0)) if w and h else ()
    cx, cy = number("cx"), number("cy")
    rx, ry = (number("r" if tag == "circle" else name, None, 0) for name in ("rx", "ry"))
    return ellipse(cx, cy, rx, ry) if rx and ry else ()


def _attribute(attrs: Mapping[str, str], name: str) -> str:
    if name not in attrs:
        raise ValueError(f"it has no `{name}`")
    return attrs[name]


def bounded(outline: Outline, width: float = 0.0) -> Outline:
    """An outline itself; ValueError where it or its line reaches farther than anything printed does."""
    values = [width, *chain.from_iterable(part[1:] for part in outline)]
    if not isfinite(sum(values)) or max(values) > MAX_SIZE or min(values) < -MAX_SIZE:
        raise ValueError("a number is too large")
    return outline


def path_text(outline: Outline) -> str:
    """An outline as the `d` of an SVG path."""
    return "".join(part[0] + " ".join(f"{v:.4f}" for v in part[1:]) for part in outline)


def rounded(x: float, y: float, w: float, h: float, r: float = 0.0, ry: float | None = None) -> Outline:
    """A rectangle, its corners rounded by radius r (mm), or by r across and ry down."""
    if ry is None:
        ry = r = min(r, w / 2, h / 2)
    r, ry = max(0.0, min(r, w / 2)), max(0.0, min(ry, h / 2))
    if not r or not ry:
        return (("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",))
    k, m = r * (1 - _KAPPA), ry * (1 - _KAPPA)
    right, low = x + w, y + h
    return (
        ("M", x + r, y), ("L", right - r, y), ("C", right - k, y, right, y + m, right, y + ry),
        ("L", right, low - ry), ("C", right, low - m, right - k, low, right - r, low),
        ("L", x + r, low), ("C", x + k, low, x, low - m, x, low - ry),
        ("L", x, y + ry), ("C", x, y + m, x + k, y, x + r, y), ("Z",),
    )  # fmt: skip


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """An ellipse of four curves."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", cx + rx, cy), ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy), ("Z",),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def parse_path(text: str) -> Outline:
    """The outline of an SVG path text; ValueError where it cannot be read."""
    try:
        return bounded(_segments(text, lambda _: None))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as fault:
        raise ValueError("this is not an SVG path") from fault
