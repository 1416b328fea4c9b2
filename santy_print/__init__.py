"""santy_print: decks, tiles, boards, rulebooks and answer sheets from YAML, checked by a rules engine.

The commands as functions: see `docs/library.md`. A name is imported when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
DEFAULT_PACK = "santy_anno"
"""The pack that is meant where none is named."""

if TYPE_CHECKING:
    from santy_print.choices import WrongValue as WrongValue
    from santy_print.diag import Diagnostic as Diagnostic
    from santy_print.diag import PackError as PackError
    from santy_print.diag import Report as Report
    from santy_print.documents.rulebook import OnPaper as OnPaper
    from santy_print.library import build_pack as build_pack
    from santy_print.library import check_pack as check_pack
    from santy_print.library import fill_record as fill_record
    from santy_print.library import find_answers as find_answers
    from santy_print.library import make_documents as make_documents
    from santy_print.library import play_game as play_game
    from santy_print.library import ready_pack as ready_pack
    from santy_print.library import replay_record as replay_record
    from santy_print.library import try_every_card as try_every_card
    from santy_print.library import write_puzzle_books as write_puzzle_books
    from santy_print.library import write_rulebook as write_rulebook
    from santy_print.pack import Pack as Pack
    from santy_print.pack import load_pack as load_pack
    from santy_print.parts import Conduct as Conduct
    from santy_print.parts import Options as Options
    from santy_print.play import Playing as Playing
    from santy_print.sheets import Setup as Setup

_HOMES = {
    "Conduct": "parts",
    "Diagnostic": "diag",
    "Options": "parts",
    "OnPaper": "documents.rulebook",
    "Pack": "pack",
    "PackError": "diag",
    "Playing": "play",
    "Report": "diag",
    "Setup": "sheets",
    "WrongValue": "choices",
    "build_pack": "library",
    "check_pack": "library",
    "find_answers": "library",
    "load_pack": "pack",
    "make_documents": "library",
    "play_game": "library",
    "ready_pack": "library",
    "fill_record": "library",
    "replay_record": "library",
    "try_every_card": "library",
    "write_puzzle_books": "library",
    "write_rulebook": "library",
}
"""What is known of the package from outside, and the module it is in."""

__all__ = ["DEFAULT_PACK", "__version__", *_HOMES]  # names all


def __getattr__(name: str) -> Any:
    """Import on first use, so that `import santy_print` and `santy --help` stay quick."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
