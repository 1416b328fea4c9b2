"""What a rulebook and the margin of a sheet say is vouched for: what check finds no error in is set, in any form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from santy_print.build import build
from santy_print.checking import check
from santy_print.diag import PackError
from santy_print.documents.rulebook import Rulebook
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.vouch import documents
from tests.packs import BUNDLED
from tests.vouching import Judged, put_up

ENGLISH = (BUNDLED / "locale" / "en.yaml").read_text(encoding="utf-8")
SKELETON = """pages: 1
foreign: {pt-BR: [Paradise], la: [Profundis]}
sections:
  - {id: story, blocks: [{kind: text, say: lead}, {kind: title, say: aim}, {kind: list, items: [{say: goal}]}]}
  - {id: events, blocks: [{kind: event, say: rum, event: rum}]}
  - {id: summary, blocks: [{kind: summary, round: []}]}
"""
WORDS = """texts:
  rulebook.story: {title: "₿ {icon:coco} x⸺", lead: "Ahoy {icon:coco} {ships}", aim: "A ₿", goal: "Paradise {rounds}"}
  event.rum.effect: "{icon:coco} Walk."
"""


LEAD = "{id: story, blocks: [{kind: text, say: lead}]}"


def test_a_book_in_a_regional_language_with_pictures_in_its_words_and_nothing_to_sum_up_is_set(tmp_path: Path) -> None:
    head = "extends: santy_anno\nid: small\nlanguages: [en, en-GB]\n"
    british = ENGLISH.replace("language: en", "language: en-GB", 1)
    files = {"pack.yaml": head, "rulebook.yaml": SKELETON, "locale/en.yaml": WORDS, "locale/en-GB.yaml": british}
    root = put_up(tmp_path, files)
    assert check(str(root)).report.errors == []
    pack = load_pack(root)
    book = Rulebook(pack, "en")
    assert book.pdf().startswith(b"%PDF")
    assert Rulebook(pack, "en+en-GB").pdf().startswith(b"%PDF")
    page = book.html()
    assert 'Ahoy <svg class="pic icon"' in page
    assert 'aria-label="coco"' in page
    assert '<span lang="pt-BR" class="name">Paradise</span>' in page
    assert "Ahoy" in book.text()


def test_a_picture_may_stand_in_any_text_of_a_rulebook(tmp_path: Path) -> None:
    """In the first letter's place, in a heading, on a figure, in a table's head, beside bold words."""
    texts = {
        "story.lead": "{icon:coco} **A** {icon:coco}x",
        "tagline": "A {icon:coco}",
        "labels.crew": "Us {icon:coco}",
        "labels.waiting": "{icon:coco}",
        "labels.corner": "{icon:coco}",
        "cards.count": "{n} {icon:coco}",
        "labels.nothing": "{icon:coco} no",
        "setup.figure": "{icon:coco} {n}",
        "facts.age": "{icon:coco}",
    }
    written = "".join(f'  rulebook.{key}: "{text}"\n' for key, text in texts.items())
    root = put_up(tmp_path, {"locale/en.yaml": f"texts:\n{written}  pirate.belgo: 'Bel {{icon:coco}}'\n"})
    assert check(str(root)).report.errors == []
    made = Rulebook(load_pack(root), "en")
    drawn = re.findall(r'<svg class="pic icon"', made.html())
    assert len(drawn) >= len(texts) + 2
    assert made.pdf().startswith(b"%PDF")


def test_a_rulebook_that_hopes_for_no_number_of_pages_is_folded(tmp_path: Path) -> None:
    root = put_up(tmp_path, {"rulebook.yaml": "pages: withdrawn\nsections:\n  - " + LEAD + "\n"})
    assert Rulebook(load_pack(root), "en").booklet().startswith(b"%PDF")


def test_a_colour_that_nothing_of_the_game_has_needs_no_letter(tmp_path: Path) -> None:
    head = "extends: santy_anno\nid: small\nlanguages: [en]\npalette: {gold: {hex: '#220022', pattern: grid}}\n"
    assert check(str(put_up(tmp_path, {"pack.yaml": head}))).report.errors == []


WORDS_OF_THE_TABLE = {
    "texts: {play.title: 'Ahoy {nobody}'}": ("text-value", 1, 21),
    "texts: {play.level.events: withdrawn}": ("text-missing", 1, 9),
    "lexicon: {nouns: {hull: {forms: {short: withdrawn}}}}": ("text-value", 1, 26),
    "lexicon: {adjectives: {red: {letter: withdrawn}}}": ("text-value", 1, 24),
}


@pytest.mark.parametrize("text", WORDS_OF_THE_TABLE)
def test_what_the_table_of_a_game_cannot_say_is_told_at_the_line(tmp_path: Path, text: str) -> None:
    found = check(str(put_up(tmp_path, {"locale/en.yaml": text + "\n"}))).report.errors
    assert [(item.code, item.span.line, item.span.col) for item in found if item.span] == [WORDS_OF_THE_TABLE[text]]


def book(section: str, **texts: str) -> dict[str, str]:
    """A rulebook of one section, and texts."""
    words = "".join(f"  {key.replace('_', '.')}: {text}\n" for key, text in texts.items())
    return {"rulebook.yaml": f"sections:\n  - {section}\n", "locale/en.yaml": f"texts:\n{words}"}


REFUSED: dict[str, tuple[Mapping[str, str], str]] = {
    "nothing left": (
        {"rulebook.yaml": "sections: [{id: story, blocks: [{kind: figure, name: vignette, item: nix}]}]\n"},
        "rulebook-empty rulebook.yaml:1",
    ),
    "nothing wanted": (
        {"rulebook.yaml": "sections: [{id: story, blocks: [{kind: text, say: lead, when: expert, unless: expert}]}]\n"},
        "rulebook-empty rulebook.yaml:1",
    ),
    "no words": (
        {"rulebook.yaml": "sections:\n  - {id: story, blocks: [{kind: text, say: leed}]}\n"},
        "rulebook-words rulebook.yaml:2",
    ),
    "a language by its name": (
        {"rulebook.yaml": "foreign: {english: [Paradise]}\n"},
        "pack-language rulebook.yaml:1",
    ),
    "a heading without a letter": (
        book(LEAD, rulebook_story_title='"{icon:coco}"', rulebook_story_lead='"Ahoy"'),
        "rulebook-words en.yaml:2",
    ),
    "a character of private use": (
        book(LEAD, rulebook_story_title='"Story"', rulebook_story_lead='"\uf6c5"'),
        "text-glyph en.yaml:3",
    ),
}
"""What no rulebook can be made of: the files, and what is told and where."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_rulebook_can_be_made_of_is_told_once_at_its_line_by_check_and_build(tmp_path: Path, name: str) -> None:
    files, wanted = REFUSED[name]
    found = check(str(put_up(tmp_path, files)))
    assert [f"{item.code} {Judged.place(item)}" for item in found.report.errors] == [wanted]
    assert found.pack is not None
    with pytest.raises(PackError) as fault:
        build(found.pack, tmp_path / "out", Options(parts=("rulebook",)), documents(found.pack))
    assert [item.span for item in fault.value.report.errors] == [item.span for item in found.report.errors]


@pytest.mark.parametrize("key", ["sheet.ruler", "sheet.front", "part.ships"])
def test_what_the_margin_of_a_sheet_says_can_be_printed(tmp_path: Path, key: str) -> None:
    found = check(str(put_up(tmp_path, {"locale/en.yaml": f'texts: {{{key}: "漢"}}\n'})))
    assert [item.code for item in found.report.errors] == ["text-glyph"]
    assert found.pack is not None
    with pytest.raises(PackError):
        build(found.pack, tmp_path / "out", Options(parts=("ships",)), documents(found.pack))


def test_a_section_a_seat_and_a_crew_that_stand_twice_are_told(tmp_path: Path) -> None:
    table = "seats: [viper, royal, viper]\ncrew: {brain: viper, belgo: viper}\n"
    text = f"{table}sections:\n  - {LEAD}\n  - {LEAD}\n"
    found = check(str(put_up(tmp_path, {"rulebook.yaml": text}))).report
    places = [(item.span.line, item.span.col) for item in found.sorted() if item.code == "rulebook-twice" and item.span]
    assert places == [(1, 23), (2, 29), (5, 10)]
    assert found.ok
