"""Problem: sizes, grids of colours and what is asked of them, in plain numbers; names and files stay outside.

An engine finds grids: `PlainEngine` by trying, slowly and simply, `AspEngine` with clingo. Both answer alike,
down to the order, so that one can be held against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import NamedTuple, Protocol

Look = tuple[int, ...]
"""The colours of one ship, by element."""
ShipSet = tuple[Look, ...]
"""Ships without names, in rising order."""
Grid = tuple[Look, ...]
"""The colours of named ships, in the order of the file."""
Cell = tuple[int, int]
"""A ship and an element."""


MAX_DISTINGUISHED = 300_000
"""So much work at most goes into keeping ships from looking alike; larger sets are as they come."""


class Sizes(NamedTuple):
    """How large a set is: `colours` colours, `elements` elements, and two ships for each colour (S1, S3)."""

    colours: int
    elements: int

    @property
    def ships(self) -> int:
        """Each colour is on two ships at each element."""
        return 2 * self.colours


class TimeUp(Exception):
    """The time that was given is over; `found` is the best that there was until then."""

    def __init__(self, found: Grid | None = None) -> None:
        super().__init__()
        self.found = found


class TooLarge(Exception):
    """Sizes beyond what a search can hold in memory."""


def _silent(text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What the world lends to a search: how many seconds are left, and whom to tell how far it is."""

    left: Callable[[], float] = field(default=lambda: inf)
    say: Callable[[str], None] = _silent

    @classmethod
    def until(cls, seconds: float, clock: Callable[[], float], tell: Callable[[str], None]) -> Watch:
        """A watch for so many seconds of somebody's clock, that says something once a second at most."""
        end = clock() + seconds
        last = clock()

        def say(text: str) -> None:
            nonlocal last
            if clock() - last >= 1:
                last = clock()
                tell(text)

        return cls(lambda: end - clock(), say)

    def check(self) -> None:
        """Go on while there is time."""
        if self.left() <= 0:
            raise TimeUp


@dataclass(frozen=True, slots=True)
class Problem:
    """Colours wanted for each cell, and the facts that must hold.

    `domains[ship][element]` lists the colours that may stand there, the preferred first. `different` is S2,
    `twice` is S3, `swaps` are the pairs of elements for which S8 is asked. `apart` are pairs of ships that must not
    look alike; where `alike` is set at least one of them must.
    """

    colours: int
    domains: tuple[tuple[tuple[int, ...], ...], ...]
    different: bool = True
    twice: bool = True
    swaps: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    alike: bool = False

    @classmethod
    def blank(cls, sizes: Sizes, double: bool = False) -> Problem:
        """Nothing known but the sizes."""
        every = tuple(range(sizes.colours))
        domains = ((every,) * sizes.elements,) * sizes.ships
        swaps = tuple(combinations(range(sizes.elements), 2)) if double else ()
        return cls(sizes.colours, domains, swaps=swaps)

    def distinguished(self) -> Problem | None:
        """The same with all ships distinct that can be; None where nothing keeps two from looking alike or none could.

        S8 keeps ships apart by itself. Two ships whose colours are all given are left as they are.
        """
        if self.swaps:
            return None
        sets = [[frozenset(domain) for domain in row] for row in self.domains]
        given = [all(len(domain) == 1 for domain in row) for row in sets]
        pairs = tuple(
            (one, two)
            for one, two in combinations(range(self.ships), 2)
            if not (given[one] and given[two]) and all(a & b for a, b in zip(sets[one], sets[two], strict=True))
        )
        large = len(pairs) * self.elements * self.colours > MAX_DISTINGUISHED
        return None if large or not pairs else replace(self, apart=pairs)

    @property
    def ships(self) -> int:
        """How many ships there are."""
        return len(self.domains)

    @property
    def elements(self) -> int:
        """How many elements a ship has."""
        return len(self.domains[0])

    @property
    def exact(self) -> bool:
        """Whether every colour must be in use; with fewer ships some may be on none (S3)."""
        return self.ships == 2 * self.colours

    @property
    def cells(self) -> list[Cell]:
        """All cells, in the order of the file."""
        return [(ship, element) for ship in range(self.ships) for element in range(self.elements)]

    def holds(self, grid: Grid) -> bool:
        """Whether the facts hold for a complete grid; the domains are not asked."""
        if self.different and any(len(set(look)) < len(look) for look in grid):
            return False
        for column in zip(*grid, strict=True) if self.twice else ():
            counts = [column.count(colour) for colour in range(self.colours)]
            if any(count != 2 and (count or self.exact) for count in counts):
                return False
        if self.apart and any(grid[one] == grid[two] for one, two in self.apart) != self.alike:
            return False
        for one, two in self.swaps:
            looks = [(look[one], look[two]) for look in grid]
            if any(looks.count((b, a)) != 1 for a, b in looks):
                return False
        return True


class Engine(Protocol):
    """What finds grids. Order: cells as the file has them, each with its preferred colours first.

    Where that order takes too long an engine may go on in one of its own; it is the same each time.
    """

    name: str

    def solutions(self, problem: Problem, watch: Watch) -> Iterator[Grid]:
        """Every grid within the domains, in order."""

    def nearest(self, problem: Problem, wish: Grid, watch: Watch, dear: frozenset[Cell] = frozenset()) -> Grid | None:
        """The first of the grids that differ from `wish` in the fewest cells; -1 in a wish is no colour.

        As few of the cells that are `dear` as can be come before as few as can be. TimeUp carries the best so far.
        """

    def conflict(self, problem: Problem, locks: Mapping[Cell, int], watch: Watch) -> tuple[Cell, ...] | None:
        """Locked cells that cannot stand together, none to spare; those left out were tried from the last."""


def lessen(cells: list[Cell], stands: Callable[[list[Cell]], bool]) -> tuple[Cell, ...]:
    """Leave out one cell after another, the last first, as long as what is left cannot stand together."""
    for cell in reversed(cells):
        rest = [other for other in cells if other != cell]
        if not stands(rest):
            cells = rest
    return tuple(cells)
