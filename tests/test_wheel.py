"""The wheel and the source archive hold all that a set needs, and work from there."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

hatchling_sdist = pytest.importorskip("hatchling.builders.sdist")
hatchling_wheel = pytest.importorskip("hatchling.builders.wheel")

ROOT = Path(__file__).parent.parent


def files(*folders: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(hatchling_wheel.WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])))


def test_the_wheel_holds_code_fonts_licences_content_and_templates(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        about = {name.partition(".dist-info/")[2] for name in archive.namelist() if ".dist-info/" in name}
    inside = {f"santy_print/{name}" for name in files("content", "templates")}
    assert names == files("santy_print") | inside
    fonts = {path.name for path in (ROOT / "santy_print" / "fonts").glob("*-LICENSE.txt")}
    assert {f"licenses/santy_print/fonts/{name}" for name in fonts} | {"licenses/LICENSE"} <= about


def test_every_font_has_its_licence() -> None:
    fonts = ROOT / "santy_print" / "fonts"
    families = {path.stem.partition("-")[0] for path in fonts.glob("*.ttf")}
    licences = {path.name.removesuffix("-LICENSE.txt") for path in fonts.glob("*-LICENSE.txt")}
    assert {next((one for one in licences if family.startswith(one)), family) for family in families} == licences


@pytest.mark.long  # `.ci/run` installs it and builds with it
def test_an_unpacked_wheel_checks_its_bundled_pack_from_elsewhere(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    code = "import santy_print, santy_print.cli; print(santy_print.__file__); santy_print.cli.main(['check'])"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=elsewhere,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.startswith(str(tmp_path / "site"))


def test_the_source_archive_holds_what_a_checkout_needs(tmp_path: Path) -> None:
    made = next(hatchling_sdist.SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert files("santy_print", "content", "templates", "tests", "bench", ".ci") <= names
    assert {"Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "pyproject.toml"} <= names
