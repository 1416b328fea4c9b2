"""Saved SVG: a drawing as programs save it in, shapes in millimetres out.

Style sheets, `style=`, all colours of CSS, units, any viewBox, `use` and `symbol`, drawings in drawings, clip paths,
masks, gradients, patterns, pictures, and every end and joint of a line become shapes and veils over them. What they
cannot show is drawn as a picture (`pixels`), with a warning; or refused at its line, with the way out in the programs
that make it. Nothing is fetched: what a file points to must stand in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import ceil, floor
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from santy_print.cache import file_hash
from santy_print.diag import did_you_mean
from santy_print.faces import art as plain
from santy_print.faces import shades
from santy_print.faces.areas import Area, inside, joined_area, line_area
from santy_print.faces.art import (
    LEAST_DASH,
    MAX_NESTED,
    Art,
    ArtShape,
    Embedded,
    StopError,
    TooManyError,
    Veil,
    bounded,
    outline_box,
    outline_of,
    path_text,
    read_transform,
    rounded,
    turned,
)
from santy_print.faces.families import Cut, Families
from santy_print.faces.matrices import IDENTITY, Matrix, boxed, inverse, times
from santy_print.faces.outlines import moved
from santy_print.faces.pixels import UNVEILED, drawn_apart
from santy_print.faces.saved_file import CANNOT, DRAWN, GROUPS, PASSED, SavedFile
from santy_print.faces.saved_lines import in_units, is_box, is_round, pen_of, scale_of, way_of
from santy_print.faces.saved_page import fitted, page_of, view_box
from santy_print.faces.saved_paints import (
    Paint,
    Place,
    box_turn,
    chain_of,
    in_light,
    picture_in_light,
    picture_turn,
    read_gradient,
    read_pattern,
    read_picture,
)
from santy_print.faces.saved_text import Lettering, Reader, TextFault, set_lettering
from santy_print.faces.styles import (
    INITIAL,
    TOO_MUCH,
    colour_of,
    length_of,
    read_sheet,
    read_style,
    share,
    written_style,
)

if TYPE_CHECKING:
    from santy_print.faces.art import Box, Outline

MAX_JOINED = 80
"""So many lines and curves of a clip path are joined at most: what is common to many is slow to find."""

CLIP_PARTS = 50
"""A clip path takes as long to read as so many curves."""

MAX_TILES = 2_000
"""So often a pattern is drawn at most."""

MAX_APART = 8
"""So many parts of a drawing at most are pictures of themselves: where there are more of them, all of it is one."""

SHADE_PARTS, FADING_PARTS, MASK_PARTS, VEIL_PARTS = 100, 300, 200, 100
"""What is as large as the whole drawing takes as long to print as so many curves: each turn of a shade, one that is
seen through, a mask, shapes that are seen through together."""

LEAST_PARTS = 20
"""And however small they are."""

PIXELS_OF_PART = 1_000
"""So many pixels of a picture take as long as a curve."""

SHOWN = (*DRAWN, *GROUPS, "svg", "use", "image", "text")
"""What draws something."""

EMBED = (
    "put it into the file: Extensions > Images > Embed Images (Inkscape), Links > Embed (Illustrator); "
    "or show it with `image:`"
)


@dataclass(frozen=True, slots=True)
class Around:
    """What an element takes over from those around it.

    `view` is the width and height that percentages are of; `within` are the veils over anything drawn here; `used` what
    led here besides groups: names of what is used again, `clip`, `mask`, `box`.
    """

    ids: tuple[str, ...]
    turn: Matrix
    style: Mapping[str, str]
    view: tuple[float, float]
    within: tuple[int, ...] = ()
    depth: int = 0
    used: tuple[str, ...] = ()


class PixelsError(Exception):
    """Lines and areas cannot show it; what it is, the way out, and whether it is drawn with what is beneath."""

    def __init__(self, element: Element, what: str, hint: str, beneath: bool = False) -> None:
        """Of an element."""
        super().__init__(what)
        self.element, self.what, self.hint, self.beneath = element, what, hint, beneath


@dataclass
class Saved(SavedFile):
    """One file as it is read, and what is drawn of it."""

    shapes: list[ArtShape] = field(default_factory=list)
    veils: list[Veil] = field(default_factory=list)
    size: tuple[float, float] = (1.0, 1.0)
    apart: int = 0
    families: Families = field(default_factory=Families)
    fonts: set[str] = field(default_factory=set)
    """What is in the fonts of its texts."""
    texts: dict[Element, Element] | None = None
    """Its texts as groups of paths, where they were asked for."""

    def run(self) -> Art | None:
        """The drawing; None where it cannot be read, which is reported."""
        title = ""
        try:
            if not self.parse() or self.root is None:
                return None
            title = next((child.text or "" for child in self.root if child.tag == "title"), "")
            well = self._draw(self.root)
            shapes = tuple(self._settled())
        except StopError:
            return None
        except TooManyError:
            message = f"this drawing has more than {plain.MAX_PARTS:,} elements, attributes, lines and curves"
            hint = "make it simpler, or a raster picture"
            self.refuse_at(self.last, message, hint, "pack-too-much")
            return None
        if not self.report.ok or not well:
            return None
        digest = hashlib.sha256("".join((self.file.text, *sorted(self.fonts))).encode("utf-8")).hexdigest()[:16]
        return Art(self.file.name, digest, *self.size, title.strip(), shapes, tuple(self.veils))

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _draw(self, root: Element) -> bool:
        for element in root.iter("style"):
            kind = element.get("type", "text/css").strip()
            fault = read_sheet(self.sheet, element.text or "", self.count) if kind in ("text/css", "") else ""
            if fault:
                self.refuse(element, fault, "save the drawing with presentation attributes, or inline styles")
        if not self.sheet.look_at(root):
            self.refuse(root, TOO_MUCH, "save the drawing with presentation attributes, or inline styles")
            return False
        self.slips(root)
        try:
            self.size, matrix, view = page_of(root)
        except ValueError as fault:
            self.refuse(root, f"this <svg> cannot be read: {fault}", self._size_hint(root), "art-value")
            return False
        try:
            around = self._inherit(root, Around((), matrix, INITIAL, view))
            self._apart(root, around)
            for child in root:
                self._element(child, around)
        except ValueError as fault:
            self.refuse(root, f"this <svg> cannot be read: {fault}", code="art-value")
            return False
        except PixelsError as why:
            self.shapes.clear()
            self._as_pixels(root, Around((), matrix, INITIAL, view), why)
        return True

    def _size_hint(self, root: Element) -> str:
        """What to write where a drawing does not say how large it is: the box of what it draws."""
        aside = self._aside()
        with suppress(ValueError, PixelsError):  # told once it says how large it is
            around = aside._inherit(root, Around((), IDENTITY, INITIAL, (100.0, 100.0), used=("box",)))
            for child in root:
                aside._element(child, around)
        left, top, right, bottom = outline_box([shape.outline for shape in aside.shapes])
        if right - left <= 0 or bottom - top <= 0:
            return 'write viewBox="0 0 WIDTH HEIGHT", as large as what is drawn'
        return f'write viewBox="{left:.4g} {top:.4g} {right - left:.4g} {bottom - top:.4g}": there is what it draws'

    def _aside(self) -> Saved:
        """A reader of the same file that draws elsewhere and reports nothing."""
        return Saved(
            self.file, parts=self.parts, root=self.root, places=self.places, named=self.named, sheet=self.sheet,
            size=self.size, above=self.above, families=self.families, fonts=self.fonts,
        )  # fmt: skip

    def _inherit(self, element: Element, around: Around) -> Around:
        """What an element hands on; ValueError where it says what cannot be."""
        style = read_style(element, around.style, self.sheet)
        turn = around.turn
        if value := style.get("transform", "").strip():
            turn = times(turn, read_transform(value)) if value != "none" else turn
        ids = (*around.ids, element.attrib["id"]) if "id" in element.attrib and element is not self.root else around.ids
        made = replace(around, ids=ids, turn=turn, style=style, depth=around.depth + 1)
        if made.depth > MAX_NESTED:
            self.refuse(element, f"groups stand in one another more than {MAX_NESTED} deep")
            raise StopError
        return self._veiled(element, made)

    def _element(self, element: Element, around: Around, clipping: bool = False) -> None:
        """Draw an element, or tell why not."""
        if around.used:
            self.count(1)
        tag = str(element.tag)
        if tag.startswith("{"):
            return
        mark = len(self.shapes)
        try:
            if tag in CANNOT:
                style = read_style(element, around.style, self.sheet)
                empty = tag == "flowRoot" and not "".join(element.itertext()).strip()
                if style.get("display") != "none" and not empty:
                    self.refuse_once(element, *CANNOT[tag])
            elif tag in SHOWN:
                self.slips(element)
                inner = self._inherit(element, around)
                if inner.style.get("display") == "none":
                    return
                if not clipping:
                    self._apart(element, inner)
                self._visible(element, tag, inner, clipping)
            elif tag not in PASSED:
                hint = partial(did_you_mean, tag, (*SHOWN, "defs", "title", "desc", *CANNOT))
                self.refuse(element, f"<{tag[:40]}> is not allowed in a picture", lambda: hint() or "draw it as paths")
        except ValueError as fault:
            self.refuse(element, f"this <{tag}> cannot be read: {fault}", code="art-value")
        except PixelsError as why:
            if around.used or (why.beneath and not self._isolated(element, around)):
                raise
            del self.shapes[mark:]
            self._as_pixels(element, around, why)

    def _isolated(self, element: Element, around: Around) -> bool:
        """Whether what an element draws is put together before it is laid upon what is beneath."""
        style = read_style(element, around.style, self.sheet)
        own = share(style.get("opacity", "1")) < 1 or style.get("isolation") == "isolate"
        return element.tag in ("g", "a") and (own or any(style.get(n, "none") != "none" for n in ("mask", "filter")))

    def _visible(self, element: Element, tag: str, around: Around, clipping: bool) -> None:
        if tag in DRAWN:
            wrong = next((child for child in element if child.tag in SHOWN), None)
            if wrong is not None:
                self.refuse(wrong, f"<{wrong.tag}> is not allowed inside of <{tag}>")
            self._shape(element, around, clipping)
        elif tag == "image":
            if not clipping:
                self._image(element, around)
        elif tag == "text":
            self._text(element, around, clipping)
        elif tag == "use":
            self._use(element, around, clipping)
        elif tag == "svg":
            self._nested(element, around, element.attrib)
        elif tag == "switch":
            shown = (child for child in element if child.tag in SHOWN and _meant(child))
            for child in (*shown,)[:1]:
                self._element(child, around, clipping)
        else:
            for child in element:
                self._element(child, around, clipping)

    def _apart(self, element: Element, around: Around) -> None:
        """Have drawn as a picture what lines and areas cannot show, by what an element says of itself."""
        style = around.style
        if style.get("filter", "none") != "none" and "box" not in around.used:
            hint = "take the blur or shadow off: Filters > Remove Filters (Inkscape), the effects of a layer (others)"
            raise PixelsError(element, "a filter (a blur, a shadow)", hint)
        if style.get("mix-blend-mode", "normal") != "normal" and "box" not in around.used:
            hint = "set the blend mode to Normal in the layers or object panel"
            raise PixelsError(element, "a blend mode", hint, beneath=True)
        if element.tag in ("path", "line", "polyline", "polygon"):
            ends = [self.target(style.get(f"marker-{place}", "none")) for place in ("start", "mid", "end")]
            if any(end is not None and end.tag == "marker" for end in ends) and "box" not in around.used:
                hint = "turn it into paths: Path > Object to Path (Inkscape), Object > Expand (Illustrator)"
                raise PixelsError(element, "a marker at the end of a line", hint)

    def _as_pixels(self, element: Element, around: Around, why: PixelsError) -> None:
        """Draw an element as a picture of it."""
        assert self.root is not None
        self.apart += 1
        if self.apart > MAX_APART and element is not self.root:
            raise PixelsError(why.element, why.what, why.hint, beneath=True)
        made = drawn_apart(self.root, element, self.size, self._outlined_texts(around))
        if made is None:
            message = f"{why.what} takes more time or memory to draw than a part of a drawing may"
            self.refuse_once(why.element, message, f"{why.hint}; or export all as PNG and show it with `image:`")
            return
        message = f"{why.what} cannot be lines and areas: what has it is printed as a picture at 600 dpi"
        self.warn_once(why.element, message, why.hint)
        if made.data:
            ids = around.ids
            if "id" in element.attrib and element is not self.root:
                ids = (*ids, element.attrib["id"])
            self._picture(made.data, made.pixels, made.turn, replace(around, ids=ids))

    def _outlined_texts(self, around: Around) -> Mapping[Element, Element]:
        """Each text that may be seen as a group of paths, painted as it stands there."""
        assert self.root is not None
        if self.texts is None:
            self.texts = {}
            for text in self.root.iter("text"):
                above, style = self.style_of(self.above.get(text)), self.style_of(text)
                own = {name: style[name] for name in ("transform",) if name in style}
                own |= {"id": text.attrib["id"]} if "id" in text.attrib else {}
                group = self.texts[text] = Element("g", {**own, "style": written_style(style, above)})
                if self._is_hidden(text):
                    continue
                for piece in self._lettering(text, replace(around, style=style)).pieces:
                    look = f"{written_style(piece.style, style)};fill-rule:nonzero;{UNVEILED}"
                    group.append(Element("path", {"d": path_text(piece.outline), "style": look.lstrip(";")}))
        return self.texts

    def _is_hidden(self, element: Element) -> bool:
        """Whether an element, or one around it, is not displayed."""
        above: Element | None = element
        while above is not None:
            if self.style_of(above).get("display") == "none":
                return True
            above = self.above.get(above)
        return False

    def _picture(self, data: bytes, pixels: tuple[int, int], turn: Matrix, around: Around) -> None:
        """A picture; `turn` brings its pixels to their place."""
        self.count(LEAST_PARTS + pixels[0] * pixels[1] // PIXELS_OF_PART)
        made = Embedded(data, pixels, picture_turn(pixels, turn))
        outline = bounded(turned(rounded(0, 0, *pixels), turn))
        shape = ArtShape(around.ids, False, outline, None, None, 0.0, False, within=around.within, picture=made)
        self.shapes.append(shape)

    def _image(self, element: Element, around: Around) -> None:
        try:
            data, pixels = read_picture(element.get("href", ""))
        except ValueError as fault:
            self.refuse_once(element, str(fault), EMBED)
            return
        (wide, high), ratio = around.view, pixels[0] / pixels[1]
        x, y = length_of(element.get("x", "0"), wide), length_of(element.get("y", "0"), high)
        sides = [element.get(name, "auto").strip() for name in ("width", "height")]
        given = [None if side == "auto" else length_of(side, around.view[n]) for n, side in enumerate(sides)]
        width = given[0] if given[0] is not None else given[1] * ratio if given[1] is not None else float(pixels[0])
        height = given[1] if given[1] is not None else width / ratio
        if width <= 0 or height <= 0 or around.style.get("visibility", "visible") != "visible":
            return
        turn = times(around.turn, (1.0, 0.0, 0.0, 1.0, x, y))
        how = element.get("preserveAspectRatio", "")
        if "slice" in how:
            around = self._under(around, Veil(clip=turned(rounded(0, 0, width, height), turn)))
        self._picture(data, pixels, times(turn, fitted((0.0, 0.0, *pixels), width, height, how)), around)

    # --- drawn again ------------------------------------------------------------------------------------------------

    def _use(self, element: Element, around: Around, clipping: bool) -> None:
        value = element.get("href", "")
        target = self.target(value) if value.startswith("#") else None
        if target is None:
            self.refuse(element, f"<use> points to `{value[:60]}`, which is nothing in this file", "remove it")
            return
        if value in around.used or len(around.used) > MAX_NESTED:
            self.refuse(element, f"<use> draws `{value[:60]}` within itself")
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
        if around.style.get("overflow", "hidden") not in ("visible", "auto"):
            around = self._under(around, Veil(clip=turned(rounded(0, 0, width, height), turn)))
        if "viewBox" in value:
            box = view_box(value["viewBox"])
            turn, view = times(turn, fitted(box, width, height, value.get("preserveAspectRatio", ""))), box[2:]
        inner = replace(around, turn=turn, view=view)
        for child in element:
            self._element(child, inner)

    # --- veils ------------------------------------------------------------------------------------------------------

    def _under(self, around: Around, veil: Veil) -> Around:
        """What is drawn beneath one more veil."""
        if len(around.within) >= MAX_NESTED and self.root is not None:
            message = f"more than {MAX_NESTED} clip paths, masks and half clear groups lie over one another"
            self.refuse(self.root, message, "ungroup them: Object > Ungroup")
            raise StopError
        self.veils.append(veil)
        return replace(around, within=(*around.within, len(self.veils) - 1))

    def _veiled(self, element: Element, around: Around) -> Around:
        """With what an element's opacity, clip path and mask leave of it."""
        style = around.style
        if "box" in around.used:  # the box of a thing is that of all of it
            return around
        if (alpha := share(style.get("opacity", "1"))) < 1 and around.used[-1:] != ("clip",):
            around = self._under(around, Veil(alpha))
        for name, tag, put in (("clip-path", "clipPath", self._clipped), ("mask", "mask", self._masked)):
            value = style.get(name, "none")
            if value == "none" or (tag == "mask" and (around.used[-1:] == ("clip",) or element.tag == "mask")):
                continue
            target = self.target(value)
            if target is None or target.tag != tag:
                message = f"`{name}` is `{value[:60]}`, which is no <{tag}> of this file"
                self.refuse_once(element, message, f"remove `{name}`")
            elif f"{tag} {id(target)}" in around.used:
                self.refuse(element, f"a <{tag}> is cut by itself", f"remove `{name}`")
            else:
                around = put(element, target, around)
        return around

    def _clipped(self, element: Element, target: Element, around: Around) -> Around:
        """With what a clip path leaves of it."""
        self.count(CLIP_PARTS)
        turn = around.turn
        if target.get("clipPathUnits") == "objectBoundingBox":
            box = self._own_box(element, around)
            turn = times(turn, box_turn(box)) if not Place(box, turn, (1.0, 1.0)).flat else (0.0,) * 6
        if not any(turn[:4]):
            return self._under(around, Veil(0.0))
        mark = len(self.shapes)
        used = (*around.used, f"clipPath {id(target)}", "clip")
        style = self.style_of(self.above.get(target))
        inner = self._inherit(target, replace(around, turn=turn, style=style, within=(), used=used))
        for child in target:
            if child.tag in (*DRAWN, "use", "text"):
                self._element(child, replace(inner, style={**inner.style, "clip-path": "none"}), clipping=True)
            elif child.tag in CANNOT:
                self._element(child, inner)
        made = self.shapes[mark:]
        del self.shapes[mark:]
        around = replace(around, within=(*around.within, *inner.within))
        return self._under(around, self._cut(target, [shape for shape in made if shape.fill], len(inner.within)))

    def _cut(self, target: Element, shapes: Sequence[ArtShape], depth: int) -> Veil:
        """The veil that leaves what is within any of some shapes."""
        areas = [Area(shape.outline, shape.even_odd) for shape in shapes]
        if len(areas) <= 1 and not any(shape.within[depth:] for shape in shapes):
            return Veil(clip=areas[0].outline, even_odd=areas[0].even_odd) if areas else Veil(0.0)
        many = sum(len(area.outline) for area in areas)
        if many > MAX_JOINED or any(shape.within[depth:] for shape in shapes):
            return Veil(mask=tuple(replace(shape, fill="#ffffff", within=shape.within[depth:]) for shape in shapes))
        boxes = [outline_box([area.outline]) for area in areas]
        if any(area.even_odd for area in areas) or any(_meet(*pair) for pair in combinations(boxes, 2)):
            self.count(4 * many * len(areas))  # each is joined with all before it
            joined = joined_area(areas)
        else:
            joined = Area(tuple(part for area in areas for part in area.outline))
        return Veil(clip=joined.outline, even_odd=joined.even_odd)

    def _masked(self, element: Element, target: Element, around: Around) -> Around:
        """With what a mask leaves of it: what is light there."""
        self.count(CLIP_PARTS)
        place = Place(self._own_box(element, around), around.turn, around.view)
        names = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
        own = target.get("maskUnits", "objectBoundingBox") != "userSpaceOnUse"
        view = (1.0, 1.0) if own else around.view
        x, y, wide, high = (length_of(target.get(n, v), view[n in ("y", "height")], n) for n, v in names.items())
        inner_own = target.get("maskContentUnits") == "objectBoundingBox"
        if wide <= 0 or high <= 0 or ((own or inner_own) and place.flat):
            return self._under(around, Veil(0.0))
        boxes = times(around.turn, box_turn(place.box))
        around = self._under(around, Veil(clip=turned(rounded(x, y, wide, high), boxes if own else around.turn)))
        used = (*around.used, f"mask {id(target)}")
        if (other := self.target(self.style_of(target).get("mask", "none"))) is not None and other.tag == "mask":
            if f"mask {id(other)}" in used:
                self.refuse(element, "a <mask> is masked by itself", "remove `mask`")
                return around
            around = self._masked(element, other, replace(around, used=used))
        style, turn = self.style_of(self.above.get(target)), boxes if inner_own else around.turn
        start = replace(around, turn=turn, style=style, within=(), used=used, ids=())
        inner = self._inherit(target, start)
        made = self._drawn_within(target, inner)
        light = (lambda _: "#ffffff") if inner.style.get("mask-type") == "alpha" else in_light
        return self._under(around, Veil(mask=tuple(_in_colours(shape, light) for shape in made)))

    def _own_box(self, element: Element, around: Around) -> Box:
        """The box of what an element draws, in its own space."""
        aside = self._aside()
        style = {**around.style, "stroke": "none", "fill": "#000000"}
        bare = replace(around, turn=IDENTITY, style=style, within=(), used=(*around.used, "box"))
        if element.tag in SHOWN:
            with suppress(PixelsError):
                aside._visible(element, str(element.tag), bare, False)
        self.parts = aside.parts
        return outline_box([shape.outline for shape in aside.shapes])

    # --- shapes -----------------------------------------------------------------------------------------------------

    def _shape(self, element: Element, around: Around, clipping: bool = False) -> None:
        outline = outline_of(str(element.tag), in_units(element, around.view), self.count)
        self._outlined(element, outline, around, clipping, "paint" in element.get("class", "").split())

    def _text(self, element: Element, around: Around, clipping: bool) -> None:
        """The letters of a text; their box is that of all of it, whichever of them is painted."""
        made = self._lettering(element, around)
        if "box" in around.used:
            left, top, right, bottom = made.box
            self._outlined(element, rounded(left, top, right - left, bottom - top), around, False, False)
            return
        for piece in made.pieces:
            style = {**piece.style, "fill-rule": "nonzero", "clip-rule": "nonzero"}
            inner = replace(around, ids=(*around.ids, *piece.ids), style=style)
            self._outlined(piece.element, piece.outline, inner, clipping, "paint" in piece.classes, made.box)

    def _lettering(self, element: Element, around: Around) -> Lettering:
        """A text as outlines; none where it cannot be, which is told."""

        def style_of(child: Element, above: Mapping[str, str]) -> Mapping[str, str]:
            self.slips(child)
            return read_style(child, above, self.sheet)

        def tell(child: Element, message: str, hint: str) -> None:
            self.warn_once(child, message, hint, "art-font")

        def used(cut: Cut) -> None:
            self.fonts.add(file_hash(cut.path))

        reader = Reader(style_of, around.view, self.families, self.count, tell, used)
        try:
            return set_lettering(element, around.style, reader)
        except TextFault as fault:
            self.refuse_once(fault.element, fault.message, *fault.hints, code=fault.code)
            return Lettering((), (0.0, 0.0, 0.0, 0.0))

    def _outlined(
        self, element: Element, outline: Outline, around: Around, clipping: bool, paint: bool, box: Box | None = None
    ) -> None:
        """An outline in its own space, filled and lined as its style says; `box` is what shares of it are of."""
        style, view = around.style, around.view
        across = ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5
        width = length_of(style["stroke-width"], across, "stroke-width")
        pen = pen_of(style, width, across)
        if not outline or style.get("visibility", "visible") != "visible":
            return
        rule = style["clip-rule" if clipping else "fill-rule"]
        if rule not in ("nonzero", "evenodd"):
            raise ValueError(f"`fill-rule` is nonzero or evenodd, not `{rule[:40]}`")
        area = Area(turned(outline, around.turn) if around.turn != IDENTITY else outline, rule == "evenodd")
        scale = scale_of(around.turn)
        bounded(area.outline, width * scale)
        if clipping:
            self.shapes.append(
                ArtShape(around.ids, False, area.outline, "#000000", None, 0.0, area.even_odd, within=around.within)
            )
            return
        place = Place(box or _lazy_box(outline, style), around.turn, view)
        fill, stroke = self._paint(element, style, "fill", place), self._paint(element, style, "stroke", place)
        stroke = stroke if width else None
        if stroke and pen.dash and sum(pen.dash) * scale < LEAST_DASH:
            raise ValueError(f"its dashes are too short to be drawn: at least {LEAST_DASH:g} mm with their gaps")
        line_first = style.get("paint-order", "normal").split()[:1] == ["stroke"] and stroke is not None
        solid = all(look is None or look == Paint(look.colour) for look in (fill, stroke))
        round_line = is_round(pen, around.turn)
        dash = tuple(part * scale for part in pen.dash)
        whole = ArtShape(around.ids, paint, area.outline, None, None, 0.0, area.even_odd)
        if not stroke or (solid and round_line and not line_first):
            if fill and fill != Paint(fill.colour) and not paint:
                self._area(element, whole, fill, around, place)
                return
            colours = fill.colour if fill else None, stroke.colour if stroke else None
            look = *colours, width * scale, area.even_odd, dash
            self.shapes.append(_within(ArtShape(around.ids, paint, area.outline, *look), fill, around))
            return
        marks = [len(self.shapes)]
        if fill:
            self._area(element, replace(whole, part="lined"), fill, around, place)
        marks.append(len(self.shapes))
        if round_line and stroke.shade is None and stroke.pattern is None:
            shape = ArtShape(around.ids, False, area.outline, None, stroke.colour, width * scale, False, dash)
            self.shapes.append(replace(shape, alpha=stroke.alpha, within=around.within))
        else:
            if pen.dash:
                self.count(int(2 * way_of(outline) / sum(pen.dash)))
            line = turned(line_area(outline, pen), around.turn)
            shape = ArtShape(around.ids, False, line, None, None, width * scale, False, (), "line")
            self._area(element, shape, stroke, around, place)
        if line_first:
            self.shapes[marks[0] :] = [*self.shapes[marks[1] :], *self.shapes[marks[0] : marks[1]]]

    def _area(self, element: Element, shape: ArtShape, look: Paint, around: Around, place: Place) -> None:
        """An area in a colour, a shade or a pattern."""
        if not shape.outline:
            return
        if look.pattern is not None and not shape.paint:
            self._tiled(element, Area(shape.outline, shape.even_odd), look, around, place)
            return
        self.shapes.append(_within(replace(shape, fill=look.colour), look, around))

    def _paint(self, element: Element, style: Mapping[str, str], name: str, place: Place) -> Paint | None:
        """What an area or a line is painted with; None where it is not."""
        value = style[name].strip()
        alpha = share(style.get(f"{name}-opacity", "1"))
        look: Paint | None = None
        if value.startswith("url("):
            target, after = self.target(value), value.partition(")")[2].strip()
            if target is not None and target.tag in ("linearGradient", "radialGradient"):
                self.count(2 + sum(len(each) for each in chain_of(target, self.target)))
                look = read_gradient(target, self.target, self.style_of, place)
            elif target is not None and target.tag == "pattern":
                look = Paint("#d9d4c6", 1.0, None, target)
            elif after:
                value = after
            else:
                message = f"`{name}` is `{value[:60]}`, which is nothing in this file"
                self.refuse_once(element, message, "write a colour")
                return None
        if not value.startswith("url("):
            found = colour_of(value, style.get("color", "#000000"))
            look = found and Paint(*found)
        if look is None or look.alpha * alpha < 0.002:
            return None
        alpha *= look.alpha
        return replace(look, alpha=1.0 if alpha > 0.998 else alpha)

    def _tiled(self, element: Element, area: Area, look: Paint, around: Around, place: Place) -> None:
        """An area with a pattern: what is in a tile, again and again, cut to the area."""
        assert look.pattern is not None
        if look.alpha < 1:
            around = self._under(around, Veil(look.alpha))
        around = self._under(around, Veil(clip=area.outline, even_odd=area.even_odd))
        pattern = read_pattern(look.pattern, self.target, place)
        key = f"pattern {id(pattern.content) if pattern else 0}"
        if pattern is None or key in around.used:
            return
        tile = turned(rounded(*pattern.tile), pattern.turn)
        steps = list(_steps(boxed(outline_box([area.outline]), inverse(pattern.turn)), pattern.tile))
        if len(steps) > MAX_TILES:
            hint = "make the tiles of the pattern larger, or turn it into paths: Object > Pattern > Pattern to Objects"
            raise PixelsError(element, f"a pattern of more than {MAX_TILES:,} tiles", f"{hint} (Inkscape)")
        style = self.style_of(self.above.get(pattern.content))
        used = (*around.used, key)
        start = Around(around.ids, pattern.inner, style, around.view, (), around.depth, used)
        made = self._drawn_within(pattern.content, self._inherit(pattern.content, start))
        box = outline_box([tile]) if is_box(tile) else None
        grounds, made = _grounds(made, box)
        for ground in grounds:
            whole = replace(ground, outline=area.outline, even_odd=area.even_odd, within=around.within)
            self.shapes.append(whole)
        self.count(sum(len(shape.outline) + 1 for shape in made) * len(steps))
        cut = box is None or not all(inside(_reach(shape), box) for shape in made)
        for across, down in steps if made else ():
            a, b, c, d, _, _ = pattern.turn
            away = a * across + c * down, b * across + d * down
            beneath = self._under(around, Veil(clip=moved(tile, *away))) if cut else around
            numbers: dict[int, int] = {}
            for shape in made:
                within = tuple(self._moved_veil(number, away, numbers) for number in shape.within)
                self.shapes.append(replace(_moved(shape, away), within=(*beneath.within, *within)))

    def _drawn_within(self, element: Element, around: Around) -> list[ArtShape]:
        """What is drawn of the children of a mask or a pattern."""
        mark = len(self.shapes)
        for child in element:
            self._element(child, around)
        made = self.shapes[mark:]
        del self.shapes[mark:]
        return made

    def _moved_veil(self, number: int, away: tuple[float, float], known: dict[int, int]) -> int:
        """The number of a veil that is as another one, elsewhere."""
        if number not in known:
            veil = self.veils[number]
            clip = None if veil.clip is None else moved(veil.clip, *away)
            mask = None
            if veil.mask is not None:
                self.count(sum(len(shape.outline) for shape in veil.mask))
                mask = tuple(
                    replace(_moved(shape, away), within=tuple(self._moved_veil(n, away, known) for n in shape.within))
                    for shape in veil.mask
                )
            self.veils.append(replace(veil, clip=clip, mask=mask))
            known[number] = len(self.veils) - 1
        return known[number]

    # --- what is left -----------------------------------------------------------------------------------------------

    def _settled(self) -> Iterator[ArtShape]:
        """Shapes without the veils that hide nothing of them; what is hidden altogether is not there."""
        shapes, members = self.shapes, dict[int, list[int]]()
        for place, shape in enumerate(shapes):
            for number in shape.within:
                members.setdefault(number, []).append(place)
        needless: set[int] = set()
        for number, inner in members.items():
            veil = self.veils[number]
            if veil.mask is None and veil.clip is not None and veil.alpha >= 1:
                if is_box(veil.clip) and _all_inside([shapes[each] for each in inner], veil.clip):
                    needless.add(number)
            elif veil.mask is None and 0 < veil.alpha < 1 and len(inner) == 1:
                shape = shapes[inner[0]]
                if not (shape.fill and shape.stroke):
                    shapes[inner[0]] = replace(shape, alpha=shape.alpha * veil.alpha)
                    needless.add(number)
            elif not _hides_all(veil):
                boxes = [outline_box([shapes[each].outline]) for each in inner]
                self.count(self._cost(boxes, VEIL_PARTS if veil.mask is None else MASK_PARTS))
        for shape in shapes:
            if any(_hides_all(self.veils[number]) for number in shape.within):
                continue
            if shape.shade is not None:
                each = FADING_PARTS if shape.shade.clear else SHADE_PARTS
                self.count(self._cost([outline_box([shape.outline])], each * min(shape.shade.turns, shades.MAX_APART)))
            if needless and shape.within:
                yield replace(shape, within=tuple(number for number in shape.within if number not in needless))
            else:
                yield shape

    def _cost(self, boxes: Sequence[Box], whole: int) -> int:
        """What it takes to print something that covers some boxes, where the whole drawing takes so many parts."""
        width, height = self.size
        across = min(width, max(box[2] for box in boxes)) - max(0.0, min(box[0] for box in boxes))
        down = min(height, max(box[3] for box in boxes)) - max(0.0, min(box[1] for box in boxes))
        return LEAST_PARTS + round(whole * max(0.0, across) * max(0.0, down) / (width * height))


def _all_inside(shapes: Sequence[ArtShape], clip: Outline) -> bool:
    """Whether a rectangle cuts nothing of some shapes."""
    frame = outline_box([clip])
    return all(inside(_reach(shape), frame) for shape in shapes)


def _steps(box: Box, tile: tuple[float, float, float, float]) -> Iterator[tuple[float, float]]:
    """How far tiles lie from the first one, so that they fill a box; more than there may be are not gone through."""
    x, y, wide, high = tile
    columns = range(floor((box[0] - x) / wide), ceil((box[2] - x) / wide))
    rows = range(floor((box[1] - y) / high), ceil((box[3] - y) / high))
    for count, (row, column) in enumerate((row, column) for row in rows for column in columns):
        yield column * wide, row * high
        if count > MAX_TILES:
            return


def _grounds(shapes: list[ArtShape], tile: Box | None) -> tuple[list[ArtShape], list[ArtShape]]:
    """What fills all of a tile in one colour and lies beneath everything else, and the rest: no seam is to be seen."""
    count = 0
    for shape in shapes:
        one = shape.fill and not shape.stroke and shape.shade is None and not shape.within and shape.picture is None
        if (
            tile is None
            or not one
            or not is_box(shape.outline)
            or not inside(_near(tile), outline_box([shape.outline]))
        ):
            break
        count += 1
    return shapes[:count], shapes[count:]


def _near(box: Box) -> Box:
    """A box without a hair at its edges."""
    hair = 1e-6 * max(1.0, box[2] - box[0], box[3] - box[1])
    return box[0] + hair, box[1] + hair, box[2] - hair, box[3] - hair


def _moved(shape: ArtShape, away: tuple[float, float]) -> ArtShape:
    """A shape elsewhere."""
    by = (1.0, 0.0, 0.0, 1.0, *away)
    shade = shape.shade and replace(shape.shade, turn=times(by, shape.shade.turn))
    picture = shape.picture and replace(shape.picture, turn=times(by, shape.picture.turn))
    return replace(shape, outline=moved(shape.outline, *away), shade=shade, picture=picture)


def _in_colours(shape: ArtShape, change: Callable[[str], str]) -> ArtShape:
    """A shape with its colours put through a function."""
    fill, stroke = (value and change(value) for value in (shape.fill, shape.stroke))
    if shape.picture is not None:
        return replace(shape, picture=picture_in_light(shape.picture))
    return replace(shape, fill=fill, stroke=stroke, shade=shape.shade and shape.shade.in_colours(change), paint=False)


def _within(shape: ArtShape, look: Paint | None, around: Around) -> ArtShape:
    """A shape beneath its veils, in what it is painted with."""
    if look is None:
        return replace(shape, within=around.within) if around.within else shape
    return replace(shape, alpha=look.alpha, shade=look.shade, within=around.within)


def _hides_all(veil: Veil) -> bool:
    return veil.alpha <= 0 or veil.mask == () or veil.clip == ()


def _reach(shape: ArtShape) -> Box:
    """The box of a shape with room for its line, which may be as thick as a fifth of it."""
    box = outline_box([shape.outline])
    slack = shape.width if shape.stroke else 1e-6 * max(box[2] - box[0], box[3] - box[1])
    return box[0] - slack, box[1] - slack, box[2] + slack, box[3] + slack


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _meant(element: Element) -> bool:
    """Whether a child of a switch is for programs that know no extensions, and read English."""
    if element.get("requiredExtensions", "").strip():
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(each.strip().casefold().startswith("en") for each in languages.split(","))


def _lazy_box(outline: Outline, style: Mapping[str, str]) -> Box:
    """The box of what is painted, where a paint asks for it."""
    asked = any(style[name].lstrip().startswith("url(") for name in ("fill", "stroke"))
    return outline_box([outline]) if asked else (0.0, 0.0, 0.0, 0.0)
