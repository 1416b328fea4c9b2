"""Parameters of one kind, of which the everyday run of the tests tries some and the long one the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(values: Iterable[Any], every: int = 2) -> list[Any]:
    """The same parameters: the first of so many each time as they are, the others marked `long`."""
    found = []
    for index, value in enumerate(values):
        row = value if isinstance(value, tuple) else (value,)
        found.append(pytest.param(*row, marks=[pytest.mark.long] if index % every else []))
    return found


EVERYDAY = ("fr", "pl")


def spoken(codes: Iterable[str]) -> list[Any]:
    """Languages as parameters, all but `EVERYDAY` marked `long`: what holds of a page mostly holds in all of them.

    English, in which most other tests are, is left to the long run here.
    """
    return [pytest.param(code, marks=[] if code in EVERYDAY else [pytest.mark.long]) for code in codes]
