"""Checks: the files of a Sandokan pack in, every fault found out. Each names the fact that it asks for.

Causes come before consequences: marks and names, then the board, then whether the game can be played to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import Any

from santy_print.diag import Hint, Report, did_you_mean, plural, register
from santy_print.games.sandokan.board import DIRECTIONS, SEA, STEPS, Grid
from santy_print.games.sandokan.model import ISLANDS
from santy_print.registry import Where

register("board-mark", "a mark on the board means nothing, is used twice, or is not on the board")
register("board-hole", "a row of the board is longer or shorter than the others")
register("board-shore", "an island has more or fewer cells along its shore than it is said to have")
register("board-port", "a port stands several times on the board, or not on its rim")
register("board-waters", "a part of the sea cannot be sailed to from the rest")
register("port-exit", "a way out of a port leads to no cell of the sea, or there are not enough of them")
register("port-name", "a port or an event names a treasure or colour that the pack does not have")
register("port-twice", "two ports have the same colour")
register("goal-reach", "there are not treasures enough on the board and in the chest to win")
register("captains-few", "the numbers of players, captains and ports do not fit together")
register("cards-few", "there are too few cards to deal, to sail or to fight with")
register("cards-many", "the cards of a sort make too many choices for one hand")
register("events-few", "there are fewer event cards than ports, or none of them is good")

EXITS = 3
"""So many ways lead out of a port (M7)."""
MANY = 20_000
"""So many choices of one sort of cards a hand allows at most: all of them are open to who lays cards."""


@dataclass
class Context:
    """What the checks look at. `sound` holds what no check found a fault in: later ones ask."""

    files: Mapping[str, Any]
    where: Where
    report: Report
    grid: Grid = field(init=False)

    def __post_init__(self) -> None:
        self.grid = Grid(self.files["board"].rows)

    @property
    def islands(self) -> Mapping[str, Any]:
        """The islands by name."""
        islands: Mapping[str, Any] = self.files["board"].islands
        return islands

    @property
    def ports(self) -> Mapping[str, Any]:
        """The ports by id."""
        ports: Mapping[str, Any] = self.files["ports"].ports
        return ports

    @property
    def head(self) -> Any:
        """`pack.yaml`."""
        return self.files["pack"]

    def error(self, fact: str, code: str, message: str, path: tuple[str | int, ...], *hints: Hint) -> None:
        """Add an error at a place in one of the files (the first part of the path names the file)."""
        self.report.error(code, message, self.where(*path), *hints, fact=fact)


def run_checks(files: Mapping[str, Any], where: Where, report: Report) -> None:
    """Run every check, a stage after the other; the board is judged only where its marks can be read."""
    context = Context(files, where, report)
    for checks in STAGES:
        before = len(report.errors)
        for check in checks:
            check(context)
        if len(report.errors) > before:
            return
        report.stage += 1


def _marks(context: Context) -> None:
    """Every mark of the board is the sea, an island or a port, and each of these stands on it (M7)."""
    known: dict[str, tuple[str | int, ...]] = {}
    wanted = [(island.mark, ("board", "islands", name)) for name, island in context.islands.items()]
    wanted += [(port.mark, ("ports", "ports", id)) for id, port in context.ports.items()]
    for mark, path in wanted:
        if mark in known:
            message = f"the mark `{mark}` stands for `{known[mark][-1]}` already"
            context.error("M7", "board-mark", message, (*path, "mark"), "choose another letter, in the rows, too")
        elif not context.grid.of(mark):
            message = f"`{path[-1]}` is not on the board: no row has its mark `{mark}`"
            context.error("M7", "board-mark", message, (*path, "mark"), f"write {mark} into a row of board.yaml")
        known.setdefault(mark, path)
    for y, row in enumerate(context.grid.rows):
        for mark in dict.fromkeys(row):
            if mark != SEA and mark not in known:
                message = f"the mark `{mark}` in row {y + 1} is neither an island nor a port"
                hint = f"a dot is the sea; known are {', '.join(f'`{one}`' for one in known)}"
                context.error("M7", "board-mark", message, ("board", "rows", y), hint)
    for name in ISLANDS:
        if name not in context.islands:
            message = f"the board has no island `{name}`"
            context.error("M7", "board-mark", message, ("board", "islands"), f"add `{name}: {{mark: ..., shore: 16}}`")


def _holes(context: Context) -> None:
    """All rows are equally long: a grid without holes (M7)."""
    counts = Counter(map(len, context.grid.rows))
    width = max(counts, key=lambda length: (counts[length], length))
    for y, row in enumerate(context.grid.rows):
        if len(row) != width:
            what, much = ("add", width - len(row)) if len(row) < width else ("take away", len(row) - width)
            message = f"row {y + 1} has {len(row)} cells, the others have {width}"
            context.error("M7", "board-hole", message, ("board", "rows", y), f"{what} {much}; a dot is the sea")


def _names(context: Context) -> None:
    """Treasures and colours that are named are there (M3)."""
    treasures, palette = context.files["treasures"].treasures, context.head.palette
    owners: dict[str, str] = {}
    for id, port in context.ports.items():
        if port.treasure not in treasures:
            message = f"there is no treasure `{port.treasure}`"
            near = partial(did_you_mean, port.treasure, list(treasures))
            context.error("M3", "port-name", message, ("ports", "ports", id, "treasure"), near)
        if port.colour not in palette:
            message = f"the palette has no colour `{port.colour}`"
            near = partial(did_you_mean, port.colour, list(palette))
            context.error("M3", "port-name", message, ("ports", "ports", id, "colour"), near)
        if port.colour in owners:
            message = f"`{owners[port.colour]}` is {port.colour} already"
            context.error(
                "M3", "port-twice", message, ("ports", "ports", id, "colour"), "each port's ship has its own colour"
            )
        owners.setdefault(port.colour, id)
    for id, event in context.files["events"].events.items():
        for n, verb in enumerate(event.does):
            kind = getattr(verb, "treasure", None)
            if kind is not None and kind not in treasures:
                near = partial(did_you_mean, kind, list(treasures))
                at = ("events", "events", id, "does", n, "treasure")
                context.error("M6", "port-name", f"there is no treasure `{kind}`", at, near)


def _rim(context: Context) -> None:
    """A port is one cell on the rim of the board (M7)."""
    grid = context.grid
    for id, port in context.ports.items():
        spots = grid.of(port.mark)
        if len(spots) > 1:
            message = f"the port `{id}` is one cell; the board has {len(spots)} of its mark `{port.mark}`"
            context.error("M7", "board-port", message, ("board", "rows", spots[1][1]), "leave one of them")
        elif not (spots[0][0] in (0, grid.width - 1) or spots[0][1] in (0, grid.height - 1)):
            message = f"the port `{id}` lies within the board"
            context.error("M7", "board-port", message, ("board", "rows", spots[0][1]), "move it to the rim")


def _shores(context: Context) -> None:
    """Each island has exactly the shore that it is said to have (M7)."""
    for name, island in context.islands.items():
        cells = len(context.grid.shore(island.mark))
        if cells != island.shore:
            land = len(context.grid.of(island.mark))
            message = f"`{name}` has {cells} cells along its shore, not {island.shore}"
            hint = f"it covers {land} cells; a rectangle of a by b in the open sea has 2(a + b) + 4"
            context.error(
                "M7", "board-shore", message, ("board", "islands", name, "shore"), hint, f"or write `shore: {cells}`"
            )


def _waters(context: Context) -> None:
    """All the sea is one, so that every place can be sailed to and nobody is stuck (M7)."""
    first, *others = context.grid.waters() or [set()]
    for cut in others:
        x, y = min(cut, key=lambda spot: spot[::-1])
        more = f" and {plural(len(cut) - 1, 'cell')} beside it" if len(cut) > 1 else ""
        message = f"from row {y + 1}, column {x + 1}{more} no ship can sail to the rest of the sea"
        context.error("M7", "board-waters", message, ("board", "rows", y), "open a way: write a dot between them")
    if not first:
        context.error("M7", "board-waters", "the board has no sea", ("board", "rows"), "a dot is a cell of the sea")


def _exits(context: Context) -> None:
    """Three arrows lead out of each port, each to a cell of the sea (M7)."""
    grid = context.grid
    for id, port in context.ports.items():
        x, y = grid.of(port.mark)[0]
        around = dict(zip(DIRECTIONS, STEPS, strict=True))
        free = [name for name, (dx, dy) in around.items() if grid.marks.get((x + dx, y + dy)) == SEA]
        hint = f"from there {', '.join(f'`{name}`' for name in free) or 'nothing'} leads to the sea"
        for n, way in enumerate(port.exits):
            if way not in free:
                message = f"the way {way} out of `{id}` leads to no cell of the sea"
                context.error("M7", "port-exit", message, ("ports", "ports", id, "exits", n), hint)
        if len(set(port.exits)) != EXITS:
            message = f"{len(set(port.exits))} ways lead out of `{id}`: {EXITS} are wanted"
            context.error("M7", "port-exit", message, ("ports", "ports", id, "exits"), hint)


def _players(context: Context) -> None:
    """For each player there is a captain and a port (M1)."""
    head, ports = context.head, len(context.ports)
    if head.players.least > head.players.most:
        message = f"at least {head.players.least} and at most {head.players.most} play"
        context.error("M1", "captains-few", message, ("pack", "players", "least"), "change the two")
    for what, count, key in (("captains", len(head.captains), "captains"), ("ports", ports, "players")):
        if head.players.most > count:
            message = f"{head.players.most} can play, but there are {count} {what}"
            context.error("M1", "captains-few", message, ("pack", key), f"write `most: {count}`, or add {what}")
    for n, captain in enumerate(head.captains):
        if captain in head.captains[:n]:
            path = ("pack", "captains", n)
            context.error("M1", "captains-few", f"`{captain}` is listed twice", path, "take one of them away")


def _cards(context: Context) -> None:
    """The cards suffice for every hand, and there are some of either sort (M4, M5)."""
    cards, head = context.files["cards"].cards, context.head
    count = sum(card.copies for card in cards.values())
    wanted = head.hand * head.players.most
    if count <= wanted:
        message = (
            f"{head.players.most} hands of {head.hand} cards want {wanted}, and one more to take: there are {count}"
        )
        context.error("M5", "cards-few", message, ("cards", "cards"), "raise `copies`, or lower `hand` in pack.yaml")
    for kind in ("movement", "combat"):
        if all(card.kind != kind for card in cards.values()):
            context.error("M4", "cards-few", f"there is no {kind} card", ("cards", "cards"), "add one")
        ways = prod(card.copies + 1 for card in cards.values() if card.kind == kind)
        if ways > MANY:
            message = f"the {kind} cards can be laid in {ways:,} ways, and at most {MANY:,} can be looked at"
            hint = "have fewer values, or lower `copies`"
            context.error("M5", "cards-many", message, ("cards", "cards"), hint)
    seen: dict[tuple[str, int], str] = {}
    for id, card in cards.items():
        if (card.kind, card.value) in seen:
            message = f"`{seen[card.kind, card.value]}` is a {card.kind} card of value {card.value}, too"
            context.error("M4", "cards-few", message, ("cards", "cards", id), "raise its `copies` instead")
        seen.setdefault((card.kind, card.value), id)


def _events(context: Context) -> None:
    """An event card lies at each port (M1), and one of them at least lets somebody win."""
    events = context.files["events"].events
    if len(events) < len(context.ports):
        message = f"there are {len(events)} event cards for {len(context.ports)} ports"
        context.error("M1", "events-few", message, ("events", "events"), "one is laid at each port: add some")
    if all(event.kind == "bad" for event in events.values()):
        message = "no event is good: nobody would ever win at the quay"
        context.error("M1", "events-few", message, ("events", "events"), "make one `kind: good`")


def _goal(context: Context) -> None:
    """The treasures there are suffice for one player to win (M6)."""
    treasures = context.files["treasures"].treasures
    worth = sum(treasure.value * treasure.copies for treasure in treasures.values())
    if worth < context.head.goal:
        message = f"all treasures together are worth {worth}, and {context.head.goal} win"
        context.error("M6", "goal-reach", message, ("pack", "goal"), f"write `goal: {worth}` or less, or add treasures")
    elif (won := _within_reach(context)) < context.head.goal:
        message = (
            f"from ports, by trade and by events treasures worth {won} leave the chest, and {context.head.goal} win"
        )
        hint = f"write `goal: {won}` or less, or add an event with `gain` or `buy`"
        context.error("M6", "goal-reach", message, ("pack", "goal"), hint)
    laid = Counter(port.treasure for port in context.ports.values())
    for id, count in laid.items():
        if count > treasures[id].copies:
            message = f"{count} ports hold a `{id}`, and there are {treasures[id].copies}"
            context.error(
                "M6", "goal-reach", message, ("treasures", "treasures", id, "copies"), f"write {count} or more"
            )


def _within_reach(context: Context) -> int:
    """What all treasures are worth that can leave the chest.

    Of kinds that events give or sell all can; of others those at ports, and one for each player by trade (P1).
    """
    treasures, events = context.files["treasures"].treasures, context.files["events"].events
    verbs = [verb for event in events.values() for verb in event.does]
    given = max((treasures[verb.treasure].value for verb in verbs if verb.verb == "gain"), default=0)
    market = any(verb.verb == "buy" for verb in verbs)
    sold = _for_sale(context)
    laid = Counter(port.treasure for port in context.ports.values())
    worth, trades = 0, []
    for id, treasure in treasures.items():
        free = treasure.value <= given or (market and treasure.value in sold)
        out = treasure.copies if free else min(laid[id], treasure.copies)
        worth += out * treasure.value
        trades += [treasure.value] * (treasure.copies - out if treasure.value in sold else 0)
    return int(worth + sum(sorted(trades, reverse=True)[: context.head.players.most]))


def _for_sale(context: Context) -> set[int]:
    """The values that can be paid exactly: with two cards or more, or with a lesser treasure and one (P1, P2)."""
    values = {treasure.value for treasure in context.files["treasures"].treasures.values()}
    paid = {(0, 0)}
    for card in context.files["cards"].cards.values():
        for _ in range(min(card.copies, max(values) // card.value)):
            more = {(worth + card.value, min(2, count + 1)) for worth, count in paid}
            if more <= paid:
                break
            paid |= {one for one in more if one[0] <= max(values)}
    lesser = {
        (price, 2)
        for price in values
        for less in values
        if less < price and {(price - less, 1), (price - less, 2)} & paid
    }
    return {price for price in values if (price, 2) in paid | lesser}


STAGES: tuple[tuple[Callable[[Context], None], ...], ...] = (
    (_marks, _holes, _names),
    (_rim, _shores, _waters),
    (_exits, _players, _cards, _events, _goal),
)
"""Marks and names; the board they stand for; whether it can be played."""
