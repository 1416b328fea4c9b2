"""What a game has not, and what an option cannot be: told in plain words, with what there is instead."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.pack import load_pack
from santy_print.registry import ABILITIES, WITH_ANY, bundled_games, find_game
from tests.commands import commands_of

ROOT = Path(__file__).parent.parent
COMMANDS = {
    "play": ["play"],
    "every-card": ["play", "--every-card"],
    "practice": ["practice", "--rows", "1"],
    "answers": ["answers", "--format", "text"],
    "deal": ["answers", "--format", "text", "--deal", "1"],
    "quality": ["quality", "--games", "1"],
    "study": ["study", "--games", "1", "--workers", "1"],
    "puzzles": ["puzzles", "--count", "1"],
    "scores": ["scores"],
    "sizes": ["new", "made", "--colours", "4", "--from"],
    "enumerate": ["ships", "enumerate"],
    "complete": ["ships", "complete"],
    "repair": ["ships", "repair"],
    "explain": ["ships", "explain"],
}
LACKS = {
    "sandokan": {
        "practice": "there is nothing in sandokan to practise",
        "answers": "no sheet can tell what each card of sandokan does",
        "deal": "no sheet can tell what each card of sandokan does",
        "puzzles": "no puzzles can be made of sandokan",
        "scores": "there is no score sheet for sandokan",
        "sizes": "no whole set can be made up after sandokan",
        "enumerate": "sandokan has no ships whose elements and colours could be chosen",
        "complete": "sandokan has no ships whose elements and colours could be chosen",
        "repair": "sandokan has no ships whose elements and colours could be chosen",
        "explain": "sandokan has no ships whose elements and colours could be explained",
    },
    "suits": {
        "play": "suits cannot be played at the keyboard",
        "every-card": "suits cannot be tried card by card",
        "practice": "there is nothing in suits to practise",
        "answers": "no sheet can tell what each card of suits does",
        "deal": "no sheet can tell what each card of suits does",
        "quality": "how good a game suits makes cannot be measured",
        "study": "there is nothing in suits for bots to play, and so nothing to study",
        "puzzles": "no puzzles can be made of suits",
        "scores": "there is no score sheet for suits",
        "sizes": "no whole set can be made up after suits",
        "enumerate": "suits has no ships whose elements and colours could be chosen",
        "complete": "suits has no ships whose elements and colours could be chosen",
        "repair": "suits has no ships whose elements and colours could be chosen",
        "explain": "suits has no ships whose elements and colours could be explained",
    },
}
WHY = {"sandokan": "the game brings nothing for that", "suits": "the game deck has no rules"}
PACKS = {"sandokan": "sandokan", "suits": str(ROOT / "examples" / "suits")}


def asked_for() -> set[str]:
    """The abilities that the code asks packs for, by their names."""
    found = set()
    for path in (ROOT / "santy_print").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in {"tool", "refusal"}:
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found  # type: ignore[return-value]


def test_every_ability_that_is_asked_for_has_words_and_its_commands_exist() -> None:
    known = dict(ABILITIES)
    for name in bundled_games():
        game = find_game(name)
        assert game is not None
        assert all(game.has(ability) for ability in game.abilities)
        known |= game.abilities
    assert asked_for() == known.keys()
    there = set(commands_of(main))
    assert {command for ability in known.values() for command in ability.commands} | {*WITH_ANY} <= there


@pytest.mark.parametrize(("pack", "asked"), [(pack, asked) for pack, lacks in LACKS.items() for asked in lacks])
def test_what_cannot_be_done_with_a_game_is_said_and_what_can(
    pack: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(main, [*COMMANDS[asked], PACKS[pack]])
    assert ran.exit_code == 1
    assert f"error: {LACKS[pack][asked]}: {WHY[pack]} (pack-tool)" in ran.stderr
    can = re.search(r"what can be done with it: santy (.*)", ran.stderr)
    assert can is not None
    named = set(re.split(", | or ", can[1]))
    assert {*WITH_ANY} <= named
    assert COMMANDS[asked][0] not in named or asked == "every-card"
    assert ("play" in named) == load_pack(PACKS[pack]).game.has("table")
    assert list(tmp_path.iterdir()) == []


def test_what_a_set_prints_of_the_kind_is_named() -> None:
    assert "`santy build --only answers`" in CliRunner().invoke(main, ["answers", "sandokan"]).stderr
    assert "--only" not in CliRunner().invoke(main, ["answers", PACKS["suits"]]).stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--by", "walking"], "--by can be `running` or `frames`, not `walking`"),
        (["play", "--level", "hard"], "--level can be `basic`, `expert` or `events`, not `hard`"),
        (["play", "--pace", "wild"], "Invalid value for '--pace': 'wild' is not one of 'calm', 'steady', 'brisk'."),
        (["play", "--lvl", "hard"], "there is no option `--lvl` here; the game brings `--level` and `--by`"),
        (["play", "--palyers", "3"], "here; the game brings `--level` and `--by`; did you mean `--players`?"),
        (["play", "sandokan", "--by", "x"], "there is no option `--by` here; the game brings none of its own"),
        (["play", "--lang", "nl"], "santy_anno speaks `en`, `fr`, `pl`, `de`, `cs`, `es`, `it` and `uk`, not `nl`"),
        (["practice", "--level", "hard"], "--level can be `basic`, `expert` or `events`, not `hard`"),
        (["practice", "--by", "frames"], "there is no option `--by` here; the game brings `--level`"),
        (["study", "--level", "hard"], "--level can be `basic`, `expert` or `events`, not `hard`"),
        (["study", "--by", "frames"], "--by can be `running`, not `frames`: in a study everybody runs"),
        (["quality", "--lang", "nl"], "santy_anno speaks `en`, `fr`, `pl`, `de`, `cs`, `es`, `it` and `uk`, not `nl`"),
        (["puzzles", "--from", "odd"], "'--from': 'odd' is not one of 'easy', 'medium', 'hard', 'devilish'."),
    ],
)
def test_a_choice_that_there_is_not_is_told_in_a_sentence_with_those_there_are(words: list[str], message: str) -> None:
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 2
    assert message in " ".join(ran.output.replace("│", " ").split())
