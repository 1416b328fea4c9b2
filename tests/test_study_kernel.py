"""The kernel of a study against the engine: the same deals, played one by one, come to the same numbers."""

from __future__ import annotations

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
