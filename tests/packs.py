"""Packs for tests: a copy of the bundled one, with files put over it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from santy_print.pack import data_folder

BUNDLED = data_folder("content") / "santy_anno"


def copy_pack(folder: Path, files: Mapping[str, str] = {}) -> Path:
    """A copy of the bundled pack in `folder`, each of `files` (name: text) written over it."""
    root = folder / "pack"
    shutil.copytree(BUNDLED, root)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
