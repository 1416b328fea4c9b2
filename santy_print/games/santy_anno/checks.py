"""Checks: the files of a Santy Anno pack in, every fault found out. One check per fact; none stops the next.

References come first: what names an unknown colour cannot be judged by facts about colours, so those facts
are left out (the reference itself is the error). Facts about ships are asked only where some card needs them:
a set whose ships lack the double property is sound as long as it has no double card.

Causes are told before consequences: what is named, then the ships, then the cards and the game's numbers. What only
follows from a fault that is told already is told last, once for all: the cards that faulty ships make unplayable.
In an overlay a fault that several lines share is told at a line of the overlay's own, as that is where it came about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple

from santy_print.diag import Report, did_you_mean, listed, plural, register
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS, Fleet, Move, Registry, Ship, compile_move
from santy_print.registry import Where

register("ref-unknown", "a ship or card names a feature that the pack does not have")
register("ref-missing", "a ship has no colour at one of the elements")
register("ref-twice", "a feature is listed twice")
register("ref-paint", "a game colour has no paint in the palette")
register("ship-colours", "a ship has one colour at two elements")
register("ship-pairs", "a colour is not on exactly two ships at an element")
register("ship-twins", "two ships have the same colour at every element")
register("ship-numbers", "the ships' numbers are not 1 to the number of ships, each once")
register("ship-letters", "a first letter is not on exactly two ships")
register("ship-corners", "Coco does not sit in a corner on exactly two ships")
register("ship-names", "two ships have the same name")
register("ship-doubles", "for two elements the ship with the colours swapped is missing, or there are several")
register("card-ships", "cards cannot be played because the ships break a rule")
register("card-value", "a card's own values make no sense")
register("card-idle", "a card moves nobody")
register("deck-small", "the rounds want more cards than a deck has")
register("event-value", "an event's own values make no sense")
register("event-few", "there are fewer event cards than rounds")
register("event-place", "the place of the event card does not suit the shortest round")
register("coins-short", "there are fewer coins than the rounds pay out")
register("coins-value", "a coin's value is not a whole number from 1")
register("players-range", "the numbers of players, pirates and ships do not fit together")
register("rounds-lap", "a lap is wanted in a round that is not played")
register("mates-count", "the first mates do not fit the number of players")


Look = tuple[str, ...]
"""The colours of a ship, by element."""
Place = tuple[str | int, ...]
"""Where a datum stands: the name of its file, and the keys that lead to it."""

NAMES, SHIPS, GAME, REST = range(4)
"""The stages: what is named, the ships, the cards and numbers they are played with, and what only follows."""


@dataclass
class Context:
    """What the checks look at.

    `tainted` holds the features that broken references leave unjudged, `left` what still names a word that an overlay
    took off a list of features, `unplayable` the cards that fail for their ships and the facts that fail there.
    """

    files: Mapping[str, Any]
    where: Where
    report: Report
    fleet: Fleet = field(init=False)
    needed: frozenset[str] = field(init=False)
    tainted: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    moves: dict[str, Move] = field(default_factory=dict)
    left: dict[tuple[str, str], dict[Place, None]] = field(default_factory=dict)
    unplayable: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.fleet = Fleet.of(self.files["ships"])
        kinds = {card.kind for card in self.cards.values()}
        self.needed = frozenset(fact for kind in kinds for fact in KINDS[kind].needs)

    @property
    def cards(self) -> Mapping[str, Any]:
        """The cards by id."""
        cards: Mapping[str, Any] = self.files["cards"].cards
        return cards

    @property
    def head(self) -> Any:
        """`pack.yaml`."""
        return self.files["pack"]

    def depth(self, path: Place) -> int:
        """How far below the pack that was asked for a place stands: 0 where its own file has it."""
        span = self.where(*path)
        return span.file.depth if span else 0

    def blame(self, sharing: Sequence[Place], others: Iterable[Place] = ()) -> Place:
        """Of places that share a fault, the first that is nearest to the pack that was asked for.

        `others` may have brought it about (the ships that no longer share a letter): blamed where they are nearer.
        """
        nearest = min(sharing, key=self.depth)
        return min((nearest, *others), key=self.depth)

    def error(self, fact: str, code: str, message: str, path: Place, *hints: str) -> None:
        """Add an error at a place in one of the files (the first part of the path names the file)."""
        self.failed.add(fact)
        self.report.error(code, message, self.where(*path), *hints, fact=fact)


class Check(NamedTuple):
    """A check: the fact it asks for, the feature it reads, whether only some kinds of card need it, and its stage."""

    fact: str
    reads: str
    optional: bool
    stage: int
    run: Callable[[Context], None]


CHECKS: Registry[Check] = Registry("check")


def check(
    fact: str, reads: str = "", optional: bool = False, stage: int = GAME
) -> Callable[[Callable[[Context], None]], Callable[[Context], None]]:
    """Enter a check in the registry under its fact."""

    def enter(run: Callable[[Context], None]) -> Callable[[Context], None]:
        CHECKS.add(fact, Check(fact, reads, optional, stage, run))
        return run

    return enter


def run_checks(context: Context) -> None:
    """Run every check that can be judged."""
    first = context.report.stage
    for name in CHECKS:
        entry = CHECKS[name]
        if entry.reads in context.tainted or (entry.optional and name not in context.needed):
            continue
        context.report.stage = first + entry.stage
        entry.run(context)
    context.report.stage = first + SHIPS
    if not {"S1", "S2", "S3", "S8"} & context.failed:
        _tell_alike(context)
    context.report.stage = first + REST
    _tell_unplayable(context)


# References (S1): what ships and cards name must be there.


@check("S1", stage=NAMES)
def references(context: Context) -> None:
    """Every element, colour, letter and corner that is named is listed in `features`, once."""
    _features_once(context)
    _ship_references(context)
    _card_references(context)
    _tell_left(context)
    for place, colour in enumerate(context.fleet.colours):
        if colour not in context.head.palette:
            path = ("ships", "features", "colours", place)
            hint = f'add `{colour}: {{hex: "#..."}}` under `palette` in pack.yaml'
            context.error("S1", "ref-paint", f"the colour {colour} has no paint in the palette", path, hint)


def ship_shape(context: Context) -> bool:
    """Whether features are listed once and every ship has a colour at each element; reports what is not so (S1)."""
    _features_once(context)
    if context.tainted or any(set(s.colours) != set(context.fleet.elements) for s in context.fleet.ships):
        _ship_references(context)
        _tell_left(context)
        return False
    return True


def _features_once(context: Context) -> None:
    for feature in ("elements", "colours", "letters", "corners"):
        words = getattr(context.fleet, feature)
        for place, word in enumerate(words):
            if word in words[:place]:
                path = ("ships", "features", feature, place)
                context.error(
                    "S1",
                    "ref-twice",
                    f"`{word}` is listed twice under {feature}",
                    path,
                    "keep one of the two",
                )
                context.tainted.add(feature)


def _unknown(context: Context, word: str, vocabulary: str, path: Place, fact: str) -> bool:
    known = getattr(context.fleet, vocabulary)
    if word in known:
        return False
    if _is_left(context, word, vocabulary, path, fact):
        return True
    one = vocabulary[:-1]
    owner = f"`{path[2]}`: " if path[0] == "cards" else ""
    context.error(
        fact,
        "ref-unknown",
        f"{owner}`{word}` is not {'an' if one[0] in 'aeiou' else 'a'} {one} of this pack",
        path,
        did_you_mean(word, known),
    )
    return True


def _is_left(context: Context, word: str, vocabulary: str, path: Place, fact: str) -> bool:
    """Whether a word stands where an overlay left it when it wrote the list of features anew; such are told at once."""
    if context.depth(path) <= context.depth(("ships", "features", vocabulary)):
        return False
    context.failed.add(fact)
    context.left.setdefault((vocabulary, word), {})[path[:3]] = None
    return True


def _tell_left(context: Context) -> None:
    """What is left of words that an overlay took off a list, word by word at the list: there it came about."""
    for (vocabulary, word), owners in context.left.items():
        known = getattr(context.fleet, vocabulary)
        ships = [str(path[2]) for path in owners if path[0] == "ships"]
        cards = [str(path[2]) for path in owners if path[0] == "cards"]
        kinds = [(ids, what) for ids, what in ((ships, "ship"), (cards, "card")) if ids]
        have = listed([plural(len(ids), what) for ids, what in kinds])
        verb = "has" if len(owners) == 1 else "have"
        message = f"`{word}` is no longer among the {vocabulary}, and {have} still {verb} it"
        slip = did_you_mean(word, known).partition("did you mean ")[2].rstrip("?")
        hints = [f"{slip} stands there: did you mean `{word}`?"] if slip else []
        hints += [f"write anew in your {what}s.yaml, or take away with `withdrawn`: {some(ids)}" for ids, what in kinds]
        context.error("S1", "ref-unknown", message, ("ships", "features", vocabulary), *hints)
    context.left.clear()


def some(words: Sequence[str], most: int = 3) -> str:
    """The first few of many words and how many more there are, for messages."""
    if len(words) <= most + 1:
        return listed(words)
    return f"{', '.join(words[:most])} and {len(words) - most} more"


def _ship_references(context: Context) -> None:
    fleet = context.fleet
    for ship in fleet.ships:
        base = ("ships", "ships", ship.id)
        for element, colour in ship.colours.items():
            path = (*base, "colours", element)
            if _unknown(context, element, "elements", path, "S1") or _unknown(context, colour, "colours", path, "S1"):
                context.tainted.add("colours")
        if "S6" in context.needed and _unknown(context, ship.corner, "corners", (*base, "corner"), "S6"):
            context.tainted.add("corners")
    if "S5" in context.needed:
        _strange_letters(context)
    _elements_missing(context)


def _strange_letters(context: Context) -> None:
    """First letters that the pack does not list, each once; what is offered makes all first letters right."""
    fleet = context.fleet
    holders: dict[str, list[Ship]] = defaultdict(list)
    for ship in fleet.ships:
        holders[ship.letter].append(ship)
    in_twos = all(len(ships) == 2 for ships in holders.values())
    whole = list(_relist(context, list(holders))) if in_twos else []
    for letter, ships in holders.items():
        if letter in fleet.letters:
            continue
        context.tainted.add("letters")
        spans: list[Place] = [("ships", "ships", ship.id, "name") for ship in ships]
        own = [path for path in spans if not _is_left(context, letter, "letters", path, "S5")]
        if not own:
            continue
        begin = "begins" if len(ships) == 1 else "begin"
        message = f"{listed([s.name for s in ships])} {begin} with {letter}, which is not a letter of this pack"
        path = context.blame(spans)
        hints = whole if in_twos else _letter_hints(context, letter, holders)
        context.error("S5", "ref-unknown", message, path, *hints)
        whole = []  # it mends all of them: said once


def _letter_hints(context: Context, letter: str, holders: Mapping[str, Sequence[Ship]]) -> Iterator[str]:
    """Ways out for a first letter that is not listed: another name, or another list and what goes with it."""
    wanting = [word for word in context.fleet.letters if len(holders.get(word, ())) == 1]
    if len(holders[letter]) == 1 and wanting:
        yield f"choose a name with {listed(wanting, 'or')}"
        other = holders[wanting[0]][0]
        odd = [word for word, ships in holders.items() if len(ships) != 2]
        if set(odd) == {letter, wanting[0]}:
            words = [word for word in holders if word != wanting[0]]
            yield from _relist(context, words, f"or let {other.name} begin with {letter} as well, and ")
        return
    yield "let each first letter begin the names of two ships, then list these letters under `letters`"


def _relist(context: Context, words: Sequence[str], before: str = "") -> Iterator[str]:
    """What to write so that these are the pack's letters: the list, and the cards that strike out what it lacks."""
    old = context.fleet.letters
    fresh = iter([word for word in words if word not in old])
    kept = [word if word in words else next(fresh, "") for word in old]
    letters = [word for word in (*kept, *fresh) if word]
    yield f"{before}write `letters: [{', '.join(letters)}]` under `features`"
    swap = {word: new for word, new in zip(old, kept, strict=True) if word != new}
    for id, card in context.cards.items():
        struck = getattr(card, "struck", None)
        if card.kind == "name" and struck in swap:
            new = swap[struck]
            to = f"`{id}: {{struck: {new}}}`" if new else f"`{id}: withdrawn`"
            yield f"and {to} in cards.yaml, as no ship begins with {struck} then"


def _elements_missing(context: Context) -> None:
    """Every ship has a colour at each element; an element that an overlay added is told once, for all ships."""
    fleet = context.fleet
    for place, element in enumerate(fleet.elements):
        bare = [ship for ship in fleet.ships if element not in ship.colours]
        at: Place = ("ships", "features", "elements", place)
        added = [ship for ship in bare if context.depth(("ships", "ships", ship.id, "colours")) > context.depth(at)]
        if bare:
            context.tainted.add("colours")
        if added:
            verb = "have" if len(added) > 1 else "has"
            message = f"{some([ship.name for ship in added])} {verb} no colour at the element `{element}`"
            hint = f"add it in your ships.yaml, as `{added[0].id}: {{colours: {{{element}: ...}}}}`"
            context.error("S1", "ref-missing", message, at, hint)
        for ship in bare:
            if ship not in added:
                spare = [c for c in fleet.colours if c not in ship.colours.values()]
                hint = f"{listed(spare, 'or')} is not yet on {ship.name}" if spare else ""
                path = ("ships", "ships", ship.id, "colours")
                context.error("S1", "ref-missing", f"{ship.name} has no colour at its {element}", path, hint)


def _card_references(context: Context) -> None:
    for id, card in context.cards.items():
        kind = KINDS[card.kind]
        for path, word, vocabulary in kind.references(card):
            if _unknown(context, word, vocabulary, ("cards", "cards", id, *path), kind.fact(card)):
                context.broken.add(id)


# Ships (S2 to S8).


def _doubled(ship: Ship, elements: Iterable[str]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = defaultdict(list)
    for element in elements:
        places[ship.colours[element]].append(element)
    return {colour: found for colour, found in places.items() if len(found) > 1}


def _off_pairs(fleet: Fleet) -> Iterator[tuple[str, str, list[int]]]:
    """Each (element, colour) that is on some ships, but not on two (S3)."""
    for element in fleet.elements:
        for colour in fleet.colours:
            ships = [i for i, ship in enumerate(fleet.ships) if ship.colours[element] == colour]
            if len(ships) != 2 and (ships or len(fleet) == 2 * len(fleet.colours)):
                yield element, colour, ships


def double_pairs(context: Context) -> list[tuple[str, str]]:
    """The pairs of elements that a double card of the pack swaps."""
    swaps = (KINDS[card.kind].swap(card) for id, card in context.cards.items() if id not in context.broken)
    pairs = {tuple(sorted(swap, key=context.fleet.elements.index)) for swap in swaps if swap}
    return [pair for pair in combinations(context.fleet.elements, 2) if pair in pairs]


def _unpaired(fleet: Fleet, pair: tuple[str, str]) -> list[int]:
    """The ships for which the pair, swapped, is not on exactly one other ship (S8)."""
    first, second = pair
    looks = Counter((ship.colours[first], ship.colours[second]) for ship in fleet.ships)
    return [i for i, s in enumerate(fleet.ships) if looks[s.colours[second], s.colours[first]] != 1]


def _sound(context: Context, fleet: Fleet) -> bool:
    """Whether the colours of a fleet satisfy every fact that this pack's cards need."""
    needed = context.needed
    return not (
        ("S2" in needed and any(_doubled(ship, fleet.elements) for ship in fleet.ships))
        or ("S3" in needed and any(True for _ in _off_pairs(fleet)))
        or ("S8" in needed and any(_unpaired(fleet, pair) for pair in double_pairs(context)))
    )


def mend(context: Context) -> tuple[str, dict[int, Ship]]:
    """The smallest change of colours that makes the whole fleet sound: one cell, or one exchange.

    As a hint, and the ships as they would look.
    """
    fleet = context.fleet
    if len(fleet) != 2 * (colours := _worn(fleet)):
        ships = f"two ships for each of {colours} colours make {2 * colours}"
        return f"{ships}, and there are {len(fleet)}: add or withdraw ships or colours", {}
    if len(fleet) * len(fleet.elements) * len(fleet.colours) > 1000:
        return repairs(context), {}

    def wanted(way: tuple[str, dict[int, Ship]]) -> tuple[bool, int]:
        """One cell before an exchange, and what the pack's own file says before what it extends."""
        cells = list(_cells(fleet, way[1]))
        return len(cells) > 1, min(map(context.depth, cells), default=0)

    for words, painted in sorted(_repaints(fleet), key=wanted):
        changed = tuple(painted.get(index, ship) for index, ship in enumerate(fleet.ships))
        if _sound(context, replace(fleet, ships=changed)):
            return words, painted
    return repairs(context), {}


def repairs(context: Context) -> str:
    """The command that finds more than this room looks for."""
    return f"`{context.report.command('ships repair')}` finds the fewest changes"


def _cells(fleet: Fleet, painted: Mapping[int, Ship]) -> Iterator[Place]:
    """The places of the colours that differ on ships painted anew."""
    for index, ship in painted.items():
        own = fleet.ships[index].colours
        yield from (_cell(ship, element) for element in fleet.elements if own[element] != ship.colours[element])


def _cell(ship: Ship, element: str) -> Place:
    """Where the colour of a ship at an element stands."""
    return ("ships", "ships", ship.id, "colours", element)


def _twins(context: Context) -> None:
    """Ships that look the same: where colours are off, that is what a person sees first, and it says the most."""
    for one, two in combinations(context.fleet.ships, 2):
        if one.colours == two.colours:
            message = f"{one.name} and {two.name} have the same colour at every element"
            path = context.blame([("ships", "ships", ship.id, "colours") for ship in (two, one)])
            context.error("S3", "ship-pairs", message, path, "paint one of them otherwise")


def _tell_alike(context: Context) -> None:
    """Ships that look the same where no card forbids it: they can be played, and make a poorer game."""
    fleet = context.fleet
    looks: dict[Look, list[Ship]] = defaultdict(list)
    for ship in fleet.ships:
        looks[tuple(ship.colours[element] for element in fleet.elements)].append(ship)
    for ships in looks.values():
        if len(ships) < 2:
            continue
        message = f"{some([ship.name for ship in ships])} look alike: they have the same colour at every element"
        path = context.blame([("ships", "ships", ship.id, "colours") for ship in reversed(ships)])
        if _bound_alike(context):
            why = "with so few colours and elements no two ships of a pair can differ"
            context.report.notice("ship-twins", message, context.where(*path), why)
        else:
            hint = f"paint one of them otherwise, or let `{context.report.command('ships repair')}` find how"
            context.report.warning("ship-twins", message, context.where(*path), hint)


def _bound_alike(context: Context) -> bool:
    """Whether ships must look alike: S3 brings pairs together that S2 leaves nothing to differ in."""
    fleet = context.fleet
    few = len(fleet.elements) == 1 or ("S2" in context.needed and len(fleet.colours) == 2)
    return "S3" in context.needed and few


def _worn(fleet: Fleet) -> int:
    """How many colours some ship has."""
    return len({colour for ship in fleet.ships for colour in ship.colours.values()})


def _miscounted(context: Context, off: Sequence[tuple[str, str, list[int]]]) -> bool:
    """Whether ships are too many or too few for their colours; no painting mends that, so it is all that is told."""
    fleet, colours = context.fleet, _worn(context.fleet)
    one_way = all(len(ships) < 2 for *_, ships in off) or all(len(ships) > 2 for *_, ships in off)
    if len(fleet) == 2 * colours or not one_way:
        return False
    message = f"there are {len(fleet)} ships, and two for each of {colours} colours make {2 * colours}"
    cells = some([f"`{element}: {colour}` is on {len(ships)}" for element, colour, ships in off], 4)
    context.error("S3", "ship-pairs", message, ("ships", "ships"), f"add or withdraw ships or colours: {cells}")
    return True


def _repaints(fleet: Fleet) -> Iterator[tuple[str, dict[int, Ship]]]:
    """Small changes in words, each with the ships as they would look: cells first, then exchanges."""

    def paint(index: int, colours: Mapping[str, str]) -> Ship:
        ship = fleet.ships[index]
        return replace(ship, colours={**ship.colours, **colours})

    for index, ship in enumerate(fleet.ships):
        for element in fleet.elements:
            for colour in fleet.colours:
                if colour != ship.colours[element]:
                    words = f"with `{element}: {colour}` on {ship.name} all ships would be right"
                    yield words, {index: paint(index, {element: colour})}
    for index, ship in enumerate(fleet.ships):
        for one, two in combinations(fleet.elements, 2):
            words = f"swap {ship.name}'s {one} and {two}, and all ships would be right"
            yield words, {index: paint(index, {one: ship.colours[two], two: ship.colours[one]})}
    for (a, first), (b, second) in combinations(enumerate(fleet.ships), 2):
        for element in fleet.elements:
            words = f"swap the {element} of {first.name} and {second.name}, and all ships would be right"
            new = {a: paint(a, {element: second.colours[element]}), b: paint(b, {element: first.colours[element]})}
            if first.colours[element] != second.colours[element]:
                yield words, new


@check("S2", reads="colours", optional=True, stage=SHIPS)
def different_colours(context: Context) -> None:
    """The elements of one ship have different colours."""
    for ship in context.fleet.ships:
        doubled = _doubled(ship, context.fleet.elements)
        if not doubled:
            continue
        twice = listed([f"{colour} at {listed(elements)}" for colour, elements in doubled.items()])
        spare = [c for c in context.fleet.colours if c not in ship.colours.values()]
        without = f", and no {listed(spare, 'or')}" if spare else ""
        hint, painted = mend(context)
        cells = [_cell(ship, element) for elements in doubled.values() for element in reversed(elements)]
        mended = [cell for cell in _cells(context.fleet, painted) if cell in cells]
        path = context.blame(mended or cells)
        context.error("S2", "ship-colours", f"{ship.name} has {twice}{without}", path, hint)


@check("S3", reads="colours", optional=True, stage=SHIPS)
def two_of_each(context: Context) -> None:
    """Each colour is on exactly two ships at each element."""
    fleet = context.fleet
    off = list(_off_pairs(fleet))
    if not off or _miscounted(context, off):
        return
    hint, painted = mend(context)
    if not painted:
        _twins(context)
    mended = list(_cells(fleet, painted))
    for element, colour, ships in off:
        on = f": {fleet.names(ships)}" if ships else ""
        message = f"`{element}: {colour}` is on {plural(len(ships), 'ship')}, not on two{on}"
        # Where the mend begins, else at the last ship that has it.
        cells = [_cell(fleet.ships[i], element) for i in reversed(ships)]
        begins = [cell for cell in reversed(mended) if cell[-1] == element] or cells or [("ships", "ships")]
        path = context.blame(begins, [_cell(ship, element) for ship in fleet.ships])
        context.error("S3", "ship-pairs", message, path, hint)


@check("S4", optional=True, stage=SHIPS)
def numbers_once(context: Context) -> None:
    """Numbers 1 to the number of ships, each once."""
    fleet = context.fleet
    holders: dict[int, list[Ship]] = defaultdict(list)
    for ship in fleet.ships:
        holders[ship.number].append(ship)
    free = [str(n) for n in range(1, len(fleet) + 1) if n not in holders]
    hint = f"no ship has number {listed(free, 'or')}" if free else ""
    for number, ships in holders.items():
        path = context.blame([("ships", "ships", ship.id, "number") for ship in reversed(ships)])
        if len(ships) > 1:
            context.error(
                "S4",
                "ship-numbers",
                f"{listed([s.name for s in ships])} {'both' if len(ships) == 2 else 'all'} have number {number}",
                path,
                hint,
            )
        elif not 1 <= number <= len(fleet):
            message = f"{ships[0].name} has number {number}; with {len(fleet)} ships it must be 1 to {len(fleet)}"
            context.error("S4", "ship-numbers", message, path, hint)


class Twos(NamedTuple):
    """A feature that each of its words gives to two ships: the code, the field of ship and file, and the sentence."""

    code: str
    trait: str
    key: str
    say: str


def _in_twos(context: Context, fact: str, words: Iterable[str], twos: Twos) -> None:
    fleet = context.fleet
    holders = {word: [ship for ship in fleet.ships if getattr(ship, twos.trait) == word] for word in words}
    few = [word for word, ships in holders.items() if len(ships) < 2]
    many = [word for word, ships in holders.items() if len(ships) > 2]
    for word, ships in holders.items():
        if len(ships) == 2 or (not ships and len(fleet) != 2 * len(holders)):
            continue
        on = f": {listed([s.name for s in ships])}" if ships else ""
        count = plural(len(ships), "ship")
        hint = ""
        if few and many:
            wanting = f"{listed(few)} {'want' if len(few) > 1 else 'wants'} another ship"
            spare = f"{listed(many)} {'have' if len(many) > 1 else 'has'} one to spare"
            hint = wanting if len(ships) > 2 else spare
        holding: list[Place] = [("ships", "ships", ship.id, twos.key) for ship in reversed(ships)]
        others: list[Place] = [("ships", "ships", ship.id, twos.key) for ship in fleet.ships]
        path = context.blame(holding or [("ships", "ships")], others)
        context.error(fact, twos.code, f"{twos.say.format(word)} {count}, not on two{on}", path, hint)


@check("S5", reads="letters", optional=True, stage=SHIPS)
def letters_in_twos(context: Context) -> None:
    """Each first letter is on exactly two ships."""
    twos = Twos("ship-letters", "letter", "name", "the first letter {} is on")
    _in_twos(context, "S5", context.fleet.letters, twos)


@check("S6", reads="corners", optional=True, stage=SHIPS)
def corners_in_twos(context: Context) -> None:
    """Coco sits in each corner on exactly two ships."""
    twos = Twos("ship-corners", "corner", "corner", "Coco sits {} on")
    _in_twos(context, "S6", context.fleet.corners, twos)


@check("S7", stage=SHIPS)
def names_differ(context: Context) -> None:
    """No two ships have the same name."""
    first: dict[str, Ship] = {}
    for ship in context.fleet.ships:
        name = ship.name.strip().casefold()
        if name in first:
            message = f"`{first[name].id}` and `{ship.id}` are both called {ship.name}"
            path = context.blame([("ships", "ships", each.id, "name") for each in (ship, first[name])])
            context.error("S7", "ship-names", message, path)
        first.setdefault(name, ship)


@check("S8", reads="colours", optional=True, stage=SHIPS)
def doubles_meet(context: Context) -> None:
    """For the elements of each double card, every ship has exactly one with the colours swapped."""
    fleet, pairs = context.fleet, double_pairs(context)
    off = {pair: ships for pair in pairs if (ships := _unpaired(fleet, pair))}
    hint, painted = mend(context) if off else ("", {})
    mended = list(_cells(fleet, painted))
    if off and {"S2", "S3"} & context.failed:
        stuck = dict.fromkeys(cell for pair, ships in off.items() for cell in _stuck(fleet, pair, ships))
        swaps = some([f"{one}/{two}" for one, two in off])
        message = f"for {plural(len(off), 'pair')} of elements a swap does not lead to exactly one ship: {swaps}"
        path = context.blame(mended or list(stuck), [_cell(s, e) for s in fleet.ships for e in fleet.elements])
        context.error("S8", "ship-doubles", message, path, hint)
        return
    without = "without double cards the colours would be right as they are"
    for pair, ships in off.items():
        message = f"with {pair[0]} and {pair[1]} swapped there is not exactly one ship for {fleet.names(ships)}"
        begins = [cell for cell in mended if cell[-1] in pair] or _stuck(fleet, pair, ships)
        path = context.blame(begins, _stuck(fleet, pair, range(len(fleet))))
        context.error("S8", "ship-doubles", message, path, hint, without)


def _stuck(fleet: Fleet, pair: tuple[str, str], ships: Iterable[int]) -> list[Place]:
    """The places of the colours that a swap cannot find exchanged."""
    return [_cell(fleet.ships[ship], element) for ship in ships for element in pair]


# Cards (C1 to C9): each compiles to its move, or says why it cannot.

READS = {"S2": "colours", "S3": "colours", "S5": "letters", "S6": "corners", "S8": "colours"}


def _compile_cards(fact: str) -> Callable[[Context], None]:
    def run(context: Context) -> None:
        seats = tuple(range(len(context.fleet)))
        for id, card in context.cards.items():
            kind = KINDS[card.kind]
            if kind.fact(card) != fact or id in context.broken:
                continue
            misfit = kind.misfit(card, context.fleet)
            if misfit:
                path: Place = ("cards", "cards", id, kind.keys[-1])
                away = f"`{id}: withdrawn` takes it away" if context.depth(path) else ""
                context.error(fact, "card-value", f"`{id}`: {misfit}", path, away)
            elif not {READS.get(need) for need in kind.needs} & context.tainted:
                _compile(context, id, card, seats)

    return run


def _compile(context: Context, id: str, card: Any, seats: tuple[int, ...]) -> None:
    kind = KINDS[card.kind]
    move = compile_move(card, context.fleet, seats)
    if isinstance(move, Move):
        context.moves[id] = move
        if not move:
            context.report.warning("card-idle", f"`{id}` moves nobody", context.where("cards", "cards", id))
        return
    culprits = [need for need in kind.needs if need in context.failed]
    if culprits:
        context.unplayable[id] = culprits
        return
    for code, message in ((m.code, m.message) for m in move):
        context.error(kind.fact(card), code, f"`{id}`: {message}", ("cards", "cards", id))


def _tell_unplayable(context: Context) -> None:
    """The cards that fail for their ships, told at the first fault of the ships: that is what is to be mended."""
    if not context.unplayable:
        return
    facts = sorted({fact for culprits in context.unplayable.values() for fact in culprits})
    cause = next((item.span for item in context.report.sorted() if item.fact in facts), None)
    cards = plural(len(context.unplayable), "card")
    plays = {KINDS[card.kind].fact(card) for id, card in context.cards.items() if id in context.unplayable}
    named = some([f"`{id}`" for id in context.unplayable])
    hint = f"mend the ships first ({listed(facts)}), then every card is judged anew"
    message = f"{cards} cannot be played with these ships: {named}"
    fact = plays.pop() if len(plays) == 1 else None
    context.report.error("card-ships", message, cause, hint, fact=fact)


for _fact in dict.fromkeys(fact for name in KINDS for fact in KINDS[name].facts):
    check(_fact)(_compile_cards(_fact))


# The game's numbers.


@check("G1")
def decks_suffice(context: Context) -> None:
    """The rounds take no more cards than each deck holds (G1, G2)."""
    head, cards = context.head, context.cards.values()
    wanted = sum(head.rounds)
    basic = sum(card.copies for card in cards if card.level == "basic")
    expert = sum(card.copies for card in cards if card.level == "expert")
    if basic < wanted:
        message = f"the rounds take {wanted} cards; the basic deck has {basic}"
        hint = f"add cards or copies, or let `rounds` take {basic} cards in all"
        path = context.blame([("pack", "rounds")], [("cards", "cards")])
        context.error("G1", "deck-small", message, path, hint)
    if not expert:
        return
    removed = head.expert_removes
    left = basic - removed
    if left < 0:
        message = f"an expert game takes out {removed} basic cards; there are {basic}"
        path = context.blame([("pack", "expert_removes")], [("cards", "cards")])
        context.error("G2", "deck-small", message, path, f"`expert_removes` can be {basic} or less")
    elif left + expert < wanted:
        message = f"the rounds take {wanted} cards; the expert deck has {left + expert}"
        path = context.blame([("pack", "expert_removes")], [("pack", "rounds"), ("cards", "cards")])
        few = wanted - left - expert
        fewer = f", or let `expert_removes` be {removed - few} or less" if few <= removed else ""
        hint = f"add cards or copies{fewer}"
        context.error("G2", "deck-small", message, path, hint)


@check("E1")
def events_suffice(context: Context) -> None:
    """One event card a round, between two boarding cards of even the shortest round."""
    head, events = context.head, context.files["events"].events
    if not events:
        return
    count = sum(event.copies for event in events.values())
    if count < len(head.rounds):
        message = f"{len(head.rounds)} rounds take an event card each; there {'is' if count == 1 else 'are'} {count}"
        path = context.blame([("events", "events")], [("pack", "rounds")])
        hint = f"add events or copies, or play no more than {plural(count, 'round')}"
        context.error("G2", "event-few", message, path, hint)
    if head.event_after >= min(head.rounds):
        message = f"the event card lies after boarding card {head.event_after}; a round has {min(head.rounds)}"
        path = context.blame([("pack", "event_after")], [("pack", "rounds")])
        most = min(head.rounds) - 1
        could = f"`event_after` can be 1 to {most}" if most > 1 else "`event_after` can be 1"
        hint = could if most else "let each round have two cards or more, or withdraw the events"
        context.error("E1", "event-place", message, path, hint)
    for id, event in events.items():
        unfit = EVENTS[event.kind].unfit(event, min(head.rounds), len(context.fleet))
        if unfit:
            own: Place = ("events", "events", id, *unfit.path)
            away = f"`{id}: withdrawn` takes it away" if context.depth(own) else ""
            message = f"`{id}`: {unfit.message}"
            context.error(EVENTS[event.kind].fact, "event-value", message, own, unfit.hint, away)


@check("M3")
def coins_suffice(context: Context) -> None:
    """Every round can pay its loot; each coin's value is a number."""
    head = context.head
    values: dict[int, int] = {}
    for word, count in head.coins.items():
        if word.isascii() and word.isdigit() and int(word) > 0:
            values[int(word)] = count
        else:
            message = f"`{word}` is no value for a coin: a whole number from 1 is wanted"
            context.error("M3", "coins-value", message, ("pack", "coins", word))
    paid = {value: times * len(head.rounds) for value, times in Counter(head.loot).items()}
    short = {value: wanted for value, wanted in paid.items() if values.get(value, 0) < wanted}
    if short:
        alike: dict[tuple[int, int], list[str]] = defaultdict(list)
        for value, wanted in sorted(short.items()):
            alike[wanted, values.get(value, 0)].append(str(value))
        coins = [f"{plural(n, 'coin')} of {listed(of)} (there are {there})" for (n, there), of in alike.items()]
        message = f"{plural(len(head.rounds), 'round')} pay up to {listed(coins)}"
        own: list[Place] = [("pack", "coins", str(value)) for value in sorted(short)]
        path = context.blame(own, [("pack", "rounds"), ("pack", "loot")])
        write = ", ".join(f"{value}: {wanted}" for value, wanted in sorted(short.items()))
        context.error("M3", "coins-short", message, path, f"write `{write}` under `coins`")


@check("M4")
def players_fit(context: Context) -> None:
    """From the least to the most players, each has a pirate and a chair."""
    players, ships = context.head.players, len(context.fleet)
    pirates = len(context.files["pirates"].pirates)
    if players.least > players.most:
        message = f"at least {players.least} and at most {players.most} players cannot be"
        context.error("M4", "players-range", message, ("pack", "players", "least"))
    for limit, what in ((ships, "ships"), (pirates, "pirates")):
        if players.most > limit:
            message = f"{players.most} players cannot play with {limit} {what}"
            path = context.blame([("pack", "players", "most")], [(what, what)])
            context.error("M4", "players-range", message, path, f"`players: {{most: {limit}}}` would suit them")


@check("G6")
def laps_fit(context: Context) -> None:
    """Laps are run in rounds that are played."""
    rounds = len(context.head.rounds)
    for place, number in enumerate(context.head.laps):
        if not 1 <= number <= rounds:
            message = f"there is no round {number} to run a lap in; the game has {rounds}"
            path = context.blame([("pack", "laps", place)], [("pack", "rounds")])
            context.error("G6", "rounds-lap", message, path, f"`laps` can name the rounds 1 to {rounds}")


@check("G10")
def mates_fit(context: Context) -> None:
    """Somebody is left to scrub the deck when captain and mates are named."""
    mates = context.head.mates
    if mates.count < 0 or mates.count + 1 > mates.players:
        message = f"with {mates.players} players a captain and {mates.count} first mates cannot be named"
        context.error("G10", "mates-count", message, ("pack", "mates", "count"))
