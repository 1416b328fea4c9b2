"""Seen: what a layout draws without a word of any language, drawn once for all faces that ask for the same.

A frame, an ornament, a ship's picture hold no text: what they draw follows from the layout and from the values their
expressions name. So who lays out all faces of a pack, to see whether they can be, draws each of these once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from santy_print.faces.drawer import Drawer
    from santy_print.faces.frames import Item
    from santy_print.faces.layout import ItemSpec, Layout

SPEAKING = frozenset(("t", "plain", "has", "letter", "language"))
"""The names by which an expression asks a language."""
MAX_SEEN = 20_000
_NAME = re.compile(r"[A-Za-z_]\w*")

Key = tuple[Any, ...]
Nature = tuple[str, ...] | None
"""The names that what is drawn may depend on; None where it holds a text, or asks a language."""


class _UnknownYetError(Exception):
    """An item uses a layout that nobody read so far."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    items: tuple[Item, ...]
    count: int
    steps: int


class Seen:
    """What was drawn without fault, for faces of one pack in one ink."""

    def __init__(self) -> None:
        """Nothing so far."""
        self._natures: dict[Key, Nature] = {}
        self._drawn: dict[Key, _Drawn] = {}
        self._held: dict[int, Any] = {}

    def draw(self, drawer: Drawer, item: ItemSpec, here: tuple[str | int, ...], room: int) -> None:
        """Draw an item as it was drawn before, or now; `room` is how many things a face may still hold."""
        key, budget = self._key(drawer, item, here), drawer.faces.pack.budget
        known = self._drawn.get(key) if key else None
        if known is not None and known.count < room:
            drawer.out += known.items
            drawer.counter[0] += known.count
            drawer.spend(known.steps, here)  # whoever builds the faces spends it, too
            return
        met, count, first, left = drawer.faces.met, drawer.counter[0], len(drawer.out), budget.left
        drawer.draw_item(item, here)
        if key and drawer.faces.met == met and len(self._drawn) < MAX_SEEN:
            self._drawn[key] = _Drawn(tuple(drawer.out[first:]), drawer.counter[0] - count, left - budget.left)

    def _key(self, drawer: Drawer, item: ItemSpec, here: tuple[str | int, ...]) -> Key | None:
        """What tells an item as it is to be drawn now from all others; None where it speaks, or cannot be told."""
        place = (self._hold(drawer.layout), here)
        if place not in self._natures:
            try:
                self._natures[place] = self._nature(drawer, item)
            except _UnknownYetError:
                return None
        names = self._natures[place]
        if names is None:
            return None
        values: list[Any] = []
        own, house = drawer.context, drawer.faces.globals
        for name in names:
            if name in own and own[name] is not house.get(name):
                value = own[name]
                if isinstance(value, Mapping):
                    value = self._hold(value)
                elif not isinstance(value, str | int | float):
                    return None
                values += (name, type(value), value)
        return (*place, *values)

    def _hold(self, thing: Any) -> int:
        """What a thing is known by here; it stays, so that nothing else will be known by it."""
        self._held.setdefault(id(thing), thing)
        return id(thing)

    def _nature(self, drawer: Drawer, item: ItemSpec) -> Nature:
        names: set[str] = set()
        speaks = any(self._gather(drawer, item, names, []))
        return None if speaks or names & SPEAKING else tuple(sorted(names))

    def _gather(self, drawer: Drawer, item: ItemSpec, names: set[str], within: list[Layout]) -> Iterator[bool]:
        """Gather the names in an item, and in the layouts it uses; true for each text in it."""
        names.update(name for text in _strings(item) for name in _NAME.findall(text))
        for kind in _all(item):
            yield kind.text is not None
            if kind.use is not None:
                layout = None if "{" in kind.use.layout else drawer.faces.known_layout(kind.use.layout)
                if layout is None or layout in within or len(within) > 8:
                    if "{" not in kind.use.layout and layout is None:
                        raise _UnknownYetError
                    yield True
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
