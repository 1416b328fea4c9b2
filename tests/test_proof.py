"""Proof: every file that is built passes, every file that is broken fails, each for its own reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import CODES, PackError
from santy_print.faces import Faces
from santy_print.faces.frames import Shape
from santy_print.faces.matrices import around
from santy_print.parts import Options
from santy_print.parts.pages import built_part, part_pages
from santy_print.proof import CHECKS, Proofer
from santy_print.proof.reading import read_pdf
from santy_print.sheets import PAPERS, Cell, Lying, Page, Setup
from tests.broken import BREAKERS, DAMAGED, broken, damaged, whole
from tests.built import VARIANTS, bundled, full_set, variant
from tests.packs import LANGUAGES

PARTS = ("cards", "ships", "tokens", "harbour")


@cache
def proofer() -> Proofer:
    return Proofer(bundled())


def assert_sound(path: Path) -> None:
    """What any test that builds a file may ask: nothing is wrong with it, and nothing is near to it."""
    done = proofer().proof(path)
    assert [item.short() for item in done.report] == [], path


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "name"),
    dict.fromkeys(
        [*product(("en", "fr", "uk"), (*PARTS, "rulebook", "answers")), *product(LANGUAGES, ("cards", "rulebook"))]
    ),
)
def test_every_file_of_the_full_set_is_sound(language: str, name: str) -> None:
    path = full_set() / language / f"{name}.pdf"
    done = proofer().proof(path)
    assert [item.short() for item in done.report] == []
    measured = {result.name for result in done.results if result.status == "ok"}
    assert {"tags", "page", "margin", "font", "glyph"} <= measured
    if name in PARTS:
        assert {"trim", "marks", "ruler", "text", "copies"} <= measured
    if name in ("cards", "tokens"):
        assert "duplex" in measured


def variants() -> Iterator[tuple[str, str]]:
    for name, options in VARIANTS.items():
        yield from ((name, part) for part in options.parts)


@pytest.mark.long
@pytest.mark.parametrize(("name", "part"), list(variants()))
def test_every_other_way_of_printing_is_sound(name: str, part: str) -> None:
    assert_sound(variant(name) / VARIANTS[name].languages[0] / f"{part}.pdf")


@pytest.mark.long
@pytest.mark.parametrize("name", BREAKERS)
def test_a_broken_file_fails_for_its_own_reason(name: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken(name))
    done = proofer().proof(path)
    assert {item.code for item in done.report} == BREAKERS[name][1]
    assert done.ok == all(item.severity == "warning" for item in done.report)


def test_the_file_that_was_broken_was_sound(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole())
    assert_sound(path)


def test_each_check_is_registered_documented_and_broken_by_a_file() -> None:
    by_file = set().union(*(codes for _, codes in BREAKERS.values()))
    assert set(CHECKS) == by_file | {"proof-near"}, "which measures the pack's own faces: `tests/test_near.py` shows it"
    for code, entry in CHECKS.items():
        assert code in CODES
        assert code == f"proof-{entry.name}"
        assert entry.measure.__doc__


@pytest.mark.parametrize(("name", "code"), DAMAGED.items())
def test_what_cannot_be_measured_is_told(name: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(damaged(name))
    with pytest.raises(PackError) as caught:
        proofer().proof(path)
    assert [item.code for item in caught.value.report] == [code]
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 1
    assert code in run.stderr
    assert isinstance(run.exception, SystemExit)


def test_a_file_cut_anywhere_is_broken_or_sound_never_a_traceback(tmp_path: Path) -> None:
    data, path = whole(), tmp_path / "file.pdf"
    for share in range(1, 20):
        path.write_bytes(data[: len(data) * share // 20])
        with pytest.raises(PackError) as caught:
            proofer().proof(path)
        assert [item.code for item in caught.value.report] == ["proof-broken"]


@pytest.mark.long
def test_bytes_changed_anywhere_never_end_in_a_traceback(tmp_path: Path) -> None:
    data, path = whole(), tmp_path / "file.pdf"
    for n in range(30):
        at = len(data) * n // 30 + 7
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        with suppress(PackError):
            proofer().proof(path)


def test_the_distance_of_backs_is_told_in_millimetres(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("backs-moved"))
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 1
    assert "backs lie -0.28 mm across and +0.00 mm down of their fronts" in run.stdout
    assert "FAILED  duplex" in run.stdout


def test_json_has_a_value_for_every_check(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("font-left-out"))
    run = CliRunner().invoke(main, ["proof", str(path), "--format", "json"])
    assert run.exit_code == 1
    said = json.loads(run.stdout)
    assert [c["check"] for c in said["checks"]] == [c.name for c in CHECKS.values()]
    assert {c["check"] for c in said["checks"] if c["status"] == "error"} == {"font", "drawn"}
    assert not said["ok"]


def test_warnings_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("line-at-the-edge"))
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 0
    assert "1 warning" in run.stdout


def test_a_pack_that_is_not_known_leaves_words_and_copies_unmeasured(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole().replace(b"/Pack (santy_anno)", b"/Pack (santy_xxxx)"))
    done = Proofer().proof(path)
    assert done.ok
    assert {r.name for r in done.results if r.status == "skipped"} == {
        "dpi",
        "text",
        "copies",
        "drawn",
        "near",
        "bleed",
    }


@pytest.mark.parametrize("words", [[], ["--calibrate", "--list-printers"], ["--shift-x", "1"]])
def test_wrong_usage_is_told(words: list[str]) -> None:
    assert CliRunner().invoke(main, ["proof", *words]).exit_code == 2


# Sheets to be folded

ACROSS, UPRIGHT = ("cards", "a4"), ("tokens", "letter")


def folded(part: str, paper: str) -> list[Page]:
    """The pages of a part for folding: on A4 cards fold across, on Letter tokens are beside one another."""
    return part_pages(_english(), part, Setup(PAPERS[paper], "gutterfold"))


@cache
def _english() -> Faces:
    return Faces(bundled(), bundled().locales["en"])


def found(part: str, pages: Sequence[Page], path: Path) -> set[tuple[str, str]]:
    options = Options(("en",), (part,), Setup(duplex="gutterfold"))
    path.write_bytes(built_part(_english(), part, pages, options).data)
    return {(item.code, item.message) for item in proofer().proof(path).report}


def with_backs(page: Page, change: Callable[[Cell], Cell]) -> Page:
    """The page with its backs changed, and with all that says where they are."""
    fronts = len(page.cells) // 2
    cells = (*page.cells[:fronts], *map(change, page.cells[fronts:]))
    boxes = [(c.x, c.y, c.x + c.frame.width, c.y + c.frame.height) for c in cells]
    return replace(page, cells=cells, trim=around([p for box in boxes for p in (box[:2], box[2:])]))


@pytest.mark.long
@pytest.mark.parametrize(("part", "paper"), [ACROSS, UPRIGHT])
@pytest.mark.parametrize(("dx", "dy"), [(0.3, 0.0), (0.0, -0.3)])
def test_a_back_moved_on_a_folded_sheet_is_found(part: str, paper: str, dx: float, dy: float, tmp_path: Path) -> None:
    first, *others = folded(part, paper)
    moved = with_backs(first, lambda cell: replace(cell, x=cell.x + dx, y=cell.y + dy))
    seen = found(part, [moved, *others], tmp_path / "moved.pdf")
    across, down = (dx, -dy) if part == "cards" else (-dx, dy)  # as it lies once it is folded
    said = f"page 1, folded: backs lie {across:+.2f} mm across and {down:+.2f} mm down of their fronts"
    assert ("proof-duplex", said.replace("-0.00", "+0.00")) in seen


@pytest.mark.long
@pytest.mark.parametrize(("part", "paper"), [ACROSS, UPRIGHT])
def test_a_back_on_its_head_or_of_another_is_found_on_a_folded_sheet(part: str, paper: str, tmp_path: Path) -> None:
    first, *others = folded(part, paper)
    heads = with_backs(first, lambda cell: replace(cell, turned=not cell.turned))
    back, front = first.cells[-1].frame.key, first.cells[0].frame.key
    seen = found(part, [heads, *others], tmp_path / "heads.pdf")
    assert ("proof-duplex", f"page 1, folded: the back `{back}` stands on its head") in seen
    other = next(c.frame for p in others for c in p.cells[len(p.cells) // 2 :] if c.frame.key != back)
    seen = found(part, [with_backs(first, lambda cell: replace(cell, frame=other)), *others], tmp_path / "other.pdf")
    said = f"page 1, folded: behind `{front}` lies `{other.key}`, which is the back of another"
    assert ("proof-duplex", said) in seen


def test_a_folded_sheet_without_its_fold_is_found(tmp_path: Path) -> None:
    first, *others = folded(*UPRIGHT)
    bare = replace(first, marks=tuple(m for m in first.marks if not (isinstance(m, Shape) and m.dash)))
    key = first.cells[0].frame.key
    seen = found("tokens", [bare, *others], tmp_path / "bare.pdf")
    assert ("proof-duplex", f"page 1, folded: nothing lies behind `{key}`") in seen


def test_a_line_to_glue_tiles_along_is_no_fold(tmp_path: Path) -> None:
    pages = part_pages(_english(), "harbour", Setup((148, 210), "gutterfold"))
    assert len(pages) > 1
    seen = found("harbour", pages, tmp_path / "harbour.pdf")
    assert {code for code, _ in seen} <= {"proof-margin"}


# Sheets on which some cards lie on their side


def lying(duplex: str) -> list[Page]:
    """The first sheet of the cards on tabloid with bleed, four upright and twelve on their side, and all others."""
    pages = part_pages(_english(), "cards", Setup(PAPERS["tabloid"], duplex, 3.0))
    assert len([c for c in pages[0].cells if isinstance(c.frame, Lying)]) == 12
    return pages


def told(pages: Sequence[Page], duplex: str, path: Path) -> set[tuple[str, str]]:
    options = Options(("en",), ("cards",), Setup(PAPERS["tabloid"], duplex, 3.0))
    path.write_bytes(built_part(_english(), "cards", pages, options).data)
    return {(item.code, item.message) for item in proofer().proof(path).report}


@pytest.mark.long
@pytest.mark.parametrize("duplex", ["long", "short", "separate"])
def test_sheets_with_cards_on_their_side_are_sound(duplex: str, tmp_path: Path) -> None:
    assert told(lying(duplex), duplex, tmp_path / "cards.pdf") == set()


@pytest.mark.long
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize(("dx", "dy"), [(0.3, 0.0), (0.0, -0.3)])
def test_a_back_moved_on_its_side_is_found(duplex: str, dx: float, dy: float, tmp_path: Path) -> None:
    front, back, *others = lying(duplex)
    cells = [replace(c, x=c.x + dx, y=c.y + dy) if isinstance(c.frame, Lying) else c for c in back.cells]
    boxes = [(c.x, c.y, c.x + c.frame.width, c.y + c.frame.height) for c in cells]
    trim = around([p for box in boxes for p in (box[:2], box[2:])])
    moved = replace(back, cells=tuple(cells), marks=(), trim=trim)
    across, down = (-dx, dy) if duplex == "long" else (dx, -dy)
    said = f"page 2 behind page 1: backs lie {across:+.2f} mm across and {down:+.2f} mm down of their fronts"
    seen = told([front, moved, *others], duplex, tmp_path / "cards.pdf")
    assert ("proof-duplex", said.replace("-0.00", "+0.00")) in seen


@pytest.mark.long
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_back_turned_the_wrong_way_on_its_side_is_found(duplex: str, tmp_path: Path) -> None:
    front, back, *others = lying(duplex)
    wrong = [replace(c, turned=not c.turned) if isinstance(c.frame, Lying) else c for c in back.cells]
    key = next(c.frame.key for c in back.cells if isinstance(c.frame, Lying))
    seen = told([front, replace(back, cells=tuple(wrong)), *others], duplex, tmp_path / "cards.pdf")
    assert ("proof-duplex", f"page 2 behind page 1: the back `{key}` stands on its head") in seen
    assert {code for code, _ in seen} == {"proof-duplex"}


def test_a_back_upright_behind_a_card_on_its_side_is_found(tmp_path: Path) -> None:
    """About the same middle, so that nothing but how it is turned is wrong, and where its edges are."""
    front, back, *others = lying("long")
    at, cell = next((n, c) for n, c in enumerate(back.cells) if isinstance(c.frame, Lying))
    x, y = cell.x + cell.frame.width / 2, cell.y + cell.frame.height / 2
    upright = Cell(cell.face, x - cell.face.width / 2, y - cell.face.height / 2, None)
    cells = (*back.cells[:at], upright, *back.cells[at + 1 :])
    seen = told([front, replace(back, cells=cells), *others], "long", tmp_path / "cards.pdf")
    assert ("proof-duplex", f"page 2 behind page 1: the back `{cell.frame.key}` lies on its side") in seen


def test_to_be_folded_a_part_takes_whole_sheets_for_what_has_no_back() -> None:
    """The tokens' frames, measured on the paper: on one sheet, no line through it, and counted on after the others."""
    for name, language in (("gutterfold", "pl"), ("gutterfold-letter", "en")):
        reading = read_pdf(variant(name) / language / "tokens.pdf")
        assert [(s.claims["Sheet"], s.claims["Of"]) for s in reading.sheets] == [(n, 4) for n in range(1, 5)]
        *first, last = reading.sheets
        assert all(any(m.dashed for m in sheet.marks) for sheet in first)
        assert not any(m.dashed for m in last.marks)
        assert [cell.key.split(":")[0] for cell in last.cells] == ["pirate-frame"] * 8
        assert min(c.box[1] for c in last.cells) < 25
        assert max(c.box[3] for c in last.cells) > last.height - 25
