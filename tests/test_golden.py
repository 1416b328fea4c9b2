"""Goldens of every game: what it says at the table and draws on paper, in lines a person can read.

`make golden` writes them anew; the difference is the review. A record is its own input: it is replayed.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product, zip_longest
from pathlib import Path

import pytest

from santy_print.faces import Faces
from santy_print.folders import bundled
from santy_print.pack import Pack, load_pack
from santy_print.parts import all_frames
from santy_print.play import Playing, play, table_of
from santy_print.records import verify
from tests.drawlist import draw_list
from tests.packs import games_with_packs

FOLDER = Path(__file__).parent / "golden"
ROOT = Path(__file__).parent.parent


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
    assert sorted(path.name for path in FOLDER.iterdir() if path.is_dir()) == sorted(games_with_packs())


# Two hundred games: of each the command that tells it, what came of it, and the hashes of what was told and recorded.
# Where words changed alone, the first hash differs; where a game went another way, its end mostly does, too.

TRANSCRIPTS = FOLDER / "transcripts.txt"
MANY, EVERYDAY = 200, 25
"""So many games there are, of which one in so many is played every day."""


def packs_played() -> list[str]:
    """The packs that the games are of: those that come along, and the examples whose game has a table."""
    examples = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("examples/*/pack.yaml"))
    names = ["santy_anno", "sandokan", *examples]
    return [name for name in names if played(name).game.has("table")]


@cache
def played(name: str) -> Pack:
    return load_pack(name if "/" not in name else str(ROOT / name)).checked()


def transcribed() -> list[tuple[str, str, Playing]]:
    """The command, pack and game of each: every level with every number of players in every language, and examples."""
    ways: dict[str, list[Playing]] = {}
    for name in packs_played():
        table, languages = table_of(played(name)), played(name).head.languages
        least, most = table.players
        every = product(languages, range(least, most + 1), table.ways())
        if name not in ("santy_anno", "sandokan"):  # of an example a few: its first languages, its least and its most
            every = product(languages[:2], sorted({least, most}), table.ways())
        found = [Playing(players, own, seed, language) for seed, (language, players, own) in enumerate(every, 1)]
        ways[name] = found
    examples = [[(name, how) for how in found] for name, found in ways.items() if "/" in name]
    others = [one for turn in zip_longest(*examples) for one in turn if one is not None]
    listed = [(name, how) for name in ("santy_anno", "sandokan") for how in ways[name]]
    return [(command(name, how), name, how) for name, how in (*listed, *others)][:MANY]


def command(name: str, how: Playing) -> str:
    """The command that tells a game."""
    own = "".join(f" --{option} {value}" for option, value in how.own.items())
    return f"santy play {name} --players {how.players} --seed {how.seed}{own} --lang {how.language}"


def transcript(line: str, name: str, how: Playing, folder: Path) -> str:
    """A game in one line: its command, who won what, the hash of what was told, and of the record."""
    lines: list[str] = []
    record = folder / "record.txt"
    play(played(name), replace(how, record=record), lines.append)
    kept = record.read_text("utf-8").splitlines()
    end = kept[-1][10:].removeprefix("end: ")
    hashes = [hashlib.sha256("\n".join(each).encode()).hexdigest()[:12] for each in (lines, kept)]
    return f"{line}  # {end}; told {hashes[0]}, record {hashes[1]}"


@pytest.mark.long
def test_two_hundred_games_are_told_and_recorded_as_they_were(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    made = [transcript(*one, tmp_path) for one in transcribed()]
    if pytestconfig.getoption("--golden"):
        TRANSCRIPTS.write_text("".join(f"{line}\n" for line in made), encoding="utf-8")
    assert len(made) == MANY
    compare(made, TRANSCRIPTS.read_text("utf-8").splitlines())


def test_some_games_of_two_hundred_are_told_and_recorded_as_they_were(tmp_path: Path) -> None:
    kept, some = TRANSCRIPTS.read_text("utf-8").splitlines(), transcribed()[::EVERYDAY]
    assert len(kept) == MANY
    compare([transcript(*one, tmp_path) for one in some], kept[::EVERYDAY])


def compare(made: list[str], kept: list[str]) -> None:
    """Hold games against their goldens: the difference names the commands that tell what changed."""
    difference = difflib.unified_diff(kept, made, "golden", "now", lineterm="", n=0)
    assert "\n".join(difference) == "", "`make golden` takes it as it is now"
