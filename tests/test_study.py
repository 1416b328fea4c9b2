"""A study: the same whoever works, stopped and gone on with, of any game; what is wrong is told and nothing lost."""

from __future__ import annotations

import errno
import json
import os
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from click.testing import CliRunner, Result

from santy_print.cli import main
from santy_print.pack import load_pack
from santy_print.study import Studying, Task, run_study
from santy_print.study.pools import LocalPool
from santy_print.study.report import json_of

GAMES = 300


def task(pack: str = "santy_anno", games: int = GAMES, **how: Any) -> Task:
    made = Task.of(load_pack(pack).checked(), Studying(games, **how))
    made.study.batch = 64  # small ones, so that there are several
    return made


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["study", *words], catch_exceptions=False)


class Backwards(LocalPool):
    """Gives what it has done back in another order, and stops somebody after some of it."""

    def __init__(self, stop_after: int | None = None) -> None:
        super().__init__()
        self.ahead, self.left, self.stop_after = 8, list[Future[Any]](), stop_after
        self.executor = self  # type: ignore[assignment]

    def submit(self, work: Any, batch: int, games: int) -> Future[Any]:
        if self.stop_after == 0:
            raise KeyboardInterrupt
        if self.stop_after is not None:
            self.stop_after -= 1
        made: Future[Any] = Future()
        made.set_result(work(batch, games))
        return made

    def end(self) -> None:
        """Nothing to end."""


class Impatient(Backwards):
    """Is stopped a second time, while it ends."""

    def end(self) -> None:
        """Ctrl-C again."""
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole() -> str:
    return json_of(run_study(task()).found)


def test_two_processes_come_to_the_same_bytes(whole: str) -> None:
    assert json_of(run_study(task(), lambda: LocalPool(2)).found) == whole


def test_what_was_stopped_goes_on_to_the_same_bytes(whole: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    done = run_study(task(), lambda: Backwards(3), kept)
    assert done.stopped
    assert 0 < done.found.games < GAMES
    assert json.loads(kept.read_text())["first"] == 3
    again = run_study(task(), LocalPool, kept)
    assert json_of(again.found) == whole
    more = run_study(task(games=GAMES + 100), LocalPool, kept)
    assert json_of(more.found) == json_of(run_study(task(games=GAMES + 100)).found)


def test_another_study_s_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = ["--games", "20000", "--players", "4", "--resume", str(kept), "--workers", "1"]
    assert run(*words).exit_code == 0
    for change, why in (
        (["--seed", "2"], "its seed is 1, here it is 2"),
        (["--level", "expert"], "its level is basic, here it is expert"),
        (["examples/quick-game"], "its pack is santy_anno, here it is quick-game"),
        (["--games", "100"], "has more games than are asked for"),
    ):
        refused = run(*words, *change)
        assert (refused.exit_code, why in refused.output.replace("\n", " ")) == (2, True), refused.output
    kept.write_text(kept.read_text().replace('"first": 1', '"first": 0'))
    refused = run(*words)
    assert refused.exit_code == 2
    assert "or it was changed" in refused.output


def test_a_deck_has_no_rules_and_odd_wishes_are_refused(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["new", str(tmp_path / "pairs"), "--game", "deck"]).exit_code == 0
    for words, code, why in (
        ([str(tmp_path / "pairs")], 1, "pack-tool"),
        (["--games", "0"], 2, "out of bounds"),
        (["--players", "9"], 2, "3 to 8"),
        (["--executor", "dask://nowhere"], 2, "`dask://HOST:PORT`"),
        (["--executor", "dask://127.0.0.1:9", "--workers", "2"], 2, "--workers"),
        (["--against", "sandokan"], 2, "two games"),
        (["--level", "hard"], 2, "level"),
        (["--seed", "9" * 30], 2, "seed: 1e+30 is out of bounds"),
    ):
        ran = run(*words)
        assert (ran.exit_code, why in ran.output) == (code, True), ran.output


def test_what_was_found_is_told_whatever_comes_of_the_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))

    monkeypatch.setattr("santy_print.study.plots.staged", full)
    ran = run("--games", "10", "--workers", "1", "--plots", str(tmp_path / "plots"))
    assert ran.exit_code == 1
    assert "Captains by seat" in ran.stdout


def test_a_study_is_told_beside_another_within_80_columns(tmp_path: Path) -> None:
    found = run("--games", "3000", "--against", "examples/quick-game", "--workers", "1", "--plots", str(tmp_path))
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    (beside,) = (line for line in lines if line.startswith("Beside quick-game"))
    assert "harder" in beside
    assert "longer" in beside
    assert {path.stem for path in tmp_path.glob("*.svg")} >= {"seat", "start", "speed", "slips", "right", "cards"}


def test_the_other_game_is_studied_by_the_same_command() -> None:
    one = run("sandokan", "--games", "2", "--players", "2", "--workers", "1", "--format", "json")
    assert one.exit_code == 0
    data = json.loads(one.stdout)
    assert (data["games"], [m["key"] for m in data["measures"]]) == (2, ["seat", "home", "ends", "length"])


def test_a_study_that_is_stopped_does_not_wait_for_a_batch_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santy_print.study.pools.PATIENCE_SECONDS", 0.2)
    before, pool = set(active_children()), LocalPool(2)
    for _ in range(2):
        pool.executor.submit(sleep, 300)
    begun, ours = monotonic(), set(active_children()) - before
    assert len(ours) == 2
    pool.end()
    for process in ours:
        process.join(30)
        # Its executor may have heard of its end first: then the process itself never knows that it ended.
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid or 0, 0)
    assert monotonic() - begun < 60


def test_what_is_done_is_kept_where_somebody_stops_it_once_more(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    with pytest.raises(KeyboardInterrupt):
        run_study(task(), lambda: Impatient(3), kept)
    assert json.loads(kept.read_text())["first"] == 3


@pytest.mark.long
def test_a_process_that_is_killed_costs_nothing() -> None:
    pools: list[LocalPool] = []

    def kill_one(done: int, games: int) -> None:
        if done > games // 4 and len(pools) == 1:
            next(iter(pools[0].executor._processes.values())).kill()  # type: ignore[attr-defined]
            pools.append(pools[0])

    def make_pool() -> LocalPool:
        pools.append(LocalPool(2))
        return pools[0]

    found = run_study(task(games=6_000), make_pool, tell=kill_one)
    assert (found.why, len(pools)) == ("", 2)
    assert json_of(found.found) == json_of(run_study(task(games=6_000)).found)


@pytest.mark.long
def test_processes_that_all_end_by_themselves_are_told_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santy_print.study.pools.LocalPool._executor", lambda self: Dead())
    found = run_study(task(), lambda: LocalPool(2))
    assert found.why.startswith("a process at work ended by itself 3 times")
    assert found.found.games == 0


class Dead(Executor):
    """Nothing of it ever comes back."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        made: Future[Any] = Future()
        made.set_exception(BrokenExecutor())
        return made
