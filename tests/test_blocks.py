"""Blocks in every medium: what a table may hold, on a page that is read and on a sheet that is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import pypdfium2
import pytest

from santy_print.documents import text
from santy_print.documents.blocks import (
    Aloud,
    Book,
    Cell,
    Column,
    Cover,
    Dressed,
    Field,
    Grid,
    Lines,
    Meter,
    Paragraph,
    Section,
    Table,
    Wide,
    Words,
    abreast,
    plain,
)  # fmt: skip
from santy_print.documents.printed import Drawn, Page, Printed
from santy_print.pack import load_pack

TABLE = Table(
    (
        (Words("**Ada**"), "7", Meter(0.5), Field("much", shade=1.0)),
        ("Bob", Dressed("8", "ring"), Meter(0.5, 0.2, 0.9), Field("little", shade=0.1)),
        ("All", Field((Dressed("sum", "accent"), " ", Dressed("of two", "quiet"), Aloud("·", "none")), span=3)),
    ),
    (Aloud("", "Name"), "Number", "Share", "Shade"),
    (Column(), Column("right"), Column("center", fill=True, edge=True), Column("center")),
    opens=(1,),
    totals=(2,),
)
PAPER = Page("a5", (11, 11, 14), 1, (8.5,), line=15.0)


@dataclass(slots=True)
class Paper(Printed):
    """A document that is given as blocks."""

    book: Book = field(kw_only=True)

    def _draw(self) -> Drawn:
        return Drawn((self.book,), {})

    def title(self) -> str:
        """What stands above it."""
        return plain(self.book.title)


def paper(look: str, matrix: bool = False) -> Paper:
    sections = (
        Section("first", "First", (replace(TABLE, matrix=matrix),), note="What is said of it", width=6),
        Section("second", "Second", (Lines("as  it\n  is"),), width=6),
    )
    book = Book(("en",), "Numbers", Cover("Numbers", "Read on"), sections, version="1.0")
    return Paper(load_pack("santy_anno"), "en", book=replace(book, look=look))  # type: ignore[arg-type]


@pytest.mark.parametrize(("look", "matrix"), [("book", False), ("sheet", False), ("sheet", True)])
def test_a_table_says_the_same_on_every_page(look: str, matrix: bool) -> None:
    made = paper(look, matrix)
    page = PAPER if look == "sheet" else replace(PAPER, line=None)
    document = pypdfium2.PdfDocument(made.set_on(page))
    printed = " ".join(page.get_textpage().get_text_bounded() for page in document)
    shown = made.html()
    told = text.page(made.title(), [made.book])
    for word in ("Ada", "Bob", "All", "7", "8", "much", "little", "sum", "of two", "Number", "Share", "Second"):
        assert word in printed, word
        assert word in shown, word
        assert word in told, word
    assert "as  it\n  is" in told
    assert "<pre>as  it\n  is</pre>" in shown


def test_a_screen_says_what_is_only_seen() -> None:
    shown = paper("sheet", matrix=True).html()
    assert '<span class="unseen">Name</span>' in shown
    assert '<span aria-hidden="true">·</span><span class="unseen">none</span>' in shown
    assert re.findall(r'class="meter( point)?" style="([^"]*)"', shown) == [
        ("", "--to: 0.5000"),
        (" point", "--to: 0.5000; --low: 0.2000; --high: 0.9000"),
    ]
    assert 'colspan="3"' in shown
    assert re.findall(r"--shade: ([\d.]+)", shown) == ["1.000", "0.100"]
    assert shown.count('<th scope="row"') == len(TABLE.rows)


def test_a_short_name_of_a_row_stands_in_one_line() -> None:
    rows = (("Port de l’Espoir", "5+5"), ("The harbour of all the winds", "4+4"))
    section = Section("first", "First", (Table(rows, ("Home", "What is still to come")),))
    book = Book(("en",), "Ports", Cover("Ports"), (section,))
    shown = Paper(load_pack("santy_anno"), "en", book=book).html()
    assert re.findall(r'<th scope="(\w+)" class="whole">([^<]*)', shown) == [
        ("col", "Home"),
        ("row", "Port de l’Espoir"),
    ]
    assert re.search(r"\.whole \{ white-space: nowrap", shown)


def test_a_title_is_broken_after_a_comma() -> None:
    sections = tuple(
        Section(f"s{n}", title, ()) for n, title in enumerate(("South Seas, little wind", Words("The **sea**, wide")))
    )
    shown = Paper(load_pack("santy_anno"), "en", book=Book(("en",), "Ports", Cover("Ports"), sections)).html()
    assert '<h2><span class="phrase">South Seas,</span> <span class="phrase">little wind</span></h2>' in shown
    assert shown.count('class="phrase"') == 2, "a title with marks stays as it is"
    assert ".phrase { display: inline-block; }" in shown


def test_words_below_a_portrait_are_broken_after_a_mark() -> None:
    says = ("Cestu zná. Jen zapomněl kam.", "Swears by the very best of chips, fried twice.")
    section = Section("s", "S", (Grid(tuple(Cell(title="Ada", label=words) for words in says), "portraits"),))
    shown = Paper(load_pack("santy_anno"), "en", book=Book(("en",), "Crew", Cover("Crew"), (section,))).html()
    assert '<em><span class="phrase">Cestu zná.</span> <span class="phrase">Jen zapomněl kam.</span></em>' in shown
    assert f"<em>{says[1]}</em>" in shown, "a part that takes two lines breaks where it likes"


def test_what_stands_side_by_side_is_no_wider_than_a_page() -> None:
    widths = [12, 4, 8, 6, 6, 6, 12, 3]
    rows = list(abreast(Section(str(n), "", (), width=width) for n, width in enumerate(widths)))
    assert [[section.width for section in row] for row in rows] == [[12], [4, 8], [6, 6], [6], [12], [3]]


def test_what_stands_at_a_pages_foot_ends_its_section_in_one_column() -> None:
    crew, words, ship = Wide(Paragraph(Words("crew"))), Paragraph(Words("words")), Wide(Paragraph(Words("ship")), "top")
    assert Section("end", "End", (crew, ship, words)).downward == (ship, words, crew)


def test_a_table_of_text_keeps_its_cells_whole_where_its_heads_can_break() -> None:
    rows = [
        ("Ship", "Crow's nest of the ship", "Coco"),
        ("Royal", "B 5", "top right 3"),
        ("Viper", "B 1", "top left 2"),
    ]
    assert text.text_table(rows, indent=0, columns=32).splitlines() == [
        "Ship   Crow's nest  Coco",
        "       of the ship",
        "-----  -----------  -----------",
        "Royal  B 5          top right 3",
        "Viper  B 1          top left 2",
    ]
    assert text.text_table([("One", "Other"), ("a word or so", "words")], indent=0, columns=18).splitlines() == [
        "One          Other",
        "------------ -----",
        "a word or so words",
    ], "one blank rather than a cell in two lines"
    assert text.text_table([("One", "Other"), ("a word or so", "words")], indent=0, columns=17).splitlines() == [
        "One        Other",
        "---------  -----",
        "a word or  words",
        "so",
    ]
