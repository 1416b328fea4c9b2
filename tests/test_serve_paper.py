"""Sheets and the rulebook on a served page, in a real browser: what is seen is what is printed, and nothing moves that
did not change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from santy_print.library import build_pack, ready_pack
from santy_print.parts import Options
from santy_print.sheets import PAPERS, Setup
from tests.served import Served, browser, served
from tests.test_serve_browser import until

ROOT = Path(__file__).parent.parent
LEAF = ".leaf img[src]"
EXPECTED = ("422", "Blocked script", "CONNECTION_REFUSED")
"""What a browser tells that is no slip of the page: that something was not done, that nothing is run in a frame, that a
server is gone."""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def page(chrome: Any) -> Iterator[Any]:
    """A page that tells every slip of its own."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-GB")
    opened = context.new_page()
    slips: list[str] = []
    opened.on("pageerror", lambda fault: slips.append(str(fault)))
    opened.on("console", lambda line: slips.append(line.text) if line.type == "error" else None)
    yield opened
    assert [slip for slip in slips if not any(each in slip for each in EXPECTED)] == []
    context.close()


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "examples" / "questions", tmp_path / "questions"))


@pytest.fixture
def sea(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "content" / "sandokan", tmp_path / "sandokan"))


def opened(page: Any, pack: Served, view: str) -> None:
    page.goto(f"{pack.address}#{view}")
    page.wait_for_selector(f"#{view} {LEAF}", timeout=90_000)


def pictures(page: Any, view: str) -> list[str]:
    """Which picture each page has, however sharp."""
    script = "nodes => nodes.map(node => (node.getAttribute('src') || '').split('.')[0])"
    found: list[str] = page.eval_on_selector_all(f"#{view} .leaf img", script)
    return found


def frame(page: Any, script: str) -> Any:
    """What a script says of the window of the frame in which the rulebook stands."""
    return page.evaluate(f"(() => {{ const frame = document.querySelector('iframe').contentWindow; {script} }})()")


def test_front_and_back_of_a_sheet_lie_side_by_side(page: Any, questions: Path) -> None:
    with served(questions) as pack:
        opened(page, pack, "sheets")
        assert page.eval_on_selector_all(".sheet", "n => n.map(sheet => sheet.querySelectorAll('.leaf').length)") == [2]
        assert page.get_attribute(".leaf >> nth=0", "aria-label") == "Cards · English · Sheet 1 of 1 · Front"


@pytest.mark.long
def test_what_is_kept_is_what_a_build_writes(page: Any, questions: Path, tmp_path: Path) -> None:
    with served(questions) as pack:
        opened(page, pack, "sheets")
        page.select_option("#sheets-tools select:has(option[value=letter])", "letter")
        page.select_option("#sheets-tools select:has(option[value=short])", "short")
        with page.expect_download() as kept:
            page.click("#sheets-tools .main")
        build_pack(ready_pack(questions), tmp_path, Options(("en",), ("cards",), Setup(PAPERS["letter"], "short")))
        assert kept.value.suggested_filename == "cards.pdf"
        assert kept.value.path().read_bytes() == (tmp_path / "questions" / "en" / "cards.pdf").read_bytes()


@pytest.mark.long
def test_a_save_draws_the_pages_anew_that_look_otherwise_and_a_fault_leaves_all(page: Any, questions: Path) -> None:
    with served(questions) as pack:
        page.goto(pack.address + "#sheets")
        page.wait_for_selector(f"#sheets {LEAF}", timeout=60_000)
        page.select_option("#sheets-tools select:has(option[value=own])", "own")
        page.fill("#sheets-own", "150x210")
        page.keyboard.press("Tab")
        until(page, "document.querySelectorAll('#sheets .leaf').length > 4")
        until(page, "[...document.querySelectorAll('#sheets .leaf img')].every(image => image.hasAttribute('src'))")
        before = pictures(page, "sheets")
        page.evaluate("window.kept = [...document.querySelectorAll('.leaf')]")
        pack.edit("cards.csv", "as a child", "as a boy")
        page.wait_for_selector("#sheets .leaf.fresh", timeout=20_000)
        after = pictures(page, "sheets")
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
        assert page.evaluate("window.kept.every(leaf => leaf.isConnected)")
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector(".printed.old")
        assert pictures(page, "sheets") == after
        assert page.locator("#sheets .leaf .badge:not(:empty)").count() == len(after)
        assert "told below" in page.text_content(".printed .note")
        until(page, "document.querySelector('#sheets-tools .main').disabled")  # nothing can be made, and it says why
        assert "not all that is chosen can be laid out" in page.text_content("#sheets-tools .said")
        assert page.locator(".printed button:not(.leaf):disabled").count() == 1
        pack.edit("pack.yaml", "source_language: [en", "source_language: en")
        page.wait_for_selector(".printed:not(.old)")
        assert page.locator("#sheets-tools .main:not([disabled])").count() == 1
        assert page.text_content("#sheets-tools .said") == ""
        assert page.locator("#sheets .leaf .badge:not(:empty)").count() == 0
        page.fill("#sheets-own", "60x60")  # what only a build finds is told there
        page.keyboard.press("Tab")
        page.wait_for_selector(".printed .faults li.error")
        assert "paper-too-small" in page.text_content(".printed .faults")


@pytest.mark.long
def test_keys_lead_through_the_sheets(page: Any, questions: Path) -> None:
    with served(questions) as pack:
        opened(page, pack, "sheets")
        page.focus(".leaf >> nth=0")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement === document.querySelectorAll('.leaf')[1]")
        page.keyboard.press("Enter")
        page.wait_for_selector("#leaf[open]")
        assert page.text_content("#leaf-name").endswith("Back")
        page.wait_for_selector("#leaf img[src*='.180.']")
        page.keyboard.press("ArrowLeft")
        assert page.text_content("#leaf-name").endswith("Front")
        page.click("#leaf button:has-text('Show the back')")
        assert page.text_content("#leaf-name").endswith("Back")
        page.click("#leaf button[aria-pressed]")
        assert page.evaluate("document.querySelector('#leaf img').clientWidth") == pytest.approx(210 * 96 / 25.4, abs=2)
        page.keyboard.press("Escape")
        page.wait_for_selector("#leaf[open]", state="detached")
        assert page.evaluate("document.activeElement === document.querySelectorAll('.leaf')[1]")


@pytest.mark.long
def test_the_rulebook_follows_a_save_to_what_changed(page: Any, sea: Path) -> None:
    """As pages and as a page of HTML: what changed is marked and brought into sight; nothing else moves."""
    with served(sea) as pack:
        opened(page, pack, "rulebook")
        until(page, "document.querySelectorAll('#rulebook .leaf img[src]').length === 4")
        before = pictures(page, "rulebook")
        pack.edit("locale/en.yaml", "Boarding", "Boarding now")
        page.wait_for_selector("#rulebook .leaf .badge:not(:empty)", timeout=30_000)
        after = pictures(page, "rulebook")
        changed = [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        assert changed == [2]
        assert page.evaluate("document.querySelectorAll('#rulebook .leaf')[2].getBoundingClientRect().top < 700")
        place = page.evaluate("window.scrollY")
        assert place > 100
        with page.expect_response("**/ask/book"):
            pack.edit("pack.yaml", "id:", "# only a note\nid:")
        page.wait_for_timeout(1_000)
        assert page.evaluate("window.scrollY") == place
        assert pictures(page, "rulebook") == after

        page.select_option("#rulebook-tools select >> nth=1", "html")
        page.wait_for_selector("#rulebook-screen iframe:not(.next)", timeout=30_000)
        until(page, "document.querySelector('#rulebook-count').textContent.includes('kB')")
        frame(page, "frame.scrollTo({top: 2000, behavior: 'instant'});")
        pack.edit("locale/en.yaml", "Boarding now", "Boarding")
        until(page, "document.querySelector('#rulebook-count').textContent.includes('changed')")
        seen = "[...frame.document.querySelectorAll('h2')].find(node => node.textContent.includes('Boarding'))"
        assert 0 <= frame(page, f"return {seen}.getBoundingClientRect().top;") < 800
        place = frame(page, "return frame.scrollY;")
        with page.expect_response("**/ask/book"):
            pack.edit("pack.yaml", "# only a note", "# only another note")
        page.wait_for_timeout(1_000)
        assert frame(page, "return frame.scrollY;") == place
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector("#rulebook.old")
        assert frame(page, f"return !!{seen};")


@pytest.mark.long
def test_nothing_in_a_rulebook_is_run(page: Any, sea: Path) -> None:
    """The frame has an address and a policy of its own: no script, no form, no way out of it."""
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer) if "/made/book-page/" in answer.url else None)
    with served(sea) as pack:
        evil = "<img src=x onerror=parent.document.title='run'><script>parent.document.title='run'</script>"
        pack.edit("locale/en.yaml", "Boarding", evil)
        opened(page, pack, "rulebook")
        page.select_option("#rulebook-tools select >> nth=1", "html")
        page.wait_for_selector("#rulebook-screen iframe", timeout=30_000)
        until(page, "document.querySelector('#rulebook-count').textContent.includes('kB')")
        headers = answers[0].headers
        assert headers["x-frame-options"] == "SAMEORIGIN"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert "sandbox allow-same-origin" in policy
        assert page.get_attribute("iframe", "sandbox") == "allow-same-origin"
        script = "const node = frame.document.createElement('script'); node.textContent = 'parent.document.title = 7';"
        frame(page, f"{script} frame.document.body.append(node);")
        page.wait_for_timeout(300)
        assert "run" not in page.title()
        assert "7" not in page.title()


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light"), (2560, "dark")])
def test_everybody_can_print_and_read(chrome: Any, sea: Path, width: int, scheme: Any) -> None:
    """No rule of axe-core is broken, and nothing is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = chrome.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    with served(sea) as pack:
        for view in ("sheets", "rulebook"):
            opened(page, pack, view)
            assert axe.run(page).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.click(f"#{view} .leaf")
            page.wait_for_selector("#leaf[open]")
            assert axe.run(page).response["violations"] == []
            page.keyboard.press("Escape")
        page.select_option("#rulebook-tools select >> nth=1", "html")
        page.wait_for_selector("#rulebook-screen iframe", timeout=30_000)
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector("#rulebook.old", timeout=30_000)
        assert axe.run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.long
def test_a_phone_tells_all_that_is_chosen_in_the_words_and_figures_of_its_reader(chrome: Any, sea: Path) -> None:
    """Nothing is wider than the screen with all parts chosen; a back is called so; a number has the reader's comma."""
    context = chrome.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="fr")
    page = context.new_page()
    with served(sea) as pack:
        opened(page, pack, "sheets")
        page.click(".fold")
        page.check("#sheets-fields fieldset:nth-of-type(2) .tick input >> nth=0")
        until(page, "document.querySelectorAll('#sheets-list section').length > 4")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.goto(pack.address + "#languages")
        page.wait_for_selector("#rows th:text-is('move-1 · Verso')")
        assert page.locator("#rows th:text-is('move-1')").count() == 1
        page.click("#rows td[lang=en] button.face >> nth=0")
        until(page, "document.querySelector('.desk .fit')?.textContent.includes('7,5 pt')", 60)
    context.close()


@pytest.mark.long
def test_sheets_of_another_server_are_asked_for_anew(page: Any, questions: Path) -> None:
    """What was saved while none was there is seen as well, although each server begins to count by itself."""
    with served(questions) as pack:
        opened(page, pack, "sheets")
        before = pictures(page, "sheets")
        port = str(pack.port)
    page.wait_for_selector("#state[data-state=gone]")
    assert not page.locator("#sheets.old, #sheets .old").count()
    cards = questions / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("?", "!"), encoding="utf-8")
    with served(questions, "--port", port):
        first = "document.querySelector('#sheets .leaf img')?.getAttribute('src')"
        until(page, f"{first} && !{first}.startsWith('{before[0]}')", 60)
