"""Pair: the same document in two languages, one out: each block beside its twin, once what both of them show."""

from __future__ import annotations

from dataclasses import replace

from santy_print.documents.blocks import (
    Block,
    Book,
    Cell,
    Cover,
    Either,
    Field,
    Figure,
    Grid,
    Inline,
    Label,
    Ornament,
    Panel,
    Paragraph,
    Part,
    Section,
    Table,
    Titled,
    Twins,
    Wide,
    Words,
    plain,
)
from santy_print.documents.words import BESIDE, both


def paired(first: Book, second: Book) -> Book:
    """A document that speaks the languages of two: block by block, or a sheet after the other.

    A sheet is looked at in haste, and its lines are too short for two names: each language has its own.
    """
    lang = second.langs[0]
    if first.look == "sheet":
        named = tuple(replace(section, id=f"{section.id}-{lang}") for section in second.sections)
        return replace(first, then=replace(second, sections=named))
    sections = zip(first.sections, second.sections, strict=True)
    cover = _cover(first.cover, second.cover)
    return replace(
        first,
        langs=(*first.langs, lang),
        cover=cover,
        sections=tuple(_section(one, two, lang) for one, two in sections),
        pages=None,
    )


def _cover(first: Cover, second: Cover) -> Cover:
    facts = [
        replace(fact, text=_alike(fact.text, twin.text, "\n"))
        for fact, twin in zip(first.facts, second.facts, strict=True)
    ]
    name, tagline = _alike(first.name, second.name, BESIDE), _alike(first.tagline, second.tagline, "\n")
    return replace(first, name=plain(name), tagline=tagline, facts=tuple(facts))


def _alike(first: Inline, second: Inline, between: str) -> Inline:
    """Two texts as one of their kind, once where they agree."""
    if isinstance(first, Words) and isinstance(second, Words) and first != second:
        return Words(f"{first}{between}{second}")
    return both(first, second, between)


def _section(first: Section, second: Section, lang: str) -> Section:
    pairs = zip(first.blocks, second.blocks, strict=True)
    blocks = tuple(block for one, two in pairs if (block := _block(one, two, lang)) is not None)
    twin = "" if plain(first.title) == plain(second.title) else second.title
    return replace(first, blocks=blocks, twin=twin)


def _block(first: Block, second: Block, lang: str) -> Block | None:
    if isinstance(first, Wide) and isinstance(second, Wide):
        return replace(first, block=_shared(first.block, second.block, lang))
    if isinstance(first, Ornament):  # two languages have pages of one column
        return None if first.pages == "wide" else first
    if _reckons_alike(first, second):
        return _shared(first, second, lang)
    return Twins(_alone(first), _alone(second))


def _reckons_alike(first: Block, second: Block) -> bool:
    """Whether two tables differ in their words alone, which stand in their heads and first cells."""
    if isinstance(first, Titled) and isinstance(second, Titled):
        return _reckons_alike(first.block, second.block)
    if not isinstance(first, Table) or not isinstance(second, Table) or not first.head or first.matrix:
        return False
    named = all(not isinstance(row[0], Field) for table in (first, second) for row in table.rows)
    return named and [row[1:] for row in first.rows] == [row[1:] for row in second.rows]


def _once(first: Table, second: Table, lang: str) -> Table:
    """A table of two languages whose numbers are the same."""
    rows = []
    for one, two in zip(first.rows, second.rows, strict=True):
        name, twin = one[0], two[0]
        assert not isinstance(name, Field)
        assert not isinstance(twin, Field)
        rows.append((both(name, twin, BESIDE, lang), *one[1:]))
    head = (both(one, two, "\n", lang) for one, two in zip(first.head, second.head, strict=True))
    return replace(first, rows=tuple(rows), head=tuple(head))


def _alone(block: Block) -> Block:
    """A block that has only half of the page for itself."""
    if isinstance(block, Paragraph) and block.style == "lead":
        return replace(block, style="plain")
    return block


def _shared(first: Block, second: Block, lang: str) -> Block:
    """What two languages show once, with the words of both."""
    if isinstance(first, Either) and isinstance(second, Either):
        return replace(first, shown=_shared(first.shown, second.shown, lang))
    if isinstance(first, Titled) and isinstance(second, Titled):
        title = both(first.title, second.title, BESIDE, lang)
        return replace(first, title=title, block=_shared(first.block, second.block, lang))
    if isinstance(first, Table) and isinstance(second, Table):
        return _once(first, second, lang)
    if isinstance(first, Figure) and isinstance(second, Figure):
        labels = zip(first.labels, second.labels, strict=True)
        caption = both(first.caption, second.caption, "\n", lang)
        return replace(first, caption=caption, labels=tuple(_label(one, two, lang) for one, two in labels))
    if isinstance(first, Panel) and isinstance(second, Panel):
        return replace(first, twin=second)
    if isinstance(first, Part) and isinstance(second, Part):
        pairs = zip(first.blocks, second.blocks, strict=True)
        blocks = tuple(_shared(one, two, lang) for one, two in pairs)
        return replace(first, title=both(first.title, second.title, BESIDE, lang), blocks=blocks)
    if isinstance(first, Grid) and isinstance(second, Grid):
        cells = zip(first.cells, second.cells, strict=True)
        return replace(first, cells=tuple(_cell(one, two, lang) for one, two in cells))
    return first


def _label(first: Label, second: Label, lang: str) -> Label:
    lines = zip(first.lines, second.lines, strict=True)
    return replace(first, lines=tuple(both(one, two, " · ", lang) for one, two in lines))


def _cell(first: Cell, second: Cell, lang: str) -> Cell:
    title = both(first.title, second.title, BESIDE, lang)
    return replace(first, title=title, label=both(first.label, second.label, "\n", lang))
