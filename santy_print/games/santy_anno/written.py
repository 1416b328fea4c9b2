"""Written: a game as somebody wrote it, each word with its place and what it means; what cannot be, or is not term.

A record that was refused and what a table wrote by hand are both read into this, so both are told the same faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from santy_print.diag import Report, SourceFile, Span
from santy_print.games.santy_anno.compiled import Step
from santy_print.games.santy_anno.kinds import Seats
from santy_print.games.santy_anno.state import Late, Lay, LayEvent, Next, Remove, Seat, Setup, Sit, Start


class Term(NamedTuple):
    """A word, where it stands, and what it means; None where that is nothing, which was told when it was read."""

    text: str
    span: Span
    means: Any = None


class Line(NamedTuple):
    """A line that says what came of a round: for whom, from where to where; None for what the set does not have."""

    pirate: int | None
    start: int | None
    end: int | None
    line: str
    number: int


@dataclass(slots=True)
class Row:
    """A round as it is written: cards mean their labels, pirates and ships their numbers."""

    span: Span
    number: int
    cards: list[Term] = field(default_factory=list)
    events: list[Term] = field(default_factory=list)
    arrivals: list[tuple[Term, Term | None]] = field(default_factory=list)
    """Who sat down where, in order; no ship for who came too late."""
    results: list[Line] = field(default_factory=list)
    unread: bool = False
    """Whether the line with its cards could not be read."""
    blurred: bool = False
    """Whether another line of it could not be read, so that nobody can say what lacks."""
    sure: bool = True
    """Whether its cards are known and are as many as they must be."""
    complete: bool = True
    """Whether it is known in which order everybody arrived and where."""


@dataclass(slots=True)
class Written:
    """A whole game as it is written."""

    setup: Setup
    seats: list[Term] = field(default_factory=list)
    starts: list[tuple[Term, Term]] = field(default_factory=list)
    removed: list[Term] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)

    def order(self) -> Seats | None:
        """The ships around the table; None where that is not known."""
        ships = tuple(term.means for term in self.seats)
        return ships if sorted(map(str, ships)) == sorted(map(str, range(len(self.setup.compiled.ships)))) else None

    def tiles(self) -> tuple[int, ...] | None:
        """The ship from which each pirate starts; None where that is not known."""
        found = {pirate.means: ship.means for pirate, ship in self.starts}
        ships = [found.get(pirate) for pirate in range(len(self.setup.pirates))]
        return tuple(ships) if None not in ships and len({*ships}) == len(ships) else None  # type: ignore[arg-type]

    def route(self, row: Row) -> Sequence[Step] | None:
        """The steps of a round; None where they are not known."""
        setup, seats = self.setup, self.order()
        if seats is None or not row.sure:
            return None
        deck, pile = labels(setup)
        cards = setup.cards([deck[term.means] for term in row.cards])
        event = setup.event(pile[row.events[0].means]) if row.events else None
        return setup.compiled.route(cards, event, seats)

    def actions(self) -> list[Any]:
        """All of it as actions, in order: for a game in which nothing is wrong."""
        deck, pile = labels(self.setup)
        found: list[Any] = [Seat(term.means) for term in self.seats]
        found += [Start(ship) for ship in self.tiles() or ()]
        found += [Remove(deck[term.means]) for term in self.removed]
        for row in self.rounds:
            first, *others = [Lay(deck[term.means]) for term in row.cards]
            found += [*reversed(others), *(LayEvent(pile[term.means]) for term in row.events), first]
            for pirate, ship in row.arrivals:
                found += [Late(pirate.means)] if ship is None else [Next(pirate.means), Sit(ship.means)]
        return found


def labels(setup: Setup) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The boarding cards and the events of a game by their labels."""
    deck, pile = enumerate(setup.deck), enumerate(setup.pile)
    return {piece.label: index for index, piece in deck}, {piece.label: index for index, piece in pile}


def stands(count: int) -> str:
    """So many stand, or one stands."""
    return f"{count} stands" if count == 1 else f"{count} stand"


class Examiner:
    """Reports all that cannot be in a written game, and what it does not say.

    `ways` are examples, by `seats`, `start`, `arrival`, `late` and `round`, of how such a line is written; `called`
    gives ships and pirates the names that are used there.
    """

    def __init__(
        self,
        game: Written,
        file: SourceFile,
        ways: Mapping[str, str],
        report: Report,
        called: Callable[[str], str] = str,
    ) -> None:
        self.game, self.setup, self.compiled = game, game.setup, game.setup.compiled
        self.file, self.ways, self.report = file, ways, report
        self.ships = [called(ship.id) for ship in self.compiled.ships]
        self.pirates = [called(id) for id in self.setup.pirates]
        self.used: dict[str, Term] = {}

    def examine(self) -> None:
        """Look at all of it."""
        self._seats()
        self._starts()
        self._removed()
        expected = 1
        for row, follows in pairwise([*self.game.rounds, None]):
            assert row is not None
            if row.number != expected and follows is not None and follows.number == expected + 1:
                self.report.error("record-rule", f"this is round {expected}, not round {row.number}", row.span)
                row.number = expected
            elif row.number > expected:
                skipped = [*map(str, range(expected, row.number))]
                lacks = f"round{'s' if skipped[1:] else ''} {', '.join(skipped)} {'are' if skipped[1:] else 'is'}"
                self._lacks(f"{lacks} missing before round {row.number}", row.span, "round", expected)
            elif row.number < expected:
                self.report.error("record-rule", f"round {row.number} comes a second time", row.span)
            expected = max(expected, row.number) + 1
            if not row.unread:
                self._row(row)
            self._arrivals(row)

    def _lacks(self, message: str, span: Span, way: str, number: int = 1) -> None:
        example = self.ways[way].replace("round 1", f"round {number}") if way else ""
        self.report.error("record-lacks", message, span, f"it reads `{example}`" if way else "")

    def _once(self, term: Iterable[Term], what: str) -> None:
        """Report what stands a second time."""
        seen: dict[Any, Term] = {}
        for one in term:
            if one.means is not None and one.means in seen:
                first = seen[one.means].span
                message = f"{one.text} {what} twice"
                self.report.error("record-rule", message, one.span, f"the first is at {first.line}:{first.col}")
            seen.setdefault(one.means, one)

    def _seats(self) -> None:
        seats = self.game.seats
        if not seats:
            top = self.game.starts[0][0].span if self.game.starts else self.file.at(0)
            self._lacks("nobody says how the ships lie around the table", top, "seats")
            return
        self._once(seats, "lies at the table")
        known = {term.means for term in seats}
        missing = [name for ship, name in enumerate(self.ships) if ship not in known]
        if missing and None not in known:
            message = f"every ship lies at the table; not listed: {', '.join(missing)}"
            self.report.error("record-lacks", message, seats[-1].span)

    def _starts(self) -> None:
        starts = self.game.starts
        if not starts:
            top = self.game.rounds[0].span if self.game.rounds else self.file.at(max(0, len(self.file.text) - 1))
            self._lacks("nobody says where the pirates start", top, "start")
            return
        self._once([pirate for pirate, _ in starts], "starts")
        self._once([ship for _, ship in starts], "is the start of two pirates: it stands")
        known = {pirate.means for pirate, _ in starts}
        missing = [name for pirate, name in enumerate(self.pirates) if pirate not in known]
        if missing and None not in known:
            message = f"nobody says where {', '.join(missing)} starts"
            self.report.error("record-lacks", message, starts[-1][1].span)

    def _removed(self) -> None:
        setup, removed = self.setup, self.game.removed
        count = self.compiled.numbers.expert_removes if setup.expert else 0
        deck = labels(setup)[0]
        self._once(removed, "is taken out")
        for term in removed:
            if term.means in deck and deck[term.means] >= setup.basic:
                message = f"{term.text} is an expert card: only basic ones are taken out"
                self.report.error("record-rule", message, term.span, fact="G2")
            self.used.setdefault(term.means, term)
        if removed and len(removed) != count:
            message = f"{count} cards are taken out; {stands(len(removed))} here"
            self.report.error("record-rule", message, removed[-1].span, fact="G2")

    def _row(self, row: Row) -> None:
        rounds = self.compiled.numbers.rounds
        if not 1 <= row.number <= len(rounds):
            self.report.error("record-rule", f"a game has {len(rounds)} rounds, no round {row.number}", row.span)
            row.sure = False
        else:
            self._count(row, rounds[row.number - 1])
        for term in (*row.cards, *row.events):
            if term.means is None:
                row.sure = False
                continue
            key = f"[{term.means}]" if term in row.events else term.means
            first = self.used.get(key)
            if first is not None:
                row.sure = False
                message = f"{term.text} is not in the deck any more: it was laid, or taken out, before"
                hint = f"it stands at {first.span.line}:{first.span.col}"
                self.report.error("record-rule", message, term.span, hint, fact="G1")
            self.used.setdefault(key, term)
        wanted = int(self.setup.events)
        if len(row.events) != wanted:
            row.sure = False
            if row.events:
                term = row.events[wanted]
                message = "a second event lies in the row" if wanted else f"{term.text}: this game has no event cards"
                self.report.error("record-rule", message, term.span)
            else:
                self.report.error("record-lacks", f"round {row.number} has no event card", row.span)

    def _count(self, row: Row, wanted: int) -> None:
        """Report where a round has other than so many boarding cards (G1)."""
        if len(row.cards) == wanted:
            return
        row.sure = False
        code = "record-lacks" if len(row.cards) < wanted else "record-rule"
        message = f"round {row.number} has {wanted} boarding cards; {stands(len(row.cards))} here"
        span = row.cards[wanted].span if len(row.cards) > wanted else row.cards[-1].span if row.cards else row.span
        self.report.error(code, message, span, fact="G1")

    def _arrivals(self, row: Row) -> None:
        arrivals = row.arrivals
        self._once([pirate for pirate, _ in arrivals], "arrives")
        late = [number for number, (_, ship) in enumerate(arrivals) if ship is None]
        for number in late[:-1] if arrivals and arrivals[-1][1] is None else late:
            pirate = arrivals[number][0]
            message = f"{pirate.text} comes too late, and others arrive after: only the last of all can be late"
            self.report.error("record-rule", message, pirate.span, fact="G5")
        if len(arrivals) == len(late) == 1:
            self.report.error("record-rule", "nobody sat down, so nobody counted", arrivals[0][0].span, fact="G5")
        known = {pirate.means for pirate, _ in arrivals}
        missing = [name for pirate, name in enumerate(self.pirates) if pirate not in known]
        if missing and None not in known and not row.blurred:
            message = f"nobody says where {', '.join(missing)} sat in round {row.number}"
            self._lacks(message, arrivals[-1][0].span if arrivals else row.span, "arrival")
        means = [term.means for pair in arrivals for term in pair if term is not None]
        row.complete = not missing and None not in means and len(arrivals) == len(self.setup.pirates)
