"""Painter: a process that reads a pack, draws its faces and has it checked, again each time it is told to look.

It works apart from the server, so that a page is answered while a large pack is drawn, and a slip in a library or a
pack that takes all memory ends this process and not the page. What is asked for later comes first: it leaves off what
it does as soon as there is another message. The check, which takes longest, runs in a process of its own, and is ended
by the next save.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError, Report, register, take
from santy_print.serve.snapshot import ALL, Checked, Drawn, Face, Fault, Finished, Read
from santy_print.serve.watch import Looks, looks_of, settled
from santy_print.workers import lead, may_copy

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from santy_print.pack import Pack
    from santy_print.serve.gallery import Gallery, Wanted

register("serve-broken", "a process that works for a page ended by itself")

AT_ONCE, EACH = 24, 0.08
"""So many faces are sent together, or as many as were drawn in so many seconds."""
PATIENCE = 3.0
"""So many seconds a pack is read again whose files were written meanwhile: what is half written is shown to nobody."""
MOST_READS = 40
"""Packs that are read without a pause until those before are cleared away."""
FEW = 2
"""Of so many languages that nobody looks at it is worth while to draw before they are read."""
CALM = 0.3
"""Seconds after the last face until the check begins: first the page shows what was drawn, or more is saved."""


@dataclass(frozen=True, slots=True)
class Task:
    """Whose faces are drawn: a pack by its name or folder, where what is found is kept, how an editor is opened,
    the user's own folder for settings, where printers are saved; where it is `read_only` no text can be saved."""

    pack: str
    cache: Path | None
    editor: str
    settings: Path | None = None
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What the server asks for: to look at the pack `anew`, as something was saved, or only at what pages want."""

    wanted: Wanted
    anew: bool


class _Interrupted(Exception):
    """Something else is asked for."""


def paint(door: Connection, task: Task) -> None:
    """What the process does until the server is gone."""
    lead()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all of a terminal; the server then ends this
    gc.set_threshold(50_000, 20, 50)
    painter = _Painter(door, task)
    try:
        painter.run()
    except (EOFError, OSError):  # the server is gone
        pass
    finally:
        painter.end_check()


@dataclass(slots=True)
class _Bundle:
    """Faces that are sent together, with their pictures."""

    faces: list[Face] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def add(self, face: Face, picture: bytes | None) -> None:
        """One more face."""
        self.faces.append(face)
        if picture is not None:
            self.pictures[face.drawing] = picture


@dataclass(slots=True)
class _Painter:
    door: Connection
    task: Task
    gallery: Gallery | None = None
    wanted: Wanted | None = None
    pack: Pack | None = None
    """The pack as it was read last, in the languages that can be drawn; None where there is none to draw."""
    old: tuple[str, ...] = ()
    looks: Looks = field(default_factory=dict)
    """The pack's files as they were when it was read last."""
    reads: int = 0
    """How often the pack was read since what is left of it was cleared away."""
    drawn: bool = False
    to_check: bool = False
    faults: Report = field(default_factory=Report)
    """Those that were found as it was read."""
    check: BaseProcess | None = None
    answer: Connection | None = None
    waiting: Look | None = None

    def run(self) -> None:
        """Do what is asked for, and wait for more."""
        while True:
            look = self._next()
            if look is None:
                continue
            try:
                self._do(look)
            except _Interrupted:
                continue

    def _next(self) -> Look | None:
        """The next thing to do; None after the answer of a check."""
        from multiprocessing.connection import wait

        if self.waiting is not None:
            look, self.waiting = self.waiting, None
            return look
        waits = self.to_check and self.drawn
        ready = wait([self.door, *([self.answer] if self.answer is not None else [])], CALM if waits else None)
        if not ready:
            self._clear_away()
            self._start_check()
            return None
        if self.answer is not None and self.answer in ready:
            self._take_answer()
            return None
        return self._received()

    def _received(self) -> Look:
        """All that was asked for since, as one."""
        look: Look = self.door.recv()
        while self.door.poll():
            more: Look = self.door.recv()
            look = Look(more.wanted, look.anew or more.anew)
        return look

    def _pause(self) -> None:
        """Leave off where something else is asked for that bears on what is done."""
        if not self.door.poll():
            return
        look = self._received()
        if look.anew or self.wanted is None or set(look.wanted.languages) != set(self.wanted.languages):
            self.waiting = look
            raise _Interrupted
        if not self.drawn:  # the same faces in another order
            self.waiting = look
            raise _Interrupted

    def _do(self, look: Look) -> None:
        languages = set(look.wanted.languages)
        known = self.wanted is not None and languages == set(self.wanted.languages)
        self.wanted = look.wanted
        if look.anew:
            self.end_check()
            self.reads += 1
            if self.reads > MOST_READS:
                self._clear_away()
            self.drawn, self.to_check = False, True
            self._look_ahead()
            self._read()
        if not (known and self.drawn):
            self.drawn = False
            self._draw()

    def _clear_away(self) -> None:
        """Let go of packs that were read before: they hold themselves in rings, for which Python seldom looks."""
        gc.collect()
        self.reads = 0

    def _look_ahead(self) -> None:
        """Draw what is on a screen before the languages are read that nobody looks at: these take most of the time.

        Whatever comes of it is only sooner: all is read and looked at once more.
        """
        from santy_print.pack import load_pack
        from santy_print.serve.gallery import Wanted

        known, gallery, wanted = self.pack, self.gallery, self.wanted
        if known is None or gallery is None or wanted is None or not wanted.visible:
            return
        seen = {known.head.source_language, *wanted.languages}
        if len(seen) + FEW > len(known.head.languages):
            return
        roots = _roots(self.task.pack)
        before = settled(roots, self.looks)
        try:
            loaded = load_pack(self.task.pack, only=seen)
        except PackError:  # it is told by whoever reads all
            return
        if loaded.report.ok and looks_of(roots) == before:
            drawable = tuple(code for code in wanted.languages if code in loaded.locales)
            try:
                self._send_drawn(gallery.draw(loaded, Wanted(drawable, wanted.visible), visible_only=True))
            except _Interrupted:
                assert self.waiting is not None
                self.waiting = Look(self.waiting.wanted, anew=True)  # nothing is read yet
                raise

    def _read(self) -> None:
        self.pack, self.old = None, ()
        try:
            loaded = self._load()
        except PackError as fault:
            self.faults = fault.report
            self._send(Read(None, (), self._as_shown(self.faults)))
            return
        self.faults = loaded.report
        codes = loaded.head.languages
        try:
            self.pack, _ = loaded.without_faulty()
            self.old = tuple(code for code in codes if code not in self.pack.locales)
        except PackError:
            self.old = codes
        from santy_print.serve.shown import shown_head

        self._send(Read(shown_head(loaded), self.old, self._as_shown(self.faults)))

    def _load(self) -> Pack:
        """The pack as its files are when nobody writes them; after some time as they are."""
        from santy_print.pack import load_pack

        roots, begun = _roots(self.task.pack), monotonic()
        while True:
            before = settled(roots, self.looks)
            fault: PackError | None = None
            try:
                loaded = load_pack(self.task.pack)
            except PackError as caught:
                fault = caught
            if looks_of(roots) == before or monotonic() - begun > PATIENCE:
                break
        self.looks = before
        if fault is not None:
            raise fault
        return loaded

    def _draw(self) -> None:
        from santy_print.serve.gallery import Gallery, Wanted

        assert self.wanted is not None
        self.gallery = self.gallery or Gallery()
        faults = Report(pack=self.faults.pack)
        faults.extend(self.faults)
        order: tuple[str, ...] = ()
        languages = self._languages()
        drawable = [code for code in languages if self.pack and code in self.pack.locales]
        if self.pack is not None and drawable:
            self._send_drawn(self.gallery.draw(self.pack, Wanted(tuple(drawable), self.wanted.visible)))
            order = self.gallery.order
            take(faults, self.gallery.report)
        self.drawn = True
        kept = tuple(code for code in languages if code not in drawable) if self.pack is not None else (ALL,)
        self._send(Finished(order, kept, self._as_shown(faults), languages))

    def _send_drawn(self, faces: Iterable[tuple[Face, bytes | None] | None]) -> None:
        """Send faces as they are drawn: the first at once, then some together."""
        bundle, since = _Bundle(), -inf
        for made in faces:
            if made is not None:
                bundle.add(*made)
            if made is None or len(bundle.faces) >= AT_ONCE or monotonic() - since > EACH:
                since = monotonic() if bundle.faces else since
                self._hand_over(bundle)
                bundle = _Bundle()
                self._pause()
        self._hand_over(bundle)

    def _languages(self) -> tuple[str, ...]:
        """The languages that are wanted; where nobody said, the one that the pack is written in."""
        assert self.wanted is not None
        source = self.pack.head.source_language if self.pack is not None else ""
        return self.wanted.languages or ((source,) if source else ())

    def _hand_over(self, bundle: _Bundle) -> None:
        if bundle.faces:
            self._send(Drawn(tuple(bundle.faces), bundle.pictures))

    def _as_shown(self, faults: Report) -> tuple[Fault, ...]:
        from santy_print.serve.shown import shown_faults

        return shown_faults(faults.sorted(), _roots(self.task.pack), self.task.editor)

    def _send(self, update: Read | Drawn | Finished | Checked) -> None:
        self.door.send(update)

    # The check

    def _start_check(self) -> None:
        self.end_check()
        self.to_check = False
        context: Any = get_context("fork" if may_copy() else "spawn")
        self.answer, theirs = context.Pipe(duplex=False)
        self.check = context.Process(target=_check, args=(theirs, self.task), daemon=True)
        self.check.start()
        theirs.close()

    def _take_answer(self) -> None:
        assert self.answer is not None
        assert self.check is not None
        try:
            faults: tuple[Fault, ...] = self.answer.recv()
        except (EOFError, OSError):
            self.check.join()
            message = f"the check of the pack ended by itself (exit code {self.check.exitcode})"
            faults = (Fault("error", "serve-broken", message, hints=("`santy check` shows where",)),)
        self.end_check()
        self._send(Checked(faults))

    def end_check(self) -> None:
        """End a check that still runs: what it would find is no longer of interest."""
        if self.check is not None:
            self.check.kill()
            self.check.join()
        if self.answer is not None:
            self.answer.close()
        self.check = self.answer = None


def _check(door: Connection, task: Task) -> None:
    """The whole check, in a process of its own."""
    from santy_print.checking import check
    from santy_print.serve.shown import shown_faults

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stand_back()
    with suppress(OSError):  # nobody waits any more
        found = check(task.pack, cache=task.cache)
        door.send(shown_faults(found.report.sorted(), _roots(task.pack), task.editor))


def _stand_back() -> None:
    """Let what somebody waits for go first."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(10)


def _roots(pack: str) -> Sequence[Path]:
    from santy_print.checking import folders_of

    return folders_of(pack)
