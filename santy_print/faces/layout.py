"""Layout: a face's YAML in, a drawing plan out. What an item may hold; `docs/restyle.md` shows it in use.

Every value is text; `{{ ... }}` in it is a sandboxed Jinja2 expression over the item, the pack and the
language. `when` and `over` are bare expressions. Lengths are millimetres from the face's top left corner,
sizes of type are points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from santy_print.budget import Budget
from santy_print.diag import Report, SourceFile, register
from santy_print.faces.outlines import NAMES
from santy_print.faces.sandbox import FAULTS, METER, ReportedError, Scope, compiled, expression
from santy_print.schema import Flag, Number, Strict, Text, Value, validate
from santy_print.source import Map, Node, Scalar, locate, parse_yaml

register("face-missing", "a face layout is neither in the pack's faces folder nor among those that its game shares")
UNREADABLE = register("face-expression", "an expression in a face layout cannot be read or evaluated")
register("face-value", "a value in a face layout is not of the kind its place wants")
register("face-too-big", "a face layout draws more than a face may hold")

V = Value  # a value that may hold an expression
Pair = tuple[V, V]
MAX_REPEAT = 500
MAX_TEXT = 20_000


class StyleSpec(Strict):
    """A named text style; `min` is the size (pt) below which a text is said not to fit.

    `balance` makes the lines of a text alike in length; centred texts are so unless it says no.
    With `comma` a text is broken at its first comma, or else before the "and" of a list of two, if each part then has
    one line: so those of a kind are alike. `hyphenate` parts words where their language does, if that saves a line.
    """

    font: Literal["title", "text", "bold", "italic", "symbol"] = "text"
    size: Number = Field(default=9.0, ge=7, le=500)
    min: Number = Field(default=7.0, ge=7, le=500)
    leading: Number = Field(default=1.18, ge=0.5, le=5)
    colour: Text = "ink"
    align: Literal["left", "center", "right"] = "left"
    valign: Literal["top", "middle", "bottom", "drawn"] = "top"
    balance: Flag | None = None
    comma: Flag = False
    hyphenate: Flag = False


SizeName = Literal[
    "poker", "bridge", "tcg", "tarot", "square", "mini", "mini-euro", "mini-us", "euro", "us-game", "business", "hex",
    "circle",
]  # fmt: skip
SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tcg": (63.0, 88.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "mini": (44.0, 68.0),
    "mini-euro": (44.0, 68.0),
    "mini-us": (41.0, 63.0),
    "euro": (59.0, 92.0),
    "us-game": (56.0, 87.0),
    "business": (55.0, 85.0),
    "hex": (80.0, 69.28),
    "circle": (60.0, 60.0),
}
"""Trim sizes by name, width and height in mm; `docs/faces.md` says where they come from."""


class FaceSpec(Strict):
    """The face itself: trim size by name or in mm, corner radius, outline, and its words for those who cannot see it.

    The outline is rect, circle, hex, hex-pointed, or an SVG path.
    """

    size: SizeName | None = None
    width: Number = Field(default=0.0, gt=1, le=2000)
    height: Number = Field(default=0.0, gt=1, le=2000)
    corner: Number = Field(default=0.0, ge=0, le=1000)
    outline: Text = "rect"
    bleed: Number = Field(default=0.0, ge=0, le=10)
    alt: V

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["size"], "not": {"anyOf": [{"required": ["width"]}, {"required": ["height"]}]}},
                {"required": ["width", "height"], "not": {"required": ["size"]}},
            ]
        }
    )

    @model_validator(mode="before")
    @classmethod
    def _shaped(cls, given: Any) -> Any:
        """A size that is called by its shape is cut to it, unless another outline is said."""
        if isinstance(given, dict) and given.get("size") in NAMES and "outline" not in given:
            return {**given, "outline": given["size"]}
        return given

    @model_validator(mode="after")
    def _one_size(self) -> FaceSpec:
        given = self.model_fields_set & {"width", "height"}
        if len(given) != (0 if self.size else 2):
            raise ValueError("a face has a `size`, or a `width` and a `height`")
        return self

    @property
    def trim(self) -> tuple[float, float]:
        """Width and height in mm."""
        return SIZES[self.size] if self.size else (self.width, self.height)

    @cached_property
    def known(self) -> Mapping[str, float | str]:
        """What expressions may know of the face: so one layout suits many sizes."""
        width, height = self.trim
        return {"width": width, "height": height, "corner": self.corner, "bleed": self.bleed, "outline": self.outline}


class KindSpec(Strict):
    """What all kinds of items share: what a kind does not say stands beside it."""

    meant = {
        key: f"it stands beside the kind of item: write `- {key}: ...`, and the rest on the next line"
        for key in ("when", "repeat")
    }


class Line(KindSpec):
    """What lines and areas share: colours by role or game colour, line width in mm."""

    fill: V = "none"
    stroke: V = "none"
    width: V = "0.5"
    dash: tuple[V, ...] = ()
    hatch: V = "auto"


class RectSpec(Line):
    """A rectangle."""

    at: Pair
    size: Pair
    radius: V = "0"


class CircleSpec(Line):
    """A circle by centre and radius."""

    at: Pair
    r: V


class LineSpec(Line):
    """A straight line."""

    start: Pair = Field(alias="from")
    to: Pair
    stroke: V = "ink"


class PathSpec(Line):
    """An SVG path, moved to `at` and scaled."""

    d: V
    at: Pair = ("0", "0")
    scale: V = "1"


class ArtSpec(KindSpec):
    """A picture of the pack, as large as fits into its box.

    The names of parts in `paint` and `bands` may be expressions too. `paint: {"*": "{{ item.colours }}"}` paints
    every part that the value names.
    """

    file: V
    at: Pair
    size: Pair
    turn: V = "0"
    flip: V = ""
    paint: dict[str, V] = {}
    bands: dict[str, V] = {}
    show: tuple[V, ...] = ()
    hide: tuple[V, ...] = ()
    pale: V = ""
    strong: tuple[V, ...] = ()


class TextSpec(KindSpec):
    """A text in its box: wrapped, shrunk to its style's minimum, else an error."""

    meant = KindSpec.meant | dict.fromkeys(
        ("say", "text", "key"), "what the text says is its `value`: `\"{{ t('key') }}\"` is one of locale/"
    )

    value: V
    at: Pair
    size: Pair
    style: V = "text"
    colour: V = ""
    like: V = ""
    alike: Literal["", "text", "kind", "kinds", "all"] = ""
    round: V = ""


class ImageSpec(KindSpec):
    """A raster picture of the pack in its box: all of it (`contain`), or so much that the box is full (`cover`)."""

    file: V
    at: Pair
    size: Pair
    fit: Literal["contain", "cover"] = "contain"


class QrSpec(KindSpec):
    """A QR code in a square with its light margin: dark modules of one colour on a ground; nothing for no text."""

    value: V
    at: Pair
    size: V
    fill: V = "ink"
    ground: V = "white"


class Repeat(Strict):
    """Draw once for each.

    `over` is an expression, `as` the name each value has inside (and `index` from 0).
    """

    over: Text
    name: Text = Field(default="each", alias="as")


class UseSpec(KindSpec):
    """Another layout's items, drawn here; `give` names values for it."""

    layout: V
    at: Pair = ("0", "0")
    turn: V = "0"
    about: Pair = ("0", "0")
    give: dict[str, V] = {}


class GroupSpec(KindSpec):
    """Items moved to `at`, turned by degrees about `about`, scaled, clipped to a rounded box: `clip: [w, h, r]`."""

    at: Pair = ("0", "0")
    turn: V = "0"
    about: Pair = ("0", "0")
    scale: V = "1"
    clip: tuple[V, ...] | None = Field(default=None, min_length=2, max_length=3)
    items: tuple[ItemSpec, ...]


KINDS = ("rect", "circle", "line", "path", "art", "text", "image", "qr", "use", "group")


class ItemSpec(Strict):
    """One item: exactly one kind, and perhaps `when` and `repeat`."""

    rect: RectSpec | None = None
    circle: CircleSpec | None = None
    line: LineSpec | None = None
    path: PathSpec | None = None
    art: ArtSpec | None = None
    text: TextSpec | None = None
    image: ImageSpec | None = None
    qr: QrSpec | None = None
    use: UseSpec | None = None
    group: GroupSpec | None = None
    when: Text | None = None
    repeat: Repeat | None = None

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [kind]} for kind in KINDS]})

    @model_validator(mode="after")
    def _one_kind(self) -> ItemSpec:
        if sum(getattr(self, kind) is not None for kind in KINDS) != 1:
            raise ValueError("an item is exactly one of " + ", ".join(KINDS))
        return self


class LayoutFile(Strict):
    """A layout file: the face, its own styles, its values by name, its items from back to front."""

    face: FaceSpec | None = None
    styles: dict[str, StyleSpec] = {}
    values: dict[str, V] = {}
    items: tuple[ItemSpec, ...] = ()


GroupSpec.model_rebuild()
ItemSpec.model_rebuild()


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A layout as read, with the nodes its diagnostics point into."""

    name: str
    spec: LayoutFile
    node: Map

    def span(self, *path: str | int) -> Any:
        """The place of something in the layout file."""
        return _located(self, path)


@lru_cache(maxsize=8192)
def _located(layout: Layout, path: tuple[str | int, ...]) -> Any:
    """Look for a place once: every face names those of its texts."""
    return locate(layout.node, path)


def read_layout(name: str, file: SourceFile, report: Report) -> Layout | None:
    """Read a layout; report every misfit."""
    layout, found = _read_layout(name, file.name, file.text, file.depth)
    report.extend(found)
    return layout


@lru_cache(maxsize=256)
def _read_layout(name: str, file_name: str, text: str, depth: int) -> tuple[Layout | None, tuple[Any, ...]]:
    """Read a layout once per text; builds in three languages share it."""
    report = Report()
    node = parse_yaml(SourceFile(file_name, text, depth), report)
    spec = validate(LayoutFile, node, report) if node is not None and report.ok else None
    return (Layout(name, spec, node) if spec is not None and node is not None else None), tuple(report)


def unreadable_expressions(layout: Layout, budget: Budget) -> Iterator[tuple[Scalar, str]]:
    """The values of a layout whose expressions cannot be read, whatever item they would be drawn for, each with why.

    Reading them is work as drawing is: SpentError at the one that took the last of the budget.
    """
    budget.face()
    left: list[tuple[str, Node]] = [("", layout.node)]
    while left:
        key, node = left.pop()
        if isinstance(node, Scalar):
            before = METER.total
            try:
                expression(node.text) if key in ("when", "over") and "{{" not in node.text else compiled(node.text)
            except FAULTS as fault:
                yield node, str(getattr(fault, "message", None) or fault).rstrip(".")
            budget.spend(METER.total - before, node.span)
        elif isinstance(node, Map):
            left += [(name, entry.value) for name, entry in node.entries.items()]
        else:
            left += [("", item) for item in node.items]


__all__ = [
    "FAULTS",
    "Layout",
    "LayoutFile",
    "ReportedError",
    "Scope",
    "StyleSpec",
    "compiled",
    "expression",
    "read_layout",
    "unreadable_expressions",
]
