"""What a page prints and shows of a pack on paper: the bytes of a build, page by page, the rulebook in each form."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from santy_print.choices import DUPLEX, INK
from santy_print.diag import PackError
from santy_print.library import build_pack, ready_pack
from santy_print.parts import Options
from santy_print.printer import Printer, save_printer
from santy_print.serve import prints
from santy_print.serve.jobs import JOBS, Desk, Done, Refused
from santy_print.serve.painter import Task
from santy_print.serve.shelf import Shelf
from santy_print.sheets import PAPERS, Setup

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    root = tmp_path / "questions"
    shutil.copytree(EXAMPLES / "questions", root)
    return Desk(Task(str(root), tmp_path / "cache", "", tmp_path / "settings"))


def data_of(done: Done) -> Any:
    return json.loads(done.data)


def written(desk: Desk, out: Path, options: Options) -> Mapping[str, bytes]:
    """All that `santy build` writes, by the names below OUT."""
    build_pack(ready_pack(desk.task.pack, options.languages, partly=True), out, options)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


CHOSEN: Mapping[str, Options] = {
    "{}": Options(),
    '{"languages": ["fr"], "parts": ["cards"], "paper": "letter", "duplex": "short", "ink": "grey"}': Options(
        ("fr",), ("cards",), Setup(PAPERS["letter"], "short"), "grey"
    ),
    '{"paper": "200x300", "duplex": "gutterfold", "ink": "full", "printer": "attic"}': Options(
        (), (), Setup((200.0, 300.0), "gutterfold"), "full", Printer(0.6, -0.2, 0.1, 99.8, 100.1)
    ),
    '{"languages": ["fr+en"], "parts": ["cards"], "bleed": 2, "stamp": true}': Options(
        ("fr+en",), ("cards",), Setup(bleed=2), stamp=True
    ),
}


@pytest.mark.parametrize("chosen", CHOSEN)
def test_a_page_prints_the_bytes_of_a_build(desk: Desk, tmp_path: Path, chosen: str) -> None:
    """One file by itself, under the name that a build gives it; several in an archive, with what tells of them."""
    assert desk.task.settings is not None
    save_printer(desk.task.settings, "attic", Printer(0.6, -0.2, 0.1, 99.8, 100.1))
    files = written(desk, tmp_path / "out", CHOSEN[chosen])
    made = prints.prints(desk, json.loads(chosen))
    sheets = [name for name in files if not name.endswith("manifest.json")]
    if len(sheets) == 1:
        assert (made.kind, made.name) == ("application/pdf", Path(sheets[0]).name)
        assert made.data == files[sheets[0]]
        return
    assert (made.kind, made.name) == ("application/zip", "questions.zip")
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert archive.namelist() == list(files)
        assert {name: archive.read(name) for name in files} == files
    assert prints.prints(desk, json.loads(chosen)).data == made.data


def test_sheets_are_shown_page_by_page_as_they_look(desk: Desk) -> None:
    """A page is drawn when it is asked for; it has the same name as long as it looks the same."""
    chosen = {"languages": ["en"], "parts": ["cards"], "paper": "150x210"}
    (file,) = data_of(prints.sheets(desk, chosen))["files"]
    assert file["name"] == "en/cards.pdf"
    assert [(page["sheet"], page["side"]) for page in file["pages"][:4]] == [
        (1, "front"), (1, "back"), (2, "front"), (2, "back"),
    ]  # fmt: skip
    assert file["pages"][0]["width"] == 150
    looks = data_of(prints.looks(desk, {"file": file["file"], "pages": [0, 1, 3]}))["looks"]
    assert len({*looks}) == 3
    picture = prints.leaf(desk, f"{looks[0]}.110.png")
    assert picture.kind == "image/png"
    assert Image.open(io.BytesIO(picture.data)).size == pytest.approx((150 / 25.4 * 110, 210 / 25.4 * 110), abs=1)

    cards = Path(desk.task.pack) / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("as a child", "as a boy", 1), encoding="utf-8")
    (again,) = data_of(prints.sheets(desk, chosen))["files"]
    pages = list(range(len(again["pages"])))
    assert again["file"] != file["file"]
    before, after = (
        data_of(prints.looks(desk, {"file": name["file"], "pages": pages}))["looks"] for name in (file, again)
    )
    assert before[0] == looks[0] != after[0]
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1  # and what was shown is still there


def test_of_many_pieces_the_first_sheets_come_before_all_others(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are told with how they look; where pieces are few there is nothing to gain."""
    chosen = {"languages": ["fr+en"], "parts": ["cards"], "stamp": True}
    assert data_of(prints.beginning(desk, chosen)) == {"files": [], "looks": []}
    monkeypatch.setattr(prints, "MANY", 2)
    monkeypatch.setattr(prints, "FIRST", 2)
    made = data_of(prints.beginning(desk, chosen))
    (file,) = made["files"]
    assert (file["name"], len(file["pages"]), len(made["looks"])) == ("fr+en/cards.pdf", 2, 2)
    assert prints.leaf(desk, f"{made['looks'][1]}.72.png").kind == "image/png"
    assert data_of(prints.beginning(desk, {"languages": ["en"], "parts": ["rulebook"]}))["files"] == []


@pytest.mark.parametrize("duplex", DUPLEX.values)
def test_of_each_sheet_both_sides_are_found_however_they_are_printed(desk: Desk, duplex: str) -> None:
    chosen = {"languages": ["en"], "parts": ["cards"], "duplex": duplex}
    (file,) = data_of(prints.sheets(desk, chosen))["files"]
    sheets: dict[int, list[str]] = {}
    for page in file["pages"]:
        sheets.setdefault(page["sheet"], []).append(page["side"])
    assert {tuple(sides) for sides in sheets.values()} == {
        ("",) if duplex in ("gutterfold", "none") else ("front", "back")
    }


def test_what_cannot_be_printed_says_why(desk: Desk) -> None:
    refused: list[Any] = [
        None, [], {"languages": "en"}, {"parts": [1]}, {"paper": "a9"}, {"paper": 4}, {"duplex": "wide"},
        {"ink": "gold"}, {"bleed": "2"}, {"bleed": 9}, {"stamp": 1},
    ]  # fmt: skip
    for given in refused:
        with pytest.raises(Refused):
            prints.prints(desk, given)
    for known in ({"languages": ["xx"]}, {"parts": ["tents"]}, {"printer": "cellar"}):
        with pytest.raises(PackError):
            prints.prints(desk, known)
    for name in ("", "x", "x.72.png", f"{'0' * 24}.9999.png"):
        with pytest.raises(Refused):
            prints.leaf(desk, name)
    assert data_of(prints.looks(desk, {"file": "gone", "pages": [0]})) == {"looks": None}
    with pytest.raises(Refused):
        prints.looks(desk, {"file": "gone", "pages": [-1]})
    (Path(desk.task.pack) / "pack.yaml").write_text("game: [deck")
    for job in (prints.choices, prints.prints):
        with pytest.raises(PackError):
            job(desk, {})


def test_a_page_offers_what_the_command_line_knows(desk: Desk) -> None:
    assert desk.task.settings is not None
    save_printer(desk.task.settings, "attic", Printer(0.6))
    offered = data_of(prints.choices(desk, {}))
    assert offered["papers"] == list(PAPERS)
    assert offered["duplex"] == list(DUPLEX.values)
    assert offered["inks"] == list(INK.values)
    assert offered["printers"] == ["attic"]
    assert offered["rulebook"] is None
    offered = data_of(prints.choices(Desk(Task("sandokan", None, "")), {}))
    rulebook = next(each for each in offered["documents"] if each["id"] == "rulebook")
    assert (rulebook["name"], rulebook["whole"], rulebook["asked"]) == ("Rulebook", False, False)
    assert ["fr", "Règle du jeu"] in rulebook["names"]  # as JSON has pairs
    assert offered["rulebook"] == {"papers": ["a4", "letter"], "inks": ["low", "grey"]}


def test_a_shelf_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santy_print.serve.shelf.MOST_BYTES", 1_000)
    shelf = Shelf()
    for number in range(50):
        shelf.put(bytes([number]) * 300, f"cards {number}")
    assert len(shelf.files) == len(shelf._uses) == 3
    shelf.put(b"x" * 5_000, "cards")
    assert len(shelf.files) == len(shelf._uses) == 1


def test_of_a_file_that_every_save_makes_anew_the_newest_are_kept() -> None:
    """Else a deck that is saved all day fills the memory with what nobody can see any more."""
    shelf = Shelf()
    other = shelf.put(b"first", "board")
    for number in range(50):
        shelf.put(b"cards %d" % number, "cards")
    assert list(shelf.files.values()) == [b"first", b"cards 47", b"cards 48", b"cards 49"]
    shelf.put(b"first", "cards")  # the same file for another use
    for number in range(3):
        shelf.put(b"cards %d" % number, "cards")
    assert shelf.files.keys() >= {other}
    assert len(shelf.files) == 4


def test_every_job_is_there() -> None:
    from importlib import import_module

    for job in JOBS.values():
        module, _, name = job.function.partition(":")
        assert callable(getattr(import_module(module), name))


@pytest.fixture(scope="module")
def sea(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(Task("sandokan", tmp_path_factory.mktemp("cache"), ""))


@pytest.mark.long
def test_a_rulebook_is_shown_as_it_is_built_in_each_form(sea: Desk, tmp_path: Path) -> None:
    files = written(sea, tmp_path, Options(("en",), ("rulebook",), Setup(PAPERS["letter"]), "grey"))
    for form in ("pdf", "booklet", "html"):
        chosen = {"language": "en", "form": form, "paper": "letter", "ink": "grey"}
        shown = data_of(prints.book(sea, chosen))
        kept = prints.book_file(sea, {"file": shown["file"], "form": form})
        assert kept.data == files[f"sandokan/en/{kept.name}"]
        assert len(shown["looks"]) == len(shown["pages"]) == (0 if form == "html" else len(shown["pages"]))
        assert data_of(prints.book(sea, chosen)) == shown
    assert prints.book_page(sea, f"{shown['file']}.html").data == kept.data
    for given in ({"language": "en", "form": "epub"}, {"language": "en", "paper": "a3"}, {"language": 1}):
        with pytest.raises(Refused):
            prints.book(sea, given)
