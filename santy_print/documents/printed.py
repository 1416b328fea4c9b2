"""Printed: a document of a pack, drawn once, set in any form: PDF on a kind of page, HTML for a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from santy_print.diag import Report
from santy_print.documents.blocks import Book
from santy_print.documents.fonts import Typography
from santy_print.documents.pair import paired
from santy_print.documents.pictures import as_files
from santy_print.documents.typst import Standard, Writer, compile_typst, document, mm, page_count
from santy_print.documents.words import AT_HOME, Foreign
from santy_print.faces import Faces, Recall, made_here
from santy_print.pack import Pack

if TYPE_CHECKING:
    from santy_print.faces import Frame

MOST_SPARE, NEAR = 260.0, 10.0
"""So many mm of a page can be kept empty at most, and so near to as many as can be is near enough."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: paper as typst calls it, margins (sides, top, bottom) in mm, the most columns, sizes of type in pt."""

    paper: str
    margin: tuple[float, float, float]
    columns: int
    sizes: tuple[float, ...]
    size: tuple[float, float] | None = None
    """Width and height in mm, where it is not quite the paper."""
    line: float | None = None
    """The height of a line of a table, pt, where all are alike."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The book of each language and the pictures of all by name."""

    books: tuple[Book, ...]
    frames: Mapping[str, Frame]

    @property
    def book(self) -> Book:
        """One book that says all."""
        return self.books[0] if len(self.books) == 1 else paired(*self.books)


@dataclass(slots=True)
class Printed:
    """A document of a pack in a language (or two, `fr+pl`): composed once, drawn once, set in any form.

    Whoever derives from it draws it and names it. What was left out goes to `report`; a face that cannot be drawn is a
    PackError. `ink` is low or grey: the paper of a document has no tone of its own.
    """

    pack: Pack
    language: str
    report: Report = field(default_factory=Report)
    ink: str = "low"
    recall: Recall = made_here
    _drawn: Drawn | None = None
    _named: dict[str, bytes] | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it speaks."""
        return tuple(self.language.split("+"))

    @property
    def fonts(self) -> Typography:
        """Its fonts."""
        return Typography(self.pack, self.languages)

    def drawn(self) -> Drawn:
        """The document as blocks, with its pictures."""
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn

    def _draw(self) -> Drawn:
        raise NotImplementedError

    def faces(self, language: str) -> Faces:
        """The faces of the pack in a language."""
        return Faces(self.pack, self.pack.locales[language], self.ink, self.recall)

    def title(self) -> str:
        """What its file is called to whoever opens it."""
        raise NotImplementedError

    def foreign(self) -> Foreign:
        """Phrases in another language."""
        return AT_HOME

    def set_on(self, sheet: Page, standards: Sequence[Standard] = (), notes: int = 0) -> bytes:
        """A PDF, in the largest type in which it has no more pages than are hoped for."""
        wanted = self.drawn().book.pages

        def compiled(size: float, spare: float = 0.0) -> bytes:
            source = self.source(sheet, size, notes, spare)
            return compile_typst(source, self._files(), self.fonts.folders, standards, self.ink)

        made: list[bytes] = []
        for size in sheet.sizes:
            made.append(compiled(size))
            if wanted is None or page_count(made[-1]) <= wanted:
                return self._balanced(sheet, made[-1], partial(compiled, size))
        return self._balanced(sheet, made[0], partial(compiled, sheet.sizes[0]))

    def _balanced(self, sheet: Page, made: bytes, compiled: Callable[[float], bytes]) -> bytes:
        """A document of half a page, whose columns end at the same height; any other as it is.

        typst fills one column before the next: the more of the page's foot is kept empty, the more alike they are.
        """
        if sheet.columns == 1 or self.drawn().book.look == "sheet" or page_count(made) > 1:
            return made
        fits, fails = 0.0, MOST_SPARE
        while fails - fits > NEAR:
            spare = (fits + fails) / 2
            if page_count(tried := compiled(spare)) == 1:
                made, fits = tried, spare
            else:
                fails = spare
        return made

    def source(self, sheet: Page, size: float, notes: int = 0, spare: float = 0.0) -> str:
        """The typst source of the document on pages of a kind, the last `spare` mm of the first kept empty."""
        book = self.drawn().book
        writer = Writer(book.langs, sheet.columns, self.foreign())
        more = {"paper": sheet.paper, "margin": [mm(side) for side in sheet.margin], "size": size}
        more |= {"page-size": [mm(side) for side in sheet.size]} if sheet.size else {}
        more |= {"line": sheet.line} if sheet.line else {}
        more |= {"spare": spare} if spare else {}
        return document(book, writer, self.title(), {**more, "fonts": self.fonts.families, "notes": notes})

    def _files(self) -> dict[str, bytes]:
        """The files that the source names."""
        if self._named is None:
            self._named = as_files(self.drawn().frames, self.fonts)
        return self._named

    def html(self) -> str:
        """One HTML file that asks nothing of the network and nothing of scripts."""
        from santy_print.documents import html

        drawn = self.drawn()
        return html.page(self.title(), drawn.book, drawn.frames, self.fonts, self.foreign())
