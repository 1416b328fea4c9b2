"""Audit: what is open in a state and what came of a fight, held against the second reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import HEADINGS
from santy_print.games.sandokan.oracle import Oracle, Ship
from santy_print.games.sandokan.state import SandokanState

MOST = 9
"""With more cards than so many in hand the second reading would try too many choices."""


class Audit:
    """The two readings of one set."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        self.oracle = Oracle({name: model.model_dump(mode="json") for name, model in files.items()})

    def faults(self, before: SandokanState, after: SandokanState) -> list[str]:
        """Where the readings differ over what was open before, and over the fight that is decided after."""
        task, faults = before.todo[-1], []
        if task.name in ("plan", "sail", "act") and sum(before.hands[task.seat]) <= MOST:
            first, second = self._first(before), self._second(before)
            if first != second:
                faults.append(f"{task.name} of {before.players[task.seat]}: {sorted(first ^ second)}")
        if task.name == "fight" and task.two is not None:
            faults += self._fought(before, after)
        return faults

    def _first(self, state: SandokanState) -> set[str]:
        """What the rules say is open."""
        compiled, words = state.compiled, set()
        for action in state.actions():
            match action:
                case act.Lay():
                    words.add(f"{', '.join(sorted(self._cards(state, action.cards)))}: {action.cells}")
                case act.Leave() | act.Veer():
                    words.add(HEADINGS[action.heading])
                case act.Buy():
                    given = "" if action.given is None else compiled.treasures[action.given]
                    cards = ", ".join(sorted(self._cards(state, action.cards)))
                    words.add(f"{compiled.treasures[action.treasure]} < {cards} {given}".rstrip())
                case act.Exchange():
                    both = self._treasures(state, action.given), self._treasures(state, action.got)
                    words.add(" > ".join(", ".join(sorted(some)) for some in both))
                case act.Attack():
                    words.add(f"attack {action.seat}")
                case act.Stay() | act.Ahead():
                    words.add(type(action).__name__.casefold())
        return words

    def _second(self, state: SandokanState) -> set[str]:
        """What the second reading says."""
        seat, oracle, task = state.todo[-1].seat, self.oracle, state.todo[-1]
        ships, hand = self._ships(state), self._cards(state, state.hands[seat])
        if task.name == "plan":
            return oracle.moves(seat, hand, ships)
        if task.name == "sail":
            return oracle.steps(seat, state.left, state.veered, ships)
        words = {f"attack {other}" for other in oracle.attacks(seat, hand, ships)}
        if oracle.along(ships[seat].place, "treasure") and not state.bought[seat]:
            box = dict(zip(state.compiled.treasures, state.box, strict=True))
            words |= oracle.trades(hand, ships[seat].aboard, box)
        port = oracle.port(ships[seat].place)
        if port and port in [ship.home for ship in ships] and port != ships[seat].home:
            there = self._treasures(state, state.quays[state.cells[seat]])
            words |= oracle.exchanges(ships[seat].aboard, there)
        return words

    def _ships(self, state: SandokanState) -> list[Ship]:
        board = state.compiled.board
        return [
            Ship(board.spots[cell], HEADINGS[heading], board.ports[home], self._treasures(state, aboard))
            for cell, heading, home, aboard in zip(state.cells, state.headings, state.homes, state.aboard, strict=True)
        ]

    def _cards(self, state: SandokanState, cards: Sequence[int]) -> list[str]:
        return [state.compiled.cards[card] for card, count in enumerate(cards) for _ in range(count)]

    def _treasures(self, state: SandokanState, treasures: Sequence[int]) -> list[str]:
        return [state.compiled.treasures[one] for one in treasures]

    def _fought(self, before: SandokanState, after: SandokanState) -> list[str]:
        """Who goes on after a fight: the beaten side gives, and takes an extra turn; on a draw the attacker does."""
        defender, attacker = before.todo[-1].seat, before.todo[-1].one
        shown = [a - b for a, b in zip(before.hands[defender], after.hands[defender], strict=True)]
        winner = self.oracle.fight(self._cards(before, before.todo[-1].two), self._cards(before, shown))
        names = {"attacker": ("give", "keep"), "defender": ("surrender",), "": ()}[winner]
        pending = after.todo[-1] if len(after.todo) >= len(before.todo) else None
        found = pending is not None and pending.name in ("give", "keep", "surrender")
        faults = [] if not found or pending is None or pending.name in names else [f"{winner or 'nobody'} wins a fight"]
        extra = defender if winner == "attacker" else attacker
        if after.extra[-1:] != (extra,) and after.todo[-1].seat != extra:
            faults.append(f"{before.players[extra]} has no extra turn")
        carried = self._treasures(after, after.aboard[defender])
        return faults + (["a beaten ship keeps its treasures"] if winner == "attacker" and carried else [])
