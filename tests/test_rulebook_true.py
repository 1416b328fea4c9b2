"""The rulebook of a set with any numbers: sentences agree with it, and plural forms with their numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import babel
import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from santy_print.documents.blocks import parts_of
from santy_print.pack import Pack, load_pack
from santy_print.text.templates import counts
from tests.packs import LANGUAGES
from tests.test_rulebook_sets import EVENTS, GROUPS, book_of, bundled, pack_of, with_numbers
from tests.test_whole import SIZES, new

BOTH = {each: frozenset({"basic", "expert"}) for each in GROUPS}
FORMS: dict[str, list[tuple[str, ...]]] = {
    "en": [("card", "cards"), ("round", "rounds"), ("ship", "ships"), ("pirate", "pirates"), ("ducat", "ducats"),
           ("seat", "seats"), ("chair", "chairs"), ("boarding card", "boarding cards")],
    "fr": [("carte", "cartes"), ("manche", "manches"), ("bateau", "bateaux"), ("pirate", "pirates"),
           ("ducat", "ducats"), ("place", "places"), ("chaise", "chaises"), ("suivant", "suivants")],
    "de": [("Karte", "Karten"), ("Runde", "Runden"), ("Schiff", "Schiffe"), ("Dukat", "Dukaten"), ("Stuhl", "Stühle"),
           ("Platz", "Plätze"), ("Bordkarte", "Bordkarten"), ("Ereigniskarte", "Ereigniskarten")],
    "pl": [("rundę", "rundy", "rund"), ("statek", "statki", "statków"), ("krzesło", "krzesła", "krzeseł"),
           ("dukat", "dukaty", "dukatów"), ("miejsce", "miejsca", "miejsc"), ("kolejny", "kolejni", "kolejnych")],
    "cs": [("kolo", "kola", "kol"), ("loď", "lodě", "lodí"), ("židli", "židle", "židlí"),
           ("dukát", "dukáty", "dukátů"), ("místo", "místa", "míst")],
    "es": [("carta", "cartas"), ("ronda", "rondas"), ("barco", "barcos"), ("pirata", "piratas"), ("ducado", "ducados"),
           ("puesto", "puestos"), ("silla", "sillas"), ("siguiente", "siguientes"), ("minuto", "minutos")],
    "it": [("carta", "carte"), ("nave", "navi"), ("pirata", "pirati"), ("ducato", "ducati"), ("posto", "posti"),
           ("sedia", "sedie"), ("giro", "giri"), ("successivo", "successivi"), ("anno", "anni"), ("minuto", "minuti")],
    "uk": [("корабель", "кораблі", "кораблів"), ("стілець", "стільці", "стільців"),
           ("дукат", "дукати", "дукатів"), ("місце", "місця", "місць")],
}  # fmt: skip
"""Nouns in the forms that go with a number, in the order of the language's plural categories."""
JOINTS = {"en": "and|or", "fr": "et|ou", "de": "und|oder", "pl": "i|lub|oraz", "cs": "a|nebo", "es": "y|o", "it": "e|o",
          "uk": "і|та|або|чи"}  # fmt: skip


def broken(language: str, text: str) -> str:
    """What no sentence holds: a place left empty, a list of nothing, a number that is none."""
    joint = JOINTS[language]
    shapes = (
        r"  |[{}#]|None|\(\s*\)|[,;:(]\s*[,.;:)]| [,.](?!\d|\.)",
        r"(?<!\d)(?<!bis )(?<!to )(?<!do )(?<!à )0 [^\W\d_]{2}",
        rf"\b(?:{joint})\s*(?:[.;:)]|$)|: *(?:{joint}) ",
    )
    shape = "|".join(shapes)
    found = re.search(shape, text)
    return f"{found[0]} in {text}" if found else ""


def wrong_forms(language: str, said: str) -> list[str]:
    """The numbers whose noun is not in the form that goes with them."""
    kinds = babel.Locale.parse(language)
    names = list(counts(kinds))
    found: list[str] = []
    for forms in FORMS[language]:
        for number, noun in re.findall(rf"(?<![\d.–])(\d+) ({'|'.join(sorted(forms, key=len, reverse=True))})\b", said):
            wanted = forms[min(names.index(kinds.plural_form(int(number))), len(forms) - 1)]
            found += [f"{number} {noun}"] if noun != wanted and forms.count(noun) == 1 else []
    return found


@st.composite
def numbers(draw: st.DrawFn) -> dict[str, object]:
    """Numbers of a game that the checks let pass."""
    rounds = tuple(draw(st.lists(st.integers(2, 9), min_size=1, max_size=4)))
    loot = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=8)))
    least = draw(st.integers(1, 5))
    most = draw(st.integers(least, 8))
    head = bundled().compiled.numbers
    mates = draw(st.integers(0, 2))
    values = {*loot, *draw(st.sets(st.integers(1, 5), max_size=2))}
    return {
        "rounds": rounds,
        "laps": tuple(draw(st.sets(st.integers(1, len(rounds)), max_size=2))),
        "event_after": draw(st.integers(1, min(rounds) - 1)),
        "loot": loot,
        "coins": {str(value): 5 for value in sorted(values)},
        "expert_removes": draw(st.integers(0, 3)),
        "players": head.players.model_copy(update={"least": least, "most": most}),
        "mates": head.mates.model_copy(update={"count": mates, "players": draw(st.integers(mates + 1, 9))}),
    }


ONE = {"rounds": (2,), "laps": (1,), "event_after": 1, "loot": (1,), "coins": {"1": 5}, "expert_removes": 0}


@given(
    given=numbers(),
    language=st.sampled_from(LANGUAGES),
    events=st.sets(st.sampled_from(EVENTS)).map(frozenset),
    basic=st.sets(st.sampled_from(GROUPS), min_size=1),
)
@example(given=ONE, language="en", events=frozenset({"rum"}), basic={("coco", False)})
@example(given=ONE, language="pl", events=frozenset({"bermuda"}), basic={("helm", False)})
@settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_sentences_agree_with_any_set(
    given: dict[str, object], language: str, events: frozenset[str], basic: set[tuple[str, bool]]
) -> None:
    decks = {each: frozenset({"basic"}) if each in basic else BOTH[each] for each in GROUPS}
    pack = with_numbers(pack_of(decks, events), **given)
    assert untrue(replace(pack), language) == []


def untrue(pack: Pack, language: str) -> list[str]:
    """The sentences of a rulebook that are broken, and its numbers whose noun does not agree."""
    texts = [part for part in parts_of([*book_of(pack, language).sections]) if isinstance(part, str)]
    said = [re.sub(r"[\u00a0\u202f]", " ", text.replace("*", "")) for text in texts]
    faults = [fault for text in said if " " in text and (fault := broken(language, text))]
    return faults + [wrong for text in said for wrong in wrong_forms(language, text)]


@pytest.mark.long
@pytest.mark.parametrize(("colours", "elements"), SIZES)
def test_sentences_agree_with_ships_of_any_kind(colours: int, elements: int, tmp_path: Path) -> None:
    """Sets of ships that the solver finds: colours, elements, names, letters and numbers are all others."""
    ships = 2 * colours
    made = new(
        tmp_path / "mine", f"--colours {colours} --elements {elements} --ships {ships} --seed {ships + elements}"
    )
    assert made.exit_code == 0, made.output
    pack = load_pack(tmp_path / "mine").checked()
    for language in pack.head.languages:
        assert untrue(pack, language) == []
        told = " ".join(text for text in parts_of([*book_of(pack, language).sections]) if isinstance(text, str))
        assert re.search(rf"(?<!\d){ships}(?!\d)", told)
        assert [ship.name for ship in pack.compiled.fleet.ships if ship.name not in told] == []


def test_wrong_forms_are_seen() -> None:
    assert wrong_forms("en", "the first 1 cards, 2 cards, 1 round") == ["1 cards"]
    assert wrong_forms("pl", "Gra ma 5 rundy i 3 statki, 22 dukatów") == ["5 rundy", "22 dukatów"]
    assert all(
        broken("en", text) for text in ("begins with , and", "begins with P and.", "5, 4 and ", "the 0 cards", "of ()")
    )
