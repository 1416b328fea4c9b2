"""Command `ships`: sets of ships are listed, completed, repaired and explained."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from santy_print.choices import Between, Whole
from santy_print.cli.base import FORM, PACK, Number, PathType, WholeNumber, load, say, say_json, show, with_options

if TYPE_CHECKING:
    from pathlib import Path

    from santy_print.games.santy_anno.options import Listed
    from santy_print.games.santy_anno.solver.draft import Draft
    from santy_print.games.santy_anno.solver.problem import Watch


@click.group()
def ships() -> None:
    """Find sets of ships: list them, fill in blanks, mend what is wrong, explain what is there."""


SEARCH = click.option(
    "--time-limit",
    type=Number(Between(0)),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Give up after so long.",
)


def _time_for(seconds: float) -> Watch:
    """A search's time, and its way to say how far it is."""
    from time import monotonic

    from santy_print.games.santy_anno.solver.problem import Watch

    return Watch.until(seconds, monotonic, lambda text: say(f"  {text}", err=True))


@contextmanager
def _stoppable(found: Callable[[], int]) -> Iterator[None]:
    """Where Ctrl-C stops a search, say how much was found; the program then ends as it does elsewhere."""
    try:
        yield
    except KeyboardInterrupt:
        many = found()
        say(f"stopped; {many:,} found until then, and there may be more" if many else "stopped", err=True)
        raise


def _draft(pack: str) -> Draft:
    """The ships of a pack that may have errors."""
    from santy_print.pack import load_pack

    loaded = load_pack(pack)
    draft: Draft = loaded.tool("draft")(loaded)
    return draft


@ships.command("enumerate")
@PACK
@click.option(
    "--colours",
    type=WholeNumber(Whole(2, 32)),
    metavar="N",
    help="How many; as the pack has where none is given.",
)
@click.option("--elements", type=WholeNumber(Whole(2, 32)), metavar="N", help="How many, at most as many as colours.")
@click.option("--double", is_flag=True, help="Only sets that double cards can be played with.")
@click.option("--classes", is_flag=True, help="One set of all that differ in the names of colours and elements alone.")
@click.option("--count", is_flag=True, help="Only how many there are.")
@click.option(
    "--limit",
    type=WholeNumber(Whole(0)),
    default=1000,
    show_default=True,
    metavar="N",
    help="List so many at most; 0 lists all.",
)
@SEARCH
@FORM
@with_options("santy_print.games.santy_anno.options")
def ships_enumerate(how: Listed) -> None:
    """List or count all sets of ships in which each colour is on two ships at each element.

    The sizes are the pack's unless --colours or --elements give others. The order is always the same.
    """
    from santy_print.games.santy_anno.solver.listing import Listing, Words

    try:
        words = Words.of(_draft(how.pack).fleet).resized(how.colours, how.elements)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    listing = Listing(words, how.double, how.classes, how.limit)
    listed = -1 if how.form == "json" else -2  # so many lines come before the first set
    with _stoppable(lambda: max(0, listed)):
        for line in listing.lines(how.form, how.count, _time_for(how.time_limit)):
            (say_json if how.form == "json" else say)(line)
            listed += not line.startswith("]")  # the end of a JSON list


@ships.command("complete")
@PACK
@click.option(
    "--limit",
    type=WholeNumber(Whole(1, 1_000_000)),
    default=20,
    show_default=True,
    metavar="N",
    help="Show so many at most.",
)
@click.option(
    "--pick",
    type=WholeNumber(Whole(1, 1_000_000)),
    default=1,
    show_default=True,
    metavar="N",
    help="Which of them --write writes.",
)
@click.option(
    "--write",
    type=PathType(dir_okay=False, writes=True),
    metavar="FILE",
    help="Write ships.yaml with the blanks filled, comments kept.",
)
@SEARCH
@FORM
def ships_complete(pack: str, limit: int, pick: int, write: Path | None, time_limit: float, form: str) -> None:
    """Fill in blanks: where ships.yaml has a `?` for a colour, number, corner or a name's first letter.

    Shows every way, or which lines cannot stand together.
    """
    from santy_print.games.santy_anno.solver import desk

    draft = _draft(pack)
    done = desk.Completed(draft, _time_for(time_limit), limit, pick if write else 1)
    with _stoppable(lambda: done.number):
        for line in done.json() if form == "json" else done.text():
            (say_json if form == "json" else say)(line)
    if write:
        if done.picked is None:
            raise click.BadParameter(f"there are only {done.number} ways", param_hint="'--pick'")
        say(draft.write(done.picked, write), err=True)


@ships.command("repair")
@PACK
@click.option("--write", is_flag=True, help="Change the pack's ships.yaml, comments kept.")
@click.option("--own", is_flag=True, help="Rather change what the pack says itself than what it has from another.")
@SEARCH
@FORM
def ships_repair(pack: str, write: bool, own: bool, time_limit: float, form: str) -> None:
    """Find the fewest changes of colours, numbers, corners and letters that make the ships right for the pack's cards.

    What a pack says itself stays where it can, and what it has from the pack that it extends changes. Exit code 1
    where errors of another kind remain; they are shown.
    """
    from santy_print.folders import bundled
    from santy_print.games.santy_anno.solver import desk

    if write and pack in bundled():
        raise click.UsageError(f"{pack} came with santy_print; make it your own first: santy new my-pack --from {pack}")
    draft = _draft(pack)
    done = desk.mend(draft, _time_for(time_limit), own)
    (say_json if form == "json" else say)(done.as_json() if form == "json" else done.text())
    if not done.proven and write:
        say("nothing was written: give it more with --time-limit SECONDS", err=True)
    elif write and done.mends:
        say(draft.write(done.mends), err=True)
    show(done.left, err=True)
    sys.exit(0 if done.left.ok and done.proven else 1)


@ships.command("explain")
@PACK
@click.option("--seats", metavar="SHIP,SHIP,...", help="The ships around your table, clockwise.")
@FORM
def ships_explain(pack: str, seats: str | None, form: str) -> None:
    """Who shares what, which cards move alike, who meets whom, and how much each card moves."""
    from santy_print.game.phrase import plain_language
    from santy_print.games.santy_anno.answer_sheet import parse_seats

    loaded = load(pack)
    explain = loaded.tool("explain")
    order = None
    if seats is not None:
        order, faults = parse_seats(seats, [ship["id"] for ship in loaded.collections["ships"]])
        if faults:
            raise click.BadParameter("".join(f"\n  {fault}" for fault in faults), param_hint="'--seats'")
    found = explain(loaded.compiled, order)
    words = loaded.locales[plain_language(loaded)]
    (say_json if form == "json" else say)(found.json() if form == "json" else found.text(words), nl=False)
