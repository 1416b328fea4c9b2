"""Printed: a document of a pack, drawn once, set in any form: PDF on a kind of page, HTML for a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from santy_print.diag import Report
from santy_print.documents.blocks import Book
from santy_print.documents.fonts import Typography
from santy_print.documents.pair import narrowed, paired
from santy_print.documents.pictures import as_files
from santy_print.documents.typst import (
    Standard,
    Writer,
    ask_typst,
    compile_typst,
    document,
    mm,
    page_count,
    typst_data,
    typst_string,
)
from santy_print.documents.words import AT_HOME, Code, Foreign
from santy_print.faces import Faces, Recall, made_here
from santy_print.pack import Pack

if TYPE_CHECKING:
    from santy_print.faces import Frame


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

    def book_on(self, sheet: Page) -> Book:
        """The document for pages of a kind: what two languages show twice on wide ones stands once on narrow ones."""
        book = self.drawn().book
        return narrowed(book) if sheet.columns == 1 and book.look != "sheet" else book

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

    def set_on(self, sheet: Page, standards: Sequence[Standard] = (), whole: int = 1) -> bytes:
        """A PDF, in the largest type that keeps to the pages hoped for; of whole sheets of `whole` pages.

        Its breaks are planned, unless something is higher than a page: then typst breaks it.
        """
        from santy_print.documents.planned import set_pages

        book = self.drawn().book
        if book.look != "sheet" and (made := set_pages(self, sheet, standards, whole)) is not None:
            return made
        made = b""
        for size in sheet.sizes:
            made = self._flowing(sheet, size, standards)
            if book.pages is None or page_count(made) <= book.pages:
                break
        else:
            made = self._flowing(sheet, sheet.sizes[0], standards)
        more = -page_count(made) % whole
        return self._flowing(sheet, sheet.sizes[0], standards, self.spare_pages(more)) if more else made

    def _flowing(self, sheet: Page, size: float, standards: Sequence[Standard], spare: Sequence[Code] = ()) -> bytes:
        """A PDF that breaks where typst breaks it."""
        source = document(self.book_on(sheet), self.writer(sheet), self.title(), self.values(sheet, size), spare)
        return self.compiled(source, standards)

    def compiled(self, source: str, standards: Sequence[Standard] = ()) -> bytes:
        """A source of this document as PDF."""
        return compile_typst(source, self._files(), self.fonts.folders, standards, self.ink)

    def asked(self, source: str, label: str) -> Any:
        """What a source of this document has as its only value with a label."""
        return ask_typst(source, label, self._files(), self.fonts.folders)

    def writer(self, sheet: Page) -> Writer:
        """What writes its blocks for pages of a kind."""
        return Writer(self.drawn().book.langs, sheet.columns, self.foreign())

    def values(self, sheet: Page, size: float) -> dict[str, Any]:
        """The values of its page, fonts and type."""
        more = {"paper": sheet.paper, "margin": [mm(side) for side in sheet.margin], "size": size}
        more |= {"page-size": [mm(side) for side in sheet.size]} if sheet.size else {}
        more |= {"line": sheet.line} if sheet.line else {}
        return {**more, "fonts": self.fonts.families}

    def spare_pages(self, count: int) -> list[Code]:
        """Pages to write upon, so many: one for scores before any for notes, where there are several."""
        if not count:
            return []
        notes = Code(f"notes-page({', '.join(self._titles('notes'))})")
        sums = "".join(f"{title}, " for title in self._titles("sums") if title != "none")
        columns = min(max(4, self.drawn().book.cover.most), 10)
        scores = Code(f"scores-page({', '.join(self._titles('scores'))}, count: {columns}, sums: ({sums}))")
        return ([scores] if count > 1 else []) + [notes] * max(1, count - 1)

    def _titles(self, name: str) -> tuple[str, str]:
        """What is written on a page to write upon, in all languages of the document."""
        titles = [self.pack.locales[language].plain(f"booklet.{name}") for language in self.languages]
        own, twin = titles[0], next((title for title in titles[1:] if title != titles[0]), None)
        second = "none" if twin is None else f"text(..tongue({typst_string(self.languages[1])}), {typst_string(twin)})"
        return typst_string(own), second

    def source(self, sheet: Page, size: float) -> str:
        """The typst source of the document on pages of a kind, as it is broken without a plan."""
        return document(self.book_on(sheet), self.writer(sheet), self.title(), self.values(sheet, size))

    def _files(self) -> dict[str, bytes]:
        """The files that the source names."""
        if self._named is None:
            drawn, families = self.drawn(), self.fonts.families
            own: list[Any] = [{"name": name, "covers": Code(f'regex("{chars}")')} for name, chars in self.fonts.scripts]
            titles = [*own, *families["title"], *families["symbol"], *families["text"]]
            others = {code: [*names, *families["symbol"], *families["text"]] for code, names in self.fonts.titles}
            edge = Code(f"{self.fonts.title_height}em") if self.fonts.titles else "cap-height"
            given: dict[str, Any] = {"title-fonts": titles, "title-fonts-by": others, "title-edge": edge}
            given |= {"title-depth": self.fonts.title_depth, "sign": drawn.book.knot}
            lines = "".join(f"#let {name} = {typst_data(value)}\n" for name, value in given.items())
            self._named = {"given.typ": lines.encode("utf-8"), **as_files(drawn.frames, self.fonts)}
        return self._named

    def html(self) -> str:
        """One HTML file that asks nothing of the network and nothing of scripts."""
        from santy_print.documents import html

        drawn = self.drawn()
        return html.page(self.title(), drawn.book, drawn.frames, self.fonts, self.foreign())
