"""Game: a state that is an immutable value, played by policies; sealed transcripts, verified move by move.

Chance is a player like any other: it chooses among the state's actions, so one and the same state is played,
simulated, replayed and enumerated. No rule draws a random number or reads a clock.
"""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from santy_print.diag import Report, SourceFile, Span, register

register("record-foreign", "a file is not a record, or is the record of another set")
register("record-seal", "a line of a record does not carry the seal that it must")
register("record-rule", "a line of a record is not what the rules allow or give here")
register("record-short", "a record ends before the game does")

CHANCE = "chance"

T_co = TypeVar("T_co", covariant=True)


class Choices(Sequence[T_co], Generic[T_co]):
    """The actions that are open, made only when asked for; answers `in`, `len`, iteration and truth.

    `make` is a dataclass of one field, `options` the values that the field can have.
    """

    __slots__ = ("_make", "_options")

    def __init__(self, make: Any, options: Sequence[Any]) -> None:
        self._make = make
        self._options = options

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._make(option) for option in self._options[index]]
        return self._make(self._options[index])

    def __contains__(self, action: object) -> bool:
        (field,) = self._make.__match_args__
        return type(action) is self._make and getattr(action, field) in self._options

    def __len__(self) -> int:
        return len(self._options)


class State(Protocol):
    """A position in a game: who acts, what can be done, and what comes of it."""

    @property
    def actor(self) -> str | None:
        """Who acts: `chance`, or whoever the game names; None when the game is over."""

    def actions(self) -> Sequence[Any]:
        """The actions that are open to the actor; for chance each is equally likely."""

    def apply(self, action: Any) -> State:
        """The state after an action; ValueError where the action is not open."""

    def view(self, player: str) -> Any:
        """What this player may know."""

    @property
    def outcome(self) -> Any:
        """The result of a game that is over; None before."""


S = TypeVar("S", bound=State)
Policy = Callable[[Any, random.Random], Any]
"""`policy(state, rng) -> action`."""
Watcher = Callable[[Any, Any, Any], None]
"""`watcher(before, action, after)`: is told of every action."""


def by_chance(state: State, rng: random.Random) -> Any:
    """The policy of chance: any action is as likely as another."""
    actions = state.actions()
    return actions[int(rng.random() * len(actions))]


class Dealer:
    """Chance with a seed. Each sort of action has its own stream: the cards do not depend on who plays."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, random.Random] = {}

    def __call__(self, state: State, rng: random.Random) -> Any:
        """Choose an action; the playout's own random numbers are left alone."""
        actions = state.actions()
        sort = type(actions[0]).__name__
        if sort not in self._streams:
            self._streams[sort] = random.Random(f"{sort} {self._seed}")
        return actions[int(self._streams[sort].random() * len(actions))]


def playout(
    state: S, policies: Mapping[str, Policy], rng: random.Random, watchers: Sequence[Watcher] = ()
) -> S:
    """Play to the end. Chance plays by itself unless `policies` says otherwise."""
    while (actor := state.actor) is not None:
        policy = policies.get(actor, by_chance) if actor == CHANCE else policies[actor]
        action = policy(state, rng)
        after = state.apply(action)
        for watch in watchers:
            watch(state, action, after)
        state = after  # type: ignore[assignment]
    return state


# Transcripts.

SEAL = 8


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
            report.error(
                "record-rule", "this line is not what the rules give here", _line(file, number), *hints
            )
            return state
        wanted.popleft()
    if report.ok and (state.actor is not None or wanted):
        report.error("record-short", "the record ends before the game does", _line(file, len(lines)))
    return state


def _line(file: SourceFile, number: int) -> Span:
    number = max(1, min(number, len(file.lines)))
    return Span(file, number, 1, number, max(2, len(file.lines[number - 1]) + 1))
