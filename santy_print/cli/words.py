"""Commands for words: rulebook, puzzles, i18n."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from santy_print.choices import (
    PUZZLE_COUNT,
    PUZZLE_FORM,
    PUZZLE_LEVEL,
    RULEBOOK_FORM,
    THICKNESS,
    Between,
)
from santy_print.cli.base import (
    FORM,
    PACK,
    Number,
    PathType,
    WholeNumber,
    Word,
    check_ink,
    coded,
    document,
    languages_of,
    load,
    main,
    say,
    say_json,
    show,
    with_options,
)

if TYPE_CHECKING:
    from pathlib import Path

    from santy_print.cli.options import ExportTextsOptions, PuzzlesOptions, RulebookOptions


@main.command()
@PACK
@click.option(
    "--format",
    "form",
    type=Word(RULEBOOK_FORM),
    default="pdf",
    show_default=True,
    help="Text is printed, the others are files.",
)
@document
@click.option(
    "--sheet",
    "thickness",
    type=Number(THICKNESS),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Thickness of the paper; with --format booklet.",
)
@with_options("santy_print.cli.options")
def rulebook(asked: RulebookOptions) -> None:
    """The rules, with worked examples computed from the pack's own pieces.

    PDF, booklet and HTML are written to OUT/<pack>/<language>/, in every language of the pack unless --lang names some;
    text is printed in the pack's own language unless --lang names others. `--lang fr+pl` sets two languages side
    by side.
    A booklet is printed on both sides, turned over the short edge, folded and stapled.
    """
    from santy_print.documents.rulebook import OnPaper
    from santy_print.library import write_rulebook

    form = asked.form
    check_ink(asked.ink, form, "pdf", "booklet")
    loaded = load(asked.pack, asked.languages)
    wanted = languages_of(loaded, asked.languages)
    if form == "text":
        wanted = wanted or [loaded.head.source_language]
    done = write_rulebook(loaded, form, asked.out, wanted, OnPaper(asked.paper, asked.thickness, asked.ink))
    for made in done.made:
        say(made)
    show(done.report, err=True)


@main.command()
@PACK
@click.option(
    "--format", "form", type=Word(PUZZLE_FORM), default="pdf", show_default=True, help="A booklet is imposed to fold."
)
@click.option("--count", type=WholeNumber(PUZZLE_COUNT), default=40, show_default=True, help="How many puzzles.")
@click.option(
    "--from", "least", type=Word(PUZZLE_LEVEL), default="easy", show_default=True, help="The level of the easiest ones."
)
@click.option(
    "--to", "most", type=Word(PUZZLE_LEVEL), default="hard", show_default=True, help="The level of the hardest ones."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another book.")
@document
@with_options("santy_print.cli.options")
def puzzles(asked: PuzzlesOptions) -> None:
    """A printed book of puzzles for one: rows of the pack's own cards, questions, solutions at the end.

    Each puzzle has one answer. The book is written to OUT/<pack>/<language>/puzzles.pdf, in every language of the pack
    unless --lang names some; every question is read back out of it and solved once more before it is.
    """
    from santy_print.library import write_puzzle_books
    from santy_print.puzzles import Wanted

    wanted = Wanted(asked.count, asked.least, asked.most, asked.seed, asked.paper, asked.ink, asked.form)
    loaded = load(asked.pack, asked.languages)
    for made in write_puzzle_books(loaded, wanted, asked.out, languages_of(loaded, asked.languages)):
        say(made)


@main.group()
def i18n() -> None:
    """Work on the languages of a pack: what is missing, texts out to a translator and back, one language more."""


CODES = click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="L",
    callback=coded,
    help="Language; repeat for more. All but the source where none is given.",
)


@i18n.command("status")
@PACK
@CODES
@FORM
@click.option(
    "--fail-under",
    type=Number(Between(0, 100)),
    metavar="PERCENT",
    help="Exit code 1 where less of a language is translated and up to date.",
)
@click.option(
    "--accept",
    "patterns",
    multiple=True,
    metavar="KEY",
    help="Note of these texts (`card.*`) that they say what the source says now.",
)
def i18n_status(
    pack: str, languages: tuple[str, ...], form: str, fail_under: float | None, patterns: tuple[str, ...]
) -> None:
    """What is missing, stale, too long, or cannot be drawn, in each language of a pack."""
    from santy_print import i18n as room
    from santy_print.cache import default_folder
    from santy_print.diag import Report

    loaded, report = room.open_pack(pack, changing=bool(patterns)), Report()
    for code in room.codes(loaded, languages) if patterns else ():
        say(f"{code}: {room.accept(loaded, code, patterns, report)} noted as up to date", err=True)
    found = room.status(room.open_pack(pack) if patterns else loaded, languages, report, default_folder())
    show(report, err=True)
    (say_json if form == "json" else say)(room.as_json(loaded, found) if form == "json" else room.as_text(found))
    sys.exit(1 if fail_under is not None and any(one.percent < fail_under for one in found) else 0)


@i18n.command("export")
@PACK
@CODES
@click.option(
    "--format",
    "form",
    type=click.Choice(["po", "csv", "pot"]),
    default="po",
    show_default=True,
    help="For a translation program, for a spreadsheet; or the template of all languages.",
)
@click.option("--from", "shown", metavar="L", help="Language to translate from; the pack's own where none is given.")
@click.option("--pictures", is_flag=True, help="A picture of each text on its face, in the source and translated.")
@click.option(
    "--out", type=PathType(file_okay=False, writes=True), default=".", show_default=True, help="Folder for the files."
)
@with_options("santy_print.cli.options")
def i18n_export(asked: ExportTextsOptions) -> None:
    """Write the texts of a pack for a translator: OUT/<pack>-<language>.po or .csv, or OUT/<pack>.pot.

    The pictures lie in OUT/<pack>-<language>/, called by their keys, and OUT/<pack>-<language>.html shows them all.
    """
    from santy_print import i18n as room
    from santy_print.diag import Report
    from santy_print.output import staged

    if asked.form == "pot" and (asked.languages or asked.pictures):
        raise click.UsageError("a template is of no language: --lang and --pictures go with --format po and csv")
    loaded, report = room.open_pack(asked.pack), Report()
    with staged(asked.out) as stage:
        for name, text in room.export_all(loaded, asked.languages, asked.form, report, asked.shown).items():
            stage.write(name, text)
        for code in room.codes(loaded, asked.languages) if asked.pictures else ():
            for name, data in room.pictures(loaded, code, report):
                stage.write(name, data)
    show(report, err=True)
    say("\n".join(str(asked.out / name) for name in stage.names if not name.endswith(".png")))


@i18n.command("import")
@click.argument("file", type=PathType(exists=True, dir_okay=False))
@click.argument("pack")
@click.option("--lang", "language", metavar="L", help="Language; a PO says its own.")
@click.option("--keep-going", is_flag=True, help="Take what is right, and tell what is not; then the exit code is 1.")
def i18n_import(file: Path, pack: str, language: str | None, keep_going: bool) -> None:
    """Bring a translator's PO or CSV FILE into a pack: all of it, or where it has faults nothing.

    Comments, order and quotes of the language's file stay as they are.
    """
    from santy_print import i18n as room
    from santy_print.diag import Report

    report = Report()
    done = room.bring_in(room.open_pack(pack, changing=True), file, language, report, keep_going)
    show(report, err=True)
    words = f"{done.words} words changed, " if done.words else ""
    unsure = f"{done.unsure} to be looked at again, " if done.unsure else ""
    others = f"{done.accepted} noted as up to date, {unsure}{done.left} missing"
    say(f"{done.language}: {done.texts} texts changed, {words}{others}")
    if done.whole:
        say("  nothing is missing: it is no draft any more", err=True)
    sys.exit(0 if report.ok else 1)


@i18n.command("add")
@click.argument("language")
@click.argument("pack")
@click.option("--from", "shown", metavar="L", help="Language to translate from; the pack's own where none is given.")
def i18n_add(language: str, pack: str, shown: str | None) -> None:
    """Begin a LANGUAGE: a file with everything to translate, and its code in the pack's list."""
    from santy_print import i18n as room

    made = room.add(room.open_pack(pack, changing=True), language, shown)
    say(f"{made.path}  {made.texts} texts and {made.words} words to translate")
    if not made.known:
        say("  its quotes, ordinals and genders are not known here: write them into `typography:`,", err=True)
        say("  `ordinals:` and `lexicon:` of its file, as docs/translate.md says", err=True)
