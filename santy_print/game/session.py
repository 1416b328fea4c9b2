"""Session: a game told in plain words, whatever game it is; people choose from numbered actions.

A person reads what its view shows and nothing else. So where people play, what others do is not told as it happens:
a game that has no session of its own does not say which of its actions are secret. Where nobody plays, all is told.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from santy_print.game.state import CHANCE, Policy, View
from santy_print.game.table import Person, Seated, SessionOptions, Sharer, Table

HELP, HINT = ("?", "help", "h"), ("hint", "??")
"""What a person types to see all once more, and to be helped."""


class PlainSession:
    """One game of any kind: who plays it, and what is said of it."""

    def __init__(self, table: Table, state: Any, how: SessionOptions) -> None:
        self.table, self.locale, self.say, self.look = table, how.locale, how.say, how.look
        self.count = len(state.players)
        self.people = self._seats(state.players, how.people)
        self.at_keyboard: Person | None = None
        self.hints: Counter[str] = Counter()
        self.bots = table.bots(state, how.seed)
        asked: Mapping[str, Policy] = {name: partial(self._ask, person) for name, person in self.people.items()}
        self.seated = Seated({**self.bots.policies, **asked}, self.bots.chance)

    def open(self, seed: int) -> None:
        """Say what game this is."""
        locale = self.locale
        title = locale.plain("game.title") if locale.has("game.title") else self.table.pack.id
        self.say(self._text("title", title=title, seed=seed, n=self.count))
        for player, person in self.people.items():
            called = self.called(player)
            if person.name.casefold() not in (called.casefold(), player.casefold()):
                self.say(self._text("seat", name=person.name, player=called))

    def called(self, player: str) -> str:
        """What a player of the game is called in the language."""
        return player

    def watch(self, before: Any, action: Any, after: Any) -> None:
        """Tell what happened, where nobody at the table may learn from it what is hidden; and the end."""
        if not self.people:
            word = self.table.word(action, self.locale)
            chance = before.actor == CHANCE
            self.say(
                self._text("chance", action=word) if chance else self._text("acts", player=before.actor, action=word)
            )
        if after.returns is not None:
            self.say("")
            self.say(self._text("end"))
            for name, won in after.returns.items():
                self.say("  " + self._text("acts", player=name, action=self.locale.grammar.number(won)))
            self._tell_hints()

    def _tell_hints(self) -> None:
        """Say who was helped, and how often: all at the table may know."""
        for name, count in self.hints.items():
            self.say(self._text("hints", name=name, n=count))

    def leave(self, person: Person) -> None:
        """Say good-bye to a person who leaves."""
        self.say("")
        self.say(self._text("leave", name=person.name))

    def _arrive(self, person: Person) -> None:
        """Let a person take over a keyboard that another used, before anything is shown that is for this one alone."""
        if self.at_keyboard not in (None, person) and self.table.hidden and isinstance(person, Sharer):
            person.arrive(self._text("arrive", name=person.name) + " ")
        self.at_keyboard = person

    def _ask(self, person: Person, view: View, rng: random.Random) -> Any:
        """Show a person the view and its actions, numbered, and ask until one is chosen."""
        self._arrive(person)
        self._present(view)
        return self._chosen(person, view)

    def _present(self, view: View, again: bool = False) -> None:
        """Show what has to be known to choose, `again` where somebody asks for it, and what there is to choose from."""
        self.say("")
        self.say(self._text("turn", player=view.player))
        for line in self.table.show(view, self.locale):
            self.say(line)
        for number, action in enumerate(view.actions, 1):
            self.say(f"  {number:>3}  {self.table.word(action, self.locale)}")

    def _chosen(self, person: Person, view: View) -> Any:
        """The action whose number a person types."""
        while True:
            asked = f"{self._text('ask')} "
            if len(self.people) > 1:  # at one keyboard
                asked = self._text("acts", player=person.name, action=asked)
            answer = person.ask(asked).strip()
            if answer.isdecimal() and len(answer) < 9 and 0 < int(answer) <= len(view.actions):
                return view.actions[int(answer) - 1]
            if answer.casefold() in HELP:
                self._present(view, again=True)
            elif answer.casefold() in HINT:
                self.hints[person.name] += 1
                advised = self.bots.policies[view.player](view, random.Random(0))
                self.say(self._text("hint", n=list(view.actions).index(advised) + 1))
            else:
                self.say(self._text("wrong", n=len(view.actions)))

    def _text(self, key: str, **values: Any) -> str:
        return self.locale.plain(f"play.plain.{key}", **values)

    def _seats(self, players: Sequence[str], people: Sequence[Person]) -> dict[str, Person]:
        """Each person takes the seat of the same name, others the first that is free."""
        names = {called.casefold(): name for name in players for called in (name, self.called(name))}
        seats: dict[str, Person] = {}
        for person in people:
            seats.setdefault(names.get(person.name.casefold(), ""), person)
        seats.pop("", None)
        others = [person for person in people if person not in seats.values()]
        free = (name for name in players if name not in seats)
        return {**seats, **dict(zip(free, others, strict=False))}
