"""JSON Schemas for editors: valid themselves, and of one mind with the house about bundled and about faulty files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from santy_print.cli import main
from santy_print.diag import Report, SourceFile
from santy_print.editor import json_schema, models
from santy_print.folders import shared_layouts
from santy_print.pack import load_pack
from santy_print.schema import validate
from santy_print.source import parse_yaml, plain
from tests.packs import BUNDLED

NAMES = list(models())


def files(name: str) -> list[Path]:
    if name == "face":
        return sorted(shared_layouts(load_pack().game).values())
    return sorted((BUNDLED / "locale").glob("*.yaml")) if name == "locale" else [BUNDLED / f"{name}.yaml"]


def as_editors_read(text: str) -> Any:
    """YAML with numbers and booleans, keys as texts: what a language server validates."""
    return texts(yaml.safe_load(text))


def texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): texts(item) for key, item in value.items()}
    return [texts(item) for item in value] if isinstance(value, list) else value


def as_the_house_reads(text: str) -> Any:
    node = parse_yaml(SourceFile("x.yaml", text), Report())
    assert node is not None
    return plain(node)


def misfits(name: str, value: Any) -> Iterator[str]:
    for fault in Draft202012Validator(json_schema(name)).iter_errors(value):
        yield f"{list(fault.path)}: {fault.message[:200]}"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name: str) -> None:
    made = json_schema(name)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["title"].endswith(".yaml")
    assert made["additionalProperties"] is False
    assert json_schema(name) == made


FILES = [(name, path) for name in NAMES for path in files(name)]


@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_bundled_files_fit(name: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert list(misfits(name, as_editors_read(text))) == []
    assert list(misfits(name, as_the_house_reads(text))) == []


COIN = "face: {width: 25, height: 25, alt: coin}\n"
ITEMS = COIN + "items:\n  - "


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("face", COIN + "itms: []\n"),
        ("face", ITEMS + "rekt: {at: [0, 0], size: [1, 1]}\n"),
        ("face", ITEMS + "rect: {at: [0, 0]}\n"),
        ("face", ITEMS + "rect: {at: [0, 0, 0], size: [1, 1]}\n"),
        ("face", "face: {size: pokker, alt: coin}\n"),
        ("face", COIN + "styles: {big: {font: huge}}\n"),
        ("face", COIN + "styles: {big: {size: five}}\n"),
        ("face", COIN + "styles: {big: {balance: maybe}}\n"),
        ("components", "parts: {cards: {piles: []}}\n"),
        ("components", "parts: {cards: {piles: [{each: coins}]}}\n"),
        ("pack", "game: santy_anno\n"),
        ("ships", "ships: []\n"),
    ],
)
def test_what_the_house_refuses_an_editor_underlines(name: str, text: str) -> None:
    report = Report()
    node = parse_yaml(SourceFile("x.yaml", text), report)
    assert node is not None
    validate(models()[name], node, report)
    assert not report.ok
    assert list(misfits(name, as_editors_read(text)))


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (ITEMS + "rect: {at: [0, 0], size: [1, 1]}\n", True),
        (ITEMS + "rect: {at: [0, 0], size: [1, 1]}\n    when: true\n", True),
        (ITEMS + "rect: {at: [0, 0], size: [1, 1]}\n    circle: {at: [0, 0], r: 1}\n", False),
        (ITEMS + "{}\n", False),
        (ITEMS + "when: true\n", False),
        (ITEMS + "repeat: {over: '[1]'}\n", False),
        (ITEMS + "group: {items: [{}]}\n", False),
        (ITEMS + "group: {items: [{line: {from: [0, 0], to: [1, 1]}}]}\n", True),
        (ITEMS + "group: {clip: [9, 9], items: []}\n", True),
        (ITEMS + "group: {clip: [9], items: []}\n", False),
        (ITEMS + "group: {clip: [9, 9, 1, 1], items: []}\n", False),
        (ITEMS + "line: {from: [0, 0]}\n", False),
        (ITEMS + "line: {start: [0, 0], to: [1, 1]}\n", False),
        ("items: []\n", True),
        ("face: {size: poker, alt: x}\n", True),
        ("face: {width: 5, height: 5, alt: x}\n", True),
        ("face: {alt: x}\n", False),
        ("face: {size: poker}\n", False),
        ("face: {size: poker, width: 5, alt: x}\n", False),
        ("face: {size: poker, width: 5, height: 5, alt: x}\n", False),
        ("face: {width: 5, alt: x}\n", False),
        ("face: {height: 5, alt: x}\n", False),
        ("face: {width: 0.5, height: 5, alt: x}\n", False),
        ("face: {width: 5, height: 2001, alt: x}\n", False),
        ("face: {size: poker, bleed: 11, alt: x}\n", False),
        (COIN + "styles: {big: {size: 6}}\n", False),
        (COIN + "styles: {big: {leading: 6}}\n", False),
    ],
)
def test_the_schema_of_faces_judges_as_the_program_does(text: str, good: bool) -> None:
    report = Report()
    node = parse_yaml(SourceFile("x.yaml", text), report)
    assert node is not None
    validate(models()["face"], node, report)
    assert report.ok is good
    for overlay in (False, True):  # a layout stands in the place of another: it is whole in an overlay, too
        found = list(Draft202012Validator(json_schema("face", overlay=overlay)).iter_errors(as_editors_read(text)))
        assert (not found) is good


@pytest.mark.parametrize(
    "text",
    [
        COIN,
        "face: {size: poker, alt: 5}\n",
        'face: {width: "25", height: 25.5, alt: coin}\n',
        COIN + 'styles: {big: {size: "9,5", balance: true}}\n',
        ITEMS + 'rect: {at: [0, "{{ index }}"], size: [1.5, 1], radius: 2}\n    when: true\n',
        ITEMS + "text: {value: 5, at: [0, 0], size: [9, 9]}\n",
    ],
)
def test_what_the_house_takes_an_editor_takes(text: str) -> None:
    report = Report()
    node = parse_yaml(SourceFile("x.yaml", text), report)
    assert node is not None
    validate(models()["face"], node, report)
    assert report.ok
    assert list(misfits("face", as_editors_read(text))) == []


def test_the_command(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["schema"])
    assert ran.output.split() == NAMES
    ran = CliRunner().invoke(main, ["schema", "ships"])
    assert json.loads(ran.output) == json_schema("ships")
    ran = CliRunner().invoke(main, ["schema", "--out", str(tmp_path / "s")])
    assert ran.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "s").iterdir()) == sorted(f"{name}.schema.json" for name in NAMES)
    assert json.loads((tmp_path / "s" / "face.schema.json").read_text(encoding="utf-8")) == json_schema("face")
    ran = CliRunner().invoke(main, ["schema", "shops"])
    assert ran.exit_code == 1
    assert "did you mean `ships`" in ran.output
    assert CliRunner().invoke(main, ["schema", "ships", "--out", "x"]).exit_code == 2
