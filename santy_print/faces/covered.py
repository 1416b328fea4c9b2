"""Covered: a frame in, whether anything is drawn over one of its texts; what is found here is to be measured well."""

from __future__ import annotations

from santy_print.faces.frames import Frame, Letters
from santy_print.faces.matrices import around
from santy_print.faces.measure import meet, placed, spots


def any_over_a_text(frame: Frame) -> bool:
    """Whether the box of a later shape or picture meets that of a text. Most faces draw their texts last."""
    things = list(placed(frame))
    for number, thing in enumerate(things):
        later = [other for other in things[number + 1 :] if not isinstance(other.item, Letters)]
        if later and isinstance(thing.item, Letters) and thing.item.text.strip():
            area = around(spots(thing))
            if any(meet(other.box, area) for other in later):
                return True
    return False
