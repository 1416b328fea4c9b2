"""The engine against the oracle: two readings of the rules, one of compiled tables, one of a person's steps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.games.santy_anno.oracle import Argument, Oracle
from tests.workshop import bundled, make, oracle, santy

IDS = [ship.id for ship in santy().ships]
CARDS = [card.id for card in santy().cards]
EVENTS = [None, *(event.id for event in santy().events)]


def test_every_card_from_every_ship_under_200_seatings() -> None:
    compiled, slow = santy(), oracle()
    for seed in range(200):
        seats = random.Random(seed).sample(IDS, 8)
        indices = compiled.seats(seats)
        for card in compiled.cards:
            move = compiled.move(card, indices)
            for ship, id in enumerate(IDS):
                assert IDS[move[ship]] == slow.walk(card.id, id, seats), (card.id, id, seats)


@settings(max_examples=300, deadline=None)
@given(
    seats=st.permutations(IDS),
    row=st.lists(st.sampled_from(CARDS), min_size=5, max_size=9),
    event=st.sampled_from(EVENTS),
)
def test_whole_rounds_with_every_event(seats: list[str], row: list[str], event: str | None) -> None:
    compiled = santy()
    steps = compiled.route(
        [compiled.card(card) for card in row], compiled.event(event) if event else None, compiled.seats(seats)
    )
    for start, id in enumerate(IDS):
        ship = start
        for step in steps:
            ship = step.move[ship]
        assert IDS[ship] == oracle().round(row, event, seats, id)


@pytest.mark.parametrize(
    ("card", "ship", "target"),
    [
        ("element-hull", "sahara", "viper"),
        ("element-hull", "viper", "sahara"),
        ("element-hull-yellow", "santy-anno", "santy-anno"),
        ("colour-yellow", "paradise", "royal"),
        ("name-p", "profundis", "profundis"),
        ("name-p", "royal", "revenge"),
        ("double-nest-hull", "paradise", "viper"),
        ("number-3", "viper", "sahara"),
    ],
)
def test_the_oracle_knows_the_worked_examples(card: str, ship: str, target: str) -> None:
    assert oracle().walk(card, ship, IDS) == target


def test_the_oracle_argues_where_a_pirate_would_not_know() -> None:
    files = bundled().files
    ships = files["ships"].model_dump()
    ships["ships"]["paradise"]["colours"]["hull"] = "yellow"
    slow = Oracle(ships, files["cards"].model_dump(), {"events": {}}, 3)
    with pytest.raises(Argument, match="from paradise: "):
        slow.walk("element-hull", "paradise", IDS)
    with pytest.raises(Argument, match="nowhere"):
        slow.walk("element-hull", "profundis", IDS)
    with pytest.raises(Argument, match="has no blue"):
        slow.walk("colour-blue", "paradise", IDS)


def test_a_smaller_set_agrees_too() -> None:
    """Six ships of three colours and three elements, each colour once on a ship."""
    looks = ["RYB", "YBR", "BRY", "RBY", "YRB", "BYR"]
    word = {"R": "red", "Y": "yellow", "B": "blue"}
    ships = "features:\n  elements: [nest, sails, hull]\n  colours: [yellow, red, blue]\n"
    ships += "  letters: [A, B, C]\n  corners: []\nships:\n"
    for n, look in enumerate(looks):
        colours = ", ".join(f"{e}: {word[c]}" for e, c in zip(("nest", "sails", "hull"), look, strict=True))
        ships += f"  s{n}: {{name: {'ABC'[n // 2]}{n}, number: {6 - n}, corner: x, art: a.svg, "
        ships += f"colours: {{{colours}}}}}\n"
    cards = "cards:\n"
    cards += "".join(f"  e-{e}: {{kind: element, element: {e}, copies: 5}}\n" for e in ("nest", "sails", "hull"))
    cards += "".join(f"  c-{c}: {{kind: colour, colour: {c}, copies: 5}}\n" for c in ("red", "yellow", "blue"))
    cards += "".join(f"  n-{n}: {{kind: number, plus: {n}}}\n" for n in range(1, 6))
    cards += "  name: {kind: name}\n  struck: {kind: name, struck: B}\n"
    cards += "  helm: {kind: helm, level: expert, direction: clockwise, steps: 2, copies: 10}\n"
    made = make(("pack", "most: 8", "most: 6"), whole={"ships": ships, "cards": cards})
    compiled = made.sound
    slow = Oracle(made.files["ships"].model_dump(), made.files["cards"].model_dump(), {"events": {}}, 3)
    ids = [ship.id for ship in compiled.ships]
    for seed in range(20):
        seats = random.Random(seed).sample(ids, 6)
        for card in compiled.cards:
            move = compiled.move(card, compiled.seats(seats))
            assert [ids[target] for target in move.targets] == [slow.walk(card.id, id, seats) for id in ids]
