"""Markdown: a rulebook written in Markdown in, the nodes of a `rulebook.yaml` and the words of each language out.

A section for each `##`, with an entry for each block, each at its place in the file. Words are texts like those of a
locale file, called by their section and their first words, so that one more paragraph changes the name of no other.
What a rulebook cannot hold (raw HTML, links, code, lists in lists) is refused where it stands.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from santy_print.diag import Report, SourceFile, Span, plural, register
from santy_print.source import Entry, Map, Node, Scalar, Seq, refuse_steering

if TYPE_CHECKING:
    from markdown_it.token import Token

register("markdown-refused", "a rulebook in Markdown holds what no rulebook can: HTML, a link, code, a list in a list")
register("markdown-order", "a rulebook in Markdown has no section, or something that stands in the wrong place")
register("markdown-figure", "a figure in Markdown is not written as one")
register("markdown-apart", "a language's rulebook in Markdown is not built as that of the source language")
register("markdown-large", "a rulebook in Markdown holds more than a rulebook may")

MAX_LETTERS = 100_000
"""The length of a file; the library's time for a hostile one grows with its square."""
MAX_BLOCKS = 2_000
STEM = "rulebook"
"""What the keys of all words of a rulebook begin with."""
TAKEN = ("title", "motto", "name", "pair", "labels", "summary")
"""What no section is called: other words of a rulebook have these names."""

Kind = Literal["title", "motto", "cover", "section", "heading", "text", "aside", "points", "steps", "table", "faces"]
_NAMES: Mapping[Kind, str] = {
    "title": "the title",
    "motto": "a text on the cover",
    "cover": "a figure on the cover",
    "section": "a section",
    "heading": "a heading",
    "text": "a paragraph",
    "aside": "a text in a box",
    "faces": "figures",
}
_REFUSED = {
    "fence": ("code", "write it as a text, without the ```"),
    "code_block": ("code", "four blanks at the beginning of a line make code: take them away"),
    "html_block": ("HTML", "Markdown alone is read here: **bold**, *italic*, lists, tables"),
    "html_inline": ("HTML", "Markdown alone is read here: **bold**, *italic*; a line ends with two blanks or a \\"),
    "link_open": ("a link", "paper leads nowhere: write what it says, and its address as a text where it is wanted"),
}
_COMMENT = re.compile(r"<!--(?:(?!-->).)*-->\s*", re.DOTALL)
_HEIGHT = re.compile(r"([0-9]{1,3})(?: ?mm)?")
_SIDE = re.compile(r"text-align:(left|right|center)")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure: what is shown, what is said of it, and its height in mm, where one is asked for."""

    of: Scalar
    caption: Scalar | None
    height: Scalar | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A block: what kind it is of, where it stands, and the texts in it, in their order."""

    kind: Kind
    span: Span
    texts: tuple[Scalar | None, ...] = ()
    shown: tuple[Shown, ...] = ()
    sides: tuple[str, ...] = ()
    """Where the columns of a table are aligned to."""
    fresh: bool = False
    """Whether a section begins a page."""

    @property
    def shape(self) -> tuple[object, ...]:
        """What is alike in all languages: everything but the words."""
        written = tuple(text is not None for text in self.texts)
        return (
            self.kind,
            written,
            len(self.sides),
            tuple((each.of.text, each.caption is not None) for each in self.shown),
        )

    @property
    def described(self) -> str:
        """What it is, for people."""
        if self.kind in ("points", "steps"):
            return f"a list of {plural(len(self.texts), self.kind.removesuffix('s'))}"
        if self.kind == "table":
            rows = len(self.texts) // len(self.sides)
            return f"a table of {plural(rows, 'row')} and {plural(len(self.sides), 'column')}"
        shown = ", ".join(each.of.text for each in self.shown)
        return f"{_NAMES[self.kind]} ({shown})" if shown else _NAMES[self.kind]


class Prose(NamedTuple):
    """A rulebook: as `rulebook.yaml` would say it, where it has a section; and the words of each language by key."""

    node: Map | None
    words: dict[str, dict[str, Scalar]]


def read_prose(files: Mapping[str, SourceFile], source: str, report: Report) -> Prose:
    """The rulebook of a pack from its Markdown by language; that of the source language must be there.

    A language whose file is built otherwise is told, and says what it lacks as the source does.
    """
    pieces = _pieces(files[source], report)
    keys = list(_keys(pieces))
    written = {key: text for key, text in zip(keys, _texts(pieces), strict=True) if text is not None}
    words = {source: written}
    for code, file in files.items():
        if code != source:
            own = _alike(_pieces(file, report), pieces, file, report)
            words[code] = written | {k: text for k, text in zip(keys, _texts(own), strict=False) if text is not None}
    whole = any(piece.kind == "section" for piece in pieces)  # what is not was told
    return Prose(_skeleton(pieces, iter(keys), files[source]) if whole else None, words)


def _texts(pieces: Iterable[Piece]) -> Iterator[Scalar | None]:
    for piece in pieces:
        yield from piece.texts
        yield from (each.caption for each in piece.shown)


def _alike(own: Sequence[Piece], source: Sequence[Piece], file: SourceFile, report: Report) -> Sequence[Piece]:
    """The pieces of a language as far as they are built as the source's; where they part is told."""
    for n, (one, other) in enumerate(zip(own, source, strict=False)):
        if one.shape != other.shape:
            message = f"here stands {one.described}, and at {other.span} {other.described}"
            hint = "all languages say the same, block by block: one may be missing above, or be new"
            report.error("markdown-apart", message, one.span, hint)
            return own[:n]
    if len(own) < len(source):
        lines = file.text.rstrip().count("\n") + 1
        end = Span(file, lines, 1, lines, max(2, len(file.lines[lines - 1]) + 1))
        missing = source[len(own)]
        message = f"the file ends here, and at {missing.span} follows {missing.described}"
        report.error(
            "markdown-apart", message, end, f"say what is missing, or leave it to locale/ and delete {file.name}"
        )
    elif len(own) > len(source):
        more = own[len(source)]
        message = f"here stands {more.described}, of which {source[0].span.file.name} has nothing"
        report.error("markdown-apart", message, more.span, "say it there, too, or take it away")
    return own[: len(source)]


# --- keys and nodes -----------------------------------------------------------------------------------------------


def _keys(pieces: Iterable[Piece]) -> Iterator[str]:
    """The key of each text: that of the title, of sections, and of what is in them by its first words."""
    section, sections, within = "", _Names(TAKEN), _Names(("title", "motto"))
    for piece in pieces:
        if piece.kind == "section":
            section, within = f"{sections.free(_slug(piece.texts[0]))}.", _Names(("title",))
        for text in _texts([piece]):
            known = {"title": "title", "motto": "motto", "section": "title"}.get(piece.kind)
            yield f"{STEM}.{section}{known or within.free(_slug(text))}"


class _Names:
    """Names that are in use."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = dict.fromkeys(taken, 1)

    def free(self, name: str) -> str:
        """A name that nothing else has: this, or with a number behind it."""
        number, made = self.taken.get(name, 0), name
        while made in self.taken:
            number += 1
            made = f"{name}-{number}"
        self.taken[name] = number
        self.taken.setdefault(made, 1)
        return made


def _slug(text: Scalar | None) -> str:
    """A name of the first words of a text; where they have no letters of ours, of a hash of them."""
    plain = unicodedata.normalize("NFKD", text.text.casefold() if text else "")
    words = _WORD.findall("".join(char for char in plain if not unicodedata.combining(char)))[:5]
    if words and all(re.search("[a-z0-9]", word) for word in words):
        return "-".join(re.sub("[^a-z0-9]", "", word) for word in words)[:40].strip("-")
    return f"t-{hashlib.sha256(' '.join(words).encode()).hexdigest()[:8]}"


def _skeleton(pieces: Sequence[Piece], keys: Iterator[str], file: SourceFile) -> Map:
    """The pieces as `rulebook.yaml` has them."""
    top: dict[str, Node] = {}
    cover: dict[str, Node] = {}
    sections: list[tuple[Piece, str, list[Node]]] = []
    for piece in pieces:
        named = [(text, next(keys)) for text in _texts([piece])]
        says = [_scalar(key.rpartition(".")[2] if text else "", piece, text) for text, key in named]
        if piece.kind == "section":
            sections.append((piece, named[0][1].split(".")[1], []))
        elif piece.kind in ("title", "motto"):
            cover[piece.kind] = says[0]
        elif piece.kind == "cover":
            cover["figure"] = _figure(piece.shown[0], says[0])
        else:
            sections[-1][2].append(_entry(piece, says))
    span = Span(file, 1, 1, 1, 2)
    made = [
        _map(piece.span, {
            "id": _scalar(id, piece),
            **({"fresh": _scalar("page", piece)} if piece.fresh else {}),
            "blocks": Seq(tuple(blocks), piece.span),
        })
        for piece, id, blocks in sections
    ]  # fmt: skip
    top |= {"cover": _map(span, cover)} if cover else {}
    return _map(span, {**top, "sections": Seq(tuple(made), span)})


def _entry(piece: Piece, says: Sequence[Scalar]) -> Map:
    """An entry of a section."""
    kind = {"heading": "title", "aside": "text", "points": "list", "steps": "list", "table": "rows"}
    made: dict[str, Node] = {"kind": _scalar(kind.get(piece.kind, piece.kind), piece)}
    if piece.kind in ("points", "steps"):
        made["style"] = _scalar(piece.kind, piece)
        made["items"] = Seq(tuple(_map(say.span, {"say": say}) for say in says), piece.span)
    elif piece.kind == "table":
        width = len(piece.sides)
        rows = [Seq(tuple(says[at : at + width]), says[at].span) for at in range(0, len(says), width)]
        made["head"], made["rows"] = rows[0], Seq(tuple(rows[1:]), piece.span)
        made["align"] = Seq(tuple(_scalar(side, piece) for side in piece.sides), piece.span)
    elif piece.kind == "faces":
        made["shown"] = Seq(tuple(map(_figure, piece.shown, says)), piece.span)
    else:
        made["say"] = says[0]
        if piece.kind == "aside":
            made["style"] = _scalar("aside", piece)
    return _map(piece.span, made)


def _figure(shown: Shown, say: Scalar) -> Map:
    more = {"height": shown.height} if shown.height else {}
    return _map(shown.of.span, {"of": shown.of, **({"say": say} if shown.caption else {}), **more})


def _scalar(text: str, piece: Piece, at: Scalar | None = None) -> Scalar:
    return Scalar(text, at.span if at else piece.span)


def _map(span: Span, values: Mapping[str, Node]) -> Map:
    return Map({key: Entry(Scalar(key, value.span), value) for key, value in values.items()}, span)


# --- blocks -------------------------------------------------------------------------------------------------------


def _pieces(file: SourceFile, report: Report) -> list[Piece]:
    """The blocks of a file; what cannot stand there is told, and left out."""
    from markdown_it import MarkdownIt

    start = Span(file, 1, 1, 1, 2)
    if len(file.text) > MAX_LETTERS:
        message = f"{file.name} holds {len(file.text):,} characters: at most {MAX_LETTERS:,} are read"
        report.error("markdown-large", message, start, "make it shorter")
        return []
    parser = MarkdownIt("commonmark").enable("table").disable("text_join")
    parser.options["maxNesting"] = 100
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    known: dict[str, dict[str, dict[str, list[int]]]] = {}
    reader = _Reader(file, report, parser.parse(file.text, known))
    for name, reference in known.get("references", {}).items():
        reader.refuse("link_open", reference["map"][0], f"[{name}]")
    pieces = list(reader.pieces())
    if len(pieces) > MAX_BLOCKS:
        message = f"this is where the rulebook has more than {MAX_BLOCKS:,} blocks"
        report.error("markdown-large", message, pieces[MAX_BLOCKS].span, "make it shorter")
    elif not any(piece.kind == "section" for piece in pieces):
        hint = "begin one with a line like `## Setting up`; what stands before the first is the cover"
        report.error("markdown-order", f"{file.name} has no section", start, hint)
    return pieces[:MAX_BLOCKS]


@dataclass(slots=True)
class _Reader:
    """Goes through the tokens of a file."""

    file: SourceFile
    report: Report
    tokens: Sequence[Token]
    at: int = 0
    line: int = 0
    """The line that was read last, counted from 0: what has no line of its own stands there."""
    col: int = 0
    """Where on that line what follows is looked for."""
    seen: set[Kind] = field(default_factory=set)

    def pieces(self) -> Iterator[Piece]:
        """The blocks, each where it may stand."""
        fresh: Span | None = None
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.type == "hr":
                fresh = self._span(token)
                self.at += 1
                continue
            for piece in self._block(token):
                if fresh and piece.kind != "section":
                    hint = "a line across begins a page, and stands before a `##`"
                    self.report.error("markdown-order", "no section begins after this line across", fresh, hint)
                if (placed := self._placed(replace(piece, fresh=fresh is not None))) is not None:
                    yield placed
                fresh = None
        if fresh:
            self.report.error("markdown-order", "nothing follows this line across", fresh, "take it away")

    def _placed(self, piece: Piece) -> Piece | None:
        """A piece as what it is where it stands: before the first section all belongs to the cover."""
        kind: Kind = piece.kind
        if "section" not in self.seen and kind != "section":
            kind = {"text": "motto", "faces": "cover"}.get(kind, kind)  # type: ignore[assignment]
            if kind not in ("title", "motto", "cover") or kind in self.seen or len(piece.shown) > 1:
                message = f"{piece.described} stands before the first section"
                hint = "there a title, a short text and one figure make the cover; `## ...` begins a section"
                self.report.error("markdown-order", message, piece.span, hint)
                return None
        elif kind == "title":
            hint = "a section begins with ##, a heading in it with ###"
            self.report.error("markdown-order", "a title stands above all else, and once", piece.span, hint)
            return None
        self.seen.add(kind)
        return replace(piece, kind=kind)

    def _block(self, token: Token) -> Iterator[Piece]:
        """What begins at a token; it is gone through whole."""
        inner = self._inner()
        kind = token.type.removesuffix("_open")
        span = self._span(token)
        if kind == "heading":
            yield from self._heading(token, inner[0], span)
        elif kind == "paragraph":
            yield from self._paragraph(inner[0], "text", span)
        elif kind == "blockquote":
            for each in self._plain(inner, "a box"):
                yield from self._paragraph(each, "aside", span)
        elif kind in ("bullet_list", "ordered_list"):
            yield from self._list(token, inner, span)
        elif kind == "table":
            yield from self._table(inner, span)
        elif not (token.type == "html_block" and _COMMENT.fullmatch(token.content)):
            self.refuse(token.type, token.map[0] if token.map else self.line)

    def _inner(self) -> list[Token]:
        """The tokens within the one at hand, which is passed."""
        depth, begin = 0, self.at
        while True:
            depth += self.tokens[self.at].nesting
            self.at += 1
            if depth == 0:
                return list(self.tokens[begin + 1 : self.at - 1])

    def _heading(self, token: Token, inline: Token, span: Span) -> Iterator[Piece]:
        level = int(token.tag[1:])
        if level > 3:
            hint = "a title has #, a section ##, a heading in it ###"
            self.report.error("markdown-order", "headings go no deeper than ###", span, hint)
            return
        text = self._text(inline)
        if text is None:
            self.report.error("markdown-order", "this heading says nothing", span, "write it, or take it away")
            return
        kinds: tuple[Kind, ...] = ("title", "section", "heading")
        yield Piece(kinds[level - 1], span, (text,))

    def _paragraph(self, inline: Token, kind: Kind, span: Span) -> Iterator[Piece]:
        parts = inline.children or []
        images = [part for part in parts if part.type == "image"]
        if images and all(part.type in ("image", "softbreak") or not part.content.strip() for part in parts):
            self._enter(inline)
            shown = [figure for image in images if (figure := self._shown(image)) is not None]
            if shown:
                yield Piece("faces", span, (), tuple(shown))
        elif (text := self._text(inline)) is not None:
            yield Piece(kind, text.span, (text,))

    def _plain(self, tokens: Sequence[Token], where: str) -> Iterator[Token]:
        """The paragraphs within something that holds nothing else."""
        depth, outer = 0, ""
        for token in tokens:
            outer = token.type if depth == 0 else outer
            if token.type == "inline" and outer == "paragraph_open":
                yield token
            elif depth == 0 and outer != "paragraph_open" and token.nesting >= 0:
                what = "a list" if "list" in outer else _REFUSED.get(outer, ("something",))[0]
                hint = "write it below, as a paragraph or a list of its own"
                self.report.error("markdown-refused", f"{what} stands in {where}", self._span(token), hint)
            depth += token.nesting

    def _list(self, token: Token, inner: Sequence[Token], span: Span) -> Iterator[Piece]:
        if token.attrs.get("start", 1) != 1:
            hint = "begin with 1; what stands between two steps can be told in one of them"
            self.report.error("markdown-order", "these steps do not begin with 1", span, hint)
        texts: list[Scalar] = []
        for item in _items(inner):
            lines = [text for each in self._plain(item, "a list") if (text := self._text(each)) is not None]
            if lines:
                whole = "\n".join(each.text for each in lines)
                first, last = lines[0].span, lines[-1].span
                span_of_all = replace(first, end_line=last.end_line, end_col=last.end_col)
                texts.append(replace(lines[0], text=whole, span=span_of_all))
        if texts:
            yield Piece("points" if token.type == "bullet_list_open" else "steps", span, tuple(texts))

    def _table(self, inner: Sequence[Token], span: Span) -> Iterator[Piece]:
        heads = [token for token in inner if token.type == "th_open"]
        sides = [match[1] if (match := _SIDE.search(str(each.attrs.get("style", "")))) else "left" for each in heads]
        texts: list[Scalar | None] = [self._text(token) for token in inner if token.type == "inline"]
        if len(texts) == len(sides):
            self.report.error("markdown-order", "this table has no row below its head", span, "write one")
        else:
            yield Piece("table", span, tuple(texts), sides=tuple(sides))

    # Within a line

    def _enter(self, inline: Token) -> None:
        """Look for what follows on a token's own lines; several cells of a table share one."""
        if inline.map and inline.map[0] != self.line:
            self.line, self.col = inline.map[0], 0

    def _text(self, inline: Token) -> Scalar | None:
        """The words of a token in the light Markdown of all texts; None where it says nothing."""
        if not inline.content.strip():
            return None
        self._enter(inline)
        span = self._found(inline)
        parts = inline.children or []
        after = self.line, self.col
        self.col = span.col - 1
        self._refuse_within(parts)
        self.line, self.col = after
        written = _written(parts, mild=True)
        if _runs_in(written) != _runs(parts):  # a star that Markdown leaves alone has found a partner
            written = _written(parts, mild=False)
            hint = "close what it opens, or write `\\*` where it is meant"
            self.report.warning("locale-markup", "a `*` is left over in this text: it will be printed", span, hint)
        if refuse_steering(written.replace("\n", " "), span, self.report):
            return None
        return Scalar(written, span) if written.strip() else None

    def _found(self, inline: Token) -> Span:
        """Where a text stands: from its first letter to its last."""
        lines, texts = self.file.lines, inline.content.split("\n")
        first = lines[self.line]
        col = first.find(texts[0][:20].replace("|", "\\|"), self.col)
        col = col if col >= 0 else first.find(texts[0][:20], self.col)
        col = col if col >= 0 else len(first) - len(first.lstrip())
        last = self.line + len(texts) - 1
        end = col + len(texts[0]) if len(texts) == 1 else len(lines[last].rstrip())
        self.col = end if len(texts) == 1 else self.col
        return Span(self.file, self.line + 1, col + 1, last + 1, max(end, 1) + 1)

    def _shown(self, image: Token) -> Shown | None:
        """A figure, at its place."""
        of = str(image.attrs.get("src", ""))
        span = self._at(f"({of}" if of else "![", 1 if of else 0, len(of))
        height = str(image.attrs.get("title", ""))
        group, colon, name = of.partition(":")
        if not colon or not group or not name or name.startswith("//"):
            message = f"`{of[:60]}` is no figure of the pack" if of else "this figure shows nothing"
            hint = (
                "a card is `![words](cards:its-id)`, a layout `![words](face:back)`, a picture `![words](art:owl.png)`"
            )
            self.report.error("markdown-figure", message, span, hint)
            return None
        match = _HEIGHT.fullmatch(height.strip())
        if height and (match is None or not 5 <= int(match[1]) <= 240):
            hint = 'its height in millimetres, from 5 to 240, as in `![words](cards:owl "40 mm")`'
            self.report.error("markdown-figure", f"`{height[:40]}` is no height of a figure", span, hint)
            match = None
        self._refuse_within(image.children or [])
        words = _written(image.children or [], mild=False)
        scalar = Scalar(words, span) if words.strip() else None
        return Shown(Scalar(of, span), scalar, Scalar(match[1], span) if match and height else None)

    def _at(self, mark: str, skip: int, length: int) -> Span:
        """Where something stands on the lines from the one at hand on."""
        for number in range(self.line, len(self.file.lines)):
            col = self.file.lines[number].find(mark, self.col if number == self.line else 0)
            if col >= 0:
                self.line, self.col = number, col + len(mark)
                return Span(self.file, number + 1, col + skip + 1, number + 1, col + skip + max(1, length) + 1)
        return Span(self.file, self.line + 1, 1, self.line + 1, 2)

    def _span(self, token: Token) -> Span:
        """The lines of a token, from the first letter on."""
        first, last = token.map or (self.line, self.line + 1)
        text, end = self.file.lines[first], self.file.lines[max(first, last - 1)]
        col = len(text) - len(text.lstrip()) + 1
        return Span(self.file, first + 1, col, max(first + 1, last), max(col, len(end)) + 1)

    def refuse(self, kind: str, line: int, mark: str = "") -> None:
        """Tell what a rulebook cannot hold, where it stands."""
        what, hint = _REFUSED.get(kind, ("this", "write it as a text"))
        text = self.file.lines[line]
        col = max(text.casefold().find(mark.casefold(), self.col if line == self.line else 0), 0) if mark else 0
        col = col or len(text) - len(text.lstrip())
        span = Span(self.file, line + 1, col + 1, line + 1, max(len(text), col + 1) + 1)
        self.line, self.col = line, col + len(mark)
        self.report.error("markdown-refused", f"{what} stands here, which no rulebook can hold", span, hint)

    def _refuse_within(self, parts: Iterable[Token]) -> None:
        """Refuse what no text may hold, where it can be found from the line at hand on."""
        closing = False  # of a tag that was told
        for part in parts:
            if part.type == "html_inline" and part.content.startswith("</") and closing:
                continue
            closing = closing or part.type == "html_inline"
            if part.type == "image":
                hint = "leave an empty line above and below it; several beside each other are a row"
                self.report.error("markdown-figure", "a figure stands among words", self._at("![", 0, 2), hint)
            elif part.type in _REFUSED and part.type != "code_block" and not _COMMENT.fullmatch(part.content):
                mark = (
                    "["
                    if part.type == "link_open" and part.markup != "autolink"
                    else part.content.split("\n")[0] or "<"
                )
                rest = range(self.line, len(self.file.lines))
                self.refuse(part.type, next((n for n in rest if mark in self.file.lines[n]), self.line), mark)


def _items(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens within each item of a list."""
    depth = 0
    item: list[Token] = []
    for token in tokens:
        depth += min(token.nesting, 0)
        if depth > 0:
            item.append(token)
        elif token.nesting < 0:
            yield item
            item = []
        depth += max(token.nesting, 0)


_MARKS = {"strong_open": "**", "strong_close": "**", "em_open": "*", "em_close": "*"}


def _written(parts: Iterable[Token], mild: bool) -> str:
    """The parts of a text as all texts are written; `mild` leaves stars alone that are no marks of Markdown.

    Braces stand for values and small pictures, as in all texts, unless a backslash is before them.
    """
    out: list[str] = []
    for part in parts:
        if part.type == "text":
            out.append(re.sub(r"\\" if mild else r"[\\*]", r"\\\g<0>", part.content))
        elif part.type in ("text_special", "code_inline"):
            out.append(re.sub(r"[\\*{}]", r"\\\g<0>", part.content))
        elif part.type in _MARKS:
            out.append(_MARKS[part.type])
        elif part.type in ("softbreak", "hardbreak"):
            out.append(" " if part.type == "softbreak" else "\n")
    return "".join(out).strip()


def _runs(parts: Sequence[Token]) -> list[tuple[str, bool, bool]]:
    """What Markdown means: each letter with its looks."""
    out, bold, italic = [], 0, 0
    for part in parts:
        bold += {"strong_open": 1, "strong_close": -1}.get(part.type, 0)
        italic += {"em_open": 1, "em_close": -1}.get(part.type, 0)
        text = {"softbreak": " ", "hardbreak": "\n"}.get(part.type, part.content if "text" in part.type else "")
        text = part.content if part.type == "code_inline" else text
        out += [(char, bold > 0, italic > 0) for char in text]
    return _stripped(out)


def _runs_in(markup: str) -> list[tuple[str, bool, bool]]:
    """What is read of light Markdown: each letter with its looks."""
    from santy_print.text import parse_markup

    out = []
    for run in parse_markup(markup):
        text = run.text if run.icon is None else f"{{icon:{run.icon}}}"
        out += [(char, run.bold, run.italic) for char in text]
    return _stripped(out)


def _stripped(runs: list[tuple[str, bool, bool]]) -> list[tuple[str, bool, bool]]:
    while runs and runs[0][0].isspace():
        runs.pop(0)
    while runs and runs[-1][0].isspace():
        runs.pop()
    return runs
