"""Differs: where two readings of the rules part, for programs and in the words of a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from santy_print.game.phrase import Phrase, spoken
from santy_print.games.santy_anno.called import APART, Called
from santy_print.games.santy_anno.narrator import Words
from santy_print.named import in_words_of

if TYPE_CHECKING:
    from santy_print.games.santy_anno.compiled import Card, Event
    from santy_print.games.santy_anno.oracle import Argument
    from santy_print.pack import Pack
    from santy_print.text import Locale

Legs = tuple[int, bool]
"""How many laps everybody makes, and whether backwards."""


@dataclass(frozen=True)
class Differs:
    """Differences in one pack; without one they are told by ids alone."""

    pack: Pack | None = None

    def way(
        self, row: Sequence[Card], event: Event | None, start: str, ends: tuple[str, str], joint: str = ", not "
    ) -> Phrase:
        """Where cards lead from a ship, by the first reading and by the second, which may be why it does not know."""
        first, second = ends
        ids = ", ".join([*(card.id for card in row), *([f"[{event.id}]"] if event else [])])
        pack = self.pack

        def words(locale: Locale) -> str:
            if pack is None or not locale.has("play.differs.way"):
                return name
            own, argued = Words(pack, locale), isinstance(second, Phrase)
            cards = APART.join([*map(own.card, row), *([f"[{own.card(event)}]"] if event else [])])
            ways = {"start": _ship(start, locale), "end": _ship(first, locale)}
            if argued:
                return locale.plain("play.differs.argued", cards=cards, why=spoken(second, locale), **ways)
            return locale.plain("play.differs.way", cards=cards, other=_ship(second, locale), **ways)

        name = f"{ids} from {start}: {first}{joint}{second}"
        return Phrase(name, words)

    def legs(self, event: Event | None, first: Legs, second: Legs) -> Phrase:
        """How many laps there are, and whether backwards, by both readings."""
        pack = self.pack

        def words(locale: Locale) -> str:
            if not locale.has("play.differs.run"):
                return name
            card = Words(pack, locale).card(event) if pack and event else locale.plain("play.differs.no-event")
            return locale.plain("play.differs.run", event=card, first=_legs(first, locale), other=_legs(second, locale))

        name = f"{event.id if event else 'no event'}: laps and backwards {first}, not {second}"
        return Phrase(name, words)

    def why(self, fault: Argument) -> Phrase:
        """Why the second reading does not know where somebody goes."""
        pack = self.pack

        def words(locale: Locale) -> str:
            values = fault.values
            if pack is None:
                return str(fault)
            called = Called(in_words_of(pack, locale), locale)
            if fault.reason == "kind":
                return locale.plain("play.differs.kind", kind=called.kind(values["kind"]))
            ship = called.ship(values["ship"])
            if fault.reason == "colour":
                return locale.plain("play.differs.colour", ship=ship, shade=called.colour(values["colour"]))
            if fault.reason == "stuck":
                return locale.plain("analysis.why-not.stuck", starts=ship)
            ends = ", ".join(map(called.ship, values["ends"]))
            return locale.plain("analysis.why-not.torn", starts=ship, ends=ends)

        return Phrase(str(fault), words)


def _ship(id: str, locale: Locale) -> str:
    return locale.plain("play.ship", who=id)


def _legs(legs: Legs, locale: Locale) -> str:
    laps, backwards = legs
    shown = locale.plain("play.differs.laps", n=laps)
    return locale.plain("play.differs.backwards", laps=shown) if backwards else shown
