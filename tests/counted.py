"""Work that is counted, not timed: a slow or a busy machine must not fail a test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any


class TooManyError(AssertionError):
    """More functions were called than a piece of work may take."""


def in_calls(most: int, work: Callable[[], Any]) -> Any:
    """What `work` gives, if it calls at most so many functions, those in C among them; else it is broken off."""
    left = most

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal left
        if event in ("call", "c_call"):
            left -= 1
            if left < 0:
                sys.setprofile(None)
                raise TooManyError(f"more than {most:,} functions are called")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return work()
    finally:
        sys.setprofile(before)


def growth(work: Callable[[int], Any], size: int, times: int = 4) -> float:
    """How many times as much work `times` the size is: as many, where all is looked through once; else its square.

    For what is done within one call, like a search, which nobody can count: the least of five measures of each.
    """

    def cost(size: int) -> float:
        spent = []
        for _ in range(5):
            begun = process_time()
            work(size)
            spent.append(process_time() - begun)
        return min(spent)

    return cost(times * size) / max(cost(size), 1e-4)
