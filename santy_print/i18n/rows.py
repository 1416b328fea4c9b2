"""Rows: what a translator sees of a text or a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from santy_print.diag import Span

Path = tuple[str, ...]
"""The names that lead to a value in a locale file."""


class Room(NamedTuple):
    """Where a text is set on a face: about how many letters find room in its smallest box, if known; and the face."""

    letters: int | None
    face: str


@dataclass(frozen=True, slots=True)
class Row:
    """A text or a word of the source language and what another language makes of it."""

    key: str
    source: str
    text: str
    seen: str | None
    """What the source said when it was translated; None where nobody has noted it."""
    note: str
    limit: int | None
    """About so many letters find room in the smallest box it is set in."""
    place: Span | None
    """Where the translation stands, or else the source's text."""
    path: Path = ()
    """Where a word stands in the locale file; a text has its key alone."""

    origin: Span | None = None
    """Where the source says it."""
    face: str = ""
    """A face that shows it, as `santy preview --face` takes it."""
    stands: bool = False
    """True for a name of the pack's files that the language leaves out: it stands as it is."""
    shown: str = ""
    """What another language says, where that is what is translated from."""

    @property
    def read(self) -> str:
        """What a translator reads."""
        return self.shown or self.source

    @property
    def stale(self) -> bool:
        """True where the source has changed since it was translated."""
        return bool(self.text) and self.seen is not None and self.seen != self.source

    @property
    def grammar(self) -> bool:
        """True for how the language puts words together: it is translated from nothing, and never old."""
        return self.path[1:2] in (("adjective",), ("agreement",))
