"""Bots: pirates of different quickness and care, a pure function of a seed; and the race between them and people."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from santy_print.game import Chance, Policy
from santy_print.games.santy_anno.compiled import Card, Compiled, Step
from santy_print.games.santy_anno.slips import AT_CARD, Slip, slipped, without_event
from santy_print.games.santy_anno.state import COUNT, Late, Next, SantyState, SantyView, Setup, Sit

COUNTDOWN_SECONDS = 5.0
CARELESS = 0.06
"""Who slips more often at a card than this is called quick, all others careful: half are."""
WAY_SECONDS, LAP_SECONDS = 3.0, 5.5
"""What the way to a chair, and a lap of the table, cost a person at a keyboard: as much as bots need on average."""


def running(view: SantyView, way_seconds: float = WAY_SECONDS, lap_seconds: float = LAP_SECONDS) -> float:
    """How many seconds a pirate runs: the way, and each lap before sitting, backwards twice as long (G6, E4)."""
    return way_seconds + view.laps * lap_seconds * (2.0 if view.backwards else 1.0)


class Run(NamedTuple):
    """When a pirate would sit down, who, and at which ship; and what went wrong in the head on the way."""

    seconds: float
    pirate: int
    ship: int
    slips: tuple[Slip, ...] = ()


class Bot(NamedTuple):
    """A pirate's head and legs: seconds for a card, for the way, for a lap; how often a card slips the mind."""

    card_seconds: float
    way_seconds: float
    lap_seconds: float
    slip: float

    @classmethod
    def of(cls, rng: random.Random, pace: float = 1.0) -> Bot:
        """Somebody at random: the careful are slower. At another pace thinking takes so many times as long."""
        care = rng.random()
        return cls(pace * (4.0 + 4.0 * care), 2.0 + 2.0 * rng.random(), 4.0 + 3.0 * rng.random(), 0.10 - 0.08 * care)

    def run(self, compiled: Compiled, view: SantyView, route: Sequence[Step], rng: random.Random) -> Run:
        """Work the row out in the head, with a slip now and then of a kind that people make, and run."""
        ship, seconds, slips = view.tiles[view.pirate], 0.0, list[Slip]()
        ways = [way for way in without_event(route) if way != list(route)] if view.event is not None else []
        if ways and rng.random() < self.slip:
            route, slips = ways[0], [Slip("event")]
        for step in route:
            hard = 1.5 if step.card is None or step.card.level == "expert" else 1.0
            seconds += self.card_seconds * (0.6 + 0.8 * rng.random()) * (hard if step.card else 0.3)
            luck = rng.random() / (self.slip * hard) if self.slip else 1.0
            ends = [(kind, slipped(kind, compiled, step, view.seats, ship)) for kind in AT_CARD] if luck < 1.0 else []
            wrong = [(kind, end) for kind, end in ends if end is not None]
            if wrong:
                kind, ship = wrong[int(luck * len(wrong))]
                slips.append(Slip(kind, step.place))
            else:
                ship = step.move.targets[ship]
        return Run(seconds + running(view, self.way_seconds, self.lap_seconds), view.pirate, ship, tuple(slips))


class Rivals(NamedTuple):
    """When others sit down, by pirate, as far as that is known; `all` where it is known of all of them."""

    seconds: Mapping[int, float]
    all: bool

    @property
    def end(self) -> float | None:
        """When the countdown for whoever is still running is over; None as long as nobody knows (G5)."""
        return max(self.seconds.values()) + COUNTDOWN_SECONDS if self.all and self.seconds else None


class Answer(NamedTuple):
    """How many seconds a person needed, running included, and the ship; None where the countdown ended before."""

    seconds: float
    ship: int | None


Person = Callable[[SantyView, Rivals], Answer]
"""A person is shown the view and when others sit down, thinks, and says a ship."""


class Race:
    """The clock of the table: at cast off each pirate thinks, from its own view; who needs less time sits down first.

    `chance` says how all else is decided; `people` sit in the seats of these pirates; `seconds` and `slips` tell the
    times of the round, and what went wrong in the heads of the bots.
    """

    def __init__(
        self, setup: Setup, seed: int, chance: Chance, people: Mapping[int, Person] | None = None, pace: float = 1.0
    ) -> None:
        self._rng = random.Random(f"race {seed}")
        self._compiled: Compiled = setup.compiled
        self._pirates = setup.pirates
        self.bots = [Bot.of(self._rng, pace) for _ in setup.pirates]
        self._chance = chance
        self._people = people or {}
        self._order: deque[Next | Late] = deque()
        self._ships: dict[int, int | None] = {}
        self.seconds: dict[int, float] = {}
        self.slips: dict[int, tuple[Slip, ...]] = {}

    def chance(self, state: SantyState, rng: random.Random) -> Any:
        """The policy of chance: while pirates run the clock decides."""
        if not state.under_way:
            return self._chance(state, rng)
        if not state.arrivals:
            self._order = deque(self._cast_off([state.view(pirate) for pirate in self._pirates]))
        action = self._order.popleft()
        free = isinstance(action, Late) and state.free_chairs
        return Late(action.pirate, _nearest(state, action.pirate)) if free else action

    @property
    def policies(self) -> dict[str, Policy]:
        """The policies of the pirates: each sits down where it made up its mind to."""
        return {pirate: partial(self._sit, index) for index, pirate in enumerate(self._pirates)}

    def _sit(self, pirate: int, view: SantyView, rng: random.Random) -> Sit:
        ship = self._ships[pirate]
        assert ship is not None
        return Sit(ship)

    def _cast_off(self, views: Sequence[SantyView]) -> list[Next | Late]:
        """All think, each from a view of its own; the last may be more than the countdown behind (G5)."""
        route = self._route(views[0])  # the row lies open to all alike
        runs = [bot.run(self._compiled, view, route, self._rng) for bot, view in zip(self.bots, views, strict=True)]
        self.slips = {run.pirate: run.slips for run in runs if run.pirate not in self._people}
        answers = {run.pirate: Answer(run.seconds, run.ship) for run in runs if run.pirate not in self._people}
        for pirate, person in self._people.items():
            known = {other: answer.seconds for other, answer in answers.items()}
            answers[pirate] = person(views[pirate], Rivals(known, len(known) == len(runs) - 1))
        self._ships = {pirate: answer.ship for pirate, answer in answers.items()}
        self.seconds.update({pirate: answer.seconds for pirate, answer in answers.items()})
        ranked = sorted((answer.seconds, pirate) for pirate, answer in answers.items())
        late = next((pirate for pirate, ship in self._ships.items() if ship is None), ranked[-1][1])
        seated = [(seconds, pirate) for seconds, pirate in ranked if pirate != late]
        order: list[Next | Late] = [Next(pirate) for _, pirate in seated]
        end = seated[-1][0] + COUNTDOWN_SECONDS if seated else None
        over = self._ships[late] is None or (end is not None and self.seconds[late] > end)
        behind = self.seconds[late] - seated[-1][0] if seated else 0.0
        count = max(1, COUNT - int(behind)) if behind > 0 else None  # a number each second
        return [*order, Late(late) if over else Next(late, count)]

    def _route(self, view: SantyView) -> Sequence[Step]:
        cards: list[Card] = [card for card in view.row if card is not None]
        return self._compiled.route(cards, view.event, view.seats)


def _nearest(state: SantyState, pirate: int) -> int:
    """The free chair that is the nearest clockwise from a pirate's tile (G5)."""
    begin = state.seats.index(state.tiles[pirate])
    free = state.free_chairs
    return next(ship for ship in (*state.seats[begin:], *state.seats) if ship in free)
