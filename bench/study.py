"""Studies: whole games of eight pirates and 35 cards, from dealing to naming the captain, on one core.

A game of the kernel is all of that: the deal of ships and cards, who is how quick and careful, five rounds in which
every pirate follows every card, slips, runs, sits and is paid, the captain, and all counts of `santy study`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from santy_print.games.santy_anno.study.kernel import Lookup, count, play, shake
from santy_print.games.santy_anno.study.tables import Tables
from santy_print.pack import load_pack
from santy_print.play import Playing, playout_many
from santy_print.study import Studying, Task, run_study
from santy_print.study.pools import LocalPool

Measured = tuple[str, float, str, float | None, str]
Least = Callable[..., list[float]]
GAMES, PLAIN = 16_400, 100
MANY = 3_280_000
"""Enough that beginning a process is no matter."""


def measured(least: Least) -> Iterator[Measured]:
    """The kernel against the engine, against what it cannot do without, and by itself; two processes against one."""
    pack = load_pack("santy_anno")
    lookup = Lookup.of(Tables(pack.compiled, 8, False, False))
    kernel, bare, plain = least(
        5,
        lambda: count(lookup, 1, 0, GAMES, play),
        bare_of(lookup),
        lambda: playout_many(pack, PLAIN, Playing(8, {"level": "basic"})),
    )
    kernel, bare, plain = kernel / GAMES, bare / GAMES, plain / PLAIN
    note = f"{1 / kernel:,.0f} games a second against {1 / plain:,.0f}"
    yield "study: 100 games of the kernel, against one of the engine", 100 * kernel / plain, "x", 1.0, note
    note = f"{kernel * 1e6:.2f} µs against {bare * 1e6:.2f} µs"
    yield "study: the kernel, against its bare random bits and gathers", kernel / bare, "x", 3.0, note
    yield "study: a game, by numpy", kernel * 1e6, "µs", 1.67, f"{1 / kernel / 1e6:.2f} million a second"
    yield from compiled(lookup, least)
    one, two = (spent_by(pack, workers) for workers in (1, 2))
    note = f"{2 * one / two:.2f} times as fast, where two cores are free"
    yield "study: processor time of two processes, against one", two / one, "x", 2 / 1.7, note


def compiled(lookup: Lookup, least: Least) -> Iterator[Measured]:
    """The same, compiled, where numba is there."""
    try:
        from santy_print.games.santy_anno.study import fast
    except ImportError:
        return
    count(lookup, 1, 0, 1, fast.play)
    (spent,) = least(5, lambda: count(lookup, 1, 0, GAMES, fast.play))
    game = spent / GAMES
    yield "study: a game, by numba", game * 1e6, "µs", 0.33, f"{1 / game / 1e6:.2f} million a second"


def bare_of(lookup: Lookup) -> Callable[[], None]:
    """What a game is made of: the random bits; 35 times a card out of the deck, another in its place, and where it
    leads each of eight pirates, looked up; for each pirate in each round three things looked up, of time, slip, coin.

    The kernel itself looks up where cards lead only where a row is no word: with words it shifts, which is cheaper.
    """
    lanes, cards = GAMES // 2, sum(lookup.tables.sizes)
    random: Any = np.random.default_rng(1)
    place = random.integers(0, len(lookup.card_of) * lanes, lanes)
    move = random.integers(0, 8, len(lookup.card_of) * 8).astype(np.uint8)
    ships = random.integers(0, len(move), (8, lanes))
    rows = random.integers(0, 255, (8, lanes)).astype(np.uint8)
    left = np.zeros(len(lookup.card_of) * lanes, np.uint8)
    at = np.empty((8, lanes), np.int64)
    picked, gone = np.empty(lanes, np.uint8), np.empty((8, lanes), np.uint8)
    bits = np.random.SFC64(1)

    def once() -> None:
        for _ in range(2):
            shake(lookup, bits, lanes)
            for _ in range(cards):
                np.take(left, place, out=picked, mode="clip")
                left[place] = picked
                np.add(ships, rows, out=at)
                np.take(move, ships, out=gone, mode="clip")
            for _ in range(len(lookup.tables.sizes)):
                lookup.noise.take(ships)
                lookup.skill.take(ships)
                lookup.noise.take(ships)

    return once


def spent_by(pack: Any, workers: int) -> float:
    """The least processor time that a study takes, of all processes that work at it."""
    spent = []
    for _ in range(2):
        task, before = Task.of(pack, Studying(MANY)), os.times()
        run_study(task, lambda: LocalPool(workers))
        spent.append(sum(os.times()[:4]) - sum(before[:4]))
    return min(spent)
