"""Starter: a pack copied into a folder of one's own, to be changed there."""

from __future__ import annotations

import re
from pathlib import Path

from santy_print.diag import PackError, Report, register
from santy_print.output import staged
from santy_print.pack import data_folder, find_pack

register("new-folder", "a new pack would be written over files that are there")

MAX_FILES = 2_000
MAX_BYTES = 200_000_000


def new_pack(folder: Path, source: str, full: bool = False) -> list[str]:
    """Copy a pack under the folder's own name; `full` brings the face layouts of the house as well.

    Returns the names of the files. PackError where the folder is not empty or lies within the pack.
    """
    root = find_pack(source)
    _refuse(folder, root)
    files = {path.relative_to(root).as_posix(): path for path in _files(root)}
    if full:
        house = data_folder("templates") / "faces"
        files = {f"faces/{path.name}": path for path in sorted(house.glob("*.yaml"))} | files
    with staged(folder) as stage:
        for name, path in sorted(files.items()):
            data = path.read_bytes()
            stage.write(name, _named(data, folder) if name == "pack.yaml" else data)
    return sorted(files)


def _files(root: Path) -> list[Path]:
    """A pack's files, hidden ones left out; PackError where they are too many to be a pack."""
    found = [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts)
    ]
    if len(found) > MAX_FILES or sum(path.stat().st_size for path in found) > MAX_BYTES:
        bounds = f"at most {MAX_FILES:,} files and {MAX_BYTES // 1_000_000} MB"
        raise _fault(f"{root} holds too much for a pack", bounds)
    return found


def _refuse(folder: Path, root: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise _fault(f"{folder} is there and not empty", "name a folder that does not exist yet")
    if folder.resolve().is_relative_to(root.resolve()):
        raise _fault(f"{folder} lies within the pack that is copied", "name a folder beside it")


def _named(data: bytes, folder: Path) -> bytes:
    """A pack.yaml under the folder's own name, so that its files do not mix with those of its source."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", folder.resolve().name).strip("-_")[:64]
    return re.sub(rb"(?m)^id:.*?$", f"id: {name}".encode(), data, count=1) if name else data


def _fault(message: str, hint: str) -> PackError:
    report = Report()
    report.error("new-folder", message, None, hint)
    return PackError(report)
