"""Passages: how far it is on a board from port to port and to the shores, in steps; the way that is shortest.

A step is a cell sailed or a heading changed at sea; out of a port an arrow is taken without turning (T2, T3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from santy_print.games.sandokan.board import HEADINGS, NOWHERE, Board

Course = tuple[int, int]
"""A cell and the heading of the ship that lies there."""


@dataclass(frozen=True)
class Voyage:
    """A way out of a port, step by step, and the movement cards that make it exactly; no step where there is none."""

    port: int = 0
    courses: tuple[Course, ...] = ()
    cards: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells on the way, each once."""
        return tuple(dict.fromkeys(cell for cell, _ in self.courses))


def voyage(board: Board, values: Sequence[int]) -> Voyage:
    """The example of a way to Treasure Island: the shortest from the first port that has to turn, else from the first.

    Only a way that movement cards of these values make exactly is one.
    """
    found = []
    for port in range(len(board.ports)):
        way = passage(board, port, board.shores["treasure"])
        cards = sums(values, len(way), len(way)) if way else []
        if way and cards:
            found.append(Voyage(port, way, cards[0]))
    turned = [one for one in found if len(one.cells) < len(one.courses)]
    return next(iter(turned or found), Voyage())


def passage(board: Board, port: int, goals: Sequence[int]) -> tuple[Course, ...] | None:
    """The shortest way on an empty board out of a port to one of some cells, step by step; None where there is none."""
    before: dict[Course, Course | None] = {}
    edge: deque[Course] = deque()
    for heading in board.exits[port]:
        if (cell := board.ways[port][heading]) != NOWHERE and (cell, heading) not in before:
            before[cell, heading] = None
            edge.append((cell, heading))
    while edge:
        course = edge.popleft()
        cell, heading = course
        if cell in goals:
            way: list[Course] = []
            at: Course | None = course
            while at is not None:
                way.append(at)
                at = before[at]
            return tuple(reversed(way))
        if cell < len(board.ports):
            continue  # a ship that enters a port stays there for this turn
        ahead = board.ways[cell][heading]
        nexts = [(ahead, heading)] if ahead != NOWHERE else []
        nexts += [(cell, other) for other in range(len(HEADINGS)) if board.ways[cell][other] != NOWHERE]
        for to in nexts:
            if to not in before:
                before[to] = course
                edge.append(to)
    return None


def sums(worth: Sequence[int], goal: int, most: int) -> list[tuple[int, ...]]:
    """Every choice of at most so many of some values that makes exactly a sum, the fewest first."""
    values = sorted(set(worth), reverse=True)
    return [
        chosen
        for count in range(1, most + 1)
        for chosen in combinations_with_replacement(values, count)
        if sum(chosen) == goal
    ]


def equals(worth: Sequence[int], hold: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Values that may be exchanged for one another, at most so many on each side, which have none in common."""
    values = sorted(set(worth), reverse=True)
    sides = [c for count in range(1, hold + 1) for c in combinations_with_replacement(values, count)]
    return [
        (one, other)
        for n, one in enumerate(sides)
        for other in sides[n + 1 :]
        if sum(one) == sum(other) and not set(one) & set(other)
    ]
