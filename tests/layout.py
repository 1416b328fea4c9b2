"""What a printed document looks like, read from its PDF: lines of text in columns, and what a reader stumbles over.

Faults are told as sentences: headings at the foot of a column, items of a list alone, words alone in a last line.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_double, c_int, create_string_buffer
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as raw

MM = 72 / 25.4
TITLES = ("SantyTitle", "Ruslan")
BULLETS = "•"
GUTTER = 4.0
"""Letters of one column are nearer to each other than this, mm; those of two are not."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: its page and column, its edges and its baseline from above (mm), type size (pt), font."""

    page: int
    column: int
    left: float
    right: float
    down: float
    size: float
    font: str
    text: str

    @property
    def titled(self) -> bool:
        """Whether it is set in the face of titles and is no numeral."""
        return any(name in self.font for name in TITLES) and self.size >= 12.4 and any(c.isalpha() for c in self.text)


@dataclass(frozen=True, slots=True)
class _Glyph:
    char: str
    left: float
    right: float
    down: float
    size: float
    font: str


def lines_of(data: bytes, columns: int = 1, halves: bool = False) -> list[Line]:
    """The lines of a PDF in the order of pages and columns; `halves` for a side of two pages."""
    document = pypdfium2.PdfDocument(data)
    out: list[Line] = []
    for number, page in enumerate(document):
        glyphs = list(_glyphs(page))
        width = page.get_width() / MM
        for half in range(2 if halves else 1):
            low, high = (half * width / 2, (half + 1) * width / 2) if halves else (0.0, width)
            own = [g for g in glyphs if low <= g.left < high]
            out += _lines(own, 2 * number + half if halves else number, low, high, columns)
    return out


def _glyphs(page: pypdfium2.PdfPage) -> Iterator[_Glyph]:
    text, height = page.get_textpage(), page.get_height()
    name, flags = create_string_buffer(80), c_int()
    x, y = c_double(), c_double()
    for n in range(text.count_chars()):
        char = chr(raw.FPDFText_GetUnicode(text, n))
        if char in "\r\n" or raw.FPDFText_IsGenerated(text, n):
            continue
        _, _, right, _ = text.get_charbox(n, loose=True)
        raw.FPDFText_GetCharOrigin(text, n, byref(x), byref(y))
        raw.FPDFText_GetFontInfo(text, n, name, 80, byref(flags))
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(text, n, byref(matrix))
        size = raw.FPDFText_GetFontSize(text, n) * abs(matrix.d or 1.0)
        # From where it begins, not from its box: an `f` reaches into the space before it.
        yield _Glyph(
            char, x.value / MM, right / MM, (height - y.value) / MM, size, name.value.decode("ascii", "replace")
        )


def _by_baseline(glyphs: list[_Glyph]) -> dict[int, list[_Glyph]]:
    """The glyphs of each baseline, from left to right."""
    out: dict[int, list[_Glyph]] = {}
    for g in sorted(glyphs, key=lambda g: g.left):
        out.setdefault(round(g.down * 4), []).append(g)
    return out


def _lines(glyphs: list[_Glyph], page: int, low: float, high: float, columns: int) -> list[Line]:
    """Glyphs of a baseline that stand close to each other are a line."""
    middle = (low + high) / 2
    rows: dict[tuple[int, int], list[_Glyph]] = {}
    for baseline, own in _by_baseline(glyphs).items():
        seen = [g for g in own if not g.char.isspace()]
        across = any(a.left <= middle < b.left and b.left - a.right < GUTTER for a, b in pairwise(seen))
        over = columns > 1 and across  # a line over all columns
        for g in own:
            rows.setdefault((1 if columns > 1 and g.left > middle and not over else 0, baseline), []).append(g)
    out = []
    for (column, _), row in sorted(rows.items()):
        row.sort(key=lambda g: g.left)
        parts: list[list[_Glyph]] = [[]]
        for g in row:
            if parts[-1] and g.left - (last := parts[-1][-1]).right > (4.0 if abs(g.size - last.size) < 2 else 1.2):
                parts.append([])
            parts[-1].append(g)
        for part in parts:
            seen = [g for g in part if not g.char.isspace()]
            if seen:
                words = _words(part)
                first = seen[0]
                most = max(seen, key=lambda g: g.size)
                out.append(Line(page, column, first.left, seen[-1].right, first.down, most.size, most.font, words))
    return sorted(out, key=lambda it: (it.page, it.column, it.down, it.left))


def _words(part: list[_Glyph]) -> str:
    """Glyphs as text; a gap is a space, for those at which no line breaks are not all told as such."""
    out = ""
    for before, g in zip([None, *part], part, strict=False):
        gap = before is not None and g.left - before.right > 0.12 * g.size / MM
        out += (" " if gap and not out.endswith(" ") and not g.char.isspace() else "") + (
            " " if g.char.isspace() else g.char
        )
    return " ".join(out.split())


# --- faults -------------------------------------------------------------------------------------------------------


def headings_at_a_foot(lines: list[Line], foot: float) -> Iterator[str]:
    """Headings below which less than two lines stand in their column; `foot` is where pages end, mm."""
    body = [it for it in lines if it.down < foot]
    for line in body:
        if line.titled and line.size >= 14:
            below = [it for it in body if (it.page, it.column) == (line.page, line.column) and it.down > line.down + 2]
            alone = (
                len([it for it in body if it.page == line.page and it.down > 14 and any(c.isalpha() for c in it.text)])
                == 1
            )  # a page to write upon
            if not alone and len({round(it.down) for it in below if not it.titled}) < 2:
                yield f"page {line.page + 1}: {line.text!r} at the foot"


def items_alone(lines: list[Line], foot: float) -> Iterator[str]:
    """Items of a list that stand alone at the foot or the head of a column, the others in another."""
    body = [it for it in lines if it.down < foot and it.down > 14]
    places = sorted({(it.page, it.column) for it in body})
    for place, after in pairwise(places):
        own = [it for it in body if (it.page, it.column) == place]
        next_ = [it for it in body if (it.page, it.column) == after]
        if not next_ or not _opens(next_[0]):
            continue
        ends = _trailing(own)
        heads = _leading(next_)
        if ends == 1 or (ends > 1 and heads == 1):
            yield f"page {place[0] + 1}: {ends} items before a column's end, {heads} after it ({next_[0].text[:30]!r})"


def _opens(line: Line) -> bool:
    return not line.titled and _marked(line)


def _marked(line: Line) -> bool:
    return line.text.startswith(BULLETS) or (line.text[:2].rstrip(".").isdigit() and "." in line.text[:3])


def _leading(lines: list[Line]) -> int:
    count = 0
    for line in lines:
        if _opens(line):
            count += 1
        elif line.titled or line.left < lines[0].left + 1:
            break
    return count


def _trailing(lines: list[Line]) -> int:
    count = 0
    for line in reversed(lines):
        if _opens(line):
            count += 1
        elif (
            line.titled
            or (count and line.left < next(it.left for it in reversed(lines) if _opens(it)) + 1)
            or (not count and line.size > 12)
        ):
            break
    return count


def words_alone(lines: list[Line], foot: float, letters: int = 12) -> Iterator[str]:
    """Short words that are the last line of a paragraph by themselves."""
    body = [it for it in lines if 14 < it.down < foot and it.size < 11]
    for n, line in enumerate(body):
        if len(line.text) >= letters or " " in line.text or not any(c.isalpha() for c in line.text):
            continue
        above = [
            it for it in body[max(0, n - 8) : n]
            if (it.page, it.column) == (line.page, line.column) and abs(it.left - line.left) < 0.6
            and 0 < line.down - it.down < it.size * 0.5 and abs(it.size - line.size) < 0.3
        ]  # fmt: skip
        below = [
            it for it in body[n + 1 : n + 9]
            if (it.page, it.column) == (line.page, line.column) and abs(it.left - line.left) < 0.6
            and 0 < it.down - line.down < line.size * 0.5 and abs(it.size - line.size) < 0.3
        ]  # fmt: skip
        beside = [it for it in lines if it.page == line.page and abs(it.down - line.down) < 0.3 and it is not line]
        if any(it.column == line.column for it in beside):
            continue  # a row of a table
        if above and not below and above[-1].right - above[-1].left > 25 and len(above[-1].text.split()) > 2:
            yield f"page {line.page + 1}: {line.text!r} alone below {above[-1].text[-40:]!r}"


def short_ends(lines: list[Line], foot: float, letters: int = 11, wide: float = 60.0) -> Iterator[str]:
    """Last lines of fewer letters than that, however many words, below a line so wide (mm) of a running text."""
    for before, line in pairwise(it for it in lines if 14 < it.down < foot and 8.9 < it.size < 11):
        alike = (line.page, line.column) == (before.page, before.column) and abs(line.left - before.left) < 0.6
        close = 0 < line.down - before.down < line.size * 0.5
        beside = [it for it in lines if it.page == line.page and abs(it.down - line.down) < 0.3 and it is not line]
        short = len(line.text) < letters and any(c.isalpha() for c in line.text)
        row = any(it.column == line.column for it in beside)
        if alike and close and short and not row and before.right - before.left > wide:
            yield f"page {line.page + 1}: {line.text!r} ends {before.text[-40:]!r}"


def torn_lines(lines: list[Line], foot: float, room: float = 22.0) -> Iterator[str]:
    """Lines within a text that end so many mm before its widest, though the word that follows has room there."""
    texts: list[list[Line]] = []
    for line in lines:
        level = [it for it in lines if (it.page, it.column) == (line.page, line.column) and it.size > 8]
        rows = [it for it in level if abs(it.down - line.down) < 0.3]
        if 14 < line.down < foot and 9 < line.size < 11 and len(rows) == 1 and "Serif" in line.font:
            for text in texts[-6:]:
                last = text[-1]
                goes_on = (line.page, line.column) == (last.page, last.column) and abs(line.left - last.left) < 0.6
                if goes_on and 0 < line.down - last.down < line.size * 0.5 and abs(line.size - last.size) < 0.1:
                    text.append(line)
                    break
            else:
                texts.append([line])
    for text in texts:
        widest = max(it.right for it in text)
        for line, after in pairwise(text):
            word = (after.right - after.left) * (len(after.text.split()[0]) + 1) / len(after.text)
            if widest - line.right > max(room, word):
                yield f"page {line.page + 1}: {line.text!r} ends before {after.text[:30]!r}"


def white_at_feet(data: bytes, halves: bool = False) -> list[float]:
    """How much of each page is empty above its number, mm; `halves` for a side of two pages, as they lie."""
    document, out = pypdfium2.PdfDocument(data), []
    for page in document:
        seen = page.render(scale=1).to_pil().convert("L").point(lambda value: 255 if value < 200 else 0)
        middle, high = seen.width // 2, seen.height
        boxes = [(0, middle - 6), (middle + 6, seen.width)] if halves else [(0, seen.width)]
        for left, right in boxes:
            inked = [seen.crop((left, y, right, y + 1)).getbbox() is not None for y in range(high)]
            number = max(y for y in range(high) if inked[y])
            while any(inked[number - 6 : number]):
                number -= 1
            above = max(y for y in range(number - 6) if inked[y])
            out.append((number - above) / MM)
    document.close()
    return out
