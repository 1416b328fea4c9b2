"""Sandokan's own files for editors: its schemas take what the checks take, and refuse what these refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from santy_print.editor import json_schema, own_schema
from santy_print.games.sandokan.model import FILES
from santy_print.pack import load_pack
from tests.test_schema_export import texts

ROOT = Path(__file__).parent.parent
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*/*.yaml")) if path.stem in FILES]
PLAYED = [path for path in EXAMPLES if "extends: sandokan" in (path.parent / "pack.yaml").read_text("utf-8")]


def misfits(name: str, value: Any, overlay: bool = False) -> list[str]:
    faults = Draft202012Validator(json_schema(name, "sandokan", overlay)).iter_errors(value)
    return [f"{list(fault.absolute_path)}: {fault.message[:160]}" for fault in faults]


def bundled(name: str) -> Any:
    return texts(yaml.safe_load((ROOT / "content" / "sandokan" / f"{name}.yaml").read_text("utf-8")))


@pytest.mark.parametrize("name", FILES)
def test_the_bundled_files_fit(name: str) -> None:
    Draft202012Validator.check_schema(json_schema(name, "sandokan"))
    assert misfits(name, bundled(name)) == []
    assert (
        list(Draft202012Validator(own_schema(name, load_pack("sandokan").checked())).iter_errors(bundled(name))) == []
    )


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_examples_fit(path: Path) -> None:
    assert misfits(path.stem, texts(yaml.safe_load(path.read_text("utf-8"))), overlay=True) == []


FAULTS = {
    "a verb that is none": ("events", ("events", "leak", "does", 0, "verb"), "steal"),
    "a verb without its argument": ("events", ("events", "leak", "does", 0), {"verb": "drop"}),
    "an argument too many": ("events", ("events", "fair-wind", "does", 0), {"verb": "again", "turns": 1}),
    "a place that is none": ("events", ("events", "fog", "does", 0, "place"), "port"),
    "no verb": ("events", ("events", "fog", "does"), []),
    "an argument too large": ("events", ("events", "fever", "does", 0, "turns"), 9),
    "a way out that is none": ("ports", ("ports", "sun", "exits", 0), "up"),
    "a mark of two letters": ("ports", ("ports", "sun", "mark"), "ab"),
    "no copy": ("treasures", ("treasures", "ruby", "copies"), 0),
    "a card worth nothing": ("cards", ("cards", "move-1", "value"), 0),
    "a card of no sort": ("cards", ("cards", "move-1", "kind"), "wind"),
    "two rows": ("board", ("rows",), ["...", "..."]),
    "an island more": ("board", ("islands", "doom"), {"mark": "D", "shore": 8}),
    "a hold too large": ("pack", ("hold",), 9),
    "one player": ("pack", ("players", "least"), 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_checks_refuse_the_schema_refuses(fault: str) -> None:
    name, path, value = FAULTS[fault]
    made = bundled(name)
    at = made
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    assert misfits(name, made)
