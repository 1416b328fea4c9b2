"""Packs: data from a stranger, read within bounds, never from outside their folder, told about in one run."""

from __future__ import annotations

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import santy_print
from santy_print import pack as packs
from santy_print import reader
from santy_print.diag import PackError, Report
from santy_print.folders import bundled, find_pack
from santy_print.pack import load_pack
from tests.packs import copy_pack

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links")


def faults(folder: Path | str) -> list[str]:
    """The errors of a pack as `file:line:col code`, also where it cannot be loaded at all."""
    try:
        report = load_pack(folder).report
    except PackError as fault:
        report = fault.report
    prefix = f"{folder}/"
    return [f"{d.span} {d.code}".removeprefix(prefix) if d.span else d.code for d in report.sorted()]


@pytest.mark.parametrize("name", bundled())
def test_bundled_packs_are_sound(name: str) -> None:
    pack = load_pack(name)
    assert pack.report.items == []
    assert pack.checked() is pack
    assert set(pack.locales) == set(pack.head.languages)
    assert pack.compiled is not None
    for items in pack.collections.values():
        ids = [item["id"] for item in items]
        assert len(ids) == len(set(ids))


def test_the_public_names() -> None:
    assert santy_print.load_pack is load_pack
    assert santy_print.Diagnostic.__name__ == "Diagnostic"
    assert all(getattr(santy_print, name) is not None for name in santy_print.__all__)
    with pytest.raises(AttributeError):
        santy_print.nothing  # noqa: B018


def test_packs_are_found_by_name_and_by_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copy_pack(tmp_path)
    assert load_pack(root).id == load_pack(str(root)).id == load_pack("santy_anno").id
    monkeypatch.chdir(root)
    assert load_pack(".").report.ok
    monkeypatch.chdir(tmp_path)
    assert find_pack("pack") == Path("pack")
    for missing in (tmp_path, tmp_path / "nowhere", "santy", "", "\0", "x" * 5000):
        with pytest.raises(PackError) as caught:
            load_pack(missing)
        assert [d.code for d in caught.value.report] == ["pack-missing"]


def test_a_folder_of_a_games_code_is_no_pack_but_brings_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("santy_print.folders.installed_packs", lambda: {"owls": tmp_path / "owls/content/owls"})
    Path("owls").mkdir()
    with pytest.raises(PackError):
        find_pack("owls")
    Path("owls/__init__.py").touch()
    assert find_pack("owls") == tmp_path / "owls/content/owls"


def test_faults_of_all_files_are_told_in_one_run(tmp_path: Path) -> None:
    bad = {
        "ships.yaml": "ships: {}\nfeatures: @\n",
        "cards.yaml": "cards: {x: {kind: name, kind: name}}\n",
        "events.yaml": "evnts: {}\n",
        "pirates.yaml": "pirates: {a: {art: nowhere.svg, emblem: ../../etc/passwd}}\n",
        "locale/fr.yaml": "a: &x b\n",
    }
    found = faults(copy_pack(tmp_path, bad))
    for expected in (
        "ships.yaml:2:11 yaml-syntax",
        "cards.yaml:1:25 yaml-duplicate",
        "events.yaml:1:1 schema-unknown",
        "pirates.yaml:1:20 art-missing",
        "pirates.yaml:1:41 pack-outside",
        "locale/fr.yaml:1:4 yaml-anchor",
    ):
        assert expected in found


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("game: santy_anno\nid: @\n", "pack.yaml:2:5 yaml-syntax"),
        ("id: x\n", "pack.yaml:1:1 schema-missing"),
        ("game: chess\n", "pack.yaml:1:7 pack-game"),
        ("game:\n", "pack.yaml:1:1 pack-game"),
        ("game: [a]\n", "pack.yaml:1:7 schema-missing"),
        ("", "yaml-empty"),
        ("game: santy_anno\n", "pack.yaml:1:1 schema-missing"),
    ],
)
def test_with_a_broken_head_the_other_files_are_still_read(tmp_path: Path, head: str, fault: str) -> None:
    found = faults(copy_pack(tmp_path, {"pack.yaml": head, "cards.yaml": "a: @\n", "locale/pl.yaml": "a: @\n"}))
    assert fault in found
    assert "cards.yaml:1:4 yaml-syntax" in found
    assert "locale/pl.yaml:1:4 yaml-syntax" in found


@posix
def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    (tmp_path / "secret.yaml").write_text("secret: word\n")
    for name in ("cards.yaml", "locale/fr.yaml", "art/ship-royal.svg"):
        (root / name).unlink()
        (root / name).symlink_to(tmp_path / "secret.yaml")
    assert [f for f in faults(root) if "outside" in f] == ["ships.yaml:31:10 pack-outside"] + ["pack-outside"] * 2
    try:
        shown = "".join(d.human() for d in load_pack(root).report)
    except PackError as fault:
        shown = str(fault)
    assert "secret: word" not in shown
    pack = load_pack("santy_anno")
    for name in ("../pack.yaml", "/etc/passwd", "", ".", "..", "a/../../pack.yaml", "\0", "..\\pack.yaml"):
        assert pack.file("art", name) is None


@posix
def test_links_within_the_folder_and_to_the_folder_are_fine(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    os.rename(root / "cards.yaml", root / "deck.yaml")
    (root / "cards.yaml").symlink_to("deck.yaml")
    (tmp_path / "link").symlink_to(root)
    assert faults(tmp_path / "link") == []


@posix
def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    root = copy_pack(tmp_path)
    (root / "cards.yaml").unlink()
    (root / "cards.yaml").symlink_to("cards.yaml")
    assert faults(root) in (["file-missing"], ["pack-outside"])


def test_what_is_read_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copy_pack(tmp_path)
    monkeypatch.setattr(reader, "MAX_FILES", 3)
    assert faults(root).count("pack-too-large") >= 3
    monkeypatch.undo()
    monkeypatch.setattr(reader, "MAX_YAML_BYTES", 9000)
    assert "pack-too-large" in faults(root)
    monkeypatch.undo()
    monkeypatch.setattr(packs, "MAX_ART_BYTES", 1000)
    assert faults(root) == ["pack-too-large"]


def test_where_finds_the_nearest_thing() -> None:
    pack = load_pack("santy_anno")
    span = pack.where("ships", "ships", "viper", "number")
    assert span is not None
    assert span.file.lines[span.line - 1][span.col - 1 : span.end_col - 1] == "5"
    assert pack.where("ships", "ships", "viper", "nothing") == pack.where("ships", "ships", "viper")
    assert pack.where("nothing") is None


def test_checked_raises_with_the_report() -> None:
    pack = load_pack("santy_anno")
    pack.report = Report()
    pack.report.error("pack-game", "wrong")
    with pytest.raises(PackError, match="wrong") as caught:
        pack.checked()
    assert caught.value.report is pack.report


def test_a_game_that_cannot_be_loaded_is_told_only_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("owls", "no_such_module_of_owls:GAME", "santy_print.games")
    monkeypatch.setattr("santy_print.registry._installed", lambda: {"owls": broken})
    with pytest.raises(PackError, match="there is no pack called `hens`"):
        find_pack("hens")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_of_owls"):
        find_pack("owls")
