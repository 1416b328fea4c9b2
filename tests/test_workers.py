"""Several processes at work: the same bytes for any number, every fault in its turn, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from santy_print import build as building
from santy_print import workers
from santy_print.build import build
from santy_print.cache import Cache, Made
from santy_print.diag import PackError, Report
from santy_print.faces.fit import fit
from santy_print.pack import load_pack
from santy_print.parts import Conduct, Options, all_frames
from santy_print.vouch import documents
from santy_print.workers import Plan, in_order, may_copy
from tests.packs import copy_pack

ALL = list(range(7))
WAYS = [True, False] if sys.platform == "linux" else [False]


def square(number: int, tell: Callable[[str], None]) -> int:
    tell(f"{number}")
    if number == 3:
        time.sleep(0.2)  # the others are quicker
    return number * number


def refusing(number: int, tell: Callable[[str], None]) -> int:
    if number in (2, 4):
        report = Report()
        report.error("pack-missing", f"no {number}")
        raise PackError(report)
    return number


def slipping(number: int, tell: Callable[[str], None]) -> int:
    return 1 // (number - 1)


def dying(number: int, tell: Callable[[str], None]) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def forever(number: int, tell: Callable[[str], None]) -> int:
    tell(str(os.getpid()))
    time.sleep(600)
    return number


class Of:
    """Begins a work; it can be sent to a process that is no copy of this one."""

    def __init__(self, work: Callable[[int, Callable[[str], None]], int]) -> None:
        self.work = work

    def __call__(self) -> Callable[[int, Callable[[str], None]], int]:
        return self.work


def parity(number: int) -> int:
    return number % 2


def plan(work: Callable[[int, Callable[[str], None]], int], jobs: int = 2, copied: bool = WAYS[0]) -> Plan[int, int]:
    return Plan(jobs, Of(work), parity, copied)


def deaf(name: str) -> None:
    """Hears nothing."""


@pytest.mark.parametrize("copied", WAYS)
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_tasks(jobs: int, copied: bool) -> None:
    told: list[str] = []
    assert list(in_order(plan(square, jobs, copied), ALL, told.append)) == [n * n for n in ALL]
    assert sorted(told) == [str(n) for n in ALL]


@pytest.mark.parametrize("copied", WAYS)
def test_the_first_fault_in_order_is_raised_after_the_results_before_it(copied: bool) -> None:
    done = in_order(plan(refusing, 3, copied), ALL, deaf)
    assert [next(done), next(done)] == [0, 1]
    with pytest.raises(PackError) as caught:
        next(done)
    assert [fault.message for fault in caught.value.report] == ["no 2"]


def test_a_slip_says_where_it_happened() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(in_order(plan(slipping), ALL, deaf))
    assert "in slipping" in caught.value.__notes__[0]


def test_a_process_that_dies_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match=r"ended by signal 9; with `--jobs 1`"):
        list(in_order(plan(dying), ALL, deaf))


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_asks_no_more_leaves_nobody_behind() -> None:
    met: list[int] = []

    def stop(name: str) -> None:
        met.append(int(name))
        if len(met) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(in_order(plan(forever), ALL, stop))
    assert len(met) == 2
    assert not any(map(alive, met))


PARTS = """parts:
  tokens:
    piles:
      - {each: boarding, layout: small}
  chips:
    piles:
      - {each: boarding, layout: small}
"""
FACE = 'face: {width: 20, height: 20, alt: "{{ item.id }}"}\nitems:\n  - rect: {at: [1, 1], size: [9, 9], fill: rope}\n'


def small(folder: Path) -> Path:
    files = {"components.yaml": PARTS, "faces/small.yaml": FACE}
    root = copy_pack(folder, files)
    for path in (root / "locale").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("texts:\n", "texts:\n  part.chips: C\n", 1), encoding="utf-8")
    return root


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.long
@pytest.mark.parametrize("copied", WAYS)
@pytest.mark.parametrize("kept", [True, False])
def test_a_build_is_the_same_for_any_number(
    tmp_path: Path, kept: bool, copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, cache = small(tmp_path), tmp_path / "cache"
    made: list[dict[str, bytes]] = []
    monkeypatch.setattr(building, "may_copy", lambda: copied)
    crews: list[int] = []
    real = workers.in_order
    monkeypatch.setattr(building, "in_order", lambda plan, *more: crews.append(plan.jobs) or real(plan, *more))
    for jobs in (1, 2, 3):
        pack, out = load_pack(root), tmp_path / str(jobs)
        of_one = tmp_path / f"cache{jobs}" if kept else None
        build(pack, out, Options(), {}, Conduct(cache=of_one, jobs=jobs))
        made.append(tree(out))
        if of_one:
            build(load_pack(root), tmp_path / "again", Options(), {}, Conduct(cache=of_one, jobs=jobs))
            assert tree(tmp_path / "again") == made[0], "what several made is kept like what one made"
    assert made[1] == made[0]
    assert made[2] == made[0]
    assert crews == [2, 3], "what is kept needs no process more"
    assert not cache.exists()


def test_a_face_with_a_fault_is_told_alike_for_any_number(tmp_path: Path) -> None:
    root = small(tmp_path)
    (root / "faces/small.yaml").write_text(FACE.replace("rope", "nonesuch"), encoding="utf-8")
    said = []
    for jobs in (1, 2):
        with pytest.raises(PackError) as caught:
            build(load_pack(root), tmp_path / "out", Options(), {}, Conduct(jobs=jobs))
        said.append([fault.human() for fault in caught.value.report])
    assert said[0] == said[1] != []
    assert not list((tmp_path / "out").rglob("*.pdf"))


def test_a_small_build_stays_in_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise AssertionError("no process is worth it")

    monkeypatch.setattr(building, "in_order", refuse)
    pack = load_pack(small(tmp_path))
    build(pack, tmp_path / "out", Options(pack.head.languages[:2]), {}, Conduct(jobs=8))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_what_is_stopped_leaves_no_process_and_no_file(tmp_path: Path, how: signal.Signals) -> None:
    root, out = small(tmp_path), tmp_path / "out"
    command = [sys.executable, "-m", "santy_print", "build", str(root), "--out", str(out), "--no-cache", "--jobs", "2"]
    heard = partial(signal.signal, how, signal.SIG_DFL)  # whoever runs the tests may not hear it: `nohup make test`
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, preexec_fn=heard
    ) as ran:
        assert ran.stderr is not None
        ran.stderr.readline()
        os.killpg(ran.pid, how)
        said = ran.stderr.read().decode()
        assert ran.wait(20) == 128 + how
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(ran.pid, 0)
    assert not [path for path in out.rglob("*") if path.is_file()]


def test_documents_of_the_pack_can_be_made_by_a_process_that_is_no_copy(tmp_path: Path) -> None:
    pack = load_pack("santy_anno")
    maker = building._Maker(pack, Options(), documents(pack), Cache(pack, None), Conduct())
    start = maker._started()
    assert start is not None
    strange = {"note": lambda asked: {"note.txt": b"x"}}
    other = building._Maker(pack, Options(), strange, Cache(pack, None), Conduct())
    assert may_copy() or other._started() is None, "what nobody else could make is made here"
    assert isinstance(other.do(building._Task("en", ("note",)), deaf).made["note"], Made)


@pytest.mark.long
def test_how_faces_fit_is_the_same_for_any_number(tmp_path: Path) -> None:
    """One text too long in one language: its fault, and every table."""
    root = copy_pack(tmp_path)
    path = root / "locale/pl.yaml"
    text = path.read_text(encoding="utf-8")
    assert "coco.effect: " in text
    path.write_text(text.replace("coco.effect: ", "coco.effect: Ahoj! " + "Ahoj i dalej! " * 30, 1), encoding="utf-8")
    said = []
    for jobs in (1, 2, 3):
        tables, report = fit(load_pack(root), all_frames, jobs=jobs)
        said.append(([table.as_json() for table in tables], [fault.human() for fault in report]))
    assert said[0] == said[1] == said[2]
    assert said[0][1]


APART = """
import os, signal, sys, time
import santy_print.pack
from santy_print.diag import PackError, Report
from santy_print.workers import apart
mine = os.getpid()
def fails():
    report = Report()
    report.error("pack-missing", "no pack")
    raise PackError(report)
def dies():
    os.kill(os.getpid(), signal.SIGKILL)
print(apart(os.getpid) != mine)
print(len(apart(lambda: bytes(50_000_000))))
for work in (fails, lambda: 1 // 0, dies):
    try:
        apart(work)
    except (PackError, ZeroDivisionError, ChildProcessError) as fault:
        print(type(fault).__name__)
def caught(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, caught)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    apart(lambda: time.sleep(600))
except KeyboardInterrupt:
    print("stopped")
try:
    os.wait()
except ChildProcessError:
    print("nobody left")
sys.modules["typst"] = None
print(apart(os.getpid) == mine)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
def test_what_is_done_apart_comes_back_with_its_faults_and_leaves_nobody_behind() -> None:
    done = subprocess.run([sys.executable, "-c", APART], capture_output=True, text=True, timeout=60)
    assert done.stdout.split("\n")[:-1] == [
        "True",
        "50000000",
        "PackError",
        "ZeroDivisionError",
        "ChildProcessError",
        "stopped",
        "nobody left",
        "True",
    ], done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
def test_typst_is_not_loaded_where_it_would_keep_what_it_set() -> None:
    code = (
        "import sys\n"
        "from santy_print.documents.fonts import typefaces\n"
        "from santy_print.documents.typst import compile_typst\n"
        "print(compile_typst('= A')[:4], len(typefaces()) > 3, 'typst' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "b'%PDF' True False\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no copy")
def test_where_no_copy_can_be_made_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(workers, "may_copy", lambda: True)
    monkeypatch.setattr(os, "fork", refused)
    held = len(os.listdir("/proc/self/fd"))
    assert workers.apart(os.getpid) == os.getpid()
    assert len(os.listdir("/proc/self/fd")) == held


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no copy")
@pytest.mark.parametrize("how", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_copy_answers_whoever_minds_children(monkeypatch: pytest.MonkeyPatch, how: signal.Handlers) -> None:
    monkeypatch.setattr(workers, "may_copy", lambda: True)
    before = signal.signal(signal.SIGCHLD, how)
    try:
        assert workers.apart(os.getpid) != os.getpid()
        with pytest.raises(ChildProcessError, match=r"a process at work (was ended by signal 9|ended by itself)"):
            workers.apart(lambda: os.kill(os.getpid(), signal.SIGKILL))
    finally:
        signal.signal(signal.SIGCHLD, before)


ORPHAN = """
import os, sys, time
from santy_print.workers import apart

def work():
    print(os.getpid(), flush=True)
    time.sleep(1)
    return bytes(1_000_000)

apart(work)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no copy")
def test_a_copy_does_not_outlive_whoever_asked_for_it() -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        until = time.monotonic() + 20
        while Path(f"/proc/{child}").exists() and time.monotonic() < until:
            time.sleep(0.1)
        assert not Path(f"/proc/{child}").exists(), "it writes into a pipe that nobody reads"
