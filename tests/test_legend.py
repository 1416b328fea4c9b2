"""Legends of sheets: in lower case within a line, and without a side where there is but one."""

from __future__ import annotations

import pytest

from santy_print.faces import Faces
from santy_print.faces.frames import Letters, walk
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.parts.pages import part_pages


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
