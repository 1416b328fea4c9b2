"""Answer sheet: compiled moves in, a sheet for the Bosun out (JSON, text, HTML, PDF). Every cell is derived.

`find_answers` gives plain data, `Sheet` says it in one language, as blocks. The columns of a table are the ships: a
finger follows a card's line to the ship a pirate is on and finds there the ship to go to. A terminal has room for
numbers alone, so its tables are made here.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.columns import pad, width
from santy_print.diag import PackError, did_you_mean
from santy_print.documents import Commission, Document, text
from santy_print.documents.blocks import (
    Aloud,
    Book,
    Column,
    Cover,
    Dressed,
    Either,
    Field,
    Figure,
    Inline,
    Label,
    Lines,
    Paragraph,
    Picture,
    Section,
    Table,
    Words,
    parts_of,
    plain,
)  # fmt: skip
from santy_print.documents.pictures import Pictures
from santy_print.documents.printed import Drawn, Page, Printed
from santy_print.documents.text import COLUMNS, fill, text_table
from santy_print.documents.words import in_short_lines
from santy_print.games.santy_anno.answers import params_of
from santy_print.games.santy_anno.answers import ships as ships_of
from santy_print.games.santy_anno.called import short_element
from santy_print.games.santy_anno.seats import around_circle
from santy_print.named import in_words_of
from santy_print.output import write_atomic
from santy_print.text import escape, in_both, item_key

if TYPE_CHECKING:
    from santy_print.faces import Faces, Frame
    from santy_print.games.santy_anno.compiled import Compiled
    from santy_print.pack import Pack
    from santy_print.text import Locale

Data = dict[str, Any]

LEVELS = ("basic", "expert", "events")
FORMATS = ("pdf", "html", "text", "json")

ABREAST = 8
"""So many ships stand side by side; more are given in tables of equal width, one under the other."""

HOLD = "\u00a0"
"""A blank where no line may end."""

THIN = "\u202f"

STAGE, REACH = (60.0, 43.0), 14.0
"""The picture of the seats, and how far from its middle they lie, mm."""

CELL = 6
"""Columns of a terminal for one ship."""

PAGES = {
    "a4": Page("a4", (11, 11, 14), 1, (8.5,), line=15.0),
    "letter": Page("us-letter", (11, 11, 14), 1, (8.5,), line=12.9),
}
"""Letter paper is shorter: lines a little lower make the sheet the same two pages."""


def find_answers(
    pack: Pack, seats: Sequence[str] | None = None, seed: int | None = None, level: str = LEVELS[0]
) -> Data:
    """Every card's moves, for these seats clockwise or the pack's; with a seed, `deal`: the rounds of that game."""
    answers = pack.tool("answers")
    made: Data
    if seed is None:
        made = answers(pack.compiled, seats)
        return made
    deal = pack.tool("deal")(pack.compiled, seed, level, seats)
    made = answers(pack.compiled, deal.pop("seats"))
    return made | {"deal": deal}


# --- the seats --------------------------------------------------------------------------------------------------


def parse_seats(text: str, ships: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The ships clockwise as a person lists them, and all that is wrong with the list."""
    known = {ship.casefold(): ship for ship in ships}
    words = [word.strip() for word in text.split(",")]
    faults = []
    for word in dict.fromkeys(words):
        if not word:
            faults.append("a ship is missing beside a comma")
        elif word.casefold() not in known:
            hint = did_you_mean(word.casefold(), ships)
            faults.append(f"there is no ship `{word}`" + (f"; {hint}" if hint else ""))
    seats = tuple(known[word.casefold()] for word in words if word.casefold() in known)
    count = Counter(seats)
    faults += [f"`{ship}` is listed {count[ship]} times" for ship in count if count[ship] > 1]
    absent = [f"`{ship}`" for ship in ships if ship not in seats]
    if absent:
        faults.append(f"every ship has a seat; not listed: {', '.join(absent)}")
    return seats, faults


# --- the sheet in one language ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what is done, from which ship to which, and where each pirate was before."""

    name: Words
    moves: Mapping[str, str]
    before: Mapping[str, str]
    place: str = ""
    swatches: tuple[Inline, ...] = ()
    expert: bool = False
    copies: int = 1
    opens: bool = False
    total: bool = False


@dataclass(slots=True)
class Sheet(Printed):
    """Says a pack's answers in one language."""

    data: Data = field(kw_only=True)

    def title(self) -> str:
        """Its own name and that of the pack."""
        return f"{plain(_Composer(self).title)} · {self.pack.locales[self.languages[0]].plain('game.title')}"

    def _draw(self) -> Drawn:
        """A sheet in each language: the Bosun reads one of them, with the swatches of that language."""
        books: list[Book] = []
        frames: dict[str, Frame] = {}
        for code in self.languages:
            faces = self.faces(code)
            books.append(
                self.composed(faces, Pictures(self.pack, faces.locale, faces, f"-{code}" if books else "", frames))
            )
            if not faces.report.ok:
                raise PackError(faces.report)
        return Drawn(tuple(books), frames)

    def composed(self, faces: Faces, pictures: Pictures) -> Book:
        """A sheet in the language of its faces; what they or the letters lack is in their report."""
        book = _Composer(self, pictures, faces.locale).book()
        pictures.check_words([part for part in parts_of(book) if isinstance(part, str)])
        return book

    def pdf(self, paper: str = "a4") -> bytes:
        """A sheet on paper, tagged for readers, always the same bytes."""
        return self.set_on(PAGES[paper])

    def text(self) -> str:
        """A sheet for a terminal of 80 columns."""
        books = []
        for code in self.languages:
            composer = _Composer(self, locale=self.pack.locales[code])
            book = composer.book()
            lead = (book.cover.tagline, "\n", composer.say("text-lead"))
            books.append(replace(book, cover=replace(book.cover, tagline=lead)))
        return text.page(self.title(), books).replace(HOLD, " ").replace(THIN, " ")


class _Composer:
    """Makes a sheet of blocks; without pictures for a terminal."""

    def __init__(self, sheet: Sheet, pictures: Pictures | None = None, locale: Locale | None = None) -> None:
        self.locale: Locale = locale or sheet.pack.locales[sheet.language]
        self.pack = in_words_of(sheet.pack, self.locale)
        self.data = _in_words(sheet.data, self.pack.compiled)
        self.pictures = pictures or Pictures(self.pack, self.locale)
        self.ships = {ship["id"]: ship for ship in self.data["ships"]}
        self.items = {
            kind: {item["id"]: item for item in self.pack.collections[kind]} for kind in ("boarding", "events")
        }
        self.game = self.pack.collections["game"][0]
        effects = self.pack.tool("effects")(self.pack.compiled, self.data["seats"])
        self.effects, self.sizes = effects["events"], [self.say("cards", n=size) for size in effects["sizes"]]
        self.deal = self.data.get("deal")
        self.title = self.say("deal-title", seed=self.deal["seed"]) if self.deal else self.say("title")

    def say(self, key: str, **values: Any) -> Words:
        """A text of the answer sheet."""
        return self.words(f"answers.{key}", **values)

    def words(self, key: str, /, **values: Any) -> Words:
        """A text with its markup; of two languages both on one line."""
        return Words(" · ".join(dict.fromkeys(in_both(self.locale.markup(key, **values)))))

    def book(self) -> Book:
        """The whole sheet."""
        head = self.pack.head
        tables = [self._round(item) for item in self.deal["rounds"]] if self.deal else [*self._kinds(), *self._drifts()]
        return Book(
            (self.locale.code.partition("+")[0],),  # of a pair the first: a document names one language
            self.title,
            Cover(plain(self.title), self.say("deal-lead" if self.deal else "lead")),
            (*tables, self._fleet(), *self._ends()),
            head.credits.designer,
            self.pack.edition(self.locale),
            knot="⚓",
            look="sheet",
            contents=plain(self.say("contents")),
        )

    # The tables: cards down, ships across

    def _kinds(self) -> Iterator[Section]:
        """A table for each kind of card: kinds as the pack lists them, cards as the harbour lists features (M5)."""
        cards = self.data["cards"]
        order = [*self.game["elements"], *self.game["colours"], *self.game["letters"]]
        order += [word for card in cards for word in _words(card["params"]) if word not in order]
        expert = True
        for kind in dict.fromkeys(card["kind"] for card in cards):
            some = [(_words(card["params"]), card) for card in cards if card["kind"] == kind]
            some.sort(key=lambda pair: [word if isinstance(word, int) else order.index(word) for word in pair[0]])
            grouped = any(len(words) > 1 for words, _ in some)
            befores = [some[0][0], *(words for words, _ in some)]
            lines = [
                self._card(card, card["moves"], opens=grouped and words[:1] != before[:1])
                for (words, card), before in zip(some, befores, strict=False)
            ]
            many = self.locale.has(f"answers.kinds.{kind}")
            title = self.say(f"kinds.{kind}") if many else self.words(f"card.{kind}.name")
            made = self._section(kind, title, lines)
            yield replace(made, fresh="page") if lines[0].expert and not expert else made
            expert = lines[0].expert

    def _drifts(self) -> Iterator[Section]:
        """Where the events move everybody: a table for all that do so after the same cards, by as many seats."""
        alike: dict[tuple[int, int], list[Line]] = {}
        for effect in (each for each in self.effects if each["drift"]):
            drift = effect["drift"]
            line = Line(self._event(effect["id"]), drift["moves"], _still(self.ships))
            alike.setdefault((drift["from"], drift["steps"]), []).append(line)
        for number, ((first, steps), lines) in enumerate(alike.items(), 1):
            more = {"steps": steps} if steps > 1 else {}
            note = self.say(f"drift-note{'-steps' if more else ''}", n=first, **more)
            yield self._section(f"drift-{number}" if number > 1 else "drift", self.say("drift"), lines, note)

    def _round(self, item: Data) -> Section:
        """One round of a dealt game: the ship after every step in the order of resolving, and the true ship."""
        cards = {card["id"]: card for card in self.data["cards"]}
        lines, before = [], _still(self.ships)
        for step in item["steps"]:
            if "card" in step:
                line = self._card(
                    cards[step["card"]], step["after"], before=before, place=f"{step['place']}.", copies=1
                )
            else:
                line = Line(self._event(step["event"]), step["after"], before, "~")
            lines.append(line)
            before = step["after"]
        lines.append(Line(self.say("target"), before, {}, total=True))
        note = self._event(item["event"]) if item["event"] else Words()
        places = [step["place"] for step in item["steps"] if "card" in step]
        if places != sorted(places):
            note = self.say("round-event", event=note, order=HOLD.join(map(str, places)))
        title = self.say("round", n=item["round"], cards=len(item["cards"]))
        return self._section(f"round-{item['round']}", title, lines, note, trace=True)

    def _section(
        self, id: str, title: Inline, lines: Sequence[Line], note: Inline = "", trace: bool = False
    ) -> Section:
        """A table, in parts where there are many ships; on a `trace` whoever stays is named, too."""
        blocks = []
        for number, ships in enumerate(_abreast(list(self.ships.values()))):
            shown = self._matrix(ships, lines, trace, continued=number > 0)
            blocks.append(Either(shown, (Lines(self._terminal(ships, lines, trace)),)))
        return Section(id, title, tuple(blocks), note=note)

    def _matrix(self, ships: Sequence[Data], lines: Sequence[Line], trace: bool, continued: bool) -> Table:
        card = plain(self.say("card"))
        before = [None, *(ship["letter"] for ship in ships)]
        edges = [ship["letter"] != letter for ship, letter in zip(ships, before, strict=False)]
        return Table(
            tuple((self._label(line), *(self._goal(line, ship["id"], trace) for ship in ships)) for line in lines),
            (
                Dressed(card, "quiet") if continued else Aloud("", card),
                *((_ring(ship), "\n", _name(ship)) for ship in ships),
            ),
            (Column(), *(Column("center", True, edge) for edge in edges)),
            matrix=True,
            opens=tuple(number for number, line in enumerate(lines) if line.opens),
            totals=tuple(number for number, line in enumerate(lines) if line.total),
        )

    def _terminal(self, ships: Sequence[Data], lines: Sequence[Line], trace: bool) -> str:
        """The same for a terminal: after a card's name the number of the ship to go to, or a dot for who stays."""
        room = COLUMNS - CELL * len(ships)
        out = [
            plain(self.say("card")).ljust(room) + "".join(str(ship["number"]).rjust(CELL) for ship in ships),
            " " * room + "".join(pad(_cut(ship["name"], CELL - 1), CELL, ">") for ship in ships),
            "-" * COLUMNS,
        ]
        for line in lines:
            if line.total:
                out.append("-" * COLUMNS)
            elif line.opens:
                out.append("")
            name = f"{line.place} {plain(line.name)}{' *' if line.expert else ''}{plain(_times(line.copies))}".lstrip()
            shown = fill(name, rest="  ", columns=room).split("\n")
            moves = [(line.before.get(ship["id"]), line.moves[ship["id"]]) for ship in ships]
            cells = ["·" if before == goal and not trace else str(self.ships[goal]["number"]) for before, goal in moves]
            out += [*shown[:-1], pad(shown[-1], room) + "".join(c.rjust(CELL) for c in cells)]
        return "\n".join(line.rstrip() for line in out)

    def _label(self, line: Line) -> Inline:
        """What a line is called, with the colours that are on the card in front."""
        place = (Dressed(line.place, "quiet"), " ") if line.place else ()
        swatches = tuple(part for swatch in line.swatches for part in (swatch, HOLD))
        star = (HOLD, Aloud(Dressed(Dressed("★", "accent"), "quiet"), plain(self.say("expert")))) if line.expert else ()
        return (*place, *swatches, line.name, *star, _times(line.copies))

    def _goal(self, line: Line, start: str, trace: bool) -> Inline:
        """The ship to go to; where the pirate stays a quiet dot, or on a trace its number alone."""
        goal = self.ships[line.moves[start]]
        stays = plain(self.say("stays"))
        if line.before.get(start) != goal["id"]:
            return (_bold(goal["number"]), " ", Dressed(goal["name"], "quiet"))
        if trace:
            return (Dressed(str(goal["number"]), "quiet"), Aloud("", f" {goal['name']}: {stays}"))
        return Aloud(Dressed(_bold("·"), "quiet"), stays)

    def _card(self, card: Data, moves: Mapping[str, str], **more: Any) -> Line:
        """A card's line."""
        item = self.items["boarding"][card["id"]]
        colours = [(key, word) for key in card["params"] for word in _words({key: card["params"][key]})]
        swatches = [self._swatch(word, key == "struck") for key, word in colours if str(word) in self.pack.head.palette]
        given = {"before": _still(self.ships), "copies": card["copies"], "swatches": tuple(swatches), **more}
        return Line(self.words(f"{item_key(item)}.name", **item), moves, expert=card["level"] == "expert", **given)

    def _event(self, id: str) -> Words:
        item = self.items["events"][id]
        return self.words(f"{item_key(item, 'event')}.name", **item)

    def _swatch(self, colour: str, struck: bool = False, element: str = "") -> Inline:
        item = {"id": f"{colour}-struck" if struck else colour, "colour": colour, "struck": struck}
        alt = self.locale.alone(element, colour) if element else self.locale.adjective(colour)
        return self._picture("figure-paint", item, alt)

    def _picture(self, layout: str, item: Data, alt: str) -> Inline:
        drawn = self.pictures.drawing(layout, item, words=True)
        return Picture(drawn, alt) if drawn else ""

    # The ships, the seats, the events

    def _fleet(self) -> Section:
        """Each ship with its features and, beside each, the numbers of the ships that share it."""
        ships, elements = self.data["ships"], self.game["elements"]
        corners = "corners" in self.game["asks"]
        traits: list[Callable[[Data], Any]] = [lambda ship, e=e: ship["colours"][e] for e in elements]  # type: ignore[misc]
        traits += [lambda ship: ship["letter"], *([lambda ship: ship["corner"]] if corners else [])]
        rows, texts = [], []
        for ship in ships:
            partners = [
                ", ".join(str(other["number"]) for other in ships if other is not ship and trait(other) == trait(ship))
                for trait in traits
            ]
            colours, corner = ship["colours"].values(), self._corner(ship["corner"])
            painted = [self._swatch(colour, element=element) for element, colour in ship["colours"].items()]
            shown: list[Inline] = [*painted, Dressed(_bold(ship["letter"]), "accent")]
            shown += [self._picture("figure-corner", {"id": ship["corner"]}, corner)] if corners else []
            named = [*map(self.locale.letter, colours), ship["letter"], corner]
            cells = [(mark, HOLD, HOLD, _bold(numbers)) for mark, numbers in zip(shown, partners, strict=False)]
            rows.append(((_ring(ship), HOLD, HOLD, _name(ship)), *cells))
            texts.append([str(ship["number"]), ship["name"], *map(" ".join, zip(named, partners, strict=False))])
        heads = [_capital(short_element(self.locale, element)) for element in elements]
        heads += [plain(self.say(key)) for key in ("letter", "corner")[: 1 + corners]]
        table = Table(
            tuple(rows),
            (self.say("ship"), *heads),
            (Column(fill=True), *(Column("center", True) for _ in heads)),
        )
        listed = text_table([[self.say("number"), self.say("ship"), *heads], *texts], indent=0)
        return Section("ships", self.say("ships"), (Either(table, (Lines(listed),)),), note=self.say("ships-lead"))

    def _corner(self, corner: str) -> str:
        key = f"corner.{corner}"
        return self.locale.plain(key) if self.locale.has(key) else str(corner)

    def _ends(self) -> tuple[Section, ...]:
        """Who sits where; beside it the order of the cards under each event; whose seats these are."""
        places = [{"x": x, "y": y} for x, y in around_circle(len(self.ships))]
        seats = [self.ships[id] | place for id, place in zip(self.data["seats"], places, strict=True)]
        words = self.say("seats-list", ships=", ".join(f"{ship['number']} {ship['name']}" for ship in seats))
        seated = "dealt" if self.deal else "file" if self.data["seats"] == list(self.ships) else "given"
        note = self.say(f"seats-{seated}") if self.game["together"] else Words()
        drawn = self.pictures.drawing("figure-seats", {"id": "seats", "seats": seats})
        lines = "\n".join(map(fill, filter(None, (words, note))))
        way = in_short_lines(
            plain(self.say("clockwise")), 9, self.locale.code.partition("+")[0]
        )  # what the ring has room for
        labels = (Label(50, 50 - 3.5 * len(way), way), *map(_seat_label, seats))
        shown = Figure(Picture(drawn, plain(words)) if drawn else None, labels=labels)
        block = Either(shown, (Lines(text_round_table(seats)), Lines(lines)))
        found = [Section("seats", self.say("seats"), (block,), width=4)]
        found += [self._orders()] if self.effects and not self.deal else []
        last = found[-1]
        closing = (Either(Paragraph(note, "note")),) if note else ()
        return (*found[:-1], replace(last, blocks=(*last.blocks, *closing)))

    def _orders(self) -> Section:
        """The order in which the cards take effect under each event; as they lie where no order is said."""
        rows: list[tuple[Inline | Field, ...]] = []
        lines = []
        lie = self.say("order")
        for effect in self.effects:
            name, copies = self._event(effect["id"]), _times(effect["copies"])
            label = f"{plain(name)}{plain(copies)}"
            if all(order == sorted(order) for order in effect["orders"]):
                rows.append(((name, copies), Field(Dressed(lie, "quiet"), len(self.sizes))))
                lines.append(fill(self.locale.plain("rulebook.pair", label=label, text=plain(lie))))
            else:
                rows.append(((name, copies), *map(_order, effect["orders"])))
                lines.append(self.locale.plain("rulebook.pair", label=label, text="").rstrip())
                shown = map(_order_in_text, effect["orders"])
                pairs = zip(map(plain, self.sizes), shown, strict=True)
                lines += [
                    fill(self.locale.plain("rulebook.pair", label=size, text=order), "  ") for size, order in pairs
                ]
        sizes = [Dressed(Words(size.replace(" · ", "\n")), "quiet") for size in self.sizes]  # narrow columns
        table = Table(tuple(rows), (Aloud("", plain(self.say("card"))), *sizes))
        block = Either(table, (Lines("\n".join(lines)),))
        return Section("events", self.say("events"), (block,), note=self.say("events-lead"), width=8)


def _seat_label(seat: Data) -> Label:
    """The name of a ship beside its seat, above or below it."""
    x, y = 50 + 100 * REACH * seat["x"] / STAGE[0], 50 + 100 * REACH * seat["y"] / STAGE[1]
    if abs(seat["x"]) < 0.2:
        return Label(x, y + math.copysign(10, seat["y"]), (seat["name"],))
    return Label(x + math.copysign(6, seat["x"]), y, (seat["name"],), "start" if seat["x"] > 0 else "end")


def _in_words(data: Data, compiled: Compiled) -> Data:
    """Answers with the names of the ships, and what the cards say of these, as a language has them."""
    if compiled.plain is None:
        return data
    cards = {card.id: card for card in compiled.cards}
    named = [card | {"params": params_of(cards[card["id"]])} for card in data["cards"]]
    return data | {"ships": ships_of(compiled), "cards": named}


def _still(ships: Mapping[str, Data]) -> dict[str, str]:
    """Every pirate where the line begins."""
    return {ship: ship for ship in ships}


def _bold(text: object) -> Words:
    return Words(f"**{escape(str(text))}**") if str(text) else Words()


def _ring(ship: Data) -> Inline:
    return Dressed(str(ship["number"]), "ring")


def _name(ship: Data) -> Inline:
    """A ship's name, its letter strong where it begins with it."""
    name, letter = str(ship["name"]), str(ship["letter"])
    cut = len(letter) if name.casefold().startswith(letter.casefold()) else 0
    return (_bold(name[:cut]), name[cut:])


def order_in_runs(order: Sequence[int]) -> list[tuple[bool, tuple[int, ...]]]:
    """The order of cards (a permutation of 1 to n) in runs: whether a run is otherwise than they lie, and its cards.

    What is otherwise is the shortest run that changes places only within itself.
    """
    runs: list[tuple[bool, tuple[int, ...]]] = []
    begin = 0
    for end in range(1, len(order) + 1):
        if max(order[:end]) == end:
            run, moved = tuple(order[begin:end]), end - begin > 1
            if runs and not moved and not runs[-1][0]:
                runs[-1] = (False, runs[-1][1] + run)
            else:
                runs.append((moved, run))
            begin = end
    return runs


def _order(order: Sequence[int]) -> Inline:
    """The order of cards; what is otherwise than they lie is bold."""
    parts: list[Inline] = []
    for moved, cards in order_in_runs(order):
        shown = THIN.join(map(str, cards))
        parts += [HOLD] * bool(parts) + [_bold(shown) if moved else Dressed(shown, "quiet")]
    return tuple(parts)


def _order_in_text(order: Sequence[int]) -> str:
    """The same for a terminal, where it stands in brackets."""
    runs = [(moved, " ".join(map(str, cards))) for moved, cards in order_in_runs(order)]
    return " ".join(f"[{shown}]" if moved else shown for moved, shown in runs)


def _times(copies: int) -> Inline:
    return Dressed(f"{HOLD}×{copies}", "quiet") if copies > 1 else ""


def _words(params: Mapping[str, Any]) -> list[Any]:
    """The values of a card's parameters, lists taken apart."""
    return [word for value in params.values() for word in (value if isinstance(value, list) else [value])]


def _abreast(ships: Sequence[Data]) -> list[Sequence[Data]]:
    """Equal shares of the ships, each narrow enough for a page."""
    size = math.ceil(len(ships) / math.ceil(len(ships) / ABREAST))
    return [ships[at : at + size] for at in range(0, len(ships), size)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- plain text -------------------------------------------------------------------------------------------------


def _cut(text: str, size: int) -> str:
    """The beginning of a name, without a blank at its end."""
    while width(text) > size:
        text = text[:-1]
    return text.rstrip()


def text_round_table(seats: Sequence[Data]) -> str:
    """The seats around a table, drawn with letters; the words below it say the same."""
    rows = max(11, len(seats) // 2 * 2 + 1)
    middle, reach, centre = rows // 2, 24, COLUMNS // 2
    canvas = [[" "] * COLUMNS for _ in range(rows)]
    for row in range(2, rows - 2):
        half = round(13 * math.sqrt(max(0.0, 1 - ((row - middle) / (middle - 1.4)) ** 2)))
        canvas[row][centre - half] = canvas[row][centre + half] = "·"
    for seat in seats:
        name = _cut(f"{seat['number']} {seat['name']}", centre - reach)
        shift = width(name) // 2 if abs(seat["x"]) < 0.2 else width(name) if seat["x"] < 0 else 0
        at = centre + round(seat["x"] * reach) - shift
        canvas[middle + round(seat["y"] * middle)][at : at + len(name)] = name
    return "\n".join("".join(line).rstrip() for line in canvas)


# --- written down -----------------------------------------------------------------------------------------------


def as_json(data: Data) -> str:
    """The answers for programs."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def write_answers(sheets: Sequence[Sheet], form: str, out: Path, paper: str = "a4") -> Iterator[str]:
    """Write sheets down: yields the names of PDF (on a paper) and HTML files, or the text itself."""
    if form == "text":
        yield "\n".join(sheet.text() for sheet in sheets).rstrip("\n")
        return
    made = [(sheet, sheet.pdf(paper) if form == "pdf" else sheet.html()) for sheet in sheets]
    for sheet, content in made:
        path = out / sheet.pack.id / sheet.language / f"answers.{form}"
        write_atomic(path, content)
        yield str(path)


def _asked(pack: Pack, language: str, faces: Faces) -> None:
    Sheet(pack, language, data=find_answers(pack)).composed(faces, Pictures(pack, faces.locale, faces))


def _built(asked: Commission) -> dict[str, bytes]:
    sheet = Sheet(asked.pack, asked.language, ink=asked.ink, recall=asked.recall, data=find_answers(asked.pack))
    return {"answers.pdf": sheet.pdf(asked.paper)}


DOCUMENT = Document(("answers",), _built, _asked)
"""What a build makes of the answers: one PDF in each language."""
