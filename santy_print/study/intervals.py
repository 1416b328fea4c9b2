"""Intervals: how sure a share, a mean and a difference of two are; 95 of a hundred such intervals hold the truth.

Shares have Wilson's interval, and Newcombe's for a difference, which is made of two of them; means the normal one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

from santy_print.game.study import Counted, Shares, Summed

SURE = 1.959963984540054
"""So many standard deviations of a normal distribution hold 95 of a hundred."""


class Interval(NamedTuple):
    """A value, and between what it lies."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> int:
        """1 where all of it is above 0, -1 where all of it is below, else 0."""
        return int(self.low > 0) - int(self.high < 0)


def share(row: Counted) -> Interval | None:
    """A share and Wilson's interval; None where it could not happen at all."""
    hits, of = row.hits, row.of
    if not of:
        return None
    rate, z = hits / of, SURE * SURE / of
    middle, reach = rate + z / 2, SURE * sqrt((rate * (1 - rate) + z / 4) / of)
    low = 0.0 if hits == 0 else (middle - reach) / (1 + z)
    high = 1.0 if hits == of else (middle + reach) / (1 + z)
    return Interval(rate, low, high)


def mean(row: Summed) -> Interval | None:
    """A mean and its interval, in units; None where there is nothing."""
    count, total, _ = row.spread
    if not count:
        return None
    value = total / count
    reach = SURE * sqrt(_variance(*row.spread) / count)
    return Interval(value / row.per, (value - reach) / row.per, (value + reach) / row.per)


def _variance(count: int, total: int, squares: int) -> float:
    """Of the values, by whole numbers as far as it goes; 0 for one value."""
    return (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0


def share_beside(row: Counted, other: Counted) -> Interval | None:
    """How much more a share is than another."""
    one, two = share(row), share(other)
    if one is None or two is None:
        return None
    value = one.value - two.value
    low = sqrt((one.value - one.low) ** 2 + (two.high - two.value) ** 2)
    high = sqrt((one.high - one.value) ** 2 + (two.value - two.low) ** 2)
    return Interval(value, value - low, value + high)


def mean_beside(row: Summed, other: Summed) -> Interval | None:
    """How much more a mean is than another."""
    one, two = mean(row), mean(other)
    if one is None or two is None:
        return None
    value = one.value - two.value
    reach = sqrt((one.value - one.low) ** 2 + (two.value - two.low) ** 2)
    return Interval(value, value - reach, value + reach)


class Uneven(NamedTuple):
    """How far shares that should be equal lie apart: the mean square of it beyond what chance makes, and how sure."""

    square: float
    variance: float

    @property
    def apart(self) -> float:
        """How far a share lies from the others, chance taken off; 0 where no more than chance is seen."""
        return sqrt(max(0.0, self.square))


def unevenness(shares: Shares) -> Uneven | None:
    """How uneven shares are; None where there are not two with any games."""
    rates = [(row.hits / row.of, row.of) for row in shares.rows if row.of]
    if len(rates) < 2:
        return None
    middle = sum(rate for rate, _ in rates) / len(rates)
    strays = [max(rate * (1 - rate), 1 / of) / of for rate, of in rates]
    n = len(rates)
    square = sum((rate - middle) ** 2 for rate, _ in rates) / n - (n - 1) / n * sum(strays) / n
    variance = sum(
        4 * (rate - middle) ** 2 * stray + 2 * stray**2 for (rate, _), stray in zip(rates, strays, strict=True)
    )
    return Uneven(square, variance / n**2)


def unevenness_beside(one: Uneven, other: Uneven) -> Interval:
    """How much more uneven one is, as a difference of mean squares."""
    value, reach = one.square - other.square, SURE * sqrt(one.variance + other.variance)
    return Interval(value, value - reach, value + reach)


def chance_of(shares: Shares) -> float | None:
    """How likely chance alone makes shares that are really equal as different as these; None where it cannot be told.

    By the sum of squares, whose distribution is that of chi-square; Wilson and Hilferty's cube root stands for it.
    """
    rows = [row for row in shares.rows if row.of]
    hits, of = sum(row.hits for row in rows), sum(row.of for row in rows)
    if len(rows) < 2 or not 0 < hits < of:
        return None
    rate, free = hits / of, len(rows) - 1
    square = sum((row.hits - row.of * rate) ** 2 / (row.of * rate * (1 - rate)) for row in rows)
    if shares.fair is not None and _one_of_each(rows):  # one of them wins: what one has, the others have not
        square *= 1 - rate
    root = ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(root / sqrt(2)) / 2


def _one_of_each(rows: Sequence[Counted]) -> bool:
    """Whether each game gives at most one of them a hit."""
    return len({row.of for row in rows}) == 1 and sum(row.hits for row in rows) <= rows[0].of
