"""Pictures: a pack and a language in; out, for each text on a face, what it looks like in the source and there."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from santy_print.diag import Report
from santy_print.i18n.catalogue import Catalogue, catalogue, locale_of, source_of
from santy_print.i18n.rows import Row
from santy_print.pack import Pack
from santy_print.text import Locale, tongue

if TYPE_CHECKING:
    from PIL import Image

    from santy_print.faces import Faces, Frame

SIDE = 560
"""So many pixels the longer side of a face has at most, so that a board takes no more than a card."""
DPI, COLOURS, GAP, FRAME = 150.0, 96, 12, "#d4006e"
Corners = list[tuple[float, float]]
Boxes = dict[str, list[Corners]]
"""By key, the corners in mm of the boxes in which a face says it."""


def pictures(pack: Pack, language: str, report: Report) -> Iterator[tuple[str, bytes | str]]:
    """Files by name: `<pack>-<language>/<key>.png` for each text and word that a face shows, and one page of them all.

    A picture has the face in the source's language at the left, in the other at the right, the text's box framed.
    """
    found = catalogue(pack, language, report)
    source, own = _faces(pack, source_of(pack)), _faces(pack, locale_of(pack, language))
    shown: dict[str, list[str]] = {}
    keys = {row.key for row in (*found.words, *found.rows)}
    taken: set[str] = set()
    for name, (_, boxes) in source.items():
        if name in own:
            shown[name] = [key for key in boxes if key in keys and key not in taken and key in own[name][1]]
            taken.update(shown[name])
    folder = f"{pack.id}-{language}"
    for name, here in shown.items():
        if here:
            sides = [_image(side[name][0]) for side in (source, own)]
            for key in here:
                framed = [_framed(*image, side[name][1][key]) for image, side in zip(sides, (source, own), strict=True)]
                yield f"{folder}/{quote(key, safe='')}.png", _beside(framed)
    yield f"{folder}.html", _page(found, taken)


def _faces(pack: Pack, locale: Locale) -> dict[str, tuple[Frame, Boxes]]:
    """Every face by its key, with the boxes of its texts; one that does not fit is drawn with a frame of its own."""
    from santy_print.faces import Faces, Purpose
    from santy_print.parts import all_frames

    faces = Faces(pack, locale, purpose=Purpose(mark=True, boxes=True))
    return {frame.key: (frame, _boxes(frame, faces)) for frame in all_frames(faces, ())}


def _boxes(frame: Frame, faces: Faces) -> Boxes:
    out: Boxes = {}
    for box, corners in faces.text_boxes(frame):
        for key in box.keys:
            out.setdefault(key, []).append([*corners])
    return out


def _image(frame: Frame) -> tuple[Image.Image, float]:
    """A face as a picture, and how many pixels a millimetre takes."""
    from santy_print.raster import frame_image

    scale = min(DPI / 25.4, SIDE / max(frame.size))
    return frame_image(frame, scale * 25.4), scale


def _framed(image: Image.Image, scale: float, boxes: list[Corners]) -> Image.Image:
    from PIL import ImageDraw

    out = image.copy()
    pen = ImageDraw.Draw(out)
    for corners in boxes:
        points = [(x * scale, y * scale) for x, y in corners]
        pen.line([*points, *points[:2]], FRAME, 3)
    return out


def _beside(images: list[Image.Image]) -> bytes:
    """Pictures side by side, in few colours, so that hundreds of them stay small."""
    from PIL import Image

    from santy_print.raster import png

    size = sum(image.width + GAP for image in images) - GAP, max(image.height for image in images)
    out: Any = Image.new("RGB", size, "#ffffff")
    x = 0
    for image in images:
        out.paste(image, (x, 0))
        x += image.width + GAP
    return png(out.quantize(COLOURS), level=6)


def _page(found: Catalogue, shown: set[str]) -> str:
    """All texts of a language as one page, with a picture of each that a face shows."""
    pack, source = found.pack, source_of(found.pack)
    spoken = tongue(found.language)
    turn = ' dir="rtl"' if spoken and spoken.from_right else ""
    rows = "\n".join(_row(pack, found.language, source.code, turn, row, shown) for row in (*found.words, *found.rows))
    title = escape(f"{pack.id}: {source.code} – {found.language}")
    return f"""<!DOCTYPE html>
<html lang="{escape(found.language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.4 sans-serif; margin: 1rem; }}
section {{ border-top: 1px solid #bbb; padding: .6rem 0; }}
h2 {{ font: 600 .9rem monospace; margin: 0; }}
p {{ margin: .3rem 0; white-space: pre-line; }}
img {{ max-width: 100%; }}
</style>
<h1>{title}</h1>
{rows}
</html>
"""


def _row(pack: Pack, language: str, source: str, turn: str, row: Row, shown: set[str]) -> str:
    name = quote(quote(row.key, safe=""), safe="")  # a file's name may hold a %, which an address writes as %25
    folder = quote(f"{pack.id}-{language}")
    image = f'<img loading="lazy" alt="" src="{folder}/{escape(name)}.png">\n' if row.key in shown else ""
    return (
        f'<section id="{escape(row.key)}"><h2>{escape(row.key)}</h2>\n'
        f'<p lang="{escape(source)}">{escape(row.source)}</p>\n'
        f'<p lang="{escape(language)}"{turn}>{escape(row.text)}</p>\n'
        f"{image}</section>"
    )
