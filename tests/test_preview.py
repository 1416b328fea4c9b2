"""The picture of some faces: those that were asked for, whatever is wrong with others."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

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
