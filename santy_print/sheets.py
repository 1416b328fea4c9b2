"""Sheets: frames and copies in, pages out. Pure geometry in mm: n-up, duplex, crop marks, tiling of boards.

Fronts and backs pair by geometry: a back stands where its front stands, seen through the paper and turned
over the long or the short edge. So a partial last page fits without any rule of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil
from typing import Literal

from santy_print.diag import PackError, Report, register
from santy_print.faces.art import Outline, Segment, outline_box, rounded
from santy_print.faces.frames import Frame, Item, Matrix, Shape
from santy_print.faces.outlines import grown, moved

register("paper-too-small", "a face is larger than what the paper's margins leave")

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "tabloid": (279.4, 431.8)}
PAPER_SIDE = (60.0, 2000.0)
"""A paper's side at least and at most, mm."""
DUPLEX = ("long", "short", "separate", "gutterfold", "none")
"""How backs meet fronts: the printer turns sheets over the long or short edge; backs as a stack of their own, to be
printed in a second run (turned over the long edge); fronts and backs side by side, folded and glued; no backs."""
MARGIN = 6.35
GAP = 6.0
EDGE = 4.4  # nothing is printed nearer to the paper's edge: home printers cannot
RIM = 0.6  # so far a piece that is no rectangle runs on beyond its cut
OUTER = 2.0  # faces run on so far beyond the outer cut, so that a drifting sheet shows no white
FOLD = 5.0  # from the fold to the nearest cut
HAIRLINE = 0.12
CLEAR = 0.4  # crop marks keep so far from pictures,
SHORTEST = 0.8  # and are at least so long
STRIP = 4.2  # the height of the legend with its ruler
MARK_INK = "#22304a"


@dataclass(frozen=True, slots=True)
class Setup:
    """Paper (mm, portrait), how backs are printed, bleed (mm) and the margin kept (mm)."""

    paper: tuple[float, float] = PAPERS["a4"]
    duplex: str = "long"
    bleed: float = 0.0
    margin: float = MARGIN

    @property
    def upright(self) -> bool:
        """Whether the page is portrait: on a landscape page the long edge is the one above."""
        return self.paper[0] <= self.paper[1]

    def turned(self) -> Setup:
        """The same with the paper lying the other way."""
        return replace(self, paper=(self.paper[1], self.paper[0]))


@dataclass(frozen=True, slots=True)
class Copy:
    """One physical piece: its front, and its back if it has one."""

    front: Frame
    back: Frame | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A frame on a page: (x, y) is the trim's top left corner in mm from the page's.

    `turned` by half a turn where told.
    """

    frame: Frame
    x: float
    y: float
    clip: Outline | None
    turned: bool = False

    def mirrored(self, sheet: Sheet, over_side: bool, over_top: bool) -> Cell:
        """The cell where it lies on the other side of the sheet, turned over its side or its top.

        Turned over its top a sheet comes up head down: the face is turned as well, so that it reads. Its clip is its
        own, so it turns with it; over the side left and right change places.
        """
        x, y, clip = self.x, self.y, self.clip
        if over_side:
            x = sheet.width - x - self.frame.width
        if over_top:
            y = sheet.height - y - self.frame.height
        if (over_side or over_top) and clip is not None:
            clip = tuple(_turned_over(part, self.frame.width) for part in clip)
        return Cell(self.frame, x, y, clip, over_top)

    def matrix(self, page_height: float) -> Matrix:
        """The face's space (origin top left, y up in the form) into page millimetres with y upwards."""
        if self.turned:
            return -1, 0, 0, -1, self.x + self.frame.width, page_height - self.y - self.frame.height
        return 1, 0, 0, 1, self.x, page_height - self.y


def _turned_over(part: Segment, width: float) -> Segment:
    """A piece of an outline with left and right changed."""
    return (part[0], *(width - v if n % 2 == 0 else v for n, v in enumerate(part[1:])))


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: size in mm, cells and marks.

    Trim and bleed are boxes (left, top, right, bottom) in mm.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    marks: tuple[Item, ...]
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    side: str = "front"
    sheet: int = 1
    of: int = 1


Box = tuple[float, float, float, float]
Cut = tuple[float, float, float]
"""A straight cut: its x (or y), and from where to where it runs along the other axis; mm."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a piece lies.

    Trim's top left corner, and how far its picture runs on (left, top, right, bottom), mm.
    """

    copy: Copy
    x: float
    y: float
    run: tuple[float, float, float, float]


@dataclass(slots=True)
class Sheet:
    """The pieces of one sheet of paper, and the cut lines along its edges.

    `beside`: where it is to be folded, its backs lie beside the fronts and not below them.
    """

    width: float
    height: float
    slots: list[Slot] = field(default_factory=list)
    xs: set[Cut] = field(default_factory=set)
    ys: set[Cut] = field(default_factory=set)
    beside: bool = False


Legend = Callable[[Page], Sequence[Item]]


def impose(copies: Sequence[Copy], setup: Setup, legend: Legend) -> list[Page]:
    """Lay pieces out on as few sheets as rows allow: fronts, and behind each sheet its backs if any.

    Pieces of one size stand in rows together, in their order; sizes follow one another down the sheet; the paper lies
    the way that takes fewer sheets. Single-sided (duplex none) leaves the backs out. Where sheets are folded, pieces
    without backs need no fold: they have whole sheets of their own, and the kind that begins the part comes first.
    PackError where a piece is larger than the paper.
    """
    if setup.duplex != "gutterfold":
        return joined([_laid(copies, setup)], legend)
    groups = []
    for bare in dict.fromkeys(copy.back is None for copy in copies):
        kind = [copy for copy in copies if (copy.back is None) == bare]
        groups.append(_laid(kind, setup) if bare else _folded(kind, setup))
    return joined(groups, legend)


def joined(groups: Sequence[Sequence[Page]], legend: Legend) -> list[Page]:
    """Pages that were laid out apart as one stack: its sheets are numbered through, and each page has its legend."""
    of = sum(group[0].of for group in groups if group)
    pages: list[Page] = []
    before = 0
    for group in filter(None, groups):
        for page in group:
            page = replace(page, sheet=before + page.sheet, of=of)
            pages.append(replace(page, marks=(*page.marks, *legend(page))))
        before += group[0].of
    return pages


def _laid(copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Fronts, and behind or after them the backs that the printer is to put there."""
    sheets, way = _fewest(copies, [(_fill, setup), (_fill, setup.turned())])
    fronts = [_page(sheet, way, "front", n, len(sheets)) for n, sheet in enumerate(sheets, 1)]
    backs: list[Page | None] = [None] * len(sheets)
    if setup.duplex in ("long", "short", "separate"):
        for n, sheet in enumerate(sheets):
            if any(slot.copy.back for slot in sheet.slots):
                backs[n] = _page(sheet, way, "back", n + 1, len(sheets))
    pairs = (
        [*fronts, *backs]
        if setup.duplex == "separate"
        else [p for pair in zip(fronts, backs, strict=True) for p in pair]
    )
    return [page for page in pairs if page is not None]


def parse_paper(text: str) -> tuple[float, float]:
    """Width and height (mm) of a paper given by name or as `WxH`; ValueError with the reason where it is none."""
    name = text.strip().casefold()
    if name in PAPERS:
        return PAPERS[name]
    match = re.fullmatch(r"([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?[x×*]([0-9]{1,5}(?:[.,][0-9]{1,3})?)(?:mm)?", name)
    if not match:
        known = ", ".join(PAPERS)
        raise ValueError(f"`{text}` is no paper: {known}, or width x height in mm like 210x297")
    width, height = (float(side.replace(",", ".")) for side in match.groups())
    if not all(PAPER_SIDE[0] <= side <= PAPER_SIDE[1] for side in (width, height)):
        least, most = PAPER_SIDE
        raise ValueError(f"`{text}` is no paper: its sides must be {least:g} to {most:g} mm")
    return width, height


Filler = Callable[[Sequence[Copy], Setup], list[Sheet]]


def _fewest(copies: Sequence[Copy], ways: Sequence[tuple[Filler, Setup]]) -> tuple[list[Sheet], Setup]:
    """The sheets of the way that takes the fewest; of the first of these where several do."""
    tried: list[tuple[list[Sheet], Setup]] = []
    for fill, way in ways:
        with suppress(PackError):
            tried.append((fill(copies, way), way))
    if not tried:
        fill, way = ways[0]
        return fill(copies, way), way  # raises with the reason
    return min(tried, key=lambda made: len(made[0]))


def fits(size: tuple[float, float], setup: Setup) -> bool:
    """Whether a piece fits on one page, whichever way the paper lies."""
    return any(min(per_row(size, way)) >= 1 for way in (setup, setup.turned()))


def per_row(size: tuple[float, float], setup: Setup) -> tuple[int, int]:
    """How many pieces of a trim size stand side by side and one above the other."""
    step_x, step_y = size[0] + 2 * setup.bleed, size[1] + 2 * setup.bleed
    room_x, room_y = setup.paper[0] - 2 * setup.margin, setup.paper[1] - 2 * setup.margin
    return int((room_x + 0.01) // step_x), int((room_y + 0.01) // step_y)


def _fill(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    sheets: list[Sheet] = []
    used = 0.0
    room = setup.paper[1] - 2 * setup.margin
    for size, run in groupby(copies, key=lambda c: (c.front.size, c.front.cut)):
        pieces = list(run)
        (width, height), cut = size
        way = _apart(cut, setup)
        across, down = per_row((width, height), way)
        if across < 1 or down < 1:
            raise _too_small((width, height), way)
        step = height + 2 * way.bleed
        rows = [pieces[i : i + across] for i in range(0, len(pieces), across)]
        while rows:
            gap = GAP if used else 0.0
            fits = int((room - used - gap + 0.01) // step)
            if fits < 1 or not sheets:
                sheets.append(Sheet(*setup.paper))
                used, gap, fits = 0.0, 0.0, down
            block, rows = rows[:fits], rows[fits:]
            _block(sheets[-1], block, used + gap, way)
            used += gap + len(block) * step
    for sheet in sheets:
        _centre(sheet, setup)
    return sheets


def _apart(cut: Outline | None, setup: Setup) -> Setup:
    """The setup for pieces of one kind: those cut along a curve run on beyond it, so keep apart even without bleed."""
    return replace(setup, bleed=max(setup.bleed, RIM)) if cut else setup


def too_small(size: tuple[float, float], setup: Setup) -> tuple[str, str]:
    """What is to be said of a face (mm) that does not fit on the paper, and the way out."""
    width, height = setup.paper
    return (
        f"a face of {size[0]:g} x {size[1]:g} mm with {setup.bleed:g} mm bleed does not fit on paper of "
        f"{width:g} x {height:g} mm with margins of {setup.margin:g} mm",
        "choose a larger paper or less bleed",
    )


def _too_small(size: tuple[float, float], setup: Setup, folded: bool = False) -> PackError:
    report = Report()
    message, hint = too_small(size, setup)
    if folded:
        message += " when it is folded, front and back beside one another"
        hint = "choose a larger paper, less bleed, or backs that are not folded (--duplex)"
    report.error("paper-too-small", message, None, hint)
    return PackError(report)


def _block(sheet: Sheet, rows: Sequence[Sequence[Copy]], top: float, setup: Setup) -> None:
    """Rows of pieces of one size, the full row centred on the paper; a short last row begins at the left."""
    width, height = rows[0][0].front.size
    bleed = setup.bleed
    across = len(rows[0]) if len(rows) > 1 else max(len(rows[0]), per_row((width, height), setup)[0])
    step_x, step_y = width + 2 * bleed, height + 2 * bleed
    left = (sheet.width - across * step_x) / 2
    block_bottom = top + len(rows) * step_y
    for r, row in enumerate(rows):
        for c, copy in enumerate(row):
            x, y = left + c * step_x + bleed, top + r * step_y + bleed
            last_in_row = c == len(row) - 1
            below = r + 1 < len(rows) and c < len(rows[r + 1])
            run = tuple(
                max(bleed, OUTER) if outer else bleed for outer in (c == 0, r == 0, last_in_row, not below)
            )
            sheet.slots.append(Slot(copy, x, y, (run[0], run[1], run[2], run[3])))
            if copy.front.cut:
                continue  # marks at the sides do not help along a curve
            sheet.xs |= {(round(v, 4), top, block_bottom) for v in (x, x + width)}
            sheet.ys |= {(round(v, 4), left, left + across * step_x) for v in (y, y + height)}


def _centre(sheet: Sheet, setup: Setup) -> None:
    """Move a sheet's blocks down so that they stand in the middle of the paper."""
    tall = max(slot.y + slot.copy.front.height for slot in sheet.slots) + setup.bleed
    _shift(sheet, 0.0, (sheet.height - tall) / 2)


def _shift(sheet: Sheet, dx: float, dy: float) -> None:
    sheet.slots = [Slot(s.copy, s.x + dx, s.y + dy, s.run) for s in sheet.slots]
    sheet.xs = {(round(x + dx, 4), a + dy, b + dy) for x, a, b in sheet.xs}
    sheet.ys = {(round(y + dy, 4), a + dx, b + dx) for y, a, b in sheet.ys}


def _page(sheet: Sheet, setup: Setup, side: str, number: int, of: int) -> Page:
    # A sheet turns about the edge the printer turns it over: on a landscape page the long edge lies above.
    over_side = (setup.duplex != "short") == setup.upright
    flip_x, flip_y = side == "back" and over_side, side == "back" and not over_side
    cells = []
    for slot in sheet.slots:
        frame = slot.copy.back if side == "back" else slot.copy.front
        if frame is not None:
            slot = _held(slot, sheet, setup.bleed)
            cells.append(_cell(slot, frame, setup.bleed).mirrored(sheet, flip_x, flip_y))
    xs, ys = _mirrored_cuts(sheet, flip_x, flip_y)
    rims = _rims(sheet) if side == "front" else []
    marks = [*crop_marks(sheet, xs, ys, [_art(cell) for cell in cells], setup.bleed), *rims]
    bleed = _around(cells, max(setup.bleed, OUTER))
    return Page(
        sheet.width, sheet.height, tuple(cells), tuple(marks), _around(cells, 0.0), bleed, side, number, of
    )


def _held(slot: Slot, sheet: Sheet, bleed: float) -> Slot:
    """The slot, its picture running on beyond the bleed only where a crop mark finds room outside of it as well."""
    front = slot.copy.front
    right, bottom = sheet.width - slot.x - front.width, sheet.height - slot.y - front.height
    rooms = [room - EDGE - SHORTEST - 2 * CLEAR for room in (slot.x, slot.y, right, bottom)]
    run = [max(bleed, min(run, room)) if room > -EDGE else run for run, room in zip(slot.run, rooms, strict=True)]
    return replace(slot, run=(run[0], run[1], run[2], run[3]))


def _art(cell: Cell) -> tuple[float, float, float, float]:
    """The box of what a cell draws on its page, mm."""
    left, top, right, bottom = outline_box([cell.clip or ()])
    if cell.turned:
        width, height = cell.frame.size
        left, top, right, bottom = width - right, height - bottom, width - left, height - top
    return cell.x + left, cell.y + top, cell.x + right, cell.y + bottom


def _cell(slot: Slot, frame: Frame, bleed: float) -> Cell:
    """A piece's front or back in its slot; the front's cut is that of both."""
    left, top, right, bottom = slot.run
    width, height, cut = frame.width, frame.height, slot.copy.front.cut
    clip = rounded(-left, -top, width + left + right, height + top + bottom)
    if cut:
        clip = grown(cut, width, height, max(bleed, RIM))
    return Cell(frame, slot.x, slot.y, clip)


def _mirrored_cuts(sheet: Sheet, flip_x: bool, flip_y: bool) -> tuple[set[Cut], set[Cut]]:
    xs, ys = sheet.xs, sheet.ys
    width, height = sheet.width, sheet.height
    if flip_x:
        xs = {(round(width - x, 4), a, b) for x, a, b in xs}
        ys = {(y, round(width - b, 4), round(width - a, 4)) for y, a, b in ys}
    if flip_y:
        ys = {(round(height - y, 4), a, b) for y, a, b in ys}
        xs = {(x, round(height - b, 4), round(height - a, 4)) for x, a, b in xs}
    return xs, ys


def _folded(copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Fronts and backs on the two halves of a sheet: fold, glue, cut.

    Of the ways that take the fewest sheets the one with the longest fold comes first: it is easier to fold straight,
    and the pieces lie nearer to it, so that a fold that is askew moves their backs less.
    """
    sides = (setup, setup.turned())
    ways: list[tuple[Filler, Setup]] = [(_fill_above, way) for way in sides]
    ways += [(_fill_beside, way) for way in sides]
    ways.sort(key=lambda made: -made[1].paper[0 if made[0] is _fill_above else 1])
    sheets, way = _fewest(copies, ways)
    return [_folded_page(sheet, way.bleed, n, len(sheets)) for n, sheet in enumerate(sheets, 1)]


def _folded_page(sheet: Sheet, bleed: float, number: int, of: int) -> Page:
    flip_x, flip_y = sheet.beside, not sheet.beside
    cells: list[Cell] = []
    backs: list[Cell] = []
    for slot in sheet.slots:
        held = _held(slot, sheet, bleed)
        cells.append(_cell(held, slot.copy.front, bleed))
        if slot.copy.back:
            backs.append(_cell(held, slot.copy.back, bleed).mirrored(sheet, flip_x, flip_y))
    cells += backs
    # Both halves have all their cuts: folded, only one of them is seen, and its marks must stand on each of its sides.
    xs, ys = _mirrored_cuts(sheet, flip_x, flip_y)
    marks = crop_marks(sheet, sheet.xs | xs, sheet.ys | ys, [_art(cell) for cell in cells], bleed)
    trim, around = _around(cells, 0.0), _around(cells, max(bleed, OUTER))
    marks += [*_rims(sheet), _fold_line(sheet, trim, bleed)]
    return Page(sheet.width, sheet.height, tuple(cells), tuple(marks), trim, around, "front", number, of)


def _fold_line(sheet: Sheet, box: Box, bleed: float) -> Shape:
    """The dashed line through the middle of a sheet, from edge to edge but for the legend."""
    side = strip_side((sheet.width, sheet.height), box, max(bleed, OUTER))
    if sheet.beside:
        middle, foot = sheet.width / 2, EDGE + (STRIP if side == "below" else 0)
        line: Outline = (("M", middle, EDGE), ("L", middle, sheet.height - foot))
    else:
        middle, begin = sheet.height / 2, EDGE + (STRIP if side == "left" else 0)
        line = (("M", begin, middle), ("L", sheet.width - EDGE, middle))
    return Shape(line, None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5))


def _fill_above(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    """Sheets whose pieces stand in the upper half only, the lowest row a finger's breadth from the fold."""
    width, height = setup.paper
    sheets = _fill_half(copies, setup, (width, height / 2 - FOLD + setup.margin))
    for sheet in sheets:
        lowest = max(slot.y + slot.copy.front.height for slot in sheet.slots) + setup.bleed
        _shift(sheet, 0.0, height / 2 - FOLD - lowest)
        sheet.width, sheet.height = setup.paper
    return sheets


def _fill_beside(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    """Sheets whose pieces stand in the right half only, as on a book's cover; rows begin at the fold."""
    width, height = setup.paper
    sheets = _fill_half(copies, setup, (width / 2 - FOLD + setup.margin, height))
    for sheet in sheets:
        leftmost = min(slot.x for slot in sheet.slots) - setup.bleed
        _shift(sheet, width / 2 + FOLD - leftmost, 0.0)
        sheet.width, sheet.height = setup.paper
        sheet.beside = True
    return sheets


def _fill_half(copies: Sequence[Copy], setup: Setup, paper: tuple[float, float]) -> list[Sheet]:
    """Sheets as large as the half that is left of them; what does not fit is said of the whole paper."""
    half = replace(setup, paper=paper)
    for size, cut in dict.fromkeys((copy.front.size, copy.front.cut) for copy in copies):
        if min(per_row(size, _apart(cut, half))) < 1:
            raise _too_small(size, setup, folded=True)
    return _fill(copies, half)


def _rims(sheet: Sheet) -> list[Item]:
    """The cuts of pieces that are no rectangles: hairlines on the front."""
    return [
        Shape(moved(slot.copy.front.cut, slot.x, slot.y), None, MARK_INK, HAIRLINE)
        for slot in sheet.slots
        if slot.copy.front.cut
    ]


def _around(cells: Sequence[Cell], more: float) -> tuple[float, float, float, float]:
    return (
        min(c.x for c in cells) - more,
        min(c.y for c in cells) - more,
        max(c.x + c.frame.width for c in cells) + more,
        max(c.y + c.frame.height for c in cells) + more,
    )


def strip_side(
    size: tuple[float, float], box: tuple[float, float, float, float], reach: float = OUTER
) -> Literal["below", "left"] | None:
    """Where a page's legend and ruler stand: below its pieces or left of them, or nowhere if both margins are narrow.

    The side that leaves room for crop marks as well comes first. `box` is around the pieces, beyond which pictures run
    on by `reach`, mm.
    """
    below, left = size[1] - box[3], box[0]
    need = EDGE + STRIP + (reach if reach > OUTER else 0)
    for room in (EDGE + STRIP + max(OUTER, reach) + CLEAR, need):
        if below >= room:
            return "below"
        if left >= room:
            return "left"
    return None


def crop_marks(
    sheet: Sheet, xs: Iterable[Cut], ys: Iterable[Cut], art: Sequence[Box] = (), bleed: float = 0.0
) -> list[Item]:
    """Short hairlines along the cuts, outside of where pictures run (`art`: their boxes, mm).

    Each is as long as the printable edge, the legend and neighbours allow.
    """
    out: list[Item] = []
    xs, ys = sorted(set(xs)), sorted(set(ys))
    if not xs:
        return out
    box = (
        min(a for _, a, _ in ys),
        min(a for _, a, _ in xs),
        max(b for _, _, b in ys),
        max(b for _, _, b in xs),
    )
    side = strip_side((sheet.width, sheet.height), box, max(bleed, OUTER))
    foot = sheet.height - EDGE - (STRIP + 0.3 if side == "below" else 0)
    beside = EDGE + (STRIP + 0.3 if side == "left" else 0)
    for cuts, axis, low, high in ((xs, 1, EDGE, foot), (ys, 0, beside, sheet.width - EDGE)):
        starts, ends = {a for _, a, _ in cuts}, {b for _, _, b in cuts}
        for at, start, end in cuts:
            # Between blocks, and between the halves of a sheet to be folded, each side's marks have half of the room.
            before = max((b for b in ends if b <= start + 0.01), default=None)
            after = min((a for a in starts if a >= end - 0.01), default=None)
            for reach, sign, limit in (
                (start, -1, low if before is None else (before + start) / 2),
                (end, 1, high if after is None else (after + end) / 2),
            ):
                point, way = ((at, reach), (0, sign)) if axis else ((reach, at), (sign, 0))
                out += _mark(point, way, limit, art)
    return out


def _mark(start: tuple[float, float], way: tuple[int, int], limit: float, art: Sequence[Box]) -> list[Item]:
    """One mark from `start`, outwards, ending at `limit` at the latest and before it reaches a picture.

    None where there is no room for it.
    """
    axis = 0 if way[0] else 1
    sign, at, across = way[axis], start[axis], start[1 - axis]
    room = abs(limit - at)
    away = min(OUTER + CLEAR, room - SHORTEST - CLEAR)
    end = min(away + 5.0, room)
    for box in art:
        if box[1 - axis] - CLEAR < across < box[3 - axis] + CLEAR:
            near, far = sorted(((box[axis] - at) * sign, (box[axis + 2] - at) * sign))
            if near < 0.1:
                away = max(away, far + CLEAR)  # the picture along whose cut the mark stands
            else:
                end = min(end, near - CLEAR)
    if away < CLEAR or end - away < SHORTEST:
        return []
    x0, y0, x1, y1 = (v for reach in (away, end) for v in (start[0] + way[0] * reach, start[1] + way[1] * reach))
    return [Shape((("M", x0, y0), ("L", x1, y1)), None, MARK_INK, HAIRLINE)]


def tile(frame: Frame, setup: Setup, legend: Legend, overlap: float = 10.0) -> list[Page]:
    """A board on as many pages as it takes.

    Whole on one where it fits either way, else in tiles that overlap (mm) to be glued.
    """
    width, height = setup.paper
    ways = [(width, height), (height, width)]
    counts = [_tiles(frame, way, setup.margin, overlap) for way in ways]
    best = min((0, 1), key=lambda n: (counts[n][0] * counts[n][1], (n == 0) == (frame.width > frame.height)))
    page_w, page_h = ways[best]
    across, down = counts[best]
    room_x, room_y = page_w - 2 * setup.margin, page_h - 2 * setup.margin
    span_x, span_y = min(frame.width, room_x), min(frame.height, room_y)
    step_x = (frame.width - span_x) / (across - 1) if across > 1 else 0.0
    step_y = (frame.height - span_y) / (down - 1) if down > 1 else 0.0
    pages = []
    for n in range(across * down):
        column, row = n % across, n // across
        left, top = (page_w - span_x) / 2, (page_h - span_y) / 2
        off_x, off_y = column * step_x, row * step_y
        clip = rounded(off_x, off_y, span_x, span_y)
        cells = (Cell(frame, left - off_x, top - off_y, clip),)
        sheet = Sheet(page_w, page_h)
        edges_x = {(round(x, 4), top, top + span_y) for x in (left, left + span_x)}
        edges_y = {(round(y, 4), left, left + span_x) for y in (top, top + span_y)}
        glue = _glue(
            (left, top, span_x, span_y),
            (column < across - 1, row < down - 1),
            (span_x - step_x, span_y - step_y),
        )
        trim = (left, top, left + span_x, top + span_y)
        page = Page(
            page_w,
            page_h,
            cells,
            (*crop_marks(sheet, edges_x, edges_y), *glue),
            trim,
            trim,
            "front",
            n + 1,
            across * down,
        )
        pages.append(replace(page, marks=(*page.marks, *legend(page))))
    return pages


def _tiles(frame: Frame, page: tuple[float, float], margin: float, overlap: float) -> tuple[int, int]:
    room = (page[0] - 2 * margin, page[1] - 2 * margin)
    return (
        1 if frame.width <= room[0] + 0.01 else ceil((frame.width - overlap) / (room[0] - overlap)),
        1 if frame.height <= room[1] + 0.01 else ceil((frame.height - overlap) / (room[1] - overlap)),
    )


def _glue(
    box: tuple[float, float, float, float], more: tuple[bool, bool], overlap: tuple[float, float]
) -> list[Item]:
    """Dashed lines where the next tile's edge comes to lie."""
    x, y, w, h = box
    out: list[Item] = []
    if more[0]:
        at = x + w - overlap[0]
        out.append(Shape((("M", at, y), ("L", at, y + h)), None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5)))
    if more[1]:
        at = y + h - overlap[1]
        out.append(Shape((("M", x, at), ("L", x + w, at)), None, MARK_INK, HAIRLINE, None, False, (2.0, 1.5)))
    return out
