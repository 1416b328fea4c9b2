"""Mutations: files spoiled at random from a seed, each given to the command it is for; whatever is no answer is told.

    python -m tests.mutate --count 2000 --seed 1 --kind packs --jobs 2
    python -m tests.mutate --kind fonts --seed 417 --count 1 --keep DIR     the very input again, its files kept

An answer is an exit code of 0, 1 or 2 and no traceback, within so much of the processor's time and so much memory, with
nothing in what was written that steers a terminal. Each input is run in a child that is forked from a process which has
everything imported and the bundled pack read, so a light one costs less than a tenth of a second; limits are of the
child's own work, and a busy machine raises no false alarm. `tests/mutators.py` and `tests/mutators_bytes.py`
have the mutations themselves.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import pkgutil
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

SECONDS = 5
"""Of the processor's time, for one input."""
MEGABYTES = 500
"""Of memory, more than the process it was forked from."""
ROOM = 2_000
"""Megabytes of addresses beyond the parent's: what takes more is stopped before the machine suffers."""
PATIENCE = 120.0
"""Seconds after which a child that does not even work is taken to wait for ever."""
ANSWERS = (0, 1, 2)
FEW = {
    "packs": 3, "layouts": 3, "records": 2, "po": 1, "kept": 1, "names": 1, "options": 1, "fonts": 1,
    "pictures": 1, "svg": 2, "pdf": 1, "icc": 1,
}  # fmt: skip
"""Inputs of each kind that every run of the tests tries."""
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Ran:
    """What came of one command."""

    verdict: str
    """`ok`, or what was wrong: `traceback`, `time`, `memory`, `raw`, `code`."""
    seconds: float
    megabytes: float
    output: str
    code: int | None = None

    @property
    def cause(self) -> str:
        """The last lines of a traceback; else the end of what was written."""
        lines = self.output.rstrip().split("\n")
        if self.verdict != "traceback":
            return "\n".join(lines[-3:])[-400:]
        places = [line.strip() for line in lines if line.startswith('  File "') and "santy_print" in line]
        return f"{lines[-1][:200]}  <- {places[-1] if places else '?'}"


def warm() -> None:
    """Import all that commands import, so that children need not."""
    import santy_print

    for module in pkgutil.walk_packages(santy_print.__path__, "santy_print."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name in """babel.lists babel.numbers click.testing csv fontTools.subset fontTools.ttLib jinja2.bccache pikepdf
    PIL.ImageChops PIL.ImageDraw PIL.ImageFilter PIL.ImageMath PIL.JpegImagePlugin PIL.PngImagePlugin polib pypdfium2
    reportlab.pdfbase.ttfonts reportlab.pdfgen.canvas typst""".split():  # noqa: SIM905
        import_module(name)


def run(argv: list[str], folder: Path) -> Ran:
    """Run a command in a child of this process, in a folder."""
    log = folder / ".output"
    before = _address_space()
    base = _baseline()
    child = os.fork()
    if child == 0:
        _be_child(argv, folder, log, before)
    status, usage = _waited(child)
    output = log.read_text("utf-8", "replace") if log.exists() else ""
    log.unlink(missing_ok=True)
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024 - base
    code = os.waitstatus_to_exitcode(status)
    verdict = "ok"
    if "MemoryError" in output or megabytes > MEGABYTES:
        verdict = "memory"
    elif code in (-signal.SIGXCPU, -signal.SIGKILL) or seconds > SECONDS:
        verdict = "time"
    elif "Traceback (most recent call last)" in output:
        verdict = "traceback"
    elif code not in ANSWERS:
        verdict = "code"
    elif _RAW.search(output):
        verdict = "raw"
    return Ran(verdict, seconds, megabytes, output, code)


def _be_child(argv: list[str], folder: Path, log: Path, before: int) -> None:
    """Run the command as a program would, and end; never returns."""
    code = 70
    try:
        handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, target in ((handle, 1), (handle, 2), (nothing, 0)):
            os.dup2(number, target)
        os.chdir(folder)
        limit = before + ROOM * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        from santy_print.cli import main

        try:
            main(argv, prog_name="santy")
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            traceback.print_exc()
            code = 71
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        with contextlib.suppress(BaseException):
            os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _waited(child: int) -> tuple[int, resource.struct_rusage]:
    """How a child ended; one that neither works nor ends is killed."""
    end = time.monotonic() + PATIENCE
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return status, usage
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


_measured: list[float] = []


def _baseline() -> float:
    """Megabytes that a child holds which does nothing."""
    if not _measured:
        child = os.fork()
        if child == 0:
            os._exit(0)
        _measured.append(os.wait4(child, 0)[2].ru_maxrss / 1024)
    return _measured[0]


@dataclass(frozen=True)
class Failure:
    """An input that was not answered, and how to have it again."""

    kind: str
    seed: int
    argv: list[str]
    ran: Ran

    def __str__(self) -> str:
        ran = self.ran
        again = f"python -m tests.mutate --kind {self.kind} --seed {self.seed} --count 1"
        what = f"{ran.verdict} ({ran.seconds:.1f} s, {ran.megabytes:.0f} MB, exit {ran.code})"
        return f"{what}: santy {' '.join(self.argv)}\n    {again}\n    {ran.cause}"


def rounds(kind: str, seeds: range, keep: Path | None = None) -> Iterator[tuple[int, Failure | None]]:
    """Make and run one input for each seed; what failed comes with it."""
    from tests import mutators_bytes  # noqa: F401 (enters its kinds)
    from tests.mutators import KINDS

    with tempfile.TemporaryDirectory(prefix="santy-mutate-") as name:
        folder = keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        os.environ |= {
            "SANTY_CACHE": "off",
            "NO_COLOR": "1",
            "COLUMNS": "100",
            "XDG_CONFIG_HOME": str(folder / "config"),
        }
        bench = KINDS[kind](folder)
        bench.warm()
        bench.remember()
        gc.freeze()
        for seed in seeds:
            case = bench.make(random.Random(f"{kind} {seed}"))
            failure = None
            for argv in case:
                ran = run(argv, folder)
                if ran.verdict != "ok" and failure is None:
                    failure = Failure(kind, seed, argv, ran)
                if keep:
                    told = f"{ran.verdict}: {ran.seconds:.2f} s, {ran.megabytes:.0f} MB"
                    print(f"santy {' '.join(argv)}\n{ran.output}\n{told}")
            if not keep:
                bench.tidy()
            yield seed, failure


def search(kind: str, seeds: range, keep: Path | None = None) -> list[Failure]:
    """All inputs of some seeds that were not answered, told as they are found."""
    out = []
    for _, failure in rounds(kind, seeds, keep):
        if failure:
            out.append(failure)
            print(f"{kind}: {failure}", flush=True)
    return out


def _in_turns(kind: str, options: argparse.Namespace) -> int:
    """Share the seeds among some processes; returns how many inputs were not answered."""
    seeds = range(options.seed, options.seed + options.count)
    children = []
    for job in range(min(options.jobs, options.count)):
        child = os.fork()
        if child == 0:
            found = 99
            try:
                found = min(len(search(kind, seeds[job :: options.jobs], options.keep)), 90)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(found)
        children.append(child)
    return sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)


def main() -> int:
    """Mutate as the command line says."""
    from tests import mutators_bytes  # noqa: F401 (enters its kinds)
    from tests.mutators import KINDS

    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=100, help="inputs of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the first input")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="repeat for more; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--small", action="store_true", help="a few of each kind, as the tests run them")
    parser.add_argument("--keep", type=Path, help="a folder for the files of the input; for --count 1")
    options = parser.parse_args()
    if options.keep:
        options.count = options.jobs = 1
    warm()
    found: Counter[str] = Counter()
    for kind in options.kind or KINDS:
        options.count = FEW[kind] if options.small else options.count
        begun = time.monotonic()
        found[kind] = _in_turns(kind, options)
        rate = options.count / (time.monotonic() - begun)
        print(f"{kind}: {options.count} inputs, {found[kind]} not answered, {rate:.1f} a second", flush=True)

    return 1 if found.total() else 0


if __name__ == "__main__":
    sys.exit(main())
