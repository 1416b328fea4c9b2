"""The four inks of a press: which of them, and how much, make a colour of the screen.

A press is known by a table: the inks of 33 x 33 x 33 colours evenly spread over sRGB, and of each grey the black ink
that prints it alone. Between them is reckoned. Two tables come along, made from published measurements of two printing
conditions with 240 % of ink at most (`docs/inks.py` tells how); `of_profile` makes one from an ICC profile of a press.
Colours keep their hue and lightness on the paper's white (relative colorimetric, with the blackest black for black).

Greys are black ink alone, and so are dark letters, for they would show a coloured rim where inks do not meet exactly;
from grey to colour one passes into the other without a step.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from santy_print.diag import PackError, Report, register
from santy_print.pdf import CLEAR_INK

register("icc-profile", "a file is no ICC profile of a press in four inks")

GRID = 33  # colours along each side of a table
GREY = 8  # hues that differ by less than this (of 255) are grey
COLOUR = 15  # and from this on they are a colour: between the two one passes into the other without a step
DARK = 90  # letters whose strongest hue is below this (of 255) are black
MOST_OF_A_PROFILE = 3.0  # of ink, where a profile would take more
MAX_BYTES = 32_000_000  # of a profile
_PASSING = [round(255 * min(1, max(0, (hue - GREY) / (COLOUR - GREY)))) for hue in range(256)]


@dataclass(frozen=True, eq=False)
class Inks:
    """How a press prints colours: its condition by name, its table as a picture in CMYK (a row for each shade of blue,
    green by green the shades of red; a last row for greys), and the ICC profile that a file for it carries along."""

    condition: str
    table: Image.Image
    profile: bytes = b""

    @cached_property
    def most(self) -> float:
        """The most ink of all colours, 1.0 for one ink alone."""
        data = self.table.tobytes()
        return max(sum(data[n : n + 4]) for n in range(0, GRID**3 * 4, 4)) / 255

    @cached_property
    def _colours(self) -> Any:
        data = self.table.crop((0, 0, GRID * GRID, GRID)).tobytes()
        return ImageFilter.Color3DLUT(GRID, [value / 255 for value in data], 4, "CMYK", _copy_table=False)

    @cached_property
    def _greys(self) -> list[int]:
        return list(self.table.crop((0, GRID, 256, GRID + 1)).getchannel("K").tobytes())

    def parted(self, image: Image.Image) -> Image.Image:
        """A picture in RGB in the four inks."""
        made: Image.Image = image.filter(self._colours)
        red, green, blue = image.split()
        strong = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        weak = ImageChops.darker(ImageChops.darker(red, green), blue)
        part = ImageChops.subtract(strong, weak).point(_PASSING)
        if part.getextrema() != (255, 255):
            none = Image.new("L", image.size)
            greys = Image.merge("CMYK", (none, none, none, image.convert("L").point(self._greys)))
            made = Image.composite(made, greys, part)
        return _without_the_clear(made)

    def of(self, colour: str, letter: bool = False) -> tuple[float, float, float, float]:
        """The inks of a #rrggbb colour, each from 0 to 1: cyan, magenta, yellow, black."""
        return _of(self, colour, letter)

    def named(self, colour: str, letter: bool) -> str:
        """A colour in the words of `pdf.colour`."""
        return "cmyk " + " ".join(f"{share:g}" for share in self.of(colour, letter))


@lru_cache(maxsize=4096)
def _of(inks: Inks, colour: str, letter: bool) -> tuple[float, float, float, float]:
    if letter and is_dark(colour):
        return 0.0, 0.0, 0.0, 1.0
    data = inks.parted(Image.new("RGB", (1, 1), _channels(colour))).tobytes()
    cyan, magenta, yellow, black = (round(value / 255, 4) for value in data)
    return cyan, magenta, yellow, black


def is_dark(colour: str) -> bool:
    """Whether letters of a #rrggbb colour are black alone."""
    return max(_channels(colour)) < DARK


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _without_the_clear(made: Image.Image) -> Image.Image:
    """No pixel of just that ink which stands for what is clear: it would not be printed."""
    bands = zip(made.split(), CLEAR_INK, strict=True)
    hits = [band.point([255 if value == key else 0 for value in range(256)]) for band, key in bands]
    mask = ImageChops.darker(ImageChops.darker(hits[0], hits[1]), ImageChops.darker(hits[2], hits[3]))
    if mask.getbbox():
        made.paste((0, *CLEAR_INK[1:]), (0, 0), mask)
    return made


@lru_cache(maxsize=1)
def fogra39() -> Inks:
    """Offset on coated paper in Europe (ISO 12647-2), by the name that it has at the ICC: no profile is embedded."""
    return _bundled("fogra39", "FOGRA39")


@lru_cache(maxsize=1)
def swop() -> Inks:
    """Web offset on coated paper in the United States (SWOP 2006, grade 3), by the name that it has at the ICC."""
    return _bundled("swop", "CGATS TR 003")


def _bundled(name: str, condition: str) -> Inks:
    with Image.open(Path(__file__).with_name("tables") / f"{name}.tif") as image:
        image.load()
        return Inks(condition, image)


def of_profile(path: Path) -> Inks:
    """The inks of an ICC profile of a press (version 2 or 4); PackError (`icc-profile`) where it is none."""
    from PIL import ImageCms

    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise _no_profile(f"`{path.name}` cannot be read: {fault.strerror}") from None
    what = _kind(data)
    if what is None:
        try:
            return Inks(_name_of(data) or _plain(path.stem), table_of(data, MOST_OF_A_PROFILE), data)
        except (ImageCms.PyCMSError, OSError, ValueError):
            what = "it is damaged, or has no tables for printing"
    raise _no_profile(f"`{path.name}` is no profile of a press in four inks: {what}")


def _name_of(profile: bytes) -> str:
    """What a profile calls its press, as PDF takes it; nothing where that cannot be read."""
    from PIL import ImageCms

    try:
        return _plain(ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile))))
    except (ImageCms.PyCMSError, ValueError):  # in letters that no standard has there
        return ""


def _no_profile(message: str) -> PackError:
    report = Report()
    hint = "name the ICC profile (.icc, .icm) that the printing house gives; without `--icc` it is FOGRA39"
    report.error("icc-profile", message, None, hint)
    return PackError(report)


def _kind(data: bytes) -> str | None:
    """What keeps a file from being an ICC profile of a press; None where nothing does."""
    if len(data) > MAX_BYTES:
        return f"it has more than {MAX_BYTES // 1_000_000} MB"
    if len(data) < 132 or data[36:40] != b"acsp":
        return "it is no ICC profile"
    if data[12:16] not in (b"prtr", b"spac"):
        return _OTHERS.get(data[12:16], "it is none of a device")
    if data[16:20] != b"CMYK":
        return f"its colours are {data[16:20].decode('latin-1').strip()}"
    return None


_OTHERS = {
    b"scnr": "it is of a scanner or camera", b"mntr": "it is of a screen",
    b"link": "it leads from one device to another (a device link)", b"nmcl": "it is a book of named colours",
    b"abst": "it changes colours, and is of no device",
}  # fmt: skip


def _plain(text: str) -> str:
    """A profile's name as PDF takes it: ASCII that can be seen, not long."""
    return " ".join("".join(char if " " <= char <= "~" else " " for char in text).split())[:80]


def table_of(profile: bytes, most: float) -> Image.Image:
    """The table of an ICC profile, with no more ink than `most` (1.0 for one ink alone)."""
    from PIL import ImageCms

    press, screen = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
    how = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    there = ImageCms.buildTransform(screen, press, "RGB", "CMYK", *how)
    back = ImageCms.buildTransform(press, screen, "CMYK", "RGB", *how)
    steps = [round(n * 255 / (GRID - 1)) for n in range(GRID)]
    spread = bytes(value for b in steps for g in steps for r in steps for value in (r, g, b))
    colours = ImageCms.applyTransform(Image.frombytes("RGB", (GRID * GRID, GRID), spread), there)
    assert colours is not None
    table = Image.new("CMYK", (GRID * GRID, GRID + 1))
    table.paste(Image.frombytes("CMYK", colours.size, _limited(colours.tobytes(), most)), (0, 0))
    black = Image.frombytes("CMYK", (256, 1), bytes(value for n in range(256) for value in (0, 0, 0, n)))
    seen = ImageCms.applyTransform(black, back)
    assert seen is not None
    none = Image.new("L", (256, 1))
    greys = Image.frombytes("L", (256, 1), bytes(_black_alone(list(seen.convert("L").tobytes()))))
    table.paste(Image.merge("CMYK", (none, none, none, greys)), (0, GRID))
    table.putpixel((GRID * GRID - 1, GRID - 1), (0, 0, 0, 0))  # white is paper
    return table


def _limited(data: bytes, most: float) -> bytes:
    """Inks, those that are more than `most` together with less of each hue."""
    out = bytearray(data)
    for n in range(0, len(out), 4):
        hues, room = sum(out[n : n + 3]), int(most * 255) - out[n + 3]
        if hues > room:
            out[n : n + 3] = bytes(value * room // hues for value in out[n : n + 3])
    return bytes(out)


def _black_alone(seen: list[int]) -> list[int]:
    """For each grey from 0 to 255 the black ink that prints it, by how light each amount of black is.

    The darkest greys, which black ink alone does not reach, pass into all that it has.
    """
    floor = min(255, 2 * seen[255])
    wanted = [min(range(256), key=lambda ink: abs(seen[ink] - grey)) for grey in range(256)]
    out = [round(255 + (wanted[floor] - 255) * grey / floor) if grey < floor else wanted[grey] for grey in range(256)]
    out[255] = 0
    return out
