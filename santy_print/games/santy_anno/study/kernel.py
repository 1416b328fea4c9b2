"""Kernel: tables and a seed in, the totals of a batch of games out: whole games, thousands side by side.

One axis of every array is the games of a chunk (`lanes`), so a step of all of them is one call of numpy. Nothing but
whole numbers is reckoned with. What chance decides is drawn first (`Drawn`), as 32 bits each, so that whoever plays the
same deals in another way can be held against it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from santy_print.game.study import Totals, number_of
from santy_print.games.santy_anno.study.tables import (
    COUNTDOWN_MS,
    FINE_BITS,
    NOISE_BITS,
    NOISE_UNIT,
    SECONDS,
    SKILL_BITS,
    SLIPS,
    Tables,
)

Array = NDArray[Any]
LANES, MAX_DECK = 8_200, 1 << 20
"""Games of a chunk, no power of two, or what is of one game lies at one place of the processor's cache; and how many
pieces of their decks there may be in all: who has larger decks has fewer games."""
FINE_SHIFT = 32 - NOISE_BITS - FINE_BITS
SKILL_SHIFT = FINE_SHIFT - SKILL_BITS
"""Where in the 32 bits of a run its fine bits and its skill begin; the noise is above."""
KEPT_BYTES = 31 << 20
"""Who gives back so much memory at once may keep as much from then on, where the C library is glibc: arrays of a few
megabytes that come and go would else be new to the system each time, which took a third of the time."""
COUNTDOWN = COUNTDOWN_MS << FINE_BITS
NEVER, NOT_RIGHT = np.int32(np.iinfo(np.int32).max), 255
"""The time of who is not right, all bits of it set, and the place; all places are below."""
NOISE_SHIFT = NOISE_UNIT.bit_length() - 1


@dataclass(frozen=True, eq=False)
class Lookup:
    """Tables as arrays."""

    tables: Tables
    move: Array
    wrong: Array
    card_of: Array
    event_of: Array
    base: Array
    stride: Array
    hard: Array
    skill: Array
    noise: Array
    seatings: int

    @classmethod
    def of(cls, tables: Tables) -> Lookup:
        """The arrays of some tables."""
        np.empty(KEPT_BYTES, np.uint8)
        move, wrong = (np.frombuffer(found, np.uint8) for found in tables.moves())
        steps = np.arange(1 << SKILL_BITS)
        skill = [np.searchsorted(np.array(row), steps, "right").clip(max=255) for row in tables.skill]
        return cls(
            tables,
            move,
            wrong,
            np.array(tables.card_of, np.uint16),
            np.array(tables.event_of, np.uint16),
            np.array(tables.base, np.int64) * tables.ships,
            np.array(tables.stride, np.int64) * tables.ships,
            np.array(tables.hard, np.uint8),
            np.array(skill, np.uint8).ravel(),
            np.array(tables.noise, np.int32),
            len(tables.seatings),
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """How many things chance decides: the table, start ships, classes, cards, events, runs."""
        tables, players = self.tables, self.tables.players
        rounds, picks = len(tables.sizes), tables.removes + sum(tables.sizes)
        return 1, players, players, picks, rounds * tables.events, rounds * players

    @property
    def lanes(self) -> int:
        """How many games are a chunk."""
        return max(64, min(LANES, MAX_DECK // len(self.card_of)))


@dataclass(frozen=True, eq=False)
class Drawn:
    """What chance decides in so many games: by game in the last axis.

    `seats` is the number of a seating in the pool, `turn` the order in which pirates sit down who come at the very same
    time, `tiles` the ship of each pirate, `speed` and `care` its classes, `cards` pieces of the deck in the order of
    the rows, `spare` those that are not played, `events` pieces of the pile, `runs` 32 bits for each pirate and round.
    """

    seats: Array
    turn: Array
    tiles: Array
    speed: Array
    care: Array
    cards: Array
    spare: Array
    events: Array
    runs: Array

    @cached_property
    def lane(self) -> Array:
        """The game of each pirate of each game."""
        return np.tile(np.arange(self.seats.size), len(self.turn))


def shake(lookup: Lookup, bits: np.random.BitGenerator, games: int) -> Array:
    """32 bits for each thing that chance decides in so many games, by game in the last axis."""
    each = sum(lookup.counts)
    words = bits.random_raw(-(-each * games // 2)).astype("<u8", copy=False)
    return words.view("<u4")[: each * games].reshape(each, games)


def draw(lookup: Lookup, raw: Array) -> Drawn:
    """Read off what chance decides."""
    tables, games = lookup.tables, raw.shape[1]
    players, rounds = tables.players, len(tables.sizes)
    table, starts, classes, deck, pile, runs = np.split(raw, np.cumsum(lookup.counts)[:-1])
    basic = [tables.setup.basic] * tables.removes
    cards, left = pick(deck, basic + [len(lookup.card_of)] * sum(tables.sizes))
    return Drawn(
        ((table[0] >> 8).astype(np.uint64) * np.uint64(lookup.seatings) >> np.uint64(24)).astype(np.int64),
        _turns(players, ((table[0] & 255).astype(np.int32) * players) >> 8),
        pick(starts, [tables.ships] * players)[0],
        ((classes >> 16) * np.uint32(len(SECONDS))) >> 16,
        ((classes & 0xFFFF) * np.uint32(len(SLIPS))) >> 16,
        cards[tables.removes :],
        np.concatenate((cards[: tables.removes], left)),
        pick(pile, [len(lookup.event_of)] * len(pile))[0],
        runs.reshape(rounds, players, games),
    )


def _turns(players: int, first: Array) -> Array:
    """For each pirate in which turn it is, counted from the first one of each game."""
    turn = np.arange(players, dtype=np.int32)[:, None] - first
    turn += np.int32(players) * (turn < 0)
    return turn


def pick(raw: Array, limits: list[int]) -> tuple[Array, Array]:
    """One thing after another, none twice, and what is left: the n-th comes from the first `limits[n]`, as they lie."""
    steps, lanes = raw.shape
    size = max(limits, default=0)
    kind = np.uint8 if size <= 256 else np.uint16 if size <= 65_536 else np.uint32
    left = np.repeat(np.arange(size, dtype=kind), lanes)
    made = np.empty((steps, lanes), kind)
    lane, scaled, place = np.arange(lanes), np.empty(lanes, np.uint64), np.empty(lanes, np.int64)
    for step, limit in enumerate(limits):
        np.multiply(raw[step], np.uint64(limit - step), out=scaled)
        np.right_shift(scaled, np.uint64(32), out=scaled)
        np.multiply(scaled, np.uint64(lanes), out=scaled)
        np.add(scaled.view(np.int64), lane + step * lanes, out=place)
        np.take(left, place, out=made[step], mode="clip")
        left[place] = left[step * lanes : (step + 1) * lanes]
    return made, left.reshape(size, lanes)[steps:]


@dataclass(frozen=True, eq=False)
class Ways:
    """A round: where everybody is before each card and at the end, the cards as they are followed and where their rows
    begin in `move`, and where the rows of the cards begin as they lie.
    """

    ships: Array
    cards: Array
    start: Array
    laid: Array


def follow(lookup: Lookup, drawn: Drawn, number: int, tiles: Array) -> Ways:
    """All cards of a round from the ships where the pirates are."""
    tables = lookup.tables
    size = tables.sizes[number]
    first = sum(tables.sizes[:number])
    cards = lookup.card_of.take(drawn.cards[first : first + size])
    events = lookup.event_of.take(drawn.events[number]) if tables.events else None
    start = laid = _start(lookup, cards, drawn.seats)
    if events is not None:
        orders = np.array([plan[number][0] for plan in tables.plans])[events].T
        cards, start = np.take_along_axis(cards, orders, 0), np.take_along_axis(laid, orders, 0)
    lanes = drawn.seats.size
    ships, place = np.empty((size + 1, tables.players, lanes), np.uint8), np.empty((tables.players, lanes), np.int64)
    ships[0] = tiles
    drift = _drift(lookup, drawn, number, events)
    for step in range(size):
        np.add(start[step], ships[step], out=place)
        np.take(lookup.move, place, out=ships[step + 1], mode="clip")
        if drift is not None and step in drift:
            np.add(drift[step], ships[step + 1], out=place)
            np.take(lookup.move, place, out=ships[step + 1], mode="clip")
    return Ways(ships, cards, start, laid)


def _start(lookup: Lookup, rows: Array, seats: Array) -> Array:
    """Where the rows of cards, or of drifts, begin in `move`."""
    start: Array = lookup.base.take(rows)
    if lookup.seatings > 1:
        start += lookup.stride.take(rows) * seats
    return start


def _drift(lookup: Lookup, drawn: Drawn, number: int, events: Array | None) -> dict[int, Array] | None:
    """For each step after which anybody drifts, where the row of the drift begins in each game."""
    tables = lookup.tables
    if events is None or not tables.drifts:
        return None
    cards = len(tables.hard)
    rows = {0: -1} | {drift: cards + n for n, drift in enumerate(tables.drifts)}
    made = {}
    for step in range(tables.sizes[number]):
        found = [rows[plan[number][1][step]] for plan in tables.plans]
        if any(row >= 0 for row in found):
            start = _start(lookup, np.maximum(np.array(found), 0)[events], drawn.seats)
            made[step] = np.where(np.array(found)[events] >= 0, start, tables.stay * tables.ships)
    return made


def slip_places(lookup: Lookup, drawn: Drawn, number: int, cards: Array) -> Array:
    """At which card of a round, in the order they are followed, each pirate goes wrong; beyond the last for none.

    One beyond the last card is the event, where there is one.
    """
    runs = drawn.runs[number]
    chance = (runs >> np.uint32(SKILL_SHIFT)) & np.uint32((1 << SKILL_BITS) - 1)
    waits = lookup.skill.take(drawn.care.astype(np.int64) * (1 << SKILL_BITS) + chance)
    passed: Array = waits >> 1
    if not lookup.tables.expert:
        return passed
    passed, gone = np.zeros_like(waits), np.zeros(waits.shape[1], np.uint8)
    for step in range(len(cards) + 1):
        gone = gone + (2 + lookup.hard.take(cards[step]) if step < len(cards) else np.uint8(2))
        passed += gone <= waits
    return passed


def times(lookup: Lookup, drawn: Drawn, number: int, cards: Array) -> Array:
    """When each pirate would sit down, in ms times 16: the lowest bits only part who would come at the same time."""
    tables = lookup.tables
    pace = np.array(tables.pace[number], np.int32)
    hard = lookup.hard.take(cards).sum(0, dtype=np.int32) if tables.expert else 0
    second, sway = pace[hard].T if tables.expert else pace[0]
    runs = drawn.runs[number]
    stray: Array = lookup.noise.take(runs >> np.uint32(32 - NOISE_BITS))
    stray *= sway
    stray >>= NOISE_SHIFT
    stray += second
    stray *= drawn.speed.astype(np.int32) + np.int32(SECONDS[0])
    legs = np.array(tables.legs[number], np.int32)
    stray += legs[lookup.event_of.take(drawn.events[number])] if tables.events else legs[0]
    stray <<= FINE_BITS
    stray |= ((runs >> np.uint32(FINE_SHIFT)) & np.uint32((1 << FINE_BITS) - 1)).astype(np.int32)
    return stray


@dataclass(frozen=True, eq=False)
class Lost:
    """Who is at a wrong ship in the end: the place among all pirates of all games, the game, and where it happened."""

    who: Array
    lane: Array
    place: Array

    def among(self, kept: Array) -> Lost:
        """Those of whom something holds."""
        at = np.flatnonzero(kept)
        return Lost(self.who.take(at), self.lane.take(at), self.place.take(at))


def find_lost(lookup: Lookup, drawn: Drawn, number: int, ways: Ways) -> Lost:
    """Who goes wrong at a card, or forgets the event; the other cards keep apart whoever is, so nobody comes back."""
    size, lanes = len(ways.cards), drawn.seats.size
    places = slip_places(lookup, drawn, number, ways.cards).ravel()
    who = np.flatnonzero(places < size)
    place, lane = places.take(who).astype(np.int64), drawn.lane.take(who)
    ship = ways.ships.reshape(-1).take(place * places.size + who)
    row = ways.start.reshape(-1).take(place * lanes + lane) + ship
    found = Lost(who, lane, place).among(lookup.wrong.take(row))
    if not lookup.tables.events:
        return found
    who = np.flatnonzero(places == size)
    lane, ship = drawn.lane.take(who), ways.ships[0].reshape(-1)[who]
    for start in ways.laid:
        ship = lookup.move.take(start[lane] + ship)
    forgot = Lost(who, lane, np.full(who.size, size)).among(ship != ways.ships[size].reshape(-1)[who])
    return Lost(*(np.concatenate(both) for both in zip(vars(found).values(), vars(forgot).values(), strict=True)))


@dataclass(frozen=True, eq=False)
class Arrived:
    """How a round ends: for each pirate its place among those who are right, or `NOT_RIGHT`; the time it took, in ms
    times 16; who came too late; who sits at a wrong ship; at which cards somebody lost the way to the first coin.
    """

    rank: Array
    right: Array
    late: Array
    took: Array
    seated: Lost
    decided: Array


def arrive(lookup: Lookup, drawn: Drawn, number: int, ways: Ways, lost: Lost) -> Arrived:
    """Who sits down when, who is right, and whom that makes first (G5, G8)."""
    players, lanes = lookup.tables.players, drawn.seats.size
    key = times(lookup, drawn, number, ways.cards)
    key *= np.int32(players)
    key += drawn.turn
    last, before = key[0].copy(), np.zeros(lanes, np.int32)
    for each in key[1:]:
        np.maximum(before, np.minimum(last, each), out=before)
        np.maximum(last, each, out=last)
    countdown = np.int32(COUNTDOWN * players)
    lag = last - before > countdown if players > 1 else np.zeros(lanes, bool)
    late = (key == last) & lag
    times_right = late * NEVER
    times_right |= key
    times_right.reshape(-1)[lost.who] = NEVER
    right = times_right != NEVER
    rank = np.zeros((players, lanes), np.uint8)
    for one in range(players):
        rank[:one] += 1  # as if all were sooner than those before
        for other in range(one):
            sooner = (times_right[other] < times_right[one]).view(np.uint8)
            rank[one] += sooner
            rank[other] -= sooner
    rank |= right.view(np.uint8) - np.uint8(1)  # all bits of NOT_RIGHT, where that is so
    seated = lost.among(~late.reshape(-1).take(lost.who))
    took = np.where(lag, before + countdown, last) // np.int32(players)
    costly = seated.among(key.reshape(-1).take(seated.who) < times_right.min(0).take(seated.lane))
    marked = np.zeros((len(ways.cards) + 1, lanes), bool)
    marked.reshape(-1)[costly.place * lanes + costly.lane] = True
    return Arrived(rank, right, late, took, seated, marked)


@dataclass(eq=False)
class Tally:
    """The totals of a batch as they grow."""

    lookup: Lookup
    totals: dict[str, Array]

    @classmethod
    def of(cls, lookup: Lookup) -> Tally:
        """Nothing counted yet."""
        tables = lookup.tables
        rounds, cards = len(tables.sizes), len(tables.hard)
        sizes = {
            "games": 1, "ties": 1, "seat": tables.players, "start": tables.ships, "from": tables.ships,
            "speed": len(SECONDS), "quick": len(SECONDS), "care": len(SLIPS), "careful": len(SLIPS),
            "right": rounds, "late": rounds, "nobody": rounds,
            "dealt": cards, "wrong": cards, "decides": cards,
            "events": len(tables.played), "forgotten": len(tables.played), "event decides": len(tables.played),
            "coins": 3, "captain": 3, "time": 3,
        }  # fmt: skip
        return cls(lookup, {name: np.zeros(size, np.int64) for name, size in sizes.items()})

    def add(self, name: str, found: Array) -> None:
        """Count numbers, each once, under a name."""
        self.totals[name] += np.bincount(found.reshape(-1), minlength=len(self.totals[name]))

    def add_spread(self, name: str, values: Array) -> None:
        """Sum values and their squares."""
        wide = values.astype(np.int64)
        self.totals[name] += np.array([wide.size, wide.sum(), (wide * wide).sum()])

    def add_round(self, drawn: Drawn, number: int, ways: Ways, arrived: Arrived) -> None:
        """Count a round of all games of a chunk."""
        totals, (size, lanes) = self.totals, ways.cards.shape
        totals["right"][number] += np.count_nonzero(arrived.right)
        totals["late"][number] += np.count_nonzero(arrived.late)
        totals["nobody"][number] += np.count_nonzero(~arrived.right.any(0))
        seated = arrived.seated
        on_card = seated.among(seated.place < size)
        self.add("wrong", ways.cards.reshape(-1).take(on_card.place * lanes + on_card.lane))
        self.add("decides", ways.cards[arrived.decided[:size]])
        if self.lookup.tables.events:
            events = self.lookup.event_of.take(drawn.events[number])
            self.add("events", events)
            self.add("forgotten", events[seated.lane[seated.place == size]])
            self.add("event decides", events[arrived.decided[size]])

    def add_games(self, drawn: Drawn, ranks: Array, took: Array) -> None:
        """Count how the games of a chunk end (G10, G11)."""
        tables, lanes = self.lookup.tables, drawn.seats.size
        captains, best = np.ones((tables.players, lanes), bool), np.zeros(lanes, np.int64)
        for number, word in enumerate(tables.worth):
            kind = np.int32 if len(ranks) * max(word) <= NEVER else np.int64
            coins = np.array([*word, *[0] * (NOT_RIGHT + 1 - len(word))], kind)
            score = coins.take(ranks[0])
            for rank in ranks[1:]:
                score += coins.take(rank)
            if number:
                score[~captains] = -1
            most = score.max(0)
            captains = score == most
            best = best if number else most // tables.unit
        alone = np.flatnonzero(captains.sum(0) == 1)
        winner = captains[:, alone].argmax(0)
        self.totals["games"] += lanes
        dealt = self.totals["dealt"]
        dealt += lanes * np.bincount(self.lookup.card_of, minlength=dealt.size)
        dealt -= np.bincount(self.lookup.card_of.take(drawn.spare).reshape(-1), minlength=dealt.size)
        self.totals["ties"] += lanes - alone.size
        self.add("seat", winner)
        for won, played, classes in (("start", "from", drawn.tiles), ("speed", "quick", drawn.speed)):
            self.add(won, classes[winner, alone])
            self.add(played, classes)
        self.add("care", drawn.care[winner, alone])
        self.add("careful", drawn.care)
        self.add_spread("captain", best)
        paid = (ranks < tables.paid).sum((0, 1), dtype=np.int64)
        self.add_spread("coins", sum(tables.compiled.numbers.coins.values()) - paid)
        self.add_spread("time", took // 10)


Play = Callable[[Lookup, Array, Tally], None]


def count(lookup: Lookup, seed: int, batch: int, games: int, play: Play) -> Totals:
    """The totals of a batch of so many games, played by this kernel or by another that comes to the same."""
    bits = np.random.SFC64(np.random.SeedSequence(number_of(seed, batch)))
    tally = Tally.of(lookup)
    for begin in range(0, games, lookup.lanes):
        play(lookup, shake(lookup, bits, min(lookup.lanes, games - begin)), tally)
    return {name: found.tolist() for name, found in tally.totals.items()}


def play(lookup: Lookup, raw: Array, tally: Tally) -> None:
    """Play all games of a chunk to their ends."""
    drawn = draw(lookup, raw)
    tiles, rounds = drawn.tiles, len(lookup.tables.sizes)
    ranks = np.empty((rounds, *tiles.shape), np.uint8)
    took = np.zeros(drawn.seats.size, np.int64)
    for number in range(rounds):
        ways = follow(lookup, drawn, number, tiles)
        lost = find_lost(lookup, drawn, number, ways)
        arrived = arrive(lookup, drawn, number, ways, lost)
        tally.add_round(drawn, number, ways, arrived)
        ranks[number] = arrived.rank
        took += arrived.took >> FINE_BITS
        tiles = ways.ships[-1]
    tally.add_games(drawn, ranks, took)
