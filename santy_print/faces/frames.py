"""Frames: placed shapes and lines of text, in millimetres. Values only.

`faces` makes them, `sheets` places them, `pdf` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from santy_print.diag import Span
from santy_print.faces.art import Outline, rounded
from santy_print.faces.matrices import IDENTITY, Matrix
from santy_print.faces.shades import Shade
from santy_print.faces.shaping import Way


@dataclass(frozen=True, slots=True)
class Hatch:
    """The pattern that stands for a colour without colour: its kind, its line colour, its pitch in mm."""

    kind: str
    colour: str
    pitch: float = 2.2


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline with its fill, pattern and line (width in mm).

    `alpha` is how much of what is beneath it hides, where it has a fill or a line, and not both. A `shade` is drawn
    instead of the fill, which is the one colour that is most like it.
    """

    outline: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.5
    hatch: Hatch | None = None
    even_odd: bool = False
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    shade: Shade | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """A piece of one line of text: (x, y) is the left end of its baseline in mm, size in pt.

    Which `way` it runs is said where a text has pieces that run from right to left, the `language` where letters look
    otherwise in it. `where` is the place in the layout that says it; it shows nowhere.
    """

    x: float
    y: float
    font: Path
    size: float
    colour: str
    text: str
    way: Way = ""
    language: str = ""
    where: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture, (x, y, width, height) in mm.

    Its size in pixels, a hash of its file, whether it is printed without colour, and by how much the groups around it
    on its face make it larger. One that stood in a drawing has its file's bytes: `data`.
    """

    path: Path = field(repr=False)
    x: float
    y: float
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)
    digest: str = ""
    grey: bool = False
    scale: float = 1.0
    data: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def dpi(self) -> float:
        """Pixels to the inch as printed."""
        return self.pixels[0] / (self.width * self.scale) * 25.4


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a transform, clipped to an outline (given in the group's own space).

    With a key it is drawn once and shared. As one thing they hide `alpha` of what is beneath, and are there as far as
    the items of `mask` are light; only a group without a key has either.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Outline | None = None
    key: str | None = None
    even_odd: bool = False
    alpha: float = 1.0
    mask: tuple[Item, ...] | None = None

    @property
    def veiled(self) -> bool:
        """Whether it is seen through as one thing."""
        return self.alpha < 1 or self.mask is not None


Item = Shape | Letters | Picture | Group


@dataclass(frozen=True, slots=True)
class Frame:
    """A face laid out once.

    Trim size in mm, corner radius, what it shows, and what it says for those who cannot see it; `cut` is the outline of
    a face that is no rectangle.
    """

    key: str
    width: float
    height: float
    items: tuple[Item, ...]
    alt: str
    corner: float = 0.0
    cut: Outline | None = None
    bleed: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Trim width and height, mm."""
        return self.width, self.height

    @property
    def outline(self) -> Outline:
        """What the face is cut to."""
        return self.cut or rounded(0, 0, self.width, self.height, self.corner)

    @property
    def shown(self) -> tuple[Item, ...]:
        """What stands on a page: the whole face as one drawing, which all its copies share."""
        return (Group(self.items, key=f"face-{self.key}"),)


def fit(
    inner: tuple[float, float], box: tuple[float, float, float, float], turn: float = 0.0, flip: bool = False
) -> Matrix:
    """The matrix that sets a picture, centred, as large as fits, into a box (x, y, w, h); turn in degrees."""
    from math import cos, radians, sin

    x, y, w, h = box
    iw, ih = inner
    quarter = round(turn) % 180 == 90
    scale = min(w / (ih if quarter else iw), h / (iw if quarter else ih))
    c, s = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    a, b = (-c, -s) if flip else (c, s)
    cx, cy = x + w / 2, y + h / 2
    return a, b, -s, c, cx - (a * iw / 2 - s * ih / 2), cy - (b * iw / 2 + c * ih / 2)


def walk(items: tuple[Item, ...]) -> list[Shape | Letters | Picture]:
    """All drawn things from back to front, out of their groups (in their own space)."""
    out: list[Shape | Letters | Picture] = []
    for item in items:
        if isinstance(item, Group):
            out += walk(item.items)
        else:
            out.append(item)
    return out


def words(frame: Frame) -> str:
    """The text of a frame in drawing order, lines joined by spaces."""
    return " ".join(item.text.strip() for item in walk(frame.items) if isinstance(item, Letters))
