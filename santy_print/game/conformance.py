"""Conformance: games played at random, and every promise of `State` and `Table` held against what happens.

For the tests of any game, in this package or another's:

    assert not faults_of(table, players=4, options={"variant": "long"}, seeds=range(5))

What is asked is what OpenSpiel's API test and TAG's tester ask: see `docs/games.md`.
"""

from __future__ import annotations

import gc
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import product
from types import FunctionType, ModuleType
from typing import Any

from santy_print.diag import Report, SourceFile, listed
from santy_print.game.record import replay, seal, unseal
from santy_print.game.state import CHANCE, State, at_random, by_chance
from santy_print.game.table import Table

TRIED = 12
"""So many of the open actions are tried in each state."""
REDEALT = 5
"""In one of so many states a view is dealt anew; the longer a game, the more rarely."""
SPARED = 4
"""When so many were dealt anew, the next is waited for as long again."""
LOOKED, LATER = 200, 10
"""So many states of a game are all looked at; of those that follow every so-manieth."""


def faults_of(table: Table, players: int, options: Mapping[str, str], seeds: Iterable[int]) -> list[str]:
    """What games at random, one a seed, show to be untrue: a sentence each; nothing where all is as it is promised."""
    games = [_Game(table, players, options, seed) for seed in seeds]
    faults = [fault for game in games for fault in game.faults()]
    if table.hidden and not any(game.differing for game in games):
        faults.append("something is said to be hidden, and every view shows all")
    return list(dict.fromkeys(faults))


def games_of(table: Table) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players with every value of each option that can be played."""
    least, most = table.players
    return product(range(least, most + 1), table.ways())


class _Game:
    """One game, watched closely."""

    def __init__(self, table: Table, players: int, options: Mapping[str, str], seed: int) -> None:
        self.table = table
        self.seed = seed
        self.players = players
        self.start = table.new_state(players, **options)
        self.again = table.new_state(players, **options)
        self.found: dict[str, None] = {}
        self.rng = random.Random(f"conformance {seed}")
        self.differing = 0
        self.redealt = 0

    def faults(self) -> list[str]:
        try:
            self._watch()
        except Exception as fault:  # the game's own: what it broke before says more, and is told first
            self.found[f"the game stops with {type(fault).__name__}: {fault}"] = None
        return list(self.found)

    def _watch(self) -> None:
        before = frozen(self.start)
        seen, actions = self._play(self.start)
        for number, (state, known) in enumerate(seen):
            same = frozen(state, self.start) == known
            at = number if number < LOOKED else LOOKED + (number - LOOKED) * LATER
            self.hold(same, f"the state before action {at + 1} was changed by what followed")
        self.hold(frozen(self.start) == before, "playing a game changed the state that it began with")
        for state, name in ((self.again, "a new game"), (self.start, "the first state, used again,")):
            same = self._play(state, closely=False)[1]
            self.hold(same == actions, f"{name} goes another way with the same seed")
        self._look(seen)
        self._record(actions)

    def hold(self, true: bool, fault: str) -> None:
        if not true:
            self.found[fault] = None

    # One game.

    def _play(self, state: Any, closely: bool = True) -> tuple[list[tuple[Any, Any]], list[Any]]:
        """The states that are looked at, with what they were when they were met, and every action."""
        rng = random.Random(self.seed)
        seen: list[tuple[Any, Any]] = []
        actions: list[Any] = []
        bound = self.table.longest(state)
        while state.actor is not None and len(actions) <= bound:
            if closely and (len(actions) < LOOKED or len(actions) % LATER == 0):
                seen.append((state, frozen(state, self.start)))
                self._state(state, actions)
            chance = state.actor == CHANCE
            action = by_chance(state, rng) if chance else at_random(state.view(state.actor), rng)
            actions.append(action)
            state = state.apply(action)
        self.hold(state.actor is None, f"the game goes on after {bound} actions, the most that are promised")
        if closely and state.actor is None:
            seen.append((state, frozen(state, self.start)))
            self._end(state, actions)
        return seen, actions

    def _state(self, state: Any, past: Sequence[Any]) -> None:
        """All that is promised of a state in which somebody acts."""
        actor, names = state.actor, list(state.players)
        actions = list(state.actions())
        self.hold(len(names) == self.players, f"{self.players} players are asked for, {len(names)} play")
        self.hold(len(set(names)) == len(names) and CHANCE not in names, "two players have one name, or chance's")
        self.hold(names == list(self.start.players), "the players are others than at the start")
        self.hold(actor == CHANCE or actor in names, f"`{actor}` acts, who is no player")
        self.hold(bool(actions), f"`{actor}` has to act and can do nothing")
        self.hold(len(state.actions()) == len(actions), "the open actions are more or fewer than they count")
        self.hold(all(one not in actions[:at] for at, one in enumerate(actions)), "an action is listed twice")
        self.hold(state.returns is None, "somebody has won before the end")
        if actor == CHANCE:
            weights = [Fraction(weight) for weight in state.weights]
            whole = len(weights) == len(actions) and sum(weights) == 1 and min(weights) >= 0
            self.hold(whole, "the weights of chance's actions are not as many, or do not add up to 1")
        for name in names:
            view = state.view(name)
            self.hold(view.player == name, "a view says another player than it is for")
            wanted = actions if name == actor else []
            self.hold(list(view.actions) == wanted, "a view shows other actions than are open to its player")
        self._try(state, actions, past)
        if self.table.hidden and self.rng.randrange(REDEALT * (1 + self.redealt // SPARED)) == 0:
            self.redealt += 1
            self._redeal(state)

    def _try(self, state: Any, actions: Sequence[Any], past: Sequence[Any]) -> None:
        """What is listed can be done, what is not listed cannot."""
        for action in actions if len(actions) <= TRIED else self.rng.sample(list(actions), TRIED):
            self.hold(action in state.actions(), "an action is listed, and is then said not to be open")
            try:
                state.apply(action)
            except ValueError as fault:
                self.hold(False, f"an action is listed and refused: {fault}")
        closed = [action for action in past[-TRIED:] if action not in actions]
        for action in (object(), None, *closed):
            try:
                state.apply(action)
            except ValueError:
                continue
            self.hold(False, f"{_short(action)} is not listed, and is taken")

    def _end(self, state: Any, past: Sequence[Any]) -> None:
        self.hold(not list(state.actions()), "there is something to do after the end")
        returns = state.returns
        declared = returns is not None and list(returns) == list(state.players)
        self.hold(declared and all(map(math.isfinite, returns.values())), "the end does not say what each player won")
        for name in state.players:
            self.hold(not list(state.view(name).actions), "a view shows actions after the end")
        for action in past[-1:]:
            try:
                state.apply(action)
                self.hold(False, "an action is taken after the end")
            except ValueError:
                pass

    # What is hidden.

    def _redeal(self, state: Any) -> None:
        """What a player may not know is exchanged; each sees the same, and for one of them the game is played on."""
        played, others = self.rng.choice(list(state.players)), {}
        for name in state.players:
            view = state.view(name)
            self.hold(not _leads_to_state(view), "a view has hold of a whole state")
            other = self.start.redeal(view, self.rng)
            wanted, found = _seen(view), _seen(other.view(name))
            differing = [part for part in wanted if found.get(part) != wanted[part]]
            self.hold(not differing, f"a state dealt anew from a view differs from it in {listed(differing)}")
            self.differing += frozen(other, self.start) != frozen(state, self.start)
            others[name] = other
        other = others[played]
        for _ in range(self.table.longest(self.start) + 1):
            if other.actor is None:
                return
            actions = other.actions()
            other = other.apply(actions[self.rng.randrange(len(actions))])
        self.hold(False, "a state dealt anew from a view does not come to an end")

    def _look(self, seen: Sequence[tuple[Any, Any]]) -> None:
        """The kind of information: what is said to be hidden is, and what is said to be open shows everywhere."""
        if self.table.hidden:
            return
        known: dict[str, dict[str, Any]] = {name: {} for name in self.start.players}
        for state, _ in seen:
            for name in state.players:
                other = known[name].setdefault(repr(_seen(state.view(name))), state)
                same = frozen(other, self.start) == frozen(state, self.start)
                self.hold(same, "nothing is said to be hidden, and two states look the same")

    # Records.

    def _record(self, actions: Sequence[Any]) -> None:
        """What is written down can be read back, and leads to the same end."""
        scribe = self.table.scribe(self.start)
        lines, state = list(scribe.opening()), self.start
        for action in actions:
            after = state.apply(action)
            lines += scribe.lines(state, action, after)
            state = after
        report = Report()
        file = SourceFile("record", "".join(f"{line}\n" for line in seal(lines)))
        read = unseal(file, report)
        start = self.table.start_of(read)
        end: State = replay(start, self.table.scribe(start), read, file, report)
        wrong = "; ".join(fault.message for fault in report.errors)
        self.hold(report.ok, f"the record of a game is refused: {wrong}")
        self.hold(end.returns == state.returns, "the record of a game leads to another end")


def _seen(view: Any) -> dict[str, Any]:
    """What a view shows by name, its actions as they are listed."""
    return {**frozen(_parts(view)), "actions": [repr(action) for action in view.actions]}


def _leads_to_state(view: Any) -> bool:
    """Whether whoever is given a view can get at a state from it, by whatever way."""
    seen: set[int] = set()
    left = [view]
    while left:
        value = left.pop()
        if id(value) in seen or isinstance(value, type | ModuleType | FunctionType):
            continue
        if isinstance(value, State):
            return True
        seen.add(id(value))
        left += gc.get_referents(value)
    return False


def _short(action: Any) -> str:
    text = repr(action)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _parts(value: Any) -> dict[str, Any]:
    """The parts of an object by name."""
    if is_dataclass(value):
        return {part.name: getattr(value, part.name) for part in fields(value) if part.compare}
    return dict(vars(value)) if hasattr(value, "__dict__") else {}


def frozen(value: Any, like: Any = None, depth: int = 0) -> Any:
    """What a value is now, so that a later change shows; parts that it has in common with `like` are left out."""
    if depth > 12 or isinstance(value, str | int | float | bytes | type | None | Fraction) or callable(value):
        return value
    if isinstance(value, Mapping):
        return {key: frozen(part, None, depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple | range):
        return [frozen(part, None, depth + 1) for part in value]
    if isinstance(value, set | frozenset):
        return set(value)
    return {
        name: frozen(part, None, depth + 1)
        for name, part in _parts(value).items()
        if like is None or part is not getattr(like, name, None)
    } or value
