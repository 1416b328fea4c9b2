"""From a save to the pixels of a page, in a real browser: `santy serve`, with the bundled set and a deck of a thousand.

Wall time, as a person waits it, the median of several saves: on a machine that does something else it is longer.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from santy_print.folders import data_folder
from tests.served import Served, browser, chromium, served

RUNS = 9
SAVES = 500
DONE = "#state:not(.busy)[data-state]"
WATCH = """(id) => { window.changed = new Promise((done) => {
  const face = [...document.querySelectorAll("button.face")].find((node) => node.dataset.id === id);
  const image = face.querySelector("img"), before = image.getAttribute("src");
  const watcher = new MutationObserver(async () => {
    if (image.getAttribute("src") === before) return;
    watcher.disconnect();
    await image.decode();
    requestAnimationFrame(() => setTimeout(() => done(Date.now()), 0));
  });
  watcher.observe(image, {attributes: true});
}); }"""
TYPED = WATCH.replace("(id)", "()").replace("const image = face.querySelector", "const image = document.querySelector")
TYPED = re.sub(r"  const face = .*\n", "", TYPED).replace('("img")', '("#detail .seen img")')
Change = tuple[str, str, str, str, str]
"""What changes: its name, the file, what stands in it, what is put there (with the number of the save), a face."""

SET: tuple[Change, ...] = (
    (
        "a text",
        "locale/en.yaml",
        "Move to the other ship whose",
        "Move {n} to the ship whose",
        "card-element:element-nest",
    ),
    ("a colour of the palette", "pack.yaml", "#d62c1f", "#d62c{n:02}", "card-element:element-nest"),
    ("a ship's drawing", "art/ship-viper.svg", "#8a6d3b", "#8a6d{n:02}", "ship:viper"),
)
DECK: tuple[Change, ...] = (
    ("one card of a thousand", "cards.csv", "Card 7,Person,", "Card 7,Person {n},", "card:card-7"),
)


def measured() -> Iterator[tuple[str, float, str, float | None, str]]:
    """Lines of the bench; none where there is no browser."""
    if chromium() is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "set"
        shutil.copytree(data_folder("content") / "santy_anno", root)
        with served(root) as pack, browser() as chrome:
            yield from _saved(chrome, pack, SET)
            yield from _typed(chrome, pack)
        deck = _deck(Path(folder) / "deck")
        with _cache_in(Path(folder) / "cache"), served(deck) as pack, browser() as chrome:
            yield from _sheets(chrome, pack)
        with served(deck) as pack, browser() as chrome:
            yield from _saved(chrome, pack, DECK)
            yield from _memory(chrome, pack)


def _saved(
    chrome: Any, pack: Served, changes: tuple[Change, ...]
) -> Iterator[tuple[str, float, str, float | None, str]]:
    begun = time.time()
    page = chrome.new_page(viewport={"width": 1280, "height": 900})
    page.goto(pack.address)
    page.wait_for_selector("button.face img")
    first = time.time() - begun
    yield f"serve, {pack.root.name}: from asking to the first face", first * 1000, "ms", None, ""
    for what, name, before, after, face in changes:
        page.wait_for_selector(DONE, timeout=240_000)
        page.locator(f"button.face[data-id='en {face}']").scroll_into_view_if_needed()
        page.wait_for_timeout(400)
        spent = _processor(pack)
        times = list(_times(page, pack, (name, before, after, face)))
        spent = (_processor(pack) - spent) / (RUNS + 1)
        note = f"{min(times):.0f} to {max(times):.0f}; {spent:.0f} ms of processor time in all"
        yield f"serve, {pack.root.name}: from a save to pixels, {what}", statistics.median(times), "ms", 300, note
    page.close()


def _times(page: Any, pack: Served, change: tuple[str, str, str, str]) -> Iterator[float]:
    name, before, after, face = change
    path = pack.root / name
    text = path.read_text(encoding="utf-8")
    assert before in text, change
    for run in range(RUNS + 1):
        page.evaluate(WATCH, f"en {face}")
        begun = time.time()
        path.write_text(text.replace(before, after.format(n=run + 10)), encoding="utf-8")
        spent = page.evaluate("window.changed") - begun * 1000
        if run:  # the first draws what none was drawn of before
            yield spent
        page.wait_for_timeout(350)
    path.write_text(text, encoding="utf-8")


TEXT = "card.element.effect"
"""What is typed at the desk."""


def _typed(chrome: Any, pack: Served) -> Iterator[tuple[str, float, str, float | None, str]]:
    """From a key at the desk to the face set anew with what stands there."""
    page = chrome.new_page(viewport={"width": 1280, "height": 900})
    page.goto(pack.address)
    page.wait_for_selector(DONE, timeout=240_000)
    page.click("button.face[data-id='en card-element:element-nest']")
    page.click(f"dialog .row:has-text('{TEXT}')", timeout=60_000)
    page.wait_for_selector("dialog .box.on", state="attached", timeout=60_000)
    times = []
    for run in range(RUNS + 1):
        page.evaluate(TYPED)
        begun = time.time()
        page.keyboard.type("x")
        times += [page.evaluate("window.changed") - begun * 1000] if run else []
        page.evaluate("window.changed")
        page.wait_for_timeout(200)
    page.close()
    note = f"{min(times):.0f} to {max(times):.0f}"
    yield f"serve, {pack.root.name}: from a key at the desk to pixels", statistics.median(times), "ms", 300, note


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Nothing that was made before is there."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("XDG_CACHE_HOME")
        os.environ |= {"XDG_CACHE_HOME": before} if before is not None else {}


def _sheets(chrome: Any, pack: Served) -> Iterator[tuple[str, float, str, float | None, str]]:
    """From opening the sheets of a thousand cards, of which nothing is made yet, to the first picture, and to all."""
    page = chrome.new_page(viewport={"width": 1280, "height": 900})
    begun = time.time()
    page.goto(pack.address + "#sheets")
    page.wait_for_selector(".leaf img[src]", timeout=240_000)
    page.evaluate("document.querySelector('.leaf img[src]').decode()")
    first = time.time() - begun
    page.wait_for_selector(".printed:not(.busy):not(.waiting)", timeout=240_000)
    note = f"all of them laid out after {time.time() - begun:.0f} s"
    page.close()
    yield f"serve, {pack.root.name}: from opening its sheets to the first page", first * 1000, "ms", None, note


def _memory(chrome: Any, pack: Served) -> Iterator[tuple[str, float, str, float | None, str]]:
    """All processes of the server together, after many saves against after a few."""
    page = chrome.new_page()
    page.goto(pack.address)
    page.wait_for_selector(DONE, timeout=240_000)
    path = pack.root / "cards.csv"
    text = path.read_text(encoding="utf-8")
    held = []
    for number in range(SAVES):
        path.write_text(text.replace("Card 7,Person,", f"Card 7,Person {number},"), encoding="utf-8")
        page.wait_for_timeout(160)
        if number in (SAVES // 5, SAVES - 1):
            held.append(_resident(pack))
    note = f"{held[0]:.0f} MB after {SAVES // 5} saves, {held[1]:.0f} MB after {SAVES}"
    yield "serve: memory after 500 saves, against after 100", held[1] / held[0], "x", 1.1, note


def _resident(pack: Served) -> float:
    """MB that the server and what it started hold."""
    pids = ",".join(map(str, (pack.process.pid, *pack.children)))
    shown = subprocess.run(["ps", "-o", "rss=", "-p", pids], capture_output=True, text=True, check=True).stdout
    return sum(map(int, re.findall(r"\d+", shown))) / 1000


def _processor(pack: Served) -> float:
    """Milliseconds of processor time that the server and the process that draws have taken."""
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    spent = 0.0
    for pid in (pack.process.pid, *pack.children):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        spent += (int(fields[11]) + int(fields[12])) * tick
    return spent


def _deck(root: Path, cards: int = 1000) -> Path:
    """A deck of a thousand cards."""
    from santy_print.starter import new_of_game

    new_of_game(root, "deck")
    table = root / "cards.csv"
    head, first, *_ = table.read_text(encoding="utf-8").splitlines()
    rest = first.partition(",")[2]
    table.write_text("\n".join([head, *(f"Card {n},{rest}" for n in range(1, cards + 1)), ""]), encoding="utf-8")
    return root


if __name__ == "__main__":
    for line in measured():
        print(*line, flush=True)
    sys.exit()
