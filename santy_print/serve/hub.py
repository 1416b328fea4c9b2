"""Hub: what is shown now, for all pages at once: the newest snapshot, its pictures, and the process that draws.

It lives in the server's loop. Nothing waits here for a page: each page asks for what is newer than what it shows, so a
page that reads slowly, or not at all, costs one snapshot, however often something is saved.
"""

from __future__ import annotations

import asyncio
import threading
from multiprocessing import get_context
from time import time_ns
from typing import TYPE_CHECKING

from santy_print.serve.gallery import Wanted
from santy_print.serve.painter import Look, Task, paint
from santy_print.serve.snapshot import (
    Checked,
    Drawn,
    Fault,
    Finished,
    Read,
    Snapshot,
    Update,
    pictures_of,
    reading,
    updated,
)
from santy_print.workers import end_all

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

LAST_WANTED = 400
"""So many faces are drawn before all others at most."""


class Hub:
    """The newest snapshot and who waits for it."""

    def __init__(self, task: Task) -> None:
        """Nothing is drawn yet."""
        self.snapshot = reading(Snapshot(edition=time_ns() // 1_000_000))  # other than those of a server before
        self.pictures: dict[str, bytes] = {}
        self._task = task
        self._wants: dict[object, Wanted] = {}
        self._wanted = Wanted()
        self._newer = asyncio.Event()
        self._shown: set[str] = set()
        self._process: BaseProcess | None = None
        self._door: Connection | None = None

    def start(self) -> None:
        """Begin to draw."""
        self._loop = asyncio.get_running_loop()
        self._start_painter()
        self._ask(anew=True)

    def end(self) -> None:
        """End at once."""
        if self._process is not None:
            end_all(self._process)
            self._process.join(2)
        if self._door is not None:
            self._door.close()
        self._process = self._door = None

    # What pages ask

    async def newer(self, number: int) -> Snapshot:
        """The newest snapshot, as soon as there is one newer than that of a number."""
        while self.snapshot.number <= number:
            await self._newer.wait()
        return self.snapshot

    def want(self, who: object, wanted: Wanted | None) -> None:
        """A page shows other faces now, or is gone: then what it showed last is wanted until another page comes."""
        if wanted is None:
            self._wants.pop(who, None)
        else:
            self._wants[who] = wanted
        if self._wants:
            wants = self._wants.values()
            languages = dict.fromkeys(code for want in wants for code in want.languages)
            visible = dict.fromkeys(id for want in wants for id in want.visible)
            all_wanted = Wanted(tuple(languages), tuple(visible)[:LAST_WANTED])
            if all_wanted != self._wanted:
                self._wanted = all_wanted
                self._ask(anew=False)

    def saved(self) -> None:
        """Something was saved."""
        self._take(None)
        self._ask(anew=True)

    # The painter

    def _start_painter(self) -> None:
        context = get_context("spawn")
        self._door, theirs = context.Pipe()
        self._process = context.Process(target=paint, args=(theirs, self._task), name="painter")
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._door,), name="painter", daemon=True).start()

    def _listen(self, door: Connection) -> None:
        """In a thread: hand on what the painter sends, and that it ended."""
        try:
            while True:
                self._loop.call_soon_threadsafe(self._take, door.recv())
        except (EOFError, OSError, TypeError):  # TypeError: closed while it waited
            pass
        except RuntimeError:  # the loop is over
            return
        try:
            self._loop.call_soon_threadsafe(self._lost, door)
        except RuntimeError:
            return

    def _ask(self, anew: bool) -> None:
        if self._door is None:
            self._start_painter()
            anew = True
        assert self._door is not None
        try:
            self._door.send(Look(self._wanted, anew))
        except OSError:  # it ended just now, which is told as soon as that is heard
            return

    def _lost(self, door: Connection) -> None:
        """The painter ended by itself: what it drew last stays, and the next save begins another."""
        if door is not self._door:
            return
        process, self._process, self._door = self._process, None, None
        if process is not None:
            process.join(1)
        code = process.exitcode if process is not None else None
        message = f"the process that draws the faces ended by itself (exit code {code})"
        fault = Fault("error", "serve-broken", message, hints=("the next save begins another",))
        self._take(Read(None, (), (fault,)))
        self._take(Checked(()))

    def _take(self, update: Update | None) -> None:
        """Something happened: tell all who wait."""
        if isinstance(update, Drawn):
            self.pictures.update(update.pictures)
        self.snapshot = reading(self.snapshot) if update is None else updated(self.snapshot, update)
        if isinstance(update, Finished | Read):  # who saves without end never lets it finish
            now = pictures_of(self.snapshot)
            kept = now | self._shown  # a page may be about to fetch what it was told before
            self.pictures = {name: data for name, data in self.pictures.items() if name in kept}
            self._shown = now
        self._newer.set()
        self._newer = asyncio.Event()
