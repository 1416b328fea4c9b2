"""HTML on any screen: at the width of a telephone nothing is wider than the screen, unless it stands where it scrolls,
and a card stands beside its rule.

Its structure is looked at always: what may be wide stands in a scroller. Where a browser is at hand it lays the pages
out, too.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from santy_print.documents.rulebook import Rulebook
from santy_print.games.sandokan.leaflets import LEAFLETS, Leaflet
from santy_print.games.santy_anno.answer_sheet import Sheet, find_answers
from santy_print.i18n import with_pairs
from santy_print.pack import Pack, load_pack

WIDTHS = (390, 800, 1280)
APART = 4
"""Pixels at least between the words of neighbouring cells on a sheet."""
SPOKEN = {game: (*load_pack(game).head.languages, "fr+pl") for game in ("sandokan", "santy_anno")}
BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
ALONE = {"br", "circle", "col", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use", "wbr"}
"""Elements that may have no end."""
FREE = re.compile(r"(?<![\w-])(?:min-)?width:\s*(?:calc\()?([\d.]+)(px|rem|mm|pt|ch)\b")
SIZES = {"px": 1.0, "rem": 16.0, "mm": 96 / 25.4, "pt": 96 / 72, "ch": 8.0}


@cache
def pack(game: str) -> Pack:
    return with_pairs(load_pack(game).checked(), [code for code in SPOKEN[game] if "+" in code])


@cache
def page(game: str, code: str, name: str = "rulebook") -> str:
    if game == "santy_anno" and name == "answers":
        return Sheet(pack(game), code, data=find_answers(pack(game))).html()
    return (Rulebook(pack(game), code) if name == "rulebook" else Leaflet(pack(game), code, name=name)).html()


def pages() -> list[tuple[str, str, str]]:
    books = [(game, code, "rulebook") for game, codes in SPOKEN.items() for code in codes]
    sheets = [("santy_anno", code, "answers") for code in SPOKEN["santy_anno"]]
    return [*books, *sheets, *(("sandokan", code, name) for code in SPOKEN["sandokan"] for name in LEAFLETS)]


class Wide(HTMLParser):
    """Finds tables, stages and preformatted lines outside of a scroller, and elements with a width of their own."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []
        self.scrollers = 0
        self.feed(re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", text, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        names = (given.get("class") or "").split()
        scrolls = "scroll" in names
        inside = scrolls or any(scrolling for _, scrolling in self.open)
        self.scrollers += scrolls
        if not inside and (tag in ("table", "pre") or "stage" in names):
            self.found.append(f"<{tag} class={' '.join(names)!r}> stands in no scroller")
        for size, unit in FREE.findall(given.get("style") or ""):
            if not inside and float(size) * SIZES[unit] > WIDTHS[0]:
                self.found.append(f"<{tag}> is {size}{unit} wide")
        if tag not in ALONE:
            self.open.append((tag, scrolls))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


def fixed_widths(style: str) -> list[str]:
    """Rules for all screens that make something wider than a telephone, unless it may be narrower, too."""
    everywhere = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", style)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", everywhere)
    return [
        f"{name.strip()} {size}{unit}"
        for name, body in rules
        for size, unit in FREE.findall(re.sub(r"max-width:[^;]*", "", body))
        if float(size) * SIZES[unit] > WIDTHS[0] - 32 and ".unseen" not in name
    ]


@pytest.mark.parametrize(("game", "code", "name"), [("sandokan", "fr", "rulebook"), ("sandokan", "pl", "answers")])
def test_what_may_be_wide_stands_in_a_scroller(game: str, code: str, name: str) -> None:
    text = page(game, code, name)
    seen = Wide(text)
    assert seen.found == []
    assert seen.scrollers > 1
    (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    assert fixed_widths(style) == []
    assert re.search(r"\.scroll \{[^}]*overflow-x: auto", style)
    assert re.search(r"\.pic \{[^}]*max-width: 100%", style)
    assert 'content="width=device-width' in text
    assert all(re.search(rf"{row} \{{[^}}]*flex-wrap: wrap", style) for row in (r"nav ul", r"\.facts", r"\.faces"))


def test_what_is_too_wide_is_seen() -> None:
    assert Wide("<main><table><tr><td>1</td></tr></table></main>").found
    assert Wide('<main><p style="width: 600px">1</p></main>').found
    assert Wide('<main><div class="scroll"><table></table></div><p style="width: 50%">1</p></main>').found == []
    assert fixed_widths(".a { min-width: 30rem; } .b { max-width: 50rem; }") == [".a 30rem"]


def test_last_words_stay_together_and_the_widest_word_of_a_title_has_room() -> None:
    text = page("sandokan", "en")
    assert '<span class="closing">event and sail on.</span></p>' in text
    assert "you may do one of these.</p>" in text, "a short text breaks where it likes"
    asked = re.compile(r"h1 \{ font-family: [^}]*29rem / ([\d.]+)")
    english, ukrainian = (float(asked.findall(page("sandokan", code))[0]) for code in ("en", "uk"))
    assert 3.2 < english < 3.7
    assert 5.4 < ukrainian < 5.9


def test_pictures_are_whole_and_names_below_them_stay_together() -> None:
    text = page("santy_anno", "pl")
    (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    assert re.search(r"\.pic \{[^}]*overflow: visible", style), "a line on a picture's edge is not cut"
    assert re.search(r"\.portraits \.pic \{[^}]*margin-bottom: \.75rem", style), "accents stay clear of the bust"
    assert re.search(r'<span class="unparted">.{0,60}Santy Anno', text)
    assert '<td class="signs">' in text, "signs of a column begin on one line"
    assert '<strong class="num">' in text
    assert '<table class="numbered">' in text


def test_what_is_bold_is_upright_for_no_font_is_bold_and_slanted() -> None:
    text = page("sandokan", "en")
    assert re.search(r"<figcaption>(?:(?!</figcaption>).)*<strong>For example", text, flags=re.DOTALL)
    assert "strong, strong em { font-style: normal; }" in text


@pytest.mark.parametrize("code", ["en", "fr+pl"])
def test_no_text_of_a_drawing_begins_or_ends_with_a_blank(code: str) -> None:
    texts = re.findall(r"<text[^>]*>(.*?)</text>", page("santy_anno", code))
    assert len(texts) > 20
    assert [text for text in texts if text != text.strip()] == []


def test_two_languages_have_lines_of_their_own_and_no_name_is_broken() -> None:
    text = page("sandokan", "fr+pl")
    first = re.search(r'<th scope="row" class="whole">(.*?)</th>', text[text.index('id="answers"') :])
    assert first
    assert first[1].count('class="own"') == 2
    assert "·" not in first[1]
    assert re.search(r'<th scope="col" class="right whole"><span class="own">A\xa0?\s?déjà', text)
    assert '<td class="sums">' in text, "rows of sums stand in one line each where there is room"
    assert 'class="scrolls"' in text, "the board is larger than a telephone, and says so"


def test_a_table_says_from_where_and_to_where_by_arrows() -> None:
    for code in load_pack("sandokan").head.languages:
        head = load_pack("sandokan").checked().locales[code].plain("rulebook.labels.to")
        assert "\\" not in head
        assert head.index("↓") < head.index("→")


# --- in a browser -------------------------------------------------------------------------------------------------

LOOKED_AT = """
<!DOCTYPE html><body></body><script>
const pages = %s, widths = %s, out = [];
const frames = pages.flatMap((page, n) => widths.map(width => [n, width, page]));
const next = () => {
  const it = frames.shift();
  if (!it) { document.body.textContent = JSON.stringify(out); return; }
  const frame = document.createElement('iframe');
  frame.width = it[1]; frame.height = 900; frame.style.border = 0;
  frame.onload = () => {
    const inner = frame.contentDocument, wide = frame.clientWidth;
    const scrolls = e => e.closest('.scroll, svg, .unseen, .skip');
    const all = [...inner.body.querySelectorAll('*')].filter(e => !scrolls(e));
    const found = all.filter(e => e.getBoundingClientRect().right > wide + 1);
    const far = inner.documentElement.scrollWidth > wide + 1;
    const ends = cell => {
      const walk = inner.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = inner.createRange(), boxes = [];
      while (walk.nextNode()) {
        const around = walk.currentNode.parentElement;
        if (around.closest('.unseen') || getComputedStyle(around).position === 'absolute') continue;
        range.selectNodeContents(walk.currentNode);
        boxes.push(...[...range.getClientRects()].filter(box => box.width > 1));
      }
      return boxes.length ? [Math.min(...boxes.map(b => b.left)), Math.max(...boxes.map(b => b.right))] : null;
    };
    const meets = cell => {
      const [one, other] = [ends(cell), ends(cell.nextElementSibling)];
      return one && other && other[0] - one[1] < %d;
    };
    if (inner.body.matches('.sheet')) {
      found.push(...[...inner.querySelectorAll('tr > :not(:last-child)')].filter(meets));
    }
    const parted = title => {
      const range = inner.createRange(), walk = inner.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        for (const word of walk.currentNode.textContent.matchAll(/\\S+/g)) {
          range.setStart(walk.currentNode, word.index);
          range.setEnd(walk.currentNode, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) return true;
        }
      }
      return false;
    };
    found.push(...[...inner.querySelectorAll('h1')].filter(parted));
    const level = (one, other) => one.getBoundingClientRect().bottom > other.getBoundingClientRect().top;
    const lines = way => new Set([...way.querySelectorAll('.pic')].map(each => each.getBoundingClientRect().top)).size;
    found.push(...[...inner.querySelectorAll('.entry > .face')].filter(e => !level(e, e.nextElementSibling)));
    found.push(...[...inner.querySelectorAll('.entry .way.line')].filter(way => lines(way) > 1));
    const told = e => e.tagName + '.' + e.className + ': ' + e.textContent.trim().slice(0, 40);
    out.push([it[0], it[1], far, found.slice(0, 5).map(told)]);
    frame.remove(); next();
  };
  frame.srcdoc = it[2];
  document.body.append(frame);
};
next();
</script>
"""


def overflowing(texts: list[str], folder: Path) -> list[tuple[int, int, bool, list[str]]]:
    """By page and width of the screen: whether it scrolls sideways, and what ends right of the screen."""
    shown = folder / "pages.html"
    given = json.dumps(texts).replace("</", "<\\/")
    shown.write_text(LOOKED_AT % (given, list(WIDTHS), APART), encoding="utf-8")
    run = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"]
    run += ["--virtual-time-budget=60000", f"--user-data-dir={folder / 'profile'}", "--dump-dom", shown.as_uri()]
    made = subprocess.run(run, capture_output=True, text=True, timeout=300, check=True).stdout
    body = re.search(r"<body>(.*?)</body>", made, flags=re.DOTALL)
    assert body, made[:400]
    return [(n, width, far, found) for n, width, far, found in json.loads(html.unescape(body[1]))]


@pytest.mark.long
@pytest.mark.skipif(not BROWSER, reason="no browser here; the structure of pages is looked at all the same")
def test_no_page_is_wider_than_its_screen(tmp_path: Path) -> None:
    asked = pages()
    bad = "<!DOCTYPE html><body><p style='width: 5000px'>wide</p></body>"
    seen = overflowing([bad, *(page(*each) for each in asked)], tmp_path)
    assert len(seen) == (len(asked) + 1) * len(WIDTHS)
    assert all(far and found for n, _, far, found in seen if n == 0), "what is too wide is seen"
    faults = [(asked[n - 1], width, found) for n, width, far, found in seen if n and (far or found)]
    assert faults == []
