"""`santy new`: a pack of one's own that is sound at once, and whose comments are true."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from santy_print.build import build
from santy_print.cli import games, main
from santy_print.diag import PackError
from santy_print.editor import json_schema, models
from santy_print.pack import load_pack
from santy_print.parts import Options
from santy_print.registry import Game
from santy_print.starter import new_pack
from tests.packs import copy_pack
from tests.test_overlay import overlay


def test_a_new_pack_is_sound_and_is_built(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["new", str(tmp_path / "my-pirates")])
    assert run.exit_code == 0, run.output
    pack = load_pack(tmp_path / "my-pirates")
    assert pack.report.items == []
    assert (pack.id, pack.head.extends) == ("my-pirates", "santy_anno")
    assert pack.locales["en"].plain("game.title") == "My pirates"
    made = build(pack, tmp_path / "out", Options(("en",), ("harbour",)), {})
    assert len(made) == 1


def modelines(root: Path) -> dict[Path, Path]:
    """Each file that tells its schema, and where that schema lies."""
    found = {}
    for path in root.rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").split("\n")[0]
        if match := re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first):
            found[path] = path.parent / match[1]
    return found


@pytest.mark.parametrize("full", [False, True])
def test_every_file_tells_an_editor_its_schema(full: bool, tmp_path: Path) -> None:
    root = tmp_path / "mine"
    new_pack(root, "santy_anno", full)
    files = {path for path in root.rglob("*.yaml") if path.parent.name != "seen"}
    found = modelines(root)
    assert files == set(found)
    for schema in found.values():
        name = schema.name.removesuffix(".schema.json")
        assert json.loads(schema.read_text(encoding="utf-8")) == json_schema(name, "santy_anno", overlay=not full)
    assert {path.name for path in (root / "schemas").iterdir()} == {f"{name}.schema.json" for name in models()}


@pytest.mark.long
def test_every_commented_line_is_true(tmp_path: Path) -> None:
    """Each line that the comments offer is right when its # is taken away: alone, with what belongs to it."""
    root = tmp_path / "mine"
    new_pack(root, "santy_anno")
    tried = 0
    for path in root.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        blocks = re.findall(r"(?:^ *# [\w*\"-]+:.*\n(?:^ *#   [\w*\"-]+:.*\n)*)", text, re.MULTILINE)
        for block in (block for block in blocks if "$schema" not in block):
            opened = re.sub(r"^( *)# ", r"\1", block, flags=re.MULTILINE)
            path.write_text(text.replace(block, opened), encoding="utf-8")
            faults = [item for item in load_pack(root).report if item.code.startswith(("yaml", "schema", "overlay"))]
            assert [item.short() for item in faults] == [], opened
            tried += 1
        path.write_text(text, encoding="utf-8")
    assert tried >= 10


def test_a_whole_copy_stands_alone(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    made = new_pack(root, "santy_anno", full=True)
    pack = load_pack(root)
    assert pack.report.items == []
    assert (pack.id, pack.layers) == ("mine", (root,))
    assert {"faces/ship.yaml", "art/ship.svg", "locale/pl.yaml", "rulebook.yaml"} <= set(made)
    assert pack.compiled.fingerprint == load_pack("santy_anno").compiled.fingerprint


def test_from_a_pack_beside_it(tmp_path: Path) -> None:
    overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {name: Vulture}\n"}, "base")
    for full in (False, True):
        root = tmp_path / f"mine-{full}"
        new_pack(root, str(tmp_path / "base"), full)
        pack = load_pack(root)
        assert pack.report.items == []
        assert pack.compiled.fleet.ships[6].name == "Vulture"
    overlay(tmp_path, {}, "top", "../base")
    root = tmp_path / "copy"
    new_pack(root, str(tmp_path / "top"), full=True)
    assert [path.name for path in load_pack(root).layers] == ["copy", "base", "santy_anno"]


def refused(folder: Path, source: str = "santy_anno", full: bool = False) -> list[str]:
    with pytest.raises(PackError) as caught:
        new_pack(folder, source, full)
    return [item.code for item in caught.value.report]


def test_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "x").write_text("")
    (tmp_path / "file").write_text("")
    for name, code in (
        ("there", "new-folder"),
        ("file", "new-folder"),
        ("my pirates", "new-name"),
        ("-x", "new-name"),
        ("ü", "new-name"),
        ("x" * 65, "new-name"),
        ("santy_anno", "new-name"),
    ):
        assert refused(tmp_path / name) == [code], name
    assert refused(tmp_path / "mine", "nowhere") == ["pack-missing"]
    elsewhere = copy_pack(tmp_path / "elsewhere")
    assert refused(tmp_path / "shelf" / "mine", str(elsewhere)) == ["new-folder"]
    assert refused(elsewhere / "mine", str(elsewhere), full=True) == ["new-folder"]
    (tmp_path / "empty").mkdir()
    assert new_pack(tmp_path / "empty", "santy_anno")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "empty", "file", "there"]


def test_an_overlays_schema_takes_any_part_and_withdrawals() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    ships = json_schema("ships", overlay=True)
    part, gone = {"ships": {"viper": {"name": "Vulture"}}}, {"ships": {"v-*": "withdrawn"}}
    for value in ({}, part, gone, {"ships": "withdrawn"}):
        jsonschema.validate(value, ships)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"ships": {"viper": {"nam": "Vulture"}}}, ships)
    jsonschema.validate({"cards": {"number-4": {"copies": 1}, "coco": "withdrawn"}}, json_schema("cards", overlay=True))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"ships": {"viper": {"name": "Vulture"}}}, json_schema("ships"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_copy_holds_nothing_from_outside_of_the_pack_it_is_made_from(tmp_path: Path) -> None:
    base = overlay(tmp_path / "shelf", name="base")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (base / "README.md").symlink_to(tmp_path / "secret")
    (base / "NOTES.md").write_text("notes", encoding="utf-8")
    made = new_pack(tmp_path / "shelf" / "mine", str(base), full=True)
    assert "NOTES.md" in made
    assert "README.md" not in made


def test_a_seed_is_of_a_whole_set(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", str(tmp_path / "mine"), "--seed", "2"])
    assert done.exit_code == 2
    assert "it goes with --colours, --elements or --ships" in done.output
    assert not (tmp_path / "mine").exists()


class Dice(Game):
    """A game whose whole sets have a size of their own."""

    name = "dice"
    sizes: Mapping[str, str] = {"dice": "Write a whole set with so many dice."}


def test_a_game_brings_the_sizes_of_its_sets_to_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option is the game's, and another game's pack has nothing for it."""
    point = SimpleNamespace(name="dice", load=Dice)
    monkeypatch.setattr(games, "_points", lambda group: [point])
    runner = CliRunner()
    told = " ".join(runner.invoke(main, ["new", "--help"]).output.split())
    assert "--dice N Write a whole set with so many dice." in told
    assert told.index("--ships N") < told.index("--dice N"), "the bundled games come first"
    done = runner.invoke(main, ["new", str(tmp_path / "mine"), "--dice", "3"])
    assert (done.exit_code, done.output.split("\n")[0]) == (1, "error: a set of santy_anno has no `dice` (new-sizes)")
    done = runner.invoke(main, ["new", str(tmp_path / "mine"), "--ships", "8", "--full"])
    assert "--full copies the pack as it is: it goes without --ships" in done.output
    assert not (tmp_path / "mine").exists()


def test_a_game_that_cannot_be_loaded_takes_no_option_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_points", lambda group: [SimpleNamespace(name="dice", load=lambda: 1 // 0)])
    assert "--ships N" in CliRunner().invoke(main, ["new", "--help"]).output
