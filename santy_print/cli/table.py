"""Commands for the table: play, replay, quality."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import deque
from typing import TYPE_CHECKING

import click

from santy_print import DEFAULT_PACK
from santy_print.choices import PACE, TASKS
from santy_print.cli.base import (
    FORM,
    INTERRUPTED,
    PACK,
    PathType,
    WholeNumber,
    Word,
    config_folder,
    load,
    main,
    say,
    say_json,
    show,
    unwritten,
    with_options,
)
from santy_print.cli.screen import Keyboard, look_of, painted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from santy_print.cli.options import PlayOptions, PracticeOptions, QualityOptions
    from santy_print.pack import Pack
    from santy_print.play import Playing
    from santy_print.saved import Saved
    from santy_print.text import Locale


PLAIN = click.option(
    "--plain/--rich",
    default=None,
    help="Words alone, for those who hear them, or tables, drawings and colours; by default as the terminal is.",
)


class _Play(click.Command):
    """`play`, whose help tells the options that games bring of their own."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the bundled packs' games, as far as they can be read."""
        from santy_print.diag import PackError
        from santy_print.folders import bundled
        from santy_print.pack import load_pack
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
@click.option("--players", type=int, metavar="N", help="How many play; 4 where the pack allows it, or all people.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another game.")
@click.option("--human", multiple=True, metavar="NAME", help="Play a seat yourself; repeat for more people.")
@click.option(
    "--every-card",
    is_flag=True,
    help="Play until every card was dealt; compare each move with a second reading.",
)
@FORM
@click.option("--record", type=PathType(dir_okay=False, writes=True), help="Write the game down; `replay` verifies it.")
@click.option("--pace", type=Word(PACE), help="How fast bots are: calm (where people play), steady, or brisk.")
@PLAIN
@click.option(
    "--save", type=PathType(dir_okay=False, writes=True), help="Keep what people type here, not in your own folder."
)
@click.option("--resume", type=PathType(dir_okay=False, exists=True), help="Go on with a game that was kept.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
@with_options("santy_print.cli.options")
def play(asked: PlayOptions) -> None:
    """Play a whole game at a table of text: watch the bots, or take a seat."""
    from dataclasses import replace

    from santy_print import library
    from santy_print.play import Playing
    from santy_print.saved import read_saved

    if asked.every_card and (asked.human or asked.record is not None):
        raise click.UsageError("--every-card plays by itself and many games: it goes without --human and --record")
    if asked.form == "json" and not asked.every_card:
        raise click.UsageError("--format json is for --every-card; a game is told in text, and --record writes it down")
    names = [name.strip() for name in asked.human]
    if any(not (name.isprintable() and 0 < len(name) <= 30) for name in names):
        raise click.BadParameter("a name has 1 to 30 letters", param_hint="'--human'")
    if len(set(names)) < len(names):
        raise click.BadParameter("two people have the same name: each is called by it", param_hint="'--human'")
    look, before = look_of(asked.plain), None
    pack, given = own_options(asked.pack, asked.own)
    if asked.resume is not None:
        typed = click.get_current_context().get_parameter_source
        others = ("pack", "own", "players", "seed", "human", "pace", "every_card")
        if any(typed(name) is click.core.ParameterSource.COMMANDLINE for name in others):
            raise click.UsageError("--resume goes on as the game began: nothing else is said of how it is played")
        before = read_saved(asked.resume)
        pack, names = before.pack, list(before.people)
    _places(asked, before)
    loaded = load(pack)
    how = Playing(asked.players, given, asked.seed, asked.language, asked.record, asked.pace, look)
    if before is not None:
        how = replace(
            how, players=before.players, own=before.own, seed=before.seed, resume=before,
            pace=before.pace, language=asked.language or before.language,
        )  # fmt: skip
    if asked.every_card:
        tried = library.try_every_card(loaded, how, None if asked.form == "json" else say)
        if asked.form == "json":
            say_json(json.dumps(tried.data(loaded), ensure_ascii=False, indent=2))
        sys.exit(0 if tried else 1)
    _play(loaded, how, names, asked)


def _places(asked: PlayOptions, before: Saved | None) -> None:
    """Refuse places where nothing can be kept, or where something is that would be lost."""
    from santy_print.output import explain, try_writing
    from santy_print.records import is_record_of

    save, record, resume = asked.save, asked.record, asked.resume
    if save is not None and record is not None and save.absolute() == record.absolute():
        raise click.UsageError("--save and --record write two files: give each a name of its own")
    if save is not None and (resume is None or save.absolute() != resume.absolute()):
        unwritten("save", save, f"go on with what is kept there by --resume {save}, " if resume is None else "")
    if record is not None and not (before is not None and is_record_of(record, before.record)):
        unwritten("record", record)
    if save is None and resume is not None:
        try:
            try_writing(resume)
        except OSError as fault:
            message = (
                f"what is typed from now on cannot be kept there ({explain(fault)}); name another file with --save"
            )
            raise click.BadParameter(message, param_hint="'--resume'") from None


def _play(pack: Pack, how: Playing, names: Sequence[str], asked: PlayOptions) -> None:
    """Play a game at this terminal; what people type is kept until the game is over."""
    from dataclasses import replace
    from itertools import count
    from time import sleep

    from santy_print import library
    from santy_print.folders import named_pack
    from santy_print.play import NotKept, NotRecorded, locale_of, table_of, why_not

    locale, folder = locale_of(pack, how.language), config_folder() / "games"
    place = _place(folder) if names else folder
    new = (path for n in count(1) if not (path := place / f"{pack.id}-{how.seed}-{n}.txt").exists())
    save = asked.save or asked.resume or next(new)
    source = pack.id if named_pack(pack.id) == pack.root else str(pack.root.resolve())
    watched = asked.pace is not None and sys.stdout.isatty()
    how = replace(how, save=save if names else None, source=source, wait=sleep if watched else None)
    people = [Keyboard(name, len(names) > 1, how.look.plain) for name in names]
    finished, interrupted = False, False
    try:
        finished = library.play_game(pack, how, painted(table_of(pack).inks(locale), how.look), people).finished
        interrupted = any(person.interrupted for person in people)
    except KeyboardInterrupt:
        interrupted = True
    except NotKept as fault:
        say("\n" + locale.plain("play.unkept", file=str(fault.file), why=why_not(fault, locale)))
        say(f"\n{fault.text}", nl=False)
        sys.exit(1)
    except NotRecorded as fault:  # what was typed is there
        if names:
            _say_kept(locale, save)
        say("\n" + locale.plain("play.unrecorded", file=str(fault.file), why=why_not(fault, locale)), err=True)
        sys.exit(1)
    ours = asked.save is asked.resume is None or save.resolve().parent == folder.resolve()
    if finished and names and ours:
        with contextlib.suppress(OSError):
            save.unlink(missing_ok=True)
    elif not finished and names:
        _say_kept(locale, save)
    if interrupted:
        sys.exit(INTERRUPTED)
    if asked.record is not None:
        say(f"\n{locale.plain('play.recorded', file=str(asked.record))}")


def _place(folder: Path) -> Path:
    """Where games are kept: the user's own folder; where nothing can be written there, this one, or one for a while."""
    from pathlib import Path
    from tempfile import TemporaryFile, gettempdir

    for place in (folder, Path.cwd(), Path(gettempdir())):
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=place):
                return place
    return folder


def _say_kept(locale: Locale, save: Path) -> None:
    """Say where a game is, and how it goes on."""
    from shlex import quote

    command = f"santy play --resume {quote(str(save))}"
    say("\n" + locale.plain("play.kept", file=str(save)) + "\n" + locale.plain("play.go-on", command=command))


@main.command(context_settings={"ignore_unknown_options": True})
@PACK
@click.argument("own", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE GAME]")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Cards of this kind alone; repeat for more.")
@click.option("--length", type=int, metavar="N", help="Always so many cards; one at first where none is given.")
@click.option(
    "--rows",
    "tasks",
    type=WholeNumber(TASKS),
    metavar="N",
    help="End after so many rows; without end where none is given.",
)
@click.option("--seed", type=int, metavar="N", help="The same number, the same rows.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
@PLAIN
@with_options("santy_print.cli.options")
def practice(asked: PracticeOptions) -> None:
    """Practise rows of cards at the keyboard, one card longer after each right answer."""
    from santy_print.game.table import Leave
    from santy_print.play import locale_of, table_of
    from santy_print.practice import Practising, practise

    pack, given = own_options(asked.pack, asked.own)
    look = look_of(asked.plain)
    person = Keyboard("", plain=look.plain)
    try:
        how = Practising(given, asked.kinds, asked.length, asked.tasks, asked.seed, asked.language, look)
        loaded = load(pack)
        inks = table_of(loaded, "drill").inks(locale_of(loaded, asked.language))
        practise(loaded, how, person, painted(inks, look), config_folder())
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
@click.option("--fill", is_flag=True, help="FILE is what a table wrote by hand: make a record of it.")
@click.option(
    "--out",
    type=PathType(dir_okay=False, writes=True),
    metavar="RECORD",
    help="Where --fill writes; printed without it.",
)
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def replay(file: Path, pack: str | None, fill: bool, out: Path | None, language: str | None) -> None:
    """Play a record again, move by move; refuse one that was changed, cut short or is of another set.

    All that is wrong with it is told at once, each fault with its place.
    """
    from santy_print import library
    from santy_print.play import locale_of

    if out is not None and not fill:
        raise click.UsageError("--out is where --fill writes a record: it goes with --fill")
    if out is not None and out.exists() and out.samefile(file):
        raise click.UsageError(f"--out {out} is what the table wrote: name another file, so that it stays")
    if out is not None:
        unwritten("out", out)
    if fill:
        filled = library.fill_record(file, pack or DEFAULT_PACK, out)
        show(filled.pack.report, err=True)
        text = "\n".join(filled.lines)
        named = {"file": str(out), "n": len(filled.lines)}
        say(text if out is None else locale_of(filled.pack, language).plain("play.replay.filled", **named))
        return
    done = library.replay_record(file, pack)
    show(done.pack.report, err=True)
    key = "holds" if done.returns else "unfinished"
    say(locale_of(done.pack, language).plain(f"play.replay.{key}", file=str(file), n=done.lines))


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
@click.option("--lang", "language", metavar="L", help="Language; English, or the pack's own, where none is given.")
@click.option("--out", type=PathType(dir_okay=False, writes=True), help="Write to this file instead of printing.")
@with_options("santy_print.cli.options")
def quality(asked: QualityOptions) -> None:
    """How good a game the pack makes: how much cards and rounds differ, or how even the chances are."""
    from santy_print.output import write_atomic
    from santy_print.play import locale_of

    loaded = load(asked.pack)
    locale_of(loaded, asked.language)
    measured = loaded.tool("quality")(loaded)
    made = measured.measure(asked.games, asked.seed)
    if asked.against is not None:
        beside = load(asked.against)
        if beside.game is not loaded.game:
            both = f"{asked.pack} and {asked.against}"
            raise click.UsageError(f"{both} are packs of two games: nothing of them can be compared")
        other = beside.tool("quality")(beside).measure(asked.games, asked.seed)
        made = made | {"against": other, "compared": measured.compare(made, other)}
    text = measured.shown(made, asked.form, asked.language)
    if asked.out:
        write_atomic(asked.out, text.encode())
        say(asked.out)
    else:
        (say_json if asked.form == "json" else say)(text.rstrip("\n"))
