"""Filling: which piece stands where on which sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

from santy_print.diag import PackError, Report, register
from santy_print.faces.art import Outline
from santy_print.sheets.model import GAP, OUTER, RIM, Copy, Setup, Sheet, Slot

register("paper-too-small", "a face is larger than what the paper's margins leave")

Filler = Callable[[Sequence[Copy], Setup], list[Sheet]]

def fewest(copies: Sequence[Copy], ways: Sequence[tuple[Filler, Setup]]) -> tuple[list[Sheet], Setup]:
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


def fill(copies: Sequence[Copy], setup: Setup) -> list[Sheet]:
    """Pieces in rows on as few sheets as rows allow, the paper as it lies."""
    sheets: list[Sheet] = []
    used = 0.0
    room = setup.paper[1] - 2 * setup.margin
    for size, run in groupby(copies, key=lambda c: (c.front.size, c.front.cut)):
        pieces = list(run)
        (width, height), cut = size
        way = apart(cut, setup)
        across, down = per_row((width, height), way)
        if across < 1 or down < 1:
            raise refused((width, height), way)
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


def apart(cut: Outline | None, setup: Setup) -> Setup:
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


def refused(size: tuple[float, float], setup: Setup, folded: bool = False) -> PackError:
    """What is raised for a face that does not fit."""
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
    shift(sheet, 0.0, (sheet.height - tall) / 2)


def shift(sheet: Sheet, dx: float, dy: float) -> None:
    """Move all that is on a sheet."""
    sheet.slots = [Slot(s.copy, s.x + dx, s.y + dy, s.run) for s in sheet.slots]
    sheet.xs = {(round(x + dx, 4), a + dy, b + dy) for x, a, b in sheet.xs}
    sheet.ys = {(round(y + dy, 4), a + dx, b + dx) for y, a, b in sheet.ys}
