"""`santy check`: once, again and again, for people and for programs, and where each value came from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from santy_print import checking
from santy_print.cache import default_folder
from santy_print.cli import main
from santy_print.diag import CODES, Report, SourceFile, as_sarif
from santy_print.overlay import origins
from santy_print.pack import load_pack
from tests.packs import check
from tests.test_overlay import overlay

pytestmark = pytest.mark.usefixtures("kept")


def told(root: Path, *changes: Callable[[], Any]) -> list[str]:
    """What the watcher says when these happen one after the other, then Ctrl-C."""
    said: list[str] = []
    steps: Iterator[Callable[[], Any]] = iter(changes)

    def sleep(_: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        said.append("--")
        step()

    look, folders = partial(checking.check, str(root), cache=default_folder()), partial(checking.folders_of, str(root))
    checking.watch(look, folders, said.append, sleep)
    return said


def test_the_watcher_tells_what_is_new_and_what_is_mended(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {number: 4}\n"})
    ships = root / "ships.yaml"
    said = told(
        root,
        lambda: None,
        lambda: ships.write_text("# a line more\nships:\n  viper: {number: 4}\n"),
        lambda: ships.write_text("ships:\n  viper: {number: 4, name: Vulture}\n  royal: {name: Xenia}\n"),
        lambda: ships.write_text("ships:\n  viper: {name: Vulture}\n"),
    )
    first, quiet, moved, more, mended = "\n".join(said).split("--\n")
    assert "(ship-numbers)" in first
    assert first.endswith(" errors, 0 warnings; watching, Ctrl-C ends\n")
    assert (quiet, moved) == ("", "")
    assert "(ref-unknown)" in more
    assert "1 | ships:" not in more
    assert mended.count("mended: ") >= 2
    assert "0 errors, 0 warnings; watching" in mended
    assert said[-1] == "no longer watching"


@pytest.mark.long
def test_a_packs_own_drawings_and_layouts_are_read(tmp_path: Path) -> None:
    """Also those that no face asks for; each fault once, with `--fit` as well."""
    root = overlay(tmp_path, {"art/ship-viper.svg": "<svg><g>", "art/spare.svg": "", "faces/coin.yaml": "size: [10\n"})
    for fits in (False, True):
        found = checking.check(str(root), fits).report
        places = sorted((item.span.file.name.rpartition("/")[2], item.code) for item in found if item.span)
        wanted = [("coin.yaml", "yaml-syntax"), ("ship-viper.svg", "art-syntax"), ("spare.svg", "art-syntax")]
        assert [place for place in places if place[0].endswith((".svg", "coin.yaml"))] == wanted


@pytest.mark.long
def test_the_watcher_outlives_a_pack_that_is_gone(tmp_path: Path) -> None:
    root = overlay(tmp_path)
    text = (root / "pack.yaml").read_text()
    said = told(root, (root / "pack.yaml").unlink, lambda: (root / "pack.yaml").write_text(text))
    assert any("(pack-missing)" in line for line in said)
    assert any(line.startswith("mended: ") for line in said)


def test_the_watcher_looks_at_what_is_extended(tmp_path: Path) -> None:
    base = overlay(tmp_path, {}, "base")
    root = overlay(tmp_path, {}, "top", "../base")
    said = told(root, lambda: (base / "cards.yaml").write_text("cards: {cocoa: withdrawn}\n"))
    assert any("(overlay-withdraw)" in line for line in said)


def santy(*words: str) -> tuple[int, str]:
    run = CliRunner().invoke(main, list(words))
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    return run.exit_code, run.output


@pytest.mark.long
def test_origins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    art = (load_pack("santy_anno").root / "art" / "coin-1.svg").read_text()
    overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {name: Vulture}\n", "art/coin-1.svg": art})
    monkeypatch.chdir(tmp_path)
    code, text = santy("check", "mine", "--origin")
    assert code == 0
    assert "mine/ships.yaml: 1 value\n     2  ships.ships.viper.name\n" in text
    assert re.search(r"^content/santy_anno/ships.yaml: \d+ values$", text, re.MULTILINE)
    assert "mine/art/coin-1.svg: in place of another" in text
    code, text = santy("check", "mine", "--origin", "--format", "json")
    values = {item["path"]: item for item in json.loads(text)["origin"]}
    name = values["ships.ships.viper.name"]
    assert (name["file"], name["line"], name["column"], name["value"]) == ("mine/ships.yaml", 2, 17, "Vulture")
    assert values["ships.features.elements"]["value"] == ["nest", "sails", "hull", "plate"]
    assert values["locale/en.texts.card.coco.name"]["value"] == "Coco"
    pack = checking.check("mine").pack
    assert pack is not None
    assert len(values) == sum(1 for node in pack.nodes.values() for _ in origins(node))


def test_every_format_tells_the_same_in_the_same_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cause is first in each, and JSON has the keys that scripts know."""
    overlay(tmp_path, {"ships.yaml": "ships:\n  viper: {number: 4}\n"})
    monkeypatch.chdir(tmp_path)
    shown = {style: santy("check", "mine", "--format", style)[1] for style in ("human", "short", "json", "sarif")}
    codes = re.findall(r"\((\S+)\)$", shown["short"], re.MULTILINE)
    assert codes == ["ship-numbers", "card-ships"]
    assert re.findall(r"\((\S+)\)$", shown["human"], re.MULTILINE) == codes
    found = json.loads(shown["json"])
    assert [item["code"] for item in found] == codes
    assert [result["ruleId"] for result in json.loads(shown["sarif"])["runs"][0]["results"]] == codes
    keys = ["severity", "code", "message", "file", "line", "column", "end_line", "end_column", "hints", "fact"]
    assert [list(item) for item in found] == [keys, keys]
    assert {(item["file"], item["line"], item["column"]) for item in found} == {("mine/ships.yaml", 2, 19)}


def test_what_drawing_finds_comes_after_what_it_draws(tmp_path: Path) -> None:
    palette = "palette:\n  green: {hex: '#253a8f'}\n"
    pack = f"extends: santy_anno\nid: mine\nlanguages: [en]\n{palette}"
    root = overlay(tmp_path, {"pack.yaml": pack, "faces/coin.yaml": "size: [10\n"})
    assert [item.code for item in check(root).sorted()] == ["palette-near", "yaml-syntax"]


def test_sarif(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay(tmp_path, {"ships.yaml": "ships:\n  vyper: {name: V}\n"}, "mine")
    monkeypatch.chdir(tmp_path)
    code, text = santy("check", "mine", "--format", "sarif")
    assert code == 1
    made = json.loads(text)
    assert (made["version"], len(made["runs"])) == ("2.1.0", 1)
    run = made["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["shortDescription"]["text"] for rule in rules] == [CODES[rule["id"]] for rule in rules]
    assert len(run["results"]) == 4
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "mine/ships.yaml"
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) == (2, 3)
        assert (region["endLine"], region["endColumn"]) == (2, 8)


def test_sarif_has_no_place_where_there_is_none_and_uris_that_hold() -> None:
    report = Report()
    report.error("pack-missing", "nothing there")
    for name in ("my pack/a.yaml", "/abs/ü.yaml", "C:\\packs\\a.yaml", "a:b.yaml"):
        report.warning("card-idle", "x", SourceFile(name, "x").at(0))
    results = json.loads(as_sarif(report.items, "1"))["runs"][0]["results"]
    assert "locations" not in results[0]
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results[1:]]
    assert uris == ["my%20pack/a.yaml", "file:///abs/%C3%BC.yaml", "file:///C:/packs/a.yaml", "a%3Ab.yaml"]


def test_a_sound_pack_is_sound_in_every_format() -> None:
    assert santy("check", "--format", "json")[1].strip() == "[]"
    code, text = santy("check", "--format", "sarif")
    assert (code, json.loads(text)["runs"][0]["results"]) == (0, [])


@pytest.mark.parametrize(
    "words",
    [("--watch", "--strict"), ("--watch", "--format", "json"), ("--watch", "--origin"), ("--format", "sarif", "--fit")],
)
def test_what_does_not_go_together(words: tuple[str, ...]) -> None:
    assert santy("check", *words)[0] == 2
