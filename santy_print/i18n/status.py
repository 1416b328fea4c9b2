"""Status: a pack in, what is to be done in each of its languages out."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, Literal

from santy_print.cache import Cache, Made
from santy_print.diag import Diagnostic, PackError, Report, Span
from santy_print.faces.seen import Seen
from santy_print.faces.typeset import FontBook, check_texts
from santy_print.i18n.catalogue import (
    Catalogue,
    catalogue,
    codes,
    locale_of,
    read_seen,
    seen_path,
    seen_text,
    source_of,
)
from santy_print.i18n.lexicon import key_of
from santy_print.i18n.pseudo import spoken_as_asked
from santy_print.i18n.rows import Row
from santy_print.output import write_atomic
from santy_print.pack import Pack
from santy_print.parts import all_frames
from santy_print.rewrite import in_place_of
from santy_print.text import JOINT, PSEUDO, Locale
from santy_print.vouch import faces_to_check

Kind = Literal["missing", "stale", "copy", "long", "glyph", "grammar", "obsolete"]

TITLES: dict[Kind, str] = {
    "missing": "missing",
    "stale": "stale: the source has changed since",
    "copy": "same as the source",
    "long": "too long for the box",
    "glyph": "characters no font has",
    "grammar": "words and forms that others stand in for",
    "obsolete": "obsolete: the source has no such text",
}
_WORDS = re.compile(r"\s+|[^\s]+")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to do in a language; `detail` says more: a word diff, the source's text."""

    kind: Kind
    key: str
    detail: str
    place: Span | None

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        file, line = (self.place.file.name, self.place.line) if self.place else (None, None)
        return {"kind": self.kind, "key": self.key, "detail": self.detail, "file": file, "line": line}


@dataclass(frozen=True, slots=True)
class Status:
    """A language: its texts, how many are translated, translated and not stale, noted; and what is to be done."""

    language: str
    draft: bool
    texts: int
    translated: int
    current: int
    up_to_date: int
    findings: tuple[Finding, ...]

    @property
    def percent(self) -> float:
        """How much of the language is translated and says what the source says now; rounded down to a tenth."""
        return self.current * 1000 // self.texts / 10 if self.texts else 100.0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        counts = Counter(finding.kind for finding in self.findings)
        return {
            "language": self.language,
            "draft": self.draft,
            "percent": self.percent,
            "texts": self.texts,
            "translated": self.translated,
            "current": self.current,
            "noted": self.up_to_date,
            "counts": {kind: counts[kind] for kind in TITLES},
            "findings": [finding.as_json() for finding in self.findings],
        }

    def lines(self) -> Iterator[str]:
        """For people."""
        draft = " (draft)" if self.draft else ""
        yield f"{self.language}{draft}: {self.percent:g} % of {self.texts} texts are translated and up to date"
        if self.translated > self.up_to_date:
            n = self.translated - self.up_to_date
            yield f"  of {n} it is not noted what they were translated from; --accept '*' notes the source as it is now"
        for kind, title in TITLES.items():
            found = [finding for finding in self.findings if finding.kind == kind]
            if found:
                yield f"  {title}: {len(found)}"
            for finding in found:
                place = f"{finding.place.file.name}:{finding.place.line}" if finding.place else ""
                yield f"    {place} {finding.key}: {finding.detail}".rstrip(": ")


def status(pack: Pack, wanted: Sequence[str], report: Report, folder: Path | None = None) -> list[Status]:
    """What is to be done in each language, or in those wanted; also in the made-up one and in pairs (`fr+pl`).

    Faces that were found to hold their texts, here or by a check, are known again from the cache in `folder`.
    """
    spoken = spoken_as_asked(pack, wanted)
    plain = [code for code in wanted if not _is_made(code)]
    real = codes(pack, plain) if plain or not wanted else []
    chosen = list(dict.fromkeys(wanted)) or real
    fitting = _Fitting(spoken, folder)
    made = [(_made_up if _is_made(code) else _status)(spoken, code, report, fitting) for code in chosen]
    fitting.cache.keep()
    return made


def _is_made(code: str) -> bool:
    """True for a language that has no file of its own: the made-up one, and two at once."""
    return code == PSEUDO[0] or JOINT in code


def _made_up(pack: Pack, code: str, report: Report, fitting: _Fitting) -> Status:
    """Of a language without a file what does not fit or cannot be drawn; of two at once what is to be done in both."""
    locale, source = pack.locales[code], pack.head.source_language
    parts = [_status(pack, part, report, fitting) for part in code.split(JOINT) if JOINT in code and part != source]
    findings = [finding for part in parts for finding in part.findings if finding.kind not in ("long", "glyph")]
    unique = {(one.kind, one.key, one.detail): one for one in [*findings, *fitting.find(code), *_fonts(pack, locale)]}
    texts = max((part.texts for part in parts), default=len(source_of(pack).scalars))
    translated = min([texts, *(part.translated for part in parts)])
    current = min([texts, *(part.current for part in parts)])
    up_to_date = min([texts, *(part.up_to_date for part in parts)])
    draft = any(part.draft for part in parts)
    return Status(code, draft, texts, translated, current, up_to_date, tuple(unique.values()))


def as_json(pack: Pack, found: Sequence[Status]) -> str:
    """For programs."""
    made = {
        "pack": pack.id,
        "source": pack.head.source_language,
        "languages": [one.as_json() for one in found],
    }
    return json.dumps(made, ensure_ascii=False, indent=1)


def as_text(found: Sequence[Status]) -> str:
    """For people."""
    shown = "\n\n".join("\n".join(one.lines()) for one in found)
    return shown or "the pack has its source language alone: `santy i18n add CODE` begins another"


def _status(pack: Pack, language: str, report: Report, fitting: _Fitting) -> Status:
    found, locale = catalogue(pack, language, report), locale_of(pack, language)
    findings = [*_texts(found, locale), *fitting.find(language), *_fonts(pack, locale), *_grammar(found, locale)]
    unique = {(finding.kind, finding.key, finding.detail): finding for finding in findings}
    rows = [row for row in found.rows if not row.stands]
    translated = [row for row in rows if row.text]
    return Status(
        language,
        locale.file.draft,
        len(rows),
        len(translated),
        sum(not row.stale for row in translated),
        sum(row.seen is not None for row in translated),
        tuple(unique.values()),
    )


def _texts(found: Catalogue, locale: Locale) -> Iterator[Finding]:
    source = source_of(found.pack)
    alike = [*source.file.verbatim, *locale.file.verbatim, *source.optional]
    for row in found.rows:
        if not row.text:
            yield Finding("missing", row.key, row.source, row.place)
        if row.stale:
            yield Finding("stale", row.key, _change(row), row.place)
        if row.text == row.source and _wordy(row) and not any(fnmatchcase(row.key, name) for name in alike):
            yield Finding("copy", row.key, row.text, row.place)
    for row in found.words:
        if row.stale:
            yield Finding("stale", row.key, _change(row), row.place)
    for key, text in found.obsolete.items():
        yield Finding("obsolete", key, text.text.strip(), text.span)


def _wordy(row: Row) -> bool:
    """True for a text that says something besides values and numbers."""
    return any(char.isalpha() for char in _PLACEHOLDER.sub("", row.text))


def _change(row: Row) -> str:
    """What became of a text's source; where a translator has marked it as to be read anew, only that."""
    return word_diff(row.seen, row.source) if row.seen else "marked as needing work"


def word_diff(old: str, new: str) -> str:
    """What became of a text: `[-gone-]` and `{+come+}`, word by word."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    out = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone, come = "".join(before[a:b]), "".join(after[c:d])
        if tag == "equal":
            out.append(gone)
        else:
            out.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return "".join(out)


class _Fitting:
    """What of a pack does not fit on a face, or cannot be drawn there."""

    def __init__(self, pack: Pack, folder: Path | None) -> None:
        self.pack, self.cache, self._seen = pack, Cache(pack, folder), Seen()

    def find(self, code: str) -> Sequence[Finding]:
        """All in one language; nothing where no face can be laid out at all."""
        if self.pack.compiled is None or self.pack.files.get("components") is None:
            return ()
        found: list[Finding] = []
        self.cache.made(code, ("fit",), partial(self._look, code, found))
        return found

    def _look(self, code: str, found: list[Finding]) -> Made | None:
        """Find all; only that there is none can be kept."""
        try:
            faces = faces_to_check(self.pack, code, self.cache, self._seen)
            all_frames(faces, ())
        except PackError as fault:
            found += (Finding("long", item.code, item.message, item.span) for item in fault.report.errors)
            return None
        kinds: dict[str, Kind] = {"text-overflow": "long", "text-glyph": "glyph"}
        found += (_finding(kinds[item.code], item) for item in faces.report if item.code in kinds)
        return Made(()) if not len(faces.report) else None


def _fonts(pack: Pack, locale: Locale) -> Iterator[Finding]:
    """Characters of any text, on a face or in the rulebook, that neither the text's font nor the symbols' has."""
    found = Report()
    check_texts(locale, FontBook(pack, locale.code), found)
    yield from (_finding("glyph", item) for item in found)


def _finding(kind: Kind, item: Diagnostic) -> Finding:
    """A finding from a fault that begins with the text's key."""
    key = item.message.split("`")[1] if "`" in item.message else ""
    return Finding(kind, key, item.message.partition(") ")[2] or item.message, item.span)


def _grammar(found: Catalogue, locale: Locale) -> Iterator[Finding]:
    for row in found.words:
        kind, id = row.path[1], row.path[2] if len(row.path) > 2 else ""
        if not row.text and id not in locale.borrowed and row.path[3:] in (("gender",), ("letter",)):
            what = "gender" if kind == "nouns" else "letter"
            yield Finding("grammar", key_of(row.path), f"has no {what}: {row.note}", row.place)
    for word in sorted(locale.borrowed):
        yield Finding("grammar", word, "is not in the lexicon; the source's word is said", None)
    for note in locale.words.fallbacks:
        if note.word in locale.borrowed:
            continue
        yield Finding("grammar", note.word, f"has no form `{note.form}`; said as “{note.shown}”", note.place)
    for category, shown in locale.grammar.ordinal_gaps().items():
        yield Finding("grammar", "ordinals", f"has no ending for `{category}`; said as “{shown}”", None)


def accept(pack: Pack, language: str, patterns: Sequence[str], report: Report) -> int:
    """Note of texts, by key or pattern, that they say what the source says now; how many that were."""
    seen = read_seen(pack, language, report)
    found = catalogue(pack, language, report)
    rows = [row for row in (*found.words, *found.rows) if row.text and not row.grammar and not row.stands]
    chosen = [row for row in rows if any(fnmatchcase(row.key, pattern) for pattern in patterns)]
    fresh = {row.key: row.source for row in chosen if seen.get(row.key) != row.source}
    kept = {key: text for key, text in seen.items() if key in {row.key for row in rows}}
    if fresh or kept != seen:
        path = seen_path(pack, language)
        write_atomic(path, in_place_of(path, seen_text(pack, language, {**kept, **fresh})))
    return len(fresh)
