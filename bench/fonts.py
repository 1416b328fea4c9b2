"""A deck in a font for the web against the same in the font as it is: made once, and then never again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.whole import spent
from santy_print.faces.typeset import bundled_fonts
from santy_print.starter import new_of_game

TEXT = "SourceSerif4-Regular.ttf"


def packs(folder: Path) -> tuple[Path, Path]:
    """The same deck twice: with its font packed for the web, and as it is."""
    from fontTools.ttLib import TTFont

    for name, flavour in (("web", "woff2"), ("plain", None)):
        root = folder / name
        new_of_game(root, "deck")
        (root / "fonts").mkdir(exist_ok=True)
        font = TTFont(bundled_fonts() / TEXT)
        font.flavor = flavour
        file = f"own.{flavour or 'ttf'}"
        font.save(root / "fonts" / file)
        head = root / "pack.yaml"
        said = head.read_text("utf-8").replace("fonts: {title:", f"fonts: {{text: {file}, title:")
        head.write_text(said, encoding="utf-8")
    return folder / "web", folder / "plain"


def edited(root: Path, run: int) -> None:
    """Another text on a card, so that the font is wanted again."""
    path = root / "cards.csv"
    path.write_text(f"{path.read_text('utf-8').rstrip()}\nCard {run},Person,sea,1,Draw {run} cards.,,1\n", "utf-8")


def measured(runs: int = 3) -> Iterator[tuple[Any, ...]]:
    """A build from nothing, and one after an edit with all that was kept: the least of several runs."""
    cold, again = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        roots = packs(folder)
        for run in range(runs):
            caches = [folder / f"cache-{run}-{root.name}" for root in roots]
            cold.append([spent(root, folder / "out", cache) for root, cache in zip(roots, caches, strict=True)])
            for root in roots:
                edited(root, run)
            again.append([spent(root, folder / "out", cache) for root, cache in zip(roots, caches, strict=True)])
    for what, times, goal in (("made from nothing", cold, None), ("edited and built again", again, 1.1)):
        one, other = (min(each) for each in zip(*times, strict=True))
        note = f"{one:.3f} s against {other:.3f} s"
        yield f"a deck in a WOFF2 font, {what}, against TTF", one / other, "x", goal, note
