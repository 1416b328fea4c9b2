"""Fast: the kernel once more, compiled by numba where it is there: the same draws, one game after the other.

It comes to the same numbers as `kernel`, whose words it uses, to the last of them; a test holds both together. Games
are taken in blocks, so that what is the same for all of a block is done for many at once.
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
    words: Array
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
    rows: Array
    hard: Array
    lost: Array
    key: Array
    ranks: Array
    took: Array
    last: Array
    before: Array


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
    packed = tables.ships == 8  # where a row of `move` begins at eight times its number
    words = np.left_shift(lookup.move, 3, dtype=np.uint8).view("<u8") if packed else np.zeros(1, np.uint64)
    worth = np.zeros((len(tables.worth), NOT_RIGHT + 1), np.int64)
    worth[:, : tables.players] = tables.worth
    return Numbers(
        tables.players, tables.ships, lookup.seatings, tables.removes, tables.setup.basic, tables.expert, tables.events,
        tables.stay * tables.ships, sum(tables.compiled.numbers.coins.values()), tables.paid, tables.unit,
        np.array(tables.sizes), words, lookup.move, lookup.wrong, lookup.card_of, lookup.event_of, lookup.base,
        lookup.stride, lookup.hard, lookup.skill, lookup.noise, pace, legs, orders, drifts, worth,
    )  # fmt: skip


def play(lookup: Lookup, raw: Array, tally: Tally) -> None:
    """Play all games of a chunk to their ends."""
    numbers = numbers_of(lookup)
    totals = {name.replace(" ", "_").replace("from", "began"): found for name, found in tally.totals.items()}
    play_all(numbers, raw, Sums(**totals), _block(numbers, len(lookup.card_of)))


def _block(numbers: Numbers, deck: int) -> Block:
    players, rounds = numbers.players, len(numbers.sizes)
    cards, most = int(numbers.sizes.sum()), int(numbers.sizes.max())

    def room(kind: Any, *sizes: int) -> Array:
        return np.zeros((*sizes, BLOCK), kind)

    return Block(
        room(np.int64), room(np.int32, players), room(np.uint64, players), room(np.uint8, players),
        room(np.uint8, players), room(np.uint8, players), room(np.uint16, cards), room(np.uint16, rounds),
        room(np.uint16, most), room(np.int64, 2 * most), room(np.int32), room(np.uint8, players),
        room(np.int32, players), room(np.uint8, rounds, players), room(np.int64), room(np.int32), room(np.int32),
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
            find_waits(n, of_round, b)
            lay(n, b, number, first, part.shape[1])
            follow(n, b, number, first, part.shape[1])
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
            ship = pick(raw[1 + pirate, lane], left, pirate, n.ships)
            b.began[pirate, lane] = ship
            b.tiles[pirate, lane] = np.uint64(ship) << np.uint64(3)
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
def find_waits(n: Numbers, raw: Array, b: Block) -> None:
    """For how many half cards each pirate's slip waits."""
    for pirate in range(n.players):
        bits, care, waits = raw[pirate], b.care[pirate], b.lost[pirate]
        for lane in range(raw.shape[1]):
            chance = (bits[lane] >> np.uint32(SKILL_SHIFT)) & np.uint32(SKILLS)
            waits[lane] = n.skill[np.uint32(care[lane]) * np.uint32(SKILLS + 1) + chance]


@compiled
def lay(n: Numbers, b: Block, number: int, first: int, lanes: int) -> None:
    """The cards of a row in the order in which they take effect, where each begins in `move`, how many are hard."""
    size = n.sizes[number]
    b.hard[:] = 0
    for step in range(size):
        cards, followed, rows = b.cards[first + step], b.followed[step], b.rows[2 * step]
        for lane in range(lanes):
            if n.events:
                followed[lane] = b.cards[first + n.orders[b.events[number, lane], number, step], lane]
            else:
                followed[lane] = cards[lane]
        for lane in range(lanes):
            rows[lane] = n.base[followed[lane]]
        if n.seatings > 1:
            for lane in range(lanes):
                rows[lane] += n.stride[followed[lane]] * b.seats[lane]
        if n.expert:
            for lane in range(lanes):
                b.hard[lane] += n.hard[followed[lane]]
        if n.events:
            for lane in range(lanes):
                drift = n.drifts[b.events[number, lane], number, step]
                b.rows[2 * step + 1, lane] = n.base[drift] + n.stride[drift] * b.seats[lane] if drift >= 0 else n.stay


@compiled
def follow(n: Numbers, b: Block, number: int, first: int, lanes: int) -> None:
    """Where everybody ends, and at which card who goes wrong; `NOWHERE` for who does not.

    `lost` holds what `find_waits` found. `ships` are where everybody is before each move, of cards and of drifts: eight
    times the number of the ship, for where there are eight of them a row is one word.
    """
    size, players, moves = n.sizes[number], n.players, 1 + int(n.events)
    ships = np.empty((2 * size + 1, players), np.uint64)
    last, stride, packed = size * moves, 3 - moves, n.words.size > 1
    for lane in range(lanes):
        for pirate in range(players):
            ships[0, pirate] = b.tiles[pirate, lane]
        for at in range(last):
            row = b.rows[at * stride, lane]
            if packed:
                word = n.words[row >> 3]
                for pirate in range(players):
                    ships[at + 1, pirate] = (word >> ships[at, pirate]) & np.uint64(56)
            else:
                for pirate in range(players):
                    ship = np.int64(ships[at, pirate] >> np.uint64(3))
                    ships[at + 1, pirate] = np.uint64(n.move[row + ship]) << np.uint64(3)
        for pirate in range(players):
            b.tiles[pirate, lane] = ships[last, pirate]
            waits = b.lost[pirate, lane]
            place = np.int64(waits >> 1)
            if n.expert:
                gone = place = 0
                for step in range(size):
                    gone += 2 + n.hard[b.followed[step, lane]]
                    place += gone <= waits
                place += gone + 2 <= waits
            step = min(place, size - 1)
            wrong = n.wrong[b.rows[2 * step, lane] + np.int64(ships[step * moves, pirate] >> np.uint64(3))]
            b.lost[pirate, lane] = place if (wrong != 0) & (place < size) else NOWHERE
            if n.events and place == size:
                end = as_laid(n, b, lane, first, ships[0, pirate], size)
                b.lost[pirate, lane] = NOWHERE if end == ships[last, pirate] else size


@compiled
def as_laid(n: Numbers, b: Block, lane: int, first: int, ship: int, size: int) -> int:
    """Where somebody ends who follows the cards of a row as they lie, without the event."""
    here = np.int64(ship >> np.uint64(3))
    for place in range(first, first + size):
        card = b.cards[place, lane]
        here = np.int64(n.move[n.base[card] + n.stride[card] * b.seats[lane] + here])
    return np.uint64(here) << np.uint64(3)


@compiled
def arrive(n: Numbers, raw: Array, b: Block, s: Sums, number: int) -> None:
    """Who sits down when, and who is right."""
    players, lanes = n.players, raw.shape[1]
    for pirate in range(players):
        keys, bits, speed, turn = b.key[pirate], raw[pirate], b.speed[pirate], b.turn[pirate]
        for lane in range(lanes):
            hard = b.hard[lane] if n.expert else np.int32(0)
            stray = (n.noise[bits[lane] >> np.uint32(NOISE_AT)] * n.pace[number, hard, 1]) >> NOISE_SHIFT
            time = np.int32(stray + n.pace[number, hard, 0]) * np.int32(speed[lane] + QUICK)
            time += n.legs[number, b.events[number, lane] if n.events else np.uint16(0)]
            fine = np.int32((bits[lane] >> np.uint32(FINE_SHIFT)) & np.uint32(FINES))
            keys[lane] = np.int32(np.int32(time << FINE_BITS) | fine) * np.int32(players) + turn[lane]
    wait_for_last(n, b, s, number, lanes)
    judge(n, b, s, number, lanes)
    place_right(b.key, b.ranks[number], lanes)


@compiled
def wait_for_last(n: Numbers, b: Block, s: Sums, number: int, lanes: int) -> None:
    """When a round is over, and who is too late for that (G5)."""
    last, before = b.last, b.before
    last[:], before[:] = b.key[0], 0
    for pirate in range(1, n.players):
        keys = b.key[pirate]
        for lane in range(lanes):
            before[lane] = max(before[lane], min(last[lane], keys[lane]))
            last[lane] = max(last[lane], keys[lane])
    countdown, alone = np.int32(COUNTDOWN * n.players), n.players == 1
    for lane in range(lanes):
        end = before[lane] + countdown
        late = last[lane] > end and not alone
        b.took[lane] += (min(last[lane], end) if late else last[lane]) // n.players >> FINE_BITS
        if late:
            s.late[number] += 1
            for pirate in range(n.players):
                if b.key[pirate, lane] == last[lane]:
                    b.key[pirate, lane] = NOBODY
                    b.lost[pirate, lane] = NOWHERE


@compiled
def place_right(key: Array, ranks: Array, lanes: int) -> None:
    """The place of each pirate among those who are right."""
    for pirate in range(key.shape[0]):
        mine, place = key[pirate], ranks[pirate]
        for lane in range(lanes):
            place[lane] = NOT_RIGHT * (mine[lane] == NOBODY)
        for other in range(key.shape[0]):
            theirs = key[other]
            for lane in range(lanes):
                place[lane] += (theirs[lane] < mine[lane]) & (mine[lane] != NOBODY)


@compiled
def judge(n: Numbers, b: Block, s: Sums, number: int, lanes: int) -> None:
    """Count the cards of a round: which are dealt, where who goes wrong, which cost the first coin."""
    size, players = n.sizes[number], n.players
    for step in range(size):
        cards = b.followed[step]
        for lane in range(lanes):
            s.dealt[cards[lane]] += 1
    win, right = b.last, 0
    win[:] = NOBODY
    for pirate in range(players):
        keys, lost = b.key[pirate], b.lost[pirate]
        for lane in range(lanes):
            sits = lost[lane] == NOWHERE
            right += sits & (keys[lane] != NOBODY)
            win[lane] = min(win[lane], keys[lane] if sits else NOBODY)
    s.right[number] += right
    for lane in range(lanes):
        s.nobody[number] += win[lane] == NOBODY
        event, costly = b.events[number, lane] if n.events else np.uint16(0), np.uint64(0)
        if n.events:
            s.events[event] += 1
        for pirate in range(players):
            place = b.lost[pirate, lane]
            if place != NOWHERE:
                one = np.uint64(1) << np.uint64(place)
                if place < size:
                    s.wrong[b.followed[place, lane]] += 1
                    if b.key[pirate, lane] < win[lane] and not costly & one:
                        s.decides[b.followed[place, lane]] += 1
                        costly |= one
                else:
                    s.forgotten[event] += 1
                    if b.key[pirate, lane] < win[lane] and not costly & one:
                        s.event_decides[event] += 1
                        costly |= one
                b.key[pirate, lane] = NOBODY


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
