"""Room: a text and its box in, how full that is and how many letters would find room out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import whitespace

from santy_print.faces.bidi import runs_from_right
from santy_print.faces.breaks import filled
from santy_print.faces.lines import space_of
from santy_print.faces.shaping import MM_PER_PT, Way
from santy_print.faces.typeset import FontBook, Style, role_of, set_text, words_of
from santy_print.faces.wrap import measured
from santy_print.text import Run


def fullness(runs: Sequence[Run], box: tuple[float, float, float, float], style: Style, book: FontBook) -> float:
    """How much of the room in its box's lines a text takes at its style's least size: 1.0 is to the brim."""
    _, _, width, height = box
    size = style.least
    way: Way = "rtl" if any(runs_from_right(run.text) for run in runs) else ""
    paragraphs, line_height = words_of(runs, style, size, book, [], way), size * style.leading * MM_PER_PT
    lines = height / line_height if line_height else 0.0
    if width <= 0 or lines <= 0:
        return 0.0
    space, used, widest = space_of(style, size, book), 0.0, 0.0
    for words in paragraphs:
        widths, gaps = measured(words, space)
        broken = filled(widths, gaps, width)
        last = sum(widths[broken[-1][0] :]) + sum(gaps[broken[-1][0] + 1 :]) if broken else 0.0
        used += max(len(broken) - 1, 0) * width + (last if words is paragraphs[-1] else width)
        widest = max([widest, *widths])
    return max(used / (max(1, int(lines + 0.01)) * width), widest / width, 1 / lines if lines < 1 else 0.0)


def room_for(sample: str, kind: Run, box: tuple[float, float, float, float], style: Style, book: FontBook) -> int:
    """About how many letters of a sample of a language find room in a box, of the kind of a run, at the least size.

    The middle of what some stretches of the sample say, as letters and words are not alike. Words with letters that no
    font has tell nothing, for these are not there; 0 where all are such words.
    """
    lacking = {*book.uncovered("".join({*sample} - {*whitespace}), role_of(kind, style))}
    words = " ".join(word for word in sample.split() if lacking.isdisjoint(word))
    small = replace(style, size=style.least)
    if not words:
        return 0
    found = []
    for part in range(15):
        start = words.find(" ", part * len(words) // 15) + 1
        text = f"{words[start:]} {words}"

        def fits(count: int, text: str = text) -> bool:
            return not set_text(
                [kind._replace(text=text[:count].rstrip(), icon=None)], box, small, book, "#000000"
            ).overflow

        most = 8
        while most < len(text) and fits(most):
            most *= 2
        least = 0
        while most - least > 1:
            middle = (least + most) // 2
            least, most = (middle, most) if fits(middle) else (least, middle)
        found.append(least)
    return sorted(found)[7]
