"""Words: a game of Sandokan in one language: its actions, and the board in a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.game.look import WHOLE, Look
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.board import HEADINGS
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.state import SandokanState, SandokanView

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

ARROWS = "↑↗→↘↓↙←↖"
SHIPS = "ABCDEFGHIJKLMNOPQRST"
"""The ships on the board, by seat."""
HOLD = "\u00a0"
"""Holds a card's name and number on one line."""


class Words:
    """The words of one pack in one language."""

    def __init__(self, pack: Pack, locale: Locale, look: Look = WHOLE) -> None:
        self.compiled: Compiled = pack.compiled
        self.locale, self.look = locale, look

    def say(self, key: str, **values: Any) -> str:
        """A text of the table."""
        return self.locale.plain(f"play.{key}", **values)

    def captain(self, seat: int) -> str:
        """A captain's name."""
        return self.locale.plain(f"captain.{self.compiled.head.captains[seat]}")

    def port(self, port: int) -> str:
        """A port's name."""
        return self.locale.plain(f"port.{self.compiled.board.ports[port]}")

    def treasures(self, treasures: Sequence[int]) -> str:
        """Treasures by name, or a dash."""
        named = [self.locale.plain(f"treasure.{self.compiled.treasures[one]}") for one in treasures]
        return ", ".join(named) or "–"

    def loot(self, treasures: Sequence[int]) -> str:
        """Treasures as a sentence has them: a ruby and 2 pearls; by name where the language has no such forms."""
        kinds = Counter(self.compiled.treasures[one] for one in treasures)
        return self.locale.join([self._some(id, n) for id, n in kinds.items()]) or "–"

    def _some(self, treasure: str, n: int) -> str:
        """So many of a treasure: the noun's form `indef`, or the one that is called as the number counts (`few`)."""
        noun = self.locale.words.lexicon.nouns.get(treasure)
        form = "indef" if n == 1 else self.locale.grammar.plural(n)
        if noun and form in noun.forms:
            word = self.locale.noun(treasure, form)
            return word if n == 1 else f"{n}{HOLD}{word}"
        name = self.locale.plain(f"treasure.{treasure}")
        return name if n == 1 else f"{n}{HOLD}×{HOLD}{name}"

    def card(self, card: int) -> str:
        """A card: its sort and value."""
        kind = "movement" if card in self.compiled.movement else "combat"
        return f"{self.locale.plain(f'card.{kind}')}{HOLD}{self.compiled.values[card]}"

    def cards(self, cards: act.Counts) -> str:
        """Cards by name and number, or a dash."""
        named = [f"{count}{HOLD}×{HOLD}{self.card(card)}" for card, count in enumerate(cards) if count]
        return ", ".join(named) or "–"

    def event(self, event: int) -> str:
        """An event's name and what it does."""
        found = self.compiled.events[event]
        text = [self.verb(verb) for verb in found.does]
        return f"{self.locale.plain(f'event.{found.id}.name')}. {' '.join(text)}"

    def verb(self, verb: Any) -> str:
        """One sentence of an event."""
        place = f".{verb['place']}" if "place" in verb else ""
        return self.locale.plain(f"verb.{verb['verb']}{place}", **verb)

    def action(self, action: Any) -> str:
        """An action as it is told: a move that is longer than its cards is a bluff."""
        name = type(action).__name__.casefold()
        if isinstance(action, act.Lay):
            name = "lay-nothing" if not any(action.cards) else "lay-false" if self._over(action) else "lay"
        return self.say(f"act.{name}", **self._values(action))

    def offer(self, action: Any) -> str:
        """An action as it is offered to who chooses: which moves are true is said as well as which are not."""
        if isinstance(action, act.Lay) and any(action.cards) and not self._over(action):
            return self.say("act.lay-true", **self._values(action))
        return self.action(action)

    def _over(self, action: act.Lay) -> int:
        """So many cells a move is longer than its cards; without a card one cell is true (T1)."""
        return action.cells - (act.total(self.compiled.values, action.cards) or 1)

    def _values(self, action: Any) -> dict[str, Any]:
        match action:
            case act.Home():
                return {"port": self.port(action.port)}
            case act.Deal() | act.Give() | act.Swap():
                return {"card": self.card(action.card)}
            case act.Turn():
                return {"event": self.event(action.event)}
            case act.Lay():
                return {"n": action.cells, "cards": self.cards(action.cards), "over": self._over(action)}
            case act.Leave() | act.Veer():
                return {"way": ARROWS[action.heading], "heading": self.heading(action.heading)}
            case act.Attack():
                return {"captain": self.captain(action.seat)}
            case act.Seize() | act.Throw():
                return {"loot": self.loot((action.treasure,))}
            case act.Buy():
                given = "" if action.given is None else f" + {self.loot((action.given,))}"
                return {"loot": self.loot((action.treasure,)), "cards": self.cards(action.cards) + given}
            case act.Exchange():
                return {"given": self.loot(action.given), "got": self.loot(action.got)}
            case act.Load() | act.Keep():
                return {"loot": self.loot(action.treasures)}
            case act.Fight():
                return {"cards": self.cards(action.cards)}
            case act.Go():
                return {"cell": self.compiled.board.name(action.cell)}
        return {}

    def heading(self, heading: int) -> str:
        """A heading in words."""
        return self.say(f"heading.{HEADINGS[heading]}")

    def aloud(self, steps: str) -> str:
        """Steps of a way in words, so many in one heading together; anything else as it is."""
        if set(steps) - {*ARROWS, *"()"}:
            return steps
        parts = []
        for found in re.finditer(rf"\(([{ARROWS}])\)|([{ARROWS}])\2*", steps):
            word = self.heading(ARROWS.index(found[1] or found[2]))
            parts.append(f"({word})" if found[1] else f"{word} {len(found[0])}")
        return ", ".join(parts)

    # The board.

    def chart(self, seen: SandokanState | SandokanView) -> list[str]:
        """The board: a dot is the sea, `O` a home port; islands have signs; a ship is a letter and its heading.

        Where no picture is wanted, or none fits: in which cells islands and ports are.
        """
        board = self.compiled.board
        if self.look.plain or self.look.width < 4 + 2 * board.width:
            islands = [(self._island(name), _cells(land)) for name, land in board.land.items()]
            ports = [(self.port(port), board.name(port)) for port in range(len(board.ports))]
            pairs = [self.locale.plain("rulebook.pair", label=name, text=cells) for name, cells in (*islands, *ports)]
            return wrap("; ".join(pairs), self.look.width)
        wide = 3 if 3 * board.width + 4 <= self.look.width else 2
        cells = dict.fromkeys(board.spots, "·")
        for name, land in board.land.items():
            cells |= dict.fromkeys(land, {"treasure": "$", "storm": "~", "serenity": "+"}[name])
        for port, spot in enumerate(board.spots[: len(board.ports)]):
            cells[spot] = "O" if port in seen.homes else "o"
        for seat, cell in enumerate(seen.cells):
            if cell >= len(board.ports):
                cells[board.spots[cell]] = SHIPS[seat] + ARROWS[seen.headings[seat]]
        letters = "".join(f"{_letter(x):<{wide}}" for x in range(board.width)).rstrip()
        lines = [f"    {letters}"]
        for y in range(board.height):
            row = "".join(f"{cells.get((x, y), ' '):<{wide}}" for x in range(board.width))
            lines.append(f"{y + 1:>3} {row}".rstrip())
        legend = self.say(
            "legend", chest=self._island("treasure"), gale=self._island("storm"), calm=self._island("serenity")
        )
        return [*lines, *wrap(legend, self.look.width)]

    def _island(self, name: str) -> str:
        return self.locale.plain(f"island.{name}")

    def standing(self, seen: SandokanState | SandokanView) -> list[str]:
        """Who has what: each captain's port, ship, treasures and cards; then the free ports."""
        board, lines = self.compiled.board, []
        held = seen.held if isinstance(seen, SandokanView) else tuple(map(sum, seen.hands))
        for seat, home in enumerate(seen.homes):
            if home < 0:
                continue
            stored = seen.quays[home]
            points = sum(self.compiled.worth[one] for one in stored)
            text = self.say(
                "standing", ship=SHIPS[seat], captain=self.captain(seat), port=self.port(home),
                cell=board.name(home), points=points, stored=self.treasures(stored),
                aboard=self.treasures(seen.aboard[seat]), n=held[seat], at=self._at(seen, seat),
            )  # fmt: skip
            lines += wrap(text, self.look.width, subsequent_indent="    ")
        free = [
            self.locale.plain("rulebook.pair", label=self.port(port), text=self.treasures(seen.quays[port]))
            for port in range(len(board.ports))
            if port not in seen.homes
        ]
        return (
            [*lines, *wrap(self.say("free", ports=" · ".join(free)), self.look.width, subsequent_indent="    ")]
            if free
            else lines
        )

    def _at(self, seen: SandokanState | SandokanView, seat: int) -> str:
        cell, board = seen.cells[seat], self.compiled.board
        if cell < len(board.ports):
            return self.port(cell)
        heading = seen.headings[seat]
        return board.name(cell) + (f" ({self.heading(heading)})" if self.look.plain else ARROWS[heading])


def _cells(spots: Sequence[tuple[int, int]]) -> str:
    """Cells by their names: a rectangle by its corners, others one by one."""
    named = [f"{_letter(x)}{y + 1}" for x, y in sorted(spots)]
    across, down = {x for x, _ in spots}, {y for _, y in spots}
    return f"{named[0]}–{named[-1]}" if len(spots) == len(across) * len(down) > 1 else ", ".join(named)


def _letter(x: int) -> str:
    return chr(ord("a") + x) if x < 26 else f"z{x - 25}"
