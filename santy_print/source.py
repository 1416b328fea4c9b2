"""Source: a YAML file in, nodes with spans out. Strings first: no scalar has a type until a field gives it one.

PyYAML supplies the events; its YAML 1.1 resolver (`no` is False, `010` is 8, `1:30` is 90) never runs. Anchors, tags,
duplicate keys and several documents are errors, all of them reported in one run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from santy_print.diag import Report, SourceFile, Span, did_you_mean, register

MAX_BYTES = 2_000_000
MAX_NODES = 200_000
MAX_DEPTH = 40

register("file-missing", "a file that must be there cannot be found")
register("file-unreadable", "a file is there but cannot be read")
register("file-too-large", "a file is larger than a pack may hold")
register("yaml-encoding", "a file is not UTF-8")
register("yaml-syntax", "the YAML cannot be read")
register("yaml-tab", "a tab stands where only spaces may")
register("yaml-anchor", "an anchor or alias is used; a pack says things in full")
register("yaml-tag", "a tag is used; values have no types but those of their field")
register("yaml-duplicate", "a key stands twice in one mapping")
register("yaml-key", "a key is not a single word or text")
register("yaml-hash", "a # after one space: text or comment?")
register("yaml-document", "more than one document in a file")
register("yaml-too-deep", "nesting or size beyond what a pack may hold")

Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text; `plain` where it stood without quotes."""

    text: str
    span: Span
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Seq:
    """A list."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its place, and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Map:
    """A mapping in file order."""

    entries: dict[str, Entry]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        entry = self.entries.get(key)
        return entry.value if entry else None


Node = Scalar | Seq | Map


def read_text(path: Path, name: str, report: Report) -> SourceFile | None:
    """Read a UTF-8 file (a BOM is taken off, line ends become one); report why where it cannot be read."""
    try:
        if not path.is_file():
            report.error("file-missing", f"{name} is not there")
            return None
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as fault:
        report.error("file-unreadable", f"{name} cannot be read: {fault.strerror or fault}")
        return None
    if len(data) > MAX_BYTES:
        report.error("file-too-large", f"{name} holds more than {MAX_BYTES // 1000:,} kB")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        head = data[: fault.start]
        line = head.count(b"\n") + 1
        col = len(head[head.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        shown = SourceFile(name, data.decode("cp1250", "replace").replace("\r\n", "\n"))
        report.error(
            "yaml-encoding",
            f"{name} is not UTF-8: byte 0x{data[fault.start]:02X} stands where a letter should",
            Span(shown, line, col, line, col + 1),
            "save the file as UTF-8 in your editor (it looks like a Windows encoding)",
        )
        return None
    return SourceFile(name, text.replace("\r\n", "\n").replace("\r", "\n"))


def load_yaml(path: Path, name: str, report: Report) -> Map | None:
    """Read a YAML file whose top level is a mapping; report everything wrong with it."""
    file = read_text(path, name, report)
    return parse_yaml(file, report) if file else None


def parse_yaml(file: SourceFile, report: Report) -> Map | None:
    """Turn a text into nodes; report everything wrong with it. None where nothing usable is left."""
    builder = _Builder(file, report)
    node = builder.run()
    if node is None:
        return None
    if isinstance(node, Map):
        return node
    if isinstance(node, Scalar) and not node.text:
        return Map({}, node.span)
    report.error("yaml-syntax", f"{file.name} must hold `key: value` lines at its top level", node.span)
    return None


class _TooBig(Exception):
    pass


@dataclass
class _Builder:
    file: SourceFile
    report: Report
    shifted: dict[int, int] = field(default_factory=dict)
    count: int = 0

    def run(self) -> Node | None:
        """Parse; where a plain text holds ` : `, read it as the text a person sees and parse again."""
        text = self.file.text
        for _ in range(200):
            before = len(self.report)
            self.count = 0
            try:
                return self._document(iter(yaml.parse(text, Loader=Loader)))
            except yaml.MarkedYAMLError as fault:
                mended = self._mend(text, fault)
                if mended is None:
                    self._syntax(fault)
                    return None
                del self.report.items[before:]
                text = mended
            except yaml.YAMLError as fault:
                where = getattr(fault, "position", None)
                span = self._at(*_line_col(self.file.text, where)) if isinstance(where, int) else None
                self.report.error("yaml-syntax", f"{self.file.name} holds a character YAML does not allow", span)
                return None
            except (_TooBig, RecursionError):
                self.report.error("yaml-too-deep", f"{self.file.name} nests too deeply or holds too many values", self._at(1, 1))
                return None
        return None

    _VALUE = re.compile(r"^(\s*(?:- +)*(?:[^\s'\"#:\[{&*!|>%@`-][^:#'\"]*:\s+)?)([^\s'\"|>\[{&*!%@`#].*?)\s*$")

    def _mend(self, text: str, fault: yaml.MarkedYAMLError) -> str | None:
        mark = fault.problem_mark
        if mark is None or "mapping values are not allowed" not in (fault.problem or ""):
            return None
        lines = text.split("\n")
        number = min(mark.line, len(lines) - 1)
        match = self._VALUE.match(lines[number])
        if not match or number in self.shifted or " : " not in match[2] + " " or not match[1].strip():
            return None
        lines[number] = match[1] + "'" + match[2].replace("'", "''") + "'"
        self.shifted[number] = len(match[1])
        return "\n".join(lines)

    def _syntax(self, fault: yaml.MarkedYAMLError) -> None:
        mark = fault.problem_mark or fault.context_mark
        span = self._at(mark.line + 1, mark.column + 1) if mark else None
        line = self.file.lines[min(mark.line, len(self.file.lines) - 1)] if mark else ""
        if mark and ("\t" in line[: mark.column + 1] or "'\\t'" in str(fault.problem)):
            self.report.error("yaml-tab", "a tab stands here; YAML is indented with spaces only", span, "replace the tab by two spaces")
            return
        problem = (fault.problem or "cannot be read").replace("found character '%' that cannot start any token", "a value cannot begin with %")
        hint = "put the whole text in quotes" if "mapping values" in problem or "cannot start" in problem or "could not find expected ':'" in problem else ""
        self.report.error("yaml-syntax", f"this is not YAML: {problem}", span, hint)

    def _document(self, events: Iterator[yaml.Event]) -> Node | None:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    self.report.error("yaml-document", "a second document begins here", self._span(event), "one file, one document: remove the `---`")
                    return root
                root = self._node(next(events), events, 0)
        return root if root is not None else Scalar("", self._at(1, 1))

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_NODES:
            raise _TooBig
        span = self._span(event)
        if isinstance(event, yaml.AliasEvent):
            self.report.error("yaml-anchor", f"the alias `*{event.anchor}` stands for another place", span, "write the value out in full")
            return Scalar("", span)
        if getattr(event, "anchor", None):
            self.report.error("yaml-anchor", f"the anchor `&{event.anchor}` is not allowed", span, "in quotes it is a text")
        if getattr(event, "tag", None):
            self.report.error("yaml-tag", f"the tag `{event.tag}` is not allowed", span, "in quotes it is a text")
        if isinstance(event, yaml.ScalarEvent):
            plain = event.style is None
            if plain:
                self._hash(span)
            return Scalar(event.value, span, plain)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            for event in events:
                if isinstance(event, yaml.SequenceEndEvent):
                    return Seq(tuple(items), self._join(span, event))
                items.append(self._node(event, events, depth + 1))
        return self._map(span, events, depth)

    def _map(self, span: Span, events: Iterator[yaml.Event], depth: int) -> Map:
        entries: dict[str, Entry] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                return Map(entries, self._join(span, event))
            key = self._node(event, events, depth + 1)
            value = self._node(next(events), events, depth + 1)
            if not isinstance(key, Scalar):
                self.report.error("yaml-key", "a key must be a single text", key.span, "quote braces and brackets that are meant as text")
            elif key.text in entries:
                first = entries[key.text].key.span
                self.report.error("yaml-duplicate", f"`{key.text}` stands twice; the first is in line {first.line}", key.span, "keep one of the two")
            else:
                entries[key.text] = Entry(key, value)
        raise _TooBig  # the parser always closes a mapping

    def _hash(self, span: Span) -> None:
        line = self.file.lines[span.end_line - 1] if span.end_line <= len(self.file.lines) else ""
        rest = line[span.end_col - 1 :]
        if len(rest) > 1 and rest[0] == " " and rest[1] == "#" and span.end_col > span.col:
            col = span.end_col + 1
            self.report.error(
                "yaml-hash",
                "this # after a single space begins a comment, so the text ends before it",
                self._at(span.end_line, col),
                "put the text in quotes if the # belongs to it; put two spaces before the # if a comment is meant",
            )

    def _at(self, line: int, col: int) -> Span:
        return Span(self.file, line, col, line, col + 1)

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.file, start.line + 1, self._col(start), end.line + 1, self._col(end))

    def _join(self, span: Span, event: yaml.Event) -> Span:
        return Span(self.file, span.line, span.col, event.end_mark.line + 1, self._col(event.end_mark))

    def _col(self, mark: yaml.Mark) -> int:
        """Column from 1; on a line that was mended, the quote we added does not count."""
        shift = self.shifted.get(mark.line)
        col: int = mark.column + 1
        if shift is None or mark.column <= shift:
            return col
        return min(col - 1, len(self.file.lines[mark.line]) + 1)


def _line_col(text: str, position: int) -> tuple[int, int]:
    head = text[:position]
    return head.count("\n") + 1, position - head.rfind("\n")


def plain(node: Node) -> object:
    """The node as nested dict, list and str: what a model validates."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Seq):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def locate(node: Node, path: tuple[str | int, ...], key: bool = False) -> Span:
    """The span of the value at a path, or of the nearest thing above it; with `key` the span of the key itself.

    Path parts that do not exist in the nodes (a validator's own words) are passed over.
    """
    span = node.span
    for part in path:
        if isinstance(node, Map) and isinstance(part, str) and part in node.entries:
            entry = node.entries[part]
            node = entry.value
            span = entry.key.span if key or isinstance(node, Map | Seq) else node.span
            if isinstance(node, Scalar) and not node.text:
                span = entry.key.span
        elif isinstance(node, Seq) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            span = node.span
    return span


__all__ = ["Entry", "Map", "Node", "Scalar", "Seq", "did_you_mean", "load_yaml", "locate", "parse_yaml", "plain", "read_text"]
