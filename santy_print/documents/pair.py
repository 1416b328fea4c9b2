"""Pair: the same document in two languages, one out: each block beside its twin, once what both of them show.

On a narrow page twins stand below each other; there a table, a row of pictures or a scene is one, with the words of
both.
"""

from __future__ import annotations

from dataclasses import replace

from santy_print.documents.blocks import (
    Block,
    Book,
    Cell,
    Cover,
    Either,
    Entry,
    Field,
    Figure,
    Grid,
    Inline,
    Label,
    Ornament,
    Panel,
    Paragraph,
    Part,
    Picture,
    Section,
    Table,
    Titled,
    Tongue,
    Twins,
    Way,
    Wide,
    Words,
    plain,
)
from santy_print.documents.words import BESIDE, both

LINE = 44
"""So many letters of both languages stand in one line of a cell; of more each has a line of its own."""
SMALLER = 0.92
"""A figure over all columns is no larger, of its own size: the words below it are twice as many."""


def paired(first: Book, second: Book) -> Book:
    """A document that speaks the languages of two: block by block, or a sheet after the other.

    A sheet is looked at in haste, and its lines are too short for two names: each language has its own.
    """
    lang = second.langs[0]
    if first.look == "sheet":
        named = tuple(replace(section, id=f"{section.id}-{lang}") for section in second.sections)
        return replace(first, then=replace(second, sections=named))
    sections = zip(first.sections, second.sections, strict=True)
    cover = _cover(first.cover, second.cover, lang)
    return replace(
        first,
        langs=(*first.langs, lang),
        cover=cover,
        sections=tuple(_section(one, two, lang) for one, two in sections),
        pages=1 if first.pages == 1 else None,  # a sheet that is one page is to be one in two languages, too
    )


def _cover(first: Cover, second: Cover, lang: str) -> Cover:
    facts = [
        replace(fact, text=_alike(fact.text, twin.text, "\n"))
        for fact, twin in zip(first.facts, second.facts, strict=True)
    ]
    name, tagline = _alike(first.name, second.name, BESIDE), both(first.tagline, second.tagline, "\n", lang)
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
        return replace(first, block=_smaller(_shared(first.block, second.block, lang)))
    if isinstance(first, Ornament):
        return first
    if _reckons_alike(first, second) or _shows_alike(first, second):
        return _shared(first, second, lang)
    return Twins(_alone(first), _alone(second))


def _smaller(it: Block) -> Block:
    if isinstance(it, Either):
        return replace(it, shown=_smaller(it.shown))
    return replace(it, most=SMALLER) if isinstance(it, Figure) else it


def _shows_alike(first: Block, second: Block) -> bool:
    """Whether two figures, or rows of faces, are the same but for the words below them."""
    if isinstance(first, Either) and isinstance(second, Either):
        return _shows_alike(first.shown, second.shown)
    if isinstance(first, Figure) and isinstance(second, Figure):
        return (
            first.picture is not None
            and _same(first.picture, second.picture)
            and len(first.labels) == len(second.labels)
        )
    if isinstance(first, Grid) and isinstance(second, Grid) and first.look == "faces":
        return _cells_alike(first, second)
    return False


def _same(first: Picture | None, second: Picture | None) -> bool:
    return (first and first.name) == (second and second.name)


def _cells_alike(first: Grid, second: Grid) -> bool:
    """Whether the cells of two grids show the same pictures."""
    pairs = [*zip(first.cells, second.cells, strict=False)]
    return len(first.cells) == len(second.cells) and all(_same(one.picture, two.picture) for one, two in pairs)


# --- narrow pages -------------------------------------------------------------------------------------------------


def narrowed(book: Book) -> Book:
    """The same for pages of one column, where what stands twice would stand below itself."""
    if len(book.langs) < 2:
        return book
    lang = book.langs[1]
    sections = (replace(each, blocks=tuple(_narrow(block, lang) for block in each.blocks)) for each in book.sections)
    return replace(book, sections=tuple(sections))


def _narrow(block: Block, lang: str) -> Block:
    """A block whose twin shows the same as one with the words of both; in an entry those at its pictures are."""
    if not isinstance(block, Twins):
        return block
    if isinstance(block.first, Entry) and isinstance(block.second, Entry):
        return replace(block, first=_entry(block.first, block.second, lang))
    return _merged(block.first, block.second, lang) or block


def _entry(first: Entry, second: Entry, lang: str) -> Entry:
    """An entry that says at its face and its ways what another says there, too."""
    first = replace(first, face=first.joint or first.face, note=both(first.note, second.note, "\n", lang))
    if len(first.blocks) != len(second.blocks):
        return first
    return replace(first, blocks=tuple(_way(*each, lang) for each in zip(first.blocks, second.blocks, strict=True)))


def _merged(first: Block, second: Block, lang: str) -> Block | None:
    """Two blocks as one; None where they differ in more than words."""
    if isinstance(first, Either) and isinstance(second, Either):
        shown = _merged(first.shown, second.shown, lang)
        return replace(first, shown=shown) if shown else None
    if isinstance(first, Titled) and isinstance(second, Titled):
        inner = _merged(first.block, second.block, lang)
        return Titled(both(first.title, second.title, BESIDE, lang), inner) if inner else None
    if isinstance(first, Way) and isinstance(second, Way) and first.look == "scene" and first.steps == second.steps:
        if [stop.picture for stop in first.stops] != [stop.picture for stop in second.stops]:
            return None
        return _way(first, second, lang)
    if isinstance(first, Grid) and isinstance(second, Grid) and first.look == "row" and _cells_alike(first, second):
        return _shared(first, second, lang)
    if isinstance(first, Table) and isinstance(second, Table):
        return _table_of_both(first, second, lang)
    return None


def _way(first: Block, second: Block, lang: str) -> Block:
    """A way whose stops are called as in both languages; other blocks stay the first's."""
    if isinstance(first, Either) and isinstance(second, Either):
        return replace(first, shown=_way(first.shown, second.shown, lang))
    if not isinstance(first, Way) or not isinstance(second, Way):
        return first
    if len(first.stops) != len(second.stops):
        return first
    pairs = zip(first.stops, second.stops, strict=True)
    stops = tuple(
        replace(one, picture=one.joint or one.picture, label=both(one.label, two.label, "\n", lang))
        for one, two in pairs
    )
    steps = tuple(replace(step, picture=step.joint or step.picture) for step in first.steps)
    return replace(first, stops=stops, steps=steps, alt=_alt_of_both(first.alt, second.alt))


def _table_of_both(first: Table, second: Table, lang: str) -> Table | None:
    """A table whose words alone differ: a cell has those of both, in a line where they are short in all its column."""
    if first.matrix or replace(first, rows=(), head=()) != replace(second, rows=(), head=()):
        return None
    if [*map(len, first.rows)] != [*map(len, second.rows)] or len(first.head) != len(second.head):
        return None
    rows = [[*zip(one, two, strict=True)] for one, two in zip(first.rows, second.rows, strict=True)]
    if any(one != two and not (isinstance(one, str) and isinstance(two, str)) for row in rows for one, two in row):
        return None
    count = max(map(len, rows), default=0)
    longest = [max(_long(*row[n]) for row in rows if n < len(row)) for n in range(count)]
    between = [BESIDE if long <= LINE else "\n" for long in longest]
    made = (tuple(_cell_of(*cell, between[n], lang) for n, cell in enumerate(row)) for row in rows)
    head = (both(one, two, "\n", lang) for one, two in zip(first.head, second.head, strict=True))
    return replace(first, rows=tuple(made), head=tuple(head))


def _long(first: Inline | Field, second: Inline | Field) -> int:
    return len(plain(first)) + (len(plain(second)) if first != second else 0)


def _cell_of(first: Inline | Field, second: Inline | Field, between: str, lang: str) -> Inline | Field:
    """A cell in both languages; of one that is no text both are the same."""
    return both(first, second, between, lang) if isinstance(first, str) and isinstance(second, str) else first


def _alt_of_both(first: str, second: str) -> str:
    """What a picture says of itself, in both languages; once where they agree."""
    return first if first == second else f"{first} · {second}"


# --- wholes -------------------------------------------------------------------------------------------------------


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
        caption = both(first.caption, second.caption, "\n", lang)
        labels = _labels(first, second, lang)
        return replace(first, picture=_picture(first.picture, second.picture), caption=caption, labels=labels)
    if isinstance(first, Panel) and isinstance(second, Panel):
        pairs = zip(first.blocks, second.blocks, strict=True)
        return replace(first, blocks=tuple(_way(one, two, lang) for one, two in pairs), twin=second)
    if isinstance(first, Part) and isinstance(second, Part):
        pairs = zip(first.blocks, second.blocks, strict=True)
        blocks = tuple(_shared(one, two, lang) for one, two in pairs)
        return replace(first, title=both(first.title, second.title, BESIDE, lang), blocks=blocks)
    if isinstance(first, Grid) and isinstance(second, Grid):
        cells = zip(first.cells, second.cells, strict=True)
        return replace(first, cells=tuple(_cell(one, two, lang) for one, two in cells))
    return first


def _labels(first: Figure, second: Figure, lang: str) -> tuple[Label, ...]:
    """The labels of a drawing, all in one way: what differs has a line of its own in each language, for there is little
    room aside.
    """
    pairs = (
        (label, [*zip(label.lines, two.lines, strict=True)])
        for label, two in zip(first.labels, second.labels, strict=True)
    )
    return tuple(
        replace(label, lines=tuple(line for pair in lines for line in _each(*pair, lang))) for label, lines in pairs
    )


def _each(one: Inline, two: Inline, lang: str) -> tuple[Inline, ...]:
    """A line in each language, or one where both say the same; a number that both begin with stands there once."""
    if plain(one) == plain(two):
        return (one,)
    if isinstance(one, tuple) and isinstance(two, tuple) and one[:2] == two[:2]:
        two = two[2:]
    return (one, Tongue(lang, two))


def _cell(first: Cell, second: Cell, lang: str) -> Cell:
    """A cell with the words of both, each in lines of its own: no name is parted."""
    words = ((first.title, second.title), (first.text, second.text), (first.label, second.label))
    title, text, label = (both(*texts, "\n", lang) for texts in words)
    return replace(first, picture=_picture(first.picture, second.picture), text=text, title=title, label=label)


def _picture(first: Picture | None, second: Picture | None) -> Picture | None:
    """A picture that says in both languages what it shows."""
    return replace(first, alt=_alt_of_both(first.alt, second.alt)) if first and second else first
