"""Every game keeps the promises of `State` and `Table`, at every level, for every number of players."""

from __future__ import annotations

import pytest

from santy_print.folders import bundled
from santy_print.game.conformance import faults_of, games_of
from santy_print.pack import load_pack
from santy_print.play import table_of


@pytest.mark.parametrize("name", bundled())
def test_every_game_at_every_level_for_every_number_of_players(name: str) -> None:
    pack = load_pack(name).checked()
    if not pack.game.has("table"):
        pytest.skip("nobody plays this at a table of text")
    table = table_of(pack)
    for seed, (players, options) in enumerate(games_of(table)):
        assert not faults_of(table, players, options, [seed]), (players, options, seed)
