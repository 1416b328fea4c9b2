"""Play: a game at the text-mode table, watched or played, and written down; every card tried.

This room knows no game: `Rules.table` brings the states, the bots, the words and a second opinion on the rules.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from santy_print.choices import PACE, SEED, WHOLE, WrongValue, check, unlike
from santy_print.columns import wrapped
from santy_print.diag import PackError, Report, listed, plural, take
from santy_print.game import Policy, Watcher, playout, seal
from santy_print.game.look import WHOLE as WHOLE_SCREEN
from santy_print.game.look import WIDEST, Look
from santy_print.game.phrase import spoken
from santy_print.game.record import UNFINISHED
from santy_print.game.table import Leave, Person, Proof, Say, SessionOptions, Table
from santy_print.output import kind_of
from santy_print.registry import refusal
from santy_print.saved import Diarist, Diary, Saved, format_saved

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale


MAX_GAMES = 20_000
"""So many games are tried at most until every card was dealt."""
PACES = dict(zip(PACE.values, (4.0, 2.0, 1.0), strict=True))
"""How many times as long as at a real table bots think."""
PAUSE_SECONDS = 0.1
"""So long a moment is before bots act, times the pace."""
WIDTHS = (38, 10, 16, 8)
"""The columns of the table of what was proven, in letters."""


class NotKept(OSError):
    """A game that was left could not be saved; `text` is what its file would hold, `file` where it was wanted."""

    def __init__(self, fault: OSError, file: Path, text: str) -> None:
        super().__init__(fault.errno, fault.strerror, str(file))
        self.file, self.text = file, text


class NotRecorded(OSError):
    """The record of a game could not be written to its `file`."""

    def __init__(self, fault: OSError, file: Path) -> None:
        super().__init__(fault.errno, fault.strerror, str(file))
        self.file = file


def why_not(fault: OSError, locale: Locale) -> str:
    """Why a file cannot be written, in a language."""
    kind = kind_of(fault)
    return locale.plain(f"file.{kind}") if kind else locale.plain("file.other", n=fault.errno or 0)


class WrongOption(WrongValue):
    """An option that this pack cannot satisfy; the message says what it can."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How to play; None leaves the choice to the pack, and so does a game's own option that is not in `own`.

    Without a `pace` bots think as long as at a real table, and longer where people play, who read cards from lines.
    """

    players: int | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    language: str | None = None
    record: Path | None = None
    pace: str | None = None
    look: Look = WHOLE_SCREEN
    wait: Callable[[float], None] | None = None
    """What lets a moment pass before bots act, so that a reader can follow."""
    save: Path | None = None
    """Where what people type is saved; `source` is the name by which the pack is found again."""
    source: str | None = None
    resume: Saved | None = None

    def __post_init__(self) -> None:
        check("seed", self.seed, SEED)
        if self.pace is not None:
            check("pace", self.pace, PACE)
        if self.players is not None:
            check("players", self.players, WHOLE)


def table_of(pack: Pack, wanted: str = "table") -> Table:
    """The table of a pack's game; PackError where it has none, in words of what was wanted of it."""
    if not pack.game.has("table"):
        raise refusal(pack, wanted)
    table: Table = pack.tool("table")(pack)
    return table


def locale_of(pack: Pack, language: str | None) -> Locale:
    """The locale of a language, by default the pack's source language; WrongOption where there is none."""
    code = language or pack.head.source_language
    if code not in pack.locales:
        raise WrongOption(f"{pack.id} speaks {listed([f'`{known}`' for known in pack.locales])}, not `{code}`")
    return pack.locales[code]


USUAL = 4
"""So many play where nobody says how many, and the pack allows it; of more people all."""


def choose(table: Table, options: Playing, offered: Offered | None = None) -> tuple[int, dict[str, str]]:
    """The number of players and a value of each of the game's options; WrongOption where it cannot be played so.

    `offered` are the options where they are not the table's.
    """
    least, most = table.players
    players = options.players if options.players is not None else min(max(USUAL, least), most)
    if not least <= players <= most:
        raise WrongOption(f"{plural(players, 'player')} cannot play; {least} to {most} can")
    return players, choose_own(table.options if offered is None else offered, options.own)


Offered = Mapping[str, Mapping[str, str]]
"""A game's own options: the values of each, with the reason why this pack cannot have one, or nothing."""


def choose_own(offered: Offered, own: Mapping[str, str]) -> dict[str, str]:
    """A value of each of the game's own options, the first that can be where none is asked for; WrongOption."""
    for name in own:
        if name not in offered:
            known = listed([f"`--{each}`" for each in offered]) or "none of its own"
            raise WrongOption(f"there is no option `--{name}` here; the game brings {known}", name)
    chosen: dict[str, str] = {}
    for name, values in offered.items():
        able = [value for value, reason in values.items() if not reason]
        if name not in own and not able:
            raise WrongOption(f"this pack cannot be played: {next(iter(values.values()), f'it has no {name}')}")
        chosen[name] = own.get(name, able[0] if able else "")
        if chosen[name] not in able:
            reason = values.get(chosen[name], "")
            raise WrongOption(unlike(name, chosen[name], able) + (reason and f": {reason}"))
    return chosen


def play(pack: Pack, options: Playing, say: Say, people: Sequence[Person] = ()) -> bool:
    """Play one game, told line by line; False where a person left before the end.

    A record of that is marked as unfinished. What people type is saved as they type it, where `options` say so;
    NotKept where it could not be.
    """
    table, locale = table_of(pack), locale_of(pack, options.language)
    if options.players is None and len(people) > USUAL:
        options = replace(options, players=len(people))
    players, own = choose(table, options)
    if len(people) > players:
        raise WrongOption(f"{len(people)} people cannot sit in {plural(players, 'seat')}")
    game = _Game(pack, options, locale, say, people)
    state = table.new_state(players, **own)
    pace = PACES[game.pace]
    session = table.session(state, SessionOptions(options.seed, locale, game.say, game.people, options.look, pace))
    scribe = table.scribe(state)
    game.record.extend(scribe.opening())
    session.open(options.seed)

    def write(before: Any, action: Any, after: Any) -> None:
        game.record.extend(scribe.lines(before, action, after))

    policies, chance = session.seated
    try:
        playout(state, game.unhurried(policies), random.Random(options.seed), chance, (session.watch, write))
    except Leave as left:
        session.leave(*left.args)
        game.write(finished=False)
        return False
    except BaseException as fault:  # Ctrl-C while something is told, a closed terminal: nothing typed may be lost
        with nullcontext() if isinstance(fault, KeyboardInterrupt) else suppress(OSError):
            game.write(finished=False)
        raise
    game.diary.go_on()
    game.write(finished=True)
    return True


class _Game:
    """What is kept of a game that is on: its record, and what people typed."""

    def __init__(self, pack: Pack, options: Playing, locale: Locale, say: Say, people: Sequence[Person]) -> None:
        self.options, self.pace = options, options.pace or ("calm" if people else "brisk")
        before = options.resume
        self.record: list[str] = []
        again, tell = deque(before.typed if before else ()), fitted(say, options.look)
        self.diary = Diary(tell, locale.plain("play.resumed"), again, self._check, self._keep)
        self.strayed = False
        self.say = self.diary.tell
        self.people = [Diarist(number, person, self.diary) for number, person in enumerate(people)]
        players, own = choose(table_of(pack), options)
        names = tuple(person.name for person in people)
        self.saved = Saved(pack.id, players, own, options.seed, locale.code, self.pace, names)

    def unhurried(self, policies: Mapping[str, Policy]) -> Mapping[str, Policy]:
        """The players, each of whom waits a moment where there is something to choose and somebody looks on."""
        wait = self.options.wait
        if wait is None:
            return policies

        def waiting(policy: Policy) -> Policy:
            def choose(view: Any, rng: random.Random) -> Any:
                if len(view.actions) > 1 and not self.diary.silent:
                    wait(PAUSE_SECONDS * PACES[self.pace])
                return policy(view, rng)

            return choose

        return {name: waiting(policy) for name, policy in policies.items()}

    def write(self, finished: bool) -> None:
        """Write the saved game and the record, where they are wanted; if one cannot be, the other is."""
        from santy_print.output import write_atomic

        if self.strayed:
            return
        lost: NotKept | None = None
        if self.options.save is not None and self.people:
            saved = replace(self.saved, pack=self.options.source or self.saved.pack)
            saved = replace(saved, typed=(*self.diary.typed, *self.diary.again), record=tuple(self.record))
            text = format_saved(saved)
            try:
                write_atomic(self.options.save, text)
            except OSError as fault:
                lost = NotKept(fault, self.options.save, text)
        record = self.options.record
        lines = self.record if finished else [*self.record, UNFINISHED]
        try:
            if record is not None:
                write_atomic(record, "".join(f"{line}\n" for line in seal(lines)))
            lost = None if finished else lost  # what is over, and written down, need not be gone on with
        except OSError as fault:
            if lost is None and record is not None:
                raise NotRecorded(fault, record) from None
        if lost is not None:
            raise lost

    def _check(self) -> None:
        """What was typed before has led where it did; PackError where it did not, and then nothing is written."""
        before = self.options.resume
        if before is not None and (self.diary.again or tuple(self.record) != before.record):
            self.strayed = True
            report = Report()
            report.error("saved-foreign", "this game was saved by another version, or its set was changed since")
            raise PackError(report)

    def _keep(self) -> None:
        """Somebody typed something: keep it; a disk that is full now may have room at the end."""
        if self.options.save is not None:
            with suppress(OSError):
                self.write(finished=False)


def fitted(say: Say, look: Look) -> Say:
    """How lines are told: without signs to a reader; in several, broken between words, where a screen is narrower."""
    if look.width >= WIDEST and not look.plain:
        return say

    def tell(line: str) -> None:
        shown = look.words(line)
        for part in wrapped(shown, look.width, 4) if look.width < WIDEST else (shown,):
            say(part)

    return tell


def rehearse(pack: Pack) -> Report:
    """A game of each kind in each language, told to nobody: what the table cannot say of it."""
    report = Report()
    if not pack.game.has("table"):
        return report
    for language, own in product(pack.locales, table_of(pack).ways()):
        try:
            play(pack, Playing(own=own, language=language), lambda *line: None)
        except PackError as fault:
            take(report, fault.report)
    return report


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of trying every card: how often each was dealt, in so many games, what was proven, what differs."""

    cards: Mapping[str, int]
    games: int
    proofs: tuple[Proof, ...]
    faults: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.faults and all(self.cards.values())

    def data(self, pack: Pack) -> dict[str, Any]:
        """As plain data."""
        proofs = [{**proof._asdict(), "faults": list(proof.faults)} for proof in self.proofs]
        whose = {"pack": pack.id, "rules": table_of(pack).fingerprint}
        found = {"cards": dict(self.cards), "games": self.games, "proof": proofs, "faults": list(self.faults)}
        return {**whose, **found, "ok": bool(self)}


def every_card(pack: Pack, options: Playing, say: Say) -> Tried:
    """Play until every card was dealt and resolved, each move compared with a second reading; then prove what can be
    tried without playing.
    """
    table, locale = table_of(pack, "pieces"), locale_of(pack, options.language)
    players, _ = choose(table, options)
    games_to_play = table.ways(options.own)
    pieces: dict[str, str] = {}
    for way in games_to_play:
        pieces |= table.pieces(table.new_state(table.players[1], **way))
    if not pieces:
        raise refusal(pack, "pieces")
    seen: Counter[str] = Counter()
    faults: list[str] = []

    def watch(before: Any, action: Any, after: Any) -> None:
        label = table.dealt(before, action)
        if label is not None:
            seen[label] += 1
        faults.extend(table.audit(before, after))

    games = 0
    while len(seen) < len(pieces) and not faults and games < MAX_GAMES:
        seed, way = options.seed + games, games_to_play[games % len(games_to_play)]
        state = table.new_state(players, **way)
        policies, chance = table.bots(state, seed)
        playout(state, policies, random.Random(seed), chance, (watch,))
        games += 1
        how = "".join(f", {locale.plain(f'play.{name}.{value}')}" for name, value in way.items())
        line = locale.plain("play.every.game", seed=seed, how=how, n=len(seen), all=len(pieces))
        say(fill(line, 80, subsequent_indent="  "))
    say("")
    for line in _coverage(pieces, seen, table.names(locale)):
        say(line)
    say("")
    played = len(faults)
    proofs = tuple(_proven(table, options.seed, locale, say)) if not faults else ()
    faults += [fault for proof in proofs for fault in proof.faults]
    for fault in faults:
        say(fill(locale.plain("play.every.differs", what=spoken(fault, locale)), 80, subsequent_indent="  "))
    if proofs:
        say("")
    say(fill(locale.plain("play.every.done", n=len(seen), all=len(pieces), games=games, faults=played), 80))
    return Tried({label: seen.get(label, 0) for label in pieces}, games, proofs, tuple(faults))


def _proven(table: Table, seed: int, locale: Locale, say: Say) -> Iterator[Proof]:
    """The claims of a game, each told in a line of a table as soon as it is tried."""
    for number, proof in enumerate(table.proofs(seed)):
        if number == 0:
            say(_row(locale.plain(f"play.proof.{name}") for name in ("claim", "cases", "read", "faults")))
            say(_row("─" * width for width in WIDTHS))
        figures = (locale.grammar.number(value) for value in (proof.cases, proof.read, len(proof.faults)))
        claim = locale.plain(f"play.proof.{proof.claim}")
        first, *more = wrap(claim if proof.whole else locale.plain("play.proof.sample", claim=claim), WIDTHS[0])
        for line in (_row((first, *figures)), *more):
            say(line)
        yield proof


def _row(cells: Iterable[str]) -> str:
    """A line of a table: words, then figures one below the other."""
    words, *figures = (f"{cell:{'<' if n == 0 else '>'}{WIDTHS[n]}}" for n, cell in enumerate(cells))
    return "  ".join((words, *figures))


def _coverage(pieces: Mapping[str, str], seen: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    """How often each card was dealt, in two columns."""
    cells = []
    for label, id in pieces.items():
        copy = label.removeprefix(id).removeprefix("/")
        name = f"{names[id]}{f' ({copy})' if copy else ''} "
        times = f" {seen.get(label, 0)}×"
        cells.append(f"{name[:31]:.<32}{times:.>6}")
    half = -(-len(cells) // 2)
    right = [*cells[half:], ""]
    return [f"{left}    {other}".rstrip() for left, other in zip(cells[:half], right, strict=False)]


def playout_many(pack: Pack, games: int, options: Playing | None = None, watchers: Sequence[Watcher] = ()) -> list[Any]:
    """The ends of many games between bots, played in this process, nothing printed; the seed is the first game's."""
    table, options = table_of(pack), options or Playing()
    players, own = choose(table, options)
    start = table.new_state(players, **own)
    rng = random.Random(options.seed)
    ends = []
    for game in range(games):
        policies, chance = table.bots(start, options.seed + game)
        ends.append(playout(start, policies, rng, chance, watchers))
    return ends
