"""A kind of card more is one file of code: put there, its cards are read, checked, dealt, printed and explained."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).parent.parent
KIND = '''"""Across cards: to the ship on the other side of the table."""

from collections.abc import Iterator, Sequence
from typing import Literal

from santy_print.games.santy_anno.fleet import Fleet
from santy_print.games.santy_anno.kinds.base import CardBase, Heading, Kind, Seats, kind


class AcrossCard(CardBase):
    kind: Literal["across"]


@kind
class AcrossKind(Kind[AcrossCard]):
    name = "across"
    model = AcrossCard
    facts = ("C10",)
    seated = True

    def targets(self, card: AcrossCard, fleet: Fleet, seats: Seats, ship: int) -> Sequence[int]:
        return (seats[(seats.index(ship) + len(seats) // 2) % len(seats)],)

    def heading(self, card: AcrossCard, fleet: Fleet, seats: Seats, ship: int) -> Heading:
        chair = seats.index(ship)
        return Heading("seat", str(chair + 1), chair)

    def every(self, fleet: Fleet) -> Iterator[AcrossCard]:
        return iter((AcrossCard(kind="across"),))
'''
PACK = {
    "pack.yaml": 'extends: santy_anno\nid: mine\nversion: "1"\nlanguages: [en]\n',
    "cards.yaml": "cards: {over-there: {kind: across, level: expert}}\n",
    "locale/en.yaml": "texts:\n  card.across: {name: Across, effect: Go to the ship across the table.}\n",
    "faces/card-across.yaml": """
face: {width: 63.5, height: 88.9, corner: 3, bleed: 5, alt: "{{ plain('card.across.effect') }}"}
items:
  - use: {layout: card-frame, at: [4.75, 5.45], give: {root: card, kind: across, index: card-index-coco}}
""",
}


@pytest.mark.long
def test_a_kind_of_card_is_one_file(tmp_path: Path) -> None:
    for folder in ("santy_print", "content", "templates"):
        copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "santy_print/games/santy_anno/kinds/across.py").write_text(KIND, encoding="utf-8")
    for name, text in PACK.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path), "SANTY_CACHE": "off"}

    def santy(*words: str) -> str:
        command = [sys.executable, "-P", "-m", "santy_print", *words]
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    found = santy("check", "mine", "--strict")
    assert "0 errors, 0 warnings" in found
    told = "mine/cards.yaml:1:9: notice: no entry of the rulebook explains across cards (rulebook-untold)"
    assert told in found
    santy("build", "mine", "--only", "cards", "--only", "rulebook", "--only", "answers")
    assert "Helm, Across and seasickness" in (tmp_path / "output/mine/en/rulebook.txt").read_text(encoding="utf-8")
    assert "Across" in santy("play", "mine", "--level", "expert", "--seed", "1")
    assert re.search(r"^  across +yes$", santy("ships", "explain", "mine"), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "santy_print", "play", "mine", "--every-card"],
        cwd=tmp_path,
        env=surroundings,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert "nobody has read the rule of across cards a second time" in done.stdout + done.stderr
