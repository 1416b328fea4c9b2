"""Options of the game's own commands, as they are typed: a value for each command, made when it runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, eq=False, repr=False)
class Listed:
    """What sets of ships are listed, and how."""

    pack: str
    colours: int | None
    elements: int | None
    double: bool
    classes: bool
    count: bool
    limit: int
    time_limit: float
    form: str


@dataclass(frozen=True, eq=False, repr=False)
class AnswersOptions:
    """What `santy answers` is asked for, as it is typed."""

    pack: str
    form: str
    seats: str | None
    deal: int | None
    level: str | None
    languages: tuple[str, ...]
    out: Path
    paper: str
    ink: str


@dataclass(frozen=True, eq=False, repr=False)
class ScoresOptions:
    """What `santy scores` is asked for, as it is typed."""

    pack: str
    record: Path | None
    languages: tuple[str, ...]
    out: Path
    paper: str
    ink: str
