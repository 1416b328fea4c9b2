"""Tidy: a language's file as it will be, the same without what told a translator to do what is done now.

Such comments begin with `#.`, so nothing that a person wrote is ever taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from santy_print.diag import Report
from santy_print.i18n.catalogue import entries, source_of, texts_of
from santy_print.pack import Pack
from santy_print.rewrite import MARK, Edits
from santy_print.source import Entry, Map, Scalar, decode, parse_yaml
from santy_print.text import compare_locales, load_locale

_MARKED = re.compile(rf"\s*{re.escape(MARK)}(\s.*)?$")
_AFTER = re.compile(rf"\s+{re.escape(MARK)}(\s.*)?$")
_DRAFT = re.compile(rf"draft: true\s+{re.escape(MARK)}.*")


def tidied(pack: Pack, language: str, text: str) -> tuple[str, bool]:
    """The file without remarks on what is translated; where all is, without a trace of its having been a draft."""
    node = _read(text, language)
    if node is None or MARK not in text:
        return text, False
    whole = _whole(text, node)
    if whole != text and _is_sound(pack, language, whole):
        return whole, True
    lines = node.span.file.lines
    gone, cut = set(_above(node, lines)), set(_beside(node))
    kept = (
        _AFTER.sub("", line) if number in cut else line for number, line in enumerate(lines, 1) if number not in gone
    )
    return "\n".join(kept), False


def _read(text: str, language: str) -> Map | None:
    report = Report()
    file = decode(text.encode("utf-8"), f"locale/{language}.yaml", report)
    node = parse_yaml(file, report) if file else None
    return node if report.ok else None


def _above(node: Map, lines: list[str] | tuple[str, ...]) -> Iterator[int]:
    """The lines of remarks right above texts that are translated."""
    for _, entry, _ in entries(texts_of(node)):
        at = entry.key.span.line - 1
        while isinstance(entry.value, Scalar) and entry.value.text and at and _MARKED.fullmatch(lines[at - 1]):
            yield at
            at -= 1


def _beside(node: Map) -> Iterator[int]:
    """The lines that end in a remark on a word that is there, or on one that is there with all its forms."""
    lexicon = node.get("lexicon")
    for kind in ("nouns", "adjectives"):
        words = lexicon.get(kind) if isinstance(lexicon, Map) else None
        for entry in words.entries.values() if isinstance(words, Map) else ():
            values = list(_values(entry))
            yield from (value.value.span.end_line for value in values if value.value.text)  # type: ignore[union-attr]
            if all(value.value.text for value in values):  # type: ignore[union-attr]
                yield entry.key.span.line


def _values(entry: Entry) -> Iterator[Entry]:
    if isinstance(entry.value, Map):
        for below in entry.value.entries.values():
            yield from _values(below)
    elif isinstance(entry.value, Scalar):
        yield entry


def _whole(text: str, node: Map) -> str:
    """The file as if nothing were missing: no remark is left, no form that nobody needed, no word of a draft."""
    lines = text.split("\n")
    if not any(_DRAFT.fullmatch(line) for line in lines):
        return text
    lexicon = node.entries.get("lexicon")
    edits = Edits(node.span.file)
    empty = {
        value.key.span.line
        for value in (_values(lexicon) if lexicon else ())
        if isinstance(value.value, Scalar)
        and not value.value.text
        and edits.last_line(value) == value.key.span.line
        and lines[value.key.span.line - 1].lstrip().startswith(value.key.text)
    }
    kept = (
        _AFTER.sub("", line)
        for number, line in enumerate(lines, 1)
        if number not in empty and not _MARKED.fullmatch(line) and not _DRAFT.fullmatch(line)
    )
    return "\n".join(kept)


def _is_sound(pack: Pack, language: str, text: str) -> bool:
    """True where a file stands without the source's help: every text, every word, every form that is asked for."""
    node, report, source = _read(text, language), Report(), source_of(pack)
    locale = load_locale(language, node, report) if node else None
    if locale is None:
        return False
    compare_locales({source.code: source, language: locale}, source.code, report)
    return report.ok and source.words.letters.keys() <= locale.words.letters.keys()
