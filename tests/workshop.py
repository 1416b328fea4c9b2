"""A workshop for rules: the bundled set and variants of it, compiled in memory without words and pictures."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from santy_print.diag import Diagnostic, Report, SourceFile
from santy_print.folders import data_folder
from santy_print.games.santy_anno import GAME
from santy_print.games.santy_anno.compiled import Compiled
from santy_print.games.santy_anno.oracle import Oracle
from santy_print.schema import validate
from santy_print.source import locate, parse_yaml

FOLDER = data_folder("content") / "santy_anno"
Edit = tuple[str, str, str]
"""File, a text in it, and what stands there instead."""


class Made(NamedTuple):
    compiled: Compiled | None
    report: Report
    files: dict[str, Any]

    @property
    def sound(self) -> Compiled:
        assert self.report.ok, "\n".join(d.short() for d in self.report)
        assert self.compiled is not None
        return self.compiled

    def found(self, code: str) -> list[Diagnostic]:
        return [item for item in self.report if item.code == code]

    def one(self, code: str) -> Diagnostic:
        found = self.found(code)
        assert found, f"no {code} among: " + "\n".join(d.short() for d in self.report)
        return found[0]


@cache
def text(stem: str) -> str:
    return (FOLDER / f"{stem}.yaml").read_text(encoding="utf-8")


def make(*edits: Edit, whole: dict[str, str] | None = None) -> Made:
    """The bundled set with some texts replaced, or some files as a whole."""
    texts = {stem: text(stem) for stem in GAME.files} | (whole or {})
    for stem, old, new in edits:
        assert old in texts[stem], f"{stem} does not hold {old!r}"
        texts[stem] = texts[stem].replace(old, new, 1)
    report = Report()
    nodes: dict[str, Any] = {stem: parse_yaml(SourceFile(f"{stem}.yaml", body), report) for stem, body in texts.items()}
    files = {stem: validate(model, nodes[stem], report) for stem, model in GAME.files.items()}
    assert report.ok, "\n".join(d.short() for d in report)
    compiled = GAME.compile(files, lambda file, *path, key=False: locate(nodes[file], path, key), report)
    return Made(compiled, report, files)


@cache
def bundled() -> Made:
    return make()


def santy() -> Compiled:
    return bundled().sound


@cache
def oracle() -> Oracle:
    files = bundled().files
    ships, cards, events = (files[stem].model_dump(by_alias=True) for stem in ("ships", "cards", "events"))
    return Oracle(ships, cards, events, files["pack"].event_after)


def goes(card: str, ship: str, seats: list[str] | None = None) -> str:
    """Where a card sends a pirate from a ship, by ids."""
    compiled = santy()
    move = compiled.move(compiled.card(card), compiled.seats(seats))
    return compiled.ships[move[compiled.ship(ship)]].id
