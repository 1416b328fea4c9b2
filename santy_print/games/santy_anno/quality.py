"""Quality: a compiled set in, how good a game it makes out: different moves, who moves where, how hard, what is double.

Everything is counted over all cards and ships and, where the table's order or a deal matters, over the games that the
given seeds deal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from statistics import fmean, quantiles
from typing import Any

from santy_print.games.santy_anno.compiled import Card, Compiled
from santy_print.games.santy_anno.deal import deal
from santy_print.games.santy_anno.kinds import KINDS, Fleet, Seats
from santy_print.games.santy_anno.state import LEVELS

STEPS = {
    "look": "look at one feature of a ship",
    "compare": "compare it with what is struck out",
    "reckon": "add or take away",
    "count": "count one seat on",
    "swap": "picture two colours exchanged",
    "find": "find the ship that looks so among the others",
}
WEIGHTS = {"look": 1.0, "compare": 1.0, "reckon": 1.0, "count": 1.0, "swap": 3.0}
"""What a step costs a person. To find a ship costs one for every four ships: eyes take in about two at a glance, and
half of them are looked at on average."""

Data = dict[str, Any]


def quality(compiled: Compiled, seeds: Sequence[int]) -> Data:
    """The report as plain data; `seeds` deal the games that are looked at."""
    levels = _levels(compiled)
    games = {level: [deal(compiled, seed, level) for seed in seeds] for level in levels}
    tables = _tables(compiled, games)
    return {
        "pack": compiled.id,
        "cards": sum(card.copies for card in compiled.cards),
        "faces": len(compiled.cards),
        "ships": len(compiled.ships),
        "games": len(seeds),
        "moves": _different(compiled, tables),
        "kinds": _kinds(compiled),
        "spread": _spread(compiled, tables),
        "steps": [{"step": step, "costs": weight(step, compiled.fleet), "means": says} for step, says in STEPS.items()],
        "levels": [{"level": level, "rounds": _rounds(compiled, games[level])} for level in levels],
        "redundant": _redundant(compiled, tables),
    }


def weight(step: str, fleet: Fleet) -> float:
    """What a step costs with these ships."""
    return WEIGHTS.get(step, len(fleet) / 4)


def effort(card: Card, fleet: Fleet, ship: int) -> float:
    """What it costs to follow a card from a ship."""
    return sum(weight(step, fleet) for step in KINDS[card.kind].labour(card.data, fleet, ship))


def _levels(compiled: Compiled) -> list[str]:
    there = {card.level for card in compiled.cards}
    return [level for level in LEVELS if level in there]


def _tables(compiled: Compiled, games: Mapping[str, Sequence[Data]]) -> list[Seats]:
    """The orders of the ships around the table; each once."""
    dealt = [compiled.seats(game["seats"]) for level in games.values() for game in level]
    return list(dict.fromkeys([compiled.seats(), *dealt]))


def _different(compiled: Compiled, tables: Iterable[Seats]) -> Data:
    """How many different moves the cards make around a table: the least, the mean, the most."""
    counts = [len({compiled.move(card, seats) for card in compiled.cards}) for seats in tables]
    return {"least": min(counts), "mean": round(fmean(counts), 2), "most": max(counts)}


def _kinds(compiled: Compiled) -> list[Data]:
    """For each kind of card: how many, what part of the pirates they move, what they cost."""
    kinds: dict[tuple[str, bool], list[Card]] = defaultdict(list)
    for card in compiled.cards:
        kinds[card.kind, bool(card.params.get("struck"))].append(card)
    seats, ships = compiled.seats(), range(len(compiled.ships))
    return [
        {
            "kind": f"{kind}, struck out" if struck else kind,
            "of": kind,
            "struck": struck,
            "cards": sum(card.copies for card in cards),
            "moved": round(_mean((len(compiled.move(c, seats)) / len(ships), c.copies) for c in cards), 4),
            "effort": round(_mean((_effort_of(compiled, c), c.copies) for c in cards), 2),
        }
        for (kind, struck), cards in kinds.items()
    ]


def _effort_of(compiled: Compiled, card: Card) -> float:
    return fmean(effort(card, compiled.fleet, ship) for ship in range(len(compiled.ships)))


def _mean(weighed: Iterable[tuple[float, int]]) -> float:
    pairs = list(weighed)
    return sum(value * times for value, times in pairs) / sum(times for _, times in pairs)


def _spread(compiled: Compiled, tables: Sequence[Seats]) -> Data:
    """From each ship to each: the share of cards that lead there; and how many targets that is worth."""
    n, total = len(compiled.ships), sum(card.copies for card in compiled.cards)
    ways = [[0.0] * n for _ in range(n)]
    for seats in tables:
        for card in compiled.cards:
            move = compiled.move(card, seats)
            for ship in range(n):
                ways[ship][move[ship]] += card.copies / total / len(tables)
    ships: list[Data] = [
        {
            "ship": ship.id,
            "name": ship.name,
            "stays": round(ways[at][at], 4),
            "to": [round(share, 4) for share in ways[at]],
            "reaches": sum(1 for other in range(n) if other != at and ways[at][other] > 0),
            "worth": round(_worth([share for other, share in enumerate(ways[at]) if other != at]), 2),
        }
        for at, ship in enumerate(compiled.ships)
    ]
    return {"of": n - 1, "worth": round(fmean(ship["worth"] for ship in ships), 2), "ships": ships}


def _worth(shares: Sequence[float]) -> float:
    """So many equally likely targets would be as hard to guess: the exponential of the entropy."""
    total = sum(shares)
    return exp(-sum(s / total * log(s / total) for s in shares if s > 0)) if total else 0.0


def _rounds(compiled: Compiled, games: Sequence[Data]) -> list[Data]:
    """For each round: what it costs a person to follow, and how often a pirate ends where it began."""
    cards = {card.id: card for card in compiled.cards}
    made = []
    for number, size in enumerate(compiled.numbers.rounds):
        costs, homes = [], Counter[bool]()
        for game in games:
            dealt = game["rounds"][number]
            for start, end in dealt["targets"].items():
                costs.append(_way(compiled, cards, dealt["steps"], start))
                homes[start == end] += 1
        low, high = _tenths(costs)
        made.append(
            {
                "round": number + 1,
                "cards": size,
                "mean": round(fmean(costs), 1),
                "low": round(low, 1),
                "high": round(high, 1),
                "home": round(homes[True] / len(costs), 4),
            }
        )
    return made


def _way(compiled: Compiled, cards: Mapping[str, Card], steps: Sequence[Data], start: str) -> float:
    here, cost = start, 0.0
    for step in steps:
        cost += effort(cards[step["card"]], compiled.fleet, compiled.ship(here))
        here = step["after"][start]
    return cost


def _tenths(costs: Sequence[float]) -> tuple[float, float]:
    """What one in ten stays under, and what one in ten goes beyond."""
    if len(costs) < 2:
        return costs[0], costs[0]
    cuts = quantiles(costs, n=10, method="inclusive")
    return cuts[0], cuts[-1]


def _redundant(compiled: Compiled, tables: Sequence[Seats]) -> list[Data]:
    """Cards of different faces that move everybody alike at every table, and cards that move nobody."""
    alike: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for card in compiled.cards:
        alike[tuple(compiled.move(card, seats) for seats in tables)].append(card.id)
    return [{"cards": ids, "moves": len(moves[0])} for moves, ids in alike.items() if len(ids) > 1 or not moves[0]]
