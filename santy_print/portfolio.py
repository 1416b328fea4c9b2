"""Portfolio: a folder of ready pictures in, the files of a deck out, and what is wrong with each picture.

`owl.png` is a front, `owl-back.png` its back, `back.png` the back of all that have none of their own; `owl x3.png` is
there three times. The size is the one that most fronts have the shape of, with or without a bleed.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from santy_print.diag import PackError, Report, plural, register
from santy_print.faces.images import BLEED, NEAR, Shown, judge_dpi, judge_shape, load_raster, say_no_bleed
from santy_print.faces.layout import SIZES
from santy_print.faces.photos import ENDINGS, NAMES, is_drawing
from santy_print.faces.read_art import measured_art

register("picture-none", "a folder holds no pictures that a deck could be made of")
register("picture-left", "a picture of a folder is no card of the deck that is made of it")

OTHERS = (".pdf", ".psd", ".ai", ".eps", ".kra", ".xcf", ".clip", ".afphoto", ".procreate", ".jxl")
"""What pictures are kept in as well, and what no card is made of."""
CARDS, CARD_NAMES = (*ENDINGS, ".svg"), f"{NAMES.replace(' or ', ', ')} or SVG"
MAX_PICTURES = 1_000
USUAL = ("poker", "tarot", "square", "bridge", "mini-us", "mini-euro", "us-game", "euro", "business", "tcg")
"""Of sizes of like shape the first of these is meant."""
_COPIES = re.compile(r"(?:^(?P<before>[1-9][0-9]?)x[ _-]+)|(?:[ _-]*[ _(-]x(?P<after>[1-9][0-9]?)\)?$)", re.IGNORECASE)
_BACK = re.compile(r"(?:^|[ _-]+)back$", re.IGNORECASE)


class Fit(NamedTuple):
    """A size of cards, and whether pictures hold a bleed around it."""

    size: str
    bleed: float

    @property
    def box(self) -> tuple[float, float]:
        """What a picture fills, in mm."""
        width, height = SIZES[self.size]
        return width + 2 * self.bleed, height + 2 * self.bleed

    def apart(self, shown: Shown) -> float:
        """How far a picture's shape is from it: 0 for the same."""
        width, height = self.box
        return abs(shown.width / shown.height * height / width - 1)


def deck_of(folder: Path, report: Report) -> dict[str, bytes]:
    """The files of a deck by name, but for those that any deck has; PackError where there is nothing to make it of."""
    pictures = {path: shown for path in _listed(folder) if (shown := _seen(path, report))}
    behind = {path: _BACK.sub("", _stem(path)) for path in pictures if _BACK.search(_stem(path))}
    fronts = {path: raster for path, raster in pictures.items() if path not in behind}
    if not fronts and report.ok:
        hint = f"a front is a {CARD_NAMES}, as `owl.png`; its back is `owl-back.png`, or `back.png` for all"
        report.error("picture-none", f"the folder {folder} holds no fronts of cards", None, hint)
    if not report.ok:
        raise PackError(report)
    pairs = _paired(list(fronts), behind)
    _tell_left(folder, report)
    _tell_lone(behind, pairs, report)
    fit = _fit(list(fronts.values()))
    for path, shown in pictures.items():
        _judge(path, shown, fit, report)
    names = {path: _safe(path, number) for number, path in enumerate(pictures)}
    files = {f"art/{names[path]}": path.read_bytes() for path in pictures}
    rows = [("name", "picture", "back", "copies")]
    for path, back in pairs.items():
        stem, copies = _counted(_stem(path))
        rows.append((stem, names[path], names[back] if back else "", str(copies)))
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    return {**files, "cards.csv": table.getvalue().encode(), **_layouts(fit, any(pairs.values()))}


def _seen(path: Path, report: Report) -> Shown | None:
    """A picture's shape, of pixels or drawn; None where it cannot be printed, which is told."""
    if not is_drawing(path):
        raster = load_raster(path, path.name, None, report)
        return raster.shown if raster else None
    art, _ = measured_art(path, path.name, report)
    return Shown(path.name, art.width, art.height) if art else None


def _listed(folder: Path) -> list[Path]:
    found = [path for path in folder.iterdir() if path.suffix.lower() in CARDS and not path.name.startswith(".")]
    if len(found) > MAX_PICTURES:
        report = Report()
        message = f"the folder {folder} holds {plural(len(found), 'picture')}"
        report.error("picture-none", message, None, f"at most {MAX_PICTURES:,} make a deck")
        raise PackError(report)
    return sorted(path for path in found if path.is_file())


def _paired(fronts: Sequence[Path], behind: Mapping[Path, str]) -> dict[Path, Path | None]:
    """The back of each front: its own, by its whole name or by that without a number, or the one of all others."""
    named = sorted(behind.items(), key=lambda pair: _stem(pair[0]).casefold() in ("back", f"{pair[1]}-back".casefold()))
    backs = {stem: path for path, stem in named}
    keys = {path: (_stem(path), _counted(_stem(path))[0], "") for path in fronts}
    return {path: next((backs[key] for key in keys[path] if key in backs), None) for path in fronts}


def _tell_left(folder: Path, report: Report) -> None:
    """Tell of pictures that a person meant for cards and that are none: in other forms, or in folders within."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir():
            within = (one for one in islice(path.iterdir(), MAX_PICTURES) if one.suffix.lower() in CARDS)
            if any(not one.name.startswith(".") for one in within):
                message = f"the folder {path.name} holds pictures, too, and none of them is a card of the deck"
                report.warning("picture-left", message, None, f"move them up to {folder.name}, or make a deck of them")
        elif path.suffix.lower() in OTHERS:
            message = f"{path.name} is no {CARD_NAMES}, and no card of the deck"
            report.warning("picture-left", message, None, "save it as one of these: PNG loses nothing")


def _tell_lone(behind: Mapping[Path, str], pairs: Mapping[Path, Path | None], report: Report) -> None:
    """Tell of backs that are behind no front; that of all others may wait for one."""
    of_all = max((path for path, stem in behind.items() if not stem), default=None)
    for path, stem in behind.items():
        if path in pairs.values() or path == of_all:
            continue
        front = next((one for one in pairs if stem in (_stem(one), _counted(_stem(one))[0], "")), None)
        message, hint = f"{path.name} is the back of no picture here", f"its front is called `{stem}.png`"
        if front is not None or not stem:
            other = pairs[front] if front is not None and stem else of_all
            message = f"{path.name} is left over: there is {other.name if other else 'another'}"
            hint = "take one of the two away"
        report.warning("picture-left", message, None, hint)


def _stem(path: Path) -> str:
    return path.stem.strip()


def _counted(stem: str) -> tuple[str, int]:
    """A picture's name without the number in it, and that: `owl x3`, `3x owl`, `owl (x3)`."""
    match = _COPIES.search(stem)
    if match is None or match[0] == stem:
        return stem, 1
    return (stem[: match.start()] + stem[match.end() :]).strip(" _-"), int(match["before"] or match["after"])


def _safe(path: Path, number: int) -> str:
    """A name that a picture has in the pack: of letters and digits, and its own."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", _stem(path)) if not unicodedata.combining(c))
    stem = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:60]
    return f"{number + 1:03}-{stem}{path.suffix.lower()}"


def _fit(fronts: Sequence[Shown]) -> Fit:
    """The size that most fronts have the shape of; of several the usual one."""
    fits = [Fit(size, bleed) for bleed in (BLEED, 0.0) for size in USUAL]
    votes = Counter(min(fits, key=lambda fit: (round(fit.apart(shown) / NEAR), fits.index(fit))) for shown in fronts)
    return max(votes, key=lambda fit: (votes[fit], -fits.index(fit)))


def _judge(path: Path, shown: Shown, fit: Fit, report: Report) -> None:
    """Tell what is wrong with a picture: too coarse, of another shape, without a bleed."""
    width, height = fit.box
    if not is_drawing(path) and (raster := load_raster(path, path.name, None, Report())):
        judge_dpi(raster, 25.4 * min(raster.width / width, raster.height / height), None, report)
    if judge_shape(shown, fit.box, None, report) and not fit.bleed:
        say_no_bleed(shown, fit.box, None, report)


def _layouts(fit: Fit, has_backs: bool) -> Mapping[str, bytes]:
    """A layout that shows a picture and nothing else, for fronts and for backs, and what is printed."""
    width, height = fit.box
    made = {}
    for name, field in {"card": "picture", "back": "back"}.items() if has_backs else (("card", "picture"),):
        made[f"faces/{name}.yaml"] = (
            "# A ready picture, as large as the card and its bleed.\n"
            f'face: {{size: {fit.size}, corner: 3, bleed: {fit.bleed:g}, alt: "{{{{ item.name }}}}"}}\n'
            "items:\n"
            f'  - image: {{file: "{{{{ item.{field} }}}}", at: [{0 - fit.bleed:g}, {0 - fit.bleed:g}],'
            f" size: [{width:g}, {height:g}], fit: cover}}\n"
        )
    back = ", back: \"{{ 'back' if item.back else '' }}\"" if has_backs else ""
    made["components.yaml"] = (
        "# What is printed: a card for each row of cards.csv.\n"
        "parts:\n  cards:\n    piles:\n"
        f'      - {{each: cards, layout: card{back}, copies: "{{{{ item.copies }}}}"}}\n'
    )
    return {name: text.encode() for name, text in made.items()}
