"""Every fact of the rules, and the test that holds the product to it. Strict: a test that is named must be there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from santy_print.games.santy_anno.checks import CHECKS
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS

MANY = {"M": 6, "S": 13, "C": 9, "E": 4, "G": 12, "T": 10}
"""How many facts of each sort there are: material, ships, cards, events, game, table manners."""

FACTS: dict[str, tuple[str, ...]] = {
    "M1": ("test_cards.py::test_the_deck_has_58_cards", "test_components.py::test_counts_of_the_printed_set"),
    "M2": (
        "test_cards.py::test_the_set_has_8_ships_and_pirates_and_25_coins",
        "test_components.py::test_counts_of_the_printed_set",
    ),
    "M3": (
        "test_cards.py::test_the_set_has_8_ships_and_pirates_and_25_coins",
        "test_cards.py::test_what_is_wrong_with_the_numbers_is_said",
    ),
    "M4": ("test_game.py::test_ships_and_starts_are_dealt", "test_play.py::test_wrong_options_are_explained"),
    "M5": (
        "test_cards.py::test_every_kind_is_in_the_set_and_resolves_in_the_harbours_order",
        "test_components.py::test_harbour_shows_orders_and_loot",
    ),
    "M6": ("test_cards.py::test_the_set_has_8_ships_and_pirates_and_25_coins",),
    "S1": ("test_ships.py::test_every_ship_has_four_elements_of_the_four_colours",),
    "S2": (
        "test_ships.py::test_every_ship_has_four_elements_of_the_four_colours",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S3": (
        "test_ships.py::test_each_colour_is_on_two_ships_at_each_element",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S4": (
        "test_ships.py::test_numbers_letters_and_corners",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S5": (
        "test_ships.py::test_numbers_letters_and_corners",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S6": (
        "test_ships.py::test_numbers_letters_and_corners",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S7": (
        "test_ships.py::test_names_and_known_ships",
        "test_ships.py::test_what_is_wrong_with_ships_is_said",
    ),
    "S8": ("test_cards.py::test_double", "test_ships.py::test_what_is_wrong_with_ships_is_said"),
    "S9": ("test_ships.py::test_names_and_known_ships",),
    "S10": ("test_ships.py::test_names_and_known_ships",),
    "S11": ("test_ships.py::test_the_colours_are_determined",),
    "S12": ("test_ships.py::test_what_no_source_tells_is_marked",),
    "S13": ("test_ships.py::test_element_and_double_pairs_cover_all_pairs_of_ships_once",),
    "C1": (
        "test_cards.py::test_element",
        "test_oracle.py::test_every_card_from_every_ship_under_200_seatings",
    ),
    "C2": ("test_cards.py::test_element_struck", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C3": ("test_cards.py::test_colour", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C4": ("test_cards.py::test_name", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C5": ("test_cards.py::test_name_struck", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C6": ("test_cards.py::test_number", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C7": ("test_cards.py::test_helm", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C8": ("test_cards.py::test_double", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "C9": ("test_cards.py::test_coco", "test_cards.py::test_what_is_wrong_with_cards_is_said"),
    "E1": ("test_events.py::test_whirlwind", "test_oracle.py::test_whole_rounds_with_every_event"),
    "E2": ("test_events.py::test_seasick", "test_oracle.py::test_whole_rounds_with_every_event"),
    "E3": ("test_events.py::test_bermuda", "test_oracle.py::test_whole_rounds_with_every_event"),
    "E4": ("test_events.py::test_rum", "test_game.py::test_laps_are_run_in_rounds_4_and_5_and_after_rum"),
    "G1": ("test_game.py::test_five_rounds_of_5_to_9_cards_each_used_once",),
    "G2": ("test_game.py::test_five_rounds_of_5_to_9_cards_each_used_once",),
    "G3": ("test_game.py::test_ships_and_starts_are_dealt",),
    "G4": ("test_game.py::test_the_bosun_lays_the_cards_from_last_to_first",),
    "G5": (
        "test_game.py::test_pirates_arrive_in_any_order_and_may_share_a_ship",
        "test_game.py::test_only_the_last_can_be_too_late_and_gets_nothing",
    ),
    "G6": ("test_game.py::test_laps_are_run_in_rounds_4_and_5_and_after_rum",),
    "G7": ("test_game.py::test_the_cards_are_resolved_for_all",),
    "G8": ("test_game.py::test_loot_is_paid_by_arrival_among_those_who_are_right",),
    "G9": ("test_game.py::test_the_next_round_starts_from_the_true_ship",),
    "G10": ("test_game.py::test_captain_and_mates",),
    "G11": ("test_game.py::test_ties_go_to_more_coins_of_the_highest_value",),
    "G12": ("test_game.py::test_a_claim_is_a_ship_whoever_runs_or_lays_a_frame",),
    "T3": (
        "test_rulebook.py::test_every_fact_has_its_key",
        "test_game.py::test_the_bosun_lays_the_cards_from_last_to_first",
    ),
    "T7": (
        "test_rulebook.py::test_every_fact_has_its_key",
        "test_game.py::test_a_view_holds_nothing_that_the_player_may_not_know",
    ),
    **{f"T{n}": ("test_rulebook.py::test_every_fact_has_its_key",) for n in (1, 2, 4, 5, 6, 8, 9, 10)},
}


@cache
def functions_of(name: str) -> frozenset[str]:
    path = Path(__file__).parent / name
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_fact_is_listed_once() -> None:
    assert set(FACTS) == {f"{sort}{n}" for sort, count in MANY.items() for n in range(1, count + 1)}
    assert all(FACTS.values())


@pytest.mark.parametrize("fact", FACTS)
def test_the_tests_of_a_fact_are_there(fact: str) -> None:
    for test in FACTS[fact]:
        file, name = test.split("::")
        assert name in functions_of(file), f"{fact}: there is no {test}"


def test_checks_kinds_and_events_name_known_facts() -> None:
    named = set(CHECKS) | {f for kind in KINDS for f in (*KINDS[kind].facts, *KINDS[kind].needs)}
    assert named | {EVENTS[event].fact for event in EVENTS} <= set(FACTS)
