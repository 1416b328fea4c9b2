"""Oracle: a second reading of the rules, slow and plain, from the words of the files, to hold the first against.

It knows columns, rows and names, no numbers of cells; it tries every choice of cards one by one. What it says is a set
of words for what is open: moves, steps, trades, exchanges, attacks; and who wins a fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

COMPASS = {
    "north": "0 -1", "south": "0 1", "east": "1 0", "west": "-1 0",
    "north-east": "1 -1", "north-west": "-1 -1", "south-east": "1 1", "south-west": "-1 1",
}  # fmt: skip
Place = tuple[int, int]


class Ship(NamedTuple):
    """A ship as it is seen on the table: where it lies, where it heads, its home and what it carries."""

    place: Place
    heading: str
    home: str
    aboard: Sequence[str]


class Oracle:
    """The rules for the files of one pack, given as plain data."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        self.rows = files["board"]["rows"]
        self.marks = {name: island["mark"] for name, island in files["board"]["islands"].items()}
        self.ports = files["ports"]["ports"]
        self.cards = files["cards"]["cards"]
        self.treasures = files["treasures"]["treasures"]
        self.head = files["pack"]

    # The board.

    def mark(self, place: Place) -> str:
        """What stands at a place; nothing off the board."""
        x, y = place
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]) else ""

    def port(self, place: Place) -> str:
        """The port at a place, or nothing."""
        return next((name for name, port in self.ports.items() if port["mark"] == self.mark(place)), "")

    def beside(self, place: Place) -> list[Place]:
        """The eight places around one."""
        x, y = place
        return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def along(self, place: Place, island: str) -> bool:
        """A cell of the sea touches the island, be it with a corner."""
        return self.mark(place) == "." and any(self.mark(near) == self.marks[island] for near in self.beside(place))

    def to(self, place: Place, heading: str) -> Place:
        """The place ahead."""
        dx, dy = map(int, COMPASS[heading].split())
        return place[0] + dx, place[1] + dy

    def open(self, me: int, place: Place, ships: Sequence[Ship]) -> bool:
        """A ship may come to a place: the sea without another ship; its own port; a port without a visitor."""
        port = self.port(place)
        if not port:
            return self.mark(place) == "." and all(ship.place != place for ship in ships)
        if ships[me].home == port:
            return True
        return not [ship for ship in ships if ship.place == place and ship.home != port]

    # What is open.

    def moves(self, me: int, hand: Sequence[str], ships: Sequence[Ship]) -> set[str]:
        """Every move that can be announced: `cards: cells`, and `stay`."""
        place, port = ships[me].place, self.port(ships[me].place)
        made = {"stay"} if port or self.along(place, "serenity") else set()
        if port and not self.steps(me, 1, False, ships):
            return made
        sails = [card for card in hand if self.cards[card]["kind"] == "movement"]
        most = max(card["value"] for card in self.cards.values() if card["kind"] == "movement")
        for cards in _choices(sails, 0, len(sails)):
            worth = sum(self.cards[card]["value"] for card in cards)
            for more in range(self.head["excess"] + 1):
                if not cards:
                    made.add(": 1")
                elif worth + more <= most * len(cards):
                    made.add(f"{_listed(cards)}: {worth + more}")
        return made

    def steps(self, me: int, left: int, veered: bool, ships: Sequence[Ship]) -> set[str]:
        """Every step: `ahead`, a heading to turn to, or one to leave a port by."""
        place, heading = ships[me].place, ships[me].heading
        port = self.port(place)
        if port:
            return {way for way in self.ports[port]["exits"] if self.open(me, self.to(place, way), ships)}
        ahead = self.to(place, heading)
        free = self.open(me, ahead, ships) and not (self.port(ahead) and left > 1)
        made = {"ahead"} if free else set()
        if veered and free:
            return made
        return made | {way for way in COMPASS if way != heading and self._sailable(self.to(place, way))}

    def _sailable(self, place: Place) -> bool:
        return self.mark(place) == "." or bool(self.port(place))

    def trades(self, hand: Sequence[str], aboard: Sequence[str], box: Mapping[str, int]) -> set[str]:
        """Every trade for a treasure: `treasure < cards and perhaps a treasure`."""
        made = set()
        for wanted, left in box.items():
            if not left:
                continue
            price = self.treasures[wanted]["value"]
            for given in ("", *sorted(set(aboard))):
                if given and self.treasures[given]["value"] >= price:
                    continue
                if not given and len(aboard) >= self.head["hold"]:
                    continue
                rest = price - (self.treasures[given]["value"] if given else 0)
                for cards in _choices(hand, 1 if given else 2, len(hand)):
                    if sum(self.cards[card]["value"] for card in cards) == rest:
                        made.add(f"{wanted} < {_listed(cards)} {given}".rstrip())
        return made

    def exchanges(self, aboard: Sequence[str], there: Sequence[str]) -> set[str]:
        """Every exchange at another's home: `given > got`."""
        made, hold = set(), self.head["hold"]
        for given in _choices(aboard, 1, hold):
            for got in _choices(there, 1, hold):
                fits = len(aboard) - len(given) + len(got) <= hold
                equal = sum(self.treasures[t]["value"] for t in given) == sum(self.treasures[t]["value"] for t in got)
                if fits and equal and sorted(given) != sorted(got):
                    made.add(f"{_listed(given)} > {_listed(got)}")
        return made

    def attacks(self, me: int, hand: Sequence[str], ships: Sequence[Ship]) -> set[int]:
        """Whom one may attack, by seat."""
        if not any(self.cards[card]["kind"] == "combat" for card in hand):
            return set()
        safe = [bool(self.port(ship.place)) or self.along(ship.place, "serenity") for ship in ships]
        near = self.beside(ships[me].place)
        return {n for n, ship in enumerate(ships) if ship.place in near and not safe[n] and not safe[me] and n != me}

    def fight(self, attack: Sequence[str], defence: Sequence[str]) -> str:
        """Who wins: the attacker, the defender, or nobody."""
        one, other = (sum(self.cards[card]["value"] for card in cards) for cards in (attack, defence))
        return "attacker" if one > other else "defender" if other > one else ""


def _choices(things: Sequence[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of so many things."""
    seen = set()
    for count in range(least, most + 1):
        for chosen in combinations(sorted(things), count):
            if chosen not in seen:
                seen.add(chosen)
                yield chosen


def _listed(things: Sequence[str]) -> str:
    return ", ".join(sorted(things))
