"""Integrity: whether a file is the one that was built: its pages, each once and in order, and nothing else upon them.

A page is drawn from faces, each in a figure of its own, and from aids beside them. What is neither does not belong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from santy_print.diag import Report, plural
from santy_print.faces.matrices import around, shared
from santy_print.proof.checks import CHECKS, NEAR, Expected, Skipped, check, flaps_of, gap, often
from santy_print.proof.reading import Box, Kind, Reading, Sheet, Thing


@check("proof-pages", "a page does not belong to the sheets, is there twice, or is missing", sheets_only=False)
def pages(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Every page was laid out by this program; each side of each sheet is there, and once."""
    if not reading.ours:
        rest = ", ".join(entry.name for entry in CHECKS.values() if entry.sheets_only)
        if reading.creator.startswith("Typst"):
            return Skipped(f"a document, not sheets of pieces: {rest} do not apply")
        message = "not laid out by this program, as far as its pages say: nothing on them can be held to anything"
        hint = f"not checked: {rest}; another program has perhaps saved it anew: build it again"
        report.error("proof-pages", message, None, hint)
        return f"{plural(reading.pages, 'page')} not laid out by this program; not checked: {rest}"
    for number in reading.strangers:
        report.error("proof-pages", f"page {number} does not belong to the sheets: this program did not lay it out")
    if reading.claims.get("Part"):
        _sheets(reading, report)
    return f"{plural(reading.pages, 'page')}, {len(reading.strangers) or 'none'} that does not belong"


def _sheets(reading: Reading, report: Report) -> None:
    """Sheets 1 to n of n, each side of each once, each with faces."""
    places: dict[tuple[int, str], list[int]] = {}
    for sheet in reading.sheets:
        number = int(sheet.claims.get("Sheet", 0))
        places.setdefault((number, sheet.side), []).append(sheet.number)
        if not sheet.cells:
            message = f"page {sheet.number} says it is the {sheet.side} of sheet {number}, but has no faces"
            report.error("proof-pages", message)
    for (number, side), found in places.items():
        if len(found) > 1:
            on = ", ".join(map(str, found))
            report.error("proof-pages", f"the {side} of sheet {number} is there {often(len(found))}: on pages {on}")
    of = {int(sheet.claims.get("Of", 0)) for sheet in reading.sheets}
    if len(of) > 1:
        several = " and of ".join(map(str, sorted(of)))
        report.error("proof-pages", f"the pages are of {several} sheets: they come from several files")
    there = {number for number, _ in places}
    for number in range(1, max(of, default=0) + 1):
        if number not in there:
            report.error("proof-pages", f"sheet {number} of {max(of)} is not in the file")


@check("proof-order", "sheets are not in the order in which a printer needs them")
def order(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Printed on both sides, each front is followed by its back; of two stacks each is in the sheets' order."""
    for n, sheet in enumerate(reading.sheets):
        if sheet.flip not in ("long", "short") or sheet.side != "back":
            continue
        before = reading.sheets[n - 1] if n else None
        if n % 2 == 0 or before is None or before.side != "front" or _number(before) != _number(sheet):
            message = f"the back of sheet {sheet.claims.get('Sheet')}, does not follow its front"
            report.error("proof-order", f"page {sheet.number}, {message}")
    apart = [sheet for sheet in reading.sheets if sheet.flip == "separate"]
    for one, other in pairwise(apart):
        if one.side == "back" and other.side == "front":
            where = f"page {other.number}, a front, comes after page {one.number}, a back"
            message = f"{where}: all fronts are printed first"
            report.error("proof-order", message)
        elif one.side == other.side and _number(one) > _number(other):
            message = f"the {other.side} of sheet {_number(other)[0]}, comes after that of sheet {_number(one)[0]}"
            report.error("proof-order", f"page {other.number}, {message}")
    sides = Counter(sheet.side for sheet in reading.sheets)
    return f"{plural(sides['front'], 'front')}, {plural(sides['back'], 'back')}"


def _number(sheet: Sheet) -> tuple[int, int]:
    return int(sheet.claims.get("Sheet", 0)), int(sheet.claims.get("Of", 0))


@check("proof-figures", "a figure does not draw one face and nothing else, or a face is in no figure")
def figures(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each figure draws its face, once; no face is drawn outside of a figure of its page."""
    faces = {cell.form: cell.key for sheet in reading.sheets for cell in sheet.cells}
    strict, many = bool(reading.claims.get("Part")), 0
    for sheet in reading.sheets:
        drawn: dict[int, list[Thing]] = {}
        for thing in sheet.things:
            if thing.mark in sheet.figures:
                drawn.setdefault(thing.mark, []).append(thing)
            elif thing.kind == "form" and (strict or thing.form in faces):
                where = "in no figure" if thing.mark is None else f"under the mark {thing.mark}, which no figure has"
                name = f"`{faces[thing.form]}`" if thing.form in faces else "a drawing of its own"
                report.error("proof-figures", f"page {sheet.number}: {name} is drawn {where}")
        for mark, key in sheet.figures.items():
            many += 1
            kinds = Counter(thing.kind for thing in drawn.get(mark, ()))
            if dict(kinds) != {"form": 1}:
                report.error("proof-figures", f"page {sheet.number}: the figure `{key}` {_counted(kinds)}")
    return f"{plural(many, 'figure')}, each with its one face" if report.ok else plural(many, "figure")


def _counted(kinds: Counter[Kind]) -> str:
    if not kinds:
        return "draws nothing"
    words: dict[Kind, str] = {"form": "face", "letters": "line of letters"}
    counts = (plural(count, words.get(kind, kind)) for kind, count in kinds.items())
    return f"draws {' and '.join(counts)}, not one face"


def _place(box: Box) -> str:
    return f"{box[0]:.1f}, {box[1]:.1f} mm"


@check("proof-stray", "something lies on a sheet that is neither a face nor an aid beside it")
def stray(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Beside faces there are thin marks, ruler and legend alone; over them, but for a flap, is nothing."""
    strict = bool(reading.claims.get("Part"))
    for sheet in reading.sheets:
        for kind in sheet.notes:
            report.error("proof-stray", f"page {sheet.number}: a note ({kind}) lies on it, as programs for reading add")
        art = [(cell.key, around(cell.outline)) for cell in sheet.cells]
        many = len(sheet.things) + len(sheet.marks)
        sheet.work.spend(len(art) * many, f"page {sheet.number}, what lies beside its faces")
        flaps = flaps_of(sheet, expected)
        for what, box in _beside(sheet):
            if any(gap(shared(box, flap), box) <= NEAR for flap in flaps):
                continue
            key = next((key for key, place in art if _overlap(box, place)), None)
            if key is not None:
                message = f"{what} at {_place(box)}, over `{key}`: nothing may lie there"
            elif strict and what != "letters":
                message = f"{what} at {_place(box)} is none of the aids that are printed beside faces"
            else:
                continue
            report.error("proof-stray", f"page {sheet.number}: {message}")
    if reading.layers:
        report.error("proof-stray", "the file has layers that can be switched off: what is printed is not sure")
    return f"{len(report) or 'nothing'} on the sheets but faces, and beside them marks, ruler and legend"


def _beside(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    """What a page draws outside of figures, but for thin lines: marks are measured by a check of their own."""
    words = {"picture": "a picture", "shading": "a shading", "letters": "letters"}
    for thing in sheet.things:
        if thing.mark not in sheet.figures and thing.kind in words:
            yield words[thing.kind], thing.box
    yield from (("an area", mark.box) for mark in sheet.marks if mark.filled)


def _overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than their edges."""
    left, top, right, bottom = shared(one, other)
    return right - left > NEAR and bottom - top > NEAR
