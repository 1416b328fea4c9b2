"""Ship tiles, pirates' pieces, coins and the board: all there is to read is there, in its place, in every language."""

from __future__ import annotations

import re
from functools import lru_cache
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.faces import READABLE, Faces, Frame, Letters, contrast, walk, words
from santy_print.faces.edges import overhang
from santy_print.pack import load_pack
from santy_print.parts import copies_of
from tests.packs import LANGUAGES, copy_pack
from tests.placed import pictures, texts
from tests.thinned import spoken

PARTS = ("ships", "tokens", "harbour")
SAFE = 3.0


@lru_cache(maxsize=8)
def faces_in(language: str, ink: str = "low") -> Faces:
    pack = load_pack().checked()
    return Faces(pack, pack.locales[language], ink)


@lru_cache(maxsize=4)
def frames(language: str) -> tuple[Frame, ...]:
    faces = faces_in(language)
    found = {
        frame.key: frame
        for part in PARTS
        for copy in copies_of(faces, part)
        for frame in (copy.front, copy.back)
        if frame is not None
    }
    return tuple(found.values())


def ships() -> list[Any]:
    return list(load_pack().collections["ships"])


@pytest.mark.parametrize("language", spoken(LANGUAGES))
@pytest.mark.parametrize("ship", ships(), ids=lambda ship: ship["id"])
def test_a_ship_tile_shows_all_there_is_to_read(ship: dict[str, Any], language: str) -> None:
    faces = faces_in(language)
    ship = next(one for one in faces.pack.collections["ships"] if one["id"] == ship["id"])  # as the language calls it
    shown = [item.text.strip() for item in walk(faces.frame("ship", ship).items) if isinstance(item, Letters)]
    letters = [faces.locale.letter(colour) for colour in ship["colours"].values()]
    assert sorted(shown) == sorted([ship["name"], ship["letter"], str(ship["number"]), *letters])


@pytest.mark.parametrize("ship", ships(), ids=lambda ship: ship["id"])
def test_coco_sits_in_the_corner_of_the_ship(ship: dict[str, Any]) -> None:
    faces = faces_in("en")
    frame = faces.frame("ship", ship)
    ((x, y),) = pictures(frame, faces, "coco.svg")
    height, side = "top" if y < frame.height / 2 else "bottom", "left" if x < frame.width / 2 else "right"
    assert f"{height}-{side}" == ship["corner"]
    across, down = min(x, frame.width - x), min(y, frame.height - y)
    assert max(across, down) < 20


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("ship", ships(), ids=lambda ship: ship["id"])
def test_the_name_reads_on_its_plate(ship: dict[str, Any], ink: str) -> None:
    faces = faces_in("en", ink)
    items = walk(faces.frame("ship", ship).items)
    (name,) = [i for i in items if isinstance(i, Letters) and i.text == ship["name"]]
    ground = faces.colour(ship["colours"]["plate"])
    assert ground is not None
    assert contrast(name.colour, ground) >= READABLE
    assert name.size >= 26


@pytest.mark.parametrize("colour", ["#808080", "#d62c1f", "#6f7b00", "#0a7f80", "#777777", "#ffffff", "#000000"])
def test_words_read_on_any_palette(tmp_path: Path, colour: str) -> None:
    text = (load_pack().root / "pack.yaml").read_text(encoding="utf-8").replace("#3dae8a", colour)
    pack = load_pack(copy_pack(tmp_path, {"pack.yaml": text}))
    for ink in ("low", "grey"):
        faces = Faces(pack, pack.locales["en"], ink)
        assert contrast(str(faces.colour(faces.over("green"))), str(faces.colour("green"))) >= READABLE


@pytest.mark.parametrize("language", spoken(LANGUAGES))
def test_every_text_fits_and_keeps_clear_of_the_cut(language: str) -> None:
    near = []
    for frame in frames(language):
        for text, corners in texts(frame):
            for x, y in corners:
                edge = min(x, y, frame.width - x, frame.height - y)
                if frame.cut:
                    edge = frame.width / 2 - hypot(x - frame.width / 2, y - frame.height / 2)
                if edge < SAFE:
                    near.append(f"{frame.key}: {text} ({edge:.1f} mm)")
    assert faces_in(language).report.ok, list(faces_in(language).report)
    assert near == []


def test_a_coin_of_any_value(tmp_path: Path) -> None:
    text = (load_pack().root / "pack.yaml").read_text(encoding="utf-8")
    changed = text.replace("coins: {1: 5, 2: 5, 3: 5, 4: 5, 5: 5}", "coins: {1: 5, 2: 5, 3: 5, 4: 5, 25: 5}")
    changed = changed.replace("loot: [5, 4, 3, 2, 1]", "loot: [25, 4, 3, 2, 1]")
    assert changed != text
    pack = load_pack(copy_pack(tmp_path, {"pack.yaml": changed}))
    faces = Faces(pack, pack.locales["en"])
    frame = faces.frame("coin", {"id": "coin-25", "value": 25, "copies": 5})
    assert words(frame) == "25"
    assert pictures(frame, faces, "coin-1.svg") == [pytest.approx((15, 15))]
    assert "25" in words(faces.frame("harbour", {"id": "one"})).split()
    assert faces.report.ok, list(faces.report)


def test_every_face_is_drawn_as_far_as_the_widest_bleed() -> None:
    """What is cut off is of the face itself, 5 mm of it, at all four sides."""
    faces = faces_in("en", "full")
    for part in faces.pack.parts:
        for copy in copies_of(faces, part):
            for frame in filter(None, (copy.front, copy.back)):
                reach = overhang(frame)
                assert reach is not None
                assert min(reach) > 4.999, f"{frame.key} is drawn {reach} mm beyond its cut"


@pytest.mark.parametrize("layout", ["pirate-tile-back", "scuttle-back", "coin-back"])
def test_backs_tell_nothing(layout: str) -> None:
    faces = faces_in("en")
    group = "coins" if layout == "coin-back" else "pirates"
    backs = {faces.frame(layout, item).items for item in faces.pack.collections[group]}
    assert len(backs) == 1


def test_no_parrot_where_no_card_asks_for_one(tmp_path: Path) -> None:
    """Not on the ships, not in a game, not on the answer sheets."""
    root = tmp_path / "no-parrots"
    root.mkdir()
    (root / "pack.yaml").write_text("extends: santy_anno\nid: no-parrots\nversion: 1.0\n", encoding="utf-8")
    (root / "cards.yaml").write_text("cards: {coco: withdrawn}\n", encoding="utf-8")
    loaded = load_pack(str(root)).checked()
    faces = Faces(loaded, loaded.locales["en"])
    for item in loaded.collections["ships"]:
        frame = faces.frame("ship", item)
        assert not pictures(frame, faces, "coco.svg")
        assert "Coco" not in frame.alt
    commands = (["play", str(root), "--seed", "1"], ["answers", str(root), "--format", "text"])
    for command in (*commands, ["answers", str(root), "--format", "html", "--out", str(tmp_path / "out")]):
        ran = CliRunner().invoke(main, command)
        assert ran.exit_code == 0, ran.output
        said = ran.output + "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").rglob("*.html"))
        assert "Coco" not in said
        assert not re.search("top left|bottom right", said)
