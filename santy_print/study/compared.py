"""Compared: the measures of two packs in, what is more here than there out, with intervals of the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from santy_print.diag import listed
from santy_print.game.phrase import judged, worded
from santy_print.game.study import Counted, Means, Measure, Shares, Summed
from santy_print.study.intervals import (
    Interval,
    Uneven,
    mean,
    mean_beside,
    share,
    share_beside,
    unevenness,
    unevenness_beside,
)

if TYPE_CHECKING:
    from santy_print.text import Locale


OPPOSITES = {"harder": "easier", "longer": "shorter", "fairer": "less fair"}
"""What a pack may be in part, and what in another."""


class Difference(NamedTuple):
    """A figure here and there, by how much it is more here (in the same unit), and what that makes this pack."""

    measure: str
    name: str
    unit: str
    here: float
    there: float
    more: Interval
    says: str


def differences(here: Sequence[Measure], there: Sequence[Measure]) -> list[Difference]:
    """All rows that both have and that say something of a pack, and how uneven shares are that should be equal."""
    others = {measure.key: measure for measure in there}
    made: list[Difference] = []
    for measure in here:
        other = others.get(measure.key)
        if isinstance(measure, Shares) and isinstance(other, Shares):
            made += _of_shares(measure, other)
        elif isinstance(measure, Means) and isinstance(other, Means):
            made += _of_means(measure, other)
    return made


def _of_shares(one: Shares, two: Shares) -> Iterator[Difference]:
    if any(one.says):
        uneven, other = unevenness(one), unevenness(two)
        if uneven is not None and other is not None:
            yield _uneven(one, uneven, other)
    rows = {row.name: row for row in two.rows}
    for row in one.rows:
        beside = rows.get(row.name)
        if any(row.says) and beside is not None:
            yield from _row(one.title, "%", row, beside)


def _of_means(one: Means, two: Means) -> Iterator[Difference]:
    rows = {row.name: row for row in two.rows}
    for row in one.rows:
        beside = rows.get(row.name)
        if any(row.says) and beside is not None:
            yield from _row(one.title, row.unit, row, beside)


def _row(title: str, unit: str, row: Counted | Summed, other: Counted | Summed) -> Iterator[Difference]:
    if isinstance(row, Counted) and isinstance(other, Counted):
        values, more = (share(row), share(other)), share_beside(row, other)
    elif isinstance(row, Summed) and isinstance(other, Summed):
        values, more = (mean(row), mean(other)), mean_beside(row, other)
    else:
        return
    if values[0] is not None and values[1] is not None and more is not None:
        yield Difference(title, row.name, unit, values[0].value, values[1].value, more, _says(more, row.says))


def _uneven(shares: Shares, one: Uneven, two: Uneven) -> Difference:
    more = unevenness_beside(one, two)
    name = worded("how far shares lie apart", "study.spread")
    return Difference(shares.title, name, "%²", one.apart, two.apart, more, _says(more, shares.says))


def _says(more: Interval, says: tuple[str, str]) -> str:
    """What the difference makes of this pack; nothing where it may be chance."""
    return says[0] if more.clear > 0 else says[1] if more.clear < 0 else ""


def verdict(found: Sequence[Difference], locale: Locale | None = None) -> str:
    """One sentence, in a language or as programs read it: what the pack is beside the other, as far as all agrees."""
    words = list(dict.fromkeys(each.says for each in found if each.says))
    shown = {word: judged(word, locale) if locale else word for word in words}
    parts = dict(shown)
    for one, other in OPPOSITES.items():
        if one in words and other in words:
            both = {"one": shown[one], "other": shown[other]}
            parts.pop(one), parts.pop(other)
            parts[one] = (
                locale.plain("study.partly", **both) if locale else "partly {one}, partly {other}".format(**both)
            )
    if locale:
        return locale.join([*parts.values()]) if parts else locale.plain("study.same")
    return listed([*parts.values()]) if parts else "no difference that so many games can tell"
