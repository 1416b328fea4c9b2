"""State: a whole game of Sandokan as an immutable value; who acts, what is open, what each player may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from santy_print.game import CHANCE, Random, State, View
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.actions import Counts
from santy_print.games.sandokan.board import NOWHERE
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.refusals import reason
from santy_print.games.sandokan.rules import DO, NOTHING, UNSEEN, Draft, Task, added, put


@dataclass(frozen=True)
class SandokanView(View):
    """What one player may know: all that lies open, the own hand, and of the rest how much there is."""

    seat: int
    task: Task | None
    homes: tuple[int, ...]
    cells: tuple[int, ...]
    headings: tuple[int, ...]
    hand: Counts
    held: tuple[int, ...]
    """How many cards each player holds."""
    aboard: tuple[tuple[int, ...], ...]
    quays: tuple[tuple[int, ...], ...]
    box: Counts
    bought: tuple[bool, ...]
    misses: tuple[int, ...]
    returned: tuple[bool, ...]
    landed: bool
    turn: int
    turns: int
    extra: tuple[int, ...]
    stock: int
    """How many cards lie in the pile."""
    storm: int
    """How many event cards lie on Storm Island."""
    posted: tuple[bool, ...]
    """Whether an event card lies at each port."""
    laid: Counts | None
    """The cards of the move that is under way, where they are one's own."""
    down: int
    """How many cards that move has."""
    said: int
    left: int
    veered: bool
    waiting: tuple[Task, ...]
    shown: Counts | None
    """The combat cards that one has laid face down, until the other shows, too."""
    facing: int
    """How many combat cards the attacker has laid face down."""


@dataclass(frozen=True)
class SandokanState(State):
    """A position. `todo` is what is to be done, the next thing last; seats, cells and cards are numbers.

    `deck` counts the cards that were never used, in an order that chance decides; `pile` are those used since, the
    next to come first. `fresh` are the events that nobody has seen, at ports (`posted`) or on Storm Island; `spent`
    those on Storm Island that were. `laid` are the cards of a move, `said` its cells, `left` those still to sail.
    """

    compiled: Compiled
    players: tuple[str, ...]
    todo: tuple[Task, ...]
    homes: tuple[int, ...]
    cells: tuple[int, ...]
    headings: tuple[int, ...]
    hands: tuple[Counts, ...]
    aboard: tuple[tuple[int, ...], ...]
    quays: tuple[tuple[int, ...], ...]
    box: Counts
    bought: tuple[bool, ...]
    misses: tuple[int, ...]
    returned: tuple[bool, ...]
    landed: bool
    turn: int
    turns: int
    extra: tuple[int, ...]
    deck: Counts
    pile: tuple[int, ...]
    fresh: tuple[int, ...]
    spent: tuple[int, ...]
    posted: tuple[int, ...]
    laid: Counts
    said: int = 0
    left: int = 0
    veered: bool = False
    winners: tuple[int, ...] = ()

    @property
    def task(self) -> Task | None:
        """What is to be done next; None when the game is over."""
        return self.todo[-1] if self.todo else None

    @property
    def seat(self) -> int | None:
        """The seat of who decides; None for chance and at the end."""
        task = self.task
        if task is None or task.name in CHANCES:
            return None
        return (task.seat + task.one) % len(self.players) if task.name == "control" else task.seat

    @property
    def actor(self) -> str | None:
        """`chance`, a captain, or None when the game is over."""
        if not self.todo:
            return None
        seat = self.seat
        return CHANCE if seat is None else self.players[seat]

    @property
    def stream(self) -> str:
        """What chance decides now."""
        return CHANCES.get(self.todo[-1].name, "") if self.todo else ""

    def actions(self) -> Sequence[Any]:
        """The actions that are open, found once."""
        known = self.__dict__.get("_open")
        if known is None:
            known = tuple(OPEN[self.todo[-1].name](self, self.todo[-1])) if self.todo else ()
            self.__dict__["_open"] = known
        found: Sequence[Any] = known
        return found

    @property
    def even(self) -> bool:
        """Events are as likely as each other; cards by how many of them are left."""
        return not (self.todo and self.todo[-1].name == "deal")

    @property
    def weights(self) -> Sequence[Fraction]:
        """How likely each of chance's actions is."""
        if self.even:
            return super().weights
        left = sum(self.deck)
        return [Fraction(self.deck[action.card], left) for action in self.actions()]

    def apply(self, action: Any) -> SandokanState:
        """The state after an action; ValueError with the reason where it is not open."""
        if not self.todo:
            raise ValueError("the game is over")
        if action not in self.actions():
            raise ValueError(reason(self, action))
        draft = Draft()
        parts = draft.__dict__
        parts.update(self.__dict__)
        parts.pop("_open", None)
        draft.todo = list(self.todo)
        DO[type(action)](draft, self.todo[-1], action)
        draft.settle()
        parts["todo"] = tuple(draft.todo)
        after = object.__new__(SandokanState)
        after.__dict__.update(parts)
        return after

    @property
    def returns(self) -> Mapping[str, float] | None:
        """One for who has won, shared where several ports are as rich; None before the end."""
        if not self.winners:
            return None
        return {name: (seat in self.winners) / len(self.winners) for seat, name in enumerate(self.players)}

    def view(self, player: str) -> SandokanView:
        """What a captain may know: others' hands, cards face down, the piles and the events at ports stay hidden."""
        seat, task = self.players.index(player), self.task
        fighting = task is not None and task.name == "fight" and task.two is not None
        own = task is not None and seat == (self.todo[-1].one if fighting else -1)
        mover = self._mover()
        return SandokanView(
            player, self.actions() if player == self.actor else (), seat, _bare(task), self.homes, self.cells,
            self.headings, self.hands[seat], tuple(map(sum, self.hands)), self.aboard, self.quays, self.box,
            self.bought, self.misses, self.returned, self.landed, self.turn, self.turns, self.extra,
            sum(self.deck) + len(self.pile), len(self.fresh) - self.posted.count(UNSEEN) + len(self.spent),
            tuple(event != NOTHING for event in self.posted), self.laid if seat == mover else None, sum(self.laid),
            self.said, self.left, self.veered, tuple(_bare(task) for task in self.todo[:-1]),
            self.todo[-1].two if own else None, sum(self.todo[-1].two) if fighting else 0,
        )  # fmt: skip

    def _mover(self) -> int:
        """Whose cards lie face down on the table."""
        return next((task.seat for task in self.todo if task.name == "control"), -1)

    def redeal(self, view: View, rng: Random) -> SandokanState:
        """A state that looks the same from a view: other hands, cards face down and piles at random."""
        assert isinstance(view, SandokanView)
        compiled, players = self.compiled, self.players
        zero = (0,) * len(compiled.cards)
        unknown = added(compiled.copies, view.hand, -1)
        todo, laid, facing = [*view.waiting, *([view.task] if view.task else [])], view.laid, view.shown
        if laid is None:
            laid = _face_down(compiled, unknown, view, rng) if view.down else zero
        if todo and todo[-1].name == "fight" and todo[-1].two is not None:
            if facing is None:
                facing = _some(compiled, unknown, view.facing, rng)
            todo[-1] = todo[-1]._replace(two=facing)
        unknown = added(added(unknown, laid, -1), facing or zero, -1)
        hands = [view.hand if seat == view.seat else zero for seat in range(len(players))]
        attacker = todo[-1].seat if todo and todo[-1].name == "fight" and todo[-1].two is None else view.seat
        if attacker != view.seat and view.task is not None:  # who attacks has a combat card at least
            first = _some(compiled, unknown, 1, rng)
            hands[attacker], unknown = first, added(unknown, first, -1)
        rest = [card for card, count in enumerate(unknown) for _ in range(count)]
        rng.shuffle(rest)
        for seat, held in enumerate(view.held):
            while sum(hands[seat]) < held:
                card = rest.pop()
                hands[seat] = put(hands[seat], card, hands[seat][card] + 1)
        deck = tuple(rest.count(card) for card in range(len(compiled.cards)))
        copied = {part.name: getattr(view, part.name) for part in fields(view) if part.name in COPIED}
        posted = tuple(UNSEEN if there else NOTHING for there in view.posted)
        return SandokanState(
            compiled=compiled, players=players, todo=tuple(todo), hands=tuple(hands), deck=deck, pile=(),
            fresh=tuple(range(len(compiled.events))), spent=(), posted=posted, laid=laid, **copied,
        )  # fmt: skip


COPIED = frozenset(part.name for part in fields(SandokanView)) & {part.name for part in fields(SandokanState)} - {
    "laid",
    "posted",
}
"""What a view has as the state has it."""
CHANCES = {"deal": "cards", "quay": "events", "search": "events", "brave": "events"}
"""The tasks that chance does, and what it decides."""


def _bare(task: Any) -> Any:
    """A task as everybody sees it: without the cards that lie face down."""
    return task._replace(two=()) if task is not None and task.name == "fight" and task.two else task


def _face_down(compiled: Compiled, unknown: Counts, view: SandokanView, rng: Random) -> Counts:
    """Movement cards that may lie face down: as many as there are, and true or not by too much."""
    fitting = []
    for cards in act.subsets(tuple(min(n, view.down) for n in act.masked(unknown, compiled.movement))):
        worth = act.total(compiled.values, cards)
        if sum(cards) == view.down and worth <= view.said <= worth + compiled.head.excess:
            fitting.append(cards)
    return rng.choice(fitting)


def _some(compiled: Compiled, unknown: Counts, count: int, rng: Random) -> Counts:
    """So many combat cards of those that are not known."""
    cards = [card for card in compiled.combat for _ in range(unknown[card])]
    chosen = rng.sample(cards, count)
    return tuple(chosen.count(card) for card in range(len(compiled.cards)))


def new_state(compiled: Compiled, players: int) -> SandokanState:
    """The start: treasures and events lie at the ports; homes are to be chosen and hands to be dealt."""
    ports, box = len(compiled.board.ports), list(compiled.supply)
    for treasure in compiled.laid:
        box[treasure] -= 1
    zero = (0,) * len(compiled.cards)
    seats = range(players)
    todo = [Task("turn", 0)]
    todo += [Task("deal", seat, compiled.head.hand) for seat in reversed(seats)]
    todo += [Task("home", seat) for seat in reversed(seats)]
    return SandokanState(
        compiled=compiled,
        players=tuple(compiled.head.captains[:players]),
        todo=tuple(todo),
        homes=(NOWHERE,) * players,
        cells=(NOWHERE,) * players,
        headings=(0,) * players,
        hands=(zero,) * players,
        aboard=((),) * players,
        quays=tuple((treasure,) for treasure in compiled.laid),
        box=tuple(box),
        bought=(False,) * players,
        misses=(0,) * players,
        returned=(False,) * players,
        landed=False,
        turn=players - 1,
        turns=0,
        extra=(),
        deck=compiled.copies,
        pile=(),
        fresh=tuple(range(len(compiled.events))),
        spent=(),
        posted=(UNSEEN,) * ports,
        laid=zero,
    )


# What is open, by the task on top.

Found = Sequence[Any] | list[Any]


def _homes(state: SandokanState, task: Task) -> Found:
    return [act.Home(port) for port in range(len(state.compiled.board.ports)) if port not in state.homes]


def _cards(state: SandokanState, task: Task) -> Found:
    return [act.Deal(card) for card, count in enumerate(state.deck) if count]


def _events(state: SandokanState, task: Task) -> Found:
    return [act.Turn(event) for event in state.fresh]


def _plan(state: SandokanState, task: Task) -> Found:
    """Stay in port or along Serenity; move with any choice of movement cards, where there is a way."""
    seat, compiled = task.seat, state.compiled
    cell = state.cells[seat]
    stay = [act.Stay()] if cell < len(compiled.board.ports) or cell in compiled.board.along["serenity"] else []
    if cell < len(compiled.board.ports) and not _leaving(state, seat):
        return stay
    return [*stay, *act.lays(compiled, act.masked(state.hands[seat], compiled.movement))]


def _leaving(state: SandokanState, seat: int) -> list[act.Leave]:
    board, cell = state.compiled.board, state.cells[seat]
    return [act.Leave(way) for way in board.exits[cell] if board.ways[cell][way] not in state.cells]


def _sail(state: SandokanState, task: Task) -> Found:
    """Out of port by an arrow; at sea ahead, or another heading. Two in a row only where there is no way ahead."""
    seat, board = task.seat, state.compiled.board
    cell, heading = state.cells[seat], state.headings[seat]
    if cell < len(board.ports):
        return _leaving(state, seat)
    ahead = board.ways[cell][heading]
    last = state.left == 1
    free = Draft.enters(state, seat, ahead) and (last or ahead >= len(board.ports))  # type: ignore[arg-type]
    made: list[Any] = [act.Ahead()] if free else []
    if not (free and state.veered):
        made += [act.Veer(way) for way, to in enumerate(board.ways[cell]) if way != heading and to != NOWHERE]
    return made


def _control(state: SandokanState, task: Task) -> Found:
    return (act.Trust(), act.Check())


def _act(state: SandokanState, task: Task) -> Found:
    """What can be done where the ship lies now (T5)."""
    seat, board = task.seat, state.compiled.board
    cell = state.cells[seat]
    made = _in_port(state, seat, cell) if cell < len(board.ports) else _at_sea(state, seat, cell)
    return [*made, act.Pass()]


def _in_port(state: SandokanState, seat: int, port: int) -> list[Any]:
    compiled, aboard, there = state.compiled, state.aboard[seat], state.quays[port]
    if port == state.homes[seat]:
        return [act.Load(chosen) for chosen in act.choices(there, compiled.head.hold)]
    if port in state.homes:
        return list(act.exchanges(compiled.worth, aboard, there, compiled.head.hold))
    if not state.landed:
        return []
    if there:
        return [act.Seize(kind) for kind in dict.fromkeys(there)] if len(aboard) < compiled.head.hold else []
    return [act.Search()] if state.posted[port] != NOTHING else []


def _at_sea(state: SandokanState, seat: int, cell: int) -> list[Any]:
    compiled, hand = state.compiled, state.hands[seat]
    made: list[Any] = []
    along = compiled.board.along
    if cell in along["treasure"]:
        if state.pile or any(state.deck):
            made += [act.Take()]
            made += _swaps(state, seat)
        if not state.bought[seat]:
            made += act.purchases(compiled, hand, state.aboard[seat], state.box)
    if cell in along["storm"] and (state.spent or len(state.fresh) > state.posted.count(UNSEEN)):
        made.append(act.Brave())
    if cell not in along["serenity"] and any(hand[card] for card in compiled.combat):
        made += [
            act.Attack(other)
            for other, at in enumerate(state.cells)
            if at in compiled.board.beside[cell] and at >= len(state.quays) and at not in along["serenity"]
        ]
    return made


def _swaps(state: SandokanState, seat: int) -> list[Any]:
    twins = state.compiled.twins
    return [act.Swap(card) for card, count in enumerate(state.hands[seat]) if count and twins[card] != card]


def _fight(state: SandokanState, task: Task) -> Found:
    return act.fights(act.masked(state.hands[task.seat], state.compiled.combat), task.two is None)


def _keep(state: SandokanState, task: Task) -> Found:
    hold = state.compiled.head.hold
    return [act.Keep(chosen) for chosen in act.choices(task.one, hold) if len(chosen) == hold]


def _give(state: SandokanState, task: Task) -> Found:
    return [act.Give(card) for card, count in enumerate(state.hands[task.seat]) if count]


def _throw(state: SandokanState, task: Task) -> Found:
    return [act.Throw(kind) for kind in dict.fromkeys(state.aboard[task.seat])]


def _pay(state: SandokanState, task: Task) -> Found:
    return [act.Throw(kind) for kind in dict.fromkeys(state.quays[state.homes[task.seat]])]


def _go(state: SandokanState, task: Task) -> Found:
    return [
        act.Go(cell)
        for cell in state.compiled.board.shores[task.one]
        if cell == state.cells[task.seat] or cell not in state.cells
    ]


def _market(state: SandokanState, task: Task) -> Found:
    seat = task.seat
    bought = act.purchases(state.compiled, state.hands[seat], state.aboard[seat], state.box)
    return [*bought, act.Pass()]


OPEN: dict[str, Callable[[SandokanState, Task], Found]] = {
    "home": _homes, "deal": _cards, "quay": _events, "search": _events, "brave": _events, "plan": _plan,
    "sail": _sail, "control": _control, "act": _act, "fight": _fight, "keep": _keep, "give": _give, "drop": _throw,
    "surrender": lambda state, task: [*_throw(state, task), *_give(state, task)], "pay": _pay, "go": _go,
    "market": _market, "swap": lambda state, task: [*_swaps(state, task.seat), act.Pass()],
}  # fmt: skip
"""What is open for each task that somebody decides."""
