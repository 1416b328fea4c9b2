"""Drawer: a layout's items and an item of the game in, placed things out; faults at their place in the layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice, zip_longest
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from jinja2 import StrictUndefined

from santy_print.budget import TEXT, THING
from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.faces import codes
from santy_print.faces import layout as lay
from santy_print.faces.art import ROLES, Art, Box, Outline, ellipse, parse_path, rounded
from santy_print.faces.blame import at_home, datum, is_own, own_value
from santy_print.faces.dress import Look, hatched
from santy_print.faces.edges import SLACK, Place, cut_off, place_of
from santy_print.faces.frames import Group, Item, Letters, Picture, Shape, fit
from santy_print.faces.images import Shown, judge_dpi, judge_shape, say_no_bleed
from santy_print.faces.matrices import IDENTITY, Matrix
from santy_print.faces.outlines import moved
from santy_print.faces.room import fullness, room_for
from santy_print.faces.roundels import set_drawn, set_round
from santy_print.faces.sandbox import METER
from santy_print.faces.siblings import SiblingText, kinds, neighbours, of_keys, room_of, sisters_of
from santy_print.faces.typeset import READ_FROM, Beside, Setting, Style, set_text, where_to_name_fonts
from santy_print.source import locate
from santy_print.text import JOINT, Locale, PairLocale, Run, in_both, parse_markup, twins

if TYPE_CHECKING:
    from santy_print.faces import Faces

register("face-paint", "a layout colours a part of a picture in which nothing takes a colour")
register("text-outside", "a text is cut off: it leaves the face, or a clip around it")

MAX_ITEMS = 20_000
MAX_DEPTH = 8
MAX_NUMBER = 5_000.0
FAULTY = "#d4006e"
"""What frames a text that is not as it should be, where faces are drawn all the same."""
LETTER = ("lexicon.adjectives.", ".letter")
"""What stands before and after a colour in the key of its letter."""
BY_KIND = ("kind", "kinds")
"""What `alike` says where texts of one kind are broken alike."""
CLOSE = 1.04
"""The leading of a text in two languages, at most."""
_TRUE = ("", "false", "False", "0", "none", "None")
LEAST_DASH = 0.05
"""Shorter dashes, mm with their gaps, are a line that is only slow to draw."""


_REPORTED = StrictUndefined(exc=lay.ReportedError)  # type: ignore[arg-type]
"""What stands for a value that could not be evaluated: whoever uses it has no fault of their own."""


class KeyedText(str):
    """Words of a language that know their key, however many values and layouts hand them on.

    Of words in two languages a part (`item.name[:1]`, `item.name | first`) is that part in each.
    """

    key: str

    def __getitem__(self, at: SupportsIndex | slice) -> str:
        first, second = in_both(str(self))
        return twins(first[at], second[at])

    def __iter__(self) -> Iterator[str]:
        return (twins(*each) for each in zip_longest(*in_both(str(self)), fillvalue=""))

    @classmethod
    def by(cls, key: str, text: str) -> KeyedText:
        """A text as the language's file says it under a key."""
        made = cls(text)
        made.key = key
        return made

    @classmethod
    def letter(cls, locale: Locale, colour: str) -> KeyedText:
        """The letter that stands for a colour in a language; its key is in the lexicon."""
        return cls.by(colour.join(LETTER), locale.letter(colour))


@dataclass(frozen=True, slots=True)
class Tight:
    """How full a text box is at its style's smallest size (1.0: to the brim), and the size it took, in pt.

    Where nobody measures, `fill` is 0; where there is no sample of the language, so is `room`: about how many letters
    find place.
    """

    layout: str
    item: str
    keys: tuple[str, ...]
    text: str
    fill: float
    size: float
    least: float
    room: int = 0


class TextBox(NamedTuple):
    """Where a text has its place: an outline that stands for it among the items, its box in mm, the text's keys.

    Words that are no text of a language have no keys. `tight` says how full it is.
    """

    outline: Outline
    box: tuple[float, float, float, float]
    keys: tuple[str, ...]
    tight: Tight


@dataclass
class Drawer:
    """Draws one layout's items into `out`, under one context.

    Faults are reported at their place in the layout, once, however many faces have them.
    """

    faces: Faces
    layout: lay.Layout
    context: lay.Scope
    ident: str
    out: list[Item] = field(default_factory=list)
    depth: int = 0
    counter: list[int] = field(default_factory=lambda: [0])
    place: Place | None = None
    scale: float = 1.0
    spoilt: bool = False

    def __post_init__(self) -> None:
        """What is not drawn inside of another layout is drawn on a face of its own."""
        if self.place is None and self.layout.spec.face is not None:
            self.place = place_of(self.layout.spec.face)

    # Values

    def value(self, text: str, path: tuple[str | int, ...]) -> Any:
        """A value evaluated; an empty text where it cannot be."""
        made = self._evaluated(text, path)
        return "" if made is _REPORTED else made

    def _evaluated(self, text: str, path: tuple[str | int, ...], bare: bool = False) -> Any:
        if bare and "{{" in text:
            self.wrong("face-expression", f"`{text[:60]}`: an expression stands without braces here", self.span(*path))
            return _REPORTED
        if not bare and "{" not in text:
            return text
        before = METER.total
        try:
            made = lay.expression(text) if bare else lay.compiled(text)
            return made if isinstance(made, str) else made(self.context)
        except PackError as fault:
            for new in fault.report:
                self.wrong(new.code, new.message, new.span or self.span(*path), *new.hints, apart=new.message)
        except lay.ReportedError:
            pass
        except lay.FAULTS as fault:
            reason = str(getattr(fault, "message", None) or fault).rstrip(".")
            self.wrong("face-expression", f"in `{self.ident}`: {reason}", self.span(*path))
        finally:
            steps = METER.total - before
            if steps:
                self.spend(steps, path)
        return _REPORTED

    def spend(self, steps: int, path: tuple[str | int, ...]) -> None:
        """Take steps from what the pack's faces may still cost."""
        budget = self.faces.pack.budget
        budget.spend(steps, self.span(*path) if budget.left < steps else None)

    @property
    def item(self) -> Mapping[str, Any]:
        """What the face is of."""
        item = self.context.get("item")
        return item if isinstance(item, Mapping) else {}

    def wrong(self, code: str, message: str, span: Span, *hints: str, apart: str = "", value: str = "") -> None:
        """Report a fault, once for its place and what tells it `apart`: the next face would only say the same.

        Where somebody else's layout cannot draw what the pack made, the pack's line is told (that of the value `said`,
        if it is a value's fault), and the layout's named.
        """
        if self._repeated((code, str(span), apart) in self.faces.reported):
            return
        self.faces.reported.add((code, str(span), apart))
        place = at_home(self.faces.pack, span, value, self.item)
        if place is not span and not value:
            name = self.layout.name
            hints = (*hints, f"{span} draws it: for what it cannot draw, write a faces/{name}.yaml of your own")
        self.faces.report.error(code, message, place, *hints)

    def _repeated(self, known: bool) -> bool:
        """Whether a fault was told for another face; this one has it all the same."""
        self.faces.repeats += known
        return known

    def number(self, text: str, path: tuple[str | int, ...], least: float = -MAX_NUMBER) -> float:
        """A value that must be a number, of a size that can be printed; else 0, and the item is `spoilt`."""
        written = _written(text)
        if written is not None and least <= written <= MAX_NUMBER:
            return written
        got = self._evaluated(text, path)
        if got is not _REPORTED:
            try:
                number = float(got)
            except (TypeError, ValueError, OverflowError):
                message = f"`{str(got)[:60]}` is not a number"
            else:
                if least <= number <= MAX_NUMBER:
                    return number
                name = next(part for part in reversed(path) if isinstance(part, str))
                message = f"`{str(got)[:60]}` is too large: at most {MAX_NUMBER:,.0f} is wanted"
                if 0 > number >= -MAX_NUMBER:
                    message = f"`{name}` is less than nothing here: {number:g}"
            self.wrong("face-value", message, self.span(*path))
        self.spoilt = True
        return 0.0

    def size(self, pair: tuple[str, str], path: tuple[str | int, ...]) -> tuple[float, float]:
        """A width and a height."""
        return self.number(pair[0], (*path, 0), 0.0), self.number(pair[1], (*path, 1), 0.0)

    def pair(self, pair: tuple[str, str], path: tuple[str | int, ...]) -> tuple[float, float]:
        """Two numbers."""
        return self.number(pair[0], (*path, 0)), self.number(pair[1], (*path, 1))

    def colour(self, text: str, path: tuple[str | int, ...]) -> tuple[str, str | None]:
        """A colour's name and value."""
        made = self._evaluated(text, path)
        if made is _REPORTED:
            return "none", None
        name = str(made)
        try:
            return name, self.faces.colour(name)
        except KeyError:
            known = [*self.faces.pack.head.palette, *ROLES, "ground", "none"]
            message = f"`{name[:60]}` is not a colour known here"
            self.wrong("face-colour", message, self._value_place(text, name, path), did_you_mean(name, known))
            return "none", None

    def _value_place(self, text: str, made: str, path: tuple[str | int, ...]) -> Span:
        """Where a value is to be mended: what the item itself says, handed on by an expression, or the layout."""
        own = own_value(self.faces.pack, made, self.item) if "{{" in text else None
        return own or self.span(*path)

    def test(self, text: str, path: tuple[str | int, ...]) -> bool:
        """A bare expression as yes or no."""
        made = self._evaluated(text, path, bare=True)
        return made is not _REPORTED and bool(made)

    def name_values(self, given: Container[str] = ()) -> None:
        """Evaluate the layout's own values in order, each with those before it; what is `given` stands."""
        self.context = lay.Scope(self.context)
        for name, text in self.layout.spec.values.items():
            if name in given:
                continue
            where = ("values", name)
            if name in self.faces.reserved or not name.isidentifier():
                message = f"`{name}` cannot be the name of a value"
                hint = "a value's name has letters, digits and _, and is none of the names all layouts know"
                self.wrong("face-value", message, locate(self.layout.node, where, key=True), hint)
                continue
            self.context[name] = _as_number(self._evaluated(text, where))

    def span(self, *path: str | int) -> Span:
        """The place of something in the layout."""
        found: Span = self.layout.span(*path)
        return found

    # Items

    def draw(self, items: Sequence[lay.ItemSpec], path: tuple[str | int, ...]) -> None:
        """Draw items in order."""
        for number, item in enumerate(items):
            self.faces.drawn.draw(self, item, (*path, number), MAX_ITEMS - self.counter[0])

    def draw_item(self, item: lay.ItemSpec, here: tuple[str | int, ...]) -> None:
        """Draw one item, or what it repeats."""
        if item.repeat is not None:
            self._repeat(item, here)
        elif self._counts(here) and (item.when is None or self.test(item.when, (*here, "when"))):
            self._one(item, here)

    def _repeat(self, item: lay.ItemSpec, here: tuple[str | int, ...]) -> None:
        assert item.repeat is not None
        values = self._evaluated(item.repeat.over, (*here, "repeat", "over"), bare=True)
        if values is _REPORTED:
            return
        try:
            each = list(islice(values, lay.MAX_REPEAT))
        except TypeError:
            self.wrong("face-value", f"`{item.repeat.over}` is no list", self.span(*here, "repeat", "over"))
            return
        outer = self.context
        for index, value in enumerate(each):
            if not self._counts(here):
                break
            self.context = lay.Scope(outer, **{item.repeat.name: value, "index": index})
            if item.when is None or self.test(item.when, (*here, "when")):
                self._one(item, here)
        self.context = outer

    def _counts(self, here: tuple[str | int, ...]) -> bool:
        """Count one item more; no more than a face may hold, whatever repeats and groups are inside one another."""
        self.counter[0] += 1
        if self.counter[0] <= MAX_ITEMS:
            self.spend(THING, here)
        if self.counter[0] == MAX_ITEMS + 1:
            message = f"`{self.ident}` draws more than {MAX_ITEMS:,} things"
            self.faces.report.error("face-too-big", message, self.span(*here))
        return self.counter[0] <= MAX_ITEMS

    def _one(self, item: lay.ItemSpec, here: tuple[str | int, ...]) -> None:
        self.spoilt = False
        for kind in lay.KINDS:
            spec = getattr(item, kind)
            if spec is not None:
                getattr(self, f"_{kind}")(spec, (*here, kind))

    def _shape(self, outline: Outline, spec: lay.Line, here: tuple[str | int, ...]) -> None:
        name, fill = self.colour(spec.fill, (*here, "fill"))
        _, stroke = self.colour(spec.stroke, (*here, "stroke"))
        if fill is None and stroke is None:
            return
        dash = tuple(self.number(d, (*here, "dash", n), 0.0) for n, d in enumerate(spec.dash))
        if 0 < sum(dash) < LEAST_DASH:
            message = f"dashes and gaps this short cannot be drawn: at least {LEAST_DASH:g} mm together"
            self.wrong("face-value", message, self.span(*here, "dash"))
        dash = dash if sum(dash) >= LEAST_DASH else ()
        auto = self.value(spec.hatch, (*here, "hatch")) == "auto"
        hatch = hatched(outline, self.faces.hatch(name)) if auto else None
        width = self.number(spec.width, (*here, "width"), 0.0)
        self.out.append(Shape(outline, fill, stroke, width, hatch, False, dash))

    def _rect(self, spec: lay.RectSpec, here: tuple[str | int, ...]) -> None:
        (x, y), (w, h) = self.pair(spec.at, (*here, "at")), self.size(spec.size, (*here, "size"))
        self._shape(rounded(x, y, w, h, self.number(spec.radius, (*here, "radius"), 0.0)), spec, here)

    def _circle(self, spec: lay.CircleSpec, here: tuple[str | int, ...]) -> None:
        (x, y), r = self.pair(spec.at, (*here, "at")), self.number(spec.r, (*here, "r"), 0.0)
        self._shape(ellipse(x, y, r, r), spec, here)

    def _line(self, spec: lay.LineSpec, here: tuple[str | int, ...]) -> None:
        start, end = self.pair(spec.start, (*here, "from")), self.pair(spec.to, (*here, "to"))
        self._shape((("M", *start), ("L", *end)), spec, here)

    def _path(self, spec: lay.PathSpec, here: tuple[str | int, ...]) -> None:
        (dx, dy), s = self.pair(spec.at, (*here, "at")), self.number(spec.scale, (*here, "scale"), 0.0)
        path = self._evaluated(spec.d, (*here, "d"))
        if path is _REPORTED:
            return
        self.spend(len(str(path)) // 4, here)
        try:
            outline = parse_path(str(path))
        except ValueError as fault:
            self.wrong("face-value", str(fault), self.span(*here, "d"))
            return
        self._shape(moved(outline, dx, dy, s), spec, here)

    def _box(
        self, spec: lay.ArtSpec | lay.TextSpec | lay.ImageSpec, here: tuple[str | int, ...]
    ) -> tuple[float, float, float, float]:
        return (*self.pair(spec.at, (*here, "at")), *self.size(spec.size, (*here, "size")))

    def _file(self, text: str, here: tuple[str | int, ...]) -> str | None:
        """The name of a picture; None where it cannot be evaluated, which was told."""
        name = self._evaluated(text, (*here, "file"))
        return None if name is _REPORTED else str(name)

    def _art(self, spec: lay.ArtSpec, here: tuple[str | int, ...]) -> None:
        file = self._file(spec.file, here)
        if file is not None and self.faces.kind(file) == "photo":
            self._photo(file, spec, here)
            return
        art = self.faces.art(file, self.span(*here, "file"), self.item) if file is not None else None
        if art is None:
            return
        look = Look(
            tuple(self._paints(spec, here)),
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
        self.out.append(Group((self.faces.drawing(art, look, self.span(*here)),), matrix))

    def _photo(self, name: str, spec: lay.ArtSpec, here: tuple[str | int, ...]) -> None:
        """A picture of pixels where a drawing is asked for: as large as fits, but it has no parts."""
        where = self._value_place(spec.file, name, (*here, "file"))
        parts = next((word for word in ("paint", "bands", "show", "hide", "strong") if getattr(spec, word)), "")
        if parts or (spec.pale and str(self.value(spec.pale, (*here, "pale"))) not in _TRUE):
            hint = f"take `{parts or 'pale'}` away, or draw it as SVG"
            self.wrong("face-value", f"`{name[:60]}` is made of pixels, and has no parts to paint or hide", where, hint)
            return
        box, turn = self._box(spec, here), self.number(spec.turn, (*here, "turn"))
        flip = str(self.value(spec.flip, (*here, "flip"))) not in _TRUE if spec.flip else False
        raster = self.faces.raster(name, where, self.item)
        if raster is None or not (turn or flip):
            self._raster(name, "contain", box, where, "{{" in spec.file)
            return
        matrix = fit(raster.pixels, box, turn, flip)
        outer, self.out, self.place = (self.out, self.place), [], self.place and self.place.inside(matrix)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        self.scale *= scale
        self._raster(name, "contain", (0.0, 0.0, float(raster.width), float(raster.height)), where, "{{" in spec.file)
        self.scale /= scale
        items, (self.out, self.place) = tuple(self.out), outer
        self.out.append(Group(items, matrix))

    def _paints(self, spec: lay.ArtSpec, here: tuple[str | int, ...]) -> Iterator[tuple[str, str]]:
        """The parts that are painted, with the names of their colours; `*` stands for all that its value names."""
        for ident, text in spec.paint.items():
            path = (*here, "paint", ident)
            many = self.value(text, path) if ident == "*" else None
            pairs = many.items() if isinstance(many, Mapping) else [(self.value(ident, path), text)]
            for part, value in pairs:
                name = self.colour(str(value), path)[0]
                if name != "none":
                    yield str(part), name

    def _names(self, text: str, path: tuple[str | int, ...]) -> tuple[str, ...]:
        return tuple(name for name in self._listed(text, path) if self.colour(name, path)[0] != "none")

    def _listed(self, text: str, path: tuple[str | int, ...]) -> tuple[str, ...]:
        """What a value names: a list, or words with spaces between them."""
        value = self.value(text, path)
        return tuple(map(str, value if isinstance(value, list | tuple) else str(value or "").split()))

    def _check_ids(self, art: Art, look: Look, here: tuple[str | int, ...]) -> None:
        known = art.ids()
        named = {i for i, _ in look.paint} | {i for i, _ in look.bands} | look.show | look.hide | look.strong
        for ident in sorted(named - known - {""}):
            name = art.name.rpartition("/")[2]
            message = f"the picture `{name}` has no part with the id `{ident[:60]}`"
            self.wrong("face-value", message, self.span(*here), did_you_mean(ident, known), value=name)
        for ident, _ in (*look.paint, *look.bands):
            if ident in known and ident not in art.painted():
                self._unpainted(art, ident, here)

    def _unpainted(self, art: Art, ident: str, here: tuple[str | int, ...]) -> None:
        name = art.name.rpartition("/")[2]
        message = f"nothing in the part `{ident}` of `{name}` takes the colour: no shape in it has the class `paint`"
        hint = f'write class="paint" into its shapes in {art.name}'
        self.wrong("face-paint", message, self.span(*here), hint, value=name)

    def _text(self, spec: lay.TextSpec, here: tuple[str | int, ...]) -> None:
        faces = self.faces
        faces.keys.clear()
        value = self.value(spec.value, (*here, "value"))
        text = str(value)[: lay.MAX_TEXT]
        self.spend(TEXT + 2 * len(text), here)
        keys = (value.key,) if isinstance(value, KeyedText) else tuple(faces.keys)
        name = self._evaluated(spec.style, (*here, "style"))
        if name is _REPORTED:
            return
        style = faces.style(self.layout, name := str(name))
        if style is None:
            hint = did_you_mean(name, faces.style_names(self.layout))
            self.wrong("face-style", f"there is no text style `{name[:60]}`", self.span(*here, "style"), hint)
            return
        _, colour = self.colour(spec.colour or style.colour, (*here, "colour"))
        runs, box = parse_markup(text), self._box(spec, here)
        both = any(run.small for run in runs)  # two languages may be smaller, and where both stand lines are closer
        made = Style(
            style.font,
            style.size,
            min(style.min, READ_FROM) if isinstance(faces.locale, PairLocale) else style.min,
            min(style.leading, CLOSE) if both else style.leading,
            style.colour,
            style.align,
            style.valign,
            style.balance,
            style.comma,
            faces.locale.joints if style.comma else (),
            style.hyphenate,
        )
        if self.spoilt:  # in a box of no size it would not fit, either
            return
        ways = self._ways_to_set(spec, keys, text, made, here)
        most = self._as_small_as_kinds(spec, keys, text, made, here) if spec.alike == "kinds" else made
        small = self._as_small(ways, self._of_its_size(spec, keys, text, here), box, most, here)
        setting = ways(keys)(runs, box, small, faces.book, colour or "#000000")
        if setting.overflow and any(run.small for run in runs):
            setting = self._first_alone(runs, box, made, colour or "#000000", keys, here) or setting
        self._judge(setting, keys, text, here)
        outside = not setting.overflow and self._is_cut_off(setting, box, keys, text, here)
        fill = fullness(runs, box, made, faces.book) if faces.purpose.measure else 0.0
        room = self._room(runs, box, made, fill) if faces.purpose.sample and not setting.overflow else 0
        self._record(box, Tight(self.layout.name, self.ident, keys, text, fill, setting.size, made.least, room))
        place = self.span(*here)
        self.out += [replace(letters, where=place) for letters in setting.letters]
        for icon in setting.icons:
            art = faces.art(f"{icon.name}-icon.svg", self._text_place(keys, here, ""), self.item)
            if art is not None:
                self.out.append(
                    Group(
                        (faces.drawing(art, Look(), place),),
                        fit((art.width, art.height), (icon.x, icon.y, icon.size, icon.size)),
                    )
                )
        if faces.purpose.mark and (setting.overflow or setting.uncovered or outside):
            self.out.append(Shape(rounded(*box, 0.0), None, FAULTY, 0.5))

    def _record(self, box: Box, tight: Tight) -> None:
        """Keep how full a box is, and where that is asked for put an outline that is not drawn where it lies."""
        self.faces.tight.append(tight)
        if self.faces.purpose.boxes:
            mark = Shape(rounded(*box, 0.0))
            self.faces.boxes[id(mark.outline)] = TextBox(mark.outline, box, tight.keys, tight)
            self.out.append(mark)

    def _ways_to_set(
        self, spec: lay.TextSpec, keys: tuple[str, ...], text: str, style: Style, here: tuple[str | int, ...]
    ) -> Callable[[tuple[str, ...]], Callable[..., Setting]]:
        """How texts of some keys are set where this one stands: in a round box, else as those beside them are."""
        if spec.round and str(self.value(spec.round, (*here, "round"))) not in _TRUE:
            return lambda _: set_round
        if style.valign == "drawn":
            return lambda _: set_drawn
        even = style.comma or (style.align == "center" if style.balance is None else style.balance)
        if not even or (" " not in text and spec.alike not in BY_KIND) or "t(" not in spec.value or not keys:
            return lambda _: set_text
        texts = self._beside(spec, keys, text, here)
        return self._in_step(texts, spec.alike in BY_KIND)

    @staticmethod
    def _in_step(texts: Sequence[SiblingText], by_kind: bool) -> Callable[[tuple[str, ...]], Callable[..., Setting]]:
        """How texts of some keys are set among all those beside them."""
        kin = [parse_markup(each) for each in dict.fromkeys(words for _, words in texts if words)]

        def way(by: tuple[str, ...]) -> Callable[..., Setting]:
            alike, *sisters = (
                [parse_markup(each) for each in of_keys(texts, some)]
                for some in (by, *(sisters_of(texts, by) if by_kind else ()))
            )
            return partial(set_text, beside=Beside(alike, kin if by_kind else alike, sisters))

        return way

    def _beside(
        self, spec: lay.TextSpec, keys: tuple[str, ...], text: str, here: tuple[str | int, ...]
    ) -> list[SiblingText]:
        """What the faces beside this one say where a text stands, itself among them."""
        return neighbours(self, spec.value, keys, text, (self.layout.name, *here), spec.alike in BY_KIND)

    def _of_its_size(
        self, spec: lay.TextSpec, keys: tuple[str, ...], text: str, here: tuple[str | int, ...]
    ) -> list[SiblingText]:
        """The texts whose size this one shares: those it names, and those of the faces beside it."""
        named = [(keys, words) for words in self._listed(spec.like, (*here, "like"))] if spec.like else []
        if spec.alike in ("", "kinds"):
            return named
        beside = dict.fromkeys(self._beside(spec, keys, text, here))
        return [*named, *((by, words) for by, words in beside if words and (spec.alike != "text" or by == keys))]

    def _as_small_as_kinds(
        self, spec: lay.TextSpec, keys: tuple[str, ...], text: str, style: Style, here: tuple[str | int, ...]
    ) -> Style:
        """The style, as small as the texts of all kinds of the collection, each in its own box; found once."""
        place = (self.layout.name, *here)
        some = kinds(self, spec.value, keys, text, place)
        key = (place, style, tuple(sibling for each in some for _, sibling in each))
        if key not in self.faces.sizes:
            small = style
            for kind in some:
                way = self._in_step([sibling for _, sibling in kind], True)
                for (by, words), room in dict.fromkeys(
                    (sibling, room_of(self, item, spec.size)) for item, sibling in kind
                ):
                    if words and room:
                        self.spend(TEXT + 2 * len(words), here)
                        also = way(by)(parse_markup(words), (0.0, 0.0, *room), small, self.faces.book, "#000000")
                        small = replace(small, size=min(small.size, also.size))
            self.faces.sizes[key] = small.size
        return replace(style, size=self.faces.sizes[key])

    def _as_small(
        self,
        ways: Callable[[tuple[str, ...]], Callable[..., Setting]],
        others: Sequence[SiblingText],
        box: Box,
        style: Style,
        here: tuple[str | int, ...],
    ) -> Style:
        """The style, as small as those texts whose size this one shares; found once for all of them."""
        key = (self.layout.name, here, box, style, tuple(others))
        if others and key not in self.faces.sizes:
            small = style
            for by, other in others:
                self.spend(TEXT + 2 * len(other[: lay.MAX_TEXT]), here)
                also = ways(by)(parse_markup(other[: lay.MAX_TEXT]), box, small, self.faces.book, "#000000")
                size = also.size / self.faces.book.as_high(style.font) if style.valign == "drawn" else also.size
                small = replace(small, size=min(small.size, size))
            self.faces.sizes[key] = small.size
        return replace(style, size=self.faces.sizes[key]) if others else style

    def _room(self, runs: Sequence[Run], box: tuple[float, float, float, float], style: Style, fill: float) -> int:
        """About how many letters find room in a box; never fewer than what stands there and fits."""
        faces = self.faces
        letters = sum(len(run.text) or 1 for run in runs)
        if any("\n" in run.text for run in runs):  # lines that end where the text says
            return int(letters / fill) if fill else 0
        kind = max(runs, key=lambda run: len(run.text), default=Run(""))
        key = (round(box[2], 2), round(box[3], 2), style, kind.bold, kind.italic)
        if key not in faces.rooms:
            faces.rooms[key] = room_for(faces.purpose.sample, kind, box, style, faces.book)
        return max(faces.rooms[key], letters)

    def _first_alone(
        self,
        runs: Sequence[Run],
        box: tuple[float, float, float, float],
        style: Style,
        colour: str,
        keys: tuple[str, ...],
        here: tuple[str | int, ...],
    ) -> Setting | None:
        """Of a text in two languages that do not both fit the first; None where that does not fit, either."""
        own = [run for run in runs if not run.small][:-1]  # without the line's end between them
        setting = set_text(own, box, style, self.faces.book, colour)
        if setting.overflow:
            return None
        shown = f"`{keys[0]}`" if keys else f"“{own[0].text[:40]}”"
        message = f"{shown} stands on `{self.ident}` in the first language alone: there is no room for both"
        where = self._text_place(keys, here, "".join(run.text for run in own))
        self.faces.report.warning("text-second", message, where, f"enlarge the box in {self.layout.name}.yaml")
        return setting

    def _text_place(
        self, keys: tuple[str, ...], here: tuple[str | int, ...], text: str, lacking: str = ""
    ) -> Span | None:
        """Where a text is to be mended: in the language's file, at a value of the pack's, or in the layout.

        `lacking` are letters that are at fault: then the value that holds one.
        """
        written = self._written_at(keys)
        scalars = self.faces.locale.scalars
        to_blame = [key for key in keys if key in scalars and any(char in scalars[key].text for char in lacking)]
        if lacking and to_blame:
            span: Span = scalars[to_blame[0]].span
            return span
        if written is not None and is_own(written) and not lacking:
            return written
        made = self.span(*here, "value")
        literal = "{" not in made.file.lines[made.line - 1][made.col - 1 :] and made.line == made.end_line
        found = None if literal else datum(self.faces.pack, text, self.item, lacking)
        if found is None or not (written is None or lacking or is_own(found)):
            found = written
        return found or self.span(*here)

    def _written_at(self, keys: tuple[str, ...]) -> Span | None:
        """Where the first of some texts is written; None where there is none of them."""
        templates, pack = self.faces.locale.templates, self.faces.pack
        if keys and keys[0].startswith(LETTER[0]) and keys[0] not in templates:
            own = f"locale/{self.faces.locale.code.partition(JOINT)[0]}"
            return pack.where(own, *keys[0].split("."))
        span: Span | None = next((templates[key].span for key in keys if key in templates), None)
        return span

    def _judge(self, setting: Setting, keys: tuple[str, ...], text: str, here: tuple[str | int, ...]) -> None:
        locale = self.faces.locale
        quoted = f"`{keys[0]}`" if keys else f"“{text[:40]}”"
        if setting.overflow:
            self.faces.overfull.add(self.ident)
            message = (
                f"{quoted} ({locale.code}) does not fit its box on `{self.ident}`: "
                f"{setting.overflow:.1f} mm too much at {setting.size:g} pt"
            )
            hint = f"shorten the text, or enlarge the box in {self.layout.name}.yaml"
            # A letter stands on most faces, in the same box each time.
            span = self._text_place(keys, here, text)
            same, borrowed = bool(keys) and keys[0].startswith(LETTER[0]), locale.missing.issuperset(keys)
            self._tell("text-overflow", message, span, hint, same, mild=bool(locale.missing) and borrowed)
        if setting.uncovered:
            shown = " ".join(f"{c} (U+{ord(c):04X})" for c in setting.uncovered)
            message = f"{quoted} ({locale.code}) holds characters no font of the pack has: {shown}"
            hint = where_to_name_fonts(locale.code)
            self._tell("text-glyph", message, self._text_place(keys, here, text, setting.uncovered), hint)
        if setting.borrowed and not self.faces.locale.trial:
            self._tell_foreign_letters(setting, quoted, self._text_place(keys, here, text, setting.borrowed))

    def _tell_foreign_letters(self, setting: Setting, quoted: str, span: Span | None) -> None:
        """Warn of letters that the font of a text lacks, once for each text."""
        code, names = self.faces.locale.code, self.faces.book.names
        own, other = names[setting.font], names[self.faces.book["symbol"].path]
        letters = " ".join(setting.borrowed)
        message = f"{quoted} ({code}) has letters that {own} lacks: {letters}; they are drawn with {other}"
        if not self._repeated(any((item.code, item.span) == ("text-letters", span) for item in self.faces.report)):
            hint = "name a font that has them under `fonts:`, of the pack or of this language"
            self.faces.report.warning("text-letters", message, span, hint)

    def _is_cut_off(
        self, setting: Setting, box: Box, keys: tuple[str, ...], text: str, here: tuple[str | int, ...]
    ) -> bool:
        """Whether part of a text lies where it is not seen: beyond the trim, or a clip; told at the layout."""
        found = cut_off(self.place, box, setting) if self.place else None
        if found is None:
            return False
        edge, beyond = found
        shown = f"`{keys[0]}`" if keys else f"“{text[:40]}”"
        by = "the `clip` of a group around it" if edge == "clip" else "the trim"
        far = f": {beyond:.1f} mm of it lie beyond" if beyond else ""
        message = f"{shown} ({self.faces.locale.code}) is cut off on `{self.ident}` by {by}{far}"
        hint = f"move or narrow its box in {self.layout.name}.yaml, so that it lies inside"
        self._tell("text-outside", message, self.span(*here), hint, same=True)
        return True

    def _tell(
        self, code: str, message: str, span: Span | None, hint: str = "", same: bool = False, mild: bool = False
    ) -> None:
        """Report a fault of a text, once; `same`: also where only the face is another.

        It is a warning where it is `mild`: where another language's text stands in until there is a translation.
        """
        report = self.faces.report
        hints = (hint,) if hint else ()
        alike = (item for item in report if (item.code, item.span, item.hints) == (code, span, hints))
        if self._repeated(any(same or item.message == message for item in alike)):
            return
        (report.warning if mild or self.faces.locale.trial else report.error)(code, message, span, hint)

    def _image(self, spec: lay.ImageSpec, here: tuple[str | int, ...]) -> None:
        name = self._file(spec.file, here)
        if name is None:
            return
        where: Span | None = self._value_place(spec.file, name, (*here, "file"))
        if self.faces.kind(name) == "drawing":
            self._drawn_image(name, spec, where, here)
        else:
            self._raster(name, spec.fit, self._box(spec, here), where, "{{" in spec.file)

    def _raster(self, name: str, how: str, box: Box, where: Span | None, handed_on: bool) -> None:
        """A picture of pixels in its box; what is `handed_on` by an expression is to be mended where it comes from."""
        raster = self.faces.raster(name, where, self.item)
        x, y, w, h = box
        if raster is None or min(w, h, self.scale) <= 0:
            return
        scale = (max if how == "cover" else min)(w / raster.width, h / raster.height)
        wide, high = raster.width * scale, raster.height * scale
        if handed_on and raster.path.name == name:  # the picture is to be mended, and not the layout
            where = datum(self.faces.pack, name, self.item or {}) or where
        found = Report()
        judge_dpi(raster, 25.4 / (scale * self.scale), where, found)
        self._judge_ready(raster.shown, how, box, where, found)
        left, top, grey = x + (w - wide) / 2, y + (h - high) / 2, self.faces.ink.mode == "grey"
        picture = Picture(raster.path, left, top, wide, high, raster.pixels, raster.digest, grey, self.scale)
        self.out.append(Group((picture,), clip=rounded(x, y, w, h)) if how == "cover" else picture)

    def _drawn_image(self, name: str, spec: lay.ImageSpec, where: Span | None, here: tuple[str | int, ...]) -> None:
        """A drawing where a picture of pixels is asked for, with or without what goes beyond its box."""
        art = self.faces.art(name, where, self.item)
        x, y, w, h = self._box(spec, here)
        if art is None or min(w, h, self.scale) <= 0:
            return
        scale = (max if spec.fit == "cover" else min)(w / art.width, h / art.height)
        if "{{" in spec.file:
            where = datum(self.faces.pack, name, self.item or {}) or where
        self._judge_ready(Shown(name, art.width, art.height), spec.fit, (x, y, w, h), where, Report())
        left, top = x + (w - art.width * scale) / 2, y + (h - art.height * scale) / 2
        drawing = Group((self.faces.drawing(art, Look(), self.span(*here)),), (scale, 0.0, 0.0, scale, left, top))
        self.out.append(Group((drawing,), clip=rounded(x, y, w, h)) if spec.fit == "cover" else drawing)

    def _qr(self, spec: lay.QrSpec, here: tuple[str | int, ...]) -> None:
        """A code on its ground, margin and all; where a telephone could not read it, that is told."""
        value = self._evaluated(spec.value, (*here, "value"))
        (x, y), side = self.pair(spec.at, (*here, "at")), self.number(spec.size, (*here, "size"), 0.0)
        (_, dark), (_, light) = self.colour(spec.fill, (*here, "fill")), self.colour(spec.ground, (*here, "ground"))
        text = "" if value is _REPORTED or value is None else str(value)
        if not text or self.spoilt:
            return
        where = self._value_place(spec.value, text, (*here, "value"))
        self.spend(THING * 20, here)
        if len(text) > codes.LONGEST:
            message = f"a QR code cannot hold {len(text):,} characters: at most {codes.LONGEST} are wanted"
            self.wrong("face-value", message, where, "an address that leads there can be short", value=text)
            return
        rows = codes.modules(text)
        module = side / (len(rows) + 2 * codes.QUIET)
        if fault := codes.unreadable(module * self.scale, dark or "#ffffff", light or "#ffffff"):
            least = codes.LEAST_MODULE * (len(rows) + 2 * codes.QUIET) / (self.scale or 1)
            hint = f"with a `size` of {least:.1f} mm or more, dark on light, they read it; a shorter text needs less"
            message = f"the QR code on `{self.ident}` is not easy to read: {fault}"
            if not any(item.message == message for item in self.faces.report):
                self.faces.report.warning("qr-unreadable", message, self.span(*here, "size"), hint)
        self.out.append(Shape(rounded(x, y, side, side, 0.0), light))
        margin = codes.QUIET * module
        self.out.append(Shape(codes.outline(rows, x + margin, y + margin, module), dark, even_odd=True))

    def _judge_ready(self, picture: Shown, fit: str, box: Box, where: Span | None, found: Report) -> None:
        """Tell what is wrong with a picture that is a whole face: its shape, or that it ends where the face is cut.

        Beside that, what was found of it before.
        """
        x, y, w, h = box
        place, face = self.place, self.layout.spec.face
        if place is not None and face is not None and place.matrix == IDENTITY and not place.clips:
            reach = min(-x, -y, x + w - place.width, y + h - place.height)
            if reach >= -SLACK and fit == "cover" and judge_shape(picture, (w, h), where, found):
                under = [item for item in self.out if not isinstance(item, Letters)]
                if not face.bleed and reach < 1 and not under:
                    say_no_bleed(picture, (place.width, place.height), where, found)
        known = {fault.message for fault in self.faces.report} if found else ()
        self.faces.report.extend(fault for fault in found if not self._repeated(fault.message in known))

    def _use(self, spec: lay.UseSpec, here: tuple[str | int, ...]) -> None:
        name = self._evaluated(spec.layout, (*here, "layout"))
        layout = self.faces.layout(str(name), self.span(*here, "layout")) if name is not _REPORTED else None
        if layout is None:
            return
        if self.depth > MAX_DEPTH:
            self.wrong("face-too-big", "layouts use one another in a circle", self.span(*here))
            return
        given = {name: _as_number(self._evaluated(text, (*here, "give", name))) for name, text in spec.give.items()}
        scope = lay.Scope(self.context, **given)
        matrix = self._turned(spec.at, spec.turn, spec.about, here)
        place = self.place and self.place.inside(matrix)
        inner = Drawer(self.faces, layout, scope, self.ident, [], self.depth + 1, self.counter, place, self.scale)
        inner.name_values(given)
        inner.draw(layout.spec.items, ("items",))
        self.out += inner.out if matrix == IDENTITY else [Group(tuple(inner.out), matrix)]

    def _group(self, spec: lay.GroupSpec, here: tuple[str | int, ...]) -> None:
        scale = self.number(spec.scale, (*here, "scale"), 0.0)
        matrix = self._turned(spec.at, spec.turn, spec.about, here, scale)
        clip = None
        if spec.clip:
            width, height, *radius = (self.number(v, (*here, "clip", n), 0.0) for n, v in enumerate(spec.clip))
            clip = rounded(0, 0, width, height, *radius)
        outer, self.out = (self.out, self.place, self.scale), []
        self.place = self.place and self.place.inside(matrix, clip)
        self.scale *= abs(scale)
        self.draw(spec.items, (*here, "items"))
        items = tuple(self.out)
        self.out, self.place, self.scale = outer
        self.out.append(Group(items, matrix, clip))

    def _turned(
        self,
        at: tuple[str, str],
        turn: str,
        about: tuple[str, str],
        here: tuple[str | int, ...],
        scale: float = 1.0,
    ) -> Matrix:
        (x, y), angle, (ax, ay) = (
            self.pair(at, (*here, "at")),
            self.number(turn, (*here, "turn")),
            self.pair(about, (*here, "about")),
        )
        c, s = cos(radians(angle)) * scale, sin(radians(angle)) * scale
        return c, s, -s, c, x + ax - (c * ax - s * ay), y + ay - (s * ax + c * ay)


@lru_cache(maxsize=4096)
def _written(text: str) -> float | None:
    """The number that a value is as it is written; None where it is another word, or an expression."""
    try:
        return float(text)
    except ValueError:
        return None


_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")


def _as_number(value: Any) -> Any:
    """A number written out as the number it is, so that a layout can reckon with what it is given."""
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value)):
        return float(value) if match[2] else int(value)
    return value
