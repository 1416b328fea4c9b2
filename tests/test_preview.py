"""The picture of some faces: those that were asked for, whatever is wrong with others."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from santy_print.cli import main
from tests.packs import copy_pack


def preview(folder: Path, pattern: str) -> Result:
    words = ["preview", str(folder), "--lang", "en", "--face", pattern, "--dpi", "20", "--out", str(folder / "p.png")]
    return CliRunner().invoke(main, words, catch_exceptions=False)


def test_a_face_is_drawn_though_another_is_faulty(tmp_path: Path) -> None:
    face = "face: {width: 30, height: 30, outline: circle, alt: x}\nitemz: []\n"
    folder = copy_pack(tmp_path, {"faces/coin.yaml": face})
    drawn = preview(folder, "ship:viper")
    assert drawn.exit_code == 0, drawn.output
    assert "1 face" in drawn.stdout
    faulty = preview(folder, "coin:*")
    assert faulty.exit_code == 1
    assert "coin.yaml:2" in faulty.output
    assert preview(folder, "*").exit_code == 1


def test_a_pattern_that_fits_nothing_is_told_what_is_near(tmp_path: Path) -> None:
    said = preview(copy_pack(tmp_path, {}), "shipp:viper")
    assert said.exit_code == 2
    assert "did you mean `ship`?" in said.output


@pytest.mark.parametrize(("ending", "kind"), [(".jpg", "JPEG"), (".WEBP", "WEBP"), (".tif", "TIFF"), ("", "PNG")])
def test_a_picture_is_what_its_name_says(ending: str, kind: str, tmp_path: Path) -> None:
    words = ["preview", "--lang", "en", "--face", "coin:*", "--dpi", "20", "--out", str(tmp_path / f"p{ending}")]
    assert CliRunner().invoke(main, words).exit_code == 0
    with Image.open(tmp_path / f"p{ending}") as made:
        assert made.format == kind


def test_a_name_that_says_no_picture_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["preview", "--out", str(tmp_path / "p.pdf")])
    assert ran.exit_code == 2
    assert ".jpg" in ran.output
    assert not list(tmp_path.iterdir())
