"""Survey: all the faults of a record that was refused. Lines are read one by one, then round by round held against the
rules: each round by itself, so that a fault in one is no fault of the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from santy_print.diag import Report, SourceFile, did_you_mean
from santy_print.game.record import UNFINISHED, differing, line_of, part_of
from santy_print.games.santy_anno.state import COUNT, Arrival, Result, start
from santy_print.games.santy_anno.written import Examiner, Line, Row, Term, Written

if TYPE_CHECKING:
    from santy_print.games.santy_anno.scribe import SantyScribe

WAYS = {
    "seats": "seats, clockwise: royal, viper, ...",
    "start": "start: brain royal, belgo viper, ...",
    "round": "round 1: element-hull, number-3, ...",
    "arrival": "brain sits down at royal",
    "late": "brain comes too late",
    "removed": "taken out: element-hull, ...",
    "results": "  brain from royal to viper; sat at viper, right; coin 5",
    "coins": "  brain: 9 in coins of 5, 4",
    "end": "end: captain brain; mates belgo, beauty",
    "unfinished": UNFINISHED,
}
"""What each kind of line looks like."""


MAX_UNREAD = 200
"""Of so many lines that say nothing it is asked what was meant."""


def survey(scribe: SantyScribe, lines: Sequence[str], file: SourceFile, report: Report) -> None:
    """Report every fault of a record's lines, from the fourth on: what stands above was looked at before."""
    reading = _Reading(scribe, file, report)
    for number, line in enumerate(lines, 1):
        if number > len(scribe.opening()):
            reading.line(number, line)
    Examiner(reading.game, file, WAYS, report).examine()
    reading.hold()
    if report.ok:
        reading.hold_end(lines)


class _Reading:
    """The lines of one record, read into what they say."""

    def __init__(self, scribe: SantyScribe, file: SourceFile, report: Report) -> None:
        self.scribe, self.setup, self.file, self.report = scribe, scribe.setup, file, report
        self.game = Written(scribe.setup)
        self.number, self.text, self.ended, self.unread = 0, "", False, 0

    def line(self, number: int, line: str) -> None:
        """Read one line."""
        self.number, self.text = number, line
        if self.ended:
            message = "the game is over: nothing stands behind its end"
            self.report.error("record-rule", message, line_of(self.file, number))
            return
        self.ended = line == UNFINISHED or line.startswith("end: ")
        if line == UNFINISHED:
            for row in self.game.rounds[-1:]:
                row.blurred = True  # who did not arrive yet does not lack
            return
        for pattern, read in READ:
            found = pattern.fullmatch(line)
            if found:
                read(self, found)
                return
        self.unread += 1
        begun = [way.split(":")[0] for way in WAYS.values()]
        near = get_close_matches(line[:80].split(":")[0], begun, n=1, cutoff=0.5) if self.unread <= MAX_UNREAD else []
        rounds = self.game.rounds
        if near == [WAYS["round"].split(":")[0]]:
            number = rounds[-1].number + 1 if rounds else 1
            rounds.append(Row(line_of(self.file, self.number), number, sure=False, unread=True))
        elif rounds:
            rounds[-1].blurred = True
        hints = [f"such a line reads `{way}`" for way in WAYS.values() if [way.split(":")[0]] == near]
        message = "this line says nothing that belongs in a record"
        self.report.error("record-rule", message, line_of(self.file, self.number), *hints)

    # Words.

    def _look_up(self, begin: int, text: str, known: Sequence[str], what: str) -> Term:
        """A word at a place of the line: the number of what it names among what is known."""
        span = part_of(self.file, self.number, self.text, begin, begin + len(text))
        if text in known:
            return Term(text, span, known.index(text))
        message = f"no {what} is called {text}" if text else f"no {what} is named here"
        self.report.error("record-name", message, span, partial(did_you_mean, text, known))
        return Term(text, span)

    def _pirate(self, found: re.Match[str], group: int) -> Term:
        return self._look_up(found.start(group), found[group], self.setup.pirates, "pirate in this game")

    def _ship(self, found: re.Match[str], group: int) -> Term:
        return self._look_up(found.start(group), found[group], self.scribe.ships, "ship")

    def _card(self, begin: int, text: str, known: Sequence[str]) -> Term:
        term = self._look_up(begin, text, known, "card in this game")
        return term if term.means is None else term._replace(means=text)

    # Lines.

    def _seats(self, found: re.Match[str]) -> None:
        self.game.seats = [self._look_up(at, word, self.scribe.ships, "ship") for at, word in _parts(found)]

    def _starts(self, found: re.Match[str]) -> None:
        for at, pair in _parts(found):
            pirate, _, ship = pair.partition(" ")
            who = self._look_up(at, pirate, self.setup.pirates, "pirate in this game")
            where = self._look_up(at + len(pirate) + 1, ship, self.scribe.ships, "ship")
            self.game.starts.append((who, where))

    def _removed(self, found: re.Match[str]) -> None:
        self.game.removed = [self._card(at, word, [*self.scribe.deck]) for at, word in _parts(found)]

    def _round(self, found: re.Match[str]) -> None:
        row = Row(line_of(self.file, self.number), int(found[1]))
        after = self.setup.compiled.numbers.event_after
        for place, (at, word) in enumerate(_parts(found, 2)):
            if not word.startswith("["):
                row.cards.append(self._card(at, word, [*self.scribe.deck]))
                continue
            term = self._card(at + 1, word[1:].removesuffix("]"), [*self.scribe.pile])
            row.events.append(term)
            if place != after and len(row.events) == 1 and self.setup.events:
                message = f"the event lies behind card {place}; it belongs behind card {after}"
                self.report.error("record-rule", message, term.span, fact="E1")
        self.game.rounds.append(row)

    def _arrival(self, found: re.Match[str]) -> None:
        pirate = self._pirate(found, 1)
        ship = self._ship(found, 2) if found.re.groups > 2 else None
        ending = found[found.re.groups]
        if ship is None and ending:
            self._ship(found, 2)
        if ship is not None and ending and not 1 <= int(ending) <= COUNT:
            span = part_of(self.file, self.number, self.text, found.start(3), found.end(3))
            self.report.error("record-rule", f"the count goes from {COUNT} down to 1, and at 0 it is too late", span)
        row = self._row()
        if row is not None:
            row.arrivals.append((pirate, ship))

    def _result(self, found: re.Match[str]) -> None:
        pirate = self._pirate(found, 1).means
        start, end = self._ship(found, 2).means, self._ship(found, 3).means
        if found[4] != "nowhere":
            self._ship(found, 4)
        row = self._row()
        if row is not None:
            row.results.append(Line(pirate, start, end, self.text, self.number))

    def _row(self) -> Row | None:
        """The round that a line belongs to."""
        if not self.game.rounds:
            message = "this line belongs to a round, and none has begun"
            self.report.error("record-rule", message, line_of(self.file, self.number))
            return None
        return self.game.rounds[-1]

    def _other(self, found: re.Match[str]) -> None:
        if found.re.groups:
            self._pirate(found, 1)

    # The rules.

    def hold(self) -> None:
        """Hold what is told of each round against the rules; the next begins where this one says that it ended."""
        tiles = self.game.tiles()
        for number, row in enumerate(self.game.rounds, 1):
            results = {each.pirate: each for each in row.results}
            starts = [results[pirate].start if pirate in results else None for pirate in range(len(self.setup.pirates))]
            before = self.game.rounds[number - 2].number if number > 1 else 0
            if (tiles is None or row.number != before + 1) and None not in starts:
                tiles = tuple(start for start in starts if start is not None)
            route = self.game.route(row)
            if tiles is None or route is None:
                found = [results[pirate].end if pirate in results else None for pirate in range(len(starts))]
                tiles = None if None in found else tuple(end for end in found if end is not None)
                continue
            ends = list(tiles)
            for step in route:
                ends = [step.move.targets[ship] for ship in ends]
            if row.complete:
                self._hold(row, tiles, tuple(ends))
            tiles = tuple(ends)

    def _hold(self, row: Row, starts: tuple[int, ...], ends: tuple[int, ...]) -> None:
        """Hold the lines of one round against what the rules give."""
        arrivals = tuple(Arrival(who.means, None if at is None else at.means) for who, at in row.arrivals)
        right = [each.pirate for each in arrivals if each.ship == ends[each.pirate]]
        paid = dict(zip(right, self.setup.compiled.numbers.loot, strict=False))
        loot = tuple(paid.get(pirate, 0) for pirate in range(len(ends)))
        result = Result((), None, starts, arrivals, ends, loot)
        results = {each.pirate: each for each in row.results}
        for pirate, id in enumerate(self.setup.pirates):
            wanted = self.scribe.result(result, pirate)
            if pirate not in results and not row.blurred:
                span = line_of(self.file, row.results[-1].number) if row.results else row.arrivals[-1][0].span
                message = f"nothing says what came of round {row.number} for {id}"
                self.report.error("record-lacks", message, span, f"by the rules it reads: {wanted}")
            elif pirate in results and results[pirate].line != wanted:
                line, number = results[pirate].line, results[pirate].number
                place = part_of(self.file, number, line, *differing(line, wanted))
                hint = f"by the rules this line reads: {wanted}"
                self.report.error("record-rule", "this line is not what the rules give here", place, hint)

    def hold_end(self, lines: Sequence[str]) -> None:
        """Hold the coins and the end against the rules, where nothing else is wrong."""
        state = start(self.setup)
        wanted: list[str] = []
        for action in self.game.actions():
            if action not in state.actions():
                return
            after = state.apply(action)
            wanted = [*self.scribe.lines(state, action, after)]
            state = after
        if state.outcome is None:
            return
        wanted = wanted[len(self.setup.pirates) + 1 :]
        for number, (line, right) in enumerate(zip(lines[-len(wanted) :], wanted, strict=False), 1):
            if line != right:
                at = len(lines) - len(wanted) + number
                place = part_of(self.file, at, line, *differing(line, right))
                hint = f"by the rules this line reads: {right}"
                self.report.error("record-rule", "this line is not what the rules give here", place, hint)


def _parts(found: re.Match[str], group: int = 1) -> list[tuple[int, str]]:
    """The words of a list, and where in the line each begins."""
    at, parts = found.start(group), []
    for word in found[group].split(", "):
        parts.append((at, word))
        at += len(word) + 2
    return parts


READ: tuple[tuple[re.Pattern[str], Callable[[_Reading, re.Match[str]], None]], ...] = (
    (re.compile(r"seats, clockwise: (.+)"), _Reading._seats),
    (re.compile(r"start: (.+)"), _Reading._starts),
    (re.compile(r"taken out: (.+)"), _Reading._removed),
    (re.compile(r"round (\d{1,6})(?:, with (?:a lap|\d+ laps))?: (.+)"), _Reading._round),
    (re.compile(r"(\S+) (?:sits down|lays the frame) at ([^\s,]+)(?:, at the count of (\d))?"), _Reading._arrival),
    (re.compile(r"(\S+) comes too late(?:, and takes the chair at (\S+))?"), _Reading._arrival),
    (re.compile(r"  (\S+) from (\S+) to (\S+); sat at (\S+), \S+; coin \S+"), _Reading._result),
    (re.compile(r"  (\S+): \d+ in coins of .+"), _Reading._other),
    (re.compile(r"end: captain .+; mates .+"), _Reading._other),
)
