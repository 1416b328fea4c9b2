"""Overlay: two trees of nodes in, one out. A pack that extends another holds only what differs.

Mappings merge by key, lists and texts replace, a mapping of another `kind` replaces. `key: withdrawn` takes a key away,
`king-*: withdrawn` all that are called so, `"*": withdrawn` whatever was there. Each node keeps the file it stands in,
so a diagnostic points to the file its value came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
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
    new: dict[tuple[str, int, int], tuple[str, Mapping[str, Entry]]] = field(default_factory=dict)
    _gone: dict[str, dict[str, Span]] = field(default_factory=dict)

    def merge(self, base: Map, over: Map) -> Map:
        """The base with the overlay on it; new keys come last, in the overlay's order."""
        entries = self._left(base, over)
        for key, entry in over.entries.items():
            if _is_withdrawal(entry.value):
                continue
            below = entries.get(key)
            if below is None and base.entries and key not in base.entries:
                for span in (entry.key.span, entry.value.span):
                    self.new[span.file.name, span.line, span.col] = key, base.entries
            entries[key] = Entry(entry.key, self._value(below.value if below else None, entry.value))
        return Map(entries, over.span)

    def _value(self, below: Node | None, value: Node) -> Node:
        if isinstance(below, Map) and isinstance(value, Scalar) and value.plain and not value.text:
            return below  # `cards:` with nothing but comments below it
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
                hint = partial(did_you_mean, key, base.entries)
                self.report.error("overlay-withdraw", message, entry.key.span, hint)
            taken = {name: entry.key.span for name in found if name not in over.entries or name == key}
            self.withdrawn |= taken
            self._gone.setdefault(entry.key.span.file.name, {}).update(taken)
        return entries

    def gone_from(self, name: str) -> dict[str, Span]:
        """What was withdrawn in files of a name, and where."""
        files = (gone for file, gone in self._gone.items() if file.endswith(f"/{name}"))
        return {key: span for gone in files for key, span in gone.items()}

    def with_hints(self, report: Report, standing: Standing, known: int = 0) -> None:
        """Say of each fault but the `known` first what the overlay has to do with it.

        Of a key that is new, what it may be meant for, as all else that is said of it may follow from a slip; of what
        is named and withdrawn, where; of a line that is not the overlay's, how the overlay changes it.
        """
        for at, item in enumerate(report.items[known:], known):
            near = self._near(item.span) if item.code in ("schema-missing", "locale-missing") else ""
            first = [f"this key is new; {near}"] if near.startswith("did you mean") else []
            report.items[at] = replace(item, hints=(*first, *item.hints, *self._hints(item, standing)))

    def _near(self, span: Span | None) -> str:
        """What a new key at a place may be meant for; searched for where a fault asks, not for each new key."""
        found = self.new.get((span.file.name, span.line, span.col)) if span else None
        return did_you_mean(*found) if found else ""

    def _hints(self, item: Diagnostic, standing: Standing) -> Iterator[str]:
        if item.code == "overlay-withdraw" or item.severity != "error":
            return
        for word in dict.fromkeys(_WORD.findall(item.message)):
            if word in self.withdrawn:
                yield f"`{word}` is withdrawn in {self.withdrawn[word]}"
        if item.span and item.span.file.depth:
            yield standing.way_out(item.span)


class Standing(NamedTuple):
    """What a merged pack stands on: the names of its folders, its own first, and its files as they were merged."""

    folders: tuple[str, ...]
    files: Mapping[str, Map]

    def way_out(self, span: Span) -> str:
        """How the pack itself changes what stands in a file of one that it extends."""
        if span.file.depth >= len(self.folders):
            return _beside(span, self.folders[0])
        line = f"a line of `{self.folders[span.file.depth].rpartition('/')[2]}`, which this pack extends"
        for stem, root in self.files.items():
            path = _path_to(root, span)
            if path:
                keys = ": {".join(path)
                return f"{line}; in {self.folders[0]}/{stem}.yaml write `{keys}: ...{'}' * (len(path) - 1)}`"
        return line


def _beside(span: Span, own: str) -> str:
    """How a pack changes a line that comes with the program: a layout, or words of a language."""
    folder, _, name = span.file.name.rpartition("/")
    line = f"a line that all packs share; a {folder.rpartition('/')[2]}/{name} of your own in {own}/ "
    return line + ("stands in its place" if folder.endswith("/faces") else "may say it anew")


def _path_to(node: Map, span: Span) -> tuple[str, ...]:
    """The keys that lead to a place: the key that begins there, or the one whose value, or a part of it, does."""
    for key, entry in node.entries.items():
        if _begins(entry.key, span) or _begins(entry.value, span):
            return (key,)
        if isinstance(entry.value, Map):
            below = _path_to(entry.value, span)
            if below:
                return (key, *below)
        if isinstance(entry.value, Seq) and any(_begins(item, span) for item in entry.value.items):
            return (key,)
    return ()


def _begins(node: Node, span: Span) -> bool:
    own = node.span
    return (own.line, own.col) == (span.line, span.col) and own.file == span.file


def _is_withdrawal(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text == WITHDRAWN


def _another_kind(below: Map, value: Map) -> bool:
    """Where the overlay makes something else of it, nothing of what it was is left."""
    own, other = value.get("kind"), below.get("kind")
    return isinstance(own, Scalar) and isinstance(other, Scalar) and own.text != other.text


def flattened(node: Map, report: Report | None = None) -> Map:
    """A locale's nodes with its `texts` under their whole keys, so that `a: {b: ...}` meets `a.b: ...`.

    Of a key that stands in both spellings the first counts, and the second is told.
    """
    entry = node.entries.get("texts")
    if entry is None or not isinstance(entry.value, Map):
        return node
    flat: dict[str, Entry] = {}
    for key, at, value in _flat(entry.value, ""):
        if key not in flat:
            flat[key] = Entry(Scalar(key, at.span, at.plain), value)
        elif report is not None:
            message = f"`{key}` stands twice; the first is in line {flat[key].key.span.line}"
            report.error("yaml-duplicate", message, at.span, "keep one of the two")
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
    node: Seq | Scalar

    @property
    def span(self) -> Span:
        """The place."""
        return self.node.span


def origins(node: Node, path: str = "") -> Iterator[Origin]:
    """Every value below a node with its place; a list is one value."""
    if isinstance(node, Map):
        for key, entry in node.entries.items():
            yield from origins(entry.value, f"{path}.{key}" if path else key)
    elif isinstance(node, Seq | Scalar):
        yield Origin(path, node)


def with_new_names(node: Map, below: Map | None, source: Mapping[str, Scalar], names: Sequence[str]) -> Map:
    """A language's texts in which a name that it has from below, as the source says it there, is the source's new one.

    Names are the texts that may be the same in all languages: those whose keys match one of `names`.
    """
    texts, before = node.get("texts"), below.get("texts") if below is not None else None
    if not isinstance(texts, Map) or not isinstance(before, Map):
        return node
    new = dict(texts.entries)
    for key, entry in texts.entries.items():
        was, now = before.get(key), source.get(key)
        if not (isinstance(was, Scalar) and isinstance(entry.value, Scalar) and now is not None):
            continue
        same = entry.value.span.file.depth > 0 and entry.value.text.strip() == was.text.strip() != now.text.strip()
        if same and any(fnmatchcase(key, name) for name in names):
            new[key] = Entry(entry.key, now)
    return Map({**node.entries, "texts": Entry(node.entries["texts"].key, Map(new, texts.span))}, node.span)
