"""Records: read by people, verified move by move, refused where they were touched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.diag import PackError, Report, SourceFile
from santy_print.game import PlainScribe, Scribe, replay, seal, unseal
from santy_print.games.santy_anno.state import SantyState as Santy
from santy_print.pack import Pack, load_pack
from santy_print.play import Playing, play
from santy_print.records import verify
from tests.packs import copy_pack
from tests.tiny import Penny


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack().checked()


@pytest.fixture(scope="module")
def record(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "game.txt"
    assert play(pack, Playing(5, {"level": "events"}, 7, record=path), lambda line: None)
    return path


def load(name: str) -> Pack:
    return load_pack(name).checked()


def fault(path: Path, pack: str | None = None) -> tuple[int, str, str]:
    """Line, code and message of the first fault of a record."""
    return faults(path, pack)[0]


def faults(path: Path, pack: str | None = None) -> list[tuple[int, str, str]]:
    """Line, code and message of every fault of a record."""
    with pytest.raises(PackError) as caught:
        verify(path, load, pack)
    spans = [(item.span, item) for item in caught.value.report.sorted()]
    return [(span.line, item.code, item.message) for span, item in spans if span is not None]


def resealed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in seal(lines))


def plain(record: Path) -> list[str]:
    return unseal(SourceFile("r", record.read_text(encoding="utf-8")), Report())


def test_a_record_holds_and_a_person_can_read_it(record: Path) -> None:
    pack, end, lines = verify(record, load)
    text = plain(record)
    assert pack.id == "santy_anno"
    assert isinstance(end, Santy)
    assert end.outcome is not None
    assert lines == len(text)
    assert text[0] == "santy record 1"
    assert text[2] == "level: events; pirates: brain, belgo, beauty, edward, bamba"
    assert text[3].startswith("seats, clockwise: ")
    assert text[4].startswith("start: brain ")
    assert text[5].count(",") == 9
    rounds = [line for line in text if line.startswith("round ")]
    assert [line.split(":")[1].count(",") for line in rounds] == [5, 6, 7, 8, 9]
    assert all("[" in line for line in rounds)
    assert "with a lap" in rounds[3]
    assert text[-1].startswith("end: captain ")


def test_the_same_seed_writes_the_same_record(record: Path, pack: Pack, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    play(pack, Playing(5, {"level": "events"}, 7, "pl", again), lambda line: None)
    assert again.read_bytes() == record.read_bytes()


def seals(text: str) -> list[tuple[int, str]]:
    """Line and code of the faults that seals alone show."""
    report = Report()
    unseal(SourceFile("r", text), report)
    return [(item.span.line, item.code) for item in report if item.span is not None]


def test_a_changed_line_is_told_and_those_behind_it_still_hold(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")[:-1]
    for number in range(len(lines)):
        for touched in (lines[number] + " ", lines[number][:-1], "0" + lines[number], lines[number][10:]):
            found = seals("\n".join([*lines[:number], touched, *lines[number + 1 :]]) + "\n")
            assert found == [(number + 1, "record-foreign" if number == 0 else "record-seal")]


def test_lines_cannot_be_swapped_or_left_out(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")[:-1]
    for at in range(1, len(lines) - 1):
        swapped = seals("\n".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
        assert swapped[0] == (at + 1, "record-seal")
        assert len(swapped) <= 3
        assert seals("\n".join([*lines[:at], *lines[at + 1 :]])) == [(at + 1, "record-seal")]


def test_all_faults_are_told_at_once_each_at_its_word(record: Path, tmp_path: Path) -> None:
    """What a person may do to a record: each is told where it stands, and none hides the others."""
    lines = plain(record)
    starts = {n: next(at for at, line in enumerate(lines) if line.startswith(f"round {n}")) for n in range(1, 6)}
    laid = lines[starts[1]].split(": ")[1].split(", ")[0]

    def change(at: int, old: str, new: str) -> None:
        assert old in lines[at]
        lines[at] = lines[at].replace(old, new, 1)

    change(starts[2], lines[starts[2]].split(": ")[1].split(", ")[0], laid)
    change(starts[3] + 1, " sits down at ", " sits dwon at ")
    told = next(at for at in range(starts[4], starts[5]) if lines[at].startswith("  belgo"))
    change(told, "; coin ", "; coin 1")
    change(starts[4] + 2, lines[starts[4] + 2].split(" ")[0], "bambo")
    change(starts[5], lines[starts[5]].split(": ")[1].split(", ")[0], "coccoo")
    path = tmp_path / "many.txt"
    path.write_text(resealed(lines), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        verify(path, load)
    report = caught.value.report
    found = {(item.span.line - 1, item.code): item for item in report if item.span is not None}
    assert f"{laid} is not in the deck any more" in found[starts[2], "record-rule"].message
    assert f"it stands at {starts[1] + 1}:" in found[starts[2], "record-rule"].hints[0]
    assert found[starts[3] + 1, "record-rule"].hints == ("such a line reads `brain sits down at royal`",)
    name = found[starts[4] + 2, "record-name"]
    assert (name.message, name.hints) == ("no pirate in this game is called bambo", ("did you mean `bamba`?",))
    assert name.span is not None
    assert (name.span.col, name.span.end_col) == (11, 16)
    assert found[starts[5], "record-name"].hints == ("did you mean `coco`?",)
    assert {line for line, _ in found} <= {starts[2], starts[3] + 1, starts[4] + 2, starts[5], told}

    lines = plain(record)
    change(told, "; coin ", "; coin 1")
    del lines[starts[2] : starts[3]]
    path.write_text(resealed(lines), encoding="utf-8")
    gap = starts[3] - starts[2]
    assert [fault[:2] for fault in faults(path)] == [(starts[2] + 1, "record-lacks"), (told - gap + 1, "record-rule")]


def test_the_order_of_arrival_decides_about_the_coins(record: Path, tmp_path: Path) -> None:
    lines = plain(record)
    five = next(at for at, line in enumerate(lines) if line.endswith("right; coin 5"))
    begin = max(at for at in range(five) if lines[at].startswith("round"))
    four = next(at for at in range(begin, len(lines)) if lines[at].endswith("right; coin 4"))
    first, other = (
        next(at for at in range(begin, five) if lines[at].startswith(f"{lines[told].split()[0]} sits"))
        for told in (five, four)
    )
    lines[first], lines[other] = lines[other], lines[first]
    path = tmp_path / "order.txt"
    path.write_text(resealed(lines), encoding="utf-8")
    found = faults(path)
    assert [fault[:2] for fault in found] == [(at + 1, "record-rule") for at in sorted((five, four))]


def test_a_game_may_be_left_and_its_record_says_so(record: Path, tmp_path: Path) -> None:
    lines = plain(record)
    path = tmp_path / "left.txt"
    for count in (3, 4, 9, 20):
        path.write_text(resealed([*lines[:count], "unfinished"]), encoding="utf-8")
        assert verify(path, load)[2] == count + 1
    path.write_text(resealed([*lines[:20], "unfinished", lines[20]]), encoding="utf-8")
    assert fault(path)[:2] == (21, "record-rule")
    path.write_text(resealed([*lines, "unfinished"]), encoding="utf-8")
    assert fault(path)[:2] == (len(lines) + 1, "record-rule")


def test_how_an_editor_saves_a_record_does_not_matter_and_what_is_no_text_is_told(record: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "saved.txt", record.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert verify(path, load)[1].actor is None
    for other, code in ((data.decode().encode("utf-16"), "yaml-encoding"), (b"\x89PNG" * 900, "yaml-encoding")):
        path.write_bytes(other)
        with pytest.raises(PackError) as caught:
            verify(path, load)
        assert {item.code for item in caught.value.report.errors} == {code}
    path.write_bytes(data + b"\n" * 30_000)
    with pytest.raises(PackError, match="no game has over"):
        verify(path, load)
    path.write_bytes(data.splitlines()[0] + b"\n" + b"a" * 1_000_000)
    assert fault(path)[1] == "record-seal"


def test_a_record_of_another_version_is_refused_with_the_one_that_is_read(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(resealed(["santy record 2", *plain(record)[1:]]), encoding="utf-8")
    assert fault(path) == (1, "record-foreign", "this record is of another version: santy record 2")


@pytest.mark.long
def test_seals_are_what_they_were_when_older_records_were_written() -> None:
    assert [*seal(["penny", "ann: heads"])] == ["6cbca23c  penny", "6db375a5  ann: heads"]


def test_a_fault_in_an_empty_line_is_one_column_wide() -> None:
    report = Report()
    assert unseal(SourceFile("r", "\n6cbca23c  penny\n"), report) == []
    (found,) = report
    assert found.span is not None
    assert (found.code, found.span.line, found.span.col, found.span.end_col) == ("record-foreign", 1, 1, 2)


def test_a_record_cut_short_is_refused(record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")[:-1]
    cut = tmp_path / "cut.txt"
    for count in {3, 4, *range(5, len(lines), 7), len(lines) - 1}:
        cut.write_text("\n".join(lines[:count]) + "\n", encoding="utf-8")
        assert fault(cut)[:2] == (count, "record-short")
    for count in (1, 2):
        cut.write_text("\n".join(lines[:count]) + "\n", encoding="utf-8")
        assert fault(cut)[1] in ("record-short", "record-foreign")


def test_a_line_too_many_is_refused(record: Path, tmp_path: Path) -> None:
    lines = [*plain(record), "brain sits down at royal"]
    path = tmp_path / "more.txt"
    path.write_text(resealed(lines), encoding="utf-8")
    assert fault(path)[0] == len(lines)


@pytest.mark.parametrize(
    ("start", "old", "new", "message"),
    [
        ("seats", "royal", "viper", "viper lies at the table twice"),
        ("seats", "royal", "galleon", "no ship is called galleon"),
        ("seats", "royal", "", "no ship is named here"),
        ("start", "belgo ", "gulliver ", "no pirate in this game is called gulliver"),
        ("taken out", ": ", ": coco, ", "only basic ones are taken out"),
        ("round 1", "[", "[no-", "no card in this game is called no-"),
        ("round 1", ", [", ", coco, [", "the event lies behind card 4"),
        ("brain sits", "brain", "gulliver", "no pirate in this game is called gulliver"),
        ("brain sits", " sits down at ", " lies down on ", "says nothing that belongs in a record"),
        ("  brain", "brain from", "brain off", "says nothing that belongs in a record"),
        ("  brain from", "coin ", "coin 1", "not what the rules give"),
        ("end", "captain ", "captain the ", "not what the rules give"),
    ],
)
def test_what_the_rules_do_not_give_is_refused_even_with_good_seals(
    record: Path, tmp_path: Path, start: str, old: str, new: str, message: str
) -> None:
    lines = plain(record)
    at = next(n for n, line in enumerate(lines) if line.startswith(start) and old in line)
    lines[at] = lines[at].replace(old, new, 1)
    path = tmp_path / "bent.txt"
    path.write_text(resealed(lines), encoding="utf-8")
    line, code, said = fault(path)
    assert line == at + 1
    assert code == ("record-name" if re.match("no .* is (called|named)", message) else "record-rule")
    assert message in said


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "game: santy_anno\nid: x\n", "\x00\x01", "ab" * 5000])
def test_what_is_no_record_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "foreign.txt"
    path.write_text(text, encoding="utf-8")
    assert fault(path) == (1, "record-foreign", "this is not a record of santy")


def test_the_record_of_another_set_is_refused(record: Path, tmp_path: Path) -> None:
    ships = (load_pack().root / "ships.yaml").read_text(encoding="utf-8")
    swapped = (
        ships.replace("number: 6", "number: 0").replace("number: 4", "number: 6").replace("number: 0", "number: 4")
    )
    variant = copy_pack(tmp_path, {"ships.yaml": swapped})
    assert fault(record, str(variant))[:2] == (2, "record-foreign")
    mine = tmp_path / "mine.txt"
    play(load(str(variant)), Playing(3, {"level": "basic"}, 1, record=mine), lambda line: None)
    assert fault(mine)[:2] == (2, "record-foreign")
    end = verify(mine, load, str(variant))[1]
    assert isinstance(end, Santy)
    assert end.outcome
    lines = plain(mine)
    lines[1] = "set: my-set, rules 0"
    mine.write_text(resealed(lines), encoding="utf-8")
    assert fault(mine) == (2, "record-foreign", "this record is of a set called `my-set`")


def test_a_record_that_does_not_say_who_plays_is_refused(record: Path, tmp_path: Path) -> None:
    lines = plain(record)
    path = tmp_path / "who.txt"
    for third in ("level: high; pirates: brain", "brain, belgo", "level: basic; pirates: brain, belgo, belgo"):
        path.write_text(resealed([*lines[:2], third, *lines[3:]]), encoding="utf-8")
        assert fault(path)[:2] == (3, "record-foreign")
    path.write_text(
        resealed([*lines[:2], "level: events; pirates: belgo, brain, beauty", *lines[3:]]), encoding="utf-8"
    )
    assert fault(path)[:2] == (5, "record-name"), "edward and bamba do not play"


def test_a_missing_record_is_told(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="is not there"):
        verify(tmp_path / "none.txt", load)


def test_replay_needs_no_more_than_a_scribe() -> None:
    """A transcript of any game: here two actions of a state that counts to two."""

    class Count:
        def __init__(self, done: int = 0) -> None:
            self.done = done
            self.actor = "me" if done < 2 else None
            self.outcome = None if done < 2 else "two"

        def actions(self) -> list[str]:
            return ["count"]

        def apply(self, action: str) -> Count:
            if action != "count":
                raise ValueError("count!")
            return Count(self.done + 1)

        def view(self, player: str) -> int:
            return self.done

    class Counting:
        def opening(self) -> list[str]:
            return ["counting"]

        def lines(self, before: Count, action: str, after: Count) -> list[str]:
            return [action, f"  that is {after.done}"]

        def parse(self, state: Count, line: str) -> list[str]:
            return [line]

    scribe: Scribe = Counting()
    lines = ["counting", "count", "  that is 1", "count", "  that is 2"]
    file = SourceFile("count.txt", "\n".join(seal(lines)))
    report = Report()
    assert unseal(file, report) == lines
    start: Any = Count()
    assert replay(start, scribe, lines, file, report).outcome == "two"
    assert report.ok
    replay(start, scribe, [*lines[:3], "hop"], file, report)
    assert report.errors[0].message == "count!"


def test_a_record_of_any_game_says_what_each_has_won_and_ends_with_it() -> None:
    scribe = PlainScribe(["penny"], str)
    start: Any = Penny()
    lines, state = [*scribe.opening()], start
    for action in ("heads", "tails"):
        after = state.apply(action)
        lines += scribe.lines(state, action, after)
        state = after
    assert lines == ["penny", "ann: heads", "ben: tails", "end: ann 0, ben 1"]

    def codes(kept: list[str]) -> list[str]:
        report = Report()
        replay(start, scribe, kept, SourceFile("penny.txt", "\n".join(seal(kept))), report)
        return [f"{item.span}: {item.code}" for item in report]

    assert codes(lines) == []
    assert codes(lines[:2]) == ["penny.txt:2:1: record-short"], "somebody is still to choose"
    assert codes(lines[:3]) == ["penny.txt:3:1: record-short"], "all have chosen, and nobody says who has won"
    assert codes([*lines, "ann: heads"]) == ["penny.txt:5:1: record-rule"]


def test_a_line_that_is_not_what_the_rules_give_is_told_with_what_they_do() -> None:
    scribe = PlainScribe(["penny"], str)
    start: Any = Penny()
    lines = ["penny", "ann: heads", "ben: tails", "end: ann 1, ben 0"]
    report = Report()
    replay(start, scribe, lines, SourceFile("penny.txt", "\n".join(lines)), report)
    (found,) = report
    assert list(found.hints) == ["by the rules this line reads: end: ann 0, ben 1"]
    assert found.span is not None
    assert (found.span.line, found.span.col, found.span.end_line, found.span.end_col) == (4, 10, 4, 18)
    report = Report()
    replay(start, scribe, [*lines[:3], "end: ann 0, ben 1", ""], SourceFile("penny.txt", "\n".join(lines)), report)
    assert [list(item.hints) for item in report] == [[]], "after the end the rules give nothing"


def test_what_a_table_wrote_is_no_record_nor_is_it_written_over(tmp_path: Path) -> None:
    form, record = tmp_path / "form.txt", tmp_path / "record.txt"
    form.write_text("seats: Royal\n", encoding="utf-8")
    record.write_text("5971f1c3  santy record 1\n", encoding="utf-8")
    for words, said in (
        ((str(form),), "--fill"),
        (("--fill", str(form), "--out", str(form)), "so that it stays"),
        (("--fill", str(record)), "this is a record already"),
    ):
        result = CliRunner().invoke(main, ["replay", *words])
        assert result.exit_code in (1, 2)
        assert said in result.output
    assert form.read_text("utf-8") == "seats: Royal\n"
