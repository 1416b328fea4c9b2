"""What a person sees on a terminal of 80 columns: lines broken between words, progress that says what it knows."""

from __future__ import annotations

import io
import re
import sys

import pytest

from santy_print.cli.base import say_fitted
from santy_print.cli.progress import progress

ROW = "   94%  7.75    7.5  card-frame   card-event:seasick-counter-clockwise  event.seasick.counter-clockwise.effect"


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal of 80 columns in the place of both streams, until the test ends."""
    made = Screen()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, made)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    return made


def test_a_long_line_is_broken_between_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screen(monkeypatch)
    say_fitted(ROW, 21)
    lines = shown.getvalue().splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(lines).split() == ROW.split()


def test_a_line_for_no_terminal_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    say_fitted(ROW, 21)
    assert capsys.readouterr().out == ROW + "\n"


@pytest.mark.parametrize("total", [None, 2])
def test_progress_says_how_many_files_there_are_only_where_it_knows(
    monkeypatch: pytest.MonkeyPatch, total: int | None
) -> None:
    seen = screen(monkeypatch)
    with progress(total=total) as tell:
        for name in ("en/cards.pdf", "en/ships.pdf"):
            tell(name)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.getvalue())
    assert "en/ships.pdf" in shown
    assert "?" not in shown
    assert ("1/2" in shown) == (total == 2)
