"""Raster: PDF bytes in, pictures out. One drawing path: a PNG is its PDF, seen by pypdfium2."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

from santy_print.faces import Frame
from santy_print.pdf import Info, frame_pdf, write_pdf
from santy_print.sheets import Cell, Page

MM_PER_INCH = 25.4


def page_images(data: bytes, dpi: float) -> Iterator[Image.Image]:
    """Each page of a PDF as an RGB picture at `dpi`."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            yield page.render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def frame_image(frame: Frame, dpi: float) -> Image.Image:
    """One face at `dpi`, trimmed."""
    return next(page_images(frame_pdf(frame), dpi))


def pixels(mm: float, dpi: float) -> int:
    """How many pixels a length takes, rounded once."""
    return round(mm / MM_PER_INCH * dpi)


def canvas_images(
    canvases: Sequence[tuple[Frame, tuple[int, int]]], dpi: float, at_once: int = 12
) -> Iterator[Image.Image]:
    """Each face in the middle of a canvas of exactly so many pixels, with what it draws beyond its cut.

    Some at a time are drawn into one PDF, so that they share its fonts and pictures and memory stays flat.
    """
    short = 0.02  # of a pixel: the renderer rounds up
    for first in range(0, len(canvases), at_once):
        chunk = canvases[first : first + at_once]
        pages = []
        for frame, (across, down) in chunk:
            width, height = ((n - short) / dpi * MM_PER_INCH for n in (across, down))
            left, top = (width - frame.width) / 2, (height - frame.height) / 2
            whole = (0.0, 0.0, width, height)
            pages.append(Page(width, height, (Cell(frame, left, top, None),), (), whole, whole))
        data = write_pdf(pages, Info("", "en", "santy_print", "", ""))
        for image, (_, size) in zip(page_images(data, dpi), chunk, strict=True):
            yield image if image.size == size else image.resize(size)


def png(image: Image.Image, dpi: float | None = None, level: int = 4) -> bytes:
    """A picture as PNG bytes; its resolution where told, and how hard to press (zlib, 1 to 9)."""
    out = io.BytesIO()
    more: dict[str, Any] = {} if dpi is None else {"dpi": (dpi, dpi)}
    image.save(out, "PNG", compress_level=level, **more)
    return out.getvalue()


ENDINGS = {
    ".png": "PNG",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".webp": "WEBP",
    ".tif": "TIFF",
    ".tiff": "TIFF",
    ".bmp": "BMP",
}
"""The kinds of pictures that are written, by how a file of them ends, as Pillow calls them."""


def as_file(image: Image.Image, ending: str) -> bytes:
    """A picture as the bytes of a file that ends so (one of `ENDINGS`)."""
    kind = ENDINGS[ending.casefold()]
    if kind == "PNG":
        return png(image)
    out = io.BytesIO()
    how: dict[str, Any] = {"quality": 92} if kind in ("JPEG", "WEBP") else {}
    image.save(out, kind, **how)
    return out.getvalue()


def contact_sheet(frames: Sequence[Frame], dpi: float, columns: int) -> Image.Image:
    """Faces side by side on a table-coloured ground, to judge whether they are one family."""
    images = [frame_image(frame, dpi) for frame in frames]
    gap = max(6, round(dpi / 12))
    rows = [images[i : i + columns] for i in range(0, len(images), columns)]
    width = max(sum(i.width + gap for i in row) for row in rows) + gap
    height = sum(max(i.height for i in row) + gap for row in rows) + gap
    sheet: Any = Image.new("RGB", (width, height), "#b9b3a6")
    y = gap
    for row in rows:
        x = gap
        for image in row:
            sheet.paste(image, (x, y))
            x += image.width + gap
        y += max(i.height for i in row) + gap
    made: Image.Image = sheet
    return made
