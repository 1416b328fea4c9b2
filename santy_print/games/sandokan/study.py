"""Study: a pack in, what many games of bots come to out: who wins by seat and by home, and how long games are.

Homes are drawn by chance, so that neither a seat nor a bot's liking favours a port.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from santy_print.game.phrase import worded
from santy_print.game.study import (
    Counted,
    Means,
    Measure,
    Played,
    PlayedOut,
    Says,
    Shares,
    Study,
    Summed,
    Totals,
    spread,
    won_alone,
)
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.bots import Captain
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.state import SandokanState, new_state

UNEVEN: Says = ("less fair", "fairer")
LONGER: Says = ("longer", "shorter")


@dataclass(frozen=True)
class Homes:
    """Begins a game in homes that chance draws."""

    compiled: Compiled
    players: int

    def __call__(self, rng: random.Random) -> SandokanState:
        """A game with all homes taken."""
        state: Any = new_state(self.compiled, self.players)
        for home in rng.sample(range(len(self.compiled.board.ports)), self.players):
            state = state.apply(act.Home(home))
        begun: SandokanState = state
        return begun


def count_game(end: SandokanState, actions: int) -> Totals:
    """What one game comes to."""
    won, ports = won_alone(end), len(end.compiled.board.ports)
    players = len(end.players)
    began, wins = [0] * ports, [0] * ports
    for seat, home in enumerate(end.homes):
        began[home] += 1
        wins[home] += won[seat]
    return {
        "games": [1],
        "ties": [1 - sum(won)],
        "nights": [int(end.turns >= end.compiled.head.rounds * players)],
        "seat": won,
        "home": wins,
        "began": began,
        "turns": spread(end.turns),
        "actions": spread(actions),
    }


class SandokanStudy(Study):
    """Who wins, and how long it takes."""

    games = 400
    batch = 8

    def worker(self, how: Played) -> PlayedOut:
        """What plays a batch: captains who try to win."""
        compiled: Compiled = self.pack.compiled
        start = Homes(compiled, how.players)
        policies = dict.fromkeys(new_state(compiled, how.players).players, Captain(compiled))
        return PlayedOut(start, policies, how.seed, self.batch, count_game)

    def measures(self, totals: Totals, how: Played) -> Sequence[Measure]:
        """What the counts tell."""
        return list(self._measures(totals, how))

    def _measures(self, totals: Totals, how: Played) -> Iterator[Measure]:
        compiled, locale = self.pack.compiled, self.pack.locales[self.pack.head.source_language]
        games, players = totals["games"][0], how.players
        fair = (1 - totals["ties"][0] / games) / players
        seats = enumerate(totals["seat"], 1)
        rows = [Counted(worded(f"seat {seat}", "study.seat.row", n=seat), won, games) for seat, won in seats]
        begins = worded("Seat 1 begins.", "study.seat.note")
        yield Shares("seat", worded("Winners by seat", "study.seat.title"), rows, begins, fair, UNEVEN)
        ports = [worded(locale.plain(key), key) for key in (f"port.{port}" for port in compiled.board.ports)]
        homes = zip(ports, totals["home"], totals["began"], strict=True)
        rows = [Counted(*home) for home in homes]
        yield Shares("home", worded("Winners by home", "study.home.title"), rows, "", fair, UNEVEN)
        rows = [
            Counted(worded("ties", "study.ends.ties"), totals["ties"][0], games),
            Counted(worded("games that night ends", "study.ends.nights"), totals["nights"][0], games),
        ]
        yield Shares("ends", worded("How it ends", "study.ends.title"), rows)
        lengths = [
            Summed(worded("rounds", "study.length.rounds"), totals["turns"], "", players, LONGER),
            Summed(worded("actions, chance's among them", "study.length.actions"), totals["actions"], "", 1, LONGER),
        ]
        yield Means("length", worded("How long a game is", "study.length.title"), lengths)
