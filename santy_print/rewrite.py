"""Rewrite: a YAML file and new values at spans in, the same file with nothing else changed out.

Comments, order, spacing, line ends and a byte order mark stay as their writer left them: the text is edited where
the old values stand, never dumped anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from santy_print.diag import PackError, Report, SourceFile, Span, register
from santy_print.output import write_atomic
from santy_print.source import read_text

register("rewrite-changed", "a file was changed by somebody else while it was worked on")
register("rewrite-lines", "a value that is to be changed takes more than one line")

_PLAIN = re.compile(r"[^\W_](?:[\w.()+/’-]| (?! |$))*")
_BOM = b"\xef\xbb\xbf"


class Change(NamedTuple):
    """A value to be written where another one stands."""

    span: Span
    text: str


def rewritten(file: SourceFile, changes: Sequence[Change]) -> str:
    """The text of a file with the changes made, in whatever order they come."""
    lines = list(file.lines)
    for change in sorted(changes, key=lambda change: (change.span.line, change.span.col), reverse=True):
        span = change.span
        if span.end_line != span.line:
            report = Report()
            report.error("rewrite-lines", "this takes several lines", span, "write the value on one line")
            raise PackError(report)
        line = lines[span.line - 1]
        old = line[span.col - 1 : span.end_col - 1]
        lines[span.line - 1] = line[: span.col - 1] + spelled(change.text, old) + line[span.end_col - 1 :]
    return "\n".join(lines)


def spelled(text: str, old: str) -> str:
    """A value as YAML spells it: in quotes where the old one was, or where it needs them."""
    if old.startswith("'"):
        return "'" + text.replace("'", "''") + "'"
    if old.startswith('"') or not _PLAIN.fullmatch(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def rewrite(path: Path, changes: Sequence[Change], to: Path | None = None) -> Path:
    """Make changes in a file, or in a copy of it: whole or not at all.

    PackError where the file no longer reads as it did when the spans were taken.
    """
    report = Report()
    shown = changes[0].span.file if changes else SourceFile(path.as_posix(), "")
    now = read_text(path, shown.name, report)
    if now is None:
        raise PackError(report)
    if changes and any(change.span.file.text != now.text for change in changes):
        report.error("rewrite-changed", f"{shown.name} was changed meanwhile", None, "run the command again")
        raise PackError(report)
    data = path.read_bytes()
    text = rewritten(now, changes)
    ends = re.findall(r"\r\n|\r|\n", data.decode("utf-8-sig"))
    parts = text.split("\n")
    joined = "".join(part + end for part, end in zip(parts, [*ends, ""], strict=True))
    return write_atomic(to or path, (_BOM if data.startswith(_BOM) else b"") + joined.encode("utf-8"))
