"""Covered: a frame in, whether anything is drawn over one of its texts; what is found here is to be measured well.

Most faces draw their texts last: then there is next to nothing to measure.
"""

from __future__ import annotations

from collections.abc import Sequence

from santy_print.faces.art import Box
from santy_print.faces.frames import Frame, Group, Item, Letters
from santy_print.faces.matrices import IDENTITY, Matrix, boxed, shared, times
from santy_print.faces.measure import EVERYWHERE, box_of, drawing_box, extent, meet, middle, speaks
from santy_print.faces.shaping import width

SLACK = 1e-6
"""A text is taken to be so much larger, mm: where its letters are summed up otherwise, they end a hair elsewhere."""


def any_over_a_text(frame: Frame) -> bool:
    """Whether the box of a later shape or picture meets that of a text."""
    return _over(frame.items, [], IDENTITY, EVERYWHERE)


def _over(items: Sequence[Item], texts: list[Box], matrix: Matrix, room: Box) -> bool:
    """The same for items that are drawn after some texts, to which theirs are added."""
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            if item.key and not (_drawing_meets(item, texts, inner) if texts else speaks(item)):
                continue
            left = room if item.clip is None else shared(room, boxed(box_of(item.clip), inner))
            if _over(item.items, texts, inner, left):
                return True
        elif isinstance(item, Letters):
            if item.text.strip():
                texts.append(boxed(_line(item), matrix))
        elif texts and (own := extent(item)):
            box = shared(room, boxed(own, matrix))
            if any(meet(box, text) for text in texts):
                return True
    return False


def _drawing_meets(group: Group, texts: Sequence[Box], matrix: Matrix) -> bool:
    """Whether a drawing that faces share holds a text, or meets one of those before it."""
    own = drawing_box(group)
    if own is None:
        return True
    box = boxed(own, matrix)
    return any(meet(box, text) for text in texts)


def _line(letters: Letters) -> Box:
    """A box around the middles of a text's letters."""
    y, right = middle(letters), letters.x + width(letters)
    return letters.x - SLACK, y - SLACK, right + SLACK, y + SLACK
