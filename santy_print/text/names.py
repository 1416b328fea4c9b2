"""Names: what a pack's files call its items in, what each language calls them out, where it has names of its own.

A name in a pack's files is a text of the source language that every other may leave out: the pack's name then stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from santy_print.diag import Report, listed, plural, register
from santy_print.source import Map, Node, Scalar
from santy_print.text.locale import Locale
from santy_print.text.markup import escape, parse_markup
from santy_print.text.templates import Template

register("locale-name", "what a language calls the items of a pack does not go together, or is older than their names")


class Named(NamedTuple):
    """An item that a pack's file gives a name: its collection, its id, the name as it stands there, its text's key.

    `depth` is how far below the pack it was first called so: who writes a name anew as it was has not renamed anything.
    """

    collection: str
    id: str
    scalar: Scalar
    key: str
    depth: int


class Misnamed(NamedTuple):
    """Why names of a language cannot be used: the items it is about, the first at fault, and the way out."""

    ids: tuple[str, ...]
    message: str
    hint: str


Called = Mapping[str, Mapping[str, str]]
"""What items are called: by collection and id."""


def read_names(
    nodes: Mapping[str, Map], named: Mapping[str, tuple[str, str, str]], layers: Mapping[str, Sequence[Map]]
) -> list[Named]:
    """The names that files of a pack give the items of its collections; of each their texts' root, the file, a note.

    `layers` has each file as the pack and those that it extends have it, the farthest first.
    """
    out: list[Named] = []
    for collection, (root, file, _) in named.items():
        before = [dict(_names_in(node.get(collection))) for node in layers.get(f"{file}.yaml", ())]
        for id, name in _names_in(nodes[file].get(collection)) if file in nodes else ():
            depth = name.span.file.depth
            for below in (each[id] for each in reversed(before) if id in each):
                if below.text != name.text:
                    break
                depth = below.span.file.depth
            out.append(Named(collection, id, name, f"{root}.{id}", depth))
    return out


def _names_in(items: Node | None) -> Iterator[tuple[str, Scalar]]:
    """The names of a collection's items by their ids."""
    for id, entry in items.entries.items() if isinstance(items, Map) else ():
        name = entry.value.get("name") if isinstance(entry.value, Map) else None
        if isinstance(name, Scalar):
            yield id, name


def add_names(source: Locale, names: Iterable[Named]) -> None:
    """Make names of texts of the source language, which others may leave out; what it says itself stays."""
    named = {each.key: each.scalar for each in names}
    new = {key: scalar for key, scalar in named.items() if key not in source.scalars}
    source.optional = frozenset(named)
    source.scalars.update(new)
    source.templates |= {
        key: Template((escape(scalar.text.strip()),), frozenset(), scalar.span) for key, scalar in new.items()
    }


def name_items(
    locale: Locale,
    names: Sequence[Named],
    misnamed: Callable[[Called], Iterable[Misnamed]],
    report: Report,
    asked: bool = True,
) -> None:
    """Settle what a language calls items; names that do not go together are told, and the pack's stand instead.

    So they do, all of them, where some item was named after the language was: half of a set in other letters than
    the rest is no good to anybody. That is told only of a language that the pack asks for itself (`asked`): who renames
    an item in one language has no business in the others.
    """
    locale.called = {}
    for each in names:
        locale.names[each.collection] = {**locale.names.get(each.collection, {}), each.id: _plain(each.scalar)}
    given = {each.key: locale.scalars.get(each.key, each.scalar) for each in names}
    given = {each.key: given[each.key] for each in names if given[each.key] is not each.scalar}
    oldest = max((scalar.span.file.depth for scalar in given.values()), default=0)
    newer = [each for each in names if each.depth < (given[each.key].span.file.depth if each.key in given else oldest)]
    if newer:
        _settle(locale, names, given)
        if not asked:
            return
        shown = listed([f"`{each.scalar.text.strip()}`" for each in newer[:3]])
        more = f" and {plural(len(newer) - 3, 'other')}" if len(newer) > 3 else ""
        message = f"{shown}{more}: no name in `{locale.code}`, so all keep the pack's there"
        hint = f"write `{newer[0].key}: ...` under `texts:` in locale/{locale.code}.yaml"
        report.notice("locale-name", message, newer[0].scalar.span, hint)
        return
    called: dict[str, dict[str, str]] = {}
    for each in names:
        called.setdefault(each.collection, {})[each.id] = _plain(given.get(each.key, each.scalar))
    called = {group: some for group, some in called.items() if some != locale.names[group]}
    faults = list(misnamed({**locale.names, **called})) if called else []
    for fault in faults:
        places = [given[each.key].span for id in fault.ids for each in names if each.id == id and each.key in given]
        place = min(places, key=lambda span: span.file.depth, default=None)
        report.error("locale-name", fault.message, place, fault.hint)
    if not faults:
        locale.called = called
        locale.names |= called
    _settle(locale, names, given)


def _settle(locale: Locale, names: Sequence[Named], given: Mapping[str, Scalar]) -> None:
    """Have texts that give names say those that count."""
    for each in names:
        if each.key in given:
            words = escape(locale.names[each.collection][each.id])
            locale.templates[each.key] = Template((words,), frozenset(), given[each.key].span)


def _plain(scalar: Scalar) -> str:
    """A name without markup."""
    return "".join(run.text for run in parse_markup(scalar.text.strip()))
