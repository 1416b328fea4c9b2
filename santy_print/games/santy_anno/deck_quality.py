"""Deck quality: the quality of a pack of Santy Anno, as `santy quality` asks any game for it."""

from __future__ import annotations

from santy_print.game.quality import Data, Quality
from santy_print.games.santy_anno import quality_report as report


class DeckQuality(Quality):
    """Cards that differ, ships that are hard to guess, rounds that grow harder."""

    def measure(self, games: int, seed: int) -> Data:
        """The measures, over so many deals of each deck."""
        return report.measure(self.pack, games, seed)

    def compare(self, made: Data, other: Data) -> list[Data]:
        """Figures beside another pack's."""
        return report.compare(made, other)

    def text(self, made: Data) -> str:
        """For a terminal."""
        return report.as_text(made)

    def html(self, made: Data) -> str:
        """A page with pictures."""
        return report.as_html(self.pack, made)
