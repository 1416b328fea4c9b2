"""Kind: a boarding card and a fleet in, a move out. Each kind of card is a small class in a module of its own.

A kind only says which ships its card points at from one ship. That it is exactly one ship, and that no two
ships are sent to the same one, is asked of every kind alike: failing to compile is what makes a card wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from santy_print.diag import listed, register
from santy_print.games.santy_anno.fleet import Fleet, Marks, Ship
from santy_print.schema import Count, Strict

register("card-no-target", "a card sends a pirate nowhere")
register("card-two-targets", "a card sends a pirate to more than one ship")
register("card-same-target", "a card sends pirates from different ships to the same one")

T = TypeVar("T")
Direction = Literal["clockwise", "counter-clockwise"]
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

    def sort(self, key: Callable[[T], Any]) -> None:
        """Put the entries in an order, however they were entered."""
        self._entries = dict(sorted(self._entries.items(), key=lambda entry: key(entry[1])))


class CardBase(Strict):
    """What all cards share. `level` says in which deck a boarding card is: basic or expert."""

    level: Literal["basic", "expert"] = "basic"
    copies: Annotated[Count, Field(ge=1, le=99)] = 1
    provenance: Marks = Field(default_factory=dict)
    kind: str


Several = Field(min_length=2, max_length=3)
"""So many are struck out where it is not one: more find no room on a card."""


def strikes(card: Any) -> tuple[str, ...]:
    """What is struck out on a card: nothing, one or several."""
    struck = getattr(card, "struck", None)
    return () if struck is None else (struck,) if isinstance(struck, str) else tuple(struck)


def struck_references(card: Any, vocabulary: str) -> Iterator[Reference]:
    """What is struck out on a card: words that must be known."""
    for place, word in enumerate(strikes(card)):
        yield Reference(("struck",) if card.struck == word else ("struck", place), word, vocabulary)


def struck_twice(card: Any) -> str:
    """Why what is struck out makes no sense, or nothing."""
    doubled = [word for word, times in Counter(strikes(card)).items() if times > 1]
    return f"`struck` names {listed(doubled)} twice" if doubled else ""


def colour_of(element: str) -> Callable[[Ship], object]:
    """The colour of an element, asked of any ship."""
    return lambda ship: ship.colours[element]


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


class Example(NamedTuple):
    """What a rulebook's example of a card says: words for its sentence, what it lights or marks on both ships."""

    words: Mapping[str, Any] = {}
    lit: tuple[str, ...] = ()
    mark: str = ""


Word = Callable[[str, str], str]
"""`word(group, id)`: what a language calls a corner or a direction."""

C = TypeVar("C", bound=CardBase)


class Kind(Generic[C]):
    """A kind of boarding card. Hooks have neutral defaults; a kind says only what is its own."""

    name: ClassVar[str]
    model: ClassVar[type[CardBase]]
    """What a line of `cards.yaml` holds of such a card."""
    facts: ClassVar[tuple[str, ...]]
    """The rules that it plays by: `C` and a number, by which kinds are sorted; a second for cards that strike out."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The rules of the ships without which no such card can be played."""
    seated: ClassVar[bool] = False
    """Whether where a pirate goes depends on who sits where."""
    order: ClassVar[Order | None] = None
    """The order of the harbour in which pirates are moved; None where all move at once."""
    keys: ClassVar[tuple[str, ...]] = ()
    """The fields of the model that tell one card from another."""

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

    def with_letters(self, card: C, letters: Mapping[str, str]) -> C:
        """The card with the letters that a language has for the pack's."""
        return card

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

    def example(self, card: C, start: Ship, end: Ship, word: Word) -> Example:
        """What an example of the card in a rulebook says, from one ship to another."""
        return Example()

    def unless_struck(self, value: str, struck: Sequence[str]) -> tuple[str, ...]:
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


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a card cannot be played: the code of the diagnostic and its sentence; from which ships, and to which."""

    code: str
    message: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


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
        yield Misfit("card-no-target", f"from {fleet.names(stuck)} there is nowhere to go: {why}", tuple(stuck))
    torn = [ship for ship, targets in enumerate(found) if len(targets) > 1]
    if torn:
        many = "; ".join(f"from {fleet.ships[ship].name}: {fleet.names(found[ship])}" for ship in torn)
        yield Misfit("card-two-targets", f"more than one ship matches {many}", (torn[0],), found[torn[0]])
    for target, ships in crowds.items():
        message = f"{fleet.names(ships)} would all go to {fleet.ships[target].name}"
        yield Misfit("card-same-target", message, tuple(ships), (target,))
