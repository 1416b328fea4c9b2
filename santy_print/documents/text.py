"""Text: blocks in, plain text of 80 columns out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from santy_print.columns import pad, width
from santy_print.documents import blocks as b
from santy_print.documents.blocks import Block, Book, Inline, plain
from santy_print.documents.words import paired

COLUMNS = 80
BAR = 20
"""Columns of a bar that is full."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Blocks as plain text."""

    def blocks(self, blocks: Iterable[Block], between: str = "\n\n") -> str:
        """Blocks one after another; what says nothing in plain text is not there."""
        return between.join(text for text in map(self.block, blocks) if text)

    def block(self, block: Block) -> str:
        """A block, without blank lines around it."""
        made: str = getattr(self, f"_{type(block).__name__.lower()}")(block)
        return made

    def _heading(self, it: b.Heading) -> str:
        return underlined(it.text, "-")

    def _paragraph(self, it: b.Paragraph) -> str:
        lead = {"aside": "! ", "note": "  "}.get(it.style, "")
        return fill(it.text, lead, lead if it.style == "aside" else None)

    def _points(self, it: b.Points) -> str:
        return "\n".join(fill(item, f"{n:2d}. " if it.steps else "* ") for n, item in enumerate(it.items, 1))

    def _table(self, it: b.Table) -> str:
        return text_table([it.head, *it.rows] if it.head else it.rows, head=bool(it.head))

    def _figure(self, it: b.Figure) -> str:
        return fill(it.caption, "  ") if it.caption else ""

    def _ornament(self, it: b.Ornament) -> str:
        return ""

    def _row(self, it: b.Row) -> str:
        return fill(it.alt, "  > ")

    def _grid(self, it: b.Grid) -> str:
        return text_table([[cell.title or cell.text, cell.label] for cell in it.cells], head=False)

    def _way(self, it: b.Way) -> str:
        return fill(it.alt, "  ")

    def _remark(self, it: b.Remark) -> str:
        return fill(it.labelled or it.text, "  > ", "    ")

    def _entry(self, it: b.Entry) -> str:
        title = plain(it.title) + (" *" if it.star else "") + (f" ({plain(it.note)})" if it.note else "")
        return "\n".join(
            filter(None, (underlined(title, "-"), fill(it.text), self.blocks((*it.blocks, *it.foot), "\n")))
        )

    def _digest(self, it: b.Digest) -> str:
        return text_table([[each.title, each.text] for each in it.entries], head=False)

    def _panel(self, it: b.Panel) -> str:
        head = f"{underlined(it.title, '-')}\n{fill(it.text)}"
        return "\n\n".join(filter(None, (head, self.blocks(it.blocks))))

    def _titled(self, it: b.Titled) -> str:
        return self.blocks((b.Heading(it.title), it.block))

    def _part(self, it: b.Part) -> str:
        body = self.blocks(it.blocks)
        return f"{underlined(it.title, '-')}\n{body}" if body else ""

    def _sides(self, it: b.Sides) -> str:
        return self.blocks(it.parts)

    def _wide(self, it: b.Wide) -> str:
        return self.block(it.block)

    def _lines(self, it: b.Lines) -> str:
        return it.text

    def _either(self, it: b.Either) -> str:
        return self.blocks(it.text)

    def _twins(self, it: b.Twins) -> str:
        return self.blocks((it.first, it.second))


SOFT_HYPHEN = "\u00ad"
"""Where a word may be parted: lines of plain text part none."""


def page(title: str, books: Sequence[Book]) -> str:
    """A whole document; with two languages each paragraph comes first in one, then in the other."""
    first, writer, other = books[0], Writer(), books[1] if len(books) > 1 else None
    if first.look == "sheet":
        return "\n\n".join(_sheet(book, writer) for book in books).replace(SOFT_HYPHEN, "")
    heads = [[fill(book.cover.tagline), writer.block(b.Points(_facts(book)))] for book in books]
    out = ["\n".join(filter(None, (underlined(title), heads[0][0]))), heads[0][1]]
    out += ["\n".join(filter(None, (underlined(other.name, "-"), heads[1][0]))), heads[1][1]] if other else []
    out = [*filter(None, out)]
    for number, section in enumerate(first.sections):
        twin = other.sections[number] if other else section
        named = plain(section.title)
        named += f" / {plain(twin.title)}" if twin.title != section.title else ""
        pairs = zip(section.downward, twin.downward, strict=True)
        blocks = [each for pair in pairs for each in (pair if other else pair[:1])]
        out.append("\n" + underlined(named) + "\n\n" + writer.blocks(blocks))
    return "\n\n".join(out).replace(SOFT_HYPHEN, "").strip() + "\n"


def _sheet(book: Book, writer: Writer) -> str:
    """A sheet: what is said of a section stands right below its title."""
    motto = "\n".join(map(fill, plain(book.cover.tagline).split("\n")))
    out = [underlined(book.title), *filter(None, [motto])]
    for section in book.sections:
        head = underlined(section.title, "-") + (f"\n{fill(section.note)}" if section.note else "")
        out += [f"{head}\n\n{writer.blocks(section.blocks)}"]
    return "\n\n".join(out).strip() + "\n"


def _facts(book: Book) -> tuple[Inline, ...]:
    return tuple(fact.text for fact in book.cover.facts)


def fill(text: Inline, first: str = "", rest: str | None = None, columns: int = COLUMNS) -> str:
    """Wrap a paragraph; `first` leads the first line and `rest` (blanks by default) the others.

    Non-breaking spaces hold, and come out as plain blanks: they are for the typesetter, not for a terminal.
    """
    lead = " " * width(first) if rest is None else rest
    wrapped = textwrap.fill(
        paired(plain(text)),
        columns,
        initial_indent=first,
        subsequent_indent=lead,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2060", "")


def underlined(text: Inline, line: str = "=") -> str:
    """A heading and a line of its length under it."""
    shown = fill(text)
    return shown + "\n" + line * max(width(part) for part in shown.split("\n"))


def text_table(
    rows: Sequence[Sequence[Inline | b.Field]], head: bool = True, indent: int = 2, columns: int = COLUMNS
) -> str:
    """A table of wrapped cells; where the page is too narrow, the widest columns give way, or a blank between all."""
    count = max((len(row) for row in rows), default=0)
    cells = [[*map(_cell, row), *[""] * (count - len(row))] for row in rows]
    gap, widths = _widths(cells, columns - indent)
    out = []
    for number, row in enumerate(cells):
        stacks = [_lines(cell, size) for cell, size in zip(row, widths, strict=True)]
        for level in range(max(len(stack) for stack in stacks)):
            line = [stack[level] if level < len(stack) else "" for stack in stacks]
            padded = [pad(part, size) for part, size in zip(line, widths, strict=True)]
            out.append((" " * indent + gap.join(padded)).rstrip())
        if head and number == 0:
            out.append(" " * indent + gap.join("-" * size for size in widths))
    return "\n".join(out)


def _cell(cell: Inline | b.Field) -> str:
    return "#" * round(cell.to * BAR) if isinstance(cell, b.Meter) else plain(cell)


def _lines(cell: str, size: int) -> list[str]:
    return fill(cell, columns=max(size, 1)).split("\n")


def _tight(column: Sequence[str], size: int) -> int:
    """The width of the longest line of a column's cells, where none is to be wider than a size (or than a word)."""
    return max(width(line) for cell in column for line in _lines(cell, size))


def _widths(cells: Sequence[Sequence[str]], columns: int) -> tuple[str, list[int]]:
    """What stands between the columns of a table, and their widths.

    A column that lines break in is no wider than its lines, and what it leaves goes to the others. Two blanks stand
    between columns, or one where that keeps every cell whole.
    """
    stacks = [*zip(*cells, strict=True)]
    whole = [max(map(width, column)) for column in stacks]
    widths, gaps = whole[:], len(whole) - 1
    room = columns - 2 * gaps
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    widths = [_tight(column, size) for column, size in zip(stacks, widths, strict=True)]
    for i in sorted(range(len(whole)), key=lambda i: whole[i] - widths[i]):
        widths[i] = _tight(stacks[i], min(whole[i], widths[i] + max(room - sum(widths), 0)))
    broken = any(width(cell) > size for row in cells[1:] for cell, size in zip(row, widths, strict=True))
    return (" ", whole) if broken and sum(whole) + gaps <= columns else ("  ", widths)
