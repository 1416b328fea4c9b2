"""Legend: what a sheet says of itself, beside a ruler to check the printer by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Literal

from santy_print.faces import Faces, Group, Item, Shape
from santy_print.faces.art import Outline, rounded
from santy_print.faces.edges import line_box
from santy_print.faces.typeset import MM_PER_PT, Setting, Style, set_text
from santy_print.parts.words import Words
from santy_print.sheets import EDGE, HAIRLINE, MARK_INK, STRIP, Flap, Page, Side, strip_side
from santy_print.text import PairLocale, Run, parse_markup

RULER = 100.0  # mm
NEAR = 2.5  # mm: a crop mark so near to an end of the ruler is taken for a part of it
GLUE = 9.0  # pt, the words on a flap


def legend_items(faces: Faces, part: str, page: Page, others: Sequence[Page] = ()) -> Sequence[Item]:
    """What a sheet says of itself, and a 100 mm ruler to check the printer by, in the widest margin.

    None where all are narrow. A tile of a board says on its flaps which sheet is glued there. The ruler begins where it
    does on the `others` that have it on the same side: a sheet that is not full has fewer marks. Where none of them is
    a back nothing is told of sides.
    """
    glue = [item for flap in page.flaps for item in _glue(faces, part, page, flap)]
    alike = [other for other in others if _alike(page, other)]
    texts = _legends(faces, part, page, any(one.side == "back" for one in (page, *others)))
    return [*_beside(faces, part, page, alike, texts), *glue]


def _side(page: Page) -> Side | None:
    """The side of a page where its ruler stands."""
    return strip_side((page.width, page.height), page.trim, page.trim[0] - page.bleed[0])


def _alike(page: Page, other: Page) -> bool:
    """Whether two pages are of one size and have their rulers on one side, from the same place on but for marks."""
    axes = (0, 2) if _side(page) in ("below", "above") else ()
    return (
        (page.width, page.height, _side(page)) == (other.width, other.height, _side(other))
        and all(abs(page.trim[axis] - other.trim[axis]) < 0.01 for axis in axes)
    )  # fmt: skip


def _glue(faces: Faces, part: str, page: Page, flap: Flap) -> Sequence[Item]:
    """The words in the middle of a flap, upon a white field: the board's picture runs on beneath."""
    left, top, right, bottom = flap.box
    length, height = (bottom - top, right - left) if flap.upright else (right - left, bottom - top)
    text = parse_markup(_in_each(faces, part, lambda words: words.glue(page.sheet, page.of, flap.further)))
    line = GLUE * MM_PER_PT
    style = Style(size=GLUE, least=6.0, align="center", valign="middle", leading=1.0, balance=False)
    made = set_text(text, (2.0, (height - line) / 2, max(length - 4.0, 0.0), line), style, faces.book, MARK_INK)
    if made.overflow or not made.letters:
        return []
    ends = [line_box(letters) for letters in made.letters]
    start, end = min(box[0] for box in ends) - 2.0, max(box[2] for box in ends) + 2.0
    field = Shape(rounded(start, 2.0, end - start, height - 4.0), "#ffffff")
    # Read from the right, as what stands upright in a margin is: its foot is towards the next tile.
    matrix = (0, -1, 1, 0, left, bottom) if flap.upright else (1, 0, 0, 1, left, top)
    return [Group((field, *made.letters), matrix)]


def _beside(faces: Faces, part: str, page: Page, others: Sequence[Page], texts: Sequence[str]) -> Sequence[Item]:
    """The ruler and the legend in the widest margin; nothing where all are narrow."""
    left, _, right, _ = page.trim
    width, height = page.width, page.height
    side = _side(page)
    if side in ("below", "above"):
        start, end = min(left, 20.0), max(right, width - 20.0)
        start = _clear(page, others, side, start, 1)
        span = (start, end - start)
        top = EDGE + 0.8 if side == "above" else height - EDGE - STRIP + 0.4
        return _strip(faces, part, texts, span, (1, 0, 0, 1, 0, top))
    if side in ("left", "right"):
        inset = min(20.0, max(EDGE + 1.0, (height - RULER) / 2))
        begins = height - inset if side == "left" else inset
        zero = abs(_clear(page, others, side, begins, -1 if side == "left" else 1) - begins)
        span = (zero, height - 2 * inset - zero)
        # Read from the right at the left edge and from the left at the right one, its foot always towards the pieces.
        left_edge, right_edge = (
            (0, -1, 1, 0, EDGE + 0.4, height - inset),
            (0, 1, -1, 0, width - EDGE - 0.4, inset),
        )
        return _strip(faces, part, texts, span, left_edge if side == "left" else right_edge)
    return ()


def _clear(page: Page, others: Sequence[Page], side: str, start: float, way: int) -> float:
    """Where the ruler begins along its side of the page, mm: neither of its ends below a mark, which looks like one.

    Nor below a mark of the other pages, where there is such a place.
    """
    axis = 0 if side in ("below", "above") else 1
    edge = (EDGE + STRIP, page.width - EDGE - STRIP, page.height - EDGE - STRIP)[
        0 if side in ("left", "above") else 1 if side == "right" else 2
    ]

    def marks(some: Sequence[Page]) -> list[float]:
        return [
            at[axis]
            for one in some
            for mark in one.marks
            if isinstance(mark, Shape) and len(mark.outline) == 2
            for ends in [[(part[1], part[2]) for part in mark.outline]]
            for at in ends
            if ends[0][axis] == ends[1][axis] and abs(at[1 - axis] - edge) < NEAR
        ]

    for taken in (marks([page, *others]), marks([page])):
        for off in (0.0, 5.0, 8.0, 11.0):
            ends = (start + way * off, start + way * (off + RULER))
            if all(abs(mark - end) > NEAR for mark in taken for end in ends):
                return start + way * off
    return start


def _strip(
    faces: Faces,
    part: str,
    texts: Sequence[str],
    span: tuple[float, float],
    matrix: tuple[float, float, float, float, float, float],
) -> list[Item]:
    """The ruler with its words, and beside it, or on narrow paper under it, as much of the legend as there is room for.

    Where paper is too narrow for the ruler there is none: one of another length would be measured wrong.
    """
    x, length = span
    items: list[Item] = []
    places = [(x, length, 0.2, 7.0)]
    if length >= RULER:
        items += _ruler(x)
        words = parse_markup(_in_each(faces, part, lambda words: words.ruler))
        items += _strip_text(faces, words, (x, RULER, 1.3, 7.0), "left").letters
        # Set from the right, the words begin as far from the ruler's end as they are long.
        ends = _strip_text(faces, words, (x, RULER, 1.3, 7.0), "right").letters
        used = x + RULER - min((letters.x for letters in ends), default=x + RULER) + 3
        places = [(x + RULER + 2, length - RULER - 2, 0.2, 7.0), (x + used, length - used, 1.45, 6.0)]
    for text, place in product(texts, places):
        made = _strip_text(faces, parse_markup(text), place, "right")
        if not made.overflow:
            items += made.letters
            break
    return [Group(tuple(items), matrix)] if items else []


def _ruler(x: float) -> list[Item]:
    """A line of 100 mm from `x` with a tick every 5 mm, longer ones at tens, the longest at its ends and middle."""
    ticks = [(n, 1.6 if n % 50 == 0 else 1.1 if n % 10 == 0 else 0.6) for n in range(0, int(RULER) + 1, 5)]
    lines: list[Outline] = [(("M", x, 1.0), ("L", x + RULER, 1.0))]
    lines += [(("M", x + n, 1.0), ("L", x + n, 1.0 - tall)) for n, tall in ticks]
    return [Shape(line, None, MARK_INK, HAIRLINE) for line in lines]


def _strip_text(
    faces: Faces,
    text: Sequence[Run],
    place: tuple[float, float, float, float],
    align: Literal["left", "right"],
) -> Setting:
    """A line of the strip: from where, how long, how far down (mm), and at most how large (pt)."""
    x, length, top, size = place
    style = Style(size=size, least=5.5, align=align, leading=1.0, balance=False)
    return set_text(text, (x, top, max(length, 0.0), style.size * MM_PER_PT), style, faces.book, MARK_INK)


def _legends(faces: Faces, part: str, page: Page, sides: bool) -> list[str]:
    """What a sheet says of itself: all of it, then ever less, its number to the last."""
    locale, number = faces.locale, f"{page.sheet}/{page.of}"
    if isinstance(locale, PairLocale):  # what is said in each language holds words of both, so each is asked by itself
        first, second = (_in_one(Words(faces, part, each), page, sides) for each in (locale.first, locale.twin))
        short = " / ".join(dict.fromkeys((first[1], second[1])))
        return [f"{short} · {Words(faces, part, locale.first).edition}", short, number]
    lines = _in_one(Words(faces, part), page, sides)
    return [*lines, number]


def _in_each(faces: Faces, part: str, say: Callable[[Words], str]) -> str:
    """What is said in each language of a set, in one line: a second would lie where printers print no more."""
    locale = faces.locale
    each = (locale.first, locale.twin) if isinstance(locale, PairLocale) else (locale,)
    return " / ".join(dict.fromkeys(say(Words(faces, part, one)) for one in each))


def _in_one(words: Words, page: Page, sides: bool) -> list[str]:
    """What a sheet says of itself in one language: all of it, then ever less."""
    what = f"{words.part} ({words.sides[page.side]})" if sides else words.part
    short = words.legend(what, page.sheet, page.of)
    return [f"{short} · {words.edition}", short, f"{what} {page.sheet}/{page.of}"]
