"""Seen: what a layout draws without asking for a text of the pack, drawn once for all faces that ask for the same.

A frame, an ornament, a picture: what they draw follows from the layout and from the values their expressions
name, in every language. A colour's letter, a number in a roundel: that follows from the language as well, and from
where on the face it stands, for it may be cut off. So who lays out all faces of a pack, to see whether they can be,
draws each of these once. Only what looks a text up is drawn for each face: somebody may want to know who asked for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from santy_print.faces.sandbox import METER

if TYPE_CHECKING:
    from santy_print.faces.drawer import Drawer, Tight
    from santy_print.faces.frames import Item
    from santy_print.faces.layout import ItemSpec, Layout

SPEAKING = frozenset(("t", "plain", "has"))
"""The names by which an expression asks for a text of the pack."""
WORDED = frozenset(("letter", "language", "text_width"))
"""Those by which it asks what is the same in all of a language."""
TEXT, UNTOLD = "text", "untold"
MAX_SEEN = 20_000
_NAME = re.compile(r"[A-Za-z_]\w*")

Key = tuple[Any, ...]
Nature = tuple[tuple[str, ...], bool] | None
"""The names that what is drawn may depend on, and whether it does on language and place; None where it cannot be told.
"""


class _UnknownYetError(Exception):
    """An item uses a layout that nobody read so far."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    items: tuple[Item, ...]
    count: int
    steps: int
    tight: tuple[Tight, ...]
    reads: frozenset[str]


class Seen:
    """What was drawn without fault, for faces of one pack in one ink; all of them are measured, or none."""

    def __init__(self) -> None:
        """Nothing so far."""
        self._natures: dict[Key, Nature] = {}
        self._drawn: dict[Key, _Drawn] = {}
        self._held: dict[int, Any] = {}
        self._contents: dict[int, str] = {}

    def draw(self, drawer: Drawer, item: ItemSpec, here: tuple[str | int, ...], room: int) -> None:
        """Draw an item as it was drawn before, or now; `room` is how many things a face may still hold."""
        key, budget = self._key(drawer, item, here), drawer.faces.pack.budget
        known = self._drawn.get(key) if key else None
        if known is not None and known.count < room:
            drawer.out += known.items
            drawer.counter[0] += known.count
            drawer.spend(known.steps, here)  # whoever builds the faces spends it, too
            drawer.faces.tight += [replace(box, item=drawer.ident) for box in known.tight]
            drawer.faces.read(known.reads)
            return
        faces, count, first, left = drawer.faces, drawer.counter[0], len(drawer.out), budget.left
        met, boxes = faces.met, len(faces.tight)
        unread = METER.reading
        with faces.reading() as reads:
            drawer.draw_item(item, here)
        if key and faces.met == met and len(self._drawn) < MAX_SEEN:
            items, tight = tuple(drawer.out[first:]), tuple(faces.tight[boxes:])
            steps = left - budget.left - (METER.reading - unread)
            self._drawn[key] = _Drawn(items, drawer.counter[0] - count, steps, tight, frozenset(reads))

    def _key(self, drawer: Drawer, item: ItemSpec, here: tuple[str | int, ...]) -> Key | None:
        """What tells an item as it is drawn now from all others; None where it asks for a text, or is not known."""
        place = (self._hold(drawer.layout), here)
        if place not in self._natures:
            try:
                self._natures[place] = self._nature(drawer, item)
            except _UnknownYetError:
                return None
        nature = self._natures[place]
        if nature is None:
            return None
        names, worded = nature
        values: list[Any] = [drawer.faces.locale.code, drawer.place] if worded else []
        own, known = drawer.context, drawer.faces.globals
        for name in names:
            if name in own and own[name] is not known.get(name):
                value = own[name]
                if isinstance(value, Mapping):
                    value = self._content(value)
                elif not isinstance(value, str | int | float):
                    return None
                values += (name, type(value), value, getattr(value, "key", None))
        return (*place, drawer.scale, *values)

    def _content(self, values: Mapping[str, Any]) -> str:
        """What a mapping holds, as a text: documents make theirs anew in each language."""
        known = self._contents.get(id(values))
        if known is None:
            self._held.setdefault(id(values), values)
            known = self._contents[id(values)] = json.dumps(values, default=repr)
        return known

    def _hold(self, thing: Any) -> int:
        """What a thing is known by here; it stays, so that nothing else will be known by it."""
        self._held.setdefault(id(thing), thing)
        return id(thing)

    def _nature(self, drawer: Drawer, item: ItemSpec) -> Nature:
        names: set[str] = set()
        found = set(self._gather(drawer, item, names, []))
        if UNTOLD in found or names & SPEAKING:
            return None
        return tuple(sorted(names)), TEXT in found or bool(names & WORDED)

    def _gather(self, drawer: Drawer, item: ItemSpec, names: set[str], within: list[Layout]) -> Iterator[str]:
        """Gather the names in an item and in the layouts it uses; with a word for each text and what is not known."""
        names.update(name for text in _strings(item) for name in _NAME.findall(text))
        for kind in _all(item):
            if kind.text is not None:
                yield TEXT
            if kind.use is not None:
                layout = None if "{" in kind.use.layout else drawer.faces.known_layout(kind.use.layout)
                if layout is None or layout in within or len(within) > 8:
                    if "{" not in kind.use.layout and layout is None:
                        raise _UnknownYetError
                    yield UNTOLD
                    continue
                names.update(name for text in layout.spec.values.values() for name in _NAME.findall(text))
                for inner in layout.spec.items:
                    yield from self._gather(drawer, inner, names, [*within, layout])


def _all(item: ItemSpec) -> Iterator[ItemSpec]:
    yield item
    for inner in item.group.items if item.group else ():
        yield from _all(inner)


def _strings(value: Any) -> Iterator[str]:
    """All texts in a part of a layout."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        for inner in value.__dict__.values():
            yield from _strings(inner)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _strings(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner)
