"""Pixels: a part of a drawing that lines and areas cannot show (a filter, a blend mode) as a picture of it, by resvg.

The part stands alone in a file of its own: all that is drawn beside it is put aside, and nothing it points to lies
elsewhere. A program of its own draws it (`pixels_apart`), which the system ends when it takes too much.
"""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from santy_print.cache import remembered
from santy_print.faces import pixels_apart
from santy_print.faces.art import NAMESPACE
from santy_print.faces.matrices import Matrix
from santy_print.faces.saved_file import DRAWN, GROUPS

PIXELS = (2_100, 1_050)
"""The pixels of the longer side of a whole drawing, and where that is too much: how large it is printed is not known
when it is read, and so many are 600 to the inch of a card's 89 mm."""
PATIENCE = 30.0
"""Seconds, for a machine that is busy: the processor's time is bounded, too."""
ASIDE = (*DRAWN, *GROUPS, "svg", "use", "image", "text")
UNVEILED = "opacity:1;clip-path:none;mask:none;filter:none;mix-blend-mode:normal"
"""What is over the groups around a part is over its picture, too, and is not drawn twice."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as PNG, its pixels, and the matrix that brings them to the page (mm); no data where nothing is seen."""

    data: bytes
    pixels: tuple[int, int]
    turn: Matrix


def drawn_apart(
    root: Element, element: Element, size: tuple[float, float], texts: Mapping[Element, Element]
) -> Drawn | None:
    """A picture of an element of a drawing of a size (mm); None where that takes too much, or cannot be done.

    `texts` are the drawing's texts as outlines: the library that draws is given no fonts.
    """
    for longer in PIXELS[1 if any(_reaches_far(each) for each in root.iter("filter")) else 0 :]:
        wide, high = (max(1, round(side * longer / max(size))) for side in size)
        text = "".join(_alone(root, _way(root, element), texts, (wide, high)))
        make = partial(_by_resvg, text, wide, high)
        data = remembered("pixels", (text, f"{wide} {high}"), make, lambda made: made, lambda kept: kept)
        if data is not None:
            return _cropped(data, (size[0] / wide, size[1] / high))
    return None


def _reaches_far(of_filter: Element) -> bool:
    """Whether a filter takes in much more than what it is for: three times as much each way, as some sites write."""
    sides = [of_filter.get(name, "120%").strip() for name in ("width", "height")]
    return all(len(side) > 3 and side.endswith("%") and side[:-1].isdigit() and int(side[:-1]) > FAR for side in sides)


FAR = 200


def _cropped(data: bytes, step: tuple[float, float]) -> Drawn:
    """The part of a picture in which something is seen."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        box = image.getchannel("A").getbbox()
        if box is None:
            return Drawn(b"", (1, 1), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        out = io.BytesIO()
        made = image.crop(box)
        made.save(out, "PNG")
    across, down = step
    return Drawn(out.getvalue(), made.size, (across, 0.0, 0.0, down, box[0] * across, box[1] * down))


def _way(root: Element, element: Element) -> list[Element]:
    """The elements from the root down to one."""
    above = {child: parent for parent in root.iter() for child in parent}
    way = [element]
    while way[-1] is not root:
        way.append(above[way[-1]])
    return way[::-1]


def _alone(
    element: Element, way: list[Element], texts: Mapping[Element, Element], pixels: tuple[int, int] | None = None
) -> Iterator[str]:
    """The text of a drawing in which nothing is drawn but what the way leads to."""
    element = texts.get(element, element)
    attrs = dict(element.attrib)
    if pixels is not None:
        box = {} if "viewBox" in attrs else {"viewBox": f"0 0 {attrs.get('width', '1')} {attrs.get('height', '1')}"}
        attrs |= {"xmlns": NAMESPACE, "width": str(pixels[0]), "height": str(pixels[1]), **box}
    if len(way) == 1:
        yield from _written(element, attrs, texts)
        return
    attrs["style"] = f"{attrs.get('style', '').rstrip('; ')};{UNVEILED}".lstrip(";")
    yield _opened(str(element.tag), attrs)
    for child in element:
        if child is way[1]:
            yield from _alone(child, way[1:], texts)
        elif child.tag in ASIDE:
            yield from ("<defs>", *_written(child, child.attrib, texts), "</defs>")
        else:
            yield from _written(child, child.attrib, texts)
    yield f"</{element.tag}>"


def _written(element: Element, attrs: dict[str, str], texts: Mapping[Element, Element]) -> Iterator[str]:
    """The text of an element and all that is in it; of other programs' data, and of other files, nothing."""
    if element in texts:
        element, attrs = texts[element], texts[element].attrib
    tag = str(element.tag)
    href = attrs.get("href", "").strip()
    if tag.startswith("{") or (tag in ("image", "feImage") and not href.startswith(("data:", "#"))):
        return
    yield _opened(tag, attrs)
    yield escape(element.text or "")
    for child in element:
        yield from _written(child, child.attrib, texts)
    yield f"</{tag}>"


def _opened(tag: str, attrs: dict[str, str]) -> str:
    named = "".join(f" {name}={quoteattr(value)}" for name, value in attrs.items() if not name.startswith("{"))
    return f"<{tag}{named}>"


def _by_resvg(text: str, wide: int, high: int) -> bytes | None:
    """The PNG of a drawing, clear where nothing is; None where it takes too much or cannot be drawn."""
    asked = json.dumps({"width": wide, "height": high}).encode("ascii")
    sent = struct.pack("<Q", len(asked)) + asked + text.encode("utf-8", "replace")
    command = [sys.executable, "-I", pixels_apart.__file__]
    try:
        ran = subprocess.run(command, input=sent, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout if ran.returncode == 0 and ran.stdout.startswith(b"\x89PNG") else None
