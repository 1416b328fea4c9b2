"""What docs/records.md says of records and forms is so: its examples are read, line by line."""

from __future__ import annotations

import re
from pathlib import Path

from santy_print.diag import Report, SourceFile
from santy_print.game import PlainScribe
from santy_print.game.record import SEALED, UNFINISHED
from santy_print.games.sandokan.table import SandokanTable
from santy_print.games.santy_anno import survey
from santy_print.games.santy_anno.table import SantyTable
from santy_print.pack import load_pack
from santy_print.records import fill, verify

PAGE = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def section(title: str) -> str:
    """A part of the page."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_what_the_table_wrote_becomes_the_record_that_is_shown(tmp_path: Path) -> None:
    record = next(block for block in BLOCKS if SEALED.match(block))
    form = next(block for block in BLOCKS if block.startswith("# Thursday"))
    (tmp_path / "table.txt").write_text(form, encoding="utf-8")
    _, lines = fill(tmp_path / "table.txt", lambda name: load_pack(name).checked(), "santy_anno")
    assert "".join(f"{line}\n" for line in lines) == record
    (tmp_path / "game.txt").write_text(record, encoding="utf-8")
    _, end, count = verify(tmp_path / "game.txt", lambda name: load_pack(name).checked())
    assert (count, end.returns) == (len(lines), None)


def test_every_kind_of_line_is_shown_and_read() -> None:
    """Each pattern of the reader has an example in the table, and each example is read by one."""
    table = SantyTable(load_pack().checked())
    shown = re.findall(r"^\| [a-z]+ \| `(.*?)` \|", section("Santy Anno"), re.MULTILINE)
    read = {pattern.pattern for line in shown for pattern, _ in survey.READ if pattern.fullmatch(line)}
    assert read == {pattern.pattern for pattern, _ in survey.READ}
    others = [line for line in shown if not any(pattern.fullmatch(line) for pattern, _ in survey.READ)]
    level, unfinished = others
    assert unfinished == UNFINISHED
    assert table.start_of([*table.heading, level]).players == ("brain", "belgo", "beauty")


def test_the_lines_of_sandokan_are_made_of_its_words() -> None:
    table = SandokanTable(load_pack("sandokan").checked())
    scribe = table.scribe(table.new_state(2))
    assert isinstance(scribe, PlainScribe)
    text = section("Sandokan, and any other game")
    examples = re.findall(r"^\| `(.*?)` \|", text, re.MULTILINE)
    more = [
        f"yanez: {words}"
        for row in re.findall(r"^\| `.*?` \| (.*) \|$", text, re.MULTILINE)
        for words in re.findall("`(.*?)`", row)
    ]
    assert len(examples) == 14
    report = Report()
    lines = [*scribe.opening(), *examples, *more]
    scribe.survey(lines, SourceFile("game.txt", "\n".join(lines)), report)
    assert [str(item) for item in report] == []
    scribe.survey([*scribe.opening(), "yanez: tkae"], SourceFile("game.txt", "\n" * 3 + "yanez: tkae"), report)
    assert [item.hints for item in report] == [("did you mean `take`?",)]
