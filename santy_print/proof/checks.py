"""Checks: what is measured on a file, one function each. They use the file's own geometry and nothing of `sheets`.

Lengths in mm, positions from the page's top left corner.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from santy_print.diag import Report, plural, register
from santy_print.faces.art import Outline
from santy_print.faces.frames import Frame
from santy_print.faces.matrices import around, shared
from santy_print.proof.reading import Box, Cell, Mark, Point, Reading, Sheet

NEAR = 0.05  # mm: what counts as the same place
FLAP = 16.0  # mm of a tile that another may be glued upon, at most
LEAST_DPI, GOOD_DPI = 100.0, 200.0
PAPER_SIZES = {
    "A5": (148, 210),
    "A4": (210, 297),
    "A3": (297, 420),
    "Letter": (215.9, 279.4),
    "Tabloid": (279.4, 431.8),
}


@dataclass(frozen=True, slots=True)
class Expected:
    """What a part of a pack should be: pieces (front, back) with their number, and of each face words and size (mm).

    `frames` are the faces in the file's ink, `cuts` what those are cut to that are no rectangles.
    """

    pieces: dict[tuple[str, str | None], int]
    words: dict[str, str]
    sizes: dict[str, tuple[float, float]]
    frames: dict[str, Frame] = field(default_factory=dict)
    cuts: dict[str, Outline] = field(default_factory=dict)
    ink: str = ""

    @property
    def backs(self) -> set[str]:
        """The keys of all backs."""
        return {back for _, back in self.pieces if back is not None}


class Skipped(str):
    """Why a check had nothing to measure."""

    __slots__ = ()


Measure = Callable[[Reading, Expected | None, Report], str]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is measured; on sheets of pieces only, or on any PDF that santy_print makes."""

    name: str
    measure: Measure
    sheets_only: bool = True


CHECKS: dict[str, Check] = {}


def check(code: str, meaning: str, sheets_only: bool = True) -> Callable[[Measure], Measure]:
    """Enter a check into the registry: its faults carry the code. A name twice is a programming error."""
    register(code, meaning)

    def enter(measure: Measure) -> Measure:
        CHECKS[code] = Check(code.removeprefix("proof-"), measure, sheets_only)
        return measure

    return enter


def rect(cell: Cell, size: Point) -> Box:
    """Where a face of a size lies on its page, by its matrix."""
    return around([cell.at(0, 0), cell.at(*size)])


def size_of(cell: Cell, expected: Expected | None) -> Point:
    """The trim size a face should have: the pack's, or what the file claims."""
    return expected.sizes.get(cell.key, cell.size) if expected else cell.size


def gap(one: Box, other: Box) -> float:
    """The largest distance between the like edges of two boxes."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def middle(box: Box) -> Point:
    """The middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def is_tile(cell: Cell, expected: Expected | None) -> bool:
    """Whether only a part of a face is meant to be seen on this page: a board on several."""
    whole = size_of(cell, expected)
    return whole[0] > cell.size[0] + 1 or whole[1] > cell.size[1] + 1


def flaps_of(sheet: Sheet, expected: Expected | None) -> list[Box]:
    """What of a page the next tiles of a board hide: from a line to glue one along to a near end of the tile (mm)."""
    found = []
    joins = [mark.box for mark in sheet.marks if mark.dashed and len(mark.points) == 2]
    for cell in (cell for cell in sheet.cells if joins and is_tile(cell, expected)):
        for left, top, right, bottom in joins:
            if right - left < bottom - top and 0 < cell.box[2] - right < FLAP:
                found.append((left, top, cell.box[2], bottom))
            elif right - left > bottom - top and 0 < cell.box[3] - bottom < FLAP:
                found.append((left, top, right, cell.box[3]))
    return found


def is_card_page(sheet: Sheet) -> bool:
    """Whether a page is one face with its bleed, for a press, not a sheet of paper."""
    around_it = max(sheet.trim[0], sheet.trim[1], sheet.width - sheet.trim[2], sheet.height - sheet.trim[3])
    return len(sheet.cells) == 1 and around_it <= 6


def signed(length: float) -> str:
    """A length with its sign and no minus before nothing."""
    return f"{round(length, 2) + 0:+.2f}"


@check("proof-tags", "a file does not say what it is, or not to those who cannot see it", sheets_only=False)
def tags(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Title, language, structure; each face a figure with its text; all else an artifact."""
    if not reading.title:
        report.error("proof-tags", "the file has no title")
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", reading.language):
        report.error("proof-tags", f"the file's language is `{reading.language}`, which is none")
    if not reading.tagged:
        report.error("proof-tags", "the file is not tagged: a screen reader finds nothing in it")
    cells = [cell for sheet in reading.sheets for cell in sheet.cells]
    silent = sorted({cell.key for cell in cells if not cell.alt.strip()})
    for key in silent:
        report.error("proof-tags", f"the figure `{key}` has no text for those who cannot see it")
    for sheet in reading.sheets if reading.ours else ():
        if sheet.loose:
            things = plural(sheet.loose, "thing")
            report.error("proof-tags", f"page {sheet.number}: {things} drawn that are neither a face nor an aid")
    faces = f"; {plural(len(cells), 'figure')} with their texts" if cells else ""
    return f"“{reading.title}”, {reading.language}{faces}"


@check("proof-page", "a page or its trim box has not the size it should have", sheets_only=False)
def page(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each page is a paper's size and lies as it is; its trim box is the box of its faces."""
    names: Counter[str] = Counter()
    worst = 0.0
    for sheet in reading.sheets:
        names[_paper(sheet, report)] += 1
        if sheet.rotate:
            report.error("proof-page", f"page {sheet.number} is turned by {sheet.rotate}° in the viewer")
        if gap(sheet.crop, (0.0, 0.0, sheet.width, sheet.height)) > NEAR:
            report.error("proof-page", f"page {sheet.number} is cropped: viewers and printers show a part of it only")
        if not sheet.cells:
            continue
        off = gap(around([p for c in sheet.cells for p in (c.box[:2], c.box[2:])]), sheet.trim)
        worst = max(worst, off)
        if off > NEAR:
            report.error("proof-page", f"page {sheet.number}: its trim box is {off:.2f} mm off its faces")
        if gap(shared(sheet.trim, sheet.bleed), sheet.trim) > NEAR:
            report.error("proof-page", f"page {sheet.number}: its bleed box does not hold its trim box")
    listed = ", ".join(f"{count} x {name}" for name, count in names.items())
    return listed + (f"; trim boxes off by {worst:.2f} mm at most" if reading.ours else "")


def _paper(sheet: Sheet, report: Report) -> str:
    """A page's size with the name of its paper; a fault where it is not the paper it was laid out for."""
    size = f"{sheet.width:.2f} x {sheet.height:.2f} mm"
    wide, tall = sheet.claims.get("Paper", (sheet.width, sheet.height))
    if max(abs(sheet.width - wide), abs(sheet.height - tall)) > NEAR:
        report.error("proof-page", f"page {sheet.number} is {size}; it was made for {wide:.2f} x {tall:.2f} mm")
    for name, (width, height) in PAPER_SIZES.items():
        for w, h, way in ((width, height, ""), (height, width, " lying")):
            if abs(sheet.width - w) <= NEAR and abs(sheet.height - h) <= NEAR:
                return f"{name}{way} ({size})"
    return size


@check("proof-trim", "a face is not as large as its pack says, or not where the file says")
def trim(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Faces are neither scaled nor turned askew; their sizes are the pack's, and alike for one layout."""
    sizes: dict[str, Point] = {}
    worst, many = 0.0, 0
    for sheet in reading.sheets:
        off, scale = 0.0, 1.0
        for cell in sheet.cells:
            many += 1
            size = size_of(cell, expected)
            place = rect(cell, size)
            off = max(off, gap(shared(place, sheet.trim) if is_tile(cell, expected) else place, cell.box))
            a, b, c, d, _, _ = cell.matrix
            if cell.on_side:
                a, b, c, d = b, a, d, c
            if max(abs(abs(a) - 1), abs(abs(d) - 1), abs(b), abs(c)) > 0.0005:
                scale = max(scale, abs(a), abs(d), key=lambda v: abs(v - 1))
                off = max(off, max(size) * max(abs(abs(a) - 1), abs(b)))
            if not is_tile(cell, expected):
                first = sizes.setdefault(cell.key.split(":")[0], cell.size)
                off = max(off, abs(first[0] - cell.size[0]), abs(first[1] - cell.size[1]))
        worst = max(worst, off)
        if off > NEAR:
            scaled = f" (drawn at {scale:.2%})" if abs(scale - 1) > 0.0005 else ""
            report.error("proof-trim", f"page {sheet.number}: faces are up to {off:.2f} mm off their trim{scaled}")
    kinds = ", ".join(f"{w:.2f} x {h:.2f}" for w, h in sorted({(round(w, 2), round(h, 2)) for w, h in sizes.values()}))
    return f"{plural(many, 'face')} of {kinds or 'a board'} mm, off by {worst:.2f} mm at most"


@check("proof-marks", "a mark is drawn over a picture, or not on a cut")
def marks(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Crop marks stand on the cuts and keep clear of pictures; the cut of a piece that is no rectangle is its own."""
    nearest, furthest, count = float("inf"), 0.0, 0
    cuts = _cuts(reading)
    for sheet in reading.sheets:
        ruler = find_ruler(sheet)
        ruled = set(ruler.marks) if ruler else set()
        rims = {n for n, m in enumerate(sheet.marks) if any(gap(m.box, c.box) < 0.3 for c in sheet.cells)}
        tiled = any(is_tile(cell, expected) for cell in sheet.cells)
        folds = {n for n, m in enumerate(sheet.marks) if m.dashed and tiled}
        sheet.work.spend(4 * len(sheet.marks) * (len(sheet.cells) + 1), f"page {sheet.number}, its marks")
        for n, mark in enumerate(sheet.marks):
            if n in rims or n in folds or mark.filled:
                continue
            clear = min((_clear(mark, cell.outline, sheet) for cell in sheet.cells), default=9.0)
            if clear < -NEAR:
                message = f"{_place(mark)} runs {-clear:.2f} mm into a picture"
                report.error("proof-marks", f"page {sheet.number}: {message}")
            if n not in ruled and not mark.dashed and len(mark.points) == 2 and _length(mark) < 6:
                off = _off_cut(mark, cuts[sheet.number])
                count, nearest, furthest = count + 1, min(nearest, clear), max(furthest, off)
                if off > NEAR:
                    message = f"{_place(mark)} is {off:.2f} mm off the nearest cut"
                    report.error("proof-marks", f"page {sheet.number}: {message}")
    if not count:
        return Skipped("no crop marks")
    message = f"off their cuts by {furthest:.2f} mm at most, {nearest:.2f} mm clear of pictures"
    return f"{plural(count, 'crop mark')}, {message}"


def _place(mark: Mark) -> str:
    return f"the mark at {mark.box[0]:.1f}, {mark.box[1]:.1f} mm"


def _length(mark: Mark) -> float:
    return max(mark.box[2] - mark.box[0], mark.box[3] - mark.box[1])


def _clear(mark: Mark, outline: Sequence[Point], sheet: Sheet) -> float:
    """How far a mark keeps from a picture; below zero, how deep it runs into it."""
    box, art = mark.box, around(outline)
    apart = max(art[0] - box[2], box[0] - art[2], art[1] - box[3], box[1] - art[3])
    if apart > 0:
        return apart
    sheet.work.spend(9 * len(mark.points) * len(outline), f"page {sheet.number}, {_place(mark)}")
    lines, parts = pairwise(mark.points), [n / 8 for n in range(9)]
    along = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for (x0, y0), (x1, y1) in lines for t in parts]
    return min((_inside(point, outline) for point in along), default=9.0)


def _inside(point: Point, outline: Sequence[Point]) -> float:
    """The distance of a point from an outline; below zero within it."""
    x, y = point
    nearest, within = float("inf"), False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        t = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)))
        nearest = min(nearest, hypot(x - x0 - t * dx, y - y0 - t * dy))
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * dx / dy:
            within = not within
    return -nearest if within else nearest


def _cuts(reading: Reading) -> dict[int, list[Box]]:
    """The trims of each page; of a back those of its front as well, whose cuts go through both."""
    cuts = {sheet.number: [cell.box for cell in sheet.cells] for sheet in reading.sheets}
    for front, back in couples(reading):
        for left, top, right, bottom in cuts[front.number]:
            if _over_side(back):
                cuts[back.number].append((back.width - right, top, back.width - left, bottom))
            else:
                cuts[back.number].append((left, back.height - bottom, right, back.height - top))
    return cuts


def _over_side(back: Sheet) -> bool:
    """Whether a sheet is turned over its side: the long edge of an upright page, the short one of a lying page."""
    return (back.flip != "short") == (back.width <= back.height)


def _off_cut(mark: Mark, cuts: Sequence[Box]) -> float:
    upright = abs(mark.box[2] - mark.box[0]) < abs(mark.box[3] - mark.box[1])
    at = mark.points[0][0 if upright else 1]
    return min((abs(at - e) for box in cuts for e in (box[0::2] if upright else box[1::2])), default=0.0)


def _number(sheet: Sheet) -> tuple[object, object]:
    return sheet.claims.get("Sheet"), sheet.claims.get("Of")


def couples(reading: Reading) -> Iterator[tuple[Sheet, Sheet]]:
    """Each back with the front it is printed behind: the last one before it with its number."""
    fronts: dict[tuple[object, object], Sheet] = {}
    for sheet in reading.sheets:
        if sheet.side == "back" and _number(sheet) in fronts:
            yield fronts[_number(sheet)], sheet
        elif sheet.side == "front":
            fronts[_number(sheet)] = sheet


@dataclass(frozen=True, slots=True)
class Face:
    """A cell where it lies once the sheet is turned over or folded, and where its head points, seen from the front."""

    cell: Cell
    middle: Point
    head: tuple[int, int]


@check("proof-duplex", "a back does not lie behind its front")
def duplex(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Backs, turned over as the file says, lie behind their fronts, the right way up, each behind the right one."""
    worst, many = (0.0, 0.0), 0
    for front, back, fronts, backs in _sides(reading, expected):
        off, faults, found = _compare(fronts, backs, expected)
        many += found
        worst = max(worst, off, key=lambda v: max(abs(v[0]), abs(v[1])))
        folded = back is front
        where = f"page {front.number}, folded" if folded else f"page {back.number} behind page {front.number}"
        if max(abs(off[0]), abs(off[1])) > NEAR:
            message = f"backs lie {signed(off[0])} mm across and {signed(off[1])} mm down of their fronts"
            report.error("proof-duplex", f"{where}: {message}")
        for fault in dict.fromkeys(faults):
            report.error("proof-duplex", f"{where}: {fault}")
    if not many:
        return Skipped("no backs")
    flips = "/".join(sorted({sheet.flip for sheet in reading.sheets}))
    message = f"off their fronts by {signed(worst[0])} mm across and {signed(worst[1])} mm down at most"
    return f"{plural(many, 'back')} ({flips}), {message}"


def _sides(reading: Reading, expected: Expected | None) -> Iterator[tuple[Sheet, Sheet, list[Face], list[Face]]]:
    """Fronts and backs of each sheet, the backs where they come to lie, seen from the front."""
    for front, back in couples(reading):
        fronts = [Face(cell, _at(cell), cell.head) for cell in front.cells]
        over_side = _over_side(back)
        backs = []
        for cell in back.cells:
            (x, y), (right, down) = _at(cell), cell.head
            if over_side:
                backs.append(Face(cell, (back.width - x, y), (-right, down)))
            else:
                backs.append(Face(cell, (x, back.height - y), (right, -down)))
        yield front, back, fronts, backs
    for sheet in reading.sheets:
        if sheet.flip == "gutterfold" and not any(is_tile(cell, expected) for cell in sheet.cells):
            yield sheet, sheet, *_halves(sheet)


def _halves(sheet: Sheet) -> tuple[list[Face], list[Face]]:
    """Fronts and backs of a sheet that is to be folded, the backs where they come to lie.

    Fronts are above the fold, or right of it as on a book's cover. Where there is no fold, all are fronts.
    """
    fold = find_fold(sheet)
    fronts, backs = [], []
    for cell in sheet.cells:
        (x, y), (right, down) = _at(cell), cell.head
        if fold is None or (y < fold[1] if fold[0] else x > fold[1]):
            fronts.append(Face(cell, (x, y), (right, down)))
        elif fold[0]:
            backs.append(Face(cell, (x, 2 * fold[1] - y), (right, -down)))
        else:
            backs.append(Face(cell, (2 * fold[1] - x, y), (-right, down)))
    return fronts, backs


def _at(cell: Cell) -> Point:
    return middle(rect(cell, cell.size))


def find_fold(sheet: Sheet) -> tuple[int, float] | None:
    """Where the fold line of a sheet is: 1 and its height where it runs across, 0 and its x where it stands upright."""
    for mark in sheet.marks:
        left, top, right, bottom = mark.box
        if mark.dashed and right - left > sheet.width / 2:
            return 1, top
        if mark.dashed and bottom - top > sheet.height / 2:
            return 0, left
    return None


def _compare(fronts: Sequence[Face], backs: Sequence[Face], expected: Expected | None) -> tuple[Point, list[str], int]:
    """The worst distance (across, down), faults, and how many backs there are."""
    worst, faults = (0.0, 0.0), []
    taken: set[int] = set()
    for back in backs:
        x, y = back.middle
        near = [max(abs(f.middle[0] - x), abs(f.middle[1] - y)) for f in fronts]
        if not near:
            faults.append("backs without fronts")
            break
        n = near.index(min(near))
        front = fronts[n]
        if n in taken:
            faults.append(f"two backs behind `{front.cell.key}`")
        taken.add(n)
        worst = max(worst, (x - front.middle[0], y - front.middle[1]), key=lambda v: max(abs(v[0]), abs(v[1])))
        if back.head != front.head:
            opposite = back.head == (-front.head[0], -front.head[1])
            faults.append(f"the back `{back.cell.key}` {'stands on its head' if opposite else 'lies on its side'}")
        if expected and (front.cell.key, back.cell.key) not in expected.pieces:
            faults.append(f"behind `{front.cell.key}` lies `{back.cell.key}`, which is the back of another")
    for n, front in enumerate(fronts):
        bare = expected is not None and (front.cell.key, None) not in expected.pieces
        if bare and n not in taken and front.cell.key in (expected.words if expected else {}):
            faults.append(f"nothing lies behind `{front.cell.key}`")
    return worst, faults, len(backs)


@check("proof-dpi", "a picture has too few pixels for its size on paper", sheets_only=False)
def dpi(reading: Reading, expected: Expected | None, report: Report) -> str:
    """The effective resolution of each raster picture, where it is placed."""
    pictures = [(sheet, picture) for sheet in reading.sheets for picture in sheet.drawing.pictures]
    if not pictures:
        return Skipped("no raster pictures: all is drawn as lines")
    for sheet, picture in pictures:
        size = f"{picture.pixels[0]} x {picture.pixels[1]} pixels on {picture.width:.1f} x {picture.height:.1f} mm"
        message = f"page {sheet.number}: a picture of {size} has {picture.dpi:.0f} dpi"
        if picture.dpi < LEAST_DPI:
            report.error("proof-dpi", message, None, f"at least {LEAST_DPI:g} are needed, {GOOD_DPI:g} look good")
        elif picture.dpi < GOOD_DPI:
            report.warning("proof-dpi", message, None, f"{GOOD_DPI:g} and more look good")
    lowest = min(picture.dpi for _, picture in pictures)
    return f"{plural(len(pictures), 'raster picture')}, {lowest:.0f} dpi at least"


@check("proof-font", "a font is not in the file", sheets_only=False)
def fonts(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each font's letters are in the file, and only those used."""
    for font in reading.fonts:
        if not font.embedded:
            report.error("proof-font", f"the font {font.name} is not in the file: every printer puts in another one")
        elif not font.subset:
            report.warning("proof-font", f"the font {font.name} is in the file as a whole, not only the letters used")
    return plural(len(reading.fonts), "font") + ("" if len(report) else ": all in the file, only the letters used")


@check("proof-glyph", "a letter has no picture in its font", sheets_only=False)
def glyphs(reading: Reading, expected: Expected | None, report: Report) -> str:
    """No letter is drawn as the box that stands for a missing one."""
    missing: dict[str, set[int]] = {}
    for sheet in reading.sheets:
        for what in sheet.drawing.missing:
            missing.setdefault(what, set()).add(sheet.number)
    for what, pages in missing.items():
        report.error("proof-glyph", f"no glyph for {what}, on page {', '.join(map(str, sorted(pages)))}")
    letters = sum(len(text) for sheet in reading.sheets for text in sheet.drawing.text)
    return f"{letters} letters, {len(missing) or 'none'} missing"


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler found on a page: its length by its ticks (mm), how uneven they are (mm), and its marks by number."""

    length: float
    uneven: float
    marks: tuple[int, ...]


def find_ruler(sheet: Sheet) -> Ruler | None:
    """The line on a page on which many short ones stand upright; None where there is none."""
    lines = [(n, m) for n, m in enumerate(sheet.marks) if len(m.points) == 2 and not m.dashed]
    sheet.work.spend(len(lines), f"page {sheet.number}, its ruler")
    for n, line in lines:
        (x0, y0), (x1, y1) = line.points
        long = abs(x1 - x0) + abs(y1 - y0)
        if long < 50 or min(abs(x1 - x0), abs(y1 - y0)) > NEAR:
            continue
        sheet.work.spend(len(lines), f"page {sheet.number}, its ruler")
        way = 0 if abs(x1 - x0) > abs(y1 - y0) else 1
        ticks = {
            k: m.points[0][way]
            for k, m in lines
            if k != n and _length(m) < 3 and abs(m.points[0][way] - m.points[1][way]) < NEAR
            and min(abs(p[1 - way] - line.points[0][1 - way]) for p in m.points) < NEAR
        }  # fmt: skip
        places = sorted(ticks.values())
        if len(places) >= 11:
            step = (places[-1] - places[0]) / (len(places) - 1)
            uneven = max(abs(place - places[0] - i * step) for i, place in enumerate(places))
            return Ruler(places[-1] - places[0], uneven, (n, *ticks))
    return None


@check("proof-ruler", "the 100 mm ruler is not 100 mm long")
def ruler(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each ruler, from its first tick to its last."""
    found = [(sheet, made) for sheet in reading.sheets if (made := find_ruler(sheet))]
    for sheet, made in found:
        if abs(made.length - 100) > NEAR or made.uneven > NEAR:
            report.error("proof-ruler", f"page {sheet.number}: the 100 mm ruler is {made.length:.2f} mm long")
    if not found:
        return Skipped("no page has room for a ruler")
    worst = max((made.length for _, made in found), key=lambda v: abs(v - 100))
    bare = len(reading.sheets) - len(found)
    return f"{plural(len(found), 'ruler')} of {worst:.2f} mm" + (f"; {plural(bare, 'page')} without" if bare else "")


@check("proof-text", "a face does not say what the pack says in the file's language")
def text(reading: Reading, expected: Expected | None, report: Report) -> str:
    """The words of each face, read from the file's own letters, against the pack's, laid out anew."""
    if expected is None:
        return Skipped("the pack is not known: name it with --pack")
    stamp = plain(str(reading.claims.get("Stamp", "")))
    forms = {(cell.key, cell.form) for sheet in reading.sheets for cell in sheet.cells}
    for key, form in sorted(forms):
        found, wanted = " ".join(reading.forms[form].text), expected.words.get(key)
        if wanted is not None and plain(found).removesuffix(stamp) != plain(wanted):
            report.error(
                "proof-text", f"`{key}` says “{_short(found)}”; the pack says “{_short(wanted)}”", None,
                f"build it again; is its language (`{reading.language}`) the one you read?",
            )  # fmt: skip
    return f"{plural(len(forms), 'face')} read, {len(report) or 'none'} other than the pack says ({reading.language})"


def plain(text: str) -> str:
    """A text without its spaces: lines are broken where they are broken."""
    return re.sub(r"\s+", "", text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


@check("proof-copies", "a piece is not in the file as often as the pack says")
def copies(reading: Reading, expected: Expected | None, report: Report) -> str:
    """How often each face is there. A board on several pages counts once, when all of it is there."""
    if expected is None:
        return Skipped("the pack is not known: name it with --pack")
    found = _count(reading, expected)
    wanted: Counter[str] = Counter()
    single = all(sheet.flip == "none" for sheet in reading.sheets)
    for (front, back), number in expected.pieces.items():
        wanted[front] += number
        if back is not None and not single:
            wanted[back] += number
    partial = bool(reading.claims.get("Partial", 0))
    for key in sorted(found.keys() | wanted.keys()):
        if key not in wanted:
            report.error("proof-copies", f"`{key}` is in the file, but not in this part of the pack")
        elif found[key] != wanted[key] and not (partial and found[key] < wanted[key]):
            report.error("proof-copies", f"`{key}` is in the file {often(found[key])}, not {often(wanted[key])}")
    of = f" of {wanted.total()}" if partial else ""
    if not report.ok:
        return f"{plural(found.total(), 'face')} in the file, {wanted.total()} wanted"
    return f"{plural(found.total(), 'face')}{of}, {len(found)} different, each as often as the pack says"


def often(number: int) -> str:
    """How often something is there."""
    return {0: "nowhere", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _count(reading: Reading, expected: Expected) -> Counter[str]:
    found: Counter[str] = Counter()
    tiles: dict[str, Counter[tuple[int, int]]] = {}
    seen: dict[str, list[Box]] = {}
    for sheet in reading.sheets:
        for cell in sheet.cells:
            if not is_tile(cell, expected):
                found[cell.key] += 1
                continue
            x, y = cell.at(0, 0)
            place = cell.box[0] - x, cell.box[1] - y
            tiles.setdefault(cell.key, Counter())[round(place[0]), round(place[1])] += 1
            seen.setdefault(cell.key, []).append((*place, place[0] + cell.size[0], place[1] + cell.size[1]))
    for key, places in tiles.items():
        # Tiles stand in rows and columns: all of the board is there where every crossing is, up to its far corner.
        columns, rows = {x for x, _ in places}, {y for _, y in places}
        reach = around([p for box in seen[key] for p in (box[:2], box[2:])])
        whole = gap(reach, (0, 0, *expected.sizes[key])) <= NEAR and len(places) == len(columns) * len(rows)
        found[key] = min(places.values()) if whole else 0
    return found
