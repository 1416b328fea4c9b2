"""A large pack: a thousand cards in one file, and what memory its build takes, in a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from santy_print.pack import data_folder, load_pack

COPIES = 20
BUILD = """
import re, resource, sys
from pathlib import Path
from santy_print.cli import main
words = ["build", sys.argv[1], "--out", sys.argv[2], "--lang", "en", "--only", "cards", "--no-cache", "--quiet"]
main(words, standalone_mode=False)
status = Path("/proc/self/status")  # of this program alone: elsewhere what began it may be counted
if status.exists():
    print(int(re.search(r"VmHWM:\\s*(\\d+) kB", status.read_text())[1]) * 1024, file=sys.stderr)
else:
    scale = 1 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale, file=sys.stderr)
"""


def large_pack(folder: Path, copies: int = COPIES) -> Path:
    """The bundled pack with each card so many times, each time with layouts of another name: so many distinct faces."""
    root = folder / "large"
    shutil.copytree(data_folder("content") / "santy_anno", root)
    pile = next(p for p in load_pack().files["components"].parts["cards"].piles if p.each == "boarding")
    stem = pile.layout.partition("{{")[0]
    piles = []
    for number in range(copies):
        for path in (data_folder("templates") / "faces").glob(f"{stem}*.yaml"):
            name = f"{stem}{number}-{path.name.removeprefix(stem)}"
            (root / "faces").mkdir(exist_ok=True)
            shutil.copy(path, root / "faces" / name)
        layout = pile.layout.replace(stem, f"{stem}{number}-", 1)
        piles.append(f'      - {{each: boarding, layout: "{layout}", back: {pile.back}}}\n')
    (root / "components.yaml").write_text("parts:\n  cards:\n    piles:\n" + "".join(piles), encoding="utf-8")
    return root


def peak(folder: Path) -> tuple[int, int]:
    """The most memory (bytes) that building a large pack took, and how many cards it has."""
    root = large_pack(folder)
    command = [sys.executable, "-c", BUILD, str(root), str(folder / "out")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return int(ran.stderr.split()[-1]), len(load_pack(root).collections["boarding"]) * COPIES


def measured() -> Iterator[tuple[Any, ...]]:
    """One line: megabytes at the most."""
    with tempfile.TemporaryDirectory() as folder:
        size, cards = peak(Path(folder))
    yield f"building {cards:,} different cards: memory at the most", size / 1e6, "MB", 300.0, ""
