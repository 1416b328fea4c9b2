"""Study: what a game brings to be measured over very many games: a worker that counts, and what its counts tell.

A worker is a function of the number of a batch and how many games it has; it gives whole numbers, which are added in
any order. So a study comes to the same whoever works at it. All of a worker can be pickled.
"""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from santy_print.game.state import Dealer, Policy, State, playout

if TYPE_CHECKING:
    from santy_print.pack import Pack

Totals = dict[str, list[int]]
"""Whole numbers by name; those of two batches are added place by place."""

Worker = Callable[[int, int], Totals]
"""`worker(batch, games)`: what so many games of a batch come to, the same wherever and whenever it is asked."""

Options = Mapping[str, Mapping[str, str]]
"""A game's own options: the values of each, with the reason why there cannot be one, or nothing."""

Says = tuple[str, str]
"""What a pack is called that has more of something than another, and one that has less."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A row of shares: how often something happened, of how many times it could; what a pack is called by it."""

    name: str
    hits: int
    of: int
    says: Says = ("", "")


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares that belong together. `fair` is what each would be if nobody were favoured; then `says` is of unevenness.

    Of many a report in text shows the `brief` greatest.
    """

    key: str
    title: str
    rows: Sequence[Counted]
    note: str = ""
    fair: float | None = None
    says: Says = ("", "")
    brief: int = 0


@dataclass(frozen=True, slots=True)
class Summed:
    """A row of means, of values that are `per` to a unit; what a pack is called by it."""

    name: str
    spread: Sequence[int]
    """How many values there are, their sum, the sum of their squares."""
    unit: str = ""
    per: int = 1
    says: Says = ("", "")


@dataclass(frozen=True, slots=True)
class Means:
    """Means that belong together."""

    key: str
    title: str
    rows: Sequence[Summed]
    note: str = ""


Measure = Shares | Means


@dataclass(frozen=True)
class Played:
    """How the games of a study are played; the same seed, the same games."""

    players: int
    own: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    games: int = 0
    """How many are to be played in all, so that a worker knows what is worth preparing."""


class Study(ABC):
    """The study of one pack."""

    games: int = 100_000
    """So many games are played where nobody says how many."""
    batch: int = 16_400
    """So many games are a batch."""
    model: int = 1
    """Raised when the same seed comes to another result than before."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def options(self, played: Options) -> Options:
        """Which of the options that its games are played with make a difference to a study, and in which values."""
        return played

    @abstractmethod
    def worker(self, how: Played) -> Worker:
        """What counts the games of a batch."""

    @abstractmethod
    def measures(self, totals: Totals, how: Played) -> Sequence[Measure]:
        """What the counts tell, in the order in which it is shown."""


def added(totals: Totals, more: Totals) -> Totals:
    """Two batches together; either may be without any counts."""
    if not totals or not more:
        return totals or more
    return {name: [one + other for one, other in zip(totals[name], more[name], strict=True)] for name in totals}


def number_of(seed: int, *parts: int) -> int:
    """A number for random numbers, of a seed of any size and what it is wanted for."""
    text = " ".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


Count = Callable[[Any, int], Totals]
"""`count(end, actions)`: what one game comes to, from its end and how many actions it took."""


@dataclass(frozen=True)
class PlayedOut:
    """A worker for any game: it plays states by policies that remember nothing. All it is made of can be pickled."""

    start: Callable[[random.Random], State]
    policies: Mapping[str, Policy]
    seed: int
    batch: int
    count: Count

    def __call__(self, batch: int, games: int) -> Totals:
        """Play the games of a batch, one after the other."""
        totals: Totals = {}
        for game in range(games):
            number = number_of(self.seed, batch * self.batch + game)
            rng = random.Random(number)
            taken = 0

            def watch(before: Any, action: Any, after: Any) -> None:
                nonlocal taken
                taken += 1

            end = playout(self.start(rng), self.policies, rng, Dealer(number), (watch,))
            totals = added(totals, self.count(end, taken))
        return totals


def won_alone(end: State) -> list[int]:
    """For each player 1 where it won more than any other, else 0; who ties for the best has not won alone."""
    returns = end.returns or {}
    won = [returns[player] for player in end.players]
    best = max(won)
    return [int(value == best and won.count(best) == 1) for value in won]


def spread(value: int) -> list[int]:
    """A value as a row of means sums it: once, itself, its square."""
    return [1, value, value * value]
