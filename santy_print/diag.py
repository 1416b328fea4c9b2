"""Diagnostics: text in, values out. A fault is a value with a place, a code, a message and the way out."""

from __future__ import annotations

import difflib
import json
import re
import shlex
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import ClassVar, Literal
from urllib.parse import quote

Severity = Literal["error", "warning", "notice"]
"""An error stops what would be made; a warning is to be mended; a notice says what an honest pack may live with."""

CODES: dict[str, str] = {}


def register(code: str, meaning: str) -> str:
    """Name a diagnostic code once and say what it means; a second registration is a programming error."""
    if code in CODES:
        raise ValueError(f"diagnostic code {code!r} is registered twice")
    CODES[code] = meaning
    return code


@dataclass(frozen=True, slots=False)
class SourceFile:
    """A text as read, with the name people know it by.

    `depth` says whose it is: 0 of the pack that was asked for, 1 of the one it extends, and so on down.
    """

    name: str
    text: str
    depth: int = 0

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.lines[:-1])]

    def at(self, offset: int, length: int = 1) -> Span:
        """The span of `length` characters from an offset in the text, counted from 0, on its line."""
        line = bisect_right(self._starts, offset)
        col = offset - self._starts[line - 1] + 1
        return Span(self, line, col, line, col + length)

    def place(self, line: int, col: int) -> str:
        """How a place in it is called."""
        return f"{self.name}:{line}:{col}"

    @property
    def whole(self) -> str:
        """The name of the file itself: of a sheet that of its workbook."""
        return self.name


@dataclass(frozen=True, slots=False)
class CellFile(SourceFile):
    """A sheet of a workbook as text: a row on each line, its cells apart by `GAP`; places are called by their cells."""

    GAP: ClassVar[str] = " │ "

    def cell(self, line: int, col: int) -> str:
        """The cell that holds a place, as spreadsheets call it: `C7`."""
        before = self.lines[line - 1][: col - 1] if line <= len(self.lines) else ""
        return f"{column_name(before.count(self.GAP))}{line}"

    def place(self, line: int, col: int) -> str:
        """The workbook, the sheet and the cell."""
        return f"{self.name}!{self.cell(line, col)}"

    @property
    def whole(self) -> str:
        """The workbook's own name."""
        return self.name.rpartition(":")[0]


def column_name(number: int) -> str:
    """A column of a spreadsheet, counted from 0, by its letters."""
    letters = ""
    while number >= 0:
        letters = chr(ord("A") + number % 26) + letters
        number = number // 26 - 1
    return letters


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file; lines and columns count from 1, in characters; the end is exclusive."""

    file: SourceFile
    line: int
    col: int
    end_line: int
    end_col: int

    def __str__(self) -> str:
        return self.file.place(self.line, self.col)

    def __repr__(self) -> str:
        return f"<Span {self}>"


Role = Literal["place", "error", "warning", "notice", "mark", "gutter", "hint"]
Paint = Callable[[str, Role], str]
"""How a part of a shown diagnostic is coloured; only the command line has colours."""


def no_paint(text: str, role: Role) -> str:
    """Colour nothing."""
    return text


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: what is wrong, where, by which rule of the game, and what would mend it.

    `stage` is that of the report it was found for; `more` are others of its kind that were not kept.
    """

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hints: tuple[str, ...] = ()
    fact: str | None = None
    stage: int = field(default=0, compare=False)
    more: int = 0

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"diagnostic code {self.code!r} is not registered")

    def short(self, paint: Paint = no_paint) -> str:
        """One line, as compilers print it."""
        place = paint(f"{visible(str(self.span))}:", "place") + " " if self.span else ""
        fact = f" [{self.fact}]" if self.fact else ""
        fact += f"; and {self.more:,} more of this kind" if self.more else ""
        severity = paint(f"{self.severity}:", self.severity)
        return f"{place}{severity} {visible(self.message)}{fact} ({self.code})"

    def human(self, paint: Paint = no_paint) -> str:
        """The line, the place with a caret under it, and the hints."""
        out = [self.short(paint)]
        if self.span and self.span.line <= len(self.span.file.lines):
            line, mark = excerpt(self.span)
            number = str(self.span.line)
            out.append(paint(f"  {number} |", "gutter") + f" {line}".rstrip())
            out.append(paint(f"  {' ' * len(number)} |", "gutter") + " " + paint(mark, "mark"))
        out += [f"  {paint('hint:', 'hint')} {visible(hint)}" for hint in self.hints]
        return "\n".join(out)

    def as_json(self) -> dict[str, object]:
        """The value for programs; always the same keys, `more` where it stands for others, `cell` in a sheet."""
        span = self.span
        more: dict[str, object] = {"more": self.more} if self.more else {}
        if span and isinstance(span.file, CellFile):
            more |= {"cell": span.file.cell(span.line, span.col)}
        return more | {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": span.file.name if span else None,
            "line": span.line if span else None,
            "column": span.col if span else None,
            "end_line": span.end_line if span else None,
            "end_column": span.end_col if span else None,
            "hints": list(self.hints),
            "fact": self.fact,
        }


WINDOW = 96
"""So many columns of a long line are shown, around the place."""


def excerpt(span: Span) -> tuple[str, str]:
    """The shown part of the line, and the carets under the span; both as wide as a terminal draws them."""
    line = span.file.lines[span.line - 1]
    start = min(span.col - 1, len(line))
    end = span.end_col - 1 if span.end_line == span.line else len(line)
    end = max(start + 1, min(end, len(line)))
    first, before = start, 0
    while first > max(0, start - 2 * WINDOW) and before + _width(line[first - 1]) <= WINDOW * 2 // 3:
        first -= 1
        before += _width(line[first])
    last, total = first, 0
    while last < min(len(line), first + 4 * WINDOW) and total + _width(line[last]) <= WINDOW:
        total += _width(line[last])
        last += 1
    left, right = "..." if first else "", "..." if last < len(line) else ""
    marked = sum(_width(char) for char in line[start : min(end, last)])
    shown = "".join(" " if char == "\t" else visible(char) for char in line[first:last])
    return left + shown + right, " " * (len(left) + before) + "^" * max(1, marked)


def _width(char: str) -> int:
    """How many columns a character takes on a terminal, as `visible` writes it."""
    if " " <= char <= "~" or char == "\t":
        return 1
    if _HIDDEN.match(char):
        return len(visible(char))
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


_STEERS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff"
STEERS = re.compile(f"[{_STEERS}]")
"""What no text of any language holds: it would steer a terminal, turn the direction of writing, or is no character."""
_HIDDEN = re.compile(f"[\t\n\u061c\u200e\u200f{_STEERS}]")
"""All that, and what would end a line or stand on it unseen."""


def visible(text: str) -> str:
    """The text on one line, with what cannot be seen written out: nothing in a pack steers the terminal."""
    return _HIDDEN.sub(lambda match: f"<U+{ord(match[0]):04X}>" if match[0] not in "\n\t" else " ", text)


def harmless(text: str) -> str:
    """A text of many lines as it may go to a terminal or into a plain file, whoever wrote it: what steers is written
    out, and all that a language needs stays.
    """
    return STEERS.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def harmless_json(text: str, plain: bool = False) -> str:
    """The same for JSON: the same value, what steers in it (or, for `plain`, all but ASCII) as the escape for it."""
    return (_BEYOND_ASCII if plain else STEERS).sub(lambda match: json.dumps(match[0])[1:-1], text)


_BEYOND_ASCII = re.compile("[^\t\n -~]")


class UnreadableError(ValueError):
    """A library could not read what a stranger gave it; the cause is what the library raised."""


@contextmanager
def foreign() -> Iterator[None]:
    """A border: within it a library reads what a stranger gave, and none of our own code runs.

    Libraries raise whatever comes to pass when the bytes they read are not as they take for granted, `struct.error` and
    `RecursionError` among it; out here all of it is UnreadableError, which whoever named the file tells at its place.
    Keep what stands within as small as the library's call: a slip of ours must not be told as a fault of the user's.
    """
    try:
        yield
    except Exception as fault:
        raise UnreadableError(f"{type(fault).__name__}: {fault}") from fault


MAX_MESSAGE = 2_000
"""The letters of a message: longer ones are told without their middle."""
MAX_ALIKE = 500
"""So many faults of one code are kept; the next says how many more there are."""

Hint = str | Callable[[], str]
"""What may help, or who finds it: asked only for a fault that is kept."""


@dataclass(slots=True)
class Report:
    """All that was found, in the order of finding; nothing found stops the next check.

    Of one kind so many are kept as a person may want to read (`MAX_ALIKE`): ten thousand cost no more than hundreds.

    Whoever checks raises `stage` where what comes next takes for granted what was checked before: a fault of a later
    stage may be no more than the consequence of one of an earlier, and is told after it. `pack` is what a person calls
    the pack at hand, for hints that name a command.
    """

    items: list[Diagnostic] = field(default_factory=list)
    stage: int = 0
    pack: str = ""
    _alike: dict[tuple[Severity, str], list[int]] = field(default_factory=dict, repr=False, compare=False)
    """By kind, how many were found, and where the last that is kept stands among the items."""

    def command(self, words: str, *more: str) -> str:
        """A command as a person can type it for the pack at hand: `santy check 'my pack'`."""
        return " ".join(["santy", words, *map(shlex.quote, [self.pack] if self.pack else []), *more])

    def error(self, code: str, message: str, span: Span | None = None, *hints: Hint, fact: str | None = None) -> None:
        """Add an error."""
        self._add("error", code, message, span, hints, fact)

    def warning(self, code: str, message: str, span: Span | None = None, *hints: Hint, fact: str | None = None) -> None:
        """Add a warning."""
        self._add("warning", code, message, span, hints, fact)

    def notice(self, code: str, message: str, span: Span | None = None, *hints: Hint) -> None:
        """Add what is worth knowing and asks for nothing: it does not count where warnings do."""
        self._add("notice", code, message, span, hints, None)

    def extend(self, other: Iterable[Diagnostic]) -> None:
        """Take over what another report found; it was asked for at this report's stage, so it is of no earlier one."""
        for item in other:
            if self._room(item.severity, item.code, 1 + item.more):
                self.items.append(replace(item, stage=max(item.stage, self.stage)))

    def _add(  # the one place where a fault becomes a value
        self,
        severity: Severity,
        code: str,
        message: str,
        span: Span | None,
        hints: Iterable[Hint],
        fact: str | None,
    ) -> None:
        if self._room(severity, code):
            shown = tuple(hint if isinstance(hint, str) else hint() for hint in hints)
            kept = tuple(shortened(hint) for hint in shown if hint)
            self.items.append(Diagnostic(severity, code, shortened(message), span, kept, fact, self.stage))

    def _room(self, severity: Severity, code: str, count: int = 1) -> bool:
        """Whether one more of a kind is kept; else the last that is kept stands for so many more."""
        known = self._alike.setdefault((severity, code), [0, len(self.items)])
        known[0] += 1
        if known[0] <= MAX_ALIKE:
            known[1] = len(self.items)
            return True
        last = self.items[known[1]]  # made here and nobody else's, so it may change: a copy for each would be work
        object.__setattr__(last, "more", last.more + count)
        return False

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def count(self) -> int:
        """How many were found, those included that are no longer kept one by one."""
        return sum(found for found, _ in self._alike.values())

    @property
    def errors(self) -> list[Diagnostic]:
        """Only the errors."""
        return [d for d in self.items if d.severity == "error"]

    @property
    def ok(self) -> bool:
        """True where no error was found; warnings do not count."""
        return not any(d.severity == "error" for d in self.items)

    @property
    def clean(self) -> bool:
        """True where neither an error nor a warning was found; notices ask for nothing."""
        return all(d.severity == "notice" for d in self.items)

    def sorted(self) -> list[Diagnostic]:
        """Causes first: by stage, the pack's own files before those it extends, then by file, line and column.

        What has no place comes last in its stage; what is found at one place stays in the order of finding.
        """
        return sorted(self.items, key=_order)


def shortened(text: str) -> str:
    """A message or hint no longer than a person reads: a file's own words in it may be as long as the file."""
    return text if len(text) <= MAX_MESSAGE else f"{text[: MAX_MESSAGE // 2]} ... {text[-MAX_MESSAGE // 2 :]}"


def _order(item: Diagnostic) -> tuple[int, bool, int, str, int, int, str]:
    """Where a diagnostic stands in the order of telling."""
    span = item.span
    if span is None:
        return (item.stage, True, 0, "", 0, 0, item.severity)
    return (item.stage, False, span.file.depth, span.file.name, span.line, span.col, item.severity)


def counted(items: Iterable[Diagnostic]) -> str:
    """How many errors and warnings, and notices where there are any: `1 error, 0 warnings`."""
    count = Counter(item.severity for item in items)
    kinds: tuple[Severity, ...] = ("error", "warning", "notice")
    return ", ".join(plural(count[kind], kind) for kind in kinds if count[kind] or kind != "notice")


def take(report: Report, more: Iterable[Diagnostic]) -> None:
    """Take over faults, but none that is there already: the same of another language, item or part."""
    known = {_cause(item) for item in report}
    for item in more:
        cause = _cause(item)
        if cause not in known:
            known.add(cause)
            report.extend((item,))


def _cause(item: Diagnostic) -> tuple[object, ...]:
    """What makes faults one: their place and the way out, or where something is missing what it is."""
    if item.span is None or item.code == "art-missing":
        return (item.severity, item.code, item.message)
    return (item.severity, item.code, str(item.span), item.hints)


class PackError(Exception):
    """A pack, record or option that cannot be used; carries the report, never a bare sentence."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n".join(d.short() for d in report.errors))
        self.report = report

    def __reduce__(self) -> tuple[object, ...]:
        """As another process can raise it."""
        return type(self), (self.report,)


REPEATS = 4
"""So many faults of one code in one file are shown in full; the rest of them take one line each."""


def render(items: Sequence[Diagnostic], style: Literal["human", "short", "json"], paint: Paint = no_paint) -> str:
    """Turn diagnostics into text: `human` with excerpts, `short` one line each, `json` for programs."""
    if style == "json":
        return json.dumps([d.as_json() for d in items], ensure_ascii=False, indent=2)
    if style == "short":
        return "\n".join(d.short(paint) for d in items)
    seen: Counter[tuple[str, str]] = Counter()
    out, was_brief = "", False
    for item in items:
        kind = (item.code, item.span.file.name if item.span else "")
        seen[kind] += 1
        brief = seen[kind] > REPEATS
        if out:
            out += "\n" if brief and was_brief else "\n\n"
        out += item.short(paint) if brief else item.human(paint)
        was_brief = brief
    return out


_STEERING = re.compile("\x1b\\[[0-9;]*m")


def wrapped(text: str, columns: int) -> str:
    """What `render` made for a person, its messages and hints broken at words; excerpts of files stay whole lines."""
    return "\n".join(_broken(line, columns) for line in text.split("\n"))


def _broken(line: str, columns: int) -> str:
    plain = _STEERING.sub("", line)
    hint = plain.startswith("  hint: ")
    if plain.startswith(" ") and not hint:
        return line
    indent = " " * (8 if hint else 2)
    out, used = "", 0
    for number, word in enumerate(line.split(" ")):
        wide = sum(map(_width, _STEERING.sub("", word)))
        if used + 1 + wide > columns and used > len(indent):
            out, used = f"{out}\n{indent}{word}", len(indent) + wide
        else:
            out, used = f"{out} {word}" if number else word, used + wide + (1 if number else 0)
    return out


SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(items: Sequence[Diagnostic], version: str) -> str:
    """Diagnostics as SARIF 2.1.0, for services that show faults beside the lines of a change."""
    codes = sorted({item.code for item in items})
    rules = [{"id": code, "shortDescription": {"text": CODES[code]}} for code in codes]
    driver = {"name": "santy_print", "version": version, "rules": rules}
    results = [_result(item, codes.index(item.code)) for item in items]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "notice": "note"}
"""What SARIF calls them."""


def _result(item: Diagnostic, rule: int) -> dict[str, object]:
    text = "\n".join(visible(line) for line in (item.message, *(f"hint: {hint}" for hint in item.hints)))
    made: dict[str, object] = {
        "ruleId": item.code, "ruleIndex": rule, "level": LEVELS[item.severity], "message": {"text": text},
    }  # fmt: skip
    if item.span:
        span = item.span
        region = {
            "startLine": span.line, "startColumn": span.col, "endLine": span.end_line, "endColumn": span.end_col,
        }  # fmt: skip
        place = {"artifactLocation": {"uri": _uri(span.file.name)}, "region": region}
        made["locations"] = [{"physicalLocation": place}]
    return made


def _uri(name: str) -> str:
    """A file's name as a relative URI, or a whole one where the name is absolute."""
    path = quote(name.replace("\\", "/"), safe="/:~")
    if re.match("[A-Za-z]:/", path):
        path = f"/{path}"
    return f"file://{path}" if path.startswith("/") else path.replace(":", "%3A")


def plural(count: int, word: str) -> str:
    """So many of what a word names, for messages: `1 page`, `2 pages`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as an English list, for messages."""
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known words, or all of them where they are few, or nothing.

    The known words keep their order; a set has none that would be the same in the next run, so its words are sorted.
    """
    names = sorted(known) if isinstance(known, set | frozenset) else list(known)
    near = difflib.get_close_matches(word[:80], names, n=3, cutoff=0.6)
    near = near or [name for name in names if name.casefold() == word.casefold()]
    if near:
        return "did you mean " + " or ".join(f"`{n}`" for n in near) + "?"
    if names and len(names) <= 12:
        return "known here: " + ", ".join(f"`{n}`" for n in names)
    return ""
