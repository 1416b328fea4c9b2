"""Fit: all faces of a pack in all languages in, how tight each text sits in its box and how well it reads out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from santy_print.budget import Budget
from santy_print.columns import aligned
from santy_print.diag import Report
from santy_print.faces import Faces, Purpose
from santy_print.faces.drawer import Tight
from santy_print.faces.frames import Frame
from santy_print.faces.measure import Read, judge
from santy_print.faces.measure import read as reading
from santy_print.faces.near import tell_near
from santy_print.faces.seen import Seen
from santy_print.pack import Pack
from santy_print.workers import Plan, in_order, may_copy

INKS = ("low", "full", "grey")
"""In all of these texts are read: what is under them differs, and so does the colour that `over` chooses."""
WORTH = 20
"""So many faces are worth a process more."""
ROWS = 8
"""So many boxes are shown for each language."""


@dataclass(frozen=True, slots=True)
class LanguageFit:
    """One language: its tightest boxes first, its faintest texts first, and its smallest text in pt."""

    language: str
    faces: int
    tight: tuple[Tight, ...]
    faint: tuple[Read, ...]
    smallest: float

    def as_json(self) -> dict[str, Any]:
        """For programs: every text box, and the faintest text on each face."""
        return {
            "language": self.language,
            "faces": self.faces,
            "smallest": round(self.smallest, 2),
            "boxes": [
                {
                    "layout": box.layout,
                    "item": box.item,
                    "keys": list(box.keys),
                    "fill": round(box.fill, 3),
                    "size": box.size,
                    "least": box.least,
                }
                for box in self.tight
            ],
            "contrast": [
                {
                    "item": text.frame,
                    "text": text.letters.text.strip(),
                    "colour": text.letters.colour,
                    "ground": text.ground,
                    "contrast": round(text.contrast, 2),
                    "least": text.least,
                    "size": round(text.size, 2),
                    "ink": text.ink,
                }
                for text in self.faint
            ],
        }

    def lines(self) -> list[str]:
        """For people: a table."""
        rows = [("full", "size", "least", "layout", "item", "text")]
        for box in self.tight[:ROWS]:
            shown = box.keys[0] if box.keys else box.text
            rows.append((f"{box.fill:.0%}", f"{box.size:g}", f"{box.least:g}", box.layout, box.item, shown[:50]))
        out = [f"{self.language}: {self.faces} faces; the tightest texts, at the smallest size they may take (pt):"]
        out += [f"  {line}" for line in aligned(rows, ">>>")]
        if self.faint:
            worst = self.faint[0]
            out.append(
                f"  lowest contrast {worst.contrast:.1f}: {worst.letters.colour} on {worst.ground}, "
                f"“{worst.letters.text.strip()[:30]}” on {worst.frame} with --ink {worst.ink}; "
                f"smallest text {self.smallest:.1f} pt"
            )
        return out


def fit(
    pack: Pack, frames_of: Callable[[Faces], Sequence[Frame]], languages: Sequence[str] = (), jobs: int = 1
) -> tuple[list[LanguageFit], Report]:
    """Lay out every face in every language, or in those named, and measure it; with every fault found on the way.

    Several processes work at languages side by side where that is worth it and they can be copies of this one.
    """
    chosen = [language for language in pack.locales if not languages or language in languages]
    seen = {ink: Seen() for ink in INKS}
    packs = {ink: replace(pack, budget=Budget()) for ink in INKS}  # a build lays faces out in one ink, for one budget

    def one(language: str, tell: Callable[[str], None]) -> tuple[LanguageFit, Report]:
        return _fit_in(packs, frames_of, language, seen)

    results = (one(language, _untold) for language in chosen)
    if jobs > 1 and len(chosen) > 1 and _many(pack) and may_copy():
        results = in_order(Plan(jobs, lambda: one, near=str, copied=True), chosen, _untold)
    report = Report()
    made = []
    with closing(results):
        for fitted, faults in results:
            known = {(item.code, item.message, str(item.span)) for item in report}
            report.extend(d for d in faults if (d.code, d.message, str(d.span)) not in known)
            made.append(fitted)
    return made, report


def _untold(name: str) -> None:
    """No face is named as it is laid out."""


def _many(pack: Pack) -> bool:
    """Whether a pack has so many faces that a process more takes less time than it saves."""
    return sum(len(pack.collections.get(pile.each, ())) for _, pile in pack.piles()) >= WORTH


def _fit_in(
    packs: Mapping[str, Pack], frames_of: Callable[[Faces], Sequence[Frame]], language: str, seen: Mapping[str, Seen]
) -> tuple[LanguageFit, Report]:
    """The same in one language; the pack and what was seen of it by inks."""
    pack = packs[INKS[0]]
    faces = Faces(pack, pack.locales[language], INKS[0], purpose=Purpose(measure=True, seen=seen[INKS[0]]))
    frames = frames_of(faces)
    read = [[text for frame in frames for text in reading(frame, faces.book, INKS[0])]]
    read += [_read_in(ink, packs[ink], language, seen[ink], frames_of) for ink in INKS[1:]]
    judge(read, faces, faces.report.error)
    tell_near(frames, faces, faces.report.warning if faces.locale.trial else faces.report.error)
    tight: dict[tuple[Any, ...], Tight] = {}
    for box in faces.tight:
        tight.setdefault((box.layout, box.item, box.keys, box.text), box)
    faint: dict[str, Read] = {}
    for text in sorted(chain(*read), key=_margin):
        faint.setdefault(text.frame, text)
    order = sorted(tight.values(), key=lambda box: (-box.fill, box.layout, box.item))
    smallest = min((text.size for text in read[0]), default=0.0)
    return LanguageFit(language, len(frames), tuple(order), tuple(faint.values()), smallest), faces.report


def _read_in(
    ink: str, pack: Pack, language: str, seen: Seen, frames_of: Callable[[Faces], Sequence[Frame]]
) -> list[Read]:
    """How the same texts read in another ink; faults of the layouts themselves are known already."""
    other = Faces(pack, pack.locales[language], ink, purpose=Purpose(seen=seen))
    return [text for frame in frames_of(other) for text in reading(frame, other.book, ink)]


def _margin(text: Read) -> tuple[float, str]:
    return text.contrast, text.frame
