"""Photos: which files hold pixels, whatever they are called; an opened picture and its pixels, 8 bits a colour, out."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from santy_print.diag import UnreadableError

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "AVIF")
"""What Pillow reads here, by its names; a HEIC is read as well where pillow-heif is installed."""
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".avif", ".heic", ".heif")
NAMES = "PNG, JPEG, WebP, GIF, TIFF, BMP or AVIF"
PHOTOS = ("JPEG", "WEBP", "AVIF", "HEIF", "TIFF")
"""Of these kinds what has no clear parts and no table of colours is a photo, and stays one when it is written anew."""
MODES = ("1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX", "CMYK", "YCbCr", "I;16", "I;16B", "I;16L")
_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")
_HEIC = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")


class NoHeic(UnreadableError):
    """A HEIC, and nothing is installed that reads it."""


def is_photo(source: Path | bytes) -> bool:
    """Whether a file (or its bytes) begins as those do that hold pixels, whatever it is called."""
    start = source[:12] if isinstance(source, bytes) else _start(source)
    return start.startswith(_STARTS) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP") or start[4:8] == b"ftyp"


def is_drawing(path: Path) -> bool:
    """Whether a file begins as an SVG does, whatever it is called."""
    start = _start(path, 2_000).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith((b"<svg", b"<!doctype svg")) or (start.startswith((b"<?xml", b"<!--")) and b"<svg" in start)


def open_photo(source: Path | bytes) -> Image:
    """A picture (a file, or the bytes of one) of a kind that is read here, nothing but its head decoded.

    What Pillow raises where it is none, NoHeic where a HEIC cannot be read.
    """
    from PIL import Image

    start = source[:12] if isinstance(source, bytes) else _start(source)
    heic = start[4:8] == b"ftyp" and start[8:12] in _HEIC
    if heic and not _reads_heic():
        raise NoHeic
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    return Image.open(file, formats=(*FORMATS, "HEIF") if heic else FORMATS)


def _start(path: Path, length: int = 12) -> bytes:
    if not path.is_file():  # a pipe would be waited for
        return b""
    try:
        with path.open("rb") as file:
            return file.read(length)
    except OSError:  # told where it is read
        return b""


@cache
def _reads_heic() -> bool:
    """Teach Pillow to read HEIC, if what can is installed."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)
    return True


def is_deep(image: Image) -> bool:
    """Whether an opened picture has 16 bits of grey for each pixel; Pillow once had another name for those of a PNG."""
    return image.mode.startswith("I;16") or (image.mode == "I" and image.format == "PNG")


def in_bytes(image: Image) -> Image:
    """The pixels of a loaded picture with 8 bits for each of its colours, of the kind L, LA, RGB, RGBA or CMYK.

    What is clear in it has alpha.
    """
    if is_deep(image):
        return image.convert("I").point(lambda value: value * (1 / 257) + 0.5).convert("L")
    if image.mode in ("La", "RGBa"):
        image = image.convert({"La": "LA", "RGBa": "RGBA"}[image.mode])
    others = {"1": "L", "P": "RGB", "PA": "RGBA", "RGBX": "RGB", "YCbCr": "RGB"}
    kind = "RGBA" if "transparency" in image.info else others.get(image.mode, image.mode)
    return image if image.mode == kind else image.convert(kind)
