"""Faces: layouts and items in, frames out, in millimetres; every text fitted, every colour by its role.

A layout `NAME.yaml` is looked for in the pack's `faces/` first, then in its game's, then in `templates/faces/`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from santy_print.budget import PART, THING
from santy_print.cache import Followed, Memo, data_read
from santy_print.diag import Report, Span, did_you_mean, register
from santy_print.faces import layout as lay
from santy_print.faces.art import ROLES, Art, Outline, outline_box, parse_path
from santy_print.faces.blame import at_home
from santy_print.faces.drawer import Drawer, KeyedText, TextBox, Tight
from santy_print.faces.dress import Look, dressed
from santy_print.faces.families import is_font
from santy_print.faces.frames import Frame, Group, Hatch, Item, Letters, Picture, Shape, walk, words
from santy_print.faces.images import Raster, judge_sum, load_raster
from santy_print.faces.ink import INKS, Ink, mix
from santy_print.faces.kept import as_bytes, of_bytes, size_as_bytes, size_of_bytes
from santy_print.faces.matrices import IDENTITY, Matrix, at, times
from santy_print.faces.outlines import NAMES, named, within
from santy_print.faces.photos import is_drawing, is_photo
from santy_print.faces.read_art import measured_art
from santy_print.faces.sandbox import METER
from santy_print.faces.seen import Seen
from santy_print.faces.typeset import FontBook
from santy_print.folders import shared_layouts
from santy_print.named import as_in, in_words_of
from santy_print.pack import Pack, Pile
from santy_print.palette import READABLE, contrast
from santy_print.registry import SaidName, TextKey
from santy_print.source import read_text
from santy_print.text import Locale, in_both, item_key, parse_markup

register("text-overflow", "a text does not fit its box even at the smallest size of its style")
register("text-second", "in a set of two languages a text stands in the first alone: there is no room for both")
register("text-glyph", "a text holds a character that no font of the pack has")
register("text-letters", "a font lacks letters of a text: another font's stand in the middle of its words")
register("face-twice", "things of two collections have the same id and the same layout")
register("face-colour", "a colour is neither a role nor one of the pack's palette")
register("face-style", "a text style is not known")

MAX_NAME = 100
MAX_EMBEDDED = 300_000_000
"""Bytes of the pictures that stand in drawings of a pack, all together: they are held in memory."""
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


Kind = Literal["art", "layout", "colour"]
"""What a face looks up by its name: a file in `art/`, a layout, a colour of the palette."""

Recall = Callable[[Memo[Any]], Any]
"""Gives the value of a memo (a face, a drawing): one that was made earlier, or a new one."""


def made_here(memo: Memo[Any]) -> Any:
    """Recall nothing: make every value anew."""
    return memo.make()


@dataclass(frozen=True)
class Purpose:
    """What faces are laid out for besides print; the defaults are for print alone."""

    measure: bool = False
    """Record in `Faces.tight` how full each text box is."""
    sample: str = ""
    """Words of the language by which is measured, beside that, about how many letters find room in each."""
    boxes: bool = False
    """Record in `Faces.boxes` where each text has its box: an outline that is not drawn stands among the items."""
    mark: bool = False
    """Draw a frame around texts that do not fit, instead of refusing the face."""
    seen: Seen | None = None
    """For a check, which needs no drawings: what was drawn already, so that it is not drawn for each language again."""
    look: Callable[[Faces, Frame], object] = lambda faces, frame: None
    """Called with each face after it is laid out; it may report faults of it."""


PRINT = Purpose()


class Faces:
    """All faces of a pack in one language: `frame(layout, item)` lays each out once."""

    def __init__(
        self, pack: Pack, locale: Locale, ink: str = "low", recall: Recall = made_here, purpose: Purpose = PRINT
    ) -> None:
        """Load fonts and styles; PackError where they cannot be used.

        `recall` may know a face or drawing that other faces of the same pack made before.
        """
        self.pack, self.locale, self.ink, self.recall = in_words_of(pack, locale), locale, Ink(ink), recall
        self.purpose = purpose
        self.report = Report()
        self.repeats = 0
        """How many faults were found again that are reported already, and so are not reported for the face at hand."""
        self.book = FontBook(pack, locale.code)
        self.tight: list[Tight] = []
        self.boxes: dict[int, TextBox] = {}
        """Where texts have their places, by the identity of the outlines that stand for these."""
        self.rooms: dict[tuple[Any, ...], int] = {}
        """How many letters find room in boxes that were measured, by their size and style."""
        self.overfull: set[str] = set()
        """Keys of faces with a text that does not fit; other faults of such a text follow from it: not reported."""
        self.keys: list[str] = []
        self.sizes: dict[tuple[Any, ...], float] = {}
        """The size that texts share which are to be alike, by where they stand and what they say."""
        self.siblings: dict[tuple[Any, ...], dict[str, tuple[tuple[str, ...], str]]] = {}
        """What texts at a place of a layout say of each item of a collection, and by which keys (`siblings`)."""
        self.reported: set[tuple[str, str, str]] = set()
        """Faults that were reported: code, place in the layout, and what else distinguishes them."""
        self._layouts: dict[str, lay.Layout | None] = {}
        self._art: dict[str, Art | None] = {}
        self._rasters: dict[str, Raster | None] = {}
        self._faulty: set[tuple[str, str]] = set()
        """Layouts and pictures that faults were told of as they were read: every face that uses one has a fault."""
        self._pictures: bool | None = None
        self._font_files: list[Path] | None = None
        self._embedded = 0
        self._kinds: dict[str, Literal["photo", "drawing", ""]] = {}
        self._drawings: dict[tuple[Any, ...], Group] = {}
        self._art_names: dict[str, str] = {}
        self._worn: set[str] = set()
        """Digests of pictures that were coloured once: to colour them another way counts against the budget."""
        self.dressed_as: dict[str, tuple[str, Look]] = {}
        """The file and look of each coloured drawing, by its key."""
        self.raster_names: dict[Path, str] = {}
        """The raster pictures and how the pack calls them."""
        self._frames: dict[tuple[str, str], Frame] = {}
        self.hashes: dict[str, str] = {}
        """The hashes of faces by their keys, as far as somebody asked for them."""
        self._items: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._reads: list[set[str]] = [set()]
        self.drawn = purpose.seen or Seen()
        """What was drawn without asking for a text, for these faces or for others that share it."""
        self._twice: set[tuple[str, str]] = set()
        self._unsaid: set[tuple[str, str, str]] = set()
        shared = self.layout("styles")
        self._styles = dict(shared.spec.styles) if shared else {}
        self.globals = self._make_globals()
        self.reserved = frozenset((*self.globals, "item", "index"))

    def _make_globals(self) -> dict[str, Any]:
        def t(key: str, **values: Any) -> str:
            self.keys.append(key)
            return KeyedText.by(key, self.locale.markup(key, **values))

        def plain(key: str, **values: Any) -> str:
            self.keys.append(key)
            return KeyedText.by(key, self.locale.plain(key, **values))

        def follow(name: str, values: Mapping[str, Any]) -> Followed:
            return Followed(values, lambda key: self._reads[-1].add(f"{name} {key}"))

        return {
            **{name: follow(name, values) for name, values in data_read(self.pack).items()},
            "t": t,
            "has": self.locale.has,
            "letter": lambda colour: KeyedText.letter(self.locale, colour),
            "plain": plain,
            "item_key": item_key,
            "in_two": lambda text: len({*in_both(str(text))}) > 1,
            "language": self.locale.code,
            "colours": list(self.pack.head.palette),
            "over": self.over,
            "text_width": self.text_width,
            "drawn": self._drawn,
            "range": lambda *a: range(*a)[: lay.MAX_REPEAT],
            "round": round,
            "min": min,
            "max": max,
        }

    # Reading

    def _drawn(self, name: object) -> bool:
        """Whether the pack has a picture of a name."""
        self.look("art", str(name))
        return self.pack.file("art", str(name)) is not None

    def look(self, kind: Kind, *names: str) -> None:
        """Count what is looked up by its name as read by the face at hand, be it there or not."""
        self._reads[-1].update(f"{kind} {name}" for name in names)

    def layout(self, name: str, where: Span | None = None) -> lay.Layout | None:
        """A layout by name; reported once, at `where` it is asked for, if it is missing or wrong."""
        self.look("layout", name)
        with self._once("layout", name, self._layouts) as unknown:
            if unknown:
                self._layouts[name] = self._read(name if len(name) <= MAX_NAME else name[:MAX_NAME] + "...", where)
        return self._layouts[name]

    @contextmanager
    def _once(self, kind: str, name: str, known: Mapping[str, object]) -> Iterator[bool]:
        """Read what is not known yet, within the block; whoever asks for it again has its faults, too."""
        unknown, before = name not in known, self.met
        yield unknown
        if unknown and self.met != before:
            self._faulty.add((kind, name))
        elif not unknown:
            self.repeats += (kind, name) in self._faulty

    def known_layout(self, name: str) -> lay.Layout | None:
        """A layout that was read before; None where it was not."""
        return self._layouts.get(name)

    def _read(self, name: str, where: Span | None) -> lay.Layout | None:
        found = self.pack.layout(name)
        if found is None:
            own = {path.stem for folder in self.pack.folders("faces") for path in folder.glob("*.yaml")}
            known = sorted(own | shared_layouts(self.pack.game).keys())
            self.report.error(
                "face-missing", f"there is no face layout `{name}`", where, partial(did_you_mean, name, known)
            )
            return None
        path, shown, depth = found
        file = read_text(path, shown, self.report, depth)
        layout = lay.read_layout(name, file, self.report) if file else None
        if layout is not None and depth < len(self.pack.layers):
            self.pack.refuse_unseen(layout.node, self.report)
        return layout

    def art(self, name: str, where: Span | None = None, item: Mapping[str, Any] | None = None) -> Art | None:
        """A drawing by file name; None, and reported once, if it is missing or wrong.

        What is missing is told where its name comes from: `item` has it, or else `where` it is asked for.
        """
        self.look("art", name)
        with self._once("art", name, self._art) as unknown:
            if unknown:
                path = self._picture(name, where, item)
                if path is not None and is_photo(path):
                    message = f"`{name}` is made of pixels, and `art:` takes drawings in SVG"
                    self.report.error("art-syntax", message, where, f"write `image: {{file: {name}, ...}}`")
                    path = None
                art, parts = self._read_art(path) if path else (None, 0)
                self._art[name] = art
                self.pack.budget.draw(name, parts, where)
                if art is not None:
                    self._art_names.setdefault(art.digest, name)
        return self._art[name]

    def kind(self, name: str) -> Literal["photo", "drawing", ""]:
        """What a picture of the pack is, by what is in its file; "" where it is neither, or not there."""
        self.look("art", name)
        if name not in self._kinds:
            path = self.pack.file("art", name) if len(name) <= MAX_NAME else None
            self._kinds[name] = ""
            if path is not None:
                self._kinds[name] = "photo" if is_photo(path) else "drawing" if is_drawing(path) else ""
        return self._kinds[name]

    def _read_art(self, path: Path) -> tuple[Art | None, int]:
        """A drawing, its texts in the fonts of the pack, and how many parts it has."""
        if self._font_files is None:
            found = (self.pack.file("fonts", name) for name in self.pack.names("fonts"))
            self._font_files = [each for each in found if each is not None and is_font(each)]
        art, parts = measured_art(path, self.pack.shown(path), self.report, self._font_files)
        self._embedded += 0 if art is None else art.embedded
        if art is not None and art.embedded and self._embedded > MAX_EMBEDDED:
            message = (
                f"the pictures that stand in the drawings of this pack hold more than {MAX_EMBEDDED // 1_000_000} MB"
            )
            hint = (
                f"`{path.name}` is where they had used them up: make them smaller, or put photos into `art/` themselves"
            )
            self.report.error("file-too-large", message, None, hint)
            return None, parts
        return art, parts

    def raster(self, name: str, where: Span | None = None, item: Mapping[str, Any] | None = None) -> Raster | None:
        """A raster picture by file name; None (and reported once) if it is missing or cannot be printed."""
        self.look("art", name)
        with self._once("raster", name, self._rasters) as unknown:
            if unknown:
                path = self._picture(name, where, item)
                may = path is not None and self._may_hold_pictures(where)
                raster = load_raster(path, name, where, self.report) if path and may else None
                self._rasters[name] = raster
                if raster is not None:
                    self.raster_names.setdefault(raster.path, name)
        return self._rasters[name]

    def _may_hold_pictures(self, where: Span | None) -> bool:
        """Whether all pictures of the pack together are few enough to be read; told once where they are not."""
        if self._pictures is None:
            names = [name for name in self.pack.names("art") if not name.casefold().endswith(".svg")]
            paths = [path for name in names if (path := self.pack.file("art", name))]
            self._pictures = judge_sum(paths, where, self.report)
        elif not self._pictures:
            self.repeats += 1
        return self._pictures

    def _picture(self, name: str, where: Span | None, item: Mapping[str, Any] | None) -> Path | None:
        path = self.pack.file("art", name) if len(name) <= MAX_NAME else None
        if path is None:
            known = self.pack.names("art")
            message = f"the picture `{name}` is not in the pack's art folder"
            place = at_home(self.pack, where, name, item or {})
            self.report.error("art-missing", message, place, partial(did_you_mean, name, known))
        return path

    # Frames

    def frame(self, name: str, item: Mapping[str, Any]) -> Frame:
        """Lay a face out. Faults go to `self.report`; the frame is then as good as it could be."""
        key = (name, str(item["id"]))
        item = self.in_language(item)
        if key not in self._frames:
            self._frames[key], self._items[key] = self.recall(self._memo(name, item)), item
        elif self._items[key] != item and key not in self._twice:
            self._twice.add(key)
            message = f"two things called `{item['id']}` would have the face `{name}:{item['id']}`"
            hint = f"give one of them a layout of its own: `items: [{{use: {{layout: {name}}}}}]`"
            self.report.error("face-twice", message, self._asked(name, item), hint)
        return self._frames[key]

    def _memo(self, name: str, item: Mapping[str, Any]) -> Memo[Frame]:
        """How a face is laid out, and how it is kept: to vouch for it no more than that it has no fault."""
        before, reads, budget = self.met, set[str](), self.pack.budget
        left, read = budget.left, METER.reading

        vouched = self.purpose.seen is not None

        def plain(frame: Frame) -> bytes | None:
            cost = left - budget.left - (METER.reading - read)
            return size_as_bytes(frame, cost) if vouched else as_bytes(frame, self, cost)

        def back(data: bytes) -> Frame | None:
            return size_of_bytes(data, budget) if vouched else of_bytes(data, self)

        return Memo(
            ("vouched" if vouched else "face", self.locale.code, self.ink.mode),
            # A figure may ask for what no collection holds, under an id that another face has elsewhere. The order in
            # which an item names things is part of it: a layout may go through them.
            json.dumps((name, item), default=repr),
            lambda: self._looked_at(self._read_into(reads, name, item)),
            lambda _: self.met == before,  # who asks next must hear of its faults, too
            plain,
            back,
            reads,
        )

    def in_language(self, item: Mapping[str, Any]) -> Mapping[str, Any]:
        """An item as this language calls it, its text keys replaced by their texts."""
        item = as_in(self.pack, item)
        if not any(isinstance(value, TextKey | SaidName) for value in item.values()):
            return item
        return {name: self._words(value) for name, value in item.items()}

    def _words(self, key: Any) -> Any:
        """The text of a key; empty where the language lacks it, which is reported elsewhere. Other values stay."""
        if isinstance(key, SaidName):
            return KeyedText.by(key.key, key)
        if not isinstance(key, TextKey):
            return key
        return KeyedText.by(key, self.locale.markup(key)) if self.locale.has(key) else ""

    @property
    def met(self) -> int:
        """How many faults were found so far, repeated ones included."""
        return self.report.count + self.repeats

    def text_boxes(self, frame: Frame) -> Iterator[tuple[TextBox, tuple[tuple[float, float], ...]]]:
        """The boxes of a face's texts, as far as they are recorded, each with its four corners on the face in mm."""

        def look(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[TextBox, tuple[tuple[float, float], ...]]]:
            for item in items:
                if isinstance(item, Group):
                    yield from look(item.items, times(matrix, item.matrix))
                elif isinstance(item, Shape) and (known := self.boxes.get(id(item.outline))) is not None:
                    left, top, width, height = known.box
                    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
                    yield known, tuple(at(matrix, corner) for corner in corners)

        yield from look(frame.items, IDENTITY)

    def placed(self, frame: Frame) -> Frame:
        """A face whose letters know their place in the layout: laid out anew, as what was kept of it knows none."""
        name, _, ident = frame.key.partition(":")
        item = self._items.get((name, ident))
        return self._frame(name, item) if item is not None else frame

    def _looked_at(self, frame: Frame) -> Frame:
        self.purpose.look(self, frame)
        return frame

    def _read_into(self, reads: set[str], name: str, item: Mapping[str, Any]) -> Frame:
        if self.locale.called:
            self.locale.has(name)  # what a language calls things is part of its grammar, and that is followed by this
        with self.reading() as found:
            frame = self._frame(name, item)
        reads |= found
        return frame

    @contextmanager
    def reading(self) -> Iterator[set[str]]:
        """Record which of the pack's data (`cache.read_of`) layouts read within the block, besides their item."""
        found: set[str] = set()
        self._reads.append(found)
        try:
            yield found
        finally:
            self._reads.pop()
            self.read(found)

    def read(self, names: Iterable[str]) -> None:
        """Count data as read by the face at hand, because a drawing that was made with them is used again."""
        self._reads[-1].update(names)

    def _frame(self, name: str, item: Mapping[str, Any]) -> Frame:
        layout = self.layout(name) if name in self._layouts else self.layout(name, self._asked(name, item))
        ident = f"{name}:{item['id']}"
        if layout is None or layout.spec.face is None:
            if layout is not None:
                own = layout.span().file.depth == 0
                where = layout.span() if own else self._asked(name, item) or layout.span()
                self.report.error("face-value", f"the layout `{name}` has no `face:`", where)
            return Frame(ident, 10, 10, (), "")
        face = layout.spec.face
        self.pack.budget.face()
        drawer = Drawer(self, layout, lay.Scope({**self.globals, "item": item, "face": face.known}), ident)
        drawer.name_values()
        alt = str(drawer.value(face.alt, ("face", "alt")))
        drawer.draw(layout.spec.items, ("items",))
        width, height = face.trim
        return Frame(
            ident,
            width,
            height,
            tuple(drawer.out),
            "".join(r.text for r in parse_markup(alt)),
            face.corner,
            self._cut(layout, face),
            face.bleed,
        )

    def _cut(self, layout: lay.Layout, face: lay.FaceSpec) -> Outline | None:
        """What a face is cut to where it is no rectangle: a known outline, or an SVG path within the face."""
        try:
            return named(face.outline, *face.trim)
        except KeyError:
            pass
        where, known = layout.span("face", "outline"), ", ".join(NAMES)
        try:
            cut = parse_path(face.outline)
        except ValueError:
            message = f"`{face.outline[:60]}` is neither an outline known here nor an SVG path"
            self.report.error("face-value", message, where, did_you_mean(face.outline, NAMES) or known)
            return None
        if not within(cut, *face.trim):
            self.report.error("face-value", "the outline leaves the face", where, "keep to its width and height")
        return cut

    def _asked(self, name: str, item: Mapping[str, Any]) -> Span | None:
        """The place in components.yaml that asks for a layout."""
        for path, pile in self.pack.piles():
            for key in ("layout", "back"):
                if self._evaluated(getattr(pile, key) or "", item) == name:
                    return self.pack.where("components", *path, key)
        return self.pack.where("components")

    def evaluate(self, pile: Pile, key: str, item: Mapping[str, Any]) -> str | None:
        """A pile's `layout`, `back` or `copies` for an item; None, reported once, where it cannot be evaluated."""
        text = getattr(pile, key) or ""
        value = self._evaluated(text, item)
        if isinstance(value, str):
            return value
        if (pile.each, key, text) not in self._unsaid:
            self._unsaid.add((pile.each, key, text))
            reason = str(getattr(value, "message", None) or value).rstrip(".")
            message = f"`{key}` of the {pile.each} cannot be told for `{item['id']}`: {reason}"
            self.report.error("face-expression", message, self.pile_place(pile, key))
        return None

    def _evaluated(self, text: str, item: Mapping[str, Any]) -> str | Exception:
        before = METER.total
        try:
            made = lay.compiled(text)
            return made if isinstance(made, str) else str(made({"item": item, "language": self.locale.code}))
        except lay.FAULTS as fault:
            return fault
        finally:
            spent = METER.total - before + (THING if text else 0)
            budget = self.pack.budget
            budget.spend(spent, self.pack.where("components", "parts") if budget.left < spent else None)

    def pile_place(self, pile: Pile, key: str) -> Span | None:
        """The place of a pile's value in components.yaml."""
        path = next(((*path, key) for path, other in self.pack.piles() if other is pile), ("parts",))
        return self.pack.where("components", *path)

    def place(self, frame: Frame) -> Span | None:
        """The place in its layout where a face says how large it is."""
        layout = self.layout(frame.key.partition(":")[0])
        return layout.span("face") if layout else None

    def style(self, layout: lay.Layout, name: str) -> lay.StyleSpec | None:
        """A text style of the layout, or of the shared ones."""
        return layout.spec.styles.get(name) or self._styles.get(name)

    def style_names(self, layout: lay.Layout) -> list[str]:
        """All styles a layout may name."""
        return [*layout.spec.styles, *self._styles]

    def drawing(self, art: Art, look: Look, where: Span | None = None) -> Group:
        """A picture in its colours, as a drawing that faces share, in the picture's own coordinates."""
        key = (art.digest, look, self.ink.mode)
        self.look("colour", *(name for _, name in look.paint), *(name for _, names in look.bands for name in names))
        if key not in self._drawings:
            named = self._drawing_key(art, look)

            def dress() -> Group:
                self.pack.budget.spend(PART * art.parts if art.digest in self._worn else 0, where)
                self._worn.add(art.digest)
                return Group(tuple(dressed(art, look, self)), key=named)

            self._drawings[key] = self.recall(Memo(("drawing",), named, dress, lambda _: True))
            self.dressed_as[named] = self._art_names[art.digest], look
        return self._drawings[key]

    def _drawing_key(self, art: Art, look: Look) -> str:
        """A key for a drawing that depends on the picture, its look and colours alone, not on what was drawn before."""
        names = {name for _, name in look.paint} | {name for _, band in look.bands for name in band}
        colours = [(name, self.colour(name), self.hatch(name)) for name in sorted(names)]
        sets = [sorted(ids) for ids in (look.show, look.hide, look.strong)]
        dressed = repr((art.digest, look.paint, look.bands, sets, look.pale, self.ink.mode, colours))
        return f"art-{art.digest}-{hashlib.sha256(dressed.encode()).hexdigest()[:16]}"

    def colour(self, name: str) -> str | None:
        """The value of a colour by role, game colour or #hex.

        None for `none` and a ground that is not printed; KeyError if unknown.
        """
        self.look("colour", name)
        if name == "none" or (name == "ground" and self.ink.mode != "full"):
            return None
        if name in self.pack.head.palette:
            return self.ink(self.pack.head.palette[name].hex.casefold())
        if name == "ground":
            return ROLES["paper"]
        if len(name) == 7 and name[0] == "#" and set(name[1:]) <= HEX_DIGITS:
            return self.ink(name.casefold())
        return self.ink(ROLES[name])

    def over(self, name: str) -> str:
        """The colour for words upon a colour: ink or white where they read well, else black, which then does."""
        try:
            ground = self.colour(name) or self.ink(ROLES["white"])
        except KeyError:
            raise ValueError(f"`{name[:60]}` is not a colour known here") from None
        readable = (c for c in ("ink", "white") if contrast(self.ink(ROLES[c]), ground) >= READABLE)
        return next(readable, "#000000")

    def text_width(self, text: str, font: str, size: float) -> float:
        """How wide the widest word of a text is in a font at a size (pt), mm: for what stands around it."""
        if font not in self.book.fonts:
            raise ValueError(f"there is no font `{str(font)[:60]}`; fonts are {', '.join(self.book.fonts)}")
        words = str(text)[: lay.MAX_TEXT]
        METER.spend(len(words))
        return self.book.widest(words, font, min(max(float(size), 0.0), 1000.0))

    def knows(self, name: str) -> bool:
        """Whether a name is one of a colour."""
        try:
            self.colour(name)
        except KeyError:
            return False
        return True

    def hatch(self, name: str) -> Hatch | None:
        """The pattern of a game colour; None for plain ones and for roles."""
        self.look("colour", name)
        paint = self.pack.head.palette.get(name)
        if paint is None or paint.pattern == "plain":
            return None
        base = self.ink(paint.hex.casefold())
        line = max("#ffffff", self.ink(ROLES["ink"]), key=lambda colour: contrast(colour, base))
        return Hatch(paint.pattern, mix(base, line, 0.38))


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
    "Recall",
    "Shape",
    "Tight",
    "contrast",
    "made_here",
    "outline_box",
    "walk",
    "words",
]  # fmt: skip
