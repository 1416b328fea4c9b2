"""Workbooks for tests and for the bench, as small as they can be: XLSX and ODS files written part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from santy_print.diag import column_name

Sheets = Mapping[str, Any]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DOC = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
REL = "http://schemas.openxmlformats.org/package/2006/relationships"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
SAID = '<table:table-cell office:value-type="string">'


class Raw(str):
    """A cell as its file has it; `{r}` is its place."""


STYLES = """<numFmts count="4"><numFmt numFmtId="164" formatCode="0000"/>
<numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;€&quot;"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts>"""
FORMATS = (0, 164, 10, 165, 14, 166, 167, 12, 49, 4, 20)
"""Styles by number: as it is, leading zeros, per cent, money, days, hours, a fraction, text, thousands, a time."""


def styles() -> bytes:
    """The part of an XLSX file that says how its cells look."""
    used = "".join(f'<xf numFmtId="{n}" applyNumberFormat="1"/>' for n in FORMATS)
    return f'<styleSheet xmlns="{MAIN}">{STYLES}<cellXfs count="{len(FORMATS)}">{used}</cellXfs></styleSheet>'.encode()


def _cell(row: int, column: int, value: Any) -> str:
    name = f"{column_name(column)}{row}"
    if isinstance(value, Raw):
        return value.replace("{r}", name)
    if isinstance(value, int | float):
        return f'<c r="{name}"><v>{value}</v></c>'
    if str(value).startswith("#") and str(value).isupper():
        return f'<c r="{name}" t="e"><f>1/0</f><v>{value}</v></c>'
    return f'<c r="{name}" t="inlineStr"><is><t xml:space="preserve">{escape(str(value))}</t></is></c>'


def _sheet(rows: Sequence[Sequence[Any]], more: str) -> str:
    body = "".join(
        f'<row r="{n}">{"".join(_cell(n, c, v) for c, v in enumerate(row) if v is not None)}</row>'
        for n, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData>{more}</worksheet>'


def xlsx(sheets: Sheets, more: str = "", parts: Mapping[str, bytes] = {}) -> bytes:
    """A workbook with sheets by name; `more` stands in each after its cells, `parts` are further parts of the zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        listed = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="rId{i}"/>' for i, n in enumerate(sheets, 1))
        related = "".join(
            f'<Relationship Id="rId{i}" Type="{DOC}/worksheet" Target="worksheets/sheet{i}.xml"/>'
            for i in range(1, len(sheets) + 1)
        )
        kinds = '<Default Extension="xml" ContentType="application/xml"/>'
        types = "http://schemas.openxmlformats.org/package/2006/content-types"
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{types}">{kinds}</Types>')
        first = f'<Relationship Id="rId1" Type="{DOC}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{REL}">{first}</Relationships>')
        book = f'<workbook xmlns="{MAIN}" xmlns:r="{DOC}"><sheets>{listed}</sheets></workbook>'
        archive.writestr("xl/workbook.xml", book)
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{REL}">{related}</Relationships>')
        for number, rows in enumerate(sheets.values(), 1):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", _sheet(rows, more))
        for name, data in parts.items():
            archive.writestr(name, data)
    return made.getvalue()


def ods(sheets: Sheets, more: str = "") -> bytes:
    """An ODS file with sheets by name; `more` stands in each after its rows."""
    names = {
        kind: f"urn:oasis:names:tc:opendocument:xmlns:{kind}:1.0" for kind in ("office", "table", "text", "manifest")
    }
    spaces = " ".join(f'xmlns:{kind}="{uri}"' for kind, uri in names.items() if kind != "manifest")
    tables = ""
    for name, rows in sheets.items():
        tables += f'<table:table table:name="{name}">'
        for row in rows:
            cells = "".join(
                "<table:table-cell/>"
                if value is None
                else value
                if isinstance(value, Raw)
                else f"{SAID}<text:p>{escape(str(value))}</text:p></table:table-cell>"
                for value in row
            )
            tables += f"<table:table-row>{cells}</table:table-row>"
        tables += f"{more}</table:table>"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", ODS)
        entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/>'
        archive.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{names["manifest"]}">{entry}</manifest:manifest>',
        )
        body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        archive.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
    return made.getvalue()
