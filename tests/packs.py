"""Packs for tests: a copy of the bundled one, with files put over it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

from santy_print import checking
from santy_print.cache import default_folder
from santy_print.diag import Report
from santy_print.documents.skeleton import Skeleton
from santy_print.folders import bundled, data_folder, game_of
from santy_print.pack import load_pack
from santy_print.registry import bundled_games

BUNDLED = data_folder("content") / "santy_anno"
LANGUAGES = load_pack().head.languages
"""All that the bundled pack speaks."""
COPIED = ("en", "fr", "pl", "de", "cs")
"""What a copy of it speaks: to read all languages for each of hundreds of copies would take as long as the tests."""
FEW = ("en", "fr", "pl", "de")


def few_languages(root: Path, wanted: Collection[str] = FEW) -> Path:
    """Leave a copy of a bundled pack those languages that it speaks: what is told of it holds when it speaks more."""
    head = root / "pack.yaml"
    left = [code for code in wanted if (root / "locale" / f"{code}.yaml").is_file()]
    said = re.sub(r"(?m)^languages: .*$", f"languages: [{', '.join(left)}]", head.read_text(encoding="utf-8"))
    head.write_text(said, encoding="utf-8")
    for path in (root / "locale").rglob("*.yaml"):
        if path.stem not in wanted:
            path.unlink()
    return root


def copy_pack(folder: Path, files: Mapping[str, str] = {}) -> Path:
    """A copy of the bundled pack in `folder` that speaks `COPIED`, each of `files` (name: text) written over it."""
    root = folder / "pack"
    shutil.copytree(BUNDLED, root)
    few_languages(root, COPIED)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def games_with_packs() -> list[str]:
    """The games that come along and have a bundled pack."""
    return [game for game in bundled_games() if game in {game_of(name) for name in bundled()}]


def facts_told(skeleton: Skeleton) -> set[str]:
    """The rules that the entries of a rulebook say they tell."""
    entries = [entry for section in skeleton.sections for block in section.blocks for entry in (block, *block.points)]
    return {fact for entry in entries for fact in entry.facts}


def check(root: Path | str) -> Report:
    """What is told of a pack; with the fixture `kept`, what was found of the same files before is known again."""
    return checking.check(str(root), cache=default_folder()).report
