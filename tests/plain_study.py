"""The games of a study once more, one after the other, by the engine: slow, and simple enough to be believed.

What chance decides is the kernel's (`Drawn`). The cards are laid, moved and paid for by `SantyState`; how a pirate
slips, and when it arrives, is read here from `docs/study.md` and `slips`, with nothing of the kernel's tables but how
likely things are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from santy_print.games.santy_anno.compiled import Step
from santy_print.games.santy_anno.slips import AT_CARD, slipped, way_of, without_event
from santy_print.games.santy_anno.state import (
    Late,
    Lay,
    LayEvent,
    Next,
    Remove,
    SantyState,
    Seat,
    Sit,
    Start,
    new_state,
)
from santy_print.games.santy_anno.study.kernel import Drawn
from santy_print.games.santy_anno.study.tables import SECONDS, Tables

DECIDES = "decides", "event decides"


class Head(NamedTuple):
    """Where a pirate believes to belong; the card at which it went wrong, and where that lies; -1 for the event."""

    ship: int
    card: int | None = None
    place: int = -1


class Plain:
    """One game of those drawn; what it comes to is counted."""

    def __init__(self, tables: Tables, drawn: Drawn, game: int, counts: Counter[tuple[str, int]]) -> None:
        self.tables, self.drawn, self.game, self.counts = tables, drawn, game, counts
        self.compiled = tables.compiled
        self.cards = [card.id for card in self.compiled.cards]
        self.took = 0

    def play(self) -> SantyState:
        """Deal, run and pay until the game is over."""
        state = new_state(self.compiled, self.tables.players, self.tables.expert, self.tables.events)
        for ship in self.tables.seatings[self.drawn.seats[self.game]]:
            state = state.apply(Seat(ship))
        for ship in self.drawn.tiles[:, self.game].tolist():
            state = state.apply(Start(ship))
        wanted = self.drawn.cards[:, self.game].tolist()
        spare = [piece for piece in range(state.setup.basic) if piece not in wanted]
        for piece in spare[: self.tables.removes]:
            state = state.apply(Remove(piece))
        for number, size in enumerate(self.tables.sizes):
            row = [wanted.pop(0) for _ in range(size)]
            for piece in reversed(row[1:]):
                state = state.apply(Lay(piece))
            if self.tables.events:
                state = state.apply(LayEvent(int(self.drawn.events[number, self.game])))
            state = self.run(state.apply(Lay(row[0])), number)
        return state

    def run(self, state: SantyState, number: int) -> SantyState:
        """One round: everybody works it out, runs, and sits down."""
        cards, event = state.cards, state.event_card
        steps = self.compiled.route(cards, event, state.seats)
        runs = self.drawn.runs[number, :, self.game].tolist()
        heads = [self.head(state, steps, pirate, bits) for pirate, bits in enumerate(runs)]
        times = [self.time(state, number, pirate, bits) for pirate, bits in enumerate(runs)]
        players, turn = len(runs), self.drawn.turn[:, self.game].tolist()
        rank = [times[pirate] * players + turn[pirate] for pirate in range(players)]
        order = sorted(range(players), key=rank.__getitem__)
        last = order[-1]
        late = players > 1 and rank[last] - rank[order[-2]] > 5_000 * 16 * players
        for pirate in order[:-1] if late else order:
            state = state.apply(Next(pirate)).apply(Sit(heads[pirate].ship))
        if late:
            state = state.apply(Late(last))
        self.took += (rank[order[-2]] + 80_000 * players if late else rank[last]) // players // 16
        self.count_round(state, number, order[:-1] if late else order, heads)
        return state

    def head(self, state: SantyState, steps: Sequence[Step], pirate: int, bits: int) -> Head:
        """What a pirate makes of the row."""
        skill = self.tables.skill[int(self.drawn.care[pirate, self.game])]
        waits = sum(limit <= bits >> 4 & 0xFFF for limit in skill)
        ships, passed = way_of(steps, state.tiles[pirate]), 0
        for at, step in enumerate(steps):
            if step.card is None:
                continue
            passed += 2 if step.card.level == "basic" else 3
            if passed > waits:
                there = self.slip(state, step, ships[at])
                if there is None:
                    return Head(ships[-1])
                return Head(way_of(steps[at + 1 :], there)[-1], self.cards.index(step.card.id), step.place)
        if state.event_card is not None and passed + 2 > waits:
            laid = way_of(without_event(steps)[0], ships[0])[-1]
            return Head(laid, None if laid == ships[-1] else -1)
        return Head(ships[-1])

    def slip(self, state: SantyState, step: Step, ship: int) -> int | None:
        """Where a slip leads, of the first kind that leads anywhere else than the card."""
        ends = (slipped(kind, self.compiled, step, state.seats, ship) for kind in AT_CARD)
        return next((end for end in ends if end is not None), None)

    def time(self, state: SantyState, number: int, pirate: int, bits: int) -> int:
        """When a pirate would sit down, in ms times 16."""
        hard = sum(card.level != "basic" for card in state.cards)
        second, sway = self.tables.pace[number][hard]
        stray = (self.tables.noise[bits >> 20] * sway >> 12) + second
        quick = SECONDS[int(self.drawn.speed[pirate, self.game])]
        laps = 5_500 * state.laps * (2 if state.backwards else 1)
        return 16 * (3_000 + laps + quick * stray) + (bits >> 16 & 15)

    def count_round(self, state: SantyState, number: int, seated: list[int], heads: Sequence[Head]) -> None:
        """Count what the round was like."""
        result, counts = state.past[-1], self.counts
        right = {pirate: heads[pirate].ship == result.ends[pirate] for pirate in seated}
        assert right == {pirate: heads[pirate].card is None for pirate in seated}
        counts["right", number] += sum(right.values())
        counts["late", number] += len(heads) - len(seated)
        counts["nobody", number] += not any(right.values())
        for laid in state.setup.cards(result.row):
            counts["dealt", self.cards.index(laid.id)] += 1
        event = state.setup.event(result.event)
        which = -1 if event is None else [each.id for each in self.compiled.events].index(event.id)
        counts["events", which] += 1
        lost = [heads[pirate] for pirate in seated if heads[pirate].card is not None]
        before = takewhile(lambda pirate: not right[pirate], seated)
        costly = {heads[pirate][1:] for pirate in before}
        for names, cards in (
            (("wrong", "forgotten"), [head.card for head in lost]),
            (DECIDES, [card for card, _ in costly]),
        ):
            for card in cards:
                counts[(names[1], which) if card == -1 else (names[0], card)] += 1

    def count_game(self, state: SantyState) -> None:
        """Count how it ended."""
        outcome, counts = state.outcome, self.counts
        assert outcome is not None
        counts["games", 0] += 1
        counts["ties", 0] += outcome.tie
        classes = {"from": self.drawn.tiles, "quick": self.drawn.speed, "careful": self.drawn.care}
        for pirate in range(self.tables.players):
            for name, won in (("from", "start"), ("quick", "speed"), ("careful", "care")):
                found = int(classes[name][pirate, self.game])
                counts[name, found] += 1
                counts[won, found] += outcome.captain == (pirate,)
            counts["seat", pirate] += outcome.captain == (pirate,)
        paid = [coin for coins in outcome.coins for coin in coins]
        box = sum(self.compiled.numbers.coins.values())
        spreads = {"coins": box - len(paid), "captain": max(map(sum, outcome.coins)), "time": self.took // 10}
        for name, value in spreads.items():
            for at, part in enumerate((1, value, value * value)):
                counts[name, at] += part


def totals_of(tables: Tables, drawn: Drawn, games: int) -> Counter[tuple[str, int]]:
    """What so many games come to, by the names of the kernel's totals and their places."""
    counts: Counter[tuple[str, int]] = Counter()
    for game in range(games):
        one = Plain(tables, drawn, game, counts)
        one.count_game(one.play())
    return counts
