"""Letters: a name in, the letter it begins with, in any alphabet; and what a pack may list as a letter.

The rule (S5, C4): the first letter or digit of the name as a capital, with the accents it carries, however it is
encoded. `Š` is another letter than `S`. Several characters are one letter where the pack lists them so (`Ch`, `Dž`).
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category, normalize

MOST = 3
"""So many characters may count as one letter."""


def composed(text: str) -> str:
    """A text in which a letter and its accent are one character, where there is such a character."""
    return normalize("NFC", text)


def _characters(text: str) -> list[str]:
    """The characters as a reader sees them: each with the marks upon it."""
    out: list[str] = []
    for char in composed(text):
        if out and category(char).startswith("M"):
            out[-1] += char
        else:
            out.append(char)
    return out


def _capital(character: str) -> str:
    """One character as a capital; as it is where its capital would be two (`ß`)."""
    small = character.lower()
    made = _characters(small.title())
    return made[0] if len(made) == 1 else composed(small)


def letter(text: str) -> str:
    """A letter as it is written everywhere: the first character a capital. ValueError for what is none."""
    first, *rest = _characters(text.strip()) or [""]
    if len(rest) >= MOST or not all(character[:1].isalnum() for character in (first, *rest)):
        raise ValueError("one letter is wanted, or a few that count as one, such as Ch")
    return _capital(first) + "".join(rest).lower()


def initial(name: str, letters: Sequence[str] = ()) -> str:
    """The letter a name begins with; of the letters listed the longest that it begins with, if any."""
    characters = _characters(name)
    start = next((n for n, character in enumerate(characters) if character[0].isalnum()), 0)
    own = characters[start : start + MOST]
    for many in range(len(own), 1, -1):
        together = _capital(own[0]) + "".join(own[1:many]).lower()
        if together in letters:
            return together
    return _capital(own[0]) if own else ""
