"""Cells: the fields of cards in, each with its place; another text for one, its file out, all else byte for byte.

A cell is found again where it was read, by its row and column, and what is to be written is read back first: all other
cells must say what they held. A workbook is not written here: what it holds besides its cells would be lost.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from santy_print.diag import CellFile, PackError, Report, register
from santy_print.output import read_plain
from santy_print.rewrite import Edits, in_place_of
from santy_print.source import Entry, Map, Node, Scalar, Seq, decode, load_yaml, parse_yaml
from santy_print.spreadsheet import PLAINLY, Asked, key_of
from santy_print.spreadsheet.delimited import MAX_BYTES, encoding_of, separator_of

register("spreadsheet-write", "a cell cannot be written without harming its file")

DELIMITED = (".csv", ".tsv")
_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """A field of a card, in a language where its column names one; `value` is None in a column where it is empty."""

    kind: str
    id: str
    field: str
    language: str
    value: Scalar | None
    column: Scalar
    row: Map

    @property
    def key(self) -> str:
        """What its text is called in every language, or would be."""
        return key_of(self.kind, self.id, self.field)

    @property
    def text(self) -> str:
        """What it says."""
        return self.value.text if self.value is not None else ""

    @property
    def file(self) -> str:
        """The name of the file that it stands in."""
        return (self.value or self.column).span.file.whole

    @property
    def is_workbooks(self) -> bool:
        """Whether it stands in a workbook."""
        return isinstance((self.value or self.column).span.file, CellFile)

    @property
    def line(self) -> int:
        """The line that it stands in, or its row begins in."""
        return (self.value.span if self.value is not None else self.row.span).line


def cells_of(node: Map) -> Iterator[Cell]:
    """All cells of the collections of a pack, also those of spreadsheets that are empty."""
    for kind, collection in node.entries.items():
        rows = collection.value.entries.values() if isinstance(collection.value, Map) else ()
        found = [(row.key.text, row.value) for row in rows if isinstance(row.value, Map)]
        columns = {name: entry.key for _, row in found for name, entry in row.entries.items()}
        for id, row in found:
            for name, column in columns.items():
                entry = row.entries.get(name)
                value = entry.value if entry is not None else None
                if entry is None and not _beside(column, row):
                    continue
                if value is None or isinstance(value, Scalar):
                    field, _, language = name.partition("@")
                    held = value if value is not None and value.text else None
                    yield Cell(kind, id, field, language, held, entry.key if entry else column, row)


def _beside(column: Scalar, row: Map) -> bool:
    """Whether a column of a spreadsheet is one of the row's own."""
    name = column.span.file.whole
    return name.casefold().endswith(DELIMITED) and row.span.file.whole == name


def with_text(path: Path, cell: Cell, text: str) -> bytes:
    """What the file of a cell is to hold for that to say something else; PackError where it cannot be written."""
    if cell.is_workbooks:
        raise _refusal(f"{path.name} is a workbook", "write it there, with the program that made it")
    if path.suffix.casefold() in DELIMITED:
        return _delimited(path, cell, text, asked_for(path))
    return _yaml(path, cell, text)


def _refusal(message: str, hint: str = "nothing was written; write it there by hand") -> PackError:
    report = Report()
    report.error("spreadsheet-write", message, None, hint)
    return PackError(report)


def asked_for(path: Path) -> Asked:
    """How a YAML file beside a spreadsheet says that it is to be read."""
    for other in sorted(path.parent.glob("*.yaml")):
        node = load_yaml(other, other.name, Report())
        for entry in node.entries.values() if node is not None else ():
            named = entry.value.get("file") if isinstance(entry.value, Map) else None
            if isinstance(entry.value, Map) and isinstance(named, Scalar) and named.text == path.name:
                found = {key: value for key in Asked._fields if isinstance(value := entry.value.get(key), Scalar)}
                return Asked(**found)
    return PLAINLY


# CSV


def _delimited(path: Path, cell: Cell, text: str, asked: Asked) -> bytes:
    data, report = read_plain(path, MAX_BYTES), Report()
    encoding, mark = encoding_of(data, asked, report), _mark(data)
    if encoding is None or not report.ok:
        raise PackError(report)
    codec = {"utf-8-sig": "utf-8", "utf-16": _utf_16(data)}.get(encoding, encoding)
    try:
        whole = data[len(mark) :].decode(codec)
    except UnicodeDecodeError:
        raise _refusal(f"{path.name} was changed meanwhile, and is not in the encoding {codec} any more") from None
    separator, skipped = separator_of(_END.sub("\n", whole), path, Report(), asked)
    ends = _END.findall(whole)
    ranges = list(_ranges(whole, separator))[skipped:]
    header = next((row for line, row in ranges if line <= cell.column.span.line < line + _lines(whole, row)), None)
    own = next((row for line, row in ranges if line <= cell.row.span.line < line + _lines(whole, row)), None)
    at = _column(whole, header, cell.column.span.col) if header is not None else None
    if header is None or own is None or at is None or own is header:
        raise _refusal(f"the cell is not found again in {path.name}")
    lacking = max(0, at - len(own) + 1)
    begin, end = own[at] if not lacking else (own[-1][1], own[-1][1])
    old = whole[begin:end]
    written = _written(text, separator, old.startswith('"')).replace("\n", ends[0] if ends else "\n")
    made = f"{whole[:begin]}{separator * lacking}{written}{whole[end:]}"
    before, after = ([*_read(each, separator, skipped)] for each in (whole, made))
    number = ranges.index(next(pair for pair in ranges if pair[1] is own))
    wanted = [[*row] for row in before]
    if number < len(wanted):
        wanted[number] += [""] * lacking
        wanted[number][at] = text
    if after != wanted:
        raise _refusal(f"{path.name} is written in a way that cannot be changed here")
    try:
        return mark + made.encode(codec)
    except UnicodeEncodeError as fault:
        char = made[fault.start]
        message = f"the encoding of {path.name}, {codec}, has no {char} (U+{ord(char):04X})"
        raise _refusal(message, "nothing was written; save the file as “CSV UTF-8” first") from None


def _mark(data: bytes) -> bytes:
    marks = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    return next((mark for mark in marks if data.startswith(mark)), b"")


def _utf_16(data: bytes) -> str:
    return "utf-16-be" if data.startswith(codecs.BOM_UTF16_BE) else "utf-16-le"


def _ranges(text: str, separator: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each row's cells, from where to where they stand, with the line it begins in; quotes are of the cell."""
    cell = re.compile(rf'"(?:[^"]|"")*"[^{re.escape(separator)}\r\n]*|[^{re.escape(separator)}\r\n]*')
    at, line, row, begun = 0, 1, list[tuple[int, int]](), 1
    while True:
        match = cell.match(text, at)
        assert match is not None
        row.append(match.span())
        line += len(_END.findall(match[0]))
        at = match.end()
        if text[at : at + 1] == separator:
            at += 1
            continue
        yield begun, row
        end = _END.match(text, at)
        if end is None:
            return
        at, line, row = end.end(), line + 1, []
        begun = line


def _lines(text: str, row: list[tuple[int, int]]) -> int:
    """How many lines a row takes."""
    return len(_END.findall(text, row[0][0], row[-1][1])) + 1


def _column(text: str, header: list[tuple[int, int]], col: int) -> int | None:
    """Which cell of the header begins at a column of its line, counted from 1."""
    first = header[0][0]
    return next((at for at, (begin, _) in enumerate(header) if begin - first + 1 == col), None)


def _written(text: str, separator: str, quoted: bool) -> str:
    """A text as a cell, in quotes where it had them or needs them."""
    if quoted or separator in text or '"' in text or "\n" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def _read(text: str, separator: str, skipped: int) -> Iterator[list[str]]:
    """What a reader makes of the rows."""
    lines = _END.sub("\n", text).split("\n")[skipped:]
    reader = csv.reader(io.StringIO("\n".join(lines), newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            yield row or [""]
        if lines[-1] == "":
            yield [""]  # after the last line end
    except csv.Error as fault:
        yield [f"{fault}"]


# YAML


def _yaml(path: Path, cell: Cell, text: str) -> bytes:
    report = Report()
    node = load_yaml(path, path.name, report)
    if node is None or not report.ok:
        raise PackError(report)
    found = next((pair for pair in _entries(node) if _same(pair[0].value, cell.value)), None)
    if found is None:
        raise _refusal(f"this is made by a loop or a list in {path.name}, and stands in no line of its own")
    entry, holder = found
    edits = Edits(node.span.file)
    edits.set(entry, text, edits.in_braces(holder))
    made = edits.text()
    file = decode(made.encode("utf-8"), path.name, report)
    again = parse_yaml(file, report) if file else None
    before = [text if value is entry.value else value.text.strip() for value in _scalars(node)]
    if again is None or not report.ok or [value.text.strip() for value in _scalars(again)] != before:
        raise _refusal(f"{path.name} is written in a way that cannot be changed here")
    return in_place_of(path, made)


def _same(node: Node, value: Scalar | None) -> bool:
    """Whether a value of the file is the one of a cell."""
    if value is None or not isinstance(node, Scalar):
        return False
    return (node.span.line, node.span.col, node.text) == (value.span.line, value.span.col, value.text)


def _entries(node: Node) -> Iterator[tuple[Entry, Map]]:
    """All entries below a node, each with what it stands in."""
    if isinstance(node, Map):
        for entry in node.entries.values():
            yield entry, node
            yield from _entries(entry.value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _entries(item)


def _scalars(node: Node) -> Iterator[Scalar]:
    """All texts of a node in their order, those of its keys, too."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _scalars(item)
    else:
        for entry in node.entries.values():
            yield entry.key
            yield from _scalars(entry.value)
