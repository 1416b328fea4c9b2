"""Command `answers`: the answer sheet, on paper, on a screen, as text or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from santy_print.cli.base import PACK, check_ink, document, languages_of, load, say, say_json, with_options

if TYPE_CHECKING:
    from santy_print.games.santy_anno.options import AnswersOptions


@click.command()
@PACK
@click.option(
    "--format",
    "form",
    type=click.Choice(["pdf", "html", "text", "json"]),
    default="pdf",
    show_default=True,
    help="pdf and html are files, text and json are printed.",
)
@click.option("--seats", metavar="SHIP,SHIP,...", help="The ships around your table, clockwise.")
@click.option("--deal", type=int, metavar="SEED", help="The answers of the one game that `play --seed SEED` deals.")
@click.option(
    "--level",
    type=click.Choice(["basic", "expert", "events"]),
    help="The cards of that game; basic by default.",
)
@document
@with_options("santy_print.games.santy_anno.options")
def answers(asked: AnswersOptions) -> None:
    """For each card, from which ship to which: a sheet for the Bosun.

    PDF and HTML are written to OUT/<pack>/<language>/answers.pdf or .html, in every language of the pack unless --lang
    names some; text is printed in the pack's own language unless --lang names others.
    """
    from santy_print.games.santy_anno.answer_sheet import Sheet, as_json, find_answers, parse_seats, write_answers

    form, seats = asked.form, asked.seats
    check_ink(asked.ink, form, "pdf")
    if asked.level and asked.deal is None:
        raise click.UsageError("--level chooses the cards of a dealt game: it goes with --deal SEED")
    loaded = load(asked.pack, asked.languages)
    languages = languages_of(loaded, asked.languages)
    order = None
    if seats is not None:
        order, faults = parse_seats(seats, find_answers(loaded)["seats"])
        if faults:
            raise click.BadParameter("".join(f"\n  {fault}" for fault in faults), param_hint="'--seats'")
    found = find_answers(loaded, order, asked.deal, asked.level or "basic")
    if form == "json":
        say_json(as_json(found))
        return
    if form == "text":
        languages = languages or [loaded.head.source_language]
    spoken = languages or loaded.head.languages
    sheets = [Sheet(loaded, language, ink=asked.ink, data=found) for language in spoken]
    for made in write_answers(sheets, form, asked.out, asked.paper):
        say(made)
