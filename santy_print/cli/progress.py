"""Progress: what is being made, by name. A bar where a person looks on, a line for each file where not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from santy_print.cli.base import say

Tell = Callable[[str], None]


@contextmanager
def progress(quiet: bool = False, total: int | None = None) -> Iterator[Tell]:
    """Hears each name before the thing is made; `total` is how many there will be, where that is known."""
    if quiet:
        yield lambda name: None
    elif sys.stderr is not None and sys.stderr.isatty():
        with _bar(total) as tell:
            yield tell
    else:
        yield lambda name: say(f"  {name}", err=True)


@contextmanager
def _bar(total: int | None) -> Iterator[Tell]:
    """A bar that names what is being made, and is gone when all is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        begun = 0

        def tell(name: str) -> None:
            nonlocal begun
            bar.update(task, description=name, completed=begun)
            begun += 1

        yield tell
