"""PO: rows in, a PO or its template out, as translation programs check it; and what such a program saved back in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print import __version__
from santy_print.diag import STEERS, Report, SourceFile, Span, UnreadableError, foreign
from santy_print.i18n.catalogue import Catalogue, source_of
from santy_print.i18n.rows import Row
from santy_print.source import Scalar

if TYPE_CHECKING:
    import polib

_PO_LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?', re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A text as a translator hands it in: what of, and of which source; `fuzzy`: to be looked at again."""

    key: str
    source: str
    text: Scalar
    fuzzy: bool = False
    previous: str | None = None


def hints(found: Catalogue, row: Row) -> list[str]:
    """What a translator should know of a text: the source's remarks, plural forms, the room there is."""
    notes = [row.note] if row.note else []
    counted = {} if row.path else dict.fromkeys(re.findall(r"\{([A-Za-z][A-Za-z0-9_-]*)\|", row.source))
    if counted:
        forms = "|".join(found.pack.locales[found.language].grammar.categories)
        more = ", with as many forms as your language has" if found.is_template else ""
        notes.append("Plural: " + ", ".join(f"{{{name}|{forms}}}" for name in counted) + more)
    if row.limit is not None:
        notes.append(f"Room for about {row.limit} letters")
    if row.shown and row.stale and row.seen:
        notes.append(f"The source ({source_of(found.pack).code}) said when this was translated: {row.seen}")
    return notes


def as_po(found: Catalogue) -> str:
    """The rows of a language as PO, or of the source alone as a template."""
    import polib

    out = polib.POFile(wrapwidth=100)
    out.metadata = {
        "Project-Id-Version": f"{found.pack.id} {found.pack.head.version}",
        "Language": "" if found.is_template else found.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": f"santy_print {__version__}",
        "X-Source-Language": found.shown,
    }
    for row in (*found.words, *found.rows):
        entry = polib.POEntry(
            msgctxt=row.key,
            msgid=row.read,
            msgstr=row.text,
            comment="\n".join(hints(found, row)),
            occurrences=places(row),
            flags=[*(["fuzzy"] if row.stale else []), *flags(found, row)],
            previous_msgid=(row.seen or None) if row.stale and not row.shown else None,
        )
        out.append(entry)
    for key, text in found.obsolete.items():
        out.append(polib.POEntry(msgctxt=key, msgid=key, msgstr=text.text.strip(), obsolete=True))
    return str(out) if str(out).endswith("\n") else f"{out}\n"


def places(row: Row) -> list[tuple[str, str]]:
    """Where the source says a text, by file and line, and a face that shows it, as `santy preview --face` takes it."""
    out = [(row.origin.file.name.replace(" ", "%20"), str(row.origin.line))] if row.origin else []
    return out + ([(row.face.replace(" ", "%20"), "")] if row.face else [])


def flags(found: Catalogue, row: Row) -> list[str]:
    """What translation programs can check by themselves: that values stay, and that a plain text finds room.

    Values are written otherwise where a language bends or counts them (`{n|card|cards}`, `{noun:acc}`), which no
    program knows. So a text is theirs to check only if every language of the pack says just the values of the source.
    """
    if row.path:
        return []
    texts = [locale.scalars[row.key].text for locale in found.pack.locales.values() if row.key in locale.scalars]
    values = set(_BRACES.findall(row.read))
    plain = all(_NAME.fullmatch(name) for name in values)
    alike = all(set(_BRACES.findall(text)) == values and "\\" not in text for text in texts)
    bounded = row.limit is not None and not re.search(r"[{}*\\]", row.read)
    return [
        *(["python-brace-format"] if values and plain and alike else []),
        *([f"max-length:{row.limit}"] if bounded else []),
    ]


def read_po(file: SourceFile, report: Report, keep_going: bool = False) -> tuple[Mapping[str, str], list[Incoming]]:
    """What a PO says in its head, and its texts; to `keep_going` is to leave out entries with lines that are broken."""
    import polib

    lines = list(file.lines)
    for number, line in enumerate(file.lines, 1):  # polib would take a lost quote for a shorter text
        if steers := STEERS.search(line):  # polib would end a line at some of them
            message = f"U+{ord(steers[0]):04X} stands here, which no text may hold"
            report.error("exchange-syntax", message, line_of(file, number), "delete it")
            _blank(lines, number)
        elif not _PO_LINE.fullmatch(line):
            report.error("exchange-syntax", "the PO cannot be read here", line_of(file, number), "was a quote lost?")
            _blank(lines, number)
    if not report.ok and not keep_going:
        return {}, []
    try:
        with foreign():
            read = polib.pofile("\n" + "\n".join(lines))  # never taken for a file's name
    except UnreadableError as fault:
        match = re.search(r"line (\d+)", str(fault))
        at = min(max(int(match[1]) - 1 if match else 1, 1), len(file.lines))
        report.error("exchange-syntax", "the PO cannot be read here", line_of(file, at), "is a line missing?")
        return {}, []
    return read.metadata, _incoming(file, read, report)


def _incoming(file: SourceFile, read: polib.POFile, report: Report) -> list[Incoming]:
    out = []
    for entry in read:
        line = max((entry.linenum or 2) - 1, 1)
        if entry.obsolete or not entry.msgid:
            continue
        if entry.msgctxt is None or entry.msgid_plural:
            message = "an entry has no msgctxt" if entry.msgctxt is None else "an entry has a msgid_plural"
            hint = "the key of a text is its msgctxt; plurals stand within the text"
            report.error("exchange-syntax", message, line_of(file, line), hint)
            continue
        span = _msgstr(file, line)
        text = Scalar(entry.msgstr.strip(), span, plain=False)
        out.append(Incoming(entry.msgctxt, entry.msgid, text, entry.fuzzy, entry.previous_msgid or None))
    return out


def line_of(file: SourceFile, line: int) -> Span:
    """A whole line of a file, but for the room around it."""
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


def _blank(lines: list[str], number: int) -> None:
    """Empty the lines of the entry that a line stands in, up to the blank lines around it."""
    for step, at in ((-1, number - 1), (1, number)):
        while 0 <= at < len(lines) and lines[at].strip():
            lines[at], at = "", at + step
