"""Pixels apart: a program of its own that draws an SVG, so that none takes more than it may.

The library that draws is not ours and knows no bounds: a filter of a few bytes can keep it busy for hours, or ask for
all memory. So it works in a process that the system ends when it has used up its time or its memory. It reads the size
and the drawing from its input, and writes a PNG to its output. It imports nothing of santy_print.
"""

from __future__ import annotations

import json
import signal
import struct
import sys
from pathlib import Path

SECONDS = 5.0
"""Of the processor's time."""
ROOM = 900_000_000
"""Memory that drawing may take."""


def main() -> None:
    """Draw what is asked for; end with a number other than 0 where it cannot be drawn."""
    import resvg_py

    source = sys.stdin.buffer
    (size,) = struct.unpack("<Q", source.read(8))
    asked = json.loads(source.read(size))
    text = source.read().decode("utf-8")
    _bound()
    try:
        made = resvg_py.svg_to_bytes(
            svg_string=text, width=asked["width"], height=asked["height"], skip_system_fonts=True, dpi=96
        )
    except ValueError:
        sys.exit(1)
    sys.stdout.buffer.write(bytes(made))


def _bound() -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    if sys.platform != "linux":
        return
    import resource

    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = used + ROOM if soft == resource.RLIM_INFINITY else min(soft, used + ROOM)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    try:
        main()
    except MemoryError:
        sys.exit(1)
