"""Parameters of one kind, of which the everyday run of the tests tries some and the long one the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zlib import crc32

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


RARER = ("cs", "de", "en", "es", "it", "uk")


def shared_out(tests: Iterable[pytest.Function]) -> None:
    """Mark of tests in many languages those that are left to `make every`, and to the long run.

    What breaks in one language mostly breaks in others. So each function is run every day in one of the `EVERYDAY`
    languages, at length in half of the others, which half changes from function to function.
    """
    found: dict[tuple[str, str], dict[str, list[pytest.Function]]] = defaultdict(lambda: defaultdict(list))
    for test in tests:
        values = (getattr(test, "callspec", None) and test.callspec.params.values()) or ()
        code = next((value for value in values if value in (*EVERYDAY, *RARER)), None)
        if code is not None:
            found[test.nodeid.partition("::")[0], test.originalname][code].append(test)
    for (path, name), spoken_in in found.items():
        turn = crc32(f"{path} {name}".encode())
        for test in spoken_in[EVERYDAY[turn % 2]] if all(code in spoken_in for code in EVERYDAY) else ():
            test.add_marker(pytest.mark.long)
        if len(spoken_in) > 4:
            for number, code in enumerate(RARER):
                for test in spoken_in.get(code, ()) if (number + turn) % 2 else ():
                    test.add_marker(pytest.mark.every)
