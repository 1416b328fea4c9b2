"""`docs/own-deck.md` is followed step by step; its examples are sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from santy_print.checking import check
from santy_print.cli import main
from santy_print.pack import load_pack

TEXT = (Path(__file__).parent.parent / "docs" / "own-deck.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def run(line: str) -> None:
    made = CliRunner().invoke(main, line.split()[1:])
    assert made.exit_code == 0, f"{line}\n{made.output}"


def test_the_document_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin, ready = blocks("sh")
    for line in begin.splitlines():
        run(line)
    assert (tmp_path / "output" / "my-deck" / "en" / "cards.pdf").is_file()
    assert sum(card["copies"] for card in load_pack("my-deck").collections["cards"]) == 12
    cards, tokens = blocks("csv")
    Path("my-deck/cards.csv").write_text(cards, "utf-8")
    assert check("my-deck").report.items == []
    (rules,) = blocks("markdown")
    Path("my-deck/rulebook.md").write_text(rules, "utf-8")
    assert check("my-deck").report.items == []
    run("santy rulebook my-deck --format text")
    Path("my-deck/tokens.csv").write_text(tokens, "utf-8")
    listed = [text for text in blocks("yaml") if not text.startswith("# my-deck/")]
    Path("my-deck/rulebook.md").write_text(rules.replace("face:back", "face:token"), "utf-8")
    for text in blocks("yaml"):
        if text not in listed:
            name = text.partition("\n")[0].removeprefix("# ")
            Path(name).write_text(text, "utf-8")
    Path("my-deck/faces/back.yaml").unlink()
    with Path("my-deck/locale/en.yaml").open("a", encoding="utf-8") as file:
        file.write("  part.tokens: Tokens\n")
    found = check("my-deck")
    assert [item.short() for item in found.report if item.code != "name-unread"] == []
    Path("my-deck/cards.yaml").write_text(listed[0], "utf-8")
    assert len(load_pack("my-deck").checked().collections["numbers"]) == 18
    Path("photos").mkdir()
    Image.new("RGB", (821, 1121)).save("photos/owl x3.png")
    for line in ready.splitlines():
        run(line)
    assert load_pack("my-photos").checked().collections["cards"][0]["copies"] == 3
