"""`docs/games.md` is true: its game is built, installed into an environment of its own, and does what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

DOC = Path(__file__).parent.parent / "docs" / "games.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def files() -> Iterator[tuple[str, str]]:
    """Every file that the page shows, with what is put at its end later."""
    for _, text in BLOCK.findall(DOC.read_text(encoding="utf-8")):
        first, _, rest = text.partition("\n")
        if first.startswith("# ") and "." in first:
            yield first.removeprefix("# "), rest


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the distribution, and an environment `env` in which it and santy_print are installed."""
    home = tmp_path_factory.mktemp("game")
    for name, text in files():
        name, _, how = name.partition(", ")
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text() if how else "") + text, encoding="utf-8")
    venv.create(home / "env", with_pip=False, symlinks=True)
    site = next((home / "env").glob("lib/python*/site-packages"))
    ours = [str(Path(__file__).parent.parent), *(path for path in sys.path if path.endswith("site-packages"))]
    (site / "ours.pth").write_text("\n".join(dict.fromkeys([*ours, sysconfig.get_path("purelib")])))
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation", "."]
    subprocess.run(build, cwd=home, check=True, capture_output=True)
    (wheel,) = home.glob("*.whl")
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    return home


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONWARNINGS": "error", "SANTY_CACHE": str(home / "cache"), "PYTHONPATH": ""}
    command = [str(home / "env" / "bin" / "python"), *words]
    return subprocess.run(command, cwd=home / "work", env=env, text=True, capture_output=True, check=False)


@pytest.mark.long
def test_a_game_of_ones_own_is_found_checked_built_played_and_begun(home: Path) -> None:
    (home / "work").mkdir()
    said = {}
    for block in re.findall(r"^```sh\n(.*?)^```$", DOC.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            said[line] = run(home, "-m", "santy_print", *line.split()[1:])
            assert said[line].returncode == 0, said[line]
    assert "highcard: 0 errors, 0 warnings" in said["santy check highcard --strict"].stdout
    assert (home / "work/output/highcard/en/cards.pdf").read_bytes().startswith(b"%PDF")
    told = said["santy rulebook highcard --format text"].stdout
    for words in ("Everybody draws one of 4 cards.", "  deuce, five, nine, ace", "  14  ace", "nine wins."):
        assert words in told, told
    page = (home / "work/output/highcard/en/rulebook.html").read_text(encoding="utf-8")
    assert 'aria-label="deuce, five, nine, ace"' in page
    assert "<figcaption>All there are.</figcaption>" in page
    assert (home / "work/output/highcard/en/rulebook.pdf").read_bytes().startswith(b"%PDF")
    played = said["santy play highcard --players 3 --seed 2"].stdout.splitlines()
    assert len([line for line in played if line.startswith("By chance: ")]) == 3
    assert [line.split(":")[0].strip() for line in played[-3:]] == ["Ann", "Ben", "Cleo"]
    assert said["santy highest"].stdout == "ace\n"
    tests = home / "test_highcard.py"
    assert run(home, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tests)).returncode == 0


@pytest.mark.long
def test_what_it_lacks_is_told_and_its_faults_have_a_place(home: Path) -> None:
    work = home / "work"
    work.mkdir(exist_ok=True)
    for command, cannot in (
        ("quality", "how good a game highcard makes cannot be measured: the game brings nothing for that"),
        ("answers", "no sheet can tell what each card of highcard does: the game brings nothing for that"),
    ):
        result = run(home, "-m", "santy_print", command, "highcard")
        assert result.returncode == 1
        assert cannot in result.stderr
    (work / "twins").mkdir()
    (work / "twins" / "pack.yaml").write_text("extends: highcard\nid: twins\nversion: 1\n")
    (work / "twins" / "cards.yaml").write_text("cards:\n  king: 14\n")
    result = run(home, "-m", "santy_print", "check", "twins")
    assert result.returncode == 1
    assert "twins/cards.yaml:2:9: error: two cards are worth 14 (card-equal)" in result.stdout + result.stderr


@pytest.mark.long
def test_a_rulebook_that_names_what_the_game_does_not_bring_is_refused_at_its_line(home: Path) -> None:
    own = home / "work" / "odd"
    own.mkdir(parents=True, exist_ok=True)
    (own / "pack.yaml").write_text("extends: highcard\nid: odd\nversion: 1\n")
    wrong = {
        "{kind: figure, name: fam}": "error: the game has no figure `fam` (rulebook-name)",
        "{kind: table, name: wealth}": "error: the game has no table `wealth` (rulebook-name)",
        "{kind: card, say: draw}": "known here: `text`, `title`, `list`, `table`, `figure`, `faces`, `rows`, `duel`",
    }
    for entry, words in wrong.items():
        (own / "rulebook.yaml").write_text(f"sections:\n  - id: cards\n    blocks:\n      - {entry}\n")
        result = run(home, "-m", "santy_print", "check", "odd")
        assert result.returncode == 1
        assert "odd/rulebook.yaml:4:" in result.stdout + result.stderr
        assert words in result.stdout + result.stderr, result.stdout + result.stderr


@pytest.mark.long
def test_a_build_is_made_anew_when_the_code_of_the_game_changes(home: Path) -> None:
    (home / "work").mkdir(exist_ok=True)
    out = home / "work" / "changed"
    assert run(home, "-m", "santy_print", "build", "highcard", "--out", str(out)).returncode == 0
    before = (out / "highcard/en/cards.pdf").read_bytes()
    (code,) = (home / "env").glob("lib/python*/site-packages/highcard/__init__.py")
    text = code.read_text(encoding="utf-8")
    code.write_text(text.replace('"value": value}', '"value": value + 100}'), encoding="utf-8")
    try:
        assert run(home, "-m", "santy_print", "build", "highcard", "--out", str(out)).returncode == 0
        assert (out / "highcard/en/cards.pdf").read_bytes() != before
    finally:
        code.write_text(text, encoding="utf-8")
