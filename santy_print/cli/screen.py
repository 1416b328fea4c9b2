"""Screen: the terminal where a game is played: how wide it is, what it shows, what is painted, and who types there."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from santy_print.cli.base import say

if TYPE_CHECKING:
    from santy_print.game.look import Look
    from santy_print.game.table import News, Say

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal, and what it remembers."""
ABOVE, BACK = "\x1b7\x1b[{rows}A\r\x1b[2K", "\x1b8"
"""What goes to a line above, and back to where somebody types."""


def look_of(plain: bool | None) -> Look:
    """The look of this terminal: plain where that is asked for, or where nobody would see pictures."""
    from shutil import get_terminal_size

    from santy_print.game.look import NARROWEST, WIDEST, Look

    terminal = sys.stdout is not None and sys.stdout.isatty()
    if plain is None:
        plain = not terminal or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Look(max(NARROWEST, min(WIDEST, get_terminal_size().columns)) if terminal else WIDEST, plain)


def painted(words: Mapping[str, str], look: Look) -> Say:
    """How lines are said: on a terminal that shows colours with these words painted, headings and marks bold.

    What is said in hues is said in words all the same.
    """
    if look.plain or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return say
    from rich.console import Console
    from rich.text import Text

    from santy_print.diag import harmless

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
    longest = sorted(words, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE) if words else None

    def tell(line: str) -> None:
        text = Text(harmless(line).replace("\u00ad", ""))
        if re.match("[═─]{2} ", line):
            text.stylize("bold")
        text.highlight_regex("[▸✓★]", "bold")
        for match in pattern.finditer(text.plain) if pattern else ():
            text.stylize(words[match[0].casefold()], *match.span())
        console.print(text)

    return tell


class Keyboard:
    """A person at the keyboard; the one place where a clock is read. Where `several` share it, answers are hidden."""

    def __init__(self, name: str, several: bool = False, plain: bool = False) -> None:
        self.name, self.several, self.plain = name, several, plain
        self.interrupted = False

    def ask(self, prompt: str) -> str:
        """A line typed in; Leave at the end of the input or on Ctrl-C."""
        return self.ask_within(prompt, (), None) or ""

    def ask_within(self, prompt: str, news: Sequence[News], seconds: float | None) -> str | None:
        """The same, with news told meanwhile; None where nothing was typed within so many seconds.

        Where no terminal is, or none of which one can know whether somebody types, there is no news and no limit.
        """
        from santy_print.diag import harmless
        from santy_print.game.table import Leave

        shown = _fitted(harmless(prompt))
        try:
            if (news or seconds is not None) and _terminal() and os.name == "posix":
                answer = self._awaited(shown, sorted(news, key=lambda one: one.seconds), seconds)
            else:
                answer = input(shown)
        except EOFError:
            raise Leave(self) from None
        except KeyboardInterrupt:
            self.interrupted = True
            raise Leave(self) from None
        if self.several and _terminal() and not self.plain:
            last = shown.rpartition("\n")[2]
            sys.stdout.write("\x1b[1A\x1b[2K" + last + "…\n")  # the next at the keyboard reads no answer
        return answer

    def _awaited(self, prompt: str, news: Sequence[News], seconds: float | None) -> str | None:
        """A line typed in, with news told above it, or for those who hear it before it, if it is urgent."""
        from select import select
        from shutil import get_terminal_size

        from santy_print.columns import width
        from santy_print.diag import harmless

        begun, left = self.clock(), list(news)
        if not self.plain:
            _write("\n")
        _write(prompt)
        columns = max(1, get_terminal_size().columns)
        rows = sum(1 + width(line) // columns for line in prompt.split("\n"))
        while True:
            spent = self.clock() - begun
            due = [one for one in left if one.seconds <= spent]
            left = [one for one in left if one.seconds > spent]
            if due and not self.plain:
                latest = harmless(due[-1].text)[: get_terminal_size().columns - 1]
                _write(ABOVE.format(rows=rows) + latest + BACK)
            for one in due if self.plain else ():
                if one.urgent:
                    _write(f"\n{harmless(one.text)}\n{prompt}")
            if seconds is not None and spent >= seconds:
                _forget_typed()
                _write("\n")
                return None
            marks = [*(one.seconds for one in left), *([] if seconds is None else [seconds])]
            if select([sys.stdin], [], [], min(marks) - spent if marks else None)[0]:
                line = sys.stdin.readline()
                if not line:
                    raise EOFError
                return line.rstrip("\n")

    def pause(self, prompt: str) -> None:
        """Wait for Enter, where somebody looks on."""
        if _terminal():
            self.ask(prompt)

    def arrive(self, prompt: str) -> None:
        """Clear a screen that several share, with what scrolled off it, and wait until this one alone looks on."""
        if self.several and _terminal():
            self._clear()
            self.ask(prompt)
            self._clear()

    def _clear(self) -> None:
        from shutil import get_terminal_size

        sys.stdout.write("\n" * get_terminal_size().lines if self.plain else CLEARED)
        sys.stdout.flush()

    def clock(self) -> float:
        """Seconds, from any beginning."""
        from time import monotonic

        return monotonic()


def _write(text: str) -> None:
    """Write to the terminal what steers nothing but where this module says so."""
    sys.stdout.write(text)
    sys.stdout.flush()


def _fitted(prompt: str) -> str:
    """A prompt, broken between words where a terminal is narrower; the blank before what is typed stays."""
    from shutil import get_terminal_size

    from santy_print.columns import width, wrapped

    columns = get_terminal_size().columns
    if not _terminal() or width(prompt) < columns or columns < 10:
        return prompt
    return "\n".join(wrapped(prompt, columns - 1)) + " " * prompt.endswith(" ")


def _terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _forget_typed() -> None:
    """What was typed and not sent is no answer to the next question."""
    import termios

    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
