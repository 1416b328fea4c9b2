"""A deck of 58 foreign drawings (style sheets, gradients, symbols used again) against the same as plain drawings.

Both hold the same shapes: the foreign ones say their colours in a style sheet, half of their fills are gradients, and
what stands more than once is used again.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.whole import spent
from santy_print.starter import new_of_game

CARDS, SHAPES = 58, 60
COLOURS = ("#c0392b", "#f1c40f", "#2980b9", "#27ae60", "#8e44ad", "#22304a")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
PATH = "M{x} {y}c2-3 5-3 6 0s-2 6-6 4-4-2 0-4z"
LAYOUT = """face: {size: poker, alt: "{{ item.name }}"}
items:
  - art: {file: "{{ item.id }}.svg", at: [6, 10], size: [51, 51]}
"""


def plain(card: int) -> str:
    """A drawing as an optimizer saves it."""
    shapes = "".join(
        f'<path d="{PATH.format(x=3 + n % 8 * 4, y=6 + n // 8 * 4)}" fill="{COLOURS[(n + card) % 6]}"/>'
        for n in range(SHAPES)
    )
    return f'{HEAD} stroke="#000000" stroke-width="0.3" stroke-linecap="round" stroke-linejoin="round">{shapes}</svg>'


def foreign(card: int) -> str:
    """The same shapes as a drawing program saves them."""
    rules = "".join(f".st{n}{{fill:{colour}}}" for n, colour in enumerate(COLOURS))
    stops = "".join(
        f'<linearGradient id="g{n}"><stop offset="0" style="stop-color:{colour}"/>'
        '<stop offset="1" style="stop-color:#ffffff"/></linearGradient>'
        for n, colour in enumerate(COLOURS)
    )
    shape = f'<path id="s" d="{PATH.format(x=0, y=0)}"/>'
    uses = "".join(
        f'<use href="#s" x="{3 + n % 8 * 4}" y="{6 + n // 8 * 4}" '
        + (f'class="st{(n + card) % 6}"/>' if n % 2 else f'style="fill:url(#g{(n + card) % 6})"/>')
        for n in range(SHAPES)
    )
    style = (
        "<style>.line{stroke:#000;stroke-width:.3px;stroke-linecap:round;stroke-linejoin:round}" + rules + "</style>"
    )
    return f'{HEAD} xml:space="preserve"><defs>{stops}{shape}</defs>{style}<g class="line">{uses}</g></svg>'


def packs(folder: Path) -> tuple[Path, Path]:
    """The same deck twice: of foreign drawings, and of plain ones."""
    for name, drawn in (("foreign", foreign), ("plain", plain)):
        root = folder / name
        new_of_game(root, "deck")
        shutil.rmtree(root / "art", ignore_errors=True)
        (root / "art").mkdir()
        lines = ["id,name"]
        for card in range(CARDS):
            (root / "art" / f"card-{card}.svg").write_text(drawn(card), encoding="utf-8")
            lines.append(f"card-{card},Card {card}")
        (root / "cards.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (root / "faces" / "card.yaml").write_text(LAYOUT, encoding="utf-8")
    return folder / "foreign", folder / "plain"


def measured(runs: int = 3) -> Iterator[tuple[Any, ...]]:
    """A build from nothing, and again with all that was kept: foreign against plain, the least of several runs."""
    cold, kept = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        roots = packs(folder)
        for run in range(runs):
            caches = [folder / f"cache-{run}-{root.name}" for root in roots]
            out = folder / "out"
            cold.append([spent(root, out, cache) for root, cache in zip(roots, caches, strict=True)])
            kept.append([spent(root, out, cache) for root, cache in zip(roots, caches, strict=True)])
    for what, times in (("cold", cold), ("kept", kept)):
        one, other = (min(each) for each in zip(*times, strict=True))
        note = f"{one:.3f} s against {other:.3f} s"
        goal = 2.0 if what == "cold" else 1.2
        yield f"a deck of {CARDS} foreign drawings, {what}, against plain ones", one / other, "x", goal, note
