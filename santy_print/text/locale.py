"""Locale: a file's nodes in, one language of a pack out, which says texts by key and value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import babel
from pydantic import Field

from santy_print.diag import PackError, Report, Span, did_you_mean, register
from santy_print.schema import Ident, Strict, Text, validate
from santy_print.source import Map, Node, Scalar, locate
from santy_print.text.markup import SPECIAL, escape, parse_markup
from santy_print.text.templates import Grammar, Parser, Template, Unsayable
from santy_print.text.typography import Typographer, Typography
from santy_print.text.words import Lexicon, Words

register("locale-language", "a locale file speaks for another language, or for one that nobody knows")
register("locale-text", "a place under `texts` holds no text")
register("text-missing", "a text is asked for that the language does not have")
register("text-value", "a text is given a value it cannot say, or is not given one it needs")


class LocaleFile(Strict):
    """`locale/<code>.yaml`."""

    language: Ident
    name: Text
    typography: Typography = Typography()
    ordinals: dict[Ident, str] = Field(default_factory=dict)
    lexicon: Lexicon = Lexicon()
    texts: dict[str, Any]


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
        return "".join(run.text for run in parse_markup(text)) if SPECIAL.search(text) else text

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
