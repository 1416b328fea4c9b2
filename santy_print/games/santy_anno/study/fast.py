"""Fast: the kernel once more, compiled by numba where it is there: the same draws, one game after the other.

It comes to the same numbers as `kernel`, whose words it uses, to the last of them; a test holds both together. Games are
taken in blocks, so that what is the same for all of a block is done for many at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from santy_print.games.santy_anno.study.kernel import (
    COUNTDOWN,
    FINE_SHIFT,
    NEVER,
    NOISE_SHIFT,
    NOT_RIGHT,
    SKILL_SHIFT,
    Array,
    Lookup,
    Tally,
)
from santy_print.games.santy_anno.study.tables import FINE_BITS, NOISE_BITS, SECONDS, SKILL_BITS, SLIPS

BLOCK = 256
"""Games of a block."""
SKILLS, FINES, NOISE_AT = (1 << SKILL_BITS) - 1, (1 << FINE_BITS) - 1, 32 - NOISE_BITS
QUICK, CLASSES, CARES = SECONDS[0], len(SECONDS), len(SLIPS)
NOBODY, NOWHERE = np.int32(NEVER), np.uint8(255)
compiled = njit(cache=True, nogil=True, error_model="numpy")


class Numbers(NamedTuple):
    """All that is looked up."""

    players: int
    ships: int
    seatings: int
    removes: int
    basic: int
    expert: bool
    events: bool
    stay: int
    box: int
    paid: int
    unit: int
    sizes: Array
    move: Array
    wrong: Array
    card_of: Array
    event_of: Array
    base: Array
    stride: Array
    hard: Array
    skill: Array
    noise: Array
    pace: Array
    legs: Array
    orders: Array
    drifts: Array
    worth: Array


class Sums(NamedTuple):
    """The totals, see `Tally`."""

    games: Array
    ties: Array
    seat: Array
    start: Array
    began: Array
    speed: Array
    quick: Array
    care: Array
    careful: Array
    right: Array
    late: Array
    nobody: Array
    dealt: Array
    wrong: Array
    decides: Array
    events: Array
    forgotten: Array
    event_decides: Array
    coins: Array
    captain: Array
    time: Array


class Block(NamedTuple):
    """What is known of the games of a block, by game in the last axis."""

    seats: Array
    turn: Array
    tiles: Array
    began: Array
    speed: Array
    care: Array
    cards: Array
    events: Array
    followed: Array
    hard: Array
    lost: Array
    key: Array
    ranks: Array
    took: Array


@lru_cache(maxsize=2)
def numbers_of(lookup: Lookup) -> Numbers:
    """The tables as the compiled code takes them."""
    tables = lookup.tables
    rounds, most, events = len(tables.sizes), max(tables.sizes), max(1, len(tables.played))
    pace, legs = np.zeros((rounds, most + 1, 2), np.int32), np.zeros((rounds, events), np.int32)
    orders, drifts = np.zeros((events, rounds, most), np.int64), np.full((events, rounds, most), -1, np.int64)
    places = {drift: len(tables.hard) + n for n, drift in enumerate(tables.drifts)} | {0: -1}
    for number, size in enumerate(tables.sizes):
        pace[number, : size + 1] = tables.pace[number]
        legs[number] = tables.legs[number]
        for event, plan in enumerate(tables.plans):
            orders[event, number, :size] = plan[number][0]
            drifts[event, number, :size] = [places[drift] for drift in plan[number][1]]
    worth = np.zeros((len(tables.worth), NOT_RIGHT + 1), np.int64)
    worth[:, : tables.players] = tables.worth
    return Numbers(
        tables.players, tables.ships, lookup.seatings, tables.removes, tables.setup.basic, tables.expert, tables.events,
        tables.stay * tables.ships, sum(tables.compiled.numbers.coins.values()), tables.paid, tables.unit,
        np.array(tables.sizes), lookup.move, lookup.wrong, lookup.card_of, lookup.event_of, lookup.base, lookup.stride,
        lookup.hard, lookup.skill, lookup.noise, pace, legs, orders, drifts, worth,
    )  # fmt: skip


def play(lookup: Lookup, raw: Array, tally: Tally) -> None:
    """Play all games of a chunk to their ends."""
    numbers = numbers_of(lookup)
    totals = {name.replace(" ", "_").replace("from", "began"): found for name, found in tally.totals.items()}
    play_all(numbers, raw, Sums(**totals), _block(numbers, len(lookup.card_of)))


def _block(numbers: Numbers, deck: int) -> Block:
    players, rounds, cards = numbers.players, len(numbers.sizes), int(numbers.sizes.sum())

    def room(kind: Any, *sizes: int) -> Array:
        return np.zeros((*sizes, BLOCK), kind)

    return Block(
        room(np.int64), room(np.int32, players), room(np.uint8, players), room(np.uint8, players),
        room(np.uint8, players), room(np.uint8, players), room(np.uint16, cards), room(np.uint16, rounds),
        room(np.uint16, int(numbers.sizes.max())), room(np.int32), room(np.uint8, players), room(np.int32, players),
        room(np.uint8, rounds, players), room(np.int64),
    )  # fmt: skip


@compiled
def play_all(n: Numbers, raw: Array, s: Sums, b: Block) -> None:
    """All games, block by block."""
    rounds, head = n.sizes.size, 1 + 2 * n.players
    runs = head + n.removes + n.sizes.sum() + rounds * n.events
    left = np.empty(max(n.card_of.size, n.event_of.size, n.ships), np.uint16)
    for begin in range(0, raw.shape[1], BLOCK):
        part = raw[:, begin : begin + BLOCK]
        deal_seats(n, part, b, left)
        deal_cards(n, part[head:runs], b, left)
        first = 0
        for number in range(rounds):
            of_round = part[runs + number * n.players : runs + (number + 1) * n.players]
            follow(n, of_round, b, number, first)
            arrive(n, of_round, b, s, number)
            first += n.sizes[number]
        end_games(n, b, s, part.shape[1])


@compiled
def pick(bits: int, left: Array, step: int, limit: int) -> int:
    """One of what is left, from `step` to `limit`; what lay first takes its place."""
    place = step + ((np.uint64(bits) * np.uint64(limit - step)) >> np.uint64(32))
    found = left[place]
    left[place] = left[step]
    return found


@compiled
def deal_seats(n: Numbers, raw: Array, b: Block, left: Array) -> None:
    """Seating, turns, start ships, classes."""
    for lane in range(raw.shape[1]):
        table = raw[0, lane]
        b.seats[lane] = (np.uint64(table >> np.uint32(8)) * np.uint64(n.seatings)) >> np.uint64(24)
        first = (np.int32(table & np.uint32(255)) * n.players) >> 8
        b.took[lane] = 0
        for ship in range(n.ships):
            left[ship] = ship
        for pirate in range(n.players):
            turn = pirate - first
            b.turn[pirate, lane] = turn + n.players if turn < 0 else turn
            b.tiles[pirate, lane] = pick(raw[1 + pirate, lane], left, pirate, n.ships)
            b.began[pirate, lane] = b.tiles[pirate, lane]
            both = raw[1 + n.players + pirate, lane]
            b.speed[pirate, lane] = ((both >> np.uint32(16)) * np.uint32(CLASSES)) >> np.uint32(16)
            b.care[pirate, lane] = ((both & np.uint32(0xFFFF)) * np.uint32(CARES)) >> np.uint32(16)


@compiled
def deal_cards(n: Numbers, raw: Array, b: Block, left: Array) -> None:
    """The cards of all rows in their order, and the events."""
    deck, cards = n.card_of.size, n.removes + n.sizes.sum()
    for lane in range(raw.shape[1]):
        for piece in range(deck):
            left[piece] = piece
        for step in range(n.removes):
            pick(raw[step, lane], left, step, n.basic)
        for step in range(n.removes, cards):
            b.cards[step - n.removes, lane] = n.card_of[pick(raw[step, lane], left, step, deck)]
        if n.events:
            for piece in range(n.event_of.size):
                left[piece] = piece
            for number in range(n.sizes.size):
                b.events[number, lane] = n.event_of[pick(raw[cards + number, lane], left, number, n.event_of.size)]


@compiled
def follow(n: Numbers, raw: Array, b: Block, number: int, first: int) -> None:
    """Where everybody ends, and at which card who goes wrong; `NOWHERE` for who does not."""
    size, players = n.sizes[number], n.players
    ships = np.empty((size + 1, players), np.uint8)
    start = np.empty(size, np.int64)
    for lane in range(raw.shape[1]):
        event = b.events[number, lane] if n.events else 0
        seats, hard = b.seats[lane], 0
        for pirate in range(players):
            ships[0, pirate] = b.tiles[pirate, lane]
        for step in range(size):
            card = b.cards[first + (n.orders[event, number, step] if n.events else step), lane]
            b.followed[step, lane] = card
            hard += n.hard[card]
            row = start[step] = n.base[card] + n.stride[card] * seats
            for pirate in range(players):
                ships[step + 1, pirate] = n.move[row + ships[step, pirate]]
            drift = n.drifts[event, number, step]
            if drift >= 0:
                row = n.base[drift] + n.stride[drift] * seats
                for pirate in range(players):
                    ships[step + 1, pirate] = n.move[row + ships[step + 1, pirate]]
        b.hard[lane] = hard
        for pirate in range(players):
            b.tiles[pirate, lane] = ships[size, pirate]
            chance = (raw[pirate, lane] >> np.uint32(SKILL_SHIFT)) & np.uint32(SKILLS)
            waits = n.skill[b.care[pirate, lane] * (SKILLS + 1) + chance]
            place = np.int64(waits >> 1)
            if n.expert:
                place = place_of(n, b, lane, size, waits)
            lost = NOWHERE
            if place < size:
                lost = place if n.wrong[start[place] + ships[place, pirate]] else NOWHERE
            elif place == size and n.events:
                ship = ships[0, pirate]
                for step in range(size):
                    card = b.cards[first + step, lane]
                    ship = n.move[n.base[card] + n.stride[card] * seats + ship]
                lost = size if ship != ships[size, pirate] else NOWHERE
            b.lost[pirate, lane] = lost


@compiled
def place_of(n: Numbers, b: Block, lane: int, size: int, waits: int) -> int:
    """At which card a slip comes that waits for so many half cards."""
    gone = 0
    for step in range(size):
        gone += 2 + n.hard[b.followed[step, lane]]
        if gone > waits:
            return step
    return size if gone + 2 > waits else size + 1


@compiled
def arrive(n: Numbers, raw: Array, b: Block, s: Sums, number: int) -> None:
    """Who sits down when, who is right, and what that makes of the round."""
    players, lanes, size = n.players, raw.shape[1], n.sizes[number]
    ranks = b.ranks[number]
    for pirate in range(players):
        for lane in range(lanes):
            bits = raw[pirate, lane]
            hard = b.hard[lane] if n.expert else 0
            stray = (n.noise[bits >> np.uint32(NOISE_AT)] * n.pace[number, hard, 1]) >> NOISE_SHIFT
            time = (stray + n.pace[number, hard, 0]) * (np.int32(b.speed[pirate, lane]) + QUICK)
            time += n.legs[number, b.events[number, lane] if n.events else 0]
            fine = np.int32((bits >> np.uint32(FINE_SHIFT)) & np.uint32(FINES))
            b.key[pirate, lane] = ((time << FINE_BITS) | fine) * players + b.turn[pirate, lane]
    countdown = np.int32(COUNTDOWN * players)
    for lane in range(lanes):
        last, before = b.key[0, lane], np.int32(0)
        for pirate in range(1, players):
            each = b.key[pirate, lane]
            before = max(before, min(last, each))
            last = max(last, each)
        late = players > 1 and last - before > countdown
        b.took[lane] += ((before + countdown if late else last) // players) >> FINE_BITS
        s.late[number] += late
        win = NOBODY
        for pirate in range(players):
            if late and b.key[pirate, lane] == last:
                b.key[pirate, lane] = NOBODY
                b.lost[pirate, lane] = NOWHERE
            elif b.lost[pirate, lane] == NOWHERE:
                win = min(win, b.key[pirate, lane])
        s.nobody[number] += win == NOBODY
        judge(n, b, s, lane, number, win)
    for pirate in range(players):
        for lane in range(lanes):
            ranks[pirate, lane] = 0
    for pirate in range(players):
        for other in range(players):
            for lane in range(lanes):
                ranks[pirate, lane] += b.key[other, lane] < b.key[pirate, lane]
    for pirate in range(players):
        for lane in range(lanes):
            if b.key[pirate, lane] == NOBODY:
                ranks[pirate, lane] = NOT_RIGHT


@compiled
def judge(n: Numbers, b: Block, s: Sums, lane: int, number: int, win: int) -> None:
    """Count the cards of a round: which are dealt, where who goes wrong, which cost the first coin."""
    size, costly = n.sizes[number], np.uint64(0)
    event = b.events[number, lane] if n.events else 0
    for step in range(size):
        s.dealt[b.followed[step, lane]] += 1
    if n.events:
        s.events[event] += 1
    for pirate in range(n.players):
        place = b.lost[pirate, lane]
        if place != NOWHERE:
            if b.key[pirate, lane] < win:
                costly |= np.uint64(1) << np.uint64(place)
            b.key[pirate, lane] = NOBODY
            if place < size:
                s.wrong[b.followed[place, lane]] += 1
            else:
                s.forgotten[event] += 1
        elif b.key[pirate, lane] != NOBODY:
            s.right[number] += 1
    step = 0
    while costly:
        if costly & np.uint64(1):
            if step < size:
                s.decides[b.followed[step, lane]] += 1
            else:
                s.event_decides[event] += 1
        costly >>= np.uint64(1)
        step += 1


@compiled
def end_games(n: Numbers, b: Block, s: Sums, lanes: int) -> None:
    """Count how the games of a block end."""
    score = np.empty(n.players, np.int64)
    among = np.empty(n.players, np.bool_)
    for lane in range(lanes):
        best, winner, captains = 0, 0, 0
        among[:] = True
        for word in range(n.worth.shape[0]):
            most = -1
            for pirate in range(n.players):
                score[pirate] = 0
                for number in range(n.sizes.size):
                    score[pirate] += n.worth[word, b.ranks[number, pirate, lane]]
                if among[pirate] and score[pirate] > most:
                    most = score[pirate]
            captains = 0
            for pirate in range(n.players):
                among[pirate] = among[pirate] and score[pirate] == most
                if among[pirate]:
                    captains += 1
                    winner = pirate
            if word == 0:
                best = most // n.unit
        paid = 0
        for number in range(n.sizes.size):
            for pirate in range(n.players):
                paid += b.ranks[number, pirate, lane] < n.paid
                if number == 0:
                    s.began[b.began[pirate, lane]] += 1
                    s.quick[b.speed[pirate, lane]] += 1
                    s.careful[b.care[pirate, lane]] += 1
        if captains == 1:
            s.seat[winner] += 1
            s.start[b.began[winner, lane]] += 1
            s.speed[b.speed[winner, lane]] += 1
            s.care[b.care[winner, lane]] += 1
        s.games[0] += 1
        s.ties[0] += captains != 1
        add_spread(s.captain, best)
        add_spread(s.coins, n.box - paid)
        add_spread(s.time, b.took[lane] // 10)


@compiled
def add_spread(spread: Array, value: int) -> None:
    """A value, once, and its square."""
    spread[0] += 1
    spread[1] += value
    spread[2] += value * value
