"""A served pack in a real browser: every save is seen, nothing else moves, and nothing of a pack is ever run."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.served import Served, browser, served

WELL = "#state[data-state=well]:not(.busy)"
FACES = "button.face"
HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="document.title='run'">
<script>document.title='run'</script><image href="x" onerror="document.title='run'"/>
<foreignObject><iframe src="javascript:parent.document.title='run'"/></foreignObject>
<path d="M1 1h8v8z"/></svg>"""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def page(chrome: Any) -> Iterator[Any]:
    """A page that tells every slip of its own."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    slips: list[str] = []
    opened.on("pageerror", lambda fault: slips.append(str(fault)))
    opened.on("console", lambda line: slips.append(line.text) if line.type == "error" else None)
    opened.slips = slips
    yield opened
    context.close()


def opened(page: Any, pack: Served, view: str = "") -> Any:
    page.goto(pack.address + view)
    page.wait_for_selector(WELL, timeout=60_000)
    return page


def drawings(page: Any) -> dict[str, str]:
    """The picture of each face on the page, by what the face is called."""
    script = "nodes => nodes.map(n => [n.dataset.id, n.querySelector('img').getAttribute('src')])"
    return dict(page.eval_on_selector_all(FACES, script))


def until(page: Any, script: str, seconds: float = 20.0) -> None:
    """Wait for what a script says; the page itself may evaluate nothing."""
    end = monotonic() + seconds
    while not page.evaluate(script):
        assert monotonic() < end, script
        page.wait_for_timeout(20)


def first_row(root: Path) -> str:
    return (root / "cards.csv").read_text(encoding="utf-8").splitlines()[1]


def test_a_save_is_seen_and_nothing_else_moves(page: Any, deck: Path) -> None:
    """One face changes: its picture is another, all others are the same elements; place, focus and size stay."""
    with served(deck) as pack:
        opened(page, pack)
        before = drawings(page)
        assert len(before) > 4
        page.set_viewport_size({"width": 1280, "height": 420})
        page.evaluate("() => { window.kept = document.querySelectorAll('button.face'); window.mark = 1; }")
        page.fill("input[type=search]", "e")
        page.focus("input[type=search]")
        page.mouse.wheel(0, 150)
        until(page, "window.scrollY > 50")
        place = page.evaluate("window.scrollY")
        row = first_row(deck)
        pack.edit("cards.csv", row, row.replace(row.split(",")[1], "A new name", 1))
        page.wait_for_selector(".fresh")
        after = drawings(page)
        changed = {id for id in before if after.get(id) not in (before[id], None)}
        assert len(changed) == 1
        assert page.evaluate("[...window.kept].every(node => !node.isConnected || node.dataset.id)")
        assert page.evaluate("window.mark") == 1  # the page was not loaded anew
        assert page.evaluate("window.scrollY") == place
        assert page.evaluate("document.activeElement.type") == "search"
        assert page.input_value("input[type=search]") == "e"
        page.wait_for_selector(WELL, timeout=60_000)
        assert page.slips == []


@pytest.mark.long
def test_a_pack_that_breaks_is_told_at_once_and_one_that_is_mended_as_well(page: Any, deck: Path) -> None:
    """The fault with its place, the line, the way out and a link; the last good faces stay, and are marked as old."""
    with served(deck) as pack:
        opened(page, pack)
        before = drawings(page)
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector("#faults li.error")
        fault = page.text_content("#faults li.error")
        assert "pack.yaml:" in fault
        link = page.get_attribute("#faults a.place", "href")
        assert link.startswith("vscode://file/")
        assert "/deck/pack.yaml:" in link
        assert "source_language" in page.text_content("#faults pre")
        assert drawings(page) == before
        assert page.locator(".face.old").count() == len(before)
        assert page.get_attribute("#state", "data-state") == "error"
        pack.edit("pack.yaml", "source_language: [en", "source_language: en")
        page.wait_for_selector("#faults", state="hidden")
        page.wait_for_selector(WELL, timeout=60_000)
        assert page.locator(".face.old").count() == 0
        row = first_row(deck)
        pack.edit("cards.csv", row, row.replace(row.split(",")[1], "much too long " * 40, 1))
        page.wait_for_selector("#faults li.error")
        assert "text-overflow" in page.text_content("#faults-list")
        assert page.locator(".face.old").count() == 1  # one face alone waits
        assert page.slips == []


@pytest.mark.long
def test_nothing_of_a_hostile_pack_is_run(page: Any, deck: Path) -> None:
    """A drawing, a text, a file's name, a key: all of it is shown, refused or told, and none of it becomes markup."""
    art = deck / "art"
    art.mkdir()
    (art / "gull.svg").write_text(HOSTILE)
    evil = "<img src=x onerror=document.title='run'>"
    (art / f"{evil.replace('/', '')}.svg").write_text(HOSTILE)
    layout = deck / "faces" / "card.yaml"
    shown = [f'  - art: {{file: "{name}.svg", at: [1, 1], size: [9, 9]}}' for name in (evil, "gull")]
    layout.write_text(layout.read_text().replace("\nitems:\n", "\n".join(["\nitems:", *shown, ""]), 1))
    row = first_row(deck)
    cards = deck / "cards.csv"
    cards.write_text(cards.read_text().replace(row.split(",")[1], f'"{evil}"', 1))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with served(deck) as pack:
        page.goto(pack.address)
        page.wait_for_selector("#faults li.error", timeout=30_000)
        page.wait_for_selector("#state:not(.busy)", timeout=60_000)
        assert "run" not in page.title()
        assert evil in page.text_content("#faults-list")
        assert page.locator("main img:not([src^='face/']), #faults img, iframe, main script").count() == 0
        answer = page.request.get(next(url for url in asked if "/face/" in url))
        assert "sandbox" in answer.headers["content-security-policy"]
        assert b"<script" not in answer.body()
        assert all(url.split("://")[1].startswith(f"127.0.0.1:{pack.port}/") for url in asked)
        page.goto(next(url for url in asked if "/face/" in url))
        assert "run" not in page.title()


@pytest.mark.long
def test_a_page_waits_for_a_server_that_is_gone_and_goes_on_with_the_next(page: Any, deck: Path) -> None:
    with served(deck) as pack:
        opened(page, pack)
        before = drawings(page)
        port = pack.port
        assert pack.interrupt() == 130  # with a page open it ends at once
    page.wait_for_selector("#state[data-state=gone]")
    page.evaluate("window.mark = 1")
    assert drawings(page) == before
    row = first_row(deck)
    cards = deck / "cards.csv"
    cards.write_text(cards.read_text().replace(row, row.replace(row.split(",")[1], "Another", 1), 1))
    with served(deck, "--port", str(port)) as again:
        assert again.port == port
        page.wait_for_selector(WELL, timeout=60_000)
        after = drawings(page)
        assert sum(after[id] != before[id] for id in before) == 1
        assert page.evaluate("window.mark") == 1
        os.kill(again.children[0], signal.SIGKILL) if os.name == "posix" else None


@pytest.mark.long
def test_a_painter_that_dies_is_told_and_the_next_save_begins_another(page: Any, deck: Path) -> None:
    with served(deck) as pack:
        opened(page, pack)
        before = drawings(page)
        for child in pack.children:
            os.kill(child, signal.SIGKILL)
        page.wait_for_selector("#faults li.error")
        assert "serve-broken" in page.text_content("#faults-list")
        assert drawings(page) == before
        pack.edit("pack.yaml", "game: deck", "# saved\ngame: deck")
        page.wait_for_selector(WELL, timeout=60_000)
        assert page.locator(".face.old").count() == 0


@pytest.mark.long
def test_eight_pages_at_once_all_follow_and_a_hidden_one_is_closed(chrome: Any, deck: Path) -> None:
    """A browser has six connections to a server: with a stream of each page's own the seventh would wait for ever."""
    context = chrome.new_context()
    with served(deck) as pack:
        pages = [context.new_page() for _ in range(8)]
        for each in pages:
            each.goto(pack.address)
        for each in pages:
            each.wait_for_selector(WELL, timeout=60_000)
        hidden = pages[0]
        hidden.evaluate(
            "() => { Object.defineProperty(document, 'visibilityState', {get: () => window.seen ?? 'hidden'});"
            " document.dispatchEvent(new Event('visibilitychange')); }"
        )
        before = drawings(hidden)
        row = first_row(deck)
        pack.edit("cards.csv", row, row.replace(row.split(",")[1], "A new name", 1))
        for each in pages[1:]:
            each.wait_for_selector(".fresh", timeout=20_000)
        assert drawings(hidden) == before
        hidden.evaluate("() => { window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange')); }")
        hidden.wait_for_selector(".fresh", timeout=20_000)
        assert drawings(hidden) == drawings(pages[1])
    context.close()


@pytest.mark.long
def test_a_thousand_saves_end_in_the_last_one_and_a_bounded_memory(page: Any, deck: Path) -> None:
    """Who saves without end is followed; what was drawn on the way is let go."""
    with served(deck) as pack:
        opened(page, pack)
        row = first_row(deck)
        path, text = deck / "cards.csv", (deck / "cards.csv").read_text(encoding="utf-8")
        name = row.split(",")[1]
        for number in range(1_000):
            path.write_text(text.replace(row, row.replace(name, f"Save {number}", 1), 1), encoding="utf-8")
        until(page, "document.querySelector('button.face')?.getAttribute('aria-label').includes('Save 999')")
        page.wait_for_selector(WELL, timeout=60_000)
        assert page.slips == []


@pytest.mark.long
def test_keys_lead_everywhere(page: Any, deck: Path) -> None:
    with served(deck) as pack:
        opened(page, pack)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.type") == "search"
        page.focus(FACES)
        ids = page.eval_on_selector_all(FACES, "nodes => nodes.map(n => n.dataset.id)")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.id") == ids[1]
        page.keyboard.press("End")
        assert page.evaluate("document.activeElement.dataset.id") == ids[-1]
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        colour = page.text_content("dialog .chips button")
        page.click("dialog .chips button")  # what this colour touches
        page.wait_for_selector("dialog[open]", state="detached")
        assert colour in page.eval_on_selector_all("select", "nodes => nodes.map(node => node.value)")
        assert 0 < page.locator(FACES).count() < len(ids)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280, 2560])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(chrome: Any, deck: Path, width: int, scheme: Any) -> None:
    """No rule of axe-core is broken, in any view, with and without faults; and nothing is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = chrome.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    with served(deck) as pack:
        for view in ("#faces", "#languages", "#eyes"):
            opened(page, pack, view)
            page.wait_for_selector(f"{view} {FACES}")
            assert axe.run(page).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(pack.address + "#faces")
        page.click(f"#faces {FACES}")
        page.wait_for_selector("dialog[open]")
        assert axe.run(page).response["violations"] == []
        page.keyboard.press("Escape")
        pack.edit("pack.yaml", "source_language: en", "source_language: [en")
        page.wait_for_selector("#faults li.error")
        assert axe.run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.long
def test_on_a_phone_one_fault_is_told_and_the_others_are_counted(chrome: Any, deck: Path) -> None:
    """Else they would hide half of the page; who wants to read them all opens them."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = chrome.new_page(viewport={"width": 390, "height": 844})
    with served(deck) as pack:
        opened(page, pack)
        rows = (deck / "cards.csv").read_text().splitlines()[1:4]
        for row in rows:
            pack.edit("cards.csv", row, row.replace(row.split(",")[1], "much too long " * 40, 1))
        until(page, "document.querySelectorAll('#faults-list > li').length >= 3")
        count = page.locator("#faults-list > li").count()
        shown = "[...document.querySelectorAll('#faults-list > li')].filter(one => one.offsetHeight).length"
        assert page.evaluate(shown) == 1
        assert page.locator("#faults").bounding_box()["height"] < 844 * 0.4
        assert f"{count - 1}" in page.text_content("#faults-all")
        assert axe.run(page).response["violations"] == []
        page.click("#faults-all")
        assert page.evaluate(shown) == count
        assert page.get_attribute("#faults-all", "aria-expanded") == "true"
        assert axe.run(page).response["violations"] == []
        page.set_viewport_size({"width": 1280, "height": 844})
        assert not page.is_visible("#faults-all")
        for row in rows:
            pack.edit("cards.csv", row.replace(row.split(",")[1], "much too long " * 40, 1), row)
        page.wait_for_selector("#faults", state="hidden")
        page.set_viewport_size({"width": 390, "height": 844})
        (deck / "faces" / "back.yaml").unlink()  # the line that asks for it is wider than the screen
        page.wait_for_selector("#faults li.lead:has-text('back') pre")
        seen = "document.querySelector('.lead .mark').getBoundingClientRect().right <= innerWidth"
        until(page, seen)
    page.close()


@pytest.mark.long
def test_languages_stand_side_by_side_with_how_full_they_are(page: Any, tmp_path: Path) -> None:
    root = tmp_path / "questions"
    shutil.copytree(Path(__file__).parent.parent / "examples" / "questions", root)
    with served(root) as pack:
        page.goto(pack.address + "#languages")
        page.wait_for_selector("td[lang=fr] button.face img")
        page.wait_for_selector(WELL, timeout=60_000)
        assert page.locator("thead th").all_text_contents()[1:] == ["English", "Français"]
        assert page.locator("td[lang=en] meter").count() == page.locator("td[lang=fr] meter").count() > 3
        page.click("fieldset label >> nth=1")
        page.wait_for_selector("td[lang=fr]", state="detached")
        assert page.locator("td[lang=en] button.face").count() > 3
        page.goto(pack.address + "#faces")  # a language that a pack loses for a moment is shown again when it is back
        page.select_option("#faces select >> nth=0", "fr")
        (said,) = [line for line in (root / "pack.yaml").read_text().splitlines() if line.startswith("languages:")]
        for before, after, shown in ((said, "languages: [en]", "en"), ("languages: [en]", said, "fr")):
            pack.edit("pack.yaml", before, after)
            until(page, f"document.querySelector('#faces select').value === '{shown}'")
        assert page.slips == []
