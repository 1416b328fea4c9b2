"""Phrase: an English name that programs read, and what a person reads in its place, in a language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

Words = Callable[["Locale"], str]
"""What is said in a language."""


class Phrase(str):
    """A name that is English wherever a text is wanted, as in JSON; `spoken` gives what it is in a language."""

    words: Words

    def __new__(cls, name: str, words: Words) -> Phrase:
        """The name, and what is said for it."""
        made = super().__new__(cls, name)
        made.words = words
        return made


def worded(name: str, key: str, /, **values: Any) -> Phrase:
    """A name that a text of the language says; where a pack has no such text, the name itself."""
    return Phrase(name, lambda locale: locale.plain(key, **values) if locale.has(key) else name)


def spoken(name: str, locale: Locale) -> str:
    """A name in a language; as it is where nobody says more of it."""
    return name.words(locale) if isinstance(name, Phrase) else name


def judged(word: str, locale: Locale) -> str:
    """What a pack is called beside another (`harder`, `less fair`); a word that `compared.says` lacks stays."""
    key = f"compared.says.{word.replace(' ', '-')}"
    return locale.plain(key) if locale.has(key) else word


def plain_language(pack: Pack) -> str:
    """The language in which commands that ask for none explain a pack: English where it speaks that, else its own."""
    return "en" if "en" in pack.locales else pack.head.source_language
