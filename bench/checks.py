"""What `santy check` costs beside reading the same YAML alone: with the house's own reader, and with bare PyYAML."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from santy_print.checking import check
from santy_print.diag import Report
from santy_print.folders import data_folder
from santy_print.pack import load_pack
from santy_print.source import load_yaml

PACK, SECOND = "santy_anno", "sandokan"


def files(pack: str = PACK) -> list[Path]:
    """The files that a check of a bundled pack reads."""
    root = data_folder("content") / pack
    return [*sorted(root.glob("*.yaml")), *sorted((root / "locale").glob("*.yaml"))]


def read(pack: str = PACK) -> None:
    """Nodes with their places, strictly: what the check begins with."""
    for path in files(pack):
        assert load_yaml(path, path.name, Report()) is not None


def bare() -> None:
    """The fastest that PyYAML has, without places in the lines that people see."""
    for path in files():
        yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def checked() -> None:
    """The whole check as it is the first time: all faces laid out, all documents composed."""
    assert check(PACK).report.ok


def variant(folder: Path) -> Path:
    """A pack in which two ships are called otherwise, and no more."""
    root = folder / "variant"
    root.mkdir()
    (root / "pack.yaml").write_text(f"extends: {PACK}\nid: variant\n", encoding="utf-8")
    (root / "ships.yaml").write_text("ships: {viper: {name: Vulture}, vagabond: {name: Valkyrie}}\n", encoding="utf-8")
    return root


def measured(least: Callable[..., list[float]]) -> Iterator[tuple[Any, ...]]:
    """Three lines: the check of a pack that nobody changed since, the first, and that of a variant of the pack."""
    with TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        again, second = partial(check, PACK, cache=cache), partial(check, SECOND, cache=cache)
        again()
        second()
        ours, theirs, kept = least(7, read, bare, again)
        its, known = least(7, partial(read, SECOND), second)
        loaded, other = least(3, partial(load_pack, PACK), partial(load_pack, SECOND))
        mine, copies = variant(Path(folder)), count()

        def varied() -> None:
            """What it shares with the pack is known; nothing of its own is."""
            known = shutil.copytree(cache, Path(folder) / str(next(copies)))
            assert check(str(mine), cache=known).report.ok

        (own,) = least(3, varied)
    (first,) = least(2, checked)
    note = f"{kept * 1000:.0f} ms; bare PyYAML composes in {theirs * 1000:.0f} ms"
    yield "santy check, nothing changed, against reading its YAML alone", kept / ours, "x", 5.0, note
    note = f"{known * 1000:.0f} ms"
    yield "santy check sandokan, nothing changed, against its YAML", known / its, "x", 3.0, note
    yield "reading a pack as a whole, against its YAML alone", loaded / ours, "x", None, f"sandokan {other / its:.2f}"
    yield "santy check, the first, against the same", first / ours, "x", 30.0, f"{first * 1000:.0f} ms"
    yield "santy check, the first of a variant, against the same", own / ours, "x", None, f"{own * 1000:.0f} ms"
