"""Render: a program of its own that draws the pages of a PDF, so that no page takes more than it may.

The library that draws is not ours and knows no bounds: a page of a few bytes can keep it busy for days, or ask for all
memory. So it works in a process that the system ends when it has used up its time or its memory. It reads the file and
the numbers of the pages from its input, and writes each page's pixels to its output. It imports nothing of santy_print.
"""

from __future__ import annotations

import contextlib
import json
import signal
import struct
import sys
import time
from pathlib import Path
from typing import BinaryIO

SECONDS = 2.0
"""Of the processor's time, for any file."""
SECONDS_OF_PAGE = 2.0
"""For each page besides: one full of photos takes half a second on a quick machine."""
ROOM = 450_000_000
"""Memory that drawing may take."""
HEAD = struct.Struct("<III")
"""What comes before a page's pixels: whether it could be drawn, its width and its height."""


def main() -> None:
    """Draw what is asked for; end without a word where the file cannot be drawn."""
    import pypdfium2

    source, target = sys.stdin.buffer, sys.stdout.buffer
    (size,) = struct.unpack("<Q", source.read(8))
    asked = json.loads(source.read(size))
    data = source.read()
    _bound_memory()
    left = asked["seconds"]
    try:
        _allow(left)
        document = pypdfium2.PdfDocument(data)
        for number in asked["pages"]:
            left += asked["more"]
            _allow(left)
            begun = time.process_time()
            page = document[number - 1]
            image = page.render(scale=asked["dpi"] / 72).to_pil().convert("RGB")
            page.close()
            left -= time.process_time() - begun
            _write(target, HEAD.pack(0, *image.size) + image.tobytes())
    except pypdfium2.PdfiumError:
        _write(target, HEAD.pack(1, 0, 0))


def _write(target: BinaryIO, data: bytes) -> None:
    with contextlib.suppress(OSError):  # nobody reads on
        target.write(data)
        target.flush()


def _allow(seconds: float) -> None:
    """So much of the processor's time from now on; then the system ends the process."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.01))


def _bound_memory() -> None:
    if sys.platform != "linux":
        return
    import resource

    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = used + ROOM if soft == resource.RLIM_INFINITY else min(soft, used + ROOM)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    try:
        main()
    except MemoryError:
        sys.exit(1)
