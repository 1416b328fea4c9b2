"""Bad packs are told what is wrong with them: `tests/bad/*.yaml`, and the examples of `docs/diagnostics.md`.

SANTY_UPDATE=1 writes the outputs of the document anew.
"""

from __future__ import annotations

import os
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import santy_print
from santy_print import play, sheets
from santy_print.diag import CODES, PackError
from santy_print.faces.frames import Frame
from santy_print.games.santy_anno import answer_sheet
from santy_print.pack import load_pack
from santy_print.registry import Game
from tests.examples import Example, Section, documented, first_block

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))
DOC = Path(__file__).parent.parent / "docs" / "diagnostics.md"
SECTIONS = documented(DOC.read_text(encoding="utf-8"))


def every_code() -> dict[str, str]:
    """All codes of the house, whoever registers them."""
    for module in pkgutil.walk_packages(santy_print.__path__, "santy_print."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return CODES


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_bad_packs_are_told_everything(path: Path, tmp_path: Path) -> None:
    example = Example.parse(path.read_text(encoding="utf-8"))
    root = example.put_up(tmp_path)
    assert example.expected, "a bad pack says what must be found"
    assert "\n".join(example.missed(root)) == ""


@pytest.mark.long
@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("section", SECTIONS, ids=[section.code for section in SECTIONS])
def test_documented_examples_say_what_the_document_says(
    section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = Example.parse(section.example).run(tmp_path, monkeypatch)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    shown = first_block(result.output, section.code)
    assert shown, f"{section.code} is not in the output:\n{result.output[-2000:]}"
    if os.environ.get("SANTY_UPDATE"):
        text = DOC.read_text(encoding="utf-8")
        head = f"### `{section.code}`\n"
        before, after = text.split(head)
        after = re.sub(r"```text\n.*?```", lambda _: f"```text\n{shown}```", after, count=1, flags=re.DOTALL)
        DOC.write_text(before + head + after, encoding="utf-8")
    else:
        assert section.output == shown


def test_every_code_is_documented_with_its_meaning() -> None:
    codes = every_code()
    text = DOC.read_text(encoding="utf-8")
    headed = re.findall(r"^### `([a-z-]+)`\n\n([^\n]+)\n", text, re.MULTILINE)
    assert dict(headed) == {
        code: meaning[0].upper() + meaning[1:] + ("" if meaning.endswith("?") else ".")
        for code, meaning in codes.items()
    }


def test_every_code_is_used() -> None:
    """A code that nothing reports is a promise that nobody keeps."""
    every_code()
    text = "".join(path.read_text("utf-8") for path in Path(santy_print.__path__[0]).rglob("*.py"))
    assert [code for code in CODES if text.count(f'"{code}"') < 2] == []


def test_every_code_has_an_example() -> None:
    """In `tests/bad/`, in the document, or in the test that a section of the document names."""
    shown = {section.code for section in SECTIONS}
    for path in BAD:
        shown |= set(re.findall(r"#! \S+ (?:error|warning) ([a-z-]+)", path.read_text("utf-8")))
    for part in DOC.read_text("utf-8").split("\n### ")[1:]:
        code = part.split("`")[1]
        for name in re.findall(r"Shown by `tests/(\w+\.py)`", part):
            path = Path(__file__).parent / name
            if path.is_file() and f'"{code}"' in path.read_text("utf-8"):
                shown.add(code)
    assert sorted(set(every_code()) - shown) == []


def test_a_piece_larger_than_the_paper_is_told_as_a_fault() -> None:
    piece = sheets.Copy(Frame("x", 400, 400, (), "x"))
    with pytest.raises(PackError) as caught:
        sheets.impose([piece], sheets.Setup(sheets.PAPERS["a4"], "long", 0))
    assert [d.code for d in caught.value.report] == ["paper-too-small"]


def test_a_game_that_lacks_something_is_told_as_a_fault() -> None:
    pack = load_pack("santy_anno")
    pack.game = Game()
    for code, ask in (
        ("pack-tool", lambda: answer_sheet.find_answers(pack)),
        ("pack-tool", lambda: play.table_of(pack)),
    ):
        with pytest.raises(PackError) as caught:
            ask()
        assert [(d.code, str(d.span).split("/")[-1]) for d in caught.value.report] == [(code, "pack.yaml:2:7")]
