"""Puzzles: rows of cards to puzzle over on paper, by kinds of questions; each has one answer, which is counted out.

A kind deals a row, asks, and says what it costs a person (`quality.effort`, summed over all that has to be tried).
The compiled moves make puzzles; `SantyEdition.solve` reads one as it is printed and asks the oracle, which knows none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, TypeVar

from santy_print.game import Random
from santy_print.game.puzzles import (
    ASKED,
    Aid,
    AmbiguousError,
    Chapter,
    Entry,
    Leg,
    Legend,
    Line,
    Piece,
    Puzzle,
    Seen,
    Slot,
    Solution,
)
from santy_print.games.santy_anno.compiled import Card, Compiled, Event, Step
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import Seats
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.oracle import Argument, Oracle
from santy_print.games.santy_anno.quality import WEIGHTS, effort
from santy_print.games.santy_anno.slips import way_of
from santy_print.text import item_key

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

TRIES = 400
"""So many rows are dealt at most until one fits."""
LONGEST = 8
"""More cards in a row would be too small to be read on paper."""
GENTLE = 24.0
"""Up to so much labour a row is dealt of basic cards alone, where there are any."""
LETTERS = "ABCDEF"
ROOTS = {"boarding": "card", "events": "event"}
"""The root of the texts of each collection of cards."""
VIGNETTES = {
    "end": "wheel.svg", "slip": "bucket.svg", "start": "anchor.svg", "event": "event-whirlwind.svg", "meet": "bell.svg",
    "missing": "emblem-gulliver.svg", "order": "crate.svg", "solutions": "chest.svg", "log": "hourglass.svg",
}  # fmt: skip

T = TypeVar("T")


@dataclass(frozen=True)
class Deal:
    """What a kind makes a puzzle of: the set, its ships around the table, the cards to deal, a stream of numbers."""

    compiled: Compiled
    seats: Seats
    cards: Sequence[Card]
    rng: Random
    events: Sequence[Event] = ()

    def row(self, least: int, most: int, longest: int = LONGEST) -> tuple[Card, ...]:
        """Different cards in a row, so many."""
        most = min(most, longest, len(self.cards))
        return tuple(self.rng.sample(list(self.cards), self.rng.randint(min(least, most), most)))

    def steps(self, cards: Sequence[Card], event: Event | None = None) -> tuple[Step, ...]:
        """What a row does."""
        return self.compiled.route(cards, event, self.seats)

    def way(self, cards: Sequence[Card], start: int, event: Event | None = None) -> list[int]:
        """The ships on a way, the first one included."""
        return way_of(self.steps(cards, event), start)

    def cost(self, cards: Sequence[Card], start: int, event: Event | None = None) -> float:
        """What it costs to follow a row from a ship; a seat more that an event adds is counted on."""
        steps, total = self.steps(cards, event), 0.0
        for here, step in zip(way_of(steps, start), steps, strict=False):
            total += effort(step.card, self.compiled.fleet, here) if step.card is not None else WEIGHTS["count"]
        return total

    @property
    def ships(self) -> range:
        """All ships."""
        return range(len(self.compiled.ships))

    def start(self) -> int:
        """Any ship."""
        return self.rng.choice(list(self.ships))


def _lively(way: Sequence[int]) -> bool:
    """Whether a way is worth going: it ends elsewhere, and at most one card in three leaves the pirate in place."""
    stays = sum(a == b for a, b in pairwise(way))
    return way[0] != way[-1] and 3 * stays <= len(way) - 1


def _ship(compiled: Compiled, ship: int, below: Piece | None = None) -> Slot:
    return Slot(Piece("ships", compiled.ships[ship].id), below, place=True)


def _laid(cards: Sequence[Card]) -> list[Slot]:
    return [Slot(Piece("boarding", card.id), label=str(n)) for n, card in enumerate(cards, 1)]


HIDDEN = Slot(None, place=True)

Made = tuple[tuple[Line, ...], float]
Maker = Callable[[Deal], Made | None]


def _end(deal: Deal) -> Made | None:
    """Where does the way end? Cards are functions: there is one end."""
    cards, start = deal.row(2, 8), deal.start()
    if not _lively(deal.way(cards, start)):
        return None
    line = (_ship(deal.compiled, start), *_laid(cards), HIDDEN)
    return (line,), deal.cost(cards, start)


def _slip(deal: Deal) -> Made | None:
    """Of a way that is told, which card was followed wrongly? One step of it is not as the rules have it."""
    cards, start = deal.row(3, 7), deal.start()
    steps = deal.steps(cards)
    at = deal.rng.randrange(len(cards))
    right = way_of(steps, start)
    wrong = deal.rng.choice([ship for ship in deal.ships if ship != right[at + 1]])
    seen = [*right[: at + 1], *way_of(steps[at + 1 :], wrong)]
    faults = [n for n, step in enumerate(steps) if step.move[seen[n]] != seen[n + 1]]
    if faults != [at] or not _lively(right):
        return None
    ships = [Piece("ships", deal.compiled.ships[ship].id) for ship in seen[1:]]
    laid = (Slot(slot.piece, below, label=slot.label) for slot, below in zip(_laid(cards), ships, strict=True))
    cost = sum(effort(card, deal.compiled.fleet, seen[n]) + WEIGHTS["compare"] for n, card in enumerate(cards))
    return ((_ship(deal.compiled, start), *laid),), cost


def _start(deal: Deal) -> Made | None:
    """From which ship does a row lead here? Cards take no two ships to one: there is one start."""
    cards, start = deal.row(2, 7), deal.start()
    way = deal.way(cards, start)
    if sum(deal.way(cards, ship)[-1] == way[-1] for ship in deal.ships) != 1 or not _lively(way):
        return None
    line = (HIDDEN, *_laid(cards), _ship(deal.compiled, way[-1]))
    moves = [step.move for step in deal.steps(cards)]
    turned = sum(move[move[ship]] != ship for move, ship in zip(moves, way, strict=False))
    return (line,), deal.cost(cards, start) + turned * WEIGHTS["reckon"]


def _event(deal: Deal) -> Made | None:
    """Where does the way end with an event in the row? It ends elsewhere than without."""
    after = deal.compiled.numbers.event_after
    cards, start, event = deal.row(after + 1, 7), deal.start(), deal.rng.choice(list(deal.events))
    if len(cards) < max(after + 1, min(deal.compiled.numbers.rounds, default=0)):
        return None
    way = deal.way(cards, start, event)
    if way[-1] == deal.way(cards, start)[-1] or not _lively(way):
        return None
    laid = _laid(cards)
    laid.insert(after, Slot(Piece("events", event.id), label=""))
    return ((_ship(deal.compiled, start), *laid, HIDDEN),), deal.cost(cards, start, event)


def _missing(deal: Deal) -> Made | None:
    """Which of three cards lies in the gap? With one of them the way ends where it is seen to end."""
    dealt, start = deal.row(5, 7), deal.start()
    row, others = dealt[:-2], dealt[-2:]
    if len(others) < 2 or len(row) < 2:
        return None
    gap = deal.rng.randrange(len(row))
    choices = [row[gap], *others]
    deal.rng.shuffle(choices)
    rows = [(*row[:gap], card, *row[gap + 1 :]) for card in choices]
    end = deal.way(row, start)[-1]
    if sum(deal.way(each, start)[-1] == end for each in rows) != 1 or not _lively(deal.way(row, start)):
        return None
    laid: list[Slot] = _laid(row)
    laid[gap] = Slot(None, label=str(gap + 1))
    before = deal.cost(row[:gap], start)
    cost = before + sum(deal.cost(each, start) - before for each in rows)
    return ((_ship(deal.compiled, start), *laid, _ship(deal.compiled, end)), _choices(choices)), cost


def _choices(cards: Sequence[Card]) -> Line:
    return tuple(Slot(Piece("boarding", card.id), label=LETTERS[n]) for n, card in enumerate(cards))


def _meet(deal: Deal) -> Made | None:
    """Two follow a row from its two ends: after which card, and on which ship, do they meet? They do so once."""
    cards, one, other = deal.row(3, 7), deal.start(), deal.start()
    ways = deal.way(cards, one), deal.way(cards[::-1], other)
    met = [n for n, (a, b) in enumerate(zip(*ways, strict=True)) if a == b]
    if len(met) != 1 or met[0] in (0, 1):
        return None
    line = (_ship(deal.compiled, one), *_laid(cards), _ship(deal.compiled, other))
    upto = met[0]
    return (line,), deal.cost(cards[:upto], one) + deal.cost(cards[::-1][:upto], other) + upto * WEIGHTS["compare"]


def _order(deal: Deal) -> Made | None:
    """In which order were cards laid? Of all their orders one leads from the start to the end."""
    loose, start = deal.row(2, 3), deal.start()
    orders = list(permutations(loose))
    ends = [deal.way(order, start)[-1] for order in orders]
    right = deal.rng.randrange(len(orders))
    if len(loose) < 2 or ends.count(ends[right]) != 1 or not _lively(deal.way(orders[right], start)):
        return None
    hidden = (Slot(None, label=str(n)) for n in range(1, len(loose) + 1))
    line = (_ship(deal.compiled, start), *hidden, _ship(deal.compiled, ends[right]))
    return (line, _choices(loose)), sum(deal.cost(order, start) for order in orders)


KINDS: dict[str, Maker] = {
    "end": _end, "slip": _slip, "start": _start, "event": _event, "meet": _meet, "missing": _missing, "order": _order,
}  # fmt: skip
"""The kinds of questions, in the order in which a book asks them."""


@dataclass(frozen=True)
class SantyPuzzles:
    """The puzzles of a set, with its ships in one order around the table."""

    pack: Pack
    seats: Seats

    @property
    def compiled(self) -> Compiled:
        """The set."""
        compiled: Compiled = self.pack.compiled
        return compiled

    @cached_property
    def events(self) -> list[Event]:
        """The events that change a way."""
        return [event for event in self.compiled.events if any(self._changes(event, n) for n in range(1, LONGEST))]

    def _changes(self, event: Event, count: int) -> bool:
        """Whether an event changes what so many cards do."""
        if count <= self.compiled.numbers.event_after:
            return False
        hooks, split = EVENTS[event.kind], self.compiled.numbers.event_after
        moved = any(hooks.after(event.data, place, split) for place in range(count))
        return moved or [*hooks.order(event.data, count, split)] != [*range(count)]

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of questions, and why this set has none of one."""
        why = dict.fromkeys(KINDS, "")
        if not self.events:
            why["event"] = "this pack has no event that changes a way"
        return why

    def make(self, kind: str, least: float, most: float, rng: Random) -> Puzzle | None:
        """A puzzle that costs more than `least` and at most `most`, or None where none was dealt in so many tries."""
        basic = [card for card in self.compiled.cards if card.level == "basic"]
        cards = basic if most <= GENTLE and len(basic) > LONGEST else list(self.compiled.cards)
        deal = Deal(self.compiled, self.seats, cards, rng, self.events)
        if len(cards) < 2 or self.kinds[kind]:
            return None
        for _ in range(TRIES):
            made = KINDS[kind](deal)
            if made is not None and least < made[1] <= most:
                many = min(2 if kind == "meet" else 1, len(self.compiled.pirates))
                hosts = rng.sample([*self.compiled.pirates], many)
                return Puzzle(kind, made[0], made[1], tuple(Piece("pirates", host.id) for host in hosts))
        return None

    def edition(self, locale: Locale) -> SantyEdition:
        """The same in a language."""
        return SantyEdition(self, locale)


def santy_puzzles(pack: Pack, rng: Random) -> SantyPuzzles:
    """The puzzles of a pack, the ships dealt around the table."""
    ships = list(range(len(pack.compiled.ships)))
    rng.shuffle(ships)
    return SantyPuzzles(pack, tuple(ships))


Read = Sequence[Piece | str]


@dataclass
class SantyEdition:
    """Puzzles in one language, and their solutions by the oracle."""

    puzzles: SantyPuzzles
    locale: Locale
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        compiled, pack = self.puzzles.compiled, self.puzzles.pack
        self.words = Words(pack, self.locale)
        self.ids = [ship.id for ship in compiled.ships]
        self.around = [self.ids[ship] for ship in self.puzzles.seats]
        files = {name: pack.files[name].model_dump(by_alias=True) for name in ("ships", "cards", "events")}
        self.oracle = Oracle(files["ships"], files["cards"], files["events"], compiled.numbers.event_after)

    def chapter(self, kind: str) -> Chapter:
        """The head of a chapter."""
        return Chapter(*(self.locale.plain(f"puzzles.{kind}.{part}") for part in ("title", "how", "ask")))

    def aid(self) -> Aid:
        """The ships in their order around the table."""
        ships = self.puzzles.compiled.ships
        seen = (
            Seen(Piece("ships", ships[ship].id), f"{ships[ship].number} {self.words.ships[ship]}")
            for ship in self.puzzles.seats
        )
        title, text, note = (self.locale.plain(f"puzzles.fleet.{part}") for part in ("title", "text", "note"))
        return Aid(title, text, tuple(seen), note)

    def legend(self, pieces: Collection[Piece]) -> Legend:
        """A card of each kind, with something struck out or not, and the events."""
        items = {group: {item["id"]: item for item in self.words.pack.collections[group]} for group in ROOTS}
        sorts: dict[object, tuple[str, Mapping[str, Any]]] = {}
        for group, cards in items.items():
            for id, item in cards.items():
                if Piece(group, id) in pieces:
                    own = id if group == "events" else bool(item.get("struck"))
                    sorts.setdefault((group, item["kind"], own), (group, item))
        title, note = (self.locale.plain(f"puzzles.cards.{part}") for part in ("title", "note"))
        return Legend(title, note, tuple(self._entry(*found) for found in sorts.values()))

    def _entry(self, group: str, item: Mapping[str, Any]) -> Entry:
        key = item_key(item, ROOTS[group])
        name, text = (self.locale.plain(f"{key}.{part}", **item) for part in ("name", "effect"))
        return Entry(Piece(group, item["id"]), name, text)

    @property
    def front(self) -> Sequence[Piece]:
        """A ship and some cards."""
        compiled = self.puzzles.compiled
        first = {card.kind: card.id for card in reversed(compiled.cards)}
        shown = [Piece("boarding", id) for id in [*first.values()][::-1]][:5]
        return [*shown, Piece("ships", compiled.ships[self.puzzles.seats[0]].id)]

    @property
    def drawings(self) -> Mapping[str, str]:
        """For each chapter something of the ship, a chest, an hourglass."""
        return VIGNETTES

    # What a puzzle asks, from what is read of it.

    def solve(self, kind: str, read: Read) -> Solution:
        """The solution; AmbiguousError where there is not exactly one."""
        things = [thing for thing in read if isinstance(thing, str) or thing.collection != "pirates"]
        try:
            made: Solution = getattr(self, f"_{kind}")(things)
        except (Argument, ValueError, IndexError, KeyError) as fault:
            raise AmbiguousError(f"what is read has no answer: {fault}") from fault
        return made

    def _name(self, ship: str) -> str:
        return self.words.ships[self.ids.index(ship)]

    def _answer(self, kind: str, **values: object) -> str:
        return self.locale.plain(f"puzzles.{kind}.answer", **values)

    def _way(self, cards: Sequence[str], start: str) -> list[str]:
        """The ships on a way, card by card."""
        way = [start]
        for card in cards:
            way.append(self.oracle.walk(card, way[-1], self.around))
        return way

    def _legs(self, cards: Sequence[str], start: str, by: Sequence[str] = ()) -> tuple[Leg, ...]:
        way, names = self._way(cards, start), by or [str(n) for n in range(1, len(cards) + 1)]
        return Leg("", self._name(start)), *(Leg(n, self._name(ship)) for n, ship in zip(names, way[1:], strict=True))

    def _end(self, read: Read) -> Solution:
        start, *cards = _pieces(read)
        end = self.oracle.round(cards, None, self.around, start)
        return Solution(self._name(end), (self._legs(cards, start),))

    def _start(self, read: Read) -> Solution:
        *cards, end = _pieces(read)
        start = _one(ship for ship in self.ids if self.oracle.round(cards, None, self.around, ship) == end)
        return Solution(self._name(start), (self._legs(cards, start),))

    def _event(self, read: Read) -> Solution:
        (event,) = (thing.id for thing in read if isinstance(thing, Piece) and thing.collection == "events")
        start, *cards = _pieces(thing for thing in read if isinstance(thing, str) or thing.collection != "events")
        end = self.oracle.round(cards, event, self.around, start)
        legs = [Leg("", self._name(start))]
        way = self.oracle.journey(cards, event, self.around, start)
        legs += (Leg(str(number or "~"), self._name(ship)) for number, ship in way)
        return Solution(self._name(end), (tuple(legs),))

    def _slip(self, read: Read) -> Solution:
        start, *others = _pieces(read)
        cards, shown = others[::2], [start, *others[1::2]]
        right = [self.oracle.walk(card, shown[n], self.around) for n, card in enumerate(cards)]
        at = _one(n for n in range(len(cards)) if right[n] != shown[n + 1])
        answer = self._answer("slip", n=at + 1, right=self._name(right[at]), wrong=self._name(shown[at + 1]))
        return Solution(answer, (self._legs(cards, start),))

    def _missing(self, read: Read) -> Solution:
        gap = read.index(ASKED)
        named = _pieces(read)
        start, (*row, end), choices = named[0], named[1:-3], named[-3:]
        rows = [[*row[: gap - 1], card, *row[gap - 1 :]] for card in choices]
        at = _one(n for n, each in enumerate(rows) if self.oracle.round(each, None, self.around, start) == end)
        return Solution(LETTERS[at], (self._legs(rows[at], start),))

    def _meet(self, read: Read) -> Solution:
        one, *cards, other = _pieces(read)
        ways = self._way(cards, one), self._way(cards[::-1], other)
        at = _one(n for n, (a, b) in enumerate(zip(*ways, strict=True)) if a == b)
        numbers = [str(n) for n in range(1, len(cards) + 1)]
        legs = self._legs(cards[:at], one), self._legs(cards[::-1][:at], other, numbers[::-1][:at])
        return Solution(self._answer("meet", n=at, ship=self._name(ways[0][at])), legs)

    def _order(self, read: Read) -> Solution:
        hidden, named = sum(thing == ASKED for thing in read), _pieces(read)
        (start, end), loose = named[:2], named[2:]
        if hidden != len(loose):
            raise AmbiguousError(f"{hidden} places for {len(loose)} cards")
        orders = list(permutations(range(len(loose))))
        ends = [self.oracle.round([loose[n] for n in order], None, self.around, start) for order in orders]
        right = orders[_one(n for n, found in enumerate(ends) if found == end)]
        letters = [LETTERS[n] for n in right]
        return Solution(" ".join(letters), (self._legs([loose[n] for n in right], start, letters),))


def _pieces(read: Iterable[Piece | str]) -> list[str]:
    """The ids of what is read."""
    return [thing.id for thing in read if isinstance(thing, Piece)]


def _one(found: Iterable[T]) -> T:
    """The only thing there is; AmbiguousError where there is none, or another."""
    things = list(found)
    if len(things) != 1:
        raise AmbiguousError(f"{len(things)} answers fit")
    return things[0]
