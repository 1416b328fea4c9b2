"""Study: a pack and a number of games in, what they come to out, whoever plays them.

The games are batches of one size, each with random numbers of its own, and batches come to whole numbers that are
added in any order: the same for any number of workers, for any executor, and for a study that was stopped and went on.
This room knows no game: `Game.study` brings what plays a batch, and what its counts tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from santy_print import __version__
from santy_print.choices import SEED, STUDIED, WHOLE, check
from santy_print.game.study import Played, Study, Totals, Worker, added
from santy_print.play import Playing, choose, table_of
from santy_print.study.kept import Progress, read_progress, write_progress
from santy_print.study.pools import Gone, LocalPool, Pool
from santy_print.study.report import Studied

if TYPE_CHECKING:
    from santy_print.pack import Pack

APART = 4_096
"""So far apart batches may be done, so that what is kept stays small."""
SAVE_SECONDS, LOOK_SECONDS = 5.0, 1.0
"""How often what is done is kept, and how long nothing may come back until somebody looks why."""

Tell = Callable[[int, int], None]
"""`tell(done, games)`: so many games of all are done."""


@dataclass(frozen=True)
class Studying:
    """How a pack is studied; None leaves the choice to the pack, and so does a game's own option not in `own`."""

    games: int | None = None
    players: int | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1

    def __post_init__(self) -> None:
        check("seed", self.seed, SEED)
        if self.games is not None:
            check("games", self.games, STUDIED)
        if self.players is not None:
            check("players", self.players, WHOLE)


@dataclass(frozen=True)
class Task:
    """One study: of which pack, by which game's `Study`, how."""

    pack: Pack
    study: Study
    how: Played

    @classmethod
    def of(cls, pack: Pack, asked: Studying) -> Task:
        """The study that is asked for; PackError where the game has none, WrongOption where it cannot be played so."""
        make = pack.tool("study")
        table = table_of(pack)
        study: Study = make(pack)
        most = table.players[1]
        playing = Playing(most if asked.players is None else asked.players, asked.own, asked.seed)
        players, own = choose(table, playing, study.options(table.options))
        return cls(pack, study, Played(players, own, asked.seed, asked.games or study.games))

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return -(-self.how.games // self.study.batch)

    def size(self, batch: int) -> int:
        """How many games a batch has: all alike but the last."""
        return min(self.study.batch, self.how.games - batch * self.study.batch)

    @property
    def facts(self) -> dict[str, Any]:
        """All that the totals depend on, but for how many games there are."""
        return {
            "pack": self.pack.id,
            "rules": table_of(self.pack).fingerprint,
            "version of santy_print": __version__,
            "model": self.study.model,
            "seed": str(self.how.seed),
            "players": self.how.players,
            **self.how.own,
            "batch": self.study.batch,
        }

    def found(self, totals: Totals, games: int) -> Studied:
        """What was found, of so many games."""
        measures = self.study.measures(totals, self.how) if games else ()
        return Studied(self.pack.id, table_of(self.pack).fingerprint, self.how, games, measures)


@dataclass(frozen=True)
class Batch:
    """What an executor is given: the worker, of this version."""

    worker: Worker
    version: str

    def __call__(self, batch: int, games: int) -> Totals:
        """The totals of a batch; Gone where another version of santy_print would count them."""
        if self.version != __version__:
            raise Gone(f"a worker has santy_print {__version__}, here it is {self.version}: they must be the same")
        return self.worker(batch, games)


@dataclass
class Done:
    """How a study ended: what was found; why it did not go on, or nothing; whether somebody stopped it."""

    found: Studied
    why: str = ""
    stopped: bool = False


def run_study(
    task: Task, make_pool: Callable[[], Pool] = LocalPool, keep: Path | None = None, tell: Tell | None = None
) -> Done:
    """Play all games of a study, or go on with the one that is kept in a file.

    What was done is never lost: where the workers are gone or somebody stops it, what is done is found, and kept.
    WrongValue where the file is of another study.
    """
    progress = read_progress(keep, task.facts, task.how.games // task.study.batch) if keep else Progress()
    run = _Run(task, progress, keep, tell or (lambda done, games: None))
    why, stopped = "", False
    pool: Pool | None = None
    try:
        pool = make_pool()
        run.play(pool)
    except KeyboardInterrupt:
        stopped = True
    except Gone as fault:
        why = str(fault)
    finally:
        try:
            if pool is not None:
                pool.end()
        finally:  # whatever comes meanwhile
            run.collect()
            run.save()
    return Done(task.found(run.totals, run.games), why, stopped)


class _Run:
    """A study under way. The last batch, where it is shorter than the others, is not kept."""

    def __init__(self, task: Task, progress: Progress, keep: Path | None, tell: Tell) -> None:
        self.task, self.progress, self.keep, self.tell = task, progress, keep, tell
        self.games = len(progress) * task.study.batch
        self._short: Totals = {}
        self._saved = monotonic()
        self._changed = False
        self._waiting: dict[Future[Totals], int] = {}
        self._again: list[int] = []

    @property
    def totals(self) -> Totals:
        """What all that was played comes to."""
        return added(self.progress.totals, self._short)

    def play(self, pool: Pool) -> None:
        """Give out batches and add what comes back, until there are no more."""
        work = Batch(self.task.study.worker(self.task.how), __version__)
        left = (batch for batch in range(self.progress.first, self.task.batches) if batch not in self.progress)
        self.tell(self.games, self.task.how.games)
        while self._give_out(pool, work, left):
            done, _ = wait(self._waiting, LOOK_SECONDS, FIRST_COMPLETED)
            if not done:
                pool.look()
            self._take(done, pool)
            if monotonic() - self._saved > SAVE_SECONDS:
                self.save()

    def _give_out(self, pool: Pool, work: Batch, left: Iterator[int]) -> bool:
        """Keep everybody busy; whether anything is being done. A batch that never comes back holds the others up."""
        while len(self._waiting) < pool.ahead and (self._again or len(self.progress.more) < APART):
            batch = self._again.pop() if self._again else next(left, None)
            if batch is None:
                break
            self._waiting[pool.executor.submit(work, batch, self.task.size(batch))] = batch
        return bool(self._waiting)

    def _take(self, done: Iterable[Future[Totals]], pool: Pool) -> None:
        """Add what came back; what did not, and what can no longer, is given out again, where that helps."""
        faults = []
        for future in done:
            batch = self._waiting.pop(future)
            fault = _fault_of(future)
            if fault is None:
                self._add(batch, future.result())
            else:
                faults.append(fault)
                self._again.append(batch)
        if faults:
            pool.mend(faults[0])
            self._again += self._waiting.values()
            self._waiting.clear()

    def _add(self, batch: int, totals: Totals) -> None:
        size = self.task.size(batch)
        if size == self.task.study.batch:
            self.progress.add(batch, totals)
            self._changed = True
        else:
            self._short = totals
        self.games += size
        self.tell(self.games, self.task.how.games)

    def collect(self) -> None:
        """Add what was still finished when it was stopped."""
        for future, batch in self._waiting.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._add(batch, future.result())
        self._waiting.clear()

    def save(self) -> None:
        """Keep what is done."""
        self._saved = monotonic()
        if self.keep and self._changed:
            write_progress(self.keep, self.task.facts, self.progress)
            self._changed = False


def _fault_of(future: Future[Totals]) -> BaseException | None:
    """Why a batch was not done; a batch that was cancelled has a fault as well."""
    try:
        return future.exception()
    except CancelledError as fault:
        return fault
