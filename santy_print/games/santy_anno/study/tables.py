"""Tables: a compiled set and a way to play in, all that the kernel looks up out; plain numbers, without numpy.

A card is a row of a table: from each ship the ship that it leads to. Cards that depend on the seating have a row for
each seating of a pool: all seatings there are up to a turn of the table, or so many of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import expm1, factorial, log1p, sqrt
from statistics import NormalDist

from santy_print.games.santy_anno.compiled import Card, Compiled, Event, Step
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS, Seats, turn
from santy_print.games.santy_anno.slips import AT_CARD, slipped
from santy_print.games.santy_anno.state import Setup

SECONDS = (4, 5, 6, 7, 8)
"""How quick a player is: seconds for a card."""
SLIPS = (2, 4, 6, 8, 10)
"""How careless: of a hundred basic cards so many go wrong."""
HARD = 3, 2
"""A card of the expert deck takes so much of the time of a basic one, and goes wrong so much more easily."""
SWAY = 0.8 / sqrt(12)
"""How far the time for a card strays: as if it were anything from 0.6 to 1.4 of the usual time."""
WAY_MS, LAP_MS, COUNTDOWN_MS = 3_000, 5_500, 5_000
"""For the way to a ship, for a lap, and what the last to arrive has left."""
SKILL_BITS, NOISE_BITS, FINE_BITS = 12, 12, 4
"""So finely chance decides about a slip and about time; and so many bits part times that would be equal."""
NOISE_UNIT = 4096
"""What one standard deviation is in `noise`."""
MAX_WORD = 1 << 62
"""Sums of words stay below."""
MAX_SEATINGS, MAX_SEATED = 5_040, 4_000_000
"""All seatings of eight ships up to a turn; and the bytes that the rows of a pool may take."""


@dataclass(frozen=True, eq=False)
class Tables:
    """What the kernel knows of a set and a way to play; see the module."""

    compiled: Compiled
    players: int
    expert: bool
    events: bool

    @cached_property
    def setup(self) -> Setup:
        """The cards that are played with."""
        return Setup.of(self.compiled, self.players, self.expert, self.events)

    @property
    def ships(self) -> int:
        """How many ships there are."""
        return len(self.compiled.ships)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards the rounds have."""
        return tuple(self.compiled.numbers.rounds)

    @property
    def removes(self) -> int:
        """How many basic cards are taken out of an expert game."""
        return int(self.compiled.numbers.expert_removes) if self.expert else 0

    @cached_property
    def loot(self) -> list[int]:
        """The coin of each arrival at the right ship; nothing after the last that is paid."""
        return [*self.compiled.numbers.loot, *[0] * self.players][: self.players]

    @cached_property
    def card_of(self) -> list[int]:
        """For each piece of the deck the number of its card."""
        numbers = {card.id: number for number, card in enumerate(self.compiled.cards)}
        return [numbers[piece.card.id] for piece in self.setup.deck]

    @cached_property
    def event_of(self) -> list[int]:
        """For each piece of the pile the number of its event."""
        numbers = {event.id: number for number, event in enumerate(self.compiled.events)}
        return [numbers[piece.card.id] for piece in self.setup.pile]

    @cached_property
    def hard(self) -> list[bool]:
        """Whether each card is of the expert deck."""
        return [card.level != "basic" for card in self.compiled.cards]

    # Rows.

    @cached_property
    def drifts(self) -> list[int]:
        """So many seats everybody may drift after a card, each once, in order."""
        return sorted(
            {step for event in range(len(self.played)) for plan in self.plans[event] for step in plan[1]} - {0}
        )

    @cached_property
    def played(self) -> tuple[Event, ...]:
        """The events that are played with."""
        return self.compiled.events if self.events else ()

    @cached_property
    def plans(self) -> list[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
        """For each event and each round: the order of the cards, and how many seats everybody drifts after each."""
        split = self.compiled.numbers.event_after
        made = []
        for event in self.played:
            hooks = EVENTS[event.kind]
            orders = [hooks.order(event.data, size, split) for size in self.sizes]
            made.append([(order, tuple(hooks.after(event.data, at, split) for at in order)) for order in orders])
        return made

    @cached_property
    def fixed(self) -> list[Card]:
        """The cards that do not depend on the seating."""
        return [card for card in self._dealt if not KINDS[card.kind].seated]

    @cached_property
    def seated(self) -> list[Card]:
        """The cards that do."""
        return [card for card in self._dealt if KINDS[card.kind].seated]

    @property
    def _dealt(self) -> list[Card]:
        numbers = sorted(set(self.card_of))
        return [self.compiled.cards[number] for number in numbers]

    @property
    def width(self) -> int:
        """How many rows each seating has of its own."""
        return len(self.seated) + len(self.drifts)

    @cached_property
    def seatings(self) -> list[Seats]:
        """The pool of seatings: all that differ beyond a turn, or so many of them, always the same."""
        ships = range(self.ships)
        if not self.width:
            return [tuple(ships)]
        most = max(1, min(MAX_SEATINGS, MAX_SEATED // (2 * self.width * self.ships)))
        if factorial(min(len(ships) - 1, 12)) <= most:
            return [(0, *rest) for rest in permutations(ships[1:])]
        rng = random.Random("seatings")
        return [(0, *rng.sample(ships[1:], len(ships) - 1)) for _ in range(most)]

    @property
    def stay(self) -> int:
        """The row of a card that leaves everybody in place."""
        return len(self.fixed)

    @cached_property
    def base(self) -> list[int]:
        """For each card its row, of a seated one in the first seating; then for each of `drifts`."""
        first = self.stay + 1
        rows = {card.id: row for row, card in enumerate(self.fixed)}
        rows |= {card.id: first + row for row, card in enumerate(self.seated)}
        own = [rows.get(card.id, self.stay) for card in self.compiled.cards]
        return own + [first + len(self.seated) + n for n in range(len(self.drifts))]

    @cached_property
    def stride(self) -> list[int]:
        """By how many rows each card's, and each drift's, is further on in the next seating."""
        own = [self.width if KINDS[card.kind].seated and card in self.seated else 0 for card in self.compiled.cards]
        return own + [self.width] * len(self.drifts)

    def rows(self) -> Iterator[tuple[Step, Seats] | None]:
        """What each row is of: a step in a seating; None for the row of those who stay."""
        seats = self.compiled.seats()
        for card in self.fixed:
            yield Step(0, card, self.compiled.move(card, seats)), seats
        yield None
        if self.width:
            for seats in self.seatings:
                for card in self.seated:
                    yield Step(0, card, self.compiled.move(card, seats)), seats
                for drift in self.drifts:
                    yield Step(0, None, turn(seats, drift)), seats

    def moves(self) -> tuple[bytes, bytes]:
        """All rows behind each other; and in the same way, whether a slip there leads to another ship than the card."""
        stay, right = bytes(range(self.ships)), bytes(self.ships)
        ways, wrong = bytearray(), bytearray()
        for row in self.rows():
            ways += bytes(row[0].move.targets) if row else stay
            wrong += self._wrong(*row) if row and row[0].card else right
        return bytes(ways), bytes(wrong)

    def _wrong(self, step: Step, seats: Seats) -> bytes:
        """A card that moves a pirate can be left out; where it does not, another kind of slip may do so."""
        found = enumerate(step.move.targets)
        return bytes(there != ship or self._misled(step, seats, ship) for ship, there in found)

    def _misled(self, step: Step, seats: Seats, ship: int) -> bool:
        return any(slipped(kind, self.compiled, step, seats, ship) is not None for kind in AT_CARD)

    # How quick and how careful.

    @cached_property
    def skill(self) -> list[list[int]]:
        """For each class of `SLIPS`: from which number on a slip waits for more than so many half cards."""
        whole, most = 1 << SKILL_BITS, 2 * max(self.sizes) * HARD[0] // HARD[1] + 4
        return [[int(whole * -expm1(log1p(-rate / 100) * half / 2)) for half in range(1, most)] for rate in SLIPS]

    @cached_property
    def noise(self) -> list[int]:
        """The normal distribution in equally likely parts, the middle of each, in parts of `NOISE_UNIT`."""
        parts = 1 << NOISE_BITS
        return [round(NOISE_UNIT * NormalDist().inv_cdf((part + 0.5) / parts)) for part in range(parts)]

    @cached_property
    def pace(self) -> list[list[tuple[int, int]]]:
        """For each round and how many of its cards are hard: a second of quickness in ms, and how far it strays."""
        more, whole = HARD
        made = []
        for size in self.sizes:
            times = [(1000 * (whole * size + (more - whole) * hard)) // whole for hard in range(size + 1)]
            sways = [1000 * SWAY * sqrt(size + hard * ((more / whole) ** 2 - 1)) for hard in range(size + 1)]
            made.append([(time, round(sway)) for time, sway in zip(times, sways, strict=True)])
        return made

    @cached_property
    def legs(self) -> list[list[int]]:
        """For each round and each event, or for no event: the ms that everybody is under way."""
        laps = self.compiled.numbers.laps
        made = []
        for number in range(1, len(self.sizes) + 1):
            run = int(number in laps)
            ways = [(max(run, event.laps), 1 + event.backwards) for event in self.played] or [(run, 1)]
            made.append([WAY_MS + LAP_MS * most * slow for most, slow in ways])
        return made

    @property
    def paid(self) -> int:
        """So many of those who are right are paid."""
        return min(self.players, len(self.compiled.numbers.loot))

    @cached_property
    def worth(self) -> list[list[int]]:
        """What decides for captain (G11), for each arrival that is paid: words of digits, the first the weightiest.

        Each word is the sum of coins, then how many of each value there are, the dearest first, as one number.
        """
        base, words, room = len(self.sizes) + 1, [list(self.loot)], len(self.sizes) * max(self.loot)
        for value in self._values:
            if room >= MAX_WORD // base:
                words.append([0] * self.players)
                room = 0
            words[-1] = [number * base + int(coin == value) for number, coin in zip(words[-1], self.loot, strict=True)]
            room = (room + 1) * base
        return words

    @cached_property
    def unit(self) -> int:
        """What a ducat is in the first word of `worth`."""
        base, room, unit = len(self.sizes) + 1, len(self.sizes) * max(self.loot), 1
        for _ in self._values:
            if room >= MAX_WORD // base:
                break
            room, unit = (room + 1) * base, unit * base
        return unit

    @property
    def _values(self) -> list[int]:
        """The coins that are paid, the dearest first."""
        return sorted({*self.loot} - {0}, reverse=True)
