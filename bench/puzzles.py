"""A book of 40 puzzles in one language, read again and solved, against typst alone on the source made for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from santy_print.documents import printed
from santy_print.documents.typst import compile_typst
from santy_print.pack import load_pack
from santy_print.puzzles import Wanted, puzzle_book


def spent(work: Callable[[], Any]) -> float:
    """The processor time of a work, that of its child processes as well: typst runs in one."""
    before = os.times()
    work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


def measure(runs: int = 3) -> tuple[float, float]:
    """The least seconds of each: ours from a loaded pack to a book that was checked, typst's for its pages alone."""
    pack, given = load_pack("santy_anno").checked(), []

    def noted(*source: Any) -> bytes:
        given.append(source)
        return compile_typst(*source)

    with patch.object(printed, "compile_typst", noted):
        puzzle_book(pack, "en", Wanted())
    book, *_ = given  # after it the faces are set once more, each by itself
    times = [
        (spent(lambda: puzzle_book(pack, "en", Wanted())), spent(lambda: compile_typst(*book))) for _ in range(runs)
    ]
    return min(ours for ours, _ in times), min(bare for _, bare in times)
