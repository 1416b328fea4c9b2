"""Budget: what a pack's faces cost in, the end of it out. Each thing in a pack is bounded; here their sum is.

A step is about a microsecond of work. Each face that is laid out brings its own share, which an honest face does not
use up, so a deck may be as large as it likes; what is left over is for all together. `docs/bounds.md` has the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from santy_print.diag import PackError, Report, Span, plural, register

register("pack-too-much", "the faces of a pack take more work than a pack may ask for")

SHARED = 1_500_000
"""So many steps all faces may take together beyond their shares."""
SHARE = 40_000
"""So many steps each face brings: several times what a face with much on it takes."""
THING = 40
"""The steps of one thing that is drawn."""
TEXT = 100
"""Those of a text, and two for each of its characters."""


class SpentError(PackError):
    """A pack has spent what it may: nothing more of it is laid out."""


@dataclass(slots=True)
class Budget:
    """What the faces of one pack may still cost, in steps."""

    left: int = SHARED
    faces: int = 0

    def face(self) -> None:
        """One more face is laid out."""
        self.faces += 1
        self.left += SHARE

    def spend(self, steps: int, where: Span | None) -> None:
        """Take steps away; SpentError, with the place that took the last, where none are left."""
        self.left -= steps
        if self.left < 0:
            report = Report()
            message = f"the pack's faces take too much work: this is where {plural(self.faces, 'face')} had used it up"
            hint = "draw fewer things, or reckon less in expressions; docs/bounds.md has the numbers"
            report.error("pack-too-much", message, where, hint)
            raise SpentError(report)
