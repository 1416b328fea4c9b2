"""Drill: what a game brings to be practised: tasks of any length, each with its answer and what a wrong one says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from santy_print.game.state import Random


class Read(NamedTuple):
    """What was typed: an answer, or what to say instead; `again` asks to be shown everything once more.

    `cost` is how many seconds what is said instead puts on the clock.
    """

    answer: Any = None
    instead: str = ""
    again: bool = False
    cost: float = 0.0


class Judged(NamedTuple):
    """Whether an answer is right, and what is said of it."""

    right: bool
    lines: Sequence[str]


class Task(Protocol):
    """One thing to work out."""

    @property
    def prompt(self) -> str:
        """What is asked."""

    def show(self) -> Sequence[str]:
        """What has to be known."""

    def again(self) -> Sequence[str]:
        """The same, with what was told before the first task."""

    def read(self, words: str) -> Read:
        """What somebody typed."""

    def judge(self, answer: Any) -> Judged:
        """What comes of an answer."""


class Drill(Protocol):
    """What can be practised with a pack, in one language."""

    @property
    def longest(self) -> int:
        """So many cards, or whatever a task is measured in, a task has at most."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """What tasks can be about, by id, and what it is called; nothing where there is no choice."""

    def open(self) -> Sequence[str]:
        """What is told before the first task."""

    def task(self, length: int, rng: Random) -> Task:
        """A task of a length."""
