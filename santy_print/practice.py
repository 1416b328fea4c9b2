"""Practice: tasks of a pack one after the other at the keyboard, longer as they are answered; best times are kept.

This room knows no game: `Table.drill` brings the tasks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.choices import SEED, TASKS, check, unlike
from santy_print.columns import wrapped
from santy_print.diag import listed
from santy_print.game.look import WHOLE as WHOLE_SCREEN
from santy_print.game.look import Look
from santy_print.game.table import Reader
from santy_print.play import WrongOption, choose_own, fitted, locale_of, table_of, why_not
from santy_print.registry import refusal

if TYPE_CHECKING:
    from santy_print.game.drill import Drill, Task
    from santy_print.game.table import Person, Say
    from santy_print.pack import Pack
    from santy_print.text import Locale

BESTS = "practice.json"
"""In the user's own folder: the best times, by set, what is practised, and length."""
MAX_BESTS = 200
"""So many sets are remembered."""


@dataclass(frozen=True, slots=True)
class Practising:
    """How to practise: `kinds` alone, `length` all the time (else from 1 on), so many `tasks` (else without end)."""

    own: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    length: int | None = None
    tasks: int | None = None
    seed: int | None = None
    language: str | None = None
    look: Look = WHOLE_SCREEN

    def __post_init__(self) -> None:
        if self.seed is not None:
            check("seed", self.seed, SEED)
        if self.tasks is not None:
            check("tasks", self.tasks, TASKS)


@dataclass(slots=True)
class Score:
    """How it went so far."""

    right: int = 0
    all: int = 0


def drill_of(pack: Pack, how: Practising, rng: random.Random) -> tuple[Drill, str]:
    """What is practised, and the name of that for best times; WrongOption where the pack has no such thing."""
    table, locale = table_of(pack, "drill"), locale_of(pack, how.language)
    own = choose_own(table.drilled, how.own)
    drill = table.drill(locale, own, how.kinds, rng, how.look)
    if drill is None:
        raise refusal(pack, "drill")
    for kind in how.kinds:
        if kind not in drill.kinds:
            raise WrongOption(unlike("kind", kind, drill.kinds))
    if drill.longest < 1:
        ways = " ".join(f"--{name} {value}" for name, value in own.items())
        raise WrongOption(f"there is no card of the kind {listed(how.kinds, 'or')} where {ways} is played")
    if how.length is not None and not 1 <= how.length <= drill.longest:
        raise WrongOption(f"--length can be 1 to {drill.longest} here, not {how.length}")
    return drill, " ".join([*own.values(), *sorted(how.kinds)])


def practise(pack: Pack, how: Practising, person: Person, say: Say, folder: Path | None = None) -> Score:
    """Ask until the person leaves (Leave is not caught) or all tasks are done; `folder` is where bests are kept."""
    locale, rng = locale_of(pack, how.language), random.Random(how.seed)
    drill, name = drill_of(pack, how, rng)
    keeper = _Keeper(folder, table_of(pack).fingerprint, locale)
    title = locale.plain("game.title") if locale.has("game.title") else pack.id
    say, look = fitted(say, how.look), how.look
    for line in (look.rule(locale.plain("practice.title", title=title), "═"), "", *drill.open(), ""):
        say(line)
    for line in wrap(locale.plain("practice.how"), look.width):
        say(line)
    keeper.tell(say, look)
    score, length = Score(), how.length or 1
    try:
        while how.tasks is None or score.all < how.tasks:
            say("")
            say(look.rule(locale.plain("practice.row", i=score.all + 1, n=length)))
            task = drill.task(length, rng)
            right, seconds = _asked(task, person, say, look)
            score.all += 1
            score.right += right
            if right and keeper.better(f"{name} {length}", seconds):
                say(locale.plain("practice.best", time=_seconds(seconds, locale)))
                keeper.tell(say, look)
            elif right:
                say(locale.plain("practice.time", time=_seconds(seconds, locale)))
            elif isinstance(person, Reader) and score.all != how.tasks:  # the next row's clock runs at once
                person.pause(locale.plain("play.plain.pause") + " ")
            length = min(length + 1, drill.longest) if right and how.length is None else length
    finally:
        if score.all:
            say("")
            say(locale.plain("practice.done", right=score.right, n=score.all))
    return score


def _asked(task: Task, person: Person, say: Say, look: Look) -> tuple[bool, float]:
    """Whether the answer to a task is right, and how many seconds it took."""
    for line in ("", *task.show(), ""):
        say(line)
    begun, cost = person.clock(), 0.0
    while True:
        read = task.read(person.ask(f"{task.prompt} "))
        if read.again:
            for line in ("", *task.again(), ""):
                say(line)
        elif read.answer is None:
            cost += read.cost
            for line in wrap(read.instead, look.width):
                say(line)
        else:
            break
    seconds = person.clock() - begun + cost
    judged = task.judge(read.answer)
    for line in judged.lines:
        say(line)
    return judged.right, seconds


def _seconds(seconds: float, locale: Locale) -> str:
    mark = locale.grammar.number(0.5)[1:2]
    return f"{seconds:.1f}".replace(".", mark)


class _Keeper:
    """Best times in a file of the user's own; one that cannot be read stays as it is, and is told of."""

    def __init__(self, folder: Path | None, whose: str, locale: Locale) -> None:
        self.path, self.whose, self.trouble = folder / BESTS if folder is not None else None, whose, ""
        self.locale = locale
        self.bests: dict[str, dict[str, float]] = {}
        if self.path is None:
            return
        try:
            self.bests = _sound(json.loads(self.path.read_bytes()))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            self.trouble, self.path = locale.plain("practice.unread", file=str(self.path)), None

    def tell(self, say: Say, look: Look) -> None:
        """Say once why best times are not kept, if they are not."""
        for line in wrapped(self.trouble, look.width) if self.trouble else ():
            say(line)
        self.trouble = ""

    def better(self, name: str, seconds: float) -> bool:
        """Whether a time is the best so far; then it is kept."""
        from santy_print.output import write_atomic

        own = self.bests.pop(self.whose, {})
        self.bests[self.whose] = own
        known = own.get(name)
        if known is not None and known <= seconds:
            return False
        own[name] = round(seconds, 1)
        while len(self.bests) > MAX_BESTS:
            del self.bests[next(iter(self.bests))]
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(self.path, json.dumps(self.bests, indent=1).encode())
            except OSError as fault:
                why = why_not(fault, self.locale)
                self.trouble = self.locale.plain("practice.unwritten", file=str(self.path), why=why)
                self.path = None
        return True


def _sound(data: Any) -> dict[str, dict[str, float]]:
    """Best times as they were kept; ValueError where it is something else."""
    if not isinstance(data, dict):
        raise ValueError("no times")
    found: dict[str, dict[str, float]] = {}
    for whose, times in data.items():
        if not isinstance(times, dict) or not all(isinstance(time, int | float) for time in times.values()):
            raise ValueError("no times")
        found[whose] = times
    return found
