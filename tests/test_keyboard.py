"""The keyboard: games played through a real pseudo-terminal, left in the middle of a turn; news while one thinks."""

from __future__ import annotations

import codecs
import os
import re
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select

import pytest

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import termios

from santy_print.cli.screen import Keyboard
from santy_print.game.look import Look
from santy_print.game.table import Leave, News
from santy_print.pack import load_pack
from santy_print.play import Playing, play

PATIENCE_SECONDS = 60.0


def sized(columns: int, rows: int = 24) -> tuple[int, int]:
    """Both ends of a pseudo-terminal: the one where somebody sits, and the one where a program runs."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return outer, inner


class Terminal:
    """A terminal in which `santy` runs, and somebody who reads it and types."""

    def __init__(self, args: tuple[str, ...], columns: int, env: dict[str, str]) -> None:
        self.outer, inner = sized(columns)
        own = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "santy_print", *args],
            stdin=inner, stdout=inner, stderr=inner, start_new_session=True, env={**own, "TERM": "xterm", **env},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(inner)
        self.shown, self.read, self.decoder = "", 0, codecs.getincrementaldecoder("utf-8")()

    def wait_for(self, text: str, again: str = "") -> str:
        """What is shown after all that was waited for before, up to a text; some keys are typed again meanwhile.

        A Ctrl-C that comes just as a program begins to read is not heard until there is something to read.
        """
        begin, end = self.read, time.monotonic() + PATIENCE_SECONDS
        quiet = time.monotonic()
        while (found := self.shown.find(text, begin)) < 0:
            assert time.monotonic() < end, f"no {text!r} in {self.shown[-2000:]}"
            if select([self.outer], [], [], 0.2)[0]:
                with suppress(OSError):
                    self.shown += self.decoder.decode(os.read(self.outer, 65536))
                quiet = time.monotonic()
            elif again and time.monotonic() > quiet + 2:
                self.type(again)
                quiet = time.monotonic()
        self.read = found + len(text)
        return self.shown[begin : self.read]

    def type(self, keys: str) -> None:
        os.write(self.outer, keys.encode())


@contextmanager
def terminal(*args: str, columns: int = 80, **env: str) -> Iterator[Terminal]:
    made = Terminal(args, columns, env)
    try:
        yield made
    finally:
        with suppress(OSError):
            os.close(made.outer)
        made.process.kill()
        made.process.wait()


def test_a_turn_that_ctrl_c_and_a_closed_terminal_end_goes_on(tmp_path: Path) -> None:
    saved, record = tmp_path / "saved.txt", tmp_path / "record.txt"
    with terminal("play", "--human", "Anna", "--seed", "5", "--level", "events", "--save", str(saved)) as screen:
        screen.wait_for("Press Enter")
        screen.type("\n")
        asked = screen.wait_for("Where to?")
        assert "\x1b[31mred\x1b" in asked, "a word in its colour"
        assert asked.count("\n") < 24, "all on one screen"
        screen.type("hint\n")
        screen.wait_for("Where to?")
        screen.type("sa\x03")
        screen.wait_for(f"--resume {saved}", again="\x03")
        assert screen.process.wait(PATIENCE_SECONDS) == 130
    assert [line.split(" s, ")[1] for line in typed(saved)] == ['"hint"', "left"]
    before = saved.read_text("utf-8")
    with terminal("play", "--resume", str(saved), "--record", str(record)) as screen:
        screen.wait_for("Here is where you left off.")
        assert "Helm 2, anticlockwise: Vagabond" in screen.wait_for("Where to?"), "the hint that was given"
        os.close(screen.outer)
        assert screen.process.wait(PATIENCE_SECONDS) == 129
        screen.outer = os.open(os.devnull, os.O_RDONLY)
    assert len(typed(saved)) == 3
    assert saved.read_text("utf-8").startswith(before.partition("record: ")[0])
    assert record.read_text("utf-8").splitlines()[-1].endswith("  unfinished")


def typed(saved: Path) -> list[str]:
    return [line for line in saved.read_text("utf-8").splitlines() if line.startswith("typed: ")]


def test_a_plain_terminal_of_40_columns_is_steered_by_nothing(tmp_path: Path) -> None:
    where = {"NO_COLOR": "1", "XDG_CONFIG_HOME": str(tmp_path)}
    with terminal("practice", "--seed", "5", "--length", "9", "--lang", "pl", columns=40, **where) as screen:
        screen.wait_for("Dokąd płyniesz?")
        screen.type("1\n")
        screen.wait_for("Enter: dalej.")
        screen.type("\n")
        screen.wait_for("Dokąd płyniesz?")
        screen.type("\x03")
        screen.wait_for("Dobre odpowiedzi", again="\x03")
        assert screen.process.wait(PATIENCE_SECONDS) == 130
        assert not re.search("[\x1b\u2500-\u257f]", screen.shown)
        assert max(map(len, screen.shown.splitlines())) <= 40


@contextmanager
def seated(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """This process's own streams at a pseudo-terminal; the end where somebody sits."""
    outer, inner = sized(80)
    with os.fdopen(os.dup(inner), "r", encoding="utf-8") as keys, os.fdopen(inner, "w", encoding="utf-8") as shown:
        monkeypatch.setattr(sys, "stdin", keys)
        monkeypatch.setattr(sys, "stdout", shown)
        yield outer
    os.close(outer)


@pytest.mark.parametrize("plain", [False, True])
def test_news_come_while_one_thinks_and_an_answer_may_come_too_late(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Keyboard("Anna", plain=plain)
    news = [News(0.0, "Ben sits"), News(0.0, "All sit: 5", urgent=True)]
    with seated(monkeypatch) as outer:
        os.write(outer, b"viper\n")
        assert anna.ask_within("Where? ", news, 60.0) == "viper"
        os.write(outer, b"half a na")
        assert anna.ask_within("Where? ", news, 0.05) is None
        os.write(outer, b"royal\n")
        assert anna.ask_within("Where? ", [], 60.0) == "royal", "what was typed too late is no answer"
        os.write(outer, b"\x04")
        with pytest.raises(Leave):
            anna.ask_within("Where? ", news, 60.0)
        shown = os.read(outer, 65536).decode()
    assert ("\x1b7" in shown) != plain
    assert "All sit: 5" in shown
    assert ("Ben sits" in shown) is False, "the newest alone, or what is urgent"


def test_any_game_shows_its_table_again_helps_and_is_told_in_plain_words() -> None:
    """Sandokan, in whose board a picture says where things are."""
    pack = load_pack("sandokan").checked()
    for look in (Look(), Look(40), Look(plain=True)):
        lines: list[str] = []
        with_help = Typist("?", "hint", "1", "??", "1")
        play(pack, Playing(look=look), lines.append, [with_help])
        text = "\n".join(lines)
        assert max(map(len, lines)) <= look.width
        assert ("·  ·  ·" in text) == look.pictures
        assert text.count("The computer would choose ") == 2
        if not look.pictures:
            assert "Treasure Island: i7–l9" in " ".join(text.split()), "where it is, in words"


class Typist:
    """Somebody who types what is known beforehand, and then leaves."""

    name = "Anna"

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)

    def ask(self, prompt: str) -> str:
        if not self.answers:
            raise Leave(self)
        return self.answers.pop(0)

    def clock(self) -> float:
        return 0.0
