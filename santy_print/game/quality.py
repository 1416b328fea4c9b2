"""Quality: how good a game a pack makes: measured over games from a seed on, as plain data, and shown by the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from santy_print.game.phrase import judged, plain_language, spoken

if TYPE_CHECKING:
    from santy_print.pack import Pack
    from santy_print.text import Locale

Data = dict[str, Any]

Compared = tuple[str, float, float, tuple[str, str]]
"""A figure's name (a `Phrase`, where languages have words for it), how much it is here and there, and what the pack is
called that has more of it, or less.
"""
GOOD, BAD, NEITHER = ("better", "worse"), ("worse", "better"), ("", "")
"""What the pack is called that has more of something, or less."""


class Quality(ABC):
    """The quality of one pack. The same seed gives the same measures."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @abstractmethod
    def measure(self, games: int, seed: int) -> Data:
        """The measures, over so many games."""

    @abstractmethod
    def figures(self, made: Data, other: Data) -> Iterable[Compared]:
        """Figures beside another pack's."""

    def compare(self, made: Data, other: Data) -> list[Data]:
        """The same as plain data: each `figure`, how much it is `here` and `there`, and what it `says` of the pack."""
        return [
            {"figure": name, "here": here, "there": there, "says": "" if here == there else says[here < there]}
            for name, here, there, says in self.figures(made, other)
        ]

    def beside(self, made: Data, locale: Locale) -> list[tuple[str, str, str, str]]:
        """What `compare` found, in a language: each figure, how much it is here and there, what it says of the pack."""
        number = locale.grammar.number
        return [
            (spoken(row["figure"], locale), number(row["here"]), number(row["there"]), judged(row["says"], locale))
            for row in made["compared"]
        ]

    @abstractmethod
    def text(self, made: Data, language: str) -> str:
        """For a terminal, in a language of the pack."""

    @abstractmethod
    def html(self, made: Data, language: str) -> str:
        """One page in a language of the pack, in one file that asks nothing of the network and nothing of scripts."""

    def shown(self, made: Data, form: str, language: str | None = None) -> str:
        """The measures in one of the forms, in English or the pack's own language where none is asked for."""
        if form == "json":
            return json.dumps(made, ensure_ascii=False, indent=1)
        language = language or plain_language(self.pack)
        return self.html(made, language) if form == "html" else self.text(made, language)
