"""Jobs: what a page asks for once (pages of a sheet, a text set anew), done in a process apart from what is drawn live.

A job is a function that is given a `Desk` and what the page sent, plain data that nobody has looked at yet. It answers
with `Done`, or refuses with a reason (`Refused`, or the faults of a pack). Jobs of a lane are done one after another,
and of those that wait under one name only the last. A job that takes too long, or all memory, ends with its process.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError
from santy_print.serve.painter import Task
from santy_print.serve.snapshot import Fault, plain
from santy_print.serve.watch import Looks, looks_of
from santy_print.workers import end_all, lead

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from santy_print.pack import Pack

JSON = "application/json"
LONGEST = 300.0
"""Seconds that a job may take."""
GRACE = 0.3
"""Seconds that a process has to clear away what it wrote aside."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a job made: its media type and bytes; with a name it is a file that a browser keeps.

    `policy` is what a page in a frame may do (the header `content-security-policy`), where it is more than to be seen.
    """

    kind: str
    data: bytes
    name: str = ""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class NotDone:
    """Why a job was not done, or by faults of the pack; `status` is that of HTTP.

    `word` is the key of the page's own words that say the reason to its reader, with `values`; what no page asks for
    has none.
    """

    reason: str
    faults: tuple[Fault, ...] = ()
    status: int = 422
    word: str = ""
    values: Mapping[str, str | int] = field(default_factory=dict)

    def data(self) -> bytes:
        """As a page reads it."""
        answer = {"reason": self.reason, "word": self.word, "values": self.values, "faults": plain(self.faults)}
        return json.dumps(answer, ensure_ascii=False).encode()


ENDS = NotDone("the server ends", status=503)
"""What a page hears that still waits: it takes the server for gone, and asks the next one again."""


class Refused(Exception):
    """A job that cannot be done as it was asked for; the message says why, and the way out.

    `word` and `values` say so in the reader's language, as `NotDone` has them.
    """

    def __init__(self, reason: str, word: str = "", **values: str | int) -> None:
        super().__init__(reason)
        self.word, self.values = word, values


@dataclass(slots=True)
class Desk:
    """What jobs of a process share: whose they are, and the pack as it is on disk, read again when it was saved."""

    task: Task
    made: dict[Any, Any] = field(default_factory=dict)
    """What a job made and may want again as long as the pack is the same."""
    kept: dict[Any, Any] = field(default_factory=dict)
    """What a job keeps beyond that, until its process ends; it sees to it itself that this does not grow."""
    _pack: Pack | None = None
    _looks: Looks = field(default_factory=dict)

    @property
    def roots(self) -> Sequence[Path]:
        """The folders that the pack is made of."""
        from santy_print.checking import folders_of

        return folders_of(self.task.pack)

    def pack(self) -> Pack:
        """The pack as its files are now; PackError where it cannot be read."""
        from santy_print.pack import load_pack

        looks = looks_of(self.roots)
        if self._pack is None or looks != self._looks:
            self._pack = None
            self.made.clear()
            self._pack, self._looks = load_pack(self.task.pack), looks
        return self._pack


@dataclass(frozen=True, slots=True)
class Job:
    """Where a job's function is (`module:name`), and the lane it is done in: what somebody waits for as he types does
    not stand behind a whole book.

    One that is `fetched` is what a picture or a frame shows by its address; all of these that wait are done. `longest`
    is how many seconds it may take.
    """

    function: str
    lane: str
    fetched: bool = False
    longest: float = LONGEST


_PRINTS = "santy_print.serve.prints"
_FRAMED = "santy_print.serve.framed"
_TEXTS = "santy_print.serve.texts"
JOBS: Mapping[str, Job] = {
    "play": Job(f"{_FRAMED}:play", "framed"),
    "analysis": Job(f"{_FRAMED}:analysis", "framed"),
    "framed": Job(f"{_FRAMED}:framed", "framed", fetched=True),
    "choices": Job(f"{_PRINTS}:choices", "paper"),
    "sheets": Job(f"{_PRINTS}:sheets", "paper"),
    "beginning": Job(f"{_PRINTS}:beginning", "beginning"),
    "beginning-leaf": Job(f"{_PRINTS}:leaf", "beginning", fetched=True),
    "looks": Job(f"{_PRINTS}:looks", "paper"),
    "leaf": Job(f"{_PRINTS}:leaf", "paper", fetched=True),
    "prints": Job(f"{_PRINTS}:prints", "print", longest=1_800),
    "book": Job(f"{_PRINTS}:book", "book"),
    "book-leaf": Job(f"{_PRINTS}:leaf", "book", fetched=True),
    "book-page": Job(f"{_PRINTS}:book_page", "book", fetched=True),
    "book-file": Job(f"{_PRINTS}:book_file", "book"),
    "boxes": Job(f"{_TEXTS}:boxes", "texts"),
    "find": Job(f"{_TEXTS}:find", "texts"),
    "save": Job(f"{_TEXTS}:save", "texts"),
    "text": Job(f"{_TEXTS}:text", "texts"),
    "tried": Job(f"{_TEXTS}:tried", "texts", fetched=True),
    "try": Job(f"{_TEXTS}:attempt", "texts"),
}


def reply(value: Any) -> Done:
    """Plain data as an answer."""
    return Done(JSON, json.dumps(value, ensure_ascii=False).encode())


def work(door: Connection, task: Task, jobs: Mapping[str, Job]) -> None:
    """What the process of a lane does until the server is gone."""
    lead()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all of a terminal; the server then ends this
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and what it wrote aside is cleared away
    desk = Desk(task)
    with suppress(EOFError, OSError):
        while True:
            name, given = door.recv()
            door.send(_outcome(desk, jobs[name], given))


def _outcome(desk: Desk, job: Job, given: Any) -> Done | NotDone:
    from santy_print.serve.shown import shown_faults

    module, _, name = job.function.partition(":")
    function: Callable[[Desk, Any], Done] = getattr(import_module(module), name)
    try:
        return function(desk, given)
    except Refused as why:
        return NotDone(str(why), word=why.word, values=why.values)
    except PackError as fault:
        return NotDone("", shown_faults(fault.report.sorted(), desk.roots, desk.task.editor))


class Lane:
    """A process that does jobs, begun with the first of them; it lives in the server's loop."""

    def __init__(self, task: Task, jobs: Mapping[str, Job]) -> None:
        self._task, self._jobs = task, jobs
        self._process: BaseProcess | None = None
        self._door: Connection | None = None
        self._turn = asyncio.Lock()
        self._last: dict[str, object] = {}
        self.over = False
        """Whether the server ends: then nothing went wrong with a job that was cut short."""

    async def do(self, name: str, given: Any) -> Done | NotDone:
        """Do a job when those before it are done; not, where another of its name came meanwhile."""
        mine = self._last[name] = object()
        async with self._turn:
            if self.over:
                return ENDS
            if self._last[name] is not mine and not self._jobs[name].fetched:
                return NotDone("something newer was asked for", status=409)
            return await self._exchange(name, given)

    async def _exchange(self, name: str, given: Any) -> Done | NotDone:
        if self._process is None or not self._process.is_alive():
            self._start()
        door = self._door
        assert door is not None
        process = self._process
        answer = asyncio.get_running_loop().run_in_executor(None, _ask, door, name, given)
        try:
            longest = self._jobs[name].longest
            outcome: Done | NotDone = await asyncio.wait_for(asyncio.shield(answer), longest)
            return outcome
        except TimeoutError:
            self.end()
            await asyncio.gather(answer, return_exceptions=True)
            return NotDone(
                f"it took longer than {longest:.0f} seconds", word="refused.long", values={"n": round(longest)}
            )
        except (EOFError, OSError):
            if self.over:
                return ENDS
            if process is not None:
                process.join(GRACE)  # it tells its own exit code, not that it was ended
            self.end()
            code = process.exitcode if process is not None else None
            reason = f"the process that worked on it ended by itself (exit code {code})"
            return NotDone(reason, word="refused.ended", values={"n": str(code)})

    def _start(self) -> None:
        self.end()
        if self._door is not None:
            self._door.close()
        context = get_context("spawn")
        self._door, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._task, self._jobs), name="jobs")
        self._process.start()
        theirs.close()

    def leave_off(self) -> None:
        """Tell the process to end, and do not wait for it."""
        if self._process is not None:
            self._process.terminate()

    def end(self) -> None:
        """End at once, in the middle of a job, too."""
        self.leave_off()
        if self._process is not None:
            self._process.join(GRACE)
            end_all(self._process)
            self._process.join(2)
        self._process = None


def _ask(door: Connection, name: str, given: Any) -> Done | NotDone:
    door.send((name, given))
    outcome: Done | NotDone = door.recv()
    return outcome


class Lanes:
    """All jobs of a server, each in its lane."""

    def __init__(self, task: Task, jobs: Mapping[str, Job] = JOBS) -> None:
        """No process is begun yet."""
        self._jobs = jobs
        self._lanes = {name: Lane(task, jobs) for name in sorted({job.lane for job in jobs.values()})}

    async def do(self, name: str, given: Any) -> Done | NotDone:
        """Do a job by its name."""
        job = self._jobs.get(name)
        if job is None:
            return NotDone("nothing of that name can be asked for", status=404)
        if job.fetched and not isinstance(given, str):
            return NotDone("only a name is given for what is fetched", status=400)
        try:
            return await self._lanes[job.lane].do(name, given)
        except asyncio.CancelledError:  # the loop is over, which is no fault of a job that still waits
            return ENDS

    async def fetch(self, name: str, given: str) -> Done | NotDone:
        """What a picture or a frame shows by its address."""
        job = self._jobs.get(name)
        return await self.do(name, given) if job is not None and job.fetched else NotDone("", status=404)

    def end(self) -> None:
        """End all at once."""
        for lane in self._lanes.values():
            lane.over = True
            lane.leave_off()
        for lane in self._lanes.values():
            lane.end()
