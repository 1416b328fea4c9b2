"""Spreadsheets: what a person sees is what is read, and every fault is told at its cell."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from santy_print.diag import Report, SourceFile, Span
from santy_print.source import Map, Scalar, parse_yaml, plain
from santy_print.spreadsheet import Asked, field_of, find_rows, read_rows
from santy_print.spreadsheet.formats import shown
from tests.workbooks import MAIN, Raw, ods, styles, xlsx


def read(folder: Path, name: str, data: bytes | str) -> tuple[Any, Report]:
    path, report = folder / name, Report()
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    rows = read_rows(path, name, report)
    return (plain(rows) if rows is not None else {}), report


def told(report: Report) -> list[tuple[str, str, str]]:
    return [(str(item.span), item.severity, item.code) for item in report.sorted()]


@pytest.mark.parametrize(
    "written",
    [
        "id,name,code\na,Ann,007\nb,Ben,\n",
        "\ufeffid;name;code\r\na;Ann;007\r\n\r\nb;Ben\r\n",
        "id\tname\tcode\na\t Ann \t007\n\t\t\nb\tBen\t\n",
        'sep=|\nid|name|code\na|"Ann"|007\nb|Ben|',
        "\n\nid,name,#notes,code\na,Ann,an idea,007\nb,Ben,,\n",
    ],
)
def test_a_csv_says_the_same_however_it_is_written(written: str, tmp_path: Path) -> None:
    rows, report = read(tmp_path, "cards.csv", written)
    assert rows == {"a": {"name": "Ann", "code": "007"}, "b": {"name": "Ben"}}
    assert not report.items


def test_cells_of_a_csv_have_their_places(tmp_path: Path) -> None:
    path, report = tmp_path / "cards.csv", Report()
    path.write_text('id,name,text\na,"Ann, ""the"" first","two\nlines"\nb, Ben ,"x"\n', encoding="utf-8")
    rows = read_rows(path, "cards.csv", report)
    assert isinstance(rows, Map)
    found = {e.value.text: str(e.value.span) for row in rows.entries.values() for e in row.value.entries.values()}
    assert found == {
        'Ann, "the" first': "cards.csv:2:3",
        "two\nlines": "cards.csv:2:24",
        "Ben": "cards.csv:4:3",
        "x": "cards.csv:4:9",
    }


def test_a_decimal_comma_stays_where_cells_are_apart_by_semicolons(tmp_path: Path) -> None:
    rows, _ = read(tmp_path, "cards.csv", "id;weight\na;2,50\n")
    assert rows == {"a": {"weight": "2,50"}}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_encoding_that_says_so_is_read(encoding: str, tmp_path: Path) -> None:
    rows, report = read(tmp_path, "cards.csv", "id\tname\na\tŁucja\n".encode(encoding))
    assert rows == {"a": {"name": "Łucja"}}
    assert not report.items


def test_windows_is_named_as_such_and_read_where_it_is_said(tmp_path: Path) -> None:
    data = "id,name\na,Anne\nb,Été\n".encode("cp1252")
    _, report = read(tmp_path, "cards.csv", data)
    assert told(report) == [("cards.csv:3:3", "error", "spreadsheet-encoding")]
    assert "Windows-1252 `É`" in report.items[0].message
    said = parse_yaml(SourceFile("cards.yaml", "cards: {file: cards.csv, encoding: cp1252}\n"), Report())
    assert said is not None
    again = Report()
    found = find_rows(said, {tmp_path / "cards.csv": True}, "my-deck", again)
    assert plain(found) == {"cards": {"a": {"name": "Anne"}, "b": {"name": "Été"}}}
    assert not again.items


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("id,name,Name\na,b,c\n", [("cards.csv:1:9", "error", "spreadsheet-header")]),
        ("id,na$me\na,b\n", []),
        ("id,name@\na,b\n", [("cards.csv:1:4", "error", "spreadsheet-header")]),
        ("id,name\na,b,c\n", [("cards.csv:2:5", "warning", "spreadsheet-header")]),
        ("id,name\na,b\na,c\n", [("cards.csv:3:1", "error", "spreadsheet-twice")]),
        ("id,name\n", [("cards.csv:1:1", "warning", "spreadsheet-empty")]),
        ("", [("cards.csv:1:1", "warning", "spreadsheet-empty")]),
        ('id,name\na,"b" c"d\n', [("cards.csv:2:1", "error", "spreadsheet-cell")]),
        ('id,name\na,"b\nc\n', [("cards.csv:2:1", "error", "spreadsheet-cell")]),
        ("id,name\na,#REF!\nb,#1\n", [("cards.csv:2:3", "error", "spreadsheet-cell")]),
        ("id,name\na,b\u202ec\n", [("cards.csv:2:3", "error", "yaml-character")]),
        ("a,b\n" * 10_002, [("cards.csv:1:1", "error", "spreadsheet-too-large")]),
    ],
)
def test_faults_of_a_csv_have_a_place(written: str, faults: list[tuple[str, str, str]], tmp_path: Path) -> None:
    assert told(read(tmp_path, "cards.csv", written)[1]) == faults


def test_a_row_that_cannot_be_taken_apart_is_told_in_our_own_words(tmp_path: Path) -> None:
    known = {"x" * 131_073: "more than 131,072 characters", '"b" c': "goes on after", '"b': "closed nowhere"}
    for cell, words in known.items():
        (fault,) = read(tmp_path, "cards.csv", f"id,name\na,{cell}\n")[1]
        assert words in fault.message
        assert fault.hints


def test_a_header_names_a_field() -> None:
    said = ["Name", " Card Name ", "name@fr", "Coût (€)", "text@pt-BR"]
    assert [field_of(each) for each in said] == ["name", "card_name", "name@fr", "coût", "text@pt-BR"]


ROWS = [["id", "name", "cost", "weight"], [None, None], ["a", "Ann", 3, 2.5], ["b", "=x & <y>", 40, None]]


def test_a_workbook_says_what_a_person_sees(tmp_path: Path) -> None:
    rows, report = read(tmp_path, "cards.xlsx", xlsx({"Sheet1": ROWS}))
    assert rows == {"a": {"name": "Ann", "cost": "3", "weight": "2.5"}, "b": {"name": "=x & <y>", "cost": "40"}}
    assert not report.items
    assert read(tmp_path, "cards.ods", ods({"Sheet1": ROWS}))[0] == rows


def number(value: str, style: int = 0) -> Raw:
    return Raw(f'<c r="{{r}}" s="{style}"><v>{value}</v></c>')


@pytest.mark.parametrize(
    ("cell", "seen"),
    [
        (number("12", 1), "0012"),
        (number("0.5", 2), "50.00%"),
        (number("1234.5", 3), "1,234.50 €"),
        (number("1234.5", 9), "1,234.50"),
        (number("46380", 4), "2026-12-24"),
        (number("46380.75", 5), "2026-12-24 18:00"),
        (number("1.0625", 6), "25:30"),
        (number("0.75", 10), "18:00"),
        (number("2.50"), "2.5"),
        (number("12", 8), "12"),
        (number("0.30000000000000004"), "0.3"),
        (Raw('<c r="{r}" t="b"><v>1</v></c>'), "TRUE"),
        (Raw('<c r="{r}" t="s"><v>0</v></c>'), "shared"),
        (Raw('<c r="{r}" t="s"><v>1</v></c>'), "rich text"),
        (Raw('<c r="{r}" t="str"><f>A1</f><v>0100</v></c>'), "0100"),
        (Raw('<c r="{r}" t="str"><f>A1</f><v>a &amp; b</v></c>'), "a & b"),
        (Raw('<c r="{r}" s="1"><f>3+4</f><v>7</v></c>'), "0007"),
        (Raw('<c r="{r}" t="inlineStr"><is><t>0042</t></is></c>'), "0042"),
    ],
)
def test_a_cell_of_an_xlsx_says_what_is_seen_in_it(cell: Raw, seen: str, tmp_path: Path) -> None:
    rich = "<si><t>shared</t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t xml:space='preserve'> text</t></r></si>"
    shared = f'<sst xmlns="{MAIN}" count="2" uniqueCount="2">{rich}</sst>'.encode()
    parts = {"xl/styles.xml": styles(), "xl/sharedStrings.xml": shared}
    rows, report = read(tmp_path, "cards.xlsx", xlsx({"Sheet1": [["id", "value"], ["a", cell]]}, parts=parts))
    assert rows == {"a": {"value": seen}}
    assert report.items == []


def test_days_are_counted_from_1904_where_a_workbook_says_so(tmp_path: Path) -> None:
    data = xlsx({"S": [["id", "day"], ["a", number("44918", 4)]]}, parts={"xl/styles.xml": styles()})
    rows, _ = read(tmp_path, "cards.xlsx", _with(data, b"<sheets>", b'<workbookPr date1904="1"/><sheets>'))
    assert rows == {"a": {"day": "2026-12-24"}}


def test_a_format_that_nobody_follows_is_told_once_at_its_first_cell(tmp_path: Path) -> None:
    rows = [["id", "value"], ["a", number("0.5", 7)], ["b", number("0.25", 7)]]
    found, report = read(tmp_path, "cards.xlsx", xlsx({"S": rows}, parts={"xl/styles.xml": styles()}))
    assert found == {"a": {"value": "0.5"}, "b": {"value": "0.25"}}
    assert told(report) == [("cards.xlsx:S!B2", "notice", "spreadsheet-format")]


def written(value: str, text: str, kind: str = "float", more: str = "") -> Raw:
    return Raw(
        f'<table:table-cell {more} office:value-type="{kind}" office:value="{value}">'
        f"<office:annotation><text:p>a note</text:p></office:annotation><text:p>{text}</text:p></table:table-cell>"
    )


def test_a_cell_of_an_ods_says_what_is_seen_in_it(tmp_path: Path) -> None:
    fields = ["id", "code", "share", "price", "plain", "one", "two", "day"]
    said = 'office:value-type="date" office:date-value="2026-12-24"'
    day = Raw(f"<table:table-cell {said}><text:p>24.12.26</text:p></table:table-cell>")
    twice = written("2", "2.0", more='table:number-columns-repeated="2"')
    row = [
        "a",
        written("12", "0012"),
        written("0.5", "50<text:s/>%", "percentage"),
        written("2.5", "2,50 &#8364;", "currency"),
    ]
    rows, report = read(
        tmp_path, "cards.ods", ods({"S": [fields, [*row, written("7", "7"), twice, day]], "T": [["x"]]})
    )
    wanted = {"code": "0012", "share": "50 %", "price": "2,50 €", "plain": "7", "one": "2.0", "two": "2.0"}
    assert rows == {"a": {**wanted, "day": "2026-12-24"}}
    assert [item.code for item in report] == ["spreadsheet-sheet"]


BROUGHT = Path(__file__).parent / "brought"
CALC = {
    "code": "0014",
    "share": "25.0%",
    "price": "2,469.00 €",
    "day": "2026-12-22",
    "when": "2026-12-22 18:10",
    "span": "51:00",
    "flag": "TRUE",
    "eff@fr": "Avance de 2 cases",
    "note": "line one\nline two",
    "neg": "-2",
    "phone": "0048-2",
    "big": "2,469,134",
    "time": "18:10",
}


@pytest.mark.parametrize("name", ["calc.ods", "calc.xlsx"])
def test_what_calc_saves_says_what_its_person_saw(name: str, tmp_path: Path) -> None:
    rows, report = read(tmp_path, name, (BROUGHT / name).read_bytes())
    assert list(rows) == ["kraken", "mermaid", "isle", "gull", "last"]
    assert {field: rows["mermaid"].get(field) for field in CALC} == CALC
    assert rows["last"] == {"name": "last"}  # a cell over two columns
    fraction, power = ("2 1/4", "2.47E+04") if name.endswith("ods") else ("2.25", "24690")
    assert (rows["mermaid"]["frac"], rows["mermaid"]["sci"]) == (fraction, power)
    formats = [
        ("calc.xlsx:Cards!O2", "notice", "spreadsheet-format"),
        ("calc.xlsx:Cards!P2", "notice", "spreadsheet-format"),
    ]
    assert told(report)[1:] == (formats if name.endswith("xlsx") else [])


def test_an_error_and_a_cell_over_several_rows_in_what_calc_saves(tmp_path: Path) -> None:
    rows, report = read(tmp_path, "calc-more.ods", (BROUGHT / "calc-more.ods").read_bytes())
    assert [rows[id].get("m2") for id in rows] == ["tall", "tall", "tall", None]
    assert (rows["c1"]["name"], rows["c1"]["formula"], rows["c1"]["zero"]) == ("a   b  c", "0100", "007")
    assert told(report) == [("calc-more.ods:Karten 'A' & <b>!G4", "error", "spreadsheet-cell")]


def test_tabs_and_breaks_of_an_ods_stay(tmp_path: Path) -> None:
    text = '<text:p>a<text:tab/>b<text:line-break/>c<text:s text:c="3"/>d</text:p>'
    cell = Raw(f'<table:table-cell office:value-type="string">{text}</table:table-cell>')
    rows, _ = read(tmp_path, "cards.ods", ods({"S": [["id", "text"], ["a", cell]]}))
    assert rows == {"a": {"text": "a\tb\nc   d"}}


@pytest.mark.parametrize(
    ("value", "code", "seen"),
    [
        ("-3", "0;[Red]-0", "-3"),
        ("-3", "0.0", "-3.0"),
        ("-0.001", "0.00", "0.00"),
        ("0", '0;-0;"none"', "none"),
        ("0.005", "0.00", "0.01"),
        ("3", '"No. "000', "No. 003"),
        ("1e3", "0", "1000"),
        ("1234567", "#,##0", "1,234,567"),
        ("0", "#", ""),
        ("0", '_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-', "-"),
        ("1234.5", "#,##0.00 [$€-407]", "1,234.50 €"),
        ("5551234", "000-0000", None),
        ("12345", "0.00E+00", None),
        ("1234567", "0,", None),
        ("5", "[<10]0;00", None),
        ("x", "0", None),
    ],
)
def test_a_number_in_a_format(value: str, code: str, seen: str | None) -> None:
    assert shown(value, code) == seen


def test_a_merged_cell_says_its_text_in_all_that_it_covers(tmp_path: Path) -> None:
    rows = [["id", "kind"], ["a", "Hero"], ["b", None], ["c", "Foe"]]
    merged = '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>'
    found, _ = read(tmp_path, "cards.xlsx", xlsx({"Sheet1": rows}, merged))
    assert found == {"a": {"kind": "Hero"}, "b": {"kind": "Hero"}, "c": {"kind": "Foe"}}


def test_a_fault_in_a_workbook_is_told_at_its_cell(tmp_path: Path) -> None:
    rows = [["id", "name", "cost"], [], ["a", "x", "#DIV/0!"], ["a", "y", 1]]
    found, report = read(tmp_path, "cards.xlsx", xlsx({"My sheet": rows}))
    assert found
    assert told(report) == [
        ("cards.xlsx:My sheet!C3", "error", "spreadsheet-cell"),
        ("cards.xlsx:My sheet!A4", "error", "spreadsheet-twice"),
    ]
    assert report.items[0].human().split("\n")[1:3] == ["  3 | a │ x │ #DIV/0!", "    |         ^^^^^^^"]
    said = report.items[0].as_json()
    assert (said["file"], said["line"], said["cell"]) == ("cards.xlsx:My sheet", 3, "C3")


def bomb() -> bytes:
    return xlsx({"Sheet1": ROWS}, parts={"xl/media/zeros.bin": bytes(70_000_000)})


def lying() -> bytes:
    """A zip that says it unpacks to less than it does."""
    data = xlsx({"Sheet1": ROWS}, parts={"xl/zeros.xml": bytes(5_000_000)})
    return data.replace((5_000_000).to_bytes(4, "little"), (5_000).to_bytes(4, "little"))


def _with(data: bytes, old: bytes, new: bytes) -> bytes:
    """A workbook with something else in its parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(made, "w") as written:
        for part in parts.namelist():
            written.writestr(part, parts.read(part).replace(old, new))
    return made.getvalue()


CFB = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
FULL = (
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string">'
    "<text:p>x</text:p></table:table-cell></table:table-row>"
)
EMPTY = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
)


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("cards.xlsx", b"", "spreadsheet-unreadable"),
        ("cards.xlsx", b"name,cost\n", "spreadsheet-unreadable"),
        ("cards.xlsx", xlsx({"Sheet1": ROWS})[:-200], "spreadsheet-unreadable"),
        ("cards.xlsx", lying(), "spreadsheet-unreadable"),
        ("cards.xlsx", CFB, "spreadsheet-unreadable"),
        ("cards.xlsx", CFB + "EncryptedPackage".encode("utf-16-le"), "spreadsheet-locked"),
        ("cards.xlsx", bomb(), "spreadsheet-too-large"),
        ("cards.xlsx", _with(xlsx({"Sheet1": ROWS}), b'r="B4"', b'r="XFD1048576"'), "spreadsheet-too-large"),
        ("cards.ods", _with(ods({"Sheet1": ROWS}), b"</table:table>", b"</tabl:table>"), "spreadsheet-unreadable"),
        ("cards.xlsx", _with(xlsx({"Sheet1": ROWS}), b"</sheetData>", b""), "spreadsheet-unreadable"),
        ("cards.xlsx", _with(xlsx({"S": ROWS}), b"<worksheet", b"<!DOCTYPE x><worksheet"), "spreadsheet-unreadable"),
        ("cards.ods", ods({"Sheet1": ROWS}, FULL), "spreadsheet-too-large"),
        ("cards.ods", ods({"Sheet1": ROWS}, EMPTY + FULL.replace("1000000", "1")), "spreadsheet-too-large"),
        ("cards.ods", ods({"Sheet1": ROWS}).replace(b"content.xml", b"kontent.xml"), "spreadsheet-unreadable"),
    ],
)
def test_what_is_no_sound_workbook_is_told(name: str, data: bytes, fault: str, tmp_path: Path) -> None:
    rows, report = read(tmp_path, name, data)
    assert rows == {}
    assert [item.code for item in report] == [fault]
    assert str(report.items[0].span).startswith("cards.")


def test_empty_rows_that_close_an_ods_sheet_are_no_matter(tmp_path: Path) -> None:
    assert set(read(tmp_path, "cards.ods", ods({"Sheet1": ROWS}, EMPTY))[0]) == {"a", "b"}


def test_a_formula_without_a_result_is_told_at_its_cell(tmp_path: Path) -> None:
    formulas = [Raw('<c r="B2"><f>1+1</f><v></v></c>'), Raw('<c r="B3"><f>A1&amp;"x"</f><v/></c>')]
    empty, reckoned = Raw('<c r="B4" t="str"><f>""</f><v></v></c>'), Raw('<c r="B5"><f>1+1</f><v>2</v></c>')
    rows = [["id", "cost"], *([id, cell] for id, cell in zip("abcd", [*formulas, empty, reckoned], strict=True))]
    found, report = read(tmp_path, "cards.xlsx", xlsx({"Sheet1": rows}))
    faults = [("error", "spreadsheet-cell")] * 2
    assert told(report) == [(f"cards.xlsx:Sheet1!B{n}", *fault) for n, fault in enumerate(faults, 2)]
    assert found == {"a": {"cost": "=1+1"}, "b": {"cost": '=A1&"x"'}, "c": {}, "d": {"cost": "2"}}
    raw = '<table:table-cell table:formula="of:=1+1"{}/>'
    rows = [["id", "cost"], ["a", Raw(raw.format(""))], ["b", Raw(raw.format(' office:value-type="string"'))]]
    found, report = read(tmp_path, "cards.ods", ods({"Sheet1": rows}))
    assert told(report) == [("cards.ods:Sheet1!B2", "error", "spreadsheet-cell")]


def test_what_is_read_is_a_sheet_of_cells_that_a_person_sees(tmp_path: Path) -> None:
    data = _with(xlsx({"Lists": [["id"], ["x"]], "Cards": ROWS}), b'name="Lists"', b'name="Lists" state="hidden"')
    rows, report = read(tmp_path, "cards.xlsx", data)
    assert set(rows) == {"a", "b"}
    assert not report.items
    asked = Asked(sheet=Scalar("Lists", Span(SourceFile("cards.yaml", ""), 1, 1, 1, 2)))
    hidden = read_rows(tmp_path / "cards.xlsx", "cards.xlsx", report, asked=asked)
    assert hidden is not None
    assert plain(hidden) == {"x": {}}
    assert not report.items


def test_macros_are_said_and_never_run(tmp_path: Path) -> None:
    rows, report = read(tmp_path, "cards.xlsm", xlsx({"Sheet1": ROWS}, parts={"xl/vbaProject.bin": b"x"}))
    assert set(rows) == {"a", "b"}
    assert [(item.severity, item.code) for item in report] == [("notice", "spreadsheet-macros")]


def test_of_several_sheets_the_first_is_read_or_the_one_that_is_said(tmp_path: Path) -> None:
    data = xlsx({"Heroes": ROWS, "Foes": [["id"], ["orc"]]})
    rows, report = read(tmp_path, "cards.xlsx", data)
    assert set(rows) == {"a", "b"}
    assert [(item.severity, item.code) for item in report] == [("notice", "spreadsheet-sheet")]
    text = "foes: {file: cards.xlsx, sheet: Foes}\nheroes: {file: cards.xlsx, sheet: Heros}\n"
    said = parse_yaml(SourceFile("cards.yaml", text), Report())
    assert said is not None
    report = Report()
    assert plain(find_rows(said, {tmp_path / "cards.xlsx": True}, "my-deck", report)) == {"foes": {"orc": {}}}
    assert told(report) == [("cards.yaml:2:35", "error", "spreadsheet-sheet")]
    assert report.items[0].hints == ("did you mean `Heroes`?",)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("{suit: [sun, moon], value: 1-2}", ["sun-1", "sun-2", "moon-1", "moon-2"]),
        ("{suit: [sun], value: 9999-99999}", "spreadsheet-too-large"),
        ("{suit: sun}", "schema-value"),
        ("{suit: []}", "schema-value"),
    ],
)
def test_a_loop_makes_each_combination(said: str, found: list[str] | str, tmp_path: Path) -> None:
    node, report = parse_yaml(SourceFile("cards.yaml", f"cards: {{loop: {said}}}\n"), Report()), Report()
    assert node is not None
    rows = find_rows(node, {}, "my-deck", report).get("cards")
    assert isinstance(rows, Map)
    assert ([*rows.entries] if not report.items else report.items[0].code) == found
