"""Feet: planned pages of one column in; out, what fills those that stay empty: a larger figure, one more drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from santy_print.documents.blocks import Ornament

if TYPE_CHECKING:
    from santy_print.documents.blocks import Figure, Grid
    from santy_print.documents.breaks import Leaf, Piece, Room
    from santy_print.documents.planned import Run
    from santy_print.documents.words import Code

EMPTY, SHARE = 40.0, 0.4
"""A figure grows where more than so many mm are empty, by no more than such a share of itself."""
LOW = 20.0
"""So high is a drawing at least, mm, that was meant for a wider page, or stands where there is little room."""

EARLY = 12.0
"""A page of which more than so many mm are empty ends early: rather than stretched further it is given a drawing."""

WITHIN = 45.0
"""A page whose section goes on has a drawing only where more than so many mm are empty: else they stand
between sections."""

Feet = Mapping[tuple[int, int], Ornament]
"""Drawings by the number of their run of pages, and of the page in that."""


def _white(
    pieces: Sequence[Sequence[Piece]], rooms: Sequence[Room], leaves: Sequence[tuple[Leaf, ...]]
) -> Iterator[tuple[int, int, float]]:
    """How much of each page of one column is empty, mm."""
    for number, (own, room, pages) in enumerate(zip(pieces, rooms, leaves, strict=True)):
        for n, leaf in enumerate(pages):
            used = sum(own[it.piece].height + it.above for it in leaf.columns[0])
            yield number, n, (room.height if n else room.first) - used


def grown(
    runs: Sequence[Run],
    pieces: Sequence[Sequence[Piece]],
    rooms: Sequence[Room],
    leaves: Sequence[tuple[Leaf, ...]],
    larger: Callable[[Figure | Grid, float], Code | None],
) -> tuple[list[Run], list[list[Piece]]]:
    """Runs and their pieces with figures that grow by a share of themselves, but by no more than half of what is empty.

    `larger` draws a figure by so many mm higher.
    """
    made, taken = [[*run.made] for run in runs], [[*own] for own in pieces]
    for number, n, room in _white(pieces, rooms, leaves):
        for at in (it.piece for it in leaves[number][n].columns[0] if len(leaves[number][n].columns) == 1):
            figure, more = made[number][at].figure, min(room / 2, SHARE * taken[number][at].height)
            if figure and room > EMPTY and (code := larger(figure, more)):
                made[number][at] = replace(made[number][at], code=code)
                taken[number][at] = replace(taken[number][at], height=taken[number][at].height + more)
                break
    return [replace(run, made=tuple(own)) for run, own in zip(runs, made, strict=True)], taken


def feet(
    runs: Sequence[Run], pieces: Sequence[Sequence[Piece]], rooms: Sequence[Room], leaves: Sequence[tuple[Leaf, ...]]
) -> tuple[Feet | None, Sequence[tuple[Leaf, ...]]]:
    """What stands at the feet of pages that have room for it, and the pages: what was meant for there, or what is near.

    No drawing stands twice. A page that ends early though its gaps have grown gives that room back to a drawing. None
    where some pages have several columns, each with a foot of its own.
    """
    if any(run.columns > 1 for run in runs):
        return None, leaves
    white = {(number, n): room for number, n, room in _white(pieces, rooms, leaves)}
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    out: dict[tuple[int, int], Ornament] = {}
    near: list[tuple[tuple[int, int], Ornament]] = []
    spread: dict[tuple[int, int], float] = {}
    free: set[tuple[int, int]] = set()
    first = 0
    for number, (run, pages) in enumerate(zip(runs, leaves, strict=True)):
        near += [((first + begin, first + end), it) for begin, end, it in run.drawings]
        for n, leaf in enumerate(pages):
            (column,) = leaf.columns
            at = number, n
            spans[at] = first + column[0].piece, first + column[-1].piece
            spread[at] = sum(max(0.0, it.above - pieces[number][it.piece].above) for it in column[1:])
            after = pages[n + 1].columns[0][0].piece if n + 1 < len(pages) else None
            if after is not None and not pieces[number][after].opens and white[at] + spread[at] <= WITHIN:
                continue
            free.add(at)
            meant = run.made[column[-1].piece].filler
            if meant and _fits(meant, white[at]):
                out[at] = meant
        first += len(run.made)
    taken = {it.picture for it in out.values()}
    tight: dict[tuple[int, int], float] = {}
    # First what has room of itself, then what has it, drawn small, as soon as gaps do not grow.
    own = [(at, room, False) for at, room in sorted(white.items(), key=lambda each: -each[1]) if at in free]
    for at, room, small in own + [(at, room + spread[at], True) for at, room, _ in own if room > EARLY]:
        fit = [(span, low) for span, it in near if it.picture not in taken and _fits(low := _low(it, small), room)]
        if at not in out and fit:
            _, out[at] = min(fit, key=lambda each: _apart(each[0], spans[at]))
            taken.add(out[at].picture)
            if _needed(out[at]) > white[at]:
                tight[at] = (_needed(out[at]) - white[at]) / spread[at]
    return out, [
        tuple(_tightened(leaf, pieces[number], tight.get((number, n), 0.0)) for n, leaf in enumerate(pages))
        for number, pages in enumerate(leaves)
    ]


def _tightened(leaf: Leaf, pieces: Sequence[Piece], share: float) -> Leaf:
    """A page of one column whose gaps have grown less, by a share."""
    if share <= 0:
        return leaf
    (column,) = leaf.columns
    less = [
        it.above - share * max(0.0, it.above - pieces[it.piece].above) if n else it.above for n, it in enumerate(column)
    ]
    return replace(leaf, columns=(tuple(replace(it, above=above) for it, above in zip(column, less, strict=True)),))


def _low(it: Ornament, small: bool) -> Ornament:
    return replace(it, high=min(it.high, LOW)) if small or it.pages == "wide" else it


def _needed(it: Ornament) -> float:
    """The room that a drawing asks for with some white around it: as in `document.typ`, and a little more."""
    return it.high + min(20.0, it.high * 0.4) + 1.5


def _fits(it: Ornament, room: float) -> bool:
    """Whether there is room for a drawing."""
    return room >= _needed(it)


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many pieces lie between two spans of them."""
    return max(0, one[0] - other[1], other[0] - one[1])
