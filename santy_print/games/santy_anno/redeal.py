"""Redeal: a view in, a state out in which its pirate sees just that; what lies hidden is dealt at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from santy_print.games.santy_anno.compiled import Card, Event
from santy_print.games.santy_anno.kinds import Seats
from santy_print.games.santy_anno.state import Arrival, Ending, Piece, Result, SantyState, SantyView, Setup


class _Round(NamedTuple):
    """What lay on the table in one round: pieces in reading order and the piece of the event."""

    row: tuple[int, ...]
    event: int | None


def redeal(setup: Setup, view: SantyView, rng: random.Random) -> SantyState:
    """A state that the view allows: the rounds that are over could have been played so, with these coins (T3, T7)."""
    row = _pieces_of(setup.deck, [card for card in view.row if card is not None])
    removed, stock = _removed(setup, view, row, rng)
    event, pile = _event(setup, view, row, rng)
    over: list[_Round] = []
    for number in range(view.round - 1):
        taken, stock = _taken(stock, setup.compiled.numbers.rounds[number], rng)
        events, pile = _taken(pile, int(setup.events), rng)
        over.append(_Round(taken, events[0] if events else None))
    return SantyState(
        setup,
        seats=view.seats,
        tiles=view.tiles,
        stock=stock,
        pile=pile,
        removed=removed,
        row=tuple(reversed(row)),
        event=event,
        arrivals=view.arrivals,
        next=view.pirate if view.actions else None,
        past=_past(setup, view, over, rng),
        ending=Ending(view.count),
    )


def _pieces_of(pieces: Sequence[Piece], cards: Sequence[Card | Event]) -> tuple[int, ...]:
    """A piece for each card; which of its copies does not show."""
    free = list(range(len(pieces)))
    found: list[int] = []
    for card in cards:
        found.append(next(piece for piece in free if pieces[piece].card is card))
        free.remove(found[-1])
    return tuple(found)


def _taken(pieces: tuple[int, ...], count: int, rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """So many pieces at random, and those that stay."""
    taken = tuple(rng.sample(pieces, count))
    return taken, tuple(piece for piece in pieces if piece not in taken)


def _removed(
    setup: Setup, view: SantyView, row: Sequence[int], rng: random.Random
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The basic cards that were taken out of an expert game, and what is left to be dealt (G2)."""
    unseen = tuple(piece for piece in range(len(setup.deck)) if piece not in row)
    if not setup.expert or len(view.tiles) < len(setup.pirates):
        return (), unseen
    basic = tuple(piece for piece in unseen if piece < setup.basic)
    removed, _ = _taken(basic, setup.compiled.numbers.expert_removes, rng)
    return removed, tuple(piece for piece in unseen if piece not in removed)


def _event(setup: Setup, view: SantyView, row: Sequence[int], rng: random.Random) -> tuple[int | None, tuple[int, ...]]:
    """The event of the round, which may lie there face down before the last card is laid; and the other events."""
    pile = tuple(range(len(setup.pile)))
    if view.event is not None:
        (event,) = _pieces_of(setup.pile, [view.event])
    elif setup.events and len(row) == len(view.row) - 1 and rng.random() < 0.5:
        event = rng.choice(pile)
    else:
        return None, pile
    return event, tuple(piece for piece in pile if piece != event)


def _past(setup: Setup, view: SantyView, over: Sequence[_Round], rng: random.Random) -> tuple[Result, ...]:
    """The rounds that are over, from the last back to the first: each begins where the one before it ended."""
    won = sorted(rng.sample(range(len(over)), len(view.coins)))
    mine = dict(zip(won, view.coins, strict=True))
    ends, past = view.tiles, []
    for number in reversed(range(len(over))):
        starts = _starts(setup, over[number], view.seats, ends)
        past.append(_result(setup, over[number], starts, ends, (view.pirate, mine.get(number, 0)), rng))
        ends = starts
    return tuple(reversed(past))


def _starts(setup: Setup, played: _Round, seats: Seats, ends: tuple[int, ...]) -> tuple[int, ...]:
    """The ships from which a round's cards lead to these: no card leads from two ships to one (C6)."""
    for step in reversed(setup.compiled.route(setup.cards(played.row), setup.event(played.event), seats)):
        ends = tuple(step.move.targets.index(ship) for ship in ends)
    return ends


def _result(
    setup: Setup,
    played: _Round,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    mine: tuple[int, int],
    rng: random.Random,
) -> Result:
    """A round in which one pirate earned this; who else was right, and how quickly, is left to luck (G8)."""
    me, coin = mine
    loot = list(setup.compiled.numbers.loot)
    others = [pirate for pirate in range(len(ends)) if pirate != me]
    rng.shuffle(others)
    before = loot.index(coin) if coin else rng.randint(0, min(len(others), len(loot)))
    after = rng.randint(0, min(len(others), len(loot) - 1) - before) if coin else 0
    right = [*others[:before], *([me] if coin else []), *others[before : before + after]]
    wrong = [pirate for pirate in range(len(ends)) if pirate not in right]
    sat = [Arrival(pirate, ends[pirate]) for pirate in right]
    sat += [Arrival(pirate, _elsewhere(setup, ends[pirate], rng)) for pirate in wrong]
    paid = dict(zip(right, loot, strict=False))
    earned = tuple(paid.get(pirate, 0) for pirate in range(len(ends)))
    return Result(played.row, played.event, starts, tuple(sat), ends, earned)


def _elsewhere(setup: Setup, ship: int, rng: random.Random) -> int:
    return (ship + rng.randrange(1, len(setup.compiled.ships))) % len(setup.compiled.ships)
