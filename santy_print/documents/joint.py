"""Joint: faces that stand once in a document of two languages in; out, each as both languages have it.

What stands in one language's half of a page keeps its own face; an entry or a way keeps it, too, and is given the face
of both for pages on which the two share one (`pair`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from santy_print.documents.blocks import (
    Block,
    Book,
    Either,
    Entry,
    Figure,
    Grid,
    Ornament,
    Panel,
    Picture,
    Step,
    Stop,
    Way,
    Wide,
)
from santy_print.documents.pictures import Shown, with_edge
from santy_print.named import as_in

if TYPE_CHECKING:
    from santy_print.faces import Faces, Frame

Part = TypeVar("Part", Stop, Step)


@dataclass(slots=True)
class Joint:
    """Faces of a pair: `frames` are those of each language, `shown` says for each what these were drawn of."""

    faces: Faces
    frames: Mapping[str, Frame]
    shown: tuple[Mapping[str, Shown], Mapping[str, Shown]]
    drawn: dict[str, Frame] = field(default_factory=dict)

    def book(self, book: Book) -> Book:
        """A book of one of the languages with faces of both."""
        sections = (replace(each, blocks=tuple(map(self.block, each.blocks))) for each in book.sections)
        return replace(book, sections=tuple(sections))

    def block(self, it: Block) -> Block:
        """A block with them."""
        if isinstance(it, Wide):
            return replace(it, block=self.block(it.block))
        if isinstance(it, Either):
            return replace(it, shown=self.block(it.shown))
        if isinstance(it, Figure):
            return replace(it, picture=self.picture(it.picture))
        if isinstance(it, Grid):
            return replace(it, cells=tuple(replace(cell, picture=self.picture(cell.picture)) for cell in it.cells))
        if isinstance(it, Ornament):
            return replace(it, picture=self.name(it.picture))
        if isinstance(it, Panel):
            return replace(it, blocks=tuple(map(self.block, it.blocks)))
        if isinstance(it, Entry):
            return replace(it, joint=self.picture(it.face), blocks=tuple(map(self.block, it.blocks)))
        if isinstance(it, Way):
            return replace(it, stops=tuple(map(self._part, it.stops)), steps=tuple(map(self._part, it.steps)))
        return it

    def _part(self, it: Part) -> Part:
        return replace(it, joint=self.name(it.picture))

    def picture(self, it: Picture | None) -> Picture | None:
        """A picture with the face of both; itself where all languages share it."""
        if it is None or (name := self.name(it.name)) == it.name or name is None:
            return it
        return Picture(name, self.drawn[name].alt if it.alt == self.frames[it.name].alt else it.alt)

    def name(self, name: str | None) -> str | None:
        """What the face of both is called; a name itself where all languages share what it is of."""
        of = next((shown[name] for shown in self.shown if name in shown), None) if name else None
        if of is None:
            return name
        made = f"both{'-edged' if of.edged else ''}-{of.layout}-{of.item['id']}"
        if made not in self.drawn:
            own = (own for shown in self.shown for own in shown.values() if own.like(of))
            item, *others = [self._in_both(each.item) for each in own]
            for other in others:
                item = _merged(item, other)
            frame = self.faces.frame(of.layout, item)
            self.drawn[made] = with_edge(frame) if of.edged else frame
        return made

    def _in_both(self, value: Any) -> Any:
        """An item as the pair has it, and all that lies within."""
        if isinstance(value, Mapping):
            known = as_in(self.faces.pack, value)
            return known if known is not value else {key: self._in_both(each) for key, each in value.items()}
        return [*map(self._in_both, value)] if isinstance(value, list) else value


def _merged(one: Any, two: Any) -> Any:
    """What a figure of each language is drawn for, as one; where they write something otherwise, both (`S/C`)."""
    if isinstance(one, str) and isinstance(two, str):
        return one if one == two else f"{one}/{two}"
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        return {key: _merged(value, two.get(key, value)) for key, value in one.items()}
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return [_merged(*each) for each in zip(one, two, strict=True)]
    return one
