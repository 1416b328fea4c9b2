"""Command `quality`: how good a game a pack makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from santy_print.choices import Whole
from santy_print.cli.base import PACK, PathType, WholeNumber, load, say, say_json

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
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
    "--games",
    type=WholeNumber(Whole(1, 100_000)),
    default=100,
    show_default=True,
    help="Deals looked at for each deck.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first deal.")
@click.option("--against", metavar="PACK", help="Hold it against another: figures side by side, and which is better.")
@click.option("--out", type=PathType(dir_okay=False), help="Write to this file instead of printing.")
def quality(pack: str, form: str, games: int, seed: int, against: str | None, out: Path | None) -> None:
    """How good a game the pack makes: different moves, who moves where, how hard rounds are, cards that move alike."""
    from santy_print.games.santy_anno import quality_report as room
    from santy_print.output import write_atomic

    made = room.measure(load(pack), games, seed)
    if against is not None:
        other = room.measure(load(against), games, seed)
        made = made | {"against": other, "compared": room.compare(made, other)}
    text = {"text": room.as_text, "html": room.as_html, "json": room.as_json}[form](made)
    if out:
        write_atomic(out, text.encode())
        say(out)
    else:
        (say_json if form == "json" else say)(text.rstrip("\n"))
