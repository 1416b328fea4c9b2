"""Listing: colour sets as they are found, in lines of text or as one JSON value, with how many there were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from santy_print.diag import PackError, Report, register
from santy_print.games.santy_anno.kinds import Fleet
from santy_print.games.santy_anno.solver import sets
from santy_print.games.santy_anno.solver.count import count_balanced
from santy_print.games.santy_anno.solver.problem import ShipSet, Sizes, TimeUp, TooLarge, Watch

register("ships-large", "a set of ships is larger than what a search can hold")
register("ships-time", "a search did not end within the time that was given")


@dataclass(frozen=True, slots=True)
class Words:
    """What colours and elements are called."""

    colours: tuple[str, ...]
    elements: tuple[str, ...]

    @classmethod
    def of(cls, fleet: Fleet) -> Words:
        """The words of a pack."""
        return cls(fleet.colours, fleet.elements)

    @classmethod
    def plain(cls, sizes: Sizes) -> Words:
        """Letters for colours, numbers for elements."""
        colours = tuple(chr(65 + n) if n < 26 else f"A{chr(39 + n)}" for n in range(sizes.colours))
        return cls(colours, tuple(str(n + 1) for n in range(sizes.elements)))

    def resized(self, colours: int | None, elements: int | None) -> Words:
        """These words where the sizes are the same or none are given; plain ones for others."""
        wanted = Sizes(colours or self.sizes.colours, elements or self.sizes.elements)
        if wanted.elements > wanted.colours:
            few, many = wanted
            raise ValueError(f"a ship has another colour at each element: {few} colours allow no {many} elements")
        return self if wanted == self.sizes else Words.plain(wanted)

    @property
    def sizes(self) -> Sizes:
        """How many there are of each."""
        return Sizes(len(self.colours), len(self.elements))

    @property
    def letters(self) -> list[str]:
        """A short sign for each colour: its first letter where these differ."""
        first = [word[:1].upper() for word in self.colours]
        return first if len(set(first)) == len(first) else list(Words.plain(self.sizes).colours)


@dataclass(frozen=True, slots=True)
class Listing:
    """Which sets are wanted: all of these sizes, with or without S8, one by one or one of each class."""

    words: Words
    double: bool = False
    by_class: bool = False
    limit: int = 0

    def found(self, watch: Watch) -> Iterator[tuple[ShipSet, int]]:
        """The sets, each with the size of its class (1 where sets are listed one by one)."""
        sizes = self.words.sizes
        if self.by_class:
            yield from sets.classes(sizes, self.double, watch)
        else:
            one_by_one = sets.double_sets if self.double else sets.balanced_sets
            yield from ((ships, 1) for ships in one_by_one(sizes, watch))

    def count(self, watch: Watch) -> int:
        """How many there are, without listing where that can be."""
        sizes = self.words.sizes
        try:
            if self.by_class:
                return sum(1 for _ in self.found(watch))
            return sets.count_double(sizes, watch) if self.double else count_balanced(sizes, watch)
        except TimeUp:
            raise time_is_up() from None
        except TooLarge:
            raise too_large(self.title) from None

    def lines(self, form: str, count: bool, watch: Watch) -> Iterator[str]:
        """The sets or only their number, as text or JSON."""
        if not count:
            return self.json(watch) if form == "json" else self.text(watch)
        found = self.count(watch)
        return iter([json.dumps({**self.head(), "count": found}) if form == "json" else f"{found:,} {self.title}"])

    @property
    def title(self) -> str:
        """What is listed, in words."""
        sizes, facts = self.words.sizes, "S2, S3, S8" if self.double else "S2, S3"
        what = "classes of colour sets" if self.by_class else "colour sets"
        return f"{what} of {sizes.ships} ships with {sizes.colours} colours and {sizes.elements} elements ({facts})"

    def text(self, watch: Watch) -> Iterator[str]:
        """A line for each set, a letter for each colour, elements in the pack's order; then how many there were."""
        letters = self.words.letters
        pairs = zip(letters, self.words.colours, strict=True)
        keys = ", ".join(f"{letter} {word}" for letter, word in pairs if letter != word)
        yield f"{self.title[0].upper()}{self.title[1:]}"
        yield f"Each ship: {', '.join(self.words.elements)}." + (f" {keys}." if keys else "")
        run = _Run(self, watch)
        for ships, size in run:
            note = f"  stands for {size:,}" if self.by_class else ""
            shown = " ".join("".join(letters[colour] for colour in look) for look in ships)
            yield f"{run.number:>6}  {shown}{note}"
        yield f"{run.number:,} in all" if run.complete else f"the first {run.number:,}; there are more"

    def json(self, watch: Watch) -> Iterator[str]:
        """One value in lines: a set is a list of ships, a ship a list of colours."""
        yield json.dumps(self.head(), ensure_ascii=False)[:-1] + ', "sets": ['
        run = _Run(self, watch)
        try:
            for ships, size in run:
                named = [[self.words.colours[colour] for colour in look] for look in ships]
                value: Any = {"ships": named, "stands_for": size} if self.by_class else named
                yield ("," if run.number > 1 else "") + json.dumps(value, ensure_ascii=False)
        finally:
            yield f'], "complete": {json.dumps(run.complete)}}}'

    def head(self) -> dict[str, object]:
        """What is listed, for programs."""
        return {
            "colours": list(self.words.colours), "elements": list(self.words.elements),
            "ships": self.words.sizes.ships, "double": self.double, "classes": self.by_class,
        }  # fmt: skip


class _Run:
    """Sets on their way: how many there were, and whether these are all."""

    def __init__(self, listing: Listing, watch: Watch) -> None:
        self.listing, self.watch = listing, watch
        self.number, self.complete = 0, False

    def __iter__(self) -> Iterator[tuple[ShipSet, int]]:
        try:
            for entry in self.listing.found(self.watch):
                if self.number and self.number == self.listing.limit:
                    return
                self.number += 1
                yield entry
                if self.number % 10_000 == 0:
                    self.watch.say(f"{self.number:,} sets")
            self.complete = True
        except TimeUp:
            raise time_is_up(f"; {self.number:,} sets were found until then") from None
        except TooLarge:
            raise too_large(self.listing.title) from None


def too_large(what: str) -> PackError:
    """The error for sizes that no search can hold."""
    report = Report()
    report.error("ships-large", f"{what}: too many for this search", None, "fewer colours or elements")
    return PackError(report)


def time_is_up(until: str = "") -> PackError:
    """The error for a search that takes too long."""
    report = Report()
    report.error("ships-time", f"the time is up{until}", None, "give it more with `--time-limit SECONDS`")
    return PackError(report)
