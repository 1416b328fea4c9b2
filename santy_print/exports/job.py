"""Job: what every export profile is given, and what they share: decks, names, bleed grown from the face itself."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from PIL import Image, ImageDraw

from santy_print.choices import CARD_STOCK, COLOURS, DPI, INSET, ORDER, check
from santy_print.diag import Report, register
from santy_print.exports.names import apart, size_name
from santy_print.faces import Faces, Frame, Group, Item, Picture, Shape
from santy_print.faces.art import Outline
from santy_print.faces.edges import ends_short, overhang
from santy_print.faces.frames import Letters
from santy_print.faces.outlines import NAMES, named, rings
from santy_print.raster import canvas_images, png
from santy_print.sheets import Copy, Setup

register("export-canvas", "a service has no canvas of a face's size")
register("export-bleed", "a face is drawn to its cut, but not beyond it as far as a service needs")
register("export-split", "a deck is larger than a service prints at once")
register("export-empty", "a pack has nothing that a profile is for")
register("export-option", "an option does not go with an export profile")

LEVEL = 3
"""zlib's: on these faces level 3 takes three quarters of the time of 6, drawing included, for 5 % larger files."""
STRETCH = 0.6  # mm: so little missing bleed is made up by enlarging the face


MOST_PRESSED = 4
"""Pictures that are pressed at the same time, at most: each takes up to 50 MB meanwhile."""

Finish = Callable[[Image.Image], Image.Image]
"""What is done with a picture in the end."""
Press = Callable[[Sequence[str], Image.Image, Finish | None], None]
"""Takes a picture with its file names, and what is done with it before it is saved."""


class Choice(Protocol):
    """Which pieces go into an export."""

    def pick(self, language: str, part: str, copies: Sequence[Copy]) -> Sequence[Copy]:
        """Those of a part's pieces that are wanted."""

    def check(self) -> None:
        """PackError where something was asked for that there is not; called when all parts were picked from."""


class Everything:
    """The choice that leaves nothing out."""

    def pick(self, language: str, part: str, copies: Sequence[Copy]) -> Sequence[Copy]:
        """All of them."""
        return copies

    def check(self) -> None:
        """Nothing was asked for by name."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What may be chosen of an export: dots per inch of PNG files; for boxes the stock (mm a card), sleeves; for
    Silhouette's marks how far from the paper's edge they are (mm); for a press the order of pages, the colours and its
    ICC profile; and of which pieces."""

    dpi: int = 300
    stock: float = 0.30
    sleeved: bool = False
    inset: float = 10.0
    order: str = "alternating"
    colours: str = "cmyk"
    icc: Path | None = None
    pieces: Choice = field(default_factory=Everything)

    def __post_init__(self) -> None:
        check("dpi", str(self.dpi), DPI)
        check("stock", self.stock, CARD_STOCK)
        check("inset", self.inset, INSET)
        check("order", self.order, ORDER)
        check("colours", self.colours, COLOURS)


@dataclass(slots=True)
class Job:
    """One export in one language: the pieces by part, the names of their faces by key, and where files go.

    `save` takes each name once.
    """

    faces: Faces
    parts: Mapping[str, Sequence[Copy]]
    setup: Setup
    wishes: Wishes
    report: Report
    save: Callable[[str, bytes], None]
    names: Mapping[str, str]
    notes: list[str] = field(default_factory=list)

    def part_names(self) -> dict[str, str]:
        """The parts' names as those of files."""
        return apart({part: (part,) for part in self.parts})

    def decks(self) -> list[Deck]:
        """The pieces of each part by size and shape, in their order."""
        found: dict[_Kind, list[Copy]] = {}
        for part, copies in self.parts.items():
            for copy in copies:
                found.setdefault(_Kind(part, *copy.front.size, copy.front.cut), []).append(copy)
        parts = [kind.part for kind in found]
        shapes = {kind: shape_of(kind.cut, kind.width, kind.height) for kind in found}
        names = apart({kind: _deck_names(kind, shapes[kind], parts.count(kind.part)) for kind in found})
        return [
            Deck(kind.part, names[kind], kind.width, kind.height, shapes[kind], tuple(copies))
            for kind, copies in found.items()
        ]

    def pictures(self, wanted: Iterable[Wanted], dpi: int) -> None:
        """Draw pictures and save each as PNG; pressing some goes on beside drawing the next."""
        source = iter(wanted)
        with self.pressing(dpi) as press:
            while chunk := list(islice(source, 12)):
                drawn = canvas_images([(item.frame, item.pixels) for item in chunk], dpi)
                for item, image in zip(chunk, drawn, strict=True):
                    press(item.names, image, item.finish)

    @contextmanager
    def pressing(self, dpi: float | None) -> Iterator[Press]:
        """What finishes pictures and saves them as PNG under all of their names, in their order.

        Most of an export's time is taken here: as many are pressed at once as the machine has cores, and few wait, so
        that memory stays flat.
        """
        most = min(MOST_PRESSED, os.cpu_count() or 1)
        waiting: deque[tuple[Sequence[str], Future[bytes]]] = deque()

        def settle() -> None:
            names, future = waiting.popleft()
            for name in names:
                self.save(name, future.result())

        with ThreadPoolExecutor(most) as pool:

            def press(names: Sequence[str], image: Image.Image, finish: Finish | None) -> None:
                work = lambda: png(finish(image) if finish else image, dpi, LEVEL)  # noqa: E731
                waiting.append((names, pool.submit(work)))
                if len(waiting) > most:
                    settle()

            yield press
            while waiting:
                settle()

    def bled(self, frames: Sequence[Frame], bleed: tuple[float, float], service: str) -> dict[str, Frame]:
        """The faces as they are drawn for a bleed (mm, at the sides and above), by key; what lacks it is said."""
        made, lacking = {}, []
        for frame in frames:
            made[frame.key] = grown(frame, bleed)
            if ends_short(frame, min(bleed), STRETCH):
                lacking.append(frame)
        if lacking:
            layouts = ", ".join(f"`{name}`" for name in dict.fromkeys(f.key.split(":")[0] for f in lacking))
            self.report.warning(
                "export-bleed",
                f"{service} cuts through {max(bleed):.2f} mm of bleed, but these faces end at their cut: {layouts}",
                None,
                "draw grounds and pictures 3 mm beyond the cut; with `--ink full` grounds are printed too",
            )
        return made


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces of one size (mm): their part, a name that no other deck of the pack has, and what they are cut to."""

    part: str
    name: str
    width: float
    height: float
    shape: str
    copies: tuple[Copy, ...]

    @property
    def layouts(self) -> str:
        """The layouts of its fronts, for messages."""
        return ", ".join(f"`{name}`" for name in dict.fromkeys(c.front.key.split(":")[0] for c in self.copies))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be made: a face, the pixels of its canvas, its file names, and what is done with it in the end."""

    frame: Frame
    pixels: tuple[int, int]
    names: tuple[str, ...]
    finish: Finish | None = None


class _Kind(NamedTuple):
    """What the pieces of a deck have in common."""

    part: str
    width: float
    height: float
    cut: Outline | None


def _deck_names(kind: _Kind, shape: str, of_part: int) -> tuple[str, ...]:
    """What a deck may be called: as its part where that has no other, else by its size, and its shape if need be."""
    sized = f"{kind.part}-{size_name(kind.width, kind.height)}"
    return (kind.part,) if of_part == 1 else (sized, f"{sized}-{shape}")


def shape_of(cut: Outline | None, width: float, height: float) -> str:
    """The name of what a face is cut to: `rect`, `circle`, `hex`, `hex-pointed`, or `free` for any other outline."""
    return next((name for name in NAMES if named(name, width, height) == cut), "free")


def distinct(copies: Iterable[Copy]) -> list[Frame]:
    """The faces of some pieces, fronts and backs, each once."""
    found: dict[str, Frame] = {}
    for copy in copies:
        for frame in (copy.front, copy.back):
            if frame is not None:
                found.setdefault(frame.key, frame)
    return list(found.values())


def grown(frame: Frame, bleed: tuple[float, float]) -> Frame:
    """The face, enlarged about its middle where what it draws beyond its cut is a hair short of the bleed (mm).

    By how much at most: 0.6 mm at the outermost edge of the bleed, and less everywhere else.
    """
    reach = overhang(frame)
    if reach is None or not min(reach) > 0:
        return frame
    left, top, right, bottom = reach
    lack = max(bleed[0] - min(left, right), bleed[1] - min(top, bottom))
    if not 0 < lack <= STRETCH:
        return frame
    half = frame.width / 2, frame.height / 2
    scale = max(
        (half[0] + bleed[0]) / (half[0] + min(left, right)), (half[1] + bleed[1]) / (half[1] + min(top, bottom))
    )
    matrix = (scale, 0.0, 0.0, scale, half[0] * (1 - scale), half[1] * (1 - scale))
    return replace(frame, items=(Group(frame.items, matrix),))


def cut_out(image: Image.Image, pieces: Iterable[tuple[Frame, float, float]], scale: float) -> Image.Image:
    """A picture, clear wherever no piece is: faces and their places (mm), `scale` in pixels a millimetre."""
    clear = image.convert("RGBA")
    clear.putalpha(_mask(image.size, tuple((frame.outline, x, y) for frame, x, y in pieces), scale))
    return clear


@lru_cache(maxsize=4)
def _mask(size: tuple[int, int], pieces: tuple[tuple[Outline, float, float], ...], scale: float) -> Image.Image:
    """White where pieces are. Sheet after sheet has them in the same places: the last masks are kept."""
    finer = 4 if size[0] * size[1] < 2_000_000 else 2
    mask = Image.new("L", (size[0] * finer, size[1] * finer), 0)
    draw = ImageDraw.Draw(mask)
    for outline, x, y in pieces:
        whole = rings(outline)
        way = _area(whole[0]) > 0 if whole else True
        for ring in whole:  # one that runs the other way is a hole
            points = [((px + x) * scale * finer, (py + y) * scale * finer) for px, py in ring]
            draw.polygon(points, fill=255 if (_area(ring) > 0) == way else 0)
    return mask.resize(size, Image.Resampling.BOX)


def _area(ring: Sequence[tuple[float, float]]) -> float:
    """Twice the area within a ring; negative where it runs counter-clockwise."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True))


def recoloured(frame: Frame, colour: Callable[[str, bool], str], picture: Callable[[Picture], Picture]) -> Frame:
    """The face with each colour put through a function (the second value: is it of a letter?), and its pictures."""
    return replace(frame, items=_recoloured(frame.items, colour, picture))


def _recoloured(
    items: Sequence[Item], colour: Callable[[str, bool], str], picture: Callable[[Picture], Picture]
) -> tuple[Item, ...]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            out.append(replace(item, items=_recoloured(item.items, colour, picture)))
        elif isinstance(item, Letters):
            out.append(replace(item, colour=colour(item.colour, True)))
        elif isinstance(item, Shape):
            hatch = item.hatch and replace(item.hatch, colour=colour(item.hatch.colour, False))
            fill, stroke = (value and colour(value, False) for value in (item.fill, item.stroke))
            out.append(replace(item, fill=fill, stroke=stroke, hatch=hatch))
        else:
            out.append(picture(item))
    return tuple(out)
