"""Surroundings: the same pack gives the same bytes, whatever the variables, the home and the folder of its maker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cache import small

SETTINGS = "pageCompression = 0\ninvariant = 0\nuseA85 = 1\nlistWrapOnFakeWidth = 0\n"
HOSTILE = {
    "TZ": "Asia/Kathmandu",
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "C",
    "PYTHONHASHSEED": "7",
    "RL_invariant": "0",
    "RL_pageCompression": "0",
    "RL_useA85": "1",
    "TYPST_FONT_PATHS": "/nowhere",
    "TYPST_PACKAGE_PATH": "/nowhere",
    "FONTCONFIG_FILE": "/nowhere",
}


def built(root: Path, out: Path, cwd: Path, surroundings: dict[str, str]) -> dict[str, bytes]:
    words = [str(root), "--out", str(out), "--lang", "en", "--no-cache", "--quiet"]
    command = [sys.executable, "-m", "santy_print", "build", *words]
    here = str(Path(__file__).parent.parent)
    path = os.pathsep.join(filter(None, (surroundings.get("PYTHONPATH"), here)))
    done = subprocess.run(
        command, cwd=cwd, env=dict(os.environ) | surroundings | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.long
def test_nothing_of_the_surroundings_shows(tmp_path: Path) -> None:
    root = small(tmp_path / "pack")
    home, other = tmp_path / "home", tmp_path / "else where"
    home.mkdir()
    other.mkdir()
    (home / ".reportlab_settings").write_text(SETTINGS)
    plain = built(root, tmp_path / "out", tmp_path, {"PYTHONHASHSEED": "1"})
    for name, epoch in enumerate(("x", "1", "99999999999999999999")):
        if epoch == "1":
            (other / "reportlab_settings.py").write_text(SETTINGS)
        more = HOSTILE | {"HOME": str(home), "PYTHONPATH": str(other), "SOURCE_DATE_EPOCH": epoch}
        assert built(root, tmp_path / str(name), other, more) == plain
