"""The examples are what variant makers copy from: each is sound in every language, small, told about, printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from santy_print.build import build
from santy_print.checking import check
from santy_print.faces import Faces
from santy_print.games.santy_anno.answer_sheet import find_answers
from santy_print.pack import load_pack
from santy_print.parts import Options, all_frames

ROOT = Path(__file__).parent.parent / "examples"
NAMES = sorted(path.parent.name for path in ROOT.glob("*/pack.yaml"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_it_is_sound(name: str) -> None:
    found = check(str(ROOT / name))
    assert [item.short() for item in found.report] == []
    assert found.pack is not None
    assert found.pack.id == name


@pytest.mark.parametrize("name", NAMES)
def test_every_face_of_it_can_be_drawn(name: str) -> None:
    pack = load_pack(ROOT / name).checked()
    faces = Faces(pack, pack.locales[pack.head.source_language])
    assert all_frames(faces, ())
    assert [item.short() for item in faces.report] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_it_is_built(name: str, tmp_path: Path) -> None:
    pack = load_pack(ROOT / name).checked()
    part = "harbour" if "harbour" in pack.parts else next(iter(pack.parts))
    made = build(pack, tmp_path, Options((pack.head.languages[0],), (part,)), {})
    assert all(item.pages for item in made)
    if pack.game.has("answers"):
        assert [item.pages for item in made] == [1]
        assert find_answers(pack)["pack"] == name


@pytest.mark.parametrize("name", NAMES)
def test_it_is_small_and_says_what_it_is(name: str) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / name).rglob("*.yaml")}
    assert sum(text.count("\n") for text in texts.values()) < 180
    assert texts[ROOT / name / "pack.yaml"].startswith("# ")
    assert not {path.name for path in (ROOT / name / "art").glob("*")} - _named(ROOT / name)


def _named(root: Path) -> set[str]:
    """The pictures that the pack's files or the house's layouts name."""
    pack = load_pack(root)
    written = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.yaml"))
    house: set[str] = set()
    if pack.game.has("answers"):
        house |= {f"element-{element}.svg" for element in pack.compiled.fleet.elements} | {"ship.svg"}
        house |= {f"coin-{item['value']}.svg" for item in pack.collections["coins"]}
    return set(re.findall(r"[\w-]+\.svg", written)) | house


def test_all_are_told_about() -> None:
    told = re.findall(r"^## \[?`?([a-z-]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert told == NAMES


def test_the_fifth_element_keeps_the_double_property() -> None:
    fleet = load_pack(ROOT / "flags").checked().compiled.fleet
    assert (len(fleet), len(fleet.colours), len(fleet.elements)) == (10, 5, 5)
    for one in fleet.elements:
        for other in fleet.elements:
            looks = [(ship.colours[one], ship.colours[other]) for ship in fleet.ships]
            assert one == other or all(looks.count((b, a)) == 1 for a, b in looks)
