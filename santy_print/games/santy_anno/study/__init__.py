"""Study: a pack in, what very many whole games of it come to out; `tables` and `kernel` play them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print.game.phrase import Phrase, worded
from santy_print.game.study import Counted, Means, Measure, Options, Played, Shares, Study, Summed, Totals, spread
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.state import LEVELS
from santy_print.games.santy_anno.study.tables import SECONDS, SLIPS, Tables

if TYPE_CHECKING:
    from santy_print.games.santy_anno.study.kernel import Lookup

MANY, KEPT = 20_000_000, 1_000_000
"""From so many games on it is worth compiling the kernel, which takes some twenty seconds, and using it compiled."""
_KNOWN: dict[str, Lookup] = {}
"""What this process has looked up last, so that not every batch does it anew."""


@dataclass(frozen=True)
class Sailing:
    """The worker: plays batches of whole games, on what the set's tables say."""

    compiled: Compiled
    key: str
    players: int
    level: str
    seed: int
    games: int

    def __call__(self, batch: int, games: int) -> Totals:
        """The totals of a batch."""
        from santy_print.games.santy_anno.study.compiler import is_exact, kept
        from santy_print.games.santy_anno.study.kernel import count, play

        if is_exact() and (self.games >= MANY or (self.games >= KEPT and kept())):
            with suppress(ImportError):  # the extra is not installed: the same, only slower
                from santy_print.games.santy_anno.study.fast import play
        return count(self.lookup(), self.seed, batch, games, play)

    def lookup(self) -> Lookup:
        """The tables of the set and this way to play it, as arrays."""
        from santy_print.games.santy_anno.study.kernel import Lookup

        name = f"{self.key} {self.players} {self.level}"
        if name not in _KNOWN:
            _KNOWN.clear()
            _KNOWN[name] = Lookup.of(Tables(self.compiled, self.players, *LEVELS[self.level]))
        return _KNOWN[name]


class SantyStudy(Study):
    """Who wins, who loses the way, and how long it takes."""

    model = 2

    def options(self, played: Options) -> Options:
        """All that is played but frames: who is there first is what a study counts."""
        return dict(played) | {"by": {"running": "", "frames": "in a study everybody runs"}}

    def worker(self, how: Played) -> Sailing:
        """What plays a batch."""
        compiled: Compiled = self.pack.compiled
        return Sailing(compiled, compiled.fingerprint, how.players, how.own["level"], how.seed, how.games)

    def measures(self, totals: Totals, how: Played) -> Sequence[Measure]:
        """What the counts tell."""
        return list(self._measures(totals, how))

    def _measures(self, totals: Totals, how: Played) -> Iterator[Measure]:
        compiled = self.pack.compiled
        games, players = totals["games"][0], how.players
        fair = (1 - totals["ties"][0] / games) / players if games else None
        pirates = [self._own(f"pirate.{pirate.id}") for pirate in compiled.pirates[:players]]
        quick = [worded(f"{seconds} s a card", "study.speed.row", n=seconds) for seconds in SECONDS]
        careful = [worded(f"{rate} % slips", "study.slips.row", n=rate) for rate in SLIPS]
        seats, uneven = [games] * players, ("less fair", "fairer")
        ships = _rows(
            [worded(ship.name, "play.ship", who=ship.id) for ship in compiled.ships], totals["start"], totals["from"]
        )
        yield Shares(
            "seat", _title("seat", "Captains by seat"), _rows(pirates, totals["seat"], seats), "", fair, uneven
        )
        yield Shares("start", _title("start", "Captains by the ship they began at"), ships, "", fair, uneven)
        rows = _rows(quick, totals["speed"], totals["quick"])
        yield Shares("speed", _title("speed", "Captains by how quick they are"), rows, "", fair)
        rows = _rows(careful, totals["care"], totals["careful"])
        yield Shares("slips", _title("slips", "Captains by how often they slip"), rows, "", fair)
        yield self._rounds(totals, how)
        yield self._cards(totals)
        yield from self._events(totals)
        yield _ends(totals, compiled)
        yield self._lengths(totals)

    def _rounds(self, totals: Totals, how: Played) -> Shares:
        seats, sizes = totals["games"][0] * how.players, self.pack.compiled.numbers.rounds
        says = ("easier", "harder")
        rows = []
        for size in sorted(set(sizes)):
            right = [found for length, found in zip(sizes, totals["right"], strict=True) if length == size]
            rows.append(
                Counted(worded(f"{size} cards", "study.right.row", n=size), sum(right), seats * len(right), says)
            )
        rows.append(Counted(worded("all rows", "study.right.all"), sum(totals["right"]), seats * len(sizes), says))
        return Shares("right", _title("right", "Pirates at the right ship, by the cards of the row"), rows)

    def _cards(self, totals: Totals) -> Shares:
        found = zip(self.pack.compiled.cards, totals["decides"], totals["dealt"], strict=True)
        rows = [Counted(self._card(card), hits, of) for card, hits, of in found if of]
        note = "Of the rounds it lies in: read rightly by all, it would give the first coin to somebody else."
        return Shares(
            "cards", _title("cards", "How often a card decides"), rows, worded(note, "study.cards.note"), brief=12
        )

    def _events(self, totals: Totals) -> Iterator[Shares]:
        found = zip(self.pack.compiled.events, totals["event decides"], totals["events"], strict=False)
        rows = [Counted(self._card(event), hits, of) for event, hits, of in found if of]
        if rows:
            note = "Of the rounds it lies in: remembered by all, it would give the first coin to somebody else."
            title = _title("events", "How often an event decides")
            yield Shares("events", title, rows, worded(note, "study.events.note"))

    def _lengths(self, totals: Totals) -> Means:
        sizes = self.pack.compiled.numbers.rounds
        games = totals["games"][0]
        box = sum(self.pack.compiled.numbers.coins.values())
        rows = [
            Summed(worded("under way", "study.length.time"), totals["time"], "s", 100, ("longer", "shorter")),
            Summed(worded("rounds", "study.length.rounds"), _always(games, len(sizes)), says=("longer", "shorter")),
            Summed(worded("cards", "study.length.cards"), _always(games, sum(sizes)), says=("longer", "shorter")),
            Summed(worded(f"coins left, of {box}", "study.length.coins", n=box), totals["coins"]),
            Summed(worded("the captain's ducats", "study.length.captain"), totals["captain"]),
        ]
        return Means("length", _title("length", "How long a game is, and what is left"), rows)

    def _own(self, key: str) -> Phrase:
        """A name that the pack says in its own language to programs."""
        return worded(self.pack.locales[self.pack.head.source_language].plain(key), key)

    def _card(self, card: Card | Event) -> Phrase:
        """A card, or an event, as it is called on its face."""
        return Phrase(card.id, lambda locale: Words(self.pack, locale).card(card))


def _title(key: str, name: str) -> Phrase:
    """The title of a measure."""
    return worded(name, f"study.{key}.title")


def _rows(names: Sequence[str], hits: Sequence[int], of: Sequence[int]) -> list[Counted]:
    """Rows of shares."""
    return [Counted(name, won, played) for name, won, played in zip(names, hits, of, strict=True)]


def _always(games: int, value: int) -> list[int]:
    """A value that is the same in so many games."""
    return [games * part for part in spread(value)]


def _ends(totals: Mapping[str, Sequence[int]], compiled: Compiled) -> Shares:
    games, rounds = totals["games"][0], len(compiled.numbers.rounds)
    nobody = worded("rounds that nobody gets right", "study.ends.nobody")
    rows = [
        Counted(worded("ties for captain", "study.ends.ties"), totals["ties"][0], games),
        Counted(worded("rounds with somebody too late", "study.ends.late"), sum(totals["late"]), games * rounds),
        Counted(nobody, sum(totals["nobody"]), games * rounds, ("harder", "easier")),
    ]
    return Shares("ends", _title("ends", "How it ends"), rows)
