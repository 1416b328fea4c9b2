"""Legends of sheets: in lower case within a line, and without a side where there is but one."""

from __future__ import annotations

import pytest

from santy_print.faces import Faces
from santy_print.faces.frames import Letters, Shape, walk
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.parts.pages import part_pages
from santy_print.sheets import EDGE, STRIP, Setup


@pytest.mark.parametrize(
    ("language", "part", "legends"),
    [
        ("pl", "cards", {"Karty (przód)", "Karty (tył)"}),
        ("uk", "cards", {"Карти (лице)", "Карти (зворот)"}),
        ("de", "cards", {"Karten (Vorderseite)", "Karten (Rückseite)"}),
        ("pl", "ships", {"Statki"}),
        ("cs", "harbour", {"Přístav"}),
    ],
)
def test_a_sheet_tells_its_side_where_the_part_has_two(language: str, part: str, legends: set[str]) -> None:
    pack = load_pack("santy_anno").checked()
    pages = part_pages(Faces(pack, pack.locales[language], "low"), part, Options().setup)
    texts = ["".join(it.text for it in walk(page.marks) if isinstance(it, Letters)) for page in pages]
    found = {next((legend for legend in legends if f"{legend} ·" in text), text) for text in texts}
    assert found == legends


def test_marks_of_several_blocks_keep_off_the_ruler_where_there_is_room_above() -> None:
    """Ports and islands share a sheet of Letter: a mark of these is no tick of the ruler."""
    pack = load_pack("sandokan").checked()
    page = part_pages(Faces(pack, pack.locales["en"], "low"), "tiles", Setup((215.9, 279.4)))[1]
    marks = [it for it in page.marks if isinstance(it, Shape) and len(it.outline) == 2]
    lowest = max(part[2] for it in marks for part in it.outline)
    assert page.height - EDGE - STRIP - lowest > 3
    assert page.trim[1] > 20
