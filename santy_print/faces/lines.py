"""Lines: the pieces of a text's lines in, letters and icons at their places out.

What runs from right to left lies in its order among what does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from santy_print.faces.bidi import levels, order, runs_from_right
from santy_print.faces.frames import Letters
from santy_print.faces.shaping import MM_PER_PT, Way, language_of

if TYPE_CHECKING:
    from santy_print.faces.typeset import Font, FontBook, Style


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one font and size within a word, or an icon (`icon` its name); width in mm.

    Before a word that begins with a `joined` one there is no blank: a line may break there all the same; before a
    `soft` one with a hyphen at its end.
    """

    text: str
    font: Font
    width: float
    size: float
    icon: str | None = None
    joined: bool = False
    soft: bool = False


Word = tuple[Piece, ...]


def hyphen_after(word: Word) -> Word:
    """What stands at the end of a line that ends within a word: a hyphen in the font of the letters before it."""
    last = word[-1]
    if not last.text or not last.font.covers("-"):
        return ()
    return (Piece("-", last.font, last.font.width("-", last.size), last.size),)


def as_lines(words: list[Word], ends: Sequence[tuple[int, int]]) -> list[list[Word]]:
    """Words as lines, each with its first word and the first after it: a word that is parted has a hyphen, one that is
    not is whole."""
    out: list[list[Word]] = []
    for start, end in ends:
        line = united(words[start:end])
        if end < len(words) and words[end][0].soft:
            line[-1] += hyphen_after(line[-1])
        out.append(line)
    return out


def united(words: list[Word]) -> list[Word]:
    """Words that are not parted at soft hyphens."""
    out: list[Word] = []
    for word in words:
        if not (out and word[0].soft):
            out.append(word)
            continue
        before, first = out[-1][-1], word[0]
        if before.text and first.text and before.font is first.font and before.size == first.size:
            text = before.text + first.text  # drawn together, so measured together
            way: Way = "rtl" if runs_from_right(text) else ""
            both = replace(before, text=text, width=first.font.width(text, first.size, way))
            out[-1] = (*out[-1][:-1], both, *word[1:])
        else:
            out[-1] += word
    return out


@dataclass(frozen=True, slots=True)
class IconSlot:
    """Where an inline picture goes: its box in mm."""

    name: str
    x: float
    y: float
    size: float


def space_of(style: Style, size: float, book: FontBook) -> float:
    """How wide a blank is in a style, mm."""
    font = book[style.font]
    return font.widths.get(32, 250) * size * MM_PER_PT / 1000


def line_size(line: list[Word], size: float) -> float:
    """The size of a line (pt); the second language begins a line of its own, so a line has one."""
    return line[0][0].size if line else size


@dataclass
class Placed:
    """The pieces of a text's lines at their places, all in one style, size and colour."""

    style: Style
    size: float
    book: FontBook
    colour: str
    letters: list[Letters] = field(default_factory=list)
    icons: list[IconSlot] = field(default_factory=list)

    def put(self, line: list[Word], x: float, y: float) -> None:
        """Put a line's pieces at their places.

        Neighbours in one font become one piece, spaces included, so that text copies well.
        """
        size = line_size(line, self.size)
        space = space_of(self.style, size, self.book)
        plain_space = self.book[self.style.font]
        text, start, font = "", x, None

        def flush() -> None:
            nonlocal text
            if text.strip(" ") and font is not None:
                self._letters(start, y, font, size, text)
            text = ""

        for n, word in enumerate(line):
            if n and not word[0].joined:
                if font is plain_space:
                    text += " "
                elif font is not None:
                    # A space is set in the style's own font, whose width the wrapping counted.
                    flush()
                    font, start, text = plain_space, x, " "
                x += space
            for piece in word:
                if piece.icon:
                    flush()
                    font = None
                    self._icon(piece, x, y)
                elif not piece.text:
                    flush()
                    font = None
                else:
                    if piece.font is not font:
                        flush()
                        font, start = piece.font, x
                    elif not text:
                        start = x
                    text += piece.text
                x += piece.width
        flush()

    def _letters(self, x: float, y: float, font: Font, size: float, text: str, way: Way = "") -> None:
        language = language_of(font.path, text, way, font.language)
        self.letters.append(Letters(x, y, font.path, size, self.colour, text, way, language))

    def _icon(self, piece: Piece, x: float, y: float) -> None:
        assert piece.icon is not None
        side, middle = piece.width, y - piece.font.cap_height / 2000 * piece.size * MM_PER_PT
        self.icons.append(IconSlot(piece.icon, x, middle - side / 2, side))

    def from_right(self, line: list[Word]) -> bool:
        """Whether a line of a text of which some runs from right to left begins at the right."""
        mixed = self.book.paired and not any(runs_from_right(piece.text) for word in line for piece in word)
        return self.book.from_right and not mixed

    def put_turned(self, line: list[Word], x: float, y: float) -> None:
        """Put the pieces of a line of which some run from right to left.

        Pieces of one font and way become one, and stand in the order in which they are read.
        """
        size = line_size(line, self.size)
        plain_space, space = self.book[self.style.font], space_of(self.style, size, self.book)
        chars: list[tuple[str, Piece]] = []
        for n, word in enumerate(line):
            if n and not word[0].joined:
                chars.append((" ", Piece(" ", plain_space, space, size)))
            for piece in word:
                chars += [(char, piece) for char in piece.text or _OBJECT]
        found = levels("".join(char for char, _ in chars), int(self.from_right(line)))
        rows: list[tuple[int, str, Piece]] = []
        for (char, piece), level in zip(chars, found, strict=True):
            if char != _OBJECT and rows and rows[-1][0] == level and rows[-1][2].font is piece.font and rows[-1][1]:
                rows[-1] = level, rows[-1][1] + char, piece
            else:
                rows.append((level, "" if char == _OBJECT else char, piece))
        starts = [0.0] * len(rows)
        for n in order([level for level, _, _ in rows]):
            level, text, piece = rows[n]
            starts[n] = x
            x += piece.font.width(text, size, "rtl") if text else piece.width
        for start, (level, text, piece) in zip(starts, rows, strict=True):
            if text.strip(" "):
                self._letters(start, y, piece.font, size, text, "rtl" if level % 2 else "ltr")
            elif piece.icon:
                self._icon(piece, start, y)


_OBJECT = "\ufffc"
"""Stands for an icon or a narrow space where pieces are put in order."""
