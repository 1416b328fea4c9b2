"""Base of the command line: the group, what commands share, and how faults are told."""

from __future__ import annotations

import codecs
import gc
import io
import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import reduce, wraps
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, Literal

import click

from santy_print import DEFAULT_PACK, __version__
from santy_print.choices import DOCUMENT_INK, DOCUMENT_PAPER, Between, OneOf, Rule, Whole, WrongValue
from santy_print.choices import JOBS as PROCESSES

if TYPE_CHECKING:
    from pathlib import Path

    from santy_print.diag import Paint, Report
    from santy_print.pack import Pack
    from santy_print.printer import Printer


class PathType(click.Path):
    """A file or folder, given as a Path; pathlib is imported where one is given, so that `--help` stays quick.

    Of one that a command `writes` it is said at once that it cannot, before anything is played, counted or drawn.
    """

    def __init__(
        self, exists: bool = False, file_okay: bool = True, dir_okay: bool = True, writes: bool = False
    ) -> None:
        super().__init__(exists, file_okay, dir_okay)
        self.writes = writes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; wrong usage where it cannot be what is wanted."""
        path: Any = super().convert(value, param, ctx)
        asked = param is None or ctx is None or not _by_default(ctx, str(param.name))
        if self.writes and asked:  # where nobody names a place, a command may well write nothing
            from santy_print.output import explain, try_writing

            try:
                try_writing(path, folder=not self.file_okay)
            except OSError as fault:
                self.fail(explain(fault), param, ctx)
        return path

    def coerce_path_result(self, value: str | os.PathLike[str]) -> Any:
        """The value as a Path."""
        from pathlib import Path

        return Path(value)


def _by_default(ctx: click.Context, name: str) -> bool:
    """Whether a value is the one that is taken where none is given."""
    return ctx.get_parameter_source(name) is click.core.ParameterSource.DEFAULT


def unwritten(option: str, path: Path, ways_out: str = "") -> None:
    """Refuse to write over what lies in a file: wrong usage, with the ways out."""
    with suppress(FileNotFoundError):
        if path.is_file() and path.stat().st_size:
            ways = f"{ways_out}name another file, or remove that one first"
            raise click.BadParameter(f"something is in {path} already; {ways}", param_hint=f"'--{option}'")


def _bound(value: float) -> Any:
    """A bound as Click shows it."""
    return None if abs(value) == inf else value


def _checked(kind: Any, rule: Rule, value: Any, where: tuple[Any, Any]) -> Any:
    """A value that a rule lets pass; wrong usage, in the rule's words, where it does not."""
    try:
        return rule.check(value)
    except WrongValue as fault:
        kind.fail(str(fault), *where)


class Word(click.Choice):  # type: ignore[type-arg, unused-ignore]
    """One of some words."""

    def __init__(self, rule: OneOf) -> None:
        super().__init__(rule.values)
        self.rule = rule

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word; wrong usage where it is none of them."""
        return _checked(self, self.rule, value, (param, ctx))


class Number(click.FloatRange):
    """A number within bounds; a decimal comma is one, and what is no number at all is refused."""

    name = "number"

    def __init__(self, rule: Between | None = None) -> None:
        self.rule = rule or Between()
        super().__init__(_bound(self.rule.least), _bound(self.rule.most))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; wrong usage where it is none, or out of bounds."""
        try:
            number = float(value.strip().replace(",", ".") if isinstance(value, str) else value)
        except ValueError:
            number = inf
        return _checked(self, self.rule, value if abs(number) == inf else number, (param, ctx))


class WholeNumber(click.IntRange):
    """A whole number within bounds."""

    def __init__(self, rule: Whole) -> None:
        self.rule = rule
        super().__init__(_bound(rule.least), _bound(rule.most))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; wrong usage where it is none, or out of bounds."""
        with suppress(ValueError):
            value = int(value)
        return _checked(self, self.rule, value, (param, ctx))


PACK = click.argument("pack", default=DEFAULT_PACK)
FORM = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)


INTERRUPTED = 130
"""The exit code of what Ctrl-C ended."""


def say(text: object = "", err: bool = False, nl: bool = True) -> None:
    """The door: all text for a person leaves here, and whoever wrote it, nothing in it steers the terminal."""
    from santy_print.diag import harmless

    # Named, since Click would take a stream of ASCII for a slip and write UTF-8 there.
    shown = harmless(str(text)).replace("\u00ad", "")  # where a word may be parted, which no terminal does
    click.echo(shown, file=sys.stderr if err else sys.stdout, nl=nl)


def say_fitted(line: str, indent: int, err: bool = False) -> None:
    """Say a line; on a terminal it is broken between words to its width, what goes on indented by so many blanks."""
    from shutil import get_terminal_size
    from textwrap import fill

    stream = sys.stderr if err else sys.stdout
    if stream is not None and stream.isatty():
        width, hang = get_terminal_size().columns, " " * indent
        line = fill(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
    say(line, err)


def say_json(text: str, nl: bool = True) -> None:
    """The door for JSON: the same value, also where the stream cannot write all of it."""
    from santy_print.diag import harmless_json

    encoding = str(getattr(sys.stdout, "encoding", None) or "utf-8")
    click.echo(harmless_json(text, plain=not encoding.casefold().startswith("utf")), file=sys.stdout, nl=nl)


_LACKING: dict[str, None] = {}
"""The letters that a stream could not write, each once, in the order in which they came."""


def _replaced(fault: UnicodeError) -> tuple[str, int]:
    """A question mark for each letter that a stream cannot write, which are kept in mind."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    letters = fault.object[fault.start : fault.end]
    _LACKING.update(dict.fromkeys(letters if len(_LACKING) < 100 else ""))
    return "?" * len(letters), fault.end


def _say_lacking() -> None:
    """Tell once, in letters that any stream can write, what the streams could not."""
    letters = [char for char in _LACKING if char.isalpha()]
    if letters and sys.stderr is not None:
        some = " ".join(f"U+{ord(letter):04X}" for letter in letters[:6]) + (" ..." if len(letters) > 6 else "")
        message = f"note: {getattr(sys.stdout, 'encoding', '')} cannot write some letters ({some}): `?` stands for them"
        with suppress(OSError, ValueError):
            click.echo(f"{message}; with PYTHONUTF8=1 in the environment all are written", file=sys.stderr)


class _Group(click.Group):
    """Turns the program's own faults into messages; a traceback is never the answer to bad input."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, those of games among them."""
        from santy_print.cli.games import command_names

        return sorted({*super().list_commands(ctx), *command_names()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; the code of a game's own is loaded where it is asked for."""
        from santy_print.cli.games import find_command

        return super().get_command(ctx, cmd_name) or find_command(cmd_name)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command; what a stream cannot write, or read, is replaced there, which is said at the end."""
        codecs.register_error("santy_print", _replaced)
        _LACKING.clear()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                with suppress(ValueError, OSError):
                    stream.reconfigure(errors="replace" if stream is sys.stdin else "santy_print")
        try:
            return super().main(*args, **kwargs)
        finally:
            _say_lacking()

    def _of(self, ctx: click.Context) -> click.Context:
        """The context of the command that was run, so that its own usage is shown."""
        command = self.get_command(ctx, ctx.invoked_subcommand or "")
        return ctx if command is None else click.Context(command, ctx, ctx.invoked_subcommand)

    def invoke(self, ctx: click.Context) -> Any:
        _end_well()
        try:
            return super().invoke(ctx)
        except click.ClickException as fault:
            from santy_print.diag import harmless, shortened

            fault.message = harmless(shortened(fault.message))  # type: ignore[misc]  # Click reads it when it shows the fault
            raise
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click's own; and a reader, like `head`, who has seen enough
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except Exception as fault:
            from santy_print.diag import PackError

            if isinstance(fault, PackError):
                show(fault.report, err=True)
                ctx.exit(1)
            if isinstance(fault, WrongValue):
                asked = self._of(ctx)
                raise click.UsageError(str(fault) + _near(fault.option, asked.command), asked) from None
            if isinstance(fault, OSError):
                from santy_print.output import explain

                say(f"error: {explain(fault)}", err=True)
                ctx.exit(1)
            raise


def _near(option: str, command: click.Command) -> str:
    """The option of a command that may be meant by one that nobody knows."""
    from difflib import get_close_matches

    known = [name for param in command.params for name in param.opts if name.startswith("--")]
    near = get_close_matches(f"--{option}", known, n=1, cutoff=0.75) if option else ()
    return "".join(f"; did you mean `{name}`?" for name in near)


def _end_well() -> None:
    """Clear away what is half written also where a kill or the end of the terminal ends the command."""
    import signal

    for name in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        if signal.getsignal(name) is not signal.SIG_IGN:  # as `nohup` wants it
            with suppress(ValueError):  # only the main thread may
                signal.signal(name, lambda number, _: sys.exit(128 + number))


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="santy")
def main() -> None:
    """Print-and-play sets from YAML: check, build, translate and play them."""
    # A command makes much, throws away little and is soon over: looking for garbage as often as usual costs it a tenth.
    gc.set_threshold(50_000, 20, 50)


_COLOURS: dict[str, dict[str, Any]] = {
    "place": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "notice": {"fg": "cyan", "bold": True},
    "mark": {"fg": "red"},
    "gutter": {"fg": "blue"},
    "hint": {"fg": "green"},
}


def painter() -> Paint:
    """How faults are coloured for a person."""
    return lambda text, role: click.style(text, **_COLOURS[role])


def show(report: Report, style: Literal["human", "short", "json", "sarif"] = "human", err: bool = False) -> None:
    """Print a report; in colours where a person looks on."""
    from shutil import get_terminal_size

    from santy_print.diag import as_sarif, no_paint, render, wrapped

    if style == "sarif":
        say_json(as_sarif(report.sorted(), __version__))
        return
    if style == "json":
        say_json(render(report.sorted(), style))
        return
    stream = sys.stderr if err else sys.stdout
    looked_at = stream is not None and stream.isatty()
    coloured = looked_at and not os.environ.get("NO_COLOR")
    shown = render(report.sorted(), style, painter() if coloured else no_paint)
    if style == "human" and looked_at:
        shown = wrapped(shown, get_terminal_size().columns)
    if shown:
        click.echo(shown, file=stream)  # diagnostics are visible through and through, and may have colours of ours


def load(pack: str, languages: tuple[str, ...] = (), partly: bool = False) -> Pack:
    """A pack without errors, or the way out through its report; warnings go to stderr.

    `partly` allows errors in the files of some languages: who makes the others tells them. Where they are among the
    languages asked for, the pack speaks the made-up language, and two at once, as well.
    """
    from santy_print.diag import Report
    from santy_print.library import ready_pack

    made = tuple(code for code in languages if code == PSEUDO[1] or "+" in code)  # each command asks for the others
    loaded = ready_pack(pack, made, partly)
    show(Report([item for item in loaded.report if item.severity != "error"], pack=loaded.report.pack), err=True)
    return loaded


def with_options(module: str) -> Callable[[Callable[[Any], None]], Callable[..., None]]:
    """Give a command its options as one value: of the frozen dataclass in a module that its parameter is annotated by.

    The module is loaded when the command runs: dataclasses take as long to load as a tenth of `--help`.
    """

    def of(command: Callable[[Any], None]) -> Callable[..., None]:
        (name,) = (str(hint) for key, hint in command.__annotations__.items() if key != "return")

        @wraps(command)
        def run(**given: object) -> None:
            command(getattr(import_module(module), name)(**given))

        vars(run)["options"] = module, name
        return run

    return of


PSEUDO = ("pseudo", "qps")
"""The language made from the source on the fly: how it is asked for, and its code."""


def coded(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """Languages by their codes."""
    if isinstance(value, tuple):
        return tuple(coded(ctx, option, code) for code in value)
    return PSEUDO[1] if value == PSEUDO[0] else value


def tally(report: Report) -> str:
    """How many errors, warnings and notices; where they are many, of which kinds."""
    from santy_print.diag import counted

    text = counted(report)
    kinds = Counter(item.code for item in report)
    if len(report) > 10:
        text += "\n" + "\n".join(f"{count:6} {code}" for code, count in kinds.most_common())
    return text


class Paper(click.ParamType):  # type: ignore[type-arg, unused-ignore]
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
    type=Paper(),
    default="a4",
    show_default=True,
    metavar="a4|letter|a3|tabloid|WxH",
    help="Paper; WxH in mm.",
)
LANGUAGES = click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="L",
    callback=coded,
    help="Language, or two at once (fr+pl); repeat for more. All where none is given.",
)
JOBS = click.option(
    "--jobs",
    type=WholeNumber(PROCESSES),
    metavar="N",
    help="Processes that work; as many as there are cores where none is given.",
)
OUT = click.option(
    "--out",
    type=PathType(file_okay=False, writes=True),
    default="output",
    show_default=True,
    help="Folder for the files.",
)
_ON_PAPER = (
    LANGUAGES,
    OUT,
    click.option("--paper", type=Word(DOCUMENT_PAPER), default="a4", show_default=True, help="Size of the paper."),
    click.option(
        "--ink", type=Word(DOCUMENT_INK), default="low", show_default=True, help="On paper: grey has no colour."
    ),
)


def document(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a document: its languages, the folder for its files, paper and ink."""
    return reduce(lambda made, option: option(made), reversed(_ON_PAPER), command)


def check_ink(ink: str, form: str, *printed: str) -> None:
    """Wrong usage where another ink is asked for than in a form that is printed."""
    if ink != "low" and form not in printed:
        raise click.UsageError(f"--ink is for paper: it goes with --format {' and '.join(printed)}")


def languages_of(loaded: Pack, wanted: tuple[str, ...]) -> list[str]:
    """The languages asked for, each once; wrong usage where one is not the pack's."""
    report = loaded.lacking(wanted)
    if not report.ok:
        words = "; ".join("; ".join((fault.message, *fault.hints)) for fault in report)
        raise click.BadParameter(words, param_hint="'--lang'")
    return list(dict.fromkeys(wanted))


def config_folder() -> Path:
    """The user's own folder for settings."""
    from pathlib import Path

    return Path(click.get_app_dir("santy_print"))


def printer(name: str | None) -> Printer | None:
    """A saved printer; None where none was asked for."""
    from santy_print.printer import find_printer

    return find_printer(config_folder(), name) if name is not None else None
