"""Play: a game at the text-mode table, watched or played; records written and replayed; every card tried.

This room knows no game: `Rules.table` brings the states, the bots, the words and a second opinion on the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean, take
from santy_print.game import Policy, Scribe, State, Watcher, playout, replay, seal, unseal

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale


Say = Callable[[str], None]
MAX_GAMES = 20_000
"""So many games are tried at most until every card was dealt."""


class WrongOption(Exception):
    """An option that this pack cannot satisfy; the message says what it can."""


class Leave(Exception):
    """A person leaves the table before the end."""


class Person(Protocol):
    """Somebody at the keyboard."""

    name: str

    def ask(self, prompt: str) -> str:
        """An answer; Leave where there is none to come."""

    def clock(self) -> float:
        """Seconds, from any beginning."""


class Session(Protocol):
    """One game, told in one language."""

    policies: Mapping[str, Policy]

    def open(self, seed: int) -> None:
        """Say what game this is."""

    def watch(self, before: Any, action: Any, after: Any) -> None:
        """Tell what happened."""

    def leave(self) -> None:
        """Say good-bye to a person who leaves."""


class Table(Protocol):
    """What a game brings to be played in text mode."""

    players: tuple[int, int]
    levels: Mapping[str, str]
    heading: Sequence[str]

    def new_state(self, players: int, level: str) -> State:
        """The start of a game."""

    def bots(self, state: Any, seed: int) -> Mapping[str, Policy]:
        """Bots in every seat, and chance."""

    def session(self, state: Any, seed: int, locale: Locale, say: Say, person: Person | None) -> Session:
        """A game to be told."""

    def scribe(self, state: Any) -> Scribe:
        """How a game is written down."""

    def start_of(self, lines: Sequence[str]) -> State:
        """The start of the game that a record tells; ValueError where it does not say."""

    def pieces(self, level: str) -> Mapping[str, str]:
        """Every card of a level by label, and the id under which its name is found."""

    def dealt(self, before: Any, action: Any) -> str | None:
        """The label of the card that an action deals."""

    def names(self, locale: Locale) -> Mapping[str, str]:
        """What the cards are called, by id."""

    def audit(self, before: Any, after: Any) -> list[str]:
        """Where a second reading of the rules differs."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to play; None leaves the choice to the pack."""

    players: int | None = None
    level: str | None = None
    seed: int = 1
    language: str | None = None
    record: Path | None = None


def table_of(pack: Pack) -> Table:
    """The table of a pack's game."""
    table: Table = pack.rules.table(pack)
    return table


def locale_of(pack: Pack, language: str | None) -> Locale:
    """The locale of a language, by default the pack's source language; WrongOption where there is none."""
    code = language or pack.head.source_language
    if code not in pack.locales:
        hint = did_you_mean(code, pack.locales)
        raise WrongOption(f"{pack.id} does not speak `{code}`" + (f"; {hint}" if hint else ""))
    return pack.locales[code]


def choose(table: Table, options: Options) -> tuple[int, str]:
    """The number of players and the level; WrongOption where the pack cannot be played so."""
    least, most = table.players
    players = options.players if options.players is not None else min(max(4, least), most)
    if not least <= players <= most:
        raise WrongOption(f"{players} players cannot play; {least} to {most} can")
    playable = [level for level, reason in table.levels.items() if not reason]
    if options.level is None and not playable:
        raise WrongOption(f"this pack cannot be played: {next(iter(table.levels.values()), 'it has no level')}")
    level = options.level or playable[0]
    reason = table.levels.get(level, f"there is no level `{level}`")
    if reason:
        raise WrongOption(f"level `{level}`: {reason}; it can be played as {', '.join(playable)}")
    return players, level


def play(pack: Pack, options: Options, say: Say, person: Person | None = None) -> bool:
    """Play one game, told line by line; False where the person left before the end (then nothing is recorded)."""
    from santy_print.output import write_atomic

    table, locale = table_of(pack), locale_of(pack, options.language)
    state = table.new_state(*choose(table, options))
    session = table.session(state, options.seed, locale, say, person)
    scribe = table.scribe(state)
    record = list(scribe.opening())
    session.open(options.seed)

    def write(before: Any, action: Any, after: Any) -> None:
        record.extend(scribe.lines(before, action, after))

    try:
        playout(state, session.policies, random.Random(options.seed), (session.watch, write))
    except Leave:
        session.leave()
        return False
    if options.record is not None:
        write_atomic(options.record, "".join(f"{line}\n" for line in seal(record)))
    return True


def rehearse(pack: Pack) -> Report:
    """A game at each level in each language, told to nobody: what the table cannot say of it."""
    report = Report()
    levels = [level for level, reason in table_of(pack).levels.items() if not reason]
    for language, level in product(pack.locales, levels):
        try:
            play(pack, Options(level=level, language=language), lambda *said: None)
        except PackError as fault:
            take(report, fault.report)
    return report


def every_card(pack: Pack, options: Options, say: Say) -> bool:
    """Play until every card was dealt and resolved, each move compared with a second reading; False if any differs."""
    table, locale = table_of(pack), locale_of(pack, options.language)
    players, _ = choose(table, options)
    levels = [options.level] if options.level else [name for name, why in table.levels.items() if not why]
    pieces: dict[str, str] = {}
    for level in levels:
        pieces |= table.pieces(level)
    seen: Counter[str] = Counter()
    faults: list[str] = []

    def watch(before: Any, action: Any, after: Any) -> None:
        label = table.dealt(before, action)
        if label is not None:
            seen[label] += 1
        faults.extend(table.audit(before, after))

    games = 0
    while len(seen) < len(pieces) and not faults and games < MAX_GAMES:
        seed = options.seed + games
        state = table.new_state(players, levels[games % len(levels)])
        playout(state, table.bots(state, seed), random.Random(seed), (watch,))
        games += 1
        say(
            locale.plain(
                "play.every.game",
                seed=seed,
                level=_level(locale, levels[(games - 1) % len(levels)]),
                n=len(seen),
                all=len(pieces),
            )
        )
    say("")
    for line in _coverage(pieces, seen, table.names(locale)):
        say(line)
    say("")
    for fault in faults:
        say(locale.plain("play.every.differs", what=fault))
    say(locale.plain("play.every.done", n=len(seen), all=len(pieces), games=games, faults=len(faults)))
    return not faults and len(seen) == len(pieces)


def _level(locale: Locale, level: str) -> str:
    return locale.plain(f"play.level.{level}")


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


def verify(path: Path, load: Callable[[str], Pack], pack: str | None = None) -> tuple[Pack, State, int]:
    """Replay a record move by move; returns the pack, the end and the number of lines.

    Raises PackError with the first line that is not what it must be: tampered, truncated, of another set.
    """
    from santy_print.source import read_text

    report = Report()
    file = read_text(path, str(path), report)
    if file is None:
        raise PackError(report)
    lines = unseal(file, report)
    if not report.ok:
        raise PackError(report)
    loaded = _set_of(lines, file, report, load, pack)
    table = table_of(loaded)
    for number, (line, wanted) in enumerate(zip(lines, table.heading, strict=False), 1):
        if line != wanted:
            report.error(
                "record-foreign",
                f"this record is of another set: {line}",
                _at(file, number),
                f"this set is {wanted}",
            )
            raise PackError(report)
    try:
        state = table.start_of(lines)
    except ValueError as fault:
        report.error("record-foreign", str(fault), _at(file, 3))
        raise PackError(report) from None
    end = replay(state, table.scribe(state), lines, file, report)
    if not report.ok:
        raise PackError(report)
    return loaded, end, len(lines)


def _set_of(
    lines: Sequence[str], file: SourceFile, report: Report, load: Callable[[str], Pack], pack: str | None
) -> Pack:
    """The pack given, or the bundled one that the record names."""
    from santy_print.pack import bundled

    if pack is not None:
        return load(pack)
    name = lines[1].removeprefix("set: ").split(",")[0] if len(lines) > 1 else ""
    if name not in bundled():
        report.error(
            "record-foreign",
            f"this record is of a set called `{name}`",
            _at(file, 2),
            "name its folder with --pack",
        )
        raise PackError(report)
    return load(name)


def _at(file: SourceFile, number: int) -> Span:
    number = min(number, len(file.lines))
    return Span(file, number, 1, number, max(2, len(file.lines[number - 1]) + 1))


def playout_many(
    pack: Pack,
    games: int,
    players: int | None = None,
    level: str | None = None,
    seed: int = 1,
    watchers: Sequence[Watcher] = (),
) -> list[Any]:
    """The outcomes of many games between bots, played in this process, nothing printed."""
    table = table_of(pack)
    chosen = choose(table, Options(players, level))
    start = table.new_state(*chosen)
    rng = random.Random(seed)
    return [playout(start, table.bots(start, seed + game), rng, watchers).outcome for game in range(games)]
