"""Skeleton: a pack and a new language in, a file with everything to translate out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import Field

from santy_print.diag import PackError, Report, register
from santy_print.folders import data_folder
from santy_print.i18n.catalogue import lexicon_note, limits_of, notes_of, paths_of, source_of
from santy_print.output import staged
from santy_print.pack import Pack
from santy_print.rewrite import MARK, Edits, in_place_of, quoted, scalar
from santy_print.schema import Flag, Ident, Strict, validate
from santy_print.source import Seq, load_yaml
from santy_print.text import (
    PSEUDO,
    Locale,
    OrdinalKey,
    Particle,
    Tongue,
    Typography,
    may_be_left_out,
    tongue,
)

register("language-exists", "a language is to be added that the pack already has")

WIDTH = 117


class Preset(Strict):
    """What is known of a language before anybody has translated a word."""

    typography: Typography = Typography()
    fonts: dict[Ident, Ident] = Field(default_factory=dict)
    ordinals: dict[OrdinalKey, str] = Field(default_factory=dict)
    particles: dict[Ident, Particle] = Field(default_factory=dict)
    nor: str = ""
    genders: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    after: Flag = False


class Presets(Strict):
    """`templates/languages.yaml`."""

    languages: dict[Ident, Preset]


@dataclass(frozen=True, slots=True)
class Added:
    """A language that was added: its file, and how much there is to translate."""

    path: Path
    texts: int
    words: int
    from_right: bool
    known: bool
    """Whether its quotes, ordinals, genders and cases are known; else its file has those of nobody."""


def presets() -> dict[str, Preset]:
    """What santy_print knows of languages, by code."""
    report = Report()
    node = load_yaml(data_folder("templates") / "languages.yaml", "templates/languages.yaml", report)
    known = validate(Presets, node, report) if node else None
    if known is None or not report.ok:
        raise PackError(report)
    return dict(known.languages)


def preset(code: str) -> Preset:
    """What is known of a language; of a variant (`de-AT`) what is known of its language; or nothing."""
    known = presets()
    return known.get(code) or known.get(code.partition("-")[0]) or Preset()


def is_preset(code: str) -> bool:
    """Whether anything is known of a language."""
    return preset(code) != Preset()


def add(pack: Pack, code: str, shown: str | None = None) -> Added:
    """Put a language's skeleton into a pack, and its code into `pack.yaml`."""
    report = Report()
    spoken = None if code in PSEUDO else tongue(code)
    if spoken is None:
        hint = "a code like `de`, `pt-BR` or `cs`"
        report.error("language-unknown", f"`{code}` is no language that a pack can have", None, hint)
    path = pack.root / "locale" / f"{code}.yaml"
    if code in pack.head.languages or path.exists():
        hint = "`santy i18n status` says what is missing in it"
        report.error("language-exists", f"the pack already has `{code}`", pack.where("pack", "languages"), hint)
    if shown is not None and shown not in pack.locales:
        message = f"the pack has no language `{shown}` to translate from"
        report.error("language-unknown", message, pack.where("pack", "languages"))
    if spoken is None or not report.ok:
        raise PackError(report)
    with staged(pack.root) as stage:
        stage.write(f"locale/{code}.yaml", skeleton(pack, spoken, pack.locales[shown or pack.head.source_language]))
        stage.write("pack.yaml", in_place_of(pack.root / "pack.yaml", with_language(pack, code)))
    source = source_of(pack)
    words = len(source.file.lexicon.nouns) + len(source.file.lexicon.adjectives)
    texts = len(source.scalars.keys() - may_be_left_out(source, code))
    return Added(path, texts, words, spoken.from_right, is_preset(spoken.code))


def with_language(pack: Pack, code: str) -> str:
    """`pack.yaml` with one language more."""
    report, path = Report(), pack.root / "pack.yaml"
    node = load_yaml(path, pack.shown(path), report)
    if node is None or not report.ok:
        raise PackError(report)
    edits, listed = Edits(node.span.file), node.get("languages")
    if not isinstance(listed, Seq) or not listed.items:  # the list of the pack that it extends
        last_line = edits.last_line(list(node.entries.values())[-1])
        edits.put_lines(last_line, [f"languages: [{', '.join([*pack.head.languages, code])}]"])
        return edits.text()
    last = listed.items[-1].span
    line = node.span.file.lines[last.line - 1]
    if line.lstrip().startswith("- "):
        edits.put_lines(last.end_line, [f"{line[: len(line) - len(line.lstrip())]}- {code}"])
    else:
        edits.put(last.end_line, last.end_col, f", {code}")
    return edits.text()


def skeleton(pack: Pack, spoken: Tongue, shown: Locale) -> str:
    """A language's file with everything to translate: the text to translate from as a comment, the value empty."""
    known = preset(spoken.code)
    lines = [*_head(pack, spoken, shown), *_setting(known), "", *_lexicon(pack, known, shown), "", "texts:"]
    fonts = shown.file.fonts.model_copy(update=dict(known.fonts))
    measured = replace(shown, file=shown.file.model_copy(update={"fonts": fonts}))  # set in the new language's fonts
    trial = replace(pack, locales={**pack.locales, shown.code: measured})
    limits, notes = limits_of(trial, measured, spoken.code), notes_of(pack)
    tree: dict[str, Any] = {}
    left_out = may_be_left_out(source_of(pack), spoken.code)
    for key, path in paths_of(pack).items():
        if key in left_out:
            continue
        below = tree
        for name in path[:-1]:
            below = below.setdefault(name, {})
        below[path[-1]] = key
    texts = list(_texts(tree, 2, (shown, source_of(pack), limits, notes)))
    return "\n".join([*lines, *texts[texts[:1] == [""] :]]) + "\n"


def _remarks(text: str, indent: int = 0) -> Iterator[str]:
    """What a translator is told, in lines that go when it is done."""
    margin = " " * indent
    for line in textwrap.wrap(text, WIDTH - indent, break_long_words=False, break_on_hyphens=False):
        yield f"{margin}{MARK} {line}"


def _head(pack: Pack, spoken: Tongue, shown: Locale) -> Iterator[str]:
    forms = "; ".join(f"{name} {', '.join(map(str, numbers))}" for name, numbers in spoken.counts.items())
    yield f"# {spoken.name}, translated from {shown.name}."
    yield from _remarks(
        "Above each text stands what it says in the language you translate from; write yours between the quotes. Keep "
        "what stands in {braces}: values, words of the lexicon, pictures. There is **bold** and *italic*."
    )
    yield from _remarks('A " within the quotes is written \\".')
    yield from _remarks(f"Numbers: {{n|{'|'.join(spoken.counts)}}}, in this order. ({forms})")
    yield from _remarks("Whatever is still empty is printed as the source says it, so you can build at any time:")
    yield f"{MARK}   santy i18n status {pack.root.name} --lang {spoken.code}"
    yield from _remarks("Lines like these go by themselves: `santy i18n import` takes away what is done.")
    yield f"language: {spoken.code}"
    yield f"name: {scalar(spoken.name)}"
    yield f"draft: true  {MARK} take this line out when everything is translated"


def _setting(known: Preset) -> Iterator[str]:
    fonts = {role: name for role, name in known.fonts.items() if name}
    if fonts:
        yield f"fonts: {{{', '.join(f'{role}: {name}' for role, name in fonts.items())}}}"
    rules = known.typography.model_dump(exclude_defaults=True)
    yield ""
    yield from _remarks(
        "How the language sets its type: quotes, spaces that may not break, short words that stay with the next."
    )
    yield "typography:" if rules else "typography: {}"
    yield from (f"  {name}: {_value(value)}" for name, value in rules.items())
    yield ""
    yield from _remarks("Endings of 1st, 2nd, 3rd in figures.")
    yield f"ordinals: {_value(known.ordinals or {'other': '.'})}"
    yield from [f"nor: {quoted(known.nor)}"] if known.nor else []
    if known.particles:
        yield ""
        yield from _remarks(
            "Small words that change with their neighbours: {de+}{designer}. `before` has another form and the "
            "beginnings before which it stands, `instead_of` those that it takes the place of, `after` the endings "
            "after which it stands."
        )
        yield "particles:"
    for name, word in known.particles.items():
        yield f"  {name}:"
        yield f"    form: {quoted(word.form)}"
        for table, some in (("before", word.before), ("instead_of", word.instead_of), ("after", word.after)):
            if some:
                every = [f"{quoted(form)}: {_value(starts)}" for form, starts in some.items()]
                yield f"    {table}: {{{', '.join(every)}}}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {quoted(text)}" for key, text in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(quoted(item) if not item.isalpha() else item for item in value) + "]"
    return quoted(str(value))


def _lexicon(pack: Pack, known: Preset, shown: Locale) -> Iterator[str]:
    """The words that agree, each with the source's forms; genders and cases as the language has them."""
    lexicon, source = shown.file.lexicon, source_of(pack).file.lexicon
    genders = known.genders
    yield from _remarks(
        "Words that texts put together: nouns with their forms, adjectives that agree with them. A text asks for a "
        "form by its name, {element:acc}; forms may be added or left out. {adj} is where a noun has its adjective."
    )
    if remark := lexicon_note(pack):
        yield from _remarks(f"Of the words of the source: {remark}")
    if known.cases:
        yield from _remarks(f"Cases you may want as forms: {', '.join(known.cases)}.")
    yield "lexicon:"
    yield f"  adjective: {'after' if known.after else 'before'}  {MARK} the noun, unless a form says {{adj}}"
    if genders:
        yield from _remarks(
            "For each gender, which form of an adjective goes with a noun; for cases: m: {nom: m, acc: m.acc}.", 2
        )
        yield f"  agreement: {{{', '.join(f'{g}: {g}' for g in genders)}}}"
    else:
        yield "  agreement: {any: base}"
    yield from _remarks("Values that stand for words; these are the pack's, leave them as they are.", 2)
    yield "  slots:"
    for slot, words in source.slots.items():
        yield f"    {slot}: {words if isinstance(words, str) else '[' + ', '.join(words) + ']'}"
    yield "  nouns:"
    for id, noun in lexicon.nouns.items():
        yield f"    {id}:"
        if genders:
            yield f'      gender: ""  {MARK} {", ".join(genders)}'
        yield "      forms:"
        yield from (f'        {form}: ""  {MARK} {text}' for form, text in noun.forms.items())
    yield "  adjectives:"
    for id, word in lexicon.adjectives.items():
        yield f"    {id}:  {MARK} {next(iter(word.forms.values()))}"
        if word.letter:
            yield f'      letter: ""  {MARK} {word.letter}; another one for each'
        yield "      forms:"
        yield from (f'        {form}: ""' for form in genders or ("base",))


Shown = tuple[Locale, Locale, Mapping[str, int], Mapping[str, str]]
"""The language to translate from, the source, the room for its texts, and notes on them."""


def _texts(tree: Mapping[str, Any], indent: int, how: Shown) -> Iterator[str]:
    shown, source, limits, notes = how
    margin = " " * indent
    for name, key in tree.items():
        if not isinstance(key, str):
            if indent == 2:
                yield ""
            yield f"{margin}{scalar(name)}:"
            yield from _texts(key, indent + 2, how)
            continue
        text = " ".join(shown.scalars.get(key, source.scalars[key]).text.strip().split("\n"))
        remarks = [notes[key]] if key in notes else []
        if key in limits:
            remarks.append(f"room for about {limits[key]} letters")
        if remarks:
            text += f"  ({'; '.join(remarks)})"
        yield from _remarks(text, indent)
        yield f'{margin}{scalar(name)}: ""'
