"""A language's words on their way to a translator and back; what a new language's file says until it is done."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from santy_print.diag import Report, SourceFile
from santy_print.i18n.exchange import export
from santy_print.i18n.lexicon import held
from santy_print.i18n.status import status
from santy_print.pack import load_pack
from santy_print.rewrite import MARK, Edits
from santy_print.source import Map, parse_yaml
from tests.packs import copy_pack, few_languages
from tests.test_i18n import exported, kinds, replace_in, santy, snapshot

pytestmark = pytest.mark.usefixtures("rooms_kept")

pytestmark = pytest.mark.long  # whole sets and whole languages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return few_languages(copy_pack(tmp_path))


def filled(path: Path, said: dict[str, str], rest: str | None = None) -> Path:
    """A PO with some of its entries filled, and all others that are empty, where told, as they stand in the source."""
    read = polib.pofile(str(path))
    for entry in read:
        if entry.msgctxt in said:
            entry.msgstr = said[entry.msgctxt]
        elif entry.msgid_plural and rest is not None and not any(entry.msgstr_plural.values()):
            entry.msgstr_plural = {n: rest + (entry.msgid_plural if n else entry.msgid) for n in entry.msgstr_plural}
        elif not entry.msgstr and not entry.msgid_plural and rest is not None and "lexicon." not in entry.msgctxt:
            entry.msgstr = rest + entry.msgid
    read.save(str(path))
    return path


def brought(folder: Path, path: Path, *more: str) -> str:
    ran = santy("i18n", "import", path, folder, *more)
    assert ran.exit_code == 0, ran.output
    return str(ran.output)


def words_of(folder: Path, language: str) -> dict[Any, str]:
    node = load_pack(folder).nodes[f"locale/{language}"]
    return {path: text.text for path, text in held(node).items()}


# Out and back.


def test_a_po_says_of_each_word_what_is_wanted_and_what_the_source_says(folder: Path) -> None:
    entries = {entry.msgctxt: entry for entry in polib.pofile(str(exported(folder, "pl", "po")))}
    assert "one of: m, f, n, pl" in entries["lexicon.nouns.hull.gender"].comment
    form = entries["lexicon.nouns.hull.forms.nom"]
    assert (form.msgid, form.msgstr) == ("{adj} hull", "kadłub")
    assert "no such form: here its form nom" in entries["lexicon.nouns.hull.forms.acc"].comment
    assert "{adj} is where" in form.comment
    letter = entries["lexicon.adjectives.green.letter"]
    assert (letter.msgid, letter.msgstr) == ("green", "Zi")
    assert "in the source: G" in letter.comment
    assert "Room for about" in letter.comment
    assert "said with nouns of: f acc" in entries["lexicon.adjectives.red.forms.f.acc"].comment
    assert entries["lexicon.agreement.m"].msgstr.startswith("nom: m, acc: m, gen: gen")
    assert "short where a space is small" in entries["lexicon.adjective"].comment
    assert not [key for key in entries if key.startswith("lexicon.slots")]


@pytest.mark.parametrize("form", ["po", "csv"])
@pytest.mark.parametrize("language", ["fr", "pl", "de"])
def test_a_lexicon_rebuilt_from_its_export_is_the_same(folder: Path, language: str, form: str) -> None:
    path, old = exported(folder, language, form), words_of(folder, language)
    file = folder / "locale" / f"{language}.yaml"
    text = file.read_text("utf-8")
    kept = text[text.index("  slots:") : text.index("  nouns:")]
    bare = "".join([text[: text.index("lexicon:")], "lexicon:\n", kept, text[text.index("\ntexts:") :]])
    file.write_text(bare.replace("\nname:", "\ndraft: true\nname:", 1), "utf-8")
    brought(folder, path, "--lang", language)
    assert words_of(folder, language) == old
    assert [note for note in load_pack(folder).report if note.code != "locale-draft"] == []


@pytest.mark.parametrize("form", ["po", "csv"])
def test_a_file_from_before_words_were_in_it_comes_in(folder: Path, form: Any) -> None:
    before, path = snapshot(folder), folder.parent / f"old.{form}"
    text = export(load_pack(folder), "fr", form, Report())
    if form == "po":
        blocks = text.split("\n\n")
        text = "\n\n".join(block for block in blocks if 'msgctxt "lexicon.' not in block)
    else:
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
        out = io.StringIO()
        csv.writer(out).writerows(row for row in rows if not row[0].startswith("lexicon."))
        text = out.getvalue()
    path.write_text(text, "utf-8")
    assert "0 texts changed" in brought(folder, path, "--lang", "fr")
    assert snapshot(folder) == before


def test_words_change_in_their_places_and_new_forms_come_below(folder: Path) -> None:
    path = filled(
        exported(folder, "de", "po"),
        {
            "lexicon.nouns.hull.forms.short": "Bauch",
            "lexicon.adjectives.red.letter": "Rt",
            "lexicon.agreement.n": "nom: es, indef: en, dat: em",
        },
    )
    entry = polib.POEntry(msgctxt="lexicon.nouns.hull.forms.gen", msgid="hull", msgstr="des {adj} Rumpfs")
    read = polib.pofile(str(path))
    read.append(entry)
    next(item for item in read if item.msgctxt == "harbour.castoff").msgstr = "Los, {hull:gen}!"
    read.save(str(path))
    before = (folder / "locale" / "de.yaml").read_text("utf-8").splitlines()
    assert "1 texts changed, 4 words changed" in brought(folder, path)
    after = (folder / "locale" / "de.yaml").read_text("utf-8").splitlines()
    assert [line.strip() for line in after if line not in before] == [
        "n: {nom: es, indef: en, dat: em}",
        "short: Bauch",
        "gen: des {adj} Rumpfs",
        "red: {letter: Rt, forms: {base: rot, e: rote, er: roter, es: rotes, en: roten, em: rotem}}",
        "castoff: Los, {hull:gen}!",
    ]
    assert load_pack(folder).locales["de"].plain("harbour.castoff") == "Los, des Rumpfs!"


def test_a_pack_that_has_a_language_from_another_gets_a_file_of_what_changed(tmp_path: Path) -> None:
    over = tmp_path / "over"
    over.mkdir()
    (over / "pack.yaml").write_text("game: santy_anno\nextends: santy_anno\nid: over\n", "utf-8")
    assert "0 texts changed" in brought(over, exported(over, "fr", "po"))
    assert not (over / "locale" / "fr.yaml").exists()
    path = filled(exported(over, "fr", "po"), {"lexicon.adjectives.red.letter": "Rg", "harbour.castoff": "Larguez !"})
    brought(over, path)
    assert (over / "locale" / "fr.yaml").read_text("utf-8") == (
        "lexicon:\n  adjectives:\n    red:\n      letter: Rg\ntexts:\n  harbour:\n    castoff: Larguez !\n"
    )
    assert load_pack(over).report.ok
    assert load_pack(over).locales["fr"].letter("red") == "Rg"


BROKEN = [
    ("lexicon.nouns.hull.gender", "x", "exchange-word"),
    ("lexicon.nouns.hull.forms.nom", "{hull} rouge", "locale-lexicon"),
    ("lexicon.adjectives.red.forms.m", "{adj}", "exchange-word"),
    ("lexicon.adjectives.red.letter", "R\nR", "exchange-syntax"),
    ("lexicon.adjective", "beside", "exchange-word"),
    ("lexicon.agreement.f", "f:, m", "exchange-word"),
    ("lexicon.agreement.f", "nom: g", "locale-lexicon"),
]


@pytest.mark.parametrize(("key", "said", "code"), BROKEN)
def test_a_word_that_cannot_be_is_told_at_its_line_and_nothing_is_written(
    folder: Path, key: str, said: str, code: str
) -> None:
    path, before = filled(exported(folder, "fr", "po"), {key: said}), snapshot(folder)
    ran = santy("i18n", "import", path, folder)
    assert ran.exit_code == 1, ran.output
    assert f"({code})" in ran.output
    assert f"{path}:" in ran.output or code == "locale-lexicon"
    assert snapshot(folder) == before


def test_a_word_whose_source_has_changed_is_stale(folder: Path) -> None:
    replace_in(folder / "locale" / "en.yaml", ('nom: "{adj} hull"', 'nom: "{adj} keel"'))
    stale = kinds(folder, "fr")["stale"]
    assert "lexicon.nouns.hull.forms.nom" in stale
    assert "lexicon.nouns.hull.gender" in stale
    read = {entry.msgctxt: entry for entry in polib.pofile(str(exported(folder, "fr", "po")))}
    assert read["lexicon.nouns.hull.forms.nom"].fuzzy
    assert santy("i18n", "status", folder, "--lang", "fr", "--accept", "lexicon.*").exit_code == 0
    assert "stale" not in kinds(folder, "fr")


YAML = """lexicon:
  agreement:
    m: m  # plain
    f: {nom: f}
    n:
      nom: n
      # between
      acc: n
  last: x
texts: {}
"""


@given(st.lists(st.sampled_from(["m", "f", "n"]), unique=True, min_size=1))
def test_an_entry_of_any_make_is_exchanged_for_another(names: list[str]) -> None:
    node = parse_yaml(SourceFile("x.yaml", YAML), Report())
    assert node is not None
    edits, old = Edits(node.span.file), held(node)
    table = node.entries["lexicon"].value
    assert isinstance(table, Map)
    agreement = table.get("agreement")
    assert isinstance(agreement, Map)
    for name in names:
        edits.exchange(agreement.entries[name], "{nom: z}")
    new = held(parse_yaml(SourceFile("x.yaml", edits.text()), Report()))
    left = {path: text.text for path, text in old.items() if not set(path) & set(names)}
    wanted: dict[tuple[str, ...], str] = {("lexicon", "agreement", name, "nom"): "z" for name in names}
    wanted |= left
    assert {path: text.text for path, text in new.items()} == wanted
    assert "# plain" in edits.text()


# A new language's file, until it is done.

NOUNS = {"nest": ("f", "coffa"), "sails": ("f-pl", "vele"), "hull": ("m", "scafo"), "plate": ("f", "targa")}
COLOURS = {"yellow": ("Gi", "giall"), "red": ("Ro", "ross"), "blue": ("Az", "azzurr"), "green": ("Ne", "ner")}
ENDS = {"m": "o", "f": "a", "m-pl": "i", "f-pl": "e"}


def italian() -> dict[str, str]:
    said = {}
    for id, (gender, word) in NOUNS.items():
        said[f"lexicon.nouns.{id}.gender"] = gender
        said |= {f"lexicon.nouns.{id}.forms.{form}": word for form in ("nom", "indef", "matches", "short")}
    for id, (letter, stem) in COLOURS.items():
        said[f"lexicon.adjectives.{id}.letter"] = letter
        said |= {f"lexicon.adjectives.{id}.forms.{form}": stem + end for form, end in ENDS.items()}
    return said


def test_what_is_done_no_longer_says_that_it_is_to_be_done(folder: Path) -> None:
    santy("i18n", "add", "it", folder)
    path, file = exported(folder, "it", "po"), folder / "locale" / "it.yaml"
    replace_in(file, ("    #. Cast off!", "    # Gridato dal nostromo.\n    #. Cast off!"))
    said = {
        "harbour.castoff": "Salpate!",
        "lexicon.nouns.hull.gender": "m",
        "lexicon.nouns.hull.forms.nom": "scafo",
        "lexicon.adjectives.red.letter": "Ro",
    }
    assert "1 texts changed, 3 words changed" in brought(folder, filled(path, said))
    text = file.read_text("utf-8")
    assert "    # Gridato dal nostromo.\n    castoff: Salpate!\n" in text
    assert '      gender: m\n      forms:\n        nom: scafo\n        indef: ""  #. {a+}{adj} hull\n' in text
    assert "    red:  #. red\n      letter: Ro\n" in text
    assert "draft: true" in text
    assert "has no gender" not in santy("i18n", "status", folder, "--lang", "it").output


def test_a_language_in_which_nothing_is_missing_looks_as_if_written_by_hand(folder: Path) -> None:
    santy("i18n", "add", "it", folder)
    path, file = exported(folder, "it", "po"), folder / "locale" / "it.yaml"
    output = brought(folder, filled(path, italian(), "*it* "))
    assert "0 missing" in output
    assert "no draft any more" in output
    text = file.read_text("utf-8")
    assert MARK not in text
    assert "draft" not in text
    assert '""' not in text, "a form that nobody needed goes"
    assert "\n\n  card:\n    element.name: " in text
    report = load_pack(folder).report
    assert [item.code for item in report if item.severity == "error"] == []
    again = exported(folder, "it", "po")
    brought(folder, again)
    assert file.read_text("utf-8") == text
    (one,) = status(load_pack(folder), ["it"], Report())
    assert (one.percent, one.draft) == (100.0, False)


@pytest.mark.long
@pytest.mark.parametrize("gone", ["lexicon.adjectives.red.letter", "lexicon.nouns.hull.gender", "harbour.castoff"])
def test_a_language_stays_a_draft_while_anything_is_missing(folder: Path, gone: str) -> None:
    santy("i18n", "add", "it", folder)
    path, said = exported(folder, "it", "po"), {**italian(), gone: ""}
    read = polib.pofile(str(filled(path, said, "*it* ")))
    next(entry for entry in read if entry.msgctxt == gone).msgstr = ""
    read.save(str(path))
    assert "no draft any more" not in brought(folder, path)
    assert "draft: true" in (folder / "locale" / "it.yaml").read_text("utf-8")
    found = kinds(folder, "it")
    assert gone in [*found.get("missing", []), *found.get("grammar", [])]


def test_a_draft_that_a_person_called_so_stays_one(folder: Path) -> None:
    santy("i18n", "add", "it", folder)
    path, file = exported(folder, "it", "po"), folder / "locale" / "it.yaml"
    replace_in(file, (f"draft: true  {MARK} take this line out when everything is translated", "draft: true"))
    brought(folder, filled(path, italian(), "*it* "))
    assert "\ndraft: true\n" in file.read_text("utf-8")


def test_a_skeleton_of_a_pack_that_extends_another_is_written_as_that_one_is(tmp_path: Path) -> None:
    over = tmp_path / "over"
    (over / "locale").mkdir(parents=True)
    (over / "pack.yaml").write_text("game: santy_anno\nextends: santy_anno\nid: over\n", "utf-8")
    (over / "locale" / "en.yaml").write_text("texts:\n  game.title: Other\n", "utf-8")
    santy("i18n", "add", "nl", over)
    text = (over / "locale" / "nl.yaml").read_text("utf-8")
    assert '  game:\n    #. Other\n    title: ""\n' in text
    assert "\n\n  card:\n    " in text
