"""Options of the commands, as they are typed: a value for each command, made when it runs.

They are neither compared nor shown, and in a module that no `--help` loads: both would make every start slower.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, eq=False, repr=False)
class CheckOptions:
    """What `santy check` is asked for, as it is typed."""

    pack: str
    style: Literal["human", "short", "json", "sarif"]
    strict: bool
    fits: bool
    languages: tuple[str, ...]
    origin: bool
    watching: bool
    jobs: int | None


@dataclass(frozen=True, eq=False, repr=False)
class NewOptions:
    """What `santy new` is asked for, as it is typed."""

    folder: Path
    source: str
    game: str | None
    pictures: Path | None
    full: bool
    seed: int | None
    sizes: Mapping[str, int] = field(default_factory=dict)
    """The sizes of a whole set that were given, of those that some game has."""


@dataclass(frozen=True, eq=False, repr=False)
class BuildOptions:
    """What `santy build` is asked for, as it is typed."""

    pack: str
    out: Path
    languages: tuple[str, ...]
    parts: tuple[str, ...]
    paper: tuple[float, float]
    duplex: str
    bleed: float
    ink: str
    printer: str | None
    stamp: bool
    proof: bool
    cards: str | None
    since: Path | None
    profile: str | None
    dpi: str
    stock: float
    sleeved: bool
    inset: float
    order: str
    colours: str
    icc: Path | None
    cache: Path | None
    no_cache: bool
    quiet: bool
    jobs: int | None


@dataclass(frozen=True, eq=False, repr=False)
class PreviewOptions:
    """What `santy preview` is asked for, as it is typed."""

    pack: str
    out: Path
    language: str | None
    patterns: tuple[str, ...]
    dpi: int
    columns: int
    ink: str


@dataclass(frozen=True, eq=False, repr=False)
class ProofOptions:
    """What `santy proof` is asked for, as it is typed; what was read off a sheet is None where nothing was."""

    file: Path | None
    pack: str | None
    form: str
    calibrate: bool
    paper: str
    duplex: str
    language: str | None
    out: Path
    printer: str | None
    save_printer: str | None
    readings: tuple[float, float, float, float] | None
    shift_x: float | None
    shift_y: float | None
    angle: float | None
    scale: float | None
    scale_y: float | None
    list_printers: bool
    forget_printer: str | None

    @property
    def read(self) -> bool:
        """Whether anything was read off a sheet."""
        return self.readings is not None or self.reckoned or self.scale is not None or self.scale_y is not None

    @property
    def reckoned(self) -> bool:
        """Whether a shift or an angle was given."""
        return any(value is not None for value in (self.shift_x, self.shift_y, self.angle))


@dataclass(frozen=True, eq=False, repr=False)
class PlayOptions:
    """What `santy play` is asked for, as it is typed; `own` are words that no option of the command took."""

    pack: str
    own: tuple[str, ...]
    players: int | None
    seed: int
    human: tuple[str, ...]
    every_card: bool
    form: Literal["text", "json"]
    record: Path | None
    language: str | None
    pace: str | None
    plain: bool | None
    save: Path | None
    resume: Path | None


@dataclass(frozen=True, eq=False, repr=False)
class PracticeOptions:
    """What `santy practice` is asked for, as it is typed."""

    pack: str
    own: tuple[str, ...]
    kinds: tuple[str, ...]
    length: int | None
    tasks: int | None
    seed: int | None
    language: str | None
    plain: bool | None


@dataclass(frozen=True, eq=False, repr=False)
class QualityOptions:
    """What `santy quality` is asked for, as it is typed."""

    pack: str
    form: str
    games: int
    seed: int
    against: str | None
    language: str | None
    out: Path | None


@dataclass(frozen=True, eq=False, repr=False)
class StudyOptions:
    """What `santy study` is asked for, as it is typed."""

    pack: str
    own: tuple[str, ...]
    games: int | None
    players: int | None
    seed: int
    workers: int | None
    executor: str | None
    against: str | None
    resume: Path | None
    plots: Path | None
    language: str | None
    form: Literal["text", "json"]


@dataclass(frozen=True, eq=False, repr=False)
class ExportTextsOptions:
    """What `santy i18n export` is asked for, as it is typed."""

    pack: str
    languages: tuple[str, ...]
    form: Literal["po", "csv", "pot"]
    shown: str | None
    pictures: bool
    out: Path


@dataclass(frozen=True, eq=False, repr=False)
class DocumentOptions:
    """What a command is asked for that makes a document, as it is typed."""

    pack: str
    form: str
    languages: tuple[str, ...]
    out: Path
    paper: str
    ink: str


@dataclass(frozen=True, eq=False, repr=False)
class PuzzlesOptions(DocumentOptions):
    """What `santy puzzles` is asked for, as it is typed."""

    count: int
    least: str
    most: str
    seed: int


@dataclass(frozen=True, eq=False, repr=False)
class RulebookOptions(DocumentOptions):
    """What `santy rulebook` is asked for, as it is typed."""

    thickness: float


@dataclass(frozen=True, eq=False, repr=False)
class ServeOptions:
    """What `santy serve` is asked for, as it is typed."""

    pack: str
    port: int | None
    host: str
    editor: str
    polling: bool
    read_only: bool
    opening: bool
