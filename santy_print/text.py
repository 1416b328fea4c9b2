"""Text: keys and values in, sentences of one language out, agreeing and set as the language sets its type.

A locale file holds `language`, `name`, `typography`, `ordinals`, `lexicon` and `texts`. Everything in it is
parsed once, at load: a broken placeholder, an unknown noun, a form too few is a diagnostic at its place.
Saying a text then only joins parts.

Placeholders:

| written | gives |
|---|---|
| `{name}` | a value: text, number or list (joined as the language does) |
| `{n:ordinal}`, `{names:or}` | a number as 1st, 2nd; a list joined by "or" |
| `{struck:text}` | a value as it is, though its name is a slot |
| `{n|card|cards}` | the form that goes with the number, in the order of the language's plural rules |
| `{hull}`, `{hull:acc}`, `{hull.red:acc}` | a noun of the lexicon, in a form, with its adjective agreeing |
| `{element.colour:acc}` | the same by value; `element` and `colour` stand under `lexicon: slots:` |
| `{elements:acc}` | a list of nouns, joined as the language does |
| `{colour}`, `{colour:f}` | an adjective alone, in a form |
| `{letter:colour}` | the letter that stands for a colour |
| `{corner:where}` | the text `corner.<where>`, or the name an item was given (`{ship:who}`) |
| `{icon:coco}` | an inline picture |

A capital (`{Element}`) makes the first letter of the result a capital. `{{ }}`, `\\{` and `\\*` are literal.
Values are data: whatever stands in one is never markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Annotated, Any, Literal, NamedTuple

import babel
from pydantic import Field

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.schema import Ident, Strict, Text, validate
from santy_print.source import Map, Node, Scalar, locate

register("locale-language", "a locale file speaks for another language, or for one that nobody knows")
register("locale-lexicon", "nouns and adjectives of a lexicon do not fit together")
register("locale-text", "a place under `texts` holds no text")
register("locale-placeholder", "a placeholder cannot be read")
register(
    "locale-word", "a placeholder names a noun, adjective or group of texts that the language does not have"
)
register("locale-form", "a placeholder asks for a form that a word does not have")
register("locale-plural", "a plural has more or fewer forms than the language")
register("locale-missing", "a text of the source language is missing in another language")
register("locale-unused", "a text stands in a language but not in the source language")
register("locale-values", "a text asks for other values than the source language's")
register("locale-item", "a language lacks the words for an item of the pack")
register("text-missing", "a text is asked for that the language does not have")
register("text-value", "a text is given a value it cannot say, or is not given one it needs")


# -- the file


class Typography(Strict):
    """What a language's printers do to every text; applying it twice changes nothing."""

    apostrophe: str = ""
    quotes: tuple[str, str] | None = None
    ellipsis: str = ""
    thin_before: str = ""
    thin_after: str = ""
    wide_before: str = ""
    keep_with_next: tuple[Text, ...] = ()


class Noun(Strict):
    """A noun: its gender (or number, if adjectives care) and forms; `{adj}` is the adjective's place."""

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
    slots: dict[Ident, Ident | Annotated[tuple[Ident, ...], Field(min_length=1)]] = Field(
        default_factory=dict
    )
    nouns: dict[Ident, Noun] = Field(default_factory=dict)
    adjectives: dict[Ident, Adjective] = Field(default_factory=dict)


class LocaleFile(Strict):
    """`locale/<code>.yaml`."""

    language: Ident
    name: Text
    typography: Typography = Typography()
    ordinals: dict[Ident, str] = Field(default_factory=dict)
    lexicon: Lexicon = Lexicon()
    texts: dict[str, Any]


# -- light Markdown


class Run(NamedTuple):
    """A stretch of text in one style, or an inline picture (`icon`, its text empty)."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None


_TOKEN = re.compile(r"\\([\\*{}])|\{icon:([A-Za-z0-9_-]+)\}|(\*{1,3})")
_SPECIAL = re.compile(r"[\\*{}]")


def escape(text: str) -> str:
    """Protect a text so that markup reads it back as it is."""
    return _SPECIAL.sub(r"\\\g<0>", text) if _SPECIAL.search(text) else text


def parse_markup(text: str) -> tuple[Run, ...]:
    """Turn `**bold**`, `*italic*` and `{icon:name}` into runs; a mark without its partner is literal."""
    pieces = _pieces(text)
    marks = _pairs(pieces)
    runs: list[Run] = []
    bold = italic = False
    for index, (kind, value) in enumerate(pieces):
        if kind == "icon":
            runs.append(Run("", bold, italic, value))
            continue
        if kind == "mark" and index in marks:
            bold ^= len(value) == 2
            italic ^= len(value) == 1
            continue
        if runs and runs[-1].icon is None and runs[-1][1:3] == (bold, italic):
            runs[-1] = Run(runs[-1].text + value, bold, italic)
        elif value:
            runs.append(Run(value, bold, italic))
    return tuple(runs)


def _pieces(text: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() > at:
            out.append(("text", text[at : match.start()]))
        escaped, icon, stars = match.groups()
        if escaped:
            out.append(("text", escaped))
        elif icon:
            out.append(("icon", icon))
        else:
            after = text[match.end() : match.end() + 1]
            opens = bool(after) and not after.isspace()
            order = (("**", "*") if opens else ("*", "**")) if len(stars) == 3 else (stars,)
            out += [("mark", mark) for mark in order]
        at = match.end()
    if at < len(text):
        out.append(("text", text[at:]))
    return out


def _pairs(pieces: Sequence[tuple[str, str]]) -> set[int]:
    """The marks that have a partner: opened before a letter, closed after one, never crossing each other."""
    found: set[int] = set()
    stack: list[int] = []
    for index, (kind, value) in enumerate(pieces):
        if kind != "mark":
            continue
        before = pieces[index - 1][1][-1:] if index else ""
        after = pieces[index + 1][1][:1] if index + 1 < len(pieces) else ""
        partner = next((i for i in reversed(stack) if pieces[i][1] == value), None)
        if partner is not None and before and not before.isspace() and index > partner + 1:
            found |= {partner, index}
            del stack[stack.index(partner) :]
        elif after and not after.isspace():
            stack.append(index)
    return found


# -- typography

THIN, WIDE = "\u202f", "\u00a0"
_SPACES = f"[ {WIDE}{THIN}]"


class Typographer:
    """Apply a language's typography to texts; a placeholder is one letter to it (`MARK`)."""

    MARK = "\ue000"

    def __init__(self, rules: Typography) -> None:
        self._steps: list[tuple[re.Pattern[str], str]] = []
        if rules.ellipsis:
            self._add(r"\.\.\.", rules.ellipsis)
        if rules.quotes:
            opening, closing = rules.quotes
            self._add(r'(^|[\s(\[«„“—–/-])(\*{0,3})"', rf"\1\2{opening}")
            self._add('"', closing)
        if rules.apostrophe:
            self._add("'", rules.apostrophe)
        before, after = re.escape(rules.thin_before), re.escape(rules.thin_after)
        closing = "".join(char for char in rules.thin_before if unicodedata.category(char) in ("Pf", "Pe"))
        for group in ("".join(char for char in rules.thin_before if char not in closing), closing):
            if group:  # marks of one group stand together: ?!
                marks = re.escape(group)
                apart = after if group == closing else after + marks
                self._add(rf"(?<=[^\s{apart}]){_SPACES}*(?=[{marks}])", THIN)
        if after:
            self._add(rf"(?<=[{after}]){_SPACES}*(?=[^\s{before}])", THIN)
        if rules.wide_before:
            marks = re.escape(rules.wide_before)
            self._add(rf"(?<=[^\s]){_SPACES}+(?=[{marks}])", WIDE)
            self._add(rf"(?<=[^\W\d])(?=[{marks}]\**(?:\s|$))", WIDE)
        if rules.keep_with_next:
            words = "|".join(re.escape(word) for word in rules.keep_with_next)
            self._add(rf"(?<![\w’'])((?i:{words})) +(?=\S)", rf"\1{WIDE}")

    def _add(self, pattern: str, put: str) -> None:
        self._steps.append((re.compile(pattern), put))

    def __call__(self, text: str) -> str:
        """The text as the language prints it."""
        for pattern, put in self._steps:
            text = pattern.sub(put, text)
        return text


# -- words that agree


class Words:
    """A lexicon, compiled: every noun in every form with every adjective is one look-up."""

    def __init__(self, lexicon: Lexicon, typographer: Typographer) -> None:
        self.lexicon = lexicon
        self.phrases: dict[tuple[str, str | None, str | None], str] = {}
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
                if "{" in template.replace("{adj}", ""):
                    message = "in a noun's form only `{adj}` may stand in braces"
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
        for adjective in self.lexicon.adjectives:
            word = self.adjectives.get((adjective, agreeing)) if agreeing else None
            if word is not None:
                self._put(id, adjective, form, template.replace("{adj}", word))

    def _put(self, noun: str, adjective: str | None, form: str, text: str) -> None:
        self.phrases[noun, adjective, form] = text
        self.phrases.setdefault((noun, adjective, None), text)
        if adjective is None:
            self.bare[noun, form] = text
            self.bare.setdefault((noun, None), text)

    def _missing(self, id: str, noun: Noun, report: Report, place: Callable[..., Span]) -> None:
        if noun.gender != "any" and noun.gender not in self.lexicon.agreement:
            hint = did_you_mean(noun.gender, self.lexicon.agreement)
            where = place("lexicon", "nouns", id, "gender")
            report.error(
                "locale-lexicon", f"`agreement` says nothing about the gender `{noun.gender}`", where, hint
            )
            return
        for adjective, entry in self.lexicon.adjectives.items():
            wanted = {self._agreeing(noun.gender, form) for form in noun.forms} - {None, *entry.forms}
            for form in sorted(str(name) for name in wanted):
                where = place("lexicon", "adjectives", adjective, "forms")
                message = f"`{adjective}` has no form `{form}`, which `{id}` needs"
                report.error("locale-lexicon", message, where, f"add `{form}: ...` here")

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
                    did_you_mean(word, known),
                )
        words = tuple(word for word in value if word in known)
        kinds = [word for word in words if word in self.lexicon.nouns]
        if kinds and len(kinds) != len(words):
            report.error(
                "locale-lexicon", f"`{slot}` mixes nouns and adjectives", place("lexicon", "slots", slot)
            )
            words = tuple(kinds)
        self.slots[slot] = words

    def ids(self, name: str) -> tuple[str, ...]:
        """The words a name in a placeholder may mean: a slot's, or the one word itself, or none."""
        if name in self.slots:
            return self.slots[name]
        return (name,) if name in self.lexicon.nouns or name in self.lexicon.adjectives else ()


# -- placeholders

Values = Mapping[str, Any]
Part = Callable[[Values], str]
ListStyle = Literal["standard", "or"]

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_BRACES = re.compile(r"\\[\\*{}]|\{\{.*?\}\}|\{[^{}]*\}|[{}]", re.S)
_SHAPE = re.compile(rf"({_NAME})(?:\.({_NAME}))?(?::([A-Za-z0-9][A-Za-z0-9._-]*))?")
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


class Unsayable(Exception):
    """A value that a text cannot say; becomes a diagnostic with the text's key and place."""


@dataclass(frozen=True, slots=True)
class Template:
    """A text, parsed: literals and parts; `values` are the names it asks for."""

    parts: tuple[str | Part, ...]
    values: frozenset[str]
    span: Span | None

    def say(self, values: Values) -> str:
        """The text with its values."""
        return "".join([part if type(part) is str else part(values) for part in self.parts])  # type: ignore[operator]


class Grammar:
    """A language's numbers, lists and plurals, by Babel."""

    def __init__(
        self, babel_locale: babel.Locale, ordinals: Mapping[str, str], typographer: Typographer
    ) -> None:
        self.babel = babel_locale
        self.typographer = typographer
        self._patterns: dict[tuple[int, str], list[str]] = {}
        self.plural = babel_locale.plural_form
        self.ordinals = ordinals
        used = {self.plural(n) for n in range(201)}
        self.categories = tuple(name for name in _CATEGORIES if name in used)

    def number(self, value: float) -> str:
        """A number as the language writes it, with a true minus."""
        if isinstance(value, int) and -1000 < value < 1000:
            return str(value) if value >= 0 else f"−{-value}"
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.babel).replace("-", "−")

    def ordinal(self, value: object) -> str:
        """A number as first, second, third, in figures."""
        if not isinstance(value, int):
            raise Unsayable(f"`{value}` is not a whole number")
        ending = self.ordinals.get(self.babel.ordinal_form(value), self.ordinals.get("other", "."))
        return f"{value}{ending}"

    def join(self, items: Sequence[str], style: ListStyle = "standard") -> str:
        """A list in words: "a, b and c"."""
        count = len(items)
        if (count, style) not in self._patterns:
            from babel.lists import format_list

            pattern = format_list([Typographer.MARK] * count, style=style, locale=self.babel)
            self._patterns[count, style] = self.typographer(pattern).split(Typographer.MARK)
        pieces = zip_longest(self._patterns[count, style], items, fillvalue="")
        return "".join([piece for pair in pieces for piece in pair])

    def items(self, value: object) -> list[str]:
        """The members of a list as texts; a single value is a list of one."""
        return [self.show(item) for item in (value if isinstance(value, list | tuple) else [value])]

    def show(self, value: object) -> str:
        """Any value as a text."""
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        if isinstance(value, list | tuple):
            return self.join(self.items(value))
        raise Unsayable(f"a value of the kind {type(value).__name__} is not a text, a number or a list")


@dataclass(slots=True)
class Parser:
    """Turns the texts of one locale into templates, reporting what cannot be read."""

    words: Words
    grammar: Grammar
    typographer: Typographer
    report: Report
    keys: frozenset[str]
    groups: frozenset[str]
    lookup: Callable[[str, str], str]

    def template(self, scalar: Scalar) -> Template:
        """Parse one text."""
        text = scalar.text.strip()
        start = scalar.text.find(text)
        literal: list[str] = []
        parts: list[Part] = []
        names: set[str] = set()
        at = 0
        for match in _BRACES.finditer(text):
            raw = match[0]
            literal.append(text[at : match.start()].replace(Typographer.MARK, "\ufffd"))
            at = match.end()
            if raw.startswith("\\"):
                literal.append(raw)
            elif raw.startswith("{{"):
                literal.append(escape(raw))
            else:
                place = _place(scalar, raw, start + match.start())
                part = self._part(raw[1:-1], names, place) if len(raw) > 1 else self._stray(raw, place)
                literal.append(Typographer.MARK)
                parts.append(part)
        literal.append(text[at:].replace(Typographer.MARK, "\ufffd"))
        texts = self.typographer("".join(literal)).split(Typographer.MARK)
        joined = [piece for pair in zip_longest(texts, parts) for piece in pair if piece]
        return Template(tuple(joined), frozenset(names), scalar.span)

    def _stray(self, raw: str, place: Span) -> Part:
        hint = "write `\\" + raw + "` where a brace is meant"
        self.report.error("locale-placeholder", f"a `{raw}` without its partner", place, hint)
        return _nothing

    def _part(self, inner: str, names: set[str], place: Span) -> Part:
        if inner.startswith("icon:"):
            return self._icon(inner[5:], names, place)
        name, *forms = inner.split("|")
        capital = name[:1].isupper()
        if capital:
            name = name[:1].lower() + name[1:]
        match = _SHAPE.fullmatch(name)
        if not match or (forms and (match[2] or match[3])):
            hint = "a placeholder is `{name}`, `{noun.adjective:form}` or `{n|one|more}`"
            self.report.error(
                "locale-placeholder", f"the placeholder `{{{inner}}}` cannot be read", place, hint
            )
            return _nothing
        if forms:
            part = self._plural(name, forms, names, place)
        elif match[2]:
            part = self._phrase((match[1], match[2]), match[3], names, place)
        else:
            part = self._single(match[1], match[3], names, place)
        return _capital(part) if capital else part

    def _icon(self, name: str, names: set[str], place: Span) -> Part:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
            self.report.error("locale-placeholder", f"`{name}` is no name of a picture", place)
            return _nothing
        if name in self.words.slots:
            names.add(name)
            icons = {id: f"{{icon:{id}}}" for id in self.words.slots[name]}
            return lambda values: _known(icons, _take(values, name), name, values[name])
        names.add(f"icon:{name}")
        return lambda values: f"{{icon:{name}}}"

    def _plural(self, name: str, forms: Sequence[str], names: set[str], place: Span) -> Part:
        wanted = self.grammar.categories
        if len(forms) != len(wanted):
            hint = f"the language counts {', '.join(wanted)}: {{{name}|{'|'.join(wanted)}}}"
            message = f"{len(forms)} plural forms, where {len(wanted)} are needed"
            self.report.error("locale-plural", message, place, hint)
            return _nothing
        names.add(name)
        table = {category: self.typographer(form) for category, form in zip(wanted, forms, strict=True)}
        last, rule = table[wanted[-1]], self.grammar.plural

        def say(values: Values) -> str:
            number = _take(values, name)
            if not isinstance(number, int | float):
                raise Unsayable(f"`{name}` must be a number, not `{number}`")
            return table.get(rule(abs(number)), last)

        return say

    def _single(self, name: str, form: str | None, names: set[str], place: Span) -> Part:
        words = self.words
        if name == "letter" and form:
            return self._letter(form, names, place)
        if form in ("text", "ordinal", "or"):
            names.add(name)
            return self._value(name, form)
        ids = words.ids(name)
        if ids and ids[0] in words.lexicon.adjectives:
            self._forms(ids, form, lambda id: words.lexicon.adjectives[id].forms, place)
            return self._word(name, form, names, words.adjectives)
        if ids:
            self._forms(ids, form, lambda id: words.lexicon.nouns[id].forms, place)
            return self._word(name, form, names, words.bare)
        if form is None:
            names.add(name)
            return self._value(name, form)
        if name in self.groups:
            return self._group(name, form, names)
        known = {*words.lexicon.nouns, *words.lexicon.adjectives, *words.slots, *self.groups}
        message = f"`{name}` is neither a word of the lexicon, nor a slot, nor a group of texts"
        self.report.error("locale-word", message, place, did_you_mean(name, known))
        return _nothing

    def _forms(
        self, ids: Iterable[str], form: str | None, forms: Callable[[str], Mapping[str, str]], place: Span
    ) -> None:
        for id in ids:
            if form is not None and form not in forms(id):
                self.report.error(
                    "locale-form", f"`{id}` has no form `{form}`", place, did_you_mean(form, forms(id))
                )

    def _word(
        self, name: str, form: str | None, names: set[str], table: Mapping[tuple[str, str | None], str]
    ) -> Part:
        if name not in self.words.slots:
            fixed = table.get((name, form), "")
            return lambda values: fixed
        names.add(name)
        join = self.grammar.join

        def say(values: Values) -> str:
            value = _take(values, name)
            if isinstance(value, list | tuple):
                return join([_known(table, (item, form), name, item) for item in value])
            return _known(table, (value, form), name, value)

        return say

    def _phrase(self, pair: tuple[str, str], form: str | None, names: set[str], place: Span) -> Part:
        words, (noun, adjective) = self.words, pair
        ok = True
        for name, known in ((noun, words.lexicon.nouns), (adjective, words.lexicon.adjectives)):
            if not words.ids(name) or any(id not in known for id in words.ids(name)):
                kind = "noun" if name is noun else "adjective"
                slots = [slot for slot, ids in words.slots.items() if all(id in known for id in ids)]
                message = f"`{name}` is no {kind} of the lexicon and no slot for one"
                self.report.error("locale-word", message, place, did_you_mean(name, [*known, *slots]))
                ok = False
        if not ok:
            return _nothing
        self._forms(words.ids(noun), form, lambda id: words.lexicon.nouns[id].forms, place)
        for id in words.ids(noun):
            chosen = form or next(iter(words.lexicon.nouns[id].forms))
            if (
                chosen in words.lexicon.nouns[id].forms
                and (id, words.ids(adjective)[0], chosen) not in words.phrases
            ):
                self.report.error("locale-form", f"`{id}` takes no adjective in the form `{chosen}`", place)
        names |= {name for name in pair if name in words.slots}
        noun_by_value, adjective_by_value, table = (
            noun in words.slots,
            adjective in words.slots,
            words.phrases,
        )

        def say(values: Values) -> str:
            thing = _take(values, noun) if noun_by_value else noun
            colour = _take(values, adjective) if adjective_by_value else adjective
            try:
                return table[thing, colour, form]
            except (KeyError, TypeError):
                _known(words.bare, (thing, form), noun, thing)
                raise Unsayable(f"`{colour}` cannot be said as `{adjective}`") from None

        return say

    def _letter(self, name: str, names: set[str], place: Span) -> Part:
        letters = {id: escape(letter) for id, letter in self.words.letters.items()}
        if name in letters:
            fixed = letters[name]
            return lambda values: fixed
        if name not in self.words.slots:
            hint = did_you_mean(name, [*letters, *self.words.slots])
            self.report.error("locale-word", f"`{name}` is no colour and no slot for one", place, hint)
            return _nothing
        names.add(name)
        return lambda values: _known(letters, _take(values, name), name, values[name])

    def _value(self, name: str, form: str | None) -> Part:
        grammar = self.grammar
        if form == "ordinal":
            return lambda values: grammar.ordinal(_take(values, name))
        if form == "or":
            return lambda values: escape(grammar.join(grammar.items(_take(values, name)), "or"))

        def say(values: Values) -> str:
            value = _take(values, name)
            return escape(value if type(value) is str else grammar.show(value))

        return say

    def _group(self, group: str, name: str, names: set[str]) -> Part:
        lookup = self.lookup
        if f"{group}.{name}" in self.keys:
            return lambda values: lookup(group, name)
        names.add(name)
        return lambda values: lookup(group, str(_take(values, name)))


def _nothing(values: Values) -> str:
    return ""


def _capital(part: Part) -> Part:
    def say(values: Values) -> str:
        text = part(values)
        at = next((i for i, char in enumerate(text) if char.isalnum()), 0)
        return text[:at] + text[at : at + 1].upper() + text[at + 1 :]

    return say


def _take(values: Values, name: str) -> Any:
    try:
        return values[name]
    except KeyError:
        raise Unsayable(f"the value `{name}` is not given") from None


def _known(table: Mapping[Any, str], key: object, name: str, shown: object) -> str:
    try:
        return table[key]
    except (KeyError, TypeError):
        raise Unsayable(f"`{shown}` cannot be said as `{name}`") from None


def _place(scalar: Scalar, raw: str, offset: int) -> Span:
    """Where a piece of a text, so many letters from its start, stands in its file."""
    span, lines = scalar.span, scalar.span.file.lines
    begin = span.col - 1 + offset + (0 if scalar.plain else 1)
    if span.line == span.end_line and lines[span.line - 1].startswith(raw, begin):
        return Span(span.file, span.line, begin + 1, span.line, begin + 1 + len(raw))
    before = scalar.text.count(raw, 0, offset)
    for number in range(span.line, min(span.end_line, len(lines)) + 1):
        at = span.col - 1 if number == span.line else 0
        while (at := lines[number - 1].find(raw, at)) >= 0:
            if before == 0:
                return Span(span.file, number, at + 1, number, at + 1 + len(raw))
            before -= 1
            at += len(raw)
    return span


# -- the locale


@dataclass(slots=True)
class Locale:
    """One language of a pack.

    `names["ships"]["viper"]` is what an item of a collection is called, for `{ship:who}` and `{ships:who}`; a
    text `ship.viper` comes first.
    """

    code: str
    name: str
    file: LocaleFile
    words: Words
    grammar: Grammar
    templates: dict[str, Template] = field(default_factory=dict)
    names: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        """True where there is a text of this key."""
        return key in self.templates

    def markup(self, key: str, /, **values: Any) -> str:
        """The text of a key with its values, in light Markdown; PackError where it cannot be said."""
        template = self.templates.get(key)
        if template is None:
            raise self._fault(
                "text-missing",
                f"no text `{key}` in the language `{self.code}`",
                None,
                did_you_mean(key, self.templates),
            )
        try:
            return template.say(values)
        except Unsayable as fault:
            message = f"the text `{key}` ({self.code}) cannot be said: {fault}"
            raise self._fault(
                "text-value", message, template.span, f"given: {', '.join(values) or 'nothing'}"
            ) from None

    def plain(self, key: str, /, **values: Any) -> str:
        """The text of a key with its values, without markup; a picture is left out."""
        text = self.markup(key, **values)
        return "".join(run.text for run in parse_markup(text)) if _SPECIAL.search(text) else text

    def letter(self, colour: str) -> str:
        """The letter that stands for a colour in this language."""
        return self._word(self.words.letters, colour, f"a letter for `{colour}`")

    def noun(self, id: str, form: str | None = None, adjective: str | None = None) -> str:
        """A noun in a form (by default its first), with an adjective agreeing."""
        return self._word(
            self.words.phrases,
            (id, adjective, form),
            f"`{id}` ({adjective or 'no adjective'}, {form or 'first form'})",
        )

    def adjective(self, id: str, form: str | None = None) -> str:
        """An adjective alone, in a form (by default its first)."""
        return self._word(self.words.adjectives, (id, form), f"`{id}` ({form or 'first form'})")

    def join(self, items: Sequence[str]) -> str:
        """A list in words."""
        return self.grammar.join(items)

    def _word(self, table: Mapping[Any, str], key: object, shown: str) -> str:
        try:
            return table[key]
        except KeyError:
            raise self._fault(
                "text-value", f"the lexicon ({self.code}) does not know {shown}", None, ""
            ) from None

    def _lookup(self, group: str, id: str) -> str:
        key = f"{group}.{id}"
        if key in self.templates:
            return self.templates[key].say({})
        named = self.names.get(group) or self.names.get(f"{group}s") or {}
        if id not in named:
            raise Unsayable(f"there is no text `{key}`, and no {group} `{id}` with a name")
        return escape(named[id])

    def _fault(self, code: str, message: str, span: Span | None, hint: str) -> PackError:
        report = Report()
        report.error(code, message, span, hint)
        return PackError(report)


def load_locale(code: str, node: Map, report: Report) -> Locale | None:
    """Read a locale file's nodes; report everything wrong with it; None where nothing usable is left."""
    file = validate(LocaleFile, node, report)
    if file is None:
        return None
    if file.language != code:
        where = locate(node, ("language",))
        report.error("locale-language", f"this file is for `{code}`, it says `{file.language}`", where)
    try:
        language = babel.Locale.parse(code, sep="-")
    except (ValueError, babel.UnknownLocaleError):
        report.error(
            "locale-language", f"`{code}` is no language that Babel knows", locate(node, ("language",))
        )
        return None
    typographer = Typographer(file.typography)
    words = Words(file.lexicon, typographer)
    words.compile(report, lambda *path, key=False: locate(node, path, key))
    locale = Locale(code, file.name, file, words, Grammar(language, file.ordinals, typographer))
    texts = node.get("texts")
    scalars: dict[str, Scalar] = {}
    for key, scalar in _flat(texts, "", report) if texts else ():
        if key in scalars:
            report.error(
                "locale-text", f"the text `{key}` stands twice", scalar.span, f"first at {scalars[key].span}"
            )
        scalars.setdefault(key, scalar)
    groups = frozenset(key.rpartition(".")[0] for key in scalars)
    parser = Parser(words, locale.grammar, typographer, report, frozenset(scalars), groups, locale._lookup)
    for key, scalar in scalars.items():
        locale.templates[key] = parser.template(scalar)
    return locale


def _flat(node: Node, key: str, report: Report) -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, Map):
        for name, entry in node.entries.items():
            yield from _flat(entry.value, f"{key}.{name}" if key else name, report)
    elif isinstance(node, Scalar) and node.text:
        yield key, node
    else:
        report.error(
            "locale-text", f"`{key}` holds no text", node.span, "write one text, or `key: text` lines"
        )


def compare_locales(locales: Mapping[str, Locale], source: str, report: Report) -> None:
    """Report what languages have more or less than the source language: texts, and values in a text."""
    original = locales.get(source)
    if original is None:
        return
    for code, locale in locales.items():
        if locale is original:
            continue
        for key, template in original.templates.items():
            other = locale.templates.get(key)
            if other is None:
                hint = f"add `{key}` to locale/{code}.yaml"
                report.error(
                    "locale-missing", f"the text `{key}` is missing in `{code}`", template.span, hint
                )
            else:
                _compare(key, template, other, report)
        for key in sorted(locale.templates.keys() - original.templates.keys()):
            where = locale.templates[key].span
            report.warning(
                "locale-unused",
                f"`{source}` has no text `{key}`",
                where,
                did_you_mean(key, original.templates),
            )


def _compare(key: str, template: Template, other: Template, report: Report) -> None:
    for name in sorted(other.values - template.values):
        message = f"the text `{key}` asks for `{{{name}}}`, which the source language does not"
        report.error("locale-values", message, other.span, did_you_mean(name, template.values))
    for name in sorted(template.values - other.values):
        message = f"the text `{key}` leaves out `{{{name}}}`, which the source language says"
        report.warning("locale-values", message, other.span, f"put `{{{name}}}` where it belongs")


# -- keys of items

BY_VALUE = ("direction",)
BY_PRESENCE = ("struck",)


def item_key(item: Mapping[str, Any], root: str = "card") -> str:
    """The stem of an item's texts: root, kind, and what sets its sentence apart from others of its kind.

    `card.number`, `card.helm.clockwise` (a direction is named), `card.element.struck` (something is struck
    out), `event.rum`. In a layout: `t(item_key(item) ~ '.name', **item)`.
    """
    ways = [str(item[name]) for name in BY_VALUE if item.get(name)]
    marks = [name for name in BY_PRESENCE if item.get(name)]
    return ".".join([root, str(item["kind"]), *ways, *marks])


def check_items(
    locale: Locale,
    items: Iterable[Mapping[str, Any]],
    root: str,
    where: Callable[[str], Span | None],
    report: Report,
) -> None:
    """Say every item's name and effect once; report each cause for which a language cannot, at its first item.

    So a variant with one colour more learns from `santy check` which words its languages lack.
    """
    causes: set[str] = set()
    for item in items:
        for part in ("name", "effect"):
            try:
                locale.plain(f"{item_key(item, root)}.{part}", **item)
            except PackError as fault:
                cause = fault.report.items[0].message
                reason = cause.partition("cannot be said: ")[2] or cause
                if reason not in causes:
                    causes.add(reason)
                    message = f"`{item['id']}` cannot be said in `{locale.code}`: {reason}"
                    hint = f"add the word to `lexicon:` or the text to `texts:` in locale/{locale.code}.yaml"
                    report.error("locale-item", message, where(str(item["id"])), hint)
