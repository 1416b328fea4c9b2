"""Kept faces: a frame as plain bytes, and the frame again, so that a build need not lay out what it laid out before.

A drawing is kept by its file and its dress, a picture by its file, a font by its name: whatever is kept holds no path
and no outline of a drawing, which is read from the pack anyway.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from santy_print.faces.art import Outline
from santy_print.faces.dress import Look
from santy_print.faces.frames import Frame, Group, Hatch, Item, Letters, Picture, Shape

if TYPE_CHECKING:
    from santy_print.faces import Faces

_Name = TypeVar("_Name")


class _NotPlainError(Exception):
    """Something in a frame has no name by which it could be found again."""


def as_bytes(frame: Frame, faces: Faces) -> bytes | None:
    """A frame that these faces laid out as bytes; None where it holds what cannot be named."""
    try:
        items = [_plain(item, faces) for item in frame.items]
    except _NotPlainError:
        return None
    head = [frame.key, frame.width, frame.height, frame.alt, frame.corner, frame.cut, frame.bleed]
    return json.dumps([head, items], separators=(",", ":")).encode("ascii")


def of_bytes(data: bytes, faces: Faces) -> Frame | None:
    """The frame again; None where something it names is not there: laid out anew it tells the fault."""
    (key, width, height, alt, corner, cut, bleed), items = json.loads(data)
    try:
        made = tuple(_item(item, faces) for item in items)
    except _NotPlainError:
        return None
    return Frame(key, width, height, made, alt, corner, _outline(cut), bleed)


def _plain(item: Item, faces: Faces) -> list[Any]:
    if isinstance(item, Shape):
        hatch = item.hatch and [item.hatch.kind, item.hatch.colour, item.hatch.pitch]
        return ["s", item.outline, item.fill, item.stroke, item.width, hatch, item.even_odd, item.dash]
    if isinstance(item, Letters):
        return ["l", item.x, item.y, _named(faces.book.names, item.font), item.size, item.colour, item.text]
    if isinstance(item, Picture):
        return ["p", _named(faces.raster_names, item.path), item.x, item.y, item.width, item.height, item.grey]
    if item.key is None:
        return ["g", [_plain(inner, faces) for inner in item.items], item.matrix, item.clip]
    file, look = _named(faces.dressed_as, item.key)
    if item != Group(item.items, key=item.key):
        raise _NotPlainError
    return ["d", file, look.paint, look.bands, *map(sorted, (look.show, look.hide, look.strong)), look.pale]


def _named(names: Mapping[Any, _Name], thing: Any) -> _Name:
    try:
        return names[thing]
    except KeyError:
        raise _NotPlainError from None


def _item(item: Sequence[Any], faces: Faces) -> Item:
    kind, *values = item
    return _MAKERS[kind](values, faces)


def _shape(values: Sequence[Any], faces: Faces) -> Item:
    outline, fill, stroke, width, hatch, even_odd, dash = values
    pattern = Hatch(*hatch) if hatch else None
    return Shape(tuple(map(tuple, outline)), fill, stroke, width, pattern, even_odd, tuple(dash))


def _letters(values: Sequence[Any], faces: Faces) -> Item:
    x, y, font, size, colour, text = values
    paths = {name: path for path, name in faces.book.names.items()}
    return Letters(x, y, _named(paths, font), size, colour, text)


def _picture(values: Sequence[Any], faces: Faces) -> Item:
    name, x, y, width, height, grey = values
    raster = faces.raster(name)
    if raster is None:
        raise _NotPlainError
    return Picture(raster.path, x, y, width, height, raster.pixels, raster.digest, grey)


def _group(values: Sequence[Any], faces: Faces) -> Item:
    items, matrix, clip = values
    return Group(tuple(_item(inner, faces) for inner in items), tuple(matrix), _outline(clip))


def _drawing(values: Sequence[Any], faces: Faces) -> Item:
    file, paint, bands, show, hide, strong, pale = values
    art = faces.art(file)
    if art is None:
        raise _NotPlainError
    look = Look(
        tuple((ident, name) for ident, name in paint),
        tuple((ident, tuple(names)) for ident, names in bands),
        frozenset(show), frozenset(hide), pale, frozenset(strong),
    )  # fmt: skip
    return faces.drawing(art, look)


def _outline(parts: Sequence[Sequence[Any]] | None) -> Outline | None:
    return tuple(tuple(part) for part in parts) if parts is not None else None


_MAKERS = {"s": _shape, "l": _letters, "p": _picture, "g": _group, "d": _drawing}
