"""Pair: two languages of a pack in, one that says everything in both out, for cards and tiles that two peoples share.

`markup` says a text in the first language and in the second as `twins`; `parse_markup` turns the second into
runs that are `small`, on lines of their own. So a layout needs no word about it. What both say alike is said once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields
from typing import Any

from santy_print.text.locale import Locale
from santy_print.text.markup import in_both, twins

JOINT = "+"
"""Between two codes: `fr+pl`."""


@dataclass(slots=True, kw_only=True)
class PairLocale(Locale):
    """Two languages at once. Its grammar, lexicon and texts are those of the first; what it says, both say."""

    first: Locale
    twin: Locale

    def has(self, key: str) -> bool:
        """True where both languages have the text."""
        return Locale.has(self, key) and self.twin.has(key)

    def markup(self, key: str, /, **values: Any) -> str:
        """A text in both languages, the second marked as such."""
        first, second = (_values_of(values, place) for place in (0, 1))
        return twins(self.first.markup(key, **first), self.twin.markup(key, **second))

    def plain(self, key: str, /, **values: Any) -> str:
        """A text in both languages on one line."""
        first, second = (_values_of(values, place) for place in (0, 1))
        return _both(self.first.plain(key, **first), self.twin.plain(key, **second), " · ")

    @property
    def tongues(self) -> tuple[Locale, ...]:
        """Both languages."""
        return (self.first, self.twin)

    def letter(self, colour: str) -> str:
        """The letters of a colour in both languages."""
        return _both(self.first.letter(colour), self.twin.letter(colour), "/")

    def noun(self, id: str, form: str | None = None, adjective: str | None = None) -> str:
        """A noun in both languages; a form that the second does not know is its first."""
        known = form if (id, adjective, form) in self.twin.words.phrases else None
        return _both(self.first.noun(id, form, adjective), self.twin.noun(id, known, adjective), " / ")

    def adjective(self, id: str, form: str | None = None) -> str:
        """An adjective in both languages; a form that the second does not know is its first."""
        known = form if (id, form) in self.twin.words.adjectives else None
        return _both(self.first.adjective(id, form), self.twin.adjective(id, known), " / ")

    def alone(self, noun: str, adjective: str) -> str:
        """An adjective in both languages, in each as it agrees with its noun."""
        return _both(self.first.alone(noun, adjective), self.twin.alone(noun, adjective), " / ")

    def join(self, items: Sequence[str]) -> str:
        """A list of what is said in both already: no word of either language stands in it."""
        return ", ".join(items)

    @property
    def joints(self) -> tuple[str, ...]:
        """The word between the two of a list in each language, in all its forms."""
        return (*self.first.joints, *self.twin.joints)


class Both(str):
    """A sign that two languages have each their own for: both beside each other, and each in `parts` for its texts."""

    parts: tuple[str, str]
    __slots__ = ("parts",)

    @classmethod
    def of(cls, first: str, second: str, between: str = "/") -> str:
        """The signs of two languages; once where they are the same."""
        if first == second:
            return first
        made = cls(f"{first}{between}{second}")
        made.parts = (first, second)
        return made


def _values_of(values: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Values as the texts of the first language or of the second say them."""
    return {name: _one(value, place) for name, value in values.items()}


def _one(value: Any, place: int) -> Any:
    if isinstance(value, Both):
        return value.parts[place]
    if isinstance(value, str):
        return in_both(value)[place]
    if isinstance(value, list | tuple):
        return [_one(each, place) for each in value]
    return value


def _both(first: str, second: str, between: str) -> str:
    return first if first == second else f"{first}{between}{second}"


def pair(first: Locale, second: Locale) -> PairLocale:
    """Two languages as one."""
    own: dict[str, Any] = {item.name: getattr(first, item.name) for item in fields(first)}
    own["called"] = {
        group: {id: twins(name, second.names[group][id]) for id, name in first.names[group].items()}
        for group in {**first.called, **second.called}
    }
    own["names"] = {**first.names, **own["called"]}
    names = {"code": f"{first.code}{JOINT}{second.code}", "name": f"{first.name} + {second.name}"}
    grammar = copy(first.grammar)
    grammar.from_right = first.grammar.from_right or second.grammar.from_right
    return PairLocale(**{**own, **names, "grammar": grammar}, first=first, twin=second)
