"""Languages at work: a new one, texts out to a translator and back, what is missing, old, or cannot be drawn."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import babel
import polib
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PIL import Image

from santy_print import folders, i18n
from santy_print.cache import default_folder
from santy_print.cli import main
from santy_print.diag import PackError, Report, SourceFile
from santy_print.documents.fonts import Typography as DocumentFonts
from santy_print.faces import Faces, walk
from santy_print.faces.drawer import FAULTY
from santy_print.faces.typeset import FontBook, load_font
from santy_print.folders import data_folder
from santy_print.i18n.catalogue import catalogue, entries, read_seen, source_of, texts_of
from santy_print.i18n.exchange import export, guarded, read_exchange, unguarded
from santy_print.i18n.plurals import boxes, counted_in
from santy_print.i18n.skeleton import preset, presets
from santy_print.i18n.status import status, word_diff
from santy_print.i18n.written import changed
from santy_print.pack import Pack, load_pack
from santy_print.rewrite import Edits, folded, quoted, scalar
from santy_print.source import Map, Scalar, parse_yaml
from santy_print.text import PSEUDO, Typographer, flat, parse_markup, parser_of
from santy_print.text.locale import Texts
from santy_print.text.templates import Grammar
from santy_print.text.typography import Typography
from tests.packs import copy_pack, few_languages
from tests.thinned import thinned

pytestmark = pytest.mark.usefixtures("rooms_kept", "kept")

HOUSE = data_folder("content") / "santy_anno"


def santy(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return few_languages(copy_pack(tmp_path))


@pytest.fixture(scope="module")
def house() -> Pack:
    return load_pack("santy_anno")


def replace_in(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")


def codes_of(pack: Pack) -> list[str]:
    return [item.code for item in pack.report]


def kinds(folder: Path, language: str) -> dict[str, list[str]]:
    (one,) = status(load_pack(folder), [language], Report(), default_folder())
    out: dict[str, list[str]] = {}
    for finding in one.findings:
        out.setdefault(finding.kind, []).append(finding.key)
    return out


# A new language.


@pytest.mark.long
def test_a_new_language_is_complete_builds_at_once_and_counts_as_a_draft(folder: Path) -> None:
    (folder / "pack.yaml").write_text(
        (folder / "pack.yaml").read_text("utf-8").replace("de]", "de]  # and no more"), "utf-8"
    )
    before = (folder / "pack.yaml").read_text("utf-8")
    ran = santy("i18n", "add", "it", folder)
    assert ran.exit_code == 0, ran.output
    assert (folder / "pack.yaml").read_text("utf-8") == before.replace("de]", "de, it]")
    pack = load_pack(folder)
    assert pack.report.ok
    assert codes_of(pack) == ["locale-draft"]
    locale, source = pack.locales["it"], source_of(pack)
    wanted = [key for key in source.scalars if key not in source.optional]
    assert locale.missing == {*wanted}
    assert locale.borrowed == {*source.file.lexicon.nouns, *source.file.lexicon.adjectives}
    names = [".".join(names) for names, _, _ in entries(texts_of(pack.nodes["locale/it"]))]
    assert sorted(names) == sorted(wanted)
    assert locale.plain("card.element.effect", element="sails") == source.plain("card.element.effect", element="sails")
    assert santy("check", folder).exit_code == 0
    assert santy("check", folder, "--strict").exit_code == 1
    built = santy("build", folder, "--lang", "it", "--only", "harbour", "--out", folder.parent / "out")
    assert built.exit_code == 0, built.output


def test_a_skeleton_says_what_a_translator_needs_to_know(folder: Path) -> None:
    replace_in(
        folder / "locale" / "en.yaml",
        ("    castoff: Cast off!\n", "    # Shouted by the Bosun.\n    castoff: Cast off!\n"),
    )
    assert santy("i18n", "add", "cs", folder, "--from", "fr").exit_code == 0
    text = (folder / "locale" / "cs.yaml").read_text("utf-8")
    assert "name: Čeština\n" in text
    assert "draft: true" in text
    assert 'quotes: ["„", "“"]' in text
    assert "keep_with_next: [a, i, k, o, s, u, v, z]" in text
    assert "{n|one|few|other}" in text
    assert "    #. Larguez les amarres !  (Shouted by the Bosun.; room for about " in text
    assert '      gender: ""  #. m, f, n, pl' in text
    assert "nom, gen, dat, acc, loc, inst" in text
    assert all(len(line) <= 120 for line in text.splitlines())


def test_a_draft_is_said_in_its_own_words_as_far_as_they_go(folder: Path) -> None:
    santy("i18n", "add", "de-AT", folder)
    replace_in(
        folder / "locale" / "de-AT.yaml",
        (
            'gender: ""  #. m, f, n, pl\n      forms:\n        nom: ""  #. {adj} hull',
            "gender: m\n      forms:\n        nom: Rumpf  # {adj} hull",
        ),
        (
            'red:  #. red\n      letter: ""  #. R; another one for each\n      forms:\n        m: ""',
            "red:\n      letter: R\n      forms:\n        m: roter",
        ),
        ('element.name: ""', 'element.name: "{Element} und {element:short}"'),
        ('    ruler: ""', '    ruler: "100 mm: {hull.red}, {sails.red}"'),
    )
    pack = load_pack(folder)
    assert pack.report.ok, pack.report.errors
    locale = pack.locales["de-AT"]
    assert locale.plain("card.element.name", element="hull") == "Rumpf und Rumpf"
    assert locale.plain("sheet.ruler") == "100\u00a0mm: roter Rumpf, roter sails"
    found = kinds(folder, "de-AT")
    assert found["grammar"] == ["blue", "green", "nest", "plate", "sails", "yellow", "hull"]
    assert "card.element.name" not in found["missing"]
    replace_in(folder / "locale" / "de-AT.yaml", ("draft: true", "draft: false"))
    report = load_pack(folder).report
    assert {"schema-empty", "locale-text"} & {item.code for item in report.errors}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nl", "santy_anno"), "language-bundled"),
        (("fr", "PACK"), "language-exists"),
        (("xx", "PACK"), "language-unknown"),
        (("no such", "PACK"), "language-unknown"),
        (("../nl", "PACK"), "language-unknown"),
        (("qps", "PACK"), "language-unknown"),
        (("pseudo", "PACK"), "language-unknown"),
        (("nl", "PACK", "--from", "es"), "language-unknown"),
    ],
)
def test_languages_that_cannot_be_added(folder: Path, words: tuple[str, ...], code: str) -> None:
    before = sorted(path.name for path in folder.rglob("*"))
    ran = santy("i18n", "add", *[folder if word == "PACK" else word for word in words])
    assert ran.exit_code == 1
    assert f"({code})" in ran.output
    assert sorted(path.name for path in folder.rglob("*")) == before


def test_a_language_is_added_to_a_list_in_lines_and_to_a_pack_that_extends_another(folder: Path) -> None:
    replace_in(folder / "pack.yaml", ("languages: [en, fr, pl, de]", "languages:\n  - en\n  - fr\n  - pl  # Polish"))
    assert santy("i18n", "add", "nl", folder).exit_code == 0
    assert "  - pl  # Polish\n  - nl\n" in (folder / "pack.yaml").read_text("utf-8")
    over = folder.parent / "over"
    over.mkdir()
    (over / "pack.yaml").write_text("game: santy_anno\nextends: santy_anno\nid: over\n", "utf-8")
    assert santy("i18n", "add", "nl", over).exit_code == 0
    listed = ", ".join([*load_pack().head.languages, "nl"])
    assert f"languages: [{listed}]\n" in (over / "pack.yaml").read_text("utf-8")
    assert load_pack(over).report.ok


def test_a_right_to_left_language_has_a_rulebook_and_a_deck(folder: Path) -> None:
    assert santy("i18n", "add", "ar", folder).exit_code == 0
    ran = santy("build", folder, "--lang", "ar", "--only", "cards", "--out", folder.parent / "out")
    assert ran.exit_code == 0
    assert santy("rulebook", folder, "--lang", "ar", "--format", "text").exit_code == 0


# Out and back.


def exported(folder: Path, language: str, form: Any) -> Path:
    pack = load_pack(folder)
    path = folder.parent / f"{language}.{form}"
    path.write_bytes(export(pack, language, form, Report()).encode("utf-8"))
    return path


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in (folder / "locale").rglob("*.yaml")}


@pytest.mark.parametrize("form", ["po", "csv"])
@pytest.mark.parametrize("language", ["fr", "pl"])
def test_what_goes_out_and_comes_back_changes_nothing(folder: Path, language: str, form: str) -> None:
    before = snapshot(folder)
    path = exported(folder, language, form)
    ran = santy("i18n", "import", path, folder, "--lang", language)
    assert ran.exit_code == 0, ran.output
    assert snapshot(folder) == before
    assert exported(folder, language, form).read_bytes() == path.read_bytes()


def in_forms(text: str) -> str | list[str] | None:
    """A Polish text as it is said in each form, where it counts one value."""
    name = counted_in(text)
    return boxes(text, name, 3) if name else text


def texts_without_names(folder: Path) -> list[str]:
    """The keys of the source's texts but for names, which a language may leave out."""
    source = source_of(load_pack(folder))
    return [key for key in source.scalars if key not in source.optional]


@pytest.mark.parametrize("form", thinned(["po", "csv"]))
def test_a_language_rebuilt_from_its_export_says_the_same(folder: Path, form: str) -> None:
    path = exported(folder, "pl", form)
    old = load_pack(folder).locales["pl"].scalars
    node = load_pack(folder).nodes["locale/pl"]
    head = node.span.file.text.split("\ntexts:\n")[0]
    (folder / "locale" / "pl.yaml").write_text(
        f"{head}\ndraft: true\ntexts:\n  game:\n    # a name\n    title: ''\n", "utf-8"
    )
    ran = santy("i18n", "import", path, folder, "--lang", "pl")
    assert ran.exit_code == 0, ran.output
    new = load_pack(folder).locales["pl"]
    before, now = ({key: text.text.strip() for key, text in some.items()} for some in (old, new.scalars))
    assert {key: in_forms(text) for key, text in now.items()} == {key: in_forms(text) for key, text in before.items()}
    assert form == "po" or now == before, "boxes are one text again, where the forms differ"
    assert list(new.scalars) == texts_without_names(folder)
    text = (folder / "locale" / "pl.yaml").read_text("utf-8")
    assert "    # a name\n    title: 'Santy Anno'\n" in text
    assert all(len(line) <= 122 for line in text.split("\ntexts:\n")[1].splitlines())


def test_a_po_says_what_a_translator_needs_and_marks_what_is_stale(folder: Path) -> None:
    replace_in(folder / "locale" / "en.yaml", ("castoff: Cast off!", "castoff: Cast off, lubbers!  # a shout"))
    read = polib.pofile(str(exported(folder, "pl", "po")))
    entry = {item.msgctxt: item for item in read}["harbour.castoff"]
    assert (entry.fuzzy, entry.previous_msgid, entry.msgid) == (True, "Cast off!", "Cast off, lubbers!")
    assert "a shout" in entry.comment
    assert "Room for about" in entry.comment
    counted = {item.msgctxt: item for item in read}["token.coin"]
    assert "A box for each form of the number {n}" in counted.comment
    assert read.metadata["Language"] == "pl"
    keys = [item.msgctxt for item in read if not item.obsolete]
    assert [key for key in keys if not key.startswith("lexicon.")] == list(load_pack(folder).locales["en"].scalars)


def test_an_old_po_leaves_stale_what_changed_since(folder: Path) -> None:
    path = exported(folder, "fr", "po")
    replace_in(folder / "locale" / "en.yaml", ("castoff: Cast off!", "castoff: Cast off now!"))
    replace_in(path, ('msgstr "Larguez les amarres !"', 'msgstr "Larguez tout !"'))
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars["harbour.castoff"].text == "Larguez tout !"
    assert kinds(folder, "fr")["stale"] == ["harbour.castoff"]
    fresh = exported(folder, "fr", "po")
    santy("i18n", "import", fresh, folder)  # still fuzzy: nobody has looked at it
    assert kinds(folder, "fr")["stale"] == ["harbour.castoff"]
    fresh.write_text(re.sub("#, fuzzy(, )?", lambda mark: "#, " if mark[1] else "#", fresh.read_text("utf-8")), "utf-8")
    assert santy("i18n", "import", fresh, folder).exit_code == 0
    assert "stale" not in kinds(folder, "fr")


def test_what_a_translator_marks_as_needing_work_is_not_done(folder: Path) -> None:
    """Poedit and Weblate mark an entry `fuzzy` without a source that was: it was never another."""
    path = exported(folder, "fr", "po")
    replace_in(
        path,
        ('msgctxt "card.coco.name"', '#, fuzzy\nmsgctxt "card.coco.name"'),
        ('msgstr "Coco"', 'msgstr "Perroquet ?"'),
    )
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars["card.coco.name"].text == "Perroquet ?"
    assert kinds(folder, "fr")["stale"] == ["card.coco.name"]
    assert "marked as needing work" in santy("i18n", "status", folder, "--lang", "fr").output
    fresh = exported(folder, "fr", "po")
    assert "#, fuzzy" in fresh.read_text("utf-8")
    santy("i18n", "import", fresh, folder)
    assert kinds(folder, "fr")["stale"] == ["card.coco.name"]
    fresh.write_text(re.sub("#, fuzzy(, )?", lambda mark: "#, " if mark[1] else "#", fresh.read_text("utf-8")), "utf-8")
    assert santy("i18n", "import", fresh, folder).exit_code == 0
    assert "stale" not in kinds(folder, "fr")


@pytest.mark.parametrize(
    ("named", "asked"),
    [
        *((each, ()) for each in ("fr", "fr_FR", "fr-FR", "FR", "fr_FR.UTF-8", "fr@latin")),
        ("fr_FR", ("--lang", "fr")),
        ("fr-FR", ("--lang", "fr_FR")),
    ],
)
def test_a_language_is_understood_as_programs_write_it(named: str, asked: tuple[str, ...], folder: Path) -> None:
    path = exported(folder, "fr", "po")
    replace_in(path, ('"Language: fr\\n"', f'"Language: {named}\\n"'), ('msgstr "Coco"', 'msgstr "Jaco"'))
    assert santy("i18n", "import", path, folder, *asked).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars["card.coco.name"].text == "Jaco"


def test_a_spreadsheet_is_read_however_it_was_saved(folder: Path) -> None:
    path = exported(folder, "fr", "csv")
    assert path.read_bytes().startswith(b"\xef\xbb\xbfkey,source,text,notes,limit\r\n")
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    at = next(row for row in rows if row[0] == "card.number.name")
    assert at[1].startswith("'+{plus}")
    next(row for row in rows if row[0] == "harbour.castoff")[2] = "Larguez\u202f!"
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows)
    path.write_text(out.getvalue(), "utf-8")
    ran = santy("i18n", "import", path, folder, "--lang", "fr")
    assert ran.exit_code == 0, ran.output
    assert "fr: 1 texts changed" in ran.output
    assert load_pack(folder).locales["fr"].scalars["harbour.castoff"].text == "Larguez\u202f!"


@given(st.text(max_size=12) | st.text("'=+-@\t\rab", max_size=6))
@example("'=1+1")
@example("''")
def test_no_cell_is_a_formula_and_every_cell_comes_back(cell: str) -> None:
    assert guarded(cell)[:1] not in tuple("=+-@\t\r")
    assert unguarded(guarded(cell)) == cell


WORDS = (
    st.text(
        st.characters(
            codec="utf-8",
            exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"),
            exclude_characters="{}\\",
        ),
        max_size=40,
    )
    | st.text(" :#-\"'>|&*!%@`,[]?=~ab\u00a0\u202f", max_size=20)
    | st.lists(st.sampled_from(["word", "#", "-", "a:", "::", "'", '"']), max_size=60).map(" ".join)
)

STYLES = """# A file.
texts:
  plain: x  # a remark
  # above
  single: 'it''s'

  double: "a \\" b"
  empty:
  hollow: ""
  long: >-
    some words that
    go on

  # between
  kept: |-
    one
  many: word
    and more
  flow: {a: one, b: "two", c: 'three'}
  nest:
    deep.er: >-  # remark
      text
  last: end
"""
KEYS = [
    "plain",
    "single",
    "double",
    "empty",
    "hollow",
    "long",
    "kept",
    "many",
    "flow.a",
    "flow.b",
    "flow.c",
    "nest.deep.er",
    "last",
]


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), WORDS.map(str.strip).filter(bool), min_size=1))
def test_any_text_can_be_put_in_the_place_of_any_other(new: dict[str, str]) -> None:
    report = Report()
    node = parse_yaml(SourceFile("x.yaml", STYLES), report)
    assert node is not None
    place = {".".join(names): (entry, holder) for names, entry, holder in entries(texts_of(node))}
    edits = Edits(node.span.file)
    for key, value in new.items():
        entry, holder = place[key]
        edits.set(entry, value, edits.in_braces(holder))
    text = edits.text()
    again = parse_yaml(SourceFile("x.yaml", text), report)
    assert report.ok, (report.errors, text)
    assert again is not None
    said = {k: e.value.text.strip() for k, (e, _) in place.items() if isinstance(e.value, Scalar)}
    now = {
        ".".join(names): e.value.text.strip() for names, e, _ in entries(texts_of(again)) if isinstance(e.value, Scalar)
    }
    assert now == {**said, **new}
    for remark in ("# A file.", "# a remark", "# above", "# between", "# remark"):
        assert remark in text


@given(WORDS)
def test_scalars_read_back_as_they_were(value: str) -> None:
    for said in (scalar(value), scalar(value, "'"), scalar(value, '"'), quoted(value)):
        node = parse_yaml(SourceFile("x", f"a: {said}\nb: {{c: {scalar(value, '', True)}}}\n"), Report())
        assert isinstance(node, Map)
        assert [text.text for _, text in flat(node, "", Report())] in ([value, value], [])
    lines = folded(value, 2)
    if lines is not None:
        node = parse_yaml(SourceFile("x", "a: >-\n" + "\n".join(lines) + "\n"), Report())
        assert isinstance(node, Map)
        assert isinstance(found := node.get("a"), Scalar)
        assert found.text == value


@cache
def bundled() -> Pack:
    return load_pack("santy_anno")


@cache
def plain_keys() -> list[str]:
    """The texts of the source language without placeholders."""
    return [key for key, text in source_of(bundled()).scalars.items() if "{" not in text.text]


def remarks(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.lstrip().startswith("#")]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.deferred(
        lambda: st.dictionaries(
            st.sampled_from(plain_keys()), WORDS.map(str.strip).filter(bool), min_size=1, max_size=6
        )
    )
)
def test_any_translation_goes_through_po_and_csv(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]
) -> None:
    house = bundled()
    root = tmp_path_factory.mktemp("trip")
    old = house.nodes["locale/fr"].span.file.text
    try:
        text = changed(house, "fr", texts)
    except PackError:
        pytest.fail(f"cannot be written: {texts}")
    node = parse_yaml(SourceFile("fr.yaml", text), Report())
    assert node is not None
    if "#" not in "".join(texts.values()):  # within a text it begins no remark
        assert remarks(old) == remarks(text)
    own = house.locales["fr"]
    said: Any = {key: Scalar(value, own.scalars[key].span) for key, value in texts.items()}
    trial = replace(house, locales={**house.locales, "fr": replace(own, scalars=Texts({**own.scalars, **said}))})
    for form in ("po", "csv"):
        path = root / f"x.{form}"
        path.write_bytes(export(trial, "fr", form, Report(), {}).encode("utf-8"))  # type: ignore[arg-type]
        report = Report()
        read, *_ = read_exchange(path, report)
        assert report.ok, report.errors
        assert {item.key: item.text.text for item in read if item.key in texts} == texts


def test_what_is_new_at_the_end_of_a_group_stands_before_the_group_that_follows(house: Pack) -> None:
    """Both come after the same line, the inner one first."""
    text = changed(house, "fr", {"proof.read": "[", "rulebook.name": "'"})
    assert text.endswith("""\n    name: "'"\n  proof:\n    read: "["\n""")


def test_new_texts_come_where_the_source_has_them(folder: Path) -> None:
    fr, en = folder / "locale" / "fr.yaml", folder / "locale" / "en.yaml"
    replace_in(
        en,
        ("  back:\n", "  fore:\n    one: First\n    two.three: Third\n  back:\n"),
        ("top-right: top right,", "top-middle: top middle, top-right: top right,"),
        ("    castoff: Cast off!\n", "    shout: Ahoy!\n    castoff: Cast off!\n"),
        ("  game:\n    title", "  game:\n    zero: Nought\n    title"),
    )
    path = exported(folder, "fr", "po")
    read = polib.pofile(str(path))
    for item in read:
        if not item.msgstr:
            item.msgstr = f"<{item.msgid}>"
    read.save(str(path))
    before = fr.read_text("utf-8")
    assert santy("i18n", "import", path, folder).exit_code == 0
    text = fr.read_text("utf-8")
    assert "  fore:\n    one: <First>\n    two.three: <Third>\n  back:\n" in text.replace("\n\n  back", "\n  back")
    assert "top-middle: <top middle>, top-right:" in text
    assert "    shout: <Ahoy!>\n    castoff:" in text
    assert "  game:\n    zero: <Nought>\n    title" in text
    added = {
        "  fore:",
        "    one: <First>",
        "    two.three: <Third>",
        "    shout: <Ahoy!>",
        "    zero: <Nought>",
    }
    rest = [line for line in text.splitlines() if line not in added]
    assert "\n".join(rest).replace("top-middle: <top middle>, ", "") == before.rstrip("\n")
    assert list(load_pack(folder).locales["fr"].scalars) == texts_without_names(folder)


BROKEN_PO = [
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {les amarres !"', "locale-placeholder"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {les amarres}"', "locale-placeholder"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {name}"', "locale-values"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {icon:kraken}"', "locale-values"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {hull:dative}"', "locale-form"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez {n|un}"', "locale-plural"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez', "exchange-syntax"),
    ('msgctxt "harbour.castoff"\n', "", "exchange-syntax"),
    ('msgctxt "harbour.castoff"', 'msgctxt "harbour.title"', "exchange-key"),
    ('"Language: fr\\n"', '"Language: pl\\n"', "exchange-language"),
    ('msgstr "Larguez les amarres !"', 'msgstr "Larguez\\tles amarres !"', "exchange-syntax"),
]


@pytest.mark.parametrize(("old", "new", "code"), thinned(BROKEN_PO))
def test_a_broken_po_is_told_at_its_line_and_nothing_is_written(folder: Path, old: str, new: str, code: str) -> None:
    path = exported(folder, "fr", "po")
    replace_in(path, (old, new))
    before = snapshot(folder)
    ran = santy("i18n", "import", path, folder, "--lang", "fr")
    assert ran.exit_code == 1, ran.output
    assert f"({code})" in ran.output
    if code != "exchange-language":
        assert f"{path}:" in ran.output
    assert snapshot(folder) == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "exchange-syntax"),
        ("key;text\n", "exchange-syntax"),
        ('key,source,text\nharbour.castoff,x,"open', "exchange-syntax"),
        ("key,source,text\nharbour.castoff\n", "exchange-syntax"),
        ("key,source,text\nharbour.castoff,x,{n\n", "locale-placeholder"),
        ("key,source,text\nharbour.castoff,x,a\nharbour.castoff,x,b\n", "exchange-key"),
        ("\0" * 100, "yaml-encoding"),
    ],
)
def test_a_broken_csv_is_told_and_nothing_is_written(folder: Path, text: str, code: str) -> None:
    path = folder.parent / "x.csv"
    path.write_text(text, "utf-8")
    before = snapshot(folder)
    ran = santy("i18n", "import", path, folder, "--lang", "fr")
    assert ran.exit_code == 1, ran.output
    assert f"({code})" in ran.output
    assert snapshot(folder) == before


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300) | st.text('msgctxtidr "\\\n#|~,{}', max_size=200).map(lambda text: text.encode()))
def test_no_file_whatever_is_a_crash(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    root = tmp_path_factory.mktemp("any")
    for name in ("x.po", "x.csv"):
        path = root / name
        path.write_bytes(data)
        read_exchange(path, Report())


def test_an_unknown_text_is_left_out_and_said(folder: Path) -> None:
    path = folder.parent / "x.csv"
    path.write_text("key,source,text\nharbour.castof,x,y\n", "utf-8")
    ran = santy("i18n", "import", path, folder, "--lang", "fr")
    assert ran.exit_code == 0
    assert "did you mean `harbour.castoff`" in ran.output
    assert "--lang" in santy("i18n", "import", path, folder).output


def test_a_file_that_cannot_be_changed_is_left_alone(folder: Path) -> None:
    pack = load_pack(folder)
    with pytest.raises(PackError) as caught:
        changed(pack, "fr", {"harbour.castoff": "a\ufffeb"})
    assert [item.code for item in caught.value.report] == ["language-write"]


# Status.


@pytest.mark.parametrize("name", folders.bundled())
def test_bundled_languages_are_complete_and_up_to_date(name: str) -> None:
    for one in status(load_pack(name), [], Report(), default_folder()):
        assert one.percent == 100, [f.key for f in one.findings]
        assert one.up_to_date == one.texts
        assert one.findings == (), f"mend these, or note them: santy i18n status content/{name} --accept KEY"


def test_a_changed_source_makes_its_translations_stale_with_a_word_diff(folder: Path) -> None:
    replace_in(folder / "locale" / "en.yaml", ("castoff: Cast off!", "castoff: Cast off now!"))
    ran = santy("i18n", "status", folder, "--lang", "pl")
    assert " 99." in ran.output.split(" % of")[0]
    assert "harbour.castoff: Cast [-off!-]{+off now!+}" in ran.output
    assert "locale/pl.yaml:" in ran.output
    assert santy("i18n", "status", folder, "--lang", "pl", "--fail-under", "99").exit_code == 0
    assert santy("i18n", "status", folder, "--lang", "pl", "--fail-under", "100").exit_code == 1
    ran = santy("i18n", "status", folder, "--lang", "pl", "--accept", "harbour.*", "--fail-under", "100")
    assert ran.exit_code == 0
    assert "pl: 1 noted" in ran.output
    assert "stale" in kinds(folder, "fr")
    assert santy("i18n", "status", "santy_anno", "--accept", "*").exit_code == 1


def test_status_names_everything_there_is_to_do(folder: Path) -> None:
    replace_in(
        folder / "locale" / "fr.yaml",
        ("    castoff: Larguez les amarres !\n", "    gone: Parti\n"),
        ("\ntexts:\n", '\ntexts:\n  sheet.legend: "\u4e2d {title} {i} {n}"\n  sheet.ruler: Measure me\n'),
        ("ordinals: {one: ᵉʳ, f.one: ʳᵉ, other: ᵉ}", "ordinals: {other: e}"),
    )
    replace_in(folder / "locale" / "en.yaml", ("\ntexts:\n", "\ntexts:\n  sheet.ruler: Measure me\n"))
    line = (folder / "locale" / "fr.yaml").read_text("utf-8").split("    brain.line: ")[1].split("\n")[0]
    replace_in(folder / "locale" / "fr.yaml", (f"brain.line: {line}", f"brain.line: {'Trop long. ' * 30}"))
    found = kinds(folder, "fr")
    assert found["missing"] == ["harbour.castoff"]
    assert found["obsolete"] == ["harbour.gone"]
    assert "sheet.legend" in found["glyph"]
    assert found["grammar"] == ["ordinals"]
    assert found["copy"] == ["sheet.ruler"]
    assert found["long"] == ["pirate.brain.line"]
    made = json.loads(santy("i18n", "status", folder, "--lang", "fr", "--format", "json").output)
    (language,) = made["languages"]
    assert made["source"] == "en"
    assert language["counts"]["missing"] == 1
    glyph = next(finding for finding in language["findings"] if finding["kind"] == "glyph")
    assert glyph["file"].endswith("locale/fr.yaml")
    assert "中 (U+4E2D)" in glyph["detail"]
    assert glyph["line"] > 1
    replace_in(folder / "locale" / "fr.yaml", ("Trop long. " * 30, line))
    assert "long" not in kinds(folder, "fr")


@pytest.mark.long
def test_status_of_languages_without_a_file_says_what_does_not_fit(folder: Path) -> None:
    ran = santy("i18n", "status", folder, "--lang", "pseudo", "--lang", "en+fr", "--lang", "fr", "--format", "json")
    pseudo, both, french = json.loads(ran.output)["languages"]
    assert {one["language"] for one in (pseudo, both, french)} == {"qps", "en+fr", "fr"}
    assert {finding["kind"] for finding in pseudo["findings"]} == {"long"}
    assert both["percent"] == french["percent"] == 100
    replace_in(folder / "locale" / "fr.yaml", ("    castoff: Larguez les amarres !\n", ""))
    (both,) = json.loads(santy("i18n", "status", folder, "--lang", "en+fr", "--format", "json").output)["languages"]
    assert both["counts"]["missing"] == 1
    assert both["percent"] < 100
    refused = santy("i18n", "export", folder, "--lang", "en+fr")
    assert refused.exit_code == 1
    assert "ask for those" in refused.stderr


def test_a_pack_of_one_language_says_so(tmp_path: Path) -> None:
    assert santy("new", tmp_path / "mine", "--game", "deck").exit_code == 0
    assert "its source language alone" in santy("i18n", "status", tmp_path / "mine").output


def test_a_new_name_is_the_name_in_all_languages_that_said_the_old_one(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert santy("new", mine).exit_code == 0
    texts = {code: locale.plain("game.title") for code, locale in load_pack(mine).locales.items()}
    assert set(texts.values()) == {"Mine"}
    assert "stale" not in santy("i18n", "status", mine).output
    (mine / "locale" / "fr.yaml").write_text("texts:\n  game.title: Le mien\n", "utf-8")
    assert load_pack(mine).locales["fr"].plain("game.title") == "Le mien"
    (mine / "locale" / "fr.yaml").write_text("texts:\n  game.title: Santy Anno\n", "utf-8")
    assert load_pack(mine).locales["fr"].plain("game.title") == "Santy Anno", "a language's own word is its own"


def test_word_diffs() -> None:
    assert word_diff("a b c", "a x c d") == "a [-b-]{+x+} c{+ d+}"
    assert word_diff("same", "same") == "same"


def test_names_may_be_the_same_in_other_languages(folder: Path) -> None:
    replace_in(folder / "locale" / "en.yaml", ("  - pirate.edward\n", ""))
    assert kinds(folder, "fr")["copy"] == ["pirate.edward"]


def test_a_broken_note_of_what_was_translated_is_told(folder: Path) -> None:
    (folder / "locale" / "seen" / "fr.yaml").write_text("texts: [1]\n", "utf-8")
    report = Report()
    assert read_seen(load_pack(folder), "fr", report) == {}
    assert not report.ok


def test_the_source_need_not_be_english(folder: Path) -> None:
    replace_in(folder / "pack.yaml", ("source_language: en", "source_language: fr"))
    pack = load_pack(folder)
    assert pack.report.ok, pack.report.errors
    assert i18n.codes(pack, []) == ["en", "pl", "de"]
    row = next(row for row in catalogue(pack, "en", Report()).rows if row.key == "harbour.castoff")
    assert (row.source, row.text, row.seen) == ("Larguez les amarres !", "Cast off!", None)
    assert santy("i18n", "add", "it", folder).exit_code == 0
    assert "#. Larguez les amarres !" in (folder / "locale" / "it.yaml").read_text("utf-8")
    assert load_pack(folder).locales["it"].plain("harbour.castoff") == "Larguez les amarres\u202f!"
    ran = santy("i18n", "export", folder, "--lang", "fr", "--out", folder.parent)
    assert ran.exit_code == 1
    assert "(language-unknown)" in ran.output


# What is too long is seen.


def test_a_letter_too_long_for_its_place_is_told_at_its_line(folder: Path) -> None:
    replace_in(folder / "locale" / "de.yaml", ("{letter: Ge,", "{letter: GelbGelb,"))
    ran = santy("check", folder, "--format", "short")
    assert ran.exit_code == 1
    told = [line for line in ran.output.splitlines() if "(text-overflow)" in line]
    assert len(told) == 3, "one for each kind of place, not for each card"
    for line in told:
        assert "locale/de.yaml:" in line
        assert "`lexicon.adjectives.yellow.letter` (de)" in line
    assert "tightest" not in ran.output
    (found,) = set(kinds(folder, "de")["long"])
    assert found == "lexicon.adjectives.yellow.letter"


def test_a_text_that_does_not_fit_is_drawn_and_framed(folder: Path) -> None:
    path = folder / "locale" / "fr.yaml"
    replace_in(path, ("bermuda.name: Triangle des Bermudes", f"bermuda.name: {'Triangle des Bermudes ' * 8}"))
    replace_in(path, ("rum.effect: ", "rum.effect: \u4e2d "))
    out = folder.parent / "seen.png"
    words = ("preview", folder, "--lang", "fr", "--face", "card-event:*", "--dpi", 40, "--out", out)
    ran = santy(*words)
    assert ran.exit_code == 1
    assert ran.output.count("(text-overflow)") == 1
    assert ran.output.count("(text-glyph)") == 1
    with Image.open(out) as image:
        data = image.convert("RGB").tobytes()
    pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
    pink = sum(r > 180 and g < 90 and 60 < b < 190 for r, g, b in pixels)
    assert pink > 200
    faces = Faces(load_pack(folder), load_pack(folder).locales["fr"])
    drawn = [faces.frame("card-event", item) for item in faces.pack.collections["events"]]
    assert not [item for frame in drawn for item in walk(frame.items) if getattr(item, "stroke", "") == FAULTY], (
        "nobody prints the frames"
    )


def test_a_face_that_would_not_show_what_is_meant_is_not_drawn(folder: Path) -> None:
    (folder / "faces").mkdir(exist_ok=True)
    face = "face: {size: card, alt: a}\nitems: [{rect: {fill: mauve}}]\n"
    (folder / "faces" / "card-event.yaml").write_text(face, "utf-8")
    out = folder.parent / "seen.png"
    assert santy("preview", folder, "--out", out).exit_code == 1
    assert not out.exists()


# A language that nobody speaks.


def test_the_made_up_language_is_longer_accented_and_whole(house: Pack) -> None:
    pack = i18n.with_pseudo(load_pack("santy_anno"))
    made, source = pack.locales[PSEUDO[0]], pack.locales["en"]
    for item in pack.collections["boarding"]:
        key = i18n_key(item) + ".effect"
        one, other = source.markup(key, **item), made.markup(key, **item)
        assert [run.icon for run in parse_markup(one)] == [run.icon for run in parse_markup(other)]
        assert 1.3 <= len(other) / len(one) <= 1.5
        assert other.startswith("[")
        assert not any(char.isascii() and char.isalpha() for char in made.plain(key, **item))
    assert made.markup("rulebook.setup.chairs", ships=8).count("**") == 2
    assert pack.head.languages[-1] == PSEUDO[0]
    assert "qps" not in house.locales


def i18n_key(item: Any) -> str:
    from santy_print.text import item_key

    return item_key(item)


@pytest.mark.parametrize("name", ["qps", "pseudo"])
def test_no_pack_may_call_a_language_like_the_made_up_one(folder: Path, name: str) -> None:
    text = (folder / "locale" / "fr.yaml").read_text("utf-8").replace("language: fr", f"language: {name}")
    (folder / "locale" / f"{name}.yaml").write_text(text, "utf-8")
    replace_in(folder / "pack.yaml", ("de]", f"de, {name}]"))
    assert "locale-language" in [item.code for item in load_pack(folder).report.errors]


@pytest.mark.long
def test_what_is_too_long_in_the_made_up_language_is_told_by_key(tmp_path: Path) -> None:
    ran = santy("check", "--lang", "pseudo", "--format", "json")
    assert ran.exit_code == 0, ran.output[-400:]
    faults = json.loads(ran.output)
    assert {fault["code"] for fault in faults} <= {"text-overflow", "text-near"}
    keys = {fault["message"].split("`")[1] for fault in faults if fault["code"] == "text-overflow"}
    assert keys, "boxes were enlarged: say so in docs/translate.md"
    # Its letters have marks above and below, so that two lines of them stand a little further apart than others.
    much = [m for m in (fault["message"] for fault in faults) if ".name`" in m and "0.5 mm too much" not in m]
    assert not much, "a name has room for two fifths more"
    ran = santy("build", "--lang", "pseudo", "--only", "harbour", "--out", tmp_path)
    assert ran.exit_code == 0, ran.output
    assert (tmp_path / "santy_anno" / "qps" / "harbour.pdf").is_file()


def test_the_made_up_language_previews_and_has_a_rulebook(tmp_path: Path) -> None:
    ran = santy("preview", "--lang", "pseudo", "--face", "ship:*", "--dpi", 30, "--out", tmp_path / "p.png")
    assert ran.exit_code == 0, ran.output
    ran = santy("rulebook", "--lang", "pseudo", "--format", "text")
    assert ran.exit_code == 0, ran.output
    assert "Ŕûļéƀööķ" in ran.output


# Fonts.


def test_a_language_has_its_own_fonts(folder: Path) -> None:
    santy("i18n", "add", "uk", folder)
    replace_in(folder / "locale" / "uk.yaml", ('    castoff: ""', '    castoff: "Віддати швартови!"'))
    pack = load_pack(folder)
    assert pack.fonts("uk")["title"] == "RuslanDisplay-Regular"
    assert pack.fonts("fr")["title"] == "SantyTitle-Regular"
    title = FontBook(pack, "uk")["title"]
    assert all(
        title.covers(char)
        for char in "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя«»’—0123456789"
    )
    assert "glyph" not in kinds(folder, "uk")
    out = folder.parent / "out"
    assert santy("build", folder, "--lang", "uk", "--only", "harbour", "--out", out).exit_code == 0
    assert b"RuslanDisplay" in next(out.rglob("harbour.pdf")).read_bytes()


def test_a_language_that_names_a_missing_font_is_told_at_its_line(folder: Path) -> None:
    replace_in(folder / "locale" / "fr.yaml", ("name: Français\n", "name: Français\nfonts: {title: Pirata}\n"))
    ran = santy("build", folder, "--lang", "fr", "--only", "harbour", "--out", folder.parent / "out")
    assert ran.exit_code == 1
    assert "locale/fr.yaml:4:16: error" in ran.output.replace("locale/fr.yaml:3:16", "locale/fr.yaml:4:16")
    assert "(font-missing)" in ran.output


def test_the_cyrillic_title_font_comes_with_its_licence() -> None:
    folder = Path(i18n.__file__).parent.parent / "fonts"
    assert load_font(folder / "RuslanDisplay-Regular.ttf").covers("Ї")
    assert "SIL OPEN FONT LICENSE" in (folder / "RuslanDisplay-LICENSE.txt").read_text("utf-8")


def test_a_no_break_space_of_a_bundled_font_is_as_wide_as_a_space() -> None:
    """In a browser, which takes it from the font, words would run together: УКОРОБЦІ."""
    for path in sorted((Path(i18n.__file__).parent.parent / "fonts").glob("*.ttf")):
        font = load_font(path)
        assert font.width("\u00a0", 10) == font.width(" ", 10), path.stem


def test_a_large_first_letter_is_as_high_in_a_face_of_low_capitals() -> None:
    pack = load_pack("santy_anno")
    initials = {code: DocumentFonts(pack, (code,)).initial for code in ("en", "uk")}
    heights = {code: FontBook(pack, code)["title"].cap_height * float(it["size"]) for code, it in initials.items()}
    assert [DocumentFonts(pack, (code,)).title_depth for code in ("en", "uk")] == [0.18, 0.397]
    assert DocumentFonts(pack, ("uk", "de")).title_height == 0.793, "the higher capitals of both"
    assert DocumentFonts(pack, ("uk", "de")).scripts == [("Santy Title", r"\\p{Latin}")]
    assert DocumentFonts(pack, ("uk", "de")).titles == [("de", ["Santy Title", "Ruslan Display"])]
    own, width = DocumentFonts(pack, ("uk", "de")).title_of("Santy Anno")
    assert own[0] == "Santy Title", "a title in Latin letters is set as on paper"
    assert width < DocumentFonts(pack, ("uk",)).title_of("Santy Anno")[1], "and as wide as that"
    assert DocumentFonts(pack, ("fr", "de")).scripts == DocumentFonts(pack, ("fr", "de")).titles == []
    assert initials["en"] == {"size": "3.05", "line": "0.74", "above": "0.14"}
    assert heights["uk"] == pytest.approx(heights["en"], rel=0.03)


# Presets of typography.


SET = [
    ("de", '"Ahoi", rief er... "na so\'was"', "„Ahoi“, rief er… „na so’was“"),
    ("cs", 'v lodi a s 5 dukáty "ahoj"', "v\u00a0lodi a\u00a0s\u00a05\u00a0dukáty „ahoj“"),
    ("uk", 'в морі з 5 піратами "гей"', "в\u00a0морі з\u00a05\u00a0піратами «гей»"),
    ("it", 'l\'ancora "salpa"...', "l’ancora «salpa»…"),
    ("es", '¡"Vamos"! ¿5 ducados?', "¡«Vamos»! ¿5\u00a0ducados?"),
    ("nl", 'de "boot"', "de “boot”"),
    ("pt", 'o "navio"', "o “navio”"),
    ("pt-PT", 'o "navio"', "o «navio»"),
    ("fr", '"Ho !" dit-il : oui ?', "«\u202fHo\u202f!\u202f» dit-il\u00a0: oui\u202f?"),
    ("de-AT", '"Ahoi"', "„Ahoi“"),
    ("de", "100 % von 3 mm", "100\u00a0% von 3\u00a0mm"),
    ("fr", "**8** bateaux, 12 000 ducats", "**8**\u00a0bateaux, 12\u00a0000\u00a0ducats"),
    ("en", "100 % of 3 mm", "100 % of 3 mm"),
]
ORDINALS = [
    ("fr", "le 1er joueur, la 2e carte", "le 1er\u00a0joueur, la 2e\u00a0carte"),
    ("es", "el 1.º barco", "el 1.º\u00a0barco"),
    ("sv", "2:a plats", "2:a\u00a0plats"),
    ("uk", "2-й раунд", "2-й\u00a0раунд"),
    ("cs", "3. kolo. Je jich 5. Pak dál", "3.\u00a0kolo. Je jich 5. Pak dál"),
    ("en", "the 1st card", "the 1st card"),
]


@pytest.mark.parametrize(("code", "text", "wanted"), ORDINALS)
def test_an_ordinal_keeps_with_its_noun(code: str, text: str, wanted: str) -> None:
    known = preset(code)
    setter = Typographer(known.typography, known.ordinals.values())
    assert setter(text) == wanted
    assert setter(setter(text)) == wanted


EUROPE = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv"
OTHERS = "uk sr sr-Latn tr ru he ar ja zh zh-Hant ko"


def test_languages_of_europe_and_of_many_more_people_are_known() -> None:
    """With their quotes and ordinals; where adjectives follow gender, with the genders."""
    known = presets()
    assert {*EUROPE.split(), *OTHERS.split()} <= known.keys()
    for code in (*EUROPE.split(), *OTHERS.split()):
        assert known[code].typography.quotes is not None, code
        assert known[code].ordinals, code
    assert {code for code in EUROPE.split() if not known[code].genders} == {"en", "et", "fi", "hu"}
    assert {code for code in known if known[code].fonts} == {"bg", "ru", "sr", "uk"}


@pytest.mark.parametrize(("code", "known"), [("ro", True), ("de-AT", True), ("is", False)])
def test_a_language_of_which_nothing_is_known_says_so(code: str, known: bool, folder: Path) -> None:
    ran = santy("i18n", "add", code, folder)
    assert ran.exit_code == 0
    assert ("are not known here" in ran.output) is not known


@pytest.mark.parametrize("code", sorted(presets()))
def test_what_is_known_of_a_language_says_every_ordinal(code: str) -> None:
    known = presets()[code]
    grammar = Grammar(babel.Locale.parse(code, sep="-"), known.ordinals, Typographer(known.typography))
    assert grammar.ordinal_gaps() == {}


@pytest.mark.parametrize(
    ("code", "ordinals", "gaps"),
    [
        ("en", {"one": "st", "other": "th"}, {"two": "2th", "few": "3th"}),
        ("en", {"two": "nd", "few": "rd", "other": "th"}, {"one": "1th"}),
        ("pl", {}, {"other": "1."}),
    ],
)
def test_an_ordinal_without_an_ending_is_named_with_the_first_number_it_is_said_of(
    code: str, ordinals: dict[str, str], gaps: dict[str, str]
) -> None:
    grammar = Grammar(babel.Locale.parse(code), ordinals, Typographer(Typography()))
    assert grammar.ordinal_gaps() == gaps


def test_a_value_keeps_with_its_unit_and_an_ordinal_with_what_follows(house: Pack) -> None:
    parser = parser_of(house.locales["cs"], report := Report())
    said = {
        "{n} %": "5\u00a0%",
        "{n} mm a {n} s": "5\u00a0mm a\u00a05 s",
        "{n:ordinal} Karta": "5.\u00a0Karta",
        "**{n}** {n|karta|karty|karet}": "**5**\u00a0karet",
    }
    for text, wanted in said.items():
        span = house.locales["cs"].scalars["game.title"].span
        assert parser.template(Scalar(text, span)).say({"n": 5}) == wanted
    assert report.ok


@pytest.mark.parametrize(("code", "text", "wanted"), SET)
def test_each_language_sets_its_type_as_its_printers_do(code: str, text: str, wanted: str) -> None:
    assert Typographer(preset(code).typography)(text) == wanted


@pytest.mark.parametrize("code", sorted(presets()))
@settings(max_examples=40)
@given(text=st.text(st.sampled_from("aeoikvº% 5\"'.!?;:*«»„“”‘’…—¿¡()\u00a0\u202f\ue000-"), max_size=30))
def test_setting_twice_changes_nothing(code: str, text: str) -> None:
    known = preset(code)
    setter = Typographer(known.typography, known.ordinals.values())
    assert setter(setter(text)) == setter(text)


def test_a_number_keeps_with_what_it_counts(house: Pack) -> None:
    assert house.locales["pl"].plain("token.coin", n=5) == "5\u00a0dukatów"
    assert house.locales["en"].plain("token.coin", n=5) == "5 ducats"


# What a variant adds.


MAST = """    mast:
      gender: m
      forms:
        nom: maszt
        acc: maszt
        gen: masztu
        inst: masztem
        loc: maszcie
        short: maszt
        short-acc: maszt
        short-inst: masztem
        adj: "{adj}"
"""
WHITE = """    white:
      letter: B
      forms:
        m: biały
        f: biała
        n: białe
        f.acc: białą
        gen: białego
        f.gen: białej
        pl.gen: białych
        inst: białym
        pl.inst: białymi
"""


def test_an_element_and_a_colour_more_work_once_the_lexicon_has_them(folder: Path) -> None:
    path = folder / "locale" / "pl.yaml"
    replace_in(
        path,
        ("element: [nest, sails, hull, plate]", "element: [nest, sails, hull, plate, mast]"),
        ("colour: [yellow, red, blue, green]", "colour: [yellow, red, blue, green, white]"),
        ("  nouns:\n", f"  nouns:\n{MAST}"),
        ("  adjectives:\n", f"  adjectives:\n{WHITE}"),
    )
    pack = load_pack(folder)
    assert pack.report.ok, pack.report.errors
    locale = pack.locales["pl"]
    assert locale.noun("mast", "inst", "white") == "białym masztem"
    assert locale.noun("plate", "acc", "white").startswith("białą ")
    assert "masztem" in locale.plain("card.element.struck.effect", element="mast", struck="white")


# What a stranger writes is text.


HOSTILE = [
    '#import "@preview/evil:1.0.0"',
    "#panic()",
    "$x$ <label> @ref",
    "{{ 7 * 7 }}",
    "<script>alert(1)</script>",
    "= Heading",
]


def test_code_in_a_translation_is_printed_as_it_stands(folder: Path) -> None:
    pack = load_pack(folder)
    titles = [key for key in pack.locales["fr"].scalars if re.fullmatch(r"rulebook\.\w+\.title", key)]
    said = dict(zip(titles, HOSTILE, strict=False))
    assert len(said) == len(HOSTILE)
    (folder / "locale" / "fr.yaml").write_text(changed(pack, "fr", said), "utf-8")
    pack = load_pack(folder)
    assert pack.report.ok, pack.report.errors
    from santy_print.documents.rulebook import Rulebook

    text = Rulebook(pack, "fr").text()
    assert all(hostile[:7].strip() in text for hostile in HOSTILE)
    assert "<script>alert" not in Rulebook(pack, "fr").html()
    assert Rulebook(pack, "fr").pdf().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Un {mot", "locale-placeholder"),
        ("Un mot}", "locale-placeholder"),
        ("Un {icon:kraken}", "locale-values"),
        ("Un **mot", "locale-markup"),
        ("Un *mot", "locale-markup"),
        ("Un {n|mot}", "locale-plural"),
    ],
)
def test_a_broken_text_is_told_at_its_place(folder: Path, text: str, code: str) -> None:
    replace_in(folder / "locale" / "fr.yaml", ("castoff: Larguez les amarres !", f'castoff: "{text}"'))
    found = [item for item in load_pack(folder).report if item.code == code]
    assert found
    assert found[0].span is not None
    assert found[0].span.file.lines[found[0].span.line - 1].lstrip().startswith("castoff:")


def test_an_unknown_picture_in_the_source_is_told_at_its_place(folder: Path) -> None:
    replace_in(folder / "locale" / "en.yaml", ("castoff: Cast off!", 'castoff: "Cast off {icon:kraken}!"'))
    (found,) = [item for item in load_pack(folder).report.errors if item.code == "art-missing"]
    assert found.span is not None
    assert "castoff:" in found.span.file.lines[found.span.line - 1]


def test_a_folder_called_like_a_bundled_pack_is_pointed_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "santy_anno").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "`./santy_anno`" in santy("i18n", "add", "nl", "santy_anno").output


@pytest.mark.long
@pytest.mark.parametrize("code", ["uk", "pt-BR", "sr-Latn", "de-AT", "es-419", "ro"])
def test_a_language_that_was_just_begun_is_built_whole(code: str, folder: Path) -> None:
    """Every part, with what stands in for its texts, in its own title font, its region or script in its code."""
    assert santy("i18n", "add", code, folder).exit_code == 0
    ran = santy("build", folder, "--lang", code, "--out", folder.parent / "out")
    assert ran.exit_code == 0, ran.output
    made = {path.name for path in (folder.parent / "out").rglob(f"{code}/*")}
    assert made >= {
        "cards.pdf",
        "ships.pdf",
        "tokens.pdf",
        "harbour.pdf",
        "rulebook.pdf",
        "rulebook.html",
        "answers.pdf",
    }


def test_a_letter_that_no_font_has_says_where_to_name_one(folder: Path) -> None:
    assert santy("i18n", "add", "zh-Hans", folder).exit_code == 0
    ran = santy("check", folder, "--lang", "zh-Hans", "--fit")
    assert "(text-glyph)" in ran.output
    assert "put a font that has it into `fonts/`, and name that under `fonts:` in locale/zh-Hans.yaml" in ran.output
