"""Progress of a build on stderr: a bar on a terminal, elsewhere a line for each file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from santy_print.cli.base import say

Tell = Callable[[str], None]


@contextmanager
def progress(quiet: bool = False, total: int | None = None) -> Iterator[Tell]:
    """Show progress within the block, which is given a function to call with each file's name before the file is made.

    `total` is the number of files, where it is known; with `quiet` nothing is shown.
    """
    if quiet:
        yield lambda name: None
    elif sys.stderr is not None and sys.stderr.isatty():
        with _bar(total) as tell:
            yield tell
    else:
        yield lambda name: say(f"  {name}", err=True)


@contextmanager
def _bar(total: int | None) -> Iterator[Tell]:
    """Show the name of the file at hand, with a bar where the number of files is known and a count where it is not.

    It is taken off the terminal at the end.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    name = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis"))
    known: tuple[ProgressColumn, ...] = (BarColumn(), MofNCompleteColumn())
    count: tuple[ProgressColumn, ...] = (TextColumn("{task.completed} done"),)
    columns = (name, *(count if total is None else known), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        begun = 0

        def tell(name: str) -> None:
            nonlocal begun
            bar.update(task, description=name, completed=begun)
            begun += 1

        yield tell
