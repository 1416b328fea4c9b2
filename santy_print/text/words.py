"""Words: a lexicon in, every noun in every form with every adjective out, agreeing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from santy_print.diag import Report, Span, did_you_mean, register
from santy_print.schema import Ident, Strict, Text
from santy_print.text.particles import Particles
from santy_print.text.typography import Typographer

register("locale-lexicon", "nouns and adjectives of a lexicon do not fit together")


class Noun(Strict):
    """A noun: its gender (or number, if adjectives care) and forms; `{adj}` is the adjective's place.

    A particle may stand in a form, too: `{a+}{adj} tower`.
    """

    gender: Ident = "any"
    forms: dict[str, Text] = Field(min_length=1)


class Adjective(Strict):
    """An adjective's forms, the first is the one named in lists; a colour also has a letter."""

    letter: Text | None = None
    forms: dict[str, Text] = Field(min_length=1)


class Lexicon(Strict):
    """The words that agree.

    `agreement` says, for each gender, which form of an adjective goes with which form of a noun: `f: f` for
    all forms alike, or `f: {nom: f, acc: f.acc}`. `slots` names the values that stand for words, and the
    words they may be, so that each is checked at load; a slot may point to another with the same words.
    """

    adjective: Literal["before", "after"] = "before"
    agreement: dict[Ident, str | dict[str, str]] = Field(default_factory=dict)
    slots: dict[Ident, Ident | Annotated[tuple[Ident, ...], Field(min_length=1)]] = Field(default_factory=dict)
    nouns: dict[Ident, Noun] = Field(default_factory=dict)
    adjectives: dict[Ident, Adjective] = Field(default_factory=dict)


class Fallback(NamedTuple):
    """A form that a word of a draft does not have, where it is asked for, and what is said instead."""

    word: str
    form: str
    shown: str
    place: Span


class Words:
    """A lexicon, compiled: every noun in every form with every adjective is one look-up.

    `lenient` (a draft's) says a word's first form for one that it lacks, and keeps account in `fallbacks`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        typographer: Typographer,
        lenient: bool = False,
        particles: Particles | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.particles = particles or Particles({}, typographer)
        self.lenient = lenient
        self.fallbacks: list[Fallback] = []
        self.phrases: dict[tuple[str, str | None, str | None], str] = {}
        self.patterns: dict[tuple[str, str | None], tuple[str, str]] = {}
        self.bare: dict[tuple[str, str | None], str] = {}
        self.adjectives: dict[tuple[str, str | None], str] = {}
        self.letters = {id: adj.letter for id, adj in lexicon.adjectives.items() if adj.letter}
        self.slots: dict[str, tuple[str, ...]] = {}
        self._typographer = typographer

    def compile(self, report: Report, place: Callable[..., Span]) -> None:
        """Fill the tables; report each pair of words that cannot be put together."""
        for id, adjective in self.lexicon.adjectives.items():
            for form, text in adjective.forms.items():
                self.adjectives[id, form] = self._typographer(text)
                self.adjectives.setdefault((id, None), self.adjectives[id, form])
        for id, noun in self.lexicon.nouns.items():
            for form, template in noun.forms.items():
                template = self.particles.waiting(template)
                if "{" in template.replace("{adj}", ""):
                    message = "in a noun's form only `{adj}` and particles of the language may stand in braces"
                    report.error("locale-lexicon", message, place("lexicon", "nouns", id, "forms", form))
                self._phrase(id, noun, form, self._typographer(template))
            self._missing(id, noun, report, place)
            if id in self.lexicon.adjectives or id in self.lexicon.slots:
                message = f"`{id}` is a noun and also an adjective or a slot"
                report.error("locale-lexicon", message, place("lexicon", "nouns", id, key=True))
        for slot in self.lexicon.slots:
            self._slot(slot, report, place)

    def _agreeing(self, gender: str, form: str) -> str | None:
        """The adjective's form for a noun's, None where that form takes no adjective."""
        table = self.lexicon.agreement.get(gender, "any" if gender == "any" else {})
        return table if isinstance(table, str) else table.get(form)

    def _phrase(self, id: str, noun: Noun, form: str, template: str) -> None:
        if "{adj}" not in template:
            template = f"{{adj}} {template}" if self.lexicon.adjective == "before" else f"{template} {{adj}}"
        bare = " ".join(template.replace("{adj}", " ").split(" ")).strip(" ")
        self._put(id, None, form, re.sub(" +", " ", bare))
        agreeing = self._agreeing(noun.gender, form)
        if agreeing:
            self.patterns[id, form] = (template, agreeing)
            self.patterns.setdefault((id, None), self.patterns[id, form])
        for adjective in self.lexicon.adjectives:
            word = self.adjectives.get((adjective, agreeing)) if agreeing else None
            if word is None and self.lenient and (agreeing or noun.gender not in self.lexicon.agreement):
                word = self.adjectives.get((adjective, None))
            if word is not None:
                self._put(id, adjective, form, template.replace("{adj}", word))

    def _put(self, noun: str, adjective: str | None, form: str, text: str) -> None:
        text = self.particles.settle(text)
        self.phrases[noun, adjective, form] = text
        self.phrases.setdefault((noun, adjective, None), text)
        if adjective is None:
            self.bare[noun, form] = text
            self.bare.setdefault((noun, None), text)

    def phrase(self, noun: str, form: str | None, adjectives: Sequence[str], join: Callable[[list[str]], str]) -> str:
        """A noun with several adjectives joined, all agreeing; KeyError where there is no such word or form."""
        template, agreeing = self.patterns[noun, form]
        text = template.replace("{adj}", join([self.adjectives[each, agreeing] for each in adjectives]))
        return self.particles.settle(text)

    def fall_back(self, id: str, form: str, place: Span) -> None:
        """Say a word's first form for one that it lacks."""
        for table in (self.bare, self.adjectives):
            if (id, None) in table:
                table[id, form] = table[id, None]
                self.fallbacks.append(Fallback(id, form, table[id, None], place))
        for noun, adjective, chosen in list(self.phrases):
            if noun == id and chosen is None:
                self.phrases[id, adjective, form] = self.phrases[id, adjective, None]

    def _missing(self, id: str, noun: Noun, report: Report, place: Callable[..., Span]) -> None:
        if self.lenient:
            self._lacking(id, noun, place)
            return
        if noun.gender != "any" and noun.gender not in self.lexicon.agreement:
            hint = did_you_mean(noun.gender, self.lexicon.agreement)
            where = place("lexicon", "nouns", id, "gender")
            report.error("locale-lexicon", f"`agreement` says nothing about the gender `{noun.gender}`", where, hint)
            return
        for adjective, entry in self.lexicon.adjectives.items():
            wanted = {self._agreeing(noun.gender, form) for form in noun.forms} - {None, *entry.forms}
            for form in sorted(str(name) for name in wanted):
                where = place("lexicon", "adjectives", adjective, "forms")
                message = f"`{adjective}` has no form `{form}`, which `{id}` needs"
                report.error("locale-lexicon", message, where, f"add `{form}: ...` here")

    def _lacking(self, id: str, noun: Noun, place: Callable[..., Span]) -> None:
        """Note each adjective that is said in its first form with a noun of a draft."""
        for adjective, entry in self.lexicon.adjectives.items():
            wanted = {self._agreeing(noun.gender, form) for form in noun.forms} - {None, *entry.forms}
            wanted = wanted if noun.gender in self.lexicon.agreement else set()
            where = place("lexicon", "adjectives", adjective)
            for form in sorted(str(name) for name in wanted):
                note = Fallback(adjective, form, self.adjectives[adjective, None], where)
                if note not in self.fallbacks:
                    self.fallbacks.append(note)

    def _slot(self, slot: str, report: Report, place: Callable[..., Span]) -> None:
        value = self.lexicon.slots[slot]
        if isinstance(value, str):
            other = self.lexicon.slots.get(value)
            if other is None or isinstance(other, str):
                hint = did_you_mean(value, self.lexicon.slots)
                message = f"`{value}` is no slot with a list of words"
                report.error("locale-lexicon", message, place("lexicon", "slots", slot), hint)
                return
            value = other
        known = {**self.lexicon.nouns, **self.lexicon.adjectives}
        for index, word in enumerate(value):
            if word not in known:
                where = place("lexicon", "slots", slot, index)
                report.error(
                    "locale-lexicon",
                    f"`{word}` is no noun or adjective here",
                    where,
                    partial(did_you_mean, word, known),
                )
        words = tuple(word for word in value if word in known)
        kinds = [word for word in words if word in self.lexicon.nouns]
        if kinds and len(kinds) != len(words):
            report.error("locale-lexicon", f"`{slot}` mixes nouns and adjectives", place("lexicon", "slots", slot))
            words = tuple(kinds)
        self.slots[slot] = words

    def genders(self) -> frozenset[str]:
        """The genders that nouns have, or adjectives agree with."""
        return frozenset({*self.lexicon.agreement, *(noun.gender for noun in self.lexicon.nouns.values())})

    def ids(self, name: str) -> tuple[str, ...]:
        """The words a name in a placeholder may mean: a slot's, or the one word itself, or none."""
        if name in self.slots:
            return self.slots[name]
        return (name,) if name in self.lexicon.nouns or name in self.lexicon.adjectives else ()
