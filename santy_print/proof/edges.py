"""Edges: what is at a face's cut: whether a mark shows it, whether the paper holds it, whether its picture runs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from santy_print.diag import Report, plural
from santy_print.faces.edges import overhang
from santy_print.faces.matrices import around, shared
from santy_print.proof.checks import (
    NEAR,
    Expected,
    Skipped,
    check,
    find_fold,
    find_ruler,
    gap,
    is_tile,
    rect,
    size_of,
)
from santy_print.proof.reading import Box, Cell, Mark, Reading, Sheet

ASKED = 2.0 + NEAR
"""mm: pictures run on so far at a sheet's edge in any case; a bleed box that is wider was asked for."""
SHORT = 0.1  # mm that a picture may end before its bleed
BEGUN = 0.3  # mm beyond the cut: a picture that ends before is not meant to run on


@check("proof-cuts", "a cut or a fold has no mark")
def cuts(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each straight cut has a mark on its line; a sheet that also has the backs has a dashed line to fold along."""
    if not reading.claims.get("Part"):
        return Skipped("no sheets of pieces to cut")
    count = 0
    for sheet in reading.sheets:
        if _is_bleed(sheet):
            continue
        bare: list[str] = []
        for axis, name in ((0, "x"), (1, "y")):
            shown = [_at(mark, axis) for mark in _crop_marks(sheet)]
            pieces = [cell for cell in sheet.cells if _straight(cell)]
            count += len({round(cell.box[n], 2) for cell in pieces for n in (axis, axis + 2)})
            # A face that is not where it should be has a check of its own: marks may stand where it is, or should be.
            ways = [[cell.box for cell in pieces], [_place(cell, expected) for cell in pieces]]
            missing = min((_unmarked(boxes, axis, shown) for boxes in ways), key=len)
            bare += [f"{name} = {at:.1f} mm" for at in missing]
        if bare:
            message = f"{', '.join(bare[:4])}{' and more' if len(bare) > 4 else ''}"
            report.error("proof-cuts", f"page {sheet.number}: no crop mark shows the cut at {message}")
        if sheet.flip == "gutterfold" and find_fold(sheet) is None and _folds(sheet, expected):
            message = "no dashed line to fold along, though backs are on it"
            report.error("proof-cuts", f"page {sheet.number}: {message}")
    if not count:
        return Skipped("no straight cuts")
    return f"{plural(count, 'straight cut')}, {'each with a mark' if report.ok else 'not each with a mark'}"


def _is_bleed(sheet: Sheet) -> bool:
    """Whether a page is its bleed box, with one face: it is cut where its trim box says, and has no room for marks."""
    return len(sheet.cells) == 1 and gap(sheet.bleed, (0.0, 0.0, sheet.width, sheet.height)) <= NEAR


def _unmarked(boxes: Sequence[Box], axis: int, shown: Sequence[float | None]) -> list[float]:
    """The cuts across an axis that have no mark on their line."""
    lines = sorted({round(v, 2) for box in boxes for v in box[axis::2]})
    return [at for at in lines if not any(found is not None and abs(at - found) <= NEAR for found in shown)]


def _place(cell: Cell, expected: Expected | None) -> Box:
    """Where a piece is cut, by how its face is drawn; of a tile, where its file says."""
    return cell.box if is_tile(cell, expected) else rect(cell, size_of(cell, expected))


def _straight(cell: Cell) -> bool:
    """Whether a piece is cut along straight lines, as what is seen of it shows: a rectangle has four corners."""
    return len(cell.outline) <= 5


def _crop_marks(sheet: Sheet) -> list[Mark]:
    """The straight solid lines that are no part of the ruler."""
    ruler = find_ruler(sheet)
    ruled = set(ruler.marks) if ruler else set()
    return [mark for n, mark in enumerate(sheet.marks) if n not in ruled and len(mark.points) == 2 and not mark.dashed]


def _at(mark: Mark, axis: int) -> float | None:
    """Where a line stands that goes across an axis; None where it goes along it."""
    (x0, y0), (x1, y1) = mark.points
    along = abs(x1 - x0) > abs(y1 - y0)
    return None if along == (axis == 0) else mark.points[0][axis]


def _folds(sheet: Sheet, expected: Expected | None) -> bool:
    """Whether a sheet must be folded: backs are on it, by what the pack says."""
    whole = not any(is_tile(cell, expected) for cell in sheet.cells)
    return whole and expected is not None and any(cell.key in expected.backs for cell in sheet.cells)


@check("proof-strip", "a mark runs through the ruler or the legend")
def strip(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Marks keep clear of what is to be measured and read."""
    count = 0
    for sheet in reading.sheets:
        ruler = find_ruler(sheet)
        ruled = set(ruler.marks) if ruler else set()
        strips: list[tuple[str, Box]] = [
            ("the legend", thing.box) for thing in sheet.things if thing.kind == "letters" and thing.mark is None
        ]
        if ruler:
            strips.append(("the ruler", around([p for n in ruled for p in sheet.marks[n].points])))
        count += len(strips)
        sheet.work.spend(2 * len(strips) * len(sheet.marks), f"page {sheet.number}, its letters and marks")
        for n, mark in enumerate(sheet.marks):
            if n in ruled or mark.filled:
                continue
            crossed = next((name for name, box in strips if _share(mark.box, box)), None)
            if crossed:
                at = f"{mark.box[0]:.1f}, {mark.box[1]:.1f} mm"
                report.error("proof-strip", f"page {sheet.number}: the mark at {at} runs through {crossed}")
    if not count:
        return Skipped("no page has a ruler or a legend")
    return f"{len(report) or 'no'} marks in the way of rulers and legends"


def _share(one: Box, other: Box) -> bool:
    """Whether two boxes, one of them perhaps a line, have a place in common."""
    left, top, right, bottom = shared(one, other)
    return right >= left and bottom >= top


@check("proof-clipped", "a picture is cut off by the paper's edge")
def clipped(reading: Reading, expected: Expected | None, report: Report) -> str:
    """All that is meant to be seen of each face is on the paper, and nothing hides a part of it."""
    if not reading.claims.get("Part"):
        return Skipped("no sheets of pieces on paper")
    least = float("inf")
    for sheet in reading.sheets:
        over: list[tuple[float, str]] = []
        for cell in sheet.cells:
            place = _place(cell, expected)
            if gap(shared(around(cell.outline), place), place) > NEAR:
                report.error("proof-clipped", f"page {sheet.number}: not all of `{cell.key}` is shown, up to its cut")
            inside = _inside(cell, sheet)
            least = min(least, inside)
            if inside < -NEAR:
                over.append((-inside, cell.key))
        if over:
            most, key = max(over)
            more = f" and {plural(len(over) - 1, 'other')}" if len(over) > 1 else ""
            message = f"`{key}`{more} ended by the paper's edge, {most:.1f} mm of the picture at most"
            report.error(
                "proof-clipped", f"page {sheet.number}: {message}", None,
                "choose larger paper or less bleed, or set the printer's guides straighter and measure it again",
            )  # fmt: skip
    return f"pictures {least:.1f} mm inside of the paper at least" if least < 1e6 else Skipped("no faces")


def _inside(cell: Cell, sheet: Sheet) -> float:
    """How far what is seen of a face keeps from the paper's edge, as it is printed; below zero, how far it leaves."""
    a, b, c, d, e, f = sheet.correction
    left, top, right, bottom = around([(a * x + c * y + e, b * x + d * y + f) for x, y in cell.outline])
    return min(left, top, sheet.width - right, sheet.height - bottom)


@check("proof-bleed", "a picture ends before its bleed")
def bleed(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Where bleed was asked for, pictures that run over their cut run on to the end of it, on all sides."""
    asked = {sheet.number: _asked(sheet) for sheet in reading.sheets}
    sheets = [sheet for sheet in reading.sheets if reading.claims.get("Part") and asked[sheet.number] > ASKED]
    if not sheets:
        return Skipped("no bleed was asked for")
    short: dict[str, float] = {}
    reaches: dict[str, Box] = {}
    for sheet in sheets:
        for cell in sheet.cells:
            if is_tile(cell, expected):
                continue
            frame = expected.frames.get(cell.key) if expected else None
            if frame and cell.key not in reaches:
                reaches[cell.key] = overhang(frame) or (-frame.width, -frame.height) * 2
            found = list(_shown(cell)) + [v for v in reaches.get(cell.key, ()) if v > BEGUN]
            if min(found) < asked[sheet.number] - SHORT:
                short[cell.key] = min(found)
    wide = max(asked[sheet.number] for sheet in sheets)
    layouts = sorted({key.partition(":")[0] for key in short})
    for layout in layouts:
        ends = [end for key, end in short.items() if key.partition(":")[0] == layout]
        pictures = f"the picture of `{layout}`" if len(ends) == 1 else f"{len(ends)} pictures of `{layout}`"
        verb = "ends" if len(ends) == 1 else "end"
        message = f"{pictures} {verb} {min(ends):.2f} mm beyond the cut, not {wide:.2f} mm"
        report.warning("proof-bleed", message, None, "draw the layout further beyond its cut, or build with less bleed")
    painted = "" if expected else "; how far pictures are painted is not known without their pack"
    return f"bleed of {wide:.2f} mm, {len(short) or 'no'} pictures that end before it{painted}"


def _asked(sheet: Sheet) -> float:
    """How far pictures are said to run on, on all sides of a page."""
    trim, bleed = sheet.trim, sheet.bleed
    return min(trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3])


def _shown(cell: Cell) -> Iterator[float]:
    """How far beyond its cut a face is shown, on each side."""
    left, top, right, bottom = around(cell.outline)
    yield from (cell.box[0] - left, cell.box[1] - top, right - cell.box[2], bottom - cell.box[3])
