"""Art: an SVG file in, shapes in millimetres out. A small part of SVG; the rest is refused with its line.

expat reads the file (no DOCTYPE, no entity, nothing outside the file), svgelements does the geometry of
paths and transforms. What a file may hold: `docs/art.md`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.parsers import expat

from santy_print.cache import remembered
from santy_print.diag import Report, SourceFile, Span, did_you_mean, register
from santy_print.source import read_text

register("art-syntax", "a picture is not well-formed SVG")
register("art-forbidden", "a picture uses a part of SVG that is not allowed here")
register("art-value", "a picture holds a value that cannot be read")

Segment = tuple[Any, ...]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); millimetres, y downwards."""
Outline = tuple[Segment, ...]
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
    "white": "#ffffff",
}
"""The colours a picture or a layout may use beside the game's own; saturated colour is for the rules."""

_DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_HELD = ("svg", "g", "title", "desc")
_INHERITED = ("fill", "stroke", "stroke-width", "fill-rule")
_ATTRIBUTES = frozenset(
    """xmlns version viewBox width height id class d transform fill stroke stroke-width stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-dasharray fill-rule points x y rx ry cx cy r
    x1 y1 x2 y2""".split()  # noqa: SIM905
)
_KAPPA = 0.5522847498307936
MAX_SIZE = 10_000.0


@dataclass(frozen=True, slots=True)
class ArtShape:
    """One outline of a picture. `ids` are the ids of the groups around it, outermost first.

    `paint` where the rules colour it.
    """

    ids: tuple[str, ...]
    paint: bool
    outline: Outline
    fill: str | None
    stroke: str | None
    width: float
    even_odd: bool


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A picture: size in mm at scale 1, its title, its shapes from back to front."""

    name: str
    digest: str
    width: float
    height: float
    title: str
    shapes: tuple[ArtShape, ...]

    def ids(self) -> set[str]:
        """All ids a layout may speak of."""
        return {i for shape in self.shapes for i in shape.ids}

    def bounds(self, ident: str) -> Box:
        """The box of the painted shapes in the group `ident` (of all its shapes where none is painted)."""
        inside = [s for s in self.shapes if ident in s.ids]
        return outline_box([s.outline for s in inside if s.paint] or [s.outline for s in inside])


def outline_box(outlines: list[Outline]) -> Box:
    """The box around outlines.

    A curve is taken at its extremes, sampled finely enough for a hundredth of a mm.
    """
    xs: list[float] = []
    ys: list[float] = []
    for outline in outlines:
        x0 = y0 = 0.0
        for segment in outline:
            if segment[0] == "C":
                _, ax, ay, bx, by, x, y = segment
                for k in range(1, 12):
                    t = k / 12
                    u = 1 - t
                    xs.append(u**3 * x0 + 3 * u * u * t * ax + 3 * u * t * t * bx + t**3 * x)
                    ys.append(u**3 * y0 + 3 * u * u * t * ay + 3 * u * t * t * by + t**3 * y)
            if segment[0] != "Z":
                x0, y0 = segment[-2], segment[-1]
                xs.append(x0)
                ys.append(y0)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def load_art(path: Path, name: str, report: Report) -> Art | None:
    """Read one picture; report everything it holds that it may not."""
    file = read_text(path, name, report)
    if file is None:
        return None
    art, found = _parse(file.name, file.text)
    report.extend(found)
    return art if not any(d.severity == "error" for d in found) else None


@lru_cache(maxsize=512)
def _parse(name: str, text: str) -> tuple[Art | None, tuple[Any, ...]]:
    """Parse once per text: the same picture serves every face, language and build of a run."""
    read: list[Art | None] = []
    found: list[Any] = []

    def parse() -> bytes | None:
        reader = _Reader(SourceFile(name, text))
        read.append(reader.run())
        found.extend(reader.report)
        return _as_bytes(read[0]) if read[0] is not None and not found else None

    data = remembered("art", (text,), parse)
    return (_of_bytes(name, data) if data is not None and not read else read[0]), tuple(found)


def _as_bytes(art: Art) -> bytes:
    """A picture as it is kept: every number exactly."""
    shapes = [(s.ids, s.paint, s.outline, s.fill, s.stroke, s.width, s.even_odd) for s in art.shapes]
    return json.dumps([art.digest, art.width, art.height, art.title, shapes]).encode("ascii")


def _of_bytes(name: str, data: bytes) -> Art:
    """A picture as it was kept."""
    digest, width, height, title, shapes = json.loads(data)
    made = []
    for ids, paint, outline, *look in shapes:
        made.append(ArtShape(tuple(ids), paint, tuple(tuple(part) for part in outline), *look))
    return Art(name, digest, width, height, title, tuple(made))


@dataclass
class _Reader:
    file: SourceFile
    report: Report = field(default_factory=Report)
    shapes: list[ArtShape] = field(default_factory=list)
    stack: list[dict[str, Any]] = field(default_factory=list)
    size: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    in_title: bool = False

    def run(self) -> Art | None:
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = self.doctype
        parser.ProcessingInstructionHandler = self.instruction
        try:
            parser.Parse(self.file.text.encode("utf-8"), True)
        except expat.ExpatError as fault:
            if self.report.ok:
                span = Span(self.file, fault.lineno, fault.offset + 1, fault.lineno, fault.offset + 2)
                self.report.error(
                    "art-syntax", f"this is not well-formed SVG: {expat.ErrorString(fault.code)}", span
                )
        if not self.report.ok:
            return None
        digest = hashlib.sha256(self.file.text.encode("utf-8")).hexdigest()[:16]
        return Art(self.file.name, digest, *self.size, self.title.strip(), tuple(self.shapes))

    def here(self) -> Span:
        line, col = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        return Span(self.file, line, col, line, col + 1)

    def doctype(self, *_: object) -> None:
        self.report.error(
            "art-forbidden",
            "a document type with its entities is not allowed",
            self.here(),
            "remove the <!DOCTYPE ...>",
        )
        raise expat.ExpatError

    def instruction(self, target: str, _: str) -> None:
        message = f"the instruction <?{target} ...?> is not allowed in a picture"
        self.report.error("art-forbidden", message, self.here(), "remove it")

    def text(self, data: str) -> None:
        if self.in_title:
            self.title += data

    def end(self, tag: str) -> None:
        self.in_title = False
        if tag in ("svg", "g"):
            self.stack.pop()

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        if tag not in _DRAWN and tag not in _HELD:
            self.report.error(
                "art-forbidden",
                f"<{tag}> is not allowed in a picture",
                self.here(),
                did_you_mean(tag, (*_DRAWN, *_HELD)) or "draw it as paths",
            )
            return
        for name in attrs:
            if name not in _ATTRIBUTES:
                self.report.error(
                    "art-forbidden",
                    f"the attribute `{name}` is not allowed in a picture",
                    self.here(),
                    did_you_mean(name, _ATTRIBUTES),
                )
        self.in_title = tag == "title" and len(self.stack) == 1
        if tag == "svg":
            self.svg(attrs)
        elif tag == "g":
            self.stack.append(self.inherit(attrs))
        elif tag in _DRAWN:
            self.shape(tag, attrs)

    def svg(self, attrs: Mapping[str, str]) -> None:
        try:
            left, top, width, height = (float(v) for v in attrs.get("viewBox", "").replace(",", " ").split())
        except ValueError:
            left = top = width = height = 0.0
        if not (0 < width <= MAX_SIZE and 0 < height <= MAX_SIZE) or left or top:
            self.report.error(
                "art-value",
                "a picture needs a viewBox that begins at 0 0",
                self.here(),
                'write viewBox="0 0 40 40"',
            )
        self.size = (width, height)
        self.stack.append(
            {
                "ids": (),
                "transform": "",
                "fill": "#000000",
                "stroke": "none",
                "stroke-width": "1",
                "fill-rule": "nonzero",
            }
        )

    def inherit(self, attrs: Mapping[str, str]) -> dict[str, Any]:
        parent = (
            self.stack[-1]
            if self.stack
            else {
                "ids": (),
                "transform": "",
                "fill": "#000000",
                "stroke": "none",
                "stroke-width": "1",
                "fill-rule": "nonzero",
            }
        )
        own = {name: attrs[name] for name in _INHERITED if name in attrs}
        ids = (*parent["ids"], attrs["id"]) if "id" in attrs else parent["ids"]
        return {
            **parent,
            **own,
            "ids": ids,
            "transform": f"{parent['transform']} {attrs.get('transform', '')}".strip(),
        }

    def shape(self, tag: str, attrs: Mapping[str, str]) -> None:
        style = self.inherit(attrs)
        try:
            outline, scale = _outline(tag, attrs, style["transform"])
            width = float(style["stroke-width"]) * scale
            _bounded(outline, width)
        except (ValueError, KeyError, IndexError, TypeError, ArithmeticError, AttributeError):
            self.report.error("art-value", f"this <{tag}> holds numbers that cannot be read", self.here())
            return
        if not outline:
            return
        fill, stroke = self.colour(style["fill"]), self.colour(style["stroke"])
        paint = "paint" in attrs.get("class", "").split()
        self.shapes.append(
            ArtShape(style["ids"], paint, outline, fill, stroke, width, style["fill-rule"] == "evenodd")
        )

    def colour(self, text: str) -> str | None:
        value = text.strip().casefold()
        if value in ("none", "transparent"):
            return None
        if len(value) == 7 and value[0] == "#" and all(c in "0123456789abcdef" for c in value[1:]):
            return value
        self.report.error("art-value", f"`{text}` is not a colour like #22304a", self.here())
        return None


def _outline(tag: str, attrs: Mapping[str, str], transform: str) -> tuple[Outline, float]:
    """The outline of a drawn element after its transforms, and by how much its line grows."""
    text = _as_path(tag, attrs)
    if not transform:
        return _segments(text), 1.0
    from svgelements import Matrix
    from svgelements import Path as SvgPath

    return _transformed(SvgPath(text), Matrix(transform))


def _transformed(path: Any, matrix: Any) -> tuple[Outline, float]:
    from svgelements import Arc, Close, CubicBezier, Line, Move, QuadraticBezier

    scale = 1.0
    if matrix is not None and not matrix.is_identity():
        path = path * matrix
        path.reify()
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
    out: list[Segment] = []
    for part in path:
        if isinstance(part, Move):
            out.append(("M", part.end.x, part.end.y))
        elif isinstance(part, Close):
            out.append(("Z",))
        elif isinstance(part, Line):
            out.append(("L", part.end.x, part.end.y))
        elif isinstance(part, CubicBezier):
            out.append(
                (
                    "C",
                    part.control1.x,
                    part.control1.y,
                    part.control2.x,
                    part.control2.y,
                    part.end.x,
                    part.end.y,
                )
            )
        elif isinstance(part, QuadraticBezier):
            out.append(_cubic(part.start, (*part.control, *part.end)))
        elif isinstance(part, Arc):
            out += [
                ("C", c.control1.x, c.control1.y, c.control2.x, c.control2.y, c.end.x, c.end.y)
                for c in part.as_cubic_curves()
            ]
    return tuple(out), scale


_TOKEN = re.compile(r"([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|[\s,]+|(.)", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def strict_path(text: str) -> str:
    """The text of a path itself, or ValueError: the geometry library passes over what it cannot read, we do not."""
    command, count = "", 0

    def check() -> None:
        takes = _TAKES.get(command.casefold(), -1)
        whole = takes == count if takes == 0 else takes > 0 and count > 0 and count % takes == 0
        # The flags of an arc may be written together, so its numbers cannot be counted.
        if command and not whole and command not in "aA":
            raise ValueError(f"`{command}` in a path wants {takes} numbers")

    for letter, number, stray in _TOKEN.findall(text):
        if stray or (letter and letter.casefold() not in _TAKES) or (number and not command):
            raise ValueError("this is not an SVG path")
        if letter:
            check()
            if not command and letter not in "mM":
                raise ValueError("a path begins with M")
            command, count = letter, 0
        count += bool(number)
    check()
    return text


def _segments(text: str) -> Outline:
    """The outline of a path text. Plain commands are read here, in a fifth of the time; others by the library."""
    commands = _COMMAND.findall(strict_path(text))
    if not all(letter in "MLCQZ" for letter, _ in commands):
        from svgelements import Path as SvgPath

        return _transformed(SvgPath(text), None)[0]
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    for letter, numbers in commands:
        if letter in "Zz":
            out.append(("Z",))
            x, y = start_x, start_y
            continue
        values, takes = [float(number) for number in _NUMBER.findall(numbers)], _TAKES[letter.casefold()]
        for at in range(0, len(values), takes):
            points = values[at : at + takes]
            if letter == "Q":
                out.append(_cubic((x, y), points))
            else:
                out.append(("L" if letter == "M" and at else letter, *points))
            x, y = points[-2:]
            if letter == "M" and not at:
                start_x, start_y = x, y
    return tuple(out)


def _cubic(start: tuple[float, float], points: Sequence[float]) -> Segment:
    """A curve with one control point as one with two."""
    (x0, y0), (cx, cy, x1, y1) = start, points
    first = x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0)
    return ("C", *first, x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1), x1, y1)


def _as_path(tag: str, attrs: Mapping[str, str]) -> str:
    if tag == "path":
        return strict_path(attrs["d"])
    if tag == "line":
        return f"M{attrs['x1']},{attrs['y1']}L{attrs['x2']},{attrs['y2']}"
    if tag in ("polyline", "polygon"):
        return f"M{attrs['points'].strip()}" + ("Z" if tag == "polygon" else "")
    if tag == "rect":
        x, y, w, h = (float(attrs.get(k, "0")) for k in ("x", "y", "width", "height"))
        rx = float(attrs.get("rx", attrs.get("ry", "0")))
        return path_text(rounded(x, y, w, h, rx))
    rx = float(attrs["r"] if tag == "circle" else attrs["rx"])
    ry = float(attrs["r"] if tag == "circle" else attrs["ry"])
    return path_text(ellipse(float(attrs.get("cx", "0")), float(attrs.get("cy", "0")), rx, ry))


def _bounded(outline: Outline, width: float = 0.0) -> Outline:
    """An outline itself; ValueError where it or its line reaches farther than anything printed does."""
    if not all(abs(v) <= MAX_SIZE for v in (width, *(v for part in outline for v in part[1:]))):
        raise ValueError("a number is too large")
    return outline


def path_text(outline: Outline) -> str:
    """An outline as the `d` of an SVG path."""
    return "".join(part[0] + " ".join(f"{v:.4f}" for v in part[1:]) for part in outline)


def rounded(x: float, y: float, w: float, h: float, r: float = 0.0) -> Outline:
    """A rectangle, its corners rounded by radius r (mm)."""
    r = max(0.0, min(r, w / 2, h / 2))
    if r == 0:
        return (("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",))
    k = r * (1 - _KAPPA)
    right, low = x + w, y + h
    return (
        ("M", x + r, y), ("L", right - r, y), ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, low - r), ("C", right, low - k, right - k, low, right - r, low),
        ("L", x + r, low), ("C", x + k, low, x, low - k, x, low - r),
        ("L", x, y + r), ("C", x, y + k, x + k, y, x + r, y), ("Z",),
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
        return _bounded(_segments(text))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as fault:
        raise ValueError("this is not an SVG path") from fault
