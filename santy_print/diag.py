"""Diagnostics: text in, values out. A fault is a value with a place, a code, a message and the way out."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Severity = Literal["error", "warning"]

CODES: dict[str, str] = {}


def register(code: str, meaning: str) -> str:
    """Name a diagnostic code once and say what it means; a second registration is a programming error."""
    if code in CODES:
        raise ValueError(f"diagnostic code {code!r} is registered twice")
    CODES[code] = meaning
    return code


@dataclass(frozen=True, slots=False)
class SourceFile:
    """A text as read, with the name people know it by."""

    name: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file; lines and columns count from 1, in characters; the end is exclusive."""

    file: SourceFile
    line: int
    col: int
    end_line: int
    end_col: int

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}:{self.col}"

    def __repr__(self) -> str:
        return f"<Span {self}>"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: what is wrong, where, by which rule of the game, and what would mend it."""

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hints: tuple[str, ...] = ()
    fact: str | None = None

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"diagnostic code {self.code!r} is not registered")

    def short(self) -> str:
        """One line, as compilers print it."""
        place = f"{self.span}: " if self.span else ""
        fact = f" [{self.fact}]" if self.fact else ""
        return f"{place}{self.severity}: {self.message}{fact} ({self.code})"

    def human(self) -> str:
        """The line, the place with a caret under it, and the hints."""
        out = [self.short()]
        if self.span and self.span.line <= len(self.span.file.lines):
            line = self.span.file.lines[self.span.line - 1].replace("\t", " ").rstrip("\r")
            start = max(self.span.col - 60, 0)
            width = self.span.end_col - self.span.col if self.span.end_line == self.span.line else len(line) - self.span.col + 1
            number = str(self.span.line)
            shown = line[start : start + 100]
            mark = " " * (self.span.col - 1 - start) + "^" * max(1, min(width, len(shown) - (self.span.col - 1 - start)))
            out += [f"  {number} | {shown}", f"  {' ' * len(number)} | {mark}"]
        out += [f"  hint: {hint}" for hint in self.hints]
        return "\n".join(out)

    def as_json(self) -> dict[str, object]:
        """The value for programs."""
        data: dict[str, object] = {"severity": self.severity, "code": self.code, "message": self.message}
        if self.span:
            span = self.span
            data |= {"file": span.file.name, "line": span.line, "column": span.col, "end_line": span.end_line, "end_column": span.end_col}
        return data | {"hints": list(self.hints), "fact": self.fact}


@dataclass(slots=True)
class Report:
    """All that was found, in the order of finding; nothing found stops the next check."""

    items: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, message: str, span: Span | None = None, *hints: str, fact: str | None = None) -> None:
        """Add an error."""
        self.items.append(Diagnostic("error", code, message, span, tuple(h for h in hints if h), fact))

    def warning(self, code: str, message: str, span: Span | None = None, *hints: str, fact: str | None = None) -> None:
        """Add a warning."""
        self.items.append(Diagnostic("warning", code, message, span, tuple(h for h in hints if h), fact))

    def extend(self, other: Iterable[Diagnostic]) -> None:
        """Take over what another report found."""
        self.items.extend(other)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def errors(self) -> list[Diagnostic]:
        """Only the errors."""
        return [d for d in self.items if d.severity == "error"]

    @property
    def ok(self) -> bool:
        """True where no error was found; warnings do not count."""
        return not any(d.severity == "error" for d in self.items)

    def sorted(self) -> list[Diagnostic]:
        """By file, then line and column; what has no place comes last."""
        return sorted(self.items, key=lambda d: (d.span is None, d.span.file.name if d.span else "", d.span.line if d.span else 0, d.span.col if d.span else 0))


class PackError(Exception):
    """A pack, record or option that cannot be used; carries the report, never a bare sentence."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n".join(d.short() for d in report.errors))
        self.report = report


def render(items: Sequence[Diagnostic], style: Literal["human", "short", "json"]) -> str:
    """Turn diagnostics into text: `human` with excerpts, `short` one line each, `json` for programs."""
    if style == "json":
        return json.dumps([d.as_json() for d in items], ensure_ascii=False, indent=2)
    if style == "short":
        return "\n".join(d.short() for d in items)
    return "\n\n".join(d.human() for d in items)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known words, or all of them where they are few, or nothing."""
    names = list(known)
    near = difflib.get_close_matches(word, names, n=3, cutoff=0.6) or [n for n in names if n.casefold() == word.casefold()]
    if near:
        return "did you mean " + " or ".join(f"`{n}`" for n in near) + "?"
    if names and len(names) <= 12:
        return "known here: " + ", ".join(f"`{n}`" for n in names)
    return ""
