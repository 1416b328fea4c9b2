"""Printers: what a home printer does wrong, measured once, kept by name, and undone on every sheet; lengths in mm.

The values are what the calibration sheet (`santy proof --calibrate`) shows: how the back lies against the front, seen
from the front through portrait paper, and how long a hundred millimetres came out. A correction is a matrix for a
whole page, so that what comes out of that printer is what was meant.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from math import cos, isfinite, radians, sin
from pathlib import Path
from typing import Any

from santy_print.diag import PackError, Report, did_you_mean, register
from santy_print.output import read_plain, turn, write_atomic

register("printer-limit", "a printer is further off than a correction can mend")
register("printer-name", "a printer's name cannot be kept")
register("printer-unknown", "no printer of that name was saved")
register("printer-file", "the file with the saved printers cannot be used")

MAX_SHIFT = 5.0  # mm
MAX_ANGLE = 2.0  # degrees
SCALES = (97.0, 103.0)  # per cent
FILE = "printers.json"
MAX_BYTES = 1_000_000

HOME_MARGIN = 4.0
"""So far (mm) from the paper's edge home printers print."""
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
            if isinstance(value, bool) or not isinstance(value, int | float):
                report.error("printer-limit", f"{name} is {value!r}, which is no number")
            elif not (isfinite(value) and low <= value <= high):
                report.error(
                    "printer-limit",
                    f"{name} is {value:g}{unit}; from {low:g}{unit} to {high:g}{unit} can be corrected",
                    None,
                    "choose “actual size” in the print dialogue"
                    if name.startswith("scale")
                    else "read the calibration sheet again; set the paper guides close to the paper",
                )
        return report

    def check(self) -> None:
        """PackError where a correction cannot mend it."""
        if not (report := self.faults()).ok:
            raise PackError(report)

    def own(self, upright: bool, over_side: bool) -> Printer:
        """The same, as the back page itself sees it: turned over its side or its top, portrait or lying.

        A lying page is printed a quarter turn anti-clockwise on the paper, as the Internet Printing Protocol has it.
        """
        x, y = (self.shift_x, self.shift_y) if upright else (-self.shift_y, self.shift_x)
        scales = (self.scale_x, self.scale_y) if upright else (self.scale_y, self.scale_x)
        return Printer(-x if over_side else x, y if over_side else -y, -self.angle, *scales)

    def on_page(self, size: tuple[float, float], side: str, duplex: str) -> Printer:
        """What is wrong with a page of a size (mm) as the page itself sees it; fronts are only scaled."""
        upright = size[0] <= size[1]
        seen = self.own(upright, over_side=(duplex != "short") == upright)
        return seen if side == "back" else replace(seen, shift_x=0.0, shift_y=0.0, angle=0.0)

    def correction(self, size: tuple[float, float], side: str, duplex: str) -> Matrix:
        """The matrix, in page mm with y downwards, under which a page comes out right.

        Size in mm. Fronts are only scaled; backs are moved and turned against them.
        """
        seen = self.on_page(size, side, duplex)
        x, y, angle = seen.shift_x, seen.shift_y, radians(seen.angle)
        sx, sy = 100 / seen.scale_x, 100 / seen.scale_y
        a, b, c, d = cos(angle) * sx, -sin(angle) * sy, sin(angle) * sx, cos(angle) * sy
        cx, cy = size[0] / 2, size[1] / 2
        return a, b, c, d, cx - a * (cx + x) - c * (cy + y), cy - b * (cx + x) - d * (cy + y)


def read_off(a: float, b: float, c: float, d: float, scales: tuple[float, float]) -> Printer:
    """The printer of which the calibration sheet showed so much at A, B, C and D (mm), and these scales (per cent).

    A and B lie so far apart that a quarter of their difference is the angle in degrees.
    """
    shift_x, shift_y, angle = (round(value, 4) for value in ((a + b) / 2, (c + d) / 2, (a - b) / 4))
    return Printer(shift_x, shift_y, angle, *scales)


def upwards(matrix: Matrix, height: float) -> Matrix:
    """A matrix for a page of a height, from y downwards to y upwards (or back)."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, c * height + e, height - d * height - f


def read_printers(folder: Path) -> tuple[dict[str, Printer], Report]:
    """The printers saved in a folder, by name, and what is wrong with the others; none where there is no file.

    PackError where the file as a whole cannot be used, OSError where it cannot be read.
    """
    report, found = Report(), {}
    for name, value in _held(folder).items():
        try:
            found[name] = _printer(folder, name, value)
        except PackError as fault:
            report.extend(fault.report)
    return found, report


def find_printer(folder: Path, name: str) -> Printer:
    """A saved printer. PackError, with the names that are known, where it is not there or cannot be used."""
    held = _held(folder)
    if name in held:
        return _printer(folder, name, held[name])
    report = Report()
    known = did_you_mean(name, (one for one in held if one.isprintable()))
    hint = known or "`santy proof --calibrate` shows how to measure and save one"
    report.error("printer-unknown", f"no printer {_shown(name)} was saved", None, hint)
    raise PackError(report)


def save_printer(folder: Path, name: str, printer: Printer) -> Path:
    """Keep a printer under a name, in place of an older one, whatever that was; returns the file."""
    report = printer.faults()
    report.extend(_name_faults(name))
    if not report.ok:
        raise PackError(report)
    with _kept_together(folder):
        return _write(folder, _held(folder) | {name: asdict(printer)})


def forget_printer(folder: Path, name: str) -> Path:
    """Forget a saved printer, even one that cannot be used; PackError where it is not there."""
    if name not in _held(folder):
        find_printer(folder, name)  # tells what is there
    with _kept_together(folder):
        return _write(folder, {key: value for key, value in _held(folder).items() if key != name})


@contextmanager
def _kept_together(folder: Path) -> Iterator[None]:
    """Between reading the file and writing it nobody else does: commands at once keep what each of them saves."""
    folder.mkdir(parents=True, exist_ok=True)
    with turn(folder):
        yield


def _held(folder: Path) -> dict[str, Any]:
    """What the file of printers holds, unchecked: a fault of one printer must not stand in the way of the others."""
    path, report = folder / FILE, Report()
    try:
        held = json.loads(read_plain(path, MAX_BYTES).decode("utf-8-sig"))  # some editors put a mark before the text
        if isinstance(held, dict):
            return {name: value if _flat(value) else None for name, value in held.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        pass
    except OSError as fault:
        if fault.errno not in (errno.EINVAL, errno.EFBIG):
            raise
    report.error("printer-file", f"{path} cannot be read", None, "delete it, and save your printers again")
    raise PackError(report)


def _flat(value: Any) -> bool:
    """Whether a value has the shape of a printer; anything deeper is none, and is not written back."""
    return isinstance(value, dict) and not any(isinstance(one, dict | list) for one in value.values())


def _printer(folder: Path, name: str, value: Any) -> Printer:
    """A printer as the file has it. PackError where it cannot be one: nothing is guessed, for it moves every back."""
    known = [field.name for field in fields(Printer)]
    faults = [item.message for item in _name_faults(name)]
    if not _flat(value) or not value.keys() <= set(known):
        faults.append(f"what is kept is not {', '.join(known)}")
    else:
        faults += [f"{key} is no number" for key, number in value.items() if type(number) not in (int, float)]
    if not faults:
        # An integer may have more digits than a float can hold: it is out of bounds, and told like any other.
        made = Printer(**{key: float(max(-1e9, min(number, 1e9))) for key, number in value.items()})
        faults = [item.message for item in made.faults()]
        if not faults:
            return made
    report = Report()
    for fault in faults:
        hint = "save this printer once more, or take it away with `santy proof --forget-printer`"
        report.error("printer-file", f"{folder / FILE}: {_shown(name)}: {fault}", None, hint)
    raise PackError(report)


def _name_faults(name: str) -> Report:
    report = Report()
    if not re.fullmatch(r"[\w][\w .+-]{0,39}", name):
        known = "letters, digits, spaces, - + . _, the first of them a letter, a digit or _; at most 40"
        free = re.sub(r"[^\w .+-]+", "-", name).strip(" .+-")[:40].rstrip()
        hint = f"`{free}` can: {known}" if free and free.isprintable() else known
        report.error("printer-name", f"{_shown(name)} cannot be a printer's name", None, hint)
    return report


def _shown(name: str) -> str:
    """A name as it can be shown: of some length, on one line, and with nothing that a terminal would obey."""
    shown = name if name.isprintable() else ascii(name)[1:-1]
    return f"`{shown[:60]}`"


def _write(folder: Path, held: dict[str, Any]) -> Path:
    ordered = {name: held[name] for name in sorted(held)}
    return write_atomic(folder / FILE, json.dumps(ordered, indent=1) + "\n")
