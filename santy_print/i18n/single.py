"""Single: one text of a language by its key: what is known of it, the language with another in its place, and that one
written, as an import of it would.

The source language has its texts changed here, too: what it says is then held against nothing but the rules of texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from santy_print.diag import PackError, Report, SourceFile, Span, did_you_mean
from santy_print.i18n.catalogue import (
    Catalogue,
    catalogue,
    own_file,
    read_seen,
    seen_path,
    seen_text,
    source_catalogue,
    source_of,
)
from santy_print.i18n.exchange import Taken, judge, judge_letters, write
from santy_print.i18n.lexicon import path_for, with_words, word_fault
from santy_print.i18n.po import Incoming
from santy_print.i18n.rows import Path, Row
from santy_print.i18n.written import changed
from santy_print.output import staged, write_atomic
from santy_print.pack import Pack
from santy_print.rewrite import in_place_of
from santy_print.source import Scalar
from santy_print.text import Locale, is_blank, name_items, parser_of, unseen_in

TYPED = "the text"
"""What the place of a fault in a text that somebody types is called."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody wants a key to say in a language, as read: known, and without fault where the report has none."""

    language: str
    key: str
    scalar: Scalar
    path: Path | None
    """Where a word of the lexicon stands; None for a text."""
    source: str

    @property
    def incoming(self) -> Incoming:
        """The same as a translator's file would bring it."""
        return Incoming(self.key, self.source, self.scalar)


def rows_of(pack: Pack, language: str) -> Catalogue:
    """All texts and words of a language, the source's own among them."""
    if language == source_of(pack).code:
        return source_catalogue(pack)
    return catalogue(pack, language, Report())


def typed(pack: Pack, found: Catalogue, key: str, text: str, report: Report) -> Typed:
    """Read a text that somebody typed; what is wrong with it is told at its place in it.

    PackError where the language has no such text.
    """
    row = row_of(found, key)
    file = SourceFile(TYPED, text)
    lines = file.lines
    span = Span(file, 1, 1, len(lines), len(lines[-1]) + 1)
    made = Typed(found.language, key, Scalar(text, span), row.path or None, row.source)
    if is_blank(text):
        report.error("locale-text", "a text that says nothing cannot be written", span, "take what stood there back")
    elif found.is_template:
        _judge_source(pack, found, made, report)
    else:
        judge(found, [made.incoming], report, keep_going=False)
    return made


def row_of(found: Catalogue, key: str) -> Row:
    """What is known of a text or word; PackError where there is none of this key."""
    row = next((row for row in (*found.rows, *found.words) if row.key == key), None)
    if row is None:
        report = Report()
        hint = did_you_mean(key[:200], [row.key for row in (*found.rows, *found.words)])
        report.error("exchange-key", f"there is no text `{key[:200]}`", None, hint)
        raise PackError(report)
    return row


def _judge_source(pack: Pack, found: Catalogue, made: Typed, report: Report) -> None:
    locale, text = source_of(pack), made.scalar
    if not judge_letters(made.incoming, made.path is not None, unseen_in(locale.code), report):
        return
    if made.path is None:
        parser_of(locale, report).template(text)
    elif wrong := word_fault(made.path, text.text, locale.file.lexicon.agreement):
        report.error("exchange-word", wrong[0], text.span, wrong[1])
    else:
        with_words(pack, locale, {made.path: text}, report)


@contextmanager
def saying(pack: Pack, made: Typed) -> Iterator[Locale]:
    """The language as it would be with what was typed, within the block: nothing of it is written."""
    locale = pack.locales[made.language]
    key, quiet = made.key, Report()
    if made.path is not None:
        path = path_for(key, {}, locale) or made.path
        other = with_words(pack, locale, {path: made.scalar}, quiet)
        parser = parser_of(other, quiet)
        other.templates = {**locale.templates, **{k: parser.template(text) for k, text in locale.scalars.items()}}
        yield other
        return
    before = locale.templates.get(key), locale.scalars.get(key), locale.missing
    locale.templates[key] = parser_of(locale, quiet, source_of(pack).templates).template(made.scalar)
    locale.scalars[key], locale.missing = made.scalar, locale.missing - {key}
    try:
        _name(pack, locale, key)
        yield locale
    finally:
        locale.missing = before[2]
        for table, old in ((locale.templates, before[0]), (locale.scalars, before[1])):
            table.pop(key, None)
            if old is not None:
                table[key] = old
        _name(pack, locale, key)


def _name(pack: Pack, locale: Locale, key: str) -> None:
    """Have a language call items anew, where a text is the name of one."""
    if key in source_of(pack).optional and pack.compiled is not None:
        name_items(locale, pack.given, partial(pack.game.misnamed, pack.compiled), Report())
        pack.views.pop(locale.code, None)


def hash_of(pack: Pack, language: str) -> str:
    """What the file that a text would be written into is known by: it is another as soon as anybody saves it."""
    path = pack.root / "locale" / f"{language}.yaml"
    return hashlib.sha256(path.read_bytes() if path.is_file() else b"").hexdigest()[:32]


def put(pack: Pack, made: Typed, report: Report) -> None:
    """Write what was typed into the language's own file; PackError, and nothing written, where it may not be."""
    if not report.ok:
        raise PackError(report)
    code = made.language
    if code != source_of(pack).code:
        taken = Taken([] if made.path else [made.incoming], {made.path: made.incoming} if made.path else {})
        write(pack, code, taken, report)
        return
    texts = {} if made.path else {made.key: made.scalar.text}
    text = changed(pack, code, texts, {made.path: made.scalar.text} if made.path else {})
    if text != own_file(pack, code).span.file.text:
        with staged(pack.root / "locale") as stage:
            stage.write(f"{code}.yaml", in_place_of(pack.root / "locale" / f"{code}.yaml", text))


def note(pack: Pack, made: Typed) -> None:
    """Note what the source says to a text that was written elsewhere, where that was noted of it before."""
    seen = read_seen(pack, made.language, Report())
    if made.key in seen and seen[made.key] != made.source:
        path = seen_path(pack, made.language)
        write_atomic(path, in_place_of(path, seen_text(pack, made.language, {**seen, made.key: made.source})))
