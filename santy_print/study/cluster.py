"""Cluster: the workers of a Dask scheduler as a pool. Its library is loaded here alone, when it is asked for."""

from __future__ import annotations

import logging
import re
import sys
from concurrent.futures import Executor
from contextlib import suppress
from time import monotonic
from typing import Any

from santy_print.choices import WrongValue
from santy_print.study.pools import AHEAD, Gone, Pool

SCHEME = "dask://"
CONNECT_SECONDS, ALONE_SECONDS = 10, 30.0
"""So long a scheduler may take to answer, and so long it may be without any worker."""
PYTHON = sys.version_info[:2]
_ADDRESS = re.compile(r"dask://(\[[0-9a-fA-F:.]+\]|[^/\s:\[\]]+):(\d{1,5})/?")


def parse_address(text: str) -> str:
    """The address of a scheduler as Dask writes it; WrongValue where it is none."""
    found = _ADDRESS.fullmatch(text)
    if not found or not 0 < int(found[2]) < 65_536:
        raise WrongValue(f"`{text}` is no executor: `dask://HOST:PORT` is one")
    return f"tcp://{found[1]}:{found[2]}"


class Cluster(Pool):
    """The workers that a scheduler has, however many come and go."""

    def __init__(self, address: str) -> None:
        self._address = parse_address(address)
        distributed = _library()
        self._client = _connected(distributed, self._address)
        try:
            _compare(self._client.get_versions(), self._address)
            self.executor: Executor = self._client.get_executor()
            self.ahead = AHEAD
            self._seen = monotonic()
            self._count()
        except BaseException:
            self.end()
            raise

    def _count(self) -> None:
        """How many threads there are to work, as far as the scheduler has told."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        threads = sum(worker["nthreads"] for worker in workers.values())
        if threads:
            self._seen = monotonic()
            self.ahead = AHEAD * threads

    def look(self) -> None:
        """Gone where the scheduler is, or where it has had no worker for long."""
        if self._client.status not in ("running", "connecting"):
            raise Gone(f"the scheduler at {self._address} is gone")
        self._count()
        if monotonic() - self._seen > ALONE_SECONDS:
            raise Gone(f"the scheduler at {self._address} has had no worker for {ALONE_SECONDS:.0f} seconds")

    def mend(self, fault: BaseException) -> None:
        """The scheduler gives batches of lost workers to others by itself; so what fails has failed for good."""
        kind = type(fault).__name__
        if kind == "KilledWorker":
            raise Gone("a batch has ended each worker it was given to; they may have too little memory") from fault
        if isinstance(fault, ModuleNotFoundError):
            raise Gone(f"a worker of {self._address} has no `{fault.name}`: install there what is installed here")
        if isinstance(fault, OSError) or "Cancel" in kind:
            raise Gone(f"the scheduler at {self._address} is gone ({kind})") from fault
        raise fault

    def end(self) -> None:
        """Take back what was not begun, and leave."""
        with suppress(Exception):
            self._client.close(timeout=2)


def _library() -> Any:
    """The library, which says no more than is asked."""
    try:
        import distributed
    except ImportError:
        raise WrongValue(
            "--executor needs the package `distributed`: pip install 'santy-print[cluster]' installs it"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    return distributed


def _connected(distributed: Any, address: str) -> Any:
    """A client of the scheduler; Gone where nobody answers."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that versions differ is told below, and stops it
        try:
            return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError, ImportError) as fault:
            why = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
            raise Gone(f"no scheduler answers at {address}: {why}") from None


def _compare(versions: Any, address: str) -> None:
    """Gone where the scheduler or a worker has another Python or another Dask, which could not read what it is sent."""
    here = (PYTHON, versions["client"]["packages"]["distributed"])
    others = {f"the scheduler at {address}": versions["scheduler"]}
    others |= {f"the worker at {name}": found for name, found in versions["workers"].items()}
    for name, found in others.items():
        packages = (found or {}).get("packages", {})
        numbers = re.findall(r"\d+", str(packages.get("python", "")))
        there = (tuple(map(int, numbers[:2])), packages.get("distributed"))
        if there != here:
            shown = [f"Python {'.'.join(map(str, python))} with distributed {dask}" for python, dask in (there, here)]
            raise Gone(f"{name} has {shown[0]}, here it is {shown[1]}: they must be the same")
