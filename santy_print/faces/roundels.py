"""Roundels: a text in a round box, or on a board, its letters in the middle by what is drawn of them, accents and all.

A line's middle is that of its capitals. Within a ring that is not enough: a caron or a tail comes near to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from santy_print.faces.art import Box
from santy_print.faces.typeset import STEP, FontBook, Setting, Style, inks, set_text
from santy_print.text import Run

CORNER = 0.95
"""The corners of a letter are rounded: so much of its half height or width they reach."""


def set_round(runs: Sequence[Run], box: Box, style: Style, book: FontBook, colour: str) -> Setting:
    """Set runs into the ellipse within a box, smaller until no corner of a letter leaves it, down to the least size.

    There it stands as it does: whether it touches what is around it is told by who looks at the whole face.
    """
    x, y, width, height = box
    size, tall = style.size, (x, y - height, width, 3 * height)  # what is drawn counts, not the height of its line
    while True:
        setting = set_text(runs, tall, replace(style, size=size), book, colour)
        boxes = [box for letters in setting.letters for _, box in inks(letters) if box is not None]
        if not boxes or setting.overflow:
            return setting
        drop = y + height / 2 - (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
        beyond = max(_beyond(each, (x + width / 2, y + height / 2 - drop), (width / 2, height / 2)) for each in boxes)
        if beyond <= 0.01 or setting.size <= style.least:
            break
        size = max(style.least, round(setting.size - STEP, 2))
    letters = tuple(replace(each, y=each.y + drop) for each in setting.letters)
    return replace(setting, letters=letters)


def set_drawn(runs: Sequence[Run], box: Box, style: Style, book: FontBook, colour: str) -> Setting:
    """Set runs into a box by their drawn letters: in its middle, and as large as it and the style let them be.

    Its size is that of the pack's own font; in a language's own one capitals may be as high as in that.
    """
    x, y, width, height = box
    size = max(style.least, round(style.size * book.as_high(style.font) / STEP) * STEP)
    rows = 1 + sum(run.text.count("\n") for run in runs)
    while True:
        tall = x, y - size, width, height + 2 * size  # what is drawn counts, not the height of its line
        at = replace(style, size=size, least=size, valign="middle")
        setting = set_text(runs, tall, at, book, colour)
        drawn = [box for letters in setting.letters for _, box in inks(letters) if box is not None]
        if not drawn:
            return setting
        top, bottom = min(each[1] for each in drawn), max(each[3] for each in drawn)
        whole = not setting.overflow and len({letters.y for letters in setting.letters}) <= rows
        if (whole and bottom - top <= height + 0.01) or size <= style.least:
            break
        size = max(style.least, round(size - STEP, 2))
    drop = y + height / 2 - (top + bottom) / 2
    over = max(setting.overflow, bottom - top - height)
    letters = tuple(replace(each, y=each.y + drop) for each in setting.letters)
    icons = tuple(replace(each, y=each.y + drop) for each in setting.icons)
    return replace(setting, letters=letters, icons=icons, overflow=over if over > 0.01 else 0.0)


def _beyond(box: Box, middle: tuple[float, float], radii: tuple[float, float]) -> float:
    """How far a letter's corners leave an ellipse at most (mm)."""
    if min(radii) <= 0:
        return max(box[2] - box[0], box[3] - box[1])
    across, down = (box[2] - box[0]) / 2 * CORNER, (box[3] - box[1]) / 2 * CORNER
    x, y = (box[0] + box[2]) / 2 - middle[0], (box[1] + box[3]) / 2 - middle[1]
    reach = max(hypot((x + a) / radii[0], (y + d) / radii[1]) for a in (-across, across) for d in (-down, down))
    return (reach - 1) * min(radii)
