"""Proof: a built file in, what was measured on it out. It opens the file again and believes nothing that built it.

Each check measures one thing and says it in a sentence with numbers; faults are diagnostics, each kind with a code of
its own. Lengths in mm. What a pack's cards should say comes from the pack: its faces are laid out anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from santy_print.diag import PackError, Report, register
from santy_print.faces import Faces
from santy_print.faces.art import Outline
from santy_print.faces.frames import words
from santy_print.faces.stamp import Stamp
from santy_print.pack import Pack, load_pack
from santy_print.parts import copies_of
from santy_print.proof import checks, drawn, edges, integrity
from santy_print.proof.checks import CHECKS, Check, Expected, Skipped, check
from santy_print.proof.drawn import draw_ahead, ink_of, stop
from santy_print.proof.reading import Reading, read_pdf, refusing

register("proof-foreign", "a PDF was not made by this program")
register("proof-zones", "a file was made with `--proof`: lines lie over its faces")

MODULES = (checks, drawn, edges, integrity)
"""Each enters its checks into the registry."""

Status = Literal["ok", "warning", "error", "skipped"]


@dataclass(frozen=True, slots=True)
class Result:
    """What one check found: a sentence with what was measured, and its faults."""

    name: str
    status: Status
    measured: str
    report: Report

    def as_json(self) -> dict[str, Any]:
        """The value for programs."""
        faults = [item.as_json() for item in self.report]
        return {"check": self.name, "status": self.status, "measured": self.measured, "diagnostics": faults}


@dataclass(slots=True)
class Proof:
    """The results of a file, in the order of the checks."""

    path: Path
    results: list[Result] = field(default_factory=list)

    @property
    def report(self) -> Report:
        """All faults."""
        return Report([item for result in self.results for item in result.report])

    @property
    def ok(self) -> bool:
        """Whether no check found an error."""
        return self.report.ok

    def lines(self) -> list[str]:
        """One line for each check: how it went, its name, what was measured."""
        words: dict[Status, str] = {"ok": "ok", "warning": "warning", "error": "FAILED", "skipped": "-"}
        return [f"{words[r.status]:8}{r.name:9}{r.measured}" for r in self.results]

    def as_json(self) -> str:
        """For programs."""
        value = {
            "file": str(self.path),
            "ok": self.ok,
            "checks": [result.as_json() for result in self.results],
        }
        return json.dumps(value, ensure_ascii=False, indent=1)


class Proofer:
    """Proofs files, of a given pack or of the bundled packs that they name; lays each language's faces out once."""

    def __init__(self, pack: Pack | None = None) -> None:
        """`pack` stands in for the one a file names."""
        self.pack = pack
        self._packs: dict[str, Pack | None] = {}
        self._faces: dict[tuple[str, str, str], Faces] = {}

    def proof(self, path: Path) -> Proof:
        """Measure a file. PackError where it is not one that can be measured, OSError where it cannot be read."""
        reading = read_pdf(path)
        report = Report()
        if not reading.ours and not reading.creator.startswith(("santy_print", "Typst")):
            maker = reading.creator or "a program that does not say its name"
            report.error(
                "proof-foreign", f"{path} was made by {maker}, not by santy_print", None,
                "`santy proof` takes the files that `santy build` makes",
            )  # fmt: skip
            raise PackError(report)
        if reading.claims.get("Zones"):
            message = f"{path} shows cuts and safe zones over its faces: it is to be looked at, not printed"
            hint = "what is printed and measured is made by `santy build` without `--proof`"
            report.error("proof-zones", message, None, hint)
            raise PackError(report)
        draw_ahead(reading)
        try:
            expected, proof = self._expected(reading), Proof(path)
            with refusing(path):
                for entry in CHECKS.values():
                    if reading.ours or not entry.sheets_only:
                        proof.results.append(_run(entry, reading, expected))
            return proof
        finally:
            stop(reading)

    def _expected(self, reading: Reading) -> Expected | None:
        """What the pack says should be on the sheets; None where it is not known."""
        named, part = str(reading.claims.get("Pack", "")), str(reading.claims.get("Part", ""))
        pack = self.pack or self._named(named)
        if pack is None or part not in pack.parts or reading.language not in pack.locales:
            return None
        stamped = bool(reading.claims.get("Stamp", ""))
        ink = ink_of(reading)
        return expected_of(self._laid(pack, reading.language, ink), part, stamped)

    def _laid(self, pack: Pack, language: str, ink: str) -> Faces:
        key = pack.id, language, ink
        if key not in self._faces:
            self._faces[key] = Faces(pack, pack.locales[language], ink)
        return self._faces[key]

    def _named(self, name: str) -> Pack | None:
        if name not in self._packs:
            try:
                self._packs[name] = load_pack(name) if name and not set(name) & set("/\\.") else None
            except (PackError, OSError):
                self._packs[name] = None
        return self._packs[name]


def _run(entry: Check, reading: Reading, expected: Expected | None) -> Result:
    report = Report()
    measured = entry.measure(reading, expected, report)
    status: Status = "skipped" if isinstance(measured, Skipped) else "ok" if report.clean else "warning"
    return Result(entry.name, status if report.ok else "error", measured, report)


def expected_of(faces: Faces, part: str, stamped: bool = False) -> Expected:
    """What a part should be: its pieces, and of each face how it looks, its words and its size."""
    made = Expected({}, {}, {}, ink=faces.ink.mode)
    stamp = Stamp(faces) if stamped else None
    for copy in copies_of(faces, part):
        key = copy.front.key, copy.back.key if copy.back else None
        made.pieces[key] = made.pieces.get(key, 0) + 1
        for frame in (copy.front, copy.back):
            if frame is not None and frame.key not in made.words:
                made.words[frame.key] = words(frame)
                made.sizes[frame.key] = frame.size
                made.frames[frame.key] = stamp(frame) if stamp and frame is copy.front else frame
                cut = copy.front.cut  # a piece is cut once, through both its sides
                if cut is not None:
                    made.cuts[frame.key] = cut if frame is copy.front else _turned_over(cut, frame.width)
    return made


def _turned_over(cut: Outline, width: float) -> Outline:
    """A cut as it is seen from the other side."""
    return tuple((part[0], *(width - v if n % 2 == 0 else v for n, v in enumerate(part[1:]))) for part in cut)


__all__ = ["CHECKS", "Check", "Expected", "Proof", "Proofer", "Result", "Skipped", "check", "expected_of"]
