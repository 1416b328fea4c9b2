"""Plain engine: try every colour at every cell in turn. Slow beyond small sets, and simple enough to be believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from santy_print.games.santy_anno.solver.problem import Cell, Grid, Problem, Watch, lessen

Cost = Callable[[int, int, int], tuple[int, int]]
"""What a colour at a cell costs: in cells that are dear, and in others."""


class PlainEngine:
    """The oracle for other engines."""

    name = "plain"

    def solutions(self, problem: Problem, watch: Watch) -> Iterator[Grid]:
        """Every grid within the domains, in order."""
        return self._within(problem, lambda ship, element, colour: (0, 0), (0, 0), watch)

    def nearest(self, problem: Problem, wish: Grid, watch: Watch, dear: frozenset[Cell] = frozenset()) -> Grid | None:
        """Allow no change, then one, then two..., of cells that are dear only where no others will do."""

        def cost(ship: int, element: int, colour: int) -> tuple[int, int]:
            changed = int(wish[ship][element] != colour)
            return (changed, 0) if (ship, element) in dear else (0, changed)

        cells = len(problem.cells)
        for dearly in range(len(dear) + 1):
            for changes in range(cells - len(dear) + 1):
                for grid in self._within(problem, cost, (dearly, changes), watch):
                    return grid
        return None

    def conflict(self, problem: Problem, locks: Mapping[Cell, int], watch: Watch) -> tuple[Cell, ...] | None:
        """Solve again without one lock after another."""

        def stands(cells: list[Cell]) -> bool:
            held = {cell: locks[cell] for cell in cells}
            domains = tuple(
                tuple((held[s, e],) if (s, e) in held else domain for e, domain in enumerate(row))
                for s, row in enumerate(problem.domains)
            )
            return any(True for _ in self.solutions(replace(problem, domains=domains), watch))

        return None if stands(list(locks)) else lessen(list(locks), stands)

    def _within(self, problem: Problem, cost: Cost, most: tuple[int, int], watch: Watch) -> Iterator[Grid]:
        cells, rows = problem.cells, [[-1] * problem.elements for _ in problem.domains]

        def fits(ship: int, element: int, colour: int) -> bool:
            row = rows[ship]
            if problem.different and colour in row[:element]:
                return False
            if problem.twice and sum(other[element] == colour for other in rows[:ship]) > 1:
                return False
            for one, two in problem.swaps:
                if element == max(one, two):
                    other = row[min(one, two)]
                    if any((o[min(one, two)], o[element]) == (other, colour) for o in rows[:ship]):
                        return False
            return True

        def grow(at: int, dearly: int, left: int) -> Iterator[Grid]:
            watch.check()
            if at == len(cells):
                grid = tuple(map(tuple, rows))
                if problem.holds(grid):
                    yield grid
                return
            ship, element = cells[at]
            for colour in problem.domains[ship][element]:
                dear, other = cost(ship, element, colour)
                if dear <= dearly and other <= left and fits(ship, element, colour):
                    rows[ship][element] = colour
                    yield from grow(at + 1, dearly - dear, left - other)
                    rows[ship][element] = -1

        return grow(0, *most)
