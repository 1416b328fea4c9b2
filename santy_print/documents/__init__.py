"""Documents: what a pack and its game say in, rulebooks and other running text out: PDF, HTML, plain text.

A document is a list of typed blocks (`blocks`), drawings are faces (`pictures`), and a writer for each medium turns
both into a file (`typst`, `html`, `text`). `rulebook` makes the one that every game may have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from santy_print.faces import Faces, Recall, made_here
from santy_print.pack import Pack
from santy_print.printer import Printer
from santy_print.sheets import PAPERS, Setup


@dataclass(frozen=True, slots=True)
class Commission:
    """What a maker of documents is asked for: a pack's files in one language, for a paper, in an ink.

    `recall` knows the faces that the sheets have made; what folds is made up for `printer`, as the sheets are. What is
    made for all languages at once has them in `languages`, and the first of them in `language`.
    """

    pack: Pack
    language: str
    setup: Setup = field(default_factory=Setup)
    ink: str = "low"
    recall: Recall = made_here
    printer: Printer | None = None
    languages: tuple[str, ...] = ()

    @property
    def paper(self) -> Literal["a4", "letter"]:
        """The paper of a document: what does not stand on letter stands on A4."""
        return "letter" if self.setup.paper == PAPERS["letter"] else "a4"


@dataclass(frozen=True, slots=True)
class Document:
    """A document that a build makes of a pack in each language, into files called so.

    `ask` asks for all that `make` asks for, and makes nothing: faults go to the report of the faces, or are raised. One
    that is `whole` is made once, for all languages that are built, and stands beside their folders; one `on_request`
    only where it is asked for by its name.
    """

    files: tuple[str, ...]
    make: Callable[[Commission], dict[str, bytes]]
    ask: Callable[[Pack, str, Faces], None]
    whole: bool = False
    on_request: bool = False

    def __call__(self, asked: Commission) -> dict[str, bytes]:
        """The files by name."""
        return self.make(asked)
