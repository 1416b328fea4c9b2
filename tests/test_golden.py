"""Goldens of every game: what it says at the table and draws on paper, in lines a person can read.

`make golden` writes them anew; the difference is the review. A record is its own input: it is replayed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from santy_print.faces import Faces
from santy_print.pack import Pack, bundled, load_pack
from santy_print.parts import all_frames
from santy_print.play import Playing, play, table_of
from santy_print.records import verify
from tests.drawlist import draw_list
from tests.packs import games_with_packs

FOLDER = Path(__file__).parent / "golden"


@cache
def pack_of(game: str) -> Pack:
    """The pack that a game's goldens are made of: the bundled one of its name, or the first of the game."""
    packs = [load_pack(name).checked() for name in sorted(bundled(), key=lambda name: (name != game, name))]
    return next(pack for pack in packs if pack.game.name == game)


def games(pack: Pack) -> Iterator[tuple[str, Playing]]:
    """A game for each way to play it, and of them few, some and many players, each with a seed of its own."""
    table = table_of(pack)
    least, most = table.players
    every = table.ways()
    for number, way in enumerate(every):
        players = least + (most - least) * number // max(1, len(every) - 1)
        yield "-".join([*way.values(), str(players)]), Playing(players, way, seed=number + 1)


def told(pack: Pack, options: Playing, record: Path) -> list[str]:
    """A game as it is told at the table, after the command that tells it."""
    own = "".join(f" --{name} {value}" for name, value in options.own.items())
    lines = [f"$ santy play {pack.id} --players {options.players} --seed {options.seed}{own}", ""]
    play(pack, Playing(options.players, options.own, options.seed, record=record), lines.append)
    return lines


def drawn(pack: Pack) -> list[str]:
    """The first face of each layout that the set prints, in the source language."""
    first = {}
    for frame in all_frames(Faces(pack, pack.locales[pack.head.source_language])):
        first.setdefault(frame.key.partition(":")[0], frame)
    return [line for frame in first.values() for line in (*draw_list(frame), "")]


def goldens(game: str, folder: Path) -> dict[str, str]:
    """The texts of a game's goldens by file name; of several games the first is told, too."""
    pack, out = pack_of(game), {}
    if pack.files.get("components") is not None:
        out["faces.txt"] = drawn(pack)
    for name, options in games(pack) if pack.game.has("table") else ():
        record = folder / name
        lines = told(pack, options, record)
        if not any(other.startswith("told-") for other in out):
            out[f"told-{name}.txt"] = lines
        out[f"record-{name}.txt"] = record.read_text("utf-8").splitlines()
    return {name: "".join(f"{line}\n" for line in "\n".join(lines).split("\n")) for name, lines in out.items()}


@pytest.mark.parametrize("game", games_with_packs())
def test_a_game_says_and_draws_what_its_goldens_hold(game: str, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    made, folder = goldens(game, tmp_path), FOLDER / game
    assert made, "a game has goldens"
    if pytestconfig.getoption("--golden"):
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")
    kept = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*"))}
    assert sorted(kept) == sorted(made), "`make golden` writes what is missing"
    for name, text in made.items():
        difference = difflib.unified_diff(kept[name].splitlines(), text.splitlines(), "golden", "now", lineterm="")
        assert "\n".join(difference) == "", f"{game}/{name}: `make golden` takes it as it is now"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/record-*")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_can_be_replayed(path: Path) -> None:
    pack, end, lines = verify(path, lambda name: load_pack(name).checked())
    assert pack.game.name == path.parent.name
    assert end.returns is not None
    assert lines == len(path.read_text("utf-8").splitlines())


def test_no_golden_is_left_of_a_game_that_is_gone() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(games_with_packs())
