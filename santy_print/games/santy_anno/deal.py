"""Deal: a compiled set and a seed in, the rounds of one game out: cards, event, every ship's way, the true ships.

Who runs where changes nothing about the cards, so the game is played by pirates who simply sit down; chance alone draws
from the seed, as it does when people play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from santy_print.game import CHANCE, Dealer
from santy_print.games.santy_anno.compiled import Compiled, Event
from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import Seats
from santy_print.games.santy_anno.state import LEVELS, SantyState, new_state


def deal(compiled: Compiled, seed: int, level: str, seats: Seats | None = None) -> dict[str, Any]:
    """One game's rounds; `seats` lays the ships otherwise than chance would, the cards stay the same."""
    chance, rng = Dealer(seed), random.Random(0)
    state = new_state(compiled, compiled.numbers.players.least, *LEVELS[level])
    rounds: list[dict[str, Any]] = []
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.apply(chance(state, rng))
            continue
        if len(rounds) < state.round:
            rounds.append(_round(state if seats is None else replace(state, seats=seats)))
        state = state.apply(state.actions()[0])
    chosen = state.seats if seats is None else seats
    ids = [ship.id for ship in compiled.ships]
    return {"seed": seed, "level": level, "seats": [ids[ship] for ship in chosen], "rounds": rounds}


def _round(state: SantyState) -> dict[str, Any]:
    compiled, event = state.setup.compiled, state.event_card
    ids = [ship.id for ship in compiled.ships]
    here: Sequence[int] = range(len(ids))
    steps: list[dict[str, Any]] = []
    for step in compiled.route(state.cards, event, state.seats):
        here = [step.move[ship] for ship in here]
        cause = {"card": step.card.id} if step.card else {"event": event.id if event else None}
        steps.append({"place": step.place + 1, **cause, "after": _ways(ids, here)})
    return {
        "round": state.round,
        "cards": [card.id for card in state.cards],
        "event": event.id if event else None,
        "lap": state.lap,
        "backwards": state.backwards,
        "steps": steps,
        "targets": _ways(ids, here),
    }


def _ways(ids: Sequence[str], here: Sequence[int]) -> dict[str, str]:
    """By the ship at the start the ship now."""
    return {start: ids[ship] for start, ship in zip(ids, here, strict=True)}


def effects(compiled: Compiled, seats: Seats) -> dict[str, Any]:
    """What each event changes: the order of the cards for every length of the row, and where it drifts everybody."""
    sizes = sorted(set(compiled.numbers.rounds))
    return {"sizes": sizes, "events": [_effect(compiled, event, sizes, seats) for event in compiled.events]}


def _effect(compiled: Compiled, event: Event, sizes: Sequence[int], seats: Seats) -> dict[str, Any]:
    ids = [ship.id for ship in compiled.ships]
    routes = [compiled.route([compiled.cards[0]] * size, event, seats) for size in sizes]
    drifts = [step for step in routes[-1] if step.card is None]
    split, last = compiled.numbers.event_after, max(sizes) - 1
    steps = abs(EVENTS[event.kind].after(event.data, last, split))
    moves = {ids[ship]: ids[drifts[0].move[ship]] for ship in range(len(ids))} if drifts else {}
    return {
        "id": event.id,
        "copies": event.copies,
        "orders": [[step.place + 1 for step in route if step.card] for route in routes],
        "drift": {"from": min(step.place for step in drifts) + 1, "steps": steps, "moves": moves} if drifts else None,
    }
