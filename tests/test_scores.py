"""The score sheet: one page in every language, to write upon or filled from a record; it shows what happened."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.documents.blocks import plain
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.games.santy_anno.narrator import Words
from santy_print.games.santy_anno.scores import ScoreSheet, shared
from santy_print.games.santy_anno.state import SantyState
from santy_print.pack import Pack, load_pack
from santy_print.records import verify

GOLDEN = next((Path(__file__).parent / "golden" / "santy_anno").glob("record-events-*"))


@cache
def load(name: str) -> Pack:
    return load_pack(name).checked()


@cache
def game() -> SantyState:
    end = verify(GOLDEN, load)[1]
    assert isinstance(end, SantyState)
    return end


def pages(data: bytes) -> list[str]:
    """The words of each page."""
    with pypdfium2.PdfDocument(BytesIO(data)) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


WAYS = (("a4", "low", True), ("letter", "grey", False))
SHEETS = [(code, *way) for code in load_pack().head.languages for way in WAYS]
EVERYDAY = {("uk", "a4"), ("es", "letter")}


@pytest.mark.parametrize(
    ("code", "paper", "ink", "filled"),
    [pytest.param(*one, marks=[] if one[:2] in EVERYDAY else pytest.mark.long) for one in SHEETS],
)
def test_a_sheet_is_one_page_in_every_language_and_on_every_paper(
    code: str, paper: str, ink: str, filled: bool
) -> None:
    pack = load("santy_anno")
    sheet = ScoreSheet(pack, code, ink=ink, game=game() if filled else None)
    (page,) = pages(sheet.pdf(paper))
    words, shown = Words(pack, pack.locales[code]), re.sub(r"\s+", " ", page)
    for name in words.pirates:
        assert name in shown
    for at in range(1, 6):
        assert pack.locales[code].plain("scores.round", n=at).replace("\u00a0", " ") in shown
    assert all((name in shown) == filled for name in words.ships if name != "Santy Anno")  # which the foot says


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, marks=[] if code in ("cs", "uk") else pytest.mark.long) for code in load_pack().head.languages],
)
def test_titles_of_tables_stand_in_a_line_or_two_on_all_sheets(code: str) -> None:
    """The names before the lines make room for them, or all are a little smaller, or those too long stand in two."""
    pack = load("santy_anno")
    scores, answers = ScoreSheet(pack, code), Sheet(pack, code, data=find_answers(pack))
    for made, pdf in ((scores, scores.pdf()), (answers, answers.pdf())):
        lines = [line for page in pages(pdf) for line in page.splitlines()]
        for section in made.drawn().book.sections:
            title = plain(section.title)
            two = [f"{one} {other} {third}" for one, other, third in zip(lines, lines[1:], lines[2:], strict=False)]
            assert any(title in line for line in lines) or any({*title.split()} <= {*near.split()} for near in two), (
                title
            )


def test_what_does_not_fit_abreast_is_shared_out_evenly() -> None:
    sizes = {count: [len(some) for some in shared(count)] for count in (0, 1, 8, 9, 12, 17)}
    assert sizes == {0: [], 1: [1], 8: [8], 9: [5, 4], 12: [6, 6], 17: [6, 6, 5]}


def test_a_filled_sheet_shows_who_sat_where_and_what_was_won() -> None:
    pack, end = load("santy_anno"), game()
    (page,) = pages(ScoreSheet(pack, "en", game=end).pdf())
    words, shown = Words(pack, pack.locales["en"]), re.sub(r"\s+", " ", page)
    assert end.outcome is not None
    for pirate, name in enumerate(words.pirates):
        coins = " ".join(str(result.loot[pirate] or "–") for result in end.past)
        place = 1 + sum(
            map(len, end.outcome.places[: next(at for at, p in enumerate(end.outcome.places) if pirate in p)])
        )
        assert f"{name} {coins} {sum(end.outcome.coins[pirate])} {place}." in shown
    for result in end.past:
        for pirate, ship in result.arrivals:
            mark = "✓" if ship == result.ends[pirate] else "✗"
            if ship is not None:
                assert f"{words.pirates[pirate]} {pack.compiled.ships[ship].number} {mark}" in shown


def test_the_command_writes_a_sheet_and_tells_what_it_cannot_fill(tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(main, ["scores", "--record", str(GOLDEN), "--lang", "pl", "--out", str(tmp_path)])
    assert done.output == f"{tmp_path / 'santy_anno' / 'pl' / 'scores.pdf'}\n"
    bad = tmp_path / "bad.txt"
    bad.write_text("we played", encoding="utf-8")
    done = run(main, ["scores", "--record", str(bad), "--out", str(tmp_path)])
    assert (done.exit_code, "record-foreign" in done.stderr) == (1, True)
    done = run(main, ["scores", "sandokan", "--out", str(tmp_path)])
    assert (done.exit_code, "pack-tool" in done.stderr) == (1, True)
