"""Count: sizes in, the number of pair-balanced colour sets out (S2, S3), without listing one of them.

The ships are columns to be filled colour by colour: at each element a colour goes to two columns, never twice to
the same column (S2, S3). All that matters for what follows is how many columns have which elements filled, so
columns are kept as counts by what is filled. Two equal ships are counted out by inclusion and exclusion: the same is
counted with 0, 1, 2... pairs of columns glued together (three cannot be equal, a nest's colour being on two only).
Half of the colours is enough: what is filled by the others is what these leave open.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import comb, factorial, prod
from operator import itemgetter

from santy_print.games.santy_anno.solver.problem import Sizes, TooLarge, Watch

Layer = dict[bytes, int]
"""For each state the ways to come to it. A state has a byte for each kind of column: how many columns there are.

A kind is a number: a bit for each element that is filled, and `glued` for pairs of columns.
"""


MAX_ELEMENTS = 8
"""Columns are of 2 to the power of the elements' number kinds."""
MAX_ORDERED = 6
"""With more elements their orders are too many to be tried."""


def count_balanced(sizes: Sizes, watch: Watch | None = None) -> int:
    """How many sets of distinct ships satisfy S2 and S3."""
    colours, elements = sizes
    if elements > colours:
        return 0
    if elements == colours:  # the colour that is left over is on two ships, too
        elements -= 1
    if elements > MAX_ELEMENTS:
        raise TooLarge
    if elements == 0:
        return 0  # the two ships of one colour would look alike
    ships, total = sizes.ships, 0
    for pairs in range(colours + 1):
        gluings = factorial(ships) // (2**pairs * factorial(pairs) * factorial(ships - 2 * pairs))
        filled = _Filling(Sizes(colours, elements), watch or Watch()).ways(pairs)
        total += (-1) ** pairs * gluings * filled
    return total // factorial(ships)


class _Filling:
    """The ways to fill columns that have names, some of them glued in pairs."""

    def __init__(self, sizes: Sizes, watch: Watch) -> None:
        self.sizes, self.watch = sizes, watch
        self.glued = 1 << sizes.elements
        self.kinds = 2 * self.glued
        elements = range(sizes.elements)
        orders = permutations(elements) if sizes.elements <= MAX_ORDERED else [tuple(elements)]
        self.orders = [itemgetter(*self._order(order)) for order in orders]

    def _order(self, order: tuple[int, ...]) -> list[int]:
        """Which kind of column becomes which in another order of the elements."""
        bits = range(self.sizes.elements)
        filled = [sum(1 << order[bit] for bit in bits if kind >> bit & 1) for kind in range(self.glued)]
        return filled + [kind + self.glued for kind in filled]

    def ways(self, pairs: int) -> int:
        """How many ways there are with so many glued pairs."""
        colours = self.sizes.colours
        start = bytearray(self.kinds)
        start[0], start[self.glued] = self.sizes.ships - 2 * pairs, pairs
        layers: list[Layer] = [{bytes(start): 1}]
        for done in range(1, colours - colours // 2 + 1):
            layers.append(self._next(layers[-1], colours - done))
        one, other = layers[colours // 2], layers[-1]
        whole, total = factorial(start[0]) * factorial(pairs), 0
        for state, ways in one.items():
            rest = state[: self.glued][::-1] + state[self.glued :][::-1]  # filled becomes open
            images = self._images(rest)
            found = other.get(min(images))
            if found:  # `found` stands for all images, and for all ways to name the columns
                total += ways * found * prod(map(factorial, state)) // (whole * len(images))
        return total

    def _images(self, state: bytes) -> set[bytes]:
        """The states that differ from this one by the elements' order."""
        return {bytes(order(state)) for order in self.orders}

    def _next(self, layer: Layer, left: int) -> Layer:
        """Fill in one more colour at every element; states that differ by the elements' order become one.

        A number holds the bytes of a state whose columns may still take this colour, and above them those of
        the columns that have.
        """
        elements, kinds = self.sizes.elements, self.kinds
        work = {int.from_bytes(state, "little"): ways for state, ways in layer.items()}
        for element in range(elements):
            steps = self._steps(1 << element)
            after: dict[int, int] = defaultdict(int)
            for state, ways in work.items():
                self.watch.check()
                _fill(state, ways, steps, after)
            work = after
        out: Layer = defaultdict(int)
        known: dict[int, bytes] = {}
        low = (1 << 8 * kinds) - 1
        full = [kind for kind in range(kinds) if elements - (kind % self.glued).bit_count() > left]
        for state, ways in work.items():
            merged = (state & low) + (state >> 8 * kinds)
            if merged not in known:
                columns = merged.to_bytes(kinds, "little")
                hopeless = any(columns[kind] for kind in full)  # more open places than colours for them
                known[merged] = b"" if hopeless else min(self._images(columns))
            out[known[merged]] += ways
        out.pop(b"", None)
        return out

    def _steps(self, bit: int) -> list[tuple[int, int, bool]]:
        """For each kind of column in which an element is open: its place, what filling it adds, whether a pair."""
        above = 8 * self.kinds
        return [
            (8 * kind, (1 << (above + 8 * (kind | bit))) - (1 << (8 * kind)), kind >= self.glued)
            for kind in range(self.kinds)
            if not kind & bit
        ]


def _fill(state: int, ways: int, steps: list[tuple[int, int, bool]], after: dict[int, int]) -> None:
    """Give a colour, at one element, to a glued pair or to two single columns, in every way."""
    singles: list[tuple[int, int]] = []
    for place, step, pair in steps:
        count = state >> place & 255
        if not count:
            continue
        if pair:
            after[state + step] += ways * count
            continue
        if count > 1:
            after[state + 2 * step] += ways * comb(count, 2)
        for other, times in singles:
            after[state + step + other] += ways * count * times
        singles.append((step, count))
