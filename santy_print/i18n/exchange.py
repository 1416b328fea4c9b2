"""Exchange: rows in, PO, its template or CSV out; a translator's file in, what it says or where it is broken out."""

from __future__ import annotations

import csv
import errno
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Literal

from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean, register
from santy_print.i18n.catalogue import (
    Catalogue,
    catalogue,
    codes,
    locale_of,
    own_file,
    read_seen,
    rooms_of,
    seen_path,
    seen_text,
    source_of,
    template,
)
from santy_print.i18n.lexicon import key_of, path_for, with_words, word_fault
from santy_print.i18n.po import Incoming, as_po, fold_boxes, hints, line_of, read_po
from santy_print.i18n.rows import Path, Room, Row
from santy_print.i18n.tidy import tidied
from santy_print.i18n.written import changed
from santy_print.output import read_plain, staged
from santy_print.pack import Pack
from santy_print.rewrite import in_place_of
from santy_print.source import Scalar, decode, unfit
from santy_print.spreadsheet.delimited import reason_of
from santy_print.text import Locale, compare_texts, language_like, main_language, parser_of, unseen_in

register("exchange-syntax", "a PO or CSV file cannot be read")
register("exchange-key", "a PO or CSV file has a text that the source language does not have, or has one twice")
register("exchange-plural", "the plural forms of a PO make no text of the language")
register("exchange-language", "a PO file is for another language than the one it is brought in as")

Form = Literal["po", "csv", "pot"]
COLUMNS = ("key", "source", "text", "notes", "limit")
_FORMULA = "=+-@\t\r"
_NO_TEXT = re.compile(r"[^\S \n\u00a0\u202f\u2009]|[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]")
MAX_FILE = 8_000_000


def export(
    pack: Pack,
    language: str,
    form: Form,
    report: Report,
    rooms: Mapping[str, Room] | None = None,
    shown: str | None = None,
) -> str:
    """All texts of a language for a translator; how much room they have is measured unless it is given.

    `shown` is the language that is translated from, where that is not the source.
    """
    locale = locale_of(pack, language)
    found = catalogue(pack, language, report, rooms_of(pack, locale) if rooms is None else rooms, shown)
    return as_po(found) if form == "po" else _csv(found)


def export_all(
    pack: Pack, languages: Sequence[str], form: Form, report: Report, shown: str | None = None
) -> dict[str, str]:
    """The files for translators by their names: of some languages or of all but the source; or one template."""
    if shown is not None:
        shown = _shown(pack, shown)
    if form == "pot":
        return {f"{pack.id}.pot": as_po(template(pack, rooms_of(pack, source_of(pack)), shown))}
    chosen = [code for code in codes(pack, languages) if languages or code != shown]
    return {f"{pack.id}-{code}.{form}": export(pack, code, form, report, None, shown) for code in chosen}


def _shown(pack: Pack, written: str) -> str:
    """The language of the pack to translate from; PackError where there is none."""
    code = language_like(written, pack.locales)
    if code is None:
        report = Report()
        hint = did_you_mean(written, pack.locales)
        message = f"the pack has no language `{written}` to translate from"
        report.error("language-unknown", message, pack.where("pack", "languages"), hint)
        raise PackError(report)
    return code


# CSV


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; `unguarded` gives it back."""
    risky = cell[:1] in _FORMULA if cell else False
    quoted = cell[:1] == "'" and cell[1:2] != "" and cell[1:2] in _FORMULA + "'"
    return f"'{cell}" if risky or quoted else cell


def unguarded(cell: str) -> str:
    """The cell as it was before it was guarded."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] != "" and cell[1:2] in _FORMULA + "'" else cell


def _csv(found: Catalogue) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow((COLUMNS[0], found.shown_as, *COLUMNS[2:]))
    for row in (*found.words, *found.rows):
        notes = [note for note in hints(found, row) if not note.startswith("Room for")]
        if row.stale and not row.shown:
            notes.append(f"Changed, was: {row.seen}")
        limit = "" if row.limit is None else str(row.limit)
        writer.writerow([guarded(cell) for cell in (row.key, row.read, row.text, "\n".join(notes), limit)])
    return "\ufeff" + out.getvalue()


def _read_csv(file: SourceFile, report: Report, known: Collection[str] = ()) -> tuple[list[Incoming], str]:
    """The rows of a CSV, and the language of the pack that they are translated from, where it is not the source."""
    lines = file.text.removeprefix("\ufeff")
    head = lines.split("\n", 1)[0].strip().replace('"', "")
    mark = next((mark for mark in ",;\t" if _columns(head.split(mark), known)), None)
    if mark is None:
        hint = f"the first line names the columns: {','.join(COLUMNS)}"
        report.error("exchange-syntax", "these are not the columns of a translation", line_of(file, 1), hint)
        return [], ""
    out: list[Incoming] = []
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=mark, strict=True)
    begin = 1
    try:
        for number, cells in enumerate(reader):
            span = Span(file, begin, 1, min(reader.line_num, len(file.lines)), 1)
            begin = reader.line_num + 1
            if number == 0 or not any(cells):
                continue
            if len(cells) < 3:
                report.error("exchange-syntax", "a row has fewer than three cells", line_of(file, span.line))
                continue
            key, source, text = (unguarded(cell) for cell in cells[:3])
            text = text.replace("\r\n", "\n").strip()
            end = Span(file, span.line, 1, span.end_line, len(file.lines[span.end_line - 1]) + 1)
            out.append(Incoming(key, source.replace("\r\n", "\n"), Scalar(text, end, plain=False)))
    except csv.Error as fault:
        message, hint = reason_of(fault)
        report.error("exchange-syntax", message, line_of(file, min(begin, len(file.lines))), hint)
    second = head.split(mark)[1]
    return out, second if second in known else ""


def _columns(cells: Sequence[str], known: Collection[str]) -> bool:
    """Whether these begin the first line of a translation; the second column may be called by its language."""
    return [*cells[:1], *cells[2:3]] == [COLUMNS[0], COLUMNS[2]] and (cells[1] == COLUMNS[1] or cells[1] in known)


# Import


@dataclass(frozen=True, slots=True)
class Done:
    """What an import has changed, and how many texts are still missing; `unsure` ones are to be looked at again."""

    language: str
    texts: int
    words: int
    accepted: int
    unsure: int
    left: int
    whole: bool
    """True where nothing is missing any more, and the language ceased to be a draft."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a translator's file is known and sound."""

    texts: list[Incoming]
    words: dict[Path, Incoming]


def bring_in(pack: Pack, path: File, language: str | None, report: Report, keep_going: bool = False) -> Done:
    """Bring a translator's PO or CSV into a language's file; PackError, and nothing written, where it has faults.

    To `keep_going` is to take what is right: each fault is reported, and what has it stays as it was.
    """
    known = pack.head.languages
    incoming, named, shown = read_exchange(path, report, known, keep_going)
    if not report.ok and not (keep_going and incoming):  # what could not be read has not said its language, either
        raise PackError(report)
    meant, code = (language_like(written, known) or written for written in (named, language or named))
    wrong = Report()
    if named and code and main_language(code) != main_language(named):
        message = f"{path.name} is for `{named}`, not for `{code}`"
        hint = f"`--lang {meant}` brings it in as what it is"
        wrong.error("exchange-language", message, None, hint if meant in known else "")
    if not code:
        wrong.error("exchange-language", f"{path.name} does not say its language", None, "say it with --lang")
    if not wrong.ok:
        report.extend(wrong)
        raise PackError(report)
    locale_of(pack, code)
    shown = language_like(shown, known) or ""
    found = catalogue(pack, code, report, {}, shown if shown in pack.locales else None)
    whole = fold_boxes(found, incoming, report)
    taken = judge(found, _of_the_source(found, whole), report, keep_going)
    if not report.ok and not keep_going:
        raise PackError(report)
    return write(pack, code, taken, report)


def _of_the_source(found: Catalogue, incoming: list[Incoming]) -> list[Incoming]:
    """What was translated from another language, as translations of the source as far as that said the same.

    Where the other language has changed since, or was behind the source itself, it is not known what the source said.
    """
    if found.shown == source_of(found.pack).code:
        return incoming
    rows = {row.key: row for row in (*found.words, *found.rows)}
    seen = read_seen(found.pack, found.shown, Report())
    out = []
    for item in incoming:
        row = rows.get(item.key)
        if row is None or not row.shown:
            out.append(item)
            continue
        current = item.source.strip() == row.shown and seen.get(item.key, row.source) == row.source
        out.append(replace(item, source=row.source if current else "", previous=None))
    return out


def read_exchange(
    path: File, report: Report, known: Collection[str] = (), keep_going: bool = False
) -> tuple[list[Incoming], str, str]:
    """What a PO or CSV file says, the language it names, and the language it was translated from."""
    try:
        data = read_plain(path, MAX_FILE)
    except OSError as fault:
        if fault.errno not in (errno.EINVAL, errno.EFBIG):
            raise
        report.error("exchange-syntax", f"{path} cannot be read: {fault.strerror}")
        return [], "", ""
    file = decode(data, str(path), report)
    if file is None:
        return [], "", ""
    if path.suffix.casefold() == ".csv":
        rows, shown = _read_csv(file, report, known)
        return rows, "", shown
    head, incoming = read_po(file, report, keep_going)
    return incoming, str(head.get("Language", "")), str(head.get("X-Source-Language", ""))


def judge(found: Catalogue, incoming: Sequence[Incoming], report: Report, keep_going: bool) -> Taken:
    """Those of the texts and words that there are; each of them can be read and asks for what there is."""
    source, locale = source_of(found.pack), locale_of(found.pack, found.language)
    rows = {row.key: row for row in found.words}
    taken, seen = Taken([], {}), set()
    for item in incoming:
        path = None if item.key in source.scalars else path_for(item.key, rows, locale)
        if item.key not in source.scalars and path is None:
            hint = did_you_mean(item.key, [*source.scalars, *rows])
            message = f"`{source.code}` has no text `{item.key}`; it is left out"
            report.warning("exchange-key", message, item.text.span, hint)
        elif item.key in seen:
            message = f"the text `{item.key}` stands twice"
            report.error("exchange-key", message, item.text.span, "keep one of the two")
        else:
            seen.add(item.key)
            if not judge_letters(item, path is not None, unseen_in(found.language) + unseen_in(source.code), report):
                continue
            if path is None:
                taken.texts.append(item)
            else:
                taken.words[path] = item
    words = _judge_words(found, taken, rows, report)
    if report.ok or keep_going:
        taken.texts[:] = [item for item in taken.texts if _judge_text(item, source, words, report)]
    return taken


def _judge_words(found: Catalogue, taken: Taken, rows: Mapping[str, Row], report: Report) -> Locale:
    """The language with the new words that are right; the others are told, and taken out of what is taken."""
    locale = locale_of(found.pack, found.language)
    new = {path: item.text for path, item in taken.words.items() if _is_new(path, item, rows)}
    genders = [*locale.file.lexicon.agreement, *(path[2] for path in new if path[1] == "agreement")]
    for path, text in list(new.items()):
        if wrong := word_fault(path, text.text, genders):
            report.error("exchange-word", wrong[0], text.span, wrong[1])
            del taken.words[path], new[path]
    while new:
        made = with_words(found.pack, locale, new, trial := Report())
        report.extend(trial)
        if trial.ok:
            return made
        blamed = [path for path, text in new.items() if any(text.span == fault.span for fault in trial.errors)]
        for path in blamed or list(new):
            del taken.words[path], new[path]
    return locale


def _judge_text(item: Incoming, source: Locale, locale: Locale, report: Report) -> bool:
    """Whether a text can be read and asks for what there is.

    A fault of a text whose source has changed since is no error of the translator's: the text is left out.
    """
    if not item.text.text:
        return True
    trial = Report()
    compare_texts(
        item.key, source.templates[item.key], parser_of(locale, trial, source.templates).template(item.text), trial
    )
    gone = {fault.code for fault in trial.errors} == {"locale-values"}  # broken in itself it never held
    if gone and item.source.strip() not in ("", source.scalars[item.key].text.strip()):
        why = trial.errors[0].message
        message = f"the source has changed since `{item.key}` was translated; it is left out: {why}"
        report.warning(
            "exchange-key", message, item.text.span, "`santy i18n export` writes it with the source as it is"
        )
        return False
    report.extend(trial)
    return trial.ok


def _is_new(path: Path, item: Incoming, rows: Mapping[str, Row]) -> bool:
    """True for a word that says something, and something else than the language's file."""
    old = rows[item.key].text if item.key in rows else ""
    return bool(item.text.text) and item.text.text != old


def judge_letters(item: Incoming, is_word: bool, needed: str, report: Report) -> bool:
    """Refuse what would be refused in a language's file, and in the note of what the source said."""
    text = item.text.text
    found = {*_NO_TEXT.findall(text), *({"\n"} & set(text) if is_word else ())}
    for shown in (text, item.source, item.previous or ""):
        found |= set(unfit(shown, needed))
    for char in sorted(found):
        message = f"U+{ord(char):04X} stands in the text `{item.key}`, which no text may hold"
        report.error("exchange-syntax", message, item.text.span)
    return not found


def write(pack: Pack, language: str, taken: Taken, report: Report) -> Done:
    """What was judged into a language's file, and what the source said then into the note of that."""
    found = catalogue(pack, language, report)
    rows = {row.key: row for row in found.words}
    old = {row.key: row.text for row in found.rows if row.text}
    standing = {row.key for row in found.rows if row.stands}
    texts = {i.key: i.text.text for i in taken.texts if i.text.text and i.text.text != old.get(i.key)}
    words = {path: item.text.text for path, item in taken.words.items() if _is_new(path, item, rows)}
    before = read_seen(pack, language, report)
    seen = dict(before)
    fresh = texts.keys() | {key_of(path) for path in words}
    grammar = {row.key for row in rows.values() if row.grammar}
    for item in (*taken.words.values(), *taken.texts):
        note = _source_of(item, item.key in fresh, before) if item.key not in grammar else None
        if item.text.text and note is not None and (item.key in fresh or item.key not in standing):
            seen[item.key] = note
    own = own_file(pack, language).span.file.text
    text, whole = tidied(pack, language, changed(pack, language, texts, words) if texts or words else own)
    with staged(pack.root / "locale") as stage:
        if text != own:
            stage.write(f"{language}.yaml", in_place_of(pack.root / "locale" / f"{language}.yaml", text))
        if seen != before or not seen_path(pack, language).exists():
            record = in_place_of(seen_path(pack, language), seen_text(pack, language, seen))
            stage.write(f"seen/{language}.yaml", record)
    changes = {key for key in seen if seen.get(key) != before.get(key)}
    unsure = len(changes & {item.key for item in (*taken.words.values(), *taken.texts) if item.fuzzy})
    left = sum(key not in old and key not in texts for key in source_of(pack).scalars)
    return Done(language, len(texts), len(words), len(changes) - unsure, unsure, left, whole)


def _source_of(item: Incoming, is_new: bool, before: Mapping[str, str]) -> str | None:
    """What of the source an incoming text is known to be a translation of."""
    if item.fuzzy:
        known = item.previous if item.previous is not None else before.get(item.key)
        return (
            known if known is not None and known != item.source.strip() else ""
        )  # whoever marked it wants it read anew
    if item.text.span.file.name.casefold().endswith(".csv") and not is_new:
        return before.get(item.key)  # a row that was not touched says nothing
    return item.source.strip()
