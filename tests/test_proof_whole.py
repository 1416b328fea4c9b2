"""Proof of whole files: pages in order, folds, fonts, what leaves the paper, ink and bleed; what is wrong usage."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner

from santy_print.build import build
from santy_print.cli import main
from santy_print.faces.edges import overhang
from santy_print.parts import Options
from santy_print.proof import Proof, Proofer
from santy_print.proof.drawn import ink_of
from santy_print.proof.reading import read_pdf
from santy_print.sheets import PAPERS, Setup
from tests.broken import appended, broken, instructions, rewrite, saved, whole
from tests.built import _folder, bundled, variant
from tests.test_proof import proofer

pytestmark = pytest.mark.long  # whole sets and whole languages

Change = Callable[[pikepdf.Pdf], None]


def changed(path: Path, into: Path, change: Change) -> Proof:
    """The proof of a file after a change."""
    with pikepdf.open(path) as pdf:
        change(pdf)
        into.write_bytes(saved(pdf))
    return proofer().proof(into)


def codes(done: Proof) -> set[str]:
    return {item.code for item in done.report}


def messages(done: Proof) -> list[str]:
    return [item.message for item in done.report]


@cache
def made(name: str, part: str, **how: Any) -> Path:
    """A part, built in a way of its own."""
    setup, ink = replace(Setup(), **{k: v for k, v in how.items() if k != "ink"}), str(how.get("ink", "low"))
    build(bundled(), _folder() / name, Options(("en",), (part,), setup, ink), {})
    return _folder() / name / bundled().id / "en" / f"{part}.pdf"


def reordered(order: Callable[[list[int]], list[int]]) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        pages = list(pdf.pages)
        numbers = order(list(range(len(pages))))
        del pdf.pages[:]
        pdf.pages.extend([pages[n] for n in numbers])

    return change


@pytest.mark.long
@pytest.mark.parametrize(
    ("order", "said"),
    [
        (lambda n: [*n[7:], *n[:7]], "page 8, a front, comes after page 7, a back"),
        (lambda n: [*n[:7], n[8], n[7], *n[9:]], "page 9, the back of sheet 1, comes after that of sheet 2"),
        (lambda n: [k for pair in zip(n[:7], n[7:], strict=True) for k in pair], "page 3, a front, comes after page 2"),
    ],
)
def test_two_stacks_are_each_in_order(order: Callable[[list[int]], list[int]], said: str, tmp_path: Path) -> None:
    path = made("apart", "cards", duplex="separate")
    assert proofer().proof(path).ok
    done = changed(path, tmp_path / "cards.pdf", reordered(order))
    assert codes(done) == {"proof-order"}
    assert any(message.startswith(said) for message in messages(done))


def test_the_harbour_twice_is_told(tmp_path: Path) -> None:
    path = made("harbour", "harbour")
    done = changed(path, tmp_path / "harbour.pdf", lambda pdf: pdf.pages.append(pdf.pages[0]))
    assert codes(done) == {"proof-pages", "proof-figures"}
    assert "the front of sheet 1 is there twice: on pages 1, 2" in messages(done)


def test_a_fold_made_solid_is_told(tmp_path: Path) -> None:
    def solid(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        code = instructions(page)
        for one in code:
            if str(one.operator) == "d":
                one.operands[0] = pikepdf.Array([])
        rewrite(pdf, page, [one for one in code if str(one.operator) != "d"])

    done = changed(variant("gutterfold") / "pl" / "cards.pdf", tmp_path / "cards.pdf", solid)
    assert "page 1: no dashed line to fold along, though backs are on it" in messages(done)
    assert codes(done) == {"proof-cuts", "proof-duplex"}


def test_a_file_without_private_data_is_told_with_what_was_not_checked(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("all-private-data-gone"))
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 1
    assert "not laid out by this program" in run.stdout
    for name in ("trim", "marks", "order", "duplex", "text", "copies", "figures", "drawn"):
        assert re.search(rf"not checked: .*\b{name}\b", run.stdout)


@pytest.mark.parametrize("where", ["page", "no-type", "inherited", "form", "note", "type3", "state"])
def test_a_font_is_found_wherever_it_hangs(where: str, tmp_path: Path) -> None:
    def add(pdf: pikepdf.Pdf) -> None:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page = pdf.pages[0]
        if where in ("page", "no-type"):
            if where == "no-type":
                del font["/Type"]
            page.Resources.Font["/Hh"] = font
        elif where == "inherited":
            page.Resources.Font["/Hh"] = font
            pdf.Root.Pages.Resources = page.Resources
            del page["/Resources"]
        elif where == "form":
            form = next(one for one in page.Resources.XObject.values() if "/Font" in one.Resources)
            form.Resources.Font["/Hh"] = font
        elif where == "note":
            look = pdf.make_stream(b"", Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary(Hh=font)))
            note = pikepdf.Dictionary(Subtype=pikepdf.Name.Text, AP=pikepdf.Dictionary(N=look))
            note.Rect = pikepdf.Array([0, 0, 1, 1])
            page["/Annots"] = pikepdf.Array([note])
        elif where == "type3":
            drawn = pikepdf.Dictionary(Subtype=pikepdf.Name.Type3, Resources=pikepdf.Dictionary())
            drawn.Resources.Font = pikepdf.Dictionary(Hh=font)
            page.Resources.Font["/Ty"] = drawn
        else:
            state = pikepdf.Dictionary(Font=pikepdf.Array([pdf.make_indirect(font), 6]))
            page.Resources.ExtGState = pikepdf.Dictionary(Gs=state)

    done = changed(made("fonts", "ships"), tmp_path / "ships.pdf", add)
    assert "the font Helvetica is not in the file: every printer puts in another one" in messages(done)


def test_art_that_leaves_the_paper_is_an_error(tmp_path: Path) -> None:
    """As a printer's correction would do that is stronger than the paper allows."""

    def moved(pdf: pikepdf.Pdf) -> None:
        matrix = "1.03 0.035 -0.035 1.03 -20 -20"
        for page in pdf.pages:
            page.contents_add(f"q {matrix} cm".encode(), prepend=True)
            page.contents_add(b"Q")
            claims = page["/PieceInfo"]["/santy_print"]["/Private"]
            claims["/Correction"] = pikepdf.Array([float(v) for v in matrix.split()])

    done = changed(made("paper", "cards"), tmp_path / "cards.pdf", moved)
    assert "proof-clipped" in codes(done)
    assert any("ended by the paper's edge" in message for message in messages(done))


@pytest.mark.parametrize("words", [["--printer", "nope"], ["--paper", "a4"], ["--out", "x.pdf"], ["--lang", "fr"]])
def test_options_of_another_job_are_refused(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole())
    run = CliRunner().invoke(main, ["proof", str(path), *words])
    assert run.exit_code == 2
    assert f"{words[0]} goes with --calibrate" in run.output
    assert CliRunner().invoke(main, ["proof", "--list-printers", "--format", "json"]).exit_code == 2


def test_damage_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole()[:200_000])
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert "cards.pdf is damaged: its end is missing" in run.output
    assert "BytesIO" not in run.output


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_the_ink_of_a_file_is_seen(ink: str) -> None:
    path = made(f"ink-{ink}", "tokens", bleed=5.0, paper=PAPERS["letter"], ink=ink)
    assert ink_of(read_pdf(path)) == ink
    assert messages(proofer().proof(path)) == []


def test_faces_are_painted_as_far_as_bleed_can_be_asked_for() -> None:
    expected = proofer()._expected(read_pdf(made("ink-full", "tokens", bleed=5.0, paper=PAPERS["letter"], ink="full")))
    assert expected is not None
    assert all(min(overhang(frame) or (0.0,)) > 4.99 for frame in expected.frames.values())


def test_a_picture_that_ends_before_its_bleed_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("bleed-that-is-only-claimed"))
    done = proofer().proof(path)
    assert done.ok
    told = messages(done)
    assert told
    assert all(message.endswith("0.10 mm beyond the cut, not 3.06 mm") for message in told)
    layouts = [message.split("`")[1] for message in told]
    assert len(layouts) == len(set(layouts)), "a layout is told once, whatever number of cards it makes"


def test_without_the_pack_what_lies_over_cards_is_found_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    with pikepdf.open(io.BytesIO(whole())) as pdf:
        pdf.Root.PieceInfo["/santy_print"]["/Private"]["/Pack"] = pikepdf.String("nobody_knows")
        appended(pdf, "1 1 1 rg 40 60 515 740 re f")
        path.write_bytes(saved(pdf))
    done = Proofer().proof(path)
    assert codes(done) == {"proof-stray"}
    assert {r.name for r in done.results if r.status == "skipped"} >= {"drawn", "text", "copies"}
