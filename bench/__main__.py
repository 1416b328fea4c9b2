"""Run every measurement and print one line for each: what, how much, the goal, ok or miss.

Times are processor time, the least of several runs that take turns, so that a busy machine does not decide a ratio.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bench import bare, checks, deck, drawings, fonts, large, puzzles, rulebook, serve, solver, study, whole
from santy_print import __version__
from santy_print.faces import Faces
from santy_print.game import Dealer, at_random, playout
from santy_print.pack import load_pack
from santy_print.parts.pages import part_pages
from santy_print.pdf import Info, write_pdf
from santy_print.play import Playing, playout_many, table_of
from santy_print.sheets import Setup

INFO = Info("cards", "en", "santy_print", "bench", __version__)


@dataclass(frozen=True, slots=True)
class Line:
    """One result: a number with its unit (`x` for a ratio), and the goal it may not pass (none where only noted)."""

    what: str
    value: float
    unit: str
    goal: float | None
    note: str = ""

    def __str__(self) -> str:
        goal = f"goal {self.goal:g} {self.unit}".ljust(14) if self.goal is not None else " " * 14
        verdict = "" if self.goal is None else "ok" if self.value <= self.goal else "miss"
        return f"{self.what:<58} {self.value:7.2f} {self.unit:<2} {goal} {verdict:<4}  {self.note}".rstrip()


def least(runs: int, *works: Callable[[], Any]) -> list[float]:
    """The least processor time of each work; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for work, spent in zip(works, times, strict=True):
            start = process_time()
            work()
            spent.append(process_time() - start)
    return [min(spent) for spent in times]


COLD = """
import time
from bench.__main__ import INFO, Faces, Setup, load_pack, part_pages, write_pdf
pack = load_pack("santy_anno")
start = time.process_time()
write_pdf(part_pages(Faces(pack, pack.locales["en"]), "cards", Setup()), INFO)
print(time.process_time() - start)
"""


def _cold() -> float:
    """The processor time of the cards from a loaded pack, where nothing was drawn before."""
    return float(subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True).stdout)


def cards(keep: Path | None) -> Iterator[Line]:
    """The cards in English: the house from a loaded pack, against the bare script of the same drawing calls."""
    pack = load_pack("santy_anno")
    setup = Setup()

    def laid_out() -> Any:
        return part_pages(Faces(pack, pack.locales["en"]), "cards", setup)

    def house() -> bytes:
        return write_pdf(laid_out(), INFO)

    pages = laid_out()
    first = write_pdf(pages, INFO)
    draw = bare.load(bare.script(pages, INFO), keep)
    size = len(draw())
    if abs(size - len(first)) > 0.15 * len(first):  # ours has tags for those who cannot see it: an eighth of its bytes
        print(f"the bare script draws something else: {size} bytes, not {len(first)}", file=sys.stderr)
    drawn, whole, by_hand = least(5, lambda: write_pdf(pages, INFO), house, draw)
    note = f"{drawn:.3f} s against {by_hand:.3f} s"
    yield Line("cards.pdf (en): drawing, against a bare reportlab script", drawn / by_hand, "x", 1.2, note)
    note = f"{whole:.3f} s"
    yield Line("cards.pdf (en): layout and drawing, against the same", whole / by_hand, "x", 1.7, note)
    cold = min(_cold() for _ in range(3))
    note = f"{cold:.3f} s"
    yield Line("cards.pdf (en): the first of a process, cold", cold / by_hand, "x", 1.7, note)


def whole_set() -> Iterator[Line]:
    """Every file in three languages, cold and after an edit; and a large pack's memory."""
    yield from (Line(*line) for line in whole.measured())
    yield from (Line(*line) for line in large.measured())


def decks() -> Iterator[Line]:
    """A deck of a thousand rows from a workbook, against the same from YAML; foreign drawings and fonts, too."""
    yield from (Line(*line) for line in deck.measured())
    yield from (Line(*line) for line in drawings.measured())
    yield from (Line(*line) for line in fonts.measured())


def start_up(runs: int = 15) -> Iterator[Line]:
    """`santy --help` against importing click and nothing else: the median of wall times that take turns.

    Both run from compiled modules, as after an installation, kept in a folder of this run.
    """
    commands = {
        "help": [sys.executable, "-m", "santy_print", "--help"],
        "click": [sys.executable, "-c", "import click"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as cache:
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        surroundings["PYTHONPYCACHEPREFIX"] = cache
        for _ in range(runs + 1):
            for name, command in commands.items():
                start = perf_counter()
                subprocess.run(command, capture_output=True, check=True, env=surroundings)
                times[name].append(perf_counter() - start)
    ours, theirs = statistics.median(times["help"][1:]), statistics.median(times["click"][1:])
    note = f"{ours * 1000:.0f} ms against {theirs * 1000:.0f} ms"
    yield Line("santy --help, against `import click`", ours / theirs, "x", 1.3, note)


def games() -> Iterator[Line]:
    """A thousand games between bots in this process, nothing told: the largest table, every rule."""
    pack = load_pack("santy_anno")
    (spent,) = least(2, lambda: playout_many(pack, 1000, Playing(8, {"level": "events"})))
    yield Line("1,000 games of eight bots with event cards", spent, "s", 2.0, f"{spent:.3f} ms a game")
    yield from sea_games()


def proofs() -> Iterator[Line]:
    """Every card held against the second reading of the rules: seatings, any three cards, rows."""
    table, made = table_of(load_pack("santy_anno")), list[int]()
    (spent,) = least(1, lambda: made.extend(proof.cases for proof in table.proofs(1)))
    yield Line("santy_anno: every card proven", spent, "s", 10.0, f"{sum(made):,} cases")


def sea_games() -> Iterator[Line]:
    """The game at sea: moves at random, games of four bots, and how often a bot wins against three that do anything."""
    table = table_of(load_pack("sandokan").checked())
    start = table.new_state(4)
    moves = 0

    def count(before: Any, action: Any, after: Any) -> None:
        nonlocal moves
        moves += 1

    def played(games: int, bots: int) -> int:
        won = 0
        for seed in range(games):
            seated = table.bots(start, seed).policies
            policies = {name: seated[name] if at < bots else at_random for at, name in enumerate(start.players)}
            returns = playout(start, policies, random.Random(seed), Dealer(seed), (count,)).returns
            won += returns is not None and returns[start.players[0]] == 1.0
        return won

    spent = least(2, lambda: played(5, 0))[0]
    made, moves = moves / 2, 0
    note = f"{made / spent:,.0f} a second"
    yield Line("sandokan: 5,000 moves at random", 5000 * spent / made, "s", 1.0, note)
    (spent,) = least(1, lambda: played(100, 4))
    yield Line("sandokan: 100 games of four bots", spent, "s", None, f"{1000 * spent / 100:.0f} ms a game")
    yield Line("sandokan: games of 100 that a bot wins from three at random", played(100, 1), "", None, "at least 90")


def studies() -> Iterator[Line]:
    """Very many games side by side."""
    yield from (Line(*line) for line in study.measured(least))


def colour_sets() -> Iterator[Line]:
    """All colour sets with the double property, listed by the house and by solvers called directly."""
    yield from (Line(*line) for line in solver.measured())


def check() -> Iterator[Line]:
    """Checking the bundled pack, after import, against reading its YAML alone."""
    yield from (Line(*line) for line in checks.measured(least))


def pages() -> Iterator[Line]:
    """From a save to the pixels of a page, where there is a browser."""
    yield from (Line(*line) for line in serve.measured())


def rulebooks() -> Iterator[Line]:
    """Three rulebooks in all forms from a pack's name, cold, against typst alone on the same sources."""
    ours, theirs = rulebook.measure()
    note = f"{ours:.3f} s for 12 files against {theirs:.3f} s for the 6 PDF"
    yield Line("three rulebooks, all forms, against bare typst compiles", ours / theirs, "x", 2.0, note)


def puzzle_books() -> Iterator[Line]:
    """A book of puzzles, read again, against typst alone on its source."""
    ours, theirs = puzzles.measure()
    note = f"{ours:.3f} s against {theirs:.3f} s"
    yield Line("a book of 40 puzzles, read again, against bare typst", ours / theirs, "x", 5.0, note)


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the bare script of the cards here")
    options = parser.parse_args()
    for lines in (
        start_up(),
        check(),
        games(),
        proofs(),
        studies(),
        cards(options.keep),
        colour_sets(),
        rulebooks(),
        puzzle_books(),
        whole_set(),
        decks(),
        pages(),
    ):
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
