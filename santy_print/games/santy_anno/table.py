"""Table: all that `santy_print.play` needs to play Santy Anno: states, bots, words, records and a second opinion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.game import Dealer, Random, Scribe
from santy_print.game.drill import Drill
from santy_print.game.table import Person, Proof, Say, Seated, Table
from santy_print.games.santy_anno import scribe
from santy_print.games.santy_anno.bots import Race
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.narrator import WIDTH, Narrator, Words, rule
from santy_print.games.santy_anno.oracle import Argument, Oracle
from santy_print.games.santy_anno.state import (
    LEVELS,
    Lay,
    LayEvent,
    Piece,
    SantyState,
    SantyView,
    new_state,
)
from santy_print.games.santy_anno.typed import asks_again, ship_typed

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale


class SantyTable(Table):
    """The table of one pack."""

    hidden = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.compiled: Compiled = pack.compiled
        files = {name: pack.files[name].model_dump(by_alias=True) for name in ("ships", "cards", "events")}
        numbers = self.compiled.numbers
        self.oracle = Oracle(files["ships"], files["cards"], files["events"], numbers.event_after)

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most who can play (M4)."""
        return self.compiled.numbers.players.least, self.compiled.numbers.players.most

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]:
        """The levels by name, and why one cannot be played, or nothing (G2)."""
        expert = any(card.level == "expert" for card in self.compiled.cards)
        missing = {
            "basic": "",
            "expert": "" if expert else "this pack has no expert cards",
            "events": "" if self.compiled.events else "this pack has no event cards",
        }
        return {"level": {level: missing[level] for level in LEVELS}}

    def new_state(self, players: int, level: str = "basic", **options: str) -> SantyState:
        """The start of a game."""
        return new_state(self.compiled, players, *LEVELS[level])

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

    def session(self, state: SantyState, seed: int, locale: Locale, say: Say, people: Sequence[Person] = ()) -> Session:
        """A game to be watched, or played by people."""
        return Session(state, seed, Words(self.pack, locale), say, people)

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

        return prove(self.compiled, self.oracle, seed)

    def drill(self, locale: Locale, own: Mapping[str, str], kinds: Sequence[str], rng: Random) -> Drill:
        """Rows of cards to practise."""
        from santy_print.games.santy_anno.drill import SantyDrill

        return SantyDrill(self.pack, locale, own["level"], kinds, rng)

    def audit(self, before: SantyState, after: SantyState) -> list[str]:
        """Where the second reading of the rules differs: every card of a resolved round, from every ship."""
        if len(after.past) == len(before.past):
            return []
        ids = [ship.id for ship in self.compiled.ships]
        seats = [ids[ship] for ship in after.seats]
        result, faults = after.past[-1], []
        cards = before.setup.cards(result.row)
        for card in cards:
            move = self.compiled.move(card, after.seats)
            for ship, id in enumerate(ids):
                read = partial(self.oracle.walk, card.id, id, seats)
                faults += _differs(f"{card.id} from {id}", ids[move[ship]], read)
        event: Event | None = before.setup.event(result.event)
        legs = before.laps, event is not None and event.backwards
        second = self.oracle.legs(event.id if event else None, before.round in self.compiled.numbers.laps)
        if legs != second:
            faults.append(f"{event.id if event else 'no event'}: laps and backwards {legs}, not {second}")
        row = [card.id for card in cards]
        for pirate, start in enumerate(result.starts):
            read = partial(self.oracle.round, row, event.id if event else None, seats, ids[start])
            faults += _differs(f"{', '.join(row)} from {ids[start]}", ids[result.ends[pirate]], read)
        return faults


def _differs(what: str, target: str, read: Callable[[], str]) -> list[str]:
    """What the second reading says of a way, where it is another ship, or none."""
    try:
        result = read()
    except Argument as fault:
        return [f"{what}: {target}; {fault}"]
    return [] if result == target else [f"{what}: {target}, not {result}"]


def _id(card: Card | Event) -> str:
    """The id of a card; of an event in brackets, as in a record, since a card may have the same."""
    return f"[{card.id}]" if isinstance(card, Event) else card.id


def _label(piece: Piece) -> str:
    return _id(piece.card) + piece.label.removeprefix(piece.card.id)


class Session:
    """One game at the table: who plays it, the narrator who watches it, and people in some of the seats."""

    def __init__(self, state: SantyState, seed: int, words: Words, say: Say, people: Sequence[Person]) -> None:
        self.words, self.say = words, say
        self.setup = state.setup
        self.people = self._seats(people)
        race = Race(
            state.setup,
            seed,
            Dealer(seed),
            {seat: partial(self._ask, person) for seat, person in self.people.items()},
        )
        self.seated = Seated(race.policies, race.chance)
        self.narrator = Narrator(words, state.setup, say, race.seconds, self.people)

    def open(self, seed: int) -> None:
        """Say what game this is."""
        level = self.words.say(f"level.{scribe.level_of(self.setup)}")
        count = len(self.setup.pirates)
        title = self.words.locale.plain("game.title")
        self.say(rule(self.words.say("title", title=title, seed=seed, level=level, n=count), "═"))
        for seat, person in sorted(self.people.items()):
            self.say("")
            for line in wrap(self.words.say("you", name=person.name, pirate=self.words.pirates[seat]), WIDTH):
                self.say(line)

    def watch(self, before: SantyState, action: Any, after: SantyState) -> None:
        """Tell what happened."""
        self.narrator(before, action, after)

    def leave(self, person: Person) -> None:
        """Say good-bye to a person who leaves before the end."""
        self.say("")
        self.say(self.words.say("leave", name=person.name))

    def _seats(self, people: Sequence[Person]) -> dict[int, Person]:
        """Each person takes the pirate of the same name, by id or in the language; others the first that is free."""
        ids = list(self.setup.pirates)
        names = [self.words.pirates[index].casefold() for index in range(len(ids))]
        seats: dict[int, Person] = {}
        others: list[Person] = []
        for person in people:
            word = person.name if person.name in ids else person.name.casefold()
            known = ids if person.name in ids else names
            if word in known and known.index(word) not in seats:
                seats[known.index(word)] = person
            else:
                others.append(person)
        free = (seat for seat in range(len(ids)) if seat not in seats)
        return {**seats, **dict(zip(free, others, strict=False))}

    def _ask(self, person: Person, view: SantyView) -> tuple[float, int]:
        """Ask a person for a ship until there is one; the time runs on meanwhile."""
        prompt = f"{self.words.say('ask', ship=self.words.ships[view.tiles[view.pirate]])} "
        if len(self.people) > 1:
            prompt = f"{person.name}: {prompt}"
        begin = person.clock()
        while True:
            answer = person.ask(prompt)
            again = asks_again(answer)
            if again:
                self.narrator.again(view)
            ship, complaint = ship_typed(self.words, "" if again else answer)
            if ship is not None:
                self.say("")
                return person.clock() - begin, ship
            for line in wrap(complaint, WIDTH):
                self.say(line)
