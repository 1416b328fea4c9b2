"""First letters of any alphabet: the rule, what a pack may list, and hints that work when they are followed."""

from __future__ import annotations

import random
import re
from itertools import combinations
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from santy_print.games.santy_anno.letters import initial, letter
from santy_print.games.santy_anno.oracle import Oracle
from tests.workshop import Edit, Made, make, text

LETTERS = "  letters: [P, R, S, V]"


@pytest.mark.parametrize(
    ("name", "listed", "first"),
    [
        ("Paradise", "", "P"),
        ("paradise", "", "P"),
        ("  paradise", "", "P"),
        ("Šárka", "S", "Š"),
        (normalize("NFD", "Šárka"), "S", "Š"),
        ("łódź", "L", "Ł"),
        ("Ωκεανός", "", "Ω"),
        ("άνεμος", "", "Ά"),
        ("Жемчуг", "", "Ж"),
        ("йога", "И", "Й"),
        ("’t Zeewijf", "", "T"),
        ("“Anna”", "", "A"),
        ("3 Lilien", "", "3"),
        ("ß", "", "ß"),
        ("İzmir", "I", "İ"),
        ("ლომი", "", "ლ"),
        ("q\u0303a", "Q", "Q\u0303"),
        ("chobotnice", "C", "C"),
        ("chobotnice", "C Ch", "Ch"),
        ("CHOBOTNICE", "C Ch", "Ch"),
        ("cesta", "C Ch", "C"),
        ("džem", "D Dž", "Dž"),
        ("!!", "", "!"),
    ],
)
def test_what_a_name_begins_with(name: str, listed: str, first: str) -> None:
    assert initial(name, tuple(letter(word) for word in listed.split())) == first


@pytest.mark.parametrize(
    ("written", "kept"), [("p", "P"), ("š", "Š"), (normalize("NFD", "Š"), "Š"), ("CH", "Ch"), ("ж", "Ж"), ("7", "7")]
)
def test_a_letter_may_be_written_in_any_way(written: str, kept: str) -> None:
    assert letter(written) == kept


@pytest.mark.parametrize("written", ["+", "P-", "Para", "P R", "?", " ", "\u0301"])
def test_what_is_no_letter_is_told(written: str) -> None:
    with pytest.raises(ValueError, match="one letter is wanted"):
        letter(written)


def renamed(*names: tuple[str, str]) -> list[Edit]:
    return [("ships", f"name: {old}\n", f'name: "{new}"\n') for old, new in names]


def followed(made: Made, edits: list[Edit]) -> Made:
    """The set with all done that the hints for its letters say."""
    hints = " ".join(hint for item in made.found("ref-unknown") for hint in item.hints)
    (found,) = set(re.findall(r"letters: \[.*?\]", hints))
    more: list[Edit] = [("ships", LETTERS, "  " + found)]
    for id, struck in re.findall(r"`([a-z-]+): \{struck: (.*?)\}`", hints):
        (old,) = re.findall(rf"(?m)^  {id}: .*$", text("cards"))
        more.append(("cards", old, re.sub(r"struck: \w+", f"struck: {struck}", old)))
    return make(*edits, *more)


NAMES = [("Šárka", "Škoda"), ("Łódź", "łabędź"), ("Ωμέγα", "ωδή"), ("Жемчуг", "жук"), ("Ñandú", "ñu"), ("ǅep", "ǆem")]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("pair", NAMES, ids=lambda pair: pair[0])
def test_a_hint_for_a_pair_of_names_works(pair: tuple[str, str], form: str) -> None:
    edits = renamed(*zip(("Sahara", "Santy Anno"), (normalize(form, name) for name in pair), strict=True))  # type: ignore[arg-type]
    made = make(*edits)
    assert len(made.found("ref-unknown")) == 1
    assert followed(made, edits).sound


@pytest.mark.parametrize("name", [pair[0] for pair in NAMES])
def test_both_hints_for_one_name_work(name: str) -> None:
    edits = renamed(("Sahara", name))
    first, other, *_ = make(*edits).one("ref-unknown").hints
    assert first == "choose a name with S"
    assert "let Santy Anno begin" in other
    twin = [*edits, *renamed(("Santy Anno", name + " II"))]
    assert followed(make(*twin), twin).sound


def test_all_names_may_change_their_alphabet() -> None:
    names = zip(
        ("Paradise", "Profundis", "Royal", "Revenge", "Sahara", "Santy Anno", "Viper", "Vagabond"),
        ("Астра", "Арго", "Буря", "Бриз", "Волна", "Ветер", "Гром", "Гроза"),
        strict=True,
    )
    edits = renamed(*names)
    assert followed(make(*edits), edits).sound


def test_small_letters_are_the_same_letters() -> None:
    assert make(("ships", LETTERS, "  letters: [p, r, s, v]"), ("cards", "struck: P", "struck: p")).sound
    twice = make(("ships", LETTERS, "  letters: [p, r, s, v, P]"))
    assert twice.one("ref-twice").message == "`P` is listed twice under letters"


def agree(made: Made) -> None:
    """The engine and the oracle send everybody the same way by every name card."""
    compiled = made.sound
    files = {stem: made.files[stem].model_dump() for stem in ("ships", "cards")}
    slow, ids = Oracle(files["ships"], files["cards"], {"events": {}}, 3), [ship.id for ship in compiled.ships]
    for card in compiled.cards:
        if card.kind == "name":
            move = compiled.move(card, compiled.seats())
            assert [ids[target] for target in move.targets] == [slow.walk(card.id, id, ids) for id in ids], card.id


@pytest.mark.parametrize("pair", [("sahara", "santy anno"), ("Sahara", "\u2018santy")], ids=["small", "quoted"])
def test_the_oracle_reads_names_as_the_rule_says(pair: tuple[str, str]) -> None:
    agree(make(*renamed(*zip(("Sahara", "Santy Anno"), pair, strict=True))))  # type: ignore[arg-type]


def test_the_oracle_knows_letters_of_two_characters() -> None:
    edits = renamed(("Sahara", "chata"), ("Santy Anno", "Chobot"), ("Viper", "Cesta"), ("Vagabond", "cep"))
    cards: list[Edit] = [("cards", "struck: S", "struck: CH"), ("cards", "struck: V", "struck: c")]
    agree(make(*edits, ("ships", LETTERS, "  letters: [P, R, C, ch]"), *cards))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=4, max_size=4), st.randoms())
@pytest.mark.long
def test_the_oracle_agrees_in_any_alphabet(chars: list[str], rng: random.Random) -> None:
    firsts = [initial(char) for char in chars]
    assume(all(letter(first) == first for first in firsts))
    # What folds together in one reading alone (the two small sigmas) is not two letters to anybody.
    pairs = combinations(firsts, 2)
    assume(all(len({one.casefold(), two.casefold(), one.upper(), two.upper()}) > 3 for one, two in pairs))
    old = ("Paradise", "Profundis", "Royal", "Revenge", "Sahara", "Santy Anno", "Viper", "Vagabond")
    new = [normalize(rng.choice(["NFC", "NFD"]), rng.choice([first, first.lower()]) + f"-{n}")
           for first in firsts for n in (1, 2)]  # fmt: skip
    assume(all(initial(name) in firsts for name in new))
    edits = [*renamed(*zip(old, new, strict=True)), ("ships", LETTERS, f"  letters: [{', '.join(firsts)}]")]
    edits += [("cards", f"struck: {a}", f"struck: {b}") for a, b in zip("PRSV", firsts, strict=True)]
    agree(make(*edits))
