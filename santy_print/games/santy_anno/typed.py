"""Typed: what somebody at the keyboard types in, as a ship, or what to say instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from santy_print.game.session import HELP, HINT
from santy_print.games.santy_anno.compiled import Event, Step
from santy_print.games.santy_anno.narrator import Words

HINT_SECONDS = 10
"""What a hint costs: so much is put on the clock of whoever asks for it."""


def hints(words: Words, steps: Sequence[Step], event: Event | None, here: int) -> Iterator[str]:
    """The way from a ship, a card at a time, for as long as there are cards."""
    for step in steps:
        there = step.move[here]
        card = step.card or event
        name = words.card(card) if card is not None else ""
        way = words.ships[here] if here == there else f"{words.ships[here]} → {words.ships[there]}"
        yield words.locale.plain("rulebook.pair", label=name, text=way)
        here = there
    while True:
        yield words.say("hint-end")


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
