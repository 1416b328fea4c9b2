"""Commands that count: study."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from santy_print.choices import STUDIED, WORKERS
from santy_print.cli.base import FORM, INTERRUPTED, PACK, PathType, WholeNumber, load, main, say, say_json, with_options
from santy_print.cli.progress import progress
from santy_print.cli.table import own_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from santy_print.cli.options import StudyOptions
    from santy_print.study import Done, Task
    from santy_print.study.lines import Teller
    from santy_print.study.pools import Pool


@main.command(context_settings={"ignore_unknown_options": True})
@PACK
@click.argument("own", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE GAME]")
@click.option(
    "--games", type=WholeNumber(STUDIED), metavar="N", help="So many games; as many as the game thinks right."
)
@click.option("--players", type=int, metavar="N", help="How many play; as many as can where none is given.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same number, the same result.")
@click.option(
    "--workers", type=WholeNumber(WORKERS), metavar="N", help="Processes that work; as many as there are cores."
)
@click.option("--executor", metavar="dask://HOST:PORT", help="Let the workers of a Dask cluster work instead.")
@click.option("--against", metavar="PACK", help="Study another pack as well, and compare the two.")
@click.option(
    "--resume", type=PathType(dir_okay=False, writes=True), help="Keep here what is done, and go on with what is kept."
)
@click.option(
    "--plots", type=PathType(file_okay=False, writes=True), help="Draw each measure as an SVG, into this folder."
)
@click.option("--lang", "language", metavar="L", help="Language; English, or the pack's own, where none is given.")
@FORM
@with_options("santy_print.cli.options")
def study(asked: StudyOptions) -> None:
    """Let bots play very many games: who wins, what decides, how long it takes, and how sure that is."""
    from santy_print.game.phrase import plain_language
    from santy_print.play import locale_of
    from santy_print.study import Studying, Task
    from santy_print.study.lines import Teller, text_of
    from santy_print.study.report import json_of

    if asked.workers is not None and asked.executor is not None:
        raise click.UsageError("--workers are processes of this machine; with --executor the cluster has its own")
    if asked.against is not None and asked.resume is not None:
        raise click.UsageError("--resume keeps one study; study each pack with a file of its own, then compare without")
    name, own = own_options(asked.pack, asked.own)
    how = Studying(asked.games, asked.players, own, asked.seed)
    loaded = load(name)
    locale = locale_of(loaded, asked.language or plain_language(loaded))
    tell = Teller(locale)
    tasks = [Task.of(loaded, how)]
    if asked.against is not None:
        beside = load(asked.against)
        if beside.game is not loaded.game:
            raise click.UsageError(
                f"{name} and {asked.against} are packs of two games: nothing of them can be compared"
            )
        tasks.append(Task.of(beside, how))
    done = [_studied(task, asked, tell) for task in tasks]
    found = [each.found for each in done]
    if all(each.games for each in found):
        if asked.form == "json":
            say_json(json_of(*found))
        else:
            say(text_of(locale, *found).rstrip("\n"))
        if asked.plots is not None:  # what was found stands there by now, whatever comes of the folder
            from santy_print.study.plots import write_plots

            write_plots(asked.plots, locale, *found)
    _end(done, asked, tell)


def _studied(task: Task, asked: StudyOptions, teller: Teller) -> Done:
    """One study, with its progress told."""
    from santy_print.study import run_study

    with progress(total=task.batches) as tell:
        return run_study(task, lambda: _pool(task, asked), asked.resume, _progress(task, tell, teller))


def _progress(task: Task, tell: Callable[[str], None], teller: Teller) -> Callable[[int, int], None]:
    """Tell how far a study is: to a person all along, to a file a line for each tenth."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    before = -1

    def show(done: int, games: int) -> None:
        nonlocal before
        tenth = 10 * done // games
        if watched or tenth != before:
            tell(teller.progress(task.pack.id, done, games))
        before = tenth

    return show


def _pool(task: Task, asked: StudyOptions) -> Pool:
    if asked.executor is not None:
        from santy_print.study.cluster import Cluster

        return Cluster(asked.executor)
    from santy_print.study.pools import LocalPool
    from santy_print.workers import cores

    return LocalPool(min(asked.workers or cores(), task.batches))


def _end(done: list[Done], asked: StudyOptions, tell: Teller) -> None:
    """Say why a study is not whole, and how it goes on."""
    short = next((each for each in done if not each.found.whole), None)
    if short is None:
        return
    if not short.stopped:
        say(f"error: {short.why}", err=True)
    say(tell.left(short.found, short.stopped, str(asked.resume) if asked.resume else ""), err=True)
    sys.exit(INTERRUPTED if short.stopped else 1)
