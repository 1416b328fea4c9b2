"""Drawn: how a file looks beside how its pack draws the same faces now, pixel by pixel.

Each page is drawn as the file has it, and once more with the pack's faces under the file's own matrices. What lies over
a face, what its drawing lacks, what is white on white: whatever the cause, the two differ. Aids beside faces count not.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from santy_print.diag import Report, plural
from santy_print.faces.art import ROLES, Outline, outline_box, rounded
from santy_print.faces.matrices import around, times
from santy_print.faces.near import AIR
from santy_print.faces.near import near as too_near
from santy_print.faces.outlines import grown, rings
from santy_print.pdf import Info, write_pdf
from santy_print.printer import HOME_MARGIN, Matrix
from santy_print.proof import render
from santy_print.proof.checks import Expected, Skipped, check, flaps_of, gap, is_card_page, is_tile
from santy_print.proof.limits import TooMuchError
from santy_print.proof.reading import (
    IDENTITY,
    Box,
    Cell,
    Colour,
    Point,
    Reading,
    Sheet,
    inverse,
)
from santy_print.sheets import Cell as Place
from santy_print.sheets import Page

DPI = 100.0
PIXEL = 25.4 / DPI
RIND = 0.6  # mm along the edge of a face that are not compared: it lies between pixels
RIM = 1.0  # mm along a cut that is drawn, likewise
UNLIKE = 16  # of 255: the smallest difference of a pixel that counts
LEAST = 4  # pixels
AHEAD = 40_000_000  # pixels that are drawn ahead of being asked for: some 40 pages of 3 MB


@dataclass(frozen=True, slots=True)
class Look:
    """How a page looks: its narrowest white edge (mm; None where all is white), and which faces are unlike the pack's.

    `unlike` has keys and how many mm² of the face differ; `seen` says how many faces were compared.
    """

    white: float | None
    seen: int = 0
    unlike: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed(Place):
    """A face under a matrix that a file gives."""

    given: Matrix = IDENTITY

    def matrix(self, page_height: float) -> Matrix:
        """The file's own."""
        return self.given


def looks(reading: Reading, expected: Expected | None) -> list[Look]:
    """How each page looks, drawn once for all checks that ask. pypdfium2.PdfiumError where it cannot be drawn."""
    if reading.looks is None:
        reading.looks = list(_looks(reading, expected))
    found: list[Look] = reading.looks
    return found


def _looks(reading: Reading, expected: Expected | None) -> Iterator[Look]:
    import pypdfium2

    if reading.images is None:
        draw_ahead(reading)
    frames = expected.frames if expected else {}
    known = {sheet.number: [cell for cell in sheet.cells if cell.key in frames] for sheet in reading.sheets}
    redrawn = [sheet for sheet in reading.sheets if known[sheet.number] and _as_it_is(sheet)]
    anew = None
    try:
        if redrawn and expected:
            pages = [_page(sheet, known[sheet.number], expected) for sheet in redrawn]
            anew = pypdfium2.PdfDocument(_pdf(pages))
        order = {sheet.number: n for n, sheet in enumerate(redrawn)}
        for sheet, image in zip(reading.sheets, reading.images, strict=True):
            white = _white(image) if _whole(sheet) else None
            if anew is None or expected is None or sheet.number not in order:
                yield Look(white)
                continue
            other = _image(anew[order[sheet.number]])
            cells = known[sheet.number]
            yield Look(white, len(cells), tuple(_compare((image, other), sheet, cells, expected)))
    finally:
        stop(reading)
        if anew is not None:
            anew.close()


class Drawing:
    """The pages of a file, drawn one after the other by a process that is held to what drawing may take."""

    def __init__(self, data: bytes, numbers: Sequence[int]) -> None:
        """Begin to draw these pages: some are fetched ahead, beside other work."""
        self.numbers, self.taken = list(numbers), 0
        self.process = subprocess.Popen(
            [sys.executable, "-I", render.__file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ahead = ThreadPoolExecutor(1)
        self.ready = ahead.submit(self._first, data)
        ahead.shutdown(wait=False)

    def _first(self, data: bytes) -> list[Any]:
        """Hand the file over, and fetch as many of its pages as are kept ahead."""
        assert self.process.stdin is not None
        limits = {"seconds": render.SECONDS, "more": render.SECONDS_OF_PAGE}
        asked = json.dumps({"pages": self.numbers, "dpi": DPI} | limits).encode("ascii")
        with suppress(OSError), self.process.stdin as stream:
            stream.write(struct.pack("<Q", len(asked)) + asked)
            stream.write(data)
        images: list[Any] = []
        while len(images) < len(self.numbers) and sum(each.width * each.height for each in images) < AHEAD:
            images.append(self._fetch())
        return images

    def _fetch(self) -> Any:
        """The next page. TooMuchError where drawing it was ended, pypdfium2.PdfiumError where it cannot be drawn."""
        import pypdfium2
        from PIL import Image

        assert self.process.stdout is not None
        number, self.taken = self.numbers[self.taken], self.taken + 1
        head = self.process.stdout.read(render.HEAD.size)
        if len(head) == render.HEAD.size:
            failed, width, height = render.HEAD.unpack(head)
            if failed:
                raise pypdfium2.PdfiumError(f"page {number} cannot be drawn")
            data = self.process.stdout.read(width * height * 3)
            if len(data) == width * height * 3:
                return Image.frombytes("RGB", (width, height), data)
        raise TooMuchError(f"page {number}: to draw it takes more time or memory than a page may")

    def __iter__(self) -> Iterator[Any]:
        yield from self.ready.result()
        while self.taken < len(self.numbers):
            yield self._fetch()

    def close(self) -> None:
        """Draw no more."""
        self.process.kill()
        with suppress(Exception):
            self.ready.result()
        for stream in (self.process.stdout, self.process.stdin):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self.process.wait()


def draw_ahead(reading: Reading) -> None:
    """Begin to draw a file's pages beside other work, for those who will ask how they look; `stop` ends it."""
    reading.images = Drawing(reading.data, [sheet.number for sheet in reading.sheets])


def stop(reading: Reading) -> None:
    """Draw no more of a file."""
    if reading.images is not None:
        reading.images.close()
        reading.images = None


def _pdf(pages: Sequence[Page]) -> bytes:
    return write_pdf(pages, Info("", "en", "santy_print", "", ""))


def _image(page: Any) -> Any:
    return page.render(scale=DPI / 72).to_pil().convert("RGB")


def _white(image: Any) -> float | None:
    """The narrowest white edge of a page, mm."""
    from PIL import ImageOps

    box = ImageOps.invert(image.convert("L")).point(lambda v: 255 if v > 24 else 0).getbbox()
    size = image.size
    return min(box[0], box[1], size[0] - box[2], size[1] - box[3]) * PIXEL if box else None


def _as_it_is(sheet: Sheet) -> bool:
    """Whether a viewer shows the page as it is; that it does not is another check's fault."""
    return not sheet.rotate and _whole(sheet)


def _whole(sheet: Sheet) -> bool:
    return gap(sheet.crop, (0.0, 0.0, sheet.width, sheet.height)) < 0.5


def _page(sheet: Sheet, cells: Sequence[Cell], expected: Expected) -> Page:
    """The page with the pack's own faces where the file has them."""
    placed = []
    for cell in cells:
        a, b, c, d, e, f = times(sheet.correction, cell.matrix)
        given = (a, -b, -c, d, e, sheet.height - f)
        clip = _clip(expected.cuts.get(cell.key), cell)
        placed.append(_Placed(expected.frames[cell.key], 0.0, 0.0, clip, given=given))
    whole = (0.0, 0.0, sheet.width, sheet.height)
    return Page(sheet.width, sheet.height, tuple(placed), (), whole, whole)


def _clip(cut: Outline | None, cell: Cell) -> Outline:
    """What is to be seen of a face, in its own space: its cut, or its trim with what the file shows around it."""
    if cut is not None:
        left, top, right, bottom = outline_box([cut])
        return grown(cut, left + right, top + bottom, RIND)
    left, top, right, bottom = _own(cell)
    return rounded(left, top, right - left, bottom - top)


def _within(cut: Outline | None, cell: Cell) -> Sequence[Point]:
    """The same without its rind, as the corners of a polygon."""
    if cut is not None:
        left, top, right, bottom = outline_box([cut])
        return rings(grown(cut, left + right, top + bottom, -RIM))[0]
    left, top, right, bottom = _own(cell)
    left, top, right, bottom = left + RIND, top + RIND, right - RIND, bottom - RIND
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _pixel(sheet: Sheet, point: Point) -> Point:
    """Where a point of a page as it comes out is in its picture."""
    a, b, c, d, e, f = sheet.correction
    x, y = point
    return (a * x + c * y + e) / PIXEL - 0.5, (b * x + d * y + f) / PIXEL - 0.5


def _own(cell: Cell) -> Box:
    """What is to be seen of a rectangular face, in its own space: never less than its trim."""
    a, b, c, d, e, f = inverse(cell.matrix)
    corners = [*cell.outline, cell.box[:2], cell.box[2:]]
    return around([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])


def _compare(
    images: tuple[Any, Any], sheet: Sheet, cells: Sequence[Cell], expected: Expected
) -> Iterator[tuple[str, float]]:
    """The faces that look other than their pack draws them, each with how much of it differs (mm²)."""
    from PIL import ImageChops, ImageDraw

    image, other = images
    if image.size != other.size:
        other = other.resize(image.size)
    differing = _brightest(ImageChops.difference(image, other))
    if differing.getbbox() is None:
        return
    # A line to glue tiles along is meant to lie there, and words on what the next tile hides.
    for mark in sheet.marks:
        if mark.dashed and any(is_tile(cell, expected) for cell in cells):
            ImageDraw.Draw(differing).line([_pixel(sheet, p) for p in mark.points], 0, 4)
    for left, top, right, bottom in flaps_of(sheet, expected):
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        ImageDraw.Draw(differing).polygon([_pixel(sheet, p) for p in corners], 0)
    for cell in cells:
        area = _area(image.size, sheet, cell, expected)
        box = ImageChops.darker(differing, area).getbbox()
        if box is None:
            continue
        wide = (max(0, box[0] - 2), max(0, box[1] - 2), box[2] + 2, box[3] + 2)
        near = ImageChops.darker(differing.crop(wide), area.crop(wide))
        count = ImageChops.darker(_astray(image.crop(wide), other.crop(wide)), near).histogram()[255]
        if count >= LEAST:
            yield cell.key, count * PIXEL**2


def _brightest(image: Any) -> Any:
    """White where any of a picture's colours is brighter than what may be."""
    from PIL import ImageChops

    red, green, blue = image.split()
    return ImageChops.lighter(red, ImageChops.lighter(green, blue)).point(lambda v: 255 if v > UNLIKE else 0)


def _astray(image: Any, other: Any) -> Any:
    """White where a picture has what the other has nowhere near: letters may stand a pixel beside their place."""
    from PIL import ImageChops, ImageFilter

    found = None
    for one, two in ((image, other), (other, image)):
        low, high = two.filter(ImageFilter.MinFilter(3)), two.filter(ImageFilter.MaxFilter(3))
        beyond = ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))
        found = beyond if found is None else ImageChops.lighter(found, beyond)
    return _brightest(found)


def _area(size: tuple[int, int], sheet: Sheet, cell: Cell, expected: Expected) -> Any:
    """Where in a page's picture a face is: a mask."""
    from PIL import Image, ImageDraw

    area = Image.new("L", size, 0)
    points = [_pixel(sheet, cell.at(*point)) for point in _within(expected.cuts.get(cell.key), cell)]
    ImageDraw.Draw(area).polygon(points, 255)
    return area


def ink_of(reading: Reading) -> str:
    """The ink in which a file was built, which it does not say: by the colours that only one of them has."""
    if _rgb(ROLES["paper"]) in reading.colours:
        return "full"
    return "low" if any(max(colour) - min(colour) > 1 for colour in reading.colours) else "grey"


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@check("proof-margin", "something is printed nearer to the paper's edge than home printers can", sheets_only=False)
def margin(reading: Reading, expected: Expected | None, report: Report) -> str:
    """The white edge of each page, seen in its pixels."""
    import pypdfium2

    least = float("inf")
    try:
        seen = looks(reading, expected)
    except pypdfium2.PdfiumError:
        report.error("proof-margin", "the file cannot be drawn: no margin can be seen")
        return "not to be seen"
    for sheet, look in zip(reading.sheets, seen, strict=True):
        if is_card_page(sheet) or look.white is None:
            continue
        least = min(least, look.white)
        if look.white < HOME_MARGIN:
            message = f"ink {look.white:.1f} mm from the paper's edge; home printers need {HOME_MARGIN:g} mm"
            report.warning("proof-margin", f"page {sheet.number}: {message}")
    return f"nothing nearer to the paper's edge than {least:.1f} mm" if least < 1e6 else Skipped("no sheets of paper")


@check("proof-drawn", "a face looks other than its pack draws it")
def drawn(reading: Reading, expected: Expected | None, report: Report) -> str:
    """Each face beside the pack's own, drawn anew: nothing lies over it, nothing of it is missing."""
    import pypdfium2

    if expected is None:
        return Skipped("the pack is not known: name it with --pack")
    if reading.pressed:
        return Skipped("its colours are inks of a press, the pack's are those of a screen")
    try:
        seen = looks(reading, expected)
    except pypdfium2.PdfiumError:
        return Skipped("the file cannot be drawn")
    for sheet, look in zip(reading.sheets, seen, strict=True):
        if look.unlike:
            worst = max(look.unlike, key=lambda each: each[1])
            names = ", ".join(f"`{key}`" for key in sorted({key for key, _ in look.unlike})[:3])
            count = len({key for key, _ in look.unlike})
            more = f" and {plural(count - 3, 'other')}" if count > 3 else ""
            look_it = "look other than the pack draws them" if count > 1 else "looks other than the pack draws it"
            message = f"{names}{more} {look_it}"
            report.error(
                "proof-drawn", f"page {sheet.number}: {message}, by {worst[1]:.1f} mm² at most", None,
                "build it again: the pack has changed since, or something lies over the faces, or is missing",
            )  # fmt: skip
    many = sum(look.seen for look in seen)
    ink = f", {expected.ink} ink" if expected.ink else ""
    return f"{plural(many, 'face')} beside the pack's own at {DPI:g} dpi{ink}: {len(report) or 'no'} pages differ"


@check("proof-near", "a text of a face touches what is drawn beside it, or nearly")
def near(reading: Reading, expected: Expected | None, report: Report) -> str:
    """The air around the letters of each face, as the pack draws it; that the file shows the same is `drawn`."""
    if expected is None:
        return Skipped("the pack is not known: name it with --pack")
    keys = sorted({cell.key for sheet in reading.sheets for cell in sheet.cells} & expected.frames.keys())
    if not keys:
        return Skipped("no faces that the pack knows")
    for key in keys:
        for letters in too_near(expected.frames[key]):
            message = (
                f"“{letters.text.strip()[:40]}” on `{key}` stands less than {AIR:g} mm from what is drawn beside it"
            )
            hint = "`santy check --fit` names the place in the layout: a narrower box or a smaller style gives it room"
            report.error("proof-near", message, None, hint)
    clear = (
        f"each at least {AIR:g} mm from what is drawn beside them" if report.ok else "not all clear of their neighbours"
    )
    return f"texts of {plural(len(keys), 'face')}, {clear}"
