"""Naming: the ships' names in a language in, where their first letters do not go with the pack's out (S5, C4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from santy_print.games.santy_anno.compiled import Compiled
from santy_print.text import Misnamed

WAY = (
    "let ships that share a letter in the pack share one here, and no others; "
    "or leave the names out: the pack's then stand"
)


def misnamed(compiled: Compiled, names: Mapping[str, str]) -> Iterator[Misnamed]:
    """Ships of one letter in the pack that have two in the language, of two that have one, and what is twice.

    Letters are held against each other where cards are resolved by them; two ships never have the same name.
    """
    pairs = list(zip(compiled.ships, compiled.fleet.renamed([names]).ships, strict=True))
    called: dict[str, str] = {}
    for _, ship in pairs:
        other = called.setdefault(ship.name.casefold(), ship.id)
        if other != ship.id:
            message = f"`{other}` and `{ship.id}` are both called {ship.name}"
            yield Misnamed((ship.id, other), message, "give one of them another name")
    if "letters" not in compiled.orders:
        return
    for at, (plain, ship) in enumerate(pairs):
        if not ship.letter:
            yield Misnamed((ship.id,), f"{ship.name} begins with no letter", "let a letter stand in it")
            continue
        for before, known in pairs[:at]:
            message = ""
            if known.letter != ship.letter and before.letter == plain.letter:
                message = f"{known.name} begins with {known.letter} and {ship.name} with {ship.letter}"
                message += f", but {before.name} and {plain.name} share the letter {plain.letter}"
            elif known.letter == ship.letter and before.letter != plain.letter:
                message = f"{known.name} and {ship.name} both begin with {ship.letter}"
                message += f", but {before.name} and {plain.name} with {before.letter} and {plain.letter}"
            if message:
                yield Misnamed((ship.id, known.id), f"{message}: cards go by first letters", WAY)
                break
