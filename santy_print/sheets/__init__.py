"""Sheets: frames and copies in, pages out. Pure geometry in mm: n-up, duplex, crop marks, tiling of boards.

Fronts and backs pair by geometry: a back stands where its front stands, seen through the paper and turned
over the long or the short edge. So a partial last page fits without any rule of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from santy_print.choices import PAPERS
from santy_print.sheets.boards import tile
from santy_print.sheets.fill import Way, fewest, fits, per_row, refused, too_small
from santy_print.sheets.fold import folded
from santy_print.sheets.marks import Side, strip_side
from santy_print.sheets.model import (
    AMPLE,
    EDGE,
    FOLD,
    GAP,
    HAIRLINE,
    MARGIN,
    MARK_INK,
    OUTER,
    STRIP,
    Cell,
    Copy,
    Flap,
    Lying,
    Page,
    Setup,
    Sheet,
    parse_paper,
)
from santy_print.sheets.plans import Room
from santy_print.sheets.sides import around, page_of
from santy_print.sheets.zones import SAFE, safe_zone, zoned

__all__ = [
    "EDGE",
    "FOLD",
    "GAP",
    "HAIRLINE",
    "MARGIN",
    "MARK_INK",
    "OUTER",
    "PAPERS",
    "SAFE",
    "STRIP",
    "Cell",
    "Copy",
    "Flap",
    "Lying",
    "Page",
    "Setup",
    "Sheet",
    "Side",
    "fits",
    "impose",
    "joined",
    "parse_paper",
    "per_row",
    "safe_zone",
    "strip_side",
    "tile",
    "too_small",
    "zoned",
]

WORTH = 7 / 6
"""So many times as many sheets are not too many where each has room for pictures that run on and for its marks."""


def impose(copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Lay pieces out on as few sheets as rows allow: fronts, and behind each sheet its backs if any.

    Pieces of one size and cut stand in rows together, in their order; kinds follow one another down the sheet, as they
    first come. Pieces of one kind stand in one block or, where that takes fewer sheets, in two, the second of them on
    its side; the paper lies the way that takes fewer sheets, too. Single-sided (duplex none) leaves the backs out.
    Where backs have next to no margin to run on, as nine cards on Letter, and a sheet in six mends that, sheets hold
    less. Where sheets are folded, pieces without backs need no fold: they have whole sheets of their own, and those
    that begin the part come first. PackError where a piece is larger than the paper.
    """
    if setup.duplex != "gutterfold":
        return _laid(copies, setup)
    groups: list[list[Page]] = []
    for bare in dict.fromkeys(copy.back is None for copy in copies):
        some = [copy for copy in copies if (copy.back is None) == bare]
        groups += [_laid(some, setup)] if bare else folded(some, setup)
    return joined(groups)


def joined(groups: Sequence[Sequence[Page]]) -> list[Page]:
    """Pages that were laid out apart as one stack: its sheets are numbered through."""
    of = sum(group[0].of for group in groups if group)
    pages: list[Page] = []
    before = 0
    for group in filter(None, groups):
        pages += [replace(page, sheet=before + page.sheet, of=of) for page in group]
        before += group[0].of
    return pages


def _laid(copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Fronts, and behind or after them the backs that the printer is to put there."""
    ways = [_whole(setup), _whole(setup.turned())]
    found = fewest(copies, ways)
    if found is None:
        raise refused(copies, ways, setup)
    found = _ample(copies, setup, found[0]) or found
    sheets, way = found[0], found[1].setup
    fronts = [page_of(sheet, way, "front", n, len(sheets)) for n, sheet in enumerate(sheets, 1)]
    backs: list[Page | None] = [None] * len(sheets)
    if setup.duplex in ("long", "short", "separate"):
        for n, sheet in enumerate(sheets):
            if any(slot.copy.back for slot in sheet.slots):
                backs[n] = page_of(sheet, way, "back", n + 1, len(sheets))
    pairs = (
        [*fronts, *backs]
        if setup.duplex == "separate"
        else [p for pair in zip(fronts, backs, strict=True) for p in pair]
    )
    return [page for page in pairs if page is not None]


def _ample(copies: Sequence[Copy], setup: Setup, sheets: Sequence[Sheet]) -> tuple[list[Sheet], Way] | None:
    """Sheets with wider margins, where backs have too little room to run on and that costs few sheets more."""
    ample = replace(setup, margin=max(setup.margin, AMPLE - setup.bleed))
    backed = [sheet for sheet in sheets if any(slot.copy.back for slot in sheet.slots)]
    if setup.duplex == "none" or ample.margin <= setup.margin or not any(_narrow(one, ample.margin) for one in backed):
        return None
    other = fewest(copies, [_whole(ample), _whole(ample.turned())])
    if other is None or len(other[0]) > len(sheets) * WORTH:
        return None
    lying = [sum(slot.on_side for sheet in some for slot in sheet.slots) for some in (sheets, other[0])]
    return other if lying[1] <= lying[0] else None


def _narrow(sheet: Sheet, margin: float) -> bool:
    """Whether a sheet has too little room beside its outer cuts for pictures that run on, and marks beyond them."""
    left, top, right, bottom = around(sheet.slots)
    return min(left, top, sheet.size[0] - right, sheet.size[1] - bottom) < margin - 0.01


def _whole(setup: Setup) -> Way:
    """All of the paper within its margins, the pieces in its middle."""
    (width, height), margin = setup.paper, setup.margin
    return Way(Room((margin, margin, width - 2 * margin, height - 2 * margin)), setup)
