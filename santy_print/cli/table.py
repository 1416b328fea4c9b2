"""Commands for the table: play, replay."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from santy_print.cli.base import INTERRUPTED, PACK, PathType, load, main, say

if TYPE_CHECKING:
    from pathlib import Path


class _Keyboard:
    """A person at the keyboard; the one place where a clock is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.interrupted = False

    def ask(self, prompt: str) -> str:
        """A line typed in; Leave at the end of the input or on Ctrl-C."""
        from santy_print.diag import harmless
        from santy_print.play import Leave

        try:
            return input(harmless(prompt))
        except EOFError:
            raise Leave from None
        except KeyboardInterrupt:
            self.interrupted = True
            raise Leave from None

    def clock(self) -> float:
        """Seconds, from any beginning."""
        from time import monotonic

        return monotonic()


@main.command()
@PACK
@click.option("--players", type=int, metavar="N", help="How many pirates; 4 where the pack allows it.")
@click.option(
    "--level", metavar="LEVEL", help="basic, expert, or events (expert with event cards); basic by default."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another game.")
@click.option("--human", metavar="NAME", help="Play a seat yourself, against the clock.")
@click.option(
    "--every-card",
    is_flag=True,
    help="Play until every card was dealt; compare each move with a second reading.",
)
@click.option("--record", type=PathType(dir_okay=False), help="Write the game down; `replay` verifies it.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def play(pack: str, human: str | None, every_card: bool, record: Path | None, **how: Any) -> None:
    """Play a whole game at a table of text: watch the bots, or take a seat."""
    from santy_print import play as room

    if every_card and (human is not None or record is not None):
        raise click.UsageError(
            "--every-card plays by itself and many games: it goes without --human and --record"
        )
    if human is not None and not (human.strip().isprintable() and 0 < len(human.strip()) <= 30):
        raise click.BadParameter("a name has 1 to 30 letters", param_hint="'--human'")
    loaded = load(pack)
    options = room.Options(**how, record=record)
    try:
        if every_card:
            sys.exit(0 if room.every_card(loaded, options, say) else 1)
        person = _Keyboard(human.strip()) if human is not None else None
        done = room.play(loaded, options, say, person)
        if person is not None and person.interrupted:
            sys.exit(INTERRUPTED)
        if done and record is not None:
            say(
                f"\n{room.locale_of(loaded, options.language).plain('play.recorded', file=str(record))}"
            )
    except room.WrongOption as fault:
        raise click.UsageError(str(fault)) from None


@main.command()
@click.argument("file", type=PathType(exists=True, dir_okay=False))
@click.option("--pack", "pack", metavar="PACK", help="The record's pack, where it is not a bundled one.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def replay(file: Path, pack: str | None, language: str | None) -> None:
    """Play a record again, move by move; refuse one that was changed, cut short or is of another set."""
    from santy_print import play as room

    loaded, _, lines = room.verify(file, load, pack)
    try:
        say(room.locale_of(loaded, language).plain("play.replay.holds", file=str(file), n=lines))
    except room.WrongOption as fault:
        raise click.UsageError(str(fault)) from None
