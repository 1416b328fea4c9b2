"""What a translator's file brings in may hold no more than a language's file: nothing that steers, nothing unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from santy_print.diag import PackError, Report, SourceFile
from santy_print.faces import Faces
from santy_print.faces.typeset import Style, set_text
from santy_print.i18n import add, bring_in
from santy_print.pack import load_pack
from santy_print.rewrite import in_place_of
from santy_print.source import Map, parse_yaml
from santy_print.text.markup import Run
from tests.packs import copy_pack, few_languages

STEERING = ["\u202e", "\u2066", "\u200b", "\u2028", "\u0085", "\ufeff", "\x1b"]
PO = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "game.title"\nmsgid "Santy{0} Anno"\nmsgstr "Santy{1} Anna"\n'
CSV = "key,source,text\ngame.title,Santy{0} Anno,Santy{1} Anna\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return few_languages(copy_pack(tmp_path))


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


@pytest.mark.parametrize("char", "\x0b\x0c\x1c\x85\u2028\u2029")
def test_what_a_word_processor_leaves_in_a_po_is_told_by_name_at_its_line(char: str, folder: Path) -> None:
    path = folder.parent / "fr.po"
    head = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "card.coco.name"\nmsgid "Coco"\n'
    text = f'{head}msgstr ""\n"Perro{char}"\n"quet"\n'
    path.write_text(text, "utf-8")
    before = (folder / "locale" / "fr.yaml").read_bytes()
    with pytest.raises(PackError) as fault:
        bring_in(load_pack(folder), path, None, Report())
    (told,) = fault.value.report
    assert told.message.startswith(f"U+{ord(char):04X} stands here")
    assert told.span is not None
    assert told.span.line == 7
    assert (folder / "locale" / "fr.yaml").read_bytes() == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_and_byte_order_mark_of_a_languages_file_stay_on_import(
    mark: bytes, end: bytes, folder: Path
) -> None:
    files = [folder / "locale" / "fr.yaml", folder / "locale" / "seen" / "fr.yaml", folder / "pack.yaml"]
    for file in files:
        file.write_bytes(mark + file.read_bytes().replace(b"\n", end))
    before = {file: file.read_bytes() for file in files}
    path = folder.parent / "fr.po"
    lines = ['msgid ""', 'msgstr "Language: fr\\n"', "", 'msgctxt "harbour.castoff"', 'msgid "Cast off now!"']
    path.write_bytes(mark + end.join(line.encode() for line in (*lines, 'msgstr "Larguez tout !"', "")))
    bring_in(load_pack(folder), path, None, Report())
    add(load_pack(folder), "nl")
    for file, old, new in (
        (files[0], "castoff: Larguez les amarres !", "castoff: Larguez tout !"),
        (files[1], '"Cast off!"', '"Cast off now!"'),
        (files[2], "fr, pl, de]", "fr, pl, de, nl]"),
    ):
        assert old.encode() in before[file]
        assert file.read_bytes() == before[file].replace(old.encode(), new.encode(), 1)


def test_line_ends_that_differ_stay_each_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: 1\r\nb: 2\nc: 3\r\nd: 4\n")
    assert in_place_of(path, "a: 1\nb: 2\nnew: 0\nc: 5\nd: 4\n") == b"a: 1\r\nb: 2\nnew: 0\r\nc: 5\r\nd: 4\n"
    assert in_place_of(tmp_path / "none.yaml", "a: 1\n") == b"a: 1\n"


@pytest.mark.parametrize("space", "\u00a0\u2009\u202f\u3000")
@pytest.mark.parametrize("line", ["card.coco.name: A", '"card.coco.name": A', "- A"])
def test_a_space_of_another_kind_in_an_indentation_is_told_where_it_stands(space: str, line: str) -> None:
    node = parse_yaml(SourceFile("x.yaml", f"texts:\n  {space}{line}\n"), report := Report())
    (told,) = report
    assert (told.code, told.message[:6]) == ("yaml-character", f"U+{ord(space):04X}")
    assert told.span is not None
    assert (told.span.line, told.span.col) == (2, 3)
    assert isinstance(node, Map)
    assert node.get("texts") is not None
    assert parse_yaml(SourceFile("x.yaml", f"a: x{space}y\nb: '{space}z'\n"), again := Report()) is not None
    assert again.ok


def test_a_key_is_the_same_however_its_accents_were_typed() -> None:
    parse_yaml(SourceFile("x.yaml", "e\u0301toile: a\n\u00e9toile: b\n"), report := Report())
    assert [told.code for told in report] == ["yaml-duplicate"]


def test_letters_with_accents_typed_apart_are_printed_with_the_fonts_own(folder: Path) -> None:
    """macOS and some programs write e and an accent; fonts have é, and no accent to put above an e."""
    path = folder / "locale" / "fr.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("Larguez les amarres !", "Larguez les fe\u0301es !"), "utf-8")
    pack = load_pack(folder)
    assert "f\u00e9es" in pack.locales["fr"].plain("harbour.castoff")
    faces = Faces(pack, pack.locales["fr"])
    assert set_text([Run("fe\u0301es")], (0, 0, 40, 10), Style(), faces.book, "#000000").letters[0].text == "f\u00e9es"
