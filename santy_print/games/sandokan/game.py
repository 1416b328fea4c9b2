"""Sandokan, the game of ships and treasures. Files in, a compiled set out; what is printed of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from santy_print.diag import Report
from santy_print.games.sandokan.board import HEADINGS, Board, Spot
from santy_print.games.sandokan.checks import run_checks
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.model import FILES
from santy_print.registry import Game, Item, Spoken, Where
from santy_print.schema import Strict

if TYPE_CHECKING:
    from santy_print.documents import Document
    from santy_print.games.sandokan.manual import SandokanManual
    from santy_print.games.sandokan.quality import PortQuality
    from santy_print.games.sandokan.study import SandokanStudy
    from santy_print.games.sandokan.table import SandokanTable
    from santy_print.pack import Pack

NAMED = 4
"""The name of a port on the board of a book is at most so many cells long."""


class Sandokan(Game):
    """The rules of Sandokan, as a pack needs them."""

    name = "sandokan"
    files: Mapping[str, type[Strict]] = FILES
    spoken: Mapping[str, Spoken] = {
        "ports": Spoken("port", "ports", ("", ".ship")),
        "treasures": Spoken("treasure", "treasures", ("",)),
        "events": Spoken("event", "events", (".name", ".line")),
    }

    def compile(self, files: Mapping[str, Any], where: Where, report: Report) -> Compiled | None:
        """Run every check, then number everything; None where there is an error."""
        before = len(report.errors)
        run_checks(files, where, report)
        return Compiled.of(files) if len(report.errors) == before else None

    def collections(self, compiled: Compiled) -> Mapping[str, Sequence[Item]]:
        """The printable items: cards, events, treasures, ports with their ships, islands, and the board."""
        cards = [
            {"id": id, "kind": "movement" if at in compiled.movement else "combat"}
            | {"value": compiled.values[at], "copies": compiled.copies[at]}
            for at, id in enumerate(compiled.cards)
        ]
        events = [
            {"id": event.id, "kind": "good" if event.good else "bad", "does": [dict(verb) for verb in event.does]}
            for event in compiled.events
        ]
        treasures = [
            {"id": id, "value": compiled.worth[at], "copies": compiled.supply[at]}
            for at, id in enumerate(compiled.treasures)
        ]
        board = compiled.board
        ports = [
            {"id": id, "colour": compiled.colours[at], "treasure": compiled.treasures[compiled.laid[at]]}
            | {"column": board.spots[at][0], "row": board.spots[at][1], "exits": [HEADINGS[h] for h in board.exits[at]]}
            for at, id in enumerate(board.ports)
        ]
        islands = [{"id": name} for name in board.land]
        places: dict[str, Sequence[Item]] = {"ports": ports, "islands": islands, "board": [_board(compiled)]}
        return {"cards": cards, "events": events, "treasures": treasures, **places}

    def documents(self, pack: Pack) -> Mapping[str, Document]:
        """The reference sheet and the answer sheet."""
        from santy_print.games.sandokan.leaflets import leaflets

        return leaflets(pack)

    def quality(self, pack: Pack) -> PortQuality:
        """How even the ports are, over games of bots."""
        from santy_print.games.sandokan.quality import PortQuality

        return PortQuality(pack)

    def study(self, pack: Pack) -> SandokanStudy:
        """Who wins by seat and home, and how long it takes, over many games of bots."""
        from santy_print.games.sandokan.study import SandokanStudy

        return SandokanStudy(pack)

    def manual(self) -> type[SandokanManual]:
        """The numbers, tables and examples of the rulebook."""
        from santy_print.games.sandokan.manual import SandokanManual

        return SandokanManual

    def table(self, pack: Pack) -> SandokanTable:
        """What the text-mode table needs: states, bots, words and records."""
        from santy_print.games.sandokan.table import SandokanTable

        return SandokanTable(pack)


def _board(compiled: Compiled) -> dict[str, Any]:
    """The board as faces draw it: its size in cells, the sea, each island's land and shore; the example of a way."""
    board = compiled.board
    islands = [
        {
            "id": name,
            "land": [_cell(spot) for spot in land],
            "shore": [_cell(board.spots[c]) for c in board.shores[name]],
        }
        | {"column": min(x for x, _ in land), "row": min(y for _, y in land)}
        | {"width": 1 + max(x for x, _ in land) - min(x for x, _ in land)}
        | {"height": 1 + max(y for _, y in land) - min(y for _, y in land)}
        for name, land in board.land.items()
    ]
    sea = [_cell(spot) for spot in board.spots[len(board.ports) :]]
    trip = compiled.example
    way = [_cell(board.spots[c]) for c in (trip.port, *trip.cells)] if trip.courses else []
    places = {"sea": sea, "islands": islands, "rose": _rose(board), "way": way}
    return {"id": "board", "columns": board.width, "rows": board.height, **places}


def _rose(board: Board) -> dict[str, int] | None:
    """The middle of the widest open water, where a rose of three by three cells covers no shore, way out or name."""
    taken = {board.spots[c] for cells in board.shores.values() for c in cells}
    for port in range(len(board.ports)):
        taken |= {board.spots[port], *(board.spots[board.ways[port][way]] for way in board.exits[port])}
        taken |= _named(board, port)
    inner = [(x, y) for x, y in board.spots if 0 < x < board.width - 1 and 0 < y < board.height - 1]

    def room(spot: tuple[int, int]) -> int:
        return min((max(abs(spot[0] - x), abs(spot[1] - y)) for x, y in taken), default=board.width)

    best = max(inner, key=lambda spot: (room(spot), spot[1], -spot[0]), default=None)
    return _cell(best) if best and room(best) > 1 else None


def _named(board: Board, port: int) -> set[Spot]:
    """The cells where a book has the name of a port: beside it where no arrow leads out, or else below or above it."""
    column, row = board.spots[port]
    exits = {HEADINGS[way] for way in board.exits[port]}
    right = column + NAMED < board.width
    to_right, to_left = right and "east" not in exits, column >= NAMED and "west" not in exits
    side = 1 if to_right or (right and not to_left) else -1
    others = (row + 1, row + 2) if row + 1 < board.height else (row - 1, row - 2)
    rows: tuple[int, ...] = (row,) if to_right or to_left else others
    return {(column + n * side, y) for n in range(NAMED + 1) for y in rows}


def _cell(spot: tuple[int, int]) -> dict[str, int]:
    return {"column": spot[0], "row": spot[1]}


GAME = Sandokan()
