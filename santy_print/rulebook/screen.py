"""Screen: what a rulebook as one HTML file is made of: vectors that stand in it once, fonts cut to its letters."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import TYPE_CHECKING, Any

from santy_print.documents import Code, Typeface
from santy_print.faces.webfont import web_font
from santy_print.svg import Shared

if TYPE_CHECKING:
    from santy_print.faces import Frame

TYPE = " \u00a0\u202f\u00ad«»‘’‚“”„–—…·×−→★"
"""What typography puts into texts."""
FONTS_MARK = "/* fonts */"
"""Where the fonts go: the first of its kind in a page stands before any word of a pack."""


DASHED = 'fill="none" stroke="#c9a66b" stroke-width=".9" stroke-dasharray="3 3"'
TILE = 'rx=".9" fill="#fff" stroke="#22304a" stroke-width=".25"'


@dataclass(slots=True)
class Shown:
    """The pictures a page shows: each is named as it is written, and all of them stand once at its end."""

    frames: Mapping[str, Frame]
    shared: Shared

    def picture(self, name: str | None, alt: str = "", look: str = "") -> Code:
        """A picture by name: `alt` says it to those who cannot see it, without it they need not know."""
        if name is None or name not in self.frames:
            return Code("")
        frame = self.frames[name]
        said = f'role="img" aria-label="{html.escape(alt)}"' if alt else 'aria-hidden="true"'
        box = f'viewBox="0 0 {frame.width:g} {frame.height:g}" width="{frame.width:g}" height="{frame.height:g}"'
        kind = f"pic {look}".strip()
        return Code(f'<svg class="{html.escape(kind)}" {box} {said}>{self.use(name)}</svg>')

    def use(self, name: str | None, put: str = "") -> Code:
        """A picture within another."""
        if name is None or name not in self.frames:
            return Code("")
        return Code(f'<use href="#{html.escape(self.shared.face(name, self.frames[name]))}"{put}/>')

    def ship(self, ship: Mapping[str, Any]) -> Code:
        """A small ship, marked where an example looks: a letter or number in a round, Coco in the ship's corner."""
        name = ship["art"]
        if name is None or name not in self.frames:
            return Code("")
        frame = self.frames[name]
        w, h, mark = frame.width, frame.height, ship["mark"]
        drawn = str(self.use(name))
        if mark in ("letter", "number"):
            text = f'font-size="{w * 0.28:.1f}" text-anchor="middle" fill="#22304a">{html.escape(str(ship["value"]))}'
            drawn += f'<circle cx="{w / 2:g}" cy="{h * 0.53:g}" r="{w * 0.2:g}" fill="#fff" stroke="#22304a"/>'
            drawn += f'<text class="num" x="{w / 2:g}" y="{h * 0.63:g}" {text}</text>'
        elif mark == "corner":
            drawn += f'<rect x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="3" {DASHED}/>'
            side = w * 0.36
            v, _, u = str(ship["value"]).partition("-")
            drawn += self.fit(ship["icon"], 0 if u == "left" else w - side, 0 if v == "top" else h - side, side, side)
        box = f'viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}"'
        return Code(f'<svg class="pic" {box} aria-hidden="true">{drawn}</svg>')

    def boarding(self, scene: Mapping[str, Any], step: int) -> Code:
        """A pirate's tile before a ship, upon another, or back at its left."""
        aboard = step == 1
        left = 7.3 if aboard else 0.2
        ship = self.fit((scene["end"] if step else scene["start"])["art"], 7.5, 3, 15.5, 15.5)
        tile = f'<rect x="{left}" y="{5 if aboard else 6.2}" width="9" height="12.6" {TILE}/>'
        pirate = self.fit(scene["pirate"]["art"], left + 0.6, 5.6 if aboard else 6.8, 7.8, 12)
        box = 'viewBox="0 0 23 19" width="92" height="76"'
        return Code(f'<svg class="pic" {box} aria-hidden="true">{ship}{tile}{pirate}</svg>')

    def fit(self, name: str | None, x: float, y: float, width: float, height: float) -> Code:
        """A picture within another, as large as fits into a box (mm), centred."""
        if name is None or name not in self.frames:
            return Code("")
        wide, high = self.frames[name].size
        k = min(width / wide, height / high)
        at = f"translate({x + (width - wide * k) / 2:.2f} {y + (height - high * k) / 2:.2f}) scale({k:.4f})"
        return self.use(name, f' transform="{at}"')

    def defs(self) -> Code:
        """All pictures that were named."""
        return Code(self.shared.defs())


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table of the figure: its middle and where its label stands (mm), and how far it is turned."""

    x: float
    y: float
    turn: int
    label: tuple[float, float]


WIDE, HIGH = 126.0, 80.0


def places(count: int) -> list[Place]:
    """Where so many seats lie around the table, clockwise from its upper left; the same as in `figures.typ`."""
    return list(_places(count))


def _places(count: int) -> Iterator[Place]:
    upper = ceil((count - 2) / 2)
    rows = ((upper, -HIGH / 2, 180, 1), (count - 2 - upper, HIGH / 2, 0, -1))
    for number, (row, y, turn, way) in enumerate(rows):
        step = WIDE / 1.5 / (row - 1) if row > 1 else 0.0
        for n in range(row):
            x = way * (n - (row - 1) / 2) * step
            yield Place(x, y, turn, (x, y + (17.5 if y > 0 else -17.5)))
        end = WIDE / 2 if number == 0 else -WIDE / 2
        yield Place(end, 0.0, -90 if number == 0 else 90, (end + (15 if end > 0 else -15), 12.0))


def fonts_css(
    roles: Mapping[Path, str], typefaces: Mapping[str, Typeface], shared: Shared, letters: frozenset[str]
) -> str:
    """The page's fonts as rules of a style sheet, cut to `letters`; the font of symbols brings no others."""
    symbols = frozenset(char for char in letters if ord(char) > 0x2000)
    wanted: dict[Path, frozenset[str]] = {
        path: symbols if role == "symbol" else letters for path, role in roles.items()
    }
    for path, more in shared.texts.items():
        wanted[path] = wanted.get(path, frozenset()) | more
    out: list[str] = []
    for path, some in wanted.items():
        face = typefaces[path.stem]
        look = f'font-family: "{face.family}"; font-weight: {face.weight}; font-style: {face.style}'
        data = base64.b64encode(web_font(path, some)).decode("ascii")
        source = f'src: url(data:font/woff;base64,{data}) format("woff"); font-display: swap'
        out.append(f"@font-face {{ {look}; {source}; }}")
    return "\n".join(out)


def letters_of(page: str, texts: Iterable[str]) -> frozenset[str]:
    """The letters of a page, and those of all languages of its pack: then one cut of a font serves them all."""
    return frozenset(page).union(ascii_letters, digits, punctuation, TYPE, *texts) - frozenset("\n\t\r")
