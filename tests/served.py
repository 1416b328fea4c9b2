"""A pack that is served, for tests, and a browser that looks at it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
"""How Chromium is started: it asks for nothing that is not here."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Served:
    """A pack that `santy serve` shows in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], address: str, root: Path) -> None:
        self.process, self.address, self.root = process, address, root

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.address)[1])  # type: ignore[index]

    def edit(self, name: str, before: str, after: str) -> None:
        """Save a file of the pack with something else in it."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert before in text, (name, before)
        path.write_text(text.replace(before, after, 1), encoding="utf-8")

    def interrupt(self) -> int:
        """Ctrl-C; the exit code, as soon as it ends."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    @property
    def children(self) -> list[int]:
        """The processes that it started."""
        return [int(each) for each in _children(self.process.pid)]


def _children(pid: int) -> list[str]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.split()


@contextmanager
def served(root: Path, *options: str, home: Path | None = None) -> Iterator[Served]:
    """The pack in a folder, served at a free port until the block ends."""
    command = [sys.executable, "-m", "santy_print", "serve", str(root), "--no-open", *options]
    command += [] if "--port" in options else ["--port", "0"]
    surroundings = os.environ | {"XDG_CONFIG_HOME": str(home or root.parent / "settings"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            assert process.stderr is not None
            pytest.fail(f"nothing is served: {process.stderr.read()}")
        yield Served(process, address, root)
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(10)
        finally:
            process.kill()
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()


@cache
def chromium() -> str | None:
    """Where Chromium is."""
    named = os.environ.get("SANTY_CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


WITHOUT = "the tests in a browser were skipped: install the package `chromium`, or name one in SANTY_CHROMIUM"


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, for all tests of a file; they are skipped where there is none."""
    path = chromium()
    if path is None:
        pytest.skip(WITHOUT)
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield opened
        finally:
            opened.close()
