"""Pack: a folder in, a checked and compiled pack out (source > schema > check > compile), with one report.

A pack is data from a stranger: nothing in it is run, no file outside its folder is read, sizes are bounded. A pack may
extend another, bundled or beside it; it then holds only what differs, and everything else is looked for down the chain.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from santy_print import DEFAULT_PACK
from santy_print.budget import Budget
from santy_print.choices import SOURCE, check
from santy_print.diag import PackError, Report, Span, did_you_mean, plural, register
from santy_print.folders import (
    chain_of,
    data_folder,
    find_pack,
    inside,
    is_bundled,
    layout_folders,
    leads_out,
    named_pack,
    shown_as,
    words_in,
)
from santy_print.overlay import Overlay, Standing, with_new_names
from santy_print.palette import Pattern
from santy_print.reader import Reader
from santy_print.registry import Game, Item, find_game, game_names, name_of, refusal
from santy_print.schema import Count, FontFile, HexColour, Ident, Strict, Text, WebAddress, validate
from santy_print.source import Entry, Map, Scalar, locate, refuse_unseen, scalars_in
from santy_print.spreadsheet import with_words_beside, words_of

if TYPE_CHECKING:
    from santy_print.text import Locale, Named

register("pack-game", "the pack names a game that is neither bundled nor installed")
register("pack-language", "a language is not among the pack's languages")
register("art-missing", "a picture that the pack names is not in its art folder")
register("locale-borrowed", "santy_print does not speak a language: what the pack does not say there, another says")

FOLDERS = ("art", "faces", "fonts", "locale", "locale/seen")
"""The folders of a pack in which files are looked for."""
RULEBOOK = "rulebook"
"""The name of what may be written in Markdown instead of YAML."""
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
    given: Sequence[Named] = field(default=(), repr=False)
    """The names that its files give its items."""
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

    def asks_for(self, language: str) -> bool:
        """Whether the pack says itself that it speaks a language: in its list of them, or by words of its own."""
        listed = self.where("pack", "languages")
        own = self.nodes.get(f"locale/{language}")
        return (listed is not None and not listed.file.depth) or (own is not None and not own.span.file.depth)

    def speaking(self, languages: Sequence[str]) -> Pack:
        """The pack itself; PackError where it does not have one of these languages."""
        if not (report := self.lacking(languages)).ok:
            raise PackError(report)
        return self

    def file(self, folder: str, name: str) -> Path | None:
        """A file by folder and plain name, the pack's own or that of a pack it extends; None where there is none."""
        if leads_out(name):
            return None
        paths = ((root / folder / name, root) for root in self.layers)
        return next((path for path, root in paths if os.path.isfile(path) and inside(path, root)), None)

    def layout(self, name: str) -> tuple[Path, str, int] | None:
        """A face layout's file, its name in messages, and how far below the pack it lies; None where there is none."""
        own = self.file("faces", f"{name}.yaml")
        if own is not None:
            return own, self.shown(own), next(n for n, root in enumerate(self.layers) if own.is_relative_to(root))
        paths = () if leads_out(name) else (folder / f"{name}.yaml" for folder in layout_folders(self.game))
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
        return f"{shown_as(root)}/{path.relative_to(root).as_posix()}" if root else path.name

    def read(self, name: str, report: Report) -> Map | None:
        """A YAML file of the pack by its name, with what it extends; None where it is nowhere or cannot be read.

        It is read once; what was wrong with it is told to everybody who asks.
        """
        if name not in self._read:
            found = Report()
            reader = Reader(self.layers, found)
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
            names = tuple(shown_as(root) for root in self.layers)
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


def load_pack(pack: str | Path = DEFAULT_PACK, *, only: Container[str] | None = None) -> Pack:
    """Load a pack by bundled name or folder; with `only`, of its languages these alone and the source language.

    Returns the pack with its report (errors included: ask `pack.report.ok`, or use `pack.checked()`).
    Raises PackError only where there is no pack to speak of: no folder, no usable `pack.yaml`, an unknown game.
    """
    from santy_print.text import compare_locales, read_names

    check("pack", pack, SOURCE)
    root = find_pack(pack)
    report = Report(pack=str(pack) if root == named_pack(str(pack)) else shown_as(root))
    reader = Reader(chain_of(root, report), report)
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
    result.given = read_names(nodes, game.named, reader.written)
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
    report.stage += 1  # languages are compared, and the game's rules judged, by what was read
    compare_locales(result.locales, head.source_language, report)
    if all(files.get(stem) is not None for stem in models):
        result.compiled = game.compile(files, result.where, report)
        report.stage += 1  # and words are wanted for what the rules make of it
        _speak(result)
    result._overlay = reader.overlay
    result.with_hints(report)
    return result


def models_of(game: Game) -> dict[str, type[Strict]]:
    """The model of each YAML file of a game's packs by stem, those of any game included."""
    return {"pack": PackHead, **game.files, "components": Components}


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


def _load_locales(pack: Pack, reader: Reader, prose: Mapping[str, Mapping[str, Scalar]], only: Container[str]) -> None:
    from santy_print.text import add_names, load_locale

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
                    add_names(locale, pack.given)
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


WORDS_LANGUAGE = "en"
"""What any game says is said in this language where neither a pack's own nor its source language says it."""


def _borrow_words(pack: Pack, locale: Locale, reader: Reader) -> None:
    """What any game says, in a language nobody wrote it in: as the source language says it, or else in English."""
    from santy_print.text import borrow_texts, load_locale

    if words_in("locale", locale.code) is not None:
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
    name = f"{shown_as(pack.root)}/locale/{language}.yaml"
    pack.report.error("file-missing", f"{name} is not there", place, near or begin)


def _speak(pack: Pack) -> None:
    """Tell the locales what items are called, for `{place:who}`, and ask of each the words for all cards."""
    from santy_print.text import check_items, check_names, name_items, with_own_words

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
    for locale in pack.locales.values():
        locale.names.update(named)
        misnamed = partial(pack.game.misnamed, pack.compiled)
        name_items(locale, pack.given, misnamed, pack.report, pack.asks_for(locale.code))
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
    for root, folder in ((root, name) for root in pack.layers if not is_bundled(root) for name in FOLDERS):
        for link in _bad_links(root, root / folder):
            shown = f"{shown_as(root)}/{link.relative_to(root).as_posix()}"
            name = "" if link == root / folder else link.name
            reported |= {name} if folder == "art" else set()
            where = next((pack.where(stem, *path) for stem, path, other in _art_names(pack) if name == other), None)
            where = where if folder == "art" and name else None
            if not inside(link, root):
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
    if folder.is_symlink() and not (inside(folder, root) and folder.exists()):
        return [folder]
    if not folder.is_dir() or not inside(folder, root):
        return []
    links = (path for path in sorted(folder.iterdir()) if path.is_symlink() and not path.name.startswith("."))
    return [path for path in links if not (inside(path, root) and path.exists())]


def _check_art(pack: Pack, behind_links: set[str]) -> None:
    """Every picture that is named must be there, in the pack, and all of them not too large."""
    known = pack.names("art")
    sizes: dict[str, int] = {}
    for file, path, name in _art_names(pack):
        found = None if name == "" else pack.file("art", name)
        span = pack.where(file, *path)
        if found is not None:
            sizes.setdefault(name, found.stat().st_size)
        elif leads_out(name) and name:
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
