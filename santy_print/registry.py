"""Registry: the games there are, each a value of the class `Game`, found by name.

Bundled games are the packages in `santy_print/games/`; any other distribution brings one as an entry point of the
group `santy_print.games`. A game says what is its own; all else has defaults that suit any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print import DEFAULT_PACK
from santy_print.diag import PackError, Report, Span, listed, register
from santy_print.schema import Strict

if TYPE_CHECKING:
    from santy_print.documents import Document
    from santy_print.documents.manual import Manual
    from santy_print.game import Random
    from santy_print.game.page import PlayPage
    from santy_print.game.puzzles import Puzzles
    from santy_print.game.quality import Quality
    from santy_print.game.study import Study
    from santy_print.game.table import Table
    from santy_print.pack import Pack
    from santy_print.text import Called, Misnamed

register("new-sizes", "no set of these sizes can be written")
register("pack-tool", "a pack is asked for what its game does not have")

GROUP = "santy_print.games"
"""The group of entry points that games of other distributions are found by."""
BUNDLED = Path(__file__).parent / "games"

Where = Callable[..., Span | None]
"""`where(file, *path, key=False)`: the span of a datum, or of the nearest thing above it."""

Item = Mapping[str, Any]
"""What a face is drawn for: plain data with an `id`."""


class Spoken(NamedTuple):
    """What a language must say of each item: the texts' root and endings, and the file the item stands in.

    An item with texts under its own id says those; what it lacks, its kind says.
    """

    root: str
    file: str
    endings: tuple[str, ...] = (".name", ".effect")
    kinds: tuple[str, ...] = ()
    """The kinds of such items: their texts are nobody's own."""


class Names(NamedTuple):
    """Names that stand in a file of the pack, and that a language may give otherwise: the texts' root, and the file.

    `note` tells a translator what they are, in English.
    """

    root: str
    file: str
    note: str


class NewSet(NamedTuple):
    """A whole set as a game makes it for `santy new`."""

    files: dict[str, str]
    """The files of the pack by name."""
    drawings: list[str]
    """What of the game's `drawings/` goes into its `art/`."""
    notes: list[str]
    """What is to be said of it."""


class TextKey(str):
    """The key of a text, as a value of an item: a face in any language is drawn for what that says."""

    __slots__ = ()


class SaidName(str):
    """A name of an item as a language says it, with the key of its text."""

    key: str
    __slots__ = ("key",)

    @classmethod
    def by(cls, key: str, name: str) -> SaidName:
        """The name that a text gives."""
        made = cls(name)
        made.key = key
        return made


class Ability(NamedTuple):
    """What only some games have: what cannot be done with a `{pack}` where a game lacks it, and the commands for it."""

    cannot: str
    commands: tuple[str, ...] = ()


ABILITIES: Mapping[str, Ability] = {
    "table": Ability("{pack} cannot be played at the keyboard", ("play", "replay")),
    "pieces": Ability("{pack} cannot be tried card by card"),
    "drill": Ability("there is nothing in {pack} to practise"),
    "play_page": Ability("there is no page to play {pack} on"),
    "answers": Ability("no sheet can tell what each card of {pack} does", ("answers",)),
    "quality": Ability("how good a game {pack} makes cannot be measured", ("quality",)),
    "study": Ability("there is nothing in {pack} for bots to play, and so nothing to study", ("study",)),
    "puzzles": Ability("no puzzles can be made of {pack}", ("puzzles",)),
    "new_set": Ability("no whole set can be made up after {pack}"),
}
"""What any game may have, by what it overrides; of a table two more."""
WITH_ANY = ("build", "check", "preview", "serve")
"""The commands for packs of any game."""


class Game:
    """A game without rules. One that has more overrides it: its files, its cards, a table to play at."""

    name: str = ""
    files: Mapping[str, type[Strict]] = {}
    """The model of each of its YAML files by stem; with `pack`, one that is more than `PackHead`."""
    spoken: Mapping[str, Spoken] = {}
    """The collections whose items every language must have words for."""

    named: Mapping[str, Names] = {}
    """The collections whose items have a `name` in their file, which a language may give them otherwise."""

    pictures: Sequence[str] = ("art",)
    """The keys of its files whose values name pictures of a pack's `art/`."""

    spreadsheets: str = ""
    """The stem of its file of collections, where spreadsheets beside it are collections, too."""

    def compile(self, files: Mapping[str, Any], where: Where, report: Report) -> Any:
        """Check and compile the files; report every fault; None where the pack cannot be used."""
        return files

    def collections(self, compiled: Any) -> Mapping[str, Sequence[Item]]:
        """The named lists of items that faces are drawn for; each item is plain data with an `id`."""
        return {}

    def misnamed(self, compiled: Any, names: Called) -> Iterable[Misnamed]:
        """What is wrong with the names that a language gives, as the rules see it."""
        return ()

    def renamed(self, compiled: Any, names: Sequence[Called]) -> Any:
        """The compiled value with the names of a language, or of two at once."""
        return compiled

    def documents(self, pack: Pack) -> Mapping[str, Document]:
        """What a build makes of a pack in each language besides its rulebook, by name."""
        return {}

    # What only some games have; those that a game overrides, it has.

    def table(self, pack: Pack) -> Table:
        """A table to play at in text mode."""
        raise NotImplementedError

    def play_page(self, pack: Pack) -> PlayPage:
        """A page for a browser, on which the game is played, practised or refereed without any network."""
        raise NotImplementedError

    def manual(self) -> type[Manual]:
        """The class that computes the numbers, tables, figures and entries of a rulebook."""
        raise NotImplementedError

    def answers(self, compiled: Any, seats: Sequence[str] | None = None) -> dict[str, Any]:
        """What every card does, as plain data, for seats in this order or the pack's."""
        raise NotImplementedError

    def analyses(self, pack: Pack) -> Mapping[str, Callable[[str], str]]:
        """Pages that explain a pack to whoever makes it, each by its name: given a language, an HTML file without
        scripts. The pack may say their names in texts `part.<name>`.
        """
        return {}

    def quality(self, pack: Pack) -> Quality:
        """What measures how good a game a pack makes."""
        raise NotImplementedError

    def study(self, pack: Pack) -> Study:
        """What measures a pack over very many games."""
        raise NotImplementedError

    def puzzles(self, pack: Pack, rng: Random) -> Puzzles:
        """Puzzles of its pieces, each with one answer, for a printed book."""
        raise NotImplementedError

    abilities: Mapping[str, Ability] = {}
    """What it has beyond these for commands of its own, each a method of this name."""

    sizes: Mapping[str, str] = {}
    """The sizes that a whole set of its own can have: options of `santy new`, each with what it means."""

    def new_set(self, id: str, extends: str, sizes: Mapping[str, int], seed: int) -> NewSet:
        """A whole set of these sizes, some of which may be left to the game, as a pack that extends another."""
        raise NotImplementedError

    def has(self, ability: str) -> bool:
        """Whether the game has a table, answers, a manual, ... of its own."""
        own = getattr(type(self), ability, None)
        return own is not None and own is not getattr(Game, ability, None)


def refusal(pack: Pack, ability: str) -> PackError:
    """What is raised where a pack is asked for what its game has not: what cannot be done with it, and what can."""
    game, others = pack.game, [found for found in map(_loadable, game_names()) if found is not None]
    known = dict(ABILITIES)
    for other in others:
        known |= other.abilities
    wanted = known.get(ability, Ability(f"{{pack}} is not for what wants `{ability}`"))
    why = "brings nothing for that" if game.has("table") else "has no rules"
    able = [other.name for other in others if other.has(ability)]
    can = [*WITH_ANY, *(name for each, found in known.items() if game.has(each) for name in found.commands)]
    hints = [f"what can be done with it: santy {listed(can, 'or')}"]
    if ability in game.documents(pack):
        hints.insert(0, f"what its set has of the kind is printed by `santy build --only {ability}`")
    if able:
        hints.append(f"packs that can: those of {listed(able)}")
    report = Report()
    whose = "the game" if game.name == pack.id else f"the game {game.name}"
    message = f"{wanted.cannot.format(pack=pack.id)}: {whose} {why}"
    report.error("pack-tool", message, pack.where("pack", "game"), *hints)
    return PackError(report)


def _loadable(name: str) -> Game | None:
    """A game by its name; None where its code is broken, which is told where a pack of it is asked for."""
    with suppress(Exception):
        return find_game(name)
    return None


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """The games of other distributions by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def bundled_games() -> tuple[str, ...]:
    """The names of the games that come with santy_print: the one that is meant where none is named, then the others."""
    names = (path.parent.name for path in BUNDLED.glob("*/__init__.py"))
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_PACK, name)))


def game_names() -> list[str]:
    """The names of all games there are, the bundled ones first."""
    return [*bundled_games(), *(name for name in _installed() if name not in bundled_games())]


def find_game(name: str) -> Game | None:
    """A game by its name; None where there is none. What its own code raises, it raises here."""
    if name in bundled_games():
        game: Game = import_module(f"santy_print.games.{name}").GAME
        return game
    point = _installed().get(name)
    return None if point is None else point.load()


def folder_of(game: Game) -> Path:
    """The folder of a game's code, and of what lies beside it: `content/` with packs, `starter/`."""
    return Path(str(import_module(type(game).__module__).__file__)).parent


def name_of(path: Path, game: Game) -> str:
    """The name in messages of a file in a game's folder: from the package on that it came with."""
    top = import_module(type(game).__module__.partition(".")[0])
    return path.relative_to(Path(str(top.__file__)).parent.parent).as_posix()


def installed_packs() -> dict[str, Path]:
    """The packs that games of other distributions bring, by name: the folders in their `content/`.

    A game that cannot be loaded has none here; why it cannot, `find_game` raises where it is asked for.
    """
    found: dict[str, Path] = {}
    for name in _installed():
        with suppress(Exception):
            for path in sorted((folder_of(_installed()[name].load()) / "content").glob("*/pack.yaml")):
                found.setdefault(path.parent.name, path.parent)
    return found


def code_of(game: Game) -> list[tuple[Path, Path]]:
    """The files of a game that is not bundled, each after the folder it lies in: a cache follows them, too."""
    top = type(game).__module__.partition(".")[0]
    module = import_module(top)
    if top == __package__ or not module.__file__:
        return []
    path = Path(module.__file__)
    if path.name != "__init__.py":
        return [(path.parent, path)]
    return [(path.parent, file) for file in files_in(path.parent)]


def files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder of code, data among them; of the packs in its `content/` no more than the rulebooks."""
    for path in sorted(folder.rglob("*")):
        in_pack = path.relative_to(folder).parts[0] == "content" and path.name != "rulebook.yaml"
        if path.suffix != ".pyc" and not in_pack and path.is_file():
            yield path
