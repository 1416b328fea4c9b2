"""Draft: the ships of a pack, sound or not, finished or with blanks, brought to the solver and back to their lines.

A blank is a `?`: instead of a colour, a number or a corner, or as the first letter of a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from santy_print.diag import PackError, Report, Span, listed, register
from santy_print.games.santy_anno.checks import Context, double_pairs, ship_shape
from santy_print.games.santy_anno.fleet import ShipsFile
from santy_print.games.santy_anno.solver import twos
from santy_print.games.santy_anno.solver.problem import Cell, Engine, Grid, Problem, TimeUp, Watch
from santy_print.output import write_atomic
from santy_print.rewrite import Edits, on_one_line, save
from santy_print.schema import validate
from santy_print.source import Entry, Map, Scalar, load_yaml, locate

if TYPE_CHECKING:
    from santy_print.pack import Pack

register("ships-impossible", "what is known of the ships leaves no way to complete them")
register("ships-value", "one of the values that cannot stand together")
register("ships-blank", "a blank stands where every value is wanted")

BLANK = "?"
Place = tuple[str, str]
"""A ship's id, and an element, `number`, `corner` or `name`."""


class Mend(NamedTuple):
    """A value that is changed, or a blank that is filled."""

    ship: str
    name: str
    what: str
    old: str
    new: str
    span: Span
    value: str
    """What is written: for a letter a name that begins with it."""

    def __str__(self) -> str:
        return f"{self.name}: {self.what} {self.old} -> {self.new}"

    def as_json(self) -> dict[str, object]:
        """The value for programs."""
        place = {"file": self.span.file.name, "line": self.span.line, "column": self.span.col}
        return {"ship": self.ship, "what": self.what, "from": self.old, "to": self.new, **place}


class Draft:
    """The ships as `ships.yaml` has them now. PackError where there is more wrong than values of ships."""

    def __init__(self, pack: Pack) -> None:
        node = pack.nodes.get("ships")
        if node is None or any(pack.files.get(stem) is None for stem in ("pack", "cards")):
            raise PackError(pack.report)
        self.pack, self.node = pack, node
        self.blanks: set[Place] = set()
        report = Report(pack=pack.report.pack)
        file = validate(ShipsFile, self._filled(), report)
        if file is None:
            raise PackError(report)
        files = {**pack.files, "ships": file}
        self.context = Context(files, lambda stem, *path, **how: pack.where(stem, *path, **how), report)
        if not ship_shape(self.context):
            raise PackError(report)
        self.fleet = self.context.fleet

    def _filled(self) -> Map:
        """The nodes with something that can be read for each blank; notes where the blanks are."""
        ships, features = self.node.get("ships"), self.node.get("features")
        if not isinstance(ships, Map) or not isinstance(features, Map):
            return self.node
        words = {key: [n.text for n in getattr(features.get(key), "items", ()) if isinstance(n, Scalar)]
                 for key in ("colours", "corners")}  # fmt: skip
        colour, corner = (words["colours"] or ["none"])[0], (words["corners"] or ["none"])[0]

        def fill(entry: Entry, ship: str, key: str, text: str) -> Entry:
            value = entry.value
            if not isinstance(value, Scalar) or value.text != BLANK:
                return entry
            self.blanks.add((ship, key))
            return Entry(entry.key, replace(value, text=text))

        entries: dict[str, Entry] = {}
        for id, entry in ships.entries.items():
            ship = entry.value
            if not isinstance(ship, Map):
                return self.node
            own = dict(ship.entries)
            for key, text in (("number", "1"), ("corner", corner)):
                if key in own:
                    own[key] = fill(own[key], id, key, text)
            name = ship.get("name")
            if isinstance(name, Scalar) and name.text.startswith(BLANK):
                self.blanks.add((id, "name"))
            colours = ship.get("colours")
            if isinstance(colours, Map):
                found = {e: fill(entry, id, e, colour) for e, entry in colours.entries.items()}
                own["colours"] = Entry(own["colours"].key, Map(found, colours.span))
            entries[id] = Entry(entry.key, Map(own, ship.span))
        top = {**self.node.entries, "ships": Entry(self.node.entries["ships"].key, Map(entries, ships.span))}
        return Map(top, self.node.span)

    # What is known, in numbers.

    def span(self, place: Place) -> Span:
        """Where a value stands."""
        ship, key = place
        path = (key,) if key in ("number", "corner", "name") else ("colours", key)
        return locate(self.node, ("ships", ship, *path))

    def text(self, place: Place) -> str:
        """What stands there; the first letter for a name."""
        ship = next(ship for ship in self.fleet.ships if ship.id == place[0])
        if place in self.blanks:
            return BLANK
        return {"number": str(ship.number), "corner": ship.corner, "name": ship.letter, **ship.colours}[place[1]]

    def known(self, key: str) -> list[int | None]:
        """For each ship the place of its word among those of a feature; None for a blank, -1 for a wrong word."""
        words = self.words(key)
        texts = [self.text((ship.id, key)) for ship in self.fleet.ships]
        blank = [(ship.id, key) in self.blanks for ship in self.fleet.ships]
        return [
            None if open_ else words.index(text) if text in words else -1
            for text, open_ in zip(texts, blank, strict=True)
        ]

    def words(self, key: str) -> Sequence[str]:
        """The words that a feature can have."""
        if key == "number":
            return [str(n) for n in range(1, len(self.fleet) + 1)]
        return {"corner": self.fleet.corners, "name": self.fleet.letters}.get(key, self.fleet.colours)

    def asked(self, key: str) -> bool:
        """Whether numbers, corners or letters matter: to a card, or because some are blank."""
        fact = {"number": "S4", "corner": "S6", "name": "S5"}[key]
        return fact in self.context.needed or any(what == key for _, what in self.blanks)

    def problem(self, domains: Sequence[Sequence[Sequence[int]]]) -> Problem:
        """The colours as a problem, with the facts that this pack's cards need."""
        place = {element: n for n, element in enumerate(self.fleet.elements)}
        needed = self.context.needed
        swaps = double_pairs(self.context) if "S8" in needed else []
        return Problem(
            len(self.fleet.colours),
            tuple(tuple(tuple(domain) for domain in row) for row in domains),
            different="S2" in needed,
            twice="S3" in needed,
            swaps=tuple((place[one], place[two]) for one, two in swaps),
        )

    def grid(self) -> list[list[int | None]]:
        """The known colours by ship and element."""
        columns = [self.known(element) for element in self.fleet.elements]
        return [list(row) for row in zip(*columns, strict=True)]

    def place(self, cell: Cell) -> Place:
        """A cell by its names."""
        return self.fleet.ships[cell[0]].id, self.fleet.elements[cell[1]]

    def mends(self, key: str, words: Sequence[int]) -> Iterator[Mend]:
        """What changes where the ships get these words of a feature."""
        for ship, word in zip(self.fleet.ships, words, strict=True):
            place, new = (ship.id, key), self.words(key)[word]
            old = self.text(place)
            if old == new:
                continue
            name = ship.id if (ship.id, "name") in self.blanks else ship.name
            what, value = key, new
            if key == "name":  # the rest of a name stays where only its letter was blank
                what, rest = "letter", ship.name[1:] if ship.name.startswith(BLANK) else ""
                value = new + (rest or f" ({ship.id})")
            yield Mend(ship.id, name, what, old, new, self.span(place), value)

    # Back to the file.

    def own(self, place: Place) -> bool:
        """Whether a value stands in the pack's own file, not in one of a pack it extends."""
        return self.span(place).file.name == self.pack.shown(self.pack.root / "ships.yaml")

    def overlays(self, mend: Mend) -> bool:
        """Whether a change is of a value that stands in a pack this one extends."""
        return mend.span.file.name != self.pack.shown(self.pack.root / "ships.yaml")

    def write(self, mends: Sequence[Mend], to: Path | None = None) -> Path:
        """Write `ships.yaml` with these values, everything else as it was; over the old one, or elsewhere.

        What stands in a pack that this one extends is said anew in this one's own file.
        """
        path = self.pack.root / "ships.yaml"
        shown = self.pack.shown(path)
        given: dict[str, dict[str, Any]] = {}
        for mend in mends:
            if mend.span.file.name != shown:
                ship = given.setdefault(mend.ship, {})
                ship = ship.setdefault("colours", {}) if mend.what in self.fleet.elements else ship
                ship["name" if mend.what == "letter" else mend.what] = mend.value
        if not path.exists():
            lines = [f"  {on_one_line(ship, values)}\n" for ship, values in given.items()]
            return write_atomic(to or path, f"ships:\n{''.join(lines)}".encode())
        report = Report()
        own = load_yaml(path, shown, report)
        if own is None:
            raise PackError(report)
        edits = Edits(own.span.file)
        for mend in mends:
            if mend.span.file.name == shown:
                edits.replace(mend.span, mend.value)
        edits.include(own, {"ships": given} if given else {})
        return save(edits, path, to)


# Completing.


def completions(draft: Draft, engine: Engine, watch: Watch) -> Iterator[list[Mend]]:
    """Every way to fill the blanks, in order; PackError with the lines that contradict where there is none."""
    _known_words(draft)
    fleet, grid = draft.fleet, draft.grid()
    every = range(len(fleet.colours))
    problem = draft.problem([[every if word is None else (word,) for word in row] for row in grid])
    report = Report()
    for key in ("number", "corner", "name"):
        clash = _clash(draft, key)
        if clash is not None:
            _contradiction(draft, [(fleet.ships[ship].id, key) for ship in clash], _FACT[key], report)
    grids = _distinct_first(problem, engine, watch)
    first = next(grids, None)
    if first is None:
        free = draft.problem([[every for _ in row] for row in grid])
        locks = {(s, e): word for s, row in enumerate(grid) for e, word in enumerate(row) if word is not None}
        cells = engine.conflict(free, locks, watch) or ()
        held = {cell: locks[cell] for cell in cells}
        _contradiction(draft, [draft.place(cell) for cell in cells], _facts(free, held, engine, watch), report)
    if not report.ok:
        raise PackError(report)
    assert first is not None
    return _fillings(draft, chain([first], grids), watch)


def _distinct_first(problem: Problem, engine: Engine, watch: Watch) -> Iterator[Grid]:
    """Every grid; those in which ships look alike that need not come last."""
    apart = problem.distinguished()
    if apart is None:
        yield from engine.solutions(problem, watch)
        return
    yield from engine.solutions(apart, watch)
    watch.say("no more ways with ships that all differ")
    yield from engine.solutions(replace(apart, alike=True), watch)


def _fillings(draft: Draft, grids: Iterator[Grid], watch: Watch) -> Iterator[list[Mend]]:
    for grid in grids:
        painted = [
            mend
            for element, column in zip(draft.fleet.elements, zip(*grid, strict=True), strict=True)
            for mend in draft.mends(element, column)
        ]
        for numbers in _ways(draft, "number"):
            for corners in _ways(draft, "corner"):
                for letters in _ways(draft, "name"):
                    watch.check()
                    yield _in_order(draft, [*painted, *numbers, *corners, *letters])


def _ways(draft: Draft, key: str) -> Iterator[list[Mend]]:
    """Every way to fill the blanks of a feature."""
    if not any(what == key for _, what in draft.blanks):
        yield []
        return
    known = draft.known(key)
    found = twos.fill_once(known) if key == "number" else twos.fill_twos(known, len(draft.words(key)))
    for words in found:
        yield list(draft.mends(key, words))


_FACT = {"number": "S4", "corner": "S6", "name": "S5"}


def _clash(draft: Draft, key: str) -> tuple[int, ...] | None:
    if not draft.asked(key):
        return None
    known = draft.known(key)
    return twos.clash_once(known) if key == "number" else twos.clash_twos(known, len(draft.words(key)))


def _facts(problem: Problem, locks: Mapping[Cell, int], engine: Engine, watch: Watch) -> str:
    """The facts that these colours contradict, none to spare."""
    domains = tuple(
        tuple((locks[s, e],) if (s, e) in locks else domain for e, domain in enumerate(row))
        for s, row in enumerate(problem.domains)
    )
    problem = replace(problem, domains=domains)
    less: dict[str, dict[str, Any]] = {"S8": {"swaps": ()}, "S3": {"twice": False}, "S2": {"different": False}}
    facts = [fact for fact, off in less.items() if problem != replace(problem, **off)]
    for fact in list(facts):
        without = replace(problem, **less[fact])
        if next(engine.solutions(without, watch), None) is None:
            problem = without
            facts.remove(fact)
    return listed(facts[::-1])


def _known_words(draft: Draft) -> None:
    """A wrong word is a fault of its own, to be mended first."""
    report = Report()
    for ship in draft.fleet.ships:
        for element in draft.fleet.elements:
            colour = draft.text((ship.id, element))
            if colour != BLANK and colour not in draft.fleet.colours:
                message = f"`{colour}` is not a colour of this pack"
                hint = f"known here: {listed(draft.fleet.colours)}; `?` leaves it open"
                report.error("ref-unknown", message, draft.span((ship.id, element)), hint, fact="S1")
    if not report.ok:
        raise PackError(report)


def _contradiction(draft: Draft, places: Sequence[Place], facts: str, report: Report) -> None:
    """Report values that cannot stand together; none of them could be spared."""
    names = {ship.id: ship.name if (ship.id, "name") not in draft.blanks else ship.id for ship in draft.fleet.ships}
    if not places:
        ships, sizes = len(draft.fleet), draft.fleet
        of = {"S5": f"{len(sizes.letters)} letters", "S6": f"{len(sizes.corners)} corners"}.get(
            facts, f"{len(sizes.colours)} colours and {len(sizes.elements)} elements"
        )
        message = f"impossible: no {ships} ships can have {of} as the cards need them"
        span = locate(draft.node, ("features",), key=True)
        report.error("ships-impossible", message, span, "other sizes, or fewer kinds of card", fact=facts)
        return
    one = len(places) == 1
    what = "this value cannot stand" if one else f"these {len(places)} values cannot stand together"
    message = f"impossible, because {what}"
    span = draft.span(places[0])
    report.error("ships-impossible", message, span, "put `?` in place of one of them", fact=facts)
    for place in places:
        what = {"name": "letter"}.get(place[1], place[1])
        message = f"{names[place[0]]}'s {what} is {draft.text(place)}"
        report.error("ships-value", message, draft.span(place), fact=facts)


def _in_order(draft: Draft, mends: list[Mend]) -> list[Mend]:
    """As a reader of the file meets them."""
    return sorted(mends, key=lambda mend: (mend.span.line, mend.span.col))


def alike(draft: Draft, way: Sequence[Mend]) -> list[list[str]]:
    """The names of the ships that look alike with these values."""
    new = {(mend.ship, mend.what): mend.new for mend in way}
    looks: dict[tuple[str, ...], list[str]] = {}
    for ship in draft.fleet.ships:
        look = tuple(new.get((ship.id, element), ship.colours[element]) for element in draft.fleet.elements)
        name = ship.id if (ship.id, "name") in draft.blanks else ship.name
        looks.setdefault(look, []).append(name)
    return [names for names in looks.values() if len(names) > 1]


# Repairing.


class Repair(NamedTuple):
    """Changes after which every fact holds that the pack's cards need.

    `instead` are the fewest changes of the pack's own lines alone, where `mends` leave these and change others.
    `proven` is False where time was up before it was certain that no fewer would do.
    """

    mends: list[Mend]
    instead: list[Mend]
    proven: bool = True


def repair(draft: Draft, engine: Engine, watch: Watch) -> Repair:
    """The fewest changes; what a pack says itself stays before what it extends. PackError where there are none."""
    report = Report(pack=draft.pack.report.pack)
    for place in sorted(draft.blanks, key=lambda place: (draft.span(place).line, draft.span(place).col)):
        hint = f"`{report.command('ships complete')}` fills it"
        report.error("ships-blank", "a blank cannot be repaired", draft.span(place), hint)
    if not report.ok:
        raise PackError(report)
    every = range(len(draft.fleet.colours))
    wish: Grid = tuple(tuple(-1 if word is None else word for word in row) for row in draft.grid())
    problem = draft.problem(
        [[[word, *(c for c in every if c != word)] if word >= 0 else every for word in row] for row in wish]
    )
    apart = problem.distinguished()
    proven = True
    try:
        grid = _nearest(draft, apart, wish, engine, watch) if apart else None
        grid = grid or _nearest(draft, problem, wish, engine, watch)
    except TimeUp as up:
        if up.found is None:
            raise
        grid, proven = up.found, False
    if grid is None:
        free = draft.problem([[every for _ in row] for row in wish])
        _contradiction(draft, (), _facts(free, {}, engine, watch), report)
        raise PackError(report)
    mends = _painted(draft, grid) + _traits(draft, _own_ships(draft))
    if not proven or not any(draft.overlays(mend) for mend in mends):
        return Repair(_in_order(draft, mends), [], proven)
    other = _own_alone(draft, (apart, problem), wish, engine, watch)
    instead = _painted(draft, other) + _traits(draft, _base_ships(draft)) if other else []
    if not instead or any(draft.overlays(mend) for mend in instead):
        instead = []
    return Repair(_in_order(draft, mends), _in_order(draft, instead))


def _painted(draft: Draft, grid: Grid) -> list[Mend]:
    """What changes where the ships get these colours."""
    columns = zip(draft.fleet.elements, zip(*grid, strict=True), strict=True)
    return [mend for element, column in columns for mend in draft.mends(element, column)]


def _traits(draft: Draft, dear: Callable[[str], frozenset[int]]) -> list[Mend]:
    """The fewest changes of numbers, corners and letters; `dear` are the ships that keep theirs before others."""
    mends: list[Mend] = []
    for key in ("number", "corner", "name"):
        if draft.asked(key):
            words = [-1 if word is None else word for word in draft.known(key)]
            if key == "number":
                mended: Sequence[int] | None = twos.mend_once(words, dear(key))
            else:
                mended = twos.mend_twos(words, len(draft.words(key)), dear(key))
            if mended is None:
                report = Report()
                _contradiction(draft, (), _FACT[key], report)
                raise PackError(report)
            mends += draft.mends(key, mended)
    return mends


def _own_ships(draft: Draft) -> Callable[[str], frozenset[int]]:
    ships = draft.fleet.ships
    return lambda key: frozenset(n for n, ship in enumerate(ships) if draft.own((ship.id, key)))


def _base_ships(draft: Draft) -> Callable[[str], frozenset[int]]:
    ships = draft.fleet.ships
    return lambda key: frozenset(n for n, ship in enumerate(ships) if not draft.own((ship.id, key)))


def _nearest(draft: Draft, problem: Problem, wish: Grid, engine: Engine, watch: Watch) -> Grid | None:
    """The nearest grid: of what the pack says itself as little as can be is changed, then of all else."""
    if min(map(min, wish)) >= 0 and problem.holds(wish):
        return wish
    own = frozenset(cell for cell in problem.cells if draft.own(draft.place(cell)))
    return engine.nearest(problem, wish, watch, own if len(own) < len(problem.cells) else frozenset())


def _own_alone(
    draft: Draft, problems: Sequence[Problem | None], wish: Grid, engine: Engine, watch: Watch
) -> Grid | None:
    """The nearest grid that changes nothing of a pack this one extends; None where there is none, or no time."""
    for problem in problems:
        if problem is None:
            continue
        domains = tuple(
            tuple(d if draft.own(draft.place((s, e))) else (wish[s][e],) for e, d in enumerate(row))
            for s, row in enumerate(problem.domains)
        )
        if min(min(min(domain) for domain in row) for row in domains) < 0:
            continue
        try:
            grid = engine.nearest(replace(problem, domains=domains), wish, watch)
        except TimeUp:
            return None
        if grid is not None:
            return grid
    return None


def after(draft: Draft, mends: Sequence[Mend]) -> Report:
    """What is still wrong with ships and cards once these changes are made."""
    from santy_print.games.santy_anno.checks import run_checks

    files: dict[str, Any] = dict(draft.context.files)
    if any(files.get(stem) is None for stem in draft.pack.game.files):  # the rules cannot be judged without it
        left = Report(pack=draft.pack.report.pack)
        left.extend(item for item in draft.pack.report if item.span is None or item.span.file != draft.node.span.file)
        return left
    new: Mapping[Place, str] = {(m.ship, "name" if m.what == "letter" else m.what): m.value for m in mends}
    ships = {}
    for id, ship in files["ships"].ships.items():
        colours = {element: new.get((id, element), colour) for element, colour in ship.colours.items()}
        values: dict[str, Any] = {"colours": colours, "number": int(new.get((id, "number"), ship.number))}
        values |= {key: new.get((id, key), getattr(ship, key)) for key in ("corner", "name")}
        ships[id] = ship.model_copy(update=values)
    files["ships"] = files["ships"].model_copy(update={"ships": ships})
    report = Report()
    run_checks(Context(files, draft.context.where, report))
    return report
