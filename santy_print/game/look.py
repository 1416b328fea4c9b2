"""Look: how wide a screen is, and whether it shows pictures made of characters, for all that is told at the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

ALOUD = {" · ": ", ", "·": "-", "→": "–", "~": "–", "−": "-", "×": "x"}
"""What stands for a sign where a reader hears it, who would say the sign's name or nothing."""
MARKS = "↻↺▸★✓✗↑↗↘↓↙←↖"
"""What only points at what is said in words as well."""
WIDEST, NARROWEST = 80, 20
"""No line is longer than the one; a screen that is narrower than the other is taken to be as wide as that."""


@dataclass(frozen=True, slots=True)
class Look:
    """A screen of so many columns; `plain` where a reader hears it, or where it goes into a file."""

    width: int = WIDEST
    plain: bool = False

    @property
    def pictures(self) -> bool:
        """Whether tables and drawings fit and are wanted; where they do not, sentences say the same."""
        return not self.plain and self.width >= WIDEST

    def words(self, text: str) -> str:
        """A line as it is told: for a reader without signs, beyond letters, digits and ordinary punctuation."""
        if not self.plain:
            return text
        for sign, aloud in ALOUD.items():
            text = text.replace(sign, aloud)
        return re.sub(rf"(?<=\s)[{MARKS}]+ |\s?[{MARKS}]+", "", text)

    def rule(self, text: str, mark: str = "─") -> str:
        """A heading, across the screen where pictures are wanted."""
        return text if self.plain else f"{mark * 2} {text} ".ljust(self.width, mark)


WHOLE = Look()
"""A terminal as most are."""
