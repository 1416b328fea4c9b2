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
from santy_print.game.phrase import worded
from santy_print.game.quality import BAD, GOOD, NEITHER, Compared, Data, Quality
from santy_print.games.sandokan import actions as act
from santy_print.games.sandokan.passages import passage
from santy_print.games.sandokan.table import SandokanTable

if TYPE_CHECKING:
    from santy_print.documents.blocks import Block, Book
    from santy_print.text import Locale

HOLD = "\u00a0"
"""A blank where no line may end."""
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
        spreads, rounds = ([both[part] for both in (made, other)] for part in ("spread", "rounds"))
        return [
            (worded("ports", "quality.number"), len(made["ports"]), len(other["ports"]), NEITHER),
            (worded("the poorest port's share", "quality.poorest"), spreads[0]["least"], spreads[1]["least"], GOOD),
            (worded("the richest port's share", "quality.richest"), spreads[0]["most"], spreads[1]["most"], BAD),
            (worded("rounds, mean", "quality.mean"), rounds[0]["mean"], rounds[1]["mean"], NEITHER),
            (worded("rounds of the longest", "quality.longest"), rounds[0]["most"], rounds[1]["most"], NEITHER),
        ]

    # Shown.

    def text(self, made: Data, language: str) -> str:
        """For a terminal."""
        from santy_print.documents import text

        book = self._book(made, language)
        return text.page(book.cover.name, [book])

    def html(self, made: Data, language: str) -> str:
        """A page for a screen."""
        from santy_print.documents import html
        from santy_print.documents.fonts import Typography
        from santy_print.documents.words import AT_HOME

        book = self._book(made, language)
        return html.page(book.cover.name, book, {}, Typography(self.pack, book.langs), AT_HOME)

    def _book(self, made: Data, language: str) -> Book:
        from santy_print.documents.blocks import Book, Cover, Section

        words = self.pack.locales[language]
        title = words.plain("game.title")
        sections = [
            Section("ports", words.plain("quality.ports"), self._ports(made, words), columns=1),
            Section("length", words.plain("quality.length"), _length(made["rounds"], words), columns=1),
        ]
        if "compared" in made:
            beside = words.plain("compared.beside", pack=made["against"]["pack"])
            sections.append(Section("beside", beside, (self._beside(made, words),), columns=1))
        cover = Cover(words.plain("quality.title", title=title))
        return Book((language,), title, cover, tuple(sections), pages=1)

    def _beside(self, made: Data, words: Locale) -> Block:
        from santy_print.documents.blocks import Column, Table

        columns = (Column(), Column("right"), Column("right"), Column(fill=True))
        return Table(tuple(self.beside(made, words)), ("", made["pack"], made["against"]["pack"], ""), columns)

    def _ports(self, made: Data, words: Locale) -> tuple[Block, ...]:
        from santy_print.documents.blocks import Column, Paragraph, Table

        islands = list(self.pack.compiled.board.shores)
        rows = []
        for port in made["ports"]:
            steps = [str(port["steps"][name] or "–") for name in islands]
            says = words.plain(f"quality.{port['says']}") if port["says"] else ""
            name = words.plain(f"port.{port['port']}")
            rows.append((name, _share(port["share"], port["strays"], words), str(port["worth"]), *steps, says))
        named = [words.plain(f"island.{name}") for name in islands]
        head = (*(words.plain(f"quality.{name}") for name in ("port", "wins", "worth")), *named, "")
        columns = (Column(), *[Column("right")] * (2 + len(islands)), Column(fill=True))
        counted = words.plain("quality.counted", games=made["games"], seed=made["seed"], **made["players"])
        return (Table(tuple(rows), head, columns), Paragraph(_judgement(made, words)), Paragraph(counted, "note"))


def _share(share: float | None, strays: float | None, words: Locale) -> str:
    """How often a port wins, and how far chance strays; on one line, whatever room there is."""
    if share is None or strays is None:
        return "–"
    return HOLD.join((words.grammar.number(share, 2), "±", words.grammar.number(strays, 2)))


def _judgement(made: Data, words: Locale) -> str:
    uneven = [
        words.plain(f"quality.uneven-{port['says']}", port=words.plain(f"port.{port['port']}"))
        for port in made["ports"]
        if port["says"]
    ]
    advice = " ".join(uneven) or words.plain("quality.even")
    strays = [port["strays"] or 1.0 for port in made["ports"]]
    return advice if max(strays) <= 0.1 else f"{advice} {words.plain('quality.more', n=made['games'] * 10)}"


def _length(rounds: Data, words: Locale) -> tuple[Block, ...]:
    from santy_print.documents.blocks import Paragraph

    sentence = words.plain(
        "quality.rounds", **{name: rounds[name] for name in ("mean", "low", "high", "most", "bound")}
    )
    nights = f" {words.plain('quality.nights', n=rounds['nights'])}" if rounds["nights"] else ""
    return (Paragraph(sentence + nights),)


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
