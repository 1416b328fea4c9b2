"""Fast: the kernel once more, compiled by numba where it is there: the same draws, blocks of games at a time.

It comes to the same numbers as `kernel`, whose words it uses, to the last of them; a test holds both together. A step
is done for all games of a block in one loop over contiguous arrays, without a branch where chance decides, so that the
compiler takes many games at once; what is of a block fits in the processor's nearest cache.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from santy_print.games.santy_anno.study import kernel
from santy_print.games.santy_anno.study.compiler import compiled
from santy_print.games.santy_anno.study.kernel import (
    CARES,
    CLASSES,
    COUNTDOWN,
    FINE_SHIFT,
    NEVER,
    NOISE_SHIFT,
    SKILL_SHIFT,
    Array,
    Lookup,
    Tally,
)
from santy_print.games.santy_anno.study.tables import FINE_BITS, NOISE_BITS, SECONDS, SKILL_BITS

LANE_BITS = np.uint16(8)
BLOCK = 1 << 8
"""Games of a block."""
LAST_LANE = np.uint16(BLOCK - 1)
MAX_SHIPS, MAX_MOVES = 8, 31
"""Ships of a row of four bits each in a word, and moves in a round, of each of which a bit is kept."""
NOBODY = np.int32(NEVER)
SKILLS, FINES, NOISE_AT = np.uint32((1 << SKILL_BITS) - 1), np.uint32((1 << FINE_BITS) - 1), np.uint32(32 - NOISE_BITS)
SKILL_AT, FINE_AT = np.uint32(SKILL_SHIFT), np.uint32(FINE_SHIFT)
QUICK, SLIPPED, SHIP, LOW = SECONDS[0], np.uint32(1), np.uint32(7), np.uint64(0xFFFF_FFFF)


class Numbers(NamedTuple):
    """All that is looked up."""

    players: int
    ships: int
    expert: bool
    events: bool
    removes: int
    seatings: int
    turn_bits: int
    paid: int
    unit: int
    sizes: Array
    words: Array
    starts: tuple[Array, Array, Array]
    classes: tuple[Array, Array, Array]
    deck: tuple[Array, Array, Array]
    pile: tuple[Array, Array, Array]
    hard: Array
    skill: Array
    noise: Array
    pace: Array
    legs: Array
    orders: Array
    drifts: Array
    worth: Array


class Sums(NamedTuple):
    """What is counted: of `Tally`, and beside it classes together, of all and of captains."""

    played: Array
    captains: Array
    seat: Array
    rounds: Array
    spare: Array
    none: Array
    wrong: Array
    decides: Array
    events: Array
    ends: Array


class Block(NamedTuple):
    """What is known of the games of a block, by game in the last axis."""

    seats: Array
    turn: Array
    began: Array
    of_class: Array
    quick: Array
    care: Array
    drawn: Array
    cards: Array
    events: Array
    followed: Array
    rows: Array
    here: Array
    been: Array
    laid: Array
    gone: Array
    place: Array
    lost: Array
    key: Array
    right: Array
    rank: Array
    score: Array
    took: Array
    paid: Array
    last: Array
    before: Array
    second: Array
    sway: Array
    legs: Array
    costly: Array
    entries: Array
    best: Array


def suits(lookup: Lookup) -> bool:
    """Whether a set is small enough for words and bits."""
    tables = lookup.tables
    return lookup.rows.packed and len(lookup.card_of) < 1 << 16 and max(tables.sizes) * (1 + tables.events) <= MAX_MOVES


@lru_cache(maxsize=2)
def numbers_of(lookup: Lookup) -> Numbers:
    """The tables as the compiled code takes them."""
    tables, cards = lookup.tables, len(lookup.tables.hard)
    rounds, most, events = len(tables.sizes), max(tables.sizes), max(1, len(tables.played))
    pace, legs = np.zeros((rounds, most + 1, 2), np.int32), np.zeros((rounds, events), np.int32)
    orders, drifts = np.zeros((rounds, events, most), np.uint16), np.zeros((rounds, events, most), np.uint16)
    things = {drift: cards + n for n, drift in enumerate(tables.drifts)} | {0: lookup.rows.row.shape[1] - 1}
    for number, size in enumerate(tables.sizes):
        pace[number, : size + 1] = tables.pace[number]
        legs[number] = tables.legs[number]
        for event, plan in enumerate(tables.plans):
            orders[number, event, :size] = plan[number][0]
            drifts[number, event, :size] = [things[drift] for drift in plan[number][1]]
    most_worth = rounds * max(map(max, tables.worth))
    worth = np.zeros((len(tables.worth), 2 * MAX_SHIPS + 1), np.int32 if most_worth <= NEVER else np.int64)
    worth[:, : tables.players] = tables.worth
    deals = [np.arange(tables.ships), np.arange(CLASSES), lookup.card_of, lookup.event_of]
    starts, classes, deck, pile = (
        (np.array(limits, np.uint64), np.array(kernel.fresh(limits), np.bool_), values.astype(np.uint16))
        for limits, values in zip(lookup.limits, deals, strict=True)
    )
    return Numbers(
        tables.players, tables.ships, tables.expert, tables.events, tables.removes, lookup.seatings, lookup.turn_bits,
        tables.paid, tables.unit, np.array(tables.sizes), lookup.rows.row, starts, classes, deck, pile, lookup.hard,
        lookup.skill if tables.expert else lookup.skill >> 1, lookup.noise.astype(np.int16), pace, legs, orders, drifts,
        worth,
    )  # fmt: skip


def play(lookup: Lookup, raw: Array, tally: Tally) -> None:
    """Play all games of a chunk to their ends."""
    if not suits(lookup):
        return kernel.play(lookup, raw, tally)
    n, totals, games = numbers_of(lookup), tally.totals, raw.shape[1]
    cards, things = len(n.hard), len(n.hard) + len(lookup.tables.played)
    joint, rounds = np.zeros((2, n.ships * CLASSES), np.int64), np.zeros((3, n.sizes.size), np.int64)
    ends = np.zeros(6, np.int64)
    spare, none, wrong, decides = (np.zeros(max(things, n.ships), np.int64) for _ in range(4))
    events = totals["events"]
    sums = Sums(joint[0], joint[1], totals["seat"], rounds, spare, none, wrong, decides, events, ends)
    play_all(n, raw, sums, _block(n))
    for name, forgotten, found in (("wrong", "forgotten", wrong), ("decides", "event decides", decides)):
        totals[name] += found[:cards]
        totals[forgotten] += found[cards:things]
    for names, found in zip((("from", "quick", "careful"), ("start", "speed", "care")), joint, strict=True):
        of = found.reshape(n.ships, CLASSES // CARES, CARES)
        for axes, name in zip(((1, 2), (0, 2), (0, 1)), names, strict=True):
            totals[name] += of.sum(axes)
    for name, found in zip(("right", "late", "nobody"), rounds, strict=True):
        totals[name] += found
    totals["dealt"] += games * np.bincount(lookup.card_of, minlength=cards) - spare[:cards]
    totals["games"] += games
    totals["ties"] += games - joint[1].sum()
    box = sum(lookup.tables.compiled.numbers.coins.values())
    best, paid, took = ends[:6].reshape(3, 2)
    totals["captain"] += np.array([games, *best])
    totals["time"] += np.array([games, *took])
    totals["coins"] += np.array([games, games * box - paid[0], games * box * box - 2 * box * paid[0] + paid[1]])
    return None


def _block(n: Numbers) -> Block:
    """Room for the games of a block."""
    cards, most = int(n.sizes.sum()), int(n.sizes.max())

    def room(kind: Any, *sizes: int) -> Array:
        return np.zeros((*sizes, BLOCK), kind)

    return Block(
        room(np.uint32), room(np.int32, n.players), room(np.uint16, n.players), room(np.uint16, n.players),
        room(np.int32, n.players), room(np.uint32, n.players), room(np.uint16, n.removes + cards + n.players),
        room(np.uint16, cards), room(np.uint16, n.sizes.size), room(np.uint16, most + 1),
        room(np.uint32, most * (1 + n.events)), room(np.uint32, n.players), room(np.uint32, n.players),
        room(np.uint32, n.players), room(np.uint8, most + 2), room(np.uint8, n.players), room(np.uint8, n.players),
        room(np.int32, n.players), room(np.int32, n.players), room(np.int32, n.players),
        room(n.worth.dtype, len(n.worth), n.players), room(np.int32), room(np.int32), room(np.int32), room(np.int32),
        room(np.int32), room(np.int32), room(np.int32), room(np.uint32), room(np.uint16, n.players).reshape(-1),
        room(np.int64),
    )  # fmt: skip


@compiled
def play_all(n: Numbers, raw: Array, s: Sums, b: Block) -> None:
    """All games, block by block."""
    for begin in range(0, raw.shape[1], BLOCK):
        lanes = min(BLOCK, raw.shape[1] - begin)
        word = deal(n, raw, begin, b, s, lanes)
        first = 0
        for number in range(n.sizes.size):
            size = n.sizes[number]
            if n.events:
                run_by_event(n, b, s, number, first, lanes)
            else:
                b.followed[:size] = b.cards[first : first + size]
                lay(n.words, b.followed[:size], b.seats, b.rows[:size], lanes)
                follow(b.rows[:size], b.here, b.been, lanes)
            bits = raw[word : word + n.players]
            find_places(bits, begin, n.skill, b.care, b.place, lanes)
            if n.expert:
                pass_hard(n.hard, b.followed[:size], b.gone, b.place, lanes)
            find_lost(b.been, b.place, size, 1 + int(n.events), b.lost, lanes)
            if n.events:
                find_forgot(b.laid, b.here, b.place, size, b.lost, lanes)
            find_times(n, b, number, bits, begin, lanes)
            wait_for_last(n, b, s.rounds[:, number], lanes)
            judge(n, b, s.rounds[:, number], lanes)
            count_lost(b, s, lanes)
            place_right(b.right, b.rank, lanes)
            for at in range(n.worth.shape[0]):
                earn(n.worth[at], b.rank, b.score[at], lanes)
            first += size
            word += n.players
        end_games(n, b, s, lanes)


@compiled
def deal(n: Numbers, raw: Array, begin: int, b: Block, s: Sums, lanes: int) -> int:
    """All that is drawn before the first round; says how many words that took."""
    deal_seats(raw[0][begin : begin + lanes], n.seatings, b.seats, b.turn)
    word = draw(raw, 1, begin, n.starts, b.drawn, lanes)
    pick(b.drawn, n.starts, 0, b.began, s.none, lanes)
    word = draw(raw, word, begin, n.classes, b.of_class, lanes)
    word = draw(raw, word, begin, n.deck, b.drawn, lanes)
    pick(b.drawn, n.deck, n.removes, b.cards, s.spare, lanes)
    if n.events:
        word = draw(raw, word, begin, n.pile, b.drawn, lanes)
        pick(b.drawn, n.pile, 0, b.events, s.none, lanes)
    set_out(b, s, lanes)
    b.score[:], b.took[:], b.paid[:] = 0, 0, 0
    return word


@compiled
def run_by_event(n: Numbers, b: Block, s: Sums, number: int, first: int, lanes: int) -> None:
    """A round of an event, which counts as one more card, at which one may lose the way."""
    size, events = n.sizes[number], b.events[number]
    cards, last = b.cards[first : first + size], b.followed[size]
    for lane in range(lanes):
        s.events[events[lane]] += 1
        last[lane] = events[lane] + np.uint16(n.hard.size)
    forget(n.words, cards, b.seats, b.here, b.laid, lanes)
    for step in range(size):
        card, row, drift = b.followed[step], b.rows[2 * step], b.rows[2 * step + 1]
        for lane in range(lanes):
            card[lane] = cards[n.orders[number, events[lane], step], lane]
            row[lane] = n.words[b.seats[lane], card[lane]]
            drift[lane] = n.words[b.seats[lane], n.drifts[number, events[lane], step]]
    follow(b.rows[: 2 * size], b.here, b.been, lanes)


@compiled
def deal_seats(table: Array, seatings: int, seats: Array, turn: Array) -> None:
    """Seating and turns."""
    for lane in range(table.size):
        seats[lane] = (np.uint64(table[lane] >> np.uint32(8)) * np.uint64(seatings)) >> np.uint64(24)
    players = np.int32(turn.shape[0])
    for pirate in range(turn.shape[0]):
        mine = turn[pirate]
        for lane in range(table.size):
            at = np.int32(np.int32(pirate) - np.int32(np.int32(table[lane] & np.uint32(255)) * players >> 8))
            mine[lane] = at + (players if at < 0 else np.int32(0))


@compiled
def draw(raw: Array, word: int, begin: int, picks: Any, made: Array, lanes: int) -> int:
    """One number below each limit after another, see `kernel.numbers`; says which word is next."""
    limits, fresh, _ = picks
    rest = np.empty(BLOCK, np.uint64)
    for step in range(limits.size):
        if fresh[step]:
            bits = raw[word][begin : begin + lanes]
            for lane in range(lanes):
                rest[lane] = bits[lane]
            word += 1
        mine, limit = made[step], limits[step] & LOW
        for lane in range(lanes):
            rest[lane] = (rest[lane] & LOW) * limit
            mine[lane] = rest[lane] >> np.uint64(32)
    return word


@compiled
def pick(drawn: Array, picks: Any, removes: int, made: Array, spare: Array, lanes: int) -> None:
    """One thing after another, none twice, see `kernel.pick`; what is left is counted."""
    limits, _, values = picks
    size, steps = np.uint32(values.size), limits.size
    left = np.empty((lanes, values.size), values.dtype)
    left[:] = values
    flat = left.reshape(-1)
    for step in range(removes):
        for lane in range(lanes):
            first = np.uint32(lane) * size + np.uint32(step)
            place = first + drawn[step, lane]
            spare[flat[place]] += 1
            flat[place] = flat[first]
    for step in range(removes, steps):
        places, found = drawn[step], made[step - removes]
        for lane in range(lanes):
            first = np.uint32(lane) * size + np.uint32(step)
            place = first + places[lane]
            found[lane] = flat[place]
            flat[place] = flat[first]
    for lane in range(lanes):
        for step in range(steps, values.size):
            spare[left[lane, step]] += 1


@compiled
def set_out(b: Block, s: Sums, lanes: int) -> None:
    """Everybody begins, and is counted; a place is four times a ship."""
    for pirate in range(b.began.shape[0]):
        ships, classes = b.began[pirate], b.of_class[pirate]
        here, quick, care = b.here[pirate], b.quick[pirate], b.care[pirate]
        for lane in range(lanes):
            fast = np.uint32(classes[lane]) * np.uint32(205) >> np.uint32(10)  # a fifth
            quick[lane] = fast + np.uint32(QUICK)
            care[lane] = (np.uint32(classes[lane]) - fast * np.uint32(CARES)) << np.uint32(SKILL_BITS)
        for lane in range(lanes):
            here[lane] = np.uint32(ships[lane]) << np.uint32(2)
        for lane in range(lanes):
            s.played[np.uint32(ships[lane]) * np.uint32(CLASSES) + classes[lane]] += 1


@compiled
def lay(words: Array, things: Array, seats: Array, rows: Array, lanes: int) -> None:
    """The rows of cards or drifts."""
    for step in range(things.shape[0]):
        mine, row = things[step], rows[step]
        if words.shape[0] == 1:
            for lane in range(lanes):
                row[lane] = words[0, mine[lane]]
        else:
            for lane in range(lanes):
                row[lane] = words[seats[lane], mine[lane]]


@compiled
def follow(rows: Array, here: Array, been: Array, lanes: int) -> None:
    """Where everybody ends; and for each move a bit, whether a slip there would lead elsewhere."""
    been[:] = 0
    for at in range(rows.shape[0]):
        row, bit = rows[at], np.uint32(at)
        for pirate in range(here.shape[0]):
            place, bits = here[pirate], been[pirate]
            for lane in range(lanes):
                found = np.uint32(row[lane] >> np.uint32(place[lane] & np.uint32(31)))
                bits[lane] |= np.uint32(np.uint32(found >> np.uint32(3) & SLIPPED) << bit)
                place[lane] = np.uint32(found & SHIP) << np.uint32(2)


@compiled
def forget(words: Array, cards: Array, seats: Array, here: Array, laid: Array, lanes: int) -> None:
    """Where everybody would end by the cards as they lie, without the event."""
    laid[:] = here
    for step in range(cards.shape[0]):
        for pirate in range(here.shape[0]):
            for lane in range(lanes):
                row = words[seats[lane], cards[step, lane]]
                laid[pirate, lane] = ((row >> laid[pirate, lane]) & SHIP) << np.uint32(2)


@compiled
def find_places(raw: Array, begin: int, skill: Array, care: Array, place: Array, lanes: int) -> None:
    """At which card everybody goes wrong, or for how many half cards that waits."""
    for pirate in range(place.shape[0]):
        bits, mine, waits = raw[pirate][begin : begin + lanes], care[pirate], place[pirate]
        for lane in range(lanes):
            waits[lane] = skill[mine[lane] | ((bits[lane] >> SKILL_AT) & SKILLS)]


@compiled
def pass_hard(hard: Array, followed: Array, gone: Array, place: Array, lanes: int) -> None:
    """At which card everybody goes wrong, where some of the cards are hard; and how many those are."""
    size, many = followed.shape[0], gone[0]
    many[:] = 0
    for step in range(size):
        for lane in range(lanes):
            many[lane] += hard[followed[step, lane]]
            gone[step + 1, lane] = np.uint8(2 * step + 2) + many[lane]
    gone[size + 1] = gone[size] + np.uint8(2)
    for pirate in range(place.shape[0]):
        for lane in range(lanes):
            waits, passed = place[pirate, lane], 0
            for step in range(1, size + 2):
                passed += gone[step, lane] <= waits
            place[pirate, lane] = passed


@compiled
def find_lost(been: Array, place: Array, size: int, moves: int, lost: Array, lanes: int) -> None:
    """Who is lost by a slip."""
    most = np.uint32(size)
    for pirate in range(been.shape[0]):
        bits, mine, slips = been[pirate], place[pirate], lost[pirate]
        for lane in range(lanes):
            at = np.uint32(min(np.uint32(mine[lane]), most) * np.uint32(moves))
            slips[lane] = np.uint8(np.uint32(bits[lane] >> at) & SLIPPED)


@compiled
def find_forgot(laid: Array, here: Array, place: Array, size: int, lost: Array, lanes: int) -> None:
    """Who is lost by forgetting the event."""
    for pirate in range(here.shape[0]):
        for lane in range(lanes):
            lost[pirate, lane] |= (place[pirate, lane] == size) & (laid[pirate, lane] != here[pirate, lane])


@compiled
def find_times(n: Numbers, b: Block, number: int, raw: Array, begin: int, lanes: int) -> None:
    """When everybody would sit down, see `kernel.times`."""
    many, events = b.gone[0], b.events[number if n.events else 0]
    second, sway, legs = b.second, b.sway, b.legs
    for lane in range(lanes):
        hard = many[lane] if n.expert else np.uint8(0)
        second[lane], sway[lane] = n.pace[number, hard, 0], n.pace[number, hard, 1]
        legs[lane] = n.legs[number, events[lane] if n.events else np.uint16(0)]
    scale = np.int32(1 << n.turn_bits)
    for pirate in range(b.key.shape[0]):
        bits, key = raw[pirate][begin : begin + lanes], b.key[pirate]
        quick, turn = b.quick[pirate], b.turn[pirate]
        for lane in range(lanes):
            key[lane] = n.noise[bits[lane] >> NOISE_AT]
        for lane in range(lanes):
            key[lane] = (np.int32(key[lane] * sway[lane]) >> np.int32(NOISE_SHIFT)) + second[lane]
        for lane in range(lanes):
            key[lane] = np.int32(key[lane] * quick[lane]) + legs[lane]
        for lane in range(lanes):
            fine = np.int32((bits[lane] >> FINE_AT) & FINES)
            key[lane] = np.int32(np.int32(key[lane] << np.int32(FINE_BITS)) | fine) * scale | turn[lane]


@compiled
def wait_for_last(n: Numbers, b: Block, sums: Array, lanes: int) -> None:
    """When a round is over, and who is too late for that (G5)."""
    key, last, before, took = b.key, b.last, b.before, b.took
    last[:], before[:] = key[0], 0
    for pirate in range(1, key.shape[0]):
        mine = key[pirate]
        for lane in range(lanes):
            less = last[lane] if last[lane] < mine[lane] else mine[lane]
            before[lane] = less if before[lane] < less else before[lane]
            last[lane] = mine[lane] if last[lane] < mine[lane] else last[lane]
    countdown = np.int32(COUNTDOWN << n.turn_bits) if key.shape[0] > 1 else NOBODY
    late, bits = np.int32(0), np.int32(n.turn_bits + FINE_BITS)
    for lane in range(lanes):
        end = np.int32(before[lane] + countdown)
        lag = last[lane] > end
        late += np.int32(lag)
        took[lane] += np.int32((end if lag else last[lane]) >> bits)
        last[lane] = last[lane] if lag else np.int32(-1)
    sums[1] += late
    for pirate in range(key.shape[0]):
        mine = key[pirate]
        for lane in range(lanes):
            mine[lane] = NOBODY if mine[lane] == last[lane] else mine[lane]


@compiled
def judge(n: Numbers, b: Block, sums: Array, lanes: int) -> None:
    """Who is right, how many are, and when the first of them sits down; who is too late is not lost, too."""
    win, many, paid = b.last, b.before, b.paid
    win[:], many[:] = NOBODY, 0
    for pirate in range(n.players):
        mine, sits, slips = b.key[pirate], b.right[pirate], b.lost[pirate]
        for lane in range(lanes):
            sits[lane] = NOBODY if slips[lane] != 0 else mine[lane]
        for lane in range(lanes):
            slips[lane] = np.uint8(0) if mine[lane] == NOBODY else slips[lane]
        for lane in range(lanes):
            win[lane] = sits[lane] if sits[lane] < win[lane] else win[lane]
            many[lane] += np.int32(sits[lane] != NOBODY)
    found, nobody, top = np.int32(0), np.int32(0), np.int32(n.paid)
    for lane in range(lanes):
        found += many[lane]
        nobody += np.int32(many[lane] == 0)
        paid[lane] += many[lane] if many[lane] < top else top
    sums[0] += found
    sums[2] += nobody


@compiled
def count_lost(b: Block, s: Sums, lanes: int) -> None:
    """Where who goes wrong, and which of these places cost the first coin."""
    many, win, costly, entries = np.uint32(0), b.last, b.costly, b.entries
    for pirate in range(b.key.shape[0]):
        slips = b.lost[pirate]
        for lane in range(lanes):
            entries[many] = pirate * BLOCK + lane
            many += np.uint32(slips[lane])
    costly[:] = 0
    for entry in range(many):
        pirate, lane = entries[entry] >> LANE_BITS, entries[entry] & LAST_LANE
        at = np.uint32(b.place[pirate, lane])
        costs = np.uint32(b.key[pirate, lane] < win[lane]) & ~np.uint32(costly[lane] >> at) & SLIPPED
        costly[lane] |= np.uint32(costs << at)
        card = b.followed[at, lane]
        s.wrong[card] += 1
        s.decides[card] += np.int64(costs)


@compiled
def place_right(right: Array, rank: Array, lanes: int) -> None:
    """The place of each pirate among those who are right; beyond the last for all others."""
    for pirate in range(right.shape[0]):
        mine, place = right[pirate], rank[pirate]
        for lane in range(lanes):
            place[lane] = np.int32(MAX_SHIPS) if mine[lane] == NOBODY else np.int32(0)
        for other in range(pirate):
            theirs, before = right[other], rank[other]
            for lane in range(lanes):
                sooner = np.int32(theirs[lane] < mine[lane])
                place[lane] += sooner
                before[lane] += np.int32(1) - sooner


@compiled
def earn(worth: Array, rank: Array, score: Array, lanes: int) -> None:
    """What everybody gets in a round."""
    for pirate in range(rank.shape[0]):
        for lane in range(lanes):
            score[pirate, lane] += worth[np.uint32(rank[pirate, lane])]


@compiled
def end_games(n: Numbers, b: Block, s: Sums, lanes: int) -> None:
    """Count how the games of a block end."""
    players, words = n.players, b.score.shape[0]
    most = np.empty(BLOCK, b.score.dtype)
    for word in range(words):
        score = b.score[word]
        most[:] = score[0]
        for pirate in range(1, players):
            for lane in range(lanes):
                mine = score[pirate, lane]
                most[lane] = mine if most[lane] < mine else most[lane]
        if word == 0:
            for lane in range(lanes):
                b.best[lane] = np.uint64(most[lane]) // np.uint64(n.unit)
        if word + 1 < words:  # who is not among the first is out of the next word, too
            for pirate in range(players):
                for lane in range(lanes):
                    if score[pirate, lane] != most[lane]:
                        b.score[word + 1, pirate, lane] = -1
    b.last[:], b.before[:] = 0, 0
    for pirate in range(players):
        score = b.score[words - 1, pirate]
        for lane in range(lanes):
            b.last[lane] += np.int32(score[lane] == most[lane])
        for lane in range(lanes):
            b.before[lane] += np.int32(score[lane] == most[lane]) * np.int32(pirate)
    best = best_2 = paid = paid_2 = took = took_2 = 0
    for lane in range(lanes):
        best += b.best[lane]
        best_2 += b.best[lane] * b.best[lane]
        paid += b.paid[lane]
        paid_2 += b.paid[lane] * b.paid[lane]
    for lane in range(lanes):
        time = np.int64(np.uint32(b.took[lane]) // np.uint32(10))
        took += time
        took_2 += time * time
    for lane in range(lanes):
        if b.last[lane] == 1:
            winner = np.uint32(b.before[lane])
            s.seat[winner] += 1
            s.captains[np.uint32(b.began[winner, lane]) * np.uint32(CLASSES) + b.of_class[winner, lane]] += 1
    s.ends[0] += best
    s.ends[1] += best_2
    s.ends[2] += paid
    s.ends[3] += paid_2
    s.ends[4] += took
    s.ends[5] += took_2
