"""Audit: what is open in a state and what came of a fight, held against the second reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from santy_print.game.phrase import Phrase, worded
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import HEADINGS
from santy_print.games.sandokan.oracle import Oracle, Ship
from santy_print.games.sandokan.state import SandokanState
from santy_print.games.sandokan.words import Words

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

APART = " · "
"""Between things in a row that have commas: a sign that no language sets otherwise."""
MOST = 9
"""With more cards than so many in hand the second reading would try too many choices."""


class Audit:
    """The two readings of one set."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.oracle = Oracle({name: pack.files[name].model_dump(mode="json") for name in pack.game.files})

    def faults(self, before: SandokanState, after: SandokanState) -> list[str]:
        """Where the readings differ over what was open before, and over the fight that is decided after."""
        task, faults = before.todo[-1], list[str]()
        if task.name in ("plan", "sail", "act") and sum(before.hands[task.seat]) <= MOST:
            first, second = self._first(before), self._second(before)
            if first != second:
                faults.append(self._open(before, first, second))
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
        faults: list[str] = []
        if found and pending is not None and pending.name not in names:
            faults.append(worded(f"{winner or 'nobody'} wins a fight", f"play.differs.fight.{winner or 'nobody'}"))
        extra = defender if winner == "attacker" else attacker
        if after.extra[-1:] != (extra,) and after.todo[-1].seat != extra:
            name = f"{before.players[extra]} has no extra turn"
            faults.append(Phrase(name, lambda locale: self._of_captain(locale, "extra", extra)))
        carried = self._treasures(after, after.aboard[defender])
        if winner == "attacker" and carried:
            faults.append(worded("a beaten ship keeps its treasures", "play.differs.kept"))
        return faults

    # In a language.

    def _of_captain(self, locale: Locale, key: str, seat: int, **values: Any) -> str:
        words = Words(self.pack, locale)
        return words.say(f"differs.{key}", captain=words.captain(seat), **values)

    def _open(self, state: SandokanState, first: set[str], second: set[str]) -> Phrase:
        """What only one of the readings has open."""
        task = state.todo[-1]

        def words(locale: Locale) -> str:
            only = (("first", first - second), ("second", second - first))
            own = Words(self.pack, locale)
            parts = [
                own.say(f"differs.{reading}", what=APART.join(_in_words(own, item) for item in sorted(items)))
                for reading, items in only
                if items
            ]
            return self._of_captain(
                locale, "open", task.seat, task=own.say(f"differs.task.{task.name}"), what=" ".join(parts)
            )

        return Phrase(f"{task.name} of {state.players[task.seat]}: {sorted(first ^ second)}", words)


def _in_words(words: Words, item: str) -> str:
    """What is open, as the readings call it, in a language."""
    if item.startswith("attack "):
        return words.say("act.attack", captain=words.captain(int(item.removeprefix("attack "))))
    if item in HEADINGS:
        return words.say(f"heading.{item}")
    if item in ("stay", "ahead"):
        return words.say(f"act.{item}")
    sides = re.split(r": | [<>] ?", f"{item} ")
    cards, loot = zip(*(_pieces(words, side) for side in sides), strict=True)
    if ">" in item:
        return words.say("act.exchange", given=loot[0], got=loot[1])
    if "<" in item:
        return words.say("act.buy", loot=loot[0], cards=" + ".join(some for some in (cards[1], loot[1]) if some != "–"))
    return words.say("act.lay" if cards[0] != "–" else "act.lay-nothing", n=int(sides[1]), cards=cards[0])


def _pieces(words: Words, side: str) -> tuple[str, str]:
    """The cards and the treasures among some ids, each in words."""
    ids, compiled = side.replace(",", " ").split(), words.compiled
    treasures = [compiled.treasures.index(id) for id in ids if id in compiled.treasures]
    return words.cards(tuple(ids.count(card) for card in compiled.cards)), words.loot(treasures)
