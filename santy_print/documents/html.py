"""HTML: blocks in, one page out that asks nothing of the network and nothing of scripts.

Its drawings stand in it once, as vectors, and its fonts are cut to its letters. What blocks look like stands in
`templates/documents/document.html.j2`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from santy_print.documents import blocks as b
from santy_print.documents.blocks import Block, Book, Inline, Words
from santy_print.documents.fonts import Typography, fonts_css, letters_of
from santy_print.documents.pictures import icon_art
from santy_print.documents.words import AT_HOME, BESIDE, Code, Foreign, paired, unended
from santy_print.folders import data_folder
from santy_print.svg import Shared

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

    from santy_print.faces import Frame

FONTS_MARK = "/* fonts */"
"""Where the fonts go: the first of its kind in a page stands before any word of a pack."""
STAR = " ★"
SCROLLS = '<p class="scrolls" aria-hidden="true">← →</p>'
"""Below a drawing that a narrow screen scrolls."""
EDGE = 15
"""So many hundredths of a figure's height are at its edge."""
PORTRAIT = 24
"""So many letters below a portrait stand in one line on any screen."""

Drawn = Callable[[str], str]
"""How a page shows the picture within a text, by its name."""


def runs_to_html(markup: str, foreign: Foreign = AT_HOME, icon: Drawn = html.escape) -> Code:
    """Light Markdown as HTML; icons become what `icon` makes of their names, foreign phrases tell their language."""
    from santy_print.text import parse_markup

    parts = []
    for run in parse_markup(paired(markup)):
        part = "".join(_piece(*piece) for piece in foreign.split(run.text))
        if run.icon:
            part = icon(run.icon)
        if run.italic:
            part = f"<em>{part}</em>"
        if run.bold:
            part = f"<strong>{part}</strong>"
        parts.append(part)
    return Code("".join(parts))


def _piece(text: str, lang: str, name: bool) -> str:
    """A name whole, in its language; other words as they are."""
    if lang:
        return f'<span lang="{html.escape(lang)}" class="name">{html.escape(text)}</span>'
    return f'<span class="name">{html.escape(text)}</span>' if name else _ended(text)


def _ended(text: str) -> str:
    """A text in which a number keeps its ending."""
    parts = map(html.escape, unended(text))
    return "".join(f'<span class="ended">{part}</span>' if n % 2 else part for n, part in enumerate(parts))


CLOSING = range(18, 29)
"""So many letters a text's last line is to have, and so many stay together for it at most."""


def _closed(code: str) -> str:
    """HTML whose last words stay together, as far as no tag stands among them: no last line is a stub of two."""
    head, mark, tail = code.rpartition(">")
    before, _, last = tail.rpartition(" ")
    while before and len(html.unescape(last)) < CLOSING.start:
        rest, _, word = before.rpartition(" ")
        if len(html.unescape(word + last)) >= CLOSING.stop:
            break
        before, last = rest, f"{word} {last}"
    between = " " * (len(before) + len(last) < len(tail))
    return f'{head}{mark}{before}{between}<span class="closing">{last}</span>' if " " in last else code


@dataclass(slots=True)
class Writer:
    """Blocks as HTML. `langs` are the languages of the document, `from_right` those that are written so."""

    frames: Mapping[str, Frame]
    shared: Shared
    langs: tuple[str, ...]
    from_right: frozenset[str] = frozenset()
    foreign: Foreign = AT_HOME
    _ids: set[str] = field(default_factory=set)

    # Drawings

    def picture(self, picture: b.Picture | str | None, look: str = "") -> Code:
        """A drawing: `alt` says it to those who cannot see it, without it they need not know."""
        picture = b.Picture(picture) if isinstance(picture, str) else picture
        if picture is None or picture.name not in self.frames:
            return Code("")
        frame = self.frames[picture.name]
        label = f'role="img" aria-label="{html.escape(picture.alt)}"' if picture.alt else 'aria-hidden="true"'
        box = f'viewBox="0 0 {frame.width:g} {frame.height:g}" width="{frame.width:g}" height="{frame.height:g}"'
        use = f'<use href="#{html.escape(self.shared.face(picture.name, frame))}"/>'
        return Code(f'<svg class="{html.escape(f"pic {look}".strip())}" {box} {label}>{use}</svg>')

    def icon(self, name: str) -> Code:
        """The picture within a text."""
        return self.picture(b.Picture(icon_art(name), name), "icon")

    # Texts

    plain = staticmethod(b.plain)

    def named(self, name: str) -> Code:
        """What a document is, in the font of each of its languages."""
        own, beside, twin = name.partition(BESIDE)
        if not beside or len(self.langs) < 2:
            return Code(html.escape(name))
        return Code(f"{html.escape(own)}{beside}<span {self.spoken(self.langs[1])}>{html.escape(twin)}</span>")

    def heading(self, text: Inline) -> Code:
        """A title, which a narrow screen breaks after a comma where it can."""
        return self.phrased(text, ",")

    def phrased(self, text: Inline, marks: str, most: int = 60) -> Code:
        """A text that is broken after one of some marks, where it has to be broken and no part is longer than that."""
        parts = re.split(rf"(?<=[{re.escape(marks)}]) ", text) if isinstance(text, str) else []
        if len(parts) < 2 or b.plain(text) != text or max(map(len, parts)) > most:
            return self.inline(text)
        words = type(text)
        return Code(" ".join(f'<span class="phrase">{self.inline(words(part))}</span>' for part in parts))

    def inline(self, text: Inline) -> Code:
        """A text within a line."""
        if isinstance(text, b.Sign):
            return Code(f'<span class="signed">{self.picture(text.picture, "sign")}{html.escape(text.word)}</span>')
        if isinstance(text, b.Numeral):
            return Code(f'<span class="numeral">{html.escape(text.text)}</span>')
        if isinstance(text, b.Tongue):
            return Code(f"<span {self.spoken(text.lang)}>{self.inline(text.text)}</span>")
        if isinstance(text, b.Picture):
            return self.picture(text, "sign")
        if isinstance(text, b.Dressed):
            return Code(f'<span class="{text.look}">{self.inline(text.text)}</span>')
        if isinstance(text, b.Aloud):
            shown = self.inline(text.shown)
            hidden = f'<span aria-hidden="true">{shown}</span>' if shown else ""
            return Code(f'{hidden}<span class="unseen">{html.escape(text.spoken)}</span>')
        if isinstance(text, b.Meter):
            shares = {"to": text.to, "low": text.low, "high": text.high}
            look = "; ".join(f"--{name}: {value:.4f}" for name, value in shares.items() if value is not None)
            return Code(f'<span class="meter{" point" if text.low is not None else ""}" style="{look}"></span>')
        if isinstance(text, tuple):
            return Code("".join(map(self.inline, text)))
        lines = text.split("\n")
        if isinstance(text, Words):
            return Code("<br>".join(runs_to_html(line, self.foreign, self.icon) for line in lines))
        return Code("<br>".join(map(_ended, lines)))

    def lined(self, text: Inline) -> Code:
        """A text of a table or below a title: of two languages each has lines of its own."""
        own, twin = (text[0], text[2]) if isinstance(text, tuple) and len(text) == 3 else ("", "")
        if isinstance(twin, b.Tongue):
            spoken = self.spoken(twin.lang)
            return Code(
                f'<span class="own">{self.inline(own)}</span><span class="own" {spoken}>{self.inline(twin.text)}</span>'
            )
        return self.inline(text)

    def closed(self, text: Inline) -> str:
        """A paragraph's text: one of some length has no short last line."""
        code = self.inline(text)
        return _closed(code) if len(b.plain(text)) > 2 * CLOSING.stop else code

    def spoken(self, lang: str) -> Code:
        """The attributes of what is said in a language."""
        return Code(f'lang="{html.escape(lang)}" dir="{"rtl" if lang in self.from_right else "ltr"}"')

    # Blocks

    def body(self, blocks: Iterable[Block]) -> Code:
        """Blocks one after another."""
        return Code("\n".join(filter(None, map(self.block, blocks))))

    def block(self, block: Block) -> Code:
        """A block as an element, or several."""
        return Code(getattr(self, f"_{type(block).__name__.lower()}")(block))

    def _heading(self, it: b.Heading) -> str:
        return f"<h3>{self.inline(it.text)}</h3>"

    def _paragraph(self, it: b.Paragraph) -> str:
        look = "" if it.style == "plain" else f' class="{it.style}"'
        return f"<p{look}>{self.closed(it.text)}</p>"

    def _points(self, it: b.Points) -> str:
        tag = "ol" if it.steps else "ul"
        return f"<{tag}>\n" + "".join(f"<li>{self.closed(item)}</li>\n" for item in it.items) + f"</{tag}>"

    def _table(self, it: b.Table) -> str:
        looks = [_look(column, [row[at] for row in it.rows if at < len(row)]) for at, column in enumerate(it.columns)]
        looks += [""] * max(map(len, (*it.rows, it.head)), default=0)
        head = "".join(
            f'<th scope="col"{_class(_whole(look, cell, at == 0))}>{self.lined(cell)}</th>'
            for at, (cell, look) in enumerate(zip(it.head, looks, strict=False))
        )
        top = f"<thead><tr>{head}</tr></thead>\n" if it.head else ""
        rows = []
        for number, row in enumerate(it.rows):
            look = "total" if number in it.totals else "opens" if number in it.opens else ""
            cells = [self._cell(cell, looks[at], at == 0 and bool(it.head)) for at, cell in enumerate(row)]
            rows.append(f"<tr{_class(look)}>{''.join(cells)}</tr>\n")
        named = _class(" ".join([name for name in ("numbered", "matrix", "small") if getattr(it, name)]))
        return f'<div class="scroll" tabindex="0"><table{named}>\n{top}<tbody>\n{"".join(rows)}</tbody>\n</table></div>'

    def _cell(self, cell: Inline | b.Field, look: str, names: bool) -> str:
        """A cell of a table; the first of a row names it where the table has a head."""
        it = cell if isinstance(cell, b.Field) else b.Field(cell)
        more = f' colspan="{it.span}"' if it.span > 1 else ""
        more += f' style="--shade: {it.shade:.3f}"' if it.shade is not None else ""
        look = _whole(look, it.text, names) if names else look
        more += _class(f"{look} shaded".strip() if it.shade is not None else look)
        return f'<th scope="row"{more}>{self.lined(it.text)}</th>' if names else f"<td{more}>{self.lined(it.text)}</td>"

    def _figure(self, it: b.Figure) -> str:
        if it.picture is None:
            return ""
        caption = f"<figcaption>{self.inline(it.caption)}</figcaption>" if it.caption else ""
        if it.height is not None:
            return f'<figure style="--high: {it.height:g}">{self.picture(it.picture)}{caption}</figure>'
        labels = "".join(map(self._label, it.labels))
        lines = max((len(label.lines) for label in it.labels if label.y < EDGE), default=1)
        named = f'role="img" aria-label="{html.escape(it.picture.alt)}"'
        size = f'style="--wide: {self.frames[it.picture.name].width:g}; --lines: {lines}"'
        drawn = self.picture(it.picture.name)
        look = "stage labelled" if it.labels else "stage"
        shown = f'<div class="{look}" {size} aria-hidden="true" dir="ltr">{drawn}{labels}</div>'
        onward = "" if it.labels else SCROLLS
        return f'<figure class="wide"><div class="scroll" {named} tabindex="0">{shown}</div>{onward}{caption}</figure>'

    def _label(self, it: b.Label) -> str:
        """Words upon a figure; those at its upper and lower edge begin at one height, and keep clear of it."""
        edge = " above" if it.y < EDGE else " below" if it.y > 100 - EDGE else ""
        lines = "<br>".join(map(self.inline, it.lines))
        return f'<span class="{it.at}{edge}" style="left: {it.x:.2f}%; top: {it.y:.2f}%">{lines}</span>'

    def _ornament(self, it: b.Ornament) -> str:
        return ""

    def _row(self, it: b.Row) -> str:
        shown = "".join(map(self.picture, it.pictures))
        return f'<div class="chips" role="img" aria-label="{html.escape(it.alt)}">{shown}</div>'

    def _grid(self, it: b.Grid) -> str:
        return getattr(self, f"_grid_{it.look}")(it)  # type: ignore[no-any-return]

    def _grid_row(self, it: b.Grid) -> str:
        cells = (
            f"<li>{self.picture(cell.picture) or f'<em>{self.inline(cell.text)}</em>'}{self.inline(cell.label)}</li>\n"
            for cell in it.cells
        )
        return f'<ul class="row">\n{"".join(cells)}</ul>'

    def _grid_numbers(self, it: b.Grid) -> str:
        cells = (
            f'<div><span class="num">{self.inline(cell.text)}</span>{self.inline(cell.label)}</div>'
            for cell in it.cells
        )
        return f'<div class="numbers">{"".join(cells)}</div>'

    def _grid_portraits(self, it: b.Grid) -> str:
        cells = []
        for cell in it.cells:
            title = f'<span class="num">{self.inline(cell.title)}</span>'
            cells.append(
                f"<li>{self.picture(cell.picture)}{title}<em>{self.phrased(cell.label, ',.!?…', PORTRAIT)}</em></li>\n"
            )
        return f'<ul class="portraits">\n{"".join(cells)}</ul>'

    def _grid_faces(self, it: b.Grid) -> str:
        cells = (f"<li>{self.picture(cell.picture)}<em>{self.inline(cell.label)}</em></li>\n" for cell in it.cells)
        return f'<ul class="faces">\n{"".join(cells)}</ul>'

    def _way(self, it: b.Way) -> str:
        arrow = '<span class="arrow">→</span>'
        parts = []
        for stop, step in zip(it.stops, (*it.steps, None), strict=True):
            parts.append(f"<li>{self.picture(stop.picture)}{_unparted(stop.label, self.inline(stop.label))}</li>")
            if step and (step.picture or step.name):
                face = self.picture(b.Picture(step.picture, step.name)) if step.picture else html.escape(step.name)
                parts.append(f'<li class="by">{face}{arrow if step.arrow else ""}</li>')
            elif step and step.arrow:
                parts.append(f'<li class="to" aria-hidden="true">{arrow}</li>')
        label = f'aria-label="{html.escape(it.alt)}" dir="ltr"'
        if it.whole:
            ends = (it.stops[0].label, it.stops[-1].label)
            parts = [
                f'<li class="all">{self.picture(it.whole)}</li>',
                *(f"<li>{self.inline(each)}</li>" for each in ends),
            ]
            return f'<ol class="way whole" {label}>\n' + "\n".join(parts) + "\n</ol>"
        return f'<ol class="way {it.look}" {label}>\n' + "\n".join(parts) + "\n</ol>"

    def _remark(self, it: b.Remark) -> str:
        return f'<div class="example">{self.picture(it.picture)}<p>{self.closed(it.text)}</p></div>'

    def _entry(self, it: b.Entry) -> str:
        face = f'<p class="face">{self.picture(it.face)}{self.inline(it.note)}</p>'
        title = f"<h3>{self.inline(it.title)}{STAR if it.star else ''}</h3>"
        body = f'<div class="about">{title}<p>{self.closed(it.text)}</p></div><div>\n{self.body(it.blocks)}\n</div>'
        foot = f'<div class="foot">\n{self.body(it.foot)}\n</div>'
        return f'<div class="entry">\n{face}\n<div class="known">{body}</div>\n{foot}\n</div>'

    def _digest(self, it: b.Digest) -> str:
        return "\n".join(
            f'<div class="summary"><div>{self.picture(each.face)}</div><p><strong class="num">'
            f"{self.inline(each.title)}{STAR if each.star else ''}</strong><br>{self.closed(each.text)}</p></div>"
            for each in it.entries
        )

    def _panel(self, it: b.Panel) -> str:
        head = [f"<h3>{self.inline(it.title)}", f"<p>{self.inline(it.text)}</p>"]
        if it.twin:
            lang = self.spoken(self.langs[1])
            same = b.plain(it.title) == b.plain(it.twin.title)
            head[0] += "" if same else f"{BESIDE}<span {lang}>{self.inline(it.twin.title)}</span>"
            head.append(f"<p {lang}>{self.inline(it.twin.text)}</p>")
        return '<div class="panel">\n' + "\n".join((head[0] + "</h3>", *head[1:], self.body(it.blocks))) + "\n</div>"

    def _titled(self, it: b.Titled) -> str:
        return self.body((b.Heading(it.title), it.block))

    def _part(self, it: b.Part) -> str:
        return f"<h3>{self.inline(it.title)}</h3>\n{self.body(it.blocks)}"

    def _sides(self, it: b.Sides) -> str:
        return self.body(it.parts)

    def _wide(self, it: b.Wide) -> str:
        return self.block(it.block)

    def _lines(self, it: b.Lines) -> str:
        return f"<pre>{html.escape(it.text)}</pre>"

    def _either(self, it: b.Either) -> str:
        return self.block(it.shown)

    def _sides_of_both(self, first: b.Sides, second: b.Sides) -> str:
        """Parts of two languages beside each other, each at the height of its twin."""
        own, twin = (
            "".join(f'<div class="part">\n{self.block(part)}\n</div>' for part in sides.parts)
            for sides in (first, second)
        )
        rows = f'style="--rows: {max(len(first.parts), len(second.parts))}"'
        spoken = self.spoken(self.langs[1])
        return f'<div class="twins parts" {rows}><div>\n{own}\n</div><div {spoken}>\n{twin}\n</div></div>'

    def _twins(self, it: b.Twins) -> str:
        if isinstance(it.first, b.Sides) and isinstance(it.second, b.Sides):
            return self._sides_of_both(it.first, it.second)
        first, second = self.block(it.first), self.block(it.second)
        if not (first or second):
            return ""
        lang = self.spoken(self.langs[1])
        return f'<div class="twins"><div>\n{first}\n</div><div {lang}>\n{second}\n</div></div>'


def _look(column: b.Column, cells: list[Inline | b.Field]) -> str:
    """How a column looks: signs that have their words beside them begin on one line, rows of sums are smaller."""
    signs = any(isinstance(cell, b.Sign) for cell in cells)
    align = "signs" if signs and column.align == "center" else column.align
    sums = bool(cells) and all(isinstance(cell, str) and _of_sums(cell) for cell in cells)
    return " ".join([align] * (align != "left") + ["edge"] * column.edge + ["sums"] * sums)


def _whole(look: str, cell: Inline, first: bool) -> str:
    """The look of a cell that names a row or column: in one line if short, or a name that has room on wide screens."""
    longest = _longest(cell)
    short = isinstance(cell, str | tuple) and 0 < longest <= (NAME if first else 8)
    named = not short and isinstance(cell, str | tuple) and 0 < longest <= NAME
    return " ".join(filter(None, (look, "whole" * short, "named" * named)))


def _longest(text: Inline) -> int:
    """How many letters the longest line of a text has; each of two languages has lines of its own."""
    return max(map(len, b.plain(text).replace(BESIDE, "\n").split("\n")))


def _of_sums(text: str) -> bool:
    """Whether a cell holds a row of sums, and no word."""
    return "," in text and "+" in text and not any(map(str.isalpha, text))


NAME = 18
"""So many letters of a name stand in one line of a table that has room."""
SHORT = 16
"""So many letters of a name stand in one line below a picture."""


def _unparted(label: Inline, code: Code) -> str:
    """What stands below a picture, as HTML: names that are short stay in one line each."""
    return f'<span class="unparted">{code}</span>' if _longest(label) <= SHORT else code


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


@cache
def _environment() -> SandboxedEnvironment:
    """Of the template that stands around the blocks: what it writes is escaped, unless it is code already."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment as Environment

    built = Environment(
        loader=FileSystemLoader(data_folder("templates") / "documents"),
        undefined=StrictUndefined,
        autoescape=False,
        finalize=lambda value: value if isinstance(value, Code) else Code(html.escape(str(value))),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    built.filters["code"] = Code
    return built


def page(title: str, book: Book, frames: Mapping[str, Frame], fonts: Typography, foreign: Foreign = AT_HOME) -> str:
    """A document as one file."""
    pack = fonts.pack
    from_right = frozenset(
        code for code in book.langs if code in pack.locales and pack.locales[code].grammar.from_right
    )
    shared = Shared(fonts.attributes, screen=True)
    own, word = fonts.title_of(b.plain(book.title))
    writer = Writer(frames, shared, book.langs, from_right, foreign)
    made = (
        _environment()
        .get_template("document.html.j2")
        .render(
            title=title,
            book=book,
            write=writer,
            families=fonts.families,
            titles=fonts.titles,
            initial=fonts.initial,
            title_families=own,
            word=f"{max(word, 1):.2f}",
            fonts_mark=FONTS_MARK,
            pair=len(book.langs) > 1,
        )
    )
    texts = ("".join(other.scalars.characters()) for other in pack.locales.values())
    css = fonts_css(fonts.files, fonts.typefaces, shared, letters_of(made, texts))
    return made.replace(FONTS_MARK, css + "\n" + shared.styles(), 1)
