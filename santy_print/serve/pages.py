"""Pages: the files of the page, and its words in the reader's language."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from santy_print.diag import Report
from santy_print.folders import data_folder
from santy_print.source import Map, load_yaml
from santy_print.text.locale import flat

FOLDER = Path(__file__).parent / "page"
FONTS = ("SantyTitle-Regular.ttf", "RuslanDisplay-Regular.ttf", "SourceSerif4-Regular.ttf", "SourceSerif4-Bold.ttf")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
ENGLISH = "en"
Answer = tuple[bytes | None, str]
"""What is answered, and of which kind it is; None where there is no such thing."""


class Pages:
    """What a browser fetches besides faces: read from disk when it is asked for, by names that are known beforehand."""

    def __init__(self) -> None:
        """Of the files that come along."""
        fonts = FOLDER.parent.parent / "fonts"
        self._files = {path.name: path for path in FOLDER.iterdir() if path.suffix in KINDS}
        self._files |= {name: fonts / name for name in FONTS}

    def file(self, name: str) -> Answer:
        """A script, a style sheet, a font."""
        path = self._files.get(name)
        return (path.read_bytes(), KINDS[path.suffix]) if path is not None else (None, "")

    def index(self, wanted: str) -> Answer:
        """The page itself, in the language a browser prefers."""
        html = self._files["index.html"].read_text(encoding="utf-8")
        return html.replace('lang="en"', f'lang="{preferred(wanted)}"', 1).encode(), KINDS[".html"]

    def words(self, wanted: str) -> Answer:
        """The words of the page in that language, by their keys."""
        code = preferred(wanted)
        texts = {"language": code, "words": words_in(ENGLISH) | words_in(code)}
        return json.dumps(texts, ensure_ascii=False).encode(), "application/json"


def words_folder() -> Path:
    """Where the words of the page lie, a file for each language."""
    return data_folder("content") / "words" / "page"


@cache
def languages() -> tuple[str, ...]:
    """The languages that the page speaks."""
    return tuple(sorted(path.stem for path in words_folder().glob("*.yaml")))


@cache
def words_in(code: str) -> dict[str, str]:
    """The words of the page in a language."""
    report = Report()
    node = load_yaml(words_folder() / f"{code}.yaml", f"content/words/page/{code}.yaml", report)
    texts = node.get("texts") if node is not None else None
    found = {key: scalar.text.strip() for key, scalar in flat(texts, "", report)} if isinstance(texts, Map) else {}
    assert report.ok, report.items
    return found


def preferred(wanted: str) -> str:
    """The language of the page for what a browser says that its reader prefers (`de-AT,de;q=0.9,en;q=0.5`)."""
    known = languages()
    ranked: list[tuple[float, str]] = []
    for each in wanted[:500].split(","):
        code, _, more = each.strip().partition(";")
        weight = re.search(r"q=([01](?:\.[0-9]+)?)", more)
        ranked.append((-float(weight[1]) if weight else -1.0, code.casefold()))
    for weight_below, code in sorted(ranked, key=lambda pair: pair[0]):
        found = next((name for name in (code, code.partition("-")[0]) if name in known), None)
        if found is not None and weight_below < 0:
            return found
    return ENGLISH
