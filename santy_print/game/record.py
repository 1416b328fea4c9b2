"""Record: a game written down line by line, each line under a seal over all before it; read back and verified."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

from santy_print.diag import Report, SourceFile, Span, did_you_mean, register
from santy_print.game.state import CHANCE, S

register("record-foreign", "a file is not a record, or is the record of another set")
register("record-seal", "a line of a record does not carry the seal that it must")
register("record-rule", "a line of a record is not what the rules allow or give here")
register("record-name", "a record or a form names what its set does not have")
register("record-lacks", "a record or a form does not say what must be known")
register("record-short", "a record ends before the game does")

SEAL = 8
"""So many digits of a hash stand before each line."""
SEALED = re.compile(rf"[0-9a-f]{{{SEAL}}}  ")
"""How a line begins that has a seal."""
_DAMAGED = re.compile(r"^\w{1,16} {2}")
"""How it begins where the seal is no longer one."""
UNFINISHED = "unfinished"
"""The last line of a record whose game was left before its end."""


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


@runtime_checkable
class Surveyor(Scribe, Protocol):
    """A scribe that finds more than the first fault of a record."""

    def survey(self, lines: Sequence[str], file: SourceFile, report: Report) -> None:
        """Report every fault that can be told of a record's lines, those among them that replaying does not reach."""


class PlainScribe:
    """A record of any game: a line for each action, `who: word`. A word stands for one action among those open.

    `known` are the names that words are made of, none where nobody says: then a survey finds no misspelt ones.
    """

    def __init__(self, opening: Sequence[str], word: Callable[[Any], str], known: Collection[str] = ()) -> None:
        self._opening = tuple(opening)
        self._word = word
        self._known = frozenset(known)

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

    def survey(self, lines: Sequence[str], file: SourceFile, report: Report) -> None:
        """Report who is no player, and names that mean nothing: whether an action was open, only replaying tells."""
        players = [CHANCE, *_players(self._opening)]
        for number, line in enumerate(lines, 1):
            if number <= len(self._opening) or line == UNFINISHED or line.startswith("end: "):
                continue
            who, colon, rest = line.partition(": ")
            if not colon or who not in players:
                place = part_of(file, number, line, 0, len(who))
                report.error("record-name", f"nobody here is called {who}", place, partial(did_you_mean, who, players))
            for found in re.finditer(r"[^ ,]+", rest if self._known else ""):
                if not found[0].isdecimal() and found[0] not in self._known:
                    begin = len(who) + 2 + found.start()
                    place = part_of(file, number, line, begin, begin + len(found[0]))
                    hint = partial(did_you_mean, found[0], self._known)
                    report.error("record-name", f"nothing in this set is called {found[0]}", place, hint)


def unseal(file: SourceFile, report: Report) -> list[str]:
    """The lines of a transcript without their seals; every broken seal is reported, and its line returned as it stands.

    After a broken seal the next line may follow the seal as it is written, as it should be, or the last one that held:
    so what was changed in one line is told once.
    """
    good, lines = "", []
    follows: tuple[str, ...] = ("",)
    for number, sealed in enumerate(file.text.rstrip("\n").split("\n"), 1):
        begun = SEALED.match(sealed) is not None
        line, written = (sealed[SEAL + 2 :], sealed[:SEAL]) if begun else (_DAMAGED.sub("", sealed), "")
        if begun and any(_next_seal(last, line) == written for last in follows):
            good, follows = written, (written,)
        elif number == 1:
            hints = [BY_HAND] if sealed.strip("\ufeff ").startswith("santy ") else []
            filled = "what a table wrote by hand becomes one by `santy replay --fill`"
            report.error("record-foreign", "this is not a record of santy", line_of(file, number), *hints, filled)
            return []
        else:
            message = "this line does not match its seal: it, or the one before it, was changed"
            hint = "" if begun or line != sealed else BY_HAND
            report.error("record-seal", message if not hint else "this line has no seal", line_of(file, number), hint)
            follows = (good, _next_seal(good, line), *([written] if begun else []))
        lines.append(line)
    return lines


BY_HAND = "what a table wrote by hand becomes a record with `santy replay --fill FILE`"


def _players(opening: Sequence[str]) -> list[str]:
    """The players that a record's opening lines name."""
    found = next((line for line in opening if line.startswith("players: ")), "players: ")
    return found.removeprefix("players: ").split("; ")[0].split(", ")


def replay(state: S, scribe: Scribe, lines: Sequence[str], file: SourceFile, report: Report) -> S:
    """Play a transcript's lines again: each must be open to its actor and say what the rules give.

    The first line that is not is reported; the state reached before it is returned. A game that was left ends with a
    line that says so.
    """
    wanted: deque[str] = deque(scribe.opening())
    for number, line in enumerate(lines, 1):
        if line == UNFINISHED and number == len(lines) and not wanted and state.actor is not None:
            return state
        if not wanted:
            try:
                actions = scribe.parse(state, line)
                for action in actions:
                    after = state.apply(action)
                    wanted.extend(scribe.lines(state, action, after))
                    state = after  # type: ignore[assignment]
            except ValueError as fault:
                report.error("record-rule", str(fault), line_of(file, number))
                return state
        if not wanted or wanted[0] != line:
            hints = [f"by the rules this line reads: {wanted[0]}"] if wanted else []
            place = part_of(file, number, line, *differing(line, wanted[0])) if wanted else line_of(file, number)
            report.error("record-rule", "this line is not what the rules give here", place, *hints)
            return state
        wanted.popleft()
    if report.ok and (state.actor is not None or wanted):
        hint = f"the record of a game that was left ends with the line `{UNFINISHED}`"
        report.error("record-short", "the record ends before the game does", line_of(file, len(lines)), hint)
    return state


def read_back(state: S, scribe: Scribe, lines: Sequence[str], file: SourceFile, report: Report) -> S:
    """Play a transcript again; where a line is not what it must be, report also what else is wrong with the others.

    What that is depends on the game: see `Surveyor`.
    """
    found, more = Report(), Report()
    end = replay(state, scribe, lines, file, found)
    if any(item.code != "record-short" for item in found) and isinstance(scribe, Surveyor):
        scribe.survey(lines, file, more)
    known = {item.span.line for item in more if item.span}
    report.extend(more)
    report.extend(item for item in found if item.span is None or item.span.line not in known)
    return end


def line_of(file: SourceFile, number: int) -> Span:
    """A whole line of a file; the last one for a number beyond."""
    number = max(1, min(number, len(file.lines)))
    return Span(file, number, 1, number, max(2, len(file.lines[number - 1]) + 1))


def part_of(file: SourceFile, number: int, line: str, begin: int, end: int) -> Span:
    """A part of a line without its seal, `begin` and `end` counted from 0, as it stands in the file behind the seal."""
    before = len(file.lines[number - 1]) - len(line) + 1
    return Span(file, number, before + begin, number, before + max(end, begin + 1))


def differing(line: str, wanted: str) -> tuple[int, int]:
    """Where a line is not what is wanted: from its first word that differs to its last."""
    words, others = line.split(" "), wanted.split(" ")
    shared = min(len(words), len(others))
    head = next((at for at in range(shared) if words[at] != others[at]), shared)
    tail = next((at for at in range(shared - head) if words[-1 - at] != others[-1 - at]), shared - head)
    begin = len(" ".join(words[:head])) + (head > 0)
    return min(begin, len(line)), max(begin, len(" ".join(words[: len(words) - tail])))
