"""Bots: pirates of different quickness and care, a pure function of a seed; and the race between them and people."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from santy_print.game import Chance, Policy
from santy_print.games.santy_anno.compiled import Card, Compiled, Step
from santy_print.games.santy_anno.state import Late, Next, SantyState, SantyView, Setup, Sit

COUNTDOWN_SECONDS = 5.0


class Run(NamedTuple):
    """When a pirate would sit down, who, and at which ship."""

    seconds: float
    pirate: int
    ship: int


class Bot(NamedTuple):
    """A pirate's head and legs: seconds for a card, for the way, for a lap; how often a card slips the mind."""

    card_seconds: float
    way_seconds: float
    lap_seconds: float
    slip: float

    @classmethod
    def of(cls, rng: random.Random) -> Bot:
        """Somebody at random: the careful are slower."""
        care = rng.random()
        return cls(4.0 + 4.0 * care, 2.0 + 2.0 * rng.random(), 4.0 + 3.0 * rng.random(), 0.10 - 0.08 * care)

    def run(self, view: SantyView, route: Sequence[Step], rng: random.Random) -> Run:
        """Work the row out in the head, forgetting a card now and then, and run."""
        ship, seconds = view.tiles[view.pirate], self.way_seconds
        for step in route:
            hard = 1.5 if step.card is None or step.card.level == "expert" else 1.0
            seconds += self.card_seconds * (0.6 + 0.8 * rng.random()) * (hard if step.card else 0.3)
            if rng.random() >= self.slip * hard:
                ship = step.move.targets[ship]
        lap = view.laps * self.lap_seconds * (2.0 if view.backwards else 1.0)
        return Run(seconds + lap, view.pirate, ship)


Person = Callable[[SantyView], tuple[float, int]]
"""A person is shown the view, thinks, and says a ship; with the seconds that took."""


class Race:
    """The clock of the table: at cast off each pirate thinks, from its own view; who needs less time sits down first.

    `chance` says how all else is decided; `people` sit in the seats of these pirates; `seconds` tells the times of the
    round.
    """

    def __init__(self, setup: Setup, seed: int, chance: Chance, people: Mapping[int, Person] | None = None) -> None:
        self._rng = random.Random(f"race {seed}")
        self._compiled: Compiled = setup.compiled
        self._pirates = setup.pirates
        self._bots = [Bot.of(self._rng) for _ in setup.pirates]
        self._chance = chance
        self._people = people or {}
        self._order: deque[Next | Late] = deque()
        self._ships: dict[int, int] = {}
        self.seconds: dict[int, float] = {}

    def chance(self, state: SantyState, rng: random.Random) -> Any:
        """The policy of chance: while pirates run the clock decides."""
        if not state.under_way:
            return self._chance(state, rng)
        if not state.arrivals:
            self._order = deque(self._cast_off([state.view(pirate) for pirate in self._pirates]))
        return self._order.popleft()

    @property
    def policies(self) -> dict[str, Policy]:
        """The policies of the pirates: each sits down where it made up its mind to."""
        return {pirate: partial(self._sit, index) for index, pirate in enumerate(self._pirates)}

    def _sit(self, pirate: int, view: SantyView, rng: random.Random) -> Sit:
        return Sit(self._ships[pirate])

    def _cast_off(self, views: Sequence[SantyView]) -> list[Next | Late]:
        """All think, each from a view of its own; the last may be more than the countdown behind (G5)."""
        runs: list[Run] = []
        route: Sequence[Step] = ()
        for pirate, (bot, view) in enumerate(zip(self._bots, views, strict=True)):
            route = route or self._route(view)  # the row lies open to all alike
            run = bot.run(view, route, self._rng)
            runs.append(Run(*self._asked(pirate, view)) if pirate in self._people else run)
        runs.sort()
        self._ships = {run.pirate: run.ship for run in runs}
        self.seconds.update({run.pirate: run.seconds for run in runs})
        order: list[Next | Late] = [Next(run.pirate) for run in runs]
        if len(runs) > 1 and runs[-1].seconds > runs[-2].seconds + COUNTDOWN_SECONDS:
            order[-1] = Late(runs[-1].pirate)
        return order

    def _route(self, view: SantyView) -> Sequence[Step]:
        cards: list[Card] = [card for card in view.row if card is not None]
        return self._compiled.route(cards, view.event, view.seats)

    def _asked(self, pirate: int, view: SantyView) -> tuple[float, int, int]:
        seconds, ship = self._people[pirate](view)
        return seconds, pirate, ship
