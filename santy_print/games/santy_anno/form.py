"""Form: what a table wrote by hand, in its own words, read into a game; what can be worked out is.

A line for the seats, one for the starts, one for the cards of each round, and one for each arrival. Things go by their
names in any language of the set, by their ids, ships by their numbers, cards by what is printed on them (`+3`, `P`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print.diag import Report, SourceFile, Span
from santy_print.game.record import UNFINISHED
from santy_print.games.santy_anno.called import short_element
from santy_print.games.santy_anno.compiled import Card, Event
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.scribe import SantyScribe
from santy_print.games.santy_anno.state import LEVELS, Piece, SantyState, Setup, start
from santy_print.games.santy_anno.written import Examiner, Row, Term, Written, stands

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

WAYS = {
    "seats": "seats: Royal, Viper, ...",
    "start": "start: The Brain Royal, El Belgo Viper, ...",
    "round": "round 1: Hull, +3, ...",
    "arrival": "The Brain: Royal",
    "late": "late: El Belgo",
}
"""What each kind of line looks like."""
KEYS = {"seats": "answers.seats", "start": "play.start", "late": "scores.late", "level": "scores.level"}
"""What begins a line, and the text of each language that may stand there."""
NOWHERE = ("-", "–", "—")
"""What stands where a ship would, of who came too late."""
FEW = 12
"""So many things are all named where nobody knows which was meant."""
LONGEST = 3
"""The name of a card has so many commas at most, less one."""
ALIKE = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), **dict(zip("łŁøØđĐ", "lLoOdD", strict=True))})
"""Signs that stand for another, and letters that Unicode does not take apart."""


def normal(text: str) -> str:
    """A name as names are compared: without case, accents and marks, but with signs of numbers."""
    plain = unicodedata.normalize("NFKD", text.translate(ALIKE)).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"[^\w+/-]+|_", " ", plain)
    plain = re.sub(r"(?<!\d)-(?!\d)|(?<=\w)-(?=\w)", " ", plain)
    return " ".join(re.sub(r"\s*/\s*", "/", re.sub(r"([+-])\s+(?=\d)", r"\1", plain)).split())


class Names:
    """What things are called, by all names of each."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        self.shown: dict[str, str] = {}
        self.named: dict[Any, str] = {}

    def add(self, name: str, thing: Any, shown: str | None = None) -> None:
        """One more name of a thing; what is called so already keeps it. `shown` is what hints say instead: nothing for
        an id or a number, of which they say the first printed name.
        """
        self.known.setdefault(normal(name), thing)
        self.shown.setdefault(normal(name), name if shown is None else shown)
        if shown is None:
            self.named.setdefault(thing, name)

    def called(self, thing: Any) -> str:
        """What is printed on a thing."""
        return self.named.get(thing, str(thing))

    def find(self, name: str) -> Any:
        """What is called so, or None."""
        return self.known.get(normal(name))

    def near(self, name: str) -> str:
        """A hint at what was meant, by printed names."""
        near = get_close_matches(normal(name[:80]), list(self.known), n=3, cutoff=0.6)
        things: dict[Any, str] = {}
        for key in near:  # the nearest first
            things.setdefault(self.known[key], self.shown[key] or self.called(self.known[key]))
        return f"did you mean {' or '.join(f'`{one}`' for one in things.values())}?" if near else ""

    def hint(self, name: str) -> str:
        """The same; where nothing is near, all that there is, if that is little."""
        few = f"there are {', '.join(f'`{one}`' for one in self.named.values())}" if len(self.named) <= FEW else ""
        return self.near(name) or few


class Part(NamedTuple):
    """A stretch of a line, without blanks at its ends; `begin` counts from 0."""

    text: str
    line: int
    begin: int


class Entry(NamedTuple):
    """Who sits where, perhaps with the coin that the table paid for it."""

    pirate: Term
    ship: Term | None
    coin: Term | None = None


class Form:
    """One form, read line by line; names are looked up in all languages of the pack."""

    def __init__(self, pack: Pack, file: SourceFile, report: Report) -> None:
        self.pack, self.compiled, self.file, self.report = pack, pack.compiled, file, report
        self.ships, self.pirates, self.cards, self.events = Names(), Names(), Names(), Names()
        self.keys, self.levels, self.manners = Names(), Names(), Names()
        self.text = normal(file.text)
        self._learn()
        self.level: Term | None = None
        self.frames = False
        self.seats: list[Term] = []
        self.starts: list[Entry] = []
        self.removed: list[Term] = []
        self.rows: list[tuple[Row, list[Entry]]] = []
        self.list: str = ""
        """The list that goes on in the next line."""

    def _learn(self) -> None:
        """All names of all things: ids and numbers, and what each language calls them."""
        for index, ship in enumerate(self.compiled.ships):
            for name in (ship.id, str(ship.number)):
                self.ships.add(name, index, "")
        for pirate in self.compiled.pirates:
            self.pirates.add(pirate.id, pirate.id, "")
        for card in (*self.compiled.cards, *self.compiled.events):
            (self.events if isinstance(card, Event) else self.cards).add(card.id, card.id, "")
        for key in ("seats", "start", "round", "late", "level", "by", "taken out"):
            self.keys.add(key, key)
        for level in LEVELS:
            self.levels.add(level, level)
        tongues = [Words(self.pack, locale) for locale in self.pack.locales.values()]
        for words in sorted(tongues, key=self._foreign):
            locale, short = words.locale, self._short(words.locale)
            for index, name in enumerate(words.ships):
                self.ships.add(name, index)
            for pirate, name in zip(self.compiled.pirates, words.pirates, strict=True):
                self.pirates.add(name, pirate.id)
            for card in self.compiled.cards:
                self._learn_card(card, words.card(card), short)
            for event in self.compiled.events:
                self.events.add(words.card(event), event.id)
            for key, text in KEYS.items():
                self.keys.add(locale.plain(text), key)
            self.keys.add(re.sub(r"\d+\W*", "", locale.plain("scores.round", n=1)), "round")
            for level in LEVELS:
                self.levels.add(words.say(f"level.{level}"), level)
            for manner in ("running", "frames"):
                self.manners.add(manner, manner)
                self.manners.add(words.say(f"by.{manner}"), manner)

    def _foreign(self, words: Words) -> int:
        """How many names of a language are not in the form: its own comes first, in hints, and where two call unlike
        things the same.
        """
        names = {*words.ships, *words.pirates, *map(words.card, self.compiled.cards)}
        return sum(normal(name) not in self.text for name in names)

    def _short(self, locale: Locale) -> Mapping[str, str]:
        """What the heads of a table call parts of a ship more shortly than cards do."""
        elements = self.compiled.fleet.elements
        names = {normal(locale.noun(id)): normal(short_element(locale, id)) for id in elements}
        return {long: short for long, short in names.items() if short != long}

    def _learn_card(self, card: Card, name: str, short: Mapping[str, str]) -> None:
        """A card's printed name, also with a part's short name, and what else stands on it: either of two numbers, a
        letter that is struck out.
        """
        self.cards.add(name, card.id)
        plain = normal(name)
        for long, brief in short.items():
            plain = re.sub(rf"\b{re.escape(long)}\b", brief, plain)
        self.cards.add(plain, card.id, name)
        numbers = normal(name).split("/")
        for alias in (*numbers, "/".join(reversed(numbers))) if len(numbers) == 2 else ():
            self.cards.add(alias, card.id)
        struck = card.parameters.get("struck")
        if card.kind == "name" and isinstance(struck, str):
            self.cards.add(struck, card.id)

    # Lines.

    def read(self) -> None:
        """Read every line."""
        for number, line in enumerate(self.file.lines, 1):
            text = re.sub(r"(^|\s)#.*", "", line)
            if not text.strip():
                continue
            if self.list:
                self._go_on(self.list, text, number, 0)
                continue
            head, colon, rest = text.partition(":")
            figure = re.search(r"\d{1,6}", head)
            key = self.keys.find(re.sub(r"\d+\W*", " ", head)) if colon else None
            if colon and key == "round" and figure:
                begin = len(head) - len(head.lstrip())
                row = Row(self._span(Part(head.strip(), number, begin)), int(figure[0]))
                self.rows.append((row, []))
                self._go_on("round", rest, number, len(head) + 1)
            elif colon and key not in (None, "round"):
                self._go_on(key, rest, number, len(head) + 1)
            else:
                self._arrival(text, number)

    def _go_on(self, key: str, text: str, number: int, begin: int) -> None:
        """A list, or what of it stands in this line; it goes on where the line ends with a comma."""
        self.list = key if text.rstrip().endswith((",", ";")) else ""
        parts = list(self._parts(text, number, begin))
        if key == "seats":
            self.seats += [self._term(part, self.ships, "ship") for part in parts]
        elif key == "start":
            self.starts += [entry for part in parts if (entry := self._pair(part)) is not None]
        elif key == "level":
            self.level = next(
                (self._term(part, self.levels, "level") for part in self._parts(text, number, begin, "")), None
            )
        elif key == "by":
            self.frames = any(self._term(part, self.manners, "way to play").means == "frames" for part in parts)
        elif key == "taken out":
            self.removed += [card for card, event in self._cards(parts) if not event]
        elif key == "late":
            for part in parts:
                self._sit(Entry(self._term(part, self.pirates, "pirate"), None), part)
        else:
            for term, event in self._cards(parts):
                row = self.rows[-1][0]
                (row.events if event else row.cards).append(term)

    def _parts(self, text: str, number: int, begin: int, marks: str = ",") -> Iterator[Part]:
        """What stands between commas, or between semicolons where there are any."""
        marks = ";" if ";" in text else marks
        for found in re.finditer(rf"[^{marks}]+" if marks else ".+", text):
            if word := found[0].strip():
                yield Part(word, number, begin + found.start() + found[0].index(word[0]))

    def _cards(self, parts: Sequence[Part]) -> Iterator[tuple[Term, bool]]:
        """The cards of a list, and whether each is an event; a card's own name may have a comma."""
        at = 0
        while at < len(parts):
            for end in range(min(at + LONGEST, len(parts)), at, -1):
                name = ", ".join(part.text for part in parts[at:end])
                own = not name.startswith("[")
                card, event = self.cards.find(name) if own else None, self.events.find(name)
                if card is not None or event is not None or end == at + 1:
                    break
            whole = Part(name, parts[at].line, parts[at].begin)
            span = self._span(whole)
            if card is None and event is None:
                hint = partial(self._near_card, name)
                self.report.error("record-name", f"no card is called {name}", span, hint)
            yield Term(name, span, card if card is not None else event), card is None and (event is not None or not own)
            at = end

    def _near_card(self, name: str) -> str:
        return self.cards.near(name) or self.events.near(name)

    def _arrival(self, text: str, number: int) -> None:
        """A line that says who sat down where."""
        begin = len(text) - len(text.lstrip())
        counted = re.match(r"\s*\d+[.)]\s+", text)
        begin = counted.end() if counted else begin
        part = Part(text[begin:].strip(), number, begin)
        entry = self._pair(part)
        if entry is not None:
            self._sit(entry, part)

    def _sit(self, entry: Entry, part: Part) -> None:
        if self.rows:
            self.rows[-1][1].append(entry)
        else:
            hint = f"its cards come first: `{WAYS['round']}`"
            self.report.error("record-rule", "somebody sits down, and no round has begun", self._span(part), hint)

    def _pair(self, part: Part) -> Entry | None:
        """A pirate and a ship, and the coin if there is one; None, and a fault, where it is neither."""
        words = list(re.finditer(r"[^\s:=>]+", part.text))
        for cut in range(len(words) - 1, 0, -1):
            pirate = self.pirates.find(_between(part.text, words[:cut]))
            if pirate is None:
                continue
            who = Term(_between(part.text, words[:cut]), self._within(part, words[:cut]), pirate)
            rest, coin = words[cut:], None
            if len(rest) > 1 and rest[-1][0].isdecimal() and self._ship(part, rest) is None:
                coin = Term(rest[-1][0], self._within(part, rest[-1:]), int(rest[-1][0][:6]))
                rest = rest[:-1]
            ship = _between(part.text, rest)
            if ship in NOWHERE or self.keys.find(ship) == "late":
                return Entry(who, None, coin)
            where = self._term(Part(ship, part.line, part.begin + rest[0].start()), self.ships, "ship")
            return Entry(who, where, coin)
        for cut in range(1, len(words)):
            if self._ship(part, words[cut:]) is not None:
                who = self._term(Part(_between(part.text, words[:cut]), part.line, part.begin), self.pirates, "pirate")
                return Entry(who, Term("", who.span, self._ship(part, words[cut:])))
        hints = [f"somebody sits down: `{WAYS['arrival']}`", f"lists begin with a word: `{WAYS['seats']}`"]
        self.report.error("record-rule", "this says nothing of a game", self._span(part), *hints)
        return None

    def _ship(self, part: Part, words: Sequence[re.Match[str]]) -> Any:
        return self.ships.find(_between(part.text, words))

    def _term(self, part: Part, names: Names, what: str) -> Term:
        """A name looked up; a fault where nothing is called so."""
        found, span = names.find(part.text), self._span(part)
        if found is None:
            self.report.error("record-name", f"no {what} is called {part.text}", span, partial(names.hint, part.text))
        return Term(part.text, span, found)

    def printed(self, id: str) -> str:
        """What a ship or a pirate is called in the form's own language, by its id."""
        ships = [ship.id for ship in self.compiled.ships]
        return self.ships.called(ships.index(id)) if id in ships else self.pirates.called(id)

    def _span(self, part: Part) -> Span:
        return self._at(part.line, part.begin, len(part.text))

    def _within(self, part: Part, words: Sequence[re.Match[str]]) -> Span:
        return self._at(part.line, part.begin + words[0].start(), words[-1].end() - words[0].start())

    def _at(self, line: int, begin: int, length: int) -> Span:
        return Span(self.file, line, begin + 1, line, begin + 1 + max(1, length))


def _between(text: str, words: Sequence[re.Match[str]]) -> str:
    return text[words[0].start() : words[-1].end()]


# The record.


def record_of(pack: Pack, file: SourceFile, report: Report) -> list[str]:
    """The lines of the record of a game that a table wrote by hand; nothing where something is wrong or lacks."""
    form = Form(pack, file, report)
    form.read()
    setup = _setup(form)
    if setup is None:
        return []
    game = _game(form, setup)
    Examiner(game, file, WAYS, report, form.printed).examine()
    if not report.ok:
        return []
    if setup.expert and not game.removed:
        game.removed = _taken_out(form, game)
    return _lines(form, game) if report.ok else []


def _setup(form: Form) -> Setup | None:
    """Who plays with which cards: the level is what the cards tell, where nobody says it."""
    report, players = form.report, form.compiled.numbers.players
    pirates = [entry.pirate.means for entry in form.starts]
    if not form.starts and not form.rows and not form.seats:
        report.error("record-lacks", "nothing here says how a game went", None, *(f"`{way}`" for way in WAYS.values()))
        return None
    known = list(dict.fromkeys(id for id in pirates if id is not None))
    if form.starts and None not in pirates and not players.least <= len(known) <= players.most:
        message = f"{players.least} to {players.most} pirates play; {stands(len(known))} here"
        report.error(
            "record-lacks" if len(known) < players.least else "record-rule", message, form.starts[-1].pirate.span
        )
    others = [entry.pirate for _, entries in form.rows for entry in entries if entry.pirate.means is not None]
    for term in others:
        if known and term.means not in known and None not in pirates:
            report.error("record-rule", f"{term.text} does not play: the starts do not name that pirate", term.span)
    known += list(dict.fromkeys(term.means for term in others if term.means not in known))
    order = [pirate.id for pirate in form.compiled.pirates if pirate.id in known]
    level = form.level.means if form.level is not None and form.level.means else _level(form)
    return Setup.of(form.compiled, order, *LEVELS[level], frames=form.frames)


def _level(form: Form) -> str:
    """The level that the cards tell."""
    expert = {card.id for card in form.compiled.cards if card.level == "expert"}
    if any(row.events for row, _ in form.rows):
        return "events"
    return "expert" if any(term.means in expert for row, _ in form.rows for term in row.cards) else "basic"


def _game(form: Form, setup: Setup) -> Written:
    """What the form says, in the numbers and labels of this game."""
    seen: Counter[str] = Counter()

    def card(term: Term, pieces: Sequence[Piece], what: str) -> Term:
        copies = [piece.label for piece in pieces if piece.card.id == term.means]
        if term.means is not None and not copies:
            form.report.error("record-rule", f"{term.text} {what}", term.span, fact="G2")
            return term._replace(means=None)
        seen[str(term.means)] += 1
        return term._replace(means=copies[min(seen[str(term.means)], len(copies)) - 1]) if copies else term

    def pirate(term: Term) -> Term:
        return term._replace(means=setup.pirates.index(term.means)) if term.means in setup.pirates else term

    game = Written(setup, form.seats)
    game.starts = [(pirate(one.pirate), one.ship or one.pirate._replace(means=None)) for one in form.starts]
    for row, entries in form.rows:
        row.cards = [card(term, setup.deck, "is an expert card, and the game is basic") for term in row.cards]
        row.events = [card(term, setup.pile, "is an event, and the game has none") for term in row.events]
        row.arrivals = [(pirate(entry.pirate), entry.ship) for entry in entries]
        game.rounds.append(row)
    game.removed = [card(term, setup.deck, "is no card of this game") for term in form.removed]
    return game


def _taken_out(form: Form, game: Written) -> list[Term]:
    """The cards that lie in the box: nobody writes them down, so the first ones that no round lays (G2)."""
    setup, count = game.setup, form.compiled.numbers.expert_removes
    laid = {term.means for row in game.rounds for term in row.cards}
    free = [piece.label for piece in setup.deck[: setup.basic] if piece.label not in laid]
    if len(free) < count:
        message = f"{setup.basic - len(free)} basic cards are laid, and {count} of {setup.basic} were taken out"
        form.report.error("record-rule", message, game.rounds[-1].span, fact="G2")
    top = form.file.at(0)
    return [Term(label, top, label) for label in free[:count]]


def _lines(form: Form, game: Written) -> list[str]:
    """The record: what was written, what the rules make of it, and whether the game was left before its end."""
    scribe, state = SantyScribe(game.setup), start(game.setup)
    lines = scribe.opening()
    for action in game.actions():
        after: SantyState = state.apply(action)
        lines += scribe.lines(state, action, after)
        state = after
    for (_, entries), result in zip(form.rows, state.past, strict=True):
        for entry in entries:
            won = result.loot[game.setup.pirates.index(entry.pirate.means)]
            if entry.coin is not None and entry.coin.means != won:
                message = f"by the rules {entry.pirate.text} gets {won or 'nothing'} here, not {entry.coin.text}"
                form.report.error(
                    "record-rule", message, entry.coin.span, "leave it out, and it is reckoned", fact="G8"
                )
    return lines if state.actor is None else [*lines, UNFINISHED]
