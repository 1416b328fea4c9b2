"""Corrected: how pieces are laid out where a printer is made up for, so that nothing is pushed off the paper.

A correction moves and turns backs and scales both sides: what stood at the margin comes nearer to the paper's edge.
So pieces, marks and legend are laid out for a paper that is smaller by what the correction takes, in the middle of the
real one. The number of sheets stays as it is wherever that leaves the pieces whole; where it does not, more sheets are
better than cards cut off, and it is said. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import inf

from santy_print.diag import PackError, Report, register
from santy_print.faces.art import outline_box
from santy_print.faces.frames import Group, Item, Letters, Shape
from santy_print.faces.matrices import boxed
from santy_print.printer import HOME_MARGIN, Printer
from santy_print.sheets import EDGE, Copy, Page, Setup, fits
from santy_print.sheets.model import CLEAR, SHORTEST, Box, Narrowed
from santy_print.sheets.sides import art_box

register("printer-off-paper", "what makes up for a printer would push pieces off the paper")
register("printer-edge", "what makes up for a printer takes room: things come near the edge, or more sheets are needed")

KEPT = HOME_MARGIN + 0.2
"""Marks keep so far, for the width of a line and rounding to a printer's dots take some of it."""
NEAR = HOME_MARGIN - 0.05
"""What is nearer than this is told: nobody sees half a tenth."""
TIGHT = EDGE + SHORTEST + 2 * CLEAR
"""The narrowest margin in which a crop mark finds room."""
SHARES = (1.0, 0.85, 0.7, 0.55)

Lay = Callable[[Setup], list[Page]]
Room = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Laid:
    """Pages of a part, and how near to the paper's edge their pieces and marks come out, by side; below 0 beyond it."""

    pages: list[Page]
    pieces: dict[str, float]
    marks: dict[str, float]

    @property
    def whole(self) -> bool:
        """Whether all pieces can be printed."""
        return min(self.pieces.values(), default=inf) >= NEAR

    @property
    def clear(self) -> bool:
        """Whether everything can be printed."""
        return self.whole and self.room() >= KEPT - 0.01

    def room(self) -> float:
        """How near to the edge the nearest mark comes."""
        return min(self.marks.values(), default=inf)

    @property
    def usable(self) -> bool:
        """Whether all pieces can be printed, and enough of the marks by which they are cut."""
        return self.whole and self.marks.get("front", inf) >= KEPT - SHORTEST


def corrected(
    lay: Lay, setup: Setup, printer: Printer, name: str, copies: Sequence[Copy], report: Report
) -> list[Page]:
    """The pages of a part, by its name and pieces, as `lay` makes them, with room for a printer's correction.

    What could not be kept is told in `report`. PackError where the paper is too small even without a correction.
    """
    plain = _measured(lay(setup), setup, printer)
    if plain.clear or not report.ok:
        return plain.pages
    sizes = list(dict.fromkeys(copy.front.size for copy in copies))
    tried: list[Laid] = []
    spare = min(EDGE, _measured(plain.pages, setup, Printer()).room()) - KEPT
    for small, room in _ways(setup, printer, tuple(plain.pieces), spare):
        made = _tried(lay, small, room, sizes, setup, printer)
        if made is not None and made.clear and len(made.pages) <= len(plain.pages):
            return made.pages
        tried += [made] if made is not None else []
    best = _best(plain, tried)
    if len(best.pages) > len(plain.pages):
        taken = max(_taken(setup, printer, tuple(plain.pieces)))
        message = f"`{name}`: {len(best.pages)} pages instead of {len(plain.pages)}, for what makes up for this printer"
        report.warning("printer-edge", f"{message} takes up to {taken:.1f} mm of the margin; a larger --paper has it")
    _tell(name, best, report)
    return best.pages


def _best(plain: Laid, tried: Sequence[Laid]) -> Laid:
    """As many pages as without a correction, pieces and fronts' marks whole; else more pages; else whole pieces."""
    same = [made for made in (*tried, plain) if len(made.pages) <= len(plain.pages)]
    if usable := [made for made in same if made.usable]:
        return max(usable, key=Laid.room)
    if more := [made for made in tried if made.clear] or [made for made in tried if made.usable]:
        return min(more, key=lambda made: len(made.pages))
    return max((made for made in same if made.whole), key=Laid.room, default=plain)


def _ways(setup: Setup, printer: Printer, sides: Sequence[str], spare: float) -> Iterator[tuple[Setup, Room]]:
    """Smaller papers, and how much each lacks on every side: with room for all sides that are printed, or for fronts.

    `spare` is how much nearer to the edge everything may come. All of the room is needed only by what stands in the
    corners, so ever less of it is tried; and the margin may be narrower on a smaller paper: there is more beyond it.
    """
    width, height = setup.paper
    for some, share in product(dict.fromkeys((tuple(sides), ("front",))), SHARES):
        room = tuple(share * max(0.0, taken - spare) for taken in _taken(setup, printer, some))
        across, down = room
        if (width - height) * (width - 2 * across - height + 2 * down) <= 0:
            across = down = max(room)  # which way it lies decides about which edge it turns
        for margin in dict.fromkeys((setup.margin, min(setup.margin, TIGHT))):
            paper = width - 2 * across, height - 2 * down
            if min(paper) > 2 * margin:
                yield Narrowed(paper, setup.duplex, setup.bleed, margin), (across, down)


def _taken(setup: Setup, printer: Printer, sides: Sequence[str]) -> Room:
    """How far a correction moves a corner of the paper outwards, at most: across and down."""
    width, height = setup.paper
    out = [0.0, 0.0]
    for side in sides:
        matrix = printer.correction(setup.paper, side, setup.duplex)
        for x in (0.0, width):
            for y in (0.0, height):
                moved = boxed((x, y, x, y), matrix)
                out[0] = max(out[0], -moved[0] if x == 0 else moved[2] - width)
                out[1] = max(out[1], -moved[1] if y == 0 else moved[3] - height)
    return out[0], out[1]


def _tried(lay: Lay, small: Setup, room: Room, sizes: Sequence[Room], setup: Setup, printer: Printer) -> Laid | None:
    """The pages as they are laid out on a smaller paper, on the real one of `setup`; None where they cannot be."""
    if any(fits(size, small) != fits(size, setup) for size in sizes):
        return None  # a piece that fits as a whole is not to become a board in tiles
    with suppress(PackError):
        pages = [_centred(page, small, room) for page in lay(small)]
        return _measured(pages, setup, printer)
    return None


def _centred(page: Page, small: Setup, room: Room) -> Page:
    """A page of a smaller paper in the middle of one that has so much more on each side of it."""
    upright = abs(page.width - small.paper[0]) < 0.001
    dx, dy = room if upright else (room[1], room[0])
    cells = tuple(replace(cell, x=cell.x + dx, y=cell.y + dy) for cell in page.cells)
    marks = (Group(page.marks, (1, 0, 0, 1, dx, dy)),) if page.marks else ()
    trim, bleed = ((a + dx, b + dy, c + dx, d + dy) for a, b, c, d in (page.trim, page.bleed))
    width, height = page.width + 2 * dx, page.height + 2 * dy
    return replace(page, width=width, height=height, cells=cells, marks=marks, trim=trim, bleed=bleed)


def _measured(pages: list[Page], setup: Setup, printer: Printer) -> Laid:
    """How near to the edge things come when the printer's correction has moved them."""
    made = Laid(pages, {}, {})
    for page in pages:
        matrix = printer.correction((page.width, page.height), page.side, setup.duplex)
        for kind, boxes in ((made.pieces, map(art_box, page.cells)), (made.marks, _boxes(page.marks))):
            for box in boxes:
                left, top, right, bottom = boxed(box, matrix)
                near = min(left, top, page.width - right, page.height - bottom)
                kind[page.side] = min(kind.get(page.side, inf), near)
    return made


def _boxes(items: Sequence[Item]) -> Iterator[Box]:
    """Boxes around the marks of a page; of letters, which stand in a strip with the ruler, where they begin."""
    for item in items:
        if isinstance(item, Group):
            yield from (boxed(box, item.matrix) for box in _boxes(item.items))
        elif isinstance(item, Shape):
            yield outline_box([item.outline])
        elif isinstance(item, Letters):
            yield item.x, item.y, item.x, item.y


def _tell(part: str, made: Laid, report: Report) -> None:
    """What comes too near to the edge: an error where a piece is cut off by it."""
    for side, near in made.pieces.items():
        if near < -0.01:
            message = f"`{part}`: made up for this printer, {side}s would reach {-near:.1f} mm beyond the paper's edge"
            hint = "choose a larger --paper or less --bleed, or set the printer right: its paper guides, “actual size”"
            report.error("printer-off-paper", message, None, hint)
        elif near < NEAR:
            _near(f"`{part}`: made up for this printer, {side}s", near, report)
    for side, near in made.marks.items():
        if near < NEAR <= made.pieces.get(side, inf):
            _near(f"`{part}`: made up for this printer, marks beside the {side}s", near, report)


def _near(what: str, near: float, report: Report) -> None:
    where = f"come to {near:.1f} mm from the paper's edge" if near >= 0 else f"reach {-near:.1f} mm beyond the paper"
    message = f"{what} {where}, and most printers need {HOME_MARGIN:g} mm: choose a larger --paper"
    report.warning("printer-edge", message)
