"""Budget: what a pack's faces cost in, the end of it out. Each thing in a pack is bounded; here their sum is.

A step is about a microsecond of work. Each face that is laid out brings its own share, which an honest face does not
use up, so a deck may be as large as it likes; what is left over is for all together. `docs/bounds.md` has the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

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


PART = 4
"""Those of a line or curve of a drawing, each time it is dressed once more."""
PARTS = 400_000
"""So many elements, lines and curves all drawings may have together beyond their shares."""
DRAWINGS = 5_000
PARTS_OF_DRAWING = 2_000
"""So many each drawing brings: more than the bundled ones have."""
MOST_PARTS = 1_000_000
"""So many all may have at most, as they are held in memory."""


class SpentError(PackError):
    """A pack has spent what it may: nothing more of it is laid out."""


@dataclass(slots=True)
class Budget:
    """What the faces of one pack may still cost, in steps."""

    left: int = SHARED
    faces: int = 0
    drawings: dict[str, int] = field(default_factory=dict)
    """How many parts each drawing has."""
    parts: int = 0
    """How many all have."""

    def face(self) -> None:
        """One more face is laid out."""
        self.faces += 1
        self.left += SHARE

    def spend(self, steps: int, where: Span | None) -> None:
        """Take steps away; SpentError, with the place that took the last, where none are left."""
        self.left -= steps
        if self.left < 0:
            message = f"the pack's faces take too much work: this is where {plural(self.faces, 'face')} had used it up"
            _stop(message, "draw fewer things, or reckon less in expressions", where)

    def pay(self, cost: int, faces: int = 1) -> bool:
        """Count faces again that need not be laid out again; False where they take more than is left."""
        if self.left < cost:
            return False
        self.faces += faces
        self.left -= cost
        return True

    def draw(self, drawing: str, parts: int, where: Span | None) -> None:
        """One more drawing is read, of so many parts; SpentError where all together have more than they may."""
        self.parts += parts - self.drawings.get(drawing, 0)
        self.drawings[drawing] = parts
        count = len(self.drawings)
        if count > DRAWINGS:
            _stop(f"the pack has more than {DRAWINGS:,} drawings", "take away those that nothing shows", where)
        most = min(PARTS + PARTS_OF_DRAWING * count, MOST_PARTS)
        if self.parts > most:
            message = f"the pack's drawings have more lines and curves than {plural(count, 'drawing')} may: {most:,}"
            hint = "draw them simpler, or some as raster pictures"
            _stop(f"{message}; `{drawing}` is where they had used them up", hint, where)


def _stop(message: str, hint: str, where: Span | None) -> NoReturn:
    report = Report()
    report.error("pack-too-much", message, where, f"{hint}; docs/bounds.md has the numbers")
    raise SpentError(report)
