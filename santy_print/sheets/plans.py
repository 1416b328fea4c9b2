"""Plans: how pieces of one size may stand on a sheet, in one block or in two, one upright and one on its side.

A person cuts a sheet with ruler and knife from mark to mark, or with a trimmer: within a block all cuts go straight
through, and two blocks come apart by one straight cut. That leaves few plans, and each of them can be tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from santy_print.faces.art import Outline
from santy_print.sheets.model import EDGE, GAP, LEGEND, MARKED, RIM, WHITE, Box, Setup

INFINITE = float("inf")
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Kind:
    """What pieces of one kind have in common: trim size and cut."""

    size: Size
    cut: Outline | None = None

    def bleed(self, setup: Setup) -> float:
        """How far its pictures run on: a piece that is cut along a curve keeps a little apart even without bleed."""
        return max(setup.bleed, RIM) if self.cut else setup.bleed


@dataclass(frozen=True, slots=True)
class Room:
    """Where pieces may stand on a sheet: left, top, width, height (mm), and where in it they gather.

    0 is left or above, 1 right or below, a half the middle: to be folded, they gather at the fold.
    """

    box: Box
    gather: tuple[float, float] = (0.5, 0.5)

    @property
    def size(self) -> Size:
        """Width and height, mm."""
        return self.box[2], self.box[3]


@dataclass(frozen=True, slots=True)
class Grid:
    """A block that pieces of one size fill row by row: its top left corner in the room, and the steps of its rows (mm).

    `white` is how wide the white strips on its sides are (left, top, right, bottom) that it shares with another block.
    """

    across: int
    down: int
    step: Size
    bleed: float
    on_side: bool = False
    x: float = 0.0
    y: float = 0.0
    white: Box = (INFINITE, INFINITE, INFINITE, INFINITE)

    @property
    def size(self) -> Size:
        """Width and height, mm."""
        return self.across * self.step[0], self.down * self.step[1]

    @property
    def count(self) -> int:
        """How many pieces it holds."""
        return self.across * self.down

    def at(self, x: float, y: float) -> Grid:
        """The same elsewhere."""
        return replace(self, x=x, y=y)


@dataclass(frozen=True, slots=True)
class Plan:
    """A full sheet: its blocks, in the order in which they are filled, and how much it asks of whoever cuts it.

    0 for one block upright, 1 on its side, 2 for two blocks with a white strip between them, 3 for two that touch:
    there the inner ends of the cuts have no marks.
    """

    grids: tuple[Grid, ...]
    effort: int
    count: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the pieces."""
        object.__setattr__(self, "count", sum(grid.count for grid in self.grids))


def times(room: float, step: float) -> int:
    """How often a step goes into a room; a hundredth of a millimetre is no reason for one fewer."""
    return max(0, int((room + 0.01) // step))


def whole(kind: Kind, room: Size, setup: Setup, on_side: bool = False) -> Grid:
    """The block that fills a room."""
    bleed = kind.bleed(setup)
    step = kind.size[0] + 2 * bleed, kind.size[1] + 2 * bleed
    if on_side:
        step = step[1], step[0]
    return Grid(times(room[0], step[0]), times(room[1], step[1]), step, bleed, on_side)


def plans(kind: Kind, room: Room, setup: Setup) -> list[Plan]:
    """The plans worth trying for a kind, each placed in the room: of each effort the one that holds the most."""
    found = [Plan((whole(kind, room.size, setup),), 0), Plan((whole(kind, room.size, setup, True),), 1)]
    if kind.size[0] != kind.size[1]:
        found += _pairs(kind, room.size, setup)
    best: dict[int, Plan] = {}
    for plan in found:
        if plan.count > max((b.count for b in best.values() if b.effort <= plan.effort), default=0):
            best[plan.effort] = plan
    return [_placed(plan, room) for _, plan in sorted(best.items())]


def _pairs(kind: Kind, room: Size, setup: Setup) -> Iterator[Plan]:
    """Two blocks, the upright one left of the other or above it; those with a strip between them first."""
    full, turned = whole(kind, room, setup), whole(kind, room, setup, True)
    for white in (WHITE, 0.0):
        for axis in (0, 1):
            for first in range((full.across, full.down)[axis], 0, -1):
                left = room[axis] - first * full.step[axis]
                second = times(left - white, turned.step[axis])
                if second:
                    one, two = (_cropped(full, axis, first), _cropped(turned, axis, second))
                    if one.count and two.count:
                        yield _beside(one, two, axis, min(GAP, left - two.size[axis]) if white else 0.0)


def _cropped(grid: Grid, axis: int, lines: int) -> Grid:
    """Only so many columns (axis 0) or rows of a block."""
    return replace(grid, across=lines) if axis == 0 else replace(grid, down=lines)


def _beside(one: Grid, two: Grid, axis: int, gap: float) -> Plan:
    """One block, a white strip, another block: side by side (axis 0) or one above the other; flush left or above."""
    after, wide = one.size[axis] + gap, INFINITE
    if axis == 0:
        one, two = replace(one, white=(wide, wide, gap, wide)), replace(two, white=(gap, wide, wide, wide)).at(after, 0)
    else:
        one, two = replace(one, white=(wide, wide, wide, gap)), replace(two, white=(wide, gap, wide, wide)).at(0, after)
    return Plan((one, two), 2 if gap else 3)


def _placed(plan: Plan, room: Room) -> Plan:
    """A plan where its pieces gather in the room. To gather below, at a fold, it is turned top to bottom."""
    width = max(grid.x + grid.size[0] for grid in plan.grids)
    height = max(grid.y + grid.size[1] for grid in plan.grids)
    dx, dy = ((side - used) * at for side, used, at in zip(room.size, (width, height), room.gather, strict=True))
    if room.gather[1] == 0.5 and room.box[0] + dx < LEGEND:
        # Where the legend finds no room at the left, the pieces move up if that makes room for it below.
        higher = room.box[1] + room.size[1] - height - LEGEND
        dy = higher if EDGE + MARKED - room.box[1] <= higher < dy and higher >= 0 else dy
    grids = []
    for grid in plan.grids:
        y, (left, top, right, bottom) = grid.y, grid.white
        if room.gather[1] == 1:
            y, top, bottom = height - y - grid.size[1], bottom, top
        grids.append(replace(grid, x=grid.x + dx, y=y + dy, white=(left, top, right, bottom)))
    return Plan(tuple(grids), plan.effort)
