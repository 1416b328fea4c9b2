"""A pack that lacks a file, or whose file cannot be read: every command says so, and none breaks off."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from tests.packs import copy_pack

FILES = ("cards", "components", "events", "pirates", "ships", "pack")
SPOILT = {"unreadable": "parts: [", "empty": "", "of another shape": "[1, 2]\n", "two keys alike": "a: 1\na: 2\n"}
COMMANDS = (
    ("check", "{}"), ("i18n", "status", "{}"), ("i18n", "export", "{}", "--lang", "fr"), ("ships", "repair", "{}"),
    ("ships", "complete", "{}"), ("ships", "explain", "{}"), ("answers", "{}"), ("rulebook", "{}", "--format", "text"),
    ("quality", "{}", "--games", "1"), ("play", "{}"), ("preview", "{}", "--face", "*"),
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", ["gone", *SPOILT])
def test_no_command_breaks_off_where_a_file_is_missing_or_spoilt(name: str, how: str, tmp_path: Path) -> None:
    root = copy_pack(tmp_path, {})
    path = root / f"{name}.yaml"
    if how == "gone":
        path.unlink()
    else:
        path.write_text(SPOILT[how], encoding="utf-8")
    for command in COMMANDS:
        result = CliRunner().invoke(main, [word.format(root) for word in command])
        assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exception)
        assert result.exit_code in (0, 1, 2), command
        if command[0] in ("check", "play", "answers"):
            assert result.exit_code == 1, command
