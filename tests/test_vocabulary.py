"""No game's vocabulary stands in what is there for any game: the kernel's code, its templates, its own words.

The words are taken from each bundled game: the keys of its files, its collections, kinds and ids, its lexicon, the keys
of its texts, and the names in them. Another game's words are looked for as soon as it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from santy_print.folders import bundled, bundled_words, data_folder
from santy_print.pack import Components, Pack, PackHead, load_pack
from santy_print.text import LocaleFile
from tests.packs import games_with_packs

ROOT = Path(__file__).parent.parent

# Small words of English, which stand in the keys of texts: no game owns them.
ENGLISH = """
again all alone always any apart arrive bare basic bottom bring cast far for from given known late later least
left meant most new nothing off one only our right several stay think together top true whole you your
ahead asked bad current does door drifting drop east exchange eye false free gave give good heading home hope laid
load lost old pass place search secret standing take throw trust wait won
drawn first own show when worth
best change clock empty fair fewer length meet missing more out same shown slip table twice undo way why
alike broken eight even favoured find look none poor reach still under uneven unused work
extra longest mean nobody open
"""

# What a tool for print says of files, texts, drawings and measures.
TOOLS = """
    date running
aim alt art board box calm check colour content corner count double fact feature figure file frame goal intro
kind label lay line list minus minute note order pack pair pay plus provenance remove resolve rest row run santy
sequence setup share stack stand start step story sum summary swap tagline target tidy tie tile token total
trail unknown value variant waiting word
column discard draw exit mark point verb
analysis compare cost diagonal distinct group matching percent quality reckon support
arrow distance reference
plan task
"""

# What is said at any table: who plays, with what, and how it goes. `event` is not among them.
TABLE = """
age card counter deal dealt deck direction effect hand move moved player round rule seat seating second together win
action
"""

# Colours of screens and inks, turns, headings and heights: of any drawing.
DRAWING = """
blue clockwise drift flat green level red white yellow
"""

COMMON = {word for group in (ENGLISH, TOOLS, TABLE, DRAWING) for word in group.split()}

# What of a game's words may stand where, and why. Each must be needed.
EXCEPTIONS: dict[str, tuple[str, str]] = {
    "santy_print/__init__.py": ("anno", "the pack that is meant where none is named"),
    "santy_print/source.py": ("event nest anchor", "PyYAML's events and anchors, and how deep mappings nest"),
    "santy_print/text/locale.py": ("java", "the code of a script"),
    "santy_print/faces/font_files.py": ("element", "`maxStackElements` and others of a font's table"),
    "santy_print/faces/art.py": ("element", "elements of SVG"),
    "santy_print/faces/saved_file.py": ("element event anchor", "elements of SVG, `pointer-events` and `text-anchor`"),
    "santy_print/faces/saved_lines.py": ("element", "elements of SVG"),
    "santy_print/faces/saved_page.py": ("element", "elements of SVG"),
    "santy_print/faces/saved_text.py": ("element anchor", "elements of SVG and `text-anchor`"),
    "santy_print/faces/saved_paints.py": ("element", "elements of SVG"),
    "santy_print/faces/saved_svg.py": ("element", "elements of SVG"),
    "santy_print/faces/pixels.py": ("element", "elements of SVG"),
    "santy_print/faces/styles.py": ("element anchor", "elements of SVG and `text-anchor`"),
    "santy_print/budget.py": ("element", "elements of SVG"),
    "santy_print/spreadsheet/formats.py": ("element", "what Python calls its reader of XML"),
    "santy_print/documents/html.py": ("element", "elements of HTML"),
    "santy_print/pdf/__init__.py": ("element", "the Dublin Core's address for a PDF's data"),
    "santy_print/choices.py": ("port", "a number of the network's"),
    "santy_print/cli/options.py": ("port", "a number of the network's"),
    "santy_print/cli/pages.py": ("port", "a number of the network's"),
    "santy_print/cli/study.py": ("port", "a number of the network's"),
    "santy_print/study/plots.py": ("anchor", "`text-anchor` of SVG"),
    "santy_print/study/cluster.py": ("port", "a number of the network's"),
    "santy_print/serve/guard.py": ("port", "a number of the network's"),
    "santy_print/serve/server.py": ("port event", "a number of the network's; what a system tells of files"),
    "santy_print/serve/hub.py": ("event", "what asyncio calls a thing that is waited for"),
    "santy_print/serve/watch.py": ("event", "what a system tells of files"),
    "templates/page/kit.js": ("element event", "elements of HTML and what happens to them"),
    "santy_print/game/page.py": ("java", "JavaScript"),
    "content/words/locale/en.yaml": ("java", "JavaScript"),
    "santy_print/workers.py": ("crew", "processes that work together"),
    # Examples that a person can type: of the pack that is meant where none is named, which everybody has.
    "santy_print/cli/paper.py": ("coco helm ship viper", "examples of `--cards`, `--face` and `--only`"),
    "santy_print/reprint.py": ("coco helm", "an example of `--cards`"),
    "santy_print/i18n/skeleton.py": ("element", "an example of a placeholder, in a translator's file"),
}


def parts(text: str) -> Iterator[str]:
    """The words of a text or of an identifier, small, without the plural's s."""
    for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ž]+", text):
        small = word.lower()
        yield small[:-1] if small.endswith("s") and not small.endswith("ss") and len(small) > 3 else small


def keys_of(model: Any, seen: set[Any]) -> Iterator[str]:
    """The names of a model's fields and of those below it."""
    if isinstance(model, type) and issubclass(model, BaseModel):
        if model not in seen:
            seen.add(model)
            for name, field in model.model_fields.items():
                yield name
                yield from keys_of(field.annotation, seen)
    else:
        for inner in get_args(model):
            yield from keys_of(inner, seen)


def said_by(pack: Pack) -> Iterator[str]:
    """Whatever a game calls something: keys of files and texts, collections and what is in them, words and names."""
    for model in pack.game.files.values():
        yield from keys_of(model, set())
    for name, items in pack.collections.items():
        yield name
        for item in items:
            yield from (*item, str(item["id"]), str(item.get("kind", "")))
    locale = pack.locales["en"]
    yield from (*locale.file.lexicon.nouns, *locale.file.lexicon.adjectives)
    for key, text in locale.scalars.items():
        if not text.span.file.name.startswith("content/words"):
            yield key
            yield from re.findall(r"(?<=[a-z,] )[A-Z][a-z]{2,}", text.text)


@cache
def vocabulary(game: str) -> frozenset[str]:
    """The words that are a game's own."""
    name = next(name for name in bundled() if load_pack(name).game.name == game)
    own = {part for said in (game, *said_by(load_pack(name))) for part in parts(said)}
    models = PackHead, Components, LocaleFile
    any_games = [said for model in models for said in keys_of(model, set())]
    any_games += [
        key
        for game in games_with_packs()  # one game may say anew what is there for all
        for key, text in load_pack(game).locales["en"].scalars.items()
        if text.span.file.name.startswith("content/words")
    ]
    common = {part for said in (*any_games, *COMMON) for part in parts(said)}
    return frozenset(word for word in own - common if len(word) > 2)


def kernel() -> list[Path]:
    """The files that any game is printed with."""
    code = [path for path in (ROOT / "santy_print").rglob("*.py") if path.relative_to(ROOT).parts[1] != "games"]
    texts = [path for path in data_folder("templates").rglob("*") if path.is_file()]
    return sorted(code + texts + list((bundled_words() / "locale").glob("en.yaml")))


@pytest.mark.parametrize("game", games_with_packs())
def test_what_is_there_for_any_game_says_no_word_of_one(game: str) -> None:
    words, wrong = vocabulary(game), {}
    for path in kernel():
        name = path.relative_to(ROOT).as_posix()
        allowed = set(EXCEPTIONS.get(name, ("", ""))[0].split())
        found = {part for part in parts(path.read_text("utf-8")) if part in words}
        if found - allowed:
            wrong[name] = sorted(found - allowed)
    assert wrong == {}


def test_no_exception_is_made_without_need() -> None:
    every = {word for game in games_with_packs() for word in vocabulary(game)}
    for name, (allowed, why) in EXCEPTIONS.items():
        path = ROOT / name
        assert why
        if path.is_file():
            assert set(allowed.split()) <= every & set(parts(path.read_text("utf-8"))), name


def test_a_games_words_are_found() -> None:
    """What the first game is about is looked for: were it not, nothing would be found."""
    assert {"pirate", "ship", "hull", "helm", "bosun", "harbour", "event", "fleet"} <= vocabulary("santy_anno")
