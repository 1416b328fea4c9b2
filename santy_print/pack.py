"""Pack: a folder in, a checked and compiled pack out (source > schema > check > compile), with one report.

A pack is data from a stranger: nothing in it is run, no file outside its folder is read, sizes are bounded. A pack may
extend another, bundled or beside it; it then holds only what differs, and everything else is looked for down the chain.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from santy_print import DEFAULT_PACK
from santy_print.budget import Budget
from santy_print.choices import SOURCE, check
from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean, plural, register
from santy_print.overlay import Overlay, Standing, flattened, with_new_names
from santy_print.palette import Pattern
from santy_print.registry import Game, Item, find_game, folder_of, game_names, installed_packs, name_of, refusal
from santy_print.schema import Count, FontFile, HexColour, Ident, Strict, Text, WebAddress, validate
from santy_print.source import Entry, Map, Scalar, load_yaml, locate, read_text, refuse_unseen, scalars_in
from santy_print.spreadsheet import SAVE_AS, find_rows, foreign, is_spreadsheet, with_words_beside, words_of

if TYPE_CHECKING:
    from santy_print.markdown import Prose
    from santy_print.text import Locale

register("pack-missing", "there is no pack of this name or in this folder")
register("pack-game", "the pack names a game that is neither bundled nor installed")
register("pack-extends", "a pack extends what cannot be extended")
register("pack-loop", "packs extend each other in a circle")
register("pack-language", "a language is not among the pack's languages")
register("pack-outside", "a file name leads out of the pack's folder")
register("pack-too-large", "the files of a pack are more or larger than a pack may hold")
register("pack-two", "a pack says the same in two files, and only one can count")
register("art-missing", "a picture that the pack names is not in its art folder")
register("locale-borrowed", "santy_print does not speak a language: what the pack does not say there, another says")

MAX_CHAIN = 8
"""So many packs extend each other at most."""
FOLDERS = ("art", "faces", "fonts", "locale", "locale/seen")
"""The folders of a pack in which files are looked for."""
RULEBOOK = "rulebook"
"""The name of what may be written in Markdown instead of YAML."""
MAX_FILES = 400
MAX_YAML_BYTES = 20_000_000
MAX_ART_BYTES = 50_000_000


class Paint(Strict):
    """A game colour: its value, the pattern that stands for it without colour, and what of it the pack lives with.

    `accept` names colours that may be as near as they are, each with the reason.
    """

    hex: HexColour
    pattern: Pattern = "plain"
    accept: dict[Ident, Text] = Field(default_factory=dict)


class Fonts(Strict):
    """The fonts by role; each is a bundled one or one of the pack's `fonts/`, by its file's name."""

    title: FontFile = "SantyTitle-Regular"
    text: FontFile = "SourceSerif4-Regular"
    bold: FontFile = "SourceSerif4-Bold"
    italic: FontFile = "SourceSerif4-Italic"
    symbol: FontFile = "DejaVuSans"


class Credits(Strict):
    """Who made the game the pack is for."""

    designer: Text
    publisher: Text
    year: Count


class PackHead(Strict):
    """What every `pack.yaml` holds; a game adds its own keys."""

    meant = {
        "title": "the title is the text `game.title` in locale/, under `texts:`",
        "name": "the name of the game is the text `game.title` in locale/, the short name of the pack is `id`",
        "author": "who made the game stands under `credits`, as `designer`",
        "language": "did you mean `languages`, a list?",
    } | dict.fromkeys(("url", "link", "website", "web"), "did you mean `address`?")
    extends: Text | None = None
    game: Ident
    id: Ident
    version: Text
    source_language: Ident
    languages: tuple[Ident, ...] = Field(min_length=1, max_length=100)
    credits: Credits
    address: WebAddress | None = None
    palette: dict[Ident, Paint] = Field(max_length=100)
    fonts: Fonts = Fonts()

    @property
    def own(self) -> dict[str, Any]:
        """The keys that a game adds, as plain data: what it looks like and which languages it speaks is no rule."""
        return self.model_dump(mode="json", exclude=set(PackHead.model_fields))


class Pile(Strict):
    """One kind of component on a part's sheets: a face for each item of a collection, and its back."""

    each: Ident = "one"
    layout: Text
    back: Text | None = None
    copies: Text = "1"


class Part(Strict):
    """One file of the printed set."""

    piles: tuple[Pile, ...] = Field(min_length=1, max_length=1000)


class Components(Strict):
    """`components.yaml`: which faces go on which sheets."""

    holds = "parts"
    parts: dict[Ident, Part] = Field(max_length=100)


@dataclass(slots=True)
class Pack:
    """A loaded pack. `compiled` and `locales` are complete only where `report.ok`.

    `layers` are its folder and those it extends, the nearest first.
    """

    id: str
    layers: tuple[Path, ...]
    report: Report
    game: Game
    head: PackHead
    files: dict[str, Any]
    nodes: dict[str, Map]
    locales: dict[str, Locale] = field(default_factory=dict)
    compiled: Any = None
    budget: Budget = field(default_factory=Budget, repr=False)
    views: dict[str, Pack] = field(init=False, default_factory=dict, repr=False, compare=False)
    """The pack in languages that call its items otherwise (`named.in_words_of`), and itself, under no language."""
    _collections: Mapping[str, Sequence[Item]] | None = None
    _read: dict[str, tuple[Map | None, Report]] = field(default_factory=dict, repr=False)
    _overlay: Overlay | None = field(default=None, repr=False)

    @property
    def root(self) -> Path:
        """The pack's own folder."""
        return self.layers[0]

    def edition(self, locale: Locale) -> str:
        """The game's title in a language and the pack's version, as the feet of sheets and documents say them."""
        return f"{locale.plain('game.title')} {self.head.version}"

    def where(self, file: str, *path: str | int, key: bool = False) -> Span | None:
        """The span of a datum in one of the pack's files."""
        node = self.nodes.get(file)
        return locate(node, path, key) if node else None

    @property
    def collections(self) -> Mapping[str, Sequence[Item]]:
        """The game's printable items, and `one`: a single empty item."""
        if self._collections is None:
            self._collections = {"one": [{"id": "one"}], **self.game.collections(self.compiled)}
        return self._collections

    @property
    def parts(self) -> Mapping[str, Part]:
        """What is printed, a file of sheets each, by name; none where `components.yaml` cannot be used."""
        components = self.files.get("components")
        return components.parts if components else {}

    def piles(self) -> Iterator[tuple[tuple[str | int, ...], Pile]]:
        """The piles of all parts, each with the keys of its place in `components.yaml`."""
        for name, part in self.parts.items():
            yield from ((("parts", name, "piles", number), pile) for number, pile in enumerate(part.piles))

    def lacking(self, languages: Sequence[str]) -> Report:
        """The languages that the pack does not have, each told once."""
        report = Report()
        for code in dict.fromkeys(languages):
            if code not in self.head.languages:
                hint = did_you_mean(code, self.head.languages)
                report.error(
                    "pack-language", f"the pack has no language `{code}`", self.where("pack", "languages"), hint
                )
        return report

    def speaking(self, languages: Sequence[str]) -> Pack:
        """The pack itself; PackError where it does not have one of these languages."""
        if not (report := self.lacking(languages)).ok:
            raise PackError(report)
        return self

    def file(self, folder: str, name: str) -> Path | None:
        """A file by folder and plain name, the pack's own or that of a pack it extends; None where there is none."""
        if _leads_out(name):
            return None
        paths = ((root / folder / name, root) for root in self.layers)
        return next((path for path, root in paths if os.path.isfile(path) and _inside(path, root)), None)

    def layout(self, name: str) -> tuple[Path, str, int] | None:
        """A face layout's file, its name in messages, and how far below the pack it lies; None where there is none."""
        own = self.file("faces", f"{name}.yaml")
        if own is not None:
            return own, self.shown(own), next(n for n, root in enumerate(self.layers) if own.is_relative_to(root))
        paths = () if _leads_out(name) else (folder / f"{name}.yaml" for folder in _layout_folders(self.game))
        path = next((path for path in paths if os.path.isfile(path)), None)
        if path is None:
            return None
        any_games = path.parent.parent == data_folder("templates")
        return path, f"templates/faces/{path.name}" if any_games else name_of(path, self.game), len(self.layers)

    def folders(self, name: str) -> list[Path]:
        """The folders of this name, the pack's own first."""
        return [root / name for root in self.layers if (root / name).is_dir()]

    def names(self, folder: str) -> list[str]:
        """The names of all files in folders of this name, for "did you mean"."""
        return sorted({path.name for found in self.folders(folder) for path in found.iterdir() if path.is_file()})

    def shown(self, path: Path) -> str:
        """The name of one of the pack's files in messages."""
        root = next((root for root in self.layers if path.is_relative_to(root)), None)
        return f"{_shown(root)}/{path.relative_to(root).as_posix()}" if root else path.name

    def read(self, name: str, report: Report) -> Map | None:
        """A YAML file of the pack by its name, with what it extends; None where it is nowhere or cannot be read.

        It is read once; what was wrong with it is told to everybody who asks.
        """
        if name not in self._read:
            found = Report()
            reader = _Reader(self.layers, found)
            node = reader.read(name) if reader.there(name) else None
            if node is not None:
                self.refuse_unseen(node, found)
            self._read[name] = node, found
        node, faults = self._read[name]
        report.extend(faults)
        return node

    def refuse_unseen(self, node: Map, report: Report, *languages: str) -> None:
        """Report characters in a file that cannot be seen, and that none of the languages (by default all) needs."""
        from santy_print.text import unseen_in

        needed = "".join(unseen_in(code) for code in languages or self.head.languages)
        refuse_unseen(node, needed, report)

    def holds(self, name: str) -> bool:
        """Whether the pack, or one that it extends, has a YAML file of its own, or one in Markdown instead."""
        names = (name, f"{name.removesuffix('.yaml')}.md")
        return any(os.path.lexists(root / each) for root in self.layers for each in names)

    def tool(self, name: str) -> Any:
        """What only some games have (a table, answers, a manual, ...), by name; PackError where this game has not."""
        if not self.game.has(name):
            raise refusal(self, name)
        return getattr(self.game, name)

    def fonts(self, language: str) -> dict[str, str]:
        """The names of the fonts by role in one language: the language's own, else the pack's."""
        locale = self.locales.get(language)
        own = locale.file.fonts.model_dump(exclude_none=True) if locale else {}
        return {**self.head.fonts.model_dump(), **own}

    def with_hints(self, report: Report, known: int = 0) -> None:
        """Say of faults, but the `known` first, what an overlay has to do with them and can do about them."""
        if self._overlay is not None and len(self.layers) > 1:
            names = tuple(_shown(root) for root in self.layers)
            self._overlay.with_hints(report, Standing(names, self.nodes), known)

    def checked(self) -> Pack:
        """The pack itself, or PackError where it has errors."""
        if not self.report.ok:
            raise PackError(self.report)
        return self

    def without_faulty(self, languages: Sequence[str] = ()) -> tuple[Pack, Report]:
        """The pack in those of its languages whose files have no errors, and the errors of the others.

        PackError where anything else has errors, or one of the languages that are asked for.
        """
        if self.report.ok:
            return self, Report()
        of = {f"locale/{code}.yaml": code for code in self.head.languages if code != self.head.source_language}
        found = {item: item.span.file.name.split("/") if item.span else [] for item in self.report.errors}
        faulty = {of.get("/".join(names[-2:])) for names in found.values()}
        whole = all(item.more == 0 for item in found)  # else nobody knows where those are that were not kept
        if None in faulty or not whole or any(code in faulty for asked in languages for code in asked.split("+")):
            raise PackError(self.report)
        kept = [code for code in self.head.languages if code not in faulty]
        head = self.head.model_copy(update={"languages": tuple(kept)})
        sound = [item for item in self.report if item.severity != "error"]
        locales = {code: locale for code, locale in self.locales.items() if code in kept or "+" in code}
        left = replace(self, head=head, locales=locales, report=Report(sound, pack=self.report.pack))
        return left, Report([*found], pack=self.report.pack)


def data_folder(name: Literal["content", "templates"]) -> Path:
    """The folder of bundled content or templates: in the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parent.parent / name


def shared_layouts(game: Game) -> dict[str, Path]:
    """The face layouts that every pack of a game may use, by name: any game's, and before them the game's own."""
    folders = reversed(_layout_folders(game))
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}


def _layout_folders(game: Game) -> tuple[Path, ...]:
    return folder_of(game) / "faces", data_folder("templates") / "faces"


def bundled_words() -> Path:
    """The folder of what is said in any game, in `locale/`: it lies below every pack, which may say it otherwise."""
    return data_folder("content") / "words"


def _words_in(folder: str, code: str) -> Path | None:
    """The file of what any game says in a language, or in that without its region; None where nobody wrote one."""
    paths = (bundled_words() / folder / f"{spoken}.yaml" for spoken in (code, code.partition("-")[0]))
    return next((path for path in paths if path.is_file()), None)


def bundled() -> list[str]:
    """The names of the bundled packs."""
    return sorted(p.name for p in data_folder("content").iterdir() if (p / "pack.yaml").is_file())


def pack_names() -> list[str]:
    """The names of all packs that are known by name: the bundled ones, and those of installed games."""
    return [*bundled(), *(name for name in installed_packs() if name not in bundled())]


def named_pack(name: str) -> Path | None:
    """The folder of a pack known by name; None where there is none."""
    if name in bundled():
        return data_folder("content") / name
    found = installed_packs().get(name)
    if found is None and name in game_names():
        find_game(name)  # where its code cannot be loaded, it says why
    return found


def find_pack(pack: str | Path) -> Path:
    """The folder of a pack given by bundled name or by path; PackError where there is none."""
    if isinstance(pack, str) and pack in bundled():
        return data_folder("content") / pack
    path, report = Path(pack), Report()
    try:
        found, is_folder = (path / "pack.yaml").is_file(), str(pack) != "" and path.is_dir()
    except (OSError, ValueError):  # no name that a folder can have
        found = is_folder = False
    if found and is_folder:
        return path
    is_code = is_folder and (path / "__init__.py").is_file()  # of a game, which brings the pack of this name
    if (is_code or not is_folder) and isinstance(pack, str) and (known := named_pack(pack)):
        return known
    if is_folder:
        stem = re.compile(r"packs?(\.ya?ml)?(\.txt)?", re.IGNORECASE)
        near = next((name for name in sorted(_names(path)) if stem.fullmatch(name)), None)
        hint = f"call `{near}` pack.yaml" if near else "a pack is a folder with a pack.yaml in it"
        report.error("pack-missing", f"the folder {path} holds no pack.yaml", None, hint)
    else:
        hint = did_you_mean(str(pack), pack_names())
        report.error("pack-missing", f"there is no pack called `{pack}`", None, hint)
    raise PackError(report)


def _names(folder: Path) -> list[str]:
    """The names of some of the files of a folder; none where it cannot be read."""
    try:
        return [path.name for path in islice(folder.iterdir(), MAX_FILES) if path.is_file()]
    except OSError:
        return []


def game_of(pack: str | Path) -> str:
    """The name of a pack's game, as its own head or one that it extends says it; nothing where none does."""
    for root in layers(pack):
        node = load_yaml(root / "pack.yaml", f"{_shown(root)}/pack.yaml", Report())
        if node is not None and isinstance(game := node.get("game"), Scalar):
            return game.text
    return ""


def load_pack(pack: str | Path = DEFAULT_PACK, *, only: Container[str] | None = None) -> Pack:
    """Load a pack by bundled name or folder; with `only`, of its languages these alone and the source language.

    Returns the pack with its report (errors included: ask `pack.report.ok`, or use `pack.checked()`).
    Raises PackError only where there is no pack to speak of: no folder, no usable `pack.yaml`, an unknown game.
    """
    check("pack", pack, SOURCE)
    root = find_pack(pack)
    report = Report(pack=str(pack) if root == named_pack(str(pack)) else _shown(root))
    reader = _Reader(_chain(root, report), report)
    whole = report.ok  # else nobody knows what the pack stands on
    head_node = reader.read("pack.yaml")
    game = _game(head_node, report) if head_node and whole else None
    if head_node is None or game is None:
        raise reader.gives_up()
    nodes: dict[str, Map] = {"pack": head_node}
    files: dict[str, Any] = {}
    models = models_of(game)
    reader.gathered = f"{game.spreadsheets}.yaml" if game.spreadsheets else ""
    for stem, model in models.items():
        node = nodes.get(stem) or reader.read(f"{stem}.yaml")
        if node is not None:
            nodes[stem] = node
            files[stem] = validate(model, node, report)
    head = files.get("pack")
    if head is None:
        raise reader.gives_up()
    result = Pack(head.id, reader.layers, report, game, head, files, nodes)
    prose = reader.prose(RULEBOOK, head.languages, head.source_language)
    if prose is not None:
        result._read[f"{RULEBOOK}.yaml"] = prose[0] and prose[0].node, prose[1]
    _load_locales(
        result, reader, prose[0].words if prose and prose[0] else {}, head.languages if only is None else only
    )
    for stem, node in nodes.items():
        folder, _, code = stem.rpartition("/")
        result.refuse_unseen(node, report, *([code] if folder == "locale" else []))
    _check_art(result, _check_links(result))
    _check_icons(result)
    if all(files.get(stem) is not None for stem in models):
        report.stage += 1  # the game's rules are judged by what was read
        result.compiled = game.compile(files, result.where, report)
        report.stage += 1  # and words are wanted for what the rules make of it
        _speak(result)
    result._overlay = reader.overlay
    result.with_hints(report)
    return result


def models_of(game: Game) -> dict[str, type[Strict]]:
    """The model of each YAML file of a game's packs by stem, those of any game included."""
    return {"pack": PackHead, **game.files, "components": Components}


def layers(pack: str | Path) -> tuple[Path, ...]:
    """The folder of a pack and those of the packs it extends, as far as they are there; PackError without a pack."""
    return _chain(find_pack(pack), Report())


def _chain(root: Path, report: Report) -> tuple[Path, ...]:
    """The folder of a pack and those that it extends, the nearest first; a fault ends the chain where it stands."""
    chain = [root]
    while (scalar := _extends(chain[-1])) is not None:
        below = _extended(scalar, chain, report)
        if below is None:
            break
        chain.append(below)
    return tuple(chain)


def _extends(root: Path) -> Scalar | None:
    """What a pack extends, where its head says so; the head is read for its faults later."""
    node = load_yaml(root / "pack.yaml", f"{_shown(root)}/pack.yaml", Report())
    extends = node.get("extends") if node and _inside(root / "pack.yaml", root) else None
    return extends if isinstance(extends, Scalar) and extends.text else None


def _extended(scalar: Scalar, chain: Sequence[Path], report: Report) -> Path | None:
    """The folder a pack extends: a bundled pack, or a folder beside the pack that was asked for."""
    name, span = scalar.text, scalar.span
    shelf = Path(os.path.abspath(chain[0])).parent
    if (named := named_pack(name)) is not None:
        found = named
    else:
        found = Path(os.path.normpath(chain[-1] / name)) if "\0" not in name else chain[-1] / "."
        if not _inside(found, shelf):
            message = f"`{name}` lies neither among the bundled packs nor beside this one"
            hint = f"put it next to {Path(os.path.abspath(chain[0])).name}, and write `extends: ../its-folder`"
            report.error("pack-extends", message, span, hint)
            return None
    if not os.path.isfile(found / "pack.yaml"):
        beside = [f"../{path.parent.name}" for path in sorted(shelf.glob("*/pack.yaml"))[:MAX_FILES]]
        known = [*pack_names(), *(other for other in beside if other != f"../{chain[-1].resolve().name}")]
        report.error("pack-extends", f"there is no pack `{name}` to extend", span, did_you_mean(name, known))
    elif any(found.resolve() == other.resolve() for other in chain):
        names = " extends ".join(path.resolve().name for path in (*chain, found))
        report.error("pack-loop", f"this is a circle: {names}", span, "one of them must extend a bundled pack")
    elif len(chain) == MAX_CHAIN:
        report.error("pack-loop", f"more than {MAX_CHAIN} packs extend each other", span, "extend one further down")
    else:
        return found
    return None


class _Reader:
    """Reads the YAML files of one pack and of those it extends: none from outside, not too many, not too much."""

    def __init__(self, layers: tuple[Path, ...], report: Report) -> None:
        self.layers = layers
        self.report = report
        self.overlay = Overlay(report)
        self.gathered = ""
        """The name of the file that the spreadsheets beside it belong to."""
        self.below: dict[str, Map] = {}
        """Each file of the pack's own as the packs that it extends have it."""
        self._names: set[str] = set()
        self._bytes = 0

    def there(self, name: str) -> bool:
        """True where some layer has the file."""
        return any(self._holds(root, name) for root in self.layers)

    def _holds(self, root: Path, name: str) -> bool:
        """True where a layer has the file, or spreadsheets that stand for it."""
        return os.path.lexists(root / name) or (name == self.gathered and any(map(is_spreadsheet, root.iterdir())))

    def read(self, name: str) -> Map | None:
        """One file by its name in the pack, with `/` between folder and file, and what it extends."""
        holders = [root for root in self.layers if self._holds(root, name)] or [self.layers[0]]
        words = self.words(name)
        made: Map | None = words
        read = [self._one(root, name) for root in reversed(holders)]  # all of them, each for its own faults
        nodes = [node for node in read if node is not None]
        if len(nodes) < len(read):
            return None
        for number, node in enumerate(nodes):
            if name.startswith("locale/") and (len(holders) > 1 or words is not None):
                node = flattened(node, self.report)
            known = dict(self.overlay.new)
            if made is not None and number == len(nodes) - 1:
                self.below[name] = made
            below, made = made, self.overlay.merge(made, node) if made is not None else node
            if below is words and words is not None:  # what a pack says besides is its own, and no slip
                self.overlay.new, made = known, _own_first(made, node)
            if made is node and name == "pack.yaml" and len(holders) > 1:
                made = Map({key: made.entries[key] for key in made.entries if key != "id"}, made.span)
        return made

    def words(self, name: str) -> Map | None:
        """What any game says, for a file of words: in its language, or in that without its region."""
        folder, _, code = name.removesuffix(".yaml").rpartition("/")
        path = _words_in(folder, code) if folder in ("locale", "locale/seen") else None
        if path is None:
            return None
        node = load_yaml(path, f"content/words/{folder}/{path.name}", self.report, len(self.layers))
        return flattened(node) if node is not None else None

    def _one(self, root: Path, name: str) -> Map | None:
        path, shown = root / name, f"{_shown(root)}/{name}"
        if not self._may(root, name):
            return None
        depth = self.layers.index(root)
        if name != self.gathered:
            return load_yaml(path, shown, self.report, depth)
        if not self._holds(root, name) and (other := next(foreign(root, path.stem), None)):
            self.report.error("file-missing", f"{shown} is not there, and {other.name} is not read", None, SAVE_AS)
            return None
        there = os.path.lexists(path) or not self._holds(root, name)
        node = load_yaml(path, shown, self.report, depth) if there else Map({}, Span(SourceFile(shown, ""), 1, 1, 1, 1))
        return find_rows(node, self._spreadsheets(root), _shown(root), self.report, depth) if node is not None else None

    def _spreadsheets(self, root: Path) -> dict[Path, bool]:
        """The spreadsheets of a layer, and of each whether it may be read."""
        found = sorted(filter(is_spreadsheet, root.iterdir())) if root.is_dir() else []
        return {path: self._within(root, path.name) for path in found}

    def prose(self, name: str, languages: Sequence[str], source: str) -> tuple[Prose | None, Report] | None:
        """What the nearest layer writes in Markdown, each language in a file of its own, and what is wrong with it.

        None where that layer writes it in YAML, or nobody writes it at all.
        """
        root = next(
            (root for root in self.layers if any(map(os.path.lexists, (root / f"{name}.md", root / f"{name}.yaml")))),
            None,
        )
        if root is None or not os.path.lexists(root / f"{name}.md"):
            return None
        from santy_print.markdown import read_prose

        found, own = Report(), self.report
        self.report = found
        named = {source: f"{name}.md", **{code: f"{name}.{code}.md" for code in languages if code != source}}
        there = {code: file for code, file in named.items() if os.path.lexists(root / file)}
        files = {code: self._text(root, file) for code, file in there.items()}
        self.report = own
        read = {code: file for code, file in files.items() if file is not None}
        if source in read and os.path.lexists(root / f"{name}.yaml"):
            message = f"the {name} stands in {name}.md and in {name}.yaml"
            found.error("pack-two", message, read[source].at(0), "keep one of the two")
        return (read_prose(read, source, found) if source in read else None), found

    def _text(self, root: Path, name: str) -> SourceFile | None:
        """One file of a layer as text, where it lies within the pack and its bounds."""
        shown, depth = f"{_shown(root)}/{name}", self.layers.index(root)
        return read_text(root / name, shown, self.report, depth) if self._may(root, name) else None

    def _may(self, root: Path, name: str) -> bool:
        """Whether a file may be read: it lies in the pack, and not too many are read, nor too much."""
        path, shown = root / name, f"{_shown(root)}/{name}"
        self._names.add(f"{root}/{name}")
        if not self._within(root, name):
            return False
        if path.is_file():
            self._bytes += path.stat().st_size
        if len(self._names) > MAX_FILES or self._bytes > MAX_YAML_BYTES:
            bounds = f"at most {MAX_FILES} files and {MAX_YAML_BYTES // 1_000_000} MB together"
            self.report.error("pack-too-large", f"{shown} is too much for one pack", None, bounds)
            return False
        return True

    def _within(self, root: Path, name: str) -> bool:
        """Whether a file is no link out of its layer's folder."""
        if not os.path.lexists(root / name) or _inside(root / name, root):
            return True
        message = f"{_shown(root)}/{name} is a link that leads out of the pack's folder"
        self.report.error("pack-outside", message, None, "put the file itself there")
        return False

    def gives_up(self) -> PackError:
        """The error for a pack whose head cannot be used; its other files are read for their own faults."""
        root = self.layers[0]
        for folder in ("", "locale"):
            paths = sorted((root / folder).glob("*.yaml"))
            for name in (path.relative_to(root).as_posix() for path in paths[:MAX_FILES]):
                if f"{root}/{name}" not in self._names:
                    self._one(root, name)
        return PackError(self.report)


def _own_first(made: Map, own: Map) -> Map:
    """A file of words with a pack's own texts first, in its order, and those that any game says after them."""
    entry, own_texts = made.entries.get("texts"), own.get("texts")
    if entry is None or not isinstance(entry.value, Map) or not isinstance(own_texts, Map):
        return made
    texts = entry.value.entries
    ordered = {key: texts[key] for key in own_texts.entries if key in texts} | texts
    return Map({**made.entries, "texts": Entry(entry.key, Map(ordered, entry.value.span))}, made.span)


def _inside(path: Path, root: Path) -> bool:
    """True where a path, links followed, is within a folder."""
    try:
        real, home = os.path.realpath(path), os.path.realpath(root)
    except (OSError, ValueError):  # no name that a file can have
        return False
    return real == home or real.startswith(home.rstrip(os.sep) + os.sep)


def _is_bundled(root: Path) -> bool:
    """True for the folder of a pack that comes with the program."""
    return root.resolve().is_relative_to(data_folder("content").resolve())


def _leads_out(name: str) -> bool:
    """True for what is no plain file name."""
    return "/" in name or "\\" in name or "\0" in name or os.sep in name or name in ("", ".", "..")


def _shown(root: Path) -> str:
    """The name of a pack's folder in messages: as short as it can be found again."""
    content = data_folder("content")
    if root.is_relative_to(content):
        return f"content/{root.relative_to(content).as_posix()}"
    return root.as_posix()


def shown_file(name: str, roots: Iterable[Path]) -> Path | None:
    """The file that messages call so, of a pack with these layers; None for what comes with the program."""
    found = (root / name.removeprefix(f"{_shown(root)}/") for root in roots if name.startswith(f"{_shown(root)}/"))
    return next((path for path in found if not _is_bundled(path)), None)


def _game(head: Map, report: Report) -> Game | None:
    game = head.get("game")
    first = Span(head.span.file, head.span.line, head.span.col, head.span.line, head.span.col + 1)
    if not isinstance(game, Scalar):
        names = ", ".join(f"`{name}`" for name in game_names())
        hint = f"the first line of a pack.yaml names its game, like `game: {game_names()[0]}`; there are {names}"
        report.error("schema-missing", "`game` is missing", game.span if game else first, hint)
        return None
    found = find_game(game.text)
    if found is None:
        message = f"there is no game called `{game.text}`"
        report.error("pack-game", message, locate(head, ("game",)), did_you_mean(game.text, game_names()))
    return found


def _load_locales(pack: Pack, reader: _Reader, prose: Mapping[str, Mapping[str, Scalar]], only: Container[str]) -> None:
    from santy_print.text import add_names, compare_locales, load_locale, read_names

    languages, source = pack.head.languages, pack.head.source_language
    rows = pack.nodes.get(pack.game.spreadsheets)
    words = words_of(rows, source) if rows else {}
    faults = len(pack.report)
    wanted = [(at, code) for at, code in enumerate(languages) if code == source or code in only]
    for at, language in sorted(wanted, key=lambda pair: pair[1] != source):
        if language in languages[:at]:
            span = pack.where("pack", "languages", at)
            pack.report.error("pack-language", f"`{language}` is listed twice", span, "keep one of the two")
            continue
        if not reader.there(f"locale/{language}.yaml"):
            _no_locale(pack, language, pack.where("pack", "languages", at))
            continue
        node = reader.read(f"locale/{language}.yaml")
        if node is not None:
            if language != source and source in pack.locales:
                named = pack.locales[source]
                node = with_new_names(
                    node, reader.below.get(f"locale/{source}.yaml"), named.scalars, named.file.verbatim
                )
            node = with_words_beside(node, {**words.get(language, {}), **prose.get(language, {})})
            pack.nodes[f"locale/{language}"] = node
            locale = load_locale(language, node, pack.report, pack.locales.get(source))
            if locale is not None:
                locale.gone = reader.overlay.gone_from(f"locale/{language}.yaml")
                if language == source:
                    add_names(locale, read_names(pack.nodes, pack.game.named))
                pack.locales[language] = locale
                _borrow_words(pack, locale, reader)
    pack.locales = {code: pack.locales[code] for code in languages if code in pack.locales}
    if source not in languages and len(pack.report) == faults:  # else it may be one of those that are wrong
        message = f"the source language `{source}` is not among the pack's languages"
        near = did_you_mean(source, languages)
        way = f"add `{source}` to `languages`, or write `source_language: {languages[0]}`"
        places = (pack.where("pack", "source_language"), pack.where("pack", "languages"))
        nearest = min((place for place in places if place), key=lambda place: place.file.depth, default=None)
        hint = near if near.startswith("did you mean") else way
        pack.report.error("pack-language", message, nearest, hint)
    compare_locales(pack.locales, source, pack.report)


WORDS_LANGUAGE = "en"
"""What any game says is said in this language where neither a pack's own nor its source language says it."""


def _borrow_words(pack: Pack, locale: Locale, reader: _Reader) -> None:
    """What any game says, in a language nobody wrote it in: as the source language says it, or else in English."""
    from santy_print.text import borrow_texts, load_locale

    if _words_in("locale", locale.code) is not None:
        return
    source, name = pack.locales.get(pack.head.source_language), f"locale/{WORDS_LANGUAGE}.yaml"
    words = reader.words(name)
    assert words is not None, name
    head = {key: Entry(_scalar(key, words), _scalar(WORDS_LANGUAGE, words)) for key in ("language", "name")}
    english = load_locale(WORDS_LANGUAGE, Map({**head, **words.entries}, words.span), pack.report)
    assert english is not None, name
    is_source = locale is source
    stand_in = english if source is None or is_source else source
    borrowed = borrow_texts(locale, stand_in, english.scalars, is_source)
    if borrowed:
        amount, node = plural(len(borrowed), "text"), pack.nodes[f"locale/{locale.code}"]
        message = f"santy_print does not speak `{locale.code}`: {amount} of its own are said in `{stand_in.code}`"
        lines = ", ".join(f"`{key}: ...`" for key in borrowed[:3])
        hint = f"to say them otherwise, write {lines} and so on under `texts:` in locale/{locale.code}.yaml"
        pack.report.notice("locale-borrowed", message, locate(node, ("language",)), hint)


def _scalar(text: str, near: Map) -> Scalar:
    return Scalar(text, near.span, True)


def _no_locale(pack: Pack, language: str, place: Span | None) -> None:
    """Tell of a language that is listed and has no file: its code may be another."""
    from santy_print.text.locale import no_language, tongue

    known = sorted({name.removesuffix(".yaml") for name in pack.names("locale") if name.endswith(".yaml")})
    near = did_you_mean(language, [code for code in known if code != language])
    near = near if near.startswith("did you mean") else ""
    if tongue(language) is None:
        message, hint = no_language(language, near)
        pack.report.error("pack-language", message, place, hint)
        return
    others = [code for code in pack.head.languages if code in known]
    first = (
        f"take `{language}` off the list"
        if others
        else f"write `languages: [{'en' if 'en' in known or not known else known[0]}]`"
    )
    begin = f"{first}; `santy i18n add {language} {shlex.quote(str(pack.root))}` then begins it"
    name = f"{_shown(pack.root)}/locale/{language}.yaml"
    pack.report.error("file-missing", f"{name} is not there", place, near or begin)


def _speak(pack: Pack) -> None:
    """Tell the locales what items are called, for `{place:who}`, and ask of each the words for all cards."""
    from santy_print.text import check_items, check_names, name_items, read_names, with_own_words

    if pack.compiled is None:
        return
    named = {
        group: {item["id"]: item["name"] for item in items if "name" in item}
        for group, items in pack.collections.items()
    }
    spoken = {
        group: with_own_words(pack.collections[group], root, endings, kinds, pack.locales.values())
        for group, (root, _, endings, kinds) in pack.game.spoken.items()
    }
    pack._collections = {**pack.collections, **spoken}
    in_files = read_names(pack.nodes, pack.game.named)
    for locale in pack.locales.values():
        locale.names.update(named)
        name_items(locale, in_files, partial(pack.game.misnamed, pack.compiled), pack.report)
        for group, (root, file, endings, kinds) in pack.game.spoken.items():
            where = partial(pack.where, file, file, key=True)
            if locale.code == pack.head.source_language and ".name" in endings:
                check_names(locale, pack.collections[group], root, where, pack.report, kinds)
            check_items(locale, pack.collections[group], root, where, pack.report, endings)


def _check_links(pack: Pack) -> set[str]:
    """No link leads out of the pack or nowhere, else what is extended would be printed in its place without a word.

    Returns the names of the pictures that are such links, "" where all of them are behind one.
    """
    reported: set[str] = set()
    messages = {item.message for item in pack.report}
    for root, folder in ((root, name) for root in pack.layers if not _is_bundled(root) for name in FOLDERS):
        for link in _bad_links(root, root / folder):
            shown = f"{_shown(root)}/{link.relative_to(root).as_posix()}"
            name = "" if link == root / folder else link.name
            reported |= {name} if folder == "art" else set()
            where = next((pack.where(stem, *path) for stem, path, other in _art_names(pack) if name == other), None)
            where = where if folder == "art" and name else None
            if not _inside(link, root):
                what = f"the picture `{name}`" if where else shown
                message = f"{what} is a link that leads out of the pack's folder"
                if message not in messages:
                    messages.add(message)
                    pack.report.error("pack-outside", message, where, "put the file itself there")
            elif f"{shown} is not there" not in messages:
                pack.report.error("file-missing", f"{shown} is not there", where, "the link leads nowhere")
    return reported


def _bad_links(root: Path, folder: Path) -> list[Path]:
    """The folder itself, or what in it is a link out of a pack or to nothing; what is hidden is nobody's business."""
    if folder.is_symlink() and not (_inside(folder, root) and folder.exists()):
        return [folder]
    if not folder.is_dir() or not _inside(folder, root):
        return []
    links = (path for path in sorted(folder.iterdir()) if path.is_symlink() and not path.name.startswith("."))
    return [path for path in links if not (_inside(path, root) and path.exists())]


def _check_art(pack: Pack, behind_links: set[str]) -> None:
    """Every picture that is named must be there, in the pack, and all of them not too large."""
    known = pack.names("art")
    sizes: dict[str, int] = {}
    for file, path, name in _art_names(pack):
        found = None if name == "" else pack.file("art", name)
        span = pack.where(file, *path)
        if found is not None:
            sizes.setdefault(name, found.stat().st_size)
        elif _leads_out(name) and name:
            hint = f"name the file alone; it lies in {pack.root.name}/art"
            pack.report.error("pack-outside", f"the picture `{name}` leads out of the art folder", span, hint)
        elif name and not behind_links & {"", name}:  # an empty name is the schema's business
            message = f"the picture `{name}` is not in the pack's art folder"
            pack.report.error("art-missing", message, span, partial(did_you_mean, name, known))
    if sum(sizes.values()) > MAX_ART_BYTES:
        message = f"the pictures hold more than {MAX_ART_BYTES // 1_000_000} MB together"
        largest = max(sizes, key=lambda name: sizes[name])
        pack.report.error("pack-too-large", message, None, f"the largest is `{largest}`")


def _check_icons(pack: Pack) -> None:
    """Every picture within a text must be there; one that the source lacks is reported as such already."""
    source = pack.locales.get(pack.head.source_language)
    for template in source.templates.values() if source else ():
        for value in sorted(template.values):
            name = value.removeprefix("icon:")
            if name != value and pack.file("art", f"{name}-icon.svg") is None:
                known = [other.removesuffix("-icon.svg") for other in pack.names("art") if other.endswith("-icon.svg")]
                message = f"the picture `{name}-icon.svg` is not in the pack's art folder"
                pack.report.error("art-missing", message, template.span, partial(did_you_mean, name, known))


def _art_names(pack: Pack) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Every scalar in the pack's files under a key that names a picture."""
    for stem, node in pack.nodes.items():
        if "/" not in stem:
            found = scalars_in(node, ())
            yield from ((stem, path, name) for path, name in found if path[-1] in pack.game.pictures)
