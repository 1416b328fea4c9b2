"""Library: what the commands do, as functions: load, check, build, documents, answers, play (`docs/library.md`).

Lengths are in millimetres, languages are codes (`pt-BR`, or two at once: `fr+pl`). What is wrong with a pack is
raised as PackError, whose `report` holds every fault with its file, line and the way out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print import DEFAULT_PACK

if TYPE_CHECKING:
    from santy_print.checking import Found
    from santy_print.diag import Report
    from santy_print.documents.rulebook import OnPaper
    from santy_print.game import State
    from santy_print.game.table import Person, Say
    from santy_print.pack import Pack
    from santy_print.parts import Conduct, Options
    from santy_print.parts.pages import Built
    from santy_print.play import Playing, Tried
    from santy_print.puzzles import Wanted


def ready_pack(pack: str | Path = DEFAULT_PACK, languages: Sequence[str] = (), partly: bool = False) -> Pack:
    """A pack by its name or folder, without errors: raises PackError where it has any.

    `partly` allows errors in the files of some languages, none of which is asked for: the others can be built.
    `languages` may ask for what the pack does not list itself: `qps`, the made-up one, or two at once; PackError where
    it does not speak one of them. Warnings are in `pack.report`. (`load_pack` gives a pack with its errors.)
    """
    from santy_print.choices import check_names
    from santy_print.pack import load_pack

    check_names("languages", languages)
    loaded = load_pack(pack)
    if partly:
        loaded.without_faulty(languages)
    else:
        loaded.checked()
    if any("+" in code or code == "qps" for code in languages):
        from santy_print.i18n import spoken_as_asked

        loaded = spoken_as_asked(loaded, tuple(languages))
    return loaded.speaking(languages)


def check_pack(
    pack: str | Path = DEFAULT_PACK,
    strict: bool = False,
    languages: Sequence[str] = (),
    fits: bool = False,
    cache: Path | None = None,
    jobs: int = 1,
) -> Found:
    """Everything that is wrong with a pack: `found.report`, never raised. `found.pack` is None where none was found.

    `strict` also lays out all faces, or `languages` those of some; `fits` measures them: `found.tables`. What was
    found of the same files is kept in the folder `cache`. Up to `jobs` processes lay faces out.
    """
    from santy_print.checking import check
    from santy_print.choices import JOBS, SOURCE, check_names
    from santy_print.choices import check as check_value

    check_value("pack", pack, SOURCE)
    check_names("languages", languages)
    check_value("jobs", jobs, JOBS)
    return check(str(pack), fits, languages, cache, strict, jobs)


def build_pack(pack: Pack, out: Path, options: Options | None = None, conduct: Conduct | None = None) -> list[Built]:
    """Print a set into OUT/<pack>/<language>/, documents included, and a manifest.json; whole or not at all.

    Returns the files: `name` within OUT/<pack>, `data`, `pages`. Raises PackError with every fault, or OSError; what
    was there before then stays. Where some languages have faults and others none, these are written, and it is
    `build.PartlyBuilt` with the files in `built`. `conduct` says how it goes about it: a cache, several processes, who
    hears of it; its `report` takes what is warned of.
    """
    from santy_print.build import build
    from santy_print.choices import LOADED, check
    from santy_print.parts import Options
    from santy_print.vouch import documents

    check("pack", pack, LOADED)
    options = options or Options()
    return build(pack, Path(out), options, {} if options.zones else documents(pack), conduct)


def make_documents(pack: Pack, language: str, paper: str = "a4", ink: str = "low") -> dict[str, bytes]:
    """The documents of a pack in one language, by file name: its rulebook (PDF, booklet, HTML, text), its answers.

    `paper` is `a4` or `letter`, `ink` `low` or `grey`. Nothing is written. Raises PackError where one cannot be made,
    WrongValue for another paper or ink.
    """
    from santy_print.choices import DOCUMENT_INK, DOCUMENT_PAPER, LOADED, check
    from santy_print.documents import Commission
    from santy_print.sheets import PAPERS, Setup
    from santy_print.vouch import documents

    check("pack", pack, LOADED)
    check("paper", paper, DOCUMENT_PAPER)
    check("ink", ink, DOCUMENT_INK)
    known = documents(pack.speaking((language,)))
    asked = Commission(pack, language, Setup(PAPERS[paper]), ink)
    own = (document for document in known.values() if not document.whole)
    return {name: data for document in own for name, data in document(asked).items()}


def write_rulebook(
    pack: Pack, form: str, out: Path, languages: Sequence[str] = (), printed: OnPaper | None = None
) -> Written:
    """The rulebook as `pdf`, `booklet` or `html`, in files of OUT/<pack>/<language>/; as `text`, it is the one result.

    All of the pack's languages where none is named. Raises PackError with every fault, WrongValue for another form, or
    OSError.
    """
    from santy_print.choices import LOADED, RULEBOOK_FORM, check, check_names
    from santy_print.diag import Report
    from santy_print.documents.rulebook import write_rulebooks

    check("pack", pack, LOADED)
    check("form", form, RULEBOOK_FORM)
    check_names("languages", languages)
    report = Report()
    speaking = pack.speaking(languages)
    return Written([*write_rulebooks(speaking, form, languages, Path(out), report, printed)], report)


def write_puzzle_books(pack: Pack, wanted: Wanted, out: Path, languages: Sequence[str] = ()) -> list[str]:
    """A book of puzzles in each language, in files of OUT/<pack>/<language>/; the names of the files.

    All of the pack's languages where none is named. Each was read again and solved. Raises PackError where the pack's
    game has no puzzles, or not so many, WrongValue for wrong options, or OSError.
    """
    from santy_print.choices import LOADED, check, check_names
    from santy_print.puzzles import write_puzzles

    check("pack", pack, LOADED)
    check_names("languages", languages)
    return [*write_puzzles(pack.speaking(languages), wanted, languages, Path(out))]


class Written(NamedTuple):
    """Files that were written, or the text itself, and what was warned of."""

    made: list[str]
    report: Report


def find_answers(pack: Pack, seats: Sequence[str] | None = None) -> dict[str, Any]:
    """Every card's moves as plain data, for the seats in this order or the pack's.

    Raises PackError where the pack's game has no answers, WrongValue where these are not its seats.
    """
    from santy_print.choices import LOADED, check

    check("pack", pack, LOADED)
    made: dict[str, Any] = pack.tool("answers")(pack.compiled, seats)
    return made


class Played(NamedTuple):
    """A game that was played: as it was told, in lines, and whether to its end (a person may leave before)."""

    lines: list[str]
    finished: bool


def play_game(pack: Pack, how: Playing | None = None, tell: Say | None = None, people: Sequence[Person] = ()) -> Played:
    """A game at the table, between bots where no `people` sit at it; the same seed gives the same game.

    `tell` hears each line at once. Raises `play.WrongOption` where it cannot be played so, PackError where the game
    cannot be played at all.
    """
    from santy_print.choices import LOADED, check
    from santy_print.play import Playing, play

    check("pack", pack, LOADED)
    lines: list[str] = []

    def take(line: str) -> None:
        lines.append(line)
        if tell is not None:
            tell(line)

    finished = play(pack, how or Playing(), take, people)
    return Played(lines, finished)


def try_every_card(pack: Pack, how: Playing | None = None, tell: Say | None = None) -> Tried:
    """What came of trying every card; true where each was dealt in some game and all is as a second reading has it."""
    from santy_print.choices import LOADED, check
    from santy_print.play import Playing, every_card

    check("pack", pack, LOADED)
    return every_card(pack, how or Playing(), tell or (lambda line: None))


class Replayed(NamedTuple):
    """A record that holds: its pack, what each player won, how many lines it has, and the state that it ends with."""

    pack: Pack
    returns: Mapping[str, float]
    lines: int
    end: State


def replay_record(record: Path, pack: str | None = None) -> Replayed:
    """A recorded game, played again move by move.

    `pack` names its pack where that is not a bundled one. Raises PackError with all that is wrong with it.
    """
    from santy_print.records import verify

    loaded, end, lines = verify(Path(record), ready_pack, pack)
    return Replayed(loaded, end.returns or {}, lines, end)


class Filled(NamedTuple):
    """A record of what a table wrote by hand: its pack, and its lines with their seals."""

    pack: Pack
    lines: list[str]


def fill_record(form: Path, pack: str = DEFAULT_PACK, out: Path | None = None) -> Filled:
    """The record of a game that a table wrote by hand; what can be worked out is.

    It is written to `out`, if that is given. Raises PackError with all that is wrong with the form, or that it lacks.
    """
    from santy_print.output import write_atomic
    from santy_print.records import fill

    loaded, lines = fill(Path(form), ready_pack, pack)
    if out is not None:
        write_atomic(Path(out), "".join(f"{line}\n" for line in lines))
    return Filled(loaded, lines)
