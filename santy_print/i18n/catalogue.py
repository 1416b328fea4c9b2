"""Catalogue: a pack and a language in, one row for each text of the source out; changed texts in, files out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean, register
from santy_print.i18n.edits import Edits, block, quoted, scalar
from santy_print.pack import Pack, bundled, load_pack
from santy_print.schema import Ident, Strict, validate
from santy_print.source import Entry, Map, Scalar, decode, load_yaml, parse_yaml
from santy_print.text import Locale, flat, parse_markup

register("language-bundled", "a bundled pack would be changed; a copy can be")
register("language-unknown", "a language that a command on languages cannot work with")
register("language-write", "a locale file cannot be changed without harming it")


@dataclass(frozen=True, slots=True)
class Row:
    """A text of the source language and what another language makes of it."""

    key: str
    source: str
    text: str
    seen: str | None
    """What the source said when it was translated; None where nobody has noted it."""
    note: str
    limit: int | None
    """About so many letters find room in the smallest box it is set in."""
    place: Span | None
    """Where the translation stands, or else the source's text."""

    @property
    def stale(self) -> bool:
        """True where the source has changed since it was translated."""
        return bool(self.text) and self.seen is not None and self.seen != self.source


@dataclass(slots=True)
class Catalogue:
    """All rows of a language, in the source's order, and what the language has besides."""

    pack: Pack
    language: str
    rows: list[Row]
    obsolete: dict[str, Scalar] = field(default_factory=dict)


class SeenFile(Strict):
    """`locale/seen/<code>.yaml`: what the source said when each text was translated."""

    source: Ident
    texts: dict[str, str] = {}


SEEN_HEAD = "# Kept by `santy i18n`: what the source said when each text was translated. Not to be edited.\n"


def seen_path(pack: Pack, language: str) -> Path:
    """Where it is noted what the source said when a language was translated."""
    return pack.root / "locale" / "seen" / f"{language}.yaml"


def read_seen(pack: Pack, language: str, report: Report) -> dict[str, str]:
    """What the source said when each text was translated; of another source language it says nothing."""
    node = pack.read(f"locale/seen/{language}.yaml", report)
    file = validate(SeenFile, node, report) if node else None
    return dict(file.texts) if file is not None and file.source == pack.head.source_language else {}


def own_file(pack: Pack, language: str) -> Map:
    """A language's file in the pack's own folder; empty where the pack has it only from what it extends."""
    path = pack.root / "locale" / f"{language}.yaml"
    if not path.exists():
        start = Span(SourceFile(pack.shown(path), ""), 1, 1, 1, 1)
        return Map({}, start)
    report = Report()
    node = load_yaml(path, pack.shown(path), report)
    if node is None:
        raise PackError(report)
    return node


def seen_text(pack: Pack, seen: Mapping[str, str]) -> str:
    """The file that notes what the source said, its keys in the source's order."""
    order = {key: at for at, key in enumerate(source_of(pack).scalars)}
    keys = sorted((key for key in seen if key in order), key=lambda key: order[key])
    lines = [f"  {scalar(key)}: {quoted(seen[key])}\n" for key in keys]
    return f"{SEEN_HEAD}source: {pack.head.source_language}\ntexts:{'' if lines else ' {}'}\n{''.join(lines)}"


def open_pack(pack: str, changing: bool = False) -> Pack:
    """A pack to translate. Its faults do not stop the work, unless its source language cannot be read."""
    report = Report()
    if changing and pack in bundled():
        hint = f"work on a copy: `santy new my-pack --from {pack}`, then name the folder `my-pack`"
        if Path(pack).is_dir():
            hint = f"the folder of that name beside you is `./{pack}`"
        report.error("language-bundled", f"`{pack}` comes with the house and stays as it is", None, hint)
        raise PackError(report)
    loaded = load_pack(pack)
    if loaded.head.source_language not in loaded.locales:
        raise PackError(loaded.report)
    return loaded


def source_of(pack: Pack) -> Locale:
    """The language that the others are translated from."""
    return pack.locales[pack.head.source_language]


def locale_of(pack: Pack, language: str) -> Locale:
    """A language of the pack other than its source; PackError where there is no such."""
    report = Report()
    if language == pack.head.source_language:
        message = f"`{language}` is the source language: it is what the others are translated from"
        report.error("language-unknown", message, pack.where("pack", "source_language"))
    elif language not in pack.head.languages:
        hint = did_you_mean(language, pack.head.languages) or f"`santy i18n add {language}` begins it"
        message = f"the pack has no language `{language}`"
        report.error("language-unknown", message, pack.where("pack", "languages"), hint)
    elif language not in pack.locales:
        raise PackError(pack.report)
    if not report.ok:
        raise PackError(report)
    return pack.locales[language]


def codes(pack: Pack, wanted: Sequence[str]) -> list[str]:
    """The languages asked for, each once, or all but the source; PackError where one is not to be translated."""
    source = pack.head.source_language
    chosen = list(dict.fromkeys(wanted)) or [code for code in pack.head.languages if code != source]
    for code in chosen:
        locale_of(pack, code)
    return chosen


def catalogue(pack: Pack, language: str, report: Report, limits: Mapping[str, int] = {}) -> Catalogue:
    """All texts of the source with a language's own."""
    locale, source = locale_of(pack, language), source_of(pack)
    seen, notes = read_seen(pack, language, report), notes_of(pack)
    places = {
        ".".join(names): entry for names, entry, _ in entries(texts_of(pack.nodes[f"locale/{language}"]))
    }
    rows = []
    for key, original in source.scalars.items():
        own = locale.scalars.get(key)
        row = Row(
            key,
            original.text.strip(),
            own.text.strip() if own else "",
            seen.get(key) if own else None,
            notes.get(key, ""),
            limits.get(key),
            own.span if own else places[key].key.span if key in places else original.span,
        )
        rows.append(row)
    obsolete = {key: text for key, text in locale.scalars.items() if key not in source.scalars}
    return Catalogue(pack, language, rows, obsolete)


def entries(node: Map, stem: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Entry, Map]]:
    """The entries below a mapping that hold texts: the names that lead there, the entry, what it stands in."""
    for name, entry in node.entries.items():
        if isinstance(entry.value, Map):
            yield from entries(entry.value, (*stem, name))
        else:
            yield (*stem, name), entry, node


def texts_of(node: Map) -> Map:
    """The texts of a locale file."""
    texts = node.get("texts")
    return texts if isinstance(texts, Map) else Map({}, node.span)


def notes_of(pack: Pack) -> dict[str, str]:
    """What the source language's file remarks on each text: comments above it or after it."""
    node = pack.nodes[f"locale/{pack.head.source_language}"]
    out = {}
    for names, entry, _ in entries(texts_of(node)):
        lines = entry.key.span.file.lines
        at = entry.key.span.line - 1
        above: list[str] = []
        while at > 0 and lines[at - 1].lstrip().startswith("#"):
            at -= 1
            above.insert(0, lines[at].strip().lstrip("# "))
        end = entry.value.span
        lines = end.file.lines
        after = lines[end.end_line - 1][end.end_col - 1 :] if isinstance(entry.value, Scalar) else ""
        match = re.match(r"\s+#\s*(.*)", after) if end.line == end.end_line else None
        said = [*above, match[1]] if match else above
        if said:
            out[".".join(names)] = " ".join(said)
    return out


def limits_of(pack: Pack, locale: Locale) -> dict[str, int]:
    """About how many letters find room where each text is set on a face; nothing where no face can be laid out."""
    from santy_print.faces import Faces
    from santy_print.raster import all_frames

    if pack.compiled is None:
        return {}
    try:
        faces = Faces(pack, locale)
        faces.measure = True
        all_frames(faces, ())
    except PackError:
        return {}
    out: dict[str, int] = {}
    for box in faces.tight:
        letters = sum(len(run.text) or 1 for run in parse_markup(box.text))
        if len(box.keys) == 1 and box.fill > 0 and letters:
            key = box.keys[0]
            out[key] = min(out.get(key, 10_000), max(1, int(letters / box.fill)))
    return out


def changed(pack: Pack, language: str, texts: Mapping[str, str]) -> str:
    """A language's own file with other or more texts; everything else in it stays as it is.

    PackError where the result would not say exactly that.
    """
    node = own_file(pack, language)
    place = {".".join(names): (entry, holder) for names, entry, holder in entries(texts_of(node))}
    before = {key: e.value.text.strip() for key, (e, _) in place.items() if isinstance(e.value, Scalar)}
    edits = Edits(node.span.file)
    for key in texts.keys() & before.keys():
        entry, holder = place[key]
        if before[key] != texts[key]:
            edits.set(entry, texts[key], edits.in_braces(holder))
    missing = {key: text for key, text in texts.items() if key not in before}
    gathered = _gathered(pack, node, missing)
    if not isinstance(node.get("texts"), Map):
        if gathered:
            ((_, _, tree),) = gathered.values()
            last = len(edits.file.lines) - (edits.file.lines[-1] == "")
            edits.put_lines(last, list(block({"texts": tree}, 0)))
    else:
        for (_, after), (holder, parent, tree) in gathered.items():
            edits.add(holder, tree, after, parent)
    return _proved(edits.text(), {**before, **texts}, node.span.file)


Gathered = dict[tuple[int, str | None], tuple[Map, Entry | None, dict[str, Any]]]


def _gathered(pack: Pack, node: Map, missing: Mapping[str, str]) -> Gathered:
    """New texts by the mapping they belong into and the entry they follow there: the source's order."""
    out: Gathered = {}
    names_of = {
        ".".join(n): n for n, _, _ in entries(texts_of(pack.nodes[f"locale/{pack.head.source_language}"]))
    }
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
    """The new text of a file, read back: its texts must be exactly those that are wanted."""
    report = Report()
    file = decode(text.encode("utf-8"), old.name, report)
    node = parse_yaml(file, report) if file else None
    found = {key: value.text.strip() for key, value in flat(texts_of(node), "", Report())} if node else {}
    if not report.ok or {k: v for k, v in wanted.items() if v} != found:
        odd = sorted(key for key in wanted.keys() | found.keys() if wanted.get(key, "") != found.get(key, ""))
        message = f"{old.name} is written in a way that cannot be changed here: {', '.join(odd[:3])}"
        fault = Report()
        fault.error(
            "language-write", message, None, "nothing was written; put the texts into the file by hand"
        )
        raise PackError(fault)
    return text
