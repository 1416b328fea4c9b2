"""Compiler: numba, whose code is kept in the program's own cache folder, once for each version and machine."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from santy_print.cache import default_folder

NUMPY = 2
"""The oldest numpy, by its first number, with which what is compiled is right."""
WHOLE = "play_all"
"""The function that calls all others: where it is kept, they are."""
MAKERS = ("numba", "llvmlite", "numpy")
"""The libraries of whose versions what is compiled depends."""
VERSIONS = 3
"""The code of so many versions is kept, those used last: who has two side by side compiles neither again and again."""
_SOURCES = sorted(Path(__file__).parent.glob("*.py"))
_NAME = re.compile("[0-9a-f]{16}")


@cache
def _version() -> str | None:
    """What the code is of, as a name: the modules beside this one, whose constants it holds, and all that compile it.

    None where numba is not there.
    """
    try:
        makers = [version(name) for name in MAKERS]
    except PackageNotFoundError:
        return None
    known = sha256(" ".join((str(sys.implementation.cache_tag), *makers)).encode())
    for path in _SOURCES:
        known.update(path.read_bytes())
    return known.hexdigest()[:16]


def _folder() -> Path | None:
    """Where the code of this version is kept, if anywhere."""
    folder, name = default_folder(), _version()
    return None if folder is None or name is None else folder / "numba" / name


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


@cache
def _begin(folder: Path) -> None:
    """Note that the code of a version is used now, and delete that of older ones; failing to is no fault."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        others = [path for path in folder.parent.iterdir() if _NAME.fullmatch(path.name) and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[VERSIONS - 1 :]:
            shutil.rmtree(path, ignore_errors=True)


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
    _begin(folder)
    config.CACHE_DIR = str(folder)  # which is read as the function is wrapped
    try:
        return wrap(function, cache=True)
    except (RuntimeError, OSError):  # there is no folder that can be written to
        return wrap(function)
    finally:
        config.CACHE_DIR = before
