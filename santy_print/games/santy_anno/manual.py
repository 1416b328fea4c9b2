"""Manual: the game's side of its rulebook. Every number, table, figure and worked example is computed from the set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from santy_print.documents import Words
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS, Seats, Ship
from santy_print.rulebook.compose import Wish
from santy_print.text import escape

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.rulebook import CardEntry, EventEntry, FigureEntry, Pictures, Skeleton, TrailEntry
    from santy_print.rulebook.skeleton import Block
    from santy_print.text import Locale

Data = dict[str, Any]

RULES = (("M", 6), ("S", 8), ("C", 9), ("E", 4), ("G", 12), ("T", 10))
"""The rules by group: material, ships, cards, events, the game, the table; how many there are of each."""
THIN, WIDE = "\u202f", "\u00a0"  # spaces at which no line breaks


@dataclass(frozen=True, slots=True)
class Way:
    """A card's way from one ship to another, for an example: `lit` elements show on both ships."""

    card: Card
    start: Ship
    end: Ship
    lit: tuple[str, ...] = ()
    mark: str = ""
    words: Mapping[str, Any] = field(default_factory=dict)


Tell = Callable[[Any, Ship, Ship, "SantyManual"], Data]
"""Card data, start, end and the manual in; `words`, `lit` elements and what is `mark`ed on a ship out."""

TELL: dict[str, Tell] = {}


def tell(kind: str) -> Callable[[Tell], Tell]:
    """Enter what an example of a kind of card says."""

    def enter(function: Tell) -> Tell:
        if kind in TELL or kind not in KINDS:
            raise ValueError(f"{kind!r} is told twice, or no kind of card")
        TELL[kind] = function
        return function

    return enter


@tell("element")
def _element(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    colour = start.colours[card.element]
    words = {"element": card.element, "colour": colour, "struck": card.struck or colour}
    return {"words": words, "lit": (card.element,)}


@tell("colour")
def _colour(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    element = next(e for e, colour in start.colours.items() if colour == card.colour)
    return {"words": {"element": element, "colour": card.colour}, "lit": (element,)}


@tell("name")
def _name(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    return {"words": {"letter": card.struck or start.letter}, "mark": "letter"}


@tell("number")
def _number(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    step = end.number - start.number
    total = WIDE.join([str(start.number), "+" if step > 0 else "−", str(abs(step)), "=", str(end.number)])
    return {"words": {"start": start.number, "end": end.number, "sum": total}, "mark": "number"}


@tell("helm")
def _helm(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    direction = manual.locale.plain(f"direction.{card.direction}")
    return {"words": {"steps": card.steps, "direction": direction}}


@tell("double")
def _double(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    a, b = card.elements
    return {"words": {"a": a, "b": b, "colour": start.colours[a], "swapped": start.colours[b]}, "lit": (a, b)}


@tell("coco")
def _coco(card: Any, start: Ship, end: Ship, manual: SantyManual) -> Data:
    return {"words": {"corner": manual.corner(start.corner)}, "mark": "corner"}


class SantyManual:
    """The rulebook's numbers, tables, figures and examples of one set in one language."""

    tables = ("box", "fleet", "loot")
    figures = ("anatomy", "table", "crew", "moves", "vignette")
    cards, events = tuple(KINDS), tuple(EVENTS)
    facts = (*(f"{group}{n}" for group, count in RULES for n in range(1, count + 1)), "credits")

    def __init__(self, pack: Pack, locale: Locale, skeleton: Skeleton, pictures: Pictures) -> None:
        """Nothing is drawn yet: pictures are made as they are asked for."""
        self.pack, self.locale, self.skeleton, self.pictures = pack, locale, skeleton, pictures
        self.set: Compiled = pack.compiled
        self.seats = self._seats()
        self.values = self._values()

    # Words and numbers

    def corner(self, id: str) -> str:
        """The name of a corner, or its id where the language has none."""
        return self.locale.plain(f"corner.{id}") if self.locale.has(f"corner.{id}") else id

    def short(self, element: str) -> str:
        """The short name of an element, where the language has one."""
        forms = self.locale.words.lexicon.nouns[element].forms
        return self.locale.noun(element, "short" if "short" in forms else None)

    def wishes(self) -> Iterator[Wish]:
        """Who sits where, and the ships, pirates and cards of the examples."""
        ships, pirates = [ship.id for ship in self.set.ships], [pirate.id for pirate in self.set.pirates]
        for n, ship in enumerate(self.skeleton.seats):
            yield Wish(("seats", n), "ship", ship, ships)
        for pirate, ship in self.skeleton.crew.items():
            yield Wish(("crew", pirate), "pirate", pirate, pirates, key=True)
            yield Wish(("crew", pirate), "ship", ship, ships)
        for number, section in enumerate(self.skeleton.sections):
            for n, block in enumerate(section.blocks):
                for wish in self._wishes_of(block, ships, pirates):
                    yield wish._replace(path=("sections", number, "blocks", n, *wish.path))

    def _wishes_of(self, block: Block, ships: Sequence[str], pirates: Sequence[str]) -> Iterator[Wish]:
        if block.kind == "figure" and block.name == "anatomy":
            wanted = [("item", "ship", block.item, ships)]
        elif block.kind == "trail":
            wanted = [("pirate", "pirate", block.pirate, pirates), ("from", "ship", block.start, ships)]
            cards = [card.id for card in self.set.cards]
            yield from (Wish(("cards", n), "card", card, cards) for n, card in enumerate(block.cards))
        elif block.kind == "card" and (cards := [card.id for card in self._cards(block.card, block.struck)]):
            kind = block.card if block.struck is None else f"{'' if block.struck else 'un'}struck {block.card}"
            wanted = [("prefer", f"{kind} card", block.prefer, cards), ("pirate", "pirate", block.pirate, pirates)]
            wanted += [("from", "ship", block.start, ships), ("other", "ship", block.other, ships)]
        else:  # what is left out altogether is told as such
            wanted = []
        yield from (Wish((key,), what, name, known) for key, what, name, known in wanted if name is not None)

    def pirate(self, id: str | None) -> str:
        """A pirate's id that the set has: the one wanted, or the first."""
        known = [pirate.id for pirate in self.set.pirates]
        return id if id in known else known[0]

    def _seats(self) -> Seats:
        known = {ship.id: index for index, ship in enumerate(self.set.ships)}
        wanted = [known[id] for id in dict.fromkeys(self.skeleton.seats) if id in known]
        return (*wanted, *(index for index in known.values() if index not in wanted))

    def _kinds_that_need(self, fact: str) -> int:
        """How many cards ask for what a fact says of the ships."""
        return sum(card.copies for card in self.set.cards if fact in KINDS[card.kind].needs)

    def _values(self) -> Data:
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
            "steps": values[1:] or values,
            "mates": numbers.mates.count,
            "mates_players": numbers.mates.players,
            "elements": list(fleet.elements),
            "colours": [locale.adjective(colour) for colour in fleet.colours],
            "letters": fleet.letters,
            "corners": [self.corner(corner) for corner in fleet.corners],
            **self._there(),
            **self._seen(),
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
        new = [entry for entry in self._entries("card") if self.deck(entry) == "expert"]
        return {
            "extras": [say(f"rulebook.labels.stay-{name}") for name, there in extras.items() if there],
            "asked": [say(f"rulebook.labels.ask-{order}") for order in orders],
            "together": [say(f"rulebook.labels.as-one-{kind}") for kind in self.set.together],
            "boards": self._boards(),
            "crib": bool(orders) and self._boards(),
            "by_colours": "colours" in orders,
            "by_elements": "elements" in orders,
            "helm": "helm" in kinds,
            "new_kinds": len(new),
            "basic_parrots": any(card.level == "basic" for card in cards if "S6" in KINDS[card.kind].needs),
        }

    def _boards(self) -> int:
        """Whether the set prints a harbour board, as a number."""
        parts = self.pack.files["components"].parts.values()
        return int(any(pile.each == "one" for part in parts for pile in part.piles))

    def _seen(self) -> Data:
        """What holds of these ships, for texts that must not say what nobody asked of them."""
        ships = self.set.ships
        looks = [[ship.colours[element] for element in self.set.fleet.elements] for ship in ships]
        return {
            "different": all(len(set(look)) == len(look) for look in looks),
            "paired": all(column.count(colour) == 2 for column in zip(*looks, strict=True) for colour in column),
            "numbered": sorted(ship.number for ship in ships) == list(range(1, len(ships) + 1)),
        }

    def cover(self) -> Data:
        """The ship that gives the game its name, or the first."""
        title = self.locale.plain("game.title").casefold()
        ship = next((s for s in self.set.ships if s.name.casefold() == title), self.set.ships[0])
        item = {"id": ship.id, "art": ship.art, "paint": ship.colours, "alt": ship.name}
        icons = {"players": "person.svg", "age": "chair.svg", "minutes": "hourglass.svg"}
        facts = {name: self.pictures.art(icon) for name, icon in icons.items()}
        drawn, plate = self.pictures.drawing("figure-vessel", item), self._hex(ship.colours.get("plate"))
        return {"art": drawn, "alt": ship.name, "facts": facts, "plate": plate}

    def _hex(self, colour: str | None) -> str | None:
        paint = self.pack.head.palette.get(colour or "")
        return paint.hex if paint else None

    # Tables

    def table(self, name: str) -> Data | None:
        """A table by name."""
        made: Data | None = getattr(self, f"_table_{name}")()
        return made

    def _table_box(self) -> Data:
        numbers = self.set.numbers
        counts = {
            "basic": self.values["basic"],
            "expert": self.values["expert"],
            "events": self.values["events"],
            "ships": len(self.set.ships),
            "tiles": len(self.set.pirates),
            "scuttles": len(self.set.pirates),
            "frames": len(self.set.pirates),
            "coins": sum(numbers.coins.values()),
            "board": self.values["boards"],
        }
        rows = [
            [str(n), Words(self.locale.markup(f"rulebook.box.{key}", **{**self.values, "n": n}))]
            for key, n in counts.items()
            if n
        ]
        return {"head": None, "rows": rows, "align": ["right", "left"]}

    def _table_fleet(self) -> Data:
        say, fleet = self.locale.plain, self.set.fleet
        head = [say("rulebook.labels.number"), say("rulebook.labels.ship")]
        head += [_capital(self.short(element)) for element in fleet.elements]
        parrots = bool(self.values["parrots"])
        head += [say("rulebook.labels.corner")] if parrots else []
        ships = sorted(self.set.ships, key=lambda ship: ship.number)
        cells = [[ship.colours[element] for element in fleet.elements] for ship in ships]
        rows = [
            [
                str(s.number),
                Words(f"*{escape(s.name)}*"),
                *map(self.locale.adjective, row),
                *([self.corner(s.corner)] if parrots else []),
            ]
            for s, row in zip(ships, cells, strict=True)
        ]
        align = ["right", "left", *["left"] * (len(fleet.elements) + parrots)]
        return {
            "head": head,
            "rows": rows,
            "align": align,
            "swatches": cells,
            "corners": [s.corner for s in ships] if parrots else [],
        }

    def _table_loot(self) -> Data:
        say, loot = self.locale.plain, self.set.numbers.loot
        head = [say("rulebook.labels.arrival"), say("rulebook.labels.ducats")]
        rows = [[self.locale.grammar.ordinal(n), str(coins)] for n, coins in enumerate(loot, 1)]
        rows.append([say("rulebook.labels.later"), say("rulebook.labels.nothing")])
        coins = [self.pictures.face("coins", f"coin-{n}") for n in loot]
        return {"head": head, "rows": rows, "align": ["left", "right"], "coins": [c for c in coins if c]}

    # Figures

    def figure(self, entry: FigureEntry) -> Data | None:
        """A figure by name."""
        made: Data | None = getattr(self, f"_figure_{entry.name}")(entry)
        return made

    def _figure_anatomy(self, entry: FigureEntry) -> Data:
        ship = next((s for s in self.set.ships if s.id == entry.item), self.set.ships[0])
        colours = [self.locale.noun(element, adjective=colour) for element, colour in ship.colours.items()]
        values = {
            "ship": ship.name,
            "number": ship.number,
            "colours": colours,
            "corner": self.corner(ship.corner),
        }
        labels = [
            {"element": element, "text": _capital(self.locale.noun(element)), "colour": ship.colours[element]}
            for element in self.set.fleet.elements
        ]
        alt = "alt" if self.values["parrots"] else "alt-bare"
        return {
            "caption": Words(self.locale.markup("rulebook.ships.figure", **{**self.values, **values})),
            "alt": self.locale.plain(f"rulebook.ships.{alt}", **{**self.values, **values}),
            "face": self.pictures.face("ships", ship.id),
            "listing": [],
            "labels": labels,
            "ship": self.ship(ship, tuple(ship.colours)),
        }

    def _figure_table(self, entry: FigureEntry) -> Data:
        crew = {ship: pirate for pirate, ship in self.skeleton.crew.items() if pirate == self.pirate(pirate)}
        seats = [self.set.ships[index] for index in self.seats]
        chairs = [
            {"ship": self.ship(ship, tuple(ship.colours)), "face": self.pictures.face("ships", ship.id)}
            | ({"pirate": self._crew(crew[ship.id])} if ship.id in crew else {})
            for ship in seats
        ]
        say, values = self.locale.plain, {"n": len(crew), "seats": [ship.name for ship in seats]}
        return {
            "caption": Words(self.locale.markup("rulebook.setup.figure", **{**self.values, **values})),
            "alt": say("rulebook.setup.alt", **{**self.values, **values}),
            "chairs": chairs,
            "harbour": self.pictures.face("one", "one"),
            "words": {"harbour": say("rulebook.labels.harbour")},
            "deck": self.pictures.art("back-boarding.svg"),
            "coins": self._table_loot()["coins"],
            "listing": [
                say("rulebook.labels.seats"),
                ", ".join(f"{ship.name} ({ship.number})" for ship in seats),
            ],
        }

    def _figure_moves(self, entry: FigureEntry) -> Data | None:
        trail = next(self._entries("trail"), None)
        made = self.trail(trail) if trail else None
        if made is None:
            return None
        words = [self.locale.plain(f"rulebook.labels.{key}") for key in ("waiting", "aboard", "done")]
        return {
            "start": made["ships"][0],
            "end": made["ships"][1],
            "pirate": made["pirate"],
            "steps": words,
            "alt": "; ".join(words),
            "caption": "",
            "listing": [],
        }

    def _figure_vignette(self, entry: FigureEntry) -> Data | None:
        art = self.pictures.art(f"{entry.item}.svg")
        return None if art is None else {"art": art, "alt": "", "caption": "", "listing": []}

    def _figure_crew(self, entry: FigureEntry) -> Data:
        pirates = [self._crew(pirate.id) for pirate in self.set.pirates]
        names = self.locale.join([pirate["name"] for pirate in pirates])
        title = self.locale.plain("rulebook.labels.crew")
        return {"title": title, "crew": pirates, "alt": names, "caption": title, "listing": [title, names]}

    def _crew(self, id: str) -> Data:
        art = {pirate.id: pirate for pirate in self.set.pirates}[id]
        return {
            "name": self.locale.plain(f"pirate.{id}"),
            "line": self.locale.plain(f"pirate.{id}.line") if self.locale.has(f"pirate.{id}.line") else "",
            "art": self.pictures.art(art.art),
            "tile": self.pictures.face("pirates", id),
        }

    def ship(self, ship: Ship, lit: Sequence[str] = (), mark: str = "") -> Data:
        """A small ship for a figure: the elements that matter are painted."""
        paint = {element: colour if element in lit else "none" for element, colour in ship.colours.items()}
        item = {"id": f"{ship.id}-{'-'.join(lit)}", "paint": paint, "alt": ship.name}
        marks = {"letter": ship.letter, "number": str(ship.number), "corner": ship.corner}
        return {
            "name": ship.name,
            "number": ship.number,
            "art": self.pictures.drawing("figure-ship", item),
            "mark": mark,
            "value": marks.get(mark, ""),
            "icon": self.pictures.art("coco-icon.svg") if mark == "corner" else None,
            "letters": [self.locale.letter(ship.colours[e]) for e in lit],
        }

    # Cards

    def card(self, entry: CardEntry) -> Data | None:
        """A kind of card with a worked example; None where the set has no such card."""
        cards = [card for card in self._cards(entry.card, entry.struck) if not self._alone(card)]
        if not cards:
            return None
        card = next((c for c in cards if c.id == entry.prefer), cards[0])
        return {
            "card": card.id,
            "face": self.pictures.face("boarding", card.id),
            "count": sum(c.copies for c in cards),
            "star": card.level == "expert",
            "example": self._example(entry, card),
        }

    def deck(self, entry: CardEntry) -> str | None:
        """The first deck that has such a card; None where the set has none."""
        levels = {card.level for card in self._cards(entry.card, entry.struck)}
        return next((level for level in ("basic", "expert") if level in levels), None)

    def _cards(self, kind: str, struck: bool | None) -> list[Card]:
        cards = [card for card in self.set.cards if card.kind == kind]
        return cards if struck is None else [c for c in cards if (c.params.get("struck") is not None) == struck]

    def _example(self, entry: CardEntry, card: Card) -> Data | None:
        start = self._start(card, entry.start, entry.stays)
        if start is None:
            return None
        way = self._way(card, start)
        words = {**way.words, "from": way.start.name, "to": way.end.name}
        pair = (way.start, way.end)
        if entry.stays:  # one who stays, and beside it one who goes
            goer = self._start(card, entry.other, False)
            if goer is None:
                return None
            moved = self._way(card, goer)
            words = {**moved.words, "from": way.start.name, "other": moved.start.name, "to": moved.end.name}
            pair = (moved.start, moved.end)
        pirate = self.pirate(entry.pirate)
        told = self._way(card, self.set.ship(pair[0].id))
        shown: Data = {
            "start": self.ship(pair[0], told.lit, told.mark),
            "end": self.ship(pair[1], told.lit, told.mark),
            "stay": self.ship(way.start, way.lit, way.mark) if entry.stays else None,
        }
        person = self._crew(pirate)
        return shown | {"values": words | {"pirate": person["name"]}, "pirate": person}

    def _start(self, card: Card, wanted: str | None, stays: bool) -> int | None:
        move = self.set.move(card, self.seats)
        ships = [i for i in range(len(self.set.ships)) if (move[i] == i) == stays]
        return next((i for i in ships if self.set.ships[i].id == wanted), ships[0] if ships else None)

    def _way(self, card: Card, start: int) -> Way:
        end = self.set.ships[self.set.move(card, self.seats)[start]]
        told = TELL[card.kind](card.data, self.set.ships[start], end, self)
        return Way(card, self.set.ships[start], end, told.get("lit", ()), told.get("mark", ""), told["words"])

    def event(self, entry: EventEntry) -> Data | None:
        """A kind of event card; None where the set has none."""
        events = [e for e in self.set.events if e.kind == entry.event and not self._alone(e)]
        if not events:
            return None
        faces = [self.pictures.face("events", event.id) for event in events]
        return {
            "faces": [face for face in faces if face],
            "count": sum(e.copies for e in events),
            "orders": self._orders(events[0]),
        }

    def _orders(self, event: Event) -> list[tuple[int, list[int]]]:
        """In which order the cards take effect, in the shortest and the longest row."""
        split, hooks = self.set.numbers.event_after, EVENTS[event.kind]
        rows = sorted({n for n in self.set.numbers.rounds if n > split})[:1]
        return [
            (n, [place + 1 for place in hooks.order(event.data, n, split)])
            for n in dict.fromkeys([*rows, max(self.set.numbers.rounds)])
        ]

    def trail(self, entry: TrailEntry) -> Data | None:
        """A row of cards worked out for one pirate; a card that the set lacks is made up for by one of another kind."""
        known = {card.id: card for card in self.set.cards}
        there = [known[id] for id in entry.cards if id in known]
        basic = [card for card in self.set.cards if card.level == "basic"]
        firsts = {card.kind: card for card in reversed([*basic, *there])}
        spare = [card for kind, card in firsts.items() if kind not in {card.kind for card in there}]
        cards = [known[id] if id in known else spare.pop() for id in entry.cards if id in known or spare]
        if len(cards) < 2:
            return None
        ids = [ship.id for ship in self.set.ships]
        at = ids.index(entry.start) if entry.start in ids else 0
        stops = [at]
        for step in self.set.route(cards, None, self.seats):
            stops.append(step.move[stops[-1]])
        ships = [self.set.ships[stop] for stop in stops]
        pirate = self._crew(self.pirate(entry.pirate))
        values = {"pirate": pirate["name"], "from": ships[0].name, "to": ships[-1].name, "n": len(cards)}
        shown = [{"face": self.pictures.face("boarding", card.id), "name": self._card_name(card)} for card in cards]
        return {
            "values": values,
            "ships": [self.ship(ship, tuple(ship.colours)) for ship in ships],
            "cards": shown,
            "pirate": pirate,
        }

    def _card_name(self, card: Card) -> str:
        from santy_print.text import item_key

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

    def summary(self) -> Data:
        """Each kind of card and event of this set with a face, and the rounds."""
        return {
            "loot": self._table_loot(),
            "cards": list(self._summary_cards()),
            "events": list(self._summary_events()),
            "rounds": [
                {"n": n, "cards": cards, "lap": n in self.set.numbers.laps}
                for n, cards in enumerate(self.set.numbers.rounds, 1)
            ],
        }

    def _entries(self, kind: str) -> Iterator[Any]:
        for section in self.skeleton.sections:
            yield from (block for block in section.blocks if block.kind == kind)

    def own(self, entry: CardEntry | EventEntry) -> list[Data]:
        """The cards of an entry's kind that are not as their kind is told: each by itself, by the words it prints."""
        if entry.kind == "card":
            cards: Sequence[Card | Event] = self._cards(entry.card, entry.struck)
        else:
            cards = [event for event in self.set.events if event.kind == entry.event]
        group = "boarding" if entry.kind == "card" else "events"
        return [
            {
                "card": card.id,
                "count": card.copies,
                "star": isinstance(card, Card) and card.level == "expert",
                "face": self.pictures.face(group, card.id),
                "title": self._printed(entry.kind, item, "name"),
                "rule": self._printed(entry.kind, item, "effect"),
                "orders": self._orders(card) if isinstance(card, Event) else [],
            }
            for card in cards
            if (item := self._alone(card))
        ]

    def _printed(self, root: str, item: Mapping[str, Any], end: str) -> Words:
        """What stands on a card."""
        from santy_print.text import item_key

        return Words(self.locale.markup(f"{item_key(item, root)}.{end}", **item))

    def _alone(self, card: Card | Event) -> Mapping[str, Any] | None:
        """The item of a card that is told by itself, as words or values are its own; None where its kind tells it."""
        return self._own["events" if isinstance(card, Event) else "boarding"].get(card.id)

    @cached_property
    def _own(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The cards with words or values of their own, by group and id: a card and an event may have the same id."""
        return {
            group: {i["id"]: i for i in self.pack.collections[group] if _apart(i)} for group in ("boarding", "events")
        }

    def _summary_own(self, entry: CardEntry | EventEntry) -> Iterator[Data]:
        for card in self.own(entry):
            yield {"say": None, "leans": None, "line": card["rule"], **card}

    def _summary_cards(self) -> Iterator[Data]:
        for entry in self._entries("card"):
            cards = [card for card in self._cards(entry.card, entry.struck) if not self._alone(card)]
            if cards:
                card = next((c for c in cards if c.id == entry.prefer), cards[0])
                yield {
                    "say": entry.say,
                    "leans": entry.leans,
                    "face": self.pictures.face("boarding", card.id),
                    "star": card.level == "expert",
                }
            yield from self._summary_own(entry)

    def _summary_events(self) -> Iterator[Data]:
        for entry in self._entries("event"):
            events = [e for e in self.set.events if e.kind == entry.event and not self._alone(e)]
            if events:
                yield {"say": entry.say, "face": self.pictures.face("events", events[0].id)}
            yield from self._summary_own(entry)


def _apart(item: Mapping[str, Any]) -> bool:
    """Whether what a card prints is not what its kind is told by: words, values or several struck out of its own."""
    return bool(item.get("words") or item.get("variant") or isinstance(item.get("struck"), list))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
