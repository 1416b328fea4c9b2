"""Score sheet: a page to write a game upon, blank, or filled from its record; in one language, as blocks, as PDF.

What stands there is what `form` reads: the seats, who starts where, the cards of each round, who arrived where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError
from santy_print.documents.blocks import (
    Book,
    Column,
    Cover,
    Dressed,
    Field,
    Inline,
    Section,
    Table,
    Words,
    parts_of,
    plain,
)
from santy_print.documents.pictures import Pictures
from santy_print.documents.printed import Drawn, Page, Printed
from santy_print.games.santy_anno import narrator
from santy_print.games.santy_anno.scribe import level_of
from santy_print.output import write_atomic
from santy_print.text import escape, in_both

if TYPE_CHECKING:
    from santy_print.faces import Frame
    from santy_print.games.santy_anno.state import Result, SantyState
    from santy_print.text import Locale

ABREAST = 8
"""So many rounds, or seats, stand side by side; more are given in tables as long as each other, one under the other."""
SHADED = 0.3
"""How dark a cell is that nobody writes in."""
RIGHT, WRONG = "✓", "✗"

PAGES = {
    "a4": Page("a4", (11, 10, 12), 1, (8.5,), line=19.3),
    "letter": Page("us-letter", (11, 9, 11), 1, (8.5,), line=16.9),
}
"""Letter paper is shorter: lines a little lower make the sheet the same single page."""

Cell = Inline | Field


@dataclass(slots=True)
class ScoreSheet(Printed):
    """A pack's score sheet in one language; `game` is what a record came to, None for a sheet to write upon."""

    game: SantyState | None = field(default=None, kw_only=True)

    def title(self) -> str:
        """Its own name and that of the pack."""
        locale = self.pack.locales[self.languages[0]]
        return f"{locale.plain('scores.title')} · {locale.plain('game.title')}"

    def _draw(self) -> Drawn:
        """A sheet in each language."""
        books: list[Book] = []
        frames: dict[str, Frame] = {}
        for code in self.languages:
            faces = self.faces(code)
            pictures = Pictures(self.pack, faces.locale, faces, f"-{code}" if books else "", frames)
            book = _Composer(self, faces.locale).book()
            pictures.check_words([part for part in parts_of(book) if isinstance(part, str)])
            if not faces.report.ok:
                raise PackError(faces.report)
            books.append(book)
        return Drawn(tuple(books), frames)

    def pdf(self, paper: str = "a4") -> bytes:
        """A sheet on paper, tagged for readers, always the same bytes."""
        return self.set_on(PAGES[paper])


class _Composer:
    """Makes a sheet of blocks."""

    def __init__(self, sheet: ScoreSheet, locale: Locale) -> None:
        self.pack, self.locale, self.game = sheet.pack, locale, sheet.game
        self.compiled = sheet.pack.compiled
        self.names = narrator.Words(sheet.pack, locale)
        numbers = self.compiled.numbers
        self.rounds: Sequence[int] = numbers.rounds
        known = [pirate.id for pirate in self.compiled.pirates]
        ids = self.game.setup.pirates if self.game else known[: numbers.players.most]
        self.pirates = [self.names.pirates[known.index(id)] for id in ids]
        self.past: Sequence[Result] = self.game.past if self.game else ()

    def say(self, key: str, **values: Any) -> Words:
        """A text with its markup; of two languages both on one line."""
        return Words(" · ".join(dict.fromkeys(in_both(self.locale.markup(key, **values)))))

    def book(self) -> Book:
        """The whole sheet."""
        title = self.say("scores.title")
        lead = "" if self.game else self.say("scores.lead")
        return Book(
            (self.locale.code.partition("+")[0],),  # of a pair the first: a document names one language
            title,
            Cover(plain(title), lead),
            (self._head(), *self._seats(), *self._cards(), *self._arrivals(), *self._ducats()),
            self.pack.head.credits.designer,
            self.pack.edition(self.locale),
            knot="⚓",
            look="sheet",
            contents=plain(self.say("answers.contents")),
        )

    def _head(self) -> Section:
        """When it was, who laid the cards, and with which of them."""
        levels = [self.say(f"play.level.{level_of(self.game.setup)}")] if self.game else list(self._levels())
        shown = _joined([Words(f"**{word}**") for word in levels] if self.game else [("☐ ", word) for word in levels])
        quiet = [Dressed(self.say(f"scores.{key}"), "quiet") for key in ("date", "bosun", "level")]
        row = (quiet[0], "", quiet[1], "", quiet[2], shown)
        columns = (Column(), Column(fill=True), Column(), Column(fill=True), Column(), Column())
        return Section("game", "", (Table((), row, columns),))

    def _levels(self) -> Iterator[Words]:
        yield self.say("play.level.basic")
        if any(card.level == "expert" for card in self.compiled.cards):
            yield self.say("play.level.expert")
        if self.compiled.events:
            yield self.say("play.level.events")

    def _matrix(self, id: str, title: Inline, head: Sequence[Inline], rows: Sequence[Sequence[Cell]]) -> Section:
        """A table of cells to write in, a section of the sheet."""
        columns = (Column(), *(Column("center", edge=True) for _ in head))
        return Section(id, title, (Table(tuple(map(tuple, rows)), ("", *head), columns, matrix=True),))

    def _seats(self) -> Iterator[Section]:
        """The ships clockwise, and who starts at each."""
        count, ships = len(self.compiled.ships), self.compiled.ships
        seats = self.game.seats if self.game else ()
        tiles = (self.past[0].starts if self.past else self.game.tiles) if self.game else ()
        starts = {ship: self.pirates[pirate] for pirate, ship in enumerate(tiles)}
        for places in shared(count):
            first = places.start
            lie: list[Cell] = [
                (_ring(ships[seats[at]].number), " ", self.names.ships[seats[at]]) if seats else "" for at in places
            ]
            begin: list[Cell] = [escaped(starts.get(seats[at], "")) if seats else "" for at in places]
            rows = [(self.say("answers.ship"), *lie), (self.say("play.start"), *begin)]
            head = [Dressed(f"{at + 1}{' ↻' if at == 0 else ''}", "quiet") for at in places]
            yield self._matrix(f"seats-{first}" if first else "seats", self.say("answers.seats"), head, rows)

    def _columns(self, laps: Sequence[int] = ()) -> Iterator[tuple[range, list[Inline]]]:
        """The rounds that stand side by side, and their heads; it is said where everybody makes a lap."""
        for some in shared(len(self.rounds)):
            heads: list[Inline] = []
            for at in some:
                name = self.say("scores.round", n=at + 1)
                lap = (HOLD + "·" + HOLD, Dressed(self.say("scores.lap"), "quiet")) if at + 1 in laps else ()
                heads.append((Words(f"**{name}**"), *lap))
            yield some, heads

    def _cards(self) -> Iterator[Section]:
        """The cards of each round as they lie, the event among them; what a round does not have is shaded."""
        split, events = self.compiled.numbers.event_after, bool(self.compiled.events)
        with_events = events and (self.game is None or self.game.setup.events)
        for some, heads in self._columns():
            rows: list[list[Cell]] = []
            for place in range(max(self.rounds[at] for at in some)):
                if place == split and with_events:
                    rows.append([("~ ", self.say("scores.event")), *(self._event(at) for at in some)])
                rows.append([f"{place + 1}", *(self._card(at, place) for at in some)])
            yield self._matrix(f"cards-{some.start}" if some.start else "cards", self.say("scores.cards"), heads, rows)

    def _card(self, at: int, place: int) -> Cell:
        if place >= self.rounds[at]:
            return Field("", shade=SHADED)
        if self.game is None or at >= len(self.past):
            return ""
        (card,) = self.game.setup.cards([self.past[at].row[place]])
        return escaped(self.names.card(card))

    def _event(self, at: int) -> Cell:
        event = self.game.setup.event(self.past[at].event) if self.game and at < len(self.past) else None
        return escaped(self.names.card(event)) if event else ""

    def _arrivals(self) -> Iterator[Section]:
        """Who sat down where, in the order of arrival, the late one last; a ring is for the number of the ship."""
        for some, heads in self._columns(self.compiled.numbers.laps):
            rows: list[list[Cell]] = []
            listed = [
                [each for each in self.past[at].arrivals if each.ship is not None]
                for at in some
                if self.past[at : at + 1]
            ]
            for place in range(len(self.pirates)):
                cells: list[Cell] = []
                for at, arrivals in zip_longest(some, listed):
                    known = arrivals is not None and place < len(arrivals)
                    cells.append(self._arrival(at, *arrivals[place]) if known else self._blank(arrivals))
                rows.append([f"{place + 1}", *cells])
            late: list[Cell] = [self._late(at) for at in some]
            rows.append([self.say("scores.late"), *late])
            name = f"arrivals-{some.start}" if some.start else "arrivals"
            yield self._matrix(name, self.say("scores.arrivals"), heads, rows)

    def _blank(self, arrivals: Any) -> Cell:
        """A place for a pirate, and a ring for the ship; nothing on a filled sheet."""
        return "" if self.game else (HOLD * 14, _ring(HOLD))

    def _arrival(self, at: int, pirate: int, ship: int) -> Cell:
        mark = RIGHT if self.past[at].ends[pirate] == ship else WRONG
        return (escaped(self.pirates[pirate]), HOLD, _ring(self.compiled.ships[ship].number), HOLD, mark)

    def _late(self, at: int) -> Cell:
        late = [each.pirate for each in self.past[at].arrivals if each.ship is None] if at < len(self.past) else []
        return escaped(self.pirates[late[0]]) if late else ""

    def _ducats(self) -> Iterator[Section]:
        """The coins of each pirate by rounds, what they come to, and the place."""
        outcome = self.game.outcome if self.game else None
        for some, heads in self._columns():
            rows: list[list[Cell]] = []
            for pirate, name in enumerate(self.pirates):
                coins: list[Cell] = [
                    _bold(self.past[at].loot[pirate] or "–") if at < len(self.past) else "" for at in some
                ]
                total = sum(result.loot[pirate] for result in self.past)
                rank = (
                    1 + sum(len(place) for place in outcome.places if _before(place, pirate, outcome.places))
                    if outcome
                    else ""
                )
                rows.append([escaped(name), *coins, _bold(total if self.past else ""), _bold(rank and f"{rank}.")])
            more: list[Inline] = [Words(f"**{self.say(f'scores.{key}')}**") for key in ("total", "place")]
            title = self.say("play.ducats")
            yield self._matrix(f"ducats-{some.start}" if some.start else "ducats", title, [*heads, *more], rows)


def shared(count: int) -> Iterator[range]:
    """So many columns, in as few tables as have room for them."""
    size = -(-count // max(1, -(-count // ABREAST)))
    for first in range(0, count, size or 1):
        yield range(first, min(first + size, count))


HOLD = "\u00a0"
"""A blank where no line may end."""


def _before(place: Sequence[int], pirate: int, places: Sequence[Sequence[int]]) -> bool:
    """Whether a place comes before that of a pirate."""
    own = next(at for at, each in enumerate(places) if pirate in each)
    return list(places).index(place) < own


def escaped(text: str) -> Words:
    """A name as words."""
    return Words(escape(text))


def _bold(text: object) -> Words:
    return Words(f"**{escape(str(text))}**") if str(text) else Words()


def _ring(number: object) -> Inline:
    return Dressed(str(number), "ring")


def _joined(parts: Sequence[Inline]) -> Inline:
    return tuple(part for at, one in enumerate(parts) for part in ((HOLD * 3, one) if at else (one,)))


def write_scores(sheets: Sequence[ScoreSheet], out: Path, paper: str = "a4") -> Iterator[str]:
    """Write sheets down; yields the names of the files."""
    for sheet, content in [(sheet, sheet.pdf(paper)) for sheet in sheets]:
        path = out / sheet.pack.id / sheet.language / "scores.pdf"
        write_atomic(path, content)
        yield str(path)
