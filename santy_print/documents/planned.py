"""Planned: a book in pieces that typst measures, and the source of its pages as `breaks` plans them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

from santy_print.documents import blocks as b
from santy_print.documents.blocks import Block, Book, Inline, Section, plain
from santy_print.documents.breaks import APART, NEVER, Leaf, Piece, Planner, Room, Set
from santy_print.documents.feet import Feet, feet, grown
from santy_print.documents.typst import Beginning, Standard, Writer, beginning, page_count, section_head, typst_string
from santy_print.documents.words import Code

if TYPE_CHECKING:
    from santy_print.documents.printed import Page, Printed
    from santy_print.faces import Frame

POINT = 25.4 / 72
MOST = 60
"""The most pages that a run of sections is planned for."""

_OWN = 90.0
"""What it costs to part a list's end, a figure or a box from what it belongs to."""

_AFTER = 30.0
"""What it costs to part a box from the list before it, which is whole without it."""

_TITLED = 16.0
"""What it costs to part a table under a title of its own from its section: more than a page that ends early."""

_TURN, _PARTED = 40.0, 1e3
"""What it costs to part two lists that say the same in two languages, and to part one of them: more than a sheet."""

_ALONE = 60.0
"""What it costs that a figure stands below its section's title alone: more than a list that is parted."""

_COSTS: dict[type, tuple[float, float]] = {
    b.Paragraph: (20.0, 1.0), b.Entry: (6.0, 5.0), b.Table: (_OWN, 2.0), b.Figure: (_OWN, 3.0), b.Grid: (_OWN, 3.0),
    b.Row: (_OWN, 2.0), b.Way: (_OWN, 3.0), b.Remark: (_OWN, 2.0), b.Part: (20.0, 5.0),
    b.Panel: (40.0, 3.0), b.Digest: (30.0, 3.0), b.Wide: (50.0, 3.0),
}  # fmt: skip
"""By kind of block: what a break before it costs, and by how many mm the room above it may grow."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: which, from 0; of a pair of languages each has a list of its own, in its `tongue`."""

    number: int
    of: b.Points
    tongue: int | None = None

    def code(self, writer: Writer, which: Sequence[int], spacing: float | None = None) -> Code:
        """Some items of its list, which follow each other, numbered as in the whole."""
        it = self.of
        given = [f"start: {which[0] + 1}"] if it.steps else []
        given += [f"spacing: {spacing:.3f}mm"] if spacing is not None else []
        items = (writer.item(it.items[n]) for n in which)
        made = Code(f"{'enum' if it.steps else 'list'}({', '.join([*given, *items])})")
        return made if self.tongue is None else writer.below(made, self.tongue)


@dataclass(frozen=True, slots=True)
class Made:
    """A piece as typst source; of an item of a list also which.

    A `figure`, or a row of faces, may be drawn larger where its page has room left.
    """

    code: Code
    cut: float = 20.0
    give: float = 0.0
    opens: float = 0.0
    wide: Literal["", "top", "bottom"] = ""
    fresh: Literal["page", "column"] | None = None
    filler: b.Ornament | None = None
    figure: b.Figure | b.Grid | None = None
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """Sections on pages with so many columns, of two languages or one; the last of a booklet may be its back cover."""

    columns: int
    made: tuple[Made, ...]
    back: bool = False
    drawings: tuple[tuple[int, int, b.Ornament], ...] = ()
    """All that could stand at a page's foot, each with the first and the last piece of its section."""
    twins: bool = False


def runs_of(book: Book, writer: Writer) -> list[Run]:
    """The book in runs of pages with as many columns, each of pieces."""
    runs: list[tuple[int, bool, list[Made], list[tuple[int, int, b.Ornament]]]] = []
    for section in book.sections:
        columns = 1 if len(book.langs) > 1 else min(section.columns, writer.columns)
        last = section is book.sections[-1] and len(book.sections) > 1
        back = last and (section.fresh == "page" or section.columns == 1)
        apart = columns == 1 and (writer.columns == 1 or any(map(_of_each, section.blocks)))
        if not runs or runs[-1][0] != columns or (back and apart):
            runs.append((columns, back, [], []))
        *_, made, drawings = runs[-1]
        begin = len(made)
        made.extend(_section(book, writer, section, columns))
        drawings += [(begin, len(made) - 1, it) for it in section.blocks if isinstance(it, b.Ornament) and it.picture]
    twins = len(book.langs) > 1
    return [Run(columns, tuple(made), back, tuple(drawings), twins) for columns, back, made, drawings in runs]


def _section(book: Book, writer: Writer, section: Section, columns: int) -> Iterator[Made]:
    """A section's pieces; what stands over all columns at a page's foot comes last where there is only one column."""
    fresh = section.fresh if columns > 1 else None
    blocks: list[Block] = [*section.blocks]
    own = any(map(_of_each, blocks))
    yield Made(section_head(book, writer, replace(section, twin="") if own else section), 0.0, 7.0, 38.0, fresh=fresh)
    if columns == 1:
        fills: list[Block] = [it for it in blocks[-1:] if isinstance(it, b.Ornament)]  # what fills a page stands last
        blocks = [it for it in section.downward if it not in fills] + fills
    before: Block | None = None
    fixed, words = True, False
    for it in blocks:
        alone = before is not None and not words  # nothing but figures stands below the title
        for made in _pieces(writer, it, before, columns, section.twin or section.title):
            cut = NEVER if fixed and not made.wide else max(made.cut, _ALONE) if alone else made.cut
            yield Made(**{**_fields(made), "cut": cut})
            fixed = fixed and bool(made.wide)
            alone = False
        words = words or not isinstance(_one_of(it), b.Figure | b.Wide)
        if isinstance(_one_of(it), b.Heading):
            fixed = True
        if not isinstance(it, b.Ornament) or _stands(it, columns):  # what is for other pages stands between nothing
            before = it


def _stands(it: b.Ornament, columns: int) -> bool:
    """Whether a drawing is for pages of so many columns."""
    return it.picture is not None and it.pages in ("all", "wide" if columns > 1 else "narrow")


def _one_of(it: Block) -> Block:
    """What a block is, in one language or two, where it is drawn."""
    if isinstance(it, b.Twins):
        return _one_of(it.first)
    return _one_of(it.shown) if isinstance(it, b.Either) else it


def _may_grow(it: Block) -> TypeGuard[b.Figure | b.Grid]:
    """Whether it is a drawing of a given height, or a row of faces."""
    if isinstance(it, b.Figure):
        return it.height is not None and it.picture is not None
    return isinstance(it, b.Grid) and it.look == "faces" and any(cell.picture for cell in it.cells)


def _of_each(it: Block) -> bool:
    """Whether a block of two languages is a page of each."""
    return isinstance(it, b.Twins) and isinstance(it.first, b.Sides)


def _lists_of(it: b.Twins) -> tuple[b.Points, b.Points] | None:
    """The lists of two languages, where they have as many items."""
    if isinstance(it.first, b.Points) and isinstance(it.second, b.Points):
        return (it.first, it.second) if len(it.first.items) == len(it.second.items) else None
    return None


def _fields(made: Made) -> dict[str, Any]:
    return {name: getattr(made, name) for name in Made.__slots__}


def _pieces(writer: Writer, it: Block, before: Block | None, columns: int, twin: Inline = "") -> Iterator[Made]:
    """The pieces of a block that follows another; `twin` is the title of its section in a second language."""
    one, after = _one_of(it), _one_of(before) if before else None
    cut, give = _COSTS.get(type(one), (20.0, 1.0))
    grows = it if len(writer.langs) > 1 and _may_grow(it) else None
    if isinstance(it, b.Either):
        yield from _pieces(writer, it.shown, before, columns)
    elif isinstance(it, b.Twins) and _of_each(it):
        yield Made(writer.alone(it.first, 0), cut, give)
        yield Made(writer.alone(it.second, 1, twin), 0.0, 7.0, 38.0)
    elif isinstance(it, b.Twins) and (lists := _lists_of(it)):
        yield from _twin_points(writer, *lists, before)
    elif isinstance(it, b.Titled):
        yield Made(writer.block(b.Heading(it.title)), _TITLED, 4.0, 24.0)
        (made,) = _pieces(writer, it.block, None, columns)
        yield Made(**{**_fields(made), "cut": NEVER})
    elif isinstance(one, b.Heading):
        yield Made(writer.block(it), 6.0, 4.0, 24.0)
    elif isinstance(one, b.Titled):
        yield Made(writer.block(it), _TITLED, 4.0)
    elif isinstance(it, b.Points):
        yield from _points(writer, it, before)
    elif isinstance(it, b.Wide) and columns > 1:
        yield Made(writer.across(it), cut, 0.0, wide=it.edge)
    elif isinstance(it, b.Wide):
        yield Made(writer.block(it.block), cut, give)
    elif isinstance(it, b.Ornament):
        if _stands(it, columns):
            yield Made(writer.block(it), NEVER, filler=it)
    elif isinstance(one, b.Paragraph) and one.style in ("aside", "note"):
        yield Made(writer.block(it), _AFTER if isinstance(after, b.Points) else _OWN, 3.0)
    elif isinstance(one, b.Figure | b.Grid) and isinstance(after, b.Table):
        yield Made(writer.block(it), 12.0, give, figure=grows)  # it goes with the words below it
    elif isinstance(one, b.Entry) and isinstance(after, b.Paragraph):
        yield Made(writer.block(it), _OWN if plain(after.text).endswith(":") else 40.0, give)
    else:
        yield Made(writer.block(it), cut, give, figure=grows)


def _points(writer: Writer, it: b.Points, before: Block | None, tongue: int | None = None) -> Iterator[Made]:
    """The items of a list: none stands alone, and a short one stays together."""
    count = len(it.items)
    for n in range(count):
        item = Item(n, it, tongue)
        yield Made(item.code(writer, (n,)), _cut(item, before), 0.6 if n else 1.0, item=item)


def _says(it: Block | None) -> bool:
    """Whether it is a paragraph, in a language or two."""
    return it is not None and isinstance(_one_of(it), b.Paragraph)


def _cut(item: Item, before: Block | None) -> float:
    """What a break before an item of a list costs: least between two languages, most within the list of one."""
    count = len(item.of.items)
    if item.number == 0:
        return _TURN if item.tongue else 60.0 if _says(before) else 30.0
    if item.tongue is not None:
        return _PARTED
    return _OWN if item.number in (1, count - 1) or count < 4 else 40.0


def _twin_points(writer: Writer, first: b.Points, second: b.Points, before: Block | None) -> Iterator[Made]:
    """A list in two languages: each item beside its twin, or, on a narrow page, one whole list below the other."""
    if writer.columns == 1:
        yield from _points(writer, first, before, 0)
        yield from _points(writer, second, before, 1)
        return
    for n in range(len(first.items)):
        one, two = Item(n, first), Item(n, second)
        code = writer.beside(one.code(writer, (n,)), two.code(writer, (n,)))
        within = _OWN if n and first.steps else 0.0  # nobody turns a page between steps, if that can be helped
        yield Made(code, max(_cut(one, before), within), 0.6 if n else 1.0)


# --- pages --------------------------------------------------------------------------------------------------------

PAPERS = {"a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0), "us-letter": (215.9, 279.4)}
"""Width and height of a page, mm, by what typst calls it; on any other typst breaks the text itself."""
STRAY = 0.25
"""Less than that of a page is too little for a last one."""
TRIED, POOR, SMALL, PAGE = 4, 130.0, 40.0, 80.0
"""So many sizes of type are tried, as long as a plan costs so much; what a point less costs, and a page of a pair."""
POOR_PAGE = 15.5
"""Of a pair, where a plan costs more than so much for each page, smaller type is tried, too."""
GUTTER = 8.0
MAST_CLEAR = 7.0
FACES_APART = 4.0
"""The room between columns, below what stands above all text, and between faces in a row, mm: as in `document.typ`."""
TRIES = 4
"""How often a plan is made anew with less room, where a page turned out to be too full."""


def set_pages(printed: Printed, sheet: Page, standards: Sequence[Standard], whole: int) -> bytes | None:
    """A document on planned pages, in the largest type that keeps to those hoped for; None where it cannot be."""
    book, writer = printed.book_on(sheet), printed.writer(sheet)
    width, height = sheet.size or PAPERS.get(sheet.paper, (0.0, 0.0))
    if not width:
        return None
    runs, wide = runs_of(book, writer), width - 2 * sheet.margin[0]
    high = height - sheet.margin[1] - sheet.margin[2]
    hoped = book.pages if whole == 1 else None
    larger = partial(drawn_larger, writer, printed.drawn().frames, wide)
    of_size = cache(partial(_measured, printed, sheet, runs, wide))
    for less in range(TRIES):
        thrifty = len(book.langs) > 1 and hoped is None
        asked = partial(_plan, of_size, runs=runs, whole=whole, high=high - 1.5 * less, free=thrifty and whole == 1)
        plans = _SizedPlans(asked)
        size = plans.thrifty(sheet.sizes, whole) if thrifty else plans.largest(sheet.sizes, hoped)
        plan = plans.of(size)
        if plan is None:
            return None
        leaves, left = plan.leaves, plan.left
        begun = beginning(book, writer, printed.title(), {**printed.values(sheet, size), "columns": runs[0].columns})
        mast, pieces = of_size(size)
        rooms = _rooms(runs, high - 1.5 * less, mast, whole)
        shown, taken = grown(runs, pieces, rooms, leaves, larger)
        foot, leaves = feet(shown, taken, rooms, leaves)
        made = printed.compiled(setting(writer, begun, shown, leaves, printed.spare_pages(left), foot), standards)
        if page_count(made) == sum(map(len, leaves)) + left:
            return made
    return None


def drawn_larger(
    writer: Writer, frames: Mapping[str, Frame], wide: float, it: b.Figure | b.Grid, high: float
) -> Code | None:
    """A figure, or a row of faces, that is so much higher, mm; None where it would be wider than the page."""
    cells = it.cells if isinstance(it, b.Grid) else (it,)
    shown = [frames[cell.picture.name] for cell in cells if cell.picture]
    most = wide if isinstance(it, b.Figure) else (wide - FACES_APART * (len(cells) - 1)) / len(cells)
    if it.height is None or any(frame.width / frame.height * (it.height + high) > most for frame in shown):
        return None
    return writer.block(replace(it, height=it.height + high))


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages of each run, how many are left over, what it all costs, how many pages' worth is empty.

    Split is what begins a page and belongs to what ends the one before, or is all that a last page has: how often.
    """

    leaves: Sequence[tuple[Leaf, ...]]
    left: int
    cost: float
    empty: float = 0.0
    split: int = 0

    @property
    def pages(self) -> int:
        """How many pages are planned."""
        return sum(map(len, self.leaves))


@dataclass(slots=True)
class _SizedPlans:
    """Plans by size of type, each made once."""

    make: Callable[[float], Plan | None]
    made: dict[float, Plan | None] = field(default_factory=dict)

    def of(self, size: float) -> Plan | None:
        if size not in self.made:
            self.made[size] = self.make(size)
        return self.made[size]

    def largest(self, sizes: Sequence[float], hoped: int | None) -> float:
        """The largest size with no more pages than hoped for, or of all; a smaller one where that parts less."""

        def fits(size: float) -> bool:
            plan = self.of(size)
            return plan is None or hoped is None or plan.pages <= hoped

        if fits(sizes[0]):
            return self._best(sizes)
        if not fits(sizes[-1]):
            return sizes[0]
        low, high = 0, len(sizes) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if fits(sizes[middle]) else (middle, high)
        return self._best(sizes[high:])

    def _best(self, sizes: Sequence[float]) -> float:
        """Of these sizes the one at the best price: smaller type costs, too."""
        best, price = sizes[0], inf
        for size in sizes[:TRIED]:
            plan = self.of(size)
            if plan is None:
                break
            asked = plan.cost + SMALL * (sizes[0] - size) + plan.pages * 1e3
            if asked < price:
                best, price = size, asked
            if price - plan.pages * 1e3 < POOR:
                break
        return best

    def thrifty(self, sizes: Sequence[float], whole: int) -> float:
        """The largest size, or a smaller one at a better price, where `whole` pages are empty, something is split, or
        the plan is a poor one.

        Pages and split things have a price, too. The smallest size tells whether any can be saved at all.
        """
        plan = self.of(sizes[0])
        if plan is None or (plan.empty < whole and not plan.split and plan.cost < POOR_PAGE * plan.pages):
            return sizes[0]
        tried = [sizes[0], sizes[-1]]
        least = self.of(sizes[-1])
        if least is not None and least.pages + least.left + least.split < plan.pages + plan.left + plan.split:
            tried.append(sizes[len(sizes) // 2])

        def price(size: float) -> float:
            plan = self.of(size)
            return (
                inf
                if plan is None
                else plan.cost + SMALL * (sizes[0] - size) + PAGE * (plan.pages + plan.left + plan.split)
            )

        return min(tried, key=price)


def _measured(
    printed: Printed, sheet: Page, runs: Sequence[Run], wide: float, size: float
) -> tuple[float, list[list[Piece]]]:
    """What stands above all and the pieces of each run in type of a size, as `measured` gives them."""
    writer, values = printed.writer(sheet), {**printed.values(sheet, size), "columns": 1, "endless": True}
    begun = beginning(printed.book_on(sheet), writer, printed.title(), values)
    return measured(runs, printed.asked(measuring(writer, begun, runs, wide, sheet.margin[0]), "sizes"))


def _plan(
    of_size: Callable[[float], tuple[float, list[list[Piece]]]],
    size: float,
    *,
    runs: Sequence[Run],
    whole: int,
    high: float,
    free: bool = False,
) -> Plan | None:
    """The pages in type of a size, with so many mm for their text; None where a piece is higher than a page.

    A run may have a page more than need be where it is `free` to, if that is worth the price.
    """
    mast, pieces = of_size(size)
    rooms = _rooms(runs, high, mast, whole)
    plans = planned(runs, pieces, rooms, 1 if free else whole - 1)
    if plans is None:
        return None
    plan = chosen([_worth(plan) for plan in plans] if free else plans, whole)
    taken = sum(piece.height + piece.above for own in pieces for piece in own) + high - rooms[0].first
    firsts = (
        own[leaf.columns[0][0].piece] for own, pages in zip(pieces, plan.leaves, strict=True) for leaf in pages[1:]
    )
    ends = (
        (sum(own[it.piece].height for it in pages[-1].columns[0]), len(pages))
        for own, pages in zip(pieces, plan.leaves, strict=True)
    )
    split = sum(piece.cut >= _OWN for piece in firsts) + sum(used < STRAY * high and count > 1 for used, count in ends)
    return replace(plan, empty=plan.pages + plan.left - taken / high, split=split)


def _rooms(runs: Sequence[Run], high: float, mast: float, whole: int) -> list[Room]:
    """The pages of each run, with so many mm for their text, less on the first; of a booklet's first run it is known
    which face each other."""
    return [
        Room(high, high if n else high - mast - MAST_CLEAR, run.columns, run.twins, run.twins and whole > 1 and not n)
        for n, run in enumerate(runs)
    ]


# --- measuring ----------------------------------------------------------------------------------------------------


def measuring(writer: Writer, begun: Beginning, runs: Sequence[Run], wide: float, side: float) -> str:
    """The source that tells how high all pieces are, and how much room typst has between any two kinds of them.

    `wide` is the width of a page's text, `side` that of its
    margins, mm. Each run has a page without an end. Every piece is laid out once, in a block that has no room around
    it; then the shortest piece of each kind stands below the shortest of the kind that it follows somewhere.
    """
    out, sizes = [*begun.lines, *_MARKS], [f"measure(width: {wide:.3f}mm, {begun.mast}).height"]
    for number, run in enumerate(runs):
        width = wide if run.columns == 1 else (wide - GUTTER * (run.columns - 1)) / run.columns
        out += ["#pagebreak(weak: true)"] if number else []
        out.append(f"#set page(width: {width + 2 * side:.3f}mm)")
        for n, made in enumerate(run.made):
            if made.wide:
                sizes.append(f"measure(width: {wide:.3f}mm, {made.code}).height")
            elif not made.filler:
                out.append(f'#high({number}, "{n}", {made.code})')
        for kind, n in _lists(run).items():
            found = run.made[n].item
            assert found
            out.append(f'#high({number}, "{kind}", {found.code(writer, (0, 1))})')
        out.append(f'#high({number}, "", [])')
        for (first, second), (above, below) in _joints(run).items():
            out += [f"#mark({number}, {typst_string(f'{first} {second}')})", f"#{run.made[above].code}"]
            out += [f'#mark({number}, "")', f"#{run.made[below].code}"]
    at = "query(<at>).map(it => (..it.value, it.location().position().y / 1pt))"
    out.append(f"#context [#metadata((at: {at}, wide: ({', '.join(sizes)},).map(it => it / 1pt)))<sizes>]")
    return "\n".join(out) + "\n"


_MARKS = (
    "#let mark(..at) = [#metadata(at.pos())<at>]",
    "#let high(run, name, body) = block(width: 100%, above: 0pt, below: 0pt, { mark(run, name); body })",
)
_NAME = r'[\w-]+(?:\.at\("[^"]*"\))?'
_KIND, _OF_BOTH = re.compile(_NAME), re.compile(rf"twins\([^{{]*[{{ ]+({_NAME})")


def _kind(made: Made) -> str:
    """The function of `document.typ` that draws a piece, or each half of it: the room around it is that function's."""
    if both := _OF_BOTH.match(made.code):
        return f"twins {both[1]}"
    found = _KIND.match(made.code)
    return found[0] if found else ""


def _lists(run: Run) -> dict[str, int]:
    """The first list of each kind that has two items, by its first item."""
    firsts = {n: made.item for n, made in enumerate(run.made) if made.item and made.item.number == 0}
    return {_kind(run.made[n]): n for n, it in reversed(firsts.items()) if len(it.of.items) > 1}


def _joints(run: Run) -> dict[tuple[str, str], tuple[int, int]]:
    """The kinds of pieces that follow each other, and of each the piece that is the shortest to write."""
    shown = [n for n, made in enumerate(run.made) if not made.wide and not made.filler]
    shortest: dict[str, int] = {}
    for n in sorted(shown, key=lambda n: len(run.made[n].code)):
        shortest.setdefault(_kind(run.made[n]), n)
    pairs = [(one, two) for one, two in pairwise(shown) if not (found := run.made[two].item) or not found.number]
    kinds = [(_kind(run.made[one]), _kind(run.made[two])) for one, two in pairs]
    return {(one, two): (shortest[one], shortest[two]) for one, two in kinds}


def measured(runs: Sequence[Run], sizes: Mapping[str, Any]) -> tuple[float, list[list[Piece]]]:
    """What typst found as pieces: the height of what stands above all (mm), and each run's."""
    mast, *wide = [float(high) * POINT for high in sizes["wide"]]
    marks = [(int(run), str(name), float(y) * POINT) for run, name, y in sizes["at"]]
    high = {(run, name): below - y for (run, name, y), (_, _, below) in pairwise(marks)}
    out = []
    for number, run in enumerate(runs):
        own = [0.0 if it.filler else wide.pop(0) if it.wide else high[number, f"{n}"] for n, it in enumerate(run.made)]
        room = {
            (one, two): high[number, f"{one} {two}"] - own[above] for (one, two), (above, _) in _joints(run).items()
        }
        inner = {kind: high[number, kind] - own[n] - own[n + 1] for kind, n in _lists(run).items()}
        pieces: list[Piece] = []
        before = ""
        for made, height in zip(run.made, own, strict=True):
            kind, above = _kind(made), 0.0
            if not made.wide and not made.filler:
                above = inner[kind] if made.item and made.item.number else room[before, kind] if before else 0.0
                before = kind
            above = max(0.0, above)
            pieces.append(
                Piece(height, above, made.cut, made.give, made.opens, made.wide, made.fresh, bool(made.filler))
            )
        out.append(pieces)
    return mast, out


# --- setting ------------------------------------------------------------------------------------------------------


def planned(
    runs: Sequence[Run], pieces: Sequence[Sequence[Piece]], rooms: Sequence[Room], spare: int
) -> list[dict[int, tuple[float, tuple[Leaf, ...]]]] | None:
    """The plans of each run by their number of pages, `spare` pages more than need be at most.

    None where a piece is higher than a page.
    """
    plans = [Planner(own, room).plans(MOST, spare) for own, room in zip(pieces, rooms, strict=True)]
    return plans if all(plans) else None


def _worth(plan: Mapping[int, tuple[float, tuple[Leaf, ...]]]) -> dict[int, tuple[float, tuple[Leaf, ...]]]:
    """Of a run's plans the one at the best price, its pages counted."""
    pages = min(plan, key=lambda pages: (plan[pages][0] + PAGE * pages, pages))
    return {pages: plan[pages]}


def chosen(plans: Sequence[dict[int, tuple[float, tuple[Leaf, ...]]]], whole: int) -> Plan:
    """A plan of each run, how many pages are left over to make sheets of `whole` pages, and what it costs.

    The fewest sheets; of the plans that need no more, the cheapest.
    """
    least = sum(min(plan) for plan in plans)
    room = -(-least // whole) * whole - least
    out, price = [], 0.0
    for plan in plans:
        most = min(plan) + room
        best = min((pages for pages in plan if pages <= most), key=lambda pages: (plan[pages][0], pages))
        room -= best - min(plan)
        out.append(plan[best][1])
        price += plan[best][0]
    return Plan(out, room, price)


def setting(
    writer: Writer, begun: Beginning, runs: Sequence[Run],
    leaves: Sequence[tuple[Leaf, ...]], spare: Sequence[Code] = (), foot: Feet | None = None,
) -> str:  # fmt: skip
    """The source of a document whose pages are planned.

    `spare` are pages that stand before a back cover, or last. What stands at feet is in `foot`, or else each filler
    stands at its own.
    """
    out, at = [*begun.lines, f"#{begun.mast}"], runs[0].columns
    left = [f"#{code}" for code in spare]
    for number, (run, pages) in enumerate(zip(runs, leaves, strict=True)):
        if run.back:
            out += left
            left = []
        if run.columns != at:
            out.append(f"#set page(columns: {run.columns})")
            at = run.columns
        elif number:
            out.append("#pagebreak()")
        for n, leaf in enumerate(pages):
            out += ["#pagebreak()"] if n else []
            out += [f"#wide({run.made[w].wide}, {run.made[w].code})" for w in leaf.wide]
            if leaf.foot and (low := run.made[leaf.foot.piece].filler):
                out.append(f"#{writer.closing(low, leaf.foot.room)}")
            for side, column in enumerate(leaf.columns):
                out += ["#colbreak()"] if side else []
                out += _column(writer, run, column, foot is None and run.columns == 1)
            out += [f"#{writer.block(foot[number, n])}"] if foot and (number, n) in foot else []
    return "\n".join([*out, *left]) + "\n"


def _column(writer: Writer, run: Run, column: Sequence[Set], fill: bool = True) -> Iterator[str]:
    """The pieces of a column with the room above them; items of one list are one list.

    What fills room stands last or not at all: what followed would lie over it.
    """
    at = 0
    while at < len(column):
        piece = column[at]
        made = run.made[piece.piece]
        if made.filler and piece.room:
            yield f"#{writer.ending(made.filler, piece.room, APART)}"
            return
        if made.filler and (at < len(column) - 1 or not fill):
            at += 1
            continue
        if piece.above:
            yield f"#v({piece.above:.3f}mm, weak: true)"
        if made.item is None:
            yield f"#{made.code}"
            at += 1
            continue
        end = at + 1
        while end < len(column) and (more := run.made[column[end].piece].item) and more.of is made.item.of:
            end += 1
        which = [found.number for each in column[at:end] if (found := run.made[each.piece].item)]
        spacing = column[at + 1].above if end > at + 1 else None
        yield f"#{made.item.code(writer, which, spacing)}"
        at = end
