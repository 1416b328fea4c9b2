"""Desk: a draft in, what `santy ships complete` and `repair` answer out, in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from santy_print.diag import Report, listed, plural
from santy_print.games.santy_anno.solver.draft import Draft, Mend, after, alike, completions, repair
from santy_print.games.santy_anno.solver.listing import time_is_up, too_large
from santy_print.games.santy_anno.solver.problem import Engine, TimeUp, TooLarge, Watch


def engine() -> Engine:
    """What searches: clingo."""
    from santy_print.games.santy_anno.solver.asp import AspEngine

    return AspEngine()


class Completed:
    """The ways to fill the blanks, told as they are found; the one that is picked is kept."""

    def __init__(self, draft: Draft, watch: Watch, limit: int, pick: int = 1) -> None:
        self.draft, self.watch, self.limit, self.pick = draft, watch, limit, pick
        self.picked: Sequence[Mend] | None = None
        self.number = 0
        self.more = self.over = False

    def ways(self) -> Iterator[Sequence[Mend]]:
        """So many ways at most, and on to the one that is picked; an error where time is up before the first."""
        try:
            for way in completions(self.draft, engine(), self.watch):
                if self.number >= max(self.limit, self.pick):
                    self.more = True
                    return
                self.number += 1
                if self.number == self.pick:
                    self.picked = way
                if self.number <= self.limit:
                    yield way
                elif self.number % 1000 == 0:
                    self.watch.say(f"{self.number:,} ways")
            self.more = self.number > self.limit
        except TimeUp:
            if self.picked is None:
                raise time_is_up(f"; {plural(self.number, 'way')} {_were(self.number)} found until then") from None
            self.over = True
        except TooLarge:
            raise too_large(_sizes(self.draft)) from None

    def text(self) -> Iterator[str]:
        """Each way by ships, and which of these look alike; then how many there are."""
        for number, way in enumerate(self.ways(), 1):
            if not way:
                yield "there is no blank: put `?` in place of a colour, a number, a corner or a first letter"
                return
            ships: dict[str, list[str]] = {}
            for mend in way:
                ships.setdefault(mend.name, []).append(f"{mend.what} {mend.new}")
            yield f"{number}"
            yield from (f"  {name}: {', '.join(values)}" for name, values in ships.items())
            yield from (f"  ({listed(names)} look alike)" for names in alike(self.draft, way))
        count = min(self.number, self.limit)
        if self.over:
            yield f"the first {plural(count, 'way')}; the time is up, and there may be more"
        elif self.more:
            yield f"the first {plural(count, 'way')}; there are more"
        else:
            yield "exactly one way" if count == 1 else f"{count:,} ways in all"

    def json(self) -> Iterator[str]:
        """For programs, in lines of one value: each way as ship: what: value."""
        opening = '{"ways": ['
        for way in self.ways():
            ships: dict[str, dict[str, str]] = {}
            for mend in way:
                ships.setdefault(mend.ship, {})[mend.what] = mend.new
            yield opening + json.dumps(ships, ensure_ascii=False)
            opening = ", "
        yield f'], "complete": {json.dumps(not self.more and not self.over)}}}'


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


@dataclass(frozen=True, slots=True)
class Mended:
    """The changes, others that could be made instead, and what is still wrong after them."""

    mends: Sequence[Mend]
    instead: Sequence[Mend] = ()
    proven: bool = True
    left: Report = field(default_factory=Report)

    def text(self) -> str:
        """A line for each change."""
        if not self.mends:
            return "the ships are right as they are" if self.left.ok else "no change of ships would help"
        lines = [str(mend) for mend in self.mends]
        renamed = [mend for mend in self.mends if mend.what == "letter"]
        if renamed:
            lines.append(f"(a name for each new letter is yours to choose; --write writes `{renamed[0].value}`)")
        if self.instead:
            lines += ["or else, with --own, change what this pack says itself:", *map(str, self.instead)]
        if not self.proven:
            lines.append("these would do; the time was up before it was certain that no fewer would")
        return "\n".join(lines)

    def as_json(self) -> str:
        """For programs."""
        made = {
            "changes": [mend.as_json() for mend in self.mends],
            "instead": [mend.as_json() for mend in self.instead],
            "fewest": self.proven,
            "left": [item.as_json() for item in self.left],
        }
        return json.dumps(made, ensure_ascii=False, indent=2)


def mend(draft: Draft, watch: Watch, own: bool = False) -> Mended:
    """The fewest changes, and what they leave; with `own` only of lines that the pack has itself, where that can be."""
    try:
        found = repair(draft, engine(), watch)
    except TimeUp:
        raise time_is_up("; no set that would do was found until then") from None
    except TooLarge:
        raise too_large(_sizes(draft)) from None
    if own and found.instead:
        return Mended(found.instead, left=after(draft, found.instead))
    return Mended(found.mends, found.instead, found.proven, after(draft, found.mends))


def _sizes(draft: Draft) -> str:
    fleet = draft.fleet
    return f"{len(fleet)} ships with {len(fleet.colours)} colours and {len(fleet.elements)} elements"
