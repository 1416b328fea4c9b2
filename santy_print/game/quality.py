"""Quality: how good a game a pack makes: measured over games from a seed on, as plain data, and shown by the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from santy_print.pack import Pack

Data = dict[str, Any]


class Quality(ABC):
    """The quality of one pack. The same seed gives the same measures."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @abstractmethod
    def measure(self, games: int, seed: int) -> Data:
        """The measures, over so many games."""

    @abstractmethod
    def compare(self, made: Data, other: Data) -> list[Data]:
        """Figures beside another pack's: each `figure`, how much it is `here` and `there`, and what it `says`."""

    @abstractmethod
    def text(self, made: Data) -> str:
        """For a terminal."""

    @abstractmethod
    def html(self, made: Data) -> str:
        """One page, in one file that asks nothing of the network and nothing of scripts."""

    def shown(self, made: Data, form: str) -> str:
        """The measures in one of the forms."""
        if form == "json":
            return json.dumps(made, ensure_ascii=False, indent=1)
        return self.html(made) if form == "html" else self.text(made)
