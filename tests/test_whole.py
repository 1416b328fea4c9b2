"""Whole sets that `santy new` makes: all that can be are right, the others say what is nearest."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import click.testing
import pytest

from santy_print import checking
from santy_print.cli import main
from santy_print.pack import data_folder, load_pack
from santy_print.packs.santy_anno.solver.whole import COLOURS, PAINTS
from santy_print.palette import LIMITS, difference
from tests.packs import BUNDLED

SIZES = [(c, e) for c in (3, 4, 5, 6) for e in (3, 4, 5) if e <= c]
EXAMPLES = BUNDLED.parent.parent / "examples"


def new(folder: Path, words: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["new", str(folder), *words.split()])


@pytest.mark.parametrize(("colours", "elements"), SIZES)
def test_every_size_makes_a_sound_set(colours: int, elements: int, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    made = new(folder, f"--colours {colours} --elements {elements} --ships {2 * colours}")
    assert made.exit_code == 0, made.output
    pack = load_pack(folder)
    assert pack.report.clean, [str(item) for item in pack.report]
    fleet = pack.compiled.fleet
    assert (len(fleet), len(fleet.colours), len(fleet.elements)) == (2 * colours, colours, elements)
    kinds = {card.kind for card in pack.compiled.cards}
    assert ("double" in kinds) == ("no set with" not in made.stderr) == ((colours, elements) != (6, 5))
    assert ("colour" in kinds) == (colours == elements)
    assert ("coco" in kinds) == (colours <= 4)
    assert sorted(ship.number for ship in fleet.ships) == list(range(1, 2 * colours + 1))


def test_a_whole_set_lays_out_and_a_seed_gives_the_same_set(tmp_path: Path) -> None:
    words = "--colours 5 --elements 4 --ships 10"
    for name, seed in (("a/mine", 3), ("b/mine", 3), ("c/mine", 4)):
        assert new(tmp_path / name, f"{words} --seed {seed}").exit_code == 0
    texts = [(tmp_path / name / "mine" / "ships.yaml").read_text() for name in "abc"]
    assert texts[0] == texts[1] != texts[2]
    assert checking.check(str(tmp_path / "a" / "mine"), True, ()).report.clean


@pytest.mark.parametrize(
    ("words", "why", "way"),
    [
        ("--colours 5 --ships 8", "that is 10 ships, not 8", "`--ships 10`, or `--colours 4`"),
        ("--colours 3 --elements 4", "3 colours allow no 4 elements", "`--elements 3`, or `--colours 4`"),
        ("--colours 2", "ships would have to look alike", "`--colours 3` is the least"),
        ("--colours 9", "the house has 6 colours", "`--colours 6`"),
        ("--colours 6 --elements 6", "drawings for 3 to 5 elements", "`--elements 5`"),
        ("--elements 0", "drawings for 3 to 5 elements", "`--elements 3`"),
        ("--ships 7", "not 7", "`--ships 6`"),
        ("--ships -4", "ships", "`--colours 3`"),
        ("--ships 100000000000", "the house has 6 colours", "`--colours 6`"),
    ],
)
def test_what_cannot_be_says_what_is_nearest(words: str, why: str, way: str, tmp_path: Path) -> None:
    result = new(tmp_path / "mine", words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert why in result.stderr
    assert way in result.stderr
    assert "new-sizes" in result.stderr
    assert not (tmp_path / "mine").exists()


def test_a_copy_has_no_sizes(tmp_path: Path) -> None:
    assert new(tmp_path / "mine", "--full --colours 5").exit_code == 2


def test_paints_are_told_apart_by_every_eye() -> None:
    for count, paints in PAINTS.items():
        assert len(paints) == count <= len(COLOURS)
        for one, other in combinations(paints, 2):
            assert all(difference(one, other, eye) >= better for eye, (_, better) in LIMITS.items())


def test_drawings_are_those_of_the_example() -> None:
    for path in (data_folder("templates") / "sets" / "santy_anno" / "art").iterdir():
        assert path.read_bytes() == (EXAMPLES / "flags" / "art" / path.name).read_bytes()
