"""Workbook: an XLSX or ODS file in, the cells of one sheet with their names out (`cards.xlsx:Sheet1!C7`).

What it would unpack to, and how far its cells reach, is looked at before the library is asked to make it: a file of a
few kilobytes can say that a cell stands in the last of a million rows.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from xml.parsers import expat

from santy_print.diag import STEERS, CellFile, Report, SourceFile, Span, did_you_mean, plural, register
from santy_print.source import Scalar, refuse_steering
from santy_print.spreadsheet import MAX_COLUMNS, MAX_ROWS, Asked, Grid, read_bytes, refuse_error
from santy_print.spreadsheet.formats import (
    CELL,
    PLACE,
    ROW,
    TABLE,
    column_of,
    merged_in,
    repeats,
    seen_in,
    sheet_part,
    unreckoned_in,
)

register("spreadsheet-unreadable", "a workbook is damaged, or is another kind of file than its name says")
register("spreadsheet-locked", "a workbook asks for a password")
register("spreadsheet-sheet", "a workbook has no sheet of this name, or more than the one that is read")
register("spreadsheet-format", "a cell shows its number in a format that is not followed: the number alone is read")
register("spreadsheet-macros", "a workbook holds macros, which are never run")

MAX_BYTES = 20_000_000
MAX_UNPACKED = 60_000_000
MAX_FILES = 2_000
CFB = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ERROR = re.compile(rb'<c\b[^>]*\bt="e"[^>]*>(?:(?!</c>).)*?<v>([^<]*)</v>', re.DOTALL)


def read_workbook(path: Path, name: str, report: Report, depth: int, asked: Asked) -> Grid | None:
    """The cells of its first sheet, or of the one that is asked for; None, and every reason reported, without one."""
    for what in ("encoding", "separator"):
        if (value := getattr(asked, what)) is not None:
            report.error("schema-unknown", f"a workbook has no `{what}`", value.span, f"take `{what}` away")
            return None
    data = read_bytes(path, MAX_BYTES, name, report)
    if data is None or not (parts := _parts(data, name, report, depth)):
        return None
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        found = _sheet(book, name, report, depth, asked)
        if found is None:
            return None
        sheet = book.get_sheet_by_name(found)
        cells = sheet.to_python(skip_empty_area=False)
        merged = sheet.merged_cell_ranges or tuple(merged_in(parts, found))
    except BaseException as fault:  # a slip of the library's is no Exception
        if not isinstance(fault, Exception) and type(fault).__name__ != "PanicException":
            raise
        _tell(
            report, name, depth, "spreadsheet-unreadable", f"{name} cannot be read: {str(fault)[:200]}", "save it anew"
        )
        return None
    for row, column, value in _errors(parts, found):
        if row < len(cells) and column < len(cells[row]):
            cells[row][column] = value  # the library leaves them empty
    unreckoned: set[tuple[int, int]] = set()
    for cell in unreckoned_in(parts, found):
        if cell.row < len(cells) and cell.column < len(cells[cell.row]):
            cells[cell.row][cell.column] = cell.text or ""
            unreckoned.add((cell.row, cell.column))
    file = CellFile(f"{name}:{found}", "", depth)
    return _grid(cells, merged, file, _formats(cells, parts, found), unreckoned, report)


def _formats(cells: Sequence[list[Any]], parts: Mapping[str, bytes], sheet: str) -> dict[tuple[int, int], str]:
    """Put into cells what a person sees in them; the first of each format that nobody here can follow, by its place."""
    unknown: dict[str, tuple[int, int]] = {}
    ods = "content.xml" in parts
    for row, column, text, code in seen_in(parts, sheet):
        if row < len(cells) and column < len(cells[row]) and (ods or isinstance(cells[row][column], int | float)):
            if text is None:
                unknown.setdefault(code, (row, column))
            elif text != _seen(cells[row][column]):
                cells[row][column] = text
    return {place: code for code, place in unknown.items()}


def _tell(report: Report, name: str, depth: int, code: str, message: str, hint: str) -> None:
    """A fault of the file as a whole."""
    report.error(code, message, Span(SourceFile(name, "", depth), 1, 1, 1, 1), hint)


def _parts(data: bytes, name: str, report: Report, depth: int) -> dict[str, bytes]:
    """The parts of a workbook that the library may be asked to read: a zip that unpacks to what it says, not locked.

    None, and the reason reported, where it may not.
    """
    tell = partial(_tell, report, name, depth)
    if data.startswith(CFB):
        if _ENCRYPTED in data:
            tell("spreadsheet-locked", f"{name} asks for a password", "save it without one")
        else:
            tell("spreadsheet-unreadable", f"{name} is an old .xls file", "save it as .xlsx")
        return {}
    held: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if len(parts) > MAX_FILES or size > MAX_UNPACKED:
                message = f"{name} unpacks to {size // 1_000_000:,} MB in {plural(len(parts), 'part')}"
                tell("spreadsheet-too-large", message, f"at most {MAX_UNPACKED // 1_000_000} MB are read")
                return {}
            for part in parts:
                if part.flag_bits & 1:
                    tell("spreadsheet-locked", f"{name} asks for a password", "save it without one")
                    return {}
                body = archive.read(part)  # ends at the size that is said, and is held against its sum
                held[part.filename] = body
                if part.filename == "META-INF/manifest.xml" and b"encryption-data" in body:
                    tell("spreadsheet-locked", f"{name} asks for a password", "save it without one")
                    return {}
                if part.filename.endswith((".xml", ".rels")):
                    _refuse_damaged(body)  # in which the library would look for an end for ever
                if not _is_within(part.filename, body):
                    message = f"{name}: {part.filename} reaches further than {MAX_ROWS:,} rows of {MAX_COLUMNS} cells"
                    tell("spreadsheet-too-large", message, "delete the empty rows and columns after the last card")
                    return {}
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        NotImplementedError,
        OSError,
        EOFError,
        RuntimeError,
        ValueError,
    ) as fault:
        tell("spreadsheet-unreadable", f"{name} is no workbook: {str(fault)[:200]}", "save it anew as .xlsx or .ods")
        return {}
    except Exception as fault:  # zlib and its kin have errors of their own
        tell("spreadsheet-unreadable", f"{name} is damaged: {str(fault)[:200]}", "save it anew")
        return {}
    if any(part.endswith("vbaProject.bin") or part.startswith("Basic/") for part in held):
        message = f"{name} holds macros: its cells are read, nothing of it is run"
        report.notice("spreadsheet-macros", message, Span(SourceFile(name, "", depth), 1, 1, 1, 1))
    return held


def _refuse_damaged(body: bytes) -> None:
    """ValueError for what is no XML, or has a document type, of which no workbook has need."""

    def refuse(*_: object) -> None:
        raise ValueError("it holds a document type")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(body, True)
    except expat.ExpatError as fault:
        raise ValueError(f"its XML is damaged: {fault}") from None


def _is_within(part: str, body: bytes) -> bool:
    """Whether the cells of a sheet lie within the bounds, empty ones that close a row or a sheet of ODS aside."""
    if part.startswith("xl/worksheets/"):
        return all(int(row) <= MAX_ROWS and len(column) < 3 for column, row in set(PLACE.findall(body)))
    if part != "content.xml":
        return True
    total = 0
    for table in TABLE.finditer(body):
        reach = 0
        for row in ROW.finditer(table[2]):
            count, cells = repeats(row[1]), row[2] or b""
            reach += count
            if b"office:value-type" not in cells and b"<text:p" not in cells:
                continue
            total += count
            width = after = 0
            for cell in CELL.finditer(cells):
                after += repeats(cell[2])
                width = after if b"value-type" in cell[2] or cell[3] is not None else width
            if max(total, reach) > MAX_ROWS or width > MAX_COLUMNS:
                return False
    return True


def _errors(parts: Mapping[str, bytes], sheet: str) -> Iterator[tuple[int, int, str]]:
    """The cells of an XLSX sheet that say an error: row and column from 0, and which."""
    if not any(_ERROR.search(body) for part, body in parts.items() if part.startswith("xl/worksheets/")):
        return
    part = sheet_part(parts, sheet)
    for match in _ERROR.finditer(parts[part] if part else b""):
        cell = PLACE.search(match[0])
        if cell is not None:
            yield int(cell[2]) - 1, column_of(cell[1]), match[1].decode("ascii", "replace")


def _sheet(book: Any, name: str, report: Report, depth: int, asked: Asked) -> str | None:
    """The name of the sheet that is read."""
    names = _seen_sheets(book)
    if asked.sheet is not None:
        if asked.sheet.text in book.sheet_names:
            return asked.sheet.text
        message = f"{name} has no sheet `{asked.sheet.text}`"
        report.error("spreadsheet-sheet", message, asked.sheet.span, partial(did_you_mean, asked.sheet.text, names))
        return None
    if not names:
        _tell(report, name, depth, "spreadsheet-unreadable", f"{name} has no sheets", "save it anew")
        return None
    if len(names) > 1:
        file = Path(name)
        others = f"{len(names) - 1} other sheets" if len(names) > 2 else f"`{names[1]}`"
        message = f"of {name} only the first sheet is read, `{names[0]}`, and not {others}"
        hint = f"a sheet more is a line in cards.yaml: `{names[1]}: {{file: {file.name}, sheet: {names[1]}}}`"
        report.notice("spreadsheet-sheet", message, Span(SourceFile(name, "", depth), 1, 1, 1, 1), hint)
    return names[0]


def _seen_sheets(book: Any) -> list[str]:
    """The sheets of cells that a person sees in a workbook; those that are hidden where there are no others."""
    kinds = {kind: [] for kind in ("Visible", "Hidden", "VeryHidden")}  # type: dict[str, list[str]]
    for sheet in book.sheets_metadata:
        if str(sheet.typ).endswith("WorkSheet"):
            kinds[str(sheet.visible).rpartition(".")[2]].append(sheet.name)
    return next((names for names in kinds.values() if names), [])


def _grid(
    cells: Sequence[Sequence[Any]],
    merged: Sequence[Any],
    file: CellFile,
    formats: Mapping[tuple[int, int], str],
    unreckoned: Container[tuple[int, int]],
    report: Report,
) -> Grid:
    """Cells as they are seen, each at its place in a text that shows the sheet row by row."""
    shown = [[_seen(value) for value in row] for row in cells]
    for (top, left), (bottom, right) in merged:
        for covered in shown[top : bottom + 1]:
            covered[left : right + 1] = [shown[top][left]] * len(covered[left : right + 1])
    texts = [[_line(text) for text in row] for row in shown]
    file = CellFile(file.name, "\n".join(file.GAP.join(row).rstrip() for row in texts), file.depth)
    rows: list[list[Scalar | None]] = []
    for number, row in enumerate(shown, 1):
        col, made = 1, []
        for text, seen in zip(row, texts[number - 1], strict=True):
            span = Span(file, number, col, number, col + max(1, len(seen)))
            made.append(_scalar(text, span, report) if text else None)
            if code := formats.get((number - 1, len(made) - 1)):
                message = f"this cell shows {text} in the format `{code[:60]}`, of which only the number is read"
                report.notice("spreadsheet-format", message, span, "write it as a text, with an apostrophe first: '1/2")
            if (number - 1, len(made) - 1) in unreckoned:
                message = "this cell holds a formula, and the file not what comes of it"
                report.error("spreadsheet-cell", message, span, "open it in a spreadsheet program and save it there")
            col += len(seen) + len(file.GAP)
        if any(cell is not None for cell in made):
            rows.append(made)
    return Grid(Span(file, 1, 1, 1, 2), rows)


def _scalar(text: str, span: Span, report: Report) -> Scalar:
    refuse_error(text, span, report)
    if STEERS.search(text) and refuse_steering(text.replace("\n", " "), span, report):
        text = STEERS.sub("\ufffd", text)
    return Scalar(text, span, False)


def _line(text: str) -> str:
    """A cell on one line among others."""
    return STEERS.sub("\ufffd", re.sub(r"\s", " ", text)).replace(CellFile.GAP.strip(), "|")


def _seen(value: Any) -> str:
    """What a person sees in a cell: no `.0` after a whole number, a day without midnight."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return (
            value.date().isoformat() if is_day else value.isoformat(" ", "minutes" if not value.second else "seconds")
        )
    if isinstance(value, datetime.time):
        return value.isoformat("minutes" if not value.second else "seconds")
    if isinstance(value, datetime.timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")
    return str(value).strip()
