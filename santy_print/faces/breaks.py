"""Breaks: the widths of words in, where the lines of a short text end out.

A line that takes what fits leaves stubs, and parts what a reader takes in one breath. So of the ways to break a text
into as many lines as it needs, the one is taken whose lines are of like length and end where the sense does: after a
comma or a full stop rather than after an article. A sentence's first word hangs at no line's end, nor does its last one
stand alone at the beginning of the next, if it can be helped. Nothing here knows a language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from math import inf

Break = tuple[int, int]
"""The first word of a line, and the first one after it."""

PAUSES = {**dict.fromkeys(".!?…", 2), **dict.fromkeys(",;:", 1)}
"""Where a reader takes breath: the marks at a word's end, and how long the pause is."""
QUOTES = "”“»’)\u202f\u00a0 "
SHORT = 0.45
"""Of two lines that meet at a pause, the shorter one has at least this share of the longer."""
SMALL = 3
"""Words of so many letters are mostly articles and the like, which lean on what follows; two of them lean harder."""
MANY = 12
"""Of more lines none stands out: they take what fits."""

# What a line's end costs, as the square of the share of a line that may be left empty instead.
HANGING, ALONE, LEANING, LINE = 0.45, 0.24, 0.16, 0.13
BREATH = (0.0, -0.045, -0.1)
LONG = 1.5
"""A line that is longer than those of like length would be costs so much more than one that is shorter."""


def filled(widths: Sequence[float], gaps: Sequence[float], limit: float) -> list[Break]:
    """Lines that take what fits."""
    out: list[Break] = []
    start, used = 0, 0.0
    for i, w in enumerate(widths):
        if i > start and used + gaps[i] + w > limit + 0.001:
            out.append((start, i))
            start, used = i, w
        else:
            used += w + (gaps[i] if i > start else 0.0)
    if start < len(widths):
        out.append((start, len(widths)))
    return out


def pause(word: str) -> int:
    """How long a reader pauses after a word: 0 for not at all."""
    return PAUSES.get(word.rstrip(QUOTES)[-1:], 0)


def balanced(
    words: Sequence[str], widths: Sequence[float], gaps: Sequence[float], width: float, room: int
) -> list[Break]:
    """Lines of like length, no wider than a width, that end where the sense does.

    They are as many as they must be, or one more where `room` has it and the sense wants it.
    """
    wanted = len(filled(widths, gaps, width))
    if not 1 < wanted <= MANY:
        return filled(widths, gaps, width)
    if wanted == 2 and (found := _at_pause(words, widths, gaps, width)):
        return found
    costs = strains(words, widths, gaps, width)
    ways = [_cheapest([widths], gaps, width, wanted, costs)]
    if wanted > 1 and wanted < min(room, len(words)):
        ways.append(_cheapest([widths], gaps, width, wanted + 1, costs))
    return min((cost + LINE * n, way) for n, (cost, way) in enumerate(ways))[1]


def balanced_alike(
    words: Sequence[str], rows: Sequence[Sequence[float]], gap: float, width: float, room: int
) -> list[Break]:
    """Lines that hold several texts alike, given how wide their units (`in_step`) are in each; none where none do.

    Of the ways in which one of them would be broken by itself that which most would have, else that which is best for
    all together. Where no line may be added (`room` is 0) the way with the fewest lines comes first.
    """
    gaps = [gap] * len(words)
    wanted = Counter(tuple(balanced(words, row, gaps, width, room)) for row in rows)
    ways = [way for way, _ in wanted.most_common()]
    for way in ways if room else sorted(ways, key=len):
        if all(sum(row[i:j]) + gap * (j - i - 1) <= width + 0.001 for row in rows for i, j in way):
            return [*way]
    return next((way for _, way in evenly_alike(words, rows, gap, width)), [])


def evenly_alike(
    words: Sequence[str], rows: Sequence[Sequence[float]], gap: float, width: float
) -> list[tuple[float, list[Break]]]:
    """The best ways for several texts together, each with its cost: with as few lines as hold all, and with one more.

    Like `balanced_alike`, but judged by all texts instead of by what most would have; none where a unit is too wide.
    """
    gaps, count = [gap] * len(words), len(words)
    if max(map(max, rows)) > width + 0.001:
        return []
    wanted, start = 1, 0
    for end in range(1, count + 1):
        if any(sum(row[start:end]) + gap * (end - start - 1) > width + 0.001 for row in rows):
            wanted, start = wanted + 1, end - 1
    if wanted == 2:
        found = _at_pause(words, rows[0], gaps, width)
        if found and all(_at_pause(words, row, gaps, width) == found for row in rows):
            return [(0.0, found)]
    middle = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    costs = strains(words, middle, gaps, width)
    return [_cheapest(rows, gaps, width, lines, costs) for lines in (wanted, wanted + 1) if lines <= count]


def strains(words: Sequence[str], widths: Sequence[float], gaps: Sequence[float], width: float) -> list[float]:
    """What it costs to end a line after each of some words but the last."""
    rests = [pause(word) for word in words]
    out = []
    for n, word in enumerate(words[:-1]):
        cost = 0.0
        if rests[n]:
            cost += BREATH[rests[n]]
        elif gaps[n + 1]:
            if _leans(word):
                cost += LEANING * (1.5 if n and _leans(words[n - 1]) and not rests[n - 1] else 1.0)
            if n and rests[n - 1]:
                cost += HANGING * rests[n - 1] / 2 * _shortness(widths[n], width)
        if gaps[n + 1] and not rests[n] and (n + 2 == len(words) or rests[n + 1]):
            cost += ALONE * _shortness(widths[n + 1], width)
        out.append(cost)
    return out


def in_step(texts: Sequence[Sequence[str]]) -> list[list[int]]:
    """Where the words of texts that say the same of different things correspond: of each text the ends of its units.

    All have as many units, of which none is empty: a word that all say is one, and of what stands between such words
    each word where all have as many there, else all of it. So texts that are broken after the same units look alike.
    """
    first, found = texts[0], list[dict[int, int]]()
    for other in texts:
        blocks = SequenceMatcher(None, first, other, autojunk=False).get_matching_blocks()
        found.append({block.a + n: block.b + n for block in blocks for n in range(block.size)})
    ends: list[list[int]] = [[] for _ in texts]
    done = [0] * len(texts)
    for place in [*sorted(set(found[0]).intersection(*found[1:])), None]:
        here = [len(t) if place is None else known[place] for t, known in zip(texts, found, strict=True)]
        counts = {at - before for at, before in zip(here, done, strict=True)}
        for own, at, before in zip(ends, here, done, strict=True):
            if len(counts) == 1:
                own += range(before + 1, at + 1)
            elif min(counts):
                own.append(at)
            else:  # what only some of them say goes with the word before it, or else with the one after
                own[-1:] = [at] * len(own[-1:])
            own += [] if place is None else [at + 1]
        done = [at + 1 for at in here]
    return ends


def leaning(words: Sequence[str], lines: Sequence[Break]) -> bool:
    """Whether one of some lines but the last ends with a word that leans on what follows."""
    return any(_leans(words[end - 1]) for _, end in lines[:-1])


def _leans(word: str) -> bool:
    """Whether a word, or the last of those that stay together, is so small that it leans on what follows."""
    last = word.rpartition("\u00a0")[2]
    return len(last) <= SMALL and last.isalpha()


def _shortness(word: float, width: float) -> float:
    """From 1 for a word that is nothing in its line to 0 for one that fills half of it."""
    return max(0.0, 1.0 - 2 * word / width)


def _at_pause(words: Sequence[str], widths: Sequence[float], gaps: Sequence[float], width: float) -> list[Break]:
    """Two lines that meet where a reader takes breath: after a sentence, or after a comma where there is but one.

    Nothing where there is none in their middle: neither line is less than `SHORT` of the other.
    """
    ranks = [pause(word) for word in words[:-1]]
    longest, found = max(ranks, default=0), []
    for n, rank in enumerate(ranks, 1):
        first, second = (sum(widths[a:b]) + sum(gaps[a + 1 : b]) for a, b in ((0, n), (n, len(words))))
        if (
            rank
            and rank == longest
            and max(first, second) <= width
            and min(first, second) >= SHORT * max(first, second)
        ):
            found.append((max(first, second), n))
    return [(0, min(found)[1]), (min(found)[1], len(words))] if found else []


def _narrowest(widths: Sequence[float], gaps: Sequence[float], width: float, wanted: int) -> float:
    """The narrowest limit that needs no more lines than are wanted."""
    low, high = max(widths), width
    while high - low > 0.2:
        middle = (low + high) / 2
        if len(filled(widths, gaps, middle)) <= wanted:
            high = middle
        else:
            low = middle
    return high


def _cheapest(
    rows: Sequence[Sequence[float]], gaps: Sequence[float], width: float, wanted: int, strains: Sequence[float]
) -> tuple[float, list[Break]]:
    """What the cheapest way to break texts into so many lines costs, all alike, and its lines.

    The words of each text are as wide as its row says, the blanks before them as `gaps` do.
    """
    count, even = len(gaps), [_narrowest(row, gaps, width, wanted) for row in rows]
    best: list[dict[int, tuple[float, int]]] = [{} for _ in range(count + 1)]
    best[0][0] = (0.0, 0)
    for end in range(1, count + 1):
        used, strain = [0.0] * len(rows), strains[end - 1] if end < count else 0.0
        for start in range(end - 1, -1, -1):
            gap = gaps[start + 1] if start < end - 1 else 0.0
            used = [so_far + row[start] + gap for so_far, row in zip(used, rows, strict=True)]
            if start < end - 1 and max(used) > width + 0.001:
                break
            left = sum(map(_left, used, even)) / len(rows)
            for lines, (cost, _) in best[start].items():
                if lines < wanted and cost + left + strain < best[end].get(lines + 1, (inf, 0))[0]:
                    best[end][lines + 1] = (cost + left + strain, start)
    cost, out, end = best[count][wanted][0], list[Break](), count
    for lines in range(wanted, 0, -1):
        start = best[end][lines][1]
        out.append((start, end))
        end = start
    return cost, out[::-1]


def _left(used: float, even: float) -> float:
    """What a line costs of which so much is used, where lines of like length are so wide."""
    return float(((even - used) / even) ** 2 * (1.0 if used <= even else LONG))
