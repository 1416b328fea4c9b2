"""Command line: options in, calls to the house out. No rule and no geometry lives here; imports stand inside commands."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import click

from santy_print import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from santy_print.build import Options
    from santy_print.checking import Found
    from santy_print.diag import Paint, Report
    from santy_print.pack import Pack
    from santy_print.printer import Printer

class _PathType(click.Path):
    """A file or folder, given as a Path; pathlib is imported where one is given, so that `--help` stays quick."""

    def coerce_path_result(self, value: str | os.PathLike[str]) -> Any:
        from pathlib import Path

        return Path(value)


PACK = click.argument("pack", default="santy_anno")


class _Group(click.Group):
    """Turns the house's own faults into messages; a traceback is never the answer to bad input."""

    def invoke(self, ctx: click.Context) -> Any:
        import signal

        with suppress(ValueError):  # only the main thread may; what is half written is to be cleared away
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as fault:
            from santy_print.diag import PackError

            if isinstance(fault, PackError):
                _show(fault.report, err=True)
                ctx.exit(1)
            if isinstance(fault, OSError):
                from santy_print.output import explain

                click.echo(f"error: {explain(fault)}", err=True)
                ctx.exit(1)
            raise


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="santy")
def main() -> None:
    """Print-and-play sets from YAML: check, build, explain and play them."""


_COLOURS: dict[str, dict[str, Any]] = {
    "place": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "mark": {"fg": "red"},
    "gutter": {"fg": "blue"},
    "hint": {"fg": "green"},
}


def _paint() -> Paint:
    """How faults are coloured for a person."""
    return lambda text, role: click.style(text, **_COLOURS[role])


def _show(report: Report, style: Literal["human", "short", "json", "sarif"] = "human", err: bool = False) -> None:
    """Print a report; in colours where a person looks on."""
    from santy_print.diag import as_sarif, no_paint, render

    if style == "sarif":
        click.echo(as_sarif(report.sorted(), __version__))
        return
    stream = sys.stderr if err else sys.stdout
    coloured = style != "json" and stream.isatty() and not os.environ.get("NO_COLOR")
    shown = render(report.sorted(), style, _paint() if coloured else no_paint)
    if shown:
        click.echo(shown, err=err)


def _load(pack: str, languages: tuple[str, ...] = ()) -> Pack:
    """A pack without errors, or the way out through its report; warnings go to stderr.

    Where they are among the languages asked for, the pack speaks the made-up language, and two at once, as well.
    """
    from santy_print.pack import load_pack

    loaded = load_pack(pack).checked()
    _show(loaded.report, err=True)
    if PSEUDO[1] in languages:
        from santy_print.i18n import with_pseudo

        with_pseudo(loaded)
    if any("+" in code for code in languages):
        from santy_print.text import with_pairs

        with_pairs(loaded, languages)
    return loaded


PSEUDO = ("pseudo", "qps")
"""The language made from the source on the fly: how it is asked for, and its code."""


def _coded(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """Languages by their codes."""
    if isinstance(value, tuple):
        return tuple(_coded(ctx, option, code) for code in value)
    return PSEUDO[1] if value == PSEUDO[0] else value


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
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--fit", "fits", is_flag=True, help="Lay out all faces in all languages: the tightest boxes, the faintest texts.")
@click.option("--lang", "languages", multiple=True, metavar="L", callback=_coded, help="Lay out all faces in this language; repeat for more.")
@click.option("--origin", is_flag=True, help="Say which file each value came from.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file changes; say what is new and what is mended.")
def check(pack: str, style: Literal["human", "short", "json", "sarif"], strict: bool, watching: bool, **also: Any) -> None:
    """Check a pack: every fault, with its place and the way out.

    Exit code 0: no errors; 1: errors, all of them shown (with --strict also for warnings); 2: wrong usage.
    """
    from santy_print import checking

    if watching:
        if style != "human" or strict or also["origin"]:
            raise click.UsageError("--watch shows faults to a person: it goes without --format, --strict and --origin")
        _check_on_change(pack, also["fits"])
        return
    if style == "sarif" and (also["fits"] or also["origin"]):
        raise click.UsageError("sarif holds faults alone: it goes without --fit and --origin")
    found = checking.check(pack, also["fits"], also["languages"])
    if style == "json" and (also["fits"] or also["origin"]):
        _show_more_as_json(found, also)
    else:
        _show(found.report, style)
    if style in ("human", "short"):
        more = [line for table in found.tables for line in ("", *table.lines())]
        more += ["", *checking.origin_lines(found.pack)] if also["origin"] and found.pack else []
        for line in more:
            click.echo(line)
        if style == "human":
            click.echo(("\n" if len(found.report) or more else "") + f"{pack}: {_tally(found.report)}")
    sys.exit(1 if not found.report.ok or (strict and len(found.report)) else 0)


def _check_on_change(pack: str, fits: bool) -> None:
    from functools import partial
    from time import sleep

    from santy_print import checking

    paint = _paint() if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else None
    more = {"paint": paint} if paint else {}
    checking.watch(partial(checking.check, pack, fits), partial(checking.folders_of, pack), click.echo, sleep, **more)


def _show_more_as_json(found: Found, also: dict[str, bool]) -> None:
    import json

    from santy_print import checking

    made: dict[str, Any] = {"faults": [item.as_json() for item in found.report.sorted()]}
    if also["fits"]:
        made["fit"] = [table.as_json() for table in found.tables]
    if also["origin"]:
        made["origin"] = checking.origins_as_json(found.pack) if found.pack else []
    click.echo(json.dumps(made, indent=1, ensure_ascii=False))


def _tally(report: Report) -> str:
    """How many errors and warnings; where they are many, of which kinds."""
    errors = len(report.errors)
    warnings = len(report) - errors
    text = f"{errors} error{'' if errors == 1 else 's'}, {warnings} warning{'' if warnings == 1 else 's'}"
    kinds = Counter(item.code for item in report)
    if len(report) > 10:
        text += "\n" + "\n".join(f"{count:6} {code}" for code, count in kinds.most_common())
    return text


class _Paper(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A paper by name, or its width and height in millimetres."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Width and height in mm; wrong usage where it is no paper a sheet can be laid out on."""
        from santy_print.sheets import parse_paper

        try:
            return value if isinstance(value, tuple) else parse_paper(value)
        except ValueError as fault:
            self.fail(str(fault), param, ctx)


PAPER = click.option(
    "--paper",
    type=_Paper(),
    default="a4",
    show_default=True,
    metavar="a4|letter|a3|tabloid|WxH",
    help="Paper; WxH in mm.",
)
LANGUAGES = click.option("--lang", "languages", multiple=True, metavar="L", callback=_coded, help="Language; repeat for more. All where none is given.")
OUT = click.option("--out", type=_PathType(file_okay=False), default="output", show_default=True, help="Folder for the files.")


@main.command()
@PACK
@OUT
@LANGUAGES
@click.option("--only", "parts", multiple=True, metavar="PART", help="Only this part (cards, ships, ...); repeat for more.")
@PAPER
@click.option("--duplex", type=click.Choice(["long", "short", "separate", "gutterfold", "none"]), default="long", show_default=True, help="Edge the sheets are turned over.")
@click.option("--bleed", type=click.FloatRange(0, 5), default=0.0, show_default=True, metavar="MM", help="Picture beyond each cut.")
@click.option("--ink", type=click.Choice(["full", "low", "grey"]), default="low", show_default=True, help="With the paper's tone, without, or grey.")
@click.option("--printer", metavar="NAME", help="Make up for a printer that `santy proof --save-printer` knows.")
@click.option("--stamp/--no-stamp", default=False, show_default=True, help="Pack and version on each front, small.")
@click.option("--cards", metavar="ID,...", help="Only these pieces (`coco,helm-*`), into <part>-reprint.pdf.")
@click.option(
    "--since",
    type=_PathType(exists=True, dir_okay=False),
    metavar="MANIFEST",
    help="Only pieces that changed since that manifest was written, into <part>-reprint.pdf.",
)
@click.option("--profile", metavar="NAME", help="Files for a service, a game table or a cutter; `list` names them all.")
@click.option(
    "--dpi",
    type=click.Choice(["300", "600"]),
    default="300",
    show_default=True,
    help="Of pictures; with --profile png.",
)
@click.option(
    "--stock",
    type=click.FloatRange(0.1, 2.0),
    default=0.3,
    show_default=True,
    metavar="MM",
    help="Thickness of a card; with --profile tuckbox.",
)
@click.option("--sleeved", is_flag=True, help="The cards are in sleeves; with --profile tuckbox.")
def build(pack: str, out: Path, languages: tuple[str, ...], parts: tuple[str, ...], **how: Any) -> None:
    """Build the printable set into OUT/<pack>/<language>/; with --profile, files for others than your printer.

    --cards and --since print some pieces again on as few sheets as possible; keep a copy of the manifest.json of what
    you printed.
    """
    from santy_print import rulebook
    from santy_print.answers import documents
    from santy_print.build import Options, build
    from santy_print.sheets import Setup

    loaded = _load(pack, languages)
    setup = Setup(how["paper"], how["duplex"], how["bleed"])
    options = Options(languages, parts, setup, how["ink"], _printer(how["printer"]), how["stamp"])
    if how["profile"] or how["cards"] is not None or how["since"]:
        _build_some(loaded, out, options, how)
        return
    if how["dpi"] != "300" or how["stock"] != 0.3 or how["sleeved"]:
        raise click.UsageError("--dpi, --stock and --sleeved go with --profile")
    more = {**rulebook.documents(loaded), **documents(loaded)}
    made = build(loaded, out, options, more, lambda name: click.echo(f"  {name}", err=True))
    for item in made:
        click.echo(f"{out / loaded.id / item.name}  {item.pages} page{'' if item.pages == 1 else 's'}")


def _build_some(loaded: Pack, out: Path, options: Options, how: dict[str, Any]) -> None:
    """An export, a reprint, or an export of some pieces."""
    from santy_print.diag import Report
    from santy_print.exports import PROFILES, export
    from santy_print.exports.job import Wishes
    from santy_print.reprint import reprint, wanted

    def progress(name: str) -> None:
        click.echo(f"  {name}", err=True)

    asked = wanted(how["cards"], how["since"], loaded)
    if how["profile"] == "list":
        click.echo("\n".join(f"{profile.name:20}{profile.says}" for profile in PROFILES.values()))
    elif how["profile"]:
        wishes, report = Wishes(int(how["dpi"]), how["stock"], how["sleeved"]), Report()
        for made in export(loaded, out, options, how["profile"], wishes, (report, progress, asked)):
            for note in made.notes:
                click.echo(f"  {note}", err=True)
            click.echo(f"{made.folder}  {len(made.files)} files")
        if len(report):
            click.echo(err=True)
        _show(report, err=True)
    else:
        for item in reprint(loaded, out, options, asked, progress):
            click.echo(f"{out / loaded.id / item.name}  {item.pages} page{'' if item.pages == 1 else 's'}")
    if how["since"] and not asked.picked:
        click.echo(f"nothing changed since {how['since']}: there is nothing to print again")


@main.command()
@PACK
@click.option("--out", type=_PathType(dir_okay=False), default="output/preview.png", show_default=True, help="The picture.")
@click.option("--lang", "language", default=None, callback=_coded, help="Language; the pack's first where none is given.")
@click.option("--face", "patterns", multiple=True, metavar="PATTERN", help="Only faces like `card-helm:*` or `ship:viper`.")
@click.option("--dpi", type=click.IntRange(20, 600), default=100, show_default=True)
@click.option("--columns", type=click.IntRange(1, 40), default=9, show_default=True)
@click.option("--ink", type=click.Choice(["full", "low", "grey"]), default="low", show_default=True)
def preview(pack: str, out: Path, language: str | None, patterns: tuple[str, ...], **how: Any) -> None:
    """Show faces side by side in one picture."""
    from santy_print.build import Options, choose
    from santy_print.diag import PackError
    from santy_print.faces import Faces
    from santy_print.output import write_atomic
    from santy_print.raster import all_frames, contact_sheet, png

    loaded = _load(pack, (language,) if language else ())
    languages, _ = choose(loaded, Options((language,) if language else ()), ())
    faces = Faces(loaded, loaded.locales[languages[0]], how["ink"])
    frames = all_frames(faces, patterns)
    if not faces.report.ok:
        raise PackError(faces.report)
    if not frames:
        raise click.UsageError("no face is called like that; `santy preview` without --face shows all")
    _show(faces.report, err=True)
    write_atomic(out, png(contact_sheet(frames, how["dpi"], how["columns"])))
    click.echo(f"{out}  {len(frames)} faces")


@main.command()
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
@click.option("--level", type=click.Choice(["basic", "expert", "events"]), help="The cards of that game; basic by default.")
@LANGUAGES
@OUT
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the paper.")
def answers(pack: str, form: str, seats: str | None, deal: int | None, level: str | None, **how: Any) -> None:
    """For each card, from which ship to which: a sheet for the Bosun.

    PDF and HTML are written to OUT/<pack>/<language>/answers.pdf or .html, in every language of the pack unless --lang
    names some; text is printed in the pack's own language unless --lang names others.
    """
    from santy_print.answers import as_json, find_answers, parse_seats, write_answers

    if level and deal is None:
        raise click.UsageError("--level chooses the cards of a dealt game: it goes with --deal SEED")
    loaded = _load(pack, how["languages"])
    languages = _languages(loaded, how["languages"])
    order = None
    if seats is not None:
        order, faults = parse_seats(seats, find_answers(loaded)["seats"])
        if faults:
            raise click.BadParameter("".join(f"\n  {fault}" for fault in faults), param_hint="'--seats'")
    found = find_answers(loaded, order, deal, level or "basic")
    if form == "json":
        click.echo(as_json(found))
        return
    if form == "text":
        languages = languages or [loaded.head.source_language]
    for made in write_answers(loaded, found, form, languages, how["out"], how["paper"]):
        click.echo(made)


@main.command()
@PACK
@click.option(
    "--format",
    "form",
    type=click.Choice(["pdf", "booklet", "html", "text"]),
    default="pdf",
    show_default=True,
    help="Text is printed, the others are files.",
)
@LANGUAGES
@OUT
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the paper.")
@click.option(
    "--sheet",
    "thickness",
    type=click.FloatRange(0, 1),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Thickness of the paper; with --format booklet.",
)
def rulebook(pack: str, form: str, languages: tuple[str, ...], out: Path, paper: str, thickness: float) -> None:
    """The rules, with worked examples computed from the pack's own ships and cards.

    PDF, booklet and HTML are written to OUT/<pack>/<language>/, in every language of the pack unless --lang names some;
    text is printed in the pack's own language unless --lang names others. `--lang fr+pl` sets two languages side by side.
    A booklet is printed on both sides, turned over the short edge, folded and stapled.
    """
    from santy_print.diag import Report
    from santy_print.rulebook import write_rulebooks

    loaded = _load(pack, languages)
    wanted = _languages(loaded, languages)
    if form == "text":
        wanted = wanted or [loaded.head.source_language]
    report = Report()
    for made in write_rulebooks(loaded, form, wanted, out, report, (paper, thickness)):
        click.echo(made)
    _show(report, err=True)


def _languages(loaded: Pack, wanted: tuple[str, ...]) -> list[str]:
    """The languages asked for, each once; wrong usage where one is not the pack's."""
    from santy_print.diag import did_you_mean

    known = loaded.head.languages
    unknown = [code for code in dict.fromkeys(wanted) if code not in known]
    if unknown:
        words = "; ".join(f"the pack has no language `{code}`; {did_you_mean(code, known)}" for code in unknown)
        raise click.BadParameter(words, param_hint="'--lang'")
    return list(dict.fromkeys(wanted))


class _Keyboard:
    """A person at the keyboard; the one place where a clock is read."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ask(self, prompt: str) -> str:
        """A line typed in; Leave at the end of the input or on Ctrl-C."""
        from santy_print.play import Leave

        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def clock(self) -> float:
        """Seconds, from any beginning."""
        from time import monotonic

        return monotonic()


@main.command()
@PACK
@click.option("--players", type=int, metavar="N", help="How many pirates; 4 where the pack allows it.")
@click.option("--level", metavar="LEVEL", help="basic, expert, or events (expert with event cards); basic by default.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number, another game.")
@click.option("--human", metavar="NAME", help="Play a seat yourself, against the clock.")
@click.option("--every-card", is_flag=True, help="Play until every card was dealt; compare each move with a second reading.")
@click.option("--record", type=_PathType(dir_okay=False), help="Write the game down; `replay` verifies it.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def play(pack: str, human: str | None, every_card: bool, record: Path | None, **how: Any) -> None:
    """Play a whole game at a table of text: watch the bots, or take a seat."""
    from santy_print import play as room

    if every_card and (human is not None or record is not None):
        raise click.UsageError("--every-card plays by itself and many games: it goes without --human and --record")
    if human is not None and not (human.strip().isprintable() and 0 < len(human.strip()) <= 30):
        raise click.BadParameter("a name has 1 to 30 letters", param_hint="'--human'")
    loaded = _load(pack)
    options = room.Options(**how, record=record)
    try:
        if every_card:
            sys.exit(0 if room.every_card(loaded, options, click.echo) else 1)
        done = room.play(loaded, options, click.echo, _Keyboard(human.strip()) if human is not None else None)
        if done and record is not None:
            click.echo(f"\n{room.locale_of(loaded, options.language).plain('play.recorded', file=str(record))}")
    except room.WrongOption as fault:
        raise click.UsageError(str(fault)) from None


@main.command()
@click.argument("file", type=_PathType(exists=True, dir_okay=False))
@click.option("--pack", "pack", metavar="PACK", help="The record's pack, where it is not a bundled one.")
@click.option("--lang", "language", metavar="L", help="Language; the pack's own where none is given.")
def replay(file: Path, pack: str | None, language: str | None) -> None:
    """Play a record again, move by move; refuse one that was changed, cut short or is of another set."""
    from santy_print import play as room

    loaded, _, lines = room.verify(file, _load, pack)
    try:
        click.echo(room.locale_of(loaded, language).plain("play.replay.holds", file=str(file), n=lines))
    except room.WrongOption as fault:
        raise click.UsageError(str(fault)) from None


@main.group()
def i18n() -> None:
    """Work on the languages of a pack: what is missing, texts out to a translator and back, one language more."""


CODES = click.option("--lang", "languages", multiple=True, metavar="L", help="Language; repeat for more. All but the source where none is given.")


@i18n.command("status")
@PACK
@CODES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="For people, or for programs.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit code 1 where less of a language is translated and up to date.")
@click.option("--accept", "patterns", multiple=True, metavar="KEY", help="Note of these texts (`card.*`) that they say what the source says now.")
def i18n_status(pack: str, languages: tuple[str, ...], form: str, fail_under: float | None, patterns: tuple[str, ...]) -> None:
    """What is missing, stale, too long, or cannot be drawn, in each language of a pack."""
    from santy_print import i18n as room
    from santy_print.diag import Report

    loaded, report = room.open_pack(pack, changing=bool(patterns)), Report()
    for code in room.codes(loaded, languages) if patterns else ():
        click.echo(f"{code}: {room.accept(loaded, code, patterns, report)} noted as up to date", err=True)
    found = room.status(room.open_pack(pack) if patterns else loaded, languages, report)
    _show(report, err=True)
    click.echo(room.as_json(loaded, found) if form == "json" else room.as_text(found))
    sys.exit(1 if fail_under is not None and any(one.percent < fail_under for one in found) else 0)


@i18n.command("export")
@PACK
@CODES
@click.option("--format", "form", type=click.Choice(["po", "csv"]), default="po", show_default=True, help="For a translation program, or for a spreadsheet.")
@click.option("--out", type=_PathType(file_okay=False), default=".", show_default=True, help="Folder for the files.")
def i18n_export(pack: str, languages: tuple[str, ...], form: Literal["po", "csv"], out: Path) -> None:
    """Write the texts of a pack for a translator: OUT/<pack>-<language>.po or .csv."""
    from santy_print import i18n as room
    from santy_print.diag import Report
    from santy_print.output import staged

    loaded, report = room.open_pack(pack), Report()
    with staged(out) as stage:
        for name, text in room.export_all(loaded, languages, form, report).items():
            stage.write(name, text)
    _show(report, err=True)
    click.echo("\n".join(str(out / name) for name in stage.names))


@i18n.command("import")
@click.argument("file", type=_PathType(exists=True, dir_okay=False))
@click.argument("pack")
@click.option("--lang", "language", metavar="L", help="Language; a PO says its own.")
def i18n_import(file: Path, pack: str, language: str | None) -> None:
    """Bring a translator's PO or CSV FILE into a pack: all of it, or where it has faults nothing.

    Comments, order and quotes of the language's file stay as they are.
    """
    from santy_print import i18n as room
    from santy_print.diag import Report

    report = Report()
    done = room.bring_in(room.open_pack(pack, changing=True), file, language, report)
    _show(report, err=True)
    click.echo(f"{done.language}: {done.texts} texts changed, {done.noted} noted as up to date, {done.left} missing")


@i18n.command("add")
@click.argument("language")
@click.argument("pack")
@click.option("--from", "shown", metavar="L", help="Language to translate from; the pack's own where none is given.")
def i18n_add(language: str, pack: str, shown: str | None) -> None:
    """Begin a LANGUAGE: a file with everything to translate, and its code in the pack's list."""
    from santy_print import i18n as room

    made = room.add(room.open_pack(pack, changing=True), language, shown)
    click.echo(f"{made.path}  {made.texts} texts and {made.words} words to translate")
    if made.from_right:
        click.echo("  written from right to left: its rulebook can be set, cards and tiles cannot", err=True)


@main.command()
@PACK
@click.option("--format", "form", type=click.Choice(["text", "html", "json"]), default="text", show_default=True, help="html has pictures.")
@click.option("--games", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Deals looked at for each deck.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first deal.")
@click.option("--out", type=_PathType(dir_okay=False), help="Write to this file instead of printing.")
def quality(pack: str, form: str, games: int, seed: int, out: Path | None) -> None:
    """How good a game the pack makes: different moves, who moves where, how hard rounds are, cards that move alike."""
    from santy_print import quality as room
    from santy_print.output import write_atomic

    made = room.measure(_load(pack), games, seed)
    text = {"text": room.as_text, "html": room.as_html, "json": room.as_json}[form](made)
    if out:
        write_atomic(out, text.encode())
        click.echo(out)
    else:
        click.echo(text.rstrip("\n"))


@main.command()
@click.argument("folder", metavar="DIR", type=_PathType(file_okay=True))
@click.option("--from", "source", metavar="PACK", default="santy_anno", show_default=True, help="The pack that yours begins from.")
@click.option("--full", is_flag=True, help="Copy everything, all face layouts as well, instead of extending the pack.")
def new(folder: Path, source: str, full: bool) -> None:
    """Write a small pack of your own that extends another, with comments that say what can be changed."""
    from santy_print.starter import new_pack

    made = new_pack(folder, source, full)
    click.echo(f"{folder}  {len(made)} files; next: santy check {folder} --watch")


@main.command()
@click.argument("name", required=False)
@click.option("--out", type=_PathType(file_okay=False), help="Write the schemas of all files into this folder.")
@click.option("--overlay", is_flag=True, help="For the files of a pack that extends another: any part of them will do.")
def schema(name: str | None, out: Path | None, overlay: bool) -> None:
    """Print the JSON Schema of a kind of file (pack, ships, cards, face, ...), for editors; without NAME, list them."""
    from santy_print.editor import as_text, json_schema, models, write_schemas

    if name and out:
        raise click.UsageError("--out writes the schemas of all files: it goes without NAME")
    if out:
        for made in write_schemas(out, overlay=overlay):
            click.echo(out / made)
    elif name:
        click.echo(as_text(json_schema(name, overlay=overlay)), nl=False)
    else:
        click.echo("\n".join(models()))


def _config() -> Path:
    """The user's own folder for settings."""
    from pathlib import Path

    return Path(click.get_app_dir("santy_print"))


def _printer(name: str | None) -> Printer | None:
    """A saved printer; None where none was asked for."""
    from santy_print.printer import find_printer

    return find_printer(_config(), name) if name is not None else None


@main.command()
@click.argument("file", required=False, type=_PathType(exists=True, dir_okay=False))
@click.option(
    "--pack", metavar="PACK", help="The pack the file was built from, where it is not a bundled one."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["human", "json"]),
    default="human",
    show_default=True,
    help="How it is told.",
)
@click.option("--calibrate", is_flag=True, help="Make the sheet on which a printer's faults can be read.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Its paper."
)
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge it is turned over.",
)
@click.option("--lang", "language", metavar="L", help="Its language; the pack's own where none is given.")
@click.option(
    "--out",
    type=_PathType(dir_okay=False),
    default="output/calibration.pdf",
    show_default=True,
    help="Where it goes.",
)
@click.option("--printer", metavar="NAME", help="Make it up for a saved printer: then all readings are 0.")
@click.option("--save-printer", metavar="NAME", help="Keep what was read under a name.")
@click.option(
    "--shift-x", type=float, metavar="MM", help="Backs lie so far right of their fronts, seen from the front."
)
@click.option("--shift-y", type=float, metavar="MM", help="Backs lie so far below their fronts.")
@click.option("--angle", type=float, metavar="DEG", help="Backs are turned clockwise by so much.")
@click.option("--scale", type=float, metavar="PERCENT", help="100 mm across come out so long.")
@click.option("--scale-y", type=float, metavar="PERCENT", help="100 mm down, where they differ.")
@click.option("--list-printers", is_flag=True, help="Show what is saved.")
@click.option("--forget-printer", metavar="NAME", help="Forget a saved printer.")
def proof(file: Path | None, form: str, **how: Any) -> None:
    """Open a built PDF again and measure whether it will print, cut and fit as it should.

    Exit code 0: nothing is wrong (warnings do not count); 1: something is, and it is told; 2: wrong usage.

    Or measure your printer: print the sheet that --calibrate makes, read it, keep the values with --save-printer, and
    build with --printer.
    """
    values = {name: how.pop(name) for name in ("shift_x", "shift_y", "angle", "scale", "scale_y")}
    jobs = [file is not None, how["calibrate"], how["save_printer"] is not None, how["list_printers"]]
    if sum(jobs) + (how["forget_printer"] is not None) != 1:
        raise click.UsageError(
            "give one of FILE, --calibrate, --save-printer, --list-printers, --forget-printer"
        )
    if how["save_printer"] is None and any(value is not None for value in values.values()):
        raise click.UsageError("--shift-x, --shift-y, --angle, --scale and --scale-y go with --save-printer")
    if file is not None:
        _proof_file(file, how["pack"], form)
    elif how["calibrate"]:
        _calibrate(how)
    else:
        _printers(how, values)


def _proof_file(file: Path, pack: str | None, form: str) -> None:
    """Measure a file and say what was found."""
    from santy_print.proof import Proofer

    done = Proofer(_load(pack) if pack is not None else None).proof(file)
    if form == "json":
        click.echo(done.as_json())
    else:
        click.echo("\n".join(done.lines()))
        if len(done.report):
            click.echo()
            _show(done.report)
        click.echo(f"\n{file}: {_tally(done.report)}")
    sys.exit(0 if done.ok else 1)


def _calibrate(how: dict[str, Any]) -> None:
    """Make the calibration sheet."""
    from santy_print.output import write_atomic
    from santy_print.proof.calibration import calibration
    from santy_print.sheets import PAPERS

    loaded = _load(how["pack"] or "santy_anno")
    language = (
        _languages(loaded, (how["language"],) if how["language"] else ()) or [loaded.head.source_language]
    )[0]
    data = calibration(loaded, language, PAPERS[how["paper"]], how["duplex"], _printer(how["printer"]))
    write_atomic(how["out"], data)
    click.echo(f"{how['out']}  2 pages, to be printed on both sides of one sheet")


def _printers(how: dict[str, Any], values: dict[str, float | None]) -> None:
    """Save, show or forget printers."""
    from santy_print.printer import Printer, forget_printer, read_printers, save_printer

    if how["save_printer"] is not None:
        scale = values["scale"] if values["scale"] is not None else 100.0
        scales = scale, values["scale_y"] if values["scale_y"] is not None else scale
        made = Printer(values["shift_x"] or 0.0, values["shift_y"] or 0.0, values["angle"] or 0.0, *scales)
        click.echo(f"{save_printer(_config(), how['save_printer'], made)}  {how['save_printer']}")
    elif how["forget_printer"] is not None:
        click.echo(f"{forget_printer(_config(), how['forget_printer'])}  without {how['forget_printer']}")
    else:
        for name, one in read_printers(_config()).items():
            shifts = f"{one.shift_x:+g} mm right, {one.shift_y:+g} mm down, {one.angle:+g}° clockwise"
            click.echo(f"{name}: backs {shifts}; {one.scale_x:g}% across, {one.scale_y:g}% down")


@main.group()
def ships() -> None:
    """Find sets of ships: list them, fill in blanks, mend what is wrong, explain what is there."""


SEARCH = click.option("--time-limit", type=click.FloatRange(0), default=60.0, show_default=True, metavar="SECONDS", help="Give up after so long.")
FORM = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="For people, or for programs.")


def _time_for(seconds: float) -> Any:
    """A search's time, and its way to say how far it is."""
    from time import monotonic

    from santy_print.packs.santy_anno.solver.problem import Watch

    return Watch.until(seconds, monotonic, lambda text: click.echo(f"  {text}", err=True))


def _draft(pack: str) -> Any:
    """The ships of a pack that may have errors."""
    from santy_print.pack import load_pack

    loaded = load_pack(pack)
    return loaded.tool("draft")(loaded)


@ships.command("enumerate")
@PACK
@click.option("--colours", type=click.IntRange(2, 32), metavar="N", help="How many; as the pack has where none is given.")
@click.option("--elements", type=click.IntRange(2, 32), metavar="N", help="How many, at most as many as colours.")
@click.option("--double", is_flag=True, help="Only sets that double cards can be played with.")
@click.option("--classes", is_flag=True, help="One set of all that differ in the names of colours and elements alone.")
@click.option("--count", is_flag=True, help="Only how many there are.")
@click.option("--limit", type=click.IntRange(0), default=1000, show_default=True, metavar="N", help="List so many at most; 0 lists all.")
@SEARCH
@FORM
def ships_enumerate(pack: str, colours: int | None, elements: int | None, count: bool, form: str, **how: Any) -> None:
    """List or count all sets of ships in which each colour is on two ships at each element.

    The sizes are the pack's unless --colours or --elements give others. The order is always the same.
    """
    from santy_print.packs.santy_anno.solver.listing import Listing, Words

    try:
        words = Words.of(_draft(pack).fleet).resized(colours, elements)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    listing = Listing(words, how["double"], how["classes"], how["limit"])
    for line in listing.lines(form, count, _time_for(how["time_limit"])):
        click.echo(line)


@ships.command("complete")
@PACK
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Show so many at most.")
@click.option("--pick", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Which of them --write writes.")
@click.option("--write", type=_PathType(dir_okay=False), metavar="FILE", help="Write ships.yaml with the blanks filled, comments kept.")
@SEARCH
@FORM
def ships_complete(pack: str, limit: int, pick: int, write: Path | None, time_limit: float, form: str) -> None:
    """Fill in blanks: where ships.yaml has a `?` for a colour, number, corner or a name's first letter.

    Shows every way, or which lines cannot stand together.
    """
    from santy_print.packs.santy_anno.solver import desk

    draft = _draft(pack)
    done = desk.complete(draft, _time_for(time_limit), max(limit, pick))
    if write and pick > len(done.ways):
        raise click.BadParameter(f"there are only {len(done.ways)} ways", param_hint="'--pick'")
    click.echo(done.as_json(limit) if form == "json" else done.text(limit))
    if write:
        click.echo(draft.write(done.ways[pick - 1], write), err=True)


@ships.command("repair")
@PACK
@click.option("--write", is_flag=True, help="Change the pack's ships.yaml, comments kept.")
@SEARCH
@FORM
def ships_repair(pack: str, write: bool, time_limit: float, form: str) -> None:
    """Find the fewest changes of colours, numbers, corners and letters that make the ships right for the pack's cards.

    Exit code 1 where errors of another kind remain; they are shown.
    """
    from santy_print.pack import bundled
    from santy_print.packs.santy_anno.solver import desk

    if write and pack in bundled():
        raise click.UsageError(f"{pack} came with santy_print; make it your own first: santy new my-pack --from {pack}")
    draft = _draft(pack)
    done = desk.mend(draft, _time_for(time_limit))
    click.echo(done.as_json() if form == "json" else done.text())
    if write and done.mends:
        click.echo(draft.write(done.mends), err=True)
    _show(done.left, err=True)
    sys.exit(0 if done.left.ok else 1)


@ships.command("explain")
@PACK
@click.option("--seats", metavar="SHIP,SHIP,...", help="The ships around your table, clockwise.")
@FORM
def ships_explain(pack: str, seats: str | None, form: str) -> None:
    """Who shares what, which cards move alike, who meets whom, and how much each card moves."""
    from santy_print.answers import parse_seats

    loaded = _load(pack)
    explain = loaded.tool("explain")
    order = None
    if seats is not None:
        order, faults = parse_seats(seats, [ship["id"] for ship in loaded.collections["ships"]])
        if faults:
            raise click.BadParameter("".join(f"\n  {fault}" for fault in faults), param_hint="'--seats'")
    told = explain(loaded.compiled, order)
    click.echo(told.json() if form == "json" else told.text(), nl=False)
