"""Delimited: a CSV or TSV file in, its cells with their lines and columns out; Python's own `csv` takes it apart."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from pathlib import Path

from santy_print.diag import STEERS, Report, SourceFile, Span, did_you_mean, register
from santy_print.source import Scalar, refuse_steering
from santy_print.spreadsheet import MAX_COLUMNS, MAX_ROWS, Asked, Grid, read_bytes, refuse_error

register("spreadsheet-encoding", "a spreadsheet as text is in an encoding that is not told")

MAX_BYTES = 10_000_000
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
"""The words for what cells may be apart by."""
ENCODINGS = ("utf-8", "utf-16", "cp1252", "cp1250", "cp1251", "latin-1", "iso-8859-2", "mac-roman")
_SEPARATOR = re.compile(r"sep=(.)\n", re.IGNORECASE)
_CELL = r'(?:[ ]*"(?:[^"]|"")*"[^{0}\n]*|[^{0}\n]*)'


def read_delimited(path: Path, name: str, report: Report, depth: int, asked: Asked) -> Grid | None:
    """All cells that are not empty; None, and the reason reported, where the file cannot be read."""
    if asked.sheet is not None:
        report.error("schema-unknown", f"{path.name} has no sheets", asked.sheet.span, "take `sheet` away")
        return None
    data = read_bytes(path, MAX_BYTES, name, report)
    if data is None:
        return None
    text = _decoded(data, name, report, depth, asked)
    if text is None:
        return None
    file = SourceFile(name, text, depth)
    separator, skipped = separator_of(text, path, report, asked)
    rows: list[list[Scalar | None]] = []
    for row in _cells(file, separator, skipped, report):
        if any(cell is not None for cell in row):
            rows.append(row)
        if len(rows) > MAX_ROWS or len(row) > MAX_COLUMNS:
            message = f"{name} is too large: at most {MAX_ROWS:,} rows of {MAX_COLUMNS} cells are read"
            report.error("spreadsheet-too-large", message, Span(file, 1, 1, 1, 2))
            return None
    return Grid(Span(file, 1, 1, 1, len(file.lines[0]) + 1), rows)


def _decoded(data: bytes, name: str, report: Report, depth: int, asked: Asked) -> str | None:
    """The text, its line ends made one; it is UTF-8, UTF-16 with its mark, or what it is said to be."""
    encoding = encoding_of(data, asked, report)
    if encoding is None:
        return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        if encoding != "utf-8-sig":
            message = f"{name} is not in the encoding {encoding}"
            report.error("spreadsheet-encoding", message, asked.encoding.span if asked.encoding else None)
            return None
        _tell_encoding(data, fault.start, name, report, depth)
        return None
    if text.count("\0") > 5:
        report.error("spreadsheet-encoding", f"{name} is not a text file", None, "is it a workbook under another name?")
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoding_of(data: bytes, asked: Asked, report: Report) -> str | None:
    """What a file is to be decoded by; None, and reported, where what it is said to be is not known."""
    if asked.encoding is None:
        return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    encoding = asked.encoding.text.lower()
    if encoding not in ENCODINGS:
        message, hint = f"`{asked.encoding.text}` is no encoding known here", did_you_mean(encoding, ENCODINGS)
        report.error("schema-choice", message, asked.encoding.span, hint)
        return None
    return "utf-8-sig" if encoding == "utf-8" else encoding


def _tell_encoding(data: bytes, offset: int, name: str, report: Report, depth: int) -> None:
    """Name the likely encoding at the first byte that shows it."""
    shown = data.decode("cp1252", "replace").replace("\r\n", "\n").replace("\r", "\n")
    before = data[:offset].decode("cp1252", "replace").replace("\r\n", "\n").replace("\r", "\n")
    file = SourceFile(name, STEERS.sub("\ufffd", shown), depth)
    byte = data[offset]
    message = f"{name} is not UTF-8: the byte 0x{byte:02X} stands here, in Windows-1252 `{shown[len(before)]}`"
    kind = Path(name).stem
    hint = f"save it as “CSV UTF-8”, or write `{kind}: {{file: {Path(name).name}, encoding: cp1252}}` in cards.yaml"
    report.error("spreadsheet-encoding", message, file.at(len(before)), hint)


def separator_of(text: str, path: Path, report: Report, asked: Asked) -> tuple[str, int]:
    """What cells are apart by, and how many lines only say so: as is said, else what the first line has most of."""
    match = _SEPARATOR.match(text)
    if asked.separator is not None:
        word = asked.separator.text
        if word in SEPARATORS or word in SEPARATORS.values():
            return SEPARATORS.get(word, word), 1 if match else 0
        hint = did_you_mean(word, SEPARATORS)
        report.error("schema-choice", f"`{word}` is nothing that cells are apart by", asked.separator.span, hint)
    if match:
        return match[1], 1
    if path.suffix.lower() == ".tsv":
        return "\t", 0
    first = next((line for line in text.split("\n") if line.strip()), "")
    bare = re.sub(r'"(?:[^"]|"")*"', "", first)
    return max(SEPARATORS.values(), key=lambda each: (bare.count(each), each == ",")), 0


FAULTS = {
    "field larger": (
        f"a cell of this row holds more than {csv.field_size_limit():,} characters",
        'see whether a `"` is missing, so that it goes on over the rows below; no card has room for so much',
    ),
    "unexpected end of data": (
        'a `"` opens a cell of this row and is closed nowhere',
        'close it; a cell with quotes in it is written `"so ""quoted"" it is"`',
    ),
    "expected after": (
        'in this row a cell goes on after the `"` that closed it',
        'a cell with quotes in it is written `"so ""quoted"" it is"`',
    ),
}
"""What Python's reader says of a row, by a piece of it, and what is said in its place: the fault and the way out."""


def reason_of(fault: csv.Error) -> tuple[str, str]:
    """What is wrong with a row that cannot be taken apart, and the way out."""
    other = "this row cannot be taken apart", 'a cell with quotes in it is written `"so ""quoted"" it is"`'
    return next((reason for piece, reason in FAULTS.items() if piece in str(fault)), other)


def _cells(file: SourceFile, separator: str, skipped: int, report: Report) -> Iterator[list[Scalar | None]]:
    """Each row's cells at their places."""
    lines = [f"{line}\n" for line in file.lines]
    rows = csv.reader(iter(lines[skipped:]), delimiter=separator, strict=True)
    start = skipped
    pattern = re.compile(_CELL.format(re.escape(separator)))
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as fault:
            line = min(start + 1, len(file.lines))
            message, hint = reason_of(fault)
            report.error("spreadsheet-cell", message, Span(file, line, 1, line, len(file.lines[line - 1]) + 1), hint)
            return
        end = skipped + rows.line_num
        yield _placed(row, file, (start, end), separator, pattern, report)
        start = end


def _placed(
    row: list[str], file: SourceFile, lines: tuple[int, int], separator: str, pattern: re.Pattern[str], report: Report
) -> list[Scalar | None]:
    """The cells of one row, which takes up some lines of the file."""
    start, end = lines
    text = "\n".join(file.lines[start:end])
    quoted = '"' in text
    at, line, col, made = 0, start + 1, 1, []
    for value in row:
        match = pattern.match(text, at) if quoted else None
        length = match.end() - at if match else len(value)
        cell = value.strip()
        span = Span(file, line, col, line, col + max(length, 1))
        if quoted and "\n" in (piece := text[at : at + length]):
            line, col = line + piece.count("\n"), len(piece) - piece.rfind("\n")
            span = Span(file, span.line, span.col, span.line, len(file.lines[span.line - 1]) + 1)
        else:
            col += length
        if cell and STEERS.search(cell) and refuse_steering(cell.replace("\n", " "), span, report):
            cell = STEERS.sub("\ufffd", cell)
        refuse_error(cell, span, report)
        made.append(Scalar(cell, span, False) if cell else None)
        at, col = at + length + 1, col + 1
    return made
