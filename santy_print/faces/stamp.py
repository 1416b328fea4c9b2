"""Stamp: the pack's id and version on fronts, so that cards of two printings can be told apart.

What a face shows, and so its hash in a manifest, does not depend on it: `parts.hashes` leaves it out by its key.
"""

from __future__ import annotations

from dataclasses import replace

from santy_print.faces import Faces
from santy_print.faces.art import ROLES
from santy_print.faces.frames import Frame, Group
from santy_print.faces.typeset import MM_PER_PT, Style, set_text
from santy_print.text import parse_markup

STAMP = "stamp"
"""How the key of a stamp's group begins."""
STAMP_SIZE = 7.0  # pt
STAMP_EDGE = 1.4  # mm from the cut to the stamp's line


class Stamp:
    """Puts the pack's id and version on fronts: small, pale, upright along the left edge, inside of the safe zone."""

    def __init__(self, faces: Faces) -> None:
        """For the faces of a pack in one language."""
        self.faces = faces
        head = faces.pack.head
        self.text = f"{head.id} {head.version}"
        self._done: dict[str, Frame] = {}

    def __call__(self, frame: Frame) -> Frame:
        """One face, stamped; a face that is no rectangle, or too low for the words, stays as it is."""
        if frame.key not in self._done:
            self._done[frame.key] = self._stamped(frame)
        return self._done[frame.key]

    def _stamped(self, frame: Frame) -> Frame:
        tall = STAMP_SIZE * MM_PER_PT
        room = frame.height - 2 * max(frame.corner, 4.0)
        style = Style(size=STAMP_SIZE, least=STAMP_SIZE, leading=1.0, align="center", balance=False)
        colour = self.faces.ink(ROLES["stone"])
        made = set_text(parse_markup(self.text), (0.0, 0.0, room, tall), style, self.faces.book, colour)
        if frame.cut is not None or made.overflow or frame.height < 40:
            return frame
        matrix = (0.0, -1.0, 1.0, 0.0, STAMP_EDGE, (frame.height + room) / 2)
        return replace(frame, items=(*frame.items, Group(made.letters, matrix, None, f"{STAMP}-{frame.height:g}")))
