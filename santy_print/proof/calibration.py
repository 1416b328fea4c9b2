"""Calibration: a paper size in, a sheet of two sides out, on which a printer's faults can be read to a tenth of a mm.

The front has scales in millimetres, the back lines 0.9 mm apart that show through against the light: verniers. A and B
are read across, above and below; C and D down, left and right. A and B are so far apart that a quarter of their
difference in mm is the angle in degrees.
"""

from __future__ import annotations

from math import ceil, pi, radians, sin

from santy_print import __version__
from santy_print.diag import PackError, Report
from santy_print.faces.frames import Frame, Group, Item, Letters, Shape
from santy_print.faces.matrices import Matrix
from santy_print.faces.typeset import FontBook, Style, set_text
from santy_print.pack import Pack
from santy_print.pdf import Claims, Info, write_pdf
from santy_print.printer import MAX_ANGLE, MAX_SHIFT, SCALES, Printer
from santy_print.sheets import MARK_INK, Cell, Page
from santy_print.text import Locale, parse_markup

APART = 180 / pi * 4  # mm between A and B
INSET = 22.0  # mm from the paper's sides to C and D
FINE, BOLD = 0.15, 0.4
TENTHS = 0.9  # mm between the lines of the back
# So far an arrow may stand from 0, in mm of a scale that is printed too small: the largest shift, and what the largest
# angle adds at A and B. C and D are nearer to the middle of any paper that is upright.
REACH = ceil((MAX_SHIFT + APART / 2 * sin(radians(MAX_ANGLE)) * SCALES[1] / 100) / (SCALES[0] / 100))

Setting = tuple[float, float]


def calibration(
    pack: Pack,
    language: str,
    paper: Setting,
    duplex: str,
    printer: Printer | None = None,
    report: Report | None = None,
) -> bytes:
    """The sheet as a PDF: paper in mm (portrait), turned over its long or short edge; made up for a printer or not.

    Texts that do not fit are noted in `report`. PackError where the language cannot be written on it.
    """
    locale = pack.locales[language]
    drawing = _Drawing(locale, FontBook(pack, language), paper, duplex)
    words = locale.plain("sheet.front"), locale.plain("sheet.back")
    claims = Claims(duplex=duplex, printer=printer, sides=words)
    pages = drawing.pages()
    if not drawing.report.ok:
        raise PackError(drawing.report)
    if report is not None:
        report.extend(drawing.report)
    info = Info(locale.plain("proof.title"), language, "santy_print", locale.plain("proof.read"), __version__, claims)
    return write_pdf(pages, info)


class _Drawing:
    """The parts of both sides; everything is placed as seen from the front, in mm from the top left corner."""

    def __init__(self, locale: Locale, book: FontBook, size: Setting, duplex: str) -> None:
        self.locale, self.book, self.size, self.duplex = locale, book, size, duplex
        self.report = Report()
        cx, cy = size[0] / 2, size[1] / 2
        across = {"A": (cx, cy - APART / 2, 0), "B": (cx, cy + APART / 2, 0)}
        self.places = across | {"C": (INSET, cy, 1), "D": (size[0] - INSET, cy, 1)}

    def pages(self) -> list[Page]:
        """Both sides, the back as the printer is to have it."""
        size = self.size
        turn: Matrix = (-1, 0, 0, 1, size[0], 0) if self.duplex == "long" else (1, 0, 0, -1, 0, size[1])
        pages = []
        for side, items in (("front", self.front()), ("back", (*self.note(), Group(self.back(), turn)))):
            texts = [item.text for item in items if isinstance(item, Letters)]
            frame = Frame(f"calibration:{side}", *size, items, " ".join(texts) or self.locale.plain("proof.title"))
            box = (0.0, 0.0, *size)
            pages.append(Page(*size, (Cell(frame, 0.0, 0.0, None),), (), box, box, side))
        return pages

    def front(self) -> tuple[Item, ...]:
        """Scales, rulers, and what to do."""
        out: list[Item] = []
        for name, (x, y, way) in self.places.items():
            out += self._scale(name, x, y, way)
        out += self._rulers()
        return (*out, *self._steps())

    def back(self) -> tuple[Item, ...]:
        """The lines that show through."""
        out: list[Item] = []
        for x, y, way in self.places.values():
            out.append(Group(_vernier(), (1, 0, 0, 1, x, y) if way == 0 else (0, 1, 1, 0, x, y)))
            at = [(x + n * TENTHS, y + 7.2) if way == 0 else (x + 6.2, y + n * TENTHS + 0.7) for n in (5, 10)]
            out += [self.sign(str(n), *place, 6) for n, place in zip((5, 10), at, strict=True)]
        return tuple(out)

    def note(self) -> tuple[Item, ...]:
        """What the back is, to be read from the back."""
        return tuple(self.words("back", (40, self.size[1] / 2 - 5, self.size[0] - 80, 10), 11, "center"))

    def words(
        self,
        key: str,
        box: tuple[float, float, float, float],
        size: float,
        align: str = "left",
        font: str = "text",
    ) -> list[Letters]:
        """A text of the section `proof` in a box (mm)."""
        values = {"edge": self.locale.plain(f"proof.edge.{self.duplex}")} if key == "lead" else {}
        style = Style(font, size=size, least=min(size, 8.0), align=align, balance=False)
        text = parse_markup(self.locale.markup(f"proof.{key}", **values))
        made = set_text(text, box, style, self.book, MARK_INK)
        if made.uncovered:
            message = f"`proof.{key}` ({self.locale.code}) holds characters no font of the pack has: {made.uncovered}"
            self.report.error("text-glyph", message, None, "name a font that has them (`fonts:`)")
        elif made.overflow:
            message = f"`proof.{key}` ({self.locale.code}) is {made.overflow:.1f} mm too long for its place"
            self.report.warning("text-overflow", message, None, "a shorter text is read more easily as well")
        return list(made.letters)

    def sign(self, text: str, x: float, y: float, size: float = 7.0, bold: bool = False) -> Letters:
        """A few letters, centred on x, their baseline at y (mm)."""
        font = self.book["bold" if bold else "text"]
        return Letters(x - font.width(text, size) / 2, y, font.path, size, MARK_INK, text)

    def _scale(self, name: str, x: float, y: float, way: int) -> list[Item]:
        """A scale in millimetres, upwards from its line (or left of it).

        From the least that can be read to where the lines of the back end when it is the most.
        """
        first, last = -REACH, REACH + 9
        lines = [_line(first - 1, 0, last + 1, 0)]
        out: list[Item] = []
        for n in range(first, last + 1):
            tall = 6.0 if n == 0 else 4.5 if n % 5 == 0 else 3.0
            lines.append(_line(n, 0, n, -tall, BOLD if n == 0 else FINE))
        out.append(Group(tuple(lines), (1, 0, 0, 1, x, y) if way == 0 else (0, 1, 1, 0, x, y)))
        for n in range(-REACH // 5 * 5 + (5 if REACH % 5 else 0), REACH + 1, 5):
            text = f"−{-n}" if n < 0 else f"+{n}" if n else "0"
            out.append(self.sign(text, x + n, y - 7) if way == 0 else self.sign(text, x - 8.5, y + n + 0.9))
        where = (x - REACH - 5, y + 1.5) if way == 0 else (x - 3, y - REACH - 4)
        return [*out, self.sign(name, *where, 14, True)]

    def _rulers(self) -> list[Item]:
        """100 mm across and 200 mm down."""
        width, height = self.size
        out: list[Item] = []
        for length, matrix in (
            (100, (1, 0, 0, 1, (width - 100) / 2, height / 2 + 94)),
            (200, (0, 1, 1, 0, width - 38, height / 2 - 100)),
        ):
            lines = [_line(0, 0, length, 0)]
            lines += [
                _line(n, 0, n, -4.0 if n % 50 == 0 else -2.5 if n % 10 == 0 else -1.5) for n in range(0, length + 1, 5)
            ]
            out.append(Group(tuple(lines), matrix))
        out += self.words("across", ((width - 100) / 2, height / 2 + 95, 100, 5), 8, "center")
        down = self.words("down", (0, 0, 100, 5), 8, "center")
        return [*out, Group(tuple(down), (0, -1, 1, 0, width - 37, height / 2))]

    def _steps(self) -> list[Item]:
        left, width = INSET + 20, self.size[0] - 2 * INSET - 44
        top = self.size[1] / 2 - 92
        out: list[Item] = list(self.words("title", (left, top - 3, width, 12), 22, "left", "title"))
        for n, (key, tall) in enumerate((("lead", 20), ("read", 26)), 1):
            out += self._step(n, key, left, top + (14 if n == 1 else 36), width, tall)
        out += self._example(left, top + 62)
        for n, name in enumerate(self.places):
            x = left + 7 + n * 27
            out += [self.sign(name, x + 2, top + 101, 12, True), _line(x + 5, top + 101, x + 23, top + 101)]
        for number, key, y in ((3, "sums", 108), (4, "save", 125), (5, "again", 144)):
            out += self._step(number, key, left, top + y, width, 20)
        return out

    def _step(self, number: int, key: str, left: float, top: float, width: float, tall: float) -> list[Item]:
        mark = self.sign(f"{number}", left + 2, top + 4.3, 14, True)
        return [mark, *self.words(key, (left + 7, top, width - 7, tall), 10)]

    def _example(self, left: float, top: float) -> list[Item]:
        """A vernier as it looks against the light, three times as large, the back 1.3 mm off."""
        lines: list[Item] = [
            _line(-6, 0, 12, 0),
            *(_line(n, 0, n, -4.5 if n % 5 == 0 else -3) for n in range(-5, 12)),
        ]
        shown = (*lines, Group(_vernier(), (1, 0, 0, 1, 1.3, 0)))
        hit = 1.3 + 3 * TENTHS
        signs = [self.sign(text, n, -5.2, 5) for n, text in ((-5, "−5"), (0, "0"), (5, "+5"))]
        ring = [_line(hit, -5.2, hit, -3.6, BOLD), _line(hit, 3.6, hit, 5.2, BOLD)]
        scale = 2.2
        picture = Group((*shown, *signs, *ring), (scale, 0, 0, scale, left + 7 + 6 * scale, top + 13))
        return [picture, *self.words("example", (left + 54, top + 4, 62, 18), 9)]


def _vernier() -> tuple[Item, ...]:
    """Eleven lines 0.9 mm apart, downwards from the scale's line; the first is an arrow: it is the one to look at."""
    lines: list[Item] = [_line(n * TENTHS, 0, n * TENTHS, 4.5 if n % 5 == 0 else 3.0) for n in range(1, 11)]
    return (*lines, _line(0, 0, 0, 7, BOLD), _line(-0.9, 5.6, 0, 7, BOLD), _line(0.9, 5.6, 0, 7, BOLD))


def _line(x0: float, y0: float, x1: float, y1: float, width: float = FINE) -> Shape:
    return Shape((("M", x0, y0), ("L", x1, y1)), None, MARK_INK, width)
