"""Compiler: numba, whose code is kept in the program's own cache folder, once for each version and machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from santy_print.cache import default_folder

NUMPY = 2
"""The oldest numpy, by its first number, with which what is compiled is right."""
WHOLE = "play_all"
"""The function that calls all others: where it is kept, they are."""


@cache
def _sources() -> str:
    """A hash of the modules beside this one: what is compiled holds constants of any of them."""
    return sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))).hexdigest()


def _folder() -> Path | None:
    """Where the code of this version is kept, if anywhere."""
    folder = default_folder()
    return folder and folder / "numba" / _sources()[:16]


def is_exact() -> bool:
    """Whether what is compiled comes to the same totals.

    With a numpy older than 2, numba reckons whole numbers of two kinds as floating point, and comes to others.
    """
    import numpy as np

    return int(np.__version__.partition(".")[0]) >= NUMPY


def kept() -> bool:
    """Whether the code is there already, so that nothing needs to be compiled."""
    folder = _folder()
    return folder is not None and any(folder.glob(f"*/*.{WHOLE}-*.nbi"))


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called; where nothing may be kept, in each process anew.

    ImportError where numba is not there.
    """
    import numba

    config: Any = numba.config
    wrap: Any = partial(numba.njit, nogil=True, error_model="numpy")
    folder, before = _folder(), config.CACHE_DIR
    if folder is None:
        return wrap(function)
    config.CACHE_DIR = str(folder)  # which is read as the function is wrapped
    try:
        return wrap(function, cache=True)
    except (RuntimeError, OSError):  # there is no folder that can be written to
        return wrap(function)
    finally:
        config.CACHE_DIR = before
