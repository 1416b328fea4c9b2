"""Saved file: an SVG as programs save it in, its elements out, each with its place; slips and what may not be are told.

Nothing is fetched: what a file points to must stand in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element
from xml.parsers import expat

from santy_print.diag import Hint, Report, SourceFile, Span, did_you_mean
from santy_print.faces import art as plain
from santy_print.faces.art import MAX_NESTED, NAMESPACE, StopError, TooManyError
from santy_print.faces.styles import INITIAL, Sheet, read_style
from santy_print.source import MAX_BYTES

MAX_ENTITIES, MAX_ENTITY = 50, 200
"""So many words that stand for others, so long each: Illustrator writes some twenty for the names of its own data."""

DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GROUPS = ("g", "a", "switch")
PASSED = (
    "defs", "symbol", "clipPath", "linearGradient", "radialGradient", "pattern", "mask", "filter", "marker", "metadata",
    "title", "desc", "style", "view", "cursor", "font", "font-face", "glyph", "color-profile", "solidcolor",
    "animate", "animateTransform", "animateMotion", "animateColor", "set",
)  # fmt: skip
"""What draws nothing where it stands."""

PATHS = (
    "turn it into paths: Path > Object to Path (Inkscape), Type > Create Outlines (Illustrator), "
    "Layer > Convert to Curves (Affinity), Flatten (Figma), Object > Convert to Curves (CorelDRAW)"
)
CANNOT = {
    "flowRoot": (
        "text that flows into a shape is of Inkscape alone",
        "Text > Convert to Text (Inkscape), or Path > Object to Path",
    ),
    "foreignObject": ("what is not SVG is not drawn", "leave out what other programs want: Export As, SVG"),
    "script": ("a script is not allowed", "remove it"),
}
"""Elements that are not drawn: why, and the way out."""

_NAMES = {
    "svg": "x y width height viewBox preserveAspectRatio version baseProfile zoomAndPan contentScriptType "
    "contentStyleType content",
    "use": "x y width height href",
    "path": "d pathLength",
    "rect": "x y width height rx ry pathLength",
    "circle": "cx cy r pathLength",
    "ellipse": "cx cy rx ry pathLength",
    "line": "x1 y1 x2 y2 pathLength",
    "polyline": "points pathLength",
    "polygon": "points pathLength",
    "image": "x y width height href preserveAspectRatio crossorigin decoding",
    "a": "href target download rel type x y dx dy rotate textLength lengthAdjust",
    "text": "x y dx dy rotate textLength lengthAdjust",
    "tspan": "x y dx dy rotate textLength lengthAdjust",
}
_ANYWHERE = frozenset((
    "id", "class", "style", "transform", "xmlns", "space", "lang", "base", "tabindex", "role", "focusable",
    "requiredFeatures", "requiredExtensions", "systemLanguage", "externalResourcesRequired", "nodetypes", "label",
    "alignment-baseline", "baseline-shift", "clip", "clip-path", "clip-rule", "color", "color-interpolation",
    "color-interpolation-filters", "color-profile", "color-rendering", "cursor", "direction", "display",
    "dominant-baseline", "enable-background", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "font", "font-family", "font-size", "font-size-adjust", "font-stretch", "font-style",
    "font-variant", "font-weight", "font-kerning", "font-variant-caps", "font-variant-ligatures",
    "font-feature-settings", "font-variation-settings", "font-optical-sizing", "text-decoration-line",
    "text-orientation", "text-overflow", "inline-size", "shape-inside", "glyph-orientation-horizontal",
    "glyph-orientation-vertical", "image-rendering",
    "isolation", "kerning", "letter-spacing", "lighting-color", "line-height", "marker", "marker-end", "marker-mid",
    "marker-start", "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "paint-order", "pointer-events",
    "shape-rendering", "solid-color", "solid-opacity", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
    "text-align", "text-anchor", "text-decoration", "text-rendering", "transform-origin", "transform-box",
    "unicode-bidi", "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
))  # fmt: skip
"""What an element may say besides its own: much of it says nothing of shapes."""


@dataclass
class SavedFile:
    """One file: its elements, where each stands, and what is wrong with it."""

    file: SourceFile
    report: Report = field(default_factory=Report)
    parts: int = 0
    root: Element | None = None
    places: dict[Element, tuple[int, int]] = field(default_factory=dict)
    named: dict[str, Element] = field(default_factory=dict)
    sheet: Sheet = field(default_factory=Sheet)
    reported: set[str] = field(default_factory=set)
    last: tuple[int, int] = (1, 1)
    above: dict[Element, Element] = field(default_factory=dict)
    styles: dict[Element, Mapping[str, str]] = field(default_factory=dict)

    def count(self, parts: int) -> None:
        """Count parts before they are made."""
        self.parts += parts
        if self.parts > plain.MAX_PARTS:
            raise TooManyError

    def target(self, value: str) -> Element | None:
        """The element of this file that `url(#name)` or `#name` points to."""
        found = re.fullmatch(r"(?:url\(\s*['\"]?)?#([^'\")]+)['\"]?\s*\)?.*", value.strip(), re.DOTALL)
        return self.named.get(found[1].strip()) if found else None

    def style_of(self, element: Element | None) -> Mapping[str, str]:
        """How an element is drawn where it stands: gradients, clip paths, masks and patterns take over nothing else."""
        if element is None:
            return INITIAL
        if element not in self.styles:
            above = self.style_of(self.above.get(element))
            self.styles[element] = read_style(element, above, self.sheet)
        return self.styles[element]

    def parse(self) -> bool:
        """Read the file; whether it is well-formed. StopError where something may not be."""
        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        handler = _Handler(self, parser)
        parser.StartElementHandler, parser.EndElementHandler = handler.start, handler.end
        parser.CharacterDataHandler = handler.text
        parser.EntityDeclHandler = handler.entity
        parser.ProcessingInstructionHandler = handler.instruction
        try:
            parser.Parse(_DECLARED.sub(_blank, self.file.text).encode("utf-8"), True)
        except expat.ExpatError as fault:
            place = fault.lineno, fault.offset + 1
            message = f"this is not well-formed SVG: {expat.ErrorString(fault.code)}"
            hint = "it is cut short, or no SVG: save it anew, File > Save As, SVG" if fault.code in _NO_XML else ""
            self.report.error("art-syntax", message, self._span(place), hint)
            return False
        return True

    def begin(self, name: str, root: Element) -> None:
        """Take an element for the root. StopError where it is none."""
        self.root = root
        space, _, local = name.rpartition(" ")
        if local != "svg":
            message = f"a picture begins with <svg>, not with <{local[:40]}>"
            self.refuse(root, message, 'write <svg viewBox="0 0 40 40"> around it')
            raise StopError
        if space not in ("", NAMESPACE):
            self.refuse(root, f"`{space[:60]}` is not what SVG is known by", f'write xmlns="{NAMESPACE}"')
            raise StopError

    def _span(self, place: tuple[int, int]) -> Span:
        line, col = place
        return Span(self.file, line, col, line, col + 1)

    def refuse_at(self, place: tuple[int, int], message: str, hint: Hint = "", code: str = "art-forbidden") -> None:
        """Report a fault at a place."""
        self.report.error(code, message, self._span(place), hint)

    def refuse(self, element: Element, message: str, hint: Hint = "", code: str = "art-forbidden") -> None:
        """Report a fault of an element."""
        self.refuse_at(self.places[element], message, hint, code)

    def refuse_once(self, element: Element, message: str, *hints: str, code: str = "art-forbidden") -> None:
        """Of what a drawing is full of, the first place is enough."""
        if message not in self.reported:
            self.reported.add(message)
            self.report.error(code, message, self._span(self.places[element]), *hints)

    def warn_once(self, element: Element, message: str, hint: str, code: str = "art-pixels") -> None:
        """Report what is drawn otherwise than it might be expected."""
        if message not in self.reported:
            self.reported.add(message)
            self.report.warning(code, message, self._span(self.places[element]), hint)

    def slips(self, element: Element) -> None:
        """Attributes that SVG does not know: a slip of who wrote it by hand."""
        own = (*_NAMES.get(str(element.tag), "").split(), *_ANYWHERE)
        for name in element.attrib:
            if name not in own and not name.startswith(("{", "data-", "aria-", "on")):
                hint = partial(did_you_mean, name, [each for each in own if each not in element.attrib])
                self.refuse(element, f"the attribute `{name}` is not allowed in <{element.tag}>", hint)
            elif name.startswith("on"):
                self.refuse(element, f"the attribute `{name}` is not allowed in a picture", "remove it")


@dataclass
class _Handler:
    """What the parser tells of a file."""

    file: SavedFile
    parser: Any
    open: list[Element] = field(default_factory=list)
    entities: int = 0
    words: list[str] = field(default_factory=list)
    size: int = 0
    """How much was read besides embedded pictures."""
    lettered: int = 0
    """How many of the elements that are open are texts, or within one."""

    def here(self) -> tuple[int, int]:
        """The place that is read."""
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """An element is opened."""
        file = self.file
        self._flush()
        file.last = self.here()
        file.count(1 + len(attrs))
        own = (len(key) + len(value) for key, value in attrs.items() if not _is_picture(name, key, value))
        self._weigh(len(name) + sum(own))
        if len(self.open) > 4 * MAX_NESTED:
            file.refuse_at(file.last, f"groups stand in one another more than {MAX_NESTED} deep")
            raise StopError
        made = Element(_local(name), {_local(key): value for key, value in reversed(attrs.items())})
        file.places[made] = file.last
        if self.open:
            self.open[-1].append(made)
            file.above[made] = self.open[-1]
        else:
            file.begin(name, made)
        self.open.append(made)
        self.lettered += bool(self.lettered or made.tag in ("text", "flowRoot"))
        if "id" in made.attrib:
            file.named.setdefault(made.attrib["id"], made)

    def end(self, _: str) -> None:
        """An element is closed."""
        self._flush()
        self.open.pop()
        self.lettered -= bool(self.lettered)

    def text(self, data: str) -> None:
        """Words between elements."""
        if self.open and (self.lettered or self.open[-1].tag in ("style", "title")):
            self.words.append(data)
            self._weigh(len(data))

    def _weigh(self, more: int) -> None:
        """Refuse what is larger than a file of a pack, however small the pictures in it are."""
        self.size += more
        if self.size > MAX_BYTES:
            message = f"{self.file.file.name} holds more than {MAX_BYTES // 1000} kB besides the pictures in it"
            hint = "make it simpler: Path > Simplify, or save it as an optimized SVG"
            self.file.refuse_at(self.here(), message, hint, "file-too-large")
            raise StopError

    def _flush(self) -> None:
        """Put the words that were read where they stand; comments may have cut them into any number of pieces."""
        if self.words:
            element, words = self.open[-1], "".join(self.words)
            if len(element):
                element[-1].tail = words
            else:
                element.text = words
            self.words.clear()

    def entity(self, _: str, is_parameter: bool, value: str | None, *__: object) -> None:
        """Words that stand for others: taken where they cannot grow, as those of Illustrator."""
        self.entities += 1
        well = value is not None and not is_parameter and not set("&%<") & set(value)
        if not well or len(value or "") > MAX_ENTITY or self.entities > MAX_ENTITIES:
            hint = "save it without the program's own data: Export As, SVG, or Save a Copy as Optimized SVG"
            self.file.refuse_at(self.here(), "a document type with such entities is not allowed", hint)
            raise StopError

    def instruction(self, target: str, _: str) -> None:
        """What is meant for a program: of style sheets there may be none elsewhere."""
        if target == "xml-stylesheet":
            message = f"the instruction <?{target} ...?> is not allowed in a picture"
            self.file.refuse_at(self.here(), message, "put the style sheet into the file: <style>")
            raise StopError


def _is_picture(tag: str, key: str, value: str) -> bool:
    """Whether an attribute holds a picture."""
    return key.endswith("href") and tag.endswith(("image", "feImage")) and value.lstrip()[:5] == "data:"


def _local(name: str) -> str:
    """A name without the namespace of SVG or XLink; with that of a program, as ElementTree writes it."""
    space, _, local = name.rpartition(" ")
    return local if space in ("", NAMESPACE, "http://www.w3.org/1999/xlink") else f"{{{space}}}{local}"


_DECLARED = re.compile(r"\A\s+<\?xml\s.*?\?>", re.DOTALL)
"""A declaration that does not stand at the very beginning: nobody needs it there."""
_NO_XML = (expat.errors.codes[expat.errors.XML_ERROR_SYNTAX], expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS])


def _blank(found: re.Match[str]) -> str:
    """As many lines and columns of nothing."""
    return re.sub(r"[^\r\n]", " ", found[0])
