"""Pools: who works at the batches of a study: this process, several of this machine, or a Dask cluster's.

Each is an executor as `concurrent.futures` has them, and how it is looked after. What goes wrong beyond repair is
`Gone`, with the reason.
"""

from __future__ import annotations

import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import active_children
from time import monotonic
from typing import Any

from santy_print.workers import may_copy

AHEAD = 3
"""So many batches are given out for each process, so that none waits for the next."""
LOST = 3
"""So often in a row a pool that broke down is replaced."""
PATIENCE_SECONDS = 3.0
"""So long a batch under way is waited for when a study ends; a process that takes longer is ended."""


class Gone(Exception):
    """Nobody is there any more to work; the reason."""


class Inline(Executor):
    """An executor that does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it; what it raises is in the future, but for what ends the process."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)
        return future


class Pool(ABC):
    """An executor and its keeper."""

    ahead: int
    """So many batches are given out at once."""
    executor: Executor

    @abstractmethod
    def look(self) -> None:
        """See that somebody is still there, while nothing comes back; Gone where not."""

    @abstractmethod
    def mend(self, fault: BaseException) -> None:
        """Replace an executor that broke; Gone where that does not help, and for a fault that is none of it."""

    @abstractmethod
    def end(self) -> None:
        """Let go of everybody; what was not begun is never done."""


class LocalPool(Pool):
    """Processes of this machine; for one, this process."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self.ahead = 1 if jobs == 1 else AHEAD * jobs
        self._others = set(active_children())
        self.executor = self._executor()
        self._broken = 0

    def _executor(self) -> Executor:
        if self.jobs == 1:
            return Inline()
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        context = get_context("fork" if may_copy() else "spawn")
        return ProcessPoolExecutor(self.jobs, context, initializer=_begin)

    def look(self) -> None:
        """All is well as long as nothing breaks, which the executor tells."""

    def mend(self, fault: BaseException) -> None:
        """New processes for those that ended; the third time it is given up."""
        from concurrent.futures import BrokenExecutor

        if not isinstance(fault, BrokenExecutor):
            raise fault  # a slip of ours, which says where it happened
        self._broken += 1
        if self._broken >= LOST:
            raise Gone(
                f"a process at work ended by itself {LOST} times; there may be too little memory: "
                "fewer --workers need less"
            )
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._executor()

    def end(self) -> None:
        """Wait a moment for what is being done, and for nothing else: a process may be at it for long, if it compiles.

        Who stops it once more waits no longer.
        """
        ours = set(active_children()) - self._others
        self.executor.shutdown(wait=False, cancel_futures=True)
        until = monotonic() + PATIENCE_SECONDS
        with suppress(KeyboardInterrupt):
            for process in ours:
                process.join(max(0.0, until - monotonic()))
        for process in ours:
            if process.is_alive():
                process.kill()  # one that has only just begun may not hear anything gentler


def _begin() -> None:
    """What a process does first: Ctrl-C goes to all of a terminal, and its master ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.setswitchinterval(0.05)
