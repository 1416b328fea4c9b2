"""Workers: tasks in, their results out in the order of the tasks, worked at by several processes.

Results do not depend on how many work, nor on who is quicker. A fault of a task is raised in its turn, and what comes
after it is not waited for; a process that ends by itself is an OSError. Whoever stops asking for results, be it for a
fault or Ctrl-C, leaves no process behind.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NoReturn, TypeVar

from santy_print.diag import PackError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")
Tell = Callable[[str], None]
Work = Callable[[T, Tell], R]
"""Does a task, and tells the name of each thing before it makes it."""

PATIENCE = 2.0
"""So many seconds a process that is told to end may take to clear away what it has half written."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[T, R]):
    """How tasks are worked at: by how many processes, each of which gets its `Work` from `start`.

    Tasks that are `near` each other are done by one process where that costs no time. Where processes cannot be copies
    of this one, `start` is pickled.
    """

    jobs: int
    start: Callable[[], Work[T, R]]
    near: Callable[[T], Hashable]
    copied: bool


def cores() -> int:
    """How many processes can run at once."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


_FIRST = os.getpid()
_NAME = f"santy-{_FIRST}-{os.urandom(8).hex()}"


def scratch() -> Path:
    """A folder that this process and its copies share, for files that libraries want by their paths.

    It is cleared away when the first of them ends.
    """
    import tempfile
    from multiprocessing import parent_process
    from multiprocessing.util import Finalize

    folder = Path(tempfile.gettempdir()) / _NAME
    if not folder.exists():
        folder.mkdir(0o700, exist_ok=True)
        if parent_process() is not None and os.getpid() == _FIRST:  # which ends without the rites of a first one
            Finalize(None, shutil.rmtree, args=(folder, True), exitpriority=0)
    return folder


def lead() -> None:
    """Have this process, and all that it begins, end together when `end_all` is told its number."""
    if sys.platform != "win32":
        os.setpgrp()


def end_all(leader: BaseProcess) -> None:
    """End a process at once, and all that it began where it is one that leads."""
    if sys.platform != "win32" and leader.pid is not None:
        with suppress(OSError):  # it leads none yet, or no more
            os.killpg(leader.pid, signal.SIGKILL)
    leader.kill()


def end_tracker() -> None:
    """End the process that Python begins beside the first one that it spawns: it minds semaphores, of which there are
    none here, and ends by itself only some time after this one.
    """
    from multiprocessing import resource_tracker

    tracker = getattr(resource_tracker, "_resource_tracker", None)
    pid, stop = getattr(tracker, "_pid", None), getattr(tracker, "_stop", None)
    if pid is None or stop is None:  # there is none, or another Python has it otherwise
        return
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    with suppress(OSError):
        stop()


@atexit.register
def _clear_scratch() -> None:
    if os.getpid() == _FIRST and "tempfile" in sys.modules:
        shutil.rmtree(Path(sys.modules["tempfile"].gettempdir()) / _NAME, ignore_errors=True)


def may_copy() -> bool:
    """Whether processes can be copies of this one: where the system copies safely, and nothing runs beside this thread.

    Other threads, as typst has them once it was loaded, would not be in a copy, which might wait for them for ever.
    """
    return sys.platform == "linux" and "typst" not in sys.modules and threading.active_count() == 1


def in_order(plan: Plan[T, R], tasks: Sequence[T], tell: Tell) -> Generator[R, None, None]:
    """The results of the tasks, in their order."""
    crew: _Crew[T, R] = _Crew(plan, tasks)
    try:
        for number in range(len(tasks)):
            yield crew.result(number, tell)
        crew.dismiss()
    finally:
        crew.end()


@dataclass(frozen=True, slots=True)
class _Failed:
    """A task that was not done, and why."""

    why: BaseException


class _Crew(Generic[T, R]):
    """Processes at work, what each of them does, and what is done."""

    def __init__(self, plan: Plan[T, R], tasks: Sequence[T]) -> None:
        from multiprocessing import get_context

        self._tasks, self._near = tasks, plan.near
        self._left = list(range(len(tasks)))
        self._done: dict[int, Any] = {}
        self._busy: dict[Connection, int] = {}
        self._met: dict[Connection, set[Hashable]] = {}
        self._processes: dict[Connection, BaseProcess] = {}
        context: Any = get_context("fork" if plan.copied else "spawn")
        try:
            for _ in range(min(plan.jobs, len(tasks))):
                mine, theirs = context.Pipe()
                others = [*self._processes, mine] if plan.copied else []
                process = context.Process(target=_serve, args=(theirs, plan.start, others), daemon=True)
                with _deaf():
                    process.start()
                theirs.close()
                self._processes[mine] = process
                self._met[mine] = set()
                self._next(mine)
        except BaseException:
            self.end()
            raise

    def _next(self, worker: Connection) -> None:
        """Give a process that has nothing to do a task, rather one that is near what it did before."""
        if not self._left:
            return
        met = self._met[worker]
        number = next((n for n in self._left if self._near(self._tasks[n]) in met), self._left[0])
        self._left.remove(number)
        self._busy[worker] = number
        met.add(self._near(self._tasks[number]))
        with suppress(OSError):  # it has ended, which is told where its answer is waited for
            worker.send((number, self._tasks[number]))

    def result(self, number: int, tell: Tell) -> R:
        """What came of a task."""
        from multiprocessing.connection import wait

        while number not in self._done:
            for worker in wait(list(self._busy)):
                self._receive(worker, tell)  # type: ignore[arg-type]
        found = self._done.pop(number)
        if isinstance(found, _Failed):
            raise found.why
        made: R = found
        return made

    def _receive(self, worker: Connection, tell: Tell) -> None:
        try:
            answer = worker.recv()
        except (EOFError, OSError):
            process = self._processes[worker]
            process.join(PATIENCE)
            code = process.exitcode
            why = f"a process at work {_ended(code)}; with `--jobs 1` there is but one"
            self._done[self._busy.pop(worker)] = _Failed(ChildProcessError(why))
            return
        if isinstance(answer, str):
            tell(answer)
        else:
            self._done[self._busy.pop(worker)] = answer
            self._next(worker)

    def dismiss(self) -> None:
        """Let all processes end by themselves: there is nothing more to do."""
        for worker, process in self._processes.items():
            with suppress(OSError):
                worker.send(None)
            process.join(PATIENCE)

    def end(self) -> None:
        """End whoever is still at work."""
        for process in self._processes.values():
            if process.is_alive():
                process.terminate()
        for worker, process in self._processes.items():
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()
            worker.close()


_ENDING = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
"""What ends a process that says nothing against it."""


@contextmanager
def _deaf() -> Iterator[None]:
    """What would end this process waits until this is over, so that none is begun by halves.

    A process that is begun meanwhile never hears Ctrl-C, and all else once it knows what to do then (`_receive_again`).
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _receive_again() -> None:
    """Hear what is to end this process, which was begun `_deaf`."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def _serve(door: Connection, start: Callable[[], Work[T, R]], others: Sequence[Connection]) -> None:
    """What a process does: task after task, until there is none or nobody is there any more."""
    for other in others:  # who holds an end of another's pipe keeps it from hearing that its master is gone
        other.close()
    # Ctrl-C and the end of the terminal go to all of a terminal; the master then ends the others.
    for name in {signal.SIGINT, *_ENDING} - {signal.SIGTERM}:
        signal.signal(name, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    _receive_again()
    with suppress(EOFError, OSError):
        work: Work[T, R] | None = None
        while (given := door.recv()) is not None:
            try:
                work = work or start()
                answer = pickle.dumps(work(given[1], door.send))
            except Exception as fault:
                answer = pickle.dumps(_Failed(_portable(fault)))
            door.send_bytes(answer)


def _portable(fault: Exception) -> Exception:
    """A fault as another process can raise it: a slip of ours says where it happened."""
    if isinstance(fault, PackError):
        return fault
    if not isinstance(fault, OSError):
        fault.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(traceback.format_exc())
    return fault


def _ended(code: int | None) -> str:
    return f"was ended by signal {-code}" if code is not None and code < 0 else f"ended by itself ({code})"


def apart(work: Callable[[], R]) -> R:
    """What a function gives, found by a copy of this process, which gives all memory back that it took; else by this.

    For a library that keeps what it made for as long as its process lives.
    """
    if not may_copy():
        return work()
    mine, theirs = os.pipe()
    child, status = 0, 0
    with open(mine, "rb") as answer, open(theirs, "wb") as door:
        try:
            with _deaf(), suppress(OSError):  # there may be no room for another process
                child = os.fork()
                if not child:
                    answer.close()  # else it would wait for a reader that is gone
                    _answer(work, door)
            door.close()
            reply = answer.read() if child else b""
        except BaseException:
            if child:
                os.kill(child, signal.SIGKILL)
            raise
        finally:
            if child:
                with suppress(ChildProcessError):  # where nobody asks how children end
                    _, status = os.waitpid(child, 0)
    if not child:
        return work()
    if not reply:
        raise ChildProcessError(f"a process at work {_ended(os.waitstatus_to_exitcode(status))}")
    found = pickle.loads(reply)
    if isinstance(found, _Failed):
        raise found.why
    made: R = found
    return made


def _answer(work: Callable[[], object], door: BinaryIO) -> NoReturn:
    """Send what a function gives, or why it gives nothing, and end."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for name in _ENDING:
            if signal.getsignal(name) is not signal.SIG_IGN:  # as `nohup` wants it
                signal.signal(name, signal.SIG_DFL)
        _receive_again()
        try:
            answer = pickle.dumps(work())
        except Exception as fault:
            answer = pickle.dumps(_Failed(_portable(fault)))
        door.write(answer)
        door.close()
        code = 0
    finally:
        os._exit(code)
