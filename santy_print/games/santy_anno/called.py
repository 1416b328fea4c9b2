"""Called: a set and a language in, how its kinds, cards, parts and colours are called out, for pages about the set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError
from santy_print.text import item_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from santy_print.pack import Pack
    from santy_print.text import Locale

APART = " · "
"""Between things in a row whose names may have commas: a sign that no language sets otherwise."""


def short_element(words: Locale, id: str) -> str:
    """The short name of an element, for heads and narrow places, where the language has one."""
    return words.noun(id, "short" if "short" in words.words.lexicon.nouns[id].forms else None)


@dataclass(frozen=True)
class Called:
    """Names in one language; what has none there is called by its id."""

    pack: Pack
    words: Locale

    @cached_property
    def _cards(self) -> Mapping[str, Mapping[str, Any]]:
        return {item["id"]: item for item in self.pack.collections["boarding"]}

    def say(self, key: str, **values: Any) -> str:
        """A text; PackError where it cannot be said."""
        return self.words.plain(key, **values)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many decimals."""
        return self.words.grammar.number(value, digits) if digits else self.words.grammar.number(round(value))

    def share(self, value: float) -> str:
        """A share in hundredths."""
        return self.say("analysis.percent", n=f"{100 * value:.0f}")

    def card(self, id: str) -> str:
        """A card, as its face and the answer sheet call it."""
        item = self._cards[id]
        return self._name(f"{item_key(item)}.name", id, **item)

    def ship(self, id: str) -> str:
        """A ship."""
        return self._name("play.ship", id, who=id)

    def cards(self, ids: Iterable[str]) -> str:
        """Cards, one after the other."""
        return APART.join(map(self.card, ids))

    def kind(self, id: str) -> str:
        """A kind of card."""
        return self._name(f"answers.kinds.{id}" if self.words.has(f"answers.kinds.{id}") else f"card.{id}.name", id)

    def element(self, id: str) -> str:
        """A part of a ship."""
        return self.words.noun(id)

    def colour(self, id: str) -> str:
        """A colour by itself."""
        return self.words.adjective(id)

    def corner(self, id: str) -> str:
        """Where Coco is perched."""
        return self._name(f"corner.{id}", id)

    def _name(self, key: str, otherwise: str, /, **values: Any) -> str:
        try:
            return self.words.plain(key, **values)
        except PackError:
            return otherwise
