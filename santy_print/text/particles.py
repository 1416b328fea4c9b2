"""Particles: small words in, each as its neighbours want it: d'Alain, an elk, dell'isola, du parc; вода й мед."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import Field

from santy_print.schema import Ident, Strict, Text
from santy_print.text.typography import Typographer


class Particle(Strict):
    """A small word (`de`) and what it becomes by the beginning of what follows it, or else by the end before it.

    The longest beginning that fits decides; without one the longest ending; without either it is said as `form`.
    Capitals do not matter, and a letter without an accent stands for those with one, but a Cyrillic one for itself
    alone (й is not и). A beginning that ends in a space is a whole word.
    """

    form: Text
    before: dict[Text, tuple[Text, ...]] = Field(default_factory=dict)
    """Another form, and the beginnings before which it stands: `{"d'": [a, e, h]}`."""
    instead_of: dict[Text, tuple[Text, ...]] = Field(default_factory=dict)
    """Another form, and the beginnings that it takes the place of: `{du: ["le "]}`."""
    after: dict[Text, tuple[Text, ...]] = Field(default_factory=dict)
    """Another form, and the endings after which it stands: `{й: [а, о]}`."""

    @property
    def forms(self) -> tuple[str, ...]:
        """All that the word may become, each once."""
        return tuple(dict.fromkeys((self.form, *self.before, *self.instead_of, *self.after)))


class Becoming(NamedTuple):
    """What a particle becomes before a beginning, and whether that beginning goes."""

    form: str
    beginning: str
    swallows: bool


MARK, END, CAPITAL = "\ue011", "\ue012", "\ue013"
"""Around a particle's name in a text that is being said; no text of a pack holds them."""
_MARKS = '*\\"“„«‘(\u202f'
_FOUND = re.compile(rf"{MARK}({CAPITAL}?)([^{END}]*){END}[ \u00a0\u202f]*([{re.escape(_MARKS)}]*)")
_ASKED = re.compile(r"\{([A-Za-z][A-Za-z0-9_-]*)\+\}")
_CLOSING = '*\\"”“»’) \u00a0\u202f'
_TIGHT = ("'", "’", "-", "‑")


class Particles:
    """The particles of a language."""

    def __init__(self, words: Mapping[str, Particle], typographer: Typographer) -> None:
        self.forms = {name: typographer(word.form) for name, word in words.items()}
        self.called = {form: name for name, form in self.forms.items()}
        self.becoming = {name: _by_length(word, typographer) for name, word in words.items()}
        self.endings = {name: _endings(word, typographer) for name, word in words.items()}
        self.variants = {name: tuple(map(typographer, word.forms)) for name, word in words.items()}

    def waiting(self, text: str) -> str:
        """A text with its particles (`{de+}`) as they wait to be settled; those that are not known stay."""
        return _ASKED.sub(lambda found: self.named(found[1]) or found[0], text)

    def named(self, name: str) -> str:
        """A particle as it waits in a text to be settled, with a capital where its name has one; or nothing."""
        lower = name[:1].lower() + name[1:]
        return f"{MARK}{CAPITAL if lower != name else ''}{lower}{END}" if lower in self.forms else ""

    def settle(self, text: str) -> str:
        """A text in which each particle has become what the words after it want; the last one first, as they may
        stand before each other."""
        while (at := text.rfind(MARK)) >= 0 and (found := _FOUND.match(text, at)):
            text = text[:at] + self._joined(found, text[:at], text[found.end() :])
        return text

    def between(self, name: str, before: str, after: str) -> str:
        """What a particle becomes between two texts that stay as they are: `e` of "y" before Isabel."""
        rest = after.lstrip(_MARKS)
        fitting = (each for each in self.becoming[name] if _begins(rest, each.beginning))
        found = next(fitting, None)
        if found is None:
            return self._following(name, before)
        return self.forms[name] if found.swallows else found.form

    def _following(self, name: str, before: str) -> str:
        """What a particle becomes after a text, where what follows wants nothing."""
        text = before.rstrip(_CLOSING)
        return next(
            (form for form, ending in self.endings.get(name, ()) if _ends(text, ending)), self.forms.get(name, "")
        )

    def _joined(self, found: re.Match[str], before: str, rest: str) -> str:
        capital, name, marks = found[1], found[2], found[3]
        for each in self.becoming.get(name, ()):
            if _begins(rest, each.beginning):
                form, rest = each.form, rest[len(each.beginning) :] if each.swallows else rest
                break
        else:
            form = self._following(name, before)
        form = form[:1].upper() + form[1:] if capital else form
        space = "" if form.endswith(_TIGHT) or not marks + rest else " "
        return f"{form}{space}{marks}{rest}"


def _by_length(word: Particle, typographer: Typographer) -> Sequence[Becoming]:
    every = [
        Becoming(typographer(form), start, swallows)
        for table, swallows in ((word.before, False), (word.instead_of, True))
        for form, starts in table.items()
        for start in starts
    ]
    return sorted(every, key=lambda each: -len(each.beginning))


def _endings(word: Particle, typographer: Typographer) -> Sequence[tuple[str, str]]:
    every = [(typographer(form), end) for form, ends in word.after.items() for end in ends]
    return sorted(every, key=lambda each: -len(each[1]))


def _ends(text: str, ending: str) -> bool:
    """Whether a text ends so."""
    end = text[-len(ending) :].casefold()
    return ending.casefold() in (end, _bare(end))


def _begins(text: str, beginning: str) -> bool:
    """Whether a text begins so; where the beginning ends in a space, with just this word."""
    word = beginning.rstrip(" ")
    if beginning != word and text[len(word) : len(word) + 1].isalnum():
        return False
    start = text[: len(word)].casefold()
    return word.casefold() in (start, _bare(start))


def _bare(text: str) -> str:
    """A text without accents; a Cyrillic letter keeps what makes it another one."""
    return "".join(char if "\u0400" <= char <= "\u04ff" else _unaccented(char) for char in text)


def _unaccented(char: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", char) if not unicodedata.combining(each))


def twice(words: Mapping[Ident, Particle]) -> Iterator[tuple[str, str]]:
    """Particles of which two things are said, each with where: before a beginning, after an ending."""
    for name, word in words.items():
        starts = [start for table in (word.before, word.instead_of) for some in table.values() for start in some]
        ends = [end for some in word.after.values() for end in some]
        for side, every in (("before", starts), ("after", ends)):
            yield from ((name, f"{side} `{text}`") for text in dict.fromkeys(every) if every.count(text) > 1)
