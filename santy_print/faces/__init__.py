"""Faces: layouts and items in, frames out, in millimetres; every text fitted, every colour by its role.

A layout `NAME.yaml` is looked for in the pack's `faces/` first, then in `templates/faces/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import TemplateError

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.faces import layout as lay
from santy_print.faces.art import (
    ROLES,
    Art,
    ArtShape,
    Outline,
    Segment,
    ellipse,
    load_art,
    outline_box,
    parse_path,
    rounded,
)
from santy_print.faces.frames import (
    IDENTITY,
    Frame,
    Group,
    Hatch,
    Item,
    Letters,
    Matrix,
    Picture,
    Shape,
    fit,
    walk,
    words,
)
from santy_print.faces.outlines import named
from santy_print.faces.typeset import FontBook, Setting, Style, set_text
from santy_print.pack import Pack, data_folder
from santy_print.source import read_text
from santy_print.text import Locale, item_key, parse_markup

register("text-overflow", "a text does not fit its box even at the smallest size of its style")
register("text-glyph", "a text holds a character that no font of the pack has")
register("face-colour", "a colour is neither a role nor one of the pack's palette")
register("face-style", "a text style is not known")

INKS = ("full", "low", "grey")
MAX_ITEMS = 50_000
READABLE = 4.5  # the contrast that words need


@dataclass(frozen=True, slots=True)
class Tight:
    """How full a text box is: 1.0 is to the brim; for `check --fit`."""

    layout: str
    item: str
    keys: tuple[str, ...]
    fill: float
    size: float


class Ink:
    """What ink a build spends.

    `full` prints the paper's tone, `low` leaves it white, `grey` has no colour at all.
    """

    def __init__(self, mode: str) -> None:
        """`mode` is one of INKS."""
        self.mode = mode
        self._seen: dict[str, str] = {}

    def __call__(self, colour: str) -> str:
        """A colour as this build prints it."""
        if self.mode == "full":
            return colour
        if colour not in self._seen:
            self._seen[colour] = self._change(colour)
        return self._seen[colour]

    def _change(self, colour: str) -> str:
        if colour == ROLES["paper"]:
            return "#ffffff"
        if self.mode == "low":
            return colour
        grey = round(sum(w * int(colour[i : i + 2], 16) for w, i in ((0.2126, 1), (0.7152, 3), (0.0722, 5))))
        return f"#{grey:02x}{grey:02x}{grey:02x}"


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """How well one colour reads upon another, from 1 to 21 (WCAG)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Faces:
    """All faces of a pack in one language: `frame(layout, item)` lays each out once."""

    def __init__(self, pack: Pack, locale: Locale, ink: str = "low") -> None:
        """Load fonts and styles; PackError where they cannot be used."""
        self.pack, self.locale, self.ink = pack, locale, Ink(ink)
        self.report = Report()
        self.book = FontBook(pack)
        self.tight: list[Tight] = []
        self.keys: list[str] = []
        self._layouts: dict[str, lay.Layout | None] = {}
        self._art: dict[str, Art | None] = {}
        self._drawings: dict[tuple[Any, ...], Group] = {}
        self._frames: dict[tuple[str, str], Frame] = {}
        shared = self.layout("styles")
        self._styles = dict(shared.spec.styles) if shared else {}
        self._globals = self._make_globals()

    def _make_globals(self) -> dict[str, Any]:
        def t(key: str, **values: Any) -> str:
            self.keys.append(key)
            return self.locale.markup(key, **values)

        head = self.pack.head
        return {
            "t": t,
            "has": self.locale.has,
            "letter": self.locale.letter,
            "plain": lambda key, **values: self.locale.plain(key, **values),
            "item_key": item_key,
            "language": self.locale.code,
            "pack": head.model_dump(),
            "colours": list(head.palette),
            "over": self.over,
            "drawn": lambda name: self.pack.file("art", str(name)) is not None,
            "all": self.pack.collections,
            "game": (self.pack.collections.get("game") or [{}])[0],
            "range": lambda *a: range(*a)[: lay.MAX_REPEAT],
            "round": round,
            "min": min,
            "max": max,
        }

    # Reading

    def layout(self, name: str) -> lay.Layout | None:
        """A layout by name; reported once where it is missing or wrong."""
        if name not in self._layouts:
            self._layouts[name] = self._read(name)
        return self._layouts[name]

    def _read(self, name: str) -> lay.Layout | None:
        own = self.pack.file("faces", f"{name}.yaml")
        house = data_folder("templates") / "faces" / f"{name}.yaml"
        if own is None and ("/" in name or "\\" in name or not house.is_file()):
            known = [p.stem for p in (data_folder("templates") / "faces").glob("*.yaml")]
            self.report.error(
                "face-missing",
                f"there is no face layout `{name}`",
                self.pack.where("components"),
                did_you_mean(name, known),
            )
            return None
        shown = f"{self.pack.id}/faces/{name}.yaml" if own else f"templates/faces/{name}.yaml"
        file = read_text(own or house, shown, self.report)
        return lay.read_layout(name, file, self.report) if file else None

    def art(self, name: str) -> Art | None:
        """A picture by file name; None (and reported once) where it is missing or wrong."""
        if name not in self._art:
            path = self.pack.file("art", name)
            if path is None:
                folder = self.pack.root / "art"
                known = [p.name for p in folder.iterdir()] if folder.is_dir() else []
                self.report.error(
                    "art-missing",
                    f"the picture `{name}` is not in the pack's art folder",
                    None,
                    did_you_mean(name, known),
                )
                self._art[name] = None
            else:
                self._art[name] = load_art(path, f"art/{name}", self.report)
        return self._art[name]

    # Frames

    def frame(self, name: str, item: Mapping[str, Any]) -> Frame:
        """Lay a face out. Faults go to `self.report`; the frame is then as good as it could be."""
        key = (name, str(item["id"]))
        if key not in self._frames:
            self._frames[key] = self._frame(name, item)
        return self._frames[key]

    def _frame(self, name: str, item: Mapping[str, Any]) -> Frame:
        layout = self.layout(name)
        ident = f"{name}:{item['id']}"
        if layout is None or layout.spec.face is None:
            if layout is not None:
                self.report.error("face-value", f"the layout `{name}` has no `face:`", layout.span())
            return Frame(ident, 10, 10, (), "")
        face = layout.spec.face
        drawer = Drawer(self, layout, {**self._globals, "item": item}, ident)
        alt = str(drawer.value(face.alt, ("face", "alt")))
        drawer.draw(layout.spec.items, ("items",))
        return Frame(
            ident,
            face.width,
            face.height,
            tuple(drawer.out),
            "".join(r.text for r in parse_markup(alt)),
            face.corner,
            named(face.outline, face.width, face.height),
            face.bleed,
        )

    def style(self, layout: lay.Layout, name: str) -> lay.StyleSpec | None:
        """A text style of the layout, or of the shared ones."""
        return layout.spec.styles.get(name) or self._styles.get(name)

    def style_names(self, layout: lay.Layout) -> list[str]:
        """All styles a layout may name."""
        return [*layout.spec.styles, *self._styles]

    def drawing(self, art: Art, look: Look) -> Group:
        """A picture with its paints, as a shared drawing in the picture's own space."""
        key = (art.digest, look, self.ink.mode)
        if key not in self._drawings:
            self._drawings[key] = Group(
                tuple(_dress(art, look, self)), key=f"art-{art.digest}-{len(self._drawings)}"
            )
        return self._drawings[key]

    def colour(self, name: str) -> str | None:
        """The value of a colour by role, game colour or #hex.

        None for `none` and a ground that is not printed; KeyError if unknown.
        """
        if name == "none" or (name == "ground" and self.ink.mode != "full"):
            return None
        if name in self.pack.head.palette:
            return self.ink(self.pack.head.palette[name].hex.casefold())
        if name == "ground":
            return ROLES["paper"]
        if len(name) == 7 and name[0] == "#":
            return self.ink(name.casefold())
        return self.ink(ROLES[name])

    def over(self, name: str) -> str:
        """The colour for words upon a game colour: ink or white where they read well, else black, which then does."""
        ground = self.ink(self.pack.head.palette[name].hex.casefold())
        readable = (c for c in ("ink", "white") if contrast(self.ink(ROLES[c]), ground) >= READABLE)
        return next(readable, "#000000")

    def hatch(self, name: str) -> Hatch | None:
        """The pattern of a game colour; None for plain ones and for roles."""
        paint = self.pack.head.palette.get(name)
        if paint is None or paint.pattern == "plain":
            return None
        base = self.ink(paint.hex.casefold())
        dark = sum(int(base[i : i + 2], 16) for i in (1, 3, 5)) < 300
        return Hatch(paint.pattern, mix(base, "#ffffff" if dark else self.ink(ROLES["ink"]), 0.38))


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is dressed: paints and bands by group id, what shows, what is pale and what strong."""

    paint: tuple[tuple[str, str], ...] = ()
    bands: tuple[tuple[str, tuple[str, ...]], ...] = ()
    show: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset()
    pale: bool = False
    strong: frozenset[str] = frozenset()


def _dress(art: Art, look: Look, faces: Faces) -> list[Item]:
    paint, bands = dict(look.paint), dict(look.bands)
    boxes = {ident: art.bounds(ident) for ident in bands}
    out: list[Item] = []
    for shape in art.shapes:
        inside = set(shape.ids)
        if (look.show and not inside & look.show) or inside & look.hide:
            continue
        line, fill, width = _tones(shape, look, faces, inside)
        painted = next((paint[i] for i in shape.ids if i in paint), None) if shape.paint else None
        banded = next((i for i in shape.ids if i in bands), None) if shape.paint else None
        if banded is not None:
            out.append(Group(tuple(_bands(boxes[banded], bands[banded], faces)), clip=shape.outline))
            out.append(Shape(shape.outline, None, line, width))
        elif painted is not None:
            out.append(
                Shape(shape.outline, faces.colour(painted), line, width, faces.hatch(painted), shape.even_odd)
            )
        else:
            out.append(Shape(shape.outline, fill, line, width, None, shape.even_odd))
    return out


def _tones(
    shape: ArtShape, look: Look, faces: Faces, inside: set[str]
) -> tuple[str | None, str | None, float]:
    line = faces.ink(shape.stroke) if shape.stroke else None
    fill = faces.ink(shape.fill) if shape.fill else None
    if inside & look.strong:
        return line, fill, shape.width * 1.6
    if look.pale:
        return (
            (faces.ink(ROLES["stone"]) if line else None),
            ("#ffffff" if fill and shape.stroke else faces.ink(ROLES["mist"]) if fill else None),
            shape.width,
        )
    return line, fill, shape.width


def _bands(box: tuple[float, float, float, float], colours: Sequence[str], faces: Faces) -> list[Item]:
    left, top, right, bottom = box
    step = (right - left) / len(colours)
    return [
        Shape(
            rounded(left + n * step, top, step, bottom - top),
            faces.colour(name),
            faces.ink(ROLES["ink"]),
            0.25,
            faces.hatch(name),
        )
        for n, name in enumerate(colours)
    ]


_TRUE = ("", "false", "False", "0", "none", "None")


@dataclass
class Drawer:
    """Draws one layout's items into `out`, under one context.

    Faults are reported at their place in the layout.
    """

    faces: Faces
    layout: lay.Layout
    context: dict[str, Any]
    ident: str
    out: list[Item] = field(default_factory=list)
    depth: int = 0

    # Values

    def value(self, text: str, path: tuple[str | int, ...]) -> Any:
        """A value evaluated; an empty text where it cannot be."""
        try:
            made = lay.compiled(text)
            return made if isinstance(made, str) else made(self.context)
        except PackError as fault:
            self.faces.report.extend(fault.report)
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as fault:
            reason = str(getattr(fault, "message", None) or fault).rstrip(".")
            self.faces.report.error(
                "face-expression", f"in `{self.ident}`: {reason}", self.layout.span(*path)
            )
        return ""

    def number(self, text: str, path: tuple[str | int, ...]) -> float:
        """A value that must be a number."""
        got = self.value(text, path)
        try:
            return float(got)
        except (TypeError, ValueError):
            self.faces.report.error("face-value", f"`{got}` is not a number", self.layout.span(*path))
            return 0.0

    def pair(self, pair: tuple[str, str], path: tuple[str | int, ...]) -> tuple[float, float]:
        """Two numbers."""
        return self.number(pair[0], (*path, 0)), self.number(pair[1], (*path, 1))

    def colour(self, text: str, path: tuple[str | int, ...]) -> tuple[str, str | None]:
        """A colour's name and value."""
        name = str(self.value(text, path))
        try:
            return name, self.faces.colour(name)
        except KeyError:
            known = [*self.faces.pack.head.palette, *ROLES, "ground", "none"]
            self.faces.report.error(
                "face-colour",
                f"`{name}` is not a colour known here",
                self.layout.span(*path),
                did_you_mean(name, known),
            )
            return "none", None

    def test(self, text: str, path: tuple[str | int, ...]) -> bool:
        """A bare expression as yes or no."""
        return bool(self.value("{{" + text + "}}", path))

    # Items

    def draw(self, items: Sequence[lay.ItemSpec], path: tuple[str | int, ...]) -> None:
        """Draw items in order."""
        for number, item in enumerate(items):
            here = (*path, number)
            if len(self.out) > MAX_ITEMS:
                self.faces.report.error(
                    "face-too-big",
                    f"`{self.ident}` draws more than {MAX_ITEMS:,} things",
                    self.layout.span(*here),
                )
                return
            if item.repeat is not None:
                self._repeat(item, here)
            elif item.when is None or self.test(item.when, (*here, "when")):
                self._one(item, here)

    def _repeat(self, item: lay.ItemSpec, here: tuple[str | int, ...]) -> None:
        assert item.repeat is not None
        values = self.value("{{" + item.repeat.over + "}}", (*here, "repeat", "over"))
        outer = self.context
        for index, each in enumerate(list(values)[: lay.MAX_REPEAT]):
            self.context = {**outer, item.repeat.name: each, "index": index}
            if item.when is None or self.test(item.when, (*here, "when")):
                self._one(item, here)
        self.context = outer

    def _one(self, item: lay.ItemSpec, here: tuple[str | int, ...]) -> None:
        for kind in lay.KINDS:
            spec = getattr(item, kind)
            if spec is not None:
                getattr(self, f"_{kind}")(spec, (*here, kind))

    def _shape(self, outline: Outline, spec: lay.Line, here: tuple[str | int, ...]) -> None:
        name, fill = self.colour(spec.fill, (*here, "fill"))
        _, stroke = self.colour(spec.stroke, (*here, "stroke"))
        if fill is None and stroke is None:
            return
        dash = tuple(self.number(d, (*here, "dash")) for d in spec.dash)
        hatch = self.faces.hatch(name) if self.value(spec.hatch, (*here, "hatch")) == "auto" else None
        self.out.append(
            Shape(outline, fill, stroke, self.number(spec.width, (*here, "width")), hatch, False, dash)
        )

    def _rect(self, spec: lay.RectSpec, here: tuple[str | int, ...]) -> None:
        (x, y), (w, h) = self.pair(spec.at, (*here, "at")), self.pair(spec.size, (*here, "size"))
        self._shape(rounded(x, y, w, h, self.number(spec.radius, (*here, "radius"))), spec, here)

    def _circle(self, spec: lay.CircleSpec, here: tuple[str | int, ...]) -> None:
        (x, y), r = self.pair(spec.at, (*here, "at")), self.number(spec.r, (*here, "r"))
        self._shape(ellipse(x, y, r, r), spec, here)

    def _line(self, spec: lay.LineSpec, here: tuple[str | int, ...]) -> None:
        start, end = self.pair(spec.start, (*here, "from")), self.pair(spec.to, (*here, "to"))
        self._shape((("M", *start), ("L", *end)), spec, here)

    def _path(self, spec: lay.PathSpec, here: tuple[str | int, ...]) -> None:
        (dx, dy), s = self.pair(spec.at, (*here, "at")), self.number(spec.scale, (*here, "scale"))
        try:
            outline = parse_path(str(self.value(spec.d, (*here, "d"))))
        except ValueError as fault:
            self.faces.report.error("face-value", str(fault), self.layout.span(*here, "d"))
            return
        moved = tuple(_moved(part, dx, dy, s) for part in outline)
        self._shape(moved, spec, here)

    def _box(
        self, spec: lay.ArtSpec | lay.TextSpec | lay.ImageSpec, here: tuple[str | int, ...]
    ) -> tuple[float, float, float, float]:
        return (*self.pair(spec.at, (*here, "at")), *self.pair(spec.size, (*here, "size")))

    def _art(self, spec: lay.ArtSpec, here: tuple[str | int, ...]) -> None:
        art = self.faces.art(str(self.value(spec.file, (*here, "file"))))
        if art is None:
            return
        look = Look(
            tuple(
                (str(self.value(ident, (*here, "paint", ident))), name)
                for ident, text in spec.paint.items()
                if (name := self.colour(text, (*here, "paint", ident))[0]) != "none"
            ),
            tuple(
                (str(self.value(ident, (*here, "bands", ident))), names)
                for ident, text in spec.bands.items()
                if (names := self._names(text, (*here, "bands", ident)))
            ),
            frozenset(str(self.value(text, (*here, "show"))) for text in spec.show),
            frozenset(str(self.value(text, (*here, "hide"))) for text in spec.hide),
            str(self.value(spec.pale, (*here, "pale"))) not in _TRUE if spec.pale else False,
            frozenset(str(self.value(text, (*here, "strong"))) for text in spec.strong),
        )
        self._check_ids(art, look, here)
        matrix = fit(
            (art.width, art.height), self._box(spec, here), self.number(spec.turn, (*here, "turn")),
            str(self.value(spec.flip, (*here, "flip"))) not in _TRUE if spec.flip else False,
        )  # fmt: skip
        self.out.append(Group((self.faces.drawing(art, look),), matrix))

    def _names(self, text: str, path: tuple[str | int, ...]) -> tuple[str, ...]:
        value = self.value(text, path)
        names = value.split() if isinstance(value, str) else list(value or ())
        return tuple(name for name in map(str, names) if self.colour(name, path)[0] != "none")

    def _check_ids(self, art: Art, look: Look, here: tuple[str | int, ...]) -> None:
        known = art.ids()
        named = {i for i, _ in look.paint} | {i for i, _ in look.bands} | look.show | look.hide | look.strong
        for ident in sorted(named - known - {""}):
            self.faces.report.error(
                "face-value",
                f"the picture `{art.name}` has no part with the id `{ident}`",
                self.layout.span(*here),
                did_you_mean(ident, known),
            )

    def _text(self, spec: lay.TextSpec, here: tuple[str | int, ...]) -> None:
        faces = self.faces
        faces.keys.clear()
        text = str(self.value(spec.value, (*here, "value")))[: lay.MAX_TEXT]
        keys = tuple(faces.keys)
        name = str(self.value(spec.style, (*here, "style")))
        style = faces.style(self.layout, name)
        if style is None:
            hint = did_you_mean(name, faces.style_names(self.layout))
            faces.report.error(
                "face-style", f"there is no text style `{name}`", self.layout.span(*here, "style"), hint
            )
            return
        _, colour = self.colour(spec.colour or style.colour, (*here, "colour"))
        made = Style(
            style.font,
            style.size,
            style.min,
            style.leading,
            style.colour,
            style.align,
            style.valign,
            style.balance,
        )
        setting = set_text(parse_markup(text), self._box(spec, here), made, faces.book, colour or "#000000")
        self._judge(setting, keys, text, here)
        self.out += setting.letters
        for icon in setting.icons:
            art = faces.art(f"{icon.name}-icon.svg")
            if art is not None:
                self.out.append(
                    Group(
                        (faces.drawing(art, Look()),),
                        fit((art.width, art.height), (icon.x, icon.y, icon.size, icon.size)),
                    )
                )

    def _judge(self, setting: Setting, keys: tuple[str, ...], text: str, here: tuple[str | int, ...]) -> None:
        faces = self.faces
        faces.tight.append(Tight(self.layout.name, self.ident, keys, setting.fill, setting.size))
        templates = faces.locale.templates
        span = next((templates[key].span for key in keys if key in templates), None) or self.layout.span(
            *here
        )
        said = f"`{keys[0]}`" if keys else f"“{text[:40]}”"
        if setting.overflow:
            faces.report.error(
                "text-overflow",
                f"{said} ({faces.locale.code}) does not fit its box on `{self.ident}`: "
                f"{setting.overflow:.1f} mm too much at {setting.size:g} pt",
                span,
                "shorten the text, or enlarge the box in " + f"{self.layout.name}.yaml",
            )
        if setting.uncovered:
            shown = " ".join(f"{c} (U+{ord(c):04X})" for c in setting.uncovered)
            faces.report.error(
                "text-glyph",
                f"{said} ({faces.locale.code}) holds characters no font of the pack has: {shown}",
                span,
            )

    def _image(self, spec: lay.ImageSpec, here: tuple[str | int, ...]) -> None:
        name = str(self.value(spec.file, (*here, "file")))
        path = self.faces.pack.file("art", name)
        if path is None:
            self.faces.report.error(
                "art-missing",
                f"the picture `{name}` is not in the pack's art folder",
                self.layout.span(*here, "file"),
            )
            return
        self.out.append(Picture(path, *self._box(spec, here)))

    def _use(self, spec: lay.UseSpec, here: tuple[str | int, ...]) -> None:
        layout = self.faces.layout(str(self.value(spec.layout, (*here, "layout"))))
        if layout is None:
            return
        if self.depth > 8:
            self.faces.report.error(
                "face-too-big", "layouts use one another in a circle", self.layout.span(*here)
            )
            return
        given = {
            name: _as_number(self.value(text, (*here, "give", name))) for name, text in spec.give.items()
        }
        inner = Drawer(self.faces, layout, {**self.context, **given}, self.ident, depth=self.depth + 1)
        inner.draw(layout.spec.items, ("items",))
        matrix = self._turned(spec.at, spec.turn, spec.about, here)
        self.out += inner.out if matrix == IDENTITY else [Group(tuple(inner.out), matrix)]

    def _group(self, spec: lay.GroupSpec, here: tuple[str | int, ...]) -> None:
        outer, self.out = self.out, []
        self.draw(spec.items, (*here, "items"))
        items, self.out = tuple(self.out), outer
        matrix = self._turned(spec.at, spec.turn, spec.about, here, self.number(spec.scale, (*here, "scale")))
        clip = None
        if spec.clip:
            sizes = [self.number(v, (*here, "clip", n)) for n, v in enumerate(spec.clip)]
            clip = rounded(
                0, 0, sizes[0], sizes[1] if len(sizes) > 1 else sizes[0], sizes[2] if len(sizes) > 2 else 0
            )
        self.out.append(Group(items, matrix, clip))

    def _turned(
        self,
        at: tuple[str, str],
        turn: str,
        about: tuple[str, str],
        here: tuple[str | int, ...],
        scale: float = 1.0,
    ) -> Matrix:
        from math import cos, radians, sin

        (x, y), angle, (ax, ay) = (
            self.pair(at, (*here, "at")),
            self.number(turn, (*here, "turn")),
            self.pair(about, (*here, "about")),
        )
        c, s = cos(radians(angle)) * scale, sin(radians(angle)) * scale
        return c, s, -s, c, x + ax - (c * ax - s * ay), y + ay - (s * ax + c * ay)


_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")


def _as_number(value: Any) -> Any:
    """A number written out as the number it is, so that a layout can reckon with what it is given."""
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value)):
        return float(value) if match[2] else int(value)
    return value


def _moved(part: Segment, dx: float, dy: float, s: float) -> Segment:
    if part[0] == "Z":
        return part
    return (part[0], *(v * s + (dx, dy)[n % 2] for n, v in enumerate(part[1:])))


__all__ = [
    "IDENTITY",
    "INKS",
    "READABLE",
    "Faces",
    "Frame",
    "Group",
    "Hatch",
    "Item",
    "Letters",
    "Look",
    "Matrix",
    "Picture",
    "Shape",
    "Tight",
    "contrast",
    "fit",
    "outline_box",
    "walk",
    "words",
]  # fmt: skip
