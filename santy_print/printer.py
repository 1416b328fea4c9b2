"""Printers: what a home printer does wrong, measured once, kept by name, and undone on every sheet; lengths in mm.

The values are what the calibration sheet (`santy proof --calibrate`) shows: how the back lies against the front, seen
from the front through portrait paper, and how long a hundred millimetres came out. A correction is a matrix for a
whole page, so that what comes out of that printer is what was meant.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from math import cos, isfinite, radians, sin
from pathlib import Path

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.output import write_atomic

register("printer-limit", "a printer is further off than a correction can mend")
register("printer-name", "a printer's name cannot be kept")
register("printer-unknown", "no printer of that name was saved")
register("printer-file", "the file with the saved printers cannot be used")

MAX_SHIFT = 5.0  # mm
MAX_ANGLE = 2.0  # degrees
SCALES = (97.0, 103.0)  # per cent
FILE = "printers.json"

Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f."""


@dataclass(frozen=True, slots=True)
class Printer:
    """What a printer does: where it puts backs against fronts, and how large it prints.

    Seen from the front, portrait: the back lies `shift_x` mm too far right and `shift_y` mm too low, and is turned
    `angle` degrees clockwise; 100 mm across come out as `scale_x`, 100 mm down as `scale_y`.
    """

    shift_x: float = 0.0
    shift_y: float = 0.0
    angle: float = 0.0
    scale_x: float = 100.0
    scale_y: float = 100.0

    def faults(self) -> Report:
        """What no correction can mend, and why."""
        report = Report()
        for name, value, low, high, unit in (
            ("shift-x", self.shift_x, -MAX_SHIFT, MAX_SHIFT, " mm"),
            ("shift-y", self.shift_y, -MAX_SHIFT, MAX_SHIFT, " mm"),
            ("angle", self.angle, -MAX_ANGLE, MAX_ANGLE, "°"),
            ("scale", self.scale_x, *SCALES, "%"),
            ("scale-y", self.scale_y, *SCALES, "%"),
        ):
            if not (isfinite(value) and low <= value <= high):
                report.error(
                    "printer-limit",
                    f"{name} is {value:g}{unit}; from {low:g}{unit} to {high:g}{unit} can be corrected",
                    None,
                    "choose “actual size” in the print dialogue"
                    if name.startswith("scale")
                    else "read the calibration sheet again; set the paper guides close to the paper",
                )
        return report

    def own(self, upright: bool, over_side: bool) -> Printer:
        """The same, as the back page itself sees it: turned over its side or its top, portrait or lying.

        A lying page is printed a quarter turn anti-clockwise on the paper, as the Internet Printing Protocol has it.
        """
        x, y = (self.shift_x, self.shift_y) if upright else (-self.shift_y, self.shift_x)
        scales = (self.scale_x, self.scale_y) if upright else (self.scale_y, self.scale_x)
        return Printer(-x if over_side else x, y if over_side else -y, -self.angle, *scales)

    def correction(self, size: tuple[float, float], side: str, duplex: str) -> Matrix:
        """The matrix, in page mm with y downwards, under which a page comes out right.

        Size in mm. Fronts are only scaled; backs are moved and turned against them.
        """
        upright = size[0] <= size[1]
        seen = self.own(upright, over_side=(duplex != "short") == upright)
        x, y, angle = (seen.shift_x, seen.shift_y, radians(seen.angle)) if side == "back" else (0.0, 0.0, 0.0)
        sx, sy = 100 / seen.scale_x, 100 / seen.scale_y
        a, b, c, d = cos(angle) * sx, -sin(angle) * sy, sin(angle) * sx, cos(angle) * sy
        cx, cy = size[0] / 2, size[1] / 2
        return a, b, c, d, cx - a * (cx + x) - c * (cy + y), cy - b * (cx + x) - d * (cy + y)


def upwards(matrix: Matrix, height: float) -> Matrix:
    """A matrix for a page of a height, from y downwards to y upwards (or back)."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, c * height + e, height - d * height - f


def read_printers(folder: Path) -> dict[str, Printer]:
    """The printers saved in a folder, by name; none where there is no file. PackError where it cannot be used."""
    path, report = folder / FILE, Report()
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        found = {
            str(name): Printer(**{k: float(v) for k, v in value.items()}) for name, value in held.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError):
        report.error(
            "printer-file", f"{path} cannot be read", None, "delete it, and save your printers again"
        )
        raise PackError(report) from None
    for name, printer in found.items():
        for fault in printer.faults():
            report.error(
                "printer-file", f"{path}: `{name}`: {fault.message}", None, "save this printer once more"
            )
    if not report.ok:
        raise PackError(report)
    return found


def find_printer(folder: Path, name: str) -> Printer:
    """A saved printer. PackError, with the names that are known, where it is not there."""
    known, report = read_printers(folder), Report()
    if name not in known:
        hint = did_you_mean(name, known) or "`santy proof --calibrate` shows how to measure and save one"
        report.error("printer-unknown", f"no printer `{name}` was saved", None, hint)
        raise PackError(report)
    return known[name]


def save_printer(folder: Path, name: str, printer: Printer) -> Path:
    """Keep a printer under a name, in place of an older one; returns the file."""
    report = printer.faults()
    if not re.fullmatch(r"[\w][\w .+-]{0,39}", name):
        report.error(
            "printer-name",
            f"`{name}` cannot be a printer's name",
            None,
            "letters, digits, spaces, - + . _; at most 40",
        )
    if not report.ok:
        raise PackError(report)
    return _write(folder, read_printers(folder) | {name: printer})


def forget_printer(folder: Path, name: str) -> Path:
    """Forget a saved printer; PackError where it is not there."""
    find_printer(folder, name)
    return _write(folder, {key: value for key, value in read_printers(folder).items() if key != name})


def _write(folder: Path, printers: dict[str, Printer]) -> Path:
    held = {name: asdict(printers[name]) for name in sorted(printers)}
    return write_atomic(folder / FILE, json.dumps(held, indent=1, ensure_ascii=False) + "\n")
