"""Limits: what a file may cost to be proven, and the end of it out. One account for all that it asks for.

A step is about a microsecond. A file brings steps with its bytes and its pages, so what is large because much is in it
is measured to its end; what is small and asks for much is refused. `docs/bounds.md` has the numbers.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from santy_print.diag import register

register("proof-too-much", "a PDF takes more work than a file to be proven may ask for")

STEPS = 2_500_000
"""So many steps any file may take."""
STEPS_OF_PAGE = 20_000
"""So many each page brings."""
STEPS_OF_BYTE = 2
"""So many each of its bytes brings."""
PAGES = 5_000
LARGEST_PAGE = 1_300_000
"""The area of a page in square millimetres: A0, with a margin around it."""
LONGEST = 100_000
"""The codes of one text."""
PIXELS = 60_000_000
"""Those of one picture."""
REFERENCES = 400_000
"""Those to other objects, as they are written: a tree of pages may be nothing else, and all of it is read at once."""
STREAM = 32_000_000
"""The bytes of one stream that is read, unpacked."""
UNPACKED = 100_000_000
"""The bytes of all together, beyond ten times what the file holds."""
OPERATORS = 100_000
"""The operators of one stream that are followed: each is held for a while."""
RERUN = 20_000_000
"""The operators that one page has drawn, those of a form as often as it is called."""
ROOM = 380_000_000
"""The memory a file may take, its own bytes among it, where the system can hold it to that."""
LEAST_ROOM = 200_000_000


class TooMuchError(Exception):
    """A file asks for more than it may; nothing more of it is measured."""


class Work:
    """What a file may still cost."""

    def __init__(self, size: int = 0) -> None:
        """`size`: the bytes it holds, packed."""
        self.steps = STEPS + STEPS_OF_BYTE * size
        self.unpacked = UNPACKED + 10 * size

    def page(self) -> None:
        """One more page is measured."""
        self.steps += STEPS_OF_PAGE

    def spend(self, steps: int, what: str) -> None:
        """Take steps away; TooMuchError, with what took the last, where none are left."""
        self.steps -= steps
        if self.steps < 0:
            raise TooMuchError(f"{what}: what a file may ask for is used up here")

    def inflate(self, data: bytes, what: str) -> bytes:
        """What is packed, unpacked: TooMuchError once it is more than it may be, zlib.error where it is damaged."""
        machine, most = zlib.decompressobj(), min(STREAM, self.unpacked)
        out = machine.decompress(data, most + 1)
        self.hold(len(out), what)
        if data and not machine.eof:
            raise zlib.error("it is cut short")
        return out

    def hold(self, size: int, what: str) -> None:
        """So many bytes are unpacked and read."""
        if size > STREAM:
            raise TooMuchError(f"{what} unpacks to more than {STREAM // 1_000_000} MB")
        self.unpacked -= size
        if self.unpacked < 0:
            raise TooMuchError(f"{what} is where all that is packed in the file comes to more than it may")


@contextmanager
def bounded_memory(size: int) -> Iterator[None]:
    """Within the block a file of `size` bytes has its room of memory and no more: a library that knows no bounds, or
    our own code, ends in a MemoryError. Only where the system can say what is in use and hold a process to it.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    most = used + max(LEAST_ROOM, ROOM - size)
    if soft != resource.RLIM_INFINITY:
        most = min(most, soft)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
