"""Cutting machines: sheets to print, and the lines to cut as SVG and DXF, in millimetres from the sheet's corner.

Silhouette's reader looks for its "type 1" marks, three of them: a filled square of 5 mm at the top left, and an angle
at the top right and bottom left, its arms pointing inwards. Silhouette Studio's page set-up must say the same as here:
inset as it was asked for (10 mm is its standard, an automatic feeder wants 15.9 mm), length 20 mm (its longest), line
0.5 mm. Nothing else is printed near them.

Pieces without bleed lie edge to edge: a line that two of them share is cut once, with the first.

Cricut Design Space prints its own marks around a picture and follows the picture's clear edges; every machine of it
takes pictures of 6.75 x 9.25 inches. So a sheet for it is a PNG of that size, clear between the pieces, which stand
apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import floor, hypot, sqrt

from PIL import Image

from santy_print import __version__
from santy_print.diag import PackError, Report, plural
from santy_print.exports.job import Job, cut_out, shape_of
from santy_print.faces import Item, Shape
from santy_print.faces.art import Outline, rounded
from santy_print.faces.outlines import grown, moved, rings
from santy_print.pdf import Info, write_pdf
from santy_print.raster import MM_PER_INCH, page_images, pixels
from santy_print.sheets import Cell, Copy, Page, Setup, fits, impose

SQUARE, ARM, LINE = 5.0, 20.0, 0.5
PRINT_THEN_CUT = (6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH)
APART = 2.0
DPI = 300
BLACK = "#000000"


def silhouette(job: Job) -> None:
    """For each part a PDF with marks on its fronts, and for each sheet of it the cuts."""
    inset = job.wishes.inset
    setup = replace(job.setup, margin=max(job.setup.margin, inset + SQUARE))
    names = job.part_names()
    for part, copies in _fitting(job, setup, "Silhouette's marks leave"):
        pages = [
            replace(page, marks=marks(page.width, page.height, inset) if page.side == "front" else ())
            for page in impose(copies, setup)
        ]
        name = names[part]
        job.save(f"{name}.pdf", write_pdf(pages, _info(job, part)))
        fronts = [page for page in pages if page.side == "front"]
        _cuts(job, name, fronts)
        job.notes.append(f"{name}.pdf: {plural(len(copies), 'piece')} on {plural(len(fronts), 'sheet')}")


def cricut(job: Job) -> None:
    """For each part a PDF, and for each sheet of it a PNG to print then cut, and the cuts."""
    setup = replace(job.setup, paper=PRINT_THEN_CUT, margin=0.0, bleed=max(job.setup.bleed, APART / 2))
    names = job.part_names()
    for part, copies in _fitting(job, setup, "Cricut prints then cuts"):
        pages = [
            replace(page, marks=(), cells=tuple(_trimmed(cell) for cell in page.cells))
            for page in impose(copies, setup)
        ]
        name = names[part]
        fronts = [page for page in pages if page.side == "front"]
        job.save(f"{name}.pdf", write_pdf(pages, _info(job, part)))
        _pictures(job, name, part, fronts)
        _cuts(job, name, fronts)
        size = f"{fronts[0].width:.2f} x {fronts[0].height:.2f} mm"
        job.notes.append(f"{name}: {plural(len(copies), 'piece')} on {plural(len(fronts), 'sheet')} of {size}")


def _pictures(job: Job, name: str, part: str, fronts: Sequence[Page]) -> None:
    """A picture for each sheet; of sheets that are alike, as those of many equal cards, only the first is drawn."""
    alike: dict[tuple[tuple[object, ...], ...], tuple[Page, list[str]]] = {}
    for number, page in enumerate(fronts, 1):
        key = tuple((cell.frame.key, cell.frame.size, cell.x, cell.y, cell.turned) for cell in page.cells)
        alike.setdefault(key, (page, []))[1].append(f"{name}-{number}.png")
    images = page_images(write_pdf([page for page, _ in alike.values()], _info(job, part)), DPI)
    with job.pressing(DPI) as press:
        for (page, files), image in zip(alike.values(), images, strict=True):
            press(files, image, partial(_clear, page))


def _info(job: Job, part: str) -> Info:
    locale = job.faces.locale
    title = f"{locale.plain('game.title')} · {locale.plain(f'part.{part}')}"
    credit = locale.plain("game.credits", **job.faces.pack.head.credits.model_dump())
    return Info(title, locale.code, "santy_print", credit, __version__)


def _fitting(job: Job, setup: Setup, says: str) -> Iterator[tuple[str, list[Copy]]]:
    """The parts with the pieces that fit; what is too large is said."""
    if setup.duplex == "gutterfold":
        report = Report()
        message = "a cutter cuts sheets that were printed on both sides or on one, not folded ones"
        report.error("export-option", message, None, "choose another --duplex: long, short, separate or none")
        raise PackError(report)
    for part, copies in job.parts.items():
        small = [copy for copy in copies if fits(copy.front.size, setup)]
        large = {copy.front.key: copy.front for copy in copies if not fits(copy.front.size, setup)}
        if large:
            layouts = ", ".join(f"`{name}`" for name in dict.fromkeys(k.partition(":")[0] for k in large))
            room = [side - 2 * setup.margin for side in setup.paper]
            job.report.warning(
                "export-canvas",
                f"{says} {room[0]:.1f} x {room[1]:.1f} mm of a sheet: {layouts} left out",
                None,
                "cut these by hand: `santy build` without a profile prints them",
            )
        if small:
            yield part, small


def marks(width: float, height: float, inset: float) -> tuple[Item, ...]:
    """Silhouette's three marks on a sheet (mm), as filled areas, their outer edges `inset` from the paper's."""
    right, low = width - inset, height - inset
    boxes = (
        (inset, inset, SQUARE, SQUARE),
        (right - ARM, inset, ARM, LINE),
        (right - LINE, inset, LINE, ARM),
        (inset, low - LINE, ARM, LINE),
        (inset, low - ARM, LINE, ARM),
    )
    return tuple(Shape(rounded(*box), BLACK, None) for box in boxes)


# Cuts


def outline_of(cell: Cell) -> Outline:
    """Where a piece is cut out of its sheet (mm)."""
    return moved(cell.frame.outline, cell.x, cell.y)


def _cuts(job: Job, part: str, fronts: Sequence[Page]) -> None:
    for number, page in enumerate(fronts, 1):
        job.save(f"{part}-{number}.svg", cut_svg(page).encode())
        job.save(f"{part}-{number}.dxf", cut_dxf(page).encode())


Vertex = tuple[float, float, float]
"""A corner of a cut: x, y in mm, y downwards, and the bulge of the arc that follows, 0 where a straight line does."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A line to cut, from corner to corner; a closed one ends where it began."""

    vertices: tuple[Vertex, ...]
    closed: bool


def cuts_of(page: Page) -> list[Cut]:
    """The cuts of a sheet, piece by piece; of straight lines only what no piece before it has cut."""
    done = _Done()
    return [cut for cell in page.cells for ring in _rings(cell) for cut in _not_yet(ring, done)]


def _not_yet(ring: Sequence[Vertex], done: _Done) -> Iterator[Cut]:
    """What of a ring is still to be cut."""
    runs: list[list[Vertex]] = []
    whole = True
    for (x, y, bulge), (u, v, _) in zip(ring, (*ring[1:], ring[0]), strict=True):
        parts = [((x, y), (u, v))] if bulge else done.rest((x, y), (u, v))
        whole = whole and parts == [((x, y), (u, v))]
        for begin, end in parts:
            if runs and _same(runs[-1][-1], begin):
                runs[-1][-1] = (*begin, bulge)
            else:
                runs.append([(*begin, bulge)])
            runs[-1].append((*end, 0.0))
    if whole:
        yield Cut(tuple(ring), True)
        return
    if len(runs) > 1 and _same(runs[-1][-1], runs[0][0]):  # the ring began within a run
        last = runs.pop()
        runs[0] = [*last[:-1], *runs[0]]
    yield from (Cut(tuple(run), False) for run in runs)


def _same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two corners are one."""
    return hypot(one[0] - other[0], one[1] - other[1]) < NEAR


Point = tuple[float, float]
NEAR = 0.005  # mm: lines so near each other are one cut


class _Done:
    """Straight lines that are cut already, by the straight line through them: from where to where along it."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], list[tuple[float, float]]] = {}

    def rest(self, begin: Point, end: Point) -> list[tuple[Point, Point]]:
        """What of a line is not cut yet, in its direction; from now on all of it is."""
        length = hypot(end[0] - begin[0], end[1] - begin[1])
        if length < NEAR:
            return []
        across, down = (end[0] - begin[0]) / length, (end[1] - begin[1]) / length
        back = (round(across, 4), round(down, 4)) < (0.0, 0.0)
        if back:
            across, down = -across, -down
        off = (begin[0] * down - begin[1] * across) / NEAR / 2
        way = round(across * 1e4), round(down * 1e4)
        first, last = sorted(x * across + y * down for x, y in (begin, end))
        free = [(first, last)]
        for place in (floor(off) - 1, floor(off), floor(off) + 1):
            for low, high in self._known.get((*way, place), ()):
                free = [part for old in free for part in ((old[0], min(old[1], low)), (max(old[0], high), old[1]))]
                free = [(low, high) for low, high in free if high - low > NEAR]
        self._known.setdefault((*way, floor(off)), []).append((first, last))
        if free == [(first, last)]:
            return [(begin, end)]

        def at(along: float) -> Point:
            share = (last - along if back else along - first) / length
            return begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share

        parts = [(at(high), at(low)) if back else (at(low), at(high)) for low, high in free]
        return parts[::-1] if back else parts


def cut_svg(page: Page) -> str:
    """The cuts of a sheet as SVG of the sheet's size, a path each."""
    size = f"{page.width:g} {page.height:g}"
    paths = "\n".join(f' <path d="{_path(cut)}"/>' for cut in cuts_of(page))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}mm" height="{page.height:g}mm" '
        f'viewBox="0 0 {size}">\n<g fill="none" stroke="#ff0000" stroke-width="0.1">\n{paths}\n</g>\n</svg>\n'
    )


def _path(cut: Cut) -> str:
    """A cut as the data of an SVG path, arcs as arcs of a circle."""
    x, y, bulge = cut.vertices[0]
    out = [f"M {x:.4f} {y:.4f}"]
    for u, v, after in cut.vertices[1:] + cut.vertices[:1] * cut.closed:
        if bulge:
            radius = hypot(u - x, v - y) * (1 + bulge * bulge) / 4 / abs(bulge)
            out.append(f"A {radius:.4f} {radius:.4f} 0 0 {1 if bulge < 0 else 0} {u:.4f} {v:.4f}")
        else:
            out.append(f"L {u:.4f} {v:.4f}")
        x, y, bulge = u, v, after
    return " ".join([*out, "Z"] if cut.closed else out)


def cut_dxf(page: Page) -> str:
    """The cuts of a sheet as DXF R12: polylines, corners as arcs; in mm, as it says, y upwards from the lower edge."""
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009"]
    lines += ["9", "$INSUNITS", "70", "4", "9", "$MEASUREMENT", "70", "1", "9", "$EXTMIN"]
    lines += ["10", "0.0", "20", "0.0", "9", "$EXTMAX", "10", f"{page.width:.4f}", "20", f"{page.height:.4f}"]
    lines += ["0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"]
    for cut in cuts_of(page):
        lines += ["0", "POLYLINE", "8", "CUT", "66", "1", "10", "0.0", "20", "0.0", "30", "0.0"]
        lines += ["70", "1" if cut.closed else "0"]
        for x, y, bulge in cut.vertices:
            lines += ["0", "VERTEX", "8", "CUT", "10", f"{x:.4f}", "20", f"{page.height - y:.4f}", "30", "0.0"]
            lines += ["42", f"{bulge:.6f}"] if bulge else []
        lines += ["0", "SEQEND", "8", "CUT"]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])


def _rings(cell: Cell) -> list[list[Vertex]]:
    """A piece's cuts, its holes too: corners (x, y in mm, y downwards), each with the bulge of the arc that follows it.

    A bulge is the tangent of a quarter of the arc's angle, negative here, since the way round is clockwise.
    """
    frame = cell.frame
    left, top, right, low = cell.x, cell.y, cell.x + frame.width, cell.y + frame.height
    if frame.cut is not None:
        if frame.width == frame.height and shape_of(frame.cut, frame.width, frame.height) == "circle":
            return [[(left, (top + low) / 2, -1.0), (right, (top + low) / 2, -1.0)]]
        # A ring ends where it began; a closed polyline does so by itself.
        return [
            [(x, y, 0.0) for x, y in (ring[:-1] if ring[0] == ring[-1] else ring)] for ring in rings(outline_of(cell))
        ]
    r = min(frame.corner, frame.width / 2, frame.height / 2)
    if r <= 0:
        return [[(left, top, 0.0), (right, top, 0.0), (right, low, 0.0), (left, low, 0.0)]]
    quarter = 1 - sqrt(2)
    return [[
        (left + r, top, 0.0), (right - r, top, quarter), (right, top + r, 0.0), (right, low - r, quarter),
        (right - r, low, 0.0), (left + r, low, quarter), (left, low - r, 0.0), (left, top + r, quarter),
    ]]  # fmt: skip


def _trimmed(cell: Cell) -> Cell:
    """The cell without what it draws beyond its cut, but for a hair that hides a cut gone astray."""
    frame = cell.frame
    begins = [n for n, part in enumerate(frame.outline) if part[0] == "M"]
    rim = frame.outline[: begins[1]] if len(begins) > 1 else frame.outline  # without holes, which would grow as well
    return replace(cell, clip=grown(rim, frame.width, frame.height, APART / 4))


def _clear(page: Page, image: Image.Image) -> Image.Image:
    """The picture of a sheet, clear beyond the cuts."""
    size = pixels(page.width, DPI), pixels(page.height, DPI)  # the renderer rounds up
    pieces = [(cell.frame, cell.x, cell.y) for cell in page.cells]
    return cut_out(image.crop((0, 0, *size)), pieces, DPI / MM_PER_INCH)
