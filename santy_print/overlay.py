"""Overlay: two trees of nodes in, one out. A pack that extends another holds only what differs.

Mappings merge by key, lists and texts replace, a mapping of another `kind` replaces. `key: withdrawn` takes a key away,
`helm-*: withdrawn` all that are called so, `"*": withdrawn` whatever was there. Each node keeps the file it stands in,
so a diagnostic points to the file its value came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import NamedTuple

from santy_print.diag import Diagnostic, Report, Span, did_you_mean, register
from santy_print.source import Entry, Map, Node, Scalar, Seq

register("overlay-withdraw", "an overlay withdraws what the pack it extends does not have")

WITHDRAWN = "withdrawn"
MAX_PATTERNS = 200
"""So many withdrawals with a `*` can stand in one mapping."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(slots=True)
class Overlay:
    """Merges trees and remembers what was withdrawn and what is new, for the hints."""

    report: Report
    withdrawn: dict[str, Span] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)

    def merge(self, base: Map, over: Map) -> Map:
        """The base with the overlay on it; new keys come last, in the overlay's order."""
        entries = self._left(base, over)
        for key, entry in over.entries.items():
            if _is_withdrawal(entry.value):
                continue
            below = entries.get(key)
            if below is None and base.entries and key not in base.entries:
                near = did_you_mean(key, base.entries)
                if near.startswith("did you mean"):
                    self.new[str(entry.key.span)] = near
            entries[key] = Entry(entry.key, self._value(below.value if below else None, entry.value))
        return Map(entries, over.span)

    def _value(self, below: Node | None, value: Node) -> Node:
        if isinstance(below, Map) and isinstance(value, Scalar) and value.plain and not value.text:
            return below  # `ships:` with nothing but comments below it
        if not isinstance(value, Map):
            return value
        if isinstance(below, Map) and not _another_kind(below, value):
            return self.merge(below, value)
        return self.merge(Map({}, value.span), value)

    def _left(self, base: Map, over: Map) -> dict[str, Entry]:
        """The base's entries that the overlay does not withdraw."""
        entries, patterns = dict(base.entries), 0
        for key, entry in over.entries.items():
            if not _is_withdrawal(entry.value):
                continue
            patterns += "*" in key
            if patterns > MAX_PATTERNS:
                message = f"more than {MAX_PATTERNS} withdrawals with a `*` stand here"
                self.report.error("overlay-withdraw", message, entry.key.span, 'one `"*"` withdraws all')
                break
            gone = [name for name in base.entries if fnmatchcase(name, key)] if "*" in key else [key]
            found = [name for name in gone if entries.pop(name, None)]
            if not found:
                message = f"there is nothing called `{key}` to withdraw here"
                hint = did_you_mean(key, base.entries)
                self.report.error("overlay-withdraw", message, entry.key.span, hint)
            self.withdrawn |= {name: entry.key.span for name in found if name not in over.entries or name == key}
        return entries

    def with_hints(self, report: Report) -> None:
        """Say of a fault that names a withdrawn thing where it is withdrawn, of a new key what it may be meant for."""
        for at, item in enumerate(report.items):
            hints = list(self._hints(item))
            if hints:
                report.items[at] = replace(item, hints=(*item.hints, *hints))

    def _hints(self, item: Diagnostic) -> Iterator[str]:
        if item.code == "overlay-withdraw" or item.severity != "error":
            return
        for word in dict.fromkeys(_WORD.findall(item.message)):
            if word in self.withdrawn:
                yield f"`{word}` is withdrawn in {self.withdrawn[word]}"
        near = self.new.get(str(item.span)) if item.code == "schema-missing" else None
        if near:
            yield f"this key is new; {near}"


def _is_withdrawal(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text == WITHDRAWN


def _another_kind(below: Map, value: Map) -> bool:
    """Where the overlay makes something else of it, nothing of what it was is left."""
    own, other = value.get("kind"), below.get("kind")
    return isinstance(own, Scalar) and isinstance(other, Scalar) and own.text != other.text


def flattened(node: Map) -> Map:
    """A locale's nodes with its `texts` under their whole keys, so that `a: {b: ...}` meets `a.b: ...`."""
    entry = node.entries.get("texts")
    if entry is None or not isinstance(entry.value, Map):
        return node
    flat = {key: Entry(Scalar(key, at.span, at.plain), value) for key, at, value in _flat(entry.value, "")}
    return Map({**node.entries, "texts": Entry(entry.key, Map(flat, entry.value.span))}, node.span)


def _flat(node: Map, above: str) -> Iterator[tuple[str, Scalar, Node]]:
    for name, entry in node.entries.items():
        key = f"{above}.{name}" if above else name
        if isinstance(entry.value, Map):
            yield from _flat(entry.value, key)
        else:
            yield key, entry.key, entry.value


class Origin(NamedTuple):
    """A value and the place it came from."""

    path: str
    span: Span


def origins(node: Node, path: str = "") -> Iterator[Origin]:
    """Every value below a node with its place; a list is one value."""
    if isinstance(node, Map):
        for key, entry in node.entries.items():
            yield from origins(entry.value, f"{path}.{key}" if path else key)
    elif isinstance(node, Seq | Scalar):
        yield Origin(path, node.span)
