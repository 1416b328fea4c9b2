"""Shelf: finished PDFs and pages of HTML by their hashes, and pictures of their pages, for whoever shows them.

A page that looks as before has the same name as before, whatever else of its file has changed: its `look` is the hash
of its pixels at a low resolution.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from santy_print.raster import MM_PER_INCH

LOOK_DPI = 72
"""At so many dots an inch it is seen whether two pages look alike."""
DPI = (72, 110, 180)
"""At so many a page can be shown."""
MOST_BYTES = 200_000_000
"""So much is kept of finished files: those that were asked for longest ago go first."""
VERSIONS = 3
"""Of a file that each save makes anew so many are kept: who was told of one before may be about to fetch its pages."""
MOST_LOOKS = 20_000
MOST_PICTURES = 48
"""So many pictures of pages are kept: who is told how a page looks fetches it next."""
PACKED = 3
"""How hard zlib tries: a picture is looked at once, at an arm's length from who made it."""
_SHEET = re.compile(r"(\d{1,6})/\d{1,6} · ")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a file: width and height in mm, the number of its sheet, and which side of it, if it has two;
    0 where it is no sheet of pieces but a page of a document."""

    width: float
    height: float
    sheet: int
    side: str


@dataclass(slots=True)
class Shelf:
    """Files, and pictures of their pages; it belongs to one process."""

    files: dict[str, bytes] = field(default_factory=dict)
    _uses: dict[str, list[str]] = field(default_factory=dict)
    """What files are for, with their names, the newest last."""
    _looks: dict[str, tuple[str, int]] = field(default_factory=dict)
    _pictures: dict[tuple[str, int], bytes] = field(default_factory=dict)
    _open: tuple[str, Any] = ("", None)

    def put(self, data: bytes, use: str) -> str:
        """Keep a file, and of those for one use, what was chosen, the newest; its name, the same for the same bytes."""
        name = hashlib.sha256(data).hexdigest()[:24]
        self.files.pop(name, None)
        self.files[name] = data
        before = self._uses.pop(use, [])
        self._uses[use] = [*(each for each in before if each != name), name][-VERSIONS:]
        kept = {each for names in self._uses.values() for each in names}
        self.files = {each: held for each, held in self.files.items() if each in kept}
        while len(self.files) > 1 and sum(map(len, self.files.values())) > MOST_BYTES:
            del self.files[next(iter(self.files))]
        there = {use: [each for each in names if each in self.files] for use, names in self._uses.items()}
        self._uses = {use: names for use, names in there.items() if names}
        return name

    def looks(self, name: str, pages: Iterable[int] | None = None) -> list[str]:
        """How pages of a PDF look, counted from 0, all where none are named; KeyError where it is not kept."""
        document = self._document(name)
        found = []
        for number in range(len(document)) if pages is None else pages:
            picture = document[number].render(scale=LOOK_DPI / 72).to_pil()
            look = hashlib.sha256(f"{picture.size}".encode() + picture.tobytes()).hexdigest()[:24]
            self._looks.pop(look, None)
            self._looks[look] = name, number
            self._picture(look, LOOK_DPI, picture)
            found.append(look)
        while len(self._looks) > MOST_LOOKS:
            del self._looks[next(iter(self._looks))]
        return found

    def picture(self, look: str, dpi: int) -> bytes:
        """A page as a PNG; KeyError where it is kept no longer."""
        known = self._pictures.get((look, dpi))
        if known is not None:
            return known
        name, number = self._looks[look]
        return self._picture(look, dpi, self._document(name)[number].render(scale=dpi / 72).to_pil())

    def _picture(self, look: str, dpi: int, picture: Any) -> bytes:
        held = io.BytesIO()
        picture.convert("RGB").save(held, "PNG", compress_level=PACKED)
        self._pictures[look, dpi] = held.getvalue()
        while len(self._pictures) > MOST_PICTURES:
            del self._pictures[next(iter(self._pictures))]
        return held.getvalue()

    def leaves(self, name: str) -> Sequence[Leaf]:
        """The pages of a PDF. Sheets say in its outline which is which, as `parts` have them printed; where fronts and
        backs of a sheet are both in it, each has its side."""
        document = self._document(name)
        numbers = dict(_numbers(document))
        sheets = [numbers.get(n, 0) for n in range(len(document))]
        leaves = []
        for n, sheet in enumerate(sheets):
            width, height = document[n].get_size()
            both = sheet and sheets.count(sheet) == 2
            side = ("back" if sheet in sheets[:n] else "front") if both else ""
            size = [round(length / 72 * MM_PER_INCH, 2) for length in (width, height)]
            leaves.append(Leaf(size[0], size[1], sheet, side))
        return leaves

    def _document(self, name: str) -> Any:
        import pypdfium2

        known, document = self._open
        if known != name:
            if document is not None:
                document.close()
            self._open = ("", None)
            document = pypdfium2.PdfDocument(self.files[name])
            self._open = name, document
        return document


def _numbers(document: Any) -> Iterable[tuple[int, int]]:
    """The pages that are sides of a sheet, with the number of that."""
    for entry in document.get_toc():
        match, target = _SHEET.match(entry.get_title()), entry.get_dest()
        if match and target is not None and entry.level == 0:
            yield target.get_index(), int(match[1])
