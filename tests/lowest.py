"""The lowest versions that `pyproject.toml` allows, as constraints for pip: `python -m tests.lowest > lowest.txt`.

Of what santy_print itself needs; the tools of its tests are as new as they come.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def lowest() -> list[str]:
    """Each package with the version from which on it will do."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["solver"]]
    found = [re.match(r"([\w-]+)>=([\w.]+)", line) for line in needed]
    if not all(found):
        raise ValueError(f"a package without a lowest version: {needed}")
    return [f"{each[1]}=={each[2]}" for each in found if each]


if __name__ == "__main__":
    print("\n".join(lowest()))
