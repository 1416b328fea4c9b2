"""Commands for paper: build, preview, proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from santy_print import DEFAULT_PACK
from santy_print.choices import BLEED, CARD_STOCK, COLOURS, DOCUMENT_PAPER, DPI, DUPLEX, EDGE, INK, INSET, ORDER, Whole
from santy_print.cli.base import (
    JOBS,
    LANGUAGES,
    OUT,
    PACK,
    PAPER,
    Number,
    PathType,
    WholeNumber,
    Word,
    coded,
    config_folder,
    languages_of,
    load,
    main,
    printer,
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

    from santy_print.cli.options import BuildOptions, PreviewOptions, ProofOptions
    from santy_print.diag import Report
    from santy_print.pack import Pack
    from santy_print.parts import Options
    from santy_print.parts.pages import Built
    from santy_print.printer import Printer


@main.command()
@PACK
@OUT
@LANGUAGES
@click.option(
    "--only",
    "parts",
    multiple=True,
    metavar="PART",
    help="Only this part (cards, ships, ...); repeat for more. `play`, a page to play on, is made only so.",
)
@PAPER
@click.option(
    "--duplex",
    type=Word(DUPLEX),
    default="long",
    show_default=True,
    help="Edge the sheets are turned over.",
)
@click.option(
    "--bleed",
    type=Number(BLEED),
    default=0.0,
    show_default=True,
    metavar="MM",
    help="Picture beyond each cut.",
)
@click.option(
    "--ink",
    type=Word(INK),
    default="low",
    show_default=True,
    help="With the paper's tone, without, or grey.",
)
@click.option("--printer", metavar="NAME", help="Make up for a printer that `santy proof --save-printer` knows.")
@click.option("--stamp/--no-stamp", default=False, show_default=True, help="Pack and version on each front, small.")
@click.option("--proof", is_flag=True, help="Cut and safe zone drawn over each face, into <part>-proof.pdf.")
@click.option("--cards", metavar="ID,...", help="Only these pieces (`coco,helm-*`), into <part>-reprint.pdf.")
@click.option(
    "--since",
    type=PathType(exists=True, dir_okay=False),
    metavar="MANIFEST",
    help="Only pieces that changed since that manifest was written, into <part>-reprint.pdf.",
)
@click.option("--profile", metavar="NAME", help="Files for a service, a game table or a cutter; `list` names them all.")
@click.option(
    "--dpi",
    type=Word(DPI),
    default="300",
    show_default=True,
    help="Of pictures; with --profile png.",
)
@click.option(
    "--stock",
    type=Number(CARD_STOCK),
    default=0.3,
    show_default=True,
    metavar="MM",
    help="Thickness of a card; with --profile tuckbox.",
)
@click.option("--sleeved", is_flag=True, help="The cards are in sleeves; with --profile tuckbox.")
@click.option(
    "--inset",
    type=Number(INSET),
    default=10.0,
    show_default=True,
    metavar="MM",
    help="Marks from the paper's edge; with --profile silhouette. A feeder wants 15.9.",
)
@click.option(
    "--order",
    type=Word(ORDER),
    default="alternating",
    show_default=True,
    help="Fronts and backs in turn, or in two files; with --profile press.",
)
@click.option("--colours", type=Word(COLOURS), default="cmyk", show_default=True, help="With --profile press.")
@click.option(
    "--icc", type=PathType(dir_okay=False), help="The press's ICC profile, for its inks; with --profile press."
)
@click.option("--cache", type=PathType(file_okay=False), help="Keep what was made here, not in your cache folder.")
@click.option("--no-cache", is_flag=True, help="Make everything anew.")
@JOBS
@click.option("--quiet", "-q", is_flag=True, help="No progress; what was written and what is wrong all the same.")
@with_options("santy_print.cli.options")
def build(asked: BuildOptions) -> None:
    """Build the printable set into OUT/<pack>/<language>/; with --profile, files for others than your printer.

    --cards and --since print some pieces again on as few sheets as possible; keep a copy of the manifest.json of what
    you printed.
    """
    from santy_print.build import PartlyBuilt
    from santy_print.cache import default_folder, use_folder
    from santy_print.cli.progress import progress
    from santy_print.diag import Report
    from santy_print.library import build_pack
    from santy_print.parts import Conduct, Options, choose
    from santy_print.sheets import Setup
    from santy_print.vouch import documents, files_of, on_request
    from santy_print.workers import cores

    folder = None if asked.no_cache else asked.cache or default_folder()
    use_folder(folder)
    loaded = load(asked.pack, asked.languages, partly=True)
    setup = Setup(asked.paper, asked.duplex, asked.bleed)
    maker = printer(asked.printer)
    options = Options(asked.languages, asked.parts, setup, asked.ink, maker, asked.stamp, asked.proof)
    if asked.profile and asked.printer is not None:
        raise click.UsageError("--printer is for your own sheets: it does not go with --profile")
    if asked.profile and options.zones:
        raise click.UsageError("--proof is for sheets: it does not go with --profile")
    if asked.profile or asked.cards is not None or asked.since:
        _build_some(loaded, options, asked)
        return
    _fitting("--profile", False, ("dpi", "stock", "sleeved", "inset", "order", "colours", "icc"))
    more = {} if options.zones else documents(loaded)
    report = Report()
    of_each = choose(loaded.without_faulty(asked.languages)[0], options, files_of(more), None, on_request(more))
    whole = sum(part in more and more[part].whole for part in of_each[1])
    count = len(of_each[0]) * (len(of_each[1]) - whole) + whole
    made: Sequence[Built] = ()
    try:
        with progress(asked.quiet, count) as tell:
            made = build_pack(loaded, asked.out, options, Conduct(tell, report, folder, asked.jobs or cores()))
    except PartlyBuilt as fault:
        made = fault.built
        raise
    finally:
        for item in made:
            say(_file_line(asked.out / loaded.id / item.name, item.pages))
        _warn(report)


def _warn(report: Report) -> None:
    """Show what was warned of, apart from the names of files."""
    if len(report):
        say(err=True)
    show(report, err=True)


def _file_line(file: Path, pages: int) -> str:
    """A file that was written, with its pages where it has any."""
    from santy_print.diag import plural

    return f"{file}  {plural(pages, 'page')}" if pages else str(file)


def _build_some(loaded: Pack, options: Options, asked: BuildOptions) -> None:
    """An export, a reprint, or an export of some pieces."""
    from santy_print.cli.progress import progress
    from santy_print.diag import Report, plural
    from santy_print.exports import PROFILES, export
    from santy_print.exports.job import Wishes
    from santy_print.parts import Conduct
    from santy_print.reprint import reprint, wanted

    pieces, report = wanted(asked.cards, asked.since, loaded), Report()
    if asked.profile == "list":
        say("\n".join(f"{profile.name:20}{profile.says}" for profile in PROFILES.values()))
    elif asked.profile:
        for profile in PROFILES.values():
            if profile.heeds:
                _fitting(f"--profile {profile.name}", profile.name == asked.profile, profile.heeds)
        if asked.icc is not None and asked.colours != "cmyk":
            raise click.UsageError("--icc goes with --colours cmyk")
        how = (asked.stock, asked.sleeved, asked.inset, asked.order, asked.colours, asked.icc)
        wishes = Wishes(int(asked.dpi), *how, pieces=pieces)
        with progress(asked.quiet) as tell:
            exported = export(loaded, asked.out, options, asked.profile, wishes, Conduct(tell, report))
        for made in exported:
            for note in made.notes:
                say_fitted(f"  {note}", 4, err=True)
            say(f"{made.folder}  {plural(len(made.files), 'file')}")
    else:
        with progress(asked.quiet) as tell:
            again = reprint(loaded, asked.out, options, pieces, Conduct(tell, report))
        for item in again:
            say(_file_line(asked.out / loaded.id / item.name, item.pages))
    _warn(report)
    for file in pieces.unlisted:
        say(f"  {asked.since} says nothing of {file}: all of it counts as new", err=True)
    if asked.since and not pieces.picked:
        say(f"nothing changed since {asked.since}: there is nothing to print again")


@main.command()
@PACK
@click.option(
    "--out",
    type=PathType(dir_okay=False, writes=True),
    default="output/preview.png",
    show_default=True,
    help="The picture.",
)
@click.option(
    "--lang", "language", default=None, callback=coded, help="Language; the pack's first where none is given."
)
@click.option(
    "--face",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="Only faces like `card-helm:*` or `ship:viper`.",
)
@click.option("--dpi", type=WholeNumber(Whole(20, 600)), default=100, show_default=True)
@click.option("--columns", type=WholeNumber(Whole(1, 40)), default=9, show_default=True)
@click.option("--ink", type=Word(INK), default="low", show_default=True)
@with_options("santy_print.cli.options")
def preview(asked: PreviewOptions) -> None:
    """Show faces side by side in one picture.

    Where a text is too long for its place, or holds letters that no font has, the faces are drawn all the same and that
    place is framed; then the exit code is 1.
    """
    from santy_print.diag import PackError, did_you_mean, plural
    from santy_print.faces import Faces, Purpose
    from santy_print.output import write_atomic
    from santy_print.parts import Options, all_frames, named
    from santy_print.raster import ENDINGS, as_file, contact_sheet

    if asked.out.suffix and asked.out.suffix.casefold() not in ENDINGS:
        raise click.UsageError(f"a picture is written as {', '.join(ENDINGS)}, and not as {asked.out.suffix}")
    wanted = (asked.language,) if asked.language else ()
    loaded = load(asked.pack, wanted)
    languages, _ = named(loaded, Options(wanted), ())
    faces = Faces(loaded, loaded.locales[languages[0]], asked.ink, purpose=Purpose(mark=True))
    frames = all_frames(faces, asked.patterns)
    if any(fault.code not in ("text-overflow", "text-glyph") for fault in faces.report.errors):
        raise PackError(faces.report)  # who drew these would draw something else than is meant
    if not frames:
        known = sorted({key.key.partition(":")[0] for key in all_frames(Faces(loaded, faces.locale, asked.ink))})
        hint = did_you_mean(asked.patterns[0].partition(":")[0], known) if asked.patterns else ""
        raise click.UsageError(f"no face is called like that; {hint or '`santy preview` without --face shows all'}")
    show(faces.report, err=True)
    write_atomic(asked.out, as_file(contact_sheet(frames, asked.dpi, asked.columns), asked.out.suffix or ".png"))
    say(f"{asked.out}  {plural(len(frames), 'face')}")
    sys.exit(0 if faces.report.ok else 1)


class Reading(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A number read off a sheet: what can be corrected is for the printer to say; a decimal comma is one."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; wrong usage where it is none."""
        return Number().convert(value, param, ctx)


@main.command()
@click.argument("file", required=False, type=PathType(exists=True, dir_okay=False))
@click.option("--pack", metavar="PACK", help="The pack the file was built from, where it is not a bundled one.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["human", "json"]),
    default="human",
    show_default=True,
    help="How it is told.",
)
@click.option("--calibrate", is_flag=True, help="Make the sheet on which a printer's faults can be read.")
@click.option("--paper", type=Word(DOCUMENT_PAPER), default="a4", show_default=True, help="Its paper.")
@click.option(
    "--duplex",
    type=Word(EDGE),
    default="long",
    show_default=True,
    help="The edge it is turned over.",
)
@click.option(
    "--lang", "language", metavar="L", callback=coded, help="Its language; the pack's own where none is given."
)
@click.option(
    "--out",
    type=PathType(dir_okay=False, writes=True),
    default="output/calibration.pdf",
    show_default=True,
    help="Where it goes.",
)
@click.option("--printer", metavar="NAME", help="Make it up for a saved printer: then all readings are 0.")
@click.option("--save-printer", metavar="NAME", help="Keep what was read under a name.")
@click.option(
    "--read",
    "readings",
    type=Reading(),
    nargs=4,
    metavar="A B C D",
    help="What was read at A, B, C and D: shifts and angle are reckoned of them.",
)
@click.option(
    "--shift-x", type=Reading(), metavar="MM", help="Backs lie so far right of their fronts, seen from the front."
)
@click.option("--shift-y", type=Reading(), metavar="MM", help="Backs lie so far below their fronts.")
@click.option("--angle", type=Reading(), metavar="DEG", help="Backs are turned clockwise by so much.")
@click.option("--scale", type=Reading(), metavar="PERCENT", help="100 mm across come out so long.")
@click.option("--scale-y", type=Reading(), metavar="PERCENT", help="100 mm down, where they differ.")
@click.option("--list-printers", is_flag=True, help="Show what is saved.")
@click.option("--forget-printer", metavar="NAME", help="Forget a saved printer.")
@with_options("santy_print.cli.options")
def proof(asked: ProofOptions) -> None:
    """Open a built PDF again and measure whether it will print, cut and fit as it should.

    Exit code 0: nothing is wrong (warnings do not count); 1: something is, and it is told; 2: wrong usage.

    Or measure your printer: print the sheet that --calibrate makes, read it, keep the values with --save-printer, and
    build with --printer.
    """
    file, saving = asked.file, asked.save_printer is not None
    if sum((file is not None, asked.calibrate, saving, asked.list_printers, asked.forget_printer is not None)) != 1:
        raise click.UsageError("give one of FILE, --calibrate, --save-printer, --list-printers, --forget-printer")
    if asked.read and not saving:
        raise click.UsageError("--read, --shift-x, --shift-y, --angle, --scale and --scale-y go with --save-printer")
    if saving and not asked.read:
        raise click.UsageError("say what you read: --read A B C D, --scale, --scale-y; 0 where it was 0")
    if asked.readings is not None and asked.reckoned:
        raise click.UsageError("--shift-x, --shift-y and --angle are reckoned of what --read says: leave them out")
    _fitting("--calibrate", asked.calibrate, ("paper", "duplex", "language", "out", "printer"))
    _fitting("FILE and --calibrate", file is not None or asked.calibrate, ("pack",))
    _fitting("FILE", file is not None, ("form",))
    if file is not None:
        _proof_file(file, asked.pack, asked.form)
    elif asked.calibrate:
        _calibrate(asked)
    else:
        _printers(asked)


def _fitting(job: str, wanted: bool, names: Sequence[str]) -> None:
    """A UsageError where options were given that mean something only for a job that was not asked for."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    options = [option for option in context.command.params if option.name in names]
    given = [option.opts[0] for option in options if context.get_parameter_source(option.name or "") is typed]
    if given and not wanted:
        verb = "go" if len(given) > 1 else "goes"
        raise click.UsageError(f"{' and '.join(given)} {verb} with {job}")


def _proof_file(file: Path, pack: str | None, form: str) -> None:
    """Measure a file and say what was found."""
    from santy_print.proof import Proofer

    done = Proofer(load(pack) if pack is not None else None).proof(file)
    if form == "json":
        say_json(done.as_json())
    else:
        for line in done.lines():
            say_fitted(line, 17)
        if len(done.report):
            say()
            show(done.report)
        say(f"\n{file}: {tally(done.report)}")
    sys.exit(0 if done.ok else 1)


def _calibrate(asked: ProofOptions) -> None:
    """Make the calibration sheet."""
    from santy_print.diag import Report
    from santy_print.output import write_atomic
    from santy_print.proof.calibration import calibration
    from santy_print.sheets import PAPERS

    wanted = (asked.language,) if asked.language else ()
    loaded, report = load(asked.pack or DEFAULT_PACK, wanted), Report()
    language = (languages_of(loaded, wanted) or [loaded.head.source_language])[0]
    made_up = printer(asked.printer)
    data = calibration(loaded, language, PAPERS[asked.paper], asked.duplex, made_up, report)
    show(report, err=True)
    write_atomic(asked.out, data)
    say(f"{asked.out}  2 pages, to be printed on both sides of one sheet")


def _printer_line(name: str, one: Printer) -> str:
    """What a printer does, in a line."""
    shifts = f"{one.shift_x:+g} mm right, {one.shift_y:+g} mm down, {one.angle:+g}° clockwise"
    return f"{name}: backs {shifts}; {one.scale_x:g}% across, {one.scale_y:g}% down"


def _printers(asked: ProofOptions) -> None:
    """Save, show or forget printers."""
    from santy_print.printer import Printer, forget_printer, read_off, read_printers, save_printer

    if asked.save_printer is not None:
        scale = asked.scale if asked.scale is not None else 100.0
        scales = scale, asked.scale_y if asked.scale_y is not None else scale
        made = Printer(asked.shift_x or 0.0, asked.shift_y or 0.0, asked.angle or 0.0, *scales)
        if asked.readings is not None:
            made = read_off(*asked.readings, scales)
        say(f"{save_printer(config_folder(), asked.save_printer, made)}  {asked.save_printer}")
        if asked.readings is not None:
            say(_printer_line(asked.save_printer, made))
    elif asked.forget_printer is not None:
        say(f"{forget_printer(config_folder(), asked.forget_printer)}  without {asked.forget_printer}")
    else:
        found, report = read_printers(config_folder())
        for name, one in found.items():
            say(_printer_line(name, one))
        show(report, err=True)
        sys.exit(0 if report.ok else 1)
