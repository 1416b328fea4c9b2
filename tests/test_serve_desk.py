"""Texts changed on a page, in a real browser: typed and seen, saved where they belong, refused, never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.served import Served, browser, served
from tests.test_overlay import overlay

FIELD = "#desk-text:not([disabled])"
SAVED = ".desk .said:has-text('Saved in')"
KEY = "card.helm.clockwise.effect"


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def pages(chrome: Any) -> Iterator[Any]:
    """New pages, each of which tells every slip of its own."""
    context = chrome.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    slips: list[str] = []

    def new() -> Any:
        page = context.new_page()
        page.on("pageerror", lambda fault: slips.append(str(fault)))
        return page

    yield new
    context.close()
    assert slips == []


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    return overlay(tmp_path, {"pack.yaml": "extends: santy_anno\nid: mine\nlanguages: [en, de]\n"})


def opened_text(page: Any, pack: Served, words: str, key: str, language: str = "de") -> Any:
    """The desk with a text, found among all of them."""
    page.goto(pack.address + "#texts")
    page.wait_for_selector("#texts-list .row", timeout=60_000)
    page.select_option("#texts select >> nth=0", language)
    page.fill("#texts input[type=search]", words)
    page.click(f"#texts-list .row[data-key='{key}']", timeout=60_000)
    page.wait_for_selector(FIELD, timeout=60_000)
    return page


def until(page: Any, holds: Any, seconds: float = 20.0) -> None:
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end
        page.wait_for_timeout(30)


def test_what_is_typed_on_a_card_stands_in_its_file(pages: Any, deck: Path) -> None:
    """A click on words of the picture, a new text seen as it is typed, and the one cell of the table written."""
    page, cards = pages(), deck / "cards.csv"
    before = cards.read_text()
    with served(deck) as pack:
        page.goto(pack.address)
        page.click("button.face[data-id='en card:ferry']", timeout=60_000)
        page.click("dialog .box:has(title:text-is('card.cards.ferry.text'))", timeout=60_000)
        page.wait_for_selector(FIELD)
        assert page.input_value("#desk-text") == "Two people each pass one card to the left, face down."
        page.fill("#desk-text", "Everybody passes a card, face up.")
        page.wait_for_selector(".seen img[src^='made/tried/']")
        assert "% full" in page.text_content("#desk-fit")
        page.click(".desk .main")
        page.wait_for_selector(SAVED)
        assert cards.read_text() == before.replace(
            "Two people each pass one card to the left, face down.", "Everybody passes a card, face up."
        )
        page.wait_for_selector("#faces img[src]", state="attached")
        until(page, lambda: "Everybody" in page.get_attribute("button.face[data-id='en card:ferry']", "aria-label"))
        page.click("dialog .row:has-text('card.cards.ferry.name')")  # by which it is called
        page.fill("#desk-text:not([disabled])", "Raft")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(SAVED)
        page.wait_for_selector("#detail-name:text-is('raft')")
        assert page.text_content(".desk .key") == "card.cards.raft.name"
        assert "\nRaft,Place,sea,2,Everybody" in cards.read_text().replace('"', "")


@pytest.mark.long
def test_a_text_is_mended_with_keys_alone_and_found_in_the_yaml(pages: Any, variant: Path) -> None:
    """What the language refuses is told with its place, and is not saved; what is right is."""
    page = pages()
    with served(variant) as pack:
        page.goto(pack.address)
        page.wait_for_selector("#faces select")
        page.select_option("#faces select >> nth=0", "de")
        page.focus("button.face[data-id='de card-helm:helm-clockwise-2']")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"dialog .row:has-text('{KEY}')", timeout=60_000)
        page.focus(f"dialog .row:has-text('{KEY}')")
        page.keyboard.press("Enter")
        page.wait_for_selector(FIELD)
        assert page.evaluate("document.activeElement.id") == "desk-text"
        page.keyboard.press("Control+A")
        page.keyboard.type("Zieh {weit} {steps} {steps|Platz|Plätze}.")
        page.wait_for_selector(".desk .told .error")
        assert page.locator(".desk .filled").inner_text().strip() == ""  # what is refused fills nothing
        assert page.text_content("dialog .seen.old .badge") == "As it was before"
        page.keyboard.press("Control+Enter")
        page.focus(".desk .told .chip")
        page.keyboard.press("Enter")
        assert page.evaluate("document.getSelection().toString()") == "{weit}"
        assert not (variant / "locale").exists()
        page.keyboard.press("Delete")
        page.wait_for_selector(".desk .told .error", state="detached")
        page.wait_for_selector("dialog .seen:not(.old)")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(SAVED)
        assert "Zieh  {steps} {steps|Platz|Plätze}." in (variant / "locale" / "de.yaml").read_text()
        page.wait_for_selector(".seen img[src^='face/']", timeout=60_000)  # the face as it is drawn from the file
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.long
def test_two_who_edit_one_text_never_overwrite_each_other(pages: Any, variant: Path) -> None:
    first, second, own = pages(), pages(), variant / "locale" / "de.yaml"
    with served(variant) as pack:
        for page in (first, second):
            opened_text(page, pack, "UHRZEIGER", KEY)
        second.fill("#desk-text", "Meins {steps}.")
        first.fill("#desk-text", "Deins {steps}.")
        first.keyboard.press("Control+Enter")
        first.wait_for_selector(SAVED)
        second.wait_for_selector(".clash:not([hidden])", timeout=60_000)
        assert second.locator(".clash blockquote").all_text_contents() == ["Deins {steps}.", "Meins {steps}."]
        assert second.is_disabled(".desk .main")
        second.reload()  # what was typed outlasts that
        opened_text(second, pack, "helm", KEY)
        assert second.input_value("#desk-text") == "Meins {steps}."
        second.click(".clash button >> nth=0")
        second.keyboard.press("Control+Enter")
        second.wait_for_selector(SAVED)
        assert "Meins {steps}." in own.read_text()
        until(first, lambda: first.input_value("#desk-text") == "Meins {steps}.")
        first.fill("#desk-text", "Nochmal {steps}.")  # while another text of the same file is saved
        second.keyboard.press("Escape")
        opened_text(second, pack, "coco name", "card.coco.name")
        second.fill("#desk-text", "Nuss")
        second.keyboard.press("Control+Enter")
        second.wait_for_selector(SAVED)
        first.focus("#desk-text")
        first.keyboard.press("Control+Enter")
        first.wait_for_selector(SAVED)
        text = own.read_text()
        assert "Nochmal {steps}." in text
        assert "Nuss" in text


@pytest.mark.long
def test_a_card_that_is_called_otherwise_meanwhile_is_no_hindrance(pages: Any, deck: Path, chrome: Any) -> None:
    """Who works on its name sees both texts in his language, and who works on its other words goes on."""
    context = chrome.new_context(locale="uk")
    first, second, third, cards = pages(), context.new_page(), pages(), deck / "cards.csv"
    with served(deck) as pack:
        for page, field in ((first, "name"), (second, "name"), (third, "text")):
            page.goto(pack.address)
            page.click("button.face[data-id='en card:ferry']", timeout=60_000)
            page.click(f"dialog .row:has-text('card.cards.ferry.{field}')", timeout=60_000)
            page.wait_for_selector(FIELD)
        second.fill("#desk-text", "Barge")
        third.fill("#desk-text", "Cross over.")
        first.fill("#desk-text", "Raft")
        first.keyboard.press("Control+Enter")
        first.wait_for_selector(SAVED)
        second.wait_for_selector(".clash:not([hidden])", timeout=60_000)
        assert second.locator(".clash blockquote").all_text_contents() == ["Raft", "Barge"]
        assert "Хтось інший" in second.text_content(".clash")
        assert second.text_content(".desk .key") == "card.cards.raft.name"
        third.focus("#desk-text")
        third.keyboard.press("Control+Enter")
        third.wait_for_selector(SAVED)
        assert "\nRaft,Place,sea,2,Cross over." in cards.read_text().replace('"', "")
        second.click(".clash button >> nth=0")
        second.keyboard.press("Control+Enter")
        second.wait_for_selector("#detail-name:text-is('barge')", timeout=60_000)
        assert "\nBarge,Place,sea,2,Cross over." in cards.read_text().replace('"', "")
        cards.write_text("".join(line for line in cards.read_text().splitlines(keepends=True) if "Barge" not in line))
        third.wait_for_selector(".desk .said.wrong:has-text('no such text')", timeout=60_000)
    context.close()


@pytest.mark.long
def test_a_bundled_pack_says_what_to_do_instead(pages: Any) -> None:
    page = pages()
    with served(Path("santy_anno"), home=Path("/nonexistent")) as pack:
        opened_text(page, pack, "UHRZEIGER", KEY)
        page.fill("#desk-text", "Zieh {steps}.")
        page.wait_for_selector(".desk .frozen:not([hidden])")
        assert "santy new" in page.text_content(".desk .frozen")
        assert page.is_disabled(".desk .main")
        page.wait_for_selector(".seen img[src^='made/tried/']", timeout=60_000)  # to try is free


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280, 2560])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(chrome: Any, deck: Path, width: int, scheme: Any) -> None:
    """No rule of axe-core is broken by the list of texts or the desk, and nothing is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = chrome.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    with served(deck) as pack:
        page.goto(pack.address + "#texts")
        page.wait_for_selector("#texts-list .row", timeout=60_000)
        assert axe.run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.click("#texts-list .row[data-key='card.cards.ferry.text']")
        page.wait_for_selector(FIELD)
        page.wait_for_selector("dialog .box.on", state="attached")
        page.fill("#desk-text", "**Much too long** " * 60)
        page.wait_for_selector(".desk .told .error")
        assert axe.run(page).response["violations"] == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= width
    context.close()
