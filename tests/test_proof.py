"""Proof: every file that is built passes, every file that is broken fails, each for its own reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import CODES, PackError
from santy_print.proof import CHECKS, Proofer
from tests.broken import BREAKERS, DAMAGED, broken, damaged, whole
from tests.built import VARIANTS, bundled, full_set, variant
from tests.packs import LANGUAGES

PARTS = ("cards", "ships", "tokens", "harbour")


@cache
def proofer() -> Proofer:
    return Proofer(bundled())


def assert_sound(path: Path) -> None:
    """What any test that builds a file may ask: nothing is wrong with it, and nothing is near to it."""
    done = proofer().proof(path)
    assert [item.short() for item in done.report] == [], path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PARTS, "rulebook", "answers"])
def test_every_file_of_the_full_set_is_sound(language: str, name: str) -> None:
    path = full_set() / language / f"{name}.pdf"
    done = proofer().proof(path)
    assert [item.short() for item in done.report] == []
    measured = {result.name for result in done.results if result.status == "ok"}
    assert {"tags", "page", "margin", "font", "glyph"} <= measured
    if name in PARTS:
        assert {"trim", "marks", "ruler", "text", "copies"} <= measured
    if name in ("cards", "tokens"):
        assert "duplex" in measured


def variants() -> Iterator[tuple[str, str]]:
    for name, options in VARIANTS.items():
        yield from ((name, part) for part in options.parts)


@pytest.mark.parametrize(("name", "part"), list(variants()))
def test_every_other_way_of_printing_is_sound(name: str, part: str) -> None:
    path = variant(name) / VARIANTS[name].languages[0] / f"{part}.pdf"
    faults = [item.short() for item in proofer().proof(path).report if item.code != "proof-margin"]
    assert faults == []
    if "printer" not in name:  # a correction takes what it needs from the margin, and says so
        assert_sound(path)


@pytest.mark.parametrize("name", BREAKERS)
def test_a_broken_file_fails_for_its_own_reason(name: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken(name))
    done = proofer().proof(path)
    assert {item.code for item in done.report} == BREAKERS[name][1]
    assert done.ok == all(item.severity == "warning" for item in done.report)


def test_the_file_that_was_broken_was_sound(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole())
    assert_sound(path)


def test_each_check_is_registered_documented_and_broken_by_a_file() -> None:
    by_file = set().union(*(codes for _, codes in BREAKERS.values()))
    assert set(CHECKS) == by_file
    for code, entry in CHECKS.items():
        assert code in CODES
        assert code == f"proof-{entry.name}"
        assert entry.measure.__doc__


@pytest.mark.parametrize(("name", "code"), DAMAGED.items())
def test_what_cannot_be_measured_is_told(name: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(damaged(name))
    with pytest.raises(PackError) as caught:
        proofer().proof(path)
    assert [item.code for item in caught.value.report] == [code]
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 1
    assert code in run.stderr
    assert isinstance(run.exception, SystemExit)


def test_a_file_cut_anywhere_is_broken_or_sound_never_a_traceback(tmp_path: Path) -> None:
    data, path = whole(), tmp_path / "file.pdf"
    for share in range(1, 20):
        path.write_bytes(data[: len(data) * share // 20])
        with pytest.raises(PackError) as caught:
            proofer().proof(path)
        assert [item.code for item in caught.value.report] == ["proof-broken"]


def test_bytes_changed_anywhere_never_end_in_a_traceback(tmp_path: Path) -> None:
    data, path = whole(), tmp_path / "file.pdf"
    for n in range(30):
        at = len(data) * n // 30 + 7
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        with suppress(PackError):
            proofer().proof(path)


def test_the_distance_of_backs_is_told_in_millimetres(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("backs-moved"))
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 1
    assert "backs lie -0.28 mm across and +0.00 mm down of their fronts" in run.stdout
    assert "FAILED  duplex" in run.stdout


def test_json_has_a_value_for_every_check(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("font-left-out"))
    run = CliRunner().invoke(main, ["proof", str(path), "--format", "json"])
    assert run.exit_code == 1
    said = json.loads(run.stdout)
    assert [c["check"] for c in said["checks"]] == [c.name for c in CHECKS.values()]
    assert {c["check"] for c in said["checks"] if c["status"] == "error"} == {"font"}
    assert not said["ok"]


def test_warnings_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(broken("line-at-the-edge"))
    run = CliRunner().invoke(main, ["proof", str(path)])
    assert run.exit_code == 0
    assert "1 warning" in run.stdout


def test_a_pack_that_is_not_known_leaves_words_and_copies_unmeasured(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(whole().replace(b"/Pack (santy_anno)", b"/Pack (santy_xxxx)"))
    done = Proofer().proof(path)
    assert done.ok
    assert {r.name for r in done.results if r.status == "skipped"} == {"dpi", "text", "copies"}


@pytest.mark.parametrize("words", [[], ["--calibrate", "--list-printers"], ["--shift-x", "1"]])
def test_wrong_usage_is_told(words: list[str]) -> None:
    assert CliRunner().invoke(main, ["proof", *words]).exit_code == 2
