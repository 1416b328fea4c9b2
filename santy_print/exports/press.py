"""A press: one card a page, in the four inks of offset and digital presses, said to be PDF/X-1a:2003.

DriveThruCards asks for pages of the card's size with 1/8 inch (9 pt) of bleed on each side, poker 2.75 x 3.75 inches,
PDF/X-1a:2003, CMYK throughout, at most 240 % of ink, SWOP as the printing condition
(https://onebookshelfpublisherservice.zendesk.com/hc/en-us/articles/227867607-Common-Card-Prep-Issues-Solutions).

Colours are parted by formula, not by a profile of a press: black takes the share that all three hues have in common
(grey component replacement), so that one of cyan, magenta and yellow is always nought; greys are black ink alone, and
so are dark letters, for they would show a coloured rim where inks do not meet exactly.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from santy_print import __version__
from santy_print.exports.job import Deck, Job, distinct, recoloured
from santy_print.faces import Frame, Picture
from santy_print.pdf import Info, Press, write_pdf
from santy_print.raster import MM_PER_INCH
from santy_print.sheets import Cell, Copy, Page

MOST_INK = 2.4
BLEED = MM_PER_INCH / 8
CONDITION = Press("PDF/X-1a:2003", "CGATS TR 001")
"""SWOP's characterised printing condition, by the name under which the ICC keeps it; so no profile is embedded."""
KNOWN = ((63.5, 88.9),)
GREY = 8  # hues that differ by less than this (of 255) are grey
DARK = 90  # letters whose strongest hue is below this (of 255) are black


@lru_cache(maxsize=4096)
def inks(colour: str, letter: bool = False) -> tuple[float, float, float, float]:
    """The inks of a #rrggbb colour, each from 0 to 1: cyan, magenta, yellow, black."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    strong, weak = max(red, green, blue), min(red, green, blue)
    if letter and strong < DARK:
        return 0.0, 0.0, 0.0, 1.0
    if strong - weak < GREY:
        return 0.0, 0.0, 0.0, round(1 - (red + green + blue) / 765, 3)
    black = 1 - strong / 255
    hues = [1 - part / strong for part in (red, green, blue)]
    share = min(1.0, (MOST_INK - black) / sum(hues))
    cyan, magenta, yellow = (round(hue * share, 3) for hue in hues)
    return cyan, magenta, yellow, round(black, 3)


def ink_colour(colour: str, letter: bool) -> str:
    """A colour in the words of `pdf.colour`."""
    return "cmyk " + " ".join(f"{share:g}" for share in inks(colour, letter))


def drivethrucards(job: Job) -> None:
    """One PDF a deck: for each card its front, then its back."""
    for deck in job.decks():
        if deck.shape != "rect":
            job.report.warning(
                "export-canvas",
                f"DriveThruCards prints rectangles only: {deck.layouts} left out",
                None,
                "`--only PART` names what you want to have printed",
            )
            continue
        if not any(abs(w - deck.width) + abs(h - deck.height) < 0.3 for w, h in KNOWN):
            job.report.warning(
                "export-canvas",
                f"ask DriveThruCards whether it prints {deck.width:g} x {deck.height:g} mm ({deck.layouts}): drawn at "
                "that size",
                None,
                "its poker card is 63.50 x 88.90 mm",
                "`--only PART` names what you want to have printed",
            )
        job.save(f"{deck.name}.pdf", _pages(job, deck))
        job.notes.append(f"{deck.name}.pdf: {len(deck.copies)} cards, CMYK, 1/8 inch of bleed")


def _pages(job: Job, deck: Deck) -> bytes:
    locale, head = job.faces.locale, job.faces.pack.head
    frames = distinct(deck.copies)
    drawn = job.bled(frames, (BLEED, BLEED), "DriveThruCards")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="santy-")))
        parted = {key: recoloured(frame, ink_colour, _Pictures(folder)) for key, frame in drawn.items()}
        pages = [_page(parted[frame.key]) for frame in _sides(deck.copies)]
        title = f"{locale.plain('game.title')} · {locale.plain(f'part.{deck.part}')}"
        credit = locale.plain("game.credits", **head.credits.model_dump())
        return write_pdf(pages, Info(title, locale.code, "santy_print", credit, __version__), CONDITION)


def _sides(copies: Sequence[Copy]) -> Iterator[Frame]:
    """Front and back of each card; where no card has a back, fronts alone."""
    backs = any(copy.back for copy in copies)
    for copy in copies:
        yield copy.front
        if copy.back is not None:
            yield copy.back
        elif backs:
            yield replace(copy.front, key=f"{copy.front.key} back", items=(), alt="")


def _page(frame: Frame) -> Page:
    width, height = frame.width + 2 * BLEED, frame.height + 2 * BLEED
    trim = (BLEED, BLEED, BLEED + frame.width, BLEED + frame.height)
    return Page(
        width, height, (Cell(frame, BLEED, BLEED, None),), (), trim, (0.0, 0.0, width, height)
    )


class _Pictures:
    """Puts raster pictures on white and parts their colours; the files last as long as the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, picture: Picture) -> Picture:
        """The picture in the four inks."""
        name = hashlib.sha256(picture.path.read_bytes()).hexdigest()[:24] + ".tif"
        path = self.folder / name
        if not path.exists():
            with Image.open(picture.path) as image:
                clear = image.convert("RGBA")
            ground = Image.new("RGBA", clear.size, "white")
            ground.alpha_composite(clear)
            part_colours(ground.convert("RGB")).save(path, "TIFF", compression="tiff_lzw")
        return replace(picture, path=path)


def part_colours(image: Image.Image) -> Image.Image:
    """An RGB picture in the four inks, by the formula of `inks`; reduced to 256 colours where it has many."""
    few = image.quantize(256, dither=Image.Dither.NONE).convert("RGB") if _many(image) else image
    table = {
        colour: bytes(round(share * 255) for share in inks(_hex(colour)))
        for _, colour in few.getcolors(4096) or []
    }
    data = few.tobytes()
    out = b"".join(table[(data[n], data[n + 1], data[n + 2])] for n in range(0, len(data), 3))
    return Image.frombytes("CMYK", few.size, out)


def _hex(colour: object) -> str:
    """An RGB colour of Pillow's as #rrggbb."""
    assert isinstance(colour, tuple)
    return "#" + "".join(f"{part:02x}" for part in colour)


def _many(image: Image.Image) -> bool:
    return image.getcolors(4096) is None
