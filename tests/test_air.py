"""Words keep clear of drawings in rulebooks, measured on the pages as they are built."""

from __future__ import annotations

import pytest

from santy_print.documents.rulebook import HALVES, PAGES, Rulebook
from santy_print.pack import load_pack
from tests.near import near
from tests.thinned import thinned

AIR = 2.5
"""So many mm of air there are at least."""


@pytest.mark.parametrize(
    ("game", "language", "half"),
    thinned([("santy_anno", "uk", False), ("santy_anno", "de", True), ("sandokan", "fr", True)], 3),
)
def test_words_keep_clear_of_drawings(game: str, language: str, half: bool) -> None:
    sheet = (HALVES if half else PAGES)["a4"]
    made = Rulebook(load_pack(game).checked(), language).set_on(sheet, whole=4 if half else 1)
    assert [*near(made, AIR - 0.1)] == []
