"""Narrator: a game told as a table sees it, in one language: in pictures on 80 columns, else in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from santy_print.columns import aligned, cut, pad, width, wrapped
from santy_print.game.look import WHOLE, Look
from santy_print.games.santy_anno.bots import Race
from santy_print.games.santy_anno.compiled import Card, Event
from santy_print.games.santy_anno.kinds import Seats
from santy_print.games.santy_anno.state import (
    UNCOUNTED,
    Late,
    Lay,
    LayEvent,
    Result,
    SantyState,
    SantyView,
    Setup,
    Sit,
    Start,
    last_arrival,
)
from santy_print.named import in_words_of
from santy_print.text import item_key

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

WIDTH = 80
ABREAST = 4
"""So many pirates stand side by side in the table of a round."""

Say = Callable[[str], None]


class Words:
    """What the things of a set are called in one language."""

    def __init__(self, pack: Pack, locale: Locale) -> None:
        self.locale = locale
        self.pack = in_words_of(pack, locale)
        self.setting = self.pack.compiled

    def say(self, key: str, **values: Any) -> str:
        """A text of the section `play`."""
        return self.locale.plain(f"play.{key}", **values)

    @cached_property
    def ships(self) -> list[str]:
        """The names of the ships."""
        return [self.say("ship", who=ship.id) for ship in self.setting.ships]

    @cached_property
    def pirates(self) -> list[str]:
        """The names of the pirates."""
        return [self.locale.plain(f"pirate.{pirate.id}") for pirate in self.setting.pirates]

    @cached_property
    def _items(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The cards and the events, apart: one of each may have the same id."""
        return {group: {item["id"]: item for item in self.pack.collections[group]} for group in ("boarding", "events")}

    def card(self, card: Card | Event) -> str:
        """The name that is printed on a card."""
        group, root = ("events", "event") if isinstance(card, Event) else ("boarding", "card")
        item = self._items[group][card.id]
        return self.locale.plain(f"{item_key(item, root)}.name", **item)

    def paint(self, element: str, colour: str) -> str:
        """A colour alone, agreeing with its element where the language says how (a form `adj` of the noun)."""
        return self.locale.alone(element, colour)

    def seconds(self, seconds: float) -> str:
        """A time to the tenth of a second; what is whole by its rule, as an `int`, as it is."""
        mark = self.locale.grammar.number(0.5)[1:2]
        shown = f"{seconds:.1f}".replace(".", mark) if isinstance(seconds, float) else str(seconds)
        return self.say("seconds", n=shown)


def seating(names: Sequence[str], guests: Sequence[str], middle: str, look: Look = WHOLE) -> list[str]:
    """A table seen from above: names clockwise from the top left, and under each who sits there; else in a line."""
    count = len(names)
    top = (count - 1) // 2 if count > 4 else (count + 1) // 2
    right = 1 if count > 4 else 0
    bottom = count - top - 2 * right
    side = max(len(word) for word in (*names, *guests)) + 1 if right else 2
    inner = WIDTH - 2 * side - 4
    widest = max(len(word) for word in (*names, *guests))
    if not look.pictures or widest + 1 > inner // max(top, bottom):
        words = [f"{name} ({guest})" if guest else name for name, guest in zip(names, guests, strict=True)]
        around = ", ".join(words) if look.plain else " → ".join(words)
        return wrap(
            f"{middle}: {around}" if look.plain else around, look.width, initial_indent="  ", subsequent_indent="  "
        )

    def along(words: Sequence[str]) -> str:
        share = inner / len(words)
        line = ""
        for place, word in enumerate(words):
            line = line.ljust(round(share * place + (share - len(word)) / 2)) + word
        return f"{'':{side + 2}}{line}".rstrip()

    over, under = slice(0, top), slice(top + right, top + right + bottom)
    across = list(zip(names, guests, strict=True))
    left_of = across[-1] if right else ("", "")
    right_of = across[top] if right else ("", "")
    rows = [("", "", ""), (left_of[0], middle, right_of[0]), (left_of[1], "", right_of[1]), ("", "", "")]
    edge = f"{'':{side}} "
    lines = [along(names[over]), along(guests[over]), f"{edge}┌{'─' * inner}┐"]
    lines += [f"{left:>{side}} │{centre:^{inner}}│ {at_right}".rstrip() for left, centre, at_right in rows]
    lines += [f"{edge}└{'─' * inner}┘", along(names[under][::-1]), along(guests[under][::-1])]
    return [line for line in lines if line]


def fleet_lines(words: Words, seats: Seats, look: Look = WHOLE, start: int | None = None) -> Iterator[str]:
    """What can be read on the ships, in the order of the seats; the ship of a `start` is marked."""
    locale, compiled = words.locale, words.setting
    heads = [locale.noun(element, "short").strip() for element in compiled.fleet.elements]
    parrots = "corners" in compiled.orders
    heads += [locale.plain("answers.corner")] if parrots else []
    rows = [["", "", *heads]]
    for ship in seats:
        data = compiled.ships[ship]
        paints = [words.paint(element, data.colours[element]) for element in compiled.fleet.elements]
        corner = f"corner.{data.corner}"
        coco = locale.plain(corner) if locale.has(corner) else data.corner
        mark = "▸" if ship == start else ""
        rows.append([f"{mark}{data.number}", words.ships[ship], *paints, *([coco] if parrots else [])])
    if look.pictures:
        yield from (f"  {line}"[:WIDTH].rstrip() for line in aligned(rows, ">"))
        return
    if look.width < WIDTH:
        yield from _letter_lines(words, seats, look, start)
        return
    for number, name, *cells in rows[1:]:
        parts = ", ".join(
            locale.plain("rulebook.pair", label=head, text=cell) for head, cell in zip(heads, cells, strict=True)
        )
        yield from wrap(f"{number} {name}. {parts}", look.width, subsequent_indent="    ")


def _letter_lines(words: Words, seats: Seats, look: Look, start: int | None) -> Iterator[str]:
    """The ships on a narrow screen: a letter for each colour, below what says which is which."""
    locale, compiled = words.locale, words.setting
    elements, colours = compiled.fleet.elements, compiled.fleet.colours
    yield from wrap(", ".join(f"{locale.letter(colour)} {locale.adjective(colour)}" for colour in colours), look.width)
    yield from wrap(", ".join(locale.noun(element, "short").strip() for element in elements) + ":", look.width)
    rows = []
    for ship in seats:
        data = compiled.ships[ship]
        corner = f"corner.{data.corner}"
        coco = locale.plain(corner) if locale.has(corner) else data.corner
        letters = [locale.letter(data.colours[element]) for element in elements]
        coco = coco if "corners" in compiled.orders else ""
        rows.append([f"{'▸' if ship == start else ''}{data.number}", words.ships[ship], *letters, coco])
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if sum(sizes) + len(sizes) - 1 <= look.width:
        yield from (" ".join(map(pad, row, sizes, "><<<<<<<")).rstrip() for row in rows)
        return
    for number, name, *cells in rows:  # all of it, on two lines
        yield from wrapped(f"{number:>2} {name}", look.width, 3)
        yield from wrapped("   " + " ".join(map(pad, cells, sizes[2:])).rstrip(), look.width, 3)


def card_lines(words: Words, cards: Sequence[Card | None], event: Event | None, look: Look = WHOLE) -> Iterator[str]:
    """The cards of a row, with the event where it lies; what is not to be seen is left out."""
    split = words.setting.numbers.event_after
    for place, card in enumerate(cards, 1):
        if card is not None:
            star = " ★" if card.level == "expert" and not look.plain else ""
            yield from wrapped(f"  {place:>2}  {words.card(card)}{star}", look.width, 6)
        if event is not None and place == split:
            yield from wrapped(f"   ~  {words.card(event)}", look.width, 6)


def abreast(lines: Sequence[str], look: Look, least: int = 6) -> Sequence[str]:
    """Lines in two columns, read down the one and then the other, where there are many and both fit on the screen."""
    half = -(-len(lines) // 2)
    first = max(map(width, lines[:half]), default=0) + 2
    if len(lines) < least or not look.pictures or first + max(map(width, lines[half:])) > look.width:
        return lines
    return [
        f"{pad(left, first)}{right}".rstrip() for left, right in zip(lines[:half], [*lines[half:], ""], strict=False)
    ]


class Narrator:
    """Says what the table sees. With a person at the table the others' coins stay hidden; with several, all (T7).

    People's columns are marked.
    """

    def __init__(
        self, words: Words, setup: Setup, say: Say, race: Race, people: Collection[int], look: Look = WHOLE
    ) -> None:
        self.words = words
        self.setup = setup
        self.say = say
        self.race = race
        self.people = people
        self.look = look
        self.hints: dict[int, int] = {}

    def __call__(self, before: SantyState, action: Any, after: SantyState) -> None:
        """Tell an action and what came of it."""
        tell = TELL.get(type(action))
        for line in tell(self, before, action, after) if tell else ():
            self.say(line)

    def _start(self, before: SantyState, action: Any, after: SantyState) -> Iterator[str]:
        if len(after.tiles) < len(self.setup.pirates):
            return
        yield ""
        if self.people:  # who are shown the ships with their cards, round by round
            yield from self._seating(after)
            return
        yield from wrap(self.words.say("fleet"), self.look.width)
        yield ""
        yield from fleet_lines(self.words, after.seats, self.look)

    def _row(self, before: SantyState, action: Any, after: SantyState) -> Iterator[str]:
        self.hints = {}
        if not after.under_way or self.people:
            return
        yield ""
        yield self._heading(after)
        yield ""
        yield from self._seating(after)
        yield ""
        yield from card_lines(self.words, after.cards, after.event_card, self.look)
        yield ""
        yield from self._cast_off(after)
        yield ""

    def question(self, view: SantyView) -> None:
        """Show a person all that has to be known to answer, on one screen."""
        cards = list(card_lines(self.words, view.row, view.event, self.look))
        fleet = fleet_lines(self.words, view.seats, self.look, view.tiles[view.pirate])
        self.say("")
        for line in (self._heading(view), *fleet, "", *abreast(cards, self.look), *self._cast_off(view)):
            self.say(line)

    def _heading(self, state: SantyState | SantyView) -> str:
        rounds = len(self.setup.compiled.numbers.rounds)
        return self.look.rule(self.words.say("round", n=state.round, rounds=rounds))

    def _cast_off(self, state: SantyState | SantyView) -> Iterator[str]:
        for line in (self.words.say("cast-off"), *self._legs(state)):
            yield from wrap(line, self.look.width)

    def _legs(self, state: SantyState | SantyView) -> Iterator[str]:
        """How everybody runs: so many laps first, backwards or not."""
        n = state.laps
        if state.backwards:
            key = "backwards" if n == 1 else "backwards-laps" if n else "backwards-only"
        else:
            key = "lap" if n == 1 else "laps" if n else ""
        if key:
            yield self.words.say(key, **({"n": n} if n > 1 else {}))

    def _seating(self, state: SantyState) -> list[str]:
        ships = self.setup.compiled.ships
        guests = {ship: self.words.pirates[pirate] for pirate, ship in enumerate(state.tiles)}
        names = [f"{ships[ship].number} {self.words.ships[ship]}" for ship in state.seats]
        sitting = [guests.get(ship, "") for ship in state.seats]
        return seating(names, sitting, self.words.say("clockwise"), self.look)

    def _arrival(self, before: SantyState, action: Any, after: SantyState) -> Iterator[str]:
        words = self.words
        index, ship = last_arrival(after)
        pirate = words.pirates[index]
        if ship is not None:
            key = "lays-frame" if self.setup.frames else "arrives"
            line = words.say(key, pirate=pirate, ship=words.ships[ship])
            time = words.seconds(self.race.seconds[index]) if index in self.race.seconds else ""
            line = f"  {len(before.arrivals) + 1:>2}. {time:>9}   {line}"
        else:
            line = f"   –  {'':>9}   {words.say('late', pirate=pirate)}"
        yield from wrapped(line, self.look.width, 6)
        count, chair = after.past[-1].ending if not after.arrivals else UNCOUNTED
        below = 17 if self.look.width >= WIDTH else 6
        if count is not None:
            yield from wrapped(f"{'':{below}}{words.say('counted', n=count)}", self.look.width, below)
        if chair is not None:
            yield from wrapped(f"{'':{below}}{words.say('chair', ship=words.ships[chair])}", self.look.width, below)
        if not after.arrivals:
            yield from self._resolution(after)
        if after.outcome:
            yield from self._end(after)

    def _resolution(self, state: SantyState) -> Iterator[str]:
        result = state.past[-1]
        count = len(self.setup.pirates)
        blocks = -(-count // ABREAST)
        size = -(-count // blocks)
        for first in range(0, count, size):
            yield ""
            pirates = range(first, min(first + size, count))
            yield from self._grid(state, result, pirates, size) if self.look.pictures else self._ways(state, pirates)
        heads = [line for pirate in range(count) for line in self._head(result, pirate)]
        if heads:
            yield ""
        for line in heads:
            yield from wrap(line, self.look.width, subsequent_indent="  ")

    def _head(self, result: Result, pirate: int) -> Iterator[str]:
        """What went wrong in the head of a bot that sat down at a wrong ship, and what a person was told."""
        words, who = self.words, self.words.pirates[pirate]
        claim = next(arrival.ship for arrival in result.arrivals if arrival.pirate == pirate)
        slips = self.race.slips.get(pirate, ()) if claim not in (None, result.ends[pirate]) else ()
        cards, event = self.setup.cards(result.row), self.setup.event(result.event)
        for slip in slips:
            if slip.place is None:
                yield words.say("slip.event", pirate=who, card=words.card(event) if event else "")
            else:
                card = words.card(cards[slip.place])
                yield words.say(f"slip.{slip.kind}", pirate=who, n=slip.place + 1, card=card)
        if pirate in self.hints:
            yield words.say("hint-count", pirate=who, n=self.hints[pirate])

    def _ways(self, state: SantyState, pirates: Sequence[int]) -> Iterator[str]:
        """The round in words: each pirate's way, and what came of it."""
        words, result = self.words, state.past[-1]
        route = self.setup.compiled.route(self.setup.cards(result.row), self.setup.event(result.event), state.seats)
        claims = {arrival.pirate: arrival.ship for arrival in result.arrivals}
        for pirate in pirates:
            way = [result.starts[pirate]]
            for step in route:
                way += [step.move[way[-1]]] if step.move[way[-1]] != way[-1] else []
            end = result.ends[pirate]
            parts = [("true", words.ships[end]), ("sat", self._claim(claims[pirate], end))]
            parts += [("ducats", str(result.loot[pirate] or "–"))]
            parts += [("so-far", str(sum(state.coins(pirate))))] if self._shows_coins(pirate) else []
            text = "; ".join(
                words.locale.plain("rulebook.pair", label=words.say(key), text=cell) for key, cell in parts
            )
            named = words.locale.plain(
                "rulebook.pair", label=words.pirates[pirate], text=", ".join(words.ships[s] for s in way)
            )
            yield from wrap(f"{named}. {text}.", self.look.width, subsequent_indent="  ")

    def _grid(self, state: SantyState, result: Result, pirates: Sequence[int], size: int) -> Iterator[str]:
        """The round, card by card: a column for each pirate (and as wide as for `size`), a dot for who stays."""
        words = self.words
        width = min(16, (WIDTH - 28) // size)
        first = WIDTH - width * size

        def line(label: str, cells: Sequence[str]) -> list[str]:
            lines = wrapped(label, first - 1, 4)
            lines[0] = (pad(lines[0], first) + "".join(cut(cell, width - 1) + " " for cell in cells)).rstrip()
            return lines

        yield from line("", [f"{'▸' if pirate in self.people else ''}{words.pirates[pirate]}" for pirate in pirates])
        here = {pirate: result.starts[pirate] for pirate in pirates}
        yield from line(f"    {words.say('start')}", [words.ships[ship] for ship in here.values()])
        event = self.setup.event(result.event)
        for step in self.setup.compiled.route(self.setup.cards(result.row), event, state.seats):
            there = {pirate: step.move[ship] for pirate, ship in here.items()}
            cells = [words.ships[there[p]] if there[p] != here[p] else "·" for p in pirates]
            drift = words.card(event) if event else ""
            label = f"{step.place + 1:>2}  {words.card(step.card)}" if step.card else f" ~  {drift}"
            yield from line(label, cells)
            here = there
        yield "─" * WIDTH
        yield from line(f"    {words.say('true')}", [words.ships[result.ends[p]] for p in pirates])
        claims = {arrival.pirate: arrival.ship for arrival in result.arrivals}
        yield from line(f"    {words.say('sat')}", [self._claim(claims[p], result.ends[p]) for p in pirates])
        yield from line(f"    {words.say('ducats')}", [str(result.loot[p] or "–") for p in pirates])
        if any(map(self._shows_coins, pirates)):
            totals = [sum(state.coins(p)) if self._shows_coins(p) else "?" for p in pirates]
            yield from line(f"    {words.say('so-far')}", [str(total) for total in totals])

    def _shows_coins(self, pirate: int) -> bool:
        return not self.people or (len(self.people) == 1 and pirate in self.people)

    def _claim(self, claim: int | None, end: int) -> str:
        return "–" if claim is None else f"{'✓' if claim == end else '✗'} {self.words.ships[claim]}"

    def _end(self, state: SantyState) -> Iterator[str]:
        outcome, words = state.outcome, self.words
        assert outcome is not None
        yield ""
        yield self.look.rule(words.say("end"), "═")
        yield ""
        number = 1
        for place in outcome.places:
            for pirate in place:
                coins = outcome.coins[pirate]
                ducats = words.say("total", n=sum(coins))
                role = words.say(self._role(state, pirate))
                paid = " ".join(map(str, coins))
                if self.look.pictures:
                    row = f"{cut(words.pirates[pirate], 14)} {cut(ducats, 12)} {cut(role, 22)} {paid}"
                else:
                    row = f"{words.pirates[pirate]}, {ducats}, {role}"
                    row = words.locale.plain("rulebook.pair", label=row, text=paid) if paid else row
                yield from wrapped(f"  {number:>2}. {row}".rstrip(), self.look.width, 6)
            number += len(place)
        if outcome.tie:
            yield ""
            yield from wrap(words.say("tie", pirates=[words.pirates[p] for p in outcome.captain]), self.look.width)

    def _role(self, state: SantyState, pirate: int) -> str:
        outcome = state.outcome
        assert outcome is not None
        if pirate in outcome.captain:
            return "tied" if outcome.tie else "captain"
        return "mate" if pirate in outcome.mates else "boy"


TELL: Mapping[type, Callable[[Narrator, SantyState, Any, SantyState], Iterator[str]]] = {
    Start: Narrator._start,
    Lay: Narrator._row,
    LayEvent: Narrator._row,
    Sit: Narrator._arrival,
    Late: Narrator._arrival,
}
