"""A press: one face a page, which is its bleed box; in the four inks of offset and digital presses it says that it is
PDF/X-1a:2003.

DriveThruCards asks for pages of the card's size with 1/8 inch (9 pt) of bleed on each side, poker 2.75 x 3.75 inches,
PDF/X-1a:2003, CMYK throughout, at most 240 % of ink, SWOP as the printing condition
(https://onebookshelfpublisherservice.zendesk.com/hc/en-us/articles/227867607-Common-Card-Prep-Issues-Solutions).

Colours are parted as the press prints them (`inks`): of its printing condition, or of the ICC profile that is named.

Nothing in such a file may be transparent. What of a drawing is seen through, or passes from colour to colour, becomes a
picture of 600 dots to the inch. Where a picture is half clear it is laid upon what lies beneath it, pixel by pixel;
where it is clear altogether a mask leaves it out, so that letters and lines beneath stay what they are.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageMath

from santy_print import __version__
from santy_print.diag import plural
from santy_print.exports.inks import Inks, fogra39, is_dark, of_profile, swop
from santy_print.exports.job import Deck, Job, distinct, recoloured
from santy_print.faces import Frame, Group, Item, Matrix, Picture, Shape
from santy_print.faces.art import rounded
from santy_print.faces.edges import boxes_of
from santy_print.faces.images import MAX_PIXELS, PAPER, encoded
from santy_print.faces.images import seen as pixels_of
from santy_print.faces.matrices import IDENTITY, inverse, times
from santy_print.pdf import CLEAR_INK, PARTED, Claims, Info, Press, write_pdf
from santy_print.raster import MM_PER_INCH, canvas_images
from santy_print.sheets import Cell, Copy, Page
from santy_print.sheets.model import lying

MOST_INK = 2.4
BLEED = MM_PER_INCH / 8
VERSION = "PDF/X-1a:2003"
USUAL_BLEED = 3.0  # mm, what printers in Europe ask for where they say nothing else
KNOWN = ((63.5, 88.9),)
FINE = 300.0  # dots to the inch at least, where a picture is drawn together with what lies beneath
FINEST, MOST_FINE = 600.0, 12_000_000  # and where it is a picture only here, with so many pixels at most


@dataclass(frozen=True, slots=True)
class _Way:
    """How faces are put on pages: for whom, with so much bleed (mm), in the inks of a press or as screens show
    colours; whether pages stand upright though their cards lie."""

    service: str
    bleed: float
    inks: Inks | None
    on_side: bool = False


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
        on_side = _known(deck.height, deck.width) and not _known(deck.width, deck.height)
        if not on_side and not _known(deck.width, deck.height):
            job.report.warning(
                "export-canvas",
                f"ask DriveThruCards whether it prints {deck.width:g} x {deck.height:g} mm ({deck.layouts}): drawn at "
                "that size",
                None,
                "its poker card is 63.50 x 88.90 mm",
                "`--only PART` names what you want to have printed",
            )
        way = _Way("DriveThruCards", BLEED, swop(), on_side)
        job.save(f"{deck.name}.pdf", _file(job, deck, list(_sides(deck.copies)), way))
        cards = plural(len(deck.copies), "card")
        turned = ", on their sides: a page stands upright" if on_side else ""
        job.notes.append(f"{deck.name}.pdf: {cards}, CMYK, 1/8 inch of bleed{turned}")


def press(job: Job) -> None:
    """For each size of a part a PDF, one face a page: front and back of each piece in turn, or in two files."""
    bleed = job.setup.bleed or USUAL_BLEED
    inked = job.wishes.colours == "cmyk"
    inks = of_profile(job.wishes.icc) if job.wishes.icc is not None else fogra39()
    way = _Way("a press", bleed, inks if inked else None)
    for deck in job.decks():
        bare = job.setup.duplex == "none"
        sides = list(_sides([replace(copy, back=None) for copy in deck.copies] if bare else deck.copies))
        files = {"": sides}
        if job.wishes.order == "apart" and any(side == "back" for side, _ in sides):
            files = {f"-{side}s": [one for one in sides if one[0] == side] for side in ("front", "back")}
        size = f"{deck.width + 2 * bleed:g} x {deck.height + 2 * bleed:g} mm"
        for ending, some in files.items():
            name = f"{deck.name}{ending}.pdf"
            job.save(name, _file(job, deck, some, way))
            pages = plural(len(some), "page")
            colours = f"CMYK for {inks.condition}" if inked else "RGB"
            job.notes.append(f"{name}: {pages} of {size}, the cut {bleed:g} mm inside, {colours}")
        if deck.shape != "rect":
            job.report.notice(
                "export-canvas",
                f"`{deck.name}` ({deck.layouts}) is not cut to a rectangle, and its pages do not say where",
                None,
                "`--profile svg` has the line to cut, which a printer makes a die of",
            )


def _known(width: float, height: float) -> bool:
    """Whether the service prints a card of that size."""
    return any(abs(w - width) + abs(h - height) < 0.3 for w, h in KNOWN)


def _file(job: Job, deck: Deck, sides: Sequence[tuple[str, Frame]], way: _Way) -> bytes:
    """A PDF of faces, one a page, each with its side (`front`, `back`)."""
    locale, head = job.faces.locale, job.faces.pack.head
    drawn = job.bled(distinct(deck.copies), (way.bleed, way.bleed), way.service)
    drawn |= {frame.key: frame for _, frame in sides if frame.key not in drawn}
    title = f"{locale.plain('game.title')} · {locale.plain(f'part.{deck.part}')}"
    credit = locale.plain("game.credits", **head.credits.model_dump())
    info = Info(title, locale.code, "santy_print", credit, __version__, _claims(job, deck, sides))
    with ExitStack() as stack:
        if way.inks is not None:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="santy-")))
            pictures = _Pictures(folder, way.inks)
            drawn = {
                key: recoloured(pictures.laid(pictures.opaque(frame)), way.inks.named, pictures)
                for key, frame in drawn.items()
            }
        made = [(side, _page(drawn[frame.key], way.bleed, side if way.on_side else None)) for side, frame in sides]
        count: Counter[str] = Counter()
        pages, of = [], len(deck.copies)
        for side, page in made:
            count[side] += 1
            pages.append(replace(page, side=side, sheet=count[side], of=of))
        claim = Press(VERSION, way.inks.condition, profile=way.inks.profile) if way.inks is not None else None
        return write_pdf(pages, info, claim)


def _claims(job: Job, deck: Deck, sides: Sequence[tuple[str, Frame]]) -> Claims:
    """What a file says it is a part of, so that `santy proof` holds it to that; a file with empty backs, or with backs
    alone, is no part of a pack."""
    there = {side for side, _ in sides}
    blank = any(copy.back is None for copy in deck.copies) and "back" in there
    if blank or "front" not in there:
        return Claims()
    return Claims(job.faces.pack.id, deck.part, "long" if "back" in there else "none", partial=True)


def _sides(copies: Sequence[Copy]) -> Iterator[tuple[str, Frame]]:
    """Front and back of each card; where no card has a back, fronts alone."""
    backs = any(copy.back for copy in copies)
    for copy in copies:
        yield "front", copy.front
        if copy.back is not None:
            yield "back", copy.back
        elif backs:
            yield "back", replace(copy.front, key=f"{copy.front.key} back", items=(), alt="")


def _page(face: Frame, bleed: float, lies: str | None) -> Page:
    """A face with its bleed (mm); one that lies has its head at the left, as a front, or at the right, as its back."""
    frame = lying(face) if lies else face
    width, height = frame.width + 2 * bleed, frame.height + 2 * bleed
    trim = (bleed, bleed, bleed + frame.width, bleed + frame.height)
    cell = Cell(frame, bleed, bleed, None, lies == "back")
    return Page(width, height, (cell,), (), trim, (0.0, 0.0, width, height))


Place = tuple[int, ...]
"""Where an item stands in a face: its number in the face, in the group there, in the group within."""


class _Pictures:
    """Parts raster pictures into inks; the files last as long as the folder."""

    def __init__(self, folder: Path, inks: Inks) -> None:
        self.folder, self.inks = folder, inks

    def __call__(self, picture: Picture) -> Picture:
        """The picture in the four inks."""
        data = encoded(picture)
        path = self.folder / (hashlib.sha256(data).hexdigest()[:24] + PARTED)
        if not path.exists():
            with Image.open(io.BytesIO(data)) as image:
                _parted(image.convert("RGBA"), self.inks).save(path, "TIFF", compression="tiff_lzw")
        return replace(picture, path=path, grey=False, pixels=_pixels(picture), data=None)

    def opaque(self, frame: Frame) -> Frame:
        """The face, all that is seen through or passes from colour to colour as pictures."""
        return replace(frame, items=self._opaque(frame.items, IDENTITY))

    def _opaque(self, items: Sequence[Item], matrix: Matrix) -> tuple[Item, ...]:
        out: list[Item] = []
        for item in items:
            if isinstance(item, Group) and not item.veiled:
                inner = self._opaque(item.items, times(matrix, item.matrix))
                out.append(item if inner == item.items else replace(item, items=inner, key=None))
            elif isinstance(item, Group) or (isinstance(item, Shape) and (item.shade is not None or item.alpha < 1)):
                made = self._seen(item, matrix)
                out += [] if made is None else [made]
            else:
                out.append(item)
        return tuple(out)

    def _seen(self, item: Item, matrix: Matrix) -> Picture | None:
        """What is seen of an item, as a picture; None where it shows nothing."""
        a, b, c, d, _, _ = matrix
        boxes = [box for box in boxes_of((item,), IDENTITY) if box[0] < box[2] and box[1] < box[3]]
        if not boxes:
            return None
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, low = max(box[2] for box in boxes), max(box[3] for box in boxes)
        fine = abs(a * d - b * c) ** 0.5 * FINEST / MM_PER_INCH
        fine = min(fine, (MOST_FINE / (right - left) / (low - top)) ** 0.5)
        pixels = ceil((right - left) * fine), ceil((low - top) * fine)
        wide, high = (side / FINEST * MM_PER_INCH for side in pixels)
        scale = fine / FINEST * MM_PER_INCH
        part = Group((item,), (scale, 0.0, 0.0, scale, -left * scale, -top * scale))
        grounds = [Shape(rounded(0, 0, wide, high), colour, None) for colour in ("#ffffff", "#000000")]
        scenes = [(Frame(f"on {each.fill}", wide, high, (each, part), ""), pixels) for each in grounds]
        made = _between(*canvas_images(scenes, FINEST))
        out = io.BytesIO()
        made.save(out, "PNG", compress_level=1)
        digest = hashlib.sha256(out.getvalue()).hexdigest()[:24]
        path = self.folder / f"{digest}.png"
        path.write_bytes(out.getvalue())
        return Picture(path, left, top, pixels[0] / fine, pixels[1] / fine, pixels, digest, False, fine)

    def laid(self, frame: Frame) -> Frame:
        """The face, each picture that is half clear anywhere laid upon what lies beneath it."""
        items = frame.items
        for place, picture, matrix in list(_half_clear(frame.items, IDENTITY, ())):
            made = _laid(picture, matrix, _before(frame.items, place))
            out = io.BytesIO()
            made.save(out, "PNG", compress_level=1)
            path = self.folder / (hashlib.sha256(out.getvalue()).hexdigest()[:24] + ".png")
            path.write_bytes(out.getvalue())
            items = _with(items, place, replace(picture, path=path, grey=False, pixels=made.size, data=None))
        return replace(frame, items=items)


def _pixels(picture: Picture) -> tuple[int, int]:
    """The pixels of a picture as it is printed."""
    return PAPER.pixels(picture) or picture.pixels


def _half_clear(items: Sequence[Item], matrix: Matrix, place: Place) -> Iterator[tuple[Place, Picture, Matrix]]:
    """The pictures that have pixels between clear and not clear: their place in the face, and their space in it."""
    for number, item in enumerate(items):
        if isinstance(item, Group):
            yield from _half_clear(item.items, times(matrix, item.matrix), (*place, number))
        elif isinstance(item, Picture):
            alpha = pixels_of(item.data or item.path, PAPER.pixels(item)).convert("RGBA").getchannel("A")
            if any(alpha.histogram()[1:255]):
                yield (*place, number), item, matrix


def _before(items: Sequence[Item], place: Place) -> tuple[Item, ...]:
    """What is drawn before an item, in the groups in which it stands."""
    number, *rest = place
    found = tuple(items[:number])
    group = items[number]
    if not rest or not isinstance(group, Group):
        return found
    return (*found, replace(group, items=_before(group.items, tuple(rest)), key=None))


def _with(items: Sequence[Item], place: Place, new: Item) -> tuple[Item, ...]:
    """The items with another in a place; a group that it stands in is no longer one that others share."""
    number, *rest = place
    group = items[number]
    if rest and isinstance(group, Group):
        new = replace(group, items=_with(group.items, tuple(rest), new), key=None)
    return (*items[:number], new, *items[number + 1 :])


def _laid(picture: Picture, matrix: Matrix, beneath: tuple[Item, ...]) -> Image.Image:
    """A picture, its half clear pixels laid upon what lies beneath; what is clear altogether stays so."""
    a, b, c, d, _, _ = matrix
    printed = picture.width * abs(a * d - b * c) ** 0.5 / MM_PER_INCH
    pixels = _pixels(picture)
    most = (MAX_PIXELS / pixels[0] / pixels[1]) ** 0.5
    larger = min(max(1.0, FINE * printed / pixels[0]), most)
    wide, high = (max(1, round(side * larger)) for side in pixels)
    with Image.open(io.BytesIO(encoded(picture))) as image:
        own = image.convert("RGBA").resize((wide, high), Image.Resampling.BICUBIC)
    # The picture's own space fills a canvas of just these pixels.
    size = wide / FINE * MM_PER_INCH, high / FINE * MM_PER_INCH
    across, down = size[0] / picture.width, size[1] / picture.height
    fill = (across, 0.0, 0.0, down, -picture.x * across, -picture.y * down)
    scene = Frame("beneath", *size, (Group(beneath, times(fill, inverse(matrix))),), "")
    (ground,) = canvas_images([(recoloured(scene, _as_printed, lambda item: item), (wide, high))], FINE)
    made = Image.alpha_composite(ground.convert("RGBA"), own)
    made.putalpha(own.getchannel("A").point([0] + [255] * 255))
    return made


def _between(on_white: Image.Image, on_black: Image.Image) -> Image.Image:
    """A picture with all that is clear in it, by how it looks on white and on black."""
    white, black = on_white.convert("RGB"), on_black.convert("RGB")
    lack = ImageChops.subtract(white, black).split()
    alpha = ImageChops.invert(ImageChops.darker(ImageChops.darker(lack[0], lack[1]), lack[2]))
    bands = [
        ImageMath.lambda_eval(lambda of: of["band"] * 255 / of["max"](of["alpha"], 1), band=band, alpha=alpha).convert(
            "L"
        )
        for band in black.split()
    ]
    return Image.merge("RGBA", (*bands, alpha))


def _as_printed(colour: str, letter: bool) -> str:
    """A colour as a press shows it: dark letters are black."""
    return "#000000" if letter and is_dark(colour) else colour


def _parted(image: Image.Image, inks: Inks) -> Image.Image:
    """An RGBA picture in the four inks, what is clear in it in an ink that is not printed."""
    made, alpha = inks.parted(image.convert("RGB")), image.getchannel("A")
    if alpha.getextrema() != (255, 255):
        made.paste(CLEAR_INK, (0, 0), alpha.point([255] + [0] * 255))
    return made
