"""Families: a font by the name of its family, its weight and its slant, as drawings ask for it.

Only fonts that are certainly here are looked through: those that come along, and those in the `fonts/` of a pack. So a
drawing is the same on every machine, whatever is installed there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from santy_print.cache import file_hash
from santy_print.diag import UnreadableError, foreign
from santy_print.faces.font_files import DAMAGED, ENDINGS, unpacked_font
from santy_print.faces.typeset import bundled_fonts, opened_bytes

MAX_FILES = 300
"""So many files of fonts are looked through for a family."""
MAX_MEMBERS, MAX_AXES = 50, 20
"""Of a collection, and of a variable font."""
GENERIC = {"serif": "Source Serif 4", "ui-serif": "Source Serif 4"} | dict.fromkeys(
    ("sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "ui-monospace", "ui-rounded"),
    "DejaVu Sans",
)
"""What stands for a family that nobody named: fonts that come along."""
ANY = "DejaVu Sans"
"""Of what comes along the font with the most signs: it has letters that another one lacks."""
_ITALIC, _BOLD = 1, 32
"""Bits of what a font says of itself."""


class Known(NamedTuple):
    """A name under which a font is asked for, and the weight and slant that it has under that name.

    The `SemiBold` of a family is the regular of a family of its own to some programs.
    """

    name: str
    weight: float
    italic: bool


class Axis(NamedTuple):
    """An axis of a variable font: its least value, its usual one and its greatest."""

    tag: str
    least: float
    usual: float
    most: float


@dataclass(frozen=True, slots=True)
class Cut:
    """One style of a font in a file: the names of its family, its own names, and the axes of a variable one.

    `number` is its place in a collection.
    """

    path: Path
    number: int
    family: str
    style: str
    families: tuple[Known, ...]
    own: frozenset[str]
    axes: tuple[Axis, ...] = ()

    @property
    def shown(self) -> str:
        """Its name for people."""
        return f"{self.family} {self.style}".strip()


class Found(NamedTuple):
    """The cut that is nearest to what a drawing asks for, where on its axes, and whether it is just that."""

    cut: Cut
    place: tuple[tuple[str, float], ...]
    exact: bool


def plain_name(name: str) -> str:
    """A name of a font as it is compared: without blanks, hyphens, quotes and capitals."""
    return re.sub(r"[\s_'\"-]", "", name).casefold()


def names_of(text: str) -> list[str]:
    """The families that a `font-family` lists, without their quotes."""
    found = (one or other or bare for one, other, bare in _NAME.findall(text[:2_000]))
    return [name for name in (" ".join(each.split()) for each in found) if name]


_NAME = re.compile(r"\"([^\"]*)\"|'([^']*)'|([^,'\"]+)")


class Families:
    """The fonts that are certainly here: files of a pack first, then those that come along."""

    def __init__(self, files: Sequence[Path] = ()) -> None:
        """With a pack's files of fonts, the nearest first."""
        self.files = (*files[:MAX_FILES], *sorted(bundled_fonts().glob("*.ttf")))

    def key(self) -> str:
        """What tells these fonts from others: their names, and what is in them."""
        return " ".join(f"{path.name}={_hash(path)}" for path in self.files)

    @cached_property
    def cuts(self) -> list[Cut]:
        """All styles that are here."""
        return [cut for path in self.files for cut in cuts_of(path)]

    def known(self) -> list[str]:
        """The names of all families, for people."""
        return list(dict.fromkeys(cut.family for cut in self.cuts))

    def damaged(self) -> list[str]:
        """The files of which no font can be read."""
        return [path.name for path in self.files if not cuts_of(path)]

    def find(self, name: str, weight: float, italic: bool) -> Found | None:
        """The nearest style of a family, as browsers choose it; None where the family is not here."""
        wanted = plain_name(name)
        some = [(cut, known) for cut in self.cuts for known in cut.families if known.name == wanted]
        some += [(cut, cut.families[0]) for cut, _ in some if wanted in cut.own]  # it may be the name of a style, too
        if some:  # of two that are as near the first one is meant: a pack's own stands before what comes along
            return min((_measured(cut, known, weight, italic) for cut, known in some), key=lambda each: each[0])[1]
        cut = next((cut for cut in self.cuts if wanted in cut.own), None)
        return None if cut is None else _measured(cut, cut.families[0], weight, italic)[1]._replace(exact=True)


def _measured(cut: Cut, known: Known, weight: float, italic: bool) -> tuple[tuple[bool, float], Found]:
    """How far a style is from what is asked for, and where on its axes it is nearest."""
    place: dict[str, float] = {axis.tag: axis.usual for axis in cut.axes}
    axes, has, slanted = {axis.tag: axis for axis in cut.axes}, known.weight, known.italic
    if "wght" in axes:
        has = place["wght"] = min(max(weight, axes["wght"].least), axes["wght"].most)
    if italic and not slanted and "ital" in axes:
        place["ital"], slanted = axes["ital"].most, True
    elif italic and not slanted and "slnt" in axes and axes["slnt"].least < 0:
        place["slnt"], slanted = axes["slnt"].least, True
    far = slanted != italic, _away(weight, has)
    return far, Found(cut, tuple(sorted(place.items())), far == (False, 0.0))


def _away(weight: float, has: float) -> float:
    """How far a weight is from one that is asked for, as CSS says: the lighter ones first for light ones."""
    if 400 <= weight <= 500:
        return has - weight if weight <= has <= 500 else 1_000 + weight - has if has < weight else 2_000 + has
    lighter = weight < 400
    return abs(has - weight) + (1_000 if (has > weight if lighter else has < weight) else 0)


# --- files --------------------------------------------------------------------------------------------------------


def is_font(path: Path) -> bool:
    """Whether a file is called as fonts are."""
    return path.suffix.casefold() in ENDINGS


def _hash(path: Path) -> str:
    try:
        return file_hash(path)
    except OSError:  # gone meanwhile
        return ""


def cuts_of(path: Path) -> tuple[Cut, ...]:
    """The styles that a file holds; none where it is damaged."""
    try:
        seen = path.stat()
        return _cuts(path, seen.st_size, seen.st_mtime_ns)
    except OSError:
        return ()


@lru_cache(maxsize=4 * MAX_FILES)
def _cuts(path: Path, size: int, changed: int) -> tuple[Cut, ...]:
    try:
        data = unpacked_font(path)
        with foreign():
            count = min(int.from_bytes(data[8:12], "big"), MAX_MEMBERS) if data[:4] == b"ttcf" else 0
            fonts = [(number, opened_bytes(data, number)) for number in (range(count) if count else (-1,))]
            return tuple(_cut(path, max(0, number), font) for number, font in fonts)
    except (UnreadableError, ValueError):
        return ()


def _cut(path: Path, number: int, font: Any) -> Cut:
    names, os2 = font["name"], font["OS/2"]
    texts = {n: _readable(names.getDebugName(n) or "") for n in (1, 2, 4, 6, 16, 17)}
    if not ("glyf" in font or "CFF " in font or "CFF2" in font):
        raise ValueError(DAMAGED)
    italic, weight = bool(os2.fsSelection & _ITALIC), float(min(max(os2.usWeightClass, 1), 1000))
    family = texts[16] or texts[1] or path.stem
    known = [Known(plain_name(family), weight, italic)]
    if texts[16] and plain_name(texts[1]) not in ("", known[0].name):
        known.append(Known(plain_name(texts[1]), 700 if os2.fsSelection & _BOLD else 400, italic))
    axes = font["fvar"].axes[:MAX_AXES] if "fvar" in font else ()
    return Cut(
        path, number, family, texts[17] or texts[2], tuple(known),
        frozenset(plain_name(name) for name in (texts[4], texts[6], path.stem) if name),
        tuple(Axis(axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes),
    )  # fmt: skip


def _readable(name: str) -> str:
    return " ".join("".join(char for char in name if char.isprintable()).split())[:100]


def named_in(text: str) -> Iterator[str]:
    """The families that the text of a drawing names anywhere, as they are compared."""
    for found in _FAMILY.findall(text):
        for name in names_of(found.replace("&quot;", '"').replace("&apos;", "'")):
            yield plain_name(name)


_FAMILY = re.compile(r"font(?:-family)?\s*[:=]\s*(\"[^\"<>]*\"|'[^'<>]*'|[^;\"'<>{}]*(?:'[^'<>]*'[^;\"'<>{}]*)*)")
