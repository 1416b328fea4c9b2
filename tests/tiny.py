"""Tiny games, as small as a rule can be: a hidden choice, a loaded die, and matches that lie open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

from santy_print.game import CHANCE, OpenState, Random, State, View
from santy_print.game.table import Table
from santy_print.pack import Pack

NAMES = ("ann", "ben", "cem")


class Open(Table):
    """A table without a pack: a set called `tiny` that says nothing."""

    hidden = False
    players = (2, 2)

    def __init__(self) -> None:
        super().__init__(cast(Pack, SimpleNamespace(id="tiny", files={}, game=SimpleNamespace(files={}))))

    def longest(self, state: Any) -> int:
        return 20


# A hidden choice: each shows heads or tails; alike, and the first wins.


@dataclass(frozen=True)
class Penny(State):
    """Two people choose at once: what the first chose is in no view before the second has chosen, too."""

    sealed: tuple[str, ...] = ()

    @property
    def players(self) -> Sequence[str]:
        return NAMES[:2]

    @property
    def actor(self) -> str | None:
        return None if len(self.sealed) == 2 else self.players[len(self.sealed)]

    def actions(self) -> Sequence[str]:
        return () if self.actor is None else ("heads", "tails")

    def apply(self, action: Any) -> Penny:
        if action not in self.actions():
            raise ValueError(f"{action} is not open")
        return replace(self, sealed=(*self.sealed, action))

    def view(self, player: str) -> View:
        mine = self.players.index(player)
        return PennyView(player, self.actions() if player == self.actor else (), self.sealed[mine : mine + 1])

    def redeal(self, view: View, rng: Random) -> Penny:
        assert isinstance(view, PennyView)
        ann = view.own if view.player == "ann" else (rng.choice(["heads", "tails"]),) * bool(view.actions)
        return replace(self, sealed=ann)

    @property
    def returns(self) -> Mapping[str, float] | None:
        if self.actor is not None:
            return None
        alike = self.sealed[0] == self.sealed[1]
        return {"ann": float(alike), "ben": float(not alike)}


@dataclass(frozen=True)
class PennyView(View):
    """What is open, and what the player itself has chosen."""

    own: tuple[str, ...]


class Pennies(Open):
    hidden = True

    def new_state(self, players: int, **options: str) -> State:
        return Penny()


# A loaded die, thrown once for each of two or three: the highest wins.


@dataclass(frozen=True)
class Die(OpenState):
    people: int
    faces: int = 3
    thrown: tuple[int, ...] = ()

    @property
    def players(self) -> Sequence[str]:
        return NAMES[: self.people]

    @property
    def actor(self) -> str | None:
        return CHANCE if len(self.thrown) < self.people else None

    def actions(self) -> Sequence[int]:
        return range(1, self.faces + 1) if self.actor else ()

    @property
    def weights(self) -> Sequence[Fraction]:
        """The six is twice as heavy as all the others together."""
        rest = Fraction(1, 3) / (self.faces - 1)
        return [*[rest] * (self.faces - 1), Fraction(2, 3)]

    def apply(self, action: Any) -> Die:
        if not isinstance(action, int) or action not in self.actions():
            raise ValueError(f"{action} is not open")
        return replace(self, thrown=(*self.thrown, action))

    @property
    def returns(self) -> Mapping[str, float] | None:
        return None if self.actor else dict(zip(self.players, map(float, self.thrown), strict=True))


class Dice(Open):
    players = (2, 3)

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]:
        return {"die": {"three": "", "six": "", "hundred": "nobody has such a die"}}

    def new_state(self, players: int, **options: str) -> State:
        return Die(players, {"three": 3, "six": 6}[options["die"]])

    def chosen(self, state: Any) -> Mapping[str, str]:
        return {"die": {3: "three", 6: "six"}[state.faces]}


# Matches that lie open: take one or two; who takes the last one wins.


@dataclass(frozen=True)
class Matches(OpenState):
    left: int = 7
    turn: int = 0

    @property
    def players(self) -> Sequence[str]:
        return NAMES[:2]

    @property
    def actor(self) -> str | None:
        return self.players[self.turn] if self.left else None

    def actions(self) -> Sequence[int]:
        return range(1, min(2, self.left) + 1)

    def apply(self, action: Any) -> State:
        if not isinstance(action, int) or action not in self.actions():
            raise ValueError(f"{action} is not open")
        return replace(self, left=self.left - action, turn=1 - self.turn)

    @property
    def returns(self) -> Mapping[str, float] | None:
        return None if self.left else {name: float(at != self.turn) for at, name in enumerate(self.players)}


class Nim(Open):
    def new_state(self, players: int, **options: str) -> State:
        return Matches()
