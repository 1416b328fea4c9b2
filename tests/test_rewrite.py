"""Rewriting: values change where they stand; comments, order, quotes, line ends and all else stay, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from santy_print.diag import PackError, Report, SourceFile
from santy_print.rewrite import Edits, save, scalar
from santy_print.source import Map, locate, parse_yaml, plain, read_text

TEXT = """\
# the head
a: one   # a comment
'b': 'it''s'
list: [x, "y", z]  # three
deep: {c: red, d:   blue}
last: ?
"""


def file_and_nodes(text: str) -> tuple[SourceFile, Map]:
    file, report = SourceFile("f.yaml", text), Report()
    node = parse_yaml(file, report)
    assert node is not None
    assert report.ok
    return file, node


def edits_of(text: str, path: tuple[str | int, ...], new: str) -> Edits:
    file, node = file_and_nodes(text)
    edits = Edits(file)
    edits.replace(locate(node, path), new)
    return edits


def edited(text: str, *edits: tuple[tuple[str | int, ...], str]) -> str:
    file, node = file_and_nodes(text)
    made = Edits(file)
    for path, new in edits:
        made.replace(locate(node, path), new)
    return made.text()


def test_only_the_values_change() -> None:
    new = edited(
        TEXT,
        (("a",), "two words"),
        (("b",), "isn't"),
        (("list", 1), 'a "q"'),
        (("deep", "c"), "green"),
        (("last",), "8"),
    )
    assert (
        new
        == """\
# the head
a: two words   # a comment
'b': 'isn''t'
list: [x, "a \\"q\\"", z]  # three
deep: {c: green, d:   blue}
last: 8
"""
    )


UNSEEN = "\u2028\u2029\ufeff\ufffe\uffff"
WORDS = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters=UNSEEN), min_size=1)


@given(WORDS, st.sampled_from([("a",), ("b",), ("list", 1), ("deep", "c"), ("last",)]))
def test_what_is_written_is_read(word: str, path: tuple[str | int, ...]) -> None:
    _, before = file_and_nodes(TEXT)
    _, after = file_and_nodes(edited(TEXT, (path, word)))
    wanted = plain(before)
    holder = wanted
    for part in path[:-1]:
        holder = holder[part]  # type: ignore[index]
    holder[path[-1]] = word  # type: ignore[index]
    assert plain(after) == wanted


QUOTED = ["a: b", "a #b", "- a", "?", "[x]", "yes ", " x", "&a", "!t", "@", "%", "a,b", "x:", ""]


@pytest.mark.parametrize("word", QUOTED)
def test_what_needs_quotes_gets_them(word: str) -> None:
    assert scalar(word, flow=True).startswith('"')


@pytest.mark.parametrize("word", ["red", "top-left", "8", "Santy Anno", "Żółw", "R (royal)", "L’Étoile"])
def test_what_needs_none_gets_none(word: str) -> None:
    assert scalar(word, flow=True) == word


@pytest.mark.parametrize("head", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_mark_stay(tmp_path: Path, end: str, head: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes((head + TEXT.replace("\n", end)).encode())
    report = Report()
    file = read_text(path, "f.yaml", report)
    assert file is not None
    node = parse_yaml(file, report)
    assert node is not None
    edits = Edits(file)
    edits.replace(locate(node, ("deep", "d")), "yellow")
    save(edits, path)
    assert path.read_bytes() == (head + TEXT.replace("blue", "yellow").replace("\n", end)).encode()


def test_a_file_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(TEXT)
    edits = edits_of(TEXT, ("a",), "two")
    path.write_text("# mine\n" + TEXT)
    with pytest.raises(PackError) as caught:
        save(edits, path)
    assert [d.code for d in caught.value.report] == ["rewrite-changed"]
    assert path.read_text() == "# mine\n" + TEXT


def test_a_copy_is_written_elsewhere_and_the_old_one_stays(tmp_path: Path) -> None:
    path, to = tmp_path / "f.yaml", tmp_path / "new" / "g.yaml"
    path.write_text(TEXT)
    assert save(edits_of(TEXT, ("a",), "two"), path, to) == to
    assert (path.read_text(), to.read_text()) == (TEXT, TEXT.replace("one", "two"))


def test_a_value_of_several_lines_is_refused() -> None:
    with pytest.raises(PackError) as caught:
        edited("a: one\n  two\nb: x\n", (("a",), "three"))
    assert [d.code for d in caught.value.report] == ["rewrite-lines"]


def test_each_line_keeps_its_own_end(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"a: one\r\nb: {c: two}\nd:\r\n  e: three\rf: four\n")
    file = read_text(path, "f.yaml", report := Report())
    assert file is not None
    node = parse_yaml(file, report)
    assert node is not None
    edits = Edits(file)
    edits.replace(locate(node, ("d", "e")), "3")
    edits.include(node, {"b": {"x": "y"}, "d": {"z": {"p": "q, r"}}})
    save(edits, path)
    assert path.read_bytes() == b'a: one\r\nb: {x: y, c: two}\nd:\r\n  z: {p: "q, r"}\r\n  e: 3\rf: four\n'


def test_a_span_of_another_text_is_refused() -> None:
    _, node = file_and_nodes(TEXT)
    edits = Edits(SourceFile("f.yaml", "b: x\n" + TEXT))
    with pytest.raises(PackError) as caught:
        edits.replace(locate(node, ("a",)), "two")
    assert [d.code for d in caught.value.report] == ["rewrite-changed"]


def test_two_kinds_of_line_ends_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"a: one\nb: two\r\nc: three\n")
    assert save(edits_of("a: one\nb: two\nc: three\n", ("b",), "2"), path).read_bytes() == b"a: one\nb: 2\r\nc: three\n"
