"""Kept faces: what is written down and read again is what was laid out, and what it names must still be there."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from santy_print import checking
from santy_print.cache import Cache, Made, Memo
from santy_print.diag import PackError
from santy_print.faces import Faces, Frame, Group, Letters, art, read_art
from santy_print.faces.kept import as_bytes, of_bytes
from santy_print.i18n import with_pairs
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, all_frames
from tests.built import bundled
from tests.packs import LANGUAGES, copy_pack
from tests.test_cache import spoilt
from tests.test_overlay import overlay

LAYOUT = """face: {width: 40, height: 30, alt: mine}
items:
  - image: {file: photo.png, at: [1, 1], size: [20, 20]}
  - art: {file: anchor.svg, at: [20, 5], size: [10, 10], turn: 30}
  - group:
      at: [2, 2]
      clip: [10, 10, 1]
      items:
        - rect: {at: [0, 0], size: [9, 9], fill: red, hatch: auto, dash: [1, 2], stroke: ink}
  - text: {value: "a {icon:coco} b", at: [2, 22], size: [36, 7]}
"""


def mine(folder: Path) -> Faces:
    """Faces of a pack with a photograph and a layout that holds one of everything."""
    root = copy_pack(folder, {"faces/mine.yaml": LAYOUT})
    Image.new("RGB", (300, 300), "#4080c0").save(root / "art" / "photo.png")
    pack = load_pack(root).checked()
    return Faces(pack, pack.locales["en"])


@pytest.mark.parametrize("language", [*LANGUAGES, "fr+pl"])
@pytest.mark.parametrize("ink", ["low", "grey"])
def test_every_face_comes_back_as_it_was(language: str, ink: str) -> None:
    pack = with_pairs(bundled(), (language,)) if "+" in language else bundled()
    faces = Faces(pack, pack.locales[language], ink)
    others = Faces(pack, pack.locales[language], ink)
    frames = all_frames(faces)
    assert len(frames) > 80
    for frame in frames:
        data = as_bytes(frame, faces)
        assert data is not None
        assert of_bytes(data, others) == frame


def test_one_of_everything_comes_back(tmp_path: Path) -> None:
    faces = mine(tmp_path)
    frame = faces.frame("mine", {"id": "x"})
    assert faces.report.ok, str(faces.report)
    data = as_bytes(frame, faces)
    assert data is not None
    assert str(tmp_path).encode() not in data, "no path of this machine is kept"
    assert of_bytes(data, Faces(faces.pack, faces.locale)) == frame


def test_what_has_no_name_is_not_kept(tmp_path: Path) -> None:
    faces = mine(tmp_path)
    letters = Letters(1, 1, tmp_path / "stranger.ttf", 8, "#000000", "a")
    for item in (letters, Group((letters,), key="unknown")):
        assert as_bytes(Frame("x", 10, 10, (item,), ""), faces) is None


@pytest.mark.parametrize("lost", ["art/anchor.svg", "art/photo.png"])
def test_a_face_whose_picture_is_gone_is_laid_out_anew(lost: str, tmp_path: Path) -> None:
    faces = mine(tmp_path)
    data = as_bytes(faces.frame("mine", {"id": "x"}), faces)
    assert data is not None
    root = faces.pack.layers[-1]
    (root / lost).unlink()
    pack = load_pack(root)
    assert of_bytes(data, Faces(pack, pack.locales["en"])) is None


def heard(cache: Cache, memo: Memo[Any]) -> set[str]:
    """The texts that a file counts as having asked for when it is lent a value."""
    with cache._listener.listening() as found:
        cache.recall(memo)
    return {key for _, key in found}


def test_who_is_lent_a_face_counts_as_having_asked_for_its_texts(tmp_path: Path) -> None:
    pack = load_pack(copy_pack(tmp_path)).checked()
    calls: list[str] = []

    def make() -> str:
        calls.append("made")
        return pack.locales["en"].plain("game.title")

    def memo(lasts: bool = True) -> Memo[str]:
        return Memo(("face", "en", "low"), "x", make, lambda _: lasts, str.encode, bytes.decode)

    cache = Cache(pack, tmp_path / "kept")
    assert "game.title" in heard(cache, memo())
    assert "game.title" in heard(cache, memo())
    assert calls == ["made"]
    cache._fresh.append(("key", {}, Made(())))
    cache.keep()
    again = Cache(pack, tmp_path / "kept")
    assert "game.title" in heard(again, memo())
    assert calls == ["made"], "it is known from the last build"


def test_a_face_with_a_fault_is_asked_for_again(tmp_path: Path) -> None:
    """Who asks next hears of the fault, too."""
    root = copy_pack(tmp_path, {"faces/mine.yaml": LAYOUT})
    pack = load_pack(root).checked()
    cache = Cache(pack, tmp_path / "kept")
    for _ in range(2):
        faces = Faces(pack, pack.locales["en"], "low", cache.recall)
        faces.frame("mine", {"id": "x"})
        assert [fault.code for fault in faces.report] == ["art-missing"]


def test_every_face_that_lacks_a_picture_is_asked_for_again(tmp_path: Path) -> None:
    """The fault is told for the first of them alone; none of them may come back as if it were whole."""
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": LAYOUT})).checked()
    cache = Cache(pack, tmp_path / "kept")
    faces = Faces(pack, pack.locales["en"], "low", cache.recall)
    with cache._listener.listening():
        for ident in "xyz":
            faces.frame("mine", {"id": ident})
    assert not any(book.items for book in cache._books.values())


def test_the_same_id_with_other_data_is_another_face() -> None:
    pack = bundled()
    cache = Cache(pack, None)
    faces = Faces(pack, pack.locales["en"], "low", cache.recall)
    more = Faces(pack, pack.locales["en"], "low", cache.recall)
    one, two = pack.collections["ships"][:2]
    assert faces.frame("ship", one) != more.frame("ship", {**two, "id": one["id"]})


def test_two_things_of_one_name_and_layout_are_told(tmp_path: Path) -> None:
    """A file knows a face by its name: the second of them would be printed as the first."""
    pack = load_pack(copy_pack(tmp_path, {"faces/mine.yaml": LAYOUT.replace("photo.png", "no.png")})).checked()
    faces = Faces(pack, pack.locales["en"])
    faces.frame("ship", pack.collections["ships"][0])
    assert faces.report.ok
    for _ in range(2):
        faces.frame("ship", {**pack.collections["ships"][1], "id": pack.collections["ships"][0]["id"]})
    assert [fault.code for fault in faces.report] == ["face-twice"]


def test_errors_still_stop_a_build_that_is_lent_faces(tmp_path: Path) -> None:
    from santy_print.build import build
    from santy_print.parts import Options

    face = "face: {width: 10, height: 10, alt: x}\nitems: [{art: {file: no.svg, at: [0, 0], size: [1, 1]}}]\n"
    parts = "parts:\n  tokens:\n    piles:\n      - {each: one, layout: token}\n"
    pack = load_pack(copy_pack(tmp_path, {"faces/token.yaml": face, "components.yaml": parts}))
    for _ in range(2):
        with pytest.raises(PackError, match=r"no\.svg"):
            build(pack, tmp_path / "out", Options(("en",)), {}, Conduct(cache=tmp_path / "kept"))


def test_a_forged_face_or_drawing_is_made_anew(tmp_path: Path) -> None:
    faces = mine(tmp_path)
    data = as_bytes(faces.frame("mine", {"id": "x"}), faces)
    assert data is not None
    whole, told = json.loads(data), len(faces.report)
    for other in spoilt(whole, 7):
        made = of_bytes(json.dumps(other).encode(), faces)
        assert made is None or isinstance(made, Frame)
    assert of_bytes(b"[" * 100_000, faces) is None
    assert len(faces.report) == told, "nobody is blamed for what lies in the cache"


def test_a_forged_picture_is_read_anew(tmp_path: Path) -> None:
    picture = mine(tmp_path).art("anchor.svg")
    assert picture is not None
    data = read_art._as_bytes(picture)
    assert repr(read_art._of_bytes(picture.name, data)) == repr(picture)
    for other in spoilt(json.loads(data), 4):
        made = read_art._of_bytes("anchor.svg", json.dumps(other).encode())
        assert made is None or isinstance(made, art.Art)
    assert read_art._of_bytes("anchor.svg", b"[1, 2]") is None


# Faces that other packs have, too

HEAD = "extends: santy_anno\nlanguages: [en]\n"

OTHERWISE = {
    "nothing": ("", 0, 0),
    "a ship's name": ("ships.yaml: ships: {viper: {name: Vulture}, vagabond: {name: Valkyrie}}", 2, 12),
    "what a board reads of the game": ("pack.yaml: loot: [5, 4, 3, 2]", 1, 2),
    "what a board reads of the pack": ("pack.yaml: credits: {designer: Somebody}", 1, 2),
    "what is read by no face": ("pack.yaml: event_after: 4", 0, 0),
    "a text": ("locale/en.yaml: texts: {card: {coco: {name: Kiki}}}", 1, 8),
    "a colour": ('pack.yaml: palette: {red: {hex: "#d62c20"}}', 80, 200),
}  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that knows the faces of the bundled pack."""
    folder = tmp_path_factory.mktemp("kept")
    laid_out(bundled(), folder)
    return folder


def written_into(root: Path, written: str) -> Path:
    """A pack with a line more in one of its files."""
    name, _, text = written.partition(": ")
    if name:
        (root / name).parent.mkdir(exist_ok=True)
        with open(root / name, "a", encoding="utf-8") as file:
            file.write(text)
    return root


def laid_out(pack: Pack, folder: Path) -> list[Frame]:
    """All faces of a pack in English, as far as they are not in a cache, and into it."""
    cache, found = Cache(pack, folder), []

    def make() -> Made:
        found.extend(all_frames(Faces(pack, pack.locales["en"], recall=cache.recall)))
        return Made(())

    cache.made("en", (secrets.token_hex(),), make)
    cache.keep()
    return found


@pytest.mark.parametrize("what", OTHERWISE)
def test_a_face_is_known_in_every_pack_where_it_is_the_same_and_in_no_other(
    what: str, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, least, most = OTHERWISE[what]
    pack = load_pack(written_into(overlay(tmp_path), written)).checked()
    cold = all_frames(Faces(pack, pack.locales["en"]))
    drawn: list[str] = []
    frame = Faces._frame

    def noted(faces: Faces, name: str, item: Mapping[str, Any]) -> Frame:
        drawn.append(name)
        return frame(faces, name, item)

    monkeypatch.setattr(Faces, "_frame", noted)
    folder = shutil.copytree(kept, tmp_path / "kept")
    assert laid_out(pack, folder) == cold
    assert least <= len(drawn) <= most, "what is another face is laid out, and little else"
    drawn.clear()
    assert laid_out(pack, folder) == cold
    assert drawn == [], "they are known the next time"


@pytest.mark.parametrize("written", [
    "pack.yaml: credits: {designer: %s}" % ("Somebody of a Long Name " * 12),
    "ships.yaml: ships: {viper: {name: %s}}" % ("V" * 40),
    "locale/en.yaml: texts: {card: {coco: {name: %s}}}" % ("Long " * 60),
])  # fmt: skip
def test_a_fault_that_other_data_make_is_told_though_the_face_was_sound_elsewhere(written: str, tmp_path: Path) -> None:
    kept, sound = tmp_path / "kept", overlay(tmp_path, {"pack.yaml": f"{HEAD}id: sound\n"}, "sound")
    assert checking.check(str(sound), cache=kept).report.ok
    root = written_into(overlay(tmp_path, {"pack.yaml": f"{HEAD}id: mine\n"}), written)
    anew = [str(fault) for fault in checking.check(str(root)).report.sorted()]
    assert anew, "there is a fault"
    assert [str(fault) for fault in checking.check(str(root), cache=kept).report.sorted()] == anew
