"""`santy art ids`: what a layout can paint, show and hide in a drawing, and what cannot be drawn of one."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from santy_print.cli import main
from tests.fonts import bytes_of, small

SHIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>A raft</title>
<style>.a{fill:#8a6d3b}</style>
<g id="hull"><rect class="a paint" width="9" height="4"/><g id="plank"><path class="a" d="M0 9h9v2z"/></g></g>
</svg>"""


def run(*words: str) -> tuple[int, str, str]:
    ran = CliRunner().invoke(main, ["art", "ids", *words], catch_exceptions=False)
    return ran.exit_code, ran.stdout, ran.stderr


def test_the_ids_of_a_drawing_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "raft.svg"
    path.write_text(SHIP, encoding="utf-8")
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{path}: 40 x 20 mm, 2 shapes, “A raft”",
        "  hull   2 shapes  1 to paint",
        "  plank  1 shape   none to paint",
    ]
    made = json.loads(run(str(path), "--format", "json")[1])
    ids = {"hull": {"shapes": 2, "painted": 1}, "plank": {"shapes": 1, "painted": 0}}
    assert made == {str(path): {"size": [40.0, 20.0], "title": "A raft", "ids": ids}}


def test_what_cannot_be_drawn_is_told_and_the_others_are_listed(tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.svg", tmp_path / "good.svg"
    bad.write_text(SHIP.replace("</svg>", '<text font-family="Inter">Hi</text></svg>'), encoding="utf-8")
    good.write_text('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>', encoding="utf-8")
    code, out, err = run(str(bad), str(good))
    assert code == 1
    assert "its text is in `Inter`, a font that is not here" in err
    assert "Path > Object to Path (Inkscape)" in err
    assert out.splitlines() == [f"{good}: 9 x 9 mm, 1 shape", "  no ids: a layout can show it, and no part of it"]


def test_texts_and_embedded_pictures_have_ids_as_other_parts_and_the_fonts_beside_art_are_known(tmp_path: Path) -> None:
    path = tmp_path / "art" / "card.svg"
    (tmp_path / "fonts").mkdir()
    path.parent.mkdir()
    (tmp_path / "fonts" / "any.ttf").write_bytes(bytes_of(small()))
    text = '<text id="name" y="9" font-family="Mine">Ho <tspan id="who" class="paint">you</tspan></text>'
    path.write_text(SHIP.replace("</svg>", f"{text}</svg>"), encoding="utf-8")
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    assert out.splitlines()[-2:] == ["  name   2 shapes  1 to paint", "  who    1 shape   1 to paint"]
