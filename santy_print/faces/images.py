"""Images: a raster file of the pack in, its size and hash out; what cannot be printed is refused at its place."""

from __future__ import annotations

import hashlib
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from santy_print.diag import Report, Span, register

register("image-unusable", "a raster picture cannot be read: it is no PNG or JPEG, or cut short")
register("image-too-large", "a raster picture has more pixels than a face may hold")
register("image-coarse", "a raster picture has too few pixels for the size it is printed at")

MAX_PIXELS = 40_000_000
MAX_SIDE = 10_000
MAX_BYTES = 50_000_000
LEAST_DPI = 150.0
FORMATS = ("PNG", "JPEG")
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK")


@dataclass(frozen=True, slots=True)
class Raster:
    """A raster picture: where it lies, its size in pixels, and a hash of its file."""

    path: Path
    pixels: tuple[int, int]
    digest: str

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.pixels[0]

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.pixels[1]


class _Refused(Exception):
    """A picture that cannot be printed: code, reason, way out."""


def load_raster(path: Path, name: str, where: Span | None, report: Report) -> Raster | None:
    """Measure a picture before any pixel is decoded; report, at `where` it is asked for, why it cannot be printed."""
    stat = path.stat()
    try:
        return _measured(path, stat.st_size, stat.st_mtime_ns)
    except _Refused as fault:
        code, reason, hint = fault.args
        report.error(code, f"the picture `{name}` {reason}", where, hint)
    return None


@lru_cache(maxsize=256)
def _measured(path: Path, size: int, changed: int) -> Raster:
    """Once for each state of a file: builds in three languages share it."""
    from PIL import Image, UnidentifiedImageError

    if size > MAX_BYTES:
        raise _Refused("image-too-large", f"holds {size // 1_000_000} MB", f"at most {MAX_BYTES // 1_000_000} MB")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its own about large pictures: ours come first
            with Image.open(path, formats=FORMATS) as image:
                width, height = image.size
                if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
                    bounds = f"at most {MAX_PIXELS // 1_000_000} million and {MAX_SIDE:,} a side; make it smaller"
                    raise _Refused("image-too-large", f"has {width} x {height} pixels", bounds)
                if image.mode not in _MODES:
                    hint = "save it anew with 8 bits for each colour"
                    raise _Refused("image-unusable", f"has colours of the kind {image.mode}", hint)
                image.draft("RGB", (width // 8, height // 8))  # a JPEG is read to its end in little space
                image.load()
    except Image.DecompressionBombError as fault:
        found = re.search(r"\d{6,}", str(fault))
        said = f"has {int(found[0]):,} pixels" if found else "has far too many pixels"
        hint = f"at most {MAX_PIXELS // 1_000_000} million; make it smaller"
        raise _Refused("image-too-large", said, hint) from None
    except UnidentifiedImageError:
        raise _Refused("image-unusable", "is no PNG and no JPEG", "save it as one of the two") from None
    except (OSError, SyntaxError, ValueError, EOFError) as fault:  # Pillow raises all of these for damaged files
        hint = "save it anew, or copy it again"
        raise _Refused("image-unusable", f"is damaged or cut short ({fault})", hint) from None
    return Raster(path, (width, height), hashlib.sha256(path.read_bytes()).hexdigest()[:16])


def judge_dpi(raster: Raster, dpi: float, where: Span | None, report: Report) -> None:
    """Warn, once for each place, where a picture is printed with too few pixels to the inch."""
    if dpi >= LEAST_DPI - 0.5:
        return
    message = f"the picture `{raster.path.name}` is printed with {dpi:.0f} pixels to the inch"
    if not any(item.span == where and item.message == message for item in report):
        hint = f"{LEAST_DPI:.0f} look soft, 300 look sharp: draw it smaller or take a larger picture"
        report.warning("image-coarse", message, where, hint)
