"""Scribe: a game written down so that a person can read it, and read back so that it can be played again.

Seats, starts, cards and arrivals are written as they happened; what the rules make of them stands beside, for the
reader, and is worked out anew when the record is replayed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from santy_print.diag import Report, SourceFile
from santy_print.game.table import TITLE
from santy_print.games.santy_anno.compiled import Compiled
from santy_print.games.santy_anno.state import (
    LEVELS,
    UNCOUNTED,
    Late,
    Lay,
    LayEvent,
    Next,
    Piece,
    Remove,
    Result,
    SantyState,
    Seat,
    Setup,
    Sit,
    Start,
    last_arrival,
    new_state,
)


def head(compiled: Compiled) -> list[str]:
    """The first lines of a record, which tell whose it is."""
    return [TITLE, f"set: {compiled.id}, rules {compiled.fingerprint}"]


def level_of(setup: Setup) -> str:
    """The name of a game's level."""
    return next(name for name, decks in LEVELS.items() if decks == (setup.expert, setup.events))


def start_of(compiled: Compiled, lines: Sequence[str]) -> SantyState:
    """The start of the game that a record's first lines describe; ValueError where they do not."""
    found = re.fullmatch(r"level: (\w+)(; with frames)?; pirates: (.*)", lines[2]) if len(lines) > 2 else None
    if not found or found[1] not in LEVELS:
        levels = ", ".join(LEVELS)
        raise ValueError(f"the third line of a record tells the level and the pirates; the levels are {levels}")
    pirates, known = found[3].split(", "), [pirate.id for pirate in compiled.pirates]
    for pirate in pirates:
        if pirate not in known:
            raise ValueError(f"no pirate of this set is called {pirate}; they are {', '.join(known)}")
    players = compiled.numbers.players
    if len({*pirates}) < len(pirates) or not players.least <= len(pirates) <= players.most:
        raise ValueError(f"{players.least} to {players.most} pirates play, each once; {len(pirates)} stand here")
    return new_state(compiled, pirates, *LEVELS[found[1]], frames=found[2] is not None)


class SantyScribe:
    """The words of a game's record; ships, pirates and cards are named by their ids."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.ships = [ship.id for ship in setup.compiled.ships]
        self.arrives = "lays the frame at" if setup.frames else "sits down at"
        self.deck = {piece.label: index for index, piece in enumerate(setup.deck)}
        self.pile = {piece.label: index for index, piece in enumerate(setup.pile)}

    def opening(self) -> list[str]:
        """What game this is and who plays."""
        pirates = ", ".join(self.setup.pirates)
        how = "; with frames" if self.setup.frames else ""
        return [*head(self.setup.compiled), f"level: {level_of(self.setup)}{how}; pirates: {pirates}"]

    def lines(self, before: SantyState, action: Any, after: SantyState) -> list[str]:
        """The lines that an action completes."""
        return WRITE[type(action)](self, action, after)

    def _seats(self, action: Seat, after: SantyState) -> list[str]:
        if len(after.seats) < len(self.ships):
            return []
        return [f"seats, clockwise: {self._named(after.seats)}"]

    def _starts(self, action: Start, after: SantyState) -> list[str]:
        if len(after.tiles) < len(self.setup.pirates):
            return []
        pairs = zip(self.setup.pirates, after.tiles, strict=True)
        return ["start: " + ", ".join(f"{pirate} {self.ships[ship]}" for pirate, ship in pairs)]

    def _removed(self, action: Remove, after: SantyState) -> list[str]:
        if len(after.removed) < self.setup.compiled.numbers.expert_removes:
            return []
        return ["taken out: " + ", ".join(_labels(self.setup.deck, after.removed))]

    def _row(self, action: Lay | LayEvent, after: SantyState) -> list[str]:
        if not after.under_way:
            return []
        words = _labels(self.setup.deck, after.row[::-1])
        if after.event is not None:
            words.insert(self.setup.compiled.numbers.event_after, f"[{self.setup.pile[after.event].label}]")
        return [f"round {after.round}{_laps(after.laps)}: {', '.join(words)}"]

    def _next(self, action: Next, after: SantyState) -> list[str]:
        return []  # is told once it is known where

    def _arrival(self, action: Sit | Late, after: SantyState) -> list[str]:
        index, ship = last_arrival(after)
        pirate = self.setup.pirates[index]
        count, chair = UNCOUNTED if after.arrivals else after.past[-1].ending
        line = f"{pirate} comes too late" if ship is None else f"{pirate} {self.arrives} {self.ships[ship]}"
        line += "" if count is None else f", at the count of {count}"
        line += "" if chair is None else f", and takes the chair at {self.ships[chair]}"
        return [line, *(self._results(after) if not after.arrivals else [])]

    def _results(self, state: SantyState) -> list[str]:
        result = state.past[-1]
        lines = [self.result(result, pirate) for pirate in range(len(self.setup.pirates))]
        return [*lines, *(self._end(state) if state.outcome else [])]

    def result(self, result: Result, index: int) -> str:
        """What came of a round for one pirate."""
        (ship,) = (arrival.ship for arrival in result.arrivals if arrival.pirate == index)
        claimed = "nowhere" if ship is None else self.ships[ship]
        way = f"from {self.ships[result.starts[index]]} to {self.ships[result.ends[index]]}"
        verdict = "right" if ship == result.ends[index] else "wrong"
        return f"  {self.setup.pirates[index]} {way}; sat at {claimed}, {verdict}; coin {result.loot[index] or 'none'}"

    def _end(self, state: SantyState) -> list[str]:
        outcome = state.outcome
        assert outcome is not None
        names = self.setup.pirates
        lines = [
            f"  {names[p]}: {sum(outcome.coins[p])} in coins of {', '.join(map(str, outcome.coins[p])) or 'nothing'}"
            for p in range(len(names))
        ]
        captain = " or ".join(names[p] for p in outcome.captain)
        mates = ", ".join(names[p] for p in outcome.mates) or "none"
        return [*lines, f"end: captain {captain}; mates {mates}"]

    def _named(self, ships: Sequence[int]) -> str:
        return ", ".join(self.ships[ship] for ship in ships)

    def parse(self, state: SantyState, line: str) -> list[Any]:
        """The actions that a line stands for; ValueError where it stands for none."""
        for pattern, read in READ:
            found = pattern.fullmatch(line)
            if found:
                return read(self, *found.groups())
        raise ValueError("this line says nothing that belongs in a record")

    def survey(self, lines: Sequence[str], file: SourceFile, report: Report) -> None:
        """Report every fault of a record's lines: round by round, each from the ships that the one before gives."""
        from santy_print.games.santy_anno.survey import survey

        survey(self, lines, file, report)

    def _read_seats(self, ships: str) -> list[Any]:
        return [Seat(self._ship(ship)) for ship in ships.split(", ")]

    def _read_starts(self, starts: str) -> list[Any]:
        pairs = [entry.split(" ") for entry in starts.split(", ")]
        if [pair[0] for pair in pairs] != list(self.setup.pirates) or any(len(pair) != 2 for pair in pairs):
            raise ValueError("each pirate and the ship of the start are wanted, in the order of the third line")
        return [Start(self._ship(pair[1])) for pair in pairs]

    def _read_removed(self, cards: str) -> list[Any]:
        return [Remove(self._piece(self.deck, card)) for card in cards.split(", ")]

    def _read_row(self, words: str) -> list[Any]:
        row = words.split(", ")
        events = [word[1:-1] for word in row if word.startswith("[") and word.endswith("]")]
        cards = [Lay(self._piece(self.deck, word)) for word in row if not word.startswith("[")]
        if not cards:
            _refuse("a round without boarding cards cannot be")
        first, *others = cards
        return [*reversed(others), *(LayEvent(self._piece(self.pile, event)) for event in events), first]

    def _read_arrival(self, pirate: str, ship: str, count: str | None) -> list[Any]:
        return [Next(self._pirate(pirate), int(count) if count else None), Sit(self._ship(ship))]

    def _read_late(self, pirate: str, chair: str | None) -> list[Any]:
        return [Late(self._pirate(pirate), self._ship(chair) if chair else None)]

    def _ship(self, word: str) -> int:
        return self.ships.index(word) if word in self.ships else _refuse(f"no ship is called {word}")

    def _pirate(self, word: str) -> int:
        pirates = self.setup.pirates
        return pirates.index(word) if word in pirates else _refuse(f"no pirate in this game is called {word}")

    def _piece(self, pieces: dict[str, int], word: str) -> int:
        return pieces[word] if word in pieces else _refuse(f"no card in this game is called {word}")


def _refuse(reason: str) -> NoReturn:
    raise ValueError(reason)


def _laps(count: int) -> str:
    return "" if not count else ", with a lap" if count == 1 else f", with {count} laps"


def _labels(pieces: Sequence[Piece], chosen: Sequence[int]) -> list[str]:
    return [pieces[piece].label for piece in chosen]


WRITE: dict[type, Callable[[SantyScribe, Any, SantyState], list[str]]] = {
    Seat: SantyScribe._seats,
    Start: SantyScribe._starts,
    Remove: SantyScribe._removed,
    Lay: SantyScribe._row,
    LayEvent: SantyScribe._row,
    Next: SantyScribe._next,
    Sit: SantyScribe._arrival,
    Late: SantyScribe._arrival,
}

READ: tuple[tuple[re.Pattern[str], Callable[..., list[Any]]], ...] = (
    (re.compile(r"seats, clockwise: (.+)"), SantyScribe._read_seats),
    (re.compile(r"start: (.+)"), SantyScribe._read_starts),
    (re.compile(r"taken out: (.+)"), SantyScribe._read_removed),
    (re.compile(r"round \d+(?:, with (?:a lap|\d+ laps))?: (.+)"), SantyScribe._read_row),
    (
        re.compile(r"(\S+) (?:sits down|lays the frame) at ([^\s,]+)(?:, at the count of (\d))?"),
        SantyScribe._read_arrival,
    ),
    (re.compile(r"(\S+) comes too late(?:, and takes the chair at (\S+))?"), SantyScribe._read_late),
)
