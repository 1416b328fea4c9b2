"""Sandokan: every fact of its rules and every case that was decided, the second reading, the bots, the table."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from santy_print.diag import PackError
from santy_print.game import CHANCE, Dealer, at_random, by_chance, playout, seal
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import HEADINGS, Grid
from santy_print.games.sandokan.bots import doubt
from santy_print.games.sandokan.passages import passage
from santy_print.games.sandokan.rules import NOTHING, Draft, Task
from santy_print.games.sandokan.state import SandokanState, new_state
from santy_print.games.sandokan.table import SandokanTable
from santy_print.games.sandokan.words import Words
from santy_print.pack import load_pack
from santy_print.play import Playing, every_card, play, table_of
from santy_print.records import verify

DOC = Path(__file__).parent.parent / "docs" / "sandokan.md"

FACTS: dict[str, tuple[str, ...]] = {
    "M1": ("test_material",),
    "M2": ("test_material",),
    "M3": ("test_material",),
    "M4": ("test_material",),
    "M5": ("test_material",),
    "M6": ("test_material",),
    "M7": ("test_shores_and_ports",),
    "M8": ("test_shores_and_ports",),
    "set-up": ("test_the_start",),
    "T1": ("test_a_move_is_as_long_as_its_cards",),
    "T2": ("test_in_port_a_ship_may_stay_at_sea_it_must_move",),
    "T3": ("test_a_turn_at_sea_costs_a_cell",),
    "T4": ("test_two_ships_never_share_a_cell",),
    "T5": ("test_one_thing_is_done_in_a_turn",),
    "T6": ("test_a_ship_carries_two_treasures",),
    "P1": ("test_treasure_island",),
    "P2": ("test_a_trade_is_exact",),
    "P3": ("test_storm_island",),
    "P4": ("test_serenity_island",),
    "P5": ("test_a_free_port",),
    "P6": ("test_exchange_at_anothers_home",),
    "combat": ("test_the_attacker_wins", "test_the_attacker_loses", "test_a_draw"),
    "control": ("test_a_false_move_costs_the_hand",),
    "end": ("test_the_last_return",),
    "O1": ("test_in_port_a_ship_may_stay_at_sea_it_must_move",),
    "O2": ("test_where_one_attacks", "test_the_attacker_wins"),
    "O3": ("test_an_empty_pile",),
    "O4": ("test_a_blocked_ship",),
    "O5": ("test_the_attacker_loses", "test_the_attacker_wins"),
    "O6": ("test_an_empty_pile",),
    "O7": ("test_two_ships_never_share_a_cell",),
    "O8": ("test_a_move_ends_in_port",),
    "O9": ("test_a_false_move_costs_the_hand", "test_a_move_is_as_long_as_its_cards"),
    "O10": ("test_the_last_return", "test_at_home_one_loads"),
    "O11": ("test_the_last_return",),
    "O12": ("test_after_the_last_round_the_richest_wins",),
    "O13": ("test_a_turn_at_sea_costs_a_cell",),
    "O14": ("test_treasure_island",),
}
"""The facts of the rules by id, the decided cases (O), and the tests that hold them."""


@cache
def table() -> SandokanTable:
    made = table_of(load_pack("sandokan").checked())
    assert isinstance(made, SandokanTable)
    return made


def cell(name: str) -> int:
    """A cell by its name on the board, like `g5`, or a port's."""
    board = table().compiled.board
    return next(number for number in range(len(board.spots)) if board.name(number) == name)


def heads(name: str) -> int:
    return HEADINGS.index(name)


def hand(**cards: int) -> act.Counts:
    """A hand: `m2=1` is a movement card of value 2, `f3` a combat card of value 3."""
    ids = [f"{id[0]}{id[-1]}" for id in table().compiled.cards]
    return tuple(cards.get(id, 0) for id in ids)


def kind(name: str) -> int:
    return table().compiled.treasures.index(name)


def at(task: Task, **parts: Any) -> SandokanState:
    """A game of two, from Sun and Azure, in the middle of a turn: the parts say what is special."""
    start = new_state(table().compiled, 2)
    state = object.__new__(SandokanState)
    state.__dict__.update(start.__dict__)
    usual = {
        "homes": (0, 1), "cells": (cell("b3"), cell("q11")), "headings": (heads("east"), heads("west")),
        "hands": (hand(), hand()), "turn": 0, "turns": 5, "todo": (Task("turn", 0), task),
    }  # fmt: skip
    state.__dict__.update(usual | parts)
    return state


def then(state: SandokanState, *actions: Any) -> SandokanState:
    for action in actions:
        state = state.apply(action)
    return state


def kinds(state: SandokanState) -> set[type]:
    return {type(action) for action in state.actions()}


PLAN, ACT = Task("plan", 0), Task("act", 0)


def test_every_fact_has_tests_that_are_there() -> None:
    decided = re.findall(r"^\| (O\d+) \|", DOC.read_text("utf-8"), re.MULTILINE)
    assert decided == [id for id in FACTS if id.startswith("O")]
    assert all(name in globals() for names in FACTS.values() for name in names)


def test_every_verb_is_documented() -> None:
    from santy_print.games.sandokan.rules import VERBS

    assert re.findall(r"^\| `(\w+)` \|", DOC.read_text("utf-8"), re.MULTILINE) == list(VERBS)
    used = {verb["verb"] for event in table().compiled.events for verb in event.does}
    assert used == set(VERBS)


# Material.


def test_material() -> None:
    compiled = table().compiled
    assert (sum(compiled.copies), len(compiled.events), len(compiled.board.ports)) == (52, 24, 6)
    assert Counter(event.good for event in compiled.events) == {True: 12, False: 12}
    assert [sum(compiled.copies[c] for c in sort) for sort in (compiled.movement, compiled.combat)] == [26, 26]
    assert compiled.copies == (9, 9, 8, 9, 9, 8)
    worth = dict(zip(compiled.treasures, compiled.worth, strict=True))
    assert worth == {"ruby": 5, "diamond": 5, "gold": 4, "emerald": 4, "pearl": 3, "rum": 2}
    assert compiled.supply == (6,) * 6
    laid = [compiled.treasures[treasure] for treasure in compiled.laid]
    assert dict(zip(compiled.board.ports, zip(compiled.colours, laid, strict=True), strict=True)) == {
        "sun": ("yellow", "gold"), "azure": ("blue", "diamond"), "orient": ("white", "pearl"),
        "fire": ("red", "ruby"), "hope": ("green", "emerald"), "tafia": ("brown", "rum"),
    }  # fmt: skip


def test_shores_and_ports() -> None:
    board = table().compiled.board
    assert {name: len(cells) for name, cells in board.shores.items()} == {"treasure": 18, "storm": 16, "serenity": 16}
    assert all(len(exits) == 3 for exits in board.exits)
    assert len(Grid(table().pack.files["board"].rows).waters()) == 1
    xs, ys = zip(*board.land["treasure"], strict=True)
    assert abs(sum(xs) / len(xs) - (board.width - 1) / 2) < 1
    assert abs(sum(ys) / len(ys) - (board.height - 1) / 2) < 1
    far = {name: len(passage(board, port, board.shores["serenity"]) or ()) for port, name in enumerate(board.ports)}
    assert max(far[name] for name in ("hope", "orient")) < min(far[name] for name in ("sun", "azure", "fire", "tafia"))


def test_the_start() -> None:
    for players in range(2, 7):
        state: Any = table().new_state(players)
        rng = random.Random(players)
        while state.turns == 0:
            state = state.apply(
                by_chance(state, rng) if state.actor == CHANCE else at_random(state.view(state.actor), rng)
            )
        assert len(set(state.homes)) == players
        assert list(state.cells) == list(state.homes)
        assert all(sum(held) == 6 for held in state.hands)
        assert [len(quay) for quay in state.quays] == [1] * 6
        assert NOTHING not in state.posted


# A turn.


def test_a_move_is_as_long_as_its_cards() -> None:
    state = at(PLAN, hands=(hand(m2=1, m3=1, f1=1), hand()))
    said = {(lay.cards, lay.cells) for lay in state.actions()}
    assert (hand(), 1) in said
    assert {cells for cards, cells in said if cards == hand(m2=1)} == {2, 3}
    assert {cells for cards, cells in said if cards == hand(m2=1, m3=1)} == {5, 6}
    for lay, why in (
        (act.Lay(hand(f1=1), 1), "combat"),
        (act.Lay(hand(m2=1), 1), "worth 2"),
        (act.Lay(hand(m2=1), 4), "believe"),
    ):
        with pytest.raises(ValueError, match=why):
            state.apply(lay)
    after = then(state, act.Lay(hand(m2=1), 2), act.Ahead(), act.Ahead())
    assert after.cells[0] == cell("d3")
    assert after.task == Task("control", 0, 1)
    assert after.apply(act.Trust()).pile == (table().compiled.cards.index("move-2"),)


def test_in_port_a_ship_may_stay_at_sea_it_must_move() -> None:
    assert act.Stay() in at(PLAN, cells=(0, cell("q11"))).actions()
    sea = at(PLAN, hands=(hand(f3=2), hand()))
    assert list(sea.actions()) == [act.Lay(hand(), 1)]
    steps = sea.apply(act.Lay(hand(), 1))
    assert act.Ahead() in steps.actions()
    assert act.Veer(heads("south")) in steps.actions()
    leaving = at(PLAN, cells=(0, cell("q11"))).apply(act.Lay(hand(), 1))
    assert list(leaving.actions()) == [act.Leave(heads(way)) for way in ("north-east", "east", "south-east")]
    assert leaving.apply(act.Leave(heads("east"))).cells[0] == cell("b9")


def test_a_turn_at_sea_costs_a_cell() -> None:
    state = then(at(PLAN, hands=(hand(m3=1), hand())), act.Lay(hand(m3=1), 3), act.Veer(heads("south")))
    assert (state.left, state.cells[0]) == (2, cell("b3"))
    assert list(state.actions()) == [act.Ahead()]
    with pytest.raises(ValueError, match="turns once"):
        state.apply(act.Veer(heads("east")))
    assert then(state, act.Ahead(), act.Ahead()).cells[0] == cell("b5")


def test_two_ships_never_share_a_cell() -> None:
    state = at(PLAN, cells=(cell("b3"), cell("c3"))).apply(act.Lay(hand(), 1))
    assert act.Ahead() not in state.actions()
    with pytest.raises(ValueError, match="another ship lies at c3"):
        state.apply(act.Ahead())
    draft = Draft()
    draft.__dict__.update(at(PLAN, cells=(cell("b3"), 0)).__dict__)
    assert draft.enters(0, 0)
    draft.cells = (cell("b3"), 2)
    assert not draft.enters(0, 2)
    draft.cells = (cell("b3"), 1)
    assert draft.enters(0, 1)


def test_a_move_ends_in_port() -> None:
    near = at(PLAN, cells=(cell("q2"), cell("q11")), headings=(heads("north"), 0), hands=(hand(m2=1), hand()))
    short, long = near.apply(act.Lay(hand(), 1)), near.apply(act.Lay(hand(m2=1), 2))
    assert short.apply(act.Ahead()).cells[0] == cell("orient")
    with pytest.raises(ValueError, match="a move ends in port"):
        long.apply(act.Ahead())


def test_a_blocked_ship() -> None:
    compiled = table().compiled
    exits = tuple(compiled.board.ways[0][way] for way in compiled.board.exits[0])
    state = at(PLAN, cells=(0, *exits), homes=(0, 1, 2, 3), hands=(hand(m1=2),) * 4, aboard=((),) * 4)
    assert list(state.actions()) == [act.Stay()]
    corner = at(PLAN, cells=tuple(cell(n) for n in ("a1", "a2", "b1", "b2")), homes=(0, 1, 2, 3), hands=(hand(),) * 4)
    turning = corner.apply(act.Lay(hand(), 1))
    assert kinds(turning) == {act.Veer}
    assert turning.apply(turning.actions()[0]).cells[0] == cell("a1")


def test_a_false_move_costs_the_hand() -> None:
    state = at(PLAN, hands=(hand(m2=1, f3=2), hand()), todo=(Task("turn", 0), ACT, Task("arrive", 0), PLAN))
    moved = then(state, act.Lay(hand(m2=1), 3), act.Ahead(), act.Ahead(), act.Ahead())
    assert moved.actor == moved.players[1]
    assert moved.view(moved.players[1]).laid is None
    assert moved.view(moved.players[0]).laid == hand(m2=1)
    caught = moved.apply(act.Check())
    assert (caught.hands[0], len(caught.pile), caught.cells[0]) == (hand(), 3, cell("e3"))
    assert caught.actor == caught.players[1]
    honest = then(state, act.Lay(hand(m2=1), 2), act.Ahead(), act.Ahead(), act.Check())
    assert (honest.hands[0], honest.task) == (hand(f3=2), ACT)


def test_one_thing_is_done_in_a_turn() -> None:
    state = at(ACT, cells=(cell("h7"), cell("i6")), hands=(hand(f1=1, m1=1), hand()))
    assert kinds(state) == {act.Take, act.Swap, act.Buy, act.Attack, act.Pass}
    assert state.apply(act.Pass()).task == Task("plan", 1)


def test_a_ship_carries_two_treasures() -> None:
    full = at(ACT, cells=(2, cell("q11")), landed=True, aboard=((kind("rum"), kind("pearl")), ()))
    assert act.Seize(kind("pearl")) not in full.actions()
    assert act.Seize(kind("pearl")) in at(ACT, cells=(2, cell("q11")), landed=True).actions()


# Places.


def test_treasure_island() -> None:
    state = at(ACT, cells=(cell("h7"), cell("q11")), hands=(hand(m2=1), hand()))
    taken = state.apply(act.Take())
    assert taken.actor == CHANCE
    assert sum(then(taken, act.Deal(0)).hands[0]) == 2
    swapped = state.apply(act.Swap(1))
    assert swapped.hands[0] == hand(f2=1)
    assert swapped.pile == (1,)
    assert sum(swapped.deck) + len(swapped.pile) == sum(state.deck)
    none = at(ACT, cells=(cell("h7"), cell("q11")), hands=(hand(m2=1), hand()), deck=hand(m1=3))
    assert none.apply(act.Swap(1)).hands[0] == hand(m2=1)


def test_a_trade_is_exact() -> None:
    state = at(
        ACT, cells=(cell("h7"), cell("q11")), hands=(hand(m2=1, f3=1, m1=1), hand()), aboard=((kind("rum"),), ())
    )
    buy = act.Buy(kind("ruby"), hand(m2=1, f3=1))
    for wrong, why in (
        (act.Buy(kind("ruby"), hand(f3=1)), "3 is offered"),
        (act.Buy(kind("pearl"), hand(f3=1)), "not open"),
    ):
        with pytest.raises(ValueError, match=why):
            state.apply(wrong)
    bought = state.apply(buy)
    assert bought.aboard[0] == (kind("ruby"), kind("rum"))
    assert (bought.bought[0], bought.hands[0]) == (True, hand(m1=1))
    given = state.apply(act.Buy(kind("ruby"), hand(f3=1), kind("rum")))
    assert (given.aboard[0], given.box[kind("rum")]) == ((kind("ruby"),), state.box[kind("rum")] + 1)
    again = at(ACT, cells=state.cells, hands=state.hands, bought=(True, False))
    with pytest.raises(ValueError, match="once in a game"):
        again.apply(buy)


def test_storm_island() -> None:
    state = at(ACT, cells=(cell("h3"), cell("q11")), hands=(hand(m1=2), hand()))
    drawn = state.apply(act.Brave())
    assert (drawn.actor, len(drawn.actions())) == (CHANCE, 24)
    calm = next(n for n, event in enumerate(table().compiled.events) if event.id == "lost-anchor")
    given = drawn.apply(act.Turn(calm))
    assert given.task == Task("give", 0, -1, 1)
    after = given.apply(act.Give(0))
    assert (after.hands[0], after.spent) == (hand(m1=1), (calm,))


def test_serenity_island() -> None:
    state = at(ACT, cells=(cell("n4"), cell("n3")), hands=(hand(f3=1), hand()))
    assert kinds(state) == {act.Pass}
    with pytest.raises(ValueError, match="Serenity"):
        state.apply(act.Attack(1))
    assert act.Stay() in at(PLAN, cells=(cell("n4"), cell("q11"))).actions()


def test_a_free_port() -> None:
    state = at(ACT, cells=(2, cell("q11")), landed=True)
    taken = state.apply(act.Seize(kind("pearl")))
    assert (taken.aboard[0], taken.quays[2]) == ((kind("pearl"),), ())
    empty = at(ACT, cells=(2, cell("q11")), landed=True, quays=((2,), (1,), (), (0,), (3,), (5,)))
    searched = empty.apply(act.Search())
    assert searched.actor == CHANCE
    wind = next(n for n, event in enumerate(table().compiled.events) if event.id == "fair-wind")
    after = searched.apply(act.Turn(wind))
    assert (after.spent, after.posted[2] != NOTHING) == ((wind,), True)
    assert after.task == Task("plan", 0)  # the fair wind: another turn at once
    assert kinds(at(ACT, cells=(2, cell("q11")), landed=False)) == {act.Pass}


def test_exchange_at_anothers_home() -> None:
    there = ((2,), (kind("ruby"), kind("diamond")), (), (0,), (3,), (5,))
    state = at(ACT, cells=(1, 1), aboard=((kind("pearl"), kind("rum")), ()), quays=there)
    after = state.apply(act.Exchange((kind("pearl"), kind("rum")), (kind("ruby"),)))
    assert (after.aboard[0], after.quays[1]) == (
        (kind("ruby"),),
        tuple(sorted((kind("diamond"), kind("pearl"), kind("rum")))),
    )
    with pytest.raises(ValueError, match="3 is given for 5"):
        state.apply(act.Exchange((kind("pearl"),), (kind("ruby"),)))


def test_at_home_one_loads() -> None:
    state = at(ACT, cells=(0, cell("q11")), quays=((kind("gold"), kind("rum")), (1,), (2,), (0,), (3,), (5,)))
    after = state.apply(act.Load((kind("gold"),)))
    assert (after.aboard[0], after.quays[0]) == ((kind("gold"),), (kind("rum"),))


# Combat.


def fought(attack: act.Counts, defence: act.Counts, aboard: Any = ((), ())) -> SandokanState:
    hands = (hand(f3=2, m1=1), hand(f3=2, m1=1, m2=2))
    state = at(ACT, cells=(cell("h11"), cell("i11")), hands=hands, aboard=aboard)
    asked = state.apply(act.Attack(1)).apply(act.Fight(attack))
    assert asked.view(asked.players[1]).shown is None
    assert "f" not in repr(asked.view(asked.players[1]).task.two)
    return asked.apply(act.Fight(defence))


def test_where_one_attacks() -> None:
    for me, other, why in (("h11", "j11", "beside"), ("b9", "sun", "port")):
        with pytest.raises(ValueError, match=why):
            at(ACT, cells=(cell(me), cell(other)), hands=(hand(f1=1), hand())).apply(act.Attack(1))
    with pytest.raises(ValueError, match="needs a combat card"):
        at(ACT, cells=(cell("h11"), cell("i11"))).apply(act.Attack(1))
    with pytest.raises(ValueError, match="not open"):
        at(ACT, cells=(cell("h11"), cell("i11")), hands=(hand(f1=1), hand())).apply(act.Attack(1)).apply(
            act.Fight(hand())
        )


def test_the_attacker_wins() -> None:
    aboard = ((kind("rum"),), (kind("ruby"), kind("pearl")))
    state = fought(hand(f3=1), hand(), aboard)
    assert kinds(state) == {act.Keep}
    kept = state.apply(act.Keep((kind("ruby"), kind("pearl"))))
    assert kept.aboard == ((kind("ruby"), kind("pearl")), ())
    assert kept.box[kind("rum")] == state.box[kind("rum")] + 1
    after = then(kept, act.Give(0), act.Give(1))
    assert (sum(after.hands[0]), sum(after.hands[1])) == (4, 3)
    assert after.task == Task("plan", 1)  # the beaten side's extra turn
    assert after.turn == 0


def test_the_attacker_loses() -> None:
    state = fought(hand(f3=1), hand(f3=2), ((kind("rum"),), (kind("ruby"), kind("pearl"))))
    assert set(state.actions()) == {act.Throw(kind("rum")), act.Give(0), act.Give(5)}
    full = state.apply(act.Throw(kind("rum")))
    assert (full.aboard[1], full.box[kind("rum")]) == ((kind("ruby"), kind("pearl")), state.box[kind("rum")] + 1)
    card = state.apply(act.Give(0))
    assert card.hands[1][0] == state.hands[1][0] + 1
    assert card.task == Task("plan", 0)  # the attacker's extra turn


def test_a_draw() -> None:
    state = fought(hand(f3=1), hand(f3=1))
    assert state.task == Task("plan", 0)
    assert then(
        state,
        act.Lay(hand(), 1),
        act.Ahead() if act.Ahead() in state.apply(act.Lay(hand(), 1)).actions() else act.Veer(heads("south")),
        act.Pass(),
    ).task == Task("plan", 1)


# Piles and the end.


def test_an_empty_pile() -> None:
    bare = at(ACT, cells=(cell("h7"), cell("q11")), deck=hand(), pile=())
    assert kinds(bare) == {act.Pass}
    used = at(ACT, cells=(cell("h7"), cell("q11")), deck=hand(), pile=(4, 1))
    assert used.apply(act.Take()).hands[0] == hand(f2=1)
    assert kinds(at(ACT, cells=(cell("h3"), cell("q11")), fresh=(), spent=(), posted=(NOTHING,) * 6)) == {act.Pass}


RICH = ((0, 0, 1, 2), (1,), (2,), (0,), (3,), (5,))


def returning(**parts: Any) -> SandokanState:
    """Sandokan comes home with a ruby; four treasures lie there."""
    todo = (Task("turn", 0), ACT, Task("arrive", 0), PLAN)
    usual = {"cells": (cell("b9"), cell("q11")), "headings": (heads("west"), 0), "todo": todo}
    state = at(PLAN, aboard=((0,), ()), quays=RICH, **usual | parts)
    return then(state, act.Lay(hand(), 1), act.Ahead())


def test_the_last_return() -> None:
    state = returning()
    events = table().compiled.events
    assert (state.actor, state.quays[0]) == (CHANCE, (0, 0, 0, 1, 2))
    good = next(n for n, event in enumerate(events) if event.good)
    assert state.apply(act.Turn(good)).returns == {"sandokan": 1.0, "yanez": 0.0}
    bad = next(n for n, event in enumerate(events) if event.id == "flat-calm")
    paying = state.apply(act.Turn(bad))
    assert kinds(paying) == {act.Throw}
    after = paying.apply(act.Throw(2))
    assert (after.quays[0], after.misses[0], after.task) == ((0, 0, 0, 1), 1, Task("plan", 1))
    assert returning(posted=(NOTHING,) * 6).returns == {"sandokan": 1.0, "yanez": 0.0}


def test_after_the_last_round_the_richest_wins() -> None:
    bound = table().compiled.head.rounds * 2
    assert at(ACT, turns=bound, quays=RICH).apply(act.Pass()).returns == {"sandokan": 1.0, "yanez": 0.0}
    even = ((0,), (1,), (2,), (0,), (3,), (5,))
    assert at(ACT, turns=bound, quays=even).apply(act.Pass()).returns == {"sandokan": 0.5, "yanez": 0.5}


# The second reading, bots, the table.


def held_against(games: range) -> int:
    states, faults = 0, []

    def watch(before: Any, action: Any, after: Any) -> None:
        nonlocal states
        states += 1
        faults.extend(table().audit(before, after))

    for seed in games:
        start = table().new_state(2 + seed % 5)
        bots = table().bots(start, seed).policies if seed % 2 else dict.fromkeys(start.players, at_random)
        playout(start, bots, random.Random(seed), Dealer(seed), (watch,))
    assert faults == []
    return states


def test_a_second_reading_agrees() -> None:
    assert held_against(range(4)) > 3_000


@pytest.mark.long
def test_a_second_reading_agrees_on_many_states() -> None:
    assert held_against(range(4, 24)) > 40_000


def test_the_second_reading_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(PLAN, hands=(hand(m2=1), hand()))
    state.__dict__["_open"] = tuple(action for action in state.actions() if action.cells != 3)
    assert table().audit(state, state)
    sailing = at(PLAN).apply(act.Lay(hand(), 1))
    sailing.__dict__["_open"] = sailing.actions()[1:]
    assert table().audit(sailing, sailing)


def won_of(games: range) -> int:
    """How many games a bot wins against others that do anything."""
    won = 0
    for seed in games:
        state = table().new_state(2 + seed % 5)
        me = state.players[seed % len(state.players)]
        policies = dict.fromkeys(state.players, at_random) | {me: table().bots(state, seed).policies[me]}
        end = playout(state, policies, random.Random(seed), Dealer(seed))
        won += end.returns is not None and end.returns[me] == 1.0
    return won


def test_bots_win_against_chance() -> None:
    assert won_of(range(5)) >= 4


@pytest.mark.long
def test_bots_win_90_of_100_games_against_chance() -> None:
    assert won_of(range(100)) >= 90


def test_games_of_bots_end_before_the_last_round() -> None:
    for seed in range(5):
        start = table().new_state(2 + seed)
        ended: Any = playout(start, table().bots(start, seed).policies, random.Random(seed), Dealer(seed))
        assert ended.turns < table().compiled.head.rounds * len(start.players)


def test_bots_bluff_and_ask_sometimes() -> None:
    told: Counter[str] = Counter()

    def watch(before: Any, action: Any, after: Any) -> None:
        match action:
            case act.Lay() if any(action.cards):
                told["false" if action.cells > act.total(before.compiled.values, action.cards) else "true"] += 1
            case act.Check() | act.Trust():
                told[type(action).__name__] += 1

    for seed in range(4):
        start = table().new_state(4)
        playout(start, table().bots(start, seed).policies, random.Random(seed), Dealer(seed), (watch,))
    assert 0.02 < told["false"] / (told["false"] + told["true"]) < 0.3
    assert 0.02 < told["Check"] / (told["Check"] + told["Trust"]) < 0.4


def test_a_move_is_doubted_by_what_its_cards_could_be() -> None:
    made = table().compiled
    assert doubt(made, 1, 1) == doubt(made, 2, 2) == 0
    assert 0 < doubt(made, 2, 5) < doubt(made, 2, 6) < doubt(made, 3, 9) < 1


@pytest.mark.parametrize("language", load_pack("sandokan").head.languages)
def test_what_is_told_of_every_card_fits_80_columns(language: str) -> None:
    lines: list[str] = []
    assert every_card(table().pack, Playing(players=6, seed=2, language=language), lines.append)
    assert [line for line in "\n".join(lines).split("\n") if len(line) > 80] == []


def test_every_card_is_used() -> None:
    lines: list[str] = []
    assert every_card(table().pack, Playing(), lines.append)
    assert lines[-1].startswith("76 of 76 cards")


@pytest.mark.parametrize("language", load_pack("sandokan").head.languages)
def test_a_game_is_told_in_80_columns_and_replayed(language: str, tmp_path: Path) -> None:
    lines: list[str] = []
    record = tmp_path / "game.txt"
    assert play(table().pack, Playing(players=3, seed=4, language=language, record=record), lines.append)
    assert max(map(len, lines)) <= 80
    _, end, _ = verify(record, load_pack)
    assert end.returns is not None


def test_a_record_that_breaks_a_rule_is_refused_with_the_rule(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    play(table().pack, Playing(players=2, seed=2, record=record), lambda line: None)
    lines = [line[10:] for line in record.read_text("utf-8").splitlines()]
    at = next(n for n, line in enumerate(lines) if line.endswith(": ahead"))
    lines[at] = lines[at].replace("ahead", "attack yanez")
    record.write_text("".join(f"{line}\n" for line in seal(lines)), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        verify(record, load_pack)
    (fault,) = caught.value.report.errors
    assert (fault.code, str(fault.span).split(":")[-2]) == ("record-rule", str(at + 1))
    assert "cells are still to be sailed" in fault.message


class Somebody:
    def __init__(self, name: str) -> None:
        self.name = name

    def ask(self, prompt: str) -> str:
        return "1"

    def clock(self) -> float:
        return 0.0


@pytest.mark.parametrize(
    ("language", "true", "false"),
    [("en", "true", "a bluff, 2 too far"), ("fr", "juste", "bluff, 2 de trop"), ("pl", "prawda", "blef")],
)
def test_a_person_sees_which_moves_are_true(language: str, true: str, false: str) -> None:
    words = Words(table().pack, table().pack.locales[language])
    assert true in words.offer(act.Lay(hand(m1=2), 2))
    assert false in words.offer(act.Lay(hand(m1=2), 4))
    assert not {true, "bluff", "blef"} & set(words.offer(act.Lay(hand(), 1)).split())
    for lay in at(PLAN, hands=(hand(m1=1, m2=1, m3=1), hand())).actions():
        bluff = any(lay.cards) and lay.cells > act.total(table().compiled.values, lay.cards)
        assert ("bl" in words.offer(lay)) == bluff


class Sharer(Somebody):
    """A person at a keyboard that others use, too: what is shown before the next one arrives is seen by the last."""

    def __init__(self, name: str, shown: list[str]) -> None:
        super().__init__(name)
        self.shown = shown

    def ask(self, prompt: str) -> str:
        self.shown.append(f"ask {self.name}")
        return "1"

    def arrive(self, prompt: str) -> None:
        assert self.name in prompt
        self.shown.append(f"arrive {self.name}")


def test_a_hand_is_shown_only_when_its_owner_alone_looks_on() -> None:
    shown: list[str] = []
    people = [Sharer("Sandokan", shown), Sharer("Yanez", shown)]
    play(table().pack, Playing(players=3, seed=2), shown.append, people)
    last, arrivals = "", 0
    for line in shown:
        kind, _, name = line.partition(" ")
        if kind == "arrive":
            last, arrivals = name, arrivals + 1
        elif kind == "ask":
            assert last in ("", name), "asked without having been let in"
            last = name
        elif found := re.match(r"(Sandokan|Yanez), your hand", line):
            assert last in ("", found[1]), "somebody else still looked on"
            last = found[1]
    assert arrivals > 4


def test_a_person_is_told_nothing_of_others_cards() -> None:
    lines: list[str] = []
    assert play(table().pack, Playing(players=2, seed=2), lines.append, [Somebody("Yanez")])
    text = "\n".join(lines)
    assert "Yanez, your hand" in text
    assert not re.search(r"Sandokan: \d+ steps? on \d+\s×\sSails", text)
    assert not re.search(r"Sandokan: [^\n]*draws (Sails|Pirates)", text)
