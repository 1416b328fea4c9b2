"""Pictures: the faces and drawings that a rulebook shows, as frames; each is made once, where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from santy_print.documents import Words
from santy_print.pack import Pack

if TYPE_CHECKING:
    from santy_print.faces import Faces, Frame
    from santy_print.text import Locale

PIXEL = 25.4 / 300
"""The side of a raster picture's pixel, mm; only its proportions matter, for every figure has its own size."""


@dataclass(slots=True)
class Pictures:
    """The frames of a rulebook by name. Without `faces` (a text has no pictures) only drawings are named."""

    pack: Pack
    locale: Locale
    faces: Faces | None = None
    mark: str = ""
    frames: dict[str, Frame] = field(default_factory=dict)

    @property
    def alts(self) -> dict[str, str]:
        """What each picture says to those who cannot see it."""
        return {name: frame.alt for name, frame in self.frames.items() if frame.alt}

    def face(self, collection: str, id: str) -> str | None:
        """The name of an item's face; None where the pack prints no such thing."""
        item = next((item for item in self.pack.collections.get(collection, ()) if item["id"] == id), None)
        piles = [pile for part in self.pack.files["components"].parts.values() for pile in part.piles]
        pile = next((pile for pile in piles if pile.each == collection), None)
        if item is None or pile is None or self.faces is None:
            return None
        chosen = self.faces.said(pile, "layout", item)
        if chosen is None:
            return None
        name = f"face{self.mark}-{collection}-{id}"
        if name not in self.frames:
            self.frames[name] = self.faces.frame(chosen, item)
        return name

    def drawing(self, layout: str, item: Mapping[str, Any]) -> str | None:
        """The name of a face made for this figure alone; it holds no words."""
        if self.faces is None:
            return None
        name = f"{layout}-{item['id']}"
        if name not in self.frames:
            self.frames[name] = self.faces.frame(layout, item)
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


def icon_art(name: str) -> str:
    """What the picture within a text (`{icon:coco}`) is called among the frames."""
    return f"art-{name}-icon"


def icons_in(data: Any) -> Iterator[str]:
    """The pictures that stand within the words of nested data, by name."""
    from santy_print.text import parse_markup

    if isinstance(data, Words):
        yield from (run.icon for run in parse_markup(data) if run.icon)
    elif isinstance(data, Mapping):
        for below in data.values():
            yield from icons_in(below)
    elif isinstance(data, list | tuple):
        for below in data:
            yield from icons_in(below)


def _drawn(faces: Faces, file: str, name: str) -> Frame | None:
    """A drawing or raster picture by itself; its faults are in `faces.report`."""
    from santy_print.faces import Frame, Look
    from santy_print.faces.frames import Picture

    if file.casefold().endswith(".svg"):
        art = faces.art(file)
        if art is None:
            return None
        return Frame(name, art.width, art.height, (faces.drawing(art, Look()),), "")
    raster = faces.raster(file)
    if raster is None:
        return None
    wide, high = (side * PIXEL for side in raster.pixels)
    grey = faces.ink.mode == "grey"
    return Frame(name, wide, high, (Picture(raster.path, 0, 0, wide, high, raster.pixels, raster.digest, grey),), "")
