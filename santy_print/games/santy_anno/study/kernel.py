"""Kernel: tables and a seed in, the totals of a batch of games out: whole games, thousands side by side.

One axis of every array is the games of a chunk (`lanes`), so a step of all of them is one call of numpy. Nothing but
whole numbers is reckoned with. What chance decides is drawn first (`Drawn`), as 32 bits each, so that whoever plays the
same deals in another way can be held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
SHARED = 1 << 18
"""Numbers are drawn from the same 32 bits as long as there are at most so many ways together: so none of them is more
likely than another by more than one part in 2 ** 14."""
CLASSES, CARES = len(SECONDS) * len(SLIPS), len(SLIPS)
PACKED_SHIPS = 8
"""Of so many ships the row of a card is one word, of four bits each: where it leads, and whether a slip shows."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Where cards, and then drifts, and then to stay, lead from each ship, in each seating.

    What is found of a pirate is a ship in its lowest bits (`ship`), and a bit (`wrong`) for whether a slip at the card
    would lead elsewhere. `row` is the row of each thing in each seating: for few ships the row itself, a word; else
    where it begins in `move`.
    """

    row: Array
    move: Array
    ship: int
    wrong: int

    @classmethod
    def of(cls, tables: Tables) -> Rows:
        """The rows of some tables."""
        ways, wrong = (np.frombuffer(found, np.uint8).reshape(-1, tables.ships) for found in tables.moves())
        seat = np.arange(len(tables.seatings))[:, None]
        row = np.array(tables.base) + np.array(tables.stride) * seat
        row = np.concatenate((row, np.full_like(seat, tables.stay)), 1)
        if tables.ships > PACKED_SHIPS:
            return cls(row * tables.ships, (ways + wrong * np.uint16(256)).ravel(), 255, 256)
        shift = np.arange(tables.ships, dtype=np.uint32) * 4
        words = np.bitwise_or.reduce((ways + wrong * np.uint32(8)) << shift, 1)
        return cls(words.take(row), np.zeros(0, np.uint16), 7, 8)

    @property
    def packed(self) -> bool:
        """Whether a row is one word."""
        return not self.move.size

    def of_things(self, things: Array, seats: Array) -> Array:
        """The row of a card, or of another thing, in each game."""
        found: Array = self.row.take(things if len(self.row) == 1 else seats * self.row.shape[1] + things)
        return found

    def lead(self, row: Array, found: Array) -> Array:
        """From where pirates were found to where they are found next."""
        if self.packed:
            here = found & np.uint32(self.ship)
            here <<= np.uint32(2)
            np.right_shift(row, here, out=here)
            return here
        led: Array = self.move.take(row + (found & np.uint16(self.ship)), mode="clip")
        return led


@dataclass(frozen=True, eq=False)
class Lookup:
    """Tables as arrays."""

    tables: Tables
    rows: Rows
    card_of: Array
    event_of: Array
    hard: Array
    skill: Array
    noise: Array
    seatings: int

    @classmethod
    def of(cls, tables: Tables) -> Lookup:
        """The arrays of some tables."""
        np.empty(KEPT_BYTES, np.uint8)
        steps = np.arange(1 << SKILL_BITS)
        skill = [np.searchsorted(np.array(row), steps, "right").clip(max=255) for row in tables.skill]
        return cls(
            tables,
            Rows.of(tables),
            np.array(tables.card_of, np.uint16),
            np.array(tables.event_of, np.uint16),
            np.array(tables.hard, np.uint8),
            np.array(skill, np.uint8).ravel(),
            np.array(tables.noise, np.int32),
            len(tables.seatings),
        )

    @cached_property
    def limits(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Among how many each of them is picked: start ships, classes, cards, events."""
        tables, players = self.tables, self.tables.players
        deck = [tables.setup.basic] * tables.removes + [len(self.card_of)] * sum(tables.sizes)
        pile = [len(self.event_of)] * len(tables.sizes) * tables.events
        starts, cards, events = (
            [limit - step for step, limit in enumerate(limits)] for limits in ([tables.ships] * players, deck, pile)
        )
        return starts, [CLASSES] * players, cards, events

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many words chance decides by: the table, start ships, classes, cards, events, runs."""
        return 1, *(sum(fresh(limits)) for limits in self.limits), len(self.tables.sizes) * self.tables.players

    @property
    def turn_bits(self) -> int:
        """So many of the lowest bits of a time tell in which turn who sits down."""
        return (self.tables.players - 1).bit_length()

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


def fresh(limits: Sequence[int]) -> list[bool]:
    """For each of some numbers to be drawn one after the other whether it needs 32 bits of its own, see `SHARED`."""
    ways, made = SHARED, []
    for limit in limits:
        own = ways * limit > SHARED
        ways = limit if own else ways * limit
        made.append(own)
    return made


def shake(lookup: Lookup, bits: np.random.BitGenerator, games: int) -> Array:
    """The words of 32 bits that chance decides so many games by, by game in the last axis."""
    each = sum(lookup.counts)
    words = bits.random_raw(-(-each * games // 2)).astype("<u8", copy=False)
    return words.view("<u4")[: each * games].reshape(each, games)


def draw(lookup: Lookup, raw: Array) -> Drawn:
    """Read off what chance decides."""
    tables, games = lookup.tables, raw.shape[1]
    players, rounds = tables.players, len(tables.sizes)
    table, *parts, runs = np.split(raw, np.cumsum(lookup.counts)[:-1])
    of_ships, of_classes, of_deck, of_pile = zip(parts, lookup.limits, strict=True)
    cards, left = pick(*of_deck, len(lookup.card_of))
    classes = np.array([number.astype(np.uint8) for number in numbers(*of_classes)])
    speed = classes // np.uint8(CARES)
    return Drawn(
        ((table[0] >> 8).astype(np.uint64) * np.uint64(lookup.seatings) >> np.uint64(24)).astype(np.int64),
        _turns(players, ((table[0] & 255).astype(np.int32) * players) >> 8),
        pick(*of_ships, tables.ships)[0],
        speed,
        classes - speed * np.uint8(CARES),
        cards[tables.removes :],
        np.concatenate((cards[: tables.removes], left)),
        pick(*of_pile, len(lookup.event_of))[0],
        runs.reshape(rounds, players, games),
    )


def _turns(players: int, first: Array) -> Array:
    """For each pirate in which turn it is, counted from the first one of each game."""
    turn = np.arange(players, dtype=np.int32)[:, None] - first
    turn += np.int32(players) * (turn < 0)
    return turn


def numbers(raw: Array, limits: Sequence[int]) -> Iterator[Array]:
    """One number after another, each below its limit; those of the same words are the digits of one number.

    All are written to the same place.
    """
    rest, word, made = np.empty(raw.shape[1], np.uint64), 0, np.empty(raw.shape[1], np.uint64)
    for limit, own in zip(limits, fresh(limits), strict=True):
        if own:
            rest[:] = raw[word]
            word += 1
        else:
            np.bitwise_and(rest, np.uint64(0xFFFF_FFFF), out=rest)
        np.multiply(rest, np.uint64(limit), out=rest)
        yield np.right_shift(rest, np.uint64(32), out=made).view(np.int64)


def pick(raw: Array, limits: Sequence[int], size: int) -> tuple[Array, Array]:
    """One of so many things after another, none twice, and what is left: each of the first that are left, as they lie,
    and what lay first takes its place.
    """
    steps, lanes = len(limits), raw.shape[1]
    kind = np.uint8 if size <= 256 else np.uint16 if size <= 65_536 else np.uint32
    left = np.tile(np.arange(size, dtype=kind), lanes)
    by_step = left.reshape(lanes, size).T
    made, first = np.empty((steps, lanes), kind), np.arange(0, lanes * size, max(size, 1))
    for step, place in enumerate(numbers(raw, limits)):
        np.add(place, first, out=place)
        np.take(left, place, out=made[step], mode="clip")
        left[place] = by_step[step]
        np.add(first, 1, out=first)
    return made, by_step[steps:]


@dataclass(frozen=True, eq=False)
class Ways:
    """A round: where everybody is found after each card, and in the end; the cards as they are followed; and where
    everybody would end who forgot the event.
    """

    found: Array
    ships: Array
    cards: Array
    laid: Array


def follow(lookup: Lookup, drawn: Drawn, number: int, tiles: Array) -> Ways:
    """All cards of a round from the ships where the pirates are."""
    tables, rows = lookup.tables, lookup.rows
    size = tables.sizes[number]
    first = sum(tables.sizes[:number])
    cards = lookup.card_of.take(drawn.cards[first : first + size])
    row = rows.of_things(cards, drawn.seats)
    here: Array = tiles.astype(np.uint32 if rows.packed else np.uint16)
    laid, drift = here, list[Array]()
    if tables.events:
        for each in row:
            laid = rows.lead(each, laid)
        events = lookup.event_of.take(drawn.events[number])
        orders = np.array([plan[number][0] for plan in tables.plans])[events].T
        cards, row = np.take_along_axis(cards, orders, 0), np.take_along_axis(row, orders, 0)
        things = {step: len(tables.hard) + n for n, step in enumerate(tables.drifts)} | {0: rows.row.shape[1] - 1}
        steps = np.array([[things[step] for step in plan[number][1]] for plan in tables.plans])
        drift = [rows.of_things(step[events], drawn.seats) for step in steps.T] if tables.drifts else []
    found = np.empty((size, *tiles.shape), here.dtype)
    for step in range(size):
        found[step] = here = rows.lead(row[step], here)
        if drift:
            here = rows.lead(drift[step], here)
    return Ways(found, here & rows.ship, cards, laid & rows.ship)


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
    size = len(ways.cards)
    places = slip_places(lookup, drawn, number, ways.cards).ravel()
    who = np.flatnonzero(places < size)
    place, lane = places.take(who).astype(np.int64), drawn.lane.take(who)
    found = ways.found.reshape(-1).take(place * places.size + who)
    lost = Lost(who, lane, place).among(found & lookup.rows.wrong)
    if not lookup.tables.events:
        return lost
    who = np.flatnonzero((places == size) & (ways.laid != ways.ships).ravel())
    forgot = Lost(who, drawn.lane.take(who), np.full(who.size, size))
    return Lost(*(np.concatenate(both) for both in zip(vars(lost).values(), vars(forgot).values(), strict=True)))


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
    key <<= lookup.turn_bits
    key |= drawn.turn
    last, before = key[0].copy(), np.zeros(lanes, np.int32)
    for each in key[1:]:
        np.maximum(before, np.minimum(last, each), out=before)
        np.maximum(last, each, out=last)
    countdown = np.int32(COUNTDOWN << lookup.turn_bits)
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
    took = np.where(lag, before + countdown, last) >> lookup.turn_bits
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
        tiles = ways.ships
    tally.add_games(drawn, ranks, took)
