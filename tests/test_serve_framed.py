"""What a served page shows in frames: the page of play and what a game explains, each apart from the page."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from santy_print import load_pack
from santy_print.folders import data_folder
from santy_print.serve.framed import MOST, analyses_of, analysis, framed, play
from santy_print.serve.jobs import Desk, Refused
from santy_print.serve.painter import Task
from santy_print.serve.server import _made
from santy_print.starter import new_of_game
from tests.served import browser, served

PACKS = ("santy_anno", "sandokan")
WELL = "#state[data-state=well]:not(.busy)"


def desk(pack: str) -> Desk:
    return Desk(Task(pack, None, ""))


def test_a_game_says_what_it_explains_and_one_without_rules_says_nothing(tmp_path: Path) -> None:
    named = {name: list(analyses_of(load_pack(name))) for name in PACKS}
    assert named == {"santy_anno": ["ships", "answers", "quality"], "sandokan": ["quality"]}
    new_of_game(tmp_path / "deck", "deck")
    assert analyses_of(load_pack(str(tmp_path / "deck"))) == ()


def test_what_ships_share_is_a_page_without_scripts() -> None:
    at = desk("santy_anno")
    made = framed(at, json.loads(analysis(at, {"name": "ships", "language": "en"}).data))
    page = made.data.decode()
    assert "Who changes places with whom" in page
    assert "a one-factorisation" in page
    assert "<script" not in page
    other = framed(at, json.loads(analysis(at, {"name": "ships", "language": "fr"}).data)).data.decode()
    assert "Qui change de place avec qui" in other
    assert "Vigie et voile" in other
    seen = re.sub(r"<style.*?</style>|<[^>]*>", " ", other, flags=re.DOTALL)
    assert not {"Who", "cards", "yellow", "nest"} & {*re.findall(r"\w+", seen)}
    assert "allow-scripts" not in _made(made).headers["content-security-policy"]


@pytest.mark.parametrize(
    "given", [None, {}, {"language": "xx"}, {"language": ["en"]}, {"language": "en"}, {"language": "en", "name": []}]
)
def test_what_is_not_there_cannot_be_asked_for(given: Any) -> None:
    with pytest.raises(Refused):
        analysis(desk("sandokan"), given)


def test_the_page_of_play_runs_its_own_script_alone_and_reaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    own = "default-src 'none'; script-src 'sha256-x'"
    page = f'<meta http-equiv="Content-Security-Policy" content="{own}">'
    monkeypatch.setattr("santy_print.offline.play_html", lambda pack, languages: page + languages[0])
    at = desk("santy_anno")
    made = framed(at, json.loads(play(at, {"language": "de"}).data))
    assert made.data == f"{page}de".encode()
    headers = _made(made).headers
    assert headers["content-security-policy"] == f"{own}; frame-ancestors 'self'; sandbox allow-scripts"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    for code in ("en", "fr", "de", "pl", "cs", "es", "it", "uk") * 2:
        play(at, {"language": code})
    assert len(at.kept["framed"]) == MOST
    with pytest.raises(Refused):
        framed(at, "another")


@pytest.mark.long
def test_nobody_loses_a_row_and_a_document_keeps_its_place(tmp_path: Path) -> None:
    """A save comes to who reads or plays: the document is the new one where it was, the row stays until it is left."""
    root = tmp_path / "set"
    shutil.copytree(data_folder("content") / "santy_anno", root)
    with served(root) as pack, browser() as chrome:
        page = chrome.new_page()
        slips: list[str] = []
        page.on("pageerror", lambda fault: slips.append(str(fault)))
        page.on("console", lambda line: slips.append(line.text) if line.type == "error" else None)
        page.goto(pack.address + "#analysis")
        document = page.frame_locator("#analysis-frame iframe:not(.behind)")
        page.select_option("#analysis-tools select >> nth=0", "answers")
        document.locator("h1", has_text="Answer").wait_for(timeout=60_000)
        place = "document.querySelector('#analysis-frame iframe').contentWindow.scrollY"
        page.evaluate(
            "document.querySelector('#analysis-frame iframe').contentWindow.scrollTo({top: 150, behavior: 'instant'})"
        )
        pack.edit("locale/en.yaml", "    title: Answer sheet", "    title: Answers anew")
        document.locator("h1", has_text="Answers anew").wait_for(timeout=60_000)
        assert page.evaluate(place) == 150

        page.click("#views a[data-view=play]")
        game = page.frame_locator("#play-frame iframe")
        game.locator("button.go").wait_for(timeout=60_000)
        game.locator("[data-key='step1']").click()
        game.locator("button.go").click()
        row = game.locator("h1").text_content()
        pack.edit("locale/en.yaml", "A row of cards and a ship to start from", "Another row to start from")
        page.wait_for_selector("#play-tools button:not([hidden])", timeout=60_000)
        assert game.locator("h1").text_content() == row
        game.locator("[data-key='give-up']").click()
        game.locator("[data-key='change']").click()  # the row is left: the page is the pack as it is now
        game.locator(".lead", has_text="Another row").wait_for(timeout=60_000)
        assert game.locator("output").text_content() == "4"  # what was chosen stays
        assert page.locator("#play-tools button:not([hidden])").count() == 0
        assert page.evaluate("document.querySelector('#play-frame iframe').sandbox.value") == "allow-scripts"
        answer = page.request.get(pack.address + page.get_attribute("#play-frame iframe", "src"))
        assert "sandbox allow-scripts" in answer.headers["content-security-policy"]
        page.set_viewport_size({"width": 390, "height": 844})  # the board is wider, and yet nothing is cut off
        for view in ("faces", "eyes", "analysis", "play"):
            page.click(f"#views a[data-view={view}]")
            page.wait_for_timeout(300)
            assert page.evaluate("document.documentElement.scrollWidth") == 390, view
        assert slips == []
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector("#faults li.error")
        assert game.locator(".lead", has_text="Another row").count() == 1  # what was made last stays


def test_a_deck_has_no_link_to_what_its_game_has_not(tmp_path: Path) -> None:
    from santy_print.serve.shown import shown_head

    new_of_game(tmp_path / "deck", "deck")
    head = shown_head(load_pack(str(tmp_path / "deck")))
    assert (head.play, head.analyses) == (False, ())
    head = shown_head(load_pack("santy_anno"))
    assert head.play
    assert ("fr", "Cartes") in head.parts[0].names  # called as a page's reader calls them
    assert ("fr", "jaune") in head.colours[0].names
