"""What `santy serve` refuses, how it begins and ends, and what it does when its folder goes."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from click.testing import CliRunner

from santy_print.cli import main
from santy_print.starter import new_of_game
from tests.served import served


def refused(*words: Any) -> tuple[int, str]:
    ran = CliRunner().invoke(main, ["serve", "--no-open", *map(str, words)])
    return ran.exit_code, ran.output


def test_what_cannot_be_served_is_refused_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    code, output = refused(tmp_path)
    assert (code, "pack-missing" in output) == (1, True)
    new_of_game(tmp_path / "deck", "deck")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, output = refused(tmp_path / "deck", "--port", port)
    assert code == 1
    assert f"port {port} of 127.0.0.1 cannot be had" in output
    for words in (("--host", "example.org"), ("--editor", "javascript:{path}"), ("--port", "70000")):
        code, output = refused(tmp_path / "deck", *words)
        assert code == 2, output


@pytest.mark.long
def test_it_ends_at_once_and_leaves_no_process_behind(tmp_path: Path) -> None:
    root = tmp_path / "deck"
    new_of_game(root, "deck")
    with served(root) as pack:
        sleep(1.5)  # it draws
        children = pack.children
        assert children
        begun = monotonic()
        assert pack.interrupt() == 130
        assert monotonic() - begun < 3
        assert [each for each in children if Path(f"/proc/{each}").exists()] == []  # Python's own helper neither
        assert pack.process.stderr is not None
        assert "Traceback" not in pack.process.stderr.read()
    with served(root) as again:  # the address is the same, but for the port that was free
        assert again.address.rpartition(":")[2].partition("/")[2] == pack.address.rpartition(":")[2].partition("/")[2]


@pytest.mark.long
def test_a_folder_that_goes_is_told_and_one_that_comes_back_is_shown(tmp_path: Path) -> None:
    from tests.served import browser

    root = tmp_path / "deck"
    new_of_game(root, "deck")
    with served(root) as pack, browser() as chrome:
        page = chrome.new_page()
        page.goto(pack.address)
        page.wait_for_selector("#state[data-state=well]:not(.busy)", timeout=60_000)
        count = page.locator("button.face").count()
        shutil.move(root, tmp_path / "away")
        page.wait_for_selector("#faults li.error:has-text('pack-missing')", timeout=20_000)
        assert page.locator("button.face.old").count() == count
        shutil.move(tmp_path / "away", root)
        page.wait_for_selector("#state[data-state=well]:not(.busy)", timeout=60_000)
        assert page.locator("button.face.old").count() == 0
