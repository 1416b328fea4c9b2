"""Diagnostics as people and programs see them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from santy_print.cli import main
from santy_print.diag import (
    CODES,
    REPEATS,
    Diagnostic,
    Paint,
    Report,
    Role,
    Severity,
    SourceFile,
    Span,
    as_sarif,
    counted,
    did_you_mean,
    no_paint,
    register,
    render,
    visible,
    wrapped,
)
from santy_print.pack import load_pack
from tests.packs import BUNDLED, copy_pack, few_languages

CODE = "yaml-syntax"
if CODE not in CODES:
    import santy_print.source  # noqa: F401


def at(text: str, sought: str, line: int = 1) -> Span:
    file = SourceFile("f.yaml", text)
    col = file.lines[line - 1].index(sought) + 1
    return Span(file, line, col, line, col + len(sought))


def human(span: Span | None, *hints: str) -> list[str]:
    return Diagnostic("error", CODE, "wrong", span, hints).human().split("\n")


def columns(text: str) -> int:
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def test_a_fault_is_shown_with_its_line_and_a_caret() -> None:
    assert human(at("a: b\nkey: value\n", "value", 2), "write it", "or not") == [
        "f.yaml:2:6: error: wrong (yaml-syntax)",
        "  2 | key: value",
        "    |      ^^^^^",
        "  hint: write it",
        "  hint: or not",
    ]
    assert human(None) == ["error: wrong (yaml-syntax)"]


@pytest.mark.parametrize(
    ("line", "sought"),
    [
        ("日本語: x", "x"),
        ("\tkey:\tx", "x"),
        ("e\u0301te\u0301: x", "x"),
        ("👩\u200d🚀: x", "x"),
        ("key: 日本", "日本"),
        ("ｆｕｌｌ: x", "x"),
    ],
)
def test_the_caret_stands_under_the_place_on_a_terminal(line: str, sought: str) -> None:
    shown, mark = human(at(line, sought))[1:]
    start = shown.index(sought, 6)
    assert columns(mark) - len(mark.lstrip(" |")) == columns(shown[:start])
    assert mark.count("^") == columns(sought)


@pytest.mark.parametrize("col", [1, 50, 100, 150, 199])
def test_of_a_long_line_the_part_around_the_place_is_shown(col: int) -> None:
    text = "".join(chr(0x4E00 + n) if n % 3 == 0 else "x" for n in range(200))
    span = Span(SourceFile("f", text), 1, col, 1, col + 1)
    shown, mark = human(span)[1:]
    assert columns(shown) <= 110
    at_mark = len(mark[: mark.index("^")])
    seen = 0
    for char in shown:
        if seen == at_mark:
            assert char == text[col - 1]
            return
        seen += columns(char)
    pytest.fail("no character above the caret")


def test_spans_at_ends_and_over_lines() -> None:
    file = SourceFile("f", "ab\ncd")
    assert human(Span(file, 1, 3, 1, 4))[1:] == ["  1 | ab", "    |   ^"]
    assert human(Span(file, 1, 2, 2, 2))[1:] == ["  1 | ab", "    |  ^"]
    assert human(Span(SourceFile("f", ""), 1, 1, 1, 1))[1:] == ["  1 |", "    | ^"]
    assert human(Span(file, 9, 1, 9, 1)) == ["f:9:1: error: wrong (yaml-syntax)"]


@given(st.text(max_size=150), st.integers(0, 160), st.integers(0, 160))
def test_no_text_and_no_span_breaks_the_picture(text: str, start: int, end: int) -> None:
    file = SourceFile("f", text)
    line = min(len(file.lines), 1 + start % 3)
    shown = Diagnostic("error", CODE, text, Span(file, line, start + 1, line, end + 1)).human()
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Zl", "Zp") and c != "\n"]
    assert len(shown.split("\n")) == 3


def test_nothing_in_a_pack_steers_the_terminal() -> None:
    assert visible("a\x1b[31m\x07\u202eb\n\tc") == "a<U+001B>[31m<U+0007><U+202E>b  c"


def test_json_has_always_the_same_keys() -> None:
    report = Report()
    report.error(CODE, "here", at("a: ż", "ż"), "hint", fact="S1")
    report.warning(CODE, "nowhere")
    first, second = json.loads(render(report.sorted(), "json"))
    assert list(first) == list(second)
    assert first == {
        "severity": "error",
        "code": CODE,
        "message": "here",
        "file": "f.yaml",
        "line": 1,
        "column": 4,
        "end_line": 1,
        "end_column": 5,
        "hints": ["hint"],
        "fact": "S1",
    }
    assert second["file"] is second["line"] is second["fact"] is None
    assert render([], "json") == "[]"


def test_the_order_is_that_of_reading() -> None:
    report = Report()
    files = [SourceFile("b", "x\ny\n"), SourceFile("a", "x\ny\n")]
    report.error(CODE, "no place")
    for file in files:
        for line, col in ((2, 1), (1, 1), (1, 2)):
            report.error(CODE, "m", Span(file, line, col, line, col + 1))
    assert [str(d.span) for d in report.sorted()] == ["a:1:1", "a:1:2", "a:2:1", "b:1:1", "b:1:2", "b:2:1", "None"]


def test_causes_are_told_before_consequences_and_own_files_before_those_below() -> None:
    report = Report()
    own, below = SourceFile("z", "x\ny\n"), SourceFile("a", "x\ny\n", depth=1)
    for stage in (0, 1):
        report.stage = stage
        report.error(CODE, "no place")
        for file in (below, own):
            report.error(CODE, "m", file.at(2))
            report.error(CODE, "m", file.at(0))
    told = [str(d.span) for d in report.sorted()]
    assert told == 2 * ["z:1:1", "z:2:1", "a:1:1", "a:2:1", "None"]
    assert [d.stage for d in report.sorted()] == 5 * [0] + 5 * [1]


def test_what_is_found_at_one_place_stays_in_the_order_of_finding() -> None:
    report = Report()
    for message in ("b", "a", "c"):
        report.error(CODE, message, SourceFile("f", "x").at(0))
    assert [d.message for d in report.sorted()] == ["b", "a", "c"]


def test_what_is_taken_over_is_of_no_earlier_stage() -> None:
    early, late = Report(), Report(stage=2)
    early.error(CODE, "m")
    late.extend(early)
    early.extend(late)
    assert [d.stage for d in late] == [2]
    assert [d.stage for d in early] == [0, 2]
    assert early.items[0] == late.items[0]  # one fault, whenever it was found


def test_many_faults_of_a_kind_take_one_line_each_but_none_is_lost() -> None:
    report = Report()
    file = SourceFile("f", "x\n" * 500)
    for line in range(1, 501):
        report.error(CODE, "m", Span(file, line, 1, line, 2), "hint")
    shown = render(report.sorted(), "human")
    assert shown.count("(yaml-syntax)") == 500
    assert shown.count("hint:") == REPEATS
    assert len(shown.split("\n")) < 520


def test_codes_are_registered_once_and_used_only_then() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        register(CODE, "again")
    with pytest.raises(ValueError, match="not registered"):
        Diagnostic("error", "no-such-code", "m")


def test_did_you_mean() -> None:
    assert did_you_mean("shps", ["ships", "cards"]) == "did you mean `ships`?"
    assert did_you_mean("SHIPS", ["ships", "cards"]) == "did you mean `ships`?"
    assert did_you_mean("xyz", ["ships", "cards"]) == "known here: `ships`, `cards`"
    assert did_you_mean("xyz", [f"word{n}" for n in range(20)]) == ""
    assert did_you_mean("x" * 1_000_000, ["ships"]) == "known here: `ships`"


def test_paint_changes_colours_only() -> None:
    def paint(text: str, role: Role) -> str:
        return f"\x1b[1m{text}\x1b[0m"

    item = Diagnostic("error", CODE, "wrong", at("a: b", "b"), ("hint",))
    painted = item.human(paint)
    assert painted.count("\x1b[1m") == painted.count("\x1b[0m") == 6
    assert painted.replace("\x1b[1m", "").replace("\x1b[0m", "") == item.human()


# The command


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.exit_code, result.output


@pytest.mark.usefixtures("kept")
def test_check_says_0_1_or_2(tmp_path: Path) -> None:
    code, shown = run("check", "santy_anno")
    assert (code, shown.split("\n")[-2]) == (0, "santy_anno: 0 errors, 0 warnings")
    bad = copy_pack(tmp_path, {"events.yaml": "events: {}\nx: 1\n"})
    assert run("check", str(bad))[0] == 1
    assert run("check", "--format", "xml")[0] == 2
    assert run("check", "santy_anno", "more")[0] == 2
    code, shown = run("check", "santy_ano")
    assert code == 1
    assert "did you mean `santy_anno`?" in shown


@pytest.mark.long
def test_strict_takes_warnings_for_errors(tmp_path: Path, kept: Path) -> None:
    idle = "cards:\n  idle: {kind: helm, direction: clockwise, steps: 8}\n"
    text = (copy_pack(tmp_path / "x") / "cards.yaml").read_text("utf-8").replace("cards:\n", idle, 1)
    pack = str(copy_pack(tmp_path, {"cards.yaml": text}))
    assert run("check", pack)[0] == 0
    code, shown = run("check", pack, "--strict")
    assert code == 1
    assert shown.endswith(": 0 errors, 1 warning\n")


@pytest.mark.long
def test_a_notice_is_told_everywhere_and_counts_nowhere(tmp_path: Path, kept: Path) -> None:
    text = (copy_pack(tmp_path / "x") / "cards.yaml").read_text("utf-8")
    text = "\n".join(line for line in text.split("\n") if "kind: double" not in line)
    pack = str(copy_pack(tmp_path, {"cards.yaml": text}))
    code, shown = run("check", pack, "--strict")
    assert (code, shown.split("\n")[-2]) == (0, f"{pack}: 0 errors, 0 warnings, 1 notice")
    assert ": notice: the rulebook leaves out `expert.double`" in shown
    found = json.loads(run("check", pack, "--strict", "--format", "json")[1])
    assert [(item["severity"], item["code"]) for item in found] == [("notice", "rulebook-left-out")]
    results = json.loads(run("check", pack, "--strict", "--format", "sarif")[1])["runs"][0]["results"]
    assert [result["level"] for result in results] == ["note"]
    assert " notice: " in run("check", pack, "--format", "short")[1]


def test_every_severity_has_its_colour_its_level_and_its_count() -> None:
    from santy_print.cli.base import painter

    report = Report()
    for severity in get_args(Severity):
        getattr(report, severity)(CODE, severity)
        assert painter()("x", severity) != "x"
    assert {result["level"] for result in json.loads(as_sarif(report.items, "1"))["runs"][0]["results"]} == {
        "error", "warning", "note",
    }  # fmt: skip
    assert counted(report) == "1 error, 1 warning, 1 notice"
    assert counted(()) == "0 errors, 0 warnings"
    assert not report.ok
    assert not Report(report.items[1:]).clean
    assert Report(report.items[2:]).clean


@pytest.mark.usefixtures("kept")
def test_formats_for_programs_hold_nothing_else(tmp_path: Path) -> None:
    bad = str(copy_pack(tmp_path, {"events.yaml": "evnts: {}\nx: 1\n"}))
    code, shown = run("check", bad, "--format", "json")
    assert code == 1
    assert {item["code"] for item in json.loads(shown)} == {"schema-unknown"}
    assert run("check", "santy_anno", "--format", "json") == (0, "[]\n")
    code, shown = run("check", bad, "--format", "short")
    assert all(line.startswith(bad) and line.endswith("(schema-unknown)") for line in shown.strip().split("\n"))


def test_many_faults_end_with_a_tally(tmp_path: Path) -> None:
    bad = str(copy_pack(tmp_path, {"events.yaml": "events: {}\n" + "".join(f"k{n}: 1\n" for n in range(300))}))
    code, shown = run("check", bad)
    assert code == 1
    assert shown.endswith(": 300 errors, 0 warnings\n   300 schema-unknown\n")
    assert len(shown.split("\n")) < 330


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("plain", [False, True])
def test_colours_are_for_terminals_and_can_be_refused(tmp_path: Path, plain: bool) -> None:
    import pty

    bad = str(copy_pack(tmp_path, {"events.yaml": "events: {}\nx: 1\n"}))
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | ({"NO_COLOR": "1"} if plain else {})
    ours, theirs = pty.openpty()
    code = "from santy_print.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code, "check", bad], stdout=theirs, env=environment) as child:
        os.close(theirs)
        shown = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
    os.close(ours)
    assert child.returncode == 1
    assert (b"\x1b[" in shown) is not plain
    assert b"schema-unknown" in shown


@pytest.mark.parametrize("paint", [no_paint, lambda text, role: f"\x1b[1m{text}\x1b[0m"])
def test_lines_for_a_person_break_at_words(paint: Paint) -> None:
    file = SourceFile("pack.yaml", "a: " + "long " * 40 + "\n")
    report = Report()
    report.error("schema-value", "many words " * 20 + "here", Span(file, 1, 4, 1, 8), "and what to do " * 9 + "now")
    whole = render(report.sorted(), "human", paint)
    broken = wrapped(whole, 60)
    plain = re.sub("\x1b\\[[0-9;]*m", "", broken)
    told = [line for line in plain.split("\n") if "|" not in line]
    assert max(map(len, told)) <= 60
    assert " ".join(plain.split()) == " ".join(re.sub("\x1b\\[[0-9;]*m", "", whole).split()), "nothing is lost"
    assert [line for line in plain.split("\n") if "|" in line] == [
        line for line in re.sub("\x1b\\[[0-9;]*m", "", whole).split("\n") if "|" in line
    ]
    assert any(line.startswith("        ") for line in told), "a hint goes on under its words"


def test_a_word_wider_than_the_terminal_stays_whole() -> None:
    assert wrapped("x" * 100 + ": error: no", 40) == "x" * 100 + ":\n  error: no"


def test_a_name_that_is_not_read_is_told_before_the_languages_that_say_it(tmp_path: Path) -> None:
    root = few_languages(Path(shutil.copytree(BUNDLED, tmp_path / "pack")), ["en", "uk"])
    ships = root / "ships.yaml"
    ships.write_text(ships.read_text(encoding="utf-8").replace("name: Viper", "nam: Viper"), encoding="utf-8")
    assert [item.code for item in load_pack(root).report.sorted()] == ["schema-unknown", "locale-unused"]
