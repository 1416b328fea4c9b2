"""Explain: a compiled set and a seating in, what its ships and cards amount to out, as values and as plain text."""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

from santy_print.columns import aligned, width
from santy_print.games.santy_anno.compiled import Card, Compiled
from santy_print.games.santy_anno.kinds import KINDS, Misfit, Move, Seats, compile_move, turn

if TYPE_CHECKING:
    from santy_print.text import Locale

HOLD = "\u00a0"
"""A blank where no line may end."""
WIDTH = 80
EVERY_SEATING = 8
"""With so many ships at most, every seating is tried."""


def short_names(ships: Mapping[str, str]) -> list[str]:
    """A short name for each ship, given their names by id: the first letters that tell it from the others."""
    names = ["".join(name.split()) for name in ships.values()]
    out = []
    for name in names:
        length = next(
            (n for n in range(2, len(name)) if sum(o.casefold()[:n] == name.casefold()[:n] for o in names) == 1),
            len(name),
        )
        out.append(name[:length])
    return out if len(set(out)) == len(out) else [*ships]


@dataclass(frozen=True)
class Explanation:
    """A set under the magnifying glass, with the ships around the table as `seats` says."""

    compiled: Compiled
    seats: Seats

    # What ships share.

    @cached_property
    def codes(self) -> list[str]:
        """A short name for each ship: the first letters that tell it from the others."""
        return short_names({ship.id: ship.name for ship in self.compiled.ships})

    @cached_property
    def sharing(self) -> dict[str, dict[str, list[int]]]:
        """For each feature and each of its words the ships that have it."""
        fleet = self.compiled.fleet
        features: dict[str, dict[str, list[int]]] = {
            element: {
                colour: [i for i, ship in enumerate(fleet.ships) if ship.colours[element] == colour]
                for colour in fleet.colours
            }
            for element in fleet.elements
        }
        for feature, words in (("letter", fleet.letters), ("corner", fleet.corners)):
            ships = {word: [i for i, s in enumerate(fleet.ships) if getattr(s, feature) == word] for word in words}
            if words:
                features[feature] = ships
        numbers = sorted(range(len(fleet)), key=lambda i: fleet.ships[i].number)
        features["number"] = {str(fleet.ships[i].number): [i] for i in numbers}
        return features

    # What cards do.

    @cached_property
    def alike(self) -> dict[Move, list[Card]]:
        """The different moves, each with the cards that make it, in the order of the file."""
        out: dict[Move, list[Card]] = {}
        for card in self.compiled.cards:
            out.setdefault(self.compiled.move(card, self.seats), []).append(card)
        return out

    @cached_property
    def unseated(self) -> int:
        """How many different moves there are without the cards that depend on the seating (C7)."""
        return len(set(self.compiled.fixed.values()))

    @cached_property
    def seatings(self) -> dict[int, int]:
        """Number of different moves: under how many of all seatings; empty where these are too many."""
        ships = len(self.compiled.ships)
        if ships > EVERY_SEATING:
            return {}
        fixed = set(self.compiled.fixed.values())
        steps = {self._steps(card) for card in self.compiled.cards if KINDS[card.kind].seated}
        counts: Counter[int] = Counter()
        for rest in permutations(range(1, ships)):
            seats = (0, *rest)
            counts[len(fixed) + sum(turn(seats, step) not in fixed for step in steps)] += 1
        return dict(sorted(counts.items()))

    def _steps(self, card: Card) -> int:
        """How many chairs clockwise a card amounts to that only turns the table."""
        seats = tuple(range(len(self.compiled.ships)))
        return self.compiled.move(card, seats)[0]

    @cached_property
    def helm(self) -> dict[int, list[str]]:
        """Chairs clockwise, and the cards that turn the table so far."""
        out: dict[int, list[str]] = {}
        for card in self.compiled.cards:
            if KINDS[card.kind].seated:
                out.setdefault(self._steps(card), []).append(card.id)
        return dict(sorted(out.items()))

    @cached_property
    def matchings(self) -> dict[Move, list[Card]]:
        """The moves that part all ships into pairs which change places, however the table is seated."""
        out: dict[Move, list[Card]] = {}
        named = sorted(self.compiled.cards, key=lambda card: not self._names_elements(card))
        for card in named:
            move = self.compiled.fixed.get(card.id)
            if move is not None and all(move[ship] != ship == move[move[ship]] for ship in range(len(self.codes))):
                out.setdefault(move, []).append(card)
        return out

    @cached_property
    def of_elements(self) -> list[Move]:
        """The matchings by cards that name elements, white and double ones (S13); they come first."""
        return [move for move, cards in self.matchings.items() if self._names_elements(cards[0])]

    def _names_elements(self, card: Card) -> bool:
        return any(word.vocabulary == "elements" for word in KINDS[card.kind].references(card.data))

    @cached_property
    def meetings(self) -> dict[tuple[int, int], list[Move]]:
        """For each two ships the matchings that have them change places."""
        ships = range(len(self.codes))
        return {(a, b): [m for m in self.matchings if m[a] == b] for a in ships for b in ships if a < b}

    @property
    def factorises(self) -> bool:
        """Whether the matchings of elements bring any two ships together exactly once (S13)."""
        return all(sum(m[a] == b for m in self.of_elements) == 1 for a, b in self.meetings)

    @cached_property
    def reach(self) -> dict[int, int]:
        """With how many cards how many ways from ship to ship become possible; 0: those that never are."""
        ships = range(len(self.codes))
        counts: Counter[int] = Counter()
        for start in ships:
            seen, edge, cards = {start}, {start}, 0
            while edge:
                cards += 1
                edge = {move[ship] for move in self.alike for ship in edge} - seen
                seen |= edge
                if edge:
                    counts[cards] += len(edge)
            if len(seen) < len(self.codes):
                counts[0] += len(self.codes) - len(seen)
        return dict(sorted(counts.items()))

    @property
    def ways(self) -> int:
        """How many ways there are from a ship to another."""
        return len(self.codes) * (len(self.codes) - 1)

    @cached_property
    def shares(self) -> dict[int, list[Card]]:
        """How many of the ships a card moves pirates from: the cards, those that move most first."""
        out: dict[int, list[Card]] = {}
        for card in self.compiled.cards:
            out.setdefault(len(self.compiled.move(card, self.seats)), []).append(card)
        return dict(sorted(out.items(), reverse=True))

    @cached_property
    def supported(self) -> dict[str, Misfit | None]:
        """For each kind of card why these ships cannot have it, by the first card that has no move; None: they can."""
        fleet = self.compiled.fleet
        out: dict[str, Misfit | None] = dict.fromkeys(KINDS)
        for name in KINDS:
            moves = (compile_move(card, fleet, self.seats) for card in KINDS[name].every(fleet))
            out[name] = next((move[0] for move in moves if not isinstance(move, Move)), None)
        return out

    def as_json(self) -> dict[str, Any]:
        """All of it for programs; ships and cards by their ids."""
        ids = [ship.id for ship in self.compiled.ships]
        return {
            "pack": self.compiled.id,
            "seats": [ids[ship] for ship in self.seats],
            "sharing": {
                feature: {word: [ids[i] for i in ships] for word, ships in words.items()}
                for feature, words in self.sharing.items()
            },
            "cards": len(self.compiled.cards),
            "boarding_cards": sum(card.copies for card in self.compiled.cards),
            "different_moves": len(self.alike),
            "different_moves_unseated": self.unseated,
            "different_moves_by_seating": {str(moves): count for moves, count in self.seatings.items()},
            "alike": [[card.id for card in cards] for cards in self.alike.values() if len(cards) > 1],
            "helm": {str(steps): cards for steps, cards in self.helm.items()},
            "matchings": [
                {"cards": [card.id for card in cards], "elements": move in self.of_elements,
                 "pairs": [[ids[a], ids[b]] for a, b in pairs(move)]}
                for move, cards in self.matchings.items()
            ],
            "factorises": self.factorises,
            "reach": {str(cards): ways for cards, ways in self.reach.items()},
            "moved": {card.id: ships / len(ids) for ships, cards in self.shares.items() for card in cards},
            "kinds": {
                kind: {"supported": why is None, "why_not": why.message if why else ""}
                for kind, why in self.supported.items()
            },
        }  # fmt: skip

    def json(self) -> str:
        """The same as text."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=2) + "\n"

    def text(self, words: Locale) -> str:
        """All of it on a page of 80 columns."""
        return "\n".join(line.rstrip() for line in _Page(self, words).lines()).replace(HOLD, " ") + "\n"


def pairs(move: Move) -> list[tuple[int, int]]:
    """The ships that change places, each two once."""
    return [(ship, move[ship]) for ship in move if ship < move[ship]]


class _Page:
    """An explanation in words and tables."""

    def __init__(self, found: Explanation, words: Locale) -> None:
        self.found, self.words = found, words
        self.fleet = found.compiled.fleet

    def lines(self) -> Iterator[str]:
        """Every section."""
        compiled, fleet = self.found.compiled, self.fleet
        copies = sum(card.copies for card in compiled.cards)
        yield (
            f"{compiled.id}: {len(fleet)} ships, {len(fleet.elements)} elements, "
            f"{len(fleet.colours)} colours, {copies} boarding cards"
        )
        for title, section in (
            ("ships", self.ships), ("sharing", self.sharing), ("places", self.places), ("alike", self.alike),
            ("helm", self.helm), ("reach", self.reach), ("moved", self.shares), ("support", self.kinds),
        ):  # fmt: skip
            key, found = "answers.kinds.helm" if title == "helm" else f"analysis.{title}", list(section())
            if found:
                yield from ("", head := self.words.plain(key), "-" * width(head), *found)

    def _say(self, key: str) -> str:
        return self.words.plain(f"analysis.{key}")

    def _codes(self, ships: Sequence[int], joint: str = " ") -> str:
        return joint.join(self.found.codes[ship] for ship in ships)

    def ships(self) -> Iterator[str]:
        """Each ship with its short name and its seat."""
        chair = {ship: n + 1 for n, ship in enumerate(self.found.seats)}
        rows = [
            [code, ship.name, str(ship.number), str(chair[i]), *(ship.colours[e] for e in self.fleet.elements)]
            for i, (code, ship) in enumerate(zip(self.found.codes, self.fleet.ships, strict=True))
        ]
        return _table(["", *map(self._say, ("name", "number", "seat")), *self.fleet.elements], rows, keep=2)

    def sharing(self) -> Iterator[str]:
        """The pairing table: elements by colours; letters, corners and numbers."""
        sharing = self.found.sharing
        rows = [[e, *(self._codes(sharing[e][c]) for c in self.fleet.colours)] for e in self.fleet.elements]
        yield from _table(["", *self.fleet.colours], rows, keep=1)
        yield ""
        for feature in ("letter", "corner"):
            if feature in sharing:
                words = [
                    f"{word}: {self._codes(ships) or self._say('none')}" for word, ships in sharing[feature].items()
                ]
                yield from _wrapped(self._say(f"{feature}s"), "; ".join(words))
        numbers = [f"{number} {self._codes(ships)}" for number, ships in sharing["number"].items()]
        yield from _wrapped(self._say("numbers"), ", ".join(numbers))

    def places(self) -> Iterator[str]:
        """The perfect matchings, and the triangle of who meets whom under which."""
        found = self.found
        signed = dict(zip(found.matchings, signs(), strict=False))
        for move, cards in found.matchings.items():
            met = "  ".join(f"{found.codes[a]}-{found.codes[b]}" for a, b in pairs(move))
            yield from _wrapped(signed[move], met, 4)
            yield from _wrapped("", ", ".join(card.id for card in cards), 6)
        if not found.matchings:
            return
        yield ""
        if len(found.codes) <= 16:
            cells = {pair: "".join(signed[m] for m in moves) or "." for pair, moves in found.meetings.items()}
            rows = [
                [code, *(cells[b, a] if b < a else "" for b in range(len(found.codes) - 1))]
                for a, code in enumerate(found.codes) if a
            ]  # fmt: skip
            yield from _table(["", *found.codes[:-1]], rows, keep=1)
            yield ""
        yield from _prose(matchings_text(found, self.words))

    def alike(self) -> Iterator[str]:
        """Groups of cards with the same move, and how many moves there are."""
        found = self.found
        for cards in found.alike.values():
            if len(cards) > 1:
                yield from _bullet(", ".join(card.id for card in cards))
        for sentence in moves_text(found, self.words):
            yield from _prose(sentence)

    def helm(self) -> Iterator[str]:
        """The helm cards by chairs clockwise."""
        for steps, cards in self.found.helm.items():
            yield from _wrapped(share_of(steps, len(self.fleet), self.words), ", ".join(cards))

    def reach(self) -> Iterator[str]:
        """Whether every ship can reach every other."""
        reach, ways = self.found.reach, self.found.ways
        yield from _prose(reach_text(self.found, self.words))
        for cards, count in reach.items():
            if cards and max(reach) > 1:
                share = share_of(count, ways, self.words)
                yield f"  {cards_text(cards, self.words):<10} {share:>11} {self._say('ways')}"

    def shares(self) -> Iterator[str]:
        """A bar for each share of pirates, and the average of a deck."""
        ships = len(self.fleet)
        for moved, cards in self.found.shares.items():
            bar = "#" * round(20 * moved / ships)
            yield from _wrapped(f"{percent(moved, ships, self.words):>4} {bar:<20}", kinds_text(cards), 27)
        for sentence in decks_text(self.found, self.words):
            yield from _prose(sentence)

    def kinds(self) -> Iterator[str]:
        """Which kinds of card the ships support, and why not the others."""
        used = {card.kind for card in self.found.compiled.cards}
        for kind in self.found.supported:
            yield from _wrapped(kind, support_text(self.found, kind, kind in used, self.words))


# Sentences in a language, for a terminal as for a page


def matchings_text(found: Explanation, words: Locale) -> str:
    """How many matchings there are."""
    count, some = len(found.matchings), len(found.of_elements)
    sentence = words.plain("analysis.matchings", n=count, ships=len(found.codes), some=some)
    return f"{sentence} {words.plain('analysis.factorises', some=some)}" if found.factorises else sentence


def moves_text(found: Explanation, words: Locale) -> Iterator[str]:
    """How many different moves there are, as the ships lie and under all seatings."""
    copies = sum(card.copies for card in found.compiled.cards)
    yield words.plain("analysis.moves", n=len(found.alike), cards=copies, fixed=found.unseated)
    if len(found.seatings) > 1:
        every = sum(found.seatings.values())
        shares = (
            words.plain("analysis.under", n=moves, share=percent(count, every, words))
            for moves, count in found.seatings.items()
        )
        yield words.plain("analysis.seatings", n=every, shares=", ".join(shares))


def reach_text(found: Explanation, words: Locale) -> str:
    """Whether every ship can reach every other."""
    if 0 in found.reach:
        return words.plain("analysis.broken", n=found.ways, broken=found.reach[0])
    return words.plain("analysis.whole", n=max(found.reach))


def decks_text(found: Explanation, words: Locale) -> Iterator[str]:
    """How many pirates a card of each deck moves on average."""
    compiled, ships = found.compiled, len(found.codes)
    for level in dict.fromkeys(card.level for card in compiled.cards):
        deck = [card for card in compiled.cards if card.level == level]
        total = sum(card.copies * len(compiled.move(card, found.seats)) for card in deck)
        share = percent(total, sum(card.copies for card in deck) * ships, words)
        yield words.plain(f"analysis.average-{level}", share=share)


def kinds_text(cards: Sequence[Card]) -> str:
    """How many cards of each kind there are."""
    return ", ".join(f"{count} {kind}" for kind, count in Counter(card.kind for card in cards).items())


WHY_NOT = {"card-no-target": "stuck", "card-two-targets": "torn", "card-same-target": "same"}


def support_text(found: Explanation, kind: str, used: bool, words: Locale) -> str:
    """Whether the ships support a kind of card that the set uses or lacks; if not, from which ships it fails."""
    misfit = found.supported[kind]
    if misfit:
        starts, ends = (words.join([found.codes[ship] for ship in ships]) for ships in (misfit.starts, misfit.ends))
        why = words.plain(f"analysis.why-not.{WHY_NOT[misfit.code]}", starts=starts, ends=ends)
        return words.plain("analysis.unsupported", why=why)
    return words.plain("analysis.supported" if used else "analysis.unused")


def cards_text(count: int, words: Locale) -> str:
    """So many cards."""
    return words.plain("analysis.counted-cards", n=count)


def share_of(part: int, whole: int, words: Locale) -> str:
    """So many of so many."""
    return words.plain("analysis.of", n=part, all=whole)


def percent(part: int, whole: int, words: Locale) -> str:
    """A share in hundredths."""
    return words.plain("analysis.percent", n="<1" if 0 < 200 * part < whole else f"{100 * part / whole:.0f}")


def signs() -> Iterator[str]:
    """Signs for matchings: a, b, c... and then numbers."""
    yield from "abcdefghijklmnopqrstuvwxyz"
    yield from (f" {n}" for n in range(27, 1000))


def _prose(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _bullet(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  = ", subsequent_indent="    ", break_on_hyphens=False)


def _wrapped(head: str, text: str, indent: int = 12) -> list[str]:
    """A word in the margin, and a text beside it that wraps."""
    margin = f"  {head}".ljust(indent - 1) + " "
    return textwrap.wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=" " * len(margin), break_on_hyphens=False
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], keep: int) -> Iterator[str]:
    """Columns as wide as they need; what does not fit goes below, under the first `keep` columns again."""
    widths = [max(width(row[n]) for row in (header, *rows)) for n in range(len(header))]
    first, at = list(range(keep)), keep
    while at < len(header):
        shown = [*first, at]
        at += 1
        while at < len(header) and 2 + sum(widths[n] + 2 for n in (*shown, at)) <= WIDTH:
            shown.append(at)
            at += 1
        yield from (f"  {line}" for line in aligned([[row[n] for n in shown] for row in (header, *rows)]))
        if at < len(header):
            yield ""
