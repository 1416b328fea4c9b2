"""Manual: a game's side of its rulebook: numbers, tables, figures and entries of its own, computed from the pack.

A game derives a class from `Manual` and marks what it brings: `@table` and `@figure` make what `rulebook.yaml` asks
for by name, `@entry(Model)` makes blocks of an entry of a kind of its own. What is made are blocks, so each stands in
every form of the book; None means that this pack has nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from santy_print.documents.blocks import Cover, Ornament, Words
from santy_print.documents.skeleton import Entry, FigureEntry, Section, Skeleton, TableEntry, skeleton_model
from santy_print.named import in_words_of

if TYPE_CHECKING:
    from santy_print.documents.pictures import Pictures
    from santy_print.pack import Pack
    from santy_print.text import Locale

Path = tuple[str | int, ...]
F = TypeVar("F", bound=Callable[..., Any])


class Name(NamedTuple):
    """Something that a skeleton names: its keys in `rulebook.yaml`, what it is, its name, and those there are.

    `key` where the name is the last of the keys itself.
    """

    path: Path
    what: str
    name: str
    known: Sequence[str]
    key: bool = False


class Placed(NamedTuple):
    """An entry and where it stands in the skeleton."""

    entry: Entry
    path: Path


class At(NamedTuple):
    """Where an entry is told: the section's id, and whom to tell what of it is left out."""

    section: str
    left_out: Callable[[str], None]


class Single(NamedTuple):
    """Things that there may be only once: what is said of a second, and each with its place."""

    message: str
    names: Sequence[tuple[Path, str]]


class Untold(NamedTuple):
    """What the pack has and no entry tells of: what it is, its file, and where it stands there."""

    what: str
    file: str
    path: Path


def table(name: str) -> Callable[[F], F]:
    """Mark what makes the table of this name: `TableEntry` in, a block or None out."""
    return _mark("tables", name)


def figure(name: str) -> Callable[[F], F]:
    """Mark what makes the figure of this name: `FigureEntry` in, a block or None out."""
    return _mark("figures", name)


def entry(model: type[Entry]) -> Callable[[F], F]:
    """Mark what makes the blocks of an entry of this kind: where it is told and the entry in, blocks or None out."""
    return _mark("entries", model)


def _mark(group: str, name: str | type[Entry]) -> Callable[[F], F]:
    def mark(method: F) -> F:
        method.__dict__["makes"] = (group, name)
        return method

    return mark


class Manual:
    """A rulebook of texts, titles and lists, in one language; a game's own adds to it."""

    knot: ClassVar[str] = ""
    """A character in the middle of the lines below headings."""
    section: ClassVar[type[Section]] = Section
    skeleton_of: ClassVar[type[Skeleton]] = Skeleton
    facts: ClassVar[Sequence[str]] = ()
    """The rules that entries may say they tell."""
    tables: ClassVar[Mapping[str, str]] = {}
    figures: ClassVar[Mapping[str, str]] = {}
    entries: ClassVar[Mapping[type[Entry], str]] = {}
    """The names of the methods that make them, by what they make."""

    def __init_subclass__(cls) -> None:
        """Enter what is marked; a name or kind that two make is refused."""
        made: dict[str, dict[Any, str]] = {"tables": {}, "figures": {}, "entries": {}}
        for base in reversed(cls.__mro__):
            for method, value in vars(base).items():
                group, name = getattr(value, "makes", ("", ""))
                if group and made[group].setdefault(name, method) != method:
                    raise ValueError(f"{cls.__name__}: {name!r} is made twice, by {made[group][name]} and {method}")
        cls.tables, cls.figures, cls.entries = made["tables"], made["figures"], made["entries"]

    def __init__(self, pack: Pack, locale: Locale, skeleton: Skeleton, pictures: Pictures) -> None:
        """Nothing is drawn yet: pictures are made as they are asked for."""
        self.pack, self.locale, self.skeleton, self.pictures = in_words_of(pack, locale), locale, skeleton, pictures
        self.values: Mapping[str, Any] = self.count()

    @classmethod
    def model(cls) -> type[Skeleton]:
        """The model of `rulebook.yaml`."""
        return skeleton_model(tuple(cls.entries), cls.section, cls.skeleton_of)

    def count(self) -> Mapping[str, Any]:
        """The values that texts are filled with, and that `when` and `unless` ask for.

        Of a game that says none, how many pieces there are of each collection.
        """
        some = ((name, items) for name, items in self.pack.collections.items() if name != "one")
        return {name: sum(_copies(item) for item in items) for name, items in some}

    def cover(self) -> Cover:
        """What stands above all else."""
        front = self.skeleton.cover
        name = self.locale.plain(f"rulebook.{front.title or 'name'}")
        shown = self.pictures.named(front.figure.of) if front.figure else None
        alt = self.locale.plain(f"rulebook.{front.figure.say}") if front.figure and front.figure.say else None
        return Cover(name, self.say(front.motto) if front.motto else "", self.pictures.shown(shown, alt))

    def placed(self) -> list[tuple[Section, list[Placed]]]:
        """The sections that are wanted, each with its entries."""
        return [
            (section, [Placed(block, ("sections", n, "blocks", at)) for at, block in enumerate(section.blocks)])
            for n, section in enumerate(self.skeleton.sections)
            if self.wanted(section.when)
        ]

    def names(self, entry: Entry) -> Iterator[tuple[str, str, Sequence[str]]]:
        """What an entry names that must be there: what it is, its name, and those there are."""
        if isinstance(entry, TableEntry):
            yield "table", entry.name, [*self.tables]
        elif isinstance(entry, FigureEntry):
            yield "figure", entry.name, [*self.figures]

    def wishes(self) -> Iterator[Name]:
        """The items of the pack that the skeleton would like to see: where one is not there, another is taken."""
        return iter(())

    def singles(self) -> Iterator[Single]:
        """What may stand in the skeleton only once, besides its sections."""
        return iter(())

    def untold(self) -> Iterator[Untold]:
        """What the pack has and no entry tells of, though its reader needs to be told."""
        return iter(())

    # For whoever derives from it

    def say(self, key: str, **values: Any) -> Words:
        """The words of a key below `rulebook`, with the game's values and further ones."""
        return Words(self.locale.markup(f"rulebook.{key}", **{**self.values, **values}))

    def label(self, key: str) -> Words:
        """A word that stands on figures, below `rulebook.labels`."""
        return Words(self.locale.markup(f"rulebook.labels.{key}"))

    def ornament(self, entry: FigureEntry) -> Ornament | None:
        """The picture that the entry names, for the foot of a column; None where the pack has none of that name."""
        art = self.pictures.art(f"{entry.item}.svg")
        if art is None:
            return None
        return Ornament(art, 24.0, "narrow") if entry.narrow else Ornament(art, 30.0)

    def wanted(self, when: str | None, unless: str | None = None) -> bool:
        """Whether what is told only with a value, or without one, is told of this pack."""
        return (when is None or bool(self.values.get(when))) and not (unless and self.values.get(unless))

    def points(self, section: str, entry: Entry) -> tuple[Words, ...]:
        """The points of an entry that are told of this pack."""
        return tuple(self.say(f"{section}.{i.say}") for i in entry.points if self.wanted(i.when, i.unless))


def _copies(item: Mapping[str, Any]) -> int:
    """How often an item is there, where it says so."""
    copies = item.get("copies", 1)
    return copies if isinstance(copies, int) else 1
