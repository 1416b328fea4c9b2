"""Game: states that are immutable values, played by policies that see views; sealed records, verified move by move.

Chance is a player like any other: it chooses among the state's actions, so one and the same state is played,
simulated, replayed and enumerated. No rule draws a random number or reads a clock.
"""

from __future__ import annotations

from santy_print.game.record import PlainScribe, Scribe, Surveyor, read_back, replay, seal, unseal
from santy_print.game.state import (
    CHANCE,
    Chance,
    Choices,
    Dealer,
    OpenState,
    Policy,
    Random,
    State,
    View,
    Watcher,
    at_random,
    by_chance,
    playout,
)

__all__ = [
    "CHANCE",
    "Chance",
    "Choices",
    "Dealer",
    "OpenState",
    "PlainScribe",
    "Policy",
    "Random",
    "Scribe",
    "State",
    "Surveyor",
    "View",
    "Watcher",
    "at_random",
    "by_chance",
    "playout",
    "read_back",
    "replay",
    "seal",
    "unseal",
]
