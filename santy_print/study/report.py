"""Report: a finished study in, its text for a terminal of 80 columns or its values for programs out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log10
from textwrap import wrap
from typing import Any

from santy_print import __version__
from santy_print.diag import listed
from santy_print.game.study import Measure, Played, Shares
from santy_print.study.compared import Difference, differences, verdict
from santy_print.study.intervals import Interval, chance_of, mean, share

WIDTH, NAME, BAR = 80, 34, 16
"""Columns of a line, of a name, of a bar."""
SELDOM = 0.001
"""Shares that chance makes so different no more often than this are called uneven."""


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


def text_of(found: Studied, against: Studied | None = None) -> str:
    """The report for a terminal."""
    lines = list(_head(found))
    for measure in found.measures:
        lines += ["", *_measure(measure)]
    if against is not None:
        lines += ["", *_beside(found, against)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(found: Studied) -> Iterator[str]:
    how = found.how
    own = "".join(f", {value}" for value in how.own.values())
    of = "" if found.whole else f" of {how.games:,}"
    yield f"A study of {found.pack}: {found.games:,}{of} games of {how.players} players{own}, seed {how.seed}"
    yield "In 95 of 100 such studies the truth lies between the two figures behind a value."


def _measure(measure: Measure) -> Iterator[str]:
    rows = lines_of(measure)
    values = [value for _, value, _ in rows if value is not None]
    decimals = digits(values)
    yield measure.title
    more = 0
    if isinstance(measure, Shares) and measure.brief and len(rows) > measure.brief:
        more = len(rows) - measure.brief
        rows = sorted(rows, key=lambda row: -(row[1].value if row[1] else 0.0))[: measure.brief]
    most = max((value.high for value in values), default=1.0) if isinstance(measure, Shares) else 0.0
    for name, value, unit in rows:
        yield _row(name, value, unit, decimals if isinstance(measure, Shares) else None, most)
    if more:
        rest = sorted((value.value for value in values), reverse=True)[-more:]
        yield f"  and {more} more, {rest[-1]:.{decimals}f} to {rest[0]:.{decimals}f} %"
    note = " ".join(filter(None, (measure.note, _even(measure) if isinstance(measure, Shares) else "")))
    yield from wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _row(name: str, value: Interval | None, unit: str, decimals: int | None, most: float) -> str:
    """One line: name, value, interval, and of a share a bar."""
    label = f"  {name:{NAME - 2}.{NAME - 2}}"
    if value is None:
        return f"{label}{'-':>9}"
    places = digits([value]) if decimals is None else decimals
    shown, low, high = (f"{part:,.{places}f}" for part in value)
    interval = "" if value.low == value.high else f"{low} to {high}"
    bar = "#" * round(BAR * value.value / most) if most else ""
    return f"{label}{shown:>9} {unit:1.2} {interval:>17} {bar}"


def _even(shares: Shares) -> str:
    """Whether shares that should be equal are."""
    if shares.fair is None or not any(shares.says):
        return ""
    chance = chance_of(shares)
    if chance is None:
        return ""
    fair = f"{100 * shares.fair:.1f} % would be fair"
    if chance >= SELDOM:
        return f"{fair}, and chance alone makes as much difference: nobody is favoured, as far as these games tell."
    found = [(row.name, share(row)) for row in shares.rows]
    above = [name for name, value in found if value is not None and value.low > shares.fair]
    below = [name for name, value in found if value is not None and value.high < shares.fair]
    parts = [f"{listed(names)} {word}" for names, word in ((above, "more"), (below, "less")) if names]
    return f"{fair}; chance alone hardly makes such a difference: {'; '.join(parts) or 'they are uneven'}."


def _beside(found: Studied, against: Studied) -> Iterator[str]:
    made = differences(found.measures, against.measures)
    yield f"Beside {against.pack}, {against.games:,} games: {verdict(made)}"
    yield f"  {'':{NAME - 2}}{found.pack:>11.11}{against.pack:>11.11}{'difference':>13}"
    before = ""
    for each in made:
        if each.measure != before:
            yield f"  {each.measure}"
        before = each.measure
        yield from _difference(each)


def _difference(each: Difference) -> Iterator[str]:
    scale = {"%": 100.0, "%²": 100.0}.get(each.unit, 1.0)
    unit = each.unit[:1]
    more = Interval(*(part * (scale * scale if each.unit == "%²" else scale) for part in each.more))
    places = max(1, digits([more]))
    here, there = (f"{scale * value:,.{places}f} {unit}" for value in (each.here, each.there))
    label = f"    {each.name:{NAME - 4}.{NAME - 4}}"
    if each.unit == "%²":
        yield f"{label}{here:>11}{there:>11}{'':13}  {each.says}"
    else:
        yield f"{label}{here:>11}{there:>11}{more.value:>+13,.{places}f}  {each.says}"
        if more.low != more.high:
            yield f"{'':{NAME + 22}}{f'{more.low:+,.{places}f} to {more.high:+,.{places}f}':>24}"


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
