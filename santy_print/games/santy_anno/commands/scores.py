"""Command `scores`: a page to write a game upon, blank or filled from its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from santy_print import DEFAULT_PACK
from santy_print.cli.base import PACK, PathType, document, languages_of, load, say, with_options

if TYPE_CHECKING:
    from santy_print.games.santy_anno.options import ScoresOptions
    from santy_print.games.santy_anno.scores import ScoreSheet


@click.command()
@PACK
@click.option("--record", type=PathType(exists=True, dir_okay=False), metavar="FILE", help="Fill it from this record.")
@document
@with_options("santy_print.games.santy_anno.options")
def scores(asked: ScoresOptions) -> None:
    """A score sheet: seats, cards, arrivals and ducats of a game on one page, to write upon or filled from a record.

    It is written to OUT/<pack>/<language>/scores.pdf, in every language of the pack unless --lang names some.
    """
    from santy_print import library
    from santy_print.games.santy_anno.scores import write_scores
    from santy_print.games.santy_anno.state import SantyState

    name, end = asked.pack, None
    if asked.record is not None:
        done = library.replay_record(asked.record, None if asked.pack == DEFAULT_PACK else asked.pack)
        name, end = done.pack.id if asked.pack == DEFAULT_PACK else asked.pack, done.end
    loaded = load(name, asked.languages)
    sheet: type[ScoreSheet] = loaded.tool("score_sheet")()
    game = end if isinstance(end, SantyState) else None
    spoken = languages_of(loaded, asked.languages) or loaded.head.languages
    sheets = [sheet(loaded, language, ink=asked.ink, game=game) for language in spoken]
    for made in write_scores(sheets, asked.out, asked.paper):
        say(made)
