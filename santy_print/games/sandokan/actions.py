"""Actions: all that players and chance can do. Ports, cells, headings, cards, treasures and seats are numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from santy_print.games.sandokan.compiled import Compiled

Counts = tuple[int, ...]
"""How many there are of each kind of card."""


@dataclass(frozen=True, slots=True)
class Home:
    """Choose a home port."""

    port: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the card on top of the pile."""

    card: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Chance: the event card that is turned over."""

    event: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay movement cards face down and say how many cells one will sail; without cards one (T1)."""

    cards: Counts
    cells: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay in port, or along Serenity Island (T2, P4)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a port by one of its arrows (T2)."""

    heading: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """Sail one cell ahead (T1)."""


@dataclass(frozen=True, slots=True)
class Veer:
    """Change one's heading, for one of the cells (T3)."""

    heading: int


@dataclass(frozen=True, slots=True)
class Check:
    """Ask to see the cards of a move."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Do not ask."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card along Treasure Island (P1)."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange a card for one of the same value and the other sort (P1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Trade cards, and perhaps a lesser treasure, for a treasure, to exactly its value (P1, P2)."""

    treasure: int
    cards: Counts
    given: int | None = None


@dataclass(frozen=True, slots=True)
class Brave:
    """Draw an event along Storm Island (P3)."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack a ship beside one's own."""

    seat: int


@dataclass(frozen=True, slots=True)
class Seize:
    """Take a treasure of a free port (P5)."""

    treasure: int


@dataclass(frozen=True, slots=True)
class Search:
    """Draw the event card of a free port that has no treasure (P5)."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange treasures with an opponent's home port, of equal total value (P6)."""

    given: tuple[int, ...]
    got: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Take treasures of one's own on board."""

    treasures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (more)."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Combat cards, shown when both have chosen."""

    cards: Counts


@dataclass(frozen=True, slots=True)
class Keep:
    """Which treasures the winner keeps, where not all fit."""

    treasures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """Give up a card."""

    card: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Give up a treasure."""

    treasure: int


@dataclass(frozen=True, slots=True)
class Go:
    """The cell to which an event sends the ship."""

    cell: int


# What a hand allows, found once for each hand.


def subsets(counts: Sequence[int]) -> Iterator[Counts]:
    """Every choice of some of so many cards of each kind, fewest first of the first kind."""
    return product(*(range(count + 1) for count in counts))


def masked(hand: Counts, kinds: Sequence[int]) -> Counts:
    """The cards of a hand that are of these kinds."""
    return tuple(count if kind in kinds else 0 for kind, count in enumerate(hand))


def total(values: Sequence[int], cards: Counts) -> int:
    """What cards are worth together."""
    return sum(value * count for value, count in zip(values, cards, strict=True))


@lru_cache(maxsize=4096)
def lays(compiled: Compiled, hand: Counts) -> tuple[Lay, ...]:
    """Every way to announce a move with these movement cards, true or false, no card first."""
    made, most = [], max(compiled.values[card] for card in compiled.movement)
    for cards in subsets(hand):
        worth, count = total(compiled.values, cards), sum(cards)
        top = min(worth + compiled.head.excess, count * most)
        made += [Lay(cards, cells) for cells in range(worth, top + 1)] if count else [Lay(cards, 1)]
    return tuple(made)


@lru_cache(maxsize=4096)
def fights(hand: Counts, attacks: bool) -> tuple[Fight, ...]:
    """Every choice of combat cards; who attacks shows one at least."""
    return tuple(Fight(cards) for cards in subsets(hand) if any(cards) or not attacks)


@lru_cache(maxsize=4096)
def payments(values: Counts, hand: Counts, price: int, least: int) -> tuple[Counts, ...]:
    """Every choice of at least so many cards that are worth exactly so much."""
    fitting = [min(count, price // value) for count, value in zip(hand, values, strict=True)]
    return tuple(c for c in subsets(fitting) if sum(c) >= least and total(values, c) == price)


@lru_cache(maxsize=4096)
def purchases(compiled: Compiled, hand: Counts, aboard: tuple[int, ...], box: Counts) -> tuple[Buy, ...]:
    """Every trade for a treasure of the box: cards alone, two or more, or with a lesser treasure of the ship."""
    made, room = [], len(aboard) < compiled.head.hold
    for treasure, price in enumerate(compiled.worth):
        if not box[treasure]:
            continue
        if room:
            made += [Buy(treasure, cards) for cards in payments(compiled.values, hand, price, 2)]
        for given in dict.fromkeys(aboard):
            if compiled.worth[given] < price:
                rest = price - compiled.worth[given]
                made += [Buy(treasure, cards, given) for cards in payments(compiled.values, hand, rest, 1)]
    return tuple(made)


@lru_cache(maxsize=4096)
def choices(treasures: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """Every different choice of one to so many of some treasures."""
    kinds = sorted(set(treasures))
    return tuple(
        chosen
        for count in range(1, most + 1)
        for chosen in combinations_with_replacement(kinds, count)
        if all(chosen.count(kind) <= treasures.count(kind) for kind in set(chosen))
    )


@lru_cache(maxsize=4096)
def exchanges(worth: Counts, aboard: tuple[int, ...], there: tuple[int, ...], hold: int) -> tuple[Exchange, ...]:
    """Every exchange of equal total value that leaves no more on board than fits, and changes something."""
    return tuple(
        Exchange(given, got)
        for given in choices(aboard, hold)
        for got in choices(there, hold)
        if sum(worth[t] for t in given) == sum(worth[t] for t in got)
        and given != got
        and len(aboard) - len(given) + len(got) <= hold
    )
