"""The whole set from nothing, and again after the effect of one card was reworded in one language."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from santy_print.folders import data_folder

LANGUAGES = ("en", "fr", "pl")
EDITED = ("pl", "coco.effect: ", "coco.effect: Ahoj! ")
"""A text that stands on a card, and with that card in the rulebook: its language, as it is, as it becomes."""

# Everything a build needs is imported first; then the clock, which counts children, too.
BUILD = """
import resource, sys, time
import babel.lists, babel.numbers, fontTools.subset, jinja2.sandbox, reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts
import pypdfium2, typst
import santy_print.cli, santy_print.build, santy_print.documents.rulebook, santy_print.raster
import santy_print.games.santy_anno.answer_sheet
start = time.process_time()
if santy_print.cli.main(["build", *sys.argv[1:]], standalone_mode=False):
    sys.exit(1)
children = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.process_time() - start + children.ru_utime + children.ru_stime, file=sys.stderr)
"""


def spent(root: Path, out: Path, cache: Path, languages: Sequence[str] = ()) -> float:
    """The processor time of a build in a process of its own; in all languages of the pack where none are named."""
    words = [word for code in languages for word in ("--lang", code)]
    words += ["--jobs", "1", "--quiet", "--out", str(out), "--cache", str(cache), str(root)]
    ran = subprocess.run([sys.executable, "-c", BUILD, *words], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"the whole set was not built:\n{ran.stderr}")
    return float(ran.stderr.split()[-1])


def pair(languages: Sequence[str]) -> tuple[float, float, int]:
    """A build from nothing, one after a text was edited, and how many files that makes."""
    code, old, new = EDITED
    with tempfile.TemporaryDirectory() as folder:
        root, cache, out = Path(folder) / "pack", Path(folder) / "cache", Path(folder) / "out"
        shutil.copytree(data_folder("content") / "santy_anno", root)
        cold = spent(root, out, cache, languages)
        path = root / "locale" / f"{code}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text, f"the text to edit is not in {path}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        again = spent(root, out, cache, languages)
        return cold, again, sum(path.is_file() for path in out.rglob("*"))


def wall(out: Path, jobs: int) -> float:
    """The seconds on the clock of a whole build from nothing, in a process of its own that may start others."""
    words = ["build", "--no-cache", "--quiet", "--jobs", str(jobs), "--out", str(out)]
    start = perf_counter()
    subprocess.run([sys.executable, "-m", "santy_print", *words], capture_output=True, check=True)
    return perf_counter() - start


def side_by_side(runs: int = 3) -> tuple[float, float]:
    """One process and two, which take turns: the least of several runs. On fewer cores than two it says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = [[wall(Path(folder), jobs) for jobs in (1, 2)] for _ in range(runs)]
    one, two = (min(times) for times in zip(*rounds, strict=True))
    return one, two


def measured(runs: int = 2) -> Iterator[tuple[Any, ...]]:
    """Three languages from nothing; all of the pack's after an edit against that: the least of several runs."""
    few, whole = zip(*((pair(LANGUAGES), pair(())) for _ in range(runs)), strict=True)
    cold, again, files = (min(values) for values in zip(*few, strict=True))
    yield "the whole set in three languages, after imports", cold, "s", 4.0, f"{files} files"
    all_cold, all_again, _ = (min(values) for values in zip(*whole, strict=True))
    note = f"{all_again:.2f} s against {all_cold:.2f} s; in three languages {again / cold:.2f}"
    yield "all languages after one card's text was edited, against cold", all_again / all_cold, "x", 0.25, note
    one, two = side_by_side()
    yield (
        "the whole set by two processes, against one (clock)",
        two / one,
        "x",
        0.58,
        f"{two:.2f} s against {one:.2f} s",
    )
