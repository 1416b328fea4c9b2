"""Locale: a file's nodes in, one language of a pack out, which says texts by key and value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

import babel
from babel.core import get_global
from pydantic import Field, StringConstraints

from santy_print.diag import PackError, Report, Span, did_you_mean, plural, register
from santy_print.schema import Flag, FontFile, Ident, Strict, Text, validate
from santy_print.source import Entry, Map, Node, Scalar, locate
from santy_print.text.markup import SPECIAL, escape, parse_markup
from santy_print.text.particles import Particle, Particles, twice
from santy_print.text.templates import Grammar, Parser, Template, Unsayable, counts
from santy_print.text.typography import Typographer, Typography
from santy_print.text.words import Adjective, Lexicon, Noun, Words

register("locale-language", "a locale file speaks for another language, or for one that nobody knows")
register("locale-text", "a place under `texts` holds no text")
register("locale-draft", "a language is a draft: what it does not say yet is said as the source language does")
register("text-missing", "a text is asked for that the language does not have")
register("text-value", "a text is given a value it cannot say, or is not given one it needs")


PSEUDO = ("qps", "pseudo")
"""Names of the language made from the source on the fly to try a layout; no pack's language may have one."""


class LocaleFonts(Strict):
    """Fonts by role where a language needs others than the pack's."""

    title: FontFile | None = None
    text: FontFile | None = None
    bold: FontFile | None = None
    italic: FontFile | None = None
    symbol: FontFile | None = None


OrdinalKey = Annotated[str, StringConstraints(pattern=r"^[a-z]+(\.[a-z]+)?$")]


class LocaleFile(Strict):
    """`locale/<code>.yaml`. In a draft, what is missing or empty is said as the source language says it."""

    holds = "texts"
    language: Ident
    name: Text
    draft: Flag = False
    fonts: LocaleFonts = LocaleFonts()
    verbatim: tuple[Text, ...] = ()
    """Keys, or patterns of keys, whose texts may well be the same in other languages: names, numbers."""
    typography: Typography = Typography()
    ordinals: dict[OrdinalKey, str] = Field(default_factory=dict)
    """Endings of 1st, 2nd by Babel's kinds of ordinals, and in a gender or case those that differ (`f.one`)."""
    particles: dict[Ident, Particle] = Field(default_factory=dict)
    """Small words that change with their neighbours: `de`, `d'`; `a`, `an`."""
    nor: Text | None = None
    """The word before the last of a list that is denied (`ani`), where that is not the one of "a or b"."""
    lexicon: Lexicon = Lexicon()
    texts: dict[str, Any]


class Tongue(NamedTuple):
    """What Babel knows of a language: its own name, its plural categories, whether it is written from the right."""

    code: str
    name: str
    counts: Mapping[str, Sequence[int]]
    from_right: bool


COUNTRIES = {
    "at": "de", "cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "gr": "el", "il": "he", "ir": "fa", "jp": "ja",
    "kr": "ko", "rs": "sr", "se": "sv", "ua": "uk", "us": "en", "vn": "vi",
}  # fmt: skip
"""The languages of countries whose codes people take for those of the languages."""


def code_parts(written: str) -> tuple[str, ...]:
    """A language's code as the parts that are compared: `pt_BR.UTF-8`, `pt-br` and `PT-BR` are all one.

    As BCP 47 and gettext write it: parts apart by `-` or `_`, an encoding after a dot, a script after an `@`.
    """
    bare, _, script = written.partition("@")
    scripts = {"latin": "latn", "cyrillic": "cyrl"}
    parts = [*re.split("[-_]", bare.partition(".")[0]), *([scripts.get(script.casefold(), script)] if script else ())]
    return tuple(part.casefold() for part in parts)


def main_language(code: str) -> str:
    """The language of a code without its script and region: `pt` of `pt-BR` and of `pt_BR`."""
    return code_parts(code)[0]


def language_like(written: str, known: Iterable[str]) -> str | None:
    """Which of the known codes somebody means: the same one in another spelling, or the only one of that language."""
    same = [code for code in known if code_parts(code) == code_parts(written)]
    near = [code for code in known if main_language(code) == main_language(written)]
    found = same or (near if len(near) == 1 else [])
    return found[0] if found else None


def code_of(written: str) -> str:
    """The code that somebody means who writes a language's name, or the code of a country; or nothing."""
    names = {name.casefold(): code for code, name in babel.Locale("en").languages.items()}
    return COUNTRIES.get(written.casefold()) or names.get(written.casefold(), "")


def sample_words(code: str) -> str:
    """Words of a language as it writes them, whoever has translated nothing yet: its names of languages."""
    names = babel.Locale.parse(code, sep="-").languages
    return " ".join(names[known].casefold() for known in sorted(names))


def no_language(code: str, near: str = "") -> tuple[str, str]:
    """What to say of a code that is no language's, and the way out; `near` is another that may be meant."""
    meant = code_of(code)
    hint = f"did you mean `{meant}`?" if meant else near or "a code like `de` or `pt-BR` is wanted"
    return f"`{code}` is no language that Babel knows", hint


def tongue(code: str) -> Tongue | None:
    """A language by its code (`de`, `pt-BR`); None where there is none."""
    try:
        language = babel.Locale.parse(code, sep="-")
    except (ValueError, babel.UnknownLocaleError):
        return None
    if len(language.language) > 3:  # `root`: what all languages share
        return None
    name = language.get_display_name() or code
    return Tongue(code, name[:1].upper() + name[1:], counts(language), language.text_direction == "rtl")


def plural_rule(code: str) -> str:
    """The header `Plural-Forms` of gettext's files in a language (`pl`, `pt-BR`), as Babel has it."""
    from babel.messages.plurals import get_plural

    return get_plural(code.replace("-", "_")).plural_forms


_MARKS = "\u200e\u200f\u061c"
_JOINERS = "\u200c\u200d"
_BREAK = "\u200b"
_NEEDS = {
    _JOINERS: """Adlm Arab Beng Cham Deva Gujr Guru Java Khmr Knda Lana Laoo Mlym Mong Mymr Nkoo Orya Rohg Sinh Syrc
    Taml Telu Thaa Thai Tibt""".split(),  # noqa: SIM905
    _BREAK: "Bali Hans Hant Java Jpan Khmr Lana Laoo Mymr Tibt Thai".split(),  # noqa: SIM905
}
"""Characters that take no room, and the scripts that cannot be written, or broken into lines, without them."""


def script_of(code: str) -> str:
    """The script of a language as ISO 15924 has it (`Latn`, `Cyrl`); nothing for a language that nobody knows."""
    try:
        language = babel.Locale.parse(code, sep="-")
    except (ValueError, babel.UnknownLocaleError):
        return ""
    likely = get_global("likely_subtags")
    whole = likely.get(str(language)) or likely.get(language.language) or ""
    return language.script or next((part for part in whole.split("_") if len(part) == 4), "")


def unseen_in(code: str) -> str:
    """The characters that take no room and that a language needs; none for a language that nobody knows.

    They join letters or keep them apart where its script joins them, say where a line may end where words have no
    spaces between, or which way to read what is written from the right.
    """
    try:
        language = babel.Locale.parse(code, sep="-")
    except (ValueError, babel.UnknownLocaleError):
        return ""
    script = script_of(code)
    needed = "".join(chars for chars, scripts in _NEEDS.items() if script in scripts)
    return needed + (_MARKS if language.text_direction == "rtl" else "")


MAX_TEXT = 20_000
"""The characters of one text."""


class Texts(dict[str, Any]):
    """A language's texts by key."""

    def characters(self) -> frozenset[str]:
        """All characters of the texts, as they are written."""
        return frozenset().union(*(scalar.text for scalar in dict.values(self)))


ALONE = "adj"
"""The form of a noun that is its adjective alone, as it agrees."""


@dataclass(slots=True)
class Locale:
    """One language of a pack.

    `names["places"]["mill"]` is what an item of a collection is called, for `{place:who}` and `{places:who}`; a
    text `place.mill` comes first.
    """

    code: str
    name: str
    file: LocaleFile
    words: Words
    grammar: Grammar
    templates: dict[str, Template] = field(default_factory=dict)
    scalars: Texts = field(default_factory=Texts)
    """The texts as written."""
    missing: frozenset[str] = frozenset()
    """The texts that another language stands in for: in a draft, or of those that santy_print says in any game."""
    lacking: frozenset[str] = frozenset()
    """The texts of the source language that are not here, nor stood in for: told already."""
    borrowed: frozenset[str] = frozenset()
    """In a draft: the words of the lexicon that are the source language's."""
    names: dict[str, Mapping[str, str]] = field(default_factory=dict)
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Of `names` those groups in which the language calls something otherwise than the pack."""
    optional: frozenset[str] = frozenset()
    """In the source language: names of the pack's files, which other languages may leave out."""
    stands_in: dict[str, str] = field(default_factory=dict)
    """Keys of an item's own words, and the keys of its kind, which are said where it has none of its own."""
    gone: Mapping[str, Span] = field(default_factory=dict)
    """The texts that were withdrawn, and where."""
    where: Callable[..., Span | None] = lambda *path: None
    """The place of a datum in the language's file, or of the nearest thing above it."""
    trial: bool = False
    """True for the made-up language: what does not fit is worth a warning, and is drawn all the same."""

    def has(self, key: str) -> bool:
        """True where there is a text of this key."""
        return key in self.templates or self.stands_in.get(key) in self.templates

    def markup(self, key: str, /, **values: Any) -> str:
        """The text of a key with its values, in light Markdown; PackError where it cannot be said."""
        template = self.templates.get(key) or self.templates.get(self.stands_in.get(key, ""))
        if template is None:
            raise self._fault(
                "text-missing",
                f"no text `{key}` in the language `{self.code}`",
                self.gone.get(key),
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
        return self._word(self.words.letters, colour, f"a letter for `{colour}`", ("adjectives", colour))

    def noun(self, id: str, form: str | None = None, adjective: str | None = None) -> str:
        """A noun in a form (by default its first), with an adjective agreeing."""
        return self._word(
            self.words.phrases,
            (id, adjective, form),
            f"`{id}` ({adjective or 'no adjective'}, {form or 'first form'})",
            ("nouns", id, "forms"),
        )

    def adjective(self, id: str, form: str | None = None) -> str:
        """An adjective alone, in a form (by default its first)."""
        shown = f"`{id}` ({form or 'first form'})"
        return self._word(self.words.adjectives, (id, form), shown, ("adjectives", id, "forms"))

    def alone(self, noun: str, adjective: str) -> str:
        """An adjective that stands without its noun, below it in a table: the noun's form `adj`, where it has one."""
        return self.words.phrases.get((noun, adjective, ALONE)) or self.adjective(adjective)

    def join(self, items: Sequence[str]) -> str:
        """A list in words."""
        return self.grammar.join(items)

    @property
    def tongues(self) -> tuple[Locale, ...]:
        """The language itself; of two at once both."""
        return (self,)

    @property
    def joints(self) -> tuple[str, ...]:
        """The word between the two of a list in all its forms; of two languages those of each."""
        word = self.grammar.join(["", ""]).strip()
        particles = self.grammar.particles
        return particles.variants.get(particles.called.get(word, ""), (word,)) if word.isalpha() else ()

    def _word(self, table: Mapping[Any, str], key: object, shown: str, path: tuple[str, ...]) -> str:
        try:
            return table[key]
        except KeyError:
            message = f"the lexicon ({self.code}) does not know {shown}"
            hint = f"write it under `lexicon: {path[0]}:` in locale/{self.code}.yaml"
            raise self._fault("text-value", message, self.where("lexicon", *path), hint) from None

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


def load_locale(code: str, node: Map, report: Report, source: Locale | None = None) -> Locale | None:
    """Read a locale file's nodes; report everything wrong with it; None where nothing usable is left.

    `source` is the source language, which stands in for what a draft does not say yet.
    """
    flag = node.get("draft")
    draft = isinstance(flag, Scalar) and flag.text == "true"
    node = _filled_in(node) if draft else node
    file = validate(LocaleFile, node, report)
    if file is None:
        return None
    own = {*file.lexicon.nouns, *file.lexicon.adjectives}
    if draft and source is not None:
        lexicon = _with_stand_ins(file.lexicon, source.file.lexicon)
        file = file.model_copy(update={"lexicon": lexicon, "particles": source.file.particles | file.particles})
    language = _language(code, file, node, report)
    if language is None:
        return None
    typographer = Typographer(file.typography, file.ordinals.values())
    for name, side in twice(file.particles):
        message = f"`{name}` says two things {side}"
        hint = "leave the one that is right"
        report.error("locale-lexicon", message, locate(node, ("particles", name), key=True), hint)
    particles = Particles(file.particles, typographer)
    words = Words(file.lexicon, typographer, draft, particles)
    words.compile(report, lambda *path, key=False: locate(node, path, key))
    grammar = Grammar(language, file.ordinals, typographer, file.nor or "", particles)
    locale = Locale(code, file.name, file, words, grammar)
    locale.where = lambda *path: locate(node, path, key=True)
    locale.borrowed = frozenset({*file.lexicon.nouns, *file.lexicon.adjectives} - own)
    texts = node.get("texts")
    for key, scalar in flat(texts, "", report) if texts else ():
        if key in locale.scalars:
            message = f"`{key}` stands twice; the first is in line {locale.scalars[key].span.line}"
            report.error("yaml-duplicate", message, scalar.span, "keep one of the two")
        locale.scalars.setdefault(key, scalar)
    stand_ins = source.templates if draft and source is not None else {}
    parser = parser_of(locale, report, stand_ins)
    for key, scalar in locale.scalars.items():
        locale.templates[key] = parser.template(scalar)
    if stand_ins:
        locale.missing = frozenset(stand_ins.keys() - locale.templates.keys() - may_be_left_out(source, code))
        locale.templates |= {key: stand_ins[key] for key in locale.missing}
    if draft:
        _say_draft(locale, source, locate(node, ("draft",)), report)
    return locale


def may_be_left_out(source: Locale | None, code: str) -> frozenset[str]:
    """The names that a language need not give: those of the pack's files, if it has the letters of the source."""
    same = source is not None and script_of(source.code) == script_of(code)
    return source.optional if source is not None and same else frozenset()


def borrow_texts(locale: Locale, other: Locale, keys: Iterable[str], is_source: bool) -> list[str]:
    """Say those of some texts that a language lacks as another language says them; returns their keys.

    In the source language they are texts like any other, for translators, too.
    """
    lacking = [key for key in keys if key in other.templates and key not in locale.templates]
    locale.templates |= {key: other.templates[key] for key in lacking}
    locale.missing |= frozenset(lacking)
    if is_source:
        locale.scalars.update({key: other.scalars[key] for key in lacking})
    return lacking


def _language(code: str, file: LocaleFile, node: Map, report: Report) -> babel.Locale | None:
    where = locate(node, ("language",))
    if file.language != code:
        report.error("locale-language", f"this file is for `{code}`, it says `{file.language}`", where)
    if code in PSEUDO:
        hint = f"`--lang {PSEUDO[1]}` tries the layouts with a longer language, and needs no file"
        report.error("locale-language", f"no language of a pack may be called `{code}`", where, hint)
        return None
    if tongue(code) is None:
        report.error("locale-language", f"`{code}` is no language that Babel knows", where)
        return None
    return babel.Locale.parse(code, sep="-")


def parser_of(locale: Locale, report: Report, more: Iterable[str] = ()) -> Parser:
    """What reads texts as this language's; `more` are keys that it will have besides its own."""
    keys = frozenset([*locale.scalars, *locale.templates, *more])
    groups = frozenset(key.rpartition(".")[0] for key in keys)
    return Parser(locale.words, locale.grammar, locale.grammar.typographer, report, keys, groups, locale._lookup)


def _say_draft(locale: Locale, source: Locale | None, where: Span, report: Report) -> None:
    lacks = [
        (len(locale.missing), "text"),
        (len(locale.borrowed), "word"),
        (len(locale.words.fallbacks), "form"),
    ]
    amounts = ", ".join(plural(n, word) for n, word in lacks if n)
    by = f"`{source.code}` stands in" if source else "nothing stands in"
    message = f"`{locale.code}` is a draft: " + (f"{amounts} missing, {by}" if amounts else "nothing is missing")
    hint = "`santy i18n status` lists what is missing" if amounts else "take `draft: true` out"
    report.warning("locale-draft", message, where, hint)


def _filled_in(node: Map) -> Map:
    """A draft's nodes without the entries that are still empty."""
    kept = {name: entry for name, entry in node.entries.items() if name not in ("lexicon", "texts")}
    for name in [name for name in node.entries if name in ("lexicon", "texts")]:
        entry = node.entries[name]
        kept[name] = Entry(entry.key, _pruned(entry.value) or Map({}, entry.value.span))
    lexicon = kept["lexicon"].value if "lexicon" in kept else None
    for kind in ("nouns", "adjectives"):
        words = lexicon.get(kind) if isinstance(lexicon, Map) else None
        if isinstance(lexicon, Map) and isinstance(words, Map):  # a word without any form is not there yet
            bare = [k for k, v in words.entries.items() if isinstance(v.value, Map) and not v.value.get("forms")]
            some = {k: v for k, v in words.entries.items() if k not in bare}
            lexicon.entries[kind] = Entry(lexicon.entries[kind].key, Map(some, words.span))
    return Map(kept, node.span)


def _pruned(node: Node) -> Node | None:
    if isinstance(node, Map):
        pruned = {name: (entry.key, _pruned(entry.value)) for name, entry in node.entries.items()}
        some = {name: Entry(key, value) for name, (key, value) in pruned.items() if value is not None}
        return Map(some, node.span) if some else None
    return None if isinstance(node, Scalar) and not node.text.strip() else node


def _with_stand_ins(own: Lexicon, source: Lexicon) -> Lexicon:
    """A draft's lexicon, with the source's words for those it lacks."""
    nouns = {id: Noun(forms=noun.forms) for id, noun in source.nouns.items()}
    adjectives = {id: Adjective(letter=word.letter, forms=word.forms) for id, word in source.adjectives.items()}
    for id, word in own.adjectives.items():
        letter = word.letter or (source.adjectives[id].letter if id in source.adjectives else None)
        adjectives[id] = Adjective(letter=letter, forms=word.forms)
    return own.model_copy(
        update={
            "nouns": {**nouns, **own.nouns},
            "adjectives": adjectives,
            "slots": {**source.slots, **own.slots},
        }
    )


def flat(node: Node, key: str, report: Report) -> Iterator[tuple[str, Scalar]]:
    """The texts below a node with their keys, names joined by dots."""
    if isinstance(node, Map):
        for name, entry in node.entries.items():
            yield from flat(entry.value, f"{key}.{name}" if key else name, report)
    elif isinstance(node, Scalar) and node.text:
        if len(node.text) > MAX_TEXT:
            message = f"`{key}` has {len(node.text):,} characters: at most {MAX_TEXT:,} are allowed"
            report.error("locale-text", message, node.span, "make several texts of it")
            node = replace(node, text=node.text[:MAX_TEXT])
        if is_blank(node.text):
            hint = "write it, or take the line out"
            report.error("locale-text", f"`{key}` is blank: it holds nothing that can be seen", node.span, hint)
        yield key, node
    else:
        report.error("locale-text", f"`{key}` holds no text", node.span, "write one text, or `key: text` lines")


_UNBLANK = re.compile(r"[^\s\u00ad\u034f\u061c\u115f\u1160\u200b-\u200f\u2060-\u2064\u3164\uffa0]")
"""What can be seen."""


def is_blank(text: str) -> bool:
    """True for what holds nothing that can be seen."""
    return not _UNBLANK.search(text)
