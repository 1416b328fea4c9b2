"""Saved: a game in the middle as a file: how it began, what people typed and when, and its record so far.

Chance and bots follow from the seed, so what was typed is all that a game needs to be where it was. Nobody who goes on
gets time for free: the seconds of an answer that never came count, too.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from santy_print.diag import PackError, Report, SourceFile, Span, register
from santy_print.game.table import News, Person, Racer, Reader, Say, Sharer

if TYPE_CHECKING:
    from typing import NoReturn

register("saved-foreign", "a file is not a saved game, or one of another set or version")
register("saved-line", "a line of a saved game is not what belongs there")

TITLE = "santy saved game 1"
PAGE = 60
"""So many lines told last are told once more to whoever goes on."""
ENDS = {"left": "left", "late": "too late"}
"""How a question can end without an answer."""


class Typed(NamedTuple):
    """What came of one question: who was asked, from 0, how many seconds it took, and the answer."""

    person: int
    seconds: float
    answer: str | None
    end: Literal["", "left", "late"] = ""


@dataclass(frozen=True)
class Saved:
    """A game in the middle. `own` are the game's options, `record` the lines of its record so far, without seals."""

    pack: str
    players: int
    own: Mapping[str, str]
    seed: int
    language: str
    pace: str
    people: tuple[str, ...]
    typed: tuple[Typed, ...] = ()
    record: tuple[str, ...] = ()


def format_saved(game: Saved) -> str:
    """A saved game as text."""
    lines = [TITLE, f"set: {game.pack}", f"players: {game.players}", f"seed: {game.seed}"]
    lines += [f"language: {game.language}", f"pace: {game.pace}"]
    lines += [f"option: {name} {value}" for name, value in game.own.items()]
    lines += [f"person: {name}" for name in game.people]
    lines += [_format_typed(typed) for typed in game.typed]
    lines += [f"record: {line}" for line in game.record]
    return "".join(f"{line}\n" for line in lines)


def _format_typed(typed: Typed) -> str:
    answer = json.dumps(typed.answer, ensure_ascii=True) if typed.answer is not None else ENDS[typed.end]
    return f"typed: {typed.person + 1}, {typed.seconds:.3f} s, {answer}"


_TYPED = re.compile(r'(\d{1,3}), (\d{1,7}\.\d{3}) s, (left|too late|".*")')


def read_saved(path: Path) -> Saved:
    """A saved game from its file; PackError at the first line that is not what it must be."""
    from santy_print.source import read_text

    report = Report()
    file = read_text(path, str(path), report)
    if file is None:
        raise PackError(report)
    lines = file.text.rstrip("\n").split("\n")
    if lines[0] != TITLE:
        _refuse(report, file, 1, "saved-foreign", "this is not a game that `santy play` saved")
    found: dict[str, list[str]] = {}
    for number, line in enumerate(lines[1:], 2):
        name, colon, value = line.partition(": ")
        if not colon or not _fits(name, value):
            _refuse(report, file, number, "saved-line", "this line says nothing that belongs in a saved game")
        found.setdefault(name, []).append(value)
    missing = [name for name in _ONCE if len(found.get(name, [])) != 1]
    if missing:
        _refuse(report, file, 1, "saved-line", f"`{missing[0]}:` must stand in a saved game, and once")
    people = tuple(found.get("person", ()))
    typed = tuple(map(_read_typed, found.get("typed", ())))
    if any(not 0 <= one.person < len(people) for one in typed):
        _refuse(report, file, 1, "saved-line", "somebody typed who is no person of this game")
    (pack,), (players,), (seed,), (language,), (pace,) = (found[name] for name in _ONCE)
    own = dict(option.split(" ", 1) for option in found.get("option", ()))
    record = tuple(found.get("record", ()))
    return Saved(pack, int(players), own, int(seed), language, pace, people, typed, record)


_ONCE = {"set": r".+", "players": r"\d{1,4}", "seed": r"-?\d{1,18}", "language": r"[\w-]+", "pace": r"\w+"}
_MORE = {"option": r"\S+ .+", "person": r".{1,30}", "typed": _TYPED.pattern, "record": r".*"}


def _fits(name: str, value: str) -> bool:
    pattern = (_ONCE | _MORE).get(name)
    if pattern is None or not re.fullmatch(pattern, value):
        return False
    if name == "typed":
        with suppress(ValueError):
            _read_typed(value)
            return True
        return False
    return True


def _read_typed(value: str) -> Typed:
    match = _TYPED.fullmatch(value)
    assert match is not None
    person, seconds, end = int(match[1]) - 1, float(match[2]), match[3]
    if end.startswith('"'):
        answer = json.loads(end)
        return Typed(person, seconds, str(answer))
    return Typed(person, seconds, None, "left" if end == "left" else "late")


def _refuse(report: Report, file: SourceFile, number: int, code: str, message: str) -> NoReturn:
    width = max(2, len(file.lines[number - 1]) + 1)
    report.error(code, message, Span(file, number, 1, number, width), "go on with a file that `santy play` kept")
    raise PackError(report)


@dataclass
class Diary:
    """All that people type, as they type it; what was typed before is typed again, and nothing is told meanwhile.

    `ready` is called when all of that is done, `changed` after each answer from then on.
    """

    say: Say
    resumed: str
    again: deque[Typed]
    ready: Callable[[], None]
    changed: Callable[[], None]
    typed: list[Typed] = field(default_factory=list)
    page: deque[str] = field(default_factory=lambda: deque(maxlen=PAGE))

    def __post_init__(self) -> None:
        self.silent = bool(self.again)

    def tell(self, line: str) -> None:
        """Say a line, or remember it until somebody is asked who was not before."""
        if self.silent:
            self.page.append(line)
        else:
            self.say(line)

    def add(self, typed: Typed) -> None:
        """Write down what was typed."""
        self.typed.append(typed)
        self.changed()

    def go_on(self) -> None:
        """All was typed again: tell where the game is."""
        if self.silent:
            self.ready()
            self.silent = False
            self.say(self.resumed)
            for line in self.page:
                self.say(line)


class Diarist:
    """A person at the keyboard, all of whose answers are written down. The clock runs while a question is open."""

    def __init__(self, number: int, person: Person, diary: Diary) -> None:
        self.number, self.person, self.diary = number, person, diary
        self.name, self.spent = person.name, 0.0
        self.greeted: str | None = None

    def clock(self) -> float:
        """Seconds spent on questions so far."""
        return self.spent

    def ask(self, prompt: str) -> str:
        """An answer; Leave where there is none to come."""
        answer = self._typed(lambda spent: self.person.ask(prompt))
        assert answer is not None
        return answer

    def ask_within(self, prompt: str, news: Sequence[News], seconds: float | None) -> str | None:
        """An answer; None where there was none within so many seconds, if the keyboard can tell."""

        def ask(spent: float) -> str | None:
            if not isinstance(self.person, Racer):
                return self.person.ask(prompt)
            rest = [one._replace(seconds=one.seconds - spent) for one in news]
            return self.person.ask_within(prompt, rest, None if seconds is None else max(0.0, seconds - spent))

        return self._typed(ask)

    def pause(self, prompt: str) -> None:
        """Wait until all was read that is on the screen."""
        if not self.diary.again and isinstance(self.person, Reader):
            self.person.pause(prompt)

    def arrive(self, prompt: str) -> None:
        """Take over from another."""
        if self.diary.again:
            self.greeted = prompt
            self.diary.page.clear()
        elif isinstance(self.person, Sharer):
            self.person.arrive(prompt)

    def _typed(self, ask: Callable[[float], str | None]) -> str | None:
        spent, diary = 0.0, self.diary
        while diary.again:
            if diary.again[0].person != self.number:
                diary.ready()
            typed = diary.again.popleft()
            diary.typed.append(typed)
            self.spent += typed.seconds
            if typed.end != "left":
                return typed.answer
            spent += typed.seconds
        if diary.silent and self.greeted is not None and isinstance(self.person, Sharer):
            self.person.arrive(self.greeted)
        diary.go_on()
        begun, end, answer = self.person.clock(), "left", None
        try:
            answer = ask(spent)
            end = "late" if answer is None else ""
        finally:
            seconds = max(0.0, self.person.clock() - begun)
            self.spent += seconds
            diary.add(Typed(self.number, round(seconds, 3), answer, end))  # type: ignore[arg-type]
        return answer
