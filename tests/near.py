"""How much air there is between words and drawings on the pages of a built document, in mm, as it is drawn."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as raw

POINT = 25.4 / 72
ART = 6.0
"""Lower drawings are signs that stand in a line, and lines."""
SHORT = 3
"""Fewer letters are a sign of the drawing itself: where a row of a board lies, or a column."""


class Box(NamedTuple):
    """Left, low, right and high edge, mm from the page's lower left corner."""

    left: float
    low: float
    right: float
    high: float

    def gap(self, other: Box) -> tuple[float, float]:
        """How far the two are apart across and up; less than nothing where they overlap in that direction."""
        across = max(self.left, other.left) - min(self.right, other.right)
        return across, max(self.low, other.low) - min(self.high, other.high)

    def joined(self, other: Box) -> Box:
        """What holds both."""
        return Box(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


class Near(NamedTuple):
    """Words too near to a drawing: on which page, and how far from it."""

    page: int
    words: str
    gap: float


def _seen(it: Any) -> Box:
    """Where something is drawn, as far as its clips let it be seen."""
    box = Box(*(edge * POINT for edge in it.get_bounds()))
    clips = raw.FPDFPageObj_GetClipPath(it.raw)
    for path in range(max(0, raw.FPDFClipPath_CountPaths(clips))):
        points = []
        for n in range(raw.FPDFClipPath_CountPathSegments(clips, path)):
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(clips, path, n), x, y)
            points.append((x.value * POINT, y.value * POINT))
        if points:
            (left, right), (low, high) = ((min(side), max(side)) for side in zip(*points, strict=True))
            box = Box(max(box.left, left), max(box.low, low), min(box.right, right), min(box.high, high))
    return box


def _boxes(page: Any) -> Iterator[Box]:
    """What is drawn but letters, lines between words, and boxes around words."""
    wide = page.get_width() * POINT
    for it in page.get_objects([raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE], max_depth=15):
        box = _seen(it)
        thin = min(box.right - box.left, box.high - box.low) < 0.9 and max(box.right - box.left, box.high - box.low) > 8
        if not thin and box.right - box.left < 0.36 * wide and box.left >= 0:
            yield box


def drawings(page: Any) -> list[Box]:
    """Drawings, each as all that touches."""
    left, found = [*_boxes(page)], []
    while left:
        whole = left.pop()
        while near := [it for it in left if max(whole.gap(it)) <= 0.1]:
            left = [it for it in left if max(whole.gap(it)) > 0.1]
            for it in near:
                whole = whole.joined(it)
        found.append(whole)
    return [it for it in found if it.high - it.low >= ART and it.right - it.left >= ART / 2]


def lines(page: Any) -> Iterator[tuple[str, Box, bool]]:
    """Each run of letters that stands in a line, as its letters are drawn, and whether it slants."""
    text, letters = page.get_textpage(), []
    for n in range(text.count_chars()):
        said = text.get_text_range(n, 1)
        if said.strip():
            name, flags = ctypes.create_string_buffer(200), ctypes.c_int()
            raw.FPDFText_GetFontInfo(text.raw, n, name, 200, flags)
            letters.append((said, Box(*(edge * POINT for edge in text.get_charbox(n))), b"It" in name.value))
    text.close()
    run: list[tuple[str, Box, bool]] = []
    for said, box, slants in letters:
        if run and not (box.gap(run[-1][1])[1] < 0 and -1 < box.left - run[-1][1].right < 2.5):
            yield _run(run)
            run = []
        run.append((said, box, slants))
    if run:
        yield _run(run)


def _run(run: list[tuple[str, Box, bool]]) -> tuple[str, Box, bool]:
    whole = run[0][1]
    for _, box, _ in run:
        whole = whole.joined(box)
    return "".join(said for said, _, _ in run), whole, all(slants for _, _, slants in run)


def near(data: bytes, least: float) -> Iterator[Near]:
    """Words that stand nearer to a drawing than that. What a drawing is called, below it, may, and what is in it."""
    document = pypdfium2.PdfDocument(data)
    for number, page in enumerate(document, 1):
        art = drawings(page)
        for words, box, slants in lines(page):
            gaps = [(box.gap(it), it) for it in art]
            if len(words) < SHORT or any(max(gap) < 0 or _calls(box, slants, it) for gap, it in gaps):
                continue
            if (found := min((max(gap) for gap, _ in gaps), default=least)) < least:
                yield Near(number, words, round(found, 2))
        page.close()
    document.close()


def _calls(box: Box, slants: bool, art: Box) -> bool:
    """Whether words are a drawing's own, below it: slanting, or in its middle."""
    across, up = box.gap(art)
    middle = abs(box.left + box.right - art.left - art.right) / 2 < 3
    return box.high <= art.low and up < 5 and across < 0 and (middle or slants)
