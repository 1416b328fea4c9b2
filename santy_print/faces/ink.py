"""Ink: what a build spends of it, and colours between colours."""

from __future__ import annotations

from santy_print.choices import INK, check
from santy_print.faces.art import ROLES
from santy_print.palette import grey

INKS = INK.values


class Ink:
    """What ink a build spends.

    `full` prints the paper's tone, `low` leaves it white, `grey` has no colour at all.
    """

    def __init__(self, mode: str) -> None:
        """`mode` is one of INKS; WrongValue where it is not."""
        check("ink", mode, INK)
        self.mode = mode
        self._seen: dict[str, str] = {}

    def __call__(self, colour: str) -> str:
        """A colour as this build prints it."""
        if self.mode == "full":
            return colour
        if colour not in self._seen:
            self._seen[colour] = self._change(colour)
        return self._seen[colour]

    def _change(self, colour: str) -> str:
        if colour == ROLES["paper"]:
            return "#ffffff"
        return colour if self.mode == "low" else grey(colour)  # the grey that the check of the palette measures


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
