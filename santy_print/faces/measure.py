"""Measure: laid-out frames in, how each text reads out: its size as printed, its contrast with what is under it.

What lies under a letter is found by looking down through the frame: of all that was drawn before it, the topmost that
holds its middle, inside every clip around it; where there is none, the paper. A picture that is half clear there is
mixed with what lies under it. In the same way what is drawn later may cover a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.cache import Memo
from santy_print.diag import register
from santy_print.faces.art import Box, Outline, outline_box
from santy_print.faces.frames import Frame, Group, Item, Letters, Picture, Shape, walk
from santy_print.faces.images import greyed, seen
from santy_print.faces.ink import mix
from santy_print.faces.matrices import IDENTITY, Matrix, around, at, boxed, inverse, shared, times
from santy_print.faces.outlines import Point, inside, near
from santy_print.faces.shaping import laid
from santy_print.faces.typeset import MM_PER_PT, FontBook, load_font
from santy_print.palette import READABLE, READABLE_LARGE, contrast

if TYPE_CHECKING:
    from santy_print.faces import Faces

register("text-contrast", "a text is hard to read on what lies under it")
register("text-hidden", "a text is covered by what is drawn after it")
register("text-small", "a text is printed smaller than 7 pt")

LEAST_SIZE = 7.0
LOST = ("text-hidden",)
"""What a build is refused for; how else texts look is for their maker to judge."""
PAPER = "#ffffff"
BROAD = 0.5
"""A line counts as a ground where it is broader than so much of the text's capitals: a thinner one hides no letter."""

Clips = tuple[tuple[Outline, Matrix, bool], ...]
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


@dataclass(frozen=True, slots=True)
class Read:
    """How a piece of text reads: its frame, its size as printed (pt), the least contrast and on which ground.

    `hidden` says whether one of its letters is covered, `ink` which ink the frame was laid out for.
    """

    frame: str
    letters: Letters
    size: float
    contrast: float
    ground: str
    least: float
    hidden: bool = False
    ink: str = ""

    @property
    def faint(self) -> bool:
        """Whether its contrast is too low."""
        return self.contrast < self.least - 0.005

    @property
    def small(self) -> bool:
        """Whether it is printed smaller than can be read."""
        return self.size < LEAST_SIZE - 0.01


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawn thing, the matrix into and out of its own space, the clips around it, and a box on the face around it.

    `alpha` is how much of what is beneath the groups around it let it hide.
    """

    item: Shape | Letters | Picture
    matrix: Matrix
    back: Matrix
    clips: Clips
    box: Box
    alpha: float = 1.0


def placed(
    items: Sequence[Item],
    areas: Sequence[Box] | None,
    matrix: Matrix = IDENTITY,
    clips: Clips = (),
    room: Box = EVERYWHERE,
    alpha: float = 1.0,
) -> Iterator[Placed]:
    """What is shown from back to front, each with its place on the face.

    Without areas only texts, else of shapes and pictures those that meet one of them.
    """
    back = inverse(matrix)
    for item in items:
        if isinstance(item, Group):
            inner = times(matrix, item.matrix)
            if item.key and areas is not None and not _drawing_meets(item, inner, areas):
                continue
            left = room if item.clip is None else shared(room, boxed(box_of(item.clip), inner))
            more = clips if item.clip is None else (*clips, (item.clip, inverse(inner), item.even_odd))
            yield from placed(item.items, areas, inner, more, left, alpha * item.alpha)
        elif isinstance(item, Letters):
            yield Placed(item, matrix, back, clips, room)
        elif areas is not None and (own := extent(item)):
            box = shared(room, boxed(own, matrix))
            if any(meet(box, area) for area in areas):
                yield Placed(item, matrix, back, clips, box, alpha)


def _drawing_meets(group: Group, matrix: Matrix, areas: Sequence[Box]) -> bool:
    """Whether a drawing that faces share holds a text, or meets any of the areas."""
    own = drawing_box(group)
    if own is None:
        return True
    box = boxed(own, matrix)
    return any(meet(box, area) for area in areas)


def drawing_box(group: Group) -> Box | None:
    """The box around a drawing that faces share in its own space; None where it holds a text."""
    return _drawing_box(_Known(group))


def speaks(group: Group) -> bool:
    """Whether a drawing that faces share holds a text."""
    return _speaks(_Known(group))


class _Known:
    """A shared drawing, alike to another by its key: its shapes need not be compared."""

    __slots__ = ("group",)

    def __init__(self, group: Group) -> None:
        """Of a group with a key."""
        self.group = group

    def __hash__(self) -> int:
        return hash(self.group.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.group.key == other.group.key


@lru_cache(maxsize=2048)
def _drawing_box(drawing: _Known) -> Box | None:
    box: Box = (1e9, 1e9, -1e9, -1e9)
    for thing in placed(drawing.group.items, (EVERYWHERE,)):
        if isinstance(thing.item, Letters):
            return None
        box = min(box[0], thing.box[0]), min(box[1], thing.box[1]), max(box[2], thing.box[2]), max(box[3], thing.box[3])
    return box


@lru_cache(maxsize=2048)
def _speaks(drawing: _Known) -> bool:
    return any(isinstance(item, Letters) for item in walk(drawing.group.items))


def extent(item: Shape | Picture) -> Box | None:
    """The box of what may be a ground; None for what is not drawn."""
    if isinstance(item, Picture):
        return item.x, item.y, item.x + item.width, item.y + item.height
    return _reach(item) if item.fill or item.stroke else None


def _reach(shape: Shape) -> Box:
    left, top, right, bottom = box_of(shape.outline)
    by = shape.width / 2 if shape.stroke else 0.0
    return left - by, top - by, right + by, bottom + by


def read(frame: Frame, book: FontBook, ink: str = "") -> list[Read]:
    """Every piece of text of a frame."""
    spotted = [_spots(thing) for thing in placed(frame.items, None)]
    areas = [around(points) for points in spotted if points]
    things = list(placed(frame.items, areas))
    grounds = [(number, thing) for number, thing in enumerate(things) if not isinstance(thing.item, Letters)]
    out, in_order = [], iter(spotted)
    for number, thing in enumerate(things):
        if isinstance(thing.item, Letters) and (points := next(in_order)):
            area = around(points)
            near_by = [(n, other) for n, other in grounds if meet(other.box, area)]
            below, above = [o for n, o in near_by if n < number], [o for n, o in near_by if n > number]
            out.append(replace(_read(thing, points, (below, above), book), frame=frame.key, ink=ink))
    return out


def _spots(thing: Placed) -> list[Point]:
    """The middles of a text's letters on the face; none where it is blank."""
    assert isinstance(thing.item, Letters)
    return [at(thing.matrix, point) for point in _samples(thing.item)]


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _read(
    thing: Placed, points: Sequence[Point], others: tuple[Sequence[Placed], Sequence[Placed]], book: FontBook
) -> Read:
    letters, (below, above) = thing.item, others
    assert isinstance(letters, Letters)
    a, b, c, d, _, _ = thing.matrix
    scale = abs(a * d - b * c) ** 0.5
    size = letters.size * scale
    broad = BROAD * load_font(letters.font).cap_height / 1000 * size * MM_PER_PT
    worst, ground, hidden = 22.0, PAPER, False
    for point in points:
        hidden = hidden or (bool(above) and bool(under(point, above, broad, None)))
        for colour in under(point, below, broad, PAPER):
            found = contrast(letters.colour, colour)
            if found < worst:
                worst, ground = found, colour
    large = size >= (14 if letters.font == book["bold"].path else 18) - 0.01
    return Read("", letters, size, worst, ground, READABLE_LARGE if large else READABLE, hidden)


def _samples(letters: Letters) -> list[Point]:
    """The middles of a piece's letters, in its own space."""
    y = middle(letters)
    return [(one.pen + one.wide / 2, y) for one in laid(letters) if not one.blank]


def middle(letters: Letters) -> float:
    """How high the middles of a text's letters lie, in its own space: half a capital above the line they stand on."""
    return letters.y - load_font(letters.font).cap_height / 2000 * letters.size * MM_PER_PT


@lru_cache(maxsize=16384)
def box_of(outline: Outline) -> Box:
    """The box around an outline."""
    return outline_box([outline])


def _covers(outline: Outline, point: Point, even_odd: bool = False) -> bool:
    left, top, right, bottom = box_of(outline)
    return left <= point[0] <= right and top <= point[1] <= bottom and inside(outline, point, even_odd)


def _within(clips: Clips, point: Point) -> bool:
    return all(_covers(outline, at(back, point), even_odd) for outline, back, even_odd in clips)


def under(point: Point, things: Sequence[Placed], broad: float, paper: str | None) -> tuple[str, ...]:
    """The colours at a point of some things: more than one where an area has a pattern or a line has gaps.

    None where nothing but the paper is there and no paper is given: then what is clear or has gaps hides nothing.
    """
    x, y = point
    for number in range(len(things) - 1, -1, -1):
        thing = things[number]
        left, top, right, bottom = thing.box
        if not (left <= x <= right and top <= y <= bottom):
            continue
        item, own = thing.item, at(thing.back, point)
        share, found = _pixel(item, own) if isinstance(item, Picture) else _painted(thing, own, broad)
        if not found or not _within(thing.clips, point):
            continue
        if share != GAPS:
            share *= thing.alpha
        elif thing.alpha < 1:
            share = thing.alpha
        if share >= 1:
            return found
        if paper is not None:
            rest = under(point, things[:number], broad, paper)
            return (*found, *rest) if share == GAPS else tuple(mix(colour, found[0], share) for colour in rest)
    return (paper,) if paper is not None else ()


THUMBNAIL = 256
"""So many pixels on its longer side are enough of a picture to know what a text on it is read against."""
GAPS = -1.0
"""In place of a share: the colour is there or is not."""


def _painted(thing: Placed, own: Point, broad: float) -> tuple[float, tuple[str, ...]]:
    """How much of what is under a shape it hides at a point, and with which colours."""
    shape = thing.item
    assert isinstance(shape, Shape)
    a, b, c, d, _, _ = thing.matrix
    line = shape.stroke and shape.width * abs(a * d - b * c) ** 0.5 >= broad
    on_line = line and shape.stroke and near(shape.outline, own, shape.width / 2)
    colours = (shape.stroke,) if on_line and shape.stroke else ()
    if colours and not shape.dash:
        return 1.0 if shape.fill else shape.alpha, colours
    if shape.fill and _covers(shape.outline, own, shape.even_odd):
        if shape.shade is not None:
            colour, alpha = shape.shade.look(own)
            return alpha * shape.alpha, (colour,)
        if shape.alpha < 1:
            return shape.alpha, (shape.fill,)
        return 1.0, (*colours, shape.fill, *((shape.hatch.colour,) if shape.hatch else ()))
    return GAPS, colours


def _pixel(picture: Picture, point: Point) -> tuple[float, tuple[str, ...]]:
    """The colour of a raster picture at a point, and how much it hides of what is under it; none outside of it."""
    x, y = (point[0] - picture.x) / picture.width, (point[1] - picture.y) / picture.height
    if not (0 <= x < 1 and 0 <= y < 1):
        return 0.0, ()
    share = min(1.0, THUMBNAIL / max(picture.pixels))
    wide, high = (max(1, round(side * share)) for side in picture.pixels)
    small = _thumbnail(picture.data or picture.path, picture.digest, picture.grey, (wide, high))
    red, green, blue, alpha = small.getpixel((int(x * small.width), int(y * small.height)))
    return alpha / 255, (f"#{red:02x}{green:02x}{blue:02x}",) if alpha else ()


@lru_cache(maxsize=32)
def _thumbnail(source: Path | bytes, digest: str, grey: bool, size: tuple[int, int]) -> Any:
    image = seen(source, size).convert("RGBA")
    return greyed(image).convert("RGBA") if grey else image


def warn_reading(frames: Mapping[str, Frame], faces: Faces) -> None:
    """Tell of texts that are too small, too faint or covered: one that is covered is lost, the rest is for the maker to
    judge.

    The frames come by the hashes of what they show: one that read well once is not read again.
    """
    found: list[Read] = []
    for shown, frame in frames.items():
        made = partial(read, frame, faces.book, faces.ink.mode)
        memo = Memo(("read", faces.locale.code, faces.ink.mode), shown, made, _reads_well, lambda _: b"", lambda _: [])
        texts = faces.recall(memo)
        if not _reads_well(texts) and any(text.letters.where is None for text in texts):
            texts = read(faces.placed(frame), faces.book, faces.ink.mode)
        found += texts

    def tell(code: str, *details: Any) -> None:
        (faces.report.error if code in LOST else faces.report.warning)(code, *details)

    judge([found], faces, tell)


def _reads_well(texts: Sequence[Read]) -> bool:
    return not any(text.hidden or text.small or text.faint for text in texts)


def judge(inks: Sequence[Sequence[Read]], faces: Faces, tell: Callable[..., None]) -> None:
    """Tell the faults of the same texts as read in one or more inks, each once for its place and ground.

    What reads badly in some of the inks alone names them. Of a text that does not fit the rest follows.
    """
    reported = set()
    if len({len(texts) for texts in inks}) > 1:  # a file changed between two looks: whoever watches it looks again
        inks = inks[:1]
    for texts in zip(*inks, strict=True):
        text = texts[0]
        quoted = f"“{text.letters.text.strip()[:40]}” ({faces.locale.code}) on `{text.frame}`"
        where = text.letters.where
        faint = [other for other in texts if other.faint and not text.hidden]
        look = (faint[0].letters.colour, faint[0].ground, len(faint)) if faint else ()
        place = (str(where) if where else text.frame.partition(":")[0], text.hidden, text.small, look)
        if place in reported or text.frame in faces.overfull or not (text.hidden or text.small or faint):
            continue
        reported.add(place)
        if text.hidden:
            message = f"{quoted} is covered by what is drawn after it"
            tell("text-hidden", message, where, "draw it last, or make room for it")
        if text.small:
            message = f"{quoted} is printed at {text.size:.1f} pt: at least {LEAST_SIZE:g} pt are wanted"
            tell("text-small", message, where, "enlarge its style, or the group around it")
        if faint:
            some = f" with --ink {', '.join(other.ink for other in faint)}" if len(faint) < len(texts) else ""
            message = (
                f"{quoted} is hard to read{some}: {faint[0].letters.colour} on {faint[0].ground} has a contrast of "
                f"{faint[0].contrast:.1f}, at least {text.least:g} is wanted"
            )
            hint = "choose a darker or lighter colour; `over(colour)` finds one for a game colour"
            tell("text-contrast", message, where, hint)
