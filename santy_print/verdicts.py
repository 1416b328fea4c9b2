"""Verdicts: what a check found of a pack, kept for as long as not a byte of its files or of the program changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from santy_print.cache import MAX_PACK_FILES, Item, Made, Store, digest, file_hash, program_hash, things
from santy_print.diag import CellFile, Diagnostic, SourceFile, Span
from santy_print.pack import RULEBOOK, Pack
from santy_print.spreadsheet import is_spreadsheet


class Verdicts:
    """What was found of one pack; nothing where there is no folder, or its files cannot be told apart."""

    def __init__(self, pack: Pack, folder: Path | None) -> None:
        """Look at the program and the files, not yet at the folder."""
        written = _written(pack) if folder is not None else None
        self._store = Store(folder) if folder is not None and written is not None else None
        roots = [str(root) for root in pack.layers]
        self.program = program_hash(pack.game) if self._store else ""
        self._key = digest("verdict", self.program, roots, written) if self._store else ""

    def find(self, what: str, learn: Callable[[], object]) -> list[Diagnostic] | None:
        """What was found before; None where nobody looked. Where faults were found, `learn` first loads their codes."""
        kept = self._store.find(digest(self._key, what)) if self._store else None
        try:
            held = json.loads(kept.items[0].data) if kept else None
            if held and held["faults"]:
                learn()
            files = {file[0]: _file(*file) for file in held["files"]} if held else {}
            return [_fault(fault, files) for fault in held["faults"]] if held else None
        except (ValueError, TypeError, LookupError, RecursionError):  # of another shape than `put` writes
            return None

    def put(self, what: str, faults: Iterable[Diagnostic]) -> None:
        """Keep what was found."""
        if self._store is None:
            return
        files: dict[str, SourceFile] = {}
        rows = []
        for fault in faults:
            span = fault.span
            place = (span.file.name, span.line, span.col, span.end_line, span.end_col) if span else None
            if span:
                files.setdefault(span.file.name, span.file)
            rows.append((*plain(fault), place))
        held = {"faults": rows, "files": [(f.name, f.text, f.depth, isinstance(f, CellFile)) for f in files.values()]}
        data = json.dumps(held, ensure_ascii=True).encode("ascii")
        self._store.put(digest(self._key, what), {}, Made((Item("verdict", data, {}),)))


def _file(name: str, text: str, depth: int, of_cells: bool) -> SourceFile:
    return (CellFile if of_cells else SourceFile)(str(name), str(text), int(depth))


def _fault(row: Sequence[Any], files: Mapping[str, SourceFile]) -> Diagnostic:
    *values, place = row
    return of_plain(values, Span(files[place[0]], *map(int, place[1:])) if place else None)


def plain(fault: Diagnostic) -> tuple[Any, ...]:
    """All of a fault but its place, as plain data."""
    return fault.severity, fault.code, fault.message, fault.hints, fault.fact, fault.stage, fault.more


def of_plain(row: Sequence[Any], span: Span | None) -> Diagnostic:
    """The fault again, at its place; one of the faults of data that `plain` did not write."""
    severity, code, message, hints, fact, stage, more = row
    if severity not in ("error", "warning", "notice"):
        raise ValueError(severity)
    hinted = tuple(map(str, hints))
    return Diagnostic(severity, str(code), str(message), span, hinted, fact and str(fact), int(stage), int(more))


def _written(pack: Pack) -> str | None:
    """A hash of every file of a pack as it is written; None where that cannot be told."""
    made = things(pack)
    found: list[tuple[int, str, str]] = []
    with suppress(OSError):
        for layer, root in enumerate(pack.layers):
            paths = [*root.glob("*.yaml"), *root.glob(f"{RULEBOOK}*.md"), *(root / "locale").rglob("*")]
            if len(paths) > MAX_PACK_FILES:
                return None
            paths += filter(is_spreadsheet, root.iterdir()) if pack.game.spreadsheets else ()
            files = sorted(path for path in paths if path.is_file())
            found += [(layer, path.relative_to(root).as_posix(), file_hash(path)) for path in files]
        return digest(made, found) if made is not None else None
    return None
