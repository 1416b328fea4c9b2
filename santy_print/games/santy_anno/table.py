"""Table: all that `santy_print.play` needs to play Santy Anno: states, bots, words, records and a second opinion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from santy_print.game import Dealer, Random, Scribe
from santy_print.game.drill import Drill
from santy_print.game.look import WHOLE, Look
from santy_print.game.table import Proof, Seated, Session, SessionOptions, Table
from santy_print.games.santy_anno import scribe
from santy_print.games.santy_anno.bots import Race
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.differs import Differs
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.oracle import Argument, Oracle
from santy_print.games.santy_anno.state import (
    LEVELS,
    Lay,
    LayEvent,
    Piece,
    SantyState,
    new_state,
)
from santy_print.text.locale import ALONE

if TYPE_CHECKING:
    from santy_print.diag import Report, SourceFile
    from santy_print.pack import Pack
    from santy_print.text import Locale

INKS = {"red", "yellow", "blue", "green", "magenta", "cyan"}
"""Colours that every terminal with colours has, by the names that a set may give its own."""


BY = ("running", "frames")
"""How pirates say where they belong: they run and sit down, or lay a frame below a ship (G12)."""


class SantyTable(Table):
    """The table of one pack."""

    hidden = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.compiled: Compiled = pack.compiled
        files = {name: pack.files[name].model_dump(by_alias=True) for name in ("ships", "cards", "events")}
        numbers = self.compiled.numbers
        self.differs = Differs(pack)
        self.oracle = Oracle(files["ships"], files["cards"], files["events"], numbers.event_after)

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most who can play (M4)."""
        return self.compiled.numbers.players.least, self.compiled.numbers.players.most

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]:
        """The levels by name, and why one cannot be played, or nothing (G2); whether people run (G12)."""
        expert = any(card.level == "expert" for card in self.compiled.cards)
        missing = {
            "basic": "",
            "expert": "" if expert else "this pack has no expert cards",
            "events": "" if self.compiled.events else "this pack has no event cards",
        }
        return {"level": {level: missing[level] for level in LEVELS}, "by": dict.fromkeys(BY, "")}

    @property
    def drilled(self) -> Mapping[str, Mapping[str, str]]:
        """The level: whoever practises sits."""
        return {"level": self.options["level"]}

    def new_state(self, players: int, level: str = "basic", by: str = BY[0], **options: str) -> SantyState:
        """The start of a game; running, or by frames (G12)."""
        return new_state(self.compiled, players, *LEVELS[level], frames=by == "frames")

    def longest(self, state: SantyState) -> int:
        """Every game is as long as any other: what is dealt, and two actions for each pirate in each round."""
        rounds, pirates = self.compiled.numbers.rounds, len(state.setup.pirates)
        removed = self.compiled.numbers.expert_removes if state.setup.expert else 0
        dealt = len(self.compiled.ships) + pirates + removed + sum(rounds) + state.setup.events * len(rounds)
        return int(dealt + 2 * pirates * len(rounds))

    def bots(self, state: SantyState, seed: int) -> Seated:
        """Bots on every chair, and chance."""
        race = Race(state.setup, seed, Dealer(seed))
        return Seated(race.policies, race.chance)

    def session(self, state: SantyState, how: SessionOptions) -> Session:
        """A game to be watched, or played by people."""
        from santy_print.games.santy_anno.session import SantySession

        return SantySession(self.pack, state, how)

    def inks(self, locale: Locale) -> Mapping[str, str]:
        """The colours of the ships, where a terminal has them, in all the forms that the language knows."""
        words, known = locale.words, set(self.compiled.fleet.colours) & INKS
        forms = {word: id for (id, _), word in words.adjectives.items() if id in known}
        alone = {word: id for (_, id, form), word in words.phrases.items() if form == ALONE and id in known}
        return {word.casefold(): id for word, id in (forms | alone).items()}

    def scribe(self, state: SantyState) -> Scribe:
        """How the game is written down."""
        return scribe.SantyScribe(state.setup)

    @property
    def heading(self) -> Sequence[str]:
        """The lines with which every record of this set begins."""
        return scribe.head(self.compiled)

    def start_of(self, lines: Sequence[str]) -> SantyState:
        """The start of the game that a record tells; ValueError where it does not say."""
        return scribe.start_of(self.compiled, lines)

    def fill(self, file: SourceFile, report: Report) -> Sequence[str]:
        """The lines of the record of a game that a table wrote by hand."""
        from santy_print.games.santy_anno.form import record_of

        return record_of(self.pack, file, report)

    def pieces(self, state: SantyState) -> Mapping[str, str]:
        """Every card of a game by its label, and the id of its card."""
        setup = state.setup
        return {_label(piece): _id(piece.card) for piece in (*setup.deck, *setup.pile)}

    def dealt(self, before: SantyState, action: Any) -> str | None:
        """The label of the card that an action lays in the row."""
        if isinstance(action, Lay):
            return _label(before.setup.deck[action.piece])
        return _label(before.setup.pile[action.piece]) if isinstance(action, LayEvent) else None

    def names(self, locale: Locale) -> Mapping[str, str]:
        """What the cards are called, by id."""
        words = Words(self.pack, locale)
        cards: list[Any] = [*self.compiled.cards, *self.compiled.events]
        return {_id(card): words.card(card) for card in cards}

    def proofs(self, seed: int) -> Iterable[Proof]:
        """Every card in every seating, any three cards under every event, rows of every length."""
        from santy_print.games.santy_anno.exhaust import prove

        return prove(self.compiled, self.oracle, seed, self.differs)

    def drill(
        self, locale: Locale, own: Mapping[str, str], kinds: Sequence[str], rng: Random, look: Look = WHOLE
    ) -> Drill:
        """Rows of cards to practise."""
        from santy_print.games.santy_anno.drill import SantyDrill

        return SantyDrill(self.pack, locale, own["level"], kinds, rng, look)

    def audit(self, before: SantyState, after: SantyState) -> list[str]:
        """Where the second reading of the rules differs: every card of a resolved round, from every ship."""
        if len(after.past) == len(before.past):
            return []
        ids = [ship.id for ship in self.compiled.ships]
        seats = [ids[ship] for ship in after.seats]
        result, faults = after.past[-1], list[str]()
        cards = before.setup.cards(result.row)
        for card in cards:
            move = self.compiled.move(card, after.seats)
            for ship, id in enumerate(ids):
                read = partial(self.oracle.walk, card.id, id, seats)
                faults += self._differing([card], id, ids[move[ship]], read)
        event: Event | None = before.setup.event(result.event)
        legs = before.laps, before.backwards
        legs_read = self.oracle.legs(event.id if event else None, before.round in self.compiled.numbers.laps)
        second = (0, False) if before.setup.frames else legs_read  # nobody runs
        if legs != second:
            faults.append(self.differs.legs(event, legs, second))
        row = [card.id for card in cards]
        for pirate, start in enumerate(result.starts):
            read = partial(self.oracle.round, row, event.id if event else None, seats, ids[start])
            faults += self._differing(cards, ids[start], ids[result.ends[pirate]], read)
        return faults

    def _differing(self, cards: Sequence[Card], start: str, target: str, read: Callable[[], str]) -> list[str]:
        """What the second reading says of a way, where it is another ship, or none."""
        try:
            result = read()
        except Argument as fault:
            return [self.differs.way(cards, None, start, (target, self.differs.why(fault)), "; ")]
        return [] if result == target else [self.differs.way(cards, None, start, (target, result))]


def _id(card: Card | Event) -> str:
    """The id of a card; of an event in brackets, as in a record, since a card may have the same."""
    return f"[{card.id}]" if isinstance(card, Event) else card.id


def _label(piece: Piece) -> str:
    return _id(piece.card) + piece.label.removeprefix(piece.card.id)
