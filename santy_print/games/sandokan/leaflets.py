"""Leaflets: sections of the rulebook as sheets of their own: what one may do, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from santy_print.documents import Document
from santy_print.documents.blocks import Book, Cover
from santy_print.documents.printed import Drawn
from santy_print.documents.rulebook import PAGES, STANDARDS, Rulebook

if TYPE_CHECKING:
    from santy_print.documents import Commission
    from santy_print.faces import Faces
    from santy_print.pack import Pack

LEAFLETS: Mapping[str, tuple[str, ...]] = {"reference": ("glance", "worth", "combat"), "answers": ("answers", "worth")}
"""The sections of the rulebook by the file that they are printed in; the first makes it."""
SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
"""A sheet lies on the table: its type is as large as one page has room for, pt."""


@dataclass(slots=True)
class Leaflet(Rulebook):
    """Sections of the rulebook by themselves; `part.<name>` is what the sheet is called."""

    name: str = ""

    def drawn(self) -> Drawn:
        """The book with these sections, and the pictures of the whole one."""
        whole = Rulebook.drawn(self)
        names = zip(whole.books, self.languages, strict=True)
        return replace(whole, books=tuple(self._only(book, code) for book, code in names))

    def _only(self, book: Book, language: str) -> Book:
        by_id = {section.id: replace(section, columns=1) for section in book.sections}
        sections = tuple(by_id[id] for id in LEAFLETS[self.name] if id in by_id)
        cover = Cover(self.pack.locales[language].plain(f"part.{self.name}"))
        return replace(book, cover=cover, sections=sections, pages=1)

    def pdf(self, paper: str = "a4") -> bytes:
        """One page, in the largest type that it has room for."""
        return self.set_on(replace(PAGES[paper], sizes=SIZES), STANDARDS)

    def text(self) -> str:
        """Plain text of 80 columns."""
        from santy_print.documents import text

        return text.page(self.title(), self.drawn().books)


def leaflets(pack: Pack) -> Mapping[str, Document]:
    """The reference sheet and the answer sheet, where the rulebook has their sections."""
    from santy_print.documents.skeleton import load_skeleton

    there = {section.id for section in load_skeleton(pack).sections}
    found = [name for name, sections in LEAFLETS.items() if sections[0] in there]
    return {name: Document((name,), partial(_built, name), partial(_asked, name)) for name in found}


def _asked(name: str, pack: Pack, language: str, faces: Faces) -> None:
    """What stands on a leaflet stands in the rulebook, too; only its name is its own."""
    for code in language.split("+"):
        pack.locales[code].plain(f"part.{name}")


def _built(name: str, asked: Commission) -> dict[str, bytes]:
    grey = asked.ink == "grey"
    sheet = Leaflet(asked.pack, asked.language, ink="grey" if grey else "low", recall=asked.recall, name=name)
    shown = Leaflet(asked.pack, asked.language, recall=asked.recall, name=name) if grey else sheet
    return {
        f"{name}.pdf": sheet.pdf(asked.paper),
        f"{name}.html": shown.html().encode("utf-8"),
        f"{name}.txt": sheet.text().encode("utf-8"),
    }
