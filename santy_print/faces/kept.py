"""Kept faces: a frame as plain bytes, and the frame again, so that a build need not lay out what it laid out before.

A drawing is kept by its file and its dress, a picture by its file, a font by its name: whatever is kept holds no path
and no outline of a drawing, which is read from the pack anyway.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from santy_print.faces.dress import Look
from santy_print.faces.frames import Frame, Group, Hatch, Item, Letters, Picture, Shape

if TYPE_CHECKING:
    from santy_print.budget import Budget
    from santy_print.faces import Faces, wire

_Name = TypeVar("_Name")


class _NotPlainError(Exception):
    """Something in a frame has no name by which it could be found again."""


def as_bytes(frame: Frame, faces: Faces, cost: int = 0) -> bytes | None:
    """A frame that these faces laid out as bytes, with what it took of the pack's budget; None where it holds what
    cannot be named.
    """
    try:
        items = [_plain(item, faces) for item in frame.items]
    except _NotPlainError:
        return None
    head = [frame.key, frame.width, frame.height, frame.alt, frame.corner, frame.cut, frame.bleed, cost]
    return json.dumps([head, items], separators=(",", ":")).encode("ascii")


def of_bytes(data: bytes, faces: Faces) -> Frame | None:
    """The frame again, paid for as it was; None where it has another shape, or something it names is not there, or the
    budget does not allow it: made anew it tells why.
    """
    from santy_print.faces import wire

    read = wire.read_face(data)
    if read is None:
        return None
    (key, width, height, alt, corner, cut, bleed, cost), items = read
    try:
        made = tuple(_item(item, faces) for item in items.root)
    except _NotPlainError:
        return None
    return Frame(key, width, height, made, alt, corner, cut, bleed) if faces.pack.budget.pay(cost) else None


def size_as_bytes(frame: Frame, cost: int) -> bytes:
    """Of a frame no more than its name and size, and what it took of the pack's budget."""
    return json.dumps([frame.key, frame.width, frame.height, cost]).encode("ascii")


def size_of_bytes(data: bytes, budget: Budget) -> Frame | None:
    """A frame that shows nothing, as large as another and paid for as that was; None where `of_bytes` gives none."""
    try:
        key, width, height, cost = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return None
    well = type(key) is str and all(type(side) in (int, float) and side > 0 for side in (width, height))
    return Frame(key, width, height, (), "") if well and type(cost) is int and budget.pay(cost) else None


def _plain(item: Item, faces: Faces) -> list[Any]:
    if isinstance(item, Shape):
        hatch = item.hatch and [item.hatch.kind, item.hatch.colour, item.hatch.pitch]
        return ["s", item.outline, item.fill, item.stroke, item.width, hatch, item.even_odd, item.dash]
    if isinstance(item, Letters):
        font = _named(faces.book.names, item.font)
        return ["l", item.x, item.y, font, item.size, item.colour, item.text, item.way, item.language]
    if isinstance(item, Picture):
        name = _named(faces.raster_names, item.path)
        return ["p", name, item.x, item.y, item.width, item.height, item.grey, item.scale]
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


def _item(item: wire.Item, faces: Faces) -> Item:
    if item[0] == "s":
        _, outline, fill, stroke, width, hatch, even_odd, dash = item
        return Shape(outline, fill, stroke, width, Hatch(*hatch) if hatch else None, even_odd, dash)
    if item[0] == "l":
        _, x, y, font, size, colour, text, way, language = item
        paths = {name: path for path, name in faces.book.names.items()}
        return Letters(x, y, _named(paths, font), size, colour, text, way, language)
    if item[0] == "p":
        return _picture(item, faces)
    if item[0] == "d":
        return _drawing(item, faces)
    _, items, matrix, clip = item
    return Group(tuple(_item(inner, faces) for inner in items.root), matrix, clip)


def _picture(item: wire.Picture, faces: Faces) -> Item:
    _, name, x, y, width, height, grey, scale = item
    raster = faces.raster(name) if faces.pack.file("art", name) else None
    if raster is None:
        raise _NotPlainError
    return Picture(raster.path, x, y, width, height, raster.pixels, raster.digest, grey, scale)


def _drawing(item: wire.Drawing, faces: Faces) -> Item:
    _, file, paint, bands, show, hide, strong, pale = item
    art = faces.art(file) if faces.pack.file("art", file) else None
    if art is None or not all(map(faces.knows, [name for _, name in paint] + [n for _, names in bands for n in names])):
        raise _NotPlainError
    return faces.drawing(art, Look(paint, bands, frozenset(show), frozenset(hide), pale, frozenset(strong)))
