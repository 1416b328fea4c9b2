"""Filling: which piece stands where on which sheet. The fewest sheets come first, then what is easiest to cut.

Pieces of one kind stand together. What has no back stands on no sheet that is printed on both sides, and what has
another back begins a new sheet where that costs none: a back that drifts a little shows what card it is only beside
other backs. Every sheet of a kind has the same grid, the last one as well, though it is not full:
a stack of sheets can be cut at once, and a trimmer's stops stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from santy_print.diag import PackError, Report, register
from santy_print.sheets.model import GAP, LEGEND, LONG, MARKED, OUTER, Block, Copy, Setup, Sheet, Slot
from santy_print.sheets.plans import INFINITE, Grid, Kind, Plan, Room, plans, times, whole

register("paper-too-small", "a face is larger than what the paper's margins leave")

Laid = list[list[tuple[Grid, Sequence[Copy]]]]
"""Sheet by sheet the blocks, each with the pieces that stand in it."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to lay paper: its room, how it is set up, and whether it is folded like a book's cover."""

    room: Room
    setup: Setup
    beside: bool = False


def fewest(copies: Sequence[Copy], ways: Sequence[Way]) -> tuple[list[Sheet], Way] | None:
    """The filled sheets of the way that takes the fewest; the easiest to cut, then the first, where several do.

    None where a piece fits in none of them.
    """
    kinds = gathered(copies)
    tried = [(len(laid), effort, way, laid) for way in ways for laid, effort in _layouts(kinds, way)]
    if not tried:
        return None
    _, _, way, laid = min(tried, key=lambda made: made[:2])
    return [_sheet(blocks, way) for blocks in laid], way


def gathered(copies: Sequence[Copy]) -> dict[Kind, list[Copy]]:
    """Pieces by size and cut, in the order in which each kind first comes."""
    kinds: dict[Kind, list[Copy]] = {}
    for copy in copies:
        kinds.setdefault(Kind(copy.front.size, copy.front.cut), []).append(copy)
    return kinds


def _layouts(kinds: dict[Kind, list[Copy]], way: Way) -> list[tuple[Laid, int]]:
    """All that is worth trying, each with the effort of cutting it; nothing where a kind does not fit.

    Pieces without backs are on sheets of their own, the last.
    """
    sides = [_of_side(kinds, backed) for backed in (True, False)]
    first, *more = [_one_side(some, way) for some in sides if some]
    if not more:
        return first
    return [(one + two, max(a, b)) for one, a in first for two, b in more[0]]


def _of_side(kinds: dict[Kind, list[Copy]], backed: bool) -> dict[Kind, list[Copy]]:
    """Of each kind the pieces with a back, or those without."""
    some = {kind: [c for c in pieces if (c.back is not None) == backed] for kind, pieces in kinds.items()}
    return {kind: pieces for kind, pieces in some.items() if pieces}


def _one_side(kinds: dict[Kind, list[Copy]], way: Way) -> list[tuple[Laid, int]]:
    """The same of pieces that all have backs, or none."""
    known = {kind: plans(kind, way.room, way.setup) for kind in kinds}
    if not all(known.values()):
        return []
    if len(kinds) == 1:
        ((kind, pieces),) = kinds.items()
        return [(_alone(pieces, plan), plan.effort) for plan in known[kind]]
    shared, effort = _shared(kinds, way)
    apart: list[tuple[Laid, int]] = []
    for kind, pieces in kinds.items():
        made = [(_alone(pieces, plan), plan.effort) for plan in known[kind]]
        apart.append(min(made, key=lambda one: (len(one[0]), one[1])))
    each = [sheet for laid, _ in apart for sheet in laid]
    return [(shared, effort), (each, max(effort for _, effort in apart)), _full_first(kinds, known, way)]


def _full_first(kinds: dict[Kind, list[Copy]], known: dict[Kind, list[Plan]], way: Way) -> tuple[Laid, int]:
    """Each kind's full sheets by the plan that holds the most, and what is left of all kinds on sheets together."""
    full: Laid = []
    rest: dict[Kind, list[Copy]] = {}
    effort = 0
    for kind, pieces in kinds.items():
        plan = max(known[kind], key=lambda one: (one.count, -one.effort))
        whole_sheets = len(pieces) // plan.count * plan.count
        if whole_sheets:
            full += _alone(pieces[:whole_sheets], plan)
            effort = max(effort, plan.effort)
        if pieces[whole_sheets:]:
            rest[kind] = pieces[whole_sheets:]
    shared, more = _shared(rest, way) if rest else ([], 0)
    return full + shared, max(effort, more)


def _alone(pieces: Sequence[Copy], plan: Plan) -> Laid:
    """Pieces of one kind on sheets of their own, block after block."""
    laid: Laid = []
    for run in _by_back(pieces, plan.count):
        for start in range(0, len(run), plan.count):
            blocks: list[tuple[Grid, Sequence[Copy]]] = []
            for grid in plan.grids:
                some = run[start : min(start + grid.count, len(run))]
                start += grid.count
                if some:
                    blocks.append((grid, some))
            laid.append(blocks)
    return laid


def _by_back(pieces: Sequence[Copy], count: int) -> list[list[Copy]]:
    """Pieces in runs that each begin a sheet of so many: those of one back together, as far as that costs no sheet.

    First those whose backs are of one layout; then of them those whose backs show the same.
    """
    of_layout = _runs(pieces, lambda copy: copy.back.key.partition(":")[0] if copy.back else "", count)
    return [run for some in of_layout for run in _runs(some, lambda copy: copy.back.items if copy.back else (), count)]


def _runs(pieces: Sequence[Copy], look: Callable[[Copy], Hashable], count: int) -> list[list[Copy]]:
    """Pieces that look alike in one run, and such runs joined where each by itself would take one more sheet."""
    alike: dict[Hashable, list[Copy]] = {}
    for copy in pieces:
        alike.setdefault(look(copy), []).append(copy)
    runs = [*alike.values()]
    least = -(-len(pieces) // count)
    sheets = [-(-len(run) // count) for run in runs]
    while sum(sheets) > least:
        saved = [_sheets(one, two, count) for one, two in pairwise(runs)]
        at = saved.index(max(saved))
        runs[at : at + 2] = [runs[at] + runs[at + 1]]
        sheets[at : at + 2] = [-(-len(runs[at]) // count)]
    return runs


def _sheets(one: Sequence[Copy], two: Sequence[Copy], count: int) -> int:
    """How many sheets are saved where one run follows another upon its last sheet."""
    return -(-len(one) // count) + -(-len(two) // count) - -(-(len(one) + len(two)) // count)


def _shared(kinds: dict[Kind, list[Copy]], way: Way) -> tuple[Laid, int]:
    """Kinds one below the other, each in whole rows; upright, but for those that fit only on their side."""
    room, laid, used, on_side = way.room.size, Laid(), 0.0, False
    for kind, pieces in kinds.items():
        full = whole(kind, room, way.setup)
        if not full.count:
            full = whole(kind, room, way.setup, True)
            on_side = True
        # What fills no row stands in the middle by itself, with its marks beside it.
        full = replace(full, across=min(full.across, len(pieces)))
        rest: Sequence[Copy] = pieces
        while rest:
            gap = GAP if used else 0.0
            rows = times(room[1] - used - gap, full.step[1])
            if not rows or not laid:
                laid.append([])
                used, gap, rows = 0.0, 0.0, full.down
            some, rest = rest[: rows * full.across], rest[rows * full.across :]
            grid = replace(full, down=-(-len(some) // full.across)).at(0.0, used + gap)
            laid[-1].append((grid, some))
            used += gap + grid.size[1]
    heights = {kind: whole(kind, room, way.setup, not whole(kind, room, way.setup).count).size[1] for kind in kinds}
    return [_gathered(blocks, heights, way.room) for blocks in laid], int(on_side)


AIR = 4.0
"""So far (mm) the marks of the last of several blocks stay off the legend and its ruler, if there is room above."""


def _gathered(
    blocks: Sequence[tuple[Grid, Sequence[Copy]]], heights: dict[Kind, float], room: Room
) -> list[tuple[Grid, Sequence[Copy]]]:
    """A sheet of rows where they gather: its first rows stand where they stand on a sheet full of their kind.

    Where that leaves no room for the last rows and their marks, they all move up as far as need be.
    """
    tall = max(grid.y + grid.size[1] for grid, _ in blocks)
    spare = room.size[1] - tall
    first = blocks[0][1][0].front
    down, apart = (room.size[1] - heights[Kind(first.size, first.cut)]) * room.gather[1], 0.0
    if room.gather[1] == 0.5 and len(blocks) > 1:
        # First the legend has room for long marks above it, then so have blocks between them.
        spare = max(0.0, spare - max(0.0, LEGEND - MARKED + LONG - room.box[1]))
        apart = min(2 * LONG - GAP, spare / (len(blocks) - 1))
        spare -= apart * (len(blocks) - 1)
        down = min(down, max(spare / 2, spare - AIR))
    down = spare if room.gather[1] == 1 else min(down, spare)
    out = []
    for n, (grid, some) in enumerate(blocks):
        left, top, right, bottom = grid.white
        top, bottom = GAP + apart if n else top, GAP + apart if n + 1 < len(blocks) else bottom
        x = (room.size[0] - grid.size[0]) * room.gather[0]
        out.append((replace(grid, x=x, y=grid.y + down + n * apart, white=(left, top, right, bottom)), some))
    return out


def _sheet(blocks: Sequence[tuple[Grid, Sequence[Copy]]], way: Way) -> Sheet:
    sheet = Sheet(*way.setup.paper, beside=way.beside)
    for grid, some in blocks:
        _set(sheet, grid, some, way.room)
    return sheet


def _set(sheet: Sheet, grid: Grid, pieces: Sequence[Copy], room: Room) -> None:
    """Pieces into the cells of a block, row by row; those that fill no block gather where the room says."""
    left, top = room.box[0] + grid.x, room.box[1] + grid.y
    rows = -(-len(pieces) // grid.across)
    above = grid.down - rows if room.gather[1] == 1 else 0  # rows that stay empty
    top += above * grid.step[1]
    bleed = grid.bleed
    width, height = grid.step[0] - 2 * bleed, grid.step[1] - 2 * bleed
    xs: dict[float, None] = {}
    ys: dict[float, None] = {}
    for n, copy in enumerate(pieces):
        row, column = divmod(n, grid.across)
        x, y = left + column * grid.step[0] + bleed, top + row * grid.step[1] + bleed
        last = n + 1 == len(pieces)
        outer = (column == 0, row == 0, column + 1 == grid.across or last, n + grid.across >= len(pieces))
        strips = (grid.white[0], _before(grid, above), _beyond(grid, 0, column), _beyond(grid, 1, above + row))
        run = [_run_on(bleed, strip) if out else bleed for out, strip in zip(outer, strips, strict=True)]
        sheet.slots.append(Slot(copy, x, y, (run[0], run[1], run[2], run[3]), grid.on_side))
        if not copy.front.cut:  # marks at the sides do not help along a curve
            xs |= {round(x, 4): None, round(x + width, 4): None}
            ys |= {round(y, 4): None, round(y + height, 4): None}
    if xs:
        box = (left, top, left + grid.size[0], top + rows * grid.step[1])
        sheet.blocks.append(Block(box, tuple(xs), tuple(ys)))


def _before(grid: Grid, row: int) -> float:
    """The white strip above a row where nothing stands above it: that of the block, or any where rows stay empty."""
    return INFINITE if row else grid.white[1]


def _beyond(grid: Grid, axis: int, line: int) -> float:
    """The white strip after a column or row where nothing stands after it: that of the block only after its last."""
    return grid.white[2 + axis] if line + 1 == (grid.across, grid.down)[axis] else INFINITE


def _run_on(bleed: float, white: float) -> float:
    """How far a picture runs on over an outer cut; into a strip between blocks only so far that marks have room."""
    return max(bleed, min(OUTER, bleed + white / 2 - MARKED))


def fits(size: tuple[float, float], setup: Setup) -> bool:
    """Whether a piece fits on one page, whichever way the paper lies."""
    return any(min(per_row(size, way)) >= 1 for way in (setup, setup.turned()))


def per_row(size: tuple[float, float], setup: Setup) -> tuple[int, int]:
    """How many pieces of a trim size stand side by side and one above the other."""
    room = setup.paper[0] - 2 * setup.margin, setup.paper[1] - 2 * setup.margin
    return times(room[0], size[0] + 2 * setup.bleed), times(room[1], size[1] + 2 * setup.bleed)


def too_small(size: tuple[float, float], setup: Setup) -> tuple[str, str]:
    """What is to be said of a face (mm) that does not fit on the paper, and the way out."""
    width, height = setup.paper
    return (
        f"a face of {size[0]:g} x {size[1]:g} mm with {setup.bleed:g} mm bleed does not fit on paper of "
        f"{width:g} x {height:g} mm with margins of {setup.margin:g} mm",
        "choose a larger paper or less bleed",
    )


def refused(copies: Sequence[Copy], ways: Sequence[Way], setup: Setup, folded: bool = False) -> PackError:
    """What is raised where a face fits in no way."""
    report = Report()
    for kind in gathered(copies):
        if not any(plans(kind, way.room, way.setup) for way in ways):
            message, hint = too_small(kind.size, replace(setup, bleed=kind.bleed(setup)))
            if folded:
                message += " when it is folded, front and back beside one another"
                hint = "choose a larger paper, less bleed, or backs that are not folded (--duplex)"
            report.error("paper-too-small", message, None, hint)
            break
    return PackError(report)
