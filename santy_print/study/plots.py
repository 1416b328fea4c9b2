"""Plots: a finished study and a language in, an SVG for each measure out: a point for each row, and how sure it is.

Points of the pack are filled, of the one it is held against hollow, so they differ without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from santy_print.game.phrase import spoken
from santy_print.game.study import Measure, Shares
from santy_print.output import staged
from santy_print.study.intervals import Interval
from santy_print.study.lines import Teller
from santy_print.study.report import Line, Studied, lines_of

if TYPE_CHECKING:
    from santy_print.text import Locale

PAPER, INK, QUIET, HAIR, ROPE, OTHER = "#fbf7ec", "#22304a", "#566073", "#e4d8bf", "#c9a66b", "#7a5d2b"
WIDTH, NAMES, RIGHT, TOP, ROW, FOOT, MOST = 760, 250, 40, 74, 26, 58, 400
"""In pixels: the picture, the column of names, its right margin, the head, a row, the axis; names that are long."""
LETTER = 0.56
"""A letter is about so wide, of its size, in any of the fonts."""
FONTS = "'Source Serif 4', 'Source Serif Pro', Georgia, 'Times New Roman', serif"


def write_plots(folder: Path, locale: Locale, found: Studied, against: Studied | None = None) -> list[Path]:
    """Write an SVG for each measure into a folder, all or none, in a language."""
    tell = Teller(locale)
    others = {measure.key: measure for measure in against.measures} if against else {}
    made = []
    with staged(folder) as stage:
        for measure in found.measures:
            for part in _parts(measure):
                other = (
                    next((each for each in _parts(others[part.key]) if each.unit == part.unit), None)
                    if (part.key in others)
                    else None
                )
                names = (found.pack, against.pack if against and other else "")
                head = Head(tell, names, tell.played(found))
                made.append(stage.write(f"{part.name}.svg", draw_plot(part, other, head)))
    return made


@dataclass(frozen=True)
class Head:
    """What stands above all pictures of a study: in which language, of which packs, how it was played."""

    tell: Teller
    packs: tuple[str, str]
    played: str


class Plot:
    """What one picture shows: rows of one unit."""

    def __init__(self, measure: Measure, unit: str, rows: Sequence[Line]) -> None:
        self.key, self.title, self.unit = measure.key, measure.title, unit
        self.fair = 100 * measure.fair if isinstance(measure, Shares) and measure.fair is not None else None
        self.rows = [(name, value) for name, value, _ in rows if value is not None]
        self.name = measure.key


def _parts(measure: Measure) -> list[Plot]:
    """A measure, or where its rows have several units, those that vary, by unit."""
    rows = lines_of(measure)
    if isinstance(measure, Shares):
        if len(rows) > 16:
            rows = sorted(rows, key=lambda row: -(row[1].value if row[1] else 0.0))
        return [Plot(measure, "%", rows)]
    varying = [row for row in rows if row[1] is not None and row[1].low != row[1].high]
    parts = []
    for number, row in enumerate(varying):
        part = Plot(measure, row[2], [row])
        part.name = f"{measure.key}-{number + 1}" if len(varying) > 1 else measure.key
        parts.append(part)
    return parts


def draw_plot(plot: Plot, other: Plot | None, head: Head) -> str:
    """One picture, as the text of an SVG."""
    tell, title = head.tell, spoken(plot.title, head.tell.locale)
    beside = dict(other.rows) if other else {}
    every = [value for _, value in plot.rows] + list(beside.values())
    labels = [_cut(spoken(name, tell.locale), (MOST - 34) / 14) for name, _ in plot.rows]
    names = max(NAMES, *(ceil(_wide(label, 14)) + 34 for label in labels))
    axis = Axis.over(every, plot.fair, plot.unit == "%").at(names)
    height = TOP + ROW * len(plot.rows) + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" xml:lang="{tell.locale.code}" font-family="{escape(FONTS)}" font-size="14" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_in_words(plot, tell))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<path d="M20 52H{WIDTH - 20}" stroke="{ROPE}" stroke-width="2"/>',
        _fitted(title, 30, 20, head.packs[1], ' font-weight="700"'),
        _fitted(head.played, 46, 12, head.packs[1], f' fill="{QUIET}"'),
    ]
    lines += _legend(head.packs)
    lines += axis.drawn(TOP, TOP + ROW * len(plot.rows), plot, tell)
    for number, ((name, value), label) in enumerate(zip(plot.rows, labels, strict=True)):
        y = TOP + ROW * number + ROW // 2
        lines.append(f'<text x="{names - 14}" y="{y + 5}" text-anchor="end">{escape(label)}</text>')
        if name in beside:
            lines += _point(axis, beside[name], y + 5, OTHER, PAPER)
        lines += _point(axis, value, y - (4 if name in beside else 0), INK, INK)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _wide(text: str, size: float) -> float:
    """How wide a text is about, in pixels."""
    return LETTER * size * len(text)


def _cut(text: str, ems: float) -> str:
    """A text that is about so many of its sizes wide at most."""
    most = int(ems / LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _fitted(text: str, y: int, size: float, other: str, look: str) -> str:
    """A line of the head: smaller where it would go past the picture, or under the names of two packs."""
    room = WIDTH - (210 if other else 40)
    shown = min(size, size * room / max(1.0, _wide(text, size)))
    return f'<text x="20" y="{y}" font-size="{shown:.3g}"{look}>{escape(text)}</text>'


def _in_words(plot: Plot, tell: Teller) -> str:
    """The picture in words, for those who cannot see it."""
    shown = []
    for name, value in plot.rows:
        at, low, high = (tell.number(part, 2) for part in value)
        shown.append(f"{spoken(name, tell.locale)}: {tell.measured(at, plot.unit)} ({tell.range(low, high)})")
    return "; ".join(shown)


def _legend(names: tuple[str, str]) -> Iterator[str]:
    if names[1]:
        for number, (name, edge, fill) in enumerate(zip(names, (INK, OTHER), (INK, PAPER), strict=True)):
            y = 26 + 16 * number
            yield f'<circle cx="{WIDTH - 180}" cy="{y}" r="4" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
            yield f'<text x="{WIDTH - 168}" y="{y + 4}" font-size="12">{escape(name[:24])}</text>'


def _point(axis: Axis, value: Interval, y: int, edge: str, fill: str) -> Iterator[str]:
    low, at, high = (axis.x(part) for part in (value.low, value.value, value.high))
    yield f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{edge}" stroke-width="3" stroke-opacity=".55"/>'
    yield f'<circle cx="{at:.1f}" cy="{y}" r="4" fill="{fill}" stroke="{edge}" stroke-width="2"/>'


class Axis:
    """From where to where, with marks at round numbers."""

    def __init__(self, low: float, high: float, step: float) -> None:
        self.low, self.high, self.step, self.left = low, high, step, NAMES

    @classmethod
    def over(cls, values: Sequence[Interval], fair: float | None, share: bool) -> Axis:
        """An axis that holds all values; that of shares begins at nothing, unless none could be told apart then."""
        low = min([value.low for value in values] + ([fair] if fair is not None else []), default=0.0)
        high = max([value.high for value in values] + ([fair] if fair is not None else []), default=1.0)
        if share and high - low > 0.3 * high:
            low = 0.0
        reach = max(high - low, 1e-9 * max(1.0, abs(high)), 1e-6)
        rough = reach / 5
        size = 10.0 ** floor(log10(rough))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough)
        return cls(floor(low / step) * step, ceil(high / step) * step, step)

    def at(self, left: int) -> Axis:
        """The same, beginning where names of such a width end."""
        self.left = left
        return self

    def x(self, value: float) -> float:
        """Where a value lies, in pixels."""
        return self.left + (value - self.low) / (self.high - self.low) * (WIDTH - RIGHT - self.left)

    def drawn(self, top: int, foot: int, plot: Plot, tell: Teller) -> Iterator[str]:
        """Its lines and numbers, and the line of what would be fair."""
        places = max(0, -floor(log10(self.step)))
        for number in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + number * self.step
            x = self.x(value)
            yield f'<path d="M{x:.1f} {top}V{foot}" stroke="{HAIR}"/>'
            shown = escape(tell.measured(tell.number(value, places), plot.unit))
            yield f'<text x="{x:.1f}" y="{foot + 18}" font-size="12" fill="{QUIET}" text-anchor="middle">{shown}</text>'
        if plot.fair is not None:
            x = self.x(plot.fair)
            yield f'<path d="M{x:.1f} {top - 4}V{foot + 24}" stroke="{ROPE}" stroke-width="2" stroke-dasharray="5 4"/>'
            fair = escape(tell.say("fair"))
            yield f'<text x="{x:.1f}" y="{foot + 38}" font-size="12" fill="{OTHER}" text-anchor="middle">{fair}</text>'
