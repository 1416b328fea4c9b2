"""Builds: what is written, what a fault leaves as it was, and a manifest that tells what changed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.build import PartlyBuilt, build
from santy_print.checking import check
from santy_print.cli import main
from santy_print.diag import PackError, Report
from santy_print.documents import Commission, rulebook
from santy_print.faces import Faces, Group, Shape
from santy_print.faces.matrices import at
from santy_print.pack import Pack, load_pack
from santy_print.parts import Conduct, Options
from santy_print.parts.hashes import frame_hash
from santy_print.parts.legend import legend_items
from santy_print.parts.pages import part_pages
from santy_print.pdf import Info, write_pdf
from santy_print.raster import page_images
from santy_print.sheets import PAPERS, Page, Setup
from tests.packs import COPIED, copy_pack, few_languages

SMALL = """parts:
  cards:
    piles:
      - {each: boarding, layout: small, back: small-back, copies: "{{ item.copies }}"}
  tokens:
    piles:
      - {each: coins, layout: small, copies: "{{ item.copies }}"}
"""
FACE = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - text: {value: "{{ item.id }}", at: [5, 5], size: [53, 20]}
"""
BACK = """face: {width: 63.5, height: 88.9, corner: 3, alt: back}
items:
  - rect: {at: [-3, -3], size: [69.5, 94.9], fill: mist}
"""


def small(tmp_path: Path, **files: str) -> Pack:
    """The bundled pack with plain faces, so that a build takes a moment only."""
    base = {"components.yaml": SMALL, "faces/small.yaml": FACE, "faces/small-back.yaml": BACK}
    return load_pack(
        copy_pack(tmp_path, base | {name.replace("__", "/") + ".yaml": text for name, text in files.items()})
    )


@pytest.fixture(scope="module")
def house() -> Pack:
    """The bundled pack."""
    return load_pack("santy_anno").checked()


def snapshot(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_files_stand_by_pack_and_language_with_a_manifest(tmp_path: Path) -> None:
    made = build(small(tmp_path), tmp_path / "out", Options(), {})
    assert [m.name for m in made] == [f"{lang}/{part}.pdf" for lang in COPIED for part in ("cards", "tokens")]
    manifest = json.loads((tmp_path / "out/santy_anno/manifest.json").read_text(encoding="utf-8"))
    assert manifest["pack"] == "santy_anno"
    by_name = {f["file"]: f for f in manifest["files"]}
    cards = by_name["en/cards.pdf"]
    assert cards["pages"] == 12  # 52 cards, nine to a sheet, backs behind
    assert len([k for k in cards["faces"] if k.startswith("small:")]) == 51
    assert "small-back:coco" in cards["faces"]


def test_the_same_pack_gives_the_same_bytes(tmp_path: Path) -> None:
    pack = small(tmp_path)
    build(pack, tmp_path / "one", Options(), {})
    build(pack, tmp_path / "two", Options(), {})
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")


def test_building_one_part_keeps_the_others_in_the_manifest(tmp_path: Path) -> None:
    pack, out = small(tmp_path), tmp_path / "out"
    build(pack, out, Options(), {})
    before = json.loads((out / "santy_anno/manifest.json").read_text(encoding="utf-8"))
    build(pack, out, Options(("fr",), ("tokens",), Setup(PAPERS["letter"])), {})
    after = json.loads((out / "santy_anno/manifest.json").read_text(encoding="utf-8"))
    assert [f["file"] for f in after["files"]] == [f["file"] for f in before["files"]]
    changed = [a["file"] for a, b in zip(after["files"], before["files"], strict=True) if a["sha256"] != b["sha256"]]
    assert changed == ["fr/tokens.pdf"]


def test_the_hash_of_a_face_changes_only_with_what_it_shows(tmp_path: Path) -> None:
    one = small(tmp_path / "a")
    other = small(
        tmp_path / "b",
        faces__small=FACE.replace('"{{ item.id }}", at', "\"{{ 'X' if item.id == 'coco' else item.id }}\", at"),
    )
    hashes = []
    for pack in (one, other):
        faces = Faces(pack, pack.locales["en"])
        hashes.append({i["id"]: frame_hash(faces.frame("small", i)) for i in pack.collections["boarding"]})
    assert [k for k in hashes[0] if hashes[0][k] != hashes[1][k]] == ["coco"]


@pytest.mark.parametrize(
    ("options", "said"),
    [(Options(("nl",)), "`nl`"), (Options((), ("card",)), "`card`"), (Options(("xx", "yy")), "`yy`")],
)
def test_unknown_languages_and_parts_are_named(tmp_path: Path, options: Options, said: str) -> None:
    with pytest.raises(PackError, match=said):
        build(small(tmp_path), tmp_path / "out", options, {})
    assert not (tmp_path / "out").exists()


def test_a_fault_on_any_face_leaves_everything_as_it_was_and_names_them_all(tmp_path: Path) -> None:
    pack, out = small(tmp_path / "a"), tmp_path / "out"
    build(pack, out, Options(), {})
    before = snapshot(out)
    broken = small(tmp_path / "b", faces__small=FACE.replace("size: [53, 20]", "size: [2, 2]"))
    with pytest.raises(PackError) as caught:
        build(broken, out, Options(), {})
    told = [fault.span for fault in caught.value.report.errors]
    assert len(set(told)) == len(told) >= 52, "each face, once for all languages"
    assert snapshot(out) == before


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (SMALL.replace("each: coins", "each: coin"), "no items called `coin`"),
        (SMALL.replace('"{{ item.copies }}"', "lots"), "is no number of copies"),
        (SMALL.replace('"{{ item.copies }}"', "-1"), "is no number of copies"),
        (SMALL.replace('"{{ item.copies }}"', "99999999"), "is no number of copies"),
        (SMALL.replace("layout: small,", "layout: smal,"), "no face layout `smal`"),
    ],
)
def test_faults_in_components_are_named(tmp_path: Path, parts: str, said: str) -> None:
    pack = small(tmp_path, components=parts)
    with pytest.raises(PackError, match=said):
        build(pack, tmp_path / "out", Options(), {})


@pytest.mark.parametrize("code", ["en", "fr", "pl", "de"])
@pytest.mark.parametrize(
    "size", [(210, 297), (148, 210), (210, 148), (128, 180), (112, 112), (110, 170), (90, 130), (62, 80)]
)
@pytest.mark.parametrize("way", ["below", "left"])
def test_a_legend_keeps_to_its_sheet_and_says_at_least_its_number(
    house: Pack, code: str, size: tuple[int, int], way: str
) -> None:
    """Nothing within 4 mm of an edge, no words upon others, the number always, the ruler wherever it finds room."""
    width, height = float(size[0]), float(size[1])
    trim = (10.0, 10.0, width - 10, height - 20) if way == "below" else (20.0, 6.4, width - 10, height - 6.4)
    page = Page(width, height, (), (), trim, trim, "back", 7, 12)
    marks = legend_items(Faces(house, house.locales[code]), "harbour", page)
    document = pypdfium2.PdfDocument(write_pdf([replace(page, marks=tuple(marks))], Info("", code, "", "", "")))
    seen = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("L").point(lambda value: 255 if value < 250 else 0)
    box = seen.getbbox()
    assert box is not None
    assert min(*box[:2], seen.width - box[2], seen.height - box[3]) >= 40
    text = document[0].get_textpage()
    said = text.get_text_bounded()
    assert "7" in said
    assert "12" in said
    if size == (210, 297):
        assert f"{house.locales[code].plain('game.title')} {house.head.version}" in said, "as at the foot of documents"
    room = width - 20 if way == "below" else height - 11
    assert ("100" in said) == (room >= 100)
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    for one, other in combinations(boxes, 2):
        apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
        assert apart > -1.5, "letters of a line overlap a little, lines do not"
    document.close()


@pytest.mark.parametrize("way", ["below", "left"])
@pytest.mark.parametrize("end", [0.0, 100.0])
def test_neither_end_of_the_ruler_stands_below_a_mark(house: Pack, way: str, end: float) -> None:
    """A crop mark above the zero of a ruler looks like a part of it."""
    width, height = 210.0, 297.0
    trim = (15.0, 10.0, width - 15, height - 20) if way == "below" else (20.0, 6.4, width - 10, height - 6.4)
    faces = Faces(house, house.locales["en"])

    def ends(*marks: Shape) -> tuple[float, float]:
        page = Page(width, height, (), marks, trim, trim)
        (group,) = (item for item in legend_items(faces, "harbour", page) if isinstance(item, Group))
        line = next(item for item in group.items if isinstance(item, Shape))
        (x0, y0), (x1, y1) = (at(group.matrix, (part[1], part[2])) for part in line.outline)
        return (x0, x1) if way == "below" else (y0, y1)

    zero, last = ends()
    place = zero if end == 0 else last
    strip = height - 8.9 if way == "below" else 8.9
    outward = strip - 4 if way == "below" else strip + 4
    points = [(place, outward), (place, strip)] if way == "below" else [(outward, place), (strip, place)]
    mark = Shape((("M", *points[0]), ("L", *points[1])), None, "#22304a", 0.12)
    assert abs(ends(mark)[0] - zero) >= 5
    assert all(abs(one - place) > 2.5 for one in ends(mark))


def test_a_sheet_that_is_not_full_has_its_ruler_where_the_others_have_it(house: Pack) -> None:
    """A mark that stands on one sheet alone moves the ruler on all, so that sheets upon one another are alike."""
    width, height = 210.0, 297.0
    trim = (15.0, 10.0, width - 15, height - 20)
    faces = Faces(house, house.locales["en"])
    mark = Shape((("M", 15.0, height - 14), ("L", 15.0, height - 9)), None, "#22304a", 0.12)
    pages = [Page(width, height, (), marks, trim, trim) for marks in ((), (mark,))]

    def zero(page: Page, others: list[Page]) -> float:
        (group,) = (item for item in legend_items(faces, "cards", page, others) if isinstance(item, Group))
        line = next(item for item in group.items if isinstance(item, Shape))
        return line.outline[0][1]

    assert zero(pages[0], []) == 15
    assert zero(pages[0], pages) == zero(pages[1], pages) == 20


@pytest.mark.parametrize("duplex", ["long", "gutterfold"])
def test_grey_sheets_have_no_colour_in_any_mark(duplex: str) -> None:
    pack = load_pack("santy_anno").checked()
    faces = Faces(pack, pack.locales["en"], "grey")
    for part in ("tokens", "harbour"):
        pages = part_pages(faces, part, Setup(duplex=duplex))
        for image in page_images(write_pdf(pages, Info("", "en", "", "", "")), 40):
            assert image.convert("HSV").getchannel("S").getextrema() == (0, 0)


@pytest.mark.long
def test_a_grey_build_has_no_colour_in_rulebook_and_answers(tmp_path: Path) -> None:
    pack = load_pack("santy_anno")
    more = {**rulebook.documents(pack), **pack.game.documents(pack)}
    made = build(pack, tmp_path, Options(("fr",), tuple(more), ink="grey"), more)
    papers = {item.name: item.data for item in made if item.name.endswith(".pdf")}
    assert set(papers) == {"fr/rulebook.pdf", "fr/rulebook-booklet.pdf", "fr/answers.pdf"}
    for data in papers.values():
        for image in page_images(data, 40):
            assert image.convert("HSV").getchannel("S").getextrema() == (0, 0)
    page = next(item.data for item in made if item.name.endswith(".html"))
    assert b"#d62c1f" in page, "a screen has its colours"


def test_copies_are_counted_from_the_pages(tmp_path: Path) -> None:
    pack = small(tmp_path)
    faces = Faces(pack, pack.locales["pl"])
    pages = part_pages(faces, "tokens", Setup())
    assert sum(len(p.cells) for p in pages) == 25
    assert {p.side for p in pages} == {"front"}


def test_further_documents_are_built_beside_the_parts(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = build(
        small(tmp_path),
        out,
        Options(("en",), ("note",)),
        {"note": lambda asked: {"note.txt": f"{asked.language}\n".encode()}},
    )
    assert [m.name for m in made] == ["en/note.txt"]
    assert (out / "santy_anno/en/note.txt").read_text() == "en\n"


@pytest.mark.long
def test_a_build_killed_at_any_moment_leaves_the_last_files(tmp_path: Path) -> None:
    pack, out = small(tmp_path), tmp_path / "out"
    build(pack, out, Options(), {})
    before = snapshot(out)
    # Without a cache, which would have the build done before it is killed.
    command = [sys.executable, "-m", "santy_print", "build", str(pack.root), "--out", str(out), "--no-cache"]
    for n, how in enumerate([signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL]):
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ)
        ) as process:
            assert process.stderr is not None
            process.stderr.readline()  # the first file has been begun
            time.sleep(0.05 * n)
            process.send_signal(how)
            said = process.stderr.read().decode()
        assert "Traceback" not in said
        now = {name: data for name, data in snapshot(out).items() if "/.santy-" not in f"/{name}"}
        assert now == before
    build(pack, out, Options(), {})
    assert snapshot(out) == before, "what the killed left behind is swept"


def test_the_command_says_what_it_wrote_and_where_it_cannot(tmp_path: Path) -> None:
    pack = small(tmp_path)
    run = CliRunner()
    done = run.invoke(
        main, ["build", str(pack.root), "--out", str(tmp_path / "out"), "--lang", "en", "--only", "tokens"]
    )
    assert done.exit_code == 0
    assert "en/tokens.pdf  3 pages" in done.stdout.replace(os.sep, "/")
    (tmp_path / "file").write_text("x")
    refused = run.invoke(main, ["build", str(pack.root), "--out", str(tmp_path / "file" / "below")])
    assert refused.exit_code == 2
    assert "a file stands where a folder should" in refused.stderr
    assert (tmp_path / "file").read_text() == "x"
    for wrong in (["--bleed", "9"], ["--paper", "a9"], ["--nope"], ["--lang", "xx"]):
        assert run.invoke(main, ["build", str(pack.root), *wrong]).exit_code in (1, 2)


@pytest.mark.parametrize("key", ["layout", "back", "copies"])
@pytest.mark.parametrize("fault", ["{{ 1/0 }}", "{{ item.nothing }}", "{{ item.id|center(900000000) }}"])
def test_a_pile_that_cannot_be_told_is_told_once_at_its_line(tmp_path: Path, key: str, fault: str) -> None:
    value = {"layout": "small", "back": "small-back", "copies": "1"} | {key: fault}
    piles = f"""parts:
  cards:
    piles:
      - {{each: boarding, layout: "{value["layout"]}", back: "{value["back"]}", copies: "{value["copies"]}"}}
"""
    files = {"components.yaml": piles, "faces/small.yaml": FACE, "faces/small-back.yaml": BACK}
    pack = load_pack(copy_pack(tmp_path, files))
    with pytest.raises(PackError) as caught:
        build(pack, tmp_path / "out", Options(("en",)), {})
    (found,) = caught.value.report.errors
    assert found.code == "face-expression"
    assert found.span is not None
    assert (found.span.file.name.rpartition("/")[2], found.span.line) == ("components.yaml", 4)
    assert f"`{key}`" in found.message


WORDS = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - text: {value: "{{ 'word' if language != 'pl' else 'words that are far too long' }}", at: [5, 5], size: [20, 5]}
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_language_without_faults_is_built_though_another_has_some(tmp_path: Path, jobs: int) -> None:
    """What is right is written, what was there of the other stays, and all faults are told."""
    pack, out = small(tmp_path), tmp_path / "out"
    known = {"notes": lambda asked: {"notes.txt": asked.language.encode()}}
    build(pack, out, Options(), known)
    before = {path: path.read_bytes() for path in sorted(out.rglob("pl/*.pdf"))}
    bad = load_pack(
        copy_pack(
            tmp_path / "bad", {"components.yaml": SMALL, "faces/small.yaml": WORDS, "faces/small-back.yaml": BACK}
        )
    )
    with pytest.raises(PartlyBuilt) as told:
        build(bad, out, Options(), known, Conduct(jobs=jobs))
    assert {fault.code for fault in told.value.report.errors} == {"text-overflow"}
    assert all("(pl)" in fault.message for fault in told.value.report.errors)
    written = {item.name.partition("/")[0] for item in told.value.built}
    assert written == {*COPIED} - {"pl"}
    assert {path: path.read_bytes() for path in before} == before
    manifest = json.loads((out / pack.id / "manifest.json").read_text("utf-8"))
    names = [entry["file"] for entry in manifest["files"]]
    assert {name.partition("/")[0] for name in names} == {*COPIED}
    for entry in manifest["files"]:
        data = (out / pack.id / entry["file"]).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda text: text + "  more: [\n", "yaml-syntax"),
        (lambda text: text.replace("name: Polski", "nmae: Polski"), "schema-unknown"),
        (lambda text: text.replace("    castoff: ", "    castoff: '{captain}' #", 1), "locale-values"),
    ],
)
def test_a_language_whose_file_is_broken_does_not_keep_the_others(
    spoil: Callable[[str], str], code: str, tmp_path: Path
) -> None:
    root = small(tmp_path).root
    path = root / "locale" / "pl.yaml"
    path.write_text(spoil(path.read_text("utf-8")), "utf-8")
    known = {"notes": lambda asked: {"notes.txt": asked.language.encode()}}
    pack, out = load_pack(root), tmp_path / "out"
    with pytest.raises(PartlyBuilt) as fault:
        build(pack, out, Options(), known)
    assert code in {error.code for error in fault.value.report.errors}
    assert all(error.span and error.span.file.name.endswith("locale/pl.yaml") for error in fault.value.report.errors)
    assert {item.name.partition("/")[0] for item in fault.value.built} == {*COPIED} - {"pl"}
    for asked in ("pl", "en+pl"):
        with pytest.raises(PackError) as whole:
            build(pack, tmp_path / asked, Options((asked,)), known)
        assert not isinstance(whole.value, PartlyBuilt)
    done = CliRunner().invoke(main, ["build", str(root), "--out", str(out), "--only", "cards", "--lang", "en"])
    assert done.exit_code == 1
    assert "en/cards.pdf  " in done.stdout
    assert code in done.stderr


def test_a_fault_of_the_source_or_of_the_rules_keeps_all_languages(tmp_path: Path) -> None:
    root = small(tmp_path).root
    for name, line in (("pl", "nmae: x\n"), ("en", "nmae: y\n")):
        path = root / "locale" / f"{name}.yaml"
        path.write_text(line + path.read_text("utf-8"), "utf-8")
    with pytest.raises(PackError) as fault:
        build(load_pack(root), tmp_path / "out", Options(), {})
    assert not isinstance(fault.value, PartlyBuilt)
    assert {error.span.file.name.rpartition("/")[2] for error in fault.value.report.errors} >= {"pl.yaml", "en.yaml"}


def test_a_document_that_cannot_be_made_in_one_language_does_not_keep_the_others(tmp_path: Path) -> None:
    def notes(asked: Commission) -> dict[str, bytes]:
        if asked.language == "fr":
            report = Report()
            report.error("text-missing", "it has no words", None)
            raise PackError(report)
        return {"notes.txt": b"all is well"}

    with pytest.raises(PartlyBuilt) as told:
        build(small(tmp_path), tmp_path / "out", Options(), {"notes": notes})
    assert [fault.message for fault in told.value.report.errors] == ["it has no words"]
    assert not list((tmp_path / "out").rglob("fr"))
    assert len(list((tmp_path / "out").rglob("notes.txt"))) == len(COPIED) - 1


def test_the_command_says_what_it_wrote_of_the_languages_that_are_right(tmp_path: Path) -> None:
    files = {"components.yaml": SMALL, "faces/small.yaml": WORDS, "faces/small-back.yaml": BACK}
    root = copy_pack(tmp_path, files)
    args = ["build", str(root), "--out", str(tmp_path / "out"), "--only", "cards"]
    ran = CliRunner().invoke(main, [*args, "--lang", "en", "--lang", "pl"])
    assert ran.exit_code == 1
    assert "en/cards.pdf" in ran.stdout
    assert "pl/cards.pdf" not in ran.stdout
    assert "(text-overflow)" in ran.stderr
    assert CliRunner().invoke(main, [*args, "--lang", "pl"]).exit_code == 1
    assert not list((tmp_path / "out").rglob("pl"))


def test_a_language_from_right_to_left_has_all_that_the_others_have(tmp_path: Path) -> None:
    pack = small(tmp_path, locale__he="language: he\nname: Hebrew\ndraft: true\ntexts: {}\n")
    head = pack.root / "pack.yaml"
    text = re.sub(r"(?m)^languages: .*$", "languages: [en, he]", head.read_text("utf-8"))
    head.write_text(text, encoding="utf-8")
    report = Report()
    known = {"notes": lambda asked: {"notes.txt": b"x"}}
    made = build(load_pack(pack.root), tmp_path / "out", Options(), known, Conduct(report=report))
    files = {"cards.pdf", "tokens.pdf", "notes.txt"}
    assert {item.name for item in made} == {f"{code}/{name}" for code in ("en", "he") for name in files}
    assert report.ok


@pytest.mark.parametrize(("name", "told"), [("aux", True), ("Com1", True), ("auxiliary", False)])
def test_no_file_is_called_as_windows_calls_a_device(name: str, told: bool, tmp_path: Path) -> None:
    text = SMALL.replace("tokens:", f"{name}:")
    files = {"components.yaml": text, "faces/small.yaml": FACE, "faces/small-back.yaml": BACK}
    root = few_languages(copy_pack(tmp_path, files), ["en"])
    for path in (root / "locale").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("\n  part:\n", f"\n  part:\n    {name}: x\n"), "utf-8")
    found = [fault.message for fault in check(str(root)).report if fault.code == "build-name"]
    assert ["Windows" in message for message in found] == [True] * told
    (root / "pack.yaml").write_text(
        re.sub("(?m)^id: .*$", f"id: {name}", (root / "pack.yaml").read_text("utf-8")), "utf-8"
    )
    found = [fault.message for fault in check(str(root)).report if fault.code == "build-name"]
    assert len(found) == 2 * told
