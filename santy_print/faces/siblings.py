"""Siblings: a text on a face in, what the same place says on the faces beside it out.

Cards of one kind say the same of different things, and lie side by side: their lines are to end alike. They are the
faces of one collection on which the text comes from the same keys of the language. What else its items call one `kind`
is to look alike, too: cards that turn to either side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError
from santy_print.faces import layout as lay
from santy_print.faces.sandbox import METER

if TYPE_CHECKING:
    from santy_print.faces import Faces
    from santy_print.faces.drawer import Drawer

MOST = 24
"""Of more texts that say the same none is the measure of all."""
MANY = 200
"""The items of a larger collection are not asked."""


SiblingText = tuple[tuple[str, ...], str]
"""The keys of the language that a text comes from, and the text."""


def neighbours(
    drawer: Drawer, value: str, keys: tuple[str, ...], text: str, place: tuple[Any, ...], kind: bool = False
) -> list[SiblingText]:
    """What the same place says on all faces of a collection, or on those of the same `kind`, this one among them.

    `value` is its expression, `place` where that stands. None where the face is of no collection, or the texts there
    do not depend on their item alone.
    """
    item = drawer.item
    texts = _texts(drawer, value, keys, text, place)
    return [sibling for each, sibling in texts if not kind or each.get("kind") == item.get("kind")]


def kinds(
    drawer: Drawer, value: str, keys: tuple[str, ...], text: str, place: tuple[Any, ...]
) -> list[list[tuple[Mapping[str, Any], SiblingText]]]:
    """The same of all kinds of the collection, kind by kind, each text with its item."""
    made: dict[Any, list[tuple[Mapping[str, Any], SiblingText]]] = {}
    for each, sibling in _texts(drawer, value, keys, text, place):
        made.setdefault(str(each.get("kind")), []).append((each, sibling))
    return [*made.values()]


def room_of(drawer: Drawer, item: Mapping[str, Any], size: Sequence[str]) -> tuple[float, float] | None:
    """How large the box of a text is on the face of an item, mm; None where that cannot be said."""
    try:
        width, height = (float(_asked(drawer, item, each)[1]) for each in size)
    except ValueError:
        return None
    return (width, height) if 0 < min(width, height) <= max(width, height) < inf else None


def _texts(
    drawer: Drawer, value: str, keys: tuple[str, ...], text: str, place: tuple[Any, ...]
) -> list[tuple[Mapping[str, Any], SiblingText]]:
    """The items of the collection of the face, each with what it says at a place."""
    faces, item = drawer.faces, drawer.item
    if "id" not in item:
        return []
    collections = faces.pack.collections
    name = next((n for n, items in collections.items() if any(_is(item, each, faces) for each in items)), None)
    if name is None or not 1 < len(collections[name]) <= MANY:
        return []
    drawer.context["all"].get(name)  # so that the face is known to depend on it
    texts = faces.siblings.get(place, {})
    if texts.get(str(item["id"])) != (keys, text):
        texts = faces.siblings[place] = {str(each["id"]): _asked(drawer, each, value) for each in collections[name]}
        if texts[str(item["id"])] != (keys, text):
            return []
    return [(each, texts[str(each["id"])]) for each in collections[name]]


def of_keys(texts: Sequence[SiblingText], keys: tuple[str, ...]) -> list[str]:
    """The texts among some that come from the same keys, each once; none of too many."""
    found = [*dict.fromkeys(words for by, words in texts if by == keys and keys)]
    return found if len(found) <= MOST else []


def sisters_of(texts: Sequence[SiblingText], keys: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The keys among those of some texts that differ from a text's own in one part alone: the other way around."""
    own = ".".join(keys[:1]).split(".")
    found = dict.fromkeys(by for by, words in texts if words and len(by) == len(keys) and by[1:] == keys[1:])
    parts = {by: ".".join(by[:1]).split(".") for by in found}
    return [
        by
        for by, other in parts.items()
        if len(other) == len(own) and sum(one != two for one, two in zip(own, other, strict=True)) == 1
    ]


def _asked(drawer: Drawer, item: Mapping[str, Any], value: str) -> SiblingText:
    """What a text says of an item, and by which keys; nothing where it cannot be said: that is told with its face."""
    faces = drawer.faces
    faces.keys.clear()
    before = METER.total
    try:
        made = lay.compiled(value)
        text = made if isinstance(made, str) else made(lay.Scope(drawer.context, item=faces.in_language(item)))
    except (PackError, *lay.FAULTS):
        return (), ""
    finally:
        drawer.spend(METER.total - before, ())
    return (text.key,) if hasattr(text, "key") else tuple(faces.keys), str(text)[: lay.MAX_TEXT]


def _is(item: Mapping[str, Any], other: Mapping[str, Any], faces: Faces) -> bool:
    """Whether what a face is of, with its words said, is an item of a collection."""
    return bool(item["id"] == other["id"] and item == faces.in_language(other))
