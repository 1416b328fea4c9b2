"""Blame: where a face went wrong in, the line of the pack's own that is to be mended out.

A layout is often a shared one, or another pack's: what it stumbles over is then a value that somebody wrote elsewhere,
and that is the line to tell. A value is found by what it says, once there is a fault: laying faces out carries nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from santy_print.diag import Span
from santy_print.faces.typeset import where_to_name_fonts
from santy_print.pack import Pack
from santy_print.source import Map, Node, Scalar, Seq

if TYPE_CHECKING:
    from santy_print.faces import Faces

ASKING = ("components", "rulebook")
"""Files that ask for faces, and hold nothing that stands on one."""
LEAST = 2
"""A value of fewer letters is found only where it is all that is said."""


def is_own(span: Span | None) -> bool:
    """Whether a place is in the files of the pack that was asked for."""
    return span is not None and span.file.depth == 0


def item_place(pack: Pack, item: Mapping[str, Any]) -> Span | None:
    """Where an item of a collection is written: its name in the pack's data."""
    found = _entry(pack, item)
    return found[0].span if found else None


def datum(pack: Pack, text: str, item: Mapping[str, Any], lacking: str = "") -> Span | None:
    """The value in the pack's data that words or a file's name were made of; `lacking`: one with such a letter.

    The longest that is in them counts, of the item's own first.
    """
    found = _entry(pack, item)
    own = [found[0], *_values(found[1])] if found else []

    def rest() -> Iterator[Scalar]:
        return (value for _, node in _data(pack) for entry in node.entries.values() for value in _values(entry.value))

    for values in (own, rest()):
        fits = [value for value in values if _is_in(value.text, text) and _has(value.text, lacking)]
        if fits:
            return max(fits, key=lambda value: (is_own(value.span), len(value.text))).span
    return None


def own_value(pack: Pack, text: str, item: Mapping[str, Any]) -> Span | None:
    """Where an item of the pack says exactly this; None where it does not, or another pack's item does."""
    found = _entry(pack, item)
    span = next((value.span for value in _values(found[1]) if value.text == text), None) if found else None
    return span if is_own(span) else None


def at_home(pack: Pack, span: Span | None, text: str, item: Mapping[str, Any]) -> Span | None:
    """A place, or where it is in a layout or text of somebody else's, the pack's own line that led there."""
    if is_own(span):
        return span
    ways = (datum(pack, text, item) if text else None, item_place(pack, item))
    return next((way for way in ways if is_own(way)), span)


def _entry(pack: Pack, item: Mapping[str, Any]) -> tuple[Scalar, Node] | None:
    """The key and the value of an item in the file that its collection is made of."""
    name = str(item.get("id", ""))
    collection = next((key for key, items in pack.collections.items() if any(one is item for one in items)), "")
    if not collection:  # in the words of a language it is another value
        collection = next(
            (key for key, items in pack.collections.items() if any(one["id"] == name for one in items)), ""
        )
    spoken = pack.game.spoken.get(collection)
    known = {collection, spoken.file} if spoken else {collection}
    data = sorted(_data(pack), key=lambda pair: pair[0] not in known)
    for _, node in data:
        for _, entry in sorted(node.entries.items(), key=lambda pair: pair[0] != collection):
            if isinstance(entry.value, Map) and name in entry.value.entries:
                found = entry.value.entries[name]
                return found.key, found.value
    return None


def _data(pack: Pack) -> Sequence[tuple[str, Map]]:
    return [(stem, node) for stem, node in pack.nodes.items() if "/" not in stem and stem not in ASKING]


def _values(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _values(item)
    else:
        for entry in node.entries.values():
            if isinstance(entry.value, Map):  # the name of a thing, not of a trait
                yield entry.key
            yield from _values(entry.value)


def _is_in(value: str, text: str) -> bool:
    return value == text or (len(value) >= LEAST and value in text)


def _has(value: str, lacking: str) -> bool:
    return not lacking or any(char in value for char in lacking)


def check_letters(
    data: Any,
    faces: Faces,
    lacking_in: Callable[[str], str] | None = None,
    what: str = "characters no font of the pack has",
) -> None:
    """Report every character in what a document says that it cannot print, where it was written.

    Those are what no font of the pack has, or what `lacking_in` finds in a text.
    """
    pack, locale = faces.pack, faces.locale
    texts = list(_texts(data))
    for lacking in (lacking_in or faces.book.uncovered)("".join(sorted(set().union(*texts)))):
        scalar = next((scalar for scalar in locale.scalars.values() if lacking in scalar.text), None)
        found = next(text for text in texts if lacking in text)
        span = scalar.span if scalar else datum(pack, found, {}, lacking) or _word(pack, locale.code, lacking)
        shown = f"{lacking} (U+{ord(lacking):04X})"
        message = f"“{found[:40]}” ({locale.code}) holds {what}: {shown}"
        if not any(item.code == "text-glyph" and item.span == span for item in faces.report):
            faces.report.error("text-glyph", message, span, "" if lacking_in else where_to_name_fonts(locale.code))


def _word(pack: Pack, code: str, lacking: str) -> Span | None:
    """Where a language's own words have a letter."""
    node = pack.nodes.get(f"locale/{code}")
    found = (value for value in _values(node) if lacking in value.text) if node else iter(())
    return next((value.span for value in found), None)


def _texts(data: Any) -> Iterator[str]:
    """All texts in nested data, in their order."""
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            left += reversed(value)
        elif isinstance(value, Mapping):
            left += reversed([*value.values()])
