"""Report: a finished study in, its values for programs out; what its text and plots are made of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Any

from santy_print import __version__
from santy_print.game.study import Measure, Played, Shares
from santy_print.study.compared import differences, verdict
from santy_print.study.intervals import Interval, chance_of, mean, share


@dataclass(frozen=True)
class Studied:
    """What was found: of which pack, how it was played, how many games of those asked for, the measures."""

    pack: str
    rules: str
    how: Played
    games: int
    measures: Sequence[Measure]

    @property
    def whole(self) -> bool:
        """Whether all games were played."""
        return self.games == self.how.games


Line = tuple[str, Interval | None, str]
"""A row as it is shown: its name, the value with its interval, in percent where it is a share; the unit."""


def lines_of(measure: Measure) -> list[Line]:
    """The rows of a measure."""
    if isinstance(measure, Shares):
        found = [(row.name, share(row)) for row in measure.rows]
        return [(name, _percent(value), "%") for name, value in found]
    return [(row.name, mean(row), row.unit) for row in measure.rows]


def _percent(value: Interval | None) -> Interval | None:
    return None if value is None else Interval(*(100 * part for part in value))


def digits(values: Sequence[Interval]) -> int:
    """So many decimals show how wide the widest interval is."""
    widest = max((value.high - value.low for value in values), default=0.0)
    return min(4, max(0, ceil(-log10(widest)) + 1)) if widest > 0 else 0


def data_of(found: Studied, against: Studied | None = None) -> dict[str, Any]:
    """The study as plain data; shares are of 1."""
    made: dict[str, Any] = {
        "santy_print": __version__,
        "pack": found.pack,
        "rules": found.rules,
        "players": found.how.players,
        **({"options": dict(found.how.own)} if found.how.own else {}),
        "seed": str(found.how.seed) if abs(found.how.seed) >= 1 << 53 else found.how.seed,
        "games": found.games,
        "asked": found.how.games,
        "measures": [_data(measure) for measure in found.measures],
    }
    if against is not None:
        compared = differences(found.measures, against.measures)
        made["against"] = data_of(against)
        made["verdict"] = verdict(compared)
        made["compared"] = [
            each._asdict() | {"unit": each.unit, "more": each.more._asdict()} for each in compared
        ]  # fmt: skip
    return made


def _data(measure: Measure) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    if isinstance(measure, Shares):
        counts = ({"name": row.name, "hits": row.hits, "of": row.of} for row in measure.rows)
        rows += [each | _interval(share(row)) for each, row in zip(counts, measure.rows, strict=True)]
        fair = {} if measure.fair is None else {"fair": measure.fair, "chance": chance_of(measure)}
        return {"key": measure.key, "title": measure.title, "kind": "shares", **fair, "rows": rows}
    for summed in measure.rows:
        value = _interval(mean(summed))
        rows.append({"name": summed.name, "unit": summed.unit, "count": summed.spread[0]} | value)
    return {"key": measure.key, "title": measure.title, "kind": "means", "rows": rows}


def _interval(value: Interval | None) -> dict[str, Any]:
    return {"value": None, "low": None, "high": None} if value is None else value._asdict()


def json_of(found: Studied, against: Studied | None = None) -> str:
    """The study for programs."""
    return json.dumps(data_of(found, against), ensure_ascii=False, indent=1)
