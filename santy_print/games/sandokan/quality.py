"""Quality: how even the ports of a set are, and how long its games, measured over games of bots from seeds.

Homes are drawn by chance, and so many play as can, in turn, so that neither a seat nor a bot's liking favours a port.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, quantiles
from typing import TYPE_CHECKING, Any

from santy_print.game import Dealer, playout
from santy_print.game.quality import BAD, GOOD, NEITHER, Compared, Data, Quality
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.passages import passage
from santy_print.games.sandokan.table import SandokanTable

if TYPE_CHECKING:
    from santy_print.documents.blocks import Block, Book

EVEN = (0.8, 1.25)
"""A port that wins so much of its share is neither favoured nor poor."""
SURE = 3.0
"""So many times as far as chance strays a port must lie from its share to be called so."""


class PortQuality(Quality):
    """Ports that win alike."""

    def measure(self, games: int, seed: int) -> Data:
        """How often each port wins of how often it would by chance; how long games are."""
        table = SandokanTable(self.pack)
        compiled, (least, most) = table.compiled, table.players
        ports = range(len(compiled.board.ports))
        won, chances, rounds, nights = [0.0] * len(ports), defaultdict[int, list[float]](list), [], 0
        for number in range(seed, seed + games):
            players = least + number % (most - least + 1)
            state: Any = table.new_state(players)
            for home in random.Random(number).sample(ports, players):
                state = state.apply(act.Home(home))
            end: Any = playout(state, table.bots(state, number).policies, random.Random(number), Dealer(number))
            for seat, home in enumerate(end.homes):
                won[home] += end.returns[end.players[seat]]
                chances[home].append(1 / players)
            rounds.append(end.turns / players)
            nights += end.turns >= compiled.head.rounds * players
        made = [self._port(port, won[port], chances[port]) for port in ports]
        shares = [port["share"] for port in made if port["share"] is not None]
        return {
            "pack": self.pack.id,
            "games": games,
            "seed": seed,
            "players": {"least": least, "most": most},
            "ports": made,
            "spread": {"least": min(shares), "most": max(shares)},
            "rounds": _rounds(rounds) | {"bound": compiled.head.rounds, "nights": nights},
        }

    def _port(self, port: int, won: float, chances: Sequence[float]) -> Data:
        """A port's share of what chance would give it, and how far chance lets that stray."""
        compiled, locale = self.pack.compiled, self.pack.locales[self.pack.head.source_language]
        board, due = compiled.board, sum(chances)
        share = round(won / due, 3) if due else None
        strays = round(sqrt(sum(p * (1 - p) for p in chances)) / due, 3) if due else None
        ways = {name: passage(board, port, cells) for name, cells in board.shores.items()}
        return {
            "port": board.ports[port],
            "name": locale.plain(f"port.{board.ports[port]}"),
            "treasure": compiled.treasures[compiled.laid[port]],
            "worth": compiled.worth[compiled.laid[port]],
            "games": len(chances),
            "won": round(won, 2),
            "share": share,
            "strays": strays,
            "steps": {name: len(way) if way else None for name, way in ways.items()},
            "says": _verdict(share, strays),
        }

    def figures(self, made: Data, other: Data) -> Iterable[Compared]:
        """Ports that win more alike make a better game; how long it is, is a matter of taste."""
        return [
            ("ports", len(made["ports"]), len(other["ports"]), NEITHER),
            ("the poorest port's share", made["spread"]["least"], other["spread"]["least"], GOOD),
            ("the richest port's share", made["spread"]["most"], other["spread"]["most"], BAD),
            ("rounds, mean", made["rounds"]["mean"], other["rounds"]["mean"], NEITHER),
            ("rounds of the longest", made["rounds"]["most"], other["rounds"]["most"], NEITHER),
        ]

    # Shown.

    def text(self, made: Data) -> str:
        """For a terminal."""
        from santy_print.documents import text

        return text.page(_title(made), [self._book(made)])

    def html(self, made: Data) -> str:
        """A page for a screen."""
        from santy_print.documents import html
        from santy_print.documents.fonts import Typography
        from santy_print.documents.words import AT_HOME

        book = self._book(made)
        return html.page(_title(made), book, {}, Typography(self.pack, book.langs), AT_HOME)

    def _book(self, made: Data) -> Book:
        from santy_print.documents.blocks import Book, Cover, Section

        home = self.pack.head.source_language
        title = self.pack.locales[home].plain("game.title")
        langs = ("en" if "en" in self.pack.locales else home,)
        sections = [
            Section("ports", "How even the ports are", self._ports(made), columns=1),
            Section("length", "How long a game is", _length(made["rounds"]), columns=1),
        ]
        if "compared" in made:
            sections.append(Section("beside", f"Beside {made['against']['pack']}", (_beside(made),), columns=1))
        return Book(langs, title, Cover(f"Quality of {made['pack']}"), tuple(sections), pages=1)

    def _ports(self, made: Data) -> tuple[Block, ...]:
        from santy_print.documents.blocks import Column, Paragraph, Table

        islands = list(self.pack.compiled.board.shores)
        rows = []
        for port in made["ports"]:
            share = "–" if port["share"] is None else f"{port['share']:.2f} ± {port['strays']:.2f}"
            steps = [str(port["steps"][name] or "–") for name in islands]
            rows.append((port["name"], share, str(port["worth"]), *steps, port["says"]))
        head = ("port", "wins", "worth", *islands, "")
        columns = (Column(), *[Column("right")] * (2 + len(islands)), Column(fill=True))
        players = f"{made['players']['least']} to {made['players']['most']}"
        counted = (
            f"Wins: how often the port has won of {made['games']} games of {players} bots, seed {made['seed']} on, "
            "in homes that chance drew: 1 is its share, and ± is how far chance alone strays from it. "
            "Worth: of the treasure that lies there. Then the steps to each island."
        )
        return (Table(tuple(rows), head, columns), Paragraph(_judgement(made)), Paragraph(counted, "note"))


def _title(made: Data) -> str:
    return f"The quality of {made['pack']}"


def _judgement(made: Data) -> str:
    uneven = [f"{port['name']} is {port['says']}" for port in made["ports"] if port["says"]]
    advice = f"{'; '.join(uneven)}." if uneven else "No port is favoured, and none is poor, as far as these games tell."
    strays = [port["strays"] or 1.0 for port in made["ports"]]
    return advice if max(strays) <= 0.1 else f"{advice} More games tell more: --games {made['games'] * 10}."


def _length(rounds: Data) -> tuple[Block, ...]:
    from santy_print.documents.blocks import Paragraph

    sentence = (
        f"{rounds['mean']:g} rounds; eight games in ten take {rounds['low']:g} to {rounds['high']:g}, the longest took "
        f"{rounds['most']:g} of the {rounds['bound']} after which night falls."
    )
    nights = f" Night fell in {rounds['nights']} of them." if rounds["nights"] else ""
    return (Paragraph(sentence + nights),)


def _beside(made: Data) -> Block:
    from santy_print.documents.blocks import Column, Table

    rows = tuple((row["figure"], f"{row['here']:g}", f"{row['there']:g}", row["says"]) for row in made["compared"])
    columns = (Column(), Column("right"), Column("right"), Column(fill=True))
    return Table(rows, ("", made["pack"], made["against"]["pack"], ""), columns)


def _rounds(rounds: Sequence[float]) -> Data:
    """The mean, what one in ten stays under and what one in ten goes beyond, the longest."""
    low, high = rounds[0], rounds[0]
    if len(rounds) > 1:
        low, *_, high = quantiles(rounds, n=10, method="inclusive")
    figures = {"mean": fmean(rounds), "low": low, "high": high, "most": max(rounds)}
    return {name: round(value, 1) for name, value in figures.items()}


def _verdict(share: float | None, strays: float | None) -> str:
    if share is None or strays is None or abs(share - 1) <= SURE * strays:
        return ""
    return "favoured" if share > EVEN[1] else "poor" if share < EVEN[0] else ""
