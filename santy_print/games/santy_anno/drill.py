"""Drill: rows of cards to practise: where does a pirate end up? A wrong answer is explained, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap
from typing import TYPE_CHECKING

from santy_print.columns import aligned, pad, width, wrapped
from santy_print.game import Random
from santy_print.game.drill import Judged, Read
from santy_print.game.look import WHOLE, Look
from santy_print.games.santy_anno.compiled import Card, Compiled, Event, Step
from santy_print.games.santy_anno.kinds import KINDS, Seats
from santy_print.games.santy_anno.narrator import Words, abreast, card_lines, fleet_lines
from santy_print.games.santy_anno.play_page import LONGEST, reasons
from santy_print.games.santy_anno.slips import slip_of, way_of
from santy_print.games.santy_anno.state import LEVELS
from santy_print.games.santy_anno.typed import HINT_SECONDS, asks_again, asks_hint, hints, ship_typed

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale


class SantyDrill:
    """Rows of the cards of a level, of some kinds or of all, with the ships in one order around the table."""

    def __init__(
        self, pack: Pack, locale: Locale, level: str, kinds: Sequence[str], rng: Random, look: Look = WHOLE
    ) -> None:
        self.words, self.look = Words(pack, locale), look
        self.compiled: Compiled = self.words.setting
        expert, events = LEVELS[level]
        self.cards = [
            card
            for card in self.compiled.cards
            if (expert or card.level == "basic") and (not kinds or card.kind in kinds)
            for _ in range(card.copies)
        ]
        self.events = [event for event in self.compiled.events for _ in range(event.copies)] if events else []
        ships = list(range(len(self.compiled.ships)))
        rng.shuffle(ships)
        self.seats: Seats = tuple(ships)

    @property
    def longest(self) -> int:
        """Nine cards, or as many as a round of the set has, or as there are."""
        return min(max(LONGEST, int(max(self.compiled.numbers.rounds))), len(self.cards))

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kinds of boarding card in the set."""
        there = {card.kind for card in self.compiled.cards}
        return {kind: self.words.locale.plain(f"answers.kinds.{kind}") for kind in KINDS if kind in there}

    def open(self) -> Sequence[str]:
        """In which order ships are listed, and how to be helped."""
        return wrap(self.words.say("in-order", time=self.words.seconds(HINT_SECONDS)), self.look.width)

    def task(self, length: int, rng: Random) -> Row:
        """A row of so many cards; with an event where it is as long as a round, and the level has them."""
        cards = tuple(rng.sample(self.cards, length))
        with_event = self.events and length >= min(self.compiled.numbers.rounds)
        event = rng.choice(self.events) if with_event else None
        return Row(self, cards, event, rng.choice(self.seats))


@dataclass(frozen=True)
class Row:
    """A row of cards, the event among them, and the ship that a pirate starts from."""

    drill: SantyDrill
    cards: tuple[Card, ...]
    event: Event | None
    start: int

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What happens, in its order."""
        return self.drill.compiled.route(self.cards, self.event, self.drill.seats)

    @cached_property
    def _hints(self) -> Iterator[str]:
        return hints(self.drill.words, self.steps, self.event, self.start)

    @property
    def prompt(self) -> str:
        """From where."""
        words = self.drill.words
        return words.say("ask", ship=words.ships[self.start])

    def show(self) -> Sequence[str]:
        """The ships, with the start marked, and the cards as they lie: all on one screen."""
        words, look = self.drill.words, self.drill.look
        cards = list(card_lines(words, self.cards, self.event, look))
        return [*fleet_lines(words, self.drill.seats, look, self.start), "", *abreast(cards, look)]

    def again(self) -> Sequence[str]:
        """The same once more."""
        return self.show()

    def read(self, words: str) -> Read:
        """A ship."""
        if asks_again(words):
            return Read(again=True)
        if asks_hint(words):
            return Read(instead=next(self._hints), cost=HINT_SECONDS)
        return Read(*ship_typed(self.drill.words, words))

    def judge(self, answer: int) -> Judged:
        """Right, or the slip that it looks like and the way card by card."""
        locale, names = self.drill.words.locale, self.drill.words.ships
        end = way_of(self.steps, self.start)[-1]
        if answer == end:
            return Judged(True, wrap(locale.plain("page.right", ship=names[end]), self.drill.look.width))
        lines = wrap(locale.plain("page.wrong", ship=names[end]), self.drill.look.width)
        compiled, seats = self.drill.compiled, self.drill.seats
        slip = slip_of(compiled, self.steps, self.event, seats, self.start, answer)
        if slip is not None:
            number = {} if slip.place is None else {"n": slip.place + 1}
            lines += wrap(locale.plain(f"page.slip-{slip.kind}", ship=names[answer], **number), self.drill.look.width)
        return Judged(False, [*lines, "", *self._way()])

    def _way(self) -> Iterator[str]:
        """Each card with the ship it leads from and to, and what to look at there."""
        words, names, rows = self.drill.words, self.drill.words.ships, list[list[str]]()
        here = self.start
        for step in self.steps:
            there = step.move[here]
            name = words.card(step.card) if step.card is not None else words.card(self.event) if self.event else ""
            why = reasons(self.drill.compiled, step.card, words.locale) if step.card is not None else []
            number = f"{step.place + 1}" if step.card is not None else "~"
            way = f"{names[here]} → {names[there]}" if here != there else names[here]
            rows.append([number, name, way, why[here] if why else ""])
            here = there
        if self.drill.look.pictures:
            yield from self._aligned(rows)
            return
        for number, name, along, because in rows:
            line = words.locale.plain("rulebook.pair", label=name, text=f"{along}{because and f' ({because})'}")
            yield from wrapped(f"  {number}  {line}", self.drill.look.width, 6)

    def _aligned(self, rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """The way in columns; what to look at stands below where it does not fit behind."""
        room, lines = self.drill.look.width, [f"  {line}" for line in aligned([row[:-1] for row in rows], "><<")]
        widest = max(map(width, lines))
        for line, (*_, because) in zip(lines, rows, strict=True):
            behind = f"{pad(line, widest)}  {because}".rstrip()
            if width(behind) <= room:
                yield behind
            else:
                yield from (*wrapped(line, room, 6), *wrapped(f"      {because}", room, 6))
