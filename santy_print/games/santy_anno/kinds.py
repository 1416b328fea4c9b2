"""Kinds: a boarding card and a fleet in, a move out. Each kind of card is one small class in a registry.

A kind only says which ships its card points at from one ship. That it is exactly one ship, and that no two
ships are sent to the same one, is asked of every kind alike: failing to compile is what makes a card wrong.
"""

# ruff: noqa: D102  (the hooks are described once, in Kind)

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from santy_print.games.santy_anno.letters import initial
from santy_print.games.santy_anno.model import (
    CardBase,
    CocoCard,
    ColourCard,
    DoubleCard,
    ElementCard,
    HelmCard,
    NameCard,
    NumberCard,
    ShipsFile,
)

T = TypeVar("T")
Seats = tuple[int, ...]
"""Ship indices in the order of the chairs, clockwise."""


class Registry(Generic[T]):
    """Names and what stands for them; unknown and duplicate names are refused."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._entries: dict[str, T] = {}

    def add(self, name: str, entry: T) -> T:
        """Enter a name once."""
        if name in self._entries:
            raise ValueError(f"{self.what} {name!r} is registered twice")
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        if name not in self._entries:
            raise KeyError(f"no {self.what} is called {name!r}")
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship as the cards see it (S1, S4 to S6)."""

    id: str
    name: str
    number: int
    corner: str
    colours: Mapping[str, str]
    art: str
    letter: str


@dataclass(frozen=True, slots=True)
class Fleet:
    """All ships, and their features in the harbour's order (M5)."""

    ships: tuple[Ship, ...]
    elements: tuple[str, ...]
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    corners: tuple[str, ...]

    @classmethod
    def of(cls, file: ShipsFile) -> Fleet:
        """The fleet that `ships.yaml` describes, sound or not."""
        features = file.features
        ships = tuple(
            Ship(
                id, ship.name, ship.number, ship.corner, dict(ship.colours), ship.art,
                initial(ship.name, features.letters),
            )
            for id, ship in file.ships.items()
        )  # fmt: skip
        return cls(ships, features.elements, features.colours, features.letters, features.corners)

    def __len__(self) -> int:
        return len(self.ships)

    def alike(self, ship: int, trait: Callable[[Ship], object]) -> tuple[int, ...]:
        """The other ships that share a trait with this one."""
        own = trait(self.ships[ship])
        return tuple(i for i, other in enumerate(self.ships) if i != ship and trait(other) == own)

    def names(self, ships: Sequence[int]) -> str:
        """The ships as an English list, for messages."""
        return listed([self.ships[i].name for i in ships])


def strikes(card: Any) -> tuple[str, ...]:
    """What is struck out on a card: nothing, one or several."""
    struck = getattr(card, "struck", None)
    return () if struck is None else (struck,) if isinstance(struck, str) else tuple(struck)


def _struck_references(card: Any, vocabulary: str) -> Iterator[Reference]:
    for place, word in enumerate(strikes(card)):
        yield Reference(("struck",) if card.struck == word else ("struck", place), word, vocabulary)


def _struck_twice(card: Any) -> str:
    doubled = [word for word, times in Counter(strikes(card)).items() if times > 1]
    return f"`struck` names {listed(doubled)} twice" if doubled else ""


def _colour_of(element: str) -> Callable[[Ship], object]:
    return lambda ship: ship.colours[element]


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as an English list, for messages."""
    return f"{', '.join(words[:-1])} {joint} {words[-1]}" if len(words) > 1 else "".join(words)


class Move:
    """Where a card sends a pirate from each ship: `move[ship]`.

    Of the ships it moves pirates from, it answers `in`, `len`, iteration and truth.
    """

    __slots__ = ("targets",)

    def __init__(self, targets: Sequence[int]) -> None:
        self.targets = tuple(targets)

    def __getitem__(self, ship: int) -> int:
        return self.targets[ship]

    def __contains__(self, ship: object) -> bool:
        return isinstance(ship, int) and self.targets[ship] != ship

    def __iter__(self) -> Iterator[int]:
        return (ship for ship, target in enumerate(self.targets) if ship != target)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.targets == other.targets

    def __hash__(self) -> int:
        return hash(self.targets)

    def __repr__(self) -> str:
        return f"Move({self.targets})"


def turn(seats: Seats, steps: int) -> Move:
    """Everybody goes so many chairs clockwise, or counter-clockwise where negative (C7, E2)."""
    targets = [0] * len(seats)
    for chair, ship in enumerate(seats):
        targets[ship] = seats[(chair + steps) % len(seats)]
    return Move(targets)


SIGN = {"clockwise": 1, "counter-clockwise": -1}


class Reference(NamedTuple):
    """A word in a card that must be known: where it stands, and in which vocabulary."""

    path: tuple[str | int, ...]
    word: str
    vocabulary: str


Order = Literal["colours", "elements", "letters", "corners"]
"""The orders that the harbour shows, in which moves are resolved; a kind is resolved in one of them, or all at once."""


class Heading(NamedTuple):
    """What the Bosun looks for to resolve a card (M5): a feature, its value, its place on the harbour."""

    feature: str
    value: str
    place: int


C = TypeVar("C", bound=CardBase)


class Kind(Generic[C]):
    """A kind of boarding card. Hooks have neutral defaults; a kind says only what is its own."""

    name: ClassVar[str]
    facts: ClassVar[tuple[str, ...]]
    needs: ClassVar[tuple[str, ...]] = ()
    seated: ClassVar[bool] = False
    order: ClassVar[Order | None] = None
    keys: ClassVar[tuple[str, ...]] = ()

    def fact(self, card: C) -> str:
        """The fact of the rules that this card plays by."""
        return self.facts[-1] if getattr(card, "struck", None) else self.facts[0]

    def params(self, card: C) -> dict[str, Any]:
        """What tells this card from others of its kind; None where a key does not apply."""
        values = {key: getattr(card, key) for key in self.keys}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    def shown(self, card: C, fleet: Fleet) -> dict[str, Any]:
        """The params, and what a face prints besides."""
        return self.params(card)

    def references(self, card: C) -> Iterator[Reference]:
        """The words that must be known."""
        return iter(())

    def misfit(self, card: C, fleet: Fleet) -> str:
        """Why the card's own values make no sense, or nothing."""
        return ""

    def swap(self, card: C) -> tuple[str, str] | None:
        """The two elements whose colours the card swaps, if it does."""
        return None

    def targets(self, card: C, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        """Every ship that the card points at from this one; a sound card names exactly one."""
        raise NotImplementedError

    def wanted(self, card: C, fleet: Fleet, ship: int) -> str:
        """What a ship must have to be the target, in words that follow `no other ship has`."""
        return ""

    def heading(self, card: C, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        """Under what the Bosun finds this ship when resolving the card (M5)."""
        raise NotImplementedError

    def labour(self, card: C, fleet: Fleet, ship: int) -> tuple[str, ...]:
        """What a person does to follow the card from this ship: steps that `quality.STEPS` weighs."""
        return ("look", "find")

    def _unless_struck(self, value: str, struck: Sequence[str]) -> tuple[str, ...]:
        """The labour of looking at a feature, of comparing it with what is struck out, else finding its partner."""
        compared = ("compare",) * (struck.index(value) + 1 if value in struck else len(struck))
        return ("look", *compared) if value in struck else ("look", *compared, "find")

    def every(self, fleet: Fleet) -> Iterator[C]:
        """The cards of this kind that a fleet of these features can have, without struck ones."""
        raise NotImplementedError


KINDS: Registry[Kind[Any]] = Registry("card kind")

K = TypeVar("K", bound=type[Kind[Any]])


def kind(cls: K) -> K:
    """Enter a kind in the registry under its name."""
    KINDS.add(cls.name, cls())
    return cls


@kind
class ElementKind(Kind[ElementCard]):
    """C1, C2: to the other ship whose named element has the same colour; on a struck colour pirates stay."""

    name = "element"
    facts = ("C1", "C2")
    needs = ("S3",)
    order = "colours"
    keys = ("element", "struck")

    def references(self, card: ElementCard) -> Iterator[Reference]:
        yield Reference(("element",), card.element, "elements")
        yield from _struck_references(card, "colours")

    def misfit(self, card: ElementCard, fleet: Fleet) -> str:
        return _struck_twice(card)

    def targets(self, card: ElementCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        if fleet.ships[ship].colours[card.element] in strikes(card):
            return (ship,)
        return fleet.alike(ship, _colour_of(card.element))

    def wanted(self, card: ElementCard, fleet: Fleet, ship: int) -> str:
        return f"{fleet.ships[ship].colours[card.element]} {card.element}"

    def heading(self, card: ElementCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        colour = fleet.ships[ship].colours[card.element]
        return Heading("colour", colour, fleet.colours.index(colour))

    def labour(self, card: ElementCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return self._unless_struck(fleet.ships[ship].colours[card.element], strikes(card))

    def every(self, fleet: Fleet) -> Iterator[ElementCard]:
        return (ElementCard(kind="element", element=element) for element in fleet.elements)


@kind
class ColourKind(Kind[ColourCard]):
    """C3: find which element of the ship has the colour; to the other ship whose same element has it."""

    name = "colour"
    facts = ("C3",)
    needs = ("S2", "S3")
    order = "elements"
    keys = ("colour",)

    def _elements(self, card: ColourCard, fleet: Fleet, ship: int) -> list[str]:
        return [e for e in fleet.elements if fleet.ships[ship].colours[e] == card.colour]

    def references(self, card: ColourCard) -> Iterator[Reference]:
        yield Reference(("colour",), card.colour, "colours")

    def targets(self, card: ColourCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        found: list[int] = []
        for element in self._elements(card, fleet, ship):
            found += fleet.alike(ship, _colour_of(element))
        return found

    def wanted(self, card: ColourCard, fleet: Fleet, ship: int) -> str:
        elements = self._elements(card, fleet, ship)
        return f"{card.colour} {listed(elements, 'or')}" if elements else f"{card.colour} where this one has it"

    def heading(self, card: ColourCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        element = self._elements(card, fleet, ship)[0]
        return Heading("element", element, fleet.elements.index(element))

    def labour(self, card: ColourCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look",) * (fleet.elements.index(self._elements(card, fleet, ship)[0]) + 1) + ("find",)

    def every(self, fleet: Fleet) -> Iterator[ColourCard]:
        return (ColourCard(kind="colour", colour=colour) for colour in fleet.colours)


@kind
class NameKind(Kind[NameCard]):
    """C4, C5: to the other ship with the same first letter; on a struck letter pirates stay."""

    name = "name"
    facts = ("C4", "C5")
    needs = ("S5",)
    order = "letters"
    keys = ("struck",)

    def references(self, card: NameCard) -> Iterator[Reference]:
        return _struck_references(card, "letters")

    def misfit(self, card: NameCard, fleet: Fleet) -> str:
        return _struck_twice(card)

    def targets(self, card: NameCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        if fleet.ships[ship].letter in strikes(card):
            return (ship,)
        return fleet.alike(ship, lambda other: other.letter)

    def wanted(self, card: NameCard, fleet: Fleet, ship: int) -> str:
        return f"a name with {fleet.ships[ship].letter}"

    def heading(self, card: NameCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        letter = fleet.ships[ship].letter
        return Heading("letter", letter, fleet.letters.index(letter))

    def labour(self, card: NameCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return self._unless_struck(fleet.ships[ship].letter, strikes(card))

    def every(self, fleet: Fleet) -> Iterator[NameCard]:
        return iter((NameCard(kind="name"),))


@kind
class NumberKind(Kind[NumberCard]):
    """C6: add a or subtract b, whichever lands on a ship; a + b is the number of ships."""

    name = "number"
    facts = ("C6",)
    needs = ("S4",)
    keys = ("plus",)

    def shown(self, card: NumberCard, fleet: Fleet) -> dict[str, Any]:
        return {"plus": card.plus, "minus": len(fleet) - card.plus}

    def misfit(self, card: NumberCard, fleet: Fleet) -> str:
        if 0 < card.plus < len(fleet):
            return ""
        return f"`plus` is {card.plus}; with {len(fleet)} ships it can be 1 to {len(fleet) - 1}"

    def _landing(self, card: NumberCard, fleet: Fleet, ship: int) -> int:
        number = fleet.ships[ship].number + card.plus
        return number if number <= len(fleet) else number - len(fleet)

    def targets(self, card: NumberCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        landing = self._landing(card, fleet, ship)
        return [i for i, other in enumerate(fleet.ships) if other.number == landing]

    def wanted(self, card: NumberCard, fleet: Fleet, ship: int) -> str:
        return f"number {self._landing(card, fleet, ship)}"

    def heading(self, card: NumberCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        number = fleet.ships[ship].number
        return Heading("number", str(number), number)

    def labour(self, card: NumberCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look", "reckon", "find")

    def every(self, fleet: Fleet) -> Iterator[NumberCard]:
        return (NumberCard(kind="number", plus=plus) for plus in range(1, len(fleet)))


@kind
class HelmKind(Kind[HelmCard]):
    """C7: so many seats around the table."""

    name = "helm"
    facts = ("C7",)
    seated = True
    keys = ("direction", "steps")

    def misfit(self, card: HelmCard, fleet: Fleet) -> str:
        if card.steps <= len(fleet):
            return ""
        return f"`steps` is {card.steps}; the table has {len(fleet)} seats"

    def targets(self, card: HelmCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        chair = seats.index(ship) + SIGN[card.direction] * card.steps
        return (seats[chair % len(seats)],)

    def heading(self, card: HelmCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        chair = seats.index(ship)
        return Heading("seat", str(chair + 1), chair)

    def labour(self, card: HelmCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("count",) * card.steps

    def every(self, fleet: Fleet) -> Iterator[HelmCard]:
        return (HelmCard(kind="helm", direction="clockwise", steps=n) for n in range(1, len(fleet)))


@kind
class DoubleKind(Kind[DoubleCard]):
    """C8: swap the colours at two elements; to the one ship that has them so."""

    name = "double"
    facts = ("C8",)
    needs = ("S2", "S8")
    order = "colours"
    keys = ("elements",)

    def references(self, card: DoubleCard) -> Iterator[Reference]:
        for place, element in enumerate(card.elements):
            yield Reference(("elements", place), element, "elements")

    def misfit(self, card: DoubleCard, fleet: Fleet) -> str:
        first, second = card.elements
        return f"`elements` names {first} twice; a swap needs two elements" if first == second else ""

    def swap(self, card: DoubleCard) -> tuple[str, str]:
        return card.elements

    def targets(self, card: DoubleCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        first, second = card.elements
        own = fleet.ships[ship].colours
        swapped = own[second], own[first]
        return [i for i, o in enumerate(fleet.ships) if (o.colours[first], o.colours[second]) == swapped]

    def wanted(self, card: DoubleCard, fleet: Fleet, ship: int) -> str:
        first, second = card.elements
        own = fleet.ships[ship].colours
        return f"{own[second]} {first} and {own[first]} {second}"

    def heading(self, card: DoubleCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        colour = fleet.ships[ship].colours[card.elements[0]]
        return Heading("colour", colour, fleet.colours.index(colour))

    def labour(self, card: DoubleCard, fleet: Fleet, ship: int) -> tuple[str, ...]:
        return ("look", "look", "swap", "find")

    def every(self, fleet: Fleet) -> Iterator[DoubleCard]:
        return (DoubleCard(kind="double", elements=pair) for pair in combinations(fleet.elements, 2))


@kind
class CocoKind(Kind[CocoCard]):
    """C9: to the other ship with the parrot in the same corner."""

    name = "coco"
    facts = ("C9",)
    needs = ("S6",)
    order = "corners"

    def targets(self, card: CocoCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        return fleet.alike(ship, lambda other: other.corner)

    def wanted(self, card: CocoCard, fleet: Fleet, ship: int) -> str:
        return f"Coco in the corner {fleet.ships[ship].corner}"

    def heading(self, card: CocoCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        corner = fleet.ships[ship].corner
        return Heading("corner", corner, fleet.corners.index(corner))

    def every(self, fleet: Fleet) -> Iterator[CocoCard]:
        return iter((CocoCard(kind="coco"),))


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a card cannot be played: the code of the diagnostic and its sentence."""

    code: str
    message: str


def compile_move(card: Any, fleet: Fleet, seats: Seats) -> Move | list[Misfit]:
    """The card's move; or every reason why it has none: no target, two targets, the same target twice."""
    kind = KINDS[card.kind]
    found = [tuple(kind.targets(card, fleet, seats, ship)) for ship in range(len(fleet))]
    reached: dict[int, list[int]] = defaultdict(list)
    for ship, targets in enumerate(found):
        if len(targets) == 1:
            reached[targets[0]].append(ship)
    crowds = {target: ships for target, ships in reached.items() if len(ships) > 1}
    if len(reached) == len(fleet):
        return Move([targets[0] for targets in found])
    return list(_misfits(kind, card, fleet, found, crowds))


def _misfits(
    kind: Kind[Any], card: Any, fleet: Fleet, found: list[tuple[int, ...]], crowds: Mapping[int, list[int]]
) -> Iterator[Misfit]:
    stuck = [ship for ship, targets in enumerate(found) if not targets]
    if stuck:
        wants = dict.fromkeys(kind.wanted(card, fleet, ship) for ship in stuck)
        why = f"no other ship has {listed(list(wants), 'or')}"
        yield Misfit("card-no-target", f"from {fleet.names(stuck)} there is nowhere to go: {why}")
    torn = [ship for ship, targets in enumerate(found) if len(targets) > 1]
    if torn:
        many = "; ".join(f"from {fleet.ships[ship].name}: {fleet.names(found[ship])}" for ship in torn)
        yield Misfit("card-two-targets", f"more than one ship matches {many}")
    for target, ships in crowds.items():
        yield Misfit("card-same-target", f"{fleet.names(ships)} would all go to {fleet.ships[target].name}")
