"""`santy ships explain`: what it says of the bundled set is true, and it says it of any set."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from click.testing import CliRunner

from santy_print import load_pack
from santy_print.cli import main
from santy_print.games.santy_anno.explain import WIDTH, Explanation, support_text
from santy_print.games.santy_anno.kinds import KINDS, Fleet, Move, Ship, compile_move
from santy_print.games.santy_anno.solver.problem import Sizes, Watch
from santy_print.games.santy_anno.solver.sets import double_sets
from santy_print.text import Locale
from tests.test_ships import FEW_CARDS, TEN
from tests.workshop import make, santy

PALETTE = ("pack", "  yellow: {hex", '  black: {hex: "#000000"}\n  yellow: {hex')


@cache
def words(language: str = "en") -> Locale:
    return load_pack("santy_anno").locales[language]


def bundled() -> Explanation:
    return Explanation(santy(), santy().seats())


def ten() -> Explanation:
    compiled = make(PALETTE, whole={"ships": TEN, "cards": FEW_CARDS}).sound
    return Explanation(compiled, compiled.seats())


def test_47_of_52_cards_move_differently_40_without_the_helm() -> None:
    told = bundled()
    assert (sum(card.copies for card in told.compiled.cards), len(told.alike), told.unseated) == (52, 47, 40)
    assert sum(told.seatings.values()) == 5040
    assert max(told.seatings, key=lambda moves: told.seatings[moves]) == 47


def test_seatings_are_counted_as_compiling_counts_them() -> None:
    told = bundled()
    for seats in ((0, 1, 2, 3, 4, 5, 6, 7), (0, 5, 1, 3, 4, 2, 6, 7), (0, 7, 3, 6, 2, 5, 1, 4)):
        assert len(Explanation(told.compiled, seats).alike) in told.seatings


def test_elements_and_doubles_are_the_seven_matchings_of_a_one_factorisation() -> None:
    """S13."""
    told = bundled()
    assert len(told.of_elements) == 7
    assert told.factorises
    pairs = [{frozenset((a, m[a])) for a in range(8)} for m in told.of_elements]
    assert all(len(found) == 4 for found in pairs)
    assert set().union(*pairs) == {frozenset(pair) for pair in combinations(range(8), 2)}
    doubles = [cards for cards in told.matchings.values() if cards[0].kind == "double"]
    assert [len(cards) for cards in doubles] == [2, 2, 2]


def test_every_ship_reaches_every_other_with_one_card() -> None:
    assert bundled().reach == {1: 56}


def test_ships_that_cannot_be_reached_are_told() -> None:
    cards = "cards:\n  hull: {kind: element, element: hull, copies: 40}\n"
    compiled = make(PALETTE, whole={"ships": TEN, "cards": cards}).sound
    told = Explanation(compiled, compiled.seats())
    assert told.reach == {0: 80, 1: 10}
    assert "Not every ship can reach every other: of 90 ways 80 are impossible." in told.text(words())


def test_helm_cards_are_classed_by_chairs() -> None:
    assert {steps: len(cards) for steps, cards in bundled().helm.items()} == {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1, 7: 1}


def test_a_struck_card_moves_three_quarters_of_the_pirates() -> None:
    assert {ships: {c.kind for c in cards} for ships, cards in bundled().shares.items()} == {
        8: {"element", "colour", "name", "number", "helm", "double", "coco"},
        6: {"element", "name"},
    }


def test_what_ships_share_is_what_they_have() -> None:
    told = bundled()
    for feature, words in told.sharing.items():
        for word, ships in words.items():
            for i, ship in enumerate(told.compiled.ships):
                has = {"letter": ship.letter, "corner": ship.corner, "number": str(ship.number)} | dict(ship.colours)
                assert (has[feature] == word) == (i in ships)


def test_a_set_is_told_which_kinds_it_supports() -> None:
    assert not any(bundled().supported.values())
    why = ten().supported
    assert [kind for kind in why if not why[kind]] == ["element", "number", "helm"]
    assert why["colour"] is not None
    assert "nowhere to go" in why["colour"].message


def test_why_ships_cannot_have_a_kind_is_said_in_every_language() -> None:
    locales = load_pack("santy_anno").locales
    for kind in ("colour", "name"):
        said = [support_text(ten(), kind, False, locale) for locale in locales.values()]
        assert len(set(said)) == len(locales) == 8
        assert all("Ship1" in each for each in said)


@pytest.mark.parametrize("sizes", [Sizes(3, 3), Sizes(5, 5), Sizes(5, 4), Sizes(6, 4), Sizes(7, 3)], ids=str)
def test_other_sizes_support_what_they_can(sizes: Sizes) -> None:
    """Two ships for each colour, each letter and each corner; colour cards want as many elements as colours."""
    looks = double_sets(sizes, Watch())[0]
    colours = tuple(f"c{n}" for n in range(sizes.colours))
    elements = tuple(f"e{n}" for n in range(sizes.elements))
    ships = tuple(
        Ship(f"s{n}", f"{chr(65 + n // 2)}{n}", n + 1, colours[n // 2], painted, "", chr(65 + n // 2))
        for n, painted in enumerate(
            {element: colours[c] for element, c in zip(elements, look, strict=True)} for look in looks
        )
    )
    letters = tuple(chr(65 + n) for n in range(sizes.colours))
    fleet = Fleet(ships, elements, colours, letters, colours)
    told = Explanation(replace(santy(), fleet=fleet, cards=()), tuple(range(len(ships))))
    unsupported = [kind for kind, why in told.supported.items() if why]
    assert unsupported == ([] if sizes.elements == sizes.colours else ["colour"])


@pytest.mark.parametrize("name", list(KINDS))
def test_every_kind_says_all_its_cards(name: str) -> None:
    """They compile, each once, and the bundled cards of the kind that strike nothing out are among them."""
    fleet, seats = santy().fleet, santy().seats()
    cards = list(KINDS[name].every(fleet))
    assert cards
    moves = [compile_move(card, fleet, seats) for card in cards]
    assert all(isinstance(move, Move) for move in moves)
    own = [card.data for card in santy().cards if card.kind == name and not getattr(card.data, "struck", None)]
    said = [KINDS[name].params(card) for card in cards]
    assert all(said.count(params) == 1 for params in said)
    if name != "helm":  # one direction says them all
        assert all(KINDS[name].params(card) in said for card in own)


@pytest.mark.parametrize("told", [bundled, ten])
def test_the_page_fits_a_terminal(told: object) -> None:
    text = told().text(words())  # type: ignore[operator]
    assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.split("\n"))


def test_the_page_says_the_most_important() -> None:
    text = bundled().text(words())
    for line in (
        "  nest   Re Sah  Pa San  Ro Vi   Pr Va",
        "  47 different moves among 52 boarding cards; 40 without the helm.",
        "  double-nest-sails, double-hull-plate",
        "  Every ship can reach every other with 1 card.",
        "  letters   P: Pa Pr; R: Ro Re; S: Sah San; V: Vi Va",
    ):
        assert line in text


def test_json_says_the_same_with_seats() -> None:
    seats = "viper,royal,sahara,paradise,revenge,vagabond,profundis,santy-anno"
    ran = CliRunner().invoke(main, ["ships", "explain", "--format", "json", "--seats", seats], catch_exceptions=False)
    found = json.loads(ran.stdout)
    assert found["seats"] == seats.split(",")
    assert found["boarding_cards"] == 52
    assert [len(m["pairs"]) for m in found["matchings"] if m["elements"]] == [4] * 7
    assert found["moved"]["element-nest-red"] == 0.75
