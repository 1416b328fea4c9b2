"""santy_print: decks, tiles, boards, rulebooks and answer sheets from YAML, checked by a rules engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
DEFAULT_PACK = "santy_anno"
"""The pack that is meant where none is named."""

if TYPE_CHECKING:
    from santy_print.diag import Diagnostic as Diagnostic
    from santy_print.pack import load_pack as load_pack

__all__ = ["Diagnostic", "__version__", "load_pack"]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `santy --help` stays quick."""
    if name == "load_pack":
        from santy_print.pack import load_pack

        return load_pack
    if name == "Diagnostic":
        from santy_print.diag import Diagnostic

        return Diagnostic
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
