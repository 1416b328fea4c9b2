"""Answers: a compiled set and a seating in, every card's moves out, as plain data."""

from __future__ import annotations

from typing import Any

from santy_print.games.santy_anno.compiled import Card, Compiled
from santy_print.games.santy_anno.kinds import Seats


def answers(compiled: Compiled, seats: Seats) -> dict[str, Any]:
    """What `santy answers --format json` prints; the moves of a card stand in the harbour's order (M5)."""
    cards = [
        {
            "id": card.id,
            "kind": card.kind,
            "level": card.level,
            "copies": card.copies,
            "params": params_of(card),
            "moves": {pair[0]: pair[1] for group in lookup(compiled, card, seats) for pair in group["moves"]},
        }
        for card in compiled.cards
    ]
    events = [{"id": e.id, "kind": e.kind, "copies": e.copies} | e.params for e in compiled.events]
    return {
        "pack": compiled.id,
        "seats": [compiled.ships[ship].id for ship in seats],
        "ships": ships(compiled),
        "cards": cards,
        "events": events,
    }


def params_of(card: Card) -> dict[str, Any]:
    """What tells a card from others of its kind, where that applies."""
    return {key: value for key, value in card.params.items() if value is not None}


def ships(compiled: Compiled) -> list[dict[str, Any]]:
    """The ships and their features, in file order."""
    return [
        {
            "id": ship.id,
            "name": ship.name,
            "number": ship.number,
            "letter": ship.letter,
            "corner": ship.corner,
            "colours": {element: ship.colours[element] for element in compiled.fleet.elements},
        }
        for ship in compiled.ships
    ]


def lookup(compiled: Compiled, card: Card, seats: Seats) -> list[dict[str, Any]]:
    """A card's moves as the Bosun resolves them: a `feature` and `value` to look for, and its moves (M5)."""
    ids = [ship.id for ship in compiled.ships]
    return [
        {
            "feature": group.heading.feature,
            "value": group.heading.value,
            "moves": [(ids[start], ids[end]) for start, end in group.pairs],
        }
        for group in compiled.lookup(card, seats)
    ]
