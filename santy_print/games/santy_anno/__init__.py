"""Santy Anno, the pirate game: its rules, cards and table; what of it is printed, told and measured; its commands."""

from __future__ import annotations

from typing import Any

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """The game, imported when it is asked for: `santy --help` lists its commands without it."""
    if name == "GAME":
        from santy_print.games.santy_anno.game import GAME

        return GAME
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
