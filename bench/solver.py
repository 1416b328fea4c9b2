"""Whole colour sets with the double property: the house's own search against clingo and CP-SAT called directly.

The direct programs say the facts as one would write them down: nest colours in pairs, ships of a pair in rising
order, so that each set is found once; all else is left to the solver. CP-SAT is measured only where it is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations
from time import perf_counter
from typing import Any

from santy_print.games.santy_anno.solver.problem import Sizes, Watch
from santy_print.games.santy_anno.solver.sets import double_sets

PROGRAM = """
s(0..2*n-1). e(0..m-1). c(0..n-1).
v(S,0,S/2) :- s(S).
1 {v(S,E,C) : c(C)} 1 :- s(S), e(E), E > 0.
:- s(S), c(C), 2 {v(S,E,C) : e(E)}.
:- e(E), c(C), not 2 {v(S,E,C) : s(S)} 2.
:- v(S,1,C), v(S+1,1,D), S \\ 2 = 0, C > D.
w(S,E,F,A,B) :- v(S,E,A), v(S,F,B), E < F.
:- e(E), e(F), E < F, c(A), c(B), 2 {w(S,E,F,A,B) : s(S)}.
:- w(_,E,F,A,B), not w(_,E,F,B,A).
#show v/3.
"""
Measured = tuple[str, float, str, float | None, str]


def by_clingo(sizes: Sizes) -> int:
    """Count by listing."""
    import clingo

    control = clingo.Control(["0", f"-c n={sizes.colours}", f"-c m={sizes.elements}"])
    control.add("base", [], PROGRAM)
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            model.symbols(shown=True)
            found += 1
    return found


def by_cp_sat(sizes: Sizes) -> int:
    """Count by listing, in one thread, as all solutions are only found so."""
    from ortools.sat.python import cp_model

    colours, elements = range(sizes.colours), range(sizes.elements)
    ships, model = range(sizes.ships), cp_model.CpModel()
    v = {(s, e, c): model.new_bool_var(f"v{s},{e},{c}") for s in ships for e in elements for c in colours}
    for s in ships:
        model.add(v[s, 0, s // 2] == 1)
        for e in elements:
            model.add_exactly_one(v[s, e, c] for c in colours)
        for c in colours:
            model.add_at_most_one(v[s, e, c] for e in elements)
        if s % 2:
            model.add(sum(c * (v[s, 1, c] - v[s - 1, 1, c]) for c in colours) > 0)
    for e in elements:
        for c in colours:
            model.add(sum(v[s, e, c] for s in ships) == 2)
    for e, f in combinations(elements, 2):
        looks: dict[tuple[int, int], list[Any]] = {(a, b): [] for a in colours for b in colours}
        for (a, b), found in looks.items():
            for s in ships:
                both = model.new_bool_var("")
                model.add_bool_or([both, ~v[s, e, a], ~v[s, f, b]])
                model.add_implication(both, v[s, e, a])
                model.add_implication(both, v[s, f, b])
                found.append(both)
        for a, b in combinations(colours, 2):
            drawn = model.new_bool_var("")  # the line between two colours, in both directions or in none
            model.add(sum(looks[a, b]) == drawn)
            model.add(sum(looks[b, a]) == drawn)

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, count = cp_model.CpSolver(), Count()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, count)
    return count.found


def measured() -> Iterator[Measured]:
    """A line for each size and each solver that is there."""
    for sizes in (Sizes(5, 5), Sizes(6, 4)):
        ours, number = _timed(lambda sizes=sizes: len(double_sets(sizes, Watch())))
        for name, module, count in (("clingo", "clingo", by_clingo), ("CP-SAT", "ortools", by_cp_sat)):
            if find_spec(module) is None or (module == "ortools" and sizes.colours > 5):  # minutes
                continue
            theirs, same = _timed(lambda sizes=sizes, count=count: count(sizes))
            assert same == number, f"{name} finds {same} sets, not {number}"
            what = f"{number} sets of {sizes.colours}/{sizes.elements}/{sizes.ships} with doubles, against {name}"
            goal = 1.2 if module == "clingo" else None
            yield what, ours / theirs, "x", goal, f"{ours:.3f} s against {theirs:.3f} s"


def _timed(work: Any) -> tuple[float, int]:
    start = perf_counter()
    found = work()
    return perf_counter() - start, found
