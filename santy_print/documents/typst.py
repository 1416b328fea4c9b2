"""Typst: blocks in, typst source and PDF out. The only importer of typst.

Words are data, never code: every text is written out as a string literal, so `#import`, `$x$` or a backslash in a
translation are printed as those characters. What blocks look like stands in `templates/documents/document.typ`.
"""

from __future__ import annotations

import json
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple

from santy_print.documents import blocks as b
from santy_print.documents.blocks import Block, Book, Inline, Words, abreast, plain
from santy_print.documents.fonts import FONTS
from santy_print.documents.words import (
    AT_HOME,
    BESIDE,
    Code,
    Foreign,
    breakable,
    calls,
    held,
    paired,
    unended,
    whole_words,
)
from santy_print.folders import data_folder
from santy_print.workers import apart

Standard = Literal["ua-1", "a-2a"]
SMALLER = 0.88
"""A face beside its words is smaller by that on the pages of a booklet, so that three entries stand on one."""
TIMESTAMP = 1136073600  # 1 January 2006: the same input gives the same bytes

TIE, WHOLE = "\u00a0", "-\u2060"
"""A space at which no line breaks, and a hyphen after which none does."""
_WITHIN = re.compile(r"(?<=\w)-(?=\w)")

# --- values -------------------------------------------------------------------------------------------------------


def typst_string(text: str) -> Code:
    """A text as a typst string literal: nothing in it is code."""
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif ord(char) < 32 or 127 <= ord(char) < 160 or char in "\u2028\u2029":
            out.append("\\n" if char == "\n" else f"\\u{{{ord(char):x}}}")
        else:
            out.append(char)
    return Code('"' + "".join(out) + '"')


def runs_to_typst(markup: str, foreign: Foreign = AT_HOME) -> Code:
    """Light Markdown as one typst expression: string literals, `strong`, `emph`, `icon`, foreign phrases as `text`."""
    from santy_print.text import parse_markup

    def in_tongues(text: str, whole: bool = False) -> str:
        return " + ".join(_piece(*piece, whole=whole) for piece in foreign.split(text)) or '""'

    def last_space(text: str) -> int:
        """Where a line may break for the last time: not within a name."""
        return "".join(piece for piece, *_ in foreign.split(text)).rfind(" ")

    parts = []
    runs = parse_markup(paired(markup))
    together = TIE in markup.rpartition(" ")[2]
    last = max((n for n, run in enumerate(runs) if last_space(run.text) >= 0), default=0)
    for n, run in enumerate(runs):
        if run.icon:
            parts.append(f"icon({typst_string(run.icon)})")
            continue
        whole = run.bold and whole_words(run.text)  # what is to be seen is seen in one piece
        part = in_tongues(run.text, whole)
        if together and n >= last and not whole:  # nor is a last line the end of a word, whatever is bold in it
            cut = last_space(run.text) + 1
            part = (
                f"{in_tongues(run.text[:cut])} + " if cut else ""
            ) + f"text(hyphenate: false, {in_tongues(run.text[cut:])})"
        if run.italic:
            part = f"emph({part})"
        if run.bold:
            part = f"strong({part})"
        parts.append(part)
    return Code("(" + " + ".join(parts or ['""']) + ")")


def _piece(text: str, lang: str, name: bool, whole: bool = False) -> str:
    """A name whole, in its language, and so is a call; of other words what a hyphen may part and what not."""
    if lang:
        return f"text(..tongue({typst_string(lang)}), hyphenate: false, {typst_string(text)})"
    if name:
        return f"text(hyphenate: false, {typst_string(text)})"
    parts: list[str] = []
    for at, own in enumerate(calls(text)):
        for n, part in enumerate(unended(own)):
            if not part:
                continue
            pieces = [(f"box({typst_string(part)})", True)] if n % 2 else held(breakable(part), whole or at % 2 == 1)
            parts += (
                f"text(hyphenate: false, {piece if n % 2 else typst_string(piece)})" if kept else typst_string(piece)
                for piece, kept in pieces
            )
    return " + ".join(parts)


def _whole(text: str) -> Code:
    """A text as an expression, in which a number keeps its ending."""
    parts = [f"box({typst_string(part)})" if n % 2 else typst_string(part) for n, part in enumerate(unended(text))]
    return Code(parts[0] if len(parts) == 1 else f"({' + '.join(parts)})")


def typst_data(value: Any, foreign: Foreign = AT_HOME) -> Code:
    """Plain data as a typst value; `Words` become content, every other text a string literal."""
    if isinstance(value, Code):
        return value
    if isinstance(value, Words):
        return runs_to_typst(value, foreign)
    if value is None:
        return Code("none")
    if isinstance(value, bool):
        return Code("true" if value else "false")
    if isinstance(value, int | float):
        return Code(str(value))
    if isinstance(value, Mapping):
        pairs = [f"{typst_string(str(key))}: {typst_data(item, foreign)}" for key, item in value.items()]
        return Code("(" + (", ".join(pairs) or ":") + ")")
    if isinstance(value, list | tuple):
        return Code("(" + "".join(f"{typst_data(item, foreign)}, " for item in value) + ")")
    return typst_string(str(value))


def mm(value: float) -> Code:
    """A length."""
    return Code(f"{value:g}mm")


_SHORT, _LAST, _MOST, _HANGING = 24, 11, 26, 2
"""A text of fewer letters has no last line to speak of; last lines have so many. What stays in one line for that is no
longer than this, or it would leave a gap in the line before, at whose end no word of so few letters hangs for it."""


def unparted(text: Inline, least: int = 0) -> Inline:
    """A text whose last two words stay in one line, so that no last line is a word alone.

    Words that no line's end parts are two already. Where lines are long so many more do that a last line has `least`
    letters.
    """
    if isinstance(text, tuple) and "\n" in text:  # each of two languages ends a line of its own
        own = (replace(it, text=unparted(it.text, least)) if isinstance(it, b.Tongue) else it for it in text)
        return tuple(unparted(it, least) for it in own)
    if isinstance(text, tuple):
        return (*text[:-1], unparted(text[-1], least)) if text else text
    if not isinstance(text, Words) or len(text) < _SHORT or text.endswith("}"):
        return text
    head, space, last = text.rpartition(" ")
    kept = last
    while space and (TIE not in kept or len(kept.replace("*", "")) < least):
        before, space, word = head.rpartition(" ")
        if len((word + kept).replace("*", "")) > _MOST or "{" in word + kept or "\n" in word + kept:
            break
        head, kept = before, f"{word}{TIE}{kept}"
    while kept != last:
        before, _, word = head.rpartition(" ")
        if not word.isalpha() or len(word) > _HANGING or len((word + kept).replace("*", "")) > _MOST:
            break
        head, kept = before, f"{word}{TIE}{kept}"
    return Words(f"{head}{' ' if head else ''}{_WITHIN.sub(WHOLE, kept)}") if kept != last else text


def plain_unparted(text: str, long: bool = True) -> str:
    """The same for a text without markup, in lines that are long or not."""
    return str(unparted(Words(text), _LAST if long else 0))


# --- blocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Writer:
    """Blocks as calls of the functions in `document.typ`.

    `columns` are those of a page; `langs` the languages of the document; `narrow` pages have one column only.
    """

    langs: tuple[str, ...]
    columns: int
    foreign: Foreign = AT_HOME

    def inline(self, text: Inline) -> Code:
        """A text as an expression."""
        if isinstance(text, b.Sign):
            return Code(f"sign({self.data(text.picture)}, {typst_string(text.word)})")
        if isinstance(text, b.Numeral):
            return Code(f"titled(1.3em, {typst_string(text.text)}, fill: wood)")
        if isinstance(text, b.Tongue):
            return Code(f"text(..tongue({typst_string(text.lang)}), {self.inline(text.text)})")
        if isinstance(text, b.Picture):
            return Code(f"sign({typst_string(text.name)}, {typst_string(text.alt)}, size: 1.15em)")
        if isinstance(text, b.Dressed):
            return Code(f"dressed.at({typst_string(text.look)})({self.inline(text.text)})")
        if isinstance(text, b.Aloud):
            return self.inline(text.shown)
        if isinstance(text, b.Meter):
            return self.call("meter", to=text.to, low=text.low, high=text.high)
        if isinstance(text, tuple):
            parts = [*map(self.inline, text)]
            if text[-2:-1] == ("\n",) and isinstance(text[-1], b.Tongue):
                parts[-1] = Code(f"text(fill: wood, {parts[-1]})")  # of two languages in lines of their own
            if text[-2:-1] == (BESIDE,) and isinstance(text[-1], b.Tongue):
                parts[-2:] = [Code(f"text(fill: wood, {parts[-2]} + {parts[-1]})")]
            return Code("(" + " + ".join(parts) + ")") if text else Code('""')
        return typst_data(text, self.foreign) if isinstance(text, Code | Words) else _whole(text)

    def lines(self, text: Inline) -> Code:
        """A text; in two languages an array of both, so that each breaks its own lines."""
        if not isinstance(text, tuple) or text[1:2] != ("\n",) or not isinstance(text[-1], b.Tongue):
            return self.inline(text)
        return self.array((self.inline(text[0]), f"text(fill: wood, {self.inline(text[2])})"))

    def data(self, value: Any) -> Code:
        """A value as an expression; drawings by their name and what they say."""
        if isinstance(value, b.Picture):
            return Code(f"(name: {typst_string(value.name)}, alt: {typst_string(value.alt)})")
        return typst_data(value, self.foreign)

    def array(self, parts: Iterable[str]) -> Code:
        """Expressions as an array."""
        return Code("(" + "".join(f"{part}, " for part in parts) + ")")

    def texts(self, texts: Iterable[Inline]) -> Code:
        """Texts as an array."""
        return self.array(map(self.inline, texts))

    def cells(self, row: Iterable[Inline | b.Field], count: int) -> Code:
        """A row of a table of so many columns."""
        fields = [cell if isinstance(cell, b.Field) else b.Field(cell) for cell in row]
        fields += [b.Field("")] * (count - sum(field.span for field in fields))
        return self.array(
            self.inline(unparted(it.text, _LAST))
            if it.span == 1 and it.shade is None
            else self.call("", body=self.inline(unparted(it.text, _LAST)), span=it.span, shade=it.shade)
            for it in fields
        )

    def body(self, blocks: Iterable[Block]) -> Code:
        """Blocks one after another, as content."""
        return Code("{ " + "; ".join(map(self.block, blocks)) + " }")

    def call(self, function: str, /, **given: Any) -> Code:
        """A call; texts and lengths are written already."""
        return Code(f"{function}(" + ", ".join(f"{key}: {self.data(value)}" for key, value in given.items()) + ")")

    def block(self, block: Block) -> Code:
        """A block as an expression."""
        made: Code = getattr(self, f"_{type(block).__name__.lower()}")(block)
        return made

    def section(self, it: b.Section) -> Code:
        """A section of a sheet; its title costs no line where it stands in the corner of a matrix."""
        title = self.call("title-of", title=self.inline(it.title), note=self.inline(unparted(it.note)))
        first, *rest = map(_shown, it.blocks)
        if isinstance(first, b.Table) and first.matrix:
            body = [self._table(first, title), *map(self.block, rest)]
        else:
            body = [title, self.block(first), *map(self.block, rest)]
        return self.call("", width=it.width, body=self.array(body))

    def _heading(self, it: b.Heading) -> Code:
        return Code(f"heading(level: 2, {self.inline(it.text)})")

    def _paragraph(self, it: b.Paragraph) -> Code:
        text = unparted(it.text, _LAST)
        if it.style == "lead" and (lead := _words_of(text)):
            return Code(f"lead({self.array(lead)})")
        return Code(f"paragraphs.at({typst_string(it.style)})({self.inline(text)})")

    def _points(self, it: b.Points) -> Code:
        return Code(f"{'enum' if it.steps else 'list'}({', '.join(map(self.item, it.items))})")

    def item(self, text: Inline) -> Code:
        """An item of a list."""
        return self.inline(unparted(text, _LAST))

    def _table(self, it: b.Table, corner: Code | None = None) -> Code:
        count = max(map(len, (*it.rows, it.head)), default=0)
        columns = it.columns or (*[b.Column()] * (count - 1), b.Column(fill=True))
        wide = it.small and all(column.fill for column in columns[1:])
        heads = [self.lines(head) if wide else self.inline(unparted(head)) for head in it.head[1:]]
        return self.call(
            "rows",
            head=self.array((corner or self.inline(it.head[0]), *heads)) if it.head else None,
            rows=self.array(self.cells(row, count) for row in it.rows),
            align=self.array(f"{_SIDES[column.align]} + horizon" for column in columns),
            columns=self.array("1fr" if column.fill else "auto" for column in columns),
            edges=[number for number, column in enumerate(columns) if column.edge],
            **{name: getattr(it, name) for name in ("numbered", "small", "matrix", "opens", "totals")},
        )

    def _figure(self, it: b.Figure, share: float = 1.0) -> Code:
        labels = [
            f"(x: {label.x:g}%, y: {label.y:g}%, at: {typst_string(label.at)}, lines: {lines})"
            for label in it.labels
            for lines in [self.array(map(self._line, label.lines))]
        ]
        return self.call(
            "drawing",
            picture=it.picture,
            caption=self.inline(unparted(it.caption)) if it.caption else None,
            height=mm(it.height) if it.height else Code("auto"),
            labels=self.array(labels),
            **({"share": Code(f"{100 * share:g}%")} if share < 1 else {}),
            **({"most": it.most} if it.most < 1 else {}),
        )

    def _line(self, line: Inline) -> Code:
        """A line of a label; of two languages the second's looks like everything that it says beside the first."""
        made = self.inline(line)
        return Code(f"text(fill: wood, {made})") if isinstance(line, b.Tongue) else made

    def _ornament(self, it: b.Ornament) -> Code:
        return Code(f"ornament({self.data(it.picture)}, high: {mm(it.high)})")

    def ending(self, it: b.Ornament, room: float, apart: float) -> Code:
        """A drawing that ends a column: so many mm are left, and so many of them stay empty above it at least."""
        return Code(f"ending({self.data(it.picture)}, high: {mm(it.high)}, room: {mm(room)}, apart: {mm(apart)})")

    def closing(self, it: b.Ornament, room: float) -> Code:
        """A drawing below all columns of a page, of which so many mm are left: none where that is little."""
        return Code(f"closing({self.data(it.picture)}, high: {mm(it.high)}, room: {mm(room)})")

    def _row(self, it: b.Row) -> Code:
        return self.call("chips", names=list(it.pictures), alt=it.alt, height=mm(it.height))

    def _grid(self, it: b.Grid) -> Code:
        keys = ("text", "title", "label")
        cells = []
        for cell in it.cells:
            inline = {key: self.inline(unparted(value)) if (value := getattr(cell, key)) else None for key in keys}
            if it.look == "portraits" and cell.label:
                inline["label"] = self.lines(unparted(cell.label))
            cells.append(self.call("", picture=cell.picture, **inline))
        high = f", high: {mm(it.height)}" if it.look == "faces" else ""
        return Code(f"grids.at({typst_string(it.look)})({self.array(cells)}{high})")

    def _way(self, it: b.Way) -> Code:
        stops = [self.call("", name=stop.picture, label=self.inline(stop.label)) for stop in it.stops]
        steps = [self.call("", face=step.picture, name=step.name, arrow=step.arrow) for step in it.steps]
        if it.whole:
            return Code(f"way-whole({typst_string(it.alt)}, {typst_string(it.whole)}, {self.array(stops)})")
        return Code(
            f"ways.at({typst_string(it.look)})({typst_string(it.alt)}, {self.array(stops)}, {self.array(steps)})"
        )

    def _remark(self, it: b.Remark, *twin: Code) -> Code:
        return Code(f"remark({', '.join([self.data(it.picture), self.inline(unparted(it.text, _LAST)), *twin])})")

    def _entry(self, it: b.Entry, twin: b.Entry | None = None, function: str = "entry") -> Code:
        """An entry; on a narrow page with the words of a second language beside the same face."""
        foot = self._feet(it.foot, twin.foot if twin else ())
        also = (
            self.call("", title=self.inline(twin.title), words=self.inline(unparted(twin.text)), lang=self.langs[1])
            if twin
            else None
        )
        return self.call(
            function,
            title=self.inline(it.title),
            star=it.star,
            face=it.face,
            width=mm(it.width * (1.0 if self.columns > 1 else SMALLER)),
            note=self.inline(it.note) if it.note else None,
            words=self.inline(unparted(it.text, 0 if self.columns > 1 else _LAST)),
            body=self.body(it.blocks) if it.blocks else None,
            foot=Code("{ " + "; ".join(foot) + " }") if foot else None,
            also=also,
        )

    def _feet(self, first: Sequence[Block], second: Sequence[Block]) -> list[Code]:
        """What stands below an entry; of two languages one frame with the words of both, where both have one."""
        out = []
        for one, two in zip_longest(first, second):
            if isinstance(one, b.Remark) and isinstance(two, b.Remark) and one.picture == two.picture:
                text = self.inline(unparted(two.text, _LAST))
                out.append(self._remark(one, Code(f"text(..tongue({typst_string(self.langs[1])}), {text})")))
            else:
                out += [self.block(one)] if one else []
                out += [self.alone(two, 1)] if two else []
        return out

    def _digest(self, it: b.Digest) -> Code:
        entries = [
            self.call(
                "",
                face=each.face,
                title=self.inline(each.title),
                line=self.inline(unparted(each.text, _LAST if self.columns > 1 else 0)),
                star=each.star,
            )
            for each in it.entries
        ]
        return Code(f"digest({self.array(entries)}, look)")

    def _panel(self, it: b.Panel) -> Code:
        heads = [
            self.call(
                "",
                picture=each.picture,
                title=self.inline(each.title),
                text=self.inline(unparted(each.text, _LAST)),
            )
            for each in (it, it.twin)
            if each
        ]
        codes = self.data(list(self.langs))
        return Code(f"panel({codes}, {self.columns}, {self.array(heads)}, {self.body(it.blocks)})")

    def _titled(self, it: b.Titled) -> Code:
        return self.body((b.Heading(it.title), it.block))

    def _part(self, it: b.Part) -> Code:
        return Code(f"part({self.inline(it.title)}, {self.body(it.blocks)})")

    def _sides(self, it: b.Sides) -> Code:
        def part(own: b.Part) -> Code:
            lines = [each for block in own.blocks if isinstance(block, b.Digest) for each in block.entries]
            stars = [self.call("", title=self.inline(each.title), star=each.star) for each in lines]
            body = Code(f"look => {self.body(own.blocks)}")
            return self.call("", title=self.inline(own.title), lines=self.array(stars), body=body)

        def column(numbers: Iterable[int]) -> Code:
            return self.array(part(it.parts[n]) for n in numbers)

        return Code(f"halves({column(it.left)}, {column(it.right)})")

    def _wide(self, it: b.Wide) -> Code:
        return self.block(it.block) if len(self.langs) > 1 else Code(f"wide({it.edge}, {self.across(it)})")

    def across(self, it: b.Wide) -> Code:
        """What stands over all columns; a figure as wide as it is to be."""
        return self._figure(it.block, it.share) if isinstance(it.block, b.Figure) else self.block(it.block)

    def _lines(self, it: b.Lines) -> Code:
        return Code(f"raw({typst_string(it.text)}, block: true)")

    def _either(self, it: b.Either) -> Code:
        return self.block(it.shown)

    def alone(self, it: Block, number: int, title: Inline = "") -> Code:
        """A block of a pair over the whole width of a page, with a heading in its own language."""
        head = f"section({self.inline(title)}, none); " if title else ""
        return Code(f"spoken({typst_string(self.langs[number])}, {{ {head}{self.block(it)} }})")

    def _twins(self, it: b.Twins) -> Code:
        if isinstance(it.first, b.Sides):
            return Code(f"{{ {self.alone(it.first, 0)}; {self.alone(it.second, 1)} }}")
        if isinstance(it.first, b.Entry) and isinstance(it.second, b.Entry) and self.columns == 1:
            return self._entry(it.first, it.second)
        if isinstance(it.first, b.Entry) and isinstance(it.second, b.Entry):
            twins = (self._entry(each, function="") for each in (it.first, it.second))
            return Code(f"twin-entries({', '.join([self.data(list(self.langs)), *twins])})")
        first, second = it.first, it.second
        if (
            self.columns == 1
            and isinstance(first, b.Paragraph)
            and isinstance(second, b.Paragraph)
            and first.style == second.style == "aside"
        ):
            return self._aside(first, second)
        return self.beside(self.block(it.first), self.block(it.second))

    def _aside(self, *twins: b.Paragraph) -> Code:
        """A box beside the rules that says the same in each language."""
        pairs = zip(self.langs, twins, strict=True)
        words = (f"spoken({typst_string(code)}, {self.inline(unparted(it.text, _LAST))})" for code, it in pairs)
        return Code(f"aside-of-both({', '.join(words)})")

    def beside(self, first: Code, second: Code) -> Code:
        """What two languages say, beside each other or, on a narrow page, one below the other."""
        return Code(f"twins({self.data(list(self.langs))}, {self.columns}, {{ {first} }}, {{ {second} }})")

    def below(self, it: Code, number: int) -> Code:
        """What one of two languages says on a narrow page, where the other stands above or below."""
        return Code(f"{('first-tongue', 'second-tongue')[number]}({typst_string(self.langs[number])}, {it})")


_BREAKS = {"page": "pagebreak", "column": "colbreak"}
_SIDES = {"left": "start", "right": "end", "center": "center"}


def _shown(block: Block) -> Block:
    return block.shown if isinstance(block, b.Either) else block


def _words_of(text: Inline) -> list[str]:
    """The words of a text as expressions, each with its looks; none where it does not begin with a letter."""
    from santy_print.text import parse_markup

    words: list[list[str]] = [[]]
    for run in parse_markup(paired(text)) if isinstance(text, Words) else ():
        for n, piece in enumerate([""] if run.icon else run.text.split(" ")):
            words += [[]] if n else []
            made = f"icon({typst_string(run.icon)})" if run.icon else typst_string(breakable(piece))
            made = f"emph({made})" if run.italic else made
            words[-1].append(f"strong({made})" if run.bold else made)
    joined = [" + ".join(word) or '""' for word in words]
    return joined if joined[0].startswith('"') and joined[0] != '""' else []


class Beginning(NamedTuple):
    """The first lines of a document's source, and what stands above all its text."""

    lines: Sequence[str]
    mast: Code


def beginning(book: Book, writer: Writer, title: str, values: Mapping[str, Any]) -> Beginning:
    """How a document begins; `values` are those of `document-of`."""
    cover = book.cover
    facts = [writer.call("", icon=fact.icon, text=writer.inline(fact.text)) for fact in cover.facts]
    mast = writer.call(
        "masthead",
        title=writer.inline(book.title),
        name=cover.name,
        tagline=writer.lines(unparted(cover.tagline)),
        picture=cover.picture,
        facts=writer.array(facts),
    )
    named = {"title": title, "author": book.author, "lang": book.langs[0], "version": book.version}
    given = {**named, "head": [plain(book.title), cover.name], **values}
    rules = ", ".join(f"{key}: {writer.data(value)}" for key, value in given.items())
    return Beginning(('#import "document.typ": *', f"#show: document-of.with({rules})"), mast)


def section_head(book: Book, writer: Writer, section: b.Section) -> Code:
    """The heading of a section, in one language or two."""
    twin = writer.inline(b.Tongue(book.langs[1], section.twin)) if section.twin else Code("none")
    own = b.Tongue(book.langs[0], section.title) if len(book.langs) > 1 else section.title
    return Code(f"section({writer.inline(own)}, {twin})")


def document(book: Book, writer: Writer, title: str, values: Mapping[str, Any], spare: Sequence[Code] = ()) -> str:
    """The source of a document that breaks where typst breaks it; `values` are those of its page, fonts and type.

    `spare` are pages to write upon, before a back cover or last.
    """
    if book.look == "sheet":
        return _sheet(book, writer, title, values)
    at = 1 if len(book.langs) > 1 else min(book.sections[0].columns, writer.columns)
    begun = beginning(book, writer, title, {"columns": at, **values})
    out = [*begun.lines, f"#{begun.mast}"]
    left = [f"#{code}" for code in spare]
    for section in book.sections:
        back = section is book.sections[-1] and (section.fresh == "page" or section.columns == 1)
        if back:
            out += left
            left = []
        columns = 1 if len(book.langs) > 1 else min(section.columns, writer.columns)
        if columns != at:
            out.append(f"#set page(columns: {columns})")
            at = columns
        elif back and (writer.columns == 1 or len(book.langs) > 1):
            out.append("#pagebreak(weak: true)")
        elif writer.columns > 1 and section.fresh and len(book.langs) == 1:
            out.append(f"#{_BREAKS[section.fresh]}(weak: true)")
        out.append(f"#{section_head(book, writer, section)}")
        # Without a plan nobody knows what follows on the page: what fills room would lie over it.
        wide = writer.columns > 1 and len(book.langs) == 1
        shown = (it for it in section.blocks if not isinstance(it, b.Ornament) or (it.pages == "wide" and wide))
        out += [f"#{writer.block(block)}" for block in shown]
    return "\n".join([*out, *left]) + "\n"


def _sheet(book: Book, writer: Writer, title: str, values: Mapping[str, Any]) -> str:
    """The source of a sheet, for `sheet.typ`: a section is a call, and those that stand side by side are one."""
    named = {"title": title, "author": book.author, "lang": book.langs[0]}
    rules = ", ".join(f"{key}: {writer.data(value)}" for key, value in {**named, **values}.items())
    out = ['#import "sheet.typ": *', f"#show: sheet-of.with({rules})", *_leaf(book, writer)]
    if book.then:
        out += _leaf(book.then, writer, 1)
    return "\n".join(out) + "\n"


def _leaf(book: Book, writer: Writer, number: int = 0) -> Iterator[str]:
    """The pages of a sheet in one language, with page numbers and a foot of their own."""
    foot, lead = writer.inline((book.title, " · ", book.version)), writer.inline(book.cover.tagline)
    yield f"#show: leaf.with({number}, {typst_string(book.langs[0])}, {foot})"
    shown = [(section, _shown(block)) for section in book.sections for block in section.blocks]
    matrices = [(section, it) for section, it in shown if isinstance(it, b.Table) and it.matrix]
    names = [row[0] for _, it in matrices for row in it.rows]
    titles = [section.title for section, it in matrices if it is _shown(section.blocks[0])]
    yield f"#matrices-of({writer.cells(names, 0)}, {writer.texts(titles)})"
    yield f"#masthead({writer.inline(book.title)}, {lead})"
    for beside in abreast(book.sections):
        if beside[0].fresh:
            yield "#pagebreak(weak: true)"
        yield f"#abreast({writer.array(map(writer.section, beside))})"
    yield "#leaf-ends"


# --- PDF ----------------------------------------------------------------------------------------------------------


def page_count(data: bytes) -> int:
    """How many pages a PDF has."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return len(document)
    finally:
        document.close()


_COLOUR = re.compile(rb'"(#[0-9A-Fa-f]{6})"')
"""A colour as all of a document's files name it: quoted, and nothing else between the quotes."""


def _greyed(data: bytes) -> bytes:
    """A file of a document with every colour as grey as the sheets have it."""
    from santy_print.faces.ink import Ink

    ink = Ink("grey")
    return _COLOUR.sub(lambda found: f'"{ink(found[1].decode("ascii").casefold())}"'.encode("ascii"), data)


def compile_typst(
    source: str,
    files: Mapping[str, bytes] | None = None,
    fonts: Iterable[Path] = (),
    standards: Sequence[Standard] = (),
    ink: str = "low",
) -> bytes:
    """Set a document: typst source and the files it names (SVG, PDF, PNG) in, PDF out.

    The files stand in a temporary folder that is typst's whole world while it runs, so no path of this
    machine is in the bytes; neither system fonts nor the clock are looked at. A warning of typst is a
    Python warning. `standards` (`ua-1`, `a-2a`) are held to: typst refuses a document that does not conform.
    With `ink` grey nothing in it has a colour.
    """
    with _folder(source, files or {}, ink) as root:
        made, notes = apart(partial(_compiled, root, [str(path) for path in (FONTS, *fonts)], list(standards)))
    for note in notes:
        warnings.warn(f"typst: {note}", stacklevel=2)
    return made


def ask_typst(source: str, label: str, files: Mapping[str, bytes] | None = None, fonts: Iterable[Path] = ()) -> Any:
    """Lay a document out and give the value of the only `metadata` with a label, as plain data; nothing is drawn."""
    with _folder(source, files or {}, "low") as root:
        return json.loads(apart(partial(_asked, root, [str(path) for path in (FONTS, *fonts)], label)))


@contextmanager
def _folder(source: str, files: Mapping[str, bytes], ink: str) -> Iterator[Path]:
    """A temporary folder with all that a document is made of."""
    ours = (data_folder("templates") / "documents").glob("*.typ")
    with tempfile.TemporaryDirectory(prefix="santy-") as folder:
        root = Path(folder)
        given = {**{path.name: path.read_bytes() for path in ours}, **files, "main.typ": source.encode("utf-8")}
        for name, data in given.items():
            if "/" in name or "\\" in name or name.startswith("."):
                raise ValueError(f"a document's file must have a plain name, not {name!r}")
            (root / name).write_bytes(_greyed(data) if ink == "grey" and not name.endswith(".pdf") else data)
        yield root


def _asked(root: Path, fonts: Sequence[str], label: str) -> str:
    import typst

    return typst.query(
        str(root / "main.typ"),
        f"<{label}>",
        field="value",
        one=True,
        root=str(root),
        font_paths=list(fonts),
        ignore_system_fonts=True,
    )


def _compiled(root: Path, fonts: Sequence[str], standards: Sequence[Standard]) -> tuple[bytes, list[str]]:
    import typst

    made, notes = typst.compile_with_warnings(
        str(root / "main.typ"),
        root=str(root),
        font_paths=list(fonts),
        ignore_system_fonts=True,
        timestamp=TIMESTAMP,
        pdf_standards=list(standards),
    )
    if not isinstance(made, bytes):
        raise TypeError("typst made no PDF")
    return _without_suspects(made), [str(note) for note in notes]


def _without_suspects(made: bytes) -> bytes:
    """A PDF without the key `/Suspects`, whose value is false where it is left out: poppler takes it for a fault.

    Blanks stand in its place, so that every object stays where the table of objects says.
    """
    marked, suspects = b"/MarkInfo<</Marked true", b"/Suspects false"
    before, found, after = made.rpartition(marked + suspects)
    return before + marked + b" " * len(suspects) + after if found else made
