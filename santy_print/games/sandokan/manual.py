"""Manual: Sandokan's side of its rulebook: every number, table and example is computed from the board and the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from santy_print.documents.blocks import Block, Cell, Column, Cover, Fact, Figure, Grid, Inline, Table, Wide, Words
from santy_print.documents.manual import Manual, figure, table
from santy_print.documents.skeleton import FigureEntry, TableEntry
from santy_print.games.sandokan.compiled import Compiled
from santy_print.games.sandokan.passages import equals, passage, sums

if TYPE_CHECKING:
    from santy_print.documents.pictures import Pictures
    from santy_print.documents.skeleton import Skeleton
    from santy_print.pack import Pack
    from santy_print.text import Locale

THIN, TIE, JOIN = "\u202f", "\u00a0", "\u2060"
RULES = (("M", 8), ("T", 6), ("P", 6))
"""The rules by group: material, a turn, the places; how many numbers there are in each."""
SHARE = 0.78
"""So much of a page's width the board takes below its columns: the lists above it stay whole."""
MANY = 6
"""So many ways to the goal stand in a row of the answers, the shortest; where there are more its head says so."""

WHOLE = 8
"""A way of so many cells stands in one line; a longer one may break after a dash."""


class SandokanManual(Manual):
    """The rulebook's numbers, tables, figures and examples of one set in one language."""

    knot = "⚓"
    facts = (
        *(f"{group}{n}" for group, count in RULES for n in range(1, count + 1)),
        "setup",
        "combat",
        "control",
        "end",
    )

    def __init__(self, pack: Pack, locale: Locale, skeleton: Skeleton, pictures: Pictures) -> None:
        """Nothing is drawn yet: pictures are made as they are asked for."""
        self.set: Compiled = pack.compiled
        super().__init__(pack, locale, skeleton, pictures)

    def count(self) -> Mapping[str, Any]:
        """The numbers that texts are filled with, and the example of a way."""
        made, head, board = self.set, self.set.head, self.set.board
        values = {
            **{name: getattr(head, name) for name in ("hand", "hold", "goal", "ransom", "excess")},
            "publisher": head.credits.publisher,
            "year": head.credits.year,
            **{name: getattr(head.players, name) for name in ("least", "most", "age", "minutes")},
            "ports": len(board.ports),
            "cards": sum(made.copies),
            "events": len(made.events),
            "good": sum(event.good for event in made.events),
            "bad": sum(not event.good for event in made.events),
            "treasures": sum(made.supply),
            "spare_events": len(made.events) - len(board.ports),
            **{f"{island}_shore": len(cells) for island, cells in board.shores.items()},
        }
        return {**values, **self._example(), **self._trade()}

    def _example(self) -> dict[str, Any]:
        """The way that the figure of the board shows, in words."""
        board, way = self.set.board, self.set.example
        if not way.courses:
            return {"way": ""}
        cells, space = way.cells, f"{JOIN}{TIE}" if len(way.cells) <= WHOLE else " "
        return {
            "way": f"{TIE}–{space}".join(map(board.name, cells)),
            "way_port": self.locale.plain(f"port.{board.ports[way.port]}"),
            "way_start": board.square(way.port),
            "way_cells": len(cells),
            "way_turns": len(way.courses) - len(cells),
            "way_steps": len(way.courses),
            "way_cards": _plus(way.cards),
        }

    def _trade(self) -> dict[str, Any]:
        """The dearest treasure, and cards that buy it: two at least."""
        worth, values = self.set.worth, self.set.values
        dear = max(range(len(worth)), key=lambda treasure: worth[treasure])
        pays = [chosen for chosen in sums(values, worth[dear], worth[dear]) if len(chosen) > 1]
        return {
            "dear": self.locale.plain(f"treasure.{self.set.treasures[dear]}"),
            "dear_worth": worth[dear],
            "dear_cards": _plus(pays[0]) if pays else "",
        }

    def cover(self) -> Cover:
        """The black ship."""
        names = ("players", "age", "minutes")
        players = self.set.head.players
        keys = {"players": "players-only"} if players.least == players.most else {}
        facts = tuple(Fact(None, self.say(f"facts.{keys.get(name, name)}")) for name in names)
        drawn = self.pictures.shown(self.pictures.art("prao.svg"), self.locale.plain("card.movement"))
        return Cover(self.locale.plain("rulebook.name"), self.say("tagline"), drawn, facts, players.most)

    def port(self, number: int) -> str:
        """The name of a port."""
        return self.locale.plain(f"port.{self.set.board.ports[number]}")

    # Figures

    @figure("board")
    def _board(self, entry: FigureEntry) -> Block | None:
        """The whole board, with letters that can be read in a book; a pack's own board as that draws it."""
        found, homes = self.pictures.layout("board", "board"), []
        if self.pictures.faces is not None:
            if found is None:
                return None
            homes = [home[0].parent for name in (found[0], "figure-board") if (home := self.pack.layout(name))]
        if found and len(homes) == 2 and homes[0] == homes[1]:
            drawn = self.pictures.drawing("figure-board", found[1], words=True)
        else:
            drawn = self.pictures.face("board", "board")
        caption = self.say("labels.board")
        if self.values["way"]:
            caption = Words(f"{caption} {self.say('board.way')}")
        shown = Figure(self.pictures.shown(drawn), caption)
        return Wide(shown, share=SHARE) if entry.wide else shown

    @figure("cards")
    def _faces(self, entry: FigureEntry) -> Block | None:
        """The card of each sort that is worth the most, and the back of one."""
        cells, last = [], 0
        for kind, cards in (("movement", self.set.movement), ("combat", self.set.combat)):
            last = max(cards, key=lambda card: self.set.values[card])
            shown = self.pictures.shown(self.pictures.named(f"cards:{self.set.cards[last]}"))
            label = f"{self.locale.plain(f'card.{kind}')} {self.set.values[last]}"
            cells.append(Cell(shown, label=label))
        back = self.pictures.behind("cards", self.set.cards[last])
        if back or self.pictures.faces is None:
            cells.append(Cell(self.pictures.shown(back), label=self.label("back")))
        return Grid(tuple(cells), "faces")

    # Tables

    @table("box")
    def _box(self, entry: TableEntry) -> Block | None:
        """What is in the box."""
        made = self.set
        rows: list[tuple[Inline, ...]] = []
        for sort, cards in (("movement", made.movement), ("combat", made.combat)):
            each = ", ".join(f"{made.copies[c]}{THIN}×{THIN}{made.values[c]}" for c in cards)
            count = sum(made.copies[c] for c in cards)
            rows.append((str(count), self.say(f"labels.{sort}", n=count, each=each)))
        ports = len(made.board.ports)
        pieces = {
            "events": len(made.events),
            "treasures": sum(made.supply),
            "ships": ports,
            "tiles": ports + len(made.board.land),
        }
        rows += [(str(n), self.say(f"labels.{name}", n=n)) for name, n in pieces.items()]
        rows.append(("1", self.say("labels.sea", columns=made.board.width, rows=made.board.height)))
        return Table(tuple(rows), columns=(Column("right"), Column(fill=True)), numbered=True)

    @table("treasures")
    def _treasures(self, entry: TableEntry) -> Block | None:
        """What each treasure is worth, and the port it comes from."""
        made = self.set
        rows: list[tuple[Inline, ...]] = []
        for at in sorted(range(len(made.treasures)), key=lambda n: -made.worth[n]):
            ports = ", ".join(self.port(port) for port, laid in enumerate(made.laid) if laid == at)
            rows.append((self.locale.plain(f"treasure.{made.treasures[at]}"), str(made.worth[at]), ports or "–"))
        head = (self.label("treasure"), self.label("worth"), self.label("port"))
        return Table(tuple(rows), head, (Column(), Column("right"), Column(fill=True)))

    @table("distances")
    def _distances(self, entry: TableEntry) -> Block | None:
        """From each port to each place: steps, and the moves they take with the best card each."""
        board, best = self.set.board, max(self.set.values[card] for card in self.set.movement)
        islands = [(self.locale.plain(f"island.{name}"), cells) for name, cells in board.shores.items()]
        places = [*islands, *((self.port(port), (port,)) for port in range(len(board.ports)))]
        rows: list[tuple[Inline, ...]] = []
        for name, goals in places:
            row = [name]
            for port in range(len(board.ports)):
                way = passage(board, port, goals) if goals != (port,) else None
                row.append(f"{len(way)}{THIN}/{THIN}{-(-len(way) // best)}" if way else "–")
            rows.append(tuple(row))
        head = (self.label("to"), *(self.port(port) for port in range(len(board.ports))))
        return Table(tuple(rows), head, (Column(), *[Column("center", fill=True)] * len(board.ports)), small=True)

    @table("goals")
    def _goals(self, entry: TableEntry) -> Block | None:
        """For each home port what makes the goal with the treasure that lies there from the start."""
        made, goal = self.set, self.set.head.goal
        rows: list[tuple[Inline, ...]] = []
        most = 0
        for port, laid in enumerate(made.laid):
            own = made.worth[laid]
            found = sums(made.worth, goal - own, 8) if goal > own else []
            most = max(most, len(found))
            ways = ", ".join(map(_plus, found[:MANY]))
            rows.append((self.port(port), str(own), ways or "–"))
        head = (self.label("home"), self.label("own"), self.label("bring" if most > MANY else "bring-bare"))
        return Table(tuple(rows), head, (Column(), Column("right"), Column(fill=True)))

    @figure("vignette")
    def _vignette(self, entry: FigureEntry) -> Block | None:
        """An ornament for the foot of a column."""
        return self.ornament(entry)

    @table("prices")
    def _prices(self, entry: TableEntry) -> Block | None:
        """Both at one glance: for each value the cards that buy it, and what may be exchanged for as much."""
        found = equals(self.set.worth, self.set.head.hold)
        swaps: dict[int, list[str]] = {}
        for one, other in found:
            swaps.setdefault(sum(one), []).append(f"{_plus(one)}{TIE}={TIE}{_plus(other)}")
        prices = {*self.set.worth}
        rows = [
            (str(worth), self._pays(worth) if worth in prices else "–", ", ".join(swaps.get(worth, ())) or "–")
            for worth in sorted(prices | {*swaps}, reverse=True)
        ]
        heads = [
            Words(self.locale.markup("rulebook.pair", label=self.say(f"worth.{title}"), text=f"\n{self.label(name)}"))
            for title, name in (("pay", "pay"), ("swap", "exchange"))
        ]
        return Table(
            tuple(rows),
            (self.label("worth"), *heads),
            (Column("right"), Column(), Column(fill=True, edge=True)),
        )

    def _pays(self, price: int) -> str:
        """The cards that buy a treasure: two or more, exactly."""
        pays = [chosen for chosen in sums(self.set.values, price, price) if len(chosen) > 1]
        return ", ".join(map(_plus, pays)) or "–"


def _plus(values: Sequence[int]) -> str:
    """Values as a sum."""
    return f"{THIN}+{THIN}".join(map(str, values))
