"""Sandokan, a game of ships, ports and treasures: its board, cards, rules and table."""

from __future__ import annotations

from typing import Any

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The game, imported when it is asked for: `santy --help` passes through here."""
    if name == "GAME":
        from santy_print.games.sandokan.game import GAME

        return GAME
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
