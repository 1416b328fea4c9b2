"""Bots: captains who see their view alone, weigh where to sail next, and count their cells before they lay a card."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import Any

from santy_print.game import Random
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import NOWHERE, STEPS, Board
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.state import SandokanView

FAR = 999
EVENT_WORTH = 2.5
CARD_WORTH = 0.5
"""What an event and a card are worth to a bot, in points."""
ENOUGH = 2
"""Cards beyond so many are worth less and less."""
LATE = 50
"""After so many rounds free ports grow more attractive."""
SUSPICION = 0.15
"""A bot thinks a false move so likely before it has seen how many cells are said on how many cards."""
TURN_WORTH = 1.0
"""What it is worth to arrive a turn earlier, in points."""


@lru_cache(maxsize=256)
def distances(board: Board, targets: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each cell and heading the fewest cells of a move that bring a ship to one of the targets (T1 to T3)."""
    count, ports = len(board.spots), len(board.ports)
    far = [[FAR] * len(STEPS) for _ in range(count)]
    edge: deque[tuple[int, int]] = deque()
    for cell in targets:
        for heading in range(len(STEPS)):
            far[cell][heading] = 0
            edge.append((cell, heading))
    comes: dict[tuple[int, int], list[int]] = {}
    for cell, ways in enumerate(board.ways):
        for heading, to in enumerate(ways):
            if to != NOWHERE and (cell >= ports or heading in board.exits[cell]):
                comes.setdefault((to, heading), []).append(cell)
    while edge:
        cell, heading = edge.popleft()
        so_far = far[cell][heading] + 1
        if cell >= ports and so_far > 1:  # a ship that headed elsewhere turns first
            for other in range(len(STEPS)):
                if so_far < far[cell][other]:
                    far[cell][other] = so_far
                    edge.append((cell, other))
        for before in comes.get((cell, heading), ()):
            headings: Iterable[int] = (heading,) if before >= ports else range(len(STEPS))
            for one in headings:
                if so_far < far[before][one]:
                    far[before][one] = so_far
                    edge.append((before, one))
    return tuple(map(tuple, far))


@lru_cache(maxsize=1024)
def doubt(compiled: Compiled, down: int, text: int) -> float:
    """How likely a move of so many cells on so many cards is false, for who has seen neither hand nor pile."""
    ways = {True: 0, False: 0}
    for cards in act.subsets(tuple(min(compiled.copies[card], down) for card in compiled.movement)):
        worth = sum(compiled.values[card] * n for card, n in zip(compiled.movement, cards, strict=True))
        if sum(cards) == down and worth <= text <= worth + compiled.head.excess:
            chosen = zip(compiled.movement, cards, strict=True)
            ways[worth == text] += prod(comb(compiled.copies[card], n) for card, n in chosen)
    false = SUSPICION * ways[False]
    return false / (false + ways[True]) if false else 0.0


class Captain:
    """A bot: a policy for any seat of a set. It says more cells than its cards are worth where that pays."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def __call__(self, view: SandokanView, rng: Random) -> Any:
        """One of the open actions."""
        if len(view.actions) == 1:
            return view.actions[0]
        assert view.task is not None
        return CHOICES[view.task.name](self, view, rng)

    def worth(self, treasures: Sequence[int]) -> int:
        """What treasures are worth together."""
        return sum(self.compiled.worth[treasure] for treasure in treasures)

    def way(self, targets: tuple[int, ...], cell: int, heading: int) -> int:
        """How many cells it is to the nearest of the targets."""
        return distances(self.compiled.board, targets)[cell][heading]

    # Where to.

    def aim(self, view: SandokanView) -> tuple[int, ...]:
        """The cells to sail to: what promises most points for the way there and home."""
        board, seat = self.compiled.board, view.seat
        cell, heading, home = view.cells[seat], view.headings[seat], (view.homes[seat],)
        cargo, points = self.worth(view.aboard[seat]), self.worth(view.quays[home[0]])
        if points + cargo >= self.compiled.head.goal:
            return home
        room = len(view.aboard[seat]) < self.compiled.head.hold
        goals: list[tuple[float, tuple[int, ...]]] = [(cargo * (0.7 if room else 3.0), home)] if cargo else []
        if room:
            late = max(0.0, view.turns / (len(view.homes) * LATE) - 1)  # at ports lie other events than go round
            goals += [
                ((1 + late) * self.worth(view.quays[port]) or late * EVENT_WORTH, (port,))
                for port in range(len(board.ports))
                if port not in view.homes and (view.quays[port] or view.posted[port]) and port not in view.cells
            ]
            goals.append((EVENT_WORTH, board.shores["storm"]))
        bought = self.best_buy(view) if room and not view.bought[seat] else None
        wanted = (CARD_WORTH if view.bought[seat] else 2 * CARD_WORTH) if view.stock else 0.0
        gain = self.compiled.worth[bought.treasure] if bought else wanted / max(1, sum(view.hand) - ENOUGH) ** 2
        goals.append((gain, board.shores["treasure"]))

        def promise(goal: tuple[float, tuple[int, ...]]) -> float:
            there = self.way(goal[1], cell, heading)
            back = 0 if goal[1] == home else min(self.way(home, one, 0) for one in goal[1])
            return goal[0] / (3 + there + 0.5 * back)

        return max(goals, key=promise)[1]

    def best_buy(self, view: SandokanView) -> act.Buy | None:
        """The dearest treasure that the hand pays for, with as few cards as may be."""
        seat = view.seat
        open_buys = act.purchases(self.compiled, view.hand, view.aboard[seat], view.box)
        worth = self.compiled.worth
        good = [buy for buy in open_buys if buy.given is None and worth[buy.treasure] * 1.25 >= max(worth)]
        return max(good, key=lambda buy: (worth[buy.treasure], -sum(buy.cards)), default=None)

    # What to do.

    def home(self, view: SandokanView, rng: Random) -> Any:
        """The port of the dearest treasure that is free."""
        return max(view.actions, key=lambda home: self.worth(view.quays[home.port]))

    def plan(self, view: SandokanView, rng: Random) -> Any:
        """Lay what brings the ship there exactly, or else as near as the cards allow."""
        seat, targets = view.seat, self.aim(view)
        cell = view.cells[seat]
        far = self.way(targets, cell, view.headings[seat])
        if cell in targets and cell < len(self.compiled.board.ports):
            far = 3  # out and in again
        stays = isinstance(view.actions[0], act.Stay)
        if far == 0:
            return view.actions[1 if stays else 0] if not stays or len(view.actions) > 1 else view.actions[0]

        def price(lay: act.Lay) -> tuple[int, int]:
            true = act.total(self.compiled.values, lay.cards) if any(lay.cards) else 1
            if true != lay.cells or lay.cells > far:
                return (FAR, 0)
            return (far - lay.cells, sum(lay.cards))

        lays = [action for action in view.actions if isinstance(action, act.Lay)]
        if not lays:
            return view.actions[0]
        honest = min(lays, key=price)
        return honest if honest.cells == far else self.bluff(view, lays, far) or honest

    def bluff(self, view: SandokanView, lays: Sequence[act.Lay], far: int) -> act.Lay | None:
        """A false move that arrives where no true one does, if what is won outweighs the hand that may be lost."""
        false = [lay for lay in lays if lay.cells == far > 1]
        if not false:
            return None
        lay = min(false, key=lambda lay: (doubt(self.compiled, sum(lay.cards), far), sum(lay.cards)))
        unasked = (1 - doubt(self.compiled, sum(lay.cards), far)) ** (len(view.homes) - 1)
        lost = CARD_WORTH * (sum(view.hand) - sum(lay.cards)) + TURN_WORTH
        return lay if unasked * TURN_WORTH > (1 - unasked) * lost else None

    def sail(self, view: SandokanView, rng: Random) -> Any:
        """The step that leaves the shortest way."""
        board, seat, targets = self.compiled.board, view.seat, self.aim(view)
        cell, heading = view.cells[seat], view.headings[seat]

        def rest(action: Any) -> int:
            if isinstance(action, act.Ahead):
                to = board.ways[cell][heading]
                return self.way(targets, to, heading)
            if isinstance(action, act.Veer):
                ahead = board.ways[cell][action.heading]
                taken = ahead in view.cells and ahead >= len(board.ports)
                return self.way(targets, cell, action.heading) + 3 * taken
            return self.way(targets, board.ways[cell][action.heading], action.heading)

        return min(view.actions, key=rest)

    def control(self, view: SandokanView, rng: Random) -> Any:
        """Ask the more often, the less likely the cards are worth so much: who asks in vain loses nothing."""
        return view.actions[rng.random() < doubt(self.compiled, view.down, view.said)]

    def act(self, view: SandokanView, rng: Random) -> Any:
        """Treasure before events, events before cards; attack who carries something and seems weaker."""
        return max(view.actions, key=lambda action: self.value(view, action))

    def value(self, view: SandokanView, action: Any) -> float:
        """What an action is worth where the ship lies."""
        room = len(view.aboard[view.seat]) < self.compiled.head.hold
        match action:
            case act.Seize():
                return 100.0 + self.compiled.worth[action.treasure]
            case act.Buy():
                return 50.0 if action == self.best_buy(view) else -1.0
            case act.Attack():
                strength = act.total(self.compiled.values, act.masked(view.hand, self.compiled.combat))
                feared = view.held[action.seat] * 0.9
                spoils = self.worth(view.aboard[action.seat])
                return 40.0 + spoils if spoils and strength > feared else -1.0
            case act.Brave() | act.Search():
                return 10.0 if room else -1.0
            case act.Take():
                return 5.0
            case act.Exchange():
                return 20.0 if len(action.got) < len(action.given) else -1.0
        return 0.0 if isinstance(action, act.Pass) else -2.0

    def fight(self, view: SandokanView, rng: Random) -> Any:
        """All combat cards against who attacks a laden ship; without a cargo they are spared."""
        laden = view.aboard[view.seat] or not self.is_attacked(view)
        return max(view.actions, key=lambda fight: sum(fight.cards)) if laden else view.actions[0]

    def is_attacked(self, view: SandokanView) -> bool:
        """The other one attacked."""
        return view.task is not None and view.task.two is not None

    def keep(self, view: SandokanView, rng: Random) -> Any:
        """The dearest."""
        return max(view.actions, key=lambda keep: self.worth(keep.treasures))

    def give(self, view: SandokanView, rng: Random) -> Any:
        """The least: a card rather than a treasure."""
        return min(view.actions, key=self.cost)

    def cost(self, action: Any) -> float:
        """How much it hurts to give something up."""
        if isinstance(action, act.Throw):
            return 10.0 + self.compiled.worth[action.treasure]
        return float(self.compiled.values[action.card])

    def go(self, view: SandokanView, rng: Random) -> Any:
        """The cell that is nearest to home."""
        home = (view.homes[view.seat],)
        return min(view.actions, key=lambda go: self.way(home, go.cell, view.headings[view.seat]))

    def market(self, view: SandokanView, rng: Random) -> Any:
        """A dear treasure, or nothing."""
        bought = self.best_buy(view)
        return bought if bought in view.actions else view.actions[-1]

    def swap(self, view: SandokanView, rng: Random) -> Any:
        """Combat cards for movement cards where there are more of them."""
        sails, fights = (sum(act.masked(view.hand, sort)) for sort in (self.compiled.movement, self.compiled.combat))
        fitting = [a for a in view.actions if isinstance(a, act.Swap) and a.card in self.compiled.combat]
        return fitting[-1] if fitting and fights > sails else view.actions[-1]


CHOICES: dict[str, Callable[[Captain, SandokanView, Random], Any]] = {
    "home": Captain.home, "plan": Captain.plan, "sail": Captain.sail, "control": Captain.control, "act": Captain.act,
    "fight": Captain.fight, "keep": Captain.keep, "give": Captain.give, "drop": Captain.give,
    "surrender": Captain.give, "pay": Captain.give, "go": Captain.go, "market": Captain.market, "swap": Captain.swap,
}  # fmt: skip
"""How a bot chooses, by the task."""
