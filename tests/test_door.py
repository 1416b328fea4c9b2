"""The door: what leaves for a terminal or a pipe is text that it can hold; Ctrl-C ends with 130, nothing half done."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from tests.test_hostile import overlay

CLI = Path(__file__).parent.parent / "santy_print" / "cli"


def santy(*argv: str, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "santy_print", *argv], capture_output=True, env={**os.environ, **surroundings}
    )


def test_commands_write_by_the_door_alone() -> None:
    """Only the base of the command line writes itself, and what watches, whose lines may have colours."""
    said = {path.name: path.read_text("utf-8").count("click.echo") for path in CLI.glob("*.py")}
    assert {name: count for name, count in said.items() if count} == {"base.py": 4, "packs.py": 1}
    assert not any(re.search(r"(?<!\.)\bprint\(", path.read_text("utf-8")) for path in CLI.glob("*.py"))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_a_stream_that_is_not_utf8_gets_what_it_can_hold(encoding: str) -> None:
    made = santy("rulebook", "--format", "text", "--lang", "pl", PYTHONIOENCODING=encoding)
    assert made.returncode == 0
    assert "Gracz" in made.stdout.decode(encoding) or b"?" in made.stdout
    (line,) = made.stderr.decode("ascii").splitlines()
    assert line.startswith(f"note: {encoding} cannot write some letters (U+0")
    assert "PYTHONUTF8=1" in line


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250"])
def test_nothing_is_said_of_letters_that_a_stream_can_write(encoding: str) -> None:
    made = santy("i18n", "--help", PYTHONIOENCODING=encoding)
    assert (made.returncode, made.stderr) == (0, b"")


@pytest.mark.long
def test_json_says_the_same_on_a_stream_that_is_not_utf8() -> None:
    plain, narrow = (santy("check", "--origin", "--format", "json", PYTHONIOENCODING=e) for e in ("utf-8", "ascii"))
    assert narrow.returncode == 0
    assert json.loads(plain.stdout) == json.loads(narrow.stdout)
    assert narrow.stdout.isascii()


def test_wrong_usage_and_faults_show_what_steers_as_text(tmp_path: Path) -> None:
    for argv in (["rulebook", "--lang", "\x1b[2J"], ["check", "\u202ex"], ["schema", "\x9b"], ["\x1b[2J"]):
        made = CliRunner().invoke(main, argv)
        assert made.exit_code in (1, 2)
        assert not re.search("[\x1b\x9b\u202e]", made.output), argv
        assert "<U+" in made.output or "\\x" in made.output or "\\u" in made.output


def test_ctrl_c_ends_with_130_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    out = tmp_path / "out"
    child = subprocess.Popen(
        [sys.executable, "-m", "santy_print", "build", "--out", str(out), "--no-cache"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stderr is not None
    child.stderr.readline()  # it is at work
    child.send_signal(signal.SIGINT)
    _, said = child.communicate()
    assert child.returncode == 130, said
    assert b"Traceback" not in said
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_ctrl_c_ends_a_watched_check_with_130(tmp_path: Path) -> None:
    root = overlay(tmp_path, {})
    child = subprocess.Popen(
        [sys.executable, "-m", "santy_print", "check", str(root), "--watch"], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    while "watching, Ctrl-C ends" not in child.stdout.readline():
        assert child.poll() is None
    time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate()
    assert (child.returncode, said.strip().splitlines()[-1]) == (130, "no longer watching")
