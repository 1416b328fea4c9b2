"""What the pages say is true: their commands run, their links lead somewhere, every option is told."""

from __future__ import annotations

import fnmatch
import importlib
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from PIL import Image

from santy_print import DEFAULT_PACK, __version__
from santy_print.cli import main
from santy_print.faces import Faces
from santy_print.games.santy_anno import exhaust
from santy_print.pack import load_pack
from tests.built import bundled
from tests.commands import commands_of
from tests.profiles import profile

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/*.md"))
COMMANDS = ROOT / "docs" / "commands.md"

# Lines that a test cannot run, and who does instead.
ELSEWHERE = {
    "pip install .": "test_wheel.py and .ci/run install the wheel",
    "bash .ci/run": "it runs these tests",
}
# A page whose commands are run where what it makes is installed.
ELSEWHERE_PAGES = {"games.md": "test_games_doc.py", "own-deck.md": "test_own_deck.py"}


def sh_lines(page: Path) -> Iterator[str]:
    """The commands of a page, without their comments."""
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if words := shlex.split(line, comments=True):
                yield shlex.join(words)


def sections(page: Path) -> dict[str, str]:
    """The parts of a page by their second-level heading."""
    parts = re.split(r"^## (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def goals() -> dict[str, str]:
    """The goals of the Makefile, each with its line of help."""
    return dict(re.findall(r"^([a-z]+):[^=\n]*## (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(group: click.Group = main, prefix: str = "santy") -> Iterator[tuple[str, click.Command]]:
    for name, command in commands_of(group).items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix} {name}")
        else:
            yield f"{prefix} {name}", command


def options(command: click.Command) -> list[click.Option]:
    """A command's options, those among them that games bring."""
    known = [option for option in command.get_params(click.Context(command)) if isinstance(option, click.Option)]
    return [option for option in known if not option.hidden and not {"-h", "--help"} & {*option.opts}]


def reduced(words: list[str]) -> list[str]:
    """A build of all parts or languages is made once, below; here one of each shows that the options are taken."""
    if words[0] == "build":
        pack = words[1] if len(words) > 1 and not words[1].startswith("-") else DEFAULT_PACK
        last = list(load_pack(pack).parts)[-1]
        words = [*words, *([] if {"--only", "--cards", "--profile"} & set(words) else ["--only", last])]
        words = [*words, *([] if "--lang" in words else ["--lang", "en"])]
    return words


@pytest.mark.long
@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in ELSEWHERE_PAGES], ids=lambda page: page.name
)
def test_every_command_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):  # where printers are kept
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name, few in ("MAX_SEATINGS", 10), ("MAX_THREES", 100), ("ROWS", 2):  # tests/test_exhaust.py tries all
        monkeypatch.setattr(exhaust, name, few)
    (tmp_path / "photos").mkdir()  # what somebody has drawn
    (tmp_path / "house.icc").write_bytes(profile())  # what a printing house has sent
    Image.new("RGB", (750, 1050), "#c9a66b").save(tmp_path / "photos" / "goblin x3.png")
    for line in sh_lines(page):
        program, *words = shlex.split(line)
        if program == "make":
            assert words[0] in goals(), line
        elif program == "cp":
            assert words[0] == "-r"
            shutil.copytree(words[1], words[2])
        elif program == "santy":
            ran = CliRunner().invoke(main, reduced(words), catch_exceptions=False)
            assert ran.exit_code == 0, f"{line}\n{ran.output}"
        else:
            assert line in ELSEWHERE, line


@pytest.mark.usefixtures("kept")
def test_the_readme_lists_what_a_build_makes(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["build", "--lang", "en", "--out", str(tmp_path)], catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    table = sections(ROOT / "README.md")["What you get"]
    told = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(.*?)`", row)}
    assert told == {path.name for path in (tmp_path / "santy_anno" / "en").iterdir()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("https://", "#")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def test_the_readme_names_every_font() -> None:
    text = "".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for path in (ROOT / "santy_print" / "fonts").glob("*-LICENSE.txt"):
        assert path.name.removesuffix("-LICENSE.txt") in text


@pytest.mark.long
def test_every_piece_on_the_gallery_s_tables_is_a_face_of_its_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    gallery = importlib.import_module("gallery")
    for name, pieces in (("santy_anno", gallery.scene()), ("sandokan", gallery.sea_scene())):
        pack = load_pack(name).checked()
        keys = [frame.key for frame in gallery.all_frames(Faces(pack, pack.locales["en"], "full"))]
        assert [piece.face for piece in pieces if not fnmatch.filter(keys, piece.face)] == []
    shown = re.findall(r"\(docs/gallery/(.*?)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert all((ROOT / "docs" / "gallery" / name).is_file() for name in shown)


def test_pictures_of_printing_are_drawn_by_the_gallery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    importlib.import_module("gallery")  # what `make gallery` runs can be loaded
    drawn = importlib.import_module("print_gallery").print_pictures(Faces(bundled(), bundled().locales["en"], "low"))
    sizes = {f"print-{name}.png": image.size for name, image in drawn}
    assert set(sizes) == {path.name for path in (ROOT / "docs" / "gallery").glob("print-*.png")}
    shown = re.findall(r"\(gallery/(print-.*?)\)", (ROOT / "docs" / "print.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(sizes)
    for name, size in sizes.items():
        with Image.open(ROOT / "docs" / "gallery" / name) as image:
            assert image.size == size, "run make gallery"


def test_every_command_has_its_section_and_no_other_is_told() -> None:
    told = {heading for heading in sections(COMMANDS) if heading.startswith("santy ")}
    assert told == {name for name, _ in commands()}


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_option_is_told_and_shown(name: str, command: click.Command) -> None:
    text = sections(COMMANDS).get(name, "")
    rows = {row.split("`")[1].split()[0]: row for row in re.findall(r"^\| `--.*$", text, re.MULTILINE)}
    assert set(rows) == {option.opts[0] for option in options(command)}
    examples = "".join(re.findall(r"^```\w+\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    for option in options(command):
        row = rows[option.opts[0]]
        assert re.search(rf"{option.opts[0]}\b", examples), f"no example with {option.opts[0]}"
        if isinstance(option.type, click.Choice):
            assert r"\|".join(option.type.choices) in row, row
        if option.show_default and option.default is not None and not option.is_flag:
            assert f"(default: {option.default})" in row, row


def test_every_goal_says_what_it_does() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared
    assert set(declared[1].split()) == set(goals())


def test_one_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert {"Unreleased", __version__} <= set(sections(ROOT / "CHANGELOG.md"))


def test_the_glossary_has_each_word_once_in_its_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    tables = [re.findall(r"^\| ([a-z][^|]*?) \|", part, re.MULTILINE)[1:] for part in text.split("\n## ")[1:]]
    words = [word for table in tables for word in table]
    assert all(table == sorted(table) for table in tables)
    assert len(words) == len(set(words)) > 40
