"""Records: a game's file read back and verified, all its faults told at once; what a table wrote by hand made into one.

This room knows no game: `Rules.table` brings what a record's lines mean, and how a table writes by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from santy_print.diag import PackError, Report, SourceFile, did_you_mean
from santy_print.game import State, read_back, seal, unseal
from santy_print.game.record import SEALED, UNFINISHED, line_of
from santy_print.game.table import TITLE
from santy_print.play import table_of
from santy_print.source import MAX_BYTES, read_text

if TYPE_CHECKING:
    from santy_print.pack import Pack

MAX_LINES = 20_000
"""A record has so many lines at most: the longest game of a bundled set has a tenth of that."""
MAX_FORM, MAX_FORM_BYTES = 2_000, 100_000
"""So many lines and bytes has what a table writes by hand, at most."""


def verify(path: Path, load: Callable[[str], Pack], pack: str | None = None) -> tuple[Pack, State, int]:
    """Replay a record move by move; returns the pack, the end and the number of lines.

    Raises PackError with every fault that can be told: broken seals, another set or version, names that the set does
    not have, lines that the rules do not give.
    """
    report = Report()
    file = _read(path, report, MAX_LINES)
    lines = unseal(file, report)
    loaded = _set_of(lines, file, report, load, pack) if lines else None
    if loaded is None:
        raise PackError(report)
    table = table_of(loaded)
    for number, (line, wanted) in enumerate(zip(lines, table.heading, strict=False), 1):
        if line != wanted:
            message = f"this record is of another set: {line}"
            report.error("record-foreign", message, line_of(file, number), f"this set is {wanted}")
            raise PackError(report)
    try:
        state = table.start_of(lines)
    except ValueError as fault:
        report.error("record-foreign", str(fault), line_of(file, 3))
        raise PackError(report) from None
    end = read_back(state, table.scribe(state), lines, file, report)
    if not report.ok:
        raise PackError(report)
    return loaded, end, len(lines)


def fill(path: Path, load: Callable[[str], Pack], pack: str) -> tuple[Pack, list[str]]:
    """The record, sealed line by line, of what a table wrote by hand; what can be worked out is.

    Raises PackError with all that is wrong or lacks.
    """
    report, loaded = Report(), load(pack)
    file = _read(path, report, MAX_FORM, MAX_FORM_BYTES)
    if SEALED.match(file.lines[0] if file.lines else ""):
        hint = "`santy replay` plays it again without --fill"
        report.error("record-foreign", "this is a record already", line_of(file, 1), hint)
        raise PackError(report)
    lines = table_of(loaded).fill(file, report)
    if not report.ok:
        raise PackError(report)
    return loaded, list(seal(lines))


def is_record_of(path: Path, begun: Sequence[str]) -> bool:
    """Whether a file is the record of a game that was left when it had some of these lines, here without seals."""
    from santy_print.output import read_plain

    try:
        lines = read_plain(path, MAX_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return lines == [*seal([*begun[: len(lines) - 1], UNFINISHED])]


def _read(path: Path, report: Report, most: int, size: int = MAX_BYTES) -> SourceFile:
    """A file as text; PackError where it cannot be read or has too many lines."""
    file = read_text(path, str(path), report, most=size)
    if file is not None and len(file.lines) > most + 1:
        report.error("record-foreign", f"this has {len(file.lines):,} lines; no game has over {most:,}")
        file = None
    if file is None:
        raise PackError(report)
    return file


def _set_of(
    lines: Sequence[str], file: SourceFile, report: Report, load: Callable[[str], Pack], pack: str | None
) -> Pack | None:
    """The pack given, or the bundled one that the record names; None where it is of a version that nobody reads."""
    from santy_print.folders import bundled, named_pack

    if lines[0] != TITLE:
        message = f"this record is of another version: {lines[0]}"
        report.error("record-foreign", message, line_of(file, 1), f"this program reads {TITLE}")
        return None
    if pack is not None:
        return load(pack)
    name = lines[1].removeprefix("set: ").split(",")[0] if len(lines) > 1 else ""
    if named_pack(name) is None:
        message = f"this record is of a set called `{name}`"
        hints = ["name its folder with --pack", did_you_mean(name, sorted(bundled()))]
        report.error("record-foreign", message, line_of(file, 2), *hints)
        return None
    return load(name)
