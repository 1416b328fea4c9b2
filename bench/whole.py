"""The whole set in three languages: cold, and again after the effect of one card was reworded in one language."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from santy_print.pack import data_folder

LANGUAGES = ("en", "fr", "pl")
EDITED = ("pl", "coco.effect: ", "coco.effect: Ahoj! ")
"""A text that stands on a card, and with that card in the rulebook: its language, as it is, as it becomes."""

# Everything a build needs is imported first; then the clock, which counts children, too.
BUILD = """
import resource, sys, time
import babel.lists, babel.numbers, fontTools.subset, jinja2.sandbox, reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts
import pypdfium2, svgelements, typst
import santy_print.cli, santy_print.build, santy_print.rulebook, santy_print.answers, santy_print.raster
start = time.process_time()
if santy_print.cli.main(["build", *sys.argv[1:]], standalone_mode=False):
    sys.exit(1)
children = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.process_time() - start + children.ru_utime + children.ru_stime, file=sys.stderr)
"""


def spent(root: Path, out: Path, cache: Path) -> float:
    """The processor time of a build in a process of its own."""
    words = [word for code in LANGUAGES for word in ("--lang", code)]
    words += ["--quiet", "--out", str(out), "--cache", str(cache), str(root)]
    ran = subprocess.run([sys.executable, "-c", BUILD, *words], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"the whole set was not built:\n{ran.stderr}")
    return float(ran.stderr.split()[-1])


def measured(runs: int = 2) -> Iterator[tuple[Any, ...]]:
    """Two lines: all files at first, and after an edit; the least of several runs that take turns."""
    cold, again, files = [], [], 0
    code, old, new = EDITED
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            root, cache, out = Path(folder) / "pack", Path(folder) / "cache", Path(folder) / "out"
            shutil.copytree(data_folder("content") / "santy_anno", root)
            cold.append(spent(root, out, cache))
            path = root / "locale" / f"{code}.yaml"
            text = path.read_text(encoding="utf-8")
            assert old in text, f"the text to edit is not in {path}"
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            again.append(spent(root, out, cache))
            files = sum(path.is_file() for path in out.rglob("*"))
    yield "the whole set in three languages, after imports", min(cold), "s", 4.0, f"{files} files"
    note = f"{min(again):.2f} s against {min(cold):.2f} s"
    yield "the same after one card's text was edited, against cold", min(again) / min(cold), "x", 0.25, note
