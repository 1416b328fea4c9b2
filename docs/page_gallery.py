"""The pictures of docs/serve.md: a pack on the page of `santy serve`, as a browser shows it; none without Chromium."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent))

from santy_print.folders import data_folder
from tests.served import WITHOUT, browser, chromium, served

VIEWS = (
    ("#faces", "#faces button.face"),
    ("#languages", "td[lang=fr] button.face img"),
    ("#eyes", "#eyes button.face img"),
    ("#sheets", "#sheets li:nth-child(4) .leaf img[src]"),
)
"""The views, and what is there when they are."""
SCREEN: dict[str, Any] = {"viewport": {"width": 1200, "height": 780}, "locale": "en-GB"}
EDIT = ("name: Viper", "name: Vixen")
"""What is changed while somebody reads the rulebook."""
DONE = "#state:not(.busy)[data-state]"


def page_pictures() -> Iterator[tuple[str, Image.Image]]:
    """Views of the bundled set, and a fault in a copy of it."""
    if chromium() is None:
        print(f"docs/serve.md: {WITHOUT}", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        root = Path("my-variant")  # as somebody would call it who stands beside it
        shutil.copytree(data_folder("content") / "santy_anno", root)
        with served(root) as pack, browser() as chrome:
            page = chrome.new_page(**SCREEN)
            for view, ready in VIEWS:
                page.goto(pack.address + view)
                page.wait_for_selector(ready, timeout=120_000)
                page.wait_for_selector(DONE, timeout=240_000)
                page.wait_for_timeout(1_500)
                yield f"serve-{view[1:]}.jpg", Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            yield "serve-desk.jpg", _desk(chrome.new_page(**SCREEN), pack.address)
            page.goto(pack.address + "#rulebook")
            page.wait_for_selector("#rulebook li:nth-child(4) .leaf img[src]", timeout=120_000)
            pack.edit("ships.yaml", *EDIT)
            page.wait_for_selector("#rulebook .leaf .badge:not(:empty)", timeout=60_000)
            page.wait_for_timeout(1_500)
            yield "serve-rulebook.jpg", Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            pack.edit("ships.yaml", *reversed(EDIT))
            page.goto(pack.address + "#faces")
            page.wait_for_selector("#faces button.face")
            page.wait_for_selector(DONE, timeout=240_000)
            pack.edit("ships.yaml", "hull: red, plate: yellow", "hull: red, plate: yelow")
            page.wait_for_selector("#faults li.error", timeout=60_000)
            page.wait_for_selector(DONE, timeout=240_000)
            page.wait_for_timeout(1_500)
            yield "serve-fault.jpg", Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _desk(page: Any, address: str) -> Image.Image:
    """A text that somebody types anew, a slip in it told, its face beside it."""
    page.goto(address + "#texts")
    page.wait_for_selector("#texts-list .row", timeout=60_000)
    page.select_option("#texts select >> nth=0", "fr")
    page.fill("#texts input[type=search]", "card.helm.clockwise")
    page.click("#texts-list .row[data-key='card.helm.clockwise.effect']:has-text('autour')", timeout=60_000)
    page.wait_for_selector("dialog .box.on", state="attached", timeout=120_000)
    page.focus("#desk-text")
    page.keyboard.press("Control+End")
    page.keyboard.type(" Et **attention au vent.")
    page.wait_for_selector(".desk .told li", timeout=60_000)
    page.wait_for_timeout(1_500)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
