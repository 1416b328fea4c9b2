"""Cache: a build from it is a cold one to the byte, whatever was edited; and nothing in its folder can make it fail."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.large import large_pack, peak
from santy_print import build as building
from santy_print import cache
from santy_print.build import build
from santy_print.cache import Cache, Item, Listener, Made, Store, default_folder, packed, things, unpacked
from santy_print.diag import Report
from santy_print.documents import Commission, rulebook
from santy_print.faces import read_art
from santy_print.faces.webfont import web_font
from santy_print.folders import data_folder, shared_layouts
from santy_print.i18n import with_pairs, with_pseudo
from santy_print.pack import load_pack
from santy_print.parts import Conduct, Options, pages
from santy_print.printer import Printer
from santy_print.sheets import PAPERS, Setup
from tests.packs import copy_pack
from tests.thinned import thinned

PARTS = """parts:
  cards:
    piles:
      - {each: boarding, layout: small, copies: "{{ item.copies }}"}
  tokens:
    piles:
      - {each: one, layout: token}
"""
CARD = """face: {width: 63.5, height: 88.9, corner: 3, alt: "{{ item.id }}"}
items:
  - art: {file: coco.svg, at: [5, 30], size: [20, 20]}
  - rect: {at: [30, 30], size: [20, 20], fill: red, hatch: auto}
  - text: {value: "{{ t(item_key(item) ~ '.name', **item) }}", at: [5, 5], size: [53, 20], style: title}
"""
TOKEN = """face: {width: 30, height: 30, alt: token}
items:
  - text: {value: "{{ t('game.title') }} {{ letter('red') }}", at: [2, 2], size: [26, 26]}
"""
FILES = {"components.yaml": PARTS, "faces/small.yaml": CARD, "faces/token.yaml": TOKEN}
EN = Options(("en",))


def small(folder: Path) -> Path:
    """The root of a pack whose build takes a moment."""
    return copy_pack(folder, FILES)


def made(root: Path, kept: Path | None, options: Options = EN, documents: Mapping[str, Any] = {}) -> dict[str, bytes]:
    """The files of a build, by name, the manifest among them."""
    out = root.parent / "out"
    shutil.rmtree(out, ignore_errors=True)
    build(load_pack(root), out, options, dict(documents), Conduct(cache=kept))
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def edited(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} holds no {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def put(root: Path, name: str, source: Path) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    shutil.copy(source, root / name)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which parts are drawn, in order."""
    parts: list[str] = []
    real = pages.built_part

    def noting(faces: Any, part: str, *more: Any) -> Any:
        parts.append(f"{faces.locale.code}/{part}")
        return real(faces, part, *more)

    monkeypatch.setattr(building, "built_part", noting)
    return parts


# --- the same bytes ---------------------------------------------------------------------------------------------

FONTS = Path(cache.__file__).parent / "fonts"
EDITS: dict[str, Callable[[Path], None]] = {
    "a text": lambda root: edited(root, "locale/en.yaml", "coco.name: ", "coco.name: My "),
    "a word": lambda root: edited(root, "locale/en.yaml", "{letter: R,", "{letter: X,"),
    "a card": lambda root: edited(root, "cards.yaml", "copies: 2", "copies: 3"),
    "a layout": lambda root: edited(root, "faces/small.yaml", "size: [20, 20]", "size: [21, 21]"),
    "a new layout of the house's name": lambda root: put(
        root, "faces/styles.yaml", shared_layouts(load_pack().game)["styles"]
    ),
    "a picture": lambda root: put(root, "art/coco.svg", root / "art" / "anchor.svg"),
    "a font": lambda root: put(root, "fonts/SantyTitle-Regular.ttf", FONTS / "SourceSerif4-Bold.ttf"),
    "the palette": lambda root: edited(root, "pack.yaml", "#d62c1f", "#d62c20"),
    "a pattern": lambda root: edited(root, "pack.yaml", "pattern: diagonal", "pattern: grid"),
    "the version": lambda root: edited(root, "pack.yaml", "version: ", "version: 9."),
    "the credits": lambda root: edited(root, "pack.yaml", "designer: ", "designer: Not "),
}
SAME = ("a new layout of the house's name",)


@pytest.mark.parametrize("what", thinned(EDITS, 3))
def test_whatever_is_edited_a_cached_build_is_a_cold_one(what: str, tmp_path: Path) -> None:
    kept, before, after = tmp_path / "kept", small(tmp_path / "a"), small(tmp_path / "b")
    first = made(before, kept)
    EDITS[what](after)
    cold = made(after, None)
    assert (cold != first) == (what not in SAME), "an edit that shows"
    assert made(after, kept) == cold
    assert made(before, kept) == first


OPTIONS = {
    "ink": replace(EN, ink="grey"),
    "paper": replace(EN, setup=Setup(PAPERS["letter"])),
    "bleed": replace(EN, setup=Setup(bleed=2.0)),
    "duplex": replace(EN, setup=Setup(duplex="short")),
    "margin": replace(EN, setup=Setup(margin=10.0)),
    "printer": replace(EN, printer=Printer(1.0, 0.5)),
    "stamp": replace(EN, stamp=True),
    "language": replace(EN, languages=("fr",)),
}


@pytest.mark.parametrize("what", OPTIONS)
def test_whatever_is_asked_for_a_cached_build_is_a_cold_one(what: str, tmp_path: Path) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    first = made(root, kept)
    cold = made(root, None, OPTIONS[what])
    assert cold != first
    assert made(root, kept, OPTIONS[what]) == cold


@pytest.mark.long
def test_all_documents_follow_a_text_on_a_card(tmp_path: Path) -> None:
    kept, one, other = tmp_path / "kept", copy_pack(tmp_path / "a"), copy_pack(tmp_path / "b")
    more = {**rulebook.documents(load_pack(one)), **load_pack(one).game.documents(load_pack(one))}
    first = made(one, kept, EN, more)
    assert made(one, kept, EN, more) == first
    edited(other, "locale/en.yaml", "coco.name: ", "coco.name: My ")
    cold = made(other, None, EN, more)
    names = {name.rpartition("/")[2] for name in cold if cold[name] != first[name]}
    assert {"cards.pdf", "rulebook.pdf", "rulebook.html", "answers.pdf"} <= names
    assert made(other, kept, EN, more) == cold


def test_two_languages_on_one_card_follow_both(tmp_path: Path, drawn: list[str]) -> None:
    kept, one, other = tmp_path / "kept", small(tmp_path / "a"), small(tmp_path / "b")
    edited(other, "locale/pl.yaml", "coco.name: ", "coco.name: Moje ")

    def both(root: Path, folder: Path | None) -> bytes:
        pack = with_pairs(load_pack(root), ("fr+pl",))
        return build(pack, root.parent / "out", Options(("fr+pl",), ("cards",)), {}, Conduct(cache=folder))[0].data

    assert both(one, kept) == both(one, kept)
    assert len(drawn) == 1
    assert both(other, kept) == both(other, None) != both(one, kept)


# --- no more than is needed -------------------------------------------------------------------------------------


def test_what_did_not_change_is_not_drawn_again(tmp_path: Path, drawn: list[str]) -> None:
    kept, one, other = tmp_path / "kept", small(tmp_path / "a"), small(tmp_path / "b")
    made(one, kept, Options(("en", "fr")))
    assert drawn == ["en/cards", "en/tokens", "fr/cards", "fr/tokens"]
    made(one, kept, Options(("en", "fr")))
    made(other, kept, Options(("fr", "en")))  # the same pack elsewhere
    assert len(drawn) == 4
    edited(other, "locale/fr.yaml", "coco.name: ", "coco.name: Mon ")
    made(other, kept, Options(("en", "fr")))
    assert drawn[4:] == ["fr/cards"]
    made(one, kept, Options(("en", "fr")))
    assert drawn[5:] == [], "both are kept"


def test_a_comment_changes_nothing(tmp_path: Path, drawn: list[str]) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    made(root, kept)
    for name in ("pack.yaml", "cards.yaml", "locale/en.yaml"):
        with (root / name).open("a", encoding="utf-8") as stream:
            stream.write("\n# nothing to see here\n")
    made(root, kept)
    assert len(drawn) == 2


def test_another_house_makes_everything_anew(tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    made(root, kept)
    before = cache.program_hash(load_pack().game)
    monkeypatch.setattr(cache, "__version__", "99.0")
    assert cache.program_hash(load_pack().game) != before
    made(root, kept)
    assert len(drawn) == 4


def test_a_document_that_is_no_part_is_bundled_is_always_asked(tmp_path: Path) -> None:
    kept, root, asked = tmp_path / "kept", small(tmp_path), []

    def note(commission: Commission) -> dict[str, bytes]:
        asked.append(commission.language)
        return {"note.txt": str(len(asked)).encode()}

    for n in (1, 2):
        assert made(root, kept, Options(("en",), ("note",)), {"note": note})["santy_anno/en/note.txt"] == b"%d" % n


def test_a_warning_is_said_again(tmp_path: Path, drawn: list[str]) -> None:
    kept, root, told = tmp_path / "kept", small(tmp_path), []
    edited(root, "faces/token.yaml", "size: [26, 26]", "size: [6, 3]")
    pack = with_pseudo(load_pack(root))  # in the made-up language a text may be too long
    for _ in range(2):
        conduct = Conduct(cache=kept)
        build(pack, tmp_path / "out", Options(("qps",)), {}, conduct)
        told.append([(item, item.human()) for item in conduct.report])
    assert told[0] == told[1]
    assert any("/locale/en.yaml:" in item.short() for item, _ in told[0]), "a warning has a place, kept or not"
    assert drawn == ["qps/cards", "qps/tokens"]
    edited(root, "locale/en.yaml", "language: en", "# a line more\nlanguage: en")
    conduct = Conduct(cache=kept)
    build(with_pseudo(load_pack(root)), tmp_path / "out", Options(("qps",)), {}, conduct)
    [(before, _)], [after] = told[0], conduct.report
    assert before.span
    assert after.span
    assert after.span.line == before.span.line + 1, "where its line has moved, it is told there"


# --- listening --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "heard"),
    [
        (lambda locale: locale.plain("game.title"), {"game.title"}),
        (lambda locale: locale.scalars["game.title"], {"game.title"}),
        (lambda locale: locale.templates.get("nothing"), {"nothing"}),
        (lambda locale: locale.has("game.title"), {cache._GRAMMAR}),
        (lambda locale: len(list(locale.templates)), {cache._GRAMMAR}),
        (lambda locale: locale.scalars.characters(), {cache._CHARACTERS}),
    ],
)
def test_who_asks_for_a_text_is_heard(ask: Callable[[Any], Any], heard: set[str]) -> None:
    pack = load_pack()
    with Listener(pack).listening() as found:
        ask(pack.locales["en"])
    assert {key for code, key in found if code == "en"} - {cache._GRAMMAR} == heard - {cache._GRAMMAR}
    assert not heard or found


@pytest.mark.parametrize("way", [dict, lambda texts: {**texts}, lambda texts: texts | {}, lambda texts: texts.copy()])
def test_whoever_copies_all_texts_hears_all(way: Callable[[Any], Any]) -> None:
    pack = load_pack()
    every = set(pack.locales["en"].scalars)
    with Listener(pack).listening() as found:
        assert dict(way(pack.locales["en"].scalars)) == dict(pack.locales["en"].scalars.items())
    assert every <= {key for _, key in found}


def test_the_pack_is_as_before_when_nobody_listens(tmp_path: Path) -> None:
    pack = load_pack(small(tmp_path))
    texts = {code: (locale.templates, locale.scalars) for code, locale in pack.locales.items()}
    build(pack, tmp_path / "out", EN, {}, Conduct(cache=tmp_path / "kept"))
    for code, locale in pack.locales.items():
        assert (locale.templates, locale.scalars)[0] is texts[code][0]
        assert locale.scalars is texts[code][1]


# --- a folder that fails ----------------------------------------------------------------------------------------


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def as_link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to("aside")


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_hole(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.truncate(1 << 40)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "flipped": lambda path: path.write_bytes(flipped(path.read_bytes())),
    "other": lambda path: path.write_bytes(packed("", {}, Made(()))[:40] + path.read_bytes()[40:]),
    "link": as_link,
    "folder": as_folder,
    "pipe": as_pipe,
    "hole": as_hole,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_not_there(damage: str, tmp_path: Path, drawn: list[str]) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    first = made(root, kept)
    for path in entries(kept):
        DAMAGES[damage](path)
    assert made(root, kept) == first
    assert len(drawn) == 4


def entries(kept: Path) -> list[Path]:
    return sorted(path for path in kept.rglob("*-*") if path.is_file())


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_an_entry_under_the_name_of_another_is_not_there(turn: int, tmp_path: Path) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    first = made(root, kept)
    found = entries(kept)
    for path, data in zip(found, [path.read_bytes() for path in found[turn:] + found[:turn]], strict=True):
        path.write_bytes(data)
    assert made(root, kept) == first


@pytest.mark.long
@pytest.mark.parametrize("how", ["data", "texts"])
def test_one_copied_over_all_others_is_not_there(how: str, tmp_path: Path) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    first = made(root, kept)
    for one in [path.read_bytes() for path in entries(kept)]:
        for path in entries(kept):
            path.write_bytes(one)
        if how == "texts":
            edited(root, "locale/en.yaml", "coco.name: ", "coco.name: My ")
            assert made(root, kept) == made(root, None)
            edited(root, "locale/en.yaml", "coco.name: My ", "coco.name: ")
        assert made(root, kept) == first


ODD: tuple[Any, ...] = (None, True, -1, 1e400, "", "x", "../../../x", [], [[]], {}, {"": None}, {"pages": "1"})


def spoilt(value: Any, places: int) -> list[Any]:
    """A value from JSON with something odd, or nothing, at each of its first places."""
    out: list[Any] = list(ODD)
    inside: list[Any] = []
    if isinstance(value, dict | list):
        inside = list(value) if isinstance(value, dict) else list(range(min(len(value), places)))
    for key in inside:
        less: Any = {k: v for k, v in value.items() if k != key} if isinstance(value, dict) else value[:key]
        out.append(less)
        for other in spoilt(value[key], places):
            changed: Any = dict(value) if isinstance(value, dict) else list(value)
            changed[key] = other
            out.append(changed)
    return out


def test_a_forged_head_is_not_there() -> None:
    key, given = "ab" * 32, ({"en a": "b"}, Made((Item("x", b"bytes", {"pages": 1}),), ("note",)))
    data = packed(key, *given)
    start = len(cache.FORM) + 32
    size = int.from_bytes(data[start : start + 8], "big")
    head, rest = json.loads(data[start + 8 : start + 8 + size]), data[start + 8 + size :]
    for other in (*spoilt(head, 3), head | {"more": 1}):
        text = json.dumps(other).encode()
        body = len(text).to_bytes(8, "big") + text + rest
        read = unpacked(key, cache.FORM + cache._checksum(key, body) + body)
        assert read is None or isinstance(read[1], Made)
        if read is not None:
            assert all(isinstance(value, str) for value in (*read[0].values(), *read[1].notes))
            assert [(type(item.name), item.data) for item in read[1].items] == [(str, b"bytes")]
    for text in (b"", b"[" * 100_000, b"{", b"\xff"):
        body = len(text).to_bytes(8, "big") + text
        assert unpacked(key, cache.FORM + cache._checksum(key, body) + body) is None
    body = b"\xff" * 8
    assert unpacked(key, cache.FORM + cache._checksum(key, body) + body) is None


FILE = {"pages": 1, "faces": {}, "copies": {}}
FORGED: dict[str, Callable[[Made], Made]] = {
    "no file": lambda made: Made(()),
    "two files": lambda made: Made(made.items * 2),
    "another name": lambda made: Made(tuple(replace(item, name="x") for item in made.items)),
    "a name that leads out": lambda made: Made(tuple(replace(item, name="en/../../x") for item in made.items)),
    "nothing said": lambda made: Made(tuple(replace(item, says={}) for item in made.items)),
    "other kinds": lambda made: Made(tuple(replace(item, says=FILE | {"pages": "x"}) for item in made.items)),
    "lists": lambda made: Made(tuple(replace(item, says=FILE | {"faces": [1], "copies": 7}) for item in made.items)),
    "facts": lambda made: Made(tuple(replace(item, says={"en x": 1, "": None}) for item in made.items)),
    "no JSON": lambda made: Made(tuple(replace(item, data=b"{") for item in made.items if item.data[:1] != b"%")),
    "other JSON": lambda made: Made(tuple(replace(item, data=b"[1]") for item in made.items if item.data[:1] != b"%")),
}


@pytest.mark.parametrize("forgery", thinned(FORGED, 2))
def test_a_forged_entry_gives_no_other_files_and_no_traceback(
    forgery: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)
    real = Store.put
    monkeypatch.setattr(Store, "put", lambda self, key, texts, made: real(self, key, texts, FORGED[forgery](made)))
    first = made(root, kept)
    monkeypatch.undo()
    assert made(root, kept) == first
    edited(root, "faces/token.yaml", "size: [26, 26]", "size: [26, 25]")  # so that kept faces are asked for, too
    assert made(root, kept) == made(root, None)


def test_every_cut_and_every_flip_is_seen() -> None:
    key, given = "ab" * 32, ({"en a": "b"}, Made((Item("x", b"bytes", {"pages": 1}),), ("note",)))
    data = packed(key, *given)
    assert unpacked(key, data) == given
    assert unpacked("cd" * 32, data) is None
    assert unpacked(key, data + b"x") is None
    for n in range(len(data)):
        assert unpacked(key, data[:n]) is None
        assert unpacked(key, data[:n] + bytes([data[n] ^ 255]) + data[n + 1 :]) is None


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path: Path) -> None:
    root = small(tmp_path)
    (tmp_path / "file").write_text("mine")
    assert made(root, tmp_path / "file") == made(root, tmp_path / "file" / "below") == made(root, None)
    assert (tmp_path / "file").read_text() == "mine"


def test_old_entries_go_when_there_are_too_many(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept", limit=10_000)
    for n in range(20):
        store.put(cache.digest(n), {}, Made((Item("x", bytes(1_000), {}),)))
        for path in (tmp_path / "kept").rglob("*-*"):
            if path.name.startswith(cache.digest(n)[2:]):
                os.utime(path, (1_000_000 + n, 1_000_000 + n))
    assert store.find(cache.digest(3), lambda _: True), "and is now the last used"
    left = tmp_path / "kept" / "ab" / f"{cache.TEMPORARY}left"
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"by a process that was killed")
    os.utime(left, (1, 1))
    store.tidy()
    there = [n for n in range(20) if store.find(cache.digest(n), lambda _: True)]
    assert 3 in there
    assert 19 in there
    assert 0 not in there
    assert not left.exists()
    assert sum(path.stat().st_size for path in (tmp_path / "kept").rglob("*") if path.is_file()) <= 10_000


def test_few_entries_that_differ_in_texts_alone_and_none_too_large(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=100_000)
    for n in range(10):
        store.put("ab" * 32, {"en a": str(n)}, Made((Item("x", b"", {}),)))
    store.put("cd" * 32, {}, Made((Item("x", bytes(50_000), {}),)))
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == cache.MAX_TWINS


def test_many_builds_at_once_share_a_folder(tmp_path: Path) -> None:
    kept, roots = tmp_path / "kept", [small(tmp_path / str(n)) for n in range(3)]
    results: dict[int, Any] = {}
    cold = made(roots[0], None)
    threads = [threading.Thread(target=lambda n=n: results.update({n: made(roots[n], kept)})) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results[n] == cold for n in range(3)] == [True] * 3


# --- what goes in -----------------------------------------------------------------------------------------------


def test_a_file_that_changes_during_a_build_keeps_nothing(tmp_path: Path) -> None:
    kept, root = tmp_path / "kept", small(tmp_path)

    def meddle(name: str) -> None:
        put(root, "art/coco.svg", root / "art" / "anchor.svg")

    build(load_pack(root), tmp_path / "out", EN, {}, Conduct(meddle, cache=kept))
    assert made(root, kept) == made(root, None)


def test_a_pack_with_links_or_pipes_is_not_kept(tmp_path: Path) -> None:
    pack = load_pack(small(tmp_path))
    assert things(pack)
    link = pack.root / "art" / "link.svg"
    link.symlink_to(pack.root / "art" / "coco.svg")
    assert things(pack) is None
    link.unlink()
    os.mkfifo(link)
    assert things(pack) is None
    assert Cache(pack, tmp_path / "kept").made("en", (), lambda: Made(())) == Made(())
    assert not (tmp_path / "kept").exists()


def test_pictures_and_fonts_come_back_as_they_were(tmp_path: Path) -> None:
    store = (Store(tmp_path / "kept"), "house")
    font, letters = FONTS / "SantyTitle-Regular.ttf", frozenset("Yarr")
    cold = web_font(font, letters)
    for _ in range(2):
        read_art._parse.cache_clear()
        web_font.cache_clear()
        token = cache._ACTIVE.set(store)
        try:
            assert web_font(font, letters) == cold
            kept = {
                path.name: read_art.measured_art(path, path.name, Report())[0]
                for path in (data_folder("content") / "santy_anno" / "art").glob("*.svg")
            }
        finally:
            cache._ACTIVE.reset(token)
    read_art._parse.cache_clear()
    for name, one in kept.items():
        plain = read_art.measured_art(data_folder("content") / "santy_anno" / "art" / name, name, Report())[0]
        assert one is not None
        assert plain is not None
        assert repr(one) == repr(plain)
    assert len(list((tmp_path / "kept").rglob("*-*"))) == len(kept) + 1


@pytest.mark.parametrize(
    ("surroundings", "platform", "folder"),
    [
        ({}, "linux", Path.home() / ".cache" / "santy_print"),
        ({"XDG_CACHE_HOME": "/x"}, "linux", Path("/x/santy_print")),
        ({"XDG_CACHE_HOME": "x"}, "linux", Path.home() / ".cache" / "santy_print"),
        ({}, "darwin", Path.home() / "Library" / "Caches" / "santy_print"),
        ({"LOCALAPPDATA": "/l"}, "win32", Path("/l/santy_print/Cache")),
        ({"SANTY_CACHE": "/mine"}, "linux", Path("/mine")),
        ({"SANTY_CACHE": "off"}, "linux", None),
    ],
)
def test_where_it_lies(surroundings: dict[str, str], platform: str, folder: Path | None) -> None:
    assert default_folder(surroundings, platform) == folder


# --- the command ------------------------------------------------------------------------------------------------


def run(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "santy_print", "build", *words]
    return subprocess.run(command, capture_output=True, text=True, env=dict(os.environ) | surroundings, check=False)


@pytest.mark.long
def test_the_command_keeps_where_it_is_told_to(tmp_path: Path) -> None:
    words = (str(small(tmp_path)), "--out", str(tmp_path / "out"), "--lang", "en", "--only", "tokens")
    done = run(*words, SANTY_CACHE=str(tmp_path / "named"))
    assert (done.returncode, done.stderr.strip()) == (0, "en/tokens.pdf")
    assert list((tmp_path / "named").rglob("*-*"))
    done = run(*words, "--cache", str(tmp_path / "asked"), "--quiet", SANTY_CACHE="off")
    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "asked").rglob("*-*"))
    assert run(*words, "--no-cache", SANTY_CACHE=str(tmp_path / "none")).returncode == 0
    assert not (tmp_path / "none").exists()


def test_sheets_alone_load_no_typesetter(tmp_path: Path) -> None:
    words = ["build", str(small(tmp_path)), "--out", str(tmp_path / "out"), "--lang", "en", "--only", "tokens"]
    code = f"import sys; from santy_print.cli import main; main({words!r}, standalone_mode=False); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"typst", "numpy", "rich"} & set(ran.stdout.split())


@pytest.mark.long
def test_a_thousand_cards_take_little_memory(tmp_path: Path) -> None:
    root = large_pack(tmp_path)
    cards = load_pack(root).parts["cards"]
    assert len(cards.piles) * len(load_pack(root).collections["boarding"]) >= 1_000
    assert peak(tmp_path, root, "--only", "cards") < 300_000_000
