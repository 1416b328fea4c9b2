"""A study on a Dask cluster: a real scheduler and two workers on loopback; what is wrong is told, and nothing lost."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest

pytestmark = pytest.mark.long
pytest.importorskip("distributed", reason="the extra `dev` has it")
GAMES = 1_640_000


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


PROGRAM = """
import sys
from santy_print.study import cluster
cluster.ALONE_SECONDS, cluster.CONNECT_SECONDS, cluster.PYTHON = 2.0, 5, eval(sys.argv.pop(1)) or cluster.PYTHON
from santy_print.cli import main
main()
"""


def study(*words: str, kill: subprocess.Popen[str] | None = None, python: str = "None") -> tuple[int, str, str]:
    """The exit code and what is written, by a process of its own: Dask leaves threads. At a third, `kill` is killed."""
    command = [sys.executable, "-c", PROGRAM, python, "study", "--games", str(GAMES), "--format", "json", *words]
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        for line in process.stderr:
            lines.append(line)
            done = re.search(r"([\d,]+) of", line)
            if kill is not None and done and int(done[1].replace(",", "")) > GAMES // 3:
                kill.kill()
                kill = None
        out = process.stdout.read()
    assert kill is None, "it was over before anything was killed"
    return process.returncode, out, "".join(lines)


def test_a_worker_that_dies_in_the_middle_costs_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path, 2) as (address, workers):
        code, out, err = study("--executor", address, kill=workers[0])
    assert (code, out) == (0, study("--workers", "1")[1]), err
    code, out, err = study("--executor", address)
    assert (code, out) == (1, "")
    assert "error: no scheduler answers at tcp://127.0.0.1:" in err


def test_what_is_done_is_kept_where_all_workers_are_gone_for_good(tmp_path: Path) -> None:
    kept = ("--resume", str(tmp_path / "kept.json"))
    with cluster(tmp_path, 1) as (address, workers):
        code, out, err = study("--executor", address, *kept, kill=workers[0])
        assert (code, GAMES // 3 < json.loads(out)["games"] < GAMES) == (1, True), err
        assert "has had no worker for 2 seconds" in err
        code, again, err = study("--executor", address, *kept, python="(3, 99)")
        assert (code, again) == (1, out)
        assert re.search(r"scheduler at .* has Python 3\.\d+ with distributed .*, here it is Python 3\.99", err)
    assert study("--workers", "1", *kept)[:2] == (0, study("--workers", "1")[1])
