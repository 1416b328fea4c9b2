"""Page: what a game brings to be played on a page of a browser: its data, words, faces, and programs that know no pack.

The page is one file and asks no network for anything (`offline`). Its programs are JavaScript modules of the game's own
code; what a pack says reaches them as plain data alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from santy_print.text import Locale


class Piece(NamedTuple):
    """An item of a collection, whose face a page shows as the pack prints it."""

    collection: str
    id: str

    @property
    def face(self) -> str:
        """What its face is called on the page."""
        return f"face-{self.collection}-{self.id}"


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A page to play on. `data` and what `words` gives for a language can be written as JSON."""

    data: Mapping[str, Any]
    words: Callable[[Locale], Mapping[str, Any]]
    pieces: Sequence[Piece]
    scripts: Sequence[Path]
    """JavaScript modules in the order in which one may import from another; the last one begins to play."""
    styles: Sequence[Path] = ()
