"""Pictures: the faces and drawings that a document shows, as frames; each is made once, where it is asked for.

A figure is a face: a layout, and an item of plain data that it is drawn for. So paper and screen show the same drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

from santy_print.documents.blocks import Picture
from santy_print.documents.fonts import Typography
from santy_print.documents.words import icons_in
from santy_print.named import in_words_of
from santy_print.pack import Pack

if TYPE_CHECKING:
    from santy_print.diag import Span
    from santy_print.faces import Faces, Frame
    from santy_print.text import Locale

EDGE = "#22304a"
"""The colour of the line around a face that a document shows by itself: that of its letters."""
PIXEL = 25.4 / 300
"""The side of a raster picture's pixel, mm; only its proportions matter, for every figure has its own size."""


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a face is drawn of: its layout and its item; whether a line is drawn around it."""

    layout: str
    item: Mapping[str, Any]
    edged: bool = False

    def like(self, other: Shown) -> bool:
        """Whether it is the same, perhaps in another language."""
        return (self.layout, self.item["id"], self.edged) == (other.layout, other.item["id"], other.edged)


@dataclass(slots=True)
class Pictures:
    """The frames of a rulebook by name. Without `faces` (a text has no pictures) only drawings are named."""

    pack: Pack
    locale: Locale
    faces: Faces | None = None
    mark: str = ""
    frames: dict[str, Frame] = field(default_factory=dict)
    made_of: dict[str, Shown] = field(default_factory=dict)
    """What each face is drawn of that another language has another one of."""
    layouts: set[str] = field(default_factory=set)
    """The layouts of figures that were asked for, whether they are drawn or not."""
    place: Span | None = None
    """Where what is asked for now is asked for."""

    def __post_init__(self) -> None:
        """What is drawn is called as the language calls it."""
        self.pack = in_words_of(self.pack, self.locale)

    def shown(self, name: str | None, alt: str | None = None) -> Picture | None:
        """A picture by its name, with what it says of itself where nothing else is to be said."""
        if name is None:
            return None
        frame = self.frames.get(name)
        return Picture(name, alt if alt is not None else frame.alt if frame else "")

    def layout(self, collection: str, id: str, side: str = "layout") -> tuple[str, Mapping[str, Any]] | None:
        """The layout of an item's face, or of its `back`, and the item; None where the pack prints no such thing."""
        item = next((item for item in self.pack.collections.get(collection, ()) if item["id"] == id), None)
        pile = next((pile for _, pile in self.pack.piles() if pile.each == collection), None)
        chosen = self.faces.evaluate(pile, side, item) if self.faces and item and pile else None
        return (chosen, item) if chosen and item else None

    def face(self, collection: str, id: str) -> str | None:
        """The name of an item's face; None where the pack prints no such thing."""
        found = self.layout(collection, id)
        if found is None or self.faces is None:
            return None
        name = f"face{self.mark}-{collection}-{id}"
        if name not in self.frames:
            self.frames[name] = self.faces.frame(*found)
        self.made_of[name] = Shown(*found)
        return name

    def behind(self, collection: str, id: str) -> str | None:
        """The name of an item's back with a line around it; None where it has none."""
        found = self.layout(collection, id, "back")
        if self.faces is None or found is None:
            return None
        name = f"back{self.mark}-{collection}-{id}"
        if name not in self.frames:
            self.frames[name] = with_edge(self.faces.frame(*found))
        self.made_of[name] = Shown(*found, edged=True)
        return name

    def named(self, of: str) -> str | None:
        """The name of what is shown by a name of its own: `cards:owl`, `face:back`, `art:owl.png`; None without one.

        A layout is drawn for the first item that it is printed for, or else for none; what is cut has a line around it.
        """
        group, _, name = of.partition(":")
        if group == "art":
            return self.art(name)
        found: tuple[str, Mapping[str, Any]] | None = None
        if group == "face":
            self.layouts.add(name)
            found = (name, self._first(name))
        else:
            found = self.layout(group, name)
        if self.faces is None or found is None:
            return None
        made = f"seen{self.mark}-{group}-{name}"
        if made not in self.frames:
            self.faces.layout(found[0], self.place)
            self.frames[made] = with_edge(self.faces.frame(*found))
        self.made_of[made] = Shown(*found, edged=True)
        return made

    def known(self) -> Sequence[str]:
        """All that can be shown by a name of its own."""
        pack = self.pack
        own = (f"{name}:{item['id']}" for name, items in pack.collections.items() if name != "one" for item in items)
        written = (layout for _, pile in pack.piles() for layout in (pile.layout, pile.back))
        named = {layout for layout in written if layout and "{" not in layout}
        found = (*named, *(name.removesuffix(".yaml") for name in pack.names("faces") if name.endswith(".yaml")))
        layouts = (f"face:{name}" for name in sorted({*found}) if pack.layout(name))
        return (*own, *layouts, *(f"art:{name}" for name in pack.names("art")))

    def _first(self, layout: str) -> Mapping[str, Any]:
        """The first item that a layout is printed for, in front or behind."""
        for _, pile in self.pack.piles():
            items = self.pack.collections.get(pile.each, ())
            for item in items[:1] if {layout} & {pile.layout, pile.back} else items:
                layouts = (self.faces.evaluate(pile, side, item) for side in ("layout", "back") if self.faces)
                if {layout} & {pile.layout, pile.back, *layouts}:
                    return item
        return {"id": "one"}

    def inside(self, collection: str, id: str, box: Box) -> dict[str, Any] | None:
        """An item's face as large as fits into a box (left, top, width, height in mm) of a figure that shows it.

        A figure's layout draws it by `use: {layout: figure-inside, give: {piece: ...}}`.
        """
        found = self.layout(collection, id)
        return self.placed(*found, box) if found else None

    def printed(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The layout and the first item of each pile that the pack prints."""
        for _, pile in self.pack.piles():
            for item in self.pack.collections.get(pile.each, ())[:1]:
                if self.faces and (layout := self.faces.evaluate(pile, "layout", item)):
                    yield layout, item

    def placed(self, layout: str, item: Mapping[str, Any], box: Box, most: float = inf) -> dict[str, Any] | None:
        """The same of any layout and item, at most at a scale."""
        self.layouts.add(layout)
        known = self.faces.layout(layout, self.place) if self.faces else None
        if known is None or known.spec.face is None:
            return None
        face, (x, y, wide, high) = known.spec.face, box
        width, height = face.trim
        scale = min(wide / width, high / height, most)
        left, top = x + (wide - width * scale) / 2, y + (high - height * scale) / 2
        corner = width / 2 if face.outline == "circle" else face.corner
        cut = [width, height, corner]
        return {"layout": layout, "item": item, "x": left, "y": top, "scale": scale, "clip": cut}

    def drawing(self, layout: str, item: Mapping[str, Any], words: bool = False) -> str | None:
        """The name of a face made for this figure alone; one with `words` is another in each language."""
        self.layouts.add(layout)
        if self.faces is None:
            return None
        name = f"{layout}{self.mark if words else ''}-{item['id']}"
        if name not in self.frames:
            self.faces.layout(layout, self.place)
            self.frames[name] = self.faces.frame(layout, item)
        if words:
            self.made_of[name] = Shown(layout, item)
        return name

    def art(self, file: str) -> str | None:
        """The name of a drawing of the pack; None where it is not there."""
        name = f"art-{file.rpartition('.')[0]}"
        if name in self.frames:
            return name
        if self.pack.file("art", file) is None:
            return None
        if self.faces is not None:
            frame = _drawn(self.faces, file, name)
            if frame is None:
                return None
            self.frames[name] = frame
        return name

    def check_words(self, words: Sequence[str]) -> None:
        """Draw the icons that stand within a document's words; letters that no font has are reported."""
        from santy_print.faces.blame import check_letters

        if self.faces is not None:
            check_letters(words, self.faces)
        for name in icons_in(words):
            self.art(f"{name}-icon.svg")


def with_edge(frame: Frame) -> Frame:
    """A face as it is cut, with a line where it ends, on its inner side: paper shows it on white."""
    from santy_print.faces.frames import Group, Shape

    line = Shape(frame.outline, stroke=EDGE, width=1.0)  # half of it is cut off
    return replace(frame, items=(Group((*frame.items, line), clip=frame.outline),))


def as_files(frames: Mapping[str, Frame], fonts: Typography) -> dict[str, bytes]:
    """Drawings as the files that a typst source names."""
    from santy_print.svg import frame_svg

    return {f"{name}.svg": frame_svg(frame, fonts.attributes) for name, frame in frames.items()}


def icon_art(name: str) -> str:
    """What the picture within a text (`{icon:star}`) is called among the frames."""
    return f"art-{name}-icon"


def _drawn(faces: Faces, file: str, name: str) -> Frame | None:
    """A drawing or raster picture by itself; its faults are in `faces.report`."""
    from santy_print.faces import Frame, Look
    from santy_print.faces.frames import Picture as Raster

    if faces.kind(file) == "drawing" or (faces.kind(file) == "" and file.casefold().endswith(".svg")):
        art = faces.art(file)
        if art is None:
            return None
        return Frame(name, art.width, art.height, (faces.drawing(art, Look()),), "")
    raster = faces.raster(file)
    if raster is None:
        return None
    wide, high = (side * PIXEL for side in raster.pixels)
    grey = faces.ink.mode == "grey"
    return Frame(name, wide, high, (Raster(raster.path, 0, 0, wide, high, raster.pixels, raster.digest, grey),), "")
