"""The reader: strings first, all faults in one run, every span within its file."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from santy_print.diag import Report, SourceFile, Span, render
from santy_print.source import (
    MAX_BYTES,
    MAX_DEPTH,
    Map,
    Node,
    Scalar,
    Seq,
    decode,
    load_yaml,
    locate,
    parse_yaml,
    plain,
    read_text,
)
from tests.counted import in_calls


def read(text: str | bytes) -> tuple[object, list[str]]:
    """The plain value of a text (None where it could not be read whole), and its faults as `line:col code`."""
    report = Report()
    file = decode(text if isinstance(text, bytes) else text.encode(), "f.yaml", report)
    node = parse_yaml(file, report) if file else None
    places = [f"{d.span.line}:{d.span.col} {d.code}" if d.span else d.code for d in report.sorted()]
    return (plain(node) if node else None), places


TRAPS = {
    "no": "no",
    "on": "on",
    "Yes": "Yes",
    "true": "true",
    "010": "010",
    "08": "08",
    "1:30": "1:30",
    "1.10": "1.10",
    "1e3": "1e3",
    "2026-01-01": "2026-01-01",
    "~": "~",
    "null": "null",
    ".inf": ".inf",
    "0x10": "0x10",
    "1_000": "1_000",
    "=": "=",
    "Règles du jeu : La Lagune": "Règles du jeu : La Lagune",
    "Règles : a, b : c": "Règles : a, b : c",
    "Attention :": "Attention :",
    "C# and b#1": "C# and b#1",
    "it's 5 o'clock": "it's 5 o'clock",
    "http://example.org/a:b": "http://example.org/a:b",
    "« Santy Anno » ; quoi ?": "« Santy Anno » ; quoi ?",
    '"no"': "no",
    "'a : b'": "a : b",
    '"a : b # c"': "a : b # c",
    '"\\u2003"': "\u2003",
    "日本 : 語": "日本 : 語",
    "": "",
    "''": "",
}


@pytest.mark.parametrize("written", TRAPS)
def test_a_scalar_is_the_text_a_person_reads(written: str) -> None:
    assert read(f"key: {written}\nnext: 1\n") == ({"key": TRAPS[written], "next": "1"}, [])


@pytest.mark.parametrize("written", [t for t in TRAPS if t])
def test_the_same_in_lists(written: str) -> None:
    assert read(f"key:\n  - {written}\n  - b\n") == ({"key": [TRAPS[written], "b"]}, [])


@pytest.mark.parametrize("written", [t for t in TRAPS if t and "," not in t and not t.endswith((" :", "?"))])
def test_the_same_in_brackets(written: str) -> None:
    assert read(f"key: [{written}, b]\nm: {{k: {written}, l: x}}\n") == (
        {"key": [TRAPS[written], "b"], "m": {"k": TRAPS[written], "l": "x"}},
        [],
    )


def test_keys_are_texts_too() -> None:
    assert read('no: 1\n1: 2\n08: 3\n~: 4\nname : x\n"q" : y : z\n') == (
        {"no": "1", "1": "2", "08": "3", "~": "4", "name": "x"} | {"q": "y : z"},
        [],
    )


def test_block_texts_keep_their_colons() -> None:
    text = "a: |\n  Règles : x\n  - b : c\nb: >\n  x : y\nc: 'one\n  two : three'\nd: one\n  two\n"
    assert read(text) == (
        {"a": "Règles : x\n- b : c\n", "b": "x : y\n", "c": "one two : three", "d": "one two"},
        [],
    )


def test_colons_in_brackets_over_several_lines() -> None:
    text = "m: {a : b,\n  c : d, e : f}\nl: [\n  x : y,\n  z,\n]\nt: Prix : dix\n"
    assert read(text)[0] == {"m": {"a": "b", "c": "d", "e": "f"}, "l": ["x : y", "z"], "t": "Prix : dix"}


def test_spans_are_right_on_a_line_with_a_text_colon() -> None:
    report = Report()
    line = "  titre: Règles du jeu : La Lagune  # comment"
    node = parse_yaml(SourceFile("f", f"a:\n{line}\n  b: [x : y, zz]\n"), report)
    assert node is not None
    assert not report.items
    assert cut(locate(node, ("a", "titre"))) == "Règles du jeu : La Lagune"
    assert cut(locate(node, ("a", "titre"), key=True)) == "titre"
    assert cut(locate(node, ("a", "b", 0))) == "x : y"
    assert cut(locate(node, ("a", "b", 1))) == "zz"


def cut(span: Span) -> str:
    assert span.line == span.end_line
    return span.file.lines[span.line - 1][span.col - 1 : span.end_col - 1]


FAULTS = [
    ("a: b # c\n", ["1:6 yaml-hash"]),
    ("a: b  # c\nc: 'd' # e\nd: [x] # f\n", []),
    ("a: &x b\nc: *x\n", ["1:4 yaml-anchor", "2:4 yaml-anchor"]),
    ("a: **bold** word\nb: %x\nc: `x`\n", ["1:4 yaml-anchor", "2:4 yaml-syntax", "3:4 yaml-syntax"]),
    ("<<: *base\n", ["1:1 yaml-merge", "1:5 yaml-anchor"]),
    ("a: !!int 3\nb: !Achtung x\n", ["1:4 yaml-tag", "2:4 yaml-tag"]),
    ("a: 1\na: 2\n'a': 3\n", ["2:1 yaml-duplicate", "3:1 yaml-duplicate"]),
    ("? [a]\n: b\n", ["1:3 yaml-key"]),
    (": b\n", ["1:1 yaml-key"]),
    ("a: [b: c]\n", ["1:5 yaml-pair"]),
    ("a: b\n  - c\n", ["2:3 yaml-continued"]),
    ("a: b\n---\nc: d\n---\n", ["2:1 yaml-document"]),
    ("a: b\n---\n", ["2:1 yaml-document"]),
    ("", ["yaml-empty"]),
    ("# only a comment\n", ["yaml-empty"]),
    ("- a\n- b\n", ["1:1 yaml-top"]),
    ("text\n", ["1:1 yaml-top"]),
    ("a:\n\tb: c\n", ["2:1 yaml-tab"]),
    ("a: |\n\tb\n", ["2:1 yaml-tab"]),
    ("a: b\x00c\n", ["1:5 yaml-character"]),
    ("a: b\x1b[31m\x07\nd: \u2028e\n", ["1:5 yaml-character", "2:4 yaml-character"]),
    ("a: b\x85c: d\n", ["1:5 yaml-character", "1:7 yaml-syntax"]),
    ("a: b\n\ufeffc: d\n", ["2:1 yaml-character"]),
    ("a: b: c\nd: e: f\n", ["1:5 yaml-syntax", "2:5 yaml-syntax"]),
    ("ships\n  a: b\n  c: d\nx: @\n", ["1:1 yaml-syntax", "4:4 yaml-syntax"]),
    ("a: [1, 2\nb: 3\nc: %\n", ["1:4 yaml-syntax", "3:4 yaml-syntax"]),
    ("a: {b: 1\nc: 3\n", ["1:4 yaml-syntax"]),
    ("a: 'open\nb: 1\nb: 2\n", ["1:4 yaml-syntax", "3:1 yaml-duplicate"]),
    ("a: 'it's'\nb: @\n", ["1:8 yaml-syntax", "2:4 yaml-syntax"]),
    ('a: "\\q"\nb: "\\xZZ"\n', ["1:5 yaml-syntax", "2:7 yaml-syntax"]),
    ("a:\n  b: c\n d: e\nf: 1\nf: 2\n", ["3:2 yaml-syntax", "5:1 yaml-duplicate"]),
    ("a: b\nc\nd: e\n", ["2:1 yaml-syntax"]),
    ("a: - b\n", ["1:4 yaml-syntax"]),
    ("a: b\n- c\n", ["2:1 yaml-syntax"]),
    ("%FOO\n---\na: b\n", ["1:1 yaml-syntax"]),
    ("{a: b}}\n", ["1:7 yaml-syntax"]),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=[repr(text) for text, _ in FAULTS])
def test_every_fault_is_found_in_its_place(text: str, expected: list[str]) -> None:
    assert read(text)[1] == expected


def test_fifty_faults_of_all_kinds_in_one_run() -> None:
    text = "".join(f"k{n}: @\nd{n}: 1\nd{n}: 2\nt{n}: !x y\nl{n}: 'a : b'\n" for n in range(10))
    assert len(read(text)[1]) == 30


def test_bom_and_line_ends_make_no_difference() -> None:
    assert read(b"\xef\xbb\xbfa: b\r\nc: d\re: f\n") == ({"a": "b", "c": "d", "e": "f"}, [])


def test_bytes_of_windows_are_shown_as_meant() -> None:
    report = Report()
    file = decode("a: żółw\nb: ok\nc: łódź\n".encode("cp1250"), "f.yaml", report)
    assert file is not None
    assert file.lines[2] == "c: łódź"
    assert [str(d.span) for d in report] == ["f.yaml:1:4", "f.yaml:3:4"]
    assert "0xBF (in Windows-1250 `ż`)" in report.items[0].message


@pytest.mark.parametrize("data", ["a: b\n".encode("utf-16"), b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8])
def test_what_is_no_text_is_one_fault(data: bytes) -> None:
    assert read(data) == (None, ["yaml-encoding"])


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_900_000,
        "- " * 900_000,
        "{a: " * 400_000,
        "a:\n" + "".join(" " * n + "a:\n" for n in range(1, 200)),
        "a: [" + "x, " * 300_000,
        "? " * 900_000,
    ],
    ids=["brackets", "dashes", "braces", "indentation", "many", "questions"],
)
def test_the_huge_and_the_deep_are_refused_at_once(text: str) -> None:
    value, faults = in_calls(5_000_000, lambda: read(text))
    assert value is None
    assert [f.split()[-1] for f in faults][-1:] == ["yaml-too-deep"]


def test_just_deep_enough() -> None:
    depth = MAX_DEPTH - 1
    assert read("a: " + "[" * depth + "]" * depth)[1] == []
    assert read("a: " + "[" * (depth + 2) + "]" * (depth + 2))[1] == ["1:44 yaml-too-deep"]


@pytest.mark.parametrize("line", ["t{}: Règles : a\n", "t{}: @\n", "t{}: [a, x : y]\n", "t{}: {{a: b : c}}\n"])
def test_long_files_with_a_trap_on_each_line_end_soon(line: str) -> None:
    in_calls(6_000_000, lambda: read("".join(line.format(n) for n in range(2000))))


def load(path: Path) -> tuple[Map | None, list[str]]:
    report = Report()
    return load_yaml(path, "f.yaml", report), [d.short() for d in report]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "ships.yaml").write_text("a: b")
    assert load(tmp_path / "ship.yaml") == (None, ["error: f.yaml is not there (file-missing)"])
    assert load(tmp_path) == (None, ["error: f.yaml is a folder; a file is wanted (file-unreadable)"])
    (tmp_path / "large.txt").write_bytes(b"#" * (MAX_BYTES + 1))
    assert load(tmp_path / "large.txt") == (None, ["error: f.yaml holds more than 2000 kB (file-too-large)"])
    report = Report()
    read_text(tmp_path / "ship.yaml", "ship.yaml", report)
    assert report.items[0].hints == ("did you mean `ships.yaml`?",)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")
def test_files_that_are_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert load(tmp_path / "pipe") == (None, ["error: f.yaml is not a plain file (file-unreadable)"])
    (tmp_path / "link").symlink_to("nowhere")
    assert load(tmp_path / "link") == (None, ["error: f.yaml is not there (file-missing)"])
    if os.geteuid() != 0:
        (tmp_path / "locked").write_text("a: b")
        (tmp_path / "locked").chmod(0)
        assert load(tmp_path / "locked") == (
            None,
            ["error: f.yaml cannot be read: Permission denied (file-unreadable)"],
        )


def walk(node: Node) -> list[Node]:
    if isinstance(node, Map):
        return [node, *(n for e in node.entries.values() for n in (e.key, *walk(e.value)))]
    if isinstance(node, Seq):
        return [node, *(n for item in node.items for n in walk(item))]
    return [node]


def within(span: Span) -> bool:
    lines = span.file.lines
    return (
        1 <= span.line <= span.end_line <= len(lines)
        and 1 <= span.col <= len(lines[span.line - 1]) + 1
        and 1 <= span.end_col <= len(lines[span.end_line - 1]) + 2
        and (span.line, span.col) <= (span.end_line, span.end_col)
    )


BITS = st.sampled_from(
    [
        *"abz019éł語🙂#'\"[]{}%@`\t\\~:",
        *(" ", " ", "\n", "\n", "\n  ", ": ", " : ", "- ", "\n- ", " #", ", ", "&a ", "*a", "!", "!!int ", "|\n"),
        *(">\n", "? ", "---\n", "...\n", "<<: ", "\r", "\r\n", "\0", "\ufeff", "\u2028", "\x85", "\ue000"),
        *("key: ", "\nkey: ", "\n  key: ", "0x", "{a: b : ", "\n  x:\n"),
    ]
)
TEXTS = st.one_of(st.lists(BITS, max_size=40).map("".join), st.text(max_size=60))


@settings(max_examples=700, deadline=None)
@given(TEXTS)
def test_any_text_is_read_or_reported_never_raised(text: str) -> None:
    for file in (SourceFile("f", text), decode(text.encode("utf-8", "surrogatepass"), "f", Report())):
        if file is None:
            continue
        report = Report()
        node = parse_yaml(file, report)
        assert node is not None or not report.ok
        for found in walk(node) if node else []:
            assert within(found.span)
        for item in report:
            assert item.span is None or within(item.span)
        render(report.sorted(), "human")


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_reported_never_raised(data: bytes) -> None:
    report = Report()
    file = decode(data, "f", report)
    assert (file is not None and parse_yaml(file, report) is not None) or not report.ok


@settings(max_examples=1000, deadline=None)
@given(TEXTS)
def test_what_is_read_is_what_yaml_says(text: str) -> None:
    """Where nothing is reported and no colon stands after a space, the text is YAML and means the same there."""
    if re.search(r"\s:|\r", text):
        return
    report = Report()
    node = parse_yaml(SourceFile("f", text), report)
    if node is not None and report.ok:
        assert plain(node) == yaml.load(text, Loader=yaml.CBaseLoader)


@settings(max_examples=500, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=40).map(str.strip))
def test_a_plain_scalar_has_the_span_of_its_text(text: str) -> None:
    report = Report()
    node = parse_yaml(SourceFile("f", f"key: {text}\n"), report)
    value = node.get("key") if node else None
    if report.ok and isinstance(value, Scalar) and value.plain and value.text and "  #" not in text:
        assert value.text == text
        assert cut(value.span) == text


def test_a_question_mark_that_begins_a_value_is_text() -> None:
    """A blank to be filled; YAML would take it for the mark of a key."""
    text = 'a: ?\nb: {c: ?, d: ?iper, e: "?"}\nf: [?, x, ?]\ng:   ?  # open\nh: who : ?\ni: why?\n? j\n: k\n'
    report = Report()
    node = parse_yaml(SourceFile("f.yaml", text), report)
    assert report.ok
    assert node is not None
    assert plain(node) == {
        "a": "?", "b": {"c": "?", "d": "?iper", "e": "?"}, "f": ["?", "x", "?"], "g": "?",
        "h": "who : ?", "i": "why?", "j": "k",
    }  # fmt: skip
    assert str(locate(node, ("b", "d"))) == "f.yaml:2:14"
