"""State: a position in a game as an immutable value; who acts, what is open, what each player may know.

A policy, be it a bot or a person, is given the view of its player and nothing else. What a view holds is put into it
one by one, so whatever a game adds to its state is hidden until the game shows it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

CHANCE = "chance"
"""The name of chance where it acts; no player may be called so."""

Random = random.Random
"""Random numbers: rules name the type where a policy or a redeal needs them, and draw none themselves."""

T_co = TypeVar("T_co", covariant=True)


class Choices(Sequence[T_co], Generic[T_co]):
    """The actions that are open, made only when asked for; answers `in`, `len`, iteration and truth.

    `make` is a dataclass of one field, `options` the values that the field can have.
    """

    __slots__ = ("_make", "_options")

    def __init__(self, make: Any, options: Sequence[Any]) -> None:
        self._make = make
        self._options = options

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._make(option) for option in self._options[index]]
        return self._make(self._options[index])

    def __contains__(self, action: object) -> bool:
        (field,) = self._make.__match_args__
        return type(action) is self._make and getattr(action, field) in self._options

    def __len__(self) -> int:
        return len(self._options)


@dataclass(frozen=True)
class View:
    """What a player may know: who it is, and the actions open to it now, none while others act.

    A game adds what lies open on the table, and what this player alone sees.
    """

    player: str
    actions: Sequence[Any]


class State(ABC):
    """A position in a game: who plays, who acts, what is open and what comes of it. The rest has defaults."""

    __slots__ = ()

    if TYPE_CHECKING:  # a property or a field of a dataclass, as a game likes

        @property
        def players(self) -> Sequence[str]:
            """The names of the players, in the order in which they sit."""

    @property
    @abstractmethod
    def actor(self) -> str | None:
        """Who acts: a player or `chance`; None when the game is over.

        Where several choose at once they act one after the other, and no view shows what was chosen until all have.
        """

    @abstractmethod
    def actions(self) -> Sequence[Any]:
        """The actions that are open to the actor, in an order that never changes; none when the game is over."""

    @abstractmethod
    def apply(self, action: Any) -> State:
        """The state after an action; ValueError where the action is not open."""

    @property
    def weights(self) -> Sequence[Fraction]:
        """The probability of each of chance's actions; equal unless the game says otherwise."""
        count = len(self.actions())
        return [Fraction(1, count)] * count

    @property
    def even(self) -> bool:
        """True where all of chance's actions are equally likely, so that `weights` need not be asked."""
        return type(self).weights is State.weights

    @property
    def stream(self) -> str:
        """What chance decides now (`shuffle`, `dice`): each has random numbers of its own, see `Dealer`."""
        return ""

    def view(self, player: str) -> View:
        """What a player may know; without a game's own, no more than the actions that are open to it."""
        return View(player, self.actions() if player == self.actor else ())

    def redeal(self, view: View, rng: random.Random) -> State:
        """A state in which `view` is what its player sees, all else at random: for bots that look ahead.

        Called on any state of the same game, of which nothing but what never changes is read. A game without hidden
        things needs none; NotImplementedError where it has some and does not say.
        """
        raise NotImplementedError(f"{type(self).__name__} cannot be dealt anew from a view")

    @property
    @abstractmethod
    def returns(self) -> Mapping[str, float] | None:
        """What each player has won when the game is over (more is better); None before."""


@dataclass(frozen=True)
class OpenView(View):
    """A view of a game in which nothing is hidden."""

    table: State


class OpenState(State):
    """A position in a game in which all lies open: every view shows the whole state."""

    __slots__ = ()

    def view(self, player: str) -> View:
        """The whole state, and the actions that are open to the player."""
        return OpenView(player, self.actions() if player == self.actor else (), self)


S = TypeVar("S", bound=State)
Policy = Callable[[Any, random.Random], Any]
"""`policy(view, rng) -> action`: one of `view.actions`."""
Chance = Callable[[Any, random.Random], Any]
"""`chance(state, rng) -> action`: what chance does; it alone is shown the whole state."""
Watcher = Callable[[Any, Any, Any], None]
"""`watcher(before, action, after)`: is told of every action."""


def at_random(view: View, rng: random.Random) -> Any:
    """The policy of a player who does anything that is open."""
    return view.actions[int(rng.random() * len(view.actions))]


def by_chance(state: State, rng: random.Random) -> Any:
    """One of chance's actions, by their weights."""
    actions = state.actions()
    if state.even:
        return actions[int(rng.random() * len(actions))]
    weights = state.weights
    at, mark = -1, Fraction(rng.random())
    while mark >= 0 and at < len(weights) - 1:
        at += 1
        mark -= weights[at]
    return actions[at]


class Dealer:
    """Chance with a seed. Each stream has random numbers of its own: the cards do not depend on who plays."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, random.Random] = {}

    def __call__(self, state: State, rng: random.Random) -> Any:
        """Choose an action; the playout's own random numbers are left alone."""
        stream = state.stream
        if stream not in self._streams:
            self._streams[stream] = random.Random(f"{stream} {self._seed}")
        return by_chance(state, self._streams[stream])


def playout(
    state: S,
    policies: Mapping[str, Policy],
    rng: random.Random,
    chance: Chance = by_chance,
    watchers: Sequence[Watcher] = (),
) -> S:
    """Play to the end: each player by the policy of its name, from its own view; chance by `chance`."""
    while (actor := state.actor) is not None:
        action = chance(state, rng) if actor == CHANCE else policies[actor](state.view(actor), rng)
        after = state.apply(action)
        for watch in watchers:
            watch(state, action, after)
        state = after  # type: ignore[assignment]
    return state
