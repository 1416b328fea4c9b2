"""Explain page: an explanation and a language in, one HTML page out: the same as `santy ships explain` tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print.documents.blocks import Block, Book, Column, Cover, Meter, Paragraph, Points, Section, Table
from santy_print.documents.fonts import Typography
from santy_print.games.santy_anno.called import APART, Called
from santy_print.games.santy_anno.explain import (
    Explanation,
    cards_text,
    decks_text,
    matchings_text,
    moves_text,
    pairs,
    percent,
    reach_text,
    share_of,
    signs,
    support_text,
)

if TYPE_CHECKING:
    from santy_print.games.santy_anno.compiled import Card
    from santy_print.pack import Pack

MOST_ACROSS = 16
"""Of more ships no triangle of who meets whom is drawn."""


def explain_page(pack: Pack, found: Explanation, language: str) -> str:
    """One page in a language, in one file that asks nothing of the network and nothing of scripts."""
    from santy_print.documents import html

    called = Called(pack, pack.locales[language])
    say, page = called.say, _Page(found, called)
    title = say("analysis.title", title=say("game.title"))
    sections = [
        Section(id, say("answers.kinds.helm" if id == "helm" else f"analysis.{id}"), tuple(blocks), width=width)
        for id, width, blocks in (
            ("ships", 12, page.ships()),
            ("sharing", 12, page.sharing()),
            ("places", 12, page.places()),
            ("alike", 5, page.alike()),
            ("moved", 7, page.shares()),
            ("reach", 6, page.reach()),
            ("helm", 6, page.helm()),
            ("support", 12, page.kinds()),
        )
    ]
    cards = sum(card.copies for card in found.compiled.cards)
    counted = say("analysis.counted", ships=len(found.codes), cards=cards)
    some = tuple(each for each in sections if each.blocks)
    book = Book((language,), title, Cover(title), some, version=counted, look="sheet")
    return html.page(title, book, {}, Typography(pack, (language,)))


@dataclass(frozen=True)
class _Page:
    """The sections of the page, each as blocks."""

    found: Explanation
    called: Called

    def _heads(self, *keys: str) -> tuple[str, ...]:
        """The heads of columns; a blank one has no key."""
        return tuple(self.called.say(f"analysis.{key}") if key else "" for key in keys)

    def ships(self) -> Iterator[Block]:
        """Each ship with its short name, its seat and its colours."""
        found, called = self.found, self.called
        fleet, chair = found.compiled.fleet, {ship: n + 1 for n, ship in enumerate(found.seats)}
        rows = tuple(
            (
                code,
                ship.name,
                str(ship.number),
                str(chair[i]),
                *(called.colour(ship.colours[e]) for e in fleet.elements),
            )
            for i, (code, ship) in enumerate(zip(found.codes, fleet.ships, strict=True))
        )
        yield Table(rows, (*self._heads("", "name", "number", "seat"), *map(called.element, fleet.elements)))

    def sharing(self) -> Iterator[Block]:
        """The pairing table: elements by colours; letters, corners and numbers below it."""
        found, called = self.found, self.called
        fleet, sharing = found.compiled.fleet, found.sharing

        def codes(feature: str, word: str) -> str:
            return " ".join(found.codes[ship] for ship in sharing[feature][word])

        rows = tuple(
            (called.element(element), *(codes(element, colour) for colour in fleet.colours))
            for element in fleet.elements
        )
        yield Table(rows, ("", *map(called.colour, fleet.colours)))
        none = called.say("analysis.none")
        for feature, words in sharing.items():
            if feature not in fleet.elements:
                named = called.corner if feature == "corner" else str
                shared = APART.join(f"{named(word)} {codes(feature, word) or none}" for word in words)
                label = called.say(f"analysis.{feature}s")
                yield Paragraph(called.say("rulebook.pair", label=label, text=shared))

    def places(self) -> Iterator[Block]:
        """The perfect matchings, and the triangle of who meets whom under which."""
        found, called = self.found, self.called
        if not found.matchings:
            return
        signed = dict(zip(found.matchings, signs(), strict=False))
        rows = []
        for move, cards in found.matchings.items():
            met = ", ".join(f"{found.codes[a]}–{found.codes[b]}" for a, b in pairs(move))
            rows.append((signed[move], met, called.cards(card.id for card in cards)))
        yield Table(tuple(rows), self._heads("", "ships", "cards"))
        count = len(found.codes)
        if count <= MOST_ACROSS:
            cells = {pair: "".join(signed[move] for move in moves) or "·" for pair, moves in found.meetings.items()}
            triangle = tuple(
                (found.codes[a], *(cells[b, a] if b < a else "" for b in range(count - 1))) for a in range(1, count)
            )
            columns = (Column(), *[Column("center")] * (count - 1))
            yield Table(triangle, ("", *found.codes[:-1]), columns)
        yield Paragraph(matchings_text(found, called.words))

    def alike(self) -> Iterator[Block]:
        """Groups of cards with the same move, and how many moves there are."""
        found = self.found
        groups = [self.called.cards(card.id for card in cards) for cards in found.alike.values() if len(cards) > 1]
        if groups:
            yield Points(tuple(groups))
        yield from map(Paragraph, moves_text(found, self.called.words))

    def shares(self) -> Iterator[Block]:
        """A bar for each share of pirates, and the average of a deck."""
        found, called = self.found, self.called
        ships = len(found.codes)
        rows = tuple(
            (percent(moved, ships, called.words), Meter(moved / ships), self._kinds_of(cards))
            for moved, cards in found.shares.items()
        )
        yield Table(rows, self._heads("pirates", "", "cards"), (Column("right"), Column(), Column(fill=True)))
        yield from map(Paragraph, decks_text(found, called.words))

    def _kinds_of(self, cards: Sequence[Card]) -> str:
        kinds = Counter(card.kind for card in cards)
        return APART.join(f"{self.called.kind(kind)}\u00a0×{count}" for kind, count in kinds.items())

    def reach(self) -> Iterator[Block]:
        """Whether every ship can reach every other."""
        found, words = self.found, self.called.words
        yield Paragraph(reach_text(found, words))
        if max(found.reach) > 1:
            rows = tuple(
                (cards_text(cards, words), share_of(count, found.ways, words))
                for cards, count in found.reach.items()
                if cards
            )
            yield Table(rows, self._heads("", "ways"))

    def helm(self) -> Iterator[Block]:
        """The helm cards by chairs clockwise."""
        found, called = self.found, self.called
        if found.helm:
            of = len(found.codes)
            yield Table(
                tuple((share_of(steps, of, called.words), called.cards(cards)) for steps, cards in found.helm.items())
            )

    def kinds(self) -> Iterator[Block]:
        """Which kinds of card the ships support, and why not the others."""
        used = {card.kind for card in self.found.compiled.cards}
        rows = tuple(
            (self.called.kind(kind), support_text(self.found, kind, kind in used, self.called.words))
            for kind in self.found.supported
        )
        yield Table(rows)
