"""Bots: pirates of different quickness and care, a pure function of a seed; and the race between them and a person."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from santy_print.packs.santy_anno.compiled import Compiled, Step
from santy_print.packs.santy_anno.state import Arrive, Late, SantyState, Setup, View

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

    def run(self, view: View, route: Sequence[Step], rng: random.Random) -> Run:
        """Work the row out in the head, forgetting a card now and then, and run."""
        ship, seconds = view.tiles[view.player], self.way_seconds
        for step in route:
            hard = 1.5 if step.card is None or step.card.level == "expert" else 1.0
            seconds += self.card_seconds * (0.6 + 0.8 * rng.random()) * (hard if step.card else 0.3)
            if rng.random() >= self.slip * hard:
                ship = step.move.targets[ship]
        lap = view.laps * self.lap_seconds * (2.0 if view.backwards else 1.0)
        return Run(seconds + lap, view.player, ship)


Person = Callable[[View], tuple[float, int]]
"""A person is shown the view, thinks, and says a ship; with the seconds that took."""


class Racing:
    """The policy of the table: who sits down when. `seconds` tells the times of the round."""

    def __init__(self, setup: Setup, seed: int, person: tuple[int, Person] | None = None) -> None:
        self._rng = random.Random(f"race {seed}")
        self._bots = [Bot.of(self._rng) for _ in setup.pirates]
        self._person = person
        self._open: deque[Arrive | Late] = deque()
        self.seconds: dict[int, float] = {}

    def __call__(self, state: SantyState, rng: random.Random) -> Arrive | Late:
        """The next to arrive; at cast off the whole race is run."""
        if not state.arrivals:
            self._open = deque(self._race(state))
        return self._open.popleft()

    def _race(self, state: SantyState) -> list[Arrive | Late]:
        compiled: Compiled = state.setup.compiled
        views = [state.view(pirate) for pirate in state.setup.pirates]
        route = compiled.route(state.cards, state.event_card, state.seats)
        runs = [bot.run(view, route, self._rng) for bot, view in zip(self._bots, views, strict=True)]
        if self._person is not None:
            index, ask = self._person
            seconds, ship = ask(views[index])
            runs[index] = Run(seconds, index, ship)
        runs.sort()
        self.seconds.update({run.pirate: run.seconds for run in runs})
        actions: list[Arrive | Late] = [Arrive(run.pirate, run.ship) for run in runs]
        if len(runs) > 1 and runs[-1].seconds > runs[-2].seconds + COUNTDOWN_SECONDS:
            actions[-1] = Late(runs[-1].pirate)
        return actions
