"""Templates: a translated text in, literals and parts out. Parsed once; saying it then only joins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, zip_longest
from typing import Any, Literal

import babel

from santy_print.diag import Report, Span, UnreadableError, did_you_mean, foreign, register
from santy_print.source import Scalar
from santy_print.text.markup import escape, unclosed
from santy_print.text.particles import Particles
from santy_print.text.typography import Typographer
from santy_print.text.words import Words

register("locale-placeholder", "a placeholder cannot be read")
register("locale-word", "a placeholder names a word or group of texts that the language does not have")
register("locale-form", "a placeholder asks for a form that a word does not have")
register("locale-plural", "a plural has more or fewer forms than the language")

Values = Mapping[str, Any]
Part = Callable[[Values], str]
ListStyle = Literal["standard", "or", "nor"]

_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_ONE = r"\{[^{}]*\}|[{}]"
_BRACES = re.compile(rf"\\[\\*{{}}]|\{{\{{.*?\}}\}}|{_ONE}", re.S)
_LAST_BRACES = re.compile(rf"\\[\\*{{}}]|{_ONE}")
"""The same where no `}}` follows any more: to look for it once more after each `{{` would be work without end."""
_MARKED = re.compile(rf"[{{}}\\{Typographer.MARK}]")
"""What makes of a text more than its letters."""
_INNER = re.compile(r"\{[^{}]*\}")
_SHAPE = re.compile(rf"({_NAME})(?:\.({_NAME}))?(?::(?!nor$)([A-Za-z0-9][A-Za-z0-9._-]*))?(?::(nor))?")
_EXACT = re.compile(r"=(\d{1,6}) ?(.*)", re.S)
"""A form for one number alone, before those of the language's categories."""
MAX_PLACES = 50_000
"""So many placeholders, braces and open marks all texts of a language may have."""
_BRITISH = "en_GB"
"""English where nothing more is said: lists without a comma before the last word."""
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


class Unsayable(Exception):
    """A value that a text cannot say; becomes a diagnostic with the text's key and place."""


@dataclass(frozen=True, slots=True)
class Template:
    """A text, parsed: literals and parts; `values` are the names it asks for."""

    parts: tuple[str | Part, ...]
    values: frozenset[str]
    span: Span | None
    particles: Particles | None = None
    """Where the text holds any: what makes of them what the words after them want."""

    def say(self, values: Values) -> str:
        """The text with its values."""
        text = "".join([part if type(part) is str else part(values) for part in self.parts])  # type: ignore[operator]
        return self.particles.settle(text) if self.particles else text


def counts(language: babel.Locale) -> dict[str, list[int]]:
    """The plural categories of a language, in the order of a text's forms, with the first numbers of each."""
    return {name: [*numbers] for name, numbers in _counts(str(language)).items()}


@lru_cache(maxsize=256)
def _counts(code: str) -> dict[str, list[int]]:
    language = babel.Locale.parse(code)
    out: dict[str, list[int]] = {}
    for number in range(201):
        out.setdefault(language.plural_form(number), []).append(number)
    return {name: out[name][:4] for name in _CATEGORIES if name in out}


class Grammar:
    """A language's numbers, lists and plurals, by Babel."""

    def __init__(
        self,
        babel_locale: babel.Locale,
        ordinals: Mapping[str, str],
        typographer: Typographer,
        nor: str = "",
        particles: Particles | None = None,
    ) -> None:
        """`nor` is the word before the last of a list that is denied, where that is not the one of "a or b"."""
        self.babel = babel_locale
        self.particles = particles or Particles({}, typographer)
        self.nor = nor
        self.typographer = typographer
        self._patterns: dict[tuple[int, str], list[str]] = {}
        self.plural = babel_locale.plural_form
        self.ordinals = ordinals
        self.from_right = babel_locale.text_direction == "rtl"
        self.categories = tuple(counts(babel_locale))

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it, with a true minus; `digits` are its decimals, where they are given."""
        if not digits and isinstance(value, int) and -10_000 < value < 10_000:  # a year has no thousands
            return str(value) if value >= 0 else f"−{-value}"
        from babel.numbers import format_decimal

        try:
            with foreign():
                how = f"#,##0.{'0' * digits}" if digits else None
                made = format_decimal(value, how, locale=self.babel)
        except UnreadableError:
            raise Unsayable(f"`{str(value)[:20]}...` has more figures than a number may") from None
        return made.replace("-", "−")

    def ordinal(self, value: object, form: str = "") -> str:
        """A number as first, second, third, in figures; `form` is a gender or case that has endings of its own (`f`).

        Of such a form the ending for the number's kind comes first (`f.one`), then that for all others (`f.other`).
        """
        if not isinstance(value, int):
            raise Unsayable(f"`{value}` is not a whole number")
        kind = self.babel.ordinal_form(value)
        names = [f"{form}.{kind}", *([] if kind in self.ordinals else [f"{form}.other"])] if form else []
        ending = next((self.ordinals[name] for name in (*names, kind, "other") if name in self.ordinals), ".")
        return f"{value}{ending}"

    def ordinal_forms(self) -> list[str]:
        """The forms that have endings of their own: `f` of `f.one`."""
        return list(dict.fromkeys(name.rpartition(".")[0] for name in self.ordinals if "." in name))

    def ordinal_gaps(self) -> dict[str, str]:
        """The ordinal categories of the language for which `ordinals` has no ending, each with what is said."""
        first: dict[str, int] = {}
        for number in range(1, 101):
            first.setdefault(self.babel.ordinal_form(number), number)
        return {name: self.ordinal(n) for name, n in first.items() if name not in self.ordinals}

    def join(self, items: Sequence[str], style: ListStyle = "standard") -> str:
        """A list in words: "a, b and c". Its last word becomes what its neighbours want where it is a particle."""
        count = len(items)
        if (count, style) not in self._patterns:
            from babel.lists import format_list

            spoken = _BRITISH if str(self.babel) == "en" else self.babel
            plain = format_list(
                [Typographer.MARK] * count, style="or" if style == "nor" else style, locale=spoken
            ).split(Typographer.MARK)
            if style == "nor" and self.nor and count > 1:
                plain[-2] = f" {self.nor} "
            pattern = self.typographer(Typographer.MARK.join(plain))
            self._patterns[count, style] = pattern.split(Typographer.MARK)
        joints = self._patterns[count, style]
        if count > 1 and (
            name := self.particles.called.get(word := joints[-2].strip())
        ):  # Ana e Isabel, uno u otro, вода й мед
            form = self.particles.between(name, items[-2], items[-1])
            joints = [*joints[:-2], joints[-2].replace(word, form), joints[-1]]
        return "".join([piece for pair in zip_longest(joints, items, fillvalue="") for piece in pair])

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
    places: int = 0

    def template(self, scalar: Scalar) -> Template:
        """Parse one text."""
        text = scalar.text.strip()
        self._markup(text, scalar)
        if not _MARKED.search(text):
            return Template((self.typographer(text),) if text else (), frozenset(), scalar.span)
        start = scalar.text.find(text)
        literal: list[str] = []
        parts: list[Part] = []
        names: set[str] = set()
        at, counted = 0, ""
        doubled = text.rfind("}}") + 2 if "}}" in text else 0
        for match in chain(_BRACES.finditer(text, 0, doubled), _LAST_BRACES.finditer(text, doubled)):
            if not self._counts(scalar):
                break
            raw = match[0]
            between = text[at : match.start()]
            if between.strip("*") == " " and raw.startswith(f"{{{counted}|"):
                between = between.replace(" ", self.typographer.between_number_and_noun)
            between = self._after(counted, between)
            counted = raw[1:-1]
            literal.append(between.replace(Typographer.MARK, "\ufffd"))
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
        literal.append(self._after(counted, text[at:]).replace(Typographer.MARK, "\ufffd"))
        texts = self.typographer("".join(literal)).split(Typographer.MARK)
        joined = [piece for pair in zip_longest(texts, parts) for piece in pair if piece]
        waits = any(match[0].endswith("+}") for match in _INNER.finditer(text))
        return Template(tuple(joined), frozenset(names), scalar.span, self.grammar.particles if waits else None)

    def _counts(self, scalar: Scalar) -> bool:
        """Count a placeholder, a brace or a mark; whether there are as few as a language may have."""
        self.places += 1
        if self.places == MAX_PLACES + 1:
            message = f"this is where the texts have more than {MAX_PLACES:,} placeholders, braces and open marks"
            self.report.error("locale-placeholder", message, scalar.span, "what follows is not looked at")
        return self.places <= MAX_PLACES

    def _after(self, inner: str, literal: str) -> str:
        """What follows a placeholder: an ordinal keeps with its noun where the language says so."""
        if inner.rpartition(":")[2].partition(".")[0] == "ordinal" and re.match(r" [^\W\d_]", literal):
            return self.typographer.between_number_and_noun + literal[1:]
        return literal

    def _markup(self, text: str, scalar: Scalar) -> None:
        """Warn of a `*` or `**` that opens and is never closed: it would be printed as it stands."""
        if "*" not in text:
            return
        for mark, offset in unclosed(_INNER.sub(lambda match: "x" * len(match[0]), text)):
            if not self._counts(scalar):
                break
            place = _place(scalar, mark, scalar.text.find(text) + offset)
            hint = f"close it with `{mark}`, or write `{mark.replace('*', chr(92) + '*')}` where it is meant"
            self.report.warning("locale-markup", f"`{mark}` opens here and is never closed", place, hint)

    def _stray(self, raw: str, place: Span) -> Part:
        hint = "write `\\" + raw + "` where a brace is meant"
        self.report.error("locale-placeholder", f"a `{raw}` without its partner", place, hint)
        return _nothing

    def _part(self, inner: str, names: set[str], place: Span) -> Part:
        if inner.startswith("icon:"):
            return self._icon(inner[5:], names, place)
        if inner.endswith("+"):
            return self._particle(inner[:-1], place)
        name, *forms = [inner] if "?" in inner else inner.split("|")
        capital = name[:1].isupper()
        if capital:
            name = name[:1].lower() + name[1:]
        if "?" in name or "~" in name:
            part = self._by_gender(name, names, place) if "?" in name else self._alone(name, names, place)
            return _capital(part) if capital else part
        match = _SHAPE.fullmatch(name)
        if not match or (forms and (match[2] or match[3])) or (match[3] and match[4] and not match[2]):
            hint = "a placeholder is `{name}`, `{noun.adjective:form}` or `{n|one|more}`"
            self.report.error("locale-placeholder", f"the placeholder `{{{inner}}}` cannot be read", place, hint)
            return _nothing
        if forms:
            part = self._plural(name, forms, names, place)
        elif match[2]:
            part = self._phrase((match[1], match[2]), match[3], names, place, "nor" if match[4] else "or")
        elif match[3] and match[3].startswith("ordinal."):
            part = self._ordinal(match[1], match[3].removeprefix("ordinal."), names, place)
        else:
            part = self._single(match[1], match[3] or match[4], names, place)
        return _capital(part) if capital else part

    def _particle(self, name: str, place: Span) -> Part:
        """A small word that waits for what follows it."""
        known = self.grammar.particles
        waiting = known.named(name)
        if not waiting:
            message = f"`{name}` is none of the language's particles"
            self.report.error("locale-word", message, place, partial(did_you_mean, name, known.forms))
            return _nothing
        return lambda values: waiting

    def _by_gender(self, inner: str, names: set[str], place: Span) -> Part:
        """Words that agree with a noun that stands elsewhere: `{tower?m=tall|f=talle}`."""
        name, _, listed = inner.partition("?")
        words = self.words
        nouns = [id for id in words.ids(name) if id in words.lexicon.nouns]
        if not nouns:
            message = f"`{name}` is no noun of the lexicon and no slot for one"
            self.report.error(
                "locale-word", message, place, partial(did_you_mean, name, [*words.lexicon.nouns, *words.slots])
            )
            return _nothing
        choices = dict(each.partition("=")[::2] for each in listed.split("|"))
        genders = list(dict.fromkeys(words.lexicon.nouns[id].gender for id in nouns))
        wrong = [gender for gender in choices if gender not in words.genders()]
        lacking = [gender for gender in genders if gender not in choices]
        if wrong or (lacking and not words.lenient):
            shape = f"{{{name}?{'|'.join(f'{gender}=...' for gender in genders)}}}"
            message = f"`{wrong[0]}` is no gender of the lexicon" if wrong else f"nothing is said for `{lacking[0]}`"
            self.report.error("locale-form", message, place, f"write `{shape}`")
            return _nothing
        chosen = {id: self.typographer(choices.get(words.lexicon.nouns[id].gender, listed)) for id in nouns}
        if name not in words.slots:
            fixed = chosen[name]
            return lambda values: fixed
        names.add(name)
        return lambda values: _known(chosen, _take(values, name), name, values[name])

    def _alone(self, inner: str, names: set[str], place: Span) -> Part:
        """An adjective that agrees with a noun which stands elsewhere: `{tower~red:acc}`."""
        match = re.fullmatch(rf"({_NAME})~({_NAME})(?::([A-Za-z0-9][A-Za-z0-9._-]*))?", inner)
        if not match:
            hint = "an adjective without its noun is `{noun~adjective:form}`"
            self.report.error("locale-placeholder", f"the placeholder `{{{inner}}}` cannot be read", place, hint)
            return _nothing
        noun, adjective, form = match[1], match[2], match[3]
        if self._phrase((noun, adjective), form, names, place, "or") is _nothing:
            return _nothing
        words, join = self.words, self.grammar.join

        def say(values: Values) -> str:
            thing = _take(values, noun) if noun in words.slots else noun
            colours = _take(values, adjective) if adjective in words.slots else adjective
            several = colours if isinstance(colours, list | tuple) else [colours]
            try:
                agreeing = words.patterns[thing, form][1]
                return join([words.adjectives[each, agreeing] for each in several], "or")
            except (KeyError, TypeError):
                raise Unsayable(f"`{colours}` cannot be said as `{adjective}` of `{thing}`") from None

        return say

    def _ordinal(self, name: str, form: str, names: set[str], place: Span) -> Part:
        """An ordinal in a gender or case."""
        known = self.grammar.ordinal_forms()
        if form not in known and not self.words.lenient:
            hint = f"write its endings under `ordinals:`, as `{form}.one: ...`"
            message = f"the language's ordinals have no form `{form}`"
            self.report.error("locale-form", message, place, partial(did_you_mean, form, known), hint)
            return _nothing
        names.add(name)
        return lambda values: self.grammar.ordinal(_take(values, name), form)

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
        exact: dict[int, str] = {}
        while forms and (match := _EXACT.fullmatch(forms[0])):
            exact[int(match[1])] = self._counting(match[2])
            forms = forms[1:]
        if len(forms) != len(wanted):
            hint = f"the language counts {', '.join(wanted)}: {{{name}|{'|'.join(wanted)}}}"
            message = f"{len(forms)} plural forms, where {len(wanted)} are needed"
            self.report.error("locale-plural", message, place, hint)
            return _nothing
        names.add(name)
        table = {category: self._counting(form) for category, form in zip(wanted, forms, strict=True)}
        last, rule = table[wanted[-1]], self.grammar.plural
        counted = any("#" in form for form in (*forms, *exact.values()))

        def say(values: Values) -> str:
            number = _take(values, name)
            if not isinstance(number, int | float):
                raise Unsayable(f"`{name}` must be a number, not `{number}`")
            form = exact[int(number)] if number in exact else table.get(rule(number), last)
            return form.replace("#", self.grammar.number(number)) if counted else form

        return say

    def _counting(self, form: str) -> str:
        """A plural form; where it holds the number itself, that keeps with its noun."""
        return self.typographer(form).replace("# ", f"#{self.typographer.between_number_and_noun}")

    def _single(self, name: str, form: str | None, names: set[str], place: Span) -> Part:
        words = self.words
        if name == "letter" and form:
            return self._letter(form, names, place)
        if form in ("text", "ordinal", "or", "nor"):
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
        self.report.error("locale-word", message, place, partial(did_you_mean, name, known))
        return _nothing

    def _forms(
        self, ids: Iterable[str], form: str | None, forms: Callable[[str], Mapping[str, str]], place: Span
    ) -> None:
        for id in ids:
            if form is None or form in forms(id):
                continue
            if self.words.lenient and forms(id):
                self.words.fall_back(id, form, place)
            else:
                self.report.error(
                    "locale-form", f"`{id}` has no form `{form}`", place, partial(did_you_mean, form, forms(id))
                )

    def _word(self, name: str, form: str | None, names: set[str], table: Mapping[tuple[str, str | None], str]) -> Part:
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

    def _phrase(self, pair: tuple[str, str], form: str | None, names: set[str], place: Span, style: ListStyle) -> Part:
        words, (noun, adjective) = self.words, pair
        ok = True
        for name, known in ((noun, words.lexicon.nouns), (adjective, words.lexicon.adjectives)):
            if not words.ids(name) or any(id not in known for id in words.ids(name)):
                kind = "noun" if name is noun else "adjective"
                slots = [slot for slot, ids in words.slots.items() if all(id in known for id in ids)]
                message = f"`{name}` is no {kind} of the lexicon and no slot for one"
                self.report.error("locale-word", message, place, partial(did_you_mean, name, [*known, *slots]))
                ok = False
        if not ok:
            return _nothing
        self._forms(words.ids(noun), form, lambda id: words.lexicon.nouns[id].forms, place)
        for id in words.ids(noun):
            chosen = form or next(iter(words.lexicon.nouns[id].forms))
            if (
                chosen in words.lexicon.nouns[id].forms
                and not words.lenient
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
                if isinstance(colour, list | tuple):
                    return words.phrase(thing, form, colour, lambda forms: self.grammar.join(forms, style))
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
        if form in ("or", "nor"):
            style: ListStyle = "nor" if form == "nor" else "or"
            return lambda values: escape(grammar.join(grammar.items(_take(values, name)), style))

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
    if span.line == span.end_line and lines[span.line - 1].startswith(
        raw, begin
    ):  # as a rule: no search from its start
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
