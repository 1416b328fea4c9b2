"""Rules: what each action does to a draft of the next state. What is to be done lies on a stack, the next on top."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.actions import Counts
from santy_print.games.sandokan.board import NOWHERE
from santy_print.games.sandokan.compiled import Compiled

UNSEEN, NOTHING = -1, -2
"""An event card at a port that nobody has seen yet; no card at all."""
PILE = -1
"""In the place of a seat: the pile of cards."""
NO_CARDS: Counts = ()


class Task(NamedTuple):
    """Something to be done: what, by whom, and with what."""

    name: str
    seat: int
    one: Any = None
    two: Any = None


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Values with another one in one place."""
    return (*values[:at], value, *values[at + 1 :])


def without(values: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """Treasures less some of them."""
    left = list(values)
    for value in gone:
        left.remove(value)
    return tuple(left)


def added(one: Counts, other: Counts, sign: int = 1) -> Counts:
    """Two hands together, or the first less the second."""
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))


class Draft:
    """The next state in the making: the same parts by name, which may change here."""

    compiled: Compiled
    todo: list[Task]
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
    said: int
    left: int
    veered: bool
    winners: tuple[int, ...]

    # Cards and treasures.

    @property
    def stocked(self) -> bool:
        """There are cards in the pile."""
        return bool(self.pile) or any(self.deck)

    def receive(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        hand = self.hands[seat]
        self.hands = put(self.hands, seat, put(hand, card, hand[card] + 1))

    def lose(self, seat: int, cards: Counts) -> None:
        """Cards leave a hand."""
        self.hands = put(self.hands, seat, added(self.hands[seat], cards, -1))

    def under(self, cards: Counts) -> None:
        """Cards go under the pile."""
        self.pile += tuple(card for card, count in enumerate(cards) for _ in range(count))

    def discard(self, seat: int, cards: Counts) -> None:
        """Cards of a hand go under the pile."""
        self.lose(seat, cards)
        self.under(cards)

    def into_box(self, treasures: Sequence[int]) -> None:
        """Treasures go back to the box."""
        for treasure in treasures:
            self.box = put(self.box, treasure, self.box[treasure] + 1)

    def out_of_box(self, treasure: int) -> None:
        """A treasure leaves the box."""
        self.box = put(self.box, treasure, self.box[treasure] - 1)

    def carry(self, seat: int, treasures: Sequence[int]) -> None:
        """What a ship carries from now on."""
        self.aboard = put(self.aboard, seat, tuple(sorted(treasures)))

    def store(self, port: int, treasures: Sequence[int]) -> None:
        """What lies at a port from now on."""
        self.quays = put(self.quays, port, tuple(sorted(treasures)))

    def room(self, seat: int) -> bool:
        """A treasure more fits on board."""
        return bool(len(self.aboard[seat]) < self.compiled.head.hold)

    def points(self, seat: int) -> int:
        """What the treasures at home are worth (the 20 points)."""
        return sum(self.compiled.worth[treasure] for treasure in self.quays[self.homes[seat]])

    # The sea.

    def enters(self, seat: int, cell: int) -> bool:
        """A ship may enter a cell (T4): no other lies there; in its own port the owner always finds room."""
        if cell == NOWHERE:
            return False
        ports = len(self.compiled.board.ports)
        if cell < ports:
            if cell == self.homes[seat]:
                return True
            return all(at != cell or self.homes[other] == cell for other, at in enumerate(self.cells))
        return cell not in self.cells

    # Turns.

    def settle(self) -> None:
        """Do all that nobody has to decide, until somebody has."""
        while self.todo and not self.winners:
            task = self.todo[-1]
            run = AUTOMATIC.get(task.name)
            if run is None or not run(self, task):
                return
        if self.winners:
            self.todo.clear()

    def finish(self, winners: tuple[int, ...]) -> None:
        """The game is over."""
        self.winners = winners

    def push(self, *tasks: Task) -> None:
        """Put tasks on the stack, the first to be done last of them in the list."""
        self.todo += reversed(tasks)

    def event_in_pile(self) -> int:
        """So many event cards lie on Storm Island that nobody has seen."""
        return len(self.fresh) - self.posted.count(UNSEEN)

    def obey(self, seat: int, event: int) -> None:
        """Put an event under its pile and do what it says."""
        self.spent += (event,)
        self.push(*(Task("verb", seat, verb) for verb in self.compiled.events[event].does))

    def post(self, port: int) -> None:
        """Lay a new event card at a port, from the top of the pile; none where the pile is empty."""
        if self.event_in_pile() > 0:
            self.posted = put(self.posted, port, UNSEEN)
        elif self.spent:
            self.posted, self.spent = put(self.posted, port, self.spent[0]), self.spent[1:]
        else:
            self.posted = put(self.posted, port, NOTHING)


# What happens by itself: each says whether it was done, so that the next task is looked at.


def _turn(draft: Draft, task: Task) -> bool:
    """Whose turn is next: extra turns come at once, who misses one is left out, and after the last round all ends."""
    seats = len(draft.homes)
    if draft.turns >= draft.compiled.head.rounds * seats:
        best = max(map(draft.points, range(seats)))
        draft.finish(tuple(seat for seat in range(seats) if draft.points(seat) == best))
        return True
    draft.turns += 1
    if draft.extra:
        seat, draft.extra = draft.extra[0], draft.extra[1:]
    else:
        seat = draft.turn = (draft.turn + 1) % seats
        if draft.misses[seat]:
            draft.misses = put(draft.misses, seat, draft.misses[seat] - 1)
            return True
    draft.landed = False
    draft.push(Task("plan", seat), Task("arrive", seat), Task("act", seat))
    return True


def _deal(draft: Draft, task: Task) -> bool:
    """Cards are dealt by chance while the shuffled ones last, then from the pile of used ones; or there are none."""
    if task.one and any(draft.deck):
        return False
    draft.todo.pop()
    if task.one and draft.pile:
        draft.receive(task.seat, draft.pile[0])
        draft.pile = draft.pile[1:]
        draft.push(task._replace(one=task.one - 1))
    return True


def _sail(draft: Draft, task: Task) -> bool:
    if draft.left:
        return False
    draft.todo.pop()
    return True


def _control(draft: Draft, task: Task) -> bool:
    """When all have trusted, the cards of the move go under the pile unseen."""
    if task.one < len(draft.homes) and any(draft.laid):
        return False
    draft.todo.pop()
    draft.under(draft.laid)
    draft.laid = (0,) * len(draft.laid)
    return True


def _arrive(draft: Draft, task: Task) -> bool:
    """At home all treasures are brought ashore; who returns with enough turns over the card at the quay."""
    draft.todo.pop()
    seat, port = task.seat, draft.homes[task.seat]
    if draft.cells[seat] != port:
        return True
    draft.store(port, (*draft.quays[port], *draft.aboard[seat]))
    draft.carry(seat, ())
    if draft.returned[seat]:
        draft.returned = put(draft.returned, seat, False)
        if draft.points(seat) >= draft.compiled.head.goal:
            if draft.todo and draft.todo[-1] == Task("act", seat):
                draft.todo.pop()
            draft.push(Task("quay", seat))
    return True


def _quay(draft: Draft, task: Task) -> bool:
    """The last return: a good card wins, and so does no card; a bad one costs a treasure and is obeyed."""
    seat, port = task.seat, draft.homes[task.seat]
    event = task.one if task.one is not None else draft.posted[port]
    if event == UNSEEN:
        return False
    draft.todo.pop()
    if event == NOTHING or draft.compiled.events[event].good:
        draft.finish((seat,))
        return True
    draft.obey(seat, event)
    draft.post(port)
    draft.push(Task("pay", seat))
    return True


def _search(draft: Draft, task: Task) -> bool:
    """The event card of a free port, which another one replaces."""
    port = draft.cells[task.seat] if task.two is None else task.two
    event = task.one if task.one is not None else draft.posted[port]
    if event == UNSEEN:
        return False
    draft.todo.pop()
    draft.obey(task.seat, event)
    draft.post(port)
    return True


def _brave(draft: Draft, task: Task) -> bool:
    """The top event card of Storm Island."""
    if task.one is None and draft.event_in_pile() > 0:
        return False
    draft.todo.pop()
    event = task.one
    if event is None:
        event, draft.spent = draft.spent[0], draft.spent[1:]
    draft.obey(task.seat, event)
    return True


def _verb(draft: Draft, task: Task) -> bool:
    draft.todo.pop()
    VERBS[task.one["verb"]](draft, task.seat, task.one)
    return True


def _give(draft: Draft, task: Task) -> bool:
    """Giving up cards ends when enough are given or none is left; `one` is to whom, `two` how many."""
    if task.two and any(draft.hands[task.seat]):
        return False
    draft.todo.pop()
    return True


def _drop(draft: Draft, task: Task) -> bool:
    if task.one and draft.aboard[task.seat]:
        return False
    draft.todo.pop()
    return True


def _surrender(draft: Draft, task: Task) -> bool:
    if draft.aboard[task.seat] or any(draft.hands[task.seat]):
        return False
    draft.todo.pop()
    return True


def _pay(draft: Draft, task: Task) -> bool:
    if draft.quays[draft.homes[task.seat]]:
        return False
    draft.todo.pop()
    return True


def _go(draft: Draft, task: Task) -> bool:
    """A ship is sent to a shore; where no cell of it is free, it stays."""
    if any(draft.enters(task.seat, cell) for cell in draft.compiled.board.shores[task.one]):
        return False
    draft.todo.pop()
    return True


def _swapping(draft: Draft, task: Task) -> bool:
    if task.one and draft.stocked:
        return False
    draft.todo.pop()
    return True


AUTOMATIC: dict[str, Callable[[Draft, Task], bool]] = {
    "turn": _turn, "deal": _deal, "sail": _sail, "control": _control, "arrive": _arrive, "quay": _quay,
    "search": _search, "brave": _brave, "verb": _verb, "give": _give, "drop": _drop, "surrender": _surrender,
    "pay": _pay, "go": _go, "swap": _swapping,
}  # fmt: skip


# What events do.


def _gain(draft: Draft, seat: int, verb: Any) -> None:
    """A treasure of the box; where it has none of the kind, the dearest that is worth no more."""
    worth = draft.compiled.worth
    wanted = draft.compiled.treasures.index(verb["treasure"])
    fitting = [kind for kind, left in enumerate(draft.box) if left and worth[kind] <= worth[wanted]]
    if not fitting or not draft.room(seat):
        return
    treasure = wanted if wanted in fitting else max(fitting, key=lambda kind: worth[kind])
    draft.out_of_box(treasure)
    draft.carry(seat, (*draft.aboard[seat], treasure))


def _sent(draft: Draft, seat: int, verb: Any) -> None:
    if verb["place"] != "home":
        draft.push(Task("go", seat, verb["place"]))
        return
    draft.cells = put(draft.cells, seat, draft.homes[seat])
    draft.returned = put(draft.returned, seat, True)
    draft.push(Task("arrive", seat))


def _again(draft: Draft, seat: int, verb: Any) -> None:
    draft.extra += (seat,)


def _miss(draft: Draft, seat: int, verb: Any) -> None:
    draft.misses = put(draft.misses, seat, draft.misses[seat] + verb["turns"])


VERBS: dict[str, Callable[[Draft, int, Any], None]] = {
    "draw": lambda draft, seat, verb: draft.push(Task("deal", seat, verb["cards"])),
    "discard": lambda draft, seat, verb: draft.push(Task("give", seat, PILE, verb["cards"])),
    "gain": _gain,
    "drop": lambda draft, seat, verb: draft.push(Task("drop", seat, verb["treasures"])),
    "sail": _sent,
    "wait": _miss,
    "again": _again,
    "buy": lambda draft, seat, verb: draft.push(Task("market", seat)),
    "swap": lambda draft, seat, verb: draft.push(Task("swap", seat, verb["cards"])),
}
"""What each verb of an event does."""


# What players and chance do: the task on top is theirs.


def _home(draft: Draft, task: Task, action: act.Home) -> None:
    draft.todo.pop()
    draft.homes = put(draft.homes, task.seat, action.port)
    draft.cells = put(draft.cells, task.seat, action.port)


def _dealt(draft: Draft, task: Task, action: act.Deal) -> None:
    draft.todo[-1] = task._replace(one=task.one - 1)
    draft.deck = put(draft.deck, action.card, draft.deck[action.card] - 1)
    draft.receive(task.seat, action.card)


def _turned(draft: Draft, task: Task, action: act.Turn) -> None:
    """An event card that nobody had seen is turned over; at a port it is that port's no longer."""
    draft.fresh = tuple(event for event in draft.fresh if event != action.event)
    draft.todo[-1] = task._replace(one=action.event)
    port = draft.homes[task.seat] if task.name == "quay" else draft.cells[task.seat]
    if task.name != "brave":
        draft.posted = put(draft.posted, port, NOTHING)


def _lay(draft: Draft, task: Task, action: act.Lay) -> None:
    draft.todo.pop()
    draft.lose(task.seat, action.cards)
    draft.laid, draft.said, draft.left, draft.veered = action.cards, action.cells, action.cells, False
    draft.push(Task("sail", task.seat), Task("control", task.seat, 1))


def _stay(draft: Draft, task: Task, action: act.Stay) -> None:
    draft.todo.pop()


def _sailed(draft: Draft, task: Task, action: act.Ahead | act.Leave | act.Veer) -> None:
    seat, board = task.seat, draft.compiled.board
    draft.left -= 1
    draft.veered = isinstance(action, act.Veer)
    if not isinstance(action, act.Ahead):
        draft.headings = put(draft.headings, seat, action.heading)
    if isinstance(action, act.Veer):
        return
    cell = board.ways[draft.cells[seat]][draft.headings[seat]]
    draft.cells = put(draft.cells, seat, cell)
    if cell < len(board.ports):
        draft.left, draft.landed = 0, True
        draft.returned = put(draft.returned, seat, cell == draft.homes[seat])


def _asked(draft: Draft, task: Task, action: act.Check | act.Trust) -> None:
    """A check shows the cards: a move longer than they are costs the hand, and the turn is over."""
    if isinstance(action, act.Trust):
        draft.todo[-1] = task._replace(one=task.one + 1)
        return
    false = draft.said > act.total(draft.compiled.values, draft.laid)
    draft.todo[-1] = task._replace(one=len(draft.homes))
    if false:
        draft.discard(task.seat, draft.hands[task.seat])
        draft.todo = [other for other in draft.todo if other != Task("act", task.seat)]
        draft.todo = [other for other in draft.todo if other != Task("arrive", task.seat)]


def _take(draft: Draft, task: Task, action: act.Take) -> None:
    draft.todo[-1] = Task("deal", task.seat, 1)


def _swap(draft: Draft, task: Task, action: act.Swap) -> None:
    """A card for its twin, out of the pile; where the pile has none, the card is kept."""
    twin = draft.compiled.twins[action.card]
    if task.name == "swap":
        draft.todo[-1] = task._replace(one=task.one - 1)
    else:
        draft.todo.pop()
    if draft.deck[twin]:
        draft.deck = put(draft.deck, twin, draft.deck[twin] - 1)
    elif twin in draft.pile:
        draft.pile = without(draft.pile, (twin,))
    else:
        return
    draft.receive(task.seat, twin)
    draft.discard(task.seat, tuple(int(card == action.card) for card in range(len(draft.deck))))


def _buy(draft: Draft, task: Task, action: act.Buy) -> None:
    seat, given = task.seat, () if action.given is None else (action.given,)
    draft.todo.pop()
    if task.name == "act":
        draft.bought = put(draft.bought, seat, True)
    draft.discard(seat, action.cards)
    draft.out_of_box(action.treasure)
    draft.into_box(given)
    draft.carry(seat, (*without(draft.aboard[seat], given), action.treasure))


def _attack(draft: Draft, task: Task, action: act.Attack) -> None:
    draft.todo.pop()
    draft.push(Task("fight", task.seat, action.seat), Task("fight", action.seat, task.seat, NO_CARDS))


def _fight(draft: Draft, task: Task, action: act.Fight) -> None:
    """The attacker's cards wait face down for the defender's; then both are shown."""
    draft.todo.pop()
    draft.lose(task.seat, action.cards)
    if task.two is None:
        defence = draft.todo[-1]
        draft.todo[-1] = defence._replace(two=action.cards)
        return
    attacker, defender, values = task.one, task.seat, draft.compiled.values
    draft.under(task.two)
    draft.under(action.cards)
    attack, defence_total = act.total(values, task.two), act.total(values, action.cards)
    if attack > defence_total:
        _beaten(draft, attacker, defender)
    elif attack < defence_total:
        draft.push(Task("surrender", attacker, defender))
    draft.extra += (defender if attack > defence_total else attacker,)


def _beaten(draft: Draft, attacker: int, defender: int) -> None:
    """The attacker takes all treasures, what fits, and some cards of the loser's choice."""
    prize = tuple(sorted((*draft.aboard[attacker], *draft.aboard[defender])))
    draft.carry(defender, ())
    draft.push(Task("give", defender, attacker, draft.compiled.head.ransom))
    if len(prize) > draft.compiled.head.hold:
        draft.push(Task("keep", attacker, prize))
        draft.carry(attacker, ())
    else:
        draft.carry(attacker, prize)


def _keep(draft: Draft, task: Task, action: act.Keep) -> None:
    draft.todo.pop()
    draft.carry(task.seat, action.treasures)
    draft.into_box(without(task.one, action.treasures))


def _given(draft: Draft, task: Task, action: act.Give) -> None:
    """A card goes to a player, or under the pile."""
    card = tuple(int(kind == action.card) for kind in range(len(draft.deck)))
    if task.name == "surrender":
        draft.todo.pop()
    else:
        draft.todo[-1] = task._replace(two=task.two - 1)
    if task.one == PILE:
        draft.discard(task.seat, card)
    else:
        draft.lose(task.seat, card)
        draft.receive(task.one, action.card)


def _thrown(draft: Draft, task: Task, action: act.Throw) -> None:
    """A treasure goes to the winner where it fits, else back to the box."""
    gone = (action.treasure,)
    if task.name == "drop":
        draft.todo[-1] = task._replace(one=task.one - 1)
    else:
        draft.todo.pop()
    if task.name == "pay":
        port = draft.homes[task.seat]
        draft.store(port, without(draft.quays[port], gone))
        draft.into_box(gone)
        return
    draft.carry(task.seat, without(draft.aboard[task.seat], gone))
    if task.name == "surrender" and draft.room(task.one):
        draft.carry(task.one, (*draft.aboard[task.one], action.treasure))
    else:
        draft.into_box(gone)


def _seize(draft: Draft, task: Task, action: act.Seize) -> None:
    draft.todo.pop()
    port = draft.cells[task.seat]
    draft.store(port, without(draft.quays[port], (action.treasure,)))
    draft.carry(task.seat, (*draft.aboard[task.seat], action.treasure))


def _searched(draft: Draft, task: Task, action: act.Search) -> None:
    draft.todo[-1] = Task("search", task.seat, None, draft.cells[task.seat])


def _braved(draft: Draft, task: Task, action: act.Brave) -> None:
    draft.todo[-1] = Task("brave", task.seat)


def _exchange(draft: Draft, task: Task, action: act.Exchange) -> None:
    draft.todo.pop()
    port = draft.cells[task.seat]
    draft.store(port, (*without(draft.quays[port], action.got), *action.given))
    draft.carry(task.seat, (*without(draft.aboard[task.seat], action.given), *action.got))


def _load(draft: Draft, task: Task, action: act.Load) -> None:
    draft.todo.pop()
    port = draft.homes[task.seat]
    draft.store(port, without(draft.quays[port], action.treasures))
    draft.carry(task.seat, action.treasures)


def _went(draft: Draft, task: Task, action: act.Go) -> None:
    draft.todo.pop()
    draft.cells = put(draft.cells, task.seat, action.cell)


DO: dict[type, Callable[[Draft, Task, Any], None]] = {
    act.Home: _home, act.Deal: _dealt, act.Turn: _turned, act.Lay: _lay, act.Stay: _stay, act.Leave: _sailed,
    act.Ahead: _sailed, act.Veer: _sailed, act.Check: _asked, act.Trust: _asked, act.Take: _take, act.Swap: _swap,
    act.Buy: _buy, act.Brave: _braved, act.Attack: _attack, act.Seize: _seize, act.Search: _searched,
    act.Exchange: _exchange, act.Load: _load, act.Pass: _stay, act.Fight: _fight, act.Keep: _keep, act.Give: _given,
    act.Throw: _thrown, act.Go: _went,
}  # fmt: skip
"""What each action does."""
