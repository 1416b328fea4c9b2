"""Book: chapters of puzzles in one language in, a PDF out: cover, aid, puzzles, solutions, a log of times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from santy_print.diag import PackError, register
from santy_print.documents import booklet as fold
from santy_print.documents.blocks import Book, Cover
from santy_print.documents.pictures import Pictures
from santy_print.documents.printed import Drawn, Printed
from santy_print.documents.typst import Standard, compile_typst, mm, page_count, plain_unparted, typst_data
from santy_print.documents.words import Code
from santy_print.game.puzzles import LEVELS, Line, Piece, Puzzle, Slot, Solution
from santy_print.printer import Printer
from santy_print.puzzles.leaves import (
    ALONE,
    ASKING,
    BELOW,
    BOX,
    CAPTION,
    HALVES,
    LABEL,
    LEAVES,
    NOTE,
    ROW,
    TALLEST,
    THINKING,
    Leaf,
)
from santy_print.puzzles.plan import Numbered, Part

if TYPE_CHECKING:
    from santy_print.game.puzzles import Aid, Edition, Legend

register("puzzles-face", "a puzzle shows a piece that the pack does not print")

STANDARDS: tuple[Standard, ...] = ("ua-1", "a-2a")


@dataclass(slots=True)
class PuzzleBook(Printed):
    """The puzzles of a pack in a language."""

    edition: Edition = field(kw_only=True)
    parts: tuple[Part, ...] = field(kw_only=True)
    _names: dict[Piece, str] = field(default_factory=dict)
    _art: dict[str, str | None] = field(default_factory=dict)
    _catalogue: tuple[list[Piece], bytes] | None = None

    def _draw(self) -> Drawn:
        faces = self.faces(self.language)
        pictures = Pictures(self.pack, faces.locale, faces)
        for piece in self.pieces():
            name = pictures.face(piece.collection, piece.id)
            if name is None:
                message = f"the puzzles show `{piece.id}` of {piece.collection}, which the pack does not print"
                hint = "a part in components.yaml prints each piece that a puzzle shows"
                faces.report.error("puzzles-face", message, self.pack.where("components", "parts"), hint)
            else:
                self._names[piece] = name
        self._art = {page: pictures.art(file) for page, file in self.edition.drawings.items()}
        if not faces.report.ok:
            raise PackError(faces.report)
        credits = self.pack.head.credits
        cover = Cover(self.say("title"))
        book = Book((self.language,), self.game, cover, (), author=credits.publisher or "", knot="")
        return Drawn((book,), pictures.frames)

    # Words

    def say(self, key: str, **values: Any) -> str:
        """A text of any book of puzzles."""
        return self.pack.locales[self.language].plain(f"puzzles.{key}", **values)

    @property
    def game(self) -> str:
        """What the game is called."""
        locale = self.pack.locales[self.language]
        return locale.plain("game.title") if locale.has("game.title") else self.pack.id

    def title(self) -> str:
        """What the file is called."""
        return f"{self.game} · {self.say('title')}"

    @property
    def solutions_title(self) -> str:
        """What stands above the solutions."""
        return self.say("solutions")

    @property
    def aid(self) -> Aid:
        """What is looked at while puzzling."""
        return self.edition.aid()

    @property
    def legend(self) -> Legend:
        """What the pieces of the puzzles do."""
        return self.edition.legend(frozenset(self.used()))

    @property
    def ends(self) -> str:
        """What stands below the puzzles of a page."""
        return self.aid.text

    def solution_text(self, number: int, solution: Solution) -> str:
        """A solution as it is read on paper."""
        legs = (leg for way in solution.ways for leg in way)
        return str(number) + solution.answer + "".join(leg.by + leg.to for leg in legs)

    # Pieces

    def pieces(self) -> list[Piece]:
        """All that the book shows, each once."""
        shown = [*self.edition.front, *(seen.piece for seen in self.aid.pieces)]
        shown += (entry.piece for entry in self.legend.entries)
        return list(dict.fromkeys((*shown, *self.used())))

    def used(self) -> list[Piece]:
        """The pieces of the puzzles, as they come."""
        shown: list[Piece] = []
        for part in self.parts:
            shown += (piece for one in part.puzzles for piece in self.read_of(one.puzzle) if isinstance(piece, Piece))
        return shown

    def read_of(self, puzzle: Puzzle) -> tuple[Piece | str, ...]:
        """What is read of a puzzle on paper."""
        return (*puzzle.hosts, *puzzle.read)

    def aspect(self, piece: Piece | None) -> float:
        """How wide a piece is for its height; what is asked for is as a card."""
        if piece is None:
            return 0.714
        frame = self.drawn().frames[self._names[piece]]
        return frame.width / frame.height

    def piece(self, piece: Piece, width: float = 0.0, height: float = 0.0, number: str = "") -> dict[str, Any]:
        """A piece so wide, or so high (mm)."""
        name, aspect = self._names[piece], self.aspect(piece)
        wide = width or height * aspect
        alt = self.drawn().frames[name].alt or piece.id
        alt = f"{number}: {alt}" if number else alt
        return {"name": name, "alt": alt, "width": mm(wide), "height": mm(wide / aspect)}

    # Pages

    def pdf(self, paper: str = "a4") -> bytes:
        """The book on whole sheets."""
        return self._set_on(LEAVES[paper])

    def halves(self, paper: str = "a4") -> bytes:
        """The book on pages of half a sheet, as many as whole sheets have."""
        made = self._set_on(HALVES[paper])
        more = fold.padding(page_count(made))
        return self._set_on(HALVES[paper], self.spare_pages(more)) if more else made

    def booklet(self, pages: bytes, paper: str = "a4", thickness: float = fold.THICKNESS) -> bytes:
        """Pages of half a sheet, two on each side: print both sides, turn over the short edge, fold, staple."""
        sides = fold.sides(page_count(pages), paper, thickness)
        names = self.title(), self.drawn().book.author
        right = partial(Printer().on_page, fold.SHEETS[paper], duplex="short")
        return compile_typst(fold.source(sides, paper, names, right), {"pages.pdf": pages})

    def _set_on(self, leaf: Leaf, spare: Sequence[Code] = ()) -> bytes:
        return self.compiled("\n".join(self._lines(leaf, spare)) + "\n", STANDARDS)

    def catalogue(self) -> tuple[list[Piece], bytes]:
        """All pieces, and a document with a picture of each in this order; made once."""
        if self._catalogue is None:
            self._catalogue = self._shown_apart()
        return self._catalogue

    def _shown_apart(self) -> tuple[list[Piece], bytes]:
        pieces = self.pieces()
        self.drawn()
        shown = [self.piece(piece, 30.0) for piece in pieces]
        lines = (*self._begin(LEAVES["a4"]), f"#catalogue({typst_data(shown)})")
        return pieces, self.compiled("\n".join(lines) + "\n", STANDARDS)

    def _begin(self, leaf: Leaf) -> Iterator[str]:
        self.drawn()
        given: dict[str, Any] = {"title": self.title(), "author": self.drawn().book.author, "lang": self.languages[0]}
        given |= {"head": [self.game, self.say("title")], **self.values(leaf.page, leaf.page.sizes[0])}
        yield '#import "puzzles.typ": *'
        yield f"#show: book-of.with({_named(given)})"

    def _lines(self, leaf: Leaf, spare: Sequence[Code] = ()) -> Iterator[str]:
        yield from self._begin(leaf)
        yield f"#cover({_named(self._cover(leaf))})"
        yield f"#aid-page({_named(self._aid_page(leaf))})"
        if self.legend.entries:
            yield f"#legend({_named(self._legend(leaf))})"
        foot = f"strip({_named(self._strip(leaf))})"
        words = {"answer": self.say("answer"), "time": self.say("time")}
        for part in self.parts:
            chapter = self.edition.chapter(part.kind)
            for n, some in enumerate(_pages(part, leaf)):
                alone = len(some) < leaf.puzzles
                high = leaf.high(len(some), n == 0, len(self.aid.pieces)), ALONE if alone else TALLEST
                shown = [self._puzzle(one, chapter.question, leaf, high, alone) for one in some]
                given = (chapter.title, plain_unparted(chapter.how), self._art.get(part.kind))
                head = f"opening({', '.join(map(typst_data, given))})" if n == 0 else "none"
                most = mm(BOX) if alone else None
                yield f"#leaf({head}, {typst_data(shown)}, {typst_data(words)}, {foot}, most: {typst_data(most)})"
        yield from (f"#{page}" for page in spare)
        for name, title, made in (
            ("solutions", self.solutions_title, self._solutions()),
            ("log", self.say("log"), self._log()),
        ):
            ending = (title, plain_unparted(self.say(f"{name}-note")), made, self._art.get(name), leaf.columns)
            yield f"#{name}({', '.join(map(typst_data, ending))})"

    @property
    def _levels(self) -> frozenset[int]:
        """How hard its puzzles are."""
        return frozenset(one.level for part in self.parts for one in part.puzzles)

    def _cover(self, leaf: Leaf) -> dict[str, Any]:
        count = sum(len(part.puzzles) for part in self.parts)
        shown = [f"{'★' * (n + 1)} {self.say(f'level.{name}')}" for n, name in enumerate(LEVELS) if n in self._levels]
        front = self.edition.front
        k = leaf.scale
        pieces = [self.piece(it, height=k * (64.0 if n < len(front) - 1 else 84.0)) for n, it in enumerate(front)]
        people = list(dict.fromkeys(host for part in self.parts for one in part.puzzles for host in one.puzzle.hosts))
        hosts = [self.piece(piece, height=24.0 * k) for piece in people[:8]]
        credits = self.pack.head.credits
        credit = self.pack.locales[self.language].plain(
            "game.credits", designer=credits.designer, publisher=credits.publisher, year=credits.year
        )
        lines = [self.say("count", n=count), "   ".join(shown), self.say("stars")]
        return {
            "title": self.game,
            "name": self.say("title"),
            "lines": lines,
            "pieces": pieces,
            "hosts": hosts,
            "credits": credit,
            "k": k,
        }

    def _aid_page(self, leaf: Leaf) -> dict[str, Any]:
        aid = self.aid
        across, down = _ring(len(aid.pieces))
        high = (leaf.room[1] - leaf.head) / down - 9.0
        width = min(leaf.room[0] / across - 6.0, high * min(self.aspect(seen.piece) for seen in aid.pieces))
        pieces = [self.piece(seen.piece, width) | {"label": seen.label} for seen in aid.pieces]
        return {
            "title": aid.title, "body": plain_unparted(aid.note), "pieces": pieces, "across": across, "down": down,
        }  # fmt: skip

    def _legend(self, leaf: Leaf) -> dict[str, Any]:
        """Faces with their words in two columns, as large as there is room."""
        legend = self.legend
        rows = -(-len(legend.entries) // 2)
        high = min(50.0 if leaf.columns > 2 else 31.0, (leaf.room[1] - leaf.head - 3.0 * rows) / rows)
        entries = [
            {
                "piece": self.piece(it.piece, height=high),
                "title": it.title,
                "text": plain_unparted(it.text, long=False),
            }
            for it in legend.entries
        ]
        note, narrow = plain_unparted(legend.note), leaf.columns < 3
        return {"title": legend.title, "note": note, "entries": entries, "narrow": narrow}

    def _strip(self, leaf: Leaf) -> dict[str, Any]:
        aid = self.aid
        width = leaf.aid_width(len(aid.pieces))
        pieces = [self.piece(seen.piece, width) | {"label": seen.label} for seen in aid.pieces]
        return {"title": aid.text, "pieces": pieces}

    def _puzzle(
        self, one: Numbered, question: str, leaf: Leaf, high: tuple[float, float], alone: bool
    ) -> dict[str, Any]:
        """A puzzle that may be so high, and lines of it (mm); where it is alone on its page, in the largest pieces."""
        puzzle = one.puzzle
        write = len(puzzle.lines) == 1 and not any(slot.below for slot in puzzle.lines[0])
        lines = list(_broken(puzzle.lines, leaf.abreast))
        if alone and len(puzzle.lines) == 1:
            lines = self._largest(puzzle.lines[0], leaf, high, write)
        height = self._high(lines, leaf, high, write)
        rows = [self._row(line, height, leaf, write) for line in lines]
        hosts = [self.piece(host, height=15.0) for host in puzzle.hosts]
        return {
            "number": one.number, "stars": one.level + 1, "of": max(self._levels) + 1, "question": question,
            "hosts": hosts, "rows": rows,
        }  # fmt: skip

    def _largest(self, line: Line, leaf: Leaf, high: tuple[float, float], write: bool) -> list[Line]:
        """A long line as two or three, where its pieces are largest so."""

        def height(way: Sequence[Line]) -> float:
            return min(self._high(way, leaf, high, write), *(self._wide(each, leaf) for each in way))

        counts = [-(-len(line) // parts) for parts in (1, 2, 3) if parts == 1 or len(line) >= 3 * parts]
        return max((list(_broken([line], count)) for count in counts), key=height)

    def _high(self, lines: Sequence[Line], leaf: Leaf, high: tuple[float, float], write: bool) -> float:
        """How high lines may be, the widest too, of a puzzle and lines that may be so high (mm)."""
        fixed, parts = ASKING + THINKING, 0.0
        for line in lines:
            below = any(slot.below for slot in line)
            fixed += ROW + LABEL + (CAPTION if below or any(slot.place for slot in line) else 0.0)
            fixed += NOTE - CAPTION if write else 1.0 if below else 0.0
            parts += 1 + BELOW * below
        return min(high[1], (high[0] - fixed) / parts)

    def _wide(self, line: Line, leaf: Leaf) -> float:
        """How high a line may be that is as wide as the page."""
        return (leaf.room[0] - leaf.gap * (len(line) - 1)) / sum(self.aspect(slot.piece) for slot in line)

    def _row(self, line: Line, high: float, leaf: Leaf, write: bool) -> dict[str, Any]:
        """A line of slots of one height, as high as there is room for."""
        height = min(high, self._wide(line, leaf))
        labels = {seen.piece: seen.label for seen in self.aid.pieces}
        slots = [self._slot(slot, height, labels, write) for slot in line]
        return {"slots": slots, "gap": mm(leaf.gap), "height": mm(height), "rope": any(slot.place for slot in line)}

    def _slot(self, slot: Slot, height: float, labels: Mapping[Piece, str], write: bool) -> dict[str, Any]:
        width = height * self.aspect(slot.piece)
        named = slot.below or slot.piece
        return {
            "piece": self.piece(slot.piece, height=height, number=slot.label) if slot.piece else None,
            "below": self.piece(slot.below, width * BELOW) if slot.below else None,
            "width": mm(width), "height": mm(height), "label": slot.label, "letter": not slot.label.isdigit(),
            "caption": labels.get(named, "") if named and (slot.place or slot.below) else "",
            "write": write and slot.label.isdigit(),
        }  # fmt: skip

    def _solutions(self) -> list[dict[str, Any]]:
        out = []
        for part in self.parts:
            for one in part.puzzles:
                solution = self.edition.solve(part.kind, self.read_of(one.puzzle))
                ways = [[leg._asdict() for leg in way] for way in solution.ways]
                out.append({"number": one.number, "answer": solution.answer, "ways": ways})
        return out

    def _log(self) -> list[dict[str, Any]]:
        return [
            {
                "title": self.edition.chapter(part.kind).title,
                "puzzles": [{"number": one.number, "stars": one.level + 1} for one in part.puzzles],
            }
            for part in self.parts
        ]


def _named(given: Mapping[str, Any]) -> str:
    """Values as a call has them."""
    return ", ".join(f"{key}: {typst_data(value)}" for key, value in given.items())


def _broken(lines: Sequence[Line], most: int) -> Iterator[Line]:
    """Lines of at most so many slots, of like length."""
    for line in lines:
        parts = -(-len(line) // most)
        size = -(-len(line) // parts)
        yield from (line[at : at + size] for at in range(0, len(line), size))


def _pages(part: Part, leaf: Leaf) -> Iterator[tuple[Numbered, ...]]:
    """The puzzles of each page: one below a chapter's head where lines are many, or the others fill their pages."""
    tall = any(len(one.puzzle.lines) > 1 for one in part.puzzles)
    first = 1 if tall else len(part.puzzles) % leaf.puzzles or leaf.puzzles
    yield part.puzzles[:first]
    for at in range(first, len(part.puzzles), leaf.puzzles):
        yield part.puzzles[at : at + leaf.puzzles]


def _ring(count: int) -> tuple[int, int]:
    """How many columns and rows a ring of so many pieces has."""
    across = down = 2
    while 2 * across + 2 * (down - 2) < count:
        if down <= across:
            down += 1
        else:
            across += 1
    return across, down
