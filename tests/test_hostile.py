"""What a stranger hands in is told as a fault at its place, whatever a library makes of it, and steers no terminal."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from santy_print import checking
from santy_print.cli import main
from santy_print.diag import Diagnostic, Report, UnreadableError, foreign, harmless, harmless_json
from santy_print.faces import Faces
from santy_print.faces.sandbox import FAULTS, FILTERS, TESTS, Scope, expression
from santy_print.faces.typeset import bundled_fonts
from santy_print.pack import load_pack
from santy_print.text import unseen_in


def overlay(folder: Path, files: dict[str, str | bytes], languages: str = "[en]") -> Path:
    root = folder / "mine"
    for name, text in {"pack.yaml": f"extends: santy_anno\nid: mine\nlanguages: {languages}\n", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return root


def found(root: Path) -> list[Diagnostic]:
    return checking.check(str(root)).report.errors


def told(root: Path) -> list[tuple[str, str]]:
    return [(item.code, str(item.span).rpartition("mine/")[2]) for item in found(root)]


# Texts


@pytest.mark.parametrize("blank", ['" "', '"\\t"', '"\\_"', '"\\u00ad"', '"\\u2060 "'])
def test_a_blank_text_is_a_fault_at_its_line(blank: str, tmp_path: Path) -> None:
    root = overlay(tmp_path, {"locale/en.yaml": f"texts:\n  card.name.effect: {blank}\n"})
    assert told(root) == [("locale-text", "locale/en.yaml:2:21")]


def test_a_blank_value_is_a_fault_at_its_line(tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pack.yaml": 'extends: santy_anno\nid: mine\nlanguages: [en]\nversion: " "\n'})
    assert told(root) == [("schema-empty", "pack.yaml:4:10")]


STEERING = [r"\e]0;x\a", r"\x9b2J", r"\0", r"\b", r"\r", r"\x7f", r"\N", r"\u202e", r"\u2066"]
STEERING += ["\u202e", "\u2067", "\x1b[2J", "\x9b"]


@pytest.mark.parametrize("code", STEERING)
@pytest.mark.parametrize("line", ['credits: {designer: "x@"}', 'version: "1@"', 'id: "mi@ne"', '"@x": 1'])
def test_no_text_of_a_pack_steers(code: str, line: str, tmp_path: Path) -> None:
    text = f"extends: santy_anno\nid: mine\nlanguages: [en]\n{line.replace('@', code)}\n"
    root = overlay(tmp_path, {"pack.yaml": text})
    assert ("yaml-character", 4) in {(item.code, item.span.line if item.span else 0) for item in found(root)}


@pytest.mark.parametrize(
    ("code", "char", "fine"),
    [
        ("en", "\u200d", False), ("en", "\u200b", False), ("en", "\u200f", False), ("en", "\u2060", True),
        ("en", "\u00ad", True), ("fr", "\u202f", True), ("fa", "\u200c", True), ("fa", "\u200f", True),
        ("hi", "\u200d", True), ("hi", "\u200f", False), ("he", "\u200e", True), ("he", "\u200d", False),
        ("th", "\u200b", True), ("fa", "\u202e", False), ("en", "\U000e0041", False), ("en", "\u3164", False),
    ],
)  # fmt: skip
def test_what_takes_no_room_stands_where_the_language_needs_it(
    code: str, char: str, fine: bool, tmp_path: Path
) -> None:
    texts = f"language: {code}\nname: X\ndraft: true\ntexts:\n  card.name.name: Na{char}me\n"
    if code in ("en", "fr"):
        texts = f"texts:\n  card.name.name: Na{char}me\n"
    languages = "[en]" if code == "en" else f"[en, {code}]"
    root = overlay(tmp_path, {f"locale/{code}.yaml": texts}, languages)
    faults = [item for item in load_pack(str(root)).report if item.code == "yaml-character"]
    assert bool(faults) is not fine
    assert all(str(item.span).endswith(f"{code}.yaml:{item.span.line}:21") for item in faults if item.span)


def test_a_language_that_nobody_knows_needs_nothing() -> None:
    assert unseen_in("xx") == unseen_in("") == unseen_in("\0") == ""


# Libraries


def test_out_of_a_border_comes_one_kind_of_fault() -> None:
    for fault in (struct.error("x"), AssertionError("x"), RecursionError("x"), KeyError("x"), MemoryError()):
        with pytest.raises(UnreadableError) as caught, foreign():
            raise fault
        assert caught.value.__cause__ is fault
    with pytest.raises(KeyboardInterrupt), foreign():
        raise KeyboardInterrupt


ODD = ("item", "'x'", "''", "2", "-1", "0", "1e308", "none", "[]", "[1, 'a', none]", "{'a': 1}")
GIVEN = ("", *(f"({odd})" for odd in (*ODD, "'a', 2", "attribute='x'", "nope")))


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_with_odd_arguments_is_told_or_answers(name: str) -> None:
    for value in ODD:
        for arguments in GIVEN:
            with suppress(*FAULTS):
                expression(f"({value}) | {name}{arguments}")(Scope({"item": {"id": "x"}}))


@pytest.mark.parametrize("name", [name for name in TESTS if name.isalpha() and name not in ("in",)])
def test_a_test_with_odd_arguments_is_told_or_answers(name: str) -> None:
    for value in ODD:
        for arguments in GIVEN:
            with suppress(*FAULTS):
                expression(f"({value}) is {name}{arguments}")(Scope({"item": {"id": "x"}}))


def drawn(root: Path) -> list[tuple[str, str]]:
    pack = load_pack(str(root)).checked()
    faces = Faces(pack, pack.locales["en"])
    faces.frame("probe", {"id": "x"})
    return [(item.code, str(item.span).rpartition("mine/")[2]) for item in faces.report.errors]


PROBE = "face: {width: 40, height: 40, alt: x}\nitems:\n  - "


@pytest.mark.parametrize("said", [r"'\ud800'", r"'\x1b[2J'", r"'\u202e'", "'abc' | truncate(2)"])
def test_what_no_text_may_hold_is_told_at_the_expression(said: str, tmp_path: Path) -> None:
    value = said.replace("\\", "\\\\")
    item = f'rect: {{at: [0, 0], size: [1, 1], fill: "{{{{ {value} }}}}"}}\n'
    root = overlay(tmp_path, {"faces/probe.yaml": PROBE + item})
    assert drawn(root) == [("face-expression", "faces/probe.yaml:3:44")]


@pytest.mark.parametrize("said", ["'\\\\ud800'", "item.id | nope", "1 +"])
def test_check_reads_the_expressions_of_ones_own_layouts(said: str, tmp_path: Path) -> None:
    item = f'rect: {{at: [0, 0], size: [1, 1], fill: "{{{{ {said} }}}}"}}\n'
    root = overlay(tmp_path, {"faces/scuttle.yaml": PROBE + item})
    told_here = [place for code, place in told(root) if code == "face-expression"]
    assert told_here == ["faces/scuttle.yaml:3:44"]


@pytest.mark.parametrize("name", ["x" * 256, "ż" * 200, "🦜" * 90, "a/" * 3000, "\\0", "\\n"])
@pytest.mark.parametrize(
    ("item", "code"),
    [
        ('art: {file: "@", at: [1, 1], size: [3, 3]}', "art-missing"),
        ('image: {file: "@", at: [1, 1], size: [3, 3]}', "art-missing"),
        ('use: {layout: "@"}', "face-missing"),
    ],
)
def test_a_name_that_no_file_can_have_is_a_file_that_is_not_there(
    item: str, code: str, name: str, tmp_path: Path
) -> None:
    said = item.replace("@", name)
    root = overlay(tmp_path, {"faces/probe.yaml": f"{PROBE}{said}\n"})
    if name == "\\0":
        return  # told as a character that no text may hold
    assert [code for code, _ in drawn(root)] == [code]


@pytest.mark.parametrize("name", ["x" * 256, "🦜" * 90, "a/" * 3000])
def test_a_pack_extends_and_names_no_file_that_cannot_be(name: str, tmp_path: Path) -> None:
    root = overlay(tmp_path, {"pack.yaml": f"extends: {name}\nid: mine\nlanguages: [en]\n"})
    assert "pack-extends" in [code for code, _ in told(root)]
    root = overlay(tmp_path, {"pirates.yaml": f"pirates:\n  brain: {{art: {name}}}\n"})
    assert [code for code, _ in told(root)] in (["art-missing"], ["pack-outside"])


@pytest.mark.parametrize("size", [(1, 1), (7, 7), (3, 500), (8, 7)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_small_picture_is_a_picture(kind: str, size: tuple[int, int], tmp_path: Path) -> None:
    root = overlay(tmp_path, {"faces/probe.yaml": f"{PROBE}image: {{file: x.{kind}, at: [1, 1], size: [3, 3]}}\n"})
    (root / "art").mkdir()
    Image.new("RGB", size).save(root / f"art/x.{kind}", kind)
    assert drawn(root) == []


Damage = Callable[[bytearray, dict[bytes, tuple[int, int]]], object]


def _zeroed(name: bytes) -> Damage:
    def damage(data: bytearray, tables: dict[bytes, tuple[int, int]]) -> None:
        start, length = tables[name]
        data[start : start + length] = bytes(length)

    return damage


def _renamed(name: bytes) -> Damage:
    return lambda data, tables: data.__setitem__(slice(data.index(name), data.index(name) + 4), b"xxxx")


DAMAGES: dict[str, Damage] = {
    "cut short": lambda data, tables: data.__delitem__(slice(len(data) // 2, None)),
    "no font": lambda data, tables: data.__setitem__(slice(0, 4), b"GIF8"),
    "empty": lambda data, tables: data.clear(),
    **{
        f"{name.decode()} zeroed": _zeroed(name)
        for name in (b"head", b"hhea", b"maxp", b"cmap", b"glyf", b"loca", b"hmtx")
    },
    **{f"no {name.decode()}": _renamed(name) for name in (b"head", b"hmtx", b"name", b"glyf", b"post", b"OS/2")},
}

DAMAGES["names of zero bytes"] = lambda data, tables: _blanked(data, *tables[b"name"])


MENDED = {"no name", "no post", "no OS/2", "names of zero bytes"}
"""What a font can do without: it is made up."""


def _blanked(data: bytearray, start: int, length: int) -> None:
    """The letters of a font's names become bytes of zero; where they stand is as it was."""
    (letters,) = struct.unpack_from(">H", data, start + 4)
    data[start + letters : start + length] = bytes(length - letters)


@pytest.mark.parametrize("role", ["title", "text"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_font_is_told_by_check_where_it_is_named(damage: str, role: str, tmp_path: Path) -> None:
    data = bytearray((bundled_fonts() / "PirataOne-Regular.ttf").read_bytes())
    entries = [struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(struct.unpack_from(">H", data, 4)[0])]
    DAMAGES[damage](data, {name: (start, length) for name, _, start, length in entries})
    head = f"extends: santy_anno\nid: mine\nlanguages: [en]\nfonts: {{{role}: Own}}\n"
    root = overlay(tmp_path, {"pack.yaml": head, "fonts/Own.ttf": bytes(data)})
    found = [fault for fault in told(root) if fault[0].startswith("font")]
    assert found == [("font-unusable", f"pack.yaml:4:{11 + len(role)}")] * (damage not in MENDED)


def test_a_whole_font_of_ones_own_is_fine(tmp_path: Path) -> None:
    head = "extends: santy_anno\nid: mine\nlanguages: [en]\nfonts: {title: Own}\n"
    data = (bundled_fonts() / "PirataOne-Regular.ttf").read_bytes()
    root = overlay(tmp_path, {"pack.yaml": head, "fonts/Own.ttf": data})
    assert told(root) == []


# Watching, and the door


@pytest.mark.parametrize("fault", [OSError(2, "gone"), RuntimeError("a slip")])
def test_a_watched_check_goes_on_after_whatever_breaks_it_off(fault: Exception) -> None:
    calls, said = iter((fault, None)), []

    def look() -> checking.Found:
        if (broken := next(calls)) is not None:
            raise broken
        return checking.Found(report=Report())

    def sleep(_: float) -> None:
        looks.append(Path(__file__).parent)
        if len(looks) > 3:
            raise KeyboardInterrupt

    looks = [Path(__file__).parent / "bad"]
    checking.watch(look, lambda: looks[-1:], said.append, sleep)
    assert "the check broke off" in said[0]
    assert ("check-broken" in said[0]) is isinstance(fault, RuntimeError)
    assert any(line.startswith("mended:") for line in said)
    assert said[-1] == "no longer watching"


def test_nothing_that_steers_leaves_by_the_door() -> None:
    assert harmless("a\x1b]0;x\x07\tb\n\x9bJ\u202e\ud800 می‌\u200f") == (
        "a<U+001B>]0;x<U+0007>\tb\n<U+009B>J<U+202E><U+D800> می‌\u200f"
    )
    assert harmless_json('{"a": "\x9b\u202e\ud800é"}\n') == '{"a": "\\u009b\\u202e\\ud800é"}\n'
    assert harmless_json('{"a": "é🦜"}', plain=True) == '{"a": "\\u00e9\\ud83e\\udd9c"}'


@pytest.mark.parametrize("argv", [["play", "--seed", "1"], ["build", "--paper", "c"], ["check", "--a"], ["c"]])
def test_a_message_about_a_long_argument_is_short(argv: list[str]) -> None:
    done = CliRunner().invoke(main, [*argv[:-1], argv[-1] + argv[-1][-1] * 10_000])
    assert done.exit_code == 2
    assert len(done.output) < 2_500
