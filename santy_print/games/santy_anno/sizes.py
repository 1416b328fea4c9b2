"""Sizes: those that a whole set of the game can have, with what they mean; `santy new --help` reads no more of it."""

from __future__ import annotations

SIZES = {
    "colours": "Write a whole set with so many colours, two ships for each.",
    "elements": "Of a whole set: how many elements a ship has.",
    "ships": "Of a whole set: two for each colour.",
}
