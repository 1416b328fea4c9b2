"""Table: all that `santy_print.play` needs to play Sandokan: states, bots, words, records and a second opinion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from santy_print.game import Dealer, PlainScribe, Scribe
from santy_print.game.table import Seated, SessionOptions, Table
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.audit import Audit
from santy_print.games.sandokan.board import HEADINGS
from santy_print.games.sandokan.bots import Captain
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.refusals import reason
from santy_print.games.sandokan.session import SandokanSession
from santy_print.games.sandokan.state import SandokanState, new_state
from santy_print.games.sandokan.words import Words

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale


class SandokanScribe(PlainScribe):
    """A record of any game, which tells of what is not open why it is not."""

    def parse(self, state: Any, line: str) -> Sequence[Any]:
        """The action that a line stands for; ValueError with the rule that it breaks."""
        try:
            return super().parse(state, line)
        except ValueError:
            for action in _known(state):
                if line == f"{state.actor}: {self._word(action)}":
                    raise ValueError(reason(state, action)) from None
            raise


def _known(state: SandokanState) -> Iterator[Any]:
    """What somebody may mean: every action that has one argument at most."""
    compiled = state.compiled
    yield from (act.Ahead(), act.Stay(), act.Take(), act.Brave(), act.Search(), act.Pass(), act.Check(), act.Trust())
    for heading in range(len(HEADINGS)):
        yield from (act.Leave(heading), act.Veer(heading))
    yield from (act.Attack(seat) for seat in range(len(state.players)))
    for card in range(len(compiled.cards)):
        yield from (act.Give(card), act.Swap(card))
    for treasure in range(len(compiled.treasures)):
        yield from (act.Seize(treasure), act.Throw(treasure))


class SandokanTable(Table):
    """The table of one pack."""

    hidden = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.compiled: Compiled = pack.compiled
        self.readings = Audit(pack)

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most who can play (M1)."""
        return self.compiled.head.players.least, self.compiled.head.players.most

    def new_state(self, players: int, **options: str) -> SandokanState:
        """The start of a game."""
        return new_state(self.compiled, players)

    def longest(self, state: SandokanState) -> int:
        """The bound: when `rounds` are over the richest wins, and no turn takes longer than its longest move and event.

        In a turn a move is announced, sailed and checked, and one thing done. Whatever an event says is at most three
        verbs of six steps; a bad event at home costs a treasure, so that not more of them follow than there are.
        """
        compiled, seats = self.compiled, len(state.players)
        cards, head = sum(compiled.copies), compiled.head
        sailed = sum(compiled.values[card] * compiled.copies[card] for card in compiled.movement) + head.excess
        events = (sum(compiled.supply) + 1) * (2 + 3 * 6)
        turn = 1 + sailed + seats + 1 + 3 + head.ransom + events
        return int(seats + cards + head.rounds * seats * turn)

    def word(self, action: Any, locale: Locale | None = None) -> str:
        """An action in a language, or as records have it."""
        return Words(self.pack, locale).action(action) if locale else Wording(self.compiled).word(action)

    def bots(self, state: SandokanState, seed: int) -> Seated:
        """Captains who try to win, and chance."""
        return Seated(dict.fromkeys(state.players, Captain(self.compiled)), Dealer(seed))

    def session(self, state: SandokanState, how: SessionOptions) -> SandokanSession:
        """A game to be watched, or played by people."""
        return SandokanSession(self, state, how)

    def audit(self, before: SandokanState, after: SandokanState) -> list[str]:
        """Where the second reading of moves, trades, exchanges and fights differs."""
        return self.readings.faults(before, after)

    def scribe(self, state: SandokanState) -> Scribe:
        """How a game is written down."""
        opening = [*self.heading, f"players: {', '.join(state.players)}"]
        return SandokanScribe(opening, self.word, Wording(self.compiled).known)

    def pieces(self, state: SandokanState) -> Mapping[str, str]:
        """Every card by label, and the id of its kind: copies are numbered."""
        cards = zip(self.compiled.cards, self.compiled.copies, strict=True)
        labels = {f"{id}/{copy}": id for id, copies in cards for copy in range(1, copies + 1)}
        return labels | {f"[{event.id}]": f"[{event.id}]" for event in self.compiled.events}

    def dealt(self, before: SandokanState, action: Any) -> str | None:
        """The label of the card that comes off a pile for the first time, or of an event that is turned over."""
        compiled = self.compiled
        if isinstance(action, act.Turn):
            return f"[{compiled.events[action.event].id}]"
        if isinstance(action, act.Deal):
            return f"{compiled.cards[action.card]}/{1 + compiled.copies[action.card] - before.deck[action.card]}"
        return None

    def names(self, locale: Locale) -> Mapping[str, str]:
        """What the cards are called, by id."""
        words = Words(self.pack, locale)
        cards = {id: words.card(card) for card, id in enumerate(self.compiled.cards)}
        events = self.compiled.events
        return cards | {f"[{event.id}]": locale.plain(f"event.{event.id}.name") for event in events}


class Wording:
    """Actions in the words of records: ports, cards, treasures and cells by their ids and names."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    @property
    def known(self) -> set[str]:
        """All that such words are made of, but numbers."""
        compiled, board = self.compiled, self.compiled.board
        verbs = {name.casefold() for name, kind in vars(act).items() if isinstance(kind, type)}
        small = {"sails", "on", "fights", "with", "buys", "for", "and", "no", "card"}
        ids = {*compiled.cards, *compiled.treasures, *(event.id for event in compiled.events), *HEADINGS}
        cells = {board.name(cell) for cell in range(len(board.spots))}
        return verbs | small | ids | cells | {*compiled.head.captains}

    def word(self, action: Any) -> str:
        """One action; another word for each that can be open."""
        compiled, name = self.compiled, type(action).__name__.casefold()
        if isinstance(action, act.Lay | act.Fight | act.Buy):
            cards = self._cards(action.cards)
            if isinstance(action, act.Lay):
                return f"sails {action.cells} on {cards}"
            if isinstance(action, act.Fight):
                return f"fights with {cards}"
            given = "" if action.given is None else f" and {compiled.treasures[action.given]}"
            return f"buys {compiled.treasures[action.treasure]} for {cards}{given}"
        words = self._field(action)
        return f"{name} {words}" if words else name

    def _field(self, action: Any) -> str:
        compiled = self.compiled
        match action:
            case act.Home():
                return compiled.board.ports[action.port]
            case act.Deal() | act.Give() | act.Swap():
                return compiled.cards[action.card]
            case act.Turn():
                return compiled.events[action.event].id
            case act.Leave() | act.Veer():
                return HEADINGS[action.heading]
            case act.Attack():
                captains: tuple[str, ...] = compiled.head.captains
                return captains[action.seat]
            case act.Seize() | act.Throw():
                return compiled.treasures[action.treasure]
            case act.Exchange():
                return f"{self._treasures(action.given)} for {self._treasures(action.got)}"
            case act.Load() | act.Keep():
                return self._treasures(action.treasures)
            case act.Go():
                return compiled.board.name(action.cell)
        return ""

    def _cards(self, cards: act.Counts) -> str:
        named = [f"{count} {self.compiled.cards[card]}" for card, count in enumerate(cards) if count]
        return ", ".join(named) or "no card"

    def _treasures(self, treasures: tuple[int, ...]) -> str:
        return ", ".join(self.compiled.treasures[treasure] for treasure in treasures)
