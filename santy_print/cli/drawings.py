"""Commands for drawings: art ids."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from santy_print.cli.base import FORM, PathType, main, say, say_json, show

if TYPE_CHECKING:
    from pathlib import Path

    from santy_print.faces.art import Art


@main.group()
def art() -> None:
    """Look at drawings before a layout shows them."""


@art.command("ids")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=PathType(exists=True, dir_okay=False))
@FORM
def art_ids(files: tuple[Path, ...], form: Literal["text", "json"]) -> None:
    """The parts of an SVG that a layout may paint, show or hide by their id, and what cannot be drawn of it."""
    import json

    from santy_print.diag import Report
    from santy_print.faces.read_art import fonts_beside, measured_art

    report, drawn = Report(), []
    for path in files:
        drawing, _ = measured_art(path, str(path), report, fonts_beside(path))
        drawn += [] if drawing is None else [(path, drawing)]
    show(report, err=True)
    if form == "json":
        say_json(json.dumps({str(path): _value(drawing) for path, drawing in drawn}, ensure_ascii=False, indent=1))
    else:
        for line in (line for path, drawing in drawn for line in _lines(path, drawing)):
            say(line)
    sys.exit(0 if report.ok else 1)


def _value(drawing: Art) -> dict[str, object]:
    """The value for programs: size in mm, title, and of each id how many shapes there are, and how many take paint."""
    return {
        "size": [round(drawing.width, 3), round(drawing.height, 3)],
        "title": drawing.title,
        "ids": {ident: {"shapes": shapes, "painted": painted} for ident, shapes, painted in _counted(drawing)},
    }


def _counted(drawing: Art) -> list[tuple[str, int, int]]:
    """Each id as they come, with its shapes and those of them that take a colour of the rules."""
    idents = dict.fromkeys(ident for shape in drawing.shapes for ident in shape.ids)
    inside = {ident: [shape for shape in drawing.shapes if ident in shape.ids] for ident in idents}
    return [(ident, len(shapes), sum(shape.paint for shape in shapes)) for ident, shapes in inside.items()]


def _lines(path: Path, drawing: Art) -> list[str]:
    from santy_print.columns import aligned
    from santy_print.diag import plural

    shapes = plural(len(drawing.shapes), "shape")
    title = f", “{drawing.title}”" if drawing.title else ""
    rows = [
        (f"  {ident}", plural(count, "shape"), f"{painted} to paint" if painted else "none to paint")
        for ident, count, painted in _counted(drawing)
    ]
    head = f"{path}: {drawing.width:.4g} x {drawing.height:.4g} mm, {shapes}{title}"
    return [head, *(aligned(rows) if rows else ["  no ids: a layout can show it, and no part of it"])]
