"""Pack: a folder in, a checked and compiled pack out (source > schema > check > compile), with one report.

A pack is data from a stranger: nothing in it is run, no file outside its folder is read, sizes are bounded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import Field

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.schema import Count, HexColour, Ident, Strict, Text, validate
from santy_print.source import Map, Scalar, load_yaml, locate

if TYPE_CHECKING:
    from santy_print.text import Locale

register("pack-missing", "there is no pack of this name or in this folder")
register("pack-game", "the pack names a game that is not in the house")
register("pack-language", "a language is not among the pack's languages")
register("pack-outside", "a file name leads out of the pack's folder")
register("art-missing", "a picture that the pack names is not in its art folder")

GAMES = {"santy_anno": "santy_print.packs.santy_anno"}

Pattern = Literal["plain", "diagonal", "dots", "grid"]


class Paint(Strict):
    """A game colour: its value and the pattern that stands for it without colour."""

    hex: HexColour
    pattern: Pattern = "plain"


class Fonts(Strict):
    """The fonts by role; each is a TTF of the house or of the pack's `fonts/`."""

    title: Ident = "PirataOne-Regular"
    text: Ident = "SourceSerif4-Regular"
    bold: Ident = "SourceSerif4-Bold"
    italic: Ident = "SourceSerif4-Italic"
    symbol: Ident = "DejaVuSans"


class Credits(Strict):
    """Who made the game the pack is for."""

    designer: Text
    publisher: Text
    year: Count


class PackHead(Strict):
    """What every `pack.yaml` holds; a game adds its own keys."""

    game: Ident
    id: Ident
    version: Text
    source_language: Ident
    languages: tuple[Ident, ...] = Field(min_length=1)
    credits: Credits
    palette: dict[Ident, Paint]
    fonts: Fonts = Fonts()


class Pile(Strict):
    """One kind of component on a part's sheets: a face for each item of a collection, and its back."""

    each: Ident = "one"
    layout: Text
    back: Text | None = None
    copies: Text = "1"


class Part(Strict):
    """One file of the printed set."""

    piles: tuple[Pile, ...] = Field(min_length=1)


class Components(Strict):
    """`components.yaml`: which faces go on which sheets."""

    parts: dict[Ident, Part]


Where = Callable[..., Span | None]
"""`where(file, *path, key=False)`: the span of a datum, or of the nearest thing above it."""

Item = Mapping[str, Any]


class Rules(Protocol):
    """What a game brings: its files, its checks and compiler, what can be printed of it, and its first state."""

    name: str
    files: Mapping[str, type[Strict]]

    def compile(self, files: Mapping[str, Any], where: Where, report: Report) -> Any:
        """Check and compile the files; report every fault; None where the pack cannot be used."""

    def collections(self, compiled: Any) -> Mapping[str, Sequence[Item]]:
        """The named lists of items that faces are drawn for; each item is plain data with an `id`."""


@dataclass(slots=True)
class Pack:
    """A loaded pack. `compiled` and `locales` are complete only where `report.ok`."""

    id: str
    root: Path
    report: Report
    rules: Rules
    head: PackHead
    files: dict[str, Any]
    nodes: dict[str, Map]
    locales: dict[str, Locale] = field(default_factory=dict)
    compiled: Any = None
    _collections: Mapping[str, Sequence[Item]] | None = None

    def where(self, file: str, *path: str | int, key: bool = False) -> Span | None:
        """The span of a datum in one of the pack's files."""
        node = self.nodes.get(file)
        return locate(node, path, key) if node else None

    @property
    def collections(self) -> Mapping[str, Sequence[Item]]:
        """The game's printable items, and `one`: a single empty item."""
        if self._collections is None:
            self._collections = {"one": [{"id": "one"}], **self.rules.collections(self.compiled)}
        return self._collections

    def file(self, folder: str, name: str) -> Path | None:
        """A file of the pack by folder and plain name; None where it is not there or leads outside."""
        path = self.root / folder / name
        if os.sep in name or "/" in name or name in ("", ".", "..") or not path.is_file():
            return None
        return path if path.resolve().is_relative_to(self.root.resolve()) else None

    def checked(self) -> Pack:
        """The pack itself, or PackError where it has errors."""
        if not self.report.ok:
            raise PackError(self.report)
        return self


def data_folder(name: Literal["content", "templates"]) -> Path:
    """The folder of bundled content or templates: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parent.parent / name


def bundled() -> list[str]:
    """The names of the packs that come with the house."""
    return sorted(p.name for p in data_folder("content").iterdir() if (p / "pack.yaml").is_file())


def find_pack(pack: str | Path) -> Path:
    """The folder of a pack given by bundled name or by path; PackError where there is none."""
    if isinstance(pack, str) and pack in bundled():
        return data_folder("content") / pack
    path = Path(pack)
    if (path / "pack.yaml").is_file():
        return path
    report = Report()
    if path.is_dir():
        report.error("pack-missing", f"the folder {path} holds no pack.yaml", None, "a pack is a folder with a pack.yaml in it")
    else:
        report.error("pack-missing", f"there is no pack called `{pack}`", None, did_you_mean(str(pack), bundled()))
    raise PackError(report)


def load_pack(pack: str | Path = "santy_anno") -> Pack:
    """Load a pack by bundled name or folder.

    Returns the pack with its report (errors included: ask `pack.report.ok`, or use `pack.checked()`).
    Raises PackError only where there is no pack to speak of: no folder, no readable `pack.yaml`, an unknown game.
    """
    root = find_pack(pack)
    report = Report()
    shown = _shown(root)
    head_node = load_yaml(root / "pack.yaml", f"{shown}/pack.yaml", report)
    if head_node is None:
        raise PackError(report)
    rules = _rules(head_node, report)
    nodes: dict[str, Map] = {"pack": head_node}
    files: dict[str, Any] = {}
    for stem, model in {**rules.files, "components": Components}.items():
        node = nodes.get(stem) or load_yaml(root / f"{stem}.yaml", f"{shown}/{stem}.yaml", report)
        if node is not None:
            nodes[stem] = node
            files[stem] = validate(model, node, report)
    head = files.get("pack")
    if head is None:
        raise PackError(report)
    result = Pack(head.id, root, report, rules, head, files, nodes)
    _load_locales(result, shown)
    if all(files.get(stem) is not None for stem in rules.files):
        result.compiled = rules.compile(files, result.where, report)
        _name_items(result)
        _check_art(result)
    return result


def _shown(root: Path) -> str:
    """The name of a pack's folder in messages: as short as it can be found again."""
    content = data_folder("content")
    if root.is_relative_to(content):
        return f"content/{root.relative_to(content).as_posix()}"
    return root.as_posix()


def _rules(head: Map, report: Report) -> Rules:
    game = head.get("game")
    if not isinstance(game, Scalar):
        report.error("schema-missing", "`game` is missing", head.span, "the first line of a pack.yaml is `game: santy_anno`")
        raise PackError(report)
    if game.text not in GAMES:
        report.error("pack-game", f"no game in the house is called `{game.text}`", game.span, did_you_mean(game.text, GAMES))
        raise PackError(report)
    rules: Rules = import_module(GAMES[game.text]).RULES
    return rules


def _load_locales(pack: Pack, shown: str) -> None:
    from santy_print.text import compare_locales, load_locale

    for language in pack.head.languages:
        node = load_yaml(pack.root / "locale" / f"{language}.yaml", f"{shown}/locale/{language}.yaml", pack.report)
        if node is not None:
            pack.nodes[f"locale/{language}"] = node
            locale = load_locale(language, node, pack.report)
            if locale is not None:
                pack.locales[language] = locale
    compare_locales(pack.locales, pack.head.source_language, pack.report)


def _name_items(pack: Pack) -> None:
    """Tell the locales what the items of each collection are called, so that a text can say `{ship:who}`."""
    if pack.compiled is None:
        return
    names = {group: {item["id"]: item["name"] for item in items if "name" in item} for group, items in pack.collections.items()}
    for locale in pack.locales.values():
        locale.names.update(names)


def _check_art(pack: Pack) -> None:
    for file, path, name in _art_names(pack):
        if pack.file("art", name) is None:
            code, why = ("pack-outside", "leads out of the art folder") if "/" in name or "\\" in name else ("art-missing", "is not in the pack's art folder")
            art = pack.root / "art"
            known = sorted(p.name for p in art.iterdir()) if art.is_dir() else []
            pack.report.error(code, f"the picture `{name}` {why}", pack.where(file, *path), did_you_mean(name, known))


def _art_names(pack: Pack) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Every scalar under a key `art` or `emblem` in the pack's files."""
    for stem, node in pack.nodes.items():
        if "/" not in stem:
            yield from ((stem, path, name) for path, name in _scalars(node, ()) if path[-1] in ("art", "emblem"))


def _scalars(node: Map, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, entry in node.entries.items():
        if isinstance(entry.value, Map):
            yield from _scalars(entry.value, (*path, key))
        elif isinstance(entry.value, Scalar):
            yield (*path, key), entry.value.text
