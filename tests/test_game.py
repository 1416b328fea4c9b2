"""A whole game: dealing, running, resolving, paying, and who is captain."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from santy_print.diag import PackError
from santy_print.game import CHANCE, Choices, Dealer, by_chance, playout
from santy_print.game.table import Leave
from santy_print.games.santy_anno.bots import COUNTDOWN_SECONDS, Race
from santy_print.games.santy_anno.scribe import SantyScribe
from santy_print.games.santy_anno.slips import slip_of, way_of
from santy_print.games.santy_anno.state import (
    Arrival,
    Ending,
    Late,
    Lay,
    LayEvent,
    Next,
    Remove,
    Result,
    SantyState,
    Seat,
    Sit,
    Start,
    last_arrival,
    new_state,
)
from santy_print.games.santy_anno.table import SantyTable
from santy_print.pack import load_pack
from santy_print.play import Playing, every_card, play
from tests.tiny import Nim
from tests.workshop import make, santy

LEVELS = [(False, False), (False, True), (True, False), (True, True)]


def dealt(players: int = 4, expert: bool = False, events: bool = False, seed: int = 1) -> SantyState:
    """A game at its first cast off."""
    state = new_state(santy(), players, expert, events)
    return cast_off(state, seed)


def cast_off(state: SantyState, seed: int = 1) -> SantyState:
    rng = random.Random(seed)
    while not state.under_way:
        state = state.apply(by_chance(state, rng))
    return state


def arrive(state: SantyState, claims: Sequence[tuple[int, int]]) -> SantyState:
    for pirate, ship in claims:
        state = state.apply(Next(pirate)).apply(Sit(ship))
    return state


def ends(state: SantyState) -> tuple[int, ...]:
    """Where everybody should sit, by looking ahead."""
    there = arrive(state, [(p, 0) for p in range(len(state.setup.pirates))])
    return there.past[-1].ends


def whole_game(players: int, expert: bool, events: bool, seed: int) -> tuple[SantyState, list[Any]]:
    log: list[Any] = []
    state = new_state(santy(), players, expert, events)
    race = Race(state.setup, seed, Dealer(seed))
    end = playout(
        state,
        race.policies,
        random.Random(seed),
        race.chance,
        [lambda before, action, after: log.append((before, action, after))],
    )
    return end, log


@pytest.mark.parametrize(("expert", "events"), LEVELS)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_five_rounds_of_5_to_9_cards_each_used_once(players: int, expert: bool, events: bool) -> None:
    """G1, G2: 35 cards; 37 or 42 in the deck; one event card a round."""
    end, log = whole_game(players, expert, events, 11)
    assert [len(result.row) for result in end.past] == [5, 6, 7, 8, 9]
    used = [piece for result in end.past for piece in result.row]
    assert len(set(used)) == 35
    deck = 52 if expert else 37
    assert len(end.setup.deck) == deck
    assert len(end.removed) == (10 if expert else 0)
    assert all(end.setup.deck[piece].card.level == "basic" for piece in end.removed)
    assert not set(used) & set(end.removed)
    assert len(end.stock) == (42 if expert else 37) - 35
    used_events = [result.event for result in end.past]
    assert (len(set(used_events)) == 5) if events else used_events == [None] * 5
    removes = [action for _, action, _ in log if isinstance(action, Remove)]
    assert len(removes) == len(end.removed)
    assert end.outcome is not None
    assert end.actor is None
    assert not end.actions()


def test_ships_and_starts_are_dealt() -> None:
    """G3, M4: all eight ships around the table, each pirate at a ship of its own."""
    state = dealt(players=8)
    assert sorted(state.seats) == list(range(8))
    assert sorted(state.tiles) == list(range(8))
    assert len({dealt(seed=seed).seats for seed in range(20)}) == 20
    assert [len(new_state(santy(), n).setup.pirates) for n in (3, 8)] == [3, 8]


def test_the_bosun_lays_the_cards_from_last_to_first() -> None:
    """G4, T3: the last card first; card 1 and the event are not seen before cast off."""
    state = new_state(santy(), 3, events=True)
    rng = random.Random(5)
    order: list[Any] = []
    while not state.under_way:
        action = by_chance(state, rng)
        if isinstance(action, Lay | LayEvent):
            order.append(action)
            view = state.view("brain")
            shown = [card for card in view.row if card]
            assert view.row[len(view.row) - len(shown) :] == tuple(shown)
            assert view.event is None
        state = state.apply(action)
    assert [type(action) for action in order] == [Lay, Lay, Lay, Lay, LayEvent, Lay]
    assert [state.setup.deck[a.piece].card for a in order if isinstance(a, Lay)] == list(state.cards[::-1])
    assert state.view("brain").row == state.cards
    assert state.view("brain").event == state.event_card is not None


def test_pirates_arrive_in_any_order_and_may_share_a_ship() -> None:
    """G5: anyone may sit anywhere, several at one ship, each once."""
    state = dealt(players=3)
    assert list(state.actions()) == [Next(0), Next(1), Next(2)]
    assert state.actor == CHANCE
    state = arrive(state, [(2, 4), (0, 4)])
    assert state.arrivals == (Arrival(2, 4), Arrival(0, 4))
    with pytest.raises(ValueError, match="not open"):
        state.apply(Next(2))
    state = state.apply(Next(1))
    assert state.actor == state.players[1]
    assert list(state.actions()) == list(state.view(state.players[1]).actions) == [Sit(ship) for ship in range(8)]
    assert list(state.view(state.players[0]).actions) == []
    with pytest.raises(ValueError, match="not open"):
        state.apply(Sit(8))


def test_only_the_last_can_be_too_late_and_gets_nothing() -> None:
    """G5: when all but one have arrived the rest count down."""
    state = dealt(players=3)
    with pytest.raises(ValueError, match="not open"):
        state.apply(Late(0))
    right = ends(state)
    state = arrive(state, [(2, right[2])])
    assert list(state.actions()) == [Next(0), Next(1)]
    state = arrive(state, [(0, right[0])])
    counted = [Next(1, count) for count in (None, 5, 4, 3, 2, 1)]
    free = [ship for ship in state.seats if ship not in (right[0], right[2])]
    assert list(state.actions()) == [*counted, *(Late(1, chair) for chair in (None, *free))]
    for closed in (Late(0), Late(1, right[0]), Next(1, 0), Next(1, 6), Next(0, 3)):
        with pytest.raises(ValueError, match="not open"):
            state.apply(closed)
    beaten = state.apply(Next(1, 1)).apply(Sit(right[1]))
    assert beaten.past[-1].loot == (4, 3, 5), "who sits before zero is not late"
    assert beaten.past[-1].ending == Ending(called=1)
    state = state.apply(Late(1, free[-1]))
    assert state.past[-1].ending == Ending(chair=free[-1])
    assert state.past[-1].loot == (4, 0, 5)
    assert state.past[-1].ends == right


def test_by_frames_nobody_runs_and_nobody_takes_a_chair() -> None:
    """G12: the frame says where, the scuttle's order who was quicker; the cards are the same."""
    ran, laid = (SantyTable(load_pack().checked()).new_state(4, "events", by) for by in ("running", "frames"))
    log: list[tuple[int, bool, tuple[int, ...]]] = []
    for state in (ran, laid):
        race = Race(state.setup, 5, Dealer(5))
        found: list[Any] = []
        end = playout(
            state, race.policies, random.Random(5), race.chance, [lambda *all, found=found: found.append(all[0])]
        )
        on = [one for one in found if one.under_way and not one.arrivals and one.next is None]
        log.append((sum(one.laps for one in on), any(one.backwards for one in on), end.tiles))
        assert all((len(one.free_chairs) == 8) == (state is ran) for one in on)
    assert log[0][0] >= 2
    assert log[1][:2] == (0, False)
    assert log[0][2] == log[1][2], "the true ships are those of the same cards"
    assert SantyScribe(laid.setup).opening()[2] == "level: events; with frames; pirates: brain, belgo, beauty, edward"


def test_laps_are_run_in_rounds_4_and_5_and_after_rum() -> None:
    """G6, E4."""
    _, log = whole_game(3, False, False, 3)
    laps = {
        after.round: after.view("brain").lap for _, action, after in log if isinstance(action, Lay) and after.under_way
    }
    assert laps == {1: False, 2: False, 3: False, 4: True, 5: True}
    state = dealt(events=True)
    rum = next(n for n, piece in enumerate(state.setup.pile) if piece.card.kind == "rum")
    tipsy = replace(state, event=rum)
    assert tipsy.view("brain").lap
    assert tipsy.view("brain").backwards
    sober = replace(state, event=next(n for n, p in enumerate(state.setup.pile) if p.card.kind == "bermuda"))
    assert not sober.view("brain").lap
    assert (tipsy.lap, sober.lap) == (True, False)
    laying = replace(tipsy, row=tipsy.row[:-1])
    assert laying.view("brain").laps == 0, "before cast off nobody knows of the rum"


def test_the_cards_are_resolved_for_all() -> None:
    """G7: every tile goes the way of the row; pirates from different ships never meet."""
    state = dealt(players=8)
    where = list(state.tiles)
    for card in state.cards:
        where = [santy().move(card, state.seats)[ship] for ship in where]
        assert len(set(where)) == 8
    assert ends(state) == tuple(where)


def test_loot_is_paid_by_arrival_among_those_who_are_right() -> None:
    """G8: 5, 4, 3, 2, 1, from the sixth on nothing; the wrong ones do not count."""
    state = dealt(players=8)
    right = ends(state)
    order = [3, 0, 7, 1, 2, 6, 5, 4]
    everyone = arrive(state, [(p, right[p]) for p in order])
    assert [everyone.past[-1].loot[p] for p in order] == [5, 4, 3, 2, 1, 0, 0, 0]
    wrong = arrive(state, [(p, (right[p] + (p in (3, 7))) % 8) for p in order])
    assert [wrong.past[-1].loot[p] for p in order] == [0, 5, 0, 4, 3, 2, 1, 0]


def test_the_next_round_starts_from_the_true_ship() -> None:
    """G9: wherever the player sat; playing with frames differs only in how a claim is made (G12)."""
    state = dealt(players=3)
    right = ends(state)
    after = arrive(state, [(p, (right[p] + 1) % 8) for p in range(3)])
    assert after.tiles == right
    assert after.round == 2
    assert after.actor == CHANCE


def ended(loot: Sequence[Sequence[int]]) -> SantyState:
    """A game that is over, in which each pirate got these coins."""
    players = len(loot)
    state = dealt(players)
    seats = state.seats
    past = tuple(
        Result((), None, state.tiles, (), state.tiles, tuple(coins[n] if n < len(coins) else 0 for coins in loot))
        for n in range(5)
    )
    return replace(state, seats=seats, row=(), past=past)


def test_captain_and_mates() -> None:
    """G10: from five players on the next two are first mates; with three or four only the captain wins."""
    outcome = ended([[5, 5], [4], [3], [2], [1]]).outcome
    assert outcome is not None
    assert outcome.captain == (0,)
    assert outcome.mates == (1, 2)
    few = ended([[5, 5], [4], [3], [2]]).outcome
    assert few is not None
    assert few.captain == (0,)
    assert few.mates == ()


def test_ties_go_to_more_coins_of_the_highest_value() -> None:
    """G11: more fives, then fours, and so on; a perfect tie is reported, never settled."""
    outcome = ended([[4, 4, 2], [5, 3, 2], [5, 4, 1], [1]]).outcome
    assert outcome is not None
    assert outcome.places == ((2,), (1,), (0,), (3,))
    assert not outcome.tie
    level = ended([[5, 4], [4, 5], [3], [2], [2]]).outcome
    assert level is not None
    assert level.tie
    assert level.captain == (0, 1)
    assert level.mates == (2,)
    mates = ended([[5, 4], [3], [2], [2], [1]]).outcome
    assert mates is not None
    assert mates.mates == (1, 2, 3)


def test_the_command_is_shared_by_those_who_tie_for_it() -> None:
    """G10, G11: what a game gives is one captain's place, or parts of it."""
    assert dealt(4).returns is None
    one, level = ended([[5, 5], [4], [3], [2]]), ended([[5, 4], [4, 5], [3], [2]])
    assert list((one.returns or {}).values()) == [1, 0, 0, 0]
    assert list((level.returns or {}).values()) == [0.5, 0.5, 0, 0]


def test_the_last_to_arrive_is_of_this_round_or_of_the_one_before() -> None:
    state = dealt(players=3)
    right = ends(state)
    over = arrive(state, [(2, right[2]), (0, right[0]), (1, right[1])])
    assert last_arrival(over).pirate == 1
    assert last_arrival(arrive(cast_off(over), [(2, 0)])).pirate == 2


def test_a_claim_is_a_ship_whoever_runs_or_lays_a_frame() -> None:
    """G12: without running, the frame under a ship is the claim; what follows is the same."""
    state = dealt(players=3)
    right = ends(state)
    after = arrive(state, [(1, right[1]), (0, right[0]), (2, right[2])])
    assert after.past[-1].loot == (4, 5, 3)


def test_a_view_holds_nothing_that_the_player_may_not_know() -> None:
    """T7: two states that differ only in what is hidden look the same."""
    _, log = whole_game(4, True, True, 9)
    state = next(before for before, action, _ in log if isinstance(action, Sit) and len(before.past) == 3)
    past = list(state.past)
    past[0] = past[0]._replace(loot=(past[0].loot[0], *reversed(past[0].loot[1:])))
    other = replace(state, past=tuple(past), removed=state.removed[::-1], stock=(), pile=())
    assert state.view("brain") == other.view("brain")
    laying = next(before for before, action, _ in log if isinstance(action, Lay) and before.event is not None)
    assert laying.view("belgo") == replace(laying, event=(laying.event or 0) + 1).view("belgo")


def test_states_are_values() -> None:
    state = new_state(santy(), 3)
    after = state.apply(Seat(2))
    assert state.seats == ()
    assert after.seats == (2,)
    assert after == new_state(santy(), 3).apply(Seat(2))
    with pytest.raises(AttributeError):
        after.seats = ()  # type: ignore[misc]
    with pytest.raises(ValueError, match="not open"):
        after.apply(Seat(2))
    with pytest.raises(ValueError, match="not open"):
        after.apply(Start(1))


def test_a_game_that_is_over_takes_no_action() -> None:
    end, _ = whole_game(3, False, False, 2)
    with pytest.raises(ValueError, match="the game is over"):
        end.apply(Seat(0))


def test_choices_answer_like_a_sequence() -> None:
    choices = Choices(Seat, [4, 7])
    assert len(choices) == 2
    assert list(choices) == [Seat(4), Seat(7)]
    assert choices[-1] == Seat(7)
    assert choices[:1] == [Seat(4)]
    assert Seat(4) in choices
    assert Start(4) not in choices
    assert Seat(5) not in choices
    assert not Choices(Seat, [])


def test_every_open_action_can_be_applied() -> None:
    state = new_state(santy(), 3, True, True)
    rng = random.Random(8)
    while state.actor is not None:
        for action in rng.sample(list(state.actions()), min(3, len(state.actions()))):
            assert action in state.actions()
            state.apply(action)
        state = state.apply(by_chance(state, rng))


def test_the_same_seed_plays_the_same_game() -> None:
    games = [whole_game(5, True, True, 21)[0] for _ in range(2)]
    assert games[0].past == games[1].past
    assert whole_game(5, True, True, 22)[0].past != games[0].past


def test_the_cards_dealt_do_not_depend_on_who_plays() -> None:
    few, many = (whole_game(players, True, True, 4)[0] for players in (3, 8))
    assert few.seats == many.seats
    assert [result.row for result in few.past] == [result.row for result in many.past]
    assert [result.event for result in few.past] == [result.event for result in many.past]


def test_bots_differ_err_and_are_late_by_the_countdown_only() -> None:
    claims: Counter[bool] = Counter()
    late = 0
    for seed in range(40):
        state = new_state(santy(), 6, True, True)
        race = Race(state.setup, seed, Dealer(seed))
        times: list[list[float]] = []
        lates: list[bool] = []

        def watch(
            before: SantyState,
            action: Any,
            after: SantyState,
            race: Race = race,
            times: Any = times,
            lates: Any = lates,
        ) -> None:
            if isinstance(action, Sit | Late) and not after.arrivals:
                times.append(sorted(race.seconds.values()))
                lates.append(isinstance(action, Late))

        end = playout(state, race.policies, random.Random(0), race.chance, [watch])
        for seconds, was_late in zip(times, lates, strict=True):
            assert was_late == (seconds[-1] > seconds[-2] + COUNTDOWN_SECONDS)
        late += sum(lates)
        claims.update(a.ship == r.ends[a.pirate] for r in end.past for a in r.arrivals)
    assert late > 10
    assert claims[True] > claims[False] > 100


def test_a_wrong_bot_made_slips_of_the_kinds_that_people_make_and_they_lead_where_it_sits() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(25):
        state: Any = new_state(santy(), 8, True, True)
        race = Race(state.setup, seed, Dealer(seed))
        while state.actor is not None:
            if state.actor == CHANCE:
                views = [state.view(pirate) for pirate in state.players]
                before, state = state, state.apply(race.chance(state, random.Random(0)))
                if before.under_way and not before.arrivals:  # now all have made up their minds
                    route = santy().route(before.cards, before.event_card, before.seats)
                    for pirate, slips in race.slips.items():
                        start, claim = views[pirate].tiles[pirate], race._ships[pirate]
                        kinds.update(slip.kind for slip in slips)
                        right = way_of(route, start)[-1]
                        if len(slips) == 1 and claim != right:
                            assert slip_of(santy(), route, before.event_card, before.seats, start, claim or 0), slips
                        assert slips or claim == right
            else:
                state = state.apply(race.policies[state.actor](state.view(state.actor), random.Random(0)))
    assert set(kinds) == {"struck", "direction", "left-out", "twice", "event"}


def test_a_variant_with_other_numbers_is_played() -> None:
    compiled = make(
        ("pack", "[5, 6, 7, 8, 9] ", "[5, 6] "),
        ("pack", "laps: [4, 5]", "laps: [2]"),
        ("pack", "loot: [5, 4, 3, 2, 1]", "loot: [3, 3]"),
    ).sound
    state = new_state(compiled, 3)
    race = Race(state.setup, 1, by_chance)
    end = playout(state, race.policies, random.Random(1), race.chance)
    assert len(end.past) == 2
    assert {coin for result in end.past for coin in result.loot} <= {0, 3}


class Typist:
    """A person who types what is known beforehand."""

    def __init__(self, name: str, *answers: str) -> None:
        self.name, self.answers, self.prompts = name, list(answers), list[str]()

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.answers:
            raise Leave(self)
        return self.answers.pop(0)

    def clock(self) -> float:
        return 0.0


@pytest.mark.parametrize("language", load_pack("sandokan").head.languages)
def test_people_keep_their_names_and_are_told_whom_they_play(language: str) -> None:
    pack = load_pack("sandokan").checked()
    anne, twice, yanez = Typist("Anne", "1", "1"), Typist("YANEZ"), Typist("Yanez", "1")
    lines: list[str] = []
    play(pack, Playing(players=3, language=language), lines.append, [anne, yanez, twice])
    assert [person.name for person in (anne, yanez, twice)] == ["Anne", "Yanez", "YANEZ"]
    locale = pack.locales[language]
    names = {name: locale.plain(f"captain.{ship}") for name, ship in SEATS.items()}
    said = [locale.plain("play.plain.seat", name=name, player=player) for name, player in names.items()]
    assert lines[1:3] == said
    for person in (anne, yanez, twice):
        assert person.prompts
        assert all(prompt.startswith(person.name) for prompt in person.prompts)
    alone = Typist("Anne")
    play(pack, Playing(players=2, language=language), lines.append, [alone])
    assert alone.prompts == [locale.plain("play.plain.ask") + " "]


SEATS = {"Anne": "sandokan", "YANEZ": "marianna"}
"""Of three people those who are called otherwise than whom they play: one captain is there once."""


def test_cards_that_a_game_does_not_tell_of_cannot_be_tried_one_by_one() -> None:
    game = SimpleNamespace(name="tiny", has=lambda name: name == "table", documents=lambda _: {})
    pack = SimpleNamespace(id="nim", tool=lambda _: lambda _: Nim(), game=game, where=lambda *_: None)
    pack.head, pack.locales = SimpleNamespace(source_language="en"), {"en": load_pack().locales["en"]}
    with pytest.raises(PackError, match="nim cannot be tried card by card: the game tiny brings nothing for that"):
        every_card(cast(Any, pack), Playing(), lambda _: None)
