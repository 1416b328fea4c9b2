"""Verdicts: what a check found of a pack, kept for as long as not a byte of its files or of the program changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from santy_print.cache import MAX_PACK_FILES, Item, Made, Store, digest, file_hash, files_of, program_hash
from santy_print.diag import CellFile, Diagnostic, SourceFile, Span
from santy_print.folders import data_folder
from santy_print.pack import FOLDERS, RULEBOOK
from santy_print.registry import Game
from santy_print.spreadsheet import is_spreadsheet


class Verdicts:
    """What was found of one pack; nothing where there is no folder or game, or its files cannot be told apart."""

    def __init__(self, roots: Sequence[Path], game: Game | None, folder: Path | None) -> None:
        """Look at the program and at the files of a pack's layers (`roots`), not yet at the folder.

        Whoever reads the pack looks here before: what is found is kept only if the files are then the same still.
        """
        written = _written(roots) if folder is not None and game is not None else None
        self._store = Store(folder) if folder is not None and written is not None else None
        self._roots, self._seen = roots, written
        self.program = program_hash(game) if self._store and game is not None else ""
        self._key = digest("verdict", self.program, [str(root) for root in roots], written) if self._store else ""

    def is_sound(self, what: str) -> bool:
        """Whether nothing at all was found of the pack, so that it need not even be read."""
        key = self._whole(what)
        return self._store is not None and key is not None and self._store.find(key) is not None

    def put_sound(self, what: str) -> None:
        """Keep that nothing at all was found, for as long as nobody adds a file or takes one away, either."""
        key = self._whole(what)
        if self._store is not None and key is not None and self._still:
            self._store.put(key, {}, Made(()))

    @property
    def _still(self) -> bool:
        """Whether nobody has written into the pack since it was looked at."""
        return _written(self._roots) == self._seen

    def _whole(self, what: str) -> str | None:
        if self._store is None:
            return None
        names = [_names(root) for root in self._roots]
        return digest(self._key, "sound", what, names) if None not in names else None

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
        if self._store is None or not self._still:
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


def _written(roots: Sequence[Path]) -> str | None:
    """A hash of every file of a pack as it is written, and of the words of any game; None where that cannot be told."""
    words = data_folder("content") / "words"
    found: list[tuple[int, str, str]] = []
    with suppress(OSError):
        drawn = files_of(roots)
        for layer, root in enumerate((*roots, words)):
            paths = [*root.glob("*.yaml"), *root.glob(f"{RULEBOOK}*.md"), *(root / "locale").rglob("*")]
            if len(paths) > MAX_PACK_FILES:
                return None
            paths += filter(is_spreadsheet, root.iterdir())
            for path in sorted(paths):
                hashed = file_hash(path) if path.is_file() else "no file"
                found.append((layer, path.relative_to(root).as_posix(), hashed))
        return digest(drawn, found) if drawn is not None else None
    return None


def _names(root: Path) -> list[tuple[str, str]] | None:
    """What lies in a pack's folder and in those within it, by name and kind; None where that is too much.

    Of a file that nothing reads no more than that is told.
    """
    found: list[tuple[str, str]] = []
    folders = [(root, 3)]
    while folders:
        folder, depth = folders.pop()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in sorted(islice(entries, MAX_PACK_FILES), key=lambda entry: entry.name):
                leads = os.path.realpath(entry.path) if entry.is_symlink() else ""
                kind = "folder" if entry.is_dir() else "file" if entry.is_file() else "other"
                found.append((os.path.relpath(entry.path, root), f"{kind} {leads}"))
                if entry.is_dir() and depth > 1:
                    folders.append((Path(entry.path), depth - 1 if entry.name in FOLDERS else 1))
        if len(found) >= MAX_PACK_FILES:
            return None
    return found
