"""Wrap: the words of a text and a width in, its lines out.

Texts that say the same of different things are broken alike where one way holds them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from math import inf
from typing import TYPE_CHECKING

from santy_print.faces.breaks import LINE, balanced, balanced_alike, evenly_alike, filled, in_step, leaning
from santy_print.faces.lines import Word, as_lines, hyphen_after, line_size, space_of, united

if TYPE_CHECKING:
    from santy_print.faces.typeset import FontBook, Style

Lines = list[list[Word]]
TIE = "\u00a0"


@dataclass(frozen=True, slots=True)
class Column:
    """What the lines of a text are broken for: a width in mm, a style, a size in pt, and fonts."""

    width: float
    style: Style
    size: float
    book: FontBook

    def space(self, words: list[Word]) -> float:
        """How wide a blank is between some words, mm."""
        return space_of(self.style, line_size(words, self.size), self.book)


def word_width(word: Word) -> float:
    """How wide a word is, mm."""
    return sum(piece.width for piece in word)


def line_width(line: list[Word], column: Column) -> float:
    """How wide a line is, mm."""
    return sum(map(word_width, line)) + sum(_gaps(line, column.space(line))[1:])


def _gaps(words: Sequence[Word], space: float) -> list[float]:
    """How wide the blank before each of some words is, where it does not begin a line (mm)."""
    return [0.0 if word and word[0].joined else space for word in words]


def measured(words: Sequence[Word], space: float) -> tuple[list[float], list[float]]:
    """How wide words are, and the blanks before them: what ends at a soft hyphen has room for one, of which the rest of
    the word takes nothing."""
    widths, gaps = [word_width(word) for word in words], _gaps(words, space)
    for n, word in enumerate(words):
        if n and word[0].soft:
            hyphen = word_width(hyphen_after(words[n - 1]))
            widths[n - 1], gaps[n] = widths[n - 1] + hyphen, -hyphen
    return widths, gaps


def wrap(paragraphs: list[list[Word]], column: Column, room: int = 0) -> Lines:
    """The lines of some paragraphs; one alone may take as many as there is room for, one of several a line more where
    it would have a line that ends with a word that leans on the next."""
    made: list[Lines] = []
    spare: list[tuple[int, Lines]] = []
    more = 0
    style, width = column.style, column.width
    balance = style.align == "center" if style.balance is None else style.balance
    for words in paragraphs:
        space = column.space(words)
        widths, gaps = measured(words, space)
        if any(word[0].soft for word in words):  # lines of which no word is parted, where they are no more
            unparted = united(words)
            others = measured(unparted, space)
            if max(others[0]) <= width + 0.001 and len(filled(*others, width)) <= len(filled(widths, gaps, width)):
                words, (widths, gaps) = unparted, others
        texts = ["".join(piece.text for piece in word) for word in words]
        found = filled(widths, gaps, width)
        if balance:
            alone = len(paragraphs) == 1
            found = balanced(texts, widths, gaps, width, room if alone else 0)
            if not alone and leaning(texts, found):
                roomier = balanced(texts, widths, gaps, width, len(found) + 1)
                more += len(roomier) - len(found)
                spare.append((len(made), as_lines(words, roomier)))
        made.append(as_lines(words, found) or [[]])
    if spare and sum(map(len, made)) + more <= room:
        for number, lines in spare:
            made[number] = lines
    return [line for lines in made for line in lines]


@dataclass(frozen=True, slots=True)
class _Step:
    """A paragraph in step with those beside it: what its units say, their widths in each (mm), where its own end."""

    units: list[str]
    rows: list[list[float]]
    gap: float
    words: list[Word]
    ends: list[int]

    def lines(self, breaks: Iterable[tuple[int, int]]) -> Lines:
        """Its lines, given the first unit of each and the first one after it."""
        own = [0, *self.ends]
        return [self.words[own[i] : own[j]] for i, j in breaks]


def _steps(paragraphs: list[list[Word]], beside: Sequence[list[list[Word]]], column: Column) -> list[_Step]:
    """The paragraphs of a text in step with those of the texts beside it, itself among them; none if they are not."""
    out = []
    if any(len(other) != len(paragraphs) for other in beside):
        return []
    for words, *rest in zip(paragraphs, *beside, strict=True):
        if not all(rest) or any(word and word[0].joined for row in rest for word in row):
            return []
        texts = [["".join(piece.text or "\ufffc" for piece in word) for word in row] for row in rest]
        ends, gap = in_step(texts), column.space(rest[0])
        wide = [[_reach(row[i:j], gap) for i, j in pairwise([0, *own])] for row, own in zip(rest, ends, strict=True)]
        units = [TIE.join(texts[0][i:j]) for i, j in pairwise([0, *ends[0]])]
        own = ends[next(n for n, row in enumerate(rest) if row == words)]
        out.append(_Step(units, wide, gap, words, own))
    return out


def wrap_alike(paragraphs: list[list[Word]], beside: Sequence[list[list[Word]]], column: Column, room: int) -> Lines:
    """The lines of some paragraphs broken as all those beside them are; none where there are no such lines."""
    made = [
        step.lines(balanced_alike(step.units, step.rows, step.gap, column.width, room))
        for step in _steps(paragraphs, beside, column)
    ]
    return [line for lines in made for line in lines] if all(made) else []


def wrap_evenly(
    paragraphs: list[list[Word]],
    beside: Sequence[list[list[Word]]],
    column: Column,
    most: float,
    sisters: Sequence[Sequence[list[list[Word]]]] = (),
) -> tuple[float, Lines]:
    """What the best way costs in which all texts beside each other have at most so many lines, and its lines.

    The cost is that of `breaks`: 0 for lines of like length that end where the sense does; `inf` where there is none.
    Sisters, texts beside each other as well, have as many lines in each paragraph, and their costs count as much.
    """
    best, found = inf, list[list[Word]]()
    others = [{tuple(map(len, way)): cost for cost, way in _ways(each[0], each, column)} for each in sisters]
    for own, way in _ways(paragraphs, beside, column):
        lines = [line for part in way for line in part]
        costs = [own, *(each.get(tuple(map(len, way)), inf) for each in others)]
        if lines and len(lines) <= most and (cost := sum(costs) / len(costs)) < best:
            best, found = cost, lines
    return best, found


def _ways(
    paragraphs: list[list[Word]], beside: Sequence[list[list[Word]]], column: Column
) -> Iterator[tuple[float, tuple[Lines, ...]]]:
    """What each way to break texts beside each other costs, and the lines of each paragraph of one of them."""
    ways = [
        [
            (cost + LINE * n, step.lines(breaks))
            for n, (cost, breaks) in enumerate(evenly_alike(step.units, step.rows, step.gap, column.width))
        ]
        for step in _steps(paragraphs, beside, column)
    ]
    for way in product(*ways):
        yield sum(cost for cost, _ in way), tuple(lines for _, lines in way)


def _reach(words: Sequence[Word], gap: float) -> float:
    """How wide words are with the blanks between them, mm."""
    return sum(map(word_width, words)) + gap * (len(words) - 1)


def parted_at_commas(words: list[list[Word]], others: Sequence[list[list[Word]]], column: Column, most: float) -> Lines:
    """Lines that end at commas, in this text and all beside it, each part with a line of its own; none where they
    cannot.

    Of two languages in both, or else in the first, in the second, or in neither, each of which has a line then.
    """
    before = column.style.before
    lines_of: Callable[[list[list[Word]]], Lines] = partial(wrap, column=column)
    count = len(words)
    for parted in [range(count), *(range(n, n + 1) for n in range(count)), range(0)] if count > 1 else [range(1)]:
        lines = lines_of(parts := _at_commas(words, before, parted))
        beside = (_at_commas(other, before, parted) for other in others)
        if (
            (count > 1 or len(words) < len(parts))
            and len(parts) == len(lines) <= most
            and all(len(lines_of(each)) == len(each) <= most for each in beside)
        ):
            return lines if len(words) < len(parts) or others else []
    return []


def has_commas(words: list[list[Word]], before: Sequence[str]) -> bool:
    """Whether a text has a place at which `parted_at_commas` may break it."""
    return len(_at_commas(words, before, range(len(words)))) > len(words)


def _at_commas(paragraphs: list[list[Word]], before: Sequence[str], parted: Sequence[int]) -> list[list[Word]]:
    """Paragraphs, some of them parted after their first comma, or else before the first of some words."""
    out = []
    for number, words in enumerate(paragraphs):
        if number not in parted:
            out.append(words)
            continue
        ends = (n + 1 for n, word in enumerate(words[:-1]) if word[-1].text.endswith(","))
        joints = (n for n, word in enumerate(words) if n and word[0].text.partition(TIE)[0] in before)
        at = next(ends, next(joints, len(words)))
        out += [part for part in (words[:at], words[at:]) if part or not words]
    return out
