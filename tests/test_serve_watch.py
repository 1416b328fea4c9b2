"""A save is told once, whatever an editor does on the way to it: a burst, a swap, a file that is empty for a moment."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from santy_print.serve.watch import Watcher, _Fresh, looks_of, settled


def test_what_counts_is_what_a_pack_is_made_of(tmp_path: Path) -> None:
    (tmp_path / "art" / "old").mkdir(parents=True)
    for name in ("pack.yaml", "art/a.svg", "art/old/b.svg", ".git", "pack.yaml~", ".pack.yaml.swp", "art/.c.svg"):
        (tmp_path / name).write_text("x")
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "cards.pdf").write_text("x")
    names = {os.path.relpath(path, tmp_path) for path in looks_of([tmp_path, tmp_path / "not there"])}
    assert names == {"pack.yaml", os.path.join("art", "a.svg"), os.path.join("art", "old", "b.svg")}


def test_a_file_that_is_half_written_is_waited_for_and_one_that_is_gone_is_not(tmp_path: Path) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text("game: deck")
    before = looks_of([tmp_path])
    for half in (lambda: path.write_text(""), path.unlink):
        half()
        steps: list[float] = []

        def rest(seconds: float, steps: list[float] = steps) -> None:
            steps.append(seconds)
            if len(steps) == 3:
                path.write_text("game: deck\nid: new")

        assert settled([tmp_path], before, rest)[str(path)][1] == 18
        assert len(steps) == 3
    path.unlink()
    assert settled([tmp_path], before, lambda _: None) == {}


def test_two_saves_within_a_second_are_two_where_the_clock_counts_seconds(tmp_path: Path) -> None:
    """As on drives of the network that are mounted by SSH: the second looks as the first."""
    path, fresh, looks = tmp_path / "pack.yaml", _Fresh(), [looks_of([tmp_path])]
    told = []
    for text in ("one", "one", "two", "two", "six"):
        path.write_text(text)
        os.utime(path, (1_000, 1_000))
        looks.append(looks_of([tmp_path]))
        told.append(fresh.changed(*looks[-2:]) or looks[-2] != looks[-1])
    assert told == [True, False, True, False, True]
    path.unlink()
    assert not fresh.changed(looks[-1], {})
    assert not fresh._known


class Told:
    """A watcher of a folder, and how often it told."""

    def __init__(self, root: Path, polling: bool) -> None:
        self.count, self.event = 0, threading.Event()
        self.watcher = Watcher(lambda: [root], self.tell, polling)
        self.watcher.start()
        sleep(0.2)

    def tell(self) -> None:
        self.count += 1
        self.event.set()

    def after(self, seconds: float = 5.0) -> int:
        """How often it told, as soon as it did and then is quiet."""
        assert self.event.wait(seconds), "nothing was told"
        quiet, count = monotonic() + 0.6, self.count
        while monotonic() < quiet:
            sleep(0.02)
            if self.count != count:
                quiet, count = monotonic() + 0.6, self.count
        self.event.clear()
        self.count = 0
        return count


@pytest.fixture(params=[False, True], ids=["events", "poll"])
def told(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Told]:
    (tmp_path / "pack" / "locale").mkdir(parents=True)
    (tmp_path / "pack" / "pack.yaml").write_text("one")
    (tmp_path / "pack" / "locale" / "en.yaml").write_text("one")
    watcher = Told(tmp_path / "pack", request.param)
    yield watcher
    watcher.watcher.stop()


@pytest.mark.long
def test_every_way_of_saving_is_told_once(tmp_path: Path, told: Told) -> None:
    """In place, by rename (vim, JetBrains), a folder's file, a swapped link, a thousand writes, a folder that goes."""
    root = tmp_path / "pack"
    path = root / "pack.yaml"
    path.write_text("two")
    assert told.after() == 1
    (root / "new.tmp").write_text("six")  # as long as before
    os.replace(root / "new.tmp", path)
    assert told.after() == 1
    path.rename(root / "pack.yaml~")  # vim: the old file goes, then the new one comes
    sleep(0.03)
    path.write_text("eight")
    assert told.after() == 1
    (root / "locale" / "en.yaml").write_text("other")
    assert told.after() == 1
    (root / "locale" / "en.yaml").unlink()
    assert told.after() == 1
    begun = monotonic()
    for number in range(1_000):
        path.write_text(f"{number:04}")
    assert 1 <= told.after() <= 2 + (monotonic() - begun) / 0.15  # a burst at a time, however many writes it has
    shutil.rmtree(root)
    assert told.after() >= 1
    (root / "locale").mkdir(parents=True)
    path.write_text("again")
    assert told.after() >= 1
    path.write_text("and again")
    assert told.after() == 1
    os.utime(root / "locale", (1, 1))
    (root / ".hidden").write_text("x")
    assert not told.event.wait(0.8)


def test_a_fault_of_what_gives_events_ends_no_watching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a name that is no UTF-8, which the library cannot tell."""

    def faulty(*folders: str, **more: object) -> Iterator[None]:
        raise RuntimeError("Unable to decode path")

    monkeypatch.setattr("watchfiles.watch", faulty)
    (tmp_path / "pack.yaml").write_text("one")
    told = Told(tmp_path, polling=False)
    (tmp_path / "pack.yaml").write_text("other")
    assert told.event.wait(5), "nothing was told"
    told.watcher.stop()
    assert told.watcher.trouble == "Unable to decode path"
