"""Rulebook: a pack's `rulebook.yaml` and words in, the rulebook out (PDF, booklet, HTML, plain text).

The skeleton (`rulebook.yaml`) holds no word and no number: sections, what stands in them, and which rule each entry
tells. The words are the locale's; numbers, tables, figures and worked examples are the game's, computed from the pack
(`Manual`), so a rulebook cannot say what its set does not do. What a variant lacks is left out and reported. A book may
speak two languages: then each paragraph stands beside its twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print.diag import PackError, Report
from santy_print.documents import (
    FONTS,
    Code,
    Document,
    Foreign,
    Standard,
    compile_typst,
    environment,
    page_count,
    said,
    typefaces,
)
from santy_print.faces import Lender, made_here
from santy_print.output import write_atomic
from santy_print.pack import Pack, data_folder
from santy_print.printer import Printer
from santy_print.rulebook import booklet as fold
from santy_print.rulebook.compose import (
    Composer,
    Manual,
    asked_for,
    check_rulebook,
    compose,
    has_rulebook,
    merged,
)
from santy_print.rulebook.pictures import Pictures, icon_art, icons_in
from santy_print.rulebook.skeleton import (
    CardEntry,
    EventEntry,
    FigureEntry,
    Skeleton,
    TrailEntry,
    load_skeleton,
    told,
)
from santy_print.sheets import PAPERS as SIZES
from santy_print.text import is_blank

if TYPE_CHECKING:
    from collections.abc import Mapping

    from santy_print.build import Commission
    from santy_print.faces import Faces, Frame

TYPE_SIZES = (10.0, 9.8, 9.6, 9.4, 9.2, 9.0)  # pt
STANDARDS: tuple[Standard, ...] = ("ua-1", "a-2a")
"""What a rulebook's PDF conforms to: typst refuses to write what does not."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: paper as typst calls it, margins (sides, top, bottom) in mm, the most columns, sizes of type in pt."""

    paper: str
    margin: tuple[float, float, float]
    columns: int
    sizes: tuple[float, ...]
    size: tuple[float, float] | None = None
    """Width and height in mm, where it is not quite the paper."""


PAGES = {
    "a4": Sheet("a4", (17, 18, 17), 2, TYPE_SIZES),
    "letter": Sheet("us-letter", (17, 15, 14), 2, TYPE_SIZES),
}
HALVES = {
    "a4": Sheet("a5", (12, 14, 14), 1, (9.2,), fold.half("a4")),
    "letter": Sheet("us-statement", (11, 14, 14), 1, (9.2,), fold.half("letter")),
}
"""The pages of a booklet: half a sheet of each paper."""


@dataclass(slots=True)
class Rulebook:
    """The rulebook of a pack in a language (or two, `fr+pl`): composed once, drawn once, set in any form.

    What was left out goes to `report`; a face that cannot be drawn is a PackError. `ink` is low or grey: the paper of a
    book has no tone of its own.
    """

    pack: Pack
    language: str
    report: Report = field(default_factory=Report)
    ink: str = "low"
    lend: Lender = made_here
    _drawn: tuple[list[dict[str, Any]], Mapping[str, Frame], Mapping[str, str]] | None = None
    _named: dict[str, bytes] | None = None

    @property
    def languages(self) -> list[str]:
        """The languages it speaks."""
        return self.language.split("+")

    def drawn(self) -> tuple[list[dict[str, Any]], Mapping[str, Frame], Mapping[str, str]]:
        """The book as data in each language, its pictures by name, and what they say."""
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn

    def _draw(self) -> tuple[list[dict[str, Any]], Mapping[str, Frame], Mapping[str, str]]:
        from santy_print.faces import Faces

        books: list[dict[str, Any]] = []
        frames: dict[str, Frame] = {}
        alts: dict[str, str] = {}
        for language in self.languages:
            faces = Faces(self.pack, self.pack.locales[language], self.ink, self.lend)
            mark = "" if language == self.languages[0] else f"-{language}"
            pictures = Pictures(self.pack, self.pack.locales[language], faces, mark, frames)
            books.append(_composed(faces, pictures, self.report if not books else Report()))
            if not faces.report.ok:
                raise PackError(faces.report)
            alts |= pictures.alts
        return books, frames, alts

    # PDF

    def pdf(self, paper: str = "a4") -> bytes:
        """A file that conforms to PDF/UA-1 and PDF/A-2a, in the largest type in which each topic keeps to its page."""
        return self._set(PAGES[paper], STANDARDS)

    def booklet(self, paper: str = "a4", thickness: float = fold.THICKNESS, printer: Printer | None = None) -> bytes:
        """Pages of half a sheet, two on each side: print both sides, turn over the short edge, fold, staple.

        What a printer does wrong is made up for, so that both sides are folded at the same place.
        """
        sheet = HALVES[paper]
        notes = fold.padding(2 * (self.drawn()[0][0]["pages"] or 0))  # as a rule: half a page holds half as much
        pages = self._set(sheet, notes=notes)
        if more := fold.padding(page_count(pages)):
            pages = self._set(sheet, notes=(notes + more) % 4)
        sides = fold.sides(page_count(pages), paper, thickness)
        width, height = fold.SHEETS[paper]
        book = self.drawn()[0][0]
        values = {
            "width": width,
            "height": height,
            "tick": fold.TICK,
            "title": book["title"],
            "author": book["author"],
        }
        ticks = (fold.EDGE, height - fold.EDGE - fold.TICK)
        wrong = partial((printer or Printer()).on_page, (width, height), duplex="short")
        values["wrongs"] = [wrong(side=side) for side in ("front", "back")]
        source = environment(None).get_template("booklet.typ").render(values, sides=sides, ticks=ticks)
        return compile_typst(source, {"pages.pdf": pages})

    def _set(self, sheet: Sheet, standards: Sequence[Standard] = (), notes: int = 0) -> bytes:
        wanted = self.drawn()[0][0]["pages"] if len(self.languages) == 1 else None
        made: list[bytes] = []
        files, own = self._files(), self._folders()
        for size in sheet.sizes:
            made.append(compile_typst(self.source(sheet, size, notes), files, own, standards, self.ink))
            if wanted is None or page_count(made[-1]) <= wanted:
                return made[-1]
        return made[0]

    def source(self, sheet: Sheet, size: float, notes: int = 0) -> str:
        """The typst source of the book on pages of a kind."""
        books, _, alts = self.drawn()
        env = environment(self.pack.locales[self.languages[0]], foreign=self._foreign())
        values: dict[str, Any] = {"books": books, "page": sheet, "size": size, "alts": alts}
        values["fonts"] = self._families()
        if len(books) == 1:
            return env.get_template("rulebook.typ").render(values, notes=notes)
        return env.get_template("rulebook-pair.typ").render(values | merged(*books), notes=notes)

    def _files(self) -> dict[str, bytes]:
        """The files that the source names."""
        if self._named is None:
            from santy_print.svg import frame_svg

            known = typefaces(self._folders())
            self._named = {
                f"{name}.svg": frame_svg(frame, lambda path: known[path.stem].attributes)
                for name, frame in self.drawn()[1].items()
            }
            self._named["figures.typ"] = (data_folder("templates") / "documents" / "figures.typ").read_bytes()
        return self._named

    def _foreign(self) -> Foreign:
        phrases = load_skeleton(self.pack).foreign
        return Foreign(phrases, self.languages[0] if len(self.languages) == 1 else "")

    # Screen and terminal

    def html(self) -> str:
        """One HTML file that asks nothing of the network and nothing of scripts."""
        from santy_print.rulebook.screen import FONTS_MARK, Shown, fonts_css, letters_of, places
        from santy_print.svg import Shared

        books, frames, alts = self.drawn()
        known = typefaces(self._folders())
        shown = Shown(frames, Shared(lambda path: known[path.stem].attributes, screen=True))
        values: dict[str, Any] = {"books": books, "alts": alts, "shown": shown, "places": places}
        values["fonts"] = self._families()
        right = [self.pack.locales[code].grammar.from_right for code in self.languages]
        values |= {"fonts_mark": FONTS_MARK, "directions": ["rtl" if one else "ltr" for one in right]}
        locale = self.pack.locales[self.languages[0]]
        env = environment(locale, "html", self._foreign(), lambda name: shown.picture(icon_art(name), name, "icon"))
        marked = env.filters["markup"]
        env.filters.update(code=Code, lines=lambda text: Code("<br>".join(map(marked, text.split("\n")))))
        values |= merged(*books) if len(books) > 1 else {}
        page = env.get_template("rulebook.html.j2").render(values).lstrip()
        texts = ("".join(other.scalars.characters()) for other in self.pack.locales.values())
        css = fonts_css(self._font_files(), known, shown.shared, letters_of(page, texts))
        return page.replace(FONTS_MARK, css + "\n" + shown.shared.styles(), 1)

    # Fonts

    def _folders(self) -> tuple[Path, ...]:
        """The folders of fonts beside the house's."""
        return tuple(self.pack.folders("fonts"))

    def _families(self) -> dict[str, list[str]]:
        """The families of the fonts by role; those of a second language step in after the first's."""
        known = typefaces(self._folders())
        stems = [self.pack.fonts(language) for language in self.languages]
        roles = {role: list(dict.fromkeys(some[role] for some in stems)) for role in stems[0]}
        return {role: [known[stem].family for stem in some if stem in known] for role, some in roles.items()}

    def _font_files(self) -> dict[Path, str]:
        """The files of the fonts, each with its role."""
        found: dict[Path, str] = {}
        for language in self.languages:
            for role, stem in self.pack.fonts(language).items():
                found.setdefault(self.pack.file("fonts", f"{stem}.ttf") or FONTS / f"{stem}.ttf", role)
        return {path: role for path, role in found.items() if path.is_file()}

    def text(self) -> str:
        """Plain text of 80 columns; with two languages each paragraph comes first in one, then in the other."""
        pack = self.pack
        first, *more = (
            compose(pack, code, Pictures(pack, pack.locales[code]), Report() if n else self.report)
            for n, code in enumerate(self.languages)
        )
        env = environment(pack.locales[self.languages[0]], "text")
        template = env.get_template("rulebook.txt.j2")
        return template.render(book=first, other=more[0] if more else None).strip() + "\n"


class OnPaper(NamedTuple):
    """How a rulebook is printed: the paper's name, the thickness of a sheet in mm (for a booklet), low or grey ink."""

    name: str = "a4"
    thickness: float = fold.THICKNESS
    ink: str = "low"


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
    name, thickness, ink = paper or OnPaper()
    books = [Rulebook(pack, language, report, ink) for language in chosen]
    if form == "text":
        yield "\n\n".join(book.text() for book in books).rstrip("\n")
        return
    makers: dict[str, Callable[[Rulebook], bytes | str]] = {
        "pdf": partial(Rulebook.pdf, paper=name),
        "booklet": partial(Rulebook.booklet, paper=name, thickness=thickness),
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


def _composed(faces: Faces, pictures: Pictures, report: Report) -> dict[str, Any]:
    """The book of one language as data; what its faces or letters lack is in the faces' report."""
    from santy_print.faces.blame import check_said
    from santy_print.faces.typeset import check_texts, private

    locale = faces.locale
    book = compose(faces.pack, locale.code, pictures, report)
    locale.plain("rulebook.pair", label=locale.plain("rulebook.labels.example"), text="")  # only the templates say them
    check_texts(locale, faces.book, faces.report, "rulebook.")
    check_said(book, faces)
    check_said(book, faces, private, "characters of private use, which a document that is to last cannot hold")
    _check_headings(book, faces)
    for name in icons_in(book):
        pictures.art(f"{name}-icon.svg")
    return book


def _check_headings(book: Mapping[str, Any], faces: Faces) -> None:
    """A heading says something: who has it read aloud, or looks for it in the outline, has nothing of a picture."""
    blocks = [block for section in book["sections"] for block in section["blocks"]]
    titles = [each.get("title") for each in (*book["sections"], *blocks)]
    titles += [block["text"] for block in blocks if block["kind"] == "title"]
    titles += [head for block in blocks if block["kind"] == "summary" for head in block["heads"].values()]
    for title in dict.fromkeys(title for title in titles if title and is_blank(said(title))):
        keys = (key for key, scalar in faces.locale.scalars.items() if scalar.text.strip() == title.strip())
        key = next(keys, None)
        message = f"{f'`{key}`' if key else f'“{title[:40]}”'} is a heading of the rulebook and holds no letter"
        where = faces.locale.scalars[key].span if key else faces.pack.where("rulebook", "sections", key=True)
        faces.report.error("rulebook-words", message, where, "write a word beside the picture")


def _built(asked: Commission) -> dict[str, bytes]:
    paper = "letter" if asked.setup.paper == SIZES["letter"] else "a4"
    grey = asked.ink == "grey"
    book = Rulebook(asked.pack, asked.language, ink="grey" if grey else "low", lend=asked.lend)
    shown = Rulebook(asked.pack, asked.language, lend=asked.lend) if grey else book  # a screen has its colours
    return {
        "rulebook.pdf": book.pdf(paper),
        "rulebook-booklet.pdf": book.booklet(paper, printer=asked.printer),
        "rulebook.html": shown.html().encode("utf-8"),
        "rulebook.txt": book.text().encode("utf-8"),
    }


__all__ = [
    "CardEntry",
    "Composer",
    "EventEntry",
    "FigureEntry",
    "Manual",
    "OnPaper",
    "Pictures",
    "Rulebook",
    "Skeleton",
    "TrailEntry",
    "asked_for",
    "check_rulebook",
    "compose",
    "documents",
    "has_rulebook",
    "load_skeleton",
    "told",
    "write_rulebooks",
]
