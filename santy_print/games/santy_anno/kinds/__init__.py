"""Kinds of boarding cards: every module here holds one, its line of `cards.yaml` and its rule.

They stand in the order of the rules (C1 to C9): by it they are listed wherever all kinds are.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from santy_print.games.santy_anno.fleet import Fleet, Ship
from santy_print.games.santy_anno.kinds.base import (
    KINDS,
    SIGN,
    CardBase,
    Direction,
    Heading,
    Kind,
    Misfit,
    Move,
    Order,
    Registry,
    Seats,
    compile_move,
    kind,
    strikes,
    turn,
)

__all__ = [
    "KINDS",
    "SIGN",
    "CardBase",
    "Direction",
    "Fleet",
    "Heading",
    "Kind",
    "Misfit",
    "Move",
    "Order",
    "Registry",
    "Seats",
    "Ship",
    "compile_move",
    "kind",
    "strikes",
    "turn",
]

for _module in iter_modules(__path__):
    if _module.name != "base":
        import_module(f"{__name__}.{_module.name}")
KINDS.sort(lambda kind: int(kind.facts[0][1:]))
