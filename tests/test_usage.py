"""Wrong usage is told in words, whatever the command: never a traceback."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from santy_print.choices import BLEED
from santy_print.cli import main
from santy_print.cli.base import Number
from tests.commands import commands_of


def places(group: click.Group = main, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Option]]:
    """Each option of each command that names a file or folder which need not be there yet, and is not read."""
    for name, command in commands_of(group).items():
        if isinstance(command, click.Group):
            yield from places(command, (*way, name))
        else:
            for option in command.params:
                made = isinstance(option.type, click.Path) and not option.type.exists and option.opts[0] not in READ
                if isinstance(option, click.Option) and made:
                    yield (*way, name), option


READ = {"--icc", "--pictures", "--cache"}
"""What a command reads, and the cache, without which all is made all the same."""


@pytest.mark.parametrize(("way", "option"), list(places()), ids=lambda v: " ".join(v) if isinstance(v, tuple) else "")
def test_where_nothing_can_be_written_is_told_before_anything_is_done(
    way: tuple[str, ...], option: click.Option, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    ran = CliRunner().invoke(main, [*way, option.opts[0], str(tmp_path / "file" / "x")], catch_exceptions=False)
    assert (ran.exit_code, ran.stdout) == (2, "")
    message = " ".join(ran.stderr.split())
    assert f"Invalid value for '{option.opts[0]}'" in message
    assert "a file stands where a folder should" in message
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_place_that_nobody_named_is_tried_by_nobody_who_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, folder: bool = False) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.chdir(tmp_path)
    for module in ("output", "puzzles"):
        monkeypatch.setattr(f"santy_print.{module}.try_writing", refuse)
    assert CliRunner().invoke(main, ["answers", "--format", "json"]).exit_code == 0
    refused = CliRunner().invoke(main, ["puzzles"])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "error: output: that disk is read-only\n"


def numbers(group: click.Group = main, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Option]]:
    """Each option of each command that takes a number within limits."""
    for name, command in commands_of(group).items():
        if isinstance(command, click.Group):
            yield from numbers(command, (*way, name))
        else:
            for option in command.params:
                if isinstance(option, click.Option) and isinstance(option.type, click.FloatRange):
                    yield (*way, name), option


@pytest.mark.parametrize(("way", "option"), list(numbers()), ids=lambda v: " ".join(v) if isinstance(v, tuple) else "")
@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "thin", "", "-1", "1e999"])
def test_what_is_no_number_is_refused(way: tuple[str, ...], option: click.Option, text: str) -> None:
    assert isinstance(option.type, Number), "click takes nan for a number"
    ran = CliRunner().invoke(main, [*way, option.opts[0], text], catch_exceptions=False)
    assert ran.exit_code == 2, ran.output
    assert ("out of bounds" if text == "-1" else f"`{text}` is no number") in ran.output


def test_a_decimal_comma_is_one() -> None:
    assert Number(BLEED).convert("1,5", None, None) == 1.5


def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        command = [sys.executable, "-m", "santy_print", "ships", "explain"]
        ran = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.stderr == ""


@pytest.mark.usefixtures("kept")
def test_what_was_written_is_counted_as_people_count(tmp_path: Path) -> None:
    def said(*words: str) -> list[str]:
        ran = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "out")], catch_exceptions=False)
        assert ran.exit_code == 0, ran.output
        return [line.rpartition(os.sep)[2].strip() for line in ran.stdout.splitlines()]

    one = ("build", "--lang", "en", "--only")
    assert said(*one, "harbour") == ["harbour.pdf  1 page"]
    assert {"rulebook.html", "rulebook.txt"} <= set(said(*one, "rulebook"))
