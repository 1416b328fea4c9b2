"""Read art: an SVG file in, a picture out. Most of it is kept, so that a file is read once for good."""

from __future__ import annotations

import json
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from santy_print.cache import remembered
from santy_print.diag import Report, SourceFile
from santy_print.faces import art as drawings
from santy_print.faces.art import Art, ArtShape, read_plain
from santy_print.source import read_text


def measured_art(path: Path, name: str, report: Report) -> tuple[Art | None, int]:
    """Read one picture, and how many parts it has; report everything it holds that it may not."""
    file = read_text(path, name, report)
    if file is None:
        return None, 0
    art, parts, found = _parse(file.name, file.text)
    report.extend(found)
    return art if not any(d.severity == "error" for d in found) else None, parts


@lru_cache(maxsize=512)
def _parse(name: str, text: str) -> tuple[Art | None, int, tuple[Any, ...]]:
    """Parse once per text: the same picture serves every face, language and build of a run."""
    found: list[Any] = []
    parts = 0

    def parse() -> Art | None:
        nonlocal parts
        file = SourceFile(name, text)
        if (art := read_plain(file)) is not None:
            parts = art.parts
            return art
        from santy_print.faces.saved_svg import Saved

        reader = Saved(file)  # as programs save it, or with a slip, of which that reader tells
        art = reader.run()
        found.extend(reader.report)
        parts = min(reader.parts, drawings.MAX_PARTS)
        return art

    def plain(art: Art | None) -> bytes | None:
        return _as_bytes(art) if art is not None and not found else None

    art = remembered("art", (text,), parse, plain, partial(_of_bytes, name))
    return art, parts or (art.parts if art else 0), tuple(found)


def _as_bytes(art: Art) -> bytes:
    """A picture as it is kept: every number exactly."""
    shapes = [(s.ids, s.paint, s.outline, s.fill, s.stroke, s.width, s.even_odd, s.dash, s.part) for s in art.shapes]
    return json.dumps([art.digest, art.width, art.height, art.title, shapes]).encode("ascii")


def _of_bytes(name: str, data: bytes) -> Art | None:
    """A picture as it was kept; None where it was not."""
    from santy_print.faces import wire

    read = wire.read_art(data)
    return read and Art(name, *read[:4], tuple(ArtShape(*shape) for shape in read[4]))
