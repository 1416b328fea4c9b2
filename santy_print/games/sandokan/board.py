"""Board: a grid of cells as small numbers: what lies beside each, along which shore, and the ways out of the ports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

SEA = "."
DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "north": (0, -1),
    "north-east": (1, -1),
    "east": (1, 0),
    "south-east": (1, 1),
    "south": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (-1, -1),
}
"""The eight headings by name, clockwise: so many columns and rows from cell to cell."""
STEPS = tuple(DIRECTIONS.values())
HEADINGS = tuple(DIRECTIONS)
NOWHERE = -1
Spot = tuple[int, int]
"""A column and a row, from 0."""


class Grid:
    """The rows of a board, read: what mark stands where."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = rows
        self.marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        self.width, self.height = max(map(len, rows), default=0), len(rows)

    def of(self, mark: str) -> list[Spot]:
        """Where a mark stands."""
        return [spot for spot, found in self.marks.items() if found == mark]

    def around(self, spot: Spot) -> Iterator[Spot]:
        """The cells beside one, corners counted, that are on the board."""
        return (near for x, y in STEPS if (near := (spot[0] + x, spot[1] + y)) in self.marks)

    def shore(self, mark: str) -> list[Spot]:
        """The cells of the sea along an island, in the order of the board."""
        found = {near for spot in self.of(mark) for near in self.around(spot) if self.marks[near] == SEA}
        return sorted(found, key=lambda spot: spot[::-1])

    def waters(self) -> list[set[Spot]]:
        """The cells of the sea, those in one set that a ship can sail between."""
        left, out = set(self.of(SEA)), []
        while left:
            reached, edge = set(), [min(left)]
            while edge:
                spot = edge.pop()
                if spot in left:
                    left.remove(spot)
                    reached.add(spot)
                    edge += self.around(spot)
            out.append(reached)
        return sorted(out, key=len, reverse=True)


@dataclass(frozen=True, eq=False)
class Board:
    """The compiled board. Cells are numbers: the ports first, then the sea in the order of the rows."""

    spots: tuple[Spot, ...]
    width: int
    height: int
    ports: tuple[str, ...]
    ways: tuple[tuple[int, ...], ...]
    """For each cell the cell that lies ahead, by heading; `NOWHERE` where that is none."""
    exits: tuple[tuple[int, ...], ...]
    """For each port the headings of the arrows that lead out of it."""
    shores: Mapping[str, tuple[int, ...]]
    land: Mapping[str, tuple[Spot, ...]]
    """The cells of each island, which no ship enters: they have no numbers."""

    @classmethod
    def of(cls, files: Mapping[str, Any]) -> Board:
        """The board of a pack whose files have no fault."""
        grid, ports = Grid(files["board"].rows), files["ports"].ports
        spots = [*(grid.of(port.mark)[0] for port in ports.values()), *grid.of(SEA)]
        numbers = {spot: number for number, spot in enumerate(spots)}
        ways = tuple(tuple(numbers.get((x + dx, y + dy), NOWHERE) for dx, dy in STEPS) for x, y in spots)
        exits = tuple(tuple(sorted(HEADINGS.index(way) for way in port.exits)) for port in ports.values())
        islands = files["board"].islands
        shores = {name: tuple(numbers[s] for s in grid.shore(island.mark)) for name, island in islands.items()}
        land = {name: tuple(grid.of(island.mark)) for name, island in islands.items()}
        return cls(tuple(spots), grid.width, grid.height, tuple(ports), ways, exits, shores, land)

    @cached_property
    def along(self) -> Mapping[str, frozenset[int]]:
        """The cells along each shore, to be asked quickly."""
        return {name: frozenset(cells) for name, cells in self.shores.items()}

    @cached_property
    def beside(self) -> tuple[frozenset[int], ...]:
        """The cells beside each cell."""
        return tuple(frozenset(way for way in ways if way != NOWHERE) for ways in self.ways)

    def name(self, cell: int) -> str:
        """A cell as people write it: the port's id, or a letter for the column and the row's number from 1."""
        return self.ports[cell] if cell < len(self.ports) else self.square(cell)

    def square(self, cell: int) -> str:
        """A cell, be it a port, by its column and row."""
        x, y = self.spots[cell]
        return f"{chr(ord('a') + x) if x < 26 else f'z{x - 25}'}{y + 1}"
