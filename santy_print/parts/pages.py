"""Pages: the pieces of a part in, the pages they are printed on and the finished file out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from santy_print import __version__
from santy_print.cache import Item as Kept
from santy_print.cache import Made, is_table
from santy_print.corrected import corrected
from santy_print.diag import register
from santy_print.faces import Faces, Frame, Group, Item, Shape
from santy_print.faces.edges import ends_short
from santy_print.faces.frames import Letters
from santy_print.faces.ink import Ink
from santy_print.faces.measure import warn_reading
from santy_print.faces.stamp import Stamp
from santy_print.parts import Options, check_sizes, copies_of
from santy_print.parts.hashes import hash_of
from santy_print.parts.legend import legend_items
from santy_print.parts.words import Words
from santy_print.pdf import Claims, Info, write_pdf
from santy_print.sheets import Copy, Page, Setup, fits, impose, joined, tile, zoned

register("face-bleed", "a face that goes to its cut is not drawn as far beyond it as the bleed that is asked for")


@dataclass(frozen=True, slots=True)
class Built:
    """One finished file: its name under OUT/<pack>, its bytes, and what the manifest says of it.

    `faces` are the hashes of all faces on it, `copies` how many pieces have a face as their front.
    """

    name: str
    data: bytes
    pages: int
    faces: dict[str, str]
    copies: dict[str, int] = field(default_factory=dict)

    def entry(self) -> dict[str, Any]:
        """The manifest's words for it."""
        return {
            "file": self.name,
            "sha256": hashlib.sha256(self.data).hexdigest(),
            "pages": self.pages,
            "faces": self.faces,
            "copies": self.copies,
        }

    def item(self) -> Kept:
        """As it is kept."""
        return Kept(self.name, self.data, {"pages": self.pages, "faces": self.faces, "copies": self.copies})

    @classmethod
    def of(cls, item: Kept) -> Built:
        """As it was kept; `keeps` has looked at it."""
        return cls(item.name, item.data, item.says["pages"], dict(item.says["faces"]), dict(item.says["copies"]))


def keeps(made: Made, language: str, sheets: str | None = None) -> bool:
    """Whether kept files are such as a build makes for a language; `sheets` is the name where there is only one.

    Files of no one language stand beside the folders of all.
    """
    if sheets is not None and [item.name for item in made.items] != [sheets]:
        return False
    return bool(made.items) and all(_kept_well(item, language) for item in made.items)


def _kept_well(item: Kept, language: str) -> bool:
    says = item.says
    return (
        re.fullmatch(rf"{re.escape(f'{language}/' if language else '')}\w[\w.-]*", item.name) is not None
        and says.keys() == {"pages", "faces", "copies"}
        and type(says["pages"]) is int
        and is_table(says["faces"], str)
        and is_table(says["copies"], int)
    )


def file_name(language: str, part: str, options: Options) -> str:
    """The name of a part's file under OUT/<pack>."""
    return f"{language}/{part}{'-proof' if options.zones else ''}.pdf"


def judge(copies: Sequence[Copy], faces: Faces, bleed: float) -> None:
    """Warn of what will not look right once it is printed and cut (bleed in mm)."""
    frames = {frame.key: frame for copy in copies for frame in (copy.front, copy.back) if frame}
    looks: dict[str, Frame] = {}
    for frame in frames.values():
        looks.setdefault(hash_of(faces, frame), frame)
    warn_reading(looks, faces)
    short = {frame.key.partition(":")[0]: frame for frame in frames.values() if ends_short(frame, bleed)}
    for layout, frame in short.items():
        message = f"`{layout}` is not drawn {bleed:g} mm beyond its cut: the rest of the bleed stays white"
        hint = "draw grounds and pictures beyond the cut; grounds are printed with `--ink full` alone"
        faces.report.warning("face-bleed", message, faces.place(frame), hint)


def part_pages(faces: Faces, part: str, setup: Setup) -> list[Page]:
    """The pages of one part: pieces imposed n-up, boards tiled. Faults of faces are in `faces.report`."""
    return imposed(faces, part, list(copies_of(faces, part)), setup)


def sheets_of(faces: Faces, part: str, copies: Sequence[Copy], options: Options) -> list[Page]:
    """Pieces on pages; where a printer is made up for, so that this leaves them on the paper."""
    lay = partial(imposed, faces, part, copies)
    if options.printer is None:
        return lay(options.setup)
    return corrected(lay, options.setup, options.printer, part, copies, faces.report)


def imposed(faces: Faces, part: str, copies: Sequence[Copy], setup: Setup) -> list[Page]:
    """Pieces on pages, each page with its legend; a face too large for a row is a board and is tiled."""
    small = [c for c in copies if fits(c.front.size, setup)]
    groups = [impose(small, setup)] if small else []
    groups += [tile(c.front, setup) for c in copies if c.back is None and not fits(c.front.size, setup)]
    check_sizes(copies, faces, setup)
    pages = joined(groups)
    kinds = list({(page.width, page.height, page.trim, len(page.marks), page.side): page for page in pages}.values())
    finished = [replace(page, marks=(*page.marks, *legend_items(faces, part, page, kinds))) for page in pages]
    return [_in_ink(page, faces.ink) for page in finished]


def _in_ink(page: Page, ink: Ink) -> Page:
    """A page whose marks are as the build prints them."""
    return replace(page, marks=tuple(_inked(mark, ink) for mark in page.marks))


def _inked(mark: Item, ink: Ink) -> Item:
    """A mark of a sheet as the build prints it: grey has no colour, nor have its crop marks, ruler and legend."""
    if ink.mode != "grey":
        return mark
    if isinstance(mark, Shape):
        fill, stroke = (colour and ink(colour) for colour in (mark.fill, mark.stroke))
        return replace(mark, fill=fill, stroke=stroke)
    if isinstance(mark, Letters):
        return replace(mark, colour=ink(mark.colour))
    return replace(mark, items=tuple(_inked(item, ink) for item in mark.items)) if isinstance(mark, Group) else mark


def built_part(faces: Faces, part: str, pages: Sequence[Page], options: Options, partial: bool = False) -> Built:
    """The file of a part, with the content hash of each face on it."""
    pack, locale, words = faces.pack, faces.locale, Words(faces, part)
    sides = words.sides["front"], words.sides["back"]
    stamp = Stamp(faces).text if options.stamp else ""
    claims = Claims(pack.id, part, options.setup.duplex, options.printer, partial, sides, stamp, options.zones)
    if options.zones:
        pages = [_in_ink(zoned(page), faces.ink) for page in pages]
    data = write_pdf(pages, Info(words.title, locale.code, "santy_print", words.credit, __version__, claims))
    frames: dict[str, Frame] = {cell.frame.key: cell.face for page in pages for cell in page.cells}
    return Built(
        file_name(locale.code, part, options),
        data,
        len(pages),
        {key: hash_of(faces, frames[key]) for key in sorted(frames)},
    )
