"""Commands that games bring: found by name, loaded when asked for; a broken one does the others no harm."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import games, main
from santy_print.games.santy_anno.commands import ships
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


def test_help_loads_no_game() -> None:
    """Nor what finds distributions, where none on the path names a command."""
    code = "import sys\nfrom santy_print.cli import main\nmain(['--help'], standalone_mode=False)\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert "santy_print.games.santy_anno.commands.ships" in loaded
    assert (
        not {
            "santy_print.games.santy_anno.game",
            "santy_print.registry",
            "pydantic",
            "importlib.metadata",
            "dataclasses",
        }
        & loaded
    )
