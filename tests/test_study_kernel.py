"""The kernel of a study against the engine: the same deals, played one by one, come to the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from santy_print.games.santy_anno.study import compiler
from santy_print.games.santy_anno.study.kernel import Lookup, Tally, count, draw, play, shake
from santy_print.games.santy_anno.study.tables import Tables
from tests.plain_study import totals_of
from tests.workshop import Edit, make, santy

ODD: tuple[Edit, ...] = (
    ("pack", "rounds: [5, 6, 7, 8, 9]", "rounds: [4, 9, 5]"),
    ("pack", "loot: [5, 4, 3, 2, 1]", "loot: [3, 2, 2]"),
    ("pack", "2: 5, 3: 5", "2: 6, 3: 5"),
    ("pack", "laps: [4, 5] ", "laps: [2] "),
)


WAYS: list[tuple[int, bool, bool, tuple[Edit, ...]]] = [
    (8, False, False, ()), (5, True, True, ()), (1, True, False, ODD), (3, False, True, ODD),
]  # fmt: skip


def test_rows_of_many_ships_lead_where_words_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(santy(), 3, True, True)
    words = Lookup.of(tables)
    monkeypatch.setattr("santy_print.games.santy_anno.study.kernel.PACKED_SHIPS", 0)
    rows = Lookup.of(tables)
    assert (words.rows.packed, rows.rows.packed) == (True, False)
    assert count(rows, 1, 0, 100, play) == count(words, 1, 0, 100, play)


def test_what_is_drawn_is_as_likely_as_anything_else() -> None:
    lookup, games = Lookup.of(Tables(santy(), 8, False, False)), 8_000
    drawn = draw(lookup, shake(lookup, np.random.SFC64(1), games))
    deck = np.sort(np.concatenate((drawn.cards, drawn.spare)), axis=0)
    size = len(lookup.card_of)
    assert (deck == np.arange(size)[:, None]).all()
    for found, ways, twos in (
        (drawn.cards, size, size * (size - 1)), (drawn.tiles, 8, 56), (drawn.speed, 5, 25), (drawn.care, 5, 25)
    ):  # fmt: skip
        both = found[-1].astype(int) * ways + found[-2]
        for drawn_ones, kinds in ((found[0], ways), (found[-1], ways), (both, twos)):
            many = np.bincount(drawn_ones)
            chi = float((many.astype(float) ** 2).sum() * kinds / games - games)
            assert chi < kinds + 5 * (2 * kinds) ** 0.5


@pytest.mark.parametrize(("players", "expert", "events", "edits"), WAYS)
def test_the_same_deals_played_by_the_engine_come_to_the_same(
    players: int, expert: bool, events: bool, edits: tuple[Edit, ...]
) -> None:
    lookup = Lookup.of(Tables(make(*edits).sound if edits else santy(), players, expert, events))
    raw = shake(lookup, np.random.SFC64(players), 100)
    tally = Tally.of(lookup)
    play(lookup, raw, tally)
    counts = totals_of(lookup.tables, draw(lookup, raw), 100)
    found = {(name, at): int(n) for name, counted in tally.totals.items() for at, n in enumerate(counted)}
    plain = {place: counts[place] for place in found}
    assert found == plain


@pytest.mark.long
@pytest.mark.parametrize(("players", "expert", "events", "edits"), WAYS)
def test_the_compiled_kernel_comes_to_the_same(
    players: int, expert: bool, events: bool, edits: tuple[Edit, ...]
) -> None:
    from santy_print.games.santy_anno.study import fast

    lookup = Lookup.of(Tables(make(*edits).sound if edits else santy(), players, expert, events))
    assert count(lookup, 1, 0, 1_000, fast.play) == count(lookup, 1, 0, 1_000, play)


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of its own; what this process knows of versions is forgotten before and after."""
    monkeypatch.setenv("SANTY_CACHE", str(tmp_path))
    caches = compiler._version, compiler._begin
    for known in caches:
        known.cache_clear()
    yield tmp_path / "numba"
    for known in caches:
        known.cache_clear()


def use(version: str | None, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Begin to use the code of a version, at some time, as a process does that compiles it or finds it."""
    monkeypatch.setattr(compiler, "_version", lambda: version)
    folder = compiler._folder()
    assert folder is not None
    compiler._begin.cache_clear()
    compiler._begin(folder)
    (folder / "study").mkdir(exist_ok=True)
    (folder / "study" / f"fast.{compiler.WHOLE}-1.py311.nbi").touch()
    os.utime(folder, (seconds, seconds))


def test_the_code_of_older_versions_goes_and_that_of_those_used_last_stays(
    versions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number:016x}" for number in range(6)]
    for at, name in enumerate(names[:3]):
        use(name, monkeypatch, 1_000 + at)
    assert sorted(path.name for path in versions.iterdir()) == names[:3]
    use(names[0], monkeypatch, 2_000)  # who goes back to an older version finds its code, and now it was used last
    assert compiler.kept()
    (versions / "of somebody else").mkdir()
    use(names[3], monkeypatch, 3_000)
    assert sorted(path.name for path in versions.iterdir()) == [names[0], names[2], names[3], "of somebody else"]
    use(names[4], monkeypatch, 4_000)
    use(names[5], monkeypatch, 5_000)
    assert sorted(path.name for path in versions.iterdir()) == [*names[3:], "of somebody else"]


def test_a_version_is_of_the_code_and_of_all_that_compiles_it(versions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for changed in (None, *compiler.MAKERS):
        compiler._version.cache_clear()
        monkeypatch.setattr(compiler, "version", lambda name, changed=changed: "9.9" if name == changed else "1.0")
        found.add(compiler._folder())
    compiler._version.cache_clear()
    monkeypatch.setattr(compiler, "_SOURCES", ())
    found.add(compiler._folder())
    assert len(found) == 5
    assert {folder.parent for folder in found if folder is not None} == {versions}


def test_where_numba_is_not_there_nothing_is_kept_nor_looked_for(
    versions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(compiler, "version", lacks)
    assert not compiler.kept()
    assert not versions.exists()


@pytest.mark.long
def test_what_is_compiled_lies_where_its_version_is_looked_for(versions: Path) -> None:
    code = (
        "from santy_print.games.santy_anno.study import compiler, fast\n"
        "from santy_print.games.santy_anno.study.kernel import Lookup, count\n"
        "from santy_print.games.santy_anno.study.tables import Tables\n"
        "from santy_print.pack import load_pack\n"
        "assert not compiler.kept()\n"
        "count(Lookup.of(Tables(load_pack().compiled, 3, False, False)), 1, 0, 100, fast.play)\n"
        "assert compiler.kept()\n"
    )
    versions.mkdir()
    for at in range(4):
        (versions / f"{at:016x}" / "study").mkdir(parents=True)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(list(versions.iterdir())) == compiler.VERSIONS


def test_nothing_compiled_is_used_beside_an_old_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from santy_print.games.santy_anno import study

    monkeypatch.setattr(np, "__version__", "1.26.4")
    monkeypatch.setitem(sys.modules, f"{study.__name__}.fast", SimpleNamespace(play=None))  # who calls it fails
    worker = study.Sailing(santy(), "", 3, "basic", 1, study.MANY)
    assert worker(0, 10)["games"] == [10]
