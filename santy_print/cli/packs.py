"""Commands for packs: check, new, schema."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from santy_print import DEFAULT_PACK
from santy_print.cli.base import (
    INTERRUPTED,
    JOBS,
    PACK,
    PathType,
    coded,
    load,
    main,
    painter,
    say,
    say_fitted,
    say_json,
    show,
    tally,
    with_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from santy_print.checking import Found
    from santy_print.cli.options import CheckOptions, NewOptions


@main.command()
@PACK
@click.option(
    "--format",
    "style",
    type=click.Choice(["human", "short", "json", "sarif"]),
    default="human",
    show_default=True,
    help="How faults are shown.",
)
@click.option("--strict", is_flag=True, help="Warnings count as errors, and all faces are laid out.")
@click.option(
    "--fit",
    "fits",
    is_flag=True,
    help="Lay out all faces in all languages: the tightest boxes, the faintest texts, the nearest colours.",
)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="L",
    callback=coded,
    help="Lay out all faces in this language; repeat for more.",
)
@click.option("--origin", is_flag=True, help="Say which file each value came from.")
@click.option(
    "--watch",
    "watching",
    is_flag=True,
    help="Check again whenever a file changes; say what is new and what is mended.",
)
@JOBS
@with_options("santy_print.cli.options")
def check(asked: CheckOptions) -> None:
    """Check a pack: every fault, with its place and the way out.

    Exit code 0: no errors; 1: errors, all of them shown (with --strict also for warnings); 2: wrong usage.
    """
    from santy_print import checking
    from santy_print.cache import default_folder
    from santy_print.library import check_pack
    from santy_print.palette import palette_lines
    from santy_print.workers import cores

    style = asked.style
    if asked.watching:
        if style != "human" or asked.strict or asked.origin:
            raise click.UsageError("--watch shows faults to a person: it goes without --format, --strict and --origin")
        _check_on_change(asked.pack, asked.fits)
        return
    if style == "sarif" and (asked.fits or asked.origin):
        raise click.UsageError("sarif holds faults alone: it goes without --fit and --origin")
    jobs = asked.jobs or cores()
    found = check_pack(asked.pack, asked.strict, asked.languages, asked.fits, default_folder(), jobs)
    if style == "json" and (asked.fits or asked.origin):
        _show_more_as_json(found, asked)
    else:
        show(found.report, style)
    if style in ("human", "short"):
        tables = found.tables if asked.fits else []
        more = [line for table in tables for line in ("", *table.lines())]
        more += ["", *palette_lines(found.pack.head.palette)] if tables and found.pack else []
        more += ["", *checking.origin_lines(found.pack)] if asked.origin and found.pack else []
        for line in more:
            say_fitted(line, 21)
        if style == "human":
            say(("\n" if len(found.report) or more else "") + f"{asked.pack}: {tally(found.report)}")
    sys.exit(1 if not found.report.ok or (asked.strict and not found.report.clean) else 0)


def _check_on_change(pack: str, fits: bool) -> None:
    from functools import partial
    from time import sleep

    from santy_print import checking
    from santy_print.cache import default_folder
    from santy_print.library import check_pack

    looked_at = sys.stdout is not None and sys.stdout.isatty()
    paint = painter() if looked_at and not os.environ.get("NO_COLOR") else None
    more = {"paint": paint} if paint else {}
    look = partial(check_pack, pack, fits=fits, cache=default_folder())
    checking.watch(look, partial(checking.folders_of, pack), click.echo, sleep, **more)
    sys.exit(INTERRUPTED)  # nothing else ends it


def _show_more_as_json(found: Found, asked: CheckOptions) -> None:
    import json

    from santy_print import checking
    from santy_print.palette import palette_as_json

    made: dict[str, Any] = {"faults": [item.as_json() for item in found.report.sorted()]}
    if asked.fits:
        made["fit"] = [table.as_json() for table in found.tables]
        made["palette"] = palette_as_json(found.pack.head.palette) if found.pack else []
    if asked.origin:
        made["origin"] = checking.origins_as_json(found.pack) if found.pack else []
    say_json(json.dumps(made, indent=1, ensure_ascii=False))


class _New(click.Command):
    """`new`, with an option for each size that some game's whole sets have."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's options, those of games before the seed of what they ask for."""
        found = super().get_params(ctx)
        at = [option.name for option in found].index("seed")
        return [*found[:at], *_sizes(), *found[at:]]


def _sizes() -> list[click.Option]:
    """An option for each size of a whole set, of all games that can be loaded."""
    from santy_print.cli.games import set_sizes

    def take(ctx: click.Context, option: click.Parameter, value: int | None) -> None:
        if value is not None:
            ctx.params.setdefault("sizes", {})[option.name] = value

    return [
        click.Option([f"--{name}"], type=int, metavar="N", help=says, callback=take, expose_value=False)
        for name, says in set_sizes().items()
    ]


@main.command(cls=_New)
@click.argument("folder", metavar="DIR", type=PathType(file_okay=True))
@click.option(
    "--from",
    "source",
    metavar="PACK",
    default=DEFAULT_PACK,
    show_default=True,
    help="The pack that yours begins from.",
)
@click.option("--game", metavar="GAME", help="Begin a pack of this game from nothing; `deck` is for cards of your own.")
@click.option("--pictures", type=PathType(file_okay=False), help="Of a deck: a folder of its cards as ready pictures.")
@click.option("--full", is_flag=True, help="Copy everything, all face layouts as well, instead of extending the pack.")
@click.option("--seed", type=int, metavar="N", help="Of a whole set: the same gives the same set; 1 if none is given.")
@with_options("santy_print.cli.options")
def new(asked: NewOptions) -> None:
    """Write a small pack of your own, with comments that say what can be changed.

    It extends another; with --game it begins from nothing.

    With a size that its game knows, such as --colours, it is a whole set of these sizes: cards, paints and words.
    """
    from santy_print import starter
    from santy_print.diag import listed

    notes: Sequence[str] = ()
    folder, sizes = asked.folder, asked.sizes
    if sizes:
        given = listed([f"--{name}" for name in sizes])
        if asked.full:
            raise click.UsageError(f"--full copies the pack as it is: it goes without {given}")
        made, notes = starter.new_set(folder, asked.source, sizes, 1 if asked.seed is None else asked.seed)
    elif asked.game is not None:
        if asked.full or asked.source != DEFAULT_PACK:
            raise click.UsageError("--game begins from nothing: it goes without --from and --full")
        made = _new_deck(asked) if asked.pictures else starter.new_of_game(folder, asked.game)
    elif asked.pictures is not None:
        raise click.UsageError("--pictures are of a deck: it goes with --game deck")
    elif asked.seed is not None:
        known = listed([option.opts[0] for option in _sizes()], "or")
        raise click.UsageError(f"--seed is of a whole set: it goes with {known}")
    else:
        made = starter.new_pack(folder, asked.source, asked.full)
    for note in notes:
        say(f"  {note}", err=True)
    say(f"{folder}  {len(made)} files; next: santy check {shlex.quote(str(folder))} --watch")


def _new_deck(asked: NewOptions) -> list[str]:
    """Write a deck of ready pictures, and say what is wrong with them."""
    from santy_print.diag import Report
    from santy_print.starter import new_of_pictures

    assert asked.game is not None
    assert asked.pictures is not None
    report = Report()
    made = new_of_pictures(asked.folder, asked.game, asked.pictures, report)
    show(report, err=True)
    return made


@main.command()
@click.argument("name", required=False)
@click.option(
    "--out", type=PathType(file_okay=False, writes=True), help="Write the schemas of all files into this folder."
)
@click.option("--overlay", is_flag=True, help="For the files of a pack that extends another: any part of them will do.")
@click.option("--pack", metavar="PACK", help="For the files of this pack: its own fields and names are offered.")
def schema(name: str | None, out: Path | None, overlay: bool, pack: str | None) -> None:
    """Print the JSON Schema of a kind of file (pack, cards, face, ...), for editors; without NAME, list them."""
    from santy_print.editor import as_text, json_schema, models, own_schema, write_schemas

    if name and out:
        raise click.UsageError("--out writes the schemas of all files: it goes without NAME")
    if pack and overlay:
        raise click.UsageError("--pack knows whether it extends another: it goes without --overlay")
    loaded = load(pack) if pack else None
    if out:
        for made in write_schemas(out, loaded, overlay):
            say(out / made)
    elif name:
        say_json(as_text(own_schema(name, loaded) if loaded else json_schema(name, overlay=overlay)), nl=False)
    else:
        say("\n".join(models(loaded.head.game if loaded else None)))
