"""Clingo engine: a problem in, a logic program, its answers out as grids. The only module that imports clingo.

The order of answers is made certain by a heuristic that decides cells as the file has them, each by its preferred
colours; so the first answer is the first of all, whatever clingo learns on its way. That order can lead into a wide
waste of dead ends, where clingo left to itself is there at once: after so many of them it is.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, plural, register
from santy_print.games.santy_anno.solver.problem import Cell, Grid, Problem, TimeUp, TooLarge, Watch, lessen

if TYPE_CHECKING:
    from clingo import Control, Model

register("solver-missing", "the program that searches is not installed")

MAX_RULES = 100_000
"""About so many rules at most are written out; that cannot be stopped when time is up."""

_COLOURS = """
1 {v(S,E,C) : d(S,E,C,_)} 1 :- s(S), e(E).
{free(S,E)} :- l(S,E,_).
:- l(S,E,C), not free(S,E), not v(S,E,C).
#show v/3.
"""
_ORDER = "#heuristic v(S,E,C) : d(S,E,C,P). [P,true]\n"
_AT_HAND = "#heuristic v(S,E,C) : g(S,E,C). [1,sign]\n"
_DIFFERENT = ":- s(S), c(C), 2 {v(S,E,C) : e(E)}.\n"
_TWICE = ":- e(E), c(C), 3 {v(S,E,C) : s(S)}.\n:- e(E), c(C), 1 {v(S,E,C) : s(S)} 1.\n"
_EXACT = ":- e(E), c(C), not 1 {v(S,E,C) : s(S)}.\n"
_SWAPS = """
w(S,E,F,A,B) :- p(E,F), v(S,E,A), v(S,F,B).
:- p(E,F), c(A), c(B), 2 {w(S,E,F,A,B) : s(S)}.
:- w(_,E,F,A,B), not w(_,E,F,B,A).
"""
_APART = """
same(S,T,E) :- t(S,T), v(S,E,C), v(T,E,C).
twins(S,T) :- t(S,T), same(S,T,E) : e(E).
"""
_ALL_APART = ":- twins(S,T).\n"
_SOME_ALIKE = ":- not twins(S,T) : t(S,T).\n"
_MANY = """
:- #sum {1,S,E : v(S,E,C), not g(S,E,C), not dear(S,E)} > n.
:- #sum {1,S,E : v(S,E,C), not g(S,E,C), dear(S,E)} > m.
"""
_FEWEST = """
#minimize {1@1,S,E : v(S,E,C), not g(S,E,C), not dear(S,E)}.
#minimize {1@2,S,E : v(S,E,C), not g(S,E,C), dear(S,E)}.
"""
PATIENCE = 2_000_000
"""How many dead ends are met in the order of the file, times the colours that stand to choice."""


def available() -> bool:
    """Whether clingo is there."""
    from importlib.util import find_spec

    return find_spec("clingo") is not None


class AspEngine:
    """Answers by clingo, which learns from every dead end."""

    name = "clingo"

    def __init__(self) -> None:
        if not available():
            report = Report()
            report.error(
                "solver-missing",
                "this search needs clingo, which is not installed",
                None,
                f'`{quote(sys.executable or "python")} -m pip install "clingo>=5.7"` installs it',
            )
            raise PackError(report)

    def solutions(self, problem: Problem, watch: Watch) -> Iterator[Grid]:
        """Every grid within the domains, in order; after so many dead ends the rest as clingo comes to them."""
        control = _control(["0", "--enum-mode=bt", "--heuristic=Domain"], _program(problem) + _ORDER)
        found, seen = _solve(control, problem, watch, _patience(problem)), set()
        while True:
            try:
                grid = next(found)
            except StopIteration as end:
                if end.value:
                    return
                break
            seen.add(grid)
            yield grid
        watch.say("in another order")
        for grid in _solve(_control(["0"], _program(problem)), problem, watch):
            if grid not in seen:
                yield grid

    def nearest(self, problem: Problem, wish: Grid, watch: Watch, dear: frozenset[Cell] = frozenset()) -> Grid | None:
        """Take what is near at hand; find out how few changes there can be; then the first grid with so many."""
        program = _program(problem) + "".join(
            f"g({ship},{element},{colour}). "
            for ship, look in enumerate(wish)
            for element, colour in enumerate(look)
            if colour >= 0
        )
        program += "".join(f"dear({ship},{element}). " for ship, element in sorted(dear))
        best: Grid | None = None
        try:
            for options, more, limit in (
                (["1", "--heuristic=Domain"], _AT_HAND, None),
                (["0", "--opt-strategy=usc"], _FEWEST, None),
                (["1", "--heuristic=Domain"], _ORDER + _MANY, _patience(problem)),
            ):
                if best is not None:
                    changed = [(s, e) for s, e in problem.cells if best[s][e] != wish[s][e]]
                    dearly = len(dear.intersection(changed))
                    watch.say(f"{plural(len(changed), 'change')} would do")
                    options = [*options, f"-c m={dearly}", f"-c n={len(changed) - dearly}"]
                for grid in _solve(_control(options, program + more), problem, watch, limit):
                    best = grid
                if best is None:
                    return None
        except TimeUp:
            raise TimeUp(best) from None
        return best

    def conflict(self, problem: Problem, locks: Mapping[Cell, int], watch: Watch) -> tuple[Cell, ...] | None:
        """Assume all locks, then all but the last, and so on: what cannot be left out is the conflict."""
        import clingo

        facts = "".join(f"l({ship},{element},{colour}). " for (ship, element), colour in locks.items())
        control = _control(["1"], _program(problem) + facts)

        def stands(cells: list[Cell]) -> bool:
            watch.say(f"which of {len(cells)} values contradict each other?")
            atoms = [clingo.Function("free", [clingo.Number(n) for n in cell]) for cell in cells]
            found = [control.symbolic_atoms[atom] for atom in atoms]
            held = [-atom.literal for atom in found if atom]
            return any(True for _ in _solve(control, problem, watch, held=held))

        return None if stands(list(locks)) else lessen(list(locks), stands)


def _program(problem: Problem) -> str:
    """The problem as a logic program."""
    cells = problem.ships * problem.elements * problem.colours
    if problem.ships * len(problem.swaps) * problem.colours**2 > MAX_RULES or cells > MAX_RULES:
        raise TooLarge
    facts = [f"s(0..{problem.ships - 1}). e(0..{problem.elements - 1}). c(0..{problem.colours - 1})."]
    level = len(problem.cells) * problem.colours
    for ship, element in problem.cells:
        for colour in problem.domains[ship][element]:
            facts.append(f"d({ship},{element},{colour},{level}).")
            level -= 1
    facts += [f"p({one},{two})." for one, two in problem.swaps]
    rules = [_COLOURS]
    rules += [_DIFFERENT] if problem.different else []
    rules += [_TWICE] if problem.twice else []
    rules += [_EXACT] if problem.twice and problem.exact else []
    rules += [_SWAPS] if problem.swaps else []
    if problem.apart:
        facts += [f"t({one},{two})." for one, two in problem.apart]
        rules += [_APART, _SOME_ALIKE if problem.alike else _ALL_APART]
    return "\n".join([*facts, *rules])


def _patience(problem: Problem) -> int:
    """How many dead ends are met before the order is given up."""
    return PATIENCE // (len(problem.cells) * problem.colours) + 100


def _control(options: list[str], program: str) -> Control:
    from clingo import Control

    control = Control(options, logger=lambda code, text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


def _solve(
    control: Control, problem: Problem, watch: Watch, limit: int | None = None, held: Sequence[int] = ()
) -> Generator[Grid, None, bool]:
    """The answers as grids, and whether these are all; `limit` is how many dead ends are met, `held` what is assumed.

    Clingo works in a thread of its own, so that time can be up.
    """
    from clingo import Configuration

    if limit is not None:
        solving = control.configuration.solve
        assert isinstance(solving, Configuration)
        solving.solve_limit = f"{limit},umax"
    with control.solve(list(held), yield_=True, async_=True) as handle:
        while True:
            watch.check()
            handle.resume()
            while not handle.wait(min(0.2, max(0.0, watch.left()))):
                if watch.left() <= 0:
                    handle.cancel()
                    raise TimeUp
            model = handle.model()
            if model is None:
                return handle.get().exhausted is True
            yield _grid(model, problem)


def _grid(model: Model, problem: Problem) -> Grid:
    """An answer as a grid."""
    rows = [[0] * problem.elements for _ in range(problem.ships)]
    for atom in model.symbols(shown=True):
        ship, element, colour = (argument.number for argument in atom.arguments)
        rows[ship][element] = colour
    return tuple(map(tuple, rows))
