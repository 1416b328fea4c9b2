"""Clingo engine: a problem in, a logic program, its answers out as grids. The only module that imports clingo.

The order of answers is made certain by a heuristic that decides cells as the file has them, each by its preferred
colours; so the first answer is the first of all, whatever clingo learns on its way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, plural, register
from santy_print.packs.santy_anno.solver.problem import Cell, Grid, Problem, TimeUp, TooLarge, Watch, lessen

if TYPE_CHECKING:
    from clingo import Control, Model

register("solver-missing", "the program that searches is not installed")

MAX_RULES = 1_000_000
"""About so many rules at most are written out; that cannot be stopped when time is up."""

_COLOURS = """
1 {v(S,E,C) : d(S,E,C,_)} 1 :- s(S), e(E).
{free(S,E)} :- l(S,E,_).
:- l(S,E,C), not free(S,E), not v(S,E,C).
#heuristic v(S,E,C) : d(S,E,C,P). [P,true]
#show v/3.
"""
_DIFFERENT = ":- s(S), c(C), 2 {v(S,E,C) : e(E)}.\n"
_TWICE = ":- e(E), c(C), 3 {v(S,E,C) : s(S)}.\n:- e(E), c(C), 1 {v(S,E,C) : s(S)} 1.\n"
_EXACT = ":- e(E), c(C), not 1 {v(S,E,C) : s(S)}.\n"
_SWAPS = """
w(S,E,F,A,B) :- p(E,F), v(S,E,A), v(S,F,B).
:- p(E,F), c(A), c(B), 2 {w(S,E,F,A,B) : s(S)}.
:- w(_,E,F,A,B), not w(_,E,F,B,A).
"""
_MANY = ":- #sum {1,S,E : v(S,E,C), not g(S,E,C)} > n.\n"
_FEWEST = "#minimize {1,S,E : v(S,E,C), not g(S,E,C)}.\n"


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
                'install the extra: pip install "santy-print[solver]"',
            )
            raise PackError(report)

    def solutions(self, problem: Problem, watch: Watch) -> Iterator[Grid]:
        """Every grid within the domains, in order."""
        control = _control(["0", "--enum-mode=bt", "--heuristic=Domain"], _program(problem))
        return _grids(control, problem, watch)

    def nearest(self, problem: Problem, wish: Grid, watch: Watch) -> Grid | None:
        """Find out how few changes there can be; then the first grid with so many."""
        program = _program(problem) + "".join(
            f"g({ship},{element},{colour}). "
            for ship, look in enumerate(wish)
            for element, colour in enumerate(look)
            if colour >= 0
        )
        fewest = None
        for grid in _grids(_control(["0", "--opt-strategy=usc"], program + _FEWEST), problem, watch):
            fewest = sum(grid[ship][element] != wish[ship][element] for ship, element in problem.cells)
            watch.say(f"{plural(fewest, 'change')} would do")
        if fewest is None:
            return None
        control = _control(["1", "--heuristic=Domain", f"-c n={fewest}"], program + _MANY)
        return next(_grids(control, problem, watch))

    def conflict(self, problem: Problem, locks: Mapping[Cell, int], watch: Watch) -> tuple[Cell, ...] | None:
        """Assume all locks, then all but the last, and so on: what cannot be left out is the conflict."""
        import clingo

        facts = "".join(f"l({ship},{element},{colour}). " for (ship, element), colour in locks.items())
        control = _control(["1"], _program(problem) + facts)

        def stands(cells: list[Cell]) -> bool:
            watch.say(f"which of {len(cells)} values contradict each other?")
            atoms = [clingo.Function("free", [clingo.Number(n) for n in cell]) for cell in cells]
            found = [control.symbolic_atoms[atom] for atom in atoms]
            return _stands(control, [-atom.literal for atom in found if atom], watch)

        return None if stands(list(locks)) else lessen(list(locks), stands)


def _program(problem: Problem) -> str:
    """The problem as a logic program."""
    if problem.ships * max(1, len(problem.swaps)) * problem.colours**2 > MAX_RULES:
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
    return "\n".join([*facts, *rules])


def _control(options: list[str], program: str) -> Control:
    from clingo import Control

    control = Control(options, logger=lambda code, text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


def _models(control: Control, watch: Watch, assumptions: Sequence[int] = ()) -> Iterator[Model]:
    """The answers as they come; clingo works in a thread of its own, so that time can be up."""
    with control.solve(list(assumptions), yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(min(0.2, max(0.0, watch.left()))):
                if watch.left() <= 0:
                    handle.cancel()
                    raise TimeUp
            model = handle.model()
            if model is None:
                return
            yield model


def _stands(control: Control, assumptions: Sequence[int], watch: Watch) -> bool:
    """Whether there is an answer under these assumptions."""
    return any(True for _ in _models(control, watch, assumptions))


def _grids(control: Control, problem: Problem, watch: Watch) -> Iterator[Grid]:
    """The answers as grids."""
    for model in _models(control, watch):
        rows = [[0] * problem.elements for _ in range(problem.ships)]
        for atom in model.symbols(shown=True):
            ship, element, colour = (argument.number for argument in atom.arguments)
            rows[ship][element] = colour
        yield tuple(map(tuple, rows))
