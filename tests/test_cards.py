"""Boarding cards: each kind's move, the worked examples of the rules, and why a card cannot be played."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from santy_print.games.santy_anno import GAME
from santy_print.games.santy_anno.answers import answers, lookup
from santy_print.games.santy_anno.checks import CHECKS
from santy_print.games.santy_anno.kinds import KINDS, Move, Registry, kind, turn
from santy_print.games.santy_anno.kinds.element import ElementKind
from tests.workshop import Edit, bundled, goes, make, santy


def kinds() -> Counter[str]:
    return Counter(card.kind for card in santy().cards for _ in range(card.copies))


def test_the_deck_has_58_cards() -> None:
    """M1: 37 basic, 15 expert, 6 event cards."""
    compiled = santy()
    levels = Counter(card.level for card in compiled.cards for _ in range(card.copies))
    assert levels == {"basic": 37, "expert": 15}
    assert sum(event.copies for event in compiled.events) == 6
    assert kinds() == {"element": 20, "colour": 4, "name": 5, "number": 8, "helm": 8, "double": 6, "coco": 1}


def test_the_set_has_8_ships_and_pirates_and_25_coins() -> None:
    """M2, M3, M6."""
    items = GAME.collections(santy())
    assert len(items["ships"]) == len(items["pirates"]) == 8
    assert {coin["value"]: coin["copies"] for coin in items["coins"]} == {1: 5, 2: 5, 3: 5, 4: 5, 5: 5}
    assert {"brain", "belgo", "beauty", "edward", "bamba", "kalash", "lee-shee"} < {p["id"] for p in items["pirates"]}


def test_element() -> None:
    """C1: to the other ship whose named element has the same colour."""
    assert goes("element-hull", "sahara") == "viper"
    assert goes("element-hull", "viper") == "sahara"
    assert {card.data.element for card in santy().cards if card.kind == "element" and not card.data.struck} == {
        "nest", "sails", "hull", "plate",
    }  # fmt: skip


def test_element_struck() -> None:
    """C2: pirates on the struck colour stay."""
    compiled = santy()
    for ship in compiled.ships:
        stays = ship.colours["hull"] == "yellow"
        assert (goes("element-hull-yellow", ship.id) == ship.id) == stays
    assert goes("element-hull-yellow", "sahara") == "viper"
    struck = [card.data for card in compiled.cards if card.kind == "element" and card.data.struck]
    assert len({(card.element, card.struck) for card in struck}) == 16


def test_colour() -> None:
    """C3: El Belgo on Paradise, yellow card: to Royal, by the sails."""
    assert goes("colour-yellow", "paradise") == "royal"
    assert goes("colour-yellow", "royal") == "paradise"


def test_name() -> None:
    """C4: to the other ship with the same first letter."""
    assert goes("name", "paradise") == "profundis"
    assert goes("name", "santy-anno") == "sahara"


def test_name_struck() -> None:
    """C5: P struck out: Beauty on Profundis stays, Edward on Royal goes to Revenge."""
    assert goes("name-p", "profundis") == "profundis"
    assert goes("name-p", "royal") == "revenge"


def test_number() -> None:
    """C6: +3/-5: ships 1 to 5 add 3, ships 6 to 8 subtract 5; +4/-4 comes twice."""
    numbers = {ship.id: ship.number for ship in santy().ships}
    for id, number in numbers.items():
        assert numbers[goes("number-3", id)] == (number + 3 if number <= 5 else number - 5)
    cards = Counter(card.data.plus for card in santy().cards if card.kind == "number" for _ in range(card.copies))
    assert cards == {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1, 7: 1}


def test_helm() -> None:
    """C7: 1 to 4 seats in both directions."""
    seats = ["viper", "royal", "sahara", "paradise", "revenge", "profundis", "vagabond", "santy-anno"]
    assert goes("helm-clockwise-2", "viper", seats) == "sahara"
    assert goes("helm-counter-clockwise-1", "viper", seats) == "santy-anno"
    assert (
        goes("helm-clockwise-4", "vagabond", seats) == goes("helm-counter-clockwise-4", "vagabond", seats) == "sahara"
    )
    helms = {(c.data.direction, c.data.steps) for c in santy().cards if c.kind == "helm"}
    assert helms == {(d, n) for d in ("clockwise", "counter-clockwise") for n in (1, 2, 3, 4)}


def test_double() -> None:
    """C8: nest and hull: Paradise (red nest, blue hull) to Viper (blue nest, red hull)."""
    assert goes("double-nest-hull", "paradise") == "viper"
    assert goes("double-nest-hull", "viper") == "paradise"


def test_coco() -> None:
    """C9: to the other ship with Coco in the same corner."""
    corners = {ship.id: ship.corner for ship in santy().ships}
    for id, corner in corners.items():
        target = goes("coco", id)
        assert target != id
        assert corners[target] == corner


def test_every_card_is_a_permutation_and_ships_never_meet() -> None:
    compiled = santy()
    for card in compiled.cards:
        move = compiled.move(card, compiled.seats())
        assert sorted(move.targets) == list(range(8))


def test_the_bundled_set_reaches_as_many_moves_as_any_can() -> None:
    """47 of 52: the second +4/-4, three doubles and the helm of 4 both ways are doubles of others."""
    compiled = santy()
    seats = compiled.seats(["sahara", "royal", "viper", "profundis", "paradise", "vagabond", "revenge", "santy-anno"])
    fixed = {compiled.move(card, seats) for card in compiled.cards if card.kind != "helm"}
    assert len(fixed) == 40
    assert len({compiled.move(card, seats) for card in compiled.cards}) == 47


def test_a_move_answers_for_the_ships_it_moves() -> None:
    move = Move([1, 0, 2])
    assert 0 in move
    assert 2 not in move
    assert "viper" not in move
    assert list(move) == [0, 1]
    assert len(move) == 2
    assert move
    assert not Move(range(3))
    assert move == Move((1, 0, 2)) != Move((0, 1, 2))
    assert len({move, Move([1, 0, 2])}) == 1
    assert repr(move) == "Move((1, 0, 2))"
    assert turn((2, 0, 1), 1).targets == (1, 2, 0)


BAD: list[tuple[str, str, str, Edit]] = [
    ("C1", "ref-unknown", "`mast` is not an element", ("cards", "element: nest}", "element: mast}")),
    ("C2", "ref-unknown", "`grean` is not a colour", ("cards", "struck: green", "struck: grean")),
    ("C3", "ref-unknown", "`amber` is not a colour", ("cards", "colour: yellow", "colour: amber")),
    ("C5", "ref-unknown", "`Q` is not a letter", ("cards", "struck: P", "struck: Q")),
    ("C6", "card-value", "with 8 ships it can be 1 to 7", ("cards", "plus: 7", "plus: 8")),
    ("C7", "card-value", "the table has 8 seats", ("cards", "steps: 4", "steps: 9")),
    ("C8", "card-value", "names nest twice", ("cards", "[nest, sails]", "[nest, nest]")),
    (
        "C7",
        "card-idle",
        "`helm-clockwise-1` moves nobody",
        ("cards", "direction: clockwise, steps: 1", "direction: clockwise, steps: 8"),
    ),
]


@pytest.mark.parametrize(("fact", "code", "part", "edit"), BAD, ids=[f"{b[0]}-{b[1]}" for b in BAD])
def test_what_is_wrong_with_cards_is_said(fact: str, code: str, part: str, edit: Edit) -> None:
    made = make(edit)
    found = [item for item in made.found(code) if item.fact == fact or code == "card-idle"]
    assert any(part in item.message for item in found), [d.short() for d in made.report if d.code == code]
    for item in found:
        assert item.span is not None
        assert item.span.file.name == "cards.yaml"


UNASKED: list[tuple[str, str, str, Edit]] = [
    (
        "C1",
        "card-two-targets",
        "from Paradise: Santy Anno and Vagabond",
        ("ships", "hull: blue", "hull: yellow"),
    ),
    (
        "C1",
        "card-no-target",
        "from Profundis there is nowhere to go: no other ship has blue hull",
        ("ships", "hull: blue", "hull: yellow"),
    ),
    ("C2", "card-two-targets", "`element-hull-red`", ("ships", "hull: blue", "hull: yellow")),
    ("C3", "card-no-target", "`colour-blue`: from Paradise", ("ships", "hull: blue", "hull: yellow")),
    (
        "C4",
        "card-no-target",
        "from Paradise there is nowhere to go",
        ("ships", "name: Profundis", "name: Rolling Stone"),
    ),
    ("C5", "card-two-targets", "`name-p`", ("ships", "name: Profundis", "name: Rolling Stone")),
    (
        "C6",
        "card-same-target",
        "Paradise and Royal would all go to Santy Anno",
        ("ships", "number: 6", "number: 1"),
    ),
    ("C8", "card-no-target", "`double-nest-hull`", ("ships", "hull: blue", "hull: yellow")),
    (
        "C9",
        "card-no-target",
        "from Sahara there is nowhere to go: no other ship has Coco in the corner bottom-right",
        ("ships", "corner: bottom-right", "corner: top-left"),
    ),
]


@pytest.mark.parametrize(("fact", "code", "part", "edit"), UNASKED, ids=[f"{b[0]}-{b[1]}" for b in UNASKED])
def test_a_card_whose_kind_asks_nothing_of_the_ships_is_told_by_itself(
    fact: str, code: str, part: str, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in KINDS:
        monkeypatch.setattr(type(KINDS[name]), "needs", ())
    test_what_is_wrong_with_cards_is_said(fact, code, part, edit)


def test_every_card_check_has_a_bad_example() -> None:
    assert {fact for fact in CHECKS if fact.startswith("C")} == {
        bad[0] for bad in (*BAD, *UNASKED) if bad[0].startswith("C")
    }


def test_misspelt_words_get_the_right_one() -> None:
    made = make(("cards", "struck: green", "struck: grean"))
    assert made.one("ref-unknown").hints == ("did you mean `green`?",)
    span = made.one("ref-unknown").span
    assert span is not None
    assert span.file.lines[span.line - 1][span.col - 1 :].startswith("grean")


def test_a_card_that_fails_for_its_ships_says_so() -> None:
    """In one line for all, after what the ships break and at its place."""
    made = make(("ships", "hull: blue", "hull: yellow"))
    assert not [item.code for item in made.report if item.code.startswith("card-") and item.code != "card-ships"]
    (summary,) = made.found("card-ships")
    assert summary.message.startswith("10 cards cannot be played with these ships: `element-hull`, ")
    assert summary.message.endswith(" and 7 more")
    assert summary.hints == ("mend the ships first (S2, S3 and S8), then every card is judged anew",)
    first, *_, last = made.report.sorted()
    assert (last, last.span, last.fact) == (summary, first.span, None)
    (coco,) = make(("ships", "corner: bottom-right", "corner: top-left")).found("card-ships")
    assert (coco.message, coco.fact) == ("1 card cannot be played with these ships: `coco`", "C9")


def test_a_card_of_its_own_fault_is_told_by_itself_beside_those_that_fail_for_their_ships() -> None:
    made = make(("ships", "number: 6", "number: 7"), ("cards", "plus: 7", "plus: 8"), ("cards", "steps: 4", "steps: 9"))
    told = [item.code for item in made.report.sorted()]
    assert told == ["ship-numbers", "card-value", "card-value", "card-ships"]


def test_a_card_that_sound_ships_cannot_have_is_told_at_its_line() -> None:
    """A colour that no ship has: the ships keep all rules, the card does not."""
    made = make(
        ("ships", "colours: [yellow", "colours: [black, yellow"),
        ("pack", "  yellow: {hex", '  black: {hex: "#000000"}\n  yellow: {hex'),
        ("cards", "cards:\n", "cards:\n  black: {kind: colour, colour: black}\n"),
    )
    (item,) = made.report
    assert (item.code, item.span.line if item.span else 0) == ("card-no-target", 3)


NUMBERS: list[tuple[str, str, str, Edit]] = [
    (
        "G1",
        "deck-small",
        "the rounds take 40 cards; the basic deck has 37",
        ("pack", "[5, 6, 7, 8, 9] ", "[5, 6, 7, 8, 14] "),
    ),
    ("G2", "deck-small", "the expert deck has 32", ("pack", "expert_removes: 10", "expert_removes: 20")),
    (
        "G2",
        "deck-small",
        "takes out 40 basic cards; there are 37",
        ("pack", "expert_removes: 10", "expert_removes: 40"),
    ),
    (
        "G2",
        "event-few",
        "5 rounds take an event card each; there are 4",
        (
            "events",
            "  bermuda: {kind: bermuda}\n"
            "  # The sources do not say what rum is in a round that has a lap anyhow: one lap, backwards, is ours.\n"
            "  rum: {kind: rum, copies: 2, ",
            "  rum: {kind: rum, copies: 1, ",
        ),
    ),
    ("E1", "event-place", "after boarding card 5", ("pack", "event_after: 3", "event_after: 5")),
    ("M3", "coins-short", "5 rounds pay up to 5 coins of 5 (there are 4)", ("pack", "5: 5}", "5: 4}")),
    ("M3", "coins-short", "up to 10 coins of 4", ("pack", "loot: [5,", "loot: [4,")),
    ("M3", "coins-value", "`five` is no value for a coin", ("pack", "5: 5}", "five: 5}")),
    ("M4", "players-range", "9 players cannot play with 8 ships", ("pack", "most: 8", "most: 9")),
    ("M4", "players-range", "at least 9 and at most 8", ("pack", "least: 3", "least: 9")),
    ("G6", "rounds-lap", "no round 6", ("pack", "laps: [4, 5]", "laps: [4, 6]")),
    ("G10", "mates-count", "cannot be named", ("pack", "count: 2", "count: 5")),
]


@pytest.mark.parametrize(("fact", "code", "part", "edit"), NUMBERS, ids=[f"{b[0]}-{b[1]}" for b in NUMBERS])
def test_what_is_wrong_with_the_numbers_is_said(fact: str, code: str, part: str, edit: Edit) -> None:
    made = make(edit)
    assert made.compiled is None
    assert any(part in d.message and d.fact == fact for d in made.found(code)), [d.short() for d in made.report]


def test_every_check_is_tried() -> None:
    from tests.test_ships import BAD as SHIPS

    assert set(CHECKS) == {fact for fact, *_ in (*SHIPS, *BAD, *UNASKED, *NUMBERS)} - {"G2"}


def test_registries_refuse_unknown_and_duplicate_names() -> None:
    registry: Registry[int] = Registry("thing")
    registry.add("a", 1)
    with pytest.raises(ValueError, match="thing 'a' is registered twice"):
        registry.add("a", 2)
    with pytest.raises(KeyError, match="no thing is called 'b'"):
        registry["b"]
    with pytest.raises(ValueError, match="card kind 'element' is registered twice"):
        kind(ElementKind)


@pytest.mark.parametrize("name", list(KINDS))
def test_every_kind_is_in_the_set_and_resolves_in_the_harbours_order(name: str) -> None:
    """M5: a card's moves stand under the headings that the harbour shows, in its order."""
    compiled = santy()
    fleet = compiled.fleet
    orders = {
        "colour": list(fleet.colours), "element": list(fleet.elements), "letter": list(fleet.letters),
        "corner": list(fleet.corners), "number": [str(n) for n in range(1, 9)], "seat": [str(n) for n in range(1, 9)],
    }  # fmt: skip
    cards = [card for card in compiled.cards if card.kind == name]
    assert cards
    for card in cards:
        groups = lookup(compiled, card, compiled.seats())
        assert [group["value"] for group in groups] == orders[groups[0]["feature"]]
        assert len({start for group in groups for start, _ in group["moves"]}) == 8
        assert set(card.params) == set(KINDS[name].keys)


def test_items_of_a_kind_have_the_same_keys() -> None:
    items = GAME.collections(santy())
    for name in KINDS:
        keys = {frozenset(item) for item in items["boarding"] if item["kind"] == name}
        assert len(keys) == 1
    plus = {item["plus"]: item["minus"] for item in items["boarding"] if item["kind"] == "number"}
    assert all(plus + minus == 8 for plus, minus in plus.items())
    json.dumps({name: list(entries) for name, entries in items.items()})


def test_answers_are_plain_data_in_the_promised_shape() -> None:
    compiled = santy()
    seats = compiled.seats(["viper", "royal", "sahara", "paradise", "revenge", "profundis", "vagabond", "santy-anno"])
    data = json.loads(json.dumps(answers(compiled, seats)))
    assert list(data) == ["pack", "seats", "ships", "cards", "events"]
    assert data["seats"][0] == "viper"
    assert set(data["ships"][0]) == {"id", "name", "number", "letter", "corner", "colours"}
    cards = {card["id"]: card for card in data["cards"]}
    assert list(cards["coco"]) == ["id", "kind", "level", "copies", "params", "moves"]
    assert cards["coco"]["params"] == {}
    assert cards["element-hull"]["params"] == {"element": "hull"}
    assert cards["element-hull-red"]["params"] == {"element": "hull", "struck": "red"}
    assert cards["number-4"]["params"] == {"plus": 4}
    assert cards["double-nest-hull"]["params"] == {"elements": ["nest", "hull"]}
    assert cards["helm-clockwise-2"]["moves"]["viper"] == "sahara"
    for card in cards.values():
        assert set(card["moves"]) == set(card["moves"].values()) == {ship["id"] for ship in data["ships"]}
    assert sum(event["copies"] for event in data["events"]) == 6


def test_the_content_is_sound() -> None:
    assert not list(bundled().report)
