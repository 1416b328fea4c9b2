"""Whole sets that `santy new` makes: all that can be are right, the others say what is nearest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import click.testing
import pytest

from santy_print import checking
from santy_print.cli import main
from santy_print.games.santy_anno.solver.whole import COLOURS, PAINTS
from santy_print.pack import load_pack
from santy_print.palette import LIMITS, difference
from santy_print.registry import folder_of
from tests.packs import BUNDLED
from tests.test_overlay import overlay

SIZES = [(c, e) for c in (3, 4, 5, 6) for e in (2, 3, 4, 5) if e <= c]
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


@pytest.mark.long
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
        ("--colours 5 --ships 8", "5 colours and 8 ships", "`--colours 5 --ships 10`, or `--colours 4 --ships 8`"),
        ("--colours 3 --elements 4", "3 colours allow no 4 elements", "`--colours 3 --elements 3`, or `--colours 4 "),
        ("--ships 6 --elements 4", "allow no 4 elements", "or `--colours 4 --elements 4 --ships 8`"),
        ("--colours 2", "ships would have to look alike", "`--colours 3`"),
        ("--colours 9", "santy_print has 6 colours", "`--colours 6`"),
        ("--colours 9 --elements 9", "santy_print has 6 colours", "`--colours 6 --elements 5`"),
        ("--colours 6 --elements 6", "drawings for 2 to 5 elements", "`--colours 6 --elements 5`"),
        ("--elements 0", "drawings for 2 to 5 elements", "`--colours 4 --elements 2`"),
        ("--ships 7", "even, not 7", "`--colours 3 --ships 6`"),
        ("--ships 3", "even, not 3", "`--colours 3 --ships 6`"),
        ("--ships -4", "ships", "`--colours 3 --ships 6`"),
        ("--ships 100000000000", "santy_print has 6 colours", "`--colours 6 --ships 12`"),
    ],
)
def test_what_cannot_be_says_what_is_nearest(words: str, why: str, way: str, tmp_path: Path) -> None:
    result = new(tmp_path / "mine", words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert why in result.stderr
    assert way in result.stderr
    assert "new-sizes" in result.stderr
    assert not (tmp_path / "mine").exists()
    for number, way in enumerate(re.findall("`(--[^`]*)`", result.stderr)):
        assert new(tmp_path / f"way-{number}", way).exit_code == 0, way


def test_elements_alone_bring_as_many_colours(tmp_path: Path) -> None:
    assert new(tmp_path / "mine", "--elements 5").exit_code == 0
    assert len(load_pack(tmp_path / "mine").checked().compiled.fleet.colours) == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("enumerate", "stopped; 3 found until then, and there may be more"),
        ("enumerate --format json", "stopped; 3 found until then, and there may be more"),
        ("enumerate --count --double", "stopped"),
        ("complete", "stopped; 3 found until then, and there may be more"),
    ],
)
def test_a_search_that_is_stopped_says_what_it_found(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def three(*_: Any, **__: Any) -> Iterator[Any]:
        yield from [((0, 1, 2, 3),) * 8] * 3
        raise KeyboardInterrupt

    def stopped(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("santy_print.games.santy_anno.solver.sets.balanced_sets", three)
    monkeypatch.setattr("santy_print.games.santy_anno.solver.sets.count_double", stopped)
    monkeypatch.setattr("santy_print.games.santy_anno.solver.asp.AspEngine.solutions", three)
    blank = "ships: {viper: {colours: {nest: '?'}}}\n"
    root = overlay(tmp_path, {"pack.yaml": "extends: santy_anno\nid: x\n", "ships.yaml": blank})
    result = click.testing.CliRunner().invoke(main, ["ships", words.split()[0], str(root), *words.split()[1:]])
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == said


def test_a_copy_has_no_sizes(tmp_path: Path) -> None:
    assert new(tmp_path / "mine", "--full --colours 5").exit_code == 2


def test_paints_are_told_apart_by_every_eye() -> None:
    for count, paints in PAINTS.items():
        assert len(paints) == count <= len(COLOURS)
        for one, other in combinations(paints, 2):
            assert all(difference(one, other, eye) >= better for eye, (_, better) in LIMITS.items())


def test_drawings_are_those_of_the_example() -> None:
    for path in (folder_of(load_pack().game) / "drawings").iterdir():
        assert path.read_bytes() == (EXAMPLES / "flags" / "art" / path.name).read_bytes()
