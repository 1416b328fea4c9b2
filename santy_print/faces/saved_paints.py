"""Saved paints: what an element of a saved SVG is painted with besides plain colours: gradients, and embedded pictures.

Values are read as SVG 1.1 says them, whichever element they are inherited from; ValueError where one cannot be read.
"""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element

from PIL import Image

from santy_print.faces.art import SPAN, Box, Embedded, read_transform
from santy_print.faces.images import judge_embedded, seen
from santy_print.faces.matrices import Matrix, at, times
from santy_print.faces.saved_page import fitted, view_box
from santy_print.faces.shades import Shade, Stop
from santy_print.faces.styles import colour_of, length_of, share

MAX_CHAIN = 16
"""So many gradients or patterns take over from one another at most."""
MAX_PICTURE = 30_000_000
"""Characters of a picture that stands in a drawing: four for each three bytes."""
FLAT = 1e-9

Target = Callable[[str], Element | None]
"""Finds the element that a reference points to."""


@dataclass(frozen=True, slots=True)
class Paint:
    """What an area is painted with: a colour and how much it hides of what is beneath, a shade, or a pattern."""

    colour: str
    alpha: float = 1.0
    shade: Shade | None = None
    pattern: Element | None = None


def chain_of(element: Element, target: Target) -> list[Element]:
    """An element and those it takes over from, the nearest first."""
    out = [element]
    while len(out) < MAX_CHAIN and (other := target(out[-1].get("href", ""))) is not None and other not in out:
        out.append(other)
    return out


def inherited(chain: Sequence[Element], name: str, usual: str) -> str:
    """An attribute of the nearest that has it."""
    return next((element.attrib[name] for element in chain if name in element.attrib), usual)


def box_turn(box: Box) -> Matrix:
    """The matrix that brings the unit square into a box."""
    left, top, right, bottom = box
    return right - left, 0.0, 0.0, bottom - top, left, top


@dataclass(frozen=True, slots=True)
class Place:
    """Where an area is painted: its box in its own space, the matrix from there to the page, the size of the view."""

    box: Box
    turn: Matrix
    view: tuple[float, float]

    @property
    def flat(self) -> bool:
        """Whether it has no width or no height, by which shares of it could be told."""
        return min(self.box[2] - self.box[0], self.box[3] - self.box[1]) <= FLAT

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Its corners on the page, with room for a line around it."""
        left, top, right, bottom = self.box
        more = max(right - left, bottom - top) * 0.1
        return [at(self.turn, (x, y)) for x in (left - more, right + more) for y in (top - more, bottom + more)]


Style = Callable[[Element], Mapping[str, str]]
"""Finds how an element is drawn where it stands."""


def read_gradient(gradient: Element, target: Target, style: Style, place: Place) -> Paint | None:
    """What a gradient is at a place; None where nothing is painted."""
    chain = [each for each in chain_of(gradient, target) if str(each.tag) in ("linearGradient", "radialGradient")]
    stops = list(_stops(next((each for each in chain if each.find("stop") is not None), gradient), style))
    if not stops:
        return None
    _, colour, alpha = stops[-1]
    if all(stop[1:] == stops[-1][1:] for stop in stops):
        return Paint(colour, alpha)
    own = inherited(chain, "gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    if own and place.flat:
        return None
    turn = times(place.turn, box_turn(place.box)) if own else place.turn
    if moved := inherited(chain, "gradientTransform", ""):
        turn = times(turn, read_transform(moved))
    along = _along(chain, (1.0, 1.0) if own else place.view)
    if along is None:
        return Paint(colour, alpha)
    shade = Shade("line" if len(along) == 4 else "circles", along, turn, tuple(stops))
    spread = inherited(chain, "spreadMethod", "pad")
    if spread in ("reflect", "repeat"):
        again = shade.again(spread == "reflect", place.corners)
        shade, mean = (again, shade.mean) if again is not None else (None, shade.mean)  # type: ignore[assignment]
        return Paint(mean, 1.0, shade)
    return Paint(shade.mean, 1.0, shade)


def _along(chain: Sequence[Element], view: tuple[float, float]) -> tuple[float, ...] | None:
    """The ends of a line, or the two circles; None where they are one point."""
    across = ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5

    def number(name: str, usual: str, whole: float) -> float:
        return length_of(inherited(chain, name, usual), whole, name)

    if chain[0].tag == "linearGradient":
        usual = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
        x0, y0, x1, y1 = (number(name, value, view[n % 2]) for n, (name, value) in enumerate(usual.items()))
        return None if abs(x1 - x0) + abs(y1 - y0) <= FLAT else (x0, y0, x1, y1)
    cx, cy, r = number("cx", "50%", view[0]), number("cy", "50%", view[1]), number("r", "50%", across)
    if r <= FLAT:
        return None
    fx, fy = number("fx", repr(cx), view[0]), number("fy", repr(cy), view[1])
    return fx, fy, max(0.0, number("fr", "0%", across)), cx, cy, r


def _stops(gradient: Element, style_of: Style) -> Iterator[Stop]:
    """The stops of a gradient, each as far along as the one before it, or farther."""
    last = 0.0
    for stop in gradient:
        if stop.tag != "stop":
            continue
        style = style_of(stop)
        last = max(last, share(stop.get("offset", "0")))
        found = colour_of(style.get("stop-color", "#000000"), style["color"])
        colour, alpha = found if found is not None else ("#000000", 0.0)
        yield last, colour, alpha * share(style.get("stop-opacity", "1"))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern at a place: the element whose children are drawn, the matrix that brings them to the page, the tile
    (x, y, width, height), and the matrix from the tile's space to the page.
    """

    content: Element
    inner: Matrix
    tile: tuple[float, float, float, float]
    turn: Matrix


def read_pattern(pattern: Element, target: Target, place: Place) -> Pattern | None:
    """What a pattern is at a place; None where it paints nothing."""
    chain = [each for each in chain_of(pattern, target) if each.tag == "pattern"]
    content = next((each for each in chain if len(each)), None)
    own = inherited(chain, "patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    if content is None or (own and place.flat):
        return None
    view, turn = (1.0, 1.0) if own else place.view, place.turn
    names = ("x", "y", "width", "height")
    x, y, wide, high = (length_of(inherited(chain, n, "0"), view[n in ("y", "height")], n) for n in names)
    if moved := inherited(chain, "patternTransform", ""):
        turn = times(turn, read_transform(moved))
    left, top, right, bottom = place.box
    if own:
        across, down = right - left, bottom - top
        x, y, wide, high = left + x * across, top + y * down, wide * across, high * down
    if wide <= 0 or high <= 0:
        return None
    inner = times(turn, (1.0, 0.0, 0.0, 1.0, x, y))
    if box := inherited(chain, "viewBox", ""):
        inner = times(inner, fitted(view_box(box), wide, high, inherited(chain, "preserveAspectRatio", "")))
    elif inherited(chain, "patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        inner = times(inner, (right - left, 0.0, 0.0, bottom - top, 0.0, 0.0))
    return Pattern(content, inner, (x, y, wide, high), turn)


def read_picture(href: str) -> tuple[bytes, tuple[int, int]]:
    """The bytes and pixels of a picture that stands in the file. ValueError where it does not, or cannot be printed."""
    head, comma, body = href.strip().partition(",")
    if not head.startswith("data:") or not comma:
        raise ValueError(f"the picture `{href[:60]}` does not stand in it, and nothing is fetched")
    if len(body) > MAX_PICTURE:
        raise ValueError(f"the picture in it holds more than {MAX_PICTURE * 3 // 4 // 1_000_000} MB: make it smaller")
    try:
        data = unquote_to_bytes(body)
        if head.rstrip().endswith("base64"):
            data = base64.b64decode(b"".join(data.split()))
    except (binascii.Error, ValueError):
        raise ValueError("the picture in it is no base64") from None
    return data, judge_embedded(data)


def picture_turn(pixels: tuple[int, int], fitted: Matrix) -> Matrix:
    """The matrix from the own space of a picture (`art.Embedded`) to where its pixels are brought."""
    scale = max(pixels) / SPAN
    return times(fitted, (scale, 0.0, 0.0, scale, 0.0, 0.0))


def in_light(colour: str) -> str:
    """The grey that is as light as a mask takes a colour to be."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    value = min(255, round(0.2125 * red + 0.7154 * green + 0.0721 * blue))
    return f"#{value:02x}{value:02x}{value:02x}"


def picture_in_light(picture: Embedded) -> Embedded:
    """A picture in the greys that are as light as a mask takes its colours to be."""
    image = seen(picture.data)
    weights = (0.2125, 0.7154, 0.0721, 0)
    grey = image.convert("RGB").convert("L", weights)
    made = Image.merge("LA", (grey, image.getchannel("A"))) if "A" in image.getbands() else grey
    out = io.BytesIO()
    made.save(out, "PNG")
    return replace(picture, data=out.getvalue(), pixels=made.size)
