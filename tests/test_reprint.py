"""Reprints: which pieces, on how few sheets; what counts as changed; the stamp that a hash does not see."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.build import build
from santy_print.cli import main
from santy_print.diag import PackError
from santy_print.faces import Faces
from santy_print.faces.stamp import Stamp
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, Options, copies_of
from santy_print.parts.hashes import frame_hash
from santy_print.raster import frame_image
from santy_print.reprint import Wanted, reprint, wanted
from santy_print.sheets import Setup
from tests.packs import copy_pack

PARTS = """parts:
  cards:
    piles:
      - {each: boarding, layout: small, back: small-back, copies: "{{ item.copies }}"}
  tokens:
    piles:
      - {each: coins, layout: chip, copies: "{{ item.copies }}"}
      - {each: pirates, layout: small, back: small-back}
"""
FACE = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - rect: {at: [-3, -3], size: [69.5, 94.9], fill: ground}
  - text: {value: "{{ item.id }}", at: [5, 5], size: [53, 20]}
  - art: {file: pennant.svg, at: [20, 40], size: [20, 20]}
"""
BACK = """face: {width: 63.5, height: 88.9, corner: 3, alt: back}
items:
  - rect: {at: [-3, -3], size: [69.5, 94.9], fill: mist}
"""
CHIP = """face: {width: 30, height: 30, outline: circle, alt: "{{ item.value }}"}
items:
  - rect: {at: [0, 0], size: [30, 30], fill: red}
  - text: {value: "{{ item.value }}", at: [5, 5], size: [20, 20]}
"""


def small(folder: Path, **changed: str) -> Pack:
    files = {"components.yaml": PARTS, "faces/small.yaml": FACE, "faces/small-back.yaml": BACK, "faces/chip.yaml": CHIP}
    files |= {name.replace("__", "/") + ".yaml": text for name, text in changed.items()}
    return load_pack(copy_pack(folder, files)).checked()


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return small(tmp_path / "first")


ENGLISH = Options(("en",))


def texts(path: Path) -> list[list[str]]:
    """The words on each page of a file, without what a sheet says of itself."""
    document = pypdfium2.PdfDocument(path)
    try:
        pages = [document[n].get_textpage().get_text_bounded() for n in range(len(document))]
    finally:
        document.close()
    own = ("santy_print", "100 mm", "sheet")
    lines = [[line for line in page.splitlines() if not any(word in line for word in own)] for page in pages]
    return [" ".join(page).split() for page in lines]


def test_pieces_by_name_on_as_few_sheets_as_possible(pack: Pack, tmp_path: Path) -> None:
    asked = wanted("helm-*, coco,number-1", None, pack)
    [made] = reprint(pack, tmp_path / "out", ENGLISH, asked)
    assert made.name == "en/cards-reprint.pdf"
    assert made.pages == 4, "ten cards, nine to a sheet, and their backs"
    said = [word for page in texts(tmp_path / "out/santy_anno" / made.name) for word in page]
    ids = [item["id"] for item in pack.collections["boarding"]]
    right = [i for i in ids if i.startswith("helm-") or i in ("coco", "number-1")]
    assert sorted(said) == sorted(right)
    assert len(right) == 10


def test_a_piece_comes_in_all_its_copies_and_from_every_part(pack: Pack, tmp_path: Path) -> None:
    made = reprint(pack, tmp_path / "out", ENGLISH, wanted("coin-1,chip:coin-2,brain", None, pack))
    assert [m.name for m in made] == ["en/tokens-reprint.pdf"]
    said = sorted(w for page in texts(tmp_path / "out/santy_anno/en/tokens-reprint.pdf") for w in page)
    assert said == [*["1"] * 5, *["2"] * 5, "brain"]
    assert made[0].pages == 3, "pieces of two sizes share a sheet; those without a back have one of their own"


def test_nothing_else_is_touched(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(pack, out, ENGLISH, {})
    before = {p.name: p.read_bytes() for p in out.rglob("*") if p.is_file()}
    reprint(pack, out, ENGLISH, wanted("coco", None, pack))
    after = {p.name: p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert set(after) - set(before) == {"cards-reprint.pdf"}
    assert all(after[name] == data for name, data in before.items())


def since(pack: Pack, out: Path, **options: Any) -> dict[str, set[str]]:
    """What a reprint since the manifest of a folder holds: files, and the keys of their faces."""
    asked = wanted(None, out / "santy_anno/manifest.json", pack)
    made = reprint(pack, out, Options(("en",), **options), asked)
    return {m.name: set(m.faces) for m in made}


def test_only_what_changed_since_a_manifest(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(pack, out, Options(), {})
    assert since(pack, out) == {}
    assert not list(out.rglob("*-reprint.pdf"))
    one = FACE.replace('value: "{{ item.id }}"', "value: \"{{ 'Parrot' if item.id == 'coco' else item.id }}\"")
    changed = small(tmp_path / "one", faces__small=one)
    assert since(changed, out) == {"en/cards-reprint.pdf": {"small:coco", "small-back:coco"}}
    darker = small(tmp_path / "darker", **{"faces__small-back": BACK.replace("mist", "stone")})
    assert len(since(darker, out)["en/cards-reprint.pdf"]) == 2 * 51, "a new back is a new card"
    assert not any(key.startswith("chip:") for key in since(darker, out)["en/tokens-reprint.pdf"])


def counted(folder: Path, count: str) -> Pack:
    """The pack, coco's card so many times in the deck."""
    copies = f"""copies: "{{{{ {count} if item.id == 'coco' else item.copies }}}}\""""
    return small(folder, components=PARTS.replace("""copies: "{{ item.copies }}\"""", copies, 1))


@pytest.mark.parametrize(("now", "words"), [("5", ["coco"] * 2), ("3", []), ("1", [])])
def test_added_copies_are_printed_and_only_these(now: str, words: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(counted(tmp_path / "before", "3"), out, Options(), {})
    manifest = json.loads((out / "santy_anno/manifest.json").read_text())
    copies = {file["file"]: file["copies"] for file in manifest["files"]}
    assert copies["en/cards.pdf"]["small:coco"] == 3
    assert sum(copies["en/cards.pdf"].values()) == 54
    assert copies["en/tokens.pdf"]["chip:coin-1"] == 5
    after = counted(tmp_path / "after", now)
    assert since(after, out) == ({"en/cards-reprint.pdf": {"small:coco", "small-back:coco"}} if words else {})
    file = out / "santy_anno/en/cards-reprint.pdf"
    assert ([word for page in texts(file) for word in page] if file.exists() else []) == words


def test_all_copies_of_a_changed_face_are_printed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(counted(tmp_path / "before", "3"), out, Options(), {})
    changed = counted(tmp_path / "after", "4")
    face = changed.root / "faces" / "small.yaml"
    new = "value: \"{{ 'Parrot' if item.id == 'coco' else item.id }}\""
    face.write_text(FACE.replace('value: "{{ item.id }}"', new))
    since(load_pack(changed.root), out)
    said = [word for page in texts(out / "santy_anno/en/cards-reprint.pdf") for word in page]
    assert said == ["Parrot"] * 4


def test_a_manifest_without_counts_still_tells_what_changed(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(pack, out, Options(), {})
    path = out / "santy_anno/manifest.json"
    head = json.loads(path.read_text())
    for file in head["files"]:
        del file["copies"]
    path.write_text(json.dumps(head))
    assert since(counted(tmp_path / "more", "3"), out) == {}
    one = FACE.replace('value: "{{ item.id }}"', "value: \"{{ 'Parrot' if item.id == 'coco' else item.id }}\"")
    assert set(since(small(tmp_path / "one", faces__small=one), out)) == {"en/cards-reprint.pdf"}


def test_without_backs_only_fronts_count(pack: Pack, tmp_path: Path) -> None:
    """Whoever prints no backs has nothing to print again where only a back is new, or none was printed before."""
    bare, backed = Setup(duplex="none"), Setup()
    build(pack, tmp_path / "bare", Options(setup=bare), {})
    build(pack, tmp_path / "backed", Options(setup=backed), {})
    assert since(pack, tmp_path / "bare", setup=bare) == {}
    assert since(pack, tmp_path / "backed", setup=bare) == {}
    assert since(pack, tmp_path / "bare", setup=backed), "who wants backs now has none yet"
    darker = small(tmp_path / "darker", **{"faces__small-back": BACK.replace("mist", "stone")})
    assert since(darker, tmp_path / "backed", setup=bare) == {}
    assert since(darker, tmp_path / "backed", setup=backed)


def test_a_new_colour_of_the_game_and_a_new_picture_count_as_changes(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(pack, out, Options(), {})
    head = (pack.root / "pack.yaml").read_text("utf-8")
    red = small(tmp_path / "red", pack=head.replace("#d62c1f", "#c62c1f"))
    assert set(since(red, out)) == {"en/tokens-reprint.pdf"}
    art = small(tmp_path / "art")
    svg = art.root / "art" / "pennant.svg"
    svg.write_text(svg.read_text("utf-8").replace("#22304a", "#9a978d"), "utf-8")
    assert set(since(load_pack(art.root), out)) == {"en/cards-reprint.pdf", "en/tokens-reprint.pdf"}


def test_the_ink_of_a_build_is_part_of_what_a_face_shows(pack: Pack, tmp_path: Path) -> None:
    build(pack, tmp_path / "out", Options(), {})
    assert since(pack, tmp_path / "out", ink="grey")


def test_the_hash_of_a_face_does_not_depend_on_what_was_laid_out_before_it() -> None:
    pack = load_pack()
    hashes = []
    for parts in (("cards", "ships", "tokens"), ("tokens", "ships"), ("ships",)):
        faces = Faces(pack, pack.locales["en"])
        for part in parts:
            copies = list(copies_of(faces, part))
        hashes.append({c.front.key: frame_hash(c.front) for c in copies if c.front.key.startswith("ship:")})
    faces = Faces(pack, pack.locales["en"])
    ships = {c.front.key: frame_hash(c.front) for c in copies_of(faces, "ships")}
    assert hashes[1] == hashes[2] == ships
    assert len(set(ships.values())) == len(ships)


def test_some_of_what_changed(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(pack, out, Options(), {})
    darker = small(tmp_path / "darker", **{"faces__small-back": BACK.replace("mist", "stone")})
    asked = wanted("name*", out / "santy_anno/manifest.json", darker)
    [made] = reprint(darker, out, ENGLISH, asked)
    assert {key.partition(":")[2] for key in made.faces} == {"name", "name-p", "name-r", "name-s", "name-v"}


# The stamp


def test_a_stamp_shows_and_no_hash_sees_it(pack: Pack, tmp_path: Path) -> None:
    build(pack, tmp_path / "plain", ENGLISH, {})
    build(pack, tmp_path / "stamped", Options(("en",), stamp=True), {})
    heads = [json.loads((tmp_path / n / "santy_anno/manifest.json").read_text()) for n in ("plain", "stamped")]
    assert heads[0]["files"][0]["faces"] == heads[1]["files"][0]["faces"]
    assert heads[0]["files"][0]["sha256"] != heads[1]["files"][0]["sha256"]
    files = [tmp_path / name / "santy_anno/en/cards.pdf" for name in ("plain", "stamped")]
    words = [" ".join(word for page in texts(path) for word in page) for path in files]
    assert "santy_anno 1.0" not in words[0]
    assert words[1].count("santy_anno 1.0") == 52
    assert since(pack, tmp_path / "stamped") == {}


def test_a_stamp_stands_within_the_safe_zone_and_leaves_round_pieces_alone(pack: Pack) -> None:
    faces = Faces(pack, pack.locales["en"])
    stamp = Stamp(faces)
    card = next(copies_of(faces, "cards")).front
    chip = next(copies_of(faces, "tokens")).front
    assert stamp(chip) is chip
    stamped = stamp(card)
    assert len(stamped.items) == len(card.items) + 1
    plain, marked = (frame_image(frame, 254).convert("L") for frame in (card, stamped))
    differ = [n for n, (a, b) in enumerate(zip(plain.tobytes(), marked.tobytes(), strict=True)) if a != b]
    xs, ys = [n % plain.width for n in differ], [n // plain.width for n in differ]
    assert min(xs) >= 15, "1.5 mm from the cut"
    assert max(xs) <= 47
    assert min(ys) > 40
    assert max(ys) < plain.height - 40


# Bad input


def test_what_no_piece_is_called_is_named_with_the_nearest(pack: Pack, tmp_path: Path) -> None:
    with pytest.raises(PackError) as caught:
        reprint(pack, tmp_path / "out", ENGLISH, wanted("cocoo,coco,zz*", None, pack))
    assert ["`cocoo`" in d.message or "`zz*`" in d.message for d in caught.value.report.errors] == [True, True]
    assert "`coco`" in caught.value.report.errors[0].hints[0]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no manifest"),
        ("{", "is no manifest"),
        ("[]", "is no manifest"),
        ("[" * 100_000, "is no manifest"),
        ('{"files": 3, "pack": "x"}', "is no manifest"),
        ('{"files": [{"file": "en/cards.pdf", "faces": 7}], "pack": "santy_anno"}', "is no manifest"),
        ('{"files": [], "pack": "other"}', "of the pack `other`"),
        ('{"pack": "santy_anno", "files": {}}', "is no manifest"),
        ('{"pack": "santy_anno", "files": []}', "a manifest of nothing"),
        ('{"pack": ["santy_anno"], "files": []}', "is no manifest"),
        ('{"pack": "santy_anno", "files": ["en/cards.pdf"]}', "is no manifest"),
        *(
            ('{"pack": "santy_anno", "files": [{"file": "en/cards.pdf", ' + entry + "}]}", "is no manifest")
            for entry in (
                '"faces": ["ab"]',
                '"faces": [["small:coco", "1"]]',
                '"faces": "ab"',
                '"faces": {"small:coco": 1}',
                '"faces": {"small:coco": null}',
                '"faces": {}, "copies": ["ab"]',
                '"faces": {}, "copies": {"a": true}',
                '"faces": {}, "copies": {"a": -1}',
                '"faces": {}, "copies": {"a": 1.5}',
                '"copies": {}',
            )
        ),
    ],
)
def test_manifests_that_are_none(pack: Pack, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text)
    with pytest.raises(PackError, match=said):
        wanted(None, path, pack)
    done = CliRunner().invoke(main, ["build", str(pack.root), "--since", str(path), "--out", str(tmp_path / "out")])
    assert done.exit_code == 1
    assert "reprint-manifest" in done.stderr


def test_a_build_of_one_part_forgets_a_manifest_that_is_none(pack: Pack, tmp_path: Path) -> None:
    path = tmp_path / "out/santy_anno/manifest.json"
    path.parent.mkdir(parents=True)
    path.write_text("[" * 100_000)
    build(pack, tmp_path / "out", Options(("en",), ("cards",)), {})
    assert [file["file"] for file in json.loads(path.read_text())["files"]] == ["en/cards.pdf"]


def test_a_manifest_of_other_files_means_that_everything_is_new(pack: Pack) -> None:
    asked = Wanted(manifest={})
    faces = Faces(pack, pack.locales["en"])
    copies = list(copies_of(faces, "cards"))
    assert asked.pick("en", "cards", copies) == copies


def test_faults_of_faces_leave_the_last_reprint_as_it_was(pack: Pack, tmp_path: Path) -> None:
    out = tmp_path / "out"
    reprint(pack, out, ENGLISH, wanted("coco", None, pack))
    before = (out / "santy_anno/en/cards-reprint.pdf").read_bytes()
    broken = small(tmp_path / "b", faces__small=FACE.replace("size: [53, 20]", "size: [2, 2]"))
    with pytest.raises(PackError, match="does not fit"):
        reprint(broken, out, ENGLISH, wanted("coco", None, broken))
    assert (out / "santy_anno/en/cards-reprint.pdf").read_bytes() == before


def test_the_command(pack: Pack, tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "out"
    words = ["build", str(pack.root), "--out", str(out), "--lang", "en", "--only", "cards"]
    assert run.invoke(main, words).exit_code == 0
    shutil.copy(out / "santy_anno/manifest.json", tmp_path / "printed.json")
    nothing = run.invoke(main, [*words, "--since", str(tmp_path / "printed.json")])
    assert nothing.exit_code == 0
    assert "nothing changed since" in nothing.stdout
    german = [*words[:-4], "--only", "cards", "--lang", "de"]
    other = run.invoke(main, [*german, "--since", str(tmp_path / "printed.json")])
    assert "says nothing of de/cards.pdf: all of it counts as new" in other.stderr
    some = run.invoke(main, [*words, "--cards", "coco", "--stamp"])
    assert some.exit_code == 0
    assert "en/cards-reprint.pdf  2 pages" in some.stdout
    assert pypdfium2.PdfDocument(io.BytesIO((out / "santy_anno/en/cards-reprint.pdf").read_bytes()))
    for wrong, code in [(["--cards", ","], 1), (["--since", "nowhere.json"], 2), (["--cards", "x"], 1)]:
        assert run.invoke(main, [*words, *wrong]).exit_code == code


def test_what_a_manifest_counts_no_copies_of_is_new(pack: Pack, tmp_path: Path) -> None:
    """As a back that stands on a front now: its face was printed, but not as a piece."""
    out = tmp_path / "out"
    build(pack, out, Options(), {})
    path = out / "santy_anno/manifest.json"
    head = json.loads(path.read_text())
    for file in head["files"]:
        file["copies"] = {name: n for name, n in file["copies"].items() if not name.endswith(":coco")}
    path.write_text(json.dumps(head))
    asked = wanted(None, path, pack)
    reprint(pack, out, ENGLISH, asked)
    faces = Faces(pack, pack.locales["en"], "low")
    copies = [*copies_of(faces, "cards")]
    new = [copy for copy in copies if copy.front.key.endswith(":coco")]
    assert asked.pick("en", "cards", copies) == new != []


def test_what_is_warned_of_a_reprint_goes_to_who_asked(pack: Pack, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        "santy_print.reprint.judge", lambda copies, faces, bleed: faces.report.warning("build-empty", "look")
    )
    conduct = Conduct()
    reprint(pack, tmp_path / "out", ENGLISH, wanted("coco", None, pack), conduct)
    assert [item.message for item in conduct.report] == ["look"]
