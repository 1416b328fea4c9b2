"""A small pack with one thing changed: what `check` says of it, and whether `build` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from santy_print.build import build
from santy_print.checking import check
from santy_print.diag import Diagnostic, PackError
from santy_print.pack import Pack
from santy_print.parts import Options
from santy_print.vouch import documents

PARTS = """parts:
  cards: {piles: [{each: events, layout: card-event, back: back-event, copies: "{{ item.copies }}"}]}
  ships:
    piles:
      - {each: ships, layout: ship}
  tokens: {piles: [{each: coins, layout: coin, back: coin-back}]}
  harbour: withdrawn
"""
FILES = {"pack.yaml": "extends: santy_anno\nid: small\nlanguages: [en]\n", "components.yaml": PARTS}


@dataclass(frozen=True)
class Judged:
    """What a check found, and with what a build was refused: nothing where it was built."""

    checked: list[Diagnostic]
    refused: list[Diagnostic]

    def told(self) -> list[str]:
        """The errors of the check: code and place."""
        return [f"{item.code} {self.place(item)}" for item in self.checked]

    @staticmethod
    def place(item: Diagnostic) -> str:
        return f"{Path(item.span.file.name).name}:{item.span.line}" if item.span else "nowhere"


def put_up(folder: Path, files: Mapping[str, str]) -> Path:
    """The small pack with some files of its own."""
    root = folder / "small"
    for name, text in {**FILES, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def judged(folder: Path, files: Mapping[str, str]) -> Judged:
    """The small pack with some files of its own, checked and then built."""
    found = check(str(put_up(folder, files)))
    refused = refusal(found.pack, folder / "out") if found.pack else found.report.errors
    return Judged(found.report.errors, refused)


def refusal(pack: Pack, out: Path) -> list[Diagnostic]:
    """Why a build is refused; nothing where it is not."""
    try:
        build(pack, out, Options(), documents(pack))
    except PackError as fault:
        return fault.report.errors
    return []
