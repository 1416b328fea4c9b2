"""The solver: golden counts, engines against each other and against brute force, completing and repairing packs."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations, product
from pathlib import Path

import click.testing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.games.santy_anno.solver import asp, desk, sets, twos
from santy_print.games.santy_anno.solver.asp import AspEngine
from santy_print.games.santy_anno.solver.count import count_balanced
from santy_print.games.santy_anno.solver.draft import Draft, after, completions, repair
from santy_print.games.santy_anno.solver.listing import Listing, Words
from santy_print.games.santy_anno.solver.problem import (
    Cell,
    Engine,
    Grid,
    Problem,
    ShipSet,
    Sizes,
    TimeUp,
    TooLarge,
    Watch,
)
from santy_print.pack import Pack, load_pack
from tests.packs import BUNDLED, copy_pack
from tests.plain_engine import PlainEngine

WATCH = Watch()
ENGINES: list[Engine] = [AspEngine(), PlainEngine()]
SHIPS = (BUNDLED / "ships.yaml").read_text(encoding="utf-8")
CARDS = (BUNDLED / "cards.yaml").read_text(encoding="utf-8")
NO_DOUBLES = "".join(line for line in CARDS.splitlines(keepends=True) if "kind: double" not in line)


def over() -> Watch:
    return Watch(left=lambda: 0.0)


# Whole sets: the counts were measured by independent programs.


@pytest.mark.parametrize(
    ("colours", "elements", "balanced"),
    [(3, 3, 1), (4, 4, 255), (5, 4, 11_073_216), (5, 5, 11_073_216), (6, 4, 3_254_820_143_130)],
)
def test_golden_counts_of_balanced_sets(colours: int, elements: int, balanced: int) -> None:
    assert count_balanced(Sizes(colours, elements)) == balanced


@pytest.mark.parametrize(
    ("colours", "elements", "double"), [(3, 3, 1), (4, 4, 6), (5, 4, 72), (5, 5, 72), (6, 4, 720), (6, 5, 0), (6, 6, 0)]
)
def test_golden_counts_of_sets_with_the_double_property(colours: int, elements: int, double: int) -> None:
    sizes = Sizes(colours, elements)
    found = sets.double_sets(sizes, WATCH)
    assert len(set(found)) == len(found) == double == sets.count_double(sizes, WATCH)
    assert found == sorted(found)
    problem = Problem.blank(sizes, double=True)
    assert all(problem.holds(ships) for ships in found)


@pytest.mark.parametrize("sizes", [Sizes(4, 4), Sizes(5, 4), Sizes(5, 5), Sizes(6, 4)], ids=str)
def test_sets_with_the_double_property_are_one_up_to_names(sizes: Sizes) -> None:
    ((first, size),) = sets.classes(sizes, True, WATCH)
    assert size == sets.count_double(sizes, WATCH)
    assert first == sets.double_sets(sizes, WATCH)[0]


def test_the_255_fall_into_six_classes() -> None:
    found = list(sets.classes(Sizes(4, 4), False, WATCH))
    assert sorted(size for _, size in found) == [6, 9, 36, 36, 72, 96]
    assert sum(size for _, size in found) == 255


def brute(sizes: Sizes) -> Iterator[ShipSet]:
    """Every choice of distinct ships that holds."""
    looks = list(permutations(range(sizes.colours), sizes.elements))
    problem = Problem.blank(sizes)
    return (ships for ships in combinations(looks, sizes.ships) if problem.holds(ships))


@pytest.mark.parametrize("sizes", [Sizes(2, 2), Sizes(3, 2), Sizes(3, 3), Sizes(4, 2)], ids=str)
def test_small_sets_are_those_of_brute_force(sizes: Sizes) -> None:
    wanted = list(brute(sizes))
    assert list(sets.balanced_sets(sizes, WATCH)) == wanted
    assert count_balanced(sizes) == len(wanted)
    double = replace(Problem.blank(sizes), swaps=tuple(combinations(range(sizes.elements), 2)))
    assert sets.double_sets(sizes, WATCH) == [ships for ships in wanted if double.holds(ships)]


def test_listing_and_counting_agree() -> None:
    """5 colours, 2 elements: more than brute force likes, few enough to list."""
    for sizes in (Sizes(4, 3), Sizes(4, 4), Sizes(5, 2), Sizes(6, 2)):
        listed = list(sets.balanced_sets(sizes, WATCH))
        assert listed == sorted(set(listed))
        assert len(listed) == count_balanced(sizes)
        double = replace(Problem.blank(sizes), swaps=tuple(combinations(range(sizes.elements), 2)))
        assert sets.double_sets(sizes, WATCH) == [ships for ships in listed if double.holds(ships)]


def test_classes_are_orbits() -> None:
    sizes = Sizes(4, 4)
    left = set(sets.balanced_sets(sizes, WATCH))
    for first, size in sets.classes(sizes, False, WATCH):
        orbit = set()
        for order in permutations(range(4)):
            turned = [tuple(look[e] for e in order) for look in first]
            orbit |= {sets.renamed(tuple(turned), list(names)) for names in permutations(range(4))}
        assert min(orbit) == first
        assert len(orbit) == size
        assert orbit <= left
        left -= orbit
    assert not left


# Engines.


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("sizes", [Sizes(2, 2), Sizes(3, 2), Sizes(3, 3)], ids=str)
def test_engines_list_the_same_grids_in_the_same_order(sizes: Sizes, double: bool) -> None:
    problem = Problem.blank(sizes, double)
    found = [list(engine.solutions(problem, WATCH)) for engine in ENGINES]
    assert found[0] == found[1] == sorted(found[0])
    distinct = {tuple(sorted(grid)) for grid in found[0] if len(set(grid)) == len(grid)}
    assert distinct == set(sets.double_sets(sizes, WATCH) if double else sets.balanced_sets(sizes, WATCH))


FOUR = Sizes(4, 4)


def shuffled(rng: random.Random, changes: int, sizes: Sizes = FOUR) -> list[list[int]]:
    """A sound grid with the double property, some cells painted over."""
    rows = [list(look) for look in rng.choice(sets.double_sets(sizes, WATCH))]
    rng.shuffle(rows)
    for _ in range(changes):
        rng.choice(rows)[rng.randrange(sizes.elements)] = rng.randrange(sizes.colours)
    return rows


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_engines_find_the_same_nearest_grid(seed: int, double: bool) -> None:
    rows = shuffled(random.Random(seed), 3)
    domains = tuple(tuple((c, *(o for o in range(4) if o != c)) for c in row) for row in rows)
    problem = replace(Problem.blank(Sizes(4, 4), double), domains=domains)
    found = [engine.nearest(problem, tuple(map(tuple, rows)), WATCH) for engine in ENGINES]
    assert found[0] == found[1]
    assert found[0] is not None
    assert problem.holds(found[0])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_engines_complete_alike(seed: int, double: bool) -> None:
    rng = random.Random(seed)
    rows = shuffled(rng, rng.randrange(2))
    domains = tuple(tuple((c,) if rng.random() < 0.75 else (0, 1, 2, 3) for c in row) for row in rows)
    problem = replace(Problem.blank(Sizes(4, 4), double), domains=domains)
    assert list(ENGINES[0].solutions(problem, WATCH)) == list(ENGINES[1].solutions(problem, WATCH))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_engines_name_the_same_conflict_and_none_of_it_is_to_spare(seed: int) -> None:
    rng = random.Random(seed)
    sizes = Sizes(3, 3)
    rows = shuffled(rng, 3, sizes)
    problem = Problem.blank(sizes, double=True)
    locks = {cell: rows[cell[0]][cell[1]] for cell in problem.cells if rng.random() < 0.6}
    found = [engine.conflict(problem, locks, WATCH) for engine in ENGINES]
    assert found[0] == found[1]
    every = sets.double_sets(sizes, WATCH)
    grids = [grid for ships in every for grid in permutations(ships)]

    def stands(cells: tuple[tuple[int, int], ...]) -> bool:
        return any(all(grid[s][e] == locks[s, e] for s, e in cells) for grid in grids)

    assert (found[0] is None) == stands(tuple(locks))
    for cell in found[0] or ():
        assert stands(tuple(other for other in found[0] or () if other != cell))
    assert not found[0] or not stands(found[0])


def test_larger_sets_are_mended_too() -> None:
    rng = random.Random(7)
    for sizes in (Sizes(5, 5), Sizes(6, 4)):
        rows = shuffled(rng, 2, sizes)
        colours = range(sizes.colours)
        domains = tuple(tuple((c, *(o for o in colours if o != c)) for c in row) for row in rows)
        problem = replace(Problem.blank(sizes, double=True), domains=domains)
        found = ENGINES[0].nearest(problem, tuple(map(tuple, rows)), WATCH)
        assert found is not None
        assert problem.holds(found)
        assert sum(a != b for row, look in zip(rows, found, strict=True) for a, b in zip(row, look, strict=True)) <= 2


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_time_can_be_up(engine: Engine) -> None:
    problem = Problem.blank(Sizes(6, 6), double=True)
    wish = tuple(tuple(range(6)) for _ in range(12))
    with pytest.raises(TimeUp):
        next(engine.solutions(problem, over()))
    with pytest.raises(TimeUp):
        engine.nearest(problem, wish, over())
    with pytest.raises(TimeUp):
        engine.conflict(problem, {(0, 0): 1}, over())


def test_time_can_be_up_for_whole_sets() -> None:
    for work in (count_balanced, sets.count_double, sets.double_sets):
        with pytest.raises(TimeUp):
            work(Sizes(6, 4), over())
    with pytest.raises(TimeUp):
        list(sets.balanced_sets(Sizes(4, 4), over()))


# S11: the colours follow from the facts.

FACTS = {"nest": {"Paradise": 0, "Viper": 2}, "sails": {"Paradise": 1, "Royal": 1}, "hull": {"Paradise": 2, "Viper": 0,
         "Sahara": 0}, "plate": {}}  # fmt: skip  # S9, colours in the order R, Y, B, G


def test_the_facts_alone_determine_the_colours() -> None:
    """S2, S3, S8, and what S9 says of four different ships, in whichever order: one colour set is left."""
    problem = Problem.blank(Sizes(4, 4), double=True)
    names = ["Paradise", "Royal", "Sahara", "Viper"]
    rows = [
        [(FACTS[element][name],) if name in FACTS[element] else (0, 1, 2, 3) for element in FACTS]
        for name in [*names, "", "", "", ""]
    ]
    grids = list(ENGINES[0].solutions(replace(problem, domains=tuple(map(tuple, rows))), WATCH))
    assert {grid[:4] for grid in grids} == {((0, 1, 2, 3), (2, 1, 3, 0), (1, 2, 0, 3), (2, 3, 0, 1))}
    others = {(0, 3, 1, 2), (1, 0, 3, 2), (3, 0, 2, 1), (3, 2, 1, 0)}
    assert {tuple(sorted(grid[4:])) for grid in grids} == {tuple(sorted(others))}
    assert len(grids) == 24  # who of the other four is who, no source tells (S12)


def test_without_royal_and_sahara_two_sets_are_left() -> None:
    found = [
        ships for ships in sets.double_sets(Sizes(4, 4), WATCH)
        if (0, 1, 2, 3) in ships and any((look[0], look[2]) == (2, 0) for look in ships)
    ]  # fmt: skip
    assert len(found) == 2


# Numbers, corners, letters.


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(st.none(), st.integers(-1, 3)), min_size=1, max_size=6), st.integers(0, 4))
def test_filling_is_what_brute_force_finds(known: list[int | None], words: int) -> None:
    ships = len(known)

    def fits(values: tuple[int, ...]) -> bool:
        return all(old is None or old == new for old, new in zip(known, values, strict=True))

    numbers = [values for values in permutations(range(ships)) if fits(values)]
    inside = [word if word is None or word < ships else -1 for word in known]
    clash = twos.clash_once(inside)
    assert (clash is None) == bool(numbers)
    if clash is None:
        assert sorted(twos.fill_once(inside)) == numbers

    known = [word if word is None or word < words else -1 for word in known]
    counts = {0, 2} if ships != 2 * words else {2}
    groups = [
        values
        for values in product(range(words), repeat=ships)
        if fits(values) and all(values.count(word) in counts for word in range(words))
    ]
    clash = twos.clash_twos(known, words)
    assert (clash is None) == bool(groups)
    assert list(twos.fill_twos(known, words)) == groups


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(-1, 3), min_size=2, max_size=6), st.integers(1, 4))
def test_mending_changes_as_little_as_brute_force(known: list[int], words: int) -> None:
    ships = len(known)

    def cost(values: tuple[int, ...], of: list[int]) -> int:
        return sum(a != b for a, b in zip(values, of, strict=True))

    inside = [word if word < ships else -1 for word in known]
    mended = twos.mend_once(inside)
    assert sorted(mended) == list(range(ships))
    assert cost(mended, inside) == min(cost(values, inside) for values in permutations(range(ships)))
    known = [word if word < words else -1 for word in known]
    counts = {0, 2} if ships != 2 * words else {2}
    sound = [v for v in product(range(words), repeat=ships) if all(v.count(word) in counts for word in range(words))]
    found = twos.mend_twos(known, words)
    assert (found is None) == (not sound)
    if found is not None:
        assert found in sound
        assert cost(found, known) == min(cost(values, known) for values in sound)


# Packs.


def pack(tmp_path: Path, *edits: tuple[str, str], cards: str = CARDS) -> Pack:
    text = SHIPS
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return load_pack(copy_pack(tmp_path, {"ships.yaml": text, "cards.yaml": cards}))


def ways(found: Pack) -> list[list[str]]:
    return [[str(mend) for mend in way] for way in completions(Draft(found), ENGINES[0], WATCH)]


def refused(found: Pack) -> list[tuple[str, int, str]]:
    """The values that contradict: code, line, message."""
    with pytest.raises(PackError) as caught:
        ways(found)
    return [(d.code, d.span.line if d.span else 0, d.message) for d in caught.value.report]


def test_blanks_are_filled_in_every_way(tmp_path: Path) -> None:
    found = pack(
        tmp_path, ("hull: blue, plate: green", "hull: ?, plate: ?"),
        ("number: 6", "number: ?"), ("number: 5", "number: ?"),
        ("name: Viper", "name: ?iper"), ("corner: top-left", "corner: ?"),
    )  # fmt: skip
    both = [["5", "6"], ["6", "5"]]
    assert ways(found) == [
        [f"Paradise: number ? -> {one}", "Paradise: hull ? -> blue", "Paradise: plate ? -> green",
         "Santy Anno: corner ? -> top-left", "viper: letter ? -> V", f"viper: number ? -> {two}"]
        for one, two in both
    ]  # fmt: skip
    draft = Draft(found)
    way = next(completions(draft, ENGINES[0], WATCH))
    draft.write(way)
    assert (found.root / "ships.yaml").read_text() == SHIPS.replace("number: 6", "number: 5").replace(
        "number: 5\n    corner: top-left", "number: 6\n    corner: top-left"
    )
    assert load_pack(found.root).report.ok


def unpainted(folder: Path, cards: str = CARDS) -> Pack:
    """Three ships without colours."""
    text = SHIPS
    for ship in ("royal", "viper", "revenge"):
        blank = r"\1{nest: ?, sails: ?, hull: ?, plate: ?}"
        text = re.sub(rf"(  {ship}:.*?colours: ){{.*?}}", blank, text, flags=re.DOTALL)
    return load_pack(copy_pack(folder, {"ships.yaml": text, "cards.yaml": cards}))


def test_all_colours_of_three_ships_can_be_found_again(tmp_path: Path) -> None:
    found = unpainted(tmp_path)
    assert len(ways(found)) == 6
    assert ways(found) == [[str(m) for m in way] for way in completions(Draft(found), PlainEngine(), WATCH)]


def test_a_bare_blank_for_a_name_becomes_a_letter_and_the_id(tmp_path: Path) -> None:
    found = pack(tmp_path, ("name: Viper", "name: ?"))
    draft = Draft(found)
    (way,) = completions(draft, ENGINES[0], WATCH)
    draft.write(way)
    assert load_pack(found.root).files["ships"].ships["viper"].name == "V (viper)"


def test_impossible_says_which_lines_contradict(tmp_path: Path) -> None:
    found = pack(
        tmp_path, ("hull: blue, plate: green", "hull: red, plate: ?"), ("number: 6", "number: 5"),
        ("corner: bottom-left", "corner: top-left"),
    )  # fmt: skip
    said = refused(found)
    assert [line for code, line, _ in said if code == "ships-value"] == [14, 56, 22, 50, 57, 16, 16]
    assert [message for code, _, message in said if code == "ships-impossible"] == [
        "impossible, because these 2 values cannot stand together",
        "impossible, because these 3 values cannot stand together",
        "impossible, because these 2 values cannot stand together",
    ]
    assert "Paradise's nest is red" in [message for _, _, message in said]


def test_a_wrong_word_is_no_blank(tmp_path: Path) -> None:
    assert refused(pack(tmp_path, ("hull: blue", "hull: purple"), ("plate: green", "plate: ?")))[0][0] == "ref-unknown"
    assert refused(pack(tmp_path / "b", ("corner: top-left", "corner: middle")))[0][0] == "ships-impossible"


def test_blanks_need_only_what_cards_need(tmp_path: Path) -> None:
    assert len(ways(unpainted(tmp_path / "with"))) == 6 < len(ways(unpainted(tmp_path / "without", NO_DOUBLES)))


def mends(found: Pack) -> list[str]:
    return [str(mend) for mend in repair(Draft(found), ENGINES[0], WATCH).mends]


def test_repair_tells_and_writes_the_fewest_changes(tmp_path: Path) -> None:
    found = pack(
        tmp_path, ("hull: blue", "hull: red"), ("number: 6", "number: 5"), ("hull: yellow", "hull: purple"),
        ("name: Royal", "name: Vile"), ("corner: top-left", "corner: bottom"),
    )  # fmt: skip
    assert mends(found) == [
        "Paradise: hull red -> blue", "Santy Anno: corner bottom -> top-left", "Santy Anno: hull purple -> yellow",
        "Viper: number 5 -> 6", "Vagabond: letter V -> R",
    ]  # fmt: skip
    draft = Draft(found)
    changes = repair(draft, ENGINES[0], WATCH).mends
    assert after(draft, changes).ok
    draft.write(changes)
    assert load_pack(found.root).report.ok
    written = (found.root / "ships.yaml").read_text()
    kept = [line for line in SHIPS.splitlines() if "#" in line]
    assert kept == [line for line in written.splitlines() if "#" in line]


def test_repair_leaves_what_is_right(tmp_path: Path) -> None:
    assert mends(pack(tmp_path)) == []


def test_repair_fills_no_blanks(tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        mends(pack(tmp_path, ("hull: blue", "hull: ?"), ("number: 6", "number: ?")))
    lines = [(d.code, d.span and d.span.line) for d in caught.value.report]
    assert lines == [("ships-blank", 14), ("ships-blank", 16)]


BASE = load_pack("santy_anno")


def painted(edits: list[tuple[int, int, int]], doubles: bool) -> tuple[Pack, Grid]:
    """The bundled pack, in memory, with some cells painted over."""
    file = BASE.files["ships"]
    elements, colours = file.features.elements, file.features.colours
    ships = {id: dict(ship.colours) for id, ship in file.ships.items()}
    ids = list(ships)
    for ship, element, colour in edits:
        ships[ids[ship]][elements[element]] = colours[colour]
    new = {id: ship.model_copy(update={"colours": ships[id]}) for id, ship in file.ships.items()}
    cards = BASE.files["cards"]
    if not doubles:
        cards = cards.model_copy(update={"cards": {k: c for k, c in cards.cards.items() if c.kind != "double"}})
    files = {**BASE.files, "ships": file.model_copy(update={"ships": new}), "cards": cards}
    grid = tuple(tuple(colours.index(ships[id][e]) for e in elements) for id in ids)
    return replace(BASE, files=files), grid


def sound(grid: Grid, doubles: bool) -> bool:
    """Brute force: S2, S3, S8 as a person reads them."""
    for column in zip(*grid, strict=True):
        if any(list(column).count(colour) != 2 for colour in range(4)):
            return False
    for look in grid:
        if len(set(look)) < 4:
            return False
    for one, two in combinations(range(4), 2) if doubles else ():
        for look in grid:
            if [(o[one], o[two]) for o in grid].count((look[two], look[one])) != 1:
                return False
    return True


EDITS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=2)


@settings(max_examples=60, deadline=None)
@given(EDITS, st.booleans())
def test_edits_are_detected_and_repaired(edits: list[tuple[int, int, int]], doubles: bool) -> None:
    """Detected exactly when the set stops being valid; repaired to a valid set no farther away than the edit."""
    from santy_print.diag import Report
    from santy_print.games.santy_anno.checks import Context, run_checks

    found, grid = painted(edits, doubles)
    report = Report()
    run_checks(Context(found.files, BASE.where, report))
    assert report.ok == sound(grid, doubles)
    domains = tuple(tuple((c, *(o for o in range(4) if o != c)) for c in look) for look in grid)
    problem = replace(Problem.blank(Sizes(4, 4), doubles), domains=domains)
    mended = ENGINES[0].nearest(problem, grid, WATCH)
    assert mended is not None
    assert sound(mended, doubles)
    far = sum(a != b for one, two in zip(grid, mended, strict=True) for a, b in zip(one, two, strict=True))
    edited = len({(s, e) for s, e, _ in edits if grid[s][e] != painted([], doubles)[1][s][e]})
    assert far <= edited
    assert (far == 0) == sound(grid, doubles)


# The command line.


def run(*words: str) -> click.testing.Result:
    result = click.testing.CliRunner().invoke(main, ["ships", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_listing_is_cut_and_says_so() -> None:
    words = Words(("yellow", "red", "blue", "green"), ("nest", "sails", "hull", "plate"))
    lines = list(Listing(words, limit=2).text(WATCH))
    assert lines[2:] == [
        "     1  YRBG YRGB RYBG RYGB BGYR BGRY GBYR GBRY",
        "     2  YRBG YRGB RYBG RBGY BGYR BGRY GYRB GBYR",
        "the first 2; there are more",
    ]
    assert list(Listing(words, double=True, limit=6).text(WATCH))[-1] == "6 in all"


@pytest.mark.parametrize(
    ("options", "count"),
    [("", 255), ("--double", 6), ("--classes", 6), ("--limit 3", 3), ("--colours 3 --elements 2", 1)],
)
def test_enumerate_prints_json(options: str, count: int) -> None:
    found = json.loads(run("enumerate", "--format", "json", *options.split()).output)
    assert found["complete"] == ("--limit" not in options)
    assert len(found["sets"]) == count


def test_enumerate_counts() -> None:
    assert run("enumerate", "--colours", "5", "--count").output.startswith("11,073,216 colour sets of 10 ships")
    assert json.loads(run("enumerate", "--count", "--double", "--format", "json").output)["count"] == 6


def test_time_that_is_up_is_told(tmp_path: Path) -> None:
    for words in (
        ["enumerate", "--time-limit", "0"], ["enumerate", "--count", "--time-limit", "0"],
        ["enumerate", "--double", "--format", "json", "--time-limit", "0"],
    ):  # fmt: skip
        result = run(*words)
        assert result.exit_code == 1
        assert "(ships-time)" in result.stderr
    root = pack(tmp_path, ("hull: blue", "hull: red")).root
    assert "(ships-time)" in run("repair", str(root), "--time-limit", "0").stderr
    assert "(ships-time)" in run("complete", str(root), "--time-limit", "0").stderr


@pytest.mark.parametrize(
    "words",
    [
        ["enumerate", "--colours", "99"],
        ["enumerate", "--colours", "3", "--elements", "4"],
        ["enumerate", "--limit", "-1"],
        ["complete", "--pick", "0"],
        ["repair", "--write"],
        ["explain", "--seats", "viper"],
    ],
)
def test_wrong_usage_is_told(words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(("count", "message"), [(1_000, "at most 64 are allowed"), (10_000, "holds too many values")])
def test_ten_thousand_ships_are_refused(count: int, message: str, tmp_path: Path) -> None:
    one = "number: 1, corner: top-left, colours: {nest: red, sails: red, hull: red, plate: red}, art: x.svg"
    many = "".join(f"  s{n}: {{name: S{n}, {one}}}\n" for n in range(count))
    root = copy_pack(tmp_path, {"ships.yaml": SHIPS[: SHIPS.index("ships:\n")] + "ships:\n" + many})
    for command in ("repair",) if count == 10_000 else ("enumerate", "complete", "repair", "explain"):
        result = run(command, str(root))
        assert result.exit_code == 1
        assert message in result.stderr


def test_a_game_without_ships_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from santy_print.games.santy_anno.game import SantyAnno

    with pytest.raises(PackError) as caught:
        BASE.tool("airships")
    assert [(d.code, d.span is not None) for d in caught.value.report] == [("pack-tool", True)]
    monkeypatch.delattr(SantyAnno, "draft")
    monkeypatch.delattr(SantyAnno, "explain")
    for command in ("enumerate", "complete", "repair", "explain"):
        result = run(command)
        assert result.exit_code == 1
        assert "(pack-tool)" in result.stderr


def test_without_clingo_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(asp, "available", lambda: False)
    with pytest.raises(PackError) as caught:
        desk.engine()
    assert [d.code for d in caught.value.report] == ["solver-missing"]
    assert f'{sys.executable} -m pip install "clingo' in caught.value.report.items[0].hints[0]
    assert run("enumerate", "--double").exit_code == 0  # whole sets need no clingo


def test_complete_and_repair_from_the_command_line(tmp_path: Path) -> None:
    found = pack(tmp_path, ("number: 6", "number: ?"), ("number: 5", "number: ?"))
    result = run("complete", str(found.root), "--pick", "2", "--write", str(found.root / "ships.yaml"))
    first, second = "  Paradise: number 5\n  Viper: number 6\n", "  Paradise: number 6\n  Viper: number 5\n"
    assert result.stdout == f"1\n{first}2\n{second}2 ways in all\n"
    assert (found.root / "ships.yaml").read_text() == SHIPS
    broken = pack(tmp_path / "b", ("hull: blue", "hull: red"))
    result = run("repair", str(broken.root), "--write")
    assert (result.exit_code, result.stdout) == (0, "Paradise: hull red -> blue\n")
    assert (broken.root / "ships.yaml").read_text() == SHIPS
    assert run("repair", str(broken.root)).stdout == "the ships are right as they are\n"
    again = pack(tmp_path / "c", ("hull: blue", "hull: red"))
    (change,) = json.loads(run("repair", str(again.root), "--format", "json").output)["changes"]
    told = [change[key] for key in ("ship", "what", "from", "to", "line", "column")]
    assert told == ["paradise", "hull", "red", "blue", 16, 47]


def test_contradictory_locks_are_told_with_their_lines(tmp_path: Path) -> None:
    found = pack(tmp_path, ("hull: blue, plate: green", "hull: red, plate: ?"))
    result = run("complete", str(found.root))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "ships.yaml:16:21: error: Paradise's nest is red [S2] (ships-value)" in result.stderr
    assert "ships.yaml:16:47: error: Paradise's hull is red [S2] (ships-value)" in result.stderr


def overlay(tmp_path: Path, ships: str) -> Pack:
    """A pack that extends the bundled one and holds only what differs."""
    (tmp_path / "pack.yaml").write_text("extends: santy_anno\nid: mine\n")
    (tmp_path / "ships.yaml").write_text(ships)
    return load_pack(tmp_path)


def test_what_an_overlay_says_stays_and_the_rest_is_said_anew(tmp_path: Path) -> None:
    """A ship was painted on purpose: others are to suit it, though to take it back would be less."""
    text = "# mine\nships:\n  viper: {colours: {hull: green}}  # new\n"
    found = overlay(tmp_path, text)
    result = run("repair", str(tmp_path), "--write")
    offered = result.stdout.splitlines()
    assert offered[-1] == "Viper: hull green -> red"
    assert offered[-2].startswith("or else, with --own")
    assert not any(line.startswith("Viper: hull") for line in offered[:-2])
    now = (tmp_path / "ships.yaml").read_text().splitlines()
    assert (now[0], now[1], now[-1][-8:]) == ("# mine", "ships:", "}  # new")
    assert "hull: green" in now[-1]
    again = load_pack(tmp_path)
    assert again.report.ok
    assert again.files["ships"].ships["viper"].colours["hull"] == "green"
    (tmp_path / "ships.yaml").write_text(text)
    assert run("repair", str(tmp_path), "--own", "--write").stdout == "Viper: hull green -> red\n"
    assert (tmp_path / "ships.yaml").read_text() == text.replace("green", "red")
    assert found.report.pack == str(tmp_path)


@pytest.mark.parametrize(
    "text",
    ["ships:\n  viper: {number: 8}\n", "ships:  # mine\n\n  # his\n  viper:\n    # so\n    number: 8\n\n# end",
     "{ships: {viper: {number: 8}}}\n", "ships: {viper: {number: 8}, sahara: {}}\r\n",
     "ships:\r\n  sahara:\r\n    name: Sahib\r\n  viper:\r\n    number: 8\r\n"],
)  # fmt: skip
def test_what_is_said_anew_leaves_all_else(text: str, tmp_path: Path) -> None:
    draft = Draft(overlay(tmp_path, text))
    made = repair(draft, ENGINES[0], WATCH)
    assert [str(mend)[7:] for mend in made.mends] == [" number 8 -> 5"] or [m.ship for m in made.mends] == ["sahara"]
    assert [str(mend) for mend in made.instead] == ["Viper: number 8 -> 5"]
    draft.write(made.mends)
    data = (tmp_path / "ships.yaml").read_bytes()
    again = load_pack(tmp_path)
    assert again.report.ok, again.report.items
    ships = again.files["ships"].ships
    assert (ships["viper"].number, ships["sahara"].number) == (8, 5)
    assert (b"\r\n" in data) == ("\r\n" in text)
    for comment in ("# mine", "# his\n  viper:", "# so\n    number", "# end"):
        assert (comment in text) == (comment in data.decode())


def test_a_pack_without_ships_of_its_own_gets_a_file(tmp_path: Path) -> None:
    draft = Draft(overlay(tmp_path, "ships: {viper: {number: 8}}\n"))
    made = repair(draft, ENGINES[0], WATCH)
    (tmp_path / "ships.yaml").unlink()
    draft.write(made.mends)
    assert (tmp_path / "ships.yaml").read_text() == "ships:\n  sahara: {number: 5}\n"


def twins(folder: Path) -> Pack:
    """Four pairs of ships that look alike, and no double cards."""
    colours = ["yellow", "red", "blue", "green"]
    looks = iter([colours[n:] + colours[:n] for n in (0, 1, 2, 3)] * 2)

    def painted(_: re.Match[str]) -> str:
        parts = zip(("nest", "sails", "hull", "plate"), next(looks), strict=True)
        return f"colours: {{{', '.join(f'{element}: {colour}' for element, colour in parts)}}}"

    text = re.sub(r"colours: \{.*?\}", painted, SHIPS)
    return load_pack(copy_pack(folder, {"ships.yaml": text, "cards.yaml": NO_DOUBLES}))


def test_ships_that_differ_come_first(tmp_path: Path) -> None:
    """Without double cards two ships can look alike: such ways come last, and say so."""
    found = twins(tmp_path)
    text = (found.root / "ships.yaml").read_text()
    for ship in ("paradise", "profundis", "royal", "revenge"):
        blank = r"\1{nest: ?, sails: ?, hull: ?, plate: ?}"
        text = re.sub(rf"(  {ship}:.*?colours: ){{.*?}}", blank, text, count=1, flags=re.DOTALL)
    (found.root / "ships.yaml").write_text(text)
    told = run("complete", str(found.root), "--limit", "1000").stdout
    alike = ["look alike" in block for block in re.split(r"(?m)^\d+\n", told)[1:]]
    assert alike == sorted(alike)
    assert {*alike} == {False, True}
    best = run("complete", str(found.root), "--limit", "1", "--write", str(found.root / "ships.yaml"))
    assert best.exit_code == 0
    assert "ship-twins" not in {item.code for item in load_pack(found.root).report}


def test_engines_list_twins_last_alike() -> None:
    apart = Problem.blank(Sizes(3, 2)).distinguished()
    assert apart is not None
    for problem in (apart, replace(apart, alike=True)):
        found = [list(engine.solutions(problem, WATCH)) for engine in ENGINES]
        assert found[0] == found[1]
        assert all((len(set(grid)) < len(grid)) == problem.alike for grid in found[0])
        assert found[0]


def test_check_tells_twins_and_repair_mends_them(tmp_path: Path) -> None:
    found = twins(tmp_path)
    faults = [item for item in found.report if item.code == "ship-twins"]
    assert [(fault.severity, fault.span is not None) for fault in faults] == [("warning", True)] * 4
    assert f"`santy ships repair {found.root}`" in faults[0].hints[0]
    assert run("repair", str(found.root), "--write").exit_code == 0
    assert "ship-twins" not in {item.code for item in load_pack(found.root).report}


def test_large_sets_are_found_and_time_heeded(tmp_path: Path) -> None:
    """In the order of the file clingo meets a waste of dead ends; left to itself it is there at once."""
    for sizes, double in ((Sizes(6, 4), False), (Sizes(6, 4), True), (Sizes(10, 8), False)):
        problem = Problem.blank(sizes, double)
        problem = problem.distinguished() or problem
        first = list(islice(ENGINES[0].solutions(problem, WATCH), 3))
        assert len(set(first)) == 3
        assert all(problem.holds(grid) for grid in first)
        assert all(len(set(grid)) == len(grid) for grid in first)


def test_what_was_found_when_time_is_up_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pack(tmp_path, ("number: 6", "number: ?"), ("number: 5", "number: ?"))
    left = iter([1.0] * 1 + [-1.0] * 100)
    watch = Watch(lambda: next(left))
    monkeypatch.setattr(desk, "engine", lambda: PlainEngineWithoutTime())
    done = desk.Completed(Draft(found), watch, 20)
    assert list(done.text())[-1] == "the first way; the time is up, and there may be more".replace("way", "1 way")
    assert json.loads("".join(desk.Completed(Draft(found), Watch(), 1).json()))["complete"] is False

    class Slow(PlainEngine):
        def nearest(self, problem: Problem, wish: Grid, watch: Watch, dear: frozenset[Cell] = frozenset()) -> Grid:
            grid = super().nearest(problem, wish, watch)
            raise TimeUp(grid)

    monkeypatch.setattr(desk, "engine", Slow)
    broken = pack(tmp_path / "b", ("hull: blue", "hull: red"))
    before = (broken.root / "ships.yaml").read_bytes()
    result = run("repair", str(broken.root), "--write")
    assert result.exit_code == 1
    assert result.stdout.startswith("Paradise: hull red -> blue\nthese would do; the time was up")
    assert "nothing was written" in result.stderr
    assert (broken.root / "ships.yaml").read_bytes() == before


class PlainEngineWithoutTime(PlainEngine):
    """Finds with all the time there is; only what is done with it is watched."""

    def solutions(self, problem: Problem, watch: Watch) -> Iterator[Grid]:
        return super().solutions(problem, Watch())


@pytest.mark.parametrize(
    "words",
    ["--colours 32 --elements 32", "--colours 32 --elements 20 --count", "--colours 32 --elements 32 --classes"],
)
def test_what_no_search_can_hold_is_refused(words: str) -> None:
    result = run("enumerate", *words.split())
    assert result.exit_code == 1
    assert "(ships-large)" in result.stderr


@pytest.mark.parametrize(
    "words",
    ["--colours 32 --elements 32 --double", "--colours 32 --elements 8 --count", "--colours 9 --elements 5 --limit 0",
     "--colours 9 --elements 9 --double --classes", "--colours 32 --elements 32 --double --count"],
)  # fmt: skip
def test_time_is_up_for_large_sets(words: str) -> None:
    result = run("enumerate", *words.split(), "--time-limit", "0.3")
    assert "(ships-time)" in result.stderr


def test_an_engine_refuses_what_it_cannot_write_out() -> None:
    problem = Problem.blank(Sizes(32, 32), double=True)
    with pytest.raises(TooLarge):
        next(ENGINES[0].solutions(problem, WATCH))
