"""Lexicon: a language's words in, a row for each gender, form and letter out; and back, judged as a whole.

A word's key is its place in the locale file: `lexicon.nouns.tower.forms.acc`. What is wanted there is said in a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from santy_print.diag import Report, Span, did_you_mean, register
from santy_print.i18n.rows import Path, Row
from santy_print.pack import Pack
from santy_print.source import Map, Node, Scalar, locate
from santy_print.text import Adjective, Lexicon, Locale, Noun, Words

register("exchange-word", "a PO or CSV file says of a word what a lexicon cannot hold")

STEM = "lexicon."
_PAIRS = re.compile(r"[^\s:,{}]+: *[^\s:,{}]+(, *[^\s:,{}]+: *[^\s:,{}]+)*")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def key_of(path: Path) -> str:
    """The key of a word."""
    return ".".join(path)


def held(node: Map | None) -> dict[Path, Scalar]:
    """Every value of a locale file's lexicon, also empty ones, by the names that lead to it."""
    lexicon = node.get("lexicon") if node is not None else None
    return dict(_held(lexicon, ("lexicon",))) if isinstance(lexicon, Map) else {}


def _held(node: Map, stem: Path) -> Iterator[tuple[Path, Scalar]]:
    for name, entry in node.entries.items():
        if isinstance(entry.value, Map):
            yield from _held(entry.value, (*stem, name))
        elif isinstance(entry.value, Scalar):
            yield (*stem, name), entry.value


def genders(lexicon: Lexicon) -> list[str]:
    """The genders of a language's nouns; none where it has no such thing."""
    return [name for name in lexicon.agreement if name != "any"]


# Out


@dataclass(frozen=True)
class _Words:
    """What rows are made from: the language, the source, what stands in the language's file, what was noted."""

    locale: Locale
    source: Locale
    own: Mapping[Path, Scalar]
    node: Node
    seen: Mapping[str, str]
    limits: Mapping[str, int]

    def row(self, path: Path, source: str, note: str) -> Row:
        """One word."""
        key, own = key_of(path), self.own.get(path)
        text = own.text.strip() if own else ""
        seen = self.seen.get(key) if text else None
        return Row(key, source, text, seen, note, self.limits.get(key), locate(self.node, path), path)

    def forms(self, kind: str, id: str, more: Mapping[str, str] | list[str]) -> list[str]:
        """The forms a word has, those that texts ask for, or where it is not there yet those it may want."""
        stem = ("lexicon", kind, id, "forms")
        own = [path[4] for path in self.own if path[:4] == stem]
        asked = [note.form for note in self.locale.words.fallbacks if note.word == id]
        return list(dict.fromkeys([*(own or more), *asked]))


def words(
    pack: Pack, locale: Locale, source: Locale, seen: Mapping[str, str], limits: Mapping[str, int], remark: str
) -> list[Row]:
    """A row for each value of the lexicon: how words agree, nouns, adjectives; slots are the pack's own affair.

    `limits` say how much room letters have, `remark` what the source's file remarks on its lexicon, for the first row.
    """
    node = pack.nodes[f"locale/{locale.code}"]
    made = _Words(locale, source, held(node), node, seen, limits)
    rows = [*_agreement(made)]
    own, theirs = locale.file.lexicon, source.file.lexicon
    for id in dict.fromkeys([*theirs.nouns, *own.nouns]):
        rows += _noun(made, id)
    for id in dict.fromkeys([*theirs.adjectives, *own.adjectives]):
        rows += _adjective(made, id)
    if remark and rows:
        rows[0] = replace(rows[0], note=f"{rows[0].note}\nOf the lexicon in the source: {remark}")
    return [row for row in rows if row.key not in source.scalars]


def _agreement(made: _Words) -> Iterator[Row]:
    lexicon = made.locale.file.lexicon
    if ("lexicon", "adjective") in made.own:
        note = "Where an adjective stands beside its noun: before or after"
        yield made.row(("lexicon", "adjective"), made.source.file.lexicon.adjective, note)
    for gender, table in lexicon.agreement.items():
        note = (
            f"Which form of an adjective goes with a noun of the gender {gender}: one for all forms of the noun, or "
            "one for each, like nom: m, acc: m.acc"
        )
        path = ("lexicon", "agreement", gender)
        row = made.row(path, gender, note)
        text = table if isinstance(table, str) else ", ".join(f"{form}: {word}" for form, word in table.items())
        yield replace(row, text=text, seen=made.seen.get(row.key))


def _noun(made: _Words, id: str) -> Iterator[Row]:
    other = made.source.file.lexicon.nouns.get(id)
    name = made.source.words.bare.get((id, None), id)
    stem, known = ("lexicon", "nouns", id), genders(made.locale.file.lexicon)
    if known:
        yield made.row((*stem, "gender"), name, f"Gender of this noun, one of: {', '.join(known)}")
    theirs = other.forms if other else {}
    first, place = next(iter(theirs), ""), made.locale.file.lexicon.adjective
    for form in made.forms("nouns", id, theirs):
        remark = "" if form in theirs or not first else f" (the source has no such form: here its form {first})"
        note = f"Noun {id}, form {form}{remark}. {{adj}} is where its adjective stands, else {place} it"
        yield made.row((*stem, "forms", form), theirs.get(form) or theirs.get(first) or id, note)


def _adjective(made: _Words, id: str) -> Iterator[Row]:
    other, lexicon = made.source.file.lexicon.adjectives.get(id), made.locale.file.lexicon
    theirs = other.forms if other else {}
    name = next(iter(theirs.values()), id)
    stem = ("lexicon", "adjectives", id)
    if (other and other.letter) or (*stem, "letter") in made.own:
        shown = f" (in the source: {other.letter})" if other and other.letter else ""
        note = f"Letter that stands for this colour{shown}; another one for each colour"
        yield made.row((*stem, "letter"), name, note)
    uses: dict[str, list[str]] = {}
    for gender, table in lexicon.agreement.items():
        pairs = {"": table} if isinstance(table, str) else table
        for case, form in pairs.items():
            uses.setdefault(form, []).append(f"{gender} {case}".strip())
    wanted = [form for form in uses if form] or list(theirs)
    for form in made.forms("adjectives", id, wanted):
        used = f", said with nouns of: {', '.join(uses[form])}" if form in uses and uses[form] != ["any"] else ""
        yield made.row((*stem, "forms", form), theirs.get(form, name), f"Adjective {id}, form {form}{used}")


# Back


def path_for(key: str, rows: Mapping[str, Row], locale: Locale) -> Path | None:
    """The place of a word by its key: one that there is, a further form of a word that there is, or how words agree."""
    if key in rows:
        return rows[key].path
    gender = key.removeprefix(f"{STEM}agreement.")
    if key == f"{STEM}adjective" or (gender != key and _NAME.fullmatch(gender)):
        return ("lexicon", "adjective") if gender == key else ("lexicon", "agreement", gender)
    lexicon = locale.file.lexicon
    for kind, known, more in (("nouns", lexicon.nouns, "gender"), ("adjectives", lexicon.adjectives, "letter")):
        for id in known:
            if key == f"{STEM}{kind}.{id}.{more}":
                return ("lexicon", kind, id, more)
            form = key.removeprefix(f"{STEM}{kind}.{id}.forms.")
            if form != key and _NAME.fullmatch(form):
                return ("lexicon", kind, id, "forms", form)
    return None


def word_fault(path: Path, text: str, known: Collection[str]) -> tuple[str, str] | None:
    """What is wrong with a word by itself, and the way out; None where nothing is. `known` are the genders."""
    if path[1:2] == ("adjective",) and text not in ("before", "after"):
        return f"an adjective stands `before` or `after` its noun, not `{text}`", ""
    if path[-1] == "gender" and len(path) == 4 and text not in known:
        return f"`{text}` is no gender of this language", did_you_mean(text, known)
    if path[1] == "agreement" and not (_NAME.fullmatch(text) or _PAIRS.fullmatch(text)):
        return f"`{text}` names no forms", "write one form, or one for each form of the noun: `nom: m, acc: m.acc`"
    if path[1] == "adjectives" and ("{" in text or "}" in text):
        return "in an adjective nothing stands in braces", "`{adj}` stands in nouns, for the adjective's place"
    return None


def table_of(text: str) -> str | dict[str, str]:
    """How a gender's agreement is written in a row, as a lexicon holds it."""
    if ":" not in text:
        return text
    return {name.strip(): form.strip() for name, _, form in (pair.partition(":") for pair in text.split(","))}


def with_words(pack: Pack, locale: Locale, words: Mapping[Path, Scalar], report: Report) -> Locale:
    """The language with other words, to read its texts by; what does not agree is told where it was said."""
    if not words:
        return locale
    lexicon = _changed(locale, words)
    node = pack.nodes[f"locale/{locale.code}"]
    where = {path: text.span for path, text in words.items()}

    def place(*path: str | int, key: bool = False) -> Span:
        names = tuple(str(name) for name in path)
        near = next((span for own, span in where.items() if own[: len(names)] == names), None)
        return where.get(names) or near or locate(node, path, key)

    made = Words(lexicon, locale.grammar.typographer, locale.file.draft, locale.words.particles)
    made.compile(report, place)
    return replace(locale, words=made, file=locale.file.model_copy(update={"lexicon": lexicon}))


def _changed(locale: Locale, words: Mapping[Path, Scalar]) -> Lexicon:
    """The lexicon with other words; what the source lent goes where the language has its own."""
    old = locale.file.lexicon
    agreement: dict[str, Any] = dict(old.agreement)
    nouns: dict[str, Noun] = dict(old.nouns)
    adjectives: dict[str, Adjective] = dict(old.adjectives)
    place = old.adjective
    fresh: set[str] = set()
    for path, scalar in words.items():
        text = scalar.text
        match path[1:]:
            case ("adjective",):
                place = "after" if text == "after" else "before"
            case ("agreement", gender):
                agreement[gender] = table_of(text)
            case ("nouns", id, "gender"):
                nouns[id] = nouns[id].model_copy(update={"gender": text})
            case ("adjectives", id, "letter"):
                adjectives[id] = adjectives[id].model_copy(update={"letter": text})
            case (kind, id, "forms", form):
                table: Any = nouns if kind == "nouns" else adjectives
                stands_in = id in locale.borrowed and id not in fresh
                table[id] = table[id].model_copy(
                    update={"forms": {**({} if stands_in else table[id].forms), form: text}}
                )
                fresh.add(id)
    update = {"adjective": place, "agreement": agreement, "nouns": nouns, "adjectives": adjectives}
    return old.model_copy(update=update)
