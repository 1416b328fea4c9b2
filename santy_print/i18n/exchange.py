"""Exchange: rows in, PO or CSV out, and back; a translator's file in, what it says or where it is broken out."""

from __future__ import annotations

import csv
import errno
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import TYPE_CHECKING, Literal

from santy_print import __version__
from santy_print.diag import (
    STEERS,
    PackError,
    Report,
    SourceFile,
    Span,
    UnreadableError,
    did_you_mean,
    foreign,
    register,
)
from santy_print.i18n.catalogue import (
    Catalogue,
    catalogue,
    codes,
    limits_of,
    locale_of,
    own_file,
    read_seen,
    seen_path,
    seen_text,
    source_of,
)
from santy_print.i18n.lexicon import key_of, path_for, with_words, word_fault
from santy_print.i18n.rows import Path, Row
from santy_print.i18n.tidy import tidied
from santy_print.i18n.written import changed
from santy_print.output import read_plain, staged
from santy_print.pack import Pack
from santy_print.rewrite import in_place_of
from santy_print.source import Scalar, decode, unfit
from santy_print.text import compare_texts, language_like, main_language, parser_of, unseen_in

if TYPE_CHECKING:
    import polib

register("exchange-syntax", "a PO or CSV file cannot be read")
register("exchange-key", "a PO or CSV file has a text that the source language does not have, or has one twice")
register("exchange-language", "a PO file is for another language than the one it is brought in as")

Form = Literal["po", "csv"]
COLUMNS = ("key", "source", "text", "notes", "limit")
_FORMULA = "=+-@\t\r"
_NO_TEXT = re.compile(r"[^\S \n\u00a0\u202f\u2009]|[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]")
_PO_LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?', re.DOTALL)
MAX_FILE = 8_000_000


@dataclass(frozen=True, slots=True)
class Incoming:
    """A text as a translator hands it in: what of, and of which source; `fuzzy`: to be looked at again."""

    key: str
    source: str
    text: Scalar
    fuzzy: bool = False
    previous: str | None = None


def export(pack: Pack, language: str, form: Form, report: Report, limits: Mapping[str, int] | None = None) -> str:
    """All texts of a language for a translator; how much room they have is measured unless it is given."""
    room = limits_of(pack, source_of(pack)) if limits is None else limits
    found = catalogue(pack, language, report, room)
    return _po(found) if form == "po" else _csv(found)


def export_all(pack: Pack, languages: Sequence[str], form: Form, report: Report) -> dict[str, str]:
    """The files for translators by their names, of some languages or of all but the source."""
    chosen, room = codes(pack, languages), limits_of(pack, source_of(pack))
    return {f"{pack.id}-{code}.{form}": export(pack, code, form, report, room) for code in chosen}


def hints(found: Catalogue, row: Row) -> list[str]:
    """What a translator should know of a text: the source's remarks, plural forms, the room there is."""
    notes = [row.note] if row.note else []
    counted = {} if row.path else dict.fromkeys(re.findall(r"\{([A-Za-z][A-Za-z0-9_-]*)\|", row.source))
    if counted:
        categories = locale_of(found.pack, found.language).grammar.categories
        forms = "|".join(categories)
        notes.append("Plural: " + ", ".join(f"{{{name}|{forms}}}" for name in counted))
    if row.limit is not None:
        notes.append(f"Room for about {row.limit} letters")
    return notes


# PO


def _po(found: Catalogue) -> str:
    import polib

    out = polib.POFile(wrapwidth=100)
    out.metadata = {
        "Project-Id-Version": f"{found.pack.id} {found.pack.head.version}",
        "Language": found.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": f"santy_print {__version__}",
        "X-Source-Language": found.pack.head.source_language,
    }
    for row in (*found.words, *found.rows):
        entry = polib.POEntry(
            msgctxt=row.key,
            msgid=row.source,
            msgstr=row.text,
            comment="\n".join(hints(found, row)),
            flags=["fuzzy"] if row.stale else [],
            previous_msgid=(row.seen or None) if row.stale else None,
        )
        out.append(entry)
    for key, text in found.obsolete.items():
        out.append(polib.POEntry(msgctxt=key, msgid=key, msgstr=text.text.strip(), obsolete=True))
    return str(out) if str(out).endswith("\n") else f"{out}\n"


def _read_po(file: SourceFile, report: Report) -> tuple[str, list[Incoming]]:
    import polib

    for number, line in enumerate(file.lines, 1):  # polib would take a lost quote for a shorter text
        if steers := STEERS.search(line):  # polib would end a line at some of them
            message = f"U+{ord(steers[0]):04X} stands here, which no text may hold"
            report.error("exchange-syntax", message, _line(file, number), "delete it")
        elif not _PO_LINE.fullmatch(line):
            report.error("exchange-syntax", "the PO cannot be read here", _line(file, number), "was a quote lost?")
    if not report.ok:
        return "", []
    try:
        with foreign():
            read = polib.pofile("\n" + file.text)  # never taken for a file's name
    except UnreadableError as fault:
        match = re.search(r"line (\d+)", str(fault))
        at = min(max(int(match[1]) - 1 if match else 1, 1), len(file.lines))
        report.error("exchange-syntax", "the PO cannot be read here", _line(file, at), "is a line missing?")
        return "", []
    return str(read.metadata.get("Language", "")), _incoming(file, read, report)


def _incoming(file: SourceFile, read: polib.POFile, report: Report) -> list[Incoming]:
    out = []
    for entry in read:
        line = max((entry.linenum or 2) - 1, 1)
        if entry.obsolete or not entry.msgid:
            continue
        if entry.msgctxt is None or entry.msgid_plural:
            message = "an entry has no msgctxt" if entry.msgctxt is None else "an entry has a msgid_plural"
            hint = "the key of a text is its msgctxt; plurals stand within the text"
            report.error("exchange-syntax", message, _line(file, line), hint)
            continue
        span = _msgstr(file, line)
        text = Scalar(entry.msgstr.strip(), span, plain=False)
        out.append(Incoming(entry.msgctxt, entry.msgid, text, entry.fuzzy, entry.previous_msgid or None))
    return out


def _line(file: SourceFile, line: int) -> Span:
    text = file.lines[line - 1]
    start = len(text) - len(text.lstrip())
    return Span(file, line, start + 1, line, max(len(text.rstrip()), start + 1) + 1)


def _msgstr(file: SourceFile, line: int) -> Span:
    """The lines of an entry's translation."""
    lines = file.lines
    first = next((n for n in range(line, len(lines) + 1) if lines[n - 1].startswith("msgstr")), line)
    last = first
    while last < len(lines) and lines[last].startswith('"'):
        last += 1
    col = lines[first - 1].find('"') + 1 or 1
    return Span(file, first, col, last, len(lines[last - 1]) + 1)


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
    writer.writerow(COLUMNS)
    for row in (*found.words, *found.rows):
        notes = [note for note in hints(found, row) if not note.startswith("Room for")]
        if row.stale:
            notes.append(f"Changed, was: {row.seen}")
        limit = "" if row.limit is None else str(row.limit)
        writer.writerow([guarded(cell) for cell in (row.key, row.source, row.text, "\n".join(notes), limit)])
    return "\ufeff" + out.getvalue()


def _read_csv(file: SourceFile, report: Report) -> list[Incoming]:
    lines = file.text.removeprefix("\ufeff")
    head = lines.split("\n", 1)[0].strip().replace('"', "")
    mark = next((mark for mark in ",;\t" if head.split(mark)[:3] == list(COLUMNS[:3])), None)
    if mark is None:
        hint = f"the first line names the columns: {','.join(COLUMNS)}"
        report.error("exchange-syntax", "these are not the columns of a translation", _line(file, 1), hint)
        return []
    out = []
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=mark, strict=True)
    begin = 1
    try:
        for number, cells in enumerate(reader):
            span = Span(file, begin, 1, min(reader.line_num, len(file.lines)), 1)
            begin = reader.line_num + 1
            if number == 0 or not any(cells):
                continue
            if len(cells) < 3:
                report.error("exchange-syntax", "a row has fewer than three cells", _line(file, span.line))
                continue
            key, source, text = (unguarded(cell) for cell in cells[:3])
            text = text.replace("\r\n", "\n").strip()
            end = Span(file, span.line, 1, span.end_line, len(file.lines[span.end_line - 1]) + 1)
            out.append(Incoming(key, source.replace("\r\n", "\n"), Scalar(text, end, plain=False)))
    except csv.Error as fault:
        hint = "a cell with a quote, a separator or a line end stands in quotes"
        where = _line(file, min(begin, len(file.lines)))
        report.error("exchange-syntax", f"the CSV cannot be read here: {fault}", where, hint)
    return out


# Import


@dataclass(frozen=True, slots=True)
class Done:
    """What an import has changed, and how many texts are still missing."""

    language: str
    texts: int
    words: int
    accepted: int
    left: int
    whole: bool
    """True where nothing is missing any more, and the language ceased to be a draft."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a translator's file is known and sound."""

    texts: list[Incoming]
    words: dict[Path, Incoming]


def bring_in(pack: Pack, path: File, language: str | None, report: Report) -> Done:
    """Bring a translator's PO or CSV into a language's file; PackError, and nothing written, where it has faults."""
    incoming, named = read_exchange(path, report)
    if not report.ok:  # what could not be read has not said its language, either
        raise PackError(report)
    known = pack.head.languages
    meant, code = (language_like(written, known) or written for written in (named, language or named))
    if named and code and main_language(code) != main_language(named):
        message = f"{path.name} is for `{named}`, not for `{code}`"
        hint = f"`--lang {meant}` brings it in as what it is"
        report.error("exchange-language", message, None, hint if meant in known else "")
    if not code:
        report.error("exchange-language", f"{path.name} does not say its language", None, "say it with --lang")
    if not report.ok:
        raise PackError(report)
    locale_of(pack, code)
    taken = _judge(catalogue(pack, code, report), incoming, report)
    if not report.ok:
        raise PackError(report)
    return _write(pack, code, taken, report)


def read_exchange(path: File, report: Report) -> tuple[list[Incoming], str]:
    """What a PO or CSV file says, and the language it names."""
    try:
        data = read_plain(path, MAX_FILE)
    except OSError as fault:
        if fault.errno not in (errno.EINVAL, errno.EFBIG):
            raise
        report.error("exchange-syntax", f"{path} cannot be read: {fault.strerror}")
        return [], ""
    file = decode(data, str(path), report)
    if file is None:
        return [], ""
    if path.suffix.casefold() == ".csv":
        return _read_csv(file, report), ""
    language, incoming = _read_po(file, report)
    return incoming, language


def _judge(found: Catalogue, incoming: Sequence[Incoming], report: Report) -> Taken:
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
            _judge_letters(item, path is not None, unseen_in(found.language) + unseen_in(source.code), report)
            if path is None:
                taken.texts.append(item)
            else:
                taken.words[path] = item
    new = {path: item.text for path, item in taken.words.items() if _is_new(path, item, rows)}
    genders = [*locale.file.lexicon.agreement, *(path[2] for path in new if path[1] == "agreement")]
    for path, text in new.items():
        if wrong := word_fault(path, text.text, genders):
            report.error("exchange-word", wrong[0], text.span, wrong[1])
    if report.ok:
        parser = parser_of(with_words(found.pack, locale, new, report), report, source.templates)
        for item in taken.texts:
            if item.text.text:
                compare_texts(item.key, source.templates[item.key], parser.template(item.text), report)
    return Taken(taken.texts, taken.words)


def _is_new(path: Path, item: Incoming, rows: Mapping[str, Row]) -> bool:
    """True for a word that says something, and something else than the language's file."""
    old = rows[item.key].text if item.key in rows else ""
    return bool(item.text.text) and item.text.text != old


def _judge_letters(item: Incoming, is_word: bool, needed: str, report: Report) -> None:
    """Refuse what would be refused in a language's file, and in the note of what the source said."""
    text = item.text.text
    found = {*_NO_TEXT.findall(text), *({"\n"} & set(text) if is_word else ())}
    for shown in (text, item.source, item.previous or ""):
        found |= set(unfit(shown, needed))
    for char in sorted(found):
        message = f"U+{ord(char):04X} stands in the text `{item.key}`, which no text may hold"
        report.error("exchange-syntax", message, item.text.span)


def _write(pack: Pack, language: str, taken: Taken, report: Report) -> Done:
    locale, rows = locale_of(pack, language), {row.key: row for row in catalogue(pack, language, report).words}
    old = {key: text.text.strip() for key, text in locale.scalars.items()}
    texts = {i.key: i.text.text for i in taken.texts if i.text.text and i.text.text != old.get(i.key)}
    words = {path: item.text.text for path, item in taken.words.items() if _is_new(path, item, rows)}
    before = read_seen(pack, language, report)
    seen = dict(before)
    fresh = texts.keys() | {key_of(path) for path in words}
    grammar = {row.key for row in rows.values() if row.grammar}
    for item in (*taken.words.values(), *taken.texts):
        note = _source_of(item, item.key in fresh, before) if item.key not in grammar else None
        if item.text.text and note is not None:
            seen[item.key] = note
    own = own_file(pack, language).span.file.text
    text, whole = tidied(pack, language, changed(pack, language, texts, words) if texts or words else own)
    with staged(pack.root / "locale") as stage:
        if text != own:
            stage.write(f"{language}.yaml", in_place_of(pack.root / "locale" / f"{language}.yaml", text))
        if seen != before or not seen_path(pack, language).exists():
            record = in_place_of(seen_path(pack, language), seen_text(pack, language, seen))
            stage.write(f"seen/{language}.yaml", record)
    accepted = sum(seen.get(key) != before.get(key) for key in seen)
    left = sum(key not in old and key not in texts for key in source_of(pack).scalars)
    return Done(language, len(texts), len(words), accepted, left, whole)


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
