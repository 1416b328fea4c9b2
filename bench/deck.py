"""A deck of a thousand cards, from a workbook and from YAML: what each takes to read, to check and to build."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from bench.large import peak
from santy_print.checking import check
from santy_print.pack import load_pack
from santy_print.starter import new_of_game
from tests.workbooks import xlsx

CARDS = 1_000
FIELDS = ("id", "name", "kind", "colour", "cost", "text", "picture", "copies")
COLOURS = ("sea", "sand", "reef")


def rows() -> list[list[Any]]:
    """The cards: each its own name and text, in the starter's colours."""
    said = "Take {} cards from the pile, and put back **two** of them wherever you like."
    return [
        [f"card-{n}", f"Name {n}", "Place", COLOURS[n % 3], n % 9 + 1, said.format(n), None, n % 2 + 1]
        for n in range(CARDS)
    ]


def packs(folder: Path) -> tuple[Path, Path]:
    """The same deck twice: its cards in a workbook, and in YAML."""
    sheet, lines = folder / "sheet", folder / "lines"
    for root in (sheet, lines):
        new_of_game(root, "deck")
        (root / "cards.csv").unlink()
    (sheet / "cards.xlsx").write_bytes(xlsx({"Sheet1": [FIELDS, *rows()]}))
    text = "cards:\n"
    for row in rows():
        fields = dict(zip(FIELDS, row, strict=True))
        text += f"  {fields.pop('id')}:\n"
        text += "".join(f'    {name}: "{"" if value is None else value}"\n' for name, value in fields.items())
    (lines / "cards.yaml").write_text(text, encoding="utf-8")
    return sheet, lines


def least(runs: int, *works: Callable[[], Any]) -> list[float]:
    """The least processor time of each work; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for work, spent in zip(works, times, strict=True):
            gc.collect()
            start = process_time()
            work()
            spent.append(process_time() - start)
    return [min(spent) for spent in times]


def measured(runs: int = 5) -> Iterator[tuple[Any, ...]]:
    """A line for each: what it is, how much, the goal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sheet, lines = packs(folder)
        one, other = least(runs, lambda: load_pack(sheet).checked(), lambda: load_pack(lines).checked())
        yield f"reading {CARDS:,} cards of an xlsx, against YAML", one / other, "x", 1.5, f"{one:.3f} s"
        one, other = least(2, lambda: check(str(sheet)), lambda: check(str(lines)))
        yield f"checking {CARDS:,} cards of an xlsx, against YAML", one / other, "x", 1.5, f"{one:.3f} s"
        size = peak(folder, sheet)
        yield f"building {CARDS:,} cards of an xlsx: memory at the most", size / 1e6, "MB", 300.0, ""
