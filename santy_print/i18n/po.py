"""PO: rows in, a PO or its template out, as translation programs check it; and what such a program saved back in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from santy_print import __version__
from santy_print.diag import STEERS, Report, SourceFile, Span, UnreadableError, foreign
from santy_print.i18n.catalogue import Catalogue, source_of
from santy_print.i18n.plurals import boxes, boxes_of, counted_in, folded, formula, order_of
from santy_print.i18n.rows import Row
from santy_print.source import Scalar
from santy_print.text.templates import counts

if TYPE_CHECKING:
    import polib

_PO_LINE = re.compile(
    r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d{1,2}\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?', re.DOTALL
)
_BOX = re.compile(r"\s*(msgid_plural|msgstr(?:\[(\d{1,2})\])?)\s")
REVISED = "2006-01-01 00:00+0000"
"""The same for all that was not changed since, as programs that check a PO want one; they write their own."""
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
    boxes: Boxes | None = None


@dataclass(frozen=True, slots=True)
class Boxes:
    """A text as a box for each plural form: the sentences by their numbers, the source's plural now and before, and the
    header that says which number is for what."""

    sentences: Mapping[int, str]
    plural: str
    previous: str
    rule: str


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
        "PO-Revision-Date": REVISED,
        "Last-Translator": "none",
        "Language": "" if found.is_template else found.language,
        "Language-Team": "none",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": f"santy_print {__version__}",
        "X-Source-Language": found.shown,
    }
    counting = _Counting.of(found)
    if counting is not None:
        out.metadata["Plural-Forms"] = counting.rule
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
        if counting is not None:
            counting.fill(entry, row)
        out.append(entry)
    for key, text in found.obsolete.items():
        out.append(polib.POEntry(msgctxt=key, msgid=key, msgstr=text.text.strip(), obsolete=True))
    return str(out) if str(out).endswith("\n") else f"{out}\n"


@dataclass(frozen=True, slots=True)
class _Counting:
    """How a PO counts: its header, the box of each plural form of the language, how many forms the source has."""

    rule: str
    order: Sequence[int]
    forms: int

    @classmethod
    def of(cls, found: Catalogue) -> _Counting | None:
        """That of a language; of a template, which leaves it to the language; None where gettext counts otherwise."""
        forms = len(found.pack.locales[found.shown].grammar.categories)
        if found.is_template:
            return cls("nplurals=INTEGER; plural=EXPRESSION;", range(2), forms)
        categories = counts(found.pack.locales[found.language].grammar.babel)
        rule = formula(found.language, categories)
        order = order_of(rule, categories) if rule is not None else None
        return cls(rule, order, forms) if rule is not None and order is not None else None

    def fill(self, entry: polib.POEntry, row: Row) -> None:
        """Make boxes of an entry, where its text counts one value and is said in boxes as well."""
        name = counted_in(row.read) or ""
        read = boxes(row.read, name, self.forms) if name and not row.path else None
        text = boxes(row.text, name, len(self.order))
        if read is None or text is None or len({*read}) < 2:
            return
        entry.msgid, entry.msgid_plural, entry.msgstr = read[0], read[-1], ""
        entry.msgstr_plural = dict(sorted(zip(self.order, text, strict=True)))
        entry.comment = re.sub(
            r"^Plural: .*$", f"A box for each form of the number {{{name}}}", entry.comment, flags=re.M
        )
        before = boxes(entry.previous_msgid, name, self.forms) if entry.previous_msgid else None
        entry.previous_msgid, entry.previous_msgid_plural = (before[0], before[-1]) if before else (None, None)


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
    for number, message, hint in _misplaced_boxes(file):
        report.error("exchange-plural", message, line_of(file, number), hint)
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


def _misplaced_boxes(file: SourceFile) -> Iterator[tuple[int, str, str]]:
    """Lines of which the sentence would be lost: a box without a plural, a plural without boxes, two of a number."""
    plural, boxes = False, set[str]()
    for number, line in enumerate(file.lines, 1):
        if line.lstrip().startswith("msgid ") or not line.strip():
            plural, boxes = False, set()
        match = _BOX.match(line)
        if match is None:
            continue
        box = match[2]
        if match[1] == "msgid_plural":
            plural = True
        elif plural and box is None:
            yield number, "an entry with a msgid_plural has its sentences in boxes", "write msgstr[0], msgstr[1], ..."
        elif not plural and box is not None:
            yield number, f"there is a msgstr[{box}], but no msgid_plural", "put the msgid_plural back, or write msgstr"
        elif box in boxes:
            yield number, f"msgstr[{box}] stands twice", "number them from 0 on"
        boxes |= {box} if box is not None else set()


def fold_boxes(found: Catalogue, incoming: Sequence[Incoming], report: Report) -> list[Incoming]:
    """Texts that came in a box for each plural form as texts that count within; what cannot be one is reported."""
    out = []
    wrong = set[str]()
    for item in incoming:
        made = _fold(found, item, report, wrong) if item.boxes is not None else item
        out += [] if made is None else [made]
    return out


def _fold(found: Catalogue, item: Incoming, report: Report, wrong: set[str]) -> Incoming | None:
    """A text of its boxes; None where it is none, which is reported, the fault of a header (`wrong`) once."""
    row = next((row for row in found.rows if row.key == item.key), None)
    given, span = item.boxes, item.text.span
    if row is None or given is None:
        return item
    name = counted_in(row.read)
    if name is None:
        message = f"the source has changed since `{item.key}` was translated; it is left out: it counts otherwise now"
        report.warning("exchange-key", message, span, "`santy i18n export` writes it with the source as it is")
        return None
    if not any(text.strip() for text in given.sentences.values()):
        return replace(item, source=row.read, previous=None, boxes=None)
    categories = counts(found.pack.locales[found.language].grammar.babel)
    order = order_of(given.rule, categories)
    if order is None:
        if given.rule not in wrong:
            wrong.add(given.rule)
            wanted = formula(found.language, categories) or "plurals stand within the text"
            shown = f"`Plural-Forms: {given.rule[:80]}`"
            message = f"{shown} does not count as `{found.language}` does" if given.rule else "it has no `Plural-Forms`"
            report.error("exchange-plural", message, _head(span.file), f"its header is `Plural-Forms: {wanted}`")
        return None
    if (beyond := max(given.sentences)) >= boxes_of(given.rule):
        message = (
            f"`{item.key}` has a msgstr[{beyond}], and `Plural-Forms` counts {boxes_of(given.rule)} boxes from 0 on"
        )
        report.error("exchange-plural", message, span, "delete it, or mend the header")
        return None
    sentences = [given.sentences.get(number, "").strip() for number in order]
    empty = [number for number, text in zip(order, sentences, strict=True) if not text]
    text = folded(sentences, name)
    if boxes(row.text, name, len(order)) == sentences:
        text = row.text
    if empty:
        message = f"`{item.key}` has some of its forms only: msgstr[{empty[0]}] is empty"
        report.error("exchange-plural", message, span, "fill all of them, or none")
        return None
    if text is None:
        message = f"the forms of `{item.key}` cannot be one text: they differ in a value, or hold one of | # \\"
        report.error("exchange-plural", message, span, f"all forms have the same values, but for {{{name}}}")
        return None
    now = boxes(row.read, name, len(found.pack.locales[found.shown].grammar.categories))
    same = now is not None and (item.source.strip(), given.plural.strip()) == (now[0], now[-1])
    before = folded([item.previous or "", given.previous], name) if item.previous else None
    source = row.read if same else folded([item.source.strip(), given.plural.strip()], name) or item.source
    return replace(item, source=source, previous=before, text=replace(item.text, text=text), boxes=None)


def _incoming(file: SourceFile, read: polib.POFile, report: Report) -> list[Incoming]:
    out = []
    for entry in read:
        line = max((entry.linenum or 2) - 1, 1)
        if entry.obsolete or not entry.msgid:
            continue
        if entry.msgctxt is None:
            hint = "the key of a text is its msgctxt"
            report.error("exchange-syntax", "an entry has no msgctxt", line_of(file, line), hint)
            continue
        span = _msgstr(file, line)
        if entry.msgid_plural:
            before = entry.previous_msgid_plural or ""
            rule = str(read.metadata.get("Plural-Forms", ""))
            given = Boxes(entry.msgstr_plural, entry.msgid_plural, before, rule)
            text = Scalar("", span, plain=False)
            out.append(Incoming(entry.msgctxt, entry.msgid, text, entry.fuzzy, entry.previous_msgid or None, given))
            continue
        text = Scalar(entry.msgstr.strip(), span, plain=False)
        out.append(Incoming(entry.msgctxt, entry.msgid, text, entry.fuzzy, entry.previous_msgid or None))
    return out


def _head(file: SourceFile) -> Span:
    """The line of a PO's header that says how it counts, or its first."""
    return line_of(file, next((n for n, line in enumerate(file.lines, 1) if "Plural-Forms" in line), 1))


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
    while last < len(lines) and lines[last].startswith(('"', "msgstr[")):
        last += 1
    col = lines[first - 1].find('"') + 1 or 1
    return Span(file, first, col, last, len(lines[last - 1]) + 1)


def _blank(lines: list[str], number: int) -> None:
    """Empty the lines of the entry that a line stands in, up to the blank lines around it."""
    for step, at in ((-1, number - 1), (1, number)):
        while 0 <= at < len(lines) and lines[at].strip():
            lines[at], at = "", at + step
