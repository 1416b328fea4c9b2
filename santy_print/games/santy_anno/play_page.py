"""Play page: a compiled set in, what its page for a browser plays with out: tables for the rules, words, pieces.

The programs beside it (`page/`) know no card: what a card does from each ship, and in which order an event has the
cards take effect, stands in tables that the engine fills. So they play any set that the engine can.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.game.page import Piece, PlayPage
from santy_print.games.santy_anno.compiled import Card, Compiled, Event
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS, Move, Seats, compile_move, strikes
from santy_print.games.santy_anno.state import LEVELS
from santy_print.named import in_words_of
from santy_print.text import item_key

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

Data = dict[str, Any]

LONGEST = 9
"""Rows of up to so many cards can be practised, and of more where a round of the set has more."""
FOLDER = Path(__file__).parent / "page"
SCRIPTS = tuple(FOLDER / f"{name}.js" for name in ("rules", "pieces", "practice", "referee", "main"))
TEXTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "practice", "referee", "practice-lead", "length", "fewer", "more", "deck", "kinds", "no-kinds", "clock",
            "new-best", "you", "ask", "give-up", "way", "again", "same", "change", "cards", "cards-lead", "all", "undo",
            "row-empty", "no-event", "pirates", "pirates-lead", "seats", "seats-lead", "by-seats", "answer",
            "next-round", "new-table",
        ),
        (),
    ),
    **dict.fromkeys(("start", "right", "wrong", "shown", "slip-event", "stay", "free"), ("ship",)),
    **dict.fromkeys(("slip-left-out", "slip-struck", "slip-direction", "slip-twice"), ("n", "ship")),
    **dict.fromkeys(("card", "count"), ("n",)),
    "best": ("time",),
    "event-short": ("event", "n"),
}  # fmt: skip
"""The texts of the page, each with the values that it is given while it is played."""


def play_page(pack: Pack) -> PlayPage:
    """What the page of a pack plays with."""
    compiled: Compiled = pack.compiled
    items = {name: pack.collections[name] for name in ("boarding", "events", "ships", "pirates")}
    pieces = [Piece(name, item["id"]) for name, some in items.items() for item in some]
    return PlayPage(data_of(compiled), lambda locale: _words(pack, locale), pieces, SCRIPTS, (FOLDER / "page.css",))


def data_of(compiled: Compiled) -> Data:
    """The set as plain data. Ships, cards, events and pirates are known by their places in these lists."""
    numbers = compiled.numbers
    longest = max(LONGEST, *numbers.rounds)
    kinds = {card.kind for card in compiled.cards}
    there = {"expert": any(card.level == "expert" for card in compiled.cards), "events": bool(compiled.events)}
    return {
        "set": compiled.fingerprint,
        "longest": min(longest, sum(card.copies for card in compiled.cards)),
        "after": numbers.event_after,
        "levels": [level for level in LEVELS if there.get(level, True)],
        "kinds": [kind for kind in KINDS if kind in kinds],
        "ships": [{"id": ship.id, "number": ship.number, "face": _face("ships", ship.id)} for ship in compiled.ships],
        "cards": [_card(compiled, card) for card in compiled.cards],
        "events": [_event(event, numbers.event_after, min(numbers.rounds), longest) for event in compiled.events],
        "pirates": [{"id": pirate.id, "face": _face("pirates", pirate.id)} for pirate in compiled.pirates],
    }


def _face(collection: str, id: str) -> str:
    return Piece(collection, id).face


def _card(compiled: Compiled, card: Card) -> Data:
    """A card: `moves` from each ship, or where seats count `turns`, the chairs to go from each ship clockwise.

    `unstruck` are its moves if nothing were struck out on it.
    """
    made: Data = {
        "id": card.id, "kind": card.kind, "basic": card.level == "basic", "copies": card.copies,
        "face": _face("boarding", card.id),
    }  # fmt: skip
    fixed = compiled.fixed.get(card.id)
    if fixed is None:
        return made | {"turns": _turns(compiled, card)}
    made["moves"] = list(fixed.targets)
    if strikes(card.data):
        plain = compile_move(card.data.model_copy(update={"struck": None}), compiled.fleet, compiled.seats())
        made |= {"unstruck": list(plain.targets)} if isinstance(plain, Move) else {}
    return made


def _turns(compiled: Compiled, card: Card) -> list[int]:
    """How many chairs clockwise a card sends from each ship, wherever the ships lie."""
    seats = compiled.seats()
    turns = _chairs(compiled.move(card, seats), seats)
    other = (*seats[1::2], *seats[::2])
    assert turns == _chairs(compiled.move(card, other), other), f"{card.id} asks for more than a number of chairs"
    return turns


def _chairs(move: Move, seats: Seats) -> list[int]:
    chair = {ship: place for place, ship in enumerate(seats)}
    return [(chair[move[ship]] - chair[ship]) % len(seats) for ship in range(len(seats))]


def _event(event: Event, split: int, least: int, longest: int) -> Data:
    """An event: in which order it has rows of each length take effect, and the chairs it adds after each card."""
    hooks = EVENTS[event.kind]
    return {
        "id": event.id,
        "copies": event.copies,
        "face": _face("events", event.id),
        "orders": {count: list(hooks.order(event.data, count, split)) for count in range(least, longest + 1)},
        "drifts": [hooks.after(event.data, place, split) for place in range(longest)],
    }


def _words(pack: Pack, locale: Locale) -> Data:
    """All that the page says of this game in a language."""
    pack = in_words_of(pack, locale)
    compiled: Compiled = pack.compiled
    cards, events = pack.collections["boarding"], pack.collections["events"]
    texts = {
        key: locale.plain(f"page.{key}", **{name: f"{{{name}}}" for name in given}) for key, given in TEXTS.items()
    }
    return {
        "ui": texts | {"go": locale.plain("harbour.castoff")},
        "ofShips": _of_ships(compiled, texts, locale),
        "clockwise": locale.plain("play.clockwise"),
        "eventsTitle": locale.plain("answers.events"),
        "levels": {level: locale.plain(f"play.level.{level}") for level in LEVELS},
        "kinds": {kind: locale.plain(f"answers.kinds.{kind}") for kind in {card.kind: 0 for card in compiled.cards}},
        "cards": {item["id"]: _item(locale, item, "card") for item in cards},
        "events": {item["id"]: _item(locale, item, "event") for item in events},
        "ships": {ship.id: ship.name for ship in compiled.ships},
        "pirates": {pirate.id: locale.plain(f"pirate.{pirate.id}") for pirate in compiled.pirates},
        "why": {card.id: why for card in compiled.cards if (why := reasons(compiled, card, locale))},
    }


def _of_ships(compiled: Compiled, texts: Mapping[str, str], locale: Locale) -> dict[str, list[str]]:
    """What the page says of each ship, where words around its name follow it: `sulla Viper`, `sull'Aurora`."""
    sentences: dict[str, list[str]] = {}
    for key, given in TEXTS.items():
        if "ship" in given:
            blanks = {name: f"{{{name}}}" for name in given}
            found = [locale.plain(f"page.{key}", **{**blanks, "ship": ship.name}) for ship in compiled.ships]
            plain = [texts[key].replace("{ship}", ship.name) for ship in compiled.ships]
            if found != plain:
                sentences[key] = found
    return sentences


def _item(locale: Locale, item: Mapping[str, Any], root: str) -> list[str]:
    """What a card is called, and what it says."""
    key = item_key(item, root)
    return [locale.plain(f"{key}.{part}", **item) for part in ("name", "effect")]


def reasons(compiled: Compiled, card: Card, locale: Locale) -> list[str]:
    """What a pirate on each ship looks at to follow a card; nothing where the card itself says it, as a helm does."""
    key = f"page.why.{card.kind}"
    if not locale.has(key):
        return []

    def word(group: str, id: str) -> str:
        return locale.plain(f"{group}.{id}")

    move, ships, reasons = compiled.move(card, compiled.seats()), compiled.ships, []
    for place, ship in enumerate(ships):
        words = KINDS[card.kind].example(card.data, ship, ships[move[place]], word).words
        reasons.append(locale.plain(key, **{**words, "letter": ship.letter}))
    return reasons
