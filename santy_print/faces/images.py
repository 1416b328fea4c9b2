"""Images: a raster file of the pack in, its size and hash out; what cannot be printed is refused at its place.

Whoever draws a picture takes it from here: `seen` has its pixels, `encoded` a file of them, both turned as the camera
says, in the colours of screens and, where wanted, without colour.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from santy_print.diag import Report, Span, UnreadableError, foreign, register
from santy_print.faces.photos import MODES, NAMES, PHOTOS, NoHeic, in_bytes, is_deep, is_photo, open_photo
from santy_print.palette import LUMINANCE, encode, linear

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from PIL.Image import Image

    from santy_print.faces.frames import Picture

register("image-unusable", "a raster picture cannot be read: it is of no kind that is read here, or cut short")
register("image-frames", "a raster picture holds several, of which the first is printed")
register("image-too-large", "a raster picture has more pixels than a face may hold")
register("picture-shape", "a picture that fills a face has another shape: some of it is cut off")
register("picture-bleed", "a picture that fills a face ends at the cut: a blade that is not exact shows white")
register("image-coarse", "a raster picture has too few pixels for the size it is printed at")

MAX_PIXELS = 40_000_000
MAX_SIDE = 10_000
MAX_SUM = 2_000_000_000
"""Pixels of all pictures of a pack together: a deck of photos has some 500 million, and each takes its time to read."""
MAX_BYTES = 50_000_000
MAX_PROFILE = 4_000_000
"""The bytes of a colour profile: those of presses have two million."""
LEAST_DPI = 150.0
NEAR = 0.012
"""So far apart the shapes of a picture and a face may be, as a part of either: half a millimetre."""
BLEED = 3.0
"""What a picture needs beyond the cut, mm."""
ORIENTATION = 0x0112
"""The tag of EXIF that says how a camera was held: 1 upright, 5 to 8 on its side."""
QUALITY = 95
"""Of a JPEG that had to be written anew: no eye sees the difference."""
SAMPLED_QUALITY = 90
"""Of one that was sampled down: its pixels are too small for an eye as it is."""
STRIP = 512
"""So many rows of pixels are made grey at once, which takes four times their memory."""
_FINE = 65_534  # steps of linear light: less than the 65,536 that Pillow's tables hold, so that roundings stay within


@dataclass(frozen=True, slots=True)
class Raster:
    """A raster picture: where it lies, its size in pixels as it is seen, and a hash of its file."""

    path: Path
    pixels: tuple[int, int]
    digest: str
    moving: bool = False
    """Whether it holds further pictures, as pages or animations do."""

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.pixels[0]

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.pixels[1]

    @property
    def shown(self) -> Shown:
        """What its shape is judged by."""
        return Shown(self.path.name, *self.pixels)


@dataclass(frozen=True, slots=True)
class Medium:
    """Where pictures are shown: one with more than `finest` pixels to the inch is sampled down to `enough`.

    Its longer side has at most `longest` pixels.
    """

    finest: float
    enough: float
    longest: int = MAX_SIDE

    def pixels(self, picture: Picture) -> tuple[int, int] | None:
        """The pixels of a picture that are seen here; None where they are all."""
        wide, high = picture.pixels
        fine = self.enough / picture.dpi if picture.dpi > self.finest else 1.0
        share = min(fine, self.longest / max(wide, high))
        if share >= 1.0:
            return None
        return max(1, round(wide * share)), max(1, round(high * share))


PAPER = Medium(600.0, 400.0)
"""Faces at their own size: more than 400 pixels to the inch nobody sees."""
DOCUMENT = Medium(300.0, 200.0, 2400)
"""A rulebook, which shows faces at half their size or less, and nothing wider than its page."""


class _Refused(Exception):
    """A picture that cannot be printed: code, reason, way out."""


def load_raster(path: Path, name: str, where: Span | None, report: Report) -> Raster | None:
    """Measure a picture before any pixel is decoded; report, at `where` it is asked for, why it cannot be printed."""
    stat = path.stat()
    try:
        raster = _measured(path, stat.st_size, stat.st_mtime_ns)
    except _Refused as fault:
        code, reason, hint = fault.args
        report.error(code, f"the picture `{name}` {reason}", where, hint)
        return None
    if raster.moving:
        hint = "save the one you want as a picture of its own, if it is another"
        report.notice("image-frames", f"the picture `{name}` holds several: the first is printed", where, hint)
    return raster


def judge_sum(paths: Sequence[Path], where: Span | None, report: Report) -> bool:
    """Whether pictures have few enough pixels together, before one of them is decoded; reported at `where` if not."""
    total = sum(_declared_pixels(path) for path in paths)
    if total <= MAX_SUM:
        return True
    message = f"the pictures of this pack have {total // 1_000_000:,} million pixels together"
    hint = f"at most {MAX_SUM // 1_000_000:,} million: make them smaller, paper shows 400 to the inch"
    report.error("image-too-large", message, where, hint)
    return False


def _declared_pixels(path: Path) -> int:
    """The pixels that a picture says it has; none where it is no picture, which is told where it is used."""
    try:
        with warnings.catch_warnings(), foreign(), open_photo(path) as image:
            warnings.simplefilter("ignore")
            return image.width * image.height
    except UnreadableError:
        return 0


def judge_embedded(data: bytes) -> tuple[int, int]:
    """The pixels of a picture that stands in a drawing, upright. ValueError where it cannot be printed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with foreign(), open_photo(data) as image:
                _judge(image)
                image.load()
                width, height = image.size
                return (height, width) if orientation(image) >= 5 else (width, height)
    except UnreadableError as fault:
        _, reason, hint = _refused(data, fault.__cause__).args
    except _Refused as fault:
        _, reason, hint = fault.args
    raise ValueError(f"the picture in it {reason}: {hint}")


@lru_cache(maxsize=256)
def _measured(path: Path, size: int, changed: int) -> Raster:
    """Once for each state of a file: builds in three languages share it."""
    if size > MAX_BYTES:
        raise _Refused("image-too-large", f"holds {size // 1_000_000} MB", f"at most {MAX_BYTES // 1_000_000} MB")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own about large pictures: ours come first
        try:
            with foreign():
                image = open_photo(path)
            with image:
                width, height = image.size
                _judge(image)
                with foreign():
                    moving = image.format != "MPO" and bool(getattr(image, "is_animated", False))
                    # A JPEG is read to its end in little space.
                    image.draft("RGB", (max(1, width // 8), max(1, height // 8)))
                    image.load()
                if orientation(image) >= 5:
                    width, height = height, width
        except UnreadableError as fault:
            raise _refused(path, fault.__cause__) from None
    return Raster(path, (width, height), hashlib.sha256(path.read_bytes()).hexdigest()[:16], moving)


def _judge(image: Image) -> None:
    """Refuse what is too large or of a kind that cannot be printed, before a pixel of it is decoded."""
    width, height = image.size
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        bounds = f"at most {MAX_PIXELS // 1_000_000} million and {MAX_SIDE:,} a side; make it smaller"
        raise _Refused("image-too-large", f"has {width} x {height} pixels", bounds)
    if image.mode not in MODES and not is_deep(image):
        hint = "save it anew with 8 bits for each colour"
        raise _Refused("image-unusable", f"has colours of the kind {image.mode}", hint)


def _refused(source: Path | bytes, fault: BaseException | None) -> _Refused:
    """What Pillow could not read, in words."""
    from PIL import Image, UnidentifiedImageError

    if isinstance(fault, NoHeic):
        hint = "`pip install pillow-heif` reads it, or save it as JPEG: on an iPhone Settings > Camera > Formats"
        return _Refused("image-unusable", "is a HEIC, and nothing is installed that reads it", hint)
    if isinstance(fault, Image.DecompressionBombError):
        found = re.search(r"\d{6,}", str(fault))
        amount = f"has {int(found[0]):,} pixels" if found else "has far too many pixels"
        return _Refused("image-too-large", amount, f"at most {MAX_PIXELS // 1_000_000} million; make it smaller")
    if isinstance(fault, UnidentifiedImageError) and not is_photo(source):
        return _Refused("image-unusable", f"is no {NAMES}", "save it as one of these, or a drawing as SVG")
    why = "" if isinstance(fault, UnidentifiedImageError) else f" ({fault})"  # which names the path and no reason
    return _Refused("image-unusable", f"is damaged or cut short{why}", "save it anew, or copy it again")


def judge_dpi(raster: Raster, dpi: float, where: Span | None, report: Report) -> None:
    """Warn, once for each, where a picture is printed with too few pixels to the inch."""
    if dpi >= LEAST_DPI - 0.5:
        return
    message = f"the picture `{raster.path.name}` is printed with {dpi:.0f} pixels to the inch"
    if not any(item.message == message for item in report):
        hint = f"{LEAST_DPI:.0f} look soft, 300 look sharp: draw it smaller or take a larger picture"
        report.warning("image-coarse", message, where, hint)


class Shown(NamedTuple):
    """A picture as it is judged: its name, and its width and height, in pixels or mm."""

    name: str
    width: float
    height: float


def judge_shape(picture: Shown, box: tuple[float, float], where: Span | None, report: Report) -> bool:
    """Warn, once for each, where a picture that fills a box (mm) has another shape, so that some is cut off.

    Whether it has the shape of the box.
    """
    width, height = box
    across = picture.width / picture.height * height / width
    if abs(across - 1) <= NEAR:
        return True
    lost = 1 - min(across, 1 / across)
    sides = "left and right" if across > 1 else "above and below"
    message = f"{lost:.0%} of the picture `{picture.name}` is cut off, {sides}: it has another shape than its face"
    if not any(item.message == message for item in report):
        pixels = f"{width / 25.4 * 300:.0f} x {height / 25.4 * 300:.0f} pixels"
        turned = abs(picture.height / picture.width * height / width - 1) <= NEAR
        hint = f"make it {width:g} x {height:g} mm, as {pixels} are at 300 to the inch"
        report.warning("picture-shape", message, where, "turn it by a quarter" if turned else hint)
    return False


def say_no_bleed(picture: Shown, box: tuple[float, float], where: Span | None, report: Report) -> None:
    """Tell, once for each, that a picture as large as its face (mm) ends at the cut."""
    message = f"the picture `{picture.name}` ends at the cut: it has no bleed"
    if not any(item.message == message for item in report):
        width, height = (side + 2 * BLEED for side in box)
        hint = (
            f"draw it {BLEED:g} mm larger all round, {width:g} x {height:g} mm; its layout then has `bleed: {BLEED:g}`"
        )
        report.notice("picture-bleed", message, where, hint)


def orientation(image: Image) -> int:
    """How a picture is to be turned to be seen upright, by EXIF: 1 to 8, 1 where it does not say."""
    try:
        with foreign():
            turned = image.getexif().get(ORIENTATION, 1)
    except UnreadableError:
        return 1  # what a camera says may be damaged in a picture that is not
    return turned if turned in range(1, 9) else 1


def _upright(image: Image, number: int) -> Image:
    """A picture turned as its camera says."""
    from PIL.Image import Transpose as Turn

    turns = (
        Turn.FLIP_LEFT_RIGHT, Turn.ROTATE_180, Turn.FLIP_TOP_BOTTOM, Turn.TRANSPOSE,
        Turn.ROTATE_270, Turn.TRANSVERSE, Turn.ROTATE_90,
    )  # fmt: skip
    return image if number == 1 else image.transpose(turns[number - 2])


def seen(source: Path | bytes, size: tuple[int, int] | None = None) -> Image:
    """The pixels of a picture (a file, or the bytes of one) as it is seen, of the kind L, LA, RGB, RGBA or CMYK.

    What is clear in it has alpha.

    With a `size`, so many of them: the picture is sampled down, a JPEG already as it is read. Colours are those of
    screens (sRGB), whatever profile the file has.
    """
    from PIL import Image

    with open_photo(source) as image:
        turn = orientation(image)
        size = size[::-1] if size and turn >= 5 else size
        if size:
            image.draft(None, size)
        image.load()
        pixels = in_bytes(image)
        profile = _profile(image.info, pixels.mode)
    if size and size != pixels.size:
        pixels = pixels.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    return _upright(_on_screen(pixels, profile) if profile else pixels, turn)


def _profile(info: Mapping[Any, Any], mode: str) -> bytes:
    """The colour profile of a picture whose pixels are of this kind; none where its colours are those of screens, or
    nobody says.
    """
    from PIL import ImageCms

    data = info.get("icc_profile", b"")
    if not isinstance(data, bytes) or not 0 < len(data) <= MAX_PROFILE:
        return b""
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        name = ImageCms.getProfileDescription(profile)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return b""  # a damaged one is none: so do all who show pictures
    kind = {"RGB ": "RGB", "GRAY": "L", "CMYK": "CMYK"}.get(profile.profile.xcolor_space, "")
    fits = kind == mode.rstrip("A")
    return data if fits and "srgb" not in name.casefold() else b""


def _on_screen(image: Image, profile: bytes) -> Image:
    """The colours of a picture as screens have them; what is clear in it stays so."""
    from PIL import ImageCms

    alpha = image.getchannel("A") if "A" in image.getbands() else None
    plain = image.convert(image.mode.rstrip("A")) if alpha else image
    own, screen = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
    try:
        made = ImageCms.profileToProfile(
            plain,
            own,
            screen,
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            "RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except ImageCms.PyCMSError:
        return image
    if made is None:
        return image
    made.info.pop("icc_profile", None)  # it would say when it was made
    if alpha:
        made.putalpha(alpha)
    return made


def encoded(picture: Picture, medium: Medium = PAPER) -> bytes:
    """A picture as a file that looks alike to whoever reads it: as it lies there, or written anew where that is needed.

    That is where it is neither PNG nor JPEG, where a camera turned it, where its colours are not those of screens,
    where no colour is wanted, where a PNG has a clear colour instead of alpha or 16 bits of grey, where a JPEG has the
    inks of a press, which each reader shows otherwise, and where it has more pixels than are seen.
    """
    path, size = picture.path, medium.pixels(picture)
    if picture.data is not None:
        return _encoded(picture.data, picture.grey, size, len(picture.data), 0) or picture.data
    status = path.stat()
    return _encoded(path, picture.grey, size, status.st_size, status.st_mtime_ns) or path.read_bytes()


@lru_cache(maxsize=64)
def _encoded(source: Path | bytes, grey: bool, size: tuple[int, int] | None, length: int, changed: int) -> bytes | None:
    """The picture written anew; None where it may stay as it is."""
    with open_photo(source) as image:
        form, deep, keyed = image.format, is_deep(image), "transparency" in image.info and image.mode != "P"
        clear = "transparency" in image.info or image.mode in ("P", "1") or image.mode.endswith(("A", "a"))
        common = form in ("PNG", "JPEG", "MPO") and not deep and not keyed and image.mode != "CMYK"
        own = _profile(image.info, {"P": "RGB", "1": "L"}.get(image.mode, image.mode))
        if common and not grey and size is None and orientation(image) == 1 and not own:
            return None
    made, how = seen(source, size), {}
    kind = "JPEG" if form in ("JPEG", "MPO") or (form in PHOTOS and not clear) else "PNG"
    if made.mode == "CMYK":
        made = made.convert("RGB")
    if kind == "JPEG":
        how = {"quality": QUALITY, "subsampling": 0} if size is None else {"quality": SAMPLED_QUALITY}
    out = io.BytesIO()
    (greyed(made) if grey else made).save(out, kind, **how)
    return out.getvalue()


def greyed(image: Image) -> Image:
    """A picture without colour, each pixel as `palette.grey` has it; what is clear in it stays so."""
    from PIL import Image

    colours, alpha = image.convert("RGB"), image.getchannel("A") if "A" in image.getbands() else None
    out = Image.new("L", image.size)
    for top in range(0, image.height, STRIP):
        out.paste(_strip_greyed(colours.crop((0, top, image.width, min(top + STRIP, image.height)))), (0, top))
    return out if alpha is None else Image.merge("LA", (out, alpha))


def _strip_greyed(image: Image) -> Image:
    from PIL import ImageMath

    lights, back = _tables()
    red, green, blue = (band.point(table, "I") for band, table in zip(image.split(), lights, strict=True))
    light = ImageMath.lambda_eval(lambda of: of["red"] + of["green"] + of["blue"], red=red, green=green, blue=blue)
    made: Image = light.point(back, "L")
    return made


@cache
def _tables() -> tuple[list[list[int]], list[int]]:
    """For red, green and blue the share of each value in the linear light; for that light the grey."""
    values = [linear(f"#{value:02x}0000")[0] * _FINE for value in range(256)]
    lights = [[round(value * weight) for value in values] for weight in LUMINANCE]
    return lights, [encode(min(light / _FINE, 1.0)) for light in range(65_536)]
