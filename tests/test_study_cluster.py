"""A study on a Dask cluster: a real scheduler and two workers on loopback; what is wrong with it is told, nothing lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest

from santy_print.study import Done, run_study
from santy_print.study import cluster as cluster_room
from santy_print.study.cluster import Cluster
from santy_print.study.report import json_of
from tests.test_study import task

pytestmark = pytest.mark.long
pytest.importorskip("distributed", reason="the extra `dev` has it")
GAMES = 6_000


@contextmanager
def running(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A program of Dask's, ended at the end; in a folder of its own, and with this checkout to import from."""
    folder.mkdir(exist_ok=True)
    root = Path(__file__).parent.parent
    surroundings = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-m", *words]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=surroundings) as process:
        try:
            yield process
        finally:
            process.kill()


def said(stream: IO[str] | None, pattern: str) -> str:
    """What a program tells of itself as it starts."""
    assert stream is not None
    for line in stream:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError("it ended before it said so")


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """An executor's address, and the workers there."""
    with ExitStack() as stack:
        words = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        scheduler = stack.enter_context(running(folder / "scheduler", *words))
        address = said(scheduler.stderr, r"Scheduler at:\s+tcp://(\S+)")
        made = []
        for number in range(workers):
            more = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1")
            program = ("distributed.cli.dask_worker", f"tcp://{address}", *more)
            made.append(stack.enter_context(running(folder / f"worker{number}", *program)))
        for worker in made:
            said(worker.stderr, r"(Registered to)")
        yield f"dask://{address}", made


def test_a_worker_that_dies_in_the_middle_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, killed = tmp_path / "kept.json", list[int]()
    with cluster(tmp_path, 2) as (address, workers):

        def kill_one(done: int, games: int) -> None:
            if done > games // 4 and not killed:
                workers[0].kill()
                killed.append(done)

        found = run_study(task(games=GAMES), lambda: Cluster(address), kept, kill_one)
        assert killed
        assert killed[0] < GAMES
        assert (found.why, found.found.games) == ("", GAMES)
        assert json_of(found.found) == json_of(run_study(task(games=GAMES)).found)
    monkeypatch.setattr(cluster_room, "CONNECT_SECONDS", 1)
    gone = run_study(task(games=2 * GAMES), lambda: Cluster(address), kept)
    assert (gone.why[:34], gone.found.games) == ("no scheduler answers at tcp://127.", GAMES // 64 * 64)


def test_what_is_done_is_kept_where_all_workers_are_gone_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_room, "ALONE_SECONDS", 2.0)
    with cluster(tmp_path, 1) as (address, workers):

        def kill(done: int, games: int) -> None:
            if done > games // 4:
                workers[0].kill()

        found: Done = run_study(task(games=GAMES), lambda: Cluster(address), tmp_path / "kept.json", kill)
        assert "has had no worker for 2 seconds" in found.why
        assert 0 < found.found.games < GAMES
        monkeypatch.setattr(cluster_room, "PYTHON", (3, 99))
        other = run_study(task(games=GAMES), lambda: Cluster(address), tmp_path / "kept.json")
        assert re.search(
            r"the scheduler at .* has Python 3\.\d+ with distributed .*, here it is Python 3\.99", other.why
        )
        assert other.found.games == found.found.games // 64 * 64
    whole = run_study(task(games=GAMES), keep=tmp_path / "kept.json")
    assert json_of(whole.found) == json_of(run_study(task(games=GAMES)).found)
