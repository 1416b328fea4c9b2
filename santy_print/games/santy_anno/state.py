"""State: a whole game of Santy Anno as an immutable value, from dealing to naming the captain (G1 to G12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from santy_print.game import CHANCE, Choices, Random, State, View
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.kinds import Seats

LEVELS = {"basic": (False, False), "expert": (True, False), "events": (True, True)}
"""By level: with the expert cards, with the event cards (G2)."""


class Piece(NamedTuple):
    """One card that lies in the box: a card and which of its copies."""

    card: Card | Event
    copy: int

    @property
    def label(self) -> str:
        """The card's id; from the second copy on with the copy's number."""
        return self.card.id if self.copy == 1 else f"{self.card.id}/{self.copy}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change in a game: the set, who plays, and with which cards.

    The first `basic` cards of the deck are the basic ones.
    """

    compiled: Compiled
    pirates: tuple[str, ...]
    expert: bool
    events: bool
    deck: tuple[Piece, ...]
    basic: int
    pile: tuple[Piece, ...]
    frames: bool = False
    """Nobody runs: each lays a frame below a ship (G12)."""

    @classmethod
    def of(
        cls, compiled: Compiled, players: int | Sequence[str], expert: bool, events: bool, frames: bool = False
    ) -> Setup:
        """A game for the first so many pirates of the set, or for those of these ids (G2, T1)."""
        basic = _pieces([card for card in compiled.cards if card.level == "basic"])
        more = _pieces([card for card in compiled.cards if card.level != "basic"]) if expert else ()
        pile = _pieces(compiled.events) if events else ()
        first = [pirate.id for pirate in compiled.pirates]
        pirates = tuple(first[:players] if isinstance(players, int) else players)
        return cls(compiled, pirates, expert, events, basic + more, len(basic), pile, frames)

    def cards(self, row: Sequence[int]) -> tuple[Card, ...]:
        """The boarding cards of some pieces."""
        return tuple(self.deck[piece].card for piece in row)  # type: ignore[misc]

    def event(self, piece: int | None) -> Event | None:
        """The event card of a piece."""
        return None if piece is None else self.pile[piece].card  # type: ignore[return-value]


def _pieces(cards: Sequence[Card | Event]) -> tuple[Piece, ...]:
    return tuple(Piece(card, copy) for card in cards for copy in range(1, card.copies + 1))


# Actions. Ships, pirates and pieces are indices.


@dataclass(frozen=True, slots=True)
class Seat:
    """Chance lays a ship before the next chair, clockwise (G3)."""

    ship: int


@dataclass(frozen=True, slots=True)
class Start:
    """Chance sits the next pirate down at a free ship (G3)."""

    ship: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Chance takes a basic card out of an expert game (G2)."""

    piece: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance gives the Bosun the next boarding card of the row, which is laid from last to first (G4)."""

    piece: int


@dataclass(frozen=True, slots=True)
class LayEvent:
    """Chance gives the Bosun the event card; it lies face down until cast off (E1 to E4)."""

    piece: int


COUNT = 5
"""From this number down to 0 those who sit count when one still runs (G5)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Chance says which of the running pirates is the next to sit down, the last one perhaps at a count (G5)."""

    pirate: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """The pirate who is next sits down at a ship and puts the scuttle on the stack (G5)."""

    ship: int


@dataclass(frozen=True, slots=True)
class Late:
    """The countdown ends before the last pirate sits, who takes a free chair (G5); None where nobody noted which."""

    pirate: int
    chair: int | None = None


class Arrival(NamedTuple):
    """Who arrived where; no ship for one who came too late."""

    pirate: int
    ship: int | None


class Ending(NamedTuple):
    """How a round ended: how far the others had counted when the last sat down, or the chair left for the late one."""

    called: int | None = None
    chair: int | None = None


UNCOUNTED = Ending()
"""Nobody counted."""


class Result(NamedTuple):
    """A finished round: the row in reading order; for each pirate the start, the true ship, the coin or 0."""

    row: tuple[int, ...]
    event: int | None
    starts: tuple[int, ...]
    arrivals: tuple[Arrival, ...]
    ends: tuple[int, ...]
    loot: tuple[int, ...]
    ending: Ending = UNCOUNTED


@dataclass(frozen=True)
class SantyView(View):
    """What one pirate may know: the table, the cards that lie open, the own coins (T7)."""

    pirate: int
    seats: Seats
    tiles: tuple[int, ...]
    round: int
    row: tuple[Card | None, ...]
    event: Event | None
    laps: int
    backwards: bool
    arrivals: tuple[Arrival, ...]
    coins: tuple[int, ...]
    count: int | None = None

    @property
    def lap(self) -> bool:
        """A full lap, or several, before sitting."""
        return self.laps > 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end: coins of each pirate, places with the tied ones together, and who commands (G10, G11)."""

    coins: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]
    captain: tuple[int, ...]
    mates: tuple[int, ...]

    @property
    def tie(self) -> bool:
        """A perfect tie for captain: arm-wrestling settles it, the engine names no winner (G11)."""
        return len(self.captain) > 1


class Phase(NamedTuple):
    """Part of a game: what chance decides in it, "" where a pirate acts; when it is on, what is open, what it does."""

    stream: str
    on: Callable[[SantyState], bool]
    actions: Callable[[SantyState], Sequence[Any]]
    apply: Callable[[SantyState, Any], SantyState]


@dataclass(frozen=True)
class SantyState(State):
    """A position. `tiles` are the ships of the pirate tiles; `row` is as laid, the last card first; `next` is
    the pirate who is about to sit down.

    `phase` is the part of the game that is on, None when it is over: found once, asked often.
    """

    setup: Setup
    seats: Seats = ()
    tiles: tuple[int, ...] = ()
    stock: tuple[int, ...] = ()
    pile: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    row: tuple[int, ...] = ()
    event: int | None = None
    arrivals: tuple[Arrival, ...] = ()
    next: int | None = None
    past: tuple[Result, ...] = ()
    ending: Ending = UNCOUNTED

    phase: Phase | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.__dict__["phase"] = _phase(self)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the pirates."""
        return self.setup.pirates

    @property
    def actor(self) -> str | None:
        """`chance`, the pirate who sits down, or None when the game is over."""
        if self.next is not None:
            return self.setup.pirates[self.next]
        return CHANCE if self.phase else None

    @property
    def stream(self) -> str:
        """What chance decides now."""
        return self.phase.stream if self.phase else ""

    def actions(self) -> Sequence[Any]:
        """The actions that are open."""
        phase = self.phase
        return phase.actions(self) if phase else ()

    def apply(self, action: Any) -> SantyState:
        """The state after an action; ValueError where it is not open."""
        phase = self.phase
        if phase is None:
            raise ValueError("the game is over")
        if action not in phase.actions(self):
            raise ValueError(f"{type(action).__name__.casefold()} is not open here")
        return phase.apply(self, action)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return len(self.past) + 1

    @property
    def wanted(self) -> int:
        """How many boarding cards this round has; none when the game is over (G1)."""
        rounds = self.setup.compiled.numbers.rounds
        return rounds[len(self.past)] if len(self.past) < len(rounds) else 0

    @property
    def under_way(self) -> bool:
        """The cards lie open and the pirates run."""
        return bool(self.wanted) and len(self.row) == self.wanted

    @property
    def cards(self) -> tuple[Card, ...]:
        """The boarding cards in reading order."""
        return self.setup.cards(self.row[::-1])

    @property
    def event_card(self) -> Event | None:
        """The event of the round."""
        return self.setup.event(self.event)

    @property
    def free_chairs(self) -> tuple[int, ...]:
        """The ships at which nobody sits, clockwise: who comes too late takes one of their chairs (G5).

        None where nobody runs: then all keep their own (G12).
        """
        if self.setup.frames:
            return ()
        taken = {arrival.ship for arrival in self.arrivals}
        return tuple(ship for ship in self.seats if ship not in taken)

    @property
    def laps(self) -> int:
        """How many full laps before sitting: of the round or of the event (G6, E4), none where nobody runs (G12)."""
        event = self.event_card
        if self.setup.frames:
            return 0
        return max(int(self.round in self.setup.compiled.numbers.laps), event.laps if event else 0)

    @property
    def backwards(self) -> bool:
        """Whether everybody runs backwards (E4)."""
        return self.event_card is not None and self.event_card.backwards and not self.setup.frames

    @property
    def lap(self) -> bool:
        """A full lap, or several, before sitting."""
        return self.laps > 0

    def view(self, player: str) -> SantyView:
        """What this pirate may know: not the event before cast off, not the others' coins (T3, T7)."""
        index = self.setup.pirates.index(player)
        event = self.event_card if self.under_way else None
        hidden = self.wanted - len(self.row)
        return SantyView(
            player,
            self.actions() if index == self.next else (),
            index,
            self.seats,
            self.tiles,
            self.round,
            (None,) * hidden + self.cards,
            event,
            self.laps if self.under_way else 0,
            self.under_way and self.backwards,
            self.arrivals,
            self.coins(index),
            self.ending.called,
        )

    def redeal(self, view: View, rng: Random) -> SantyState:
        """A state that a pirate's view allows, the rest at random."""
        from santy_print.games.santy_anno.redeal import redeal

        assert isinstance(view, SantyView)
        return redeal(self.setup, view, rng)

    def coins(self, pirate: int) -> tuple[int, ...]:
        """The coins that a pirate has, in order of earning."""
        return tuple(result.loot[pirate] for result in self.past if result.loot[pirate])

    @property
    def outcome(self) -> Outcome | None:
        """Who commands, when the game is over (G10, G11)."""
        return None if self.phase else _outcome(self)

    @property
    def returns(self) -> dict[str, float] | None:
        """A share of the command for each pirate: it is one, and those who tie for it share it (G10, G11)."""
        outcome = self.outcome
        if outcome is None:
            return None
        captains = outcome.captain
        return {pirate: (index in captains) / len(captains) for index, pirate in enumerate(self.setup.pirates)}


def new_state(
    compiled: Compiled, players: int | Sequence[str], expert: bool = False, events: bool = False, frames: bool = False
) -> SantyState:
    """The start of a game of so many, or of these pirates: nothing dealt yet."""
    return start(Setup.of(compiled, players, expert, events, frames))


def start(setup: Setup) -> SantyState:
    """The start of a game."""
    stock, pile = tuple(range(len(setup.deck))), tuple(range(len(setup.pile)))
    return SantyState(setup, stock=stock, pile=pile)


def _phase(state: SantyState) -> Phase | None:
    for phase in PHASES:
        if phase.on(state):
            return phase
    return None


def _with(state: SantyState, **changes: Any) -> SantyState:
    """What `dataclasses.replace` does, in a quarter of the time: a game is a hundred states."""
    new = object.__new__(SantyState)
    new.__dict__.update(state.__dict__, **changes)
    new.__dict__["phase"] = _phase(new)
    return new


def _without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _free(state: SantyState, taken: tuple[int, ...]) -> list[int]:
    return [ship for ship in range(len(state.setup.compiled.ships)) if ship not in taken]


def _removes(state: SantyState) -> int:
    return int(state.setup.compiled.numbers.expert_removes) if state.setup.expert else 0


def _remove(state: SantyState, action: Remove) -> SantyState:
    return _with(state, removed=(*state.removed, action.piece), stock=_without(state.stock, action.piece))


def _lay(state: SantyState, action: Lay) -> SantyState:
    return _with(state, row=(*state.row, action.piece), stock=_without(state.stock, action.piece))


def _lay_event(state: SantyState, action: LayEvent) -> SantyState:
    return _with(state, event=action.piece, pile=_without(state.pile, action.piece))


def _runners(state: SantyState) -> list[Any]:
    """Who can sit down next: any pirate who still runs; the last of several may come too late (G5)."""
    there = [arrival.pirate for arrival in state.arrivals]
    left = [pirate for pirate in range(len(state.setup.pirates)) if pirate not in there]
    if len(left) > 1 or not there:
        return [Next(pirate) for pirate in left]
    counted = [Next(left[0], count) for count in (None, *range(COUNT, 0, -1))]
    return [*counted, *(Late(left[0], chair) for chair in (None, *state.free_chairs))]


def _run(state: SantyState, action: Next | Late) -> SantyState:
    if isinstance(action, Next):
        return _with(state, next=action.pirate, ending=Ending(action.count))
    return _arrive(_with(state, ending=Ending(chair=action.chair)), action.pirate, None)


def _sit(state: SantyState, action: Sit) -> SantyState:
    assert state.next is not None
    return _arrive(state, state.next, action.ship)


def _arrive(state: SantyState, pirate: int, ship: int | None) -> SantyState:
    arrivals = (*state.arrivals, Arrival(pirate, ship))
    after = _with(state, arrivals=arrivals, next=None)
    return after if len(arrivals) < len(state.setup.pirates) else _settle(after)


def last_arrival(state: SantyState) -> Arrival:
    """Who arrived last, be it in the round that is on or as the last of the one before."""
    return (state.arrivals or state.past[-1].arrivals)[-1]


def _settle(state: SantyState) -> SantyState:
    """Phases 3 and 4: resolve the cards, pay the right arrivals, go on from the true ships (G7 to G9)."""
    compiled = state.setup.compiled
    ends = state.tiles
    for step in compiled.route(state.cards, state.event_card, state.seats):
        targets = step.move.targets
        ends = tuple([targets[ship] for ship in ends])
    right = [arrival.pirate for arrival in state.arrivals if arrival.ship == ends[arrival.pirate]]
    paid = dict(zip(right, compiled.numbers.loot, strict=False))
    loot = tuple(paid.get(pirate, 0) for pirate in range(len(ends)))
    result = Result(tuple(reversed(state.row)), state.event, state.tiles, state.arrivals, ends, loot, state.ending)
    past = (*state.past, result)
    return _with(state, tiles=ends, row=(), event=None, arrivals=(), past=past, ending=UNCOUNTED)


def _wants_event(state: SantyState) -> bool:
    return state.setup.events and state.event is None and len(state.row) == state.wanted - 1


PHASES = (
    Phase(
        "",
        lambda s: s.next is not None,
        lambda s: Choices(Sit, range(len(s.seats))),
        _sit,
    ),
    Phase(
        "Next",
        lambda s: s.under_way,
        _runners,
        _run,
    ),
    Phase(
        "Seat",
        lambda s: len(s.seats) < len(s.setup.compiled.ships),
        lambda s: Choices(Seat, _free(s, s.seats)),
        lambda s, a: _with(s, seats=(*s.seats, a.ship)),
    ),
    Phase(
        "Start",
        lambda s: len(s.tiles) < len(s.setup.pirates),
        lambda s: Choices(Start, _free(s, s.tiles)),
        lambda s, a: _with(s, tiles=(*s.tiles, a.ship)),
    ),
    Phase(
        "Remove",
        lambda s: len(s.removed) < _removes(s),
        lambda s: Choices(Remove, [piece for piece in s.stock if piece < s.setup.basic]),
        _remove,
    ),
    Phase(
        "LayEvent",
        lambda s: bool(s.wanted) and _wants_event(s),
        lambda s: Choices(LayEvent, s.pile),
        _lay_event,
    ),
    Phase(
        "Lay",
        lambda s: bool(s.wanted),
        lambda s: Choices(Lay, s.stock),
        _lay,
    ),
)


def _outcome(state: SantyState) -> Outcome:
    compiled, pirates = state.setup.compiled, range(len(state.setup.pirates))
    coins = tuple(state.coins(pirate) for pirate in pirates)
    values = sorted({int(value) for value in compiled.numbers.coins}, reverse=True)

    def worth(pirate: int) -> tuple[int, ...]:
        return (sum(coins[pirate]), *(coins[pirate].count(value) for value in values))

    worths = [worth(pirate) for pirate in pirates]
    places = tuple(tuple(p for p in pirates if worths[p] == rank) for rank in sorted(set(worths), reverse=True))
    rule = compiled.numbers.mates
    berths = 1 + (rule.count if len(pirates) >= rule.players else 0)
    mates: list[int] = []
    for place in places[1:]:
        if len(places[0]) + len(mates) < berths:
            mates += place
    return Outcome(coins, places, places[0], tuple(mates))
