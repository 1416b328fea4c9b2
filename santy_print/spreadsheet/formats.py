"""Formats: the parts of a workbook in, what a person sees in its cells that the library says otherwise out.

The library gives a number as it is kept. What a cell shows of it, leading zeros, decimals, a per cent sign, is a format
in an XLSX file, and is written out in an ODS file. A format that is more than a number with words around it is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree

from santy_print.spreadsheet import MAX_COLUMNS, MAX_ROWS

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 48: "##0.0E+0",
}  # fmt: skip
"""Formats that a file names by number alone; those of days and times the library knows."""
_SECTIONS = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*)(?:;|$)')
_TOKEN = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*](.)|([#0?.,]+)|(.)', re.DOTALL)
_RUN = re.compile(r"([#,]*)([0,]*)(?:\.(0*)(#*))?")
_LITERAL = " $+-()!^&'~{}<>=€£¥%:/°×·"
_DAY = re.compile(r'"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|General', re.IGNORECASE)
_XLSX_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.DOTALL)
PLACE = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_STYLE = re.compile(rb'\bs="([0-9]{1,6})"')
_TYPE = re.compile(rb'\bt="(\w+)"')
_VALUE = re.compile(rb"<(?:\w+:)?v\b[^>]*>([^<]*)</")
TABLE = re.compile(rb"<table:table\b([^>]*)>(.*?)</table:table>", re.DOTALL)
ROW = re.compile(rb"<table:table-row\b([^>]*?)(?:/>|>(.*?)</table:table-row>)", re.DOTALL)
CELL = re.compile(rb"<table:((?:covered-)?table-cell)\b([^>]*?)(?:/>|>(.*?)</table:\1>)", re.DOTALL)
_FORMULA = re.compile(rb"<(?:\w+:)?f\b[^>]*?(?:/>|>([^<]*)<)")
_FORMULA_OF_ODS = re.compile(rb'table:formula="([^"]*)"')
_OWN = re.compile(rb'office:value-type="(?:float|percentage|currency|time)"|calcext:value-type="error"')
_BREAKS = re.compile(rb"<text:(?:tab|line-break)\b")
_NAME = re.compile(rb'table:name="([^"]*)"')
_SPANNED = re.compile(rb'number-(columns|rows)-spanned="([0-9]{1,7})"')
_REPEATED = re.compile(rb'number-(?:columns|rows)-repeated="([0-9]+)"')
_NOTE = re.compile(rb"<office:annotation\b.*?</office:annotation>", re.DOTALL)
_LINE = re.compile(rb"<text:p\b[^>]*?(?:/>|>(.*?)</text:p>)", re.DOTALL)
_TAG = re.compile(r'<text:(s|tab|line-break)\b(?:\s+text:c="([0-9]{1,5})")?\s*/>|<[^>]*>')
MAX_BLANKS = 1_000
"""So many blanks, tabs or breaks one mark of an ODS file stands for."""
_BLANKS = {"s": " ", "tab": "\t", "line-break": "\n"}


class Seen(NamedTuple):
    """A cell by row and column from 0: what is seen in it, or else the format that nobody here can follow."""

    row: int
    column: int
    text: str | None
    format: str = ""


def seen_in(parts: Mapping[str, bytes], sheet: str) -> Iterator[Seen]:
    """The cells of a sheet in which a person may see something else than the library says."""
    if "content.xml" in parts:
        yield from _written_out(parts["content.xml"], sheet)
    elif (part := sheet_part(parts, sheet)) is not None:
        styles = _styles(parts.get("xl/styles.xml", b""))
        yield from _formatted(parts[part], styles)


def sheet_part(parts: Mapping[str, bytes], sheet: str) -> str | None:
    """The name of the part that holds a sheet of an XLSX file."""
    if not all(part in parts for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels")):
        return None
    book, links = (ElementTree.fromstring(parts[part]) for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"))
    ids = {e.get("name"): value for e in book.iter() for key, value in e.items() if key.endswith("}id")}
    target = {e.get("Id"): str(e.get("Target")) for e in links.iter()}.get(ids.get(sheet), "")
    part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    return part if part in parts else None


def column_of(letters: bytes) -> int:
    """A column by its letters, counted from 0."""
    column = 0
    for letter in letters:
        column = column * 26 + letter - ord("A") + 1
    return column - 1


# XLSX


def _styles(body: bytes) -> dict[int, str]:
    """The format of each style that shows a number otherwise than it is kept."""
    if not body:
        return {}
    tree = ElementTree.fromstring(body)
    codes = dict(BUILT_IN)
    for each in tree.iterfind(".//{*}numFmt"):
        codes[int(each.get("numFmtId", "0"))] = each.get("formatCode", "")
    cells = tree.find("{*}cellXfs")
    used = [int(each.get("numFmtId", "0")) for each in (cells if cells is not None else ())]
    return {n: codes[id] for n, id in enumerate(used) if id in codes and not _is_plain(codes[id])}


def _is_plain(code: str) -> bool:
    """Whether a format shows a number as it is, or is one of days and times."""
    return code in ("", "@") or code.casefold() == "general" or bool(re.search("[dmyhs]", _DAY.sub("", code), re.I))


def _formatted(body: bytes, styles: Mapping[int, str]) -> Iterator[Seen]:
    """Numbers with a format, and texts that a formula makes, which the library takes for numbers where they look so."""
    if not styles and b't="str"' not in body:
        return
    for cell in _XLSX_CELL.finditer(body):
        attributes, inner = cell[1], cell[2] or b""
        place, value = PLACE.search(attributes), _VALUE.search(inner)
        if place is None or value is None:
            continue
        kind, style = _TYPE.search(attributes), _STYLE.search(attributes)
        row, column, text = int(place[2]) - 1, column_of(place[1]), unescape(value[1].decode("utf-8", "replace"))
        if kind is not None and kind[1] == b"str":
            yield Seen(row, column, text)
        elif (kind is None or kind[1] == b"n") and style is not None and (code := styles.get(int(style[1]))):
            yield Seen(row, column, shown(text, code), code)


def unreckoned_in(parts: Mapping[str, bytes], sheet: str) -> Iterator[Seen]:
    """The cells of a sheet whose formula has no result in the file, each with its formula.

    A program that writes workbooks and reckons nothing leaves them so; a formula whose result is nothing says that.
    """
    if "content.xml" in parts:
        yield from _unreckoned_of_ods(parts["content.xml"], sheet)
        return
    part = sheet_part(parts, sheet)
    for cell in _XLSX_CELL.finditer(parts[part] if part else b""):
        attributes, inner = cell[1], cell[2] or b""
        place, kind, formula = PLACE.search(attributes), _TYPE.search(attributes), _FORMULA.search(inner)
        if place is None or formula is None or (kind is not None and kind[1] == b"str"):
            continue
        if (value := _VALUE.search(inner)) is not None and value[1]:
            continue
        text = "=" + unescape((formula[1] or b"").decode("utf-8", "replace"))
        yield Seen(int(place[2]) - 1, column_of(place[1]), text)


@lru_cache(maxsize=4096)
def shown(value: str, code: str) -> str | None:
    """What a number looks like in a format; None in one that is more than a number with words around it."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    sections = [match[1] for match in _SECTIONS.finditer(code)]
    sections = sections[:-1] if sections[-1] == "" and len(sections) > 1 else sections
    at = 1 if number < 0 and len(sections) > 1 else 2 if number == 0 and len(sections) > 2 else 0
    if any(mark in "".join(sections) for mark in ("[<", "[>", "[=")) or not number.is_finite():
        return None
    words, run, percent = [""], "", 0
    for text, escaped, money, _, digits, plain in _TOKEN.findall(sections[at]):
        if (plain and plain not in _LITERAL) or (run and (digits or plain == "/")):
            return None
        if digits.strip("?"):
            run = digits
            words.append("")
        words[-1] += text + escaped + money + plain
        percent += plain == "%"
    if not run:
        return words[0].strip() or None
    figures = _figures(abs(number) * 100**percent, run)
    sign = "-" if number < 0 and at == 0 and re.search("[1-9]", figures or "") else ""
    return None if figures is None else f"{sign}{words[0]}{figures}{words[1]}".strip()


def _figures(number: Decimal, run: str) -> str | None:
    """The figures of a number: so many before the point at least, so many behind it, in threes where that is said."""
    match = _RUN.fullmatch(run)
    if match is None or run.endswith(",") or number >= 10**15:
        return None
    always, more = len(match[3] or ""), len(match[4] or "")
    rounded = f"{number.quantize(Decimal(1).scaleb(-always - more), ROUND_HALF_UP):f}"
    whole, _, part = rounded.partition(".")
    part = part[:always] + part[always:].rstrip("0")
    whole = whole.lstrip("0").rjust(match[2].count("0"), "0")
    if "," in run.partition(".")[0]:
        whole = re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", whole)
    return f"{whole}.{part}" if part else whole


# ODS


def _written_out(body: bytes, sheet: str) -> Iterator[Seen]:
    """What of a sheet is written out otherwise than the library has it.

    Numbers, times and errors beside their values, and the tabs and breaks of texts.
    """
    for row, times, cells in _rows(_NOTE.sub(b"", body), sheet):
        found = list(_row(cells))
        for n in range(times if found else 0):
            yield from (Seen(row + n, column, text) for column, text in found)


def _unreckoned_of_ods(body: bytes, sheet: str) -> Iterator[Seen]:
    if b"table:formula=" not in body:
        return
    for row, _, cells in _rows(body, sheet):
        column = 0
        for cell in CELL.finditer(cells):
            formula = _FORMULA_OF_ODS.search(cell[2])
            if formula is not None and b"value-type=" not in cell[2]:
                text = unescape(formula[1].decode("utf-8", "replace"))
                yield Seen(row, column, f"={text.partition('=')[2]}")
            column += repeats(cell[2])


def merged_in(parts: Mapping[str, bytes], sheet: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The first and the last place of each merged cell of an ODS sheet, which the library does not tell of."""
    body = parts.get("content.xml", b"")
    if b"-spanned=" not in body:
        return
    for row, _, cells in _rows(body, sheet):
        column = 0
        for cell in CELL.finditer(cells):
            spans = {what: int(count) for what, count in _SPANNED.findall(cell[2])}
            high, wide = spans.get(b"rows", 1), spans.get(b"columns", 1)
            if high > 1 or wide > 1:
                yield (row, column), (row + min(high, MAX_ROWS) - 1, column + min(wide, MAX_COLUMNS) - 1)
            column += repeats(cell[2])


def _rows(body: bytes, sheet: str) -> Iterator[tuple[int, int, bytes]]:
    """The rows of a sheet: from which on, counted from 0, how many alike, and their cells."""
    for table in TABLE.finditer(body):
        name = _NAME.search(table[1])
        if name is None or unescape(name[1].decode("utf-8", "replace")) != sheet:
            continue
        row = 0
        for line in ROW.finditer(table[2]):
            times = min(repeats(line[1]), MAX_ROWS - row)
            yield row, times, line[2] or b""
            row += times


def _row(body: bytes) -> Iterator[tuple[int, str]]:
    column = 0
    for cell in CELL.finditer(body):
        count = repeats(cell[2])
        if cell[3] and (_OWN.search(cell[2]) or _BREAKS.search(cell[3])):
            written = [(line[1] or b"").decode("utf-8", "replace") for line in _LINE.finditer(cell[3])]
            text = "\n".join(unescape(_TAG.sub(_blank, line)) for line in written).strip()
            yield from ((column + n, text) for n in range(min(count, MAX_COLUMNS)) if written)
        column += count


def _blank(tag: re.Match[str]) -> str:
    return _BLANKS[tag[1]] * min(int(tag[2] or 1), MAX_BLANKS) if tag[1] else ""


def repeats(attributes: bytes) -> int:
    """How often a row or cell of an ODS file is there."""
    found = _REPEATED.search(attributes)
    return min(int(found[1][:4000]), 10**9) if found else 1
