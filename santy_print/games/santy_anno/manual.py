"""Manual: the game's side of its rulebook. Every number, table, figure and worked example is computed from the set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from santy_print.documents.blocks import (
    Block,
    Brief,
    Cell,
    Column,
    Cover,
    Digest,
    Either,
    Entry,
    Fact,
    Figure,
    Grid,
    Inline,
    Label,
    Numeral,
    Ornament,
    Panel,
    Paragraph,
    Part,
    Points,
    Remark,
    Row,
    Sides,
    Sign,
    Step,
    Stop,
    Table,
    Way,
    Wide,
    Words,
    plain,
)
from santy_print.documents.manual import At, Manual, Name, Placed, Single, Untold, entry, figure, table
from santy_print.documents.skeleton import Entry as Asked
from santy_print.documents.skeleton import FigureEntry, Section, TableEntry
from santy_print.games.santy_anno.called import short_element
from santy_print.games.santy_anno.compiled import Card, Compiled, Event, Pirate
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS, Seats, Ship
from santy_print.games.santy_anno.kinds.base import SIGN
from santy_print.games.santy_anno.seats import STAGE, along_rim, around_table
from santy_print.games.santy_anno.skeleton import (
    CardEntry,
    EventEntry,
    PirateSection,
    PirateSkeleton,
    SummaryEntry,
    TrailEntry,
)
from santy_print.named import in_words_of
from santy_print.palette import ink_on
from santy_print.text import escape, item_key

if TYPE_CHECKING:
    from santy_print.documents.pictures import Pictures
    from santy_print.pack import Pack
    from santy_print.text import Locale

Data = dict[str, Any]

RULES = (("M", 6), ("S", 8), ("C", 9), ("E", 4), ("G", 12), ("T", 10))
"""The rules by group: material, ships, cards, events, the game, the table; how many there are of each."""
PIECE_SCALE = 0.45
"""How large a piece may be in a picture of all of them: a coin is to look smaller than a card."""
FLEET = (120.0, 21.0)
"""The picture of all ships abreast, mm."""
THIN = "\u202f"  # a space at which no line breaks


@dataclass(frozen=True, slots=True)
class Move:
    """A card's way from one ship to another, for an example: `lit` elements show on both ships."""

    card: Card
    start: Ship
    end: Ship
    lit: tuple[str, ...] = ()
    mark: str = ""
    words: Mapping[str, Any] = field(default_factory=dict)


E = TypeVar("E")


class Trail(NamedTuple):
    """Cards in a row, and the ships that they lead to, the first one before."""

    cards: list[Card]
    ships: list[Ship]


class SantyManual(Manual):
    """The rulebook's numbers, tables, figures and examples of one set in one language."""

    knot = "⚓"
    section, skeleton_of = PirateSection, PirateSkeleton
    skeleton: PirateSkeleton
    facts = (*(f"{group}{n}" for group, count in RULES for n in range(1, count + 1)), "credits")

    def __init__(self, pack: Pack, locale: Locale, skeleton: PirateSkeleton, pictures: Pictures) -> None:
        """Nothing is drawn yet: pictures are made as they are asked for."""
        pack = in_words_of(pack, locale)
        self.set: Compiled = pack.compiled
        known = {ship.id: index for index, ship in enumerate(self.set.ships)}
        wanted = [known[id] for id in dict.fromkeys(skeleton.seats) if id in known]
        self.seats: Seats = (*wanted, *(index for index in known.values() if index not in wanted))
        self._explained: set[str] = set()
        super().__init__(pack, locale, skeleton, pictures)

    # Words and numbers

    def word(self, group: str, id: str) -> str:
        """What the language calls a corner or a direction, or its id where it has no word for it."""
        key = f"{group}.{id}"
        return self.locale.plain(key) if self.locale.has(key) else id

    def short(self, element: str) -> str:
        """The short name of an element, where the language has one."""
        return short_element(self.locale, element)

    def names(self, entry: Asked) -> Iterator[tuple[str, str, Sequence[str]]]:
        """What an entry names that must be there."""
        yield from super().names(entry)
        if isinstance(entry, CardEntry):
            yield "kind of card", entry.card, [*KINDS]
        elif isinstance(entry, EventEntry):
            yield "kind of event", entry.event, [*EVENTS]

    def singles(self) -> Iterator[Single]:
        """A seat is one ship's, a ship one pirate's."""
        yield Single(
            "the ship `{}` sits at the table twice", [(("seats", n), s) for n, s in enumerate(self.skeleton.seats)]
        )
        yield Single("the ship `{}` has two pirates", [(("crew", p), ship) for p, ship in self.skeleton.crew.items()])

    def wishes(self) -> Iterator[Name]:
        """Who sits where, and the ships, pirates and cards of the examples."""
        ships, pirates = [ship.id for ship in self.set.ships], [pirate.id for pirate in self.set.pirates]
        for n, ship in enumerate(self.skeleton.seats):
            yield Name(("seats", n), "ship", ship, ships)
        for pirate, ship in self.skeleton.crew.items():
            yield Name(("crew", pirate), "pirate", pirate, pirates, key=True)
            yield Name(("crew", pirate), "ship", ship, ships)
        for number, section in enumerate(self.skeleton.sections):
            for n, block in enumerate(section.blocks):
                for wish in self._wishes_of(block, ships, pirates):
                    yield wish._replace(path=("sections", number, "blocks", n, *wish.path))

    def _wishes_of(self, block: Asked, ships: Sequence[str], pirates: Sequence[str]) -> Iterator[Name]:
        wanted: list[tuple[str, str, str | None, Sequence[str]]] = []  # what is left out altogether is told as such
        if isinstance(block, FigureEntry) and block.name == "anatomy":
            wanted = [("item", "ship", block.item, ships)]
        elif isinstance(block, TrailEntry):
            wanted = [("pirate", "pirate", block.pirate, pirates), ("from", "ship", block.start, ships)]
            cards = [card.id for card in self.set.cards]
            yield from (Name(("cards", n), "card", card, cards) for n, card in enumerate(block.cards))
        elif isinstance(block, CardEntry) and (cards := [card.id for card in self._cards(block.card, block.struck)]):
            kind = block.card if block.struck is None else f"{'' if block.struck else 'un'}struck {block.card}"
            wanted = [("prefer", f"{kind} card", block.prefer, cards), ("pirate", "pirate", block.pirate, pirates)]
            wanted += [("from", "ship", block.start, ships), ("other", "ship", block.other, ships)]
        yield from (Name((key,), what, name, known) for key, what, name, known in wanted if name is not None)

    def untold(self) -> Iterator[Untold]:
        """The kinds of cards and events that no entry explains, each at its first card."""
        asked = [each.entry for _, placed in self.placed() for each in placed]
        asked = [entry for entry in asked if self.wanted(entry.when, entry.unless)]
        cards = {card.id for e in asked if isinstance(e, CardEntry) for card in self._cards(e.card, e.struck)}
        events = {entry.event for entry in asked if isinstance(entry, EventEntry)}
        kinds = {card.kind for card in self.set.cards if card.id in cards}
        first: dict[str, Untold] = {}
        for card in self.set.cards:
            if card.id not in cards:
                struck = "" if card.kind not in kinds else "struck " if card.params.get("struck") else "unstruck "
                what = f"{struck}{card.kind} cards"
                first.setdefault(what, Untold(what, "cards", ("cards", card.id)))
        for event in self.set.events:
            if event.kind not in events:
                what = f"the event {event.kind}"
                first.setdefault(what, Untold(what, "events", ("events", event.id)))
        yield from first.values()

    def pirate(self, id: str | None) -> str:
        """A pirate's id that the set has: the one wanted, or the first."""
        known = [pirate.id for pirate in self.set.pirates]
        return id if id in known else known[0]

    def _kinds_that_need(self, fact: str) -> int:
        """How many cards ask for what a fact says of the ships."""
        return sum(card.copies for card in self.set.cards if fact in KINDS[card.kind].needs)

    def count(self) -> Data:
        """The numbers of the set, and what there is in it."""
        numbers, fleet, locale = self.set.numbers, self.set.fleet, self.locale
        decks = {level: sum(c.copies for c in self.set.cards if c.level == level) for level in ("basic", "expert")}
        values = sorted((int(value) for value in numbers.coins), reverse=True)
        return decks | {
            "least": numbers.players.least,
            "most": numbers.players.most,
            "age": numbers.players.age,
            "minutes": numbers.players.minutes,
            "ships": len(fleet),
            "rounds": len(numbers.rounds),
            "row": numbers.rounds,
            "total": sum(numbers.rounds),
            "laps": numbers.laps,
            "lap_count": len(numbers.laps),
            "events": sum(event.copies for event in self.set.events),
            "n": sum(event.copies for event in self.set.events),
            "removed": numbers.expert_removes,
            "deck": sum(decks.values()) - numbers.expert_removes,
            "before": numbers.event_after,
            "after": numbers.event_after + 1,
            "loot": numbers.loot,
            "coins": [f"{numbers.coins[str(value)]}{THIN}×{THIN}{value}" for value in reversed(values)],
            "top": values[0],
            "steps": values[1:],
            "mates": numbers.mates.count,
            "mates_players": numbers.mates.players,
            "elements": list(fleet.elements),
            "colours": [locale.adjective(colour) for colour in fleet.colours],
            "letters": fleet.letters,
            "corners": [self.word("corner", corner) for corner in fleet.corners],
            **self._there(),
            **self._seen(),
            **self._paid(),
            "parrots": self._kinds_that_need("S6"),
            "initials": self._kinds_that_need("S5"),
            "pirates": [locale.plain(f"pirate.{pirate.id}") for pirate in self.set.pirates],
            "designer": self.pack.head.credits.designer,
            "publisher": self.pack.head.credits.publisher,
            "year": str(self.pack.head.credits.year),
        }

    def _there(self) -> Data:
        """What is in the set, for texts that must not speak of what is not."""
        say, cards = self.locale.plain, self.set.cards
        orders = self.set.orders
        kinds = {card.kind for card in cards} | {event.kind for event in self.set.events}
        extras = {"expert": any(card.level == "expert" for card in cards), "events": bool(self.set.events)}
        new = [entry for entry in self._entries(CardEntry) if self.deck(entry) == "expert"]
        return {
            "extras": [say(f"rulebook.labels.stay-{name}") for name, there in extras.items() if there],
            "asked": [say(f"rulebook.labels.ask-{order}") for order in orders],
            "together": [self._as_one(kind) for kind in self.set.together],
            "boards": self._boards(),
            "crib": bool(orders) and self._boards(),
            "frames": any(pile.layout.endswith("frame") for _, pile in self.pack.piles()),
            "by_colours": "colours" in orders,
            "by_elements": "elements" in orders,
            "helm": "helm" in kinds,
            "new_kinds": len(new),
            "basic_parrots": any(card.level == "basic" for card in cards if "S6" in KINDS[card.kind].needs),
        }

    def _paid(self) -> Data:
        """How often who is paid and named what, for texts that say one of several things."""
        numbers = self.set.numbers
        players, mates, loot = numbers.players, numbers.mates, numbers.loot
        all_paid = not self._later()
        named = mates.count > 0 and mates.players <= players.most
        return {
            "several_rounds": len(numbers.rounds) > 1,
            "first_loot": loot[0],
            "one_paid": len(loot) == 1,
            "all_paid": len(loot) > 1 and all_paid,
            "unpaid": len(loot) > 1 and not all_paid,
            "lesser": len(numbers.coins) > 1,
            "some_mates": named and mates.players > players.least,
            "always_mates": named and mates.players <= players.least,
            "no_mates": not named,
        }

    def _as_one(self, kind: str) -> str:
        """What a kind that moves all at once is called within a sentence, or else on its card."""
        label = f"rulebook.labels.as-one-{kind}"
        return self.locale.plain(label if self.locale.has(label) else f"card.{kind}.name")

    def _boards(self) -> int:
        """Whether the set prints a harbour board, as a number."""
        return int(any(pile.each == "one" for _, pile in self.pack.piles()))

    def _seen(self) -> Data:
        """What holds of these ships, for texts that must not say what nobody asked of them."""
        ships = self.set.ships
        looks = [[ship.colours[element] for element in self.set.fleet.elements] for ship in ships]
        return {
            "different": all(len(set(look)) == len(look) for look in looks),
            "paired": all(column.count(colour) == 2 for column in zip(*looks, strict=True) for colour in column),
            "numbered": sorted(ship.number for ship in ships) == list(range(1, len(ships) + 1)),
        }

    def cover(self) -> Cover:
        """The ship that gives the game its name, in the language or in the pack, or the first."""
        title = self.locale.plain("game.title").casefold()
        own = {ship.id: ship.name for ship in self.pack.views.get("", self.pack).compiled.ships}
        namesakes = (s for s in self.set.ships if title in (s.name.casefold(), own[s.id].casefold()))
        ship = next(namesakes, self.set.ships[0])
        icons = {"players": "person.svg", "age": "chair.svg", "minutes": "hourglass.svg"}
        players = self.set.numbers.players
        keys = {"players": "players-only"} if players.least == players.most else {}
        facts = tuple(
            Fact(self.pictures.art(icon), self.say(f"facts.{keys.get(name, name)}")) for name, icon in icons.items()
        )
        drawn = self.pictures.shown(self.pictures.drawing("figure-vessel", self._vessel(ship)), ship.name)
        return Cover(self.locale.plain("rulebook.name"), self.say("tagline"), drawn, facts, players.most)

    def _vessel(self, ship: Ship) -> Data:
        """A ship as it is drawn for its tile."""
        plate = self.pack.head.palette.get(ship.colours.get("plate", ""))
        item = {"id": ship.id, "art": ship.art, "paint": ship.colours, "alt": ship.name}
        return item | {"ink": ink_on(plate.hex) if plate else ""}

    def placed(self) -> list[tuple[Section, list[Placed]]]:
        """The sections that are wanted, each with its entries.

        A kind of card is told in the section of the first deck that has it, after those that are at home there; where
        no section is for that deck, at home, or in the first that tells cards.
        """
        every = [(n, section) for n, section in enumerate(self.skeleton.sections)]
        there = {n: list[Placed]() for n, section in every if self.wanted(section.when)}
        homes = {deck: n for n, section in reversed(every) if (deck := getattr(section, "deck", None)) and n in there}
        telling = [n for n, section in every if n in there and any(isinstance(b, CardEntry) for b in section.blocks)]
        moved: list[tuple[int, Placed]] = []
        for n, section in every:
            for at, block in enumerate(section.blocks):
                placed = Placed(block, ("sections", n, "blocks", at))
                deck = self.deck(block) if isinstance(block, CardEntry) else None
                home = homes.get(deck, n if n in there or not telling else telling[0]) if deck else n
                if home == n and n in there:
                    there[n].append(placed)
                elif home in there:
                    moved.append((home, placed))
        for home, placed in moved:
            blocks = there[home]
            last = max(
                (at for at, each in enumerate(blocks, 1) if isinstance(each.entry, CardEntry)), default=len(blocks)
            )
            blocks.insert(last, placed)
        return [(self.skeleton.sections[n], blocks) for n, blocks in there.items()]

    # Tables

    @table("box")
    def box(self, entry: TableEntry) -> Block:
        """What is in the box."""
        numbers = self.set.numbers
        counts = {
            "basic": self.values["basic"],
            "expert": self.values["expert"],
            "events": self.values["events"],
            "ships": len(self.set.ships),
            "tiles": len(self.set.pirates),
            "scuttles": len(self.set.pirates),
            "frames": len(self.set.pirates) * self.values["frames"],
            "coins": sum(numbers.coins.values()),
            "board": self.values["boards"],
        }
        rows = tuple((str(n), self.say(f"box.{key}", n=n)) for key, n in counts.items() if n)
        return Table(rows, columns=(Column("right"), Column(fill=True)), numbered=True)

    @table("fleet")
    def fleet(self, entry: TableEntry) -> Block:
        """All ships with their features."""
        fleet, parrots = self.set.fleet, bool(self.values["parrots"])
        head: list[Inline] = [self.label("number"), self.label("ship")]
        head += [_capital(self.short(element)) for element in fleet.elements]
        head += [self.label("corner")] if parrots else []
        rows: list[tuple[Inline, ...]] = []
        for ship in sorted(self.set.ships, key=lambda ship: ship.number):
            colours = [self.swatch(ship.colours[element], element) for element in fleet.elements]
            corner = [self.word("corner", ship.corner)] if parrots else []
            rows.append((str(ship.number), Words(f"*{escape(ship.name)}*"), *colours, *corner))
        features = [Column("center") for _ in fleet.elements]
        columns = (Column("right"), Column(), *features, *[Column(fill=True)] * parrots)
        return Table(tuple(rows), tuple(head), columns, numbered=True, small=True)

    def swatch(self, colour: str, element: str) -> Sign:
        """A colour by its chip with its letter, so that nobody needs to see the hue; it agrees with its element."""
        paint, letter = self.pack.head.palette[colour], self.locale.words.letters.get(colour, "")
        item = {"id": colour, "ink": ink_on(paint.hex), "letter": letter}
        return Sign(self.pictures.drawing("figure-swatch", item, words=True), self.locale.alone(element, colour))

    @table("loot")
    def loot(self, entry: TableEntry) -> Block:
        """What who comes home first is paid."""
        loot = self.set.numbers.loot
        rows = [(self.locale.grammar.ordinal(n), str(coins)) for n, coins in enumerate(loot, 1)]
        rows += [(self.label("later"), self.label("nothing"))] if self._later() else []
        table = Table(tuple(rows), (self.label("arrival"), self.label("ducats")))
        return Either(self.coins(), (table,)) if self.coins() else table

    def coins(self) -> Grid:
        """The same with the coins themselves."""
        loot = self.set.numbers.loot
        drawn = [self.pictures.shown(self.pictures.face("coins", f"coin-{n}"), str(n)) for n in loot]
        cells = [
            Cell(coin, text=str(n), label=self.locale.grammar.ordinal(place))
            for place, (n, coin) in enumerate(zip(loot, drawn, strict=True), 1)
        ]
        later = [Cell(text=self.label("nothing"), label=self.label("later"))] if self._later() else []
        return Grid((*cells, *later))

    def _later(self) -> bool:
        """Whether somebody may come too late to be paid."""
        return bool(len(self.set.numbers.loot) < self.set.numbers.players.most)

    # Figures

    @figure("anatomy")
    def anatomy(self, entry: FigureEntry) -> Block:
        """A ship, and what is to be seen on it."""
        ship = next((s for s in self.set.ships if s.id == entry.item), self.set.ships[0])
        colours = [self.locale.noun(element, adjective=colour) for element, colour in ship.colours.items()]
        values = {
            "ship": ship.name,
            "number": ship.number,
            "colours": colours,
            "corner": self.word("corner", ship.corner),
        }
        alt = plain(self.say(f"ships.{'alt' if self.values['parrots'] else 'alt-bare'}", **values))
        face = self.pictures.face("ships", ship.id) or self.ship(ship, tuple(ship.colours)).picture
        return Either(Figure(self.pictures.shown(face, alt), self.say("ships.figure", **values), 59))

    @figure("table")
    def seating(self, entry: FigureEntry) -> Block:
        """All ships around a table, and who stands where."""
        crew = {ship: pirate for pirate, ship in self.skeleton.crew.items() if pirate == self.pirate(pirate)}
        ships = [self.set.ships[index] for index in self.seats]
        values = {"n": len(crew), "seats": [ship.name for ship in ships]}
        chairs: list[Data] = []
        labels = []
        for ship, seat in zip(ships, around_table(len(ships)), strict=True):
            pirate = self.pirates[crew[ship.id]] if ship.id in crew else None
            item = {"id": ship.id, "paint": ship.colours, "alt": ship.name, "mark": "", "value": ""}
            shown = self.pictures.inside("ships", ship.id, (-10, -22.5, 20, 20))
            shown = shown or self.pictures.placed("figure-ship", item, (-7.5, -20, 15, 15))
            tile = pirate.art if pirate and self.pictures.art(pirate.art) else ""
            chairs.append({"x": seat.x, "y": seat.y, "turn": seat.turn, "ship": shown, "pirate": tile})
            name = (Numeral(str(ship.number)), " ", Words(f"*{escape(ship.name)}*"))
            crewed = (Words(f"**{escape(self.name(pirate.id))}**"),) if pirate else ()
            labels.append(Label(100 * seat.label[0] / STAGE[0], 100 * seat.label[1] / STAGE[1], (name, *crewed)))
        loot = [f"coin-{n}" for n in self.set.numbers.loot]
        spots = [(110.5 + n % 2 * 6.4, 55 + n // 2 * 6.6, 6, 6) for n in range(len(loot))]
        coins = [self.pictures.inside("coins", *each) for each in zip(loot, spots, strict=True)]
        deck = "back-boarding.svg" if self.pictures.art("back-boarding.svg") else ""
        harbour = self.pictures.inside("one", "one", (68, 51, 40, 28))
        labels += [] if harbour else [Label(50, 50, (self.label("harbour"),))]
        scene: Data = {
            "id": "table",
            "chairs": chairs,
            "harbour": harbour,
            "coins": [*filter(None, coins)],
            "deck": deck,
        }
        drawn = self.pictures.drawing("figure-table", scene, words=True)
        alt = plain(self.say("setup.alt", **values))
        shown_figure = Figure(self.pictures.shown(drawn, alt), self.say("setup.figure", **values), labels=tuple(labels))
        seated = ", ".join(f"{ship.name} ({ship.number})" for ship in ships)
        return Wide(Either(shown_figure, self._listing("seats", seated)), "top")

    def _listing(self, label: str, text: str) -> tuple[Block, ...]:
        labelled = self.locale.plain("rulebook.pair", label=plain(self.label(label)), text=text)
        return (Paragraph(labelled, "note"),)

    @figure("moves")
    def moves(self, entry: FigureEntry) -> Block | None:
        """A tile before a card, moved by it, and back at the left: nobody is moved twice."""
        trail = next(
            (e for section in self.skeleton.sections for e in section.blocks if isinstance(e, TrailEntry)), None
        )
        row = self._row(trail) if trail else None
        if row is None or trail is None:
            return None
        art = self.pirates[self.pirate(trail.pirate)].art
        labels = [self.label(key) for key in ("waiting", "aboard", "done")]
        stops = []
        layouts = ("figure-boarding", "figure-aboard", "figure-boarding")
        for layout, ship, words in zip(layouts, (row.ships[0], *[row.ships[1]] * 2), labels, strict=True):
            item = {"id": ship.id, "paint": ship.colours, "pirate": art}
            stops.append(Stop(self.pictures.drawing(layout, item), words))
        return Either(Way(tuple(stops), (Step(), Step()), "; ".join(map(plain, labels)), "scene"))

    @figure("vignette")
    def vignette(self, entry: FigureEntry) -> Block | None:
        """An ornament for the foot of a column."""
        return self.ornament(entry)

    @figure("parade")
    def parade(self, entry: FigureEntry) -> Block:
        """The whole fleet abreast, for the foot of a page."""
        ships, (wide, high) = self.set.ships, FLEET
        each = wide / len(ships)
        boxes = [(n * each, 0.0, each, high) for n in range(len(ships))]
        shown = [
            self.pictures.placed("figure-vessel", self._vessel(ship), box)
            for ship, box in zip(ships, boxes, strict=True)
        ]
        item = {"id": "fleet", "ships": [*filter(None, shown)]}
        return Ornament(self.pictures.drawing("figure-fleet", item), high, "narrow")

    @figure("pieces")
    def pieces(self, entry: FigureEntry) -> Block:
        """One of everything that is printed, in two rows, where the list of it leaves room."""
        printed = list(self.pictures.printed())
        abreast = max(1, -(-len(printed) // 2))
        wide, high = 120 / abreast, 40.0
        shown = []
        for n, (layout, item) in enumerate(printed):
            row, place = divmod(n, abreast)
            box = (place * wide + 1.5, row * high + 2.5, wide - 3, high - 5)
            shown.append(self.pictures.placed(layout, item, box, PIECE_SCALE))
        drawn = self.pictures.drawing("figure-pieces", {"id": "pieces", "pieces": [*filter(None, shown)]}, words=True)
        return Ornament(drawn, 2 * high, "all")

    @figure("crew")
    def crew(self, entry: FigureEntry) -> Block:
        """All pirates, each with a line."""
        names = [self.name(id) for id in self.pirates]
        cells = [
            Cell(
                self.pictures.shown(self.pictures.art(pirate.art), ""),
                title=self._text_of(f"pirate.{id}"),
                label=self._text_of(f"pirate.{id}.line"),
            )
            for id, pirate in self.pirates.items()
        ]
        shown = Part(self.label("crew"), (Grid(tuple(cells), "portraits"),))
        return Wide(Either(shown, self._listing("crew", self.locale.join(names))))

    @property
    def pirates(self) -> Mapping[str, Pirate]:
        """The pirates of the set by id."""
        return {pirate.id: pirate for pirate in self.set.pirates}

    def name(self, id: str) -> str:
        """What a pirate is called."""
        return self.locale.plain(f"pirate.{id}")

    def _text_of(self, key: str) -> Words:
        """A text that a language may lack."""
        return Words(self.locale.markup(key) if self.locale.has(key) else "")

    def ship(self, ship: Ship, lit: Sequence[str] = (), mark: str = "") -> Stop:
        """A small ship for a figure: the elements that matter are painted, and what else an example looks at."""
        paint = {element: colour if element in lit else "none" for element, colour in ship.colours.items()}
        value = {"letter": ship.letter, "number": str(ship.number), "corner": ship.corner}.get(mark, "")
        id = "-".join((ship.id, *lit, *((mark, ship.id) if mark else ())))
        item = {"id": id, "paint": paint, "alt": ship.name, "mark": mark, "value": value}
        return Stop(self.pictures.drawing("figure-ship", item, words=mark == "letter"), ship.name)

    # Cards

    @entry(CardEntry)
    def card(self, at: At, entry: CardEntry) -> Sequence[Block] | None:
        """A kind of card with a worked example, and those that tell themselves; None where the set has no such card."""
        cards = self._kind(entry)
        own = [self._by_itself(card) for card in self.own(entry)]
        if not cards:
            return own or None
        card = next((c for c in cards if c.id == entry.prefer), cards[0])
        alone = entry.leans is not None and entry.leans not in self._explained
        self._explained.add(entry.say)
        stem = f"cards.{entry.say}"
        example = self._example(entry, card)
        if not example:
            at.left_out(f"the example of `{stem}`")
        shown = Entry(
            self.say(f"{stem}.title"),
            self.say(f"{stem}.rule{'-alone' if alone else ''}"),
            card.id,
            self.pictures.shown(self.pictures.face("boarding", card.id)),
            note=self.say("cards.count", n=sum(c.copies for c in cards)),
            star=card.level == "expert",
        )
        return [replace(shown, blocks=example[:1], foot=example[1:]) if example else shown, *own]

    def _kind(self, entry: CardEntry) -> list[Card]:
        """The cards of an entry's kind that are told by it."""
        return [card for card in self._cards(entry.card, entry.struck) if not self._alone(card)]

    def deck(self, entry: CardEntry) -> str | None:
        """The first deck that has such a card; None where the set has none."""
        levels = {card.level for card in self._cards(entry.card, entry.struck)}
        return next((level for level in ("basic", "expert") if level in levels), None)

    def _cards(self, kind: str, struck: bool | None) -> list[Card]:
        cards = [card for card in self.set.cards if card.kind == kind]
        return cards if struck is None else [c for c in cards if (c.params.get("struck") is not None) == struck]

    def _example(self, entry: CardEntry, card: Card) -> tuple[Block, ...]:
        """Who goes from where to where, and beside it who stays; nothing where no ship shows it."""
        start = self._start(card, entry.start, entry.stays)
        if start is None:
            return ()
        way = self._way(card, start)
        words = {**way.words, "from": way.start.name, "to": way.end.name}
        pair, stay = (way.start, way.end), None
        if entry.stays:  # one who stays, and beside it one who goes
            goer = self._start(card, entry.other, False)
            if goer is None:
                return ()
            moved = self._way(card, goer)
            words = {**moved.words, "from": way.start.name, "other": moved.start.name, "to": moved.end.name}
            pair, stay = (moved.start, moved.end), self.ship(way.start, way.lit, way.mark)
        pirate = self.pirate(entry.pirate)
        walked = self._way(card, self.set.ship(pair[0].id))
        stops = [self.ship(ship, walked.lit, walked.mark) for ship in pair]
        alt, steps = " → ".join(ship.name for ship in pair), [Step()]
        if stay:
            alt, stops, steps = f"{plain(stay.label)}; {alt}", [stay, *stops], [Step(arrow=False), Step()]
        text = self.say(f"cards.{entry.say}.example", **words, pirate=self.name(pirate))
        label = self.locale.plain("rulebook.pair", label=plain(self.label("example")), text=plain(text))
        remark = Remark(text, self.pictures.art(self.pirates[pirate].art), label)
        whole = self._past_seats(card, pair[0]) if KINDS[card.kind].seated else None
        return (Either(Way(tuple(stops), tuple(steps), alt, whole=whole)), remark)

    def _past_seats(self, card: Card, start: Ship) -> str | None:
        """The way of a card that counts seats, past each of them along the table; None where it counts none."""
        steps, direction = card.params.get("steps"), str(card.params.get("direction"))
        if not isinstance(steps, int) or not 0 < steps < len(self.seats) or direction not in SIGN:
            return None
        arc, begin = along_rim(steps + 1, direction == "clockwise"), self.seats.index(self.set.ships.index(start))
        chairs: list[Data] = []
        for n, (seat, (x, y), turn) in enumerate(zip(arc.seats, arc.ships, arc.turns, strict=True)):
            ship = self.set.ships[self.seats[(begin + SIGN[direction] * n) % len(self.seats)]]
            paint = ship.colours if n in (0, steps) else dict.fromkeys(ship.colours, "none")
            item: Data = {"id": ship.id, "paint": paint, "alt": ship.name, "mark": "", "value": ""}
            large = min(8.8, arc.pitch * 0.96)
            shown = self.pictures.placed("figure-ship", item, (x - large / 2, y - large / 2, large, large))
            chairs.append({"x": seat[0], "y": seat[1], "turn": turn, "n": n, "ship": shown})
        lines = {key: getattr(arc, key) for key in ("top", "rim", "way", "head")}
        scene: Data = {"id": f"{start.id}-{direction}-{steps}", "chairs": chairs, "wide": min(6.6, arc.pitch), **lines}
        return self.pictures.drawing("figure-arc", scene)

    def _start(self, card: Card, wanted: str | None, stays: bool) -> int | None:
        move = self.set.move(card, self.seats)
        ships = [i for i in range(len(self.set.ships)) if (move[i] == i) == stays]
        return next((i for i in ships if self.set.ships[i].id == wanted), ships[0] if ships else None)

    def _way(self, card: Card, start: int) -> Move:
        end = self.set.ships[self.set.move(card, self.seats)[start]]
        made = KINDS[card.kind].example(card.data, self.set.ships[start], end, self.word)
        return Move(card, self.set.ships[start], end, made.lit, made.mark, made.words)

    @entry(EventEntry)
    def event(self, at: At, entry: EventEntry) -> Sequence[Block] | None:
        """A kind of event card, and those that tell themselves; None where the set has none."""
        own = [self._by_itself(card, self._ordered(at.section, entry, card)) for card in self.own(entry)]
        events = [e for e in self.set.events if e.kind == entry.event and not self._alone(e)]
        if not events:
            return own or None
        ending = "rule-laps" if entry.laps and self.set.numbers.laps else "rule"
        title, rule = (self.say(f"{at.section}.{entry.say}.{end}") for end in ("title", ending))
        faces = [self.pictures.face("events", event.id) for event in events]
        face = self.pictures.shown(next((face for face in faces if face), None))
        blocks = self._ordered(at.section, entry, events[0])
        note = self.say("cards.count", n=sum(event.copies for event in events))
        return [Entry(title, rule, events[0].id, face, 22, note, blocks=blocks), *own]

    def _ordered(self, section: str, entry: EventEntry, event: Event | Card) -> tuple[Block, ...]:
        """In which order the cards take effect, in the shortest and the longest row; those out of place are shaded."""
        if not entry.order or not isinstance(event, Event):
            return ()
        split, hooks = self.set.numbers.event_after, EVENTS[event.kind]
        rows = sorted({n for n in self.set.numbers.rounds if n > split})[:1]
        made = []
        for count in dict.fromkeys([*rows, max(self.set.numbers.rounds)]):
            order = [place + 1 for place in hooks.order(event.data, count, split)]
            chips = [
                {"id": f"{n}{'-moved' if n != at else ''}", "n": n, "moved": n != at} for at, n in enumerate(order, 1)
            ]
            names = tuple(name for chip in chips if (name := self.pictures.drawing("figure-order", chip)))
            text = " · ".join(map(str, order))
            line = self.say(f"{section}.order", n=len(order), order=text)
            made.append(Either(Row(names, text, 6.4), (Remark(line),)))
        return tuple(made)

    @entry(TrailEntry)
    def trail(self, at: At, entry: TrailEntry) -> Block | None:
        """A row of cards worked out for one pirate."""
        row = self._row(entry)
        if row is None:
            return None
        pirate, names = self.pirate(entry.pirate), [ship.name for ship in row.ships]
        values = {"pirate": self.name(pirate), "from": names[0], "to": names[-1], "n": len(row.cards)}
        stops = tuple(self.ship(ship, tuple(ship.colours)) for ship in row.ships)
        cards = [self._card_name(card) for card in row.cards]
        faces = [self.pictures.face("boarding", card.id) for card in row.cards]
        steps = tuple(Step(face, name) for face, name in zip(faces, cards, strict=True))
        alt = plain(self.say(f"{at.section}.trail-alt", ships=names))
        ways = zip(cards, names, names[1:], strict=False)
        table = Table(tuple((card, f"{start} → {end}") for card, start, end in ways))
        title, text = self.say(f"{at.section}.trail-title"), self.say(f"{at.section}.trail", **values)
        art = self.pictures.art(self.pirates[pirate].art)
        return Wide(Panel(title, text, art, (Either(Way(stops, steps, alt, "page"), (table,)),)))

    def _row(self, entry: TrailEntry) -> Trail | None:
        """The cards of a trail and the ships along it; one of another kind makes up for a card that the set lacks."""
        known = {card.id: card for card in self.set.cards}
        there = [known[id] for id in entry.cards if id in known]
        basic = [card for card in self.set.cards if card.level == "basic"]
        firsts = {card.kind: card for card in reversed([*basic, *there])}
        spare = [card for kind, card in firsts.items() if kind not in {card.kind for card in there}]
        cards = [known[id] if id in known else spare.pop() for id in entry.cards if id in known or spare]
        if len(cards) < 2:
            return None
        ids = [ship.id for ship in self.set.ships]
        stops = [ids.index(entry.start) if entry.start in ids else 0]
        for step in self.set.route(cards, None, self.seats):
            stops.append(step.move[stops[-1]])
        return Trail(cards, [self.set.ships[stop] for stop in stops])

    def _card_name(self, card: Card) -> str:
        item = next(item for item in self.pack.collections["boarding"] if item["id"] == card.id)
        key = f"{item_key(item)}.name"
        values = KINDS[card.kind].shown(card.data, self.set.fleet)
        return self.locale.plain(key, **self._sayable(values)) if self.locale.has(key) else card.id

    def _sayable(self, values: Mapping[str, Any]) -> Data:
        more: Data = dict(values)
        if "struck" in values:
            more["letter"] = values["struck"]
        if isinstance(values.get("elements"), list):
            more["a"], more["b"] = values["elements"]
        if "steps" in values:
            more["n"] = values["steps"]
        return more

    # Summary

    @entry(SummaryEntry)
    def summary(self, at: At, entry: SummaryEntry) -> Block:
        """The steps of a round, each kind of card and event of this set with a face, the rounds and the loot."""
        rounds = [
            (str(cards), self.say(f"{at.section}.round-number", n=n))
            for n, cards in enumerate(self.set.numbers.rounds, 1)
        ]
        numbers = Grid(tuple(Cell(text=cards, label=n) for cards, n in rounds), "numbers")
        table = Table(tuple((n, cards) for cards, n in rounds))
        parts = [
            Part(self.say(f"{at.section}.round"), (Points(self.points(at.section, entry), steps=True),)),
            Part(self.say(f"{at.section}.rounds"), (Either(numbers, (table,)),)),
            Part(Words(self.locale.markup("rulebook.labels.loot")), (Either(self.coins()),)),
        ]
        left, right = [0, 1, 2], []
        cards, events = tuple(self._brief_cards(at.section)), tuple(self._brief_events(at.section))
        if cards:
            right = [len(parts)]
            parts.append(Part(self.say(f"{at.section}.cards"), (Digest(cards),)))
        if events:
            left.insert(2, len(parts))
            parts.append(Part(self.say(f"{at.section}.events"), (Digest(events),)))
        return Sides(tuple(parts), tuple(left), tuple(right))

    def _entries(self, kind: type[E]) -> Iterator[E]:
        for section in self.skeleton.sections:
            yield from (block for block in section.blocks if isinstance(block, kind))

    def _brief_cards(self, section: str) -> Iterator[Brief]:
        every = [*self._entries(CardEntry)]
        explained = {card.say for card in every if self._kind(card)}
        for asked in every:
            if cards := self._kind(asked):
                card = next((c for c in cards if c.id == asked.prefer), cards[0])
                alone = asked.leans is not None and asked.leans not in explained
                line = self.say(f"{section}.{asked.say}{'-alone' if alone else ''}")
                face = self.pictures.face("boarding", card.id)
                yield Brief(face, self.say(f"cards.{asked.say}.title"), line, card.level == "expert")
            yield from map(self._brief, self.own(asked))

    def _brief_events(self, section: str) -> Iterator[Brief]:
        for asked in self._entries(EventEntry):
            events = [e for e in self.set.events if e.kind == asked.event and not self._alone(e)]
            if events:
                face = self.pictures.face("events", events[0].id)
                yield Brief(face, self.say(f"events.{asked.say}.title"), self.say(f"{section}.{asked.say}"))
            yield from map(self._brief, self.own(asked))

    def _brief(self, card: Card | Event) -> Brief:
        """A card that tells itself."""
        made = self._by_itself(card)
        return Brief(made.face.name if made.face else None, made.title, made.text, made.star)

    # Cards that tell themselves

    def own(self, entry: CardEntry | EventEntry) -> list[Card | Event]:
        """The cards of an entry's kind that are not as their kind is told."""
        if isinstance(entry, CardEntry):
            cards: Sequence[Card | Event] = self._cards(entry.card, entry.struck)
        else:
            cards = [event for event in self.set.events if event.kind == entry.event]
        return [card for card in cards if self._alone(card)]

    def _by_itself(self, card: Card | Event, blocks: tuple[Block, ...] = ()) -> Entry:
        """A card by the words that it prints."""
        group, root = ("boarding", "card") if isinstance(card, Card) else ("events", "event")
        item = self._alone(card) or {}
        title, rule = (Words(self.locale.markup(f"{item_key(item, root)}.{end}", **item)) for end in ("name", "effect"))
        face = self.pictures.shown(self.pictures.face(group, card.id))
        star = isinstance(card, Card) and card.level == "expert"
        width, note = 28 if isinstance(card, Card) else 22, self.say("cards.count", n=card.copies)
        return Entry(title, rule, card.id, face, width, note, star, blocks)

    def _alone(self, card: Card | Event) -> Mapping[str, Any] | None:
        """The item of a card that is told by itself, as words or values are its own; None where its kind tells it."""
        return self._own["events" if isinstance(card, Event) else "boarding"].get(card.id)

    @cached_property
    def _own(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The cards with words or values of their own, by group and id: a card and an event may have the same id."""
        boarding, events = (self.pack.collections[group] for group in ("boarding", "events"))
        differing = {event.id for event in self.set.events if event.variant}
        several = {item["id"] for item in boarding if isinstance(item.get("struck"), list)}
        return {
            "boarding": {item["id"]: item for item in boarding if item.get("words") or item["id"] in several},
            "events": {item["id"]: item for item in events if item.get("words") or item["id"] in differing},
        }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
