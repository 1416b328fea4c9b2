"""Rewrite: a YAML file's nodes and new values in, the file's text out, changed at those places and nowhere else.

Comments, order, blank lines, quotes, line ends and a byte order mark stay as a person wrote them: the text is edited
where the old values stand, never dumped anew. Whoever writes much of it reads the result back first.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path

from santy_print.diag import PackError, Report, SourceFile, Span, register
from santy_print.output import write_atomic
from santy_print.source import Entry, Map, Scalar, read_text

register("rewrite-changed", "a file was changed by somebody else while it was worked on")
register("rewrite-lines", "a value that is to be changed takes more than one line")

_BOM = b"\xef\xbb\xbf"

WIDTH = 120
MARK = "#."
"""What begins a comment that tells a translator what to do, and goes when it is done."""
Tree = Mapping[str, "str | Tree"]
"""New entries: names with values, or with more entries below them."""

_UNSAFE = re.compile(r"^[-?:,\[\]{}#&*!|>'\"%@`=~]|:(\s|$)|\s#|^\s|\s$|^\.\.\.|[\n\t\r]")
_NO_SINGLE = re.compile(r"[\n\t\r\x00-\x1f\x7f-\x9f]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def quoted(value: str) -> str:
    """A text in double quotes, on one line."""
    return '"' + "".join(_ESCAPES.get(char) or _code(char) for char in value) + '"'


def _code(char: str) -> str:
    code = ord(char)
    hidden = code < 0x20 or 0x7F <= code < 0xA0 or code in (0x2028, 0x2029, 0xFEFF)
    return f"\\u{code:04X}" if hidden else char


def scalar(value: str, like: str = "", flow: bool = False) -> str:
    """A text as a scalar on one line: without quotes where that is safe and `like` (a quote) does not ask for one."""
    safe = bool(value) and not _UNSAFE.search(value) and not (flow and re.search(r"[,\[\]{}]", value))
    if safe and not like and all(char.isprintable() or char in "\u00a0\u202f\u2009" for char in value):
        return value
    single = like == "'" or (like != '"' and '"' in value) or "\\" in value
    if single and value and not _NO_SINGLE.search(value):
        return "'" + value.replace("'", "''") + "'"
    return quoted(value)


def folded(value: str, indent: int) -> list[str] | None:
    """The lines of a text below a `>-`; None for a text that those would not give back."""
    words = value.split(" ")
    if not all(words) or _NO_SINGLE.search(value) or len(words) < 2:
        return None
    lines, margin = [words[0]], " " * indent
    for word in words[1:]:
        if indent + len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return [margin + line for line in lines]


def block(tree: Tree, indent: int) -> Iterator[str]:
    """New entries as lines of a block."""
    margin = " " * indent
    for key, value in tree.items():
        name = scalar(key)
        if not isinstance(value, str):
            yield f"{margin}{name}:"
            yield from block(value, indent + 2)
            continue
        short = f"{margin}{name}: {scalar(value)}"
        long = folded(value, indent + 2) if len(short) > WIDTH else None
        yield from [f"{margin}{name}: >-", *long] if long else [short]


def on_one_line(name: str, value: str | Tree) -> str:
    """An entry on one line, in braces where it holds more."""
    if isinstance(value, str):
        return f"{scalar(name)}: {scalar(value, '', flow=True)}"
    return f"{scalar(name)}: {{{', '.join(on_one_line(*entry) for entry in value.items())}}}"


class Edits:
    """Collects changes to one file; `text()` is the file with all of them."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self._starts = [0, *accumulate(len(line) + 1 for line in file.lines)]
        self._edits: list[tuple[int, int, str]] = []

    def text(self) -> str:
        """The file with all changes; those at one place stand in the order they were made."""
        return self.ended(["\n"])

    def ended(self, ends: list[str]) -> str:
        """The same with the line ends that the file has, in their order; new lines end as its first does."""
        out, at, new = [], 0, ends[0] if ends else "\n"
        for start, end, text in sorted(self._edits, key=lambda edit: edit[0]):
            out += [self._as_it_was(at, start, ends), text.replace("\n", new)]
            at = end
        return "".join([*out, self._as_it_was(at, len(self.file.text), ends)])

    def _as_it_was(self, start: int, end: int, ends: list[str]) -> str:
        """A stretch of the file with its own line ends."""
        if len(set(ends)) < 2:
            return self.file.text[start:end].replace("\n", ends[0] if ends else "\n")
        first = self.file.text.count("\n", 0, start)
        lines = self.file.text[start:end].split("\n")
        own = [*ends[first : first + len(lines) - 1], ""]
        return "".join(line + end for line, end in zip(lines, own, strict=True))

    def offset(self, line: int, col: int) -> int:
        """A place, counted from 1 as spans do, as an index into the file's text."""
        return min(self._starts[line - 1] + col - 1, len(self.file.text))

    def put(self, line: int, col: int, text: str) -> None:
        """Put a text at a place."""
        at = self.offset(line, col)
        self._edits.append((at, at, text))

    def put_lines(self, after: int, lines: list[str]) -> None:
        """Put whole lines below a line."""
        if after < len(self.file.lines):
            self.put(after + 1, 1, "".join(f"{line}\n" for line in lines))
        else:
            self.put(after, len(self.file.lines[-1]) + 1, "".join(f"\n{line}" for line in lines))

    def last(self) -> int:
        """The file's last line that holds something to be followed."""
        return len(self.file.lines) - (self.file.lines[-1] == "")

    # Values

    def replace(self, span: Span, value: str) -> None:
        """Write a value in the place of another, in its quotes.

        PackError where that takes several lines, or the file is another than when the span was taken.
        """
        report = Report()
        if span.file.text != self.file.text:
            report.error("rewrite-changed", f"{span.file.name} was changed meanwhile", None, "run the command again")
        elif span.end_line != span.line:
            report.error("rewrite-lines", "this takes several lines", span, "write the value on one line")
        if not report.ok:
            raise PackError(report)
        start, end = self.offset(span.line, span.col), self.offset(span.end_line, span.end_col)
        quote = self.file.text[start : start + 1]
        written = scalar(value, quote if quote in ("'", '"') else "", flow=True)
        self._edits.append((start, end, written))

    def include(self, top: Map, values: Tree) -> None:
        """Have a file say values that it has no line for yet, each on one: in braces where it has braces.

        PackError where something else stands in the way of a mapping.
        """
        self._include(top, values, None)

    def _include(self, node: Map, values: Tree, key: Span | None) -> None:
        new: dict[str, str | Tree] = {}
        for name, value in values.items():
            entry = node.entries.get(name)
            if entry is None:
                new[name] = value
            elif isinstance(entry.value, Map) and not isinstance(value, str):
                self._include(entry.value, value, entry.key.span)
            elif isinstance(entry.value, Scalar) and isinstance(value, str):
                self.replace(entry.value.span, value)
            else:
                report = Report()
                report.error("rewrite-lines", f"`{name}` is no mapping to be added to", entry.value.span)
                raise PackError(report)
        if not new:
            return
        written = [on_one_line(name, value) for name, value in new.items()]
        if self.in_braces(node):
            self.put(node.span.line, node.span.col + 1, ", ".join(written) + (", " if node.entries else ""))
        elif key is None:  # after everything that the file says at its top level
            self.put_lines(self.last(), written)
        else:
            indent = " " * (next(iter(node.entries.values())).key.span.col - 1)
            self.put_lines(key.line, [indent + line for line in written])

    def exchange(self, entry: Entry, text: str) -> None:
        """Put something else, as YAML spells it, in the place of all that an entry holds."""
        start = self.offset(entry.key.span.end_line, entry.key.span.end_col)
        colon = self.file.text.index(":", start) + 1
        if isinstance(entry.value, Scalar) or self.in_braces(entry.value):  # type: ignore[arg-type]
            end = self.offset(entry.value.span.end_line, entry.value.span.end_col)
        else:
            line = self.last_line(entry)
            end = self.offset(line, len(self.file.lines[line - 1]) + 1)
        self._edits.append((colon, end, f" {text}"))

    def set(self, entry: Entry, value: str, flow: bool = False) -> None:
        """Give an entry that holds a text another one, in its own style where the style can say it."""
        old = entry.value
        assert isinstance(old, Scalar)
        head = self._head(old)
        if head in ("|", ">"):
            self._set_block(entry, old, value)
        elif not old.text and not head:
            self._fill(entry, value, flow)
        else:
            self._set_inline(entry, old, value, head, flow)

    def _head(self, value: Scalar) -> str:
        """What a scalar begins with where it is not plain: a quote, `|` or `>`."""
        at = self.offset(value.span.line, value.span.col)
        return "" if value.plain else self.file.text[at : at + 1]

    def _set_inline(self, entry: Entry, old: Scalar, value: str, head: str, flow: bool) -> None:
        span = old.span
        head = "" if not old.text and head == '"' else head  # an empty place has no style of its own
        short = scalar(value, head, flow)
        rest = self.file.lines[span.end_line - 1][span.end_col - 1 :]
        is_long = span.end_line > span.line or span.col + len(short) > WIDTH + 1
        movable = not flow and not rest.strip() and span.line == entry.key.span.line
        lines = folded(value, entry.key.span.col + 1) if is_long and movable else None
        text = "\n".join([">-", *lines]) if lines else short
        end = self.offset(span.end_line, span.end_col)
        self._edits.append((self.offset(span.line, span.col), end, text))

    def _fill(self, entry: Entry, value: str, flow: bool) -> None:
        """A value for a key that has none: right after its colon."""
        span, line = entry.key.span, self.file.lines[entry.key.span.end_line - 1]
        colon = line.find(":", span.end_col - 1)
        short = scalar(value, "", flow)
        movable = not flow and not line[colon + 1 :].strip() and colon + 2 + len(short) > WIDTH
        lines = folded(value, span.col + 1) if movable else None
        self.put(span.end_line, colon + 2, " " + ("\n".join([">-", *lines]) if lines else short))

    def _set_block(self, entry: Entry, old: Scalar, value: str) -> None:
        """Exchange the lines of a block; its header stays, with the comment that may stand there."""
        span, last = old.span, self.last_line(entry)
        body = [line for line in self.file.lines[span.line : last] if line.strip()]
        indent = len(body[0]) - len(body[0].lstrip(" ")) if body else entry.key.span.col + 1
        header = self.file.lines[span.line - 1][span.col - 1 :]
        mark, _, comment = header.partition(" ")
        comment = f" {comment}" if comment.strip() else ""
        lines = folded(value, indent)
        if lines is None and value and not _NO_SINGLE.search(value) and " " not in value:
            lines = [" " * indent + value]
        kept = mark if mark in (">", ">-") or (mark == "|-" and lines and len(lines) == 1) else ">-"
        text = "\n".join([kept + comment, *lines]) if lines else scalar(value, '"') + comment
        end = self.offset(last, len(self.file.lines[last - 1]) + 1)
        self._edits.append((self.offset(span.line, span.col), end, text))

    def last_line(self, entry: Entry) -> int:
        """The last line of what an entry holds; blank lines and comments after it are not its own."""
        value, lines = entry.value, self.file.lines
        if isinstance(value, Map) and not self.in_braces(value) and value.entries:
            return max(self.last_line(below) for below in value.entries.values())
        if isinstance(value, Scalar) and self._head(value) in ("|", ">"):
            last, margin = value.span.line, entry.key.span.col - 1
            for number, line in enumerate(lines[value.span.line :], value.span.line + 1):
                if line.strip() and len(line) - len(line.lstrip(" ")) <= margin:
                    break
                last = number if line.strip() else last
            return last
        if isinstance(value, Scalar) and not value.text and not self._head(value):
            return entry.key.span.end_line
        end = value.span
        return end.end_line if lines[end.end_line - 1][: end.end_col - 1].strip() else end.end_line - 1

    # New entries

    def in_braces(self, node: Map) -> bool:
        """True for a mapping written `{a: b}`."""
        at = self.offset(node.span.line, node.span.col)
        return self.file.text[at : at + 1] == "{"

    def add(self, node: Map, tree: Tree, after: str | None, parent: Entry | None) -> None:
        """Put new entries into a mapping: below the entry `after`, or before all others."""
        if self.in_braces(node):
            self._add_in_braces(node, tree, after)
            return
        columns = [entry.key.span.col for entry in node.entries.values()]
        indent = columns[0] - 1 if columns else (parent.key.span.col + 1 if parent else 0)
        if after is not None:
            line = self.last_line(node.entries[after])
        elif parent is not None:
            line = parent.key.span.line
        else:
            line = min(entry.key.span.line for entry in node.entries.values()) - 1
        self.put_lines(line, list(block(tree, indent)))

    def _add_in_braces(self, node: Map, tree: Tree, after: str | None) -> None:
        written = ", ".join(f"{scalar(key, '', True)}: {scalar(value, '', True)}" for key, value in _flat(tree))
        if after is None:
            self.put(node.span.line, node.span.col + 1, f"{written}, " if node.entries else written)
        else:
            end = node.entries[after].value.span
            self.put(end.end_line, end.end_col, f", {written}")


def _flat(tree: Tree, stem: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        name = f"{stem}.{key}" if stem else key
        if isinstance(value, str):
            yield name, value
        else:
            yield from _flat(value, name)


def save(edits: Edits, path: Path, to: Path | None = None) -> Path:
    """Write a file with its changes, or a copy of it: whole or not at all.

    PackError where the file no longer reads as it did when the changes were made.
    """
    report = Report()
    now = read_text(path, edits.file.name, report)
    if now is None:
        raise PackError(report)
    if edits.file.text != now.text:
        report.error("rewrite-changed", f"{edits.file.name} was changed meanwhile", None, "run the command again")
        raise PackError(report)
    data = path.read_bytes()
    ends = re.findall(r"\r\n|\r|\n", data.decode("utf-8-sig"))
    return write_atomic(to or path, (_BOM if data.startswith(_BOM) else b"") + edits.ended(ends).encode("utf-8"))


def in_place_of(path: Path, text: str) -> bytes:
    """A text as the bytes of the file whose place it takes, if there is one: with its byte order mark and line ends."""
    data = path.read_bytes() if path.is_file() else b""
    old = data.decode("utf-8-sig", "replace")
    ends = re.findall(r"\r\n|\r|\n", old)
    lines = text.split("\n")
    own = [ends[0] if ends else "\n"] * (len(lines) - 1)
    if len(set(ends)) > 1:
        before = re.split(r"\r\n|\r|\n", old)
        for start, to, size in difflib.SequenceMatcher(None, before, lines, autojunk=False).get_matching_blocks():
            kept = ends[start : start + size]
            own[to : to + len(kept)] = kept[: len(own) - to]
    whole = "".join(line + end for line, end in zip(lines, [*own, ""], strict=True))
    return (_BOM if data.startswith(_BOM) else b"") + whole.encode("utf-8")
