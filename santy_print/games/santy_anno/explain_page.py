"""Explain page: an explanation in, one HTML page of tables out: the same as `santy ships explain` tells a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from santy_print.documents.blocks import Block, Book, Column, Cover, Meter, Paragraph, Points, Section, Table
from santy_print.documents.fonts import Typography
from santy_print.games.santy_anno.explain import (
    Explanation,
    cards_text,
    decks_text,
    kinds_text,
    matchings_text,
    moves_text,
    pairs,
    percent,
    reach_text,
    signs,
    support_text,
)

if TYPE_CHECKING:
    from santy_print.pack import Pack

MOST_ACROSS = 16
"""Of more ships no triangle of who meets whom is drawn."""


def explain_page(pack: Pack, found: Explanation) -> str:
    """One page, in one file that asks nothing of the network and nothing of scripts."""
    from santy_print.documents import html

    name = pack.locales[pack.head.source_language].plain("game.title")
    title = f"The ships of {name}"
    sections = [
        Section(id, head, tuple(blocks), width=width)
        for id, head, width, blocks in (
            ("ships", "The ships", 6, _ships(found)),
            ("sharing", "Who shares what", 6, _sharing(found)),
            ("places", "Who changes places with whom", 12, _places(found)),
            ("alike", "Cards that move alike", 6, _alike(found)),
            ("moved", "How many pirates a card moves", 6, _shares(found)),
            ("reach", "From ship to ship", 6, _reach(found)),
            ("helm", "Helm", 6, _helm(found)),
            ("kinds", "Kinds of card for these ships", 12, _kinds(found)),
        )
    ]
    cards = sum(card.copies for card in found.compiled.cards)
    counted = f"{len(found.codes)} ships, {cards} boarding cards"
    book = Book(
        ("en",), title, Cover(title), tuple(each for each in sections if each.blocks), version=counted, look="sheet"
    )
    return html.page(f"Ships · {name}", book, {}, Typography(pack, (pack.head.source_language,)))


def _ships(found: Explanation) -> Iterator[Block]:
    """Each ship with its short name, its seat and its colours."""
    fleet, chair = found.compiled.fleet, {ship: n + 1 for n, ship in enumerate(found.seats)}
    rows = tuple(
        (code, ship.name, str(ship.number), str(chair[i]), *(ship.colours[e] for e in fleet.elements))
        for i, (code, ship) in enumerate(zip(found.codes, fleet.ships, strict=True))
    )
    yield Table(rows, ("", "name", "no.", "seat", *fleet.elements))


def _sharing(found: Explanation) -> Iterator[Block]:
    """The pairing table: elements by colours; letters, corners and numbers below it."""
    fleet, sharing = found.compiled.fleet, found.sharing

    def codes(feature: str, word: str) -> str:
        return " ".join(found.codes[ship] for ship in sharing[feature][word])

    rows = tuple((element, *(codes(element, colour) for colour in fleet.colours)) for element in fleet.elements)
    yield Table(rows, ("", *fleet.colours))
    for feature, words in sharing.items():
        if feature not in fleet.elements:
            yield Paragraph(f"{feature}s: " + "; ".join(f"{word} {codes(feature, word) or 'none'}" for word in words))


def _places(found: Explanation) -> Iterator[Block]:
    """The perfect matchings, and the triangle of who meets whom under which."""
    if not found.matchings:
        return
    signed = dict(zip(found.matchings, signs(), strict=False))
    rows = []
    for move, cards in found.matchings.items():
        met = ", ".join(f"{found.codes[a]}–{found.codes[b]}" for a, b in pairs(move))
        rows.append((signed[move], met, ", ".join(card.id for card in cards)))
    yield Table(tuple(rows), ("", "ships", "cards"))
    count = len(found.codes)
    if count <= MOST_ACROSS:
        cells = {pair: "".join(signed[move] for move in moves) or "·" for pair, moves in found.meetings.items()}
        triangle = tuple(
            (found.codes[a], *(cells[b, a] if b < a else "" for b in range(count - 1))) for a in range(1, count)
        )
        columns = (Column(), *[Column("center")] * (count - 1))
        yield Table(triangle, ("", *found.codes[:-1]), columns)
    yield Paragraph(matchings_text(found))


def _alike(found: Explanation) -> Iterator[Block]:
    groups = [", ".join(card.id for card in cards) for cards in found.alike.values() if len(cards) > 1]
    if groups:
        yield Points(tuple(groups))
    yield from map(Paragraph, moves_text(found))


def _shares(found: Explanation) -> Iterator[Block]:
    ships = len(found.codes)
    rows = tuple(
        (percent(moved, ships), Meter(moved / ships), kinds_text(cards)) for moved, cards in found.shares.items()
    )
    yield Table(rows, ("pirates", "", "cards"), (Column("right"), Column(fill=True), Column()))
    yield from map(Paragraph, decks_text(found))


def _reach(found: Explanation) -> Iterator[Block]:
    yield Paragraph(reach_text(found))
    if max(found.reach) > 1:
        rows = tuple((cards_text(cards), f"{count} of {found.ways}") for cards, count in found.reach.items() if cards)
        yield Table(rows, ("", "ways"))


def _helm(found: Explanation) -> Iterator[Block]:
    if found.helm:
        of = len(found.codes)
        yield Table(tuple((f"{steps} of {of}", ", ".join(cards)) for steps, cards in found.helm.items()))


def _kinds(found: Explanation) -> Iterator[Block]:
    used = {card.kind for card in found.compiled.cards}
    yield Table(tuple((kind, support_text(why, kind in used)) for kind, why in found.supported.items()))
