"""What a translator's file brings in may hold no more than a language's file: nothing that steers, nothing unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from santy_print.diag import PackError, Report
from santy_print.i18n.exchange import bring_in
from santy_print.pack import load_pack
from tests.packs import copy_pack

STEERING = ["\u202e", "\u2066", "\u200b", "\u2028", "\u0085", "\ufeff", "\x1b"]
PO = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "game.title"\nmsgid "Santy{0} Anno"\nmsgstr "Santy{1} Anna"\n'
CSV = "key,source,text\ngame.title,Santy{0} Anno,Santy{1} Anna\n"


@pytest.mark.parametrize("char", STEERING, ids=[f"U+{ord(char):04X}" for char in STEERING])
def test_nothing_that_steers_is_brought_in_by_either_file_in_either_language(tmp_path: Path, char: str) -> None:
    root = copy_pack(tmp_path)
    before = (root / "locale" / "fr.yaml").read_bytes()
    for form, said in ("po", PO), ("csv", CSV):
        for source, text in (char, ""), ("", char):
            path = tmp_path / f"a.{form}"
            path.write_text(said.replace("{0}", source).replace("{1}", text), encoding="utf-8", newline="")
            with pytest.raises(PackError) as fault:
                bring_in(load_pack(root), path, "fr", Report())
            assert [item.code for item in fault.value.report.errors] == ["exchange-syntax"]
            assert f"U+{ord(char):04X}" in fault.value.report.errors[0].message
    assert (root / "locale" / "fr.yaml").read_bytes() == before
