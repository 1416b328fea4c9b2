"""Watch: folders in, a word out each time that the files of a pack were saved: once for a burst, when it has settled.

What counts is what the files are like when they are looked at (time and size, by names), so a save by rename, a link
that is swapped, a folder that comes back and a thousand writes are all the same. The system's events only tell when to
look; where there are none, as on network drives, files are looked at all the time.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

from santy_print.pack import FOLDERS

MAX_FILES = 5_000
"""So many files of each folder are looked at."""
BURST_MS, STEP_MS = 200, 15
"""Events are gathered until none comes for a step, and no longer than a burst."""
POLL = 0.25
"""Seconds between two looks where no events are asked for."""
NOW_AND_THEN_MS = 2_000
"""Files are looked at so often without an event, too: one may have got lost."""
GAP = 0.15
"""Seconds between two words at least: who saves without end is not looked at without end."""
PATIENCE = 5.0
"""Seconds that the thread may take to end; it looks whether it should every few milliseconds."""
SECOND = 1_000_000_000
"""The clocks of some network drives count seconds alone: what is saved twice within one may look as before."""
YOUNG = 3.0
"""So many seconds after a save that is of such a clock, what stands in a file counts, too."""
HALF_WRITTEN = 0.12
"""Seconds that an empty or vanished file is given: an editor may be about to write it anew."""

Look = tuple[int, int, int]
"""When a file was changed, its size, and which file it is: one that took another's place may look the same."""
Looks = Mapping[str, Look]


def looks_of(folders: Iterable[Path]) -> dict[str, Look]:
    """The files of a pack's folders, as they are; hidden ones and what editors leave beside them do not count."""
    found: dict[str, Look] = {}
    for folder in folders:
        for path in islice(_files(folder), MAX_FILES):
            with suppress(OSError):  # gone meanwhile
                seen = os.stat(path)
                found[path] = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
    return found


def _files(folder: Path) -> Iterator[str]:
    """The files a pack is made of: those in its own folder, and in the folders that packs have."""
    for name in sorted(_names(folder)):
        path = os.path.join(folder, name)
        if name in FOLDERS and os.path.isdir(path):
            for root, folders, names in os.walk(path):
                folders[:] = sorted(each for each in folders if _counts(each))
                yield from (os.path.join(root, each) for each in sorted(names) if _counts(each))
        elif not os.path.isdir(path):
            yield path


def _names(folder: Path) -> list[str]:
    with suppress(OSError):  # gone, or not to be read
        return [name for name in islice(os.listdir(folder), MAX_FILES) if _counts(name)]
    return []


def _counts(name: str) -> bool:
    return not (name.startswith((".", "~", "#")) or name.endswith(("~", ".swp", ".swx", ".tmp", ".part")))


def unsettled(before: Looks, now: Looks) -> bool:
    """Whether a file has become empty or vanished since: what editors do on the way to writing it."""
    return any(path not in now or (now[path][1] == 0 and look[1] != 0) for path, look in before.items())


def settled(folders: Sequence[Path], before: Looks, rest: Callable[[float], object] = sleep) -> Looks:
    """How files look as soon as none is half written; one that stays away was taken away."""
    now = looks_of(folders)
    patience = HALF_WRITTEN
    while unsettled(before, now) and patience > 0:
        rest(STEP_MS / 1000)
        patience -= STEP_MS / 1000
        now = looks_of(folders)
    return now


class _Fresh:
    """Files that were saved just now by a clock that counts seconds, with hashes of what stands in them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, bytes]] = {}

    def changed(self, before: Looks, now: Looks) -> bool:
        """Whether one of them holds something else than when it was asked last; those that look otherwise are added."""
        time, found = monotonic(), False
        for path, (until, held) in list(self._known.items()):
            if path not in now or until < time:
                del self._known[path]
            elif (holds := _held(path)) != held:
                self._known[path] = (time + YOUNG, holds)
                found = True
        for path, look in now.items():
            if look[0] % SECOND == 0 and before.get(path) != look:
                self._known[path] = (time + YOUNG, _held(path))
        return found


def _held(path: str) -> bytes:
    """The hash of what stands in a file."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError:  # gone meanwhile
        return b""


class Watcher:
    """Tells of saves in a pack's folders, which may be other ones after each of them. It works in a thread."""

    def __init__(
        self, folders: Callable[[], Sequence[Path]], tell: Callable[[], object], polling: bool = False
    ) -> None:
        """`tell` is called once for each burst of saves; `polling` asks the system for no events."""
        self._folders, self._tell, self.polling = folders, tell, polling
        self._stop, self._fresh = threading.Event(), _Fresh()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self.trouble = ""
        """Why the system gives no events, where it does not; files are looked at again and again then."""

    def start(self) -> None:
        """Begin; what was saved before does not count."""
        self._before: Looks = looks_of(self._folders())
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for it: a program that ends while the system's events are asked for is ended by force."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        last = -GAP
        while not self._stop.is_set():
            folders = list(self._folders())
            known = _identities(folders)
            for _ in self._ticks([str(folder) for folder in folders if folder.is_dir()]):
                now = settled(folders, self._before)
                if self._fresh.changed(self._before, now) or now != self._before:
                    self._stop.wait(max(0.0, last + GAP - monotonic()))
                    now, last = settled(folders, self._before), monotonic()
                    self._fresh.changed(self._before, now)
                    self._before = now
                    self._tell()
                    if list(self._folders()) != folders:
                        break
                if _identities(folders) != known:  # events would go on to come for the folder that went
                    break

    def _ticks(self, folders: Sequence[str]) -> Iterator[None]:
        """Whenever something may have changed, and now and then without that; until the system gives no events."""
        if not self.polling and folders:
            import watchfiles

            try:
                yield  # what was saved before events come is seen now
                for _ in watchfiles.watch(
                    *folders, watch_filter=None, debounce=BURST_MS, step=STEP_MS, stop_event=self._stop,
                    rust_timeout=NOW_AND_THEN_MS, yield_on_timeout=True, raise_interrupt=False,
                ):  # fmt: skip
                    self.trouble = ""
                    yield
                return
            except OSError as fault:  # too many watches, no right to look
                self.trouble = str(fault.strerror or fault)
            except RuntimeError as fault:  # the library's own faults, as of a name that is no UTF-8
                self.trouble = str(fault)
        self._stop.wait(POLL)
        yield


def _identities(folders: Iterable[Path]) -> list[tuple[int, int] | None]:
    """Which folders these are: one that was put in another's place is another."""
    found: list[tuple[int, int] | None] = []
    for folder in folders:
        try:
            seen = folder.stat()
            found.append((seen.st_dev, seen.st_ino))
        except OSError:
            found.append(None)
    return found
