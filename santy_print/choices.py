"""Choices: which values can be asked for, in a program and on the command line, one rule for each.

Who makes a value of options is refused a wrong one there and then, in the words of the command line.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from os import PathLike


class WrongValue(ValueError):
    """A value that cannot be asked for; the message says what can. `option` is one, as typed, that nobody knows."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class OneOf:
    """A rule: one of some words."""

    def __init__(self, *values: str) -> None:
        self.values = values

    def check(self, value: object) -> object:
        """The value; WrongValue where it is none of them."""
        if not isinstance(value, str) or value not in self.values:
            raise WrongValue(f"{value!r} is not one of {', '.join(map(repr, self.values))}.")
        return value


class Between:
    """A rule: a number within bounds."""

    def __init__(self, least: float = -inf, most: float = inf) -> None:
        self.least, self.most = least, most

    def check(self, value: object) -> object:
        """The value; WrongValue where it is no number, or out of bounds."""
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) == inf:
            raise WrongValue(f"`{value}` is no number")
        if not self.least <= value <= self.most:
            least, most = _shown(self.least), _shown(self.most)
            wanted = f"at least {least}" if self.most == inf else f"{least} to {most}"
            raise WrongValue(f"{_shown(value)} is out of bounds: {wanted}")
        return value


class Whole(Between):
    """A rule: a whole number within bounds."""

    def check(self, value: object) -> object:
        """The value; WrongValue where it is no whole number, or out of bounds."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise WrongValue(f"`{value}` is no whole number")
        return super().check(value)


def _shown(value: object) -> str:
    """A value as a message shows it; an integer may have more digits than a float can hold."""
    if isinstance(value, int) and 10**6 <= abs(value) < 10**18:
        return f"{value:,}"
    return f"{max(-1e300, min(value, 1e300)):g}" if isinstance(value, int | float) else str(value)


class Source:
    """A rule: the name of a pack, or its folder."""

    def check(self, value: object) -> object:
        """The value; WrongValue where it is neither."""
        if not isinstance(value, str | PathLike):
            raise WrongValue("the name of a pack or its folder is wanted, and no pack that is loaded")
        return value


class Loaded:
    """A rule: a pack that is loaded, and not only called."""

    def check(self, value: object) -> object:
        """The value; WrongValue where it is a name or a folder."""
        if isinstance(value, str | PathLike):
            raise WrongValue(f"a loaded pack is wanted, as in `ready_pack({str(value)!r})`")
        return value


class Paper:
    """A rule: width and height of a paper, in mm."""

    def __init__(self, least: float, most: float) -> None:
        self.side = Between(least, most)

    def check(self, value: object) -> object:
        """The value; WrongValue where no sheet can be laid out on it."""
        if not isinstance(value, tuple | list) or len(value) != 2:
            raise WrongValue(f"`{value}` is no paper: width and height in mm are wanted")
        try:
            return [self.side.check(side) for side in value] and value
        except WrongValue:
            shown = "x".join(map(_shown, value))
            wanted = f"its sides must be {self.side.least:g} to {self.side.most:g} mm"
            raise WrongValue(f"`{shown}` is no paper: {wanted}") from None


Rule = OneOf | Between | Source | Loaded | Paper

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "tabloid": (279.4, 431.8)}
PAPER = Paper(60, 2000)

DUPLEX = OneOf("long", "short", "separate", "gutterfold", "none")
"""How backs meet fronts: the printer turns sheets over the long or short edge; backs as a stack of their own, to be
printed in a second run (turned over the long edge); fronts and backs side by side, folded and glued; no backs."""
EDGE = OneOf("long", "short")
"""The edge over which one sheet is turned."""
INK = OneOf("full", "low", "grey")
"""With the paper's tone, without, or grey."""
DOCUMENT_INK = OneOf("low", "grey")
DOCUMENT_PAPER = OneOf("a4", "letter")
RULEBOOK_FORM = OneOf("pdf", "booklet", "html", "text")
DPI = OneOf("300", "600")
ORDER = OneOf("alternating", "apart")
"""Of the pages for a press: front and back of each piece in turn, or fronts in one file and backs in another."""
COLOURS = OneOf("cmyk", "rgb")
BLEED = Between(0, 5)  # mm
CARD_STOCK = Between(0.1, 2.0)  # mm
INSET = Between(5, 40)  # mm, of a cutter's marks from the paper's edge
THICKNESS = Between(0, 1)  # mm, of a sheet of a booklet
JOBS = Whole(1, 64)
STUDIED = Whole(1, 10**12)
"""How many games a study has, and how many processes of one machine may play them."""
WORKERS = Whole(1, 256)
TASKS = Whole(1)
"""How many rows are practised."""
PUZZLE_COUNT = Whole(1, 200)
PUZZLE_LEVEL = OneOf("easy", "medium", "hard", "devilish")
"""The easiest first."""
PUZZLE_FORM = OneOf("pdf", "booklet")
PACE = OneOf("calm", "steady", "brisk")
"""How fast bots are."""
PORT = Whole(0, 65_535)
SOURCE, LOADED = Source(), Loaded()
WHOLE = Whole()
SEED = Whole(-(10**18) + 1, 10**18 - 1)
"""What any sentence, file name and saved game can say."""


def unlike(name: str, value: object, offered: Iterable[str]) -> str:
    """What is said of a value of an option that is none of those there are."""
    from santy_print.diag import listed  # late: no help of a command needs it

    return f"--{name} can be {listed([f'`{each}`' for each in offered], 'or')}, not `{value}`"


def check(name: str, value: object, rule: Rule) -> None:
    """Refuse a value of options: WrongValue, with its name, where the rule does."""
    try:
        rule.check(value)
    except WrongValue as fault:
        raise WrongValue(f"{name}: {fault}") from None


def check_names(name: str, values: object) -> None:
    """Refuse what is no list of names, above all one name alone: it would be taken for a list of its letters."""
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):  # type: ignore[attr-defined]
        raise WrongValue(f"{name}: {values!r} is no list of names, such as {(str(values) or 'en',)!r}")
