"""Record: a game written down line by line, each line under a seal over all before it; read back and verified."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from santy_print.diag import Report, SourceFile, Span, register
from santy_print.game.state import S

register("record-foreign", "a file is not a record, or is the record of another set")
register("record-seal", "a line of a record does not carry the seal that it must")
register("record-rule", "a line of a record is not what the rules allow or give here")
register("record-short", "a record ends before the game does")

SEAL = 8
"""So many digits of a hash stand before each line."""


def seal(lines: Sequence[str]) -> Iterator[str]:
    """Put before each line a seal over all lines so far."""
    last = ""
    for line in lines:
        last = _next_seal(last, line)
        yield f"{last}  {line}"


def _next_seal(last: str, line: str) -> str:
    return hashlib.sha256(f"{last}\n{line}".encode()).hexdigest()[:SEAL]


class Scribe(Protocol):
    """How a game writes its transcript: lines for actions, alone or grouped, and for what came of them."""

    def opening(self) -> Sequence[str]:
        """The lines before the first action: what game this is and who plays."""

    def lines(self, before: Any, action: Any, after: Any) -> Sequence[str]:
        """The lines that an action completes: none, its own, or its own and its consequences."""

    def parse(self, state: Any, line: str) -> Sequence[Any]:
        """The actions that a line stands for; ValueError with the reason where there are none."""


class PlainScribe:
    """A record of any game: a line for each action, `who: word`. A word stands for one action among those open."""

    def __init__(self, opening: Sequence[str], word: Callable[[Any], str]) -> None:
        self._opening = tuple(opening)
        self._word = word

    def opening(self) -> Sequence[str]:
        """The lines before the first action."""
        return self._opening

    def lines(self, before: Any, action: Any, after: Any) -> Sequence[str]:
        """The line of an action, and at the end what each player won."""
        lines = [f"{before.actor}: {self._word(action)}"]
        if after.returns is not None:
            lines.append("end: " + ", ".join(f"{name} {won:g}" for name, won in after.returns.items()))
        return lines

    def parse(self, state: Any, line: str) -> Sequence[Any]:
        """The action that a line stands for."""
        for action in state.actions():
            if line == f"{state.actor}: {self._word(action)}":
                return (action,)
        raise ValueError(f"this is nothing that {state.actor or 'anybody'} can do here")


def unseal(file: SourceFile, report: Report) -> list[str]:
    """The lines of a transcript; the first broken seal is reported, and the lines before it are returned."""
    last, lines = "", []
    for number, sealed in enumerate(file.text.rstrip("\n").split("\n"), 1):
        line = sealed[SEAL + 2 :]
        last = _next_seal(last, line)
        if sealed != f"{last}  {line}":
            code, message = (
                "record-seal",
                "this line does not match its seal: it, or the one before it, was changed",
            )
            if number == 1:
                code, message = "record-foreign", "this is not a record of santy"
            report.error(code, message, _line(file, number))
            break
        lines.append(line)
    return lines


def replay(state: S, scribe: Scribe, lines: Sequence[str], file: SourceFile, report: Report) -> S:
    """Play a transcript's lines again: each must be open to its actor and say what the rules give.

    The first line that is not is reported; the state reached before it is returned.
    """
    wanted: deque[str] = deque(scribe.opening())
    for number, line in enumerate(lines, 1):
        if not wanted:
            try:
                actions = scribe.parse(state, line)
                for action in actions:
                    after = state.apply(action)
                    wanted.extend(scribe.lines(state, action, after))
                    state = after  # type: ignore[assignment]
            except ValueError as fault:
                report.error("record-rule", str(fault), _line(file, number))
                return state
        if not wanted or wanted[0] != line:
            hints = [f"by the rules this line reads: {wanted[0]}"] if wanted else []
            report.error("record-rule", "this line is not what the rules give here", _line(file, number), *hints)
            return state
        wanted.popleft()
    if report.ok and (state.actor is not None or wanted):
        report.error("record-short", "the record ends before the game does", _line(file, len(lines)))
    return state


def _line(file: SourceFile, number: int) -> Span:
    number = max(1, min(number, len(file.lines)))
    return Span(file, number, 1, number, max(2, len(file.lines[number - 1]) + 1))
