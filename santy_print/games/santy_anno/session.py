"""Session: a game of Santy Anno at the table of text, watched, or played by people against the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.game import Dealer
from santy_print.game.table import News, Person, Racer, Reader, Seated, SessionOptions, Sharer
from santy_print.games.santy_anno import scribe
from santy_print.games.santy_anno.bots import CARELESS, COUNTDOWN_SECONDS, Answer, Race, Rivals, running
from santy_print.games.santy_anno.narrator import Narrator, Words
from santy_print.games.santy_anno.state import SantyState, SantyView
from santy_print.games.santy_anno.typed import HINT_SECONDS, asks_again, asks_hint, hints, ship_typed

if TYPE_CHECKING:
    from santy_print.pack import Pack


class SantySession:
    """One game at the table: who plays it, the narrator who watches it, and people in some of the seats."""

    def __init__(self, pack: Pack, state: SantyState, how: SessionOptions) -> None:
        self.words, self.say, self.look = Words(pack, how.locale), how.say, how.look
        self.setup = state.setup
        self.people = self._seats(how.people)
        asked = {seat: partial(self._ask, person) for seat, person in self.people.items()}
        race = Race(state.setup, how.seed, Dealer(how.seed), asked, how.pace)
        self.seated = Seated(race.policies, race.chance)
        self.narrator = Narrator(self.words, state.setup, how.say, race, self.people, how.look)

    def open(self, seed: int) -> None:
        """Say what game this is."""
        level = self.words.say(f"level.{scribe.level_of(self.setup)}")
        count = len(self.setup.pirates)
        title = self.words.locale.plain("game.title")
        self._tell(self.look.rule(self.words.say("title", title=title, seed=seed, level=level, n=count), "═"))
        for seat, person in sorted(self.people.items()):
            self.say("")
            self._tell(self.words.say("you", name=person.name, pirate=self.words.pirates[seat]))
        if self.people:
            self._tell(self.words.say("hints", time=self.words.seconds(HINT_SECONDS)))
            self._tell_bots()

    def _tell_bots(self) -> None:
        """Say which of the others are quick and careless, and which careful and slow."""
        bots = {pirate: bot for pirate, bot in enumerate(self.narrator.race.bots) if pirate not in self.people}
        for key, quick in (("run-first", True), ("run-careful", False)):
            names = [self.words.pirates[pirate] for pirate, bot in bots.items() if (bot.slip > CARELESS) == quick]
            if names:
                self._tell(self.words.say(key, pirates=names))

    def watch(self, before: SantyState, action: Any, after: SantyState) -> None:
        """Tell what happened."""
        self.narrator(before, action, after)

    def leave(self, person: Person) -> None:
        """Say good-bye to a person who leaves before the end."""
        self.say("")
        self._tell(self.words.say("leave", name=person.name))

    def _tell(self, text: str) -> None:
        for line in wrap(text, self.look.width):
            self.say(line)

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

    # Asking.

    def _ask(self, person: Person, view: SantyView, rivals: Rivals) -> Answer:
        """Ask a person for a ship until there is one, or until the others have counted to zero (G5).

        The clock runs meanwhile, and what the way, laps and hints cost is on it from the beginning.
        """
        self._take_turns(person)
        self.narrator.question(view)
        extra, begin = running(view), person.clock()
        self._tell(self.words.say("run", time=self.words.seconds(extra)))
        row = [card for card in view.row if card is not None]
        route = self.setup.compiled.route(row, view.event, view.seats)
        ways = hints(self.words, route, view.event, view.tiles[view.pirate])
        while True:
            answer = self._asked(person, view, rivals, extra + person.clock() - begin)
            if answer is None:
                self._tell(self.words.say("count-end"))
                self.say("")
                assert rivals.end is not None
                return Answer(rivals.end, None)
            ship, complaint = None, ""
            if asks_again(answer):
                self.narrator.question(view)
            elif asks_hint(answer):
                known, extra = self.narrator.hints.get(view.pirate, 0), extra + HINT_SECONDS
                self.narrator.hints[view.pirate] = known + 1
                complaint = next(ways)
            else:
                ship, complaint = ship_typed(self.words, answer)
            if ship is not None:
                self.say("")
                return Answer(extra + person.clock() - begin, ship)
            self._tell(complaint)

    def _take_turns(self, person: Person) -> None:
        """Let all read what came of a round; then none sees the row before the own clock runs, nor another's answer."""
        words = self.words.locale
        if person is next(iter(self.people.values())) and isinstance(person, Reader):
            person.pause(words.plain("play.plain.pause") + " ")
        if len(self.people) > 1 and isinstance(person, Sharer):
            person.arrive(words.plain("play.plain.arrive", name=person.name) + " ")

    def _asked(self, person: Person, view: SantyView, rivals: Rivals, spent: float) -> str | None:
        """What a person types; None where the countdown ends before, which is told as it runs where that can be."""
        prompt = f"{self.words.say('ask', ship=self.words.ships[view.tiles[view.pirate]])} "
        if len(self.people) > 1:
            prompt = f"{person.name}: {prompt}"
        if not isinstance(person, Racer):
            return person.ask(prompt)
        end = None if rivals.end is None else max(0.0, rivals.end - spent)
        return person.ask_within(prompt, list(self._news(rivals, spent)), end)

    def _news(self, rivals: Rivals, spent: float) -> Iterator[News]:
        """Who sits down while a person thinks, and the countdown, each at its second from now."""
        seated = sorted((seconds, pirate) for pirate, seconds in rivals.seconds.items() if pirate not in self.people)
        for count, (seconds, _) in enumerate(seated, 1):
            names = [self.words.pirates[pirate] for _, pirate in seated[:count]]
            yield News(seconds - spent, self.words.say("in-place", pirates=names))
        if rivals.end is not None:
            for left in range(int(COUNTDOWN_SECONDS), 0, -1):
                yield News(rivals.end - left - spent, self.words.say("count", n=left), left == COUNTDOWN_SECONDS)
