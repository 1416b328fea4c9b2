"""Plural forms in boxes, as gettext has them: out, back, and nothing lost or made up on the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import babel
import polib
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from santy_print.cli import main
from santy_print.i18n.plurals import boxes, counted_in, folded, formula, order_of
from santy_print.pack import Pack, load_pack
from santy_print.text.templates import counts
from tests.packs import copy_pack, few_languages

pytestmark = pytest.mark.usefixtures("rooms_kept")

KEY = "card.helm.clockwise.effect"


def santy(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return few_languages(copy_pack(tmp_path))


def exported(folder: Path, language: str, *more: str) -> Path:
    out = folder.parent / "po"
    assert santy("i18n", "export", folder, "--lang", language, "--out", out, *more).exit_code == 0
    (path,) = out.glob(f"*-{language}.po")
    return path


def categories(code: str) -> dict[str, list[int]]:
    return counts(babel.Locale.parse(code, sep="-"))


WORD = st.sampled_from(["seat", "seats", "one", "# more", "{to}", "a", ",", "!", "*so*", " "])
FORM = st.lists(st.sampled_from(["seat", "seats", "#", "the", "only", ","]), max_size=4).map(" ".join)
COUNTED = st.lists(FORM, min_size=3, max_size=3).map(lambda forms: f"{{n|{'|'.join(forms)}}}")
TEXT = st.lists(st.one_of(WORD.filter(lambda word: "#" not in word), COUNTED), max_size=6).map(" ".join)


@given(TEXT)
def test_what_counts_one_value_is_said_in_each_form_and_found_again(text: str) -> None:
    sentences = boxes(text, "n", 3)
    assert sentences is not None
    assert not any("|" in sentence or "#" in sentence for sentence in sentences)
    again = folded(sentences, "n")
    assert again is not None
    assert boxes(again, "n", 3) == sentences


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["Move {n} seat on.", "Move {n} seats on."], "Move {n} {n|seat|seats} on."),
        (["After the only round, sit.", "After {n} rounds, sit."], "After {n|the only round|# rounds}, sit."),
        (["Same.", "Same."], "Same."),
        (["", "{n} coins"], "{n||# coins}"),
        (["To {to}: one card", "To {to}: {n} cards"], "To {to}: {n|one card|# cards}"),
    ],
)
def test_sentences_become_the_text_that_a_person_would_write(sentences: list[str], text: str) -> None:
    assert folded(sentences, "n") == text
    assert boxes(text, "n", 2) == sentences


@pytest.mark.parametrize("sentences", [["To {to}", "To {from}"], ["a | b", "a"], ["# one", "two"], ["a\\", "b"]])
def test_what_no_text_can_say_is_not_made_up(sentences: list[str]) -> None:
    assert folded(sentences, "n") is None


def test_a_text_that_counts_two_values_has_no_boxes() -> None:
    assert counted_in("{n|card|cards} and {m|coin|coins}") is None
    assert counted_in("{n} cards") is None
    assert boxes("{m|card|cards}", "n", 2) is None
    assert boxes("{n|karta|karty|kart}", "n", 2) is None


CODES = ["en", "fr", "pl", "de", "cs", "es", "it", "uk", "ar", "ja", "sl", "lt", "ga", "ro", "pt-BR", "zh-Hans"]


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_a_header_with_a_box_for_each_form(code: str) -> None:
    rule = formula(code, categories(code))
    assert rule is not None
    assert rule.startswith(f"nplurals={len(categories(code))};")
    assert sorted(order_of(rule, categories(code)) or ()) == [*range(len(categories(code)))]


def test_other_headers_of_the_same_language_are_understood() -> None:
    french = categories("fr")
    assert order_of("nplurals=2; plural=(n > 1);", french) == [0, 1]
    millions = "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;"
    assert order_of(millions, french) == [0, 2]
    assert order_of("nplurals=2; plural=(n != 1);", french) is None, "0 is singular in French"
    for broken in ("", "nplurals=2; plural=n/0;", "nplurals=2; plural=x;", "nplurals=1; plural=(n>1);", "(" * 900):
        assert order_of(broken, french) is None


@pytest.mark.parametrize("language", ["fr", "pl"])
def test_a_po_counts_in_boxes_and_brings_every_text_back_as_it_was(language: str, folder: Path) -> None:
    path = exported(folder, language)
    texts = {entry.msgctxt: entry for entry in polib.pofile(str(path))}
    entry = texts[KEY]
    assert entry.msgid == "Move {steps} seat clockwise around the table."
    assert entry.msgid_plural == "Move {steps} seats clockwise around the table."
    assert len(entry.msgstr_plural) == len(categories(language))
    assert all("{steps}" in text and "|" not in text for text in entry.msgstr_plural.values())
    assert "A box for each form of the number {steps}" in entry.comment
    before = (folder / "locale" / f"{language}.yaml").read_bytes()
    done = santy("i18n", "import", path, folder)
    assert done.exit_code == 0
    assert f"{language}: 0 texts changed" in done.output
    assert (folder / "locale" / f"{language}.yaml").read_bytes() == before


def changed(path: Path, **edits: str) -> Path:
    """The PO with other boxes (`b0=...`) of one text."""
    read = polib.pofile(str(path))
    entry = next(entry for entry in read if entry.msgctxt == KEY)
    for name, text in edits.items():
        entry.msgstr_plural[int(name[1:])] = text
    read.save(str(path))
    return path


def test_what_a_translator_writes_into_the_boxes_becomes_one_text(folder: Path) -> None:
    path = changed(exported(folder, "pl"), b0="O {steps} krok!", b1="O {steps} kroki!", b2="O {steps} kroków!")
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["pl"].scalars[KEY].text == "O {steps} {steps|krok|kroki|kroków}!"
    assert "stale" not in santy("i18n", "status", folder, "--lang", "pl").output


def test_boxes_are_found_by_the_header_of_the_program_that_wrote_them(folder: Path) -> None:
    path = changed(exported(folder, "fr"), b0="Avance de {steps} siège.", b1="Avance de {steps} sièges.")
    text = path.read_text("utf-8")
    millions = "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;"
    text = text.replace("nplurals=2; plural=(n > 1);", millions)
    path.write_text(text.replace("msgstr[1]", "msgstr[2]"), "utf-8")
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["fr"].scalars[KEY].text == "Avance de {steps} {steps|siège|sièges}."


BOXES = {
    "a box twice": (("msgstr[1]", "msgstr[0]"), "msgstr[0] stands twice", 20),
    "a box too many": (("msgstr[2]", "msgstr[3]"), "has a msgstr[3], and `Plural-Forms` counts 3 boxes", 19),
    "no boxes": (("msgstr[0]", "msgstr"), "an entry with a msgid_plural has its sentences in boxes", 19),
    "no plural": (("msgid_plural", "#. was"), "there is a msgstr[0], but no msgid_plural", 19),
    "no header": (('"Plural-Forms', '"Plural-Shapes'), "it has no `Plural-Forms`", 1),
    "another's": (("nplurals=3; plural=", "nplurals=2; plural=n!=1;\\n\"\n\"X-"), "does not count as `pl`", 12),
}  # fmt: skip


@pytest.mark.parametrize("case", BOXES)
def test_a_sentence_in_a_box_that_is_none_is_not_lost(case: str, folder: Path) -> None:
    """Told once, at its line: of the header though all texts hang on it."""
    (old, new), says, line = BOXES[case]
    path = exported(folder, "pl")
    head, *entries = path.read_text("utf-8").split("\n\n")
    (entry,) = [entry for entry in entries if f'msgctxt "{KEY}"' in entry]
    lines = entry.splitlines()
    entry = "\n".join(line for line in lines if not line.startswith("#"))
    text = f"{head}\n\n{entry}\n"
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new), "utf-8")
    done = santy("i18n", "import", path, folder)
    assert done.exit_code == 1
    assert done.stderr.count(says) == 1
    assert f"{path}:{line}:" in done.stderr


@pytest.mark.parametrize(
    ("edits", "says"),
    [
        ({"b1": ""}, "msgstr[1] is empty"),
        ({"b1": "O {kroki} kroki"}, "differ in a value"),
        ({"b0": "O | krok"}, "hold one of | #"),
    ],
)
def test_boxes_that_make_no_text_are_told_and_nothing_is_written(
    edits: dict[str, str], says: str, folder: Path
) -> None:
    before = (folder / "locale" / "pl.yaml").read_bytes()
    done = santy("i18n", "import", changed(exported(folder, "pl"), **edits), folder)
    assert done.exit_code == 1
    assert says in done.stderr
    assert "exchange-plural" in done.stderr
    assert (folder / "locale" / "pl.yaml").read_bytes() == before


def test_a_changed_source_comes_back_with_what_it_was(folder: Path) -> None:
    path = exported(folder, "pl")
    english = folder / "locale" / "en.yaml"
    text = english.read_text("utf-8")
    old = "Move {steps} {steps|seat|seats} clockwise around the table."
    assert old in text
    english.write_text(text.replace(old, "Go {steps} {steps|seat|seats} clockwise."), "utf-8")
    assert santy("i18n", "import", path, folder).exit_code == 0
    entry = next(entry for entry in polib.pofile(str(exported(folder, "pl"))) if entry.msgctxt == KEY)
    assert entry.fuzzy
    assert entry.previous_msgid == "Move {steps} seat clockwise around the table."
    assert entry.previous_msgid_plural == "Move {steps} seats clockwise around the table."
    english.write_text(text.replace(old, "Go on clockwise."), "utf-8")
    done = santy("i18n", "import", path, folder)
    assert done.exit_code == 0
    assert "it counts otherwise now" in done.stderr


def test_a_po_without_boxes_is_still_taken(folder: Path) -> None:
    path = exported(folder, "pl")
    read = polib.pofile(str(path))
    entry = next(entry for entry in read if entry.msgctxt == KEY)
    entry.msgid, entry.msgid_plural = "Move {steps} {steps|seat|seats} clockwise around the table.", ""
    entry.msgstr, entry.msgstr_plural = "O {steps} {steps|krok|kroki|kroków}!", {}
    read.save(str(path))
    assert santy("i18n", "import", path, folder).exit_code == 0
    assert load_pack(folder).locales["pl"].scalars[KEY].text == "O {steps} {steps|krok|kroki|kroków}!"


def test_a_new_language_begins_with_empty_boxes(folder: Path) -> None:
    assert santy("i18n", "add", "sl", folder).exit_code == 0
    entry = next(entry for entry in polib.pofile(str(exported(folder, "sl"))) if entry.msgctxt == KEY)
    assert entry.msgstr_plural == dict.fromkeys(range(4), "")


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not there")
def test_the_template_leaves_the_counting_to_the_language(folder: Path) -> None:
    out = folder.parent / "po"
    assert santy("i18n", "export", folder, "--format", "pot", "--out", out).exit_code == 0
    (path,) = out.glob("*.pot")
    text = path.read_text("utf-8")
    assert "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;" in text
    assert 'msgid_plural "Move {steps} seats clockwise around the table."' in text


def every_bundled() -> list[tuple[Pack, str]]:
    return [(pack, code) for pack in map(load_pack, ("santy_anno", "sandokan")) for code in pack.locales]


def test_every_bundled_text_that_counts_one_value_can_be_said_in_boxes() -> None:
    for pack, code in every_bundled():
        forms = len(categories(code))
        for key, scalar in pack.locales[code].scalars.items():
            if name := counted_in(scalar.text.strip()):
                sentences = boxes(scalar.text.strip(), name, forms)
                if "|=" in scalar.text:  # a form for one number alone: no program has a box for that
                    assert sentences is None, (code, key)
                    continue
                assert sentences is not None, (code, key)
                assert boxes(folded(sentences, name) or "", name, forms) == sentences, (code, key)
