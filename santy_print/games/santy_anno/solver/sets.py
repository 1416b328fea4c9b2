"""Sets: sizes in, every colour set out, in rising order, each once whatever the ships are called.

Pair-balanced sets (S2, S3) are grown ship by ship. Sets with the double property (S8) have a structure that spares
the search: for any two elements, draw a line between two colours where a ship has the one here and the other
there. S8 says that each line is there in both directions, S3 that each colour has two of them: the lines form
rings of three colours or more. So the first two elements are rings, whose 2c directed lines are the ships; each
further element is a column of colours that forms rings with both of these, and columns go together in pairs. How
the colours are called does not matter for that: rings of the same lengths are searched once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import factorial, perm, prod

from santy_print.games.santy_anno.solver.problem import Look, ShipSet, Sizes, TooLarge, Watch

Column = tuple[int, ...]
Rings = tuple[tuple[int, ...], ...]
"""Colours in rings; each ring begins with its smallest."""

MAX_LOOKS = 500_000
"""So many different ships at most are chosen from."""
REMEMBERED = 1_000_000
"""So many dead ends are remembered."""


def balanced_sets(sizes: Sizes, watch: Watch) -> Iterator[ShipSet]:
    """Every set of distinct ships with S2 and S3.

    A number tells how often each element has had each colour, two bits for each: three is too often. Numbers
    from which no set came are remembered.
    """
    if perm(sizes.colours, sizes.elements) > MAX_LOOKS:
        raise TooLarge
    looks = [[(look, _tally(look, sizes)) for look in _looks(first, sizes)] for first in range(sizes.colours)]
    ones = sum(1 << 2 * place for place in range(sizes.colours * sizes.elements))
    chosen: list[Look] = []
    dead: set[int] = set()

    def grow(row: int, used: int, after: int) -> Iterator[ShipSet]:
        watch.check()
        if row == sizes.ships:
            yield tuple(chosen)
            return
        if row % 2 == 0 and used in dead:
            return
        hope = False
        options = looks[row // 2]
        for at in range(after, len(options)):
            look, tally = options[at]
            now = used + tally
            if now & (now >> 1) & ones:
                continue
            chosen.append(look)
            for ships in grow(row + 1, now, 0 if row % 2 else at + 1):
                hope = True
                yield ships
            chosen.pop()
        if not hope and row % 2 == 0 and len(dead) < REMEMBERED:
            dead.add(used)

    return grow(0, 0, 0)


def _tally(look: Iterable[int], sizes: Sizes) -> int:
    """What a ship adds to the number that tells how often each colour was there."""
    return sum(1 << 2 * (element * sizes.colours + colour) for element, colour in enumerate(look))


def _looks(first: int, sizes: Sizes) -> Iterator[Look]:
    """The ships that have this colour at their first element (S2)."""
    rest = [colour for colour in range(sizes.colours) if colour != first]
    return ((first, *others) for others in permutations(rest, sizes.elements - 1))


def double_sets(sizes: Sizes, watch: Watch) -> list[ShipSet]:
    """Every set with S2, S3 and S8."""
    found: list[ShipSet] = []
    by_lengths: dict[tuple[int, ...], list[ShipSet]] = {}
    for rings in _rings(sizes.colours):
        watch.check()
        lengths = tuple(map(len, rings))
        if lengths not in by_lengths:
            by_lengths[lengths] = list(_sets_on(lengths, sizes, watch))
        names = [colour for ring in rings for colour in ring]
        found += [renamed(ships, names) for ships in by_lengths[lengths]]
    return sorted(found)


def count_double(sizes: Sizes, watch: Watch) -> int:
    """How many sets there are with S2, S3 and S8."""
    total = 0
    for lengths in _lengths(sizes.colours, 3):
        alike = prod(2 * length for length in lengths) * prod(map(factorial, Counter(lengths).values()))
        total += sum(1 for _ in _sets_on(lengths, sizes, watch)) * (factorial(sizes.colours) // alike)
    return total


def renamed(ships: ShipSet, names: list[int]) -> ShipSet:
    """The same ships with the colours called otherwise."""
    return tuple(sorted(tuple([names[colour] for colour in look]) for look in ships))


def _lengths(colours: int, least: int) -> Iterator[tuple[int, ...]]:
    """The ways to part the colours into rings, short ones first."""
    if colours >= least:
        yield (colours,)
    for length in range(least, colours // 2 + 1):
        yield from ((length, *rest) for rest in _lengths(colours - length, length))


def _rings(colours: int) -> Iterator[Rings]:
    """Every way to lay all colours into rings of three or more, shorter rings first."""

    def lay(left: tuple[int, ...]) -> Iterator[Rings]:
        if not left:
            yield ()
        for size in range(2, len(left)):
            for others in permutations(left[1:], size):
                if others[0] < others[-1]:
                    rest = tuple([colour for colour in left[1:] if colour not in others])
                    yield from (((left[0], *others), *more) for more in lay(rest))

    return (tuple(sorted(rings, key=lambda ring: (len(ring), ring))) for rings in lay(tuple(range(colours))))


def _sets_on(lengths: tuple[int, ...], sizes: Sizes, watch: Watch) -> Iterator[ShipSet]:
    """The sets whose first two elements form rings of these lengths, the colours in turn around them."""
    ships: list[tuple[int, int]] = []
    first = 0
    for length in lengths:
        for at in range(length):
            ships += [(first + at, first + (at + step) % length) for step in (1, -1)]
        first += length
    nest, sails = zip(*ships, strict=True)
    columns = list(_columns(sizes.colours, (nest, sails), watch)) if sizes.elements > 2 else []
    friends: list[set[int]] = [set() for _ in columns]
    for one, two in combinations(range(len(columns)), 2):
        watch.check()
        if _in_rings(columns[one], columns[two]):
            friends[one].add(two)
            friends[two].add(one)

    def join(chosen: tuple[Column, ...], left: set[int]) -> Iterator[ShipSet]:
        watch.check()
        if len(chosen) == sizes.elements:
            yield tuple(sorted(zip(*chosen, strict=True)))
            return
        for at in sorted(left):
            yield from join((*chosen, columns[at]), left & friends[at])

    return join((nest, sails), set(range(len(columns))))


def _in_rings(one: Column, two: Column) -> bool:
    """Whether two elements have S8 together, each of them being balanced (S3)."""
    lines = set(zip(one, two, strict=True))
    return len(lines) == len(one) and all(a != b and (b, a) in lines for a, b in lines)


def _columns(colours: int, others: tuple[Column, ...], watch: Watch) -> Iterator[Column]:
    """Every column that forms rings with each of the others: no colour with more than two neighbours."""
    near: list[list[set[int]]] = [[set() for _ in range(colours)] for _ in others]
    lines: list[set[tuple[int, int]]] = [set() for _ in others]
    used = [0] * colours
    column: list[int] = []

    def fits(colour: int) -> bool:
        at = len(column)
        for other, sets, drawn in zip(others, near, lines, strict=True):
            own = other[at]
            if own == colour or (own, colour) in drawn:
                return False
            if colour not in sets[own] and (len(sets[own]) > 1 or len(sets[colour]) > 1):
                return False
        return True

    def grow() -> Iterator[Column]:
        watch.check()
        at = len(column)
        if at == len(others[0]):
            yield tuple(column)
            return
        for colour in range(colours):
            if used[colour] > 1 or not fits(colour):
                continue
            new = []
            for other, sets, drawn in zip(others, near, lines, strict=True):
                own = other[at]
                drawn.add((own, colour))
                if colour not in sets[own]:
                    new.append((sets, own))
                    sets[own].add(colour)
                    sets[colour].add(own)
            used[colour] += 1
            column.append(colour)
            yield from grow()
            column.pop()
            used[colour] -= 1
            for sets, own in new:
                sets[own].discard(colour)
                sets[colour].discard(own)
            for other, drawn in zip(others, lines, strict=True):
                drawn.discard((other[at], colour))

    return grow()


# Classes: sets that differ only in what the colours and elements are called.


def standing(ships: ShipSet, watch: Watch) -> tuple[ShipSet, int]:
    """The first of all sets that a set becomes by renaming colours and elements, and how many these are.

    The first set begins with the ship 0, 1, 2...: only renamings that make one of the ships this one are tried.
    """
    elements = len(ships[0])
    colours = 1 + max(max(look) for look in ships)
    best: ShipSet | None = None
    symmetries = 0
    for order in permutations(range(elements)):
        watch.check()
        turned = [tuple([look[element] for element in order]) for look in ships]
        for look in turned:
            spare = [colour for colour in range(colours) if colour not in look]
            for rest in permutations(range(elements, colours)):
                names = [0] * colours
                for name, colour in enumerate(look):
                    names[colour] = name
                for name, colour in zip(rest, spare, strict=True):
                    names[colour] = name
                image = tuple(sorted([tuple([names[colour] for colour in row]) for row in turned]))
                if best is None or image < best:
                    best, symmetries = image, 0
                symmetries += image == best
    assert best is not None
    return best, factorial(elements) * factorial(colours) // symmetries


def classes(sizes: Sizes, double: bool, watch: Watch) -> Iterator[tuple[ShipSet, int]]:
    """The first set of each class, and how many sets the class has."""
    if double:
        found: dict[ShipSet, int] = {}
        for lengths in _lengths(sizes.colours, 3):
            for ships in _sets_on(lengths, sizes, watch):
                first, size = standing(ships, watch)
                found.setdefault(first, size)
        yield from sorted(found.items())
        return
    start = tuple(range(sizes.elements))
    for ships in balanced_sets(sizes, watch):
        if ships[0] != start:
            return
        first, size = standing(ships, watch)
        if first == ships:
            yield ships, size
