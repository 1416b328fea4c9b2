"""The rulebook of any set explains what is in it, wherever it is, once, and nothing else, in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from santy_print.diag import Report
from santy_print.documents.blocks import Book, Digest, Entry, Section, parts_of
from santy_print.documents.compose import compose, sections_of
from santy_print.documents.pictures import Pictures
from santy_print.documents.skeleton import load_skeleton
from santy_print.games.santy_anno.compiled import Card
from santy_print.games.santy_anno.kinds import KINDS
from santy_print.pack import Pack, load_pack
from tests.packs import LANGUAGES
from tests.thinned import spoken

LEVELS = ("basic", "expert")


@cache
def bundled() -> Pack:
    return load_pack("santy_anno").checked()


def group(card: Card) -> tuple[str, bool]:
    """What one entry of the rulebook tells: a kind, with something struck out or without."""
    return card.kind, card.params.get("struck") is not None


GROUPS = tuple(dict.fromkeys(group(card) for card in bundled().compiled.cards))
EVENTS = tuple(dict.fromkeys(event.kind for event in bundled().compiled.events))


def pack_of(decks: Mapping[tuple[str, bool], frozenset[str]], events: frozenset[str]) -> Pack:
    """The bundled pack with these cards only; `decks` says of each group in which decks it is."""
    whole = bundled()
    cards, seen = [], Counter[tuple[str, bool]]()
    for card in whole.compiled.cards:
        levels = sorted(decks.get(group(card), ()))
        if levels:  # by turns, so that a group of several cards is in both
            level = levels[seen[group(card)] % len(levels)]
            seen[group(card)] += 1
            cards.append(Card(card.id, card.data.model_copy(update={"level": level})))
    kept = tuple(event for event in whole.compiled.events if event.kind in events)
    fixed = {card.id: whole.compiled.fixed[card.id] for card in cards if card.id in whole.compiled.fixed}
    return replace(
        whole, compiled=replace(whole.compiled, cards=tuple(cards), events=kept, fixed=fixed), _collections=None
    )


def with_numbers(pack: Pack, **numbers: object) -> Pack:
    """The pack with other numbers of the game (`rounds`, `loot`, ...)."""
    changed = pack.compiled.numbers.model_copy(update=numbers)
    return replace(pack, compiled=replace(pack.compiled, numbers=changed), _collections=None)


def with_odd_numbers(pack: Pack) -> Pack:
    """The pack with ships whose numbers are not 1 to n; only for cards that ask for none."""
    ships = tuple(replace(ship, number=3 * ship.number) for ship in pack.compiled.ships)
    fleet = replace(pack.compiled.fleet, ships=ships)
    return replace(pack, compiled=replace(pack.compiled, fleet=fleet), _collections=None)


def book_of(pack: Pack, language: str, report: Report | None = None) -> Book:
    pictures = Pictures(pack, pack.locales[language])
    return compose(pack, language, pictures, Report() if report is None else report)


def told_in(section: Section) -> list[str]:
    """The cards that a section tells; the faces of events are smaller."""
    return [block.about for block in section.blocks if isinstance(block, Entry) and block.width > 22]


SPOKEN = {
    "helm": r"\bhelm|\bbarre (?:de|et)\b|\bBarre\b|\bster(?:ze)?\b|Steuerrad|kormid",
    "coco": r"Coco",
    "seasick": r"seasick|mal de mer|chorob|Seekrank|mořsk",
    "expert": r"[Ee]xpert|[Ee]ksper",
    "event": r"\bevents?\b|événement|wydarze|Ereignis|událost",
}
"""By what a language speaks of it."""

SOME = st.sets(st.sampled_from(LEVELS), min_size=1).map(frozenset)
DECKS = st.dictionaries(st.sampled_from(GROUPS), SOME, min_size=1)


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(DECKS, st.sets(st.sampled_from(EVENTS)).map(frozenset))
def test_each_kind_that_is_there_is_told_once_and_no_other(
    decks: Mapping[tuple[str, bool], frozenset[str]], events: frozenset[str]
) -> None:
    pack = pack_of(decks, events)
    cards = pack.compiled.cards
    there = {name: any(card.kind == name for card in cards) for name in ("helm", "coco")}
    there["seasick"] = "seasick" in events
    there |= {"expert": any(card.level == "expert" for card in cards), "event": bool(events)}
    for language in LANGUAGES:
        book = book_of(pack, language)
        told = {s.id: [pack.compiled.card(id) for id in told_in(s)] for s in book.sections}
        where = {group(card): section for section, found in told.items() for card in found}
        every = Counter(group(card) for found in told.values() for card in found)
        assert every == Counter({group(card) for card in cards})
        for kind, section in where.items():
            basic = any(group(card) == kind and card.level == "basic" for card in cards)
            assert section == ("cards" if basic else "expert"), (kind, section)
        entries = [part for part in parts_of(book) if isinstance(part, Entry)]
        assert len(entries) - len(where) == len(events)
        briefs = [len(part.entries) for part in parts_of(book) if isinstance(part, Digest)]
        assert briefs == [*filter(None, (len(where), len(events)))]
        said = " ".join(part for part in parts_of([*book.sections]) if isinstance(part, str))
        for name, present in there.items():
            found = re.search(SPOKEN[name], said, re.IGNORECASE)
            assert bool(found) == present, (language, name, found and said[found.start() - 60 : found.end() + 60])


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_a_rule_that_takes_up_another_stands_by_itself_without_it(language: str) -> None:
    locale = bundled().locales[language]
    for kind, say in (("element", "struck"), ("name", "name-struck")):
        both = {(kind, False): frozenset({"basic"}), (kind, True): frozenset({"basic"})}
        late = {(kind, False): frozenset({"expert"}), (kind, True): frozenset({"basic"})}
        for decks, ending in ((both, "rule"), (late, "rule-alone"), ({(kind, True): both[kind, True]}, "rule-alone")):
            book = book_of(pack_of(decks, frozenset()), language)
            rules = [part.text for part in parts_of(book) if isinstance(part, Entry)]
            assert locale.markup(f"rulebook.cards.{say}.{ending}") in rules


@pytest.mark.parametrize("deck", LEVELS)
def test_a_book_of_ones_own_without_decks_still_tells_every_kind(deck: str) -> None:
    pack = pack_of({each: frozenset({deck}) for each in GROUPS}, frozenset())
    text = pack.read("rulebook.yaml", Report())
    assert text is not None
    skeleton = load_skeleton(pack)
    bare = [section.model_copy(update={"deck": None}) for section in skeleton.sections]
    locale = pack.locales["en"]
    pictures = Pictures(pack, locale)
    skeleton = skeleton.model_copy(update={"sections": tuple(bare)})
    manual = pack.game.manual()(pack, locale, skeleton, pictures)
    told = [pack.compiled.card(id).kind for section in sections_of(manual, Report()) for id in told_in(section)]
    assert set(told) == set(KINDS)
    assert len(told) == len(GROUPS)


def test_every_deck_that_a_section_is_for_is_one_of_the_games() -> None:
    assert {getattr(section, "deck", None) for section in load_skeleton(bundled()).sections} == {None, *LEVELS}
