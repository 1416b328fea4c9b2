"""Oracle: a second, slow reading of the rules, for comparing. One pirate at a time walks, as people do.

It reads the words of the pack's files, knows nothing of compiled moves or of kinds, and stops where the table
would stop and argue. `santy play --every-card` and the tests compare it with the engine; keep it stupid.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Words = Mapping[str, Any]


def _plain(text: str) -> str:
    """A text as it is compared: small, and a letter and its accent as one."""
    return unicodedata.normalize("NFC", text.lower())


class Argument(Exception):
    """The table does not know where the pirate goes: why, in English, and the name of the reason with its values."""

    def __init__(self, message: str, reason: str, **values: Any) -> None:
        super().__init__(message)
        self.reason, self.values = reason, values


class Oracle:
    """The rules as a person reads them, over the plain data of the files of ships, cards and events."""

    def __init__(self, ships: Words, cards: Words, events: Words, event_after: int) -> None:
        self.ships = ships["ships"]
        self.cards = cards["cards"]
        self.events = events["events"]
        self.event_after = event_after
        self.letters = [_plain(letter) for letter in ships["features"]["letters"]]

    def walk(self, card_id: str, ship: str, seats: Sequence[str]) -> str:
        """Where one pirate goes from a ship by one card."""
        card = self.cards[card_id]
        reading = getattr(self, f"_{card['kind']}", None)
        if reading is None:
            raise Argument(f"nobody has read the rule of {card['kind']} cards a second time", "kind", kind=card["kind"])
        answer: str = reading(card, ship, seats)
        return answer

    def round(self, cards: Sequence[str], event_id: str | None, seats: Sequence[str], ship: str) -> str:
        """Where one pirate ends, having started a round on this ship (E1 to E4)."""
        return [ship, *(there for _, there in self.journey(cards, event_id, seats, ship))][-1]

    def journey(
        self, cards: Sequence[str], event_id: str | None, seats: Sequence[str], ship: str
    ) -> Iterator[tuple[int, str]]:
        """One pirate's way in a round: the number of each card in the row, as it takes effect, and the ship after it.

        What an event moves besides has the number 0 (E1 to E4).
        """
        event: Words = self.events[event_id] if event_id else {"kind": "none"}
        behind = self.event_after + 1
        lying = dict(enumerate(enumerate(cards, 1), 1))
        reading = sorted(lying)
        if event["kind"] == "whirlwind":
            one, other = event.get("swap") or (behind - 1, behind)
            lying[one], lying[other] = lying[other], lying[one]
        if event["kind"] == "bermuda":
            first = event.get("from") or behind
            reading = [n for n in reading if n < first] + [n for n in reversed(reading) if n >= first]
        for place in reading:
            number, card = lying[place]
            ship = self.walk(card, ship, seats)
            yield number, ship
            if event["kind"] == "seasick" and place >= (event.get("from") or behind):
                for _ in range(event.get("steps", 1)):
                    ship = self._neighbour(ship, event["direction"], seats)
                yield 0, ship

    def legs(self, event_id: str | None, lap_round: bool) -> tuple[int, bool]:
        """How many laps everybody makes before sitting, and whether backwards (G6, E4)."""
        made, backwards = 1 if lap_round else 0, False
        if event_id and self.events[event_id]["kind"] == "rum":
            card = self.events[event_id]
            while made < card.get("laps", 1):
                made += 1
            backwards = card.get("backwards", True)
        return made, backwards

    # The kinds of card.

    def _element(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        mine = self.ships[ship]["colours"][card["element"]]
        if mine in self._crossed(card):
            return ship
        return self._other(ship, [s for s in self.ships if self.ships[s]["colours"][card["element"]] == mine])

    def _colour(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        for element, colour in self.ships[ship]["colours"].items():
            if colour == card["colour"]:
                return self._other(ship, [s for s in self.ships if self.ships[s]["colours"][element] == colour])
        raise Argument(f"{ship} has no {card['colour']}", "colour", ship=ship, colour=card["colour"])

    def _name(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        initial = self._initial(ship)
        if initial in [_plain(letter) for letter in self._crossed(card)]:
            return ship
        return self._other(ship, [s for s in self.ships if self._initial(s) == initial])

    def _number(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        added = self.ships[ship]["number"] + card["plus"]
        subtracted = self.ships[ship]["number"] - (len(self.ships) - card["plus"])
        found = [s for s in self.ships if self.ships[s]["number"] in (added, subtracted)]
        return self._only(ship, found)

    def _helm(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        for _ in range(card["steps"]):
            ship = self._neighbour(ship, card["direction"], seats)
        return ship

    def _double(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        one, two = card["elements"]
        picture = dict(self.ships[ship]["colours"])
        picture[one], picture[two] = picture[two], picture[one]
        found = []
        for other in self.ships:
            colours = self.ships[other]["colours"]
            if colours[one] == picture[one] and colours[two] == picture[two]:
                found.append(other)
        return self._only(ship, found)

    def _coco(self, card: Words, ship: str, seats: Sequence[str]) -> str:
        corner = self.ships[ship]["corner"]
        return self._other(ship, [s for s in self.ships if self.ships[s]["corner"] == corner])

    # What a person does with the eyes.

    def _crossed(self, card: Words) -> list[str]:
        """What is crossed out on the card."""
        seen = card.get("struck") or []
        return [seen] if isinstance(seen, str) else list(seen)

    def _other(self, ship: str, candidates: list[str]) -> str:
        candidates.remove(ship)
        return self._only(ship, candidates)

    def _only(self, ship: str, candidates: list[str]) -> str:
        if len(candidates) != 1:
            message = f"from {ship}: {', '.join(candidates) or 'nowhere'}"
            raise Argument(message, "torn" if candidates else "stuck", ship=ship, ends=candidates)
        return candidates[0]

    def _initial(self, ship: str) -> str:
        """What the name begins with: a letter of the pack if one fits, the longest; small or capital is the same."""
        name = _plain(self.ships[ship]["name"])
        while name and not name[0].isalnum():
            name = name[1:]
        fitting = [
            letter for letter in self.letters
            if name.startswith(letter) and not unicodedata.combining((name + " ")[len(letter)])
        ]  # fmt: skip
        return max(fitting, key=len, default=name[:1])

    def _neighbour(self, ship: str, direction: str, seats: Sequence[str]) -> str:
        """The next seat; the last one's neighbour is the first."""
        around = [*seats, seats[0]] if direction == "clockwise" else [*reversed(seats), seats[-1]]
        return around[around.index(ship) + 1]
