"""Commands that games bring: found by name, loaded when asked for; a broken one does the others no harm."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import games, main
from santy_print.cli.games import set_sizes
from santy_print.games.santy_anno.commands import ships
from santy_print.registry import find_game, game_names
from tests.commands import commands_of


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with a distribution whose commands are `hello`, `gone`, `odd` and `ships`."""
    folder = tmp_path / "hello-1.dist-info"
    folder.mkdir()
    names = {"hello": "hello", "gone": "nothing", "odd": "odd", "ships": "hello"}
    lines = "".join(f"{name} = hello_commands:{attribute}\n" for name, attribute in names.items())
    (folder / "entry_points.txt").write_text(f"[{games.GROUP}]\n{lines}")
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: hello\nVersion: 1\n")
    code = 'import click\n\nodd = 1\n\n@click.command()\ndef hello():\n    """Greet."""\n    click.echo("ahoy")\n'
    (tmp_path / "hello_commands.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    games._found.cache_clear()
    yield tmp_path
    games._found.cache_clear()
    sys.modules.pop("hello_commands", None)


def test_a_distribution_brings_commands(installed: Path) -> None:
    assert CliRunner().invoke(main, ["hello"]).output == "ahoy\n"
    listed = CliRunner().invoke(main, ["--help"]).output
    assert "  hello     Greet.\n" in listed


def test_a_command_that_cannot_be_loaded_says_so_and_spoils_no_other(installed: Path) -> None:
    ran = CliRunner().invoke(main, ["--help"])
    assert ran.exit_code == 0
    assert "cannot be loaded" in ran.output
    for name, why in (("gone", "`hello_commands:nothing` cannot be loaded: AttributeError"), ("odd", "is no command")):
        ran = CliRunner().invoke(main, [name, "--any", "thing"])
        assert ran.exit_code == 1
        assert ran.output.startswith("Error: ")
        assert why in ran.output


def test_a_bundled_command_stays_what_it_is(installed: Path) -> None:
    assert commands_of(main)["ships"] is ships.ships
    assert commands_of(main)["build"] is main.commands["build"]


HEAVY = {"santy_print.games.santy_anno.game", "santy_print.registry", "pydantic", "importlib.metadata", "dataclasses"}
"""What a game's code loads, and what finds distributions where none on the path names a command or a game."""


@pytest.mark.parametrize(
    ("words", "read"), [([], "santy_anno.commands.ships"), (["new"], "santy_anno.sizes")], ids=["santy", "new"]
)
def test_help_loads_no_game(words: list[str], read: str) -> None:
    asked = [*words, "--help"]
    code = f"import sys\nfrom santy_print.cli import main\nmain({asked}, standalone_mode=False)\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert f"santy_print.games.{read}" in loaded
    assert not HEAVY & loaded


def test_new_has_the_sizes_of_every_game() -> None:
    """Those of a bundled game stand in a module that its help reads; what the game itself says is the same."""
    games = [game for name in game_names() if (game := find_game(name))]
    assert set_sizes() == {size: says for game in reversed(games) for size, says in game.sizes.items()}
    assert {"colours", "elements", "ships"} <= set(set_sizes())
