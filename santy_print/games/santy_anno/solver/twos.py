"""Numbers and groups: what is known of them in, every way to fill the rest out; which lines contradict; what to change.

Numbers are 1 to the number of ships, each once (S4). Letters and corners are each on two ships (S5, S6); where there
are more of them than pairs of ships, some are on none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import permutations

Known = Sequence[int | None]
"""The place of each ship's word among the possible ones; None where it is open, -1 where it is none of them."""


def fill_once(known: Known) -> Iterator[tuple[int, ...]]:
    """Every way to give each of 0, 1, 2... to one ship."""
    left = [word for word in range(len(known)) if word not in known]
    open_ = [ship for ship, word in enumerate(known) if word is None]
    for words in permutations(left):
        given = dict(zip(open_, words, strict=True))
        yield tuple([given[ship] if word is None else word for ship, word in enumerate(known)])


def clash_once(known: Known) -> tuple[int, ...] | None:
    """The fewest ships whose numbers cannot stand together; None where all can."""
    holders = _holders(known)
    if -1 in holders:
        return (holders[-1][0],)
    return next((tuple(ships[:2]) for ships in holders.values() if len(ships) > 1), None)


def mend_once(known: Sequence[int], dear: Container[int] = ()) -> tuple[int, ...]:
    """Each number once, with the fewest changes; the first holder of a number keeps it, those that are dear before."""
    free = iter([word for word in range(len(known)) if word not in known])
    keeps = {ships[0] for word, ships in _holders(known, dear).items() if word >= 0}
    return tuple([word if ship in keeps else next(free) for ship, word in enumerate(known)])


def fill_twos(known: Known, words: int) -> Iterator[tuple[int, ...]]:
    """Every way to give words to two ships each, or to none where there are words to spare."""
    chosen: list[int] = []
    counts = [sum(1 for word in known if word == n) for n in range(words)]

    def grow(ship: int) -> Iterator[tuple[int, ...]]:
        if ship == len(known):
            yield tuple(chosen)
            return
        word = known[ship]
        for option in range(words) if word is None else (word,):
            counts[option] += word is None
            open_ = sum(1 for later in known[ship + 1 :] if later is None)
            if counts[option] <= 2 and _lacking(counts, len(known)) <= open_:
                chosen.append(option)
                yield from grow(ship + 1)
                chosen.pop()
            counts[option] -= word is None

    return grow(0) if clash_twos(known, words) is None else iter(())


def _lacking(counts: Sequence[int], ships: int) -> int:
    """How many more ships must take a word for every word in use to be on two."""
    if 2 * len(counts) == ships:
        return sum(max(0, 2 - count) for count in counts)
    return sum(1 for count in counts if count == 1)


def clash_twos(known: Known, words: int) -> tuple[int, ...] | None:
    """The fewest ships whose words cannot stand together, none where it is hopeless anyhow; None where all can."""
    holders = _holders(known)
    if len(known) % 2 or 2 * words < len(known):
        return ()
    if -1 in holders:
        return (holders[-1][0],)
    crowd = next((tuple(ships[:3]) for ships in holders.values() if len(ships) > 2), None)
    if crowd is None and len(holders) > len(known) // 2:
        return tuple([ships[0] for ships in holders.values()][: len(known) // 2 + 1])
    return crowd


def mend_twos(known: Sequence[int], words: int, dear: Container[int] = ()) -> tuple[int, ...] | None:
    """Each word on two ships or on none, with the fewest changes; earlier ships keep theirs, the dear before others.

    None: impossible.
    """
    pairs = len(known) // 2
    if len(known) % 2 or words < pairs:
        return None
    holders = _holders(known, dear)
    kept = sorted(range(words), key=lambda word: (-min(2, len(holders.get(word, ()))), word))[:pairs]
    stay = {ship for word in kept for ship in holders.get(word, [])[:2]}
    wanted = [word for word in sorted(kept) for _ in range(2 - min(2, len(holders.get(word, ()))))]
    fresh = iter(wanted)
    return tuple([word if ship in stay else next(fresh) for ship, word in enumerate(known)])


def _holders(known: Known, dear: Container[int] = ()) -> dict[int, list[int]]:
    """The ships that have each word, those that are dear first."""
    holders: dict[int, list[int]] = defaultdict(list)
    for ship, word in sorted(enumerate(known), key=lambda entry: entry[0] not in dear):
        if word is not None:
            holders[word].append(ship)
    return holders
