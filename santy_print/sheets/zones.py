"""Zones: where a face is cut and how far its words should keep from that, drawn over it to be looked at."""

from __future__ import annotations

from dataclasses import replace

from santy_print.faces.art import Outline, rounded
from santy_print.faces.frames import Frame, Group, Item, Shape
from santy_print.faces.matrices import Matrix
from santy_print.faces.outlines import grown
from santy_print.sheets.model import HAIRLINE, MARK_INK, Cell, Page

SAFE = 4.0
"""Nothing that must be read comes nearer to a cut, mm: that far a cut drifts, and a service may ask for it."""
HALO = "#ffffff"
"""Under each line, so that it shows on any ground."""


def safe_zone(frame: Frame) -> Outline:
    """The outline within which words and signs are safe, in the face's own space; on small pieces a quarter in."""
    width, height = frame.size
    inset = min(SAFE, width / 4, height / 4)
    if frame.cut is not None:
        return grown(frame.cut, width, height, -inset)
    return rounded(inset, inset, width - 2 * inset, height - 2 * inset, max(0.0, frame.corner - inset))


def zoned(page: Page) -> Page:
    """The page with the cut (a line) and the safe zone (dotted) of each face drawn over it."""
    return replace(page, marks=(*page.marks, *(_zones(cell, page.height) for cell in page.cells)))


def _zones(cell: Cell, height: float) -> Item:
    frame, lines = cell.frame, []
    for outline, dash in ((frame.outline, ()), (safe_zone(frame), (0.5, 1.0))):
        lines.append(Shape(outline, None, HALO, 5 * HAIRLINE))
        lines.append(Shape(outline, None, MARK_INK, 2 * HAIRLINE, None, False, dash))
    return Group(tuple(lines), _downwards(cell.matrix(height), height), cell.clip)


def _downwards(matrix: Matrix, height: float) -> Matrix:
    """A matrix of the page with y upwards as one with y downwards, as marks are drawn."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, e, height - f
