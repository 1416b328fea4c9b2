"""Lines: a finished study and a language in, its text for a terminal of 80 columns out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print.columns import cut, pad, width
from santy_print.game.phrase import judged, spoken
from santy_print.game.study import Measure, Shares
from santy_print.study.compared import Difference, differences, verdict
from santy_print.study.intervals import Interval, chance_of, share
from santy_print.study.report import Line, Studied, digits, lines_of

if TYPE_CHECKING:
    from santy_print.text import Locale

WIDTH, NAME, BAR = 80, 34, 16
"""Columns of a line, of a name, of a bar."""
VALUE, OTHER, MORE = 9, 11, 13
"""Columns of a value, and where two packs are compared of each and of the difference."""
SELDOM = 0.001
"""Shares that chance makes so different no more often than this are called uneven."""


class Cells(NamedTuple):
    """A row in words and figures: its name, the value, the unit behind it, the interval; how long its bar is, of 1."""

    name: str
    value: str
    unit: str
    range: str
    bar: float


@dataclass(frozen=True)
class Teller:
    """What is said of a study in a language."""

    locale: Locale

    def say(self, key: str, **values: Any) -> str:
        """A text of studies."""
        return self.locale.plain(f"study.{key}", **values)

    def number(self, value: float, places: int, signed: bool = False) -> str:
        """A number with so many decimals; `signed` says by a sign that it is more than nothing, too."""
        rounded = round(value, places) or 0.0
        shown = self.locale.grammar.number(rounded, places) if places else self.locale.grammar.number(int(rounded))
        return f"+{shown}" if signed and rounded > 0 else shown

    def measured(self, number: str, unit: str) -> str:
        """A number with its unit, as the language writes it."""
        key = {"%": "percent", "%²": "percent"}.get(unit, f"unit.{unit}")
        if not unit:
            return number
        return self.say(key, n=number) if self.locale.has(f"study.{key}") else f"{number} {unit}"

    def range(self, low: str, high: str) -> str:
        """From where to where."""
        return self.say("range", low=low, high=high)

    def played(self, found: Studied) -> str:
        """How many games, and how they were played."""
        how = found.how
        own = [(f"play.{name}.{value}", value) for name, value in how.own.items()]
        named = "".join(f", {self.locale.plain(key) if self.locale.has(key) else value}" for key, value in own)
        what = {"n": how.games, "players": how.players, "own": named, "seed": str(how.seed)}
        return self.say("games", **what) if found.whole else self.say("some", done=found.games, **what)

    def progress(self, pack: str, done: int, games: int) -> str:
        """How far a study is."""
        return self.say("progress", pack=pack, done=done, n=games)

    def left(self, found: Studied, stopped: bool, keep: str) -> str:
        """What is done of a study that is not whole, and how it goes on from the file that it is kept in."""
        if not found.games:  # there is nothing to keep
            return self.say("stopped-early" if stopped else "none")
        how_far = self.say("stopped" if stopped else "done", done=found.games, n=found.how.games)
        return f"{how_far} {self.say('go-on', file=keep) if keep else self.say('unkept')}"


def text_of(locale: Locale, found: Studied, against: Studied | None = None) -> str:
    """The report for a terminal, in a language."""
    tell = Teller(locale)
    head = tell.say("title", pack=found.pack, what=tell.played(found))
    lines = [*wrap(head, WIDTH, subsequent_indent="  "), *wrap(tell.say("sure"), WIDTH)]
    table = _Table(tell, [_rows(tell, measure) for measure in found.measures])
    for measure in found.measures:
        lines += ["", *table.measure(measure)]
    if against is not None:
        lines += ["", *_beside(tell, found, against)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _rows(tell: Teller, measure: Measure) -> list[Cells]:
    """The rows of a measure that are shown."""
    rows, shares = lines_of(measure), isinstance(measure, Shares)
    values = [value for _, value, _ in rows if value is not None]
    most = max((value.high for value in values), default=1.0) if shares else 0.0
    if _hidden(measure):
        rows = sorted(rows, key=lambda row: -(row[1].value if row[1] else 0.0))[: len(rows) - _hidden(measure)]
    return [_cells(tell, row, digits(values) if shares else None, most) for row in rows]


def _hidden(measure: Measure) -> int:
    """How many rows are not shown, each by itself."""
    brief = measure.brief if isinstance(measure, Shares) else 0
    return max(0, len(measure.rows) - brief) if brief else 0


def _cells(tell: Teller, row: Line, decimals: int | None, most: float) -> Cells:
    name, value, unit = row
    shown = spoken(name, tell.locale)
    if value is None:
        return Cells(shown, "–", "", "", 0.0)
    places = digits([value]) if decimals is None else decimals
    number, low, high = (tell.number(part, places) for part in value)
    whole = tell.measured(number, unit)
    number, behind = (number, whole[len(number) :]) if whole.startswith(number) else (whole, "")
    range_ = "" if value.low == value.high else tell.range(low, high)
    return Cells(shown, number, behind, range_, value.value / most if most else 0.0)


class _Table:
    """The measures below each other: all have the same columns, whatever the language needs."""

    def __init__(self, tell: Teller, rows: Sequence[Sequence[Cells]]) -> None:
        self.tell = tell
        every = [row for some in rows for row in some]
        self.value = max((VALUE, *(width(row.value) for row in every)))
        self.unit = max((2, *(width(row.unit) for row in every)))
        self.range = max((17, *(width(row.range) for row in every)))
        self.bar = min(BAR, max(0, WIDTH - NAME - self.value - self.unit - self.range - 2))

    def measure(self, measure: Measure) -> Iterator[str]:
        """The lines of one."""
        locale = self.tell.locale
        yield from wrap(spoken(measure.title, locale), WIDTH)
        for row in _rows(self.tell, measure):
            yield from self._row(row)
        if _hidden(measure):
            yield self._rest(measure)
        note = [spoken(measure.note, locale), _even(self.tell, measure) if isinstance(measure, Shares) else ""]
        yield from wrap(" ".join(filter(None, note)), WIDTH, initial_indent="  ", subsequent_indent="  ")

    def _row(self, row: Cells) -> Iterator[str]:
        name, *more = wrap(row.name, NAME - 3) or [""]
        bar = "#" * round(self.bar * row.bar)
        figures = f"{pad(row.value, self.value, '>')}{pad(row.unit, self.unit)}"
        yield f"  {pad(name, NAME - 2)}{figures} {pad(row.range, self.range, '>')} {bar}"
        yield from (f"    {line}" for line in more)

    def _rest(self, measure: Measure) -> str:
        values = [value for _, value, _ in lines_of(measure) if value is not None]
        rest, places = sorted(value.value for value in values)[: _hidden(measure)], digits(values)
        low, high = (self.tell.number(value, places) for value in (rest[0], rest[-1]))
        range_ = self.tell.range(low, self.tell.measured(high, "%"))
        return f"  {self.tell.say('rest', n=len(rest), range=range_)}"


def _even(tell: Teller, shares: Shares) -> str:
    """Whether shares that should be equal are."""
    chance = chance_of(shares) if shares.fair is not None and any(shares.says) else None
    if chance is None or shares.fair is None:
        return ""
    fair = tell.measured(tell.number(100 * shares.fair, 1), "%")
    if chance >= SELDOM:
        return tell.say("even", share=fair)
    found = [(spoken(row.name, tell.locale), share(row)) for row in shares.rows]
    above = [name for name, value in found if value is not None and value.low > shares.fair]
    below = [name for name, value in found if value is not None and value.high < shares.fair]
    parts = [tell.say(key, names=names) for key, names in (("above", above), ("below", below)) if names]
    what = tell.say("both", one=parts[0], other=parts[1]) if len(parts) > 1 else "".join(parts) or tell.say("apart")
    return tell.say("uneven", share=fair, what=what)


def _beside(tell: Teller, found: Studied, against: Studied) -> Iterator[str]:
    made = differences(found.measures, against.measures)
    judgement = {"pack": against.pack, "n": against.games, "verdict": verdict(made, tell.locale)}
    yield from wrap(tell.say("beside", **judgement), WIDTH, subsequent_indent="  ")
    says = max((VALUE, *(width(judged(each.says, tell.locale)) for each in made)))
    name = WIDTH - 2 * OTHER - MORE - 2 - says
    packs = "".join(pad(cut(pack, OTHER - 1).rstrip(), OTHER, ">") for pack in (found.pack, against.pack))
    yield f"{'':{name}}{packs}{pad(tell.say('difference'), MORE, '>')}"
    before = ""
    for each in made:
        if each.measure != before:
            yield from wrap(spoken(each.measure, tell.locale), WIDTH, initial_indent="  ", subsequent_indent="  ")
        before = each.measure
        yield from _difference(tell, each, name)


def _difference(tell: Teller, each: Difference, size: int) -> Iterator[str]:
    scale = {"%": 100.0, "%²": 100.0}.get(each.unit, 1.0)
    more = Interval(*(part * (scale * scale if each.unit == "%²" else scale) for part in each.more))
    places = max(1, digits([more]))
    values = [tell.measured(tell.number(scale * value, places), each.unit) for value in (each.here, each.there)]
    by = "" if each.unit == "%²" else tell.number(more.value, places, signed=True)
    first, *rest = wrap(spoken(each.name, tell.locale), size - 5)
    figures = "".join((*(pad(value, OTHER, ">") for value in values), pad(by, MORE, ">")))
    yield f"    {pad(first, size - 4)}{figures}  {judged(each.says, tell.locale)}"
    range_ = ""
    if by and more.low != more.high:
        range_ = tell.range(*(tell.number(part, places, signed=True) for part in (more.low, more.high)))
    below = [f"      {line}" for line in rest] or [""] * bool(range_)
    for line, behind in zip_longest(below, [range_], fillvalue=""):
        yield f"{line}{pad(behind, WIDTH - width(line), '>')}" if behind else line
