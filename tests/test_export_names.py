"""Names of exported files, never two alike, and cards that lie: all that is sent is there and the right way up."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from santy_print import exports
from santy_print.exports import PROFILES, Profile, Profiles
from santy_print.exports.job import Job
from santy_print.exports.names import Names, apart, plain_name
from santy_print.pack import Pack
from tests.packs import BUNDLED, LANGUAGES
from tests.test_exports import BLUE, CHIP, MM, RED, corner_of, made, near, opened, plain_pack, run


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Few and plain faces."""
    return plain_pack(tmp_path_factory.mktemp("pack"))


CROWD = {
    "tokens": ["chip", "square", "six", "chip-brain", "nul"],
    "Tokens": ["square", "chip"],
    "tokens-30x30mm": ["chip"],
    "tokens-30x30mm-hex": ["chip", "tall"],
    "con": ["tall"],
    "tile-chip": ["tall", "Chip"],
    "tokens-1": ["tall"],
    "con-1-back": ["tall"],
}
"""Parts and their layouts: three shapes of one size, names that read alike, devices of Windows, capitals, one face in
many parts, a part that is called as another's deck or file.
"""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Whatever could have the name of something else. Each face says by its look which it is."""
    chip = CHIP.replace("item.value", "item.id")
    alike = chip.partition("  - text")[0]
    faces = {
        "chip": chip,
        "Chip": chip.replace("size: [36, 36]", "size: [36, 30]"),
        "chip-brain": alike.replace('"{{ item.id }}"', "brain"),
        "square": chip.replace("outline: circle, ", "").replace("d62c1f", "253a8e"),
        "six": chip.replace("outline: circle", "outline: hex").replace("d62c1f", "3a8e25"),
        "nul": alike.replace('"{{ item.id }}"', "nul").replace("d62c1f", "8e3a25"),
        "tall": chip.replace("height: 30, outline: circle", "height: 50"),
    }
    pile = '      - {{each: pirates, layout: {0}, back: {1}, copies: "{2}"}}\n'
    parts = "".join(
        f"  {part}:\n    piles:\n" + "".join(pile.format(f, *(("nul", 2) if f == "tall" else (f, 1))) for f in of)
        for part, of in CROWD.items()
    )
    files = {f"faces__{name}": text for name, text in faces.items()} | {"components": f"parts:\n{parts}"}
    for code in LANGUAGES:
        said = (BUNDLED / "locale" / f"{code}.yaml").read_text("utf-8")
        words = "".join(f'    "{part}": x\n' for part in CROWD if part != "tokens")
        files[f"locale__{code}"] = said.replace("\n  part:\n", f"\n  part:\n{words}", 1)
    return plain_pack(tmp_path_factory.mktemp("crowd"), **files)


@pytest.mark.parametrize("profile", PROFILES)
def test_no_file_has_the_name_of_another_on_any_system(crowd: Pack, tmp_path: Path, profile: str) -> None:
    files = made(crowd, tmp_path, profile)
    manifest = [entry["file"] for entry in json.loads(files["manifest.json"])["files"]]
    names = [name.casefold() for name in manifest]
    assert len(set(names)) == len(names)
    pieces = {piece.partition(".")[0] for name in names for piece in name.split("/")}
    assert not pieces & {"con", "nul"}
    folders = {name.rpartition("/")[0] for name in names}
    assert not folders & set(names)
    for name in manifest:
        assert opened(name, files[name])


def test_every_face_of_a_crowd_has_its_picture(crowd: Pack, tmp_path: Path) -> None:
    files = made(crowd, tmp_path, "png", dpi=300)
    pictures = {n: files[n] for n in files if n.endswith(".png")}
    assert len(pictures) == 5 * 8 + 2
    assert len(set(pictures.values())) == len(pictures)
    some = {"chip.brain.png", "Chip.brain-2.png", "chip-brain.all.png", "square-brain.png", "nul_.png"}
    assert some <= set(pictures)


def test_decks_of_one_size_and_two_shapes_are_two_decks(crowd: Pack, tmp_path: Path) -> None:
    """Three shapes of 30 x 30 mm in one part: each has its folder, and its table counts its own pieces."""
    files = made(crowd, tmp_path, "thegamecrafter", "tokens")
    tables = sorted(n for n in files if n.endswith(".csv"))
    assert tables == [
        "custom-30x30mm-circle/tokens-30x30mm-circle/quantities.csv",
        "custom-30x30mm-hex/tokens-30x30mm-hex/quantities.csv",
        "custom-30x30mm/tokens-30x30mm-rect/quantities.csv",
    ]
    counts = [sum(int(row["quantity"]) for row in csv.DictReader(io.StringIO(files[n].decode()))) for n in tables]
    assert counts == [24, 8, 8]
    hexagon = files.image("custom-30x30mm-hex/tokens-30x30mm-hex/fronts/six-brain.png")
    assert near(hexagon.getpixel((200, 20)), (0x3A, 0x8E, 0x25))


def test_whoever_names_two_files_alike_is_stopped_and_nothing_is_written(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(job: Job) -> None:
        job.save("deck/one.txt", b"one")
        job.save("Deck/One.txt", b"two")

    monkeypatch.setattr(exports, "PROFILES", Profiles([Profile("png", "twice", careless)]))
    with pytest.raises(FileExistsError, match="two files"):
        made(pack, tmp_path, "png", "cards")
    assert not list(tmp_path.rglob("*.txt"))
    done = run(str(pack.root), "--out", str(tmp_path), "--profile", "png", "--quiet")
    assert done.exit_code == 1
    assert "Traceback" not in done.output


def test_names_are_plain_and_apart() -> None:
    names = Names()
    assert [names.free(n, ".png") for n in ("a", "A", "a-2", "a")] == ["a.png", "A-2.png", "a-2-2.png", "a-3.png"]
    assert [plain_name(n) for n in ("AUX", "com1.x", "console", "été/1", "..", "lpt9")] == [
        "AUX_", "com1_.x", "console", "t-1", "face", "lpt9_",
    ]  # fmt: skip
    assert apart({1: ("a-b", "a.b"), 2: ("A-b", "A-b.c"), 3: ("c",), 4: ("C",)}) == {
        1: "a.b", 2: "A-b.c", 3: "c", 4: "C-2",
    }  # fmt: skip
    assert len(plain_name("x" * 500)) == 120
    assert len(set(apart(dict.fromkeys(range(9), ("x" * 500,))).values())) == 9


def test_a_face_has_one_name_whether_all_are_exported_or_some(pack: Pack, tmp_path: Path) -> None:
    whole = made(pack, tmp_path / "whole", "png", "cards")
    words = ["--lang", "en", "--profile", "png", "--cards", "belgo", "--only", "cards", "--quiet", "--ink", "full"]
    assert run(str(pack.root), "--out", str(tmp_path / "some"), *words).exit_code == 0
    some = {p.name: p.read_bytes() for p in (tmp_path / "some").rglob("*.png")}
    assert set(some) == {"card-belgo.png", "card-back.png"}
    assert all(whole[name] == data for name, data in some.items())


LYING = """face: {width: 88.9, height: 63.5, corner: 3, alt: "{{ item.id }}"}
items:
  - rect: {at: [-3, -3], size: [94.9, 69.5], fill: "#d62c1f"}
  - rect: {at: [10, 10], size: [8, 8], fill: "#253a8e"}
  - text: {value: "{{ item.id }}", at: [40, 30], size: [40, 20]}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("profile", "front", "back", "size", "bleed"),
    [
        ("thegamecrafter", "poker-deck/cards/fronts/card-brain.png", "poker-deck/cards/backs/card-back.png",
         (825, 1125), 37.5),
        ("makeplayingcards", "cards/fronts/001-brain.png", "cards/backs/card-back.png", (822, 1122), 36),
    ],
)  # fmt: skip
def test_cards_that_lie_are_turned_so_that_back_and_front_go_together(
    tmp_path: Path, profile: str, front: str, back: str, size: tuple[int, int], bleed: float
) -> None:
    """What is at the top left of both sides comes to the top right in front and to the bottom left behind: turned over
    its side as it lies, the card shows both the right way up.
    """
    back_face = LYING.partition("  - text")[0].replace("d62c1f", "3a8e25").replace("253a8e", "d62c1f")
    lying = plain_pack(tmp_path, faces__card=LYING, **{"faces__card-back": back_face})
    files = made(lying, tmp_path / "out", profile, "cards")
    one, other = files.image(front), files.image(back)
    assert one.size == other.size == size
    left, top, right, low = corner_of(one, BLUE)
    assert (size[0] - right, top) == pytest.approx((bleed + 10 * MM,) * 2, abs=3)
    assert (right - left, low - top) == pytest.approx((8 * MM,) * 2, abs=3)
    left, top, right, low = corner_of(other, RED)
    assert (left, size[1] - low) == pytest.approx((bleed + 10 * MM,) * 2, abs=3)
    assert "turned a quarter" in files.notes[0]
    assert len(files.report) == 0
