"""Rulebook: a pack's `rulebook.yaml` and words in, the rulebook out (PDF, booklet, HTML, plain text).

The skeleton (`rulebook.yaml`) holds no word and no number: sections, what stands in them, and which rule each entry
tells. The words are the locale's; numbers, tables, figures and worked examples are the game's, computed from the pack
(`Manual`), so a rulebook cannot say what its set does not do. What a variant lacks is left out and reported. A book may
speak two languages: then each paragraph stands beside its twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from santy_print.choices import DOCUMENT_INK, DOCUMENT_PAPER, THICKNESS, check
from santy_print.diag import PackError, Report
from santy_print.documents import Document, text
from santy_print.documents import booklet as fold
from santy_print.documents.blocks import (
    Book,
    headings_in,
    parts_of,
    plain,
)
from santy_print.documents.compose import compose
from santy_print.documents.joint import Joint
from santy_print.documents.pictures import Pictures, Shown
from santy_print.documents.printed import Drawn, Page, Printed
from santy_print.documents.skeleton import has_rulebook, load_skeleton
from santy_print.documents.typst import Standard, compile_typst, page_count
from santy_print.documents.words import Foreign
from santy_print.named import in_words_of
from santy_print.output import write_atomic
from santy_print.pack import Pack
from santy_print.printer import Printer
from santy_print.text import is_blank

if TYPE_CHECKING:
    from santy_print.documents import Commission
    from santy_print.faces import Faces, Frame
    from santy_print.text import Locale

TYPE_SIZES = (10.0, 9.8, 9.6, 9.4, 9.2, 9.0)  # pt
NAME = 60
"""A name is no longer than so many letters."""
STANDARDS: tuple[Standard, ...] = ("ua-1", "a-2a")
"""What a rulebook's PDF conforms to: typst refuses to write what does not."""


PAGES = {
    "a4": Page("a4", (17, 18, 17), 2, TYPE_SIZES),
    "letter": Page("us-letter", (17, 15, 14), 2, TYPE_SIZES),
}
HALVES = {
    "a4": Page("a5", (12, 14, 14), 1, (9.2, 9.0, 8.8), fold.half("a4")),
    "letter": Page("us-statement", (11, 14, 14), 1, (9.2, 9.0, 8.8), fold.half("letter")),
}
"""The pages of a booklet: half a sheet of each paper."""


@dataclass(slots=True)
class Rulebook(Printed):
    """The rulebook of a pack in a language, or in two (`fr+pl`)."""

    def _draw(self) -> Drawn:
        books: list[Book] = []
        frames: dict[str, Frame] = {}
        shown: list[dict[str, Shown]] = []
        for language in self.languages:
            faces = self.faces(language)
            mark = "" if language == self.languages[0] else f"-{language}"
            shown.append({})
            pictures = Pictures(self.pack, self.pack.locales[language], faces, mark, frames, shown[-1])
            books.append(_composed(faces, pictures, self.report if not books else Report()))
            if not faces.report.ok:
                raise PackError(faces.report)
        if len(books) > 1:
            books = self._in_both(books, frames, shown)
        return Drawn(tuple(books), frames)

    def _in_both(
        self, books: Sequence[Book], frames: dict[str, Frame], shown: Sequence[Mapping[str, Shown]]
    ) -> list[Book]:
        """The books with faces that stand once for both languages as they are printed: in both.

        Where a face has no room for both each book keeps its own: that is said of the piece, if it is to be printed.
        """
        from santy_print.faces import Faces
        from santy_print.text import pair

        locale = self.pack.locales.get(self.language) or pair(*map(self.pack.locales.__getitem__, self.languages))
        joint = Joint(Faces(self.pack, locale, self.ink, self.recall), frames, (shown[0], shown[1]))
        made = [*map(joint.book, books)]
        if not joint.faces.report.ok:
            return [*books]
        frames.update(joint.drawn)
        return made

    # PDF

    def pdf(self, paper: str = "a4") -> bytes:
        """A file that conforms to PDF/UA-1 and PDF/A-2a, in the largest type in which each topic keeps to its page."""
        return self.set_on(PAGES[paper], STANDARDS)

    def booklet(self, paper: str = "a4", thickness: float = fold.THICKNESS, printer: Printer | None = None) -> bytes:
        """Pages of half a sheet, two on each side: print both sides, turn over the short edge, fold, staple.

        What a printer does wrong is made up for, so that both sides are folded at the same place.
        """
        book, pages = self.drawn().book, self.set_on(HALVES[paper], whole=4)
        wrong = partial((printer or Printer()).on_page, fold.SHEETS[paper], duplex="short")
        source = fold.source(
            fold.sides(page_count(pages), paper, thickness), paper, (plain(book.title), book.author), wrong
        )  # fmt: skip
        return compile_typst(source, {"pages.pdf": pages})

    def title(self) -> str:
        """Its own name after that of the game."""
        return _title(self.drawn().book, self.pack.locales[self.languages[0]])

    def foreign(self) -> Foreign:
        """The phrases that the skeleton knows."""
        phrases = load_skeleton(self.pack).foreign
        return Foreign(phrases, self.languages[0] if len(self.languages) == 1 else "", self._names())

    def _names(self) -> set[str]:
        """What people and pieces are called in the languages of the book."""
        pack, credits = self.pack, self.pack.head.credits
        spoken = (in_words_of(pack, pack.locales[code]).collections.values() for code in self.languages)
        names = {str(item["name"]) for groups in spoken for items in groups for item in items if item.get("name")}
        called = [(root, group) for group, (root, _, endings, _) in pack.game.spoken.items() if "" in endings]
        keys = [f"{root}.{item['id']}" for root, group in called for item in pack.collections.get(group, ())]
        for locale in map(pack.locales.__getitem__, self.languages):
            there = [key for key in keys if key in locale.templates and not locale.templates[key].values]
            names |= set(map(locale.plain, there))
        return {name for name in (*names, credits.designer, credits.publisher) if name and len(name) <= NAME}

    def text(self) -> str:
        """Plain text of 80 columns; with two languages each paragraph comes first in one, then in the other."""
        pack = self.pack
        books = [
            compose(pack, code, Pictures(pack, pack.locales[code]), Report() if n else self.report)
            for n, code in enumerate(self.languages)
        ]
        return text.page(_title(books[0], pack.locales[self.languages[0]]), books)


def _title(book: Book, locale: Locale) -> str:
    """A rulebook's own name after that of the game, where it has another."""
    label, name = plain(book.title), plain(book.name)
    return label if label == name else locale.plain("rulebook.pair", label=label, text=name)


@dataclass(frozen=True, slots=True)
class OnPaper:
    """How a rulebook is printed: the paper's name, the thickness of a sheet in mm (for a booklet), low or grey ink."""

    name: str = "a4"
    thickness: float = fold.THICKNESS
    ink: str = "low"

    def __post_init__(self) -> None:
        check("name", self.name, DOCUMENT_PAPER)
        check("thickness", self.thickness, THICKNESS)
        check("ink", self.ink, DOCUMENT_INK)


FILES = {"pdf": "rulebook.pdf", "booklet": "rulebook-booklet.pdf", "html": "rulebook.html"}


def write_rulebooks(
    pack: Pack,
    form: str,
    languages: Sequence[str],
    out: Path,
    report: Report,
    paper: OnPaper | None = None,
) -> Iterator[str]:
    """The rulebook in each language, or in all: yields the names of files, or the text itself."""
    chosen = languages or pack.head.languages
    paper = paper or OnPaper()
    books = [Rulebook(pack, language, report, paper.ink) for language in chosen]
    if form == "text":
        yield "\n\n".join(book.text() for book in books).rstrip("\n")
        return
    makers: dict[str, Callable[[Rulebook], bytes | str]] = {
        "pdf": partial(Rulebook.pdf, paper=paper.name),
        "booklet": partial(Rulebook.booklet, paper=paper.name, thickness=paper.thickness),
        "html": Rulebook.html,
    }
    made = [(book.language, makers[form](book)) for book in books]
    for language, data in made:
        path = out / pack.id / language / FILES[form]
        write_atomic(path, data)
        yield str(path)


def documents(pack: Pack) -> dict[str, Document]:
    """What a build makes of the rulebook, in each language, in every form; nothing where the game has none."""
    return {"rulebook": Document(("rulebook", "rulebook-booklet"), _built, _asked)} if has_rulebook(pack) else {}


def _asked(pack: Pack, language: str, faces: Faces) -> None:
    _composed(faces, Pictures(pack, faces.locale, faces), Report())


def _composed(faces: Faces, pictures: Pictures, report: Report) -> Book:
    """The book of one language; what its faces or letters lack is in the faces' report."""
    from santy_print.faces.blame import check_letters
    from santy_print.faces.typeset import check_texts, private

    locale = faces.locale
    book = compose(faces.pack, locale.code, pictures, report)
    _title(book, locale)  # what stands above it is asked for later
    parts = [*parts_of(book)]
    words = [part for part in parts if isinstance(part, str)]
    check_texts(locale, faces.book, faces.report, "rulebook.")
    pictures.check_words(words)
    check_letters(words, faces, private, "characters of private use, which a document that is to last cannot hold")
    _check_headings(parts, faces)
    return book


def _check_headings(parts: Iterable[object], faces: Faces) -> None:
    """A heading says something: who has it read aloud, or looks for it in the outline, has nothing of a picture."""
    for title in dict.fromkeys(title for title in headings_in(parts) if title and is_blank(plain(title))):
        words = title.strip() if isinstance(title, str) else plain(title)
        key = next((key for key, scalar in faces.locale.scalars.items() if scalar.text.strip() == words), None)
        message = f"{f'`{key}`' if key else f'“{words[:40]}”'} is a heading of the rulebook and holds no letter"
        where = faces.locale.scalars[key].span if key else faces.pack.where("rulebook", "sections", key=True)
        faces.report.error("rulebook-words", message, where, "write a word beside the picture")


def _built(asked: Commission) -> dict[str, bytes]:
    grey = asked.ink == "grey"
    book = Rulebook(asked.pack, asked.language, ink="grey" if grey else "low", recall=asked.recall)
    shown = Rulebook(asked.pack, asked.language, recall=asked.recall) if grey else book  # a screen has its colours
    return {
        "rulebook.pdf": book.pdf(asked.paper),
        "rulebook-booklet.pdf": book.booklet(asked.paper, printer=asked.printer),
        "rulebook.html": shown.html().encode("utf-8"),
        "rulebook.txt": book.text().encode("utf-8"),
    }
