"""Jobs: done in a process apart, one after another, refused with a reason; a process that ends takes nothing along."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

from santy_print.serve.jobs import ENDS, Desk, Done, Job, Lanes, NotDone, Refused, reply
from santy_print.serve.painter import Task
from tests.test_overlay import overlay


def echo(desk: Desk, given: Any) -> Done:
    return reply([os.getpid(), given])


def read(desk: Desk, given: Any) -> Done:
    return reply([desk.pack().id, id(desk.pack()) == id(desk.pack())])


def refuse(desk: Desk, given: Any) -> Done:
    raise Refused("not today")


def die(desk: Desk, given: Any) -> Done:
    os._exit(3)


def rest(desk: Desk, given: Any) -> Done:
    time.sleep(float(given))
    return reply(float(given))


JOBS = {
    **{each.__name__: Job(f"{__name__}:{each.__name__}", "one") for each in (echo, read, refuse, die)},
    "rest": Job(f"{__name__}:rest", "two"),
    "seen": Job(f"{__name__}:rest", "two", fetched=True),
}


def run(folder: Path, *asked: tuple[str, Any], wait: float = 0.0) -> list[Done | NotDone]:
    """The outcomes of jobs, one after the other, or asked for together."""

    async def work() -> list[Done | NotDone]:
        lanes = Lanes(Task(str(folder), None, ""), JOBS)
        try:
            if wait:
                await lanes.do("rest", 0)  # its process is there
                tasks = []
                for each in asked:
                    tasks.append(asyncio.create_task(lanes.do(*each)))
                    await asyncio.sleep(wait)
                return await asyncio.gather(*tasks)
            return [await lanes.do(*each) for each in asked]
        finally:
            lanes.end()

    return asyncio.run(work())


def test_jobs_share_a_process_and_a_pack_until_that_is_saved(tmp_path: Path) -> None:
    root = overlay(tmp_path)
    one, other, pack, missing = run(root, ("echo", {"a": 1}), ("echo", "ż"), ("read", None), ("nothing", None))
    assert isinstance(one, Done)
    assert isinstance(other, Done)
    assert isinstance(pack, Done)
    assert one.data.split(b",")[0] == other.data.split(b",")[0]
    assert other.data.endswith('"ż"]'.encode())
    assert pack.data.endswith(b"true]")
    assert missing == NotDone("nothing of that name can be asked for", status=404)


def test_what_cannot_be_done_says_why_and_the_next_is_done(tmp_path: Path) -> None:
    root = tmp_path / "none"
    refused, broken, dead, alive = run(root, ("refuse", 0), ("read", 0), ("die", 0), ("echo", 0))
    assert refused == NotDone("not today")
    assert isinstance(broken, NotDone)
    assert broken.faults[0].code == "pack-missing"
    reason = "the process that worked on it ended by itself (exit code 3)"
    assert dead == NotDone(reason, word="refused.ended", values={"n": "3"})
    assert isinstance(alive, Done)
    (nameless,) = run(root, ("seen", {"a": 1}))
    assert nameless == NotDone("only a name is given for what is fetched", status=400)


def test_of_jobs_that_wait_under_one_name_the_last_is_done(tmp_path: Path) -> None:
    """But of what pictures show all is done; nothing else is fetched by its address."""
    asked = (("rest", 0.6), ("rest", 0.01), ("seen", "0.01"), ("seen", "0.03"), ("rest", 0.02))
    first, second, one, other, third = run(tmp_path, *asked, wait=0.1)
    assert isinstance(first, Done)
    assert second == NotDone("something newer was asked for", status=409)
    assert isinstance(third, Done)
    assert third.data == b"0.02"
    assert [seen.data for seen in (one, other) if isinstance(seen, Done)] == [b"0.01", b"0.03"]
    lanes = Lanes(Task(str(tmp_path), None, ""), JOBS)
    for name in ("rest", "echo", "nothing"):
        assert asyncio.run(lanes.fetch(name, "")) == NotDone("", status=404)


def test_a_job_that_the_end_of_the_server_cuts_short_has_no_fault(tmp_path: Path) -> None:
    """A page that hears of it takes the server for gone, and asks the next one again."""

    async def work() -> Done | NotDone:
        lanes = Lanes(Task(str(tmp_path), None, ""), JOBS)
        await lanes.do("rest", 0)
        resting = asyncio.create_task(lanes.do("rest", 60))
        await asyncio.sleep(0.2)
        waiting = [asyncio.create_task(lanes.do("seen", name)) for name in ("0", "1")]
        await asyncio.sleep(0)
        waiting[0].cancel()  # as the end of the loop does
        await asyncio.to_thread(lanes.end)
        assert await asyncio.gather(*waiting) == [ENDS, ENDS]
        return await resting

    assert asyncio.run(work()) == ENDS == NotDone("the server ends", status=503)
