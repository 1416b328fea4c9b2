"""The test of every game finds each promise broken; policies cannot know what their player may not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from santy_print.game import CHANCE, Dealer, State, View, at_random, by_chance, playout
from santy_print.game.conformance import faults_of, games_of
from santy_print.game.state import OpenView
from santy_print.game.table import Table
from tests.tiny import Dice, Die, Matches, Nim, Open, Pennies, Penny


@pytest.mark.parametrize("table", [Pennies(), Dice(), Nim()])
def test_a_tiny_game_keeps_its_promises(table: Table) -> None:
    for players, options in games_of(table):
        assert not faults_of(table, players, options, range(8))


def test_every_way_to_play_is_tried_but_what_cannot_be_played() -> None:
    assert list(games_of(Dice())) == [(players, {"die": die}) for players in (2, 3) for die in ("three", "six")]


def test_a_player_of_a_hidden_choice_cannot_do_better_than_luck() -> None:
    """The second to choose sees what is in its view alone: nothing of what the first chose."""

    def cheat(view: View, rng: random.Random) -> Any:
        seen = [action for action in view.actions if action in repr(vars(view) | {"actions": ()})]
        return rng.choice(seen or view.actions)

    rng = random.Random(3)
    won = sum(playout(Penny(), {"ann": at_random, "ben": cheat}, rng).returns["ben"] for _ in range(1000))  # type: ignore[index]
    assert 430 < won < 570


def test_chance_heeds_the_weights() -> None:
    rng = random.Random(4)
    thrown = Counter(by_chance(Die(2, 3), rng) for _ in range(3000))
    assert thrown[3] / 3000 == pytest.approx(2 / 3, abs=0.04)
    assert thrown[1] / 3000 == pytest.approx(1 / 6, abs=0.03)


def test_each_stream_has_random_numbers_of_its_own() -> None:
    @dataclass(frozen=True)
    class Two(Die):
        stream: str = ""

    one = [Dealer(7)(Two(2, 6, (), "dice"), random.Random()) for _ in range(1)]
    dealer = Dealer(7)
    for _ in range(5):
        dealer(Two(2, 6, (), "cards"), random.Random())
    assert [dealer(Two(2, 6, (), "dice"), random.Random())] == one


# One promise broken each.


class Shows(Pennies):
    """The second sees the choice of the first."""

    def new_state(self, players: int, **options: str) -> State:
        @dataclass(frozen=True)
        class Seen(View):
            sealed: tuple[str, ...]

        class Shown(Penny):
            def view(self, player: str) -> View:
                return Seen(player, self.actions() if player == self.actor else (), self.sealed)

            def redeal(self, view: View, rng: random.Random) -> Penny:
                return Shown(("heads",)) if view.player == "ben" and view.actions else Shown()

        return Shown()


class Holds(Pennies):
    """A view has the whole state behind one of its actions."""

    def new_state(self, players: int, **options: str) -> State:
        @dataclass(frozen=True)
        class Seen(View):
            asked: Any

        class Held(Penny):
            def view(self, player: str) -> View:
                return Seen(player, self.actions() if player == self.actor else (), self.apply)

        return Held()


class Hides(Nim):
    """Nothing is said to be hidden, and how many matches there are is."""

    def new_state(self, players: int, **options: str) -> State:
        class Hidden(Matches):
            def view(self, player: str) -> View:
                return View(player, self.actions() if player == self.actor else ())

        return Hidden()


class AllShown(Nim):
    """Something is said to be hidden, and nothing is."""

    hidden = True

    def new_state(self, players: int, **options: str) -> State:
        class Whole(Matches):
            def redeal(self, view: View, rng: random.Random) -> State:
                assert isinstance(view, OpenView)
                return view.table

        return Whole()


def _nim(**changes: Any) -> Callable[[], Table]:
    """Matches with some of its methods replaced."""
    state = type("Broken", (Matches,), changes)
    return lambda: type("BrokenNim", (Nim,), {"new_state": lambda self, players, **options: state()})()


def _dice(**changes: Any) -> Callable[[], Table]:
    state = type("Broken", (Die,), changes)
    return lambda: type("BrokenDice", (Dice,), {"new_state": lambda self, n, **options: state(n)})()


class Mutable(Nim):
    """The state before an action is changed by it."""

    def new_state(self, players: int, **options: str) -> State:
        class Spent(Matches):
            def apply(self, action: Any) -> State:
                after = super().apply(action)
                object.__setattr__(self, "left", 99)
                return after

        return Spent()


class Forgets(Nim):
    """Another game each time."""

    def new_state(self, players: int, **options: str) -> State:
        self.games = getattr(self, "games", 6) + 1
        return Matches(self.games)


class Endless(Nim):
    def longest(self, state: Any) -> int:
        return 2


class Misremembers(Nim):
    def start_of(self, lines: Sequence[str]) -> State:
        return Matches(6)


def _raises(self: Any, action: Any) -> State:
    raise ValueError("not today")


def _takes_all(self: Any, action: Any) -> State:
    taken = action if isinstance(action, int) else 1
    return replace(self, left=max(0, self.left - taken), turn=1 - self.turn)


BROKEN: Mapping[str, tuple[Callable[[], Table], str]] = {
    "a hidden choice is shown": (Shows, "a state dealt anew from a view differs from it in actions and sealed"),
    "a view leads to the state": (Holds, "a view has hold of a whole state"),
    "what is open is hidden": (Hides, "two states look the same"),
    "what is hidden shows": (AllShown, "every view shows all"),
    "a state is changed": (Mutable, "was changed by what followed"),
    "a new game is another": (Forgets, "goes another way with the same seed"),
    "a game is too long": (Endless, "the game goes on after 2 actions"),
    "a record leads elsewhere": (Misremembers, "the record of a game"),
    "too few play": (_nim(players=("ann", "ben", "cem")), "2 players are asked for, 3 play"),
    "chance is a player": (_nim(players=("ann", CHANCE)), "two players have one name, or chance's"),
    "nobody known acts": (
        _nim(actor=property(lambda s: "zoe" if s.left else None), view=lambda s, p: View(p, (1,))),
        "`zoe` acts, who is no player",
    ),
    "an action is there twice": (_nim(actions=lambda s: (1, 1) if s.left else ()), "an action is listed twice"),
    "a listed action is refused": (
        _nim(apply=lambda s, a: _raises(s, a) if a == 2 else Matches.apply(s, a)), "is listed and refused",
    ),
    "anything is taken": (_nim(apply=_takes_all), "is not listed, and is taken"),
    "somebody wins too soon": (_nim(returns={"ann": 1.0, "ben": 0.0}), "somebody has won before the end"),
    "nobody wins": (_nim(returns=None), "the end does not say what each player won"),
    "a view is another's": (
        _nim(view=lambda s, p: OpenView("ann", s.actions() if p == s.actor else (), s)),
        "a view says another player than it is for",
    ),
    "a view shows others' actions": (
        _nim(view=lambda s, p: OpenView(p, s.actions(), s)),
        "a view shows other actions than are open to its player",
    ),
    "weights do not add up": (
        _dice(weights=property(lambda s: [Fraction(1, 2)] * 3)), "do not add up to 1",
    ),
    "weights are too few": (_dice(weights=property(lambda s: [Fraction(1)])), "are not as many"),
    "the end still acts": (
        _dice(actions=lambda s: range(1, 4), view=lambda s, p: OpenView(p, (), s)),
        "there is something to do after the end",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str) -> None:
    make, wanted = BROKEN[name]
    table = make()
    faults = faults_of(table, 2, {name: next(iter(values)) for name, values in table.options.items()}, range(6))
    assert any(wanted in fault for fault in faults), faults


def test_a_state_says_what_it_cannot() -> None:
    with pytest.raises(NotImplementedError, match="Die cannot be dealt anew"):
        Die(2).redeal(View("ann", ()), random.Random(0))
    assert Open.hidden is False
