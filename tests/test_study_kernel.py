"""The kernel of a study against the engine: the same deals, played one by one, come to the same numbers."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

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


def test_nothing_compiled_is_used_beside_an_old_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from santy_print.games.santy_anno import study

    monkeypatch.setattr(np, "__version__", "1.26.4")
    monkeypatch.setitem(sys.modules, f"{study.__name__}.fast", SimpleNamespace(play=None))  # who calls it fails
    worker = study.Sailing(santy(), "", 3, "basic", 1, study.MANY)
    assert worker(0, 10)["games"] == [10]
