"""`docs/variants.md` says what each kind of card asks of the ships: each line of its table is run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from santy_print.games.santy_anno.events import EVENTS
from santy_print.games.santy_anno.kinds import KINDS
from santy_print.pack import load_pack
from tests.packs import BUNDLED

DOC = (Path(__file__).parent.parent / "docs" / "variants.md").read_text(encoding="utf-8")
TABLE = DOC.partition("| cards | what the ships must have |\n|---|---|\n")[2].partition("\n\n")[0]
ROWS = dict(re.findall(r"^\| (\w+) \| (.+?) \|$", TABLE, re.MULTILINE))

LATIN = ("yrbg", "rbgy", "bgyr", "gyrb", "ygrb", "grby", "rbyg", "bygr")
"""Two squares of four ships: each colour twice at every element, never twice on a ship, but hardly a pair swapped."""
COLOURS = {"y": "yellow", "r": "red", "b": "blue", "g": "green"}
ELEMENTS = ("nest", "sails", "hull", "plate")


def painted(ship: str, colours: str) -> str:
    """The line that paints a ship."""
    pairs = ", ".join(f"{element}: {COLOURS[colour]}" for element, colour in zip(ELEMENTS, colours, strict=True))
    return f"{ship}: {{colours: {{{pairs}}}}}"


FLEET = ("paradise", "profundis", "royal", "revenge", "sahara", "santy-anno", "viper", "vagabond")
BREAKS: dict[str, tuple[str, list[str]]] = {
    "pairs": ("each colour on exactly two ships", [painted("viper", "gbry")]),
    "twice": ("no colour twice on one ship", [painted("viper", "rgry"), painted("paradise", "bybg")]),
    "letters": ("each first letter on two ships", ["viper: {name: Peril}"]),
    "numbers": ("the numbers 1 to the number of ships", ["viper: {number: 9}"]),
    "doubles": ("exactly one ship with those two colours swapped", list(map(painted, FLEET, LATIN))),
    "corners": ("in each corner on two ships", ["viper: {corner: top-right}"]),
}
"""What breaks a demand and no other: the words of the table that make it, and the lines of `ships.yaml` to do so."""
COLOURING = {"pairs", "twice", "doubles"}
"""What is broken by painting ships otherwise: one at a time."""


def demands(kind: str) -> set[str]:
    """What the line of a kind of card says."""
    said = ROWS[kind]
    above = list(ROWS)[list(ROWS).index(kind) - 1]
    return {name for name, (words, _) in BREAKS.items() if words in said} | (
        demands(above) if said.startswith("the same") else set()
    )


def faults(folder: Path, kind: str, broken: Sequence[str]) -> list[str]:
    """The codes of what is wrong with the ships or the cards of a set that has only cards of this kind."""
    root = folder / f"{kind}-{'-'.join(broken)}"
    root.mkdir()
    (root / "pack.yaml").write_text(f"extends: santy_anno\nid: {kind}\nlanguages: [en]\n", encoding="utf-8")
    lines = (BUNDLED / "cards.yaml").read_text(encoding="utf-8").split("\n")
    cards = "\n".join(line for line in lines if f"{{kind: {kind}" in line)
    (root / "cards.yaml").write_text(f'cards:\n  "*": withdrawn\n{cards}\n', encoding="utf-8")
    ships: dict[str, list[str]] = {}
    for line in (line for name in broken for line in BREAKS[name][1]):
        ship, _, said = line.partition(": ")
        ships.setdefault(ship, []).append(said[1:-1])
    text = "".join(f"  {ship}: {{{', '.join(said)}}}\n" for ship, said in ships.items())
    (root / "ships.yaml").write_text(f"ships:\n{text}", encoding="utf-8")
    return [item.code for item in load_pack(root).report.errors if item.code.startswith(("ship-", "card-", "ref-"))]


def test_the_table_has_every_kind_of_card_and_every_demand_is_in_it() -> None:
    assert list(ROWS) == list(KINDS)
    assert set().union(*map(demands, ROWS)) == set(BREAKS)
    assert demands("helm") == set()


@pytest.mark.parametrize("kind", ROWS)
def test_a_kind_of_card_asks_for_what_its_line_says_and_for_nothing_else(kind: str, tmp_path: Path) -> None:
    asked = demands(kind)
    for name in sorted(asked):
        assert faults(tmp_path, kind, [name]), f"{kind} cards do without {name}"
    free = set(BREAKS) - asked
    assert faults(tmp_path, kind, sorted(free - COLOURING)) == []
    for name in sorted(
        free & COLOURING - ({"pairs"} if kind == "double" else set())
    ):  # pairs swap what stands in pairs
        assert faults(tmp_path, kind, [name]) == []


VALUES = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOC.partition("| kind | key | what it says | it can be |\n|---|---|---|---|\n")[2]
    .partition("\n\n")[0]
    .split("\n")
]
CAN_BE: dict[str, tuple[list[str], list[str]]] = {
    "two cards of the shortest round": (["[1, 5]", "[4, 2]"], ["[1, 6]", "[3, 3]", "[0, 1]"]),
    "1 to the number of ships less 1": (["1", "7"], ["0", "8"]),
    "1 to the cards of the shortest round": (["1", "5"], ["0", "6"]),
    "one colour, or two or three": (
        ["green", "[red, green]", "[red, green, blue]"],
        ["pink", "[red, pink]", "[red, red]", "[red]", "[red, green, blue, yellow]", "[]"],
    ),
    "one letter, or two or three": (["P", "[s, V]", "[P, R, S]"], ["X", "[P, X]", "[p, P]", "[P]", "[P, R, S, V]"]),
    "0 to 9": (["0", "9"], ["-1", "10"]),
    "true or false": (["true", "false"], ["no", "1"]),
    "1 to the cards of the shortest round less 1": (["1", "4"], ["0", "5"]),
}
"""What the last column says of the house's set: values that can be, and values that cannot."""
MUST: dict[str, str] = {"seasick": ", direction: clockwise", "element": ", element: hull"}
"""What a kind must be given besides."""


@pytest.mark.parametrize(("kind", "key", "says", "range"), VALUES)
@pytest.mark.long
def test_a_key_can_have_the_values_that_its_line_says(
    kind: str, key: str, says: str, range: str, tmp_path: Path
) -> None:
    key = key.strip("`")
    example = re.search(rf"`{key}: (.+?)`", says)
    assert example, f"`{kind}` has no example of `{key}`"
    good, bad = CAN_BE[range]
    file, root = ("cards", "boarding") if kind in KINDS else ("events", "events")
    for n, value in enumerate([example[1], *good, *bad]):
        folder = tmp_path / str(n)
        folder.mkdir()
        (folder / "pack.yaml").write_text(f"extends: santy_anno\nid: x{n}\n", encoding="utf-8")
        line = f"mine: {{kind: {kind}{MUST.get(kind, '')}, {key}: {value}}}"
        (folder / f"{file}.yaml").write_text(f"{file}:\n  {line}\n", encoding="utf-8")
        pack = load_pack(folder)
        wrong = n > len(good)
        assert bool(pack.report.errors) == wrong, (line, [item.short() for item in pack.report])
        assert wrong or any(item["id"] == "mine" for item in pack.collections[root])


def test_every_key_that_may_be_left_out_is_in_the_table() -> None:
    told = {(kind, key.strip("`")) for kind, key, *_ in VALUES if kind in EVENTS}
    names = {"start": "from"}
    assert told == {(kind, names.get(key, key)) for kind in EVENTS for key in EVENTS[kind].options}
