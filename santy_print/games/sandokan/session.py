"""Session: a game of Sandokan told turn by turn; people see the board and their hand, and choose by number."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.game.session import PlainSession
from santy_print.game.state import View
from santy_print.game.table import Person, SessionOptions, Table
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.words import ARROWS, Words

if TYPE_CHECKING:
    from santy_print.games.sandokan.state import SandokanState

EVERY = 10
"""After so many rounds the board and who has what are shown to those who watch."""
HIDDEN = (act.Deal, act.Give, act.Lay, act.Fight)
"""What others do not see when it is done: the cards."""


class SandokanSession(PlainSession):
    """One game at the table of text, in one language."""

    def __init__(self, table: Table, state: Any, how: SessionOptions) -> None:
        self.words = Words(table.pack, how.locale, how.look)
        super().__init__(table, state, how)
        self.turn: list[str] = []
        self.whose = ""
        self.rounds = 0

    def called(self, player: str) -> str:
        """A captain's name."""
        return self.locale.plain(f"captain.{player}")

    # Telling.

    def watch(self, before: SandokanState, action: Any, after: SandokanState) -> None:
        """Tell a turn when it is over; what is hidden from the people who play is not told."""
        task = before.todo[-1]
        who = self.words.captain(task.seat)
        if task.name == "plan" or (who != self.whose and task.name in ("home", "fight", "give", "surrender")):
            self._flush()
        self.whose = who
        lines = self._shown(before, action)
        if lines:
            self._tell(lines)
        if after.spent[-1:] not in ((), before.spent[-1:]) and not isinstance(action, act.Turn):
            self._tell(self.words.action(act.Turn(after.spent[-1])))  # a card that was seen before comes again
        if isinstance(action, act.Check):
            false = before.said > act.total(before.compiled.values, before.laid)
            self._tell(self.words.say("false" if false else "true", cards=self.words.cards(before.laid)))
        if after.returns is not None:
            self._flush()
            self._end(after)
        elif not self.people and after.turns // len(after.players) >= self.rounds + EVERY and task.name == "plan":
            self.rounds = after.turns // len(after.players)
            self._show(after)

    def _shown(self, before: SandokanState, action: Any) -> str:
        task, seat = before.todo[-1], before.seat
        owner = before.players[task.seat if seat is None else seat]
        if isinstance(action, act.Ahead):
            return ARROWS[before.headings[task.seat]]
        if isinstance(action, act.Veer | act.Leave):
            return f"({ARROWS[action.heading]})" if isinstance(action, act.Veer) else ARROWS[action.heading]
        if isinstance(action, act.Trust | act.Pass) or (isinstance(action, act.Deal) and not before.turns):
            return ""
        if isinstance(action, act.Check):
            return self._text("acts", player=self.words.captain(seat or 0), action=self.words.action(action))
        if self.people and owner not in self.people and isinstance(action, HIDDEN):
            return self._veiled(before, action)
        return self.words.action(action)

    def _veiled(self, before: SandokanState, action: Any) -> str:
        """What the others see of cards that somebody draws, gives or lays face down."""
        if isinstance(action, act.Lay):
            name = "lay-nothing" if not any(action.cards) else "laid"
            return self.words.say(f"act.{name}", n=action.cells, down=sum(action.cards))
        if isinstance(action, act.Fight):
            return self.words.say("act.fought", down=sum(action.cards))
        return self.words.say("act.dealt" if isinstance(action, act.Deal) else "act.gave")

    def _tell(self, text: str) -> None:
        """Put a step of a way behind the others, all else behind a dot."""
        if self.turn and (text in ARROWS or text.startswith("(")) and self.turn[-1][-1] in ARROWS + ")":
            self.turn[-1] += text
        else:
            self.turn.append(text)

    def _flush(self) -> None:
        if self.turn:
            shown = [self.words.aloud(one) if self.look.plain else one for one in self.turn]
            text = self._text("acts", player=self.whose, action=" · ".join(shown))
            for line in wrap(text, self.look.width, subsequent_indent="    "):
                self.say(line)
        self.turn = []

    def _show(self, seen: Any) -> None:
        self.say("")
        for line in (*self.words.chart(seen), *self.words.standing(seen)):
            self.say(line)
        self.say("")

    def _end(self, state: SandokanState) -> None:
        self._show(state)
        names = [self.words.captain(seat) for seat in state.winners]
        goal = max(sum(state.compiled.worth[one] for one in state.quays[state.homes[seat]]) for seat in state.winners)
        key = "tie" if len(names) > 1 else "won"
        for line in wrap(self.words.say(key, captain=", ".join(names), n=goal), self.look.width):
            self.say(line)
        self._tell_hints()

    # Asking.

    def _ask(self, person: Person, view: View, rng: Any) -> Any:
        """Show the board and the hand where a turn begins, list what is open, and ask until something is chosen."""
        if len(view.actions) == 1:
            return view.actions[0]
        self._flush()
        return super()._ask(person, view, rng)

    def _present(self, view: View, again: bool = False) -> None:
        """The board where a turn begins, or where it is asked for; the hand, and what is open."""
        seen: Any = view
        if seen.task.name in ("plan", "home") or again:
            self._show(seen)
        hand = self.words.say("you", captain=self.words.captain(seen.seat), cards=self.words.cards(seen.hand))
        for line in wrap(hand, self.look.width):
            self.say(line)
        if seen.task.name == "control":
            text = self.words.say("asked", captain=self.words.captain(seen.task.seat), n=seen.said, down=seen.down)
            self.say(text)
        for number, action in enumerate(view.actions, 1):
            for line in wrap(f"{number:>4}  {self.words.offer(action)}", self.look.width, subsequent_indent=" " * 6):
                self.say(line)
