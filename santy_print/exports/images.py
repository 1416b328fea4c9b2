"""Pictures of faces: PNG files for any use, and the canvases and folders of two printing services.

Sizes in millimetres become pixels by rounding once a canvas; a face stands in the middle of its canvas and is drawn
out to its edge. Where each number comes from stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from santy_print.diag import plural
from santy_print.exports.job import Deck, Finish, Job, Wanted, cut_out, distinct
from santy_print.exports.names import Names, look, plain_name, size_name
from santy_print.faces import Frame
from santy_print.raster import MM_PER_INCH, pixels
from santy_print.sheets import Copy

SERVICE_DPI = 300


@dataclass(frozen=True, slots=True)
class Canvas:
    """A product of a service: its finished size in mm, and the pixels its pictures have, bleed included.

    `turned`: it is said as its pieces lie, but the service wants its pictures upright. `known`: the service sells it.
    """

    name: str
    width: float
    height: float
    pixels: tuple[int, int]
    shape: str = "rect"
    turned: bool = False
    known: bool = True

    def lying(self) -> Canvas:
        """The same for pieces that lie across it."""
        across, down = self.pixels
        shape = {"hex": "hex-pointed", "hex-pointed": "hex"}.get(self.shape, self.shape)
        return replace(self, width=self.height, height=self.width, pixels=(down, across), shape=shape, turned=True)

    @property
    def size(self) -> str:
        """The size of its files, for messages."""
        across, down = reversed(self.pixels) if self.turned else self.pixels
        return f"{across} x {down} pixels{', turned a quarter' if self.turned else ''}"

    def finish(self, side: str) -> Finish | None:
        """What is done with a picture of a side (`fronts`, `backs`): on a card that lies, the two turn away from one
        another, so that turned over its side, as it is held, it shows its back the right way up.
        """
        way = Image.Transpose.ROTATE_270 if side == "fronts" else Image.Transpose.ROTATE_90
        return (lambda image: image.transpose(way)) if self.turned else None


def _inches(name: str, width: float, height: float, size: tuple[int, int], shape: str = "rect") -> Canvas:
    return Canvas(name, width * MM_PER_INCH, height * MM_PER_INCH, size, shape)


# The Game Crafter prints what its product pages give as the size of pictures, 1/8 inch beyond the cut at 300 dpi:
# https://www.thegamecrafter.com/make/products/PokerDeck and so on, https://help.thegamecrafter.com/article/47-card-decks
GAME_CRAFTER = (
    _inches("poker-deck", 2.5, 3.5, (825, 1125)),
    Canvas("euro-poker-deck", 63.0, 88.0, (825, 1125)),
    _inches("bridge-deck", 2.25, 3.5, (750, 1125)),
    Canvas("us-game-deck", 56.0, 87.0, (750, 1125)),
    _inches("tarot-deck", 2.75, 4.75, (900, 1500)),
    _inches("mini-deck", 1.75, 2.5, (600, 825)),
    _inches("micro-deck", 1.25, 1.75, (450, 600)),
    _inches("jumbo-deck", 3.5, 5.5, (1125, 1725)),
    _inches("business-deck", 2.0, 3.5, (675, 1125)),
    _inches("square-deck", 3.5, 3.5, (1125, 1125)),
    _inches("small-square-deck", 2.5, 2.5, (825, 825)),
    _inches("circle-deck", 3.5, 3.5, (1125, 1125), "circle"),
    _inches("hex-deck", 3.75, 3.25, (1200, 1050), "hex"),
    _inches("small-circle-chit", 0.5, 0.5, (225, 225), "circle"),
    _inches("medium-circle-chit", 0.75, 0.75, (300, 300), "circle"),
    _inches("large-circle-chit", 1.0, 1.0, (375, 375), "circle"),
    _inches("small-square-chit", 0.5, 0.5, (225, 225)),
    _inches("medium-square-chit", 0.75, 0.75, (300, 300)),
    _inches("large-square-chit", 1.0, 1.0, (375, 375)),
)

# MakePlayingCards and PrinterStudio, one maker under two names, want 36 pixels a side beyond the cut at 300 dpi: a
# poker card is 822 x 1122 (their "bleed area" templates, https://www.makeplayingcards.com/design/faq-photo.html).
MPC_BLEED = 36
MAKE_PLAYING_CARDS = tuple(
    Canvas(name, width, height, (pixels(width, 300) + 2 * MPC_BLEED, pixels(height, 300) + 2 * MPC_BLEED), shape)
    for name, width, height, shape in (
        ("poker", 63.5, 88.9, "rect"),
        ("game", 63.0, 88.0, "rect"),
        ("bridge", 57.15, 88.9, "rect"),
        ("tarot", 69.85, 120.65, "rect"),
        ("mini", 44.45, 63.5, "rect"),
        ("square", 88.9, 88.9, "rect"),
        ("small-square", 63.5, 63.5, "rect"),
        ("circle", 88.9, 88.9, "circle"),
    )
)
BRACKETS = (18, 36, 54, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""The deck sizes that MakePlayingCards sells; what a deck does not fill stays blank and is paid for."""


# PNG: one picture a face


def faces_png(job: Job) -> None:
    """One picture a face: trimmed, with clear corners; or with the bleed that was asked for."""
    frames = distinct(copy for copies in job.parts.values() for copy in copies)
    bleed, dpi = job.setup.bleed, job.wishes.dpi
    drawn = job.bled(frames, (bleed, bleed), "this export") if bleed else {f.key: f for f in frames}
    wanted: dict[str, Wanted] = {}
    for frame in frames:
        name = f"{job.names[frame.key]}.png"
        size = pixels(frame.width + 2 * bleed, dpi), pixels(frame.height + 2 * bleed, dpi)
        wanted.setdefault(name, Wanted(drawn[frame.key], size, (name,), None if bleed else _trimmed(frame)))
    job.pictures(wanted.values(), dpi)
    more = f", with {bleed:g} mm bleed" if bleed else ""
    job.notes.append(f"{plural(len(wanted), 'face')} at {dpi} dpi{more}")


def _trimmed(frame: Frame) -> Callable[[Image.Image], Image.Image]:
    """What makes the picture clear where the piece is cut away."""
    return lambda image: cut_out(image, [(frame, 0.0, 0.0)], image.width / frame.width)


# The services


def thegamecrafter(job: Job) -> None:
    """A folder for each deck, in it `fronts` and `backs`, each face once, and `quantities.csv`."""
    for deck in job.decks():
        canvas = _canvas(deck, GAME_CRAFTER, 37.5)
        folder = f"{canvas.name}/{deck.name}"
        if not canvas.known:
            _unknown(job, deck, GAME_CRAFTER, "The Game Crafter", folder)
        counts = _plural(deck.copies, job.names)
        wanted: dict[str, Wanted] = {}
        rows = ["front,back,quantity"]
        drawn = job.bled(distinct(deck.copies), _bleed(deck, canvas), "The Game Crafter")
        for (front, back), count in counts.items():
            row = []
            for side, frame in (("fronts", front), ("backs", back)):
                if frame is None:
                    row.append("")
                    continue
                name = f"{side}/{job.names[frame.key]}.png"
                path = f"{folder}/{name}"
                wanted.setdefault(path, Wanted(drawn[frame.key], canvas.pixels, (path,), canvas.finish(side)))
                row.append(name)
            rows.append(f"{row[0]},{row[1]},{count}")
        job.pictures(wanted.values(), SERVICE_DPI)
        job.save(f"{folder}/quantities.csv", ("\n".join(rows) + "\n").encode())
        pieces = plural(len(deck.copies), "piece")
        job.notes.append(f"{folder}: {pieces}, {len(counts)} different, on {canvas.size}")


def makeplayingcards(job: Job) -> None:
    """A folder for each deck, in it `fronts` and `backs`: a file for each slot of the uploader, in order."""
    folders = Names()
    for deck in job.decks():
        canvas = _canvas(deck, MAKE_PLAYING_CARDS, MPC_BLEED)
        if deck.shape != "rect" and not canvas.known:
            job.report.warning(
                "export-canvas",
                f"MakePlayingCards cuts no pieces to this shape and size ({deck.shape}, {deck.width:g} mm): "
                f"{deck.layouts} left out",
                None,
                "`--only PART` names what you want to have printed",
            )
            continue
        portions = [deck.copies[n : n + BRACKETS[-1]] for n in range(0, len(deck.copies), BRACKETS[-1])]
        if len(portions) > 1:
            job.report.notice(
                "export-split",
                f"MakePlayingCards prints at most {BRACKETS[-1]} cards as one deck: `{deck.name}` has "
                f"{len(deck.copies)} and becomes {len(portions)} orders",
                None,
            )
        drawn = job.bled(distinct(deck.copies), _bleed(deck, canvas), "MakePlayingCards")
        for number, portion in enumerate(portions, 1):
            folder = folders.free(f"{deck.name}-{number}" if len(portions) > 1 else deck.name)
            if not canvas.known and number == 1:
                _unknown(job, deck, MAKE_PLAYING_CARDS, "MakePlayingCards", folder)
            job.pictures(_slots(job, folder, portion, canvas, drawn), SERVICE_DPI)
            cards = plural(len(portion), "card")
            job.notes.append(f"{folder}: {cards} ({canvas.name}, {canvas.size}){_order(canvas, len(portion))}")


def _order(canvas: Canvas, cards: int) -> str:
    """Which size of deck to order for so many cards; nothing where no deck of the canvas is known."""
    if not canvas.known:
        return ""
    bracket = next(size for size in BRACKETS if size >= cards)
    empty = bracket - cards
    return f": order a deck of up to {bracket}; " + (
        f"{empty} of its slots stay{'s' if empty == 1 else ''} empty" if empty else "no slot stays empty"
    )


def _slots(
    job: Job, folder: str, portion: Sequence[Copy], canvas: Canvas, drawn: Mapping[str, Frame]
) -> Iterator[Wanted]:
    """The pictures of a deck: fronts by slot; backs by slot too, or one where all cards have the same."""
    backs = {copy.back.key: copy.back for copy in portion if copy.back}
    alike = all(copy.back for copy in portion) and len({look(back) for back in backs.values()}) == 1
    files: dict[tuple[str, str], tuple[Frame, list[str]]] = {}
    for slot, copy in enumerate(portion, 1):
        item = plain_name(copy.front.key.partition(":")[2])
        front = files.setdefault(("fronts", copy.front.key), (copy.front, []))
        front[1].append(f"{folder}/fronts/{slot:03d}-{item}.png")
        if copy.back is None:
            continue
        name = job.names[copy.back.key]
        back = files.setdefault(("backs", name), (copy.back, []))
        if not alike:
            back[1].append(f"{folder}/backs/{slot:03d}-{name}.png")
        elif slot == 1:
            back[1].append(f"{folder}/backs/{name}.png")
    for (side, _), (frame, paths) in files.items():
        if paths:
            yield Wanted(drawn[frame.key], canvas.pixels, tuple(paths), canvas.finish(side))


def _plural(copies: Sequence[Copy], names: Mapping[str, str]) -> dict[tuple[Frame, Frame | None], int]:
    """Different pieces in their order, and how many there are of each; those that look alike are one."""
    seen: dict[tuple[str, str], tuple[Frame, Frame | None]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for copy in copies:
        key = (names[copy.front.key], names[copy.back.key] if copy.back else "")
        seen.setdefault(key, (copy.front, copy.back))
        counts[key] += 1
    return {seen[key]: count for key, count in counts.items()}


def _matches(canvas: Canvas, deck: Deck) -> bool:
    off = max(abs(canvas.width - deck.width), abs(canvas.height - deck.height))
    return canvas.shape == deck.shape and off < 0.3


def _canvas(deck: Deck, known: Sequence[Canvas], bleed: float) -> Canvas:
    """The service's canvas for a deck, whichever way its pieces lie; else one of its own size (bleed in pixels)."""
    for canvas in (*known, *(canvas.lying() for canvas in known)):
        if _matches(canvas, deck):
            return canvas
    shape = "" if deck.shape == "rect" else f"-{deck.shape}"
    size = pixels(deck.width, SERVICE_DPI) + round(2 * bleed), pixels(deck.height, SERVICE_DPI) + round(2 * bleed)
    name = f"custom-{size_name(deck.width, deck.height)}{shape}"
    return Canvas(name, deck.width, deck.height, size, deck.shape, known=False)


def _unknown(job: Job, deck: Deck, known: Sequence[Canvas], service: str, folder: str) -> None:
    """Say that a service has no canvas for a deck, and which is nearest."""
    same = [canvas for canvas in known if canvas.shape == deck.shape]
    near = min(same, key=lambda c: abs(c.width - deck.width) + abs(c.height - deck.height), default=None)
    job.report.warning(
        "export-canvas",
        f"{service} has no canvas of {deck.width:g} x {deck.height:g} mm ({deck.layouts}): drawn at that size, in "
        f"`{folder}`",
        None,
        *([f"its nearest is {near.name}, {near.width:.2f} x {near.height:.2f} mm"] if near else []),
        "`--only PART` names what you want to have printed",
    )


def _bleed(deck: Deck, canvas: Canvas) -> tuple[float, float]:
    """What a canvas holds beyond the cut, in mm: at the sides, above and below."""
    width, height = (n / SERVICE_DPI * MM_PER_INCH for n in canvas.pixels)
    return (width - deck.width) / 2, (height - deck.height) / 2
