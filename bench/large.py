"""Large packs: a thousand cards in one file, a deck of photos; what memory a build takes, in a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from santy_print.folders import data_folder, shared_layouts
from santy_print.pack import load_pack

COPIES = 20
BUILD = """
import re, resource, sys
from pathlib import Path
from santy_print.cli import main
main(["build", *sys.argv[1:], "--lang", "en", "--no-cache", "--quiet"], standalone_mode=False)
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
    pile = next(p for p in load_pack().parts["cards"].piles if p.each == "boarding")
    stem = pile.layout.partition("{{")[0]
    piles = []
    for number in range(copies):
        for path in (path for name, path in shared_layouts(load_pack().game).items() if name.startswith(stem)):
            name = f"{stem}{number}-{path.name.removeprefix(stem)}"
            (root / "faces").mkdir(exist_ok=True)
            shutil.copy(path, root / "faces" / name)
        layout = pile.layout.replace(stem, f"{stem}{number}-", 1)
        piles.append(f'      - {{each: boarding, layout: "{layout}", back: {pile.back}}}\n')
    (root / "components.yaml").write_text("parts:\n  cards:\n    piles:\n" + "".join(piles), encoding="utf-8")
    return root


PHOTO = (3650, 2740)
"""Pixels of a photo of 10 megapixels."""
PHOTO_FACE = """face: {size: poker, alt: "{{ item.id }}"}
items:
  - image: {file: "{{ item.id }}.jpg", at: [0, 0], size: [63.5, 88.9], fit: cover}
"""


def photo_pack(folder: Path) -> Path:
    """The bundled pack with a photo of 10 megapixels on each boarding card, with things of all sizes on it."""
    from PIL import Image

    root = folder / "photos"
    shutil.copytree(data_folder("content") / "santy_anno", root)
    bands = [Image.effect_noise((PHOTO[0] // 8, PHOTO[1] // 8), 60).resize(PHOTO) for _ in range(3)]
    photo = Image.blend(Image.merge("RGB", bands), Image.effect_noise(PHOTO, 20).convert("RGB"), 0.2)
    for item in load_pack().collections["boarding"]:
        photo.save(root / "art" / f"{item['id']}.jpg", quality=90)
        photo = photo.transpose(Image.Transpose.ROTATE_180)
    (root / "faces").mkdir(exist_ok=True)
    (root / "faces" / "photo.yaml").write_text(PHOTO_FACE, encoding="utf-8")
    parts = (root / "components.yaml").read_text(encoding="utf-8")
    pile = '{each: boarding, layout: "card-{{ item.kind }}"'
    if pile not in parts:
        raise RuntimeError("the bundled pack prints its boarding cards otherwise now")
    (root / "components.yaml").write_text(parts.replace(pile, "{each: boarding, layout: photo"), encoding="utf-8")
    return root


def peak(folder: Path, root: Path, *words: str) -> int:
    """The most memory (bytes) that building a pack took."""
    command = [sys.executable, "-c", BUILD, str(root), "--out", str(folder / "out"), *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return int(ran.stderr.split()[-1])


def measured() -> Iterator[tuple[Any, ...]]:
    """A line for each pack: megabytes at the most."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = large_pack(folder)
        cards = len(load_pack(root).collections["boarding"]) * COPIES
        size = peak(folder, root, "--only", "cards")
        yield f"building {cards:,} different cards: memory at the most", size / 1e6, "MB", 300.0, ""
        root = photo_pack(folder)
        size = peak(folder, root)
        (page,) = (folder / "out").rglob("rulebook.html")
        note = f"rulebook.html has {page.stat().st_size / 1e6:.0f} MB"
        yield "building a set with 51 photos of 10 megapixels: memory", size / 1e6, "MB", 600.0, note
