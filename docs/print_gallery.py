"""The pictures of docs/print.md, each from the pages that `santy build` makes; gallery.py writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import santy_print
from santy_print.faces import Faces
from santy_print.parts.pages import part_pages
from santy_print.pdf import Info, write_pdf
from santy_print.raster import MM_PER_INCH, page_images
from santy_print.sheets import PAPERS, Cell, Lying, Page, Setup

GROUND = "#b9b3a6"
RED = "#c8281c"
GAP = 16
A4 = PAPERS["a4"]
FONT = Path(santy_print.__file__).parent / "fonts" / "SourceSerif4-Bold.ttf"


def print_pictures(faces: Faces) -> Iterator[tuple[str, Image.Image]]:
    """Each picture with its name."""
    whole = part_pages(faces, "cards", Setup(A4))
    yield "sheet", row(drawn(whole[:2], 52))
    yield "cutting", row([cutting_order(whole[0], 52)])
    ships = part_pages(faces, "ships", Setup(PAPERS["letter"], bleed=3.0))
    yield "cutting-blocks", row([cutting_order(ships[0], 52)])
    yield "ruler", ruler(whole[0], 130)
    for duplex in ("long", "short"):
        yield f"duplex-{duplex}", row(drawn(part_pages(faces, "cards", Setup(A4, duplex))[-2:], 34))
    yield "gutterfold", row(drawn(part_pages(faces, "cards", Setup(A4, "gutterfold"))[:1], 52))


def drawn(pages: Sequence[Page], dpi: float) -> list[Image.Image]:
    """Pages as they come out of the printer."""
    return list(page_images(write_pdf(pages, Info("", "en", "santy_print", "", "")), dpi))


def row(images: Sequence[Image.Image]) -> Image.Image:
    """Sheets side by side on the table, each with a thin edge."""
    width = sum(image.width + GAP for image in images) + GAP
    table = Image.new("RGB", (width, max(image.height for image in images) + 2 * GAP), GROUND)
    x = GAP
    for image in images:
        table.paste("#8d877b", (x + 2, GAP + 3, x + image.width + 2, GAP + image.height + 3))
        table.paste(image, (x, GAP))
        x += image.width + GAP
    return table


def cutting_order(page: Page, dpi: float) -> Image.Image:
    """A sheet with the lines to cut, numbered: between two blocks first, then in each all across, then each strip."""
    image = drawn([page], dpi)[0]
    scale = dpi / MM_PER_INCH
    pen, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, round(4.4 * scale))
    blocks = [[cell for cell in page.cells if isinstance(cell.frame, Lying) == on_side] for on_side in (False, True)]
    boxes = [_lines(block) for block in blocks if block]
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []  # from the end where the number stands
    if len(boxes) == 2:  # one above the other
        strip = (boxes[0][0][-1] + boxes[1][0][0]) / 2
        lines.append(((page.width - 7.0, strip), (7.0, strip)))
    for number, (rows, columns) in enumerate(boxes):
        left, right = columns[0] - 6.0, columns[-1] + 6.0
        top, bottom = (rows[-1] + 6.0, rows[0] - 3.0) if number else (rows[0] - 6.0, rows[-1] + 6.0 / len(boxes))
        lines += [((left, y), (right, y)) for y in rows] + [((x, top), (x, bottom)) for x in columns]
    for start, end in lines:
        dashed(pen, [v * scale for v in (*map(min, start, end), *map(max, start, end))], scale)
    for number, (start, _) in enumerate(lines, 1):
        x, y = (v * scale for v in start)
        radius = 3.4 * scale
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=RED)
        pen.text((x, y), str(number), fill="#ffffff", font=font, anchor="mm")
    return image


def _lines(block: Sequence[Cell]) -> tuple[list[float], list[float]]:
    """The cuts across and down of a block (mm)."""
    rows = sorted({round(y, 2) for cell in block for y in (cell.y, cell.y + cell.frame.height)})
    columns = sorted({round(x, 2) for cell in block for x in (cell.x, cell.x + cell.frame.width)})
    return rows, columns


def dashed(pen: ImageDraw.ImageDraw, line: Sequence[float], scale: float) -> None:
    """A dashed line, straight across or down."""
    x0, y0, x1, y1 = line
    length, on, period = max(x1 - x0, y1 - y0), 2.6 * scale, 4.0 * scale
    way = ((x1 - x0) / length, (y1 - y0) / length)
    at = 0.0
    while at < length:
        to = min(at + on, length)
        ends = [x0 + way[0] * at, y0 + way[1] * at, x0 + way[0] * to, y0 + way[1] * to]
        pen.line(ends, fill=RED, width=2)
        at += period


def ruler(page: Page, dpi: float) -> Image.Image:
    """The foot of a sheet with its ruler, as large as life and larger."""
    foot = drawn([replace(page, cells=())], dpi)[0]
    scale = dpi / MM_PER_INCH
    box = (3 * scale, foot.height - 16 * scale, 128 * scale, foot.height - 1 * scale)
    return foot.crop(tuple(round(v) for v in box))  # type: ignore[arg-type]
