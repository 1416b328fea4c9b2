"""Written: changed texts and words in, a language's own file out; everything else in it stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from santy_print.diag import PackError, Report, SourceFile, register
from santy_print.i18n.catalogue import entries, own_file, paths_of, texts_of
from santy_print.i18n.lexicon import held, key_of, table_of
from santy_print.i18n.rows import Path
from santy_print.pack import Pack
from santy_print.rewrite import Edits, block
from santy_print.source import Entry, Map, Scalar, decode, parse_yaml
from santy_print.text import flat

register("language-write", "a locale file cannot be changed without harming it")


def changed(pack: Pack, language: str, texts: Mapping[str, str], words: Mapping[Path, str] = {}) -> str:
    """A language's own file with other or more texts and words; everything else in it stays as it is.

    PackError where the result would not say exactly that.
    """
    node = own_file(pack, language)
    place = {".".join(names): (entry, holder) for names, entry, holder in entries(texts_of(node))}
    before = {key: e.value.text.strip() for key, (e, _) in place.items() if isinstance(e.value, Scalar)}
    edits = Edits(node.span.file)
    _put_words(edits, node, words)
    for key in [key for key in texts if key in before]:
        entry, holder = place[key]
        if before[key] != texts[key]:
            edits.set(entry, texts[key], edits.in_braces(holder))
    missing = {key: text for key, text in texts.items() if key not in before}
    gathered = _gathered(pack, node, missing)
    if not isinstance(node.get("texts"), Map):
        if gathered:
            tree: dict[str, Any] = {}
            for _, _, part in gathered.values():
                tree |= part
            edits.put_lines(edits.last(), list(block({"texts": tree}, 0)))
    else:
        # What ends at one line is written from the inside out: the text of a group before the group that follows it.
        for (_, after), (holder, parent, tree) in sorted(gathered.items(), key=lambda new: -new[1][0].span.col):
            edits.add(holder, tree, after, parent)
    wanted = {**before, **texts, **{key_of(path): text for path, text in _lexicon(node, words).items()}}
    return _proved(edits.text(), wanted, node.span.file)


def _lexicon(node: Map, words: Mapping[Path, str]) -> dict[Path, str]:
    """What the file's lexicon is to say when words are changed."""
    out = {path: text.text.strip() for path, text in held(node).items()}
    for path, text in words.items():
        table = table_of(text) if path[1] == "agreement" else text
        if path[1] == "agreement":
            out = {own: value for own, value in out.items() if own[: len(path)] != path}
        out |= {path: table} if isinstance(table, str) else {(*path, name): form for name, form in table.items()}
    return out


def _put_words(edits: Edits, node: Map, words: Mapping[Path, str]) -> None:
    """Words into their places; those that have none below the last word of their kind."""
    fresh: dict[int, tuple[Map, Entry | None, dict[str, Any]]] = {}
    for path, text in words.items():
        holder, parent, depth = node, None, 0
        while depth < len(path) - 1 and isinstance(below := holder.get(path[depth]), Map):
            holder, parent, depth = below, holder.entries[path[depth]], depth + 1
        entry = holder.entries.get(path[depth])
        if entry is not None and depth == len(path) - 1:
            if path[1] == "agreement":
                edits.exchange(entry, text if ":" not in text else f"{{{text}}}")
            elif isinstance(entry.value, Scalar):
                edits.set(entry, text, edits.in_braces(holder))
            continue
        tree = fresh.setdefault(id(holder), (holder, parent, {}))[2]
        for name in path[depth:-1]:
            tree = tree.setdefault(name, {})
        tree[path[-1]] = text if path[1] != "agreement" else table_of(text)
    for holder, parent, tree in fresh.values():
        if holder is node:
            line = node.entries["texts"].key.span.line - 1 if "texts" in node.entries else edits.last()
            edits.put_lines(line, list(block(tree, 0)))
        else:
            edits.add(holder, tree, next(reversed(holder.entries), None), parent)


Gathered = dict[tuple[int, str | None], tuple[Map, Entry | None, dict[str, Any]]]


def _gathered(pack: Pack, node: Map, missing: Mapping[str, str]) -> Gathered:
    """New texts by the mapping they belong into and the entry they follow there: the source's order."""
    out: Gathered = {}
    names_of = paths_of(pack)
    order, root = list(names_of), texts_of(node)
    at = {key: number for number, key in enumerate(order)}
    for key in sorted(missing, key=lambda key: at[key]):
        holder, parent, stem = root, node.entries.get("texts"), ""
        while True:
            rest = key[len(stem) :]
            maps = (n for n, e in holder.entries.items() if isinstance(e.value, Map))
            down = next((n for n in maps if rest.startswith(f"{n}.")), None)
            if down is None:
                break
            parent = holder.entries[down]
            holder, stem = parent.value, f"{stem}{down}."  # type: ignore[assignment]
        after = _before(order[: at[key]], stem, holder)
        tree = out.setdefault((id(holder), after), (holder, parent, {}))[2]
        depth = stem.count(".") if stem == ".".join((*names_of[key][: stem.count(".")], "")) else None
        path = names_of[key][depth:] if depth is not None else (rest,)
        if any(name.startswith(f"{path[0]}.") for name in holder.entries):
            path = (rest,)  # the file writes whole keys here
        for name in path[:-1]:
            tree = tree.setdefault(name, {})
        tree[path[-1]] = missing[key]
    return out


def _before(earlier: list[str], stem: str, holder: Map) -> str | None:
    """The entry of a mapping that a new text follows: the one with the nearest earlier text of the source."""
    for key in reversed(earlier):
        if key.startswith(stem):
            rest = key[len(stem) :]
            name = next((n for n in holder.entries if rest == n or rest.startswith(f"{n}.")), None)
            if name is not None:
                return name
    return None


def _proved(text: str, wanted: Mapping[str, str], old: SourceFile) -> str:
    """The new text of a file, read back: its texts and words must be exactly those that are wanted."""
    report = Report()
    file = decode(text.encode("utf-8"), old.name, report)
    node = parse_yaml(file, report) if file else None
    found = {key: value.text.strip() for key, value in flat(texts_of(node), "", Report())} if node else {}
    found |= {key_of(path): value.text.strip() for path, value in held(node).items() if value.text.strip()}
    if not report.ok or {k: v for k, v in wanted.items() if v} != found:
        odd = sorted(key for key in wanted.keys() | found.keys() if wanted.get(key, "") != found.get(key, ""))
        message = f"{old.name} is written in a way that cannot be changed here: {', '.join(odd[:3])}"
        fault = Report()
        fault.error("language-write", message, None, "nothing was written; put what is new into the file by hand")
        raise PackError(fault)
    return text
