"""Sheets: frames and copies in, pages out. Pure geometry in mm: n-up, duplex, crop marks, tiling of boards.

Fronts and backs pair by geometry: a back stands where its front stands, seen through the paper and turned
over the long or the short edge. So a partial last page fits without any rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil

from santy_print.diag import PackError, Report, register
from santy_print.faces.art import Outline, ellipse, rounded
from santy_print.faces.frames import Frame, Item, Matrix, Shape

register("paper-too-small", "a face is larger than what the paper's margins leave")

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
DUPLEX = ("long", "short", "none")
MARGIN = 6.35
GAP = 6.0
EDGE = 4.4  # nothing is printed nearer to the paper's edge: home printers cannot
OUTER = 2.0  # faces run on so far beyond the outer cut, so that a drifting sheet shows no white
HAIRLINE = 0.12
MARK_INK = "#22304a"


@dataclass(frozen=True, slots=True)
class Setup:
    """Paper (mm, portrait), how backs are printed, bleed (mm) and the margin kept (mm)."""

    paper: tuple[float, float] = PAPERS["a4"]
    duplex: str = "long"
    bleed: float = 0.0
    margin: float = MARGIN


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

    def matrix(self, page_height: float) -> Matrix:
        """The face's space (origin top left, y up in the form) into page millimetres with y upwards."""
        if self.turned:
            return -1, 0, 0, -1, self.x + self.frame.width, page_height - self.y - self.frame.height
        return 1, 0, 0, 1, self.x, page_height - self.y


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
    """The pieces of one sheet of paper, and the cut lines along its edges."""

    width: float
    height: float
    slots: list[Slot] = field(default_factory=list)
    xs: set[tuple[float, float, float]] = field(default_factory=set)
    ys: set[tuple[float, float, float]] = field(default_factory=set)


Legend = Callable[[Page], Sequence[Item]]


def impose(copies: Sequence[Copy], setup: Setup, legend: Legend) -> list[Page]:
    """Lay pieces out on as few sheets as rows allow: fronts, and behind each sheet its backs if any.

    Pieces of one size stand in rows together, in their order; sizes follow one another down the sheet.
    Single-sided (duplex none) leaves the backs out. PackError where a piece is larger than the paper.
    """
    sheets = _fill(copies, setup)
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        pages.append(_page(sheet, setup, "front", number, len(sheets)))
        if setup.duplex != "none" and any(slot.copy.back for slot in sheet.slots):
            pages.append(_page(sheet, setup, "back", number, len(sheets)))
    return [_with(page, legend(page)) for page in pages]


def _with(page: Page, more: Sequence[Item]) -> Page:
    return Page(
        page.width,
        page.height,
        page.cells,
        (*page.marks, *more),
        page.trim,
        page.bleed,
        page.side,
        page.sheet,
        page.of,
    )


def per_row(size: tuple[float, float], setup: Setup) -> tuple[int, int]:
    """How many pieces of a trim size stand side by side and one above the other."""
    step_x, step_y = size[0] + 2 * setup.bleed, size[1] + 2 * setup.bleed
    room_x, room_y = setup.paper[0] - 2 * setup.margin, setup.paper[1] - 2 * setup.margin
    return int((room_x + 0.01) // step_x), int((room_y + 0.01) // step_y)


def _fill(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    sheets: list[Sheet] = []
    used = 0.0
    room = setup.paper[1] - 2 * setup.margin
    for size, run in groupby(copies, key=lambda c: (c.front.size, c.front.round)):
        pieces = list(run)
        (width, height), _ = size
        across, down = per_row((width, height), setup)
        if across < 1 or down < 1:
            raise _too_small((width, height), setup)
        step = height + 2 * setup.bleed
        rows = [pieces[i : i + across] for i in range(0, len(pieces), across)]
        while rows:
            gap = GAP if used else 0.0
            fits = int((room - used - gap + 0.01) // step)
            if fits < 1 or not sheets:
                sheets.append(Sheet(*setup.paper))
                used, gap, fits = 0.0, 0.0, down
            block, rows = rows[:fits], rows[fits:]
            _block(sheets[-1], block, used + gap, setup)
            used += gap + len(block) * step
    for sheet in sheets:
        _centre(sheet, setup)
    return sheets


def _too_small(size: tuple[float, float], setup: Setup) -> PackError:
    report = Report()
    width, height = setup.paper
    report.error(
        "paper-too-small",
        f"a face of {size[0]:g} x {size[1]:g} mm with {setup.bleed:g} mm bleed does not fit on paper of "
        f"{width:g} x {height:g} mm with margins of {setup.margin:g} mm",
        None,
        "choose a larger paper or less bleed",
    )
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
            if copy.front.round:
                continue
            sheet.xs |= {(round(v, 4), top, block_bottom) for v in (x, x + width)}
            sheet.ys |= {(round(v, 4), left, left + across * step_x) for v in (y, y + height)}


def _centre(sheet: Sheet, setup: Setup) -> None:
    """Move a sheet's blocks down so that they stand in the middle of the paper."""
    tall = max(slot.y + slot.copy.front.height for slot in sheet.slots) + setup.bleed
    dy = (sheet.height - tall) / 2
    sheet.slots = [Slot(s.copy, s.x, s.y + dy, s.run) for s in sheet.slots]
    sheet.xs = {(x, a + dy, b + dy) for x, a, b in sheet.xs}
    sheet.ys = {(round(y + dy, 4), a, b) for y, a, b in sheet.ys}


def _page(sheet: Sheet, setup: Setup, side: str, number: int, of: int) -> Page:
    flip_x, flip_y = side == "back" and setup.duplex == "long", side == "back" and setup.duplex == "short"
    cells = []
    for slot in sheet.slots:
        frame = slot.copy.back if side == "back" else slot.copy.front
        if frame is None:
            continue
        left, top, right, bottom = slot.run
        x, y = slot.x, slot.y
        if flip_x:
            x, left, right = sheet.width - x - frame.width, right, left
        if flip_y:
            # Turned over the short edge a sheet comes up head down: the back is turned, so that it reads.
            y = sheet.height - y - frame.height
            left, right = right, left
        clip = rounded(-left, -top, frame.width + left + right, frame.height + top + bottom)
        if frame.round:
            grow = max(setup.bleed, 0.6)
            clip = ellipse(frame.width / 2, frame.height / 2, frame.width / 2 + grow, frame.height / 2 + grow)
        cells.append(Cell(frame, x, y, clip, turned=flip_y))
    xs = {(round(sheet.width - x, 4), a, b) for x, a, b in sheet.xs} if flip_x else sheet.xs
    ys = {(round(sheet.height - y, 4), a, b) for y, a, b in sheet.ys} if flip_y else sheet.ys
    if flip_x:
        ys = {(y, round(sheet.width - b, 4), round(sheet.width - a, 4)) for y, a, b in ys}
    if flip_y:
        xs = {(x, round(sheet.height - b, 4), round(sheet.height - a, 4)) for x, a, b in xs}
    marks = [
        *crop_marks(sheet, xs, ys),
        *(_rim(cell) for cell in cells if cell.frame.round and side == "front"),
    ]
    trim = _around(cells, 0.0)
    return Page(
        sheet.width,
        sheet.height,
        tuple(cells),
        tuple(marks),
        trim,
        _around(cells, max(setup.bleed, OUTER)),
        side,
        number,
        of,
    )


def _rim(cell: Cell) -> Item:
    """The cut of a round piece: a hairline, since marks at the sides do not help along a curve."""
    rx, ry = cell.frame.width / 2, cell.frame.height / 2
    return Shape(ellipse(cell.x + rx, cell.y + ry, rx, ry), None, MARK_INK, HAIRLINE)


def _around(cells: Sequence[Cell], more: float) -> tuple[float, float, float, float]:
    return (
        min(c.x for c in cells) - more,
        min(c.y for c in cells) - more,
        max(c.x + c.frame.width for c in cells) + more,
        max(c.y + c.frame.height for c in cells) + more,
    )


def crop_marks(
    sheet: Sheet, xs: Iterable[tuple[float, float, float]], ys: Iterable[tuple[float, float, float]]
) -> list[Item]:
    """Short hairlines along the cuts, outside of where pictures run.

    Each as long as the printable edge and neighbours allow.
    """
    out: list[Item] = []
    xs, ys = sorted(set(xs)), sorted(set(ys))
    tops, bottoms = sorted({a for _, a, _ in xs}), sorted({b for _, _, b in xs})
    for x, top, bottom in xs:
        above = max((b for b in bottoms if b <= top + 0.01), default=None)
        below = min((a for a in tops if a >= bottom - 0.01), default=None)
        out += _mark((x, top), (0, -1), EDGE if above is None else (above + top) / 2)
        out += _mark((x, bottom), (0, 1), sheet.height - EDGE if below is None else (below + bottom) / 2)
    for y, left, right in ys:
        out += _mark((left, y), (-1, 0), EDGE)
        out += _mark((right, y), (1, 0), sheet.width - EDGE)
    return out


def _mark(start: tuple[float, float], way: tuple[int, int], limit: float) -> list[Item]:
    """One mark from `start`, outwards, ending at `limit` at the latest.

    None where there is no room for it.
    """
    along = start[0] if way[0] else start[1]
    room = abs(limit - along)
    away = min(OUTER + 0.4, room - 1.2)
    length = min(5.0, room - away)
    if away < 0.4 or length < 0.8:
        return []
    x0, y0 = start[0] + way[0] * away, start[1] + way[1] * away
    return [
        Shape((("M", x0, y0), ("L", x0 + way[0] * length, y0 + way[1] * length)), None, MARK_INK, HAIRLINE)
    ]


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
        pages.append(_with(page, legend(page)))
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
