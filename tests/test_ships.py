"""Facts about ships: those of the bundled set, those derived by brute force, and what a variant is told."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from santy_print.games.santy_anno.checks import CHECKS
from tests.workshop import Edit, bundled, make, santy, text

Look = tuple[str, ...]
"""Colours of a ship at nest, sails, hull, plate, by their first letters."""
PAIRS = list(combinations(range(4), 2))


def two_of_each(looks: tuple[Look, ...], most: bool = False) -> bool:
    """S3; with `most` only that no (element, colour) is there more than twice."""
    counts = Counter((element, colour) for look in looks for element, colour in enumerate(look))
    return all(n <= 2 for n in counts.values()) if most else all(n == 2 for n in counts.values())


def swapped(look: Look, pair: tuple[int, int], looks: tuple[Look, ...]) -> list[Look]:
    one, two = pair
    return [other for other in looks if (other[one], other[two]) == (look[two], look[one])]


def doubles(looks: tuple[Look, ...]) -> bool:
    """S8."""
    return all(len(swapped(look, pair, looks)) == 1 for look in looks for pair in PAIRS)


def sets() -> list[tuple[Look, ...]]:
    """All sets of eight distinct ships with S2 and S3."""
    every = list(permutations("RYBG"))
    found: list[tuple[Look, ...]] = []

    def grow(chosen: tuple[Look, ...], first: int) -> None:
        if len(chosen) == 8:
            found.append(chosen)
            return
        for index in range(first, len(every)):
            more = (*chosen, every[index])
            if two_of_each(more, most=True):
                grow(more, index + 1)

    grow((), 0)
    return [looks for looks in found if two_of_each(looks)]


def test_the_colours_are_determined() -> None:
    """S11: 255 sets, of which 6 have the double property, 2 hold Paradise and a Viper, 1 Royal and Sahara."""
    all_sets = sets()
    assert len(all_sets) == 255
    with_doubles = [looks for looks in all_sets if doubles(looks)]
    assert len(with_doubles) == 6
    paradise = tuple("RYBG")

    def vipers(looks: tuple[Look, ...]) -> list[Look]:
        return [look for look in looks if look[0] == "B" and look[2] == "R"]

    with_viper = [looks for looks in with_doubles if paradise in looks and vipers(looks)]
    assert len(with_viper) == 2

    def royal_and_sahara(looks: tuple[Look, ...]) -> list[tuple[Look, Look]]:
        (viper,) = vipers(looks)
        rest = [look for look in looks if look not in (paradise, viper)]
        royals = [look for look in rest if look[1] == "Y"]
        saharas = [look for look in rest if look[2] == "R"]
        return [(royal, sahara) for royal in royals for sahara in saharas if royal != sahara]

    left = [looks for looks in with_viper if royal_and_sahara(looks)]
    assert len(left) == 1
    (looks,) = left
    assert royal_and_sahara(looks) == [(tuple("BYGR"), tuple("YBRG"))]
    assert set(looks) == {tuple(w) for w in ("RYBG", "BYGR", "YBRG", "BGRY", "RGYB", "YRGB", "GRBY", "GBYR")}
    compiled = santy()
    bundled_looks = {
        ship.id: "".join(ship.colours[element][0].upper() for element in compiled.fleet.elements)
        for ship in compiled.ships
    }
    assert {tuple(look) for look in bundled_looks.values()} == set(looks)
    assert bundled_looks["paradise"] == "RYBG"
    assert bundled_looks["royal"] == "BYGR"
    assert bundled_looks["sahara"] == "YBRG"
    assert bundled_looks["viper"] == "BGRY"


def test_element_and_double_pairs_cover_all_pairs_of_ships_once() -> None:
    """S13: 16 element pairs and 12 double pairs are the 28 pairs of ships; six doubles, three moves."""
    for looks in (looks for looks in sets() if doubles(looks)):
        elements = Counter(frozenset((a, b)) for a, b in combinations(looks, 2) for e in range(4) if a[e] == b[e])
        moves = {frozenset(frozenset((look, swapped(look, pair, looks)[0])) for look in looks) for pair in PAIRS}
        assert sum(elements.values()) == 16
        assert len(moves) == 3
        pairs = Counter(pair for move in moves for pair in move)
        assert sum(pairs.values()) == 12
        assert elements + pairs == Counter(frozenset(pair) for pair in combinations(looks, 2))
    compiled = santy()
    cards = [card for card in compiled.cards if card.kind == "double"]
    assert len({compiled.move(card, compiled.seats()) for card in cards}) == 3


def test_every_ship_has_four_elements_of_the_four_colours() -> None:
    """S1, S2."""
    fleet = santy().fleet
    assert fleet.elements == ("nest", "sails", "hull", "plate")
    assert set(fleet.colours) == {"yellow", "red", "blue", "green"}
    for ship in fleet.ships:
        assert set(ship.colours) == set(fleet.elements)
        assert set(ship.colours.values()) == set(fleet.colours)


def test_each_colour_is_on_two_ships_at_each_element() -> None:
    """S3."""
    counts = Counter(pair for ship in santy().ships for pair in ship.colours.items())
    assert len(counts) == 16
    assert set(counts.values()) == {2}


def test_numbers_letters_and_corners() -> None:
    """S4, S5, S6."""
    ships = santy().ships
    assert sorted(ship.number for ship in ships) == list(range(1, 9))
    assert Counter(ship.letter for ship in ships) == Counter("PPRRSSVV")
    assert set(Counter(ship.corner for ship in ships).values()) == {2}
    assert len({ship.corner for ship in ships}) == 4


def test_names_and_known_ships() -> None:
    """S7, S9, S10."""
    ships = {ship.name: ship for ship in santy().ships}
    known = {"Paradise", "Profundis", "Royal", "Revenge", "Sahara", "Santy Anno", "Viper"}
    (second_v,) = set(ships) - known
    assert known <= set(ships)
    assert second_v.startswith("V")
    paradise = {"nest": "red", "sails": "yellow", "hull": "blue", "plate": "green"}
    assert ships["Paradise"].colours == paradise
    assert ships["Viper"].number == 5
    assert ships["Viper"].colours == {"nest": "blue", "sails": "green", "hull": "red", "plate": "yellow"}
    assert ships["Royal"].colours["sails"] == "yellow"
    assert ships["Sahara"].colours["hull"] == "red"


def test_what_no_source_tells_is_marked() -> None:
    """S12: who of the other four is who, all numbers but Viper's, and the corners are marked as ours."""
    ships = bundled().files["ships"].ships
    for id, ship in ships.items():
        assert ship.provenance["corner"] == "reconstructed"
        assert ship.provenance["number"] == ("review" if id == "viper" else "reconstructed")
    ours = {id for id, ship in ships.items() if ship.provenance.get("colours") == "reconstructed"}
    assert ours == {"profundis", "revenge", "santy-anno", "vagabond"}


BAD: list[tuple[str, str, str, Edit]] = [
    ("S1", "ref-unknown", "`purple` is not a colour of this pack", ("ships", "hull: blue,", "hull: purple,")),
    ("S1", "ref-missing", "Paradise has no colour at its hull", ("ships", "hull: blue, ", "")),
    ("S1", "ref-twice", "`red` is listed twice", ("ships", "blue, green]", "blue, green, red]")),
    ("S1", "ref-paint", "no paint", ("pack", "  green: {hex", "  grey: {hex")),
    (
        "S2",
        "ship-colours",
        "Paradise has yellow at sails and hull, and no blue",
        ("ships", "hull: blue", "hull: yellow"),
    ),
    ("S3", "ship-pairs", "`hull: yellow` is on 3 ships", ("ships", "hull: blue", "hull: yellow")),
    ("S4", "ship-numbers", "Paradise and Royal both have number 1", ("ships", "number: 6", "number: 1")),
    ("S4", "ship-numbers", "must be 1 to 8", ("ships", "number: 6", "number: 16")),
    (
        "S5",
        "ship-letters",
        "the first letter P is on 1 ship",
        ("ships", "name: Paradise", "name: Revolution"),
    ),
    ("S5", "ref-unknown", "begins with Z", ("ships", "name: Paradise", "name: Zephyr")),
    (
        "S6",
        "ship-corners",
        "Coco sits top-left on 3 ships",
        ("ships", "corner: bottom-right", "corner: top-left"),
    ),
    ("S6", "ref-unknown", "`middle` is not a corner", ("ships", "corner: bottom-right", "corner: middle")),
    ("S7", "ship-names", "are both called Royal", ("ships", "name: Revenge", "name: Royal")),
    ("S8", "ship-doubles", "a swap does not lead to exactly one ship", ("ships", "hull: blue", "hull: yellow")),
]


@pytest.mark.parametrize(("fact", "code", "part", "edit"), BAD, ids=[f"{b[0]}-{b[1]}" for b in BAD])
def test_what_is_wrong_with_ships_is_said(fact: str, code: str, part: str, edit: Edit) -> None:
    made = make(edit)
    assert made.compiled is None
    found = [item for item in made.found(code) if item.fact == fact]
    assert any(part in item.message for item in found), [d.short() for d in made.report]
    assert all(item.span is not None for item in found)


def test_every_ship_check_has_a_bad_example() -> None:
    assert {fact for fact in CHECKS if fact.startswith("S")} == {bad[0] for bad in BAD}


def test_the_smallest_mend_is_found() -> None:
    made = make(("ships", "hull: blue, plate: green", "hull: yellow, plate: green"))
    wanted = ("with `hull: blue` on Paradise all ships would be right",)
    assert made.one("ship-colours").hints == wanted
    assert made.one("ship-pairs").hints == wanted
    swapped_back = make(("ships", "sails: yellow, hull: blue, plate: green", "sails: blue, hull: yellow, plate: green"))
    assert not swapped_back.found("ship-colours")
    assert swapped_back.one("ship-pairs").hints == ("swap Paradise's sails and hull, and all ships would be right",)
    lines = {item.span.line for item in swapped_back.found("ship-pairs") if item.span}
    assert lines == {swapped_back.one("ship-pairs").span.line}  # where the mend is, though others have the colours
    between = make(
        ("ships", "hull: green, plate: red", "hull: blue, plate: red"),
        ("ships", "hull: blue, plate: green", "hull: green, plate: green"),
    )
    assert "swap the hull of Paradise and Royal, and all ships would be right" in between.one("ship-doubles").hints
    far = make(
        ("ships", "nest: blue, sails: yellow, hull: green", "nest: green, sails: blue, hull: yellow"),
        ("ships", "hull: blue, plate: green", "hull: red, plate: green"),
    )
    assert far.one("ship-doubles").hints == ("`santy ships repair` finds the fewest changes",)


def test_seven_ships_are_told_to_be_eight() -> None:
    whole = text("ships")
    start = whole.index("  vagabond:")
    made = make(whole={"ships": whole[:start]})
    (count,) = made.found("ship-pairs")
    assert count.message == "there are 7 ships, and two for each of 4 colours make 8"
    assert "`nest: green` is on 1, " in count.hints[0]
    hint = "two ships for each of 4 colours make 8, and there are 7: add or withdraw ships or colours"
    assert made.one("ship-doubles").hints == (hint,)
    assert made.report.sorted()[0] == count


def test_ships_that_look_the_same_are_told_first() -> None:
    twin = "nest: green, sails: red, hull: blue, plate: yellow"
    made = make(("ships", "nest: red, sails: yellow, hull: blue, plate: green", twin))
    first = made.report.sorted()[0]
    assert first.message == "Paradise and Profundis have the same colour at every element"
    assert len(made.found("ship-doubles")) == 1  # one for all swaps, as the colours are wrong before any is swapped


def test_a_colour_that_no_ship_has_does_not_count() -> None:
    made = make(
        ("ships", "colours: [yellow", "colours: [black, yellow"),
        ("ships", "hull: blue", "hull: yellow"),
        ("pack", "  yellow: {hex", '  black: {hex: "#000000"}\n  yellow: {hex'),
    )
    assert made.one("ship-colours").hints == ("with `hull: blue` on Paradise all ships would be right",)


def test_all_faults_are_found_in_one_run() -> None:
    made = make(
        ("ships", "number: 6", "number: 1"),
        ("ships", "corner: bottom-left", "corner: top-left"),
        ("ships", "name: Revenge", "name: Royal"),
        ("ships", "hull: blue", "hull: yellow"),
        ("cards", "element: plate}", "element: plank}"),
        ("pack", "event_after: 3", "event_after: 5"),
    )
    codes = {item.code for item in made.report}
    assert {
        "ship-numbers",
        "ship-corners",
        "ship-names",
        "ship-colours",
        "ref-unknown",
        "event-place",
    } <= codes


TEN = """
features:
  elements: [nest, sails, hull]
  colours: [yellow, red, blue, green, black]
  letters: []
  corners: []
ships:
""" + "\n".join(
    f"  ship-{n}: {{name: Ship {n}, number: {n + 1}, corner: none, art: ship.svg, colours: {{"
    f"nest: {c[n % 5]}, sails: {c[(n + 1 + n // 5) % 5]}, hull: {c[(n + 3) % 5]}}}}}"
    for c in [("yellow", "red", "blue", "green", "black")]
    for n in range(10)
)
FEW_CARDS = """
cards:
  hull: {kind: element, element: hull, copies: 20}
  plus: {kind: number, plus: 9, copies: 15}
  helm: {kind: helm, direction: clockwise, steps: 10, copies: 12, level: expert}
"""


def test_a_set_needs_only_what_its_cards_need() -> None:
    """Ten ships, five colours, no letters, no corners, no doubles: sound as long as no card asks for them."""
    palette = ("pack", "  yellow: {hex", '  black: {hex: "#000000"}\n  yellow: {hex')
    made = make(palette, whole={"ships": TEN, "cards": FEW_CARDS})
    compiled = made.sound
    assert [item.code for item in made.report] == ["card-idle"]
    move = compiled.move(compiled.card("plus"), compiled.seats())
    assert move.targets == (9, *range(9))
    coco = make(palette, whole={"ships": TEN, "cards": FEW_CARDS + "  coco: {kind: coco}\n"})
    assert {item.fact for item in coco.report.errors} == {"S6"}
    names = make(palette, whole={"ships": TEN, "cards": FEW_CARDS + "  name: {kind: name}\n"})
    assert {item.fact for item in names.report.errors} == {"S5"}
    double = make(palette, whole={"ships": TEN, "cards": FEW_CARDS + "  d: {kind: double, elements: [nest, hull]}\n"})
    assert {item.fact for item in double.report.errors} == {"S8", "C8"}
    assert "with nest and hull swapped there is not exactly one ship for " in double.one("ship-doubles").message
