"""Typed: what somebody at the keyboard types in, as a ship, or what to say instead."""

from __future__ import annotations

from difflib import get_close_matches

from santy_print.game.session import HELP, HINT
from santy_print.games.santy_anno.narrator import Words


def asks_hint(answer: str) -> bool:
    """Whether somebody wants to be told what the next card does."""
    return answer.strip().casefold() in HINT


def asks_again(answer: str) -> bool:
    """Whether somebody wants to see once more what lies on the table."""
    return answer.strip().casefold() in HELP


def ship_typed(words: Words, answer: str) -> tuple[int | None, str]:
    """The ship that an answer means, by number, id or the beginning of its name; or what to say instead."""
    ships, names, word = words.setting.ships, words.ships, answer.strip().casefold()
    exact = [i for i, s in enumerate(ships) if word in (str(s.number), s.id, names[i].casefold())]
    found = exact or [i for i, name in enumerate(names) if word and name.casefold().startswith(word)]
    if len(found) == 1:
        return found[0], ""
    if found:
        return None, words.say("several", word=answer.strip(), ships=[names[i] for i in found])
    if not word:  # Enter alone asks again; nothing was said that could be wrong
        return None, words.say("known", ships=names)
    near = get_close_matches(word, [name.casefold() for name in names], n=2, cutoff=0.5)
    meant = [name for name in names if name.casefold() in near]
    hint = words.say("meant", ships=meant) if meant else words.say("known", ships=names)
    return None, f"{words.say('unknown', word=answer.strip())} {hint}"
