"""Saved SVG: a drawing as programs save it in, shapes in millimetres out.

Style sheets, `style=`, all colours of CSS, units, any viewBox, `use` and `symbol`, drawings in drawings, clip paths,
and every end and joint of a line become plain shapes. What shapes cannot show is refused at its line, with the way out
in the programs that make it: transparency, gradients, patterns, masks, filters, text, pictures. Nothing is fetched:
what a file points to must stand in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal
from xml.etree.ElementTree import Element
from xml.parsers import expat

from santy_print.diag import Hint, Report, SourceFile, Span, did_you_mean
from santy_print.faces import art as plain
from santy_print.faces.areas import Area, Pen, inside, joined_area, line_area, shared_area
from santy_print.faces.art import (
    EVEN,
    LEAST_DASH,
    MAX_NESTED,
    MAX_SIZE,
    NAMESPACE,
    Art,
    ArtShape,
    StopError,
    TooManyError,
    bounded,
    outline_box,
    outline_of,
    read_dashes,
    read_numbers,
    read_transform,
    rounded,
    turned,
)
from santy_print.faces.matrices import IDENTITY, Matrix, times
from santy_print.faces.styles import INITIAL, TOO_MUCH, Sheet, colour_of, length_of, read_sheet, read_style, share

if TYPE_CHECKING:
    from santy_print.faces.art import Box, Outline

MAX_CLIPPED = 20_000
"""So many lines and curves are cut along a clip path at most: what they have in common is slow to find."""

CLIP_PARTS = 50
"""What a clip path leaves takes as long to find as so many curves to read."""

DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GROUPS = ("g", "a", "switch")
PASSED = (
    "defs", "symbol", "clipPath", "linearGradient", "radialGradient", "pattern", "mask", "filter", "marker", "metadata",
    "title", "desc", "style", "view", "cursor", "font", "font-face", "glyph", "color-profile", "solidcolor",
    "animate", "animateTransform", "animateMotion", "animateColor", "set",
)  # fmt: skip
"""What draws nothing where it stands."""

_PATHS = (
    "turn it into paths: Path > Object to Path (Inkscape), Type > Create Outlines (Illustrator), "
    "Layer > Convert to Curves (Affinity), Flatten (Figma)"
)
_PICTURE = "export it as PNG at 600 dpi and show it with `image:` instead of `art:`"
CANNOT = {
    "text": ("text is not drawn: its font may not be here", _PATHS),
    "image": ("a picture is not drawn in a drawing", "put its file into `art/` and show it with `image:`"),
    "foreignObject": ("what is not SVG is not drawn", "leave out what other programs want: Export As, SVG"),
    "script": ("a script is not allowed", "remove it"),
}
"""Elements that shapes cannot show: why, and the way out."""

_NAMES = {
    "svg": "x y width height viewBox preserveAspectRatio version baseProfile zoomAndPan contentScriptType "
    "contentStyleType",
    "use": "x y width height href",
    "path": "d pathLength",
    "rect": "x y width height rx ry pathLength",
    "circle": "cx cy r pathLength",
    "ellipse": "cx cy rx ry pathLength",
    "line": "x1 y1 x2 y2 pathLength",
    "polyline": "points pathLength",
    "polygon": "points pathLength",
    "a": "href target download rel type",
}
_ANYWHERE = frozenset((
    "id", "class", "style", "transform", "xmlns", "space", "lang", "base", "tabindex", "role", "focusable",
    "requiredFeatures", "requiredExtensions", "systemLanguage", "externalResourcesRequired", "nodetypes", "label",
    "alignment-baseline", "baseline-shift", "clip", "clip-path", "clip-rule", "color", "color-interpolation",
    "color-interpolation-filters", "color-profile", "color-rendering", "cursor", "direction", "display",
    "dominant-baseline", "enable-background", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "font", "font-family", "font-size", "font-size-adjust", "font-stretch", "font-style",
    "font-variant", "font-weight", "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering",
    "isolation", "kerning", "letter-spacing", "lighting-color", "line-height", "marker", "marker-end", "marker-mid",
    "marker-start", "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "paint-order", "pointer-events",
    "shape-rendering", "solid-color", "solid-opacity", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
    "text-align", "text-anchor", "text-decoration", "text-rendering", "transform-origin", "transform-box",
    "unicode-bidi", "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
))  # fmt: skip
"""What an element may say besides its own: much of it says nothing of shapes."""


@dataclass(frozen=True, slots=True)
class Around:
    """What an element takes over from those around it.

    `view` is the width and height that percentages are of; `clips` what is left of anything drawn here, on the page.
    """

    ids: tuple[str, ...]
    turn: Matrix
    style: Mapping[str, str]
    view: tuple[float, float]
    clips: tuple[Area, ...] = ()
    depth: int = 0
    used: tuple[str, ...] = ()


@dataclass
class Saved:
    """One file as it is read: its elements, where each stands, and what is drawn of it."""

    file: SourceFile
    report: Report = field(default_factory=Report)
    shapes: list[ArtShape] = field(default_factory=list)
    parts: int = 0
    root: Element | None = None
    places: dict[Element, tuple[int, int]] = field(default_factory=dict)
    named: dict[str, Element] = field(default_factory=dict)
    sheet: Sheet = field(default_factory=Sheet)
    reported: set[str] = field(default_factory=set)
    title: str = ""
    last: tuple[int, int] = (1, 1)

    def run(self) -> Art | None:
        """The drawing; None where it cannot be read, which is reported."""
        try:
            if self._parse() and self.root is not None:
                size = self._draw(self.root)
            else:
                return None
        except StopError:
            return None
        except TooManyError:
            message = f"this drawing has more than {plain.MAX_PARTS:,} elements, attributes, lines and curves"
            hint = "make it simpler, or a raster picture"
            self._refuse_at(self.last, message, hint, "pack-too-much")
            return None
        if not self.report.ok or size is None:
            return None
        digest = hashlib.sha256(self.file.text.encode("utf-8")).hexdigest()[:16]
        return Art(self.file.name, digest, *size, self.title.strip(), tuple(self.shapes))

    def count(self, parts: int) -> None:
        """Count parts before they are made."""
        self.parts += parts
        if self.parts > plain.MAX_PARTS:
            raise TooManyError

    # --- the file ---------------------------------------------------------------------------------------------------

    def _parse(self) -> bool:
        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        open_elements: list[Element] = []

        def start(name: str, attrs: dict[str, str]) -> None:
            self.last = here()
            self.count(1 + len(attrs))
            if len(open_elements) > 4 * MAX_NESTED:
                self._refuse_at(here(), f"groups stand in one another more than {MAX_NESTED} deep")
                raise StopError
            made = Element(_local(name), {_local(key): value for key, value in reversed(attrs.items())})
            self.places[made] = here()
            if open_elements:
                open_elements[-1].append(made)
            else:
                self._begin(name, made)
            open_elements.append(made)
            if "id" in made.attrib:
                self.named.setdefault(made.attrib["id"], made)

        def end(_: str) -> None:
            open_elements.pop()

        def text(data: str) -> None:
            if open_elements and open_elements[-1].tag in ("style", "title"):
                open_elements[-1].text = (open_elements[-1].text or "") + data

        def entity(*_: object) -> None:
            hint = "save it without the program's own data: Export As, SVG, or Save a Copy as Optimized SVG"
            self._refuse_at(here(), "a document type with its entities is not allowed", hint)
            raise StopError

        def instruction(target: str, _: str) -> None:
            if target == "xml-stylesheet":
                message = f"the instruction <?{target} ...?> is not allowed in a picture"
                self._refuse_at(here(), message, "put the style sheet into the file: <style>")
                raise StopError

        def here() -> tuple[int, int]:
            return parser.CurrentLineNumber, parser.CurrentColumnNumber + 1

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = text
        parser.EntityDeclHandler = entity
        parser.ProcessingInstructionHandler = instruction
        try:
            parser.Parse(self.file.text.encode("utf-8"), True)
        except expat.ExpatError as fault:
            place = fault.lineno, fault.offset + 1
            message = f"this is not well-formed SVG: {expat.ErrorString(fault.code)}"
            self.report.error("art-syntax", message, self._span(place))
            return False
        return True

    def _begin(self, name: str, root: Element) -> None:
        self.root = root
        space, _, local = name.rpartition(" ")
        if local != "svg":
            message = f"a picture begins with <svg>, not with <{local[:40]}>"
            self._refuse(root, message, 'write <svg viewBox="0 0 40 40"> around it')
            raise StopError
        if space not in ("", NAMESPACE):
            self._refuse(root, f"`{space[:60]}` is not what SVG is known by", f'write xmlns="{NAMESPACE}"')
            raise StopError

    def _span(self, place: tuple[int, int]) -> Span:
        line, col = place
        return Span(self.file, line, col, line, col + 1)

    def _refuse_at(self, place: tuple[int, int], message: str, hint: Hint = "", code: str = "art-forbidden") -> None:
        self.report.error(code, message, self._span(place), hint)

    def _refuse(self, element: Element, message: str, hint: Hint = "", code: str = "art-forbidden") -> None:
        self._refuse_at(self.places[element], message, hint, code)

    def _refuse_once(self, element: Element, message: str, hint: str) -> None:
        """Of what a drawing is full of, the first place is enough."""
        if message not in self.reported:
            self.reported.add(message)
            self._refuse(element, message, hint)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _draw(self, root: Element) -> tuple[float, float] | None:
        for element in root.iter("style"):
            kind = element.get("type", "text/css").strip()
            fault = read_sheet(self.sheet, element.text or "", self.count) if kind in ("text/css", "") else ""
            if fault:
                self._refuse(element, fault, "save the drawing with presentation attributes, or inline styles")
        if not self.sheet.look_at(root):
            self._refuse(root, TOO_MUCH, "save the drawing with presentation attributes, or inline styles")
            return None
        self.title = next((child.text or "" for child in root if child.tag == "title"), "")
        self._slips(root)
        try:
            size, matrix, view = _page(root)
        except ValueError as fault:
            self._refuse(root, f"this <svg> cannot be read: {fault}", self._size_hint(root), "art-value")
            return None
        try:
            around = self._inherit(root, Around((), matrix, INITIAL, view))
        except ValueError as fault:
            self._refuse(root, f"this <svg> cannot be read: {fault}", code="art-value")
            return None
        for child in root:
            self._element(child, around)
        return size

    def _size_hint(self, root: Element) -> str:
        """What to write where a drawing does not say how large it is: the box of what it draws."""
        aside = Saved(self.file, places=self.places, named=self.named, sheet=self.sheet)
        with suppress(ValueError):  # told once it says how large it is
            around = aside._inherit(root, Around((), IDENTITY, INITIAL, (100.0, 100.0)))
            for child in root:
                aside._element(child, around)
        left, top, right, bottom = outline_box([shape.outline for shape in aside.shapes])
        if right - left <= 0 or bottom - top <= 0:
            return 'write viewBox="0 0 40 40", as large as what is drawn'
        return f'write viewBox="{left:.4g} {top:.4g} {right - left:.4g} {bottom - top:.4g}": there is what it draws'

    def _slips(self, element: Element) -> None:
        """Attributes that SVG does not know: a slip of who wrote it by hand."""
        own = (*_NAMES.get(str(element.tag), "").split(), *_ANYWHERE)
        for name in element.attrib:
            if name not in own and not name.startswith(("{", "data-", "aria-", "on")):
                hint = partial(did_you_mean, name, [each for each in own if each not in element.attrib])
                self._refuse(element, f"the attribute `{name}` is not allowed in <{element.tag}>", hint)
            elif name.startswith("on"):
                self._refuse(element, f"the attribute `{name}` is not allowed in a picture", "remove it")

    def _inherit(self, element: Element, around: Around) -> Around:
        """What an element hands on; ValueError where it says what cannot be."""
        style = read_style(element, around.style, self.sheet)
        turn = around.turn
        if value := style.get("transform", "").strip():
            turn = times(turn, read_transform(value)) if value != "none" else turn
        ids = (*around.ids, element.attrib["id"]) if "id" in element.attrib and element is not self.root else around.ids
        made = replace(around, ids=ids, turn=turn, style=style, depth=around.depth + 1)
        if made.depth > MAX_NESTED:
            self._refuse(element, f"groups stand in one another more than {MAX_NESTED} deep")
            raise StopError
        return self._clipped(element, made)

    def _clipped(self, element: Element, around: Around) -> Around:
        """With what a clip path leaves of it."""
        value = around.style.get("clip-path", "none")
        if value == "none" or "box" in around.used:  # the box of a thing is that of all of it
            return around
        target = self._target(value)
        if target is None or target.tag != "clipPath":
            self._refuse(element, f"`clip-path` is `{value[:60]}`, which is no <clipPath> of this file")
            return around
        return replace(around, clips=(*around.clips, self._clip_area(element, target, around)))

    def _clip_area(self, element: Element, target: Element, around: Around) -> Area:
        self.count(CLIP_PARTS)
        aside = replace(self, shapes=[])
        turn = around.turn
        if target.get("clipPathUnits") == "objectBoundingBox":
            left, top, right, bottom = self._own_box(element, around)
            turn = times(turn, (right - left, 0.0, 0.0, bottom - top, left, top))
        bare = replace(around, turn=turn, style=INITIAL, clips=(), used=(*around.used, "clip"))
        inner = aside._inherit(target, bare)
        for child in target:
            if child.tag in (*DRAWN, "use"):
                aside._element(child, replace(inner, style={**inner.style, "clip-path": "none"}), clipping=True)
            elif child.tag in CANNOT:
                aside._element(child, inner)
        self.parts = aside.parts
        areas = [Area(shape.outline, shape.even_odd) for shape in aside.shapes if shape.fill]
        self.count(sum(len(area.outline) for area in areas) * len(areas))  # each is joined with all before it
        made = joined_area(areas)
        for clip in inner.clips:
            made = shared_area(made, clip)
        return made

    def _own_box(self, element: Element, around: Around) -> Box:
        """The box of what an element draws, in its own space."""
        aside = Saved(self.file, places=self.places, named=self.named, sheet=self.sheet, parts=self.parts)
        style = {**around.style, "clip-path": "none", "stroke": "none", "fill": "#000000"}
        bare = replace(around, turn=IDENTITY, style=style, clips=(), used=(*around.used, "box"))
        if element.tag in DRAWN:
            aside._shape(element, bare)
        else:
            for child in element:
                aside._element(child, bare)
        self.parts = aside.parts
        return outline_box([shape.outline for shape in aside.shapes])

    def _target(self, value: str) -> Element | None:
        """The element of this file that `url(#name)` or `#name` points to."""
        found = re.fullmatch(r"(?:url\(\s*['\"]?)?#([^'\")]+)['\"]?\s*\)?.*", value.strip(), re.DOTALL)
        return self.named.get(found[1].strip()) if found else None

    def _element(self, element: Element, around: Around, clipping: bool = False) -> None:
        """Draw an element, or tell why not."""
        if around.used:
            self.count(1)
        tag = str(element.tag)
        if tag.startswith("{"):
            return
        try:
            if tag in CANNOT:
                style = read_style(element, around.style, self.sheet)
                if style.get("display") != "none":
                    self._refuse_once(element, *CANNOT[tag])
            elif tag in (*DRAWN, *GROUPS, "svg", "use"):
                self._slips(element)
                inner = self._inherit(element, around)
                if inner.style.get("display") == "none":
                    return
                self._see_through(element, inner)
                self._visible(element, tag, inner, clipping)
            elif tag not in PASSED:
                known = (*DRAWN, *GROUPS, "svg", "use", "defs", "title", "desc", *CANNOT)
                hint = partial(did_you_mean, tag, known)
                self._refuse(element, f"<{tag[:40]}> is not allowed in a picture", lambda: hint() or "draw it as paths")
        except ValueError as fault:
            self._refuse(element, f"this <{tag}> cannot be read: {fault}", code="art-value")

    def _visible(self, element: Element, tag: str, around: Around, clipping: bool) -> None:
        if tag in DRAWN:
            wrong = next((child for child in element if child.tag in (*DRAWN, *GROUPS, "svg", "use")), None)
            if wrong is not None:
                self._refuse(wrong, f"<{wrong.tag}> is not allowed inside of <{tag}>")
            self._shape(element, around, clipping)
        elif tag == "use":
            self._use(element, around, clipping)
        elif tag == "svg":
            self._nested(element, around, element.attrib)
        elif tag == "switch":
            for child in element:
                if child.tag in (*DRAWN, *GROUPS, "svg", "use"):
                    self._element(child, around, clipping)
                    break
        else:
            for child in element:
                self._element(child, around, clipping)

    def _see_through(self, element: Element, around: Around) -> None:
        """Refuse what shapes cannot show, by what an element says of itself."""
        style = around.style
        if style.get("mask", "none") != "none":
            self._refuse_once(element, "a mask cannot be drawn as lines and areas", _PICTURE)
        if style.get("filter", "none") != "none":
            self._refuse_once(element, "a filter (a blur, a shadow) cannot be drawn as lines and areas", _PICTURE)
        if style.get("mix-blend-mode", "normal") != "normal":
            self._refuse_once(element, "a blend mode cannot be drawn as lines and areas", _PICTURE)
        if any(style.get(f"marker-{place}", "none") != "none" for place in ("start", "mid", "end")):
            hint = "turn lines with markers into paths: Path > Object to Path (Inkscape), Object > Expand (Illustrator)"
            self._refuse_once(element, "markers at the ends of lines are not drawn", hint)

    def _use(self, element: Element, around: Around, clipping: bool) -> None:
        value = element.get("href", "")
        target = self._target(value) if value.startswith("#") else None
        if target is None:
            self._refuse(element, f"<use> points to `{value[:60]}`, which is nothing in this file", "remove it")
            return
        if value in around.used or len(around.used) > MAX_NESTED:
            self._refuse(element, f"<use> draws `{value[:60]}` within itself")
            return
        x, y = (length_of(element.get(name, "0"), size) for name, size in zip("xy", around.view, strict=True))
        inner = replace(around, turn=times(around.turn, (1.0, 0.0, 0.0, 1.0, x, y)), used=(*around.used, value))
        if target.tag == "symbol":
            attrs_of = dict(target.attrib) | {"x": "0", "y": "0"}
            attrs_of |= {name: element.attrib[name] for name in ("width", "height") if name in element.attrib}
            self._nested(target, self._inherit(target, inner), attrs_of)
        else:
            self._element(target, inner, clipping)

    def _nested(self, element: Element, around: Around, value: Mapping[str, str]) -> None:
        """A drawing in a drawing: it has a place, a view of its own, and is cut off at its edge."""
        wide, high = around.view
        x, y = length_of(value.get("x", "0"), wide), length_of(value.get("y", "0"), high)
        width, height = length_of(value.get("width", "100%"), wide), length_of(value.get("height", "100%"), high)
        if width <= 0 or height <= 0:
            return
        turn, view = times(around.turn, (1.0, 0.0, 0.0, 1.0, x, y)), (width, height)
        clips = around.clips
        if around.style.get("overflow", "hidden") not in ("visible", "auto"):
            clips = (*clips, Area(turned(rounded(0, 0, width, height), turn)))
        if "viewBox" in value:
            box = _view_box(value["viewBox"])
            turn, view = times(turn, _fitted(box, width, height, value.get("preserveAspectRatio", ""))), box[2:]
        inner = replace(around, turn=turn, view=view, clips=clips)
        for child in element:
            self._element(child, inner)

    def _shape(self, element: Element, around: Around, clipping: bool = False) -> None:
        style, view = around.style, around.view
        attrs = _in_units(element, view)
        outline = outline_of(str(element.tag), attrs, self.count)
        fill, stroke = self._paint(element, style, "fill"), self._paint(element, style, "stroke")
        across = ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5
        width = length_of(style["stroke-width"], across)
        pen = self._pen(style, width, across)
        if not outline or style.get("visibility", "visible") != "visible":
            return
        rule = style["clip-rule" if clipping else "fill-rule"]
        if rule not in ("nonzero", "evenodd"):
            raise ValueError(f"`fill-rule` is nonzero or evenodd, not `{rule[:40]}`")
        if clipping:
            fill, stroke = "#000000", None
        area = Area(turned(outline, around.turn) if around.turn != IDENTITY else outline, rule == "evenodd")
        bounded(area.outline, width * _scale_of(around.turn))
        paint = "paint" in element.get("class", "").split()
        stroke = stroke if width else None
        order = style.get("paint-order", "normal").split()
        line_first = order[:1] == ["stroke"] and stroke is not None
        scale = _scale_of(around.turn)
        if stroke and pen.dash and sum(pen.dash) * scale < LEAST_DASH:
            raise ValueError(f"its dashes are too short to be drawn: at least {LEAST_DASH:g} mm with their gaps")
        alike = not stroke or (_is_round(pen, around.turn) and not line_first)
        if alike and not self._cuts(around, area.outline):
            look = fill, stroke, width * scale, area.even_odd, tuple(part * scale for part in pen.dash)
            self.shapes.append(ArtShape(around.ids, paint, area.outline, *look))
            return
        parts: list[tuple[Area, ArtShape]] = []
        if fill:
            beside: Literal["", "lined"] = "lined" if stroke else ""
            shape = ArtShape(around.ids, paint, area.outline, fill, None, 0.0, area.even_odd, (), beside)
            parts.append((area, shape))
        if stroke:
            line = Area(turned(line_area(outline, pen), around.turn))
            shape = ArtShape(around.ids, False, line.outline, stroke, None, width * scale, False, (), "line")
            parts.insert(0 if line_first else len(parts), (line, shape))
        for whole, shape in parts:
            if left := self._left(element, around, whole):
                self.shapes.append(replace(shape, outline=left.outline, even_odd=left.even_odd))

    def _pen(self, style: Mapping[str, str], width: float, across: float) -> Pen:
        cap, join = style["stroke-linecap"], style["stroke-linejoin"]
        join = {"arcs": "miter", "miter-clip": "miter"}.get(join, join)
        if cap not in ("butt", "round", "square"):
            raise ValueError(f"`stroke-linecap` is butt, round or square, not `{cap[:40]}`")
        if join not in ("miter", "round", "bevel"):
            raise ValueError(f"`stroke-linejoin` is miter, round or bevel, not `{join[:40]}`")
        if width < 0:
            raise ValueError("`stroke-width` is less than nothing")
        (miter,) = read_numbers(style["stroke-miterlimit"]) or [4.0]
        if miter < 1:
            raise ValueError("`stroke-miterlimit` is at least 1")
        value = style["stroke-dasharray"]
        if value != "none":
            with suppress(ValueError):  # `read_dashes` says what is wrong
                value = " ".join(f"{length_of(part, across):.6f}" for part in re.split(r"[\s,]+", value.strip()))
        return Pen(width, cap, join, miter, read_dashes(value), length_of(style["stroke-dashoffset"], across))

    def _cuts(self, around: Around, outline: Outline) -> bool:
        """Whether a clip path takes something away from what is drawn; its line may be as thick as a fifth of it."""
        if not around.clips:
            return False
        box = outline_box([outline])
        slack = 0.1 * max(box[2] - box[0], box[3] - box[1])
        wide = box[0] - slack, box[1] - slack, box[2] + slack, box[3] + slack
        return not all(_is_box(clip.outline) and inside(wide, outline_box([clip.outline])) for clip in around.clips)

    def _left(self, element: Element, around: Around, area: Area) -> Area | None:
        """What clip paths leave of an area."""
        for clip in around.clips:
            box, frame = outline_box([area.outline]), outline_box([clip.outline])
            if _is_box(clip.outline) and inside(box, frame):
                continue
            if len(area.outline) + len(clip.outline) > MAX_CLIPPED:
                message = f"more than {MAX_CLIPPED:,} lines and curves are cut along a clip path"
                self._refuse(element, message, "apply the clip path in the program that made it", "pack-too-much")
                return None
            self.count(len(area.outline) + len(clip.outline))
            area = shared_area(area, clip)
        return area if area.outline else None

    def _paint(self, element: Element, style: Mapping[str, str], name: str) -> str | None:
        """A colour as `#rrggbb`; None where nothing is painted."""
        value = style[name].strip()
        if value.startswith("url("):
            target = self._target(value)
            if target is None:
                if after := value.partition(")")[2].strip():
                    return self._plain_paint(element, style, name, after)
                self._refuse_once(
                    element, f"`{name}` is `{value[:60]}`, which is nothing in this file", "write a colour"
                )
                return None
            if one := self._one_colour(target):
                return self._plain_paint(element, style, name, one)
            what = {"pattern": "a pattern"}.get(str(target.tag), "a gradient")
            self._refuse_once(
                element, f"{what} cannot be drawn as lines and areas", f"give it one colour, or {_PICTURE}"
            )
            return None
        return self._plain_paint(element, style, name, value)

    def _one_colour(self, gradient: Element, depth: int = 0) -> str:
        """The colour of a gradient all of whose stops have the same."""
        stops = [child for child in gradient if child.tag == "stop"]
        if not stops and depth < 5 and (other := self._target(gradient.get("href", ""))) is not None:
            return self._one_colour(other, depth + 1)
        looks = [read_style(stop, {}, self.sheet) for stop in stops]
        value = {(look.get("stop-color", "#000000"), look.get("stop-opacity", "1")) for look in looks}
        (colour, opacity) = value.pop() if len(value) == 1 else ("", "")
        return colour if opacity == "1" else ""

    def _plain_paint(self, element: Element, style: Mapping[str, str], name: str, value: str) -> str | None:
        found = colour_of(value, style.get("color", "#000000"))
        if found is None:
            return None
        colour, alpha = found
        alpha *= share(style.get(f"{name}-opacity", "1")) * share(style.get("opacity", "1"))
        if alpha < 0.005:
            return None
        if alpha < 0.995:
            seen = _on_white(colour, alpha)
            hint = f"give it a colour without transparency: on white it looks like {seen}"
            self._refuse_once(element, f"it is seen through (opacity {alpha:.2g}), which is not drawn", hint)
        return colour


def _local(name: str) -> str:
    """A name without the namespace of SVG or XLink; with that of a program, as ElementTree writes it."""
    space, _, local = name.rpartition(" ")
    return local if space in ("", NAMESPACE, "http://www.w3.org/1999/xlink") else f"{{{space}}}{local}"


def _view_box(text: str) -> tuple[float, float, float, float]:
    left, top, width, height = read_numbers(text) if len(read_numbers(text)) == 4 else (0.0, 0.0, 0.0, 0.0)
    if not (0 < width < 1e9 and 0 < height < 1e9 and abs(left) < 1e9 and abs(top) < 1e9):
        raise ValueError("its `viewBox` is four numbers like 0 0 40 40")
    return left, top, width, height


def _page(root: Element) -> tuple[tuple[float, float], Matrix, tuple[float, float]]:
    """How large a drawing is (mm), the matrix that brings it there, and the width and height its percentages are of.

    In real units it is as large as it says, else a unit is a millimetre.
    """
    sides = [root.get(name, "100%").strip() for name in ("width", "height")]
    real = all(re.fullmatch(r"[\d.eE+-]+\s*(?:mm|cm|in|pt|pc|Q)", side) for side in sides)
    box = _view_box(root.attrib["viewBox"]) if "viewBox" in root.attrib else None
    given = [
        None if side in ("100%", "auto", "") else length_of(side, box[2 + n] if box else 0.0)
        for n, side in enumerate(sides)
    ]
    if any(side is not None and side <= 0 for side in given):
        raise ValueError("its `width` and `height` are numbers like 40 or 40mm, more than nothing")
    if box is None:
        if given[0] is None or given[1] is None:
            raise ValueError("it does not say how large it is")
        box = (0.0, 0.0, given[0], given[1])
    share = box[2] / box[3]
    width = given[0] if given[0] is not None else given[1] * share if given[1] is not None else box[2]
    height = given[1] if given[1] is not None else width / share
    if real:
        width, height = width * _MM, height * _MM
    else:
        scale = min(width / box[2], height / box[3])
        width, height = width / scale, height / scale
    if max(width, height) > MAX_SIZE:
        width, height = width * 100 / max(width, height), height * 100 / max(width, height)
    return (width, height), _fitted(box, width, height, root.get("preserveAspectRatio", "")), (box[2], box[3])


_MM = 25.4 / 96


def _fitted(box: Sequence[float], width: float, height: float, how: str) -> Matrix:
    """The matrix that brings a view box into a rectangle."""
    left, top, wide, high = box
    across, down = width / wide, height / high
    place = how.split()[0] if how.split() else "xMidYMid"
    if place == "none":
        return across, 0.0, 0.0, down, -left * across, -top * down
    scale = max(across, down) if "slice" in how else min(across, down)
    x = {"xMin": 0.0, "xMax": 1.0}.get(place[:4], 0.5) * (width - wide * scale)
    y = {"YMin": 0.0, "YMax": 1.0}.get(place[4:8], 0.5) * (height - high * scale)
    return scale, 0.0, 0.0, scale, x - left * scale, y - top * scale


_ACROSS, _DOWN, _DIAGONAL = ("x", "width", "cx", "rx", "x1", "x2"), ("y", "height", "cy", "ry", "y1", "y2"), ("r",)
_LENGTHS = {name: which for which, names in enumerate((_ACROSS, _DOWN, _DIAGONAL)) for name in names}
"""Of which size of the view a percentage is."""


def _in_units(element: Element, view: tuple[float, float]) -> dict[str, str]:
    """The attributes of a shape, its lengths as plain numbers."""
    sizes = (*view, ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5)
    out = dict(element.attrib)
    for name, which in _LENGTHS.items():
        if name in out and element.tag != "path":
            if name in ("rx", "ry") and out[name].strip() == "auto":
                del out[name]
            elif not re.fullmatch(r"[\d.eE+-]+", out[name].strip()):
                out[name] = repr(length_of(out[name], sizes[which], name))
    if element.tag == "ellipse" and ("rx" in out) != ("ry" in out):
        out |= {"rx": out.get("rx", out.get("ry", "")), "ry": out.get("ry", out.get("rx", ""))}
    return out


def _scale_of(turn: Matrix) -> float:
    a, b, c, d, _, _ = turn
    return float(abs(a * d - b * c) ** 0.5)


def _is_round(pen: Pen, turn: Matrix) -> bool:
    """Whether a line is drawn as those of faces are: round, and as thick in every direction."""
    a, b, c, d, _, _ = turn
    scale = _scale_of(turn)
    uneven = abs(a * a + b * b - c * c - d * d) > EVEN * scale**2 or abs(a * c + b * d) > EVEN * scale**2
    return pen.cap == pen.join == "round" and not uneven and not (pen.dash and pen.offset)


def _is_box(outline: Outline) -> bool:
    """Whether an outline is a rectangle along the axes."""
    points = [part[1:] for part in outline if part[0] in "ML"]
    if len(points) not in (4, 5) or any(part[0] == "C" for part in outline):
        return False
    across, down = ({round(point[n], 6) for point in points} for n in (0, 1))
    return len(across) == len(down) == 2


def _on_white(colour: str, alpha: float) -> str:
    parts = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - alpha * (255 - part)):02x}" for part in parts)
