"""Commands for the table: play, replay, quality."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import deque
from typing import TYPE_CHECKING

import click

from santy_print import DEFAULT_PACK
from santy_print.cli.base import (
    FORM,
    INTERRUPTED,
    PACK,
    PathType,
    config_folder,
    load,
    main,
    say,
    say_json,
    show,
    with_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from santy_print.cli.options import PlayOptions, PracticeOptions


CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal, and what it remembers."""


class _Keyboard:
    """A person at the keyboard; the one place where a clock is read. Where `several` share it, answers are hidden."""

    def __init__(self, name: str, several: bool = False) -> None:
        self.name = name
        self.several = several
        self.interrupted = False

    def ask(self, prompt: str) -> str:
        """A line typed in; Leave at the end of the input or on Ctrl-C."""
        from santy_print.diag import harmless
        from santy_print.game.table import Leave

        try:
            answer = input(harmless(prompt))
        except EOFError:
            raise Leave(self) from None
        except KeyboardInterrupt:
            self.interrupted = True
            raise Leave(self) from None
        if self._watched():
            sys.stdout.write("\x1b[1A\x1b[2K" + harmless(prompt) + "…\n")  # the next at the keyboard reads no answer
        return answer

    def arrive(self, prompt: str) -> None:
        """Clear a screen that several share, with what scrolled off it, and wait until this one alone looks on."""
        if self._watched():
            sys.stdout.write(CLEARED)
            sys.stdout.flush()
            self.ask(prompt)
            sys.stdout.write(CLEARED)
            sys.stdout.flush()

    def _watched(self) -> bool:
        return self.several and sys.stdin.isatty() and sys.stdout.isatty()

    def clock(self) -> float:
        """Seconds, from any beginning."""
        from time import monotonic

        return monotonic()


class _Play(click.Command):
    """`play`, whose help tells the options that games bring of their own."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the bundled packs' games, as far as they can be read."""
        from santy_print.diag import PackError
        from santy_print.pack import bundled, load_pack
        from santy_print.play import table_of

        for name in bundled():
            with contextlib.suppress(PackError):
                rows = [
                    (f"--{option}", ", ".join(values))
                    for option, values in table_of(load_pack(name).checked()).options.items()
                ]
                if rows:
                    with formatter.section(f"Options of {name}; the first is taken where none is given"):
                        formatter.write_dl(rows)


@main.command(cls=_Play, context_settings={"ignore_unknown_options": True})
@PACK
@click.argument("own", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE GAME]")
@click.option("--players", type=int, metavar="N", help="How many play; 4 where the pack allows it.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another game.")
@click.option("--human", multiple=True, metavar="NAME", help="Play a seat yourself; repeat for more people.")
@click.option(
    "--every-card",
    is_flag=True,
    help="Play until every card was dealt; compare each move with a second reading.",
)
@FORM
@click.option("--record", type=PathType(dir_okay=False), help="Write the game down; `replay` verifies it.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
@with_options("santy_print.cli.options")
def play(asked: PlayOptions) -> None:
    """Play a whole game at a table of text: watch the bots, or take a seat."""
    from santy_print import library
    from santy_print.play import Playing, WrongOption, locale_of

    if asked.every_card and (asked.human or asked.record is not None):
        raise click.UsageError("--every-card plays by itself and many games: it goes without --human and --record")
    if asked.form == "json" and not asked.every_card:
        raise click.UsageError("--format json is for --every-card; a game is told in text, and --record writes it down")
    names = [name.strip() for name in asked.human]
    if any(not (name.isprintable() and 0 < len(name) <= 30) for name in names):
        raise click.BadParameter("a name has 1 to 30 letters", param_hint="'--human'")
    pack, given = own_options(asked.pack, asked.own)
    loaded = load(pack)
    how = Playing(asked.players, given, asked.seed, asked.language, asked.record)
    try:
        if asked.every_card:
            tried = library.try_every_card(loaded, how, None if asked.form == "json" else say)
            if asked.form == "json":
                say_json(json.dumps(tried.data(loaded), ensure_ascii=False, indent=2))
            sys.exit(0 if tried else 1)
        people = [_Keyboard(name, len(names) > 1) for name in names]
        done = library.play_game(loaded, how, say, people)
        if any(person.interrupted for person in people):
            sys.exit(INTERRUPTED)
        if done.finished and asked.record is not None:
            say(f"\n{locale_of(loaded, how.language).plain('play.recorded', file=str(asked.record))}")
    except WrongOption as fault:
        raise click.UsageError(str(fault)) from None


@main.command(context_settings={"ignore_unknown_options": True})
@PACK
@click.argument("own", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE GAME]")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Cards of this kind alone; repeat for more.")
@click.option("--length", type=int, metavar="N", help="Always so many cards; one at first where none is given.")
@click.option("--rows", "tasks", type=int, metavar="N", help="End after so many rows; without end where none is given.")
@click.option("--seed", type=int, metavar="N", help="The same number, the same rows.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
@with_options("santy_print.cli.options")
def practice(asked: PracticeOptions) -> None:
    """Practise rows of cards at the keyboard, one card longer after each right answer."""
    from santy_print.game.table import Leave
    from santy_print.play import WrongOption
    from santy_print.practice import Practising, practise

    pack, given = own_options(asked.pack, asked.own)
    person = _Keyboard("")
    try:
        how = Practising(given, asked.kinds, asked.length, asked.tasks, asked.seed, asked.language)
        practise(load(pack), how, person, say, config_folder())
    except WrongOption as fault:
        raise click.UsageError(str(fault)) from None
    except Leave:
        if person.interrupted:
            sys.exit(INTERRUPTED)


def own_options(pack: str, words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The pack and the game's own options, from what no option of the command was: `--name value`, `--name=value`."""
    given: dict[str, str] = {}
    rest = deque([pack, *words])
    packs: list[str] = []
    while rest:
        word = rest.popleft()
        if not word.startswith("-"):
            packs.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if not equals:
            if not rest:
                raise click.UsageError(f"Option '{word}' requires an argument.")
            value = rest.popleft()
        given[name] = value
    if len(packs) > 1:
        raise click.UsageError(f"Got unexpected extra argument ({packs[1]})")
    return packs[0] if packs else DEFAULT_PACK, given


@main.command()
@click.argument("file", type=PathType(exists=True, dir_okay=False))
@click.option("--pack", "pack", metavar="PACK", help="The record's pack, where it is not a bundled one.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def replay(file: Path, pack: str | None, language: str | None) -> None:
    """Play a record again, move by move; refuse one that was changed, cut short or is of another set."""
    from santy_print.library import replay_record
    from santy_print.play import WrongOption, locale_of

    done = replay_record(file, pack)
    show(done.pack.report, err=True)
    try:
        say(locale_of(done.pack, language).plain("play.replay.holds", file=str(file), n=done.lines))
    except WrongOption as fault:
        raise click.UsageError(str(fault)) from None


@main.command()
@PACK
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    show_default=True,
    help="html has pictures.",
)
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Games looked at, for each deck."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game.")
@click.option("--against", metavar="PACK", help="Hold it against another: figures side by side, and which is better.")
@click.option("--out", type=PathType(dir_okay=False), help="Write to this file instead of printing.")
def quality(pack: str, form: str, games: int, seed: int, against: str | None, out: Path | None) -> None:
    """How good a game the pack makes: how much cards and rounds differ, or how even the chances are."""
    from santy_print.output import write_atomic

    loaded = load(pack)
    measured = loaded.tool("quality")(loaded)
    made = measured.measure(games, seed)
    if against is not None:
        beside = load(against)
        if beside.game is not loaded.game:
            raise click.UsageError(f"{pack} and {against} are packs of two games: nothing of them can be compared")
        other = beside.tool("quality")(beside).measure(games, seed)
        made = made | {"against": other, "compared": measured.compare(made, other)}
    text = measured.shown(made, form)
    if out:
        write_atomic(out, text.encode())
        say(out)
    else:
        (say_json if form == "json" else say)(text.rstrip("\n"))
