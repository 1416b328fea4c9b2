"""Table: what a game brings to be played in text mode, watched or by people; what it does not say suits any game."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from santy_print.game.look import WHOLE, Look
from santy_print.game.record import PlainScribe, Scribe
from santy_print.game.state import Chance, Dealer, OpenView, Policy, Random, State, at_random

if TYPE_CHECKING:
    from santy_print.diag import Report, SourceFile
    from santy_print.game.drill import Drill
    from santy_print.pack import Pack
    from santy_print.text import Locale

Say = Callable[[str], None]


class Leave(Exception):
    """A person, the first argument, leaves the table before the end."""


class Person(Protocol):
    """Somebody at the keyboard."""

    name: str

    def ask(self, prompt: str) -> str:
        """An answer; Leave where there is none to come."""

    def clock(self) -> float:
        """Seconds, from any beginning."""


@runtime_checkable
class Reader(Person, Protocol):
    """Somebody who reads a screen at leisure."""

    def pause(self, prompt: str) -> None:
        """Wait until all was read that is on the screen."""


@runtime_checkable
class Sharer(Person, Protocol):
    """Somebody at a keyboard and a screen that others at the table use, too."""

    def arrive(self, prompt: str) -> None:
        """Take over from another: what that one saw is gone, and nothing is shown before the prompt is answered."""


class News(NamedTuple):
    """What is told while somebody thinks: after so many seconds; `urgent` where nobody may miss it."""

    seconds: float
    text: str
    urgent: bool = False


@runtime_checkable
class Racer(Person, Protocol):
    """Somebody at a keyboard where news can be told while an answer is awaited."""

    def ask_within(self, prompt: str, news: Sequence[News], seconds: float | None) -> str | None:
        """An answer, as `ask` gives it; None where there was none within so many seconds."""


@dataclass(frozen=True)
class SessionOptions:
    """How a game is told, and to whom: the seed of all chance, the language, who hears each line, who sits at the
    keyboard, the screen, and how many times as long as at a real table the others think.
    """

    seed: int
    locale: Locale
    say: Say
    people: Sequence[Person] = ()
    look: Look = WHOLE
    pace: float = 1.0


class Seated(NamedTuple):
    """Who plays: a policy for each player by name, and what decides for chance."""

    policies: Mapping[str, Policy]
    chance: Chance


class Session(Protocol):
    """One game, told in one language."""

    seated: Seated

    def open(self, seed: int) -> None:
        """Say what game this is."""

    def watch(self, before: Any, action: Any, after: Any) -> None:
        """Tell what happened."""

    def leave(self, person: Person) -> None:
        """Say good-bye to a person who leaves."""


class Proof(NamedTuple):
    """What was tried of the rules: the claim (a text below `play.proof.`), how many cases, how many of them were read a
    second time, where the two readings differ, and whether these are all cases that there are.
    """

    claim: str
    cases: int
    read: int
    faults: tuple[str, ...] = ()
    whole: bool = True


TITLE = "santy record 1"
"""The first line of every record."""


class Table(ABC):
    """The table of one pack: its games by number of players and options, who plays, what is told and written."""

    hidden: bool = False
    """True where a player does not know all, so that two states can look the same to one."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    # Games.

    if TYPE_CHECKING:  # a property, or two numbers

        @property
        def players(self) -> tuple[int, int]:
            """The least and the most who can play."""

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]:
        """What else can be chosen, by name: each value, and why the pack cannot be played so, or nothing."""
        return {}

    @property
    def drilled(self) -> Mapping[str, Mapping[str, str]]:
        """Those of the options that make a difference to who practises; all of them by default."""
        return self.options

    def ways(self, own: Mapping[str, str] | None = None) -> list[dict[str, str]]:
        """Ways to play in which each value of each option occurs, of those in `own` the one that is there.

        Not every value with every other: that would be many.
        """
        wanted = own or {}
        playable = [
            [wanted[name]] if name in wanted else [value for value, why in values.items() if not why]
            for name, values in self.options.items()
        ]
        most = max(map(len, playable), default=1) if all(playable) else 0
        return [
            {name: values[at % len(values)] for name, values in zip(self.options, playable, strict=True)}
            for at in range(most)
        ]

    @abstractmethod
    def new_state(self, players: int, **options: str) -> State:
        """The start of a game for so many players, with a value of each option."""

    @abstractmethod
    def longest(self, state: Any) -> int:
        """So many actions, those of chance included, end any game that begins in this state."""

    # Who plays.

    def bots(self, state: Any, seed: int) -> Seated:
        """Bots in every seat, and chance; by default each does anything that is open."""
        return Seated(dict.fromkeys(state.players, at_random), Dealer(seed))

    def session(self, state: Any, how: SessionOptions) -> Session:
        """A game to be told, with people in some of the seats; by default they choose from numbered actions."""
        from santy_print.game.session import PlainSession

        return PlainSession(self, state, how)

    def word(self, action: Any, locale: Locale | None = None) -> str:
        """An action in words, in a language or as records have it: there, another for each that can be open."""
        if not is_dataclass(action):
            return str(action)
        parts = (str(getattr(action, part.name)) for part in fields(action))
        return " ".join((type(action).__name__.casefold(), *parts))

    def show(self, view: Any, locale: Locale) -> Sequence[str]:
        """What a person sees before choosing: by default each thing that the view shows, a line each."""
        seen: Any = view.table if isinstance(view, OpenView) else view
        shown = (part.name for part in fields(seen) if part.name not in ("player", "actions"))
        return [f"  {name.replace('_', ' ')}: {getattr(seen, name)}" for name in shown]

    def inks(self, locale: Locale) -> Mapping[str, str]:
        """Words that a terminal may paint, small, each with the name of a terminal's colour."""
        return {}

    # Records.

    @property
    def fingerprint(self) -> str:
        """A hash of all that the rules read, so that a record tells whether it belongs to this set."""
        files = {name: self.pack.files[name] for name in self.pack.game.files}
        read = {name: file.own if name == "pack" else file.model_dump(mode="json") for name, file in files.items()}
        return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def heading(self) -> Sequence[str]:
        """The lines with which every record of this set begins: the second names it."""
        return [TITLE, f"set: {self.pack.id}, rules {self.fingerprint}"]

    def chosen(self, state: Any) -> Mapping[str, str]:
        """The options with which a game began."""
        return {}

    def scribe(self, state: Any) -> Scribe:
        """How a game is written down."""
        how = "".join(f"; {name}: {value}" for name, value in self.chosen(state).items())
        return PlainScribe([*self.heading, f"players: {', '.join(state.players)}{how}"], self.word)

    def start_of(self, lines: Sequence[str]) -> State:
        """The start of the game that a record tells; ValueError where it does not say."""
        words = lines[2].split("; ") if len(lines) > 2 else []
        pairs = dict(word.split(": ", 1) for word in words if ": " in word)
        players = len(pairs.pop("players", "").split(", "))
        least, most = self.players
        fitting = pairs.keys() == self.options.keys() and all(pairs[name] in self.options[name] for name in pairs)
        if not (least <= players <= most and fitting):
            raise ValueError("the third line of a record tells the players and the options")
        return self.new_state(players, **pairs)

    def fill(self, file: SourceFile, report: Report) -> Sequence[str]:
        """The lines of the record of a game that a table wrote by hand; all that is wrong or lacks is reported."""
        report.error("record-foreign", f"nobody says how a game of {self.pack.game.name} is written by hand")
        return ()

    # Every card.

    def pieces(self, state: Any) -> Mapping[str, str]:
        """Every card of a game that begins so, by label, and the id under which its name is found."""
        return {}

    def dealt(self, before: Any, action: Any) -> str | None:
        """The label of the card that an action deals."""
        return None

    def names(self, locale: Locale) -> Mapping[str, str]:
        """What the cards are called, by id."""
        return {}

    def drill(
        self, locale: Locale, own: Mapping[str, str], kinds: Sequence[str], rng: Random, look: Look = WHOLE
    ) -> Drill | None:
        """What can be practised, with a value of each option, of some kinds or (without) of all; None for nothing."""
        return None

    def proofs(self, seed: int) -> Iterable[Proof]:
        """What can be tried of the rules without playing, each claim as soon as it is tried."""
        return ()

    def audit(self, before: Any, after: Any) -> list[str]:
        """Where a second reading of the rules differs: a `Phrase` each, where languages have words for it."""
        return []
