"""Rewrite: a YAML file and new values at spans in, the same file with nothing else changed out.

Comments, order, spacing, line ends and a byte order mark stay as their writer left them: the text is edited where
the old values stand, never dumped anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from santy_print.diag import PackError, Report, SourceFile, Span, register
from santy_print.output import write_atomic
from santy_print.source import Map, Scalar, read_text

register("rewrite-changed", "a file was changed by somebody else while it was worked on")
register("rewrite-lines", "a value that is to be changed takes more than one line")

_PLAIN = re.compile(r"[^\W_](?:[\w.()+/’-]| (?! |$))*")
_BOM = b"\xef\xbb\xbf"


class Change(NamedTuple):
    """A value to be written where another one stands; or a `raw` text that is put in as it is."""

    span: Span
    text: str
    raw: bool = False


def rewritten(file: SourceFile, changes: Sequence[Change]) -> str:
    """The text of a file with the changes made, in whatever order they come."""
    return "\n".join(_edited(file, changes))


def _edited(file: SourceFile, changes: Sequence[Change]) -> list[str]:
    """The lines of a file with the changes made; what was added may have line ends in it."""
    lines = list(file.lines)
    for change in sorted(changes, key=lambda change: (change.span.line, change.span.col), reverse=True):
        span = change.span
        if span.end_line != span.line:
            report = Report()
            report.error("rewrite-lines", "this takes several lines", span, "write the value on one line")
            raise PackError(report)
        line = lines[span.line - 1]
        old = line[span.col - 1 : span.end_col - 1]
        text = change.text if change.raw else spelled(change.text, old)
        lines[span.line - 1] = line[: span.col - 1] + text + line[span.end_col - 1 :]
    return lines


Values = Mapping[str, "str | Values"]
"""What is to stand in a mapping, at whatever depth."""


def additions(top: Map, values: Values) -> list[Change]:
    """How a file comes to say what it has no line for yet: in braces where it has braces, else on lines of their own.

    PackError where something else stands in the way of a mapping.
    """
    found: list[Change] = []
    _add(top, values, None, found)
    return found


def _add(node: Map, values: Values, key: Span | None, found: list[Change]) -> None:
    new: dict[str, str | Values] = {}
    for name, value in values.items():
        entry = node.entries.get(name)
        if entry is None:
            new[name] = value
        elif isinstance(entry.value, Map) and not isinstance(value, str):
            _add(entry.value, value, entry.key.span, found)
        elif isinstance(entry.value, Scalar) and isinstance(value, str):
            found.append(Change(entry.value.span, value))
        else:
            report = Report()
            report.error("rewrite-lines", f"`{name}` is no mapping to be added to", entry.value.span)
            raise PackError(report)
    if not new:
        return
    file, line = node.span.file, node.span.line
    if file.lines[line - 1][node.span.col - 1 : node.span.col] == "{":
        text = ", ".join(_flow(name, value) for name, value in new.items()) + (", " if node.entries else "")
        at = node.span.col + 1
    elif key is None:  # after everything that a file says at its top level
        text, line = "".join(f"\n{_flow(name, value)}" for name, value in new.items()), len(file.lines)
        line -= line > 1 and not file.lines[-1]
        at = len(file.lines[line - 1]) + 1
    else:
        indent = " " * (next(iter(node.entries.values())).key.span.col - 1)
        text, line = "".join(f"\n{indent}{_flow(name, value)}" for name, value in new.items()), key.line
        at = len(file.lines[line - 1]) + 1
    found.append(Change(Span(file, line, at, line, at), text, raw=True))


def entries(values: Values, indent: str = "  ") -> list[str]:
    """Lines of a file that say values: a line for each at the top, braces below."""
    return [f"{indent}{_flow(name, value)}\n" for name, value in values.items()]


def _flow(name: str, value: str | Values) -> str:
    """A key with its value on one line."""
    if isinstance(value, str):
        return f"{name}: {spelled(value, '')}"
    return f"{name}: {{{', '.join(_flow(*entry) for entry in value.items())}}}"


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
    ends = re.findall(r"\r\n|\r|\n", data.decode("utf-8-sig"))
    parts = [line.replace("\n", ends[0] if ends else "\n") for line in _edited(now, changes)]
    joined = "".join(part + end for part, end in zip(parts, [*ends, ""], strict=True))
    return write_atomic(to or path, (_BOM if data.startswith(_BOM) else b"") + joined.encode("utf-8"))
