"""Desk: a draft in, what `santy ships complete` and `repair` answer out, in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from santy_print.diag import Report, plural
from santy_print.packs.santy_anno.solver.draft import Draft, Mend, after, completions, repair
from santy_print.packs.santy_anno.solver.listing import time_is_up, too_large
from santy_print.packs.santy_anno.solver.problem import Engine, TimeUp, TooLarge, Watch


def engine() -> Engine:
    """What searches: clingo."""
    from santy_print.packs.santy_anno.solver.asp import AspEngine

    return AspEngine()


@dataclass(frozen=True, slots=True)
class Completed:
    """The ways to fill the blanks, and whether there are more."""

    ways: Sequence[Sequence[Mend]]
    more: bool

    def text(self, limit: int) -> str:
        """Each way by ships; then how many there are."""
        if self.ways == [[]]:
            return "there is no blank: put `?` in place of a colour, a number, a corner or a first letter"
        lines: list[str] = []
        for number, way in enumerate(self.ways[:limit], 1):
            ships: dict[str, list[str]] = {}
            for mend in way:
                ships.setdefault(mend.name, []).append(f"{mend.what} {mend.new}")
            lines += [f"{number}", *(f"  {name}: {', '.join(values)}" for name, values in ships.items())]
        count = len(self.ways[:limit])
        more = self.more or len(self.ways) > limit
        if more:
            lines.append(f"the first {plural(count, 'way')}; there are more")
        else:
            lines.append("exactly one way" if count == 1 else f"{count:,} ways in all")
        return "\n".join(lines)

    def as_json(self, limit: int) -> str:
        """For programs: each way as ship: what: value."""
        ways = []
        for way in self.ways[:limit]:
            ships: dict[str, dict[str, str]] = {}
            for mend in way:
                ships.setdefault(mend.ship, {})[mend.what] = mend.new
            ways.append(ships)
        complete = not self.more and len(self.ways) <= limit
        return json.dumps({"ways": ways, "complete": complete}, ensure_ascii=False, indent=2)


@dataclass(frozen=True, slots=True)
class Mended:
    """The changes, and what is still wrong after them."""

    mends: Sequence[Mend]
    left: Report = field(default_factory=Report)

    def text(self) -> str:
        """A line for each change."""
        if not self.mends:
            return "the ships are right as they are" if self.left.ok else "no change of ships would help"
        lines = [str(mend) for mend in self.mends]
        renamed = [mend for mend in self.mends if mend.what == "letter"]
        if renamed:
            lines.append(f"(a name for each new letter is yours to choose; --write writes `{renamed[0].value}`)")
        return "\n".join(lines)

    def as_json(self) -> str:
        """For programs."""
        left = [item.as_json() for item in self.left]
        return json.dumps({"changes": [m.as_json() for m in self.mends], "left": left}, ensure_ascii=False, indent=2)


def complete(draft: Draft, watch: Watch, limit: int) -> Completed:
    """So many ways at most to fill the blanks."""
    try:
        ways = list(islice(completions(draft, engine(), watch), limit + 1))
    except TimeUp:
        raise time_is_up() from None
    except TooLarge:
        raise too_large(_sizes(draft)) from None
    return Completed(ways[:limit], len(ways) > limit)


def mend(draft: Draft, watch: Watch) -> Mended:
    """The fewest changes, and what they leave."""
    try:
        mends = repair(draft, engine(), watch)
    except TimeUp:
        raise time_is_up() from None
    except TooLarge:
        raise too_large(_sizes(draft)) from None
    return Mended(mends, after(draft, mends))


def _sizes(draft: Draft) -> str:
    fleet = draft.fleet
    return f"{len(fleet)} ships with {len(fleet.colours)} colours and {len(fleet.elements)} elements"
