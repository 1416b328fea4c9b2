"""Read art: an SVG file in, a picture out. Most of it is kept, so that a file is read once for good."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santy_print.cache import Newest, remembered
from santy_print.diag import Report, SourceFile
from santy_print.faces import art as drawings
from santy_print.faces.art import Art, ArtShape, Embedded, Veil, read_plain
from santy_print.faces.families import Families, is_font
from santy_print.faces.shades import Shade
from santy_print.source import MAX_BYTES, read_text

if TYPE_CHECKING:
    from santy_print.faces import wire


MAX_DRAWING = 60_000_000
"""Bytes of a drawing with the pictures that stand in it; without them it holds as much as any other file of a pack."""
_TEXT = re.compile(r"<(?:[\w-]+:)?text[\s>]")


def measured_art(path: Path, name: str, report: Report, fonts: Sequence[Path] = ()) -> tuple[Art | None, int]:
    """Read one picture, and how many parts it has; report everything it holds that it may not.

    Its texts are in fonts that come along, or in one of these files.
    """
    file = read_drawing(path, name, report)
    if file is None:
        return None, 0
    families = Families(fonts if _TEXT.search(file.text) else ())
    read = _parse if len(file.text) <= MAX_BYTES else _parse_large
    art, parts, found = read(file.name, file.text, families.files, families.key())
    report.extend(found)
    return art if not any(d.severity == "error" for d in found) else None, parts


def read_drawing(path: Path, name: str, report: Report) -> SourceFile | None:
    """The text of a drawing, which may be larger than that of other files by the pictures that stand in it."""
    return read_text(path, name, report, most=MAX_DRAWING)


def fonts_beside(path: Path) -> list[Path]:
    """The files of fonts of the pack in whose `art/` a drawing lies."""
    folder = path.absolute().parent.parent / "fonts"
    try:
        return (
            sorted(each for each in folder.iterdir() if is_font(each)) if path.absolute().parent.name == "art" else []
        )
    except OSError:  # there is none
        return []


def _read(name: str, text: str, fonts: tuple[Path, ...], known: str) -> tuple[Art | None, int, tuple[Any, ...]]:
    """Parse a drawing whose texts may be in these fonts; `known` tells what is in them."""
    found: list[Any] = []
    parts = 0

    def parse() -> Art | None:
        nonlocal parts
        file = SourceFile(name, text)
        if len(text) <= MAX_BYTES and (art := read_plain(file)) is not None:
            parts = art.parts
            return art
        from santy_print.faces.saved_svg import Saved

        reader = Saved(
            file, families=Families(fonts)
        )  # as programs save it, or with a slip, of which that reader tells
        art = reader.run()
        found.extend(reader.report)
        parts = min(reader.parts, drawings.MAX_PARTS)
        return art

    def plain(art: Art | None) -> bytes | None:
        return _as_bytes(art) if art is not None and not found else None

    art = remembered("art", (text, known), parse, plain, partial(_of_bytes, name))
    return art, parts or (art.parts if art else 0), tuple(found)


_parse, _parse_large = Newest(_read, 512), Newest(_read, 4, 1)
"""Parse once per text and fonts: the same picture serves every face, language and build of a run."""


def _as_bytes(art: Art) -> bytes:
    """A picture as it is kept: every number exactly."""
    veils = [(v.alpha, v.clip, v.even_odd, None if v.mask is None else [*map(_shape, v.mask)]) for v in art.veils]
    values = [art.digest, art.width, art.height, art.title, [*map(_shape, art.shapes)], veils]
    return json.dumps(values).encode("ascii")


def _shape(s: ArtShape) -> tuple[Any, ...]:
    seen = None
    if s.alpha < 1 or s.shade or s.within or s.picture:
        shade = s.shade and (s.shade.kind, s.shade.along, s.shade.turn, s.shade.stops, s.shade.turns)
        data = s.picture and (base64.b64encode(s.picture.data).decode("ascii"), s.picture.pixels, s.picture.turn)
        seen = s.alpha, shade, s.within, data
    return s.ids, s.paint, s.outline, s.fill, s.stroke, s.width, s.even_odd, s.dash, s.part, seen


def _of_bytes(name: str, data: bytes) -> Art | None:
    """A picture as it was kept; None where it was not."""
    from santy_print.faces import wire

    read = wire.read_art(data)
    if read is None:
        return None
    digest, width, height, title, shapes, veils = read
    try:
        made = [Veil(*veil[:3], None if veil[3] is None else tuple(map(_of_shape, veil[3]))) for veil in veils]
        art = Art(name, digest, width, height, title, tuple(map(_of_shape, shapes)), tuple(made))
    except ValueError:  # no picture's bytes
        return None
    masks = (shape for veil in made for shape in veil.mask or ())
    well = all(number < len(made) for shape in chain(art.shapes, masks) for number in shape.within)
    return art if well else None


def _of_shape(kept: wire.ArtShape) -> ArtShape:
    seen = kept[9]
    plain = ArtShape(*kept[:9])
    if seen is None:
        return plain
    alpha, shade, within, picture = seen
    made = picture and Embedded(base64.b64decode(picture[0], validate=True), picture[1], picture[2])
    return replace(plain, alpha=alpha, shade=shade and Shade(*shade), within=within, picture=made)
