"""Breaks: how high each piece of a document is in; which pieces stand on which page and in which column out.

A piece is what nothing parts: a heading, a paragraph, an item of a list, a figure with its caption. Each says what a
break before it costs. Of all ways to break the cheapest is taken: few pages, sections and their lists, figures and
boxes whole, no page much emptier than the others, columns of one height.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

NEVER = inf
CLEAR = {"top": 5.0, "bottom": 7.0}
"""The room between what stands over all columns and the columns, mm."""

SAFE = 0.3
"""So many mm of a column are kept: what was measured is not to overflow."""

_WHITE, _LAST_WHITE, _SIDEWAYS, _STUMP, _TAIL, _TAIL_MM = 70.0, 14.0, 40.0, 80.0, 30.0, 18.0
_FACED_WHITE = 50.0
"""White on a last page of one column costs nearly as much as elsewhere: it lies beside the page before it."""
_HOLLOW, _HALF = 120.0, 0.45
"""What it costs besides that one of pages that are to be even is emptier than that: it looks like an end."""
_GOES_ON = 40.0
"""A break that costs so much makes the white above it count twice."""
_TAKE, _TIGHT = 0.2, 12.0
"""By so much of itself the room above a piece may shrink, where a column would be too full; what that costs."""
_CROWDED = 60.0
"""What it costs besides, as far as it shrinks, on pages that are to be even: lists would be tight beside loose ones."""
_TAKE_EVEN = 0.26
"""The same on pages that are to be even, where less can be moved."""
_FACING = 0.5
"""The share of a break's cost that counts between two pages which lie open side by side."""
_COLUMN = 0.7
"""What a break costs at a column's end: a share of that at a page's."""
_GAP = 60.0
"""What it costs that a column ends early though the text goes on with what has room in it: by the share of white."""
DRAWING = 15.0
"""So high is a drawing at least that ends a column, mm; where there is room for less the column's gaps grow instead."""
APART = 5.0
"""The room above it, mm, or more."""
_APACE = 0.5
"""By no greater share than that do gaps of a column grow more than those beside them, on a page that is filled."""
_LEVEL = 10.0
"""Heads of sections beside each other that lie no more than so many mm apart are set on one line."""
_FOOT = 4.0
"""So many mm a column may end earlier for the sake of gaps like those beside it."""
_HEAD = 38.0
"""A piece that opens so many mm is the head of a section."""
_GIVE_WAY = 0.15
"""By such a share of itself the other gaps of a section draw together at most, so that the one below its head stays."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What nothing parts: its height and the room above it, mm, and what a break before it costs.

    The room above may grow by `give`. Of what it `opens` at least so many mm are to stay with it. A `wide` piece stands
    over all columns, at the top or the bottom; a `fresh` one begins a page or a column. A `filler` stands only where
    room is left.
    """

    height: float
    above: float = 0.0
    cut: float = 0.0
    give: float = 0.0
    opens: float = 0.0
    wide: Literal["", "top", "bottom"] = ""
    fresh: Literal["page", "column"] | None = None
    filler: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Pages of a kind: how high a column is (mm), also on the first page, and how many columns a page has.

    Where they are to be `even` none is to be much emptier than the rest, not even the last. Those of a booklet are
    `facing` each other, the second and the third, and so on.
    """

    height: float
    first: float
    columns: int = 1
    even: bool = False
    facing: bool = False


@dataclass(frozen=True, slots=True)
class Set:
    """A piece where it stands: its number and the room above it, mm, nothing at the head of a column.

    A filler that ends a column shorter than the one beside it has so many mm of `room`, down to that one's foot.
    """

    piece: int
    above: float
    room: float = 0.0


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: the pieces over all columns, and those of each column; a filler in the `room` below all of them."""

    wide: tuple[int, ...]
    columns: tuple[tuple[Set, ...], ...]
    foot: Set | None = None


@dataclass(slots=True)
class Planner:
    """All ways to break pieces, of which the cheapest are kept for each number of pages."""

    pieces: Sequence[Piece]
    room: Room
    _seen: dict[tuple[int, int, bool], tuple[float, int]] = field(default_factory=dict)

    def plans(self, most: int, spare: int | None = None) -> dict[int, tuple[float, tuple[Leaf, ...]]]:
        """By number of pages, `most` at most: what it costs, and the pages; nothing where a piece is too high.

        With `spare` only those of at most so many pages more than the fewest.
        """
        count = len(self.pieces)
        best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
        out: dict[int, tuple[float, tuple[Leaf, ...]]] = {}
        for number in range(1, most + 1):
            reached: dict[int, tuple[float, tuple[int, ...]]] = {}
            for begin, (cost, ends) in best.items():
                for end in self._ends(begin):
                    more = cost + self._page(begin, end)[0] - self._seen_at_once(number, end)
                    if more < reached.get(end, (inf, ()))[0]:
                        reached[end] = (more, (*ends, end))
            if count in reached:
                cost, ends = reached.pop(count)
                out[number] = (cost, tuple(self._leaf(b, e) for b, e in zip((0, *ends), ends, strict=False)))
            if not reached or (out and spare is not None and number - min(out) >= spare):
                break
            best = reached
        return out

    def _seen_at_once(self, number: int, end: int) -> float:
        """What a break costs less that is after a page of this number, from 1, whose other side lies beside it."""
        if not self.room.facing or number % 2 or end == len(self.pieces):
            return 0.0
        return self.pieces[end].cut * (1 - _FACING)

    def _ends(self, begin: int) -> Iterator[int]:
        """Where a page that begins there may end."""
        for end in range(begin + 1, len(self.pieces) + 1):
            if end - 1 > begin and self.pieces[end - 1].fresh == "page":
                return
            cost, _ = self._page(begin, end)
            if cost == inf and self._least(begin, end) > self._height(begin, begin) * self.room.columns:
                return
            if cost < inf:
                yield end

    def _height(self, begin: int, end: int) -> float:
        """How high the columns of a page are."""
        taken = sum(p.height + CLEAR[p.wide] for p in self.pieces[begin:end] if p.wide)
        return (self.room.first if begin == 0 else self.room.height) - taken - SAFE

    def _least(self, begin: int, end: int) -> float:
        narrow = [p for p in self.pieces[begin:end] if not p.wide]
        return sum(p.height for p in narrow) + sum(
            p.height * self.room.columns for p in self.pieces[begin:end] if p.wide
        )

    def _narrow(self, begin: int, end: int) -> list[int]:
        return [n for n in range(begin, end) if not self.pieces[n].wide]

    @property
    def _take(self) -> float:
        """By so much of itself the room above a piece may shrink."""
        return _TAKE_EVEN if self.room.even else _TAKE

    def _used(self, numbers: Sequence[int]) -> float:
        """How high pieces below each other are."""
        return sum(self.pieces[n].height + (self.pieces[n].above if at else 0.0) for at, n in enumerate(numbers))

    def _tight(self, numbers: Sequence[int]) -> float:
        """How high they are with as little room between them as may be."""
        return self._used(numbers) - self._take * sum(self.pieces[n].above for n in numbers[1:])

    def _page(self, begin: int, end: int) -> tuple[float, int]:
        """What a page of these pieces costs, and how many of them stand in its first column."""
        key = (begin, end, end == len(self.pieces))
        if key not in self._seen:
            self._seen[key] = self._judged(begin, end)
        return self._seen[key]

    def _judged(self, begin: int, end: int) -> tuple[float, int]:
        high, numbers = self._height(begin, end), self._narrow(begin, end)
        ends = end == len(self.pieces)
        cut = 0.0 if ends else self.pieces[end].cut
        if cut == NEVER or high <= 0:
            return inf, 0
        if self.room.columns == 1:
            used = self._used(numbers)
            if self._tight(numbers) > high:
                return inf, len(numbers)
            white = self._white(high - used, high, ends, cut) if used <= high else self._crowded(numbers, high)
            return cut + white + self._broken_up(numbers, end), len(numbers)
        best = (inf, 0)
        places = [at for at, n in enumerate(numbers) if at and self.pieces[n].fresh == "column"]
        sums = [(0.0, 0.0)]  # of all heights with the room above, and of that room alone
        for n in numbers:
            piece, (high_so_far, above) = self.pieces[n], sums[-1]
            sums.append((high_so_far + piece.height + piece.above, above + piece.above))
        for at in places or range(1, len(numbers) + 1):
            one, one_tight = self._between(numbers, sums, 0, at)
            if one_tight > high:
                break  # what follows is higher still
            two, two_tight = self._between(numbers, sums, at, len(numbers))
            between = self.pieces[numbers[at]].cut * _COLUMN if at < len(numbers) else 0.0
            if two_tight > high or between == NEVER or len(places) > 1:
                continue
            left, right = numbers[:at], numbers[at:]
            uneven = abs(one - two) / high
            price = cut + between + _SIDEWAYS * uneven * (1.5 + uneven) * (1.0 if not places else 0.3)
            price += self._white(max(0.0, 2 * high - one - two), 2 * high, ends)
            price += self._gap(high - two, high, end)
            price += _TIGHT * ((one > high) + (two > high))
            price += self._broken_up(left, right[0] if right else end) + (self._broken_up(right, end) if right else 0.0)
            best = min(best, (price, at))
        return best

    def _between(
        self, numbers: Sequence[int], sums: Sequence[tuple[float, float]], begin: int, end: int
    ) -> tuple[float, float]:
        """How high some of these pieces are, and with as little room between them as may be; see `_used`, `_tight`."""
        if begin == end:
            return 0.0, 0.0
        first = self.pieces[numbers[begin]].above
        used = sums[end][0] - sums[begin][0] - first
        return used, used - self._take * (sums[end][1] - sums[begin][1] - first)

    def _white(self, white: float, high: float, ends: bool, cut: float = 0.0) -> float:
        share = white / high
        if self.room.even:  # white where a text goes on is worse than at its end
            return (_WHITE * share * share + _HOLLOW * max(0.0, share - _HALF)) * (1 + min(cut, _GOES_ON) / _GOES_ON)
        last = _LAST_WHITE if self.room.columns > 1 else _FACED_WHITE
        return (last if ends else _WHITE) * share * share

    def _crowded(self, numbers: Sequence[int], high: float) -> float:
        """What it costs that the room between pieces shrinks; on even pages a loose one lies beside."""
        used = self._used(numbers)
        share = (used - high) / (used - self._tight(numbers))
        return _TIGHT + (_CROWDED * share if self.room.even else 0.0)

    def _broken_up(self, numbers: Sequence[int], after: int) -> float:
        """What it costs that a section has little of itself at a column's foot, or at its head."""
        price, follows = 0.0, self.pieces[after] if after < len(self.pieces) else None
        if follows is not None and not follows.opens:
            for at in range(len(numbers) - 1, -1, -1):
                if least := self.pieces[numbers[at]].opens:
                    price += _STUMP if self._used(numbers[at:]) < least else 0.0
                    break
        if numbers and not self.pieces[numbers[0]].opens:
            own = next((at for at, n in enumerate(numbers) if self.pieces[n].opens), len(numbers))
            ended = own < len(numbers) or follows is None or bool(follows.opens)
            price += _TAIL if ended and self._used(numbers[:own]) < _TAIL_MM else 0.0
        return price

    def _gap(self, white: float, high: float, end: int) -> float:
        """What it costs that a page's last column ends early, and what the text goes on with would have room there."""
        if end == len(self.pieces) or self.pieces[end].opens or self.pieces[end].wide:
            return 0.0
        follows = self.pieces[end]
        return _GAP * white / high if follows.height + follows.above < white else 0.0

    def _leaf(self, begin: int, end: int) -> Leaf:
        numbers, (_, at) = self._narrow(begin, end), self._page(begin, end)
        wide = tuple(n for n in range(begin, end) if self.pieces[n].wide)
        high, ends = self._height(begin, end), end == len(self.pieces)
        if self.room.columns == 1:  # the last page, too: sections crowded above an empty foot look forgotten
            used, give = self._used(numbers), self._give(numbers)
            below = any(self.pieces[n].wide == "bottom" for n in wide)
            goal = high if below else min(high, used + give)
            return Leaf(wide, (self._spread(numbers, min(high, goal) - used),))
        columns = [numbers[:at], numbers[at:]]
        if filled := self._filled(columns, high):
            return Leaf(wide, self._steady(filled))
        even = self._steady(self._level(self._even(columns, high, ends, wide), high))
        low = high - max(self._top(column, len(column)) for column in even)
        fillers = [column[-1] for column in columns if column and self.pieces[column[-1]].filler]
        return Leaf(wide, even, Set(fillers[-1], 0.0, low) if fillers else None)

    def _give(self, numbers: Sequence[int]) -> float:
        """By how much the room above pieces may grow."""
        return sum(self.pieces[n].give for n in numbers[1:])

    def _slack(self, numbers: Sequence[int], less: bool) -> float:
        """By how much it may grow, or become less."""
        return self._used(numbers) - self._tight(numbers) if less else self._give(numbers)

    def _even(
        self, columns: Sequence[Sequence[int]], high: float, ends: bool, wide: Sequence[int]
    ) -> tuple[tuple[Set, ...], ...]:
        """Two columns as near to one foot as the room between their pieces allows."""
        used = [*map(self._used, columns)]
        reach = [u + self._give(column) for u, column in zip(used, columns, strict=True) if u]
        most = max(*used, 0.0)
        goal = most if ends else max(min(reach, default=0.0), most)
        if any(self.pieces[n].wide == "bottom" for n in wide):
            goal = high
        more = [min(high, goal) - u for u in used]
        if goal >= high:
            give = [*map(self._give, columns)]
            least = min((m / g for m, g in zip(more, give, strict=True) if g), default=0.0)
            more = [min(m, (least + _APACE) * g) for m, g in zip(more, give, strict=True)]
        return tuple(self._spread(c, m) for c, m in zip(columns, more, strict=True))

    def _filled(self, columns: Sequence[Sequence[int]], high: float) -> tuple[tuple[Set, ...], ...] | None:
        """Two columns whose gaps grow or shrink alike, where a drawing fills the shorter one down to the other's foot.

        It is the one at that column's end; or that at the other's, where gaps alone would not bring both to one foot.
        """
        used, give = [*map(self._used, columns)], [*map(self._give, columns)]
        short = used.index(min(used))
        ends = [column[-1] for column in columns if column and self.pieces[column[-1]].filler]
        if not ends or not columns[short]:
            return None
        own = columns[short][-1] in ends
        if not own and used[short] + give[short] >= max(used):
            return None
        goal = min(high, max(used) + give[1 - short])
        share = (goal - max(used)) / (self._slack(columns[1 - short], goal < max(used)) or 1.0)
        more = [share * self._slack(column, goal < max(used)) for column in columns]
        room = goal - used[short] - more[short]
        if room < DRAWING + APART:
            return None
        out = [*map(self._spread, columns, more)]
        out[short] = (*(out[short][:-1] if own else out[short]), Set(ends[0], 0.0, room))
        return tuple(out)

    def _level(self, columns: tuple[tuple[Set, ...], ...], high: float) -> tuple[tuple[Set, ...], ...]:
        """The same with heads of sections that stand nearly beside each other on one line.

        The higher moves down, or the lower up: as far as the gaps below the one and above the other give way.
        """
        left, right = map(list, columns)
        past = {id(left): 0, id(right): 0}  # what stands on one line already
        for n, _ in enumerate(left):
            for k, _ in enumerate(right):
                if not n or not k or min(self.pieces[c[i].piece].opens for c, i in ((left, n), (right, k))) < _HEAD:
                    continue
                ahead = self._top(left, n) - self._top(right, k)
                (up, at), (down, to) = ((right, k), (left, n)) if ahead > 0 else ((left, n), (right, k))
                below, before = range(at + 1, len(up)), range(past[id(down)] + 1, to + 1)
                # The gaps draw together as far as they have grown; only then all of them a little more.
                ways = [
                    (column, which, take)
                    for take in (0.0, self._take)
                    for column, which in ((up, below), (down, before))
                ]
                need, room = abs(ahead), max(0.0, high - self._top(up, len(up)))
                if need > min(_LEVEL, room + sum(sum(self._loose(*way)) for way in ways[2:])):
                    continue
                moved = min(need, room)
                for column, which, take in ways:
                    drawn = self._draw(column, which, take, need - moved)
                    moved += drawn
                    room += drawn if column is up else 0.0
                up[at] = replace(up[at], above=up[at].above + min(need, room))
                past = {id(left): n, id(right): k}
        if past[id(left)]:
            self._alike((left, past[id(left)]), (right, past[id(right)]))
        return tuple(left), tuple(right)

    def _alike(self, *columns: tuple[list[Set], int]) -> None:
        """Gaps below heads on one line grow alike: by the lesser share, unless a column would end much earlier."""
        grown = []
        for column, at in columns:
            give = self._give([it.piece for it in column[at:]])
            grown.append((sum(it.above - self.pieces[it.piece].above for it in column[at + 1 :]), give))
        least = min((more / give for more, give in grown if give), default=0.0)
        for (column, at), (more, give) in zip(columns, grown, strict=True):
            if least >= 0 and 0 < more - least * give <= _FOOT:
                for n in range(at + 1, len(column)):
                    own = self.pieces[column[n].piece]
                    column[n] = replace(column[n], above=own.above + least * own.give)

    def _steady(self, columns: tuple[tuple[Set, ...], ...]) -> tuple[tuple[Set, ...], ...]:
        """Two columns with as much room below heads beside each other as there is to be, whatever other gaps do.

        So the texts below them begin on one line. The other gaps of the section make up for it.
        """
        tops = [{round(self._top(column, n), 1): n for n in self._heads(column)} for column in columns]
        beside = tops[0].keys() & tops[1].keys()
        return tuple(self._kept(c, {own[top] for top in beside}) for c, own in zip(columns, tops, strict=True))

    def _heads(self, column: Sequence[Set]) -> list[int]:
        """The heads of sections of a column."""
        return [n for n, it in enumerate(column) if self.pieces[it.piece].opens >= _HEAD]

    def _kept(self, column: Sequence[Set], which: Collection[int]) -> tuple[Set, ...]:
        """A column with as much room below some heads as there is to be, if other gaps of their sections give way."""
        out, heads = list(column), self._heads(column)
        for n, end in zip(heads, [*heads[1:], len(column)], strict=False):
            gaps = [i for i in range(n + 2, end) if not self.pieces[out[i].piece].filler]
            loose = sum(out[i].above for i in gaps)
            need = self.pieces[out[n + 1].piece].above - out[n + 1].above if n + 1 < end else 0.0
            if n in which and need and need <= _GIVE_WAY * loose:
                out[n + 1] = replace(out[n + 1], above=out[n + 1].above + need)
                for i in gaps:
                    out[i] = replace(out[i], above=out[i].above * (1 - need / loose))
        return tuple(out)

    def _loose(self, column: Sequence[Set], which: Iterable[int], take: float) -> list[float]:
        """By how much each of some gaps of a column is larger than it is to be, or than that less a share of it."""
        return [max(0.0, column[i].above - (1 - take) * self.pieces[column[i].piece].above) for i in which]

    def _draw(self, column: list[Set], which: Sequence[int], take: float, need: float) -> float:
        """Draw gaps of a column together, each by its share of so many mm; how many mm that gave."""
        loose = self._loose(column, which, take)
        drawn = min(need, sum(loose))
        for i, own in zip(which, loose, strict=True):
            column[i] = replace(column[i], above=column[i].above - (drawn * own / sum(loose) if drawn else 0.0))
        return drawn

    def _top(self, column: Sequence[Set], at: int) -> float:
        """Where a piece of a column begins, mm from its head; or where the column ends."""
        down = sum(self.pieces[it.piece].height + it.above for it in column[:at])
        return down + (column[at].above if at < len(column) else 0.0)

    def _spread(self, numbers: Sequence[int], more: float) -> tuple[Set, ...]:
        """Pieces below each other, and so many mm more between them, or less: as far as they give and take."""
        rest = [self.pieces[n] for n in numbers[1:]]
        give, take = sum(p.give for p in rest), self._take * sum(p.above for p in rest)
        grown = min(1.0, max(0.0, more) / give) if give else 0.0
        shrunk = self._take * min(1.0, max(0.0, -more) / take) if take else 0.0
        pieces = [(n, self.pieces[n]) for n in numbers]
        return tuple(Set(n, p.above * (1 - shrunk) + grown * p.give if at else 0.0) for at, (n, p) in enumerate(pieces))
