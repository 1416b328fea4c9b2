"""Spreadsheet: a CSV file or a workbook in, the nodes of its rows out, each cell with its place.

The first row that is not empty names the fields; each row after it is a mapping of them, called by its `id`. What a
person sees in a cell is what it says: a formula its result, a merged cell its text in all that it covers.
"""

from __future__ import annotations

import errno
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from santy_print.diag import Report, Span, did_you_mean, register
from santy_print.output import read_plain
from santy_print.overlay import flattened
from santy_print.source import Entry, Map, Node, Scalar, Seq

register("spreadsheet-header", "two columns of a spreadsheet have the same name, or one has none that a field can have")
register("spreadsheet-too-large", "a spreadsheet holds more than a pack may, or unpacks to more")
register("spreadsheet-twice", "two rows have the same id")
register("spreadsheet-cell", "a cell of a spreadsheet cannot be read, or says an error")
register("spreadsheet-empty", "a spreadsheet holds no row below its header")

ENDINGS = (".csv", ".tsv", ".xlsx", ".xlsm", ".ods")
"""The kinds of files that are read."""
FOREIGN = (".xls", ".xlsb", ".xltx", ".fods", ".numbers", ".gsheet", ".tab", ".txt")
"""What people keep their cards in as well, and what is not read."""
SAVE_AS = "save it as .xlsx, .ods or .csv"
MAX_ROWS = 10_000
MAX_COLUMNS = 200
NAMING = ("name", "title")
"""The fields that a row without an `id` is called by."""
WORDLESS = ("id", "copies")
"""The fields that no language has words for."""
_RANGE = re.compile(r"([0-9]{1,5}) ?[-–] ?([0-9]{1,5})")
_FIELD = re.compile(r"\w+(@[A-Za-z]{2,3}([-_]\w+)?)?")


class Asked(NamedTuple):
    """How a file is to be read, where somebody said so: which sheet, in which encoding, apart by what."""

    sheet: Scalar | None = None
    encoding: Scalar | None = None
    separator: Scalar | None = None


PLAINLY = Asked()
"""As its kind of file is read where nobody says otherwise."""


class Grid(NamedTuple):
    """The cells of a sheet: rows in order, none of them empty, each with its number; a cell that is empty is None."""

    span: Span
    rows: Sequence[Sequence[Scalar | None]]


def read_bytes(path: Path, most: int, name: str, report: Report) -> bytes | None:
    """What a file holds, of so many bytes at most; None, and the reason reported, where it cannot be read."""
    try:
        return read_plain(path, most)
    except OSError as fault:
        if fault.errno == errno.EFBIG:
            report.error("spreadsheet-too-large", f"{name} holds more than {most // 1_000_000} MB")
        else:
            report.error("file-unreadable", f"{name} cannot be read: {fault.strerror or fault}")
        return None


def is_spreadsheet(path: Path) -> bool:
    """Whether a file is one by its name; `~$cards.xlsx` is what a program leaves while it has one open."""
    return path.suffix.lower() in ENDINGS and not path.name.startswith(("~", "."))


def foreign(root: Path, stem: str = "") -> Iterator[Path]:
    """What a folder holds of spreadsheets in forms that are not read; `stem`: of those called so."""
    found = sorted(root.iterdir()) if root.is_dir() else []
    return (path for path in found if path.suffix.lower() in FOREIGN and stem in ("", path.stem))


def read_rows(path: Path, name: str, report: Report, depth: int = 0, asked: Asked = PLAINLY) -> Map | None:
    """The rows of a spreadsheet by their ids; None, and every reason reported, where it cannot be read."""
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        from santy_print.spreadsheet.delimited import read_delimited as read
    else:
        from santy_print.spreadsheet.workbook import read_workbook as read
    grid = read(path, name, report, depth, asked)
    return _rows(grid, path.stem, report) if grid is not None else None


def named_rows(node: Seq, kind: str, report: Report) -> Map:
    """A list of mappings as a mapping by their ids, as the rows of a spreadsheet are."""
    rows: list[Map] = []
    for item in node.items:
        if isinstance(item, Map):
            rows.append(item)
        else:
            report.error("schema-value", "each card of a list is `field: value` lines", item.span, "`- name: ...`")
    return _by_id(rows, kind, node.span, report)


def looped_rows(node: Map, kind: str, report: Report) -> Map:
    """A row for each combination of values: every suit with every number, the last field going round first."""
    lists: list[list[Scalar]] = []
    for entry in node.entries.values():
        values = (
            [item for item in entry.value.items if isinstance(item, Scalar)] if isinstance(entry.value, Seq) else []
        )
        if isinstance(entry.value, Scalar) and (match := _RANGE.fullmatch(entry.value.text)):
            numbers = range(int(match[1]), int(match[2]) + 1)
            values = [Scalar(str(number), entry.value.span) for number in numbers[: MAX_ROWS + 1]]
        if not values:
            message = f"`{entry.key.text}` goes through a list of values, or through numbers like 1-9"
            report.error("schema-value", message, entry.key.span, f"write `{entry.key.text}: [a, b, c]`")
        lists.append(values)
    if prod(map(len, lists)) > MAX_ROWS:
        report.error("spreadsheet-too-large", f"this loop makes more than {MAX_ROWS:,} of the {kind}", node.span)
        return Map({}, node.span)
    rows = []
    for chosen in product(*lists):
        fields = {e.key.text: Entry(e.key, value) for e, value in zip(node.entries.values(), chosen, strict=True)}
        id = Scalar("-".join(filter(None, (_slug(value.text) for value in chosen))), chosen[0].span)
        rows.append(Map({"id": Entry(id, id), **fields}, id.span))
    return _by_id(rows, kind, node.span, report)


def _rows(grid: Grid, kind: str, report: Report) -> Map | None:
    header = _header(grid, report) if grid.rows else {}
    if len(grid.rows) < 2 or not header:
        message = f"{grid.span.file.name} holds no row below its header"
        if report.ok:
            report.warning(
                "spreadsheet-empty", message, grid.span, "the first row names the fields; cards follow below it"
            )
        return Map({}, grid.span)
    empty = [at for at in header if not any(at < len(cells) and cells[at] for cells in grid.rows[1:])]
    rows: list[Map] = []
    for cells in grid.rows[1:]:
        entries = {header[at].text: Entry(header[at], cell) for at, cell in enumerate(cells) if cell and at in header}
        if entries and not rows:  # a field that nobody has filled in is one all the same
            entries |= {header[at].text: Entry(header[at], Scalar("", header[at].span, False)) for at in empty}
        if entries:
            rows.append(Map(entries, next(cell.span for cell in cells if cell)))
    return _by_id(rows, kind, grid.span, report)


def _header(grid: Grid, report: Report) -> dict[int, Scalar]:
    """The fields by column. A column whose name begins with # is a note of the writer's; one without a name is told."""
    found: dict[int, Scalar] = {}
    first: dict[str, Scalar] = {}
    for at, cell in enumerate(grid.rows[0]):
        if cell is None or cell.text.startswith("#"):
            continue
        field = field_of(cell.text)
        if not _FIELD.fullmatch(field):
            hint = "letters, digits and _ are wanted, as in `name`, or in French `name@fr`"
            report.error("spreadsheet-header", f"`{cell.text[:60]}` is no name of a field", cell.span, hint)
        elif field in first:
            message = f"two columns are called `{field}`, the first at {first[field].span}"
            report.error("spreadsheet-header", message, cell.span, "give one of them another name")
        else:
            found[at] = first[field] = Scalar(field, cell.span)
    width = max(len(row) for row in grid.rows)
    named = {at for at, cell in enumerate(grid.rows[0]) if cell is not None}
    for at in sorted(set(range(width)) - named):
        cell = next((row[at] for row in grid.rows[1:] if at < len(row) and row[at] is not None), None)
        if cell is not None:
            message = "this column has no name in the first row: nothing of it is used"
            report.warning("spreadsheet-header", message, cell.span, "name it there; with a # it is a note of yours")
    return found


def field_of(header: str) -> str:
    """The field that a header names: in small letters, `_` for whatever is no letter or digit; a language after @."""
    name, at, language = unicodedata.normalize("NFC", header).strip().partition("@")
    field = re.sub(r"\W+", "_", name.strip().casefold()).strip("_")
    return f"{field}@{language.strip()}" if at else field


def _by_id(rows: Sequence[Map], kind: str, span: Span, report: Report) -> Map:
    """Rows by their `id`, or else what their name makes, or their number."""
    made: dict[str, Entry] = {}
    made_up: Counter[str] = Counter()
    given = {id.text for row in rows if (id := _text(row, "id"))}
    for number, row in enumerate(rows, 1):
        id = _text(row, "id")
        if id is None:
            named = next((found for name in NAMING for found in _named(row, name)), None)
            stem = _slug(named.text) if named else ""
            stem = stem or f"{kind}-{number}"
            made_up[stem] += 1
            own = stem if made_up[stem] == 1 else f"{stem}-{made_up[stem]}"
            while own in given or own in made:
                made_up[stem] += 1
                own = f"{stem}-{made_up[stem]}"
            id = Scalar(own, (named or row).span)
        elif id.text in made:
            message = f"two of the {kind} have the id `{id.text}`, the first at {made[id.text].key.span}"
            report.error(
                "spreadsheet-twice", message, id.span, "give one of them another, or write how many `copies` of it"
            )
            continue
        fields = {key: entry for key, entry in row.entries.items() if key != "id"}
        made[id.text] = Entry(id, Map(fields, row.span))
    return Map(made, span)


def _named(row: Map, name: str) -> Iterator[Scalar]:
    """What a row says of a field, in the first language that says it."""
    for key, entry in row.entries.items():
        if key.partition("@")[0] == name and isinstance(entry.value, Scalar):
            yield entry.value


def _text(row: Map, key: str) -> Scalar | None:
    value = row.get(key)
    return value if isinstance(value, Scalar) and value.text else None


def _slug(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:48].strip("-")


def find_rows(node: Map, beside: Mapping[Path, bool], shown: str, report: Report, depth: int = 0) -> Map:
    """A file of collections with the rows of what is named in it, and of all other spreadsheets beside it.

    Of those beside it only what may be read is; why not has been told.

    A collection is a mapping of cards by id, a list of them, `{loop: {suit: [cups, swords], value: 1-9}}`, or
    `{file: cards.xlsx, sheet: Heroes}`. A spreadsheet that
    nobody names is a collection of its own name.
    """
    entries: dict[str, Entry] = {}
    used: set[str] = set()
    for kind, entry in node.entries.items():
        value: Node | None = entry.value
        if isinstance(value, Map) and isinstance(file := value.get("file"), Scalar):
            path = next((path for path in beside if path.name == file.text), None)
            used.add(file.text)
            if path is None:
                names = [path.name for path in beside]
                message = f"there is no spreadsheet `{file.text}` in the pack"
                report.error("file-missing", message, file.span, partial(did_you_mean, file.text, names))
            readable = path is not None and beside[path]
            value = _named_file(value, path, f"{shown}/{file.text}", report, depth) if path and readable else None
        elif isinstance(value, Map) and [*value.entries] == ["loop"] and isinstance(loop := value.get("loop"), Map):
            value = looped_rows(loop, kind, report)
        elif isinstance(value, Seq):
            value = named_rows(value, kind, report)
        if value is not None:
            entries[kind] = Entry(entry.key, value)
    for path in beside:
        if path.name not in used and beside[path]:
            _add(entries, path, f"{shown}/{path.name}", report, depth)
    return Map(entries, node.span)


def _add(entries: dict[str, Entry], path: Path, shown: str, report: Report, depth: int) -> None:
    """The collection of a spreadsheet that is named nowhere."""
    rows = read_rows(path, shown, report, depth)
    if rows is None:
        return
    kind = _slug(path.stem) or "cards"
    if kind in entries:
        message = f"`{kind}` stands in {entries[kind].key.span.file.name}, and there is {path.name}"
        report.error("spreadsheet-twice", message, rows.span, f"write `{kind}: {{file: {path.name}}}`, or rename one")
        return
    entries[kind] = Entry(Scalar(kind, rows.span), rows)


def _named_file(node: Map, path: Path, shown: str, report: Report, depth: int) -> Map | None:
    for key, entry in node.entries.items():
        if key not in ("file", *Asked._fields) or not isinstance(entry.value, Scalar):
            message = f"`{key}` means nothing beside `file`"
            report.error("schema-unknown", message, entry.key.span, did_you_mean(key, ["file", *Asked._fields]))
    asked = {key: value for key in Asked._fields if isinstance(value := node.get(key), Scalar)}
    return read_rows(path, shown, report, depth, Asked(**asked))


def key_of(kind: str, id: str, field: str) -> str:
    """The key of the text that a card's field has in every language."""
    return f"card.{kind}.{id}.{field}"


def words_of(node: Map, source: str) -> dict[str, dict[str, Scalar]]:
    """What the fields with a language after @ say, by language and key of the text.

    A field that is also there without one is said by that in the source language.
    """
    words: dict[str, dict[str, Scalar]] = {}
    for kind, collection in node.entries.items():
        spoken = spoken_fields(collection.value)
        for id, row in collection.value.entries.items() if isinstance(collection.value, Map) and spoken else ():
            for name, entry in row.value.entries.items() if isinstance(row.value, Map) else ():
                field, _, language = name.partition("@")
                if field in spoken and isinstance(entry.value, Scalar) and entry.value.text:
                    words.setdefault(language or source, {}).setdefault(key_of(kind, id, field), entry.value)
    return words


def spoken_fields(node: Node) -> set[str]:
    """The fields of a collection that some row says in a language."""
    rows = (entry.value for entry in node.entries.values()) if isinstance(node, Map) else ()
    names = (name for row in rows if isinstance(row, Map) for name in row.entries)
    return {field for name in names for field, at, _ in (name.partition("@"),) if at and field not in WORDLESS}


def with_words_beside(node: Map, words: dict[str, Scalar]) -> Map:
    """A language's file with the words of other files for whatever it does not say itself."""
    entry = node.entries.get("texts")
    if not words or entry is None or not isinstance(entry.value, Map):
        return node
    node = flattened(node)
    entry = node.entries["texts"]
    own = {
        key: text
        for key, text in (entry.value.entries if isinstance(entry.value, Map) else {}).items()
        if key not in words or not isinstance(text.value, Scalar) or text.value.text  # what is left empty says nothing
    }
    texts = own | {key: Entry(Scalar(key, scalar.span), scalar) for key, scalar in words.items() if key not in own}
    return Map({**node.entries, "texts": Entry(entry.key, Map(texts, entry.value.span))}, node.span)


_ERRORS = re.compile(r"#(DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!|GETTING_DATA|SPILL!|CALC!)|Err:[0-9]{3}")


def refuse_error(text: str, span: Span, report: Report) -> None:
    """Report a cell that says nothing but that its formula went wrong: a program writes that into a CSV, too."""
    if _ERRORS.fullmatch(text):
        hint = "mend the formula, or write what it should say"
        report.error("spreadsheet-cell", f"the cell says the error {text}", span, hint)
