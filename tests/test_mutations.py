"""A small seeded part of the mutations: each input is answered, in time and in little memory. See `tests/mutate.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from tests import mutators_bytes  # noqa: F401 (enters its kinds)
from tests.mutate import FEW
from tests.mutators import KINDS
from tests.test_hostile import overlay


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_what_is_spoiled_at_random_is_answered() -> None:
    argv = [sys.executable, "-m", "tests.mutate", "--small", "--seed", "1", "--jobs", "1"]
    made = subprocess.run(argv, cwd=Path(__file__).parent.parent, capture_output=True, text=True, errors="replace")
    assert made.returncode == 0, made.stdout + made.stderr


def test_ships_can_be_repaired_though_another_file_cannot_be_read(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pirates.yaml": "pirates: {brain: {nmae: x}}\n"})
    made = CliRunner().invoke(main, ["ships", "repair", str(root)])
    assert made.exit_code == 1
    assert "schema-unknown" in made.output


def test_each_kind_has_its_share() -> None:
    assert FEW.keys() == KINDS.keys()
